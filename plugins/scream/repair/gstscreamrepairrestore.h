/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairrestore.h: FEC by a block code of one stream at the receiver
 *
 * It costs a stream nothing until its first packet of FEC comes, and at most 1.5 MB from then
 * on.
 */
#ifndef __GST_SCREAM_REPAIR_RESTORE_H__
#define __GST_SCREAM_REPAIR_RESTORE_H__

#include "gstscreamrepair.h"

G_BEGIN_DECLS

typedef struct _GstScreamRepairRestore GstScreamRepairRestore;

/* Of a buffer before the jitter buffer: it was made from FEC. */
#define GST_SCREAM_REPAIR_FLAG_MADE (GST_BUFFER_FLAG_LAST << 6)

/* Of all streams of a bin, since it started; atomic. A box of g_atomic_rc_box. */
typedef struct
{
  gint received;                /* packets of FEC */
  gint refused;                 /* packets of FEC that are none */
  gint recovered;               /* packets of media */
} GstScreamRepairRestoreStats;

/* What is made goes to @jitterbuffer, which has the stream @ssrc. @stats: a box of
 * g_atomic_rc_box. */
GstScreamRepairRestore *gst_scream_repair_restore_new (GstElement *
    jitterbuffer, guint32 ssrc, GstScreamRepairRestoreStats * stats);
GstScreamRepairRestore *gst_scream_repair_restore_ref (GstScreamRepairRestore *
    self);
void gst_scream_repair_restore_unref (GstScreamRepairRestore * self);

/* A packet of FEC of this stream. */
void gst_scream_repair_restore_take (GstScreamRepairRestore * self,
    GstBuffer * fec);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_RESTORE_H__ */

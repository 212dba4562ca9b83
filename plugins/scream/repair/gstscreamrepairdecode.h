/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairdecode.h: FEC of one stream at the receiver
 *
 * It costs a stream nothing until its first packet of FEC comes. From then on it keeps
 * the packets of the latency of the jitter buffer a second time.
 */
#ifndef __GST_SCREAM_REPAIR_DECODE_H__
#define __GST_SCREAM_REPAIR_DECODE_H__

#include "gstscreamrepair.h"

G_BEGIN_DECLS

typedef struct _GstScreamRepairDecoder GstScreamRepairDecoder;

/* Of a buffer before the jitter buffer: it was made from FEC. */
#define GST_SCREAM_REPAIR_FLAG_MADE (GST_BUFFER_FLAG_LAST << 6)

/* Of all streams of a bin, since it started; atomic. A box of g_atomic_rc_box. */
typedef struct
{
  gint received;                /* packets of FEC */
  gint refused;                 /* packets of FEC that are none */
  gint recovered;               /* packets of media */
  gint warned;                  /* of a missing element */
} GstScreamRepairDecodeStats;

/* For the stream of @jitterbuffer. @owner outlives it and posts its messages. @payload:
 * of FEC, or -1. */
GstScreamRepairDecoder *gst_scream_repair_decoder_new (GstElement * owner,
    GstElement * jitterbuffer, gint payload,
    GstScreamRepairDecodeStats * stats);
GstScreamRepairDecoder *gst_scream_repair_decoder_ref (GstScreamRepairDecoder *
    self);
void gst_scream_repair_decoder_unref (GstScreamRepairDecoder * self);

/* An element for what comes from the jitter buffer; floating. NULL: nothing is to be
 * done. */
GstElement *gst_scream_repair_decoder_make_element (GstScreamRepairDecoder *
    self);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_DECODE_H__ */

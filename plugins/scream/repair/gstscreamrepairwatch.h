/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairwatch.h: what the sender knows of its receiver and its FEC */
#ifndef __GST_SCREAM_REPAIR_WATCH_H__
#define __GST_SCREAM_REPAIR_WATCH_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* Of all streams of a bin, since it started. */
typedef struct
{
  gint fec_sent;                /* packets, atomic */
  gint takes_blocks;            /* the receiver says so, atomic */
  gint is_settled;              /* it has said so, or the user knows that it takes none, atomic */
  gint burst;                   /* packets in a row that are lost, in 256ths, atomic; 0: not
                                 * known */
} GstScreamRepairSendStats;

/* Requests for packets come upstream out of @element: from now on they tell @stats, a box of
 * g_atomic_rc_box, how many packets in a row are lost. */
void gst_scream_repair_watch (GstElement * element,
    GstScreamRepairSendStats * stats);
gdouble gst_scream_repair_watch_get_burst (GstScreamRepairSendStats * stats);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_WATCH_H__ */

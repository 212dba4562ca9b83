/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairprotect.h: FEC of one stream, as much as the path takes */
#ifndef __GST_SCREAM_REPAIR_PROTECT_H__
#define __GST_SCREAM_REPAIR_PROTECT_H__

#include "gstscreamrepairpolicy.h"

G_BEGIN_DECLS

/* Of all streams of a bin, since it started. */
typedef struct
{
  gint fec_sent;                /* packets, atomic */
  gint takes_blocks;            /* the receiver says so, atomic */
  gint burst;                   /* packets in a row that are lost, in 256ths, atomic; 0: not
                                 * known */
} GstScreamRepairProtectStats;

/* Requests for packets come upstream out of @element: from now on they tell @stats how many
 * packets in a row are lost. */
void gst_scream_repair_protect_watch (GstElement * element,
    GstScreamRepairProtectStats * stats);
gdouble gst_scream_repair_protect_get_burst (GstScreamRepairProtectStats *
    stats);

/* Sets @encoder, a rtpulpfecenc, for each packet that comes to it. @transmitter: screamtx, which knows the path. @stats: a box of g_atomic_rc_box. */
void gst_scream_repair_protect (GstElement * encoder,
    GstElement * transmitter,
    GstScreamRepair repair, GstClockTime deadline,
    GstScreamRepairProtectStats * stats);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_PROTECT_H__ */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepaircoder.h: FEC of one stream by a block code
 *
 *   payloader ─ (this) ─ [rtprtxsend] ─ screamtx
 *
 * Behind the last packet of a block come its rows. A block is a frame, or several where
 * the deadline has time for them. Without loss, or without a receiver that takes FEC of
 * this kind, packets go through as they are. Where retransmissions repair a path that loses
 * much, the end of each frame is told instead: the receiver then knows at once whether its
 * last packet is lost, and has time for a second request.
 */
#ifndef __GST_SCREAM_REPAIR_CODER_H__
#define __GST_SCREAM_REPAIR_CODER_H__

#include "gstscreamrepair.h"
#include "gstscreamrepairwatch.h"

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_REPAIR_CODER (gst_scream_repair_coder_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamRepairCoder, gst_scream_repair_coder, GST,
    SCREAM_REPAIR_CODER, GstElement)

/* @transmitter: screamtx, which knows the path. @stats: a box of g_atomic_rc_box. */
GstElement *gst_scream_repair_coder_new (GstElement * transmitter,
    GstScreamRepair repair, GstClockTime deadline,
    GstScreamRepairSendStats * stats);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_CODER_H__ */

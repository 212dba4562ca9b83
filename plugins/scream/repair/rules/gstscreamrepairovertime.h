/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairovertime.h: for how long a packet is worth waiting for when it is too late
 *
 * A frame that comes too late for the screen is not seen, but the frames behind it need it.
 * Without it all of them are broken until a key frame comes, which takes longer.
 */
#ifndef __GST_SCREAM_REPAIR_OVERTIME_H__
#define __GST_SCREAM_REPAIR_OVERTIME_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* OURS: at 30 frames a second, a frame that comes 100 ms late hides three others, which is
 * no freeze by W3C webrtc-stats. With half, there are 0.8 and 1.0 freezes a minute at 15 % of
 * loss instead of 0.1, and 3 in bursts instead of 0.5 (elements_screamrepairmodel, x264enc and
 * vp8enc); with double, the late frame is a freeze itself where latency allows it. */
#define GST_SCREAM_REPAIR_OVERTIME (100 * GST_MSECOND)

/* @latency: for which frames are waited for. Who wants them soon does not wait for more
 * than as long again. */
static inline GstClockTime
gst_scream_repair_get_overtime (GstClockTime latency)
{
  return MIN (latency, GST_SCREAM_REPAIR_OVERTIME);
}

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_OVERTIME_H__ */

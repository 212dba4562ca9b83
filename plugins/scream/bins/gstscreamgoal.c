/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamgoal.c: see gstscreamgoal.h */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamgoal.h"
#include "plugins/packet/gstpropertytable.h"

/* All have the 33 ms in which a frame comes in.
 * balanced: SCReAM lets 60 ms wait in the network.
 * OURS, latency: half of that, and FEC needs no round trip. A shorter one discards frames
 * that wait in the network; double is more than balanced.
 * OURS, quality: 120 ms in the network; a packet comes again where a round trip is up to
 * 200 ms, twice where it is up to 115. Half is little more than balanced; double is half a
 * second, which the user of a camera feels. */
static const guint latencies[] = {
  [RTP_CC_GOAL_BALANCED] = 100,
  [RTP_CC_GOAL_LATENCY] = 65,
  [RTP_CC_GOAL_QUALITY] = 250,
};

static const GEnumValue goals[] = {
  {RTP_CC_GOAL_BALANCED, "Short queues, full use of the link", "balanced"},
  {RTP_CC_GOAL_LATENCY, "Least delay, at a lower rate", "latency"},
  {RTP_CC_GOAL_QUALITY, "Highest rate, at a longer delay", "quality"},
  {0, NULL, NULL}
};

GST_PROPERTY_DEFINE_ENUM ("GstScreamGoal", gst_scream_goal_get_type, goals);

guint
gst_scream_goal_get_latency (RtpCcGoal goal)
{
  return latencies[goal];
}

gboolean
gst_scream_goal_is_impatient (RtpCcGoal goal)
{
  return goal == RTP_CC_GOAL_LATENCY;
}

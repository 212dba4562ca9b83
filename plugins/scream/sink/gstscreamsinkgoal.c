/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsinkgoal.c: what the goal of screamtx sets of screamsink */
#include "gstscreamsinkprivate.h"
#include "plugins/scream/bins/gstscreamgoal.h"

typedef struct
{
  GstScreamRepair repair;
  RtpCcLadderMode adapt;
} Wish;

/* balanced: what is sent again takes its rate from the picture, and whoever takes the
 * picture may count on its size: the user decides.
 * OURS, latency: FEC needs no round trip, so the receiver may wait for a frame only. A
 * picture that the rate is too small for would wait in the sender.
 * OURS, quality: the receiver waits for what is sent again, which costs least. Pictures
 * stay as large as they are, and sharp. */
static const Wish wishes[] = {
  [RTP_CC_GOAL_BALANCED] = {GST_SCREAM_REPAIR_NONE, RTP_CC_LADDER_NONE},
  [RTP_CC_GOAL_LATENCY] = {GST_SCREAM_REPAIR_FEC, RTP_CC_LADDER_AUTO},
  [RTP_CC_GOAL_QUALITY] = {GST_SCREAM_REPAIR_AUTO, RTP_CC_LADDER_FRAMERATE},
};

static RtpCcGoal
get_goal (GstScreamSink * self)
{
  gint goal;

  g_object_get (self->tx, "goal", &goal, NULL);
  return (RtpCcGoal) goal;
}

GstScreamRepair
gst_scream_sink_get_repair (GstScreamSink * self)
{
  GstScreamRepair repair = wishes[get_goal (self)].repair;

  GST_OBJECT_LOCK (self);
  if (self->repair_is_set)
    repair = self->repair;
  GST_OBJECT_UNLOCK (self);
  return repair;
}

RtpCcLadderMode
gst_scream_sink_get_adapt (GstScreamSink * self)
{
  RtpCcLadderMode adapt = wishes[get_goal (self)].adapt;

  GST_OBJECT_LOCK (self);
  if (self->adapt_is_set)
    adapt = self->adapt;
  GST_OBJECT_UNLOCK (self);
  return adapt;
}

guint
gst_scream_sink_get_deadline (GstScreamSink * self)
{
  guint deadline = gst_scream_goal_get_latency (get_goal (self));

  GST_OBJECT_LOCK (self);
  if (self->deadline_is_set)
    deadline = (guint) (self->repair_deadline / GST_MSECOND);
  GST_OBJECT_UNLOCK (self);
  return deadline;
}

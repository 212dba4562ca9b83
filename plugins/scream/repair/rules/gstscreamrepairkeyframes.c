/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When a receiver asks for a key frame.
 *
 * One answers all losses of frames that come before it can. Until it comes it is asked for again,
 * but not with each packet that nobody can decode without it. */
#include "gstscreamrepairkeyframes.h"

/* OURS: who decodes asks within this after a jitter buffer has given up. Half is what a
 * thread waits for a busy processor, and each loss has two key frames then; double hides
 * what an application asks for itself for a third frame. */
#define ASKING_TIME (40 * GST_MSECOND)

/* OURS: the shortest time between two requests while no key frame comes. Depayloaders ask
 * with each packet that they cannot use, 100 a second. Half is less than an encoder and the
 * first key frame of a slow link take; with double, a request that is lost is a longer freeze. */
#define ASK_INTERVAL (100 * GST_MSECOND)

/* OURS: a sender that has sent none for so long sends none, as one that refreshes its picture
 * bit by bit. Half is two round trips over satellites; double costs requests alone. */
#define ASKING_MAX (5 * GST_SECOND)

static void
ask (GstScreamRepairKeyFrames * self, GstClockTime now)
{
  if (self->asked == 0)
    self->asked_first = now;
  self->asked = now;
  self->due_since = 0;
}

static gboolean
may_ask (const GstScreamRepairKeyFrames * self, GstClockTime rtt,
    GstClockTime now)
{
  return self->asked == 0 || now >= self->asked + MAX (rtt, ASK_INTERVAL);
}

gboolean
gst_scream_repair_key_frames_lose (GstScreamRepairKeyFrames * self,
    GstClockTime begun, GstClockTime given_up, GstClockTime rtt,
    GstClockTime now)
{
  if (!self->needed)
    return FALSE;
  self->given_up = MAX (self->given_up, given_up);
  if (begun < self->answered)
    return FALSE;
  self->answered = now + rtt;
  ask (self, now);
  return TRUE;
}

/* What is lost when the one that was asked for can be there needs another. */
gboolean
gst_scream_repair_key_frames_take (GstScreamRepairKeyFrames * self,
    GstClockTime gave_up, GstClockTime rtt, GstClockTime now)
{
  if (now <= gave_up + ASKING_TIME)
    self->needed = TRUE;
  if (self->given_up != 0 && now <= self->given_up + ASKING_TIME)
    return FALSE;
  if (!may_ask (self, rtt, now) && gave_up < self->asked + rtt)
    return FALSE;
  ask (self, now);
  return TRUE;
}

gboolean
gst_scream_repair_key_frames_are_due (const GstScreamRepairKeyFrames * self)
{
  return self->is_told && self->asked != 0;
}

/* What has come after a pause may be one. */
gboolean
gst_scream_repair_key_frames_take_again (GstScreamRepairKeyFrames * self,
    GstClockTime rtt, GstClockTime now)
{
  if (!gst_scream_repair_key_frames_are_due (self))
    return FALSE;
  if (now > self->asked_first + ASKING_MAX)
    gst_scream_repair_key_frames_come (self);
  if (self->asked == 0 || !may_ask (self, rtt, now))
    return FALSE;
  if (self->due_since == 0)
    self->due_since = now;
  if (now < self->due_since + ASKING_TIME)
    return FALSE;
  ask (self, now);
  return TRUE;
}

void
gst_scream_repair_key_frames_come (GstScreamRepairKeyFrames * self)
{
  self->asked = self->due_since = 0;
}

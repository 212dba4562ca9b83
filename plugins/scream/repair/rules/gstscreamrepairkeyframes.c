/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When a receiver asks for a key frame.
 *
 * One answers all losses of frames that come before it can. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepairkeyframes.h"

/* OURS: who decodes asks within this after a jitter buffer has given up. Half is what a
 * thread waits for a busy processor, and each loss has two key frames then; double hides
 * what an application asks for itself for a third frame. */
#define ASKING_TIME (40 * GST_MSECOND)

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
  return TRUE;
}

gboolean
gst_scream_repair_key_frames_take (GstScreamRepairKeyFrames * self,
    GstClockTime gave_up, GstClockTime now)
{
  if (now <= gave_up + ASKING_TIME)
    self->needed = TRUE;
  return self->given_up == 0 || now > self->given_up + ASKING_TIME;
}

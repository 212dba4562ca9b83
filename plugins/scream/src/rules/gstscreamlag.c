/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is behind a jitter buffer is slower than its stream. */
#include "gstscreamlag.h"

/* OURS: a video of a frame a second still counts in full. At half, one of that is allowed
 * twice the wait; at double, a machine that stood still for two seconds uses up a part of
 * max-lag. */
#define LONGEST_STEP GST_SECOND

GstScreamLagEntry
gst_scream_lag_comes (GstScreamLag * self, GstClockTime now, GstClockTime bound,
    GstClockTime * stamp)
{
  if (self->came != 0 && now > self->came)
    self->time += MIN (now - self->came, LONGEST_STEP);
  self->came = now;
  *stamp = self->time;
  if (bound == 0 || self->time - self->left <= bound)
    return GST_SCREAM_LAG_LET_IN;
  if (!self->trying) {
    self->trying = TRUE;
    return GST_SCREAM_LAG_TRY;
  }
  self->skipping = TRUE;
  return GST_SCREAM_LAG_REFUSE;
}

void
gst_scream_lag_tried (GstScreamLag * self)
{
  self->trying = FALSE;
  self->left = self->time;
}

GstClockTime
gst_scream_lag_get_wait (const GstScreamLag * self, GstClockTime stamp)
{
  return self->time > stamp ? self->time - stamp : 0;
}

GstScreamLagVerdict
gst_scream_lag_leaves (GstScreamLag * self, GstClockTime waited,
    GstClockTime usual, GstClockTime bound)
{
  self->trying = FALSE;
  self->left = self->time;
  if (bound != 0 && waited > bound)
    self->skipping = TRUE;
  if (!self->skipping)
    return GST_SCREAM_LAG_PASS;
  if (waited > usual)
    return GST_SCREAM_LAG_SKIP;
  self->skipping = FALSE;
  return GST_SCREAM_LAG_GO_ON;
}

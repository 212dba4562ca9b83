/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is behind a jitter buffer is slower than its stream. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamlag.h"

/* After an outage the last that came has left long ago, too. */
gboolean
gst_scream_lag_comes (GstScreamLag * self, GstClockTime bound, GstClockTime now)
{
  if (self->left == 0)
    self->left = now;
  if (bound != 0 && self->came > self->left && self->came - self->left > bound) {
    self->skipping = TRUE;
    return FALSE;
  }
  self->came = now;
  return TRUE;
}

GstScreamLagVerdict
gst_scream_lag_leaves (GstScreamLag * self, GstClockTime waited,
    GstClockTime usual, GstClockTime bound, GstClockTime now)
{
  self->left = now;
  if (bound != 0 && waited > bound)
    self->skipping = TRUE;
  if (!self->skipping)
    return GST_SCREAM_LAG_PASS;
  if (waited > usual)
    return GST_SCREAM_LAG_SKIP;
  self->skipping = FALSE;
  return GST_SCREAM_LAG_GO_ON;
}

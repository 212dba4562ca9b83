/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Options -hysteresis and -rateincrease of the SCReAM BW test tool. Plain data, no clock,
 * no lock. */
#include "gstfollowedrate.h"

/* As in the SCReAM BW test tool: +10 % and -2.5 %. */
#define FALL_OF_HYSTERESIS 0.25

static gboolean
is_small (const GstFollowedRate * r, gdouble hysteresis, gdouble bitrate)
{
  return bitrate <= r->wanted * (1 + hysteresis)
      && bitrate >= r->wanted * (1 - FALL_OF_HYSTERESIS * hysteresis);
}

gdouble
gst_followed_rate_next (GstFollowedRate * r, const GstFollowedRateConfig * c,
    guint bitrate, GstClockTime time)
{
  gdouble most = r->bitrate;

  if (r->bitrate == 0)
    most = bitrate;             /* the first frame */
  else if (time > r->time)
    most += c->increase * (gdouble) (time - r->time) / GST_SECOND;
  if (!is_small (r, c->hysteresis, bitrate))
    r->wanted = bitrate;
  r->bitrate = c->increase > 0 ? MIN (r->wanted, most) : r->wanted;
  r->time = time;
  return r->bitrate;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-swing.c: SCReAM v2, short-term variation of the delay */
#include "rtpcc-scream-swing.h"

#include <math.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

static void
next_range (ScreamSwing * swing, RtpCcTime now)
{
  swing->least = INT64_MAX;
  swing->most = INT64_MIN;
  swing->since = now;
}

static void
next_slot (ScreamSwing * swing, RtpCcTime now)
{
  swing->slot_before = swing->slot_least;
  swing->slot_least = INT64_MAX;
  swing->slot_since = now;
}

void
scream_swing_init (ScreamSwing * swing, RtpCcTime now)
{
  swing->range = swing->floor = swing->square = 0;
  swing->ranges = swing->slots = 0;
  swing->slot_least = INT64_MAX;
  next_slot (swing, now);
  next_range (swing, now);
}

/* The first ones have the plain mean. */
static double
gain (unsigned *n)
{
  ++*n;
  return SWING_GAIN * *n < 1 ? 1.0 / *n : SWING_GAIN;
}

static void
end_range (ScreamSwing * swing, RtpCcTime now)
{
  double range = (double) (swing->most - swing->least);

  swing->range += gain (&swing->ranges) * (range - swing->range);
  next_range (swing, now);
}

/* Our queue grows by the excess of the window over the target. */
static double
step_up (const ScreamSwing * swing, const ScreamParams * p, RtpCcTime now)
{
  double grown = (TARGET_RATE_HEADROOM - 1)
      * (double) (now - swing->slot_since);

  return swing->slot_before == INT64_MAX ? 0
      : clip ((double) (swing->slot_least - swing->slot_before) - grown, 0,
      (double) p->ipdv_max);
}

static void
end_slot (ScreamSwing * swing, const ScreamParams * p, int64_t base,
    RtpCcTime now)
{
  double part = gain (&swing->slots);
  double step = step_up (swing, p, now);
  double floor = base < swing->slot_least
      ? (double) (swing->slot_least - base) : 0;

  swing->square += part * (step * step - swing->square);
  swing->floor += part * (floor - swing->floor);
  next_slot (swing, now);
}

void
scream_swing_add (ScreamSwing * swing, const ScreamParams * params,
    int64_t owd, int64_t base, RtpCcTime now)
{
  swing->slot_least = earlier (swing->slot_least, owd);
  swing->least = earlier (swing->least, owd);
  swing->most = owd > swing->most ? owd : swing->most;
  if (now - swing->slot_since >= 2 * VIRTUAL_RTT)
    end_slot (swing, params, base, now);
  if (now - swing->since >= params->acked_rate_window)
    end_range (swing, now);
}

/* A bunch takes longer to leave than to gather, by the pacing headroom. */
double
scream_swing_most (const ScreamSwing * swing, const ScreamParams * params)
{
  double steps = sqrt (swing->square) - SWING_CALM * swing->range;

  if (swing->range <= 0)
    return INFINITY;
  return params->packet_pacing_headroom * swing->range + swing->floor
      + params->jitter_per_ipdv * larger (0, steps);
}

int64_t
scream_swing_least (const ScreamSwing * swing)
{
  return earlier (swing->slot_least, swing->slot_before);
}

double
scream_swing_bunches (const ScreamSwing * swing)
{
  double calm = SWING_CALM * swing->range;

  return calm > 0 ? clip (2 - sqrt (swing->square) / calm, 0, 1) : 0;
}

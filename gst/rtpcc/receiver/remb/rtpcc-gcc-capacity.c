/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-capacity.c: GCC, estimate of the capacity */
#include "rtpcc-gcc-capacity.h"

#include <math.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

/* draft-ietf-rmcat-gcc-02 section 5.5: weight of the old mean and deviation */
#define CAPACITY_SMOOTHING 0.95

/* OURS: as libwebrtc has it: bounds of the normalised variance. */
#define CAPACITY_DEVIATION_MIN 0.4

/* OURS: as libwebrtc has it. */
#define CAPACITY_DEVIATION_MAX 2.5

/* UNIT */
#define KILO 1000.0

void
gcc_capacity_add (GccCapacity * c, double acked)
{
  double sample = acked / KILO, error;

  if (!c->known) {
    c->known = true;
    c->mean = sample;
    c->deviation = CAPACITY_DEVIATION_MIN;
    return;
  }
  c->mean = CAPACITY_SMOOTHING * c->mean + (1 - CAPACITY_SMOOTHING) * sample;
  error = c->mean - sample;
  c->deviation = CAPACITY_SMOOTHING * c->deviation
      + (1 - CAPACITY_SMOOTHING) * error * error / fmax (c->mean, 1);
  c->deviation = clip (c->deviation, CAPACITY_DEVIATION_MIN,
      CAPACITY_DEVIATION_MAX);
}

double
gcc_capacity_bound (const GccCapacity * c, double deviations)
{
  return fmax (0, c->mean + deviations * sqrt (c->deviation * c->mean)) * KILO;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-detector.c: GCC, over-use detector
 *
 *   metric ^     /\  over-use: above the threshold for some time, not falling
 *          |----/--\------ + threshold   follows |metric|
 *          |___/    \_____ 0
 *          |---------\-/-- - threshold
 *          |          v    under-use: a queue drains
 *
 * A threshold that rises quickly and falls slowly (the draft's gains) ignores
 * the queue that a TCP flow fills, and GCC keeps its share; one that falls
 * faster than it rises (libwebrtc's) stays at its minimum of 6 ms, keeps the
 * queue short, and GCC starves.
 */
#include "rtpcc-gcc-detector.h"

#include <math.h>
#include <string.h>

/* draft-ietf-rmcat-gcc-02 section 5.4: the threshold stays between these, ms */
#define THRESHOLD_MIN 6.0

/* draft-ietf-rmcat-gcc-02 section 5.4 */
#define THRESHOLD_MAX 600.0

/* draft-ietf-rmcat-gcc-02 section 5.4: a metric so far above is an outlier,
 * ms */
#define THRESHOLD_OUTLIER 15.0

/* OURS: as libwebrtc has it: a longer time between groups counts as this,
 * ms. */
#define THRESHOLD_TIME_MAX 100.0

/* OURS: as libwebrtc (goog_cc of January 2026) has it: K_u, K_d. */
const GccDetectorParams gcc_detector_libwebrtc = {
  .k_up = 0.0087,
  .k_down = 0.039,
  .threshold = 12.5,
  .overuse_time = 10,
};

/* OURS: as libwebrtc of 2012 has it: static. */
const GccDetectorParams gcc_detector_2012 = {
  .threshold = 25,
  .overuse_time = 100,
};

void
gcc_detector_init (GccDetector * d, const GccDetectorParams * params)
{
  memset (d, 0, sizeof (*d));
  d->params = params;
  d->threshold = params->threshold;
  d->over_time = -1;
}

static void
update_threshold (GccDetector * d, double metric, double time)
{
  double size = fabs (metric), k, elapsed;

  if (d->params->k_up <= 0)
    return;
  elapsed = d->updated ? fmin (fmax (time - d->update_time, 0),
      THRESHOLD_TIME_MAX) : 0;
  d->update_time = time;
  d->updated = true;
  if (size > d->threshold + THRESHOLD_OUTLIER)
    return;
  k = size < d->threshold ? d->params->k_down : d->params->k_up;
  d->threshold += k * (size - d->threshold) * elapsed;
  d->threshold = fmin (fmax (d->threshold, THRESHOLD_MIN), THRESHOLD_MAX);
}

/* Over-use needs time, a second group, and that it does not get better. */
static void
above_threshold (GccDetector * d, double raw, double send)
{
  d->over_time = d->over_time < 0 ? send / 2 : d->over_time + send;
  d->over_count++;
  if (d->over_time <= d->params->overuse_time || d->over_count <= 1
      || raw < d->raw_prev)
    return;
  d->over_time = 0;
  d->over_count = 0;
  d->signal = GCC_OVERUSE;
}

void
gcc_detector_update (GccDetector * d, double raw, double metric, double send,
    double time)
{
  if (metric > d->threshold)
    above_threshold (d, raw, send);
  else {
    d->over_time = -1;
    d->over_count = 0;
    d->signal = metric < -d->threshold ? GCC_UNDERUSE : GCC_NORMAL;
  }
  d->raw_prev = raw;
  update_threshold (d, metric, time);
}

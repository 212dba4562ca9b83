/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-trendline.c: GCC today, the slope of the one-way delay
 *
 *   delay ^          . *
 *         |      . *  *     accumulated delay, smoothed; the slope of the
 *         |  * .* *         least-squares line through the last 20 groups,
 *         | *.              times min (n, 60) and 4, is the metric
 *         +----------> arrival
 */
#include "rtpcc-gcc-trendline.h"

#include <string.h>

/* OURS: as libwebrtc has it: weight of the old accumulated delay. */
#define TRENDLINE_SMOOTHING 0.9

/* OURS: as libwebrtc has it: from slope to metric. */
#define TRENDLINE_GAIN 4.0

/* OURS: as libwebrtc has it: the metric grows with the groups up to here. */
#define TRENDLINE_DELTAS_MAX 60

/* OURS: as libwebrtc has it: where counting ends. */
#define TRENDLINE_COUNT_MAX 1000

void
gcc_trendline_init (GccTrendline * t)
{
  memset (t, 0, sizeof (*t));
}

static void
fit_line (GccTrendline * t)
{
  double x_mean = 0, y_mean = 0, above = 0, below = 0;

  for (int i = 0; i < TRENDLINE_WINDOW; i++) {
    x_mean += t->x[i] / TRENDLINE_WINDOW;
    y_mean += t->y[i] / TRENDLINE_WINDOW;
  }
  for (int i = 0; i < TRENDLINE_WINDOW; i++) {
    above += (t->x[i] - x_mean) * (t->y[i] - y_mean);
    below += (t->x[i] - x_mean) * (t->x[i] - x_mean);
  }
  if (below > 0)
    t->slope = above / below;
}

double
gcc_trendline_update (GccTrendline * t, const GccDelta * delta)
{
  unsigned n;

  if (t->n == 0)
    t->first_time = delta->time;
  t->accumulated += delta->recv - delta->send;
  t->smoothed = TRENDLINE_SMOOTHING * t->smoothed
      + (1 - TRENDLINE_SMOOTHING) * t->accumulated;
  memmove (t->x, t->x + 1, sizeof (t->x) - sizeof (t->x[0]));
  memmove (t->y, t->y + 1, sizeof (t->y) - sizeof (t->y[0]));
  t->x[TRENDLINE_WINDOW - 1] = delta->time - t->first_time;
  t->y[TRENDLINE_WINDOW - 1] = t->smoothed;
  if (t->n < TRENDLINE_COUNT_MAX)
    t->n++;
  if (t->n >= TRENDLINE_WINDOW)
    fit_line (t);

  n = t->n < TRENDLINE_DELTAS_MAX ? t->n : TRENDLINE_DELTAS_MAX;
  return t->slope * n * TRENDLINE_GAIN;
}

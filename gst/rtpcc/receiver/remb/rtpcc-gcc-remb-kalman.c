/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-remb-kalman.c: GCC of 2012/13, the delay gradient by a Kalman
 * filter that knows of frame sizes
 *
 *   d(i) = dL(i) / C + m(i) + noise
 *
 * d: how much later than the frame before it came; dL: how much larger it is.
 * A large frame takes longer without any queue: 1/C learns how much, m is what
 * remains.
 */
#include "rtpcc-gcc-remb-kalman.h"

#include <math.h>
#include <string.h>

/* OURS: as libwebrtc of 2012 has it: 1/C to begin with. */
#define KALMAN_SLOPE (8.0 / 512)

/* OURS: as libwebrtc of 2012 has it: variance of 1/C to begin with. */
#define KALMAN_E_SLOPE 100.0

/* OURS: as libwebrtc of 2012 has it: variance of m to begin with. */
#define KALMAN_E_M 0.1

/* OURS: as libwebrtc of 2012 has it: how 1/C changes by itself... */
#define KALMAN_Q_SLOPE 1e-10

/* OURS: as libwebrtc of 2012 has it: ...and m, in a period at 30 Hz. */
#define KALMAN_Q_M 1e-2

/* OURS: as libwebrtc of 2012 has it: it changes so much more when it goes back
 * to normal. */
#define KALMAN_Q_BACK 10.0

/* OURS: as libwebrtc of 2012 has it: var_v to begin with. */
#define KALMAN_VAR_FIRST 50.0

/* OURS: as libwebrtc of 2012 has it. */
#define KALMAN_VAR_MIN 1e-7

/* draft-alvestrand-rmcat-congestion-02 section 3: outliers count for so many
 * deviations */
#define KALMAN_OUTLIER 3.0

/* OURS: as libwebrtc of 2012 has it: weight of a sample of the noise at
 * first... */
#define KALMAN_ALPHA_FIRST 0.01

/* OURS: as libwebrtc of 2012 has it: ...for so many frames... */
#define KALMAN_ALPHA_FRAMES 300

/* OURS: as libwebrtc of 2012 has it: ...and later. */
#define KALMAN_ALPHA 0.002

/* UNIT: of the factors above, ms */
#define KALMAN_PERIOD (1000.0 / 30)

/* OURS: as libwebrtc of 2012 has it: the metric grows with the frames up to
 * here. */
#define KALMAN_DELTAS_MAX 60

/* OURS: where counting ends. */
#define KALMAN_COUNT_MAX 1000

static void
reset_covariance (GccRembKalman * k)
{
  k->e[0][0] = KALMAN_E_SLOPE;
  k->e[1][1] = KALMAN_E_M;
  k->e[0][1] = k->e[1][0] = 0;
}

void
gcc_remb_kalman_init (GccRembKalman * k)
{
  memset (k, 0, sizeof (*k));
  k->slope = KALMAN_SLOPE;
  k->var_v = KALMAN_VAR_FIRST;
  reset_covariance (k);
}

/* The shortest period of late, in units of KALMAN_PERIOD. */
static double
frame_period (const GccRembKalman * k)
{
  unsigned n = k->n < REMB_KALMAN_FRAMES ? k->n : REMB_KALMAN_FRAMES;
  double least = k->spacing[0];

  for (unsigned i = 1; i < n; i++)
    least = fmin (least, k->spacing[i]);
  return least / KALMAN_PERIOD;
}

static void
predict (GccRembKalman * k, double period, GccSignal signal)
{
  k->e[0][0] += KALMAN_Q_SLOPE * period;
  k->e[1][1] += KALMAN_Q_M * period;
  if ((signal == GCC_OVERUSE && k->m < k->m_prev)
      || (signal == GCC_UNDERUSE && k->m > k->m_prev))
    k->e[1][1] += KALMAN_Q_BACK * KALMAN_Q_M * period;
}

static void
update_noise (GccRembKalman * k, double z, double period)
{
  double limit = KALMAN_OUTLIER * sqrt (k->var_v);
  double alpha = k->n > KALMAN_ALPHA_FRAMES ? KALMAN_ALPHA : KALMAN_ALPHA_FIRST;
  double beta = pow (1 - alpha, period);

  z = fmin (fmax (z, -limit), limit);
  k->noise = beta * k->noise + (1 - beta) * z;
  k->var_v = fmax (KALMAN_VAR_MIN, beta * k->var_v
      + (1 - beta) * (k->noise - z) * (k->noise - z));
}

static void
correct (GccRembKalman * k, double z, double size)
{
  double eh[2] = { k->e[0][0] * size + k->e[0][1],
    k->e[1][0] * size + k->e[1][1]
  };
  double s = k->var_v + size * eh[0] + eh[1];
  double gain[2] = { eh[0] / s, eh[1] / s };

  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++)
      k->e[i][j] -= gain[i] * eh[j];
  }
  /* Rounding can spoil it. */
  if (k->e[0][0] < 0 || k->e[1][1] < 0
      || k->e[0][0] * k->e[1][1] < k->e[0][1] * k->e[1][0])
    reset_covariance (k);
  k->slope += gain[0] * z;
  k->m_prev = k->m;
  k->m += gain[1] * z;
}

double
gcc_remb_kalman_update (GccRembKalman * k, const GccDelta * delta,
    GccSignal signal)
{
  double z = delta->recv - delta->send - k->slope * delta->size - k->m;
  double period;

  k->spacing[k->n % REMB_KALMAN_FRAMES] = delta->send;
  k->n++;
  /* Stays a multiple above the window, so that the ring goes on. */
  if (k->n >= KALMAN_COUNT_MAX + REMB_KALMAN_FRAMES)
    k->n -= REMB_KALMAN_FRAMES;
  period = frame_period (k);
  predict (k, period, signal);
  if (signal == GCC_NORMAL)
    update_noise (k, z, period);
  correct (k, z, delta->size);
  return k->m * (k->n < KALMAN_DELTAS_MAX ? k->n : KALMAN_DELTAS_MAX);
}

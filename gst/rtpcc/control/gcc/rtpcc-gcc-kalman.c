/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-kalman.c: GCC of the draft, the delay gradient by a scalar Kalman
 * filter
 *
 *   d(i) = m(i) + noise      d: how much later than the group before it came
 *
 * The trap: the draft compares m, ms in a group, with a threshold of 12.5 ms.
 * Taken literally nothing but a collapse passes it; all code multiplies m by
 * the number of groups, up to 60, first.
 */
#include "rtpcc-gcc-kalman.h"

#include <math.h>
#include <string.h>

/* draft-ietf-rmcat-gcc-02 section 5.6: q, the variance of the gradient's own
 * change */
#define KALMAN_Q 1e-3

/* draft-ietf-rmcat-gcc-02 section 5.6: e(0) */
#define KALMAN_E 0.1

/* draft-ietf-rmcat-gcc-02 section 5.6: chi, 0.001 to 0.1 there */
#define KALMAN_CHI 0.01

/* draft-ietf-rmcat-gcc-02 section 5.3: the noise is 1 ms^2 at least */
#define KALMAN_VAR_MIN 1.0

/* draft-ietf-rmcat-gcc-02 section 5.3: outliers count for so many deviations */
#define KALMAN_OUTLIER 3.0

/* OURS: var_v(0); the draft gives none, all code has 50. */
#define KALMAN_VAR_FIRST 50.0

/* draft-ietf-rmcat-gcc-02 section 5.3: f_max is weighed against 30 groups in a
 * second */
#define KALMAN_RATE 30.0

/* UNIT */
#define MS_IN_S 1000.0

/* OURS: no groups are closer than the burst time that separates them; keeps
 * f_max finite. */
#define KALMAN_SPACING_MIN 1.0

/* OURS: the draft compares m itself (the trap above); all code has this
 * factor.  DEVIATES: docs/research/deviations.md */
#define KALMAN_DELTAS_MAX 60

/* OURS: where counting ends. */
#define KALMAN_COUNT_MAX 1000

void
gcc_kalman_init (GccKalman * k)
{
  memset (k, 0, sizeof (*k));
  k->e = KALMAN_E;
  k->var_v = KALMAN_VAR_FIRST;
}

/* Groups in a ms. */
static double
f_max (const GccKalman * k)
{
  unsigned n = k->n < KALMAN_GROUPS ? k->n : KALMAN_GROUPS;
  double least = k->spacing[0];

  for (unsigned i = 1; i < n; i++)
    least = fmin (least, k->spacing[i]);
  return 1 / fmax (least, KALMAN_SPACING_MIN);
}

static void
update_noise (GccKalman * k, double z)
{
  double limit = KALMAN_OUTLIER * sqrt (k->var_v);
  double alpha = pow (1 - KALMAN_CHI, KALMAN_RATE / (MS_IN_S * f_max (k)));

  z = fmin (z, limit);
  k->var_v = fmax (alpha * k->var_v + (1 - alpha) * z * z, KALMAN_VAR_MIN);
}

double
gcc_kalman_update (GccKalman * k, const GccDelta * delta)
{
  double z = delta->recv - delta->send - k->m;
  double gain;

  k->spacing[k->n % KALMAN_GROUPS] = delta->send;
  k->n++;
  /* Stays a multiple above the window, so that the ring goes on. */
  if (k->n >= KALMAN_COUNT_MAX + KALMAN_GROUPS)
    k->n -= KALMAN_GROUPS;
  update_noise (k, z);
  gain = (k->e + KALMAN_Q) / (k->var_v + k->e + KALMAN_Q);
  k->m += gain * z;
  k->e = (1 - gain) * (k->e + KALMAN_Q);
  return k->m * (k->n < KALMAN_DELTAS_MAX ? k->n : KALMAN_DELTAS_MAX);
}

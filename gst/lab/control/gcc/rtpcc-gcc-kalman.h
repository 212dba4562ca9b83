/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-kalman.h: GCC of the draft, the delay gradient by a scalar Kalman
 * filter
 *
 * draft-ietf-rmcat-gcc-02 section 5.3.
 */
#ifndef RTPCC_GCC_KALMAN_H
#define RTPCC_GCC_KALMAN_H

#include "gst/rtpcc/receiver/remb/rtpcc-gcc-arrival.h"

/* OURS: the draft's K groups that f_max is the highest rate of; it gives no
 * number.  60 as all code has it: two seconds of frames; half and double of it
 * change the weight of a sample by the ratio of the rates only. */
#define KALMAN_GROUPS 60

typedef struct
{
  unsigned n;                   /* deltas seen */
  double m;                     /* ms, the gradient of a group */
  double e;                     /* its variance */
  double var_v;                 /* of the noise */
  double spacing[KALMAN_GROUPS];        /* ms between groups as sent */
} GccKalman;

void gcc_kalman_init (GccKalman * k);
/* m times min (n, 60), to be held against the threshold. */
double gcc_kalman_update (GccKalman * k, const GccDelta * delta);

#endif /* RTPCC_GCC_KALMAN_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-remb-kalman.h: GCC of 2012/13, the delay gradient by a Kalman
 * filter that knows of frame sizes
 *
 * draft-alvestrand-rmcat-congestion-02 section 3.
 */
#ifndef RTPCC_GCC_REMB_KALMAN_H
#define RTPCC_GCC_REMB_KALMAN_H

#include "rtpcc-gcc-arrival.h"
#include "rtpcc-gcc-detector.h"

/* OURS: as libwebrtc of 2012 has it: frames that the shortest period is taken
 * from. */
#define REMB_KALMAN_FRAMES 60

typedef struct
{
  unsigned n;                   /* deltas seen */
  double slope;                 /* 1/C, ms in a byte */
  double m, m_prev;             /* ms, the gradient of a frame */
  double e[2][2];               /* covariance of both */
  double noise, var_v;          /* mean and variance of the noise */
  double spacing[REMB_KALMAN_FRAMES];   /* ms between frames as sent */
} GccRembKalman;

void gcc_remb_kalman_init (GccRembKalman * k);
/* @signal: the detector's last; returns m times min (n, 60). */
double gcc_remb_kalman_update (GccRembKalman * k, const GccDelta * delta,
    GccSignal signal);

#endif /* RTPCC_GCC_REMB_KALMAN_H */

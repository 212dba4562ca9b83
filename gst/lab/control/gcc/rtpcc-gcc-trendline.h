/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-trendline.h: GCC today, the slope of the one-way delay
 *
 * The arrival-time filter of libwebrtc (goog_cc of January 2026), which
 * replaced the Kalman filter of draft-ietf-rmcat-gcc-02.
 */
#ifndef RTPCC_GCC_TRENDLINE_H
#define RTPCC_GCC_TRENDLINE_H

#include "gst/rtpcc/receiver/remb/rtpcc-gcc-arrival.h"

/* OURS: as libwebrtc has it: groups that the line is laid through. */
#define TRENDLINE_WINDOW 20

typedef struct
{
  unsigned n;                   /* deltas seen */
  double first_time;            /* ms */
  double accumulated, smoothed; /* ms of delay since the first group */
  double x[TRENDLINE_WINDOW], y[TRENDLINE_WINDOW];
  double slope;                 /* ms of delay in a ms */
} GccTrendline;

void gcc_trendline_init (GccTrendline * t);
/* The modified trend, to be held against the threshold. */
double gcc_trendline_update (GccTrendline * t, const GccDelta * delta);

#endif /* RTPCC_GCC_TRENDLINE_H */

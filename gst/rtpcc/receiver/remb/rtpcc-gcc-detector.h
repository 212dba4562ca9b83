/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-detector.h: GCC, over-use detector
 *
 * draft-ietf-rmcat-gcc-02 section 5.4.
 */
#ifndef RTPCC_GCC_DETECTOR_H
#define RTPCC_GCC_DETECTOR_H

#include "gst/rtpcc/rtpcc.h"

typedef enum
{
  GCC_NORMAL,
  GCC_OVERUSE,
  GCC_UNDERUSE
} GccSignal;

/* How a variant detects. */
typedef struct
{
  double k_up, k_down;          /* gains of the threshold, 1/ms; 0: static */
  double threshold;             /* ms, to begin with */
  double overuse_time;          /* ms above the threshold */
} GccDetectorParams;

extern const GccDetectorParams gcc_detector_libwebrtc;
extern const GccDetectorParams gcc_detector_2012;

typedef struct
{
  const GccDetectorParams *params;
  double threshold;             /* ms */
  GccSignal signal;
  double over_time;             /* ms above the threshold; < 0: below it */
  unsigned over_count;
  double raw_prev;
  double update_time;           /* ms */
  bool updated;
} GccDetector;

void gcc_detector_init (GccDetector * d, const GccDetectorParams * params);
/* @metric: ms; @raw: the same without the factor that counts groups;
 * @send: ms between the groups as sent; @time: ms. */
void gcc_detector_update (GccDetector * d, double raw, double metric,
    double send, double time);

#endif /* RTPCC_GCC_DETECTOR_H */

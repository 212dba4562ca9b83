/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-aimd.h: GCC, rate by the detector's signal
 *
 * draft-ietf-rmcat-gcc-02 section 5.5, and as libwebrtc (goog_cc of January
 * 2026) has it.
 */
#ifndef RTPCC_GCC_AIMD_H
#define RTPCC_GCC_AIMD_H

#include "gst/rtpcc/receiver/remb/rtpcc-gcc-capacity.h"
#include "gst/rtpcc/receiver/remb/rtpcc-gcc-detector.h"

typedef enum
{
  GCC_AIMD_HOLD,
  GCC_AIMD_INCREASE
} GccAimdState;

typedef struct
{
  double rate;                  /* bit/s, A_hat */
  double acked;                 /* bit/s, the last known R_hat */
  GccAimdState state;
  GccCapacity capacity;
  RtpCcTime change_time;
} GccAimd;

void gcc_aimd_init (GccAimd * aimd, double start_rate, RtpCcTime now);
/* @acked: bit/s, < 0: not known; @rtt: ns. */
void gcc_aimd_update (GccAimd * aimd, GccSignal signal, double acked,
    int64_t rtt, RtpCcTime now);
/* A probe says so. */
void gcc_aimd_set (GccAimd * aimd, double rate, RtpCcTime now);

#endif /* RTPCC_GCC_AIMD_H */

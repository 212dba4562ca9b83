/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-remb-rate.h: GCC of 2012/13, rate requested by the receiver
 *
 * draft-alvestrand-rmcat-congestion-02 section 3.
 */
#ifndef RTPCC_GCC_REMB_RATE_H
#define RTPCC_GCC_REMB_RATE_H

#include "rtpcc-gcc-capacity.h"
#include "rtpcc-gcc-detector.h"

typedef enum
{
  GCC_REGION_UNKNOWN,           /* of the largest rate that went well */
  GCC_REGION_NEAR,
  GCC_REGION_ABOVE
} GccRegion;

typedef enum
{
  GCC_MIMD_HOLD,
  GCC_MIMD_INCREASE,
  GCC_MIMD_DECREASE
} GccMimdState;

typedef struct
{
  bool valid;                   /* rate is known */
  double rate;                  /* bit/s, A_r */
  GccMimdState state;
  GccRegion region;
  GccCapacity max;              /* R_hat at decreases */
  double max_hold;              /* bit/s, most received during hold */
  double decrease_period;       /* ms between decreases, mean */
  RtpCcTime start_time, change_time, decrease_time;
} GccMimd;

void gcc_mimd_init (GccMimd * mimd, RtpCcTime now);
/* @acked: bit/s, < 0: not known; @var_v: ms^2, noise of the filter. */
void gcc_mimd_update (GccMimd * mimd, GccSignal signal, double acked,
    double var_v, int64_t rtt, RtpCcTime now);
/* May a lasting over-use lower the rate again? */
bool gcc_mimd_may_decrease (const GccMimd * mimd, int64_t rtt, RtpCcTime now);
/* Growth in a second. */
double gcc_mimd_eta (const GccMimd * mimd, double var_v, int64_t rtt);

#endif /* RTPCC_GCC_REMB_RATE_H */

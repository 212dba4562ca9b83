/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-remb-rate.c: GCC of 2012/13, rate requested by the receiver
 *
 *   HOLD --normal--> INCREASE     A * eta in a second
 *    ^ ^               |          A * beta of what arrives
 *    | +--under-use----+-- over-use --> DECREASE --+
 *    +------------------- normal ------------------+
 *
 * eta is 1.005 to 1.3: small where the noise is small and the response slow.
 * How far from the largest rate that went well ("region") halves or triples it.
 */
#include "rtpcc-gcc-remb-rate.h"

#include <math.h>
#include <string.h>

/* OURS: as libwebrtc of 2012 has it: eta's bounds. */
#define ETA_MIN 1.005

/* OURS: as libwebrtc of 2012 has it. */
#define ETA_MAX 1.3

/* draft-alvestrand-rmcat-congestion-02 section 3: B, height of the sigmoid */
#define ETA_B 0.0407

/* draft-alvestrand-rmcat-congestion-02 section 3: b, its slope, 1/ms */
#define ETA_SLOPE 0.0025

/* draft-alvestrand-rmcat-congestion-02 section 3: c1, shift by the noise */
#define ETA_C1 (-6700.0 / (33 * 33))

/* draft-alvestrand-rmcat-congestion-02 section 3: c2, shift, ms */
#define ETA_C2 800.0

/* draft-alvestrand-rmcat-congestion-02 section 3: d, weight of the response
 * time */
#define ETA_D 0.85

/* draft-alvestrand-rmcat-congestion-02 section 3: response time beside the RTT
 * and the period of decreases, ms */
#define RESPONSE_EXTRA 300.0

/* OURS: as libwebrtc of 2012 has it: that period to begin with, ms. */
#define PERIOD_FIRST 1000.0

/* OURS: as libwebrtc of 2012 has it: weight of a new one. */
#define PERIOD_GAIN 0.1

/* OURS: as libwebrtc of 2012 has it: eta - 1 is this far from any maximum... */
#define REGION_UNKNOWN_FACTOR 3.0

/* OURS: as libwebrtc of 2012 has it: ...and this near one. */
#define REGION_NEAR_FACTOR 0.5

/* OURS: as libwebrtc of 2012 has it: deviations until the maximum is
 * forgotten. */
#define REGION_UNKNOWN_AT 3.0

/* OURS: as libwebrtc of 2012 has it: deviations until the rate is above it. */
#define REGION_ABOVE_AT 2.5

/* OURS: as libwebrtc of 2012 has it: bit/s more with each increase. */
#define INCREASE_EXTRA 1000.0

/* draft-alvestrand-rmcat-congestion-02 section 3: the rate stays below this
 * times what arrives... */
#define ACKED_FACTOR 1.5

/* OURS: as libwebrtc of 2012 has it: ...if that is so much, bit/s... */
#define ACKED_MIN 100000.0

/* OURS: as libwebrtc of 2012 has it: ...or the rate. */
#define RATE_MIN 150000.0

/* OURS: as libwebrtc of 2012 has it: part of what arrives to go back to, within
 * the 0.8 to 0.95 of the draft. */
#define BETA 0.9

/* OURS: as libwebrtc of 2012 has it: near the maximum. */
#define BETA_NEAR 0.95

/* OURS: as libwebrtc of 2012 has it: without over-use the first rate is what
 * arrives after so long. */
#define START_TIME (5 * RTP_CC_SECOND)

/* OURS: as libwebrtc of 2012 has it: a further decrease waits for an RTT within
 * these. */
#define DECREASE_MIN (10 * RTP_CC_MSECOND)

/* OURS: as libwebrtc of 2012 has it. */
#define DECREASE_MAX (200 * RTP_CC_MSECOND)

void
gcc_mimd_init (GccMimd * mimd, RtpCcTime now)
{
  memset (mimd, 0, sizeof (*mimd));
  mimd->decrease_period = PERIOD_FIRST;
  mimd->start_time = mimd->change_time = mimd->decrease_time = now;
}

static double
ms (int64_t t)
{
  return (double) t / (double) RTP_CC_MSECOND;
}

bool
gcc_mimd_may_decrease (const GccMimd * mimd, int64_t rtt, RtpCcTime now)
{
  int64_t wait = rtt < DECREASE_MIN ? DECREASE_MIN
      : rtt > DECREASE_MAX ? DECREASE_MAX : rtt;

  return now - mimd->decrease_time >= wait;
}

double
gcc_mimd_eta (const GccMimd * mimd, double var_v, int64_t rtt)
{
  double response = mimd->decrease_period + ms (rtt) + RESPONSE_EXTRA;
  double at = ETA_D * response - (ETA_C1 * var_v + ETA_C2);
  double eta = ETA_MIN + ETA_B / (1 + exp (ETA_SLOPE * at));

  eta = fmin (fmax (eta, ETA_MIN), ETA_MAX);
  switch (mimd->region) {
    case GCC_REGION_UNKNOWN:
      return 1 + REGION_UNKNOWN_FACTOR * (eta - 1);
    case GCC_REGION_NEAR:
      return 1 + REGION_NEAR_FACTOR * (eta - 1);
    case GCC_REGION_ABOVE:
      break;
  }
  return eta;
}

static double
beta (const GccMimd * mimd)
{
  return mimd->region == GCC_REGION_NEAR ? BETA_NEAR : BETA;
}

static void
find_region (GccMimd * mimd, double acked)
{
  if (!mimd->max.known)
    return;
  if (acked > gcc_capacity_bound (&mimd->max, REGION_UNKNOWN_AT)) {
    mimd->max.known = false;
    mimd->region = GCC_REGION_UNKNOWN;
  } else if (acked > gcc_capacity_bound (&mimd->max, REGION_ABOVE_AT))
    mimd->region = GCC_REGION_ABOVE;
}

static void
increase (GccMimd * mimd, double acked, double var_v, int64_t rtt,
    RtpCcTime now)
{
  double elapsed = fmin (ms (now - mimd->change_time) / ms (RTP_CC_SECOND), 1);
  double before = mimd->rate;

  find_region (mimd, acked);
  mimd->rate = mimd->rate * pow (gcc_mimd_eta (mimd, var_v, rtt), elapsed)
      + INCREASE_EXTRA;
  if (beta (mimd) * mimd->max_hold > mimd->rate) {
    mimd->rate = beta (mimd) * mimd->max_hold;
    mimd->region = GCC_REGION_NEAR;
  }
  mimd->max_hold = 0;
  if ((acked > ACKED_MIN || mimd->rate > RATE_MIN)
      && mimd->rate > ACKED_FACTOR * acked)
    mimd->rate = fmax (before, ACKED_FACTOR * acked);
  mimd->change_time = now;
}

static void
decrease (GccMimd * mimd, double acked, RtpCcTime now)
{
  double rate = beta (mimd) * acked;

  if (rate > mimd->rate && mimd->max.known)
    rate = beta (mimd) * gcc_capacity_bound (&mimd->max, 0);
  mimd->rate = fmin (mimd->rate, rate);
  if (mimd->max.known
      && acked < gcc_capacity_bound (&mimd->max, -REGION_UNKNOWN_AT))
    mimd->max.known = false;
  gcc_capacity_add (&mimd->max, acked);
  mimd->region = GCC_REGION_NEAR;
  mimd->decrease_period += PERIOD_GAIN * (ms (now - mimd->decrease_time)
      - mimd->decrease_period);
  mimd->max_hold = 0;
  mimd->change_time = mimd->decrease_time = now;
}

static void
change_state (GccMimd * mimd, GccSignal signal, RtpCcTime now)
{
  switch (signal) {
    case GCC_OVERUSE:
      mimd->state = GCC_MIMD_DECREASE;
      break;
    case GCC_UNDERUSE:
      mimd->state = GCC_MIMD_HOLD;
      break;
    case GCC_NORMAL:
      if (mimd->state == GCC_MIMD_HOLD) {
        mimd->state = GCC_MIMD_INCREASE;
        mimd->change_time = now;
      } else if (mimd->state == GCC_MIMD_DECREASE)
        mimd->state = GCC_MIMD_HOLD;
      break;
  }
}

void
gcc_mimd_update (GccMimd * mimd, GccSignal signal, double acked, double var_v,
    int64_t rtt, RtpCcTime now)
{
  if (acked < 0)
    return;
  if (!mimd->valid) {
    if (signal != GCC_OVERUSE && now - mimd->start_time < START_TIME)
      return;
    mimd->valid = true;
    mimd->rate = acked;
  }
  change_state (mimd, signal, now);
  switch (mimd->state) {
    case GCC_MIMD_HOLD:
      mimd->max_hold = fmax (mimd->max_hold, acked);
      break;
    case GCC_MIMD_INCREASE:
      increase (mimd, acked, var_v, rtt, now);
      break;
    case GCC_MIMD_DECREASE:
      decrease (mimd, acked, now);
      break;
  }
}

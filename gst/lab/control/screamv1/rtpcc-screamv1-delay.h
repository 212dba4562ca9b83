/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-screamv1-delay.h: SCReAM v1, queueing delay
 *
 * RFC 6817 section 3.4.2: base delay; RFC 8298 sections 4.1.2.2: qdelay_trend,
 * 4.1.2.3: qdelay_target.  Seconds, but for what comes in.
 */
#ifndef RTPCC_SCREAMV1_DELAY_H
#define RTPCC_SCREAMV1_DELAY_H

#include "gst/rtpcc/rtpcc-basedelay.h"
#include "rtpcc-screamv1-params.h"

typedef struct
{
  RtpCcBaseDelay base;

  double qdelay;                /* last sample */
  double qdelay_target_lo, qdelay_target_hi;
  double qdelay_target;

  double qdelay_fraction_avg;
  double qdelay_fraction_hist[QDELAY_FRACTION_HIST];    /* oldest first */
  double qdelay_trend, qdelay_trend_mem;

  double qdelay_norm_hist[QDELAY_NORM_HIST];    /* a ring */
  unsigned norm_next;
  RtpCcTime sample_time;        /* of the last 50 ms */
} ScreamV1Delay;

/* @target_lo, @target_hi: s. */
void screamv1_delay_init (ScreamV1Delay * delay, double target_lo,
    double target_hi, RtpCcTime now);

/* One-way delay of a packet in ns, clock offset included. */
void screamv1_delay_sample (ScreamV1Delay * delay, int64_t owd, RtpCcTime now);

/* Takes the samples of each 50 ms that have passed. */
void screamv1_delay_update (ScreamV1Delay * delay, double loss_event_rate,
    RtpCcTime now);

#endif /* RTPCC_SCREAMV1_DELAY_H */

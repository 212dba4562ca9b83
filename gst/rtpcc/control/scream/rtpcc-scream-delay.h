/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-delay.h: SCReAM v2, how long the network queue is
 *
 * draft-ietf-ccwg-rfc8298bis-screamv2-02 sections 4.2.1.4 and 4.5.1.
 */
#ifndef RTPCC_SCREAM_DELAY_H
#define RTPCC_SCREAM_DELAY_H

#include "gst/rtpcc/rtpcc-basedelay.h"
#include "rtpcc-scream-params.h"

typedef struct
{
  RtpCcBaseDelay base;

  int64_t qdelay;               /* last sample, ns */
  double qdelay_avg;            /* ns */
  double qdelay_avg_prev;       /* ns, before the last update */
  RtpCcTime avg_time;           /* of the last update */

  /* OURS: what the path adds at random, by steps of the IPDV */
  int64_t ipdv_owd;             /* of the packet before, ns */
  double ipdv_tx;               /* its time on the wire, ns */
  unsigned n_ipdv;
  double ipdv_square;           /* mean, ns^2 */

  /* clock drift, section 4.5.1 */
  int64_t qmin;                 /* ns, least qdelay of this RTT */
  double qmin_avg;              /* ns */
} ScreamDelay;

void scream_delay_init (ScreamDelay * delay, RtpCcTime now);

/* One-way delay of a packet, clock offset included. */
void scream_delay_sample (ScreamDelay * delay, int64_t owd, RtpCcTime now);

/* Section 4.2.1.4: the average, at most once in min (VIRTUAL_RTT, s_rtt).
 * True if it was updated. */
bool scream_delay_update (ScreamDelay * delay, int64_t s_rtt, RtpCcTime now);

/* OURS: one packet of @size bytes, in order of sending, while @rate (bit/s) is
 * acknowledged: how far its delay steps up from that of the packet before, which is
 * the IP packet delay variation (IPDV) of RFC 3393. */
void scream_delay_ipdv (ScreamDelay * delay, int64_t owd, uint32_t size,
    double rate);

/* OURS: how much longer than without jitter the delay is on a path that is
 * used well but has no queue, ns. */
double scream_delay_jitter (const ScreamDelay * delay);

/* Section 4.5.1, once in an RTT.  True if the base delay looks too low for the
 * receiver's clock; it has been forgotten then. */
bool scream_delay_drifted (ScreamDelay * delay, int64_t qdelay_target);

#endif /* RTPCC_SCREAM_DELAY_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-delay.h: SCReAM v2, queueing delay
 *
 * draft-ietf-ccwg-rfc8298bis-screamv2-02 sections 4.2.1.4 and 4.5.1.
 */
#ifndef RTPCC_SCREAM_DELAY_H
#define RTPCC_SCREAM_DELAY_H

#include "gst/rtpcc/rtpcc-basedelay.h"
#include "rtpcc-scream-params.h"
#include "rtpcc-scream-swing.h"

typedef struct
{
  const ScreamParams *p;
  RtpCcBaseDelay base;

  int64_t qdelay;               /* last sample, ns */
  double qdelay_avg;            /* ns */
  double qdelay_avg_prev;       /* ns, before the last update */
  RtpCcTime avg_time;           /* of the last update */

  /* OURS: what the path adds at random, by steps of the IPDV */
  int64_t ipdv_owd;             /* of the packet before, ns */
  RtpCcTime ipdv_sent;          /* when it left; 0: there is none */
  double ipdv_tx;               /* its time on the wire, ns */
  double ipdv_step;             /* that has not ended yet, ns */
  double ipdv_square;           /* mean, ns^2 */
  ScreamSwing swing;            /* and how far it swings, which bounds that */

  /* clock drift, section 4.5.1 */
  int64_t qmin;                 /* ns, least qdelay of this RTT */
  double qmin_avg;              /* ns */
  int64_t standing;             /* ns, qmin of the RTT before; INT64_MAX: not known */
} ScreamDelay;

/* @params is kept. */
void scream_delay_init (ScreamDelay * delay, const ScreamParams * params,
    RtpCcTime now);

/* One-way delay of a packet that was added to the swing, clock offset included.  Of it @own
 * (ns) is no queue.
 * True if it is longer than jitter makes it: less is taken for jitter from now on. */
bool scream_delay_sample (ScreamDelay * delay, int64_t owd, int64_t own,
    RtpCcTime now);

/* Section 4.2.1.4: the average, at most once in min (VIRTUAL_RTT, s_rtt).  @at_once: O11. */
void scream_delay_update (ScreamDelay * delay, int64_t s_rtt, bool at_once,
    RtpCcTime now);

/* OURS: the newest packet of a feedback, which takes @tx (ns) on the wire: how far
 * its delay steps up from that of the feedback before, which is the IP packet delay
 * variation (IPDV) of RFC 3393.  Not @counts: it may be the step of a queue. */
void scream_delay_ipdv (ScreamDelay * delay, int64_t owd, RtpCcTime sent,
    double tx, bool counts);

/* OURS: in the RTT before the queue was short at least once. */
bool scream_delay_empties (const ScreamDelay * delay);

/* OURS: how much longer than without jitter the delay is on a path that is
 * used well but has no queue, ns. */
double scream_delay_jitter (const ScreamDelay * delay);

/* OURS: so much of that the delay target has room for, ns.  Where packets come in bunches the
 * samples are without it. */
double scream_delay_room (const ScreamDelay * delay);

/* Section 4.5.1, once in an RTT, of which @most (ns) counts.  True if the base delay
 * looks too low for the receiver's clock; it has been forgotten then. */
bool scream_delay_drifted (ScreamDelay * delay, double most,
    int64_t qdelay_target);

/* The way of the packets has become longer: what the delay is from now on is its own. */
void scream_delay_moved (ScreamDelay * delay);

/* What the delay was until now says nothing of the clock. */
void scream_delay_no_drift (ScreamDelay * delay);

#endif /* RTPCC_SCREAM_DELAY_H */

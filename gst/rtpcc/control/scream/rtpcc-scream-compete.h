/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-compete.h: SCReAM v2, queue-filling flows
 *
 * OURS (O13), in place of the rule of RFC 8298 section 4.1.2.4.  The idea is the
 * competitive mode of Copa (Arun and Balakrishnan, NSDI 2018): a flow that keeps
 * the queue short detects queue-filling flows by the queue, and then does the same.
 */
#ifndef RTPCC_SCREAM_COMPETE_H
#define RTPCC_SCREAM_COMPETE_H

#include "rtpcc-scream-params.h"

typedef struct
{
  const ScreamParams *p;
  bool on;                      /* another flow keeps the queue long */
  int64_t time;                 /* ns from the last test to the next */
  RtpCcTime seen;               /* when it was there last */
  RtpCcTime test_start;         /* when it will be tested again */
  RtpCcTime test_end;

  /* least and most queue delay of this PATH_MEMORY and the one before, ns */
  RtpCcTime window_start;
  double least, least_prev;
  double most, most_prev;
} ScreamCompete;

/* @params is kept. */
void scream_compete_init (ScreamCompete * compete, const ScreamParams * params,
    RtpCcTime now);

/* With each sample of the queue delay (ns); @target: what we alone would keep
 * it below; @others: one that stays longer is another flow's. */
void scream_compete_update (ScreamCompete * compete, double qdelay,
    double target, double others, double s_rtt, RtpCcTime now);

/* How long the queue was says nothing: a competitor is looked for anew. */
void scream_compete_forget (ScreamCompete * compete);

/* The rate has to go down, to see whether the queue goes too. */
bool scream_compete_is_testing (const ScreamCompete * compete, RtpCcTime now);

/* The delay target while another flow keeps the queue long, ns. */
double scream_compete_target (const ScreamCompete * compete);

#endif /* RTPCC_SCREAM_COMPETE_H */

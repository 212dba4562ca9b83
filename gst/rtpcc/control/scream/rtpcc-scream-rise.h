/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-rise.h: SCReAM v2, falls of the capacity
 *
 * OURS, O11.  When a path delivers less than is sent, the delay rises from packet to packet,
 * and the arrival rate is the capacity.  An outage or a longer route raises the delay at
 * once; a frame sent faster than the target arrives no slower than that.  A fast receiver's
 * clock, or a queue-filling flow, lasts longer than PATH_MEMORY.
 */
#ifndef RTPCC_SCREAM_RISE_H
#define RTPCC_SCREAM_RISE_H

#include "rtpcc-scream-params.h"

typedef struct
{
  int64_t least, most;          /* delay at the beginning, and the longest since, ns */
  RtpCcTime since, last;        /* first and last arrival; NEVER: there was none */
  int64_t step;                 /* the largest from one packet to the next */
  double bytes;                 /* that arrived after the first one */
  bool fell;                    /* the delay is not the longest any more */
  bool slower;                  /* the path is, and its queue not yet gone */
} ScreamRise;

void scream_rise_init (ScreamRise * rise);

/* A packet that arrived at a known time, in order of sending.  @delay: from then, ns, that its
 * size does not tell of; @enough: so much longer it has to become, ns; @target: and less has to
 * arrive, bit/s. */
void scream_rise_add (ScreamRise * rise, const ScreamParams * p,
    const RtpCcReport * report, int64_t delay, double enough, double target);

/* bit/s that a slower path delivers since the delay rises; infinite on any other. */
double scream_rise_rate (const ScreamRise * rise);

#endif /* RTPCC_SCREAM_RISE_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-swing.h: SCReAM v2, short-term variation of the delay
 *
 * OURS, O12.  Delivery in bunches, as by Wi-Fi in power save mode or a half-duplex radio,
 * makes steps like jitter, but the last packets of a bunch have no delay but queueing.  So
 * the minimum delay of a short time, the standing RTT of Copa (Arun and Balakrishnan, NSDI
 * 2018), is steady for bunches.  With random delays it is well above the base, or varies.
 */
#ifndef RTPCC_SCREAM_SWING_H
#define RTPCC_SCREAM_SWING_H

#include "rtpcc-scream-params.h"

typedef struct
{
  int64_t least, most;          /* one-way delay, of this ACKED_RATE_WINDOW */
  RtpCcTime since;
  double range;                 /* ns, mean of their difference; 0: not known */

  int64_t slot_least, slot_before;      /* of this slot, and of the one before */
  RtpCcTime slot_since;
  unsigned ranges, slots;       /* that there were */
  double floor;                 /* ns, mean of the least, above the base */
  double square;                /* ns^2, mean, of how far it steps up */
} ScreamSwing;

void scream_swing_init (ScreamSwing * swing, RtpCcTime now);

/* The one-way delay of a packet, and the least there was until now, INT64_MAX: none. */
void scream_swing_add (ScreamSwing * swing, const ScreamParams * params,
    int64_t owd, int64_t base, RtpCcTime now);

/* So much delay the path adds at most, ns; infinite before that is known. */
double scream_swing_most (const ScreamSwing * swing,
    const ScreamParams * params);

/* One-way delay that the queue has now, without what comes in bunches; INT64_MAX: not known. */
int64_t scream_swing_least (const ScreamSwing * swing);

/* 1: packets come in bunches, 0: each is late by chance. */
double scream_swing_bunches (const ScreamSwing * swing);

#endif /* RTPCC_SCREAM_SWING_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-swing.h: SCReAM v2, how far the delay swings in a short time
 *
 * OURS, O12.  A path that delivers in bunches, as Wi-Fi that saves power or a radio that
 * takes turns, makes steps as jitter does, but the last packets of a bunch have waited for
 * nothing but the queue.  So the least delay of a short time, the standing RTT of Copa (Arun
 * and Balakrishnan, NSDI 2018), is calm where packets come in bunches.  Where each packet is
 * late by chance, and those behind it too, the least delay is well above the base, or swings.
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

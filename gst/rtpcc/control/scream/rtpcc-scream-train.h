/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-train.h: SCReAM v2, how fast the packets of a frame arrive
 *
 * OURS, O18.  The packets of a frame are a train, as in Jain and Dovrolis, "End-to-end
 * available bandwidth" (2003): what spreads them at the receiver is the pacing, or the path
 * if that is slower for a short time.
 */
#ifndef RTPCC_SCREAM_TRAIN_H
#define RTPCC_SCREAM_TRAIN_H

#include "gst/rtpcc/rtpcc.h"

typedef struct
{
  RtpCcTime last_arrival;       /* of the packet before of this frame; NEVER: none */
  double bytes, spread;         /* of this frame after its first packet; ns */
  double bytes_mean, spread_mean;       /* of frames of late */
} ScreamTrain;

void scream_train_init (ScreamTrain * train);

/* A packet that arrived at a known time, in order of sending.  @gain: part that a frame has
 * in the means. */
void scream_train_add (ScreamTrain * train, const RtpCcReport * report,
    double gain);

/* bit/s; infinite if frames arrive at once, 0 if no frame has had two packets. */
double scream_train_rate (const ScreamTrain * train);

#endif /* RTPCC_SCREAM_TRAIN_H */

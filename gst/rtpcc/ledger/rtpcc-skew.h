/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-skew.h: drift of the receiver's clock
 *
 * A fast clock makes each packet's delay a little longer than the last, like a queue.
 * Feedback distinguishes them: its return path, theirs - ours, has the same drift without
 * the queue of the media.  Its minimum in each period drifts with the clock.
 *
 *   theirs - ours ^             . :.   most of a period: the shortest way back
 *                 |    . :.   .
 *                 | .:
 *                 +--------|--------|-----> time
 */
#ifndef RTPCC_SKEW_H
#define RTPCC_SKEW_H

#include "gst/rtpcc/rtpcc.h"

typedef struct
{
  RtpCcTime time;               /* of the last feedback; 0: there was none */
  double offset;                /* ns that theirs has gained since the beginning */
  double rate;                  /* ns that it gains in one */
  RtpCcTime since;              /* the period */
  double most, before;          /* of the period, and of the one before */
  double slope;                 /* between them; 0: not known */
  unsigned periods;             /* that are over, in a row */
} RtpCcSkew;

/* Feedback that left at @theirs has come at @ours. */
void rtp_cc_skew_note (RtpCcSkew * skew, RtpCcTime theirs, RtpCcTime ours);
/* The receiver's clock is another one. */
void rtp_cc_skew_restart (RtpCcSkew * skew);

#endif /* RTPCC_SKEW_H */

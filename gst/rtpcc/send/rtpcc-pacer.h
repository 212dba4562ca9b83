/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-pacer.h: send time of the next packet
 *
 * Promise: while packets wait, the bytes sent in any interval t lie between
 * rate * t - one packet and rate * (t + burst) + one packet, as long as the
 * caller asks at least every burst.
 *
 * The state is one time: the end of transmission on a link of this rate.  A packet
 * may leave when that time is less than a burst ahead, so a late caller catches
 * up.  A caller that is later than a burst reports it, and catches up that time, too.
 */
#ifndef RTPCC_PACER_H
#define RTPCC_PACER_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  uint64_t rate;                /* bit/s */
  int64_t burst;                /* ns */
  RtpCcTime idle;               /* when all that was sent is through at rate */
  int64_t late;                 /* ns, how much the caller came too late */
} RtpCcPacer;

void rtp_cc_pacer_init (RtpCcPacer * pacer, uint64_t rate, int64_t burst,
    RtpCcTime now);

/* Counts for what is sent from now on. */
void rtp_cc_pacer_set_rate (RtpCcPacer * pacer, uint64_t rate);

/* The caller was to come @late ns ago, while packets waited; 0: it is in time.
 * Until the next call the time counts as if it had come. */
void rtp_cc_pacer_set_late (RtpCcPacer * pacer, int64_t late);

/* The time from which a packet may go. */
RtpCcTime rtp_cc_pacer_next_time (const RtpCcPacer * pacer);

void rtp_cc_pacer_on_sent (RtpCcPacer * pacer, uint32_t size, RtpCcTime now);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_PACER_H */

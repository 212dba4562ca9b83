/* rtpcc-pacer.h: when may the next packet go
 *
 * Promise: of packets that wait, the bytes that leave in any interval t lie
 * between rate * t - one packet and rate * (t + burst) + one packet, as long
 * as the caller asks at least every burst.
 *
 * State is one time: when the link of this rate would be idle again.  A packet
 * may go as soon as that time is less than a burst away, so a caller that
 * wakes up late catches up.
 */
#ifndef RTPCC_PACER_H
#define RTPCC_PACER_H

#include "rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  uint64_t rate;                /* bit/s */
  int64_t burst;                /* ns */
  RtpCcTime idle;               /* when all that was sent is through at rate */
} RtpCcPacer;

void rtp_cc_pacer_init (RtpCcPacer * pacer, uint64_t rate, int64_t burst,
    RtpCcTime now);

/* Counts for what is sent from now on. */
void rtp_cc_pacer_set_rate (RtpCcPacer * pacer, uint64_t rate);

/* The time from which a packet may go. */
RtpCcTime rtp_cc_pacer_next_time (const RtpCcPacer * pacer);

void rtp_cc_pacer_on_sent (RtpCcPacer * pacer, uint32_t size, RtpCcTime now);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_PACER_H */

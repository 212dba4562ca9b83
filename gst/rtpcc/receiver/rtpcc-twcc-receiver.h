/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-twcc-receiver.h: the receiving side of transport-wide feedback
 *
 * Remembers when which transport-wide number arrived and reports each once:
 * from the end of the last report, or from a packet that came late, up to the
 * newest.  The reports take 5 % of what is received, but come no more often than
 * each 50 ms and no more seldom than each 100 ms while packets come.
 */
#ifndef RTPCC_TWCC_RECEIVER_H
#define RTPCC_TWCC_RECEIVER_H

#include "gst/rtpcc/wire/rtpcc-twcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  uint32_t sender_ssrc;         /* SSRC of the feedback's sender */
  size_t max_size;              /* bytes of one RTCP packet */
} RtpCcTwccReceiverConfig;

typedef struct _RtpCcTwccReceiver RtpCcTwccReceiver;

RtpCcTwccReceiver *rtp_cc_twcc_receiver_new (const RtpCcTwccReceiverConfig *
    config, RtpCcTime now);
void rtp_cc_twcc_receiver_free (RtpCcTwccReceiver * receiver);
void rtp_cc_twcc_receiver_configure (RtpCcTwccReceiver * receiver,
    const RtpCcTwccReceiverConfig * config);

/* Notes a packet with transport-wide number @seq, of @size bytes on the wire.
 * @arrival: on the clock of @now, <= @now. */
void rtp_cc_twcc_receiver_on_packet (RtpCcTwccReceiver * receiver,
    uint32_t ssrc, uint16_t seq, uint32_t size, RtpCcTime arrival,
    RtpCcTime now);

/* When a report is due next: <= now if it is; NEVER if nothing is new. */
RtpCcTime rtp_cc_twcc_receiver_next_time (const RtpCcTwccReceiver * receiver);

/* How many bytes the next report has at most. */
size_t rtp_cc_twcc_receiver_pending (const RtpCcTwccReceiver * receiver);

/* Writes one report if it is due at @now; returns its size, 0 when there is no
 * more.  Call until 0. */
size_t rtp_cc_twcc_receiver_feedback (RtpCcTwccReceiver * receiver,
    uint8_t * data, size_t size, RtpCcTime now);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_TWCC_RECEIVER_H */

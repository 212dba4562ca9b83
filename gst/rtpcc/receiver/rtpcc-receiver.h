/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-receiver.h: the receiving side: arrivals in, RFC 8888 feedback out
 *
 * Stores arrival time and ECN codepoint of each packet, decides when feedback
 * is due, and builds it.  Feedback is due (SCReAM
 * draft, receiver section) with a marker bit, after max_packets packets, or
 * max_interval after the last one, whichever is first; the time rule needs at
 * least one new packet.  OURS: min_interval delays the rule of max_packets, by
 * half if numbers are missing, to limit the feedback of a fast stream.  Reports of few
 * packets overlap.  A gap in the sequence numbers is reported whole, over several
 * packets if need be; a stream that has shown few packets yet must not have a long
 * one.
 */
#ifndef RTPCC_RECEIVER_H
#define RTPCC_RECEIVER_H

#include "gst/rtpcc/wire/rtpcc-rfc8888.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _RtpCcReceiver RtpCcReceiver;

RtpCcReceiver *rtp_cc_receiver_new (const RtpCcReceiverConfig * config);
void rtp_cc_receiver_free (RtpCcReceiver * receiver);
/* New values take effect with the next packet. */
void rtp_cc_receiver_configure (RtpCcReceiver * receiver,
    const RtpCcReceiverConfig * config);

/* Notes one RTP packet.  @arrival: when it came (kernel's time where known),
 * on the clock of @now, <= @now. */
void rtp_cc_receiver_on_packet (RtpCcReceiver * receiver, uint32_t ssrc,
    uint16_t seq, bool marker, RtpCcEcn ecn, RtpCcTime arrival, RtpCcTime now);

/* When feedback is due next: <= now if it is; NEVER if nothing is new. */
RtpCcTime rtp_cc_receiver_next_time (const RtpCcReceiver * receiver);

/* How many bytes the next RTCP packet has, about; with less it says less. */
size_t rtp_cc_receiver_pending (const RtpCcReceiver * receiver);

/* Writes one RTCP packet if feedback is due at @now; returns its size, 0 when
 * there is no more.  Call until 0. */
size_t rtp_cc_receiver_feedback (RtpCcReceiver * receiver, uint8_t * data,
    size_t size, RtpCcTime now);

void rtp_cc_receiver_stats (const RtpCcReceiver * receiver,
    RtpCcReceiverStats * stats);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_RECEIVER_H */

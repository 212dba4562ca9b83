/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-echo.h: proof of address
 *
 * A question is a receiver reference time report of RFC 3611 with a random time; the
 * answer is the DLRR report block that names it. Only a host that receives at the
 * address can answer. Other senders ignore the question, which is longer than the
 * answer. Stateless, bounded.
 */
#ifndef RTPCC_ECHO_H
#define RTPCC_ECHO_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* RFC 3611 section 4.4, and RFC 3550 section 6.4.2 in front of it: an empty
 * receiver report */
#define RTP_CC_ECHO_QUESTION_SIZE 28
/* RFC 3611 section 4.5 */
#define RTP_CC_ECHO_ANSWER_SIZE 24

/* @ssrc: who asks */
void rtp_cc_echo_write_question (uint8_t data[RTP_CC_ECHO_QUESTION_SIZE],
    uint32_t ssrc, uint32_t number);
/* False: no question is in this RTCP, one packet or a compound. */
bool rtp_cc_echo_read_question (const uint8_t * data, size_t size,
    uint32_t * ssrc, uint32_t * number);
/* @ssrc: who has asked */
void rtp_cc_echo_write_answer (uint8_t data[RTP_CC_ECHO_ANSWER_SIZE],
    uint32_t ssrc, uint32_t number);
/* False: no answer to @ssrc is in it. */
bool rtp_cc_echo_read_answer (const uint8_t * data, size_t size,
    uint32_t ssrc, uint32_t * number);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_ECHO_H */

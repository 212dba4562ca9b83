/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-twcc.h: transport-wide congestion control feedback
 *
 * draft-holmer-rmcat-transport-wide-cc-extensions-01: the sender numbers all
 * packets of a transport in a header extension, whatever their SSRC; the
 * receiver says which numbers came when.  Bytes to reports and back, stateless,
 * bounded, no allocation.
 */
#ifndef RTPCC_TWCC_H
#define RTPCC_TWCC_H

#include "rtpcc-rtcp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1: 16-bit
 * numbers; a report on more than half of them would not say which. */
#define RTP_CC_TWCC_MAX_PACKETS 32767

typedef struct
{
  uint32_t sender_ssrc;
  uint32_t media_ssrc;          /* any one of those reported on */
  uint8_t count;                /* of the reports on this transport */
} RtpCcTwccHeader;

/* True if this RTCP packet (one, not a compound) is PT 205, FMT 15. */
bool rtp_cc_twcc_is (const uint8_t * data, size_t size);

/* Parses one packet that fills data[0..size-1] into packets[0..*n-1], in the
 * order of their numbers.  There must be room for RTP_CC_TWCC_MAX_PACKETS. */
RtpCcRtcpResult rtp_cc_twcc_parse (const uint8_t * data, size_t size,
    RtpCcTwccHeader * header, RtpCcTwccPacket * packets, size_t *n);

/* Writes a report on packets[0..n-1], whose numbers are consecutive; the
 * arrival of each one received is known.  Returns its size, and in @taken on
 * how many of them it reports: those that fit into @size, and before a time
 * between two arrivals that a delta cannot say.  0: none of them was
 * received, or @size is under 40. */
size_t rtp_cc_twcc_write (uint8_t * data, size_t size,
    const RtpCcTwccHeader * header, const RtpCcTwccPacket * packets, size_t n,
    size_t *taken);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_TWCC_H */

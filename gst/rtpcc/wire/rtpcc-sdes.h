/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-sdes.h: source descriptions, RFC 3550 section 6.5: are they whole?
 *
 * Nothing here wants to know what they say. But an RTPSession of GStreamer (1.26) believes
 * the length of an item, and reads as much behind the end of the packet.
 */
#ifndef RTPCC_SDES_H
#define RTPCC_SDES_H

#include "rtpcc-rtcp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True if this RTCP packet (one, not a compound) is PT 202. */
bool rtp_cc_sdes_is (const uint8_t * data, size_t size);

/* One packet that fills data[0..size-1]: BAD_LENGTH if it has fewer chunks than it says, or
 * an item or a chunk goes on behind the end. */
RtpCcRtcpResult rtp_cc_sdes_check (const uint8_t * data, size_t size);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_SDES_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-rtcp.h: common parts of RTCP packets
 *
 * Walks compounds, tells kinds apart, names what was refused.
 */
#ifndef RTPCC_RTCP_H
#define RTPCC_RTCP_H

#include "gst/rtpcc/rtpcc-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Walks the RTCP packets of a compound: returns the first packet of
 * data[0..size-1] in @packet_size.  TOO_SHORT, BAD_VERSION, BAD_LENGTH as
 * above. */
RtpCcRtcpResult rtp_cc_rtcp_next (const uint8_t * data, size_t size,
    size_t * packet_size);

/* True if this is a feedback packet (RFC 4585) of this type and format. */
bool rtp_cc_rtcp_is (const uint8_t * data, size_t size, unsigned type,
    unsigned format);

/* One packet of a kind that fills data[0..size-1] and has at least @min bytes
 * without padding; @end: where it ends without padding. */
RtpCcRtcpResult rtp_cc_rtcp_check (const uint8_t * data, size_t size,
    unsigned type, unsigned format, size_t min, size_t * end);

/* The header of a packet of @size bytes; a multiple of 4. */
void rtp_cc_rtcp_write_header (uint8_t * data, size_t size, unsigned type,
    unsigned format);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_RTCP_H */

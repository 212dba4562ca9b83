/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-rtcp.h: what all kinds of RTCP packets have in common
 *
 * Walks compounds, tells kinds apart, names what was refused.
 */
#ifndef RTPCC_RTCP_H
#define RTPCC_RTCP_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why RTCP bytes were not taken. */
typedef enum
{
  RTP_CC_RTCP_OK = 0,
  RTP_CC_RTCP_OTHER_KIND,       /* well-formed RTCP, but not what was asked for */
  RTP_CC_RTCP_TOO_SHORT,        /* fewer bytes than the kind of packet has at
                                 * least */
  RTP_CC_RTCP_BAD_VERSION,      /* V is not 2 */
  RTP_CC_RTCP_BAD_LENGTH,       /* length field and bytes disagree */
  RTP_CC_RTCP_BAD_PADDING,
  RTP_CC_RTCP_BAD_BLOCK,        /* CCFB: a report block does not fit, or
                                 * num_reports over RFC 8888's 16384 */
  RTP_CC_RTCP_BAD_COUNT,        /* TWCC: reports on no packet, or on more than
                                 * sequence numbers tell apart */
  RTP_CC_RTCP_BAD_CHUNK,        /* TWCC: status chunks end early, or are empty */
  RTP_CC_RTCP_BAD_SYMBOL,       /* TWCC: the status that is reserved */
  RTP_CC_RTCP_BAD_DELTA,        /* TWCC: receive deltas end early */
  RTP_CC_RTCP_BAD_SSRCS,        /* REMB: number of SSRCs and bytes disagree */
  RTP_CC_RTCP_BAD_BITRATE,      /* REMB: over 64 bits */
  RTP_CC_RTCP_NEVER_SENT,       /* CCFB, TWCC: acknowledges more that we never
                                 * sent than it names of what we did */
  RTP_CC_RTCP_N_RESULTS
} RtpCcRtcpResult;

/* "bad-version" and so on: field names in stats. */
const char *rtp_cc_rtcp_result_name (RtpCcRtcpResult result);

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

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-remb.h: receiver estimated maximum bitrate
 *
 * draft-alvestrand-rmcat-remb-03: the receiver tells the sender how much it may
 * send in all.  Bytes to a bitrate and back, stateless, bounded.
 */
#ifndef RTPCC_REMB_H
#define RTPCC_REMB_H

#include "rtpcc-rtcp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* draft-alvestrand-rmcat-remb-03 section 2.2, Num SSRC: 8 bits */
#define RTP_CC_REMB_MAX_SSRCS 255

typedef struct
{
  uint32_t sender_ssrc;
  uint64_t bitrate;             /* bit/s, all streams together, with headers */
  size_t n_ssrcs;
  uint32_t ssrcs[RTP_CC_REMB_MAX_SSRCS];        /* to which it applies */
} RtpCcRemb;

/* True if this RTCP packet (one, not a compound) is PT 206, FMT 15, REMB. */
bool rtp_cc_remb_is (const uint8_t * data, size_t size);

/* Parses one packet that fills data[0..size-1]. */
RtpCcRtcpResult rtp_cc_remb_parse (const uint8_t * data, size_t size,
    RtpCcRemb * remb);

/* Returns the bytes written, 0 if they do not fit into @size.  The bitrate is
 * rounded down to 18 significant bits. */
size_t rtp_cc_remb_write (uint8_t * data, size_t size,
    const RtpCcRemb * remb);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_REMB_H */

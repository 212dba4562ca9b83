/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-framereport.h: a receiver's report of its frames
 *
 * OURS: an APP packet (RFC 3550 section 6.7) of subtype 0 and name "SCFR", with six
 * words of 32 bits: the SSRC of the media, frames shown, frames that came and could not
 * be decoded, freezes, the time of these in ms, and the harmonic frame rate in thousandths
 * of a frame a second. The four in the middle count from the start of the receiver and
 * wrap.
 */
#ifndef RTPCC_FRAMEREPORT_H
#define RTPCC_FRAMEREPORT_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: six words behind the header of RFC 3550 section 6.7 */
#define RTP_CC_FRAME_REPORT_SIZE 36

typedef struct
{
  uint32_t ssrc;              /* of the media */
  uint32_t shown, undecodable;        /* frames */
  uint32_t freezes;
  uint32_t freeze_time;       /* ms */
  uint32_t rate;              /* 1/1000 frames a second */
} RtpCcFrameReport;

/* @sender: who reports */
void rtp_cc_frame_report_write (uint8_t data[RTP_CC_FRAME_REPORT_SIZE],
    uint32_t sender, const RtpCcFrameReport * report);

/* The next report in this RTCP, one packet or a compound, from *@at on, which is 0 at
 * first.  False: there is none, or what follows is no RTCP. */
bool rtp_cc_frame_report_next (const uint8_t * data, size_t size, size_t *at,
    RtpCcFrameReport * report);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_FRAMEREPORT_H */

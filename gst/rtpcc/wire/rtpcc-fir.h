/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-fir.h: requests for key frames: full intra requests, RFC 5104 section 4.3.1, and
 * picture loss indications, RFC 4585 section 6.3.1
 *
 * A receiver repeats its request under one number until the key frame arrives; its next
 * request has the next number. A bounded table of requesters recognises repetitions;
 * with forged requesters, others count as new.
 */
#ifndef RTPCC_FIR_H
#define RTPCC_FIR_H

#include "rtpcc-rtcp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  uint32_t requester;           /* its SSRC */
  uint32_t ssrc;                /* of the media */
  uint8_t number;
} RtpCcFir;

typedef void (*RtpCcFirFunc) (const RtpCcFir * fir, void *user);

/* True if this RTCP packet (one, not a compound) is PT 206, FMT 4. */
bool rtp_cc_fir_is (const uint8_t * data, size_t size);

/* Parses one packet that fills data[0..size-1]; @func gets what is in it, if all
 * of it is sound. */
RtpCcRtcpResult rtp_cc_fir_parse (const uint8_t * data, size_t size,
    RtpCcFirFunc func, void *user);

/* OURS: pairs of a requester and an SSRC.  A transport has 16 SSRCs (rtpcc-keyframes.h)
 * and mostly one receiver; at half, two receivers of all do not fit. */
#define RTP_CC_FIR_PAIRS 32

/* Begins as zeros. */
typedef struct
{
  RtpCcFir pairs[RTP_CC_FIR_PAIRS];     /* with the number heard last */
  unsigned n_pairs;
  unsigned next;                /* that makes place */
} RtpCcFirs;

/* Notes it.  True: it is the one before of this pair once more. */
bool rtp_cc_firs_repeats (RtpCcFirs * firs, const RtpCcFir * fir);

/* @ssrc: whose picture the next PLI in this RTCP is about, one packet or a compound, from
 * *@at on, which is 0 at first.  False: there is none, or what follows is no RTCP. */
bool rtp_cc_pli_next (const uint8_t * data, size_t size, size_t *at,
    uint32_t * ssrc);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_FIR_H */

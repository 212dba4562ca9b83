/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-params.h: parameters of controllers as text, "beta-loss=0.8,s-rtt-min=20" */
#ifndef RTPCC_PARAMS_H
#define RTPCC_PARAMS_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif
RTP_CC_API_BEGIN

/* OURS: two names with what is wrong with them; the end of the text counts. */
#define RTP_CC_PARAMS_ERROR_SIZE 256

/* All values for RtpCcConfig, those of the policy but for what @text sets.  Names in any
 * case, with - or _; a number may be a fraction, "1/64".  False, and what is wrong with
 * which parameter in @error. */
bool rtp_cc_params_read (const RtpCcOps * ops, const char *text,
    double values[RTP_CC_PARAMS_MAX], char error[RTP_CC_PARAMS_ERROR_SIZE]);

/* The same, but what @text does not set is as a short delay at a lower rate wants it. */
bool rtp_cc_params_read_for_latency (const RtpCcOps * ops, const char *text,
    double values[RTP_CC_PARAMS_MAX], char error[RTP_CC_PARAMS_ERROR_SIZE]);

RTP_CC_API_END
#ifdef __cplusplus
}
#endif

#endif /* RTPCC_PARAMS_H */

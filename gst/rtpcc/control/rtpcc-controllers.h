/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-controllers.h: the list of controllers */
#ifndef RTPCC_CONTROLLERS_H
#define RTPCC_CONTROLLERS_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif
RTP_CC_API_BEGIN

/* In the order in which they are documented, from 0; NULL after the last. */
const RtpCcOps *rtp_cc_nth (size_t n);

/* NULL if there is none of that name. */
const RtpCcOps *rtp_cc_find (const char *name);

RTP_CC_API_END
#ifdef __cplusplus
}
#endif

#endif /* RTPCC_CONTROLLERS_H */

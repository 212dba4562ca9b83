/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-controllers.h: the controllers that there are */
#ifndef RTPCC_CONTROLLERS_H
#define RTPCC_CONTROLLERS_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NULL-terminated, in the order in which they are documented. */
extern const RtpCcOps *const rtp_cc_all[];

/* NULL if there is none of that name. */
const RtpCcOps *rtp_cc_find (const char *name);

#ifdef __cplusplus
}
#endif

#endif /* RTPCC_CONTROLLERS_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-controllers-private.h: the list itself
 *
 * Not public: a program would copy the table at its size of today, when it is
 * linked, and miss what a later library adds.
 */
#ifndef RTPCC_CONTROLLERS_PRIVATE_H
#define RTPCC_CONTROLLERS_PRIVATE_H

#include "rtpcc-controllers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NULL-terminated, in the order in which they are documented. */
extern const RtpCcOps *const rtp_cc_all[];

#ifdef __cplusplus
}
#endif

#endif /* RTPCC_CONTROLLERS_PRIVATE_H */

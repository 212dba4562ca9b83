/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-lab.h: all controllers, including those for research */
#ifndef RTPCC_LAB_H
#define RTPCC_LAB_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Those of rtpcc-controllers.h and behind them those for research, from 0; NULL after the
 * last. */
const RtpCcOps *rtp_cc_lab_nth (size_t n);

/* NULL if there is none of that name. */
const RtpCcOps *rtp_cc_lab_find (const char *name);

#ifdef __cplusplus
}
#endif

#endif /* RTPCC_LAB_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-private.h: the policies of the library */
#ifndef RTPCC_PRIVATE_H
#define RTPCC_PRIVATE_H

#include "rtpcc.h"

extern const RtpCcOps rtp_cc_scream_ops;

#endif /* RTPCC_PRIVATE_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-private.h: one extern for each policy */
#ifndef RTPCC_PRIVATE_H
#define RTPCC_PRIVATE_H

#include "rtpcc.h"

extern const RtpCcOps rtp_cc_scream_ops;
extern const RtpCcOps rtp_cc_scream_draft_ops;
extern const RtpCcOps rtp_cc_screamv1_ops;
extern const RtpCcOps rtp_cc_nada_ops;
extern const RtpCcOps rtp_cc_gcc_ops;
extern const RtpCcOps rtp_cc_gcc_draft02_ops;
extern const RtpCcOps rtp_cc_gcc_remb_ops;
extern const RtpCcOps rtp_cc_fixed_ops;

#endif /* RTPCC_PRIVATE_H */

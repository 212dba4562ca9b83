/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* receivertest.h: a receiver, and what its reports have said */
#ifndef RECEIVERTEST_H
#define RECEIVERTEST_H

#include <gst/rtpcc/receiver/rtpcc-receiver.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SSRC 0xabcdef01

extern RtpCcReceiver *rx;
extern RtpCcReceiverStats stats;
extern RtpCcReceiverConfig config;

/* What the feedback has said, by the low bits of the SSRC. */
#define N_SSRCS 4

extern guint said_received[N_SSRCS][65536];
extern RtpCcMetric last_said[N_SSRCS][65536];
extern guint n_said;
extern RtpCcMetric newest;      /* the last metric of the last packet */

void setup (void);
void teardown (void);
void restart (void);
void on_metric (const RtpCcMetric * m, void *user);

/* Takes all packets of feedback; returns how many. */
guint take (RtpCcTime now);

void packet (guint32 ssrc, guint16 seq, RtpCcTime now);
void marker (guint32 ssrc, guint16 seq, RtpCcTime now);
guint received (guint32 ssrc, guint16 seq);
guint missing (guint32 ssrc, guint16 seq);

#endif /* RECEIVERTEST_H */

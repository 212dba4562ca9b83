/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* twcctest.h: a session with transport-wide numbers, and reports of them */
#ifndef TWCCTEST_H
#define TWCCTEST_H

#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xa0a0a0a0
#define B 0xb0b0b0b0
#define FIRST_NUMBER 65530

/* ---- a policy that notes what it is told ---- */

extern RtpCcFeedback told;
extern RtpCcReport reports[2000];
extern const RtpCcOps probe_ops;

/* ---- a host ---- */

extern RtpCcSession *session;
extern RtpCcSessionConfig config;
extern RtpCcSessionInfo info;
extern RtpCcTime now;
extern guint16 seq[2];          /* next of A and B */
extern RtpCcTwccPacket report[64];

void start (const RtpCcOps * ops);
void setup (void);
void teardown (void);
const RtpCcSessionInfo *get_info (void);
guint16 send_packet (guint32 ssrc);

/* @n packets of A, one each ms. */
guint16 send_some (guint n);

/* Packet @number, if it left at @sent and the path is idle. */
RtpCcTwccPacket arrived (guint16 number, RtpCcTime sent);

/* A report on @n packets from @first on, which left each ms from @sent on; those
 * in @missing (bits) did not come. */
void report_at (RtpCcTime t, guint16 first, guint n, RtpCcTime sent,
    guint64 missing);

/* All but the counts of what was refused. */
RtpCcSessionInfo state (void);

#endif /* TWCCTEST_H */

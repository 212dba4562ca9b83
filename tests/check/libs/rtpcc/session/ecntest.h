/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ecntest.h: reports of a path that does to ECN what the test says */
#ifndef ECNTEST_H
#define ECNTEST_H

#include <gst/rtpcc/session/rtpcc-ecn-path.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define N 10                    /* packets in a feedback */
#define FEEDBACK (20 * MS)      /* time between two */
#define ECT_1 RTP_CC_ECN_ECT_1
#define NOT_ECT RTP_CC_ECN_NOT_ECT
#define CE RTP_CC_ECN_CE

/* What becomes of a packet: its ECN as reported, or this. */
#define LOST 4

typedef gint (*Network) (guint number, RtpCcEcn sent);

extern RtpCcEcnPath path;
extern RtpCcTime now;
extern guint number;
extern guint marked;            /* of the last round */
extern gint64 queue;            /* ns, delay of what is sent from now on */

void set_up (void);
gint clean (guint n, RtpCcEcn sent);
gint mark_all (guint n, RtpCcEcn sent);
void set_report (RtpCcReport * r, Network network);

/* Sends N packets, then feedback on them. */
void feedback_round (Network network);

void run (Network network, RtpCcTime time);

#define fail_unless_state(s) G_STMT_START { \
    fail_unless_equals_string (rtp_cc_ecn_path_state_name (path.info.state), \
        s); \
  } G_STMT_END

#endif /* ECNTEST_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ledgertest.h: a ledger, what is sent, and feedback in a few words */
#ifndef LEDGERTEST_H
#define LEDGERTEST_H

#include <gst/rtpcc/ledger/rtpcc-ledger.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xabcdef01
#define B 0x12345678
#define SIZE 1000

extern RtpCcLedger *ledger;
extern RtpCcTime now;
extern RtpCcFeedback feedback;

void setup (void);
void teardown (void);
guint64 send_size (guint32 ssrc, guint16 seq, guint size);
guint64 send_packet (guint32 ssrc, guint16 seq);
guint32 report_timestamp (RtpCcTime t);
void metric_at (guint32 timestamp, guint32 ssrc, guint16 seq,
    gboolean received, RtpCcEcn ecn, gint64 age);
void received (guint32 ssrc, guint16 seq);
void received_ago (guint32 ssrc, guint16 seq, gint64 age);
void missing (guint32 ssrc, guint16 seq);
/* All has been said; figures agree with each other.  How many reports there are. */
gsize finish (void);
guint64 in_flight (void);
const RtpCcLedgerStats *stats (void);

#define assert_report(i, the_id, the_fate) G_STMT_START { \
    fail_unless (feedback.n_reports > (i)); \
    fail_unless_equals_uint64 (feedback.reports[i].packet.id, the_id); \
    fail_unless_equals_int (feedback.reports[i].fate, the_fate); \
  } G_STMT_END

/* Numbers at which something wraps, or a sign changes. */
extern const guint16 first_numbers[7];

#endif /* LEDGERTEST_H */

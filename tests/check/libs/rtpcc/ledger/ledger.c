/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>
#include <string.h>
#include <gst/rtpcc/ledger/rtpcc-ledger.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xabcdef01
#define B 0x12345678
#define SIZE 1000

/* The receiver's clock differs from ours, and its short form wraps soon. */
#define RECEIVER_OFFSET (64540 * S)

static RtpCcLedger *ledger;
static RtpCcTime now;
static RtpCcFeedback feedback;

static void
setup (void)
{
  ledger = rtp_cc_ledger_new ();
  now = T0;
}

static void
teardown (void)
{
  rtp_cc_ledger_free (ledger);
}

static guint64
send_size (guint32 ssrc, guint16 seq, guint size)
{
  RtpCcPacket packet = { 0 };

  packet.ssrc = ssrc;
  packet.size = size;
  packet.sent = now;
  check (rtp_cc_ledger_sent (ledger, &packet, seq));
  return packet.id;
}

static guint64
send (guint32 ssrc, guint16 seq)
{
  return send_size (ssrc, seq, SIZE);
}

static guint32
report_timestamp (RtpCcTime t)
{
  t += RECEIVER_OFFSET;
  return (guint32) ((t / S << 16) + ((t % S) << 16) / S);
}

static void
metric_at (guint32 timestamp, guint32 ssrc, guint16 seq, gboolean received,
    RtpCcEcn ecn, gint64 age)
{
  RtpCcCcfbHeader header = { 0 };
  RtpCcMetric metric = { 0 };

  header.timestamp = timestamp;
  metric.ssrc = ssrc;
  metric.seq = seq;
  metric.received = received;
  metric.ecn = ecn;
  metric.age = received ? age : -1;
  rtp_cc_ledger_metric (ledger, &header, &metric, now);
}

static void
received (guint32 ssrc, guint16 seq)
{
  metric_at (report_timestamp (now), ssrc, seq, TRUE, RTP_CC_ECN_NOT_ECT, 0);
}

static void
received_ce (guint32 ssrc, guint16 seq)
{
  metric_at (report_timestamp (now), ssrc, seq, TRUE, RTP_CC_ECN_CE, 0);
}

static void
received_ago (guint32 ssrc, guint16 seq, gint64 age)
{
  metric_at (report_timestamp (now), ssrc, seq, TRUE, RTP_CC_ECN_NOT_ECT, age);
}

static void
missing (guint32 ssrc, guint16 seq)
{
  metric_at (report_timestamp (now), ssrc, seq, FALSE, RTP_CC_ECN_NOT_ECT, -1);
}

static gsize
finish (void)
{
  rtp_cc_ledger_finish (ledger, &feedback, now);
  check (feedback.bytes_in_flight == rtp_cc_ledger_bytes_in_flight (ledger));
  check (feedback.bytes_newly_acked_ce <= feedback.bytes_newly_acked);
  check (feedback.prior_in_flight
      == feedback.bytes_in_flight + feedback.bytes_newly_acked);
  for (gsize i = 1; i < feedback.n_reports; i++)
    check (feedback.reports[i - 1].packet.id <= feedback.reports[i].packet.id);
  return feedback.n_reports;
}

static guint64
in_flight (void)
{
  return rtp_cc_ledger_bytes_in_flight (ledger);
}

static const RtpCcLedgerStats *
stats (void)
{
  return rtp_cc_ledger_stats (ledger);
}

#define assert_report(i, the_id, the_fate) G_STMT_START { \
    fail_unless (feedback.n_reports > (i)); \
    fail_unless_equals_uint64 (feedback.reports[i].packet.id, the_id); \
    fail_unless_equals_int (feedback.reports[i].fate, the_fate); \
  } G_STMT_END

/* Numbers at which something wraps, or a sign changes. */
static const guint16 first_numbers[] =
    { 0, 1, 255, 32767, 32768, 65530, 65535 };

GST_START_TEST (test_ledger_packet_is_reported_once)
{
  guint16 first = first_numbers[__i__];
  guint64 id[10];

  for (guint i = 0; i < 10; i++)
    id[i] = send (A, (guint16) (first + i));
  fail_unless_equals_uint64 (in_flight (), 10 * SIZE);

  now += 50 * MS;
  for (guint i = 0; i < 6; i++)
    received (A, (guint16) (first + i));
  fail_unless_equals_uint64 (finish (), 6);
  for (guint i = 0; i < 6; i++)
    assert_report (i, id[i], RTP_CC_FATE_RECEIVED);
  fail_unless_equals_uint64 (feedback.prior_in_flight, 10 * SIZE);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 6 * SIZE);
  fail_unless_equals_uint64 (feedback.bytes_in_flight, 4 * SIZE);

  /* The same once more, and the next report overlaps it. */
  for (guint i = 0; i < 6; i++)
    received (A, (guint16) (first + i));
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 0);
  fail_unless (feedback.rtt < 0);

  for (guint i = 3; i < 10; i++)
    received (A, (guint16) (first + i));
  fail_unless_equals_uint64 (finish (), 4);
  for (guint i = 0; i < 4; i++)
    assert_report (i, id[6 + i], RTP_CC_FATE_RECEIVED);
  fail_unless_equals_uint64 (in_flight (), 0);
  fail_unless_equals_uint64 (stats ()->received, 10);
  fail_unless_equals_uint64 (stats ()->received_bytes, 10 * SIZE);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 0);
}

GST_END_TEST;

/* The third and the sixth of ten are lost: 65533 and 0 of those from 65531. */
GST_START_TEST (test_ledger_seqnum_wrap_with_loss)
{
  guint16 first = first_numbers[__i__] - 5;
  guint64 id[10];

  for (guint i = 0; i < 10; i++)
    id[i] = send (A, (guint16) (first + i));

  now += 50 * MS;
  for (guint i = 0; i < 10; i++) {
    if (i == 2 || i == 5)
      missing (A, (guint16) (first + i));
    else
      received (A, (guint16) (first + i));
  }
  fail_unless_equals_uint64 (finish (), 8);
  /* RFC 8298 section 4.1.2: out of flight, whatever became of them. */
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 10 * SIZE);
  fail_unless_equals_uint64 (in_flight (), 0);

  /* Not before the reordering window is over. */
  now += 30 * MS;
  missing (A, (guint16) (first + 2));
  fail_unless_equals_uint64 (finish (), 0);
  now += 1;
  missing (A, (guint16) (first + 2));
  fail_unless_equals_uint64 (finish (), 2);
  assert_report (0, id[2], RTP_CC_FATE_LOST);
  assert_report (1, id[5], RTP_CC_FATE_LOST);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 0);

  now += S;
  missing (A, (guint16) (first + 2));
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->lost, 2);
}

GST_END_TEST;

/* Frames were discarded after their packets got numbers. */
GST_START_TEST (test_ledger_skipped_numbers_are_not_lost)
{
  guint16 first = first_numbers[__i__] - 2;

  send (A, first);
  send (A, (guint16) (first + 1));
  send (A, (guint16) (first + 500));
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);

  now += 50 * MS;
  received (A, first);
  received (A, (guint16) (first + 1));
  for (guint i = 2; i < 500; i++)
    missing (A, (guint16) (first + i));
  received (A, (guint16) (first + 500));
  fail_unless_equals_uint64 (finish (), 3);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 3 * SIZE);
  fail_unless_equals_uint64 (in_flight (), 0);

  now += S;
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->lost, 0);

  /* Said to be received all the same: counted, and nothing else. */
  received (A, (guint16) (first + 17));
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 1);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

GST_START_TEST (test_ledger_unknown_numbers_are_counted)
{
  guint16 first = first_numbers[__i__];

  send (A, first);
  send (A, (guint16) (first + 1));

  received (A, (guint16) (first - 1));
  received (A, (guint16) (first + 2));
  received (A, (guint16) (first + 20000));
  received (A, (guint16) (first + 32768));
  received (A, (guint16) (first - 20000));
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 5);
  fail_unless_equals_uint64 (in_flight (), 2 * SIZE);

  /* Not received, that is true of them. */
  missing (A, (guint16) (first + 2));
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 5);
}

GST_END_TEST;

GST_START_TEST (test_ledger_reordered_packet_is_not_lost)
{
  guint64 id[3];

  for (guint i = 0; i < 3; i++)
    id[i] = send (A, 65534 + i);

  now += 50 * MS;
  received (A, 65534);
  missing (A, 65535);
  received (A, 0);
  finish ();
  fail_unless_equals_uint64 (in_flight (), 0);

  now += 30 * MS;
  received (A, 65535);
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id[1], RTP_CC_FATE_RECEIVED);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 0);

  now += S;
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->lost, 0);
  fail_unless_equals_uint64 (stats ()->late, 0);
}

GST_END_TEST;

/* RFC 8298 section 4.1.2.4: the window grows to the reordering seen. */
GST_START_TEST (test_ledger_late_packet_widens_reorder_window)
{
  guint64 id = send (A, 10);

  send (A, 11);
  received (A, 11);
  finish ();
  now += 31 * MS;
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_LOST);

  now += 49 * MS;
  received (A, 10);
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_RECEIVED_LATE);
  fail_unless (feedback.rtt < 0);
  received (A, 10);
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->late, 1);
  fail_unless_equals_uint64 (stats ()->lost, 1);

  /* Now 80 ms. */
  id = send (A, 12);
  send (A, 13);
  received (A, 13);
  finish ();
  now += 80 * MS;
  fail_unless_equals_uint64 (finish (), 0);
  now += 1;
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_LOST);

  /* At most 250 ms, or losses would stay hidden. */
  now += 10 * S;
  received (A, 12);
  finish ();
  send (A, 14);
  send (A, 15);
  received (A, 15);
  finish ();
  now += 250 * MS;
  fail_unless_equals_uint64 (finish (), 0);
  now += 1;
  fail_unless_equals_uint64 (finish (), 1);
}

GST_END_TEST;

GST_START_TEST (test_ledger_forget_empties_the_flight)
{
  guint64 id[6];

  for (guint i = 0; i < 4; i++)
    id[i] = send (A, 65533 + i);
  send (B, 7);
  received (A, 65534);
  finish ();
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);

  rtp_cc_ledger_forget (ledger);
  fail_unless_equals_uint64 (in_flight (), 0);
  fail_unless_equals_uint64 (stats ()->forgotten, 4);
  rtp_cc_ledger_forget (ledger);
  fail_unless_equals_uint64 (stats ()->forgotten, 4);

  id[4] = send (A, 1);
  id[5] = send (A, 2);
  fail_unless_equals_uint64 (in_flight (), 2 * SIZE);

  /* Feedback is back: those it knows come late, others are not lost. */
  now += S;
  received_ce (A, 65533);
  received_ce (A, 0);
  received (A, 1);
  fail_unless_equals_uint64 (finish (), 3);
  assert_report (0, id[0], RTP_CC_FATE_RECEIVED_LATE);
  assert_report (1, id[3], RTP_CC_FATE_RECEIVED_LATE);
  assert_report (2, id[4], RTP_CC_FATE_RECEIVED);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, SIZE);
  fail_unless_equals_uint64 (in_flight (), SIZE);
  now += S;
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->lost, 0);

  received (A, 2);
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id[5], RTP_CC_FATE_RECEIVED);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* bytes_newly_acked_ce are some of bytes_newly_acked. */
GST_START_TEST (test_ledger_ce_of_newly_acked_only)
{
  for (guint i = 0; i < 6; i++)
    send (A, 65534 + i);

  received_ce (A, 65535);
  missing (A, 0);
  received (A, 1);
  /* A second block may go back. */
  received_ce (A, 65534);
  fail_unless_equals_uint64 (finish (), 3);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 4 * SIZE);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked_ce, 2 * SIZE);

  /* This one has left the flight before. */
  received_ce (A, 0);
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless_equals_int (feedback.reports[0].ecn, RTP_CC_ECN_CE);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 0);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked_ce, 0);
  fail_unless_equals_uint64 (stats ()->ce, 3);
}

GST_END_TEST;

/* ---- times ---- */

GST_START_TEST (test_ledger_rtt_of_newest_without_hold_time)
{
  send (A, 1);
  now += 7 * MS;
  send (B, 9);
  now += 5 * MS;
  send (A, 2);

  now += 50 * MS;
  received_ago (A, 1, 20 * MS);
  received_ago (A, 2, 13 * MS);
  received_ago (B, 9, 15 * MS);
  finish ();
  fail_unless_equals_int64 (feedback.rtt, (50 - 13) * MS);

  /* Nothing new */
  received_ago (A, 2, 13 * MS);
  finish ();
  fail_unless (feedback.rtt < 0);
}

GST_END_TEST;

/* Feedback that overtook another: the older one measures its own delay. */
GST_START_TEST (test_ledger_rtt_not_from_overtaken_feedback)
{
  for (guint i = 0; i < 4; i++)
    send (A, i);

  now += 40 * MS;
  received (A, 3);
  finish ();
  fail_unless_equals_int64 (feedback.rtt, 40 * MS);

  now += 20 * MS;
  received_ago (A, 1, 5 * MS);
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless (feedback.rtt < 0);
}

GST_END_TEST;

GST_START_TEST (test_ledger_rtt_absurd_ages)
{
  static const struct
  {
    gint64 age, rtt;
  } table[] = {
    {0, 50 * MS},
    {20 * MS, 30 * MS},
    {50 * MS, 0},
    /* Offsets are in 1/1024 s: a peer that rounds them up is not absurd. */
    {50 * MS + S / 1024, 0},
    {50 * MS + S / 1024 + 1, -1},
    {8 * S, -1},
    {-1, -1},
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    send (A, i);
    now += 50 * MS;
    received_ago (A, i, table[i].age);
    fail_unless_equals_uint64 (finish (), 1);
    fail_unless_equals_int64 (feedback.rtt, table[i].rtt);
    fail_unless (table[i].age >= 0
        || feedback.reports[0].arrival == RTP_CC_TIME_NEVER);
  }

  send (A, 20);
  now += 15 * S;
  received (A, 20);
  finish ();
  fail_unless_equals_int64 (feedback.rtt, 15 * S);
  send (A, 21);
  now += 15 * S + 1;
  received (A, 21);
  finish ();
  fail_unless (feedback.rtt < 0);
}

GST_END_TEST;

/* The newest has no usable age: the one before it will do, in any order. */
GST_START_TEST (test_ledger_rtt_of_newest_usable)
{
  gboolean newest_first = __i__;

  send (A, 1);
  send (B, 1);
  now += 50 * MS;
  if (newest_first)
    received_ago (B, 1, -1);
  received_ago (A, 1, 10 * MS);
  if (!newest_first)
    received_ago (B, 1, -1);
  finish ();
  fail_unless_equals_int64 (feedback.rtt, 40 * MS);
}

GST_END_TEST;

/* 20 s across the wrap of the 16 bits of seconds, RFC 8888 section 3.1 */
GST_START_TEST (test_ledger_report_timestamp_wraps)
{
  RtpCcTime first_arrival = 0;

  for (guint i = 0; i < 400; i++) {
    send (A, (guint16) (65500 + i));
    now += 50 * MS;
    received_ago (A, (guint16) (65500 + i), 10 * MS);
    fail_unless_equals_uint64 (finish (), 1);
    if (i == 0)
      first_arrival = feedback.reports[0].arrival;
    /* The short form has 15 us; nothing may add up. */
    check (ABS (feedback.reports[0].arrival - first_arrival
            - 50 * MS * (gint64) i) <= 400 * 16 * US);
  }
  fail_unless (report_timestamp (now) < report_timestamp (T0));
}

GST_END_TEST;

GST_START_TEST (test_ledger_reports_out_of_order_in_time)
{
  RtpCcTime arrival[3];

  for (guint i = 0; i < 3; i++)
    send (A, i);
  now += 50 * MS;
  metric_at (1000 << 16, A, 0, TRUE, RTP_CC_ECN_NOT_ECT, 10 * MS);
  finish ();
  arrival[0] = feedback.reports[0].arrival;
  metric_at (1002 << 16, A, 2, TRUE, RTP_CC_ECN_NOT_ECT, 10 * MS);
  finish ();
  arrival[2] = feedback.reports[0].arrival;
  metric_at (1001 << 16, A, 1, TRUE, RTP_CC_ECN_NOT_ECT, 30 * MS);
  finish ();
  arrival[1] = feedback.reports[0].arrival;

  fail_unless_equals_int64 (arrival[1] - arrival[0], 980 * MS);
  fail_unless_equals_int64 (arrival[2] - arrival[0], 2 * S);
}

GST_END_TEST;

/* Each report nine hours after the one before, as a forger would: arrivals
 * stay numbers that can be subtracted. */
GST_START_TEST (test_ledger_wild_report_timestamps)
{
  guint32 timestamp = 1;

  /* 2^63 ns are 281474 steps. */
  for (guint i = 0; i < 600000; i++) {
    send (A, (guint16) i);
    timestamp += 0x7fffffff;
    metric_at (timestamp, A, (guint16) i, TRUE, RTP_CC_ECN_NOT_ECT, 0);
    finish ();
    check (feedback.reports[0].arrival > -G_MAXINT64 / 2);
    check (feedback.reports[0].arrival < G_MAXINT64 / 2);
  }
}

GST_END_TEST;

/* ---- several SSRCs ---- */

GST_START_TEST (test_ledger_two_ssrcs_reports_in_order_of_sending)
{
  guint64 id[8];

  for (guint i = 0; i < 8; i++) {
    id[i] = send (i % 2 ? B : A, 65534 + i / 2);
    now += MS;
  }
  now += 50 * MS;
  for (guint i = 0; i < 4; i++)
    received (B, 65534 + i);
  for (guint i = 0; i < 4; i++)
    received (A, 65534 + i);
  fail_unless_equals_uint64 (finish (), 8);
  for (guint i = 0; i < 8; i++) {
    assert_report (i, id[i], RTP_CC_FATE_RECEIVED);
    fail_unless_equals_uint64 (feedback.reports[i].packet.ssrc, i % 2 ? B : A);
    fail_unless_equals_int64 (feedback.reports[i].packet.sent, T0 + i * MS);
  }
}

GST_END_TEST;

/* One SSRC's acknowledgement says nothing of another's packets. */
GST_START_TEST (test_ledger_ssrcs_have_edges_of_their_own)
{
  send (A, 5);
  send (B, 4);
  send (A, 6);

  received (A, 6);
  finish ();
  fail_unless_equals_uint64 (in_flight (), SIZE);
  now += S;
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless_equals_uint64 (feedback.reports[0].packet.ssrc, A);
  fail_unless_equals_uint64 (in_flight (), SIZE);
}

GST_END_TEST;

/* Feedback for other senders is no part of any of ours. */
GST_START_TEST (test_ledger_unknown_ssrc_changes_nothing)
{
  RtpCcTime arrival;

  fail_if (rtp_cc_ledger_knows (ledger, A));
  send (A, 1);
  fail_unless (rtp_cc_ledger_knows (ledger, A));
  metric_at (1000 << 16, A, 1, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  finish ();
  arrival = feedback.reports[0].arrival;

  /* Another receiver's clock, in a packet that nobody finishes. */
  metric_at (9000 << 16, B, 1, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  metric_at (9000 << 16, B, 2, FALSE, RTP_CC_ECN_NOT_ECT, 0);
  fail_unless_equals_uint64 (stats ()->unknown_ssrc, 2);

  send (A, 2);
  metric_at (1001 << 16, A, 2, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless_equals_uint64 (feedback.prior_in_flight, SIZE);
  fail_unless_equals_int64 (feedback.reports[0].arrival - arrival, S);
  send (A, 3);
  metric_at (1002 << 16, A, 3, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  finish ();
  fail_unless_equals_int64 (feedback.reports[0].arrival - arrival, 2 * S);
}

GST_END_TEST;

GST_START_TEST (test_ledger_too_many_ssrcs)
{
  guint n_known = 0;

  for (guint i = 0; i < 100; i++) {
    send (1000 + i, 65535);
    send (1000 + i, 0);
    now += MS;
    check (in_flight () == 2 * SIZE * MIN (i + 1, 64));
  }
  for (guint i = 0; i < 100; i++)
    n_known += rtp_cc_ledger_knows (ledger, 1000 + i);
  fail_unless_equals_int (n_known, 64);
  /* Those that were silent longest went. */
  fail_if (rtp_cc_ledger_knows (ledger, 1035));
  fail_unless (rtp_cc_ledger_knows (ledger, 1036));
  fail_unless_equals_uint64 (stats ()->forgotten, 2 * 36);

  for (guint i = 0; i < 100; i++) {
    received (1000 + i, 65535);
    received (1000 + i, 0);
  }
  fail_unless_equals_uint64 (finish (), 2 * 64);
  fail_unless_equals_uint64 (stats ()->unknown_ssrc, 2 * 36);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* ---- numbers that do not go on by one ---- */

/* As rtprtxqueue repeats packets, under their own numbers. */
GST_START_TEST (test_ledger_same_number_again)
{
  guint64 id;

  send (A, 1);
  send (A, 2);
  send (A, 3);
  now += 10 * MS;
  id = send (A, 2);
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);

  /* Which of the two came cannot be told: neither RTT nor arrival. */
  now += 50 * MS;
  received (A, 2);
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_RECEIVED);
  fail_unless (feedback.rtt < 0);
  fail_unless (feedback.reports[0].arrival == RTP_CC_TIME_NEVER);
  fail_unless_equals_uint64 (in_flight (), SIZE);
  received (A, 3);
  finish ();
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* Repeated after its loss: it has the time of a round trip once more. */
GST_START_TEST (test_ledger_lost_number_again)
{
  guint64 lost, again, later;

  lost = send (A, 1);
  send (A, 2);
  received (A, 2);
  finish ();
  now += 31 * MS;
  finish ();
  assert_report (0, lost, RTP_CC_FATE_LOST);

  again = send (A, 1);
  fail_unless_equals_uint64 (in_flight (), 0);
  later = send (A, 3);
  now += 200 * MS;
  missing (A, 1);
  fail_unless_equals_uint64 (finish (), 0);

  /* A packet that left after it came; now the reordering window counts. */
  received (A, 3);
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, later, RTP_CC_FATE_RECEIVED);
  now += 30 * MS;
  fail_unless_equals_uint64 (finish (), 0);
  if (__i__ == 0) {
    received (A, 1);
    fail_unless_equals_uint64 (finish (), 1);
    assert_report (0, again, RTP_CC_FATE_RECEIVED);
  }
  now += 1;
  fail_unless_equals_uint64 (finish (), __i__);
  if (__i__ == 1)
    assert_report (0, again, RTP_CC_FATE_LOST);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* Other packets of an application may overtake each other before us. */
GST_START_TEST (test_ledger_number_a_little_back)
{
  send (A, 100);
  send (A, 102);
  send (A, 101);
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);
  /* Before the first of all: there is no place for it. */
  send (A, 98);
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);

  received (A, 98);
  received (A, 100);
  received (A, 101);
  received (A, 102);
  fail_unless_equals_uint64 (finish (), 3);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* A payloader that begins anew under the same SSRC. */
GST_START_TEST (test_ledger_numbers_jump)
{
  static const gint jumps[] = {
    300, 30000, 32767, 32768, 32769, 40000, 65000, -5000, -30000, 12345
  };
  guint16 seq = 40000;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++) {
    for (guint k = 0; k < 500; k++) {
      send (A, seq);
      n++;
      check (in_flight () == SIZE);
      now += MS;
      received (A, seq++);
      check (finish () == 1);
      check (feedback.bytes_newly_acked == SIZE);
      check (in_flight () == 0);
    }
    seq = (guint16) (seq + jumps[i]);
  }
  fail_unless_equals_uint64 (stats ()->received, n);
  fail_unless_equals_uint64 (stats ()->lost, 0);
}

GST_END_TEST;

/* The same with packets in flight: those before the jump are given up or
 * matched, and none stays in flight. */
GST_START_TEST (test_ledger_numbers_jump_with_flight)
{
  static const gint jumps[] = { 300, 32767, 40000, -5000, -30000 };
  guint16 seq = 100;

  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++) {
    for (guint k = 0; k < 500; k++)
      send (A, seq++);
    seq = (guint16) (seq + jumps[i]);
    send (A, seq);
    now += 50 * MS;
    received (A, seq++);
    finish ();
    fail_unless_equals_uint64 (in_flight (), 0);
    now += S;
    finish ();
  }
  fail_unless_equals_uint64 (stats ()->sent,
      stats ()->received + stats ()->lost + stats ()->forgotten);
}

GST_END_TEST;

/* All numbers that are kept are in flight, and a jump leaves hardly any of them, one, or
 * none: what falls out leaves the flight, once. */
GST_START_TEST (test_ledger_numbers_jump_over_the_ring)
{
  for (guint jump = 32765; jump <= 32770; jump++) {
    guint16 seq = 100;

    teardown ();
    setup ();
    for (guint i = 0; i < 32768; i++)
      send (A, seq++);
    send (A, (guint16) (seq + jump));
    fail_unless_equals_uint64 (in_flight (),
        (1 + MAX (32767 - (gint) jump, 0)) * SIZE);
  }
}

GST_END_TEST;

/* Back by less than a payloader's restart would: taken for repetitions until
 * the numbers are new again. */
GST_START_TEST (test_ledger_numbers_back_into_the_ring)
{
  for (guint i = 0; i < 200; i++)
    send (A, i);
  received (A, 199);
  finish ();
  for (guint i = 50; i < 200; i++) {
    send (A, i);
    check (in_flight () == 0);
    received (A, i);
    check (finish () == 1);
  }
  send (A, 200);
  fail_unless_equals_uint64 (in_flight (), SIZE);
  received (A, 200);
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* Half the numbers are kept; what falls out leaves the flight. */
GST_START_TEST (test_ledger_ring_is_full)
{
  guint64 id = 0;

  for (guint i = 0; i < 40000; i++)
    id = send (A, (guint16) (65000 + i));
  fail_unless_equals_uint64 (in_flight (), G_GUINT64_CONSTANT (32768) * SIZE);
  fail_unless_equals_uint64 (stats ()->forgotten, 40000 - 32768);

  /* The oldest that is kept, and the one before it */
  received (A, (guint16) (65000 + 40000 - 32768));
  fail_unless_equals_uint64 (finish (), 1);
  received (A, (guint16) (65000 + 40000 - 32769));
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 1);

  received (A, (guint16) (65000 + 39999));
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_RECEIVED);
  fail_unless_equals_uint64 (in_flight (), 0);
  now += S;
  fail_unless_equals_uint64 (finish (), 32766);
  fail_unless_equals_uint64 (stats ()->lost, 32766);
}

GST_END_TEST;

/* Of packets that all came the last 128 are kept at least, as they may be named again, and
 * the last 256 at most, however many they were. */
GST_START_TEST (test_ledger_what_came_is_forgotten)
{
  guint16 seq = 65000;

  for (guint i = 0; i < 3000; i++) {
    send (A, seq);
    now += MS;
    received (A, seq++);
    check (finish () == 1);
  }
  received (A, seq - 128);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 0);
  received (A, seq - 257);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 1);
}

GST_END_TEST;

/* ---- transport-wide numbers ---- */

/* @n packets, the number before the last one's left out; all numbers are said to have
 * come, of which @trap is a trap. */
static guint
count_lies (guint n, guint trap)
{
  RtpCcTwccPacket packets[512];

  teardown ();
  setup ();
  for (guint i = 0; i < n; i++) {
    send (A, i);
    rtp_cc_ledger_number (ledger, A, i, (guint16) (1000 + i + (i == n - 1)));
  }
  rtp_cc_ledger_set_trap (ledger, (guint16) (1000 + trap));
  for (guint i = 0; i <= n; i++) {
    packets[i].seq = (guint16) (1000 + i);
    packets[i].received = TRUE;
    packets[i].arrival = i * MS;
  }
  rtp_cc_ledger_twcc (ledger, packets, n + 1, now + S);
  check (finish () == n);
  return rtp_cc_ledger_honesty (ledger).lies;
}

/* It is a lie if the number was left out; and a trap takes no packet's place. */
GST_START_TEST (test_ledger_number_left_out)
{
  for (guint n = 15; n < 512; n += n == 255 || n == 256 ? 1 : 15) {
    fail_unless_equals_int (count_lies (n, n - 1), 1);
    fail_unless_equals_int (count_lies (n, n - 2), 0);
    fail_unless_equals_int (count_lies (n, n), 0);
    fail_unless_equals_int (count_lies (n, n + 1), 0);
  }
}

GST_END_TEST;

/* ---- against a plain model ---- */

#define MODEL_PACKETS 6000
#define MODEL_SSRCS 3

typedef struct
{
  guint ssrc;
  gint64 n;                     /* sequence number, not wrapped */
  guint size;
  RtpCcTime passed;
  gboolean arrived, skipped;
  gboolean below;               /* out of flight */
  enum
  { WAITS, RECEIVED, LOST, FORGOTTEN } state;
} ModelPacket;

static ModelPacket model[MODEL_PACKETS];
static guint n_model;
static gint64 model_next[MODEL_SSRCS];
static gint64 model_window;
static guint64 model_acked;
static guint n_said;

static void
model_send (GRand * rand)
{
  guint ssrc = g_rand_int_range (rand, 0, MODEL_SSRCS);
  ModelPacket *p = &model[n_model];

  if (g_rand_int_range (rand, 0, 20) == 0)
    model_next[ssrc] += g_rand_int_range (rand, 0, 50);
  memset (p, 0, sizeof (*p));
  p->ssrc = ssrc;
  p->n = model_next[ssrc]++;
  p->size = g_rand_int_range (rand, 40, 1500);
  p->arrived = g_rand_int_range (rand, 0, 10) > 0;
  p->passed = RTP_CC_TIME_NEVER;
  check (send_size (1 + ssrc, (guint16) p->n, p->size) == n_model);
  n_model++;
}

static guint64
model_in_flight (void)
{
  guint64 bytes = 0;

  for (guint i = 0; i < n_model; i++)
    bytes += model[i].below ? 0 : model[i].size;
  return bytes;
}

/* What the next report of packet @k has to be. */
static void
model_received (guint k)
{
  ModelPacket *p = &model[k];

  received (1 + p->ssrc, (guint16) p->n);
  if (p->state == RECEIVED)
    return;
  if (p->state == LOST && now - p->passed > model_window)
    model_window = MIN (now - p->passed, 250 * MS);
  for (guint i = 0; i < n_model; i++) {
    ModelPacket *q = &model[i];

    if (q->below || q->ssrc != p->ssrc || q->n > p->n)
      continue;
    q->below = TRUE;
    q->passed = now;
    model_acked += q->size;
  }
  p->state = RECEIVED;
  n_said++;
}

static void
model_finish (void)
{
  for (guint i = 0; i < n_model; i++) {
    ModelPacket *p = &model[i];

    if (p->state == WAITS && p->below && now - p->passed > model_window) {
      p->state = LOST;
      n_said++;
    }
  }
  check (finish () == n_said);
  check (feedback.bytes_newly_acked == model_acked);
  check (feedback.bytes_in_flight == model_in_flight ());
  for (gsize i = 0; i < feedback.n_reports; i++) {
    const RtpCcReport *r = &feedback.reports[i];
    const ModelPacket *p = &model[r->packet.id];

    check (i == 0 || r->packet.id > feedback.reports[i - 1].packet.id);
    check ((r->fate == RTP_CC_FATE_LOST) == (p->state == LOST));
    check (r->packet.size == p->size && r->packet.ssrc == 1 + p->ssrc);
  }
  n_said = 0;
  model_acked = 0;
}

/* Some of the newest hundred that have arrived, with repetitions. */
static void
model_feedback (GRand * rand)
{
  guint n = g_rand_int_range (rand, 1, 40);
  guint oldest = n_model > 100 ? n_model - 100 : 0;

  while (n-- > 0) {
    guint k = g_rand_int_range (rand, oldest, n_model);

    if (model[k].arrived)
      model_received (k);
    else
      missing (1 + model[k].ssrc, (guint16) model[k].n);
  }
  model_finish ();
}

static void
model_forget (void)
{
  rtp_cc_ledger_forget (ledger);
  for (guint i = 0; i < n_model; i++) {
    model[i].below = TRUE;
    if (model[i].state == WAITS)
      model[i].state = FORGOTTEN;
  }
}

/* Skips, losses, reordering, repetition, feedback that stops: the ledger says
 * what a list without rings and wraps says. */
GST_START_TEST (test_ledger_agrees_with_model)
{
  GRand *rand = g_rand_new_with_seed (20240601 + __i__);

  n_model = n_said = 0;
  model_acked = 0;
  model_window = 30 * MS;
  for (guint i = 0; i < MODEL_SSRCS; i++)
    model_next[i] = G_GINT64_CONSTANT (1 << 20)
        + first_numbers[g_rand_int_range (rand, 0,
            G_N_ELEMENTS (first_numbers))];

  while (n_model < 1500) {
    now += g_rand_int_range (rand, 0, 3 * MS);
    model_send (rand);
    if (g_rand_int_range (rand, 0, 12) == 0)
      model_feedback (rand);
    if (g_rand_int_range (rand, 0, 500) == 0)
      model_forget ();
  }
  for (guint i = 0; i < MODEL_SSRCS; i++) {
    guint k = n_model - 1;

    while (model[k].ssrc != i)
      k--;
    model_received (k);
  }
  model_finish ();
  now += S;
  model_finish ();
  fail_unless_equals_uint64 (in_flight (), 0);
  g_rand_free (rand);
}

GST_END_TEST;

/* Numbers that were skipped have not left; of what is too old, and of other
 * SSRCs, nobody knows. */
GST_START_TEST (test_ledger_was_sent)
{
  guint16 first = first_numbers[__i__];

  check (rtp_cc_ledger_was_sent (ledger, A, first));
  send (A, first);
  send (A, first + 1);
  send (A, first + 4);
  check (rtp_cc_ledger_was_sent (ledger, A, first));
  check (rtp_cc_ledger_was_sent (ledger, A, first + 1));
  check (!rtp_cc_ledger_was_sent (ledger, A, first + 2));
  check (!rtp_cc_ledger_was_sent (ledger, A, first + 3));
  check (rtp_cc_ledger_was_sent (ledger, A, first + 4));
  check (!rtp_cc_ledger_was_sent (ledger, A, first + 5));
  check (rtp_cc_ledger_was_sent (ledger, A, first - 1));
  check (rtp_cc_ledger_was_sent (ledger, B, first + 2));
}

GST_END_TEST;

/* ---- streams that the receiver does not report on ---- */

/* A stream through a network with outages, and what its receiver has not reported. */
typedef struct
{
  guint32 ssrc;
  RtpCcTime period, next_send;
  guint16 next, oldest;
  struct
  {
    RtpCcTime sent;
    gboolean lost;
  } packets[65536];
} Flow;

typedef struct
{
  GRand *rand;
  Flow flows[2];
  RtpCcTime rtt, interval, next_report, last_report;
  RtpCcTime outage, outage_end;
  gboolean feedback_only;       /* the outage is of the way back */
  gdouble loss;
} Network;

static RtpCcTime
some_ms (Network * net, gint min, gint max)
{
  return g_rand_int_range (net->rand, min, max) * MS;
}

static Network *
network_new (guint seed)
{
  Network *net = g_new0 (Network, 1);

  net->rand = g_rand_new_with_seed (seed);
  net->rtt = some_ms (net, 5, seed % 3 ? 300 : 2000);
  net->interval = some_ms (net, 2, 250);
  net->loss = seed % 4 ? 0 : g_rand_double_range (net->rand, 0, 0.1);
  for (guint i = 0; i < 2; i++) {
    net->flows[i].ssrc = i == 0 ? A : B;
    net->flows[i].period = some_ms (net, 2, g_rand_boolean (net->rand) ? 60
        : 500);
    net->flows[i].next_send = now + i * some_ms (net, 0, 3000);
  }
  net->outage = now + some_ms (net, 500, 5000);
  net->last_report = now;
  return net;
}

static void
network_free (Network * net)
{
  g_rand_free (net->rand);
  g_free (net);
}

static gboolean
is_out (const Network * net)
{
  return now >= net->outage && now < net->outage_end;
}

static void
run_outages (Network * net)
{
  if (now < net->outage || is_out (net))
    return;
  if (net->outage_end > net->outage) {
    net->outage = now + some_ms (net, 20, 5000);
    net->outage_end = 0;
  } else {
    net->outage_end = now + some_ms (net, 200, 10000);
    net->feedback_only = g_rand_int_range (net->rand, 0, 4) == 0;
  }
}

static void
run_flow (Network * net, Flow * flow)
{
  if (now < flow->next_send)
    return;
  flow->packets[flow->next].sent = now;
  flow->packets[flow->next].lost = (is_out (net) && !net->feedback_only)
      || g_rand_double (net->rand) < net->loss;
  send (flow->ssrc, flow->next++);
  flow->next_send = now + flow->period;
}

/* What has come since the report before; one that is lost is not said again. */
static gboolean
report_on (const Network * net, Flow * flow)
{
  gboolean any = FALSE;

  while (flow->oldest != flow->next
      && flow->packets[flow->oldest].sent <= now - net->rtt) {
    if (!is_out (net) && !flow->packets[flow->oldest].lost) {
      received_ago (flow->ssrc, flow->oldest, 0);
      any = TRUE;
    }
    flow->oldest++;
  }
  return any;
}

static void
run_receiver (Network * net, guint reported)
{
  gboolean any = FALSE;

  if (now >= net->next_report) {
    net->next_report = now + net->interval;
    for (guint i = 0; i < reported; i++)
      any |= report_on (net, &net->flows[i]);
    if (any) {
      rtp_cc_ledger_finish (ledger, &feedback, now);
      net->last_report = now;
    }
  }
  if (now - net->last_report > 500 * MS + net->rtt) {
    rtp_cc_ledger_forget (ledger);
    net->last_report = now;
  }
}

static void
run_network (Network * net, RtpCcTime time, guint reported)
{
  for (RtpCcTime end = now + time; now < end; now += MS) {
    run_outages (net);
    for (guint i = 0; i < 2; i++)
      run_flow (net, &net->flows[i]);
    run_receiver (net, reported);
  }
}

/* However often and long nothing comes through, and whatever comes first then: who
 * is honest is not said to leave a stream out. */
GST_START_TEST (test_ledger_outages_leave_no_stream_unheard)
{
  Network *net = network_new ((guint) __i__);
  guint32 ssrc;

  for (guint i = 0; i < 600; i++) {
    run_network (net, 100 * MS, 2);
    fail_if (rtp_cc_ledger_take_unheard (ledger, &ssrc), "%08x after %.1f s",
        ssrc, (gdouble) (now - T0) / S);
  }
  fail_unless_equals_int (rtp_cc_ledger_count_unheard (ledger), 0);
  network_free (net);
}

GST_END_TEST;

/* One that is left out is found, in the times between outages. */
GST_START_TEST (test_ledger_unheard_in_spite_of_outages)
{
  Network *net = network_new ((guint) __i__);
  guint32 ssrc = 0;

  net->flows[0].period = MIN (net->flows[0].period, 50 * MS);
  net->flows[1].period = MIN (net->flows[1].period, 50 * MS);
  net->rtt = MIN (net->rtt, 200 * MS);
  for (guint i = 0; i < 600 && ssrc == 0; i++) {
    run_network (net, 100 * MS, 1);
    rtp_cc_ledger_take_unheard (ledger, &ssrc);
  }
  fail_unless_equals_uint64 (ssrc, B);
  network_free (net);
}

GST_END_TEST;

static Suite *
ledger_suite (void)
{
  Suite *s = suite_create ("ledger");
  TCase *tc = tcase_create ("general");
  guint n = G_N_ELEMENTS (first_numbers);

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_ledger_packet_is_reported_once, 0, n);
  tcase_add_loop_test (tc, test_ledger_seqnum_wrap_with_loss, 0, n);
  tcase_add_loop_test (tc, test_ledger_skipped_numbers_are_not_lost, 0, n);
  tcase_add_loop_test (tc, test_ledger_unknown_numbers_are_counted, 0, n);
  tcase_add_loop_test (tc, test_ledger_was_sent, 0, n);
  tcase_add_test (tc, test_ledger_reordered_packet_is_not_lost);
  tcase_add_test (tc, test_ledger_late_packet_widens_reorder_window);
  tcase_add_test (tc, test_ledger_forget_empties_the_flight);
  tcase_add_test (tc, test_ledger_ce_of_newly_acked_only);
  tcase_add_test (tc, test_ledger_rtt_of_newest_without_hold_time);
  tcase_add_test (tc, test_ledger_rtt_not_from_overtaken_feedback);
  tcase_add_test (tc, test_ledger_rtt_absurd_ages);
  tcase_add_loop_test (tc, test_ledger_rtt_of_newest_usable, 0, 2);
  tcase_add_test (tc, test_ledger_report_timestamp_wraps);
  tcase_add_test (tc, test_ledger_reports_out_of_order_in_time);
  tcase_add_test (tc, test_ledger_wild_report_timestamps);
  tcase_add_test (tc, test_ledger_two_ssrcs_reports_in_order_of_sending);
  tcase_add_test (tc, test_ledger_ssrcs_have_edges_of_their_own);
  tcase_add_test (tc, test_ledger_unknown_ssrc_changes_nothing);
  tcase_add_test (tc, test_ledger_too_many_ssrcs);
  tcase_add_test (tc, test_ledger_same_number_again);
  tcase_add_loop_test (tc, test_ledger_lost_number_again, 0, 2);
  tcase_add_test (tc, test_ledger_number_a_little_back);
  tcase_add_test (tc, test_ledger_numbers_jump);
  tcase_add_test (tc, test_ledger_numbers_jump_with_flight);
  tcase_add_test (tc, test_ledger_numbers_jump_over_the_ring);
  tcase_add_test (tc, test_ledger_numbers_back_into_the_ring);
  tcase_add_test (tc, test_ledger_ring_is_full);
  tcase_add_test (tc, test_ledger_what_came_is_forgotten);
  tcase_add_test (tc, test_ledger_number_left_out);
  tcase_add_loop_test (tc, test_ledger_agrees_with_model, 0, 20);
  tcase_add_loop_test (tc, test_ledger_outages_leave_no_stream_unheard, 0,
      seeds (50));
  tcase_add_loop_test (tc, test_ledger_unheard_in_spite_of_outages, 0, 20);

  return s;
}

GST_CHECK_MAIN (ledger);

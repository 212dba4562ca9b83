/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times that the ledger makes of feedback: round trips and arrivals, from reports that are
 * late, out of order or absurd. */
#include "ledgertest.h"

GST_START_TEST (test_ledger_rtt_of_newest_without_hold_time)
{
  send_packet (A, 1);
  now += 7 * MS;
  send_packet (B, 9);
  now += 5 * MS;
  send_packet (A, 2);

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
    send_packet (A, i);

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
    send_packet (A, i);
    now += 50 * MS;
    received_ago (A, i, table[i].age);
    fail_unless_equals_uint64 (finish (), 1);
    fail_unless_equals_int64 (feedback.rtt, table[i].rtt);
    fail_unless (table[i].age >= 0
        || feedback.reports[0].arrival == RTP_CC_TIME_NEVER);
  }

  send_packet (A, 20);
  now += 15 * S;
  received (A, 20);
  finish ();
  fail_unless_equals_int64 (feedback.rtt, 15 * S);
  send_packet (A, 21);
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

  send_packet (A, 1);
  send_packet (B, 1);
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
    send_packet (A, (guint16) (65500 + i));
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
    send_packet (A, i);
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
    send_packet (A, (guint16) i);
    timestamp += 0x7fffffff;
    metric_at (timestamp, A, (guint16) i, TRUE, RTP_CC_ECN_NOT_ECT, 0);
    finish ();
    check (feedback.reports[0].arrival > -G_MAXINT64 / 2);
    check (feedback.reports[0].arrival < G_MAXINT64 / 2);
  }
}

GST_END_TEST;

static Suite *
ledgertimes_suite (void)
{
  Suite *s = suite_create ("ledgertimes");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_ledger_rtt_of_newest_without_hold_time);
  tcase_add_test (tc, test_ledger_rtt_not_from_overtaken_feedback);
  tcase_add_test (tc, test_ledger_rtt_absurd_ages);
  tcase_add_loop_test (tc, test_ledger_rtt_of_newest_usable, 0, 2);
  tcase_add_test (tc, test_ledger_report_timestamp_wraps);
  tcase_add_test (tc, test_ledger_reports_out_of_order_in_time);
  tcase_add_test (tc, test_ledger_wild_report_timestamps);

  return s;
}

GST_CHECK_MAIN (ledgertimes);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What was sent and what feedback says of it: arrivals, losses, several SSRCs. */
#include "ledgertest.h"

static void
received_ce (guint32 ssrc, guint16 seq)
{
  metric_at (report_timestamp (now), ssrc, seq, TRUE, RTP_CC_ECN_CE, 0);
}

GST_START_TEST (test_ledger_packet_is_reported_once)
{
  guint16 first = first_numbers[__i__];
  guint64 id[10];

  for (guint i = 0; i < 10; i++)
    id[i] = send_packet (A, (guint16) (first + i));
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
    id[i] = send_packet (A, (guint16) (first + i));

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

  send_packet (A, first);
  send_packet (A, (guint16) (first + 1));
  send_packet (A, (guint16) (first + 500));
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

  send_packet (A, first);
  send_packet (A, (guint16) (first + 1));

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
    id[i] = send_packet (A, 65534 + i);

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
  guint64 id = send_packet (A, 10);

  send_packet (A, 11);
  missing (A, 10);
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
  id = send_packet (A, 12);
  send_packet (A, 13);
  missing (A, 12);
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
  send_packet (A, 14);
  send_packet (A, 15);
  missing (A, 14);
  received (A, 15);
  finish ();
  now += 250 * MS;
  fail_unless_equals_uint64 (finish (), 0);
  now += 1;
  fail_unless_equals_uint64 (finish (), 1);
}

GST_END_TEST;

/* Who receives names what is missing.  What stands in no report stood in one that was
 * lost: it counts as received, when it has had the time of those that overtake each other,
 * and nobody knows when it came. */
GST_START_TEST (test_ledger_unnamed_is_presumed_received)
{
  guint64 id = send_packet (A, 65535);

  send_packet (A, 0);
  received (A, 0);
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless_equals_uint64 (in_flight (), 0);
  now += 30 * MS;
  fail_unless_equals_uint64 (finish (), 0);
  now++;
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_RECEIVED);
  fail_unless (feedback.reports[0].arrival == RTP_CC_TIME_NEVER);
  fail_unless_equals_uint64 (stats ()->forgotten, 1);
  fail_unless_equals_uint64 (stats ()->received, 1);
  fail_unless_equals_uint64 (stats ()->lost, 0);

  /* That is the last word. */
  missing (A, 65535);
  fail_unless_equals_uint64 (finish (), 0);
  received (A, 65535);
  fail_unless_equals_uint64 (finish (), 0);
  now += S;
  fail_unless_equals_uint64 (finish (), 0);
}

GST_END_TEST;

/* If its report was overtaken, the next one has as much time, and is heard. */
GST_START_TEST (test_ledger_overtaken_report_widens_reorder_window)
{
  guint64 id;

  send_packet (A, 65534);
  send_packet (A, 65535);
  received (A, 65535);
  finish ();
  now += 31 * MS;
  fail_unless_equals_uint64 (finish (), 1);
  now += 49 * MS;
  if (__i__ == 0)
    missing (A, 65534);
  else
    received (A, 65534);
  fail_unless_equals_uint64 (finish (), 0);

  id = send_packet (A, 0);
  send_packet (A, 1);
  received (A, 1);
  finish ();
  now += 80 * MS;
  fail_unless_equals_uint64 (finish (), 0);
  missing (A, 0);
  now++;
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_LOST);
}

GST_END_TEST;

/* Packets each 4 ms, with a report after each @period of them that names the last @named;
 * returns the part of the others that is lost, after 10 s of that. */
static gdouble
lost_of_unnamed (guint16 first, guint named, guint period)
{
  guint64 lost = 0, presumed = 0;

  for (guint i = 0; i < 5000; i++) {
    send_packet (A, (guint16) (first + i));
    now += 4 * MS;
    if ((i + 1) % period == 0) {
      for (guint k = named; k-- > 0;)
        received (A, (guint16) (first + i - k));
      finish ();
    }
    if (i == 2500) {
      lost = stats ()->lost;
      presumed = stats ()->forgotten;
    }
  }
  lost = stats ()->lost - lost;
  presumed = stats ()->forgotten - presumed;
  return (gdouble) lost / (gdouble) (lost + presumed);
}

/* A receiver could leave out what was lost.  With nine of ten packets in no report that is
 * not by chance, or there is so little feedback that nothing controls the rate. */
GST_START_TEST (test_ledger_many_unnamed_are_lost)
{
  fail_unless (lost_of_unnamed (0, 1, 50) == 1);
  fail_unless (lost_of_unnamed (5000, 1, 20) == 1);
  fail_unless (lost_of_unnamed (10000, 1, 8) == 0);
  fail_unless (lost_of_unnamed (15000, 6, 10) == 0);
}

GST_END_TEST;

static void
lose_reports (guint16 first, guint n)
{
  for (guint i = 0; i < n; i++)
    send_packet (A, (guint16) (first + i));
  received (A, (guint16) (first + n - 1));
  finish ();
  now += 31 * MS;
  fail_unless_equals_uint64 (finish (), n - 1);
}

/* That reports are lost at first, or after a pause, says nothing of the receiver. */
GST_START_TEST (test_ledger_few_unnamed)
{
  guint16 n;

  lose_reports (0, 30);
  lose_reports (30, 3);
  fail_unless_equals_uint64 (stats ()->lost, 0);
  now += 20 * S;
  lose_reports (33, 3);
  lose_reports (36, 30);
  fail_unless_equals_uint64 (stats ()->lost, 0);
  for (n = 66; stats ()->lost == 0 && n < 1000; n += 30)
    lose_reports (n, 30);
  fail_unless (n > 200 && n < 500, "%u", n);
}

GST_END_TEST;

GST_START_TEST (test_ledger_forget_empties_the_flight)
{
  guint64 id[6];

  for (guint i = 0; i < 4; i++)
    id[i] = send_packet (A, 65533 + i);
  send_packet (B, 7);
  received (A, 65534);
  finish ();
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);

  rtp_cc_ledger_forget (ledger);
  fail_unless_equals_uint64 (in_flight (), 0);
  fail_unless_equals_uint64 (stats ()->forgotten, 4);
  rtp_cc_ledger_forget (ledger);
  fail_unless_equals_uint64 (stats ()->forgotten, 4);

  id[4] = send_packet (A, 1);
  id[5] = send_packet (A, 2);
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
    send_packet (A, 65534 + i);

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

GST_START_TEST (test_ledger_two_ssrcs_reports_in_order_of_sending)
{
  guint64 id[8];

  for (guint i = 0; i < 8; i++) {
    id[i] = send_packet (i % 2 ? B : A, 65534 + i / 2);
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
/* Repair left before the first packets of its SSRC. */
GST_START_TEST (test_ledger_counts_what_was_overtaken)
{
  send_packet (A, 3);
  send_packet (A, 1);
  send_packet (A, 2);
  fail_unless_equals_uint64 (stats ()->sent, 3);
  fail_unless_equals_uint64 (stats ()->sent_bytes, 3 * SIZE);
}

GST_END_TEST;

GST_START_TEST (test_ledger_ssrcs_have_edges_of_their_own)
{
  send_packet (A, 5);
  send_packet (B, 4);
  send_packet (A, 6);

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
  send_packet (A, 1);
  fail_unless (rtp_cc_ledger_knows (ledger, A));
  metric_at (1000 << 16, A, 1, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  finish ();
  arrival = feedback.reports[0].arrival;

  /* Another receiver's clock, in a packet that nobody finishes. */
  metric_at (9000 << 16, B, 1, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  metric_at (9000 << 16, B, 2, FALSE, RTP_CC_ECN_NOT_ECT, 0);
  fail_unless_equals_uint64 (stats ()->unknown_ssrc, 2);

  send_packet (A, 2);
  metric_at (1001 << 16, A, 2, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless_equals_uint64 (feedback.prior_in_flight, SIZE);
  fail_unless_equals_int64 (feedback.reports[0].arrival - arrival, S);
  send_packet (A, 3);
  metric_at (1002 << 16, A, 3, TRUE, RTP_CC_ECN_NOT_ECT, 0);
  finish ();
  fail_unless_equals_int64 (feedback.reports[0].arrival - arrival, 2 * S);
}

GST_END_TEST;

GST_START_TEST (test_ledger_too_many_ssrcs)
{
  guint n_known = 0;

  for (guint i = 0; i < 100; i++) {
    send_packet (1000 + i, 65535);
    send_packet (1000 + i, 0);
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
  tcase_add_test (tc, test_ledger_reordered_packet_is_not_lost);
  tcase_add_test (tc, test_ledger_late_packet_widens_reorder_window);
  tcase_add_test (tc, test_ledger_unnamed_is_presumed_received);
  tcase_add_loop_test (tc, test_ledger_overtaken_report_widens_reorder_window,
      0, 2);
  tcase_add_test (tc, test_ledger_many_unnamed_are_lost);
  tcase_add_test (tc, test_ledger_few_unnamed);
  tcase_add_test (tc, test_ledger_forget_empties_the_flight);
  tcase_add_test (tc, test_ledger_ce_of_newly_acked_only);
  tcase_add_test (tc, test_ledger_two_ssrcs_reports_in_order_of_sending);
  tcase_add_test (tc, test_ledger_counts_what_was_overtaken);
  tcase_add_test (tc, test_ledger_ssrcs_have_edges_of_their_own);
  tcase_add_test (tc, test_ledger_unknown_ssrc_changes_nothing);
  tcase_add_test (tc, test_ledger_too_many_ssrcs);

  return s;
}

GST_CHECK_MAIN (ledger);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A session with transport-wide numbers: what is sent, and what TWCC reports say of it. */
#include "twcctest.h"

#define WIRE 1000

static guint
count_fate (RtpCcFate fate)
{
  guint n = 0;

  for (gsize i = 0; i < told.n_reports; i++)
    n += reports[i].fate == fate;
  return n;
}

GST_START_TEST (test_twcc_numbers_go_over_all_ssrcs)
{
  fail_unless_equals_int (send_packet (A), 65530);
  fail_unless_equals_int (send_packet (B), 65531);
  for (guint i = 0; i < 4; i++)
    send_packet (A);
  fail_unless_equals_int (send_packet (B), 0);
}

GST_END_TEST;

GST_START_TEST (test_twcc_packets_of_all_ssrcs_are_matched)
{
  for (guint i = 0; i < 20; i++) {
    send_packet (i & 1 ? B : A);
    now += MS;
  }
  report_at (now + 30 * MS, FIRST_NUMBER, 20, T0, 0);

  fail_unless_equals_int (told.n_reports, 20);
  for (guint i = 0; i < 20; i++) {
    check (reports[i].packet.id == i);
    check (reports[i].packet.ssrc == (i & 1 ? B : A));
    check (reports[i].fate == RTP_CC_FATE_RECEIVED);
    check (reports[i].packet.sent == T0 + i * MS);
    check (reports[i].arrival - reports[0].arrival == i * MS);
  }
  fail_unless_equals_uint64 (told.bytes_in_flight, 0);
  fail_unless_equals_uint64 (told.bytes_newly_acked, 20 * WIRE);
  fail_unless_equals_uint64 (get_info ()->ledger.ecn[0], 0);
}

GST_END_TEST;

/* From the newest packet; how long the report waited is in it. */
GST_START_TEST (test_twcc_rtt_is_of_the_newest_packet)
{
  guint16 first = send_some (20);

  /* The newest left 1 ms ago. */
  report_at (now + 49 * MS, first, 20, T0, 0);
  fail_unless_equals_int64 (told.rtt, 50 * MS);
}

GST_END_TEST;

/* If the newest was overtaken, the report left later than it came. */
GST_START_TEST (test_twcc_rtt_counts_from_the_newest_arrival)
{
  guint16 first = send_some (20);

  for (guint i = 0; i < 20; i++)
    report[i] = arrived (first + i, T0 + i * MS);
  report[18].arrival += 15 * MS;
  now += 60 * MS;
  rtp_cc_session_twcc (session, report, 20, now);
  /* It came at 20 + 18 + 15 ms, the newest one 14 ms before that. */
  fail_unless_equals_int64 (told.rtt, 61 * MS - 14 * MS);
}

GST_END_TEST;

/* What came at a time that is not told counts as received, and has no time. */
GST_START_TEST (test_twcc_arrival_that_is_not_told)
{
  guint16 first = send_some (20);

  report_at (now, first, 10, T0, 0);
  for (guint i = 0; i < 10; i++) {
    report[i] = arrived (first + 10 + i, T0);
    report[i].arrival = RTP_CC_TIME_NEVER;
  }
  now += 20 * MS;
  rtp_cc_session_twcc (session, report, 10, now);
  fail_unless_equals_uint64 (told.n_reports, 10);
  for (guint i = 0; i < 10; i++) {
    check (reports[i].fate == RTP_CC_FATE_RECEIVED);
    check (reports[i].arrival == RTP_CC_TIME_NEVER);
  }
}

GST_END_TEST;

/* Reports that name no arrival, or are overtaken, leave the clock alone: what comes 100 ms
 * later has arrived 100 ms later. */
GST_START_TEST (test_twcc_clock_goes_on)
{
  guint16 first = send_some (60);
  RtpCcTime arrival;

  report_at (T0 + 70 * MS, first + 20, 20, T0 + 20 * MS, 0);
  arrival = reports[19].arrival;
  report_at (T0 + 80 * MS, first + 50, 10, T0 + 50 * MS, 0x3ff);
  report_at (T0 + 90 * MS, first, 20, T0, 0);
  fail_unless_equals_int64 (reports[19].arrival, arrival - 20 * MS);
  report_at (T0 + 100 * MS, first + 40, 20, T0 + 40 * MS, 0);
  fail_unless_equals_int64 (reports[19].arrival, arrival + 20 * MS);
}

GST_END_TEST;

/* 40 ms at the receiver since a later one came are more than the window; 3 ms
 * are not, and the next report, which does not name it, decides. */
GST_START_TEST (test_twcc_missing_packet_is_lost_by_the_receivers_time)
{
  guint16 first = send_some (64);
  RtpCcTime sent;

  report_at (now + 40 * MS, first, 64, T0, 1ull << 20 | 1ull << 60);
  fail_unless_equals_int (told.n_reports, 63);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_LOST), 1);
  fail_unless_equals_int (reports[20].fate, RTP_CC_FATE_LOST);
  fail_unless_equals_uint64 (told.bytes_in_flight, 0);

  sent = now;
  first = send_some (40);
  report_at (now + 40 * MS, first, 40, sent, 0);
  fail_unless_equals_int (told.n_reports, 41);
  fail_unless_equals_int (reports[0].fate, RTP_CC_FATE_LOST);
  fail_unless_equals_int (reports[0].packet.id, 60);
  fail_unless_equals_uint64 (get_info ()->ledger.lost, 2);
}

GST_END_TEST;

GST_START_TEST (test_twcc_lost_packet_may_turn_up)
{
  guint16 first = send_some (60);

  report_at (now + 40 * MS, first, 60, T0, 1);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_LOST), 1);
  report[0] = arrived (first, T0);
  report[0].arrival += 70 * MS;
  rtp_cc_session_twcc (session, report, 60, now + 50 * MS);
  fail_unless_equals_int (told.n_reports, 1);
  fail_unless_equals_int (reports[0].fate, RTP_CC_FATE_RECEIVED_LATE);
  fail_unless_equals_uint64 (get_info ()->ledger.late, 1);
}

GST_END_TEST;

/* Reports come once.  What was in a lost one is neither lost nor received; it
 * has left the flight, and later counts as forgotten. */
GST_START_TEST (test_twcc_lost_report_is_not_lost_media)
{
  guint16 first = send_some (64);
  RtpCcTime sent;

  report_at (now + 40 * MS, first + 40, 24, T0 + 40 * MS, 0);
  fail_unless_equals_int (told.n_reports, 24);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_LOST), 0);
  fail_unless_equals_uint64 (told.bytes_newly_acked, 64 * WIRE);
  fail_unless_equals_uint64 (told.bytes_in_flight, 0);

  for (guint i = 0; i < 12; i++) {
    sent = now;
    first = send_some (50);
    report_at (now, first, 50, sent, 0);
  }
  fail_unless_equals_uint64 (get_info ()->ledger.lost, 0);
  fail_unless_equals_uint64 (get_info ()->ledger.forgotten, 40);
}

GST_END_TEST;

/* A report that was overtaken by the next still counts. */
GST_START_TEST (test_twcc_overtaken_report_counts)
{
  guint16 first = send_some (60);

  report_at (now + 40 * MS, first + 30, 30, T0 + 30 * MS, 0);
  report_at (now + 5 * MS, first, 30, T0, 0);
  fail_unless_equals_int (told.n_reports, 30);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_RECEIVED), 30);
  /* It would measure its own delay. */
  fail_unless_equals_int64 (told.rtt, -1);
}

GST_END_TEST;

/* 200000 packets: three times around the numbers, 24 bits of the reference time
 * begin anew, and nothing is lost or confused. */
GST_START_TEST (test_twcc_all_numbers_wrap)
{
  RtpCcTime last = 0;

  for (guint i = 0; i < 5000; i++) {
    RtpCcTime sent = now;
    guint16 first = send_some (40);

    report_at (now, first, 40, sent, 0);
    check (told.n_reports == 40);
    for (guint k = 0; k < 40; k++) {
      check (i + k == 0 || reports[k].arrival - last == MS);
      last = reports[k].arrival;
    }
  }
  fail_unless_equals_uint64 (get_info ()->ledger.received, 200000);
  fail_unless_equals_uint64 (info.ledger.unknown_seq, 0);
}

GST_END_TEST;

GST_START_TEST (test_twcc_unknown_numbers_are_counted)
{
  guint16 first = send_some (10);

  report_at (now + 40 * MS, first - 5, 20, T0 - 5 * MS, 0);
  fail_unless_equals_int (told.n_reports, 10);
  fail_unless_equals_uint64 (get_info ()->ledger.unknown_seq, 10);
}

GST_END_TEST;

/* rtpsession numbers packets after us, and others in between. */
GST_START_TEST (test_twcc_numbers_given_by_others)
{
  teardown ();
  start (&probe_ops);
  for (guint i = 0; i < 20; i++) {
    send_packet (A);
    rtp_cc_session_note_twcc (session, A, 500 + i, 100 + 3 * i);
    now += MS;
  }
  report_at (now + 40 * MS, 100, 60, T0, 0);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_int (reports[19].packet.seq, 519);
  fail_unless_equals_uint64 (get_info ()->ledger.unknown_seq, 40);
}

GST_END_TEST;

/* Who numbers them begins anew wherever it likes: with its first packet, too, ours
 * do not count any more. */
GST_START_TEST (test_twcc_numbers_may_begin_anew)
{
  static const guint16 bases[] = { 65000, 45000, 40000, 300, 65530, 20000 };

  report_at (now, send_some (20), 20, T0, 0);
  for (guint k = 0; k < G_N_ELEMENTS (bases); k++) {
    RtpCcTime sent = now;

    for (guint i = 0; i < 20; i++) {
      guint16 n = seq[0];

      send_packet (A);
      rtp_cc_session_note_twcc (session, A, n, bases[k] + i);
      now += MS;
    }
    report_at (now + 10 * MS, bases[k], 20, sent, 0);
    fail_unless_equals_int (told.n_reports, 20);
  }
  fail_unless_equals_uint64 (get_info ()->ledger.unknown_seq, 0);
}

GST_END_TEST;

static Suite *
twccsession_suite (void)
{
  Suite *s = suite_create ("twccsession");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_twcc_numbers_go_over_all_ssrcs);
  tcase_add_test (tc, test_twcc_packets_of_all_ssrcs_are_matched);
  tcase_add_test (tc, test_twcc_rtt_is_of_the_newest_packet);
  tcase_add_test (tc, test_twcc_rtt_counts_from_the_newest_arrival);
  tcase_add_test (tc, test_twcc_arrival_that_is_not_told);
  tcase_add_test (tc, test_twcc_clock_goes_on);
  tcase_add_test (tc, test_twcc_missing_packet_is_lost_by_the_receivers_time);
  tcase_add_test (tc, test_twcc_lost_packet_may_turn_up);
  tcase_add_test (tc, test_twcc_lost_report_is_not_lost_media);
  tcase_add_test (tc, test_twcc_overtaken_report_counts);
  tcase_add_test (tc, test_twcc_all_numbers_wrap);
  tcase_add_test (tc, test_twcc_unknown_numbers_are_counted);
  tcase_add_test (tc, test_twcc_numbers_given_by_others);
  tcase_add_test (tc, test_twcc_numbers_may_begin_anew);

  return s;
}

GST_CHECK_MAIN (twccsession);

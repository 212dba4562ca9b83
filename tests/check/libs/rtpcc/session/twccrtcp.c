/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP with TWCC into a session: whose it is, what it may speak of, and CCFB beside it. */
#include <string.h>

#include "twcctest.h"

static gsize
write_report (guint8 * data, gsize size, guint16 first, guint n,
    RtpCcTime sent, guint8 count)
{
  RtpCcTwccHeader header = { 1, A, count };
  gsize taken;

  for (guint i = 0; i < n; i++)
    report[i] = arrived (first + i, sent + i * MS);
  return rtp_cc_twcc_write (data, size, &header, report, n, &taken);
}

GST_START_TEST (test_twcc_rtcp_bytes_are_taken)
{
  guint16 first = send_some (20);
  guint8 data[200];
  gsize size = write_report (data, sizeof (data), first, 20, T0, 254);
  bool other;

  now += 40 * MS;
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size,
          &other, now), RTP_CC_RTCP_OK);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc, 1);
  fail_unless_equals_uint64 (info.feedback_packets, 1);

  /* 255, 0 and 1 were lost. */
  data[19] = 2;
  rtp_cc_session_rtcp (session, data, size, &other, now);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc_lost, 3);
  data[15] = 0;
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size,
          &other, now), RTP_CC_RTCP_BAD_COUNT);
  fail_unless_equals_uint64 (get_info ()->rtcp_refused[RTP_CC_RTCP_BAD_COUNT],
      1);
}

GST_END_TEST;

static void
take_report (guint16 first, guint n, RtpCcTime sent, guint8 count)
{
  guint8 data[200];
  gsize size = write_report (data, sizeof (data), first, n, sent, count);
  bool other;

  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size,
          &other, now), RTP_CC_RTCP_OK);
}

/* Reports of rtpbin begin with a packet that came: if none is missing between two of
 * them, what lies between them is lost.  If one is, it told of that. */
GST_START_TEST (test_twcc_between_reports_in_a_row)
{
  static const guint8 counts[] = { 0, 7, 255 };
  guint8 count = counts[__i__];
  guint16 first = send_some (60);

  now += 40 * MS;
  take_report (first + 2, 18, T0 + 2 * MS, count);
  take_report (first + 23, 7, T0 + 23 * MS, (guint8) (count + 1));
  now += 31 * MS;
  take_report (first + 30, 10, T0 + 30 * MS, (guint8) (count + 2));
  fail_unless_equals_uint64 (get_info ()->ledger.lost, 3);
  fail_unless_equals_uint64 (info.ledger.forgotten, 2);

  take_report (first + 45, 5, T0 + 45 * MS, (guint8) (count + 4));
  now += 31 * MS;
  take_report (first + 50, 10, T0 + 50 * MS, (guint8) (count + 5));
  fail_unless_equals_uint64 (get_info ()->ledger.lost, 3);
  fail_unless_equals_uint64 (info.ledger.forgotten, 7);
}

GST_END_TEST;

/* As of RFC 8888: the rate can follow one of them. */
GST_START_TEST (test_twcc_of_two_receivers_does_not_count)
{
  guint16 first = send_some (40);
  guint8 data[200];
  gsize size;
  bool other;

  now += 40 * MS;
  for (guint i = 0; i < 40; i++) {
    size = write_report (data, sizeof (data), first + i, 1, T0 + i * MS,
        (guint8) i);
    GST_WRITE_UINT32_BE (data + 4, 1 + i % 2);
    rtp_cc_session_rtcp (session, data, size, &other, now);
    now += 20 * MS;
  }
  fail_unless (rtp_cc_session_take_receivers (session));
  fail_unless (get_info ()->feedback_kinds.twcc < 10);
}

GST_END_TEST;

/* Who knows the SSRC and not the numbers is no receiver, whether it says that packets came
 * or that they did not. */
GST_START_TEST (test_twcc_of_strangers_are_no_receivers)
{
  guint8 missing[] = { 0x8f, 205, 0, 5, 0, 0, 0, 9, 0xa0, 0xa0, 0xa0, 0xa0,
    0, 0, 0, 10, 0, 0, 0, 0, 0, 10, 0, 0
  };
  guint16 first = send_some (40);
  guint8 data[200];
  gsize size;
  bool other;

  GST_WRITE_UINT16_BE (missing + 12, (guint16) (first + 5000));
  now += 40 * MS;
  for (guint i = 0; i < 40; i++) {
    take_report (first + i, 1, T0 + i * MS, (guint8) i);
    fail_unless_equals_int (rtp_cc_session_rtcp (session, missing,
            sizeof (missing), &other, now), RTP_CC_RTCP_OK);
    size = write_report (data, sizeof (data), first + 5000, 10, T0, 0);
    GST_WRITE_UINT32_BE (data + 4, 9);
    fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
            now), RTP_CC_RTCP_NEVER_SENT);
    now += 20 * MS;
  }
  fail_if (rtp_cc_session_take_receivers (session));
}

GST_END_TEST;

GST_START_TEST (test_twcc_without_numbers_is_not_ours)
{
  guint8 data[200];
  gsize size;
  bool other = FALSE;

  teardown ();
  start (&probe_ops);
  send_packet (A);
  size = write_report (data, sizeof (data), 0, 20, T0, 0);
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
          now), RTP_CC_RTCP_OK);
  fail_unless (other);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc, 0);
}

GST_END_TEST;

static RtpCcRtcpResult
write_and_take (guint32 media_ssrc, guint16 first, guint n, bool *other)
{
  guint8 data[400];
  gsize size = write_report (data, sizeof (data), first, n, T0, 7);

  GST_WRITE_UINT32_BE (data + 8, media_ssrc);
  return rtp_cc_session_rtcp (session, data, size, other, now);
}

/* Who cannot see the media does not know its SSRC.  0 is no SSRC of ours either. */
GST_START_TEST (test_twcc_for_another_ssrc_is_not_ours)
{
  static const guint32 not_ours[] = { 0, B, A + 1, G_MAXUINT32 };
  guint16 number = send_some (20);
  RtpCcSessionInfo before = state (), after;

  for (guint i = 0; i < G_N_ELEMENTS (not_ours); i++) {
    bool other = FALSE;

    fail_unless_equals_int (write_and_take (not_ours[i], number, 20, &other),
        RTP_CC_RTCP_OK);
    fail_unless (other);
  }
  after = state ();
  fail_unless (memcmp (&before, &after, sizeof (before)) == 0);
}

GST_END_TEST;

/* In a bundle the report may name the SSRC of a stream that we do not send. */
GST_START_TEST (test_twcc_may_name_who_shares_the_transport)
{
  bool other = FALSE;

  teardown ();
  start (&probe_ops);
  for (guint i = 0; i < 20; i++) {
    send_packet (A);
    rtp_cc_session_note_twcc (session, A, 500 + i, 100 + 2 * i);
    rtp_cc_session_note_twcc (session, B, i, 101 + 2 * i);
    now += MS;
  }
  fail_unless_equals_int (write_and_take (B, 100, 40, &other), RTP_CC_RTCP_OK);
  fail_unless (!other);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_uint64 (get_info ()->ledger.never_sent, 0);
}

GST_END_TEST;

/* Above, below, and so that most of it is so; half of it is still a report. */
GST_START_TEST (test_twcc_about_numbers_never_sent_changes_nothing)
{
  guint16 number = send_some (20);
  guint16 firsts[] = { number + 20, number - 40, number + 11,
    number + 20000
  };
  RtpCcSessionInfo before = state (), after;
  bool other;

  for (guint i = 0; i < G_N_ELEMENTS (firsts); i++) {
    fail_unless_equals_int (write_and_take (A, firsts[i], 20, &other),
        RTP_CC_RTCP_NEVER_SENT);
    fail_unless_equals_uint64 (get_info ()->rtcp_refused
        [RTP_CC_RTCP_NEVER_SENT], i + 1);
  }
  fail_unless_equals_uint64 (info.ledger.never_sent, 20 + 20 + 11 + 20);
  after = state ();
  fail_unless (memcmp (&before, &after, sizeof (before)) == 0);
  fail_unless_equals_int (write_and_take (A, number + 10, 20, &other),
      RTP_CC_RTCP_OK);
  fail_unless_equals_int (told.n_reports, 10);
}

GST_END_TEST;

/* A report of which the count is half of all away was overtaken by the one before: it
 * changes nothing, and what comes then is counted from that one. */
GST_START_TEST (test_twcc_overtaken_report_is_no_loss)
{
  guint16 first = send_some (20);
  static const struct
  {
    guint8 count;
    guint lost;
  } cases[] = { {0, 0}, {1, 0}, {129, 0}, {130, 0}, {255, 0}, {3, 1}, {130, 127}
  };

  now += 40 * MS;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint8 data[200];
    gsize size = write_report (data, sizeof (data), first, 20, T0,
        cases[i].count);
    bool other;

    fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
            now), RTP_CC_RTCP_OK);
    fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc_lost,
        cases[i].lost);
  }
}

GST_END_TEST;

/* Numbers of which we do not know who had them speak for nobody: two of ours and three
 * that nobody had yet are not about us. */
GST_START_TEST (test_twcc_numbers_of_others_speak_for_nobody)
{
  RtpCcTwccPacket packets[25];
  guint n = 0;

  teardown ();
  start (&probe_ops);
  for (guint i = 0; i < 2; i++) {
    send_packet (A);
    rtp_cc_session_note_twcc (session, A, 500 + i, 100 + 20 * i);
    now += MS;
  }
  for (guint number = 100; number <= 123; number++)
    packets[n++] = arrived ((guint16) number, T0);
  now += 40 * MS;
  rtp_cc_session_twcc (session, packets, n, now);
  fail_unless_equals_int (told.n_reports, 0);
  fail_unless_equals_uint64 (get_info ()->rtcp_refused
      [RTP_CC_RTCP_NEVER_SENT], 1);
  /* With one less it is of both. */
  rtp_cc_session_twcc (session, packets, n - 1, now);
  fail_unless_equals_int (told.n_reports, 2);
}

GST_END_TEST;

static RtpCcRtcpResult
take_ccfb (guint32 ssrc, guint16 begin, guint n)
{
  RtpCcMetric metrics[64] = { {0} };
  RtpCcCcfbBlock block = { ssrc, begin, n, metrics };
  guint8 data[200];
  gsize size;
  bool other;

  for (guint i = 0; i < n; i++)
    metrics[i].received = TRUE;
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1, 1000,
      RTP_CC_NUM_REPORTS_COUNT);
  return rtp_cc_session_rtcp (session, data, size, &other, now);
}

/* The same by sequence number. */
GST_START_TEST (test_ccfb_about_numbers_never_sent_changes_nothing)
{
  RtpCcSessionInfo before, after;

  send_some (20);
  seq[0] += 30;
  send_some (2);
  before = state ();
  fail_unless_equals_int (take_ccfb (A, 552, 20), RTP_CC_RTCP_NEVER_SENT);
  fail_unless_equals_int (take_ccfb (A, 460, 40), RTP_CC_RTCP_NEVER_SENT);
  fail_unless_equals_int (take_ccfb (A, 542, 21), RTP_CC_RTCP_NEVER_SENT);
  fail_unless_equals_uint64 (get_info ()->ledger.never_sent, 20 + 40 + 11);
  after = state ();
  fail_unless (memcmp (&before, &after, sizeof (before)) == 0);
  fail_unless_equals_int (take_ccfb (A, 510, 42), RTP_CC_RTCP_OK);
  fail_unless_equals_int (told.n_reports, 12);
}

GST_END_TEST;

static void
send_ccfb (guint16 begin, guint n)
{
  RtpCcMetric metrics[64] = { {0} };
  RtpCcCcfbBlock block = { A, begin, n, metrics };
  guint8 data[200];
  gsize size;
  bool other;

  for (guint i = 0; i < n; i++) {
    metrics[i].received = TRUE;
    metrics[i].age = (n - 1 - i) * MS;
  }
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1,
      (guint32) ((now / MS) << 16) / 1000, RTP_CC_NUM_REPORTS_COUNT);
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
          now), RTP_CC_RTCP_OK);
}

/* With both, CCFB counts; when it stops, TWCC does, and time in the network goes
 * on from where it was though the clocks differ. */
GST_START_TEST (test_twcc_gives_way_to_ccfb)
{
  guint16 first = send_some (20);
  RtpCcTime sent, transit;

  now += 40 * MS;
  send_ccfb (500, 20);
  fail_unless_equals_int (told.n_reports, 20);
  transit = reports[19].arrival - reports[19].packet.sent;
  report_at (now, first, 20, T0, 0);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc_ignored, 1);
  fail_unless_equals_uint64 (info.feedback_kinds.twcc, 0);

  now += S;
  sent = now;
  first = send_some (20);
  report_at (now + 40 * MS, first, 20, sent, 0);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc, 1);
  fail_unless_equals_int64 (reports[19].arrival - reports[19].packet.sent,
      transit);
}

GST_END_TEST;

/* CCFB that says of numbers which never left that they did not come is no CCFB of the
 * receiver, which sends TWCC. */
GST_START_TEST (test_ccfb_of_strangers_does_not_replace_twcc)
{
  RtpCcMetric metrics[64] = { {0}
  };
  guint8 data[200];
  bool other;

  for (guint i = 0; i < 20; i++) {
    RtpCcCcfbBlock block = { A, seq[0] + 1000, 64, metrics };
    guint16 first = send_some (2);
    gsize size = rtp_cc_ccfb_write (data, sizeof (data), 9, &block, 1, 1000 + i,
        RTP_CC_NUM_REPORTS_COUNT);

    now += 20 * MS;
    fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
            now), RTP_CC_RTCP_OK);
    take_report (first, 2, now - 22 * MS, (guint8) i);
  }
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc, 20);
  fail_unless_equals_uint64 (info.feedback_kinds.ccfb, 0);
}

GST_END_TEST;

/* Of one receiver, that has an SSRC for each; TWCC comes between each two of CCFB, or
 * when CCFB pauses. */
GST_START_TEST (test_both_kinds_are_of_one_receiver)
{
  guint n = 0;

  for (guint i = 0; i < 40; i++) {
    guint16 first = send_some (2);
    guint8 data[200];
    gsize size = write_report (data, sizeof (data), first, 2, now - 2 * MS,
        (guint8) i);
    bool other;

    now += 20 * MS;
    GST_WRITE_UINT32_BE (data + 4, 2);
    rtp_cc_session_rtcp (session, data, size, &other, now);
    now += __i__ * 40 * MS;
    if (__i__ == 0 || i % 12 == 0) {
      send_ccfb (500 + 2 * i, 2);
      n++;
    }
  }
  fail_if (rtp_cc_session_take_receivers (session));
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.ccfb, n);
  fail_unless (info.feedback_kinds.twcc + info.feedback_kinds.twcc_ignored
      == 40);
}

GST_END_TEST;

static Suite *
twccrtcp_suite (void)
{
  Suite *s = suite_create ("twccrtcp");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_twcc_rtcp_bytes_are_taken);
  tcase_add_loop_test (tc, test_twcc_between_reports_in_a_row, 0, 3);
  tcase_add_test (tc, test_twcc_overtaken_report_is_no_loss);
  tcase_add_test (tc, test_twcc_of_two_receivers_does_not_count);
  tcase_add_test (tc, test_twcc_of_strangers_are_no_receivers);
  tcase_add_test (tc, test_twcc_without_numbers_is_not_ours);
  tcase_add_test (tc, test_twcc_for_another_ssrc_is_not_ours);
  tcase_add_test (tc, test_twcc_may_name_who_shares_the_transport);
  tcase_add_test (tc, test_twcc_about_numbers_never_sent_changes_nothing);
  tcase_add_test (tc, test_twcc_numbers_of_others_speak_for_nobody);
  tcase_add_test (tc, test_ccfb_about_numbers_never_sent_changes_nothing);
  tcase_add_test (tc, test_twcc_gives_way_to_ccfb);
  tcase_add_test (tc, test_ccfb_of_strangers_does_not_replace_twcc);
  tcase_add_loop_test (tc, test_both_kinds_are_of_one_receiver, 0, 2);

  return s;
}

GST_CHECK_MAIN (twccrtcp);

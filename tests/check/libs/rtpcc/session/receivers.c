/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several receivers of one stream: their reports do not count, those of one do, whatever
 * happens to it. */
#include "sessiontest.h"

#include <gst/rtpcc/session/rtpcc-receivers.h>

static gint stream;

static void
setup_stream (void)
{
  setup ();
  stream = add_stream (1);
}

/* 20 ms later, with a packet of @ssrc that @sender has got. */
static void
report (guint32 ssrc, guint32 sender)
{
  guint16 number = seq[ssrc == B];
  guint8 data[256];
  gsize size;

  now += 20 * MS;
  enqueue (stream, 'a', ssrc, 0, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  size = write_feedback (data, sizeof (data), ssrc, number, 1);
  GST_WRITE_UINT32_BE (data + 4, sender);
  fail_if (give_rtcp (data, size, RTP_CC_RTCP_OK));
}

GST_START_TEST (test_reports_of_two_do_not_count)
{
  guint i, before;

  for (i = 0; i < 10; i++)
    report (A, 1 + i % 2);
  fail_unless (rtp_cc_session_take_receivers (session));
  fail_if (rtp_cc_session_take_receivers (session));
  before = n_feedback;
  for (i = 0; i < 200; i++)
    report (A, 1 + i % 2);
  fail_unless_equals_int (n_feedback, before);
  fail_if (rtp_cc_session_take_receivers (session));

  /* One is left, then the other comes back. */
  for (i = 0; i < 101; i++)
    report (A, 1);
  before = n_feedback;
  for (i = 0; i < 10; i++)
    report (A, 1);
  fail_unless_equals_int (n_feedback, before + 10);
  for (i = 0; i < 10; i++)
    report (A, 1 + i % 2);
  fail_unless (rtp_cc_session_take_receivers (session));
}

GST_END_TEST;

/* The rate falls as without any, by the host's timer. */
GST_START_TEST (test_two_are_as_none)
{
  guint i;

  config.min_bitrate = 500000;  /* a packet has to leave each 20 ms */
  rtp_cc_session_configure (session, &config, now);
  for (i = 0; i < 200; i++) {
    report (A, 1 + i % 2);
    tick ();
  }
  fail_unless (get_info ().feedback_timeouts >= 3);
  fail_unless_equals_uint64 (get_stream_info (stream).target_bitrate, 500000);
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_MISSING);
}

GST_END_TEST;

/* Started again, again and again, with a last report that is overtaken; or each has a
 * stream of its own. */
GST_START_TEST (test_one_after_the_other_counts)
{
  guint i;

  for (i = 0; i < 600; i++)
    report (A, 1 + i / 120);
  report (A, 6);
  report (A, 5);
  report (A, 6);
  for (i = 0; i < 20; i++)
    report (i % 2 ? A : B, i % 2 ? 6 : 7);
  fail_unless_equals_int (n_feedback, 623);
  fail_if (rtp_cc_session_take_receivers (session));
}

GST_END_TEST;

/* Says of @n numbers that never left that they came, or that they did not. */
static void
forge (guint32 sender, guint n, gboolean received)
{
  static RtpCcMetric metrics[16384];
  static guint8 data[40000];
  RtpCcCcfbBlock block = { A, seq[0] + 1000, n, metrics };
  gsize size;

  for (guint i = 0; i < n; i++)
    metrics[i].received = received;
  size = rtp_cc_ccfb_write (data, sizeof (data), sender, &block, 1,
      (guint32) (now * 65536 / S), RTP_CC_NUM_REPORTS_COUNT);
  fail_if (give_rtcp (data, size, received ? RTP_CC_RTCP_NEVER_SENT :
          RTP_CC_RTCP_OK));
}

/* Who knows the SSRC and not the numbers is no receiver. */
GST_START_TEST (test_strangers_are_no_receivers)
{
  static const guint n[] = { 2, 64, 16384 };
  guint i, before;

  report (A, 1);
  for (i = 0; i < 200; i++) {
    forge (i % 4 < 2 ? 9 : 10 + i, n[i % 3], __i__);
    before = n_feedback;
    report (A, 1);
    fail_unless_equals_int (n_feedback, before + 1);
  }
  fail_if (rtp_cc_session_take_receivers (session));
}

GST_END_TEST;

/* In turn; more than are remembered, too. */
GST_START_TEST (test_many_are_several)
{
  guint n = __i__ + 2, i;
  RtpCcReceivers receivers = { 0 };
  bool several = false;

  for (i = 0; i < 6 * n; i++)
    several = rtp_cc_receivers_note (&receivers, A, i % n, now + i * 50 * MS);
  fail_unless (several);
}

GST_END_TEST;

/* More streams than there are places: the oldest makes room, and nothing else changes. */
GST_START_TEST (test_streams_have_their_places)
{
  RtpCcReceivers receivers = { 0 };
  guint i;

  for (i = 0; i < 10 * RTP_CC_RECEIVERS_STREAMS; i++)
    fail_if (rtp_cc_receivers_note (&receivers, i, 1, now + i * MS));
  for (i = 0; i < 8; i++)
    rtp_cc_receivers_note (&receivers, A, i % 2, now + S + i * MS);
  fail_unless (rtp_cc_receivers_take (&receivers));
  for (i = 1; i < RTP_CC_RECEIVERS_STREAMS; i++)
    rtp_cc_receivers_note (&receivers, 1000 + i, 1, now + S + (i + 8) * MS);
  fail_unless (rtp_cc_receivers_note (&receivers, A, 0, now + 2 * S));
  for (i = 0; i < RTP_CC_RECEIVERS_STREAMS; i++)
    rtp_cc_receivers_note (&receivers, 2000 + i, 1, now + 2 * S + (i + 8) * MS);
  fail_if (rtp_cc_receivers_note (&receivers, A, 1, now + 3 * S));
}

GST_END_TEST;

static Suite *
receivers_suite (void)
{
  Suite *s = suite_create ("receivers");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup_stream, teardown);
  tcase_add_test (tc, test_reports_of_two_do_not_count);
  tcase_add_test (tc, test_two_are_as_none);
  tcase_add_test (tc, test_one_after_the_other_counts);
  tcase_add_loop_test (tc, test_strangers_are_no_receivers, 0, 2);
  tcase_add_loop_test (tc, test_many_are_several, 0, 6);
  tcase_add_test (tc, test_streams_have_their_places);
  return s;
}

GST_CHECK_MAIN (receivers);

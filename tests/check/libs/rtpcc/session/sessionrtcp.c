/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP into a session, and feedback that does not come. */
#include <string.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>

#include "sessiontest.h"

/* ---- RTCP ---- */

GST_START_TEST (test_session_feedback_for_others)
{
  gint stream = add_stream (1);
  guint8 data[256];
  gsize size;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  size = write_feedback (data, sizeof (data), B, 0, 4);
  fail_unless (give_rtcp (data, size, RTP_CC_RTCP_OK));
  /* No block at all speaks of nobody. */
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, NULL, 0, 7,
      RTP_CC_NUM_REPORTS_COUNT);
  fail_unless (give_rtcp (data, size, RTP_CC_RTCP_OK));

  fail_unless_equals_int (n_feedback, 0);
  fail_unless_equals_uint64 (get_info ().feedback_packets, 0);
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_NONE_YET);
  fail_unless (get_info ().last_feedback == RTP_CC_TIME_NEVER);
  fail_unless_equals_uint64 (get_info ().ledger.unknown_ssrc, 4);
  /* And it is no reason to wait longer. */
  fail_unless_equals_int64 (next_time (), T0 + 600 * MS);
}

GST_END_TEST;

static const guint8 sender_report[] = {
  0x80, 200, 0, 6, 0, 0, 0, 1,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
};
static const guint8 unknown_type[] = { 0x80, 214, 0, 1, 0, 0, 0, 1 };

GST_START_TEST (test_session_compound_rtcp)
{
  gint stream = add_stream (1);
  guint8 data[256];
  gsize size = 0, ccfb;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  now += 30 * MS;
  memcpy (data, sender_report, sizeof (sender_report));
  size += sizeof (sender_report);
  ccfb = write_feedback (data + size, sizeof (data) - size, A, 65534, 1);
  size += ccfb;
  memcpy (data + size, unknown_type, sizeof (unknown_type));
  size += sizeof (unknown_type);

  fail_unless (give_rtcp (data, size, RTP_CC_RTCP_OK));
  fail_unless_equals_int (n_feedback, 1);
  fail_unless_equals_uint64 (get_info ().feedback_packets, 1);
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_OK);
  fail_unless_equals_int64 (get_info ().last_feedback, now);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 0);

  /* Alone it is nothing but ours. */
  fail_if (give_rtcp (data + sizeof (sender_report), ccfb, RTP_CC_RTCP_OK));
  fail_unless_equals_int (n_feedback, 2);
}

GST_END_TEST;

static const struct
{
  RtpCcRtcpResult result;
  guint8 data[20];
  gsize size;
} malformed[] = {
  {RTP_CC_RTCP_TOO_SHORT, {0x8b, 205, 0}, 3},
  {RTP_CC_RTCP_TOO_SHORT, {0x8b, 205, 0, 1, 0, 0, 0, 1}, 8},
  {RTP_CC_RTCP_BAD_VERSION, {0x4b, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0}, 12},
  {RTP_CC_RTCP_BAD_LENGTH, {0x8b, 205, 0, 9, 0, 0, 0, 1, 0, 0, 0, 0}, 12},
  {RTP_CC_RTCP_BAD_PADDING, {0xab, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 77}, 12},
  {RTP_CC_RTCP_BAD_BLOCK, {0x8b, 205, 0, 4, 0, 0, 0, 1, 0xa0, 0xa0, 0xa0,
          0xa0, 0, 0, 0, 99, 0, 0, 0, 0}, 20},
};

GST_START_TEST (test_session_malformed_rtcp_is_counted)
{
  gint stream = add_stream (1);
  guint8 data[256];
  gsize size;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  /* What stands before it is taken. */
  size = write_feedback (data, sizeof (data), A, 65534, 1);
  memcpy (data + size, malformed[__i__].data, malformed[__i__].size);
  size += malformed[__i__].size;
  fail_if (give_rtcp (data, size, malformed[__i__].result));
  fail_unless_equals_int (n_feedback, 1);
  for (guint i = 0; i < RTP_CC_RTCP_N_RESULTS; i++)
    fail_unless_equals_uint64 (get_info ().rtcp_refused[i],
        i == malformed[__i__].result);
}

GST_END_TEST;

/* A peer that counts as before erratum 8166 is read so from then on. */
GST_START_TEST (test_session_remembers_how_reports_are_counted)
{
  gint stream = add_stream (1);
  guint8 data[256];
  RtpCcMetric metrics[3] = { {0}
  };
  RtpCcCcfbBlock block = { A, 65534, 3, metrics };
  gsize size;

  for (guint i = 0; i < 3; i++) {
    enqueue (stream, 'a', A, 1, i == 2);
    now += MS;
    dequeue ();
    metrics[i].received = TRUE;
  }
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1, 1000,
      RTP_CC_NUM_REPORTS_LAST);
  fail_if (give_rtcp (data, size, RTP_CC_RTCP_OK));
  fail_unless_equals_int (get_info ().num_reports, RTP_CC_NUM_REPORTS_LAST);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 0);
}

GST_END_TEST;

/* ---- feedback is missing ---- */

/* A frame of one packet each 20 ms until @end; returns at @end. */
static void
run_source (gint stream, RtpCcTime end)
{
  static guint32 timestamp;

  while (now < end) {
    tick ();
    dequeue_all ();
    if ((now - T0) % (20 * MS) == 0)
      enqueue (stream, 'a', A, ++timestamp, TRUE);
    dequeue_all ();
    now += MS;
  }
}

GST_START_TEST (test_session_feedback_timeouts)
{
  gint stream;
  guint64 rate;
  RtpCcSessionInfo info;

  config.ops = rtp_cc_find ("scream");
  config.burst = MS;
  restart ();
  stream = add_stream (1);
  rate = get_info ().target.media_rate;

  /* 500 ms, and 100 ms for an RTT that nobody knows yet */
  run_source (stream, T0 + 600 * MS);
  info = get_info ();
  fail_unless_equals_int (info.feedback_state, RTP_CC_FEEDBACK_NONE_YET);
  fail_unless_equals_uint64 (info.bytes_in_flight, 30 * WIRE);
  fail_unless_equals_uint64 (info.target.media_rate, rate);

  for (guint i = 1; i <= 3; i++) {
    guint64 before = get_info ().target.media_rate;

    /* Each further one counts from the packet that left after it. */
    run_source (stream, T0 + i * 620 * MS - 20 * MS + MS);
    info = get_info ();
    fail_unless_equals_int (info.feedback_timeouts, i);
    fail_unless_equals_int (info.feedback_state, RTP_CC_FEEDBACK_MISSING);
    fail_unless (info.target.media_rate < before
        || info.estimated_bitrate == config.min_bitrate);
  }
  fail_unless_equals_uint64 (info.estimated_bitrate, config.min_bitrate);
  fail_unless (info.ledger.forgotten >= 60);

  feed (A, 65534, 1);
  info = get_info ();
  fail_unless_equals_int (info.feedback_state, RTP_CC_FEEDBACK_OK);
  fail_unless_equals_int (info.feedback_timeouts, 0);
}

GST_END_TEST;

/* With a measured RTT of 50 ms: 550 ms from the last feedback. */
GST_START_TEST (test_session_feedback_timeout_counts_the_rtt)
{
  gint stream = add_stream (1);
  RtpCcTime last;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  now += 40 * MS;
  enqueue (stream, 'b', A, 2, TRUE);
  dequeue ();
  now += 10 * MS;
  feed (A, 65534, 1);
  last = now;
  now = next_time ();           /* news are overdue */
  tick ();
  fail_unless_equals_int64 (next_time (), last + 550 * MS);
  now = last + 550 * MS - 1;
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 0);
  now++;
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 1);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 0);
}

GST_END_TEST;

/* A packet that was given up with those before the edge comes after all: that is news,
 * though a loss stands before it in the feedback, and nothing leaves the flight. */
GST_START_TEST (test_session_news_behind_a_loss)
{
  gint stream = add_stream (1);
  guint8 data[64];
  gsize size;
  RtpCcTime last;

  for (guint i = 0; i < 4; i++) {
    enqueue (stream, 'a', A, i, TRUE);
    now += MS;
    dequeue_all ();
  }
  now += 10 * MS;
  /* 0 has come, 65534 and 65535 have not (RFC 8888 section 3.1: the bit R of the first
   * two reports, behind 16 bytes), 1 is in flight. */
  size = write_feedback (data, sizeof (data), A, 65534, 3);
  data[16] &= 0x7f;
  data[18] &= 0x7f;
  give_rtcp (data, size, RTP_CC_RTCP_OK);
  now += 300 * MS;
  feed (A, 65535, 1);
  fail_unless_equals_uint64 (told.n_reports, 2);
  fail_unless_equals_int (told.reports[0].fate, RTP_CC_FATE_LOST);
  fail_unless_equals_uint64 (told.bytes_newly_acked, 0);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, WIRE);
  /* It is waited for from then on. */
  last = now;
  now = last + 499 * MS;
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 0);
  now = last + 820 * MS;
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 1);
}

GST_END_TEST;

/* A receiver that says the same again and again, or that more is lost, tells nothing of
 * what is in flight. */
GST_START_TEST (test_session_repetitions_are_no_news)
{
  gint stream = add_stream (1);

  for (guint i = 0; i < 3; i++) {
    enqueue (stream, 'a', A, i, TRUE);
    now += MS;
    dequeue_all ();
  }
  now += 10 * MS;
  feed (A, 65535, 1);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, WIRE);
  for (guint i = 0; i < 10; i++) {
    now += 100 * MS;
    tick ();
    feed (A, 65535, 1);
  }
  fail_unless_equals_int (get_info ().feedback_timeouts, 1);
  fail_unless_equals_uint64 (get_info ().ledger.forgotten, 2);
}

GST_END_TEST;

/* Who sends nothing gets no feedback: that is not an outage. */
GST_START_TEST (test_session_no_timeouts_without_packets)
{
  gint stream = add_stream (1);

  now += 10 * S;
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 0);

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  feed (A, 65534, 1);
  now += 10 * S;
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 0);
  fail_unless (next_time () == RTP_CC_TIME_NEVER);

  /* The last packet before a pause is lost: said once. */
  enqueue (stream, 'a', A, 2, TRUE);
  dequeue ();
  for (guint i = 0; i < 50; i++) {
    now += 100 * MS;
    tick ();
  }
  fail_unless_equals_int (get_info ().feedback_timeouts, 1);
  fail_unless (next_time () == RTP_CC_TIME_NEVER);
}

GST_END_TEST;

GST_START_TEST (test_session_resume)
{
  gint stream;

  wanted.pacing_rate = 4000000; /* 2 ms */
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, TRUE);
  enqueue (stream, 'b', A, 2, TRUE);
  dequeue ();
  now += 10 * S;
  rtp_cc_session_resume (session, 10 * S, now);
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 0);
  fail_unless_equals_string (dropped->str, "");
  fail_unless_equals_int64 (get_stream_info (stream).queue_delay, 0);
  fail_unless_equals_int (dequeue (), 'b');
  now += 600 * MS;
  tick ();
  fail_unless_equals_int (get_info ().feedback_timeouts, 1);
}

GST_END_TEST;

static Suite *
sessionrtcp_suite (void)
{
  Suite *s = suite_create ("sessionrtcp");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_session_feedback_for_others);
  tcase_add_test (tc, test_session_compound_rtcp);
  tcase_add_loop_test (tc, test_session_malformed_rtcp_is_counted, 0,
      G_N_ELEMENTS (malformed));
  tcase_add_test (tc, test_session_remembers_how_reports_are_counted);
  tcase_add_test (tc, test_session_feedback_timeouts);
  tcase_add_test (tc, test_session_feedback_timeout_counts_the_rtt);
  tcase_add_test (tc, test_session_news_behind_a_loss);
  tcase_add_test (tc, test_session_repetitions_are_no_news);
  tcase_add_test (tc, test_session_no_timeouts_without_packets);
  tcase_add_test (tc, test_session_resume);

  return s;
}

GST_CHECK_MAIN (sessionrtcp);

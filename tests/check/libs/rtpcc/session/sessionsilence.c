/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* no_feedback_bitrate: a receiver that is known to be silent, one that is not after all,
 * and feedback that came and stops. */

#include "sessiontest.h"

#define BITRATE 3000000
#define STEP MS

static guint64 sent;            /* packets */
static gdouble bits;            /* that the encoder has made of a packet */

static gint
start (const RtpCcOps * ops)
{
  config.ops = ops;
  config.burst = MS;
  sent = 0;
  bits = 0;
  restart ();
  rtp_cc_session_set_no_feedback_bitrate (session, BITRATE, now);
  return add_stream (1);
}

/* An encoder makes what it is told for @time; returns the media bit/s that left. */
static gdouble
run_for (gint stream, RtpCcTime time)
{
  static guint32 timestamp;
  RtpCcTime end = now + time;
  guint64 before = sent;

  while (now < end) {
    tick ();
    bits += get_stream_info (stream).target_bitrate * (gdouble) STEP / S;
    for (; bits >= 8 * PAYLOAD; bits -= 8 * PAYLOAD)
      enqueue (stream, 'a', A, ++timestamp, TRUE);
    sent += dequeue_all ();
    now += STEP;
  }
  return (sent - before) * 8.0 * PAYLOAD * S / time;
}

/* The last packet has come. */
static void
hear (void)
{
  feed (A, seq[0] - 1, 1);
}

static void
check_rate (gdouble rate, gdouble expected)
{
  fail_unless (rate > 0.95 * expected && rate < 1.05 * expected,
      "%s: %.0f bit/s", config.ops->name, rate);
}

/* From the first second on, whichever the controller is; and no frame is late. */
GST_START_TEST (test_silence_is_sent_to_at_its_rate)
{
  gint stream = start (nth_controller (__i__));

  fail_unless (get_info ().estimated_bitrate > 0.99 * BITRATE
      && get_info ().estimated_bitrate < 1.01 * BITRATE);
  check_rate (run_for (stream, S), BITRATE);
  run_for (stream, 10 * S);
  check_rate (run_for (stream, 10 * S), BITRATE);
  fail_unless_equals_uint64 (get_stream_info (stream).frames_discarded, 0);
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_MISSING);
  fail_unless (get_info ().feedback_timeouts >= 3);
}

GST_END_TEST;

/* Feedback that came once and stopped is an outage: min-bitrate, as without the
 * setting.  Fixed is at its own rate, and the draft has no answer to outages. */
GST_START_TEST (test_silence_after_feedback_is_an_outage)
{
  const RtpCcOps *ops = nth_controller (__i__);
  gboolean is_fixed = g_str_equal (ops->name, "fixed");
  gint stream = start (ops);

  if (g_str_equal (ops->name, "scream-draft"))
    return;
  run_for (stream, 5 * S);
  hear ();
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_OK);
  fail_unless (get_info ().estimated_bitrate <= 1.05 * config.initial_bitrate);
  run_for (stream, 20 * S);
  check_rate (run_for (stream, 10 * S),
      is_fixed ? config.initial_bitrate : config.min_bitrate);
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_MISSING);
}

GST_END_TEST;

/* The policy begins with the first feedback: nothing was missing before. */
GST_START_TEST (test_silence_the_policy_begins_with_feedback)
{
  gint stream = start (config.ops);

  run_for (stream, 5 * S);
  fail_unless_equals_int (n_feedback, 0);
  fail_unless (get_info ().feedback_timeouts >= 5);
  hear ();
  fail_unless_equals_int (n_feedback, 1);
  fail_unless_equals_int (get_info ().feedback_timeouts, 0);
  fail_unless_equals_uint64 (get_info ().target.media_rate, wanted.media_rate);
  run_for (stream, 2 * S);
  fail_unless (get_info ().feedback_timeouts >= 2);
  fail_unless (get_info ().target.media_rate < wanted.media_rate / 2);
}

GST_END_TEST;

/* REMB is feedback: who sends it is not silent, and gets no more than others do. */
GST_START_TEST (test_silence_ends_with_remb)
{
  gint stream = start (find_controller ("scream"));

  run_for (stream, 5 * S);
  rtp_cc_session_remb (session, 10000000, now);
  fail_unless (get_info ().estimated_bitrate <= 1.01 * config.initial_bitrate);
  run_for (stream, 5 * S);
  check_rate (run_for (stream, 10 * S), config.min_bitrate);
}

GST_END_TEST;

/* What is refused, or about the packets of others, is no feedback. */
GST_START_TEST (test_silence_is_not_ended_by_others)
{
  gint stream = start (find_controller ("scream"));
  guint8 data[256] = { 0x80 };
  gsize size;

  run_for (stream, S);
  size = write_feedback (data, sizeof (data), B, 0, 1);
  fail_unless (give_rtcp (data, size, RTP_CC_RTCP_OK));
  size = write_feedback (data, sizeof (data), A, seq[0] + 1000, 8);
  fail_if (give_rtcp (data, size, RTP_CC_RTCP_NEVER_SENT));
  check_rate (run_for (stream, 5 * S), BITRATE);
}

GST_END_TEST;

static void
check_estimate (guint64 bitrate, guint64 expected)
{
  guint64 estimate;

  rtp_cc_session_set_no_feedback_bitrate (session, bitrate, now);
  estimate = get_info ().estimated_bitrate;
  fail_unless (estimate > 0.95 * expected && estimate < 1.05 * expected,
      "%" G_GUINT64_FORMAT, estimate);
}

/* The other bounds hold, and 0 leaves it to the policy. */
GST_START_TEST (test_silence_has_bounds)
{
  gint stream = start (find_controller ("gcc"));

  run_for (stream, S);
  check_estimate (1, config.min_bitrate);
  check_estimate (G_MAXUINT64, config.max_bitrate);
  check_estimate (0, config.initial_bitrate);
  check_estimate (2 * BITRATE, 2 * BITRATE);
  rtp_cc_session_capacity_hint (session, 500000, S, now);
  fail_unless_equals_uint64 (get_info ().target.media_rate, 500000);
}

GST_END_TEST;

static Suite *
sessionsilence_suite (void)
{
  Suite *s = suite_create ("sessionsilence");
  TCase *tc = tcase_create ("silence");
  int n = n_controllers ();

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_silence_is_sent_to_at_its_rate, 0, n);
  tcase_add_loop_test (tc, test_silence_after_feedback_is_an_outage, 0, n);
  tcase_add_test (tc, test_silence_the_policy_begins_with_feedback);
  tcase_add_test (tc, test_silence_ends_with_remb);
  tcase_add_test (tc, test_silence_is_not_ended_by_others);
  tcase_add_test (tc, test_silence_has_bounds);
  return s;
}

GST_CHECK_MAIN (sessionsilence);

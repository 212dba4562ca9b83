/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Capacity hints: a bound at once and for a time, under each controller. */

#include "sessiontest.h"

#define HINT 1000000

static void
hint (guint64 rate, gint64 valid)
{
  rtp_cc_session_capacity_hint (session, rate, valid, now);
}

/* Feedback on a packet, upon which the policy asks for what it wants. */
static void
answer (gint stream)
{
  fail_unless (enqueue (stream, 'a', A, seq[0], TRUE));
  now += 20 * MS;
  fail_unless_equals_int (dequeue_all (), 1);
  feed (A, seq[0] - 1, 1);
}

static void
start_stream (gint * stream)
{
  obeys = TRUE;
  restart ();
  *stream = add_stream (1);
}

GST_START_TEST (test_hint_bounds_at_once_and_for_its_time)
{
  gint stream;

  start_stream (&stream);
  hint (HINT, 500 * MS);
  fail_unless_equals_uint64 (get_info ().target.media_rate, HINT);
  fail_unless_equals_uint64 (get_stream_info (stream).target_rate, HINT);
  fail_unless_equals_uint64 (get_info ().hint, HINT);
  fail_unless_equals_int64 (get_info ().hint_left, 500 * MS);
  fail_unless_equals_int64 (next_time (), now + 500 * MS);
  answer (stream);
  fail_unless_equals_uint64 (get_info ().target.media_rate, HINT);

  now = T0 + 500 * MS - 1;
  tick ();
  fail_unless_equals_int64 (get_info ().hint_left, 1);
  now++;
  fail_unless_equals_int64 (get_info ().hint_left, 0);
  fail_unless_equals_uint64 (get_info ().hint, 0);
  tick ();
  answer (stream);
  fail_unless_equals_uint64 (get_info ().target.media_rate, 4000000);
  fail_unless_equals_uint64 (get_info ().hints, 1);
}

GST_END_TEST;

/* The policy would send at 8 Mbit/s; 1.25 times the hint is 6.4 ms for a packet, and up
 * to the next ms here. */
GST_START_TEST (test_hint_bounds_the_pacer)
{
  gint stream;

  start_stream (&stream);
  hint (HINT, S);
  for (guint i = 0; i < 100; i++)
    enqueue (stream, 'a', A, 1, i == 99);
  for (guint sent = 0; now < T0 + S; now += MS) {
    sent += dequeue_all ();
    fail_unless (sent <= (now - T0) / (6.4 * MS) + 1.01, "%u", sent);
    fail_unless (sent == 100 || sent >= (now - T0) / (7.4 * MS) - 1, "%u",
        sent);
  }
}

GST_END_TEST;

/* min-bitrate is the user's word. */
GST_START_TEST (test_hint_of_nothing_is_the_minimum)
{
  gint stream;

  start_stream (&stream);
  hint (0, S);
  fail_unless_equals_uint64 (get_info ().estimated_bitrate, config.min_bitrate);
  fail_unless_equals_int64 (get_info ().hint_left, S);
  answer (stream);
  fail_unless_equals_uint64 (get_info ().estimated_bitrate, config.min_bitrate);
}

GST_END_TEST;

GST_START_TEST (test_hint_never_raises)
{
  gint stream;

  start_stream (&stream);
  hint (G_MAXUINT64, S);
  answer (stream);
  fail_unless_equals_uint64 (get_info ().target.media_rate, 4000000);
}

GST_END_TEST;

GST_START_TEST (test_hint_the_newest_counts)
{
  gint stream;

  start_stream (&stream);
  hint (HINT, 10 * S);
  hint (2 * HINT, S);
  answer (stream);
  fail_unless_equals_uint64 (get_info ().target.media_rate, 2 * HINT);
  fail_unless_equals_uint64 (get_info ().hints, 2);
  hint (HINT / 2, S);
  fail_unless_equals_uint64 (get_info ().target.media_rate, HINT / 2);
  /* Withdrawn */
  hint (HINT / 2, 0);
  fail_unless_equals_int64 (get_info ().hint_left, 0);
  answer (stream);
  fail_unless_equals_uint64 (get_info ().target.media_rate, 4000000);
  hint (HINT / 2, G_MININT64);
  fail_unless_equals_int64 (get_info ().hint_left, 0);
  /* For an hour at most */
  hint (HINT, G_MAXINT64);
  fail_unless_equals_int64 (get_info ().hint_left, 3600 * S);
}

GST_END_TEST;

/* Of the bounds that there are the lowest counts. */
GST_START_TEST (test_hint_beside_remb)
{
  gint stream;

  start_stream (&stream);
  hint (2 * HINT, 20 * S);
  rtp_cc_session_remb (session, HINT, now);
  fail_unless_equals_uint64 (get_info ().target.media_rate, HINT);
  now += 5 * S;
  tick ();
  answer (stream);
  fail_unless_equals_uint64 (get_info ().target.media_rate, 2 * HINT);
}

GST_END_TEST;

/* Also those that stay where they are without feedback: fixed comes back. */
GST_START_TEST (test_hint_under_each_controller)
{
  gint stream;

  config.ops = nth_controller (__i__);
  restart ();
  stream = add_stream (1);
  hint (HINT / 2, 200 * MS);
  for (guint i = 0; i < 9; i++) {
    answer (stream);
    fail_unless (get_info ().target.media_rate <= HINT / 2, "%s",
        config.ops->name);
  }
  now = T0 + 200 * MS;
  tick ();
  if (config.ops == find_controller ("fixed")) {
    enqueue (stream, 'a', A, 1000, TRUE);
    fail_unless (get_stream_info (stream).target_bitrate > 990000);
    dequeue_all ();
  }
}

GST_END_TEST;

static Suite *
sessionhint_suite (void)
{
  Suite *s = suite_create ("sessionhint");
  TCase *tc = tcase_create ("general");
  size_t n = n_controllers ();

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_hint_bounds_at_once_and_for_its_time);
  tcase_add_test (tc, test_hint_bounds_the_pacer);
  tcase_add_test (tc, test_hint_of_nothing_is_the_minimum);
  tcase_add_test (tc, test_hint_never_raises);
  tcase_add_test (tc, test_hint_the_newest_counts);
  tcase_add_test (tc, test_hint_beside_remb);
  tcase_add_loop_test (tc, test_hint_under_each_controller, 0, (gint) n);
  return s;
}

GST_CHECK_MAIN (sessionhint);

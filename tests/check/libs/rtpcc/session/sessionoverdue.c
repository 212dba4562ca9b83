/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-silence.c: what may be sent while nothing is heard.  The policy has a window
 * of four packets and 4 Mbit/s. */
#include "sessiontest.h"

#define RTT (50 * MS)
#define WINDOW 4

static gint stream;

/* Much waits, and nothing is heard for @time; returns the packets that leave. */
static guint
send_for (RtpCcTime time)
{
  RtpCcTime end = now + time;
  guint n = 0;

  for (; now < end; now += MS) {
    tick ();
    while (get_stream_info (stream).queued_packets < 2 * WINDOW)
      enqueue (stream, 'a', A, seq[0], TRUE);
    n += dequeue_all ();
  }
  tick ();
  return n;
}

/* From the last news on. */
static RtpCcTime
overdue (void)
{
  return get_info ().rtt + 100 * MS;
}

/* As long as that, and then one is heard of that had left before. */
static void
hear_after (RtpCcTime time)
{
  guint16 newest = seq[0] - 1 - get_stream_info (stream).queued_packets;

  send_for (time);
  feed (A, newest, 1);
}

/* Each @interval, of what left an RTT before. */
static void
hear_each (RtpCcTime interval, guint n)
{
  while (n-- > 0) {
    send_for (interval - RTT);
    hear_after (RTT);
  }
}

static void
start (void)
{
  wanted.window = WINDOW * WIRE;
  config.burst = MS;
  config.min_bitrate = 100000;
  config.max_bitrate = 10000000;
  restart ();
  stream = add_stream (1);
  send_for (10 * MS);
  hear_each (RTT, 400);
  fail_unless_equals_uint64 (get_info ().target.media_rate, wanted.media_rate);
}

static guint64
rate (void)
{
  return get_info ().target.media_rate;
}

/* Until then the window holds: 100 ms and an RTT after the last news. */
GST_START_TEST (test_overdue_opens_the_window)
{
  start ();
  fail_unless_equals_int (send_for (overdue () - 2 * MS), 0);
  fail_unless (send_for (50 * MS) > 20);
}

GST_END_TEST;

/* From then on half, and half of that with each time-out, which RTT and 500 ms make; what
 * encoders make too much has twice as much room. */
GST_START_TEST (test_overdue_halves_the_rate)
{
  start ();
  send_for (overdue () - 2 * MS);
  fail_unless_equals_uint64 (rate (), 4000000);
  send_for (4 * MS);
  fail_unless_equals_uint64 (rate (), 2000000);
  fail_unless_equals_uint64 (get_info ().target.pacing_rate, 4000000);
  send_for (400 * MS - 5 * MS);
  fail_unless_equals_uint64 (rate (), 2000000);
  send_for (4 * MS);
  fail_unless_equals_uint64 (rate (), 1000000);
  fail_unless_equals_int (get_info ().feedback_timeouts, 1);
  send_for (3 * S);
  fail_unless (get_info ().feedback_timeouts >= 5);
  fail_unless_equals_uint64 (get_info ().estimated_bitrate, 100000);
}

GST_END_TEST;

/* What comes first tells of what left before the last change.  Then each round trip doubles
 * the rate. */
GST_START_TEST (test_overdue_rate_comes_back)
{
  start ();
  send_for (get_info ().rtt + 520 * MS);
  fail_unless_equals_uint64 (rate (), 1000000);
  hear_after (RTT);
  fail_unless_equals_uint64 (rate (), 2000000);
  fail_unless_equals_int (get_info ().feedback_timeouts, 0);
  hear_after (RTT / 2);
  fail_unless_equals_uint64 (rate (), 2000000);
  hear_each (RTT, 2);
  fail_unless_equals_uint64 (rate (), 4000000);
  hear_each (RTT, 2);
  fail_unless_equals_uint64 (rate (), 4000000);
}

GST_END_TEST;

/* Reports that come each 200 ms are not overdue after 150: the rate stays for two of these
 * and an RTT. */
GST_START_TEST (test_overdue_waits_for_the_usual_interval)
{
  start ();
  wanted.window = RTP_CC_NO_WINDOW;
  hear_each (200 * MS, 40);
  fail_unless_equals_uint64 (rate (), 4000000);
  send_for (get_info ().rtt + 390 * MS);
  fail_unless_equals_uint64 (rate (), 4000000);
  send_for (20 * MS);
  fail_unless_equals_uint64 (rate (), 2000000);
}

GST_END_TEST;

/* The first packet that is heard of was under way for all of the silence: so the path had
 * stopped, and in the next silence one packet at a time finds out, until the third time-out.
 * If it came as usual only news were lost. */
GST_START_TEST (test_overdue_path_that_stopped)
{
  gboolean stopped = __i__;

  start ();
  if (stopped)
    hear_after (300 * MS);
  else
    hear_each (300 * MS, 1);
  hear_each (RTT, 40);
  fail_unless_equals_uint64 (rate (), 4000000);
  fail_unless (send_for (overdue () - 2 * MS) <= 1);
  if (!stopped) {
    fail_unless (send_for (100 * MS) > 20);
    return;
  }
  fail_unless (send_for (1500 * MS) <= 12);
  fail_unless_equals_int (get_info ().feedback_timeouts, 2);
  send_for (200 * MS);
  fail_unless_equals_int (get_info ().feedback_timeouts, 3);
  fail_unless (send_for (500 * MS) > 12);
}

GST_END_TEST;

static Suite *
sessionoverdue_suite (void)
{
  Suite *s = suite_create ("sessionoverdue");
  TCase *tc = tcase_create ("overdue");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_overdue_opens_the_window);
  tcase_add_test (tc, test_overdue_halves_the_rate);
  tcase_add_test (tc, test_overdue_rate_comes_back);
  tcase_add_test (tc, test_overdue_waits_for_the_usual_interval);
  tcase_add_loop_test (tc, test_overdue_path_that_stopped, 0, 2);
  return s;
}

GST_CHECK_MAIN (sessionoverdue);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, the reference window: what was used of it (O9), and hints of how large it may
 * become (O17) */
#include "near.h"
#include "screamtest.h"

/* ---- what was used ---- */

/* The most in flight is of this RTT and the one before. */
GST_START_TEST (test_scream_flight_of_two_rtts)
{
  RtpCcTime rtt = 50 * RTP_CC_MSECOND;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.rtt_tick = LATER;
  scream_update_bytes_in_flight (&s, 20000);
  scream_roll_bytes_in_flight (&s, LATER + rtt - 1);
  fail_unless_near (s.max_bytes_in_flight, 20000, 0);
  scream_roll_bytes_in_flight (&s, LATER + rtt);
  fail_unless_near (s.max_bytes_in_flight_prev, 20000, 0);
  fail_unless_near (s.max_bytes_in_flight, 0, 0);
  scream_roll_bytes_in_flight (&s, LATER + 2 * rtt - 1);
  fail_unless_near (s.max_bytes_in_flight_prev, 20000, 0);
  scream_roll_bytes_in_flight (&s, LATER + 2 * rtt);
  fail_unless_near (s.max_bytes_in_flight_prev, 0, 0);
}

GST_END_TEST;

static double
validated_at (Scream * s, RtpCcTime time)
{
  scream_validate_ref_wnd (s, time);
  return s->ref_wnd;
}

/* A second or two after 20 kB were in flight the window is an MSS and 1.5 times that, and
 * then what the least rate needs; one that was used stays. */
GST_START_TEST (test_scream_window_that_is_not_used)
{
  RtpCcTime period;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  period = s.p.path_memory;
  s.validation_time = LATER;
  scream_update_bytes_in_flight (&s, 40000);
  fail_unless_near (validated_at (&s, LATER + period), 50000, 0);
  s.max_bytes_in_flight = 0;
  scream_update_bytes_in_flight (&s, 20000);
  fail_unless_near (validated_at (&s, LATER + 2 * period - 1), 50000, 0);
  fail_unless_near (validated_at (&s, LATER + 2 * period), 50000, 0);
  fail_unless_near (validated_at (&s, LATER + 3 * period - 1), 50000, 0);
  fail_unless_near (validated_at (&s, LATER + 3 * period), 31000, 0);
  config.min_rate = 1000000;
  fail_unless_near (validated_at (&s, LATER + 4 * period), 6250, 0);
}

GST_END_TEST;

GST_START_TEST (test_scream_window_without_validation)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.p.window_is_validated = false;
  fail_unless_near (validated_at (&s, LATER + 10 * s.p.path_memory), 50000, 0);
}

GST_END_TEST;

/* ---- hints ---- */

#define HINT 10000000
#define HINT_WINDOW 75000       /* 1.2 times that for 50 ms */

static void
set_up_hint (Scream * s)
{
  set_up (s, 50, 50000, 60000);
  s->is_l4s = false;
  s->target_bitrate = 5e6;
}

/* One above the rate counts, if there is no queue when it comes: growth is slow near it, not
 * near where congestion was.  Where it was never, there is nothing to forget. */
GST_START_TEST (test_scream_hint_counts)
{
  static const struct
  {
    double target, qdelay_avg, ref_wnd_i;       /* bit/s; of the delay target */
    gboolean permits, counts;
    double ref_wnd_i_then;
  } cases[] = {
    {5e6, 0, 60000, TRUE, TRUE, HINT_WINDOW},
    {5e6, 0, 1, TRUE, TRUE, 1},
    {5e6, 0, 60000, FALSE, FALSE, 60000},
    {5e6, 0.249, 60000, TRUE, TRUE, HINT_WINDOW},
    {5e6, 0.25, 60000, TRUE, FALSE, 60000},
    {HINT, 0, 60000, TRUE, FALSE, 60000},
  };
  Scream s;

  set_up_hint (&s);
  s.target_bitrate = cases[__i__].target;
  s.delay.qdelay_avg = cases[__i__].qdelay_avg * (double) s.qdelay_target;
  s.ref_wnd_i = cases[__i__].ref_wnd_i;
  s.p.hint_permits = cases[__i__].permits;
  scream_follow_hint (&s, HINT);
  fail_unless_equals_uint64 (s.hint, cases[__i__].counts ? HINT : 0);
  fail_unless_near (s.ref_wnd_i, cases[__i__].ref_wnd_i_then, 0.5);
}

GST_END_TEST;

/* Once it counts a queue does not end it, but its own end does. */
GST_START_TEST (test_scream_hint_goes_on)
{
  Scream s;

  set_up_hint (&s);
  scream_follow_hint (&s, HINT);
  s.delay.qdelay_avg = (double) s.qdelay_target;
  scream_follow_hint (&s, HINT);
  fail_unless_equals_uint64 (s.hint, HINT);
  scream_follow_hint (&s, 0);
  fail_unless_equals_uint64 (s.hint, 0);
}

GST_END_TEST;

/* Congestion refuses it, and where it comes growth is slow from then on: until the hint is
 * higher by a quarter, or was not above the rate. */
GST_START_TEST (test_scream_hint_is_refused)
{
  Scream s;

  set_up_hint (&s);
  scream_follow_hint (&s, HINT);
  s.ref_wnd_i_update_allowed = false;
  s.ref_wnd_lowest = s.ref_wnd;
  s.ref_wnd_i_update_time = LATER;
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_equals_uint64 (s.hint, 0);
  fail_unless_near (s.ref_wnd_i, 50000, 0);

  scream_follow_hint (&s, HINT);
  fail_unless_equals_uint64 (s.hint, 0);
  scream_follow_hint (&s, HINT / 4 * 5 - 1);
  fail_unless_equals_uint64 (s.hint, 0);
  scream_follow_hint (&s, HINT / 4 * 5);
  fail_unless_equals_uint64 (s.hint, HINT / 4 * 5);

  s.hint = 0;
  scream_follow_hint (&s, 1000000);
  scream_follow_hint (&s, HINT);
  fail_unless_equals_uint64 (s.hint, HINT);
}

GST_END_TEST;

/* Growth is that of a start: all of the multiplicative part right after congestion, 3.5
 * times. */
GST_START_TEST (test_scream_hint_lets_the_window_grow)
{
  RtpCcFeedback feedback = {.bytes_newly_acked = 50000 };
  double grown[2];

  for (int i = 0; i < 2; i++) {
    Scream s;

    set_up_hint (&s);
    s.max_bytes_in_flight = 50000;
    s.ref_wnd_i = 20000;
    s.last_congestion_detected_time = LATER;
    s.hint = i == 1 ? HINT : 0;
    increase_ref_wnd (&s, &feedback, 1, LATER);
    grown[i] = s.ref_wnd - 50000;
  }
  fail_unless_near (grown[1] - grown[0], 3.5 * 0.05 * 50000, 0.5);
}

GST_END_TEST;

static Suite *
screamwindow_suite (void)
{
  Suite *s = suite_create ("screamwindow");
  TCase *tc = tcase_create ("screamwindow");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_scream_flight_of_two_rtts);
  tcase_add_test (tc, test_scream_window_that_is_not_used);
  tcase_add_test (tc, test_scream_window_without_validation);
  tcase_add_loop_test (tc, test_scream_hint_counts, 0, 6);
  tcase_add_test (tc, test_scream_hint_goes_on);
  tcase_add_test (tc, test_scream_hint_is_refused);
  tcase_add_test (tc, test_scream_hint_lets_the_window_grow);
  return s;
}

GST_CHECK_MAIN (screamwindow);

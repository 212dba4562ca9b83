/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, the reference window: what a reduction leaves behind, what was used of it (O9),
 * and hints of how large it may become (O17) */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamtest.h"

/* ---- back-off ---- */

/* What grows, and what bounds the rate, is told of each reduction. */
GST_START_TEST (test_scream_reduction_is_noted)
{
  gboolean saturated = __i__ == 0;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.p.saturated = saturated;
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless (s.ref_wnd < 50000);
  fail_unless (s.is_congestion_detected);
  fail_unless_near (s.ref_wnd_i, 50000, 0);
  fail_if (s.ref_wnd_i_update_allowed);
  fail_unless_equals_int64 (s.ref_wnd_i_update_time, LATER);
  fail_unless_near (s.ref_wnd_lowest, s.ref_wnd, 0);
  fail_unless_equals_int64 (s.last_congestion_detected_time, LATER);
  fail_unless_equals_int64 (s.last_reaction_to_congestion_time, LATER);
  fail_unless_equals_int64 (s.saturated_until,
      saturated ? LATER + s.p.path_memory : 0);
}

GST_END_TEST;

GST_START_TEST (test_scream_reduction_has_a_floor)
{
  Scream s;

  set_up (&s, 50, 600, 60000);
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd, 500, 0);
}

GST_END_TEST;

/* A short RTT makes no reaction larger. */
GST_START_TEST (test_scream_backoff_of_a_short_rtt)
{
  Scream s;

  set_up (&s, 10, 50000, 60000);
  fail_unless_near (scale_backoff (&s, 0.5), 0.5, 0);
  s.s_rtt = 50. * RTP_CC_MSECOND;
  fail_unless_near (scale_backoff (&s, 0.5), 0.25, 0);
}

GST_END_TEST;

/* 4.2.2: near the inflection point marks count for a quarter, but not beside a queue. */
GST_START_TEST (test_scream_marks_beside_a_queue)
{
  Scream s;

  set_up (&s, 25, 50000, 50000);
  s.l4s_alpha = 1;
  fail_unless_near (l4s_backoff (&s, 0.1), 0.125, 1e-9);
  s.delay.qdelay = s.qdelay_target / 4;
  fail_unless_near (l4s_backoff (&s, 0.1), 0.5, 1e-9);
}

GST_END_TEST;

/* After long without congestion a mark takes the window to what was in flight, if that is
 * less. */
GST_START_TEST (test_scream_mark_after_long)
{
  static const double flights[] = { 30000, 80000 };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.last_reaction_to_congestion_time = T0;
  s.max_bytes_in_flight_prev = flights[__i__];
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_near (s.ref_wnd, fmin (50000, flights[__i__]), 0);
}

GST_END_TEST;

/* O7: a target that is low enough needs no back-off by virtual marks. */
GST_START_TEST (test_scream_no_backoff_while_draining)
{
  Scream s;

  set_up (&s, 25, 50000, 60000);
  s.delay.qdelay_avg = 45. * RTP_CC_MSECOND;
  s.target_bitrate = s.acked_rate = 1e6;
  fail_unless_near (virtual_backoff (&s), 0.25, 1e-9);
  s.acked_rate = 2e6;
  fail_unless_near (virtual_backoff (&s), 0, 0);
}

GST_END_TEST;

/* D23: a test leaves a quarter of the window at least, whatever the path delivers. */
GST_START_TEST (test_scream_loss_test_has_a_floor)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.loss.packets_before = 100;
  s.acked_rate = 0.1 * s.target_bitrate;
  start_loss_test (&s);
  fail_unless_near (s.ref_wnd, 12500, 0.5);
}

GST_END_TEST;

/* O10 without D18: a tenth of the window in an RTT. */
GST_START_TEST (test_scream_small_window_grows_slowly)
{
  Scream s;

  set_up (&s, 25, 2000, 60000);
  s.p.fair_rtt = 0;
  fail_unless_near (growth_in_rtt (&s, 0), 0.1, 1e-9);
  s.p.slow_growth_of_small_window = false;
  fail_unless_near (growth_in_rtt (&s, 0), 0.5, 1e-9);
}

GST_END_TEST;

/* What one feedback does: a loss beside a queue is reacted to at once, a mark not before the
 * next reaction may come, but it is congestion for the growth; and without D4 the lowest
 * window is that of now. */
GST_START_TEST (test_scream_feedback_changes_the_window)
{
  RtpCcFeedback feedback = { 0 };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.loss.with_queue = true;
  scream_update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd, 35000, 0.5);
  fail_unless_near (s.ref_wnd_lowest, 35000, 0.5);

  s.ce_seen = true;
  s.ref_wnd = 40000;
  scream_update_ref_wnd (&s, &feedback, LATER + 1);
  fail_unless_near (s.ref_wnd, 40000, 0);
  fail_unless_near (s.ref_wnd_lowest, 35000, 0.5);
  fail_unless_equals_int64 (s.last_congestion_detected_time, LATER + 1);

  s.p.lowest_by_reduction = false;
  scream_update_ref_wnd (&s, &feedback, LATER + 2);
  fail_unless_near (s.ref_wnd_lowest, 40000, 0);

  s.ce_seen = false;
  scream_update_ref_wnd (&s, &feedback, LATER + 3);
  fail_unless_equals_int64 (s.last_congestion_detected_time, LATER + 2);
}

GST_END_TEST;

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

  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
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
  tcase_add_loop_test (tc, test_scream_reduction_is_noted, 0, 2);
  tcase_add_test (tc, test_scream_reduction_has_a_floor);
  tcase_add_test (tc, test_scream_backoff_of_a_short_rtt);
  tcase_add_test (tc, test_scream_marks_beside_a_queue);
  tcase_add_loop_test (tc, test_scream_mark_after_long, 0, 2);
  tcase_add_test (tc, test_scream_no_backoff_while_draining);
  tcase_add_test (tc, test_scream_loss_test_has_a_floor);
  tcase_add_test (tc, test_scream_small_window_grows_slowly);
  tcase_add_test (tc, test_scream_feedback_changes_the_window);
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

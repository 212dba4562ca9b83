/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, the reference window: what a reduction leaves behind, what was used of it (D24),
 * and growth (D3) */
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
  fail_unless_near (s.ref_wnd_i, 50000, 0);
  fail_unless_near (s.ref_wnd_lowest, s.ref_wnd, 0);
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
  s.flight.before = flights[__i__];
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_near (s.ref_wnd, fmin (50000, flights[__i__]), 0);
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

/* What one feedback does: a loss beside a queue is reacted to at once, a mark not before the
 * next reaction may come. */
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
}

GST_END_TEST;

/* ---- what was used ---- */

static double
flight_at (Scream * s, double bytes, RtpCcTime time)
{
  scream_update_bytes_in_flight (s, bytes, time);
  return scream_most (&s->flight);
}

/* The most in flight is of this RTT and the one before. */
GST_START_TEST (test_scream_flight_of_two_rtts)
{
  RtpCcTime rtt = 50 * RTP_CC_MSECOND;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.flight.since = LATER;
  fail_unless_near (flight_at (&s, 20000, LATER), 20000, 0);
  fail_unless_near (flight_at (&s, 0, LATER + rtt - 1), 20000, 0);
  fail_unless_near (s.flight.before, 0, 0);
  fail_unless_near (flight_at (&s, 0, LATER + rtt), 20000, 0);
  fail_unless_near (s.flight.before, 20000, 0);
  fail_unless_near (flight_at (&s, 0, LATER + 2 * rtt - 1), 20000, 0);
  fail_unless_near (flight_at (&s, 0, LATER + 2 * rtt), 0, 0);
}

GST_END_TEST;

static double
validated_at (Scream * s, double bytes, RtpCcTime time)
{
  scream_update_bytes_in_flight (s, bytes, time);
  validate_ref_wnd (s);
  return s->ref_wnd;
}

/* A second or two after 20 kB were in flight the window is an MSS and 1.5 times that, and
 * then what the least rate needs; one that was used stays.  Nothing is known at first. */
GST_START_TEST (test_scream_window_that_is_not_used)
{
  RtpCcTime period;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  period = s.p.path_memory;
  s.used.since = LATER;
  fail_unless_near (validated_at (&s, 0, LATER), 50000, 0);
  fail_unless_near (validated_at (&s, 40000, LATER), 50000, 0);
  fail_unless_near (validated_at (&s, 20000, LATER + period), 50000, 0);
  fail_unless_near (validated_at (&s, 0, LATER + 2 * period - 1), 50000, 0);
  fail_unless_near (validated_at (&s, 0, LATER + 2 * period), 31000, 0);
  config.min_rate = 1000000;
  fail_unless_near (validated_at (&s, 0, LATER + 3 * period), 6250, 0);
}

GST_END_TEST;

/* With each feedback, after growth. */
GST_START_TEST (test_scream_window_is_validated_by_feedback)
{
  RtpCcFeedback feedback = { 0 };
  Scream s;

  for (int validated = 0; validated <= 1; validated++) {
    set_up (&s, 50, 50000, 60000);
    s.p.window_is_validated = validated;
    s.used.before = 20000;
    scream_update_ref_wnd (&s, &feedback, LATER);
    fail_unless_near (s.ref_wnd, validated ? 31000 : 50000, 0);
  }
}

GST_END_TEST;

/* ---- growth ---- */

#define ADDITIVE (1000 / 50000.)        /* an MSS of a window of 50000, in 150 ms */

/* D3: growth fades with the queue, to nothing where virtual marks begin; not with that of a
 * competitor. */
GST_START_TEST (test_scream_growth_fades_with_the_queue)
{
  static const double cases[][2] = {    /* of the delay target, of growth */
    {0, 1}, {0.25, 0.5}, {0.499, 0.002}, {0.5, 0}, {2, 0},
  };
  Scream s;

  set_up (&s, 150, 50000, 20000);
  s.is_l4s = false;
  s.delay.qdelay = (int64_t) (cases[__i__][0] * (double) s.qdelay_target);
  fail_unless_near (growth_in_rtt (&s, LATER),
      (ADDITIVE + 0.175) * cases[__i__][1], 1e-9);
  s.compete.on = true;
  fail_unless_near (growth_in_rtt (&s, LATER), ADDITIVE + 0.175, 1e-9);
}

GST_END_TEST;

/* D3: the multiplicative part is nothing at the last limit and whole from an eighth away on.  In
 * a start there is no limit; with L4S it is a quarter, and nothing after losses of a limit
 * without a queue. */
GST_START_TEST (test_scream_growth_away_from_the_limit)
{
  static const struct
  {
    double ref_wnd_i;
    gboolean l4s;
    int no_queue;               /* ns from now */
    double part;
  } cases[] = {
    {50000 / 1.2, FALSE, 0, 1},
    {50000 / 1.125, FALSE, 0, 1},
    {50000 / 1.0625, FALSE, 0, 0.5},
    {50000, FALSE, 0, 0},
    {50000 / 0.9375, FALSE, 0, 0.5},
    {80000, FALSE, 0, 1},
    {1, FALSE, 0, 1},
    {1, TRUE, 0, 0.25},
    {50000, TRUE, 0, 0},
    {20000, FALSE, 1, 0},
  };
  Scream s;

  set_up (&s, 150, 50000, cases[__i__].ref_wnd_i);
  s.is_l4s = cases[__i__].l4s;
  s.no_queue_until = LATER + cases[__i__].no_queue;
  fail_unless_near (growth_in_rtt (&s, LATER),
      ADDITIVE + 0.175 * cases[__i__].part, 1e-9);
}

GST_END_TEST;

/* D3: the additive part is by the square of the RTT; without it an MSS in an RTT. */
GST_START_TEST (test_scream_growth_at_any_rtt)
{
  Scream s;

  set_up (&s, 50, 50000, 20000);
  s.p.mul_increase_factor = 0;
  fail_unless_near (growth_in_rtt (&s, LATER), ADDITIVE / 9, 1e-9);
  s.p.fair_rtt = 0;
  fail_unless_near (growth_in_rtt (&s, LATER), ADDITIVE, 1e-9);
}

GST_END_TEST;

/* D23: losses that became fewer in a test are those of a limit without a queue, for as long as
 * a test may take. */
GST_START_TEST (test_scream_limit_without_a_queue)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.loss.testing = true;
  s.loss.test_start = LATER - 1;
  s.loss.packets_before = s.loss.losses_before = 100;
  s.loss.packets = 100;
  react_to_loss (&s, 1, LATER);
  fail_if (s.loss.testing);
  fail_unless_equals_int64 (s.no_queue_until, LATER + 8 * RTP_CC_SECOND);
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
  tcase_add_test (tc, test_scream_loss_test_has_a_floor);
  tcase_add_test (tc, test_scream_feedback_changes_the_window);
  tcase_add_test (tc, test_scream_flight_of_two_rtts);
  tcase_add_test (tc, test_scream_window_that_is_not_used);
  tcase_add_test (tc, test_scream_window_is_validated_by_feedback);
  tcase_add_loop_test (tc, test_scream_growth_fades_with_the_queue, 0, 5);
  tcase_add_loop_test (tc, test_scream_growth_away_from_the_limit, 0, 10);
  tcase_add_test (tc, test_scream_growth_at_any_rtt);
  tcase_add_test (tc, test_scream_limit_without_a_queue);
  return s;
}

GST_CHECK_MAIN (screamwindow);

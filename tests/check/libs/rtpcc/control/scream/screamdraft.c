/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* controller=scream-draft: SCReAM v2 without departures, against values worked out from the
 * draft; and departures that are switched off one by one. */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamtest.h"

static void
set_up_draft (Scream * s, double s_rtt_ms, double ref_wnd, double ref_wnd_i)
{
  set_up (s, s_rtt_ms, ref_wnd, ref_wnd_i);
  s->p = scream_draft_params;
}

/* 4.2.2: one RTT's worth of acknowledgements. */
GST_START_TEST (test_scream_draft_growth_in_one_rtt)
{
  static const struct
  {
    double s_rtt_ms, ref_wnd_i;
    gboolean long_after;
    guint64 acked, ce;
    double increment;
  } cases[] = {
    /* an MSS, and 2 % of the window */
    {50, 20000, TRUE, 50000, 0, 2000},
    {50, 20000, FALSE, 50000, 0, 1000},
    {50, 50000, FALSE, 50000, 0, 250},
    /* a fifth of the virtual RTT */
    {5, 20000, FALSE, 50000, 2000, 192},
  };
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up_draft (&s, cases[__i__].s_rtt_ms, 50000, cases[__i__].ref_wnd_i);
  s.max_bytes_in_flight = 50000;
  s.last_congestion_detected_time = cases[__i__].long_after ? T0 : LATER;
  feedback.bytes_newly_acked = cases[__i__].acked;
  feedback.bytes_newly_acked_ce = cases[__i__].ce;
  increase_ref_wnd (&s, &feedback, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd - 50000, cases[__i__].increment, 0.5);
}

GST_END_TEST;

/* 4.2.1.4 and 4.2.2: REDUCE_JITTER on a path whose delay swings. */
GST_START_TEST (test_scream_draft_reduce_jitter)
{
  static const struct
  {
    gboolean on, is_l4s;
    double latency_diff_avg, increment, window;
  } cases[] = {
    {TRUE, TRUE, 1, 250, 75000},
    {TRUE, FALSE, 1, 25, 75000},
    {TRUE, TRUE, 0, 2000, 150000},
    {TRUE, FALSE, 0, 2000, 150000},
    /* a half: post 1/2, growth / 2.5, and / 2 without L4S */
    {TRUE, TRUE, 0.5, 600, 112500},
    {TRUE, FALSE, 0.5, 300, 112500},
    {FALSE, FALSE, 1, 2000, 150000},
  };
  RtpCcFeedback feedback = {.bytes_newly_acked = 50000 };
  RtpCcTarget target;
  Scream s;

  set_up_draft (&s, 50, 50000, 20000);
  s.p.reduce_jitter = cases[__i__].on;
  s.is_l4s = cases[__i__].is_l4s;
  s.delay.latency_diff_avg = cases[__i__].latency_diff_avg;
  s.max_bytes_in_flight = 50000;
  s.last_congestion_detected_time = T0;
  scream_set_target (&s, LATER, &target);
  fail_unless_equals_uint64 (target.window, cases[__i__].window);
  increase_ref_wnd (&s, &feedback, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd - 50000, cases[__i__].increment, 0.5);
}

GST_END_TEST;

/* 4.2.1.4: how it is told.  A step of 10 ms is 2 ms and 0.2 above the averages: 0.8 of a
 * ms counts; then more, but a ms at most. */
GST_START_TEST (test_scream_draft_tells_jitter)
{
  Scream s;

  set_up_draft (&s, 50, 50000, 20000);
  s.p.reduce_jitter = true;
  s.delay.qdelay = 10 * RTP_CC_MSECOND;
  scream_delay_update_latency_diff (&s.delay, false);
  fail_unless_near (scream_delay_lat_scale (&s.delay), 1, 0);
  s.delay.qdelay_short_avg = s.delay.qdelay_long_avg = 0;
  scream_delay_update_latency_diff (&s.delay, true);
  fail_unless_near (scream_delay_lat_scale (&s.delay), 1 - 0.016, 1e-9);
  scream_delay_update_latency_diff (&s.delay, true);
  fail_unless_near (scream_delay_lat_scale (&s.delay), 1 - 0.036, 1e-9);
  /* Back in a calm: 0.002 for a ms below. */
  s.delay.qdelay = 0;
  s.delay.qdelay_short_avg = s.delay.qdelay_long_avg = 0;
  scream_delay_update_latency_diff (&s.delay, true);
  fail_unless_near (scream_delay_lat_scale (&s.delay), 1 - 0.034, 1e-9);
}

GST_END_TEST;

/* 4.2.2: a mark while the queue is short. */
GST_START_TEST (test_scream_draft_backoff_of_jitter)
{
  static const double cases[][2] = { {0, 0.025}, {0.5, 0.0125}, {1, 0.00625} };
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  s.p.reduce_jitter = true;
  s.l4s_alpha = 0.1;
  s.delay.qdelay = 5 * RTP_CC_MSECOND;
  s.delay.latency_diff_avg = cases[__i__][0];
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_near (s.ref_wnd, 50000 * (1 - cases[__i__][1]), 0.5);
}

GST_END_TEST;

/* 4.2.2: all of it, or nothing where the cap would be passed. */
GST_START_TEST (test_scream_draft_growth_stops_below_the_cap)
{
  RtpCcFeedback feedback = {.bytes_newly_acked = 50000 };
  Scream s;

  set_up_draft (&s, 50, 50000, 20000);
  s.last_congestion_detected_time = LATER;
  s.max_bytes_in_flight = 33333;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless_near (s.ref_wnd, 50000, 0);
}

GST_END_TEST;

/* 4.2.2: any growth lets ref_wnd_i follow; ref_wnd_lowest follows the window; and only
 * losses and CE hold the growth back. */
GST_START_TEST (test_scream_draft_memory_of_congestion)
{
  RtpCcFeedback feedback = {.bytes_newly_acked = 1000 };
  RtpCcTime before;
  Scream s;

  set_up_draft (&s, 50, 50000, 20000);
  s.ref_wnd_i_update_allowed = false;
  s.max_bytes_in_flight = 50000;
  before = s.last_congestion_detected_time;
  reduce_ref_wnd (&s, REACTION_VIRTUAL, 1, LATER);
  fail_unless (s.last_congestion_detected_time == before);
  s.ref_wnd_i_update_allowed = false;
  scream_update_ref_wnd (&s, &feedback, LATER);
  fail_unless (s.ref_wnd_i_update_allowed);
  fail_unless (s.ref_wnd_lowest < s.ref_wnd && s.ref_wnd_lowest >= 50000);
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless (s.last_congestion_detected_time == LATER);
}

GST_END_TEST;

/* 4.2.1.4: between two updates the average does not fall. */
GST_START_TEST (test_scream_draft_compares_feedbacks)
{
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  s.delay.qdelay_avg = 45. * RTP_CC_MSECOND;
  s.delay.qdelay_avg_prev = 50. * RTP_CC_MSECOND;
  scream_update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd, 50000, 0);
  scream_update_ref_wnd (&s, &feedback, LATER + 1);
  fail_unless_near (s.ref_wnd, 50000 * 0.875, 0.5);
}

GST_END_TEST;

/* 4.5.2: from nothing five losses in a row are above the threshold. */
GST_START_TEST (test_scream_draft_loss_rate)
{
  static const double rates[] = { 0.00996, 0.01244 };
  RtpCcReport report = {.fate = RTP_CC_FATE_LOST };
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  for (guint i = 0; i < 5; i++) {
    note_fate (&s, &report);
    if (i >= 3)
      fail_unless_near (s.loss_rate, rates[i - 3], 0.00001);
    fail_unless (scream_detect_congestion (&s) ==
        (i == 4 ? REACTION_LOSS : REACTION_NONE));
  }
  s.loss_rate = 0;
  s.delay.qdelay_avg = 15.1 * RTP_CC_MSECOND;
  fail_unless (scream_detect_congestion (&s) == REACTION_LOSS);
  s.target_bitrate = s.acked_rate = 1e6;
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd, 35000, 0.5);
}

GST_END_TEST;

/* With L4S a mark hides the queue; and the window falls to what was in flight in the RTT
 * before. */
GST_START_TEST (test_scream_draft_marks_alone)
{
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  s.l4s_alpha = 0.1;
  s.delay.qdelay = s.delay.qdelay_avg = 60. * RTP_CC_MSECOND;
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_near (s.ref_wnd, 48750, 0.5);

  set_up_draft (&s, 50, 50000, 60000);
  s.last_reaction_to_congestion_time = LATER - 10 * RTP_CC_SECOND;
  s.max_bytes_in_flight = 40000;
  s.max_bytes_in_flight_prev = 20000;
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_near (s.ref_wnd, 20000, 0.5);
}

GST_END_TEST;

/* 4.3.1: three times the window, whatever the queue. */
GST_START_TEST (test_scream_draft_send_window)
{
  RtpCcTarget target;
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  s.delay.qdelay_avg = 60. * RTP_CC_MSECOND;
  scream_set_target (&s, LATER, &target);
  fail_unless_equals_uint64 (target.window, 150000);
}

GST_END_TEST;

/* 4.3.2: 1.5 times the target, and more near the highest rate, congestion or not. */
GST_START_TEST (test_scream_draft_pacing)
{
  static const double cases[][2] = {
    {1e6, 1.5e6}, {6.536e6, 10.71e6}, {7.6e6, 45.6e6}, {8e6, 48e6}
  };
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  config.max_rate = 8000000;
  s.delay.qdelay_avg = 60. * RTP_CC_MSECOND;
  s.is_congestion_detected = true;
  s.target_bitrate = cases[__i__][0];
  fail_unless_near (pace_bitrate (&s, LATER), cases[__i__][1], 0.01e6);
}

GST_END_TEST;

/* 4.4, without the headers, which the session takes off. */
GST_START_TEST (test_scream_draft_target_bitrate)
{
  static const struct
  {
    double ref_wnd, raf, fsd, target;
  } cases[] = {
    {50000, 0, 0, 6.667e6},
    {50000, 0.5, 0.2, 4.211e6},
    {3000, 0, 0, 320e3},
  };
  Scream s;

  set_up_draft (&s, 50, cases[__i__].ref_wnd, 60000);
  s.rate_adjust_factor = cases[__i__].raf;
  s.frame_size_dev = cases[__i__].fsd;
  scream_update_target_bitrate (&s, LATER);
  fail_unless_near (s.target_bitrate, cases[__i__].target,
      cases[__i__].target * 0.001);
}

GST_END_TEST;

/* 4.4: for each frame, whatever its period. */
GST_START_TEST (test_scream_draft_rate_adjust_factor)
{
  RtpCcFrame frame = {.size = 1000,.period = 20 * RTP_CC_MSECOND,
    .queue_delay = 25 * RTP_CC_MSECOND
  };
  RtpCcTarget target;
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  scream_on_frame (&s, &frame, LATER, &target);
  fail_unless_near (s.rate_adjust_factor, 1. / 16, 1e-9);
}

GST_END_TEST;

/* RFC 6298: an eighth for each sample. */
GST_START_TEST (test_scream_draft_rtt)
{
  Scream s;

  set_up_draft (&s, 50, 50000, 60000);
  scream_update_rtt (&s, 90 * RTP_CC_MSECOND, s.s_rtt_time + 1);
  fail_unless_near (s.s_rtt, 55. * RTP_CC_MSECOND, 1);
}

GST_END_TEST;

/* It begins with the smallest window, on any path, and cuts nothing without feedback. */
GST_START_TEST (test_scream_draft_begins_and_goes_on)
{
  RtpCcTarget target;
  Scream s;

  memset (&s, 0, sizeof (s));
  config.queue_delay_target = 0;
  config.start_rate = 1000000;
  scream_draft_init (&s, &config, T0, &target);
  fail_unless_near (s.ref_wnd, 3000, 0);
  fail_unless_equals_int64 (s.qdelay_target, 60 * RTP_CC_MSECOND);
  fail_unless_equals_uint64 (target.media_rate, 1000000);
  scream_update_rtt (&s, 2 * RTP_CC_MSECOND, LATER);
  fail_unless_near (s.ref_wnd, 3000, 0);
  fail_unless_near (s.s_rtt, 2. * RTP_CC_MSECOND, 0);
  scream_on_feedback_timeout (&s, 1, LATER, &target);
  fail_unless_near (s.ref_wnd, 3000, 0);
  config.min_rate = 100000000;
  fail_unless_near (scream_min_ref_wnd (&s), 3000, 0);
}

GST_END_TEST;

/* A number that belongs to a departure: all of them off are scream-draft, and each is off
 * alone. */
GST_START_TEST (test_scream_departures_are_switched_off)
{
  double values[RTP_CC_PARAMS_MAX];
  ScreamParams params;
  gsize n = 0;

  for (; scream_param_list[n].name != NULL; n++) {
    const RtpCcParam *own = &scream_param_list[n];
    const RtpCcParam *draft = &scream_draft_param_list[n];

    values[n] = draft->value;
    fail_unless_equals_string (own->name, draft->name);
    fail_unless (draft->value >= draft->least && draft->value <= draft->most
        && own->value >= own->least && own->value <= own->most, "%s",
        own->name);
    if (own->of[0] == 'D' && own->of[1] == 'R')
      fail_unless_near (own->value, draft->value, 0);
  }
  memset (&params, 0, sizeof (params));
  scream_params_set (&params, values);
#define PARAM(kind, of, name, value, draft, least, most) \
  fail_unless (params.name == scream_draft_params.name, #name);
#include "gst/rtpcc/control/scream/rtpcc-scream-table-private.h"
#undef PARAM
}

GST_END_TEST;

static Suite *
screamdraft_suite (void)
{
  Suite *suite = suite_create ("screamdraft");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_loop_test (tc, test_scream_draft_growth_in_one_rtt, 0, 4);
  tcase_add_loop_test (tc, test_scream_draft_reduce_jitter, 0, 7);
  tcase_add_test (tc, test_scream_draft_tells_jitter);
  tcase_add_loop_test (tc, test_scream_draft_backoff_of_jitter, 0, 3);
  tcase_add_test (tc, test_scream_draft_growth_stops_below_the_cap);
  tcase_add_test (tc, test_scream_draft_memory_of_congestion);
  tcase_add_test (tc, test_scream_draft_compares_feedbacks);
  tcase_add_test (tc, test_scream_draft_loss_rate);
  tcase_add_test (tc, test_scream_draft_marks_alone);
  tcase_add_test (tc, test_scream_draft_send_window);
  tcase_add_loop_test (tc, test_scream_draft_pacing, 0, 4);
  tcase_add_loop_test (tc, test_scream_draft_target_bitrate, 0, 3);
  tcase_add_test (tc, test_scream_draft_rate_adjust_factor);
  tcase_add_test (tc, test_scream_draft_rtt);
  tcase_add_test (tc, test_scream_draft_begins_and_goes_on);
  tcase_add_test (tc, test_scream_departures_are_switched_off);

  return suite;
}

GST_CHECK_MAIN (screamdraft);

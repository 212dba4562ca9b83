/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2: pacing and target, sections 4.3 and 4.4 of the draft. */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamtest.h"

/* A stream that is to send nothing has no frames that are too large. */
GST_START_TEST (test_scream_frame_without_target)
{
  RtpCcFrame frame = {.size = 1000,.period = 33 * RTP_CC_MSECOND };
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  scream_on_frame (&s, &frame, LATER, &target);
  fail_unless_near (s.frame_size_dev, 0, 0);
}

GST_END_TEST;

/* D14: the same headroom whatever the target is, also at the most that the user allows. */
GST_START_TEST (test_scream_pacing_headroom)
{
  static const double targets[] = { 1e6, 6.536e6, 7.6e6, 8e6 };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  config.max_rate = 8000000;
  s.target_bitrate = targets[__i__];
  s.delay.qdelay_avg = (double) s.qdelay_target;
  fail_unless_near (pace_bitrate (&s, LATER), 1.1 * targets[__i__], 1);
}

GST_END_TEST;

static void
set_jitter (Scream * s, double ms)
{
  double steps = (double) s->p.ipdv_min
      + ms * RTP_CC_MSECOND / s->p.jitter_per_ipdv;

  s->delay.ipdv_square = ms > 0 ? steps * steps : 0;
}

/* D14: with as much jitter as a frame's period half of the target faster, with half of it a
 * quarter.  Nothing with L4S, or where a limit has no queue. */
GST_START_TEST (test_scream_pace_as_frames_arrive)
{
  static const struct
  {
    double jitter;              /* ms */
    gboolean early, l4s, testing;
    double pace;
  } cases[] = {
    {40, TRUE, FALSE, FALSE, 1.6e6},
    {1000, TRUE, FALSE, FALSE, 1.6e6},
    {20, TRUE, FALSE, FALSE, 1.35e6},
    {0, TRUE, FALSE, FALSE, 1.1e6},
    {40, FALSE, FALSE, FALSE, 1.1e6},
    {40, TRUE, TRUE, FALSE, 1.1e6},
    {40, TRUE, FALSE, TRUE, 1.1e6},
  };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.target_bitrate = 1e6;
  s.frame_period = 40 * RTP_CC_MSECOND;
  s.p.frames_leave_early = cases[__i__].early;
  s.is_l4s = cases[__i__].l4s;
  s.loss.testing = cases[__i__].testing;
  set_jitter (&s, cases[__i__].jitter);
  fail_unless_near (pace_bitrate (&s, LATER), cases[__i__].pace, 1);
}

GST_END_TEST;

/* The draft's values without its factor MSS/(MSS+20): headers are counted
 * where they arise. */
GST_START_TEST (test_scream_target_bitrate)
{
  static const struct
  {
    double ref_wnd, raf, fsd, target;
  } cases[] = {
    {50000, 0, 0, 6.536e6 * 1.02},
    {50000, 0.5, 0.2, 4.128e6 * 1.02},
    {3000, 0, 0, 400e3},
  };
  Scream s;

  set_up (&s, 50, cases[__i__].ref_wnd, 60000);
  s.rate_adjust_factor = cases[__i__].raf;
  s.frame_size_dev = cases[__i__].fsd;
  s.acked_most.newest = 100e6;
  scream_update_target_bitrate (&s, LATER);
  fail_unless_near (s.target_bitrate, cases[__i__].target,
      cases[__i__].target * 0.002);
}

GST_END_TEST;

/* O11: 1000 bytes in each 10 ms of a slower path are 0.8 Mbit/s, which is what leaves. */
GST_START_TEST (test_scream_window_of_a_slower_path)
{
  RtpCcFeedback feedback = {.n_reports = 0 };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.used.newest = 60000;
  s.rise.since = T0;
  s.rise.last = T0 + 50 * RTP_CC_MSECOND;
  s.rise.bytes = 5000;
  scream_update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd, 50000, 1e-9);
  s.rise.slower = true;
  scream_update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd_i, 50000, 1e-9);
  fail_unless_near (s.ref_wnd, scream_window_for_rate (&s, 0.8e6 / 1.1), 1e-9);
}

GST_END_TEST;

/* O11: what was acknowledged meanwhile is more. */
GST_START_TEST (test_scream_slower_path_delivers_what_is_acknowledged)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.rise.since = T0;
  s.rise.last = T0 + 50 * RTP_CC_MSECOND;
  s.rise.bytes = 5000;
  s.rise.slower = true;
  s.acked_rate = 1e6;
  fail_unless_near (delivered_window (&s), scream_window_for_rate (&s, 1e6),
      1e-9);
}

GST_END_TEST;

/* O11: it is over once its queue is shorter than where virtual marks begin; at once beside a
 * competitor. */
GST_START_TEST (test_scream_rise_ends)
{
  static const struct
  {
    bool fell, competes;
    double qdelay;              /* ms */
    bool slower;
  } cases[] = {
    {true, false, 29, false}, {true, false, 31, true}, {false, false, 29, true},
    {false, true, 100, false}
  };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.rise.slower = true;
  s.rise.fell = cases[__i__].fell;
  s.compete.on = cases[__i__].competes;
  s.delay.qdelay = (int64_t) (cases[__i__].qdelay * RTP_CC_MSECOND);
  scream_end_rise (&s);
  fail_unless_equals_int (s.rise.slower, cases[__i__].slower);
}

GST_END_TEST;

/* O11: a rise by the whole delay target needs no average. */
GST_START_TEST (test_scream_rise_is_long)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.rise.least = 5 * RTP_CC_MSECOND;
  s.rise.most = s.rise.least + s.qdelay_target + 1;
  fail_if (scream_rise_is_long (&s));
  s.rise.slower = true;
  fail_unless (scream_rise_is_long (&s));
  s.rise.most--;
  fail_if (scream_rise_is_long (&s));
}

GST_END_TEST;

static double
limit_at (Scream * s, RtpCcTime time)
{
  update_acked_most (s, time);
  return acked_limit (s, time);
}

/* D24: what got through bounds the target until the end of the next period, even if nothing
 * does any more. */
GST_START_TEST (test_scream_acked_limit_has_a_memory)
{
  Scream s;
  double limit;

  set_up (&s, 25, 50000, 60000);
  s.frame_fill = 0;
  s.acked_most.since = LATER;
  rtp_cc_meter_add (&s.acked_long, 50000, LATER);
  limit = limit_at (&s, LATER);
  fail_unless_near (limit, 0.6e6, 1);   /* 1.5 times 50000 bytes in PATH_MEMORY, 1 s */
  for (guint i = 1; i <= 19; i++)
    fail_unless_near (limit_at (&s, LATER + i * LONG_MEMORY / 10), limit, 0);
  fail_unless_near (limit_at (&s, LATER + 2 * LONG_MEMORY), 0, 0);
}

GST_END_TEST;

/* D24: who makes frames that fill the target is bounded by what came in 200 ms, in a start and
 * later; with frames that are smaller than they may be, in a second. */
GST_START_TEST (test_scream_acked_limit_of_a_start)
{
  static const struct
  {
    double fill;
    bool congested;
    double limit;               /* bit/s */
  } cases[] = {
    {0.81, false, 3e6}, {0.79, false, 0.6e6}, {1, true, 3e6},
  };
  Scream s;

  set_up (&s, 25, 50000, 60000);
  s.frame_fill = cases[__i__].fill;
  if (!cases[__i__].congested)
    s.ref_wnd_i = REF_WND_I_NONE;
  s.acked_most.since = LATER;
  rtp_cc_meter_add (&s.acked, 50000, LATER);
  rtp_cc_meter_add (&s.acked_long, 50000, LATER);
  fail_unless_near (limit_at (&s, LATER), cases[__i__].limit, 1);
}

GST_END_TEST;

/* D24: at the start three small frames tell of a still picture, and its key frame, which counts
 * as one and a half, does not hide them. */
GST_START_TEST (test_scream_frames_tell_of_a_still_picture)
{
  RtpCcFrame frame = {.period = RTP_CC_SECOND / 30,.media_target = 2400000 };
  Scream s;

  set_up (&s, 25, 50000, 60000);
  fail_unless (s.frame_fill >= ACKED_BITRATE_MARGIN);
  frame.size = 100000;
  scream_on_frame (&s, &frame, LATER, NULL);
  fail_unless_near (s.frame_fill, 0.8 + 0.7 / 64, 1e-6);
  frame.size = 1000;            /* a tenth of what it may be */
  for (guint i = 0; i < 3; i++)
    scream_on_frame (&s, &frame, LATER, NULL);
  fail_unless (s.frame_fill < ACKED_BITRATE_MARGIN);
}

GST_END_TEST;

/* The bound is that of the target. */
GST_START_TEST (test_scream_acked_limit_bounds_the_target)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.acked_most.since = LATER;
  s.acked_most.newest = 1e6;
  scream_update_target_bitrate (&s, LATER);
  fail_unless_near (s.target_bitrate, 1.5e6, 1);
}

GST_END_TEST;

/* O11: for a while after congestion, 1.1 times what is acknowledged, in 200 ms or in a second,
 * whichever is more; then 6.67 Mbit/s by the window. */
GST_START_TEST (test_scream_saturated_path_bounds_the_target)
{
  static const struct
  {
    double acked, target;       /* bit/s; 0: 1.1 times that of the second */
    int until;                  /* ns from now */
  } cases[] = { {2e6, 2.2e6, 1}, {0.5e6, 0, 1}, {2e6, 6.667e6, 0} };
  double target = cases[__i__].target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.acked_most.newest = 100e6;
  s.acked_rate = cases[__i__].acked;
  s.acked_long.start = LATER - s.p.path_memory;
  rtp_cc_meter_add (&s.acked_long, 125000, LATER);
  s.saturated_until = LATER + cases[__i__].until;
  scream_update_target_bitrate (&s, LATER);
  if (target <= 0)
    target = 1.1 * rtp_cc_meter_rate (&s.acked_long, LATER);
  fail_unless_near (s.target_bitrate, target, 0.01e6);
}

GST_END_TEST;

/* D14: there is room for what one feedback tells of, and for no more than 200 ms of the
 * target, where that is more than the headroom of the window, half of it. */
GST_START_TEST (test_scream_window_waits_for_feedback)
{
  static const double cases[][2] = {    /* told, window; bytes */
    {0, 15000}, {5000, 15000}, {15000, 25000}, {50000, 35000},
  };
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 10000, 60000);
  s.have_rtt = true;
  s.rate_adjust_factor = s.frame_size_dev = 0;
  s.target_bitrate = 1e6;
  s.told.newest = cases[__i__][0];
  scream_set_target (&s, LATER, &target);
  fail_unless_near ((double) target.window, cases[__i__][1], 1);
}

GST_END_TEST;

/* O13: while a test asks whose the queue is, the target is BETA_LOSS of what was acknowledged
 * in the second before it, if that is less. */
GST_START_TEST (test_scream_target_of_a_test)
{
  static const double windows[] = { 50000, 3000 };
  static const double before[] = { 6.67e6, 0.4e6 }, in_it[] = { 0.7e6, 0.4e6 };
  Scream s;

  set_up (&s, 50, windows[__i__], 60000);
  s.acked_most.newest = 100e6;
  s.acked_long.start = LATER - s.p.path_memory;
  rtp_cc_meter_add (&s.acked_long, 125000, LATER);
  s.delay.qdelay = 100 * RTP_CC_MSECOND;
  s.compete.on = true;
  s.compete.test_start = LATER + 1;
  s.compete.test_end = LATER + RTP_CC_SECOND;
  for (RtpCcTime time = LATER; time <= LATER + 1; time++) {
    scream_update_qdelay_target (&s, time);
    scream_update_target_bitrate (&s, time);
    fail_unless_near (s.target_bitrate, time > LATER ? in_it[__i__]
        : before[__i__], 0.08e6);
    rtp_cc_meter_add (&s.acked_long, 125000, LATER);
  }
}

GST_END_TEST;

/* 4.3.1: room for two MSS or for the largest packet, always; no bound without an RTT. */
GST_START_TEST (test_scream_window_has_a_floor)
{
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 500, 60000);
  scream_set_target (&s, LATER, &target);
  fail_unless_equals_uint64 (target.window, 2000);
  config.max_packet_size = 3000;
  scream_set_target (&s, LATER, &target);
  fail_unless_equals_uint64 (target.window, 3000);
  s.have_rtt = false;
  scream_set_target (&s, LATER, &target);
  fail_unless_equals_uint64 (target.window, RTP_CC_NO_WINDOW);
}

GST_END_TEST;

static Suite *
screamrate_suite (void)
{
  Suite *suite = suite_create ("screamrate");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_scream_frame_without_target);
  tcase_add_loop_test (tc, test_scream_pacing_headroom, 0, 4);
  tcase_add_loop_test (tc, test_scream_pace_as_frames_arrive, 0, 7);
  tcase_add_loop_test (tc, test_scream_saturated_path_bounds_the_target, 0, 3);
  tcase_add_loop_test (tc, test_scream_window_waits_for_feedback, 0, 4);
  tcase_add_loop_test (tc, test_scream_target_of_a_test, 0, 2);
  tcase_add_test (tc, test_scream_window_has_a_floor);
  tcase_add_loop_test (tc, test_scream_target_bitrate, 0, 3);
  tcase_add_test (tc, test_scream_window_of_a_slower_path);
  tcase_add_test (tc, test_scream_slower_path_delivers_what_is_acknowledged);
  tcase_add_loop_test (tc, test_scream_rise_ends, 0, 4);
  tcase_add_test (tc, test_scream_rise_is_long);
  tcase_add_test (tc, test_scream_acked_limit_has_a_memory);
  tcase_add_loop_test (tc, test_scream_acked_limit_of_a_start, 0, 3);
  tcase_add_test (tc, test_scream_frames_tell_of_a_still_picture);
  tcase_add_test (tc, test_scream_acked_limit_bounds_the_target);

  return suite;
}

GST_CHECK_MAIN (screamrate);

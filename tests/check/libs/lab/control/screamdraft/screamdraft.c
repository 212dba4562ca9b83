/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* controller=scream-draft: against values worked out from the draft. */
#include <gst/check/gstcheck.h>

/* White box: all of the steps are static. */
#include "gst/lab/control/screamdraft/rtpcc-screamdraft.c"
#include "tests/check/libs/rtpcc/control/midlife.h"
#include "tests/check/libs/rtpcc/control/near.h"

/* A controller in the middle of its life. */
static void
set_up (ScreamDraft * s, double s_rtt_ms, double ref_wnd, double ref_wnd_i)
{
  RtpCcTarget target;

  set_up_config (RTP_CC_ECN_ECT_1);
  memset (s, 0, sizeof (*s));
  init (s, &config, T0, &target);
  s->have_rtt = true;
  s->s_rtt = s_rtt_ms * RTP_CC_MSECOND;
  s->ref_wnd = ref_wnd;
  s->ref_wnd_i = ref_wnd_i;
  s->last_reaction_to_congestion_time = LATER - RTP_CC_SECOND;
}

/* 4.2.1.3: a third of the packets; not before 10 ms, nor with nothing delivered. */
GST_START_TEST (test_screamdraft_l4s_alpha)
{
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  s.last_update_l4s_alpha_time = LATER;
  update_l4s_alpha (&s, LATER + 11 * RTP_CC_MSECOND);
  s.data_units_delivered_this_rtt = 3;
  s.data_units_marked_this_rtt = 1;
  update_l4s_alpha (&s, LATER + 9 * RTP_CC_MSECOND);
  fail_unless_near (s.l4s_alpha, 0, 0);
  update_l4s_alpha (&s, LATER + 10 * RTP_CC_MSECOND);
  fail_unless_near (s.l4s_alpha, 1. / 48, 1e-9);
  fail_unless_equals_int (s.data_units_marked_this_rtt, 0);
}

GST_END_TEST;

/* 4.2.1.4: 80 ms of queue, slowly; and gone at once. */
GST_START_TEST (test_screamdraft_qdelay_avg)
{
  static const double ms[] = { 20, 35, 46.25, 54.6875 };
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  for (guint i = 0; i < G_N_ELEMENTS (ms); i++) {
    s.qdelay = 80 * RTP_CC_MSECOND;
    update_qdelay_avg (&s, LATER + i * 25 * RTP_CC_MSECOND);
    fail_unless_near (s.qdelay_avg, ms[i] * RTP_CC_MSECOND, 1);
    s.qdelay = 0;
    update_qdelay_avg (&s, LATER + i * 25 * RTP_CC_MSECOND + 24999999);
    fail_unless_near (s.qdelay_avg, ms[i] * RTP_CC_MSECOND, 1);
  }
  update_qdelay_avg (&s, LATER + 100 * RTP_CC_MSECOND);
  fail_unless_near (s.qdelay_avg, 0, 0);
}

GST_END_TEST;

/* 4.2.2.1: window, marks, queue and RTT, and what is left. */
GST_START_TEST (test_screamdraft_reduction)
{
  static const struct
  {
    gboolean loss, ce, l4s;
    double alpha, qdelay_ms, s_rtt_ms, ref_wnd_i, left;
  } cases[] = {
    {TRUE, TRUE, TRUE, 1, 16, 50, 60000, 0.7},
    {TRUE, FALSE, TRUE, 0, 14, 50, 60000, 1},
    {FALSE, TRUE, FALSE, 1, 0, 50, 60000, 0.8},
    {FALSE, TRUE, TRUE, 0.1, 5, 50, 60000, 0.975},
    /* near ref_wnd_i, but not with a queue; a mark hides the queue */
    {FALSE, TRUE, TRUE, 0.1, 5, 25, 50000, 0.9875},
    {FALSE, TRUE, TRUE, 0.1, 60, 25, 50000, 0.95},
    /* virtual marks */
    {FALSE, FALSE, TRUE, 0, 30, 25, 60000, 1},
    {FALSE, FALSE, TRUE, 0, 45, 25, 60000, 0.75},
    {FALSE, FALSE, TRUE, 0, 45, 50, 60000, 0.875},
    {FALSE, FALSE, FALSE, 0, 90, 25, 60000, 0.5},
  };
  RtpCcFeedback feedback = { 0, };
  ScreamDraft s;

  set_up (&s, cases[__i__].s_rtt_ms, 50000, cases[__i__].ref_wnd_i);
  s.loss_detected = cases[__i__].loss;
  s.data_units_marked = cases[__i__].ce;
  config.ecn = cases[__i__].l4s ? RTP_CC_ECN_ECT_1 : RTP_CC_ECN_ECT_0;
  s.l4s_alpha = cases[__i__].alpha;
  s.qdelay = s.qdelay_avg = cases[__i__].qdelay_ms * RTP_CC_MSECOND;
  update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd, 50000 * cases[__i__].left, 0.5);
  fail_unless ((s.last_reaction_to_congestion_time == LATER)
      == (cases[__i__].left < 1));
  fail_unless ((s.last_congestion_detected_time == LATER)
      == (cases[__i__].loss || cases[__i__].ce));
  fail_unless (!s.loss_detected && !s.data_units_marked);
}

GST_END_TEST;

/* 4.2.2.1: a reaction in VIRTUAL_RTT, and what comes before is not forgotten; MIN_REF_WND;
 * CE on a path with classic ECN. */
GST_START_TEST (test_screamdraft_reduction_again)
{
  RtpCcFeedback feedback = {.classic_ecn = true };
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  s.last_reaction_to_congestion_time = LATER;
  s.data_units_marked = true;
  update_ref_wnd (&s, &feedback, LATER + 24 * RTP_CC_MSECOND);
  fail_unless_near (s.ref_wnd, 50000, 0);
  update_ref_wnd (&s, &feedback, LATER + 25 * RTP_CC_MSECOND);
  fail_unless_near (s.ref_wnd, 40000, 0.5);
  s.ref_wnd = 3500;
  s.data_units_marked = true;
  update_ref_wnd (&s, &feedback, LATER + 50 * RTP_CC_MSECOND);
  fail_unless_near (s.ref_wnd, 3000, 0);
}

GST_END_TEST;

/* 4.2.2.1: between two updates of the average it does not fall. */
GST_START_TEST (test_screamdraft_compares_feedbacks)
{
  RtpCcFeedback feedback = { 0, };
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  s.qdelay_avg = 45. * RTP_CC_MSECOND;
  s.qdelay_avg_prev = 50. * RTP_CC_MSECOND;
  update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd, 50000, 0);
  update_ref_wnd (&s, &feedback, LATER + 1);
  fail_unless_near (s.ref_wnd, 50000 * 0.875, 0.5);
}

GST_END_TEST;

/* 4.2.2.1: with L4S the window falls to what was in flight, a long time after the last
 * reaction. */
GST_START_TEST (test_screamdraft_window_beyond_flight)
{
  RtpCcFeedback feedback = { 0, };
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  s.last_reaction_to_congestion_time = LATER - 5 * RTP_CC_SECOND - 1;
  s.data_units_marked = true;
  s.max_bytes_in_flight = 40000;
  s.max_bytes_in_flight_prev = 20000;
  update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd, 20000, 0.5);
}

GST_END_TEST;

/* 4.2.2: any growth lets ref_wnd_i follow, as do 5 % above the lowest and 50 RTTs; and
 * ref_wnd_lowest follows the window. */
GST_START_TEST (test_screamdraft_ref_wnd_i)
{
  RtpCcFeedback feedback = {.bytes_newly_acked = 1000 };
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  s.ref_wnd_i_update_allowed = false;
  s.ref_wnd_i_update_time = LATER;
  s.ref_wnd_lowest = 50000 / 1.0499;
  update_ref_wnd_i (&s, LATER + 2500 * RTP_CC_MSECOND);
  fail_unless_near (s.ref_wnd_i, 60000, 0);
  s.ref_wnd_lowest = 50000 / 1.0501;
  update_ref_wnd_i (&s, LATER + 1);
  fail_unless_near (s.ref_wnd_i, 50000, 0);
  s.ref_wnd = s.ref_wnd_lowest = 40000;
  update_ref_wnd_i (&s, LATER + 2 + 2500 * RTP_CC_MSECOND);
  fail_unless_near (s.ref_wnd_i, 40000, 0);
  s.max_bytes_in_flight = 50000;
  s.ref_wnd_lowest = 0;
  update_ref_wnd (&s, &feedback, LATER);
  fail_unless (s.ref_wnd_i_update_allowed);
  fail_unless_near (s.ref_wnd_lowest, 40000, 0);
  fail_unless (s.ref_wnd > 40000);
}

GST_END_TEST;

/* 4.2.2.2: one RTT's worth of acknowledgements. */
GST_START_TEST (test_screamdraft_growth_in_one_rtt)
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
    {50, 46000, FALSE, 50000, 0, 483.9},
    /* a fifth of the virtual RTT */
    {5, 20000, FALSE, 50000, 2000, 192},
    {50, 20000, FALSE, 1000, 2000, 0},
  };
  RtpCcFeedback feedback = { 0, };
  ScreamDraft s;

  set_up (&s, cases[__i__].s_rtt_ms, 50000, cases[__i__].ref_wnd_i);
  s.max_bytes_in_flight = 50000;
  s.last_congestion_detected_time = cases[__i__].long_after ? T0 : LATER;
  feedback.bytes_newly_acked = cases[__i__].acked;
  feedback.bytes_newly_acked_ce = cases[__i__].ce;
  update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd - 50000, cases[__i__].increment, 0.5);
}

GST_END_TEST;

/* 4.2.2.2: all of it, or nothing where the cap would be passed, or with the highest rate. */
GST_START_TEST (test_screamdraft_growth_stops_below_the_cap)
{
  RtpCcFeedback feedback = {.bytes_newly_acked = 50000 };
  ScreamDraft s;

  for (guint i = 0; i < 3; i++) {
    set_up (&s, 50, 50000, 20000);
    s.last_congestion_detected_time = LATER;
    s.max_bytes_in_flight_prev = i == 0 ? 33333 : 33334;
    s.target_bitrate = (double) config.max_rate - (i == 1);
    update_ref_wnd (&s, &feedback, LATER);
    fail_unless_near (s.ref_wnd, i == 1 ? 51000 : 50000, 0.5);
  }
}

GST_END_TEST;

/* 4.3.1: three times the window, two packets at least, and the largest one. */
GST_START_TEST (test_screamdraft_send_window)
{
  RtpCcTarget target;
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.window, 150000);
  s.ref_wnd = 600;
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.window, 2000);
  config.max_packet_size = 9000;
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.window, 9000);
}

GST_END_TEST;

/* 4.3.2: 1.5 times the target, and more near the highest rate. */
GST_START_TEST (test_screamdraft_pacing)
{
  static const double cases[][2] = {
    {20e3, 75e3}, {1e6, 1.5e6}, {6.536e6, 10.715e6}, {7.6e6, 45.6e6}, {8e6, 48e6}
  };
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  config.max_rate = 8000000;
  s.target_bitrate = cases[__i__][0];
  fail_unless_near (pace_bitrate (&s), cases[__i__][1], 0.001e6);
}

GST_END_TEST;

/* 4.4, without the headers, which the session takes off. */
GST_START_TEST (test_screamdraft_target_bitrate)
{
  static const struct
  {
    double ref_wnd, raf, fsd, target;
  } cases[] = {
    {50000, 0, 0, 6.667e6},
    {50000, 0.5, 0.2, 4.211e6},
    {3000, 0, 0, 320e3},
    {5000, 0, 0, 600e3},
    {500, 0, 0, 53.33e3},
    {1, 0, 0, 1000},
  };
  ScreamDraft s;

  set_up (&s, 50, cases[__i__].ref_wnd, 60000);
  s.rate_adjust_factor = cases[__i__].raf;
  s.frame_size_dev = cases[__i__].fsd;
  update_target_bitrate (&s, LATER);
  fail_unless_near (s.target_bitrate, cases[__i__].target,
      cases[__i__].target * 0.001);
}

GST_END_TEST;

/* 4.4: for each frame, whatever its period; a pause is none. */
GST_START_TEST (test_screamdraft_frames)
{
  RtpCcFrame frame = {.size = 5000,.period = 20 * RTP_CC_MSECOND,
    .queue_delay = 25 * RTP_CC_MSECOND,.media_target = 1000000
  };
  RtpCcTarget target;
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  on_frame (&s, &frame, LATER, &target);
  fail_unless_near (s.rate_adjust_factor, 1. / 16, 1e-9);
  fail_unless_near (s.frame_size_dev, 1. / 64, 1e-9);
  frame.size = 100;
  frame.period = 200 * RTP_CC_MSECOND;
  frame.queue_delay = 0;
  on_frame (&s, &frame, LATER, &target);
  fail_unless_near (s.frame_period, 20. * RTP_CC_MSECOND, 0);
  fail_unless_near (s.rate_adjust_factor, 3. / 64, 1e-9);
  fail_unless_near (s.frame_size_dev, 63. / 4096, 1e-9);
  frame.size = 1000000;
  frame.queue_delay = RTP_CC_SECOND;
  for (guint i = 0; i < 100; i++)
    on_frame (&s, &frame, LATER, &target);
  fail_unless_near (s.rate_adjust_factor, 0.5, 0);
  fail_unless_near (s.frame_size_dev, 0.2, 0);
}

GST_END_TEST;

/* 4.5.1: 20 ms that never go away are above a quarter of 60 after 355 RTTs; the target is
 * halved for 250 ms, and what the delay is then is that of the path. */
GST_START_TEST (test_screamdraft_clock_drift)
{
  RtpCcTime now = LATER;
  ScreamDraft s;
  guint rtts = 0;

  set_up (&s, 50, 50000, 60000);
  update_qdelay (&s, 0, now);
  s.qdelay_min = INFINITY;
  while (s.drain_until == 0 && rtts++ < 1000) {
    now += 50 * RTP_CC_MSECOND;
    s.qdelay_min = 20. * RTP_CC_MSECOND;
    end_rtt (&s, now);
  }
  fail_unless_equals_uint64 (rtts, 355);
  fail_unless_equals_int64 (s.drain_until, now + 250 * RTP_CC_MSECOND);
  update_target_bitrate (&s, s.drain_until - 1);
  fail_unless_near (s.target_bitrate, 6.667e6 / 2, 5e3);
  update_target_bitrate (&s, s.drain_until);
  fail_unless_near (s.target_bitrate, 6.667e6, 5e3);
  update_qdelay (&s, 20 * RTP_CC_MSECOND, now);
  fail_unless_near (s.qdelay, 0, 0);
}

GST_END_TEST;

/* 4.1.1: the most of this round trip, and of the one before; the least delay begins anew. */
GST_START_TEST (test_screamdraft_round_trips)
{
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  s.rtt_start = LATER;
  s.qdelay_min = RTP_CC_MSECOND;
  update_bytes_in_flight (&s, 7000);
  end_rtt (&s, LATER + 49 * RTP_CC_MSECOND);
  fail_unless_near (s.max_bytes_in_flight, 7000, 0);
  end_rtt (&s, LATER + 50 * RTP_CC_MSECOND);
  fail_unless_near (s.max_bytes_in_flight, 0, 0);
  fail_unless_near (s.max_bytes_in_flight_prev, 7000, 0);
  fail_unless (isinf (s.qdelay_min));
}

GST_END_TEST;

/* 4.5.2: from nothing five losses in a row are above the threshold. */
GST_START_TEST (test_screamdraft_loss_rate)
{
  static const double rates[] = { 0.00996, 0.01244 };
  RtpCcReport lost = {.fate = RTP_CC_FATE_LOST };
  RtpCcFeedback feedback = {.reports = &lost,.n_reports = 1 };
  RtpCcTime now = LATER;
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  for (guint i = 0; i < 5; i++) {
    note_reports (&s, &feedback, LATER);
    if (i >= 3)
      fail_unless_near (s.loss_rate, rates[i - 3], 0.00001);
    update_ref_wnd (&s, &feedback, now += 25 * RTP_CC_MSECOND);
    fail_unless_near (s.ref_wnd, i == 4 ? 35000 : 50000, 0.5);
  }
}

GST_END_TEST;

/* 4.5.3: a target below 0.8 of what is acknowledged is a quarter of the back-off. */
GST_START_TEST (test_screamdraft_undershoot)
{
  RtpCcFeedback feedback = { 0, };
  ScreamDraft s;

  for (guint i = 0; i < 2; i++) {
    set_up (&s, 25, 50000, 60000);
    rtp_cc_meter_init (&s.acked_bitrate, ACKED_BITRATE_WINDOW, LATER - 1);
    rtp_cc_meter_add (&s.acked_bitrate, 25000, LATER);
    s.qdelay_avg = 45. * RTP_CC_MSECOND;
    s.target_bitrate = (i == 0 ? 0.79 : 0.81)
        * rtp_cc_meter_rate (&s.acked_bitrate, LATER);
    update_ref_wnd (&s, &feedback, LATER);
    fail_unless_near (s.ref_wnd, 50000 * (i == 0 ? 0.9375 : 0.75), 0.5);
  }
}

GST_END_TEST;

/* A feedback as a whole: who was received, marked or late, and when. */
GST_START_TEST (test_screamdraft_feedback)
{
  RtpCcReport reports[] = {
    {.packet = {.size = 1000,.sent = 100,.ecn = RTP_CC_ECN_ECT_1},
        .arrival = 50000,.ecn = RTP_CC_ECN_CE},
    {.packet = {.size = 1000,.sent = 200},.arrival = RTP_CC_TIME_NEVER,
        .ecn = RTP_CC_ECN_CE},
    {.packet = {.size = 1000,.sent = 300},.fate = RTP_CC_FATE_RECEIVED_LATE,
        .arrival = 10},
  };
  RtpCcFeedback feedback = {.reports = reports,.n_reports = 3,.rtt =
        90 * RTP_CC_MSECOND,.prior_in_flight = 7000
  };
  RtpCcTarget target;
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  s.last_reaction_to_congestion_time = LATER;
  s.last_update_l4s_alpha_time = LATER;
  s.rtt_start = LATER;
  on_sent (&s, &reports[0].packet, 6000);
  on_feedback (&s, &feedback, LATER, &target);
  fail_unless_equals_int (s.data_units_delivered_this_rtt, 2);
  fail_unless_equals_int (s.data_units_marked_this_rtt, 1);
  fail_unless (s.data_units_marked && !s.loss_detected);
  fail_unless_near (s.s_rtt, 55. * RTP_CC_MSECOND, 1);
  fail_unless_near (s.max_bytes_in_flight, 7000, 0);
  fail_unless_equals_int64 (rtp_cc_base_delay (&s.base), 49900);
  fail_unless_equals_uint64 (target.media_rate, s.target_bitrate);
  fail_unless_equals_int (target.ecn, RTP_CC_ECN_ECT_1);
}

GST_END_TEST;

/* It begins with the smallest window, on any path, and no rule for missing feedback. */
GST_START_TEST (test_screamdraft_begins)
{
  RtpCcTarget target;
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  config.queue_delay_target = 20 * RTP_CC_MSECOND;
  memset (&s, 0, sizeof (s));
  init (&s, &config, T0, &target);
  fail_unless_near (s.ref_wnd, 3000, 0);
  fail_unless_near (s.ref_wnd_i, 1, 0);
  fail_unless_near (s.frame_period, 20. * RTP_CC_MSECOND, 0);
  fail_unless_near (s.qdelay_target, 20. * RTP_CC_MSECOND, 0);
  fail_unless_equals_uint64 (target.media_rate, 1000000);
  fail_unless (target.window == RTP_CC_NO_WINDOW);
  update_rtt (&s, -1);
  fail_unless (!s.have_rtt);
  update_rtt (&s, 0);
  fail_unless_near (s.s_rtt, 1000, 0);
  s.have_rtt = false;
  update_rtt (&s, 2 * RTP_CC_MSECOND);
  fail_unless_near (s.s_rtt, 2. * RTP_CC_MSECOND, 0);
  fail_unless_near (s.ref_wnd, 3000, 0);
}

GST_END_TEST;

/* Those that may be set are. */
GST_START_TEST (test_screamdraft_params)
{
  double values[N_PARAMS];
  RtpCcTarget target;
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  for (guint i = 0; i < N_PARAMS; i++) {
    fail_unless (params[i].value >= params[i].least
        && params[i].value <= params[i].most, "%s", params[i].name);
    values[i] = params[i].least;
  }
  config.params = values;
  memset (&s, 0, sizeof (s));
  init (&s, &config, T0, &target);
  for (guint i = 0; i < N_PARAMS; i++)
    fail_unless_near (s.p[i], params[i].least, 0);
}

GST_END_TEST;

/* The rate of another controller becomes a window, near which growth is slow. */
GST_START_TEST (test_screamdraft_takes_over)
{
  static const struct
  {
    guint64 rate;
    double ref_wnd;
  } cases[] = { {1000000, 15000}, {100000, 3000} };
  RtpCcPath path = { 100 * RTP_CC_MSECOND, 5000 };
  RtpCcTarget target;
  ScreamDraft s;

  set_up (&s, 50, 50000, 60000);
  config.path = &path;
  config.start_rate = cases[__i__].rate;
  memset (&s, 0, sizeof (s));
  init (&s, &config, T0, &target);
  fail_unless_near (s.ref_wnd, cases[__i__].ref_wnd, 0.5);
  fail_unless_near (s.ref_wnd_i, s.ref_wnd, 0);
  fail_unless_equals_int64 (rtp_cc_base_delay (&s.base), 5000);
}

GST_END_TEST;

static Suite *
screamdraft_suite (void)
{
  Suite *suite = suite_create ("screamdraft");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_screamdraft_l4s_alpha);
  tcase_add_test (tc, test_screamdraft_qdelay_avg);
  tcase_add_loop_test (tc, test_screamdraft_reduction, 0, 10);
  tcase_add_test (tc, test_screamdraft_reduction_again);
  tcase_add_test (tc, test_screamdraft_compares_feedbacks);
  tcase_add_test (tc, test_screamdraft_window_beyond_flight);
  tcase_add_test (tc, test_screamdraft_ref_wnd_i);
  tcase_add_loop_test (tc, test_screamdraft_growth_in_one_rtt, 0, 6);
  tcase_add_test (tc, test_screamdraft_growth_stops_below_the_cap);
  tcase_add_test (tc, test_screamdraft_send_window);
  tcase_add_loop_test (tc, test_screamdraft_pacing, 0, 5);
  tcase_add_loop_test (tc, test_screamdraft_target_bitrate, 0, 6);
  tcase_add_test (tc, test_screamdraft_frames);
  tcase_add_test (tc, test_screamdraft_clock_drift);
  tcase_add_test (tc, test_screamdraft_round_trips);
  tcase_add_test (tc, test_screamdraft_loss_rate);
  tcase_add_test (tc, test_screamdraft_undershoot);
  tcase_add_test (tc, test_screamdraft_feedback);
  tcase_add_test (tc, test_screamdraft_begins);
  tcase_add_test (tc, test_screamdraft_params);
  tcase_add_loop_test (tc, test_screamdraft_takes_over, 0, 2);

  return suite;
}

GST_CHECK_MAIN (screamdraft);

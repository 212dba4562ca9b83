/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2: window, backoff and growth, against values worked out from the draft. */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamtest.h"

/* 1/16 of the way in each update, for which there has to be time since the last, and then only
 * what has come since then counts. */
GST_START_TEST (test_scream_l4s_alpha_follows_share_of_marks)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.l4s_alpha_time = LATER;
  s.data_units_delivered_this_rtt = 10;
  s.data_units_marked_this_rtt = 5;
  scream_update_l4s_alpha (&s, LATER + L4S_ALPHA_INTERVAL - 1);
  fail_unless_near (s.l4s_alpha, 0, 0);
  scream_update_l4s_alpha (&s, LATER + L4S_ALPHA_INTERVAL);
  fail_unless_near (s.l4s_alpha, 0.5 / 16, 1e-12);
  /* Without packets there is nothing to divide by. */
  scream_update_l4s_alpha (&s, LATER + 2 * L4S_ALPHA_INTERVAL);
  fail_unless_near (s.l4s_alpha, 0.5 / 16, 1e-12);
  s.data_units_delivered_this_rtt = 10;
  scream_update_l4s_alpha (&s, LATER + 2 * L4S_ALPHA_INTERVAL);
  fail_unless_near (s.l4s_alpha, 0.5 / 16 * 15 / 16, 1e-12);
  s.data_units_delivered_this_rtt = 10;
  scream_update_l4s_alpha (&s, LATER + 3 * L4S_ALPHA_INTERVAL - 1);
  fail_unless_near (s.l4s_alpha, 0.5 / 16 * 15 / 16, 1e-12);
}

GST_END_TEST;

/* What arrived was delivered, and a mark counts on packets that may be marked; one that comes
 * late has been counted as lost. */
GST_START_TEST (test_scream_marks_of_reports)
{
  static const struct
  {
    RtpCcFate fate;
    RtpCcEcn sent, received;
    guint delivered, marked;
  } cases[] = {
    {RTP_CC_FATE_RECEIVED, RTP_CC_ECN_ECT_1, RTP_CC_ECN_CE, 1, 1},
    {RTP_CC_FATE_RECEIVED, RTP_CC_ECN_ECT_0, RTP_CC_ECN_CE, 1, 1},
    {RTP_CC_FATE_RECEIVED, RTP_CC_ECN_ECT_1, RTP_CC_ECN_ECT_1, 1, 0},
    {RTP_CC_FATE_RECEIVED, RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_CE, 1, 0},
    {RTP_CC_FATE_LOST, RTP_CC_ECN_ECT_1, RTP_CC_ECN_CE, 0, 0},
    {RTP_CC_FATE_RECEIVED_LATE, RTP_CC_ECN_ECT_1, RTP_CC_ECN_CE, 0, 0},
  };
  RtpCcReport report = {.packet.sent = LATER,.packet.size = 1000,
    .arrival = LATER
  };
  RtpCcFeedback feedback = {.reports = &report,.n_reports = 1 };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  report.fate = cases[__i__].fate;
  report.packet.ecn = cases[__i__].sent;
  report.ecn = cases[__i__].received;
  scream_note_reports (&s, &feedback, LATER);
  fail_unless_equals_int (s.data_units_delivered_this_rtt,
      cases[__i__].delivered);
  fail_unless_equals_int (s.data_units_marked_this_rtt, cases[__i__].marked);
  fail_unless_equals_int (s.ce_seen, cases[__i__].marked);
  fail_unless_equals_uint64 (rtp_cc_meter_bytes (&s.acked, LATER),
      1000 * cases[__i__].delivered);
  fail_unless_equals_uint64 (rtp_cc_meter_bytes (&s.acked_long, LATER),
      1000 * cases[__i__].delivered);
}

GST_END_TEST;

/* D23: each packet tells how long the queue was where it went, 20 ms of 30 above the shortest
 * way, and 0 for one that is shorter.  The newest whose arrival is known tells the delay, and
 * how small packets are (D11). */
GST_START_TEST (test_scream_queue_of_reports)
{
  RtpCcReport reports[] = {
    {.packet.sent = LATER,.packet.size = 500,
        .arrival = LATER + 30 * RTP_CC_MSECOND},
    {.packet.sent = LATER + RTP_CC_SECOND,.packet.size = 1000,
        .arrival = LATER + RTP_CC_SECOND + 5 * RTP_CC_MSECOND},
    {.packet.sent = LATER + RTP_CC_SECOND,.packet.size = 200,
        .arrival = RTP_CC_TIME_NEVER},
  };
  RtpCcFeedback feedback = {.reports = reports,.n_reports = 3 };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  rtp_cc_base_delay_add (&s.delay.base, 10 * RTP_CC_MSECOND, LATER);
  scream_note_reports (&s, &feedback, LATER + 2 * RTP_CC_SECOND);
  fail_unless_near (s.loss.longest, 20. * RTP_CC_MSECOND, 0);
  fail_unless_near (s.loss.slot_queue, 0, 0);
  fail_unless_equals_int64 (rtp_cc_base_delay (&s.delay.base),
      5 * RTP_CC_MSECOND);
  fail_unless_equals_int64 (s.delay.qdelay, 0);
  fail_unless_equals_int (s.least_size, 1000);
  fail_unless_equals_int (s.data_units_delivered_this_rtt, 3);
}

GST_END_TEST;

GST_START_TEST (test_scream_l4s_backoff_far_from_inflection)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.l4s_alpha = 0.1;
  s.delay.qdelay = 5 * RTP_CC_MSECOND;
  fail_unless_near (inflection_scale (&s), 1, 1e-9);
  reduce_ref_wnd (&s, REACTION_CE, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd, 48750, 0.5);
}

GST_END_TEST;

/* On a path without delay the round trip is as short as it is counted. */
GST_START_TEST (test_scream_rtt_of_zero)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.have_rtt = false;
  scream_update_rtt (&s, -1, LATER);
  fail_if (s.have_rtt);
  scream_update_rtt (&s, 0, LATER);
  fail_unless (s.have_rtt);
  fail_unless_near (s.s_rtt, (double) s.p.s_rtt_min, 0);
}

GST_END_TEST;

/* D10: half of the difference in an RTT, the shorter of the two. */
GST_START_TEST (test_scream_rtt_in_time)
{
  static const struct
  {
    int64_t before, sample, time, after;        /* ms */
  } cases[] = {
    {200, 20, 20, 110}, {200, 20, 10, 155}, {200, 20, 300, 110},
    {20, 200, 20, 110}, {20, 200, 10, 65}, {20, 0, 10, 15}
  };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.s_rtt = (double) cases[__i__].before * RTP_CC_MSECOND;
  s.s_rtt_time = LATER;
  scream_update_rtt (&s, cases[__i__].sample * RTP_CC_MSECOND,
      LATER + cases[__i__].time * RTP_CC_MSECOND);
  fail_unless_near (s.s_rtt, (double) cases[__i__].after * RTP_CC_MSECOND, 1);
}

GST_END_TEST;

/* On a path that is shorter than it is taken for, that much would be in flight: 1 Mbit/s
 * for 10 ms. */
GST_START_TEST (test_scream_flight_of_a_short_path)
{
  Scream s;

  set_up (&s, 10, 50000, 60000);
  s.acked_rate = 1e6;
  scream_update_bytes_in_flight (&s, 100, LATER);
  fail_unless_near (s.flight.newest, 1250, 1e-9);
  fail_unless_near (s.used.newest, 1250, 1e-9);
  scream_update_bytes_in_flight (&s, 2000, LATER);
  fail_unless_near (s.flight.newest, 2000, 0);
  /* Whatever the last bit of the smoothed RTT is. */
  set_up (&s, 10 + 1e-9, 50000, 60000);
  s.acked_rate = 1e6;
  scream_update_bytes_in_flight (&s, 100, LATER);
  fail_unless_near (s.flight.newest, 1250, 1e-5);
  set_up (&s, 10.1, 50000, 60000);
  s.acked_rate = 1e6;
  scream_update_bytes_in_flight (&s, 100, LATER);
  fail_unless_near (s.flight.newest, 100, 0);
}

GST_END_TEST;

GST_START_TEST (test_scream_l4s_backoff_near_inflection)
{
  Scream s;

  set_up (&s, 25, 50000, 50000);
  s.l4s_alpha = 0.1;
  s.delay.qdelay = 5 * RTP_CC_MSECOND;
  fail_unless_near (inflection_scale (&s), 0.1, 1e-9);
  reduce_ref_wnd (&s, REACTION_CE, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd, 49375, 0.5);
}

GST_END_TEST;

GST_START_TEST (test_scream_virtual_backoff)
{
  static const struct
  {
    double s_rtt_ms, factor;
  } cases[] = { {25, 0.75}, {50, 0.875} };
  Scream s;

  set_up (&s, cases[__i__].s_rtt_ms, 50000, 60000);
  s.delay.qdelay_avg = 45. * RTP_CC_MSECOND;
  s.target_bitrate = 10e6;
  reduce_ref_wnd (&s, REACTION_VIRTUAL, 1, LATER);
  fail_unless_near (s.ref_wnd, 50000 * cases[__i__].factor, 0.5);
}

GST_END_TEST;

GST_START_TEST (test_scream_loss_and_classic_ce_backoff)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd, 35000, 0.5);
  set_up (&s, 50, 50000, 60000);
  s.is_l4s = false;
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_near (s.ref_wnd, 40000, 0.5);
}

GST_END_TEST;

GST_START_TEST (test_scream_growth_stops_at_what_was_in_flight)
{
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, 50, 20000, 60000);
  s.flight.newest = 13000;
  feedback.bytes_newly_acked = 50000;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless_near (s.ref_wnd, 20000, 0);
  feedback.bytes_newly_acked = 1000;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless (s.ref_wnd > 20000 && s.ref_wnd < MSS + 1.5 * 13000);
}

GST_END_TEST;

/* D23: to what the path delivers, less an eighth; the draft's 0.7 at least. */
GST_START_TEST (test_scream_loss_backoff_to_what_is_delivered)
{
  static const struct
  {
    double acked, part;
  } cases[] = {
    {1e6, 0.7},
    {9e6, 0.875 * 0.9},
    {12e6, 0.875},
  };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.target_bitrate = 10e6;
  s.acked_rate = cases[__i__].acked;
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd, 50000 * cases[__i__].part, 0.5);
}

GST_END_TEST;

/* D23: a loss is congestion while the queue is longer than its target, or beside a flow that fills
 * it. */
GST_START_TEST (test_scream_loss_beside_a_queue)
{
  static const struct
  {
    int64_t above;              /* the target, ns */
    bool competes, congestion;
  } cases[] = { {1, false, true}, {0, false, false}, {-60000000, true, true} };
  RtpCcReport report = {.fate = RTP_CC_FATE_LOST,.packet.sent = LATER };
  RtpCcFeedback feedback = {.reports = &report,.n_reports = 1 };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.qdelay = s.qdelay_target + cases[__i__].above;
  s.compete.on = cases[__i__].competes;
  scream_note_reports (&s, &feedback, LATER);
  fail_unless_equals_int (s.loss.with_queue, cases[__i__].congestion);
}

GST_END_TEST;

/* D23: with a queue once in an RTT; what is tolerated leaves growth as it is. */
GST_START_TEST (test_scream_loss_reaction_once_in_an_rtt)
{
  Scream s;

  set_up (&s, 100, 50000, 60000);
  react_to_loss (&s, 1, LATER);
  fail_unless_near (s.ref_wnd, 50000, 0);
  s.loss.with_queue = true;
  react_to_loss (&s, 1, LATER);
  fail_unless_near (s.ref_wnd, 35000, 0.5);
  s.loss.with_queue = true;
  react_to_loss (&s, 1, LATER + 100 * RTP_CC_MSECOND - 1);
  fail_unless_near (s.ref_wnd, 35000, 0.5);
  s.loss.with_queue = true;
  react_to_loss (&s, 1, LATER + 100 * RTP_CC_MSECOND);
  fail_unless_near (s.ref_wnd, 24500, 0.5);
}

GST_END_TEST;

/* D23: the test takes off what is lost and an eighth; if the path is to blame that grows
 * back, since all who ask at a time would come back at a time. */
GST_START_TEST (test_scream_loss_test_is_not_undone)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.target_bitrate = 10e6;
  s.acked_rate = 9e6;
  s.loss.excess = s.p.loss_events;
  s.loss.losses = 10;
  s.loss.packets = 100;
  react_to_loss (&s, 1, LATER);
  fail_unless_near (s.ref_wnd, 50000 * 0.9 * 0.875, 0.5);
  s.loss.losses = s.p.loss_events;
  s.loss.packets = 80;
  react_to_loss (&s, 1, LATER + 1);
  fail_unless_near (s.ref_wnd, 50000 * 0.9 * 0.875, 0.5);
  fail_unless (!s.loss.testing);
  fail_unless_near (s.loss.tested, 0.1, 1e-9);
}

GST_END_TEST;

GST_START_TEST (test_scream_reacts_once_in_an_interval)
{
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.is_l4s = false;
  s.ce_seen = true;
  s.last_reaction_to_congestion_time = LATER - VIRTUAL_RTT + 1;
  scream_update_ref_wnd (&s, &feedback, LATER);
  fail_unless_near (s.ref_wnd, 50000, 0);
  /* and has not forgotten it */
  scream_update_ref_wnd (&s, &feedback, LATER + 1);
  fail_unless (s.ref_wnd < 50000);
  fail_if (s.ce_seen);
}

GST_END_TEST;

/* At the most that the user allows the window has no reason to grow. */
GST_START_TEST (test_scream_growth_stops_at_the_maximum)
{
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, 50, 20000, 60000);
  s.flight.newest = 20000;
  feedback.bytes_newly_acked = 10000;
  s.target_bitrate = (double) config.max_rate;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless_near (s.ref_wnd, 20000, 0);
  s.target_bitrate -= 1;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless (s.ref_wnd > 20000);
}

GST_END_TEST;

/* 4.5.3: a target below 0.8 of what gets through is hardly reduced; and a long round trip
 * has several reactions. */
GST_START_TEST (test_scream_backoff_is_scaled)
{
  Scream s;

  set_up (&s, 25, 50000, 60000);
  s.acked_rate = 1e6;
  s.target_bitrate = ACKED_BITRATE_MARGIN * s.acked_rate;
  fail_unless_near (scale_backoff (&s, 0.5), 0.5, 1e-12);
  s.target_bitrate -= 1;
  fail_unless_near (scale_backoff (&s, 0.5),
      0.5 * BACKOFF_SCALE_LOW_TARGET_RATE, 1e-12);
  set_up (&s, 75, 50000, 60000);
  fail_unless_near (scale_backoff (&s, 0.6), 0.2, 1e-12);
}

GST_END_TEST;

/* 4.2.1: above half of the target there is congestion, at half of it not. */
GST_START_TEST (test_scream_half_of_the_target_is_no_congestion)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.qdelay_avg = s.delay.qdelay_avg_prev = 30. * RTP_CC_MSECOND;
  fail_unless_equals_int64 (s.qdelay_target, 60 * RTP_CC_MSECOND);
  fail_unless (scream_detect_congestion (&s) == REACTION_NONE);
  s.delay.qdelay_avg = s.delay.qdelay_avg_prev = 30.01 * RTP_CC_MSECOND;
  fail_unless (scream_detect_congestion (&s) == REACTION_VIRTUAL);
}

GST_END_TEST;

/* 4.2.2, D3: the inflection point is set anew if the window has grown since the reduction before,
 * so that a sequence of them has one limit. */
GST_START_TEST (test_scream_inflection_point_is_kept)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd_i, 50000, 0);
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd_i, 50000, 0);
  s.ref_wnd += 1;
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd_i, 24501, 0.5);
}

GST_END_TEST;

/* One RTT's worth of acknowledgements, without those that were marked. */
GST_START_TEST (test_scream_growth_in_one_rtt)
{
  static const struct
  {
    double ref_wnd_i;
    guint64 ce;
    double increment;
  } cases[] = {
    /* one MSS, and a quarter of 17.5 % of the window with L4S; near the inflection a
     * quarter of the former */
    {20000, 0, 1000 + 2187.5},
    {50000, 0, 250},
    {20000, 2000, (1000 + 2187.5) * 0.96},
  };
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, 150, 50000, cases[__i__].ref_wnd_i);
  s.flight.newest = 50000;
  feedback.bytes_newly_acked = 50000;
  feedback.bytes_newly_acked_ce = cases[__i__].ce;
  increase_ref_wnd (&s, &feedback, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd - 50000, cases[__i__].increment, 0.5);
}

GST_END_TEST;

static Suite *
scream_suite (void)
{
  Suite *suite = suite_create ("scream");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_scream_l4s_alpha_follows_share_of_marks);
  tcase_add_loop_test (tc, test_scream_marks_of_reports, 0, 6);
  tcase_add_test (tc, test_scream_queue_of_reports);
  tcase_add_test (tc, test_scream_l4s_backoff_far_from_inflection);
  tcase_add_test (tc, test_scream_l4s_backoff_near_inflection);
  tcase_add_loop_test (tc, test_scream_rtt_in_time, 0, 6);
  tcase_add_test (tc, test_scream_rtt_of_zero);
  tcase_add_test (tc, test_scream_flight_of_a_short_path);
  tcase_add_loop_test (tc, test_scream_virtual_backoff, 0, 2);
  tcase_add_test (tc, test_scream_loss_and_classic_ce_backoff);
  tcase_add_test (tc, test_scream_growth_stops_at_what_was_in_flight);
  tcase_add_loop_test (tc, test_scream_loss_backoff_to_what_is_delivered, 0, 3);
  tcase_add_loop_test (tc, test_scream_loss_beside_a_queue, 0, 3);
  tcase_add_test (tc, test_scream_loss_reaction_once_in_an_rtt);
  tcase_add_test (tc, test_scream_loss_test_is_not_undone);
  tcase_add_test (tc, test_scream_reacts_once_in_an_interval);
  tcase_add_test (tc, test_scream_growth_stops_at_the_maximum);
  tcase_add_test (tc, test_scream_backoff_is_scaled);
  tcase_add_test (tc, test_scream_half_of_the_target_is_no_congestion);
  tcase_add_test (tc, test_scream_inflection_point_is_kept);
  tcase_add_loop_test (tc, test_scream_growth_in_one_rtt, 0, 3);

  return suite;
}

GST_CHECK_MAIN (scream);

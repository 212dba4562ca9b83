/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v1: window, events and rate, against values worked out from RFC 8298. */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamv1test.h"

/* ---- RFC 8298 section 4.1.2.2: window ---- */

GST_START_TEST (test_screamv1_cwnd)
{
  static const struct
  {
    double qdelay, bytes_in_flight, cwnd;
  } cases[] = {
    {0.02, 18000, 20160},
    {0.2, 18000, 19800},
    {0.1, 18000, 20000},
    {0.02, 10000, 20000},       /* not used */
    {0.2, 10000, 19800},        /* but too large all the same */
    {10, 18000, 15000},         /* -19800 in the RFC */
  };
  ScreamV1 s;

  set_up (&s, 50, 20000);
  s.delay.qdelay = cases[__i__].qdelay;
  update_cwnd (&s, cases[__i__].bytes_in_flight, 4000);
  fail_unless_near (s.cwnd, cases[__i__].cwnd, 1e-6);
}

GST_END_TEST;

/* Whatever the queue is, the window stays above what was used, and 3000. */
GST_START_TEST (test_screamv1_cwnd_bounds)
{
  ScreamV1 s;

  set_up (&s, 50, 3050);
  s.delay.qdelay = 0.3;
  update_cwnd (&s, 18000, 4000);
  fail_unless_near (s.cwnd, 3000, 1e-9);

  set_up (&s, 50, 20000);
  memset (s.max_bytes_in_flight, 0, sizeof (s.max_bytes_in_flight));
  note_bytes_in_flight (&s, 10000, LATER + S);
  update_cwnd (&s, 18000, 4000);
  fail_unless_near (s.cwnd, 11000, 1e-9);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_most_in_flight_of_five_seconds)
{
  ScreamV1 s;

  set_up (&s, 50, 20000);
  memset (s.max_bytes_in_flight, 0, sizeof (s.max_bytes_in_flight));
  note_bytes_in_flight (&s, 9000, LATER);
  note_bytes_in_flight (&s, 5000, LATER + 4 * S);
  fail_unless_near (max_bytes_in_flight (&s), 9000, 0);
  note_bytes_in_flight (&s, 1000, LATER + 5 * S);
  fail_unless_near (max_bytes_in_flight (&s), 5000, 0);
  note_bytes_in_flight (&s, 1000, LATER + 36000 * S);
  fail_unless_near (max_bytes_in_flight (&s), 1000, 0);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_fast_increase)
{
  ScreamV1 s;

  set_up (&s, 50, 20000);
  s.in_fast_increase = true;
  update_cwnd (&s, 11000, 4000);
  fail_unless_near (s.cwnd, 24000, 1e-9);
  /* not used: 11000 * 1.5 + 4000 is less */
  update_cwnd (&s, 11000, 4000);
  fail_unless_near (s.cwnd, 24000, 1e-9);
  /* The queue shows: from here on as a delay target wants it. */
  s.delay.qdelay_trend = 0.2;
  update_cwnd (&s, 20000, 4000);
  fail_if (s.in_fast_increase);
  fail_unless_near (s.cwnd, 24000 + 4000 * 1000. / 24000, 1e-6);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_fast_increase_resumes)
{
  ScreamV1 s;

  set_up (&s, 50, 20000);
  s.delay.qdelay_trend = 0.2;
  check_to_resume_fast_increase (&s, LATER);
  s.delay.qdelay_trend = 0.19;
  check_to_resume_fast_increase (&s, LATER + 5 * S - 1);
  fail_if (s.in_fast_increase);
  check_to_resume_fast_increase (&s, LATER + 5 * S);
  fail_unless (s.in_fast_increase);
}

GST_END_TEST;

/* ---- RFC 8298 section 4.1.2.1: events ---- */

static void
feed (ScreamV1 * s, RtpCcFate fate, RtpCcEcn ecn, RtpCcTime now,
    RtpCcTarget * target)
{
  RtpCcReport report = { 0 };
  RtpCcFeedback feedback = { 0 };

  report.packet.size = 1000;
  report.packet.sent = now - 60 * MS;
  report.packet.ecn = config.ecn;
  report.fate = fate;
  report.arrival = now - 30 * MS;
  report.ecn = ecn;
  feedback.reports = &report;
  feedback.n_reports = 1;
  feedback.rtt = 50 * MS;
  feedback.bytes_newly_acked = 1000;
  feedback.bytes_in_flight = 18000;
  screamv1_on_feedback (s, &feedback, now, target);
}

GST_START_TEST (test_screamv1_loss_and_ce)
{
  static const struct
  {
    RtpCcFate fate;
    RtpCcEcn sent, ecn;
    double cwnd, rate;
  } cases[] = {
    {RTP_CC_FATE_LOST, RTP_CC_ECN_ECT_0, RTP_CC_ECN_NOT_ECT, 16000, 900000},
    {RTP_CC_FATE_RECEIVED, RTP_CC_ECN_ECT_0, RTP_CC_ECN_CE, 18000, 900000},
    /* none: the window grows by MSS / 20 */
    {RTP_CC_FATE_RECEIVED, RTP_CC_ECN_ECT_0, RTP_CC_ECN_ECT_0, 20050, 1e6},
    {RTP_CC_FATE_RECEIVED_LATE, RTP_CC_ECN_ECT_0, RTP_CC_ECN_CE, 20050, 1e6},
    /* who marks what cannot be marked? */
    {RTP_CC_FATE_RECEIVED, RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_CE, 20050, 1e6},
  };
  RtpCcTarget target;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  s.trend_high_time = LATER;
  config.ecn = cases[__i__].sent;
  feed (&s, cases[__i__].fate, cases[__i__].ecn, LATER, &target);
  fail_unless_near (s.cwnd, cases[__i__].cwnd, 1e-6);
  fail_unless_near (target.media_rate, cases[__i__].rate, 1);
  if (cases[__i__].rate < 1000000)
    fail_unless_near (s.rate.target_bitrate_last_max, 1000000, 1e-6);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_one_event_in_an_rtt)
{
  RtpCcTarget target;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  s.in_fast_increase = true;
  feed (&s, RTP_CC_FATE_RECEIVED, 0, LATER - MS, &target);
  fail_unless_near (s.cwnd, 21000, 0);
  feed (&s, RTP_CC_FATE_LOST, 0, LATER, &target);
  fail_if (s.in_fast_increase);
  feed (&s, RTP_CC_FATE_LOST, 0, LATER + 49 * MS, &target);
  fail_unless_near (s.cwnd, 16800 + 1e6 / 16800, 1e-6);
  feed (&s, RTP_CC_FATE_LOST, 0, LATER + 50 * MS, &target);
  fail_unless_near (s.cwnd, 0.8 * (16800 + 1e6 / 16800), 1e-6);
}

GST_END_TEST;

/* Three of four feedbacks in an RTT: still one RTT with a loss. */
GST_START_TEST (test_screamv1_loss_event_rate)
{
  RtpCcTarget target;
  double expected = 0;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  s.rtt_tick = LATER;
  for (gint rtt = 1; rtt <= 200; rtt++) {
    gboolean lossy = rtt % 100 == 50;

    for (gint i = 1; i <= 4; i++)
      feed (&s, lossy && i < 4 ? RTP_CC_FATE_LOST : RTP_CC_FATE_RECEIVED, 0,
          LATER + (rtt - 1) * 50 * MS + i * 12500 * RTP_CC_USECOND, &target);
    expected = 0.99 * expected + (lossy ? 0.01 : 0);
    fail_unless_near (s.loss_event_rate, expected, 1e-12);
  }
}

GST_END_TEST;

/* ---- RFC 8298 sections 4.1.2.5 and 4.1.2.6 ---- */

GST_START_TEST (test_screamv1_send_window_and_pacing)
{
  RtpCcTarget target;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  s.delay.qdelay = 0.1;
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.window, 21000);
  fail_unless_equals_uint64 (target.pacing_rate, 3200000);
  s.delay.qdelay = 0.101;
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.window, 20000);

  /* no slower than the encoders, nor than 50 kbit/s */
  s.cwnd = 3000;
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.pacing_rate, 1000000);
  s.rate.target_bitrate = 1000;
  s.s_rtt = 3. * S;
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.pacing_rate, 50000);
  s.s_rtt = 0;
  set_target (&s, &target);
  fail_unless_equals_uint64 (target.pacing_rate, 50000);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_never_sends_ect_1)
{
  static const RtpCcEcn cases[][2] = {
    {RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_NOT_ECT},
    {RTP_CC_ECN_ECT_0, RTP_CC_ECN_ECT_0},
    {RTP_CC_ECN_ECT_1, RTP_CC_ECN_ECT_0},
  };
  RtpCcTarget target;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  config.ecn = cases[__i__][0];
  set_target (&s, &target);
  fail_unless (target.ecn == cases[__i__][1]);
}

GST_END_TEST;

/* ---- RFC 8298 section 4.1.3: media rate ---- */

/* 200 ms with these rates in bit/s behind it. */
static double
next_rate (ScreamV1Rate * rate, const ScreamV1RateInput * input, double media,
    double transmit, double ack)
{
  screamv1_rate_sent (rate, transmit / 40, LATER);
  screamv1_rate_encoded (rate, media / 40);
  screamv1_rate_acked (rate, ack / 40);
  screamv1_rate_update (rate, input, 1000, 1e9, LATER + RATE_ADJUST_INTERVAL);
  return rate->target_bitrate;
}

GST_START_TEST (test_screamv1_rate)
{
  static const struct
  {
    double target, last_max, media, transmit, ack;
    ScreamV1RateInput input;
    double expected;
  } cases[] = {
    /* fast increase: 0.2 Mbit/s in a second, or half of it */
    {1e6, 1, 1e6, 1e6, 1e6, {true, 0, 0, 0}, 1.04e6},
    {1e5, 1, 1e5, 1e5, 1e5, {true, 0, 0, 0}, 1.1e5},
    /* near last_max a fifth; (4 * 0.1)^2 of it; all of it */
    {1e6, 1e6, 1e6, 1e6, 1e6, {true, 0, 0, 0}, 1.008e6},
    {0.85e6, 1e6, 1e6, 1e6, 1e6, {true, 0, 0, 0}, 0.8644e6},
    {0.75e6, 1e6, 1e6, 1e6, 1e6, {true, 0, 0, 0}, 0.79e6},
    /* otherwise where the larger of both rates is: down at once */
    {1e6, 1, 1e6, 0.9e6, 0.8e6, {false, 0, 0, 0}, 0.9e6},
    {1e6, 1, 1e6, 0.7e6, 0.8e6, {false, 0, 0, 0}, 0.8e6},
    {1e6, 1, 1e6, 1.02e6, 1e6, {false, 0, 0, 0}, 1.02e6},
    {1e6, 1, 1e6, 1.5e6, 1e6, {false, 0, 0, 0}, 1.04e6},
    {1e6, 1e6, 1e6, 1.02e6, 1e6, {false, 0, 0, 0}, 1.004e6},
    /* a tenth of the trend off */
    {1e6, 1, 1e6, 1e6, 1e6, {false, 0.5, 0.5, 0}, 0.95e6},
    /* what waits is taken off, and from 20 ms on a twentieth more */
    {1e6, 1, 1e6, 1e6, 1e6, {false, 0, 0, 19000}, 0.981e6},
    {1e6, 1, 1e6, 1e6, 1e6, {false, 0, 0, 21000}, 0.93005e6},
    /* twice what is made or sent, less with a trend */
    {1e6, 1, 0.4e6, 0.3e6, 0.3e6, {true, 0, 0, 0}, 0.8e6},
    {1e6, 1, 0.4e6, 0.3e6, 0.3e6, {true, 0, 0.5, 0}, 0.6e6},
    {1e6, 1, 0.3e6, 0.3e6, 0.4e6, {true, 0, 0, 0}, 0.8e6},
  };
  ScreamV1Rate rate;

  screamv1_rate_init (&rate, cases[__i__].target);
  rate.target_bitrate_last_max = cases[__i__].last_max;
  fail_unless_near (next_rate (&rate, &cases[__i__].input, cases[__i__].media,
          cases[__i__].transmit, cases[__i__].ack), cases[__i__].expected, 1);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_rate_has_bounds)
{
  ScreamV1RateInput input = { 0 };
  ScreamV1Rate rate;

  screamv1_rate_init (&rate, 1e6);
  input.rtp_queue_size = 1e12;
  fail_unless_near (next_rate (&rate, &input, 1e6, 1e6, 1e6), 1000, 0);
  screamv1_rate_update (&rate, &input, 2000, 3000, LATER + S);
  fail_unless_near (rate.target_bitrate, 2000, 0);
  screamv1_rate_update (&rate, &input, 1000, 1500, LATER + S);
  fail_unless_near (rate.target_bitrate, 1500, 0);
}

GST_END_TEST;

/* Before anything was sent, and over a pause, there is no rate to go by. */
GST_START_TEST (test_screamv1_rate_after_a_pause)
{
  ScreamV1RateInput input = { 0 };
  ScreamV1Rate rate;

  screamv1_rate_init (&rate, 1e6);
  screamv1_rate_update (&rate, &input, 1000, 1e9, LATER);
  fail_unless_near (rate.target_bitrate, 1e6, 0);
  next_rate (&rate, &input, 1e6, 1e6, 1e6);
  screamv1_rate_update (&rate, &input, 1000, 1e9, LATER + 60 * S);
  fail_unless_near (rate.target_bitrate, 1e6, 1);
  /* The next interval begins with the next packet. */
  screamv1_rate_sent (&rate, 50000, LATER + 90 * S);
  screamv1_rate_update (&rate, &input, 1000, 1e9,
      LATER + 90 * S + RATE_ADJUST_INTERVAL);
  fail_unless_near (rate.rate_transmit, 2e6, 1);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_rate_counts_what_is_told)
{
  RtpCcPacket packet = {.size = 700,.sent = LATER };
  RtpCcFrame frame = {.size = 3000 };
  RtpCcTarget target;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  screamv1_on_frame (&s, &frame, LATER, &target);
  screamv1_on_sent (&s, &packet, 2e6);
  fail_unless_near (s.rate.media, 3000, 0);
  fail_unless_near (s.rate.transmit, 700, 0);
  fail_unless_near (max_bytes_in_flight (&s), 2e6, 0);
  feed (&s, RTP_CC_FATE_RECEIVED, 0, LATER + MS, &target);
  feed (&s, RTP_CC_FATE_LOST, 0, LATER + 2 * MS, &target);
  fail_unless_near (s.rate.ack, 1000, 0);
}

GST_END_TEST;

/* The median of ten seconds holds the limit over a still picture. */
GST_START_TEST (test_screamv1_rate_media_median)
{
  ScreamV1RateInput input = { 0 };
  ScreamV1Rate rate;
  RtpCcTime now = LATER;

  screamv1_rate_init (&rate, 1e6);
  for (gint i = 0; i < 500; i++) {
    screamv1_rate_sent (&rate, 1, now);
    screamv1_rate_encoded (&rate, i % 51 < 26 ? 25000 : 2500);
    now += RATE_ADJUST_INTERVAL;
    screamv1_rate_update (&rate, &input, 1000, 1e9, now);
    fail_unless_near (rate.rate_media_median, 1e6, 1);
  }
  for (gint i = 0; i < 26; i++) {
    screamv1_rate_sent (&rate, 1, now);
    screamv1_rate_encoded (&rate, 2500);
    now += RATE_ADJUST_INTERVAL;
    screamv1_rate_update (&rate, &input, 1000, 1e9, now);
  }
  fail_unless_near (rate.rate_media_median, 1e5, 1);
}

GST_END_TEST;

/* A loss takes its tenth at once; the round that runs then cannot raise. */
GST_START_TEST (test_screamv1_rate_after_congestion)
{
  ScreamV1RateInput input = { true, 0, 0, 0 };
  ScreamV1Rate rate;

  screamv1_rate_init (&rate, 1e6);
  screamv1_rate_congestion (&rate, 0.9);
  fail_unless_near (rate.target_bitrate, 0.9e6, 1e-6);
  fail_unless_near (next_rate (&rate, &input, 1e6, 1e6, 1e6), 0.9e6, 1);
}

GST_END_TEST;

static Suite *
screamv1_suite (void)
{
  Suite *suite = suite_create ("screamv1");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_loop_test (tc, test_screamv1_cwnd, 0, 6);
  tcase_add_test (tc, test_screamv1_cwnd_bounds);
  tcase_add_test (tc, test_screamv1_most_in_flight_of_five_seconds);
  tcase_add_test (tc, test_screamv1_fast_increase);
  tcase_add_test (tc, test_screamv1_fast_increase_resumes);
  tcase_add_loop_test (tc, test_screamv1_loss_and_ce, 0, 5);
  tcase_add_test (tc, test_screamv1_one_event_in_an_rtt);
  tcase_add_test (tc, test_screamv1_loss_event_rate);
  tcase_add_test (tc, test_screamv1_send_window_and_pacing);
  tcase_add_loop_test (tc, test_screamv1_never_sends_ect_1, 0, 3);
  tcase_add_loop_test (tc, test_screamv1_rate, 0, 16);
  tcase_add_test (tc, test_screamv1_rate_has_bounds);
  tcase_add_test (tc, test_screamv1_rate_after_a_pause);
  tcase_add_test (tc, test_screamv1_rate_counts_what_is_told);
  tcase_add_test (tc, test_screamv1_rate_media_median);
  tcase_add_test (tc, test_screamv1_rate_after_congestion);

  return suite;
}

GST_CHECK_MAIN (screamv1);

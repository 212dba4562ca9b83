/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v1: single steps against values worked out from RFC 8298, and over an
 * emulated path */
#include <gst/check/gstcheck.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>

/* White box: the steps are static. */
#include "gst/rtpcc/control/screamv1/rtpcc-screamv1.c"

#include <string.h>

#include "tests/check/libs/rtpcc/simpath.h"

/* Not zero: 0 must not be taken for "never". */
#define T0 (1234567 * RTP_CC_USECOND)
#define S RTP_CC_SECOND
#define MS RTP_CC_MSECOND
#define LATER (T0 + 1000 * S)

#define fail_unless_near(a, b, tolerance) \
    fail_unless (fabs ((a) - (b)) <= (tolerance), #a " is %g, not %g", \
        (double) (a), (double) (b))

static RtpCcConfig config;

/* A controller in the middle of its life, not in fast increase. */
static void
set_up (ScreamV1 * s, double s_rtt_ms, double cwnd)
{
  RtpCcTarget target;

  memset (&config, 0, sizeof (config));
  config.min_rate = 1000;
  config.start_rate = 1000000;
  config.max_rate = 1000000000;
  config.max_packet_size = 1000;
  config.ecn = RTP_CC_ECN_ECT_0;
  memset (s, 0, sizeof (*s));
  screamv1_init (s, &config, T0, &target);
  s->s_rtt = s_rtt_ms * MS;
  s->cwnd = cwnd;
  s->in_fast_increase = false;
  note_bytes_in_flight (s, 1e6, LATER);
}

/* ---- base delay ---- */

GST_START_TEST (test_screamv1_qdelay_ignores_clock_offset)
{
  static const int64_t offsets[] = { 0, -7 * 3600 * S, 1000000 * S };
  ScreamV1Delay delay;

  screamv1_delay_init (&delay, 0.1, 0.4, T0);
  screamv1_delay_sample (&delay, offsets[__i__] + 30 * MS, T0);
  screamv1_delay_sample (&delay, offsets[__i__] + 42 * MS, T0 + 1);
  fail_unless_near (delay.qdelay, 0.012, 1e-12);
  screamv1_delay_sample (&delay, offsets[__i__] + 25 * MS, T0 + 2);
  fail_unless_near (delay.qdelay, 0, 0);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_base_delay_forgets_after_ten_minutes)
{
  ScreamV1Delay delay;
  gint i;

  screamv1_delay_init (&delay, 0.1, 0.4, T0);
  screamv1_delay_sample (&delay, 0, T0);
  for (i = 1; i < 60 * 9; i++)
    screamv1_delay_sample (&delay, 40 * MS, T0 + i * S);
  fail_unless_near (delay.qdelay, 0.04, 1e-12);
  for (; i < 60 * 11; i++)
    screamv1_delay_sample (&delay, 40 * MS, T0 + i * S);
  fail_unless_near (delay.qdelay, 0, 0);
}

GST_END_TEST;

/* Feeds a queue of @queue (minute) ms for @minutes with a clock @skew too
 * fast. */
static void
run_clock (ScreamV1Delay * delay, double skew, gint minutes,
    double (*queue) (gint))
{
  screamv1_delay_init (delay, 0.1, 0.4, T0);
  for (gint i = 0; i < minutes * 60; i++)
    screamv1_delay_sample (delay, 30 * MS + (int64_t) (queue (i / 60) * MS)
        + (int64_t) (i * skew * S), T0 + i * S);
}

static double
no_queue (gint minute)
{
  (void) minute;
  return 0;
}

/* An idle queue was met now and then, but not each minute. */
static double
some_queue (gint minute)
{
  return minute * 7 % 3 * 5;
}

static double
queue_comes_and_stays (gint minute)
{
  return minute < 5 ? 0 : 80;
}

/* Half an hour of 200 ppm is 360 ms. */
GST_START_TEST (test_screamv1_fast_clock_is_no_queue)
{
  ScreamV1Delay delay;

  run_clock (&delay, 200e-6, 3, no_queue);
  /* not known yet: three rises must have been seen */
  fail_unless_near (delay.qdelay, 0.2e-3 * 180, 0.001);
  run_clock (&delay, 200e-6, 30, no_queue);
  fail_unless_near (delay.qdelay, 0, 0.001);
  run_clock (&delay, 200e-6, 30, some_queue);
  fail_unless (delay.qdelay <= 0.05, "%g", delay.qdelay);
  run_clock (&delay, -200e-6, 30, no_queue);
  fail_unless_near (delay.qdelay, 0, 0.001);
  /* No clock is that false: four times the most that is believed, 0.3 s of
   * the 1.2 s of ten minutes. */
  run_clock (&delay, 2000e-6, 10, no_queue);
  fail_unless (delay.qdelay > 0.7 && delay.qdelay < 1, "%g", delay.qdelay);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_queue_that_stays_is_no_drift)
{
  ScreamV1Delay delay;

  for (gint minutes = 6; minutes <= 10; minutes++) {
    run_clock (&delay, 0, minutes, queue_comes_and_stays);
    fail_unless_near (delay.qdelay, 0.08, 0.001);
  }
}

GST_END_TEST;

/* ---- RFC 8298 section 4.1.2.2: trend ---- */

/* One more sample after @hist, so that the average becomes @favg. */
static double
trend_of (ScreamV1Delay * delay, const double *hist, double favg)
{
  double last = hist[QDELAY_FRACTION_HIST - 1];

  screamv1_delay_init (delay, 0.1, 0.4, T0);
  memcpy (delay->qdelay_fraction_hist + 1, hist,
      (QDELAY_FRACTION_HIST - 1) * sizeof (double));
  delay->qdelay_fraction_avg = (favg - 0.1 * last) / 0.9;
  delay->qdelay = last * 0.1;
  screamv1_delay_update (delay, 0, T0 + QDELAY_SAMPLE_INTERVAL);
  return delay->qdelay_trend;
}

GST_START_TEST (test_screamv1_trend)
{
  double ramp[QDELAY_FRACTION_HIST], swing[QDELAY_FRACTION_HIST];
  double flat[QDELAY_FRACTION_HIST], fall[QDELAY_FRACTION_HIST];
  ScreamV1Delay delay;

  for (gint i = 0; i < QDELAY_FRACTION_HIST; i++) {
    ramp[i] = 0.05 * i;
    fall[i] = 0.95 - ramp[i];
    swing[i] = i % 2;
    flat[i] = 0.75;
  }
  fail_unless_near (trend_of (&delay, ramp, 0.5), 0.425, 1e-9);
  fail_unless_near (delay.qdelay_trend_mem, 0.425, 1e-9);
  /* Falling counts as rising does. */
  fail_unless_near (trend_of (&delay, fall, 0.5), 0.425, 1e-9);
  fail_unless_near (trend_of (&delay, swing, 0.5), 0, 0);
  fail_unless_near (trend_of (&delay, flat, 0.5), 0, 0);
  fail_unless_near (trend_of (&delay, ramp, 5), 1, 0);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_trend_memory)
{
  ScreamV1Delay delay;

  screamv1_delay_init (&delay, 0.1, 0.4, T0);
  delay.qdelay_trend_mem = 0.5;
  screamv1_delay_update (&delay, 0, T0 + 2 * QDELAY_SAMPLE_INTERVAL);
  fail_unless_near (delay.qdelay_trend_mem, 0.5 * 0.99 * 0.99, 1e-9);
}

GST_END_TEST;

/* The last sample is repeated, but not for a whole pause. */
GST_START_TEST (test_screamv1_samples_come_each_50_ms)
{
  ScreamV1Delay delay;

  screamv1_delay_init (&delay, 0.1, 0.4, T0);
  delay.qdelay = 0.05;
  screamv1_delay_update (&delay, 0, T0 + 49 * MS);
  fail_unless_equals_int (delay.norm_next, 0);
  screamv1_delay_update (&delay, 0, T0 + 51 * MS);
  fail_unless_equals_int (delay.norm_next, 1);
  screamv1_delay_update (&delay, 0, T0 + 99 * MS);
  fail_unless_equals_int (delay.norm_next, 1);
  screamv1_delay_update (&delay, 0, T0 + 200 * MS);
  fail_unless_equals_int (delay.norm_next, 4);
  screamv1_delay_update (&delay, 0, T0 + 3600 * S);
  fail_unless_equals_int (delay.norm_next, 4 + QDELAY_SAMPLE_REPEATS);
  fail_unless_near (delay.qdelay_fraction_hist[QDELAY_FRACTION_HIST - 1], 0.5,
      1e-9);
}

GST_END_TEST;

/* ---- RFC 8298 section 4.1.2.3: delay target ---- */

GST_START_TEST (test_screamv1_qdelay_target)
{
  static const struct
  {
    double even, odd, loss_event_rate, before, target;
  } cases[] = {
    /* calm: what is there */
    {1.5, 1.5, 0, 0.1, 0.15},
    {1.5, 1.5, 0.01, 0.1, 0.225},
    /* bounds */
    {0.5, 0.5, 0, 0.3, 0.1},
    {6, 6, 0, 0.1, 0.4},
    /* a few losses are the link's own */
    {1.5, 1.5, 0.002, 0.1, 0.15},
    /* it swings: slow way back */
    {0, 2, 0, 0.2, 0.18},
    {0, 2, 0, 0.1, 0.1},
    {0, 2, 0.01, 0.2, 0.3},
  };
  ScreamV1Delay delay;

  screamv1_delay_init (&delay, 0.1, 0.4, T0);
  for (gint i = 0; i < QDELAY_NORM_HIST; i++)
    delay.qdelay_norm_hist[i] = i % 2 ? cases[__i__].odd : cases[__i__].even;
  delay.qdelay = 0.1 * cases[__i__].even;
  delay.qdelay_target = cases[__i__].before;
  screamv1_delay_update (&delay, cases[__i__].loss_event_rate,
      T0 + QDELAY_SAMPLE_INTERVAL);
  fail_unless_near (delay.qdelay_target, cases[__i__].target, 1e-9);
}

GST_END_TEST;

/* It swung, but the queue is short now: the quick way back. */
GST_START_TEST (test_screamv1_qdelay_target_falls_quickly)
{
  ScreamV1Delay delay;

  screamv1_delay_init (&delay, 0.1, 0.4, T0);
  for (gint i = 0; i < QDELAY_NORM_HIST - QDELAY_NORM_AVERAGE; i++)
    delay.qdelay_norm_hist[i] = i % 10 == 0 ? 2 : 0;
  delay.norm_next = QDELAY_NORM_HIST - 1;
  delay.qdelay_target = 0.4;
  screamv1_delay_update (&delay, 0, T0 + QDELAY_SAMPLE_INTERVAL);
  fail_unless_near (delay.qdelay_target, 0.2, 1e-9);
}

GST_END_TEST;

/* The mean is of the newest 50, the deviation of all 200. */
GST_START_TEST (test_screamv1_qdelay_target_histories)
{
  ScreamV1Delay delay;

  screamv1_delay_init (&delay, 0.1, 0.4, T0);
  for (gint i = 0; i < QDELAY_NORM_HIST; i++)
    delay.qdelay_norm_hist[i] = i < QDELAY_NORM_HIST - QDELAY_NORM_AVERAGE
        ? 1 : 1.5;
  delay.norm_next = QDELAY_NORM_HIST - 1;
  delay.qdelay = 0.15;
  screamv1_delay_update (&delay, 0, T0 + QDELAY_SAMPLE_INTERVAL);
  fail_unless_near (delay.qdelay_target, 0.1 * (1.5 + sqrt (0.75 * 0.25
              * 0.25)), 1e-9);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_qdelay_target_of_the_user)
{
  RtpCcTarget target;
  RtpCcInfo info = { 0 };
  ScreamV1 s;

  set_up (&s, 50, 20000);
  screamv1_info (&s, &info);
  fail_unless_equals_int64 (info.qdelay_target, 100 * MS);
  config.queue_delay_target = 25 * MS;
  memset (&s, 0, sizeof (s));
  screamv1_init (&s, &config, T0, &target);
  screamv1_info (&s, &info);
  fail_unless_equals_int64 (info.qdelay_target, 25 * MS);
  fail_unless_near (s.delay.qdelay_target_hi, 0.4, 1e-9);
}

GST_END_TEST;

/* What is told to the user is in ns. */
GST_START_TEST (test_screamv1_info)
{
  RtpCcInfo info;
  ScreamV1 s;

  memset (&info, 0, sizeof (info));
  set_up (&s, 50, 20000);
  s.delay.qdelay = 0.03;
  s.delay.qdelay_target = 0.1;
  s.delay.qdelay_fraction_avg = 0.25;
  screamv1_info (&s, &info);
  fail_unless_equals_int64 (info.s_rtt, 50 * MS);
  fail_unless_equals_int64 (info.qdelay, 30 * MS);
  fail_unless_equals_int64 (info.qdelay_avg, 25 * MS);
  fail_unless_equals_int64 (info.qdelay_target, 100 * MS);
  fail_unless_equals_uint64 (info.ref_wnd, 20000);
}

GST_END_TEST;

/* A queue of six times the target would raise it to 0.4 s. */
GST_START_TEST (test_screamv1_qdelay_target_may_be_fixed)
{
  RtpCcTarget target;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  config.queue_delay_target = config.queue_delay_target_max = 60 * MS;
  memset (&s, 0, sizeof (s));
  screamv1_init (&s, &config, T0, &target);
  for (gint i = 0; i < QDELAY_NORM_HIST; i++)
    s.delay.qdelay_norm_hist[i] = 6;
  s.delay.qdelay = 0.6;
  screamv1_delay_update (&s.delay, 0, T0 + QDELAY_SAMPLE_INTERVAL);
  fail_unless_near (s.delay.qdelay_target, 0.06, 1e-9);
}

GST_END_TEST;

GST_START_TEST (test_screamv1_rtt)
{
  ScreamV1 s;

  set_up (&s, 0, 20000);
  update_rtt (&s, -1);
  fail_unless_near (s.s_rtt, 0, 0);
  update_rtt (&s, 80 * MS);
  fail_unless_near (s.s_rtt, 80. * MS, 1);
  update_rtt (&s, 160 * MS);
  fail_unless_near (s.s_rtt, 90. * MS, 1);
  s.s_rtt = 0;
  update_rtt (&s, 0);
  fail_unless_near (s.s_rtt, 1. * MS, 1);
}

GST_END_TEST;

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

GST_START_TEST (test_screamv1_missing_feedback)
{
  RtpCcTarget target;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  screamv1_on_feedback_timeout (&s, 1, LATER, &target);
  fail_unless_equals_uint64 (target.media_rate, 500000);
  fail_unless_near (s.cwnd, 10000, 1e-9);
  screamv1_on_feedback_timeout (&s, 2, LATER + S, &target);
  fail_unless_equals_uint64 (target.media_rate, 250000);
  screamv1_on_feedback_timeout (&s, 3, LATER + 2 * S, &target);
  fail_unless_equals_uint64 (target.media_rate, 1000);
  fail_unless_near (s.cwnd, 3000, 0);
  fail_unless (s.in_fast_increase);
}

GST_END_TEST;

/* ---- a competitor ---- */

/* Feedback each 40 ms for @seconds of a queue of @queue ns with @noise. */
static RtpCcTime
stand_in_queue (ScreamV1 * s, int64_t queue, int64_t noise, gint seconds,
    RtpCcTime now)
{
  RtpCcTarget target;
  RtpCcInfo info = { 0 };

  for (gint i = 0; i < seconds * 25; i++) {
    RtpCcReport report = { 0 };
    RtpCcFeedback feedback = { 0 };

    now += 40 * MS;
    report.packet.size = 1000;
    report.packet.sent = now - 60 * MS;
    report.arrival = now + queue + i % 5 * noise / 4;
    feedback.reports = &report;
    feedback.n_reports = 1;
    feedback.rtt = 50 * MS + queue;
    feedback.bytes_newly_acked = 1000;
    screamv1_on_sent (s, &report.packet, 5000);
    screamv1_on_feedback (s, &feedback, now, &target);
  }
  screamv1_info (s, &info);
  return now;
}

/* A queue that stays long whatever we do is not ours. */
GST_START_TEST (test_screamv1_target_rises_with_a_standing_queue)
{
  RtpCcTime now = LATER;
  ScreamV1 s;

  set_up (&s, 50, 20000);
  now = stand_in_queue (&s, 0, 10 * MS, 20, now);
  fail_unless_near (s.delay.qdelay_target, 0.1, 0);
  /* 2 s are not enough: it may be a link that became slower. */
  now = stand_in_queue (&s, 200 * MS, 20 * MS, 2, now);
  fail_unless_near (s.delay.qdelay_target, 0.1, 0);
  /* The mean, 210 ms, and the deviation, 7 ms; it holds as long as they do. */
  now = stand_in_queue (&s, 200 * MS, 20 * MS, 15, now);
  fail_unless_near (s.delay.qdelay_target, 0.217, 0.003);
  now = stand_in_queue (&s, 200 * MS, 20 * MS, 60, now);
  fail_unless_near (s.delay.qdelay_target, 0.217, 0.003);
  now = stand_in_queue (&s, 700 * MS, 20 * MS, 15, now);
  fail_unless_near (s.delay.qdelay_target, 0.4, 0);
  /* The competitor leaves: 10 s until nothing of it is in the history. */
  now = stand_in_queue (&s, 0, 10 * MS, 5, now);
  fail_unless (s.delay.qdelay_target < 0.3, "%g", s.delay.qdelay_target);
  stand_in_queue (&s, 0, 10 * MS, 6, now);
  fail_unless_near (s.delay.qdelay_target, 0.1, 0);
}

GST_END_TEST;

/* ---- on a path ---- */

typedef struct
{
  gdouble after;                /* s, look from here */
  gdouble reached;              /* bit/s to be targeted */
  gdouble at;                   /* s, when it was first */
  gdouble drained_at;           /* when the queue was last above 50 ms */
  gdouble bytes;                /* of the last minute */
} Watch;

static void
watch (const void *sample, void *user)
{
  const SimSample *s = sample;
  Watch *w = user;

  if (s->time <= w->after)
    return;
  if (w->at == 0 && s->target >= w->reached)
    w->at = s->time;
  if (s->queue > 0.05)
    w->drained_at = s->time;
  w->bytes += s->received / 80;
}

static void
sim_init (SimConfig * sim, Watch * w, guint64 seed)
{
  sim_config_init (sim);
  sim->session.ops = rtp_cc_find ("scream-v1");
  sim->seed = seed;
  sim->sample = watch;
  sim->user = w;
}

/* In the steps of 2, 1 and 2.5 Mbit/s a tenth to a quarter remain unused: the
 * rate rises by 0.2 Mbit/s in a second at best, and only 5 s after the queue
 * was seen last.  The queue stays below its target of 100 ms but for the fall
 * of the link, which takes 2 s. */
GST_START_TEST (test_screamv1_path_steps)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = { 0 };
    SimConfig sim;
    SimResult r;
    gdouble p95;

    sim_init (&sim, &w, seed);
    sim.schedule = "0:2M,20:1M,40:2.5M";
    sim_run (&sim, &r);
    p95 = (gdouble) r.link.queue_delay_p95 / MS;
    fail_unless (r.utilisation_5s > 0.75 && r.utilisation_5s < 0.93,
        "utilisation %.3f", r.utilisation_5s);
    fail_unless (p95 > 15 && p95 < 100, "queue p95 %.1f ms", p95);
    fail_unless (r.over_100ms < 0.05, "above 100 ms %.3f", r.over_100ms);
    fail_unless_equals_uint64 (r.link.dropped_queue, 0);
  }
}

GST_END_TEST;

/* An encoder's lag and an RTT until the queue drains; the first round of the
 * rate takes what waits off, so that it is done in a second or two. */
GST_START_TEST (test_screamv1_path_halved_link_drains)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = {.after = 20 };
    SimConfig sim;
    SimResult r;

    sim_init (&sim, &w, seed);
    sim.schedule = "0:2M,20:1M";
    sim.duration = 23 * S;
    sim_run (&sim, &r);
    fail_unless (w.drained_at > 20.1 && w.drained_at < 22,
        "queue above 50 ms until %.1f s", w.drained_at);
  }
}

GST_END_TEST;

/* From 1 to 2.25 Mbit/s at 0.2 Mbit/s in a second takes 6.3 s, and 5 s may pass
 * before it begins; the rate may waver on the way once. */
GST_START_TEST (test_screamv1_path_faster_link_is_used)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = {.after = 20,.reached = 2.25e6 };
    SimConfig sim;
    SimResult r;

    sim_init (&sim, &w, seed);
    sim.schedule = "0:1M,20:2.5M";
    sim.duration = 40 * S;
    sim_run (&sim, &r);
    fail_unless (w.at > 25 && w.at < 37, "90 %% at %.1f s", w.at);
  }
}

GST_END_TEST;

/* The last minute of an hour is as good as any, with true and false clocks: a
 * sixth of the link may be free at the bottom of a swing, and the queue
 * itself must be short. */
GST_START_TEST (test_screamv1_path_an_hour)
{
  static const gdouble skews[] = { 0, 200e-6, -200e-6 };
  Watch w = {.after = 3540 };
  SimConfig sim;
  SimResult r;

  sim_init (&sim, &w, 3);
  sim.clock_skew = skews[__i__];
  sim.duration = 3600 * S;
  sim_run (&sim, &r);
  fail_unless (r.utilisation_5s > 0.88 && r.utilisation_5s < 1,
      "utilisation %.3f", r.utilisation_5s);
  w.bytes *= 8. / 60;
  fail_unless (w.bytes > 1.66e6 && w.bytes < 2e6, "last minute %.0f bit/s",
      w.bytes);
  fail_unless (r.link.queue_delay_p95 < 100 * MS);
  fail_unless_equals_uint64 (r.link.dropped_queue, 0);
}

GST_END_TEST;

/* Half a minute of a still picture: the target stays at twice what is sent
 * and rises with motion, 0.2 Mbit/s in a second. */
GST_START_TEST (test_screamv1_path_motion_after_static_picture)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = {.after = 30,.reached = 1.6e6 };
    SimConfig sim;
    SimResult r;

    sim_init (&sim, &w, seed);
    sim.encoder_max = 0.15e6;
    sim.motion_from = 30 * S;
    sim_run (&sim, &r);
    fail_unless (w.at > 34 && w.at < 45, "1.6 Mbit/s at %.1f s", w.at);
    fail_unless (r.worst_overestimate < 2.3, "%.2f", r.worst_overestimate);
  }
}

GST_END_TEST;

GST_START_TEST (test_screamv1_path_feedback_stops_and_comes_back)
{
  Watch w = {.after = 26,.reached = 1.5e6 };
  SimConfig sim;
  SimResult r;

  sim_init (&sim, &w, 1);
  sim.feedback_off_from = 20 * S;
  sim.feedback_off_to = 25 * S;
  sim_run (&sim, &r);
  /* from 0.1 Mbit/s at no more than 0.2 Mbit/s in a second */
  fail_unless (w.at > 31 && w.at < 40, "1.5 Mbit/s at %.1f s", w.at);
}

GST_END_TEST;

static void
add_path_tests (TCase * tc)
{
  tcase_add_test (tc, test_screamv1_path_steps);
  tcase_add_test (tc, test_screamv1_path_halved_link_drains);
  tcase_add_test (tc, test_screamv1_path_faster_link_is_used);
  tcase_add_loop_test (tc, test_screamv1_path_an_hour, 0, 3);
  tcase_add_test (tc, test_screamv1_path_motion_after_static_picture);
  tcase_add_test (tc, test_screamv1_path_feedback_stops_and_comes_back);
}

static Suite *
screamv1_suite (void)
{
  Suite *suite = suite_create ("screamv1");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_loop_test (tc, test_screamv1_qdelay_ignores_clock_offset, 0, 3);
  tcase_add_test (tc, test_screamv1_base_delay_forgets_after_ten_minutes);
  tcase_add_test (tc, test_screamv1_fast_clock_is_no_queue);
  tcase_add_test (tc, test_screamv1_queue_that_stays_is_no_drift);
  tcase_add_test (tc, test_screamv1_trend);
  tcase_add_test (tc, test_screamv1_trend_memory);
  tcase_add_test (tc, test_screamv1_samples_come_each_50_ms);
  tcase_add_loop_test (tc, test_screamv1_qdelay_target, 0, 8);
  tcase_add_test (tc, test_screamv1_qdelay_target_falls_quickly);
  tcase_add_test (tc, test_screamv1_qdelay_target_histories);
  tcase_add_test (tc, test_screamv1_qdelay_target_of_the_user);
  tcase_add_test (tc, test_screamv1_info);
  tcase_add_test (tc, test_screamv1_qdelay_target_may_be_fixed);
  tcase_add_test (tc, test_screamv1_rtt);
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
  tcase_add_test (tc, test_screamv1_missing_feedback);
  tcase_add_test (tc, test_screamv1_target_rises_with_a_standing_queue);
  add_path_tests (tc);

  return suite;
}

GST_CHECK_MAIN (screamv1);

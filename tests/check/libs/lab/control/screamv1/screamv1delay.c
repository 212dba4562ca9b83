/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Delay in SCReAM v1: base delay, trend and delay target, against values worked out from
 * RFC 8298. */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamv1test.h"

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

static Suite *
screamv1delay_suite (void)
{
  Suite *suite = suite_create ("screamv1delay");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_loop_test (tc, test_screamv1_qdelay_ignores_clock_offset, 0, 3);
  tcase_add_test (tc, test_screamv1_base_delay_forgets_after_ten_minutes);
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
  tcase_add_test (tc, test_screamv1_target_rises_with_a_standing_queue);

  return suite;
}

GST_CHECK_MAIN (screamv1delay);

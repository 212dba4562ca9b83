/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GCC of 2012, whose receiver says the rate in REMB: its filter and its rate control. */
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-remb-kalman.h>
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-remb-rate.h>
#include <gst/lab/control/rtpcc-lab.h>

#include "gcctest.h"

/* Frames at 15 Hz: all that changes in a period of 1/30 s changes twice. */
GST_START_TEST (test_gcc_remb_kalman_slow_frames)
{
  GccDelta delta = { 200.0 / 3, 200.0 / 3 + 10, 0, 0 };
  GccRembKalman k;

  gcc_remb_kalman_init (&k);
  gcc_remb_kalman_update (&k, &delta, GCC_OVERUSE);
  /* variance of m 0.1 + 2 * 0.01, gain 0.12 / 50.12 */
  fail_unless_near (k.m, 0.0239425, 1e-6);
  fail_unless_near (k.e[0][0] - 100, 2e-10, 1e-12);
  fail_unless_near (k.e[1][1], 0.12 * (1 - 0.12 / 50.12), 1e-9);
  /* over-use and m falls: it goes back to normal, ten times as fast */
  k.m_prev = k.m + 1;
  delta.recv = delta.send + k.m;
  gcc_remb_kalman_update (&k, &delta, GCC_OVERUSE);
  fail_unless_near (k.e[1][1], 0.33742, 1e-5);
}

GST_END_TEST;

/* The period is the shortest of the last 60: one frame of 1/30 s among those of 1/15 s halves
 * it for so long. */
GST_START_TEST (test_gcc_remb_kalman_shortest_period)
{
  GccRembKalman k;

  gcc_remb_kalman_init (&k);
  for (guint i = 0; i < 64; i++) {
    GccDelta delta = { i == 2 ? 100.0 / 3 : 200.0 / 3, 0, 0, 0 };

    delta.recv = delta.send;
    gcc_remb_kalman_update (&k, &delta, GCC_NORMAL);
  }
  /* 1e-10 in each of 60 periods, twice that before and after */
  fail_unless_near (k.e[0][0] - 100, 68e-10, 5e-11);
}

GST_END_TEST;

static gdouble
remb_frame (GccRembKalman * k, gdouble recv, gdouble size)
{
  GccDelta delta = { 100.0 / 3, recv, size, 0 };

  return gcc_remb_kalman_update (k, &delta, GCC_NORMAL);
}

GST_START_TEST (test_gcc_remb_kalman_first_steps)
{
  GccRembKalman k;

  gcc_remb_kalman_init (&k);
  /* 10 ms later: noise 0.1, variance 50.48, gain 0.11 / 50.59 */
  remb_frame (&k, 100.0 / 3 + 10, 0);
  fail_unless_near (k.noise, 0.1, 1e-9);
  fail_unless_near (k.var_v, 50.4801, 1e-6);
  fail_unless_near (k.m, 0.021743, 1e-6);
  fail_unless_near (k.slope, 8.0 / 512, 1e-12);
  /* 100 ms later: as 3 deviations */
  gcc_remb_kalman_init (&k);
  remb_frame (&k, 100.0 / 3 + 100, 0);
  fail_unless_near (k.noise, 0.01 * 3 * sqrt (50), 1e-9);
}

GST_END_TEST;

/* Frames of 2 and 3 kB on 1 Mbit/s: 8 ms of difference, no queue. */
GST_START_TEST (test_gcc_remb_kalman_learns_the_capacity)
{
  GccRembKalman k;
  gdouble metric;
  guint i;

  gcc_remb_kalman_init (&k);
  for (i = 0; i < 600; i++) {
    gdouble size = i % 2 ? 1000 : -1000;

    metric = remb_frame (&k, 100.0 / 3 + size * 0.008, size);
  }
  fail_unless_near (k.slope, 0.008, 1e-5);
  fail_unless (fabs (metric) < 1, "metric %g", metric);
  /* now each frame waits 2 ms longer than the one before */
  for (; i < 700; i++) {
    gdouble size = i % 2 ? 1000 : -1000;

    metric = remb_frame (&k, 100.0 / 3 + 2 + size * 0.008, size);
  }
  fail_unless_near (k.m, 2, 0.2);
  fail_unless_near (metric, 60 * k.m, 1e-9);
}

GST_END_TEST;

GST_START_TEST (test_gcc_remb_eta)
{
  GccMimd mimd;

  gcc_mimd_init (&mimd, T0);
  /* decreases each second, RTT 100 ms: 1190 ms against 800; unknown triples */
  fail_unless_near (gcc_mimd_eta (&mimd, 0, 100 * MS), 1.0484, 5e-4);
  /* noise moves the sigmoid to the left: slower */
  fail_unless_near (gcc_mimd_eta (&mimd, 1000, 100 * MS), 1.015, 5e-4);
  mimd.region = GCC_REGION_ABOVE;
  fail_unless_near (gcc_mimd_eta (&mimd, 0, 100 * MS), 1.0161, 2e-4);
  mimd.region = GCC_REGION_NEAR;
  fail_unless_near (gcc_mimd_eta (&mimd, 0, 100 * MS), 1.0081, 1e-4);
}

GST_END_TEST;

/* A second of growth: the factor, and 1 kbit/s.  Of less time it is a power; more counts as a
 * second. */
GST_START_TEST (test_gcc_remb_growth)
{
  gdouble rate, eta;
  GccMimd mimd;

  gcc_mimd_init (&mimd, T0);
  gcc_mimd_update (&mimd, GCC_NORMAL, 1 * MBIT, 0, RTT, T0 + 5 * S);
  rate = mimd.rate;
  eta = gcc_mimd_eta (&mimd, 0, RTT);
  gcc_mimd_update (&mimd, GCC_NORMAL, 1 * MBIT, 0, RTT, T0 + 6 * S);
  fail_unless_near (mimd.rate, rate * eta + 1000, 1);

  rate = mimd.rate;
  gcc_mimd_update (&mimd, GCC_NORMAL, 1 * MBIT, 0, RTT, T0 + 6250 * MS);
  fail_unless_near (mimd.rate, rate * pow (eta, 0.25) + 1000, 1);
  rate = mimd.rate;
  gcc_mimd_update (&mimd, GCC_NORMAL, 1 * MBIT, 0, RTT, T0 + 9 * S);
  fail_unless_near (mimd.rate, rate * eta + 1000, 1);
}

GST_END_TEST;

GST_START_TEST (test_gcc_remb_rate_of_the_receiver)
{
  GccMimd mimd;

  gcc_mimd_init (&mimd, T0);
  gcc_mimd_update (&mimd, GCC_NORMAL, 1 * MBIT, 0, RTT, T0 + 5 * S - 1);
  fail_if (mimd.valid);
  gcc_mimd_update (&mimd, GCC_UNDERUSE, 1 * MBIT, 0, RTT, T0 + 5 * S);
  fail_unless_near (mimd.rate, 1 * MBIT, 1);
  /* the first decrease is to 0.9 of what arrives, the next to 0.95 */
  gcc_mimd_update (&mimd, GCC_OVERUSE, 1 * MBIT, 0, RTT, T0 + 6 * S);
  fail_unless_near (mimd.rate, 900 * KBIT, 1);
  fail_if (gcc_mimd_may_decrease (&mimd, RTT, T0 + 6 * S + RTT - 1));
  fail_unless (gcc_mimd_may_decrease (&mimd, RTT, T0 + 6 * S + RTT));
  gcc_mimd_update (&mimd, GCC_OVERUSE, 900 * KBIT, 0, RTT, T0 + 7 * S);
  fail_unless_near (mimd.rate, 855 * KBIT, 1);
  /* decrease, hold, and only then increase */
  gcc_mimd_update (&mimd, GCC_NORMAL, 850 * KBIT, 0, RTT, T0 + 8 * S);
  fail_unless_near (mimd.rate, 855 * KBIT, 1);
  gcc_mimd_update (&mimd, GCC_NORMAL, 850 * KBIT, 0, RTT, T0 + 9 * S);
  gcc_mimd_update (&mimd, GCC_NORMAL, 850 * KBIT, 0, RTT, T0 + 10 * S);
  fail_unless (mimd.rate > 857 * KBIT && mimd.rate < 870 * KBIT, "%g",
      mimd.rate);
  /* never above 1.5 times what arrives */
  for (guint i = 0; i < 200; i++)
    gcc_mimd_update (&mimd, GCC_NORMAL, 800 * KBIT, 0, RTT, T0 + (11 + i) * S);
  fail_unless_near (mimd.rate, 1.2 * MBIT, 1);
}

GST_END_TEST;

/* Pacing is 2.5 times the rate, as WebRTC paces. */
GST_START_TEST (test_gcc_remb_pacing)
{
  RtpCcConfig config = { 0 };
  const RtpCcTarget *target;
  RtpCc *cc;

  config.min_rate = 100 * KBIT;
  config.start_rate = 1 * MBIT;
  config.max_rate = 4 * MBIT;
  config.max_packet_size = 1200;
  cc = rtp_cc_new (rtp_cc_lab_find ("gcc-remb"), &config, T0);
  target = rtp_cc_target (cc);
  fail_unless_equals_uint64 (target->media_rate, 1000000);
  fail_unless_equals_uint64 (target->pacing_rate, 2500000);
  rtp_cc_free (cc);
}

GST_END_TEST;

static Suite *
gccremb_suite (void)
{
  Suite *s = suite_create ("gccremb");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_remb_kalman_first_steps);
  tcase_add_test (tc, test_gcc_remb_kalman_slow_frames);
  tcase_add_test (tc, test_gcc_remb_kalman_shortest_period);
  tcase_add_test (tc, test_gcc_remb_kalman_learns_the_capacity);
  tcase_add_test (tc, test_gcc_remb_eta);
  tcase_add_test (tc, test_gcc_remb_growth);
  tcase_add_test (tc, test_gcc_remb_rate_of_the_receiver);
  tcase_add_test (tc, test_gcc_remb_pacing);

  return s;
}

GST_CHECK_MAIN (gccremb);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rate of GCC: AIMD, the acknowledged rate and losses, by values worked out from its
 * documents. */
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-acked.h>
#include <gst/lab/control/gcc/rtpcc-gcc-aimd.h>
#include <gst/lab/control/gcc/rtpcc-gcc-loss.h>

#include "gcctest.h"

/* ---- AIMD ---- */

static void
aimd_at (GccAimd * aimd, gdouble rate)
{
  gcc_aimd_init (aimd, rate, T0);
  /* leaves hold without a step of its own */
  aimd->state = GCC_AIMD_INCREASE;
}

GST_START_TEST (test_gcc_aimd_growth)
{
  GccAimd aimd;

  /* unknown capacity: 8 % in a second */
  aimd_at (&aimd, 1 * MBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 1 * MBIT, RTT, T0 + 100 * MS);
  fail_unless_near (aimd.rate, 1.007726 * MBIT, 1);
  /* near the capacity: 760 kbit/s is 3 packets of 8444 bit in a frame */
  aimd_at (&aimd, 760 * KBIT);
  gcc_capacity_add (&aimd.capacity, 760 * KBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 760 * KBIT, RTT, T0 + 1 * S);
  fail_unless_near (aimd.rate, 788148, 1);
  /* far above it: forgotten */
  aimd_at (&aimd, 760 * KBIT);
  gcc_capacity_add (&aimd.capacity, 700 * KBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 760 * KBIT, RTT, T0 + 1 * S);
  fail_unless_near (aimd.rate, 820.8 * KBIT, 1);
  fail_if (aimd.capacity.known);
}

GST_END_TEST;

GST_START_TEST (test_gcc_aimd_never_far_above_what_got_through)
{
  GccAimd aimd;

  aimd_at (&aimd, 1 * MBIT);
  for (guint i = 1; i <= 100; i++)
    gcc_aimd_update (&aimd, GCC_NORMAL, 800 * KBIT, RTT, T0 + i * S);
  fail_unless_near (aimd.rate, 1.21 * MBIT, 1);
  /* it may only not grow: silence of the source is no congestion */
  gcc_aimd_update (&aimd, GCC_NORMAL, 100 * KBIT, RTT, T0 + 101 * S);
  fail_unless_near (aimd.rate, 1.21 * MBIT, 1);
}

GST_END_TEST;

GST_START_TEST (test_gcc_aimd_overuse)
{
  GccAimd aimd;

  aimd_at (&aimd, 1 * MBIT);
  /* not sooner than an RTT after the last change */
  gcc_aimd_update (&aimd, GCC_OVERUSE, 900 * KBIT, RTT, T0 + RTT - 1);
  fail_unless_near (aimd.rate, 1 * MBIT, 1);
  gcc_aimd_update (&aimd, GCC_OVERUSE, 900 * KBIT, RTT, T0 + RTT);
  fail_unless_near (aimd.rate, 760 * KBIT, 1);
  fail_unless (aimd.capacity.known);
  fail_unless_near (aimd.capacity.mean, 900, 1e-9);
  /* unless less than half of it got through */
  gcc_aimd_update (&aimd, GCC_OVERUSE, 370 * KBIT, RTT, T0 + RTT + 1);
  fail_unless_near (aimd.rate, 309.5 * KBIT, 1);
  /* under-use holds, normal holds for the moment of the change only */
  gcc_aimd_update (&aimd, GCC_UNDERUSE, 370 * KBIT, RTT, T0 + 1 * S);
  fail_unless_near (aimd.rate, 309.5 * KBIT, 1);
  gcc_aimd_update (&aimd, GCC_NORMAL, 370 * KBIT, RTT, T0 + 2 * S);
  fail_unless (aimd.rate <= 311 * KBIT);

  /* nothing known of what gets through */
  aimd_at (&aimd, 1 * MBIT);
  gcc_aimd_update (&aimd, GCC_OVERUSE, -1, RTT, T0 + RTT);
  fail_unless_near (aimd.rate, 500 * KBIT, 1);
}

GST_END_TEST;

/* A second over-use near the capacity makes it better known; one far below it is of
 * another path. */
GST_START_TEST (test_gcc_aimd_overuse_again)
{
  GccAimd aimd;

  aimd_at (&aimd, 1 * MBIT);
  gcc_aimd_update (&aimd, GCC_OVERUSE, 900 * KBIT, RTT, T0 + RTT);
  gcc_aimd_update (&aimd, GCC_OVERUSE, 880 * KBIT, RTT, T0 + 2 * RTT);
  fail_unless_near (aimd.capacity.mean, 899, 1e-6);
  gcc_aimd_update (&aimd, GCC_OVERUSE, 600 * KBIT, RTT, T0 + 3 * RTT);
  fail_unless_near (aimd.capacity.mean, 600, 1e-6);
}

GST_END_TEST;

GST_START_TEST (test_gcc_capacity_mean_and_deviation)
{
  static const gdouble cases[][5] = {
    {900, 900, 0.4, 843, 957}, {880, 899, 0.4001, 842, 956},
    {920, 900.05, 0.4022, 843, 957}, {600, 885.05, 2.5, 744, 1026},
  };
  GccCapacity c = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gcc_capacity_add (&c, cases[i][0] * KBIT);
    fail_unless_near (c.mean, cases[i][1], 0.005);
    fail_unless_near (c.deviation, cases[i][2], 5e-5);
    fail_unless_near (gcc_capacity_bound (&c, -3), cases[i][3] * KBIT, 500);
    fail_unless_near (gcc_capacity_bound (&c, 3), cases[i][4] * KBIT, 500);
  }
}

GST_END_TEST;

/* ---- acknowledged rate ---- */

GST_START_TEST (test_gcc_acked_rate)
{
  GccAcked acked;
  guint i;

  gcc_acked_init (&acked, 1 * S);
  for (i = 0; i < 9; i++)
    gcc_acked_add (&acked, T0 + i * 10 * MS, OFFSET + i * 10 * MS, 1250);
  fail_unless (gcc_acked_rate (&acked) < 0);
  for (; i < 1000; i++)
    gcc_acked_add (&acked, T0 + i * 10 * MS, OFFSET + i * 10 * MS, 1250);
  fail_unless_near (gcc_acked_rate (&acked), 1 * MBIT, 1);
  /* half as fast: two packets of the window are a hundredth of it each */
  for (i = 0; i < 50; i++)
    gcc_acked_add (&acked, T0 + (999 + i) * 10 * MS, OFFSET + 9990 * MS
        + (i + 1) * 20 * MS, 1250);
  fail_unless_near (gcc_acked_rate (&acked), 0.5 * MBIT, 20 * KBIT);
  /* one long gap is not the path's rate */
  for (i = 0; i < 50; i++)
    gcc_acked_add (&acked, T0 + (1049 + i) * 10 * MS, OFFSET + 11390 * MS
        + i * 10 * MS, 1250);
  fail_unless (gcc_acked_rate (&acked) > 0.6 * MBIT);
  /* another clock */
  gcc_acked_add (&acked, T0 + 11 * S, OFFSET, 1250);
  fail_unless (gcc_acked_rate (&acked) < 0);
}

GST_END_TEST;

/* The sender's rate bounds what a burst of the path seems to give. */
/* One that is a second late was overtaken; one that is later is by another clock, and
 * all begins anew. */
GST_START_TEST (test_gcc_acked_rate_of_late_packets)
{
  GccAcked acked;
  RtpCcTime last = 0;

  gcc_acked_init (&acked, 2 * S);
  for (guint i = 0; i < 200; i++) {
    last = i * 10 * MS;
    gcc_acked_add (&acked, T0 + last, OFFSET + last, 1250);
  }
  gcc_acked_add (&acked, T0 + last, OFFSET + last - S, 1250);
  fail_unless (gcc_acked_rate (&acked) > 0);
  gcc_acked_add (&acked, T0 + last, OFFSET + last - S - 1, 1250);
  fail_unless (gcc_acked_rate (&acked) < 0);
}

GST_END_TEST;

GST_START_TEST (test_gcc_acked_rate_of_bursts)
{
  GccAcked acked;

  gcc_acked_init (&acked, 500 * MS);
  for (guint i = 0; i < 100; i++)
    gcc_acked_add (&acked, T0 + i * 10 * MS, OFFSET + (i / 50 * 500 + i % 50)
        * MS, 1250);
  fail_unless_near (gcc_acked_rate (&acked), 1 * MBIT, 20 * KBIT);
}

GST_END_TEST;

/* More packets in the window than are remembered: the last ones count. */
GST_START_TEST (test_gcc_acked_rate_of_many_packets)
{
  GccAcked acked;
  guint i;

  gcc_acked_init (&acked, 1 * S);
  for (i = 0; i < 3 * ACKED_PACKETS; i++)
    gcc_acked_add (&acked, T0 + i * MS / 100, OFFSET + i * MS / 100, 125);
  fail_unless_near (gcc_acked_rate (&acked), 100 * MBIT, 10 * KBIT);
  for (guint k = 0; k < 2 * ACKED_PACKETS; k++, i++)
    gcc_acked_add (&acked, T0 + i * MS / 100, OFFSET + i * MS / 100, 250);
  fail_unless_near (gcc_acked_rate (&acked), 200 * MBIT, 10 * KBIT);
}

GST_END_TEST;

/* ---- loss ---- */

static void
lose (GccLoss * loss, guint lost, guint n, RtpCcTime now)
{
  for (guint i = 0; i < n; i++)
    gcc_loss_note (loss, i < lost ? RTP_CC_FATE_LOST : RTP_CC_FATE_RECEIVED);
  gcc_loss_update (loss, RTT, now);
}

GST_START_TEST (test_gcc_loss_thresholds)
{
  static const struct
  {
    guint lost;
    gdouble rate;               /* of 1 Mbit/s, per cent */
  } cases[] = {
    {0, 108.1}, {1, 108.1}, {2, 100}, {10, 100}, {11, 94.5}, {50, 75},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GccLoss loss;

    gcc_loss_init (&loss, &gcc_loss_libwebrtc, 1 * MBIT, T0);
    lose (&loss, cases[i].lost, 100, T0 + 1 * S);
    fail_unless_near (loss.rate, cases[i].rate * 10 * KBIT, 1);
  }
}

GST_END_TEST;

GST_START_TEST (test_gcc_loss_needs_packets_and_time)
{
  GccLoss loss;

  gcc_loss_init (&loss, &gcc_loss_libwebrtc, 1 * MBIT, T0);
  lose (&loss, 19, 19, T0 + 1 * S);
  fail_unless_near (loss.rate, 1 * MBIT, 1);
  /* 19 of 20, of which 18 turn up after all */
  for (guint i = 0; i < 18; i++)
    gcc_loss_note (&loss, RTP_CC_FATE_RECEIVED_LATE);
  lose (&loss, 0, 1, T0 + 1 * S);
  fail_unless_near (loss.fraction, 0.05, 1e-9);
  fail_unless_near (loss.rate, 1 * MBIT, 1);
  /* once in 300 ms and an RTT */
  lose (&loss, 10, 20, T0 + 2 * S);
  lose (&loss, 10, 20, T0 + 2 * S + 349 * MS);
  fail_unless_near (loss.rate, 750 * KBIT, 1);
  lose (&loss, 10, 20, T0 + 2 * S + 350 * MS);
  fail_unless_near (loss.rate, 562.5 * KBIT, 1);
  /* 8 % and 1 kbit/s above the least of the last second, however often */
  lose (&loss, 0, 20, T0 + 2 * S + 450 * MS);
  lose (&loss, 0, 20, T0 + 2 * S + 500 * MS);
  fail_unless_near (loss.rate, 608.5 * KBIT, 1);
  lose (&loss, 0, 20, T0 + 4 * S);
  fail_unless_near (loss.rate, 658.18 * KBIT, 1);
}

GST_END_TEST;

/* RFC 3448 section 3.1, packets of 1000 bytes, 100 ms. */
GST_START_TEST (test_gcc_loss_tfrc_is_the_floor_of_2012)
{
  static const gdouble cases[][2] = {
    {0.01, 899}, {0.02, 586}, {0.05, 295}, {0.1, 142},
  };
  GccLoss loss;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fail_unless_near (gcc_loss_tfrc_rate (cases[i][0], 100 * MS),
        cases[i][1] * KBIT, 500);
  /* 20 % and 50 ms allow 86 kbit/s: 90 of 100 are more, 81 of 90 are less */
  gcc_loss_init (&loss, &gcc_loss_2012, 100 * KBIT, T0);
  lose (&loss, 20, 100, T0 + 1 * S);
  fail_unless_near (loss.rate, 90 * KBIT, 1);
  gcc_loss_init (&loss, &gcc_loss_2012, 90 * KBIT, T0);
  lose (&loss, 20, 100, T0 + 1 * S);
  fail_unless_near (loss.rate, 85850, 1);
  /* it never raises */
  gcc_loss_init (&loss, &gcc_loss_2012, 50 * KBIT, T0);
  lose (&loss, 20, 100, T0 + 1 * S);
  fail_unless_near (loss.rate, 50 * KBIT, 1);
}

GST_END_TEST;

static Suite *
gccrate_suite (void)
{
  Suite *s = suite_create ("gccrate");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_aimd_growth);
  tcase_add_test (tc, test_gcc_aimd_never_far_above_what_got_through);
  tcase_add_test (tc, test_gcc_aimd_overuse);
  tcase_add_test (tc, test_gcc_aimd_overuse_again);
  tcase_add_test (tc, test_gcc_capacity_mean_and_deviation);
  tcase_add_test (tc, test_gcc_acked_rate);
  tcase_add_test (tc, test_gcc_acked_rate_of_many_packets);
  tcase_add_test (tc, test_gcc_acked_rate_of_late_packets);
  tcase_add_test (tc, test_gcc_acked_rate_of_bursts);
  tcase_add_test (tc, test_gcc_loss_thresholds);
  tcase_add_test (tc, test_gcc_loss_needs_packets_and_time);
  tcase_add_test (tc, test_gcc_loss_tfrc_is_the_floor_of_2012);

  return s;
}

GST_CHECK_MAIN (gccrate);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GCC: single steps against values worked out from its documents, and what the
 * whole does on a path */
#include <gst/check/gstcheck.h>

#include <gst/rtpcc/control/rtpcc-controllers.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-acked.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-aimd.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-arrival.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-detector.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-kalman.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-loss.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-probe.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-remb-kalman.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-remb-rate.h>
#include <gst/rtpcc/control/gcc/rtpcc-gcc-trendline.h>
#include <math.h>

#include "tests/check/libs/rtpcc/mechanism.h"
#include "tests/check/libs/rtpcc/simpath.h"

#define KBIT 1e3
#define MBIT 1e6
/* Receiver's clock minus sender's, and the path's delay. */
#define OFFSET (-7 * 3600 * S + 30 * MS)

#define fail_unless_near(a, b, tolerance) \
    fail_unless (fabs ((double) (a) - (double) (b)) <= (tolerance), \
        #a " is %g, not %g", (double) (a), (double) (b))

/* ---- groups ---- */

typedef struct
{
  GccArrival arrival;
  GccArrivalResult result;
  GccDelta delta;
} Groups;

static GccArrivalResult
packet (Groups * g, gdouble sent_ms, gdouble delay_ms)
{
  RtpCcTime sent = T0 + (RtpCcTime) (sent_ms * MS);

  return gcc_arrival_add (&g->arrival, sent,
      sent + OFFSET + (RtpCcTime) (delay_ms * MS), 1000, &g->delta);
}

GST_START_TEST (test_gcc_arrival_groups_by_burst)
{
  Groups g;

  gcc_arrival_init (&g.arrival, 5 * MS);
  fail_unless_equals_int (packet (&g, 0, 0), GCC_ARRIVAL_NONE);
  fail_unless_equals_int (packet (&g, 5, 1), GCC_ARRIVAL_NONE);
  /* 10 ms after the first: the second group; nothing to compare with yet */
  fail_unless_equals_int (packet (&g, 10, 3), GCC_ARRIVAL_NONE);
  fail_unless_equals_int (packet (&g, 14, 4), GCC_ARRIVAL_NONE);
  fail_unless_equals_int (packet (&g, 14.5, 4), GCC_ARRIVAL_NONE);
  /* the third begins, the second is complete: 5 -> 14.5 ms, 3 ms later */
  fail_unless_equals_int (packet (&g, 20, 5), GCC_ARRIVAL_DELTA);
  fail_unless_near (g.delta.send, 9.5, 1e-6);
  fail_unless_near (g.delta.recv, 12.5, 1e-6);
  fail_unless_near (g.delta.size, 1000, 1e-6);
}

GST_END_TEST;

/* What a router let go at once belongs to what it had held back with it. */
GST_START_TEST (test_gcc_arrival_burst_of_the_path)
{
  Groups g;

  gcc_arrival_init (&g.arrival, 5 * MS);
  packet (&g, 0, 50);
  fail_unless_equals_int (packet (&g, 20, 31), GCC_ARRIVAL_NONE);
  fail_unless_equals_int (packet (&g, 40, 12), GCC_ARRIVAL_NONE);
  fail_unless_equals_int (g.arrival.have_previous, FALSE);
  /* 7 ms after the last: no longer of the burst */
  fail_unless_equals_int (packet (&g, 60, -1), GCC_ARRIVAL_NONE);
  fail_unless_equals_int (g.arrival.have_previous, TRUE);
}

GST_END_TEST;

/* Of a burst is what comes closer together than it left, 5 ms at most behind the one
 * before; what keeps its spacing has met no queue, and is a group of its own. */
GST_START_TEST (test_gcc_arrival_spacing)
{
  static const struct
  {
    gdouble sent, arrived;      /* ms after the one before */
    gboolean is_burst;
  } cases[] = {
    {5.5, 4.9, TRUE},
    {6, 5, TRUE},
    {6, 5.01, FALSE},
    {5.5, 5.5, FALSE},
    {4.9, 4.9, FALSE},
    {5.01, 4.99, TRUE},
    {4.5, 4.5, TRUE},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Groups g;

    gcc_arrival_init (&g.arrival, 4.8 * MS);
    packet (&g, 0, 30);
    packet (&g, cases[i].sent, 30 + cases[i].arrived - cases[i].sent);
    fail_unless_equals_int (g.arrival.have_previous, !cases[i].is_burst);
  }
}

GST_END_TEST;

/* A path that is slow for long is no burst: a group has 100 ms. */
GST_START_TEST (test_gcc_arrival_burst_ends)
{
  Groups g;

  gcc_arrival_init (&g.arrival, 5 * MS);
  for (guint i = 0; i <= 25; i++) {
    fail_if (g.arrival.have_previous);
    /* Sent each 6 ms, and one comes each 4 ms. */
    packet (&g, 6 * i, 50 - 2. * i);
  }
  fail_unless (g.arrival.have_previous);
}

GST_END_TEST;

GST_START_TEST (test_gcc_arrival_starts_anew)
{
  Groups g;

  gcc_arrival_init (&g.arrival, 5 * MS);
  packet (&g, 0, 0);
  packet (&g, 20, 0);
  fail_unless_equals_int (packet (&g, 40, 0), GCC_ARRIVAL_DELTA);
  /* a pause */
  fail_unless_equals_int (packet (&g, 2050, 0), GCC_ARRIVAL_RESET);
  packet (&g, 2070, 0);
  fail_unless_equals_int (packet (&g, 2090, 0), GCC_ARRIVAL_DELTA);
  /* the clock of the receiver was set; the group has to be complete */
  packet (&g, 2110, 3001);
  fail_unless_equals_int (packet (&g, 2130, 3001), GCC_ARRIVAL_RESET);
  /* reordered: no part of it */
  fail_unless_equals_int (packet (&g, 2100, 3001), GCC_ARRIVAL_NONE);
  packet (&g, 2150, 3001);
  fail_unless_equals_int (packet (&g, 2170, 3001), GCC_ARRIVAL_DELTA);
  fail_unless_near (g.delta.send, 20, 1e-6);
  fail_unless_near (g.delta.size, 0, 1e-6);
}

GST_END_TEST;

/* A clock that was set forward by 3 s; a little less is a queue. */
GST_START_TEST (test_gcc_arrival_clock_is_set)
{
  for (guint i = 0; i < 2; i++) {
    gdouble jump = i == 0 ? 2999.9 : 3000;
    Groups g;

    gcc_arrival_init (&g.arrival, 5 * MS);
    for (guint k = 0; k < 3; k++)
      packet (&g, 20 * k, 0);
    packet (&g, 60, jump);
    fail_unless_equals_int (packet (&g, 80, jump),
        i == 0 ? GCC_ARRIVAL_DELTA : GCC_ARRIVAL_RESET);
  }
}

GST_END_TEST;

/* ---- trendline ---- */

typedef struct
{
  GccTrendline trend;
  GccDetector detector;
  gdouble metric, time;
} Trend;

static void
trend_init (Trend * t)
{
  gcc_trendline_init (&t->trend);
  gcc_detector_init (&t->detector, &gcc_detector_libwebrtc);
  t->time = 3e7;
}

static void
trend_group (Trend * t, gdouble later_ms)
{
  GccDelta delta = { 10, 10 + later_ms, 0, 0 };

  delta.time = t->time += delta.recv;
  t->metric = gcc_trendline_update (&t->trend, &delta);
  gcc_detector_update (&t->detector, t->trend.slope, t->metric, delta.send,
      delta.time);
}

/* The group with which over-use is signalled first; 0: none of 80. */
static guint
first_overuse (Trend * t, gdouble later_ms)
{
  trend_init (t);
  for (guint i = 1; i <= 80; i++) {
    trend_group (t, later_ms);
    if (t->detector.signal == GCC_OVERUSE)
      return i;
  }
  return 0;
}

GST_START_TEST (test_gcc_trendline_of_a_growing_queue)
{
  Trend t;

  trend_init (&t);
  for (guint i = 1; i <= 19; i++) {
    trend_group (&t, 1);
    fail_unless (t.metric == 0);
  }
  trend_group (&t, 1);
  fail_unless_near (t.trend.slope, 0.05912, 5e-6);
  fail_unless_near (t.metric, 4.7297, 5e-5);
  fail_unless_near (t.detector.threshold, 6, 1e-9);
  for (guint i = 21; i <= 24; i++) {
    fail_unless_equals_int (t.detector.signal, GCC_NORMAL);
    trend_group (&t, 1);
  }
  fail_unless_equals_int (t.detector.signal, GCC_OVERUSE);
  fail_unless_near (t.trend.slope, 0.0701, 5e-5);
  fail_unless_near (t.metric, 6.725, 5e-4);
  fail_unless_near (t.detector.threshold, 6.089, 5e-4);
  for (guint i = 25; i <= 60; i++)
    trend_group (&t, 1);
  fail_unless_near (t.trend.slope, 0.09044, 5e-6);
  fail_unless_near (t.metric, 21.705, 5e-4);
  fail_unless_near (t.detector.threshold, 18.108, 5e-4);
}

GST_END_TEST;

GST_START_TEST (test_gcc_trendline_first_overuse)
{
  Trend t;

  fail_unless_equals_int (first_overuse (&t, 2), 21);
  fail_unless_near (t.trend.slope, 0.1142, 5e-5);
  fail_unless_near (t.metric, 9.594, 5e-4);
  fail_unless_near (t.detector.threshold, 6.625, 5e-4);
  fail_unless_equals_int (first_overuse (&t, 1), 24);
  fail_unless_equals_int (first_overuse (&t, 0.5), 36);
  fail_unless_equals_int (first_overuse (&t, 0.1), 0);
  /* a queue that drains is under-use, never over-use */
  fail_unless_equals_int (first_overuse (&t, -1), 0);
  fail_unless_equals_int (t.detector.signal, GCC_UNDERUSE);
}

GST_END_TEST;

/* ---- detector ---- */

GST_START_TEST (test_gcc_threshold_adapts)
{
  static const struct
  {
    const GccDetectorParams *params;
    gdouble metric, elapsed, threshold;
  } cases[] = {
    {&gcc_detector_libwebrtc, 5, 10, 9.575},
    {&gcc_detector_libwebrtc, 20, 10, 13.1525},
    {&gcc_detector_libwebrtc, -20, 10, 13.1525},
    /* no more than 100 ms count; 6 is the least */
    {&gcc_detector_libwebrtc, 20, 500, 19.025},
    {&gcc_detector_libwebrtc, 5, 500, 6},
    /* an outlier, just not one */
    {&gcc_detector_libwebrtc, 27.6, 10, 12.5},
    {&gcc_detector_libwebrtc, 27.4, 10, 13.7963},
    {&gcc_detector_draft, 5, 10, 12.4865},
    {&gcc_detector_draft, 20, 10, 13.25},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GccDetector d;

    gcc_detector_init (&d, cases[i].params);
    gcc_detector_update (&d, 0, 12.5, 5, 4e7);
    fail_unless_near (d.threshold, 12.5, 1e-9);
    gcc_detector_update (&d, 0, cases[i].metric, 5, 4e7 + cases[i].elapsed);
    fail_unless_near (d.threshold, cases[i].threshold, 1e-9);
  }
}

GST_END_TEST;

/* Over-use: longer than 10 ms, two groups at least, not falling. */
GST_START_TEST (test_gcc_detector_needs_time)
{
  GccDetector d;

  gcc_detector_init (&d, &gcc_detector_draft);
  gcc_detector_update (&d, 1, 100, 30, 0);
  /* 15 ms, but one group only */
  fail_unless_equals_int (d.signal, GCC_NORMAL);
  gcc_detector_update (&d, 0.9, 100, 5, 5);
  /* it falls */
  fail_unless_equals_int (d.signal, GCC_NORMAL);
  gcc_detector_update (&d, 0.9, 100, 5, 10);
  fail_unless_equals_int (d.signal, GCC_OVERUSE);
  gcc_detector_update (&d, 0, 0, 5, 15);
  fail_unless_equals_int (d.signal, GCC_NORMAL);
  /* two groups, but 9 ms only */
  gcc_detector_update (&d, 1, 100, 6, 20);
  gcc_detector_update (&d, 1, 100, 6, 25);
  fail_unless_equals_int (d.signal, GCC_NORMAL);
  gcc_detector_update (&d, 1, 100, 6, 30);
  fail_unless_equals_int (d.signal, GCC_OVERUSE);
  gcc_detector_update (&d, -1, -100, 6, 35);
  fail_unless_equals_int (d.signal, GCC_UNDERUSE);
}

GST_END_TEST;

/* At the threshold is neither over- nor under-use, however long. */
GST_START_TEST (test_gcc_detector_at_its_threshold)
{
  GccDetector d;

  gcc_detector_init (&d, &gcc_detector_libwebrtc);
  for (guint i = 0; i < 100; i++) {
    gcc_detector_update (&d, 1, i % 20 < 10 ? 12.5 : -12.5, 30, 30 * i);
    fail_unless_equals_int (d.signal, GCC_NORMAL);
  }
}

GST_END_TEST;

/* ---- scalar Kalman filter ---- */

GST_START_TEST (test_gcc_kalman_estimates_the_gradient)
{
  static const gdouble d[] = { 1, 1, 1, -1, 20 };
  static const gdouble m[] = { .002019, .004053, .006101, .004013, .045391 };
  GccKalman k;
  guint i;

  gcc_kalman_init (&k);
  for (i = 0; i < G_N_ELEMENTS (d); i++) {
    GccDelta delta = { 5, 5 + d[i], 0, 0 };
    gdouble metric = gcc_kalman_update (&k, &delta);

    fail_unless_near (k.m, m[i], 5e-7);
    fail_unless_near (metric, m[i] * (i + 1), 5e-6);
  }
  /* the factor ends at 60 groups; the count of them goes on */
  for (; i < 5000; i++) {
    GccDelta delta = { 5, 6, 0, 0 };
    gdouble metric = gcc_kalman_update (&k, &delta);

    if (i >= 60)
      fail_unless_near (metric, 60 * k.m, 1e-9);
  }
  fail_unless_near (k.m, 1, 1e-3);
}

GST_END_TEST;

/* The noise is weighed by the highest rate of groups of late, whichever of them
 * it was. */
GST_START_TEST (test_gcc_kalman_closest_groups)
{
  GccKalman even, one;

  gcc_kalman_init (&even);
  gcc_kalman_init (&one);
  for (guint i = 0; i < 10; i++) {
    GccDelta delta = { 50, 50, 0, 0 };

    gcc_kalman_update (&even, &delta);
    delta.send = delta.recv = i == 5 ? 5 : 50;
    gcc_kalman_update (&one, &delta);
  }
  /* 1 - 0.01 to the power of 1.5 each, or of 0.15 for the last five */
  fail_unless_near (even.var_v, 50 * pow (0.99, 15), 1e-6);
  fail_unless_near (one.var_v, 50 * pow (0.99, 5 * 1.5 + 5 * 0.15), 1e-6);
}

GST_END_TEST;

/* ---- AIMD ---- */

#define RTT (50 * MS)

static void
aimd_at (GccAimd * aimd, gboolean as_draft, gdouble rate)
{
  gcc_aimd_init (aimd, as_draft, rate, T0);
  /* leaves hold without a step of its own */
  aimd->state = GCC_AIMD_INCREASE;
}

GST_START_TEST (test_gcc_aimd_growth)
{
  GccAimd aimd;

  /* unknown capacity: 8 % in a second */
  aimd_at (&aimd, FALSE, 1 * MBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 1 * MBIT, RTT, T0 + 100 * MS);
  fail_unless_near (aimd.rate, 1.007726 * MBIT, 1);
  /* near the capacity: 760 kbit/s is 3 packets of 8444 bit in a frame */
  aimd_at (&aimd, FALSE, 760 * KBIT);
  gcc_capacity_add (&aimd.capacity, 760 * KBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 760 * KBIT, RTT, T0 + 1 * S);
  fail_unless_near (aimd.rate, 788148, 1);
  /* far above it: forgotten */
  aimd_at (&aimd, FALSE, 760 * KBIT);
  gcc_capacity_add (&aimd.capacity, 700 * KBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 760 * KBIT, RTT, T0 + 1 * S);
  fail_unless_near (aimd.rate, 820.8 * KBIT, 1);
  fail_if (aimd.capacity.known);
}

GST_END_TEST;

GST_START_TEST (test_gcc_aimd_growth_of_the_draft)
{
  GccAimd aimd;

  /* half a packet in a response time, and no more however long it was */
  aimd_at (&aimd, TRUE, 760 * KBIT);
  gcc_capacity_add (&aimd.capacity, 760 * KBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 760 * KBIT, RTT, T0 + 75 * MS);
  fail_unless_near (aimd.rate, 762111, 1);
  gcc_aimd_update (&aimd, GCC_NORMAL, 760 * KBIT, RTT, T0 + 475 * MS);
  fail_unless_near (aimd.rate, 762111 + 4234, 1);
  aimd_at (&aimd, TRUE, 20 * KBIT);
  gcc_capacity_add (&aimd.capacity, 20 * KBIT);
  gcc_aimd_update (&aimd, GCC_NORMAL, 20 * KBIT, RTT, T0 + 150 * MS);
  fail_unless_near (aimd.rate, 21 * KBIT, 1);
}

GST_END_TEST;

GST_START_TEST (test_gcc_aimd_never_far_above_what_got_through)
{
  GccAimd aimd;

  aimd_at (&aimd, FALSE, 1 * MBIT);
  for (guint i = 1; i <= 100; i++)
    gcc_aimd_update (&aimd, GCC_NORMAL, 800 * KBIT, RTT, T0 + i * S);
  fail_unless_near (aimd.rate, 1.21 * MBIT, 1);
  aimd_at (&aimd, TRUE, 1 * MBIT);
  for (guint i = 1; i <= 100; i++)
    gcc_aimd_update (&aimd, GCC_NORMAL, 800 * KBIT, RTT, T0 + i * S);
  fail_unless_near (aimd.rate, 1.2 * MBIT, 1);
  /* it may only not grow: silence of the source is no congestion */
  gcc_aimd_update (&aimd, GCC_NORMAL, 100 * KBIT, RTT, T0 + 101 * S);
  fail_unless_near (aimd.rate, 1.2 * MBIT, 1);
}

GST_END_TEST;

GST_START_TEST (test_gcc_aimd_overuse)
{
  GccAimd aimd;

  aimd_at (&aimd, FALSE, 1 * MBIT);
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

  aimd_at (&aimd, TRUE, 1 * MBIT);
  gcc_aimd_update (&aimd, GCC_OVERUSE, 900 * KBIT, RTT, T0 + RTT);
  fail_unless_near (aimd.rate, 765 * KBIT, 1);
  /* nothing known of what gets through */
  aimd_at (&aimd, FALSE, 1 * MBIT);
  gcc_aimd_update (&aimd, GCC_OVERUSE, -1, RTT, T0 + RTT);
  fail_unless_near (aimd.rate, 500 * KBIT, 1);
}

GST_END_TEST;

/* A second over-use near the capacity makes it better known; one far below it is of
 * another path. */
GST_START_TEST (test_gcc_aimd_overuse_again)
{
  GccAimd aimd;

  aimd_at (&aimd, FALSE, 1 * MBIT);
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

  gcc_loss_init (&loss, &gcc_loss_draft, 1 * MBIT, T0);
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
  /* 5 % above the least of the last fifth of a second, however often */
  lose (&loss, 0, 20, T0 + 2 * S + 450 * MS);
  lose (&loss, 0, 20, T0 + 2 * S + 500 * MS);
  fail_unless_near (loss.rate, 562.5 * KBIT * 1.05, 1);
  lose (&loss, 0, 20, T0 + 2 * S + 800 * MS);
  fail_unless_near (loss.rate, 562.5 * KBIT * 1.05 * 1.05, 1);
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

/* ---- 2012 ---- */

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

/* A second of growth: the factor, and 1 kbit/s. */
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

/* ---- as a whole, packet by packet ---- */

typedef struct
{
  RtpCc *cc;
  RtpCcConfig config;
  RtpCcTime now;
  guint64 id;
  gint64 queue;                 /* ns */
} Feed;

static void
feed_init (Feed * feed, const gchar * controller)
{
  memset (feed, 0, sizeof (*feed));
  feed->config.min_rate = 30000;
  feed->config.start_rate = 500000;
  feed->config.max_rate = 100000000;
  feed->config.max_packet_size = 1200;
  feed->now = T0;
  feed->cc = rtp_cc_new (rtp_cc_find (controller), &feed->config, T0);
}

/* A frame of two packets each 20 ms, with a report; returns the target. */
static guint64
feed_reports (Feed * feed, guint size, RtpCcFate fate, gint64 queue_growth)
{
  RtpCcReport reports[2] = { 0 };
  RtpCcFeedback feedback = { 0 };

  feed->queue += queue_growth;
  for (guint i = 0; i < 2; i++) {
    reports[i].packet.id = feed->id++;
    reports[i].packet.size = size;
    reports[i].packet.sent = feed->now + i * MS;
    reports[i].fate = i == 0 ? RTP_CC_FATE_RECEIVED : fate;
    reports[i].arrival = feed->now + i * MS + OFFSET + feed->queue;
    if (reports[i].fate == RTP_CC_FATE_LOST)
      reports[i].arrival += 500 * MS;
    rtp_cc_on_sent (feed->cc, &reports[i].packet, size);
  }
  feed->now += 20 * MS;
  feedback.reports = reports;
  feedback.n_reports = 2;
  feedback.rtt = RTT;
  rtp_cc_on_feedback (feed->cc, &feedback, feed->now);
  return rtp_cc_target (feed->cc)->media_rate;
}

static guint64
feed_frame (Feed * feed, guint size, gint64 queue_growth)
{
  return feed_reports (feed, size, RTP_CC_FATE_RECEIVED, queue_growth);
}

/* The size that makes the rate the target. */
static guint
feed_size (Feed * feed)
{
  return rtp_cc_target (feed->cc)->media_rate / 50 / 2 / 8;
}

/* Frames with a growing queue until the target falls; 0: not within 100. */
static guint
feed_until_lower (Feed * feed, gint64 queue_growth)
{
  guint64 before = rtp_cc_target (feed->cc)->media_rate;

  for (guint i = 1; i <= 100; i++) {
    if (feed_frame (feed, feed_size (feed), queue_growth) < before)
      return i;
    before = rtp_cc_target (feed->cc)->media_rate;
  }
  return 0;
}

/* A queue that grows by 4 ms in 20.  The line goes through 20 groups, most of
 * them from before, and through a mean of ten; the Kalman filter, calm so far,
 * follows within a few; what was static waits for 25 ms and 100 ms more. */
GST_START_TEST (test_gcc_variants_detect_in_their_time)
{
  static const struct
  {
    const gchar *controller;
    guint first, last;          /* frames of 20 ms */
  } cases[] = {
    {"gcc", 10, 16}, {"gcc-draft02", 4, 7}, {"gcc-remb", 8, 12},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Feed feed;
    guint n;

    feed_init (&feed, cases[i].controller);
    for (guint k = 0; k < 1000; k++)
      feed_frame (&feed, feed_size (&feed), 0);
    n = feed_until_lower (&feed, 4 * MS);
    fail_unless (n >= cases[i].first && n <= cases[i].last, "%s: %u",
        cases[i].controller, n);
    rtp_cc_free (feed.cc);
  }
}

GST_END_TEST;

/* 2 to 10 % hold the rate where it is, whatever the delay would allow. */
GST_START_TEST (test_gcc_some_losses_hold_the_rate)
{
  static const gchar *const controllers[] = { "gcc", "gcc-draft02" };

  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++) {
    guint64 before = 0, rate;
    Feed feed;

    feed_init (&feed, controllers[i]);
    /* as much as 1.5 times what is sent allows, and room for more then */
    for (guint k = 0; k < 500; k++)
      rate = feed_frame (&feed, 625, 0);
    fail_unless (rate > 0.74 * MBIT && rate < 0.77 * MBIT, "%g",
        (gdouble) rate);
    /* one of 20 */
    for (guint k = 0; k < 500; k++) {
      rate = feed_reports (&feed, feed_size (&feed), k % 10 == 9
          ? RTP_CC_FATE_LOST : RTP_CC_FATE_RECEIVED, 0);
      if (k == 20)
        before = rate;
    }
    fail_unless_equals_uint64 (rate, before);
    rtp_cc_free (feed.cc);
  }
}

GST_END_TEST;

/* A lost packet has no time of arrival, whatever the report has there. */
GST_START_TEST (test_gcc_lost_packets_show_no_delay)
{
  static const gchar *const controllers[] = { "gcc", "gcc-remb" };

  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++) {
    guint64 before;
    Feed feed;

    feed_init (&feed, controllers[i]);
    for (guint k = 0; k < 1000; k++)
      before = feed_frame (&feed, feed_size (&feed), 0);
    for (guint k = 0; k < 3; k++) {
      feed_reports (&feed, 625, RTP_CC_FATE_RECEIVED, 0);
      feed_reports (&feed, 625, RTP_CC_FATE_LOST, 0);
    }
    fail_unless (rtp_cc_target (feed.cc)->media_rate > 0.9 * before);
    rtp_cc_free (feed.cc);
  }
}

GST_END_TEST;

/* REMB each second, and at once when it is lowered. */
GST_START_TEST (test_gcc_remb_comes_each_second_or_at_once)
{
  guint64 before, rate;
  guint changes = 0;
  Feed feed;

  feed_init (&feed, "gcc-remb");
  /* 10 s: the loss-based part has grown to REMB */
  for (guint i = 0; i < 500; i++)
    before = feed_frame (&feed, feed_size (&feed), 0);
  for (guint i = 0; i < 500; i++, before = rate) {
    rate = feed_frame (&feed, feed_size (&feed), 0);
    fail_unless (rate >= before);
    changes += rate != before;
  }
  /* the loss-based part may come up to a REMB in two steps */
  fail_unless (changes >= 9 && changes <= 20, "%u changes in 10 s", changes);
  /* over-use: not after a second, but 0.9 at once */
  fail_unless (feed_until_lower (&feed, 4 * MS) < 25);
  fail_unless (rtp_cc_target (feed.cc)->media_rate < 0.96 * before);
  rtp_cc_free (feed.cc);
}

GST_END_TEST;

/* Silence freezes the rate for 3 s, then it falls by a fifth in a second; in
 * 2012 each missing report halved it. */
GST_START_TEST (test_gcc_missing_feedback)
{
  guint64 before;
  Feed feed;

  feed_init (&feed, "gcc");
  for (guint i = 0; i < 50; i++)
    before = feed_frame (&feed, 625, 0);
  for (guint count = 1; count <= 5; count++) {
    feed.now += 600 * MS;
    rtp_cc_on_feedback_timeout (feed.cc, count, feed.now);
    fail_unless_equals_uint64 (rtp_cc_target (feed.cc)->media_rate, before);
  }
  for (guint count = 6; count <= 10; count++) {
    feed.now += 600 * MS;
    rtp_cc_on_feedback_timeout (feed.cc, count, feed.now);
  }
  fail_unless_near (rtp_cc_target (feed.cc)->media_rate, before * 0.512, 5);
  rtp_cc_free (feed.cc);

  feed_init (&feed, "gcc-remb");
  before = feed_frame (&feed, 625, 0);
  rtp_cc_on_feedback_timeout (feed.cc, 1, feed.now + 600 * MS);
  fail_unless_near (rtp_cc_target (feed.cc)->media_rate, before / 2, 5);
  rtp_cc_free (feed.cc);
}

GST_END_TEST;

/* ---- on a path ---- */

/* Mean target over a part of the run. */
typedef struct
{
  gdouble from, to;             /* s */
  gdouble sum, n;
} Mean;

static void
add_to_mean (const void *sample, void *user)
{
  const SimSample *s = sample;

  for (Mean * m = user; m->to > 0; m++) {
    if (s->time < m->from || s->time >= m->to)
      continue;
    m->sum += s->target;
    m->n++;
  }
}

static void
run_path (const gchar * controller, const gchar * schedule, gdouble loss,
    gint64 duration, Mean * means)
{
  SimConfig config;
  SimResult result;

  sim_config_init (&config);
  config.session.ops = rtp_cc_find (controller);
  config.session.min_bitrate = 30000;
  config.session.initial_bitrate = 300000;
  config.session.max_bitrate = 1500000;
  config.delay_forward = config.delay_back = 100 * MS;
  config.schedule = schedule;
  config.loss = loss;
  config.duration = duration;
  config.sample = add_to_mean;
  config.user = means;
  sim_run (&config, &result);
}

/* What libwebrtc's own tests ask of these links. */
GST_START_TEST (test_gcc_path_finds_the_capacity)
{
  static const gchar *const controllers[] = { "gcc", "gcc-draft02" };

  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++) {
    Mean m[] = { {15, 25, 0, 0}, {35, 45, 0, 0}, {65, 75, 0, 0}, {0, 0, 0, 0}
    };

    run_path (controllers[i], "0:500k,25:800k,45:100k", 0, 75 * S, m);
    fail_unless_near (m[0].sum / m[0].n, 450 * KBIT, 100 * KBIT);
    fail_unless_near (m[1].sum / m[1].n, 750 * KBIT, 150 * KBIT);
    fail_unless_near (m[2].sum / m[2].n, 90 * KBIT, 25 * KBIT);
  }
}

GST_END_TEST;

/* 2012 took a minute from 500 to 800 kbit/s: 0.8 % in a second near what it
 * knew. */
GST_START_TEST (test_gcc_remb_path_finds_the_capacity)
{
  Mean m[] = { {15, 25, 0, 0}, {35, 45, 0, 0}, {65, 75, 0, 0}, {0, 0, 0, 0}
  };

  run_path ("gcc-remb", "0:500k,25:800k,45:100k", 0, 75 * S, m);
  fail_unless_near (m[0].sum / m[0].n, 450 * KBIT, 100 * KBIT);
  fail_unless (m[1].sum > m[0].sum);
  fail_unless_near (m[2].sum / m[2].n, 90 * KBIT, 25 * KBIT);
}

GST_END_TEST;

/* The second probe, 1.5 Mbit/s, is more than the path takes; what it took is
 * used, not the mean of a second that began at 0.3. */
GST_START_TEST (test_gcc_path_first_seconds)
{
  static const gchar *const controllers[] = { "gcc", "gcc-draft02" };

  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++) {
    Mean m[] = { {3, 5, 0, 0}, {0, 0, 0, 0}
    };

    run_path (controllers[i], "0:1M", 0, 6 * S, m);
    fail_unless (m[0].sum / m[0].n > 0.8 * MBIT
        && m[0].sum / m[0].n < 1 * MBIT, "%s: %g", controllers[i],
        m[0].sum / m[0].n);
  }
}

GST_END_TEST;

/* Random losses: 2 Mbit/s, 1.5 to be used, 1.55 of it on the wire. */
GST_START_TEST (test_gcc_path_tolerates_losses)
{
  static const struct
  {
    gdouble loss, low, high;    /* Mbit/s */
  } cases[] = {
    /* below 2 % nothing happens */
    {0, 1.4, 1.56}, {0.01, 1.4, 1.56}, {0.02, 1.35, 1.56},
    /* of 20 packets three are 15 %, which at 5 % is rare, at 10 % a third */
    {0.05, 1.1, 1.56}, {0.1, 0.1, 1.1},
    /* more than can be borne */
    {0.2, 0.03, 0.1},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Mean m[] = { {30, 60, 0, 0}, {0, 0, 0, 0}
    };

    run_path ("gcc", "0:2M", cases[i].loss, 60 * S, m);
    fail_unless (m[0].sum / m[0].n > cases[i].low * MBIT
        && m[0].sum / m[0].n < cases[i].high * MBIT, "%g: %g",
        cases[i].loss, m[0].sum / m[0].n);
  }
}

GST_END_TEST;

/* ---- probe ---- */

#define PROBE_END (300 * MS)

/* Packets from @from on, each 1250 bytes, sent and taken at these rates. */
static void
probe_packets (GccProbe * probe, RtpCcTime from, gdouble sent_rate,
    gdouble path_rate)
{
  gdouble sent_gap = 1e4 / sent_rate * S, path_gap = 1e4 / path_rate * S;

  for (guint i = 0; i * sent_gap <= PROBE_END + 10 * MS; i++)
    gcc_probe_note (probe, from + (RtpCcTime) (i * sent_gap), from + OFFSET
        + (RtpCcTime) (i * MAX (sent_gap, path_gap)), 1250);
}

static GccProbeInput
probe_input (RtpCcTime now)
{
  GccProbeInput in = { 300 * KBIT, 4 * MBIT, 290 * KBIT, FALSE, now };

  return in;
}

static gdouble
probe_once (GccProbe * probe, RtpCcTime from, gdouble sent_rate,
    gdouble path_rate)
{
  GccProbeInput in = probe_input (from + PROBE_END + RTT);

  probe_packets (probe, from, sent_rate, path_rate);
  return gcc_probe_update (probe, &in);
}

static void
probe_begin (GccProbe * probe)
{
  GccProbeInput in = probe_input (T0);

  gcc_probe_init (probe);
  fail_unless (gcc_probe_update (probe, &in) < 0);
  fail_unless (gcc_probe_is_sending (probe, T0));
  fail_unless_near (probe->rate, 900 * KBIT, 1);
}

GST_START_TEST (test_gcc_probe_goes_on_while_the_path_takes_it)
{
  RtpCcTime next = T0 + PROBE_END + RTT;
  GccProbe probe;

  probe_begin (&probe);
  fail_unless_near (probe_once (&probe, T0, 900 * KBIT, 9 * MBIT), 900 * KBIT,
      1 * KBIT);
  fail_unless (gcc_probe_is_sending (&probe, next));
  fail_unless_near (probe.rate, 1.8 * MBIT, 1);
  fail_unless_near (probe_once (&probe, next, 1.8 * MBIT, 9 * MBIT), 1.8 * MBIT,
      1 * KBIT);
  next += PROBE_END + RTT;
  fail_unless_near (probe.rate, 3.6 * MBIT, 2 * KBIT);
  fail_unless_near (probe_once (&probe, next, 3.6 * MBIT, 9 * MBIT), 3.6 * MBIT,
      5 * KBIT);
  /* the last one is bounded by the most that is allowed */
  next += PROBE_END + RTT;
  fail_unless_near (probe.rate, 4 * MBIT, 1);
  probe_once (&probe, next, 4 * MBIT, 9 * MBIT);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

/* The second is six times the start rate, whatever the first has measured above 70 %; the
 * third is twice what the second has. */
GST_START_TEST (test_gcc_probe_rates)
{
  RtpCcTime next = T0 + PROBE_END + RTT;
  GccProbe probe;

  probe_begin (&probe);
  fail_unless_near (probe_once (&probe, T0, 900 * KBIT, 820 * KBIT), 820 * KBIT,
      1 * KBIT);
  fail_unless_near (probe.rate, 1.8 * MBIT, 1);
  fail_unless_near (probe_once (&probe, next, 1.8 * MBIT, 1.64 * MBIT),
      1.64 * MBIT, 2 * KBIT);
  fail_unless_near (probe.rate, 3.28 * MBIT, 4 * KBIT);
}

GST_END_TEST;

GST_START_TEST (test_gcc_probe_finds_the_capacity)
{
  GccProbe probe;

  probe_begin (&probe);
  /* 0.95 of it */
  fail_unless_near (probe_once (&probe, T0, 900 * KBIT, 500 * KBIT),
      475 * KBIT, 5 * KBIT);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

GST_START_TEST (test_gcc_probe_without_result)
{
  GccProbeInput in = probe_input (T0);
  GccProbe probe;

  /* the encoder did not follow */
  probe_begin (&probe);
  fail_unless (probe_once (&probe, T0, 600 * KBIT, 9 * MBIT) < 0);
  fail_if (gcc_probe_is_active (&probe));
  /* too few packets to tell that the path is full */
  probe_begin (&probe);
  fail_unless (probe_once (&probe, T0, 200 * KBIT, 100 * KBIT) < 0);
  /* no reports */
  probe_begin (&probe);
  in.now = T0 + PROBE_END + 1 * S - 1;
  fail_unless (gcc_probe_update (&probe, &in) < 0);
  fail_unless (gcc_probe_is_active (&probe));
  in.now++;
  fail_unless (gcc_probe_update (&probe, &in) < 0);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

GST_START_TEST (test_gcc_probe_waits_for_the_start_rate)
{
  GccProbeInput in = probe_input (T0);
  GccProbe probe;

  gcc_probe_init (&probe);
  in.acked = 200 * KBIT;
  gcc_probe_update (&probe, &in);
  fail_if (gcc_probe_is_active (&probe));
  in.acked = 220 * KBIT;
  gcc_probe_update (&probe, &in);
  fail_unless (gcc_probe_is_active (&probe));

  gcc_probe_init (&probe);
  in.overuse = TRUE;
  gcc_probe_update (&probe, &in);
  in.overuse = FALSE;
  gcc_probe_update (&probe, &in);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

static Suite *
gcc_suite (void)
{
  Suite *s = suite_create ("gcc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_arrival_groups_by_burst);
  tcase_add_test (tc, test_gcc_arrival_burst_of_the_path);
  tcase_add_test (tc, test_gcc_arrival_spacing);
  tcase_add_test (tc, test_gcc_arrival_burst_ends);
  tcase_add_test (tc, test_gcc_arrival_starts_anew);
  tcase_add_test (tc, test_gcc_arrival_clock_is_set);
  tcase_add_test (tc, test_gcc_trendline_of_a_growing_queue);
  tcase_add_test (tc, test_gcc_trendline_first_overuse);
  tcase_add_test (tc, test_gcc_threshold_adapts);
  tcase_add_test (tc, test_gcc_detector_needs_time);
  tcase_add_test (tc, test_gcc_detector_at_its_threshold);
  tcase_add_test (tc, test_gcc_kalman_estimates_the_gradient);
  tcase_add_test (tc, test_gcc_kalman_closest_groups);
  tcase_add_test (tc, test_gcc_aimd_growth);
  tcase_add_test (tc, test_gcc_aimd_growth_of_the_draft);
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
  tcase_add_test (tc, test_gcc_probe_goes_on_while_the_path_takes_it);
  tcase_add_test (tc, test_gcc_probe_rates);
  tcase_add_test (tc, test_gcc_probe_finds_the_capacity);
  tcase_add_test (tc, test_gcc_probe_without_result);
  tcase_add_test (tc, test_gcc_probe_waits_for_the_start_rate);
  tcase_add_test (tc, test_gcc_loss_tfrc_is_the_floor_of_2012);
  tcase_add_test (tc, test_gcc_remb_kalman_first_steps);
  tcase_add_test (tc, test_gcc_remb_kalman_slow_frames);
  tcase_add_test (tc, test_gcc_remb_kalman_learns_the_capacity);
  tcase_add_test (tc, test_gcc_remb_eta);
  tcase_add_test (tc, test_gcc_remb_growth);
  tcase_add_test (tc, test_gcc_remb_rate_of_the_receiver);
  tcase_add_test (tc, test_gcc_remb_comes_each_second_or_at_once);
  tcase_add_test (tc, test_gcc_variants_detect_in_their_time);
  tcase_add_test (tc, test_gcc_some_losses_hold_the_rate);
  tcase_add_test (tc, test_gcc_lost_packets_show_no_delay);
  tcase_add_test (tc, test_gcc_missing_feedback);
  tcase_add_test (tc, test_gcc_path_finds_the_capacity);
  tcase_add_test (tc, test_gcc_remb_path_finds_the_capacity);
  tcase_add_test (tc, test_gcc_path_first_seconds);
  tcase_add_test (tc, test_gcc_path_tolerates_losses);

  return s;
}

GST_CHECK_MAIN (gcc);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Delay in GCC: groups of packets, trendline and detector, by values
 * worked out from its documents. */
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-arrival.h>
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-detector.h>
#include <gst/lab/control/gcc/rtpcc-gcc-trendline.h>

#include "gcctest.h"

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

/* What left at the same moment is one group, with all of its bytes and its last arrival. */
GST_START_TEST (test_gcc_arrival_same_moment)
{
  Groups g;

  gcc_arrival_init (&g.arrival, 5 * MS);
  packet (&g, 0, 0);
  packet (&g, 0, 2);
  packet (&g, 10, 0);
  fail_unless_equals_int (packet (&g, 20, 0), GCC_ARRIVAL_DELTA);
  fail_unless_near (g.delta.size, -1000, 1e-6);
  fail_unless_near (g.delta.recv, 8, 1e-6);
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
    gdouble metric, elapsed, threshold;
  } cases[] = {
    {5, 10, 9.575},
    {20, 10, 13.1525},
    {-20, 10, 13.1525},
    /* no more than 100 ms count; 6 is the least */
    {20, 500, 19.025},
    {5, 500, 6},
    /* an outlier, just not one */
    {27.6, 10, 12.5},
    {27.4, 10, 13.7963},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GccDetector d;

    gcc_detector_init (&d, &gcc_detector_libwebrtc);
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

  gcc_detector_init (&d, &gcc_detector_libwebrtc);
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

static Suite *
gccdelay_suite (void)
{
  Suite *s = suite_create ("gccdelay");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_arrival_groups_by_burst);
  tcase_add_test (tc, test_gcc_arrival_same_moment);
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

  return s;
}

GST_CHECK_MAIN (gccdelay);

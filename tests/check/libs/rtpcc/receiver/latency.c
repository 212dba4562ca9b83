/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The latency from capture to arrival: quantiles, clocks that differ, clocks that step.
 * */
#include <gst/check/gstcheck.h>
#include <gst/rtpcc/receiver/rtpcc-latency.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define WALL (G_GINT64_CONSTANT (1719837296) * S + 789012345)
#define FRAME (20 * MS)

static RtpCcLatency latency;
static RtpCcLatencyInfo info;

/* Two hosts, whose wall clocks are off by so much, and true time. */
static RtpCcTime sender_off, receiver_off, now;
static guint32 clock_rate;

static void
setup (void)
{
  rtp_cc_latency_init (&latency);
  sender_off = receiver_off = 0;
  now = 0;
  clock_rate = 90000;
}

/* A frame that was captured now is seen after @late ns, of which it waited
 * 1 ms here.  The RTP timestamp wraps in the first second. */
static void
frame (gint64 late)
{
  RtpCcLatencySample sample;

  sample.captured = WALL + now + sender_off;
  sample.seen = WALL + now + late + receiver_off;
  sample.arrived = sample.seen - MS;
  sample.timestamp = G_MAXUINT32 - 45000 + (guint32) (now * 9 / 100000);
  sample.clock_rate = clock_rate;
  rtp_cc_latency_add (&latency, &sample, T0 + now + late);
  rtp_cc_latency_info (&latency, &info, T0 + now + late);
  now += FRAME;
}

static void
frames (guint n, gint64 late)
{
  while (n-- > 0)
    frame (late);
}

GST_START_TEST (test_latency_nothing)
{
  rtp_cc_latency_info (&latency, &info, T0);
  fail_if (info.any);
  fail_unless_equals_uint64 (info.count, 0);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_UNKNOWN);
}

GST_END_TEST;

GST_START_TEST (test_latency_constant)
{
  frames (100, 123 * MS + 456);
  fail_unless (info.any);
  fail_unless_equals_uint64 (info.count, 100);
  fail_unless_equals_uint64 (info.clock_steps, 0);
  fail_unless_equals_int64 (info.last, 123 * MS + 456);
  fail_unless_equals_int64 (info.smoothed, 123 * MS + 456);
  fail_unless_equals_int64 (info.min, 123 * MS + 456);
  fail_unless_equals_int64 (info.p95, 123 * MS + 456);
  fail_unless_equals_int64 (info.arrival, 122 * MS + 456);
}

GST_END_TEST;

/* In whatever order they come: of 20 one is above, of 40 two. */
GST_START_TEST (test_latency_quantile_of_any_order)
{
  for (guint step = 1; step < 20; step += 2) {
    setup ();
    if (step % 5 == 0)
      continue;
    for (guint i = 0; i < 40; i++) {
      frame ((100 + step * i % 20) * MS);
      if (i % 20 == 19)
        fail_unless_equals_int64 (info.p95, 118 * MS);
    }
  }
}

GST_END_TEST;

/* A queue that grows and goes: the least stays, the average follows, the p95 is
 * that of the last second. */
GST_START_TEST (test_latency_figures)
{
  guint i;

  frames (100, 40 * MS);
  for (i = 1; i <= 20; i++)
    frame ((40 + i) * MS);
  fail_unless_equals_int64 (info.last, 60 * MS);
  fail_unless_equals_int64 (info.min, 40 * MS);
  /* 51 frames of a second less 20 ms, which the last of them was later, so 50;
   * 48 of them are below. */
  fail_unless_equals_int64 (info.p95, 58 * MS);
  /* It lags by 15 frames as soon as the ramp is long: 60 - 15 * (1 - (15 / 16)
   * ^ 20) = 49.1. */
  fail_unless (info.smoothed > 49 * MS && info.smoothed < 49.2 * MS);

  frames (60, 45 * MS);
  fail_unless_equals_int64 (info.p95, 45 * MS);
  fail_unless_equals_int64 (info.min, 40 * MS);
}

GST_END_TEST;

/* More frames than are kept: figures are of fewer, none is lost. */
GST_START_TEST (test_latency_many)
{
  guint i;

  for (i = 0; i < 3 * RTP_CC_LATENCY_SAMPLES; i++) {
    frame ((10 + i % 2) * MS);
    now -= FRAME - MS;
  }
  fail_unless_equals_uint64 (info.count, 3 * RTP_CC_LATENCY_SAMPLES);
  fail_unless_equals_int64 (info.p95, 11 * MS);
  fail_unless_equals_int64 (info.min, 10 * MS);
}

GST_END_TEST;

/* Judged after a second. */
GST_START_TEST (test_latency_clocks_ok)
{
  frames (50, 30 * MS);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_UNKNOWN);
  frames (1, 30 * MS);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_OK);
  /* Off by a ms, and packets that take less */
  receiver_off = -MS;
  frames (100, MS / 2);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_OK);
}

GST_END_TEST;

/* 50 ms of latency, and a receiver that is 53 ms behind: seen at once. 51 ms
 * behind is within what is not worth a word. */
GST_START_TEST (test_latency_clocks_before_capture)
{
  receiver_off = -53 * MS;
  frames (1, 50 * MS);
  fail_unless_equals_int64 (info.last, -3 * MS);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_NOT_SYNCHRONISED);
  frames (100, 50 * MS);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_NOT_SYNCHRONISED);

  setup ();
  receiver_off = -51 * MS;
  frames (100, 50 * MS);
  fail_unless_equals_int64 (info.last, -MS);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_OK);
}

GST_END_TEST;

/* One frame that is late is no evidence. */
GST_START_TEST (test_latency_clocks_too_late)
{
  frames (100, 50 * MS);
  frame (11 * S);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_OK);

  setup ();
  sender_off = -11 * S;
  frames (100, 50 * MS);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_NOT_SYNCHRONISED);
}

GST_END_TEST;

/* Either clock is set: what was measured before says nothing any more. */
GST_START_TEST (test_latency_clock_steps)
{
  RtpCcTime *offs[] = { &sender_off, &receiver_off };
  gint64 by[] = { -150 * MS, 150 * MS };
  guint i = (guint) __i__ / 2;

  frames (100, 200 * MS);
  *offs[i] += by[__i__ % 2];
  frame (200 * MS);
  fail_unless_equals_uint64 (info.clock_steps, 1);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_UNKNOWN);
  fail_unless_equals_int64 (info.min, info.last);
  fail_unless_equals_int64 (info.smoothed, info.last);
  fail_unless_equals_int64 (info.p95, info.last);
  fail_unless_equals_int64 (info.last, 200 * MS + receiver_off - sender_off);
  fail_unless_equals_uint64 (info.count, 101);

  frames (50, 200 * MS);
  fail_unless_equals_uint64 (info.clock_steps, 1);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_OK);
}

GST_END_TEST;

/* Latency that changes by as much is none, nor is a pause of a day. */
GST_START_TEST (test_latency_no_step)
{
  frames (100, 50 * MS);
  frames (100, 350 * MS);
  frames (100, 50 * MS);
  now += 3600 * 6 * S;
  frames (100, 50 * MS);
  fail_unless_equals_uint64 (info.clock_steps, 0);
  fail_unless_equals_int (info.clocks, RTP_CC_CLOCKS_OK);
}

GST_END_TEST;

/* Without the clock rate only the own clock can be watched. */
GST_START_TEST (test_latency_no_clock_rate)
{
  clock_rate = 0;
  frames (100, 50 * MS);
  sender_off = -S;
  frames (100, 50 * MS);
  fail_unless_equals_uint64 (info.clock_steps, 0);
  receiver_off = S;
  frames (100, 50 * MS);
  fail_unless_equals_uint64 (info.clock_steps, 1);
}

GST_END_TEST;

/* Any times that the header extension can say: the sanitizers look for
 * overflow. */
GST_START_TEST (test_latency_extremes)
{
  static const gint64 seconds[] = {
    -2208988800, 6380945792, 0, 1719837296
  };
  RtpCcLatencySample sample = { 0, };
  guint i;

  for (i = 0; i < 64; i++) {
    sample.captured = seconds[i % 4] * S;
    sample.seen = WALL;
    sample.arrived = seconds[i / 4 % 4] * S;
    sample.timestamp = i & 1 ? 0x80000000 : 0;
    sample.clock_rate = i & 2 ? 1 : G_MAXUINT32;
    rtp_cc_latency_add (&latency, &sample, T0);
    rtp_cc_latency_info (&latency, &info, T0);
  }
  fail_unless_equals_uint64 (info.count, 64);
  fail_unless_equals_string (rtp_cc_clocks_name (info.clocks),
      "not-synchronised");
}

GST_END_TEST;

static Suite *
latency_suite (void)
{
  Suite *s = suite_create ("latency");
  TCase *tc = tcase_create ("latency");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, NULL);
  tcase_add_test (tc, test_latency_nothing);
  tcase_add_test (tc, test_latency_constant);
  tcase_add_test (tc, test_latency_quantile_of_any_order);
  tcase_add_test (tc, test_latency_figures);
  tcase_add_test (tc, test_latency_many);
  tcase_add_test (tc, test_latency_clocks_ok);
  tcase_add_test (tc, test_latency_clocks_before_capture);
  tcase_add_test (tc, test_latency_clocks_too_late);
  tcase_add_loop_test (tc, test_latency_clock_steps, 0, 4);
  tcase_add_test (tc, test_latency_no_step);
  tcase_add_test (tc, test_latency_no_clock_rate);
  tcase_add_test (tc, test_latency_extremes);
  return s;
}

GST_CHECK_MAIN (latency);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-skew.c: the receiver's clock is fast or slow, and what only looks like that */
#include <gst/rtpcc/ledger/rtpcc-skew.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define PPM 1e-6

static RtpCcSkew skew;
static RtpCcTime now;
static gdouble ppm;             /* that the receiver's clock is fast */
static RtpCcTime ahead;         /* of ours, at the beginning */
static RtpCcTime way_back, jitter;
static GRand *rand_;

static void
setup (void)
{
  memset (&skew, 0, sizeof (skew));
  rand_ = g_rand_new_with_seed (1);
  now = T0;
  ppm = 0;
  ahead = 12345 * S;
  way_back = 25 * MS;
  jitter = 0;
}

static void
teardown (void)
{
  g_rand_free (rand_);
}

/* A report each 40 ms. */
static void
run_for (RtpCcTime time)
{
  for (RtpCcTime end = now + time; now < end; now += 40 * MS) {
    RtpCcTime theirs = now + ahead + (RtpCcTime) (ppm * PPM * (now - T0));
    RtpCcTime back = way_back + (RtpCcTime) (jitter * g_rand_double (rand_));

    rtp_cc_skew_note (&skew, theirs, now + back);
  }
}

static void
check_rate (gdouble expected, gdouble off)
{
  fail_unless (ABS (skew.rate / PPM - expected) <= off, "%g ppm, expected %g",
      skew.rate / PPM, expected);
}

/* Known after 20 s; then what it gains is taken off, and if it is fast, what it had gained
 * before, too. */
GST_START_TEST (test_skew_is_found)
{
  static const gdouble all[] = { -1000, -100, 0, 100, 1000 };

  ppm = all[__i__];
  run_for (25 * S);
  check_rate (ppm, 5);
  run_for (300 * S);
  check_rate (ppm, 5);
  if (ppm >= 0)
    fail_unless (ABS (skew.offset - ppm * PPM * (now - T0)) < 2 * MS, "%g ms",
        skew.offset / MS);
}

GST_END_TEST;

/* The least of a way back that swings is the way. */
GST_START_TEST (test_skew_behind_jitter)
{
  jitter = 50 * MS;
  ppm = 500;
  run_for (300 * S);
  check_rate (ppm, 60);
}

GST_END_TEST;

/* The way back becomes longer or shorter at once, by little, so that it might be drift, or by
 * much, or the clock is set: no clock runs fast. */
GST_START_TEST (test_skew_of_another_way)
{
  static const RtpCcTime changes[] = { 15 * MS, -15 * MS, 300 * MS, -20 * MS,
    10 * S, -10 * S
  };

  run_for (57 * S);
  way_back += changes[__i__];
  run_for (60 * S);
  check_rate (0, 0);
}

GST_END_TEST;

/* Two seconds in a minute are no clock's. */
GST_START_TEST (test_skew_has_a_bound)
{
  ppm = 30000;
  run_for (120 * S);
  check_rate (0, 0);
}

GST_END_TEST;

/* After a pause the periods begin anew, and so after another clock. */
GST_START_TEST (test_skew_after_a_pause)
{
  ppm = 1000;
  run_for (25 * S);
  if (__i__)
    rtp_cc_skew_restart (&skew);
  else
    now += 60 * S;
  ahead -= 200 * MS;
  ppm = 0;
  run_for (8 * S);
  check_rate (1000, 5);
  run_for (45 * S);
  check_rate (0, 5);
}

GST_END_TEST;

static Suite *
skew_suite (void)
{
  Suite *s = suite_create ("skew");
  TCase *tc = tcase_create ("skew");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_skew_is_found, 0, 5);
  tcase_add_test (tc, test_skew_behind_jitter);
  tcase_add_loop_test (tc, test_skew_of_another_way, 0, 6);
  tcase_add_test (tc, test_skew_has_a_bound);
  tcase_add_loop_test (tc, test_skew_after_a_pause, 0, 2);
  return s;
}

GST_CHECK_MAIN (skew);

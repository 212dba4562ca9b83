/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A jitter buffer and what is behind it, in virtual time. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/src/rules/gstscreamlag.h"

#define MS GST_MSECOND
#define PERIOD (33 * MS)        /* between packets */
#define USUAL (200 * MS)
#define BOUND (2200 * MS)
#define MOST 10000

typedef struct
{
  GstScreamLag lag;
  GstClockTime came[MOST];      /* of those that wait */
  guint first, end;
  GstClockTime now, busy;       /* until when what is behind has a packet */
  GstClockTime longest;         /* wait of what was passed on */
  guint refused, skipped, passed, anew;
} Path;

static void
take (Path * path, GstClockTime each, GstClockTime bound)
{
  while (path->first < path->end && path->now >= path->busy) {
    GstClockTime waited = gst_scream_lag_get_wait (&path->lag,
        path->came[path->first++]);
    GstScreamLagVerdict verdict = gst_scream_lag_leaves (&path->lag, waited,
        USUAL, bound);

    if (verdict == GST_SCREAM_LAG_SKIP) {
      path->skipped++;
      continue;
    }
    path->passed++;
    path->anew += verdict == GST_SCREAM_LAG_GO_ON;
    path->longest = MAX (path->longest, waited);
    path->busy = path->now + each;
  }
}

static void
come (Path * path, GstClockTime bound)
{
  if (gst_scream_lag_comes (&path->lag, path->now, bound,
          &path->came[path->end]) == GST_SCREAM_LAG_REFUSE)
    path->refused++;
  else
    path->end++;
}

/* For so many packets; what is behind takes @each for one. */
static void
run (Path * path, guint packets, GstClockTime each, GstClockTime bound)
{
  while (packets-- > 0) {
    path->now += PERIOD;
    come (path, bound);
    take (path, each, bound);
  }
}

GST_START_TEST (test_lag_nothing_is_left_out_of_a_stream_in_time)
{
  static Path path;

  memset (&path, 0, sizeof (path));
  run (&path, 1000, 30 * MS, BOUND);
  /* Nothing comes for long, and then again. */
  path.now += 100 * GST_SECOND;
  run (&path, 1000, 30 * MS, BOUND);
  /* A hiccup that is made up for */
  path.busy = path.now + 2000 * MS;
  run (&path, 1000, 10 * MS, BOUND);
  fail_unless_equals_int (path.refused + path.skipped, 0);
  fail_unless_equals_int (path.anew, 0);
}

GST_END_TEST;

/* The whole machine stands still for a minute with packets in the jitter buffer, and then
 * those that came meanwhile come at once. */
GST_START_TEST (test_lag_a_machine_that_stood_still_is_not_slow)
{
  static Path path;
  guint i;

  memset (&path, 0, sizeof (path));
  path.busy = 100 * MS;
  run (&path, 3, 10 * MS, BOUND);
  path.busy = path.now += 60 * GST_SECOND;
  for (i = 0; i < 100; i++)
    come (&path, BOUND);
  run (&path, 1000, 0, BOUND);
  fail_unless_equals_int (path.refused + path.skipped, 0);
  fail_unless_equals_int (path.anew, 0);
}

GST_END_TEST;

/* Three times as slow: what waits is bounded, and what is shown is of now again and
 * again. */
GST_START_TEST (test_lag_what_waits_is_bounded)
{
  static Path path;

  memset (&path, 0, sizeof (path));
  run (&path, 3000, 100 * MS, BOUND);
  fail_unless (path.longest <= BOUND + 2 * PERIOD);
  fail_unless (path.longest > BOUND - 100 * MS);
  /* 99 s, in which 2 s are gained each 3 s. */
  fail_unless (path.anew >= 25 && path.anew <= 35, "%u", path.anew);
  fail_unless_equals_int (path.refused, 0);
  fail_unless (path.end - path.first <= BOUND / PERIOD + 2);
}

GST_END_TEST;

/* Without a bound nothing is left out, as before there was one. */
GST_START_TEST (test_lag_no_bound)
{
  static Path path;

  memset (&path, 0, sizeof (path));
  run (&path, 3000, 100 * MS, 0);
  fail_unless_equals_int (path.refused + path.skipped, 0);
  fail_unless (path.longest > 60 * GST_SECOND);
}

GST_END_TEST;

/* What is behind takes nothing for a minute: what waits is bounded all the same, and then
 * the stream goes on with what has just come. */
GST_START_TEST (test_lag_nothing_is_taken)
{
  static Path path;

  memset (&path, 0, sizeof (path));
  run (&path, 30, 10 * MS, BOUND);
  path.busy = path.now + 60 * GST_SECOND;
  run (&path, 1800, 10 * MS, BOUND);
  fail_unless (path.end - path.first <= BOUND / PERIOD + 2, "%u",
      path.end - path.first);
  fail_unless (path.refused > 1700);
  path.passed = 0;
  run (&path, 60, 10 * MS, BOUND);
  fail_unless_equals_int (path.anew, 1);
  fail_unless (path.passed >= 40, "%u", path.passed);
}

GST_END_TEST;

/* Packets come for a minute, and the jitter buffer throws each of them away: nothing waits,
 * so nothing is refused. */
GST_START_TEST (test_lag_what_is_thrown_away_does_not_wait)
{
  GstClockTime stamp;
  static Path path;
  guint i;

  memset (&path, 0, sizeof (path));
  run (&path, 30, 10 * MS, BOUND);
  for (i = 0; i < 1800; i++) {
    path.now += PERIOD;
    if (gst_scream_lag_comes (&path.lag, path.now, BOUND, &stamp) ==
        GST_SCREAM_LAG_TRY)
      gst_scream_lag_tried (&path.lag);
    fail_if (path.lag.skipping);
  }
  run (&path, 30, 10 * MS, BOUND);
  fail_unless_equals_int (path.passed, 60);
  fail_unless_equals_int (path.anew, 0);
}

GST_END_TEST;

static Suite *
screamlag_suite (void)
{
  Suite *s = suite_create ("screamlag");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_lag_nothing_is_left_out_of_a_stream_in_time);
  tcase_add_test (tc, test_lag_a_machine_that_stood_still_is_not_slow);
  tcase_add_test (tc, test_lag_what_waits_is_bounded);
  tcase_add_test (tc, test_lag_no_bound);
  tcase_add_test (tc, test_lag_nothing_is_taken);
  tcase_add_test (tc, test_lag_what_is_thrown_away_does_not_wait);
  return s;
}

GST_CHECK_MAIN (screamlag);

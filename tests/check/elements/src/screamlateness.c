/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long a jitter buffer has to be, in virtual time */
#include <gst/check/gstcheck.h>

#include "plugins/scream/src/rules/gstscreamlateness.h"

#define MS GST_MSECOND
#define PERIOD (10 * MS)        /* between packets */
#define MOST (400 * MS)
/* Of a clock that began long before this one */
#define OFFSET (-(gint64) 100000 * GST_SECOND)

typedef struct
{
  GstScreamLateness lateness;
  GstScreamLatencyPolicy policy;
  GstClockTime now;
  guint n, changes;
} Path;

static void
path_init (Path * path)
{
  memset (path, 0, sizeof (*path));
  path->now = 1000 * GST_SECOND;
  gst_scream_lateness_init (&path->lateness);
  gst_scream_latency_policy_init (&path->policy, MOST, path->now);
}

/* Every packet is up to 30 ms late, every @each-th by @late ms. */
static void
pass (Path * path, gdouble seconds, guint late, guint each)
{
  guint n = seconds * GST_SECOND / PERIOD;

  while (n-- > 0) {
    GstClockTime lateness =
        ++path->n % each == 0 ? late * MS : path->n % 4 * 10 * MS;

    path->now += PERIOD;
    gst_scream_lateness_add (&path->lateness, path->now,
        OFFSET + (gint64) lateness);
    path->changes += gst_scream_latency_policy_update (&path->policy,
        gst_scream_lateness_get (&path->lateness), MOST, path->now);
  }
}

static void
check_latency (const Path * path, guint least, guint most)
{
  guint ms = path->policy.latency / MS;

  fail_unless (ms >= least && ms <= most, "%u ms", ms);
}

/* 30 ms and the margin, in steps of 5 ms. */
GST_START_TEST (test_latency_shrinks_slowly)
{
  Path path;

  path_init (&path);
  pass (&path, 1.9, 0, 1000000);
  check_latency (&path, 400, 400);
  pass (&path, 2, 0, 1000000);
  check_latency (&path, 300, 330);
  pass (&path, 30, 0, 1000000);
  check_latency (&path, 35, 50);
  fail_unless (path.changes >= 8 && path.changes <= 14, "%u", path.changes);
}

GST_END_TEST;

/* One packet in a hundred comes again after 120 ms. */
GST_START_TEST (test_latency_grows_at_once)
{
  Path path;

  path_init (&path);
  pass (&path, 60, 0, 1000000);
  check_latency (&path, 35, 50);
  path.changes = 0;
  pass (&path, 3, 120, 100);
  check_latency (&path, 125, 135);
  fail_unless_equals_int (path.changes, 1);
  pass (&path, 60, 120, 100);
  check_latency (&path, 125, 135);
  /* It stays as long as this counts: from one in a hundred to one in a thousand in
   * three half-lives. */
  pass (&path, 20, 0, 1000000);
  check_latency (&path, 125, 135);
  pass (&path, 60, 0, 1000000);
  check_latency (&path, 35, 50);
}

GST_END_TEST;

/* What comes later than the user wants to wait is lost anyway. */
GST_START_TEST (test_latency_is_bounded)
{
  Path path;

  path_init (&path);
  pass (&path, 60, 0, 1000000);
  pass (&path, 5, 5000, 10);
  check_latency (&path, 400, 400);
  fail_unless (gst_scream_latency_policy_update (&path.policy, 500 * MS,
          100 * MS, path.now));
  check_latency (&path, 100, 100);
}

GST_END_TEST;

/* One packet too late in 5000 is no reason. */
GST_START_TEST (test_latency_of_what_is_rare)
{
  Path path;

  path_init (&path);
  pass (&path, 200, 300, 5000);
  check_latency (&path, 35, 50);
}

GST_END_TEST;

/* Too few packets say nothing, and another timeline begins anew. */
GST_START_TEST (test_lateness_of_few)
{
  GstScreamLateness lateness;
  guint i;

  gst_scream_lateness_init (&lateness);
  for (i = 0; i < 199; i++)
    gst_scream_lateness_add (&lateness, GST_SECOND, i % 2 * 50 * MS);
  fail_unless_equals_uint64 (gst_scream_lateness_get (&lateness), 0);
  gst_scream_lateness_add (&lateness, GST_SECOND, 0);
  fail_unless_equals_uint64 (gst_scream_lateness_get (&lateness), 55 * MS);
  gst_scream_lateness_add (&lateness, GST_SECOND, 11 * GST_SECOND);
  fail_unless_equals_uint64 (gst_scream_lateness_get (&lateness), 0);
  gst_scream_lateness_add (&lateness, GST_SECOND, G_MININT64 / 2);
  gst_scream_lateness_add (&lateness, GST_SECOND, G_MAXINT64 / 2);
  fail_unless_equals_uint64 (gst_scream_lateness_get (&lateness), 0);
}

GST_END_TEST;

/* Clocks that differ by 200 ppm: 12 ms in a minute, never more than a bin or two. */
GST_START_TEST (test_lateness_with_drift)
{
  GstScreamLateness lateness;
  GstClockTime now;

  gst_scream_lateness_init (&lateness);
  for (now = GST_SECOND; now < 600 * GST_SECOND; now += PERIOD)
    gst_scream_lateness_add (&lateness, now, now / 5000);
  fail_unless (gst_scream_lateness_get (&lateness) >= 5 * MS
      && gst_scream_lateness_get (&lateness) <= 20 * MS);
}

GST_END_TEST;

static Suite *
screamlateness_suite (void)
{
  Suite *s = suite_create ("screamlateness");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_latency_shrinks_slowly);
  tcase_add_test (tc, test_latency_grows_at_once);
  tcase_add_test (tc, test_latency_is_bounded);
  tcase_add_test (tc, test_latency_of_what_is_rare);
  tcase_add_test (tc, test_lateness_of_few);
  tcase_add_test (tc, test_lateness_with_drift);
  return s;
}

GST_CHECK_MAIN (screamlateness);

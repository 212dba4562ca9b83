/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The property goal: what it sets, and what it leaves alone */
#include "screamtxtest.h"

#define LINE "screamtx encoder-name=none "

static void
check_goal (const gchar * line, guint64 target, guint64 limit)
{
  GstHarness *h = tx_harness_new (line);
  guint max_queue_delay;

  g_object_get (h->element, "max-queue-delay", &max_queue_delay, NULL);
  fail_unless (max_queue_delay * MS == limit
      && tx_stat (h->element, "network-queue-delay-target") == target,
      "%s: %" G_GUINT64_FORMAT " ms, %u ms", line,
      tx_stat (h->element, "network-queue-delay-target") / MS, max_queue_delay);
  tx_harness_free (h);
}

GST_START_TEST (test_goal_words)
{
  check_goal (LINE, 30 * MS, 200 * MS);
  check_goal (LINE "goal=balanced", 30 * MS, 200 * MS);
  check_goal (LINE "goal=latency", 15 * MS, 100 * MS);
  check_goal (LINE "goal=quality", 60 * MS, 300 * MS);
  check_goal (LINE "goal=latency controller=scream-v1", 50 * MS, 100 * MS);
}

GST_END_TEST;

/* Before or behind, and also the default. */
GST_START_TEST (test_goal_what_is_set_wins)
{
  check_goal (LINE "goal=latency queue-delay-target=40", 40 * MS, 100 * MS);
  check_goal (LINE "queue-delay-target=40 goal=latency", 40 * MS, 100 * MS);
  check_goal (LINE "goal=latency queue-delay-target=0", 30 * MS, 100 * MS);
  check_goal (LINE "goal=quality max-queue-delay=150", 60 * MS, 150 * MS);
  check_goal (LINE "max-queue-delay=200 goal=quality", 60 * MS, 200 * MS);
}

GST_END_TEST;

/* Half of its own, whichever it is. */
GST_START_TEST (test_goal_of_the_next_controller)
{
  GstHarness *h = tx_harness_new (LINE "goal=latency");

  gst_util_set_object_arg (G_OBJECT (h->element), "controller", "scream-v1");
  fail_unless_equals_uint64 (tx_stat (h->element,
          "network-queue-delay-target"), 50 * MS);
  gst_util_set_object_arg (G_OBJECT (h->element), "controller", "scream");
  fail_unless_equals_uint64 (tx_stat (h->element,
          "network-queue-delay-target"), 15 * MS);
  tx_harness_free (h);
}

GST_END_TEST;

/* Frames are discarded after 100 ms, not 200: the limit is that of the session. */
GST_START_TEST (test_goal_limits_the_queue)
{
  GstHarness *h = tx_harness_new (LINE "controller=fixed goal=latency "
      "initial-bitrate=10000 min-bitrate=10000");
  guint i;

  for (i = 0; i < 3; i++)
    tx_push (h, (guint16) i);
  g_object_set (h->element, "min-bitrate", 9000, NULL);
  tx_run_to (T0 + 90 * MS);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-discarded"), 0);
  tx_run_to (T0 + 130 * MS);
  fail_unless (tx_stat (h->element, "packets-discarded") > 0);
  tx_harness_free (h);
}

GST_END_TEST;

/* The pacing rate by the target rate, before there is feedback. */
static gdouble
headroom_of (const gchar * line)
{
  GstHarness *h = tx_harness_new (line);
  gdouble pacing = (gdouble) tx_stat (h->element, "pacing-rate");
  gdouble headroom = pacing / (gdouble) tx_stat (h->element, "target-rate");

  tx_harness_free (h);
  return headroom;
}

static void
check_headroom (const gchar * line, gdouble expected)
{
  gdouble relative = headroom_of (line) / headroom_of (LINE);

  fail_unless (ABS (relative - expected) < 1e-3, "%s: %f", line, relative);
}

/* 1.1 without a goal, 1.2 with latency; what is set wins, in any order. */
GST_START_TEST (test_goal_paces)
{
  check_headroom (LINE "goal=latency", 1.2 / 1.1);
  check_headroom (LINE "goal=quality", 1);
  check_headroom (LINE "goal=latency controller-params=fair-rtt=100",
      1.2 / 1.1);
  check_headroom (LINE "goal=latency "
      "controller-params=packet-pacing-headroom=1.1", 1);
  check_headroom (LINE "controller-params=packet-pacing-headroom=1.3 "
      "goal=latency", 1.3 / 1.1);
}

GST_END_TEST;

static Suite *
screamtxgoal_suite (void)
{
  Suite *s = suite_create ("screamtxgoal");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_goal_words);
  tcase_add_test (tc, test_goal_what_is_set_wins);
  tcase_add_test (tc, test_goal_of_the_next_controller);
  tcase_add_test (tc, test_goal_paces);
  tcase_add_test (tc, test_goal_limits_the_queue);
  return s;
}

GST_CHECK_MAIN (screamtxgoal);

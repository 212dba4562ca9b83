/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The goals: what they set, and that they reach it. */

#include "tests/check/libs/rtpcc/mechanism.h"
#include "tests/check/libs/rtpcc/simpath.h"

#define SEEDS 20

static RtpCcSessionConfig
config_of (const gchar * controller, RtpCcGoal goal)
{
  RtpCcSessionConfig config;

  rtp_cc_session_config_init (&config);
  config.ops = find_controller (controller);
  rtp_cc_session_config_set_goal (&config, goal);
  return config;
}

static void
check_goal (const gchar * controller, RtpCcGoal goal, gint64 target, gint64 age)
{
  RtpCcSessionConfig config = config_of (controller, goal);

  fail_unless_equals_int64 (config.queue_delay_target, target);
  fail_unless_equals_int64 (config.max_queue_delay, age);
}

/* balanced is what there is without a goal. */
GST_START_TEST (test_goal_sets)
{
  RtpCcSessionConfig config;

  rtp_cc_session_config_init (&config);
  fail_unless_equals_int64 (config.queue_delay_target, 0);
  fail_unless_equals_int64 (config.max_queue_delay, 200 * MS);
  check_goal ("scream", RTP_CC_GOAL_BALANCED, 0, 200 * MS);
  check_goal ("scream", RTP_CC_GOAL_LATENCY, 15 * MS, 100 * MS);
  check_goal ("scream", RTP_CC_GOAL_QUALITY, 60 * MS, 300 * MS);
  check_goal ("scream-draft", RTP_CC_GOAL_LATENCY, 30 * MS, 100 * MS);
  check_goal ("scream-v1", RTP_CC_GOAL_QUALITY, 200 * MS, 300 * MS);
  check_goal ("nada", RTP_CC_GOAL_LATENCY, 0, 100 * MS);
  check_goal ("gcc", RTP_CC_GOAL_QUALITY, 0, 300 * MS);
}

GST_END_TEST;

/* The ops say what the policy does. */
GST_START_TEST (test_goal_knows_the_own_target)
{
  const RtpCcOps *ops = nth_controller (__i__);
  RtpCcSessionConfig config = config_of (ops->name, RTP_CC_GOAL_BALANCED);
  RtpCcSession *session = rtp_cc_session_new (&config, T0);
  RtpCcSessionInfo info;

  rtp_cc_session_info (session, &info, T0);
  if (ops->queue_delay_target > 0)
    fail_unless_equals_int64 (info.info.qdelay_target, ops->queue_delay_target);
  rtp_cc_session_free (session, NULL, NULL);
}

GST_END_TEST;

/* ---- what they reach ---- */

typedef struct
{
  gdouble delay, use;           /* ms, mean of a frame; part of the link */
  gdouble sum;
  guint n;
} Reached;

static void
add_frame (const void *data, void *user)
{
  const SimFrame *f = data;
  Reached *reached = user;

  reached->sum += (gdouble) (f->arrived - f->captured) / MS;
  reached->n++;
}

static Reached
reach (const gchar * controller, RtpCcGoal goal)
{
  Reached reached = { 0 };
  SimResult r;

  for (guint seed = 1; seed <= SEEDS; seed++) {
    SimConfig sim;

    sim_config_init (&sim);
    sim.session = config_of (controller, goal);
    sim.schedule = "0:2M,20:1M,40:2.5M";
    sim.frame_noise = 0.3;
    sim.seed = seed;
    sim.frame = add_frame;
    sim.user = &reached;
    sim_run (&sim, &r);
    reached.use += r.utilisation_5s / SEEDS;
  }
  reached.delay = reached.sum / reached.n;
  return reached;
}

/* The frames of latency come by 3 to 30 ms earlier, those of quality by as much later,
 * and between one goal and the next lie 1 to 10 % of the link.  scream-v1
 * uses no more with quality than with balanced since raw frames are skipped before much waits
 * in the sender, which its rate follows: 0.7 % less. */
GST_START_TEST (test_goal_reaches_it)
{
  static const gchar *const controllers[] = {
    "scream", "scream-draft", "scream-v1"
  };
  Reached latency = reach (controllers[__i__], RTP_CC_GOAL_LATENCY);
  Reached balanced = reach (controllers[__i__], RTP_CC_GOAL_BALANCED);
  Reached quality = reach (controllers[__i__], RTP_CC_GOAL_QUALITY);
  gdouble shorter = balanced.delay - latency.delay;
  gdouble longer = quality.delay - balanced.delay;
  gdouble least = __i__ == 2 ? -0.02 : 0.01;
  gdouble less = balanced.use - latency.use, more = quality.use - balanced.use;

  fail_unless (shorter > 3 && shorter < 30, "%.1f ms", shorter);
  fail_unless (longer > 3 && longer < 40, "%.1f ms", longer);
  fail_unless (less > 0.01 && less < 0.1, "%.3f", less);
  fail_unless (more > least && more < 0.1, "%.3f", more);
}

GST_END_TEST;

static Suite *
sessiongoal_suite (void)
{
  Suite *s = suite_create ("sessiongoal");
  TCase *tc = tcase_create ("general");
  gint n = n_controllers ();

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 120);
  tcase_add_test (tc, test_goal_sets);
  tcase_add_loop_test (tc, test_goal_knows_the_own_target, 0, n);
  tcase_add_loop_test (tc, test_goal_reaches_it, 0, 3);
  return s;
}

GST_CHECK_MAIN (sessiongoal);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v1 over an emulated path, in virtual time. */

#include "tests/check/libs/rtpcc/mechanism.h"
#include "tests/check/libs/rtpcc/simpath.h"

typedef struct
{
  gdouble after;                /* s, look from here */
  gdouble reached;              /* bit/s to be targeted */
  gdouble at;                   /* s, when it was first */
  gdouble drained_at;           /* when the queue was last above 50 ms */
  gdouble bytes;                /* of the last minute */
} Watch;

static void
watch (const void *sample, void *user)
{
  const SimSample *s = sample;
  Watch *w = user;

  if (s->time <= w->after)
    return;
  if (w->at == 0 && s->target >= w->reached)
    w->at = s->time;
  if (s->queue > 0.05)
    w->drained_at = s->time;
  w->bytes += s->received / 80;
}

static void
sim_init (SimConfig * sim, Watch * w, guint64 seed)
{
  sim_config_init (sim);
  sim->session.ops = find_controller ("scream-v1");
  sim->seed = seed;
  sim->sample = watch;
  sim->user = w;
}

/* In the steps of 2, 1 and 2.5 Mbit/s a tenth to a quarter remain unused: the
 * rate rises by 0.2 Mbit/s in a second at best, and only 5 s after the queue
 * was seen last.  The queue stays below its target of 100 ms but for the fall
 * of the link, which takes 2 s. */
GST_START_TEST (test_screamv1_path_steps)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = { 0 };
    SimConfig sim;
    SimResult r;
    gdouble p95;

    sim_init (&sim, &w, seed);
    sim.schedule = "0:2M,20:1M,40:2.5M";
    sim_run (&sim, &r);
    p95 = (gdouble) r.link.queue_delay_p95 / MS;
    fail_unless (r.utilisation_5s > 0.75 && r.utilisation_5s < 0.93,
        "utilisation %.3f", r.utilisation_5s);
    fail_unless (p95 > 15 && p95 < 100, "queue p95 %.1f ms", p95);
    fail_unless (r.over_100ms < 0.05, "above 100 ms %.3f", r.over_100ms);
    fail_unless_equals_uint64 (r.link.dropped_queue, 0);
  }
}

GST_END_TEST;

/* An encoder's lag and an RTT until the queue drains; the first round of the
 * rate takes what waits off, so that it is done in a second or two.  Less waits since raw
 * frames are skipped for it, so less is taken off: one seed of five needs a round more. */
GST_START_TEST (test_screamv1_path_halved_link_drains)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = {.after = 20 };
    SimConfig sim;
    SimResult r;

    sim_init (&sim, &w, seed);
    sim.schedule = "0:2M,20:1M";
    sim.duration = 23 * S;
    sim_run (&sim, &r);
    fail_unless (w.drained_at > 20.1 && w.drained_at < 22.6,
        "queue above 50 ms until %.1f s", w.drained_at);
  }
}

GST_END_TEST;

/* From 1 to 2.25 Mbit/s at 0.2 Mbit/s in a second takes 6.3 s, and 5 s may pass
 * before it begins; the rate may waver on the way once. */
GST_START_TEST (test_screamv1_path_faster_link_is_used)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = {.after = 20,.reached = 2.25e6 };
    SimConfig sim;
    SimResult r;

    sim_init (&sim, &w, seed);
    sim.schedule = "0:1M,20:2.5M";
    sim.duration = 40 * S;
    sim_run (&sim, &r);
    fail_unless (w.at > 25 && w.at < 37, "90 %% at %.1f s", w.at);
  }
}

GST_END_TEST;

/* The last minute of an hour is as good as any, with true and false clocks: a
 * sixth of the link may be free at the bottom of a swing, and the queue
 * itself must be short. */
GST_START_TEST (test_screamv1_path_an_hour)
{
  static const gdouble skews[] = { 0, 200e-6, -200e-6 };
  Watch w = {.after = 3540 };
  SimConfig sim;
  SimResult r;

  sim_init (&sim, &w, 3);
  sim.clock_skew = skews[__i__];
  sim.duration = 3600 * S;
  sim_run (&sim, &r);
  fail_unless (r.utilisation_5s > 0.88 && r.utilisation_5s < 1,
      "utilisation %.3f", r.utilisation_5s);
  w.bytes *= 8. / 60;
  fail_unless (w.bytes > 1.66e6 && w.bytes < 2e6, "last minute %.0f bit/s",
      w.bytes);
  fail_unless (r.link.queue_delay_p95 < 100 * MS);
  fail_unless_equals_uint64 (r.link.dropped_queue, 0);
}

GST_END_TEST;

/* Half a minute of a still picture: the target stays at twice what is sent
 * and rises with motion, 0.2 Mbit/s in a second. */
GST_START_TEST (test_screamv1_path_motion_after_static_picture)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    Watch w = {.after = 30,.reached = 1.6e6 };
    SimConfig sim;
    SimResult r;

    sim_init (&sim, &w, seed);
    sim.encoder_max = 0.15e6;
    sim.motion_from = 30 * S;
    sim_run (&sim, &r);
    fail_unless (w.at > 34 && w.at < 45, "1.6 Mbit/s at %.1f s", w.at);
    fail_unless (r.worst_overestimate < 2.3, "%.2f", r.worst_overestimate);
  }
}

GST_END_TEST;

GST_START_TEST (test_screamv1_path_feedback_stops_and_comes_back)
{
  Watch w = {.after = 25,.reached = 1.5e6 };
  SimConfig sim;
  SimResult r;

  sim_init (&sim, &w, 1);
  sim.feedback_off_from = 20 * S;
  sim.feedback_off_to = 25 * S;
  sim_run (&sim, &r);
  /* the rate of before, doubled each RTT from 0.1 Mbit/s on */
  fail_unless (w.at > 25.2 && w.at < 26.5, "1.5 Mbit/s at %.1f s", w.at);
}

GST_END_TEST;

static Suite *
screamv1path_suite (void)
{
  Suite *suite = suite_create ("screamv1path");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_screamv1_path_steps);
  tcase_add_test (tc, test_screamv1_path_halved_link_drains);
  tcase_add_test (tc, test_screamv1_path_faster_link_is_used);
  tcase_add_loop_test (tc, test_screamv1_path_an_hour, 0, 3);
  tcase_add_test (tc, test_screamv1_path_motion_after_static_picture);
  tcase_add_test (tc, test_screamv1_path_feedback_stops_and_comes_back);

  return suite;
}

GST_CHECK_MAIN (screamv1path);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2 over links as they are, in virtual time: radio, jitter, short queues, policers
 *
 * Each bound has two sides.  More than is there cannot be used; and who uses nearly all
 * of a policer or a short queue without a drop has not met it.
 */
#include <gst/check/gstcheck.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>

#include "tests/check/libs/rtpcc/simpath.h"

#define M 1000000
#define N_SEEDS 5

typedef struct
{
  guint64 rate;                 /* bit/s */
  gint64 rtt, jitter, queue;    /* ms */
  gdouble loss, burst_loss;
  guint64 policer;
  /* part of the rate after 5 s, mean of the seeds */
  gdouble least, most;
  gdouble drops;                /* part of the packets in queue or policer, at most */
} Link;

static const Link links[] = {
  /* random loss: what is left of the link without it */
  {1 * M, 50, 0, 300, 0.01, 0, 0, 0.93, 1, 0},
  {5 * M, 50, 0, 300, 0.01, 0, 0, 0.95, 1, 0},
  {20 * M, 50, 0, 300, 0.01, 0, 0, 0.94, 1, 0},
  {5 * M, 20, 0, 300, 0.03, 0, 0, 0.92, 1, 0},
  {5 * M, 50, 0, 300, 0.1, 0, 0, 0.85, 1, 0},
  {20 * M, 20, 0, 300, 0.1, 0, 0, 0.83, 1, 0},
  /* and of a fast one that is long, where a start that waits costs most */
  {20 * M, 150, 0, 300, 0.03, 0, 0, 0.86, 1, 0},
  {20 * M, 150, 0, 300, 0.1, 0, 0, 0.79, 1, 0},
  /* a packet takes 32 ms */
  {3 * M / 10, 50, 0, 300, 0, 0, 0, 0.9, 1, 0.01},
  /* five packets in a row */
  {5 * M, 50, 0, 300, 0, 0.01, 0, 0.92, 1, 0},
  {20 * M, 50, 0, 300, 0, 0.03, 0, 0.9, 1, 0},
  /* jitter, and its queue does not overflow as beside a competitor */
  {2 * M, 50, 30, 300, 0, 0, 0, 0.88, 1, 0.001},
  {2 * M, 50, 60, 300, 0, 0, 0, 0.76, 1, 0.001},
  {5 * M, 50, 30, 300, 0, 0, 0, 0.82, 1, 0.001},
  {5 * M, 50, 60, 300, 0, 0, 0, 0.68, 1, 0.001},
  /* random loss, and jitter that reorders */
  {3 * M, 40, 30, 300, 0.08, 0, 0, 0.8, 1, 0.001},
  {3 * M, 40, 60, 300, 0.02, 0, 0, 0.7, 1, 0.001},
  /* a queue that is shorter than the delay target: it drops, but little */
  {2 * M, 50, 0, 20, 0, 0, 0, 0.88, 0.99, 0.012},
  {20 * M, 50, 0, 20, 0, 0, 0, 0.88, 0.99, 0.006},
  {20 * M, 50, 0, 5, 0, 0, 0, 0.7, 0.97, 0.005},
  /* no queue at all, with a bucket of 80 ms, and radio before it */
  {50 * M, 50, 0, 300, 0, 0, 5 * M, 0.82, 0.99, 0.02},
  {50 * M, 50, 0, 300, 0.01, 0, 5 * M, 0.8, 0.99, 0.02},
};

static void
set_up (const Link * link, SimConfig * config, gchar * schedule, gsize size)
{
  guint64 used = link->policer > 0 ? link->policer : link->rate;

  sim_config_init (config);
  g_snprintf (schedule, size, "0:%" G_GUINT64_FORMAT, link->rate);
  config->schedule = schedule;
  config->delay_forward = config->delay_back = link->rtt * RTP_CC_MSECOND / 2;
  config->jitter = link->jitter * RTP_CC_MSECOND;
  config->jitter_reorders = link->loss > 0;
  config->queue_limit = link->queue * RTP_CC_MSECOND;
  config->loss = link->loss;
  config->burst_loss = link->burst_loss;
  config->policer = link->policer;
  config->policer_burst = 50000;
  config->session.max_bitrate = 3 * used;
  config->session.ops = rtp_cc_find ("scream");
}

GST_START_TEST (test_scream_links)
{
  const Link *link = &links[__i__];
  gdouble used = 0, drops = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++) {
    gchar schedule[32];
    SimConfig config;
    SimResult r;

    set_up (link, &config, schedule, sizeof (schedule));
    config.seed = seed;
    sim_run (&config, &r);
    used += r.utilisation_5s / N_SEEDS;
    drops += (gdouble) (r.link.dropped_queue + r.dropped_policer)
        / (gdouble) (r.link.packets_in + r.dropped_policer) / N_SEEDS;
  }
  fail_unless (used >= link->least && used <= link->most
      && drops <= link->drops, "link %d: used %.3f, dropped %.4f", __i__, used,
      drops);
}

GST_END_TEST;

static Suite *
screamlinks_suite (void)
{
  Suite *s = suite_create ("screamlinks");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_loop_test (tc, test_scream_links, 0, G_N_ELEMENTS (links));
  return s;
}

GST_CHECK_MAIN (screamlinks);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GCC as a whole, packet by packet and over an emulated path. */
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-arrival.h>

#include "gcctest.h"
#include "tests/check/libs/rtpcc/simpath.h"

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
  feed->cc = rtp_cc_new (find_controller (controller), &feed->config, T0);
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
 * them from before, and through a mean of ten; what was static waits for 25 ms and 100 ms more. */
GST_START_TEST (test_gcc_variants_detect_in_their_time)
{
  static const struct
  {
    const gchar *controller;
    guint first, last;          /* frames of 20 ms */
  } cases[] = {
    {"gcc", 10, 16}, {"gcc-remb", 8, 12},
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
  guint64 before = 0, rate;
  Feed feed;

  feed_init (&feed, "gcc");
  /* as much as 1.5 times what is sent allows, and room for more then */
  for (guint k = 0; k < 500; k++)
    rate = feed_frame (&feed, 625, 0);
  fail_unless (rate > 0.74 * MBIT && rate < 0.77 * MBIT, "%g", (gdouble) rate);
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
  config.session.ops = find_controller (controller);
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
  Mean m[] = { {15, 25, 0, 0}, {35, 45, 0, 0}, {65, 75, 0, 0}, {0, 0, 0, 0}
  };

  run_path ("gcc", "0:500k,25:800k,45:100k", 0, 75 * S, m);
  fail_unless_near (m[0].sum / m[0].n, 450 * KBIT, 100 * KBIT);
  fail_unless_near (m[1].sum / m[1].n, 750 * KBIT, 150 * KBIT);
  fail_unless_near (m[2].sum / m[2].n, 90 * KBIT, 25 * KBIT);
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
  Mean m[] = { {3, 5, 0, 0}, {0, 0, 0, 0}
  };

  run_path ("gcc", "0:1M", 0, 6 * S, m);
  fail_unless (m[0].sum / m[0].n > 0.8 * MBIT
      && m[0].sum / m[0].n < 1 * MBIT, "%g", m[0].sum / m[0].n);
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

static Suite *
gcc_suite (void)
{
  Suite *s = suite_create ("gcc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_remb_comes_each_second_or_at_once);
  tcase_add_test (tc, test_gcc_variants_detect_in_their_time);
  tcase_add_test (tc, test_gcc_some_losses_hold_the_rate);
  tcase_add_test (tc, test_gcc_lost_packets_show_no_delay);
  tcase_add_test (tc, test_gcc_path_finds_the_capacity);
  tcase_add_test (tc, test_gcc_remb_path_finds_the_capacity);
  tcase_add_test (tc, test_gcc_path_first_seconds);
  tcase_add_test (tc, test_gcc_path_tolerates_losses);

  return s;
}

GST_CHECK_MAIN (gcc);

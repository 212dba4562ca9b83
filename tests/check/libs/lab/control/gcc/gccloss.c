/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GCC's model of losses, by values worked out from what it is said to do. */
#include <gst/lab/control/gcc/rtpcc-gcc-loss-v2.h>

#include "gcctest.h"
#include "tests/check/libs/rtpcc/simpath.h"

/* A packet each 5 ms, so that fifty and one more make an observation. */
#define INTERVAL (5 * MS)
#define PACKETS 50

typedef struct
{
  GccLossV2 loss;
  GccLossV2Input in;
  RtpCcTime now;
} Feed;

static void
feed_init (Feed * feed, gdouble delay_based)
{
  memset (feed, 0, sizeof (*feed));
  gcc_loss_v2_init (&feed->loss);
  feed->in.acked = -1;
  feed->in.delay_based = delay_based;
  feed->in.min_rate = 30 * KBIT;
  feed->in.max_rate = 100 * MBIT;
  feed->now = T0;
}

static void
feed_packet (Feed * feed, gdouble rate, RtpCcFate fate)
{
  RtpCcReport report = { 0 };

  report.packet.size = rate * INTERVAL / S / 8;
  report.packet.sent = feed->now;
  report.fate = fate;
  gcc_loss_v2_note (&feed->loss, &report);
  feed->now += INTERVAL;
}

/* An observation of this rate, so many of fifty packets lost. */
static void
feed_quarter (Feed * feed, gdouble rate, guint lost)
{
  for (guint i = 0; i < PACKETS; i++)
    feed_packet (feed, rate, i < lost ? RTP_CC_FATE_LOST
        : RTP_CC_FATE_RECEIVED);
  gcc_loss_v2_update (&feed->loss, &feed->in);
}

/* The first packet begins the time, so that the first observation ends with the first of
 * the second quarter. */
static void
feed_first (Feed * feed, gdouble rate)
{
  feed_packet (feed, rate, RTP_CC_FATE_RECEIVED);
}

/* What the path lets through of this rate; the rest is lost. */
static void
feed_policed (Feed * feed, gdouble rate, gdouble capacity)
{
  feed->in.acked = MIN (rate, capacity);
  feed_quarter (feed, rate,
      rate > capacity ? PACKETS * (1 - capacity / rate) : 0);
}

GST_START_TEST (test_gcc_loss_v2_needs_three_observations)
{
  Feed feed;

  feed_init (&feed, 1 * MBIT);
  feed_first (&feed, 1 * MBIT);
  for (guint i = 1; i <= 2; i++) {
    feed_quarter (&feed, 1 * MBIT, 0);
    fail_unless_equals_uint64 (feed.loss.n, i);
    fail_if (gcc_loss_v2_is_ready (&feed.loss));
  }
  for (guint i = 0; i < PACKETS - 1; i++)
    feed_packet (&feed, 1 * MBIT, RTP_CC_FATE_RECEIVED);
  gcc_loss_v2_update (&feed.loss, &feed.in);
  fail_if (gcc_loss_v2_is_ready (&feed.loss));
  feed_packet (&feed, 1 * MBIT, RTP_CC_FATE_RECEIVED);
  gcc_loss_v2_update (&feed.loss, &feed.in);
  fail_unless (gcc_loss_v2_is_ready (&feed.loss));
  fail_unless_near (feed.loss.seen[2].rate, 1 * MBIT, 1);
}

GST_END_TEST;

/* A loss that is the same at all rates is the path's.  The model begins with 1 % and may take
 * more for a limit, but the rate never falls below what first got through. */
GST_START_TEST (test_gcc_loss_v2_random_losses_do_not_limit)
{
  for (guint lost = 0; lost <= 2; lost++) {
    gdouble rate = 2 * MBIT, lowest = rate, part = lost / (gdouble) PACKETS;
    Feed feed;

    feed_init (&feed, 2 * MBIT);
    feed_first (&feed, rate);
    for (guint i = 0; i < 80; i++) {
      feed.in.acked = rate * (1 - part);
      feed_quarter (&feed, rate, lost);
      rate = gcc_loss_v2_limits (&feed.loss) ? feed.loss.rate : 2 * MBIT;
      lowest = MIN (lowest, rate);
    }
    fail_unless_near (feed.loss.average, part, 1e-3);
    fail_unless (lowest >= 2 * MBIT * (1 - part) - 1, "%g", lowest);
    if (lost > 0)
      fail_unless_near (feed.loss.channel.inherent, part, 0.002);
  }
}

GST_END_TEST;

/* The same loss at twice the rate that gets through is a limit, and the rate comes down to
 * what gets through within two seconds. */
GST_START_TEST (test_gcc_loss_v2_finds_a_policer)
{
  gdouble rate = 2 * MBIT;
  Feed feed;

  feed_init (&feed, 2 * MBIT);
  feed_first (&feed, rate);
  for (guint i = 0; i < 8; i++) {
    feed_policed (&feed, rate, 1 * MBIT);
    rate = gcc_loss_v2_limits (&feed.loss) ? feed.loss.rate : 2 * MBIT;
  }
  fail_unless (gcc_loss_v2_limits (&feed.loss));
  fail_unless (rate >= 1 * MBIT && rate <= 1.05 * MBIT, "%g", rate);
}

GST_END_TEST;

/* 25 % allow 100 kbit/s / (25 % - 5 %); never less than what gets through. */
GST_START_TEST (test_gcc_loss_v2_bounds_of_the_rate)
{
  static const gdouble cases[][2] = {   /* acked, rate; kbit/s */
    {-0.001, 500}, {700, 700}, {900, 900},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Feed feed;

    feed_init (&feed, 1 * MBIT);
    feed.in.acked = cases[i][0] * KBIT;
    /* 12 and 13 of 50, in turn */
    feed_first (&feed, 1 * MBIT);
    feed_quarter (&feed, 1 * MBIT, 12);
    feed_quarter (&feed, 1 * MBIT, 13);
    feed_quarter (&feed, 1 * MBIT, 12);
    feed_quarter (&feed, 1 * MBIT, 13);
    feed_quarter (&feed, 1 * MBIT, 13);
    fail_unless (gcc_loss_v2_limits (&feed.loss));
    fail_unless_near (feed.loss.average, 0.25, 0.005);
    fail_unless_near (feed.loss.rate, cases[i][1] * KBIT,
        0.03 * cases[i][1] * KBIT);
  }
}

GST_END_TEST;

/* Once down, it stays until the lossy observations are gone; then it rises by 1.2 R_hat, near
 * the rate that was held, by 1.3 in a window of 300 ms, and to where the delay-based part is. */
GST_START_TEST (test_gcc_loss_v2_comes_back)
{
  static const gdouble rates[] = { 1.2, 1.2 * 1.2, 1.2 * 1.3, 2 };
  guint n = 0;
  Feed feed;

  feed_init (&feed, 2 * MBIT);
  feed_first (&feed, 2 * MBIT);
  for (guint i = 0; i < 4; i++)
    feed_policed (&feed, 2 * MBIT, 1 * MBIT);
  fail_unless (feed.loss.state == GCC_LOSS_V2_DECREASING);
  fail_unless_equals_int64 (feed.loss.hold_time, 600 * MS);
  while (feed.loss.state == GCC_LOSS_V2_DECREASING && n++ < 100)
    feed_policed (&feed, feed.loss.rate, 2 * MBIT);
  fail_unless (n >= 12 && n <= 15, "%u quarters", n);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    fail_unless_near (feed.loss.rate, rates[i] * MBIT, 0.01 * MBIT);
    feed_policed (&feed, feed.loss.rate, 2 * MBIT);
  }
  fail_if (gcc_loss_v2_limits (&feed.loss));
  /* forgotten: the next hold is as short as the first */
  fail_unless_equals_int64 (feed.loss.hold_time, 300 * MS);
}

GST_END_TEST;

/* Each fall that did not end where the delay-based part is doubles the hold, to a minute. */
GST_START_TEST (test_gcc_loss_v2_holds_longer_each_time)
{
  gint64 hold = 300 * MS;
  Feed feed;

  feed_init (&feed, 2 * MBIT);
  feed_first (&feed, 2 * MBIT);
  for (guint i = 0; i < 10; i++, hold = MIN (2 * hold, 60 * S)) {
    fail_unless_equals_int64 (feed.loss.hold_time, hold);
    for (guint n = 0; feed.loss.state != GCC_LOSS_V2_DECREASING; n++) {
      fail_unless (n < 10);
      feed_policed (&feed, 2 * MBIT, 1 * MBIT);
    }
    fail_unless_equals_int64 (feed.loss.hold_end - feed.loss.end, hold);
    while (feed.loss.state == GCC_LOSS_V2_DECREASING)
      feed_policed (&feed, feed.loss.rate, 2 * MBIT);
  }
}

GST_END_TEST;

/* What a source that has nothing more to send gets through is no sign of the path. */
GST_START_TEST (test_gcc_loss_v2_source_that_leaves_room)
{
  Feed feed;

  for (guint i = 0; i <= 1; i++) {
    gdouble rate = i == 0 ? 0.57 * MBIT : 0.59 * MBIT;

    /* 65 % of it is 585 kbit/s */
    feed_init (&feed, 0.9 * MBIT);
    feed.in.acked = 0.88 * rate;
    feed_first (&feed, rate);
    feed_quarter (&feed, rate, 6);
    feed_quarter (&feed, rate, 6);
    fail_unless (gcc_loss_v2_limits (&feed.loss) == (i == 1), "%u", i);
  }
}

GST_END_TEST;

/* A loss that was none counts as such only until its observation is made. */
GST_START_TEST (test_gcc_loss_v2_late_packets)
{
  RtpCcReport late = { 0 };
  Feed feed;

  feed_init (&feed, 1 * MBIT);
  feed_first (&feed, 1 * MBIT);
  late.fate = RTP_CC_FATE_RECEIVED_LATE;
  late.packet.size = 625;
  for (guint i = 0; i < PACKETS; i++) {
    feed_packet (&feed, 1 * MBIT, RTP_CC_FATE_LOST);
    if (i % 5 == 0) {
      late.packet.sent = feed.now - INTERVAL;
      gcc_loss_v2_note (&feed.loss, &late);
    }
  }
  gcc_loss_v2_update (&feed.loss, &feed.in);
  fail_unless_near (feed.loss.seen[0].lost, 40 * 0.625, 1e-6);
  late.packet.sent = feed.loss.end;
  feed_packet (&feed, 1 * MBIT, RTP_CC_FATE_LOST);
  gcc_loss_v2_note (&feed.loss, &late);
  fail_unless_near (feed.loss.part.lost, 0.625, 1e-6);
}

GST_END_TEST;

/* The best and the worst are left out, but for a worst that was sent twice as fast. */
GST_START_TEST (test_gcc_loss_v2_average)
{
  static const gdouble cases[][2] = { {1, 0}, {1.9, 0}, {2.1, 0.1} };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Feed feed;

    feed_init (&feed, 3 * MBIT);
    feed_first (&feed, 1 * MBIT);
    for (guint k = 0; k < 5; k++)
      feed_quarter (&feed, 1 * MBIT, 0);
    feed_quarter (&feed, cases[i][0] * MBIT, 25);
    fail_unless (cases[i][1] == 0 ? feed.loss.average == 0
        : feed.loss.average > cases[i][1], "%g", feed.loss.average);
  }
}

GST_END_TEST;

/* ---- as a part of gcc ---- */

static void
add_to_mean (const void *sample, void *user)
{
  const SimSample *s = sample;
  gdouble *mean = user;

  if (s->time < 30)
    return;
  mean[0] += s->target;
  mean[1]++;
}

static gdouble
run_path (gdouble model, gdouble loss)
{
  SimConfig config;
  SimResult result;
  gdouble mean[2] = { 0 };

  sim_config_init (&config);
  config.session.ops = find_controller ("gcc");
  config.session.params = &model;
  config.session.min_bitrate = 30000;
  config.session.initial_bitrate = 300000;
  config.session.max_bitrate = 1500000;
  config.delay_forward = config.delay_back = 50 * MS;
  config.schedule = "0:1M";
  config.loss = loss;
  config.duration = 60 * S;
  config.sample = add_to_mean;
  config.user = mean;
  sim_run (&config, &result);
  return mean[0] / mean[1];
}

/* Thresholds see 10 % in a third of the reports; the model takes it for the path's. */
GST_START_TEST (test_gcc_loss_v2_on_a_path)
{
  static const struct
  {
    gdouble loss;
    gdouble low[2], high[2];    /* kbit/s, by thresholds and by the model */
  } cases[] = {
    {0, {800, 800}, {1000, 1000}},
    {0.01, {800, 800}, {1000, 1000}},
    {0.1, {50, 600}, {500, 1000}},
    /* above 20 % less is taken for better */
    {0.3, {0, 0}, {100, 100}},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    for (guint model = 0; model <= 1; model++) {
      gdouble rate = run_path (model, cases[i].loss) / KBIT;

      fail_unless (rate >= cases[i].low[model] && rate <= cases[i].high[model],
          "loss %g, model %u: %g", cases[i].loss, model, rate);
    }
  }
}

GST_END_TEST;

static Suite *
gccloss_suite (void)
{
  Suite *s = suite_create ("gccloss");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_loss_v2_needs_three_observations);
  tcase_add_test (tc, test_gcc_loss_v2_random_losses_do_not_limit);
  tcase_add_test (tc, test_gcc_loss_v2_finds_a_policer);
  tcase_add_test (tc, test_gcc_loss_v2_bounds_of_the_rate);
  tcase_add_test (tc, test_gcc_loss_v2_comes_back);
  tcase_add_test (tc, test_gcc_loss_v2_holds_longer_each_time);
  tcase_add_test (tc, test_gcc_loss_v2_source_that_leaves_room);
  tcase_add_test (tc, test_gcc_loss_v2_late_packets);
  tcase_add_test (tc, test_gcc_loss_v2_average);
  tcase_add_test (tc, test_gcc_loss_v2_on_a_path);

  return s;
}

GST_CHECK_MAIN (gccloss);

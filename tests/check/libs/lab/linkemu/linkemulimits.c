/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an emulated link counts, against a count that the test keeps; names, quantiles
 * and lines of the log at their ends. */
#include <gst/check/gstcheck.h>
#include <gst/lab/linkemu/linkemu-histogram.h>
#include <gst/lab/linkemu/linkemu-log.h>
#include <gst/lab/linkemu/linkemu.h>

#include <string.h>

#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS ((gint64) GST_MSECOND)
#define US ((gint64) GST_USECOND)

GST_START_TEST (test_aqm_names)
{
  static const gchar *known[] = { "droptail", "codel", "pie", "dualpi2" };
  static const gchar *unknown[] = { "", "drop", "droptail2", "CODEL", "fq" };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    fail_unless (linkemu_aqm_is_known (known[i]));
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    fail_if (linkemu_aqm_is_known (unknown[i]));
}

GST_END_TEST;

/* The least, the largest and what lies between, to a 32th; of nothing 0. */
GST_START_TEST (test_histogram_quantiles)
{
  LinkEmuHistogram *histogram = g_new0 (LinkEmuHistogram, 1);
  gint64 least, most;

  fail_unless_equals_int64 (linkemu_histogram_quantile (histogram, 0.5), 0);
  fail_unless_equals_int64 (linkemu_histogram_mean (histogram), 0);
  for (guint i = 1; i <= 100; i++)
    linkemu_histogram_add (histogram, i * MS);
  least = linkemu_histogram_quantile (histogram, 0);
  most = linkemu_histogram_quantile (histogram, 1);
  fail_unless (ABS (least - MS) <= MS / 32);
  fail_unless_equals_int64 (least, linkemu_histogram_quantile (histogram,
          0.01));
  fail_unless (ABS (most - 100 * MS) <= 100 * MS / 32);
  for (guint i = 1; i <= 100; i++) {
    gint64 value = linkemu_histogram_quantile (histogram,
        (i - 0.5) / 100);

    fail_unless (ABS (value - i * MS) <= i * MS / 32 + 1);
  }
  g_free (histogram);
}

GST_END_TEST;

/* A clock that begins below 0. */
GST_START_TEST (test_log_times_below_zero)
{
  static const struct
  {
    gint64 time;
    const gchar *begin;
  } cases[] = {
    {0, "0.000000,"}, {-1500 * MS, "-1.500000,"}, {-1 * US, "-0.000001,"},
    {1500 * MS, "1.500000,"}, {G_MININT64, "-9223372036.854776,"},
  };
  LinkEmuPacketInfo info = { 1200, 0, 0 };
  gchar line[LINKEMU_LOG_LINE_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    linkemu_log_refusal (line, "f", &info, 0, LINKEMU_DROPPED_QUEUE,
        cases[i].time);
    fail_unless (g_str_has_prefix (line, cases[i].begin), "%s", line);
  }
}

GST_END_TEST;

typedef struct
{
  guint64 in, in_bytes, out, out_bytes, fates[4], marked;
} Count;

static void
take_all (LinkEmu * link, Count * count, gint64 now)
{
  LinkEmuDeparture departure;

  while (linkemu_dequeue (link, &departure, now)) {
    if (departure.dropped) {
      count->fates[departure.overflow ? LINKEMU_DROPPED_QUEUE
          : LINKEMU_DROPPED_AQM]++;
      continue;
    }
    count->out++;
    count->out_bytes += departure.info.size;
    count->marked += departure.marked;
  }
}

/* Each AQM, on a link that gets half as much again as it carries and loses some. */
GST_START_TEST (test_linkemu_counts_of_any_traffic)
{
  static const gchar *names[] = { "droptail", "codel", "pie", "dualpi2" };
  GRand *rand = g_rand_new_with_seed (11 + __i__);
  LinkEmuConfig config = { 0, };
  Count count = { 0, };
  LinkEmuStats stats;
  gint64 now = T0;
  LinkEmu *link;

  config.rate = linkemu_rate_constant (5000000);
  config.aqm = names[__i__ % 4];
  config.fq = __i__ >= 4 && __i__ % 4 != 3;
  config.ecn = TRUE;
  config.loss = 0.02;
  config.delay = 10 * MS;
  config.overhead = 28;
  config.queue_limit_bytes = 60000;
  config.seed = 3 + (guint) __i__;
  link = linkemu_new (&config, now);
  for (guint i = 0; i < 10000; i++) {
    LinkEmuPacketInfo info = { 0, };
    LinkEmuFate fate;

    now += g_rand_int_range (rand, 200, 1800) * US;
    info.size = (guint) g_rand_int_range (rand, 60, 1800);
    info.ecn = (guint8) g_rand_int_range (rand, 0, 4);
    info.flow = (guint) g_rand_int_range (rand, 0, 5);
    take_all (link, &count, now);
    fate = linkemu_enqueue (link, GINT_TO_POINTER (1), &info, now);
    count.in++;
    count.in_bytes += info.size + 28;
    if (fate != LINKEMU_TAKEN)
      count.fates[fate]++;
  }
  take_all (link, &count, now + 100 * GST_SECOND);
  linkemu_stats (link, &stats, now + 100 * GST_SECOND);
  fail_unless_equals_uint64 (stats.packets_in, count.in);
  fail_unless_equals_uint64 (stats.bytes_in, count.in_bytes);
  fail_unless_equals_uint64 (stats.packets_out, count.out);
  fail_unless_equals_uint64 (stats.bytes_out, count.out_bytes);
  fail_unless_equals_uint64 (stats.dropped_loss,
      count.fates[LINKEMU_DROPPED_LOSS]);
  fail_unless_equals_uint64 (stats.dropped_queue,
      count.fates[LINKEMU_DROPPED_QUEUE]);
  fail_unless_equals_uint64 (stats.dropped_aqm,
      count.fates[LINKEMU_DROPPED_AQM]);
  fail_unless_equals_uint64 (stats.marked, count.marked);
  fail_unless_equals_uint64 (stats.queued_packets, 0);
  fail_unless_equals_uint64 (stats.queued_bytes, 0);
  /* Nothing is lost without a trace, and the loss is that of the configuration. */
  fail_unless_equals_uint64 (count.in, count.out
      + count.fates[LINKEMU_DROPPED_LOSS] + count.fates[LINKEMU_DROPPED_QUEUE]
      + count.fates[LINKEMU_DROPPED_AQM]);
  fail_unless (stats.dropped_loss > 140 && stats.dropped_loss < 260);
  fail_unless (stats.queue_delay_p50 <= stats.queue_delay_p95
      && stats.queue_delay_p95 <= stats.queue_delay_p99
      && stats.queue_delay_p99 <= stats.queue_delay_max);
  linkemu_free (link, NULL);
  g_rand_free (rand);
}

GST_END_TEST;

/* At 800 kbit/s 100 ms are 10 packets of 1000 bytes, besides the one on the link; in an
 * outage too, be it the first thing there is.  Without a rate nothing waits. */
GST_START_TEST (test_linkemu_limit_in_time)
{
  static const struct
  {
    const gchar *schedule;
    guint n;
  } cases[] = {
    {"0:800k", 11}, {"0:0,10:800k", 10}, {"0:800k,0.001:0", 10}, {NULL, 50},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LinkEmuConfig config = { 0, };
    LinkEmuPacketInfo info = { 1000, 0, 0 };
    gchar error[LINKEMU_ERROR_SIZE];
    LinkEmu *link;
    guint n = 0;

    if (cases[i].schedule != NULL)
      config.rate = linkemu_rate_schedule (cases[i].schedule, error);
    config.queue_limit_time = 100 * MS;
    link = linkemu_new (&config, T0);
    for (guint k = 0; k < 50; k++)
      n += linkemu_enqueue (link, GINT_TO_POINTER (1), &info, T0 + 2 * MS)
          == LINKEMU_TAKEN;
    fail_unless_equals_int (n, cases[i].n);
    linkemu_free (link, NULL);
  }
}

GST_END_TEST;

static Suite *
linkemulimits_suite (void)
{
  Suite *s = suite_create ("linkemulimits");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_aqm_names);
  tcase_add_test (tc, test_histogram_quantiles);
  tcase_add_test (tc, test_log_times_below_zero);
  tcase_add_test (tc, test_linkemu_limit_in_time);
  tcase_add_loop_test (tc, test_linkemu_counts_of_any_traffic, 0, 8);
  return s;
}

GST_CHECK_MAIN (linkemulimits);

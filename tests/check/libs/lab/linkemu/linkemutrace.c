/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A link by a trace of chances, and the credit of its server. */
#include <gst/lab/linkemu/linkemu-server.h>

#include "linktest.h"

/* Chances at 5, 5 and 20 ms, then again at 25, 25 and 40 ms. */
GST_START_TEST (test_linkemu_trace_departures)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("5\n5\n20\n");
  link = linkemu_new (&config, T0);
  /* Two packets share the first chance, the third goes on in the second, the
   * fourth is larger than the rest of it. */
  enqueue (link, 1, 700, T0);
  enqueue (link, 2, 804, T0);
  enqueue (link, 3, 1000, T0);
  enqueue (link, 4, 1000, T0);
  expect (link, 1, T0 + 5 * MS);
  expect (link, 2, T0 + 5 * MS);
  expect (link, 3, T0 + 5 * MS);
  expect (link, 4, T0 + 20 * MS);
  /* What the chance at 20 ms had left (1008 bytes) is lost for a packet that
   * comes later; those at 25 ms pass unused. */
  enqueue (link, 5, 1000, T0 + 26 * MS);
  expect (link, 5, T0 + 40 * MS);
  /* Larger than a chance: 45, 45 and 60 ms. */
  enqueue (link, 6, 4000, T0 + 41 * MS);
  expect (link, 6, T0 + 60 * MS);
  /* At the very time of a chance: 65 ms. */
  enqueue (link, 7, 1504, T0 + 65 * MS);
  expect (link, 7, T0 + 65 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* A chance each ms: packets in a row leave nothing of any, whatever their sizes are. */
GST_START_TEST (test_linkemu_trace_is_used_whole)
{
  GRand *rand = g_rand_new_with_seed (20240607);
  LinkEmuConfig config = { 0, };
  guint64 bytes = 0, sums[200];
  LinkEmu *link;

  config.rate = trace_of ("1\n");
  link = linkemu_new (&config, T0);
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++) {
    guint size = g_rand_int_range (rand, 1, 4000);

    enqueue (link, (int) i + 1, size, T0);
    sums[i] = bytes += size;
  }
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    expect (link, (int) i + 1, T0 + (gint64) ((sums[i] + 1503) / 1504) * MS);
  linkemu_free (link, NULL);
  g_rand_free (rand);
}

GST_END_TEST;

/* The wait for a chance is a wait in the queue. */
GST_START_TEST (test_linkemu_trace_queue_delay)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;

  config.rate = trace_of ("10\n20\n");
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1504, T0 + 1 * MS);
  enqueue (link, 2, 1504, T0 + 1 * MS);
  stats = stats_at (link, T0 + 10 * MS - 1);
  fail_unless_equals_uint64 (stats.queued_packets, 2);
  expect (link, 1, T0 + 10 * MS);
  expect (link, 2, T0 + 20 * MS);
  stats = stats_at (link, T0 + 20 * MS);
  fail_unless_equals_int64 (stats.queue_delay_max, 19 * MS);
  fail_unless_equals_float (stats.utilisation, 1.0);
  /* The last second, and before that the first one: 99 chances, as the one at
   * its end belongs to the next. */
  fail_unless_equals_float (stats.bitrate, 99 * 1504 * 8.0);
  stats = stats_at (link, T0 + 5000 * MS + 1);
  fail_unless_equals_float (stats.bitrate, 100 * 1504 * 8.0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* 2 chances in 20 ms: 1203200 bit/s, of which 100 ms are 15040 bytes. */
GST_START_TEST (test_linkemu_trace_queue_limit_in_time)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("10\n20\n");
  config.queue_limit_time = 100 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1504, T0 + 1), 10);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* What a packet has had of the chance of the one before is not sent twice. */
GST_START_TEST (test_linkemu_configure_within_a_shared_chance)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("10\n20\n");
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1000, T0);
  enqueue (link, 2, 504 + 1504, T0);
  config.rate = linkemu_rate_constant (1504 * 8);
  linkemu_configure (link, &config, T0 + 15 * MS);
  expect (link, 1, T0 + 10 * MS);
  expect (link, 2, T0 + 1015 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_trace_within_a_packet)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("10\n20\n");
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 2 * 1504, T0);
  config.rate = linkemu_rate_constant (1504 * 8);
  linkemu_configure (link, &config, T0 + 10 * MS);
  /* One chance of two is used just now: 1504 bytes take a second. */
  expect (link, 1, T0 + 1010 * MS);
  /* Another trace starts at its first chance. */
  config.rate = trace_of ("1\n2\n3\n");
  linkemu_configure (link, &config, T0 + 2000 * MS);
  for (int i = 2; i <= 4; i++)
    enqueue (link, i, 1504, T0 + 2000 * MS);
  expect (link, 2, T0 + 2001 * MS);
  expect (link, 3, T0 + 2002 * MS);
  config.rate = trace_of ("1\n2\n3\n");
  linkemu_configure (link, &config, T0 + 2002 * MS);
  expect (link, 4, T0 + 2003 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* What the nanosecond of the work before had left is there, whatever the rate is from
 * then on. */
GST_START_TEST (test_server_credit_needs_no_rate)
{
  LinkEmuStep steps[] = { {0, 0}, {1000, 1} };
  LinkEmuRate rate = { steps, 2, NULL, 0 };
  guint64 work;

  for (work = 1; work <= 100; work++) {
    LinkEmuServer server = { 500, 100, 0 };

    fail_unless_equals_int64 (linkemu_server_work (&server, &rate, 500, work),
        500);
    fail_unless_equals_uint64 (server.credit, 100 - work);
  }
}

GST_END_TEST;

/* Of work that is done nothing is left: not just then, nor without a limit. */
GST_START_TEST (test_server_leaves_nothing)
{
  LinkEmuStep step = { 0, 3 };
  LinkEmuRate rates[] = { {&step, 1, NULL, 0}, {NULL, 0, NULL, 0}
  };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    for (guint64 work = 1; work < 20; work++) {
      LinkEmuServer server = { 0, }, after = server;
      gint64 end = linkemu_server_work (&after, &rates[i], 500, work);

      for (gint64 now = end; now < end + 3; now++)
        fail_unless_equals_uint64 (linkemu_server_left (&server, &rates[i],
                500, work, now), 0);
    }
  }
}

GST_END_TEST;

static Suite *
linkemutrace_suite (void)
{
  Suite *s = suite_create ("linkemutrace");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_linkemu_trace_departures);
  tcase_add_test (tc, test_linkemu_trace_is_used_whole);
  tcase_add_test (tc, test_linkemu_trace_queue_delay);
  tcase_add_test (tc, test_linkemu_trace_queue_limit_in_time);
  tcase_add_test (tc, test_linkemu_configure_within_a_shared_chance);
  tcase_add_test (tc, test_linkemu_configure_trace_within_a_packet);
  tcase_add_test (tc, test_server_credit_needs_no_rate);
  tcase_add_test (tc, test_server_leaves_nothing);

  return s;
}

GST_CHECK_MAIN (linkemutrace);

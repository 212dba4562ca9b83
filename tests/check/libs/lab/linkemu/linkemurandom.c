/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is random in a link: jitter and reordering, losses, bursts of them. */
#include "linktest.h"

/* Packets every 1 ms, so that 5 ms of deviation reorder if they may. */
static int
count_reorderings (gboolean reorders, gint64 * largest, gint64 * smallest)
{
  LinkEmuConfig config = config_at (100000000);
  LinkEmu *link;
  int n_reordered = 0, highest = 0;

  config.delay = 50 * MS;
  config.jitter = 5 * MS;
  config.jitter_reorders = reorders;
  link = linkemu_new (&config, T0);
  for (int i = 1; i <= 5000; i++)
    enqueue (link, i, 1250, T0 + i * MS);
  *largest = 0;
  *smallest = G_MAXINT64;
  for (int i = 1; i <= 5000; i++) {
    gint64 time = 0, delay;
    int packet = take (link, &time);

    if (packet < highest)
      n_reordered++;
    highest = MAX (highest, packet);
    /* 0.1 ms on the link */
    delay = time - (T0 + packet * MS + MS / 10) - 50 * MS;
    *largest = MAX (*largest, delay);
    *smallest = MIN (*smallest, delay);
  }
  linkemu_free (link, NULL);
  return n_reordered;
}

/* One packet each ms. */
GST_START_TEST (test_linkemu_delivers_at_intervals)
{
  LinkEmuConfig config = config_at (100000000);
  LinkEmu *link;
  gint64 before = 0;

  config.delay = 5 * MS;
  config.jitter = __i__ * MS;
  config.delivery_interval = 20 * MS;
  link = linkemu_new (&config, T0);
  for (int i = 1; i <= 200; i++)
    enqueue (link, i, 1250, T0 + i * MS);
  for (int i = 1; i <= 200; i++) {
    gint64 time = 0, least = T0 + i * MS + MS / 10 + config.delay;

    fail_unless_equals_int (take (link, &time), i);
    fail_unless_equals_int64 (time % config.delivery_interval, 0);
    fail_unless (time >= least && time >= before);
    fail_unless (time < least + 4 * config.jitter + config.delivery_interval);
    before = time;
  }
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* Nobody overtakes those that wait for the next time. */
GST_START_TEST (test_linkemu_delivers_at_any_time_again)
{
  LinkEmuConfig config = config_at (100000000);
  LinkEmuDeparture departure;
  LinkEmu *link;
  gint64 time = 0;

  config.delivery_interval = 20 * MS;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0 + MS);
  fail_if (linkemu_dequeue (link, &departure, T0 + 2 * MS));
  config.delivery_interval = 0;
  config.rate = NULL;
  linkemu_configure (link, &config, T0 + 2 * MS);
  enqueue (link, 2, 1250, T0 + 3 * MS);
  fail_unless_equals_int (take (link, &time), 1);
  fail_unless_equals_int64 (time % (20 * MS), 0);
  fail_unless_equals_int (take (link, &time), 2);
  fail_unless_equals_int64 (time % (20 * MS), 0);
  enqueue (link, 3, 1250, T0 + 40 * MS);
  fail_unless_equals_int (take (link, &time), 3);
  fail_unless_equals_int64 (time, T0 + 40 * MS + MS / 10);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_jitter_reorders_on_request_only)
{
  gint64 largest, smallest;

  fail_unless_equals_int (count_reorderings (FALSE, &largest, &smallest), 0);
  /* One-sided; clipped at 15 ms, and what is kept from overtaking can come a
   * little later: 15 packets of 0.1 ms. */
  fail_unless (smallest >= 0 && smallest < MS);
  fail_unless (largest > 13 * MS && largest <= 15 * MS + 15 * MS / 10);

  fail_unless (count_reorderings (TRUE, &largest, &smallest) > 1000);
  fail_unless (smallest >= 0 && smallest < MS / 10);
  /* 0.3 % of 5000 are clipped. */
  fail_unless_equals_int64 (largest, 15 * MS);
}

GST_END_TEST;

/* RFC 8868: not closer than the packet takes on the link. */
GST_START_TEST (test_linkemu_jitter_keeps_the_spacing)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  gint64 time = 0, before = 0;
  int n_spaced = 0;

  config.jitter = 15 * MS;
  link = linkemu_new (&config, T0);
  for (int i = 1; i <= 1000; i++)
    enqueue (link, i, 1250, T0);
  for (int i = 1; i <= 1000; i++) {
    fail_unless_equals_int (take (link, &time), i);
    fail_unless (time - before >= 10 * MS);
    n_spaced += time - before == 10 * MS;
    before = time;
  }
  /* With a full link most of them are pushed back to the one before. */
  fail_unless (n_spaced > 500 && n_spaced < 1000);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* The mean of |N(0, 1)| is 0.798. */
GST_START_TEST (test_linkemu_jitter_mean)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  gint64 time = 0, sum = 0;

  config.jitter = 5 * MS;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 10000; i++) {
    gint64 now = T0 + i * 100 * MS;

    enqueue (link, 1, 1250, now);
    fail_unless_equals_int (take (link, &time), 1);
    sum += time - now;
  }
  /* 10000 draws with a deviation of 3 ms: 1 % is 4 times the standard error of
   * 0.03 ms, widened for the sum's thinner tails. */
  fail_unless (sum / 10000 > 3900000 && sum / 10000 < 4080000);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static int
count_losses (double loss, guint64 seed, GString * pattern)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;
  int lost = 0;

  config.loss = loss;
  config.seed = seed;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 20000; i++) {
    gboolean ok = is_taken (link, 1, 100, T0 + i);

    lost += !ok;
    if (pattern != NULL)
      g_string_append_c (pattern, ok ? '.' : 'x');
  }
  stats = stats_at (link, T0 + 20000);
  fail_unless_equals_uint64 (stats.dropped_loss, lost);
  fail_unless_equals_uint64 (stats.packets_in, 20000);
  fail_unless_equals_uint64 (stats.bytes_in, 2000000);
  linkemu_free (link, NULL);
  return lost;
}

GST_START_TEST (test_linkemu_loss_statistics)
{
  int lost;

  fail_unless_equals_int (count_losses (0, 1, NULL), 0);
  fail_unless_equals_int (count_losses (1, 1, NULL), 20000);
  for (guint64 seed = 0; seed < 10; seed++) {
    lost = count_losses (0.05, seed, NULL);
    /* 1000 with a deviation of 31: 4 of them to each side */
    fail_unless (lost > 876 && lost < 1124, "%d", lost);
  }
}

GST_END_TEST;

GST_START_TEST (test_linkemu_seed_decides)
{
  GString *a = g_string_new (NULL);
  GString *b = g_string_new (NULL);
  GString *c = g_string_new (NULL);

  count_losses (0.05, 7, a);
  count_losses (0.05, 7, b);
  count_losses (0.05, 8, c);
  fail_unless_equals_string (a->str, b->str);
  fail_if (g_str_equal (a->str, c->str));
  g_string_free (a, TRUE);
  g_string_free (b, TRUE);
  g_string_free (c, TRUE);
}

GST_END_TEST;

/* All lost in the bad state, none in the good one: a loss of p / (p + r) in
 * bursts of 1 / r. */
GST_START_TEST (test_linkemu_gilbert_elliott_bursts)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  int lost = 0, bursts = 0;
  gboolean in_burst = FALSE;

  config.ge_p = 0.01;
  config.ge_r = 0.25;
  config.ge_loss_bad = 1;
  config.seed = 3;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 100000; i++) {
    gboolean ok = is_taken (link, 1, 100, T0 + i);

    lost += !ok;
    bursts += !ok && !in_burst;
    in_burst = !ok;
  }
  linkemu_free (link, NULL);
  /* 3846; about 960 bursts, whose lengths deviate by 3.5: 4 x sqrt (960 x 25)
   * to each side */
  fail_unless (lost > 3226 && lost < 4466, "%d", lost);
  /* 4 +- 4 x 3.5 / sqrt (960) */
  fail_unless ((double) lost / bursts > 3.55, "%d", bursts);
  fail_unless ((double) lost / bursts < 4.45, "%d", bursts);
}

GST_END_TEST;

static Suite *
linkemurandom_suite (void)
{
  Suite *s = suite_create ("linkemurandom");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_linkemu_delivers_at_intervals, 0, 3);
  tcase_add_test (tc, test_linkemu_delivers_at_any_time_again);
  tcase_add_test (tc, test_linkemu_jitter_reorders_on_request_only);
  tcase_add_test (tc, test_linkemu_jitter_keeps_the_spacing);
  tcase_add_test (tc, test_linkemu_jitter_mean);
  tcase_add_test (tc, test_linkemu_loss_statistics);
  tcase_add_test (tc, test_linkemu_seed_decides);
  tcase_add_test (tc, test_linkemu_gilbert_elliott_bursts);

  return s;
}

GST_CHECK_MAIN (linkemurandom);

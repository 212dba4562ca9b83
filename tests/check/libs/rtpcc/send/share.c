/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a rate is shared among streams by priority and bounds. */
#include <string.h>
#include <gst/rtpcc/send/rtpcc-share.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define MAX_STREAMS 4
#define FREE 1000000000         /* a maximum that is never met */

typedef struct
{
  guint64 rate;
  guint n;
  struct
  {
    gdouble priority;
    guint64 min, max;
    gboolean active;
    guint64 rate;               /* expected */
  } streams[MAX_STREAMS];
} Case;

static const Case table[] = {
  {1000, 0, {{0, 0, 0, FALSE, 0}}},
  {1000, 1, {{0.5, 0, FREE, TRUE, 1000}}},
  /* In proportion */
  {1000, 2, {{1, 0, FREE, TRUE, 500}, {1, 0, FREE, TRUE, 500}}},
  {1000, 2, {{1, 0, FREE, TRUE, 800}, {0.25, 0, FREE, TRUE, 200}}},
  {1000, 3, {{0.2, 0, FREE, TRUE, 200}, {0.3, 0, FREE, TRUE, 300},
          {0.5, 0, FREE, TRUE, 500}}},
  /* Silent streams have no part. */
  {1000, 2, {{1, 100, FREE, FALSE, 0}, {1, 0, FREE, TRUE, 1000}}},
  {1000, 2, {{1, 100, FREE, FALSE, 0}, {1, 100, FREE, FALSE, 0}}},
  /* What one cannot use goes to the others. */
  {1000, 3, {{1, 0, 100, TRUE, 100}, {1, 0, FREE, TRUE, 450},
          {1, 0, FREE, TRUE, 450}}},
  {1000, 3, {{1, 0, 100, TRUE, 100}, {1, 0, 300, TRUE, 300},
          {1, 0, FREE, TRUE, 600}}},
  {1000, 2, {{1, 0, 100, TRUE, 100}, {1, 0, 300, TRUE, 300}}},
  /* What one needs comes from the others. */
  {1000, 3, {{1, 600, FREE, TRUE, 600}, {1, 0, FREE, TRUE, 200},
          {1, 0, FREE, TRUE, 200}}},
  {1000, 2, {{1, 700, FREE, TRUE, 700}, {1, 600, FREE, TRUE, 600}}},
  {0, 2, {{1, 70, FREE, TRUE, 70}, {1, 0, FREE, TRUE, 0}}},
  /* Both: first the need takes from all, then the maximum gives back. */
  {100, 2, {{1, 30, FREE, TRUE, 60}, {9, 0, 40, TRUE, 40}}},
  {1000, 3, {{1, 400, FREE, TRUE, 450}, {1, 0, 100, TRUE, 100},
          {1, 0, FREE, TRUE, 450}}},
  {100, 3, {{1, 20, FREE, TRUE, 45}, {1, 0, FREE, TRUE, 45},
          {8, 0, 10, TRUE, 10}}},
  {100, 2, {{1, 90, FREE, TRUE, 90}, {9, 0, 20, TRUE, 10}}},
  /* A maximum below the minimum gives way, and none is nothing. */
  {1000, 2, {{1, 300, 100, TRUE, 300}, {1, 0, FREE, TRUE, 700}}},
  {1000, 2, {{1, 0, 0, TRUE, 0}, {1, 0, FREE, TRUE, 1000}}},
  /* Extremes */
  {G_MAXUINT64, 1, {{1, 0, G_MAXUINT64, TRUE, G_MAXUINT64 - 1}}},
  {G_MAXUINT64, 2, {{1, 0, 5, TRUE, 5}, {1e-9, 0, 7, TRUE, 7}}},
  {1000, 2, {{1e-9, 0, FREE, TRUE, 0}, {1, 0, FREE, TRUE, 999}}},
};

GST_START_TEST (test_share_table)
{
  const Case *c = &table[__i__];
  RtpCcShare shares[MAX_STREAMS];

  memset (shares, 0, sizeof (shares));
  for (guint i = 0; i < c->n; i++) {
    shares[i].priority = c->streams[i].priority;
    shares[i].min_rate = c->streams[i].min;
    shares[i].max_rate = c->streams[i].max;
    shares[i].active = c->streams[i].active;
    shares[i].rate = 123;
  }
  rtp_cc_share (c->rate, shares, c->n);
  for (guint i = 0; i < c->n; i++)
    fail_unless_equals_uint64 (shares[i].rate, c->streams[i].rate);
}

GST_END_TEST;

/* One stream has a use for @useful; the other as much as it gets. */
static const struct
{
  guint64 useful, min, max, other_max;
  guint64 rate, other;          /* expected, of 1000 */
} modest[] = {
  {100, 0, FREE, FREE, 100, 900},
  {700, 0, FREE, FREE, 500, 500},
  {0, 0, FREE, FREE, 500, 500},
  /* It gets more when there is more than the other can take. */
  {100, 0, FREE, 800, 200, 800},
  {100, 0, 150, 800, 150, 800},
  {100, 0, FREE, 950, 100, 900},
  /* What it must have comes first, and a maximum below what is useful holds. */
  {100, 300, FREE, FREE, 300, 700},
  {500, 0, 200, FREE, 200, 800},
};

GST_START_TEST (test_share_what_is_useful)
{
  RtpCcShare shares[2];

  memset (shares, 0, sizeof (shares));
  shares[0].priority = shares[1].priority = 1;
  shares[0].active = shares[1].active = TRUE;
  shares[0].preferred_rate = modest[__i__].useful;
  shares[0].min_rate = modest[__i__].min;
  shares[0].max_rate = modest[__i__].max;
  shares[1].max_rate = modest[__i__].other_max;
  rtp_cc_share (1000, shares, 2);
  fail_unless_equals_uint64 (shares[0].rate, modest[__i__].rate);
  fail_unless_equals_uint64 (shares[1].rate, modest[__i__].other);
}

GST_END_TEST;

/* Rates whose sum is near the largest number that there is. */
GST_START_TEST (test_share_rest_of_large_rates)
{
  const guint64 quarter = G_GUINT64_CONSTANT (1) << 62;
  RtpCcShare shares[2];

  memset (shares, 0, sizeof (shares));
  for (guint i = 0; i < 2; i++) {
    shares[i].priority = 1;
    shares[i].max_rate = G_MAXUINT64;
    shares[i].preferred_rate = quarter;
    shares[i].active = TRUE;
  }
  rtp_cc_share (3 * quarter, shares, 2);
  fail_unless_equals_uint64 (shares[0].rate, quarter + quarter / 2);
  fail_unless_equals_uint64 (shares[1].rate, quarter + quarter / 2);
}

GST_END_TEST;

/* Those that have a use for little share what is left by priority. */
GST_START_TEST (test_share_rest_of_modest_streams)
{
  RtpCcShare shares[3];

  memset (shares, 0, sizeof (shares));
  for (guint i = 0; i < 3; i++) {
    shares[i].priority = i == 1 ? 0.75 : 0.25;
    shares[i].max_rate = FREE;
    shares[i].preferred_rate = 100;
    shares[i].active = i < 2;
  }
  rtp_cc_share (1000, shares, 3);
  fail_unless_equals_uint64 (shares[0].rate, 250);
  fail_unless_equals_uint64 (shares[1].rate, 750);
  fail_unless_equals_uint64 (shares[2].rate, 0);
}

GST_END_TEST;

#define N 16

static void
make_streams (GRand * rand, RtpCcShare * shares, guint n)
{
  memset (shares, 0, N * sizeof (RtpCcShare));
  for (guint i = 0; i < n; i++) {
    shares[i].priority = g_rand_double_range (rand, 0.01, 1);
    shares[i].min_rate = g_rand_boolean (rand) ? 0
        : g_rand_int_range (rand, 0, 2000000);
    shares[i].max_rate = shares[i].min_rate + g_rand_int_range (rand, 1,
        g_rand_boolean (rand) ? 1000 : 10000000);
    shares[i].active = g_rand_int_range (rand, 0, 5) > 0;
  }
}

/* The definition: there is a level, and each stream gets level * priority
 * within its bounds; and all of @rate is spent if there is a use for it. */
static void
check_level (guint64 rate, const RtpCcShare * shares, guint n)
{
  gdouble low = 0, high = G_MAXDOUBLE;
  guint64 sum = 0, min = 0, max = 0;

  for (guint i = 0; i < n; i++) {
    const RtpCcShare *s = &shares[i];

    if (!s->active) {
      check (s->rate == 0);
      continue;
    }
    check (s->rate >= s->min_rate && s->rate <= s->max_rate);
    sum += s->rate;
    min += s->min_rate;
    max += s->max_rate;
    /* A stream above its minimum says that the level is not lower, one below
     * its maximum that it is not higher. */
    if (s->rate > s->min_rate)
      low = MAX (low, (s->rate - 1) / s->priority);
    if (s->rate < s->max_rate)
      high = MIN (high, (s->rate + 1) / s->priority);
  }
  check (low <= high);
  rate = CLAMP (rate, min, max);
  /* Rates are whole numbers. */
  check (sum <= rate && sum + n >= rate);
}

GST_START_TEST (test_share_any_streams)
{
  GRand *rand = g_rand_new_with_seed (20240604);

  for (guint i = 0; i < 50000; i++) {
    guint n = g_rand_int_range (rand, 1, N + 1);
    guint64 rate = g_rand_int_range (rand, 0, 30000000);
    RtpCcShare shares[N];

    make_streams (rand, shares, n);
    rtp_cc_share (rate, shares, n);
    check_level (rate, shares, n);
  }
  g_rand_free (rand);
}

GST_END_TEST;

GST_START_TEST (test_share_order_does_not_matter)
{
  GRand *rand = g_rand_new_with_seed (20240605);

  for (guint i = 0; i < 10000; i++) {
    guint64 rate = g_rand_int_range (rand, 0, 30000000);
    RtpCcShare shares[N], turned[N];

    make_streams (rand, shares, N);
    for (guint k = 0; k < N; k++)
      turned[k] = shares[(k * 5 + 3) % N];
    rtp_cc_share (rate, shares, N);
    rtp_cc_share (rate, turned, N);
    for (guint k = 0; k < N; k++)
      /* Sums round otherwise in another order. */
      check (ABS ((gint64) (turned[k].rate
                  - shares[(k * 5 + 3) % N].rate)) <= 1);
  }
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
share_suite (void)
{
  Suite *s = suite_create ("share");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_share_table, 0, G_N_ELEMENTS (table));
  tcase_add_loop_test (tc, test_share_what_is_useful, 0, G_N_ELEMENTS (modest));
  tcase_add_test (tc, test_share_rest_of_large_rates);
  tcase_add_test (tc, test_share_rest_of_modest_streams);
  tcase_add_test (tc, test_share_any_streams);
  tcase_add_test (tc, test_share_order_does_not_matter);

  return s;
}

GST_CHECK_MAIN (share);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When the next packet may leave. */
#include <gst/rtpcc/send/rtpcc-pacer.h>

#include "tests/check/libs/rtpcc/mechanism.h"

static RtpCcPacer pacer;

static gboolean
try_send (guint size, RtpCcTime now)
{
  if (now < rtp_cc_pacer_next_time (&pacer))
    return FALSE;
  rtp_cc_pacer_on_sent (&pacer, size, now);
  return TRUE;
}

/* When packets of 1000 bytes go that all wait at T0; us since T0 */
static const struct
{
  guint64 rate;
  gint64 burst;
  gint64 sent[5];
} table[] = {
  /* 1 ms each */
  {8000000, 0, {0, 1000, 2000, 3000, 4000}},
  /* A packet may go when the last is through but for 1 ms. */
  {8000000, 1 * MS, {0, 0, 1000, 2000, 3000}},
  {8000000, 2500 * US, {0, 0, 0, 500, 1500}},
  {8000000, 100 * MS, {0, 0, 0, 0, 0}},
  {80000, 1 * MS, {0, 99000, 199000, 299000, 399000}},
  {8000000000, 0, {0, 1, 2, 3, 4}},
};

GST_START_TEST (test_pacer_table)
{
  rtp_cc_pacer_init (&pacer, table[__i__].rate, table[__i__].burst, T0);

  for (guint i = 0; i < 5; i++) {
    RtpCcTime t = T0 + table[__i__].sent[i] * US;

    /* Not a nanosecond earlier, but for those that may go at once */
    if (t > T0)
      fail_if (try_send (1000, t - 1));
    fail_unless (try_send (1000, t));
  }
}

GST_END_TEST;

GST_START_TEST (test_pacer_idle_time_is_not_saved_up)
{
  rtp_cc_pacer_init (&pacer, 8000000, 1 * MS, T0);
  fail_unless (try_send (1000, T0 + 10 * S));
  fail_unless (try_send (1000, T0 + 10 * S));
  fail_if (try_send (1000, T0 + 10 * S));
  fail_unless_equals_int64 (rtp_cc_pacer_next_time (&pacer),
      T0 + 10 * S + 1 * MS);
}

GST_END_TEST;

/* Wakes up 0.9 ms late each time, within the burst: no rate is lost. */
GST_START_TEST (test_pacer_late_caller_catches_up)
{
  RtpCcTime now = T0;
  guint n = 0;

  rtp_cc_pacer_init (&pacer, 8000000, 1 * MS, T0);
  while (now < T0 + 10 * S) {
    while (try_send (1000, now))
      n++;
    now = rtp_cc_pacer_next_time (&pacer) + 900 * US;
  }
  /* 1000 packets in a second, and what the burst lets go first */
  fail_unless (n >= 9999 && n <= 10002);
}

GST_END_TEST;

GST_START_TEST (test_pacer_new_rate_counts_from_now_on)
{
  rtp_cc_pacer_init (&pacer, 8000000, 0, T0);
  fail_unless (try_send (1000, T0));
  rtp_cc_pacer_set_rate (&pacer, 80000000);
  /* The packet that is on its way */
  fail_unless_equals_int64 (rtp_cc_pacer_next_time (&pacer), T0 + 1 * MS);
  fail_unless (try_send (1000, T0 + 1 * MS));
  fail_unless_equals_int64 (rtp_cc_pacer_next_time (&pacer), T0 + 1100 * US);
  rtp_cc_pacer_set_rate (&pacer, 800000);
  fail_unless (try_send (1000, T0 + 1100 * US));
  fail_unless_equals_int64 (rtp_cc_pacer_next_time (&pacer), T0 + 11100 * US);
}

GST_END_TEST;

/* The clock of a machine that has run for long, and beyond each width that
 * once was enough: 2^32 us, 2^16 s, 2^53 ns (104 days), 250 years. */
GST_START_TEST (test_pacer_at_any_time)
{
  static const RtpCcTime times[] = {
    0, 1, G_GINT64_CONSTANT (4294967296000) - 50 * MS, 65536 * S - 50 * MS,
    (G_GINT64_CONSTANT (1) << 53) - 50 * MS, G_GINT64_CONSTANT (7889400000) * S
  };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    rtp_cc_pacer_init (&pacer, 8000000, 0, times[i]);
    for (guint k = 0; k < 100; k++) {
      check (rtp_cc_pacer_next_time (&pacer) == times[i] + k * MS);
      check (try_send (1000, times[i] + k * MS));
    }
  }
}

GST_END_TEST;

GST_START_TEST (test_pacer_extremes)
{
  rtp_cc_pacer_init (&pacer, 1, 0, T0);
  fail_unless (try_send (65535 + 48, T0));
  fail_unless_equals_int64 (rtp_cc_pacer_next_time (&pacer),
      T0 + 8 * 65583 * S);
  rtp_cc_pacer_init (&pacer, G_MAXUINT64, 0, T0);
  for (guint i = 0; i < 100; i++)
    fail_unless (try_send (65535, T0));
}

GST_END_TEST;

#define N_SENT 2000

/* The promise of rtpcc-pacer.h for each interval between two packets, under a
 * caller that asks at least every burst, at times of its own. */
GST_START_TEST (test_pacer_keeps_its_promise)
{
  GRand *rand = g_rand_new_with_seed (20240602 + __i__);
  guint64 rate = 50000 << g_rand_int_range (rand, 0, 14);
  gint64 burst = g_rand_int_range (rand, 0, 5) * MS;
  static RtpCcTime sent[N_SENT];
  static gdouble before[N_SENT];        /* bytes sent before this one */
  gdouble bytes = 0;
  RtpCcTime now = T0;
  guint n = 0;

  rtp_cc_pacer_init (&pacer, rate, burst, T0);
  while (n < N_SENT) {
    guint size = g_rand_int_range (rand, 40, 1500);

    while (!try_send (size, now)) {
      RtpCcTime next = rtp_cc_pacer_next_time (&pacer);

      now += burst > 0 ? g_rand_int_range (rand, 1, burst + 1) : next - now;
      /* The caller sleeps no longer than it was told, and wakes up late. */
      now = MIN (now, next + burst / 2);
    }
    sent[n] = now;
    before[n++] = bytes;
    bytes += size;
  }
  for (guint a = 0; a < N_SENT; a += 1 + a % 7) {
    for (guint b = a; b < N_SENT; b++) {
      gdouble t = (gdouble) (sent[b] - sent[a]) / S;
      /* Times are whole ns: one is lost with each packet. */
      gdouble ns = (gdouble) (b - a + 1) / S * rate / 8;
      gdouble sum = before[b] - before[a];

      /* @sum goes from one packet to before another: without the last it is
       * at most the rate, with the first at least. */
      check (sum <= rate / 8. * (t + (gdouble) burst / S) + ns + 1);
      check (sum >= rate / 8. * t - 1500 - rate / 8. * burst / S - ns);
    }
  }
  g_rand_free (rand);
}

GST_END_TEST;

/* After 20 ms, of which the caller was late for some: at 1 ms a packet there are
 * two for the burst, one for each ms of lateness, and no more than 5 ms. */
GST_START_TEST (test_pacer_caller_that_says_how_late)
{
  static const struct
  {
    gint64 late;
    guint packets;
  } lateness[] =
      { {0, 2}, {1 * MS, 3}, {3 * MS, 5}, {5 * MS, 7}, {50 * MS, 7} };

  for (guint i = 0; i < G_N_ELEMENTS (lateness); i++) {
    RtpCcTime now = T0 + 20 * MS;
    guint n = 0;

    rtp_cc_pacer_init (&pacer, 8000000, 1 * MS, T0);
    rtp_cc_pacer_set_late (&pacer, lateness[i].late);
    while (n < 100 && try_send (1000, now))
      n++;
    fail_unless_equals_int (n, lateness[i].packets);

    /* In time again */
    now += 20 * MS;
    rtp_cc_pacer_set_late (&pacer, 0);
    for (n = 0; n < 100 && try_send (1000, now); n++);
    fail_unless_equals_int (n, 2);
  }
}

GST_END_TEST;

static Suite *
pacer_suite (void)
{
  Suite *s = suite_create ("pacer");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_pacer_table, 0, G_N_ELEMENTS (table));
  tcase_add_test (tc, test_pacer_idle_time_is_not_saved_up);
  tcase_add_test (tc, test_pacer_late_caller_catches_up);
  tcase_add_test (tc, test_pacer_caller_that_says_how_late);
  tcase_add_test (tc, test_pacer_new_rate_counts_from_now_on);
  tcase_add_test (tc, test_pacer_at_any_time);
  tcase_add_test (tc, test_pacer_extremes);
  tcase_add_loop_test (tc, test_pacer_keeps_its_promise, 0, 30);

  return s;
}

GST_CHECK_MAIN (pacer);

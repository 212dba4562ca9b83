/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A link packet by packet: delay, rate, what changes while packets are inside, AQM, statistics. */
#include <gst/lab/linkemu/linkemu-aqm.h>
#include <math.h>

#include "linktest.h"

GST_START_TEST (test_linkemu_unlimited_adds_the_delay_only)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;

  config.delay = 50 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  enqueue (link, 1, 1200, T0);
  enqueue (link, 2, 1200, T0);
  expect (link, 1, T0 + 50 * MS);
  expect (link, 2, T0 + 50 * MS);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);

  stats = stats_at (link, T0 + 51 * MS);
  fail_unless_equals_uint64 (stats.packets_out, 2);
  fail_unless (isnan (stats.utilisation));
  fail_unless_equals_float (stats.bitrate, 0.0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_constant_rate_departures_are_exact)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.delay = 7 * MS;
  config.overhead = 28;
  link = linkemu_new (&config, T0);
  /* 1222 + 28 bytes at 1 Mbit/s are 10 ms. */
  for (int i = 1; i <= 3; i++) {
    enqueue (link, i, 1222, T0);
    fail_unless_equals_int64 (linkemu_next_time (link), T0 + 17 * MS);
  }
  expect (link, 1, T0 + 17 * MS);
  expect (link, 2, T0 + 27 * MS);
  expect (link, 3, T0 + 37 * MS);
  /* An idle link has saved nothing. */
  enqueue (link, 4, 1222, T0 + 95 * MS);
  expect (link, 4, T0 + 112 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* 7 Mbit/s: 1200 bytes take 1371428.57 ns.  The rounding must not add up. */
GST_START_TEST (test_linkemu_rounding_does_not_add_up)
{
  LinkEmuConfig config = config_at (7000000);
  LinkEmu *link = linkemu_new (&config, T0);
  gint64 time = 0;

  for (int i = 1; i <= 7000; i++)
    enqueue (link, i, 1200, T0);
  for (int i = 1; i <= 7000; i++)
    fail_unless_equals_int (take (link, &time), i);
  fail_unless_equals_int64 (time, T0 + 9600 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* Nobody asks for 60 ms, then a packet comes: those before left in time. */
GST_START_TEST (test_linkemu_late_calls_do_not_delay)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  LinkEmuDeparture departure;
  LinkEmuStats stats;

  config.queue_limit_bytes = 1250;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0);
  /* Fits, since the link has taken both before by now. */
  enqueue (link, 3, 1250, T0 + 15 * MS);
  enqueue (link, 4, 1250, T0 + 60 * MS);
  for (int i = 1; i <= 3; i++)
    fail_unless_equals_int (dequeue (link, &departure, T0 + 60 * MS), i);
  expect (link, 4, T0 + 70 * MS);
  stats = stats_at (link, T0 + 70 * MS);
  /* Waits of 0, 10, 5 and 0 ms. */
  fail_unless_equals_int64 (stats.queue_delay_max, 10 * MS);
  fail_unless_equals_int64 (stats.queue_delay_mean, 3750000);
  fail_unless_equals_int64 (stats.queue_delay_now, 0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_rate_changes_within_a_packet)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  /* 4 ms at 1M are 4000 bits of 10000; an outage of 20 ms; 6000 at 2M. */
  config.rate = linkemu_rate_schedule ("0:1M,0.004:0,0.024:2M", error);
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0);
  expect (link, 1, T0 + 27 * MS);
  expect (link, 2, T0 + 32 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_within_a_packet)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);

  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0);
  /* 4000 bits are through; a new delay holds for what has not left. */
  config.rate = linkemu_rate_constant (2000000);
  config.delay = 1 * MS;
  linkemu_configure (link, &config, T0 + 4 * MS);
  expect (link, 1, T0 + 8 * MS);
  /* Without a rate the old one goes on. */
  config.rate = NULL;
  config.delay = 2 * MS;
  linkemu_configure (link, &config, T0 + 9 * MS);
  expect (link, 2, T0 + 14 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_out_of_an_outage)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  config.rate = linkemu_rate_schedule ("0:1M,0.005:0", error);
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0 + 6 * MS);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  config.rate = linkemu_rate_constant (1000000);
  linkemu_configure (link, &config, T0 + 50 * MS);
  expect (link, 1, T0 + 55 * MS);
  expect (link, 2, T0 + 65 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_to_unlimited_empties_the_queue)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);

  for (int i = 1; i <= 3; i++)
    enqueue (link, i, 1250, T0);
  config.rate = linkemu_rate_constant (0);
  linkemu_configure (link, &config, T0 + 4 * MS);
  for (int i = 1; i <= 3; i++)
    expect (link, i, T0 + 4 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* A shorter delay must not let a packet overtake those on the way. */
GST_START_TEST (test_linkemu_shorter_delay_keeps_the_order)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.delay = 100 * MS;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  config.delay = 10 * MS;
  linkemu_configure (link, &config, T0 + 5 * MS);
  enqueue (link, 2, 1250, T0 + 5 * MS);
  expect (link, 1, T0 + 100 * MS);
  expect (link, 2, T0 + 100 * MS);
  enqueue (link, 3, 1250, T0 + 100 * MS);
  expect (link, 3, T0 + 110 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* From reordering to order: after the last arrival of all. */
GST_START_TEST (test_linkemu_order_after_reordering)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.jitter_reorders = true;
  config.delay = 100 * MS;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  config.delay = 10 * MS;
  linkemu_configure (link, &config, T0);
  enqueue (link, 2, 1250, T0);
  config.jitter_reorders = false;
  linkemu_configure (link, &config, T0);
  enqueue (link, 3, 1250, T0);
  expect (link, 2, T0 + 10 * MS);
  expect (link, 1, T0 + 100 * MS);
  expect (link, 3, T0 + 100 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* A simulation may start before 0. */
GST_START_TEST (test_linkemu_outage_for_good)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  config.rate = linkemu_rate_schedule ("0:1M,0.01:0", error);
  link = linkemu_new (&config, -10 * MS);
  enqueue (link, 1, 1250, -10 * MS);
  enqueue (link, 2, 1250, -10 * MS);
  expect (link, 1, 0);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_utilisation)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);
  gint64 start = T0 + 777 * MS;

  fail_unless (isnan (stats_at (link, start).utilisation));
  enqueue (link, 1, 1250, start);
  enqueue (link, 2, 1250, start + 3 * MS);
  /* The time before the first packet does not count, that before later ones
   * does, and a packet half served counts half. */
  fail_unless_equals_float (stats_at (link, start + 5 * MS).utilisation, 1.0);
  fail_unless_equals_float (stats_at (link, start + 15 * MS).utilisation, 1.0);
  fail_unless_equals_float (stats_at (link, start + 40 * MS).utilisation, 0.5);
  /* 20 of 40 kbit so far; 10 ms at 2M offer 20 more, and 10 are used. */
  config.rate = linkemu_rate_constant (2000000);
  linkemu_configure (link, &config, start + 40 * MS);
  enqueue (link, 3, 1250, start + 40 * MS);
  fail_unless_equals_float (stats_at (link, start + 50 * MS).utilisation, 0.5);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_queue_delay_quantiles)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);
  LinkEmuStats stats;
  gint64 time = 0;

  /* Waits of 0, 10 ... 990 ms */
  for (int i = 1; i <= 100; i++)
    enqueue (link, i, 1250, T0);
  for (int i = 1; i <= 100; i++)
    take (link, &time);
  stats = stats_at (link, time);
  fail_unless_equals_int64 (stats.queue_delay_mean, 495 * MS);
  fail_unless_equals_int64 (stats.queue_delay_max, 990 * MS);
  /* Within 1/64 of the exact 490, 940 and 980 ms */
  fail_unless (ABS (stats.queue_delay_p50 - 490 * MS) <= 490 * MS / 64);
  fail_unless (ABS (stats.queue_delay_p95 - 940 * MS) <= 940 * MS / 64);
  fail_unless (ABS (stats.queue_delay_p99 - 980 * MS) <= 980 * MS / 64);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static int n_freed;

static void
count_freed (void *packet)
{
  n_freed += GPOINTER_TO_INT (packet);
}

GST_START_TEST (test_linkemu_free_returns_all_packets)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  n_freed = 0;
  config.delay = 50 * MS;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 5; i++)
    enqueue (link, 1 << i, 1250, T0);
  /* Two are on the way, one on the link, two in the queue. */
  stats_at (link, T0 + 25 * MS);
  linkemu_free (link, count_freed);
  fail_unless_equals_int (n_freed, 0x1f);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_flush_empties_and_goes_on)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;

  n_freed = 0;
  config.delay = 50 * MS;
  config.rate = trace_of ("10\n30\n");
  link = linkemu_new (&config, T0);
  /* One is on the way, one on the link up to 40 ms, one in the queue. */
  enqueue (link, 1, 1504, T0);
  enqueue (link, 2, 3008, T0);
  enqueue (link, 4, 1504, T0);
  linkemu_flush (link, count_freed, T0 + 30 * MS);
  fail_unless_equals_int (n_freed, 7);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  stats = stats_at (link, T0 + 30 * MS);
  fail_unless_equals_uint64 (stats.packets_in, 3);
  fail_unless_equals_uint64 (stats.queued_packets, 0);
  /* The trace is where it was, and its chance at 40 ms is free; what was on
   * the way is nothing to be kept behind of. */
  config.rate = NULL;
  config.delay = 5 * MS;
  linkemu_configure (link, &config, T0 + 30 * MS);
  enqueue (link, 5, 1504, T0 + 31 * MS);
  expect (link, 5, T0 + 45 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

typedef struct
{
  LinkEmuAqm aqm;
  LinkEmuFifo queue;
} Late;

static LinkEmuFate
late_enqueue (LinkEmuAqm * aqm, LinkEmuPacket * packet,
    const LinkEmuLinkView * view, int64_t now)
{
  linkemu_aqm_push (aqm, &((Late *) aqm)->queue, packet);
  return LINKEMU_TAKEN;
}

static LinkEmuPacket *
late_remove (LinkEmuAqm * aqm)
{
  return linkemu_aqm_pop (aqm, &((Late *) aqm)->queue);
}

/* Drops what has waited more than 15 ms, marks what has waited at all. */
static LinkEmuPacket *
late_dequeue (LinkEmuAqm * aqm, const LinkEmuLinkView * view, int64_t now)
{
  LinkEmuPacket *packet;

  while ((packet = late_remove (aqm)) != NULL) {
    packet->marked = now > packet->enqueued;
    if (now - packet->enqueued <= 15 * MS)
      return packet;
    linkemu_aqm_drop (aqm, packet);
  }
  return NULL;
}

static const LinkEmuAqmOps late_ops = {
  .name = "late",
  .state_size = sizeof (Late),
  .enqueue = late_enqueue,
  .dequeue = late_dequeue,
  .remove = late_remove,
};

GST_START_TEST (test_linkemu_aqm_decides_when_the_wait_is_known)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  LinkEmuStats stats;
  LinkEmuDeparture departure;

  config.delay = 100 * MS;
  link = linkemu_new_with_aqm (&config, &late_ops, T0);
  for (int i = 1; i <= 4; i++)
    enqueue (link, i, 1250, T0);
  /* Refused at 20 ms, and back before any other has arrived */
  for (int i = 3; i <= 4; i++) {
    fail_unless_equals_int (dequeue (link, &departure, T0 + 20 * MS), i);
    fail_unless (departure.dropped && !departure.marked);
  }
  expect (link, 1, T0 + 110 * MS);
  fail_unless_equals_int (dequeue (link, &departure, T0 + 120 * MS), 2);
  fail_unless (!departure.dropped && departure.marked);
  stats = stats_at (link, T0 + 120 * MS);
  fail_unless_equals_uint64 (stats.dropped_aqm, 2);
  fail_unless_equals_uint64 (stats.dropped_queue, 0);
  fail_unless_equals_uint64 (stats.marked, 1);
  fail_unless_equals_uint64 (stats.packets_out, 2);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static Suite *
linkemu_suite (void)
{
  Suite *s = suite_create ("linkemu");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_linkemu_unlimited_adds_the_delay_only);
  tcase_add_test (tc, test_linkemu_constant_rate_departures_are_exact);
  tcase_add_test (tc, test_linkemu_rounding_does_not_add_up);
  tcase_add_test (tc, test_linkemu_late_calls_do_not_delay);
  tcase_add_test (tc, test_linkemu_rate_changes_within_a_packet);
  tcase_add_test (tc, test_linkemu_configure_within_a_packet);
  tcase_add_test (tc, test_linkemu_configure_out_of_an_outage);
  tcase_add_test (tc, test_linkemu_configure_to_unlimited_empties_the_queue);
  tcase_add_test (tc, test_linkemu_shorter_delay_keeps_the_order);
  tcase_add_test (tc, test_linkemu_order_after_reordering);
  tcase_add_test (tc, test_linkemu_outage_for_good);
  tcase_add_test (tc, test_linkemu_utilisation);
  tcase_add_test (tc, test_linkemu_queue_delay_quantiles);
  tcase_add_test (tc, test_linkemu_free_returns_all_packets);
  tcase_add_test (tc, test_linkemu_flush_empties_and_goes_on);
  tcase_add_test (tc, test_linkemu_aqm_decides_when_the_wait_is_known);

  return s;
}

GST_CHECK_MAIN (linkemu);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Limits of the queue of a link: in time, in bytes, in an outage. */
#include "linktest.h"

/* 300 ms at 1 Mbit/s are 37500 bytes: 30 packets wait, one is on the link. */
GST_START_TEST (test_linkemu_queue_limit_in_time)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  LinkEmuStats stats;

  config.queue_limit_time = 300 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 40, 1250, T0), 31);
  stats = stats_at (link, T0);
  fail_unless_equals_uint64 (stats.dropped_queue, 9);
  fail_unless_equals_uint64 (stats.queued_packets, 30);
  fail_unless_equals_uint64 (stats.queued_bytes, 37500);
  /* One leaves, one fits. */
  fail_unless_equals_int (count_accepted (link, 2, 1250, T0 + 10 * MS - 1), 0);
  fail_unless_equals_int (count_accepted (link, 2, 1250, T0 + 10 * MS), 1);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* With the rate the bytes that fit fall, but not what is inside. */
GST_START_TEST (test_linkemu_queue_limit_in_time_follows_the_rate)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.queue_limit_time = 100 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1250, T0), 11);
  config.rate = linkemu_rate_constant (500000);
  linkemu_configure (link, &config, T0);
  fail_unless_equals_uint64 (stats_at (link, T0).queued_packets, 10);
  /* 5 may wait at 500 kbit/s: five have left the queue after 100 ms. */
  fail_unless_equals_int (count_accepted (link, 1, 1250, T0 + 100 * MS), 0);
  fail_unless_equals_int (count_accepted (link, 2, 1250, T0 + 120 * MS), 1);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* In an outage the queue is as long as before it. */
GST_START_TEST (test_linkemu_queue_limit_in_an_outage)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  config.queue_limit_time = 100 * MS;
  config.rate = linkemu_rate_schedule ("0:1M,1:0,2:5M", error);
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1250, T0 + 1500 * MS), 10);
  linkemu_free (link, NULL);
  /* At the start as long as after it */
  config.rate = linkemu_rate_schedule ("0:0,1:0,2:1M", error);
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1250, T0 + 500 * MS), 10);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_queue_limit_in_bytes)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.queue_limit_bytes = 5000;
  config.queue_limit_time = 300 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 10, 1250, T0), 5);
  /* A small packet does not fit into a full queue either. */
  fail_unless_equals_int (count_accepted (link, 1, 1, T0), 0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_lone_packet_is_never_too_large)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.queue_limit_bytes = 100;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  fail_unless_equals_int (count_accepted (link, 1, 1250, T0 + 9 * MS), 0);
  enqueue (link, 2, 1250, T0 + 10 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static Suite *
linkemuqueue_suite (void)
{
  Suite *s = suite_create ("linkemuqueue");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_linkemu_queue_limit_in_time);
  tcase_add_test (tc, test_linkemu_queue_limit_in_time_follows_the_rate);
  tcase_add_test (tc, test_linkemu_queue_limit_in_an_outage);
  tcase_add_test (tc, test_linkemu_queue_limit_in_bytes);
  tcase_add_test (tc, test_linkemu_lone_packet_is_never_too_large);

  return s;
}

GST_CHECK_MAIN (linkemuqueue);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Traps for receivers that lie: when one is set, what proves a lie, and the rate that is
 * left. */
#include <gst/rtpcc/session/rtpcc-honesty.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SEED 20240607
#define MBIT 1000000

static RtpCcHonesty honesty;
static RtpCcTime now;

static void
setup (void)
{
  now = T0;
  rtp_cc_honesty_init (&honesty, SEED, MBIT, now);
}

/* Packets until the next number that is left out. */
static guint
next_skip (void)
{
  guint n = 1;

  while (!rtp_cc_honesty_skips (&honesty)) {
    n++;
    check (n <= 256);
  }
  return n;
}

/* One number of 64 to 256, and after a lie one of 16 to 48; each distance comes. */
GST_START_TEST (test_honesty_numbers_are_left_out_at_random)
{
  gboolean seen[257] = { 0 };
  guint distinct = 0;

  next_skip ();
  for (guint i = 0; i < 4000; i++) {
    guint n = next_skip ();

    check (n >= 64 && n < 256);
    distinct += !seen[n];
    seen[n] = TRUE;
  }
  fail_unless (distinct > 185);
  fail_unless_equals_uint64 (honesty.stats.traps, 4001);

  rtp_cc_honesty_on_numbers (&honesty, 0, 1, 0, now);
  next_skip ();
  for (guint i = 0; i < 100; i++) {
    guint n = next_skip ();

    check (n >= 16 && n < 48);
  }
}

GST_END_TEST;

GST_START_TEST (test_honesty_two_seeds_differ)
{
  guint first[10], same = 0;

  for (guint i = 0; i < 10; i++)
    first[i] = next_skip ();
  rtp_cc_honesty_init (&honesty, SEED + 1, MBIT, now);
  for (guint i = 0; i < 10; i++)
    same += next_skip () == first[i];
  fail_unless (same < 5);
}

GST_END_TEST;

GST_START_TEST (test_honesty_without_a_seed_all_is_believed)
{
  rtp_cc_honesty_init (&honesty, 0, MBIT, now);
  for (guint i = 0; i < 100000; i++)
    check (!rtp_cc_honesty_skips (&honesty)
        && !rtp_cc_honesty_looks (&honesty, now + i * MS));
  fail_if (rtp_cc_honesty_on_packets (&honesty, 0, 1000, now));
  fail_if (honesty.dishonest);
}

GST_END_TEST;

/* Two packets that had not left, or six numbers; a truth between takes one back. */
GST_START_TEST (test_honesty_proof)
{
  fail_if (rtp_cc_honesty_on_packets (&honesty, 0, 1, now));
  fail_unless (rtp_cc_honesty_on_packets (&honesty, 0, 1, now));
  fail_unless (honesty.dishonest);

  setup ();
  for (guint i = 0; i < 5; i++)
    fail_if (rtp_cc_honesty_on_numbers (&honesty, 0, 1, 0, now));
  fail_if (rtp_cc_honesty_on_numbers (&honesty, 1, 0, 0, now));
  fail_if (rtp_cc_honesty_on_numbers (&honesty, 0, 1, 0, now));
  fail_unless (rtp_cc_honesty_on_numbers (&honesty, 0, 1, 0, now));

  setup ();
  for (guint i = 0; i < 1000; i++) {
    fail_if (rtp_cc_honesty_on_numbers (&honesty, 1, 0, 0, now));
    fail_if (rtp_cc_honesty_on_numbers (&honesty, 0, 1, 0, now));
  }
  /* Two voices: each truth is followed by its contrary. */
  setup ();
  for (guint i = 0; i < 6; i++) {
    rtp_cc_honesty_on_numbers (&honesty, 1, 0, 0, now);
    rtp_cc_honesty_on_numbers (&honesty, 0, 1, 1, now);
  }
  fail_unless (honesty.dishonest);
}

GST_END_TEST;

/* A packet is due at the time that was drawn for it, not before. */
GST_START_TEST (test_honesty_packet_is_due_in_time)
{
  for (guint i = 0; i < 100; i++) {
    now = honesty.next_hold;
    rtp_cc_honesty_look (&honesty, 0, now - 1);
    check (!honesty.hold_due);
    rtp_cc_honesty_look (&honesty, 0, now);
    check (honesty.hold_due);
    rtp_cc_honesty_held (&honesty, now);
    check (honesty.next_hold > now);
  }
}

GST_END_TEST;

static RtpCcTime
held_for (void)
{
  RtpCcTime start = now;

  while (honesty.dishonest) {
    now = rtp_cc_honesty_next_time (&honesty);
    fail_unless (rtp_cc_honesty_tick (&honesty, now));
  }
  return now - start;
}

/* The minimum for 30 s after the last lie, each time twice as long up to 8 minutes; then
 * twice as much each second. */
GST_START_TEST (test_honesty_limit)
{
  gint64 penalty = 30 * S;

  fail_unless_equals_uint64 (rtp_cc_honesty_limit (&honesty, 100, 900), 900);
  fail_if (rtp_cc_honesty_tick (&honesty, now + 1000 * S));
  for (guint i = 0; i < 6; i++) {
    rtp_cc_honesty_on_packets (&honesty, 0, 2, now);
    fail_unless_equals_uint64 (rtp_cc_honesty_limit (&honesty, 100, 900), 100);
    now += 10 * S;
    rtp_cc_honesty_on_packets (&honesty, 0, 1, now);
    fail_unless_equals_int64 (held_for (), penalty);
    fail_unless_equals_uint64 (honesty.stats.verdicts, i + 1);
    penalty = MIN (2 * penalty, 480 * S);
    for (guint limit = 100; limit < 1000; limit *= 2) {
      fail_unless_equals_uint64 (rtp_cc_honesty_limit (&honesty, 100, 900),
          MIN (limit, 900));
      now += S;
      fail_unless (rtp_cc_honesty_tick (&honesty, now));
    }
  }
  for (guint i = 0; i < 11; i++)
    rtp_cc_honesty_tick (&honesty, now += S);
  fail_unless_equals_int64 (rtp_cc_honesty_next_time (&honesty),
      RTP_CC_TIME_NEVER);
  fail_unless_equals_uint64 (rtp_cc_honesty_limit (&honesty, 100, 900), 900);
}

GST_END_TEST;

static gboolean
is_due (gdouble rate)
{
  rtp_cc_honesty_look (&honesty, rate, now);
  return honesty.hold_due;
}

/* Each 30 to 90 s; a second after the last when the rate is half as much again as
 * what is proven; and soon after a lie. */
GST_START_TEST (test_honesty_when_a_packet_is_held)
{
  now += 2 * S;
  fail_if (is_due (1.4 * MBIT));
  fail_unless (is_due (1.6 * MBIT));
  rtp_cc_honesty_held (&honesty, now);
  fail_if (is_due (1.6 * MBIT));
  now += S;
  fail_unless (is_due (1.6 * MBIT));
  rtp_cc_honesty_on_packets (&honesty, 1, 0, now);
  fail_if (is_due (1.6 * MBIT));
  fail_unless (is_due (2.5 * MBIT));

  rtp_cc_honesty_held (&honesty, now);
  now += 28 * S;
  fail_if (is_due (MBIT));
  now += 61 * S;
  fail_unless (is_due (MBIT));
  rtp_cc_honesty_on_packets (&honesty, 0, 1, now);
  rtp_cc_honesty_held (&honesty, now);
  now += 250 * MS;
  fail_if (is_due (MBIT));
  now += 650 * MS;
  fail_unless (is_due (MBIT));
}

GST_END_TEST;

/* Soon after each of the first four that told nothing, whatever the rate is then; later
 * after the fifth. */
GST_START_TEST (test_honesty_what_told_nothing_is_tried_again)
{
  for (guint i = 0; i < 4; i++) {
    rtp_cc_honesty_held (&honesty, now);
    rtp_cc_honesty_void (&honesty, now);
    now += 250 * MS;
    fail_if (is_due (0));
    now += 650 * MS;
    fail_unless (is_due (0));
  }
  rtp_cc_honesty_held (&honesty, now);
  rtp_cc_honesty_void (&honesty, now);
  now += 5 * S - 1;
  fail_if (is_due (0));
  now += 10 * S;
  fail_unless (is_due (0));
}

GST_END_TEST;

static Suite *
honesty_suite (void)
{
  Suite *s = suite_create ("honesty");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, NULL);
  tcase_add_test (tc, test_honesty_numbers_are_left_out_at_random);
  tcase_add_test (tc, test_honesty_two_seeds_differ);
  tcase_add_test (tc, test_honesty_without_a_seed_all_is_believed);
  tcase_add_test (tc, test_honesty_packet_is_due_in_time);
  tcase_add_test (tc, test_honesty_proof);
  tcase_add_test (tc, test_honesty_limit);
  tcase_add_test (tc, test_honesty_when_a_packet_is_held);
  tcase_add_test (tc, test_honesty_what_told_nothing_is_tried_again);

  return s;
}

GST_CHECK_MAIN (honesty);

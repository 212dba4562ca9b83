/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sequence numbers that do not go on by one: repeated, older, after a jump, more than the
 * ledger keeps. */
#include "ledgertest.h"

/* As rtprtxqueue repeats packets, under their own numbers. */
GST_START_TEST (test_ledger_same_number_again)
{
  guint64 id;

  send_packet (A, 1);
  send_packet (A, 2);
  send_packet (A, 3);
  now += 10 * MS;
  id = send_packet (A, 2);
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);

  /* Which of the two came cannot be told: neither RTT nor arrival. */
  now += 50 * MS;
  received (A, 2);
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_RECEIVED);
  fail_unless (feedback.rtt < 0);
  fail_unless (feedback.reports[0].arrival == RTP_CC_TIME_NEVER);
  fail_unless_equals_uint64 (in_flight (), SIZE);
  received (A, 3);
  finish ();
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* Repeated after its loss: it has the time of a round trip once more. */
GST_START_TEST (test_ledger_lost_number_again)
{
  guint64 lost, again, later;

  lost = send_packet (A, 1);
  send_packet (A, 2);
  missing (A, 1);
  received (A, 2);
  finish ();
  now += 31 * MS;
  finish ();
  assert_report (0, lost, RTP_CC_FATE_LOST);

  again = send_packet (A, 1);
  fail_unless_equals_uint64 (in_flight (), 0);
  later = send_packet (A, 3);
  now += 200 * MS;
  missing (A, 1);
  fail_unless_equals_uint64 (finish (), 0);

  /* A packet that left after it came; now the reordering window counts. */
  received (A, 3);
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, later, RTP_CC_FATE_RECEIVED);
  now += 30 * MS;
  fail_unless_equals_uint64 (finish (), 0);
  if (__i__ == 0) {
    received (A, 1);
    fail_unless_equals_uint64 (finish (), 1);
    assert_report (0, again, RTP_CC_FATE_RECEIVED);
  }
  now += 1;
  fail_unless_equals_uint64 (finish (), __i__);
  if (__i__ == 1)
    assert_report (0, again, RTP_CC_FATE_LOST);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* Other packets of an application may overtake each other before us. */
GST_START_TEST (test_ledger_number_a_little_back)
{
  send_packet (A, 100);
  send_packet (A, 102);
  send_packet (A, 101);
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);
  /* Before the first of all: there is no place for it. */
  send_packet (A, 98);
  fail_unless_equals_uint64 (in_flight (), 3 * SIZE);

  received (A, 98);
  received (A, 100);
  received (A, 101);
  received (A, 102);
  fail_unless_equals_uint64 (finish (), 3);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* A payloader that begins anew under the same SSRC. */
GST_START_TEST (test_ledger_numbers_jump)
{
  static const gint jumps[] = {
    300, 30000, 32767, 32768, 32769, 40000, 65000, -5000, -30000, 12345
  };
  guint16 seq = 40000;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++) {
    for (guint k = 0; k < 500; k++) {
      send_packet (A, seq);
      n++;
      check (in_flight () == SIZE);
      now += MS;
      received (A, seq++);
      check (finish () == 1);
      check (feedback.bytes_newly_acked == SIZE);
      check (in_flight () == 0);
    }
    seq = (guint16) (seq + jumps[i]);
  }
  fail_unless_equals_uint64 (stats ()->received, n);
  fail_unless_equals_uint64 (stats ()->lost, 0);
}

GST_END_TEST;

/* The same with packets in flight: those before the jump are given up or
 * matched, and none stays in flight. */
GST_START_TEST (test_ledger_numbers_jump_with_flight)
{
  static const gint jumps[] = { 300, 32767, 40000, -5000, -30000 };
  guint16 seq = 100;

  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++) {
    for (guint k = 0; k < 500; k++)
      send_packet (A, seq++);
    seq = (guint16) (seq + jumps[i]);
    send_packet (A, seq);
    now += 50 * MS;
    received (A, seq++);
    finish ();
    fail_unless_equals_uint64 (in_flight (), 0);
    now += S;
    finish ();
  }
  fail_unless_equals_uint64 (stats ()->sent,
      stats ()->received + stats ()->lost + stats ()->forgotten);
}

GST_END_TEST;

/* All numbers that are kept are in flight, and a jump leaves hardly any of them, one, or
 * none: what falls out leaves the flight, once. */
GST_START_TEST (test_ledger_numbers_jump_over_the_ring)
{
  for (guint jump = 32765; jump <= 32770; jump++) {
    guint16 seq = 100;

    teardown ();
    setup ();
    for (guint i = 0; i < 32768; i++)
      send_packet (A, seq++);
    send_packet (A, (guint16) (seq + jump));
    fail_unless_equals_uint64 (in_flight (),
        (1 + MAX (32767 - (gint) jump, 0)) * SIZE);
  }
}

GST_END_TEST;

/* Back by less than a payloader's restart would: taken for repetitions until
 * the numbers are new again. */
GST_START_TEST (test_ledger_numbers_back_into_the_ring)
{
  for (guint i = 0; i < 200; i++)
    send_packet (A, i);
  received (A, 199);
  finish ();
  for (guint i = 50; i < 200; i++) {
    send_packet (A, i);
    check (in_flight () == 0);
    received (A, i);
    check (finish () == 1);
  }
  send_packet (A, 200);
  fail_unless_equals_uint64 (in_flight (), SIZE);
  received (A, 200);
  fail_unless_equals_uint64 (finish (), 1);
  fail_unless_equals_uint64 (in_flight (), 0);
}

GST_END_TEST;

/* Half the numbers are kept; what falls out leaves the flight. */
GST_START_TEST (test_ledger_ring_is_full)
{
  guint64 id = 0;

  for (guint i = 0; i < 40000; i++)
    id = send_packet (A, (guint16) (65000 + i));
  fail_unless_equals_uint64 (in_flight (), G_GUINT64_CONSTANT (32768) * SIZE);
  fail_unless_equals_uint64 (stats ()->forgotten, 40000 - 32768);

  /* The oldest that is kept, and the one before it */
  received (A, (guint16) (65000 + 40000 - 32768));
  fail_unless_equals_uint64 (finish (), 1);
  received (A, (guint16) (65000 + 40000 - 32769));
  fail_unless_equals_uint64 (finish (), 0);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 1);

  received (A, (guint16) (65000 + 39999));
  fail_unless_equals_uint64 (finish (), 1);
  assert_report (0, id, RTP_CC_FATE_RECEIVED);
  fail_unless_equals_uint64 (in_flight (), 0);
  now += S;
  fail_unless_equals_uint64 (finish (), 32766);
  fail_unless_equals_uint64 (stats ()->lost + stats ()->forgotten,
      32766 + 40000 - 32768);
}

GST_END_TEST;

/* Of packets that all came the last 128 are kept at least, as they may be named again, and
 * the last 256 at most, however many they were. */
GST_START_TEST (test_ledger_what_came_is_forgotten)
{
  guint16 seq = 65000;

  for (guint i = 0; i < 3000; i++) {
    send_packet (A, seq);
    now += MS;
    received (A, seq++);
    check (finish () == 1);
  }
  received (A, seq - 128);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 0);
  received (A, seq - 257);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 1);
}

GST_END_TEST;

static Suite *
ledgernumbers_suite (void)
{
  Suite *s = suite_create ("ledgernumbers");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_ledger_same_number_again);
  tcase_add_loop_test (tc, test_ledger_lost_number_again, 0, 2);
  tcase_add_test (tc, test_ledger_number_a_little_back);
  tcase_add_test (tc, test_ledger_numbers_jump);
  tcase_add_test (tc, test_ledger_numbers_jump_with_flight);
  tcase_add_test (tc, test_ledger_numbers_jump_over_the_ring);
  tcase_add_test (tc, test_ledger_numbers_back_into_the_ring);
  tcase_add_test (tc, test_ledger_ring_is_full);
  tcase_add_test (tc, test_ledger_what_came_is_forgotten);

  return s;
}

GST_CHECK_MAIN (ledgernumbers);

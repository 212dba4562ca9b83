/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets that a session holds back to find a receiver that lies. */
#include "sessiontest.h"

/* The last @n packets of A; those of bits in @missing did not come. */
static void
feed_last (guint n, guint missing)
{
  RtpCcMetric metrics[8] = { {0} };
  RtpCcCcfbBlock block = { A, (guint16) (seq[0] - n), n, metrics };
  guint8 data[64];

  for (guint i = 0; i < n; i++)
    metrics[i].received = !(missing >> i & 1);
  give_rtcp (data, rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1,
          (guint32) (now * 65536 / S), RTP_CC_NUM_REPORTS_COUNT),
      RTP_CC_RTCP_OK);
}

/* Sends a frame of three packets, a, b, c; what is held of it is left inside. */
static gchar
send_frame (gint stream)
{
  gint sum = 'a' + 'b' + 'c';

  for (gint i = 0; i < 3; i++)
    enqueue (stream, (gchar) ('a' + i), A, 3000, i == 2);
  for (guint i = 0; i < 3; i++) {
    now += MS;
    sum -= dequeue ();
  }
  return (gchar) sum;
}

/* Honest frames, @gap apart, until a packet of one is held; which one. */
static gchar
hold_one_after (gint stream, gint64 gap)
{
  gchar held = 0;

  for (guint i = 0; i < 1000 && held == 0; i++) {
    now += gap;
    held = send_frame (stream);
    now += 20 * MS;
    if (held == 0)
      feed_last (3, 0);
  }
  fail_unless (held == 'a' || held == 'b');
  return held;
}

static gchar
hold_one (gint stream)
{
  return hold_one_after (stream, 97 * MS);
}

static gint
start_holding (guint64 seed)
{
  gint stream;

  config.seed = seed;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'x', A, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'x');
  now += 20 * MS;
  feed_last (1, 0);
  return stream;
}

/* It leaves with the feedback that has passed it, or 35 ms later, which nobody can
 * tell before; and it is neither lost nor late, though the receiver never says that it
 * came. */
GST_START_TEST (test_session_held_packet_leaves_after_feedback)
{
  guint n_later = 0;

  for (guint64 seed = 1; seed <= 20; seed++) {
    gint stream = start_holding (seed);
    gchar held = hold_one (stream);

    fail_unless_equals_int (dequeue (), 0);
    fail_unless (next_time () > now);
    feed_last (3, 1u << (held - 'a'));
    fail_unless (next_time () <= now + 35 * MS);
    n_later += next_time () == now + 35 * MS;
    now += 35 * MS;
    fail_unless_equals_int (dequeue (), held);
    fail_unless_equals_uint64 (get_info ().honesty.traps, 1);
    fail_unless_equals_uint64 (get_info ().honesty.passed, 1);

    for (guint i = 0; i < 10; i++) {
      fail_unless_equals_int (send_frame (stream), 0);
      now += 30 * MS;
      feed_last (3, 0);
    }
    fail_unless_equals_uint64 (get_info ().ledger.lost, 0);
    fail_unless_equals_uint64 (get_info ().ledger.late, 0);
    fail_unless_equals_uint64 (get_info ().ledger.forgotten, 1);
    fail_unless_equals_uint64 (get_info ().bytes_in_flight, 0);
  }
  /* One of two, and two deviations to each side */
  fail_unless (n_later >= 5 && n_later <= 15, "%u", n_later);
}

GST_END_TEST;

GST_START_TEST (test_session_held_packet_leaves_without_feedback)
{
  gint stream = start_holding (1);
  RtpCcTime start;
  gchar held;

  held = hold_one (stream);
  fail_unless_equals_int (get_stream_info (stream).queued_packets, 1);
  fail_unless_equals_uint64 (get_stream_info (stream).queued_bytes, WIRE);
  start = now - 23 * MS;
  /* It left when it was to be sent, within the three ms of its frame. */
  fail_unless (next_time () >= start + 79 * MS
      && next_time () <= start + 83 * MS);
  now = next_time ();
  fail_unless_equals_int (dequeue (), held);
  fail_unless_equals_int (get_stream_info (stream).queued_packets, 0);
  fail_unless_equals_uint64 (get_stream_info (stream).queued_bytes, 0);
  fail_unless_equals_uint64 (get_info ().honesty.passed, 0);
}

GST_END_TEST;

/* The longest time between those that leave from now on. */
static RtpCcTime
longest_gap (guint n_packets)
{
  RtpCcTime last = now, longest = 0;

  for (guint n = 0; n < n_packets;) {
    if (dequeue () == 0) {
      now = rtp_cc_session_next_send (session);
      continue;
    }
    longest = MAX (longest, now - last);
    last = now;
    n++;
  }
  return longest;
}

/* It leaves right behind another one, and the next waits for both. */
GST_START_TEST (test_session_longest_wait_behind_a_held_packet)
{
  gint64 longest = 0;

  config.min_bitrate = 4000;
  for (guint64 seed = 1; seed <= 20; seed++) {
    gint stream = start_holding (seed);
    gchar held = hold_one_after (stream, 400 * MS);
    gint64 gap;

    wanted.media_rate = wanted.pacing_rate = 6000;
    feed_last (3, 1u << (held - 'a'));
    enqueue (stream, 'd', A, 4000, TRUE);
    enqueue (stream, 'e', A, 5000, TRUE);
    gap = longest_gap (3);
    longest = MAX (longest, gap);
    fail_unless (gap <= rtp_cc_session_longest_wait (session, WIRE),
        "%" G_GINT64_FORMAT, gap);
    fail_unless_equals_uint64 (get_info ().controller_violations, 0);
    wanted.media_rate = wanted.pacing_rate = 8000000;
  }
  /* 16000 bits at 6 kbit/s, and 35 ms are over: that was no empty test. */
  fail_unless (longest > 2600 * MS && longest < 2670 * MS);
}

GST_END_TEST;

/* Behind two that told nothing the next one waits twice as long, and so on. */
GST_START_TEST (test_session_held_packet_waits_longer)
{
  static const gint waits[] = { 80, 80, 160, 320, 320 };
  gint stream = start_holding (1);

  for (guint i = 0; i < G_N_ELEMENTS (waits); i++) {
    gchar held = hold_one (stream);
    RtpCcTime start = now - 23 * MS;

    for (; next_time () < start + (waits[i] - 1) * MS; tick ())
      now = next_time ();       /* nothing was heard of the others */
    fail_unless (next_time () >= start + (waits[i] - 1) * MS
        && next_time () <= start + (waits[i] + 3) * MS);
    now = next_time ();
    fail_unless_equals_int (dequeue (), held);
    now += 20 * MS;
    feed_last (3, 0);
  }
}

GST_END_TEST;

/* Packets of @ssrc that leave before the held one does, of 60 in 30 ms. */
static guint
count_overtaking (guint64 seed, guint32 ssrc)
{
  gint stream = start_holding (seed), other = add_stream (1);
  gchar held = hold_one (stream);
  guint n = 0;

  while (n < 60) {
    gchar name;

    enqueue_sized (ssrc == A ? stream : other, 'o', ssrc, 9000 + n, TRUE, 200);
    now += MS / 2;
    name = dequeue ();
    if (name == held)
      break;
    fail_unless_equals_int (name, 'o');
    n++;
  }
  return n;
}

/* Who decrypts bears 63 late packets; those of another SSRC do not count. */
GST_START_TEST (test_session_held_packet_is_overtaken_by_few)
{
  guint n = count_overtaking (1, A);

  /* One or two of its frame have passed it already. */
  fail_unless (n >= 53 && n <= 56, "%u", n);
  fail_unless_equals_int (count_overtaking (1, B), 60);
}

GST_END_TEST;

/* Two that are said to have come before they left. */
static gint
start_with_a_liar (void)
{
  gint stream = start_holding (1);

  for (guint i = 0; i < 2; i++) {
    gchar held = hold_one (stream);

    fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_OK);
    feed_last (3, 0);
    fail_unless_equals_int (dequeue (), held);
    fail_unless_equals_uint64 (get_info ().honesty.lies, i + 1);
    fail_unless_equals_uint64 (get_info ().honesty.passed, 0);
  }
  fail_unless_equals_int (get_info ().feedback_state,
      RTP_CC_FEEDBACK_DISHONEST);
  return stream;
}

GST_START_TEST (test_session_lie_about_a_held_packet)
{
  start_with_a_liar ();
  fail_unless_equals_uint64 (get_info ().estimated_bitrate, config.min_bitrate);
}

GST_END_TEST;

/* With a liar any packet may be held, but not for what is no packet. */
GST_START_TEST (test_session_event_behind_a_held_packet)
{
  gint stream = start_with_a_liar ();
  guint64 traps = get_info ().honesty.traps;
  guint64 sent = get_info ().ledger.sent;

  obeys = TRUE;
  for (guint i = 0; i < 100; i++) {
    now += 20 * MS;
    enqueue (stream, 'a', A, 3000, TRUE);
    enqueue_event (stream, 'e');
    fail_unless_equals_int (dequeue (), 'a');
    fail_unless_equals_int (dequeue (), 'e');
    now += 10 * MS;
    feed_last (1, 0);
  }
  fail_unless (get_info ().honesty.traps > traps);
  fail_unless_equals_uint64 (get_info ().ledger.sent, sent + 100);
}

GST_END_TEST;

/* Events keep their place behind it, what is thrown away is it too, and a host that is
 * busy does not get it. */
GST_START_TEST (test_session_held_packet_and_its_stream)
{
  gint stream = start_holding (1);
  gchar held = hold_one (stream);

  enqueue_event (stream, 'e');
  fail_unless_equals_int (dequeue (), held);
  fail_unless_equals_int (dequeue (), 'e');

  stream = start_holding (2);
  held = hold_one (stream);
  g_string_truncate (dropped, 0);
  rtp_cc_session_clear_stream (session, stream, on_drop, NULL);
  fail_unless_equals_int (dropped->str[0], held);
  fail_unless_equals_int (dequeue (), 0);

  stream = start_holding (3);
  held = hold_one (stream);
  rtp_cc_session_set_blocked (session, stream, true);
  now += S;
  fail_unless_equals_int (dequeue (), 0);
  rtp_cc_session_set_blocked (session, stream, false);
  fail_unless_equals_int (dequeue (), held);
  now += 100 * MS;
  feed_last (3, 0);

  stream = start_holding (4);
  held = hold_one (stream);
  g_string_truncate (dropped, 0);
  rtp_cc_session_remove_stream (session, stream, on_drop, NULL, now);
  fail_unless_equals_int (dropped->str[0], held);
}

GST_END_TEST;

/* What may follow a packet that is to be held. */
typedef enum
{
  NEXT_OF_FRAME, OTHER_SSRC, OTHER_FRAME, OTHER_NUMBER, N_FOLLOWERS
} Follower;

/* A packet, and one that is the last of its frame; what is held of them. */
static gchar
send_pair (gint stream, Follower follower)
{
  gint sum = 'a' + 'b';

  enqueue (stream, 'a', A, 3000, FALSE);
  seq[1] = seq[0];
  seq[0] += follower == OTHER_NUMBER;
  enqueue (stream, 'b', follower == OTHER_SSRC ? B : A,
      follower == OTHER_FRAME ? 6000 : 3000, TRUE);
  for (guint i = 0; i < 2; i++) {
    now += MS;
    sum -= dequeue ();
  }
  return (gchar) sum;
}

/* Both came. */
static void
feed_pair (Follower follower)
{
  RtpCcMetric metrics[3] = { {.received = true}, {.received =
        follower != OTHER_NUMBER}, {.received = true}
  };
  guint16 n = follower == OTHER_SSRC ? 1 : follower == OTHER_NUMBER ? 3 : 2;
  RtpCcCcfbBlock blocks[] =
      { {A, (guint16) (seq[0] - n), n, metrics}, {B, (guint16) (seq[1] - 1), 1,
      metrics}
  };
  guint8 data[64];

  give_rtcp (data, rtp_cc_ccfb_write (data, sizeof (data), 1, blocks,
          follower == OTHER_SSRC ? 2 : 1, (guint32) (now * 65536 / S),
          RTP_CC_NUM_REPORTS_COUNT), RTP_CC_RTCP_OK);
}

/* Without the next of its frame behind it, what passes a packet would say nothing of it: then
 * none is held in two minutes, in which the session holds one otherwise. */
GST_START_TEST (test_session_held_packet_has_a_follower)
{
  for (Follower follower = 0; follower < N_FOLLOWERS; follower++) {
    gint stream = start_holding (5);
    gchar held = 0;

    for (guint i = 0; i < 1000 && held == 0; i++) {
      now += 97 * MS;
      held = send_pair (stream, follower);
      now += 20 * MS;
      if (held == 0)
        feed_pair (follower);
    }
    fail_unless_equals_int (held, follower == NEXT_OF_FRAME ? 'a' : 0);
  }
}

GST_END_TEST;

static Suite *
sessionheld_suite (void)
{
  Suite *s = suite_create ("sessionheld");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_session_held_packet_leaves_after_feedback);
  tcase_add_test (tc, test_session_held_packet_leaves_without_feedback);
  tcase_add_test (tc, test_session_longest_wait_behind_a_held_packet);
  tcase_add_test (tc, test_session_held_packet_waits_longer);
  tcase_add_test (tc, test_session_held_packet_is_overtaken_by_few);
  tcase_add_test (tc, test_session_lie_about_a_held_packet);
  tcase_add_test (tc, test_session_event_behind_a_held_packet);
  tcase_add_test (tc, test_session_held_packet_and_its_stream);
  tcase_add_test (tc, test_session_held_packet_has_a_follower);

  return s;
}

GST_CHECK_MAIN (sessionheld);

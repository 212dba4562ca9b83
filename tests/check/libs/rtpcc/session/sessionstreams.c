/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several streams in a session: turns and shares, urgent and uncontrolled streams, pauses. */
#include <string.h>

#include "sessiontest.h"

/* ---- streams ---- */

/* Packets of three streams that always have some, in proportion. */
GST_START_TEST (test_session_turns_by_priority)
{
  static const gdouble priority[] = { 1, 0.5, 0.25 };
  gint stream[3];
  guint64 sent[3], all = 0;

  for (guint i = 0; i < 3; i++)
    stream[i] = add_stream (priority[i]);
  for (guint i = 0; i < 3; i++)
    fail_unless (ABS (get_stream_info (stream[i]).target_rate
            - 4000000 * priority[i] / 1.75) <= 1);

  for (guint n = 0; n < 1000; n++) {
    now += MS;
    /* Of different sizes: shares are of bytes. */
    for (guint i = 0; i < 3; i++) {
      while (get_stream_info (stream[i]).queued_packets < 2)
        enqueue_sized (stream[i], 'a', A, n, TRUE, 300 + 350 * i);
    }
    dequeue_all ();
  }
  for (guint i = 0; i < 3; i++)
    all += sent[i] = get_stream_info (stream[i]).bytes_sent;
  for (guint i = 0; i < 3; i++) {
    fail_unless (sent[i] > all * priority[i] / 1.75 * 0.98);
    fail_unless (sent[i] < all * priority[i] / 1.75 * 1.02);
  }
}

GST_END_TEST;

/* A stream that had nothing for long has saved nothing up. */
GST_START_TEST (test_session_idle_stream_saves_no_turns)
{
  gint left = add_stream (1), right = add_stream (1);
  guint64 before;

  enqueue (right, 'b', B, 0, TRUE);
  for (guint n = 0; n < 1000; n++) {
    now += MS;
    while (get_stream_info (left).queued_packets < 2)
      enqueue (left, 'a', A, n, TRUE);
    dequeue_all ();
  }
  before = get_stream_info (left).bytes_sent;
  for (guint n = 0; n < 100; n++) {
    now += MS;
    while (get_stream_info (left).queued_packets < 2)
      enqueue (left, 'a', A, 1000 + n, TRUE);
    while (get_stream_info (right).queued_packets < 2)
      enqueue (right, 'b', B, n, TRUE);
    dequeue_all ();
  }
  fail_unless (get_stream_info (left).bytes_sent - before >= 49 * WIRE);
  fail_unless (get_stream_info (left).bytes_sent - before <= 51 * WIRE);
}

GST_END_TEST;

GST_START_TEST (test_session_idle_stream_gives_its_share_away)
{
  gint busy = add_stream (1), idle = add_stream (1);
  RtpCcTime silent_since;

  enqueue (idle, 'b', B, 0, TRUE);
  silent_since = now;
  for (guint n = 0; n < 30; n++) {
    enqueue (busy, 'a', A, n, TRUE);
    dequeue_all ();
    now += 50 * MS;
    dequeue_all ();
    feed (A, seq[0] - 1, 1);
    fail_unless_equals_uint64 (get_stream_info (busy).target_rate,
        now - silent_since < S ? 2000000 : 4000000);
  }
  fail_if (get_stream_info (idle).active);
  fail_unless_equals_uint64 (get_stream_info (idle).target_rate, 0);

  /* It has it back with its first packet. */
  enqueue (idle, 'b', B, 1, TRUE);
  fail_unless (get_stream_info (idle).active);
  fail_unless_equals_uint64 (get_stream_info (idle).target_rate, 2000000);
  fail_unless_equals_uint64 (get_stream_info (busy).target_rate, 2000000);
}

GST_END_TEST;

/* A stream that nobody uses takes part only until it is clear that it does
 * not. */
GST_START_TEST (test_session_unused_stream_has_no_share)
{
  gint busy = add_stream (1), unused = add_stream (1);

  now += 5 * S;
  tick ();
  fail_unless_equals_uint64 (get_stream_info (unused).target_rate, 2000000);
  for (guint n = 0; n < 30; n++) {
    enqueue (busy, 'a', A, n, TRUE);
    dequeue_all ();
    now += 50 * MS;
    dequeue_all ();
    feed (A, seq[0] - 1, 1);
    fail_unless_equals_uint64 (get_stream_info (busy).target_rate,
        n < 19 ? 2000000 : 4000000);
  }
  fail_if (get_stream_info (unused).active);
  enqueue (unused, 'b', B, 0, TRUE);
  fail_unless_equals_uint64 (get_stream_info (unused).target_rate, 2000000);

  /* So does one that is added later. */
  unused = add_stream (1);
  fail_unless (get_stream_info (unused).active);
  now += S;
  fail_if (get_stream_info (unused).active);
}

GST_END_TEST;

/* Where all are idle, each knows what it may send when it begins. */
GST_START_TEST (test_session_all_idle_share_all)
{
  gint left = add_stream (1), right = add_stream (0.25);

  enqueue (left, 'a', A, 0, TRUE);
  enqueue (right, 'b', B, 0, TRUE);
  now += MS;
  dequeue_all ();
  now += 10 * S;
  dequeue_all ();
  feed (A, 65534, 1);
  fail_unless_equals_uint64 (get_stream_info (left).target_rate, 3200000);
  fail_unless_equals_uint64 (get_stream_info (right).target_rate, 800000);
}

GST_END_TEST;

GST_START_TEST (test_session_remove_stream)
{
  gint left = add_stream (1), right = add_stream (1), third;

  enqueue (left, 'a', A, 1, FALSE);
  enqueue (left, 'b', A, 1, TRUE);
  enqueue_event (left, 'x');
  enqueue (right, 'c', B, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  rtp_cc_session_remove_stream (session, left, on_drop, NULL, now);
  fail_unless_equals_string (dropped->str, "bx");
  fail_unless_equals_uint64 (get_stream_info (right).target_rate, 4000000);
  now += MS;
  fail_unless_equals_int (dequeue (), 'c');

  /* Its packets are on their way all the same. */
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 2 * WIRE);
  feed (A, 65534, 1);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, WIRE);

  third = add_stream (0.5);
  fail_unless_equals_uint64 (get_stream_info (third).packets_sent, 0);
  fail_unless_equals_int (get_stream_info (third).queued_packets, 0);
  enqueue (third, 'd', A, 2, TRUE);
  now += MS;
  fail_unless_equals_int (dequeue (), 'd');
}

GST_END_TEST;

/* ---- streams of different kinds ---- */

/* Neither turns nor the pacer hold it up; the others pay. */
GST_START_TEST (test_session_urgent_goes_first)
{
  RtpCcStreamConfig audio = {.priority = 0.01,.urgent = TRUE };
  gint left = add_stream (1), right = add_configured (&audio);
  guint n;

  for (n = 0; n < 10; n++)
    enqueue (left, 'a', A, n, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  fail_unless_equals_int (dequeue (), 0);
  fail_unless (next_time () == now + MS);
  enqueue (right, 'b', B, 0, FALSE);
  enqueue (right, 'b', B, 1, FALSE);
  fail_unless (next_time () <= now);
  fail_unless_equals_int (dequeue (), 'b');
  fail_unless_equals_int (dequeue (), 'b');
  fail_unless_equals_int (dequeue (), 0);
  /* Three packets of 1 ms have left. */
  fail_unless (next_time () == now + 3 * MS);

  /* A flood is held up all the same: 250 ms ahead of the pacer. */
  for (n = 0; n < 1000; n++)
    enqueue (right, 'b', B, 2 + n, FALSE);
  n = dequeue_all ();
  fail_unless (n >= 247 && n <= 249, "%u", n);
  fail_unless (next_time () > now && next_time () <= now + MS);
}

GST_END_TEST;

GST_START_TEST (test_session_urgent_beside_the_window)
{
  RtpCcStreamConfig audio = {.priority = 1,.urgent = TRUE };
  gint left, right, n;

  wanted.window = 2000;
  restart ();
  left = add_stream (1);
  right = add_configured (&audio);
  for (n = 0; n < 20; n++)
    enqueue (left, 'a', A, n, TRUE);
  now += S;
  fail_unless_equals_int (dequeue (), 'a');
  now += S;
  fail_unless_equals_int (dequeue (), 'a');
  now += S;
  fail_unless_equals_int (dequeue (), 0);
  /* The last one left a second ago; after two seconds one goes anyway. */
  fail_unless_equals_int64 (rtp_cc_session_next_send (session), now + S);
  for (n = 0; n < 20; n++)
    enqueue (right, 'b', B, n, FALSE);
  fail_unless (rtp_cc_session_next_send (session) <= now);
  /* 2000 bytes are on their way, and 8000 more may be. */
  fail_unless_equals_int (dequeue_all (), 8);
  fail_unless_equals_int64 (rtp_cc_session_next_send (session), now + 2 * S);
}

GST_END_TEST;

/* It does not save up turns, nor use up those of others. */
GST_START_TEST (test_session_urgent_leaves_turns_alone)
{
  RtpCcStreamConfig audio = {.priority = 1,.urgent = TRUE };
  gint a = add_stream (1), b = add_stream (1), c = add_configured (&audio);
  guint64 sent[2];

  for (guint n = 0; n < 400; n++) {
    now += MS;
    while (get_stream_info (a).queued_packets < 2)
      enqueue (a, 'a', A, n, TRUE);
    while (get_stream_info (b).queued_packets < 2)
      enqueue (b, 'b', B, n, TRUE);
    if (n % 2)
      enqueue (c, 'c', B + 1, n, FALSE);
    dequeue_all ();
  }
  sent[0] = get_stream_info (a).bytes_sent;
  sent[1] = get_stream_info (b).bytes_sent;
  fail_unless (ABS ((gint64) (sent[0] - sent[1])) <= 2 * WIRE);
  fail_unless_equals_uint64 (get_stream_info (c).bytes_sent, 200 * WIRE);
}

GST_END_TEST;

/* One that was idle begins where the others are, not where the urgent one is. */
GST_START_TEST (test_session_urgent_is_no_measure_of_turns)
{
  RtpCcStreamConfig audio = {.priority = 0.01,.urgent = TRUE };
  gint a = add_stream (1), b = add_stream (1), c = add_configured (&audio);

  for (guint n = 0; n < 500; n++) {
    now += MS;
    while (get_stream_info (a).queued_packets < 2)
      enqueue (a, 'a', A, n, TRUE);
    while (n >= 400 && get_stream_info (b).queued_packets < 2)
      enqueue (b, 'b', B, n, TRUE);
    if (n > 300 && n < 400)
      enqueue (c, 'c', B + 1, n, FALSE);
    dequeue_all ();
  }
  fail_unless (get_stream_info (b).bytes_sent <= 51 * WIRE);
  fail_unless (get_stream_info (b).bytes_sent >= 49 * WIRE);
}

GST_END_TEST;

GST_START_TEST (test_session_fixed_stream_gets_what_it_makes)
{
  RtpCcStreamConfig audio = {.priority = 1,.uncontrolled = TRUE };
  gint video = add_stream (1), fixed = add_configured (&audio);
  guint64 rate;

  /* 400 kbit/s on the wire */
  for (guint n = 0; n < 40; n++) {
    enqueue (fixed, 'b', B, n, FALSE);
    enqueue_sized (video, 'a', A, n, TRUE, 100);
    for (guint i = 0; i < 2; i++) {
      now += 10 * MS;
      dequeue_all ();
    }
    feed (A, seq[0] - 1, 1);
  }
  rate = get_stream_info (fixed).target_rate;
  fail_unless (rate > 400000 && rate < 480000, "%" G_GUINT64_FORMAT, rate);
  fail_unless_equals_uint64 (get_stream_info (video).target_rate,
      4000000 - rate);

  audio.preferred_bitrate = 960000;     /* is 1 Mbit/s on the wire */
  rtp_cc_session_configure_stream (session, fixed, &audio, now);
  rate = get_stream_info (fixed).target_rate;
  fail_unless (rate > 995000 && rate < 1005000, "%" G_GUINT64_FORMAT, rate);
}

GST_END_TEST;

/* Data of 8 Mbit/s at 4: the others keep their part by priority, unless its minimum is
 * more, or it is urgent, as sound. */
GST_START_TEST (test_session_data_leaves_the_others_their_part)
{
  static const struct
  {
    gdouble priority;
    guint64 min;
    gboolean urgent;
    guint64 video;
  } cases[] = { {1, 0, FALSE, 2000000}, {0.25, 0, FALSE, 3200000},
  {1, 2880000, FALSE, 1000000}, {1, 0, TRUE, 0}
  };
  RtpCcStreamConfig data = {.uncontrolled = TRUE,.preferred_bitrate = 7680000 };
  gint video = add_stream (1), fixed;

  data.priority = cases[__i__].priority;
  data.min_bitrate = cases[__i__].min;
  data.urgent = cases[__i__].urgent;
  fixed = add_configured (&data);
  enqueue (fixed, 'b', B, 0, FALSE);
  enqueue (video, 'a', A, 0, TRUE);
  for (guint i = 0; i < 2; i++) {
    now += 10 * MS;
    dequeue_all ();
  }
  feed (B, seq[1] - 1, 1);
  fail_unless_equals_uint64 (get_stream_info (video).target_rate,
      cases[__i__].video);
}

GST_END_TEST;

/* ---- pause ---- */

GST_START_TEST (test_session_pause)
{
  RtpCcStreamConfig stream = {.priority = 1 };
  gint left = add_stream (1), right = add_stream (1);
  RtpCcStreamInfo info;
  guint32 ssrc;

  enqueue (left, 'a', A, 0, TRUE);
  enqueue (left, 'b', A, 1, FALSE);
  enqueue (right, 'r', B, 0, TRUE);
  stream.paused = TRUE;
  rtp_cc_session_configure_stream (session, left, &stream, now);
  fail_unless_equals_uint64 (get_stream_info (left).target_rate, 0);
  fail_unless_equals_uint64 (get_stream_info (right).target_rate, 4000000);
  fail_unless (rtp_cc_session_skip_frame (session, left, now));

  /* What waits leaves, with the rest of its frame; events still pass. */
  fail_unless (enqueue (left, 'c', A, 1, TRUE));
  fail_if (enqueue (left, 'd', A, 1, TRUE));
  fail_if (enqueue (left, 'e', A, 2, FALSE));
  enqueue_event (left, 'x');
  now += S;
  for (guint n = 0; n < 5; n++, now += S)
    fail_unless (strchr ("abcxr", dequeue ()) != NULL);
  fail_unless_equals_int (dequeue (), 0);
  info = get_stream_info (left);
  fail_unless (info.paused && !info.active && !info.off);
  fail_unless_equals_uint64 (info.packets_paused, 2);
  fail_unless_equals_uint64 (info.packets_discarded, 0);
  fail_unless_equals_uint64 (info.frames_skipped, 0);
  fail_if (rtp_cc_session_take_key_frame_request (session, left, &ssrc, now));

  /* It has its share at once. */
  stream.paused = FALSE;
  rtp_cc_session_configure_stream (session, left, &stream, now);
  enqueue (right, 'r', B, 1, TRUE);
  fail_unless_equals_uint64 (get_stream_info (left).target_rate, 2000000);
  fail_unless (rtp_cc_session_take_key_frame_request (session, left, &ssrc,
          now));
  fail_unless_equals_int (ssrc, A);
  fail_unless (enqueue (left, 'f', A, 3, TRUE));
}

GST_END_TEST;

static Suite *
sessionstreams_suite (void)
{
  Suite *s = suite_create ("sessionstreams");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_session_turns_by_priority);
  tcase_add_test (tc, test_session_idle_stream_saves_no_turns);
  tcase_add_test (tc, test_session_idle_stream_gives_its_share_away);
  tcase_add_test (tc, test_session_unused_stream_has_no_share);
  tcase_add_test (tc, test_session_all_idle_share_all);
  tcase_add_test (tc, test_session_remove_stream);
  tcase_add_test (tc, test_session_urgent_goes_first);
  tcase_add_test (tc, test_session_urgent_beside_the_window);
  tcase_add_test (tc, test_session_urgent_leaves_turns_alone);
  tcase_add_test (tc, test_session_urgent_is_no_measure_of_turns);
  tcase_add_test (tc, test_session_fixed_stream_gets_what_it_makes);
  tcase_add_loop_test (tc, test_session_data_leaves_the_others_their_part, 0,
      4);
  tcase_add_test (tc, test_session_pause);

  return s;
}

GST_CHECK_MAIN (sessionstreams);

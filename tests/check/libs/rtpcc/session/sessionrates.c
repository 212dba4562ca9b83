/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rates of a session's streams: bounds, headers and repair packets, layers, and the split that
 * the host decides. */
#include <gst/rtpcc/control/rtpcc-controllers.h>

#include "sessiontest.h"

static gboolean
enqueue_repair (gint stream, guint32 ssrc, guint payload)
{
  RtpCcSessionPacket packet = { 0 };

  packet.user = GINT_TO_POINTER ('r');
  packet.is_packet = packet.repair = TRUE;
  packet.ssrc = ssrc;
  packet.seq = seq[ssrc == B]++;
  packet.timestamp = 1;
  packet.marker = TRUE;
  packet.size = payload + RTP_HEADER;
  packet.payload_size = payload;
  if (!rtp_cc_session_enqueue (session, stream, &packet, now))
    return FALSE;
  n_inside++;
  return TRUE;
}

/* ---- bounds ---- */

GST_START_TEST (test_session_stream_bounds)
{
  RtpCcStreamConfig stream = {.priority = 1,.max_bitrate = 500000 };
  gint left, right;

  left = rtp_cc_session_add_stream (session, &stream, now);
  right = add_stream (1);
  fail_unless (get_stream_info (left).target_bitrate <= 500000);
  fail_unless (get_stream_info (left).target_bitrate >= 499999);
  fail_unless (ABS ((gint64) (get_stream_info (left).target_rate
              + get_stream_info (right).target_rate) - 4000000) <= 1);

  stream.min_bitrate = 3000000;
  stream.max_bitrate = 0;
  rtp_cc_session_configure_stream (session, left, &stream, now);
  fail_unless (ABS ((gint64) get_stream_info (left).target_bitrate
          - 3000000) <= 1);
}

GST_END_TEST;

/* ---- the host's split ---- */

GST_START_TEST (test_session_split)
{
  gint left = add_stream (1), right = add_stream (1), third = add_stream (0.5);
  guint64 rate;

  /* In media rates: 40 bytes of headers in 1000 */
  rtp_cc_session_split (session, left, 960000, 3840000, now);
  rate = get_stream_info (left).target_bitrate;
  fail_unless (rate > 955000 && rate < 965000, "%" G_GUINT64_FORMAT, rate);
  /* The others share the rest. */
  rate = get_stream_info (right).target_rate;
  fail_unless (rate > 1990000 && rate < 2010000, "%" G_GUINT64_FORMAT, rate);
  rate = get_stream_info (third).target_rate;
  fail_unless (rate > 990000 && rate < 1010000, "%" G_GUINT64_FORMAT, rate);

  /* Of less in proportion, of more as it was */
  wanted.media_rate = 2000000;
  enqueue (left, 'a', A, 0, TRUE);
  now += MS;
  dequeue_all ();
  feed (A, seq[0] - 1, 1);
  rate = get_stream_info (left).target_rate;
  fail_unless (rate > 495000 && rate < 505000, "%" G_GUINT64_FORMAT, rate);
  wanted.media_rate = 8000000;
  enqueue (left, 'a', A, 1, TRUE);
  now += MS;
  dequeue_all ();
  feed (A, seq[0] - 1, 1);
  rate = get_stream_info (left).target_rate;
  fail_unless (rate > 990000 && rate < 1010000, "%" G_GUINT64_FORMAT, rate);

  rtp_cc_session_split (session, left, 0, 0, now);
  fail_unless_equals_uint64 (get_stream_info (left).target_rate, 3200000);
}

GST_END_TEST;

/* The host gave away more than the rate its split was made for: each has its part of
 * what there is. */
GST_START_TEST (test_session_split_of_too_much)
{
  gint left = add_stream (1), right = add_stream (1);
  guint64 rate;

  rtp_cc_session_split (session, left, 2880000, 3840000, now);
  rtp_cc_session_split (session, right, 1920000, 3840000, now);
  /* 4 Mbit/s on the wire, 3 to 2 */
  rate = get_stream_info (left).target_rate;
  fail_unless (rate > 2390000 && rate < 2410000, "%" G_GUINT64_FORMAT, rate);
  rate = get_stream_info (right).target_rate;
  fail_unless (rate > 1590000 && rate < 1610000, "%" G_GUINT64_FORMAT, rate);
}

GST_END_TEST;

/* Any of the streams may have the split. */
GST_START_TEST (test_session_split_of_a_later_stream)
{
  gint left = add_stream (1), right = add_stream (1);
  guint64 rate;

  rtp_cc_session_split (session, right, 960000, 3840000, now);
  rate = get_stream_info (right).target_rate;
  fail_unless (rate > 990000 && rate < 1010000, "%" G_GUINT64_FORMAT, rate);
  rate = get_stream_info (left).target_rate;
  fail_unless (rate > 2990000 && rate < 3010000, "%" G_GUINT64_FORMAT, rate);
}

GST_END_TEST;

/* At the minimum of 1 kbit/s a packet of 1000 bytes takes 8 seconds. */
GST_START_TEST (test_session_longest_wait)
{
  gint64 wait;

  config.min_bitrate = 1000;
  restart ();
  wait = rtp_cc_session_longest_wait (session, 1000);
  fail_unless (wait >= 8 * S && wait < 9 * S, "%" G_GINT64_FORMAT, wait);
  /* and what may leave in one burst comes before it */
  config.burst = 20 * MS;
  restart ();
  wait = rtp_cc_session_longest_wait (session, 1000);
  config.burst = 30 * MS;
  restart ();
  fail_unless_equals_int64 (rtp_cc_session_longest_wait (session, 1000),
      wait + 10 * MS);
}

GST_END_TEST;

GST_START_TEST (test_session_split_decides_turns)
{
  gint left = add_stream (0.5), right = add_stream (0.5);
  guint64 sent[2];

  rtp_cc_session_split (session, left, 2880000, 3840000, now);
  rtp_cc_session_split (session, right, 960000, 3840000, now);
  for (guint n = 0; n < 400; n++) {
    now += MS;
    while (get_stream_info (left).queued_packets < 2)
      enqueue (left, 'a', A, n, TRUE);
    while (get_stream_info (right).queued_packets < 2)
      enqueue (right, 'b', B, n, TRUE);
    dequeue_all ();
  }
  sent[0] = get_stream_info (left).bytes_sent;
  sent[1] = get_stream_info (right).bytes_sent;
  fail_unless (sent[0] > 2.9 * sent[1] && sent[0] < 3.1 * sent[1]);
}

GST_END_TEST;

/* ---- layers ---- */

/* A host that asks next_time() and ticks then has a layer switched off in time,
 * though no feedback comes, and its packets stay out. */
GST_START_TEST (test_session_switches_a_layer_off)
{
  RtpCcStreamConfig stream = {.priority = 1,.min_bitrate = 3000000,
    .pausable = TRUE
  };
  gint left = add_stream (1), right = add_configured (&stream);
  RtpCcTime start;

  stream.min_bitrate = 1500000;
  rtp_cc_session_configure_stream (session, left, &stream, now);
  start = now;
  while (!get_stream_info (right).off) {
    now = next_time ();
    fail_unless (now < start + S);
    tick ();
  }
  fail_unless (now == start + 500 * MS);
  fail_if (enqueue (right, 'b', B, 0, TRUE));
  fail_unless_equals_uint64 (get_stream_info (right).target_rate, 0);
  fail_unless_equals_uint64 (get_stream_info (left).target_rate, 4000000);
  fail_if (get_stream_info (left).off);
}

GST_END_TEST;

/* ---- media rates and rates on the wire ---- */

/* Small packets, 200 in a second: their headers of 40 bytes are 64 kbit/s, also
 * at a higher rate, since packets then become larger.  Bounds of media stay
 * such. */
GST_START_TEST (test_session_bounds_are_media_rates)
{
  gint stream;
  RtpCcSessionInfo info;
  gdouble headers;

  config.ops = rtp_cc_find ("scream");
  config.min_bitrate = 400000;
  config.initial_bitrate = 500000;
  config.max_bitrate = 500000;
  restart ();
  stream = add_stream (1);
  fail_unless (get_info ().estimated_bitrate <= 500000);
  fail_unless (get_info ().estimated_bitrate >= 499999);

  for (guint i = 0; i < 1000; i++) {
    enqueue_sized (stream, 'a', A, i, TRUE, 40);
    now += 5 * MS;
    tick ();
    dequeue_all ();
    feed (A, seq[0] - 1, 1);
    info = get_info ();
    check (info.estimated_bitrate <= 500000);
    check (info.estimated_bitrate + 1 >= 400000);
    check (get_stream_info (stream).target_bitrate <= 500000);
  }
  headers = (gdouble) info.target.media_rate - info.estimated_bitrate;
  fail_unless (headers > 63000 && headers < 66000, "%f", headers);
}

GST_END_TEST;

/* A second of a frame each 10 ms, one packet each, and a packet of repair with
 * each @nth. */
static void
send_repaired (gint stream, guint nth)
{
  for (guint i = 0; i < 100; i++) {
    enqueue (stream, 'a', A, i, TRUE);
    if (nth > 0 && i % nth == 0)
      check (enqueue_repair (stream, B, PAYLOAD));
    now += 5 * MS;
    dequeue_all ();
    now += 5 * MS;
    dequeue_all ();
  }
}

/* The bins of a meter are a hundredth off at most here. */
static void
check_about (gdouble value, gdouble expected)
{
  fail_unless (value > 0.99 * expected && value < 1.01 * expected, "%f, not %f",
      value, expected);
}

/* One in six is repair: the encoder gets five sixths, and all goes on the wire. */
GST_START_TEST (test_session_repair_takes_of_the_media)
{
  gint stream = add_stream (1);
  guint64 without, with;

  send_repaired (stream, 0);
  without = get_stream_info (stream).target_bitrate;
  fail_unless_equals_int (n_frames, 100);
  send_repaired (stream, 5);
  with = get_stream_info (stream).target_bitrate;
  fail_unless (with > without * 5 / 6 - 20000 && with < without * 5 / 6 + 20000,
      "%d of %d", (gint) with, (gint) without);
  /* It is no frame and no media, but sent. */
  fail_unless_equals_int (n_frames, 200);
  check_about (get_stream_info (stream).media_rate, 100 * PAYLOAD * 8);
  check_about (get_stream_info (stream).repair_rate, 20 * WIRE * 8);
  check_about (get_stream_info (stream).send_rate, 120 * WIRE * 8);
  fail_unless (get_info ().estimated_bitrate > with - 20000
      && get_info ().estimated_bitrate < with + 20000);

  /* A second after the last of it the encoder has all again. */
  send_repaired (stream, 0);
  send_repaired (stream, 0);
  fail_unless_equals_uint64 (get_stream_info (stream).target_bitrate, without);
}

GST_END_TEST;

/* What says something of the packets before it leaves with them. What is larger waits for
 * the pacer. */
GST_START_TEST (test_session_small_repair_goes_along)
{
  gint stream = add_stream (1);

  enqueue (stream, 'a', A, 1, FALSE);
  enqueue (stream, 'b', A, 1, TRUE);
  check (enqueue_repair (stream, B, 16));
  check (enqueue_repair (stream, B, 17));
  dequeue_all ();
  for (guint i = 0; i < 100 && n_inside > 3; i++) {
    now = next_time ();
    fail_unless_equals_int (dequeue (), 'a');
  }
  now = next_time ();
  fail_unless_equals_int (dequeue (), 'b');
  check (next_time () <= now);
  fail_unless_equals_int (dequeue (), 'r');
  check (next_time () > now);
  fail_unless_equals_int (dequeue (), 0);
}

GST_END_TEST;

/* What is asked for does not wait for its turn in the pacer, for 10 ms of its rate; the rest
 * does, and media pay for it. */
GST_START_TEST (test_session_answers_go_before_their_turn)
{
  const RtpCcTime each = WIRE * 8 * RTP_CC_SECOND / (RtpCcTime)
      wanted.pacing_rate;
  gint stream = add_stream (1);
  RtpCcTime due;
  guint n = 0, i;

  for (i = 0; i < 5; i++)
    enqueue (stream, 'a', A, 2, i == 4);
  dequeue_all ();
  due = rtp_cc_session_next_send (session);
  check (due > now && due < now + 5 * RTP_CC_MSECOND);
  for (i = 0; i < 20; i++)
    check (enqueue_repair (stream, B, PAYLOAD));
  while (dequeue () == 'r')
    n++;
  fail_unless_equals_int (n, (10 * RTP_CC_MSECOND - (due - now)) / each + 1);
  fail_unless_equals_int64 (rtp_cc_session_next_send (session),
      due + n * each - 10 * RTP_CC_MSECOND);
  for (; n < 20; n++) {
    now = rtp_cc_session_next_send (session);
    fail_unless_equals_int (dequeue (), 'r');
  }
  fail_unless_equals_int64 (rtp_cc_session_next_send (session), due + n * each);
}

GST_END_TEST;

/* More of it than media leaves the encoder half. */
GST_START_TEST (test_session_repair_leaves_half)
{
  gint stream = add_stream (1);

  for (guint i = 0; i < 9; i++)
    enqueue_repair (stream, B, PAYLOAD);
  enqueue (stream, 'a', A, 1, TRUE);
  fail_unless (get_stream_info (stream).target_bitrate > 1800000);
  fail_unless (get_stream_info (stream).target_bitrate < 2000000);
  dequeue_all ();
}

GST_END_TEST;

GST_START_TEST (test_session_configure_while_running)
{
  gint stream = add_stream (1);
  RtpCcSessionInfo info;

  fail_unless (get_info ().estimated_bitrate > 3500000);
  config.max_bitrate = 1000000;
  config.max_queue_delay = 50 * MS;
  rtp_cc_session_configure (session, &config, now);
  info = get_info ();
  fail_unless (info.estimated_bitrate <= 1000000);
  fail_unless (info.estimated_bitrate >= 999999);
  fail_unless (get_stream_info (stream).target_bitrate <= 1000000);
  fail_unless (info.target.pacing_rate >= info.target.media_rate);

  enqueue (stream, 'a', A, 1, TRUE);
  fail_unless_equals_int64 (next_time (), T0);
  wanted.window = 1000;
  fail_unless_equals_int (dequeue (), 'a');
  wanted.media_rate = wanted.pacing_rate = 900000;
  feed (A, 65534, 1);
  enqueue (stream, 'b', A, 2, TRUE);
  now += 50 * MS + 1;
  tick ();
  fail_unless_equals_string (dropped->str, "b");

  config.min_bitrate = config.max_bitrate = 2000000;
  rtp_cc_session_configure (session, &config, now);
  info = get_info ();
  fail_unless (info.estimated_bitrate <= 2000000);
  fail_unless (info.estimated_bitrate >= 1999999);
  fail_unless (info.target.pacing_rate >= info.target.media_rate);
}

GST_END_TEST;

static Suite *
sessionrates_suite (void)
{
  Suite *s = suite_create ("sessionrates");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_session_longest_wait);
  tcase_add_test (tc, test_session_stream_bounds);
  tcase_add_test (tc, test_session_split);
  tcase_add_test (tc, test_session_split_of_too_much);
  tcase_add_test (tc, test_session_split_of_a_later_stream);
  tcase_add_test (tc, test_session_split_decides_turns);
  tcase_add_test (tc, test_session_switches_a_layer_off);
  tcase_add_test (tc, test_session_bounds_are_media_rates);
  tcase_add_test (tc, test_session_repair_takes_of_the_media);
  tcase_add_test (tc, test_session_small_repair_goes_along);
  tcase_add_test (tc, test_session_answers_go_before_their_turn);
  tcase_add_test (tc, test_session_repair_leaves_half);
  tcase_add_test (tc, test_session_configure_while_running);

  return s;
}

GST_CHECK_MAIN (sessionrates);

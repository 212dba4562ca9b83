/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The session as its host sees it: what leaves when, frames, bursts, figures, and when it
 * is to be called next. */

#include "sessiontest.h"

/* ---- what leaves when ---- */

GST_START_TEST (test_session_events_keep_their_place)
{
  gint stream;

  wanted.window = 1500;
  restart ();
  stream = add_stream (1);
  enqueue_event (stream, 'x');
  enqueue_event (stream, 'y');
  enqueue (stream, 'a', A, 1, TRUE);
  enqueue_event (stream, 'z');
  enqueue (stream, 'b', A, 2, TRUE);
  enqueue_event (stream, 'w');

  fail_unless_equals_int64 (next_time (), now);
  fail_unless_equals_int (dequeue (), 'x');
  fail_unless_equals_int (dequeue (), 'y');
  fail_unless_equals_int (dequeue (), 'a');
  fail_unless_equals_int64 (next_time (), now);
  /* The pacer does not hold an event up. */
  fail_unless_equals_int (dequeue (), 'z');
  fail_unless_equals_int (dequeue (), 0);
  now += MS;
  fail_unless_equals_int (dequeue (), 'b');
  fail_unless_equals_int (dequeue (), 'w');
  /* Nor does a full window. */
  enqueue_event (stream, 'v');
  now += MS;
  enqueue (stream, 'c', A, 3, TRUE);
  fail_unless_equals_int (dequeue (), 'v');
  fail_unless_equals_int (dequeue (), 0);
}

GST_END_TEST;

/* An event of one stream waits for its own packets only. */
GST_START_TEST (test_session_events_of_other_streams_pass)
{
  gint left = add_stream (1), right = add_stream (1);

  enqueue (left, 'a', A, 1, FALSE);
  enqueue (left, 'b', A, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  enqueue_event (left, 'x');
  enqueue_event (right, 'y');
  fail_unless_equals_int (dequeue (), 'y');
  fail_unless_equals_int (dequeue (), 0);
}

GST_END_TEST;

GST_START_TEST (test_session_paces)
{
  gint stream = add_stream (1);

  for (guint i = 0; i < 10; i++)
    enqueue (stream, 'a', A, 1, i == 9);
  for (guint i = 0; i < 10; i++) {
    fail_unless (next_time () <= now);
    fail_unless_equals_int (dequeue (), 'a');
    fail_unless_equals_int (dequeue (), 0);
    if (i == 9)
      break;
    fail_unless_equals_int64 (next_time (), now + MS);
    now += MS - 1;
    fail_unless_equals_int (dequeue (), 0);
    now++;
  }
  fail_unless_equals_uint64 (get_stream_info (stream).packets_sent, 10);
  fail_unless_equals_uint64 (get_stream_info (stream).bytes_sent, 10 * WIRE);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 10 * WIRE);
}

GST_END_TEST;

/* Without the pacer the window alone holds back, and it still does. */
GST_START_TEST (test_session_without_pacing)
{
  gint stream;

  wanted.window = 4000;
  config.unpaced = TRUE;
  restart ();
  stream = add_stream (1);
  for (guint i = 0; i < 10; i++)
    enqueue (stream, 'a', A, 1, i == 9);
  for (guint i = 0; i < 4; i++) {
    fail_unless (next_time () <= now);
    fail_unless_equals_int (dequeue (), 'a');
  }
  fail_unless_equals_int (dequeue (), 0);
  fail_unless (next_time () > now);
  now += MS;
  feed (A, 65534, 4);
  fail_unless (next_time () <= now);
  fail_unless_equals_int (dequeue_all (), 4);
}

GST_END_TEST;

/* How long the oldest packet waits; 0 when none does. */
GST_START_TEST (test_session_queue_delay)
{
  gint stream = add_stream (1);

  fail_unless_equals_int64 (get_stream_info (stream).queue_delay, 0);
  enqueue (stream, 'a', A, 1, FALSE);
  now += 5 * MS;
  enqueue (stream, 'b', A, 1, TRUE);
  fail_unless_equals_int64 (get_stream_info (stream).queue_delay, 5 * MS);
  fail_unless_equals_int (dequeue (), 'a');
  now += 2 * MS;
  fail_unless_equals_int64 (get_stream_info (stream).queue_delay, 2 * MS);
  fail_unless_equals_int (dequeue (), 'b');
  fail_unless_equals_int64 (get_stream_info (stream).queue_delay, 0);
}

GST_END_TEST;

GST_START_TEST (test_session_feedback_opens_the_window)
{
  gint stream;

  wanted.window = 3000;
  restart ();
  stream = add_stream (1);
  for (guint i = 0; i < 10; i++)
    enqueue (stream, 'a', A, 1, i == 9);
  for (guint i = 0; i < 5; i++) {
    fail_unless_equals_int (dequeue (), i < 3 ? 'a' : 0);
    now += MS;
  }
  /* Only feedback, its time-out, or the age of what waits. */
  fail_unless_equals_int64 (next_time (), T0 + 200 * MS + 1);

  feed (A, 65534, 2);
  fail_unless_equals_int (n_feedback, 1);
  fail_unless_equals_uint64 (told.prior_in_flight, 3 * WIRE);
  fail_unless_equals_uint64 (told.bytes_in_flight, WIRE);
  fail_unless_equals_uint64 (told.queued_bytes, 7 * WIRE);
  fail_unless_equals_int64 (told.queue_delay, 5 * MS);
  /* The second packet left at 1 ms. */
  fail_unless_equals_int64 (told.rtt, 4 * MS);
  fail_unless_equals_int64 (get_info ().rtt, 4 * MS);
  fail_unless (next_time () <= now);
  fail_unless_equals_int (dequeue (), 'a');
  now += MS;
  fail_unless_equals_int (dequeue (), 'a');
  now += MS;
  fail_unless_equals_int (dequeue (), 0);
}

GST_END_TEST;

GST_START_TEST (test_session_policy_timer)
{
  wanted.wakeup = now + 10 * MS;
  restart ();
  fail_unless_equals_int64 (next_time (), now + 10 * MS);
  now += 10 * MS - 1;
  tick ();
  fail_unless_equals_int (n_timers, 0);
  now++;
  wanted.wakeup = now + 20 * MS;
  wanted.pacing_rate = 16000000;
  tick ();
  fail_unless_equals_int (n_timers, 1);
  fail_unless_equals_int64 (next_time (), now + 20 * MS);
  fail_unless_equals_uint64 (get_info ().target.pacing_rate, 16000000);
}

GST_END_TEST;

/* ---- what waits too long ---- */

static void
enqueue_many (gint stream, guint from, guint to)
{
  for (; from < to; from++)
    enqueue (stream, 'a', A, from, TRUE);
}

/* A stream of a policy that aims at @target in the network, ns. */
static gint
add_stream_of_patience (gint64 target, gint64 most)
{
  static RtpCcOps ops;

  ops = *config.ops;
  ops.queue_delay_target = target;
  config.ops = &ops;
  config.max_queue_delay = most;
  wanted.window = 1000;
  restart ();
  return add_stream (1);
}

/* Raw frames are skipped while more than 40 ms wait, and have on average. */
GST_START_TEST (test_session_skip_frame)
{
  gint stream = add_stream_of_patience (15 * MS, 200 * MS);
  guint i;

  fail_if (rtp_cc_session_skip_frame (session, stream, now));
  /* 4 Mbit/s are 100 packets in 200 ms. What waits for once is no reason. */
  enqueue_many (stream, 0, 60);
  fail_if (rtp_cc_session_skip_frame (session, stream, now));
  fail_unless (rtp_cc_session_skip_frame (session, stream, now));
  fail_unless_equals_uint64 (get_stream_info (stream).frames_skipped, 1);
  for (i = 0; i < 40; i++)
    fail_unless (rtp_cc_session_skip_frame (session, stream, now));
  rtp_cc_session_clear_stream (session, stream, on_drop, NULL);
  fail_unless_equals_int (dropped->len, 60);
  enqueue_many (stream, 60, 80);
  fail_if (rtp_cc_session_skip_frame (session, stream, now));
  enqueue_many (stream, 80, 81);
  fail_unless (rtp_cc_session_skip_frame (session, stream, now));
  /* 20 packets for ever. */
  fail_unless_equals_int (dequeue (), 'a');
  for (i = 0; i < 100; i++)
    fail_if (rtp_cc_session_skip_frame (session, stream, now));
  fail_unless_equals_uint64 (get_stream_info (stream).frames_skipped, 42);
}

GST_END_TEST;

/* What takes max_queue_delay is a reason at once. */
GST_START_TEST (test_session_skip_frame_before_discarding)
{
  gint stream = add_stream_of_patience (15 * MS, 100 * MS);

  enqueue_many (stream, 0, 50);
  fail_if (rtp_cc_session_skip_frame (session, stream, now));
  rtp_cc_session_clear_stream (session, stream, on_drop, NULL);
  stream = add_stream_of_patience (15 * MS, 100 * MS);
  enqueue_many (stream, 0, 51);
  fail_unless (rtp_cc_session_skip_frame (session, stream, now));
  rtp_cc_session_clear_stream (session, stream, on_drop, NULL);
}

GST_END_TEST;

/* A fifth of it may wait if that is more than 40 ms, and all of it where the policy has no
 * target of its own. */
GST_START_TEST (test_session_skip_frame_of_patient)
{
  static const struct
  {
    gint64 most, own;           /* ms */
    guint packets;              /* that may wait */
  } cases[] = { {500, 15, 50}, {1000, 15, 100}, {100, 15, 20}, {200, 0, 100} };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gint stream = add_stream_of_patience (cases[i].own * MS,
        cases[i].most * MS);

    enqueue_many (stream, 0, cases[i].packets);
    for (guint k = 0; k < 40; k++)
      fail_if (rtp_cc_session_skip_frame (session, stream, now));
    enqueue_many (stream, cases[i].packets, cases[i].packets + 1);
    for (guint k = 0; k < 40; k++)
      rtp_cc_session_skip_frame (session, stream, now);
    fail_unless (rtp_cc_session_skip_frame (session, stream, now), "%u", i);
    rtp_cc_session_clear_stream (session, stream, on_drop, NULL);
  }
}

GST_END_TEST;

/* ---- frames, as the policy sees them ---- */

GST_START_TEST (test_session_tells_frames)
{
  gint stream = add_stream (1);

  enqueue (stream, 'a', A, 1, FALSE);
  fail_unless_equals_int (n_frames, 0);
  now += MS;
  enqueue (stream, 'b', A, 1, TRUE);
  fail_unless_equals_int (n_frames, 1);
  fail_unless_equals_uint64 (frame.ssrc, A);
  fail_unless_equals_int (frame.size, 2 * WIRE);
  fail_unless_equals_int64 (frame.period, 0);
  fail_unless_equals_int64 (frame.queue_delay, MS);
  fail_unless_equals_uint64 (frame.media_target, 4000000);
  now += 33 * MS;
  enqueue (stream, 'c', A, 2, TRUE);
  fail_unless_equals_int (frame.size, WIRE);
  fail_unless_equals_int64 (frame.period, 33 * MS);
}

GST_END_TEST;

/* Payloaders of slices may not know which one is the last. */
GST_START_TEST (test_session_tells_frames_without_markers)
{
  gint stream = add_stream (1);

  enqueue (stream, 'a', A, 1, FALSE);
  enqueue (stream, 'b', A, 1, FALSE);
  now += 33 * MS;
  enqueue (stream, 'c', A, 2, FALSE);
  fail_unless_equals_int (n_frames, 1);
  fail_unless_equals_int (frame.size, 2 * WIRE);
  now += 33 * MS;
  enqueue (stream, 'd', A, 3, FALSE);
  fail_unless_equals_int (n_frames, 2);
  fail_unless_equals_int (frame.size, WIRE);
  fail_unless_equals_int64 (frame.period, 33 * MS);
}

GST_END_TEST;

/* Some set one in each slice. */
GST_START_TEST (test_session_tells_frames_with_many_markers)
{
  gint stream = add_stream (1);

  for (guint32 n = 1; n <= 3; n++) {
    for (guint i = 0; i < 4; i++)
      enqueue (stream, 'a', A, n, TRUE);
    fail_unless_equals_int (n_frames, n);
    now += 33 * MS;
  }
  fail_unless_equals_int (frame.size, 4 * WIRE);
  fail_unless_equals_int64 (frame.period, 33 * MS);
}

GST_END_TEST;

static void
send_for (gint stream, RtpCcTime time, guint32 timestamp, gboolean marker)
{
  for (RtpCcTime end = now + time; now < end; now += MS) {
    /* 16 Mbit/s, of which 4 may leave */
    enqueue (stream, 'a', A, timestamp, FALSE);
    enqueue (stream, 'a', A, timestamp, marker);
    tick ();
    dequeue_all ();
  }
}

/* A payloader that does not end, as rtph264pay with avc and no parameter sets, fills neither
 * the memory nor the path. */
GST_START_TEST (test_session_endless_frame)
{
  gint stream = add_stream (1);
  guint64 sent;
  guint32 ssrc = 0;

  enqueue (stream, 'a', A, 1, TRUE);
  send_for (stream, 990 * MS, 2, FALSE);
  fail_if (rtp_cc_session_take_stuck (session, &ssrc));
  send_for (stream, 20 * MS, 2, FALSE);
  fail_unless (rtp_cc_session_take_stuck (session, &ssrc));
  fail_unless_equals_uint64 (ssrc, A);
  fail_if (rtp_cc_session_take_stuck (session, &ssrc));
  sent = get_stream_info (stream).packets_sent;
  send_for (stream, 1000 * MS, 2, FALSE);
  fail_if (rtp_cc_session_take_stuck (session, &ssrc));
  fail_unless_equals_uint64 (get_stream_info (stream).queued_bytes, 0);
  fail_unless_equals_uint64 (get_stream_info (stream).packets_sent, sent);
  /* what ends is sent as before */
  fail_unless (enqueue (stream, 'b', A, 3, TRUE));
  fail_unless_equals_int (dequeue_all (), 1);
}

GST_END_TEST;

/* Frames of a source without time stamps end with a marker: they are sent. A frame that is
 * larger than a second of the rate, but comes at once, is one. */
GST_START_TEST (test_session_one_timestamp)
{
  gint stream = add_stream (1);
  guint32 ssrc = 0;
  guint64 sent;

  rtp_cc_session_set_no_feedback_bitrate (session, wanted.media_rate, now);
  for (guint i = 0; i < 1000; i++)
    fail_unless (enqueue (stream, 'a', A, 1, i == 999));
  now += 2000 * MS;
  tick ();
  fail_unless (enqueue (stream, 'a', A, 2, FALSE));
  fail_if (rtp_cc_session_take_stuck (session, &ssrc));
  send_for (stream, 1100 * MS, 2, TRUE);
  fail_unless (rtp_cc_session_take_stuck (session, &ssrc));
  sent = get_stream_info (stream).packets_sent;
  send_for (stream, 100 * MS, 2, TRUE);
  fail_unless (get_stream_info (stream).packets_sent > sent + 50);
}

GST_END_TEST;

/* Half a frame that was thrown away is no part of the next one. */
GST_START_TEST (test_session_discarded_frame_has_no_size)
{
  gint stream;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  enqueue (stream, 'b', A, 2, FALSE);
  enqueue (stream, 'c', A, 2, FALSE);
  now += 200 * MS + 1;
  tick ();
  fail_if (enqueue (stream, 'd', A, 2, TRUE));
  fail_unless_equals_int (n_frames, 1);
  enqueue (stream, 'e', A, 3, TRUE);
  fail_unless_equals_int (n_frames, 2);
  fail_unless_equals_int (frame.size, WIRE);
}

GST_END_TEST;

/* ---- bursts ---- */

/* RFC 9331 section 4.3: 250 us; a packet takes 1 ms here.  Also of the time that
 * the host came too late it catches up half a millisecond, others five. */
GST_START_TEST (test_session_l4s_bursts_are_short)
{
  static const RtpCcEcn ecn[] = { RTP_CC_ECN_ECT_0, RTP_CC_ECN_ECT_1 };
  static const guint burst[] = { 11, 1 }, late[] = { 6, 1 };
  gint stream;

  wanted.ecn = config.ecn = ecn[__i__];
  config.burst = 10 * MS;
  restart ();
  stream = add_stream (1);
  for (guint i = 0; i < 40; i++)
    enqueue (stream, 'a', A, 0, FALSE);
  fail_unless_equals_int64 (rtp_cc_session_burst (session),
      __i__ == 0 ? 10 * MS : MS / 4);
  fail_unless_equals_int (dequeue_all (), burst[__i__]);
  config.burst = 0;
  restart ();
  stream = add_stream (1);
  for (guint i = 0; i < 40; i++)
    enqueue (stream, 'a', A, 0, FALSE);
  now += 20 * MS;
  rtp_cc_session_set_late (session, 5 * MS);
  fail_unless_equals_int (dequeue_all (), late[__i__]);
}

GST_END_TEST;

/* A host with many sessions has less time for each, but for L4S. */
GST_START_TEST (test_session_grain)
{
  static const RtpCcEcn ecn[] = { RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_ECT_1 };
  static const guint leave[] = { 11, 1 };
  gint stream;

  wanted.ecn = config.ecn = ecn[__i__];
  config.burst = MS;
  restart ();
  rtp_cc_session_set_min_interval (session, 10 * MS);
  fail_unless_equals_int64 (rtp_cc_session_burst (session),
      __i__ == 0 ? 10 * MS : MS / 4);
  stream = add_stream (1);
  for (guint i = 0; i < 40; i++)
    enqueue (stream, 'a', A, 0, FALSE);
  fail_unless_equals_int (dequeue_all (), leave[__i__]);
  rtp_cc_session_configure (session, &config, now);
  fail_unless_equals_int64 (rtp_cc_session_burst (session),
      __i__ == 0 ? 10 * MS : MS / 4);
  rtp_cc_session_set_min_interval (session, MS / 10);
  fail_unless_equals_int64 (rtp_cc_session_burst (session),
      __i__ == 0 ? MS : MS / 4);
}

GST_END_TEST;

/* More of them leaves at once while the user limits the rate, and not the path. */
GST_START_TEST (test_session_grain_at_max)
{
  config.burst = MS;
  config.max_bitrate = 1000000; /* the policy wants more */
  obeys = TRUE;
  restart ();
  rtp_cc_session_set_min_interval (session, 10 * MS);
  fail_unless_equals_int64 (rtp_cc_session_burst (session), 40 * MS);
  config.max_bitrate = 20000000;
  restart ();
  rtp_cc_session_set_min_interval (session, 10 * MS);
  fail_unless_equals_int64 (rtp_cc_session_burst (session), 10 * MS);
}

GST_END_TEST;

/* ---- figures ---- */

GST_START_TEST (test_session_loss_and_ce_rates)
{
  gint stream = add_stream (1);
  guint8 data[256];
  RtpCcMetric metrics[8] = { {0}
  };
  RtpCcCcfbBlock block = { A, 65534, 8, metrics };
  gsize size;

  for (guint i = 0; i < 8; i++) {
    enqueue (stream, 'a', A, i, TRUE);
    dequeue_all ();
    now += MS;
    metrics[i].received = i != 2 && i != 5;
    metrics[i].ecn = i < 4 ? RTP_CC_ECN_CE : RTP_CC_ECN_ECT_1;
  }
  for (guint i = 0; i < 2; i++) {
    size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1, 1000,
        RTP_CC_NUM_REPORTS_COUNT);
    fail_if (give_rtcp (data, size, RTP_CC_RTCP_OK));
    now += 31 * MS;
  }
  fail_unless (ABS (get_info ().loss_rate - 2. / 8) < 0.001);
  fail_unless (ABS (get_info ().ce_rate - 3. / 6) < 0.001);
  fail_unless_equals_uint64 (get_info ().ledger.lost, 2);
  fail_unless_equals_uint64 (get_info ().ledger.ce, 3);
  now += 2 * S;
  fail_unless (get_info ().loss_rate == 0 && get_info ().ce_rate == 0);
}

GST_END_TEST;

static RtpCcTraceRecord traced;
static guint n_traced;

static void
on_trace (const RtpCcTraceRecord * record, void *user)
{
  fail_unless (user == &traced);
  traced = *record;
  n_traced++;
}

GST_START_TEST (test_session_traces_each_feedback)
{
  gint stream = add_stream (1);

  n_traced = 0;
  rtp_cc_session_set_trace (session, on_trace, &traced);
  enqueue (stream, 'a', A, 1, FALSE);
  dequeue ();
  now += MS;
  enqueue (stream, 'b', A, 1, TRUE);
  dequeue ();
  now += 50 * MS;
  feed (A, 65534, 2);
  fail_unless_equals_int (n_traced, 1);
  fail_unless_equals_int64 (traced.time, 51 * MS);
  fail_unless_equals_int64 (traced.rtt, 50 * MS);
  fail_unless_equals_uint64 (traced.ssrc, A);
  fail_unless_equals_int (traced.seq, 65535);
  fail_unless (traced.marker);
  fail_unless_equals_uint64 (traced.bytes_newly_acked, 2 * WIRE);
  fail_unless_equals_uint64 (traced.bytes_in_flight, 0);
  fail_unless_equals_uint64 (traced.target_rate, 4000000);
  fail_unless_equals_uint64 (traced.pacing_rate, 8000000);

  feed (A, 65534, 2);
  fail_unless_equals_int (n_traced, 2);
  /* Nothing new: still of that stream. */
  fail_unless_equals_uint64 (traced.ssrc, A);
  fail_unless_equals_int (traced.seq, 65535);
  fail_if (traced.marker);
  rtp_cc_session_set_trace (session, NULL, NULL);
  feed (A, 65534, 2);
  fail_unless_equals_int (n_traced, 2);
}

GST_END_TEST;

/* ---- whatever happens ---- */

/* A host that asks next_time() never spins: after tick, dequeue and the key
 * frames, the next thing to do lies in the future.  For each controller. */
GST_START_TEST (test_session_next_time_is_in_the_future)
{
  GRand *rand = g_rand_new_with_seed (20240607 + __i__);
  gint stream[3];
  guint32 timestamp = 0, ssrc;

  config.ops = nth_controller (__i__ % n_controllers ());
  config.burst = g_rand_int_range (rand, 0, 3) * MS;
  restart ();
  for (guint i = 0; i < 3; i++)
    stream[i] = add_stream (g_rand_double_range (rand, 0.1, 1));

  for (guint n = 0; n < 20000; n++) {
    RtpCcTime next = next_time ();
    guint i = g_rand_int_range (rand, 0, 3);

    /* On time, or before, for another reason. */
    now += g_rand_int_range (rand, 0, 20 * MS);
    if (next < now)
      now = MAX (next, now - 20 * MS);
    switch (g_rand_int_range (rand, 0, 8)) {
      case 0:
      case 1:
      case 2:
        enqueue_sized (stream[i], 'a', i == 0 ? A : B, timestamp++ / 3,
            g_rand_boolean (rand), g_rand_int_range (rand, 1, 1400));
        break;
      case 3:
        enqueue_event (stream[i], 'x');
        break;
      case 4:
        if (n % 4000 < 3000) {
          guint8 data[256];
          guint back = g_rand_int_range (rand, 1, 64);
          gsize size = write_feedback (data, sizeof (data),
              i == 0 ? A : B, seq[i != 0] - back, back);
          bool other;

          /* Much of it still waits. */
          rtp_cc_session_rtcp (session, data, size, &other, now);
        }
        break;
      case 5:
        if (g_rand_int_range (rand, 0, 500) == 0) {
          rtp_cc_session_remove_stream (session, stream[i], on_drop, NULL, now);
          stream[i] = add_stream (g_rand_double_range (rand, 0.1, 1));
        }
        break;
      default:
        break;
    }
    tick ();
    dequeue_all ();
    for (guint k = 0; k < 3; k++)
      rtp_cc_session_take_key_frame_request (session, stream[k], &ssrc, now);
    check (next_time () > now);
  }
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
session_suite (void)
{
  Suite *s = suite_create ("session");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_session_events_keep_their_place);
  tcase_add_test (tc, test_session_events_of_other_streams_pass);
  tcase_add_test (tc, test_session_paces);
  tcase_add_test (tc, test_session_without_pacing);
  tcase_add_test (tc, test_session_queue_delay);
  tcase_add_test (tc, test_session_feedback_opens_the_window);
  tcase_add_test (tc, test_session_policy_timer);
  tcase_add_test (tc, test_session_skip_frame);
  tcase_add_test (tc, test_session_skip_frame_before_discarding);
  tcase_add_test (tc, test_session_skip_frame_of_patient);
  tcase_add_test (tc, test_session_tells_frames);
  tcase_add_test (tc, test_session_tells_frames_without_markers);
  tcase_add_test (tc, test_session_tells_frames_with_many_markers);
  tcase_add_test (tc, test_session_endless_frame);
  tcase_add_test (tc, test_session_one_timestamp);
  tcase_add_test (tc, test_session_discarded_frame_has_no_size);
  tcase_add_loop_test (tc, test_session_l4s_bursts_are_short, 0, 2);
  tcase_add_loop_test (tc, test_session_grain, 0, 2);
  tcase_add_test (tc, test_session_grain_at_max);
  tcase_add_test (tc, test_session_loss_and_ce_rates);
  tcase_add_test (tc, test_session_traces_each_feedback);
  tcase_add_loop_test (tc, test_session_next_time_is_in_the_future, 0, 10);

  return s;
}

GST_CHECK_MAIN (session);

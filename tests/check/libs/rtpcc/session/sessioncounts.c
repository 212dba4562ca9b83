/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a session counts, against the count of its host; and the parts of it exactly
 * at their bounds. */
#include <string.h>
#include <gst/rtpcc/send/rtpcc-layers.h>
#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SSRC 0xa0a0a0a0
#define STREAMS 3
#define IP_UDP 28
#define RTP 12

/* ---- a policy that does nothing ---- */

static RtpCcTarget wanted;
static const RtpCcConfig *bounds;
static RtpCcFeedback told;

static void
idle_init (void *state, const RtpCcConfig * config, RtpCcTime t,
    RtpCcTarget * target)
{
  bounds = config;
  *target = wanted;
}

static void
idle_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime t,
    RtpCcTarget * target)
{
  told = *feedback;
}

static RtpCcOps idle_ops = {
  .name = "idle",
  .source = "none",
  .init = idle_init,
  .on_feedback = idle_on_feedback,
};

/* ---- a host ---- */

static RtpCcSession *session;
static RtpCcSessionConfig config;
static RtpCcTime now;
static guint n_dropped;

static void
on_drop (const RtpCcQueueItem * item, void *user)
{
  n_dropped++;
}

static void
setup (void)
{
  rtp_cc_session_config_init (&config);
  config.ops = &idle_ops;
  config.max_packet_size = 1200;
  config.packet_overhead = IP_UDP;
  config.burst = 0;
  idle_ops.state_size = 0;
  wanted.media_rate = 4000000;
  wanted.pacing_rate = 8000000;
  wanted.window = RTP_CC_NO_WINDOW;
  wanted.ecn = RTP_CC_ECN_NOT_ECT;
  wanted.wakeup = RTP_CC_TIME_NEVER;
  now = T0;
  n_dropped = 0;
  session = rtp_cc_session_new (&config, now);
}

static void
teardown (void)
{
  rtp_cc_session_free (session, on_drop, NULL);
}

static RtpCcSessionInfo
get_info (void)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (session, &info, now);
  return info;
}

static gboolean
enqueue (gint stream, guint16 seq, guint payload, gboolean marker)
{
  RtpCcSessionPacket packet = { 0 };

  packet.is_packet = TRUE;
  packet.ssrc = SSRC + stream;
  packet.seq = seq;
  packet.timestamp = (guint32) (now / MS * 90);
  packet.marker = marker;
  packet.size = payload + RTP;
  packet.payload_size = payload;
  return rtp_cc_session_enqueue (session, stream, &packet, now);
}

static RtpCcRtcpResult
give (const guint8 * data, gsize size)
{
  bool other;

  return rtp_cc_session_rtcp (session, data, size, &other, now);
}

/* CCFB: @n packets from @begin on came now. */
static gsize
write_ccfb (guint8 * data, gsize size, guint32 ssrc, guint16 begin, guint n)
{
  RtpCcMetric metrics[64] = { {0} };
  RtpCcCcfbBlock block = { ssrc, begin, n, metrics };

  for (guint i = 0; i < n; i++)
    metrics[i].received = TRUE;
  return rtp_cc_ccfb_write (data, size, 1, &block, 1,
      (guint32) (now * 65536 / S), RTP_CC_NUM_REPORTS_COUNT);
}

static void
report (guint32 ssrc, guint16 begin, guint n)
{
  guint8 data[256];
  gsize size = write_ccfb (data, sizeof (data), ssrc, begin, n);

  check (give (data, size) == RTP_CC_RTCP_OK);
}

/* ---- all streams, against the host's own count ---- */

typedef struct
{
  guint64 taken, paused, sent, sent_bytes;
  guint16 seq;
  gboolean is_paused;
} Count;

static void
check_counts (const Count * counts)
{
  guint64 discarded = 0;

  for (gint i = 0; i < STREAMS; i++) {
    RtpCcStreamInfo info;

    rtp_cc_session_stream_info (session, i, &info, now);
    check (info.packets_sent == counts[i].sent);
    check (info.bytes_sent == counts[i].sent_bytes);
    check (info.packets_paused == counts[i].paused);
    /* What was taken has left, waits, or was thrown away. */
    check (info.packets_sent + info.queued_packets + info.packets_discarded
        >= counts[i].taken);
    check (info.paused == counts[i].is_paused);
    discarded += info.packets_discarded;
  }
  check (discarded >= n_dropped);
}

/* Streams that come faster than they go, and pause: so packets leave, are thrown
 * away, and are not taken. */
GST_START_TEST (test_session_counts_of_streams)
{
  GRand *rand = g_rand_new_with_seed (815 + __i__);
  RtpCcStreamConfig stream = {.priority = 0.5 };
  Count counts[STREAMS] = { {0}
  };

  for (gint i = 0; i < STREAMS; i++)
    check (rtp_cc_session_add_stream (session, &stream, now) == i);
  for (guint step = 0; step < 3000; step++) {
    gint i = g_rand_int_range (rand, 0, STREAMS), from;
    guint payload = (guint) g_rand_int_range (rand, 100, 1100);
    RtpCcQueueItem item;

    now += g_rand_int_range (rand, 100, 1500) * US;
    if (g_rand_int_range (rand, 0, 100) == 0) {
      counts[i].is_paused = stream.paused = !counts[i].is_paused;
      rtp_cc_session_configure_stream (session, i, &stream, now);
    }
    if (enqueue (i, counts[i].seq++, payload, g_rand_boolean (rand)))
      counts[i].taken++;
    else if (counts[i].is_paused)
      counts[i].paused++;
    while ((from = rtp_cc_session_dequeue (session, &item, now)) >= 0) {
      counts[from].sent++;
      counts[from].sent_bytes += item.size;
    }
    rtp_cc_session_tick (session, on_drop, NULL, now);
    check_counts (counts);
  }
  fail_unless (counts[0].sent > 100 && counts[0].paused > 10);
  fail_unless_equals_uint64 (get_info ().ledger.sent,
      counts[0].sent + counts[1].sent + counts[2].sent);
  g_rand_free (rand);
}

GST_END_TEST;

/* Some are there from the setup or before; one that is removed makes room. */
GST_START_TEST (test_session_most_streams)
{
  RtpCcStreamConfig stream = {.priority = 0.5 };
  gint i, last = -1;

  while ((i = rtp_cc_session_add_stream (session, &stream, now)) >= 0)
    last = i;
  fail_unless_equals_int (last, RTP_CC_SESSION_STREAMS_MAX - 1);
  rtp_cc_session_remove_stream (session, 7, on_drop, NULL, now);
  fail_unless_equals_int (rtp_cc_session_add_stream (session, &stream, now), 7);
  fail_unless_equals_int (rtp_cc_session_add_stream (session, &stream, now),
      -1);
}

GST_END_TEST;

/* ---- feedback, by kind and by what is wrong with it ---- */

GST_START_TEST (test_session_counts_of_feedback)
{
  RtpCcStreamConfig stream = {.priority = 0.5 };
  guint64 refused = 0;
  RtpCcQueueItem item;
  guint8 data[256];
  gsize size;

  rtp_cc_session_add_stream (session, &stream, now);
  for (guint16 i = 0; i < 10; i++) {
    now += 10 * MS;
    fail_unless (enqueue (0, i, 900, TRUE));
    fail_unless_equals_int (rtp_cc_session_dequeue (session, &item, now), 0);
    now += 10 * MS;
    report (SSRC, i, 1);
    fail_unless_equals_uint64 (get_info ().feedback_packets, i + 1);
    fail_unless_equals_uint64 (get_info ().feedback_kinds.ccfb, i + 1);
    fail_unless_equals_uint64 (get_info ().ledger.received, i + 1);
    fail_unless_equals_int64 (get_info ().last_feedback, now);
  }
  /* Each that is cut short is refused for that, and is no feedback. */
  size = write_ccfb (data, sizeof (data), SSRC, 0, 10);
  for (gsize cut = 4; cut < size; cut += 4) {
    RtpCcRtcpResult result = give (data, cut);

    fail_if (result == RTP_CC_RTCP_OK);
    refused++;
  }
  for (guint i = 0; i < RTP_CC_RTCP_N_RESULTS; i++)
    refused -= get_info ().rtcp_refused[i];
  fail_unless_equals_uint64 (refused, 0);
  fail_unless_equals_uint64 (get_info ().rtcp_refused[RTP_CC_RTCP_OK], 0);
  fail_unless_equals_uint64 (get_info ().feedback_packets, 10);
}

GST_END_TEST;

/* ---- bounds ---- */

/* The sanitizer ends a program that asks for so much. */
#ifndef __SANITIZE_ADDRESS__
/* A policy that does not fit into memory. */
GST_START_TEST (test_session_without_a_policy)
{
  idle_ops.state_size = (gsize) 1 << 62;
  fail_unless (rtp_cc_session_new (&config, now) == NULL);
}

GST_END_TEST;
#endif

/* The policy is told that the encoders are the limit below three quarters of the
 * target, and not at them: 3 of 4 Mbit/s, 375 packets of 900 bytes in 900 ms, which is
 * what the meter looks at when a tenth of a second begins. */
GST_START_TEST (test_session_app_limited_from_when_on)
{
  static const guint sizes[] = { 899, 900, 901 };
  RtpCcStreamConfig stream = {.priority = 0.5 };
  RtpCcTime end = (now / S + 10) * S;
  RtpCcQueueItem item;
  guint16 seq = 0;

  rtp_cc_session_add_stream (session, &stream, now);
  while (seq < 375) {
    now = end - 900 * MS + seq * 2400 * US;
    fail_unless (enqueue (0, seq++, sizes[__i__] - IP_UDP - RTP, TRUE));
    fail_unless_equals_int (rtp_cc_session_dequeue (session, &item, now), 0);
  }
  now = end;
  report (SSRC, (guint16) (seq - 1), 1);
  fail_unless_equals_int (told.app_limited, sizes[__i__] < 900);
}

GST_END_TEST;

/* As long as feedback is missing the window does not hold what media pass with: before, one
 * of one packet lets two go, which is when it is full. */
GST_START_TEST (test_session_window_without_feedback)
{
  RtpCcStreamConfig stream = {.priority = 0.5 };
  RtpCcTime end = now + 60 * S;
  RtpCcQueueItem item;
  guint16 seq = 0;
  guint n = 0;

  rtp_cc_session_free (session, NULL, NULL);
  wanted.window = 1200;
  config.min_bitrate = config.initial_bitrate = 3000000;
  session = rtp_cc_session_new (&config, now);
  rtp_cc_session_add_stream (session, &stream, now);
  /* A packet each 50 ms, so that there is something to wait for. */
  while (get_info ().feedback_timeouts < (guint) __i__ && now < end) {
    now += 50 * MS;
    enqueue (0, seq++, 900, TRUE);
    rtp_cc_session_dequeue (session, &item, now);
    rtp_cc_session_tick (session, NULL, NULL, now);
  }
  for (guint i = 0; i < 20; i++)
    enqueue (0, seq++, 1000, TRUE);
  for (guint i = 0; i < 30; i++) {
    now += MS;
    n += rtp_cc_session_dequeue (session, &item, now) >= 0;
  }
  fail_unless_equals_int (get_info ().feedback_timeouts, __i__);
  fail_unless (__i__ == 0 ? n == 2 : n > 5, "%u packets", n);
}

GST_END_TEST;

/* Bounds on the wire follow the size of headers.  Less than a thousandth is not worth
 * telling the policy, whichever way it goes. */
GST_START_TEST (test_session_bounds_move_by_a_step)
{
  RtpCcStreamConfig stream = {.priority = 0.5 };
  guint64 max, n_moves = 0;
  RtpCcQueueItem item;
  guint16 seq = 0;

  /* Both move together. */
  config.min_bitrate = config.initial_bitrate = config.max_bitrate;
  rtp_cc_session_configure (session, &config, now);
  rtp_cc_session_add_stream (session, &stream, now);
  max = bounds->max_rate;
  for (guint i = 0; i < 4000; i++) {
    guint64 before = max;

    now += 2 * MS;
    /* The part of headers grows, slowly, and falls again. */
    enqueue (0, seq++, 1100 - (i < 2000 ? i : 4000 - i) / 4, i % 4 == 3);
    while (rtp_cc_session_dequeue (session, &item, now) >= 0);
    rtp_cc_session_tick (session, NULL, NULL, now);
    max = bounds->max_rate;
    if (max == before)
      continue;
    n_moves++;
    check (ABS ((gdouble) max - (gdouble) before) > before * 0.0009);
  }
  fail_unless (n_moves > 10, "%" G_GUINT64_FORMAT " moves", n_moves);
}

GST_END_TEST;

/* Nobody needs to call again but for a stream that may come back: then at the moment
 * from which on it does. */
GST_START_TEST (test_layers_next_time_is_when_it_changes)
{
  RtpCcLayer streams[2] = { {0}
  };
  RtpCcLayers layers;
  RtpCcTime next;

  for (guint i = 0; i < 2; i++) {
    streams[i].priority = 1 - 0.5 * i;
    streams[i].min_rate = 100000;
    streams[i].max_rate = 1000000;
    streams[i].wants = streams[i].pausable = TRUE;
  }
  rtp_cc_layers_init (&layers);
  fail_if (rtp_cc_layers_update (&layers, 300000, 300000, streams, 2, now));
  fail_unless_equals_int64 (rtp_cc_layers_next_time (&layers),
      RTP_CC_TIME_NEVER);
  /* Far too little */
  fail_unless (rtp_cc_layers_update (&layers, 50000, 50000, streams, 2, now));
  fail_unless (streams[1].off);
  fail_unless_equals_int64 (rtp_cc_layers_next_time (&layers),
      RTP_CC_TIME_NEVER);
  /* Room, and what is on makes use of it: it is not spare. */
  now += S;
  rtp_cc_layers_update (&layers, 900000, 900000, streams, 2, now);
  next = rtp_cc_layers_next_time (&layers);
  fail_unless (next > now && next < now + 60 * S);
  fail_if (rtp_cc_layers_update (&layers, 900000, 900000, streams, 2,
          next - 1));
  fail_unless (streams[1].off);
  fail_unless (rtp_cc_layers_update (&layers, 900000, 900000, streams, 2,
          next));
  fail_if (streams[1].off);
}

GST_END_TEST;

/* No minus before a time that is none. */
GST_START_TEST (test_trace_signs)
{
  RtpCcTraceRecord record = { 0 };
  gchar line[RTP_CC_TRACE_LINE_SIZE];
  gchar **values;

  record.rtt = -1;
  record.qdelay = -2500 * US;
  rtp_cc_trace_format (line, &record);
  values = g_strsplit (line, ",", -1);
  fail_unless_equals_string (values[0], "0.000000");
  fail_unless_equals_string (values[1], "-0.002500");
  g_strfreev (values);
}

GST_END_TEST;

static Suite *
sessioncounts_suite (void)
{
  Suite *s = suite_create ("sessioncounts");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_session_counts_of_streams, 0, seeds (5));
  tcase_add_test (tc, test_session_most_streams);
  tcase_add_test (tc, test_session_counts_of_feedback);
#ifndef __SANITIZE_ADDRESS__
  tcase_add_test (tc, test_session_without_a_policy);
#endif
  tcase_add_loop_test (tc, test_session_app_limited_from_when_on, 0, 3);
  tcase_add_loop_test (tc, test_session_window_without_feedback, 1, 5);
  tcase_add_test (tc, test_session_bounds_move_by_a_step);
  tcase_add_test (tc, test_layers_next_time_is_when_it_changes);
  tcase_add_test (tc, test_trace_signs);
  return s;
}

GST_CHECK_MAIN (sessioncounts);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>
#include <gst/rtpcc/session/rtpcc-keyframes.h>
#include <gst/rtpcc/session/rtpcc-session.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xa0a0a0a0
#define B 0xb0b0b0b0
#define OVERHEAD 28
#define RTP_HEADER 12
/* 1000 bytes on the wire */
#define PAYLOAD 960
#define WIRE 1000

/* ---- a policy that does as the test says, and notes what it is told ---- */

static RtpCcTarget wanted;
static const RtpCcConfig *bounds;
static gboolean obeys;          /* keeps within its bounds, as it has to */
static RtpCcFeedback told;
static RtpCcFrame frame;
static guint n_feedback, n_frames, n_timeouts, n_timers;

static void
want (RtpCcTarget * target)
{
  *target = wanted;
  if (obeys)
    target->media_rate = CLAMP (wanted.media_rate, bounds->min_rate,
        bounds->max_rate);
}

static void
probe_init (void *state, const RtpCcConfig * config, RtpCcTime t,
    RtpCcTarget * target)
{
  bounds = config;
  want (target);
}

static void
probe_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime t,
    RtpCcTarget * target)
{
  told = *feedback;
  n_feedback++;
  want (target);
}

static void
probe_on_frame (void *state, const RtpCcFrame * f, RtpCcTime t,
    RtpCcTarget * target)
{
  frame = *f;
  n_frames++;
}

static void
probe_on_feedback_timeout (void *state, unsigned count, RtpCcTime t,
    RtpCcTarget * target)
{
  n_timeouts = count;
  want (target);
}

static void
probe_on_timer (void *state, RtpCcTime t, RtpCcTarget * target)
{
  n_timers++;
  want (target);
}

static const RtpCcOps probe_ops = {
  .name = "probe",
  .source = "none",
  .init = probe_init,
  .on_feedback = probe_on_feedback,
  .on_frame = probe_on_frame,
  .on_feedback_timeout = probe_on_feedback_timeout,
  .on_timer = probe_on_timer,
};

/* ---- a host ---- */

static RtpCcSession *session;
static RtpCcSessionConfig config;
static RtpCcTime now;
static guint16 seq[2];          /* next of A and B */
static GString *dropped;
static guint n_inside;          /* that the session keeps */

static void
setup (void)
{
  rtp_cc_session_config_init (&config);
  config.ops = &probe_ops;
  config.max_packet_size = WIRE;
  obeys = FALSE;
  wanted.media_rate = 4000000;
  wanted.pacing_rate = 8000000; /* a packet of 1000 bytes each ms */
  wanted.window = RTP_CC_NO_WINDOW;
  wanted.ecn = RTP_CC_ECN_NOT_ECT;
  wanted.wakeup = RTP_CC_TIME_NEVER;
  config.burst = 0;
  now = T0;
  seq[0] = 65534;
  seq[1] = 0;
  n_feedback = n_frames = n_timeouts = n_timers = n_inside = 0;
  memset (&told, 0, sizeof (told));
  memset (&frame, 0, sizeof (frame));
  dropped = g_string_new (NULL);
  session = rtp_cc_session_new (&config, now);
}

static void
on_drop (const RtpCcQueueItem * item, void *user)
{
  g_string_append_c (dropped, GPOINTER_TO_INT (item->user));
  n_inside--;
}

static void
teardown (void)
{
  rtp_cc_session_free (session, on_drop, NULL);
  fail_unless_equals_int (n_inside, 0);
  g_string_free (dropped, TRUE);
}

/* As setup(), with what @config now says. */
static void
restart (void)
{
  rtp_cc_session_free (session, on_drop, NULL);
  session = rtp_cc_session_new (&config, now);
}

static gint
add_stream (gdouble priority)
{
  RtpCcStreamConfig stream = {.priority = priority };

  return rtp_cc_session_add_stream (session, &stream, now);
}

static gboolean
enqueue_sized (gint stream, gchar name, guint32 ssrc, guint32 timestamp,
    gboolean marker, guint payload)
{
  RtpCcSessionPacket packet = { 0 };

  packet.user = GINT_TO_POINTER ((gint) name);
  packet.is_packet = TRUE;
  packet.ssrc = ssrc;
  packet.seq = seq[ssrc == B]++;
  packet.timestamp = timestamp;
  packet.marker = marker;
  packet.size = payload + RTP_HEADER;
  packet.payload_size = payload;
  if (!rtp_cc_session_enqueue (session, stream, &packet, now))
    return FALSE;
  n_inside++;
  return TRUE;
}

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

static gboolean
enqueue (gint stream, gchar name, guint32 ssrc, guint32 timestamp,
    gboolean marker)
{
  return enqueue_sized (stream, name, ssrc, timestamp, marker, PAYLOAD);
}

static void
enqueue_event (gint stream, gchar name)
{
  RtpCcSessionPacket packet = { 0 };

  packet.user = GINT_TO_POINTER ((gint) name);
  check (rtp_cc_session_enqueue (session, stream, &packet, now));
  n_inside++;
}

/* The name of what goes now; 0: nothing. */
static gchar
dequeue (void)
{
  RtpCcQueueItem item;

  if (rtp_cc_session_dequeue (session, &item, now) < 0)
    return 0;
  n_inside--;
  return GPOINTER_TO_INT (item.user);
}

static guint
dequeue_all (void)
{
  guint n = 0;

  while (dequeue ())
    n++;
  return n;
}

static void
tick (void)
{
  rtp_cc_session_tick (session, on_drop, NULL, now);
}

static RtpCcTime
next_time (void)
{
  return rtp_cc_session_next_time (session, now);
}

static RtpCcSessionInfo
get_info (void)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (session, &info, now);
  return info;
}

static RtpCcStreamInfo
get_stream_info (gint stream)
{
  RtpCcStreamInfo info;

  rtp_cc_session_stream_info (session, stream, &info, now);
  return info;
}

/* CCFB: @n packets from @begin on have just come. */
static gsize
write_feedback (guint8 * data, gsize size, guint32 ssrc, guint16 begin, guint n)
{
  RtpCcMetric metrics[64];
  RtpCcCcfbBlock block = { ssrc, begin, n, metrics };

  memset (metrics, 0, sizeof (metrics));
  for (guint i = 0; i < n; i++)
    metrics[i].received = TRUE;
  return rtp_cc_ccfb_write (data, size, 1, &block, 1,
      (guint32) (now * 65536 / S), RTP_CC_NUM_REPORTS_COUNT);
}

static gboolean
give_rtcp (const guint8 * data, gsize size, RtpCcRtcpResult result)
{
  bool other = TRUE;

  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
          now), result);
  return other;
}

static void
feed (guint32 ssrc, guint16 begin, guint n)
{
  guint8 data[256];
  gsize size = write_feedback (data, sizeof (data), ssrc, begin, n);

  fail_if (give_rtcp (data, size, RTP_CC_RTCP_OK));
}

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

/* ---- RTCP ---- */

GST_START_TEST (test_session_feedback_for_others)
{
  gint stream = add_stream (1);
  guint8 data[256];
  gsize size;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  size = write_feedback (data, sizeof (data), B, 0, 4);
  fail_unless (give_rtcp (data, size, RTP_CC_RTCP_OK));
  /* No block at all speaks of nobody. */
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, NULL, 0, 7,
      RTP_CC_NUM_REPORTS_COUNT);
  fail_unless (give_rtcp (data, size, RTP_CC_RTCP_OK));

  fail_unless_equals_int (n_feedback, 0);
  fail_unless_equals_uint64 (get_info ().feedback_packets, 0);
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_NONE_YET);
  fail_unless (get_info ().last_feedback == RTP_CC_TIME_NEVER);
  fail_unless_equals_uint64 (get_info ().ledger.unknown_ssrc, 4);
  /* And it is no reason to wait longer. */
  fail_unless_equals_int64 (next_time (), T0 + 600 * MS);
}

GST_END_TEST;

static const guint8 sender_report[] = {
  0x80, 200, 0, 6, 0, 0, 0, 1,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
};

static const guint8 unknown_type[] = { 0x80, 214, 0, 1, 0, 0, 0, 1 };

GST_START_TEST (test_session_compound_rtcp)
{
  gint stream = add_stream (1);
  guint8 data[256];
  gsize size = 0, ccfb;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  now += 30 * MS;
  memcpy (data, sender_report, sizeof (sender_report));
  size += sizeof (sender_report);
  ccfb = write_feedback (data + size, sizeof (data) - size, A, 65534, 1);
  size += ccfb;
  memcpy (data + size, unknown_type, sizeof (unknown_type));
  size += sizeof (unknown_type);

  fail_unless (give_rtcp (data, size, RTP_CC_RTCP_OK));
  fail_unless_equals_int (n_feedback, 1);
  fail_unless_equals_uint64 (get_info ().feedback_packets, 1);
  fail_unless_equals_int (get_info ().feedback_state, RTP_CC_FEEDBACK_OK);
  fail_unless_equals_int64 (get_info ().last_feedback, now);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 0);

  /* Alone it is nothing but ours. */
  fail_if (give_rtcp (data + sizeof (sender_report), ccfb, RTP_CC_RTCP_OK));
  fail_unless_equals_int (n_feedback, 2);
}

GST_END_TEST;

static const struct
{
  RtpCcRtcpResult result;
  guint8 data[20];
  gsize size;
} malformed[] = {
  {RTP_CC_RTCP_TOO_SHORT, {0x8b, 205, 0}, 3},
  {RTP_CC_RTCP_TOO_SHORT, {0x8b, 205, 0, 1, 0, 0, 0, 1}, 8},
  {RTP_CC_RTCP_BAD_VERSION, {0x4b, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0}, 12},
  {RTP_CC_RTCP_BAD_LENGTH, {0x8b, 205, 0, 9, 0, 0, 0, 1, 0, 0, 0, 0}, 12},
  {RTP_CC_RTCP_BAD_PADDING, {0xab, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 77}, 12},
  {RTP_CC_RTCP_BAD_BLOCK, {0x8b, 205, 0, 4, 0, 0, 0, 1, 0xa0, 0xa0, 0xa0,
          0xa0, 0, 0, 0, 99, 0, 0, 0, 0}, 20},
};

GST_START_TEST (test_session_malformed_rtcp_is_counted)
{
  gint stream = add_stream (1);
  guint8 data[256];
  gsize size;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  /* What stands before it is taken. */
  size = write_feedback (data, sizeof (data), A, 65534, 1);
  memcpy (data + size, malformed[__i__].data, malformed[__i__].size);
  size += malformed[__i__].size;
  fail_if (give_rtcp (data, size, malformed[__i__].result));
  fail_unless_equals_int (n_feedback, 1);
  for (guint i = 0; i < RTP_CC_RTCP_N_RESULTS; i++)
    fail_unless_equals_uint64 (get_info ().rtcp_refused[i],
        i == malformed[__i__].result);
}

GST_END_TEST;

/* A peer that counts as before erratum 8166 is read so from then on. */
GST_START_TEST (test_session_remembers_how_reports_are_counted)
{
  gint stream = add_stream (1);
  guint8 data[256];
  RtpCcMetric metrics[3] = { {0}
  };
  RtpCcCcfbBlock block = { A, 65534, 3, metrics };
  gsize size;

  for (guint i = 0; i < 3; i++) {
    enqueue (stream, 'a', A, 1, i == 2);
    now += MS;
    dequeue ();
    metrics[i].received = TRUE;
  }
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1, 1000,
      RTP_CC_NUM_REPORTS_LAST);
  fail_if (give_rtcp (data, size, RTP_CC_RTCP_OK));
  fail_unless_equals_int (get_info ().num_reports, RTP_CC_NUM_REPORTS_LAST);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 0);
}

GST_END_TEST;

/* ---- feedback is missing ---- */

/* A frame of one packet each 20 ms until @end; returns at @end. */
static void
run_source (gint stream, RtpCcTime end)
{
  static guint32 timestamp;

  while (now < end) {
    tick ();
    dequeue_all ();
    if ((now - T0) % (20 * MS) == 0)
      enqueue (stream, 'a', A, ++timestamp, TRUE);
    dequeue_all ();
    now += MS;
  }
}

GST_START_TEST (test_session_feedback_timeouts)
{
  gint stream;
  guint64 rate;
  RtpCcSessionInfo info;

  config.ops = rtp_cc_find ("scream");
  config.burst = MS;
  restart ();
  stream = add_stream (1);
  rate = get_info ().target.media_rate;

  /* 500 ms, and 100 ms for an RTT that nobody knows yet */
  run_source (stream, T0 + 600 * MS);
  info = get_info ();
  fail_unless_equals_int (info.feedback_state, RTP_CC_FEEDBACK_NONE_YET);
  fail_unless_equals_uint64 (info.bytes_in_flight, 30 * WIRE);
  fail_unless_equals_uint64 (info.target.media_rate, rate);

  for (guint i = 1; i <= 3; i++) {
    guint64 before = get_info ().target.media_rate;

    /* Each further one counts from the packet that left after it. */
    run_source (stream, T0 + i * 620 * MS - 20 * MS + MS);
    info = get_info ();
    fail_unless_equals_int (info.feedback_timeouts, i);
    fail_unless_equals_int (info.feedback_state, RTP_CC_FEEDBACK_MISSING);
    fail_unless (info.target.media_rate < before);
  }
  /* The minimum, on the wire */
  fail_unless (info.target.media_rate >= config.min_bitrate);
  fail_unless (info.estimated_bitrate <= config.min_bitrate * 1.1);
  fail_unless (info.ledger.forgotten >= 60);

  feed (A, 65534, 1);
  info = get_info ();
  fail_unless_equals_int (info.feedback_state, RTP_CC_FEEDBACK_OK);
  fail_unless_equals_int (info.feedback_timeouts, 0);
}

GST_END_TEST;

/* With a measured RTT of 50 ms: 550 ms from the last feedback. */
GST_START_TEST (test_session_feedback_timeout_counts_the_rtt)
{
  gint stream = add_stream (1);
  RtpCcTime last;

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  now += 40 * MS;
  enqueue (stream, 'b', A, 2, TRUE);
  dequeue ();
  now += 10 * MS;
  feed (A, 65534, 1);
  last = now;
  fail_unless_equals_int64 (next_time (), last + 550 * MS);
  now = last + 550 * MS - 1;
  tick ();
  fail_unless_equals_int (n_timeouts, 0);
  now++;
  tick ();
  fail_unless_equals_int (n_timeouts, 1);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, 0);
}

GST_END_TEST;

/* A packet that was given up with those before the edge comes after all: that is news,
 * though a loss stands before it in the feedback, and nothing leaves the flight. */
GST_START_TEST (test_session_news_behind_a_loss)
{
  gint stream = add_stream (1);
  RtpCcTime last;

  for (guint i = 0; i < 4; i++) {
    enqueue (stream, 'a', A, i, TRUE);
    now += MS;
    dequeue_all ();
  }
  now += 10 * MS;
  /* 0 has come, 65534 and 65535 have not, 1 is in flight. */
  feed (A, 0, 1);
  now += 300 * MS;
  feed (A, 65535, 1);
  fail_unless_equals_uint64 (told.n_reports, 2);
  fail_unless_equals_int (told.reports[0].fate, RTP_CC_FATE_LOST);
  fail_unless_equals_uint64 (told.bytes_newly_acked, 0);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, WIRE);
  /* It is waited for from then on. */
  last = now;
  now = last + 499 * MS;
  tick ();
  fail_unless_equals_int (n_timeouts, 0);
  now = last + 820 * MS;
  tick ();
  fail_unless_equals_int (n_timeouts, 1);
}

GST_END_TEST;

/* A receiver that says the same again and again, or that more is lost, tells nothing of
 * what is in flight. */
GST_START_TEST (test_session_repetitions_are_no_news)
{
  gint stream = add_stream (1);

  for (guint i = 0; i < 3; i++) {
    enqueue (stream, 'a', A, i, TRUE);
    now += MS;
    dequeue_all ();
  }
  now += 10 * MS;
  feed (A, 65535, 1);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, WIRE);
  for (guint i = 0; i < 10; i++) {
    now += 100 * MS;
    tick ();
    feed (A, 65535, 1);
  }
  fail_unless_equals_int (n_timeouts, 1);
  fail_unless_equals_uint64 (get_info ().ledger.lost, 1);
}

GST_END_TEST;

/* Who sends nothing gets no feedback: that is not an outage. */
GST_START_TEST (test_session_no_timeouts_without_packets)
{
  gint stream = add_stream (1);

  now += 10 * S;
  tick ();
  fail_unless_equals_int (n_timeouts, 0);

  enqueue (stream, 'a', A, 1, TRUE);
  dequeue ();
  feed (A, 65534, 1);
  now += 10 * S;
  tick ();
  fail_unless_equals_int (n_timeouts, 0);
  fail_unless (next_time () == RTP_CC_TIME_NEVER);

  /* The last packet before a pause is lost: said once. */
  enqueue (stream, 'a', A, 2, TRUE);
  dequeue ();
  for (guint i = 0; i < 50; i++) {
    now += 100 * MS;
    tick ();
  }
  fail_unless_equals_int (n_timeouts, 1);
  fail_unless (next_time () == RTP_CC_TIME_NEVER);
}

GST_END_TEST;

GST_START_TEST (test_session_resume)
{
  gint stream;

  wanted.pacing_rate = 4000000; /* 2 ms */
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, TRUE);
  enqueue (stream, 'b', A, 2, TRUE);
  dequeue ();
  now += 10 * S;
  rtp_cc_session_resume (session, 10 * S, now);
  tick ();
  fail_unless_equals_int (n_timeouts, 0);
  fail_unless_equals_string (dropped->str, "");
  fail_unless_equals_int64 (get_stream_info (stream).queue_delay, 0);
  fail_unless_equals_int (dequeue (), 'b');
  now += 600 * MS;
  tick ();
  fail_unless_equals_int (n_timeouts, 1);
}

GST_END_TEST;

/* ---- what waits too long ---- */

GST_START_TEST (test_session_discards_and_asks_for_key_frame)
{
  gint stream;
  guint32 ssrc = 0;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  enqueue (stream, 'b', A, 2, FALSE);
  enqueue (stream, 'c', A, 2, FALSE);
  now += 200 * MS;
  tick ();
  fail_unless_equals_string (dropped->str, "");
  fail_unless_equals_int64 (next_time (), now + 1);
  fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now));
  now++;
  tick ();
  fail_unless_equals_string (dropped->str, "bc");
  fail_if (enqueue (stream, 'd', A, 2, TRUE));
  fail_unless_equals_uint64 (get_stream_info (stream).frames_discarded, 1);
  fail_unless_equals_uint64 (get_stream_info (stream).packets_discarded, 3);

  fail_unless (next_time () <= now);
  fail_unless (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
          now));
  fail_unless_equals_uint64 (ssrc, A);
  fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now));
  fail_unless (next_time () > now);
  /* Nor later, unless more is discarded. */
  now += 2 * S;
  fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now));
}

GST_END_TEST;

GST_START_TEST (test_session_asks_for_key_frame_once_a_second)
{
  gint stream;
  guint n_asked = 0;
  guint32 ssrc;
  RtpCcTime last = T0 - S;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 0, TRUE);
  dequeue ();
  /* Discards all the time; the time-out opens the window now and then. */
  for (guint i = 1; i < 10000; i++) {
    now += MS;
    if (i % 20 == 0)
      enqueue (stream, 'a', A, i, TRUE);
    tick ();
    dequeue_all ();
    if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now)) {
      check (now - last >= S);
      last = now;
      n_asked++;
    }
  }
  fail_unless (n_asked >= 9 && n_asked <= 10);
}

GST_END_TEST;

/* In a stream of two SSRCs: the one that lost a frame. */
GST_START_TEST (test_session_key_frame_for_the_ssrc_that_lost)
{
  gint stream;
  guint32 ssrc = 0;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, FALSE);
  enqueue (stream, 'b', A, 1, TRUE);
  enqueue_event (stream, 'x');
  enqueue (stream, 'c', B, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  now += 200 * MS + 1;
  tick ();
  fail_unless_equals_string (dropped->str, "c");
  fail_unless (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
          now));
  fail_unless_equals_uint64 (ssrc, B);
}

GST_END_TEST;

/* A bundle of two cameras and audio, of which all wait: each is asked for a key
 * frame, once a second. */
GST_START_TEST (test_session_key_frames_for_all_that_lost)
{
  static const guint32 ssrcs[] = { B, A, 77 };
  gint stream;
  guint32 ssrc = 0;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  for (guint round = 0; round < 2; round++) {
    for (guint i = 0; i < G_N_ELEMENTS (ssrcs); i++)
      enqueue (stream, 'b', ssrcs[i], 2 + round, TRUE);
    now += 200 * MS + 1;
    tick ();
    if (round > 0) {
      fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
              now));
      now += 800 * MS;
    }
    for (guint i = 0; i < G_N_ELEMENTS (ssrcs); i++) {
      fail_unless (rtp_cc_session_take_key_frame_request (session, stream,
              &ssrc, now));
      fail_unless_equals_uint64 (ssrc, ssrcs[i]);
    }
    fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
            now));
  }
}

GST_END_TEST;

/* However many SSRCs somebody invents. */
GST_START_TEST (test_session_key_frames_are_bounded)
{
  RtpCcKeyFrames frames;
  guint32 ssrc = 0;
  guint n = 0;

  memset (&frames, 0, sizeof (frames));
  for (guint i = 0; i < 1000; i++)
    rtp_cc_key_frames_want (&frames, i);
  while (rtp_cc_key_frames_take (&frames, &ssrc, now))
    fail_unless_equals_int (ssrc, n++);
  fail_unless_equals_int (n, RTP_CC_KEY_FRAME_SSRCS);
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      RTP_CC_TIME_NEVER);
  /* A new one takes the place of the first. */
  rtp_cc_key_frames_want (&frames, 5000);
  rtp_cc_key_frames_want (&frames, 1);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now));
  fail_unless_equals_int (ssrc, 5000);
  fail_if (rtp_cc_key_frames_take (&frames, &ssrc, now));
  rtp_cc_key_frames_want_now (&frames, 1);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now));
  fail_unless_equals_int (ssrc, 1);
}

GST_END_TEST;

/* A new SSRC takes the place of the one whose request was first, whichever place that
 * is; a request that has to wait does not delay one that may go at once, nor does the
 * SSRC that waits for longest say when the next is due. */
GST_START_TEST (test_session_key_frames_by_time)
{
  RtpCcKeyFrames frames;
  guint32 ssrc = 0;

  memset (&frames, 0, sizeof (frames));
  for (guint i = 0; i < RTP_CC_KEY_FRAME_SSRCS; i++) {
    RtpCcTime t = now + ((i + 4) % RTP_CC_KEY_FRAME_SSRCS) * MS;

    rtp_cc_key_frames_want (&frames, i);
    fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, t));
  }
  rtp_cc_key_frames_want (&frames, 3);
  rtp_cc_key_frames_want (&frames, 11);
  /* 3 was asked for 7 ms after now, 11 15 ms after it. */
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      now + S + 7 * MS);
  rtp_cc_key_frames_want_now (&frames, 11);
  rtp_cc_key_frames_want (&frames, 11);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now + 20 * MS));
  fail_unless_equals_int (ssrc, 11);
  /* The place of 12, which was the first, and then that of 13. */
  rtp_cc_key_frames_want (&frames, 5000);
  rtp_cc_key_frames_want (&frames, 5001);
  fail_unless_equals_int (frames.ssrcs[12].ssrc, 5000);
  fail_unless_equals_int (frames.ssrcs[13].ssrc, 5001);
}

GST_END_TEST;

/* Of a receiver: the first at once, those behind it for a while at the end of
 * that, none is lost. */
GST_START_TEST (test_session_key_frames_for_receivers)
{
  static const RtpCcTime expected[] = {
    0, 300 * MS, 900 * MS, 1900 * MS, 2900 * MS, 3900 * MS, 4900 * MS
  };
  RtpCcKeyFrames frames;
  guint32 ssrc = 0;
  guint n = 0;

  memset (&frames, 0, sizeof (frames));
  /* 1000 requests a second until 4 s */
  for (RtpCcTime t = 0; t < 10 * S; t += MS) {
    if (t < 4 * S)
      rtp_cc_key_frames_want_by_peer (&frames, A);
    if (!rtp_cc_key_frames_take (&frames, &ssrc, now + t))
      continue;
    fail_unless (n < G_N_ELEMENTS (expected));
    fail_unless_equals_int64 (t, expected[n++]);
  }
  fail_unless_equals_int (n, G_N_ELEMENTS (expected));
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      RTP_CC_TIME_NEVER);
  /* and then as in the beginning */
  now += 10 * S;
  rtp_cc_key_frames_want_by_peer (&frames, A);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now));
  rtp_cc_key_frames_want_by_peer (&frames, A);
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      now + 300 * MS);
}

GST_END_TEST;

/* However the requests come and for how many SSRCs: in each second not more than
 * 3 for each of the SSRCs that are known, in the long run one. */
GST_START_TEST (test_session_key_frames_by_anybody)
{
  GRand *rand = g_rand_new_with_seed (11);

  for (guint run = 0; run < 50; run++) {
    guint n_ssrcs = (guint) g_rand_int_range (rand, 1, 100), n = 0;
    guint known = MIN (n_ssrcs, RTP_CC_KEY_FRAME_SSRCS);
    gint gap = g_rand_int_range (rand, 1, 50);
    RtpCcTime t = now, end = now + 20 * S;
    RtpCcKeyFrames frames;
    guint32 ssrc;

    memset (&frames, 0, sizeof (frames));
    for (; t < end; t += g_rand_int_range (rand, 1, gap + 1) * MS) {
      rtp_cc_key_frames_want_by_peer (&frames,
          (guint32) g_rand_int_range (rand, 0, (gint) n_ssrcs));
      while (rtp_cc_key_frames_take (&frames, &ssrc, t))
        n++;
    }
    fail_unless (n >= 10 && n <= known * (20 + 3), "%u for %u", n, n_ssrcs);
  }
  g_rand_free (rand);
}

GST_END_TEST;

/* One FIR; what the session says of it, and whether a key frame is to be made. */
static gboolean
ask_by_fir (gint stream, guint32 requester, guint8 number)
{
  guint8 data[20] = { 0x84, 206, 0, 4 };
  bool other, again;
  guint32 ssrc;

  GST_WRITE_UINT32_BE (data + 4, requester);
  GST_WRITE_UINT32_BE (data + 12, A);
  data[16] = number;
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, sizeof (data),
          &other, now), RTP_CC_RTCP_OK);
  fail_unless (other);
  fail_unless (rtp_cc_session_take_fir (session, &ssrc, &again));
  fail_unless_equals_uint64 (ssrc, A);
  rtp_cc_session_want_key_frame (session, stream, ssrc, again, now);
  fail_if (rtp_cc_session_take_fir (session, &ssrc, &again));
  return rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now);
}

/* A packet leaves and is acknowledged after this. */
static void
measure_rtt (gint stream, RtpCcTime rtt)
{
  enqueue (stream, 'a', A, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  now += rtt;
  feed (A, (guint16) (seq[0] - 1), 1);
}

/* With a round trip of 0.4 s a key frame answers all repetitions of the next 0.8 s,
 * those of another receiver are another request; later it was lost. */
GST_START_TEST (test_session_fir_repeated)
{
  gint stream = add_stream (1);
  RtpCcTime start;

  measure_rtt (stream, 400 * MS);
  start = now;
  fail_unless (ask_by_fir (stream, 7, 1));
  for (; now < start + 800 * MS; now += 20 * MS)
    fail_if (ask_by_fir (stream, 7, 1));
  fail_unless (ask_by_fir (stream, 7, 1));

  now += 10 * S;
  fail_unless (ask_by_fir (stream, 7, 2));
  now += 300 * MS;
  fail_if (ask_by_fir (stream, 7, 2));
  fail_unless (ask_by_fir (stream, 7, 3));
  now += 10 * S;
  fail_unless (ask_by_fir (stream, 7, 4));
  now += 300 * MS;
  fail_unless (ask_by_fir (stream, 8, 4));
}

GST_END_TEST;

/* Not for SSRCs that are not ours, and not more than have a place. */
GST_START_TEST (test_session_fir_for_others)
{
  guint8 data[12 + 8 * 100] = { 0x84, 206, 0, 202 };
  gint stream = add_stream (1);
  bool other, again;
  guint32 ssrc;
  guint n = 0;

  for (guint i = 0; i < 100; i++)
    GST_WRITE_UINT32_BE (data + 12 + 8 * i, 1000 + i);
  rtp_cc_session_rtcp (session, data, sizeof (data), &other, now);
  fail_if (rtp_cc_session_take_fir (session, &ssrc, &again));
  for (guint i = 0; i < 40; i++) {
    enqueue (stream, 'a', 1000 + i, 1, TRUE);
    fail_unless_equals_int (dequeue (), 'a');
    now += MS;
  }
  rtp_cc_session_rtcp (session, data, sizeof (data), &other, now);
  while (rtp_cc_session_take_fir (session, &ssrc, &again))
    n++;
  fail_unless_equals_int (n, RTP_CC_KEY_FRAME_SSRCS);
}

GST_END_TEST;

/* Raw frames are skipped when what waits takes max_queue_delay. */
GST_START_TEST (test_session_skip_frame)
{
  gint stream;
  guint n = 0;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  fail_if (rtp_cc_session_skip_frame (session, stream, now));
  /* 4 Mbit/s are 100 packets in 200 ms. */
  while (!rtp_cc_session_skip_frame (session, stream, now)) {
    enqueue (stream, 'a', A, n++, TRUE);
    check (n < 200);
  }
  fail_unless_equals_int (n, 101);
  fail_unless_equals_uint64 (get_stream_info (stream).frames_skipped, 1);
  fail_unless_equals_int (dequeue (), 'a');
  fail_if (rtp_cc_session_skip_frame (session, stream, now));

  rtp_cc_session_clear_stream (session, stream, on_drop, NULL);
  fail_unless_equals_int (dropped->len, 100);
  fail_if (rtp_cc_session_skip_frame (session, stream, now));
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

/* ---- streams of different kinds ---- */

static gint
add_configured (const RtpCcStreamConfig * stream)
{
  return rtp_cc_session_add_stream (session, stream, now);
}

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

/* A new configuration of a stream that goes on, goes, or is gone wants no key frame. */
GST_START_TEST (test_session_only_a_return_wants_a_key_frame)
{
  RtpCcStreamConfig stream = {.priority = 1 };
  gint left = add_stream (1);
  guint32 ssrc;

  enqueue (left, 'a', A, 0, TRUE);
  dequeue ();
  for (guint i = 0; i < 4; i++) {
    now += 2 * S;
    stream.priority = 0.5;
    stream.paused = i >= 2;
    rtp_cc_session_configure_stream (session, left, &stream, now);
    fail_if (rtp_cc_session_take_key_frame_request (session, left, &ssrc, now));
  }
  stream.paused = FALSE;
  rtp_cc_session_configure_stream (session, left, &stream, now);
  fail_unless (rtp_cc_session_take_key_frame_request (session, left, &ssrc,
          now));
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

/* At the minimum of 1 kbit/s two packets of 1000 bytes take 16 seconds. */
GST_START_TEST (test_session_longest_wait)
{
  gint64 wait;

  config.min_bitrate = 1000;
  restart ();
  wait = rtp_cc_session_longest_wait (session, 1000);
  fail_unless (wait >= 16 * S && wait < 17 * S, "%" G_GINT64_FORMAT, wait);
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
  static const gchar *const controllers[] = { "scream", "fixed" };
  GRand *rand = g_rand_new_with_seed (20240607 + __i__);
  gint stream[3];
  guint32 timestamp = 0, ssrc;

  config.ops = rtp_cc_find (controllers[__i__ % 2]);
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

/* ---- a packet that is held back ---- */

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
  tcase_add_test (tc, test_session_longest_wait);
  tcase_add_test (tc, test_session_queue_delay);
  tcase_add_test (tc, test_session_feedback_opens_the_window);
  tcase_add_test (tc, test_session_policy_timer);
  tcase_add_test (tc, test_session_feedback_for_others);
  tcase_add_test (tc, test_session_compound_rtcp);
  tcase_add_loop_test (tc, test_session_malformed_rtcp_is_counted, 0,
      G_N_ELEMENTS (malformed));
  tcase_add_test (tc, test_session_remembers_how_reports_are_counted);
  tcase_add_test (tc, test_session_feedback_timeouts);
  tcase_add_test (tc, test_session_feedback_timeout_counts_the_rtt);
  tcase_add_test (tc, test_session_news_behind_a_loss);
  tcase_add_test (tc, test_session_repetitions_are_no_news);
  tcase_add_test (tc, test_session_no_timeouts_without_packets);
  tcase_add_test (tc, test_session_resume);
  tcase_add_test (tc, test_session_discards_and_asks_for_key_frame);
  tcase_add_test (tc, test_session_asks_for_key_frame_once_a_second);
  tcase_add_test (tc, test_session_key_frame_for_the_ssrc_that_lost);
  tcase_add_test (tc, test_session_key_frames_for_all_that_lost);
  tcase_add_test (tc, test_session_key_frames_are_bounded);
  tcase_add_test (tc, test_session_key_frames_by_time);
  tcase_add_test (tc, test_session_key_frames_for_receivers);
  tcase_add_test (tc, test_session_key_frames_by_anybody);
  tcase_add_test (tc, test_session_fir_repeated);
  tcase_add_test (tc, test_session_fir_for_others);
  tcase_add_test (tc, test_session_skip_frame);
  tcase_add_test (tc, test_session_tells_frames);
  tcase_add_test (tc, test_session_discarded_frame_has_no_size);
  tcase_add_test (tc, test_session_turns_by_priority);
  tcase_add_test (tc, test_session_idle_stream_saves_no_turns);
  tcase_add_test (tc, test_session_idle_stream_gives_its_share_away);
  tcase_add_test (tc, test_session_unused_stream_has_no_share);
  tcase_add_test (tc, test_session_all_idle_share_all);
  tcase_add_test (tc, test_session_remove_stream);
  tcase_add_test (tc, test_session_stream_bounds);
  tcase_add_test (tc, test_session_urgent_goes_first);
  tcase_add_test (tc, test_session_urgent_beside_the_window);
  tcase_add_test (tc, test_session_urgent_leaves_turns_alone);
  tcase_add_test (tc, test_session_urgent_is_no_measure_of_turns);
  tcase_add_test (tc, test_session_fixed_stream_gets_what_it_makes);
  tcase_add_test (tc, test_session_pause);
  tcase_add_test (tc, test_session_only_a_return_wants_a_key_frame);
  tcase_add_test (tc, test_session_split);
  tcase_add_test (tc, test_session_split_of_too_much);
  tcase_add_test (tc, test_session_split_of_a_later_stream);
  tcase_add_test (tc, test_session_split_decides_turns);
  tcase_add_test (tc, test_session_switches_a_layer_off);
  tcase_add_test (tc, test_session_bounds_are_media_rates);
  tcase_add_test (tc, test_session_repair_takes_of_the_media);
  tcase_add_test (tc, test_session_repair_leaves_half);
  tcase_add_test (tc, test_session_configure_while_running);
  tcase_add_loop_test (tc, test_session_l4s_bursts_are_short, 0, 2);
  tcase_add_loop_test (tc, test_session_grain, 0, 2);
  tcase_add_test (tc, test_session_loss_and_ce_rates);
  tcase_add_test (tc, test_session_traces_each_feedback);
  tcase_add_test (tc, test_session_held_packet_leaves_after_feedback);
  tcase_add_test (tc, test_session_held_packet_leaves_without_feedback);
  tcase_add_test (tc, test_session_longest_wait_behind_a_held_packet);
  tcase_add_test (tc, test_session_held_packet_waits_longer);
  tcase_add_test (tc, test_session_held_packet_is_overtaken_by_few);
  tcase_add_test (tc, test_session_lie_about_a_held_packet);
  tcase_add_test (tc, test_session_event_behind_a_held_packet);
  tcase_add_test (tc, test_session_held_packet_and_its_stream);
  tcase_add_loop_test (tc, test_session_next_time_is_in_the_future, 0, 10);

  return s;
}

GST_CHECK_MAIN (session);

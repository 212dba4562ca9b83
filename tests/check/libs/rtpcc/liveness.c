/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A sender that has something to send goes on, whatever feedback says. */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

#include "mechanism.h"

#define A 0xa0a0a0a0
#define B 0xb0b0b0b0
#define PAYLOAD 960
#define HEADER 12
#define WIRE (PAYLOAD + HEADER + 28)
#define STEP (5 * MS)
#define RTT (50 * MS)
#define SEEDS 20
#define DURATION (60 * S)

/* All that left, by SSRC. */
typedef struct
{
  guint32 ssrc;
  gint stream;
  guint16 next;                 /* to come in */
  guint16 sent;                 /* next to leave */
  guint16 oldest;               /* not acknowledged by this test */
  gdouble bits;                 /* that its encoder has made of a packet */
  gdouble part;                 /* of its stream's rate */
  guint64 bytes;                /* sent */
  RtpCcTime times[65536];       /* when it left */
} Flow;

typedef struct
{
  GRand *rand;
  RtpCcSession *session;
  RtpCcSessionConfig config;
  RtpCcTime now, last_send, longest;
  guint64 bytes;
  Flow flows[2];
  guint n_flows;
  guint8 last[1500];            /* the last honest report */
  gsize last_size;
} Sender;

static Sender *
sender_new (const RtpCcOps * ops, guint n_flows, guint bitrate, guint seed)
{
  Sender *s = g_new0 (Sender, 1);

  s->rand = g_rand_new_with_seed (seed);
  rtp_cc_session_config_init (&s->config);
  s->config.ops = ops;
  s->config.initial_bitrate = bitrate;
  s->now = T0;
  s->session = rtp_cc_session_new (&s->config, s->now);
  s->last_send = s->now;
  s->n_flows = n_flows;
  for (guint i = 0; i < n_flows; i++) {
    RtpCcStreamConfig stream = {.priority = 1 };

    s->flows[i].ssrc = i == 0 ? A : B;
    s->flows[i].part = 1;
    s->flows[i].stream = rtp_cc_session_add_stream (s->session, &stream,
        s->now);
  }
  return s;
}

static void
sender_free (Sender * s)
{
  rtp_cc_session_free (s->session, NULL, NULL);
  g_rand_free (s->rand);
  g_free (s);
}

static RtpCcSessionInfo
get_info (const Sender * s)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (s->session, &info, s->now);
  return info;
}

static RtpCcStreamInfo
get_stream_info (const Sender * s, guint flow)
{
  RtpCcStreamInfo info;

  rtp_cc_session_stream_info (s->session, s->flows[flow].stream, &info, s->now);
  return info;
}

static void
enqueue (Sender * s, Flow * flow)
{
  RtpCcSessionPacket packet = { 0 };

  packet.is_packet = packet.marker = true;
  packet.ssrc = flow->ssrc;
  packet.seq = flow->next++;
  packet.timestamp = packet.seq;
  packet.payload_size = PAYLOAD;
  packet.size = PAYLOAD + HEADER;
  if (!rtp_cc_session_enqueue (s->session, flow->stream, &packet, s->now))
    flow->next--;
}

static void
note_sent (Sender * s, const RtpCcQueueItem * item)
{
  Flow *flow = &s->flows[item->ssrc == B];

  s->longest = MAX (s->longest, s->now - s->last_send);
  s->last_send = s->now;
  s->bytes += item->size;
  flow->bytes += item->size;
  flow->times[item->seq] = s->now;
  flow->sent = item->seq + 1;
}

static void
on_drop (const RtpCcQueueItem * item, void *user)
{
}

/* Time passes; each stream always has a packet that waits. */
static void
step (Sender * s)
{
  RtpCcQueueItem item;

  s->now += STEP;
  rtp_cc_session_tick (s->session, on_drop, NULL, s->now);
  for (guint i = 0; i < s->n_flows; i++) {
    if (get_stream_info (s, i).queued_packets < 5)
      enqueue (s, &s->flows[i]);
  }
  while (rtp_cc_session_dequeue (s->session, &item, s->now) >= 0) {
    note_sent (s, &item);
    enqueue (s, &s->flows[item.ssrc == B]);
  }
}

/* Each @steps steps, for 3 s; those are not counted as a wait. */
static void
pause_after (Sender * s, guint i, guint steps)
{
  if (i % steps != steps - 1)
    return;
  s->now += 3 * S;
  s->last_send += 3 * S;
  rtp_cc_session_resume (s->session, 3 * S, s->now);
}

/* ---- what a receiver may say ---- */

static void
give (Sender * s, const guint8 * data, gsize size)
{
  bool other;

  if (size > 0)
    rtp_cc_session_rtcp (s->session, data, size, &other, s->now);
}

/* Packets from @begin of one flow: received are those of which @bits says so. */
static gsize
write_report (const Sender * s, guint8 * data, const Flow * flow,
    guint16 begin, guint n, guint64 bits)
{
  RtpCcMetric metrics[64];
  RtpCcCcfbBlock block = { flow->ssrc, begin, MIN (n, 64), metrics };

  memset (metrics, 0, sizeof (metrics));
  for (guint i = 0; i < block.num_reports; i++)
    metrics[i].received = bits >> i & 1;
  return rtp_cc_ccfb_write (data, 1500, 1, &block, 1,
      (guint32) (s->now * 65536 / S), RTP_CC_NUM_REPORTS_COUNT);
}

/* What left an RTT ago or earlier has come; what was discarded has not. */
static void
honest (Sender * s, Flow * flow)
{
  guint64 bits = 0;
  guint n;

  for (n = 0; n < 64; n++) {
    guint16 seq = (guint16) (flow->oldest + n);

    if (seq == flow->sent || flow->times[seq] > s->now - RTT)
      break;
    if (flow->times[seq] > 0)
      bits |= G_GUINT64_CONSTANT (1) << n;
  }
  if (n == 0)
    return;
  s->last_size = write_report (s, s->last, flow, flow->oldest, n, bits);
  flow->oldest += n;
  give (s, s->last, s->last_size);
}

static void
one_packet (Sender * s, Flow * flow, guint16 seq)
{
  guint8 data[1500];

  give (s, data, write_report (s, data, flow, seq, 1, 1));
}

static void
at_random (Sender * s, Flow * flow)
{
  guint8 data[1500];

  give (s, data, write_report (s, data, flow,
          (guint16) (flow->sent - g_rand_int_range (s->rand, 0, 200)),
          (guint) g_rand_int_range (s->rand, 1, 64),
          (guint64) g_rand_int (s->rand) * g_rand_int (s->rand)));
}

typedef enum
{
  HONEST,
  REPEAT,                       /* the last report again and again */
  SILENCE,
  DRIP,                         /* one packet at a time, the oldest in flight */
  OLD_ONES,                     /* one at a time of those long forgotten */
  FIRST_FLOW,                   /* nothing on the others */
  RANDOM,
  ALL,                          /* what has just left */
  REMB,
  N_PEERS
} Peer;

static void
say (Sender * s, Peer peer)
{
  Flow *flow = &s->flows[g_rand_int_range (s->rand, 0, (gint) s->n_flows)];

  switch (peer) {
    case HONEST:
      for (guint i = 0; i < s->n_flows; i++)
        honest (s, &s->flows[i]);
      break;
    case REPEAT:
      give (s, s->last, s->last_size);
      break;
    case DRIP:
      if (flow->oldest != flow->sent)
        one_packet (s, flow, flow->oldest++);
      break;
    case OLD_ONES:
      one_packet (s, flow, (guint16) (flow->sent
              - g_rand_int_range (s->rand, 50, 20000)));
      break;
    case FIRST_FLOW:
      honest (s, &s->flows[0]);
      break;
    case RANDOM:
      at_random (s, flow);
      break;
    case ALL:
      one_packet (s, flow, flow->sent - 1);
      break;
    case REMB:
      rtp_cc_session_remb (s->session, 1 << g_rand_int_range (s->rand, 0, 30),
          s->now);
      break;
    default:
      break;
  }
}

/* ---- */

/* The property: of each sequence of peers, for any time each. */
GST_START_TEST (test_liveness_whatever_feedback_says)
{
  const RtpCcOps *ops = nth_controller (__i__ / seeds (SEEDS));
  Sender *s = sender_new (ops, 1 + __i__ % 2, 1000000,
      (guint) (__i__ % seeds (SEEDS)));
  RtpCcTime until = 0, next = 0;
  gint64 interval = 0;
  Peer peer = HONEST;

  while (s->now < T0 + DURATION) {
    if (s->now >= until) {
      peer = (Peer) g_rand_int_range (s->rand, 0, N_PEERS);
      until = s->now + g_rand_int_range (s->rand, 1, 12000) * MS;
      interval = g_rand_int_range (s->rand, 1, 4) * 10 * MS
          << g_rand_int_range (s->rand, 0, 7);
    }
    step (s);
    if (s->now >= next) {
      next = s->now + interval;
      say (s, peer);
    }
    check (s->now - s->last_send
        <= rtp_cc_session_longest_wait (s->session, WIRE) + 2 * STEP);
  }
  /* At the lowest rate a packet takes 80 ms: it is the feedback that decides. */
  fail_unless_equals_int64 (rtp_cc_session_longest_wait (s->session, WIRE),
      2 * S);
  sender_free (s);
}

GST_END_TEST;

/* The network stops and a receiver repeats an honest report.  Feedback counts as
 * missing after 0.5 s and the RTT, as in silence. */
GST_START_TEST (test_liveness_repeated_report)
{
  Sender *s = sender_new (nth_controller (__i__), 1, 1000000, 1);
  RtpCcTime outage;

  for (guint i = 0; i < 400; i++) {
    step (s);
    honest (s, &s->flows[0]);
  }
  outage = s->now;
  for (guint i = 0; i < 120; i++) {     /* 600 ms: 500, and the RTT */
    step (s);
    give (s, s->last, s->last_size);
    if (s->now - outage < 500 * MS)
      fail_unless_equals_int (get_info (s).feedback_state, RTP_CC_FEEDBACK_OK);
  }
  s->bytes = s->longest = 0;
  for (guint i = 0; i < 1000; i++) {
    step (s);
    give (s, s->last, s->last_size);
    fail_unless_equals_int (get_info (s).feedback_state,
        RTP_CC_FEEDBACK_MISSING);
  }
  fail_unless (s->longest <= 650 * MS);
  fail_unless (get_info (s).feedback_timeouts >= 5);

  /* It was an outage: a report with news ends it. */
  s->flows[0].oldest = s->flows[0].sent - 1;
  one_packet (s, &s->flows[0], s->flows[0].oldest);
  fail_unless_equals_int (get_info (s).feedback_state, RTP_CC_FEEDBACK_OK);
  sender_free (s);
}

GST_END_TEST;

/* Feedback that acknowledges one packet at a time, just before it would count as
 * missing: there is no time-out, but it is not all well either. */
GST_START_TEST (test_liveness_drip)
{
  Sender *s = sender_new (find_controller ("scream"), 1, 20000000, 1);
  guint stalled = 0;

  for (guint i = 0; i < 200; i++) {
    step (s);
    honest (s, &s->flows[0]);
  }
  /* More than the drip below takes out. */
  fail_unless (get_info (s).bytes_in_flight > 17 * WIRE);
  s->longest = 0;
  for (guint i = 0; i < 1400; i++) {
    step (s);
    if (i % 80 == 79)
      one_packet (s, &s->flows[0], s->flows[0].oldest++);
    stalled += get_info (s).feedback_state == RTP_CC_FEEDBACK_STALLED;
  }
  fail_unless_equals_int (get_info (s).feedback_timeouts, 0);
  /* The window shrinks faster than it empties, so a packet leaves each RTT, 1 s at
   * most, and 100 ms; after the first the state is another one, but for the
   * time that the window takes to close. */
  fail_unless (s->longest >= S && s->longest <= 1100 * MS + STEP);
  fail_unless (stalled >= 600 && stalled <= 1000, "%u", stalled);
  for (guint i = 0; i < 400; i++) {
    step (s);
    honest (s, &s->flows[0]);
  }
  fail_unless_equals_int (get_info (s).feedback_state, RTP_CC_FEEDBACK_OK);
  sender_free (s);
}

GST_END_TEST;

/* The host runs for 0.4 s and pauses for 3 s, again and again, and nothing comes
 * back.  No feedback is missing that soon, but news are overdue each time. */
GST_START_TEST (test_liveness_pauses)
{
  Sender *s = sender_new (nth_controller (__i__), 1, 1000000, 1);
  guint64 before;

  for (guint i = 0; i < 200; i++) {
    step (s);
    honest (s, &s->flows[0]);
  }
  for (guint i = 0; i < 800; i++) {     /* 4 s: the rate falls to the minimum */
    pause_after (s, i, 80);
    step (s);
  }
  s->longest = 0;
  before = s->bytes;
  for (guint i = 0; i < 4000; i++) {    /* 20 s */
    pause_after (s, i, 80);
    step (s);
  }
  fail_unless (MAX (s->longest, s->now - s->last_send) <= 2 * S + STEP);
  fail_unless_equals_int (get_info (s).feedback_timeouts, 0);
  /* Nor do pauses let go more: what waits leaves at twice the minimum of 100 kbit/s. */
  fail_unless (g_str_equal (nth_controller (__i__)->name, "fixed")
      || s->bytes - before <= 20 * 210000 / 8 * WIRE / PAYLOAD);
  sender_free (s);
}

GST_END_TEST;

/* As step(), with encoders that make what they are told. */
static void
step_encoders (Sender * s)
{
  RtpCcQueueItem item;

  s->now += STEP;
  rtp_cc_session_tick (s->session, on_drop, NULL, s->now);
  for (guint i = 0; i < s->n_flows; i++) {
    Flow *flow = &s->flows[i];

    flow->bits += flow->part * get_stream_info (s, i).target_bitrate * STEP / S;
    for (; flow->bits >= 8 * PAYLOAD; flow->bits -= 8 * PAYLOAD)
      enqueue (s, flow);
  }
  while (rtp_cc_session_dequeue (s->session, &item, s->now) >= 0)
    note_sent (s, &item);
}

/* When feedback has stopped for long, min-bitrate is what is sent: no less, since
 * an encoder cannot make less, and no more.  In bit/s over 10 s, after 20 s, so
 * that GCC has got there as well.  SCReAM's draft is silent about it. */
GST_START_TEST (test_liveness_minimum_without_feedback)
{
  const RtpCcOps *ops = nth_controller (__i__ / 2);
  gboolean never = __i__ % 2, is_draft = g_str_equal (ops->name,
      "scream-draft");
  Sender *s = sender_new (ops, 1, 1000000, 1);
  guint64 discarded = 0;
  gdouble rate;

  for (guint i = 0; i < 1000 && !never; i++) {
    step_encoders (s);
    honest (s, &s->flows[0]);
  }
  for (guint i = 0; i < 6000; i++) {
    if (i == 4000) {
      s->bytes = 0;
      discarded = get_stream_info (s, 0).frames_discarded;
    }
    step_encoders (s);
  }
  fail_unless_equals_int (get_info (s).feedback_state, RTP_CC_FEEDBACK_MISSING);
  rate = (gdouble) s->bytes * 8 / 10 * PAYLOAD / WIRE;
  if (!g_str_equal (ops->name, "fixed") && !is_draft)
    fail_unless (rate > 0.95 * 100000 && rate < 1.05 * 100000, "%s: %.0f bit/s",
        ops->name, rate);
  /* A tenth of the frames: some policies pace at the very rate of the encoder. */
  fail_unless (get_stream_info (s, 0).frames_discarded <= discarded + 13
      || is_draft);
  sender_free (s);
}

GST_END_TEST;

/* Media bit/s of a flow since the last call, after @seconds in which the first
 * @reported flows are reported on. */
static void
run_for (Sender * s, guint seconds, guint reported, gdouble rates[2])
{
  for (guint i = 0; i < 2; i++)
    s->flows[i].bytes = 0;
  for (RtpCcTime end = s->now + seconds * S; s->now < end;) {
    step_encoders (s);
    for (guint i = 0; i < reported; i++)
      honest (s, &s->flows[i]);
  }
  for (guint i = 0; i < 2; i++)
    rates[i] = (gdouble) s->flows[i].bytes * 8 / seconds * PAYLOAD / WIRE;
}

/* A receiver reports on one of two streams: that is sent as though it were alone,
 * the other one at the minimum; as soon as it is reported on they are equal. */
GST_START_TEST (test_liveness_unreported_stream)
{
  const RtpCcOps *ops = nth_controller (__i__);
  Sender *s = sender_new (ops, 2, 1000000, 1);
  gdouble rates[2];
  guint32 ssrc = 0;

  run_for (s, 5, 1, rates);
  fail_unless (rtp_cc_session_take_unheard (s->session, &ssrc));
  fail_unless_equals_int (ssrc, B);
  fail_if (rtp_cc_session_take_unheard (s->session, &ssrc));
  fail_unless_equals_int (get_info (s).unheard_ssrcs, 1);

  run_for (s, 20, 1, rates);
  fail_unless (rates[0] > 400000, "%s %.0f", ops->name, rates[0]);
  fail_unless (rates[1] > 95000 && rates[1] < 105000, "%s %.0f", ops->name,
      rates[1]);
  fail_unless_equals_int (get_info (s).feedback_state, RTP_CC_FEEDBACK_OK);
  fail_unless (get_info (s).ledger.lost == 0);

  s->flows[1].oldest = s->flows[1].sent;
  run_for (s, 5, 2, rates);
  run_for (s, 10, 2, rates);
  fail_unless_equals_int (get_info (s).unheard_ssrcs, 0);
  fail_unless (rates[1] > 0.9 * rates[0] && rates[1] < 1.1 * rates[0],
      "%s %.0f %.0f", ops->name, rates[0], rates[1]);
  fail_unless (rates[1] > 200000, "%s %.0f", ops->name, rates[1]);
  sender_free (s);
}

GST_END_TEST;

/* A stream of several SSRCs is not one without feedback: what is heard of it decides,
 * and that is above the minimum of 100 kbit/s. */
GST_START_TEST (test_liveness_unreported_ssrc)
{
  const RtpCcOps *ops = nth_controller (__i__);
  Sender *s = sender_new (ops, 2, 1000000, 1);
  gdouble rates[2];
  guint32 ssrc;

  rtp_cc_session_remove_stream (s->session, s->flows[1].stream, NULL, NULL,
      s->now);
  s->flows[1].stream = s->flows[0].stream;
  s->flows[0].part = s->flows[1].part = 0.5;
  run_for (s, 10, 1, rates);
  run_for (s, 20, 1, rates);
  fail_unless (rtp_cc_session_take_unheard (s->session, &ssrc));
  fail_unless_equals_int (ssrc, B);
  fail_unless (rates[0] + rates[1] > 150000, "%s %.0f", ops->name, rates[0]);
  fail_unless_equals_int (get_info (s).feedback_state, RTP_CC_FEEDBACK_OK);
  sender_free (s);
}

GST_END_TEST;

/* All that leaves in 140 ms is lost, which is what fits into the window, so that the receiver
 * has nothing to report: an RTT and 100 ms after the last news the window does not hold any
 * more, and no feedback ever counts as missing. */
GST_START_TEST (test_liveness_all_in_flight_is_lost)
{
  Sender *s = sender_new (find_controller ("scream"), 1, 1000000, 1);
  Flow *flow = &s->flows[0];
  guint16 sent;

  for (guint i = 0; i < 200; i++) {
    step (s);
    honest (s, flow);
  }
  for (guint i = 0; i < 28; i++)
    step (s);
  flow->oldest = sent = flow->sent;
  s->longest = 0;
  for (guint i = 0; i < 200; i++) {
    step (s);
    honest (s, flow);
    fail_unless_equals_int (get_info (s).feedback_timeouts, 0);
    fail_unless_equals_int (get_info (s).feedback_state, RTP_CC_FEEDBACK_OK);
  }
  fail_unless (s->longest < RTT + 100 * MS, "%d ms", (gint) (s->longest / MS));
  /* Two RTTs later it goes on as before. */
  fail_unless ((guint16) (flow->sent - sent) > 20);
  sender_free (s);
}

GST_END_TEST;

static Suite *
liveness_suite (void)
{
  Suite *s = suite_create ("liveness");
  TCase *tc = tcase_create ("liveness");
  int n = n_controllers ();

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_liveness_whatever_feedback_says, 0,
      n * seeds (SEEDS));
  tcase_add_loop_test (tc, test_liveness_repeated_report, 0, n);
  tcase_add_test (tc, test_liveness_drip);
  tcase_add_test (tc, test_liveness_all_in_flight_is_lost);
  tcase_add_loop_test (tc, test_liveness_pauses, 0, n);
  tcase_add_loop_test (tc, test_liveness_unreported_stream, 0, n);
  tcase_add_loop_test (tc, test_liveness_unreported_ssrc, 0, n);
  tcase_add_loop_test (tc, test_liveness_minimum_without_feedback, 0, 2 * n);
  return s;
}

GST_CHECK_MAIN (liveness);

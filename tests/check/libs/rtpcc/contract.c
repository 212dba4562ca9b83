/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The contract of rtpcc.h under each controller, whatever bounds, feedback and
 * silence come at which moment. */
#include <signal.h>
#include <string.h>
#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

#include "mechanism.h"

#define SSRC 0xa0a0a0a0
#define PAYLOAD 960
#define HEADER 12
#define SEEDS 20
#define STEPS 1500
#define MAX_METRICS 64

/* ---- a policy that breaks the contract ---- */

static RtpCcTarget wanted;

static void
bad_init (void *state, const RtpCcConfig * config, RtpCcTime t,
    RtpCcTarget * target)
{
  target->media_rate = target->pacing_rate = config->start_rate;
  target->window = RTP_CC_NO_WINDOW;
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
bad_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime t,
    RtpCcTarget * target)
{
  *target = wanted;
}

static const RtpCcOps bad_ops = {
  .name = "bad",
  .source = "none",
  .init = bad_init,
  .on_feedback = bad_on_feedback,
};

static const RtpCcConfig config = {
  .min_rate = 100000,
  .start_rate = 300000,
  .max_rate = 2000000,
  .max_packet_size = 1200,
};

static const RtpCcTarget good = {
  300000, 300000, RTP_CC_NO_WINDOW, RTP_CC_ECN_NOT_ECT, RTP_CC_TIME_NEVER
};

/* One field each that is wrong. */
static RtpCcTarget
bad_target (gint i)
{
  RtpCcTarget target = good;

  switch (i) {
    case 0:
      target.media_rate = 99999;
      break;
    case 1:
      target.media_rate = target.pacing_rate = 2000001;
      break;
    case 2:
      target.pacing_rate = 299999;
      break;
    case 3:
      target.window = 1199;
      break;
    default:
      target.wakeup = T0;
      break;
  }
  return target;
}

static RtpCc *
feed_target (const RtpCcTarget * target)
{
  RtpCcFeedback feedback = { 0 };
  RtpCc *cc = rtp_cc_new (&bad_ops, &config, T0);

  wanted = *target;
  rtp_cc_on_feedback (cc, &feedback, T0);
  return cc;
}

GST_START_TEST (test_contract_kept)
{
  RtpCc *cc = feed_target (&good);

  fail_unless_equals_uint64 (rtp_cc_violations (cc), 0);
  fail_unless_equals_uint64 (rtp_cc_target (cc)->media_rate, 300000);
  rtp_cc_free (cc);
}

GST_END_TEST;

/* What users run goes on within the contract and counts; where RTP_CC_STRICT is
 * set it ends there. */
GST_START_TEST (test_contract_broken)
{
  RtpCcTarget target = bad_target (__i__);
  RtpCc *cc = feed_target (&target);
  const RtpCcTarget *kept = rtp_cc_target (cc);

  fail_unless_equals_uint64 (rtp_cc_violations (cc), 1);
  fail_unless_equals_uint64 (kept->media_rate, __i__ == 0 ? 100000
      : __i__ == 1 ? 2000000 : 300000);
  fail_unless (kept->pacing_rate >= kept->media_rate);
  fail_unless (kept->window >= 1200);
  fail_unless (kept->wakeup > T0);
  rtp_cc_free (cc);
}

GST_END_TEST;

/* ---- what one policy hands on to the next ---- */

#define BASE_DELAY (5 * MS)

static RtpCcPath seen_path;

static void
measuring_info (const void *state, RtpCcInfo * info)
{
  info->base_delay = BASE_DELAY;
}

static void
curious_init (void *state, const RtpCcConfig * c, RtpCcTime t,
    RtpCcTarget * target)
{
  bad_init (state, c, t, target);
  seen_path = *c->path;
}

static RtpCcTime
base_delay_after (RtpCcTime time)
{
  RtpCcOps measuring = bad_ops, curious = bad_ops;
  RtpCc *first, *blind, *last;

  measuring.info = measuring_info;
  curious.init = curious_init;
  first = rtp_cc_new (&measuring, &config, T0);
  blind = rtp_cc_new_after (&bad_ops, &config, first, T0 + S);
  last = rtp_cc_new_after (&curious, &config, blind, T0 + S + time);
  rtp_cc_free (first);
  rtp_cc_free (blind);
  rtp_cc_free (last);
  return seen_path.base_delay;
}

/* RFC 6817 section 3.4.2: a policy that does not measure the least delay hands on the one
 * that it was told, as long as that may hold: for ten minutes. */
GST_START_TEST (test_contract_base_delay_is_handed_on)
{
  fail_unless_equals_int64 (base_delay_after (600 * S - 1), BASE_DELAY);
  fail_unless_equals_int64 (base_delay_after (600 * S), RTP_CC_TIME_NEVER);
}

GST_END_TEST;

/* ---- bounds and clocks that make no sense ---- */

GST_START_TEST (test_contract_bounds)
{
  static const guint64 rates[] = {
    0, 1, 1000, 5000000, G_MAXUINT, G_MAXUINT64
  };
  const guint n = G_N_ELEMENTS (rates);
  const RtpCcOps *ops = nth_controller (__i__);

  for (guint i = 0; i < n * n * n; i++) {
    RtpCcConfig c = config;
    RtpCc *cc;

    c.min_rate = rates[i % n];
    c.start_rate = rates[i / n % n];
    c.max_rate = rates[i / n / n];
    c.max_packet_size = i % 2 ? 0 : 1200;
    cc = rtp_cc_new (ops, &c, T0);
    check (rtp_cc_target (cc)->media_rate > 0);
    rtp_cc_set_bounds (cc, c.start_rate, c.min_rate);
    check (rtp_cc_target (cc)->media_rate > 0);
    rtp_cc_on_remb (cc, rates[i % n], T0 + 2 * S);
    check (rtp_cc_violations (cc) == 0);
    check (rtp_cc_target (cc)->pacing_rate >= rtp_cc_target (cc)->media_rate);
    rtp_cc_free (cc);
  }
}

GST_END_TEST;

GST_START_TEST (test_contract_time_goes_back)
{
  RtpCc *cc = rtp_cc_new (nth_controller (__i__), &config, T0);
  RtpCcFeedback feedback = {.rtt = -1 };
  RtpCcPacket packet = {.ssrc = SSRC,.size = 1000,.sent = T0 - S };
  RtpCcFrame frame = {.ssrc = SSRC,.size = 1000,.period = -S };

  rtp_cc_on_sent (cc, &packet, 1000);
  rtp_cc_on_feedback (cc, &feedback, T0 - 2 * S);
  rtp_cc_on_frame (cc, &frame, -1);
  rtp_cc_on_timer (cc, G_MININT64);
  rtp_cc_on_remb (cc, 1, T0);
  fail_unless_equals_uint64 (rtp_cc_violations (cc), 0);
  rtp_cc_free (cc);
}

GST_END_TEST;

/* ---- a whole sender ---- */

typedef struct
{
  GRand *rand;
  RtpCcSession *session;
  RtpCcSessionConfig config;
  gint stream;
  RtpCcTime now;
  guint16 seq, sent;            /* next to come in, next to leave */
} Sender;

/* Of all sizes alike. */
static guint64
random_bitrate (Sender * s)
{
  static const guint64 odd[] = { 0, 1, 1000, G_MAXUINT, G_MAXUINT64 };

  if (g_rand_int_range (s->rand, 0, 20) == 0)
    return odd[g_rand_int_range (s->rand, 0, G_N_ELEMENTS (odd))];
  return G_GUINT64_CONSTANT (1) << g_rand_int_range (s->rand, 0, 34)
      | g_rand_int (s->rand) >> g_rand_int_range (s->rand, 0, 32);
}

static void
random_bounds (Sender * s)
{
  s->config.min_bitrate = random_bitrate (s);
  s->config.max_bitrate = random_bitrate (s);
  s->config.initial_bitrate = random_bitrate (s);
  s->config.burst = g_rand_int_range (s->rand, -1, 100) * MS;
  s->config.max_queue_delay = g_rand_int_range (s->rand, 0, 10) == 0
      ? G_MAXINT64 : g_rand_int_range (s->rand, -1, 1000) * MS;
}

static void
start (Sender * s, const RtpCcOps * ops, guint seed)
{
  static const RtpCcEcn ecn[] = {
    RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_ECT_1, RTP_CC_ECN_ECT_0
  };
  RtpCcStreamConfig stream = {.priority = 1 };

  memset (s, 0, sizeof (*s));
  s->rand = g_rand_new_with_seed (seed);
  rtp_cc_session_config_init (&s->config);
  s->config.ops = ops;
  s->config.ecn = ecn[seed % 3];
  if (seed % 2) {
    random_bounds (s);
    s->config.max_packet_size = g_rand_int_range (s->rand, 0, 9000);
    s->config.packet_overhead = g_rand_int_range (s->rand, 0, 200);
    s->config.queue_delay_target = g_rand_int_range (s->rand, 0, 10000) * MS;
  }
  s->now = T0;
  s->session = rtp_cc_session_new (&s->config, s->now);
  s->stream = rtp_cc_session_add_stream (s->session, &stream, s->now);
}

static void
send_frame (Sender * s)
{
  guint n = (guint) g_rand_int_range (s->rand, 1, 10);
  RtpCcQueueItem item;

  for (guint i = 0; i < n; i++) {
    RtpCcSessionPacket packet = { 0 };

    packet.is_packet = true;
    packet.ssrc = SSRC;
    packet.seq = s->seq++;
    packet.timestamp = packet.seq;
    packet.marker = i + 1 == n;
    packet.payload_size = PAYLOAD;
    packet.size = PAYLOAD + HEADER;
    rtp_cc_session_enqueue (s->session, s->stream, &packet, s->now);
  }
  while (rtp_cc_session_dequeue (s->session, &item, s->now) >= 0)
    s->sent = item.seq + 1;
}

/* A report on some of what left: honest, early, late, doubtful. */
static void
report (Sender * s)
{
  guint16 back = (guint16) g_rand_int_range (s->rand, 0, 100);
  guint n = (guint) g_rand_int_range (s->rand, 1, MAX_METRICS);
  guint32 timestamp = g_rand_int_range (s->rand, 0, 20) == 0
      ? g_rand_int (s->rand) : (guint32) (s->now * 65536 / S);
  RtpCcMetric metrics[MAX_METRICS];
  RtpCcCcfbBlock block = { SSRC, (guint16) (s->sent - back), n, metrics };
  guint8 data[1500];
  bool other;
  gsize size;

  memset (metrics, 0, sizeof (metrics));
  for (guint i = 0; i < n; i++) {
    metrics[i].received = g_rand_int_range (s->rand, 0, 10) > 0;
    metrics[i].age = g_rand_int_range (s->rand, 0, 500) * MS;
    metrics[i].ecn = (RtpCcEcn) g_rand_int_range (s->rand, 0, 4);
  }
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1, timestamp,
      RTP_CC_NUM_REPORTS_COUNT);
  rtp_cc_session_rtcp (s->session, data, size, &other, s->now);
}

static void
random_step (Sender * s)
{
  switch (g_rand_int_range (s->rand, 0, 12)) {
    case 0:
      random_bounds (s);
      rtp_cc_session_configure (s->session, &s->config, s->now);
      break;
    case 1:
      rtp_cc_session_remb (s->session, random_bitrate (s), s->now);
      break;
    case 2:
      s->now += g_rand_int_range (s->rand, 0, 4000) * MS;
      break;
    case 3:
      if (g_rand_int_range (s->rand, 0, 50) == 0)
        s->now -= g_rand_int_range (s->rand, 0, 2000) * MS;
      break;
    case 4:
    case 5:
    case 6:
      report (s);
      break;
    default:
      s->now += g_rand_int_range (s->rand, 0, 40) * MS;
      send_frame (s);
      break;
  }
  rtp_cc_session_tick (s->session, NULL, NULL, s->now);
}

static void
check_session (const Sender * s)
{
  RtpCcSessionInfo info;
  RtpCcStreamInfo stream;

  rtp_cc_session_info (s->session, &info, s->now);
  rtp_cc_session_stream_info (s->session, s->stream, &stream, s->now);
  check (info.controller_violations == 0);
  check (info.target.media_rate > 0);
  check (info.target.pacing_rate >= info.target.media_rate);
  check (info.estimated_bitrate <= MAX (s->config.max_bitrate, 1000)
      || s->config.min_bitrate > s->config.max_bitrate);
}

GST_START_TEST (test_contract_any_history)
{
  const RtpCcOps *ops = nth_controller (__i__ / seeds (SEEDS));
  guint seed = (guint) (__i__ % seeds (SEEDS));
  Sender s;

  start (&s, ops, seed);
  for (guint i = 0; i < STEPS; i++) {
    random_step (&s);
    check_session (&s);
  }
  rtp_cc_session_free (s.session, NULL, NULL);
  g_rand_free (s.rand);
}

GST_END_TEST;

/* A receiver's bound, or a new maximum, and then silence: with and without an
 * RTT. */
GST_START_TEST (test_contract_lower_bound_then_silence)
{
  const RtpCcOps *ops = nth_controller (__i__ / 4);
  gboolean remb = __i__ & 1, reported = __i__ & 2;
  Sender s;

  start (&s, ops, 0);
  for (guint i = 0; i < 50; i++) {
    s.now += 10 * MS;
    send_frame (&s);
    if (reported)
      report (&s);
  }
  s.config.max_bitrate = 300000;
  if (remb)
    rtp_cc_session_remb (s.session, 150000, s.now);
  else
    rtp_cc_session_configure (s.session, &s.config, s.now);
  for (guint i = 0; i < 490; i++) {
    RtpCcSessionInfo info;

    s.now += 10 * MS;
    send_frame (&s);
    rtp_cc_session_tick (s.session, NULL, NULL, s.now);
    check_session (&s);
    rtp_cc_session_info (s.session, &info, s.now);
    /* A REMB is a rate on the wire, for 5 s; a maximum one of media, and 100
     * headers of 40 bytes in a second are 32 kbit/s. */
    check (info.target.media_rate <= (remb ? 150000 : 340000));
  }
  rtp_cc_session_free (s.session, NULL, NULL);
  g_rand_free (s.rand);
}

GST_END_TEST;

static Suite *
contract_suite (void)
{
  Suite *s = suite_create ("contract");
  TCase *tc = tcase_create ("contract");
  int n = n_controllers ();

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_contract_kept);
  tcase_add_test (tc, test_contract_base_delay_is_handed_on);
#ifdef RTP_CC_STRICT
  tcase_add_loop_test_raise_signal (tc, test_contract_broken, SIGABRT, 0, 5);
#else
  tcase_add_loop_test (tc, test_contract_broken, 0, 5);
#endif
  tcase_add_loop_test (tc, test_contract_bounds, 0, n);
  tcase_add_loop_test (tc, test_contract_time_goes_back, 0, n);
  tcase_add_loop_test (tc, test_contract_any_history, 0, n * seeds (SEEDS));
  tcase_add_loop_test (tc, test_contract_lower_bound_then_silence, 0, n * 4);
  return s;
}

GST_CHECK_MAIN (contract);

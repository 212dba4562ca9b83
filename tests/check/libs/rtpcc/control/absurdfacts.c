/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Each controller with facts that are absurd but possible, in any order: an RTT of nothing
 * or of an hour, clocks that jump, bytes without packets, hints without a rate, ten
 * gigabits in a second; and with any parameters.  Whatever it was told, its target is a number within its bounds. */
#include <math.h>
#include <string.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SEEDS 40
#define STEPS 2000
#define HOUR (3600 * S)
#define GBIT G_GUINT64_CONSTANT (1000000000)

/* In one feedback */
#define MAX_REPORTS 64

/* A number that is none becomes one of these, or more, as an integer. */
#define NO_NUMBER (G_GUINT64_CONSTANT (1) << 62)

typedef struct
{
  GRand *rand;
  RtpCcConfig config;
  gdouble params[RTP_CC_PARAMS_MAX];
  RtpCc *cc;
  RtpCcTime now, offset;        /* of the receiver's clock */
  guint64 id;                   /* of the next packet */
  RtpCcTime told;               /* packets until then are told of */
  gint kind;                    /* of feedback, for a while */
} Host;

/* All packets are lost, arrived at a time that is not known, are marked, or any of it. */
enum
{
  ALL_LOST,
  NO_ARRIVAL,
  ALL_MARKED,
  MIXED
};

static const guint64 rates[] = {
  1, 1000, 50000, 1000000, 100 * 1000000, 10 * GBIT, 1000 * GBIT
};

static const gint64 times[] = {
  0, 1, US, MS, 10 * MS, 25 * MS, 33 * MS, 200 * MS, S, 60 * S, HOUR
};

#define ANY(host, list) list[g_rand_int_range ((host)->rand, 0, G_N_ELEMENTS (list))]

static gboolean
once_in (Host * h, gint n)
{
  return g_rand_int_range (h->rand, 0, n) == 0;
}

/* Small ones more often than large ones. */
static gint64
any_time (Host * h)
{
  gint64 time = ANY (h, times);

  return once_in (h, 2) ? time
      : (gint64) ((gdouble) time * g_rand_double (h->rand));
}

static guint64
any_bytes (Host * h)
{
  return (guint64) 1 << g_rand_int_range (h->rand, 0, 40);
}

/* ---- what is told ---- */

static RtpCcPacket
packet_sent_at (Host * h, RtpCcTime sent)
{
  RtpCcPacket packet = { 0 };

  packet.id = h->id++;
  packet.ssrc = (guint32) (packet.id % 3);
  packet.seq = (guint16) packet.id;
  packet.marker = once_in (h, 4);
  packet.size = once_in (h, 20) ? 65535 : (guint32) g_rand_int_range (h->rand,
      1, 1500);
  packet.sent = sent;
  packet.ecn = rtp_cc_target (h->cc)->ecn;
  return packet;
}

static void
send (Host * h)
{
  RtpCcPacket packet = packet_sent_at (h, h->now);

  rtp_cc_on_sent (h->cc, &packet, any_bytes (h));
}

/* What became of a packet that left not before the one told of last. */
static void
fill_report (Host * h, RtpCcReport * report)
{
  RtpCcTime sent = h->told + (h->now - h->told) / (1 + any_time (h) / S);

  report->packet = packet_sent_at (h, sent);
  h->told = sent;
  report->fate = h->kind == ALL_LOST || once_in (h, 10) ? RTP_CC_FATE_LOST
      : once_in (h, 50) ? RTP_CC_FATE_RECEIVED_LATE : RTP_CC_FATE_RECEIVED;
  report->arrival = report->fate == RTP_CC_FATE_LOST || h->kind == NO_ARRIVAL
      ? RTP_CC_TIME_NEVER : sent + h->offset + any_time (h);
  report->ecn = h->kind == ALL_MARKED || once_in (h, 20) ? RTP_CC_ECN_CE
      : report->packet.ecn;
}

static void
feed (Host * h)
{
  RtpCcReport reports[MAX_REPORTS];
  RtpCcFeedback feedback = { 0 };

  if (once_in (h, 20))
    h->kind = g_rand_int_range (h->rand, ALL_LOST, MIXED + 3);
  feedback.reports = reports;
  feedback.n_reports = (gsize) g_rand_int_range (h->rand, 0, MAX_REPORTS);
  for (gsize i = 0; i < feedback.n_reports; i++)
    fill_report (h, &reports[i]);
  feedback.rtt = once_in (h, 5) ? -1 : any_time (h);
  feedback.bytes_newly_acked = once_in (h, 3) ? any_bytes (h) : 1000;
  feedback.bytes_newly_acked_ce = h->kind == ALL_MARKED
      ? feedback.bytes_newly_acked : 0;
  feedback.prior_in_flight = once_in (h, 3) ? 0 : any_bytes (h);
  feedback.bytes_in_flight = once_in (h, 3) ? 0 : any_bytes (h);
  feedback.queued_bytes = once_in (h, 3) ? 0 : any_bytes (h);
  feedback.queue_delay = any_time (h);
  feedback.app_limited = once_in (h, 2);
  feedback.classic_ecn = once_in (h, 4);
  feedback.capacity_hint = once_in (h, 3)
      ? MIN (ANY (h, rates), h->config.max_rate) : 0;
  rtp_cc_on_feedback (h->cc, &feedback, h->now);
}

static void
tell_frame (Host * h)
{
  RtpCcFrame frame = { 0 };

  frame.size = once_in (h, 10) ? G_MAXUINT32
      : (guint32) g_rand_int_range (h->rand, 0, 100000);
  frame.period = any_time (h);
  frame.queue_delay = any_time (h);
  frame.media_target = once_in (h, 3) ? ANY (h, rates)
      : once_in (h, 10) ? 0 : rtp_cc_target (h->cc)->media_rate;
  rtp_cc_on_frame (h->cc, &frame, h->now);
}

static void
choose_bounds (Host * h)
{
  guint64 a = ANY (h, rates), b = ANY (h, rates);

  h->config.min_rate = MIN (a, b);
  h->config.max_rate = MAX (a, b);
}

static void
choose_config (Host * h)
{
  static const RtpCcEcn ecn[] = {
    RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_ECT_1, RTP_CC_ECN_ECT_0
  };
  static const guint32 sizes[] = { 0, 1, 200, 1500, 65535 };

  choose_bounds (h);
  h->config.start_rate = ANY (h, rates);
  h->config.max_packet_size = ANY (h, sizes);
  h->config.queue_delay_target = any_time (h);
  h->config.queue_delay_target_max = any_time (h);
  h->config.ecn = ANY (h, ecn);
}

/* A few at the ends of what may be set, or in between. */
static void
choose_params (Host * h, const RtpCcParam * params)
{
  for (guint i = 0; params != NULL && params[i].name != NULL; i++) {
    const RtpCcParam *p = &params[i];
    gboolean is_flag = strcmp (p->unit, RTP_CC_PARAM_FLAG) == 0;

    h->params[i] = !once_in (h, 8) ? p->value
        : once_in (h, 3) ? p->least
        : is_flag || once_in (h, 2) ? p->most
        : p->least + (p->most - p->least) * g_rand_double (h->rand);
    h->config.params = h->params;
  }
}

/* Another controller takes over and hands back, so that it begins with what the other
 * believed. */
static void
take_over (Host * h, const RtpCcOps * ops)
{
  const RtpCcOps *other = nth_controller (g_rand_int_range (h->rand, 0,
          n_controllers ()));
  RtpCcConfig config = h->config;
  RtpCc *between, *after;

  config.params = NULL;
  between = rtp_cc_new_after (other, &config, h->cc, h->now);
  after = rtp_cc_new_after (ops, &h->config, between, h->now);

  rtp_cc_free (h->cc);
  rtp_cc_free (between);
  h->cc = after;
}

static void
step (Host * h, const RtpCcOps * ops)
{
  switch (g_rand_int_range (h->rand, 0, 64)) {
    case 0:
      choose_bounds (h);
      rtp_cc_set_bounds (h->cc, h->config.min_rate, h->config.max_rate);
      break;
    case 1:
      h->offset += once_in (h, 2) ? any_time (h) : -any_time (h);
      break;
    case 2:
      rtp_cc_on_remb (h->cc, ANY (h, rates), h->now);
      break;
    case 3:
      take_over (h, ops);
      break;
    case 4:
      rtp_cc_on_timer (h->cc, h->now - any_time (h));
      break;
    case 7:
      h->now += any_time (h);
      break;
    default:
      h->now += once_in (h, 10) ? 0 : g_rand_int_range (h->rand, 1, 40 * MS);
      (once_in (h, 3) ? tell_frame : once_in (h, 2) ? feed : send) (h);
      break;
  }
}

/* ---- what is answered ---- */

static void
check_target (const Host * h)
{
  const RtpCcTarget *target = rtp_cc_target (h->cc);

  check (rtp_cc_violations (h->cc) == 0);
  check (target->media_rate >= h->config.min_rate);
  check (target->media_rate <= h->config.max_rate);
  check (target->pacing_rate >= target->media_rate);
  check (target->pacing_rate < NO_NUMBER);
  check (target->window >= h->config.max_packet_size);
  check (target->window < NO_NUMBER || target->window == RTP_CC_NO_WINDOW);
}

static void
check_info (const Host * h)
{
  RtpCcInfo info = rtp_cc_info (h->cc);

  check (info.s_rtt >= 0 && info.s_rtt <= HOUR);
  check (info.qdelay >= 0);
  check (info.qdelay_avg >= 0);
  check (info.qdelay_target >= 0);
  check (info.ref_wnd < NO_NUMBER && info.ref_wnd_i < NO_NUMBER);
  check (isnan (info.l4s_alpha) || (info.l4s_alpha >= 0
          && info.l4s_alpha <= 1));
  check (isnan (info.loss_rate) || (info.loss_rate >= 0
          && info.loss_rate <= 1));
}

/* ---- and then a path as any other ---- */

/* Longer than the ten minutes for which a least delay is believed */
#define CLEAR (900 * S)
#define INTERVAL (50 * MS)
#define CLEAR_MIN 100000
#define CLEAR_MAX 10000000

/* All that the target allows for arrives after 25 ms. */
static void
go_on_clearly (Host * h)
{
  guint64 rate = rtp_cc_target (h->cc)->media_rate;
  guint32 size = (guint32) (rate / 8 * INTERVAL / S);
  RtpCcReport reports[5];
  RtpCcFeedback feedback = { 0 };
  RtpCcFrame frame = {.size = size,.period = INTERVAL,.media_target = rate };

  rtp_cc_on_frame (h->cc, &frame, h->now);
  for (guint i = 0; i < 5; i++) {
    RtpCcPacket packet = packet_sent_at (h, h->now + i * 10 * MS);

    packet.size = size / 5;
    packet.marker = i == 4;
    reports[i].packet = packet;
    reports[i].fate = RTP_CC_FATE_RECEIVED;
    reports[i].arrival = packet.sent + h->offset + 25 * MS;
    reports[i].ecn = packet.ecn;
    rtp_cc_on_sent (h->cc, &packet, size);
  }
  h->now += INTERVAL;
  feedback.reports = reports;
  feedback.n_reports = 5;
  feedback.rtt = 50 * MS;
  feedback.bytes_newly_acked = feedback.prior_in_flight = size;
  rtp_cc_on_feedback (h->cc, &feedback, h->now);
  rtp_cc_on_remb (h->cc, CLEAR_MAX, h->now);
}

/* Nothing stays of it for good: not a number that is none, not a time that is to come. */
static void
check_recovery (Host * h)
{
  RtpCcTime end = h->now + CLEAR;

  h->config.min_rate = CLEAR_MIN;
  h->config.max_rate = CLEAR_MAX;
  rtp_cc_set_bounds (h->cc, CLEAR_MIN, CLEAR_MAX);
  while (h->now < end)
    go_on_clearly (h);
  check_target (h);
  fail_unless (rtp_cc_target (h->cc)->media_rate > CLEAR_MAX / 2,
      "%" G_GUINT64_FORMAT " bit/s", rtp_cc_target (h->cc)->media_rate);
}

GST_START_TEST (test_absurd_facts)
{
  const RtpCcOps *ops = nth_controller (__i__ / seeds (SEEDS));
  Host h = { 0 };

  h.rand = g_rand_new_with_seed (4711 + (guint32) (__i__ % seeds (SEEDS)));
  h.now = h.told = T0;
  choose_config (&h);
  if (__i__ % 2)
    choose_params (&h, ops->params);
  h.cc = rtp_cc_new (ops, &h.config, h.now);
  check_target (&h);
  for (guint i = 0; i < STEPS; i++) {
    step (&h, ops);
    check_target (&h);
    check_info (&h);
  }
  if (h.config.params == NULL)
    check_recovery (&h);
  rtp_cc_free (h.cc);
  g_rand_free (h.rand);
}

GST_END_TEST;

static Suite *
absurdfacts_suite (void)
{
  Suite *s = suite_create ("absurdfacts");
  TCase *tc = tcase_create ("absurdfacts");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_absurd_facts, 0,
      n_controllers () * seeds (SEEDS));
  return s;
}

GST_CHECK_MAIN (absurdfacts);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ledger answers as recorded: to honest feedback, to odd feedback and to lies, with
 * times so round that they meet its bounds exactly. */
#include <string.h>
#include <gst/rtpcc/ledger/rtpcc-ledger.h>

#include "golden.h"

#define T0 (G_GINT64_CONSTANT (987654321987))
#define MS RTP_CC_MSECOND
#define STEPS 4000
#define RUNS 8
#define SSRCS 3

static guint64 seed;
static RtpCcTime now;
static RtpCcLedger *ledger;
static guint16 next_seq[SSRCS], next_number;
static gboolean numbered;

static guint
below (guint n)
{
  return golden_random (&seed, n);
}

static void
send_one (void)
{
  /* bounds of the code, and beside them */
  static const guint jumps[] = { 99, 100, 101, 2999, 3000, 3001, 32767, 32768 };
  RtpCcPacket p = { 0 };
  guint k = below (SSRCS);

  if (below (60) == 0)
    next_seq[k] = (guint16) (next_seq[k] + below (300));
  if (below (500) == 0)
    next_seq[k] = (guint16) (next_seq[k] + jumps[below (G_N_ELEMENTS (jumps))]);
  if (below (500) == 0)
    next_number = (guint16) (next_number - jumps[below (G_N_ELEMENTS (jumps))]);
  p.ssrc = 1 + k;
  p.size = 50 * (1 + below (25));
  p.sent = now;
  p.ecn = (RtpCcEcn) below (3);
  p.seq = next_seq[k]++;
  golden_put ("sent", rtp_cc_ledger_sent (ledger, &p, p.seq));
  golden_put ("id", (gdouble) p.id);
  if (!numbered)
    return;
  if (below (50) == 0)
    next_number++;
  /* Another sender shares the numbers. */
  if (below (80) == 0)
    rtp_cc_ledger_number (ledger, 9, 5, next_number++);
  rtp_cc_ledger_number (ledger, p.ssrc, p.seq, next_number++);
}

/* Of the newest, and at times of numbers that have not left or are long gone. */
static guint16
begin_of (guint16 next, guint n)
{
  guint how = below (30);

  if (how == 0)
    return (guint16) (next - n + 3);
  if (how == 1)
    return (guint16) (next - 3000);
  if (how == 2)
    return (guint16) (next + 20000);
  return (guint16) (next - n - below (10));
}

static void
put_topic (RtpCcLedgerTopic topic)
{
  golden_put ("topic", topic.ours + 1000.0 * topic.never_sent);
  if (topic.never_sent > topic.ours)
    rtp_cc_ledger_refuse (ledger, &topic);
}

static void
tell_metrics (void)
{
  guint k = below (SSRCS + 1), n = 1 + below (40);
  guint16 begin = begin_of (next_seq[k % SSRCS], n);
  RtpCcCcfbHeader header = { 0 };
  RtpCcLedgerTopic topic = { 0 };

  header.timestamp = (guint32) ((now - T0) / MS * 65536 / 1000);
  golden_put ("covers", rtp_cc_ledger_covers (ledger, 1 + k, begin, n));
  for (guint i = 0; i < n; i++) {
    RtpCcMetric m = { 0 };

    m.ssrc = 1 + k;
    m.seq = (guint16) (begin + i);
    m.received = below (12) != 0;
    m.ecn = (RtpCcEcn) below (4);
    m.age = below (10) == 0 ? -1 : (gint64) below (60) * MS;
    rtp_cc_ledger_look_at_metric (ledger, &m, &topic);
    rtp_cc_ledger_metric (ledger, &header, &m, now);
  }
  put_topic (topic);
}

static void
tell_numbers (void)
{
  RtpCcTwccPacket packets[60];
  guint n = 1 + below (60);
  guint16 begin = begin_of (next_number, n);
  RtpCcLedgerTopic topic = { 0 };

  for (guint i = 0; i < n; i++) {
    packets[i].seq = (guint16) (begin + i);
    packets[i].received = below (12) != 0;
    packets[i].arrival = (now - T0) % RTP_CC_TWCC_PERIOD + (gint64) i *250000;
  }
  golden_put ("covers", rtp_cc_ledger_covers_numbers (ledger, begin, n));
  rtp_cc_ledger_look_at_twcc (ledger, packets, n, &topic);
  put_topic (topic);
  rtp_cc_ledger_twcc (ledger, packets, n, -1, now);
}

static void
put_reports (const RtpCcFeedback * f)
{
  golden_put ("reports", (gdouble) f->n_reports);
  for (gsize i = 0; i < f->n_reports; i++) {
    const RtpCcReport *r = &f->reports[i];

    golden_put ("report", (gdouble) r->packet.id * 16 + r->fate * 4 + r->ecn);
    golden_put_time ("arrival", r->arrival, T0);
  }
  golden_put ("rtt", (gdouble) f->rtt);
  golden_put ("acked", (gdouble) f->bytes_newly_acked);
  golden_put ("acked-ce", (gdouble) f->bytes_newly_acked_ce);
  golden_put ("flight",
      (gdouble) (f->prior_in_flight * 3 + f->bytes_in_flight));
}

static void
put_feedback (void)
{
  RtpCcFeedback f = { 0 };

  if (numbered)
    tell_numbers ();
  for (guint i = below (3); !numbered && i < 3; i++)
    tell_metrics ();
  rtp_cc_ledger_finish (ledger, &f, now);
  put_reports (&f);
}

static void
put_state (void)
{
  const RtpCcLedgerStats *s = rtp_cc_ledger_stats (ledger);
  guint32 ssrc = 0;
  guint k = below (SSRCS + 1), seq = next_seq[k % SSRCS] + below (5) - 2;

  golden_put ("in-flight", (gdouble) rtp_cc_ledger_bytes_in_flight (ledger));
  golden_put ("was-sent", rtp_cc_ledger_was_sent (ledger, 1 + k,
          (guint16) seq));
  golden_put ("knows", rtp_cc_ledger_knows (ledger, 1 + k)
      + 2 * rtp_cc_ledger_knows_number_of (ledger, k == 3 ? 9 : 1 + k)
      + 4 * rtp_cc_ledger_is_unheard (ledger, 1 + k));
  golden_put ("unheard", rtp_cc_ledger_count_unheard (ledger));
  golden_put ("taken", rtp_cc_ledger_take_unheard (ledger, &ssrc));
  golden_put ("unheard-ssrc", ssrc);
  golden_put ("stats",
      (gdouble) (s->sent + 3 * s->received + 5 * s->lost + 7 * s->late +
          11 * s->ce + 13 * s->forgotten + 17 * s->unknown_ssrc));
  golden_put ("more",
      (gdouble) (s->unknown_seq + 3 * s->never_sent + 5 * s->ecn[1]
          + 7 * s->ecn[2] + 11 * s->ecn[0] + s->sent_bytes +
          s->received_bytes));
}

static void
one_step (guint run)
{
  static const gint64 waits[] = { 0, 1, 1, 2, 5 };
  guint grain = 1 + run / 2 * 4;

  now += waits[below (5)] * grain * MS;
  if (below (700) == 0)
    now += 30 * RTP_CC_SECOND;
  if (below (4) != 0)
    send_one ();
  if (below (10) == 0)
    put_feedback ();
  if (below (400) == 0)
    rtp_cc_ledger_forget (ledger);
  put_state ();
}

GST_START_TEST (test_ledger)
{
  golden_open ("ledger");
  for (guint run = 0; run < RUNS; run++) {
    gchar *name = g_strdup_printf ("ledger/%u", run);

    seed = run;
    now = T0;
    numbered = run % 2;
    for (guint k = 0; k < SSRCS; k++)
      next_seq[k] = (guint16) (65000 * k);
    next_number = 65400;
    ledger = rtp_cc_ledger_new ();
    golden_begin (name, STEPS);
    for (guint step = 0; step < STEPS; step++) {
      one_step (run);
      golden_step ();
    }
    golden_end ();
    rtp_cc_ledger_free (ledger);
    g_free (name);
  }
  golden_close ();
}

GST_END_TEST;

static Suite *
goldenledger_suite (void)
{
  Suite *s = suite_create ("goldenledger");
  TCase *tc = tcase_create ("general");

  tcase_add_test (tc, test_ledger);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldenledger);

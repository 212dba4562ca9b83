/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ledger beside a plain model of it, and streams that a
 * receiver does not report on. */
#include <string.h>

#include "ledgertest.h"

/* ---- against a plain model ---- */

#define MODEL_PACKETS 6000
#define MODEL_SSRCS 3

typedef struct
{
  guint ssrc;
  gint64 n;                     /* sequence number, not wrapped */
  guint size;
  RtpCcTime passed;
  gboolean arrived, skipped, named, presumed;
  gboolean below;               /* out of flight */
  enum
  { WAITS, RECEIVED, LOST, FORGOTTEN } state;
} ModelPacket;

static ModelPacket model[MODEL_PACKETS];
static guint n_model;
static gint64 model_next[MODEL_SSRCS];
static gint64 model_window;
static gdouble model_settled, model_unnamed;
static RtpCcTime model_faded;
static guint64 model_acked;
static guint n_said;

static void
model_send (GRand * rand)
{
  guint ssrc = g_rand_int_range (rand, 0, MODEL_SSRCS);
  ModelPacket *p = &model[n_model];

  if (g_rand_int_range (rand, 0, 20) == 0)
    model_next[ssrc] += g_rand_int_range (rand, 0, 50);
  memset (p, 0, sizeof (*p));
  p->ssrc = ssrc;
  p->n = model_next[ssrc]++;
  p->size = g_rand_int_range (rand, 40, 1500);
  p->arrived = g_rand_int_range (rand, 0, 10) > 0;
  p->passed = RTP_CC_TIME_NEVER;
  check (send_size (1 + ssrc, (guint16) p->n, p->size) == n_model);
  n_model++;
}

static guint64
model_in_flight (void)
{
  guint64 bytes = 0;

  for (guint i = 0; i < n_model; i++)
    bytes += model[i].below ? 0 : model[i].size;
  return bytes;
}

static void
model_settle (gboolean named)
{
  model_settled++;
  model_unnamed += named ? 0 : 1;
  n_said++;
}

/* One that was given up, or presumed, too early. */
static void
model_widen (const ModelPacket * p)
{
  if (now - p->passed > model_window)
    model_window = MIN (now - p->passed, 250 * MS);
}

static void
model_name (ModelPacket * p)
{
  p->named = TRUE;
  if (p->presumed)
    model_widen (p);
  p->presumed = FALSE;
}

/* What the next report of packet @k has to be. */
static void
model_received (guint k)
{
  ModelPacket *p = &model[k];

  received (1 + p->ssrc, (guint16) p->n);
  model_name (p);
  if (p->state == RECEIVED)
    return;
  if (p->state == LOST)
    model_widen (p);
  for (guint i = 0; i < n_model; i++) {
    ModelPacket *q = &model[i];

    if (q->below || q->ssrc != p->ssrc || q->n > p->n)
      continue;
    q->below = TRUE;
    q->passed = now;
    model_acked += q->size;
  }
  p->state = RECEIVED;
  model_settle (TRUE);
}

static void
model_finish (void)
{
  gdouble part = 2.0 * S / (2.0 * S + (now - model_faded));
  gboolean doubted;

  model_settled *= part;
  model_unnamed *= part;
  model_faded = now;
  doubted = model_unnamed > 0.9 * model_settled + 16;
  for (guint i = 0; i < n_model; i++) {
    ModelPacket *p = &model[i];

    if (p->state == WAITS && p->below && now - p->passed > model_window) {
      model_settle (p->named);
      p->presumed = !p->named && !doubted;
      p->state = p->presumed ? RECEIVED : LOST;
    }
  }
  check (finish () == n_said);
  check (feedback.bytes_newly_acked == model_acked);
  check (feedback.bytes_in_flight == model_in_flight ());
  for (gsize i = 0; i < feedback.n_reports; i++) {
    const RtpCcReport *r = &feedback.reports[i];
    const ModelPacket *p = &model[r->packet.id];

    check (i == 0 || r->packet.id > feedback.reports[i - 1].packet.id);
    check ((r->fate == RTP_CC_FATE_LOST) == (p->state == LOST));
    check (r->packet.size == p->size && r->packet.ssrc == 1 + p->ssrc);
  }
  n_said = 0;
  model_acked = 0;
}

/* Some of the newest hundred that have arrived, with repetitions. */
static void
model_feedback (GRand * rand)
{
  guint n = g_rand_int_range (rand, 1, 40);
  guint oldest = n_model > 100 ? n_model - 100 : 0;

  while (n-- > 0) {
    guint k = g_rand_int_range (rand, oldest, n_model);

    if (model[k].arrived) {
      model_received (k);
    } else {
      missing (1 + model[k].ssrc, (guint16) model[k].n);
      model_name (&model[k]);
    }
  }
  model_finish ();
}

static void
model_forget (void)
{
  rtp_cc_ledger_forget (ledger);
  for (guint i = 0; i < n_model; i++) {
    model[i].below = TRUE;
    if (model[i].state == WAITS)
      model[i].state = FORGOTTEN;
  }
}

/* Skips, losses, reordering, repetition, feedback that stops: the ledger says
 * what a list without rings and wraps says. */
GST_START_TEST (test_ledger_agrees_with_model)
{
  GRand *rand = g_rand_new_with_seed (20240601 + __i__);

  n_model = n_said = 0;
  model_acked = 0;
  model_settled = model_unnamed = 0;
  model_faded = 0;
  model_window = 30 * MS;
  for (guint i = 0; i < MODEL_SSRCS; i++)
    model_next[i] = G_GINT64_CONSTANT (1 << 20)
        + first_numbers[g_rand_int_range (rand, 0,
            G_N_ELEMENTS (first_numbers))];

  while (n_model < 1500) {
    now += g_rand_int_range (rand, 0, 3 * MS);
    model_send (rand);
    if (g_rand_int_range (rand, 0, 12) == 0)
      model_feedback (rand);
    if (g_rand_int_range (rand, 0, 500) == 0)
      model_forget ();
  }
  for (guint i = 0; i < MODEL_SSRCS; i++) {
    guint k = n_model - 1;

    while (model[k].ssrc != i)
      k--;
    model_received (k);
  }
  model_finish ();
  now += S;
  model_finish ();
  fail_unless_equals_uint64 (in_flight (), 0);
  g_rand_free (rand);
}

GST_END_TEST;

/* Numbers that were skipped have not left; of what is too old, and of other
 * SSRCs, nobody knows. */
GST_START_TEST (test_ledger_was_sent)
{
  guint16 first = first_numbers[__i__];

  check (rtp_cc_ledger_was_sent (ledger, A, first));
  send_packet (A, first);
  send_packet (A, first + 1);
  send_packet (A, first + 4);
  check (rtp_cc_ledger_was_sent (ledger, A, first));
  check (rtp_cc_ledger_was_sent (ledger, A, first + 1));
  check (!rtp_cc_ledger_was_sent (ledger, A, first + 2));
  check (!rtp_cc_ledger_was_sent (ledger, A, first + 3));
  check (rtp_cc_ledger_was_sent (ledger, A, first + 4));
  check (!rtp_cc_ledger_was_sent (ledger, A, first + 5));
  check (rtp_cc_ledger_was_sent (ledger, A, first - 1));
  check (rtp_cc_ledger_was_sent (ledger, B, first + 2));
}

GST_END_TEST;

/* ---- streams that the receiver does not report on ---- */

/* A stream through a network with outages, and what its receiver has not reported. */
typedef struct
{
  guint32 ssrc;
  RtpCcTime period, next_send;
  guint16 next, oldest;
  struct
  {
    RtpCcTime sent;
    gboolean lost;
  } packets[65536];
} Flow;

typedef struct
{
  GRand *rand;
  Flow flows[2];
  RtpCcTime rtt, interval, next_report, last_report;
  RtpCcTime outage, outage_end;
  gboolean feedback_only;       /* the outage is of the way back */
  gdouble loss;
} Network;

static RtpCcTime
some_ms (Network * net, gint min, gint max)
{
  return g_rand_int_range (net->rand, min, max) * MS;
}

static Network *
network_new (guint seed)
{
  Network *net = g_new0 (Network, 1);

  net->rand = g_rand_new_with_seed (seed);
  net->rtt = some_ms (net, 5, seed % 3 ? 300 : 2000);
  net->interval = some_ms (net, 2, 250);
  net->loss = seed % 4 ? 0 : g_rand_double_range (net->rand, 0, 0.1);
  for (guint i = 0; i < 2; i++) {
    net->flows[i].ssrc = i == 0 ? A : B;
    net->flows[i].period = some_ms (net, 2, g_rand_boolean (net->rand) ? 60
        : 500);
    net->flows[i].next_send = now + i * some_ms (net, 0, 3000);
  }
  net->outage = now + some_ms (net, 500, 5000);
  net->last_report = now;
  return net;
}

static void
network_free (Network * net)
{
  g_rand_free (net->rand);
  g_free (net);
}

static gboolean
is_out (const Network * net)
{
  return now >= net->outage && now < net->outage_end;
}

static void
run_outages (Network * net)
{
  if (now < net->outage || is_out (net))
    return;
  if (net->outage_end > net->outage) {
    net->outage = now + some_ms (net, 20, 5000);
    net->outage_end = 0;
  } else {
    net->outage_end = now + some_ms (net, 200, 10000);
    net->feedback_only = g_rand_int_range (net->rand, 0, 4) == 0;
  }
}

static void
run_flow (Network * net, Flow * flow)
{
  if (now < flow->next_send)
    return;
  flow->packets[flow->next].sent = now;
  flow->packets[flow->next].lost = (is_out (net) && !net->feedback_only)
      || g_rand_double (net->rand) < net->loss;
  send_packet (flow->ssrc, flow->next++);
  flow->next_send = now + flow->period;
}

/* What has come since the report before; one that is lost is not said again. */
static gboolean
report_on (const Network * net, Flow * flow)
{
  gboolean any = FALSE;

  while (flow->oldest != flow->next
      && flow->packets[flow->oldest].sent <= now - net->rtt) {
    if (!is_out (net) && !flow->packets[flow->oldest].lost) {
      received_ago (flow->ssrc, flow->oldest, 0);
      any = TRUE;
    }
    flow->oldest++;
  }
  return any;
}

static void
run_receiver (Network * net, guint reported)
{
  gboolean any = FALSE;

  if (now >= net->next_report) {
    net->next_report = now + net->interval;
    for (guint i = 0; i < reported; i++)
      any |= report_on (net, &net->flows[i]);
    if (any) {
      rtp_cc_ledger_finish (ledger, &feedback, now);
      net->last_report = now;
    }
  }
  if (now - net->last_report > 500 * MS + net->rtt) {
    rtp_cc_ledger_forget (ledger);
    net->last_report = now;
  }
}

static void
run_network (Network * net, RtpCcTime time, guint reported)
{
  for (RtpCcTime end = now + time; now < end; now += MS) {
    run_outages (net);
    for (guint i = 0; i < 2; i++)
      run_flow (net, &net->flows[i]);
    run_receiver (net, reported);
  }
}

/* However often and long nothing comes through, and whatever comes first then: who
 * is honest is not said to leave a stream out. */
GST_START_TEST (test_ledger_outages_leave_no_stream_unheard)
{
  Network *net = network_new ((guint) __i__);
  guint32 ssrc;

  for (guint i = 0; i < 600; i++) {
    run_network (net, 100 * MS, 2);
    fail_if (rtp_cc_ledger_take_unheard (ledger, &ssrc), "%08x after %.1f s",
        ssrc, (gdouble) (now - T0) / S);
  }
  fail_unless_equals_int (rtp_cc_ledger_count_unheard (ledger), 0);
  network_free (net);
}

GST_END_TEST;

/* One that is left out is found, in the times between outages. */
GST_START_TEST (test_ledger_unheard_in_spite_of_outages)
{
  Network *net = network_new ((guint) __i__);
  guint32 ssrc = 0;

  net->flows[0].period = MIN (net->flows[0].period, 50 * MS);
  net->flows[1].period = MIN (net->flows[1].period, 50 * MS);
  net->rtt = MIN (net->rtt, 200 * MS);
  for (guint i = 0; i < 600 && ssrc == 0; i++) {
    run_network (net, 100 * MS, 1);
    rtp_cc_ledger_take_unheard (ledger, &ssrc);
  }
  fail_unless_equals_uint64 (ssrc, B);
  network_free (net);
}

GST_END_TEST;

static Suite *
ledgermodel_suite (void)
{
  Suite *s = suite_create ("ledgermodel");
  TCase *tc = tcase_create ("general");
  guint n = G_N_ELEMENTS (first_numbers);

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_ledger_was_sent, 0, n);
  tcase_add_loop_test (tc, test_ledger_agrees_with_model, 0, 20);
  tcase_add_loop_test (tc, test_ledger_outages_leave_no_stream_unheard, 0,
      seeds (50));
  tcase_add_loop_test (tc, test_ledger_unheard_in_spite_of_outages, 0, 20);

  return s;
}

GST_CHECK_MAIN (ledgermodel);

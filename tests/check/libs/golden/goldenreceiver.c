/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Receivers report as recorded, to the byte, on streams with losses, gaps, repetitions and
 * packets out of order; and the receiver of GCC's first version asks for the rates
 * recorded. */
#include <string.h>
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-remb-receiver.h>
#include <gst/rtpcc/receiver/rtpcc-receiver.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>
#include <gst/rtpcc/receiver/rtpcc-twcc-receiver.h>

#include "golden.h"

#define T0 (G_GINT64_CONSTANT (987654321987))
#define MS RTP_CC_MSECOND
#define STEPS 4000
#define RUNS 4

static guint64 seed;
static RtpCcTime now;
static guint16 numbers[24];

static guint
below (guint n)
{
  return golden_random (&seed, n);
}

/* With losses, repetitions, packets out of order, and jumps. */
static guint16
next_number (guint k)
{
  /* and one more: bounds of the code, and beyond */
  static const guint jumps[] = { 1999, 2000, 4095, 4096, 8191, 8192, 32767 };
  guint how = below (100);
  guint16 late;

  if (how < 4)
    return numbers[k];
  if (how < 8) {
    late = (guint16) (numbers[k] - below (40));
    return late;
  }
  if (how < 12)
    numbers[k] = (guint16) (numbers[k] + below (5));
  else if (how == 12 && below (10) == 0)
    numbers[k] = (guint16) (numbers[k] + below (9000));
  else if (how == 13 && below (5) == 0)
    numbers[k] = (guint16) (numbers[k] + jumps[below (G_N_ELEMENTS (jumps))]);
  return ++numbers[k];
}

static void
put_packet (const guint8 * data, gsize size)
{
  guint sum = 0;

  for (gsize i = 0; i < size; i++)
    sum = sum * 31 + data[i];
  golden_put ("size", (gdouble) size);
  golden_put ("bytes", sum % 65521);
}

static void
pass (guint run)
{
  static const gint64 waits[] = { 0, 1, 1, 2, 5 };
  now += waits[below (5)] * (run % 2 == 0 ? 1 : 4) * MS;
  if (below (900) == 0)
    now += 15 * RTP_CC_SECOND;
}

static RtpCcReceiverConfig
config_of (guint run)
{
  RtpCcReceiverConfig config = { 0 };

  config.sender_ssrc = 7;
  config.max_interval = (run < 2 ? 40 : 100) * MS;
  config.max_packets = run < 2 ? 16 : 5;
  config.overlap = run == 3 ? 8 : 0;
  config.max_size = run == 1 ? 100 : 1200;
  config.num_reports =
      run == 2 ? RTP_CC_NUM_REPORTS_LAST : RTP_CC_NUM_REPORTS_COUNT;
  return config;
}

static void
put_stats (const RtpCcReceiverStats * s)
{
  golden_put ("stats",
      (gdouble) (s->packets + 3 * s->duplicates + 5 * s->reordered +
          7 * s->lost + 11 * s->ignored + 13 * s->feedback_packets +
          s->n_ssrcs));
  golden_put ("ecn", (gdouble) (s->ecn[0] + 3 * s->ecn[1] + 5 * s->ecn[2]
          + 7 * s->ecn[3] + s->feedback_bytes));
}

static void
run_receiver (guint run)
{
  RtpCcReceiverConfig config = config_of (run);
  RtpCcReceiver *receiver = rtp_cc_receiver_new (&config);
  RtpCcReceiverStats stats;
  guint8 data[1400];
  gsize size;

  for (guint step = 0; step < STEPS; step++) {
    guint k = below (run == 3 ? 20 : 2);
    gint64 late = below (10) == 0 ? (gint64) below (20) * MS : 0;

    rtp_cc_receiver_on_packet (receiver, 5 + k + step / 400, next_number (k),
        step % 4 == 0, (RtpCcEcn) (step % 7 % 4), now - late, now);
    golden_put_time ("next", rtp_cc_receiver_next_time (receiver), now);
    golden_put ("pending", (gdouble) rtp_cc_receiver_pending (receiver));
    pass (run);
    while ((size =
            rtp_cc_receiver_feedback (receiver, data, sizeof (data), now)) > 0)
      put_packet (data, size);
    rtp_cc_receiver_stats (receiver, &stats);
    put_stats (&stats);
    golden_step ();
  }
  rtp_cc_receiver_free (receiver);
}

static void
run_twcc (guint run)
{
  RtpCcTwccReceiverConfig config = { 7, run == 0 ? 1200 : 40 + 4 * run };
  RtpCcTwccReceiver *receiver = rtp_cc_twcc_receiver_new (&config, now);
  guint8 data[1400];
  gsize size;

  for (guint step = 0; step < STEPS; step++) {
    gint64 late = below (10) == 0 ? (gint64) below (20) * MS : 0;

    rtp_cc_twcc_receiver_on_packet (receiver, 5, next_number (0),
        125 * (1 + run * 3), now - late, now);
    golden_put_time ("next", rtp_cc_twcc_receiver_next_time (receiver), now);
    golden_put ("pending", (gdouble) rtp_cc_twcc_receiver_pending (receiver));
    pass (run);
    while ((size = rtp_cc_twcc_receiver_feedback (receiver, data, sizeof (data),
                now)) > 0)
      put_packet (data, size);
    golden_step ();
  }
  rtp_cc_twcc_receiver_free (receiver);
}

/* What the answers of a reporter cost is bounded, which shows when media is rare. */
static void
run_reporter (guint run)
{
  RtpCcReporterConfig config = { 0 };
  RtpCcReporter *reporter;
  RtpCcReporterStats stats;
  guint8 data[1400];
  gsize size;

  config.kind = (RtpCcReporterKind) (run % 3);
  config.receiver = config_of (run);
  config.packet_overhead = 28;
  reporter = rtp_cc_reporter_new (&config, now);
  for (guint step = 0; step < STEPS; step++) {
    RtpCcReceived p = { 0 };
    guint k = below (3);

    p.ssrc = 5 + k;
    p.seq = next_number (k);
    p.timestamp = (guint32) ((now - T0) / MS * 90);
    p.clock_rate = 90000;
    p.size = 100 + 50 * below (20);
    p.has_number = below (50) != 0;
    p.number = next_number (3);
    p.arrival = now;
    p.elsewhere = below (60) == 0;
    rtp_cc_reporter_on_packet (reporter, &p, now);
    golden_put_time ("next", rtp_cc_reporter_next_time (reporter), now);
    pass (run);
    if (below (100) == 0)
      golden_put ("spend", rtp_cc_reporter_spend (reporter, 50 * below (60)));
    while ((size =
            rtp_cc_reporter_feedback (reporter, data, sizeof (data), now)) > 0)
      put_packet (data, size);
    if (below (600) == 0)
      rtp_cc_reporter_new_peer (reporter);
    rtp_cc_reporter_stats (reporter, &stats);
    put_stats (&stats.receiver);
    golden_put ("remb", (gdouble) (stats.remb + stats.unnumbered + stats.held));
    golden_step ();
  }
  rtp_cc_reporter_free (reporter);
}

/* A queue that grows and falls in front of the receiver. */
static void
run_remb (guint run)
{
  static GccRembReceiver receiver;
  gint64 queue = 0;

  gcc_remb_receiver_init (&receiver, 16 * MS, now);
  for (guint step = 0; step < 3 * STEPS; step++) {
    gint64 frame = T0 + step / 3 * 40 * MS;

    queue +=
        (gint64) (step / 800 % 3 == 1 ? below (4) : below (2)) * MS - MS / 2;
    queue = CLAMP (queue, 0, 400 * MS);
    now = frame + step % 3 * MS + queue;
    if (below (20) != 0)
      gcc_remb_receiver_add (&receiver, run == 3 ? step % 2 : 0, frame,
          frame + step % 3 * MS, now, 300 + 100 * below (10));
    golden_put ("asks", gcc_remb_receiver_update (&receiver, 50000, 2000000,
            50 * MS, now));
    golden_put ("rate", receiver.remb);
    golden_step ();
  }
}

static const struct
{
  const char *name;
  void (*run) (guint run);
  int steps;
} kinds[] = {
  {"ccfb", run_receiver, STEPS}, {"twcc", run_twcc, STEPS},
  {"reporter", run_reporter, STEPS}, {"remb", run_remb, 3 * STEPS},
};

GST_START_TEST (test_receivers)
{
  golden_open ("receiver");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    for (guint run = 0; run < RUNS; run++) {
      gchar *name = g_strdup_printf ("%s/%u", kinds[i].name, run);

      seed = 10 * i + run;
      now = T0;
      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        numbers[k] = (guint16) (65000 + 100 * k);
      golden_begin (name, kinds[i].steps);
      kinds[i].run (run);
      golden_end ();
      g_free (name);
    }
  }
  golden_close ();
}

GST_END_TEST;

static Suite *
goldenreceiver_suite (void)
{
  Suite *s = suite_create ("goldenreceiver");
  TCase *tc = tcase_create ("general");

  tcase_add_test (tc, test_receivers);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldenreceiver);

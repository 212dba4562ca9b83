/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What goes back is no more than what came, for all kinds of feedback, against a random
 * sender. */
#include <string.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>

#include "tests/check/libs/rtpcc/mechanism.h"

/* IP and UDP */
#define OVERHEAD 28

/* Since the peer became it. */
typedef struct
{
  guint64 in, out;
} Account;

static Account account;
static RtpCcTime now;

static void
open_account (void)
{
  memset (&account, 0, sizeof (account));
}

static RtpCcReporter *reporter;

static void
start_reporter (GRand * rand, RtpCcReporterKind kind)
{
  RtpCcReporterConfig config = { 0 };

  config.kind = kind;
  config.packet_overhead = OVERHEAD;
  config.receiver.sender_ssrc = 1;
  config.receiver.max_interval = g_rand_int_range (rand, 1, 1000) * MS;
  config.receiver.max_packets = g_rand_int_range (rand, 1, 64);
  config.receiver.max_size = 1200;
  reporter = rtp_cc_reporter_new (&config, now);
}

static void
take (void)
{
  guint8 data[1500];
  gsize size;

  while ((size = rtp_cc_reporter_feedback (reporter, data, sizeof (data),
              now)) > 0) {
    account.out += size + OVERHEAD;
    check (account.out <= account.in);
  }
  check (rtp_cc_reporter_next_time (reporter) > now);
}

/* Numbers that jump as far as they may, small and large packets, up to 100
 * SSRCs, slow and fast by turns. */
static void
send_something (GRand * rand, guint16 * seqs, guint i)
{
  RtpCcReceived received = { 0 };
  gboolean small = i / 2000 % 2;
  guint n_ssrcs = (guint[]){ 1, 64, 100, 3 }[i / 5000 % 4];
  guint k = g_rand_int_range (rand, 0, n_ssrcs);

  seqs[k] += g_rand_int_range (rand, 0, 3) ? 1
      : g_rand_int_range (rand, 0, 4100);
  received.ssrc = k;
  received.seq = seqs[k];
  received.timestamp = g_rand_int (rand);
  received.clock_rate = 90000;
  received.marker = g_rand_boolean (rand);
  received.size = small ? 12 : g_rand_int_range (rand, 12, 1500);
  received.has_number = TRUE;
  received.number = (guint16) (i + (g_rand_int_range (rand, 0, 9) ? 0 : 1900));
  received.elsewhere = g_rand_int_range (rand, 0, 10) == 0;
  received.arrival = now;
  if (!received.elsewhere)
    account.in += received.size + OVERHEAD;
  rtp_cc_reporter_on_packet (reporter, &received, now);
}

/* Of a flood that is over no more is left. */
GST_START_TEST (test_budget_keeps_so_much)
{
  GRand *rand = g_rand_new_with_seed (1);
  RtpCcReceived received = {.ssrc = 1,.size = 1200 };

  now = T0;
  start_reporter (rand, RTP_CC_REPORTER_CCFB);
  fail_if (rtp_cc_reporter_spend (reporter, 1));
  for (guint i = 0; i < 1000; i++) {
    received.seq++;
    rtp_cc_reporter_on_packet (reporter, &received, now);
  }
  fail_if (rtp_cc_reporter_spend (reporter, RTP_CC_REPORTER_KEPT + 1));
  fail_unless (rtp_cc_reporter_spend (reporter, RTP_CC_REPORTER_KEPT));
  fail_if (rtp_cc_reporter_spend (reporter, 1));
  rtp_cc_reporter_free (reporter);
  g_rand_free (rand);
}

GST_END_TEST;

GST_START_TEST (test_budget_random_sender)
{
  GRand *rand = g_rand_new_with_seed (__i__);
  static guint16 seqs[100];
  guint64 out = 0;
  guint i;

  now = T0;
  open_account ();
  start_reporter (rand, (RtpCcReporterKind) (__i__ % 3));
  for (i = 0; i < 40000; i++) {
    now += i / 10000 % 2 ? g_rand_int_range (rand, 0, 20 * MS)
        : g_rand_int_range (rand, 0, MS / 2);
    /* Another address gets nothing for what the one before sent. */
    if (g_rand_int_range (rand, 0, 1000) == 0) {
      out += account.out;
      open_account ();
      rtp_cc_reporter_new_peer (reporter);
    }
    if (g_rand_int_range (rand, 0, 50) == 0
        && rtp_cc_reporter_spend (reporter, 128))
      account.out += 128;
    send_something (rand, seqs, i);
    take ();
  }
  check (out > 10000);
  rtp_cc_reporter_free (reporter);
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
budget_suite (void)
{
  Suite *s = suite_create ("budget");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_budget_keeps_so_much);
  tcase_add_loop_test (tc, test_budget_random_sender, 0, 12);
  return s;
}

GST_CHECK_MAIN (budget);

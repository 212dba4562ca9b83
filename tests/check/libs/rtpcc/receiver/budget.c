/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What goes back is less than what came: the formula of rtpcc-budget.h, by itself
 * and for all kinds of feedback, against a random sender. */
#include <string.h>
#include <gst/rtpcc/receiver/rtpcc-budget.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>

#include "tests/check/libs/rtpcc/mechanism.h"

/* IP and UDP */
#define OVERHEAD 28

/* In and out since the peer became it, and the least that the second line of the
 * formula had on its left less its right side. */
typedef struct
{
  guint64 in, out;
  gdouble least;
  RtpCcTime start;
} Account;

static Account account;
static RtpCcTime now;

static void
open_account (void)
{
  memset (&account, 0, sizeof (account));
  account.start = now;
}

static void
check_formula (void)
{
  gdouble balance = (gdouble) account.out - account.in / 2.0
      - RTP_CC_BUDGET_FREE * ((gdouble) (now - account.start) / S);

  check (account.out <= account.in);
  /* A byte for the rounding of the sums here. */
  check (balance - account.least <= RTP_CC_BUDGET_KEPT + 1);
  account.least = MIN (account.least, balance);
}

/* At @time it is enough, a microsecond before it is not. */
static void
check_time (const RtpCcBudget * budget, guint64 bytes, RtpCcTime time)
{
  RtpCcBudget before = *budget, then = *budget;

  if (time == RTP_CC_TIME_NEVER || time <= budget->updated + US)
    return;
  check (rtp_cc_budget_left (&before, time - US) < bytes);
  check (rtp_cc_budget_left (&then, time) >= bytes);
}

GST_START_TEST (test_budget_formula)
{
  GRand *rand = g_rand_new_with_seed (__i__);
  RtpCcBudget budget;
  guint i;

  now = T0;
  open_account ();
  rtp_cc_budget_init (&budget, now);
  for (i = 0; i < 50000; i++) {
    guint64 bytes = g_rand_int_range (rand, 1, 3000), left;
    RtpCcTime time = rtp_cc_budget_time (&budget, bytes);

    /* Much happens at one moment. */
    if (g_rand_int_range (rand, 0, 100) == 0)
      now += g_rand_int_range (rand, 0, 2000) * MS;
    else if (g_rand_int_range (rand, 0, 10) == 0)
      now += g_rand_int_range (rand, 0, 20 * MS);
    /* It says when, and keeps to it. */
    check_time (&budget, bytes, time);
    left = rtp_cc_budget_left (&budget, now);
    check ((time <= now) == (bytes <= left));
    if (g_rand_int_range (rand, 0, 3) == 0) {
      rtp_cc_budget_earn (&budget, bytes, now);
      account.in += bytes;
    } else if (bytes <= left) {
      rtp_cc_budget_spend (&budget, bytes, now);
      account.out += bytes;
    }
    check_formula ();
  }
  /* It is no wall: most of what is allowed went. */
  check (account.out > account.in / 3);
  g_rand_free (rand);
}

GST_END_TEST;

/* A new address may have KEPT at once, for as much that it sent; of a flood that is
 * over no more is left, however long ago. */
GST_START_TEST (test_budget_keeps_so_much)
{
  RtpCcBudget budget;
  guint64 left;
  guint i;

  rtp_cc_budget_init (&budget, T0);
  fail_unless_equals_uint64 (rtp_cc_budget_left (&budget, T0), 0);
  rtp_cc_budget_earn (&budget, RTP_CC_BUDGET_KEPT, T0);
  fail_unless_equals_uint64 (rtp_cc_budget_left (&budget, T0),
      RTP_CC_BUDGET_KEPT);
  for (i = 0; i < 1000; i++)
    rtp_cc_budget_earn (&budget, 1200, T0);
  for (i = 1; i <= 3600; i += 1200) {
    left = rtp_cc_budget_left (&budget, T0 + i * S);
    fail_unless_equals_uint64 (left, i == 1 ? RTP_CC_BUDGET_KEPT : 0);
    rtp_cc_budget_spend (&budget, left, T0 + i * S);
  }
}

GST_END_TEST;

/* ---- the reporter ---- */

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
    check_formula ();
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
      rtp_cc_reporter_new_peer (reporter, now);
    }
    if (g_rand_int_range (rand, 0, 50) == 0
        && rtp_cc_reporter_spend (reporter, 128, now))
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
  tcase_add_loop_test (tc, test_budget_formula, 0, 8);
  tcase_add_test (tc, test_budget_keeps_so_much);
  tcase_add_loop_test (tc, test_budget_random_sender, 0, 12);
  return s;
}

GST_CHECK_MAIN (budget);

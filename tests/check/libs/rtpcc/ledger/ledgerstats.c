/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ledger's statistics, each against a count that the test keeps; what its tables
 * hold; its clocks at the end of their range. */
#include <string.h>
#include <gst/rtpcc/ledger/rtpcc-ledger.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xabcdef01
#define B 0x12345678
#define SIZE 1000
#define STREAMS 3
#define PACKETS 4000
/* SSRCs at a time */
#define TABLE 64

static RtpCcLedger *ledger;
static RtpCcTime now;
static guint32 timestamp;       /* of the receiver's reports */
static RtpCcFeedback feedback;

static void
setup (void)
{
  ledger = rtp_cc_ledger_new ();
  now = T0;
  timestamp = 0;
  memset (&feedback, 0, sizeof (feedback));
}

static void
teardown (void)
{
  rtp_cc_ledger_free (ledger);
}

static const RtpCcLedgerStats *
stats (void)
{
  return rtp_cc_ledger_stats (ledger);
}

static void
send (guint32 ssrc, guint16 seq, guint size)
{
  RtpCcPacket packet = { 0 };

  packet.ssrc = ssrc;
  packet.size = size;
  packet.sent = now;
  check (rtp_cc_ledger_sent (ledger, &packet, seq));
}

static void
report (guint32 ssrc, guint16 seq, gboolean received, RtpCcEcn ecn)
{
  RtpCcCcfbHeader header = { 0 };
  RtpCcMetric metric = { 0 };

  header.timestamp = timestamp;
  metric.ssrc = ssrc;
  metric.seq = seq;
  metric.received = received;
  metric.ecn = ecn;
  metric.age = received ? 0 : -1;
  rtp_cc_ledger_metric (ledger, &header, &metric, now);
}

static void
came (guint32 ssrc, guint16 seq)
{
  report (ssrc, seq, TRUE, RTP_CC_ECN_NOT_ECT);
}

static void
finish (void)
{
  rtp_cc_ledger_finish (ledger, &feedback, now);
}

/* ---- all of them, against a model ---- */

typedef struct
{
  gboolean sent, known;         /* known: reported to have come */
  guint size;
  RtpCcTime arrives;            /* NEVER: lost */
  RtpCcEcn ecn;
} Fate;

typedef struct
{
  Fate fates[PACKETS];
  guint next;
} Sender;

static Sender *senders;
static RtpCcLedgerStats expected;
static guint64 fates[3];        /* packets in reports, by RtpCcFate */

/* Now and then a number is left out. */
static void
model_send (GRand * rand, guint i)
{
  Sender *sender = &senders[i];
  Fate *fate;

  if (sender->next > 0 && g_rand_int_range (rand, 0, 20) == 0)
    sender->next++;
  fate = &sender->fates[sender->next];
  fate->sent = TRUE;
  fate->size = (guint) g_rand_int_range (rand, 40, 1500);
  fate->ecn = (RtpCcEcn) g_rand_int_range (rand, 0, 4);
  fate->arrives = g_rand_int_range (rand, 0, 10) == 0 ? RTP_CC_TIME_NEVER
      : now + g_rand_int_range (rand, 20, 120) * MS;
  send (A + i, (guint16) (65000 + sender->next), fate->size);
  sender->next++;
  expected.sent++;
  expected.sent_bytes += fate->size;
}

static void
model_report_one (guint i, guint n)
{
  Fate *fate = &senders[i].fates[n];
  gboolean received = fate->sent && fate->arrives <= now;

  report (A + i, (guint16) (65000 + n), received, fate->ecn);
  if (!received || fate->known)
    return;
  fate->known = TRUE;
  expected.received++;
  expected.received_bytes += fate->size;
  expected.ecn[fate->ecn]++;
  expected.ce += fate->ecn == RTP_CC_ECN_CE;
}

/* What no honest receiver would say: of a stream that there is not, of a number
 * that was left out, of one that is to come. */
static void
model_lie (GRand * rand)
{
  guint i = (guint) g_rand_int_range (rand, 0, STREAMS);
  guint n = senders[i].next;

  switch (g_rand_int_range (rand, 0, 3)) {
    case 0:
      report (B, 1, g_rand_boolean (rand), RTP_CC_ECN_CE);
      expected.unknown_ssrc++;
      break;
    case 1:
      came (A + i, (guint16) (65000 + n + 5));
      expected.unknown_seq++;
      expected.never_sent++;
      break;
    default:
      while (n > 0 && senders[i].fates[n - 1].sent)
        n--;
      if (n == 0 || senders[i].next - n > 100)
        break;
      came (A + i, (guint16) (65000 + n - 1));
      expected.unknown_seq++;
      expected.never_sent++;
  }
}

static void
model_report (GRand * rand)
{
  for (guint i = 0; i < STREAMS; i++) {
    guint next = senders[i].next;

    for (guint n = next > 60 ? next - 60 : 0; n < next; n++)
      model_report_one (i, n);
  }
  if (g_rand_int_range (rand, 0, 5) == 0)
    model_lie (rand);
  timestamp += 65536 / 50;
  finish ();
  for (gsize k = 0; k < feedback.n_reports; k++)
    fates[feedback.reports[k].fate]++;
}

static void
check_stats (void)
{
  check (stats ()->sent == expected.sent);
  check (stats ()->sent_bytes == expected.sent_bytes);
  check (stats ()->received == expected.received);
  check (stats ()->received_bytes == expected.received_bytes);
  check (stats ()->ce == expected.ce);
  check (memcmp (stats ()->ecn, expected.ecn, sizeof (expected.ecn)) == 0);
  check (stats ()->unknown_ssrc == expected.unknown_ssrc);
  check (stats ()->unknown_seq == expected.unknown_seq);
  check (stats ()->never_sent == expected.never_sent);
  /* Who reads the reports and who reads the statistics know the same. */
  check (stats ()->lost == fates[RTP_CC_FATE_LOST]);
  check (stats ()->late == fates[RTP_CC_FATE_RECEIVED_LATE]);
  check (stats ()->received
      == fates[RTP_CC_FATE_RECEIVED] + fates[RTP_CC_FATE_RECEIVED_LATE]);
}

GST_START_TEST (test_ledger_stats_of_any_history)
{
  GRand *rand = g_rand_new_with_seed (4711 + __i__);

  senders = g_new0 (Sender, STREAMS);
  memset (&expected, 0, sizeof (expected));
  memset (fates, 0, sizeof (fates));
  for (guint i = 0; i < 3000; i++) {
    now += 2 * MS;
    model_send (rand, (guint) g_rand_int_range (rand, 0, STREAMS));
    if (i % 10 == 9)
      model_report (rand);
    check_stats ();
  }
  fail_unless (stats ()->lost > 100 && stats ()->late > 0);
  /* Each has come, was given up, or is forgotten when all is; what came late had
   * been given up. */
  rtp_cc_ledger_forget (ledger);
  fail_unless_equals_uint64 (stats ()->sent, stats ()->received
      + stats ()->lost + stats ()->forgotten - stats ()->late);
  fail_unless_equals_uint64 (rtp_cc_ledger_bytes_in_flight (ledger), 0);
  g_free (senders);
  g_rand_free (rand);
}

GST_END_TEST;

/* ---- what was never sent ---- */

/* The oldest number that is kept was left out: it is known that it never left, but
 * nothing is known of the one before it. */
GST_START_TEST (test_ledger_never_sent_from_the_oldest_on)
{
  send (A, 0, SIZE);
  came (A, 0);
  /* 256 are kept at first. */
  for (guint i = 2; i <= 256; i++) {
    send (A, (guint16) i, SIZE);
    came (A, (guint16) i);
    finish ();
  }
  came (A, 0);
  finish ();
  fail_unless_equals_uint64 (stats ()->unknown_seq, 1);
  fail_unless_equals_uint64 (stats ()->never_sent, 0);
  came (A, 1);
  finish ();
  fail_unless_equals_uint64 (stats ()->unknown_seq, 2);
  fail_unless_equals_uint64 (stats ()->never_sent, 1);
}

GST_END_TEST;

/* Feedback that was refused counts by what it said of packets that never left. */
GST_START_TEST (test_ledger_refused_topics_are_counted)
{
  RtpCcLedgerTopic topic = { 3, 0, 5 };

  rtp_cc_ledger_refuse (ledger, &topic);
  topic.never_sent = 2;
  rtp_cc_ledger_refuse (ledger, &topic);
  fail_unless_equals_uint64 (stats ()->never_sent, 7);
  fail_unless_equals_uint64 (stats ()->unknown_seq, 7);
  fail_unless_equals_uint64 (stats ()->received, 0);
}

GST_END_TEST;

/* ---- several streams ---- */

/* A mark counts with what leaves the flight: a packet that had left it before, since
 * a later one of its stream came, counts no more, in whatever place the stream is. */
GST_START_TEST (test_ledger_marks_of_what_left_the_flight)
{
  for (guint i = 0; i < STREAMS; i++) {
    send (A + i, 10, SIZE);
    send (A + i, 11, SIZE);
  }
  now += 20 * MS;
  for (guint i = 0; i < STREAMS; i++) {
    report (A + i, 10, FALSE, RTP_CC_ECN_NOT_ECT);
    report (A + i, 11, TRUE, RTP_CC_ECN_CE);
  }
  finish ();
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 2 * STREAMS * SIZE);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked_ce, STREAMS * SIZE);
  now += 5 * MS;
  for (guint i = 0; i < STREAMS; i++)
    report (A + i, 10, TRUE, RTP_CC_ECN_CE);
  finish ();
  fail_unless_equals_uint64 (feedback.n_reports, STREAMS);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked, 0);
  fail_unless_equals_uint64 (feedback.bytes_newly_acked_ce, 0);
  fail_unless_equals_uint64 (stats ()->ce, 2 * STREAMS);
}

GST_END_TEST;

/* One SSRC less than the table holds, as many, one more, two more: who was silent for
 * longest leaves, and each packet of those that stay is known. */
GST_START_TEST (test_ledger_table_of_ssrcs)
{
  guint n = TABLE - 1 + (guint) __i__;

  for (guint i = 0; i < n; i++) {
    now += MS;
    send (A + i, 7, SIZE);
    /* The first goes on. */
    send (A, (guint16) (8 + i), SIZE);
  }
  for (guint i = 0; i < n; i++)
    fail_unless_equals_int (rtp_cc_ledger_knows (ledger, A + i),
        i == 0 || n <= TABLE || i > n - TABLE);
  now += 20 * MS;
  for (guint i = 0; i < n; i++)
    came (A + i, 7);
  finish ();
  fail_unless_equals_uint64 (feedback.n_reports, MIN (n, TABLE));
  fail_unless_equals_uint64 (stats ()->unknown_ssrc, n - MIN (n, TABLE));
  fail_unless_equals_uint64 (stats ()->forgotten, n - MIN (n, TABLE));
  finish ();
  rtp_cc_ledger_forget (ledger);
  fail_unless_equals_uint64 (rtp_cc_ledger_bytes_in_flight (ledger), 0);
}

GST_END_TEST;

/* The same for streams of others, by their transport-wide numbers. */
GST_START_TEST (test_ledger_table_of_others)
{
  guint n = TABLE - 1 + (guint) __i__;

  for (guint i = 0; i < n; i++) {
    rtp_cc_ledger_number (ledger, B + i, 1, (guint16) i);
    /* Once is enough. */
    rtp_cc_ledger_number (ledger, B + i, 2, (guint16) (1000 + i));
  }
  for (guint i = 0; i < n; i++)
    fail_unless_equals_int (rtp_cc_ledger_knows_number_of (ledger, B + i),
        i + TABLE >= n);
  fail_if (rtp_cc_ledger_knows_number_of (ledger, B + n));
}

GST_END_TEST;

/* ---- clocks ---- */

/* A peer whose clock rushes, by half of what its time stamp says each time: the
 * clock begins anew before 64 bits are full, as often as it takes. */
static void
check_forged (RtpCcTime * last)
{
  finish ();
  check (feedback.n_reports == 1);
  check (feedback.reports[0].arrival >= 0);
  check (feedback.reports[0].arrival <= G_MAXINT64 / 2);
  *last = feedback.reports[0].arrival;
}

GST_START_TEST (test_ledger_forged_clock)
{
  RtpCcTime last = 0;
  guint n_anew = 0;

  /* 0x7fffffff / 65536 s, 9 hours each: 73 years four times */
  for (guint i = 0; i < 300000; i++) {
    RtpCcTime before = last;

    send (A, (guint16) i, SIZE);
    timestamp += 0x7fffffff;
    came (A, (guint16) i);
    check_forged (&last);
    n_anew += last < before;
  }
  fail_unless_equals_int (n_anew, 4);
}

GST_END_TEST;

GST_START_TEST (test_ledger_forged_clock_of_numbers)
{
  RtpCcTwccPacket packet = { 0 };
  RtpCcTime last = 0;
  guint n_anew = 0;

  packet.received = TRUE;
  /* 2^23 * 64 ms, 6 days each */
  for (guint i = 0; i < 20000; i++) {
    RtpCcTime before = last;

    send (A, (guint16) i, SIZE);
    rtp_cc_ledger_number (ledger, A, (guint16) i, (guint16) i);
    packet.seq = (guint16) i;
    packet.arrival = (packet.arrival + RTP_CC_TWCC_PERIOD / 2 - MS)
        % RTP_CC_TWCC_PERIOD;
    rtp_cc_ledger_twcc (ledger, &packet, 1, -1, now);
    check_forged (&last);
    n_anew += last < before;
  }
  fail_unless_equals_int (n_anew, 4);
}

GST_END_TEST;

static Suite *
ledgerstats_suite (void)
{
  Suite *s = suite_create ("ledgerstats");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_ledger_stats_of_any_history, 0, seeds (10));
  tcase_add_test (tc, test_ledger_never_sent_from_the_oldest_on);
  tcase_add_test (tc, test_ledger_refused_topics_are_counted);
  tcase_add_test (tc, test_ledger_marks_of_what_left_the_flight);
  tcase_add_loop_test (tc, test_ledger_table_of_ssrcs, 0, 4);
  tcase_add_loop_test (tc, test_ledger_table_of_others, 0, 4);
  tcase_add_test (tc, test_ledger_forged_clock);
  tcase_add_test (tc, test_ledger_forged_clock_of_numbers);
  return s;
}

GST_CHECK_MAIN (ledgerstats);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What receivers count, against a count that the test keeps; how much they keep, one
 * below, at and above it. */
#include <string.h>
#include <gst/rtpcc/receiver/rtpcc-latency.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>
#include <gst/rtpcc/receiver/rtpcc-twcc-receiver.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SSRC 0xabcdef01
#define RATE 90000
#define STREAMS 3
#define PACKETS 3000
/* Clocks of streams that a REMB is made of */
#define CLOCKS 8
/* SSRCs that the receiver for CCFB keeps */
#define TABLE 64
/* Numbers that the receiver for TWCC keeps */
#define RING 8192

static RtpCcReporterConfig config;
static RtpCcReporter *reporter;
static RtpCcReporterStats stats;
static RtpCcTime now;

static void
start (RtpCcReporterKind kind, guint32 overhead)
{
  memset (&config, 0, sizeof (config));
  config.kind = kind;
  config.packet_overhead = overhead;
  config.receiver.sender_ssrc = 0x5eed;
  config.receiver.max_interval = 40 * MS;
  config.receiver.max_packets = 16;
  config.receiver.max_size = 1200;
  now = T0;
  reporter = rtp_cc_reporter_new (&config, now);
}

static void
stop (void)
{
  rtp_cc_reporter_free (reporter);
}

static void
packet (guint32 ssrc, guint16 seq, guint32 timestamp, RtpCcEcn ecn)
{
  RtpCcReceived received = { 0 };

  received.ssrc = ssrc;
  received.seq = seq;
  received.timestamp = timestamp;
  received.size = 1000;
  received.clock_rate = RATE;
  received.ecn = ecn;
  received.arrival = now;
  rtp_cc_reporter_on_packet (reporter, &received, now);
  rtp_cc_reporter_stats (reporter, &stats);
}

/* ---- statistics ---- */

typedef struct
{
  gboolean came[PACKETS];
  guint highest, unique;
} Numbers;

/* What came of a stream's numbers, in any order within 20, some of them twice. */
static guint
next_number (GRand * rand, const Numbers * numbers)
{
  guint n = numbers->highest + (guint) g_rand_int_range (rand, 1, 4);

  if (numbers->highest > 20 && g_rand_int_range (rand, 0, 3) == 0)
    n = numbers->highest - (guint) g_rand_int_range (rand, 0, 20);
  return n;
}

GST_START_TEST (test_receiver_counts_of_any_order)
{
  GRand *rand = g_rand_new_with_seed (42 + __i__);
  Numbers *all = g_new0 (Numbers, STREAMS);
  RtpCcReceiverStats expected = { 0 };
  guint8 data[1200];
  gsize size;

  start (RTP_CC_REPORTER_CCFB, 28);
  for (guint step = 0; step < 3000; step++) {
    guint i = (guint) g_rand_int_range (rand, 0, STREAMS);
    RtpCcEcn ecn = (RtpCcEcn) g_rand_int_range (rand, 0, 3);
    Numbers *numbers = &all[i];
    guint n = numbers->unique == 0 ? 0 : next_number (rand, numbers);

    now += MS;
    packet (SSRC + i, (guint16) (65000 + n), 0, ecn);
    expected.packets++;
    expected.ecn[ecn]++;
    expected.duplicates += numbers->came[n];
    expected.reordered += n < numbers->highest && !numbers->came[n];
    numbers->unique += !numbers->came[n];
    numbers->came[n] = TRUE;
    numbers->highest = MAX (numbers->highest, n);

    expected.lost = 0;
    for (guint k = 0; k < STREAMS; k++)
      if (all[k].unique > 0)
        expected.lost += all[k].highest + 1 - all[k].unique;
    while ((size = rtp_cc_reporter_feedback (reporter, data, sizeof (data),
                now)) > 0) {
      expected.feedback_packets++;
      expected.feedback_bytes += size;
    }
    rtp_cc_reporter_stats (reporter, &stats);
    check (stats.receiver.packets == expected.packets);
    check (stats.receiver.duplicates == expected.duplicates);
    check (stats.receiver.reordered == expected.reordered);
    check (stats.receiver.lost == expected.lost);
    check (stats.receiver.ignored == 0);
    check (stats.receiver.feedback_packets == expected.feedback_packets);
    check (stats.receiver.feedback_bytes == expected.feedback_bytes);
    check (memcmp (stats.receiver.ecn, expected.ecn, sizeof (expected.ecn))
        == 0);
  }
  fail_unless_equals_int (stats.receiver.n_ssrcs, STREAMS);
  fail_unless (expected.lost > 100 && expected.duplicates > 100);
  g_free (all);
  g_rand_free (rand);
  stop ();
}

GST_END_TEST;

/* Who was silent for longest makes room, one at a time: the others are known when they
 * come once more, from the newest on. */
GST_START_TEST (test_receiver_table_of_ssrcs)
{
  guint n = TABLE - 1 + (guint) __i__;

  start (RTP_CC_REPORTER_CCFB, 28);
  for (guint i = 0; i < n; i++) {
    now += MS;
    packet (SSRC + i, 7, 0, RTP_CC_ECN_NOT_ECT);
  }
  fail_unless_equals_int (stats.receiver.n_ssrcs, MIN (n, TABLE));
  fail_unless_equals_uint64 (stats.receiver.packets, n);
  for (guint i = n; i-- > 0;) {
    now += MS;
    packet (SSRC + i, 7, 0, RTP_CC_ECN_NOT_ECT);
  }
  fail_unless_equals_uint64 (stats.receiver.duplicates, MIN (n, TABLE));
  /* Those that came twice live, and keep their places. */
  fail_unless_equals_uint64 (stats.receiver.ignored, n - MIN (n, TABLE));
  stop ();
}

GST_END_TEST;

/* ---- the budget ---- */

/* What is reserved for something that waits is there when feedback has gone, and
 * feedback is never longer than the rest. */
GST_START_TEST (test_reporter_leaves_what_is_reserved)
{
  GRand *rand = g_rand_new_with_seed (7 + __i__);
  guint8 data[1200];
  guint n = 0;

  start (RTP_CC_REPORTER_CCFB, 28);
  config.receiver.max_packets = 1;
  rtp_cc_reporter_configure (reporter, &config);
  for (guint step = 0; step < 5000; step++) {
    guint64 reserved = (guint64) g_rand_int_range (rand, 40, 3000);
    gsize size;

    now += MS;
    rtp_cc_reporter_reserve (reporter, reserved);
    packet (SSRC, (guint16) (step * 7), 0, RTP_CC_ECN_NOT_ECT);
    size = rtp_cc_reporter_feedback (reporter, data, sizeof (data), now);
    check (size <= config.receiver.max_size);
    if (size > 0) {
      check (rtp_cc_reporter_spend (reporter, reserved));
      n++;
    }
    /* And somebody else takes what he can get. */
    while (rtp_cc_reporter_spend (reporter, 200));
  }
  fail_unless (n > 10, "%u", n);
  g_rand_free (rand);
  stop ();
}

GST_END_TEST;

/* ---- REMB ---- */

static RtpCcRemb remb;

static void
take_remb (void)
{
  guint8 data[1200];
  gsize size = rtp_cc_reporter_feedback (reporter, data, sizeof (data), now);

  if (size > 0)
    check (rtp_cc_remb_parse (data, size, &remb) == RTP_CC_RTCP_OK);
}

static gboolean
is_listed (guint32 ssrc)
{
  for (gsize i = 0; i < remb.n_ssrcs; i++)
    if (remb.ssrcs[i] == ssrc)
      return TRUE;
  return FALSE;
}

/* A minute of 50 packets a second, then what the receiver allows: it is 1.5 times
 * what came at most, and what comes is counted with its headers. */
GST_START_TEST (test_reporter_remb_counts_headers)
{
  static const guint overheads[] = { 0, 28, 1000 };
  guint overhead = overheads[__i__];
  gdouble came = 50 * 8 * (1000 + overhead);

  start (RTP_CC_REPORTER_REMB, overhead);
  for (guint i = 0; i < 3000; i++) {
    now += 20 * MS;
    packet (SSRC, (guint16) i, i * RATE / 50, RTP_CC_ECN_NOT_ECT);
    take_remb ();
  }
  fail_unless_equals_uint64 (stats.remb / 1000, remb.bitrate / 1000);
  /* The meter may see a packet more or less of the 25 in its window. */
  fail_unless (ABS (remb.bitrate / (1.5 * came) - 1) < 0.05,
      "%" G_GUINT64_FORMAT " for %g bit/s", remb.bitrate, came);
  stop ();
}

GST_END_TEST;

/* As many streams as there is room for, of one packet each or of two: those of one
 * make room at once for who is new, the others do not. */
GST_START_TEST (test_reporter_room_for_streams)
{
  guint n = CLOCKS - 1 + (guint) __i__ / 2, each = 1 + (guint) __i__ % 2;

  start (RTP_CC_REPORTER_REMB, 28);
  for (guint i = 0; i < n; i++) {
    for (guint k = 0; k < each; k++) {
      now += MS;
      packet (SSRC + i, (guint16) k, k * RATE / 1000, RTP_CC_ECN_NOT_ECT);
    }
  }
  /* The last one goes on. */
  for (guint i = 0; i < 60; i++) {
    now += 20 * MS;
    packet (SSRC + n - 1, (guint16) (each + i), (i + 1) * RATE / 50,
        RTP_CC_ECN_NOT_ECT);
    take_remb ();
  }
  fail_unless_equals_int (is_listed (SSRC + n - 1), n <= CLOCKS || each == 1);
  for (guint i = 0; i < n - 1; i++)
    fail_unless_equals_int (is_listed (SSRC + i),
        each == 2 ? i < CLOCKS : i + CLOCKS >= n);
  fail_unless_equals_int (remb.n_ssrcs, MIN (n, CLOCKS));
  stop ();
}

GST_END_TEST;

/* ---- TWCC ---- */

/* Nobody asked for a report while so many packets came: the first names what is kept,
 * and nothing that was overwritten. */
GST_START_TEST (test_twcc_receiver_keeps_so_many)
{
  RtpCcTwccReceiverConfig twcc = { 1, 1200 };
  guint n = RING - 1 + (guint) __i__;
  RtpCcTwccReceiver *rx = rtp_cc_twcc_receiver_new (&twcc, T0);
  RtpCcTwccPacket packets[RTP_CC_TWCC_MAX_PACKETS];
  RtpCcTwccHeader header;
  guint8 data[1200];
  gsize size, count;

  for (guint i = 0; i < n; i++)
    rtp_cc_twcc_receiver_on_packet (rx, 1, (guint16) i, 1000, T0 + i * MS,
        T0 + i * MS);
  size = rtp_cc_twcc_receiver_feedback (rx, data, sizeof (data), T0 + n * MS);
  fail_unless_equals_int (rtp_cc_twcc_parse (data, size, &header, packets,
          &count), RTP_CC_RTCP_OK);
  fail_unless_equals_int (packets[0].seq, n <= RING ? 0 : n - RING);
  for (guint i = 1; i < count; i++) {
    check (packets[i].received && packets[i].seq == packets[0].seq + i);
    check (packets[i].arrival - packets[i - 1].arrival == MS);
  }
  rtp_cc_twcc_receiver_free (rx);
}

GST_END_TEST;

/* ---- latency ---- */

/* Clocks are trusted while a frame seems to be 2 ms too early at most, or 10 s late. */
GST_START_TEST (test_latency_limits)
{
  static const struct
  {
    gint64 latency;
    RtpCcClocks clocks;
  } cases[] = {
    {-2 * MS, RTP_CC_CLOCKS_OK},
    {-2 * MS - 1, RTP_CC_CLOCKS_NOT_SYNCHRONISED},
    {10 * S, RTP_CC_CLOCKS_OK},
    {10 * S + 1, RTP_CC_CLOCKS_NOT_SYNCHRONISED},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    RtpCcLatencySample sample = { 0 };
    RtpCcLatencyInfo info;
    RtpCcLatency latency;

    rtp_cc_latency_init (&latency);
    for (guint k = 0; k <= 50; k++) {
      now = T0 + k * 20 * MS;
      sample.captured = now;
      sample.seen = sample.arrived = now + cases[i].latency;
      sample.timestamp = k * RATE / 50;
      sample.clock_rate = RATE;
      rtp_cc_latency_add (&latency, &sample, now);
    }
    rtp_cc_latency_info (&latency, &info, now);
    fail_unless_equals_int (info.clocks, cases[i].clocks);
    fail_unless_equals_int64 (info.min, cases[i].latency);
    fail_unless_equals_uint64 (info.count, 51);
  }
}

GST_END_TEST;

static Suite *
receivercounts_suite (void)
{
  Suite *s = suite_create ("receivercounts");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_receiver_counts_of_any_order, 0, seeds (5));
  tcase_add_loop_test (tc, test_receiver_table_of_ssrcs, 0, 4);
  tcase_add_loop_test (tc, test_reporter_leaves_what_is_reserved, 0, seeds (5));
  tcase_add_loop_test (tc, test_reporter_remb_counts_headers, 0, 3);
  tcase_add_loop_test (tc, test_reporter_room_for_streams, 0, 6);
  tcase_add_loop_test (tc, test_twcc_receiver_keeps_so_many, 0, 4);
  tcase_add_test (tc, test_latency_limits);
  return s;
}

GST_CHECK_MAIN (receivercounts);

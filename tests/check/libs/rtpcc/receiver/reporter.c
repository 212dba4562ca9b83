/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Feedback of each kind from packets of anybody. */
#include <string.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>
#include <gst/rtpcc/receiver/rtpcc-latency.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/receiver/rtpcc-receiver.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SSRC 0xabcdef01
#define RATE 90000

static RtpCcReporter *reporter;
static RtpCcReporterConfig config;
static RtpCcTime now;
static RtpCcRemb remb;          /* the last that was sent */
static guint n_rembs;
static guint16 seq;
static guint64 in, out;         /* bytes on the wire */
static guint n_out;
static gint64 most;             /* that out was before in */

static void
start (RtpCcReporterKind kind)
{
  memset (&config, 0, sizeof (config));
  config.kind = kind;
  config.packet_overhead = 28;
  config.receiver.sender_ssrc = 0x5eed;
  config.receiver.max_interval = 40 * MS;
  config.receiver.max_packets = 16;
  config.receiver.max_size = 1200;
  now = T0;
  seq = 65000;
  n_rembs = n_out = 0;
  in = out = 0;
  most = 0;
  reporter = rtp_cc_reporter_new (&config, now);
}

static void
teardown (void)
{
  rtp_cc_reporter_free (reporter);
  reporter = NULL;
}

static void
take (void)
{
  guint8 data[1500];
  gsize size;

  while ((size = rtp_cc_reporter_feedback (reporter, data, sizeof (data),
              now)) > 0) {
    check (size <= config.receiver.max_size);
    out += size + 28;
    n_out++;
    most = MAX (most, (gint64) out - (gint64) in);
    if (config.kind != RTP_CC_REPORTER_REMB)
      continue;
    check (rtp_cc_remb_parse (data, size, &remb) == RTP_CC_RTCP_OK);
    n_rembs++;
  }
}

/* A packet of 1000 bytes. */
static void
packet (guint32 ssrc, guint32 timestamp, guint clock_rate)
{
  RtpCcReceived received = { 0 };

  received.ssrc = ssrc;
  received.seq = seq++;
  received.timestamp = timestamp;
  received.marker = TRUE;
  received.size = 1000;
  received.clock_rate = clock_rate;
  received.arrival = now;
  rtp_cc_reporter_on_packet (reporter, &received, now);
  take ();
}

static gboolean
is_listed (guint32 ssrc)
{
  gsize i;

  for (i = 0; i < remb.n_ssrcs; i++) {
    if (remb.ssrcs[i] == ssrc)
      return TRUE;
  }
  return FALSE;
}

/* Frames of one packet, 50 a second, for @seconds; each comes @later after the one
 * before than it left. */
static void
stream (guint32 ssrc, guint32 * timestamp, guint seconds, RtpCcTime later)
{
  guint i;

  for (i = 0; i < 50 * seconds; i++) {
    now += 20 * MS + later;
    *timestamp += RATE / 50;
    packet (ssrc, *timestamp, RATE);
  }
}

/* Senders that were started again: the last is in the REMB, and no more than
 * eight. */
GST_START_TEST (test_reporter_remb_lists_a_ninth)
{
  guint32 timestamp = 7;
  guint i;

  start (RTP_CC_REPORTER_REMB);
  for (i = 0; i < 12; i++) {
    now += 3 * S;
    stream (SSRC + i, &timestamp, 2, 0);
    fail_unless (is_listed (SSRC + i), "stream %u is not in the REMB", i);
    fail_unless_equals_int (remb.n_ssrcs, MIN (i + 1, 8));
  }
  /* The longest silent ones left. */
  for (i = 0; i < 12; i++)
    fail_unless_equals_int (is_listed (SSRC + i), i >= 4);
}

GST_END_TEST;

/* Eight that live keep their places: invented SSRCs, each once or for long, push
 * out none. */
GST_START_TEST (test_reporter_remb_keeps_the_living)
{
  guint32 timestamp = 7;
  guint i, k;

  start (RTP_CC_REPORTER_REMB);
  for (i = 0; i < 200; i++) {
    now += 20 * MS;
    timestamp += RATE / 50;
    for (k = 0; k < 8; k++)
      packet (SSRC + k, timestamp, RATE);
    if (i > 2) {
      packet (1000 + i, timestamp, RATE);
      packet (77, timestamp, RATE);
    }
  }
  for (k = 0; k < 8; k++)
    fail_unless (is_listed (SSRC + k));
  fail_unless_equals_int (remb.n_ssrcs, 8);
}

GST_END_TEST;

/* A sender whose RTP time starts anew is measured on: a queue shows as before.
 * 20 ms become 23: 87 % of 408 kbit/s come, and the REMB is to be below that, not
 * below half of it. */
GST_START_TEST (test_reporter_remb_after_a_jump)
{
  static const guint32 jumps[] = { 0, 0x40000000, 0x7fffffff, 0x80000001,
    0xc0000000, 0u - 4 * RATE, 4 * RATE
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (jumps); i++) {
    guint32 timestamp = 7;

    start (RTP_CC_REPORTER_REMB);
    stream (SSRC, &timestamp, 10, 0);
    fail_unless (remb.bitrate > 408000, "%" G_GUINT64_FORMAT, remb.bitrate);
    timestamp += jumps[i];
    stream (SSRC, &timestamp, 10, 3 * MS);
    fail_unless (remb.bitrate < 360000 && remb.bitrate > 200000,
        "jump %u: %" G_GUINT64_FORMAT, i, remb.bitrate);
    teardown ();
  }
}

GST_END_TEST;

/* ---- what comes back ---- */

/* One packet of @ssrc, and what it brings. */
static void
send_number (guint32 ssrc, guint16 number, guint size)
{
  RtpCcReceived received = { 0 };

  received.ssrc = ssrc;
  received.seq = number;
  received.marker = TRUE;
  received.size = size;
  received.arrival = now;
  received.has_number = TRUE;
  received.number = number;
  in += size + 28;
  rtp_cc_reporter_on_packet (reporter, &received, now);
  take ();
}

/* Two packets whose numbers are a gap apart: 80 bytes. */
GST_START_TEST (test_reporter_two_packets)
{
  guint gap;

  for (gap = 1; gap <= 4200; gap += gap < 70 ? 1 : 59) {
    start (__i__ ? RTP_CC_REPORTER_TWCC : RTP_CC_REPORTER_CCFB);
    send_number (SSRC, 7, 12);
    now += MS;
    send_number (SSRC, 7 + gap, 12);
    now += S;
    take ();
    fail_unless (most <= 0 && out <= 80, "gap %u: %" G_GUINT64_FORMAT " bytes",
        gap, out);
    teardown ();
  }
}

GST_END_TEST;

/* 160 kB in a second over 64 SSRCs, with the longest gaps that they may have.  No more
 * comes back, at any time. */
GST_START_TEST (test_reporter_flood_of_gaps)
{
  guint16 number = 0;
  guint i;

  start (__i__ ? RTP_CC_REPORTER_TWCC : RTP_CC_REPORTER_CCFB);
  for (i = 0; i < 4000; i++) {
    now += S / 4000;
    send_number (SSRC + i % 64, number, 12);
    number += i % 64 == 63 ? 64 + 8 * (i / 64) : 0;
  }
  for (i = 0; i < 4000; i++) {
    now += MS;
    take ();
  }
  fail_unless_equals_uint64 (in, 160000);
  fail_unless (most <= 0);
  fail_unless (out > (__i__ ? 500 : 80000), "%" G_GUINT64_FORMAT, out);
}

GST_END_TEST;

/* Honest senders: packets of @size, @period apart, @streams of them; each packet
 * brings what it would without a bound. */
typedef struct
{
  guint size;
  RtpCcTime period;
  guint streams;
} Honest;

static const Honest honest[] = {
  {100, 50 * MS, 1},            /* audio */
  {72, 20 * MS, 1},             /* Opus of 24 kbit/s */
  {100, 50 * MS, 8},
  {500, 40 * MS, 1},            /* video of 100 kbit/s */
  {208, 17 * MS, 1},
  {1200, MS, 2}
};

GST_START_TEST (test_reporter_honest_get_all)
{
  const Honest *h = &honest[__i__];
  RtpCcReceiver *free_one;
  RtpCcReceiverStats bare;
  RtpCcReporterStats stats;
  guint8 data[1500];
  guint i, k;

  start (RTP_CC_REPORTER_CCFB);
  free_one = rtp_cc_receiver_new (&config.receiver);
  for (i = 0; i < 2000; i++) {
    now += h->period;
    for (k = 0; k < h->streams; k++) {
      RtpCcReceived received = { 0 };

      received.ssrc = SSRC + k;
      received.seq = 65000 + i;
      received.size = h->size;
      received.arrival = now;
      in += h->size + 28;
      rtp_cc_reporter_on_packet (reporter, &received, now);
      rtp_cc_receiver_on_packet (free_one, SSRC + k, 65000 + i, FALSE,
          RTP_CC_ECN_NOT_ECT, now, now);
      take ();
      while (rtp_cc_receiver_feedback (free_one, data, sizeof (data), now) > 0);
    }
  }
  rtp_cc_receiver_stats (free_one, &bare);
  rtp_cc_reporter_stats (reporter, &stats);
  fail_unless_equals_uint64 (stats.receiver.feedback_packets,
      bare.feedback_packets);
  fail_unless_equals_uint64 (stats.receiver.feedback_bytes,
      bare.feedback_bytes);
  fail_unless_equals_uint64 (stats.held, 0);
  fail_unless (most <= 0);
  rtp_cc_receiver_free (free_one);
}

GST_END_TEST;

/* Packets without a number are counted where numbers are wanted. */
GST_START_TEST (test_reporter_counts_unnumbered_packets)
{
  static const guint unnumbered[] = {[RTP_CC_REPORTER_CCFB] = 0,
    [RTP_CC_REPORTER_TWCC] = 3,[RTP_CC_REPORTER_REMB] = 0
  };

  for (guint kind = 0; kind < G_N_ELEMENTS (unnumbered); kind++) {
    RtpCcReporterStats stats;

    start ((RtpCcReporterKind) kind);
    send_number (SSRC, 1, 1000);
    for (guint i = 0; i < 3; i++)
      packet (SSRC, 3000 * i, RATE);
    rtp_cc_reporter_stats (reporter, &stats);
    fail_unless_equals_uint64 (stats.unnumbered, unnumbered[kind]);
    teardown ();
  }
}

GST_END_TEST;

/* What is left may be spent to the last byte, and no more. */
GST_START_TEST (test_reporter_spends_all_and_no_more)
{
  RtpCcReceived received = { 0 };
  guint64 left = 1000 + 28;

  start (RTP_CC_REPORTER_CCFB);
  received.ssrc = SSRC;
  received.size = 1000;
  received.arrival = now;
  rtp_cc_reporter_on_packet (reporter, &received, now);
  fail_if (rtp_cc_reporter_spend (reporter, left + 1));
  fail_unless (rtp_cc_reporter_spend (reporter, left));
  fail_if (rtp_cc_reporter_spend (reporter, 1));
}

GST_END_TEST;

/* After a pause one small packet brings its feedback at once; so does the first
 * gap, as long as it may be, of a stream that was there. */
GST_START_TEST (test_reporter_keep_alive)
{
  guint i, before;

  start (RTP_CC_REPORTER_CCFB);
  for (i = 0; i < 600; i++) {
    now += 10 * MS;
    send_number (SSRC, i, 1000);
  }
  for (i = 0; i < 10; i++) {
    now += 10 * S;
    before = n_out;
    send_number (SSRC, 600 + i, 12);
    fail_unless_equals_int (n_out, before + 1);
  }
  for (i = 0; i < 20; i++) {
    now += 10 * MS;
    send_number (SSRC, 610 + i, 1000);
  }
  before = n_out;
  now += MS;
  send_number (SSRC, 629 + 4096, 1000);
  /* 2 bytes each, 1200 in a packet */
  fail_unless_equals_int (n_out, before + 7);
}

GST_END_TEST;

/* ---- for the sanitizer ---- */

/* As far as they can jump, at any clock rate. */
GST_START_TEST (test_reporter_any_rtp_time)
{
  static const guint rates[] =
      { 0, 1, 2, 8000, 90000, G_MAXINT32, G_MAXUINT32 };
  GRand *rand = g_rand_new_with_seed (__i__);
  guint32 timestamp = 0;
  guint i;

  start (RTP_CC_REPORTER_REMB);
  for (i = 0; i < 20000; i++) {
    guint rate = rates[i / 1000 % G_N_ELEMENTS (rates)];

    now += g_rand_int_range (rand, 0, 3 * MS);
    switch (__i__ % 3) {
      case 0:
        timestamp += G_MAXINT32;
        break;
      case 1:
        timestamp += 3 * MAX (rate, 1);
        break;
      default:
        timestamp = g_rand_int (rand);
        rate = rates[g_rand_int_range (rand, 0, G_N_ELEMENTS (rates))];
        break;
    }
    packet (SSRC + g_rand_int_range (rand, 0, 10), timestamp, rate);
  }
  fail_unless (n_rembs > 0);
  fail_unless (remb.bitrate >= 9999 && remb.bitrate <= 1000000000000);
  g_rand_free (rand);
}

GST_END_TEST;

/* Capture times of anybody, too. */
GST_START_TEST (test_reporter_any_capture_time)
{
  GRand *rand = g_rand_new_with_seed (__i__);
  RtpCcLatency latency;
  RtpCcLatencyInfo info;
  guint i;

  rtp_cc_latency_init (&latency);
  now = T0;
  for (i = 0; i < 20000; i++) {
    RtpCcLatencySample s = { 0 };
    guint64 ntp = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

    s.captured = rtp_cc_ntp_to_wall (ntp);
    s.seen = G_GINT64_CONSTANT (1800000000) * S + now;
    s.arrived = s.seen - g_rand_int_range (rand, 0, S);
    s.timestamp = g_rand_int (rand);
    s.clock_rate = g_rand_boolean (rand) ? g_rand_int (rand) : 1000;
    rtp_cc_latency_add (&latency, &s, now);
    rtp_cc_latency_info (&latency, &info, now);
    check (info.any && info.min <= info.last);
    now += g_rand_int_range (rand, 0, 100 * MS);
  }
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
reporter_suite (void)
{
  Suite *s = suite_create ("reporter");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, NULL, teardown);
  tcase_add_test (tc, test_reporter_remb_lists_a_ninth);
  tcase_add_test (tc, test_reporter_remb_keeps_the_living);
  tcase_add_test (tc, test_reporter_remb_after_a_jump);
  tcase_add_loop_test (tc, test_reporter_two_packets, 0, 2);
  tcase_add_loop_test (tc, test_reporter_flood_of_gaps, 0, 2);
  tcase_add_loop_test (tc, test_reporter_honest_get_all, 0,
      G_N_ELEMENTS (honest));
  tcase_add_test (tc, test_reporter_counts_unnumbered_packets);
  tcase_add_test (tc, test_reporter_spends_all_and_no_more);
  tcase_add_test (tc, test_reporter_keep_alive);
  tcase_add_loop_test (tc, test_reporter_any_rtp_time, 0, 9);
  tcase_add_loop_test (tc, test_reporter_any_capture_time, 0, 4);
  return s;
}

GST_CHECK_MAIN (reporter);

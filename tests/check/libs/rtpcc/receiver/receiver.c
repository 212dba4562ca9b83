/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>
#include <gst/rtpcc/receiver/rtpcc-receiver.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SSRC 0xabcdef01
/* So many numbers the receiver remembers of a fast stream. */
#define RING 8192

static RtpCcReceiver *rx;
static RtpCcReceiverStats stats;
static RtpCcReceiverConfig config;

/* What the feedback has said, by the low bits of the SSRC. */
#define N_SSRCS 4
static guint said_received[N_SSRCS][65536];
static guint said_missing[N_SSRCS][65536];
static RtpCcMetric last_said[N_SSRCS][65536];
static guint n_said;
static RtpCcMetric newest;      /* the last metric of the last packet */

static void
setup (void)
{
  config.sender_ssrc = 0x5eed;
  config.max_interval = 40 * MS;
  config.max_packets = 16;
  config.max_size = 1200;
  config.num_reports = RTP_CC_NUM_REPORTS_COUNT;
  rx = rtp_cc_receiver_new (&config);
  memset (said_received, 0, sizeof (said_received));
  memset (said_missing, 0, sizeof (said_missing));
  n_said = 0;
}

static void
teardown (void)
{
  rtp_cc_receiver_free (rx);
}

static void
restart (void)
{
  teardown ();
  setup ();
}

static void
on_metric (const RtpCcMetric * m, void *user)
{
  guint k = m->ssrc % N_SSRCS;

  if (m->received)
    said_received[k][m->seq]++;
  else
    said_missing[k][m->seq]++;
  last_said[k][m->seq] = *m;
  newest = *m;
  n_said++;
}

/* Takes all packets of feedback; returns how many. */
static guint
take (RtpCcTime now)
{
  guint8 data[4096];
  guint n = 0;
  gsize size;

  while ((size = rtp_cc_receiver_feedback (rx, data, sizeof (data), now)) > 0) {
    RtpCcCcfbHeader header;

    check (size <= config.max_size);
    check (rtp_cc_ccfb_parse (data, size, config.num_reports, &header,
            on_metric, NULL) == RTP_CC_RTCP_OK);
    check (header.sender_ssrc == 0x5eed);
    check (header.num_reports == config.num_reports);
    /* 16.16 seconds */
    check (header.timestamp ==
        (guint32) gst_util_uint64_scale (now, 65536, GST_SECOND));
    check (++n < 100);
  }
  check (rtp_cc_receiver_next_time (rx) > now);
  rtp_cc_receiver_stats (rx, &stats);
  return n;
}

static void
packet (guint32 ssrc, guint16 seq, RtpCcTime now)
{
  rtp_cc_receiver_on_packet (rx, ssrc, seq, FALSE, RTP_CC_ECN_ECT_1, now, now);
}

static void
marker (guint32 ssrc, guint16 seq, RtpCcTime now)
{
  rtp_cc_receiver_on_packet (rx, ssrc, seq, TRUE, RTP_CC_ECN_ECT_1, now, now);
}

static guint
received (guint32 ssrc, guint16 seq)
{
  return said_received[ssrc % N_SSRCS][seq];
}

static guint
missing (guint32 ssrc, guint16 seq)
{
  return said_missing[ssrc % N_SSRCS][seq];
}

GST_START_TEST (test_receiver_nothing_new_is_never_due)
{
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), RTP_CC_TIME_NEVER);
  fail_unless_equals_int (take (T0), 0);
  packet (SSRC, 5, T0);
  fail_unless_equals_int (take (T0), 1);
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), RTP_CC_TIME_NEVER);
  fail_unless_equals_int (take (T0 + 3600 * RTP_CC_SECOND), 0);
}

GST_END_TEST;

/* The sender shall learn at once that the path works. */
GST_START_TEST (test_receiver_first_packet_is_due_at_once)
{
  packet (SSRC, 40000, T0);
  fail_unless (rtp_cc_receiver_next_time (rx) <= T0);
  fail_unless_equals_int (take (T0), 1);
  fail_unless_equals_int (n_said, 1);
  fail_unless_equals_int (received (SSRC, 40000), 1);
}

GST_END_TEST;

GST_START_TEST (test_receiver_max_interval)
{
  packet (SSRC, 1, T0);
  take (T0);
  packet (SSRC, 2, T0 + 1 * MS);
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), T0 + 40 * MS);
  fail_unless_equals_int (take (T0 + 40 * MS - 1), 0);
  fail_unless_equals_int (take (T0 + 40 * MS), 1);
  fail_unless_equals_int (received (SSRC, 2), 1);

  /* After a pause the interval is over already. */
  packet (SSRC, 3, T0 + 500 * MS);
  fail_unless (rtp_cc_receiver_next_time (rx) <= T0 + 500 * MS);
  fail_unless_equals_int (take (T0 + 500 * MS), 1);

  config.max_interval = 10 * MS;
  rtp_cc_receiver_configure (rx, &config);
  packet (SSRC, 4, T0 + 501 * MS);
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), T0 + 510 * MS);
}

GST_END_TEST;

GST_START_TEST (test_receiver_max_packets)
{
  packet (SSRC, 65530, T0);
  take (T0);
  for (guint i = 1; i <= 160; i++) {
    RtpCcTime now = T0 + i * 10000;

    packet (SSRC, 65530 + i, now);
    fail_unless_equals_int (take (now), i % 16 == 0);
  }
  fail_unless_equals_uint64 (stats.feedback_packets, 11);
  fail_unless_equals_uint64 (stats.packets, 161);
  fail_unless_equals_uint64 (stats.lost, 0);
}

GST_END_TEST;

GST_START_TEST (test_receiver_marker_is_due_at_once)
{
  packet (SSRC, 1, T0);
  take (T0);
  packet (SSRC, 2, T0 + 1 * MS);
  fail_unless_equals_int (take (T0 + 1 * MS), 0);
  marker (SSRC, 3, T0 + 2 * MS);
  fail_unless_equals_int (take (T0 + 2 * MS), 1);
  fail_unless_equals_int (received (SSRC, 2), 1);
  fail_unless_equals_int (received (SSRC, 3), 1);
}

GST_END_TEST;

/* Each packet is in two reports, so that one may be lost, and at least the
 * last 32 are. */
GST_START_TEST (test_receiver_reports_overlap)
{
  config.max_packets = 100;
  rtp_cc_receiver_configure (rx, &config);
  for (guint i = 0; i < 1000; i++) {
    packet (SSRC, 65000 + i, T0 + i * MS / 10);
    take (T0 + i * MS / 10);
  }
  for (guint i = 1; i < 800; i++)
    fail_unless_equals_int (received (SSRC, 65000 + i), 2);

  restart ();
  for (guint i = 0; i < 1000; i++) {
    marker (SSRC, i, T0 + i * MS);
    fail_unless_equals_int (take (T0 + i * MS), 1);
  }
  for (guint i = 0; i < 960; i++)
    fail_unless_equals_int (received (SSRC, i), 32);
}

GST_END_TEST;

GST_START_TEST (test_receiver_age_and_ecn)
{
  static const RtpCcEcn ecn[] = { RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_ECT_1,
    RTP_CC_ECN_ECT_0, RTP_CC_ECN_CE
  };

  marker (SSRC, 99, T0);
  take (T0);
  for (guint i = 0; i < 4; i++)
    rtp_cc_receiver_on_packet (rx, SSRC, 100 + i, FALSE, ecn[i],
        T0 + 3 * MS + i * MS, T0 + 10 * MS);
  take (T0 + 40 * MS);
  for (guint i = 0; i < 4; i++) {
    RtpCcMetric m = last_said[SSRC % N_SSRCS][100 + i];
    gint64 age = (37 - i) * MS;

    fail_unless_equals_int (m.ecn, ecn[i]);
    /* Rounded down to 1/1024 s. */
    fail_unless (m.age <= age && m.age > age - RTP_CC_SECOND / 1024);
  }
  fail_unless_equals_uint64 (stats.ecn[RTP_CC_ECN_CE], 1);
  fail_unless_equals_uint64 (stats.ecn[RTP_CC_ECN_ECT_1], 2);
}

GST_END_TEST;

GST_START_TEST (test_receiver_arrival_in_future_is_unknown)
{
  rtp_cc_receiver_on_packet (rx, SSRC, 1, FALSE, RTP_CC_ECN_NOT_ECT,
      T0 + 1, T0);
  take (T0);
  fail_unless_equals_int64 (last_said[SSRC % N_SSRCS][1].age, -1);
  fail_unless (last_said[SSRC % N_SSRCS][1].received);
}

GST_END_TEST;

/* So many packets that gaps of any length count; the next number. */
static guint16
start_stream (guint32 ssrc, guint16 seq, RtpCcTime now)
{
  for (guint i = 0; i < 512; i++) {
    marker (ssrc, seq++, now);
    take (now);
  }
  return seq;
}

GST_START_TEST (test_receiver_gap_is_reported_whole)
{
  static const guint gaps[] = { 1, 31, 32, 63, 64, 500, 511, 512, 4095 };

  for (guint g = 0; g < G_N_ELEMENTS (gaps); g++) {
    guint16 seq = 60000;

    restart ();
    seq = start_stream (SSRC, seq - 511, T0) - 1;
    /* These are not yet reported when the gap comes. */
    for (guint i = 1; i <= 5; i++)
      packet (SSRC, seq + i, T0 + i);
    marker (SSRC, seq + 6 + gaps[g], T0 + MS);
    fail_unless (take (T0 + MS) >= 1);
    for (guint i = 1; i <= 5; i++)
      fail_unless_equals_int (received (SSRC, seq + i), 1);
    for (guint i = 6; i < 6 + gaps[g]; i++)
      fail_unless_equals_int (missing (SSRC, seq + i), 1);
    fail_unless_equals_int (received (SSRC, seq + 6 + gaps[g]), 1);
    fail_unless_equals_uint64 (stats.lost, gaps[g]);

    marker (SSRC, seq + 7 + gaps[g], T0 + 2 * MS);
    take (T0 + 2 * MS);
    fail_unless_equals_int (received (SSRC, seq + 5), 2);
    fail_unless_equals_int (missing (SSRC, seq + 6), 2);
  }
}

GST_END_TEST;

/* Long gaps have to be earned: eight numbers for each packet, and 64; none is longer than
 * 4096. */
GST_START_TEST (test_receiver_gap_of_few_packets)
{
  static const guint packets[] = { 1, 5, 100, 503, 505, 511, 512 };

  for (guint k = 0; k < G_N_ELEMENTS (packets); k++) {
    guint longest = MIN (64 + 8 * packets[k], 4096);

    for (guint more = 0; more < 2; more++) {
      guint16 seq = 65000;

      restart ();
      for (guint i = 0; i < packets[k]; i++)
        marker (SSRC, seq++, T0);
      take (T0);
      marker (SSRC, seq - 1 + longest + more, T0 + MS);
      take (T0 + MS);
      fail_unless_equals_int (missing (SSRC, seq), !more);
      fail_unless_equals_uint64 (stats.ignored, more);
      /* The next is in a row with it: the stream has started anew. */
      marker (SSRC, seq + longest + more, T0 + 2 * MS);
      take (T0 + 2 * MS);
      fail_unless_equals_int (received (SSRC, seq - 1 + longest + more),
          more ? 1 : 2);
      fail_unless_equals_uint64 (stats.ignored, 0);
      fail_unless_equals_uint64 (stats.lost, more ? 0 : longest - 1);
    }
  }
}

GST_END_TEST;

GST_START_TEST (test_receiver_gaps_in_a_row)
{
  /* 15 packets, all 3000 apart: more than the ring holds, so some are
   * reported before the sixteenth. */
  start_stream (SSRC, 65536 - 512, T0);
  for (guint i = 0; i < 15; i++) {
    packet (SSRC, (guint16) (i * 3000), T0 + i);
    take (T0 + i);
  }
  take (T0 + 50 * MS);
  for (guint i = 0; i < 15; i++)
    fail_unless (received (SSRC, (guint16) (i * 3000)) >= 1);
}

GST_END_TEST;

GST_START_TEST (test_receiver_small_packets_split_reports)
{
  config.max_size = 64;
  rtp_cc_receiver_configure (rx, &config);
  marker (SSRC, 10, T0);
  fail_unless_equals_int (take (T0), 1);
  /* 22 a packet: 64 - 12 - 8 bytes. */
  marker (SSRC, 80, T0 + MS);
  fail_unless_equals_int (take (T0 + MS), 4);
  fail_unless_equals_int (n_said, 1 + 71);

  /* No room for a single report: nothing, and no endless round. */
  config.max_size = 23;
  rtp_cc_receiver_configure (rx, &config);
  marker (SSRC, 81, T0 + 2 * MS);
  fail_unless_equals_int (take (T0 + 2 * MS), 0);
}

GST_END_TEST;

GST_START_TEST (test_receiver_reordered)
{
  marker (SSRC, 100, T0);
  take (T0);
  marker (SSRC, 104, T0 + 1 * MS);
  take (T0 + 1 * MS);
  fail_unless_equals_uint64 (stats.lost, 3);
  fail_unless_equals_int (missing (SSRC, 102), 1);
  packet (SSRC, 102, T0 + 2 * MS);
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), T0 + 41 * MS);
  take (T0 + 41 * MS);
  fail_unless_equals_int (received (SSRC, 102), 1);
  fail_unless_equals_uint64 (stats.lost, 2);
  fail_unless_equals_uint64 (stats.reordered, 1);
}

GST_END_TEST;

/* Later than any overlap: by itself, and twice. */
GST_START_TEST (test_receiver_very_late)
{
  guint i, before;

  for (i = 0; i < 3000; i++) {
    if (i == 70 || i == 72)
      continue;
    packet (SSRC, 5 + i, T0 + i * MS);
    take (T0 + i * MS);
  }
  fail_unless_equals_uint64 (stats.lost, 2);
  before = n_said;
  packet (SSRC, 5 + 72, T0 + i * MS);
  marker (SSRC, 5 + 70, T0 + i * MS);
  fail_unless_equals_int (take (T0 + i * MS), 1);
  fail_unless_equals_int (received (SSRC, 5 + 70), 1);
  fail_unless_equals_int (received (SSRC, 5 + 72), 1);
  /* Not all that lies between: 3 late and at most 48 recent ones. */
  fail_unless (n_said - before <= 3 + 48);
  fail_unless_equals_uint64 (stats.lost, 0);
  fail_unless_equals_uint64 (stats.reordered, 2);

  marker (SSRC, 5 + i, T0 + i * MS + MS);
  take (T0 + i * MS + MS);
  fail_unless_equals_int (received (SSRC, 5 + 70), 2);
  marker (SSRC, 6 + i, T0 + i * MS + 2 * MS);
  take (T0 + i * MS + 2 * MS);
  fail_unless_equals_int (received (SSRC, 5 + 70), 2);
}

GST_END_TEST;

/* Slow or fast, with gaps: what is as late as the history is long is reported,
 * what is later is not taken for anything. */
GST_START_TEST (test_receiver_history)
{
  static const RtpCcTime periods[] = { MS / 2, 7 * MS, 40 * MS };
  guint i, k;

  for (k = 0; k < G_N_ELEMENTS (periods); k++) {
    RtpCcTime period = periods[k], now = T0;
    guint n = (guint) (10 * RTP_CC_SECOND / period);
    /* 3.5 s, less than 4 s and than the ring of 8192 */
    guint late = n - (guint) (7 * RTP_CC_SECOND / 2 / period);

    restart ();
    for (i = 0; i < n; i++, now += period) {
      if (i == late || i == 2 || (i % 300 > 200 && i % 300 < 250))
        continue;
      packet (SSRC, (guint16) (7 + i), now);
      take (now);
    }
    rtp_cc_receiver_stats (rx, &stats);
    fail_unless_equals_uint64 (stats.ignored, 0);
    i = received (SSRC, (guint16) (7 + late));
    marker (SSRC, (guint16) (7 + late), now);
    take (now);
    fail_unless_equals_int (received (SSRC, (guint16) (7 + late)), i + 1);
    marker (SSRC, (guint16) (7 + 2), now);
    take (now);
    /* Slow streams are short enough to know it. */
    fail_unless_equals_uint64 (stats.ignored, n > 256 ? 1 : 0);
  }
}

GST_END_TEST;

/* A number more than MAX_MISORDER behind is not late, though there is room for
 * it: what lies between was not lost. */
GST_START_TEST (test_receiver_old_number)
{
  for (guint i = 1000; i < 1200; i++)
    packet (SSRC, i, T0);
  packet (SSRC, 960, T0 + MS);
  rtp_cc_receiver_stats (rx, &stats);
  fail_unless_equals_uint64 (stats.ignored, 1);
  fail_unless_equals_uint64 (stats.lost, 0);
  fail_unless_equals_uint64 (stats.reordered, 0);
}

GST_END_TEST;

/* A late number just in front of those that are reported once more costs two
 * reports, and not a block of its own. */
GST_START_TEST (test_receiver_late_shares_a_block)
{
  guint8 data[1200];

  for (guint i = 0; i < 100; i++) {
    if (i != 67)
      packet (SSRC, i, T0);
    take (T0);
  }
  packet (SSRC, 67, T0 + 41 * MS);
  packet (SSRC, 100, T0 + 41 * MS);
  fail_unless_equals_int (rtp_cc_receiver_feedback (rx, data, sizeof (data),
          T0 + 81 * MS), 12 + 8 + 2 * (100 - 67 + 1));
  fail_unless_equals_int (GST_READ_UINT16_BE (data + 12), 67);
}

GST_END_TEST;

/* What is announced for a stream in order is what is then written. */
GST_START_TEST (test_receiver_pending)
{
  guint8 data[1200];
  gsize pending, size;

  for (guint i = 0; i < 200; i++) {
    RtpCcTime now = T0 + i * 50 * MS;

    packet (SSRC, 65500 + 2 * i, now);
    packet (SSRC, 65501 + 2 * i, now);
    now += 40 * MS;
    pending = rtp_cc_receiver_pending (rx);
    size = rtp_cc_receiver_feedback (rx, data, sizeof (data), now);
    fail_unless_equals_uint64 (size, pending);
    while (rtp_cc_receiver_feedback (rx, data, sizeof (data), now) > 0);
  }
}

GST_END_TEST;

/* Nothing but a late packet: its second report needs no later one of its own
 * stream. */
GST_START_TEST (test_receiver_late_only)
{
  for (guint i = 0; i < 100; i++) {
    if (i != 9)
      packet (1, i, T0);
  }
  for (guint i = 0; i < 3; i++) {
    marker (2, i, T0 + i);
    take (T0 + i);
  }
  packet (1, 9, T0 + MS);
  for (guint i = 3; i < 7; i++) {
    marker (2, i, T0 + MS + i);
    take (T0 + MS + i);
  }
  fail_unless_equals_int (received (1, 9), 2);
}

GST_END_TEST;

/* The first packets overtook each other. */
GST_START_TEST (test_receiver_reordered_start)
{
  packet (SSRC, 2, T0);
  take (T0);
  packet (SSRC, 65535, T0 + 1);
  packet (SSRC, 1, T0 + 2);
  marker (SSRC, 3, T0 + MS);
  take (T0 + MS);
  fail_unless_equals_int (received (SSRC, 65535), 1);
  fail_unless_equals_int (missing (SSRC, 0), 1);
  fail_unless_equals_int (received (SSRC, 1), 1);
  fail_unless_equals_uint64 (stats.lost, 1);
  fail_unless_equals_int (missing (SSRC, 65534), 0);
}

GST_END_TEST;

GST_START_TEST (test_receiver_duplicates)
{
  RtpCcMetric *m = &last_said[SSRC % N_SSRCS][8];

  marker (SSRC, 7, T0);
  take (T0);
  rtp_cc_receiver_on_packet (rx, SSRC, 8, FALSE, RTP_CC_ECN_ECT_0, T0 + MS,
      T0 + MS);
  rtp_cc_receiver_on_packet (rx, SSRC, 8, FALSE, RTP_CC_ECN_ECT_1, T0 + 9 * MS,
      T0 + 9 * MS);
  take (T0 + 40 * MS);
  /* The first copy counts. */
  fail_unless (m->age > 38 * MS && m->age <= 39 * MS);
  fail_unless_equals_int (m->ecn, RTP_CC_ECN_ECT_0);
  fail_unless_equals_uint64 (stats.duplicates, 1);

  /* A copy says nothing new, one that comes with CE does. */
  packet (SSRC, 8, T0 + 41 * MS);
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), RTP_CC_TIME_NEVER);
  rtp_cc_receiver_on_packet (rx, SSRC, 8, FALSE, RTP_CC_ECN_CE, T0 + 42 * MS,
      T0 + 42 * MS);
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), T0 + 80 * MS);
  take (T0 + 80 * MS);
  fail_unless_equals_int (m->ecn, RTP_CC_ECN_CE);
  fail_unless (m->age > 78 * MS && m->age <= 79 * MS);
  packet (SSRC, 8, T0 + 81 * MS);
  fail_unless_equals_int64 (rtp_cc_receiver_next_time (rx), RTP_CC_TIME_NEVER);
  take (T0 + 81 * MS);
  fail_unless_equals_uint64 (stats.duplicates, 4);
  fail_unless_equals_uint64 (stats.lost, 0);

  /* So is a copy of the very first. */
  packet (SSRC, 7, T0 + 82 * MS);
  take (T0 + 82 * MS);
  fail_unless_equals_uint64 (stats.duplicates, 5);
  fail_unless_equals_uint64 (stats.reordered, 0);
}

GST_END_TEST;

GST_START_TEST (test_receiver_any_first_number_and_wraps)
{
  static const guint16 firsts[] = { 0, 1, 2, 63, 64, 32767, 32768, 65534,
    65535
  };

  for (guint f = 0; f < G_N_ELEMENTS (firsts); f++) {
    restart ();
    for (guint i = 0; i < 200000; i++) {
      packet (SSRC, firsts[f] + i, T0 + i * MS / 10);
      take (T0 + i * MS / 10);
    }
    take (T0 + 30 * RTP_CC_SECOND);
    fail_unless_equals_uint64 (stats.lost, 0);
    fail_unless_equals_uint64 (stats.duplicates, 0);
    fail_unless_equals_uint64 (stats.ignored, 0);
    for (guint seq = 0; seq < 65536; seq++) {
      check (received (SSRC, seq) >= 3);
      check (missing (SSRC, seq) == 0);
    }
  }
}

GST_END_TEST;

/* A jump that is no gap: the next packet decides what it was. */
GST_START_TEST (test_receiver_restart_by_jump)
{
  for (guint i = 0; i < 10; i++)
    packet (SSRC, 100 + i, T0 + i);
  take (T0 + 10);
  packet (SSRC, 110, T0 + 11);
  packet (SSRC, 30000, T0 + 12);
  /* What was not reported goes out before it is forgotten. */
  fail_unless_equals_int (take (T0 + 12), 1);
  fail_unless_equals_int (received (SSRC, 110), 1);
  fail_unless_equals_int (received (SSRC, 30000), 0);
  fail_unless_equals_uint64 (stats.ignored, 1);

  packet (SSRC, 30001, T0 + MS);
  take (T0 + 60 * MS);
  fail_unless_equals_int (received (SSRC, 30000), 1);
  fail_unless_equals_int (received (SSRC, 30001), 1);
  fail_unless_equals_int (missing (SSRC, 29999), 0);
  fail_unless_equals_int (missing (SSRC, 111), 0);
  fail_unless_equals_uint64 (stats.ignored, 0);
  fail_unless_equals_uint64 (stats.packets, 13);
  fail_unless_equals_uint64 (stats.lost, 0);
}

GST_END_TEST;

GST_START_TEST (test_receiver_stray_number_changes_nothing)
{
  for (guint i = 0; i < 10; i++)
    packet (SSRC, 100 + i, T0 + i);
  packet (SSRC, 30000, T0 + 20);
  packet (SSRC, 50000, T0 + 21);
  packet (SSRC, 110, T0 + 22);
  packet (SSRC, 50001, T0 + 23);
  packet (SSRC, 111, T0 + 24);
  take (T0 + MS);
  take (T0 + 60 * MS);
  fail_unless_equals_int (received (SSRC, 111), 1);
  fail_unless_equals_int (missing (SSRC, 112), 0);
  fail_unless_equals_uint64 (stats.lost, 0);
  fail_unless_equals_uint64 (stats.ignored, 3);
  fail_unless_equals_uint64 (stats.packets, 12);
}

GST_END_TEST;

GST_START_TEST (test_receiver_restart_after_silence)
{
  RtpCcTime now = T0;

  for (guint i = 0; i < 300; i++)
    packet (SSRC, 1000 + i, now);
  take (now);
  /* Not silent for long enough: 1050 is a copy. */
  now += 2 * RTP_CC_SECOND;
  packet (SSRC, 1050, now);
  fail_unless_equals_int (take (now), 0);
  fail_unless_equals_uint64 (stats.duplicates, 1);

  now += 2 * RTP_CC_SECOND + 1;
  packet (SSRC, 1050, now);
  fail_unless_equals_int (take (now), 1);
  fail_unless_equals_uint64 (stats.duplicates, 1);
  fail_unless_equals_int64 (last_said[SSRC % N_SSRCS][1050].age, 0);

  now += 3 * RTP_CC_SECOND;
  packet (SSRC, 40000, now);
  fail_unless_equals_int (take (now), 1);
  fail_unless_equals_int (received (SSRC, 40000), 1);
  fail_unless_equals_uint64 (stats.lost, 0);

  /* Near: the stream goes on, with a gap or an old packet. */
  now += 3 * RTP_CC_SECOND;
  packet (SSRC, 39990, now);
  take (now);
  fail_unless_equals_int (received (SSRC, 39990), 1);
  now += 3 * RTP_CC_SECOND;
  packet (SSRC, 41000, now);
  take (now);
  fail_unless_equals_uint64 (stats.lost, 9 + 999);
}

GST_END_TEST;

GST_START_TEST (test_receiver_several_ssrcs_share_a_packet)
{
  packet (1, 10, T0);
  take (T0);
  packet (1, 11, T0 + MS);
  packet (2, 65000, T0 + MS);
  packet (3, 0, T0 + MS);
  fail_unless_equals_int (take (T0 + MS), 0);
  marker (2, 65001, T0 + 2 * MS);
  fail_unless_equals_int (take (T0 + 2 * MS), 1);
  fail_unless_equals_int (received (1, 11), 1);
  fail_unless_equals_int (received (2, 65000), 1);
  fail_unless_equals_int (received (2, 65001), 1);
  fail_unless_equals_int (received (3, 0), 1);
  fail_unless_equals_int (stats.n_ssrcs, 3);

  /* Once more for those that are silent now, and then no more. */
  marker (2, 65002, T0 + 3 * MS);
  take (T0 + 3 * MS);
  marker (2, 65003, T0 + 4 * MS);
  take (T0 + 4 * MS);
  fail_unless_equals_int (received (1, 11), 2);
  fail_unless_equals_int (received (3, 0), 2);
}

GST_END_TEST;

/* Invented SSRCs push out each other, not a stream that lives. */
GST_START_TEST (test_receiver_many_ssrcs)
{
  packet (0, 5, T0);
  packet (0, 6, T0 + 1);
  take (T0 + 1);
  for (guint i = 1; i < 10000; i++) {
    packet (4 * i + 1, 7, T0 + i * MS / 10);
    take (T0 + i * MS / 10);
  }
  packet (0, 7, T0 + 1100 * MS);
  take (T0 + 2000 * MS);
  fail_unless_equals_int (stats.n_ssrcs, 64);
  fail_unless_equals_uint64 (stats.ignored, 0);
  fail_unless (received (0, 5) >= 2);
  fail_unless_equals_int (received (0, 7), 1);

  /* When all of them live, there is no room. */
  restart ();
  for (guint i = 0; i < 64; i++) {
    packet (4 * i, 1, T0);
    packet (4 * i, 2, T0);
  }
  packet (777, 1, T0 + 2 * RTP_CC_SECOND);
  take (T0 + 2 * RTP_CC_SECOND);
  fail_unless_equals_uint64 (stats.ignored, 1);
  fail_unless_equals_uint64 (stats.packets, 128);
  packet (777, 1, T0 + 2 * RTP_CC_SECOND + 1);
  take (T0 + 3 * RTP_CC_SECOND);
  fail_unless_equals_uint64 (stats.ignored, 1);
  fail_unless_equals_int (received (777, 1), 1);
}

GST_END_TEST;

/* A peer with the older reading acts only upon a block that ends with a packet
 * that was received. */
GST_START_TEST (test_receiver_last_blocks_end_received)
{
  config.num_reports = RTP_CC_NUM_REPORTS_LAST;
  config.max_size = 100;
  rtp_cc_receiver_configure (rx, &config);
  for (guint i = 0; i < 2000; i++) {
    RtpCcTime now = T0 + i * MS;
    guint8 data[100];
    gsize size;

    if (i % 7 == 3 || (i > 500 && i < 900))
      continue;
    packet (SSRC, 65000 + i, now);
    while ((size = rtp_cc_receiver_feedback (rx, data, 100, now)) > 0) {
      RtpCcCcfbHeader header;

      fail_unless_equals_int (rtp_cc_ccfb_parse (data, size,
              RTP_CC_NUM_REPORTS_COUNT, &header, on_metric, NULL),
          RTP_CC_RTCP_OK);
      fail_unless_equals_int (header.num_reports, RTP_CC_NUM_REPORTS_LAST);
      fail_unless (newest.received);
    }
  }
  for (guint i = 0; i < 1900; i++) {
    if (i % 7 != 3 && !(i > 500 && i < 900))
      fail_unless (received (SSRC, 65000 + i) >= 2);
  }
}

GST_END_TEST;

/* Their number is even, so that who takes num_reports for it finds the blocks'
 * ends, too; the packet in front of the first one has not been received. */
GST_START_TEST (test_receiver_last_blocks_are_even)
{
  config.num_reports = RTP_CC_NUM_REPORTS_LAST;
  rtp_cc_receiver_configure (rx, &config);
  for (guint i = 0; i < 20000; i++) {
    RtpCcTime now = T0 + i * MS;
    guint8 data[1200];
    gsize size;

    packet (SSRC, 65000 + i, now);
    while ((size = rtp_cc_receiver_feedback (rx, data, 1200, now)) > 0) {
      guint begin = GST_READ_UINT16_BE (data + 12);
      guint field = GST_READ_UINT16_BE (data + 14);

      fail_unless_equals_int (field % 2, 1);
      fail_unless_equals_uint64 (size, 12 + 8 + 2 * (field + 1));
      fail_unless_equals_int ((guint16) (begin + field), (65000 + i) % 65536);
      fail_unless_equals_int (data[16] >> 7, begin == 64999 ? 0 : 1);
    }
  }
}

GST_END_TEST;

/* However large a packet of feedback may be, it has 1024 reports at most; the others are
 * in the next. */
GST_START_TEST (test_receiver_large_packets)
{
  for (guint n = 100; n <= 900; n += 100) {
    guint16 seq = 0;
    guint n_packets;

    restart ();
    config.max_size = 4000;
    rtp_cc_receiver_configure (rx, &config);
    for (guint k = 0; k < 3; k++)
      seq = start_stream (k, 65000, T0);
    n_said = 0;
    for (guint i = 0; i < n; i++) {
      for (guint k = 0; k < 3; k++)
        packet (k, seq + i, T0 + MS);
    }
    n_packets = take (T0 + S);
    /* Up to 32 that were said before are said again. */
    fail_unless (n_said >= 3 * n && n_said <= 3 * (n + 32), "%u", n_said);
    fail_unless_equals_int (n_packets, (n_said + 1023) / 1024);
    for (guint i = 0; i < n; i++) {
      for (guint k = 0; k < 3; k++)
        check (received (k, seq + i) == 1);
    }
  }
}

GST_END_TEST;

/* The number in front of all that is remembered has the place of the newest in
 * the ring. */
GST_START_TEST (test_receiver_last_blocks_forgotten)
{
  guint8 data[1200];
  RtpCcTime now = T0;
  gsize size = 0;

  config.num_reports = RTP_CC_NUM_REPORTS_LAST;
  rtp_cc_receiver_configure (rx, &config);
  for (guint seq = 1; seq <= 1 + RING; seq++, now += MS / 4) {
    if (seq != 2)
      packet (SSRC, seq, now);
    while (rtp_cc_receiver_feedback (rx, data, 1200, now) > 0);
  }
  packet (SSRC, 2, now);
  now += 40 * MS;
  size = rtp_cc_receiver_feedback (rx, data, 1200, now);
  fail_unless (size > 24);
  fail_unless_equals_int (GST_READ_UINT16_BE (data + 12), 1);
  fail_unless_equals_int (GST_READ_UINT16_BE (data + 14), 1);
  fail_unless_equals_int (data[16] >> 7, 0);
  fail_unless_equals_int (data[18] >> 7, 1);
}

GST_END_TEST;

/* Seeded: loss, reordering, duplicates, several SSRCs; every packet that came
 * is reported, none that did not. */
GST_START_TEST (test_receiver_random_path)
{
  GRand *rand = g_rand_new_with_seed (__i__);
  static guint8 came[N_SSRCS][65536];
  guint next[N_SSRCS] = { 65500, 1, 30000, 65535 };
  guint first[N_SSRCS];
  RtpCcTime now = T0;

  memset (came, 0, sizeof (came));
  config.max_size = 100 + g_rand_int_range (rand, 0, 1100);
  config.max_packets = g_rand_int_range (rand, 1, 100);
  rtp_cc_receiver_configure (rx, &config);
  for (guint k = 0; k < N_SSRCS; k++) {
    /* Enough for the gaps below. */
    for (guint i = 0; i < 32; i++) {
      packet (k, next[k], now);
      came[k][next[k]++] = 1;
      next[k] %= 65536;
    }
    first[k] = next[k];
  }
  for (guint i = 0; i < 40000; i++) {
    guint k = g_rand_int_range (rand, 0, N_SSRCS);
    guint seq = next[k];
    gint kind = g_rand_int_range (rand, 0, 100);
    guint back = g_rand_int_range (rand, 1, 1000);

    now += g_rand_int_range (rand, 0, MS);
    if (kind < 5)
      next[k] += g_rand_int_range (rand, 1, 300);
    else if (kind < 10)
      seq -= MIN (seq - first[k], back);
    else
      next[k]++;
    rtp_cc_receiver_on_packet (rx, k, seq, kind > 95, RTP_CC_ECN_ECT_0, now,
        now);
    came[k][seq % 65536] = 1;
    take (now);
    /* Stay within one turn of the numbers. */
    if (next[k] - first[k] > 60000)
      break;
  }
  take (now + RTP_CC_SECOND);
  fail_unless_equals_uint64 (stats.ignored, 0);
  for (guint k = 0; k < N_SSRCS; k++) {
    for (guint seq = 0; seq < 65536; seq++)
      check (came[k][seq] == (said_received[k][seq] > 0));
  }
  g_rand_free (rand);
}

GST_END_TEST;

/* Two weeks of one packet a second: nothing wraps that should not. */
GST_START_TEST (test_receiver_long_run)
{
  for (gint64 i = 0; i < 14 * 86400; i++) {
    RtpCcTime now = T0 + i * RTP_CC_SECOND;

    packet (SSRC, (guint16) i, now);
    check (take (now) == 1);
    check (newest.age == 0);
  }
  fail_unless_equals_uint64 (stats.lost, 0);
}

GST_END_TEST;

static Suite *
receiver_suite (void)
{
  Suite *s = suite_create ("receiver");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_receiver_nothing_new_is_never_due);
  tcase_add_test (tc, test_receiver_first_packet_is_due_at_once);
  tcase_add_test (tc, test_receiver_max_interval);
  tcase_add_test (tc, test_receiver_max_packets);
  tcase_add_test (tc, test_receiver_marker_is_due_at_once);
  tcase_add_test (tc, test_receiver_reports_overlap);
  tcase_add_test (tc, test_receiver_age_and_ecn);
  tcase_add_test (tc, test_receiver_arrival_in_future_is_unknown);
  tcase_add_test (tc, test_receiver_gap_is_reported_whole);
  tcase_add_test (tc, test_receiver_gap_of_few_packets);
  tcase_add_test (tc, test_receiver_gaps_in_a_row);
  tcase_add_test (tc, test_receiver_small_packets_split_reports);
  tcase_add_test (tc, test_receiver_reordered);
  tcase_add_test (tc, test_receiver_very_late);
  tcase_add_test (tc, test_receiver_history);
  tcase_add_test (tc, test_receiver_old_number);
  tcase_add_test (tc, test_receiver_late_shares_a_block);
  tcase_add_test (tc, test_receiver_late_only);
  tcase_add_test (tc, test_receiver_pending);
  tcase_add_test (tc, test_receiver_reordered_start);
  tcase_add_test (tc, test_receiver_duplicates);
  tcase_add_test (tc, test_receiver_any_first_number_and_wraps);
  tcase_add_test (tc, test_receiver_restart_by_jump);
  tcase_add_test (tc, test_receiver_stray_number_changes_nothing);
  tcase_add_test (tc, test_receiver_restart_after_silence);
  tcase_add_test (tc, test_receiver_several_ssrcs_share_a_packet);
  tcase_add_test (tc, test_receiver_many_ssrcs);
  tcase_add_test (tc, test_receiver_last_blocks_end_received);
  tcase_add_test (tc, test_receiver_last_blocks_are_even);
  tcase_add_test (tc, test_receiver_large_packets);
  tcase_add_test (tc, test_receiver_last_blocks_forgotten);
  tcase_add_loop_test (tc, test_receiver_random_path, 0, 8);
  tcase_add_test (tc, test_receiver_long_run);

  return s;
}

GST_CHECK_MAIN (receiver);

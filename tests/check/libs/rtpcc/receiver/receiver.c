/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When the receiver of RFC 8888 reports, and what its reports say of packets in order. */
#include <string.h>

#include "receivertest.h"

/* So many numbers the receiver remembers of a fast stream. */
#define RING 8192

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

/* Each ms a packet. */
GST_START_TEST (test_receiver_min_interval)
{
  guint i, n = 0;

  config.max_packets = 4;
  config.min_interval = 10 * MS;
  rtp_cc_receiver_configure (rx, &config);
  packet (SSRC, 0, T0);
  take (T0);
  for (i = 1; i <= 100; i++) {
    packet (SSRC, i, T0 + i * MS);
    n += take (T0 + i * MS);
    fail_unless_equals_int (n, i / 10);
  }
  /* The end of a frame does not wait, and enough time is no reason without enough
   * packets. */
  marker (SSRC, 101, T0 + 101 * MS);
  fail_unless_equals_int (take (T0 + 101 * MS), 1);
  for (i = 1; i <= 4; i++) {
    packet (SSRC, 101 + i, T0 + (101 + 5 * i) * MS);
    fail_unless_equals_int (take (T0 + (101 + 5 * i) * MS), i == 4);
  }
}

GST_END_TEST;

/* Half of it if one is missing, until that is said. */
GST_START_TEST (test_receiver_min_interval_and_a_gap)
{
  guint i;

  config.max_packets = 4;
  config.min_interval = 10 * MS;
  rtp_cc_receiver_configure (rx, &config);
  packet (SSRC, 0, T0);
  take (T0);
  for (i = 1; i <= 25; i++) {
    if (i == 2)
      continue;
    packet (SSRC, i, T0 + i * MS);
    fail_unless_equals_int (take (T0 + i * MS), i == 5 || i == 15 || i == 25);
  }
}

GST_END_TEST;

/* What fills a packet of feedback does not wait either. */
GST_START_TEST (test_receiver_min_interval_and_a_full_report)
{
  guint i, n = 0;

  config.max_packets = 16;
  config.min_interval = 1000 * MS;
  config.max_interval = 1000 * MS;
  rtp_cc_receiver_configure (rx, &config);
  packet (SSRC, 0, T0);
  take (T0);
  for (i = 1; i <= 5000; i++) {
    packet (SSRC, i, T0 + i);
    n += take (T0 + i);
    fail_unless_equals_int (n, i / 512);
  }
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

/* Each packet is in a report, and at least the last 8 are. */
GST_START_TEST (test_receiver_reports_overlap)
{
  config.max_packets = 100;
  rtp_cc_receiver_configure (rx, &config);
  for (guint i = 0; i < 1000; i++) {
    packet (SSRC, 65000 + i, T0 + i * MS / 10);
    take (T0 + i * MS / 10);
  }
  for (guint i = 1; i < 800; i++)
    fail_unless_equals_int (received (SSRC, 65000 + i), 1);

  restart ();
  for (guint i = 0; i < 1000; i++) {
    marker (SSRC, i, T0 + i * MS);
    fail_unless_equals_int (take (T0 + i * MS), 1);
  }
  for (guint i = 0; i < 960; i++)
    fail_unless_equals_int (received (SSRC, i), 8);
}

GST_END_TEST;

/* As many as are asked for. */
GST_START_TEST (test_receiver_overlap)
{
  static const guint overlaps[][2] = { {1, 1}, {2, 2}, {3, 3}, {64, 64} };
  guint i, k;

  for (k = 0; k < G_N_ELEMENTS (overlaps); k++) {
    restart ();
    config.overlap = overlaps[k][0];
    rtp_cc_receiver_configure (rx, &config);
    for (i = 0; i < 1000; i++) {
      marker (SSRC, i, T0 + i * MS);
      fail_unless_equals_int (take (T0 + i * MS), 1);
    }
    for (i = 0; i < 900; i++)
      fail_unless_equals_int (received (SSRC, i), overlaps[k][1]);
  }
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
    /* Those of the newest 8 once more */
    fail_unless_equals_int (received (SSRC, seq + 5), gaps[g] > 5 ? 1 : 2);
    fail_unless_equals_int (missing (SSRC, seq + 6), gaps[g] > 6 ? 1 : 2);
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
  fail_unless_equals_int (n_said, 1 + 70);

  /* No room for a single report: nothing, and no endless round. */
  config.max_size = 23;
  rtp_cc_receiver_configure (rx, &config);
  marker (SSRC, 81, T0 + 2 * MS);
  fail_unless_equals_int (take (T0 + 2 * MS), 0);
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
      fail_unless (received (SSRC, 65000 + i) >= 1);
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
  tcase_add_test (tc, test_receiver_min_interval);
  tcase_add_test (tc, test_receiver_min_interval_and_a_gap);
  tcase_add_test (tc, test_receiver_min_interval_and_a_full_report);
  tcase_add_test (tc, test_receiver_marker_is_due_at_once);
  tcase_add_test (tc, test_receiver_reports_overlap);
  tcase_add_test (tc, test_receiver_overlap);
  tcase_add_test (tc, test_receiver_age_and_ecn);
  tcase_add_test (tc, test_receiver_arrival_in_future_is_unknown);
  tcase_add_test (tc, test_receiver_gap_is_reported_whole);
  tcase_add_test (tc, test_receiver_gap_of_few_packets);
  tcase_add_test (tc, test_receiver_gaps_in_a_row);
  tcase_add_test (tc, test_receiver_small_packets_split_reports);
  tcase_add_test (tc, test_receiver_last_blocks_end_received);
  tcase_add_test (tc, test_receiver_last_blocks_are_even);
  tcase_add_test (tc, test_receiver_large_packets);
  tcase_add_test (tc, test_receiver_last_blocks_forgotten);
  tcase_add_loop_test (tc, test_receiver_random_path, 0, 8);
  tcase_add_test (tc, test_receiver_long_run);

  return s;
}

GST_CHECK_MAIN (receiver);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets that come out of order, twice or late, numbers that jump, and many SSRCs at the
 * receiver of RFC 8888. */
#include "receivertest.h"

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

/* Later than any overlap: by itself. */
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
  fail_unless_equals_int (received (SSRC, 5 + 70), 1);
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

  config.overlap = 32;
  rtp_cc_receiver_configure (rx, &config);
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

/* All streams count: of 1, 2 and 4 numbers.  Where nothing waits there is room for a late
 * packet. */
GST_START_TEST (test_receiver_pending_of_all_streams)
{
  static const guint numbers[] = { 1, 2, 4 };
  guint8 data[1200];

  fail_unless_equals_uint64 (rtp_cc_receiver_pending (rx), 12 + 8 + 4);
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++) {
    for (guint i = 0; i < numbers[k]; i++)
      packet (1 + k, i, T0);
  }
  fail_unless_equals_uint64 (rtp_cc_receiver_pending (rx),
      12 + 3 * 8 + 4 + 4 + 8);
  fail_unless_equals_uint64 (rtp_cc_receiver_feedback (rx, data, sizeof (data),
          T0 + 40 * MS), 12 + 3 * 8 + 4 + 4 + 8);
}

GST_END_TEST;

/* What came late has its place until it is reported, though those beside it were reported
 * long ago: 256 have one at first. */
GST_START_TEST (test_receiver_late_is_not_forgotten)
{
  for (guint i = 0; i < 256; i++) {
    if (i == 3)
      continue;
    marker (SSRC, i, T0 + i * 20 * MS);
    take (T0 + i * 20 * MS);
  }
  packet (SSRC, 3, T0 + 5120 * MS);
  packet (SSRC, 260, T0 + 5121 * MS);
  take (T0 + 6 * S);
  fail_unless_equals_int (received (SSRC, 3), 1);
}

GST_END_TEST;

/* Nothing but a late packet: its report needs no later one of its own stream. */
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
  fail_unless_equals_int (received (1, 9), 1);
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

  /* No more of those that are silent now. */
  marker (2, 65002, T0 + 3 * MS);
  take (T0 + 3 * MS);
  fail_unless_equals_int (received (1, 11), 1);
  fail_unless_equals_int (received (3, 0), 1);
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

static Suite *
receiverorder_suite (void)
{
  Suite *s = suite_create ("receiverorder");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_receiver_reordered);
  tcase_add_test (tc, test_receiver_very_late);
  tcase_add_test (tc, test_receiver_history);
  tcase_add_test (tc, test_receiver_old_number);
  tcase_add_test (tc, test_receiver_late_shares_a_block);
  tcase_add_test (tc, test_receiver_late_is_not_forgotten);
  tcase_add_test (tc, test_receiver_late_only);
  tcase_add_test (tc, test_receiver_pending);
  tcase_add_test (tc, test_receiver_pending_of_all_streams);
  tcase_add_test (tc, test_receiver_reordered_start);
  tcase_add_test (tc, test_receiver_duplicates);
  tcase_add_test (tc, test_receiver_any_first_number_and_wraps);
  tcase_add_test (tc, test_receiver_restart_by_jump);
  tcase_add_test (tc, test_receiver_stray_number_changes_nothing);
  tcase_add_test (tc, test_receiver_restart_after_silence);
  tcase_add_test (tc, test_receiver_several_ssrcs_share_a_packet);
  tcase_add_test (tc, test_receiver_many_ssrcs);

  return s;
}

GST_CHECK_MAIN (receiverorder);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes of TWCC and REMB: vectors, round trips, what is refused; when a TWCC receiver
 * reports. */
#include <string.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/receiver/rtpcc-twcc-receiver.h>
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define TICK (250 * US)
#define REFERENCE (64 * MS)

static RtpCcTwccHeader header;
static RtpCcTwccPacket packets[RTP_CC_TWCC_MAX_PACKETS];
static gsize n_packets;

static RtpCcRtcpResult
parse (const guint8 * data, gsize size)
{
  return rtp_cc_twcc_parse (data, size, &header, packets, &n_packets);
}

/* 20 packets from 0x1234 each 2.5 ms, from 258 * 64 + 5 ms on; 4663, 4671 and
 * 4672 are missing: a vector of one bit, a run, padding. */
static const guint8 vector_1[] = {
  0xaf, 0xcd, 0x00, 0x0a, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,
  0x12, 0x34, 0x00, 0x14, 0x00, 0x01, 0x02, 0x07, 0xbb, 0xf9, 0x20, 0x06,
  0x14, 0x0a, 0x0a, 0x14, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x1e, 0x0a,
  0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x00, 0x00, 0x03
};

/* 42 packets from 65530 on, reference time 0xfffffe: a vector of two bits, runs,
 * large and negative deltas, both numbers near their wrap. */
static const guint8 vector_2[] = {
  0xaf, 0xcd, 0x00, 0x0c, 0x0a, 0x0b, 0x0c, 0x0d, 0x01, 0x02, 0x03, 0x04,
  0xff, 0xfa, 0x00, 0x2a, 0xff, 0xff, 0xfe, 0xff, 0xda, 0x16, 0x00, 0x14,
  0x20, 0x0f, 0xff, 0x01, 0x00, 0xff, 0xfb, 0x0e, 0x04, 0x01, 0x14, 0x28,
  0x04, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04,
  0x04, 0x04, 0x00, 0x02
};

static void
check_vector_1 (void)
{
  RtpCcTime arrival = 258 * REFERENCE + 5 * MS;

  fail_unless_equals_int (header.sender_ssrc, 0x11223344);
  fail_unless_equals_int (header.media_ssrc, 0x55667788);
  fail_unless_equals_int (header.count, 7);
  fail_unless_equals_int (n_packets, 20);
  for (guint i = 0; i < 20; i++) {
    check (packets[i].seq == 4660 + i);
    check (packets[i].received == (i != 3 && i != 11 && i != 12));
    check (packets[i].arrival == (packets[i].received
            ? arrival + i * 2500 * US : RTP_CC_TIME_NEVER));
  }
}

GST_START_TEST (test_twcc_reads_one_bit_vector_and_run)
{
  guint8 unpadded[sizeof (vector_1)];

  fail_unless_equals_int (parse (vector_1, sizeof (vector_1)), RTP_CC_RTCP_OK);
  check_vector_1 ();

  /* GStreamer pads with zeros and without the P bit. */
  memcpy (unpadded, vector_1, sizeof (vector_1));
  unpadded[0] = 0x8f;
  unpadded[sizeof (unpadded) - 1] = 0;
  fail_unless_equals_int (parse (unpadded, sizeof (unpadded)), RTP_CC_RTCP_OK);
  check_vector_1 ();
}

GST_END_TEST;

static gint64
vector_2_us (guint i)
{
  static const gint64 us[] = { 63750, 127750, 126500, -1, 130000, 131000,
    200000
  };

  if (i < G_N_ELEMENTS (us))
    return us[i];
  return i < 27 ? -1 : 210000 + ((gint64) i - 27) * 1000;
}

GST_START_TEST (test_twcc_reads_two_bit_vector_and_all_deltas)
{
  fail_unless_equals_int (parse (vector_2, sizeof (vector_2)), RTP_CC_RTCP_OK);
  fail_unless_equals_int (n_packets, 42);
  fail_unless_equals_int (header.count, 255);
  for (guint i = 0; i < 42; i++) {
    gint64 us = vector_2_us (i);

    check (packets[i].seq == (guint16) (65530 + i));
    check (packets[i].received == (us >= 0));
    check (us < 0 || packets[i].arrival == 0xfffffe * REFERENCE + us * US);
  }
}

GST_END_TEST;

/* What was read, written again, is the same bytes. */
static void
write_again (const guint8 * vector, gsize size)
{
  guint8 data[100];
  gsize taken;

  fail_unless_equals_int (parse (vector, size), RTP_CC_RTCP_OK);
  memset (data, 0xee, sizeof (data));
  fail_unless_equals_int (rtp_cc_twcc_write (data, sizeof (data), &header,
          packets, n_packets, &taken), size);
  fail_unless_equals_int (taken, n_packets);
  fail_unless (memcmp (data, vector, size) == 0);
}

GST_START_TEST (test_twcc_writes_the_vectors)
{
  write_again (vector_1, sizeof (vector_1));
  write_again (vector_2, sizeof (vector_2));
}

GST_END_TEST;

static RtpCcRtcpResult
parse_changed (gsize at, guint8 value, gsize size)
{
  guint8 *data = g_memdup (vector_1, MAX (size, 1));
  RtpCcRtcpResult result;

  if (at < size)
    data[at] = value;
  result = parse (data, size);
  if (result != RTP_CC_RTCP_OK)
    fail_unless_equals_int (n_packets, 0);
  g_free (data);
  return result;
}

GST_START_TEST (test_twcc_refuses_each_with_its_reason)
{
  const gsize size = sizeof (vector_1);

  fail_unless_equals_int (parse_changed (0, 0x6f, size),
      RTP_CC_RTCP_BAD_VERSION);
  fail_unless_equals_int (parse_changed (0, 0x8b, size),
      RTP_CC_RTCP_OTHER_KIND);
  fail_unless_equals_int (parse_changed (1, 206, size), RTP_CC_RTCP_OTHER_KIND);
  fail_unless_equals_int (parse_changed (3, 9, size), RTP_CC_RTCP_BAD_LENGTH);
  fail_unless_equals_int (parse_changed (3, 11, size), RTP_CC_RTCP_BAD_LENGTH);
  fail_unless_equals_int (parse_changed (size - 1, 0, size),
      RTP_CC_RTCP_BAD_PADDING);
  fail_unless_equals_int (parse_changed (size - 1, size - 19, size),
      RTP_CC_RTCP_BAD_PADDING);
  fail_unless_equals_int (parse_changed (15, 0, size), RTP_CC_RTCP_BAD_COUNT);
  fail_unless_equals_int (parse_changed (14, 0x80, size),
      RTP_CC_RTCP_BAD_COUNT);
  /* A run of none would go on for ever. */
  fail_unless_equals_int (parse_changed (23, 0, size), RTP_CC_RTCP_BAD_CHUNK);
  fail_unless_equals_int (parse_changed (14, 0x7f, size),
      RTP_CC_RTCP_BAD_CHUNK);
  fail_unless_equals_int (parse_changed (22, 0x60, size),
      RTP_CC_RTCP_BAD_SYMBOL);
  /* Large deltas instead of small ones */
  fail_unless_equals_int (parse_changed (22, 0x40, size),
      RTP_CC_RTCP_BAD_DELTA);
  fail_unless_equals_int (parse_changed (0, 0xaf, 3), RTP_CC_RTCP_TOO_SHORT);
}

GST_END_TEST;

/* Each length that the header may name: no more than the bytes there are. */
GST_START_TEST (test_twcc_truncated_is_refused)
{
  for (gsize words = 1; words < sizeof (vector_1) / 4; words++) {
    guint8 *data = g_memdup (vector_1, 4 * words);

    data[0] = 0x8f;
    data[3] = words - 1;
    fail_unless_equals_int (parse (data, 4 * words),
        words < 5 ? RTP_CC_RTCP_TOO_SHORT
        : words < 6 ? RTP_CC_RTCP_BAD_CHUNK
        : words < 11 ? RTP_CC_RTCP_BAD_DELTA : RTP_CC_RTCP_OK);
    g_free (data);
  }
}

GST_END_TEST;

/* ---- what we write ---- */

static guint
make_random (GRand * rand, RtpCcTwccPacket * made, guint max)
{
  guint n = g_rand_int_range (rand, 1, max);
  guint loss = g_rand_int_range (rand, 0, 101);
  guint16 seq = g_rand_int (rand);
  RtpCcTime arrival = T0 + (gint64) g_rand_int (rand) * MS;

  for (guint i = 0; i < n; i++) {
    made[i].seq = seq + i;
    made[i].received = g_rand_int_range (rand, 0, 100) >= (gint) loss;
    made[i].arrival = made[i].received ? arrival : RTP_CC_TIME_NEVER;
    switch (g_rand_int_range (rand, 0, 30)) {
      case 0:
        arrival += g_rand_int_range (rand, 0, 9000) * MS;
        break;
      case 1:
        arrival -= g_rand_int_range (rand, 0, 20) * MS;
        break;
      default:
        arrival += g_rand_int_range (rand, 0, 5000) * US;
    }
  }
  return n;
}

static gboolean
is_close (RtpCcTime a, RtpCcTime b)
{
  gint64 difference = (a - b) % RTP_CC_TWCC_PERIOD;

  if (difference > RTP_CC_TWCC_PERIOD / 2)
    difference -= RTP_CC_TWCC_PERIOD;
  return ABS (difference) <= TICK / 2;
}

static void
check_same (const RtpCcTwccPacket * made, gsize n)
{
  fail_unless_equals_int (n_packets, n);
  for (gsize i = 0; i < n; i++) {
    check (packets[i].seq == made[i].seq);
    check (packets[i].received == made[i].received);
    check (!made[i].received || is_close (made[i].arrival, packets[i].arrival));
  }
}

static gboolean
any_received (const RtpCcTwccPacket * made, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    if (made[i].received)
      return TRUE;
  }
  return FALSE;
}

/* Any packets, any room: all of them come out in order, over as many reports as
 * it takes, each within its room and each time to half a tick. */
GST_START_TEST (test_twcc_round_trip_of_random_reports)
{
  GRand *rand = g_rand_new_with_seed (20240815);
  RtpCcTwccPacket made[600];
  RtpCcTwccHeader mine = { 1, 2, 3 };

  for (guint i = 0; i < 3000; i++) {
    gsize n = make_random (rand, made, G_N_ELEMENTS (made));
    gsize room = g_rand_int_range (rand, 40, 1500);
    guint8 *data = g_malloc (room);

    for (gsize done = 0; any_received (made + done, n - done);) {
      gsize taken;
      gsize size = rtp_cc_twcc_write (data, room, &mine, made + done,
          n - done, &taken);

      check (size >= 24 && size <= room && size % 4 == 0 && taken > 0);
      check (parse (data, size) == RTP_CC_RTCP_OK);
      check_same (made + done, taken);
      done += taken;
    }
    g_free (data);
  }
  g_rand_free (rand);
}

GST_END_TEST;

/* 8191.75 ms are the most that a delta says. */
GST_START_TEST (test_twcc_time_over_a_delta_starts_a_new_report)
{
  RtpCcTwccPacket made[3] = { {1, TRUE, T0}, {2, FALSE, 0}, {3, TRUE, 0}
  };
  RtpCcTwccHeader mine = { 1, 2, 3 };
  guint8 data[100];
  RtpCcTime first = T0 - T0 % REFERENCE;
  gsize taken;

  made[0].arrival = first;
  made[2].arrival = first + 32767 * TICK;
  fail_unless (rtp_cc_twcc_write (data, sizeof (data), &mine, made, 3,
          &taken) > 0);
  fail_unless_equals_int (taken, 3);
  made[2].arrival += TICK;
  fail_unless (rtp_cc_twcc_write (data, sizeof (data), &mine, made, 3,
          &taken) > 0);
  fail_unless_equals_int (taken, 2);
  made[2].arrival = first - 32768 * TICK;
  fail_unless (rtp_cc_twcc_write (data, sizeof (data), &mine, made, 3,
          &taken) > 0);
  fail_unless_equals_int (taken, 3);
  made[2].arrival -= TICK;
  fail_unless (rtp_cc_twcc_write (data, sizeof (data), &mine, made, 3,
          &taken) > 0);
  fail_unless_equals_int (taken, 2);
}

GST_END_TEST;

GST_START_TEST (test_twcc_nothing_received_is_not_written)
{
  RtpCcTwccPacket made[2] = { {1, FALSE, 0}, {2, FALSE, 0}
  };
  RtpCcTwccHeader mine = { 1, 2, 3 };
  guint8 data[100];
  gsize taken;

  fail_unless_equals_int (rtp_cc_twcc_write (data, sizeof (data), &mine, made,
          2, &taken), 0);
  made[0].received = TRUE;
  fail_unless_equals_int (rtp_cc_twcc_write (data, 39, &mine, made, 2,
          &taken), 0);
  fail_unless_equals_int (taken, 0);
}

GST_END_TEST;

/* ---- REMB ---- */

static const guint8 remb_vector[] = {
  0x8f, 0xce, 0x00, 0x05, 0x11, 0x22, 0x33, 0x44, 0x00, 0x00, 0x00, 0x00,
  0x52, 0x45, 0x4d, 0x42, 0x01, 0x12, 0x62, 0x5a, 0x55, 0x66, 0x77, 0x88
};

static RtpCcRemb remb;

static RtpCcRtcpResult
parse_remb (gsize at, guint8 value, gsize size)
{
  guint8 *data = g_memdup (remb_vector, MAX (size, 1));
  RtpCcRtcpResult result;

  if (at < size)
    data[at] = value;
  result = rtp_cc_remb_parse (data, size, &remb);
  g_free (data);
  return result;
}

/* What is announced is enough for the report, and grows with the numbers. */
GST_START_TEST (test_twcc_receiver_pending)
{
  RtpCcTwccReceiverConfig config = { 1, 1200 };
  RtpCcTwccReceiver *rx = rtp_cc_twcc_receiver_new (&config, T0);
  guint8 data[1200];
  gsize pending[2], size;

  rtp_cc_twcc_receiver_on_packet (rx, 1, 100, 1000, T0, T0);
  pending[0] = rtp_cc_twcc_receiver_pending (rx);
  for (guint i = 1; i < 100; i++)
    rtp_cc_twcc_receiver_on_packet (rx, 1, 100 + i, 1000, T0 + i * 70 * MS,
        T0 + i * 70 * MS);
  pending[1] = rtp_cc_twcc_receiver_pending (rx);
  fail_unless (pending[0] < 50);
  fail_unless (pending[1] > pending[0] + 99 && pending[1] < 600);
  size = rtp_cc_twcc_receiver_feedback (rx, data, sizeof (data), T0 + 8 * S);
  fail_unless (size > 200 && size <= pending[1]);
  rtp_cc_twcc_receiver_free (rx);
}

GST_END_TEST;

/* Reports are numbered in a row, so that the sender sees which were lost. */
GST_START_TEST (test_twcc_receiver_counts_its_reports)
{
  RtpCcTwccReceiverConfig config = { 1, 1200 };
  RtpCcTwccReceiver *rx = rtp_cc_twcc_receiver_new (&config, T0);
  guint8 data[1200];

  for (guint i = 0; i < 600; i++) {
    RtpCcTime now = T0 + i * S;

    rtp_cc_twcc_receiver_on_packet (rx, 1, i, 1000, now, now);
    fail_unless (rtp_cc_twcc_receiver_feedback (rx, data, sizeof (data), now)
        > 0);
    fail_unless_equals_int (data[19], i % 256);
  }
  rtp_cc_twcc_receiver_free (rx);
}

GST_END_TEST;

GST_START_TEST (test_remb_vector_both_ways)
{
  guint8 data[sizeof (remb_vector) + 4] = { 0 };

  fail_unless (rtp_cc_remb_is (remb_vector, sizeof (remb_vector)));
  fail_unless_equals_int (rtp_cc_remb_parse (remb_vector,
          sizeof (remb_vector), &remb), RTP_CC_RTCP_OK);
  fail_unless_equals_uint64 (remb.bitrate, 2500000);
  fail_unless_equals_int (remb.sender_ssrc, 0x11223344);
  fail_unless_equals_int (remb.n_ssrcs, 1);
  fail_unless_equals_int (remb.ssrcs[0], 0x55667788);
  remb.ssrcs[1] = 0xffffffff;
  fail_unless_equals_int (rtp_cc_remb_write (data, sizeof (data), &remb),
      sizeof (remb_vector));
  fail_unless (memcmp (data, remb_vector, sizeof (remb_vector)) == 0);
  /* and nothing behind it */
  fail_unless_equals_int (data[sizeof (remb_vector)], 0);
  fail_unless_equals_int (rtp_cc_remb_write (data, sizeof (remb_vector) - 1,
          &remb), 0);
}

GST_END_TEST;

/* The largest that 64 bits hold is taken, twice of it is not. */
GST_START_TEST (test_remb_largest_bitrate)
{
  guint8 data[sizeof (remb_vector)];

  memcpy (data, remb_vector, sizeof (data));
  data[17] = 46 << 2 | 3;
  data[18] = data[19] = 0xff;
  fail_unless_equals_int (rtp_cc_remb_parse (data, sizeof (data), &remb),
      RTP_CC_RTCP_OK);
  fail_unless_equals_uint64 (remb.bitrate, G_GUINT64_CONSTANT (0x3ffff) << 46);
  data[17] = 47 << 2 | 3;
  fail_unless_equals_int (rtp_cc_remb_parse (data, sizeof (data), &remb),
      RTP_CC_RTCP_BAD_BITRATE);
}

GST_END_TEST;

GST_START_TEST (test_remb_refuses_each_with_its_reason)
{
  const gsize size = sizeof (remb_vector);

  fail_unless_equals_int (parse_remb (0, 0x4f, size), RTP_CC_RTCP_BAD_VERSION);
  fail_unless_equals_int (parse_remb (1, 205, size), RTP_CC_RTCP_OTHER_KIND);
  fail_unless_equals_int (parse_remb (15, 'X', size), RTP_CC_RTCP_OTHER_KIND);
  fail_unless_equals_int (parse_remb (16, 0, size), RTP_CC_RTCP_BAD_SSRCS);
  fail_unless_equals_int (parse_remb (16, 2, size), RTP_CC_RTCP_BAD_SSRCS);
  fail_unless_equals_int (parse_remb (16, 255, size), RTP_CC_RTCP_BAD_SSRCS);
  /* 18 significant bits fit beside 46 zeros, not beside 48. */
  fail_unless_equals_int (parse_remb (17, 46 << 2 | 2, size), RTP_CC_RTCP_OK);
  fail_unless (remb.bitrate == (guint64) 0x2625a << 46);
  fail_unless_equals_int (parse_remb (17, 63 << 2 | 2, size),
      RTP_CC_RTCP_BAD_BITRATE);
  fail_unless_equals_int (parse_remb (3, 4, 20), RTP_CC_RTCP_BAD_SSRCS);
  fail_unless_equals_int (parse_remb (3, 3, 16), RTP_CC_RTCP_TOO_SHORT);
}

GST_END_TEST;

GST_START_TEST (test_remb_round_trip_keeps_18_bits)
{
  GRand *rand = g_rand_new_with_seed (20240816);
  guint8 data[20 + 4 * RTP_CC_REMB_MAX_SSRCS];

  for (guint i = 0; i < 10000; i++) {
    guint64 bitrate = (((guint64) g_rand_int (rand) << 32)
        | g_rand_int (rand)) >> g_rand_int_range (rand, 0, 64);
    gsize size;

    remb.bitrate = bitrate;
    remb.n_ssrcs = g_rand_int_range (rand, 0, RTP_CC_REMB_MAX_SSRCS + 1);
    size = rtp_cc_remb_write (data, sizeof (data), &remb);
    check (size == 20 + 4 * remb.n_ssrcs);
    check (rtp_cc_remb_parse (data, size, &remb) == RTP_CC_RTCP_OK);
    check (remb.bitrate <= bitrate);
    check (bitrate - remb.bitrate <= bitrate >> 17);
  }
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
twcc_suite (void)
{
  Suite *s = suite_create ("twcc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_twcc_reads_one_bit_vector_and_run);
  tcase_add_test (tc, test_twcc_reads_two_bit_vector_and_all_deltas);
  tcase_add_test (tc, test_twcc_writes_the_vectors);
  tcase_add_test (tc, test_twcc_refuses_each_with_its_reason);
  tcase_add_test (tc, test_twcc_truncated_is_refused);
  tcase_add_test (tc, test_twcc_round_trip_of_random_reports);
  tcase_add_test (tc, test_twcc_time_over_a_delta_starts_a_new_report);
  tcase_add_test (tc, test_twcc_nothing_received_is_not_written);
  tcase_add_test (tc, test_remb_vector_both_ways);
  tcase_add_test (tc, test_twcc_receiver_pending);
  tcase_add_test (tc, test_twcc_receiver_counts_its_reports);
  tcase_add_test (tc, test_remb_largest_bitrate);
  tcase_add_test (tc, test_remb_refuses_each_with_its_reason);
  tcase_add_test (tc, test_remb_round_trip_keeps_18_bits);

  return s;
}

GST_CHECK_MAIN (twcc);

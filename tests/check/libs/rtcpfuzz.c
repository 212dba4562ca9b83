/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The fuzz targets with seeded input, so that each run of the tests, and each
 * sanitizer, sees them. */
#include <stdlib.h>
#include <string.h>
#include <gst/check/gstcheck.h>

#define LLVMFuzzerTestOneInput fuzz_ccfb
#define parse fuzz_ccfb_parse
#include "../../fuzz/ccfb.c"
#undef LLVMFuzzerTestOneInput
#undef parse

#define LLVMFuzzerTestOneInput fuzz_session
#include "../../fuzz/session.c"
#undef LLVMFuzzerTestOneInput

#define LLVMFuzzerTestOneInput fuzz_twcc
#include "../../fuzz/twcc.c"
#undef LLVMFuzzerTestOneInput

#define LLVMFuzzerTestOneInput fuzz_receiver
#define on_metric fuzz_receiver_on_metric
#include "../../fuzz/receiver.c"
#undef LLVMFuzzerTestOneInput

/* About a second each on the machine that this was written on, 5 s with
 * sanitizers */
#define N_PACKETS 1000000
#define N_SEQUENCES 1000
#define N_SESSIONS 20000

#define MAX_SIZE 160

/* A sound packet of one to three blocks, or a compound of two. */
static guint
make_packet (GRand * rand, guint8 * data)
{
  RtpCcMetric metrics[16];
  RtpCcCcfbBlock blocks[3];
  guint n_blocks = g_rand_int_range (rand, 1, 4);
  guint size;

  memset (metrics, 0, sizeof (metrics));
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++) {
    metrics[i].received = g_rand_boolean (rand);
    metrics[i].ecn = g_rand_int_range (rand, 0, 4);
    metrics[i].age = g_rand_int (rand);
  }
  for (guint i = 0; i < n_blocks; i++) {
    blocks[i].ssrc = g_rand_int (rand);
    blocks[i].begin_seq = g_rand_int (rand);
    blocks[i].num_reports = g_rand_int_range (rand, 1, 17);
    blocks[i].metrics = metrics;
  }
  size = rtp_cc_ccfb_write (data, MAX_SIZE, g_rand_int (rand), blocks,
      n_blocks, g_rand_int (rand), g_rand_int_range (rand, 0, 2));
  if (size <= MAX_SIZE - 12 && g_rand_boolean (rand))
    size += rtp_cc_ccfb_write (data + size, 12, 1, NULL, 0, 2,
        RTP_CC_NUM_REPORTS_COUNT);
  return size;
}

/* One of TWCC, with @first as its first number, or REMB. */
static guint
make_other (GRand * rand, guint8 * data, guint16 first)
{
  RtpCcTwccHeader header = { 1, 1, 0 };
  RtpCcTwccPacket packets[64];
  RtpCcRemb remb = { 1, 0, 2, {1, 2} };
  gint64 arrival = g_rand_int (rand) * RTP_CC_MSECOND;
  gsize taken, size;

  remb.bitrate = (guint64) g_rand_int (rand) << g_rand_int_range (rand, 0, 16);
  if (g_rand_int_range (rand, 0, 5) == 0)
    return rtp_cc_remb_write (data, MAX_SIZE, &remb);
  header.count = g_rand_int (rand);
  for (guint i = 0; i < G_N_ELEMENTS (packets); i++) {
    packets[i].seq = first + i;
    packets[i].received = g_rand_int_range (rand, 0, 4) > 0;
    packets[i].arrival = arrival;
    arrival += g_rand_int_range (rand, -1, g_rand_int_range (rand, 0, 9) ? 9
        : 200) * RTP_CC_MSECOND;
  }
  size = rtp_cc_twcc_write (data, MAX_SIZE, &header, packets,
      g_rand_int_range (rand, 1, 65), &taken);
  return size > 0 ? size : rtp_cc_remb_write (data, MAX_SIZE, &remb);
}

static guint
mutate (GRand * rand, guint8 * data, guint size)
{
  guint n = g_rand_int_range (rand, 0, 4);

  while (n-- > 0) {
    /* The headers decide more than the rest. */
    guint pos = g_rand_int_range (rand, 0, g_rand_boolean (rand)
        ? MIN (size, 16) : size);

    if (g_rand_boolean (rand))
      data[pos] = g_rand_int (rand);
    else
      data[pos] ^= 1 << g_rand_int_range (rand, 0, 8);
  }
  switch (g_rand_int_range (rand, 0, 8)) {
    case 0:
      size = g_rand_int_range (rand, 0, size + 1);
      break;
    case 1:
      size -= size % 4;
      data[3] = size / 4 - 1;
      break;
    case 2:
      data[0] |= 0x20;
      data[size - 1] = 4 * g_rand_int_range (rand, 0, 6);
      break;
    default:
      break;
  }
  return size;
}

GST_START_TEST (test_rtcpfuzz_mutated_packets)
{
  GRand *rand = g_rand_new_with_seed (20240507);
  guint8 data[MAX_SIZE];

  for (guint i = 0; i < N_PACKETS; i++) {
    guint size = mutate (rand, data, make_packet (rand, data));
    /* In a block of its own, so that sanitizers see each overread. */
    guint8 *copy = g_memdup (data, MAX (size, 1));

    fuzz_ccfb (copy, size);
    g_free (copy);
  }
  g_rand_free (rand);
}

GST_END_TEST;

GST_START_TEST (test_rtcpfuzz_mutated_twcc_and_remb)
{
  GRand *rand = g_rand_new_with_seed (20240817);
  guint8 data[MAX_SIZE];

  for (guint i = 0; i < N_PACKETS / 4; i++) {
    guint size = mutate (rand, data, make_other (rand, data,
            g_rand_int (rand)));
    guint8 *copy = g_memdup (data, MAX (size, 1));

    fuzz_twcc (copy, size);
    g_free (copy);
  }
  g_rand_free (rand);
}

GST_END_TEST;

/* Feedback for the SSRCs and numbers that the session under test has sent. */
static guint
make_feedback (GRand * rand, guint8 * data, guint n_sent)
{
  RtpCcMetric metrics[16];
  RtpCcCcfbBlock block;

  memset (metrics, 0, sizeof (metrics));
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++) {
    metrics[i].received = g_rand_int_range (rand, 0, 4) > 0;
    metrics[i].ecn = g_rand_int_range (rand, 0, 4);
    metrics[i].age = g_rand_int_range (rand, -1, 50) * RTP_CC_MSECOND;
  }
  block.ssrc = g_rand_int_range (rand, 1, 4);
  block.begin_seq = 65530 + g_rand_int_range (rand, -4, n_sent + 4);
  block.num_reports = g_rand_int_range (rand, 1, 17);
  block.metrics = metrics;
  return rtp_cc_ccfb_write (data, MAX_SIZE, 1, &block, 1,
      g_rand_int_range (rand, 0, 4) ? n_sent * 1000 : g_rand_int (rand),
      g_rand_int_range (rand, 0, 2));
}

/* Eight chunks for each session: sound feedback, broken feedback, noise. */
GST_START_TEST (test_rtcpfuzz_sessions)
{
  GRand *rand = g_rand_new_with_seed (20240606);
  guint8 data[8 * (MAX_SIZE + 1)];

  for (guint i = 0; i < N_SESSIONS; i++) {
    guint size = 0;

    for (guint k = 0; k < 8; k++) {
      guint8 *chunk = data + size + 1;
      guint n = g_rand_int_range (rand, 0, 3) > 0
          ? make_feedback (rand, chunk, (k + 1) * PACKETS_PER_CHUNK)
          : make_other (rand, chunk, 65530 + g_rand_int_range (rand, -4,
              (k + 1) * PACKETS_PER_CHUNK));

      if (g_rand_boolean (rand))
        n = mutate (rand, chunk, n);
      if (g_rand_int_range (rand, 0, 5) == 0)
        for (guint b = 0; b < n; b++)
          chunk[b] = g_rand_int (rand);
      data[size] = n;
      size += 1 + n;
    }
    fuzz_session (data, size);
  }
  g_rand_free (rand);
}

GST_END_TEST;

GST_START_TEST (test_rtcpfuzz_packet_sequences)
{
  GRand *rand = g_rand_new_with_seed (20240508);
  guint8 data[2 + 5 * 200];

  for (guint i = 0; i < N_SEQUENCES; i++) {
    guint16 seq = g_rand_int (rand);

    for (guint k = 0; k < sizeof (data); k++)
      data[k] = g_rand_int (rand);
    /* Numbers that mostly go on; all at random would only be restarts. */
    for (guint k = 2; k < sizeof (data); k += 5) {
      if (g_rand_int_range (rand, 0, 20) > 0) {
        seq += g_rand_int_range (rand, -2, g_rand_int_range (rand, 0, 9) ? 4
            : 3000);
        data[k + 2] = seq >> 8;
        data[k + 3] = seq & 0xff;
      }
    }
    fuzz_receiver (data, sizeof (data));
  }
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
rtcpfuzz_suite (void)
{
  Suite *s = suite_create ("rtcpfuzz");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtcpfuzz_mutated_packets);
  tcase_add_test (tc, test_rtcpfuzz_mutated_twcc_and_remb);
  tcase_add_test (tc, test_rtcpfuzz_sessions);
  tcase_add_test (tc, test_rtcpfuzz_packet_sequences);

  return s;
}

GST_CHECK_MAIN (rtcpfuzz);

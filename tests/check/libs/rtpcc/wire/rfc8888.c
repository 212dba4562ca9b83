/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes of RFC 8888: vectors, both readings of num_reports, limits, and what is refused.
 * */
#include <string.h>
#include <gst/check/gstcheck.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

#define MAX_METRICS 40000

/* One stream, one loss, odd number of reports. */
static const guint8 vector_loss[] = {
  0x8b, 0xcd, 0x00, 0x06, 0x11, 0x22, 0x33, 0x44, 0xaa, 0xbb, 0xcc, 0xdd,
  0x03, 0xe8, 0x00, 0x03, 0xa0, 0x14, 0x00, 0x00, 0xe0, 0x05, 0x00, 0x00,
  0x23, 0x45, 0x80, 0x00
};

/* Two streams, wrap of the sequence number, special arrival times. */
static const guint8 vector_wrap[] = {
  0x8b, 0xcd, 0x00, 0x09, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x10, 0x00,
  0xff, 0xfe, 0x00, 0x04, 0x82, 0x00, 0x9f, 0xfe, 0xdf, 0xff, 0x80, 0x01,
  0x00, 0x00, 0x20, 0x00, 0x00, 0x07, 0x00, 0x01, 0xa0, 0x00, 0x00, 0x00,
  0x00, 0x01, 0x00, 0x80
};

/* An empty block, extreme values. */
static const guint8 vector_empty[] = {
  0x8b, 0xcd, 0x00, 0x07, 0xca, 0xfe, 0xba, 0xbe, 0x00, 0x00, 0x0a, 0x0a,
  0x12, 0x34, 0x00, 0x00, 0x00, 0x00, 0x0b, 0x0b, 0x00, 0x01, 0x00, 0x02,
  0xbf, 0xfd, 0xa4, 0x00, 0xff, 0xff, 0xff, 0xff
};

typedef struct
{
  RtpCcMetric metrics[MAX_METRICS];
  guint n;
} Metrics;

static Metrics got;
static RtpCcCcfbHeader header;

static void
collect (const RtpCcMetric * metric, void *user)
{
  Metrics *m = user;

  fail_unless (m->n < MAX_METRICS);
  m->metrics[m->n++] = *metric;
}

static RtpCcRtcpResult
parse_as (const guint8 * data, gsize size, RtpCcNumReports num_reports)
{
  guint8 *copy = g_memdup (data, size); /* so that overreads are seen */
  RtpCcRtcpResult result;

  got.n = 0;
  memset (&header, 0, sizeof (header));
  result = rtp_cc_ccfb_parse (copy, size, num_reports, &header, collect, &got);
  if (result != RTP_CC_RTCP_OK)
    fail_unless_equals_int (got.n, 0);
  g_free (copy);
  return result;
}

static RtpCcRtcpResult
parse (const guint8 * data, gsize size)
{
  return parse_as (data, size, RTP_CC_NUM_REPORTS_COUNT);
}

static RtpCcMetric
metric (gboolean received, RtpCcEcn ecn, gint64 age)
{
  RtpCcMetric m = { 0 };

  m.received = received;
  m.ecn = ecn;
  m.age = age;
  return m;
}

static gint64
ato_age (gint64 ato)
{
  return (ato * GST_SECOND + 1023) / 1024;
}

static void
check_metric (guint i, guint32 ssrc, guint16 seq, gboolean received,
    RtpCcEcn ecn, gint64 age)
{
  const RtpCcMetric *m = &got.metrics[i];

  fail_unless (i < got.n);
  fail_unless_equals_int_hex (m->ssrc, ssrc);
  fail_unless_equals_int (m->seq, seq);
  fail_unless_equals_int (m->received, received);
  fail_unless_equals_int (m->ecn, ecn);
  fail_unless_equals_int64 (m->age, age);
}

static void
check_written (const guint8 * expected, gsize size, guint32 sender_ssrc,
    const RtpCcCcfbBlock * blocks, guint n_blocks, guint32 timestamp)
{
  guint8 *data = g_malloc (size);

  fail_unless_equals_int (rtp_cc_ccfb_size (blocks, n_blocks), size);
  fail_unless_equals_int (rtp_cc_ccfb_write (data, size, sender_ssrc, blocks,
          n_blocks, timestamp, RTP_CC_NUM_REPORTS_COUNT), size);
  fail_unless (memcmp (data, expected, size) == 0);
  fail_unless_equals_int (rtp_cc_ccfb_write (data, size - 1, sender_ssrc,
          blocks, n_blocks, timestamp, RTP_CC_NUM_REPORTS_COUNT), 0);
  g_free (data);
}

GST_START_TEST (test_rfc8888_vector_loss)
{
  RtpCcMetric m[3];
  RtpCcCcfbBlock block = { 0xaabbccdd, 1000, 3, m };

  fail_unless_equals_int (parse (vector_loss, sizeof (vector_loss)),
      RTP_CC_RTCP_OK);
  fail_unless_equals_int_hex (header.sender_ssrc, 0x11223344);
  fail_unless_equals_int_hex (header.timestamp, 0x23458000);
  fail_unless_equals_int (header.num_reports, RTP_CC_NUM_REPORTS_COUNT);
  fail_unless_equals_int (got.n, 3);
  check_metric (0, 0xaabbccdd, 1000, TRUE, RTP_CC_ECN_ECT_1, ato_age (20));
  check_metric (1, 0xaabbccdd, 1001, FALSE, RTP_CC_ECN_NOT_ECT, -1);
  check_metric (2, 0xaabbccdd, 1002, TRUE, RTP_CC_ECN_CE, ato_age (5));

  /* 20/1024 s, and just under 6/1024 s: rounded down. */
  m[0] = metric (TRUE, RTP_CC_ECN_ECT_1, 19531250);
  m[1] = metric (FALSE, RTP_CC_ECN_CE, 77);
  m[2] = metric (TRUE, RTP_CC_ECN_CE, 5859374);
  check_written (vector_loss, sizeof (vector_loss), 0x11223344, &block, 1,
      0x23458000);
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_vector_wrap)
{
  RtpCcMetric m[5];
  RtpCcCcfbBlock blocks[2] = {
    {0x1000, 65534, 4, m}, {0x2000, 7, 1, m + 4}
  };

  fail_unless_equals_int (parse (vector_wrap, sizeof (vector_wrap)),
      RTP_CC_RTCP_OK);
  fail_unless_equals_int_hex (header.timestamp, 0x00010080);
  fail_unless_equals_int (got.n, 5);
  check_metric (0, 0x1000, 65534, TRUE, RTP_CC_ECN_NOT_ECT, GST_SECOND / 2);
  check_metric (1, 0x1000, 65535, TRUE, RTP_CC_ECN_NOT_ECT, -1);
  check_metric (2, 0x1000, 0, TRUE, RTP_CC_ECN_ECT_0, -1);
  check_metric (3, 0x1000, 1, TRUE, RTP_CC_ECN_NOT_ECT, ato_age (1));
  check_metric (4, 0x2000, 7, TRUE, RTP_CC_ECN_ECT_1, 0);

  m[0] = metric (TRUE, RTP_CC_ECN_NOT_ECT, GST_SECOND / 2);
  m[1] = metric (TRUE, RTP_CC_ECN_NOT_ECT, 9 * GST_SECOND);
  m[2] = metric (TRUE, RTP_CC_ECN_ECT_0, -1);
  m[3] = metric (TRUE, RTP_CC_ECN_NOT_ECT, ato_age (1));
  m[4] = metric (TRUE, RTP_CC_ECN_ECT_1, 0);
  check_written (vector_wrap, sizeof (vector_wrap), 1, blocks, 2, 0x00010080);
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_vector_empty_block)
{
  RtpCcMetric m[2];
  RtpCcCcfbBlock blocks[2] = {
    {0x0a0a, 0x1234, 0, NULL}, {0x0b0b, 1, 2, m}
  };

  fail_unless_equals_int (parse (vector_empty, sizeof (vector_empty)),
      RTP_CC_RTCP_OK);
  fail_unless_equals_int (got.n, 2);
  check_metric (0, 0x0b0b, 1, TRUE, RTP_CC_ECN_ECT_1, ato_age (8189));
  check_metric (1, 0x0b0b, 2, TRUE, RTP_CC_ECN_ECT_1, GST_SECOND);

  m[0] = metric (TRUE, RTP_CC_ECN_ECT_1, ato_age (8189));
  m[1] = metric (TRUE, RTP_CC_ECN_ECT_1, GST_SECOND);
  check_written (vector_empty, sizeof (vector_empty), 0xcafebabe, blocks, 2,
      0xffffffff);
}

GST_END_TEST;

/* libwebrtc refuses an empty block at the end; nothing in the RFC does. */
GST_START_TEST (test_rfc8888_empty_blocks_anywhere)
{
  RtpCcMetric m[3];
  RtpCcCcfbBlock blocks[5] = {
    {1, 10, 0, NULL}, {2, 20, 3, m}, {3, 30, 0, NULL}, {2, 40, 1, m},
    {4, 50, 0, NULL}
  };
  guint8 data[100];
  gsize size;

  for (guint i = 0; i < 3; i++)
    m[i] = metric (TRUE, RTP_CC_ECN_ECT_0, 0);
  size = rtp_cc_ccfb_write (data, sizeof (data), 9, blocks, 5, 77,
      RTP_CC_NUM_REPORTS_COUNT);
  fail_unless (size > 0);
  fail_unless_equals_int (parse (data, size), RTP_CC_RTCP_OK);
  fail_unless_equals_int (header.num_reports, RTP_CC_NUM_REPORTS_COUNT);
  fail_unless_equals_int (got.n, 4);
  check_metric (2, 2, 22, TRUE, RTP_CC_ECN_ECT_0, 0);
  check_metric (3, 2, 40, TRUE, RTP_CC_ECN_ECT_0, 0);

  /* Nothing but the timestamp. */
  size = rtp_cc_ccfb_write (data, sizeof (data), 9, NULL, 0, 77,
      RTP_CC_NUM_REPORTS_COUNT);
  fail_unless_equals_int (size, 12);
  fail_unless_equals_int (parse (data, size), RTP_CC_RTCP_OK);
  fail_unless_equals_int (got.n, 0);
  fail_unless_equals_int (header.timestamp, 77);
}

GST_END_TEST;

/* Each offset that is exact comes back as it was; the rest is no arrival. */
GST_START_TEST (test_rfc8888_ato_all_values)
{
  guint8 data[sizeof (vector_loss)];
  RtpCcMetric m[3];
  RtpCcCcfbBlock block = { 1, 1, 3, m };

  memcpy (data, vector_loss, sizeof (data));
  for (guint ato = 0; ato <= 0x1fff; ato++) {
    guint8 again[sizeof (vector_loss)];

    data[16] = 0x80 | ato >> 8;
    data[17] = ato;
    fail_unless_equals_int (parse (data, sizeof (data)), RTP_CC_RTCP_OK);
    fail_unless_equals_int64 (got.metrics[0].age,
        ato <= 0x1ffd ? ato_age (ato) : -1);
    for (guint i = 0; i < 3; i++)
      m[i] = got.metrics[i];
    fail_unless_equals_int (rtp_cc_ccfb_write (again, sizeof (again), 1,
            &block, 1, 1, RTP_CC_NUM_REPORTS_COUNT), sizeof (again));
    fail_unless_equals_int (again[16] << 8 | again[17],
        ato <= 0x1ffd ? 0x8000 | ato : 0x9fff);
  }
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_ato_extreme_ages)
{
  static const struct
  {
    gint64 age;
    guint16 word;
  } table[] = {
    {G_MININT64, 0x9fff}, {-1, 0x9fff}, {0, 0x8000}, {976562, 0x8000},
    {976563, 0x8001}, {G_GINT64_CONSTANT (7998046874), 0x9ffd},
    {G_GINT64_CONSTANT (7998046876), 0x9ffe}, {8 * GST_SECOND, 0x9ffe},
    {G_MAXINT64, 0x9ffe}
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    RtpCcMetric m = metric (TRUE, RTP_CC_ECN_NOT_ECT, table[i].age);
    RtpCcCcfbBlock block = { 1, 1, 1, &m };
    guint8 data[24];

    fail_unless_equals_int (rtp_cc_ccfb_write (data, sizeof (data), 1, &block,
            1, 1, RTP_CC_NUM_REPORTS_COUNT), sizeof (data));
    fail_unless_equals_int_hex (data[16] << 8 | data[17], table[i].word);
  }
}

GST_END_TEST;

/* All combinations of the two readings at both ends, one to three blocks of
 * one to five reports, the last of each received as peers do. */
GST_START_TEST (test_rfc8888_num_reports_readings)
{
  RtpCcMetric m[5];
  guint n[3];

  for (guint i = 0; i < 5; i++)
    m[i] = metric (TRUE, RTP_CC_ECN_NOT_ECT, 0);

  for (guint k = 0; k < 3 * 5 * 5 * 5 * 4; k++) {
    RtpCcNumReports written = k & 1, remembered = k >> 1 & 1;
    guint n_blocks = 1 + k / 4 % 3;
    RtpCcCcfbBlock blocks[3];
    guint8 data[100];
    guint total = 0;
    gboolean all_odd = TRUE;
    gsize size;

    n[0] = 1 + k / 12 % 5;
    n[1] = 1 + k / 60 % 5;
    n[2] = 1 + k / 300;
    for (guint i = 0; i < n_blocks; i++) {
      /* Not so small that it could be a begin_seq and a num_reports. */
      blocks[i].ssrc = 0x12345678 + i;
      blocks[i].begin_seq = 65534;
      blocks[i].num_reports = n[i];
      blocks[i].metrics = m;
      total += n[i];
      all_odd &= n[i] & 1;
    }
    size = rtp_cc_ccfb_write (data, sizeof (data), 5, blocks, n_blocks, 7,
        written);
    fail_unless (size > 0);
    fail_unless_equals_int (parse_as (data, size, remembered), RTP_CC_RTCP_OK);

    if (written == RTP_CC_NUM_REPORTS_COUNT && all_odd
        && remembered == RTP_CC_NUM_REPORTS_LAST) {
      /* Nothing tells: padding is taken for a packet not received. */
      fail_unless_equals_int (header.num_reports, remembered);
      fail_unless_equals_int (got.n, total + n_blocks);
      fail_unless (!got.metrics[n[0]].received);
    } else {
      fail_unless_equals_int (header.num_reports, written);
      fail_unless_equals_int (got.n, total);
    }
  }
}

GST_END_TEST;

/* A peer that walks through a gap ends its blocks with lost packets. */
GST_START_TEST (test_rfc8888_num_reports_undecided)
{
  RtpCcMetric m[4];
  RtpCcCcfbBlock block = { 1, 100, 4, m };
  guint8 data[32];
  gsize size;

  for (guint i = 0; i < 4; i++)
    m[i] = metric (i == 0, RTP_CC_ECN_NOT_ECT, 0);
  size = rtp_cc_ccfb_write (data, sizeof (data), 5, &block, 1, 7,
      RTP_CC_NUM_REPORTS_LAST);
  fail_unless_equals_int (parse_as (data, size, RTP_CC_NUM_REPORTS_LAST),
      RTP_CC_RTCP_OK);
  fail_unless_equals_int (got.n, 4);
  fail_unless_equals_int (header.num_reports, RTP_CC_NUM_REPORTS_LAST);
  fail_unless_equals_int (parse (data, size), RTP_CC_RTCP_OK);
  fail_unless_equals_int (got.n, 3);
  fail_unless_equals_int (header.num_reports, RTP_CC_NUM_REPORTS_COUNT);
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_writer_limits)
{
  RtpCcMetric *m = g_new0 (RtpCcMetric, 16385);
  RtpCcCcfbBlock blocks[9];
  gsize size = 12 + 9 * (8 + 2 * 16384);
  guint8 *data = g_malloc (size);

  for (guint i = 0; i < 9; i++) {
    blocks[i].ssrc = i;
    blocks[i].begin_seq = 60000;
    blocks[i].num_reports = 16384;
    blocks[i].metrics = m;
  }
  /* One block; then as many as the length field, 16 bits, can say. */
  fail_unless_equals_int (rtp_cc_ccfb_write (data, size, 1, blocks, 1, 1,
          RTP_CC_NUM_REPORTS_COUNT), 12 + 8 + 2 * 16384);
  fail_unless_equals_int (parse (data, 12 + 8 + 2 * 16384), RTP_CC_RTCP_OK);
  fail_unless_equals_int (got.n, 16384);
  fail_unless (rtp_cc_ccfb_write (data, size, 1, blocks, 7, 1,
          RTP_CC_NUM_REPORTS_COUNT) > 0);
  fail_unless_equals_int (rtp_cc_ccfb_write (data, size, 1, blocks, 8, 1,
          RTP_CC_NUM_REPORTS_COUNT), 0);

  blocks[0].num_reports = 16385;
  fail_unless_equals_int (rtp_cc_ccfb_write (data, size, 1, blocks, 1, 1,
          RTP_CC_NUM_REPORTS_COUNT), 0);
  blocks[0].num_reports = 0;
  fail_unless_equals_int (rtp_cc_ccfb_write (data, size, 1, blocks, 1, 1,
          RTP_CC_NUM_REPORTS_LAST), 0);
  g_free (data);
  g_free (m);
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_too_many_reports)
{
  gsize size = 12 + 8 + 2 * 16386;
  guint8 *data = g_malloc0 (size);

  memcpy (data, vector_loss, 16);
  data[2] = (size / 4 - 1) >> 8;
  data[3] = (size / 4 - 1) & 0xff;
  GST_WRITE_UINT16_BE (data + 14, 16385);
  fail_unless_equals_int (parse (data, size), RTP_CC_RTCP_BAD_BLOCK);
  GST_WRITE_UINT16_BE (data + 14, 16386);
  fail_unless_equals_int (parse (data, size), RTP_CC_RTCP_BAD_BLOCK);
  g_free (data);
}

GST_END_TEST;

/* Cut at each length, with the length field as it was and made to fit. */
GST_START_TEST (test_rfc8888_truncated_everywhere)
{
  static const struct
  {
    const guint8 *data;
    gsize size;
  } vectors[] = {
    {vector_loss, sizeof (vector_loss)}, {vector_wrap, sizeof (vector_wrap)},
    {vector_empty, sizeof (vector_empty)}
  };

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++) {
    for (gsize size = 0; size < vectors[i].size; size++) {
      RtpCcRtcpResult expected =
          size < 4 ? RTP_CC_RTCP_TOO_SHORT : RTP_CC_RTCP_BAD_LENGTH;
      guint8 data[64];

      fail_unless_equals_int (parse (vectors[i].data, size), expected);
      if (size < 4 || size % 4 != 0)
        continue;
      memcpy (data, vectors[i].data, size);
      data[3] = size / 4 - 1;
      if (size < 12) {
        fail_unless_equals_int (parse (data, size), RTP_CC_RTCP_TOO_SHORT);
      } else if (size > 12 && i == 0) {
        fail_unless_equals_int (parse (data, size), RTP_CC_RTCP_BAD_BLOCK);
      } else {
        parse (data, size);
      }
    }
  }
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_wrong_lengths)
{
  guint8 data[sizeof (vector_wrap) + 4];
  gsize packet_size = 0;

  memcpy (data, vector_wrap, sizeof (vector_wrap));
  memset (data + sizeof (vector_wrap), 0, 4);
  fail_unless_equals_int (parse (data, sizeof (data)), RTP_CC_RTCP_BAD_LENGTH);
  fail_unless_equals_int (rtp_cc_rtcp_next (data, sizeof (data), &packet_size),
      RTP_CC_RTCP_OK);
  fail_unless_equals_int (packet_size, sizeof (vector_wrap));

  for (guint length = 0; length < 0x10000; length++) {
    if (length == sizeof (vector_wrap) / 4 - 1)
      continue;
    GST_WRITE_UINT16_BE (data + 2, length);
    if (parse (data, sizeof (vector_wrap)) != RTP_CC_RTCP_BAD_LENGTH)
      fail ("a length of %u was taken", length);
  }

  /* The field of the first block. */
  memcpy (data, vector_wrap, sizeof (vector_wrap));
  for (guint n = 0; n < 0x10000; n++) {
    if (n == 4)
      continue;
    GST_WRITE_UINT16_BE (data + 14, n);
    if (parse (data, sizeof (vector_wrap)) == RTP_CC_RTCP_OK)
      fail_unless (n < 16, "num_reports %u was taken", n);
  }
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_not_ours)
{
  guint8 data[sizeof (vector_loss)];
  gsize packet_size;

  memcpy (data, vector_loss, sizeof (data));
  data[0] = 0x81;               /* generic NACK with the stream's SSRC */
  fail_unless_equals_int (parse (data, sizeof (data)), RTP_CC_RTCP_OTHER_KIND);
  fail_unless (!rtp_cc_ccfb_is (data, sizeof (data)));
  data[0] = 0x8b;
  data[1] = 206;
  fail_unless_equals_int (parse (data, sizeof (data)), RTP_CC_RTCP_OTHER_KIND);
  data[1] = 205;
  fail_unless (rtp_cc_ccfb_is (data, sizeof (data)));
  fail_unless (!rtp_cc_ccfb_is (data, 3));
  for (guint v = 0; v < 4; v++) {
    data[0] = v << 6 | 11;
    fail_unless_equals_int (parse (data, sizeof (data)),
        v == 2 ? RTP_CC_RTCP_OK : RTP_CC_RTCP_BAD_VERSION);
    fail_unless_equals_int (rtp_cc_rtcp_next (data, sizeof (data),
            &packet_size), v == 2 ? RTP_CC_RTCP_OK : RTP_CC_RTCP_BAD_VERSION);
  }
  /* Keep-alive of a peer. */
  fail_unless_equals_int (parse (data, 1), RTP_CC_RTCP_TOO_SHORT);
  fail_unless_equals_int (rtp_cc_rtcp_next (data, 1, &packet_size),
      RTP_CC_RTCP_TOO_SHORT);
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_padding)
{
  guint8 data[sizeof (vector_loss) + 8] = { 0, };

  memcpy (data, vector_loss, sizeof (vector_loss));
  data[0] |= 0x20;
  data[3] += 2;
  for (guint padding = 0; padding < 256; padding++) {
    data[sizeof (data) - 1] = padding;
    if (padding == 8) {
      fail_unless_equals_int (parse (data, sizeof (data)), RTP_CC_RTCP_OK);
      fail_unless_equals_int (got.n, 3);
      fail_unless_equals_int_hex (header.timestamp, 0x23458000);
    } else if (padding == 0 || padding % 4 != 0 || padding > sizeof (data) - 12) {
      fail_unless_equals_int (parse (data, sizeof (data)),
          RTP_CC_RTCP_BAD_PADDING);
    } else if (padding == sizeof (data) - 12) {
      /* Nothing is left but what each one has. */
      fail_unless_equals_int (parse (data, sizeof (data)), RTP_CC_RTCP_OK);
      fail_unless_equals_int (got.n, 0);
    } else if (padding < 24) {
      fail_unless_equals_int (parse (data, sizeof (data)),
          RTP_CC_RTCP_BAD_BLOCK);
    }
  }
}

GST_END_TEST;

GST_START_TEST (test_rfc8888_result_names)
{
  for (guint i = 0; i < RTP_CC_RTCP_N_RESULTS; i++) {
    for (guint k = 0; k < i; k++) {
      fail_if (strcmp (rtp_cc_rtcp_result_name (i),
              rtp_cc_rtcp_result_name (k)) == 0);
    }
  }
  fail_unless_equals_string (rtp_cc_rtcp_result_name (RTP_CC_RTCP_N_RESULTS),
      "unknown");
}

GST_END_TEST;

static Suite *
rfc8888_suite (void)
{
  Suite *s = suite_create ("rfc8888");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rfc8888_vector_loss);
  tcase_add_test (tc, test_rfc8888_vector_wrap);
  tcase_add_test (tc, test_rfc8888_vector_empty_block);
  tcase_add_test (tc, test_rfc8888_empty_blocks_anywhere);
  tcase_add_test (tc, test_rfc8888_ato_all_values);
  tcase_add_test (tc, test_rfc8888_ato_extreme_ages);
  tcase_add_test (tc, test_rfc8888_num_reports_readings);
  tcase_add_test (tc, test_rfc8888_num_reports_undecided);
  tcase_add_test (tc, test_rfc8888_writer_limits);
  tcase_add_test (tc, test_rfc8888_too_many_reports);
  tcase_add_test (tc, test_rfc8888_truncated_everywhere);
  tcase_add_test (tc, test_rfc8888_wrong_lengths);
  tcase_add_test (tc, test_rfc8888_not_ours);
  tcase_add_test (tc, test_rfc8888_padding);
  tcase_add_test (tc, test_rfc8888_result_names);

  return s;
}

GST_CHECK_MAIN (rfc8888);

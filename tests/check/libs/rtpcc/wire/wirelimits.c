/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The largest and the smallest that formats on the wire hold; all bytes are in memory
 * of just their size, so that a sanitizer sees what is read beside them. */
#include <string.h>
#include <gst/check/gstcheck.h>
#include <gst/rtpcc/wire/rtpcc-fir.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

/* RFC 3550 section 6.4.1: the length, in words less one, has 16 bits. */
#define RTCP_MAX (4 * 65536)
#define BLOCKS 8

/* ---- RFC 8888 ---- */

typedef struct
{
  RtpCcCcfbBlock blocks[BLOCKS];
  guint n;
} Blocks;

static Blocks seen;

static void
note_block (const RtpCcCcfbBlock * block, void *user)
{
  fail_unless (seen.n < BLOCKS);
  seen.blocks[seen.n++] = *block;
}

static gsize
write_blocks (guint8 ** data, const guint16 * lengths, guint n_blocks,
    RtpCcNumReports num_reports)
{
  RtpCcMetric *metrics = g_new0 (RtpCcMetric, 16384);
  RtpCcCcfbBlock blocks[BLOCKS] = { {0} };
  gsize size;

  for (guint i = 0; i < 16384; i++) {
    metrics[i].received = TRUE;
    metrics[i].age = 0;
  }
  for (guint i = 0; i < n_blocks; i++) {
    blocks[i].ssrc = 0x1000 + i;
    blocks[i].begin_seq = (guint16) (65530 + 100 * i);
    blocks[i].num_reports = lengths[i];
    blocks[i].metrics = metrics;
  }
  size = rtp_cc_ccfb_size (blocks, n_blocks);
  *data = g_malloc (size);
  size = rtp_cc_ccfb_write (*data, size, 1, blocks, n_blocks, 1, num_reports);
  g_free (metrics);
  return size;
}

/* Seven blocks of 16384 reports, which is the most, and one of what is left. */
GST_START_TEST (test_rfc8888_longest_packet)
{
  static const guint16 last[] = { 16344, 16346, 16347, 16348 };
  guint16 lengths[BLOCKS];
  RtpCcCcfbHeader header;
  guint8 *data;
  gsize size;

  for (guint i = 0; i < BLOCKS; i++)
    lengths[i] = 16384;
  lengths[BLOCKS - 1] = last[__i__];
  size = write_blocks (&data, lengths, BLOCKS, RTP_CC_NUM_REPORTS_COUNT);
  if (last[__i__] > 16346) {
    fail_unless_equals_uint64 (size, 0);
    g_free (data);
    return;
  }
  fail_unless_equals_uint64 (size, RTCP_MAX - (last[__i__] < 16346 ? 4 : 0));
  fail_unless_equals_int (rtp_cc_ccfb_parse (data, size,
          RTP_CC_NUM_REPORTS_COUNT, &header, NULL, NULL), RTP_CC_RTCP_OK);
  seen.n = 0;
  rtp_cc_ccfb_read_blocks (data, &header, note_block, NULL);
  fail_unless_equals_int (seen.n, BLOCKS);
  g_free (data);
}

GST_END_TEST;

/* Who looks at the blocks before the reports sees each, with odd numbers of reports
 * and even ones, in either reading. */
GST_START_TEST (test_rfc8888_all_blocks)
{
  static const guint16 lengths[] = { 1, 2, 3, 16384, 4, 1 };
  RtpCcNumReports reading = __i__ ? RTP_CC_NUM_REPORTS_LAST
      : RTP_CC_NUM_REPORTS_COUNT;
  RtpCcCcfbHeader header;

  for (guint n = 0; n <= G_N_ELEMENTS (lengths); n++) {
    guint8 *data;
    gsize size = write_blocks (&data, lengths, n, reading);

    fail_unless_equals_int (rtp_cc_ccfb_parse (data, size, reading, &header,
            NULL, NULL), RTP_CC_RTCP_OK);
    seen.n = 0;
    rtp_cc_ccfb_read_blocks (data, &header, note_block, NULL);
    fail_unless_equals_int (seen.n, n);
    for (guint i = 0; i < n && header.num_reports == reading; i++) {
      fail_unless_equals_int (seen.blocks[i].ssrc, 0x1000 + i);
      fail_unless_equals_int (seen.blocks[i].begin_seq,
          (guint16) (65530 + 100 * i));
      fail_unless_equals_int (seen.blocks[i].num_reports, lengths[i]);
    }
    g_free (data);
  }
}

GST_END_TEST;

/* ---- REMB ---- */

GST_START_TEST (test_remb_any_number_of_ssrcs)
{
  static const gsize numbers[] = { 0, 1, 2, 254, 255 };
  gsize size = 20 + 4 * numbers[__i__];
  guint8 *data = g_malloc (size);
  RtpCcRemb *remb = g_new0 (RtpCcRemb, 1), *read = g_new0 (RtpCcRemb, 1);

  remb->sender_ssrc = 77;
  remb->bitrate = 250000;
  remb->n_ssrcs = numbers[__i__];
  for (gsize i = 0; i < remb->n_ssrcs; i++)
    remb->ssrcs[i] = 1000 + (guint32) i;
  fail_unless_equals_uint64 (rtp_cc_remb_write (data, size, remb), size);
  fail_unless_equals_int (rtp_cc_remb_parse (data, size, read), RTP_CC_RTCP_OK);
  fail_unless (memcmp (remb, read, sizeof (*remb)) == 0);
  /* One more does not fit into 8 bits. */
  remb->n_ssrcs = 256;
  fail_unless_equals_uint64 (rtp_cc_remb_write (data, size, remb), 0);
  g_free (read);
  g_free (remb);
  g_free (data);
}

GST_END_TEST;

/* ---- FIR ---- */

/* As many pairs as are kept, one less, one more: a pair that is kept repeats itself, and
 * the oldest makes room. */
GST_START_TEST (test_fir_table)
{
  guint n = RTP_CC_FIR_PAIRS - 1 + (guint) __i__;
  RtpCcFirs firs;

  memset (&firs, 0, sizeof (firs));
  for (guint i = 0; i < n; i++) {
    RtpCcFir fir = { 1 + i, 100 + i, 5 };

    fail_if (rtp_cc_firs_repeats (&firs, &fir));
  }
  /* From the newest on, since one that is not known any more pushes out another. */
  for (guint i = n; i-- > 0;) {
    RtpCcFir fir = { 1 + i, 100 + i, 5 };

    fail_unless_equals_int (rtp_cc_firs_repeats (&firs, &fir),
        i + RTP_CC_FIR_PAIRS >= n);
  }
}

GST_END_TEST;

static Suite *
wirelimits_suite (void)
{
  Suite *s = suite_create ("wirelimits");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_rfc8888_longest_packet, 0, 4);
  tcase_add_loop_test (tc, test_rfc8888_all_blocks, 0, 2);
  tcase_add_loop_test (tc, test_remb_any_number_of_ssrcs, 0, 5);
  tcase_add_loop_test (tc, test_fir_table, 0, 4);
  return s;
}

GST_CHECK_MAIN (wirelimits);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* FEC by a block code: any packets of a block that are as many as it has are enough, what a
 * stranger sends does no harm, and few frames stay broken for what it costs. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/repair/gstscreamrepairpolicy.h"
#include "plugins/scream/fec/gstscreamfecblock.h"
#include "plugins/scream/repair/rules/gstscreamrepairbursts.h"
#include "plugins/scream/fec/gstscreamfecrecovery.h"
#include "plugins/scream/fec/gstscreamfecrows.h"

#define SSRC 0x11223344
#define MAX_PACKET 1212
#define ROW (GST_SCREAM_FEC_BLOCK_HEADER + MAX_PACKET)

static GRand *rnd;

/* A packet of RTP with a payload of its own. */
static gsize
make_packet (guint8 * rtp, guint16 seq, gboolean is_last)
{
  gsize size = 13 + (seq * 271u) % 1200, i;

  rtp[0] = 0x80;
  rtp[1] = 96 | (is_last ? 0x80 : 0);
  GST_WRITE_UINT16_BE (rtp + 2, seq);
  GST_WRITE_UINT32_BE (rtp + 4, seq * 3000u);
  GST_WRITE_UINT32_BE (rtp + 8, SSRC);
  for (i = 12; i < size; i++)
    rtp[i] = (guint8) (seq * 31 + i * 7);
  return size;
}

/* The payload of a packet of FEC. */
static void
make_row (guint8 * to, guint16 first, guint packets, guint8 row)
{
  GstScreamFecBlockHeader header = { SSRC, first, packets, row };
  guint8 rtp[MAX_PACKET], symbol[MAX_PACKET];
  guint i;

  memset (to, 0, ROW);
  gst_scream_fec_block_write (&header, to);
  for (i = 0; i < packets; i++) {
    gsize size = make_packet (rtp, first + i, i == packets - 1);

    gst_scream_fec_symbol_write (rtp, size, symbol);
    gst_scream_fec_block_add (to + GST_SCREAM_FEC_BLOCK_HEADER, row, i,
        symbol, gst_scream_fec_symbol_size (rtp, size));
  }
}

static void
note (GstScreamFecRecovery * recovery, guint16 seq, gboolean is_last)
{
  guint8 rtp[MAX_PACKET];

  gst_scream_fec_recovery_note (recovery, rtp, make_packet (rtp, seq, is_last));
}

static gboolean
take (GstScreamFecRecovery * recovery, guint16 first, guint packets, guint8 row)
{
  guint8 payload[ROW];

  make_row (payload, first, packets, row);
  return gst_scream_fec_recovery_take (recovery, payload, ROW);
}

/* All that is made is what was sent. */
static guint
count_made (GstScreamFecRecovery * recovery, guint16 last)
{
  guint8 rtp[MAX_PACKET];
  GstBuffer *buffer;
  guint n = 0;

  for (; (buffer = gst_scream_fec_recovery_next (recovery)) != NULL; n++) {
    guint8 seq[2];
    gsize size;

    gst_buffer_extract (buffer, 2, seq, 2);
    size = make_packet (rtp, GST_READ_UINT16_BE (seq),
        GST_READ_UINT16_BE (seq) == last);
    fail_unless_equals_uint64 (gst_buffer_get_size (buffer), size);
    fail_unless (gst_buffer_memcmp (buffer, 0, rtp, size) == 0);
    gst_buffer_unref (buffer);
  }
  return n;
}

GST_START_TEST (test_field)
{
  guint a, b;

  /* RFC 5510 section 8.1: x^8 is x^4 + x^3 + x^2 + 1. */
  fail_unless_equals_int (gst_scream_fec_field_multiply (0x80, 2), 0x1d);
  for (a = 1; a < 256; a++) {
    fail_unless_equals_int (gst_scream_fec_field_multiply (a,
            gst_scream_fec_field_invert (a)), 1);
    for (b = 0; b < 256; b++) {
      guint8 byte = b, sum = 0x55;

      gst_scream_fec_field_add (&sum, &byte, 1, a);
      gst_scream_fec_field_scale (&byte, 1, a);
      fail_unless_equals_int (byte, gst_scream_fec_field_multiply (a, b));
      fail_unless_equals_int (sum, 0x55 ^ byte);
    }
  }
}

GST_END_TEST;

static void
lose_and_make (guint packets, guint rows, guint16 base)
{
  GstScreamFecRecovery *recovery = gst_scream_fec_recovery_new (SSRC);
  guint lost = 0, came = 0, i;

  note (recovery, base - 1, TRUE);
  for (i = 0; i < packets; i++) {
    gboolean gone = lost < rows && g_rand_boolean (rnd);

    lost += gone;
    if (!gone)
      note (recovery, base + i, i == packets - 1);
  }
  for (i = rows; i > 0 && came < lost; i--, came++) {
    fail_unless_equals_int (count_made (recovery, base + packets - 1), 0);
    fail_unless (take (recovery, base, packets, i - 1));
  }
  fail_unless_equals_int (count_made (recovery, base + packets - 1), lost);
  gst_scream_fec_recovery_free (recovery);
}

/* Whichever are lost, of whichever kind, in whichever order. */
GST_START_TEST (test_as_many_as_packets_suffice)
{
  guint i;

  for (i = 0; i < 100; i++) {
    guint packets = 1 + i % GST_SCREAM_FEC_BLOCK_PACKETS;

    lose_and_make (packets, 1 + (i * 7) % packets, 65500 + i * 131);
  }
}

GST_END_TEST;

GST_START_TEST (test_media_after_the_rows)
{
  GstScreamFecRecovery *recovery = gst_scream_fec_recovery_new (SSRC);

  fail_unless (take (recovery, 10, 3, 0));
  note (recovery, 9, TRUE);
  fail_unless (take (recovery, 10, 3, 0));
  note (recovery, 12, TRUE);
  fail_unless_equals_int (count_made (recovery, 12), 0);
  note (recovery, 10, FALSE);
  fail_unless_equals_int (count_made (recovery, 12), 1);
  /* It is done. */
  fail_unless (take (recovery, 10, 3, 1));
  fail_unless_equals_int (count_made (recovery, 12), 0);
  gst_scream_fec_recovery_free (recovery);
}

GST_END_TEST;

GST_START_TEST (test_refuses_what_is_none)
{
  GstScreamFecRecovery *recovery = gst_scream_fec_recovery_new (SSRC);
  guint8 payload[GST_SCREAM_FEC_BLOCK_HEADER + GST_SCREAM_FEC_SYMBOL_SIZE + 1] =
      { 0, };

  note (recovery, 9, TRUE);
  fail_if (take (recovery, 9 + 256, 3, 0));
  fail_if (take (recovery, 9 - 256, 3, 0));
  make_row (payload, 10, 3, 0);
  fail_if (gst_scream_fec_recovery_take (recovery, payload, 16));
  fail_if (gst_scream_fec_recovery_take (recovery, payload, sizeof (payload)));
  fail_unless (gst_scream_fec_recovery_take (recovery, payload, ROW));
  /* Again, and with another size. */
  fail_if (gst_scream_fec_recovery_take (recovery, payload, ROW));
  payload[7] = 1;
  fail_if (gst_scream_fec_recovery_take (recovery, payload, ROW - 1));
  payload[7] = GST_SCREAM_FEC_BLOCK_ROWS;
  fail_if (gst_scream_fec_recovery_take (recovery, payload, ROW));
  payload[7] = 1;
  payload[6] = GST_SCREAM_FEC_BLOCK_PACKETS + 1;
  fail_if (gst_scream_fec_recovery_take (recovery, payload, ROW));
  payload[6] = 0;
  fail_if (gst_scream_fec_recovery_take (recovery, payload, ROW));
  gst_scream_fec_recovery_free (recovery);
}

GST_END_TEST;

/* The end of a frame is a header alone. */
GST_START_TEST (test_end_of_a_frame)
{
  GstScreamFecBlockHeader header = { SSRC, 65534, 200, 0 }, read;
  guint8 payload[9];

  gst_scream_fec_block_write (&header, payload);
  fail_unless (gst_scream_fec_block_read_end (&read, payload, 8));
  fail_unless_equals_uint64 (read.ssrc, SSRC);
  fail_unless_equals_int (read.first, 65534);
  fail_unless_equals_int (read.packets, 200);
  fail_if (gst_scream_fec_block_read (&read, payload, 8));
  fail_if (gst_scream_fec_block_read_end (&read, payload, 7));
  fail_if (gst_scream_fec_block_read_end (&read, payload, 9));
  payload[7] = 1;
  fail_if (gst_scream_fec_block_read_end (&read, payload, 8));
  payload[7] = payload[6] = 0;
  fail_if (gst_scream_fec_block_read_end (&read, payload, 8));
}

GST_END_TEST;

/* A symbol is a packet only if its length, its version and its list of sources can be true:
 * those behind it read as much as it says. */
GST_START_TEST (test_symbols_that_are_no_packets)
{
  static const struct
  {
    guint8 rest, first;
    gsize size;                 /* of the packet; 0: there is none */
  } symbols[] = {
    {20, 0x80, 32}, {0, 0x80, 12}, {20, 0x85, 32}, {21, 0x80, 0},
    {20, 0x40, 0}, {20, 0xc0, 0}, {20, 0x90, 0}, {20, 0x86, 0}, {0, 0x81, 0},
  };
  guint8 symbol[GST_SCREAM_FEC_SYMBOL_HEADER + 20] = { 0, };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (symbols); i++) {
    symbol[1] = symbols[i].rest;
    symbol[2] = symbols[i].first;
    fail_unless_equals_uint64 (gst_scream_fec_symbol_packet_size (symbol,
            sizeof (symbol)), symbols[i].size);
  }
}

GST_END_TEST;

/* Rows of a stranger make packets that are none, and nothing comes of them; and rows that
 * are shorter than a packet of the block end the block. */
GST_START_TEST (test_rows_of_a_stranger)
{
  GstScreamFecRecovery *recovery = gst_scream_fec_recovery_new (SSRC);
  GstScreamFecBlockHeader header = { SSRC, 20, 2, 0 };
  guint8 payload[ROW];

  memset (payload, 0xff, sizeof (payload));
  gst_scream_fec_block_write (&header, payload);
  note (recovery, 20, FALSE);
  fail_unless (gst_scream_fec_recovery_take (recovery, payload, ROW));
  fail_unless_equals_int (count_made (recovery, 21), 0);
  header.first = 120;
  gst_scream_fec_block_write (&header, payload);
  note (recovery, 121, FALSE);
  fail_unless (gst_scream_fec_recovery_take (recovery, payload, 17));
  fail_unless_equals_int (count_made (recovery, 121), 0);
  gst_scream_fec_recovery_free (recovery);
}

GST_END_TEST;

/* ---- what it costs ---- */

#define MINUTES 15

typedef struct
{
  gdouble loss;
  gdouble burst;                /* packets in a row, the mean; 1: by chance */
  guint packets;                /* of a frame, one less or more */
  gdouble freezes, overhead;    /* at most: a minute, percent */
} Cost;

typedef struct
{
  gdouble freezes, overhead;
} Paid;

/* 15 minutes of 30 frames a second. 2 % of loss at 5 packets a frame is the aim of
 * docs/research/repair.md; one row for each two packets leaves 6 freezes a minute there with an XOR
 * code. Measured, by chance: 0.13 or less for 51 %, 29 %
 * and 44 %; in bursts of 5: 7.7 and 22 for 100 %, 55 and 99 without what is known of them. */
static const Cost costs[] = {
  {0, 1, 5, 0, 0},
  {0.02, 1, 5, 0.2, 55},
  {0.02, 1, 12, 0.2, 35},
  {0.05, 1, 12, 0.3, 60},
  {0.02, 5, 12, 20, 110},
  {0.05, 5, 12, 50, 110},
};

/* Gilbert's model. */
static gboolean
is_lost (const Cost * cost)
{
  static gboolean is_bad;
  gdouble enter = cost->loss / (1 - cost->loss) / cost->burst;

  if (cost->burst <= 1)
    return g_rand_double (rnd) < cost->loss;
  is_bad = g_rand_double (rnd) < (is_bad ? 1 - 1 / cost->burst : enter);
  return is_bad;
}

/* Those of media are asked for. */
static guint
lose (const Cost * cost, guint n, GstScreamRepairBursts * bursts, guint16 seq,
    GstClockTime now)
{
  guint lost = 0, i;

  for (i = 0; i < n; i++) {
    if (!is_lost (cost))
      continue;
    lost++;
    if (bursts != NULL)
      gst_scream_repair_bursts_note (bursts, seq + i, now);
  }
  return lost;
}

static Paid
pay (const Cost * cost, gboolean knows_bursts)
{
  GstScreamRepairBursts bursts = { 0, };
  GstScreamFecRows code = { 0, 1, 0 };
  GstScreamRepairPolicy policy;
  guint64 lost = 0, sent = 0, media = 0;
  guint freezes = 0, i;
  Paid paid;

  gst_scream_repair_policy_init (&policy, GST_SCREAM_REPAIR_FEC, 46);
  for (i = 0; i < MINUTES * 60 * 30; i++) {
    guint packets = g_rand_int_range (rnd, cost->packets - 1,
        cost->packets + 2), rows, lost_media, lost_rows;

    code.loss = gst_scream_repair_policy_get_fec_loss (&policy);
    rows = gst_scream_fec_rows_take (&code, packets, FALSE);
    lost_media = lose (cost, packets, &bursts, media, i * GST_SECOND / 30);
    lost_rows = lose (cost, rows, NULL, 0, 0);
    if (knows_bursts)
      code.burst = gst_scream_repair_bursts_get_length (&bursts);
    /* What is known of the path comes first. */
    freezes += i > 300 && lost_media > rows - lost_rows;
    media += packets;
    sent += packets + rows;
    lost += lost_media + lost_rows;
    gst_scream_repair_policy_update (&policy, i * GST_SECOND / 30, 0, lost,
        sent - lost);
  }
  paid.freezes = (gdouble) freezes / MINUTES;
  paid.overhead = 100.0 * (sent - media) / media;
  GST_INFO ("%g %%, bursts of %g, %s, %u packets: %.2f freezes a minute, "
      "overhead %.1f %%", 100 * cost->loss, cost->burst, knows_bursts ?
      "known" : "not known", cost->packets, paid.freezes, paid.overhead);
  return paid;
}

/* Where losses come together, knowing it has half of the freezes. */
GST_START_TEST (test_few_freezes_for_their_price)
{
  const Cost *cost = &costs[__i__];
  Paid paid = pay (cost, TRUE), blind = pay (cost, FALSE);

  fail_unless (paid.freezes <= cost->freezes, "%.2f freezes", paid.freezes);
  fail_unless (paid.overhead <= cost->overhead, "overhead %.1f %%",
      paid.overhead);
  fail_unless (cost->burst <= 1 || paid.freezes < blind.freezes / 2,
      "%.2f freezes, %.2f not knowing", paid.freezes, blind.freezes);
}

GST_END_TEST;

static void
setup (void)
{
  rnd = g_rand_new_with_seed (5);
}

static void
teardown (void)
{
  g_rand_free (rnd);
}

static Suite *
screamrepairblocks_suite (void)
{
  Suite *s = suite_create ("screamrepairblocks");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_set_timeout (tc, 60);
  tcase_add_test (tc, test_field);
  tcase_add_test (tc, test_as_many_as_packets_suffice);
  tcase_add_test (tc, test_media_after_the_rows);
  tcase_add_test (tc, test_refuses_what_is_none);
  tcase_add_test (tc, test_end_of_a_frame);
  tcase_add_test (tc, test_symbols_that_are_no_packets);
  tcase_add_test (tc, test_rows_of_a_stranger);
  tcase_add_loop_test (tc, test_few_freezes_for_their_price, 0,
      G_N_ELEMENTS (costs));
  return s;
}

GST_CHECK_MAIN (screamrepairblocks);

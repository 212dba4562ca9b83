/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc, and a sender whose FEC and retransmissions are any bytes. */
#include "plugins/scream/fec/gstscreamfecblock.h"

#include "screamsrctest.h"

#define RETRANSMISSION 112
#define ROUNDS 3000
#define RTPFB 205               /* RFC 4585 section 6.2 */
#define NACK 1
#define AT_ONCE 25              /* what a socket holds for sure */

/* A key frame of VP8. */
static const guint8 frame[] = { 0x10, 0x10, 0, 0, 0x9d, 1, 0x2a, 64, 0, 48, 0 };

static guint64 n_sent;
static guint8 last_lost[12];    /* header of media */

static guint
below (GRand * rand, guint n)
{
  return (guint) g_rand_int_range (rand, 0, (gint) n);
}

static void
tell_time (void)
{
  sender.time = (guint32) (g_get_monotonic_time () * 9 / 100);
}

/* FALSE: it is lost on the way. */
static void
send_some (GRand * rand, guint payload, const guint8 * data, gsize size)
{
  guint8 packet[1400] = { 0x80 };
  gsize header = 12;

  packet[1] = payload | (below (rand, 2) ? 0x80 : 0);
  if (below (rand, 20) == 0) {
    packet[0] |= 0x30;          /* padding, and an extension of one word */
    header += 8;
    packet[15] = 1;
  }
  GST_WRITE_UINT16_BE (packet + 2, sender.seq);
  GST_WRITE_UINT32_BE (packet + 4, sender.time);
  GST_WRITE_UINT32_BE (packet + 8, payload == VP8 ? SSRC : OTHER_SSRC);
  memcpy (packet + header, data, size);
  sender.seq++;
  if (payload != RETRANSMISSION && below (rand, 6) == 0) {
    if (payload == VP8)
      memcpy (last_lost, packet, sizeof (last_lost));
    return;
  }
  send_bytes (&sender, packet, header + size);
  n_sent++;
}

/* A block of one packet and its row, which is that packet. */
static gsize
write_fec (guint8 * fec, const guint8 * packet, gsize size)
{
  GstScreamFecBlockHeader block =
      { SSRC, gst_scream_fec_symbol_seq (packet), 1, 0 };
  gsize n = gst_scream_fec_symbol_size (packet, size);
  guint8 symbol[64] = { 0 };

  fail_unless (n > 0 && n < sizeof (symbol));
  gst_scream_fec_symbol_write (packet, size, symbol);
  memset (fec, 0, sizeof (symbol) + GST_SCREAM_FEC_BLOCK_HEADER);
  gst_scream_fec_block_write (&block, fec);
  gst_scream_fec_block_add (fec + GST_SCREAM_FEC_BLOCK_HEADER, 0, 0, symbol, n);
  return GST_SCREAM_FEC_BLOCK_HEADER + n + 1;
}

/* Often right but for what it restores, at times any bytes. */
static void
send_fec (GRand * rand)
{
  GstScreamFecBlockHeader block = { SSRC,
    (guint16) (sender.seq - 1 - below (rand, 20)), (guint8) below (rand, 20),
    (guint8) below (rand, 4)
  };
  guint8 fec[1200], lost[12 + sizeof (frame)];
  gsize size = below (rand, 4) == 0 ? below (rand, 30) : below (rand, 1200);
  guint16 seq = sender.seq;

  for (gsize i = 0; i < sizeof (fec); i++)
    fec[i] = (guint8) below (rand, 256);
  if (below (rand, 5) != 0)
    gst_scream_fec_block_write (&block, fec);
  if (below (rand, 2)) {
    memcpy (lost, last_lost, sizeof (last_lost));
    memcpy (lost + sizeof (last_lost), frame, sizeof (frame));
    size = last_lost[0] == 0x80 ? write_fec (fec, lost, sizeof (lost)) : size;
  }
  send_some (rand, BLOCKS, fec, size);
  sender.seq = seq;
}

/* RFC 4588 section 4: two bytes of a number, and what had it. */
static void
send_retransmission (GRand * rand)
{
  guint8 data[1200] = { 0 };
  guint16 seq = sender.seq;

  GST_WRITE_UINT16_BE (data, (guint16) (seq - below (rand, 20)));
  send_some (rand, RETRANSMISSION, data, below (rand, 3) == 0 ? below (rand, 3)
      : below (rand, 1200));
  sender.seq = seq;
}

/* A frame that is no other packet's size. */
static gboolean
comes_out (void)
{
  GstSample *sample;
  gboolean is_it;

  send_vp8 (&sender, TRUE);
  sample = pull ("out", 50 * GST_MSECOND);
  if (sample == NULL)
    return FALSE;
  is_it = gst_buffer_get_size (gst_sample_get_buffer (sample)) == 24;
  gst_sample_unref (sample);
  return is_it;
}

/* Nothing stops, nothing is kept, and the media behind it is shown. */
GST_START_TEST (test_screamsrc_any_repair)
{
  GRand *rand = g_rand_new_with_seed (109);
  guint i;

  build ("latency=50", "application/x-rtp ! " OUT " max-buffers=10 drop=true");
  play (pipeline);
  n_sent = 0;
  for (i = 0; i < ROUNDS; i++) {
    guint kind = i < 20 ? 0 : below (rand, 5);

    if (kind < 2)
      send_some (rand, VP8, frame, sizeof (frame));
    else if (kind < 4)
      send_fec (rand);
    else
      send_retransmission (rand);
    if (i % AT_ONCE != 0)
      continue;
    wait_for_stat ("packets", n_sent);
    g_usleep (2000);
    /* Live: what is lost is given up after the latency. */
    tell_time ();
  }
  fail_unless (get_stat ("fec-packets-received") > ROUNDS / 5);
  fail_unless (get_stat ("fec-packets-refused") > 0);
  fail_unless (get_stat ("packets-recovered") > 0);
  for (i = 0; i < 200 && !comes_out (); i++) {
  }
  fail_unless (i < 200, "no media comes out");
  fail_unless (gst_bus_peek (GST_ELEMENT_BUS (pipeline)) == NULL
      || gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline),
          GST_MESSAGE_ERROR) == NULL);
  stop ();
  g_rand_free (rand);
}

GST_END_TEST;

/* ---- what FEC makes of nothing ---- */

#define H264 96
#define H265 99

typedef struct
{
  guint payload;
  const gchar *caps;
  guint8 slice[3], begin[4], next[4];
  gsize size, size_bad;         /* of a fragment; the longest that is none */
} Nals;

static const Nals nals[] = {
  {H264, "video/x-h264", {0x65, 0x88, 0}, {0x7c, 0x85, 0x88}, {0x7c, 0x05,
          0x88}, 3, 2},
  {H265, "video/x-h265", {0x26, 0x01, 0x80}, {0x62, 0x01, 0x93, 0x88}, {0x62,
          0x01, 0x13, 0x88}, 4, 3},
};

/* It restores a packet that has no media behind its header but @data. */
static void
send_fec_of_one (guint payload, guint16 seq, const guint8 * data, gsize size)
{
  guint8 packet[32] = { 0x80, payload }, fec[128];
  Sender media = sender;

  GST_WRITE_UINT16_BE (packet + 2, seq);
  GST_WRITE_UINT32_BE (packet + 4, sender.time);
  memcpy (packet + 12, data, size);
  size = write_fec (fec, packet, 12 + size);
  send_rtp (&sender, BLOCKS, OTHER_SSRC, fec, size);
  sender = media;
}

static void
send_slices (const Nals * n, guint count)
{
  for (; count > 0; count--)
    send_rtp (&sender, n->payload, SSRC, n->slice, sizeof (n->slice));
}

/* A fragment begins, and what goes on with it is lost, and recovered as one that is too
 * short: what was never sent ends no depayloader either. */
GST_START_TEST (test_screamsrc_recovers_no_fragment_that_is_none)
{
  const Nals *n = &nals[__i__ / 4];
  gsize size = MIN ((gsize) __i__ % 4, n->size_bad);
  gchar *description = g_strdup_printf ("%s,stream-format=byte-stream ! " OUT,
      n->caps);
  guint i;

  build ("latency=30", description);
  play (pipeline);
  for (i = 0; i < 20; i++) {
    tell_time ();
    send_slices (n, i == 0 ? PROBATION : 1);
    send_rtp (&sender, n->payload, SSRC, n->begin, n->size);
    sender.seq++;
    send_fec_of_one (n->payload, sender.seq - 1, n->next, size);
    send_slices (n, 1);
    g_usleep (10000);
  }
  fail_unless (get_stat ("packets-recovered") > 0);
  for (i = 0; i < 20; i++)
    assert_next ("out", n->caps, 4 + sizeof (n->slice));
  stop ();
  g_free (description);
}

GST_END_TEST;

/* ---- key frames ---- */

#define PSFB 206                /* RFC 4585 section 6.3 */
#define PLI 1
#define SECOND_US G_TIME_SPAN_SECOND

/* How many of them come in @time. */
static guint
count_key_requests (gint64 time)
{
  gint64 end = g_get_monotonic_time () + time, left;
  guint n = 0;

  while ((left = end - g_get_monotonic_time ()) > 0) {
    guint8 data[1500];
    gsize size = sizeof (data);

    n += receive (&sender, data, &size, left) && has_rtcp (data, size, PSFB,
        PLI);
  }
  return n;
}

static void
lose_and_go_on (guint n)
{
  sender.seq += n;
  tell_time ();
  send_vp8 (&sender, FALSE);
}

/* Less goes back than came: that is for as many requests as there are. */
static void
send_large (guint n)
{
  guint8 data[240] = { 0 };

  memcpy (data, frame, sizeof (frame));
  for (; n > 0; n--) {
    tell_time ();
    send_rtp (&sender, VP8, SSRC, data, sizeof (data));
  }
}

/* Another sender's number, which is that of VP9 in the table. */
GST_START_TEST (test_screamsrc_takes_the_number_of_repair_from_caps)
{
  guint8 packet[12 + 2 + sizeof (frame)] = { 0x80, 98 };
  guint16 lost;

  build ("latency=5000 caps=application/x-rtp,payload=98,clock-rate=90000,"
      "encoding-name=RTX,apt=97", "video/x-vp8 ! " OUT);
  play (pipeline);
  send_large (AT_ONCE);
  lost = sender.seq++;
  send_large (AT_ONCE);
  wait_for_rtcp (&sender, RTPFB, NACK);
  GST_WRITE_UINT32_BE (packet + 4, sender.time);
  GST_WRITE_UINT32_BE (packet + 8, OTHER_SSRC);
  GST_WRITE_UINT16_BE (packet + 12, lost);
  memcpy (packet + 14, frame, sizeof (frame));
  send_bytes (&sender, packet, sizeof (packet));
  wait_for_stat ("packets-repaired", 1);
  stop ();
}

GST_END_TEST;

/* A sender that has not answered is not waited for: the key frame is asked for when the
 * loss is seen, and not again when the jitter buffer gives it up. */
GST_START_TEST (test_screamsrc_asks_for_key_frame_at_once)
{
  gint64 lost;

  build ("latency=1000", "video/x-vp8 ! " OUT);
  play (pipeline);
  send_large (AT_ONCE);
  count_key_requests (SECOND_US / 10);
  send_large (1);
  count_key_requests (SECOND_US / 5);
  lose_and_go_on (4);
  fail_unless_equals_int (count_key_requests (SECOND_US / 2), 0);
  fail_unless_equals_int (count_key_requests (SECOND_US), 1);
  send_large (AT_ONCE);
  lose_and_go_on (1);
  lost = g_get_monotonic_time ();
  wait_for_rtcp (&sender, PSFB, PLI);
  fail_unless (g_get_monotonic_time () - lost < SECOND_US / 2);
  fail_unless_equals_int (count_key_requests (3 * SECOND_US / 2), 0);
  stop ();
}

GST_END_TEST;

/* Inside of a frame: without its beginning a depayloader asks with each of them. */
static void
send_piece (void)
{
  guint8 data[240] = { 0 };

  tell_time ();
  send_rtp (&sender, VP8, SSRC, data, sizeof (data));
}

/* 100 packets a second for a second: how many requests there were. */
static guint
count_while_sending (void (*send) (void))
{
  guint n = 0, i;

  for (i = 0; i < 100; i++) {
    send ();
    n += count_key_requests (SECOND_US / 100);
  }
  return n;
}

/* One request in 100 ms; a busy machine sends for longer, and makes each later. */
static void
check_asked_now_and_then (void (*send) (void))
{
  gint64 begin = g_get_monotonic_time ();
  guint n = count_while_sending (send);
  gint64 most = 1 + (g_get_monotonic_time () - begin) / (SECOND_US / 10);

  fail_unless (n >= 4 && n <= most, "%u requests, %" G_GINT64_FORMAT " at most",
      n, most);
}

/* A sender that has none to give is not flooded. */
GST_START_TEST (test_screamsrc_asks_now_and_then)
{
  build ("latency=50", "video/x-vp8 ! " OUT);
  play (pipeline);
  count_while_sending (send_piece);
  check_asked_now_and_then (send_piece);
  stop ();
}

GST_END_TEST;

static void
send_delta (void)
{
  guint8 data[240] = { 0x10, 0x11 };

  tell_time ();
  send_rtp (&sender, VP8, SSRC, data, sizeof (data));
}

/* A depayloader of VP8 asks once after a loss, and that request may be lost. */
GST_START_TEST (test_screamsrc_asks_until_there_is_one)
{
  build ("latency=50", "video/x-vp8 ! " OUT);
  play (pipeline);
  send_large (AT_ONCE);
  count_key_requests (SECOND_US / 10);
  count_while_sending (send_delta);
  lose_and_go_on (1);
  check_asked_now_and_then (send_delta);
  send_large (1);
  count_key_requests (SECOND_US / 5);
  fail_unless_equals_int (count_while_sending (send_delta), 0);
  stop ();
}

GST_END_TEST;

static Suite *
screamsrcrepair_suite (void)
{
  Suite *s = suite_create ("screamsrcrepair");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamsrc_takes_the_number_of_repair_from_caps);
  tcase_add_test (tc, test_screamsrc_any_repair);
  tcase_add_loop_test (tc, test_screamsrc_recovers_no_fragment_that_is_none, 0,
      4 * G_N_ELEMENTS (nals));
  tcase_add_test (tc, test_screamsrc_asks_for_key_frame_at_once);
  tcase_add_test (tc, test_screamsrc_asks_now_and_then);
  tcase_add_test (tc, test_screamsrc_asks_until_there_is_one);

  return s;
}

GST_CHECK_MAIN (screamsrcrepair);

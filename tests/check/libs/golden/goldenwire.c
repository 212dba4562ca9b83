/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes are written and read as recorded: sound packets, each of them cut off at each
 * length, and each with each byte another one. */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-trace.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>
#include <gst/rtpcc/wire/rtpcc-echo.h>
#include <gst/rtpcc/wire/rtpcc-fir.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>
#include <gst/rtpcc/wire/rtpcc-rtcp.h>
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#include "golden.h"

#define MS RTP_CC_MSECOND
#define PACKETS 40
#define MAX_SIZE 400

static guint64 seed;

static guint
below (guint n)
{
  return golden_random (&seed, n);
}

static void
put_bytes (const guint8 * data, gsize size)
{
  guint sum = 0;

  for (gsize i = 0; i < size; i++)
    sum = sum * 31 + data[i];
  golden_put ("size", (gdouble) size);
  golden_put ("bytes", sum % 65521);
}

/* ---- CCFB ---- */

static gsize
write_ccfb (guint8 * data)
{
  static const gint64 ages[] =
      { -1, 0, RTP_CC_SECOND / 1024, 8 * RTP_CC_SECOND };
  RtpCcMetric metrics[3][20];
  RtpCcCcfbBlock blocks[3];
  guint n = below (4), room = 40 + 4 * below (90), reading = below (2);

  memset (metrics, 0, sizeof (metrics));
  for (guint i = 0; i < n; i++) {
    blocks[i].ssrc = 0x100 * i + 5;
    blocks[i].begin_seq = (guint16) (65530 + below (12));
    blocks[i].num_reports = (guint16) (1 + below (20));
    blocks[i].metrics = metrics[i];
    for (guint k = 0; k < 20; k++) {
      metrics[i][k].received = below (3) != 0;
      metrics[i][k].ecn = (RtpCcEcn) below (4);
      metrics[i][k].age = (gint64) below (9000) * MS;
      if (below (2) == 0)
        metrics[i][k].age = ages[below (G_N_ELEMENTS (ages))];
    }
  }
  golden_put ("room", (gdouble) rtp_cc_ccfb_size (blocks, n));
  return rtp_cc_ccfb_write (data, room, 77, blocks, n, below (1 << 20),
      (RtpCcNumReports) reading);
}

static void
put_metric (const RtpCcMetric * m, void *user)
{
  golden_put ("metric", m->ssrc + 3.0 * m->seq + m->received + 2 * m->ecn);
  golden_put ("age", (gdouble) m->age);
}

static void
put_block (const RtpCcCcfbBlock * b, void *user)
{
  golden_put ("block", b->ssrc + 3.0 * b->begin_seq + 7.0 * b->num_reports);
}

static void
read_ccfb (const guint8 * data, gsize size)
{
  RtpCcCcfbHeader header = { 0 };
  RtpCcRtcpResult result = rtp_cc_ccfb_parse (data, size,
      (RtpCcNumReports) (size / 4 % 2), &header, put_metric, NULL);

  golden_put ("ccfb", rtp_cc_ccfb_is (data, size) + 2 * (gint) result);
  if (result != RTP_CC_RTCP_OK)
    return;
  golden_put ("header", header.sender_ssrc + 3.0 * header.timestamp
      + 5 * header.num_reports + 7 * (gdouble) header.end);
  rtp_cc_ccfb_read_blocks (data, &header, put_block, NULL);
}

/* ---- TWCC ---- */

static gsize
write_twcc (guint8 * data)
{
  static const gint64 steps[] =
      { 1, 63750, 64000, 8191750, 8192000, -1000, -9000 };
  RtpCcTwccHeader header = { 77, 5, (guint8) below (256) };
  RtpCcTwccPacket packets[200];
  guint n = 1 + below (200), lossy = below (10);
  RtpCcTime arrival = (gint64) below (100000) * 250 * RTP_CC_USECOND;
  gsize taken = 0, size;

  for (guint i = 0; i < n; i++) {
    arrival += 250 * (gint64) below (40) * RTP_CC_USECOND;
    if (below (20) == 0)
      arrival += steps[below (G_N_ELEMENTS (steps))] * RTP_CC_USECOND;
    packets[i].seq = (guint16) (65500 + i);
    packets[i].received = below (10) >= lossy;
    packets[i].arrival = arrival;
  }
  size =
      rtp_cc_twcc_write (data, 36 + 4 * below (90), &header, packets, n,
      &taken);
  golden_put ("taken", (gdouble) taken);
  return size;
}

static void
read_twcc (const guint8 * data, gsize size)
{
  static RtpCcTwccPacket packets[RTP_CC_TWCC_MAX_PACKETS];
  RtpCcTwccHeader header = { 0 };
  gsize n = 0;
  RtpCcRtcpResult result = rtp_cc_twcc_parse (data, size, &header, packets, &n);

  golden_put ("twcc", rtp_cc_twcc_is (data, size) + 2 * (gint) result);
  if (result != RTP_CC_RTCP_OK)
    return;
  golden_put ("header",
      header.sender_ssrc + 3.0 * header.media_ssrc + 7.0 * header.count +
      (gdouble) n);
  for (gsize i = 0; i < n && i < 300; i++) {
    golden_put ("number", packets[i].seq + 100000 * packets[i].received);
    golden_put_time ("arrival", packets[i].received ? packets[i].arrival : 0,
        0);
  }
}

/* ---- the small ones ---- */

static gsize
write_remb (guint8 * data)
{
  RtpCcRemb remb = { 77, 1, 0, {0} };

  remb.bitrate = below (1 << 20);
  remb.bitrate <<= below (44);
  remb.n_ssrcs = below (8);
  for (guint i = 0; i < 8; i++)
    remb.ssrcs[i] = 3 + i;
  return rtp_cc_remb_write (data, 20 + 4 * below (10), &remb);
}

static void
read_remb (const guint8 * data, gsize size)
{
  static RtpCcRemb remb;
  RtpCcRtcpResult result = rtp_cc_remb_parse (data, size, &remb);

  golden_put ("remb", rtp_cc_remb_is (data, size) + 2 * (gint) result);
  if (result != RTP_CC_RTCP_OK)
    return;
  golden_put ("bitrate", (gdouble) remb.bitrate);
  for (gsize i = 0; i < remb.n_ssrcs; i++)
    golden_put ("ssrc", remb.ssrcs[i]);
}

/* RFC 5104 section 4.3.1 */
static gsize
write_fir (guint8 * data)
{
  guint n = below (4);

  memset (data, 0, MAX_SIZE);
  rtp_cc_rtcp_write_header (data, 12 + 8 * n, 206, 4);
  for (guint i = 0; i < 4 + 8 * n; i++)
    data[8 + i] = (guint8) below (3);
  return 12 + 8 * n;
}

static void
put_fir (const RtpCcFir * fir, void *user)
{
  golden_put ("fir-entry",
      fir->requester + 3.0 * fir->ssrc + 7.0 * fir->number);
  golden_put ("fir-again", rtp_cc_firs_repeats (user, fir));
}

static void
read_fir (const guint8 * data, gsize size)
{
  static RtpCcFirs firs;

  if (size % 256 == 0)
    memset (&firs, 0, sizeof (firs));
  golden_put ("fir", rtp_cc_fir_is (data, size)
      + 2 * (gint) rtp_cc_fir_parse (data, size, put_fir, &firs));
}

static gsize
write_echo (guint8 * data)
{
  if (below (2) == 0) {
    rtp_cc_echo_write_question (data, 5, below (1000));
    return RTP_CC_ECHO_QUESTION_SIZE;
  }
  rtp_cc_echo_write_answer (data, 5, below (1000));
  return RTP_CC_ECHO_ANSWER_SIZE;
}

static void
read_echo (const guint8 * data, gsize size)
{
  guint32 ssrc = 0, number = 0;

  golden_put ("question", rtp_cc_echo_read_question (data, size, &ssrc,
          &number));
  golden_put ("asker", ssrc + 3.0 * number);
  golden_put ("answer", rtp_cc_echo_read_answer (data, size, 5, &number));
  golden_put ("answered", number);
}

/* An RTP packet with a header extension of either form. */
static gsize
write_extension (guint8 * data)
{
  gboolean long_form = below (2) == 0;
  guint at = 16 + 4 * below (3);

  memset (data, 0, MAX_SIZE);
  data[0] = (guint8) (0x90 + (at - 16) / 4);
  data[at - 4] = long_form ? 0x10 : 0xbe;
  data[at - 3] = long_form ? 0 : 0xde;
  data[at - 1] = 6;
  for (guint i = 0; i < 24 - 8;) {
    guint length = 1 + below (8), id = below (16);

    data[at + i++] = (guint8) (long_form ? id : id << 4 | (length - 1));
    if (long_form)
      data[at + i++] = (guint8) length;
    i += length;
  }
  return at + 24;
}

static void
read_extension (const guint8 * data, gsize size)
{
  for (guint id = 0; id < 17; id++) {
    gsize length = 0;
    const guint8 *found = rtp_cc_extension_find (data, size, id, &length);
    RtpCcCaptureTime time = { 0 };

    golden_put ("found",
        found == NULL ? -1 : (gdouble) (found - data) + 1000.0 * length);
    if (found != NULL && rtp_cc_capture_time_read (found, length, &time))
      golden_put ("captured", (gdouble) time.captured + (gdouble) time.offset
          + time.has_offset);
  }
}

static gsize
write_capture_time (guint8 * data)
{
  gint64 wall = (gint64) below (1 << 30) * 5 * RTP_CC_SECOND / 2;

  golden_put ("ntp", (gdouble) rtp_cc_ntp_from_wall (wall));
  rtp_cc_capture_time_write (data, wall);
  return RTP_CC_CAPTURE_TIME_SIZE;
}

static void
read_capture_time (const guint8 * data, gsize size)
{
  RtpCcCaptureTime time = { 0 };

  golden_put ("read", rtp_cc_capture_time_read (data, size, &time));
  golden_put ("captured", (gdouble) time.captured);
  golden_put ("offset", (gdouble) time.offset + time.has_offset);
}

/* A compound, of which the rest is read with each step. */
static gsize
write_compound (guint8 * data)
{
  gsize size = 0;

  for (guint i = 0; i < 3; i++) {
    gsize length = 8 + 4 * below (6);

    memset (data + size, 1, length);
    rtp_cc_rtcp_write_header (data + size, length, 200 + below (7),
        11 * (i % 2));
    size += length;
  }
  return size;
}

static void
read_compound (const guint8 * data, gsize size)
{
  gsize packet = 0, end = 0;

  golden_put ("next", rtp_cc_rtcp_next (data, size, &packet));
  golden_put ("length", (gdouble) packet);
  golden_put ("is", rtp_cc_rtcp_is (data, size, 205, 11));
  golden_put ("check", rtp_cc_rtcp_check (data, size, data[1], data[0] & 31, 12,
          &end));
  golden_put ("end", (gdouble) end);
}

static const struct
{
  const char *name;
    gsize (*write) (guint8 * data);
  void (*read) (const guint8 * data, gsize size);
} kinds[] = {
  {"ccfb", write_ccfb, read_ccfb}, {"twcc", write_twcc, read_twcc},
  {"remb", write_remb, read_remb}, {"fir", write_fir, read_fir},
  {"echo", write_echo, read_echo}, {"extension", write_extension,
      read_extension},
  {"capture-time", write_capture_time, read_capture_time},
  {"compound", write_compound, read_compound},
};

/* Of the exact size: the sanitizer sees each byte read behind it. */
static guint8 *
copy_of (const guint8 * data, gsize size)
{
  return memcpy (g_malloc (size), data, size);
}

static void
read_variants (const guint8 * data, gsize size,
    void (*read) (const guint8 * data, gsize size))
{
  read (data, size);
  for (gsize cut = 2; cut < size; cut++) {
    guint8 *copy = copy_of (data, cut);

    read (copy, cut);
    /* Sound but for what is missing. */
    if (cut >= 4 && cut % 4 == 0) {
      copy[3] = (guint8) (cut / 4 - 1);
      read (copy, cut);
    }
    g_free (copy);
  }
  for (gsize i = 0; i < size; i++) {
    guint8 *copy = copy_of (data, size);

    copy[i] ^= (guint8) (1 << below (8));
    read (copy, size);
    if (i % 4 == 0) {
      copy[0] |= 0x20;
      copy[size - 1] = (guint8) below (9);
      read (copy, size);
    }
    g_free (copy);
  }
}

GST_START_TEST (test_bytes)
{
  golden_open ("wire");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    seed = i;
    golden_begin (kinds[i].name, PACKETS);
    for (guint n = 0; n < PACKETS; n++) {
      guint8 data[MAX_SIZE];
      gsize size = kinds[i].write (data);

      put_bytes (data, size);
      if (size > 0)
        read_variants (data, size, kinds[i].read);
      golden_step ();
    }
    golden_end ();
  }
  golden_close ();
}

GST_END_TEST;

/* Lines of the trace, with numbers of all sizes and signs. */
GST_START_TEST (test_lines)
{
  static const gdouble rates[] =
      { 0, 1, 999.5, 1e6, 1.5e9, -3, 0.05, 123456.789 };

  seed = 1;
  golden_open ("trace");
  golden_begin ("lines", 2000);
  for (guint n = 0; n < 2000; n++) {
    char line[RTP_CC_TRACE_LINE_SIZE];
    RtpCcTraceRecord r = { 0 };

    r.time = (gint64) below (1 << 30) << n % 20;
    r.qdelay = ((gint64) below (1000000) - 1000) * (n % 2 == 0 ? 1 : 1000);
    r.rtt = (gint64) below (1000) * (n % 3 == 0 ? MS : 1000);
    r.ref_wnd = below (100000);
    r.bytes_in_flight = (guint64) below (1 << 30) * 16;
    r.send_rate = rates[below (8)];
    r.ssrc = below (1u << 31);
    r.seq = (guint16) below (65536);
    r.marker = below (2);
    r.media_rate = rates[below (8)];
    r.acked_rate = rates[below (8)] * 3;
    r.target_rate = below (1 << 30);
    r.queue_delay = (gint64) below (20000) * 50000;
    r.l4s_alpha = below (65) / 64.0;
    r.in_fast_increase = below (2);
    fail_unless_equals_int (rtp_cc_trace_format (line, &r), strlen (line));
    golden_put ("line", g_str_hash (line) % 65521);
    golden_step ();
  }
  golden_end ();
  golden_close ();
}

GST_END_TEST;

static Suite *
goldenwire_suite (void)
{
  Suite *s = suite_create ("goldenwire");
  TCase *tc = tcase_create ("general");

  tcase_add_test (tc, test_bytes);
  tcase_add_test (tc, test_lines);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldenwire);

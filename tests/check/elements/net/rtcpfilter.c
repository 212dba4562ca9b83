/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which RTCP an RTPSession gets. */
#include <string.h>
#include <gst/check/gstcheck.h>

#include "plugins/scream/net/gstrtcpfilter.h"

#define SSRC 0xde, 0xad, 0xbe, 0xef
#define MEDIA 0x11, 0x22, 0x33, 0x44
#define TIMES 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define BLOCK MEDIA, TIMES

typedef struct
{
  const gchar *name;
  gsize size, kept;             /* bytes; of what is kept the tail is gone */
  guint8 data[72];
} Case;

/* RFC 3550 section 6, RFC 4585 section 6, RFC 5104 section 4.3.1 */
static const Case cases[] = {
  {"SR", 28, 28, {0x80, 200, 0, 6, SSRC, TIMES}},
  {"SR, a block", 52, 52, {0x81, 200, 0, 12, SSRC, TIMES, BLOCK}},
  {"SR, a block less", 28, 0, {0x81, 200, 0, 6, SSRC, TIMES}},
  {"SR, cut short", 24, 0, {0x80, 200, 0, 5, SSRC, TIMES}},
  {"SR, an extension", 32, 28, {0x80, 200, 0, 7, SSRC, TIMES, 1, 2, 3, 4}},
  {"RR", 8, 8, {0x80, 201, 0, 1, SSRC}},
  {"RR of nobody", 4, 0, {0x80, 201, 0, 0}},
  {"RR, padding", 16, 8, {0xa0, 201, 0, 3, SSRC, 0, 0, 0, 0, 0, 0, 0, 8}},
  {"RR, too much padding", 12, 0, {0xa0, 201, 0, 2, SSRC, 0, 0, 0, 12}},
  {"RR, odd padding", 12, 0, {0xa0, 201, 0, 2, SSRC, 0, 0, 0, 3}},
  {"RR, no padding", 12, 0, {0xa0, 201, 0, 2, SSRC, 0, 0, 0, 0}},
  {"SDES", 16, 16, {0x81, 202, 0, 3, SSRC, 1, 2, 'a', 'b', 0, 0, 0, 0}},
  {"SDES of nobody", 8, 0, {0x80, 202, 0, 1, SSRC}},
  {"SDES, an item goes on", 12, 0, {0x81, 202, 0, 2, SSRC, 1, 3, 'a', 'b'}},
  {"SDES, no end", 12, 0, {0x81, 202, 0, 2, SSRC, 1, 2, 'a', 'b'}},
  {"SDES, no text", 12, 0, {0x81, 202, 0, 2, SSRC, 1, 1, 0xff, 0}},
  {"SDES, two chunks", 20, 20, {0x82, 202, 0, 4, SSRC, 1, 1, 'a', 0, MEDIA, 1,
          1, 'b', 0}},
  {"SDES, a chunk less", 12, 0, {0x82, 202, 0, 2, SSRC, 1, 1, 'a', 0}},
  {"SDES, PRIV", 20, 20, {0x81, 202, 0, 4, SSRC, 8, 6, 4, 'n', 'a', 'm', 'e',
          'b', 0, 0, 0, 0}},
  {"SDES, PRIV that nobody knows", 20, 12, {0x81, 202, 0, 4, SSRC, 8, 6, 4, 'n',
          'o', 'm', 'e', 'b', 0, 0, 0, 0}},
  {"SDES, PRIV that is no text", 20, 12, {0x81, 202, 0, 4, SSRC, 8, 6, 4, 'n',
          'a', 'm', 'e', 0xff, 0, 0, 0, 0}},
  {"SDES, PRIV beyond its end", 16, 12, {0x81, 202, 0, 3, SSRC, 8, 1, 99, 0, 0,
          0, 0, 0}},
  {"SDES, PRIV before a name", 20, 12, {0x81, 202, 0, 4, SSRC, 8, 2, 200, 'a',
          1, 1, 'c', 0, 0, 0, 0, 0}},
  {"SDES, PRIV and no end", 12, 0, {0x81, 202, 0, 2, SSRC, 8, 9, 1, 'a'}},
  {"BYE", 8, 8, {0x81, 203, 0, 1, SSRC}},
  {"BYE, a reason", 12, 8, {0x81, 203, 0, 2, SSRC, 200, 'a', 'b', 'c'}},
  {"BYE of nobody", 4, 0, {0x80, 203, 0, 0}},
  {"BYE, cut short", 8, 0, {0x82, 203, 0, 1, SSRC}},
  {"APP", 12, 0, {0x80, 204, 0, 2, SSRC, 'n', 'a', 'm', 'e'}},
  {"NACK", 16, 16, {0x81, 205, 0, 3, SSRC, MEDIA, 0, 1, 0xff, 0xff}},
  {"NACK of nothing", 12, 0, {0x81, 205, 0, 2, SSRC, MEDIA}},
  {"TMMBR", 20, 0, {0x83, 205, 0, 4, SSRC, MEDIA, MEDIA, 0, 0, 0, 0}},
  {"SR-REQ", 12, 0, {0x85, 205, 0, 2, SSRC, MEDIA}},
  {"CCFB", 12, 0, {0x8b, 205, 0, 2, SSRC, MEDIA}},
  {"TWCC", 20, 0, {0x8f, 205, 0, 4, SSRC, MEDIA, 0, 0, 0xff, 0xff, 0, 0, 0, 0}},
  {"PLI", 12, 12, {0x81, 206, 0, 2, SSRC, MEDIA}},
  {"PLI, cut short", 8, 0, {0x81, 206, 0, 1, SSRC}},
  {"FIR", 20, 20, {0x84, 206, 0, 4, SSRC, MEDIA, MEDIA, 1, 0, 0, 0}},
  {"FIR, half an entry", 24, 20, {0x84, 206, 0, 5, SSRC, MEDIA, MEDIA, 1, 0, 0,
          0, MEDIA}},
  {"FIR of nothing", 12, 0, {0x84, 206, 0, 2, SSRC, MEDIA}},
  {"REMB", 20, 0, {0x8f, 206, 0, 4, SSRC, MEDIA, 'R', 'E', 'M', 'B', 0, 0, 0,
          0}},
  {"XR", 8, 0, {0x80, 207, 0, 1, SSRC}},
  {"another version", 8, 0, {0x40, 201, 0, 1, SSRC}},
  {"longer than it is", 8, 0, {0x80, 201, 0, 2, SSRC}},
  {"no header", 3, 0, {0x80, 201, 0}},
};

static gsize
take (GstRtcpFilter * filter, const guint8 * data, gsize size, guint8 * kept,
    GstClockTime now)
{
  /* of just its size, so that sanitizers see a step behind it */
  guint8 *copy = g_malloc (MAX (size, 1));
  gsize n;

  memcpy (copy, data, size);
  n = gst_rtcp_filter_take (filter, copy, size, now);
  fail_unless (n <= size && n % 4 == 0);
  memcpy (kept, copy, n);
  g_free (copy);
  return n;
}

static void
check_length (const guint8 * data, gsize size)
{
  fail_unless_equals_int (4 * GST_READ_UINT16_BE (data + 2) + 4, size);
  fail_unless (!(data[0] & 0x20));
}

GST_START_TEST (test_rtcpfilter_kinds)
{
  const Case *c = &cases[__i__];
  GstRtcpFilter filter = { 0, };
  guint8 kept[80];
  gsize n;

  g_quark_from_static_string ("name");
  gst_rtcp_filter_note_sent (&filter, 0x11223344, 0);
  n = take (&filter, c->data, c->size, kept, 0);

  fail_unless (n == c->kept, "%s: %" G_GSIZE_FORMAT " bytes instead of %"
      G_GSIZE_FORMAT, c->name, n, c->kept);
  fail_unless_equals_uint64 (filter.kept, n > 0);
  fail_unless_equals_uint64 (filter.refused, n == 0);
  if (n > 0)
    check_length (kept, n);
  if (n == c->size)
    fail_unless (memcmp (kept, c->data, n) == 0);
}

GST_END_TEST;

/* Feedback is for who sends the SSRC. */
GST_START_TEST (test_rtcpfilter_receivers)
{
  const Case *c = &cases[__i__];
  GstRtcpFilter filter = { 0, };
  guint8 kept[80];

  g_quark_from_static_string ("name");
  gst_rtcp_filter_note_sent (&filter, 0xdeadbeef, 0);
  fail_unless_equals_int (take (&filter, c->data, c->size, kept, 0),
      c->data[1] < 204 ? c->kept : 0);
}

GST_END_TEST;

static gboolean
knows (guint32 ssrc, gpointer user_data)
{
  return ssrc == *(guint32 *) user_data;
}

/* An SR of the one and the name of the other, BYE of both. */
GST_START_TEST (test_rtcpfilter_takes_compounds_apart)
{
  static const guint8 data[] = {
    0x80, 200, 0, 6, SSRC, TIMES,
    0x81, 202, 0, 2, MEDIA, 1, 1, 'a', 0,
    0x85, 205, 0, 2, SSRC, MEDIA,
    0x81, 202, 0, 4, SSRC, 8, 2, 9, 'a', 1, 1, 'c', 0, 0, 0, 0, 0,
    0x82, 203, 0, 2, MEDIA, SSRC,
    0x82, 203, 0, 2, SSRC, MEDIA
  };
  static const guint8 wanted[] = {
    0x80, 200, 0, 6, SSRC, TIMES,
    0x81, 202, 0, 2, SSRC, 1, 1, 'c', 0,
    0x82, 203, 0, 2, SSRC, MEDIA
  };
  guint32 ssrc = 0xdeadbeef;
  GstRtcpFilter filter = {.knows = knows,.user_data = &ssrc };
  guint8 kept[sizeof (data)];

  fail_unless_equals_int (take (&filter, data, sizeof (data), kept, 0),
      sizeof (wanted));
  fail_unless (memcmp (kept, wanted, sizeof (wanted)) == 0);
  fail_unless_equals_uint64 (filter.kept, 3);
  fail_unless_equals_uint64 (filter.refused, 3);
  fail_unless_equals_int (take (&filter, data, sizeof (data) - 1, kept, 0), 0);
}

GST_END_TEST;

/* RFC 3550 section 6.1: reports are first. */
GST_START_TEST (test_rtcpfilter_order)
{
  static const guint8 data[] = {
    0x80, 201, 0, 1, SSRC,
    0x80, 200, 0, 6, SSRC, TIMES,
    0x81, 202, 0, 2, SSRC, 1, 1, 'a', 0,
    0x80, 200, 0, 6, SSRC, TIMES,
    0x81, 203, 0, 1, SSRC
  };
  GstRtcpFilter filter = { 0, };
  guint8 kept[sizeof (data)];

  fail_unless_equals_int (take (&filter, data, sizeof (data), kept, 0),
      8 + 28 + 12 + 8);
  fail_unless (memcmp (kept, data, 8 + 28 + 12) == 0);
  fail_unless_equals_int (kept[49], 203);
}

GST_END_TEST;

/* @rate a second for ten seconds; how many of them are kept */
static guint64
flood (GstRtcpFilter * filter, const guint8 * data, gsize size, guint rate)
{
  guint64 before = filter->kept;
  guint8 kept[80];
  guint i;

  for (i = 0; i < 10 * rate; i++)
    take (filter, data, size, kept, i * GST_SECOND / rate);
  return filter->kept - before;
}

/* At once and each second, of those that stand for a bound; a NACK asks for 17 packets. */
GST_START_TEST (test_rtcpfilter_rates)
{
  static const struct
  {
    const gchar *name;
    guint64 most;
  } bounds[] = {
    {"SR", 11 * 200}, {"BYE", 11 * 200}, {"SDES", 11 * 200},
    {"NACK", 11 * 2000 / 17}, {"PLI", 11 * 50}, {"FIR", 11 * 50},
  };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (bounds); i++) {
    GstRtcpFilter filter = { 0, };
    Case c = { NULL, };
    guint64 n;

    gst_rtcp_filter_note_sent (&filter, 0x11223344, 0);
    for (k = 0; g_strcmp0 (c.name, bounds[i].name) != 0; k++)
      c = cases[k];
    n = flood (&filter, c.data, c.size, 1000);
    fail_unless (n <= bounds[i].most && n + 10 >= bounds[i].most,
        "%s: %" G_GUINT64_FORMAT, c.name, n);
    fail_unless_equals_uint64 (filter.refused, 10000 - n);
  }
}

GST_END_TEST;

/* 128 at once, then 4 a second; who was there before stays, and is heard all the time. */
GST_START_TEST (test_rtcpfilter_invented_ssrcs)
{
  guint8 honest[] = { 0x80, 201, 0, 1, SSRC };
  guint8 report[] = { 0x80, 201, 0, 1, SSRC };
  guint8 name[] = { 0x81, 202, 0, 2, SSRC, 1, 1, 'a', 0 };
  guint8 *flooded[] = { report, name }, kept[16];
  gsize size = __i__ == 0 ? sizeof (report) : sizeof (name);
  GstRtcpFilter filter = { 0, };
  guint i, heard = 0;

  for (i = 0; i < 10000; i++) {
    GstClockTime now = i * GST_SECOND / 1000;

    GST_WRITE_UINT32_BE (flooded[__i__] + 4, i * 2654435761u);
    take (&filter, flooded[__i__], size, kept, now);
    if (i % 500 == 0)
      heard += take (&filter, honest, sizeof (honest), kept, now) > 0;
  }
  fail_unless_equals_int (heard, 20);
  fail_unless (filter.kept - heard >= 162 && filter.kept - heard <= 168,
      "%" G_GUINT64_FORMAT, filter.kept - heard);
}

GST_END_TEST;

/* Feedback on what is not sent takes no room from feedback on what is. */
GST_START_TEST (test_rtcpfilter_feedback_of_others)
{
  guint8 forged[][20] = {
    {0x81, 205, 0, 3, SSRC, 0, 0, 0, 0, 0, 1, 0xff, 0xff},
    {0x81, 206, 0, 2, SSRC, 0, 0, 0, 0},
    {0x84, 206, 0, 4, SSRC, MEDIA, 0, 0, 0, 1, 1}
  };
  const gsize sizes[] = { 16, 12, 20 };
  GstRtcpFilter filter = { 0, };
  guint8 nack[] = { 0x81, 205, 0, 3, SSRC, MEDIA, 0, 1, 0xff, 0xff };
  guint8 pli[] = { 0x81, 206, 0, 2, SSRC, MEDIA }, kept[20];
  guint i, k;

  gst_rtcp_filter_note_sent (&filter, 0x11223344, 0);
  for (i = 0; i < 4000; i++) {
    GstClockTime now = i * GST_SECOND / 1000;

    for (k = 0; k < G_N_ELEMENTS (forged); k++)
      fail_unless_equals_int (take (&filter, forged[k], sizes[k], kept, now),
          0);
    if (i % 100 != 0)
      continue;
    fail_unless_equals_int (take (&filter, nack, sizeof (nack), kept, now), 16);
    fail_unless_equals_int (take (&filter, pli, sizeof (pli), kept, now), 12);
  }
}

GST_END_TEST;

/* A NACK of 4250 packets: 117 entries of 17 are within the bound. Of a FIR, the entries of
 * others are left out. */
GST_START_TEST (test_rtcpfilter_cuts_to_what_there_is_room_for)
{
  guint8 nack[12 + 250 * 4] = { 0x81, 205, 0, 252, SSRC, MEDIA };
  guint8 fir[] =
      { 0x84, 206, 0, 6, SSRC, 0, 0, 0, 0, SSRC, 1, 0, 0, 0, MEDIA, 2,
    0, 0, 0
  };
  GstRtcpFilter filter = { 0, };
  guint8 kept[sizeof (nack)];

  gst_rtcp_filter_note_sent (&filter, 0x11223344, 0);
  memset (nack + 12, 0xff, sizeof (nack) - 12);
  fail_unless_equals_int (take (&filter, nack, sizeof (nack), kept, 0),
      12 + 117 * 4);
  check_length (kept, 12 + 117 * 4);
  fail_unless_equals_int (take (&filter, fir, sizeof (fir), kept, 0), 20);
  check_length (kept, 20);
  fail_unless_equals_int (kept[16], 2);
}

GST_END_TEST;

/* Who was silent for longest makes place, when the session has forgotten it. */
GST_START_TEST (test_rtcpfilter_remembers_so_many)
{
  const guint n = GST_RTCP_FILTER_SOURCES;
  guint8 report[] = { 0x80, 201, 0, 1, SSRC }, kept[16];
  GstRtcpFilter filter = { 0, };
  guint i;

  for (i = 0; i < 3 * n; i++) {
    /* all of one table in its last second */
    GstClockTime now =
        (i / n * 100 + 99) * GST_SECOND + i % n * 250 * GST_MSECOND;

    GST_WRITE_UINT32_BE (report + 4, i);
    fail_unless_equals_int (take (&filter, report, sizeof (report), kept, now),
        8);
    fail_unless (filter.heard.n <= n);
  }
  for (i = 0; i < n; i++)
    fail_unless_equals_int (filter.heard.all[i].ssrc, 3 * n - 1 - i);
  /* the last of the table was heard 63.75 s ago, and then 29 */
  GST_WRITE_UINT32_BE (report + 4, 2 * n);
  for (i = 0; i < n; i++) {
    GST_WRITE_UINT32_BE (report + 4, 2 * n + i);
    take (&filter, report, sizeof (report), kept, 400 * GST_SECOND);
  }
  GST_WRITE_UINT32_BE (report + 4, 9 * n);
  fail_unless_equals_int (take (&filter, report, sizeof (report), kept,
          429 * GST_SECOND), 0);
  fail_unless_equals_int (take (&filter, report, sizeof (report), kept,
          431 * GST_SECOND), 8);
}

GST_END_TEST;

/* A session remembers contributing sources, too. */
GST_START_TEST (test_rtcpfilter_contributing_sources)
{
  guint8 packet[12 + 15 * 4 + 20] = { 0x8f, 96, };
  GstRtcpFilter filter = {.knows = knows };
  guint i, k, admitted = 0;

  for (i = 0; i < 1000; i++) {
    GstBuffer *buffer;

    for (k = 0; k < 15; k++)
      GST_WRITE_UINT32_BE (packet + 12 + 4 * k, 15 * i + k + 1);
    buffer = gst_buffer_new_memdup (packet, sizeof (packet));
    admitted += gst_rtcp_filter_admits_rtp (&filter, buffer, 0);
    gst_buffer_unref (buffer);
  }
  fail_unless_equals_int (admitted, GST_RTCP_FILTER_SOURCES / 2 / 15);
  fail_unless_equals_uint64 (filter.refused, 1000 - admitted);
  for (i = 1; i <= sizeof (packet); i++) {
    GstBuffer *buffer = gst_buffer_new_memdup (packet, i);

    packet[0] = 0x80;
    fail_unless (gst_rtcp_filter_admits_rtp (&filter, buffer, 0));
    gst_buffer_unref (buffer);
  }
}

GST_END_TEST;

/* Anything, often with a length that fits: what is kept are whole packets of few kinds, and
 * is kept again. */
GST_START_TEST (test_rtcpfilter_any_bytes)
{
  GRand *rand = g_rand_new_with_seed (34);
  GstRtcpFilter filter = { 0, };
  guint i, k;

  for (i = 0; i < 10000; i++) {
    gsize size = 4 * g_rand_int_range (rand, 0, 20), n, at;
    guint8 data[80], kept[80], again[80];

    for (k = 0; k < size; k++)
      data[k] = (guint8) g_rand_int_range (rand, 0, k % 4 == 0 ? 256 : 12);
    for (at = 0; at < size; at += n) {
      n = 4 * g_rand_int_range (rand, 1, (size - at) / 4 + 1);
      data[at] = 0x80 | (data[at] & 0x2f);
      data[at + 1] = 200 + data[at + 1] % 8;
      GST_WRITE_UINT16_BE (data + at + 2, n / 4 - 1);
    }
    n = take (&filter, data, size, kept, i * GST_SECOND);
    for (at = 0; at < n; at += 4 + 4 * GST_READ_UINT16_BE (kept + at + 2))
      fail_unless (kept[at + 1] != 204 && kept[at + 1] != 207);
    fail_unless_equals_int (at, n);
    fail_unless_equals_int (take (&filter, kept, n, again,
            i * GST_SECOND + GST_SECOND / 2), n);
    fail_unless (memcmp (kept, again, n) == 0);
  }
  fail_unless (filter.kept > 500 && filter.refused > 5000,
      "%" G_GUINT64_FORMAT " kept, %" G_GUINT64_FORMAT " refused", filter.kept,
      filter.refused);
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
rtcpfilter_suite (void)
{
  Suite *s = suite_create ("rtcpfilter");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_rtcpfilter_kinds, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tc, test_rtcpfilter_receivers, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tc, test_rtcpfilter_takes_compounds_apart);
  tcase_add_test (tc, test_rtcpfilter_order);
  tcase_add_test (tc, test_rtcpfilter_rates);
  tcase_add_loop_test (tc, test_rtcpfilter_invented_ssrcs, 0, 2);
  tcase_add_test (tc, test_rtcpfilter_feedback_of_others);
  tcase_add_test (tc, test_rtcpfilter_cuts_to_what_there_is_room_for);
  tcase_add_test (tc, test_rtcpfilter_remembers_so_many);
  tcase_add_test (tc, test_rtcpfilter_contributing_sources);
  tcase_add_test (tc, test_rtcpfilter_any_bytes);

  return s;
}

GST_CHECK_MAIN (rtcpfilter);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* capture-time-extension of screamtx: which packets say when they were captured. */
#include <string.h>
#include <gst/rtp/rtp.h>

#include "capturetest.h"

#define AGE (50 * MS)
#define TX FAST " capture-time-extension=5"

static GstBuffer *
timed (GstBuffer * buffer, GstClockTime age)
{
  GST_BUFFER_PTS (buffer) = 1000 * MS - age;
  return buffer;
}

static GstBuffer *
packet_new (guint16 seq, guint32 timestamp)
{
  return timed (rtp_new (SSRC, seq, timestamp, FALSE, 200), AGE);
}

/* The value of the header extension @id, as GStreamer reads it. */
static gboolean
get_extension (GstBuffer * buffer, guint id, guint8 value[16])
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  guint8 appbits;
  gpointer data;
  gboolean found;
  guint size;

  fail_unless (gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp));
  found = gst_rtp_buffer_get_extension_onebyte_header (&rtp, id, 0, &data,
      &size)
      || gst_rtp_buffer_get_extension_twobytes_header (&rtp, &appbits, id, 0,
      &data, &size);
  if (found) {
    fail_unless_equals_int (size, 16);
    memcpy (value, data, 16);
  }
  gst_rtp_buffer_unmap (&rtp);
  return found;
}

/* The next packet has no extension and is @size long. */
static void
expect_plain (GstHarness * h, gsize size)
{
  GstBuffer *buffer = pull (h);
  guint8 value[16];

  fail_if (get_extension (buffer, 5, value));
  fail_unless_equals_uint64 (gst_buffer_get_size (buffer), size);
  gst_buffer_unref (buffer);
}

/* The next packet says that it was captured between these times. */
static void
expect_stamped (GstHarness * h, guint id, gint64 from, gint64 to)
{
  GstBuffer *buffer = pull (h);
  RtpCcCaptureTime time;
  guint8 value[16];

  fail_unless (get_extension (buffer, id, value));
  fail_unless (rtp_cc_capture_time_read (value, 16, &time));
  fail_unless (time.has_offset && time.offset == 0);
  fail_unless (time.captured >= from, "%" G_GINT64_FORMAT,
      time.captured - from);
  fail_unless (time.captured <= to, "%" G_GINT64_FORMAT, time.captured - to);
  gst_buffer_unref (buffer);
}

static gchar *
get_extmap (GstHarness * h, const gchar * name)
{
  GstCaps *caps = gst_pad_get_current_caps (h->sinkpad);
  gchar *uri = g_strdup (gst_structure_get_string (gst_caps_get_structure
          (caps, 0), name));

  gst_caps_unref (caps);
  return uri;
}

/* What leaves is 24 bytes more: 4 of header, 1 + 16 of the element, padding; and
 * 28 for each packet are of IP and UDP. */
GST_START_TEST (test_capturetime_first_packet_of_each_frame)
{
  GstHarness *h = new_harness (TX, "application/x-rtp,media=video");
  gint64 from = wall_now () - AGE, to;
  gchar *uri;

  gst_harness_push (h, packet_new (1, 1000));
  gst_harness_push (h, packet_new (2, 1000));
  gst_harness_push (h, packet_new (3, 4000));
  tx_expect_buffers (h, 3);
  to = wall_now () - AGE;

  expect_stamped (h, 5, from, to);
  expect_plain (h, 200);
  expect_stamped (h, 5, from, to);
  uri = get_extmap (h, "extmap-5");
  fail_unless_equals_string (uri, URI);
  g_free (uri);
  fail_unless_equals_uint64 (tx_stat (h->element, "bytes-sent"), 648 + 3 * 28);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "capture-times"),
      2);
  tx_harness_free (h);
}

GST_END_TEST;

/* The rest of the packet is what it was. */
GST_START_TEST (test_capturetime_keeps_the_packet)
{
  GstHarness *h = new_harness (TX, "application/x-rtp");
  GstBuffer *in = packet_new (1, 1000), *out;
  guint8 before[200], after[224];

  gst_buffer_extract (in, 0, before, 200);
  gst_harness_push (h, in);
  tx_expect_buffers (h, 1);
  out = pull (h);
  fail_unless_equals_uint64 (gst_buffer_extract (out, 0, after, 224), 224);
  before[0] |= 0x10;
  fail_unless_equals_int (memcmp (before, after, 12), 0);
  fail_unless_equals_int (memcmp (before + 12, after + 36, 188), 0);
  fail_unless_equals_uint64 (GST_BUFFER_PTS (out), 1000 * MS - AGE);
  gst_buffer_unref (out);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_off)
{
  GstHarness *h = new_harness (FAST, "application/x-rtp");
  gchar *uri;

  gst_harness_push (h, packet_new (1, 1000));
  tx_expect_buffers (h, 1);
  expect_plain (h, 200);
  uri = get_extmap (h, "extmap-5");
  fail_unless (uri == NULL);
  tx_harness_free (h);
}

GST_END_TEST;

static GstBuffer *
with_extension (guint16 seq, guint16 profile, guint id, guint size)
{
  GstBuffer *buffer = packet_new (seq, seq);
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  guint8 value[16] = { 0xee, };

  gst_rtp_buffer_map (buffer, GST_MAP_READWRITE, &rtp);
  if (profile == 0xbede) {
    fail_unless (gst_rtp_buffer_add_extension_onebyte_header (&rtp, id, value,
            size));
  } else if (profile >> 4 == 0x100) {
    fail_unless (gst_rtp_buffer_add_extension_twobytes_header (&rtp,
            profile & 0xf, id, value, size));
  } else {
    fail_unless (gst_rtp_buffer_set_extension_data (&rtp, profile, 2));
  }
  gst_rtp_buffer_unmap (&rtp);
  return buffer;
}

static void
expect_both (GstHarness * h, guint16 profile)
{
  GstBuffer *buffer = pull (h);
  guint8 value[16];
  guint8 start[4];
  gsize length;
  GstMapInfo map;

  gst_buffer_extract (buffer, 12, start, 4);
  fail_unless_equals_int (GST_READ_UINT16_BE (start), profile);
  fail_unless (get_extension (buffer, 5, value));
  gst_buffer_map (buffer, &map, GST_MAP_READ);
  fail_unless (rtp_cc_extension_find (map.data, map.size, 3, &length)[0]
      == 0xee);
  fail_unless_equals_uint64 (length, 7);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

/* Beside others; not where it is already, nor beside what is not RFC 8285. */
GST_START_TEST (test_capturetime_other_extensions)
{
  GstHarness *h = new_harness (TX, "application/x-rtp");
  guint8 value[16];
  GstBuffer *buffer;

  gst_harness_push (h, with_extension (1, 0xbede, 3, 7));
  gst_harness_push (h, with_extension (2, 0x1003, 3, 7));
  gst_harness_push (h, with_extension (3, 0xbede, 5, 16));
  gst_harness_push (h, with_extension (4, 0x1000, 5, 16));
  gst_harness_push (h, with_extension (5, 0x4711, 0, 0));
  tx_expect_buffers (h, 5);
  expect_both (h, 0xbede);
  expect_both (h, 0x1003);
  buffer = pull (h);
  fail_unless (get_extension (buffer, 5, value) && value[0] == 0xee);
  gst_buffer_unref (buffer);
  buffer = pull (h);
  fail_unless (get_extension (buffer, 5, value) && value[0] == 0xee);
  gst_buffer_unref (buffer);
  expect_plain (h, 212);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "capture-times"),
      2);
  tx_harness_free (h);
}

GST_END_TEST;

/* Caps that name the extension choose its id. */
GST_START_TEST (test_capturetime_id_of_the_caps)
{
  GstHarness *h = new_harness (TX, "application/x-rtp,"
      "extmap-5=(string)urn:other,extmap-9=(string)" URI);
  gint64 from = wall_now () - AGE;
  gchar *uri;

  gst_harness_push (h, packet_new (1, 1000));
  tx_expect_buffers (h, 1);
  expect_stamped (h, 9, from, wall_now () - AGE);
  uri = get_extmap (h, "extmap-5");
  fail_unless_equals_string (uri, "urn:other");
  g_free (uri);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_id_with_direction)
{
  GstHarness *h = new_harness (TX, "application/x-rtp,"
      "extmap-9=(string)<sendonly," URI ",\"\">");
  gint64 from = wall_now () - AGE;

  gst_harness_push (h, packet_new (1, 1000));
  tx_expect_buffers (h, 1);
  expect_stamped (h, 9, from, wall_now () - AGE);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_cannot)
{
  static const struct
  {
    const gchar *caps, *text;
  } cases[] = {
    {"application/x-rtp,extmap-5=(string)urn:other", "capture-time-extension"},
    {"application/x-srtp", "capture-time-extension"},
  };
  GstHarness *h = new_harness (TX, cases[__i__].caps);

  gst_harness_push (h, packet_new (1, 1000));
  tx_expect_buffers (h, 1);
  expect_plain (h, 200);
  tx_expect_message (h->element, GST_MESSAGE_WARNING, cases[__i__].text);
  tx_harness_free (h);
}

GST_END_TEST;

/* Five packets of 20 ms to each that is stamped. */
GST_START_TEST (test_capturetime_audio)
{
  GstHarness *h = new_harness (TX, "application/x-rtp,media=audio");
  guint i;

  for (i = 0; i < 11; i++) {
    GstBuffer *buffer = packet_new ((guint16) i, i * 960);

    GST_BUFFER_PTS (buffer) = 500 * MS + i * 20 * MS;
    gst_harness_push (h, buffer);
  }
  tx_expect_buffers (h, 11);
  for (i = 0; i < 11; i++) {
    if (i % 5 == 0)
      expect_stamped (h, 5, 0, G_MAXINT64);
    else
      expect_plain (h, 200);
  }
  tx_harness_free (h);
}

GST_END_TEST;

/* Without a time, of another stream, or of another payload type. */
GST_START_TEST (test_capturetime_unknown)
{
  GstHarness *h = new_harness (TX, "application/x-rtp,payload=96,"
      "ssrc=(uint)1548657408");
  GstBuffer *buffer = packet_new (1, 1000), *fec = packet_new (1, 1500);

  gst_buffer_memset (fec, 1, 97, 1);
  GST_BUFFER_PTS (buffer) = GST_CLOCK_TIME_NONE;
  gst_harness_push (h, buffer);
  gst_harness_push (h, timed (rtp_new (SSRC + 1, 9, 3, TRUE, 200), AGE));
  gst_harness_push (h, fec);
  gst_harness_push (h, packet_new (2, 2000));
  tx_expect_buffers (h, 4);
  expect_plain (h, 200);
  expect_plain (h, 200);
  expect_plain (h, 200);
  expect_stamped (h, 5, 0, G_MAXINT64);
  tx_harness_free (h);
}

GST_END_TEST;

/* What is to be played later was captured by now. */
GST_START_TEST (test_capturetime_not_in_the_future)
{
  GstHarness *h = new_harness (TX, "application/x-rtp");
  GstBuffer *buffer = packet_new (1, 1000);
  gint64 from = wall_now ();

  GST_BUFFER_PTS (buffer) = 1300 * MS;
  gst_harness_push (h, buffer);
  tx_expect_buffers (h, 1);
  expect_stamped (h, 5, from, wall_now ());
  tx_harness_free (h);
}

GST_END_TEST;

/* A list that someone else holds, too: that one stays as it is. */
GST_START_TEST (test_capturetime_list)
{
  GstHarness *h = new_harness (TX, "application/x-rtp");
  GstBufferList *list = gst_buffer_list_new ();
  guint i;

  for (i = 0; i < 4; i++)
    gst_buffer_list_add (list, packet_new ((guint16) i, i / 2));
  fail_unless_equals_int (gst_pad_push_list (h->srcpad,
          gst_buffer_list_ref (list)), GST_FLOW_OK);
  tx_expect_buffers (h, 4);
  for (i = 0; i < 4; i++) {
    fail_unless_equals_uint64 (gst_buffer_get_size (gst_buffer_list_get (list,
                i)), 200);
    if (i % 2 == 0)
      expect_stamped (h, 5, 0, G_MAXINT64);
    else
      expect_plain (h, 200);
  }
  gst_buffer_list_unref (list);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
capturetime_suite (void)
{
  Suite *s = suite_create ("capturetime");
  TCase *tc = tcase_create ("screamtx");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_capturetime_first_packet_of_each_frame);
  tcase_add_test (tc, test_capturetime_keeps_the_packet);
  tcase_add_test (tc, test_capturetime_off);
  tcase_add_test (tc, test_capturetime_other_extensions);
  tcase_add_test (tc, test_capturetime_id_of_the_caps);
  tcase_add_test (tc, test_capturetime_id_with_direction);
  tcase_add_loop_test (tc, test_capturetime_cannot, 0, 2);
  tcase_add_test (tc, test_capturetime_audio);
  tcase_add_test (tc, test_capturetime_unknown);
  tcase_add_test (tc, test_capturetime_not_in_the_future);
  tcase_add_test (tc, test_capturetime_list);

  return s;
}

GST_CHECK_MAIN (capturetime);

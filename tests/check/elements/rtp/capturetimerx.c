/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* capture-time-extension of screamrx: the latency and the meta that it makes of it. */
#include <string.h>
#include <gst/rtp/rtp.h>

#include "capturetest.h"

#define RX "screamrx capture-time-extension=5"
#define RX_CAPS "application/x-rtp,media=video,clock-rate=90000"

/* A packet that was captured @ago, with the extension in @size bytes. */
static GstBuffer *
stamped_new (guint16 seq, guint32 timestamp, guint id, gint64 ago, guint size)
{
  GstBuffer *buffer = rtp_new (SSRC, seq, timestamp, FALSE, 200);
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  guint8 value[16];

  rtp_cc_capture_time_write (value, wall_now () - ago);
  gst_rtp_buffer_map (buffer, GST_MAP_READWRITE, &rtp);
  fail_unless (gst_rtp_buffer_add_extension_onebyte_header (&rtp, id, value,
          size));
  gst_rtp_buffer_unmap (&rtp);
  return buffer;
}

static GstStructure *
rx_stats (GstHarness * h)
{
  GstStructure *stats;

  g_object_get (h->element, "stats", &stats, NULL);
  return stats;
}

static gint64
get_int64 (const GstStructure * s, const gchar * name)
{
  gint64 value;

  fail_unless (gst_structure_get_int64 (s, name, &value), "%s", name);
  return value;
}

/* Of the only stream that is measured, NULL if there is none. */
static GstStructure *
rx_latency (GstHarness * h)
{
  GstStructure *stats = rx_stats (h), *stream = NULL;
  const GValue *array = gst_structure_get_value (stats, "latencies");

  fail_unless (gst_value_array_get_size (array) <= 1);
  if (gst_value_array_get_size (array) == 1)
    stream = gst_structure_copy (gst_value_get_structure
        (gst_value_array_get_value (array, 0)));
  gst_structure_free (stats);
  return stream;
}

static void
check_clocks (GstHarness * h, const gchar * expected)
{
  GstStructure *stats = rx_stats (h);

  fail_unless_equals_string (gst_structure_get_string (stats, "clocks"),
      expected);
  gst_structure_free (stats);
}

/* What the test takes for itself is in the wall clock, too. */
GST_START_TEST (test_capturetime_rx_measures)
{
  GstHarness *h = new_harness (RX, RX_CAPS);
  gint64 before = wall_now (), most;
  GstStructure *s;
  guint64 count;
  guint ssrc;

  gst_harness_push (h, stamped_new (1, 3000, 5, 30 * MS, 16));
  most = wall_now () - before + 30 * MS;
  s = rx_latency (h);
  fail_unless (get_int64 (s, "last") >= (gint64) (30 * MS));
  fail_unless (get_int64 (s, "last") <= most);
  fail_unless_equals_int64 (get_int64 (s, "smoothed"), get_int64 (s, "last"));
  fail_unless_equals_int64 (get_int64 (s, "min"), get_int64 (s, "last"));
  fail_unless_equals_int64 (get_int64 (s, "p95"), get_int64 (s, "last"));
  fail_unless_equals_int64 (get_int64 (s, "arrival"), get_int64 (s, "last"));
  fail_unless (gst_structure_get_uint64 (s, "count", &count) && count == 1);
  fail_unless (gst_structure_get_uint (s, "ssrc", &ssrc) && ssrc == SSRC);
  gst_structure_free (s);
  check_clocks (h, "unknown");
  tx_harness_free (h);
}

GST_END_TEST;

/* 8 bytes; the id of the caps; two-byte headers are tested with the parser. */
GST_START_TEST (test_capturetime_rx_forms)
{
  GstHarness *h = new_harness (RX, RX_CAPS ",extmap-9=(string)" URI);
  GstStructure *s;
  guint64 count;

  gst_harness_push (h, stamped_new (1, 1, 9, 30 * MS, 8));
  gst_harness_push (h, stamped_new (2, 2, 9, 30 * MS, 16));
  gst_harness_push (h, stamped_new (3, 3, 5, 30 * MS, 16));
  s = rx_latency (h);
  fail_unless (gst_structure_get_uint64 (s, "count", &count) && count == 2);
  gst_structure_free (s);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_rx_malformed)
{
  GstHarness *h = new_harness (RX, RX_CAPS);
  GstStructure *s;
  guint64 malformed;

  gst_harness_push (h, stamped_new (1, 1, 5, 30 * MS, 7));
  gst_harness_push (h, stamped_new (2, 2, 5, 30 * MS, 15));
  gst_harness_push (h, rtp_new (SSRC, 3, 3, FALSE, 200));
  fail_unless (rx_latency (h) == NULL);
  s = rx_stats (h);
  fail_unless (gst_structure_get_uint64 (s, "malformed-capture-times",
          &malformed));
  fail_unless_equals_uint64 (malformed, 2);
  gst_structure_free (s);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_rx_off)
{
  GstHarness *h = new_harness ("screamrx", RX_CAPS);
  GstBuffer *in = stamped_new (1, 3000, 5, 30 * MS, 16), *out;

  gst_harness_push (h, in);
  out = pull (h);
  fail_unless (out == in);
  fail_unless (gst_buffer_get_meta (out, GST_REFERENCE_TIMESTAMP_META_API_TYPE)
      == NULL);
  gst_buffer_unref (out);
  fail_unless (rx_latency (h) == NULL);
  tx_harness_free (h);
}

GST_END_TEST;

/* All packets of the frame say when it was captured, and no other. */
GST_START_TEST (test_capturetime_rx_meta)
{
  GstHarness *h = new_harness (RX, RX_CAPS);
  GstCaps *caps = gst_caps_new_empty_simple ("timestamp/x-unix");
  gint64 before = wall_now ();
  guint i;

  gst_harness_push (h, rtp_new (SSRC, 0, 3000, FALSE, 200));
  gst_harness_push (h, stamped_new (1, 6000, 5, 30 * MS, 16));
  gst_harness_push (h, rtp_new (SSRC, 2, 6000, TRUE, 200));
  gst_harness_push (h, rtp_new (SSRC, 3, 9000, TRUE, 200));
  for (i = 0; i < 4; i++) {
    GstBuffer *buffer = pull (h);
    GstReferenceTimestampMeta *meta =
        gst_buffer_get_reference_timestamp_meta (buffer, caps);

    fail_unless ((meta != NULL) == (i == 1 || i == 2), "%u", i);
    fail_unless (meta == NULL || ((gint64) meta->timestamp >=
            before - (gint64) (30 * MS)
            && (gint64) meta->timestamp <= wall_now () - (gint64) (30 * MS)));
    gst_buffer_unref (buffer);
  }
  gst_caps_unref (caps);
  tx_harness_free (h);
}

GST_END_TEST;

/* In a list, with RTCP that is taken out, too. */
GST_START_TEST (test_capturetime_rx_list)
{
  GstHarness *h = new_harness (RX, RX_CAPS);
  GstBufferList *list = gst_buffer_list_new ();
  GstBuffer *buffer = stamped_new (1, 6000, 5, 30 * MS, 16);
  GstStructure *s;

  gst_buffer_list_add (list, gst_buffer_ref (buffer));
  gst_buffer_list_add (list, rtp_new (SSRC, 2, 6000, TRUE, 200));
  gst_pad_push_list (h->srcpad, gst_buffer_list_ref (list));
  fail_unless_equals_int (gst_buffer_list_length (list), 2);
  fail_unless (gst_buffer_get_meta (buffer,
          GST_REFERENCE_TIMESTAMP_META_API_TYPE) == NULL);
  gst_buffer_list_unref (list);
  gst_buffer_unref (buffer);
  s = rx_latency (h);
  fail_unless (s != NULL);
  gst_structure_free (s);
  fail_unless_equals_int (gst_harness_buffers_received (h), 2);
  tx_harness_free (h);
}

GST_END_TEST;

/* Warnings about clocks and reports; takes all. */
static void
count_messages (GstHarness * h, guint * warnings, guint * reports)
{
  GstBus *bus = gst_element_get_bus (h->element);
  GstMessage *message;
  gchar *debug;

  *warnings = *reports = 0;
  while ((message = gst_bus_pop (bus)) != NULL) {
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING) {
      gst_message_parse_warning (message, NULL, &debug);
      *warnings += strstr (debug, "NTP or PTP") != NULL;
      g_free (debug);
    } else if (gst_message_has_name (message, "scream-latency")) {
      ++*reports;
    }
    gst_message_unref (message);
  }
  gst_object_unref (bus);
}

/* The sender's clock is a second ahead: one warning that names the remedy. The
 * test clock goes with the RTP timestamps, faster than the wall clock, so far
 * that no step is seen. */
GST_START_TEST (test_capturetime_rx_clocks_differ)
{
  GstHarness *h = new_harness (RX, RX_CAPS);
  guint i, warnings, reports;
  GstStructure *stats;

  for (i = 0; i < 60; i++) {
    gst_harness_push (h, stamped_new ((guint16) i, i * 3600, 5,
            -(gint64) (1000 * MS), 16));
    gst_test_clock_advance_time (test_clock, 40 * MS);
  }
  check_clocks (h, "not-synchronised");
  stats = rx_stats (h);
  fail_unless (get_int64 (stats, "latency") < -(gint64) (990 * MS));
  fail_unless (get_int64 (stats, "latency") >= -(gint64) (1000 * MS));
  gst_structure_free (stats);
  count_messages (h, &warnings, &reports);
  fail_unless_equals_int (warnings, 1);
  /* In 59 * 40 ms */
  fail_unless_equals_int (reports, 2);
  tx_harness_free (h);
}

GST_END_TEST;

/* A second stream that is slower is the one that is shown. */
GST_START_TEST (test_capturetime_rx_slowest)
{
  GstHarness *h = new_harness (RX, RX_CAPS);
  GstBuffer *buffer = stamped_new (1, 3000, 5, 300 * MS, 16);
  GstStructure *stats;
  guint8 ssrc[4] = { 0, 0, 0, 7 };
  guint i;

  gst_buffer_fill (buffer, 8, ssrc, 4);
  gst_harness_push (h, stamped_new (1, 3000, 5, 30 * MS, 16));
  gst_harness_push (h, buffer);
  stats = rx_stats (h);
  fail_unless (get_int64 (stats, "latency") >= (gint64) (300 * MS));
  fail_unless_equals_int (gst_value_array_get_size (gst_structure_get_value
          (stats, "latencies")), 2);
  gst_structure_free (stats);

  /* Many streams: some are forgotten. */
  for (i = 0; i < 100; i++) {
    ssrc[2] = (guint8) (i + 1);
    buffer = stamped_new (1, 3000, 5, 30 * MS, 16);
    gst_buffer_fill (buffer, 8, ssrc, 4);
    gst_harness_push (h, buffer);
  }
  stats = rx_stats (h);
  fail_unless_equals_int (gst_value_array_get_size (gst_structure_get_value
          (stats, "latencies")), 8);
  gst_structure_free (stats);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
capturetimerx_suite (void)
{
  Suite *s = suite_create ("capturetimerx");
  TCase *tc = tcase_create ("screamrx");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_capturetime_rx_measures);
  tcase_add_test (tc, test_capturetime_rx_forms);
  tcase_add_test (tc, test_capturetime_rx_malformed);
  tcase_add_test (tc, test_capturetime_rx_off);
  tcase_add_test (tc, test_capturetime_rx_meta);
  tcase_add_test (tc, test_capturetime_rx_list);
  tcase_add_test (tc, test_capturetime_rx_clocks_differ);
  tcase_add_test (tc, test_capturetime_rx_slowest);

  return s;
}

GST_CHECK_MAIN (capturetimerx);

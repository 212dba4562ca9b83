/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamvideosrc in front of screamtx, on the system's clock */
#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

/* Through a link of 20 ms */
static GstElement *
launch_over_link (guint bitrate)
{
  guint16 port = free_port ();

  return launch ("screamvideosrc name=video mtu=600 ! screamtx "
      "name=tx ! linkemu name=link bitrate=%u delay=20 ! udpsink "
      "host=127.0.0.1 port=%u async=false udpsrc address=127.0.0.1 port=%u caps="
      "\"application/x-rtp,media=video,encoding-name=X-SCREAM-TEST,"
      "clock-rate=90000,payload=96\" ! screamrx ! fakesink async=false",
      bitrate, port, port);
}

static guint64
bytes_made (GstElement * video)
{
  GstStructure *s;
  guint64 bytes;

  g_object_get (video, "stats", &s, NULL);
  fail_unless (gst_structure_get_uint64 (s, "bytes", &bytes));
  gst_structure_free (s);
  return bytes;
}

/* bit/s over the next second */
static gdouble
measure (GstElement * pipeline)
{
  guint64 before = bytes_made (get (pipeline, "video"));
  gint64 start = g_get_monotonic_time ();

  g_usleep (G_USEC_PER_SEC);
  return (bytes_made (get (pipeline, "video")) - before) * 8e6 /
      (g_get_monotonic_time () - start);
}

/* It makes what it is told, and nobody takes the headers, which are a seventh
 * of these packets, for payload. */
GST_START_TEST (test_screamvideosrc_output_is_without_headers)
{
  GstElement *pipeline = gst_parse_launch ("screamvideosrc mtu=100 ! screamtx "
      "name=tx controller=fixed initial-bitrate=400000 min-bitrate=400000 "
      "max-bitrate=400000 ! fakesink async=false",
      NULL);
  GstStructure *stats;
  const GValue *stream;
  const GstStructure *encoder;
  guint64 told, made;
  gdouble gain;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_usleep (2500000);
  g_object_get (get (pipeline, "tx"), "stats", &stats, NULL);
  stream = gst_value_array_get_value (gst_structure_get_value (stats,
          "streams"), 0);
  encoder = gst_value_get_structure (gst_structure_get_value
      (gst_value_get_structure (stream), "encoder"));
  fail_unless_equals_string (gst_structure_get_string (encoder, "factory"),
      "screamvideosrc");
  fail_unless (gst_structure_get_uint64 (encoder, "commanded-bitrate", &told));
  fail_unless (gst_structure_get_uint64 (encoder, "output-bitrate", &made));
  fail_unless (gst_structure_get_double (encoder, "gain", &gain));
  fail_unless_equals_float (gain, 1.0);
  /* 5 %: a mean over 50 frames begins and ends at any of them */
  fail_unless (made > told * 0.95 && made < told * 1.05, "%" G_GUINT64_FORMAT
      " of %" G_GUINT64_FORMAT, made, told);
  gst_structure_free (stats);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

GST_END_TEST;

/* At most the link's rate, less 40 bytes of headers in 600; at least what a
 * controller that has just halved its rate comes to on a busy machine. */
GST_START_TEST (test_screamvideosrc_follows_the_link)
{
  GstElement *pipeline = launch_over_link (2000000);
  gdouble rate;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  tx_expect_message (pipeline, GST_MESSAGE_ELEMENT, "scream-encoder");
  g_usleep (3 * G_USEC_PER_SEC);
  rate = measure (pipeline);
  fail_unless (rate > 1000000 && rate < 2100000, "%f", rate);

  g_object_set (get (pipeline, "link"), "bitrate", (guint64) 700000, NULL);
  g_usleep (3 * G_USEC_PER_SEC);
  rate = measure (pipeline);
  fail_unless (rate > 200000 && rate < 800000, "%f", rate);
  fail_unless_equals_int (tx_count_messages (pipeline, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

GST_END_TEST;

/* What screamtx connects to, it leaves. */
GST_START_TEST (test_screamvideosrc_cycles_in_front_of_screamtx)
{
  GstElement *pipeline = launch_over_link (2000000);
  GstElement *video = get (pipeline, "video");
  guint id = g_signal_lookup ("prepare-frame", G_OBJECT_TYPE (video)), i;

  for (i = 0; i < 50; i++) {
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    if (i % 10 == 0)
      tx_expect_message (pipeline, GST_MESSAGE_ELEMENT, "scream-encoder");
    if (i % 3 == 0)
      gst_element_set_state (pipeline, GST_STATE_PAUSED);
    if (i % 3 != 1)
      gst_element_set_state (pipeline, GST_STATE_READY);
  }
  fail_unless_equals_int (tx_count_messages (pipeline, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  fail_if (g_signal_has_handler_pending (video, id, 0, TRUE));
  gst_object_unref (pipeline);
}

GST_END_TEST;

static Suite *
screamvideosrc_suite (void)
{
  Suite *s = suite_create ("screamvideosrc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_screamvideosrc_output_is_without_headers);
  tcase_add_test (tc, test_screamvideosrc_follows_the_link);
  tcase_add_test (tc, test_screamvideosrc_cycles_in_front_of_screamtx);

  return s;
}

GST_CHECK_MAIN (screamvideosrc);

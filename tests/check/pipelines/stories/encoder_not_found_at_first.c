/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whoever sends a file or what an application makes: each start said "not found" of an encoder
 * that was found a moment later, since nothing is linked behind the pad before caps come. */
#include "tests/check/pipelines/pipelinetest.h"

#define SOURCE "videotestsrc num-buffers=3 ! video/x-raw,format=I420,width=64,height=64 ! "

static void
count (GstElement * pipeline, guint * found, guint * not_found)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  gboolean done = FALSE;

  *found = *not_found = 0;
  while (!done) {
    GstMessage *message = gst_bus_timed_pop_filtered (bus, 20 * GST_SECOND,
        GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_ELEMENT);
    const GstStructure *s;

    fail_unless (message != NULL
        && GST_MESSAGE_TYPE (message) != GST_MESSAGE_ERROR);
    s = gst_message_get_structure (message);
    done = GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
    if (!done && gst_structure_has_name (s, "scream-encoder")) {
      const gchar *event = gst_structure_get_string (s, "event");

      *found += g_strcmp0 (event, "found") == 0;
      *not_found += g_strcmp0 (event, "not-found") == 0;
    }
    gst_message_unref (message);
  }
  gst_object_unref (bus);
}

static const gchar *const late[] = {
  SOURCE "jpegenc ! decodebin ! screamsink",
  SOURCE "jpegenc ! decodebin ! x264enc ! screamsink",
  SOURCE
      "jpegenc ! decodebin ! x264enc ! rtph264pay ! screamtx controller=fixed ! "
      "fakesink",
};

GST_START_TEST (test_encoder_that_is_linked_late)
{
  GstElement *pipeline = launch ("%s", late[__i__]);
  guint found, not_found;

  play (pipeline);
  count (pipeline, &found, &not_found);
  fail_unless_equals_int (found, 1);
  fail_unless_equals_int (not_found, 0);
  finish (pipeline);
}

GST_END_TEST;

/* Where there is none, it is said with the first packet. */
GST_START_TEST (test_no_encoder)
{
  GstElement *pipeline =
      launch (SOURCE "jpegenc ! rtpjpegpay ! screamtx controller=fixed "
      "encoder-name=nobody ! fakesink");
  guint found, not_found;

  play (pipeline);
  count (pipeline, &found, &not_found);
  fail_unless_equals_int (found, 0);
  fail_unless_equals_int (not_found, 1);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
encoder_not_found_at_first_suite (void)
{
  Suite *s = suite_create ("encoder_not_found_at_first");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_encoder_that_is_linked_late, 0,
      G_N_ELEMENTS (late));
  tcase_add_test (tc, test_no_encoder);
  return s;
}

GST_CHECK_MAIN (encoder_not_found_at_first);

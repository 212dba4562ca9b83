/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets that no picture comes of: an element that lets so many through. */
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <string.h>

#include "plugins/scream/bins/gstscreamfruitless.h"

static const struct
{
  const gchar *element;
  guint seconds;
  gboolean timed;
  guint warnings;
} cases[] = {
  {"identity drop-probability=1", 10, TRUE, 0},
  {"identity drop-probability=1", 30, TRUE, 1},
  {"identity drop-probability=1", 30, FALSE, 0},
  {"identity", 30, TRUE, 0},
};

static guint
count_warnings (GstBus * bus)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_WARNING))) {
    GError *error;

    gst_message_parse_warning (message, &error, NULL);
    fail_unless (g_error_matches (error, GST_STREAM_ERROR,
            GST_STREAM_ERROR_DECODE));
    fail_unless (strstr (error->message, "no picture in 10 s"));
    g_error_free (error);
    gst_message_unref (message);
    n++;
  }
  return n;
}

GST_START_TEST (test_fruitless)
{
  GstElement *bin = gst_parse_bin_from_description (cases[__i__].element, TRUE,
      NULL);
  GstHarness *h = gst_harness_new_with_element (bin, "sink", "src");
  GstBus *bus = gst_bus_new ();
  guint i;

  gst_element_set_bus (bin, bus);
  gst_scream_fruitless_watch (bin);
  gst_harness_set_src_caps_str (h, "application/x-rtp");
  for (i = 0; i <= cases[__i__].seconds; i++) {
    GstBuffer *packet = gst_buffer_new ();

    if (cases[__i__].timed)
      GST_BUFFER_PTS (packet) = i * GST_SECOND;
    gst_harness_push (h, packet);
  }
  fail_unless_equals_int (count_warnings (bus), cases[__i__].warnings);
  gst_element_set_bus (bin, NULL);
  gst_object_unref (bus);
  gst_harness_teardown (h);
  gst_object_unref (bin);
}

GST_END_TEST;

static Suite *
screamfruitless_suite (void)
{
  Suite *s = suite_create ("screamfruitless");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_fruitless, 0, G_N_ELEMENTS (cases));
  return s;
}

GST_CHECK_MAIN (screamfruitless);

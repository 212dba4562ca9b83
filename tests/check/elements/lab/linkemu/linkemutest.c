/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemutest.c: see linkemutest.h */
#include "linkemutest.h"

GstTestClock *test_clock;

void
link_setup (void)
{
  test_clock = GST_TEST_CLOCK (gst_test_clock_new_with_start_time (T0));
  gst_system_clock_set_default (GST_CLOCK (test_clock));
}

void
link_teardown (void)
{
  gst_system_clock_set_default (NULL);
  gst_object_unref (test_clock);
}

GstHarness *
link_harness_new (const gchar * line, const gchar * caps)
{
  GstElement *element = gst_parse_launch (line, NULL);
  GstHarness *h;

  fail_unless (element != NULL);
  h = gst_harness_new_with_element (element, "sink", "src");
  gst_object_unref (element);
  gst_harness_set_src_caps_str (h, caps);
  return h;
}

gchar *
link_error_of (const gchar * line)
{
  return link_error_of_element (gst_parse_launch (line, NULL));
}

gchar *
link_error_of_element (GstElement * element)
{
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GError *error;
  gchar *text;

  gst_element_set_bus (element, bus);
  fail_unless_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, NULL);
  text = g_strdup (error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
  return text;
}

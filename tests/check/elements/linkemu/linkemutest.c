/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
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

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* capturetest.c: see capturetest.h */
#include "capturetest.h"

/* Running time 0 of the elements, and how old the packets are */
#define BASE (T0 - 1000 * MS)

gint64
wall_now (void)
{
  return g_get_real_time () * 1000;
}

GstHarness *
new_harness (const gchar * line, const gchar * caps)
{
  GstHarness *h = harness_on_bus (line);

  gst_element_set_clock (h->element, GST_CLOCK (test_clock));
  gst_element_set_base_time (h->element, BASE);
  gst_harness_set_src_caps_str (h, caps);
  return h;
}

GstBuffer *
pull (GstHarness * h)
{
  GstBuffer *buffer = gst_harness_pull (h);

  fail_unless (buffer != NULL);
  return buffer;
}

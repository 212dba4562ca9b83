/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtx where the plugin screamlab is not installed: it says where the other
 * controllers are, and works without them */
#include "screamtxtest.h"

#define MISSING "There is no controller \"gcc\", only: scream; the plugin " \
    "screamlab has others (package gstreamer1.0-scream-lab)."

GST_START_TEST (test_alone_has_its_controller)
{
  GstHarness *h = tx_harness_new (SCREAM " controller=scream");

  tx_push (h, 0);
  tx_expect_buffers (h, 1);
  fail_unless (tx_stat (h->element, "reference-window") > 0);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_alone_refuses_what_it_has_not)
{
  GstElement *element = gst_parse_launch (SCREAM " controller=gcc", NULL);
  GstBus *bus = gst_bus_new ();

  gst_element_set_bus (element, bus);
  fail_unless_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  tx_expect_message (element, GST_MESSAGE_ERROR, MISSING);
  g_object_set (element, "controller", NULL, NULL);
  fail_if (gst_element_set_state (element, GST_STATE_PAUSED)
      == GST_STATE_CHANGE_FAILURE);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_bus_set_flushing (bus, TRUE);
  gst_object_unref (bus);
  gst_object_unref (element);
}

GST_END_TEST;

GST_START_TEST (test_alone_keeps_the_one_that_runs)
{
  GstHarness *h = tx_harness_new (SCREAM);
  gchar *name;

  g_object_set (h->element, "controller", "gcc", NULL);
  tx_expect_message (h->element, GST_MESSAGE_WARNING, MISSING);
  g_object_get (h->element, "controller", &name, NULL);
  fail_unless_equals_string (name, "scream");
  g_free (name);
  tx_push (h, 0);
  tx_expect_buffers (h, 1);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxalone_suite (void)
{
  Suite *s = suite_create ("screamtxalone");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_alone_has_its_controller);
  tcase_add_test (tc, test_alone_refuses_what_it_has_not);
  tcase_add_test (tc, test_alone_keeps_the_one_that_runs);
  return s;
}

GST_CHECK_MAIN (screamtxalone);

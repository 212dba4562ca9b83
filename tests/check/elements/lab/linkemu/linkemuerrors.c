/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What linkemu refuses, and what it tells upstream of errors and of a downstream that blocks. */
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include "linkemupackets.h"

static const gchar *const conflicts[] = {
  "linkemu bitrate=1 schedule=0:1M",
  "linkemu bitrate=1 trace=/nonexistent",
  "linkemu schedule=0:1M trace=/nonexistent",
};

GST_START_TEST (test_linkemu_refuses_two_rates)
{
  gchar *text = link_error_of (conflicts[__i__]);

  fail_unless (strstr (text, "bitrate, schedule and trace") != NULL, "%s",
      text);
  g_free (text);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_errors_name_the_place)
{
  gchar *path = write_trace ("5\n20\nx\n");
  gchar *line = g_strdup_printf ("linkemu trace=%s", path);
  gchar *text = link_error_of (line);

  fail_unless (strstr (text, "Property trace") != NULL, "%s", text);
  fail_unless (strstr (text, path) != NULL, "%s", text);
  fail_unless (strstr (text, "line 3") != NULL, "%s", text);
  g_free (text);
  text = link_error_of ("linkemu schedule=0:1M,10:2x");
  fail_unless (strstr (text, "Property schedule") != NULL, "%s", text);
  fail_unless (strstr (text, "character 10 ") != NULL, "%s", text);
  g_free (text);
  remove_trace (path);
  g_free (line);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_controlled_bitrate_is_a_rate)
{
  GstElement *element = gst_parse_launch ("linkemu schedule=0:1M", NULL);
  GstObject *link = GST_OBJECT (element);
  GstControlSource *source = gst_interpolation_control_source_new ();
  gchar *text;

  fail_unless (gst_object_add_control_binding (link,
          gst_direct_control_binding_new_absolute (link, "bitrate", source)));
  gst_object_unref (source);
  text = link_error_of_element (element);
  fail_unless (strstr (text, "Only one of the properties bitrate") != NULL,
      "%s", text);
  g_free (text);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_bitrate_does_not_replace_a_schedule)
{
  GstHarness *h = harness_new ("linkemu schedule=0:1M");
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  guint64 bitrate;

  gst_element_set_bus (h->element, bus);
  g_object_set (h->element, "bitrate", G_GUINT64_CONSTANT (5000), NULL);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_WARNING);
  fail_unless (message != NULL);
  gst_message_unref (message);
  g_object_get (h->element, "bitrate", &bitrate, NULL);
  fail_unless_equals_uint64 (bitrate, 0);
  push_number (h, 1);
  expect (h, 1, T0 + 10 * MS);
  gst_element_set_bus (h->element, NULL);
  gst_object_unref (bus);
  gst_harness_teardown (h);
}

GST_END_TEST;

#define N_TRIES 10000

/* Pushes until downstream's answer comes back; each packet leaves at once. */
static GstFlowReturn
push_until_not_ok (GstHarness * h)
{
  GstFlowReturn flow = GST_FLOW_OK;

  for (guint i = 0; i < N_TRIES && flow == GST_FLOW_OK; i++) {
    flow = gst_harness_push (h, buffer_new (i));
    g_usleep (100);
  }
  return flow;
}

/* Packets that were in the link already may come before. */
static void
pull_up_to (GstHarness * h, guint number)
{
  GstBuffer *buffer;
  guint64 offset;

  do {
    buffer = gst_harness_pull (h);
    fail_unless (buffer != NULL);
    offset = GST_BUFFER_OFFSET (buffer);
    gst_buffer_unref (buffer);
    fail_unless (offset <= number);
  } while (offset < number);
}

GST_START_TEST (test_linkemu_unlinked_is_told_upstream)
{
  GstElement *element = gst_element_factory_make ("linkemu", NULL);
  GstHarness *h = gst_harness_new_with_element (element, "sink", NULL);
  GstPad *srcpad;
  GstBus *bus = gst_bus_new ();

  gst_element_set_bus (element, bus);
  gst_harness_set_src_caps_str (h, "application/x-test");
  fail_unless_equals_int (push_until_not_ok (h), GST_FLOW_NOT_LINKED);
  /* Linked, it goes on. */
  srcpad = gst_element_get_static_pad (element, "src");
  gst_harness_add_element_src_pad (h, srcpad);
  gst_object_unref (srcpad);
  push_number (h, N_TRIES);
  pull_up_to (h, N_TRIES);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
  gst_harness_teardown (h);
}

GST_END_TEST;

static GstFlowReturn
fail_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return GST_FLOW_ERROR;
}

GST_START_TEST (test_linkemu_error_is_told_upstream)
{
  GstHarness *h = harness_new ("linkemu");
  GstBus *bus = gst_bus_new ();
  GstMessage *message;

  gst_element_set_bus (h->element, bus);
  gst_pad_set_chain_function (h->sinkpad, fail_chain);
  fail_unless_equals_int (push_until_not_ok (h), GST_FLOW_ERROR);
  fail_unless (gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR) == NULL);
  /* Nobody asks after EOS: an error message. */
  fail_if (gst_harness_push_event (h, gst_event_new_eos ()));
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_unref (message);
  gst_element_set_bus (h->element, NULL);
  gst_object_unref (bus);
  gst_harness_teardown (h);
}

GST_END_TEST;

static GstFlowReturn
eos_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return GST_FLOW_EOS;
}

GST_START_TEST (test_linkemu_downstream_eos_ends_with_the_stream)
{
  GstHarness *h = harness_new ("linkemu");
  GstSegment segment;

  gst_pad_set_chain_function (h->sinkpad, eos_chain);
  fail_unless_equals_int (push_until_not_ok (h), GST_FLOW_EOS);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_harness_push_event (h, gst_event_new_stream_start ("b")));
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
  push_number (h, 1);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_error_after_eos_is_posted)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000");
  GstBus *bus = gst_bus_new ();
  GstMessage *message;

  gst_element_set_bus (h->element, bus);
  gst_pad_set_chain_function (h->sinkpad, fail_chain);
  push_number (h, 1);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  crank_to (T0 + 10 * MS);
  message = gst_bus_timed_pop_filtered (bus, 10 * GST_SECOND,
      GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_unref (message);
  wait_for_event (h, GST_EVENT_EOS);
  gst_element_set_bus (h->element, NULL);
  gst_object_unref (bus);
  gst_harness_teardown (h);
}

GST_END_TEST;

static GstPadProbeReturn
hold (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  g_atomic_int_set ((gint *) user_data, TRUE);
  return GST_PAD_PROBE_OK;
}

static gpointer
push_two (gpointer user_data)
{
  GstHarness *h = user_data;

  push_number (h, 2);
  push_number (h, 3);
  return NULL;
}

/* Downstream blocks: after a while upstream does, instead of filling memory. */
GST_START_TEST (test_linkemu_blocked_downstream_blocks_upstream)
{
  GstHarness *h = harness_new ("linkemu");
  GThread *thread;
  gulong probe;
  gint held = FALSE;

  probe = gst_pad_add_probe (h->sinkpad, GST_PAD_PROBE_TYPE_BLOCK |
      GST_PAD_PROBE_TYPE_BUFFER, hold, &held, NULL);
  push_number (h, 1);
  while (!g_atomic_int_get (&held))
    g_thread_yield ();
  thread = g_thread_new ("push", push_two, h);
  while (get_stat (h->element, "packets-in") < 3)
    g_thread_yield ();
  g_thread_join (thread);
  /* Due at T0, and now more than 100 ms late */
  gst_test_clock_set_time (test_clock, T0 + 101 * MS);
  thread = g_thread_new ("push", push_two, h);
  /* Real time: that a thread does not go on can only be seen by waiting. */
  g_usleep (50000);
  fail_unless_equals_uint64 (get_stat (h->element, "packets-in"), 3);
  gst_pad_remove_probe (h->sinkpad, probe);
  g_thread_join (thread);
  fail_unless_equals_uint64 (get_stat (h->element, "packets-in"), 5);
  gst_harness_teardown (h);
}

GST_END_TEST;

static Suite *
linkemuerrors_suite (void)
{
  Suite *s = suite_create ("linkemuerrors");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, link_setup, link_teardown);
  tcase_add_loop_test (tc, test_linkemu_refuses_two_rates, 0,
      G_N_ELEMENTS (conflicts));
  tcase_add_test (tc, test_linkemu_errors_name_the_place);
  tcase_add_test (tc, test_linkemu_controlled_bitrate_is_a_rate);
  tcase_add_test (tc, test_linkemu_bitrate_does_not_replace_a_schedule);
  tcase_add_test (tc, test_linkemu_unlinked_is_told_upstream);
  tcase_add_test (tc, test_linkemu_error_is_told_upstream);
  tcase_add_test (tc, test_linkemu_downstream_eos_ends_with_the_stream);
  tcase_add_test (tc, test_linkemu_error_after_eos_is_posted);
  tcase_add_test (tc, test_linkemu_blocked_downstream_blocks_upstream);

  return s;
}

GST_CHECK_MAIN (linkemuerrors);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets, events and settings of linkemu: when they come out, and in which order. */
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <math.h>

#include "linkemupackets.h"

static gdouble
get_fraction (GstElement * element, const gchar * name)
{
  GstStructure *stats;
  gdouble value;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_double (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

/* What passes a pad, in order: numbers of buffers, names of events. */
static GstPadProbeReturn
write_down (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GString *log = user_data;
  GstBufferList *list;
  GstEvent *event;

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    g_string_append_printf (log, "%d ",
        (gint) GST_BUFFER_OFFSET (GST_PAD_PROBE_INFO_BUFFER (info)));
  } else if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    list = GST_PAD_PROBE_INFO_BUFFER_LIST (info);
    for (guint i = 0; i < gst_buffer_list_length (list); i++)
      g_string_append_printf (log, "%d ",
          (gint) GST_BUFFER_OFFSET (gst_buffer_list_get (list, i)));
  } else {
    event = GST_PAD_PROBE_INFO_EVENT (info);
    g_string_append_printf (log, "%s ", gst_event_has_name (event, "mark") ?
        "mark" : GST_EVENT_TYPE_NAME (event));
  }
  return GST_PAD_PROBE_OK;
}

static GString *
log_output (GstHarness * h)
{
  GString *log = g_string_new (NULL);
  GstPad *pad = gst_element_get_static_pad (h->element, "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM, write_down, log,
      NULL);
  gst_object_unref (pad);
  return log;
}

static void
push_mark (GstHarness * h)
{
  fail_unless (gst_harness_push_event (h,
          gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM,
              gst_structure_new_empty ("mark"))));
}

GST_START_TEST (test_linkemu_times_are_exact)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000 delay=5");
  GstBuffer *in = buffer_new (1), *out;

  /* The very buffer comes out. */
  fail_unless_equals_int (gst_harness_push (h, gst_buffer_ref (in)),
      GST_FLOW_OK);
  push_number (h, 2);
  crank_to (T0 + 15 * MS);
  out = gst_harness_pull (h);
  fail_unless_equals_pointer (in, out);
  gst_buffer_unref (in);
  gst_buffer_unref (out);
  expect (h, 2, T0 + 25 * MS);

  gst_test_clock_set_time (test_clock, T0 + 100 * MS);
  push_number (h, 3);
  expect (h, 3, T0 + 115 * MS);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* An earlier event than the one that is waited for must wake the task. */
GST_START_TEST (test_linkemu_earlier_packet_wakes)
{
  GstHarness *h = harness_new ("linkemu delay=100 jitter-reorder=true");
  GstClockID id;

  push_number (h, 1);
  gst_test_clock_wait_for_next_pending_id (test_clock, &id);
  fail_unless_equals_uint64 (gst_clock_id_get_time (id), T0 + 100 * MS);
  gst_clock_id_unref (id);
  g_object_set (h->element, "delay", 10.0, NULL);
  push_number (h, 2);
  expect (h, 2, T0 + 10 * MS);
  expect (h, 1, T0 + 100 * MS);
  gst_harness_teardown (h);
}

GST_END_TEST;

static GstBufferList *
list_new (guint first, guint n)
{
  GstBufferList *list = gst_buffer_list_new ();

  for (guint i = 0; i < n; i++)
    gst_buffer_list_add (list, buffer_new (first + i));
  return list;
}

GST_START_TEST (test_linkemu_lists)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000");

  fail_unless_equals_int (gst_pad_push_list (h->srcpad, list_new (1, 3)),
      GST_FLOW_OK);
  for (guint i = 1; i <= 3; i++)
    expect (h, i, T0 + i * 10 * MS);

  /* Without a rate they arrive together. */
  g_object_set (h->element, "bitrate", G_GUINT64_CONSTANT (0), "delay",
      7.0, NULL);
  fail_unless_equals_int (gst_pad_push_list (h->srcpad, list_new (4, 3)),
      GST_FLOW_OK);
  crank_to (T0 + 37 * MS);
  for (guint i = 4; i <= 6; i++)
    pull_number (h, i);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_events_keep_their_place)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000 delay=5");
  GString *log = log_output (h);
  GstCaps *caps = gst_caps_new_empty_simple ("application/x-other");

  push_number (h, 1);
  push_mark (h);
  push_number (h, 2);
  fail_unless (gst_harness_push_event (h, gst_event_new_caps (caps)));
  gst_caps_unref (caps);
  push_mark (h);
  push_number (h, 3);
  for (guint i = 1; i <= 3; i++)
    expect (h, i, T0 + (5 + i * 10) * MS);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  wait_for_event (h, GST_EVENT_EOS);
  /* The log may hold what came before the probe did. */
  fail_unless (g_str_has_suffix (log->str, "1 mark 2 caps mark 3 eos "), "%s",
      log->str);
  gst_harness_teardown (h);
  g_string_free (log, TRUE);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_events_pass_lost_packets)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000 loss=1");
  GString *log = log_output (h);

  push_number (h, 1);
  push_mark (h);
  push_number (h, 2);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  wait_for_event (h, GST_EVENT_EOS);
  fail_unless (g_str_has_suffix (log->str, "mark eos "), "%s", log->str);
  fail_unless_equals_uint64 (get_stat (h->element, "dropped-loss"), 2);
  gst_harness_teardown (h);
  g_string_free (log, TRUE);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_packets_do_not_overtake_events)
{
  GstHarness *h = harness_new ("linkemu jitter=50 jitter-reorder=true");
  GString *log = log_output (h);
  gchar **tokens;
  guint highest = 0, marks = 0, reordered = 0;

  for (guint i = 0; i < 100; i++) {
    if (i % 10 == 0)
      push_mark (h);
    push_number (h, i);
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  while (gst_harness_buffers_received (h) < 100) {
    GstClockTime next = gst_test_clock_get_next_entry_time (test_clock);

    if (next != GST_CLOCK_TIME_NONE)
      gst_test_clock_crank (test_clock);
    else
      g_thread_yield ();
  }
  wait_for_event (h, GST_EVENT_EOS);

  tokens = g_strsplit (log->str, " ", -1);
  for (guint i = 0; tokens[i] != NULL; i++) {
    if (g_str_equal (tokens[i], "mark")) {
      marks++;
    } else if (g_ascii_isdigit (tokens[i][0])) {
      guint number = atoi (tokens[i]);

      fail_unless_equals_int (number / 10 + 1, marks);
      reordered += number < highest;
      highest = MAX (highest, number);
    }
  }
  fail_unless_equals_int (marks, 10);
  /* Half of those of each ten on average */
  fail_unless (reordered > 20 && reordered < 90, "%u", reordered);
  g_strfreev (tokens);
  gst_harness_teardown (h);
  g_string_free (log, TRUE);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_eos_drains)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000");
  GString *log = log_output (h);

  push_number (h, 1);
  push_number (h, 2);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  fail_unless_equals_int (gst_harness_push (h, buffer_new (3)), GST_FLOW_EOS);
  fail_if (gst_harness_push_event (h, gst_event_new_eos ()));
  expect (h, 1, T0 + 10 * MS);
  expect (h, 2, T0 + 20 * MS);
  wait_for_event (h, GST_EVENT_EOS);
  fail_unless (g_str_has_suffix (log->str, "1 2 eos "), "%s", log->str);

  /* A new stream goes on. */
  fail_unless (gst_harness_push_event (h, gst_event_new_stream_start ("b")));
  gst_harness_set_src_caps_str (h, "application/x-test");
  push_number (h, 4);
  expect (h, 4, T0 + 30 * MS);
  gst_harness_teardown (h);
  g_string_free (log, TRUE);
}

GST_END_TEST;

static void
flush (GstHarness * h)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_harness_push_event (h, gst_event_new_flush_start ()));
  fail_unless_equals_int (gst_harness_push (h, buffer_new (99)),
      GST_FLOW_FLUSHING);
  fail_unless (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
}

GST_START_TEST (test_linkemu_flush_empties)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000 delay=15");

  for (guint i = 1; i <= 5; i++)
    push_number (h, i);
  expect (h, 1, T0 + 25 * MS);
  flush (h);
  fail_unless_equals_uint64 (get_stat (h->element, "queued-packets"), 0);
  /* The link is free at once. */
  push_number (h, 6);
  expect (h, 6, T0 + 50 * MS);
  fail_unless_equals_int (gst_harness_buffers_received (h), 2);
  fail_unless_equals_uint64 (get_stat (h->element, "packets-in"), 6);
  fail_unless_equals_uint64 (get_stat (h->element, "packets-out"), 2);
  /* After EOS as well */
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  flush (h);
  push_number (h, 7);
  expect (h, 7, T0 + 75 * MS);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_state_cycles)
{
  GstHarness *h = harness_new ("linkemu schedule=0:1M,0.01:2M");
  GstClockTime now = T0;
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  for (guint i = 0; i < 100; i++) {
    /* The schedule and the statistics start again each time. */
    fail_unless_equals_uint64 (get_stat (h->element, "packets-in"), 0);
    push_number (h, 3 * i);
    push_number (h, 3 * i + 1);
    push_number (h, 3 * i + 2);
    expect (h, 3 * i, now + 10 * MS);
    expect (h, 3 * i + 1, now + 15 * MS);
    now += 15 * MS;

    gst_element_set_state (h->element, i % 2 ? GST_STATE_NULL :
        GST_STATE_READY);
    /* They stay readable. */
    fail_unless_equals_uint64 (get_stat (h->element, "packets-in"), 3);
    fail_unless_equals_uint64 (get_stat (h->element, "packets-out"), 2);
    fail_unless_equals_int (gst_harness_push (h, buffer_new (0)),
        GST_FLOW_FLUSHING);
    fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);

    gst_element_set_state (h->element, GST_STATE_PLAYING);
    fail_unless (gst_harness_push_event (h, gst_event_new_stream_start ("a")));
    fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
  }
  fail_unless_equals_int (gst_harness_buffers_received (h), 200);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_two_instances)
{
  GstHarness *a = harness_new ("linkemu bitrate=1000000");
  GstHarness *b = harness_new ("linkemu bitrate=500000 delay=1");

  push_number (a, 1);
  gst_test_clock_wait_for_multiple_pending_ids (test_clock, 1, NULL);
  push_number (b, 2);
  gst_test_clock_wait_for_multiple_pending_ids (test_clock, 2, NULL);
  expect (a, 1, T0 + 10 * MS);
  expect (b, 2, T0 + 21 * MS);
  fail_unless_equals_uint64 (get_stat (a->element, "packets-in"), 1);
  fail_unless_equals_uint64 (get_stat (b->element, "packets-in"), 1);
  gst_harness_teardown (a);
  gst_harness_teardown (b);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_bitrate_changes_within_a_packet)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000");

  push_number (h, 1);
  push_number (h, 2);
  gst_test_clock_set_time (test_clock, T0 + 4 * MS);
  g_object_set (h->element, "bitrate", G_GUINT64_CONSTANT (2000000), NULL);
  expect (h, 1, T0 + 7 * MS);
  expect (h, 2, T0 + 12 * MS);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Linear from @from to @to within the 100 ms after the first packet. */
static void
animate (GstElement * link, const gchar * property, gdouble from, gdouble to)
{
  GstControlSource *source = gst_interpolation_control_source_new ();
  GstTimedValueControlSource *values = GST_TIMED_VALUE_CONTROL_SOURCE (source);

  g_object_set (source, "mode", GST_INTERPOLATION_MODE_LINEAR, NULL);
  gst_timed_value_control_source_set (values, 0, from);
  gst_timed_value_control_source_set (values, 100 * MS, to);
  fail_unless (gst_object_add_control_binding (GST_OBJECT (link),
          gst_direct_control_binding_new_absolute (GST_OBJECT (link), property,
              source)));
  gst_object_unref (source);
}

/* 10 ms at 1 Mbit/s, so 5 ms at 2 Mbit/s; the time is that since the first packet, which
 * comes late on purpose. */
GST_START_TEST (test_linkemu_controlled)
{
  GstHarness *h = harness_new ("linkemu");

  animate (h->element, "bitrate", 1e6, 3e6);
  animate (h->element, "delay", 0, 40);
  gst_test_clock_set_time (test_clock, T0 + 200 * MS);
  push_number (h, 1);
  expect (h, 1, T0 + 210 * MS);
  gst_test_clock_set_time (test_clock, T0 + 250 * MS);
  push_number (h, 2);
  expect (h, 2, T0 + 250 * MS + 5 * MS + 20 * MS);
  fail_unless_equals_uint64 (get_stat (h->element, "dropped-loss"), 0);

  animate (h->element, "loss", 0, 1);
  gst_test_clock_set_time (test_clock, T0 + 300 * MS);
  push_number (h, 3);
  fail_unless_equals_uint64 (get_stat (h->element, "dropped-loss"), 1);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_time_starts_with_the_first_buffer)
{
  GstHarness *h = harness_new ("linkemu schedule=0:1M,0.01:2M");

  gst_test_clock_set_time (test_clock, T0 + 3600 * GST_SECOND);
  push_number (h, 1);
  push_number (h, 2);
  expect (h, 1, T0 + 3600 * GST_SECOND + 10 * MS);
  expect (h, 2, T0 + 3600 * GST_SECOND + 15 * MS);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_trace)
{
  gchar *path = write_trace ("5\n20\n");
  gchar *line = g_strdup_printf ("linkemu overhead=282 trace=%s", path);
  GstHarness *h = harness_new (line);

  for (guint i = 1; i <= 4; i++)
    push_number (h, i);
  expect (h, 1, T0 + 5 * MS);
  expect (h, 2, T0 + 20 * MS);
  expect (h, 3, T0 + 25 * MS);
  expect (h, 4, T0 + 40 * MS);
  gst_harness_teardown (h);
  remove_trace (path);
  g_free (line);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_stats)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000 queue-limit-time=0 "
      "queue-limit-bytes=3000");
  GstElement *e = h->element;

  fail_unless (isnan (get_fraction (e, "utilisation")));
  for (guint i = 1; i <= 5; i++)
    push_number (h, i);
  fail_unless_equals_uint64 (get_stat (e, "packets-in"), 5);
  fail_unless_equals_uint64 (get_stat (e, "bytes-in"), 5 * 1250);
  fail_unless_equals_uint64 (get_stat (e, "dropped-queue"), 2);
  fail_unless_equals_uint64 (get_stat (e, "queued-packets"), 2);
  fail_unless_equals_uint64 (get_stat (e, "queued-bytes"), 2500);
  for (guint i = 1; i <= 3; i++)
    expect (h, i, T0 + i * 10 * MS);
  gst_test_clock_set_time (test_clock, T0 + 60 * MS);
  fail_unless_equals_uint64 (get_stat (e, "packets-out"), 3);
  fail_unless_equals_uint64 (get_stat (e, "bytes-out"), 3 * 1250);
  fail_unless_equals_uint64 (get_stat (e, "queue-delay"), 20 * MS);
  fail_unless_equals_uint64 (get_stat (e, "queue-delay-mean"), 10 * MS);
  fail_unless_equals_uint64 (get_stat (e, "queue-delay-max"), 20 * MS);
  fail_unless_equals_float (get_fraction (e, "bitrate"), 1e6);
  fail_unless_equals_float (get_fraction (e, "utilisation"), 0.5);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* The path's delay is not to be made up for. */
GST_START_TEST (test_linkemu_latency_is_upstreams)
{
  GstHarness *h = harness_new ("linkemu delay=500");

  gst_harness_set_upstream_latency (h, 12 * MS);
  fail_unless_equals_uint64 (gst_harness_query_latency (h), 12 * MS);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* A real clock: 50 packets of 1 ms, and 20 ms. */
GST_START_TEST (test_linkemu_real_time)
{
  GstElement *pipeline, *linkemu;
  GstBus *bus;
  GstMessage *message;
  gint64 begin, took;

  gst_system_clock_set_default (NULL);
  pipeline = gst_parse_launch ("fakesrc num-buffers=50 sizetype=fixed "
      "sizemax=1222 ! linkemu name=l bitrate=10000000 delay=20 ! "
      "fakesink sync=false", NULL);
  linkemu = gst_bin_get_by_name (GST_BIN (pipeline), "l");
  bus = gst_element_get_bus (pipeline);
  begin = g_get_monotonic_time ();
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, 10 * GST_SECOND,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  took = g_get_monotonic_time () - begin;
  fail_unless (message != NULL);
  fail_unless_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_EOS);
  fail_unless_equals_uint64 (get_stat (linkemu, "packets-out"), 50);
  /* A busy machine may take longer, but not less. */
  fail_unless (took >= 70000 && took < 5000000, "%" G_GINT64_FORMAT, took);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (linkemu);
  gst_object_unref (pipeline);
}

GST_END_TEST;

static Suite *
linkemu_suite (void)
{
  Suite *s = suite_create ("linkemu");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, link_setup, link_teardown);
  tcase_add_test (tc, test_linkemu_times_are_exact);
  tcase_add_test (tc, test_linkemu_earlier_packet_wakes);
  tcase_add_test (tc, test_linkemu_lists);
  tcase_add_test (tc, test_linkemu_events_keep_their_place);
  tcase_add_test (tc, test_linkemu_events_pass_lost_packets);
  tcase_add_test (tc, test_linkemu_packets_do_not_overtake_events);
  tcase_add_test (tc, test_linkemu_eos_drains);
  tcase_add_test (tc, test_linkemu_flush_empties);
  tcase_add_test (tc, test_linkemu_state_cycles);
  tcase_add_test (tc, test_linkemu_two_instances);
  tcase_add_test (tc, test_linkemu_bitrate_changes_within_a_packet);
  tcase_add_test (tc, test_linkemu_controlled);
  tcase_add_test (tc, test_linkemu_time_starts_with_the_first_buffer);
  tcase_add_test (tc, test_linkemu_trace);
  tcase_add_test (tc, test_linkemu_stats);
  tcase_add_test (tc, test_linkemu_latency_is_upstreams);
  tcase_add_test (tc, test_linkemu_real_time);

  return s;
}

GST_CHECK_MAIN (linkemu);

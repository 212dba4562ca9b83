/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The latency of screamsrc and screamsink over loopback, on the system's clock */
#include "pipelinetest.h"

/* Three steps of 2 s from 1000 ms, and what a late start adds to it */
#define PATIENCE (40 * G_TIME_SPAN_SECOND)
#define SHORT 600               /* ms */

static guint64
latency_of (GstElement * receiver)
{
  GstStructure *stats;
  guint64 latency = 0;

  g_object_get (get (receiver, "r"), "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, "jitterbuffer-latency",
          &latency));
  gst_structure_free (stats);
  return latency / GST_MSECOND;
}

static guint
buffer_latency (GstElement * receiver)
{
  GstElement *rtpbin = NULL;
  GstIterator *it = gst_bin_iterate_elements (GST_BIN (get (receiver, "r")));
  GValue item = G_VALUE_INIT;
  guint latency = 0;

  while (gst_iterator_next (it, &item) == GST_ITERATOR_OK) {
    rtpbin = g_value_get_object (&item);
    if (GST_IS_BIN (rtpbin)
        && g_object_class_find_property (G_OBJECT_GET_CLASS (rtpbin),
            "drop-on-latency"))
      g_object_get (rtpbin, "latency", &latency, NULL);
    g_value_reset (&item);
  }
  g_value_unset (&item);
  gst_iterator_free (it);
  return latency;
}

static GstMessage *
next_latency_message (GstElement * receiver)
{
  GstBus *bus = gst_element_get_bus (receiver);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, 0,
      GST_MESSAGE_LATENCY);

  gst_object_unref (bus);
  return message;
}

/* Nothing is lost and little is late: the buffer becomes shorter, if it may. */
GST_START_TEST (test_screamsrc_auto_latency)
{
  guint16 port = free_port ();
  GstElement *receiver = launch ("screamsrc name=r port=%u latency=1000 "
      "auto-latency=%s ! application/x-rtp ! fakesink sync=false", port,
      __i__ ? "true" : "false");
  GstElement *sender = launch ("videotestsrc is-live=true ! video/x-raw,"
      "width=160,height=120,framerate=30/1 ! x264enc speed-preset=ultrafast "
      "tune=zerolatency ! screamsink port=%u", port);
  gint64 end = g_get_monotonic_time () + (__i__ ? PATIENCE : PATIENCE / 8);
  GstMessage *message;

  fail_unless_equals_uint64 (latency_of (receiver), 1000);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  while (latency_of (receiver) >= SHORT && g_get_monotonic_time () < end)
    g_usleep (50000);
  if (__i__ == 0) {
    fail_unless_equals_uint64 (latency_of (receiver), 1000);
  } else {
    fail_unless (latency_of (receiver) >= 20 && latency_of (receiver) < SHORT,
        "%" G_GUINT64_FORMAT " ms", latency_of (receiver));
    while (buffer_latency (receiver) >= SHORT && g_get_monotonic_time () < end)
      g_usleep (10000);
    fail_unless (buffer_latency (receiver) < SHORT, "%u ms",
        buffer_latency (receiver));
    message = next_latency_message (receiver);
    fail_unless (message != NULL);
    gst_message_unref (message);
  }
  /* The user knows better. */
  g_object_set (get (receiver, "r"), "latency", 300, "auto-latency", FALSE,
      NULL);
  fail_unless_equals_uint64 (latency_of (receiver), 300);
  fail_unless_equals_int (buffer_latency (receiver), 300);

  gst_element_set_state (sender, GST_STATE_NULL);
  gst_element_set_state (receiver, GST_STATE_NULL);
  gst_object_unref (sender);
  gst_object_unref (receiver);
}

GST_END_TEST;

static GstClockTime
ask_latency (GstElement * pipeline)
{
  GstQuery *query = gst_query_new_latency ();
  GstClockTime min = GST_CLOCK_TIME_NONE;

  if (gst_element_query (pipeline, query))
    gst_query_parse_latency (query, NULL, &min, NULL);
  gst_query_unref (query);
  return min;
}

/* Of @bin and what is in it. Each makes a pipeline ask anew, as here for @known. */
static guint
take_latency_messages (GstElement * pipeline, const gchar * bin,
    GstClockTime * known)
{
  GstObject *parent = GST_OBJECT (get (pipeline, bin));
  GstMessage *message;
  guint n = 0;

  while ((message = next_latency_message (pipeline)) != NULL) {
    if (GST_MESSAGE_SRC (message) == parent
        || gst_object_has_as_ancestor (GST_MESSAGE_SRC (message), parent)) {
      *known = ask_latency (pipeline);
      n++;
    }
    gst_message_unref (message);
  }
  return n;
}

static guint64
rendered (GstElement * pipeline, const gchar * sink)
{
  GstStructure *stats;
  guint64 n = 0;

  g_object_get (get (pipeline, sink), "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, "rendered", &n);
  gst_structure_free (stats);
  return n;
}

/* Three of the sender and seven of the receiver where each element inside tells its own.
 * One for each pad has to come, and a parser may learn more from a later picture. */
GST_START_TEST (test_latency_messages)
{
  guint16 port = free_port ();
  GstElement *receiver = launch ("screamsrc name=r port=%u ! queue ! "
      "video/x-raw ! fakesink name=picture async=false "
      "r. ! queue ! audio/x-raw ! fakesink name=sound async=false", port);
  GstElement *sender = launch ("videotestsrc is-live=true ! video/x-raw,"
      "width=160,height=120,framerate=30/1 ! screamsink name=s port=%u "
      "encoder=x264enc audiotestsrc is-live=true ! s.", port);
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstClockTime known = GST_CLOCK_TIME_NONE;
  guint sent, received = 0;

  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  while ((rendered (receiver, "picture") < 30 || rendered (receiver,
              "sound") < 50) && g_get_monotonic_time () < end) {
    received += take_latency_messages (receiver, "r", &known);
    g_usleep (10000);
  }
  received += take_latency_messages (receiver, "r", &known);
  fail_unless (received >= 2 && received <= 3, "%u of the receiver", received);
  fail_unless_equals_uint64 (known, ask_latency (receiver));
  known = GST_CLOCK_TIME_NONE;
  sent = take_latency_messages (sender, "s", &known);
  fail_unless (sent == 0, "%u of the sender", sent);

  gst_element_set_state (sender, GST_STATE_NULL);
  gst_element_set_state (receiver, GST_STATE_NULL);
  gst_object_unref (sender);
  gst_object_unref (receiver);
}

GST_END_TEST;

static Suite *
screamlatency_suite (void)
{
  Suite *s = suite_create ("screamlatency");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 90);
  tcase_add_loop_test (tc, test_screamsrc_auto_latency, 0, 2);
  tcase_add_test (tc, test_latency_messages);
  return s;
}

GST_CHECK_MAIN (screamlatency);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The latency that is shown is the one that there is, on the system's clock. */
#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#define CAMERA "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! " \
    "vp8enc deadline=1 cpu-used=16 ! rtpvp8pay ! "
#define TX "screamtx name=tx capture-time-extension=5 min-bitrate=500000 "

/* What linkemu adds, and what the encoder, the scheduler and the pacer may on a
 * machine that has other work: so much less than the link that a latency of half
 * or of twice the link cannot pass. */
#define DELAY (150 * MS)
#define LATE (60 * MS)

/* The two clocks, of the wall and of the system, are not read at the same
 * time, and one is in us. */
#define EARLY (2 * MS)

/* In the thread that posts; the queue is one that the thread sanitizer knows. */
static GstBusSyncReply
on_message (GstBus * bus, GstMessage * message, gpointer user_data)
{
  const GstStructure *s = gst_message_get_structure (message);

  (void) bus;
  if (gst_message_has_name (message, "scream-latency")
      || GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    g_async_queue_push (user_data, gst_structure_copy (s));
  return GST_BUS_PASS;
}

static void
free_structure (gpointer s)
{
  gst_structure_free (s);
}

static void
free_queue (gpointer queue)
{
  g_async_queue_unref (queue);
}

/* Waits for the @n-th report, which comes once a second. */
static GstStructure *
wait_for_report (GAsyncQueue * reports, guint n)
{
  GstStructure *s = NULL;

  while (n-- > 0) {
    g_clear_pointer (&s, gst_structure_free);
    s = g_async_queue_timeout_pop (reports, 5 * G_TIME_SPAN_SECOND);
    fail_unless (s != NULL);
    fail_unless_equals_string (gst_structure_get_name (s), "scream-latency");
  }
  return s;
}

/* Of the middle of the distribution: some frames may be late by more. */
static void
check_latency (const GstStructure * s, const gchar * name)
{
  gint64 ns;

  fail_unless (gst_structure_get_int64 (s, name, &ns));
  fail_unless (ns >= (gint64) (DELAY - EARLY), "%s: %d us", name,
      (gint) (ns / 1000));
  fail_unless (ns <= (gint64) (DELAY + LATE), "%s: %d us", name,
      (gint) (ns / 1000));
}

/* Of those that @pipeline posts from now on */
static GAsyncQueue *
collect_reports (GstElement * pipeline)
{
  GAsyncQueue *reports = g_async_queue_new_full (free_structure);
  GstBus *bus = gst_element_get_bus (pipeline);

  gst_bus_set_sync_handler (bus, on_message, reports, free_queue);
  gst_object_unref (bus);
  return reports;
}

static void
check_report (GAsyncQueue * reports)
{
  GstStructure *s = wait_for_report (reports, 2);
  guint64 count, steps;

  check_latency (s, "min");
  check_latency (s, "smoothed");
  check_latency (s, "arrival");
  fail_unless_equals_string (gst_structure_get_string (s, "clocks"), "ok");
  fail_unless (gst_structure_get_uint64 (s, "clock-steps", &steps)
      && steps == 0);
  /* 30 a second, in the third second */
  fail_unless (gst_structure_get_uint64 (s, "count", &count));
  fail_unless (count >= 30 && count <= 70, "%d frames", (gint) count);
  gst_structure_free (s);
}

/* Feedback has nothing to say here, and a pipeline must not have a loop. */
GST_START_TEST (test_latency_of_an_emulated_link)
{
  GstElement *pipeline = launch (CAMERA TX "! linkemu delay=150 ! "
      "screamrx name=rx capture-time-extension=5 ! fakesink async=false "
      "rx.rtcp_src ! fakesink async=false "
      "appsrc is-live=true caps=application/x-rtcp ! tx.rtcp_sink");

  GAsyncQueue *reports = collect_reports (pipeline);

  play (pipeline);
  check_report (reports);
  finish (pipeline);
}

GST_END_TEST;

static gint
bound_port (GstElement * pipeline)
{
  GstElement *source = gst_bin_get_by_name (GST_BIN (pipeline), "source");
  gint port;

  g_object_get (source, "port", &port, NULL);
  gst_object_unref (source);
  return port;
}

static GstPadProbeReturn
look_for_meta (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstReferenceTimestampMeta *meta =
      gst_buffer_get_reference_timestamp_meta (buffer, user_data);
  gint64 latency;

  (void) pad;
  fail_unless (meta != NULL);
  latency = g_get_real_time () * 1000 - (gint64) meta->timestamp;
  fail_unless (latency >= (gint64) (DELAY - EARLY), "%d us",
      (gint) (latency / 1000));
  return GST_PAD_PROBE_OK;
}

/* Two pipelines, each with a clock's base time of its own, and sockets. The caps
 * of the receiver do not know of the extension. Decoded frames still tell when
 * they were captured. */
GST_START_TEST (test_latency_over_sockets)
{
  GstElement *sender, *sink, *receiver = launch ("udpsrc name=source port=0 "
      "address=127.0.0.1 caps=application/x-rtp,media=video,clock-rate=90000,"
      "encoding-name=VP8,payload=96 ! screamrx capture-time-extension=5 ! "
      "rtpjitterbuffer latency=20 ! rtpvp8depay ! vp8dec ! "
      "fakesink name=sink async=false");
  GstCaps *caps = gst_caps_new_empty_simple ("timestamp/x-unix");
  GAsyncQueue *reports = collect_reports (receiver);
  GstPad *pad;
  gchar *line;

  sink = gst_bin_get_by_name (GST_BIN (receiver), "sink");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, look_for_meta, caps, NULL);
  play (receiver);
  line = g_strdup_printf (CAMERA TX "! linkemu delay=150 ! udpsink "
      "host=127.0.0.1 port=%d sync=false", bound_port (receiver));
  sender = launch ("%s", line);
  play (sender);
  check_report (reports);
  finish (sender);
  finish (receiver);
  gst_object_unref (pad);
  gst_object_unref (sink);
  gst_caps_unref (caps);
  g_free (line);
}

GST_END_TEST;

static Suite *
latency_suite (void)
{
  Suite *s = suite_create ("latency");
  TCase *tc = tcase_create ("latency");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_latency_of_an_emulated_link);
  tcase_add_test (tc, test_latency_over_sockets);
  return s;
}

GST_CHECK_MAIN (latency);

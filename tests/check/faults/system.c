/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A sender and a receiver whose system refuses what they ask of it
 *
 * Nothing may crash or hang; what is wrong is said once, or by the stock
 * element that it happened to; and when it is over, media flows as before.
 */
#include "tests/check/elements/tx/screamtxtest.h"
#include "tests/check/pipelines/pipelinetest.h"
#include "interpose.h"

#include <errno.h>

#define CAPS "application/x-rtp,media=video,encoding-name=X-SCREAM-TEST," \
    "clock-rate=90000,payload=96"

/* s: nothing of this takes more than a few on a quiet machine */
#define PATIENCE 25

static guint16 port;

static GstElement *
launch_receiver (void)
{
  port = free_port ();
  return launch ("udpsrc name=in address=127.0.0.1 port=%u caps=\"" CAPS
      "\" ! screamrx name=rx ! fakesink name=sink async=false sync=false",
      port);
}

static GstElement *
launch_sender (void)
{
  return launch ("screamvideosrc name=video ! screamtx name=tx "
      "max-bitrate=2000000 ! udpsink name=out host=127.0.0.1 port=%u "
      "async=false sync=false", port);
}

static guint64
arrived (GstElement * receiver)
{
  GstStructure *stats;
  guint64 packets;

  g_object_get (get (receiver, "rx"), "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, "packets", &packets));
  gst_structure_free (stats);
  return packets;
}

/* So many packets more arrive, or it takes too long. */
static void
expect_packets (GstElement * receiver, guint64 n)
{
  guint64 goal = arrived (receiver) + n;
  gint64 end = g_get_monotonic_time () + PATIENCE * G_TIME_SPAN_SECOND;

  while (arrived (receiver) < goal && g_get_monotonic_time () < end)
    g_usleep (10000);
  fail_unless (arrived (receiver) >= goal, "%" G_GUINT64_FORMAT " of %"
      G_GUINT64_FORMAT, arrived (receiver), goal);
}

static void
expect_faults (FaultKind kind, gint n)
{
  gint64 end = g_get_monotonic_time () + PATIENCE * G_TIME_SPAN_SECOND;

  while (fault_count (kind) < n && g_get_monotonic_time () < end)
    g_usleep (10000);
  fail_unless (fault_count (kind) >= n, "%d", fault_count (kind));
}

/* Messages of one of our elements. */
static guint
count_own (GstElement * pipeline, const gchar * name, GstMessageType types)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, types)) != NULL) {
    n += g_str_equal (GST_OBJECT_NAME (GST_MESSAGE_SRC (message)), name);
    gst_message_unref (message);
  }
  gst_object_unref (bus);
  return n;
}

static void
is_sound (GstElement * sender, GstElement * receiver)
{
  fail_unless_equals_int (count_own (receiver, "rx",
          GST_MESSAGE_WARNING | GST_MESSAGE_ERROR), 0);
  /* Missing feedback may be told, once. */
  fail_unless (count_own (sender, "tx",
          GST_MESSAGE_WARNING | GST_MESSAGE_ERROR) <= 1);
}

static const gint errors[] = { ENOBUFS, EPERM, ENETUNREACH, EAGAIN };

static void
run_with (FaultKind kind, gint error, gint every)
{
  GstElement *receiver = launch_receiver ();
  GstElement *sender = launch_sender ();

  play (receiver);
  play (sender);
  expect_packets (receiver, 20);
  fault_set (kind, error, every);
  expect_faults (kind, 20);
  fault_set (kind, 0, 0);
  expect_packets (receiver, 50);
  is_sound (sender, receiver);
  finish (sender);
  finish (receiver);
}

GST_START_TEST (test_system_each_send_fails)
{
  run_with (FAULT_SEND, errors[__i__], 1);
}

GST_END_TEST;

GST_START_TEST (test_system_some_sends_fail)
{
  run_with (FAULT_SEND, errors[__i__], 3);
}

GST_END_TEST;

/* An error of udpsrc ends its pipeline, as of any: EAGAIN is none. */
GST_START_TEST (test_system_some_receives_would_block)
{
  run_with (FAULT_RECEIVE, EAGAIN, 2);
}

GST_END_TEST;

/* The clock on the wall is set by an hour, then a day back. */
GST_START_TEST (test_system_wall_clock_jumps)
{
  GstElement *receiver = launch_receiver ();
  GstElement *sender = launch_sender ();
  static const gint64 jumps[] = { 3600, -86400, 0 };
  guint i;

  g_object_set (get (sender, "tx"), "capture-time-extension", 3, NULL);
  g_object_set (get (receiver, "rx"), "capture-time-extension", 3, NULL);
  play (receiver);
  play (sender);
  for (i = 0; i < G_N_ELEMENTS (jumps); i++) {
    expect_packets (receiver, 30);
    fault_set_wall_clock (jumps[i]);
  }
  expect_packets (receiver, 30);
  fail_unless_equals_int (count_own (sender, "tx", GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR), 0);
  fail_unless (count_own (receiver, "rx", GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR) <= 1);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* Without a thread nothing can be sent: an error says so, and the next attempt
 * has another chance. */
GST_START_TEST (test_system_no_thread)
{
  GstElement *receiver = launch_receiver ();
  GstElement *sender = launch_sender ();
  guint idle, i;

  play (receiver);
  /* GLib's and GStreamer's own threads have to be there, they would abort. */
  play (sender);
  expect_packets (receiver, 5);
  idle = g_thread_pool_get_num_unused_threads ();
  gst_element_set_state (sender, GST_STATE_NULL);
  /* The thread of the source's task comes back for the next one. */
  for (i = 0; i < 2000 && g_thread_pool_get_num_unused_threads () <= idle; i++)
    g_usleep (1000);

  fault_set (FAULT_THREAD, EAGAIN, 1);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  fail_unless (fault_count (FAULT_THREAD) > 0);
  fault_set (FAULT_THREAD, 0, 0);
  tx_expect_message (sender, GST_MESSAGE_ERROR, "thread");
  gst_element_set_state (sender, GST_STATE_NULL);

  play (sender);
  expect_packets (receiver, 20);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

static GstPadProbeReturn
hold (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  return GST_PAD_PROBE_OK;
}

/* The sink takes nothing for a while; then once more, and is stopped so. */
GST_START_TEST (test_system_downstream_blocks)
{
  GstElement *receiver = launch_receiver ();
  GstElement *sender = launch_sender ();
  GstPad *pad = gst_element_get_static_pad (get (sender, "out"), "sink");
  gulong id;

  play (receiver);
  play (sender);
  expect_packets (receiver, 20);
  id = gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM, hold,
      NULL, NULL);
  g_usleep (G_USEC_PER_SEC);
  gst_pad_remove_probe (pad, id);
  expect_packets (receiver, 50);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM, hold, NULL,
      NULL);
  gst_object_unref (pad);
  is_sound (sender, receiver);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

static Suite *
system_suite (void)
{
  Suite *s = suite_create ("system");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 4 * PATIENCE);
  tcase_add_loop_test (tc, test_system_each_send_fails, 0,
      G_N_ELEMENTS (errors));
  tcase_add_loop_test (tc, test_system_some_sends_fail, 0,
      G_N_ELEMENTS (errors));
  tcase_add_test (tc, test_system_some_receives_would_block);
  tcase_add_test (tc, test_system_wall_clock_jumps);
  tcase_add_test (tc, test_system_no_thread);
  tcase_add_test (tc, test_system_downstream_blocks);
  return s;
}

GST_CHECK_MAIN (system);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamfecenc and screamfecdec in a pipeline of stock elements, over UDP and a link that loses
 * one packet in 20. */
#include "pipelinetest.h"

#define FRAMES 120
#define CAPS "application/x-rtp,media=video,encoding-name=H264,clock-rate=90000,payload=96"
#define SENDER "videotestsrc is-live=true num-buffers=%d pattern=snow ! " \
    "video/x-raw,width=160,height=120,framerate=60/1 ! x264enc " \
    "speed-preset=ultrafast tune=zerolatency bitrate=1000 ! " \
    "rtph264pay mtu=600 name=pay ! %s linkemu name=link loss=0.05 seed=3 ! " \
    "udpsink host=127.0.0.1 port=%u sync=false"
#define RECEIVER "udpsrc address=127.0.0.1 port=%u caps=" CAPS " ! %s " \
    "rtpjitterbuffer name=jitter latency=500 do-lost=true ! identity name=lost ! " \
    "rtph264depay ! video/x-h264,alignment=au ! fakesink name=out sync=false"

static void
count_whole (GstElement * sink, GstBuffer * buffer, GstPad * pad, gint * n)
{
  if (!GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT)
      && !GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_CORRUPTED))
    g_atomic_int_inc (n);
}

static guint64
get_lost (GstElement * receiver)
{
  GstStructure *stats;
  guint64 lost = 0;

  g_object_get (get (receiver, "jitter"), "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, "num-lost", &lost);
  gst_structure_free (stats);
  return lost;
}

static void
wait_for_end (GstElement * sender)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender),
      20 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

  fail_unless (message != NULL && GST_MESSAGE_TYPE (message) ==
      GST_MESSAGE_EOS);
  gst_message_unref (message);
}

/* Frames that have come whole; @lost: packets that have not come in time. */
static gint
run (const gchar * enc, const gchar * dec, guint64 * lost)
{
  guint16 port = free_port ();
  GstElement *receiver = launch (RECEIVER, port, dec);
  GstElement *sender = launch (SENDER, FRAMES, enc, port);
  gint whole = 0;

  g_object_set (get (receiver, "out"), "signal-handoffs", TRUE, NULL);
  g_signal_connect (get (receiver, "out"), "handoff", G_CALLBACK (count_whole),
      &whole);
  play (receiver);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for_end (sender);
  g_usleep (G_TIME_SPAN_SECOND);
  *lost = get_lost (receiver);
  finish (sender);
  finish (receiver);
  return g_atomic_int_get (&whole);
}

/* The FEC is as much as that loss takes by default. */
GST_START_TEST (test_frames_are_whole)
{
  guint64 lost, lost_without;
  gint whole, without;

  if (!has_elements ("x264enc", NULL))
    return;
  whole = run ("screamfecenc !", "screamfecdec !", &lost);
  without = run ("", "", &lost_without);
  GST_INFO ("%d and %d frames of %d, %u and %u packets lost", whole, without,
      FRAMES, (guint) lost, (guint) lost_without);
  fail_unless (whole >= FRAMES - 2 && lost <= 2, "%d frames, %u lost", whole,
      (guint) lost);
  fail_unless (without < FRAMES * 9 / 10 && lost_without > 10,
      "%d frames, %u lost", without, (guint) lost_without);
}

GST_END_TEST;

static Suite *
fecelements_suite (void)
{
  Suite *s = suite_create ("fecelements");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_frames_are_whole);

  return s;
}

GST_CHECK_MAIN (fecelements);

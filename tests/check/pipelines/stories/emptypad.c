/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A receiver is wired for more than the sender sends, as that of a robot for sound that it
 * does not have: what comes plays, whatever is behind the pad that has nothing. */
#include "../pipelinetest.h"

/* Only a failure waits for it. */
#define PATIENCE (20 * G_TIME_SPAN_SECOND)

/* More than a sink takes before all others have something. */
#define PLAYS 10

#define VIDEO "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! x264enc threads=1 " \
    "speed-preset=ultrafast tune=zerolatency ! s. "
#define AUDIO "audiotestsrc is-live=true ! opusenc ! s. "
#define THERE "fakesink name=there sync=true signal-handoffs=true "

static const struct
{
  const gchar *sent, *receiver;
} cases[] = {
  {VIDEO, "! " THERE "r. ! opusdec ! fakesink sync=true"},
  {VIDEO, "! " THERE "r. ! rtpopusdepay ! opusdec ! autoaudiosink"},
  {VIDEO, "! " THERE "r. ! rtpklvdepay ! fakesink sync=true"},
  {VIDEO, "! " THERE "r. ! h264parse ! avdec_h264 ! autovideosink"},
  {VIDEO, "! " THERE "r. ! queue ! decodebin ! autoaudiosink"},
  {VIDEO, "! queue ! videoconvert ! " THERE "r. ! audioconvert ! appsink"},
  {VIDEO, "! " THERE "r. ! opusparse ! tee name=t ! queue ! fakesink "
        "t. ! queue ! opusdec ! fakesink r. ! application/x-rtp ! fakesink"},
  {VIDEO, "! audioconvert ! autoaudiosink r. ! opusdec ! fakesink "
        "r. ! h264parse ! " THERE},
  {VIDEO, "! decodebin ! videoconvert ! " THERE
        "r. ! decodebin ! audioconvert ! autoaudiosink"},
  {AUDIO, "! autovideosink r. ! opusdec ! " THERE},
  {AUDIO, "! h264parse ! avdec_h264 ! fakesink r. ! audioconvert ! " THERE},
};

static void
on_handoff (GstElement * sink, GstBuffer * buffer, GstPad * pad, gint * count)
{
  g_atomic_int_inc (count);
}

static void
wait_until_it_plays (gint * count)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  gint wanted = g_atomic_int_get (count) + PLAYS;

  while (g_atomic_int_get (count) < wanted && g_get_monotonic_time () < end)
    g_usleep (10000);
  fail_unless (g_atomic_int_get (count) >= wanted, "%d",
      g_atomic_int_get (count));
}

/* In ms, as the pipeline tells it to a sink. */
static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer latency)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstClockTime time;

  if (GST_EVENT_TYPE (event) == GST_EVENT_LATENCY) {
    gst_event_parse_latency (event, &time);
    g_atomic_int_set ((gint *) latency, (gint) (time / GST_MSECOND));
  }
  return GST_PAD_PROBE_OK;
}

static void
watch_latency (GstElement * sink, gint * latency)
{
  GstPad *pad = gst_element_get_static_pad (sink, "sink");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_event, latency,
      NULL);
  gst_object_unref (pad);
}

/* Nobody listens to the messages of these pipelines: the latency is known all the same,
 * though a sink that has nothing may not tell its own. */
GST_START_TEST (test_emptypad_lets_the_others_play)
{
  guint16 port = free_port ();
  GstElement *receiver = launch ("screamsrc port=%u name=r %s", port,
      cases[__i__].receiver);
  GstElement *sender = launch ("screamsink name=s host=127.0.0.1 port=%u %s",
      port, cases[__i__].sent);
  gint count = 0, latency = 0;

  g_signal_connect (get (receiver, "there"), "handoff", G_CALLBACK (on_handoff),
      &count);
  watch_latency (get (receiver, "there"), &latency);
  play (receiver);
  play (sender);
  wait_until_it_plays (&count);
  fail_unless (g_atomic_int_get (&latency) >= 100, "%d",
      g_atomic_int_get (&latency));
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* An application that keeps two receivers in step, or wants the last millisecond. */
GST_START_TEST (test_emptypad_keeps_the_latency_that_is_set)
{
  guint16 port = free_port ();
  GstElement *receiver = launch ("screamsrc port=%u name=r ! " THERE
      "r. ! opusdec ! fakesink", port);
  GstElement *sender = launch (VIDEO " screamsink name=s host=127.0.0.1 "
      "port=%u", port);
  gint count = 0, latency = 0;

  gst_pipeline_set_latency (GST_PIPELINE (receiver), 37 * GST_MSECOND);
  g_signal_connect (get (receiver, "there"), "handoff", G_CALLBACK (on_handoff),
      &count);
  watch_latency (get (receiver, "there"), &latency);
  play (receiver);
  play (sender);
  wait_until_it_plays (&count);
  fail_unless_equals_int (g_atomic_int_get (&latency), 37);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* @name lets what it is in front of through, or not. */
static void
let_through (GstElement * pipeline, const gchar * name, gboolean through)
{
  g_object_set (get (pipeline, name), "drop", !through, NULL);
}

#define SOUND "fakesink name=sound sync=true signal-handoffs=true"

GST_START_TEST (test_emptypad_streams_come_and_go)
{
  guint16 port = free_port ();
  GstElement *receiver = launch ("screamsrc port=%u name=r ! " THERE
      "r. ! %s ! " SOUND, port, __i__ ? "opusdec" : "audioconvert");
  GstElement *sender = launch ("videotestsrc is-live=true ! "
      "video/x-raw,width=160,height=120,framerate=30/1 ! valve name=v ! "
      "x264enc threads=1 speed-preset=ultrafast tune=zerolatency ! "
      "screamsink name=s host=127.0.0.1 port=%u "
      "audiotestsrc is-live=true ! valve name=a drop=true ! opusenc ! s.",
      port);
  gint pictures = 0, sounds = 0;

  g_signal_connect (get (receiver, "there"), "handoff", G_CALLBACK (on_handoff),
      &pictures);
  g_signal_connect (get (receiver, "sound"), "handoff", G_CALLBACK (on_handoff),
      &sounds);
  play (receiver);
  play (sender);
  wait_until_it_plays (&pictures);
  gst_element_set_state (receiver, GST_STATE_PAUSED);
  play (receiver);
  wait_until_it_plays (&pictures);
  let_through (sender, "a", TRUE);
  wait_until_it_plays (&sounds);
  let_through (sender, "v", FALSE);
  wait_until_it_plays (&sounds);
  let_through (sender, "v", TRUE);
  wait_until_it_plays (&pictures);
  let_through (sender, "a", FALSE);
  gst_element_set_state (receiver, GST_STATE_PAUSED);
  play (receiver);
  wait_until_it_plays (&pictures);
  let_through (sender, "a", TRUE);
  wait_until_it_plays (&sounds);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* A camera in the same pipeline, as of a call, is a sink that waits, too. */
GST_START_TEST (test_emptypad_does_not_stop_a_camera)
{
  GstElement *receiver = launch ("screamsrc port=%u ! fakesink "
      "videotestsrc is-live=true ! " THERE, free_port ());
  gint count = 0;

  g_signal_connect (get (receiver, "there"), "handoff", G_CALLBACK (on_handoff),
      &count);
  play (receiver);
  wait_until_it_plays (&count);
  finish (receiver);
}

GST_END_TEST;

/* async of the sink called a. */
static const struct
{
  const gchar *receiver;
  gboolean in_ready, in_null;
} sinks[] = {
  {"! fakesink name=a", TRUE, TRUE},
  {"! decodebin ! fakesink name=a", TRUE, TRUE},
  {"! fakesink name=a r. ! fakesink", FALSE, TRUE},
  {"! fakesink name=a async=false r. ! fakesink", FALSE, FALSE},
  {"! decodebin ! fakesink name=a r. ! fakesink", FALSE, TRUE},
  {"! fakesink r. ! fakesink filesrc location=/dev/null ! decodebin ! "
        "fakesink name=a", TRUE, TRUE},
  {"! opusdec ! fakesink name=a r. ! fakesink videotestsrc ! fakesink", FALSE,
      TRUE},
  {"! fakesink r. ! fakesink videotestsrc ! fakesink name=a", TRUE, TRUE},
};

static void
assert_async (GstElement * receiver, gboolean wanted)
{
  gboolean async;

  g_object_get (get (receiver, "a"), "async", &async, NULL);
  fail_unless_equals_int (async, wanted);
}

/* Who has one sink gets its caps when the pipeline is in PLAYING, and who uses a sink
 * again for something else gets it as it was. */
GST_START_TEST (test_emptypad_leaves_sinks_as_they_are)
{
  GstElement *receiver = launch ("screamsrc port=%u name=r %s", free_port (),
      sinks[__i__].receiver);
  guint i;

  for (i = 0; i < 2; i++) {
    gst_element_set_state (receiver, GST_STATE_READY);
    assert_async (receiver, sinks[__i__].in_ready);
    gst_element_set_state (receiver, GST_STATE_NULL);
    assert_async (receiver, sinks[__i__].in_null);
  }
  finish (receiver);
}

GST_END_TEST;

static Suite *
emptypad_suite (void)
{
  Suite *s = suite_create ("emptypad");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_test (tc, test_emptypad_does_not_stop_a_camera);
  tcase_add_loop_test (tc, test_emptypad_leaves_sinks_as_they_are, 0,
      G_N_ELEMENTS (sinks));
  if (has_elements ("x264enc", "avdec_h264", "opusenc", NULL)) {
    tcase_add_loop_test (tc, test_emptypad_lets_the_others_play, 0,
        G_N_ELEMENTS (cases));
    tcase_add_test (tc, test_emptypad_keeps_the_latency_that_is_set);
    tcase_add_loop_test (tc, test_emptypad_streams_come_and_go, 0, 2);
  }
  return s;
}

GST_CHECK_MAIN (emptypad);

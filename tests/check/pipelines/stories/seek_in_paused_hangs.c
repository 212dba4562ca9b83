/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whoever goes back to the beginning of a film that is paused, whose picture has ended and whose
 * sound has not: the seek never returned, and the application stood still. */
#include "tests/check/pipelines/pipelinetest.h"

#define LENGTH (200 * GST_MSECOND)
#define PICTURE(name) "videotestsrc name=" name \
    " ! video/x-raw,width=64,height=64,framerate=30/1 ! s. "
#define SINK "screamsink name=s controller=fixed port=%u "

/* e: ends early */
static const gchar *const lines[] = {
  SINK PICTURE ("e") "audiotestsrc ! s.",
  SINK PICTURE ("a") "audiotestsrc name=e ! s.",
  SINK PICTURE ("e") PICTURE ("a") "audiotestsrc ! s.",
  SINK "srtp-key=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d "
      PICTURE ("e") "audiotestsrc ! s.",
};

typedef struct
{
  GstPad *pad;                  /* behind the session of the stream that ended first */
  gint packets;                 /* of that; atomic */
  gint ends;                    /* atomic */
} Seen;

static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Seen *seen = user_data;

  if (!(info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM)) {
    if (g_atomic_pointer_get (&seen->pad) == pad)
      g_atomic_int_inc (&seen->packets);
  } else if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_EOS) {
    g_atomic_pointer_compare_and_exchange (&seen->pad, NULL, pad);
    g_atomic_int_inc (&seen->ends);
  }
  return GST_PAD_PROBE_OK;
}

static gboolean
add_probe (GstElement * funnel, GstPad * pad, gpointer seen)
{
  (void) funnel;
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM, on_data, seen,
      NULL);
  return TRUE;
}

/* Where all streams meet. */
static void
watch (GstElement * pipeline, Seen * seen)
{
  GstIterator *it =
      gst_bin_iterate_all_by_element_factory_name (GST_BIN (pipeline),
      "funnel");
  GValue value = G_VALUE_INIT;

  fail_unless (gst_iterator_next (it, &value) == GST_ITERATOR_OK);
  gst_element_foreach_sink_pad (g_value_get_object (&value), add_probe, seen);
  g_value_unset (&value);
  gst_iterator_free (it);
}

static void
wait_for (gint * count, gint n)
{
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;

  while (g_atomic_int_get (count) < n && g_get_monotonic_time () < end)
    g_usleep (1000);
  fail_unless (g_atomic_int_get (count) >= n);
}

static void
seek (GstElement * element)
{
  fail_unless (gst_element_seek (element, 1, GST_FORMAT_TIME,
          GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET,
          LENGTH));
}

static void
set_state (GstElement * pipeline, GstState state)
{
  gst_element_set_state (pipeline, state);
  fail_unless (gst_element_get_state (pipeline, NULL, NULL, 10 * GST_SECOND)
      != GST_STATE_CHANGE_FAILURE);
}

/* With the end of RTP and of RTCP. */
static GstElement *
start_until_one_has_ended (const gchar * line, Seen * seen)
{
  GstElement *pipeline = launch (line, (guint) free_port ());

  set_state (pipeline, GST_STATE_PLAYING);
  watch (pipeline, seen);
  seek (get (pipeline, "e"));
  wait_for (&seen->ends, 2);
  return pipeline;
}

static void
expect_end (GstElement * pipeline)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      20 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

  fail_unless (message != NULL
      && GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS);
  gst_message_unref (message);
}

/* @paused: for so long that the push of another stream waits for PLAYING. */
static void
begin_again (const gchar * line, gulong paused)
{
  Seen seen = { NULL, 0, 0 };
  GstElement *pipeline = start_until_one_has_ended (line, &seen);

  if (paused > 0)
    set_state (pipeline, GST_STATE_PAUSED);
  g_usleep (paused);
  seen.packets = 0;
  seek (pipeline);
  set_state (pipeline, GST_STATE_PLAYING);
  wait_for (&seen.packets, 1);
  expect_end (pipeline);
  finish (pipeline);
}

GST_START_TEST (test_in_paused)
{
  begin_again (lines[__i__], 300000);
}

GST_END_TEST;

GST_START_TEST (test_in_playing)
{
  begin_again (lines[__i__], 0);
}

GST_END_TEST;

static Suite *
seek_in_paused_hangs_suite (void)
{
  Suite *s = suite_create ("seek_in_paused_hangs");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_in_paused, 0, G_N_ELEMENTS (lines));
  tcase_add_loop_test (tc, test_in_playing, 0, G_N_ELEMENTS (lines));
  return s;
}

GST_CHECK_MAIN (seek_in_paused_hangs);

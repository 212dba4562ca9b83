/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whoever shows a film again and again, or jumps in it: after a flushing seek it ran in fast
 * forward, since the time of the pipeline does not begin anew where sinks do not preroll. A
 * seek in PAUSED hung. */
#include "tests/check/pipelines/pipelinetest.h"

#define LENGTH (400 * GST_MSECOND)
#define LOOPS 2

#define VIDEO "videotestsrc ! video/x-raw,width=64,height=64,framerate=30/1 ! "
#define H264 VIDEO "x264enc tune=zerolatency ! rtph264pay ! "
#define SOUND "audiotestsrc ! "
#define FIXED "screamtx name=tx controller=fixed initial-bitrate=3000000 ! "

static const gchar *const lines[] = {
  VIDEO "screamsink controller=fixed initial-bitrate=3000000 port=%u",
  VIDEO "x264enc ! screamsink controller=fixed initial-bitrate=3000000 port=%u",
  "screamsink name=s controller=fixed initial-bitrate=3000000 port=%u "
      VIDEO "s. " SOUND "s.",
  H264 FIXED "screamudpsink port=%u",
  H264 FIXED "udpsink port=%u",
  H264 FIXED "udpsink async=false sync=false port=%u",
};

static void
seek (GstElement * pipeline, gdouble rate, GstSeekFlags flags)
{
  fail_unless (gst_element_seek (pipeline, rate, GST_FORMAT_TIME, flags,
          GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET, LENGTH));
}

/* It ends after @length at the earliest: a busy machine makes it longer only. */
static void
expect_end (GstElement * pipeline, gint64 since, GstClockTime length)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, 20 * GST_SECOND,
      GST_MESSAGE_EOS | GST_MESSAGE_SEGMENT_DONE | GST_MESSAGE_ERROR);
  gint64 took = g_get_monotonic_time () - since;

  fail_unless (message != NULL
      && GST_MESSAGE_TYPE (message) != GST_MESSAGE_ERROR);
  fail_unless (took >= (gint64) GST_TIME_AS_USECONDS (length - length / 5),
      "%d ms", (gint) (took / 1000));
  gst_message_unref (message);
  gst_object_unref (bus);
}

static GstElement *
start (gint line, GstState state, gdouble rate, GstSeekFlags flags)
{
  GstElement *pipeline = launch (lines[line], (guint) free_port ());

  gst_element_set_state (pipeline, state);
  gst_element_get_state (pipeline, NULL, NULL, 10 * GST_SECOND);
  seek (pipeline, rate, flags);
  return pipeline;
}

static void
loop (gint line, gdouble rate, GstSeekFlags flags)
{
  gint64 since = g_get_monotonic_time ();
  GstElement *pipeline = start (line, GST_STATE_PLAYING, rate, flags
      | GST_SEEK_FLAG_FLUSH);
  guint i;

  for (i = 1; i <= LOOPS; i++) {
    expect_end (pipeline, since, (GstClockTime) (i * LENGTH / rate));
    seek (pipeline, rate, flags);
  }
  finish (pipeline);
}

GST_START_TEST (test_flush)
{
  loop (__i__, 1, GST_SEEK_FLAG_FLUSH);
}

GST_END_TEST;

GST_START_TEST (test_segment)
{
  loop (__i__, 1, GST_SEEK_FLAG_SEGMENT);
}

GST_END_TEST;

GST_START_TEST (test_half_the_rate)
{
  loop (__i__, 0.5, GST_SEEK_FLAG_FLUSH);
}

GST_END_TEST;

GST_START_TEST (test_before_the_end)
{
  GstElement *pipeline =
      start (__i__, GST_STATE_PLAYING, 1, GST_SEEK_FLAG_FLUSH);
  gint64 since;
  guint i;

  for (i = 0; i < LOOPS; i++) {
    g_usleep (LENGTH / GST_USECOND / 4);
    since = g_get_monotonic_time ();
    seek (pipeline, 1, GST_SEEK_FLAG_FLUSH);
  }
  expect_end (pipeline, since, LENGTH);
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_in_paused)
{
  GstElement *pipeline =
      start (__i__, GST_STATE_PLAYING, 1, GST_SEEK_FLAG_FLUSH);
  gint64 since;

  g_usleep (LENGTH / GST_USECOND / 4);
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  gst_element_get_state (pipeline, NULL, NULL, 10 * GST_SECOND);
  seek (pipeline, 1, GST_SEEK_FLAG_FLUSH);
  since = g_get_monotonic_time ();
  play (pipeline);
  expect_end (pipeline, since, LENGTH);
  finish (pipeline);
}

GST_END_TEST;

static guint64
play_fast (GstElement * pipeline)
{
  GstStructure *stats;
  guint64 sent;

  fail_unless (gst_element_seek (pipeline, 2, GST_FORMAT_TIME,
          GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET,
          4 * GST_SECOND));
  expect_end (pipeline, 0, 0);
  g_object_get (get (pipeline, "tx"), "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, "bytes-sent", &sent));
  gst_structure_free (stats);
  return sent;
}

/* Twice as many frames in a second are not twice the rate: 100 kB in 2 s. */
GST_START_TEST (test_rate_of_a_fast_film)
{
  GstElement *pipeline = launch ("videotestsrc ! "
      "video/x-raw,width=160,height=120,framerate=30/1 ! screamsink name=tx "
      "controller=fixed initial-bitrate=400000 port=%u", (guint) free_port ());
  guint64 before;

  play (pipeline);
  before = play_fast (pipeline);
  before = play_fast (pipeline) - before;
  fail_unless (before < 150000, "%" G_GUINT64_FORMAT, before);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
loop_plays_fast_suite (void)
{
  Suite *s = suite_create ("loop_plays_fast");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_flush, 0, G_N_ELEMENTS (lines));
  tcase_add_loop_test (tc, test_segment, 0, G_N_ELEMENTS (lines));
  tcase_add_loop_test (tc, test_half_the_rate, 0, G_N_ELEMENTS (lines));
  tcase_add_loop_test (tc, test_before_the_end, 0, G_N_ELEMENTS (lines));
  tcase_add_loop_test (tc, test_in_paused, 0, G_N_ELEMENTS (lines));
  tcase_add_test (tc, test_rate_of_a_fast_film);
  return s;
}

GST_CHECK_MAIN (loop_plays_fast);

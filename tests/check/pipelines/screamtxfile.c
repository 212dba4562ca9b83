/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pipelines with screamtx whose source is a file: it takes its time, pauses and seeks. */
#include <glib/gstdio.h>
#include <unistd.h>

#include "txpipeline.h"

#define FILE_LIKE "videotestsrc ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! "
#define DECODE "rtph264depay ! avdec_h264 ! fakesink name=sink sync=true "

GST_START_TEST (test_screamtx_file_takes_its_time)
{
  GstElement *pipeline = launch ("videotestsrc num-buffers=30 ! "
      "video/x-raw,width=160,height=120,framerate=30/1 ! " H264
      "screamtx controller=fixed ! " DECODE);
  gint64 start;

  to_state (pipeline, GST_STATE_PAUSED);
  start = g_get_monotonic_time ();
  to_state (pipeline, GST_STATE_PLAYING);
  expect_eos (pipeline);
  start = g_get_monotonic_time () - start;
  /* A second of video, whose last frame begins 33 ms before the end */
  fail_unless (start > 900000 && start < 2500000, "%d us", (gint) start);
  finish (pipeline);
}

GST_END_TEST;

static gint64
get_position (GstElement * pipeline)
{
  gint64 position = -1;

  fail_unless (gst_element_query_position (pipeline, GST_FORMAT_TIME,
          &position));
  return position;
}

GST_START_TEST (test_screamtx_file_paused_and_played)
{
  GstElement *pipeline = launch (FILE_LIKE H264
      "screamtx name=tx controller=fixed ! " DECODE);
  GstElement *tx = get (pipeline, "tx");
  gint64 position;
  guint64 sent;
  guint i;

  to_state (pipeline, GST_STATE_PAUSED);
  for (i = 0; i < 3; i++) {
    to_state (pipeline, GST_STATE_PLAYING);
    g_usleep (200000);
    to_state (pipeline, GST_STATE_PAUSED);
    g_usleep (50000);
    position = get_position (pipeline);
    sent = tx_stat (tx, "packets-sent");
    g_usleep (100000);
    fail_unless_equals_uint64 (tx_stat (tx, "packets-sent"), sent);
    fail_unless_equals_int64 (get_position (pipeline), position);
  }
  /* 600 ms of 30 frames, and what the decoder keeps */
  fail_unless (position > 500 * MS && position < 900 * MS, "%d ms",
      (gint) (position / MS));
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_file_prerolls_two_sinks)
{
  GstElement *pipeline = launch ("screamtx name=tx controller=fixed "
      FILE_LIKE "x264enc tune=zerolatency ! rtph264pay ! tx.sink_0 "
      "tx.src_0 ! fakesink name=sink0 sync=true "
      "audiotestsrc ! opusenc ! rtpopuspay ! tx.sink_1 "
      "tx.src_1 ! fakesink name=sink1 sync=true");
  guint i;

  for (i = 0; i < 3; i++) {
    to_state (pipeline, GST_STATE_PAUSED);
    to_state (pipeline, GST_STATE_PLAYING);
    fail_unless (gst_element_seek_simple (pipeline, GST_FORMAT_TIME,
            GST_SEEK_FLAG_FLUSH, i * GST_SECOND));
    to_state (pipeline, GST_STATE_PLAYING);
    if (i == 1)
      to_state (pipeline, GST_STATE_READY);
  }
  finish (pipeline);
}

GST_END_TEST;

static gchar *
make_file (void)
{
  gchar *name = g_build_filename (g_get_tmp_dir (), "screamtx-XXXXXX", NULL);
  gint fd = g_mkstemp (name);
  gchar *line = g_strdup_printf ("videotestsrc num-buffers=300 ! "
      "video/x-raw,width=160,height=120,framerate=30/1 ! "
      "x264enc speed-preset=ultrafast key-int-max=30 ! h264parse ! qtmux ! "
      "filesink location=\"%s\"", name);
  GstElement *pipeline = launch ("%s", line);

  fail_unless (fd >= 0);
  close (fd);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  expect_eos (pipeline);
  finish (pipeline);
  g_free (line);
  return name;
}

static void
seek_and_look (GstElement * pipeline, GstClockTime time)
{
  GstSample *sample;
  GstClockTime shown;

  fail_unless (gst_element_seek_simple (pipeline, GST_FORMAT_TIME,
          GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT, time));
  fail_unless (gst_element_get_state (pipeline, NULL, NULL, 5 * GST_SECOND)
      == GST_STATE_CHANGE_SUCCESS);
  g_object_get (get (pipeline, "sink"), "last-sample", &sample, NULL);
  shown = GST_BUFFER_PTS (gst_sample_get_buffer (sample));
  gst_sample_unref (sample);
  /* The key frame before, and a little further */
  fail_unless (shown >= time / GST_SECOND * GST_SECOND
      && shown < time + 500 * MS, "%d ms after a seek to %d",
      (gint) (shown / MS), (gint) (time / MS));
}

GST_START_TEST (test_screamtx_file_seeks)
{
  gchar *name = make_file ();
  gchar *line = g_strdup_printf ("filesrc location=\"%s\" ! qtdemux ! "
      "h264parse ! rtph264pay ! screamtx name=tx controller=fixed "
      "encoder-name=none initial-bitrate=5000000 ! " DECODE, name);
  GstElement *pipeline = launch ("%s", line);
  guint i;

  to_state (pipeline, GST_STATE_PAUSED);
  for (i = 0; i < 5; i++)
    seek_and_look (pipeline, (2 * i % 9) * GST_SECOND + 100 * MS);
  to_state (pipeline, GST_STATE_PLAYING);
  for (i = 0; i < 10; i++) {
    seek_and_look (pipeline, (4 * i % 9) * GST_SECOND + 200 * MS);
    g_usleep (20000);
  }
  seek_and_look (pipeline, 9 * GST_SECOND + 500 * MS);
  expect_eos (pipeline);
  finish (pipeline);
  g_free (line);
  g_unlink (name);
  g_free (name);
}

GST_END_TEST;

static Suite *
screamtxfile_suite (void)
{
  Suite *s = suite_create ("screamtxfile");
  TCase *tc = tcase_create ("pipelines");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_screamtx_file_takes_its_time);
  tcase_add_test (tc, test_screamtx_file_paused_and_played);
  tcase_add_test (tc, test_screamtx_file_prerolls_two_sinks);
  tcase_add_test (tc, test_screamtx_file_seeks);

  return s;
}

GST_CHECK_MAIN (screamtxfile);

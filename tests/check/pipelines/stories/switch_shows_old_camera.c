/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whoever switches between encoded cameras: the viewer went on seeing the first one for a whole
 * group of pictures, since nobody asked the second one for a key frame. */
#include "tests/check/pipelines/pipelinetest.h"

#define RAW(size) "videotestsrc is-live=true ! " \
    "video/x-raw,format=I420,width=" size ",height=" size ",framerate=30/1 ! "
#define H264(name) "x264enc tune=zerolatency key-int-max=100000 name=" name " ! "
#define VP8(name) "vp8enc deadline=1 keyframe-max-dist=100000 name=" name " ! "
#define SELECT "input-selector name=sel sync-streams=false ! "
#define SINK "screamsink controller=fixed port=1 "
#define TX "screamtx controller=fixed ! fakesink "

static const gchar *const switched[] = {
  SELECT SINK RAW ("64") H264 ("a") "sel. " RAW ("64") H264 ("b") "sel.",
  SELECT SINK RAW ("64") H264 ("a") "queue ! sel. "
      RAW ("128") H264 ("b") "queue ! sel.",
  SELECT "queue ! rtph264pay ! " TX RAW ("64") H264 ("a") "sel. "
      RAW ("64") H264 ("b") "sel.",
  SELECT SINK RAW ("64") H264 ("a") "rtph264pay ! sel. "
      RAW ("64") H264 ("b") "rtph264pay ! sel.",
  SELECT SINK RAW ("64") VP8 ("a") "sel. " RAW ("64") VP8 ("b") "sel.",
  /* The events of both are the same: only the encoder is another. */
  SELECT SINK RAW ("64") "tee name=t ! queue ! " H264 ("a") "sel. "
      "t. ! queue ! " H264 ("b") "sel.",
};

/* The time of one frame and of the one that follows, of 300 ms at most. */
#define FRAMES_TO_SHOW 9
#define FRAMES 15

typedef struct
{
  gint frames, keys;            /* atomic */
} Made;

static GstPadProbeReturn
on_coded (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Made *made = user_data;

  if (!GST_BUFFER_FLAG_IS_SET (GST_PAD_PROBE_INFO_BUFFER (info),
          GST_BUFFER_FLAG_DELTA_UNIT))
    g_atomic_int_inc (&made->keys);
  g_atomic_int_inc (&made->frames);
  return GST_PAD_PROBE_OK;
}

static void
watch (GstElement * pipeline, const gchar * name, Made * made)
{
  GstPad *pad = gst_element_get_static_pad (get (pipeline, name), "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_coded, made, NULL);
  gst_object_unref (pad);
}

static void
wait_for (gint * count, gint n)
{
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;

  while (g_atomic_int_get (count) < n && g_get_monotonic_time () < end)
    g_usleep (1000);
  fail_unless (g_atomic_int_get (count) >= n);
}

/* To an encoder that has run for long: one key frame and no more. */
static void
switch_to (GstElement * pipeline, const gchar * pad_name, Made * made)
{
  GstElement *sel = get (pipeline, "sel");
  GstPad *pad = gst_element_get_static_pad (sel, pad_name);
  gint before = g_atomic_int_get (&made->keys);
  gint frames = g_atomic_int_get (&made->frames);

  g_object_set (sel, "active-pad", pad, NULL);
  gst_object_unref (pad);
  wait_for (&made->keys, before + 1);
  fail_unless (g_atomic_int_get (&made->frames) - frames <= FRAMES_TO_SHOW);
  wait_for (&made->frames, frames + FRAMES);
  fail_unless_equals_int (g_atomic_int_get (&made->keys), before + 1);
}

GST_START_TEST (test_switch)
{
  GstElement *pipeline = launch ("%s", switched[__i__]);
  static Made a, b;

  a.frames = a.keys = b.frames = b.keys = 0;
  watch (pipeline, "a", &a);
  watch (pipeline, "b", &b);
  play (pipeline);
  wait_for (&a.frames, FRAMES);
  wait_for (&b.frames, FRAMES);
  fail_unless_equals_int (g_atomic_int_get (&a.keys), 1);
  fail_unless_equals_int (g_atomic_int_get (&b.keys), 1);
  switch_to (pipeline, "sink_1", &b);
  switch_to (pipeline, "sink_0", &a);
  switch_to (pipeline, "sink_1", &b);
  finish (pipeline);
}

GST_END_TEST;

/* Those behind a funnel take turns, and nothing of them is missing. */
GST_START_TEST (test_no_storm)
{
  GstElement *pipeline = launch ("funnel name=f ! " TX
      RAW ("64") H264 ("a") "rtph264pay ! f. "
      RAW ("64") VP8 ("b") "rtpvp8pay pt=97 ! f.");
  static Made a, b;
  gint a_keys, b_keys;

  watch (pipeline, "a", &a);
  watch (pipeline, "b", &b);
  play (pipeline);
  wait_for (&a.frames, 2 * FRAMES);
  wait_for (&b.frames, 2 * FRAMES);
  a_keys = g_atomic_int_get (&a.keys);
  b_keys = g_atomic_int_get (&b.keys);
  fail_unless (a_keys <= 2 && b_keys <= 2, "%d, %d", a_keys, b_keys);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
switch_shows_old_camera_suite (void)
{
  Suite *s = suite_create ("switch_shows_old_camera");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_switch, 0, G_N_ELEMENTS (switched));
  tcase_add_test (tc, test_no_storm);
  return s;
}

GST_CHECK_MAIN (switch_shows_old_camera);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a picture moves, in the statistics of both ends, over loopback */
#include "pipelinetest.h"

#define PATIENCE (30 * G_TIME_SPAN_SECOND)
#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab"
/* A mean interval, which counts to a freeze, is more than this pause. */
#define PAUSE (1000 * G_TIME_SPAN_MILLISECOND)

static GstStructure *
stats_of (GstElement * pipeline)
{
  GstStructure *stats = NULL;

  g_object_get (get (pipeline, "s"), "stats", &stats, NULL);
  return stats;
}

static guint64
count_of (GstElement * pipeline, const gchar * field)
{
  GstStructure *stats = stats_of (pipeline);
  guint64 count = 0;

  fail_unless (stats == NULL || !gst_structure_has_field (stats, field)
      || gst_structure_get_uint64 (stats, field, &count), "%s", field);
  if (stats != NULL)
    gst_structure_free (stats);
  return count;
}

static gdouble
rate_of (GstElement * pipeline, const gchar * field)
{
  GstStructure *stats = stats_of (pipeline);
  gdouble rate = -1;

  fail_unless (gst_structure_get_double (stats, field, &rate), "%s", field);
  gst_structure_free (stats);
  return rate;
}

static void
wait_for (GstElement * pipeline, const gchar * field, guint64 count)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (count_of (pipeline, field) < count && g_get_monotonic_time () < end)
    g_usleep (20000);
  fail_unless (count_of (pipeline, field) >= count, "%s", field);
}

static GstElement *
make_sender (guint16 port, const gchar * key)
{
  return launch ("videotestsrc is-live=true ! video/x-raw,width=160,height=120,"
      "framerate=30/1 ! valve name=valve ! x264enc speed-preset=ultrafast "
      "tune=zerolatency ! screamsink name=s port=%u %s", port, key);
}

/* What screamsrc gives: frames, what is coded, RTP; and all of it encrypted. */
static const struct
{
  const gchar *next, *key;
} cases[] = {
  {"fakesink sync=false", ""},
  {"h264parse ! fakesink sync=false", ""},
  {"application/x-rtp ! fakesink sync=false", ""},
  {"fakesink sync=false", "srtp-key=" KEY},
};

/* A pause of the camera is a freeze, and both ends know of it. */
GST_START_TEST (test_frames_at_both_ends)
{
  guint16 port = free_port ();
  GstElement *receiver = launch ("screamsrc name=s port=%u %s ! %s", port,
      cases[__i__].key, cases[__i__].next);
  GstElement *sender = make_sender (port, cases[__i__].key);
  gdouble rate;

  fail_unless_equals_uint64 (count_of (receiver, "frames-shown"), 0);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for (receiver, "frames-shown", 40);
  wait_for (sender, "remote-frames-shown", 1);
  /* A machine that is busy shows fewer, and unevenly; more than 30 frames a second
   * there are only while it makes up for that. */
  rate = rate_of (receiver, "harmonic-frame-rate");
  fail_unless (rate > 3 && rate < 60, "%f", rate);

  g_object_set (get (sender, "valve"), "drop", TRUE, NULL);
  g_usleep (PAUSE);
  g_object_set (get (sender, "valve"), "drop", FALSE, NULL);
  wait_for (receiver, "freezes", 1);
  wait_for (receiver, "freeze-time", PAUSE * 1000 / 2);
  wait_for (sender, "remote-freezes", 1);
  wait_for (sender, "remote-freeze-time", PAUSE * 1000 / 2);
  rate = rate_of (sender, "remote-frame-rate");
  fail_unless (rate > 1 && rate < 60, "%f", rate);
  fail_unless (count_of (sender, "remote-frames-shown")
      <= count_of (receiver, "frames-shown"));

  gst_element_set_state (sender, GST_STATE_NULL);
  gst_element_set_state (receiver, GST_STATE_NULL);
  gst_object_unref (sender);
  gst_object_unref (receiver);
}

GST_END_TEST;

static Suite *
screamframes_suite (void)
{
  Suite *s = suite_create ("screamframes");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 150);
  tcase_add_loop_test (tc, test_frames_at_both_ends, 0, G_N_ELEMENTS (cases));
  return s;
}

GST_CHECK_MAIN (screamframes);

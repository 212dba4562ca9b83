/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of screamvideosrc by a test clock: when they come, and what changes meanwhile. */
#include <gst/video/video.h>
#include <string.h>

#include "videosrctest.h"

/* An odd time, and not 0 */
#define START (1234567891 * G_GUINT64_CONSTANT (1001))

static guint64
stat_of (GstElement * src, const gchar * name)
{
  GstStructure *s;
  guint64 value = 0;

  g_object_get (src, "stats", &s, NULL);
  fail_unless (gst_structure_get_uint64 (s, name, &value), "%s", name);
  gst_structure_free (s);
  return value;
}

typedef struct
{
  GstHarness *h;
  GstElement *src;
  GstTestClock *clock;
  Video *video;
} Rig;

static void
rig_init (Rig * rig)
{
  rig->h = gst_harness_new ("screamvideosrc");
  rig->src = gst_harness_find_element (rig->h, "screamvideosrc");
  gst_harness_use_testclock (rig->h);
  rig->clock = gst_harness_get_testclock (rig->h);
  gst_harness_set_time (rig->h, START);
  rig->video = g_new0 (Video, 1);
}

static void
rig_clear (Rig * rig)
{
  gst_object_unref (rig->clock);
  gst_object_unref (rig->src);
  gst_harness_teardown (rig->h);
  g_free (rig->video);
}

/* The next @n frames, each when it is due. */
static void
crank_frames (Rig * rig, guint n)
{
  for (; n > 0; n--) {
    fail_unless (gst_harness_crank_single_clock_wait (rig->h));
    pull_frames (rig->h, rig->video, 1);
    fail_unless_equals_uint64 (rig->video->frames[rig->video->n - 1].pts,
        gst_clock_get_time (GST_CLOCK (rig->clock)));
  }
}

GST_START_TEST (test_live_frames_come_at_their_time)
{
  Rig rig;

  rig_init (&rig);
  gst_harness_play (rig.h);
  crank_frames (&rig, 101);
  fail_unless_equals_uint64 (rig.video->frames[0].pts, START);
  fail_unless_equals_uint64 (rig.video->frames[100].pts, START + 2 *
      GST_SECOND);
  fail_unless_equals_uint64 (stat_of (rig.src, "frames"), 101);
  fail_unless_equals_uint64 (stat_of (rig.src, "frames-late"), 0);
  fail_unless_equals_uint64 (stat_of (rig.src, "bytes"),
      bytes_of (rig.video, 0, 101));
  rig_clear (&rig);
}

GST_END_TEST;

/* The frame that is waited for already has the new rate. */
GST_START_TEST (test_bitrate_counts_from_the_next_frame)
{
  Rig rig;

  rig_init (&rig);
  g_object_set (rig.src, "bitrate", 1000000, NULL);
  gst_harness_play (rig.h);
  crank_frames (&rig, 50);
  gst_test_clock_wait_for_next_pending_id (rig.clock, NULL);
  g_object_set (rig.src, "bitrate", 4000000, NULL);
  crank_frames (&rig, 50);
  fail_unless_equals_int (rig.video->frames[49].bytes, 2500);
  fail_unless_equals_int (rig.video->frames[50].bytes, 10000);
  fail_unless_equals_int (rig.video->frames[99].bytes, 10000);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_framerate_changes_while_playing)
{
  Rig rig;

  rig_init (&rig);
  gst_harness_play (rig.h);
  crank_frames (&rig, 10);
  gst_test_clock_wait_for_next_pending_id (rig.clock, NULL);
  g_object_set (rig.src, "framerate", 10, 1, NULL);
  crank_frames (&rig, 10);
  /* 10 were due every 20 ms, and the one that was waited for */
  fail_unless_equals_uint64 (rig.video->frames[10].pts, START + 200 *
      GST_MSECOND);
  fail_unless_equals_uint64 (rig.video->frames[11].pts, START + 220 *
      GST_MSECOND);
  fail_unless_equals_uint64 (rig.video->frames[12].pts, START + 320 *
      GST_MSECOND);
  expect_near (rig.video->frames[12].bytes, 1000000 / 8 / 10, 0.001);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_burst_on_and_off)
{
  Rig rig;
  guint i;

  rig_init (&rig);
  g_object_set (rig.src, "burst-on-time", 1000, "burst-off-time", 200, NULL);
  gst_harness_play (rig.h);
  for (i = 0; i < 3; i++) {
    guint k;

    crank_frames (&rig, 50);
    fail_unless_equals_uint64 (rig.video->frames[50 * i].pts, START +
        i * 1200 * GST_MSECOND);
    expect_near (bytes_of (rig.video, 50 * i, 50), 1000000 / 8, 0.001);
    for (k = 0; k < 10; k++)
      fail_unless (gst_harness_crank_single_clock_wait (rig.h));
  }
  rig_clear (&rig);
}

GST_END_TEST;

/* The clock goes on for 10 s: not 500 frames at once, not even those of the
 * pause later. */
GST_START_TEST (test_pause_and_resume_without_a_burst)
{
  Rig rig;

  rig_init (&rig);
  gst_harness_play (rig.h);
  crank_frames (&rig, 10);
  fail_unless_equals_int (gst_element_set_state (rig.src, GST_STATE_PAUSED),
      GST_STATE_CHANGE_NO_PREROLL);
  gst_harness_set_time (rig.h, START + 10 * GST_SECOND + 180 * GST_MSECOND);
  gst_element_set_base_time (rig.src, 10 * GST_SECOND);
  fail_unless_equals_int (gst_element_set_state (rig.src, GST_STATE_PLAYING),
      GST_STATE_CHANGE_SUCCESS);
  fail_unless (gst_harness_crank_single_clock_wait (rig.h));
  pull_frames (rig.h, rig.video, 1);
  fail_unless_equals_uint64 (rig.video->frames[10].pts, START + 200 *
      GST_MSECOND);
  fail_unless_equals_uint64 (gst_clock_get_time (GST_CLOCK (rig.clock)),
      START + 10 * GST_SECOND + 200 * GST_MSECOND);
  fail_unless_equals_uint64 (stat_of (rig.src, "frames-late"), 0);
  rig_clear (&rig);
}

GST_END_TEST;

/* Each pause finds the streaming thread somewhere else. */
GST_START_TEST (test_frames_go_on_after_many_short_pauses)
{
  Rig rig;
  guint i;

  rig_init (&rig);
  gst_harness_play (rig.h);
  crank_frames (&rig, 1);
  for (i = 1; i < 300; i++) {
    fail_unless_equals_int (gst_element_set_state (rig.src, GST_STATE_PAUSED),
        GST_STATE_CHANGE_NO_PREROLL);
    fail_unless_equals_int (gst_element_set_state (rig.src, GST_STATE_PLAYING),
        GST_STATE_CHANGE_SUCCESS);
    crank_frames (&rig, 1);
    fail_unless_equals_uint64 (rig.video->frames[i].pts, START + i * 20 *
        GST_MSECOND);
  }
  rig_clear (&rig);
}

GST_END_TEST;

/* As after a flush that resets it: no frame waits for the time of before. */
GST_START_TEST (test_running_time_that_begins_again)
{
  Rig rig;

  rig_init (&rig);
  gst_harness_play (rig.h);
  crank_frames (&rig, 10);
  gst_element_set_state (rig.src, GST_STATE_PAUSED);
  gst_element_set_base_time (rig.src, START);
  gst_element_set_state (rig.src, GST_STATE_PLAYING);
  fail_unless (gst_harness_crank_single_clock_wait (rig.h));
  pull_frames (rig.h, rig.video, 1);
  fail_unless_equals_uint64 (rig.video->frames[10].pts, 180 * GST_MSECOND);
  fail_unless (gst_harness_crank_single_clock_wait (rig.h));
  pull_frames (rig.h, rig.video, 1);
  fail_unless_equals_uint64 (rig.video->frames[11].pts, 200 * GST_MSECOND);
  rig_clear (&rig);
}

GST_END_TEST;

/* Downstream blocks for 2 s: those 2 s are not made up for. */
GST_START_TEST (test_late_frames_are_left_out)
{
  Rig rig;
  guint i;

  rig_init (&rig);
  gst_harness_play (rig.h);
  crank_frames (&rig, 10);
  gst_test_clock_wait_for_next_pending_id (rig.clock, NULL);
  gst_harness_set_time (rig.h, START + 2200 * GST_MSECOND);
  /* The first one was waited for, and comes late. */
  for (i = 0; i < 2; i++) {
    fail_unless (gst_harness_crank_single_clock_wait (rig.h));
    pull_frames (rig.h, rig.video, 1);
  }
  fail_unless_equals_uint64 (rig.video->frames[10].pts, START + 200 *
      GST_MSECOND);
  fail_unless_equals_uint64 (rig.video->frames[11].pts, START + 2200 *
      GST_MSECOND);
  fail_unless_equals_uint64 (stat_of (rig.src, "frames-late"), 99);
  crank_frames (&rig, 10);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_key_frame_when_asked_for)
{
  Rig rig;
  guint i;

  rig_init (&rig);
  g_object_set (rig.src, "bitrate", 4000000, "key-frame-size", 4.0, NULL);
  gst_harness_play (rig.h);
  crank_frames (&rig, 60);
  fail_unless (gst_harness_push_upstream_event (rig.h,
          gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE,
              TRUE, 0)));
  crank_frames (&rig, 60);
  for (i = 0; i < 120; i++)
    fail_unless_equals_int (rig.video->frames[i].key, i == 0 || i == 60);
  expect_near (rig.video->frames[60].bytes, 4.0 * rig.video->frames[61].bytes,
      0.001);
  expect_near (bytes_of (rig.video, 60, 50), 4000000 / 8, 0.001);
  fail_unless_equals_uint64 (stat_of (rig.src, "key-frames"), 2);
  fail_unless_equals_uint64 (stat_of (rig.src, "key-frames-forced"), 1);
  rig_clear (&rig);
}

GST_END_TEST;

static gboolean
skip_every_second (GstElement * src, guint64 time, gpointer user_data)
{
  guint *n = user_data;

  g_object_set (src, "bitrate", 4000000, NULL);
  return (*n)++ % 2 == 1;
}

GST_START_TEST (test_prepare_frame_sets_rate_and_skips)
{
  Rig rig;
  guint n = 0, i;

  rig_init (&rig);
  g_signal_connect (rig.src, "prepare-frame", G_CALLBACK (skip_every_second),
      &n);
  gst_harness_play (rig.h);
  for (i = 0; i < 10; i++) {
    crank_frames (&rig, 1);
    fail_unless (gst_harness_crank_single_clock_wait (rig.h));
  }
  fail_unless_equals_int (rig.video->frames[0].bytes, 10000);
  fail_unless_equals_uint64 (rig.video->frames[9].pts, START + 360 *
      GST_MSECOND);
  gst_test_clock_wait_for_next_pending_id (rig.clock, NULL);
  fail_unless_equals_uint64 (stat_of (rig.src, "frames-skipped"), 10);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_latency_is_that_of_a_live_source)
{
  Rig rig;

  rig_init (&rig);
  gst_harness_play (rig.h);
  crank_frames (&rig, 1);
  fail_unless_equals_uint64 (gst_harness_query_latency (rig.h), 0);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_eos_after_num_buffers_frames)
{
  GstHarness *h = harness_new ("is-live=false num-buffers=3 bitrate=8000000");
  Video *video = g_new0 (Video, 1);
  GstEvent *event;

  gst_harness_play (h);
  pull_frames (h, video, 3);
  do {
    event = gst_harness_pull_event (h);
    fail_unless (event != NULL);
    gst_event_unref (event);
  } while (GST_EVENT_TYPE (event) != GST_EVENT_EOS);
  fail_unless_equals_int (gst_harness_buffers_in_queue (h), 0);
  gst_harness_teardown (h);
  g_free (video);
}

GST_END_TEST;

GST_START_TEST (test_state_cycles_start_again)
{
  Rig rig;
  guint i;

  rig_init (&rig);
  g_object_set (rig.src, "ssrc", 5, "seqnum-offset", 77, NULL);
  for (i = 0; i < 30; i++) {
    memset (rig.video, 0, sizeof (Video));
    gst_harness_play (rig.h);
    crank_frames (&rig, 3);
    fail_unless_equals_int (rig.video->first_seq, 77);
    fail_unless (rig.video->frames[0].key);
    fail_unless_equals_int (gst_element_set_state (rig.src, i % 2 ?
            GST_STATE_NULL : GST_STATE_READY), GST_STATE_CHANGE_SUCCESS);
    /* What was until READY stays to be read. */
    fail_unless_equals_uint64 (stat_of (rig.src, "frames"), 3);
    while (gst_harness_buffers_in_queue (rig.h) > 0)
      gst_buffer_unref (gst_harness_pull (rig.h));
  }
  rig_clear (&rig);
}

GST_END_TEST;

/* They share nothing: each keeps its own rate. */
GST_START_TEST (test_several_instances_at_once)
{
  GstHarness *h[4];
  guint i;

  for (i = 0; i < 4; i++) {
    gchar *line = g_strdup_printf ("is-live=false num-buffers=100 ssrc=%u "
        "bitrate=%u", i, (i + 1) * 1000000);

    h[i] = harness_new (line);
    gst_harness_play (h[i]);
    g_free (line);
  }
  for (i = 0; i < 4; i++) {
    Video *video = g_new0 (Video, 1);

    pull_frames (h[i], video, 100);
    fail_unless_equals_int (video->ssrc, i);
    expect_near (bytes_of (video, 0, 100), (i + 1) * 1000000 / 8 * 2, 0.001);
    gst_harness_teardown (h[i]);
    g_free (video);
  }
}

GST_END_TEST;

static Suite *
screamvideosrctime_suite (void)
{
  Suite *s = suite_create ("screamvideosrctime");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_live_frames_come_at_their_time);
  tcase_add_test (tc, test_bitrate_counts_from_the_next_frame);
  tcase_add_test (tc, test_framerate_changes_while_playing);
  tcase_add_test (tc, test_burst_on_and_off);
  tcase_add_test (tc, test_pause_and_resume_without_a_burst);
  tcase_add_test (tc, test_frames_go_on_after_many_short_pauses);
  tcase_add_test (tc, test_running_time_that_begins_again);
  tcase_add_test (tc, test_late_frames_are_left_out);
  tcase_add_test (tc, test_key_frame_when_asked_for);
  tcase_add_test (tc, test_prepare_frame_sets_rate_and_skips);
  tcase_add_test (tc, test_latency_is_that_of_a_live_source);
  tcase_add_test (tc, test_eos_after_num_buffers_frames);
  tcase_add_test (tc, test_state_cycles_start_again);
  tcase_add_test (tc, test_several_instances_at_once);

  return s;
}

GST_CHECK_MAIN (screamvideosrctime);

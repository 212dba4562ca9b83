/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of screamvideosrc, as fast as they are taken: their sizes, and how they are packed
 * in RTP. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "videosrctest.h"

/* @n frames, as fast as they are made */
static Video *
make_video (const gchar * properties, guint n)
{
  gchar *line = g_strdup_printf ("is-live=false num-buffers=%u %s", n,
      properties);
  GstHarness *h = harness_new (line);
  Video *video = g_new0 (Video, 1);

  gst_harness_play (h);
  pull_frames (h, video, n);
  gst_harness_teardown (h);
  g_free (line);
  return video;
}

/* ---- sizes ---- */

/* 1 % in both directions, as is asked of it; what rounding leaves is carried,
 * so that even a byte would be too much. */
GST_START_TEST (test_bytes_of_a_second_are_the_bitrate)
{
  static const guint rates[] = { 1000, 64000, 1234567, 20000000, 500000000 };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (rates); i++) {
    gchar *line = g_strdup_printf ("bitrate=%u framerate=15/1", rates[i]);
    Video *video = make_video (line, 17);

    for (k = 0; k < 3; k++)
      fail_unless (ABS ((gint64) bytes_of (video, k, 15) -
              (gint64) rates[i] / 8) <= 1, "%u bit/s: %" G_GUINT64_FORMAT,
          rates[i], bytes_of (video, k, 15));
    g_free (video);
    g_free (line);
  }
}

GST_END_TEST;

GST_START_TEST (test_odd_framerate_keeps_bitrate)
{
  Video *video = make_video ("bitrate=3000000 framerate=30000/1001", 300);

  fail_unless_equals_uint64 (video->frames[0].pts, 0);
  fail_unless_equals_uint64 (video->frames[30].pts, 1001 * GST_MSECOND);
  expect_near (bytes_of (video, 0, 300), 3000000 / 8 * 10.01, 0.0001);
  g_free (video);
}

GST_END_TEST;

GST_START_TEST (test_packets_are_as_large_as_mtu)
{
  /* 20000 bytes for each frame */
  Video *video = make_video ("bitrate=8000000 mtu=1000", 50);
  guint i;

  for (i = 0; i < 50; i++) {
    fail_unless_equals_int (video->frames[i].bytes, 20000);
    fail_unless_equals_int (video->frames[i].packets, 21);
    fail_unless_equals_int (video->frames[i].largest, 1000);
  }
  g_free (video);
}

GST_END_TEST;

/* 78125 packets with the same payload, more than one memory may be in. */
GST_START_TEST (test_frame_of_very_many_packets)
{
  Video *video = make_video ("bitrate=500000000 mtu=28", 1);

  fail_unless_equals_int (video->frames[0].packets, 78125);
  fail_unless_equals_int (video->frames[0].bytes, 1250000);
  g_free (video);
}

GST_END_TEST;

/* Each of one small packet, and all of them wait: more parts than a memory may have. */
GST_START_TEST (test_very_many_frames_that_wait)
{
  const guint n = 70000;
  GstHarness *h =
      harness_new ("is-live=false num-buffers=70000 framerate=1000/1");
  GPtrArray *waiting = g_ptr_array_new_with_free_func ((GDestroyNotify)
      gst_buffer_unref);
  guint i;

  gst_harness_play (h);
  for (i = 0; i < n; i++)
    g_ptr_array_add (waiting, gst_harness_pull (h));
  gst_harness_teardown (h);
  g_ptr_array_unref (waiting);
}

GST_END_TEST;

GST_START_TEST (test_key_frames_at_interval_keep_bitrate)
{
  Video *video = make_video ("bitrate=4000000 key-frame-interval=2000 "
      "key-frame-size=5", 300);
  guint i;

  for (i = 0; i < 300; i++)
    fail_unless_equals_int (video->frames[i].key, i % 100 == 0);
  expect_near (video->frames[100].bytes, 5.0 * video->frames[101].bytes, 0.001);
  for (i = 0; i < 3; i++)
    expect_near (bytes_of (video, 100 * i, 100), 4000000 / 8 * 2, 0.0001);
  for (i = 102; i < 200; i++)
    expect_near (video->frames[i].bytes, video->frames[101].bytes, 0.001);
  g_free (video);
}

GST_END_TEST;

GST_START_TEST (test_first_frame_is_key_and_paid_back_in_a_second)
{
  Video *video = make_video ("bitrate=4000000 key-frame-size=10", 150);

  fail_unless (video->frames[0].key);
  fail_if (video->frames[1].key);
  expect_near (video->frames[0].bytes, 10.0 * video->frames[1].bytes, 0.001);
  expect_near (bytes_of (video, 0, 50), 4000000 / 8, 0.001);
  expect_near (bytes_of (video, 50, 50), 4000000 / 8, 0.001);
  fail_unless_equals_int (video->frames[60].bytes, 10000);
  g_free (video);
}

GST_END_TEST;

/* Evenly between 0.8 and 1.2 times: a standard deviation of 0.2 / sqrt (3),
 * which a thousand frames show to 5 %. What is added comes back with a time
 * constant of 8 frames: the mean of 50 has a deviation of 0.7 %. */
GST_START_TEST (test_variation_keeps_mean_and_bounds)
{
  Video *video = make_video ("bitrate=4000000 size-variation=0.2 seed=7", 1000);
  gdouble squares = 0;
  guint i;

  for (i = 0; i < 1000; i++) {
    gdouble x = video->frames[i].bytes / 10000.0 - 1;

    fail_unless (x > -0.2001 && x < 0.2001, "%f", x);
    squares += x * x;
  }
  expect_near (squares / 1000, 0.04 / 3, 0.1);
  for (i = 0; i < 20; i++)
    expect_near (bytes_of (video, 50 * i, 50), 4000000 / 8, 0.025);
  g_free (video);
}

GST_END_TEST;

GST_START_TEST (test_variation_is_reproduced_by_its_seed)
{
  Video *one = make_video ("size-variation=0.5 seed=1", 100);
  Video *same = make_video ("size-variation=0.5 seed=1", 100);
  Video *other = make_video ("size-variation=0.5 seed=2", 100);
  guint i, differ = 0;

  for (i = 0; i < 100; i++) {
    fail_unless_equals_int (one->frames[i].bytes, same->frames[i].bytes);
    differ += one->frames[i].bytes != other->frames[i].bytes;
  }
  fail_unless (differ > 90, "%u", differ);
  g_free (one);
  g_free (same);
  g_free (other);
}

GST_END_TEST;

/* ---- file of frame sizes ---- */

static gchar *
write_file (const gchar * text)
{
  gchar *path;
  gint fd = g_file_open_tmp ("sizes-XXXXXX", &path, NULL);

  fail_unless (fd >= 0);
  close (fd);
  fail_unless (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static Video *
replay (const gchar * text, const gchar * properties, guint n)
{
  gchar *path = write_file (text);
  gchar *line = g_strdup_printf ("frame-size-file=%s %s", path, properties);
  Video *video = make_video (line, n);

  g_unlink (path);
  g_free (line);
  g_free (path);
  return video;
}

GST_START_TEST (test_replay_as_it_is)
{
  static const guint sizes[] = { 1000, 3000, 17, 1000, 3000, 17, 1000 };
  Video *video = replay ("# bytes\n1000\n\n 3000 \n17",
      "frame-size-scaled=false bitrate=5000000", 7);
  guint i;

  for (i = 0; i < 7; i++)
    fail_unless_equals_int (video->frames[i].bytes, sizes[i]);
  g_free (video);
}

GST_END_TEST;

GST_START_TEST (test_replay_scaled_to_bitrate)
{
  Video *video = replay ("1000\n3000\n2000\n", "bitrate=4000000", 300);

  expect_near (video->frames[0].bytes, 5000, 0.001);
  expect_near (video->frames[1].bytes, 15000, 0.001);
  expect_near (video->frames[299].bytes, 10000, 0.001);
  expect_near (bytes_of (video, 0, 300), 4000000 / 8 * 6, 0.0001);
  g_free (video);
}

GST_END_TEST;

/* An encoder left it out: no packet, and its time passes. */
GST_START_TEST (test_replay_of_frame_of_0_bytes)
{
  Video *video = replay ("1000\n0\n", "frame-size-scaled=false", 10);

  fail_unless_equals_uint64 (video->frames[9].pts, 18 * 20 * GST_MSECOND);
  fail_unless_equals_int (video->frames[9].bytes, 1000);
  g_free (video);
}

GST_END_TEST;

/* The error of READY to PAUSED */
static void
expect_error (const gchar * path, const gchar * part)
{
  GstElement *src = gst_element_factory_make ("screamvideosrc", NULL);
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GError *error = NULL;

  gst_element_set_bus (src, bus);
  g_object_set (src, "frame-size-file", path, NULL);
  fail_unless_equals_int (gst_element_set_state (src, GST_STATE_READY),
      GST_STATE_CHANGE_SUCCESS);
  fail_unless_equals_int (gst_element_set_state (src, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, NULL);
  fail_unless (strstr (error->message, path) != NULL, "%s", error->message);
  fail_unless (strstr (error->message, "frame-size-file") != NULL);
  fail_unless (strstr (error->message, part) != NULL, "%s", error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (src, GST_STATE_NULL);
  gst_element_set_bus (src, NULL);
  gst_object_unref (bus);
  gst_object_unref (src);
}

static void
expect_refused (const gchar * text, const gchar * part)
{
  gchar *path = write_file (text);

  expect_error (path, part);
  g_unlink (path);
  g_free (path);
}

/* Until nobody reads them any more. */
static gpointer
write_empty_lines (gpointer path)
{
  gint fd = g_open (path, O_WRONLY, 0);
  gchar lines[4096];

  memset (lines, '\n', sizeof (lines));
  while (write (fd, lines, sizeof (lines)) > 0);
  close (fd);
  return NULL;
}

GST_START_TEST (test_frame_sizes_that_never_end)
{
  gchar *path = write_file ("");
  GThread *writer;

  signal (SIGPIPE, SIG_IGN);
  g_unlink (path);
  fail_unless_equals_int (mkfifo (path, 0600), 0);
  writer = g_thread_new ("lines", write_empty_lines, path);
  expect_error (path, "more than 50000000 lines");
  g_thread_join (writer);
  g_unlink (path);
  g_free (path);
  expect_error ("/dev/zero", "line longer than");
}

GST_END_TEST;

GST_START_TEST (test_malformed_file_is_an_error_with_file_and_line)
{
  gchar *lines = g_strnfill (5000, '7');

  expect_refused ("1000\n# x\n12a\n500\n", ":3: ");
  expect_refused ("1000\n-5\n", ":2: ");
  expect_refused ("1000 1000\n", ":1: ");
  expect_refused ("99999999999\n", ":1: ");
  expect_refused ("1.5\n", ":1: ");
  expect_refused (lines, ":1: ");
  expect_refused ("", "above 0");
  expect_refused ("0\n0\n", "above 0");
  expect_error ("/nonexistent/sizes", "/nonexistent/sizes");
  expect_error ("/", "/");
  expect_error ("/dev/zero", ":1: ");
  g_free (lines);
}

GST_END_TEST;

/* ---- a bitrate that changes ---- */

typedef struct
{
  guint frame, bitrate;         /* from this frame on */
} Step;

static gboolean
take_step (GstElement * src, guint64 time, const Step * steps)
{
  guint frame = (guint) (time / (20 * GST_MSECOND));

  for (; steps->bitrate > 0; steps++) {
    if (steps->frame == frame)
      g_object_set (src, "bitrate", steps->bitrate, NULL);
  }
  return FALSE;
}

/* @n frames of 50 in a second, with these steps */
static Video *
make_steps (const gchar * properties, const Step * steps, guint n)
{
  gchar *line = g_strdup_printf ("is-live=false num-buffers=%u %s", n,
      properties);
  GstHarness *h = harness_new (line);
  GstElement *src = gst_harness_find_element (h, "screamvideosrc");
  Video *video = g_new0 (Video, 1);

  g_signal_connect (src, "prepare-frame", G_CALLBACK (take_step),
      (gpointer) steps);
  gst_object_unref (src);
  gst_harness_play (h);
  pull_frames (h, video, n);
  gst_harness_teardown (h);
  g_free (line);
  return video;
}

/* Each 20 ms: 400 kbit/s are 1000 bytes. */
GST_START_TEST (test_bitrate_hysteresis)
{
  static const Step steps[] = {
    {0, 400000}, {1, 439000}, {2, 391000}, {3, 441000}, {4, 431000},
    {5, 429000}, {0, 0}
  };
  static const guint with[] = { 1000, 1000, 1000, 1102, 1102, 1072 };
  static const guint without[] = { 1000, 1097, 977, 1102, 1077, 1072 };
  Video *video = make_steps ("bitrate-hysteresis=0.1", steps, 6);
  guint i;

  for (i = 0; i < 6; i++)
    fail_unless (ABS ((gint) video->frames[i].bytes - (gint) with[i]) <= 1,
        "%u: %u", i, video->frames[i].bytes);
  g_free (video);
  video = make_steps ("", steps, 6);
  for (i = 0; i < 6; i++)
    fail_unless (ABS ((gint) video->frames[i].bytes - (gint) without[i]) <= 1,
        "%u: %u", i, video->frames[i].bytes);
  g_free (video);
}

GST_END_TEST;

/* 1 Mbit/s more in a second: 50 bytes more with each frame. */
GST_START_TEST (test_bitrate_increase)
{
  static const Step steps[] = {
    {0, 400000}, {10, 1400000}, {70, 400000}, {71, 800000}, {0, 0}
  };
  Video *video = make_steps ("bitrate-increase=1000000", steps, 73);

  fail_unless_equals_int (video->frames[9].bytes, 1000);
  expect_near (video->frames[10].bytes, 1050, 0.001);
  expect_near (video->frames[34].bytes, 2250, 0.001);
  expect_near (video->frames[60].bytes, 3500, 0.001);
  expect_near (video->frames[69].bytes, 3500, 0.001);
  expect_near (video->frames[70].bytes, 1000, 0.002);
  expect_near (video->frames[71].bytes, 1050, 0.001);
  g_free (video);
}

GST_END_TEST;

/* ---- RTP ---- */

GST_START_TEST (test_offsets_are_the_first_packet_s)
{
  Video *video = make_video ("ssrc=100 seqnum-offset=65530 "
      "timestamp-offset=4294967294 pt=98 bitrate=8000000", 3);

  fail_unless_equals_int (video->ssrc, 100);
  fail_unless_equals_int (video->first_seq, 65530);
  fail_unless_equals_int (video->pt, 98);
  /* 90000 / 50, past the end of 32 bits */
  fail_unless_equals_int (video->frames[0].timestamp, 4294967294u);
  fail_unless_equals_int (video->frames[1].timestamp, 1798);
  fail_unless (video->last_seq < 100);
  g_free (video);
}

GST_END_TEST;

GST_START_TEST (test_caps_say_what_packets_have)
{
  GstHarness *h = harness_new ("is-live=false num-buffers=1 ssrc=100 "
      "seqnum-offset=7 timestamp-offset=9 pt=98");
  GstCaps *caps, *wanted;

  gst_harness_play (h);
  gst_buffer_unref (gst_harness_pull (h));
  caps = gst_pad_get_current_caps (h->sinkpad);
  wanted = gst_caps_from_string ("application/x-rtp, media=video, payload=98, "
      "clock-rate=90000, encoding-name=X-SCREAM-TEST, ssrc=(uint)100, "
      "timestamp-offset=(uint)9, seqnum-offset=(uint)7");
  fail_unless (gst_caps_is_equal (caps, wanted));
  gst_caps_unref (wanted);
  gst_caps_unref (caps);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_random_offsets_differ)
{
  Video *one = make_video ("", 1), *other = make_video ("", 1);

  /* One chance in 2^80 */
  fail_if (one->ssrc == other->ssrc && one->first_seq == other->first_seq &&
      one->frames[0].timestamp == other->frames[0].timestamp);
  g_free (one);
  g_free (other);
}

GST_END_TEST;

typedef struct
{
  guint lists, buffers;
} Seen;

static GstPadProbeReturn
count_lists (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Seen *seen = user_data;

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    GstBufferList *list = GST_PAD_PROBE_INFO_BUFFER_LIST (info);
    guint i, n = gst_buffer_list_length (list), n_same = 1;

    seen->lists++;
    fail_unless (n > 300);
    /* The payload of full packets is the same, in memories that a sink can map
     * for all of them at once: 255 times. */
    for (i = 1; i + 1 < n; i++) {
      GstMemory *memory =
          gst_buffer_peek_memory (gst_buffer_list_get (list, i), 1);
      GstMemory *before =
          gst_buffer_peek_memory (gst_buffer_list_get (list, i - 1), 1);

      fail_unless (memory->parent == before->parent);
      n_same = memory == before ? n_same + 1 : 1;
      fail_unless (n_same < 256);
    }
  } else {
    seen->buffers++;
  }
  return GST_PAD_PROBE_OK;
}

GST_START_TEST (test_frame_is_one_list_with_shared_payload)
{
  GstHarness *h =
      harness_new ("is-live=false num-buffers=20 bitrate=200000000");
  GstElement *src = gst_harness_find_element (h, "screamvideosrc");
  GstPad *pad = gst_element_get_static_pad (src, "src");
  Video *video = g_new0 (Video, 1);
  Seen seen = { 0, 0 };

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, count_lists, &seen, NULL);
  gst_harness_play (h);
  pull_frames (h, video, 20);
  fail_unless_equals_int (seen.lists, 20);
  fail_unless_equals_int (seen.buffers, 0);
  gst_harness_teardown (h);
  gst_object_unref (pad);
  gst_object_unref (src);
  g_free (video);
}

GST_END_TEST;

static Suite *
screamvideosrc_suite (void)
{
  Suite *s = suite_create ("screamvideosrc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_bytes_of_a_second_are_the_bitrate);
  tcase_add_test (tc, test_odd_framerate_keeps_bitrate);
  tcase_add_test (tc, test_packets_are_as_large_as_mtu);
  tcase_add_test (tc, test_frame_of_very_many_packets);
  tcase_add_test (tc, test_very_many_frames_that_wait);
  tcase_add_test (tc, test_key_frames_at_interval_keep_bitrate);
  tcase_add_test (tc, test_first_frame_is_key_and_paid_back_in_a_second);
  tcase_add_test (tc, test_variation_keeps_mean_and_bounds);
  tcase_add_test (tc, test_variation_is_reproduced_by_its_seed);
  tcase_add_test (tc, test_replay_as_it_is);
  tcase_add_test (tc, test_replay_scaled_to_bitrate);
  tcase_add_test (tc, test_bitrate_hysteresis);
  tcase_add_test (tc, test_bitrate_increase);
  tcase_add_test (tc, test_replay_of_frame_of_0_bytes);
  tcase_add_test (tc, test_malformed_file_is_an_error_with_file_and_line);
  tcase_add_test (tc, test_frame_sizes_that_never_end);
  tcase_add_test (tc, test_offsets_are_the_first_packet_s);
  tcase_add_test (tc, test_caps_say_what_packets_have);
  tcase_add_test (tc, test_random_offsets_differ);
  tcase_add_test (tc, test_frame_is_one_list_with_shared_payload);

  return s;
}

GST_CHECK_MAIN (screamvideosrc);

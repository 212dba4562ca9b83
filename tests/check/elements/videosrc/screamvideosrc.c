/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of screamvideosrc: as fast as they are taken where only their sizes
 * count, on a test clock where time does. */
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>
#include <gst/video/video.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* An odd time, and not 0 */
#define START (1234567891 * G_GUINT64_CONSTANT (1001))
#define HEADER 12
#define MAX_FRAMES 2000

typedef struct
{
  guint bytes, packets, largest;
  gboolean key;
  GstClockTime pts;
  guint32 timestamp;
} Frame;

typedef struct
{
  Frame frames[MAX_FRAMES];
  guint n;
  guint16 first_seq, last_seq;
  guint32 ssrc;
  guint8 pt;
} Video;

static void
add_packet (Video * video, GstBuffer * buffer, gboolean * marker)
{
  Frame *frame = &video->frames[video->n];
  gsize size = gst_buffer_get_size (buffer);
  guint8 header[HEADER];
  guint16 seq;

  fail_unless (gst_buffer_extract (buffer, 0, header, HEADER) == HEADER);
  fail_unless_equals_int (header[0], 0x80);
  seq = GST_READ_UINT16_BE (&header[2]);
  if (video->n == 0 && frame->packets == 0) {
    video->first_seq = seq;
    video->ssrc = GST_READ_UINT32_BE (&header[8]);
    video->pt = header[1] & 0x7f;
  } else {
    fail_unless_equals_int (seq, (guint16) (video->last_seq + 1));
    fail_unless_equals_int (video->ssrc, GST_READ_UINT32_BE (&header[8]));
  }
  if (frame->packets > 0)
    fail_unless_equals_int (frame->timestamp, GST_READ_UINT32_BE (&header[4]));
  video->last_seq = seq;
  frame->timestamp = GST_READ_UINT32_BE (&header[4]);
  frame->pts = GST_BUFFER_PTS (buffer);
  fail_unless_equals_uint64 (frame->pts, GST_BUFFER_DTS (buffer));
  frame->key = !GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  frame->bytes += size - HEADER;
  frame->largest = MAX (frame->largest, size);
  frame->packets++;
  *marker = header[1] >> 7;
  fail_unless_equals_int (*marker, GST_BUFFER_FLAG_IS_SET (buffer,
          GST_BUFFER_FLAG_MARKER));
  fail_unless_equals_int (GST_BUFFER_FLAG_IS_SET (buffer,
          GST_BUFFER_FLAG_DISCONT), video->n == 0 && frame->packets == 1);
}

static void
pull_frames (GstHarness * h, Video * video, guint n)
{
  while (n > 0) {
    GstBuffer *buffer = gst_harness_pull (h);
    gboolean marker;

    fail_unless (buffer != NULL);
    add_packet (video, buffer, &marker);
    gst_buffer_unref (buffer);
    if (marker) {
      video->n++;
      n--;
    }
  }
}

static GstHarness *
harness_new (const gchar * properties)
{
  gchar *line = g_strconcat ("screamvideosrc ", properties, NULL);
  GstHarness *h = gst_harness_new_parse (line);

  g_free (line);
  return h;
}

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

static guint64
bytes_of (const Video * video, guint from, guint n)
{
  guint64 sum = 0;
  guint i;

  for (i = from; i < from + n; i++)
    sum += video->frames[i].bytes;
  return sum;
}

static void
expect_near (gdouble is, gdouble wanted, gdouble part)
{
  fail_unless (is > wanted * (1 - part) && is < wanted * (1 + part),
      "%f is not %f", is, wanted);
}

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

GST_START_TEST (test_key_frames_at_interval_keep_bitrate)
{
  Video *video = make_video ("bitrate=4000000 key-frame-interval=2000000000 "
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

/* ---- time ---- */

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
  g_object_set (rig.src, "burst-on-time", (guint64) GST_SECOND,
      "burst-off-time", (guint64) 200 * GST_MSECOND, NULL);
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
screamvideosrc_suite (void)
{
  Suite *s = suite_create ("screamvideosrc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_bytes_of_a_second_are_the_bitrate);
  tcase_add_test (tc, test_odd_framerate_keeps_bitrate);
  tcase_add_test (tc, test_packets_are_as_large_as_mtu);
  tcase_add_test (tc, test_frame_of_very_many_packets);
  tcase_add_test (tc, test_key_frames_at_interval_keep_bitrate);
  tcase_add_test (tc, test_first_frame_is_key_and_paid_back_in_a_second);
  tcase_add_test (tc, test_variation_keeps_mean_and_bounds);
  tcase_add_test (tc, test_variation_is_reproduced_by_its_seed);
  tcase_add_test (tc, test_replay_as_it_is);
  tcase_add_test (tc, test_replay_scaled_to_bitrate);
  tcase_add_test (tc, test_replay_of_frame_of_0_bytes);
  tcase_add_test (tc, test_malformed_file_is_an_error_with_file_and_line);
  tcase_add_test (tc, test_offsets_are_the_first_packet_s);
  tcase_add_test (tc, test_caps_say_what_packets_have);
  tcase_add_test (tc, test_random_offsets_differ);
  tcase_add_test (tc, test_frame_is_one_list_with_shared_payload);
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

GST_CHECK_MAIN (screamvideosrc);

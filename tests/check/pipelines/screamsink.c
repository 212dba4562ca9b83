/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsink to screamrx and screamsrc over loopback, with real encoders and decoders. */
#include "pipelinetest.h"

#include <glib/gstdio.h>

/* What comes later does not come. */
#define PATIENCE (15 * GST_SECOND)

#define KEY "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d"

#define VIDEO "videotestsrc is-live=true ! " \
    "video/x-raw,width=320,height=240,framerate=30/1"

typedef struct
{
  GMutex lock;
  GCond cond;
  guint frames;
} Frames;

static void
on_frame (GstElement * sink, GstBuffer * buffer, GstPad * pad, Frames * frames)
{
  g_mutex_lock (&frames->lock);
  frames->frames++;
  g_cond_signal (&frames->cond);
  g_mutex_unlock (&frames->lock);
}

static void
wait_for_frames (Frames * frames, guint n)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / 1000;

  g_mutex_lock (&frames->lock);
  while (frames->frames < n)
    fail_unless (g_cond_wait_until (&frames->cond, &frames->lock, end),
        "%u frames after %d s", frames->frames, (gint) (PATIENCE / GST_SECOND));
  g_mutex_unlock (&frames->lock);
}

/* Its fakesink "out" counts what comes out of @branch; its port is @port. */
static GstElement *
launch_receiver (const gchar * branch, Frames * frames, gint * port)
{
  GstElement *pipeline = launch ("udpsrc name=in port=0 address=127.0.0.1 %s ! "
      "fakesink name=out sync=false async=false signal-handoffs=true", branch);
  GstElement *in = gst_bin_get_by_name (GST_BIN (pipeline), "in");
  GstElement *out = gst_bin_get_by_name (GST_BIN (pipeline), "out");

  memset (frames, 0, sizeof (*frames));
  g_mutex_init (&frames->lock);
  g_cond_init (&frames->cond);
  g_signal_connect (out, "handoff", G_CALLBACK (on_frame), frames);
  play (pipeline);
  g_object_get (in, "port", port, NULL);
  gst_object_unref (in);
  gst_object_unref (out);
  return pipeline;
}

static GstStructure *
get_stats (GstElement * pipeline)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  GstStructure *stats;

  g_object_get (sink, "stats", &stats, NULL);
  gst_object_unref (sink);
  return stats;
}

static guint64
get_stat (GstElement * pipeline, const gchar * name)
{
  GstStructure *stats = get_stats (pipeline);
  guint64 value = 0;

  fail_unless (gst_structure_get_uint64 (stats, name, &value), "no %s", name);
  gst_structure_free (stats);
  return value;
}

#define H264_BRANCH "caps=\"application/x-rtp,media=video,clock-rate=90000," \
    "encoding-name=H264,payload=96\" ! screamrx ! rtph264depay ! avdec_h264"

/* As it is typed: a whole sender, whose picture is there at once, and whose rate
 * is the network's. */
GST_START_TEST (test_raw_video)
{
  GstElement *receiver, *sender;
  Frames frames;
  gint64 start;
  gint port;

  if (!has_elements ("x264enc", "avdec_h264", NULL))
    return;
  receiver = launch_receiver (H264_BRANCH, &frames, &port);
  start = g_get_monotonic_time ();
  sender = launch (VIDEO " ! screamsink name=s host=127.0.0.1 port=%d "
      "ecn=ect1", port);
  play (sender);
  wait_for_frames (&frames, 1);
  /* 1 s is what a user waits for; it takes 0.1 s when nothing else runs */
  g_print ("first frame after %" G_GINT64_FORMAT " ms\n",
      (g_get_monotonic_time () - start) / 1000);
  fail_unless (g_get_monotonic_time () - start < 5 * G_TIME_SPAN_SECOND);
  wait_for_frames (&frames, 45);
  fail_unless (get_stat (sender, "feedback-packets") > 5);
  fail_unless (get_stat (sender, "estimated-bitrate") > 200000);
  fail_unless_equals_uint64 (get_stat (sender, "packets-lost"), 0);
  fail_unless_equals_uint64 (get_stat (sender, "reported-not-ect"), 0);
  fail_unless (get_stat (sender, "reported-ect1") > 20);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* The pipeline of an encoder and a payloader as everywhere: the encoder is tuned
 * before it starts. */
GST_START_TEST (test_encoder_and_payloader)
{
  GstElement *receiver, *sender, *encoder;
  Frames frames;
  guint tune;
  gint port;

  if (!has_elements ("x264enc", "avdec_h264", NULL))
    return;
  receiver = launch_receiver (H264_BRANCH, &frames, &port);
  sender = launch (VIDEO " ! x264enc name=e ! rtph264pay ! "
      "screamsink name=s host=127.0.0.1 port=%d", port);
  play (sender);
  wait_for_frames (&frames, 10);
  encoder = gst_bin_get_by_name (GST_BIN (sender), "e");
  g_object_get (encoder, "tune", &tune, NULL);
  fail_unless_equals_int (tune, 4);     /* zerolatency */
  gst_object_unref (encoder);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

static void
wait_for_eos (GstElement * pipeline)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      PATIENCE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  GError *error = NULL;

  fail_unless (message != NULL, "no EOS");
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, NULL);
  fail_unless (error == NULL, "%s", error ? error->message : "");
  gst_message_unref (message);
}

/* 30 frames and as much sound. */
static gchar *
make_file (void)
{
  gchar *path = NULL;
  gint fd = g_file_open_tmp ("screamsink-XXXXXX.mp4", &path, NULL);
  GstElement *pipeline;

  g_close (fd, NULL);
  pipeline = launch ("videotestsrc num-buffers=30 ! "
      "video/x-raw,width=320,height=240,framerate=30/1 ! x264enc ! h264parse ! "
      "mp4mux name=m ! filesink location=%s audiotestsrc num-buffers=44 ! "
      "opusenc ! m.", path);
  play (pipeline);
  wait_for_eos (pipeline);
  finish (pipeline);
  return path;
}

static void
send_file (const gchar * path, const gchar * rest)
{
  GstElement *receiver, *sender;
  Frames frames;
  gint port;

  receiver = launch_receiver (H264_BRANCH, &frames, &port);
  sender = launch ("filesrc location=%s ! %s host=127.0.0.1 port=%d", path,
      rest, port);
  play (sender);
  wait_for_eos (sender);
  /* A decoder keeps some until the end of the stream, and a busy machine skips some. */
  wait_for_frames (&frames, 8);
  finish (sender);
  finish (receiver);
}

/* Real files, as they are and encoded anew; the clock and not the disk says when
 * what leaves. */
GST_START_TEST (test_file)
{
  gint64 start;
  gchar *path;

  if (!has_elements ("x264enc", "avdec_h264", "h264parse", "mp4mux", "opusenc",
          "decodebin", NULL))
    return;
  path = make_file ();
  start = g_get_monotonic_time ();
  send_file (path, "qtdemux ! h264parse ! screamsink encoder-name=none");
  /* 29 frames of 33 ms between the first and the last */
  fail_unless (g_get_monotonic_time () - start > 950 * 1000);
  send_file (path, "decodebin ! screamsink");
  g_unlink (path);
  g_free (path);
}

GST_END_TEST;

static GstCaps *
on_request_key (GstElement * srtpdec, guint ssrc, gpointer user_data)
{
  GstCaps *caps = gst_caps_from_string ("application/x-srtp,"
      "srtp-key=(buffer)" KEY ",srtp-cipher=aes-128-icm,srtp-auth=hmac-sha1-80,"
      "srtcp-cipher=aes-128-icm,srtcp-auth=hmac-sha1-80");

  gst_caps_set_simple (caps, "ssrc", G_TYPE_UINT, ssrc, NULL);
  return caps;
}

/* A standard receiver with the key has the picture. */
GST_START_TEST (test_srtp)
{
  GstElement *receiver, *sender, *srtpdec;
  Frames frames;
  gint port;

  if (!has_elements ("x264enc", "avdec_h264", "srtpenc", "srtpdec", NULL))
    return;
  receiver = launch_receiver ("caps=\"application/x-srtp,media=video,"
      "clock-rate=90000,encoding-name=H264,payload=96\" ! srtpdec name=d ! "
      "rtph264depay ! avdec_h264", &frames, &port);
  srtpdec = gst_bin_get_by_name (GST_BIN (receiver), "d");
  g_signal_connect (srtpdec, "request-key", G_CALLBACK (on_request_key), NULL);
  sender = launch (VIDEO " ! screamsink name=s host=127.0.0.1 port=%d "
      "srtp-key=" KEY, port);
  play (sender);
  wait_for_frames (&frames, 5);
  gst_object_unref (srtpdec);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* ---- to screamsrc ---- */

/* One that nobody has just now. */
static guint
get_free_port (void)
{
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GInetAddress *any = g_inet_address_new_any (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = g_inet_socket_address_new (any, 0), *local;
  guint port;

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  local = g_socket_get_local_address (socket, NULL);
  port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (local));
  g_object_unref (local);
  g_object_unref (address);
  g_object_unref (any);
  g_object_unref (socket);
  return port;
}

static void
count_frames (GstElement * pipeline, const gchar * name, Frames * frames)
{
  GstElement *out = gst_bin_get_by_name (GST_BIN (pipeline), name);

  memset (frames, 0, sizeof (*frames));
  g_mutex_init (&frames->lock);
  g_cond_init (&frames->cond);
  g_object_set (out, "sync", FALSE, "async", FALSE, "signal-handoffs", TRUE,
      NULL);
  g_signal_connect (out, "handoff", G_CALLBACK (on_frame), frames);
  gst_object_unref (out);
}

/* What gst-launch-1.0 -v prints of properties that change all the time. */
typedef struct
{
  gint estimates;               /* of the element s */
  gint others;                  /* of what says the same, or fills the screen */
} Notified;

static void
on_deep_notify (GstObject * pipeline, GstObject * object, GParamSpec * spec,
    Notified * notified)
{
  (void) pipeline;
  if (g_str_equal (spec->name, "estimated-bitrate")
      && g_str_equal (GST_OBJECT_NAME (object), "s"))
    g_atomic_int_inc (&notified->estimates);
  else if (g_str_equal (spec->name, "estimated-bitrate")
      || g_str_equal (spec->name, "stats"))
    g_atomic_int_inc (&notified->others);
}

static void
on_notify (GObject * object, GParamSpec * spec, gint * n)
{
  (void) object;
  (void) spec;
  g_atomic_int_inc (n);
}

/* Handlers of the pad itself are told. */
static void
watch_notifications (GstElement * sender, GstElement * receiver,
    Notified * notified, gint * of_pad)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (sender), "s");
  GstPad *pad = gst_element_get_static_pad (sink, "sink");

  g_signal_connect (sender, "deep-notify", G_CALLBACK (on_deep_notify),
      notified);
  g_signal_connect (receiver, "deep-notify", G_CALLBACK (on_deep_notify),
      notified);
  g_signal_connect (pad, "notify::estimated-bitrate", G_CALLBACK (on_notify),
      of_pad);
  gst_object_unref (pad);
  gst_object_unref (sink);
}

/* The two lines as they are typed, and with sound; encrypted or not. */
static void
assert_shown (const gchar * settings)
{
  guint port = get_free_port ();
  GstElement *receiver = launch ("screamsrc name=in port=%u %s ! "
      "fakesink name=video in. ! fakesink name=audio", port, settings);
  GstElement *sender = launch (VIDEO " ! screamsink name=s host=127.0.0.1 "
      "port=%u %s audiotestsrc is-live=true ! audio/x-raw,channels=2 ! s.",
      port, settings);
  Frames video, audio;
  Notified notified = { 0 };
  gint of_pad = 0;
  gint64 start;

  watch_notifications (sender, receiver, &notified, &of_pad);
  count_frames (receiver, "video", &video);
  count_frames (receiver, "audio", &audio);
  play (receiver);
  start = g_get_monotonic_time ();
  play (sender);
  wait_for_frames (&video, 1);
  g_print ("first frame at screamsrc after %" G_GINT64_FORMAT " ms\n",
      (g_get_monotonic_time () - start) / 1000);
  /* 1 s is what a user waits for; it takes 0.1 s when nothing else runs */
  fail_unless (g_get_monotonic_time () - start < 5 * G_TIME_SPAN_SECOND);
  wait_for_frames (&audio, 20);
  wait_for_frames (&video, 30);
  fail_unless (get_stat (sender, "feedback-packets") > 5);
  fail_unless (get_stat (sender, "packets-received") > 50);
  fail_unless_equals_uint64 (get_stat (sender, "feedback-from-unknown-peers"),
      0);
  fail_unless_equals_uint64 (get_stat (sender, "rtcp-unauthenticated"), 0);
  finish (sender);
  finish (receiver);
  /* the rate grows from 1 Mbit/s, and each step of 1 % is told */
  fail_unless (g_atomic_int_get (&notified.estimates) > 0);
  fail_unless (g_atomic_int_get (&of_pad) > 0);
  fail_unless_equals_int (g_atomic_int_get (&notified.others), 0);
}

GST_START_TEST (test_screamsrc)
{
  if (!has_elements ("screamsrc", "x264enc", "avdec_h264", "opusenc", "opusdec",
          NULL))
    return;
  assert_shown ("");
  if (has_elements ("srtpenc", "srtpdec", NULL))
    assert_shown ("srtp-key=" KEY);
}

GST_END_TEST;

static Suite *
screamsink_suite (void)
{
  Suite *s = suite_create ("screamsink");
  TCase *tc = tcase_create ("loopback");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_raw_video);
  tcase_add_test (tc, test_encoder_and_payloader);
  tcase_add_test (tc, test_file);
  tcase_add_test (tc, test_srtp);
  tcase_add_test (tc, test_screamsrc);
  return s;
}

GST_CHECK_MAIN (screamsink);

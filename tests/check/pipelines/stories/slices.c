/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hardware encoders give slices, for less delay; who puts screamsink behind one saw megabits
 * of empty packets, and no picture. */
#include "../pipelinetest.h"

#define PATIENCE (20 * GST_SECOND)

#define VIDEO "videotestsrc is-live=true pattern=ball ! " \
    "video/x-raw,format=I420,width=320,height=240,framerate=30/1 ! "
#define X264 VIDEO "x264enc tune=zerolatency sliced-threads=true threads=4 " \
    "key-int-max=30 ! h264parse ! video/x-h264,"
#define X265 VIDEO "x265enc tune=zerolatency speed-preset=ultrafast " \
    "option-string=slices=4 key-int-max=30 ! h265parse ! video/x-h265,"

static const struct
{
  const gchar *encoder, *decoder, *parser, *stream;
} streams[] = {
  {"x264enc", "avdec_h264", "h264parse",
      X264 "stream-format=byte-stream,alignment=nal"},
  {"x264enc", "avdec_h264", "h264parse", X264 "alignment=nal"},
  {"x264enc", "avdec_h264", "h264parse",
      X264 "stream-format=avc,alignment=au"},
  {"x264enc", "avdec_h264", "h264parse",
      X264 "stream-format=byte-stream,alignment=au"},
  {"x265enc", "avdec_h265", "h265parse", X265 "alignment=nal"},
  {"x265enc", "avdec_h265", "h265parse",
      X265 "stream-format=hvc1,alignment=au"},
};

static gboolean
is_there (guint i)
{
  return has_elements (streams[i].encoder, streams[i].decoder,
      streams[i].parser, NULL);
}

/* Encoders differ in what they say of a slice: here nothing but its time, and that of the
 * first one only. */
static GstPadProbeReturn
say_little (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer =
      gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (info));

  GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_MARKER);
  GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT);
  GST_BUFFER_DTS (buffer) = GST_CLOCK_TIME_NONE;
  GST_BUFFER_DURATION (buffer) = GST_CLOCK_TIME_NONE;
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

/* Of the stream, twice as many: with and without what it says. */
static GstElement *
launch_sender (gint i, guint port)
{
  GstElement *sender = launch ("%s ! identity name=in ! "
      "screamsink name=s host=127.0.0.1 port=%u", streams[i / 2].stream, port);
  GstPad *pad = gst_element_get_static_pad (get (sender, "in"), "src");

  if (i % 2 == 1)
    gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, say_little, NULL, NULL);
  gst_object_unref (pad);
  play (sender);
  return sender;
}

static GstSample *
pull (GstElement * receiver)
{
  GstSample *sample;

  g_signal_emit_by_name (get (receiver, "out"), "try-pull-sample",
      (guint64) PATIENCE, &sample);
  fail_unless (sample != NULL, "nothing came");
  return sample;
}

GST_START_TEST (test_pictures)
{
  GstElement *receiver, *sender;
  guint16 port = free_port ();

  if (!is_there (__i__ / 2))
    return;
  receiver = launch ("screamsrc port=%u ! appsink name=out sync=false", port);
  play (receiver);
  sender = launch_sender (__i__, port);
  for (guint i = 0; i < 10; i++)
    gst_sample_unref (pull (receiver));
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* FALSE: it is RTCP. */
static gboolean
read_packet (GstElement * receiver, guint32 * timestamp, gboolean * marker)
{
  GstSample *sample = pull (receiver);
  guint8 header[8];

  fail_unless_equals_int (gst_buffer_extract (gst_sample_get_buffer (sample), 0,
          header, sizeof (header)), sizeof (header));
  gst_sample_unref (sample);
  *timestamp = GST_READ_UINT32_BE (header + 4);
  *marker = header[1] >> 7;
  return header[1] < 200 || header[1] > 207;
}

/* The last packet of a frame, and no other, has a marker; frames differ in their time. */
GST_START_TEST (test_frames)
{
  GstElement *receiver, *sender;
  gboolean ended = TRUE, marker;
  guint32 before = 0, timestamp;
  guint n_frames = 0;
  gint port;

  if (!is_there (__i__ / 2))
    return;
  receiver = launch ("udpsrc name=i address=127.0.0.1 port=0 ! "
      "appsink name=out sync=false");
  play (receiver);
  g_object_get (get (receiver, "i"), "port", &port, NULL);
  sender = launch_sender (__i__, port);
  while (n_frames < 10) {
    if (!read_packet (receiver, &timestamp, &marker))
      continue;
    if (n_frames > 0)
      fail_unless_equals_int (timestamp != before, ended);
    before = timestamp;
    ended = marker;
    n_frames += ended;
  }
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* As h264parse gives avc in slices: without its parameter sets nobody can read it. */
GST_START_TEST (test_unreadable)
{
  GstElement *sender;
  GstMessage *message;
  GError *error;

  if (!is_there (0) || !has_elements ("capssetter", NULL))
    return;
  sender = launch (X264 "stream-format=avc,alignment=au ! "
      "capssetter replace=true caps=video/x-h264,stream-format=avc ! "
      "screamsink host=127.0.0.1 port=%u", free_port ());
  play (sender);
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender), PATIENCE,
      GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, NULL);
  fail_unless (strstr (error->message, "cannot read the stream") != NULL, "%s",
      error->message);
  g_error_free (error);
  gst_message_unref (message);
  finish (sender);
}

GST_END_TEST;

static GstPadProbeReturn
stop_time (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  static const guint8 timestamp[4] = { 0 };
  GstBuffer *buffer =
      gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (info));
  guint8 type = 96;

  gst_buffer_fill (buffer, 1, &type, 1);
  gst_buffer_fill (buffer, 4, timestamp, sizeof (timestamp));
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

/* A user's own payloader that does not end is found out, and said. */
GST_START_TEST (test_endless_payloader)
{
  GstElement *sender;
  GstMessage *message;
  GstPad *pad;
  GError *error;

  sender = launch ("screamvideosrc ! identity name=in ! screamtx ! "
      "fakesink async=false");
  pad = gst_element_get_static_pad (get (sender, "in"), "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, stop_time, NULL, NULL);
  gst_object_unref (pad);
  play (sender);
  do {
    message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender), PATIENCE,
        GST_MESSAGE_WARNING);
    fail_unless (message != NULL);
    gst_message_parse_warning (message, &error, NULL);
    gst_message_unref (message);
  } while (strstr (error->message, "one RTP timestamp") == NULL
      && (g_error_free (error), TRUE));
  g_error_free (error);
  finish (sender);
}

GST_END_TEST;

static Suite *
slices_suite (void)
{
  Suite *s = suite_create ("slices");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_loop_test (tc, test_pictures, 0, 2 * G_N_ELEMENTS (streams));
  tcase_add_loop_test (tc, test_frames, 0, 2 * G_N_ELEMENTS (streams));
  tcase_add_test (tc, test_unreadable);
  tcase_add_test (tc, test_endless_payloader);
  return s;
}

GST_CHECK_MAIN (slices);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who sends more than video: KLV of a drone, MPEG-TS, uncompressed sound. It did not arrive,
 * and nothing said why; or a warning advised to switch the control of the video off. */
#include "../pipelinetest.h"

#include <glib/gstdio.h>
#include <string.h>

#define PATIENCE (15 * GST_SECOND)
/* A small picture each 33 ms: encoders differ in what is installed. */
#define VIDEO "videotestsrc is-live=true ! " \
    "video/x-raw,format=I420,width=160,height=120,framerate=30/1 "
#define KLV "appsrc name=klv is-live=true format=time do-timestamp=true " \
    "caps=meta/x-klv,parsed=true "
#define KLV_RTP "\"application/x-rtp,media=application,payload=%u," \
    "encoding-name=SMPTE336M,clock-rate=90000\""

static guint port;

static void
setup (void)
{
  port = free_port ();
}

/* MISB ST 0601, with one byte of value */
static void
push_klv (GstElement * sender)
{
  static const guint8 klv[] = { 0x06, 0x0e, 0x2b, 0x34, 0x02, 0x0b, 0x01, 0x01,
    0x0e, 0x01, 0x03, 0x01, 0x01, 0x00, 0x00, 0x00, 0x01, 0x55
  };
  GstBuffer *buffer = gst_buffer_new_memdup (klv, sizeof (klv));
  GstFlowReturn ret;

  g_signal_emit_by_name (get (sender, "klv"), "push-buffer", buffer, &ret);
  gst_buffer_unref (buffer);
}

/* Of @receiver's appsink "out"; of KLV packets are pushed until one arrives. */
static void
assert_arrives (GstElement * sender, GstElement * receiver, gboolean klv)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / GST_USECOND;
  GstSample *sample = NULL;

  while (sample == NULL && g_get_monotonic_time () < end) {
    if (klv)
      push_klv (sender);
    g_signal_emit_by_name (get (receiver, "out"), "try-pull-sample",
        50 * GST_MSECOND, &sample);
  }
  fail_unless (sample != NULL);
  gst_sample_unref (sample);
}

static void
assert_no_warning (GstElement * pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR |
      GST_MESSAGE_WARNING);
  gchar *text = NULL;

  if (message != NULL && GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING)
    gst_message_parse_warning (message, NULL, &text);
  fail_unless (message == NULL, "%s", text);
  gst_object_unref (bus);
}

/* The text of the first one, to be freed. */
static gchar *
wait_for (GstElement * pipeline, GstMessageType type)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, PATIENCE, type);
  GError *error = NULL;
  gchar *debug = NULL, *text;

  fail_unless (message != NULL);
  if (type == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, &debug);
  else
    gst_message_parse_warning (message, &error, &debug);
  text = g_strconcat (error->message, debug, NULL);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
  gst_object_unref (bus);
  return text;
}

/* ---- nobody controls it ---- */

/* What brings the second stream of @receiver into "out". */
static const struct
{
  const gchar *sent, *received;
  gboolean klv;
} beside[] = {
  {KLV "! s.", "meta/x-klv !", TRUE},
  {KLV "! rtpklvpay pt=103 ! s.", "rtpklvdepay !", TRUE},
  {"audiotestsrc is-live=true ! audio/x-raw,rate=48000,channels=2 "
        "! audioconvert ! rtpL16pay pt=100 ! s.", "audio/x-raw !", FALSE},
  {"audiotestsrc is-live=true ! audio/x-raw,rate=48000,channels=1 "
        "! audioconvert ! rtpL16pay pt=100 ! s.",
      "audio/x-raw,format=S16LE !", FALSE},
  {"videotestsrc is-live=true ! video/x-raw,width=64,height=48 "
        "! x264enc tune=zerolatency ! mpegtsmux alignment=7 ! s.",
      "video/mpegts !", FALSE},
};

#define L16_CAPS "\"application/x-rtp,media=audio,payload=100,clock-rate=48000," \
    "encoding-name=L16,channels=%u\""

/* Beside video and alone. */
GST_START_TEST (test_data_arrives_without_a_warning)
{
  guint i = __i__ / 2;
  GstElement *sender, *receiver;

  receiver = launch ("screamsrc name=r port=%u caps=" L16_CAPS " %s "
      "r. ! %s appsink name=out sync=false", port,
      i == 3 ? 1 : 2, __i__ % 2 ? "" : "r. ! video/x-raw ! fakesink sync=false",
      beside[i].received);
  sender = launch ("screamsink name=s host=127.0.0.1 port=%u %s %s", port,
      __i__ % 2 ? "" : VIDEO "! s.", beside[i].sent);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  assert_arrives (sender, receiver, beside[i].klv);
  assert_no_warning (sender);
  assert_no_warning (receiver);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* The same of screamtx. For one of several pads no setting of all is advised. */
GST_START_TEST (test_warning_advises_nothing_that_counts_for_all)
{
  GstElement *sender = launch ("screamtx name=tx "
      KLV "! rtpklvpay ! tx.sink_0 tx.src_0 ! udpsink port=%u "
      VIDEO "! rtpvrawpay ! tx.sink_1 "
      "tx.src_1 ! udpsink port=%u", port, port);
  gchar *text;

  play (sender);
  push_klv (sender);
  text = wait_for (sender, GST_MESSAGE_WARNING);
  fail_unless (strstr (text, "sink_1") != NULL, "%s", text);
  fail_unless (strstr (text, "encoder-name=") == NULL, "%s", text);
  fail_unless (strstr (text, "Do not set encoder-name") != NULL, "%s", text);
  g_free (text);
  finish (sender);
}

GST_END_TEST;

/* The encoder that is named, or searched, is that of the video; what goes as data is
 * controlled if it has one. */
GST_START_TEST (test_video_keeps_the_rate)
{
  static const gchar *const other[] = {
    "encoder-name=enc " KLV "! rtpklvpay pt=103 ! s.sink_1",
    KLV "! rtpklvpay pt=103 ! s.sink_1",
    "encoder-name=enc audiotestsrc is-live=true ! audio/x-raw,rate=8000,"
        "channels=1 ! audioconvert ! mulawenc ! s.sink_1 " KLV "! fakesink",
    KLV "! fakesink",
  };
  GstElement *sender = launch ("screamsink name=s host=127.0.0.1 port=%u "
      "controller=fixed initial-bitrate=800000 max-bitrate=800000 %s "
      VIDEO "! x264enc name=enc tune=zerolatency %s ! s.sink_0", port,
      other[__i__], __i__ == 3 ? "! rtpgstpay pt=100" : "");
  guint rate = 0, i;

  play (sender);
  for (i = 0; i < 40; i++) {
    push_klv (sender);
    g_usleep (50000);
  }
  g_object_get (get (sender, "enc"), "bitrate", &rate, NULL);
  fail_unless (rate >= 600 && rate <= 800, "%u kbit/s", rate);
  finish (sender);
}

GST_END_TEST;

/* Metadata as fast as it goes, with time stamps or without: the video has half of the rate. */
GST_START_TEST (test_video_keeps_half_of_the_rate)
{
  GstElement *sender = launch ("screamsink name=s host=127.0.0.1 port=%u "
      "controller=fixed initial-bitrate=800000 max-bitrate=800000 "
      VIDEO "! x264enc name=enc tune=zerolatency ! s.sink_0 "
      KLV "! rtpklvpay pt=103 ! s.sink_1", port);
  gint64 end = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;
  guint rate = 0;

  g_object_set (get (sender, "klv"), "do-timestamp", __i__,
      "block", TRUE, "max-bytes", (guint64) 180, NULL);
  play (sender);
  while (g_get_monotonic_time () < end)
    push_klv (sender);
  g_object_get (get (sender, "enc"), "bitrate", &rate, NULL);
  fail_unless (rate >= 300 && rate <= 450, "%u kbit/s", rate);
  finish (sender);
}

GST_END_TEST;

/* ---- what numbers mean ---- */

/* Whatever the number is to others: caps tell. */
GST_START_TEST (test_caps_tell_what_a_number_is)
{
  static const guint payloads[] = { 96, 111, 112, 121, 122, 124, 35 };
  guint payload = payloads[__i__ / 2];
  GstElement *receiver = launch ("screamsrc port=%u caps=" KLV_RTP
      " ! appsink name=out sync=false", port, payload);
  GstElement *sender = launch (KLV "! rtpklvpay pt=%u ! %s host=127.0.0.1 "
      "port=%u", payload, __i__ % 2 ? "udpsink" : "screamsink", port);

  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  assert_arrives (sender, receiver, TRUE);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

static void
wait_for_file (const gchar * path, const gchar * content)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / GST_USECOND;
  gchar *text = NULL;

  do {
    g_free (text);
    text = NULL;
    g_usleep (10000);
    g_file_get_contents (path, &text, NULL, NULL);
    fail_unless (g_get_monotonic_time () < end, "%s", text);
  } while (text == NULL || strstr (text, content) == NULL);
  g_free (text);
}

/* With numbers that the table does not have, and those of repair. */
GST_START_TEST (test_sdp_tells_what_numbers_are)
{
  static const gchar *const repair[] = { "none", "auto", "retransmission",
    "fec"
  };
  gchar *folder = g_dir_make_tmp ("scream-XXXXXX", NULL);
  gchar *path = g_build_filename (folder, "s.sdp", NULL);
  guint payload = __i__ == 0 ? 112 : 100;
  GstElement *receiver, *sender;

  sender = launch ("screamsink name=s host=127.0.0.1 port=%u repair=%s "
      "sdp-location=%s " VIDEO "! s. " KLV "! rtpklvpay pt=%u ! s.", port,
      repair[__i__], path, payload);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  push_klv (sender);
  wait_for_file (path, "SMPTE336M");
  wait_for_file (path, "m=video");
  if (__i__ == 1 || __i__ == 2)
    wait_for_file (path, " apt=");
  if (__i__ != 0)
    wait_for_file (path, "X-GST-SCREAM-FEC");
  receiver = launch ("screamsrc name=r sdp-location=%s "
      "r. ! video/x-raw ! fakesink sync=false "
      "r. ! meta/x-klv ! appsink name=out sync=false", path);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  assert_arrives (sender, receiver, TRUE);
  assert_no_warning (sender);
  finish (sender);
  finish (receiver);
  g_remove (path);
  g_rmdir (folder);
  g_free (path);
  g_free (folder);
}

GST_END_TEST;

/* ---- what is refused ---- */

static const struct
{
  const gchar *line, *pad, *what, *pt;
} wrong[] = {
  /* two encodings with one number */
  {VIDEO "! openh264enc ! s.sink_0 " KLV "! rtpklvpay ! s.sink_1", "sink_1",
      "payload type 96", "pt=103"},
  {VIDEO "! vp8enc ! rtpvp8pay pt=100 ! s.sink_0 " KLV
        "! rtpklvpay pt=100 ! s.sink_1", "sink_", "payload type 100", "pt="},
  {"audiotestsrc is-live=true ! audio/x-raw,rate=48000,channels=1 "
        "! audioconvert ! rtpL16pay pt=100 ! s.sink_0 "
        "audiotestsrc is-live=true ! audio/x-raw,rate=48000,channels=2 "
        "! audioconvert ! rtpL16pay pt=100 ! s.sink_1 " KLV "! s.sink_2",
      "sink_", "payload type 100", "pt=101"},
  /* numbers of repair */
  {"repair=retransmission " VIDEO "! openh264enc ! s.sink_0 " KLV
        "! rtpklvpay pt=112 ! s.sink_7", "sink_7", "repair", "pt=103"},
  {"repair=fec " VIDEO "! vp8enc ! s.sink_0 " KLV
        "! rtpklvpay pt=122 ! s.sink_7", "sink_7", "repair", "pt=103"},
};

GST_START_TEST (test_one_number_for_two_things_is_refused)
{
  GstElement *sender = launch ("screamsink name=s host=127.0.0.1 port=%u %s",
      port, wrong[__i__].line);
  gchar *text;

  play (sender);
  push_klv (sender);
  text = wait_for (sender, GST_MESSAGE_ERROR);
  fail_unless (strstr (text, wrong[__i__].pad) != NULL, "%s", text);
  fail_unless (strstr (text, wrong[__i__].what) != NULL, "%s", text);
  fail_unless (strstr (text, wrong[__i__].pt) != NULL, "%s", text);
  g_free (text);
  finish (sender);
}

GST_END_TEST;

/* ... and it is said once where nothing but a receiver could be wrong: this sink would repair
 * nothing with that number. */
GST_START_TEST (test_number_of_repair_is_said)
{
  static const gchar *const repairs[] = { "none", "auto" };
  GstElement *sender = launch (KLV "! rtpklvpay pt=113 ! screamsink "
      "host=127.0.0.1 port=%u repair=%s", port, repairs[__i__]);
  gchar *text;

  play (sender);
  push_klv (sender);
  text = wait_for (sender, GST_MESSAGE_WARNING);
  fail_unless (strstr (text, "type 113") != NULL, "%s", text);
  fail_unless (strstr (text, "pt=103") != NULL, "%s", text);
  g_free (text);
  fail_unless (gst_bus_pop_filtered (GST_ELEMENT_BUS (sender),
          GST_MESSAGE_ERROR) == NULL);
  finish (sender);
}

GST_END_TEST;

/* ... or where the sender is another. */
GST_START_TEST (test_receiver_says_that_a_number_is_not_repair)
{
  static const guint payloads[] = { 112, 122 };
  GstElement *receiver = launch ("screamsrc port=%u ! fakesink sync=false",
      port);
  GstElement *sender = launch (KLV "! rtpklvpay pt=%u ! udpsink port=%u",
      payloads[__i__], port);
  GstBus *bus = gst_element_get_bus (receiver);
  GstMessage *message = NULL;
  guint i;

  play (receiver);
  play (sender);
  for (i = 0; i < 1000 && message == NULL; i++) {
    push_klv (sender);
    message = gst_bus_timed_pop_filtered (bus, 10 * GST_MSECOND,
        GST_MESSAGE_WARNING);
  }
  fail_unless (message != NULL);
  gst_message_unref (message);
  gst_object_unref (bus);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

static Suite *
datastreams_suite (void)
{
  Suite *s = suite_create ("datastreams");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_checked_fixture (tc, setup, NULL);
  if (!has_elements ("rtpklvpay", "rtpL16pay", "mpegtsmux", "x264enc",
          "openh264enc", "vp8enc", NULL))
    return s;
  tcase_add_loop_test (tc, test_data_arrives_without_a_warning, 0,
      2 * G_N_ELEMENTS (beside));
  tcase_add_loop_test (tc, test_video_keeps_the_rate, 0, 4);
  tcase_add_loop_test (tc, test_video_keeps_half_of_the_rate, 0, 2);
  tcase_add_test (tc, test_warning_advises_nothing_that_counts_for_all);
  tcase_add_loop_test (tc, test_caps_tell_what_a_number_is, 0, 14);
  tcase_add_loop_test (tc, test_sdp_tells_what_numbers_are, 0, 4);
  tcase_add_loop_test (tc, test_one_number_for_two_things_is_refused, 0,
      G_N_ELEMENTS (wrong));
  tcase_add_loop_test (tc, test_number_of_repair_is_said, 0, 2);
  tcase_add_loop_test (tc, test_receiver_says_that_a_number_is_not_repair, 0,
      2);
  return s;
}

GST_CHECK_MAIN (datastreams);

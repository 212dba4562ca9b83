/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What screamsink sends: payload types, reports, codepoints, and encoders that it sets up. */
#include "screamsinktest.h"

/* A sender report with its SDES. */
static void
receive_report (Receiver * r, gchar ** cname, guint32 * packets,
    guint32 * octets)
{
  const guint8 *sr, *sdes;

  do {
    receive_kind (r, FALSE);
    sr = find_rtcp (r, 200);
    sdes = find_rtcp (r, 202);
  } while (sr == NULL || sdes == NULL);
  *packets = GST_READ_UINT32_BE (sr + 20);
  *octets = GST_READ_UINT32_BE (sr + 24);
  /* header, SSRC, item type CNAME, length, text */
  fail_unless_equals_int (sdes[8], 1);
  *cname = g_strndup ((const gchar *) sdes + 10, sdes[9]);
}

static void
assert_sends (const gchar * source, guint payload, const gchar * settings,
    GSocketFamily family)
{
  GstElement *pipeline;
  Receiver r;

  receiver_open (&r, family);
  pipeline = launch (&r, "%s ! screamsink name=s host=%s %s", source,
      family == G_SOCKET_FAMILY_IPV6 ? "::1" : "127.0.0.1", settings);
  play (pipeline);
  receive_kind (&r, TRUE);
  fail_unless_equals_int (r.data[1] & 0x7f, payload);
  /* mtu; to RTP that comes in the capture time is added */
  fail_unless (r.size <= (payload == 123 ? 1224 : 1200));
  finish (pipeline);
  receiver_close (&r);
}

#define SOUND "audiotestsrc is-live=true ! audioconvert ! audioresample"

/* The payload types are the table's; of RTP that comes in, its own. */
GST_START_TEST (test_media)
{
  assert_sends ("screamvideosrc pt=123", 123, "", G_SOCKET_FAMILY_IPV4);
  assert_sends ("screamvideosrc pt=123", 123, "", G_SOCKET_FAMILY_IPV6);
  if (has_elements ("x264enc", NULL)) {
    assert_sends (VIDEO, 96, "", G_SOCKET_FAMILY_IPV4);
    assert_sends (VIDEO " ! x264enc", 96, "", G_SOCKET_FAMILY_IPV4);
    assert_sends (VIDEO " ! x264enc ! rtph264pay pt=100", 100, "",
        G_SOCKET_FAMILY_IPV4);
  }
  if (has_elements ("vp8enc", NULL))
    assert_sends (VIDEO " ! vp8enc deadline=1", 97, "", G_SOCKET_FAMILY_IPV4);
  if (has_elements ("jpegenc", NULL))
    assert_sends (VIDEO ",format=I420 ! jpegenc", 26, "codec=jpeg",
        G_SOCKET_FAMILY_IPV4);
  /* as from a webcam, and not sent as it is */
  if (has_elements ("jpegenc", "jpegdec", "x264enc", NULL))
    assert_sends (VIDEO ",format=I420 ! jpegenc", 96, "", G_SOCKET_FAMILY_IPV4);
  if (has_elements ("av1enc", "rtpav1pay", NULL))
    assert_sends (VIDEO, 102, "codec=av1", G_SOCKET_FAMILY_IPV4);
  if (has_elements ("opusenc", "audiotestsrc", NULL)) {
    assert_sends ("audiotestsrc is-live=true", 111, "", G_SOCKET_FAMILY_IPV4);
    assert_sends ("audiotestsrc is-live=true ! opusenc", 111, "",
        G_SOCKET_FAMILY_IPV4);
  }
  /* at any rate that the encoder takes, but for what is behind it */
  if (has_elements ("alawenc", "mulawenc", "audioresample", NULL)) {
    assert_sends (SOUND " ! alawenc", 8, "", G_SOCKET_FAMILY_IPV4);
    assert_sends (SOUND " ! mulawenc", 0, "", G_SOCKET_FAMILY_IPV4);
  }
}

GST_END_TEST;

GST_START_TEST (test_payload_type_of_rtcp)
{
  GstElement *pipeline;
  GstMessage *message;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc pt=72 ! screamsink name=s");
  play (pipeline);
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      PATIENCE * 1000, GST_MESSAGE_WARNING);
  fail_unless (message != NULL);
  gst_message_unref (message);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* Without a word in the pipeline about it, the encoder is one for live video
 * before it starts. */
GST_START_TEST (test_encoder_is_set_up)
{
  GstElement *pipeline, *encoder;
  guint tune, speed, bitrate, initial = 700000;
  Receiver r;

  if (!has_elements ("x264enc", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, VIDEO " ! identity ! screamsink name=s "
      "initial-bitrate=%u", initial);
  fail_unless (gst_element_set_state (pipeline, GST_STATE_PAUSED) ==
      GST_STATE_CHANGE_NO_PREROLL);
  encoder = gst_bin_get_by_name (GST_BIN (pipeline), "x264enc0");
  fail_unless (encoder != NULL);
  g_object_get (encoder, "tune", &tune, "speed-preset", &speed, "bitrate",
      &bitrate, NULL);
  fail_unless_equals_int (tune, 4);     /* zerolatency */
  fail_unless_equals_int (speed, 2);    /* superfast */
  fail_unless_equals_int (bitrate, initial / 1000);
  gst_object_unref (encoder);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

static void
assert_encoded (GstElement * pipeline, gint width, gint height)
{
  GstElement *encoder = gst_bin_get_by_name (GST_BIN (pipeline), "x264enc0");
  GstPad *pad = gst_element_get_static_pad (encoder, "sink");
  GstCaps *caps = gst_pad_get_current_caps (pad);
  GstStructure *s = gst_caps_get_structure (caps, 0);
  gint got[2] = { 0, 0 };

  gst_structure_get_int (s, "width", &got[0]);
  gst_structure_get_int (s, "height", &got[1]);
  fail_unless_equals_int (got[0], width);
  fail_unless_equals_int (got[1], height);
  gst_caps_unref (caps);
  gst_object_unref (pad);
  gst_object_unref (encoder);
}

/* A window of the screen; x264enc refuses it. */
GST_START_TEST (test_odd_sizes)
{
  static const gint sizes[][2] = { {161, 121}, {160, 121}, {161, 120},
  {160, 120}
  };
  guint i;

  if (!has_elements ("x264enc", "videocrop", NULL))
    return;
  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    GstElement *pipeline;
    Receiver r;

    receiver_open (&r, G_SOCKET_FAMILY_IPV4);
    pipeline = launch (&r, "videotestsrc is-live=true ! "
        "video/x-raw,width=%d,height=%d ! screamsink name=s encoder=x264enc",
        sizes[i][0], sizes[i][1]);
    play (pipeline);
    receive_kind (&r, TRUE);
    assert_encoded (pipeline, 160, 120);
    finish (pipeline);
    receiver_close (&r);
  }
}

GST_END_TEST;

static void
expect_error (GstElement * pipeline, const gchar * text, gboolean hint)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      10 * GST_SECOND, GST_MESSAGE_ERROR);
  GError *error = NULL;
  gchar *debug = NULL;

  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, &debug);
  fail_unless (strstr (error->message, text) != NULL, "%s", error->message);
  fail_unless_equals_int (strstr (debug, "scale before screamsink") != NULL,
      hint);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
}

/* x264enc refuses it, too, and leaks in libx264. */
GST_START_TEST (test_size_that_no_encoder_takes)
{
  GstElement *pipeline;
  Receiver r;

  if (!has_elements ("openh264enc", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "videotestsrc is-live=true ! "
      "video/x-raw,width=1,height=1 ! screamsink name=s encoder=openh264enc");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  expect_error (pipeline, "pictures of 1x1: ", TRUE);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* What goes wrong later has another reason. */
GST_START_TEST (test_size_that_was_encoded_is_no_cause)
{
  GstElement *pipeline, *encoder;
  Receiver r;

  if (!has_elements ("x264enc", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, VIDEO " ! screamsink name=s encoder=x264enc");
  play (pipeline);
  receive_kind (&r, TRUE);
  encoder = gst_bin_get_by_name (GST_BIN (pipeline), "x264enc0");
  GST_ELEMENT_ERROR (encoder, STREAM, ENCODE, ("No more."), (NULL));
  expect_error (pipeline, "No more.", FALSE);
  gst_object_unref (encoder);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* The encoder stays, the picture changes, packets go on. */
GST_START_TEST (test_raw_size_changes)
{
  GstElement *pipeline, *filter, *encoder, *same;
  GstCaps *caps = gst_caps_from_string ("video/x-raw,width=320,height=240");
  Receiver r;
  guint i;

  if (!has_elements ("x264enc", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "videotestsrc is-live=true ! capsfilter name=f "
      "caps-change-mode=delayed caps=video/x-raw,width=160,height=120 ! "
      "screamsink name=s");
  play (pipeline);
  receive_kind (&r, TRUE);
  encoder = gst_bin_get_by_name (GST_BIN (pipeline), "x264enc0");
  filter = gst_bin_get_by_name (GST_BIN (pipeline), "f");
  g_object_set (filter, "caps", caps, NULL);
  for (i = 0; i < 40; i++)
    receive_kind (&r, TRUE);
  same = gst_bin_get_by_name (GST_BIN (pipeline), "x264enc0");
  fail_unless (encoder != NULL && encoder == same);
  gst_object_unref (same);
  gst_object_unref (encoder);
  gst_object_unref (filter);
  gst_caps_unref (caps);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* All streams are one sender's, and each report counts what has left. */
GST_START_TEST (test_sender_reports)
{
  GHashTable *seen = g_hash_table_new (NULL, NULL);
  gchar *first = NULL;
  GstElement *pipeline;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s "
      "screamvideosrc ! s.");
  play (pipeline);
  while (g_hash_table_size (seen) < 2) {
    guint32 packets, octets;
    gchar *cname;

    receive_report (&r, &cname, &packets, &octets);
    g_hash_table_add (seen, GUINT_TO_POINTER (ssrc_of (&r)));
    if (first == NULL)
      first = g_strdup (cname);
    fail_unless_equals_string (cname, first);
    fail_unless (strlen (cname) >= 16);
    fail_unless (packets > 0 && packets <= get_stat (pipeline, "packets-sent"));
    /* screamvideosrc fills packets of 1200 bytes, but for the last of a frame */
    fail_unless (octets > packets * 200 && octets <= packets * 1188);
    g_free (cname);
  }
  g_hash_table_unref (seen);
  g_free (first);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

static void
assert_marked (GSocketFamily family, const gchar * settings)
{
  GstElement *pipeline;
  guint i;
  Receiver r;

  receiver_open (&r, family);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s host=%s ecn=ect1 "
      "qos-dscp=34 %s", family == G_SOCKET_FAMILY_IPV6 ? "::1" : "127.0.0.1",
      settings);
  play (pipeline);
  for (i = 0; i < 30; i++) {
    fail_unless (receive (&r, g_get_monotonic_time () + PATIENCE));
    /* RFC 6679 section 5: not the RTCP */
    fail_unless_equals_int (r.traffic_class, 34 << 2 | !is_rtcp (&r));
  }
  receive_kind (&r, FALSE);
  fail_unless_equals_int (r.traffic_class, 34 << 2);
  finish (pipeline);
  receiver_close (&r);
}

/* ECT(1) from the first packet on, through session, SRTP and funnel. */
GST_START_TEST (test_ecn)
{
  assert_marked (G_SOCKET_FAMILY_IPV4, "");
  assert_marked (G_SOCKET_FAMILY_IPV6, "");
  if (has_elements ("srtpenc", NULL))
    assert_marked (G_SOCKET_FAMILY_IPV4, "srtp-key=" KEY);
}

GST_END_TEST;

/* RFC 6716 section 3.1: a bit of the first byte of a packet says stereo. */
GST_START_TEST (test_stereo_beside_video)
{
  gboolean video = FALSE, stereo = FALSE;
  GstElement *pipeline;
  Receiver r;

  if (!has_elements ("x264enc", "opusenc", "audiotestsrc", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, VIDEO " ! screamsink name=s capture-time-extension=0 "
      "audiotestsrc is-live=true ! audio/x-raw,rate=44100,channels=2 ! s.");
  play (pipeline);
  while (!video || !stereo) {
    receive_kind (&r, TRUE);
    video |= (r.data[1] & 0x7f) == 96;
    stereo |= (r.data[1] & 0x7f) == 111 && (r.data[12] & 4);
  }
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* What counts as rate is what is on the wire. */
static void
assert_overhead (const gchar * settings, guint expected)
{
  GstElement *pipeline = launch (NULL, "screamvideosrc ! screamsink name=s %s",
      settings);
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  guint overhead;

  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  g_object_get (sink, "packet-overhead", &overhead, NULL);
  fail_unless_equals_int (overhead, expected);
  gst_object_unref (sink);
  finish (pipeline);
}

GST_START_TEST (test_packet_overhead)
{
  assert_overhead ("", 28);
  assert_overhead ("host=::1", 48);
  assert_overhead ("host=::1 packet-overhead=70", 70);
  if (has_elements ("srtpenc", NULL))
    assert_overhead ("srtp-key=" KEY, 38);
}

GST_END_TEST;

static Suite *
screamsinkmedia_suite (void)
{
  Suite *s = suite_create ("screamsinkmedia");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_media);
  tcase_add_test (tc, test_payload_type_of_rtcp);
  tcase_add_test (tc, test_encoder_is_set_up);
  tcase_add_test (tc, test_odd_sizes);
  tcase_add_test (tc, test_size_that_no_encoder_takes);
  tcase_add_test (tc, test_size_that_was_encoded_is_no_cause);
  tcase_add_test (tc, test_raw_size_changes);
  tcase_add_test (tc, test_sender_reports);
  tcase_add_test (tc, test_ecn);
  tcase_add_test (tc, test_stereo_beside_video);
  tcase_add_test (tc, test_packet_overhead);

  return s;
}

GST_CHECK_MAIN (screamsinkmedia);

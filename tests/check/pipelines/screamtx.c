/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole pipelines around screamtx, on the system's clock: media and feedback over UDP. */
#include "txpipeline.h"

#define CAMERA "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! "

static void
wait_for_stat (GstElement * tx, const gchar * name, guint64 n)
{
  gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  while (tx_stat (tx, name) < n && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless (tx_stat (tx, name) >= n, "%s: %" G_GUINT64_FORMAT, name,
      tx_stat (tx, name));
}

static void
expect_stat_string (GstElement * tx, const gchar * name, const gchar * want)
{
  gchar *text = tx_stat_string (tx, name);

  fail_unless_equals_string (text, want);
  g_free (text);
}

/* ---- media and feedback over UDP, in one process ---- */

static GSocket *
socket_new (guint16 * port)
{
  GInetAddress *loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_object_unref (address);
  g_object_unref (loopback);
  address = g_socket_get_local_address (socket, NULL);
  *port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
  g_object_unref (address);
  g_socket_set_timeout (socket, 5);
  return socket;
}

#define VIDEO_CAPS "\"application/x-rtp,media=video,encoding-name=H264," \
    "payload=96,clock-rate=90000\""

/* One way through a link of 20 ms each direction.  Feedback takes the media's
 * socket, which the link does not see, or with @pads a port of its own.  It is
 * no loop of links, which bins do not like. */
static gchar *
way (guint number, guint rate, gboolean pads)
{
  guint16 media = free_port (), rtcp = free_port ();
  gchar *line, *back = g_strdup ("");

  if (pads) {
    g_free (back);
    back = g_strdup_printf ("rx%u.rtcp_src ! linkemu delay=20 ! "
        "udpsink host=127.0.0.1 port=%u sync=false async=false "
        "udpsrc address=127.0.0.1 port=%u caps=application/x-rtcp ! "
        "tx%u.rtcp_sink ", number, rtcp, rtcp, number);
  }
  line = g_strdup_printf (CAMERA "x264enc name=enc%u tune=zerolatency "
      "speed-preset=ultrafast ! rtph264pay ! screamtx name=tx%u "
      "initial-bitrate=600000 ! linkemu bitrate=%u delay=20 ! udpsink "
      "host=127.0.0.1 port=%u async=false udpsrc address=127.0.0.1 port=%u caps="
      VIDEO_CAPS " ! screamrx name=rx%u ! rtph264depay ! avdec_h264 ! fakesink "
      "%s ", number, number, rate, media, media, number, back);
  g_free (back);
  return line;
}

static GstElement *
ways (guint n, gboolean pads)
{
  GString *all = g_string_new (NULL);
  GstElement *pipeline;
  guint i;

  for (i = 0; i < n; i++) {
    gchar *line = way (i, 2000000 - i * 500000, pads);

    g_string_append (all, line);
    g_free (line);
  }
  pipeline = launch ("%s", all->str);
  g_string_free (all, TRUE);
  return pipeline;
}

static gboolean
get_told (const GstStructure * stats, guint64 * told)
{
  const GValue *streams = gst_structure_get_value (stats, "streams");
  const GValue *stream = gst_value_array_get_value (streams, 0);
  const GValue *encoder =
      gst_structure_get_value (gst_value_get_structure (stream), "encoder");

  return gst_structure_get_uint64 (gst_value_get_structure (encoder),
      "commanded-bitrate", told);
}

static void
check_way (gboolean pads)
{
  GstElement *pipeline = ways (1, pads);
  GstElement *tx = get (pipeline, "tx0");
  GstStructure *stats;
  guint estimate, bitrate;
  guint64 told;

  to_state (pipeline, GST_STATE_PLAYING);
  tx_expect_message (pipeline, GST_MESSAGE_ELEMENT, "scream-encoder");
  g_usleep (2500000);
  g_object_get (tx, "estimated-bitrate", &estimate, "stats", &stats, NULL);
  g_object_get (get (pipeline, "enc0"), "bitrate", &bitrate, NULL);
  fail_unless (estimate > 200000 && estimate < 2500000, "%u", estimate);
  /* The encoder goes by the frame, so it may be one behind. */
  fail_unless (get_told (stats, &told));
  fail_unless (told / 1000 > bitrate * 0.8 && told / 1000 < bitrate * 1.2);
  fail_unless (tx_stat (tx, "feedback-packets") > 30);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-lost"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "rtcp-refused"), 0);
  /* The delays, and a queue that is short */
  fail_unless (tx_stat (tx, "smoothed-rtt") > (pads ? 40 : 20) * MS
      && tx_stat (tx, "smoothed-rtt") < 120 * MS, "%d us",
      (gint) (tx_stat (tx, "smoothed-rtt") / 1000));
  expect_stat_string (tx, "feedback-route", pads ? "pad" : "socket");
  expect_stat_string (tx, "feedback-state", "ok");
  fail_unless_equals_int (tx_count_messages (pipeline, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
  gst_structure_free (stats);
  finish (pipeline);
}

GST_START_TEST (test_screamtx_way_with_sockets)
{
  check_way (FALSE);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_way_with_pads)
{
  check_way (TRUE);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_two_ways_and_two_pipelines)
{
  GstElement *two = ways (2, TRUE), *one = ways (1, FALSE);

  to_state (two, GST_STATE_PLAYING);
  to_state (one, GST_STATE_PLAYING);
  wait_for_stat (get (two, "tx0"), "feedback-packets", 10);
  wait_for_stat (get (two, "tx1"), "feedback-packets", 10);
  finish (two);
  wait_for_stat (get (one, "tx0"), "feedback-packets", 15);
  fail_unless_equals_int (tx_count_messages (one, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
  finish (one);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_a_hundred_cycles_with_an_encoder)
{
  GstElement *pipeline = ways (1, TRUE);
  GstElement *tx = get (pipeline, "tx0");
  guint i;

  for (i = 0; i < 100; i++) {
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    if (i % 10 == 0)
      wait_for_stat (tx, "packets-sent", 1);
    gst_element_set_state (pipeline, GST_STATE_NULL);
  }
  fail_unless_equals_int (tx_count_messages (pipeline, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_encoder_left_alone)
{
  GstElement *pipeline = launch (CAMERA "x264enc name=enc bitrate=777 ! "
      "rtph264pay ! screamtx name=tx encoder-name=none controller=fixed ! "
      "fakesink");
  guint bitrate, buffer;

  to_state (pipeline, GST_STATE_PLAYING);
  wait_for_stat (get (pipeline, "tx"), "packets-sent", 5);
  g_object_get (get (pipeline, "enc"), "bitrate", &bitrate, "vbv-buf-capacity",
      &buffer, NULL);
  fail_unless_equals_int (bitrate, 777);
  fail_unless_equals_int (buffer, 600);
  fail_unless_equals_int (tx_count_messages (pipeline, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_srtp)
{
  GstElement *pipeline = launch (CAMERA H264 "srtpenc random-key=true ! "
      "screamtx name=tx controller=fixed ! fakesink name=sink");
  GstPad *pad;
  GstCaps *caps;

  to_state (pipeline, GST_STATE_PLAYING);
  wait_for_stat (get (pipeline, "tx"), "packets-sent", 10);
  fail_unless_equals_uint64 (tx_stream_stat (get (pipeline, "tx"), 0,
          "not-rtp"), 0);
  pad = gst_element_get_static_pad (get (pipeline, "sink"), "sink");
  caps = gst_pad_get_current_caps (pad);
  fail_unless_equals_string (gst_structure_get_name (gst_caps_get_structure
          (caps, 0)), "application/x-srtp");
  gst_caps_unref (caps);
  gst_object_unref (pad);
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_downstream_error_ends_the_pipeline)
{
  GstElement *pipeline = launch (CAMERA H264 "screamtx controller=fixed ! "
      "identity error-after=5 ! fakesink");
  GstElement *eos = launch ("fakesrc num-buffers=100 ! screamtx name=tx "
      "controller=fixed ! fakesink");

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  tx_expect_message (pipeline, GST_MESSAGE_ERROR, "Failed after iterations");
  finish (pipeline);

  /* Nothing but rubbish comes to a good end. */
  gst_element_set_state (eos, GST_STATE_PLAYING);
  expect_eos (eos);
  fail_unless_equals_uint64 (tx_stream_stat (get (eos, "tx"), 0, "not-rtp"),
      100);
  finish (eos);
}

GST_END_TEST;

/* ---- over sockets ---- */

static GstElement *
sender_new (guint16 port, const gchar * settings)
{
  gchar *line = g_strdup_printf (CAMERA H264 "screamtx name=tx %s ! "
      "udpsink name=sink host=127.0.0.1 port=%u", settings, port);
  GstElement *pipeline = launch ("%s", line);

  g_free (line);
  return pipeline;
}

static void
send_buffer (GSocket * socket, GSocketAddress * to, GstBuffer * buffer)
{
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_READ);
  fail_unless_equals_int (g_socket_send_to (socket, to, (gchar *) map.data,
          map.size, NULL, NULL), map.size);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

/* The next media packet; answers to @from. */
static void
receive_media (GSocket * socket, GSocketAddress ** from, guint32 * ssrc,
    guint16 * seq)
{
  gchar data[2000];

  g_clear_object (from);
  fail_unless (g_socket_receive_from (socket, from, data, sizeof (data), NULL,
          NULL) > 12);
  *seq = GST_READ_UINT16_BE (data + 2);
  *ssrc = GST_READ_UINT32_BE (data + 8);
}

GST_START_TEST (test_screamtx_socket_route_takes_no_strangers)
{
  guint16 port, port2, seq;
  GSocket *peer = socket_new (&port), *stranger = socket_new (&port2);
  GstElement *pipeline = sender_new (port, "");
  GstElement *tx = get (pipeline, "tx");
  GSocketAddress *sender = NULL;
  gboolean sync;
  guint32 ssrc;
  guint i;

  to_state (pipeline, GST_STATE_PLAYING);
  receive_media (peer, &sender, &ssrc, &seq);
  expect_stat_string (tx, "feedback-route", "socket");
  g_object_get (get (pipeline, "sink"), "sync", &sync, NULL);
  fail_if (sync);

  for (i = 0; i < 3; i++)
    send_buffer (stranger, sender, ccfb_new (ssrc, seq, 1, FALSE, 1000));
  wait_for_stat (tx, "feedback-from-unknown-peers", 3);
  fail_unless_equals_uint64 (tx_stat (tx, "feedback-packets"), 0);

  send_buffer (peer, sender, ccfb_new (ssrc + 1, seq, 2, FALSE, 1000));
  wait_for_stat (tx, "unknown-ssrc", 2);
  fail_unless_equals_uint64 (tx_stat (tx, "feedback-packets"), 0);

  /* RTP that comes back is no RTCP. */
  send_buffer (peer, sender, rtp_new (ssrc, seq, 0, TRUE, 100));
  send_buffer (peer, sender, ccfb_new (ssrc, seq, 1, FALSE, 2000));
  wait_for_stat (tx, "feedback-packets", 1);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-received"), 1);
  fail_unless_equals_uint64 (tx_stat (tx, "rtcp-refused"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "feedback-from-unknown-peers"), 3);

  g_object_unref (sender);
  g_object_unref (peer);
  g_object_unref (stranger);
  finish (pipeline);
}

GST_END_TEST;

/* Each pad may have a sink of its own: all of their sockets are read. */
GST_START_TEST (test_screamtx_socket_route_of_each_pad)
{
  guint16 ports[2], seq;
  GSocket *peers[] = { socket_new (&ports[0]), socket_new (&ports[1]) };
  GstElement *pipeline = launch ("screamtx name=tx "
      "screamvideosrc ! tx.sink_0 tx.src_0 ! udpsink host=127.0.0.1 port=%u "
      "screamvideosrc ! tx.sink_1 tx.src_1 ! udpsink host=127.0.0.1 port=%u",
      ports[0], ports[1]);
  guint32 ssrc;
  guint i;

  to_state (pipeline, GST_STATE_PLAYING);
  for (i = 0; i < G_N_ELEMENTS (peers); i++) {
    GSocketAddress *sender = NULL;

    receive_media (peers[i], &sender, &ssrc, &seq);
    send_buffer (peers[i], sender, ccfb_new (ssrc, seq, 1, FALSE, 1000));
    wait_for_stat (get (pipeline, "tx"), "feedback-packets", i + 1);
    g_object_unref (sender);
    g_object_unref (peers[i]);
  }
  finish (pipeline);
}

GST_END_TEST;

/* What is not feedback goes on, from the socket too. */
GST_START_TEST (test_screamtx_socket_route_passes_other_rtcp)
{
  static const guint8 report[8] = { 0x80, 201, 0, 1, 1, 2, 3, 4 };
  guint16 port, seq;
  GSocket *peer = socket_new (&port);
  gchar *line = g_strdup_printf (CAMERA H264 "screamtx name=tx "
      "controller=fixed ! udpsink host=127.0.0.1 port=%u "
      "tx.rtcp_src ! fakesink name=out async=false", port);
  GstElement *pipeline = launch ("%s", line);
  GSocketAddress *sender = NULL;
  GstSample *sample = NULL;
  GstBuffer *buffer;
  guint32 ssrc;

  to_state (pipeline, GST_STATE_PLAYING);
  receive_media (peer, &sender, &ssrc, &seq);
  while (sample == NULL) {
    send_buffer (peer, sender, gst_buffer_new_memdup (report, sizeof (report)));
    g_usleep (2000);
    g_object_get (get (pipeline, "out"), "last-sample", &sample, NULL);
  }
  buffer = gst_sample_get_buffer (sample);
  fail_unless_equals_int (gst_buffer_get_size (buffer), sizeof (report));
  fail_unless (gst_buffer_memcmp (buffer, 0, report, sizeof (report)) == 0);
  fail_unless (GST_BUFFER_PTS_IS_VALID (buffer));
  gst_sample_unref (sample);

  gst_element_send_event (pipeline, gst_event_new_eos ());
  expect_eos (pipeline);
  g_object_unref (sender);
  g_object_unref (peer);
  finish (pipeline);
  g_free (line);
}

GST_END_TEST;

/* Sinks share their ports; what comes to this one is for screamtx. */
GST_START_TEST (test_screamtx_socket_route_has_its_own_port)
{
  GstElement *sender = launch ("fakesrc ! screamtx ! queue ! tee name=t "
      "t. ! udpsink name=u port=%u t. ! udpsink name=v port=%u", free_port (),
      free_port ());
  const gchar *sinks[] = { "u", "v" };
  guint i;

  gst_element_set_state (sender, GST_STATE_PAUSED);
  for (i = 0; i < G_N_ELEMENTS (sinks); i++) {
    GSocket *socket = NULL;

    g_object_get (get (sender, sinks[i]), "used-socket", &socket, NULL);
    fail_unless (bind_shared (port_of (socket)) == NULL);
    g_object_unref (socket);
  }
  finish (sender);
}

GST_END_TEST;

/* The two lines of the README, in one process. */
GST_START_TEST (test_screamtx_two_lines)
{
  guint16 port = free_port ();
  GstElement *sender, *receiver;
  gchar *line;
  guint i;

  line = g_strdup_printf ("udpsrc address=127.0.0.1 port=%u caps="
      VIDEO_CAPS " ! screamrx ! rtph264depay ! avdec_h264 ! fakesink", port);
  receiver = launch ("%s", line);
  sender = sender_new (port, "initial-bitrate=500000");
  to_state (sender, GST_STATE_PLAYING);
  wait_for_stat (get (sender, "tx"), "packets-sent", 5);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  wait_for_stat (get (sender, "tx"), "feedback-packets", 10);
  expect_stat_string (get (sender, "tx"), "feedback-state", "ok");

  /* Again, with feedback on its way */
  for (i = 0; i < 5; i++) {
    to_state (sender, i % 2 ? GST_STATE_NULL : GST_STATE_READY);
    to_state (sender, GST_STATE_PLAYING);
    wait_for_stat (get (sender, "tx"), "feedback-packets", 1);
  }
  finish (receiver);
  finish (sender);
  g_free (line);
}

GST_END_TEST;

/* Nobody listens: each packet brings an ICMP error. */
GST_START_TEST (test_screamtx_closed_port)
{
  GstElement *sender = sender_new (free_port (), "");
  GstElement *tx = get (sender, "tx");
  gint64 start = g_get_monotonic_time ();

  to_state (sender, GST_STATE_PLAYING);
  tx_expect_message (sender, GST_MESSAGE_WARNING, "No feedback");
  /* Two seconds from the first packet */
  fail_unless (g_get_monotonic_time () - start < 2600000);
  expect_stat_string (tx, "feedback-state", "missing");
  fail_unless (tx_stat (tx, "estimated-bitrate") < 101000);
  finish (sender);
}

GST_END_TEST;

/* The receiver is there, but answers from an address that nothing was sent to, as each of a
 * multicast group does. */
GST_START_TEST (test_screamtx_answers_from_elsewhere)
{
  guint16 port, port2, seq;
  GSocket *peer = socket_new (&port), *elsewhere = socket_new (&port2);
  GstElement *pipeline = sender_new (port, "");
  GSocketAddress *sender = NULL;
  guint32 ssrc;

  to_state (pipeline, GST_STATE_PLAYING);
  receive_media (peer, &sender, &ssrc, &seq);
  send_buffer (elsewhere, sender, ccfb_new (ssrc, seq, 1, FALSE, 1000));
  tx_expect_message (pipeline, GST_MESSAGE_WARNING,
      "but from other addresses than host");
  g_object_unref (sender);
  g_object_unref (peer);
  g_object_unref (elsewhere);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
screamtx_suite (void)
{
  Suite *s = suite_create ("screamtx");
  TCase *tc = tcase_create ("pipelines");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_screamtx_way_with_sockets);
  tcase_add_test (tc, test_screamtx_way_with_pads);
  tcase_add_test (tc, test_screamtx_two_ways_and_two_pipelines);
  tcase_add_test (tc, test_screamtx_a_hundred_cycles_with_an_encoder);
  tcase_add_test (tc, test_screamtx_encoder_left_alone);
  tcase_add_test (tc, test_screamtx_srtp);
  tcase_add_test (tc, test_screamtx_downstream_error_ends_the_pipeline);
  tcase_add_test (tc, test_screamtx_socket_route_takes_no_strangers);
  tcase_add_test (tc, test_screamtx_socket_route_of_each_pad);
  tcase_add_test (tc, test_screamtx_socket_route_passes_other_rtcp);
  tcase_add_test (tc, test_screamtx_socket_route_has_its_own_port);
  tcase_add_test (tc, test_screamtx_two_lines);
  tcase_add_test (tc, test_screamtx_closed_port);
  tcase_add_test (tc, test_screamtx_answers_from_elsewhere);

  return s;
}

GST_CHECK_MAIN (screamtx);

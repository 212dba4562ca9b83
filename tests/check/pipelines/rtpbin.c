/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtx and screamrx beside rtpbin: one rtpbin sends, another receives, over
 * the loopback device, on the system's clock. */
#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#include <gst/rtp/rtp.h>

#define CAMERA "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! "
#define ENCODER "x264enc tune=zerolatency speed-preset=ultrafast ! "
#define H264 ENCODER "rtph264pay name=pay pt=96 ! "
#define VIDEO_CAPS "\"application/x-rtp,media=video,encoding-name=H264," \
    "payload=96,clock-rate=90000\""

/* Of one RTP session: media and the sender's RTCP go to the receiver, its RTCP
 * comes back. */
typedef struct
{
  guint16 media, rtcp, back;
} Ports;

static Ports
ports_new (void)
{
  Ports ports;

  ports.media = free_port ();
  ports.rtcp = free_port ();
  ports.back = free_port ();
  return ports;
}

/* Of screamrx; tx_stat is for screamtx. */
static guint64
rx_stat (GstElement * pipeline, const gchar * name)
{
  GstStructure *stats;
  guint64 value = 0;

  g_object_get (get (pipeline, "rx"), "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

static void
wait_for_stat (GstElement * element, const gchar * name, guint64 n)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (tx_stat (element, name) < n && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless (tx_stat (element, name) >= n, "%s of %s: %" G_GUINT64_FORMAT,
      name, GST_OBJECT_NAME (element), tx_stat (element, name));
}

static void
expect_stat_string (GstElement * tx, const gchar * name, const gchar * want)
{
  gchar *text = tx_stat_string (tx, name);

  fail_unless_equals_string (text, want);
  g_free (text);
}

static void
expect_no_complaint (GstElement * pipeline)
{
  fail_unless_equals_int (tx_count_messages (pipeline, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
}

/* ---- pipelines ---- */

/* The sending rtpbin's RTCP, for session @n. */
static gchar *
sender_rtcp (const Ports * ports, guint n)
{
  return g_strdup_printf ("s.send_rtcp_src_%u ! udpsink host=127.0.0.1 port=%u "
      "sync=false async=false udpsrc address=127.0.0.1 port=%u "
      "caps=application/x-rtcp ! s.recv_rtcp_sink_%u ", n, ports->rtcp,
      ports->back, n);
}

/* @media: what is between the payloader and udpsink. */
static GstElement *
sender_new (const Ports * ports, const gchar * media)
{
  gchar *rtcp = sender_rtcp (ports, 0);
  gchar *line = g_strdup_printf ("rtpbin name=s " CAMERA H264 "%s ! udpsink "
      "name=out host=127.0.0.1 port=%u async=false %s", media, ports->media,
      rtcp);
  GstElement *pipeline = launch ("%s", line);

  g_free (line);
  g_free (rtcp);
  return pipeline;
}

#define BEFORE "screamtx name=tx ! s.send_rtp_sink_0 s.send_rtp_src_0"
#define BEHIND "s.send_rtp_sink_0 s.send_rtp_src_0 ! screamtx name=tx"

/* @rx: screamrx and its properties; @more: more of the pipeline. */
static GstElement *
receiver_new (const Ports * ports, const gchar * rx, const gchar * more)
{
  gchar *line = g_strdup_printf ("rtpbin name=r latency=20 "
      "udpsrc address=127.0.0.1 port=%u caps=" VIDEO_CAPS " ! %s ! "
      "r.recv_rtp_sink_0 r. ! rtph264depay ! avdec_h264 ! fakesink name=sink "
      "async=false udpsrc address=127.0.0.1 port=%u caps=application/x-rtcp ! "
      "r.recv_rtcp_sink_0 r.send_rtcp_src_0 ! funnel name=f ! udpsink "
      "host=127.0.0.1 port=%u sync=false async=false %s", ports->media, rx,
      ports->rtcp, ports->back, more);
  GstElement *pipeline = launch ("%s", line);

  g_free (line);
  return pipeline;
}

#define RX "screamrx name=rx"
/* Feedback that comes to the sending rtpbin, whatever way screamrx chooses. */
#define RX_TO_RTCP "rx.rtcp_src ! f."

/* ---- the sender ---- */

static void
check_sender (const gchar * media, const gchar * more, const gchar * route)
{
  Ports ports = ports_new ();
  GstElement *receiver = receiver_new (&ports, RX, more);
  GstElement *sender = sender_new (&ports, media);
  GstElement *tx = get (sender, "tx");

  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for_stat (tx, "feedback-packets", 40);
  expect_stat_string (tx, "feedback-route", route);
  expect_stat_string (tx, "feedback-state", "ok");
  fail_unless_equals_uint64 (tx_stat (tx, "rtcp-refused"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-lost"), 0);
  /* None twice: one for each packet of feedback that screamrx made. */
  fail_unless (tx_stat (tx, "feedback-packets") <=
      rx_stat (receiver, "feedback-packets"));
  expect_no_complaint (sender);
  expect_no_complaint (receiver);
  finish (sender);
  finish (receiver);
}

GST_START_TEST (test_rtpbin_screamtx_before_hears_its_session)
{
  check_sender (BEFORE, RX_TO_RTCP, "rtp-session");
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_screamtx_behind_hears_its_session)
{
  check_sender (BEHIND, RX_TO_RTCP, "rtp-session");
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_screamtx_before_hears_the_socket)
{
  check_sender (BEFORE, "", "socket");
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_screamtx_behind_hears_the_socket)
{
  check_sender (BEHIND, "", "socket");
}

GST_END_TEST;

/* ---- aux sender ---- */

/* rtpbin wants an element that has its pads: sink_N and src_N, N is the session. */
static GstElement *
give_aux (GstElement * rtpbin, guint session, GstElement * aux)
{
  gchar *name = g_strdup_printf ("tx%u", session);
  GstElement *tx = gst_element_factory_make ("screamtx", name);
  GstPad *pad;

  g_free (name);
  name = g_strdup_printf ("sink_%u", session);
  pad = gst_element_request_pad_simple (tx, name);
  g_free (name);
  gst_object_unref (pad);
  return tx;
}

/* @n sessions, each with a camera and its own screamtx. rtpbin asks for that as
 * soon as the session's pad is requested. */
static GstElement *
aux_sender_new (const Ports * ports, guint n)
{
  GString *line = g_string_new ("rtpbin name=s ");
  GstElement *pipeline, *rtpbin;
  guint i;

  for (i = 0; i < n; i++) {
    gchar *rtcp = sender_rtcp (&ports[i], i);

    g_string_append_printf (line, CAMERA ENCODER "rtph264pay name=pay%u "
        "pt=96 ! identity name=media%u "
        "udpsink name=out%u host=127.0.0.1 port=%u async=false %s", i, i, i,
        ports[i].media, rtcp);
    g_free (rtcp);
  }
  pipeline = launch ("%s", line->str);
  g_string_free (line, TRUE);
  rtpbin = get (pipeline, "s");
  g_signal_connect (rtpbin, "request-aux-sender", G_CALLBACK (give_aux), NULL);
  for (i = 0; i < n; i++) {
    gchar *names[4];

    names[0] = g_strdup_printf ("media%u", i);
    names[1] = g_strdup_printf ("send_rtp_sink_%u", i);
    names[2] = g_strdup_printf ("send_rtp_src_%u", i);
    names[3] = g_strdup_printf ("out%u", i);
    fail_unless (gst_element_link_pads (get (pipeline, names[0]), "src", rtpbin,
            names[1]));
    fail_unless (gst_element_link_pads (rtpbin, names[2], get (pipeline,
                names[3]), "sink"));
    g_free (names[0]);
    g_free (names[1]);
    g_free (names[2]);
    g_free (names[3]);
  }
  return pipeline;
}

GST_START_TEST (test_rtpbin_two_sessions_with_aux_senders)
{
  Ports ports[2] = { ports_new (), ports_new () };
  GstElement *receivers[2], *sender = aux_sender_new (ports, 2);
  GstElement *tx[2] = { get (sender, "tx0"), get (sender, "tx1") };
  guint i;

  receivers[0] = receiver_new (&ports[0], RX, "");
  receivers[1] = receiver_new (&ports[1], RX, RX_TO_RTCP);
  for (i = 0; i < 2; i++)
    gst_element_set_state (receivers[i], GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  for (i = 0; i < 2; i++) {
    wait_for_stat (tx[i], "feedback-packets", 20);
    expect_stat_string (tx[i], "feedback-route", i ? "rtp-session" : "socket");
    /* Each hears of its own stream only. */
    fail_unless_equals_uint64 (tx_stat (tx[i], "unknown-ssrc"), 0);
    fail_unless_equals_uint64 (tx_stat (tx[i], "rtcp-refused"), 0);
    expect_no_complaint (receivers[i]);
  }
  expect_no_complaint (sender);
  finish (sender);
  finish (receivers[0]);
  finish (receivers[1]);
}

GST_END_TEST;

/* ---- key frames that receivers ask for ---- */

#define MEDIA_SSRC 0x12345678

/* A receiver report without reports, and behind it what a receiver asks by: @format
 * 1 a PLI (RFC 4585 section 6.3.1), 4 a FIR (RFC 5104 section 4.3.1), which has a
 * number and names its SSRC behind the header. */
static void
send_request (const Ports * ports, guint8 format, guint8 number)
{
  guint8 data[28] = { 0x80, 201, 0, 1, 0, 0, 0, 7,
    0x80 | format, 206, 0, format == 4 ? 4 : 2, 0, 0, 0, 7
  };
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GSocketAddress *to = g_inet_socket_address_new_from_string ("127.0.0.1",
      ports->back);

  GST_WRITE_UINT32_BE (data + (format == 4 ? 20 : 16), MEDIA_SSRC);
  data[24] = number;
  g_socket_send_to (socket, to, (gchar *) data, format == 4 ? 28 : 20, NULL,
      NULL);
  g_object_unref (to);
  g_object_unref (socket);
}

static GstPadProbeReturn
count_key_frame (GstPad * pad, GstPadProbeInfo * info, gpointer n)
{
  if (!GST_BUFFER_FLAG_IS_SET (GST_PAD_PROBE_INFO_BUFFER (info),
          GST_BUFFER_FLAG_DELTA_UNIT))
    g_atomic_int_inc ((gint *) n);
  return GST_PAD_PROBE_OK;
}

/* A flood of PLI or FIR for 1.5 s; @pay: what the encoder leads to. */
static void
check_key_frames (GstElement * sender, GstElement * tx, GstElement * pay,
    const Ports * ports, guint8 format)
{
  GstPad *pad = gst_element_get_static_pad (pay, "sink");
  gint64 start, passed = 0;
  guint8 number = 0;
  gint n = 0;

  g_object_set (pay, "ssrc", (guint) MEDIA_SSRC, NULL);
  gst_util_set_object_arg (G_OBJECT (tx), "controller", "fixed");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count_key_frame, &n, NULL);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  for (start = g_get_monotonic_time (); passed < 10 * G_TIME_SPAN_SECOND
      && g_atomic_int_get (&n) == 0; passed = g_get_monotonic_time () - start)
    g_usleep (2000);
  g_usleep (200000);

  start = g_get_monotonic_time ();
  for (passed = 0; passed < 1500 * G_TIME_SPAN_MILLISECOND
      || (passed < 10 * G_TIME_SPAN_SECOND && g_atomic_int_get (&n) < 3);
      passed = g_get_monotonic_time () - start) {
    send_request (ports, format, number++);
    g_usleep (10000);
  }
  gst_element_set_state (sender, GST_STATE_NULL);
  passed = g_get_monotonic_time () - start;
  /* The stream begins with one; then at 0, 0.3, 0.9, 1.9 s. */
  fail_unless (n >= 3 && n <= 4 + passed / G_TIME_SPAN_SECOND,
      "%d in %" G_GINT64_FORMAT " us", n, passed);
  gst_object_unref (pad);
}

static void
check_flood (const gchar * media, guint8 format)
{
  Ports ports = ports_new ();
  GstElement *sender = sender_new (&ports, media);

  check_key_frames (sender, get (sender, "tx"), get (sender, "pay"), &ports,
      format);
  finish (sender);
}

GST_START_TEST (test_rtpbin_key_frame_flood_before)
{
  check_flood (BEFORE, 1);
}

GST_END_TEST;

/* The requests do not come through screamtx. */
GST_START_TEST (test_rtpbin_key_frame_flood_behind)
{
  check_flood (BEHIND, 1);
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_key_frame_flood_of_fir_behind)
{
  check_flood (BEHIND, 4);
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_key_frame_flood_aux)
{
  Ports ports = ports_new ();
  GstElement *sender = aux_sender_new (&ports, 1);

  check_key_frames (sender, get (sender, "tx0"), get (sender, "pay0"), &ports,
      1);
  finish (sender);
}

GST_END_TEST;

/* ---- the receiver ---- */

static void
expect_rx_route (GstElement * receiver, const gchar * route)
{
  GstStructure *stats;

  g_object_get (get (receiver, "rx"), "stats", &stats, NULL);
  fail_unless_equals_string (gst_structure_get_string (stats, "route"), route);
  gst_structure_free (stats);
}

static GObject *
get_session (GstElement * pipeline, const gchar * rtpbin, guint id)
{
  GObject *session = NULL;

  g_signal_emit_by_name (get (pipeline, rtpbin), "get-internal-session", id,
      &session);
  fail_unless (session != NULL);
  return session;
}

static gdouble
session_bandwidth (GstElement * receiver)
{
  GObject *session = get_session (receiver, "r", 0);
  gdouble bandwidth;

  g_object_get (session, "bandwidth", &bandwidth, NULL);
  g_object_unref (session);
  return bandwidth;
}

/* Feedback through both sessions: as often as by the socket. */
GST_START_TEST (test_rtpbin_screamrx_feeds_its_session)
{
  Ports ports = ports_new ();
  GstElement *receiver = receiver_new (&ports, RX
      " feedback-route=rtp-session", "");
  GstElement *sender = sender_new (&ports, BEFORE);
  GstElement *tx = get (sender, "tx");
  guint64 before;

  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for_stat (tx, "feedback-packets", 20);
  before = tx_stat (tx, "feedback-packets");
  g_usleep (G_USEC_PER_SEC);
  /* One for each frame is 30; a loaded machine gives less. */
  fail_unless (tx_stat (tx, "feedback-packets") - before >= 20, "%d",
      (gint) (tx_stat (tx, "feedback-packets") - before));
  expect_stat_string (tx, "feedback-route", "rtp-session");
  fail_unless_equals_uint64 (tx_stat (tx, "rtcp-refused"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-lost"), 0);
  expect_rx_route (receiver, "rtp-session");
  fail_unless_equals_float (session_bandwidth (receiver), 1e8);
  expect_no_complaint (sender);
  expect_no_complaint (receiver);

  gst_element_set_state (receiver, GST_STATE_NULL);
  fail_unless_equals_float (session_bandwidth (receiver), 0);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* With the least that a session takes a report waits for most of a second. */
GST_START_TEST (test_rtpbin_screamrx_warns_of_a_small_bandwidth)
{
  Ports ports = ports_new ();
  GstElement *receiver = receiver_new (&ports, RX
      " feedback-route=rtp-session", "");
  GstElement *sender = sender_new (&ports, BEFORE);
  GObject *session = get_session (receiver, "r", 0);
  GstMessage *message;
  GstBus *bus;

  g_object_set (session, "bandwidth", 64000.0, NULL);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  bus = gst_element_get_bus (receiver);
  message = gst_bus_timed_pop_filtered (bus, 20 * GST_SECOND,
      GST_MESSAGE_WARNING);
  fail_unless (message != NULL);
  fail_unless (GST_MESSAGE_SRC (message) ==
      GST_OBJECT_CAST (get (receiver, "rx")));
  fail_unless_equals_float (session_bandwidth (receiver), 64000);
  /* It works all the same. */
  fail_unless (tx_stat (get (sender, "tx"), "feedback-packets") >= 8);
  gst_message_unref (message);
  gst_object_unref (bus);
  g_object_unref (session);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* No udpsrc in front of screamrx, so the session is chosen by itself. */
GST_START_TEST (test_rtpbin_screamrx_without_a_socket)
{
  Ports ports = ports_new ();
  gchar *rtcp = sender_rtcp (&ports, 0);
  gchar *line = g_strdup_printf ("rtpbin name=s rtpbin name=r " CAMERA H264
      BEFORE " ! linkemu delay=5000000 ! " RX " ! r.recv_rtp_sink_0 r. ! "
      "rtph264depay ! fakesink async=false udpsrc address=127.0.0.1 port=%u "
      "caps=application/x-rtcp ! r.recv_rtcp_sink_0 r.send_rtcp_src_0 ! "
      "udpsink host=127.0.0.1 port=%u sync=false async=false %s", ports.rtcp,
      ports.back, rtcp);
  GstElement *pipeline = launch ("%s", line);

  g_free (rtcp);
  g_free (line);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  wait_for_stat (get (pipeline, "tx"), "feedback-packets", 30);
  expect_rx_route (pipeline, "rtp-session");
  expect_no_complaint (pipeline);
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_many_cycles)
{
  Ports ports = ports_new ();
  GstElement *receiver = receiver_new (&ports, RX
      " feedback-route=rtp-session", "");
  GstElement *sender = sender_new (&ports, BEFORE);
  guint i;

  for (i = 0; i < 20; i++) {
    gst_element_set_state (receiver, GST_STATE_PLAYING);
    gst_element_set_state (sender, GST_STATE_PLAYING);
    if (i % 5 == 0)
      wait_for_stat (get (sender, "tx"), "feedback-packets", 1);
    gst_element_set_state (i % 2 ? receiver : sender, GST_STATE_NULL);
    gst_element_set_state (i % 2 ? sender : receiver, GST_STATE_NULL);
  }
  expect_no_complaint (sender);
  expect_no_complaint (receiver);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* ---- encryption ---- */

#define KEY "012345678901234567890123456789012345678901234567890123456789"
#define SRTP_CAPS(type) type ",media=(string)video," \
    "encoding-name=(string)H264,payload=(int)96,clock-rate=(int)90000," \
    "srtp-key=(buffer)" KEY ",srtp-cipher=(string)aes-128-icm," \
    "srtp-auth=(string)hmac-sha1-80,srtcp-cipher=(string)aes-128-icm," \
    "srtcp-auth=(string)hmac-sha1-80"

/* rtpbin wants one that has its pads, @pad by name. */
static GstElement *
give_srtpenc (GstElement * rtpbin, guint session, gpointer pad)
{
  GstElement *enc = gst_element_factory_make ("srtpenc", NULL);

  gst_util_set_object_arg (G_OBJECT (enc), "key", KEY);
  gst_object_unref (gst_element_request_pad_simple (enc, pad));
  return enc;
}

static GstCaps *
give_key (GstElement * dec, guint ssrc, gpointer user_data)
{
  return gst_caps_from_string (SRTP_CAPS ("application/x-srtp"));
}

static GstElement *
give_srtpdec (GstElement * rtpbin, guint session, gpointer user_data)
{
  GstElement *dec = gst_element_factory_make ("srtpdec", NULL);

  g_signal_connect (dec, "request-key", G_CALLBACK (give_key), NULL);
  return dec;
}

static void
encrypt (GstElement * rtpbin)
{
  g_signal_connect (rtpbin, "request-rtp-encoder", G_CALLBACK (give_srtpenc),
      (gpointer) "rtp_sink_0");
  g_signal_connect (rtpbin, "request-rtcp-encoder", G_CALLBACK (give_srtpenc),
      (gpointer) "rtcp_sink_0");
  g_signal_connect (rtpbin, "request-rtp-decoder", G_CALLBACK (give_srtpdec),
      NULL);
  g_signal_connect (rtpbin, "request-rtcp-decoder", G_CALLBACK (give_srtpdec),
      NULL);
}

static void
link_named (GstElement * pipeline, const gchar * from, const gchar * src,
    const gchar * to, const gchar * sink)
{
  fail_unless (gst_element_link_pads (get (pipeline, from), src, get (pipeline,
              to), sink), "%s.%s to %s.%s", from, src, to, sink);
}

static void
link_depay (GstElement * rtpbin, GstPad * pad, gpointer depay)
{
  GstPad *sink = gst_element_get_static_pad (depay, "sink");

  if (g_str_has_prefix (GST_PAD_NAME (pad), "recv_rtp_src"))
    fail_unless_equals_int (gst_pad_link (pad, sink), GST_PAD_LINK_OK);
  gst_object_unref (sink);
}

static GstElement *
srtp_receiver_new (const Ports * ports)
{
  gchar *line = g_strdup_printf ("rtpbin name=r latency=20 udpsrc "
      "address=127.0.0.1 port=%u caps=\"" SRTP_CAPS ("application/x-srtp")
      "\" ! screamrx name=rx feedback-route=rtp-session udpsrc name=rtcp "
      "address=127.0.0.1 port=%u caps=application/x-srtcp udpsink name=back "
      "host=127.0.0.1 port=%u sync=false async=false rtph264depay name=depay ! "
      "fakesink async=false", ports->media, ports->rtcp, ports->back);
  GstElement *pipeline = launch ("%s", line);

  g_free (line);
  encrypt (get (pipeline, "r"));
  g_signal_connect (get (pipeline, "r"), "pad-added", G_CALLBACK (link_depay),
      get (pipeline, "depay"));
  link_named (pipeline, "rx", "src", "r", "recv_rtp_sink_0");
  link_named (pipeline, "rtcp", "src", "r", "recv_rtcp_sink_0");
  link_named (pipeline, "r", "send_rtcp_src_0", "back", "sink");
  return pipeline;
}

static GstElement *
srtp_sender_new (const Ports * ports)
{
  gchar *line =
      g_strdup_printf ("rtpbin name=s " CAMERA H264 "screamtx name=tx "
      "udpsink name=out host=127.0.0.1 port=%u async=false udpsink name=rtcp "
      "host=127.0.0.1 port=%u sync=false async=false udpsrc name=back "
      "address=127.0.0.1 port=%u caps=application/x-srtcp", ports->media,
      ports->rtcp, ports->back);
  GstElement *pipeline = launch ("%s", line);

  g_free (line);
  encrypt (get (pipeline, "s"));
  link_named (pipeline, "tx", "src", "s", "send_rtp_sink_0");
  link_named (pipeline, "s", "send_rtp_src_0", "out", "sink");
  link_named (pipeline, "s", "send_rtcp_src_0", "rtcp", "sink");
  link_named (pipeline, "back", "src", "s", "recv_rtcp_sink_0");
  return pipeline;
}

GST_START_TEST (test_rtpbin_feedback_is_encrypted_with_its_rtcp)
{
  Ports ports = ports_new ();
  GstElement *receiver, *sender;

  if (!gst_registry_check_feature_version (gst_registry_get (), "srtpenc", 1, 0,
          0)) {
    g_print ("skipped: no srtpenc (Debian: gstreamer1.0-plugins-bad)\n");
    return;
  }
  receiver = srtp_receiver_new (&ports);
  sender = srtp_sender_new (&ports);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for_stat (get (sender, "tx"), "feedback-packets", 20);
  expect_stat_string (get (sender, "tx"), "feedback-route", "rtp-session");
  fail_unless_equals_uint64 (tx_stat (get (sender, "tx"), "rtcp-refused"), 0);
  fail_unless_equals_uint64 (tx_stat (get (sender, "tx"), "unknown-ssrc"), 0);
  expect_no_complaint (sender);
  expect_no_complaint (receiver);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* ---- retransmissions and forward error correction ---- */

#define RTX_MAP "payload-type-map=\"application/x-rtp-pt-map,96=(uint)97\""

/* rtpbin wants a bin with pads sink_N and src_N. */
static GstElement *
give_rtx_receive (GstElement * rtpbin, guint session, gpointer user_data)
{
  GstElement *bin = gst_bin_new (NULL);
  GstElement *receive = gst_element_factory_make ("rtprtxreceive", NULL);
  GstPad *sink, *src;

  gst_util_set_object_arg (G_OBJECT (receive), "payload-type-map",
      "application/x-rtp-pt-map,96=(uint)97");
  gst_bin_add (GST_BIN (bin), receive);
  sink = gst_element_get_static_pad (receive, "sink");
  src = gst_element_get_static_pad (receive, "src");
  gst_element_add_pad (bin, gst_ghost_pad_new ("sink_0", sink));
  gst_element_add_pad (bin, gst_ghost_pad_new ("src_0", src));
  gst_object_unref (sink);
  gst_object_unref (src);
  return bin;
}

static GstElement *
rtx_receiver_new (const Ports * ports)
{
  gchar *line = g_strdup_printf ("rtpbin name=r latency=200 rtp-profile=avpf "
      "do-retransmission=true udpsrc address=127.0.0.1 port=%u caps="
      VIDEO_CAPS " ! screamrx name=rx r. ! rtph264depay ! "
      "fakesink async=false "
      "udpsrc address=127.0.0.1 port=%u caps=application/x-rtcp ! "
      "r.recv_rtcp_sink_0 r.send_rtcp_src_0 ! udpsink host=127.0.0.1 port=%u "
      "sync=false async=false", ports->media, ports->rtcp, ports->back);
  GstElement *pipeline = launch ("%s", line);

  g_free (line);
  g_signal_connect (get (pipeline, "r"), "request-aux-receiver",
      G_CALLBACK (give_rtx_receive), NULL);
  fail_unless (gst_element_link_pads (get (pipeline, "rx"), "src",
          get (pipeline, "r"), "recv_rtp_sink_0"));
  return pipeline;
}

GST_START_TEST (test_rtpbin_retransmissions_are_controlled)
{
  Ports ports = ports_new ();
  GstElement *receiver = rtx_receiver_new (&ports);
  GstElement *sender = sender_new (&ports, "rtprtxsend name=rtx " RTX_MAP
      " max-size-packets=500 ! screamtx name=tx ! s.send_rtp_sink_0 "
      "s.send_rtp_src_0 ! linkemu loss=0.05 delay=5000000");
  GstElement *tx = get (sender, "tx");
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  guint64 repair = 0;
  guint sent = 0;

  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  while ((sent < 10 || repair == 0) && g_get_monotonic_time () < end) {
    g_usleep (10000);
    g_object_get (get (sender, "rtx"), "num-rtx-packets", &sent, NULL);
    repair = tx_stream_stat (tx, 0, "repair-rate");
  }
  fail_unless (sent >= 10, "%u", sent);
  fail_unless (repair > 0);
  /* The receiver reports on both SSRCs, and the sender knows both. */
  fail_unless_equals_uint64 (tx_stat (tx, "unknown-ssrc"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "unknown-seqnum"), 0);
  fail_unless (rx_stat (receiver, "packets") >
      tx_stat (tx, "packets-sent") * 8 / 10);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_fec_leaves_room)
{
  Ports ports = ports_new ();
  GstElement *sender = sender_new (&ports,
      "rtpulpfecenc pt=100 percentage=50 ! " BEFORE);
  GstElement *tx = get (sender, "tx");
  gchar *line = g_strdup_printf ("udpsrc address=127.0.0.1 port=%u caps="
      VIDEO_CAPS " ! screamrx name=rx ! fakesink", ports.media);
  GstElement *receiver = launch ("%s", line);
  gdouble media, wire;

  g_free (line);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for_stat (tx, "feedback-packets", 60);
  /* A packet of FEC for two of media, and one for each frame at least: a third to
   * a half of all. */
  media = tx_stream_stat (tx, 0, "target-bitrate");
  wire = tx_stream_stat (tx, 0, "target-rate");
  fail_unless (media < 0.70 * wire && media > 0.40 * wire, "%f of %f", media,
      wire);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-lost"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-discarded"), 0);
  expect_no_complaint (sender);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* ---- what RTCP says ---- */

/* The first source of a session for which @wanted (boolean) is TRUE. */
static GstStructure *
get_source (GObject * session, const gchar * wanted)
{
  GstStructure *stats, *found = NULL;
  const GValue *sources;
  guint i;

  g_object_get (session, "stats", &stats, NULL);
  sources = gst_structure_get_value (stats, "source-stats");
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS;
  for (i = 0; i < ((GValueArray *) g_value_get_boxed (sources))->n_values; i++) {
    GstStructure *source = g_value_get_boxed (&((GValueArray *)
            g_value_get_boxed (sources))->values[i]);
    gboolean is = FALSE;

    gst_structure_get_boolean (source, wanted, &is);
    if (is && found == NULL)
      found = gst_structure_copy (source);
  }
  G_GNUC_END_IGNORE_DEPRECATIONS;
  gst_structure_free (stats);
  return found;
}

static GstStructure *
wait_for_source (GObject * session, const gchar * wanted)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  GstStructure *source = get_source (session, wanted);

  while (source == NULL && g_get_monotonic_time () < end) {
    g_usleep (10000);
    source = get_source (session, wanted);
  }
  fail_unless (source != NULL, "no source with %s", wanted);
  return source;
}

static guint64
get_uint64 (const GstStructure * s, const gchar * name)
{
  guint64 value;

  fail_unless (gst_structure_get_uint64 (s, name, &value), "%s", name);
  return value;
}

/* How much later than its RTP time a sender report says a picture is, ns; and the
 * receiver's report comes back to the sender with a round trip time. */
static gint64
sync_offset (const gchar * media)
{
  Ports ports = ports_new ();
  GstElement *receiver = receiver_new (&ports, RX, "");
  GstElement *sender = sender_new (&ports, media);
  GObject *sending, *receiving;
  GstStructure *source;
  guint round_trip;
  gint64 offset;

  gst_util_set_object_arg (G_OBJECT (get (sender, "s")), "ntp-time-source",
      "running-time");
  g_object_set (get (sender, "pay"), "timestamp-offset", 0, NULL);
  sending = get_session (sender, "s", 0);
  receiving = get_session (receiver, "r", 0);
  g_object_set (sending, "rtcp-min-interval", 300 * MS, NULL);
  g_object_set (receiving, "rtcp-min-interval", 300 * MS, NULL);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);

  source = wait_for_source (receiving, "have-sr");
  offset = (gint64) gst_util_uint64_scale (get_uint64 (source, "sr-ntptime"),
      GST_SECOND, G_GUINT64_CONSTANT (1) << 32);
  {
    guint rtp;

    fail_unless (gst_structure_get_uint (source, "sr-rtptime", &rtp));
    offset -= (gint64) gst_util_uint64_scale (rtp, GST_SECOND, 90000);
  }
  gst_structure_free (source);

  source = wait_for_source (sending, "have-rb");
  fail_unless (gst_structure_get_uint (source, "rb-round-trip", &round_trip));
  fail_unless (round_trip < 65536 / 5, "%u", round_trip);
  gst_structure_free (source);
  g_object_unref (sending);
  g_object_unref (receiving);
  finish (sender);
  finish (receiver);
  return offset;
}

/* Behind the queue of screamtx and before it, the times are those of the pictures,
 * not those of sending. */
GST_START_TEST (test_rtpbin_sender_reports_are_right)
{
  gint64 without = sync_offset ("s.send_rtp_sink_0 s.send_rtp_src_0");
  gint64 with = sync_offset (BEFORE " ! queue");

  fail_unless (ABS (with - without) < 5 * (gint64) MS, "%d us",
      (gint) ((with - without) / 1000));
}

GST_END_TEST;

/* RTCP on the port of the media, RFC 5761: rtpbin takes it at recv_rtp_sink. */
GST_START_TEST (test_rtpbin_rtcp_with_the_media_passes_screamrx)
{
  Ports ports = ports_new ();
  gchar *line = g_strdup_printf ("rtpbin name=r udpsrc address=127.0.0.1 "
      "port=%u caps=" VIDEO_CAPS " ! " RX " ! r.recv_rtp_sink_0 r. ! "
      "rtph264depay ! fakesink async=false", ports.media);
  GstElement *receiver = launch ("%s", line), *sender;
  GObject *session;

  g_free (line);
  ports.rtcp = ports.media;
  sender = sender_new (&ports, BEFORE);
  session = get_session (sender, "s", 0);
  g_object_set (session, "rtcp-min-interval", 300 * MS, NULL);
  g_object_unref (session);
  session = get_session (receiver, "r", 0);
  gst_element_set_state (receiver, GST_STATE_PLAYING);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  gst_structure_free (wait_for_source (session, "have-sr"));
  fail_unless (rx_stat (receiver, "rtcp-packets") >= 1);
  g_object_unref (session);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

static Suite *
rtpbin_suite (void)
{
  Suite *s = suite_create ("rtpbin");
  TCase *tc = tcase_create ("sender");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_screamtx_before_hears_its_session);
  tcase_add_test (tc, test_rtpbin_screamtx_behind_hears_its_session);
  tcase_add_test (tc, test_rtpbin_screamtx_before_hears_the_socket);
  tcase_add_test (tc, test_rtpbin_screamtx_behind_hears_the_socket);
  tcase_add_test (tc, test_rtpbin_two_sessions_with_aux_senders);

  tc = tcase_create ("key frames");
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_before);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_behind);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_of_fir_behind);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_aux);

  tc = tcase_create ("receiver");
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_screamrx_feeds_its_session);
  tcase_add_test (tc, test_rtpbin_screamrx_warns_of_a_small_bandwidth);
  tcase_add_test (tc, test_rtpbin_screamrx_without_a_socket);
  tcase_add_test (tc, test_rtpbin_many_cycles);
  tcase_add_test (tc, test_rtpbin_feedback_is_encrypted_with_its_rtcp);

  tc = tcase_create ("repair");
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_retransmissions_are_controlled);
  tcase_add_test (tc, test_rtpbin_fec_leaves_room);

  tc = tcase_create ("rtcp");
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_sender_reports_are_right);
  tcase_add_test (tc, test_rtpbin_rtcp_with_the_media_passes_screamrx);
  return s;
}

GST_CHECK_MAIN (rtpbin);

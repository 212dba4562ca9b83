/* screamtx and screamrx beside rtpbin: one rtpbin sends, another receives, over
 * the loopback device, on the system's clock. */
#include "../elements/screamtxtest.h"

#include <gio/gio.h>
#include <gst/rtp/rtp.h>

#define CAMERA "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! "
#define H264 "x264enc tune=zerolatency speed-preset=ultrafast ! " \
    "rtph264pay pt=96 ! "
#define VIDEO_CAPS "\"application/x-rtp,media=video,encoding-name=H264," \
    "payload=96,clock-rate=90000\""

/* Of one RTP session: media and the sender's RTCP go to the receiver, its RTCP
 * comes back. */
typedef struct
{
  guint16 media, rtcp, back;
} Ports;

static guint16
free_port (void)
{
  GInetAddress *loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  guint16 port;

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_object_unref (address);
  g_object_unref (loopback);
  address = g_socket_get_local_address (socket, NULL);
  port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
  g_object_unref (address);
  g_object_unref (socket);
  return port;
}

static Ports
ports_new (void)
{
  Ports ports;

  ports.media = free_port ();
  ports.rtcp = free_port ();
  ports.back = free_port ();
  return ports;
}

static GstElement *
launch (const gchar * line)
{
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (line, &error);

  fail_unless (error == NULL, "%s", error ? error->message : "");
  return pipeline;
}

static GstElement *
get (GstElement * pipeline, const gchar * name)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);

  fail_unless (element != NULL, "%s", name);
  gst_object_unref (element);   /* the pipeline holds it */
  return element;
}

static void
finish (GstElement * pipeline)
{
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
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
  GstElement *pipeline = launch (line);

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
  GstElement *pipeline = launch (line);

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

    g_string_append_printf (line, CAMERA H264 "identity name=media%u "
        "udpsink name=out%u host=127.0.0.1 port=%u async=false %s", i, i,
        ports[i].media, rtcp);
    g_free (rtcp);
  }
  pipeline = launch (line->str);
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

  tc = tcase_create ("receiver");
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_screamrx_feeds_its_session);
  return s;
}

GST_CHECK_MAIN (rtpbin);

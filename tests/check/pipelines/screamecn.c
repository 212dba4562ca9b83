/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ECN from screamtx to screamrx over real sockets, on the system's clock
 *
 * Where a network is needed that does harm to ECN, a relay of two sockets is it:
 * what comes in on one leaves from the other, with the codepoint that it is
 * told to. */
#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#include <netinet/in.h>
#include <sys/socket.h>

/* Of 30 frames and 2 Mbit/s at most: some 250 packets in a second */
#define SENDER "videotestsrc is-live=true pattern=snow ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! " \
    "x264enc tune=zerolatency speed-preset=ultrafast ! rtph264pay mtu=400 ! "
#define VIDEO_CAPS "\"application/x-rtp,media=video,encoding-name=H264," \
    "payload=96,clock-rate=90000\""
#define PACKETS 300
#define FALLBACK_SECONDS 3

/* Of screamtx or screamrx */
static guint64
stat_of (GstElement * element, const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

static void
wait_for (GstElement * element, const gchar * name, guint64 n, guint seconds)
{
  gint64 end = g_get_monotonic_time () + seconds * G_TIME_SPAN_SECOND;

  while (stat_of (element, name) < n && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless (stat_of (element, name) >= n, "%s: %" G_GUINT64_FORMAT, name,
      stat_of (element, name));
}

static void
expect_string (GstElement * tx, const gchar * name, const gchar * want)
{
  gchar *text = tx_stat_string (tx, name);

  fail_unless_equals_string (text, want);
  g_free (text);
}

/* Receives on any port of @address. */
static GstElement *
receiver_new (const gchar * address, gint * port)
{
  GstElement *pipeline = launch ("udpsrc name=u address=%s port=0 caps="
      VIDEO_CAPS " ! queue ! screamrx name=rx ! fakesink sync=false", address);

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_object_get (get (pipeline, "u"), "port", port, NULL);
  return pipeline;
}

/* ---- a path that does no harm ---- */

typedef struct
{
  const gchar *address, *middle, *sink;
  gboolean own;                 /* by screamudpsink */
} Way;

#define KEY "srtpenc key=012345678901234567890123456789012345678901234567890" \
    "123456789 ! "

static const Way ways[] = {
  {"127.0.0.1", "", "", FALSE},
  {"::1", "", "", FALSE},
  {"127.0.0.1", "", "qos-dscp=34", FALSE},
  {"::1", "queue ! ", "qos-dscp=34", FALSE},
  {"127.0.0.1", "queue ! tee ! queue ! ", "", FALSE},
  {"127.0.0.1", "rtpbin.send_rtp_sink_0 rtpbin name=rtpbin "
        "rtpbin.send_rtcp_src_0 ! fakesink async=false sync=false "
        "rtpbin.send_rtp_src_0 ! ", "", FALSE},
  {"127.0.0.1", KEY, "", FALSE},
  {"127.0.0.1", "linkemu bitrate=8000000 delay=5 ! ", "", FALSE},
  {"127.0.0.1", "", "", TRUE},
  {"::1", "queue ! ", "qos-dscp=34", TRUE},
};

GST_START_TEST (test_screamecn_all_packets_are_ect1)
{
  const Way *way = &ways[__i__];
  GstElement *receiver, *sender, *rx;
  guint64 packets;
  gint port;

  receiver = receiver_new (way->address, &port);
  sender = launch (SENDER "screamtx name=tx ecn=ect1 initial-bitrate=500000 "
      "max-bitrate=1000000 ! %s %s name=s host=%s port=%d async=false %s",
      way->middle, way->own ? "screamudpsink" : "udpsink", way->address, port,
      way->sink);
  rx = get (receiver, "rx");
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for (rx, "packets", PACKETS / 2, 10);
  /* It sets the whole byte. */
  g_object_set (get (sender, "s"), "qos-dscp", 10, NULL);
  wait_for (rx, "packets", PACKETS, 10);
  finish (sender);
  packets = stat_of (rx, "packets");
  fail_unless_equals_uint64 (stat_of (rx, "ect1"), packets);
  fail_unless_equals_uint64 (stat_of (rx, "ecn-unknown"), 0);
  finish (receiver);
}

GST_END_TEST;

GST_START_TEST (test_screamecn_state_is_told)
{
  GstElement *receiver, *sender, *tx;
  gint port;

  receiver = receiver_new ("127.0.0.1", &port);
  sender = launch (SENDER "screamtx name=tx ecn=ect1 ! udpsink "
      "host=127.0.0.1 port=%d async=false", port);
  tx = get (sender, "tx");
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for (tx, "feedback-packets", 10, 10);
  expect_string (tx, "ecn-state", "capable");
  expect_string (tx, "ecn-failure", "none");
  fail_unless_equals_int (tx_count_messages (sender, GST_MESSAGE_ELEMENT,
          "scream-ecn"), 1);
  fail_unless_equals_uint64 (stat_of (tx, "sent-not-ect"), 0);
  fail_unless (stat_of (tx, "reported-ect1") > 0);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

GST_START_TEST (test_screamecn_off_is_the_default)
{
  GstElement *receiver, *sender, *tx;
  gint port;

  receiver = receiver_new ("127.0.0.1", &port);
  sender = launch (SENDER "screamtx name=tx ! udpsink host=127.0.0.1 port=%d "
      "async=false", port);
  tx = get (sender, "tx");
  gst_element_set_state (sender, GST_STATE_PLAYING);
  wait_for (tx, "feedback-packets", 10, 10);
  expect_string (tx, "ecn-state", "off");
  fail_unless_equals_uint64 (stat_of (get (receiver, "rx"), "ect1"), 0);
  fail_unless_equals_uint64 (stat_of (get (receiver, "rx"), "ecn-unknown"), 0);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

GST_START_TEST (test_screamecn_controller_without_ecn_warns)
{
  GstElement *sender = launch (SENDER "screamtx ecn=ect1 controller=fixed ! "
      "fakesink");

  gst_element_set_state (sender, GST_STATE_PAUSED);
  fail_unless_equals_int (tx_count_messages (sender, GST_MESSAGE_WARNING,
          NULL), 1);
  finish (sender);
}

GST_END_TEST;

/* ---- a relay that does ---- */

typedef struct
{
  GSocket *in, *out;
  GSocketAddress *receiver, *sender;
  GThread *thread;
  gint stop;                    /* atomic */
  gint bleach, drop_ect;        /* atomic */
} Relay;

static GSocket *
socket_new (void)
{
  GInetAddress *loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_socket_set_blocking (socket, FALSE);
  g_object_unref (address);
  g_object_unref (loopback);
  return socket;
}

/* One packet of media, with its codepoint; FALSE: there is none. */
static gboolean
relay_media (Relay * relay)
{
  guint8 data[2000], control[64];
  struct iovec vector = { data, sizeof (data) };
  struct sockaddr_storage from;
  struct msghdr header = { 0, };
  struct cmsghdr *c;
  gssize size;
  gint tos = 0, fd_out = g_socket_get_fd (relay->out);

  header.msg_name = &from;
  header.msg_namelen = sizeof (from);
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof (control);
  size = recvmsg (g_socket_get_fd (relay->in), &header, MSG_DONTWAIT);
  if (size < 0)
    return FALSE;
  for (c = CMSG_FIRSTHDR (&header); c != NULL; c = CMSG_NXTHDR (&header, c)) {
    if (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_TOS)
      tos = *(guint8 *) CMSG_DATA (c);
  }
  g_clear_object (&relay->sender);
  relay->sender = g_socket_address_new_from_native (&from, header.msg_namelen);
  if (g_atomic_int_get (&relay->drop_ect) && (tos & 3) != 0)
    return TRUE;
  if (g_atomic_int_get (&relay->bleach))
    tos = 0;
  setsockopt (fd_out, IPPROTO_IP, IP_TOS, &tos, sizeof (tos));
  g_socket_send_to (relay->out, relay->receiver, (gchar *) data, size, NULL,
      NULL);
  return TRUE;
}

static gboolean
relay_feedback (Relay * relay)
{
  gchar data[2000];
  gssize size = g_socket_receive (relay->out, data, sizeof (data), NULL, NULL);

  if (size < 0)
    return FALSE;
  if (relay->sender != NULL)
    g_socket_send_to (relay->in, relay->sender, data, size, NULL, NULL);
  return TRUE;
}

static gpointer
relay_run (gpointer data)
{
  Relay *relay = data;

  while (!g_atomic_int_get (&relay->stop)) {
    while (relay_media (relay) || relay_feedback (relay));
    g_usleep (500);
  }
  return NULL;
}

static void
relay_start (Relay * relay, gint receiver_port)
{
  GInetAddress *loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);

  relay->in = socket_new ();
  relay->out = socket_new ();
  relay->sender = NULL;
  relay->stop = 0;
  relay->receiver = g_inet_socket_address_new (loopback, receiver_port);
  g_socket_set_option (relay->in, IPPROTO_IP, IP_RECVTOS, 1, NULL);
  relay->thread = g_thread_new ("relay", relay_run, relay);
  g_object_unref (loopback);
}

static void
relay_stop (Relay * relay)
{
  g_atomic_int_set (&relay->stop, 1);
  g_thread_join (relay->thread);
  g_clear_object (&relay->in);
  g_clear_object (&relay->out);
  g_clear_object (&relay->receiver);
  g_clear_object (&relay->sender);
}

/* From the first packet, or after a second of health. */
static void
check_fallback (gboolean late, gboolean drop, const gchar * failure)
{
  Relay relay = { 0, };
  GstElement *receiver, *sender, *tx, *rx;
  guint64 marked;
  gint port, changes = late ? 2 : 1;

  receiver = receiver_new ("127.0.0.1", &port);
  relay.drop_ect = drop && !late;
  relay.bleach = !drop && !late;
  relay_start (&relay, port);
  sender = launch (SENDER "screamtx name=tx ecn=ect1 initial-bitrate=500000 "
      "max-bitrate=1000000 ! udpsink host=127.0.0.1 port=%d async=false",
      port_of (relay.in));
  tx = get (sender, "tx");
  rx = get (receiver, "rx");
  gst_element_set_state (sender, GST_STATE_PLAYING);
  if (late) {
    wait_for (rx, "packets", 100, 10);
    expect_string (tx, "ecn-state", "capable");
    g_atomic_int_set (drop ? &relay.drop_ect : &relay.bleach, 1);
  }
  /* When ECT is lost there is a comparison in between. */
  wait_for (tx, "ecn-changes", changes + drop, FALLBACK_SECONDS);
  expect_string (tx, "ecn-state", "failed");
  expect_string (tx, "ecn-failure", failure);
  marked = stat_of (tx, "sent-ect1");
  wait_for (rx, "packets", stat_of (rx, "packets") + PACKETS, 10);
  fail_unless_equals_uint64 (stat_of (tx, "sent-ect1"), marked);
  /* As much as it may have */
  wait_for (tx, "estimated-bitrate", 900000, 10);
  fail_unless_equals_int (tx_count_messages (sender, GST_MESSAGE_ELEMENT,
          "scream-ecn"), changes + drop);
  finish (sender);
  finish (receiver);
  relay_stop (&relay);
}

GST_START_TEST (test_screamecn_bleached)
{
  check_fallback (__i__, FALSE, "bleached");
}

GST_END_TEST;

GST_START_TEST (test_screamecn_ect_is_dropped)
{
  check_fallback (__i__, TRUE, "lost");
}

GST_END_TEST;

static Suite *
screamecn_suite (void)
{
  Suite *s = suite_create ("screamecn");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_screamecn_all_packets_are_ect1, 0,
      G_N_ELEMENTS (ways));
  tcase_add_test (tc, test_screamecn_state_is_told);
  tcase_add_test (tc, test_screamecn_off_is_the_default);
  tcase_add_test (tc, test_screamecn_controller_without_ecn_warns);
  tcase_add_loop_test (tc, test_screamecn_bleached, 0, 2);
  tcase_add_loop_test (tc, test_screamecn_ect_is_dropped, 0, 2);
  return s;
}

GST_CHECK_MAIN (screamecn);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtx and screamrx beside rtpbin: one rtpbin sends, another receives, over loopback;
 * where feedback goes, and what RTCP says. */
#include "rtpbintest.h"

#include <gst/rtp/gstrtpbuffer.h>
#include <string.h>

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
      BEFORE " ! linkemu delay=5 ! " RX " ! r.recv_rtp_sink_0 r. ! "
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

/* ---- what an observed rtpbin lets out ---- */

static void
count_one (guint * n)
{
  ++*n;
}

/* A fragment without data in the middle. */
static void
push_fragments (GstElement * source)
{
  static const guint8 sizes[] = { 20, 1, 20 };
  GstFlowReturn flow;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    GstBuffer *packet = gst_rtp_buffer_new_allocate (sizes[i], 0, 0);
    GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;

    gst_rtp_buffer_map (packet, GST_MAP_WRITE, &rtp);
    gst_rtp_buffer_set_ssrc (&rtp, 1);
    gst_rtp_buffer_set_seq (&rtp, (guint16) i);
    gst_rtp_buffer_set_payload_type (&rtp, 96);
    memset (gst_rtp_buffer_get_payload (&rtp), 0x65, sizes[i]);
    *(guint8 *) gst_rtp_buffer_get_payload (&rtp) = 0x7c;
    gst_rtp_buffer_unmap (&rtp);
    g_signal_emit_by_name (source, "push-buffer", packet, &flow);
    gst_buffer_unref (packet);
    fail_unless_equals_int (flow, GST_FLOW_OK);
  }
  g_signal_emit_by_name (source, "end-of-stream", &flow);
}

/* No pad of screamrx is linked, so its caps say nothing; started twice, so that it looks
 * at the same pads twice. */
GST_START_TEST (test_rtpbin_observed_keeps_short_fragments_back)
{
  GstElement *pipeline = launch ("rtpbin name=r appsrc name=a format=time "
      "caps=" VIDEO_CAPS " ! r.recv_rtp_sink_0 r. ! queue ! fakesink name=s "
      "sync=false async=false signal-handoffs=true screamrx name=rx");
  GstMessage *message;
  guint n = 0;

  g_object_set (get (pipeline, "rx"), "observe", get (pipeline, "r"), NULL);
  g_signal_connect_swapped (get (pipeline, "s"), "handoff",
      G_CALLBACK (count_one), &n);
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  gst_element_set_state (get (pipeline, "rx"), GST_STATE_READY);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  push_fragments (get (pipeline, "a"));
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      5 * GST_SECOND, GST_MESSAGE_EOS);
  fail_unless (message != NULL);
  gst_message_unref (message);
  fail_unless_equals_int (n, 2);
  finish (pipeline);
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
  tcase_add_test (tc, test_rtpbin_screamrx_warns_of_a_small_bandwidth);
  tcase_add_test (tc, test_rtpbin_screamrx_without_a_socket);
  tcase_add_test (tc, test_rtpbin_many_cycles);
  tc = tcase_create ("rtcp");
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_sender_reports_are_right);
  tcase_add_test (tc, test_rtpbin_rtcp_with_the_media_passes_screamrx);
  tcase_add_test (tc, test_rtpbin_observed_keeps_short_fragments_back);
  return s;
}

GST_CHECK_MAIN (rtpbin);

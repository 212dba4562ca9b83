/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtx and screamrx beside an rtpbin that encrypts, sends again or sends forward error
 * correction. */
#include "rtpbintest.h"

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
      "s.send_rtp_src_0 ! linkemu loss=0.05 delay=5");
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

static Suite *
rtpbinrepair_suite (void)
{
  Suite *s = suite_create ("rtpbinrepair");
  TCase *tc = tcase_create ("receiver");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_feedback_is_encrypted_with_its_rtcp);
  tc = tcase_create ("repair");
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_retransmissions_are_controlled);
  tcase_add_test (tc, test_rtpbin_fec_leaves_room);

  return s;
}

GST_CHECK_MAIN (rtpbinrepair);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpbin-send.c: a camera through rtpbin, at the rate that the network has
 *
 *   rtpbin-send HOST PORT
 *
 * Media goes to PORT, RTCP to PORT + 1; the receiver's RTCP comes to PORT + 2
 * here.  screamtx is rtpbin's aux sender, behind the retransmissions, so that
 * they are paced and counted too.  It sets the encoder's bitrate by itself. */
#include <gst/gst.h>
#include <stdlib.h>

static gboolean test;
static gint seconds;

static const GOptionEntry options[] = {
  {"test", 0, 0, G_OPTION_ARG_NONE, &test, "Noise instead of a camera", NULL},
  {"seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "End after N seconds", "N"},
  {NULL}
};

/* "element.pad" outside, as rtpbin wants it: sink_N and src_N. */
static void
add_ghost_pad (GstElement * bin, const gchar * element, const gchar * pad,
    guint session)
{
  GstElement *inner = gst_bin_get_by_name (GST_BIN (bin), element);
  GstPad *target = gst_element_get_static_pad (inner, pad);
  gchar *name = g_strdup_printf ("%s_%u", pad, session);

  gst_element_add_pad (bin, gst_ghost_pad_new (name, target));
  g_free (name);
  gst_object_unref (target);
  gst_object_unref (inner);
}

static GstElement *
on_request_aux_sender (GstElement * rtpbin, guint session, gpointer user_data)
{
  GstElement *bin = gst_parse_bin_from_description ("rtprtxsend name=rtx "
      "payload-type-map=\"application/x-rtp-pt-map,96=(uint)97\" "
      "max-size-time=500 max-size-packets=0 ! screamtx name=screamtx",
      FALSE, NULL);

  add_ghost_pad (bin, "rtx", "sink", session);
  add_ghost_pad (bin, "screamtx", "src", session);
  return bin;
}

static GstElement *
pipeline_new (const gchar * host, gint port)
{
  const gchar *camera = test ? "videotestsrc is-live=true pattern=snow ! "
      "video/x-raw,width=320,height=180,framerate=30/1" : "v4l2src";
  gchar *text = g_strdup_printf ("rtpbin name=rtpbin rtp-profile=avpf "
      "%s ! videoconvert ! x264enc tune=zerolatency speed-preset=superfast ! "
      "rtph264pay name=pay pt=96 config-interval=-1 mtu=1200 "
      "udpsink name=out host=%s port=%d "
      "rtpbin.send_rtcp_src_0 ! udpsink host=%s port=%d sync=false async=false "
      "udpsrc port=%d caps=application/x-rtcp ! rtpbin.recv_rtcp_sink_0",
      camera, host, port, host, port + 1, port + 2);
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (text, &error);
  GstElement *rtpbin, *pay, *out;

  g_free (text);
  if (error != NULL) {
    g_printerr ("%s\n", error->message);
    exit (1);
  }

  /* rtpbin asks when it makes the pads, so not before the handler is there. */
  rtpbin = gst_bin_get_by_name (GST_BIN (pipeline), "rtpbin");
  pay = gst_bin_get_by_name (GST_BIN (pipeline), "pay");
  out = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  g_signal_connect (rtpbin, "request-aux-sender",
      G_CALLBACK (on_request_aux_sender), NULL);
  gst_element_link_pads (pay, "src", rtpbin, "send_rtp_sink_0");
  gst_element_link_pads (rtpbin, "send_rtp_src_0", out, "sink");
  gst_object_unref (rtpbin);
  gst_object_unref (pay);
  gst_object_unref (out);
  return pipeline;
}

static void
report (GstElement * pipeline)
{
  GstElement *tx = gst_bin_get_by_name (GST_BIN (pipeline), "screamtx");
  GstStructure *stats;
  guint64 rtt = 0, lost = 0;
  guint bitrate;

  g_object_get (tx, "estimated-bitrate", &bitrate, "stats", &stats, NULL);
  gst_structure_get (stats, "smoothed-rtt", G_TYPE_UINT64, &rtt,
      "packets-lost", G_TYPE_UINT64, &lost, NULL);
  g_print ("encoder %u kbit/s, RTT %u ms, %u packets lost, feedback by %s\n",
      bitrate / 1000, (guint) (rtt / GST_MSECOND), (guint) lost,
      gst_structure_get_string (stats, "feedback-route"));
  gst_structure_free (stats);
  gst_object_unref (tx);
}

/* Until an error, the end, or the time is up; returns the exit status. */
static int
run (GstElement * pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = NULL;
  GError *error = NULL;
  gint second, status = 0;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  for (second = 0; message == NULL && (seconds == 0 || second < seconds);
      second++) {
    message = gst_bus_timed_pop_filtered (bus, GST_SECOND,
        GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
    report (pipeline);
  }
  if (message != NULL && GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, NULL);
    g_printerr ("%s\n", error->message);
    g_error_free (error);
    status = 1;
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_clear_message (&message);
  gst_object_unref (bus);
  return status;
}

int
main (int argc, char **argv)
{
  GOptionContext *context = g_option_context_new ("HOST PORT");
  GstElement *pipeline;
  int ok, status;

  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  ok = g_option_context_parse (context, &argc, &argv, NULL) && argc == 3;
  g_option_context_free (context);
  if (!ok) {
    g_printerr ("Usage: rtpbin-send [--test] [--seconds=N] HOST PORT\n");
    return 2;
  }
  pipeline = pipeline_new (argv[1], atoi (argv[2]));
  status = run (pipeline);
  gst_object_unref (pipeline);
  return status;
}

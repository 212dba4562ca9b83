/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpbin-receive.c: what rtpbin-send sends, shown, and feedback to it
 *
 *   rtpbin-receive SENDER PORT
 *
 * Media comes to PORT, the sender's RTCP to PORT + 1; our RTCP goes to PORT + 2
 * of SENDER.  screamrx stands before rtpbin, as near to the socket as it can:
 * feedback leaves from there at once.  With --rtp-session it goes with rtpbin's
 * RTCP instead. */
#include <gst/gst.h>
#include <stdlib.h>

static gboolean test, by_session;
static gint seconds;

static const GOptionEntry options[] = {
  {"test", 0, 0, G_OPTION_ARG_NONE, &test, "No window", NULL},
  {"rtp-session", 0, 0, G_OPTION_ARG_NONE, &by_session,
      "Feedback with rtpbin's RTCP", NULL},
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
on_request_aux_receiver (GstElement * rtpbin, guint session, gpointer user_data)
{
  GstElement *bin = gst_parse_bin_from_description ("rtprtxreceive name=rtx "
      "payload-type-map=\"application/x-rtp-pt-map,96=(uint)97\"",
      FALSE, NULL);

  add_ghost_pad (bin, "rtx", "sink", session);
  add_ghost_pad (bin, "rtx", "src", session);
  return bin;
}

static GstElement *
pipeline_new (const gchar * sender, gint port)
{
  gchar *text = g_strdup_printf ("rtpbin name=rtpbin latency=200 "
      "rtp-profile=avpf do-retransmission=true "
      "udpsrc port=%d caps=\"application/x-rtp,media=video,payload=96,"
      "encoding-name=H264,clock-rate=90000\" ! screamrx name=screamrx "
      "feedback-route=%s "
      "rtpbin. ! rtph264depay ! avdec_h264 ! videoconvert ! %s "
      "udpsrc port=%d caps=application/x-rtcp ! rtpbin.recv_rtcp_sink_0 "
      "rtpbin.send_rtcp_src_0 ! udpsink host=%s port=%d sync=false async=false",
      port, by_session ? "rtp-session" : "auto",
      test ? "fakesink" : "autovideosink", port + 1, sender, port + 2);
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (text, &error);
  GstElement *rtpbin, *screamrx;

  g_free (text);
  if (error != NULL) {
    g_printerr ("%s\n", error->message);
    exit (1);
  }

  /* rtpbin asks when it makes the pads, so not before the handler is there. */
  rtpbin = gst_bin_get_by_name (GST_BIN (pipeline), "rtpbin");
  screamrx = gst_bin_get_by_name (GST_BIN (pipeline), "screamrx");
  g_signal_connect (rtpbin, "request-aux-receiver",
      G_CALLBACK (on_request_aux_receiver), NULL);
  gst_element_link_pads (screamrx, "src", rtpbin, "recv_rtp_sink_0");
  gst_object_unref (rtpbin);
  gst_object_unref (screamrx);
  return pipeline;
}

static void
report (GstElement * pipeline)
{
  GstElement *rx = gst_bin_get_by_name (GST_BIN (pipeline), "screamrx");
  guint64 packets = 0, lost = 0, feedback = 0;
  GstStructure *stats;

  g_object_get (rx, "stats", &stats, NULL);
  gst_structure_get (stats, "packets", G_TYPE_UINT64, &packets, "lost",
      G_TYPE_UINT64, &lost, "feedback-packets", G_TYPE_UINT64, &feedback, NULL);
  g_print ("%u packets, %u lost, %u of feedback by %s\n", (guint) packets,
      (guint) lost, (guint) feedback, gst_structure_get_string (stats,
          "route"));
  gst_structure_free (stats);
  gst_object_unref (rx);
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
  GOptionContext *context = g_option_context_new ("SENDER PORT");
  GstElement *pipeline;
  int ok, status;

  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  ok = g_option_context_parse (context, &argc, &argv, NULL) && argc == 3;
  g_option_context_free (context);
  if (!ok) {
    g_printerr ("Usage: rtpbin-receive [--test] [--seconds=N] "
        "[--rtp-session] SENDER PORT\n");
    return 2;
  }
  pipeline = pipeline_new (argv[1], atoi (argv[2]));
  status = run (pipeline);
  gst_object_unref (pipeline);
  return status;
}

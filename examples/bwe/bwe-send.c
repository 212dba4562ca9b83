/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwe-send HOST PORT SECONDS: the application sets its encoder, rtpscreambwe says to what
 *
 * The same as bwe_send.py and rust/main.rs.  With webrtcbin the element is what
 * request-aux-sender returns; all else stays.
 */
#include <stdlib.h>

#include <gst/gst.h>

#define PIPELINE "videotestsrc is-live=true pattern=snow ! " \
    "video/x-raw,width=320,height=180,framerate=30/1 ! " \
    "x264enc name=encoder tune=zerolatency speed-preset=ultrafast ! " \
    "rtph264pay mtu=1200 ! rtpscreambwe name=bwe max-bitrate=4000000 ! " \
    "udpsink host=%s port=%s"

static void
on_estimate (GObject * bwe, GParamSpec * pspec, gpointer encoder)
{
  guint bitrate;

  g_object_get (bwe, "estimated-bitrate", &bitrate, NULL);
  g_object_set (encoder, "bitrate", bitrate / 1000, NULL);
  g_print ("%u\n", bitrate);
}

static void
forget_encoder (gpointer encoder, GClosure * closure)
{
  gst_object_unref (encoder);
}

static int
send_video (gchar ** argv)
{
  gchar *line = g_strdup_printf (PIPELINE, argv[1], argv[2]);
  GstElement *pipeline = gst_parse_launch (line, NULL);
  GstElement *bwe, *encoder;
  GstMessage *message;
  GstBus *bus;

  g_free (line);
  if (pipeline == NULL)
    return 1;
  bwe = gst_bin_get_by_name (GST_BIN (pipeline), "bwe");
  encoder = gst_bin_get_by_name (GST_BIN (pipeline), "encoder");
  /* It may be called once more after NULL, so the reference becomes its own. */
  g_signal_connect_data (bwe, "notify::estimated-bitrate",
      G_CALLBACK (on_estimate), encoder, forget_encoder, 0);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  bus = gst_element_get_bus (pipeline);
  message = gst_bus_timed_pop_filtered (bus, atoi (argv[3]) * GST_SECOND,
      GST_MESSAGE_ERROR);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (bwe);
  gst_object_unref (pipeline);
  if (message == NULL)
    return 0;
  gst_message_unref (message);
  return 1;
}

int
main (int argc, char **argv)
{
  if (argc == 4) {
    gst_init (NULL, NULL);
    return send_video (argv);
  }
  g_print ("bwe-send HOST PORT SECONDS\n");
  return argc == 2 && g_str_equal (argv[1], "--help") ? 0 : 2;
}

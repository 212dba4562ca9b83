/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* two-cameras [SECONDS [LINK]]: what an application can do with screamtx
 *
 * Two cameras and a link are emulated in one pipeline.  The application watches
 * the estimates, splits the rate by itself (four fifths for the one who speaks),
 * sets one encoder by itself in steps of 50 kbit/s, and pauses that camera for
 * the second third of the time.  LINK is in bit/s.
 */
#include <stdlib.h>

#include <gst/gst.h>

#define CAMERA "videotestsrc is-live=true pattern=snow ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! " \
    "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=300 name="

#define PIPELINE "screamtx name=tx max-bitrate=4000000 " \
    CAMERA "speaker ! rtph264pay pt=96 ! tx.sink_0 " \
    CAMERA "listener ! rtph264pay pt=97 ! tx.sink_1 " \
    "tx.src_0 ! all. tx.src_1 ! all. funnel name=all ! " \
    "linkemu name=link delay=20 ! " \
    "udpsink host=127.0.0.1 port=5666 async=false " \
    "udpsrc address=127.0.0.1 port=5666 caps=application/x-rtp ! screamrx ! " \
    "fakesink async=false"

typedef struct
{
  GMainLoop *loop;
  GstPad *pads[2];
  gint seconds, passed;         /* -1: it failed */
} App;

/* In the thread that sends, without locks: quick, and no change of state. */
static void
on_estimate (GObject * object, GParamSpec * pspec, gpointer user_data)
{
  guint bitrate;

  g_object_get (object, "estimated-bitrate", &bitrate, NULL);
  g_print ("%s may send %u kbit/s\n", GST_OBJECT_NAME (object), bitrate / 1000);
}

/* In the same thread.  NULL would leave it to the priorities. */
static GstStructure *
on_split (GstElement * tx, guint total, GstStructure * bitrates, gpointer data)
{
  if (!gst_structure_has_field (bitrates, "sink_1"))
    return NULL;                /* it is paused, so there is nothing to split */
  return gst_structure_new ("scream-stream-bitrates",
      "sink_0", G_TYPE_UINT, total / 5 * 4,
      "sink_1", G_TYPE_UINT, total / 5, NULL);
}

/* In the encoder's thread, between two frames. */
static gboolean
on_encoder (GstElement * tx, GstElement * encoder, GstPad * pad, guint bitrate,
    gpointer data)
{
  guint kbits = MAX (bitrate / 50000 * 50, 50);

  if (g_str_equal (GST_OBJECT_NAME (encoder), "speaker"))
    return FALSE;               /* screamtx sets this one */
  g_object_set (encoder, "bitrate", kbits, NULL);
  g_print ("%s is set to %u kbit/s\n", GST_OBJECT_NAME (encoder), kbits);
  return TRUE;
}

static gboolean
on_message (GstBus * bus, GstMessage * message, gpointer user_data)
{
  const GstStructure *s = gst_message_get_structure (message);
  App *app = user_data;
  GError *error;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, NULL);
    g_printerr ("%s\n", error->message);
    app->passed = -1;
    g_main_loop_quit (app->loop);
  } else if (s != NULL && gst_structure_has_name (s, "scream-stream")) {
    gboolean active = FALSE;

    gst_structure_get_boolean (s, "active", &active);
    g_print ("%s is %s\n", gst_structure_get_string (s, "pad"),
        active ? "active" : "paused");
  }
  return TRUE;
}

static gboolean
on_second (gpointer user_data)
{
  App *app = user_data;
  gint i;

  for (i = 0; i < 2; i++) {
    GstStructure *stats;
    guint64 sends = 0;

    g_object_get (app->pads[i], "stats", &stats, NULL);
    gst_structure_get_uint64 (stats, "media-bitrate", &sends);
    g_print ("%s sends %u kbit/s\n", GST_OBJECT_NAME (app->pads[i]),
        (guint) (sends / 1000));
    gst_structure_free (stats);
  }
  app->passed++;
  g_object_set (app->pads[1], "paused", app->passed > app->seconds / 3
      && app->passed <= app->seconds * 2 / 3, NULL);
  if (app->passed >= app->seconds)
    g_main_loop_quit (app->loop);
  return TRUE;
}

int
main (int argc, char **argv)
{
  App app = { NULL, };
  GError *error = NULL;
  GstElement *pipeline, *tx, *link;

  gst_init (&argc, &argv);
  app.seconds = argc > 1 ? atoi (argv[1]) : 15;
  pipeline = gst_parse_launch (PIPELINE, &error);
  if (error != NULL) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  link = gst_bin_get_by_name (GST_BIN (pipeline), "link");
  gst_util_set_object_arg (G_OBJECT (link), "bitrate",
      argc > 2 ? argv[2] : "1500000");
  app.loop = g_main_loop_new (NULL, FALSE);
  tx = gst_bin_get_by_name (GST_BIN (pipeline), "tx");
  app.pads[0] = gst_element_get_static_pad (tx, "sink_0");
  app.pads[1] = gst_element_get_static_pad (tx, "sink_1");
  g_signal_connect (tx, "notify::estimated-bitrate", G_CALLBACK (on_estimate),
      NULL);
  g_signal_connect (app.pads[0], "notify::estimated-bitrate",
      G_CALLBACK (on_estimate), NULL);
  g_signal_connect (tx, "split-bitrate", G_CALLBACK (on_split), NULL);
  g_signal_connect (tx, "encoder-bitrate-changing", G_CALLBACK (on_encoder),
      NULL);
  gst_bus_add_watch (GST_ELEMENT_BUS (pipeline), on_message, &app);
  g_timeout_add_seconds (1, on_second, &app);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_main_loop_run (app.loop);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  return app.passed < 0;
}

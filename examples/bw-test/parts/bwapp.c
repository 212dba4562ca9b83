/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "bwapp.h"

#include <locale.h>
#include <stdlib.h>
#include <glib-unix.h>

typedef struct
{
  const gchar *program;
  GMainLoop *loop;
  gint status;
  BwTickFunc tick;
  BwMessageFunc message;
  gpointer user_data;
} Run;

void
bw_app_init (void)
{
  GstElementFactory *factory;

  gst_init (NULL, NULL);
  setlocale (LC_NUMERIC, "C");
  factory = gst_element_factory_find ("screamtx");
  if (factory == NULL)
    gst_registry_scan_path (gst_registry_get (), BW_PLUGIN_DIR);
  gst_clear_object (&factory);
}

GstElement *
bw_app_make (const gchar * program, const gchar * factory)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  if (element == NULL) {
    g_printerr ("%s: there is no GStreamer element %s: set GST_PLUGIN_PATH to "
        "the folder of its plugin, or install gstreamer1.0-plugins-good\n",
        program, factory);
    exit (1);
  }
  return element;
}

static gboolean
on_signal (gpointer user_data)
{
  Run *run = user_data;

  g_main_loop_quit (run->loop);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_tick (gpointer user_data)
{
  Run *run = user_data;

  run->tick (run->user_data);
  return G_SOURCE_CONTINUE;
}

static void
fail (Run * run, GstMessage * message)
{
  GError *error = NULL;
  gchar *debug = NULL;

  gst_message_parse_error (message, &error, &debug);
  g_printerr ("%s: %s\n", run->program, error->message);
  GST_DEBUG ("%s", GST_STR_NULL (debug));
  g_error_free (error);
  g_free (debug);
  run->status = 1;
  g_main_loop_quit (run->loop);
}

static gboolean
on_message (GstBus * bus, GstMessage * message, gpointer user_data)
{
  Run *run = user_data;

  (void) bus;
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    fail (run, message);
  else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    g_main_loop_quit (run->loop);
  else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT
      || GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING)
    run->message (message, run->user_data);
  return G_SOURCE_CONTINUE;
}

/* The first error that waits on the bus. */
static void
fail_to_start (Run * run, GstElement * pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);

  run->status = 1;
  if (message != NULL) {
    fail (run, message);
    gst_message_unref (message);
  } else {
    g_printerr ("%s: the pipeline does not start\n", run->program);
  }
  gst_object_unref (bus);
}

gint
bw_app_run (const gchar * program, GstElement * pipeline, gdouble seconds,
    guint interval_ms, BwTickFunc tick, BwMessageFunc message,
    gpointer user_data)
{
  Run run = { program, g_main_loop_new (NULL, FALSE), 0, tick, message,
    user_data
  };
  GstBus *bus = gst_element_get_bus (pipeline);
  guint watch, interrupt, terminate, timer, end = 0;

  interrupt = g_unix_signal_add (SIGINT, on_signal, &run);
  terminate = g_unix_signal_add (SIGTERM, on_signal, &run);
  if (gst_element_set_state (pipeline, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE) {
    fail_to_start (&run, pipeline);
  } else {
    watch = gst_bus_add_watch (bus, on_message, &run);
    timer = g_timeout_add (interval_ms, on_tick, &run);
    if (seconds > 0)
      end = g_timeout_add ((guint) (seconds * 1000), on_signal, &run);
    g_main_loop_run (run.loop);
    if (run.status == 0)
      tick (user_data);
    g_source_remove (watch);
    g_source_remove (timer);
    if (end != 0)
      g_source_remove (end);
  }
  g_source_remove (interrupt);
  g_source_remove (terminate);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
  g_main_loop_unref (run.loop);
  return run.status;
}

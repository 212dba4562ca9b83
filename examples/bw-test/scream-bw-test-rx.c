/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scream-bw-test-rx: receives fake video, and tells the sender what came */
#include "bwapp.h"
#include "bwlogfile.h"
#include "bwrxreport.h"
#include "bwsocket.h"

#include <stdio.h>
#include <string.h>

#define PROGRAM "scream-bw-test-rx"

/* So long without feedback, a datagram keeps the way to the sender open, us. */
#define KEEP_ALIVE_INTERVAL (G_USEC_PER_SEC / 2)

typedef struct
{
  BwRxOptions options;
  GstElement *source, *rx, *sink;       /* in the pipeline */
  GSocketAddress *sender;       /* NULL: not given */
  BwRxReport *report;
  BwWatch *watch;
  BwLogFile *log;
  gint64 start;                 /* us */
  guint64 feedback;             /* packets, at the last look */
  gint64 feedback_time;         /* us: the last feedback or keep-alive */
  guint64 packets;              /* at the last look */
  gint64 packets_time;          /* us: when there were more */
  gboolean original;            /* streaming thread: as screamrx is set */
  GstClockTime first_arrival;   /* streaming thread */
} App;

static void
keep_alive (App * app, guint64 feedback, gint64 now)
{
  static const gchar nothing = 0;
  GSocket *socket;

  if (feedback != app->feedback || app->sender == NULL) {
    app->feedback = feedback;
    app->feedback_time = now;
    return;
  }
  if (now - app->feedback_time < KEEP_ALIVE_INTERVAL)
    return;
  app->feedback_time = now;
  socket = bw_socket_get (app->source);
  if (socket == NULL)
    return;
  /* It may be refused as long as the sender does not run. */
  g_socket_send_to (socket, app->sender, &nothing, 1, NULL, NULL);
  g_object_unref (socket);
}

static void
end_when_idle (App * app, guint64 packets, gint64 now)
{
  gdouble limit = app->options.idle_seconds * G_USEC_PER_SEC;

  if (packets != app->packets) {
    app->packets = packets;
    app->packets_time = now;
  } else if (limit > 0 && packets > 0
      && (gdouble) (now - app->packets_time) > limit) {
    gst_element_send_event (app->source, gst_event_new_eos ());
  }
}

static void
on_tick (gpointer user_data)
{
  App *app = user_data;
  gint64 now = g_get_monotonic_time ();
  GstStructure *stats = NULL;
  BwWatchStats watch;
  guint64 feedback = 0, packets = 0;
  gchar *lines;

  if (app->start == 0)
    app->start = now;
  lines = bw_watch_take_lines (app->watch, app->options.verbose);
  if (lines != NULL)
    bw_rx_report_event (app->report, "packets", lines);
  g_free (lines);
  bw_watch_get_stats (app->watch, &watch);
  g_object_get (app->rx, "stats", &stats, NULL);
  bw_rx_report_sample (app->report, stats, &watch,
      (gdouble) (now - app->start) / G_USEC_PER_SEC);
  gst_structure_get_uint64 (stats, "feedback-packets", &feedback);
  gst_structure_get_uint64 (stats, "packets", &packets);
  gst_structure_free (stats);
  end_when_idle (app, packets, now);
  keep_alive (app, feedback, now);
}

static void
on_message (GstMessage * message, gpointer user_data)
{
  App *app = user_data;
  const GstStructure *s = gst_message_get_structure (message);
  GError *warning = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING) {
    gst_message_parse_warning (message, &warning, NULL);
    bw_rx_report_event (app->report, "warning", warning->message);
    g_error_free (warning);
  } else if (gst_structure_has_name (s, "scream-sender-moved")) {
    gchar *text = g_strdup_printf ("The sender has moved from %s to %s",
        gst_structure_get_string (s, "from"),
        gst_structure_get_string (s, "to"));

    bw_rx_report_event (app->report, "sender-moved", text);
    g_free (text);
  }
}

/* Senders of before the erratum understand feedback only if it is as theirs. */
static void
obey_compat (App * app)
{
  BwWatchStats stats;

  if (app->options.compat != BW_COMPAT_AUTO)
    return;
  bw_watch_get_stats (app->watch, &stats);
  if (stats.original == app->original)
    return;
  app->original = stats.original;
  gst_util_set_object_arg (G_OBJECT (app->rx), "compat",
      stats.original ? "num-reports-last" : "none");
}

static void
log_packet (App * app, GstBuffer * buffer, const GstMapInfo * map)
{
  GstClockTime arrival = GST_BUFFER_DTS_OR_PTS (buffer);
  gchar line[80];

  if (app->log == NULL || !GST_CLOCK_TIME_IS_VALID (arrival))
    return;
  if (!GST_CLOCK_TIME_IS_VALID (app->first_arrival))
    app->first_arrival = arrival;
  g_snprintf (line, sizeof (line), "%.6f,%u,%" G_GSIZE_FORMAT ",%u",
      (gdouble) GST_CLOCK_DIFF (app->first_arrival, arrival) / GST_SECOND,
      (guint) (map->data[2] << 8 | map->data[3]), map->size, map->data[1] >> 7);
  bw_log_file_write (app->log, line);
}

/* FALSE: it is not for screamrx. */
static gboolean
take_datagram (App * app, GstBuffer * buffer)
{
  BwWatchKind kind = BW_WATCH_OTHER;
  GstMapInfo map;

  if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    kind = bw_watch_take (app->watch, map.data, map.size);
    if (kind == BW_WATCH_PACKET)
      log_packet (app, buffer, &map);
    gst_buffer_unmap (buffer, &map);
  }
  return kind != BW_WATCH_TEXT;
}

static gboolean
take_of_list (GstBuffer ** buffer, guint index, gpointer user_data)
{
  (void) index;
  if (!take_datagram (user_data, *buffer))
    gst_clear_buffer (buffer);
  return TRUE;
}

static GstPadProbeReturn
on_datagrams (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  App *app = user_data;
  gboolean some;

  (void) pad;
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    GstBufferList *list = gst_buffer_list_make_writable
        (GST_PAD_PROBE_INFO_BUFFER_LIST (info));

    gst_buffer_list_foreach (list, take_of_list, app);
    info->data = list;
    some = gst_buffer_list_length (list) > 0;
  } else {
    some = take_datagram (app, GST_PAD_PROBE_INFO_BUFFER (info));
  }
  obey_compat (app);
  return some ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static GstElement *
build (App * app)
{
  const BwRxOptions *o = &app->options;
  GstElement *pipeline = gst_pipeline_new (NULL);
  GstCaps *caps = gst_caps_from_string ("application/x-rtp, media=video, "
      "clock-rate=90000, encoding-name=X-SCREAM-TEST");
  GstPad *pad;

  app->source = bw_app_make (PROGRAM, "screamudpsrc");
  app->rx = bw_app_make (PROGRAM, "screamrx");
  app->sink = bw_app_make (PROGRAM, "fakesink");
  g_object_set (app->source, "caps", caps, NULL);
  g_object_set (app->rx, "feedback-max-packets", o->ack_packets,
      "feedback-overlap", o->reported, NULL);
  if (o->compat == BW_COMPAT_ORIGINAL)
    gst_util_set_object_arg (G_OBJECT (app->rx), "compat", "num-reports-last");
  g_object_set (app->sink, "sync", FALSE, "async", FALSE,
      "enable-last-sample", FALSE, NULL);
  gst_bin_add_many (GST_BIN (pipeline), app->source, app->rx, app->sink, NULL);
  gst_element_link_many (app->source, app->rx, app->sink, NULL);
  gst_caps_unref (caps);

  pad = gst_element_get_static_pad (app->source, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_datagrams, app, NULL);
  gst_object_unref (pad);
  return pipeline;
}

static gboolean
prepare_socket (App * app)
{
  const BwRxOptions *o = &app->options;
  GError *error = NULL;
  GSocket *socket = bw_socket_listen (o->port, o->ipv6, &error);
  gboolean ok = socket != NULL;

  if (ok && o->interface != NULL)
    ok = bw_socket_bind_interface (socket, o->interface, &error);
  if (ok) {
    bw_socket_widen (socket);
    g_object_set (app->source, "socket", socket, "buffer-size", 0, NULL);
  } else {
    g_printerr (PROGRAM ": %s\n", error->message);
  }
  g_clear_error (&error);
  g_clear_object (&socket);
  return ok;
}

static gboolean
open_files (App * app)
{
  const BwRxOptions *o = &app->options;
  GError *error = NULL;

  if (o->sender != NULL) {
    app->sender = g_inet_socket_address_new_from_string (o->sender, o->port);
    if (app->sender == NULL) {
      g_printerr (PROGRAM ": %s is no address, give it as in 192.0.2.7\n",
          o->sender);
      return FALSE;
    }
  }
  if (o->log == NULL)
    return TRUE;
  app->log = bw_log_file_open (o->log, FALSE, &error);
  if (app->log == NULL)
    g_printerr (PROGRAM ": %s\n", error->message);
  g_clear_error (&error);
  return app->log != NULL;
}

static gint
run (App * app)
{
  GstElement *pipeline = build (app);
  gint status = 1;

  app->first_arrival = GST_CLOCK_TIME_NONE;
  if (open_files (app) && prepare_socket (app)) {
    status = bw_app_run (PROGRAM, pipeline, app->options.seconds,
        BW_RX_REPORT_MS, on_tick, on_message, app);
    if (status == 0)
      bw_rx_report_end (app->report);
  } else {
    gst_element_set_state (pipeline, GST_STATE_NULL);
    gst_object_unref (pipeline);
  }
  bw_log_file_close (app->log);
  g_clear_object (&app->sender);
  return status;
}

int
main (int argc, char **argv)
{
  App app = { 0, };
  BwParse parsed;
  gint status;

  (void) argc;
  parsed = bw_rx_options_parse (&app.options, argv);
  if (parsed != BW_PARSE_RUN) {
    bw_rx_options_clear (&app.options);
    return parsed == BW_PARSE_WRONG ? 2 : 0;
  }
  bw_app_init ();
  app.report = bw_rx_report_new (&app.options);
  app.watch = bw_watch_new ();
  status = run (&app);
  bw_watch_free (app.watch);
  bw_rx_report_free (app.report);
  bw_rx_options_clear (&app.options);
  return status;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scream-bw-test-tx: fake video at the rate that the network has to give */
#include "bwacklog.h"
#include "bwapp.h"
#include "bwcontrol.h"
#include "bwsocket.h"
#include "bwsource.h"
#include "bwtxreport.h"

#include <string.h>

#define PROGRAM "scream-bw-test-tx"

typedef struct
{
  BwTxOptions options;
  GstElement *source, *tx, *sink;       /* in the pipeline */
  BwTxReport *report;
  gint64 start;                 /* us, when the first sample was taken */
} App;

static void
on_tick (gpointer user_data)
{
  App *app = user_data;
  GstStructure *stats = NULL;
  gint64 now = g_get_monotonic_time ();
  BwSample sample;

  if (app->start == 0)
    app->start = now;
  g_object_get (app->tx, "stats", &stats, NULL);
  bw_sample_read (&sample, stats, (gdouble) (now - app->start)
      / G_USEC_PER_SEC);
  gst_structure_free (stats);
  bw_tx_report_sample (app->report, &sample);
}

/* Feedback is watched by the report; what else is wrong is told once. */
static void
on_message (GstMessage * message, gpointer user_data)
{
  App *app = user_data;
  GError *warning = NULL;

  if (GST_MESSAGE_TYPE (message) != GST_MESSAGE_WARNING)
    return;
  gst_message_parse_warning (message, &warning, NULL);
  if (!g_error_matches (warning, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ))
    bw_tx_report_event (app->report, "warning", warning->message);
  g_error_free (warning);
}

static gboolean
configure (App * app)
{
  const BwTxOptions *o = &app->options;

  if (!bw_control_configure (app->tx, o))
    return FALSE;
  g_object_set (app->sink, "host", o->host, "port", (gint) o->port,
      "sync", FALSE, "async", FALSE, NULL);
  if (o->compat == BW_COMPAT_ORIGINAL)
    g_object_set (app->sink, "bind-port", (gint) o->port, NULL);
  return TRUE;
}

/* The sink opens its socket on the way to READY. */
static gboolean
prepare_socket (App * app, GstElement * pipeline)
{
  GError *error = NULL;
  GSocket *socket;
  gboolean ok = TRUE;

  if (app->options.interface == NULL)
    return TRUE;
  if (gst_element_set_state (pipeline, GST_STATE_READY)
      == GST_STATE_CHANGE_FAILURE)
    return TRUE;                /* running will say why */
  socket = bw_socket_get (app->sink);
  ok = socket != NULL
      && bw_socket_bind_interface (socket, app->options.interface, &error);
  if (!ok)
    g_printerr (PROGRAM ": %s\n", error ? error->message : "no socket");
  g_clear_error (&error);
  g_clear_object (&socket);
  return ok;
}

/* A name may have addresses of both kinds, and the sink takes the first. */
static gboolean
resolve (BwTxOptions * options)
{
  GResolver *resolver = g_resolver_get_default ();
  GResolverNameLookupFlags flags = options->ipv6
      ? G_RESOLVER_NAME_LOOKUP_FLAGS_IPV6_ONLY
      : G_RESOLVER_NAME_LOOKUP_FLAGS_DEFAULT;
  GError *error = NULL;
  GList *addresses = g_resolver_lookup_by_name_with_flags (resolver,
      options->host, flags, NULL, &error);

  if (addresses == NULL) {
    g_printerr (PROGRAM ": cannot find %s: %s\n", options->host,
        error->message);
    g_clear_error (&error);
  } else {
    g_free (options->host);
    options->host = g_inet_address_to_string (addresses->data);
  }
  g_resolver_free_addresses (addresses);
  g_object_unref (resolver);
  return addresses != NULL;
}

static GstElement *
build (App * app)
{
  GstElement *pipeline = gst_pipeline_new (NULL);

  app->source = bw_source_new (&app->options);
  if (app->source == NULL)
    app->source = bw_app_make (PROGRAM, "screamvideosrc");
  app->tx = bw_app_make (PROGRAM, "screamtx");
  app->sink = bw_app_make (PROGRAM, "screamudpsink");
  gst_bin_add_many (GST_BIN (pipeline), app->source, app->tx, app->sink, NULL);
  gst_element_link_many (app->source, app->tx, app->sink, NULL);
  return pipeline;
}

/* FALSE if there is one and it cannot be written. */
static gboolean
open_log (App * app, BwAckLog ** log)
{
  const BwTxOptions *o = &app->options;
  BwAckLogOptions options =
      { o->log, o->item_list, o->append, o->epoch, o->side_log };
  GError *error = NULL;

  *log = NULL;
  if (o->log == NULL)
    return TRUE;
  *log = bw_ack_log_new (&options, &error);
  if (*log == NULL) {
    g_printerr (PROGRAM ": %s\n", error->message);
    g_clear_error (&error);
    return FALSE;
  }
  g_object_set (app->tx, "log-location", bw_ack_log_location (*log), NULL);
  return TRUE;
}

static gint
run (App * app)
{
  GstElement *pipeline = build (app);
  BwAckLog *log = NULL;
  gint status = 1;

  if (!configure (app)) {
    gst_object_unref (pipeline);
    return 2;
  }
  app->report = bw_tx_report_new (&app->options);
  if (open_log (app, &log) && prepare_socket (app, pipeline)) {
    status = bw_app_run (PROGRAM, pipeline, app->options.seconds,
        BW_TX_REPORT_MS, on_tick, on_message, app);
    if (status == 0)
      bw_tx_report_end (app->report);
  } else {
    gst_element_set_state (pipeline, GST_STATE_NULL);
    gst_object_unref (pipeline);
  }
  bw_ack_log_free (log);
  bw_tx_report_free (app->report);
  return status;
}

int
main (int argc, char **argv)
{
  App app = { 0, };
  BwParse parsed;
  gint status;

  (void) argc;
  parsed = bw_tx_options_parse (&app.options, argv);
  if (parsed != BW_PARSE_RUN) {
    bw_tx_options_clear (&app.options);
    return parsed == BW_PARSE_WRONG ? 2 : 0;
  }
  bw_app_init ();
  status = resolve (&app.options) ? run (&app) : 1;
  bw_tx_options_clear (&app.options);
  return status;
}

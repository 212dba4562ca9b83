/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsinktest.c: see screamsinktest.h */
#include "screamsinktest.h"

GstElement *
launch (const Receiver * r, const gchar * format, ...)
{
  GError *error = NULL;
  GstElement *pipeline, *sink;
  gchar *text;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  pipeline = gst_parse_launch (text, &error);
  fail_unless (error == NULL, "%s: %s", text, error ? error->message : "");
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  if (r != NULL)
    g_object_set (sink, "port", (guint) r->port, NULL);
  gst_object_unref (sink);
  g_free (text);
  return pipeline;
}

guint64
get_stat (GstElement * pipeline, const gchar * name)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  GstStructure *stats;
  guint64 value = G_MAXUINT64;

  g_object_get (sink, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "no %s", name);
  gst_structure_free (stats);
  gst_object_unref (sink);
  return value;
}

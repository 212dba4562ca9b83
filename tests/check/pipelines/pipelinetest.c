/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelinetest.c: see pipelinetest.h */
#include "pipelinetest.h"

GstElement *
launch (const gchar * format, ...)
{
  GError *error = NULL;
  GstElement *pipeline;
  va_list args;
  gchar *line;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  pipeline = gst_parse_launch (line, &error);
  fail_unless (error == NULL, "%s: %s", line, error ? error->message : "");
  g_free (line);
  return pipeline;
}

GstElement *
get (GstElement * pipeline, const gchar * name)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);

  fail_unless (element != NULL, "%s", name);
  gst_object_unref (element);   /* the pipeline holds it */
  return element;
}

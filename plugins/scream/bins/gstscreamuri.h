/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamuri.h: scream://host:port?property=value&... */
#pragma once

#include <gst/gst.h>

#define GST_SCREAM_URI_SCHEME "scream"

/* Sets @host_property (string) and "port" of @object, and its properties that
 * the query names, which have to be among @allowed, ended by NULL. Nothing is set
 * if anything is wrong: @error says what then. An empty host leaves
 * @host_property, a missing port the port. */
gboolean gst_scream_uri_apply (const gchar * uri, GObject * object,
    const gchar * host_property, const gchar * const *allowed, GError ** error);

/* Without a query, which may have a key. */
gchar *gst_scream_uri_build (const gchar * host, guint port);

typedef struct
{
  GstURIType type;
  const gchar *host_property;
  const gchar *const *allowed;
} GstScreamUriHandler;

/* GstURIHandler for the class @type, which has a property "port"; @handler is static. */
void gst_scream_uri_implement (GType type, const GstScreamUriHandler * handler);

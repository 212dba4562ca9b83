/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scream://host:port?property=value&... */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamuri.h"

#include <string.h>

typedef struct
{
  const gchar *name;
  GValue value;
} Setting;

static void
clear_setting (gpointer data)
{
  g_value_unset (&((Setting *) data)->value);
}

static gboolean
refuse (GError ** error, const gchar * format, ...)
G_GNUC_PRINTF (2, 3);

     static gboolean refuse (GError ** error, const gchar * format, ...)
{
  va_list args;

  va_start (args, format);
  if (error != NULL)
    *error = g_error_new_valist (GST_URI_ERROR, GST_URI_ERROR_BAD_URI, format,
        args);
  va_end (args);
  return FALSE;
}

static gboolean
deserialize (GValue * value, GParamSpec * pspec, const gchar * text)
{
  g_value_init (value, pspec->value_type);
  if (pspec->value_type == G_TYPE_STRING) {
    g_value_set_string (value, text);
    return TRUE;
  }
  /* 200000 is no port, though it is a number. */
  return gst_value_deserialize (value, text)
      && !g_param_value_validate (pspec, value);
}

static gboolean
add_setting (GArray * settings, GObject * object, const gchar * name,
    const gchar * text, GError ** error)
{
  GParamSpec *pspec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (object), name);
  Setting setting = { NULL, G_VALUE_INIT };

  if (pspec == NULL || !(pspec->flags & G_PARAM_WRITABLE))
    return refuse (error, "%s has no property \"%s\" to set",
        G_OBJECT_TYPE_NAME (object), name);
  setting.name = pspec->name;
  if (!deserialize (&setting.value, pspec, text ? text : "")) {
    g_value_unset (&setting.value);
    return refuse (error, "\"%s\" is no value for the property \"%s\"",
        text ? text : "", name);
  }
  g_array_append_val (settings, setting);
  return TRUE;
}

static gboolean
add_query (GArray * settings, GObject * object, GstUri * uri, GError ** error)
{
  GList *keys = gst_uri_get_query_keys (uri), *l;
  gboolean ok = TRUE;

  for (l = keys; ok && l != NULL; l = l->next)
    ok = add_setting (settings, object, l->data,
        gst_uri_get_query_value (uri, l->data), error);
  g_list_free (keys);
  return ok;
}

static gboolean
collect (GArray * settings, GObject * object, const gchar * host_property,
    GstUri * uri, GError ** error)
{
  const gchar *host = gst_uri_get_host (uri);
  guint port = gst_uri_get_port (uri);
  gchar *path = gst_uri_get_path (uri);
  gboolean plain = path == NULL || *path == '\0' || g_str_equal (path, "/");
  gchar text[16];

  g_free (path);
  if (!plain)
    return refuse (error, "a scream URI has no path: scream://host:port");
  if (host != NULL && *host != '\0'
      && !add_setting (settings, object, host_property, host, error))
    return FALSE;
  g_snprintf (text, sizeof (text), "%u", port);
  if (port != GST_URI_NO_PORT
      && !add_setting (settings, object, "port", text, error))
    return FALSE;
  return add_query (settings, object, uri, error);
}

gboolean
gst_scream_uri_apply (const gchar * text, GObject * object,
    const gchar * host_property, GError ** error)
{
  GstUri *uri = gst_uri_from_string (text);
  GArray *settings;
  gboolean ok;
  guint i;

  if (uri == NULL
      || g_strcmp0 (gst_uri_get_scheme (uri), GST_SCREAM_URI_SCHEME) != 0) {
    g_clear_pointer (&uri, gst_uri_unref);
    return refuse (error, "not a URI as scream://host:port");
  }
  settings = g_array_new (FALSE, FALSE, sizeof (Setting));
  g_array_set_clear_func (settings, clear_setting);
  ok = collect (settings, object, host_property, uri, error);
  for (i = 0; ok && i < settings->len; i++) {
    Setting *setting = &g_array_index (settings, Setting, i);

    g_object_set_property (object, setting->name, &setting->value);
  }
  g_array_unref (settings);
  gst_uri_unref (uri);
  return ok;
}

gchar *
gst_scream_uri_build (const gchar * host, guint port)
{
  gboolean v6 = host != NULL && strchr (host, ':') != NULL;

  return g_strdup_printf (GST_SCREAM_URI_SCHEME "://%s%s%s:%u", v6 ? "[" : "",
      host != NULL ? host : "", v6 ? "]" : "", port);
}

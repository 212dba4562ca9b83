/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scream://host:port?property=value&... */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamuri.h"
#include "plugins/packet/gstpropertycheck.h"

#include <string.h>

/* RFC 9110 section 4.1: the bytes that who reads URIs takes at least */
#define MAX_SIZE 8000

#define BEGIN GST_SCREAM_URI_SCHEME "://"

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

/* ---- text ---- */

/* GStreamer's parser (1.22) takes what is behind a percent sign for digits. */
static gboolean
check_escapes (const gchar * text, GError ** error)
{
  const gchar *at;

  for (at = strchr (text, '%'); at != NULL; at = strchr (at + 1, '%')) {
    gint high = g_ascii_xdigit_value (at[1]);
    gint low = high >= 0 ? g_ascii_xdigit_value (at[2]) : -1;

    if (low < 0 || g_ascii_iscntrl ((gchar) (high * 16 + low)))
      return refuse (error, "the %% at byte %u of the URI is not followed by "
          "the number of a character, as %%25 for %% itself",
          (guint) (at - text));
  }
  return TRUE;
}

static gboolean
check_text (const gchar * text, GError ** error)
{
  if (strlen (text) > MAX_SIZE)
    return refuse (error, "the URI has more than %u bytes", MAX_SIZE);
  if (!g_utf8_validate (text, -1, NULL))
    return refuse (error, "the URI is not UTF-8");
  if (g_ascii_strncasecmp (text, BEGIN, strlen (BEGIN)) != 0)
    return refuse (error, "not a URI as scream://host:port");
  return check_escapes (text, error);
}

/* What %ff and the like stand for. */
static gboolean
check_decoded (const gchar * text, GError ** error)
{
  return text == NULL || g_utf8_validate (text, -1, NULL)
      || refuse (error, "the URI has %% numbers that are not UTF-8");
}

/* ---- host and port ---- */

/* RFC 3986 section 3.2: what is between // and the path or query */
static gchar *
get_authority (const gchar * text)
{
  text += strlen (BEGIN);
  return g_strndup (text, strcspn (text, "/?#"));
}

/* Where it begins; NULL: there is none, and *ok says whether that is right. */
static const gchar *
find_port (const gchar * authority, gboolean * ok)
{
  const gchar *end = authority;

  *ok = TRUE;
  if (*authority == '[')
    end = strchr (authority, ']');
  else
    end = authority + strcspn (authority, ":");
  if (end != NULL && *end == ']')
    end++;
  *ok = end != NULL && (*end == '\0' || *end == ':');
  return *ok && *end == ':' && end[1] != '\0' ? end + 1 : NULL;
}

/* 0: there is none. GStreamer's parser leaves out what is above 32 bits. */
static gboolean
parse_port (const gchar * authority, guint * port, GError ** error)
{
  guint64 value = 0;
  gboolean ok;
  const gchar *digits = find_port (authority, &ok);

  if (!ok)
    return refuse (error, "\"%s\" is no host: an IPv6 address is written as "
        "[::1]", authority);
  if (digits != NULL
      && !g_ascii_string_to_unsigned (digits, 10, 1, 65535, &value, NULL))
    return refuse (error, "the port is 1 to 65535, not \"%s\"", digits);
  *port = (guint) value;
  return TRUE;
}

/* RFC 1123 section 2.1, and what names have beside that: _, and letters that are
 * not ASCII */
static gboolean
is_name (const gchar * host)
{
  const gchar *at;

  for (at = host; *at != '\0'; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);

    if (c < 0x80 ? !g_ascii_isalnum ((gchar) c) && strchr ("-._", (gint) c)
        == NULL : !g_unichar_isgraph (c))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_host (const gchar * host, gboolean in_brackets, GError ** error)
{
  if (!check_decoded (host, error))
    return FALSE;
  if (in_brackets ? strchr (host, ':') != NULL
      && g_hostname_is_ip_address (host) : is_name (host))
    return TRUE;
  return refuse (error, "\"%s\" is no host: neither a name nor an address",
      host);
}

/* ---- settings ---- */

/* GStreamer takes nothing for 0; and 200000 is no port, though a number. */
static gboolean
deserialize (GValue * value, GParamSpec * pspec, const gchar * text,
    GError ** error)
{
  gchar *fault;

  g_value_init (value, pspec->value_type);
  if (pspec->value_type == G_TYPE_STRING) {
    g_value_set_string (value, text);
    return TRUE;
  }
  if (*text == '\0' || !gst_value_deserialize (value, text))
    return refuse (error, "\"%s\" is no value of the property \"%s\"", text,
        pspec->name);
  fault = gst_property_check_find_fault (pspec, value);
  if (fault == NULL)
    return TRUE;
  refuse (error, "%s", fault);
  g_free (fault);
  return FALSE;
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
  if (!deserialize (&setting.value, pspec, text, error)) {
    g_value_unset (&setting.value);
    return FALSE;
  }
  g_array_append_val (settings, setting);
  return TRUE;
}

static gboolean
refuse_name (const gchar * name, const gchar * const *allowed, GError ** error)
{
  gchar *list = g_strjoinv (", ", (gchar **) allowed);

  refuse (error, "a URI may not set \"%s\", only %s", name, list);
  g_free (list);
  return FALSE;
}

static gboolean
add_query (GArray * settings, GObject * object, GstUri * uri,
    const gchar * const *allowed, GError ** error)
{
  GList *keys = gst_uri_get_query_keys (uri), *l;
  gboolean ok = TRUE;

  for (l = keys; ok && l != NULL; l = l->next) {
    const gchar *value = gst_uri_get_query_value (uri, l->data);

    if (value == NULL)
      value = "";
    ok = check_decoded (l->data, error) && check_decoded (value, error)
        && (g_strv_contains (allowed, l->data)
        || refuse_name (l->data, allowed, error))
        && add_setting (settings, object, l->data, value, error);
  }
  g_list_free (keys);
  return ok;
}

static gboolean
add_authority (GArray * settings, GObject * object,
    const gchar * host_property, const gchar * authority, const gchar * host,
    GError ** error)
{
  gchar text[16];
  guint port = 0;

  if (!parse_port (authority, &port, error))
    return FALSE;
  if (host != NULL && *host != '\0'
      && (!check_host (host, *authority == '[', error)
          || !add_setting (settings, object, host_property, host, error)))
    return FALSE;
  g_snprintf (text, sizeof (text), "%u", port);
  return port == 0 || add_setting (settings, object, "port", text, error);
}

/* ---- the whole ---- */

static gboolean
check_parts (GstUri * uri, GError ** error)
{
  gchar *path = gst_uri_get_path (uri);
  gboolean plain = path == NULL || *path == '\0' || g_str_equal (path, "/");

  g_free (path);
  if (!plain)
    return refuse (error, "a scream URI has no path: scream://host:port");
  if (gst_uri_get_userinfo (uri) != NULL)
    return refuse (error, "a scream URI has no user: scream://host:port");
  if (gst_uri_get_fragment (uri) != NULL)
    return refuse (error, "a scream URI has no fragment (#); in a value, # is "
        "%%23");
  return TRUE;
}

static gboolean
collect (GArray * settings, GObject * object, const gchar * host_property,
    const gchar * const *allowed, const gchar * text, GError ** error)
{
  GstUri *uri = gst_uri_from_string (text);
  gchar *authority = get_authority (text);
  gboolean ok = uri != NULL ? check_parts (uri, error)
      : refuse (error, "not a URI as scream://host:port");

  ok = ok && add_authority (settings, object, host_property, authority,
      gst_uri_get_host (uri), error)
      && add_query (settings, object, uri, allowed, error);
  g_clear_pointer (&uri, gst_uri_unref);
  g_free (authority);
  return ok;
}

gboolean
gst_scream_uri_apply (const gchar * text, GObject * object,
    const gchar * host_property, const gchar * const *allowed, GError ** error)
{
  GArray *settings;
  gboolean ok;
  guint i;

  if (!check_text (text, error))
    return FALSE;
  settings = g_array_new (FALSE, FALSE, sizeof (Setting));
  g_array_set_clear_func (settings, clear_setting);
  ok = collect (settings, object, host_property, allowed, text, error);
  for (i = 0; ok && i < settings->len; i++) {
    Setting *setting = &g_array_index (settings, Setting, i);

    g_object_set_property (object, setting->name, &setting->value);
  }
  g_array_unref (settings);
  return ok;
}

const gchar *const *
gst_scream_uri_get_protocols (GType type)
{
  static const gchar *const protocols[] = { GST_SCREAM_URI_SCHEME, NULL };

  (void) type;
  return protocols;
}

gchar *
gst_scream_uri_build (const gchar * host, guint port)
{
  gboolean v6 = host != NULL && strchr (host, ':') != NULL;

  return g_strdup_printf (GST_SCREAM_URI_SCHEME "://%s%s%s:%u", v6 ? "[" : "",
      host != NULL ? host : "", v6 ? "]" : "", port);
}

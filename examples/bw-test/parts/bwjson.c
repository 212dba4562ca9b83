/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwjson.h"

#include <math.h>
#include <stdio.h>

static void
add_name (GString * json, const gchar * name)
{
  g_string_append_printf (json, ", \"%s\": ", name);
}

static void
add_string (GString * json, const gchar * value)
{
  const gchar *p;

  g_string_append_c (json, '"');
  for (p = value; *p != '\0'; p++) {
    if (*p == '"' || *p == '\\')
      g_string_append_printf (json, "\\%c", *p);
    else if ((guchar) * p < 0x20)
      g_string_append_printf (json, "\\u%04x", (guint) (guchar) * p);
    else
      g_string_append_c (json, *p);
  }
  g_string_append_c (json, '"');
}

GString *
bw_json_begin (const gchar * type)
{
  GString *json = g_string_new ("{\"type\": ");

  add_string (json, type);
  return json;
}

/* With a point, whatever the locale is. */
void
bw_json_number (GString * json, const gchar * name, gdouble value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  add_name (json, name);
  g_string_append (json, isfinite (value)
      ? g_ascii_formatd (text, sizeof (text), "%.9g", value) : "null");
}

void
bw_json_count (GString * json, const gchar * name, guint64 value)
{
  add_name (json, name);
  g_string_append_printf (json, "%" G_GUINT64_FORMAT, value);
}

void
bw_json_text (GString * json, const gchar * name, const gchar * value)
{
  add_name (json, name);
  add_string (json, value);
}

void
bw_json_print (GString * json)
{
  fputs (json->str, stdout);
  fputs ("}\n", stdout);
  fflush (stdout);
  g_string_free (json, TRUE);
}

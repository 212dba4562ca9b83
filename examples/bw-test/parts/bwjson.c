/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwjson.h"

#include <math.h>
#include <stdio.h>

JsonBuilder *
bw_json_begin (const gchar * type)
{
  JsonBuilder *json = json_builder_new ();

  json_builder_begin_object (json);
  bw_json_text (json, "type", type);
  return json;
}

void
bw_json_number (JsonBuilder * json, const gchar * name, gdouble value)
{
  json_builder_set_member_name (json, name);
  if (isfinite (value))
    json_builder_add_double_value (json, value);
  else
    json_builder_add_null_value (json);
}

void
bw_json_count (JsonBuilder * json, const gchar * name, guint64 value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, (gint64) MIN (value, G_MAXINT64));
}

void
bw_json_text (JsonBuilder * json, const gchar * name, const gchar * value)
{
  gchar *valid = g_utf8_make_valid (value, -1);

  json_builder_set_member_name (json, name);
  json_builder_add_string_value (json, valid);
  g_free (valid);
}

void
bw_json_print (JsonBuilder * json)
{
  JsonNode *root = json_builder_get_root (json_builder_end_object (json));
  gchar *text = json_to_string (root, FALSE);

  puts (text);
  fflush (stdout);
  g_free (text);
  json_node_unref (root);
  g_object_unref (json);
}

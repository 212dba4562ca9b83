/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwjson.h: one JSON object on one line */
#ifndef BW_JSON_H
#define BW_JSON_H

#include <json-glib/json-glib.h>

/* Begins an object with "type": @type. */
JsonBuilder *bw_json_begin (const gchar * type);
/* JSON has no infinity: null. */
void bw_json_number (JsonBuilder * json, const gchar * name, gdouble value);
void bw_json_count (JsonBuilder * json, const gchar * name, guint64 value);
/* Bytes that are not UTF-8 become U+FFFD. */
void bw_json_text (JsonBuilder * json, const gchar * name,
    const gchar * value);
/* Prints it to stdout, and frees it. */
void bw_json_print (JsonBuilder * json);

#endif /* BW_JSON_H */

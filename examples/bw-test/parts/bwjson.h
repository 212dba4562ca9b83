/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwjson.h: one JSON object on one line */
#ifndef BW_JSON_H
#define BW_JSON_H

#include <glib.h>

/* Begins an object with "type": @type. */
GString *bw_json_begin (const gchar * type);
void bw_json_number (GString * json, const gchar * name, gdouble value);
void bw_json_count (GString * json, const gchar * name, guint64 value);
void bw_json_text (GString * json, const gchar * name, const gchar * value);
/* Prints it to stdout, and frees it. */
void bw_json_print (GString * json);

#endif /* BW_JSON_H */

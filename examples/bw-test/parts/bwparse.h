/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwparse.h: what both programs need to read their options */
#ifndef BW_PARSE_H
#define BW_PARSE_H

#include <glib.h>

/* kbit/s: what the properties of screamtx can hold */
#define BW_MAX_KBPS 4000000

/* OURS: 46 days, so that ms fit into 32 bits; half of it and double would do */
#define BW_MAX_SECONDS 4000000

typedef enum
{
  BW_PARSE_RUN,
  BW_PARSE_DONE,                /* help or version was printed */
  BW_PARSE_WRONG                /* one line was printed */
} BwParse;

/* How much the other end is like the original tool. */
typedef enum
{
  BW_COMPAT_AUTO,
  BW_COMPAT_NONE,
  BW_COMPAT_ORIGINAL
} BwCompat;

/* Sets @error; always FALSE. */
gboolean bw_parse_fail (GError ** error, const gchar * format, ...)
  G_GNUC_PRINTF (2, 3);
/* The option -@name, a number of @unit from @min to @max; NULL: it is not given,
 * and @value stays. */
gboolean bw_parse_number (const gchar * name, const gchar * text, gdouble min,
    gdouble max, const gchar * unit, gdouble * value, GError ** error);
gboolean bw_parse_port (const gchar * text, guint * port, GError ** error);
/* @text NULL: auto */
gboolean bw_parse_compat (const gchar * text, BwCompat * compat,
    GError ** error);
/* Prints what is to be printed. */
BwParse bw_parse_finish (const gchar * program, GPtrArray * notes,
    gboolean version, const GError * error);

#endif /* BW_PARSE_H */

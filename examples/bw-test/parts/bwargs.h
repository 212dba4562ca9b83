/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwargs.h: the options as users of the SCReAM BW test tool type them
 *
 * One dash or two, values behind blanks, several values for one option.  They
 * are brought into the form that GOption reads; what has lost its meaning is
 * named and left out.
 */
#ifndef BW_ARGS_H
#define BW_ARGS_H

#include <glib.h>

typedef struct
{
  const gchar *name;            /* without dashes; NULL ends the table */
  guint n_values;
  const gchar *obsolete;        /* why it does nothing here; NULL: it does */
} BwOption;

/* Returns a new vector for GOption, free it with g_strfreev().  Several values
 * of an option are joined by commas.  @notes gets one line for each obsolete
 * option.  NULL and @error if an option is unknown or lacks a value. */
gchar **bw_args_normalise (gchar ** argv, const BwOption * table,
    GPtrArray * notes, GError ** error);

/* A line for each option of @table that does nothing, with the reason; free it. */
gchar *bw_args_obsolete (const BwOption * table);

/* @text is numbers separated by commas; FALSE unless there are @n of them and
 * nothing else. */
gboolean bw_args_numbers (const gchar * text, gdouble * values, guint n);

#endif /* BW_ARGS_H */

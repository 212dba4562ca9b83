/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "values.h"

#include <string.h>

typedef struct
{
  const gchar *suffix;
  gdouble factor;
} Unit;

/* As linkemu has it */
#define MAX_NS 60e9
/* The most that a schedule takes, too. */
#define MAX_BITRATE 1e12
#define MAX_SECONDS 1e9

/* Digits with or without a point; no sign, no exponent, no "inf". */
static gboolean
parse_number (const gchar * text, gdouble * number, const gchar ** end)
{
  gsize length = strspn (text, "0123456789.");
  gchar *digits = g_strndup (text, length);
  gchar *rest;

  *number = g_ascii_strtod (digits, &rest);
  *end = text + length;
  length = *rest == '\0' && rest != digits ? length : 0;
  g_free (digits);
  return length > 0;
}

static gboolean
parse_with_unit (const gchar * text, const Unit * units, gdouble max,
    gdouble * value)
{
  const gchar *end;

  if (!parse_number (text, value, &end))
    return FALSE;
  while (units->suffix != NULL && strcmp (units->suffix, end) != 0)
    units++;
  if (units->suffix == NULL)
    return FALSE;
  *value *= units->factor;
  return *value <= max;
}

gboolean
tun_value_time (const gchar * text, gint64 * ns)
{
  static const Unit units[] = {
    {"", 1e6}, {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {NULL, 0}
  };
  gdouble value;

  if (!parse_with_unit (text, units, MAX_NS, &value))
    return FALSE;
  *ns = (gint64) (value + 0.5);
  return TRUE;
}

gboolean
tun_value_rate (const gchar * text, guint64 * bitrate)
{
  static const Unit units[] = {
    {"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {NULL, 0}
  };
  gdouble value;

  if (!parse_with_unit (text, units, MAX_BITRATE, &value))
    return FALSE;
  *bitrate = (guint64) (value + 0.5);
  return TRUE;
}

gboolean
tun_value_fraction (const gchar * text, gdouble * fraction)
{
  const gchar *end;

  return parse_number (text, fraction, &end) && *end == '\0' && *fraction <= 1;
}

gboolean
tun_value_count (const gchar * text, guint64 max, guint64 * count)
{
  return g_ascii_string_to_unsigned (text, 10, 0, max, count, NULL);
}

gboolean
tun_value_flag (const gchar * text, gboolean * flag)
{
  *flag = text == NULL || strcmp (text, "true") == 0;
  return *flag || strcmp (text, "false") == 0;
}

gboolean
tun_value_seconds (const gchar * text, gdouble * seconds)
{
  const gchar *end;

  return parse_number (text, seconds, &end) && *end == '\0' && *seconds > 0 &&
      *seconds <= MAX_SECONDS;
}

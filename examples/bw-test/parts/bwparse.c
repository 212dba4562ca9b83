/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "bwparse.h"
#include "bwargs.h"

#include <string.h>

gboolean
bw_parse_fail (GError ** error, const gchar * format, ...)
{
  va_list args;
  gchar *text;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, text);
  g_free (text);
  return FALSE;
}

gboolean
bw_parse_number (const gchar * name, const gchar * text, gdouble min,
    gdouble max, const gchar * unit, gdouble * value, GError ** error)
{
  gdouble number;

  if (text == NULL)
    return TRUE;
  if (!bw_args_numbers (text, &number, 1) || number < min || number > max)
    return bw_parse_fail (error, "-%s is %.10g to %.10g %s, not \"%s\"", name,
        min, max, unit, text);
  *value = number;
  return TRUE;
}

gboolean
bw_parse_port (const gchar * text, guint * port, GError ** error)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 1, 65535, &value, NULL))
    return bw_parse_fail (error, "the port is 1 to 65535, not \"%s\"", text);
  *port = (guint) value;
  return TRUE;
}

gboolean
bw_parse_compat (const gchar * text, BwCompat * compat, GError ** error)
{
  static const gchar *const names[] = { "auto", "none", "original" };
  guint i;

  *compat = BW_COMPAT_AUTO;
  for (i = 0; text != NULL && i < G_N_ELEMENTS (names); i++) {
    if (strcmp (text, names[i]) == 0) {
      *compat = (BwCompat) i;
      return TRUE;
    }
  }
  return text == NULL || bw_parse_fail (error,
      "--compat is auto, none or original, not \"%s\"", text);
}

BwParse
bw_parse_finish (const gchar * program, GPtrArray * notes, gboolean version,
    const GError * error)
{
  guint i;

  if (error != NULL) {
    g_printerr ("%s: %s\n", program, error->message);
    return BW_PARSE_WRONG;
  }
  for (i = 0; i < notes->len; i++)
    g_printerr ("%s: %s\n", program, (gchar *) g_ptr_array_index (notes, i));
  if (version)
    g_print ("%s " VERSION "\n", program);
  return version ? BW_PARSE_DONE : BW_PARSE_RUN;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwargs.h"

#include <math.h>
#include <string.h>

/* What every program has. */
static const BwOption common[] = {
  {"help", 0, NULL},
  {"h", 0, NULL},
  {"?", 0, NULL},
  {"version", 0, NULL},
  {NULL, 0, NULL}
};

static const BwOption *
find_in (const BwOption * table, const gchar * name, gsize length)
{
  guint i;

  for (i = 0; table[i].name != NULL; i++) {
    if (strlen (table[i].name) == length
        && strncmp (table[i].name, name, length) == 0)
      return &table[i];
  }
  return NULL;
}

/* The name in "-name", "--name" or "--name=value"; @value: what is behind the
 * sign, NULL if there is none. */
static const BwOption *
find_option (const BwOption * table, const gchar * arg, const gchar ** value)
{
  const gchar *name = arg + strspn (arg, "-");
  const gchar *sign = strchr (name, '=');
  gsize length = sign != NULL ? (gsize) (sign - name) : strlen (name);
  const BwOption *option = find_in (table, name, length);

  *value = sign != NULL ? sign + 1 : NULL;
  return option != NULL ? option : find_in (common, name, length);
}

/* Joins the values that follow argv[at]; NULL if there are too few. */
static gchar *
join_values (gchar ** argv, guint at, guint n)
{
  GString *joined = g_string_new (NULL);
  guint i;

  for (i = 1; i <= n; i++) {
    if (argv[at + i] == NULL) {
      g_string_free (joined, TRUE);
      return NULL;
    }
    g_string_append_printf (joined, "%s%s", i > 1 ? "," : "", argv[at + i]);
  }
  return g_string_free (joined, FALSE);
}

/* One option at argv[at]; returns how many arguments it took, 0 and @error if
 * it is wrong. */
static guint
take_option (gchar ** argv, guint at, const BwOption * table,
    GPtrArray * args, GPtrArray * notes, GError ** error)
{
  const gchar *value;
  const BwOption *option = find_option (table, argv[at], &value);
  guint n = option != NULL && value == NULL ? option->n_values : 0;
  gchar *joined;

  if (option == NULL) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
        "unknown option %s (--help lists all)", argv[at]);
    return 0;
  }
  joined = value != NULL ? g_strdup (value) : join_values (argv, at, n);
  if (joined == NULL) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "%s needs %u value%s (--help shows an example)", argv[at], n,
        n > 1 ? "s" : "");
    return 0;
  }

  if (option->obsolete != NULL)
    g_ptr_array_add (notes, g_strdup_printf ("-%s does nothing: %s",
            option->name, option->obsolete));
  else if (value != NULL || n > 0)
    g_ptr_array_add (args, g_strdup_printf ("--%s=%s", option->name, joined));
  else
    g_ptr_array_add (args, g_strdup_printf ("%s%s",
            strlen (option->name) > 1 ? "--" : "-", option->name));
  g_free (joined);
  return 1 + n;
}

gchar **
bw_args_normalise (gchar ** argv, const BwOption * table, GPtrArray * notes,
    GError ** error)
{
  GPtrArray *args = g_ptr_array_new_with_free_func (g_free);
  guint i = 1;

  g_ptr_array_add (args, g_strdup (argv[0]));
  while (argv[0] != NULL && argv[i] != NULL) {
    guint taken = 1;

    if (argv[i][0] == '-' && argv[i][1] != '\0')
      taken = take_option (argv, i, table, args, notes, error);
    else
      g_ptr_array_add (args, g_strdup (argv[i]));
    if (taken == 0) {
      g_ptr_array_unref (args);
      return NULL;
    }
    i += taken;
  }
  g_ptr_array_add (args, NULL);
  return (gchar **) g_ptr_array_free (args, FALSE);
}

gchar *
bw_args_obsolete (const BwOption * table)
{
  GString *lines = g_string_new (NULL);
  guint i;

  for (i = 0; table[i].name != NULL; i++) {
    if (table[i].obsolete != NULL)
      g_string_append_printf (lines, "  -%s: %s\n", table[i].name,
          table[i].obsolete);
  }
  return g_string_free (lines, FALSE);
}

gboolean
bw_args_numbers (const gchar * text, gdouble * values, guint n)
{
  guint i;

  for (i = 0; i < n; i++) {
    gchar *end;

    values[i] = g_ascii_strtod (text, &end);
    if (end == text || !isfinite (values[i])
        || *end != (i + 1 < n ? ',' : '\0'))
      return FALSE;
    text = end + 1;
  }
  return TRUE;
}

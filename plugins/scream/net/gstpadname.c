/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of request pads.
 *
 * "sink_0" and "sink_00" are two names to GStreamer and one number: taken both,
 * they would stand for one pad. */
#include "gstpadname.h"

#include <string.h>

/* No sign, no space, no zero in front: g_ascii_string_to_unsigned() takes
 * zeros. */
static gboolean
parse (const gchar * name, const gchar * prefix, guint * number)
{
  const gchar *digits = name + strlen (prefix);
  guint64 value;

  if (!g_str_has_prefix (name, prefix)
      || !g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT, &value, NULL)
      || (digits[0] == '0' && digits[1] != '\0'))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static gboolean
is_taken (GstElement * element, const gchar * prefix, guint number)
{
  gchar *name = g_strdup_printf ("%s%u", prefix, number);
  GstPad *pad = gst_element_get_static_pad (element, name);
  gboolean taken = pad != NULL;

  gst_clear_object (&pad);
  g_free (name);
  return taken;
}

static guint
take_next (GstElement * element, const gchar * prefix, guint * next)
{
  guint number;

  do {
    GST_OBJECT_LOCK (element);
    number = (*next)++;
    GST_OBJECT_UNLOCK (element);
  } while (is_taken (element, prefix, number));
  return number;
}

gboolean
gst_pad_name_choose (GstElement * element, const gchar * prefix,
    const gchar * name, guint * next, guint * number)
{
  if (name == NULL || strchr (name, '%') != NULL) {
    *number = take_next (element, prefix, next);
    return TRUE;
  }
  if (!parse (name, prefix, number)) {
    GST_WARNING_OBJECT (element, "\"%s\" is no name of a pad: request %s0, "
        "%s1 and so on, or %s%%u", name, prefix, prefix, prefix);
    return FALSE;
  }
  GST_OBJECT_LOCK (element);
  if (*number >= *next)
    *next = *number + 1;
  GST_OBJECT_UNLOCK (element);
  return TRUE;
}

gboolean
gst_pad_name_choose_free (GstElement * element, const gchar * prefix,
    const gchar * name, guint * next, guint * number)
{
  if (!gst_pad_name_choose (element, prefix, name, next, number))
    return FALSE;
  if (!is_taken (element, prefix, *number))
    return TRUE;
  GST_WARNING_OBJECT (element, "there is a pad %s already", name);
  return FALSE;
}

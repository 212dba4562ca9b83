/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstmemberproperty.c: see gstmemberproperty.h */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstmemberproperty.h"
#include "gststrictproperty.h"

static GQuark
offset_quark (void)
{
  return g_quark_from_static_string ("gst-scream-property-offset");
}

void
gst_member_property_install (GObjectClass * klass, guint id, gsize offset,
    GParamSpec * pspec)
{
  gchar *name = g_strdup (pspec->name);

  gst_strict_property_install (klass, id, pspec);
  g_param_spec_set_qdata (g_object_class_find_property (klass, name),
      offset_quark (), GSIZE_TO_POINTER (offset));
  g_free (name);
}

/* NULL: it is none. */
static gpointer
get_member (gpointer object, GParamSpec * pspec)
{
  gsize offset = GPOINTER_TO_SIZE (g_param_spec_get_qdata (pspec,
          offset_quark ()));

  return offset != 0 ? G_STRUCT_MEMBER_P (object, offset) : NULL;
}

gboolean
gst_member_property_set (gpointer object, GParamSpec * pspec,
    const GValue * value)
{
  gpointer member = get_member (object, pspec);

  if (member == NULL)
    return FALSE;
  if (gst_strict_property_is_time (pspec)) {
    *(guint64 *) member = gst_strict_property_get_time (value);
    return TRUE;
  }
  switch (G_TYPE_FUNDAMENTAL (pspec->value_type)) {
    case G_TYPE_BOOLEAN:
      *(gboolean *) member = g_value_get_boolean (value);
      break;
    case G_TYPE_INT:
      *(gint *) member = g_value_get_int (value);
      break;
    case G_TYPE_UINT:
      *(guint *) member = g_value_get_uint (value);
      break;
    case G_TYPE_UINT64:
      *(guint64 *) member = g_value_get_uint64 (value);
      break;
    case G_TYPE_DOUBLE:
      *(gdouble *) member = g_value_get_double (value);
      break;
    case G_TYPE_ENUM:
      *(gint *) member = g_value_get_enum (value);
      break;
    case G_TYPE_STRING:
      g_free (*(gchar **) member);
      *(gchar **) member = g_value_dup_string (value);
      break;
    case G_TYPE_BOXED:
      if (*(gpointer *) member != NULL)
        g_boxed_free (pspec->value_type, *(gpointer *) member);
      *(gpointer *) member = g_value_dup_boxed (value);
      break;
    default:
      g_set_object ((GObject **) member, g_value_get_object (value));
  }
  return TRUE;
}

gboolean
gst_member_property_get (gpointer object, GParamSpec * pspec, GValue * value)
{
  gconstpointer member = get_member (object, pspec);

  if (member == NULL)
    return FALSE;
  if (gst_strict_property_is_time (pspec)) {
    gst_strict_property_set_time (value, *(const guint64 *) member);
    return TRUE;
  }
  switch (G_TYPE_FUNDAMENTAL (pspec->value_type)) {
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, *(const gboolean *) member);
      break;
    case G_TYPE_INT:
      g_value_set_int (value, *(const gint *) member);
      break;
    case G_TYPE_UINT:
      g_value_set_uint (value, *(const guint *) member);
      break;
    case G_TYPE_UINT64:
      g_value_set_uint64 (value, *(const guint64 *) member);
      break;
    case G_TYPE_DOUBLE:
      g_value_set_double (value, *(const gdouble *) member);
      break;
    case G_TYPE_ENUM:
      g_value_set_enum (value, *(const gint *) member);
      break;
    case G_TYPE_STRING:
      g_value_set_string (value, *(gchar * const *) member);
      break;
    case G_TYPE_BOXED:
      g_value_set_boxed (value, *(gconstpointer const *) member);
      break;
    default:
      g_value_set_object (value, *(GObject * const *) member);
  }
  return TRUE;
}

void
gst_member_property_init (gpointer object)
{
  guint n, i;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

  for (i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT;

    if (!(specs[i]->flags & G_PARAM_WRITABLE))
      continue;
    g_value_init (&value, specs[i]->value_type);
    g_param_value_set_default (specs[i], &value);
    gst_member_property_set (object, specs[i], &value);
    g_value_unset (&value);
  }
  g_free (specs);
}

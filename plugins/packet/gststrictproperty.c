/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gststrictproperty.c: see gststrictproperty.h
 *
 * GObject asks the specification of a property whether a value is valid, and lets no other
 * pass. The types of specifications here are those of GLib, but say that all are. What
 * was refused is kept with the object until the property is set again.
 *
 * GLib before 2.74 does not ask: there, its own warning remains. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gsthelp.h"
#include "gststrictproperty.h"

#include <string.h>

/* ---- ranges ---- */

static gchar *
list_nicks (GEnumClass * klass)
{
  GString *text = g_string_new ("it is one of");
  guint i;

  for (i = 0; i < klass->n_values; i++)
    g_string_append_printf (text, "%s %s", i > 0 ? "," : "",
        klass->values[i].value_nick);
  return g_string_free (text, FALSE);
}

static gchar *
describe_fractions (GParamSpec * pspec)
{
  GstParamSpecFraction *range = GST_PARAM_SPEC_FRACTION (pspec);

  return g_strdup_printf ("%d/%d to %d/%d", range->min_num, range->min_den,
      range->max_num, range->max_den);
}

/* NULL: the property has none. */
static gchar *
describe_range (GParamSpec * pspec)
{
  GType type = G_TYPE_FUNDAMENTAL (G_PARAM_SPEC_VALUE_TYPE (pspec));

  switch (type) {
    case G_TYPE_UINT:
      return g_strdup_printf ("%u to %u", G_PARAM_SPEC_UINT (pspec)->minimum,
          G_PARAM_SPEC_UINT (pspec)->maximum);
    case G_TYPE_INT:
      return g_strdup_printf ("%d to %d", G_PARAM_SPEC_INT (pspec)->minimum,
          G_PARAM_SPEC_INT (pspec)->maximum);
    case G_TYPE_UINT64:
      return g_strdup_printf ("%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
          G_PARAM_SPEC_UINT64 (pspec)->minimum,
          G_PARAM_SPEC_UINT64 (pspec)->maximum);
    case G_TYPE_DOUBLE:
      return g_strdup_printf ("%g to %g", G_PARAM_SPEC_DOUBLE (pspec)->minimum,
          G_PARAM_SPEC_DOUBLE (pspec)->maximum);
    case G_TYPE_ENUM:
      return list_nicks (G_PARAM_SPEC_ENUM (pspec)->enum_class);
    default:
      return type == GST_TYPE_FRACTION ? describe_fractions (pspec) : NULL;
  }
}

/* ---- specifications ---- */

#if GLIB_CHECK_VERSION (2, 74, 0)
static gboolean
is_valid (GParamSpec * pspec, const GValue * value)
{
  (void) pspec;
  (void) value;
  return TRUE;
}
#endif

static void
strict_class_init (gpointer klass, gpointer data)
{
  (void) klass;
  (void) data;
#if GLIB_CHECK_VERSION (2, 74, 0)
  ((GParamSpecClass *) klass)->value_is_valid = is_valid;
#endif
}

/* Each plugin has a copy of this file: who comes first registers. */
static GType
get_strict_type (GType type)
{
  static GMutex lock;
  gchar *name = g_strconcat ("GstScreamStrict", g_type_name (type), NULL);
  GType strict;

  g_mutex_lock (&lock);
  strict = g_type_from_name (name);
  if (strict == 0) {
    GTypeQuery query;

    g_type_query (type, &query);
    strict = g_type_register_static_simple (type, name, query.class_size,
        strict_class_init, query.instance_size, NULL, 0);
  }
  g_mutex_unlock (&lock);
  g_free (name);
  return strict;
}

/* Behind what all have in common there are numbers, and the class of an enumeration. */
static GParamSpec *
make_strict (GParamSpec * pspec)
{
  GParamSpec *strict;
  GTypeQuery query;

  g_type_query (G_PARAM_SPEC_TYPE (pspec), &query);
  strict = g_param_spec_internal (get_strict_type (query.type), pspec->name,
      g_param_spec_get_nick (pspec), g_param_spec_get_blurb (pspec),
      pspec->flags);
  strict->value_type = pspec->value_type;
  memcpy (strict + 1, pspec + 1, query.instance_size - sizeof (GParamSpec));
  if (G_TYPE_IS_ENUM (pspec->value_type))
    g_type_class_ref (pspec->value_type);
  return strict;
}

void
gst_strict_property_install (GObjectClass * klass, guint id, GParamSpec * pspec)
{
  gchar *range = describe_range (pspec);

  if (range == NULL) {
    g_object_class_install_property (klass, id, pspec);
  } else {
    g_object_class_install_property (klass, id, make_strict (pspec));
    g_param_spec_unref (g_param_spec_ref_sink (pspec));
  }
  g_free (range);
}

/* ---- values ---- */

static gchar *
describe_value (const GValue * value)
{
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value))) {
    case G_TYPE_DOUBLE:
      return g_strdup_printf ("%g", g_value_get_double (value));
    case G_TYPE_ENUM:
      return g_strdup_printf ("%d", g_value_get_enum (value));
    default:
      return gst_value_serialize (value);
  }
}

gchar *
gst_strict_property_find_fault (GParamSpec * pspec, const GValue * value)
{
  gchar *range = NULL, *fault = NULL;
  GValue copy = G_VALUE_INIT;

  g_value_init (&copy, G_VALUE_TYPE (value));
  g_value_copy (value, &copy);
  if (g_param_value_validate (pspec, &copy))
    range = describe_range (pspec);
  if (range != NULL) {
    gchar *text = describe_value (value);

    fault = g_strdup_printf ("%s=%s is out of range: %s", pspec->name, text,
        range);
    g_free (text);
  }
  g_value_unset (&copy);
  g_free (range);
  return fault;
}

/* ---- what was refused ---- */

static GQuark
faults_quark (void)
{
  return g_quark_from_static_string ("gst-scream-property-faults");
}

/* Takes @fault; NULL: the property has a good value now. */
static void
keep_fault (GObject * object, GParamSpec * pspec, gchar * fault)
{
  GHashTable *faults;

  GST_OBJECT_LOCK (object);
  faults = g_object_get_qdata (object, faults_quark ());
  if (faults == NULL && fault != NULL) {
    faults = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    g_object_set_qdata_full (object, faults_quark (), faults,
        (GDestroyNotify) g_hash_table_unref);
  }
  if (fault != NULL)
    g_hash_table_insert (faults, pspec, fault);
  else if (faults != NULL)
    g_hash_table_remove (faults, pspec);
  GST_OBJECT_UNLOCK (object);
}

/* One of them with its @pspec, to be freed; NULL: there is none. */
static gchar *
get_fault (GObject * object, GParamSpec ** pspec)
{
  GHashTable *faults;
  GHashTableIter iter;
  gpointer key, text = NULL;

  GST_OBJECT_LOCK (object);
  faults = g_object_get_qdata (object, faults_quark ());
  if (faults != NULL) {
    g_hash_table_iter_init (&iter, faults);
    if (g_hash_table_iter_next (&iter, &key, &text))
      *pspec = key;
  }
  text = g_strdup (text);
  GST_OBJECT_UNLOCK (object);
  return text;
}

/* ---- what the user hears ---- */

static void
warn (GstElement * element, GParamSpec * pspec, const gchar * fault)
{
  GST_ELEMENT_WARNING (element, LIBRARY, SETTINGS,
      ("%s. The property keeps its value.", fault),
      ("%s." GST_HELP ("property-range"), g_param_spec_get_blurb (pspec)));
}

static gboolean
runs (GstElement * element)
{
  gboolean res;

  GST_OBJECT_LOCK (element);
  res = GST_STATE (element) > GST_STATE_READY;
  GST_OBJECT_UNLOCK (element);
  return res;
}

gboolean
gst_strict_property_admit (GObject * object, const GValue * value,
    GParamSpec * pspec)
{
  gchar *fault = gst_strict_property_find_fault (pspec, value);
  gboolean is_bad = fault != NULL;
  GstElement *element = GST_IS_PAD (object) ?
      gst_pad_get_parent_element (GST_PAD_CAST (object)) :
      gst_object_ref (object);

  if (is_bad && element != NULL && runs (element)) {
    warn (element, pspec, fault);
    g_free (fault);
  } else {
    keep_fault (object, pspec, fault);
  }
  gst_clear_object (&element);
  return !is_bad;
}

/* FALSE: an error was posted. */
static gboolean
check (GstElement * element, GObject * object)
{
  GParamSpec *pspec = NULL;
  gchar *fault = get_fault (object, &pspec);

  if (fault == NULL)
    return TRUE;
  GST_ELEMENT_ERROR (element, LIBRARY, SETTINGS, ("%s.", fault),
      ("%s: %s.", GST_OBJECT_NAME (object), g_param_spec_get_blurb (pspec)));
  g_free (fault);
  return FALSE;
}

static gboolean
check_pad (GstElement * element, GstPad * pad, gpointer user_data)
{
  (void) user_data;
  return check (element, G_OBJECT (pad));
}

gboolean
gst_strict_property_allows (GstElement * element, GstStateChange transition)
{
  if (transition != GST_STATE_CHANGE_NULL_TO_READY
      && transition != GST_STATE_CHANGE_READY_TO_PAUSED)
    return TRUE;
  return check (element, G_OBJECT (element))
      && gst_element_foreach_pad (element, check_pad, NULL);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpropertycheck.c: see gstpropertycheck.h
 *
 * GObject lets only values pass that the GParamSpec calls valid. The types here are those of
 * GLib, but call all values valid; a refused value is kept with the object until the
 * property is set again.
 *
 * GLib before 2.74 does not ask; its own warning remains. */
#include "gsthelp.h"
#include "gstpropertycheck.h"

#include <string.h>

/* ---- units ---- */

/* Others that a number may be in by mistake, and how many of the unit each is. */
typedef struct
{
  const gchar *name;
  struct
  {
    const gchar *name;
    gdouble size;
  } others[3];
} Unit;

static const Unit units[] = {
  [GST_PROPERTY_UNIT_MS] = {"ms", {{"ns", 1e-6}, {"us", 1e-3}, {"s", 1e3}}},
  [GST_PROPERTY_UNIT_BITS] = {"bit/s", {{"kbit/s", 1e3}}},
};

static GQuark
measure_quark (void)
{
  return g_quark_from_static_string ("gst-scream-property-measure");
}

/* NULL: it has none. */
static const GstPropertyMeasure *
get_measure (GParamSpec * pspec)
{
  return g_param_spec_get_qdata (pspec, measure_quark ());
}

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

#define STRICT "GstScreamStrict"

#if GLIB_CHECK_VERSION (2, 74, 0)
static gboolean
is_valid (GParamSpec * pspec, const GValue * value)
{
  return TRUE;
}
#endif

static void
strict_class_init (gpointer klass, gpointer data)
{
#if GLIB_CHECK_VERSION (2, 74, 0)
  ((GParamSpecClass *) klass)->value_is_valid = is_valid;
#endif
}

/* Each plugin has a copy of this file: the first one registers. */
static GType
get_strict_type (GType type)
{
  static GMutex lock;
  gchar *name = g_strconcat (STRICT, g_type_name (type), NULL);
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

static gboolean
has_range (GParamSpec * pspec)
{
  gchar *range = describe_range (pspec);
  gboolean res = range != NULL;

  g_free (range);
  return res;
}

/* After the common part there are numbers, the class of an enumeration, or the default
 * of a string. */
static GParamSpec *
create_copy (GParamSpec * pspec)
{
  GType type = G_PARAM_SPEC_TYPE (pspec);
  GParamSpec *copy;
  GTypeQuery query;

  g_type_query (type, &query);
  if (has_range (pspec) && !g_str_has_prefix (query.type_name, STRICT))
    type = get_strict_type (type);
  copy = g_param_spec_internal (type, pspec->name,
      g_param_spec_get_nick (pspec), g_param_spec_get_blurb (pspec),
      pspec->flags);
  copy->value_type = pspec->value_type;
  memcpy (copy + 1, pspec + 1, query.instance_size - sizeof (GParamSpec));
  if (G_TYPE_IS_ENUM (pspec->value_type))
    g_type_class_ref (pspec->value_type);
  if (G_IS_PARAM_SPEC_STRING (copy))
    G_PARAM_SPEC_STRING (copy)->default_value =
        g_strdup (G_PARAM_SPEC_STRING (pspec)->default_value);
  return copy;
}

void
gst_property_check_install (GObjectClass * klass, guint id, GParamSpec * pspec,
    const GstPropertyMeasure * measure)
{
  GParamSpec *copy = create_copy (pspec);

  if (measure == NULL)
    measure = get_measure (pspec);
  if (measure != NULL && measure->unit != GST_PROPERTY_UNIT_NONE)
    g_param_spec_set_qdata (copy, measure_quark (), (gpointer) measure);
  g_object_class_install_property (klass, id, copy);
}

/* ---- values ---- */

static gchar *
describe_value (const GValue * value)
{
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value))) {
    case G_TYPE_DOUBLE:
      return g_strdup_printf ("%.15g", g_value_get_double (value));
    case G_TYPE_ENUM:
      return g_strdup_printf ("%d", g_value_get_enum (value));
    default:
      return gst_value_serialize (value);
  }
}

static gdouble
get_number (const GValue * value)
{
  GValue number = G_VALUE_INIT;

  g_value_init (&number, G_TYPE_DOUBLE);
  g_value_transform (value, &number);
  return g_value_get_double (&number);
}

static gdouble
get_most (GParamSpec * pspec)
{
  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    return G_PARAM_SPEC_DOUBLE (pspec)->maximum;
  return pspec->value_type == G_TYPE_UINT ?
      G_PARAM_SPEC_UINT (pspec)->maximum : G_PARAM_SPEC_UINT64 (pspec)->maximum;
}

/* Whole ms in ns, of which GStreamer has cut all but 32 bits; @number: that is not so. */
static gdouble
restore (gdouble number, gdouble most)
{
  guint64 ns = (guint64) number, last = (guint64) most *GST_MSECOND;

  while (ns <= last && ns % GST_MSECOND > 0)
    ns += G_GUINT64_CONSTANT (1) << 32;
  return ns <= last ? (gdouble) ns : number;
}

/* ". If ns were meant: timeout=5000", or nothing; to be freed. */
static gchar *
advise (GParamSpec * pspec, gdouble number)
{
  const GstPropertyMeasure *measure = get_measure (pspec);
  gdouble most = get_most (pspec);
  gboolean whole = !G_IS_PARAM_SPEC_DOUBLE (pspec);
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];
  guint i;

  if (whole && measure->unit == GST_PROPERTY_UNIT_MS && number > most)
    number = restore (number, most);
  for (i = 0; i < G_N_ELEMENTS (units[measure->unit].others); i++) {
    gdouble meant = number * units[measure->unit].others[i].size;

    if (number != G_MAXUINT && meant >= measure->least && meant <= most)
      return g_strdup_printf (". If %s were meant: %s=%s",
          units[measure->unit].others[i].name, pspec->name,
          g_ascii_formatd (text, sizeof (text), whole ? "%.0f" : "%g", meant));
  }
  return g_strdup ("");
}

static gchar *
describe_fault (GParamSpec * pspec, const GValue * value, const gchar * range)
{
  const GstPropertyMeasure *measure = get_measure (pspec);
  gchar *text = describe_value (value);
  gchar *advice = measure != NULL ?
      advise (pspec, get_number (value)) : g_strdup ("");
  gchar *fault = g_strdup_printf ("%s=%s is out of range: %s%s%s%s",
      pspec->name, text, range, measure != NULL ? " " : "",
      measure != NULL ? units[measure->unit].name : "", advice);

  g_free (advice);
  g_free (text);
  return fault;
}

/* A warning about an implausible value within the range, to be freed; NULL: none. */
static gchar *
find_doubt (GParamSpec * pspec, const GValue * value)
{
  const GstPropertyMeasure *measure = get_measure (pspec);
  gdouble number = measure != NULL ? get_number (value) : 0;
  gchar *advice, *doubt;

  if (number <= 0 || number >= measure->least)
    return NULL;
  advice = advise (pspec, number);
  doubt = g_strdup_printf ("%s is only %g %s%s", pspec->name, number,
      units[measure->unit].name, advice);
  g_free (advice);
  return doubt;
}

gchar *
gst_property_check_get_doubt (GObject * object, const gchar * name)
{
  GValue value = G_VALUE_INIT;
  gchar *doubt;

  g_object_get_property (object, name, &value);
  doubt = find_doubt (g_object_class_find_property (G_OBJECT_GET_CLASS (object),
          name), &value);
  g_value_unset (&value);
  return doubt;
}

gchar *
gst_property_check_find_fault (GParamSpec * pspec, const GValue * value)
{
  gchar *range = NULL, *fault = NULL;
  GValue copy = G_VALUE_INIT;

  g_value_init (&copy, G_VALUE_TYPE (value));
  g_value_copy (value, &copy);
  if (g_param_value_validate (pspec, &copy))
    range = describe_range (pspec);
  if (range != NULL)
    fault = describe_fault (pspec, value, range);
  g_value_unset (&copy);
  g_free (range);
  return fault;
}

/* ---- refused values ---- */

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

/* ---- messages ---- */

/* The parts inside one of our elements have its values, which it has reported. */
static gboolean
is_part (GstElement * element)
{
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (element));
  GstElementFactory *own = gst_element_get_factory (element);
  GstElementFactory *outer = GST_IS_ELEMENT (parent) ?
      gst_element_get_factory (GST_ELEMENT_CAST (parent)) : NULL;
  gboolean res = own != NULL && outer != NULL
      && g_strcmp0 (gst_plugin_feature_get_plugin_name (GST_PLUGIN_FEATURE_CAST
          (own)), gst_plugin_feature_get_plugin_name (GST_PLUGIN_FEATURE_CAST
          (outer))) == 0;

  gst_clear_object (&parent);
  return res;
}

/* Takes @doubt, which may be NULL. */
static void
warn_of_doubt (GstElement * element, GParamSpec * pspec, gchar * doubt)
{
  if (doubt != NULL && !is_part (element))
    GST_ELEMENT_WARNING (element, LIBRARY, SETTINGS, ("%s.", doubt),
        ("%s." GST_HELP ("units"), g_param_spec_get_blurb (pspec)));
  g_free (doubt);
}

static void
warn_of_doubts (GstElement * element, GObject * object)
{
  guint n, i;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

  for (i = 0; i < n; i++) {
    if (get_measure (specs[i]) != NULL)
      warn_of_doubt (element, specs[i],
          gst_property_check_get_doubt (object, specs[i]->name));
  }
  g_free (specs);
}

/* An encoder gets its rates again and again. */
static void
warn_of_new_doubt (GstElement * element, GObject * object, GParamSpec * pspec,
    const GValue * value)
{
  gchar *doubt = find_doubt (pspec, value);
  gchar *before = doubt != NULL ?
      gst_property_check_get_doubt (object, pspec->name) : NULL;

  if (before == NULL)
    warn_of_doubt (element, pspec, doubt);
  else
    g_free (doubt);
  g_free (before);
}

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
gst_property_check_admit (GObject * object, const GValue * value,
    GParamSpec * pspec)
{
  gchar *fault = gst_property_check_find_fault (pspec, value);
  gboolean is_bad = fault != NULL;
  GstElement *element = GST_IS_PAD (object) ?
      gst_pad_get_parent_element (GST_PAD_CAST (object)) :
      gst_object_ref (object);

  if (element == NULL || !runs (element)) {
    keep_fault (object, pspec, fault);
  } else if (is_bad) {
    warn (element, pspec, fault);
    g_free (fault);
  } else {
    warn_of_new_doubt (element, object, pspec, value);
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
  return check (element, G_OBJECT (pad));
}

static gboolean
doubt_pad (GstElement * element, GstPad * pad, gpointer user_data)
{
  warn_of_doubts (element, G_OBJECT (pad));
  return TRUE;
}

gboolean
gst_property_check_allows (GstElement * element, GstStateChange transition)
{
  if (transition != GST_STATE_CHANGE_NULL_TO_READY
      && transition != GST_STATE_CHANGE_READY_TO_PAUSED)
    return TRUE;
  if (!check (element, G_OBJECT (element))
      || !gst_element_foreach_pad (element, check_pad, NULL))
    return FALSE;
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED) {
    warn_of_doubts (element, G_OBJECT (element));
    gst_element_foreach_pad (element, doubt_pad, NULL);
  }
  return TRUE;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a line of the table to a property of one encoder. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <string.h>

#include "gstencoderproperty.h"

/* Below, no video encoder makes pictures; 0 means "automatic" to several. */
#define MIN_BITRATE 1000

static const gchar *
encoder_klass (GstElement * element)
{
  GstElementFactory *factory = gst_element_get_factory (element);

  return factory ? gst_element_factory_get_metadata (factory,
      GST_ELEMENT_METADATA_KLASS) : NULL;
}

/**
 * gst_encoder_is_encoder:
 * @element: an element
 *
 * Returns: whether @element makes a coded stream out of raw video, audio or
 * pictures. Bins that do are looked into instead.
 */
gboolean
gst_encoder_is_encoder (GstElement * element)
{
  const gchar *klass = encoder_klass (element);

  return klass && !GST_IS_BIN (element) && strstr (klass, "Encoder") &&
      (strstr (klass, "Video") || strstr (klass, "Audio") ||
      strstr (klass, "Image"));
}

/* Find the first of "name|name:field|..." that the encoder has. */
static void
resolve_name (GstEncoderProperty * p, GstElement * encoder)
{
  gchar **names = g_strsplit (p->entry->property, "|", -1);
  guint i;

  for (i = 0; names[i] && p->pspec == NULL; i++) {
    gchar *field = strchr (names[i], ':');

    if (field)
      *field++ = '\0';
    p->pspec =
        g_object_class_find_property (G_OBJECT_GET_CLASS (encoder), names[i]);
    if (p->pspec && !(p->pspec->flags & G_PARAM_WRITABLE))
      p->pspec = NULL;
    g_strlcpy (p->field, p->pspec && field ? field : "", sizeof (p->field));
  }
  g_strfreev (names);
}

static GstEncoderUnit
unit_of_pspec (GParamSpec * pspec)
{
  gchar *text = g_strconcat (g_param_spec_get_nick (pspec), " ",
      g_param_spec_get_blurb (pspec), NULL);
  GstEncoderUnit unit = gst_encoder_unit_from_text (text);

  g_free (text);
  return unit;
}

/**
 * gst_encoder_property_resolve:
 * @p: to be filled
 * @encoder: an encoder, known or not
 */
void
gst_encoder_property_resolve (GstEncoderProperty * p, GstElement * encoder)
{
  GstElementFactory *factory = gst_element_get_factory (encoder);
  const gchar *klass = encoder_klass (encoder);

  memset (p, 0, sizeof (*p));
  p->entry = gst_encoder_table_lookup (factory ? GST_OBJECT_NAME (factory) :
      NULL);
  if (p->entry == NULL)
    p->entry = gst_encoder_table_fallback (GST_ENCODER_UNIT_UNKNOWN);
  if (p->entry->property)
    resolve_name (p, encoder);
  if (p->pspec && strcmp (p->entry->factory, "*") == 0)
    p->entry = gst_encoder_table_fallback (unit_of_pspec (p->pspec));

  p->unit = p->entry->unit;
  p->cost = p->entry->cost;
  if (klass && strstr (klass, "Audio") && !strstr (klass, "Video"))
    p->cost = GST_ENCODER_COST_AUDIO;
  else if (p->pspec == NULL)
    p->cost = GST_ENCODER_COST_NO_RATE;
}

/* A number into a value of any numeric type, inside its range. */
static void
value_set_number (GValue * value, GParamSpec * pspec, guint64 number)
{
  GValue wide = G_VALUE_INIT;
  guint64 limit = G_MAXUINT64;

  /* Transforming between integers truncates: stay inside first. */
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value))) {
    case G_TYPE_INT:
      limit = G_MAXINT;
      break;
    case G_TYPE_UINT:
      limit = G_MAXUINT;
      break;
    case G_TYPE_LONG:
      limit = G_MAXLONG;
      break;
    case G_TYPE_INT64:
      limit = G_MAXINT64;
      break;
    default:
      break;
  }
  g_value_init (&wide, G_TYPE_UINT64);
  g_value_set_uint64 (&wide, MIN (number, limit));
  if (g_value_transform (&wide, value) && pspec)
    g_param_value_validate (pspec, value);
  g_value_unset (&wide);
}

static guint64
value_get_number (const GValue * value)
{
  GValue wide = G_VALUE_INIT;
  guint64 number = 0;

  g_value_init (&wide, G_TYPE_UINT64);
  if (g_value_transform (value, &wide))
    number = g_value_get_uint64 (&wide);
  g_value_unset (&wide);
  return number;
}

/* The user's other fields stay: they count again when the device is opened
 * the next time. */
static void
set_field (const GstEncoderProperty * p, GstElement * encoder, guint64 number)
{
  GstStructure *s = NULL;

  g_object_get (encoder, p->pspec->name, &s, NULL);
  if (s == NULL)
    s = gst_structure_new_empty ("controls");
  gst_structure_set (s, p->field, G_TYPE_INT, (gint) MIN (number, G_MAXINT),
      NULL);
  g_object_set (encoder, p->pspec->name, s, NULL);
  gst_structure_free (s);
}

/**
 * gst_encoder_property_set:
 * @p: where
 * @encoder: the encoder
 * @bitrate: bit/s
 *
 * May block for as long as one frame takes to encode.
 *
 * Returns: bit/s that were really written, after rounding and limits.
 */
guint64
gst_encoder_property_set (const GstEncoderProperty * p, GstElement * encoder,
    guint64 bitrate)
{
  guint64 number = (MAX (bitrate, MIN_BITRATE) + p->unit / 2) / p->unit;
  GValue value = G_VALUE_INIT;

  g_return_val_if_fail (p->pspec != NULL, 0);

  if (p->field[0]) {
    set_field (p, encoder, number);
    return MIN (number, G_MAXINT) * p->unit;
  }

  g_value_init (&value, p->pspec->value_type);
  value_set_number (&value, p->pspec, number);
  g_object_set_property (G_OBJECT (encoder), p->pspec->name, &value);
  number = value_get_number (&value);
  g_value_unset (&value);
  return number * p->unit;
}

/**
 * gst_encoder_property_get:
 * @p: where
 * @encoder: the encoder
 * @bitrate: (out): bit/s
 *
 * Returns: %FALSE if it cannot be read.
 */
gboolean
gst_encoder_property_get (const GstEncoderProperty * p, GstElement * encoder,
    guint64 * bitrate)
{
  GValue value = G_VALUE_INIT;

  if (p->pspec == NULL || !(p->pspec->flags & G_PARAM_READABLE))
    return FALSE;

  if (p->field[0]) {
    GstStructure *s = NULL;
    gint number = 0;
    gboolean ok;

    g_object_get (encoder, p->pspec->name, &s, NULL);
    ok = s && gst_structure_get_int (s, p->field, &number) && number >= 0;
    if (s)
      gst_structure_free (s);
    *bitrate = (guint64) number *p->unit;
    return ok;
  }

  g_value_init (&value, p->pspec->value_type);
  g_object_get_property (G_OBJECT (encoder), p->pspec->name, &value);
  *bitrate = value_get_number (&value) * p->unit;
  g_value_unset (&value);
  return TRUE;
}

/* Whether the user left it alone. The default of the description is not what a
 * new encoder has (vp9enc: lag-in-frames), so @fresh, a new one, is asked. */
static gboolean
is_untouched (GstElement * encoder, GstElement * fresh, GParamSpec * pspec)
{
  GValue value = G_VALUE_INIT, new_value = G_VALUE_INIT;
  gboolean res;

  g_value_init (&value, pspec->value_type);
  g_object_get_property (G_OBJECT (encoder), pspec->name, &value);
  if (fresh) {
    g_value_init (&new_value, pspec->value_type);
    g_object_get_property (G_OBJECT (fresh), pspec->name, &new_value);
    res = g_param_values_cmp (pspec, &value, &new_value) == 0;
    g_value_unset (&new_value);
  } else {
    res = g_param_value_defaults (pspec, &value);
  }
  g_value_unset (&value);
  return res;
}

static gboolean
has_value (GstElement * encoder, GParamSpec * pspec, const GValue * wanted)
{
  GValue value = G_VALUE_INIT;
  gboolean res;

  g_value_init (&value, pspec->value_type);
  g_object_get_property (G_OBJECT (encoder), pspec->name, &value);
  res = g_param_values_cmp (pspec, &value, wanted) == 0;
  g_value_unset (&value);
  return res;
}

/* Returns FALSE if the encoder has no such property or no such value. */
static gboolean
tune_one (GstElement * encoder, GstElement * fresh, const gchar * name,
    const gchar * text, GString * done)
{
  GParamSpec *pspec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (encoder), name);
  GValue value = G_VALUE_INIT;
  gboolean known;

  if (pspec == NULL || (pspec->flags & G_PARAM_READWRITE) != G_PARAM_READWRITE)
    return FALSE;

  g_value_init (&value, pspec->value_type);
  known = gst_value_deserialize (&value, text);
  if (known && !has_value (encoder, pspec, &value) &&
      is_untouched (encoder, fresh, pspec)) {
    g_object_set_property (G_OBJECT (encoder), name, &value);
    g_string_append_printf (done, " %s=%s", name, text);
  }
  g_value_unset (&value);
  return known;
}

/**
 * gst_encoder_tune:
 * @encoder: an encoder
 * @companions: (nullable): "name=value name=value", as in #GstEncoderEntry
 * @done: gets what was set, each with a space before it
 *
 * Sets what this version of the encoder has and the user left alone.
 */
void
gst_encoder_tune (GstElement * encoder, const gchar * companions,
    GString * done)
{
  GstElementFactory *factory = gst_element_get_factory (encoder);
  gboolean go_on = TRUE;
  GstElement *fresh;
  gchar **list;
  guint i;

  if (companions == NULL)
    return;
  list = g_strsplit (companions, " ", -1);
  fresh = factory ? gst_element_factory_create (factory, NULL) : NULL;

  for (i = 0; list[i] && go_on; i++) {
    gchar *text = strchr (list[i], '=');
    gboolean needed = g_str_has_suffix (list[i], "!");

    if (text == NULL)
      continue;
    *text++ = '\0';
    if (needed)
      text[strlen (text) - 1] = '\0';
    go_on = tune_one (encoder, fresh, list[i], text, done) || !needed;
  }
  gst_clear_object (&fresh);
  g_strfreev (list);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bitrate property of an encoder, from its row of the table. */
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

static gboolean
is_coded (const GstStructure * s)
{
  const gchar *name = gst_structure_get_name (s);

  return g_str_has_prefix (name, "video/") && strcmp (name, "video/x-raw") != 0
      && strcmp (name, "video/x-bayer") != 0;
}

/* Here; JPEG has no bitrate. */
static gboolean
gives_coded (GstElement * camera)
{
  GstPad *pad = gst_element_get_static_pad (camera, "src");
  GstCaps *caps = pad ? gst_pad_get_allowed_caps (pad) : NULL;
  gboolean coded = FALSE;
  guint i;

  for (i = 0; caps && !gst_caps_is_any (caps) && i < gst_caps_get_size (caps);
      i++)
    coded |= is_coded (gst_caps_get_structure (caps, i));
  gst_clear_caps (&caps);
  gst_clear_object (&pad);
  return coded;
}

/**
 * gst_encoder_is_camera:
 * @element: an element
 *
 * Returns: whether @element is a source of the table that gives coded video here.
 */
gboolean
gst_encoder_is_camera (GstElement * element)
{
  const gchar *klass = encoder_klass (element);
  GstElementFactory *factory = gst_element_get_factory (element);

  return klass && !GST_IS_BIN (element) && strstr (klass, "Source")
      && !strstr (klass, "Encoder")
      && gst_encoder_table_lookup (GST_OBJECT_NAME (factory), factory,
      element) != NULL && gives_coded (element);
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
      NULL, factory, encoder);
  if (p->entry == NULL)
    p->entry = gst_encoder_table_fallback (GST_ENCODER_UNIT_UNKNOWN);
  if (p->entry->property)
    resolve_name (p, encoder);
  if (p->pspec && strcmp (p->entry->factory, "*") == 0)
    p->entry = gst_encoder_table_fallback (unit_of_pspec (p->pspec));

  p->is_sure = strcmp (p->entry->factory, "*") != 0 && klass
      && !strstr (klass, "Hardware");
  p->unit = p->entry->unit;
  p->cost = p->entry->cost;
  if (klass && strstr (klass, "Audio") && !strstr (klass, "Video"))
    p->cost = GST_ENCODER_COST_AUDIO;
  else if (p->pspec == NULL)
    p->cost = GST_ENCODER_COST_NO_RATE;
}

/* A number into a value of any numeric type, inside its range. Transforming between
 * integers truncates; no encoder exceeds an int. */
static void
value_set_number (GValue * value, GParamSpec * pspec, guint64 number)
{
  GValue wide = G_VALUE_INIT;

  g_value_init (&wide, G_TYPE_UINT64);
  g_value_set_uint64 (&wide, MIN (number, G_MAXINT));
  if (g_value_transform (&wide, value))
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

/**
 * gst_encoder_has_started:
 * @encoder: an encoder
 *
 * Returns: whether it is too late for properties that it reads at its start.
 */
gboolean
gst_encoder_has_started (GstElement * encoder)
{
  return GST_STATE (encoder) > GST_STATE_READY
      || GST_STATE_TARGET (encoder) > GST_STATE_READY;
}

static GQuark
kept_fields (void)
{
  return g_quark_from_static_string ("gst-encoder-kept-fields");
}

static GstStructure *
get_fields (const GstEncoderProperty * p, GstElement * encoder)
{
  GstStructure *s = NULL;

  g_object_get (encoder, p->pspec->name, &s, NULL);
  return s ? s : gst_structure_new_empty ("controls");
}

/* While it runs the field goes alone: the element applies each field that it gets, and
 * some drivers refuse others then, or begin anew. */
static void
set_field (const GstEncoderProperty * p, GstElement * encoder, guint64 number)
{
  GstStructure *s = get_fields (p, encoder);

  if (gst_encoder_has_started (encoder)) {
    if (gst_structure_n_fields (s) > 1)
      g_object_set_qdata_full (G_OBJECT (encoder), kept_fields (),
          gst_structure_copy (s), (GDestroyNotify) gst_structure_free);
    gst_structure_remove_all_fields (s);
  }
  gst_structure_set (s, p->field, G_TYPE_INT, (gint) MIN (number, G_MAXINT),
      NULL);
  g_object_set (encoder, p->pspec->name, s, NULL);
  gst_structure_free (s);
}

/**
 * gst_encoder_property_restore:
 * @p: where
 * @encoder: the encoder, before it starts
 *
 * The other fields of the user's structure, which were left out while it ran, count
 * again when it opens its device.
 */
void
gst_encoder_property_restore (const GstEncoderProperty * p,
    GstElement * encoder)
{
  GstStructure *kept = p->field[0] ?
      g_object_steal_qdata (G_OBJECT (encoder), kept_fields ()) : NULL;
  GstStructure *s;

  if (kept == NULL)
    return;
  s = get_fields (p, encoder);
  if (gst_structure_n_fields (s) == 1 && gst_structure_has_field (s, p->field))
    g_object_set (encoder, p->pspec->name, kept, NULL);
  gst_structure_free (s);
  gst_structure_free (kept);
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
    GstStructure *s = get_fields (p, encoder);
    gint number = 0;
    gboolean ok = gst_structure_get_int (s, p->field, &number) && number >= 0;

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

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Companion properties for the rate control of an encoder, from the text of the table.
 *
 * "name=value" is a property, "name:field=value" an integer in a structure, and a value
 * in ms a buffer of that length at the bitrate, in kbit. */
#include <stdlib.h>
#include <string.h>

#include "gstencodertune.h"

/* One companion, taken apart. */
typedef struct
{
  gchar *name;
  gchar *field;                 /* NULL: the whole property */
  gchar *text;
  gboolean needed;              /* by those after it */
} Companion;

static void
clear_companion (gpointer data)
{
  Companion *c = data;

  g_free (c->name);
  g_free (c->field);
  g_free (c->text);
}

static void
parse_companion (Companion * c, const gchar * word)
{
  gchar **halves = g_strsplit (word, "=", 2);
  gchar **name = g_strsplit (halves[0], ":", 2);

  c->needed = g_str_has_suffix (word, "!");
  c->text = g_strndup (halves[1], strlen (halves[1]) - c->needed);
  c->name = name[0];
  c->field = name[1];
  g_free (name);
  g_strfreev (halves);
}

/* @companions: (nullable): "name=value name=value". */
static GArray *
parse_companions (const gchar * companions)
{
  gchar **list = g_strsplit (companions ? companions : "", " ", -1);
  GArray *res = g_array_new (FALSE, TRUE, sizeof (Companion));
  guint i;

  g_array_set_clear_func (res, clear_companion);
  g_array_set_size (res, g_strv_length (list));
  for (i = 0; list[i]; i++)
    parse_companion (&g_array_index (res, Companion, i), list[i]);
  g_strfreev (list);
  return res;
}

static GParamSpec *
find_property (GstElement * encoder, const gchar * name)
{
  GParamSpec *pspec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (encoder), name);

  return pspec && (pspec->flags & G_PARAM_READWRITE) == G_PARAM_READWRITE ?
      pspec : NULL;
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

/* Whether the user has not set it. The default of the GParamSpec may differ from that
 * of a new encoder (vp9enc: lag-in-frames), so @fresh is a new one. */
static gboolean
is_untouched (GstElement * encoder, GstElement * fresh, GParamSpec * pspec)
{
  GValue value = G_VALUE_INIT;
  gboolean res;

  g_value_init (&value, pspec->value_type);
  if (fresh)
    g_object_get_property (G_OBJECT (fresh), pspec->name, &value);
  else
    g_param_value_set_default (pspec, &value);
  res = has_value (encoder, pspec, &value);
  g_value_unset (&value);
  return res;
}

/* Returns FALSE if @text is no value of the property, or depends on a bitrate that is not
 * known yet. */
static gboolean
parse_value (GValue * value, GParamSpec * pspec, const gchar * text,
    guint64 bitrate)
{
  gchar *number = NULL;
  gboolean res;

  if (g_str_has_suffix (text, "ms")) {
    guint64 ms = g_ascii_strtoull (text, NULL, 10);

    if (bitrate == 0)
      return FALSE;
    /* Rounded up: encoders refuse a buffer that is a little too small. */
    number = g_strdup_printf ("%" G_GUINT64_FORMAT,
        gst_util_uint64_scale_ceil (bitrate, ms, 1000 * 1000));
    text = number;
  }
  res = gst_value_deserialize (value, text);
  if (res)
    g_param_value_validate (pspec, value);
  g_free (number);
  return res;
}

/* A field that the user has set stays. */
static gboolean
tune_field (GstElement * encoder, GParamSpec * pspec, const Companion * c)
{
  GstStructure *s = NULL;
  gboolean is_new;

  if (pspec->value_type != GST_TYPE_STRUCTURE)
    return FALSE;
  g_object_get (encoder, c->name, &s, NULL);
  if (s == NULL)
    s = gst_structure_new_empty ("controls");
  is_new = !gst_structure_has_field (s, c->field);
  if (is_new) {
    gst_structure_set (s, c->field, G_TYPE_INT, atoi (c->text), NULL);
    g_object_set (encoder, c->name, s, NULL);
  }
  gst_structure_free (s);
  return is_new;
}

/* Returns FALSE if the encoder has no such property or no such value. */
static gboolean
tune_one (GstElement * encoder, GstElement * fresh, const Companion * c,
    guint64 bitrate, GString * done)
{
  GParamSpec *pspec = find_property (encoder, c->name);
  GValue value = G_VALUE_INIT;
  gboolean known;

  if (pspec == NULL)
    return FALSE;
  if (c->field) {
    if (tune_field (encoder, pspec, c))
      g_string_append_printf (done, " %s:%s=%s", c->name, c->field, c->text);
    return TRUE;
  }

  g_value_init (&value, pspec->value_type);
  known = parse_value (&value, pspec, c->text, bitrate);
  if (known && !has_value (encoder, pspec, &value) &&
      is_untouched (encoder, fresh, pspec)) {
    g_object_set_property (G_OBJECT (encoder), c->name, &value);
    g_string_append_printf (done, " %s=%s", c->name, c->text);
  }
  g_value_unset (&value);
  return known;
}

static GstElement *
fresh_encoder (GstElement * encoder)
{
  GstElementFactory *factory = gst_element_get_factory (encoder);

  return factory ? gst_element_factory_create (factory, "fresh") : NULL;
}

/**
 * gst_encoder_tune:
 * @encoder: an encoder
 * @companions: (nullable): "name=value name=value", as in #GstEncoderEntry
 * @bitrate: bit/s, 0 = not known yet
 * @done: gets what was set, each with a space before it
 *
 * Sets properties that this version has and the user has not set.
 */
void
gst_encoder_tune (GstElement * encoder, const gchar * companions,
    guint64 bitrate, GString * done)
{
  GArray *list = parse_companions (companions);
  GstElement *fresh = list->len > 0 ? fresh_encoder (encoder) : NULL;
  gboolean go_on = TRUE;
  guint i;

  for (i = 0; i < list->len && go_on; i++) {
    const Companion *c = &g_array_index (list, Companion, i);

    go_on = tune_one (encoder, fresh, c, bitrate, done) || !c->needed;
  }
  gst_clear_object (&fresh);
  g_array_unref (list);
}

/**
 * gst_encoder_tune_live:
 * @latency: whether a short delay matters most
 *
 * As gst_encoder_tune(), for properties that may change while it runs.
 */
void
gst_encoder_tune_live (GstElement * encoder, const GstEncoderEntry * entry,
    gboolean latency, guint64 bitrate, GString * done)
{
  /* A property that is set stays. */
  if (latency)
    gst_encoder_tune (encoder, gst_encoder_table_get_short (entry), bitrate,
        done);
  gst_encoder_tune (encoder, entry->tune_live, bitrate, done);
}

/**
 * gst_encoder_tune_untouched:
 * @encoder: an encoder
 * @companions: (nullable): as of gst_encoder_tune()
 *
 * Returns: (transfer full): those that the encoder has and the user left alone.
 */
gchar *
gst_encoder_tune_untouched (GstElement * encoder, const gchar * companions)
{
  GArray *list = parse_companions (companions);
  GstElement *fresh = list->len > 0 ? fresh_encoder (encoder) : NULL;
  GString *res = g_string_new (NULL);
  guint i;

  for (i = 0; i < list->len; i++) {
    const Companion *c = &g_array_index (list, Companion, i);
    GParamSpec *pspec = find_property (encoder, c->name);

    if (pspec && is_untouched (encoder, fresh, pspec))
      g_string_append_printf (res, "%s%s=%s", res->len ? " " : "", c->name,
          c->text);
  }
  gst_clear_object (&fresh);
  g_array_unref (list);
  return g_string_free (res, FALSE);
}

/**
 * gst_encoder_tune_change:
 * @encoder: an encoder
 * @companions: (nullable): what gst_encoder_tune_untouched() returned
 * @bitrate: bit/s that it is told next
 *
 * Sets the companions of a change of the bitrate.
 */
void
gst_encoder_tune_change (GstElement * encoder, const gchar * companions,
    guint64 bitrate)
{
  GArray *list = parse_companions (companions);
  guint i;

  for (i = 0; i < list->len; i++) {
    const Companion *c = &g_array_index (list, Companion, i);
    GParamSpec *pspec = find_property (encoder, c->name);
    GValue value = G_VALUE_INIT;

    if (pspec == NULL)
      continue;
    g_value_init (&value, pspec->value_type);
    if (parse_value (&value, pspec, c->text, bitrate))
      g_object_set_property (G_OBJECT (encoder), c->name, &value);
    g_value_unset (&value);
  }
  g_array_unref (list);
}

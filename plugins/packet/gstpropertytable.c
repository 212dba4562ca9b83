/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpropertytable.c: see gstpropertytable.h */
#include "gstpropertytable.h"

#include <stdbool.h>

/* ---- specifications ---- */

static GParamSpec *
create_number (const GstProperty * row)
{
  const gchar *name = row->name, *nick = row->nick, *blurb = row->blurb;

  switch (row->fundamental) {
    case G_TYPE_BOOLEAN:
      return g_param_spec_boolean (name, nick, blurb, row->value != 0,
          row->flags);
    case G_TYPE_INT:
      return g_param_spec_int (name, nick, blurb, (gint) row->least,
          (gint) row->most, (gint) row->value, row->flags);
    case G_TYPE_UINT:
      return g_param_spec_uint (name, nick, blurb, (guint) row->least,
          (guint) row->most, (guint) row->value, row->flags);
    case G_TYPE_UINT64:
      return g_param_spec_uint64 (name, nick, blurb, 0, G_MAXUINT64,
          (guint64) row->value, row->flags);
    case G_TYPE_DOUBLE:
      return g_param_spec_double (name, nick, blurb, row->least, row->most,
          row->value, row->flags);
    default:
      return gst_param_spec_fraction (name, nick, blurb, 1, (gint) row->least,
          (gint) row->most, 1, (gint) row->value, 1, row->flags);
  }
}

static GParamSpec *
create_enum (const GstProperty * row)
{
  gst_type_mark_as_plugin_api (row->type (), 0);
  return g_param_spec_enum (row->name, row->nick, row->blurb, row->type (),
      (gint) row->value, row->flags);
}

static GParamSpec *
create_spec (const GstProperty * row)
{
  const gchar *name = row->name, *nick = row->nick, *blurb = row->blurb;

  switch (row->fundamental) {
    case G_TYPE_ENUM:
      return create_enum (row);
    case G_TYPE_STRING:
      return g_param_spec_string (name, nick, blurb, row->text, row->flags);
    case G_TYPE_BOXED:
      return g_param_spec_boxed (name, nick, blurb, row->type (), row->flags);
    case G_TYPE_OBJECT:
      return g_param_spec_object (name, nick, blurb, row->type (), row->flags);
    default:
      return create_number (row);
  }
}

/* ---- members ---- */

static void
store_boolean (gpointer member, gsize size, gboolean value)
{
  if (size == sizeof (bool))
    *(bool *) member = value;
  else
    *(gboolean *) member = value;
}

static void
store_fraction (gint * member, const GValue * value)
{
  member[0] = gst_value_get_fraction_numerator (value);
  member[1] = gst_value_get_fraction_denominator (value);
}

static void
store_boxed (gpointer * member, const GValue * value)
{
  if (*member != NULL)
    g_boxed_free (G_VALUE_TYPE (value), *member);
  *member = g_value_dup_boxed (value);
}

static void
store (gpointer self, const GstProperty * row, const GValue * value)
{
  gpointer member = G_STRUCT_MEMBER_P (self, row->offset);

  if (row->measure.unit == GST_PROPERTY_UNIT_MS) {
    *(guint64 *) member = G_VALUE_HOLDS_UINT (value) ?
        g_value_get_uint (value) * GST_MSECOND :
        (guint64) (g_value_get_double (value) * GST_MSECOND + 0.5);
    return;
  }
  switch (row->fundamental) {
    case G_TYPE_BOOLEAN:
      store_boolean (member, row->size, g_value_get_boolean (value));
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
      store_boxed (member, value);
      break;
    case G_TYPE_OBJECT:
      g_set_object ((GObject **) member, g_value_get_object (value));
      break;
    default:
      store_fraction (member, value);
  }
}

static void
read_time (guint64 ns, GValue * value)
{
  if (G_VALUE_HOLDS_UINT (value))
    g_value_set_uint (value, (guint) (ns / GST_MSECOND));
  else
    g_value_set_double (value, (gdouble) ns / GST_MSECOND);
}

static void
read_member (gpointer self, const GstProperty * row, GValue * value)
{
  gconstpointer member = G_STRUCT_MEMBER_P (self, row->offset);
  const gint *numbers = member;

  if (row->measure.unit == GST_PROPERTY_UNIT_MS) {
    read_time (*(const guint64 *) member, value);
    return;
  }
  switch (row->fundamental) {
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, row->size == sizeof (bool) ?
          *(const bool *) member : *(const gboolean *) member);
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
    case G_TYPE_OBJECT:
      g_value_set_object (value, *(GObject * const *) member);
      break;
    default:
      gst_value_set_fraction (value, numbers[0], numbers[1]);
  }
}

/* ---- callbacks of GObject ---- */

static GQuark
table_quark (void)
{
  return g_quark_from_static_string ("gst-scream-property-table");
}

static const GstPropertyTable *
get_table (GParamSpec * pspec)
{
  return g_type_get_qdata (pspec->owner_type, table_quark ());
}

/* Properties of the object inside alone. */
static const GstProperty inner_row;

static const GstProperty *
get_row (const GstPropertyTable * table, guint id)
{
  return id <= table->n_rows ? &table->rows[id - 1] : &inner_row;
}

static GObject *
get_inner (gpointer self, const GstPropertyTable * table)
{
  return G_STRUCT_MEMBER (GObject *, self, table->inner);
}

static GMutex *
get_lock (gpointer self, const GstPropertyTable * table)
{
  return table->lock != 0 ? G_STRUCT_MEMBER_P (self, table->lock)
      : GST_OBJECT_GET_LOCK (self);
}

static void
set_member (gpointer self, const GstPropertyTable * table,
    const GstProperty * row, const GValue * value)
{
  g_mutex_lock (get_lock (self, table));
  if (row->offset != 0)
    store (self, row, value);
  if (row->is_set != 0)
    G_STRUCT_MEMBER (gboolean, self, row->is_set) = TRUE;
  if (row->stored != NULL)
    row->stored (self);
  if (table->stored != NULL)
    table->stored (self);
  g_mutex_unlock (get_lock (self, table));
}

static void
set_property (GObject * self, guint id, const GValue * value,
    GParamSpec * pspec)
{
  const GstPropertyTable *table = get_table (pspec);
  const GstProperty *row = get_row (table, id);

  if (!gst_property_check_admit (self, value, pspec))
    return;
  if (row->set != NULL)
    row->set (self, value);
  else if (row->offset != 0 || row->is_set != 0)
    set_member (self, table, row, value);
  if (row->set == NULL && row->offset == 0)
    g_object_set_property (get_inner (self, table), pspec->name, value);
  if (row->changed != NULL)
    row->changed (self);
  if (table->changed != NULL)
    table->changed (self);
}

static void
get_property (GObject * self, guint id, GValue * value, GParamSpec * pspec)
{
  const GstPropertyTable *table = get_table (pspec);
  const GstProperty *row = get_row (table, id);

  if (row->stats != NULL) {
    g_value_take_boxed (value, row->stats (self));
  } else if (row->get != NULL) {
    row->get (self, value);
  } else if (row->offset != 0) {
    g_mutex_lock (get_lock (self, table));
    read_member (self, row, value);
    g_mutex_unlock (get_lock (self, table));
  } else {
    g_object_get_property (get_inner (self, table), pspec->name, value);
  }
}

/* ---- classes and objects ---- */

/* Overriding properties of GObject serve interfaces only, and gst-inspect does not list
 * them. */
static void
install_inner (GObjectClass * klass, const GstPropertyTable * table)
{
  GType inner = table->inner_type ();
  GObjectClass *inner_klass = g_type_class_ref (inner);
  guint n = 0, i, id = table->n_rows;
  GParamSpec **specs = g_object_class_list_properties (inner_klass, &n);

  for (i = 0; i < n; i++) {
    if (specs[i]->owner_type == inner
        && g_strcmp0 (specs[i]->name, table->left_out) != 0
        && g_object_class_find_property (klass, specs[i]->name) == NULL)
      gst_property_check_install (klass, ++id, specs[i], NULL);
  }
  g_free (specs);
  g_type_class_unref (inner_klass);
}

void
gst_property_table_install (GObjectClass * klass,
    const GstPropertyTable * table)
{
  guint i;

  klass->set_property = set_property;
  klass->get_property = get_property;
  g_type_set_qdata (G_OBJECT_CLASS_TYPE (klass), table_quark (),
      (gpointer) table);
  for (i = 0; i < table->n_rows; i++) {
    GParamSpec *spec = g_param_spec_ref_sink (create_spec (&table->rows[i]));

    gst_property_check_install (klass, i + 1, spec, &table->rows[i].measure);
    g_param_spec_unref (spec);
  }
  if (table->inner_type != NULL)
    install_inner (klass, table);
}

static void
store_all (gpointer self, const GstPropertyTable * table, gboolean defaults)
{
  guint i;

  for (i = 0; i < table->n_rows; i++) {
    const GstProperty *row = &table->rows[i];
    GValue value = G_VALUE_INIT;
    GParamSpec *spec;

    if (row->offset == 0 || !(row->flags & G_PARAM_WRITABLE))
      continue;
    spec = g_object_class_find_property (G_OBJECT_GET_CLASS (self), row->name);
    g_value_init (&value, spec->value_type);
    if (defaults)
      g_param_value_set_default (spec, &value);
    store (self, row, &value);
    g_value_unset (&value);
  }
}

void
gst_property_table_init (gpointer self, const GstPropertyTable * table)
{
  store_all (self, table, TRUE);
}

void
gst_property_table_clear (gpointer self, const GstPropertyTable * table)
{
  store_all (self, table, FALSE);
}

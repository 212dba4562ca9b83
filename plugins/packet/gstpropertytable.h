/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpropertytable.h: the properties of a class as one table
 *
 * A row has name, nick and blurb, then flags, type, bounds, default, unit, and the member
 * that holds the value. Defaults, setters and getters need no other code; side effects are
 * a function of the row or of the table. The id of a property is its row, from 1 on. */
#pragma once

#include "gstpropertycheck.h"

typedef struct
{
  const gchar *name, *nick, *blurb;
  GParamFlags flags;
  GType fundamental;            /* 0: a fraction */
  GType (*type) (void);         /* of enumerations, objects and boxed types */
  gdouble least, most, value;   /* the range, and the default of what is a number */
  const gchar *text;            /* the default of a string */
  GstPropertyMeasure measure;
  gsize offset, size;           /* of the member; 0: it is none */
  gsize is_set;                 /* of a gboolean: the user has set it; 0: none */
  /* In place of the member, without the lock; a row with neither is the property of the
   * object inside */
  void (*set) (gpointer self, const GValue * value);
  void (*get) (gpointer self, GValue * value);
  GstStructure *(*stats) (gpointer self);
  /* After the member: with the lock, and without */
  void (*stored) (gpointer self);
  void (*changed) (gpointer self);
} GstProperty;

typedef struct
{
  const GstProperty *rows;
  guint n_rows;
  gsize lock;                   /* of the GMutex of the members; 0: the object lock */
  gsize inner;                  /* of the object inside */
  /* The type of that; its properties are shown, too, except @left_out, or NULL. */
  GType (*inner_type) (void);
  const gchar *left_out;
  /* After any row's */
  void (*stored) (gpointer self);
  void (*changed) (gpointer self);
} GstPropertyTable;

/* ---- what rows are made of ---- */

#define PROP_READABLE \
  .flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS
#define PROP_READY \
  .flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY
#define PROP_PLAYING \
  .flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING
#define PROP_CONTROLLED \
  .flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING \
      | GST_PARAM_CONTROLLABLE
#define PROP_WRITABLE \
  .flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY

/* Members have the type of the property, enumerations that of an int; a boolean is a
 * gboolean or a bool, a fraction two ints, and a time in ms is a guint64 in ns. */
#define PROP_MEMBER(Type, member) \
  .offset = G_STRUCT_OFFSET (Type, member), .size = sizeof (((Type *) 0)->member)
#define PROP_NOTES(Type, member) \
  .is_set = G_STRUCT_OFFSET (Type, member)

#define PROP_NUMBER(type, from, to, unless_set) \
  .fundamental = (type), .least = (from), .most = (to), .value = (unless_set)
#define PROP_UINT(from, to, unless_set) \
  PROP_NUMBER (G_TYPE_UINT, from, to, unless_set)
#define PROP_INT(from, to, unless_set) \
  PROP_NUMBER (G_TYPE_INT, from, to, unless_set)
#define PROP_DOUBLE(from, to, unless_set) \
  PROP_NUMBER (G_TYPE_DOUBLE, from, to, unless_set)
/* Any; a double does not have the largest. */
#define PROP_UINT64(unless_set) \
  PROP_NUMBER (G_TYPE_UINT64, 0, 0, unless_set)
#define PROP_BOOLEAN(unless_set) \
  PROP_NUMBER (G_TYPE_BOOLEAN, FALSE, TRUE, unless_set)
#define PROP_ENUM(get_type, unless_set) \
  .fundamental = G_TYPE_ENUM, .type = (get_type), .value = (unless_set)
/* From 1/@from to @to/1 */
#define PROP_FRACTION(from, to, unless_set) \
  PROP_NUMBER (0, from, to, unless_set)
#define PROP_STRING(unless_set) \
  .fundamental = G_TYPE_STRING, .text = (unless_set)
#define PROP_OBJECT(get_type) \
  .fundamental = G_TYPE_OBJECT, .type = (get_type)
#define PROP_BOXED(get_type) \
  .fundamental = G_TYPE_BOXED, .type = (get_type)
#define PROP_SET(function) .set = (function)
#define PROP_GET(function) .get = (function)
#define PROP_STORED(function) .stored = (function)
#define PROP_CHANGED(function) .changed = (function)
#define PROP_STATS(function) \
  PROP_READABLE, PROP_BOXED (gst_structure_get_type), \
  .stats = (function)

/* A time in ms or a rate in bit/s. Values below @least, except 0, and above the range
 * cause a warning that proposes another unit. */
#define PROP_MS(least) .measure = { GST_PROPERTY_UNIT_MS, (least) }
#define PROP_BITS(least) .measure = { GST_PROPERTY_UNIT_BITS, (least) }

/* The function that registers an enumeration; @values end with zeros. */
#define GST_PROPERTY_DEFINE_ENUM(Name, get_type, values) \
GType \
get_type (void) \
{ \
  static gsize type = 0; \
\
  if (g_once_init_enter (&type)) \
    g_once_init_leave (&type, g_enum_register_static (Name, values)); \
  return type; \
}

/* Of a table */
#define PROP_ROWS(array) .rows = (array), .n_rows = G_N_ELEMENTS (array)

/* In class_init; @table is static. */
void gst_property_table_install (GObjectClass * klass,
    const GstPropertyTable * table);

/* Set the members of a new object to their defaults; free those of an old one. */
void gst_property_table_init (gpointer self, const GstPropertyTable * table);
void gst_property_table_clear (gpointer self, const GstPropertyTable * table);

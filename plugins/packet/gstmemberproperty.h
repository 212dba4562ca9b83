/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstmemberproperty.h: properties that are members of an object
 *
 * Their defaults, and what is set and read of them, need no code of an element: a property
 * is in one place, its specification. Members have the type of the property, enumerations
 * that of an int; a time in ms is a guint64 in ns. */
#ifndef __GST_MEMBER_PROPERTY_H__
#define __GST_MEMBER_PROPERTY_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* As gst_strict_property_install(), of a member at @offset of the instance. */
void gst_member_property_install (GObjectClass * klass, guint id, gsize offset,
    GParamSpec * pspec);

/* The members of a new object get their defaults. */
void gst_member_property_init (gpointer object);

/* With the lock of the members. FALSE: it is none of them. */
gboolean gst_member_property_set (gpointer object, GParamSpec * pspec,
    const GValue * value);
gboolean gst_member_property_get (gpointer object, GParamSpec * pspec,
    GValue * value);

G_END_DECLS

#endif /* __GST_MEMBER_PROPERTY_H__ */

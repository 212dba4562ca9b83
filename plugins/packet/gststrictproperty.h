/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gststrictproperty.h: values out of a property's range are told as errors of the element,
 * those in another unit as warnings
 *
 * GObject by itself prints a line without the range, which an application never sees, and
 * the element goes on with the value of before. */
#ifndef __GST_STRICT_PROPERTY_H__
#define __GST_STRICT_PROPERTY_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* As g_object_class_install_property(); takes @pspec. Numbers and enumerations reach
 * set_property() whatever they are, to be given to admit() first. */
void gst_strict_property_install (GObjectClass * klass, guint id,
    GParamSpec * pspec);

/* @pspec, of a time in ms or a rate in bit/s. Nobody means less than @least, but for 0:
 * who sets less is asked for another unit, who sets too much as well. */
GParamSpec *gst_strict_property_in_ms (GParamSpec * pspec, gdouble least);
GParamSpec *gst_strict_property_in_bits (GParamSpec * pspec, gdouble least);

/* What one of these functions said of @from holds for @pspec, too. */
void gst_strict_property_copy_unit (GParamSpec * pspec, GParamSpec * from);

gboolean gst_strict_property_is_time (GParamSpec * pspec);
/* A time in ms, a guint or a double, is in ns inside. */
guint64 gst_strict_property_get_time (const GValue * value);
void gst_strict_property_set_time (GValue * value, guint64 ns);

/* What is wrong with @value, to be freed; NULL: nothing. */
gchar *gst_strict_property_find_fault (GParamSpec * pspec,
    const GValue * value);

/* Says that nobody means the value that @object has, though it is in range, to be freed;
 * NULL: it may well be meant. */
gchar *gst_strict_property_get_doubt (GObject * object, const gchar * name);

/* FALSE: @value is not to be taken. An element, or the one of a pad, that is in PAUSED
 * or PLAYING warns; one below that does not start. */
gboolean gst_strict_property_admit (GObject * object, const GValue * value,
    GParamSpec * pspec);

/* At each change of state; warns of what nobody means. FALSE: a value is to be corrected
 * first, and an error was posted. */
gboolean gst_strict_property_allows (GstElement * element,
    GstStateChange transition);

G_END_DECLS

#endif /* __GST_STRICT_PROPERTY_H__ */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gststrictproperty.h: values out of a property's range are told as errors of the element
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

/* What is wrong with @value, to be freed; NULL: nothing. */
gchar *gst_strict_property_find_fault (GParamSpec * pspec,
    const GValue * value);

/* FALSE: @value is not to be taken. An element, or the one of a pad, that is in PAUSED
 * or PLAYING warns; one below that does not start. */
gboolean gst_strict_property_admit (GObject * object, const GValue * value,
    GParamSpec * pspec);

/* At each change of state. FALSE: a value is to be corrected first, and an error was
 * posted. */
gboolean gst_strict_property_allows (GstElement * element,
    GstStateChange transition);

G_END_DECLS

#endif /* __GST_STRICT_PROPERTY_H__ */

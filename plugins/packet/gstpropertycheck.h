/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpropertycheck.h: errors for values out of range, warnings for values in another unit
 *
 * GObject itself prints a line without the range, unseen by applications, and the element
 * keeps its value. */
#ifndef __GST_PROPERTY_CHECK_H__
#define __GST_PROPERTY_CHECK_H__

#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum
{
  GST_PROPERTY_UNIT_NONE,
  GST_PROPERTY_UNIT_MS,
  GST_PROPERTY_UNIT_BITS
} GstPropertyUnit;

/* Nobody means less than @least, but for 0. */
typedef struct
{
  GstPropertyUnit unit;
  gdouble least;
} GstPropertyMeasure;

/* A copy of @pspec; numbers and enumerations reach set_property() whatever they are, to be
 * given to admit() first. @measure is static; NULL: that of @pspec. */
void gst_property_check_install (GObjectClass * klass, guint id,
    GParamSpec * pspec, const GstPropertyMeasure * measure);

/* What is wrong with @value, to be freed; NULL: nothing. */
gchar *gst_property_check_find_fault (GParamSpec * pspec,
    const GValue * value);

/* Says that nobody means the value that @object has, though it is in range, to be freed;
 * NULL: it may well be meant. */
gchar *gst_property_check_get_doubt (GObject * object, const gchar * name);

/* FALSE: @value is not to be taken. An element, or the one of a pad, that is in PAUSED
 * or PLAYING warns; one below that does not start. */
gboolean gst_property_check_admit (GObject * object, const GValue * value,
    GParamSpec * pspec);

/* At each change of state; warns of what nobody means. FALSE: a value is to be corrected
 * first, and an error was posted. */
gboolean gst_property_check_allows (GstElement * element,
    GstStateChange transition);

G_END_DECLS

#endif /* __GST_PROPERTY_CHECK_H__ */

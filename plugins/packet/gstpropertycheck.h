/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpropertycheck.h: errors for values out of range, warnings for values in another unit
 *
 * GObject itself prints a line without the range, unseen by applications, and the element
 * keeps its value. */
#pragma once

#include <gst/gst.h>

typedef enum
{
  GST_PROPERTY_UNIT_NONE,
  GST_PROPERTY_UNIT_MS,
  GST_PROPERTY_UNIT_BITS
} GstPropertyUnit;

/* Values below @least, except 0, are implausible. */
typedef struct
{
  GstPropertyUnit unit;
  gdouble least;
} GstPropertyMeasure;

/* A copy of @pspec that passes any number and enumeration to set_property(), which
 * gives it to admit() first. @measure is static; NULL: that of @pspec. */
void gst_property_check_install (GObjectClass * klass, guint id,
    GParamSpec * pspec, const GstPropertyMeasure * measure);

/* The fault of @value, to be freed; NULL: none. */
gchar *gst_property_check_find_fault (GParamSpec * pspec,
    const GValue * value);

/* A warning about an implausible value within the range, to be freed; NULL: none. */
gchar *gst_property_check_get_doubt (GObject * object, const gchar * name);

/* FALSE: @value is refused. An element, or that of a pad, warns in PAUSED and PLAYING;
 * below, it does not start. */
gboolean gst_property_check_admit (GObject * object, const GValue * value,
    GParamSpec * pspec);

/* At each change of state; warns of implausible values. FALSE: a value needs a
 * correction, and an error was posted. */
gboolean gst_property_check_allows (GstElement * element,
    GstStateChange transition);

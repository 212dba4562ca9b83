/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpgccbwe.c: what has the names of gst-plugins-rs' plugin and of two of its elements, and does
 * nothing */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/gst.h>

typedef struct
{
  GstElement element;
} Theirs;

typedef struct
{
  GstElementClass parent_class;
} TheirsClass;

GType theirs_get_type (void);
G_DEFINE_TYPE (Theirs, theirs, GST_TYPE_ELEMENT);

static void
theirs_init (Theirs * self)
{
  (void) self;
}

static void
theirs_class_init (TheirsClass * klass)
{
  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass), "Theirs",
      "Network", "Stands for theirs", "nobody");
}

static gboolean
plugin_init (GstPlugin * plugin)
{
  return gst_element_register (plugin, "rtpgccbwe", GST_RANK_NONE,
      theirs_get_type ())
      && gst_element_register (plugin, "rtpav1pay", GST_RANK_NONE,
      theirs_get_type ());
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, rsrtp, "Theirs",
    plugin_init, VERSION, "LGPL", GST_PACKAGE_NAME, GST_PACKAGE_ORIGIN);

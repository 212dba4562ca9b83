/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* since-1.20.h: what the code uses of GStreamer 1.20 that 1.18 does not have,
 * for tests/meta/old-headers */
#include <gst/gst.h>

#define GST_ELEMENT_REGISTER_DECLARE(name) \
  gboolean gst_element_register_ ## name (GstPlugin *)
#define GST_ELEMENT_REGISTER_DEFINE(name, factory, rank, type) \
  gboolean gst_element_register_ ## name (GstPlugin * plugin) \
  { \
    return gst_element_register (plugin, factory, rank, type); \
  }
#define GST_ELEMENT_REGISTER(name, plugin) gst_element_register_ ## name (plugin)

GstBuffer *gst_buffer_new_memdup (gconstpointer data, gsize size);
GstPad *gst_element_request_pad_simple (GstElement * element,
    const gchar * name);

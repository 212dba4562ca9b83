/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties of elements that are not ours. */
#include "gststockelement.h"

gboolean
gst_stock_element_has_property (GstElement * element, const gchar * name,
    GType type)
{
  GParamSpec *pspec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), name);

  return pspec != NULL && (pspec->flags & G_PARAM_READABLE)
      && g_type_is_a (pspec->value_type, type);
}

void
gst_stock_element_probe_buffers (GstElement * element, const gchar * name,
    GstPadProbeCallback func)
{
  GQuark quark = g_quark_from_static_string (name);
  GstPad *pad = gst_element_get_static_pad (element, "src");

  if (pad == NULL)
    return;
  if (g_object_replace_qdata (G_OBJECT (pad), quark, NULL, pad, NULL, NULL))
    gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, func, NULL, NULL);
  gst_object_unref (pad);
}

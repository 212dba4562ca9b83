/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamproxy.c: see gstscreamproxy.h */
#include "gstscreamproxy.h"

/* Another object repeats what this one notifies of. */
static GQuark
repeated_quark (void)
{
  return g_quark_from_static_string ("gst-scream-repeated");
}

/* Notifies handlers of the object.  Those of its bins (deep-notify, gst-launch-1.0 -v) hear of it
 * once, from the outermost element that has the property; pads and parts would say the same. */
void
gst_scream_proxy_tell (GObject * object, const gchar * property)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (object), property);

  if (GST_IS_PAD (object) || g_object_get_qdata (object, repeated_quark ()))
    g_signal_emit (object, g_signal_lookup ("notify", G_TYPE_OBJECT),
        g_quark_from_string (property), spec);
  else
    g_object_notify_by_pspec (object, spec);
}

static void
on_notify (GObject * inner, GParamSpec * pspec, GObject * outer)
{
  GParamSpec *own = g_object_class_find_property (G_OBJECT_GET_CLASS (outer),
      pspec->name);

  /* Not of names that both have from a parent. */
  if (own == NULL || own->owner_type != G_OBJECT_TYPE (outer))
    return;
  if (g_str_equal (own->name, GST_SCREAM_PROXY_ESTIMATE))
    gst_scream_proxy_tell (outer, own->name);
  else
    g_object_notify_by_pspec (outer, own);
}

void
gst_scream_proxy_forward_notify (GObject * inner, GObject * outer)
{
  g_object_set_qdata (inner, repeated_quark (), GINT_TO_POINTER (TRUE));
  g_signal_connect_object (inner, "notify", G_CALLBACK (on_notify), outer, 0);
}

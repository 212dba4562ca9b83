/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamparts.c: see gstscreamparts.h */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamparts.h"
#include "plugins/packet/gsthelp.h"

const gchar *
gst_scream_parts_get_package (const gchar * factory)
{
  if (g_str_has_prefix (factory, "rtpav1"))
    return "gst-plugins-rs (plugin rsrtp)";
  if (g_str_has_prefix (factory, "srtp") || g_str_has_suffix (factory, "parse"))
    return "gstreamer1.0-plugins-bad";
  if (g_str_has_prefix (factory, "rtp") || g_str_has_prefix (factory, "udp")
      || g_str_has_prefix (factory, "jpeg")
      || g_str_equal (factory, "deinterlace"))
    return "gstreamer1.0-plugins-good";
  return "gstreamer1.0-plugins-base";
}

static gchar *
how_to_install (const gchar * factory)
{
  return g_strdup_printf ("Install %s, or its package on your system.",
      gst_scream_parts_get_package (factory));
}

void
gst_scream_parts_configure (GstElement * element, const gchar * settings)
{
  gchar **list = g_strsplit (settings, " ", -1);
  guint i;

  for (i = 0; list[i] != NULL; i++) {
    gchar **pair = g_strsplit (list[i], "=", 2);

    if (pair[0] != NULL && pair[1] != NULL
        && g_object_class_find_property (G_OBJECT_GET_CLASS (element), pair[0]))
      gst_util_set_object_arg (G_OBJECT (element), pair[0], pair[1]);
    g_strfreev (pair);
  }
  g_strfreev (list);
}

gboolean
gst_scream_parts_is_installed (const gchar * factory)
{
  GstElementFactory *found = gst_element_factory_find (factory);
  gboolean installed = found != NULL;

  gst_clear_object (&found);
  return installed;
}

gboolean
gst_scream_parts_have (GstElement * owner, const gchar * factory,
    const gchar * without)
{
  gchar *how;

  if (gst_scream_parts_is_installed (factory))
    return TRUE;
  how = how_to_install (factory);
  GST_ELEMENT_WARNING (owner, CORE, MISSING_PLUGIN,
      ("There is no element \"%s\". %s", factory, without),
      ("%s" GST_HELP ("missing-element"), how));
  g_free (how);
  return FALSE;
}

GstElement *
gst_scream_parts_make (GstBin * bin, const gchar * factory,
    const gchar * settings)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  if (element == NULL) {
    gchar *how = how_to_install (factory);

    GST_ELEMENT_ERROR (bin, CORE, MISSING_PLUGIN,
        ("There is no element \"%s\".", factory), ("%s", how));
    g_free (how);
    return NULL;
  }
  if (settings != NULL)
    gst_scream_parts_configure (element, settings);
  gst_bin_add (bin, element);
  return element;
}

void
gst_scream_parts_remove (GstBin * bin, GstElement * element)
{
  gst_object_ref (element);
  gst_element_set_locked_state (element, TRUE);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_bin_remove (bin, element);
  gst_object_unref (element);
}

void
gst_scream_parts_adopt (GstBin * bin, GstElement * element)
{
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (element));

  if (parent == NULL)
    gst_bin_add (bin, element);
  gst_clear_object (&parent);
}

/* A rtpsession notifies of its statistics with each RTCP packet, and gst-launch-1.0 -v prints all
 * of them.  It repeats what the RTPSession in it notifies of, whose handlers stay. */
void
gst_scream_parts_quiet_session (GstElement * session)
{
  GObject *internal = NULL;

  g_object_get (session, "internal-session", &internal, NULL);
  g_signal_handlers_disconnect_matched (internal,
      G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DETAIL | G_SIGNAL_MATCH_DATA,
      g_signal_lookup ("notify", G_TYPE_OBJECT),
      g_quark_from_static_string ("stats"), NULL, NULL, session);
  g_object_unref (internal);
}

void
gst_scream_parts_start (GPtrArray * elements)
{
  guint i;

  for (i = elements->len; i > 0; i--)
    gst_element_sync_state_with_parent (g_ptr_array_index (elements, i - 1));
}

void
gst_scream_parts_remove_all (GstBin * bin, GPtrArray * elements)
{
  guint i;

  for (i = 0; i < elements->len; i++)
    gst_scream_parts_remove (bin, g_ptr_array_index (elements, i));
  g_ptr_array_set_size (elements, 0);
}

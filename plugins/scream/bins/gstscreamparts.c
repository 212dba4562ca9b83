/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamparts.c: see gstscreamparts.h */
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
  g_auto (GStrv) list = g_strsplit (settings, " ", -1);
  guint i;

  for (i = 0; list[i] != NULL; i++) {
    g_auto (GStrv) pair = g_strsplit (list[i], "=", 2);

    if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), pair[0]))
      gst_util_set_object_arg (G_OBJECT (element), pair[0], pair[1]);
  }
}

void
gst_scream_parts_probe (GstElement * element, const gchar * name,
    GstPadProbeType type, GstPadProbeCallback callback, gpointer user_data,
    GDestroyNotify notify)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, type, callback, user_data, notify);
}

/* A clock releases what a timer has when it looks at it again: not the object. */
static void
free_weak_ref (gpointer ref)
{
  g_weak_ref_clear (ref);
  g_free (ref);
}

GstClockID
gst_scream_parts_start_timer (gpointer object, GstClockTime delay,
    GstClockTime period, GstClockCallback callback)
{
  g_autoptr (GstClock) clock = gst_system_clock_obtain ();
  GstClockTime start = gst_clock_get_time (clock) + delay;
  GstClockID timer = period != 0
      ? gst_clock_new_periodic_id (clock, start, period)
      : gst_clock_new_single_shot_id (clock, start);
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, object);
  gst_clock_id_wait_async (timer, callback, ref, free_weak_ref);
  return timer;
}

gboolean
gst_scream_parts_is_installed (const gchar * factory)
{
  g_autoptr (GstElementFactory) found = gst_element_factory_find (factory);

  return found != NULL;
}

gboolean
gst_scream_parts_have (GstElement * owner, const gchar * factory,
    const gchar * without)
{
  g_autofree gchar *how = NULL;

  if (gst_scream_parts_is_installed (factory))
    return TRUE;
  how = how_to_install (factory);
  GST_ELEMENT_WARNING (owner, CORE, MISSING_PLUGIN,
      ("There is no element \"%s\". %s", factory, without),
      ("%s" GST_HELP ("missing-element"), how));
  return FALSE;
}

GstElement *
gst_scream_parts_make (GstBin * bin, const gchar * factory,
    const gchar * settings)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  if (element == NULL) {
    g_autofree gchar *how = how_to_install (factory);

    GST_ELEMENT_ERROR (bin, CORE, MISSING_PLUGIN,
        ("There is no element \"%s\".", factory), ("%s", how));
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
gst_scream_parts_release (GstElement * element, GstPad ** pad)
{
  if (*pad == NULL)
    return;
  gst_element_release_request_pad (element, *pad);
  gst_clear_object (pad);
}

void
gst_scream_parts_adopt (GstBin * bin, GstElement * element)
{
  g_autoptr (GstObject) parent =
      gst_object_get_parent (GST_OBJECT_CAST (element));

  if (parent == NULL)
    gst_bin_add (bin, element);
}

/* An rtpsession notifies of its statistics with each RTCP packet, and gst-launch-1.0 -v prints
 * them all. It repeats the notifications of its RTPSession, whose handlers stay. */
void
gst_scream_parts_quiet_session (GstElement * session)
{
  g_autoptr (GObject) internal = NULL;

  g_object_get (session, "internal-session", &internal, NULL);
  g_signal_handlers_disconnect_matched (internal,
      G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DETAIL | G_SIGNAL_MATCH_DATA,
      g_signal_lookup ("notify", G_TYPE_OBJECT),
      g_quark_from_static_string ("stats"), NULL, NULL, session);
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

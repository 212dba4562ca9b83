/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the RTP format of an encoded stream does not carry is said before it is sent. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"
#include "plugins/packet/gsthelp.h"

/* A parser that does not know a field leaves it out. */
static gboolean
is_carried (const GstScreamPayload * entry, const GstCaps * caps)
{
  gchar *text = g_strdup_printf ("%s, %s", entry->encoded, entry->carried);
  GstCaps *carried = gst_caps_from_string (text);
  gboolean can = gst_caps_can_intersect (carried, caps);

  gst_caps_unref (carried);
  g_free (text);
  return can;
}

gboolean
gst_scream_sink_is_square (const GstStructure * s)
{
  gint n = 1, d = 1;

  gst_structure_get_fraction (s, "pixel-aspect-ratio", &n, &d);
  return n == d;
}

gboolean
gst_scream_sink_is_interlaced (const GstStructure * s)
{
  const gchar *mode = gst_structure_get_string (s, "interlace-mode");

  return mode != NULL && !g_str_equal (mode, "progressive");
}

static void
refuse (GstElement * sink, const GstScreamPayload * entry, const gchar * is)
{
  GST_ELEMENT_ERROR (sink, STREAM, FORMAT,
      ("RTP cannot carry this %s unchanged: it needs %s.",
          entry->encoding_name, entry->carried),
      ("Leave the property \"codec\" unset, so that screamsink decodes and "
          "encodes it, or set the source to a format of RTP. It is %s", is));
}

static void
warn (GstElement * sink, const GstScreamPayload * entry, const gchar * what,
    const gchar * element, const gchar * is)
{
  GST_ELEMENT_WARNING (sink, STREAM, FORMAT,
      ("%s does not signal %s.", entry->encoding_name, what),
      ("Put %s before the encoder, or link raw video to screamsink, which "
          "does so. It is %s" GST_HELP ("shape"), element, is));
}

static void
warn_shape (GstElement * sink, const GstScreamPayload * entry,
    const GstStructure * s, const gchar * is)
{
  if (!gst_scream_sink_is_square (s))
    warn (sink, entry, "the shape of pixels to the receiver, which shows "
        "square ones", "videoscale ! video/x-raw,pixel-aspect-ratio=1/1", is);
  if (gst_scream_sink_is_interlaced (s))
    warn (sink, entry, "the fields of the picture to the receiver, which "
        "shows combing", "deinterlace", is);
}

/* FALSE: an error was posted. */
static gboolean
check (GstElement * sink, const GstScreamPayload * entry, const GstCaps * caps)
{
  gboolean ok = entry->carried == NULL || is_carried (entry, caps);
  gchar *is = gst_caps_to_string (caps);

  if (!ok)
    refuse (sink, entry, is);
  else if (!entry->has_shape)
    warn_shape (sink, entry, gst_caps_get_structure (caps, 0), is);
  g_free (is);
  return ok;
}

typedef struct
{
  const GstScreamPayload *entry;
  gboolean refused;             /* what comes now: an error was posted */
} Watch;

/* A payloader without the caps would post another error for what follows. */
static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  gboolean is_event = info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM;
  GstElement *payloader;
  GstObject *sink;
  GstCaps *caps;

  if (!is_event)
    return self->refused ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  payloader = gst_pad_get_parent_element (pad);
  sink = payloader != NULL ? gst_object_get_parent (GST_OBJECT_CAST (payloader))
      : NULL;
  gst_event_parse_caps (event, &caps);
  self->refused = sink != NULL
      && !check (GST_ELEMENT_CAST (sink), self->entry, caps);
  gst_clear_object (&sink);
  gst_clear_object (&payloader);
  return self->refused ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

void
gst_scream_sink_watch_payloader (GstElement * payloader,
    const GstScreamPayload * entry)
{
  GstPad *pad = gst_element_get_static_pad (payloader, "sink");
  Watch *self = g_new0 (Watch, 1);

  self->entry = entry;
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM, on_data, self,
      g_free);
  gst_object_unref (pad);
}

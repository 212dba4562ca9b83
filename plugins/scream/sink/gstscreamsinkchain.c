/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The chain of a stream before screamtx: converters, encoder, parser and payloader, as the
 * caps need them. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

/* What the header extension abs-capture-time adds at most. */
#define CAPTURE_TIME_SIZE 24

#define RAW_AUDIO "audio/x-raw, rate=(int)48000, channels=(int)[ 1, 2 ]"

/* Takes its place behind what is in the chain already. */
static gboolean
append (GstScreamSinkPad * self, GstElement * element)
{
  if (element == NULL)
    return FALSE;
  g_ptr_array_add (self->chain, element);
  return TRUE;
}

static gboolean
append_new (GstScreamSinkPad * self, const gchar * factory,
    const gchar * settings)
{
  return append (self, gst_scream_parts_make (GST_BIN_CAST (self->sink),
          factory, settings));
}

static gboolean
append_filter (GstScreamSinkPad * self, const gchar * text)
{
  GstElement *filter =
      gst_scream_parts_make (GST_BIN_CAST (self->sink), "capsfilter", NULL);
  GstCaps *caps;

  if (filter == NULL)
    return FALSE;
  caps = gst_caps_from_string (text);
  g_object_set (filter, "caps", caps, NULL);
  gst_caps_unref (caps);
  return append (self, filter);
}

static gboolean
append_payloader (GstScreamSinkPad * self, const GstScreamPayload * entry)
{
  GstElement *payloader =
      gst_scream_parts_make (GST_BIN_CAST (self->sink), entry->payloader,
      entry->payloader_settings);
  guint mtu, capture_time;

  if (payloader == NULL)
    return FALSE;
  g_object_get (self->sink->tx, "capture-time-extension", &capture_time, NULL);
  GST_OBJECT_LOCK (self->sink);
  mtu = self->sink->mtu;
  GST_OBJECT_UNLOCK (self->sink);
  if (capture_time != 0)
    mtu -= CAPTURE_TIME_SIZE;
  g_object_set (payloader, "pt", entry->payload, "mtu", mtu, NULL);
  return append (self, payloader);
}

/* Payloaders take most streams as they come: without the parser those still
 * work. */
static gboolean
append_parser (GstScreamSinkPad * self, const GstScreamPayload * entry)
{
  GstElementFactory *factory = entry->parser != NULL ?
      gst_element_factory_find (entry->parser) : NULL;

  if (factory == NULL)
    return TRUE;
  gst_object_unref (factory);
  return append_new (self, entry->parser, NULL);
}

static gboolean
append_raw_video (GstScreamSinkPad * self)
{
  const GstScreamPayload *entry = NULL;

  return append_new (self, "videoconvert", NULL)
      && append_filter (self, GST_SCREAM_SINK_RAW_VIDEO_CAPS)
      && append (self, gst_scream_sink_make_video_encoder (self->sink,
          GST_OBJECT_NAME (self), &entry))
      && append_payloader (self, entry);
}

static gboolean
append_all (GstScreamSinkPad * self, GstScreamSinkKind kind,
    const GstScreamPayload * entry)
{
  GstScreamSink *sink = self->sink;
  const gchar *name = GST_OBJECT_NAME (self);

  switch (kind) {
    case GST_SCREAM_SINK_ENCODED:
      return append_parser (self, entry) && append_payloader (self, entry);
    case GST_SCREAM_SINK_RAW_VIDEO:
      return append_raw_video (self);
    case GST_SCREAM_SINK_JPEG:
      return append_new (self, "jpegdec", NULL) && append_raw_video (self);
    case GST_SCREAM_SINK_RAW_AUDIO:
      return append_new (self, "audioconvert", NULL)
          && append_new (self, "audioresample", NULL)
          && append_filter (self, RAW_AUDIO)
          && append (self, gst_scream_sink_make_audio_encoder (sink, name,
              &entry))
          && append_payloader (self, entry);
    default:
      return TRUE;
  }
}

static void
append_repair (GstScreamSinkPad * self)
{
  GstScreamRepair repair;
  guint deadline;

  GST_OBJECT_LOCK (self->sink);
  repair = self->sink->repair;
  deadline = self->sink->repair_deadline;
  GST_OBJECT_UNLOCK (self->sink);
  gst_scream_repair_sender_append (self->sink->repairs, self->chain,
      self->sink->tx, repair, deadline);
}

static gboolean
link_chain (GstScreamSinkPad * self)
{
  GstPad *target;
  GstElement *last;
  gboolean ok = TRUE;
  guint i, n = self->chain->len;

  if (n == 0)
    return gst_ghost_pad_set_target (GST_GHOST_PAD_CAST (self),
        self->tx_sinkpad);
  for (i = 1; i < n; i++)
    ok &= gst_element_link (g_ptr_array_index (self->chain, i - 1),
        g_ptr_array_index (self->chain, i));

  last = g_ptr_array_index (self->chain, n - 1);
  target = gst_element_get_static_pad (last, "src");
  ok &= gst_pad_link (target, self->tx_sinkpad) == GST_PAD_LINK_OK;
  gst_object_unref (target);

  target = gst_element_get_static_pad (g_ptr_array_index (self->chain, 0),
      "sink");
  ok &= gst_ghost_pad_set_target (GST_GHOST_PAD_CAST (self), target);
  gst_object_unref (target);
  return ok;
}

void
gst_scream_sink_pad_clear_chain (GstScreamSinkPad * self)
{
  gst_ghost_pad_set_target (GST_GHOST_PAD_CAST (self), NULL);
  gst_scream_repair_sender_forget (self->sink->repairs, self->chain);
  gst_scream_parts_remove_all (GST_BIN_CAST (self->sink), self->chain);
  self->kind = GST_SCREAM_SINK_NOTHING;
  self->entry = NULL;
}

gboolean
gst_scream_sink_pad_build_chain (GstScreamSinkPad * self,
    GstScreamSinkKind kind, const GstScreamPayload * entry)
{
  gst_scream_sink_pad_clear_chain (self);
  if (!append_all (self, kind, entry)) {
    gst_scream_sink_pad_clear_chain (self);
    return FALSE;
  }
  append_repair (self);
  if (!link_chain (self)) {
    GST_ELEMENT_ERROR (self->sink, CORE, PAD,
        ("Cannot link the elements for %s.", GST_OBJECT_NAME (self)), (NULL));
    gst_scream_sink_pad_clear_chain (self);
    return FALSE;
  }
  self->kind = kind;
  self->entry = entry;
  if (self->sink->is_open)
    gst_scream_parts_start (self->chain);
  return TRUE;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The chain of a stream before screamtx: converters, encoder, parser and payloader, as the
 * caps need them. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"
#include "plugins/scream/tx/gstscreamtxpad.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

/* What the header extension abs-capture-time adds at most. */
#define CAPTURE_TIME_SIZE 24

/* Half of the encoders take even sizes only. */
#define SQUARE GST_SCREAM_SINK_RAW_VIDEO_CAPS \
    ", pixel-aspect-ratio=(fraction)1/1" \
    ", width=(int)[ 2, 32766, 2 ], height=(int)[ 2, 32766, 2 ]"

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

static GstElement *
get_last (GstScreamSinkPad * self)
{
  return g_ptr_array_index (self->chain, self->chain->len - 1);
}

static gboolean
append_new (GstScreamSinkPad * self, const gchar * factory,
    const gchar * settings)
{
  return append (self, gst_scream_parts_make (GST_BIN_CAST (self->sink),
          factory, settings));
}

static void
set_filter (GstElement * filter, const gchar * text)
{
  GstCaps *caps = gst_caps_from_string (text);

  g_object_set (filter, "caps", caps, NULL);
  gst_caps_unref (caps);
}

static gboolean
append_filter (GstScreamSinkPad * self, const gchar * text)
{
  if (!append_new (self, "capsfilter", NULL))
    return FALSE;
  set_filter (get_last (self), text);
  return TRUE;
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
  gst_scream_sink_watch_payloader (payloader, entry);
  return append (self, payloader);
}

/* h264parse that gives slices says of each one of its first frame that something is missing
 * before it; the next parser would make a frame of each. */
static GstPadProbeReturn
on_slice (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);

  if (!GST_BUFFER_PTS_IS_VALID (buffer)
      && GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT)) {
    buffer = gst_buffer_make_writable (buffer);
    GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT);
    GST_PAD_PROBE_INFO_DATA (info) = buffer;
  }
  return GST_PAD_PROBE_OK;
}

/* What comes is asked of the parser as frames. */
static gboolean
append_framing (GstScreamSinkPad * self, const GstScreamPayload * entry)
{
  GstPad *pad = gst_element_get_static_pad (get_last (self), "sink");
  gchar *caps = g_strdup_printf ("%s, %s", entry->encoded, entry->parsed);
  gboolean ok = append_filter (self, caps);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_slice, NULL, NULL);
  gst_object_unref (pad);
  g_free (caps);
  return ok;
}

/* Payloaders take most streams as they come: without the parser those still
 * work. */
static gboolean
append_parser (GstScreamSinkPad * self, const GstScreamPayload * entry)
{
  if (entry->parser == NULL || !gst_scream_parts_is_installed (entry->parser))
    return TRUE;
  return append_new (self, entry->parser, NULL)
      && (entry->parsed == NULL || append_framing (self, entry));
}

static gboolean
append_adapt (GstScreamSinkPad * self)
{
  RtpCcLadderMode adapt = gst_scream_sink_get_adapt (self->sink);

  /* Soft pictures would hide from it that the encoder makes too much. */
  gst_encoder_control_set_sharp (GST_SCREAM_TX_PAD (self->tx_sinkpad)->encoder,
      adapt != RTP_CC_LADDER_NONE);
  gst_scream_adapt_append (GST_BIN_CAST (self->sink), self->chain, adapt,
      self->tx_sinkpad);
  return TRUE;
}

/* To what the encoder takes from this memory, where there is an element for it. */
static gboolean
append_converter (GstScreamSinkPad * self, const GstScreamMemory * memory)
{
  gchar *caps;
  gboolean ok;

  if (memory == NULL || !gst_scream_sink_memory_has_converter (memory))
    return TRUE;
  caps = gst_scream_sink_memory_caps (memory);
  ok = append_new (self, memory->converter, NULL) && append_filter (self, caps);
  g_free (caps);
  return ok;
}

/* What is in @input; FALSE: there is none. */
static gboolean
append_encoder (GstScreamSinkPad * self, const GstScreamMemory * input)
{
  const GstScreamPayload *entry = NULL;
  const GstScreamMemory *memory = NULL;
  GstElement *encoder = gst_scream_sink_make_video_encoder (self->sink,
      GST_OBJECT_NAME (self), input, &entry, &memory);

  if (encoder == NULL)
    return FALSE;
  if (!append_converter (self, memory)) {
    gst_scream_parts_remove (GST_BIN_CAST (self->sink), encoder);
    return FALSE;
  }
  return append (self, encoder) && append_payloader (self, entry);
}

/* Half of the encoders take only even sizes of the formats that have one colour for four
 * pixels. Without the element the other half still works. */
static gboolean
append_crop (GstScreamSinkPad * self)
{
  if (!gst_scream_parts_is_installed ("videocrop"))
    return TRUE;
  self->crop = gst_scream_parts_make (GST_BIN_CAST (self->sink), "videocrop",
      NULL);
  return append (self, self->crop);
}

void
gst_scream_sink_pad_fit_size (GstScreamSinkPad * self, const GstCaps * caps)
{
  const GstStructure *s = gst_caps_get_structure (caps, 0);
  gint width, height;

  if (self->crop == NULL || !gst_structure_get_int (s, "width", &width)
      || !gst_structure_get_int (s, "height", &height))
    return;
  g_object_set (self->crop, "right", width > 1 ? width % 2 : 0,
      "bottom", height > 1 ? height % 2 : 0, NULL);
}

/* OURS: they write the shape of pixels into the stream; of others nobody is known to. */
static gboolean
says_aspect (GstScreamSinkPad * self)
{
  static const gchar *const encoders[] = { "x264enc", "x265enc", NULL };
  GstElement *encoder = g_ptr_array_index (self->chain, self->chain->len - 2);

  return g_strv_contains (encoders,
      GST_OBJECT_NAME (gst_element_get_factory (encoder)));
}

/* What the encoder does not say of its pixels would be seen as square. @place: in the chain,
 * before the encoder. */
static gboolean
make_square (GstScreamSinkPad * self, guint place)
{
  GstBin *bin = GST_BIN_CAST (self->sink);
  GstElement *scale =
      gst_scream_parts_make (bin, "videoscale", "add-borders=false");
  GstElement *filter = gst_scream_parts_make (bin, "capsfilter", NULL);

  if (scale == NULL || filter == NULL)
    return FALSE;
  set_filter (filter, SQUARE);
  g_ptr_array_insert (self->chain, (gint) place, scale);
  g_ptr_array_insert (self->chain, (gint) place + 1, filter);
  return TRUE;
}

static gboolean
append_raw_video (GstScreamSinkPad * self)
{
  guint place;

  if (!append_new (self, "videoconvert", NULL) || !append_crop (self)
      || !append_filter (self, GST_SCREAM_SINK_RAW_VIDEO_CAPS))
    return FALSE;
  place = self->chain->len;
  return append_adapt (self) && append_encoder (self, NULL)
      && (self->is_square || says_aspect (self) || make_square (self, place));
}

/* No encoder here is told of fields: their lines would be coded as one picture. */
static gboolean
append_deinterlace (GstScreamSinkPad * self)
{
  return !gst_scream_parts_have (GST_ELEMENT_CAST (self->sink), "deinterlace",
      "Interlaced video is sent unchanged, with combing in motion.")
      || append_new (self, "deinterlace", "fields=top");
}

/* Pictures that no encoder takes from where they are, are copied. */
static gboolean
append_memory_video (GstScreamSinkPad * self, const GstScreamMemory * memory)
{
  if (append_encoder (self, memory))
    return TRUE;
  gst_scream_parts_remove_all (GST_BIN_CAST (self->sink), self->chain);
  return gst_scream_sink_memory_check_copier (self->sink, memory)
      && append_new (self, memory->copier, NULL) && append_raw_video (self);
}

static gboolean
append_all (GstScreamSinkPad * self, GstScreamSinkKind kind,
    const GstScreamPayload * entry, const GstScreamMemory * memory)
{
  GstScreamSink *sink = self->sink;
  const gchar *name = GST_OBJECT_NAME (self);

  switch (kind) {
    case GST_SCREAM_SINK_ENCODED:
      return append_parser (self, entry) && append_payloader (self, entry);
    case GST_SCREAM_SINK_INTERLACED:
      if (memory == NULL && !append_deinterlace (self))
        return FALSE;
      /* FALLTHROUGH */
    case GST_SCREAM_SINK_RAW_VIDEO:
      return memory != NULL ? append_memory_video (self, memory)
          : append_raw_video (self);
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
  GstScreamRepair repair = gst_scream_sink_get_repair (self->sink);

  gst_scream_repair_sender_append (self->sink->repairs, self->chain,
      self->sink->tx, repair, gst_scream_sink_get_deadline (self->sink));
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
  self->crop = NULL;
  self->kind = GST_SCREAM_SINK_NOTHING;
  self->entry = NULL;
}

/* A goal goes without what the stream does not allow. */
static void
refuse_adapt (GstScreamSinkPad * self)
{
  RtpCcLadderMode adapt;

  GST_OBJECT_LOCK (self->sink);
  adapt = self->sink->adapt_is_set ? self->sink->adapt : RTP_CC_LADDER_NONE;
  GST_OBJECT_UNLOCK (self->sink);
  gst_scream_adapt_refuse (GST_ELEMENT_CAST (self->sink), adapt,
      GST_OBJECT_NAME (self));
}

gboolean
gst_scream_sink_pad_build_chain (GstScreamSinkPad * self,
    GstScreamSinkKind kind, const GstScreamPayload * entry,
    const GstScreamMemory * memory)
{
  gst_scream_sink_pad_clear_chain (self);
  if (!append_all (self, kind, entry, memory)) {
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
  if (kind == GST_SCREAM_SINK_RTP || kind == GST_SCREAM_SINK_ENCODED)
    refuse_adapt (self);
  self->kind = kind;
  self->entry = entry;
  self->memory = memory;
  if (self->sink->is_open)
    gst_scream_parts_start (self->chain);
  return TRUE;
}

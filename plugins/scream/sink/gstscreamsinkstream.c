/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One stream of screamsink: its pad, and what its caps ask to be built before screamtx
 * (gstscreamsinkchain.c) and behind it (gstscreamsinksession.c). */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/adapt/gstscreamwish.h"
#include "plugins/scream/bins/gstscreamproxy.h"
#include "gstscreamsinkprivate.h"
#include "plugins/scream/tx/gstscreamtx.h"
#include "plugins/scream/tx/gstscreamtxpad.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

G_DEFINE_TYPE (GstScreamSinkPad, gst_scream_sink_pad, GST_TYPE_GHOST_PAD);

static GstScreamSinkKind
kind_of (GstScreamSinkPad * self, const GstStructure * s,
    const GstScreamPayload ** entry)
{
  GstCaps *caps = gst_caps_new_full (gst_structure_copy (s), NULL);
  gboolean rtp = gst_structure_has_name (s, "application/x-rtp");

  *entry = rtp ? NULL : gst_scream_payload_find_caps (caps);
  gst_caps_unref (caps);
  if (rtp)
    return GST_SCREAM_SINK_RTP;
  if (gst_structure_has_name (s, "video/x-raw"))
    return gst_scream_sink_is_interlaced (s) ? GST_SCREAM_SINK_INTERLACED
        : GST_SCREAM_SINK_RAW_VIDEO;
  if (gst_structure_has_name (s, "audio/x-raw"))
    return GST_SCREAM_SINK_RAW_AUDIO;
  if (gst_structure_has_name (s, "image/jpeg")
      && self->sink->codec != GST_SCREAM_SINK_CODEC_JPEG)
    return GST_SCREAM_SINK_JPEG;
  return *entry != NULL ? GST_SCREAM_SINK_ENCODED : GST_SCREAM_SINK_NOTHING;
}

/* ---- what is built ---- */

gboolean
gst_scream_sink_pad_build (GstScreamSinkPad * self, GstCaps * caps)
{
  const GstScreamPayload *entry;
  const GstScreamMemory *memory =
      gst_scream_sink_memory_of (gst_caps_get_features (caps, 0));
  const GstStructure *s = gst_caps_get_structure (caps, 0);
  GstScreamSinkKind kind = kind_of (self, s, &entry);
  gboolean is_square = kind == GST_SCREAM_SINK_ENCODED
      || gst_scream_sink_is_square (s);

  if (kind == GST_SCREAM_SINK_NOTHING)
    return FALSE;
  if (!gst_scream_sink_pad_open_session (self))
    return FALSE;
  if (kind == self->kind && entry == self->entry && memory == self->memory
      && is_square == self->is_square)
    return TRUE;
  self->is_square = is_square;
  GST_INFO_OBJECT (self, "building for %" GST_PTR_FORMAT, caps);
  return gst_scream_sink_pad_build_chain (self, kind, entry, memory);
}

/* Not if it could be this or that. */
static gboolean
is_one_kind (GstScreamSinkPad * self, const GstCaps * caps)
{
  const GstScreamPayload *entry, *first_entry;
  const GstScreamMemory *memory;
  GstScreamSinkKind first;
  guint i;

  if (gst_caps_is_any (caps) || gst_caps_is_empty (caps))
    return FALSE;
  first = kind_of (self, gst_caps_get_structure (caps, 0), &first_entry);
  memory = gst_scream_sink_memory_of (gst_caps_get_features (caps, 0));
  for (i = 1; i < gst_caps_get_size (caps); i++) {
    if (kind_of (self, gst_caps_get_structure (caps, i), &entry) != first
        || entry != first_entry || memory !=
        gst_scream_sink_memory_of (gst_caps_get_features (caps, i)))
      return FALSE;
  }
  return first != GST_SCREAM_SINK_NOTHING;
}

/* So screamtx finds an encoder before that starts, when all of it can still be
 * set. */
void
gst_scream_sink_pad_build_early (GstScreamSinkPad * self)
{
  GstPad *pad = GST_PAD_CAST (self);
  GstCaps *accepted, *caps;

  if (!gst_pad_is_linked (pad))
    return;
  accepted = gst_pad_get_pad_template_caps (pad);
  caps = gst_pad_peer_query_caps (pad, accepted);
  if (is_one_kind (self, caps))
    gst_scream_sink_pad_build (self, caps);
  gst_caps_unref (caps);
  gst_caps_unref (accepted);
}

void
gst_scream_sink_pad_clear (GstScreamSinkPad * self)
{
  gst_scream_sink_pad_clear_chain (self);
  gst_scream_sink_pad_clear_session (self);
}

/* ---- the pad ---- */

static gboolean
on_caps (GstScreamSinkPad * self, GstEvent * event)
{
  GstCaps *caps;
  gboolean ok;

  gst_event_parse_caps (event, &caps);
  g_rec_mutex_lock (&self->sink->build_lock);
  ok = self->sink->is_open && gst_scream_sink_pad_build (self, caps);
  if (ok)
    gst_scream_sink_pad_fit_size (self, caps);
  g_rec_mutex_unlock (&self->sink->build_lock);
  return ok;
}

/* A parser says in the log at most what it has against them. */
static void
post_refused (GstScreamSinkPad * self, const GstCaps * caps)
{
  gchar *text = gst_caps_to_string (caps);

  GST_ELEMENT_ERROR (self->sink, STREAM, FORMAT,
      ("%s cannot read the stream with these caps.",
          GST_OBJECT_NAME (g_ptr_array_index (self->chain, 0))),
      ("H.264 and H.265 in slices need stream-format=byte-stream; avc and "
          "hvc1 need codec_data, and alignment=au. The caps: %s", text));
  g_free (text);
}

/* Who pushes caps is not told. */
static gboolean
is_refused (GstScreamSinkPad * self, GstCaps * caps)
{
  GstPad *target = gst_ghost_pad_get_target (GST_GHOST_PAD_CAST (self));
  GstCaps *taken = target != NULL ? gst_pad_get_current_caps (target) : NULL;
  gboolean refused = target != NULL && !GST_PAD_IS_FLUSHING (target)
      && (taken == NULL || !gst_caps_is_equal (taken, caps));

  gst_clear_caps (&taken);
  gst_clear_object (&target);
  return refused;
}

static gboolean
forward_caps (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstScreamSinkPad *self = GST_SCREAM_SINK_PAD (pad);
  GstCaps *caps;
  gboolean ok;

  gst_event_parse_caps (event, &caps);
  gst_caps_ref (caps);
  ok = gst_pad_event_default (pad, parent, event);
  if (self->kind == GST_SCREAM_SINK_ENCODED && is_refused (self, caps))
    post_refused (self, caps);
  gst_caps_unref (caps);
  return ok;
}

/* A stream that ends before its caps: nothing is built that would bring its end to
 * the sink. */
static void
end_without_chain (GstScreamSinkPad * self)
{
  GstPad *pad = GST_PAD_CAST (self);
  GstEvent *start = gst_pad_get_sticky_event (pad, GST_EVENT_STREAM_START, 0);
  gboolean ok;

  g_rec_mutex_lock (&self->sink->build_lock);
  ok = self->sink->is_open && gst_scream_sink_pad_open_session (self);
  g_rec_mutex_unlock (&self->sink->build_lock);
  if (ok && start != NULL)
    gst_pad_send_event (self->tx_sinkpad, gst_event_ref (start));
  if (ok)
    gst_pad_send_event (self->tx_sinkpad, gst_event_new_eos ());
  gst_clear_event (&start);
}

static gboolean
gst_scream_sink_pad_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS
      && GST_SCREAM_SINK_PAD (pad)->kind == GST_SCREAM_SINK_NOTHING)
    end_without_chain (GST_SCREAM_SINK_PAD (pad));
  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return gst_pad_event_default (pad, parent, event);
  if (on_caps (GST_SCREAM_SINK_PAD (pad), event))
    return forward_caps (pad, parent, event);
  gst_event_unref (event);
  return FALSE;
}

static gboolean
is_ours (GstCapsFeatures * features, GstStructure * structure,
    gpointer user_data)
{
  return gst_scream_sink_memory_of (features) == NULL
      && !gst_caps_features_is_any (features);
}

/* Who can give pictures in the system's memory is asked for them: all encoders take
 * these, and the size can be adapted. */
static GstCaps *
prefer_system_memory (GstCaps * caps)
{
  GstCaps *ours = gst_caps_copy (caps);

  gst_caps_filter_and_map_in_place (ours, (GstCapsFilterMapFunc) is_ours, NULL);
  if (gst_caps_is_empty (ours)) {
    gst_caps_unref (ours);
    return caps;
  }
  gst_caps_unref (caps);
  return ours;
}

/* The rate that is never exceeded: what is asked for at a start stays, and the rate of the
 * start may grow. */
static guint
get_highest_rate (GstScreamSinkPad * self)
{
  guint bitrate, pad_bitrate;

  g_object_get (self->sink->tx, gst_scream_tx_is_fixed (GST_SCREAM_TX
          (self->sink->tx)) ? "initial-bitrate" : "max-bitrate", &bitrate,
      NULL);
  g_object_get (self->tx_sinkpad, "max-bitrate", &pad_bitrate, NULL);
  return pad_bitrate > 0 ? MIN (bitrate, pad_bitrate) : bitrate;
}

/* What is built now does not limit what may come next.  Our order counts, for
 * sources have formats that no camera has. */
static gboolean
gst_scream_sink_pad_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstScreamSinkPad *self = GST_SCREAM_SINK_PAD (pad);
  GstCaps *accepted, *caps, *result;

  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_CAPS:
      gst_query_parse_caps (query, &caps);
      accepted = gst_pad_get_pad_template_caps (pad);
      result = caps == NULL ? gst_caps_ref (accepted)
          : prefer_system_memory (gst_caps_intersect_full (accepted, caps,
              GST_CAPS_INTERSECT_FIRST));
      result = gst_scream_wish_order (result,
          gst_scream_sink_get_adapt (self->sink), get_highest_rate (self));
      gst_query_set_caps_result (query, result);
      gst_caps_unref (result);
      gst_caps_unref (accepted);
      return TRUE;
    case GST_QUERY_ACCEPT_CAPS:
      gst_query_parse_accept_caps (query, &caps);
      accepted = gst_pad_get_pad_template_caps (pad);
      gst_query_set_accept_caps_result (query,
          gst_caps_is_subset (caps, accepted));
      gst_caps_unref (accepted);
      return TRUE;
    default:
      return gst_pad_query_default (pad, parent, query);
  }
}

GstScreamSinkPad *
gst_scream_sink_pad_create (GstScreamSink * sink, GstPadTemplate * templ,
    const gchar * name, GstPad * tx_sinkpad, GstPad * tx_srcpad)
{
  GstScreamSinkPad *self = g_object_new (GST_TYPE_SCREAM_SINK_PAD,
      "name", name, "direction", GST_PAD_SINK, "template", templ, NULL);
  GstPad *pad = GST_PAD_CAST (self);

  self->sink = sink;
  self->tx_sinkpad = gst_object_ref (tx_sinkpad);
  self->tx_srcpad = gst_object_ref (tx_srcpad);
  GST_SCREAM_TX_PAD (tx_sinkpad)->shares_sink = TRUE;
  gst_scream_proxy_forward_notify (G_OBJECT (tx_sinkpad), G_OBJECT (self));
  gst_pad_set_event_function (pad,
      GST_DEBUG_FUNCPTR (gst_scream_sink_pad_event));
  gst_pad_set_query_function (pad,
      GST_DEBUG_FUNCPTR (gst_scream_sink_pad_query));
  return self;
}

static void
gst_scream_sink_pad_finalize (GObject * object)
{
  GstScreamSinkPad *self = GST_SCREAM_SINK_PAD (object);

  g_ptr_array_unref (self->chain);
  g_ptr_array_unref (self->behind);
  gst_clear_object (&self->tx_sinkpad);
  gst_clear_object (&self->tx_srcpad);
  G_OBJECT_CLASS (gst_scream_sink_pad_parent_class)->finalize (object);
}

static void
gst_scream_sink_pad_init (GstScreamSinkPad * self)
{
  self->chain = g_ptr_array_new ();
  self->behind = g_ptr_array_new ();
}

/* All are those of the pad of screamtx. */
static const GstPropertyTable table = {
  .inner = G_STRUCT_OFFSET (GstScreamSinkPad, tx_sinkpad),
  .inner_type = gst_scream_tx_pad_get_type
};

static void
gst_scream_sink_pad_class_init (GstScreamSinkPadClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gst_scream_sink_pad_finalize;
  gst_property_table_install (object_class, &table);
}

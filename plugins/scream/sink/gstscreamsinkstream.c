/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One stream of screamsink: what is before screamtx and what is behind it. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/bins/gstscreamproxy.h"
#include "gstscreamsinkprivate.h"
#include "plugins/scream/tx/gstscreamtxpad.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

/* Receivers synchronise streams when they have a sender report of each. The
 * time in it is that of the picture, not of the packet, which may have waited. */
#define SESSION_SETTINGS \
    "rtcp-min-interval=1000000000 rtcp-sync-send-time=false"

/* A session sends BYE within a few milliseconds of its last packet. */
#define BYE_TIME (50 * GST_MSECOND)

/* What the header extension abs-capture-time adds at most. */
#define CAPTURE_TIME_SIZE 24

#define RAW_AUDIO "audio/x-raw, rate=(int)48000, channels=(int)[ 1, 2 ]"

enum
{
  PROP_0,
  PROP_PROXIED
};

G_DEFINE_TYPE (GstScreamSinkPad, gst_scream_sink_pad, GST_TYPE_GHOST_PAD);

/* ---- before screamtx ---- */

static GstScreamSinkKind
kind_of (const GstStructure * s, const GstScreamPayload ** entry)
{
  GstCaps *caps = gst_caps_new_full (gst_structure_copy (s), NULL);
  gboolean rtp = gst_structure_has_name (s, "application/x-rtp");

  *entry = rtp ? NULL : gst_scream_payload_find_caps (caps);
  gst_caps_unref (caps);
  if (rtp)
    return GST_SCREAM_SINK_RTP;
  if (gst_structure_has_name (s, "video/x-raw"))
    return GST_SCREAM_SINK_RAW_VIDEO;
  if (gst_structure_has_name (s, "audio/x-raw"))
    return GST_SCREAM_SINK_RAW_AUDIO;
  return *entry != NULL ? GST_SCREAM_SINK_ENCODED : GST_SCREAM_SINK_NOTHING;
}

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
append_all (GstScreamSinkPad * self, GstScreamSinkKind kind,
    const GstScreamPayload * entry)
{
  GstScreamSink *sink = self->sink;

  switch (kind) {
    case GST_SCREAM_SINK_ENCODED:
      return append_parser (self, entry) && append_payloader (self, entry);
    case GST_SCREAM_SINK_RAW_VIDEO:
      return append_new (self, "videoconvert", NULL)
          && append_filter (self, GST_SCREAM_SINK_RAW_VIDEO_CAPS)
          && append (self, gst_scream_sink_make_video_encoder (sink, &entry))
          && append_payloader (self, entry);
    case GST_SCREAM_SINK_RAW_AUDIO:
      return append_new (self, "audioconvert", NULL)
          && append_new (self, "audioresample", NULL)
          && append_filter (self, RAW_AUDIO)
          && append (self, gst_scream_sink_make_audio_encoder (sink, &entry))
          && append_payloader (self, entry);
    default:
      return TRUE;
  }
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

/* What is downstream first.  While the bin itself starts, it does this. */
static void
start (GstScreamSinkPad * self, GPtrArray * elements)
{
  guint i;

  if (!self->sink->is_open)
    return;
  for (i = elements->len; i > 0; i--)
    gst_element_sync_state_with_parent (g_ptr_array_index (elements, i - 1));
}

static void
remove_all (GstScreamSinkPad * self, GPtrArray * elements)
{
  guint i;

  for (i = 0; i < elements->len; i++)
    gst_scream_parts_remove (GST_BIN_CAST (self->sink),
        g_ptr_array_index (elements, i));
  g_ptr_array_set_size (elements, 0);
}

static void
clear_chain (GstScreamSinkPad * self)
{
  gst_ghost_pad_set_target (GST_GHOST_PAD_CAST (self), NULL);
  remove_all (self, self->chain);
  self->kind = GST_SCREAM_SINK_NOTHING;
  self->entry = NULL;
}

static gboolean
build_chain (GstScreamSinkPad * self, GstScreamSinkKind kind,
    const GstScreamPayload * entry)
{
  clear_chain (self);
  if (!append_all (self, kind, entry)) {
    clear_chain (self);
    return FALSE;
  }
  if (!link_chain (self)) {
    GST_ELEMENT_ERROR (self->sink, CORE, PAD,
        ("Cannot link the elements for %s.", GST_OBJECT_NAME (self)), (NULL));
    clear_chain (self);
    return FALSE;
  }
  self->kind = kind;
  self->entry = entry;
  start (self, self->chain);
  return TRUE;
}

/* ---- behind screamtx ---- */

/* A session takes the SSRC that it suggests for its own, and does not say that
 * it has left when it pauses. */
static GstPadProbeReturn
on_first_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstElement *session = GST_ELEMENT_CAST (user_data);
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GObject *internal = NULL;
  guint8 ssrc[4];

  (void) pad;
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    buffer = gst_buffer_list_get (GST_PAD_PROBE_INFO_BUFFER_LIST (info), 0);
  if (buffer == NULL || gst_buffer_extract (buffer, 8, ssrc, 4) < 4)
    return GST_PAD_PROBE_OK;
  g_object_get (session, "internal-session", &internal, NULL);
  g_object_set (internal, "internal-ssrc", GST_READ_UINT32_BE (ssrc), NULL);
  g_object_unref (internal);
  return GST_PAD_PROBE_REMOVE;
}

/* The pad may have been released, or have had its EOS: then nothing happens. */
static gboolean
end_rtcp (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  (void) clock;
  (void) time;
  (void) id;
  gst_pad_send_event (GST_PAD_CAST (user_data), gst_event_new_eos ());
  return TRUE;
}

/* A session ends its RTCP when it has sent BYE; with no packet before it does
 * not, and otherwise not always (1.22).  The funnel waits for it. */
static GstPadProbeReturn
on_eos (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstClock *clock;
  GstClockID timer;

  (void) pad;
  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) != GST_EVENT_EOS)
    return GST_PAD_PROBE_OK;
  clock = gst_system_clock_obtain ();
  timer = gst_clock_new_single_shot_id (clock,
      gst_clock_get_time (clock) + BYE_TIME);
  gst_clock_id_wait_async (timer, end_rtcp, gst_object_ref (user_data),
      gst_object_unref);
  gst_clock_id_unref (timer);
  gst_object_unref (clock);
  return GST_PAD_PROBE_OK;
}

/* For RTP whose caps name no SSRC. */
static GstCaps *
on_request_pt_map (GstElement * session, guint pt, GstScreamSinkPad * self)
{
  (void) session;
  (void) pt;
  return gst_pad_get_current_caps (self->tx_sinkpad);
}

/* Links what comes out of @src to an element's request pad @name; the pad on
 * the other side of it is @out. Takes @src. */
static GstPad *
through (GstPad * src, GstElement * element, const gchar * name,
    const gchar * out)
{
  GstPad *sink = gst_element_request_pad_simple (element, name);

  gst_pad_link (src, sink);
  gst_object_unref (src);
  gst_object_unref (sink);
  return out != NULL ? gst_element_get_static_pad (element, out) : NULL;
}

/* Takes @src; the funnel's pad. */
static GstPad *
to_funnel (GstScreamSinkPad * self, GstPad * src)
{
  GstPad *pad = gst_element_request_pad_simple (self->sink->funnel, "sink_%u");

  gst_pad_link (src, pad);
  gst_object_unref (src);
  return pad;
}

static GstElement *
make_session (GstScreamSinkPad * self)
{
  GstElement *session =
      gst_scream_parts_make (GST_BIN_CAST (self->sink), "rtpsession",
      SESSION_SETTINGS);
  GstStructure *sdes;
  GstPad *pad;

  if (session == NULL)
    return NULL;
  sdes = gst_structure_new ("application/x-rtp-source-sdes",
      "cname", G_TYPE_STRING, self->sink->cname, NULL);
  g_object_set (session, "sdes", sdes, NULL);
  gst_structure_free (sdes);
  g_signal_connect_object (session, "request-pt-map",
      G_CALLBACK (on_request_pt_map), self, 0);
  g_ptr_array_add (self->behind, session);

  pad = through (gst_object_ref (self->tx_srcpad), session, "send_rtp_sink",
      "send_rtp_src");
  gst_object_unref (pad);
  pad = gst_element_get_static_pad (session, "send_rtp_sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, on_first_packet,
      gst_object_ref (session), gst_object_unref);
  gst_object_unref (pad);
  return session;
}

/* NULL if there is none to make; FALSE: an error was posted. */
static gboolean
make_srtpenc (GstScreamSinkPad * self, GstElement ** encoder)
{
  GstBuffer *key = gst_scream_sink_get_key (self->sink);

  *encoder = NULL;
  if (key == NULL)
    return TRUE;
  *encoder = gst_scream_parts_make (GST_BIN_CAST (self->sink), "srtpenc", NULL);
  if (*encoder != NULL) {
    g_object_set (*encoder, "key", key, NULL);
    g_ptr_array_add (self->behind, *encoder);
  }
  gst_buffer_unref (key);
  return *encoder != NULL;
}

static gboolean
open_behind (GstScreamSinkPad * self)
{
  GstElement *session, *encoder;
  GstPad *rtp, *rtcp;

  if (self->behind->len > 0)
    return TRUE;
  session = make_session (self);
  if (session == NULL || !make_srtpenc (self, &encoder))
    return FALSE;

  rtp = gst_element_get_static_pad (session, "send_rtp_src");
  rtcp = gst_element_request_pad_simple (session, "send_rtcp_src");
  if (encoder != NULL) {
    rtp = through (rtp, encoder, "rtp_sink_0", "rtp_src_0");
    rtcp = through (rtcp, encoder, "rtcp_sink_0", "rtcp_src_0");
  }
  self->rtp_funnel_pad = to_funnel (self, rtp);
  self->rtcp_funnel_pad = to_funnel (self, rtcp);
  gst_pad_add_probe (self->rtp_funnel_pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_eos, gst_object_ref (self->rtcp_funnel_pad), gst_object_unref);
  self->tee_pad = gst_element_request_pad_simple (self->sink->tee, "src_%u");
  through (gst_object_ref (self->tee_pad), session, "recv_rtcp_sink", NULL);
  start (self, self->behind);
  return TRUE;
}

static void
release (GstElement * element, GstPad ** pad)
{
  if (*pad == NULL)
    return;
  gst_element_release_request_pad (element, *pad);
  gst_clear_object (pad);
}

static void
clear_behind (GstScreamSinkPad * self)
{
  remove_all (self, self->behind);
  release (self->sink->funnel, &self->rtp_funnel_pad);
  release (self->sink->funnel, &self->rtcp_funnel_pad);
  release (self->sink->tee, &self->tee_pad);
}

/* ---- both ---- */

gboolean
gst_scream_sink_pad_build (GstScreamSinkPad * self, GstCaps * caps)
{
  const GstScreamPayload *entry;
  GstScreamSinkKind kind;

  kind = kind_of (gst_caps_get_structure (caps, 0), &entry);
  if (kind == GST_SCREAM_SINK_NOTHING)
    return FALSE;
  if (!open_behind (self))
    return FALSE;
  if (kind == self->kind && entry == self->entry)
    return TRUE;
  GST_INFO_OBJECT (self, "building for %" GST_PTR_FORMAT, caps);
  return build_chain (self, kind, entry);
}

/* Not if it could be this or that. */
static gboolean
is_one_kind (const GstCaps * caps)
{
  const GstScreamPayload *entry, *first_entry;
  GstScreamSinkKind first;
  guint i;

  if (gst_caps_is_any (caps) || gst_caps_is_empty (caps))
    return FALSE;
  first = kind_of (gst_caps_get_structure (caps, 0), &first_entry);
  for (i = 1; i < gst_caps_get_size (caps); i++) {
    if (kind_of (gst_caps_get_structure (caps, i), &entry) != first
        || entry != first_entry)
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
  if (is_one_kind (caps))
    gst_scream_sink_pad_build (self, caps);
  gst_caps_unref (caps);
  gst_caps_unref (accepted);
}

void
gst_scream_sink_pad_clear (GstScreamSinkPad * self)
{
  clear_chain (self);
  clear_behind (self);
}

/* ---- the pad ---- */

/* RFC 5761 section 4: with the marker bit these look like RTCP types. */
static void
check_payload_type (GstScreamSinkPad * self, const GstCaps * caps)
{
  gint payload;

  if (gst_structure_get_int (gst_caps_get_structure (caps, 0), "payload",
          &payload) && payload >= 64 && payload <= 95)
    GST_ELEMENT_WARNING (self->sink, STREAM, FORMAT,
        ("Payload type %d cannot be told from RTCP, which has the same port.",
            payload), ("Set pt of the payloader to 96...127."));
}

static gboolean
on_caps (GstScreamSinkPad * self, GstEvent * event)
{
  GstCaps *caps;
  gboolean ok;

  gst_event_parse_caps (event, &caps);
  g_rec_mutex_lock (&self->sink->build_lock);
  ok = self->sink->is_open && gst_scream_sink_pad_build (self, caps);
  g_rec_mutex_unlock (&self->sink->build_lock);
  if (ok)
    check_payload_type (self, caps);
  return ok;
}

static gboolean
gst_scream_sink_pad_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS
      && !on_caps (GST_SCREAM_SINK_PAD (pad), event)) {
    gst_event_unref (event);
    return FALSE;
  }
  return gst_pad_event_default (pad, parent, event);
}

/* What is built now does not limit what may come next.  Our order counts, for
 * sources have formats that no camera has. */
static gboolean
gst_scream_sink_pad_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstCaps *accepted, *caps, *result;

  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_CAPS:
      gst_query_parse_caps (query, &caps);
      accepted = gst_pad_get_pad_template_caps (pad);
      result = caps == NULL ? gst_caps_ref (accepted)
          : gst_caps_intersect_full (accepted, caps, GST_CAPS_INTERSECT_FIRST);
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
  gst_scream_proxy_forward_notify (G_OBJECT (tx_sinkpad), G_OBJECT (self));
  gst_pad_set_event_function (pad,
      GST_DEBUG_FUNCPTR (gst_scream_sink_pad_event));
  gst_pad_set_query_function (pad,
      GST_DEBUG_FUNCPTR (gst_scream_sink_pad_query));
  return self;
}

static void
gst_scream_sink_pad_set_property (GObject * object, guint id,
    const GValue * value, GParamSpec * pspec)
{
  (void) id;
  gst_scream_proxy_set (G_OBJECT (GST_SCREAM_SINK_PAD (object)->tx_sinkpad),
      value, pspec);
}

static void
gst_scream_sink_pad_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  (void) id;
  gst_scream_proxy_get (G_OBJECT (GST_SCREAM_SINK_PAD (object)->tx_sinkpad),
      value, pspec);
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

static void
gst_scream_sink_pad_class_init (GstScreamSinkPadClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = gst_scream_sink_pad_set_property;
  object_class->get_property = gst_scream_sink_pad_get_property;
  object_class->finalize = gst_scream_sink_pad_finalize;
  gst_scream_proxy_install (object_class, PROP_PROXIED, GST_TYPE_SCREAM_TX_PAD);
}

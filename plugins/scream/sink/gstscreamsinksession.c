/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is behind screamtx for a stream: its RTP session, SRTP, and the way to the funnel. */
#include "plugins/scream/net/gstrtpsessionroute.h"
#include "gstscreamsinkprivate.h"

/* Receivers synchronise streams when they have a sender report of each. The
 * time in it is that of the picture, not of the packet, which may have waited. */
#define SESSION_SETTINGS \
    "rtcp-min-interval=1000000000 rtcp-sync-send-time=false"

/* A session sends BYE within a few milliseconds of its last packet. */
#define BYE_TIME (50 * GST_MSECOND)

/* A session takes the SSRC that it suggests for its own, and does not say that
 * it has left when it pauses. */
static GstPadProbeReturn
on_first_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstElement *session;
  GObject *internal = NULL;
  guint8 ssrc[4];

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    buffer = gst_buffer_list_get (GST_PAD_PROBE_INFO_BUFFER_LIST (info), 0);
  if (buffer == NULL || gst_buffer_extract (buffer, 8, ssrc, 4) < 4)
    return GST_PAD_PROBE_OK;
  session = gst_pad_get_parent_element (pad);
  if (session == NULL)
    return GST_PAD_PROBE_REMOVE;
  g_object_get (session, "internal-session", &internal, NULL);
  g_object_set (internal, "internal-ssrc", GST_READ_UINT32_BE (ssrc), NULL);
  g_object_unref (internal);
  gst_object_unref (session);
  return GST_PAD_PROBE_REMOVE;
}

/* The caps are those of the source pad already. */
static GstPadProbeReturn
on_caps (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstPad *peer;
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  peer = gst_pad_get_peer (pad);
  gst_event_parse_caps (event, &caps);
  if (peer != NULL && gst_scream_sink_check_types (user_data, peer, caps))
    gst_scream_sink_write_sdp (user_data);
  gst_clear_object (&peer);
  return GST_PAD_PROBE_OK;
}

/* A clock releases what a timer has when it looks at it again: not an element's part. */
static void
free_weak_ref (gpointer ref)
{
  g_weak_ref_clear (ref);
  g_free (ref);
}

static gpointer
new_weak_ref (gpointer object)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, object);
  return ref;
}

/* The pad may have been released, or have had its EOS: then nothing happens. */
static gboolean
end_rtcp (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  GstPad *pad = g_weak_ref_get (user_data);

  if (pad != NULL)
    gst_pad_send_event (pad, gst_event_new_eos ());
  gst_clear_object (&pad);
  return TRUE;
}

/* A session ends its RTCP when it has sent BYE; with no packet before it does
 * not, and otherwise not always (1.22).  The funnel waits for it. */
static GstPadProbeReturn
on_eos (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstClock *clock;
  GstClockID timer;

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) != GST_EVENT_EOS)
    return GST_PAD_PROBE_OK;
  clock = gst_system_clock_obtain ();
  timer = gst_clock_new_single_shot_id (clock,
      gst_clock_get_time (clock) + BYE_TIME);
  gst_clock_id_wait_async (timer, end_rtcp, new_weak_ref (user_data),
      free_weak_ref);
  gst_clock_id_unref (timer);
  gst_object_unref (clock);
  return GST_PAD_PROBE_OK;
}

/* Takes @event.  A pad that has ended begins again with it. */
static void
send_event (GstPad * pad, GstPad * peer, gboolean ended, GstEvent * event)
{
  if (ended)
    gst_pad_push_event (pad, event);
  else
    gst_pad_send_event (peer, event);
}

/* Its RTCP has ended, too, by the session or not, and nobody sends it a segment again:
 * none of it is to come before that.  Without a peer the stream is being closed. */
static void
flush_rtcp (GstElement * session, GstEvent * event)
{
  GstPad *pad = gst_element_get_static_pad (session, "send_rtcp_src");
  GstPad *peer = gst_pad_get_peer (pad);
  GstEvent *segment = gst_pad_get_sticky_event (pad, GST_EVENT_SEGMENT, 0);
  gboolean ended = GST_PAD_IS_EOS (pad);

  if (peer != NULL && GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_START) {
    send_event (pad, peer, ended, gst_event_ref (event));
  } else if (peer != NULL) {
    GST_PAD_STREAM_LOCK (peer);
    send_event (pad, peer, ended, gst_event_ref (event));
    if (segment != NULL)
      send_event (pad, peer, ended, gst_event_ref (segment));
    GST_PAD_STREAM_UNLOCK (peer);
  }
  gst_clear_event (&segment);
  gst_clear_object (&peer);
  gst_object_unref (pad);
}

/* Streams and their RTCP share what is behind the funnel, so screamtx passes a flush of
 * those only that have had their EOS, and begin again.  Others may not have had theirs:
 * their packets must not be refused meanwhile.  Then the funnel, in which one of them
 * may wait for PLAYING, has only the end of the flush, and from the thread of the stream. */
static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSinkPad *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstPad *src = gst_element_get_static_pad (self->sink->funnel, "src");
  gboolean is_start = GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_START;
  gboolean is_stop = GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP;

  if (is_start)
    self->flush_passes = GST_PAD_IS_EOS (src);
  gst_object_unref (src);
  if (is_start || is_stop) {
    self->flush_waits = is_stop && !self->flush_passes;
    if (!self->flush_passes)
      return GST_PAD_PROBE_DROP;
    flush_rtcp (g_ptr_array_index (self->behind, 0), event);
  } else if (self->flush_waits && GST_EVENT_IS_SERIALIZED (event)) {
    self->flush_waits = FALSE;
    event = gst_event_new_flush_stop (TRUE);
    flush_rtcp (g_ptr_array_index (self->behind, 0), event);
    gst_pad_send_event (self->rtp_funnel_pad, event);
  }
  return GST_PAD_PROBE_OK;
}

/* For RTP whose caps name no SSRC. */
static GstCaps *
on_request_pt_map (GstElement * session, guint pt, GstScreamSinkPad * self)
{
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

/* Takes @src. Returns the funnel's pad. */
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
  gst_scream_parts_quiet_session (session);
  gst_rtp_session_guard (session);
  sdes = gst_structure_new ("application/x-rtp-source-sdes",
      "cname", G_TYPE_STRING, self->sink->cname, NULL);
  g_object_set (session, "sdes", sdes, NULL);
  gst_structure_free (sdes);
  g_signal_connect_object (session, "request-pt-map",
      G_CALLBACK (on_request_pt_map), self, 0);
  gst_scream_repair_sender_watch (self->sink->repairs, session);
  g_ptr_array_add (self->behind, session);

  pad = through (gst_object_ref (self->tx_srcpad), session, "send_rtp_sink",
      "send_rtp_src");
  gst_object_unref (pad);
  pad = gst_element_get_static_pad (session, "send_rtp_sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, on_first_packet, NULL, NULL);
  /* the bin outlives what is in it */
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_caps,
      self->sink, NULL);
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

gboolean
gst_scream_sink_pad_open_session (GstScreamSinkPad * self)
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
  /* it leaves with the session */
  gst_pad_add_probe (rtp, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM |
      GST_PAD_PROBE_TYPE_EVENT_FLUSH, on_event, self, NULL);
  self->rtp_funnel_pad = to_funnel (self, rtp);
  self->rtcp_funnel_pad = to_funnel (self, rtcp);
  gst_pad_add_probe (self->rtp_funnel_pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_eos, gst_object_ref (self->rtcp_funnel_pad), gst_object_unref);
  self->tee_pad = gst_element_request_pad_simple (self->sink->tee, "src_%u");
  through (gst_object_ref (self->tee_pad), session, "recv_rtcp_sink", NULL);
  if (self->sink->is_open)
    gst_scream_parts_start (self->behind);
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

void
gst_scream_sink_pad_clear_session (GstScreamSinkPad * self)
{
  gst_scream_parts_remove_all (GST_BIN_CAST (self->sink), self->behind);
  release (self->sink->funnel, &self->rtp_funnel_pad);
  release (self->sink->funnel, &self->rtcp_funnel_pad);
  release (self->sink->tee, &self->tee_pad);
}

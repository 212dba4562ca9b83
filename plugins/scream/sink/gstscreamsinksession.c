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
  g_autoptr (GstElement) session = NULL;
  g_autoptr (GObject) internal = NULL;
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
  return GST_PAD_PROBE_REMOVE;
}

/* The caps are those of the source pad already. */
static GstPadProbeReturn
on_caps (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  g_autoptr (GstPad) peer = NULL;
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  peer = gst_pad_get_peer (pad);
  gst_event_parse_caps (event, &caps);
  if (peer != NULL && gst_scream_sink_check_types (user_data, peer, caps))
    gst_scream_sink_write_sdp (user_data);
  return GST_PAD_PROBE_OK;
}

/* The pad may have been released, or have had its EOS: then nothing happens. */
static gboolean
end_rtcp (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  g_autoptr (GstPad) pad = g_weak_ref_get (user_data);

  if (pad != NULL)
    gst_pad_send_event (pad, gst_event_new_eos ());
  return TRUE;
}

/* A session ends its RTCP when it has sent BYE; with no packet before it does
 * not, and otherwise not always (1.22).  The funnel waits for it. */
static GstPadProbeReturn
on_eos (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_EOS)
    gst_clock_id_unref (gst_scream_parts_start_timer (user_data, BYE_TIME, 0,
            end_rtcp));
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
  g_autoptr (GstPad) pad =
      gst_element_get_static_pad (session, "send_rtcp_src");
  g_autoptr (GstPad) peer = gst_pad_get_peer (pad);
  g_autoptr (GstEvent) segment =
      gst_pad_get_sticky_event (pad, GST_EVENT_SEGMENT, 0);
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
  g_autoptr (GstPad) src =
      gst_element_get_static_pad (self->sink->funnel, "src");
  gboolean is_start = GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_START;
  gboolean is_stop = GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP;

  if (is_start)
    self->flush_passes = GST_PAD_IS_EOS (src);
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

static GstElement *
make_session (GstScreamSinkPad * self)
{
  g_autoptr (GstStructure) sdes =
      gst_structure_new ("application/x-rtp-source-sdes",
      "cname", G_TYPE_STRING, self->sink->cname, NULL);
  GstElement *session =
      gst_scream_parts_make (GST_BIN_CAST (self->sink), "rtpsession",
      SESSION_SETTINGS);

  if (session == NULL)
    return NULL;
  gst_scream_parts_quiet_session (session);
  gst_rtp_session_guard (session);
  g_object_set (session, "sdes", sdes, NULL);
  g_signal_connect_object (session, "request-pt-map",
      G_CALLBACK (on_request_pt_map), self, 0);
  gst_scream_repair_sender_watch (self->sink->repairs, session);
  g_ptr_array_add (self->behind, session);

  gst_element_link_pads (self->sink->tx, GST_PAD_NAME (self->tx_srcpad),
      session, "send_rtp_sink");
  gst_scream_parts_probe (session, "send_rtp_sink", GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, on_first_packet, NULL, NULL);
  /* The bin outlives what is in it. */
  gst_scream_parts_probe (session, "send_rtp_sink",
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_caps, self->sink, NULL);
  return session;
}

/* FALSE: an error was posted. */
static gboolean
make_srtpenc (GstScreamSinkPad * self, GstElement * session)
{
  GstElement *encoder =
      gst_scream_parts_make (GST_BIN_CAST (self->sink), "srtpenc", NULL);

  if (encoder == NULL)
    return FALSE;
  g_object_set (encoder, "key", self->sink->key, NULL);
  g_ptr_array_add (self->behind, encoder);
  return gst_element_link_pads (session, "send_rtp_src", encoder, "rtp_sink_0")
      && gst_element_link_pads (session, "send_rtcp_src", encoder,
      "rtcp_sink_0");
}

/* Returns the pad of the funnel. */
static GstPad *
link_to_funnel (GstScreamSinkPad * self, GstElement * last, const gchar * name)
{
  g_autoptr (GstPad) src = gst_element_get_static_pad (last, name);
  GstPad *sink = gst_element_request_pad_simple (self->sink->funnel, "sink_%u");

  gst_pad_link (src, sink);
  return sink;
}

gboolean
gst_scream_sink_pad_open_session (GstScreamSinkPad * self)
{
  gboolean srtp = self->sink->key != NULL;
  g_autoptr (GstPad) rtcp = NULL;
  GstElement *session, *last;

  if (self->behind->len > 0)
    return TRUE;
  session = make_session (self);
  if (session == NULL)
    return FALSE;
  rtcp = gst_element_request_pad_simple (session, "send_rtcp_src");
  if (srtp && !make_srtpenc (self, session))
    return FALSE;

  last = g_ptr_array_index (self->behind, self->behind->len - 1);
  /* It leaves with the session. */
  gst_scream_parts_probe (last, srtp ? "rtp_src_0" : "send_rtp_src",
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      on_event, self, NULL);
  self->rtp_funnel_pad =
      link_to_funnel (self, last, srtp ? "rtp_src_0" : "send_rtp_src");
  self->rtcp_funnel_pad =
      link_to_funnel (self, last, srtp ? "rtcp_src_0" : "send_rtcp_src");
  gst_pad_add_probe (self->rtp_funnel_pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_eos, gst_object_ref (self->rtcp_funnel_pad), gst_object_unref);
  self->tee_pad = gst_element_request_pad_simple (self->sink->tee, "src_%u");
  gst_element_link_pads (self->sink->tee, GST_PAD_NAME (self->tee_pad), session,
      "recv_rtcp_sink");
  if (self->sink->is_open)
    gst_scream_parts_start (self->behind);
  return TRUE;
}

void
gst_scream_sink_pad_clear_session (GstScreamSinkPad * self)
{
  gst_scream_parts_remove_all (GST_BIN_CAST (self->sink), self->behind);
  gst_scream_parts_release (self->sink->funnel, &self->rtp_funnel_pad);
  gst_scream_parts_release (self->sink->funnel, &self->rtcp_funnel_pad);
  gst_scream_parts_release (self->sink->tee, &self->tee_pad);
}

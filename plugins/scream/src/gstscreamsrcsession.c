/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From the socket to the RTP session, and RTCP both ways:
 *
 *   screamudpsrc -> [srtpdec] -> screamrx -> rtpbin -> streams
 *
 * screamrx stands behind srtpdec: what is forged or sent again reaches neither
 * its feedback nor its idea of where the sender is, and it loses nothing by it,
 * since the time of arrival is the kernel's. RTCP of the session leaves the way
 * that screamrx's feedback does, to the sender's address as screamrx knows it.
 *
 * gstscreamsrcguard.c decides which packets go in, and what it takes for that. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/bins/gstscreampayload.h"
#include "gstscreamsrcprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"
#include "plugins/scream/udp/gstscreambind.h"
#include "plugins/packet/gsthelp.h"

#include <stdio.h>

GST_DEBUG_CATEGORY_EXTERN (gst_scream_src_debug);
#define GST_CAT_DEFAULT gst_scream_src_debug

/* OURS: those that have a place, and those that have lost theirs and are about to
 * leave.  Half would refuse the first; double is out of reach. */
#define MAX_STREAMS (2 * GST_SCREAM_GATE_STREAMS)

static GstStaticPadTemplate rtcp_in_template = GST_STATIC_PAD_TEMPLATE ("in",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static GstStaticPadTemplate rtcp_out_template = GST_STATIC_PAD_TEMPLATE ("out",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

/* ---- what a payload type means ---- */

/* What the application left out is in the table under the name. */
static void
complete (GstStructure * rtp, guint payload)
{
  GstCaps *caps = gst_caps_new_full (gst_structure_copy (rtp), NULL);
  const GstScreamPayload *entry = gst_scream_payload_find_caps (caps);

  gst_caps_unref (caps);
  if (!gst_structure_has_field (rtp, "payload"))
    gst_structure_set (rtp, "payload", G_TYPE_INT, (gint) payload, NULL);
  if (entry == NULL)
    return;
  if (!gst_structure_has_field (rtp, "media"))
    gst_structure_set (rtp, "media", G_TYPE_STRING, entry->media, NULL);
  if (!gst_structure_has_field (rtp, "clock-rate"))
    gst_structure_set (rtp, "clock-rate", G_TYPE_INT, entry->clock_rate, NULL);
}

/* NULL: the property caps does not tell. */
static GstCaps *
find_given_caps (GstScreamSrc * self, guint payload)
{
  GstStructure *found = NULL;
  guint i;

  g_mutex_lock (&self->lock);
  for (i = 0; self->caps && i < gst_caps_get_size (self->caps); i++) {
    GstStructure *s = gst_caps_get_structure (self->caps, i);
    gint value = payload;

    gst_structure_get_int (s, "payload", &value);
    if (found == NULL && value == (gint) payload)
      found = gst_structure_copy (s);
  }
  g_mutex_unlock (&self->lock);
  if (found == NULL)
    return NULL;
  complete (found, payload);
  return gst_caps_new_full (found, NULL);
}

static void
warn_of_unknown (GstScreamSrc * self, guint payload)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (payload % 64);
  gboolean first;

  g_mutex_lock (&self->lock);
  first = !(self->warned[payload / 64 % 2] & bit);
  self->warned[payload / 64 % 2] |= bit;
  g_mutex_unlock (&self->lock);
  if (first)
    GST_ELEMENT_WARNING (self, STREAM, WRONG_TYPE,
        ("Packets with payload type %u arrived; their format is unknown.",
            payload), ("Set the property caps of screamsrc, for example "
            "caps=\"application/x-rtp, payload=%u, media=video, "
            "encoding-name=H264, clock-rate=90000\"." GST_HELP ("payload-type"),
            payload));
}

static GstCaps *
on_request_pt_map (GstElement * rtpbin, guint session, guint payload,
    GstScreamSrc * self)
{
  const GstScreamPayload *entry = gst_scream_payload_find (payload);
  GstCaps *caps = find_given_caps (self, payload);

  if (caps == NULL && entry != NULL)
    caps = gst_scream_payload_get_rtp_caps (entry);
  if (caps == NULL)
    caps = gst_scream_repair_get_rtp_caps (payload);
  if (caps == NULL) {
    warn_of_unknown (self, payload);
    return NULL;
  }
  /* Or the session would not ask for key frames. */
  gst_caps_set_simple (caps, "rtcp-fb-nack-pli", G_TYPE_BOOLEAN, TRUE, NULL);
  return caps;
}

/* ---- streams of the session ---- */

static void
on_pad_added (GstElement * rtpbin, GstPad * pad, GstScreamSrc * self)
{
  guint session, ssrc, payload;
  GstCaps *rtp;

  if (sscanf (GST_PAD_NAME (pad), "recv_rtp_src_%u_%u_%u", &session, &ssrc,
          &payload) != 3)
    return;
  rtp = on_request_pt_map (rtpbin, session, payload, self);
  if (rtp == NULL)
    return;
  gst_scream_streams_add (self->streams, pad, ssrc, rtp);
  gst_caps_unref (rtp);
}

static void
on_pad_removed (GstElement * rtpbin, GstPad * pad, GstScreamSrc * self)
{
  gst_scream_streams_remove (self->streams, pad);
}

static void
on_bye (GstElement * rtpbin, guint session, guint ssrc, GstScreamSrc * self)
{
  gst_scream_streams_bye (self->streams, ssrc);
}

static void
on_source_gone (GstElement * rtpbin, guint session, guint ssrc,
    GstScreamSrc * self)
{
  if (!gst_scream_src_forget (self, ssrc))
    gst_scream_streams_go_on (self->streams, ssrc);
}

/* The first packet of a stream would have to wait for the whole latency, as if one
 * before it could be missing: the session has seen two in a row by then. */
static void
on_new_jitterbuffer (GstElement * rtpbin, GstElement * jitterbuffer,
    guint session, guint ssrc, GstScreamSrc * self)
{
  g_object_set (jitterbuffer, "faststart-min-packets", 2, NULL);
  gst_scream_repair_receiver_set_jitterbuffer (self->repair, jitterbuffer,
      ssrc);
  gst_scream_src_watch_jitterbuffer (self, jitterbuffer);
  gst_scream_src_watch_lag (self, jitterbuffer, ssrc);
}

/* ---- RTCP to the sender ---- */

static GstFlowReturn
on_rtcp_out (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamSrc *self = gst_pad_get_element_private (pad);
  GstMapInfo map;

  if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    gst_scream_rx_send_rtcp (self->rx, map.data, map.size);
    gst_buffer_unmap (buffer, &map);
  }
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gboolean
on_rtcp_out_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  gst_event_unref (event);
  return TRUE;
}

/* @name of @element is where it comes from. */
static gboolean
add_rtcp_out (GstScreamSrc * self, GstElement * element, const gchar * name)
{
  GstPad *src = gst_element_get_static_pad (element, name);
  GstPad *pad;
  gboolean ok;

  if (src == NULL)
    src = gst_element_request_pad_simple (element, name);
  if (src == NULL)
    return FALSE;
  pad = gst_pad_new_from_static_template (&rtcp_out_template, NULL);
  gst_object_ref_sink (pad);
  gst_pad_set_element_private (pad, self);
  gst_pad_set_chain_function (pad, on_rtcp_out);
  gst_pad_set_event_function (pad, on_rtcp_out_event);
  gst_pad_set_active (pad, TRUE);
  /* It has no parent: nothing but the pad itself is needed. */
  ok = gst_pad_link_full (src, pad, GST_PAD_LINK_CHECK_NOTHING) ==
      GST_PAD_LINK_OK;
  g_ptr_array_add (self->rtcp_out, pad);
  gst_object_unref (src);
  return ok;
}

/* ---- elements ---- */

static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSrc *self = user_data;

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_EOS)
    gst_scream_streams_eos (self->streams);
  return GST_PAD_PROBE_OK;
}

static void
add_probe (GstElement * element, const gchar * name, GstPadProbeType type,
    GstPadProbeCallback callback, GstScreamSrc * self)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, type, callback, self, NULL);
  gst_object_unref (pad);
}

void
gst_scream_src_init_session (GstScreamSrc * self)
{
  add_probe (GST_ELEMENT (self->rx), "src", GST_PAD_PROBE_TYPE_BUFFER,
      gst_scream_src_on_media, self);
}

static gboolean
add_udpsrc (GstScreamSrc * self)
{
  GstCaps *caps;

  self->udpsrc = gst_scream_parts_make (GST_BIN (self), "screamudpsrc", NULL);
  if (self->udpsrc == NULL)
    return FALSE;
  caps = gst_caps_new_empty_simple (self->srtp_key ? "application/x-srtp"
      : "application/x-rtp");
  g_object_set (self->udpsrc, "socket", self->socket, "close-socket", FALSE,
      "caps", caps, "timeout", (guint) (self->timeout / GST_MSECOND),
      "buffer-lists", FALSE, NULL);
  gst_caps_unref (caps);
  add_probe (self->udpsrc, "src", GST_PAD_PROBE_TYPE_BUFFER,
      gst_scream_src_on_packet, self);
  add_probe (self->udpsrc, "src", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_event, self);
  return TRUE;
}

/* With AVPF it may ask for a key frame at once and not only at the next
 * report. */
static gboolean
add_rtpbin (GstScreamSrc * self)
{
  GstCaps *given;

  self->rtpbin = gst_scream_parts_make (GST_BIN (self), "rtpbin", NULL);
  if (self->rtpbin == NULL)
    return FALSE;
  gst_scream_src_latency_restart (self->latency_now);
  g_object_set (self->rtpbin, "latency",
      gst_scream_src_latency_get (self->latency_now), "do-lost", TRUE,
      "max-streams", MAX_STREAMS, NULL);
  gst_util_set_object_arg (G_OBJECT (self->rtpbin), "rtp-profile", "avpf");
  g_signal_connect (self->rtpbin, "request-pt-map",
      G_CALLBACK (on_request_pt_map), self);
  g_signal_connect (self->rtpbin, "pad-added", G_CALLBACK (on_pad_added), self);
  g_signal_connect (self->rtpbin, "pad-removed", G_CALLBACK (on_pad_removed),
      self);
  g_signal_connect (self->rtpbin, "new-jitterbuffer",
      G_CALLBACK (on_new_jitterbuffer), self);
  g_signal_connect (self->rtpbin, "on-bye-ssrc", G_CALLBACK (on_bye), self);
  g_signal_connect (self->rtpbin, "on-bye-timeout", G_CALLBACK (on_source_gone),
      self);
  g_signal_connect (self->rtpbin, "on-timeout", G_CALLBACK (on_source_gone),
      self);
  g_mutex_lock (&self->lock);
  given = self->caps != NULL ? gst_caps_ref (self->caps) : NULL;
  g_mutex_unlock (&self->lock);
  gst_scream_repair_receiver_attach (self->repair, self->rtpbin, given);
  gst_clear_caps (&given);
  return TRUE;
}

static GstCaps *
on_request_key (GstElement * srtpdec, guint ssrc, GstScreamSrc * self)
{
  const GstScreamGateStream *stream;
  GstCaps *caps;
  guint roc;

  g_mutex_lock (&self->lock);
  stream = gst_scream_gate_find (&self->gate, ssrc);
  roc = stream != NULL ? stream->roc : 0;
  g_mutex_unlock (&self->lock);
  caps = gst_scream_srtp_caps ("application/x-srtp", self->srtp_key);
  gst_caps_set_simple (caps, "roc", G_TYPE_UINT, roc, NULL);
  return caps;
}

static gboolean
add_srtp (GstScreamSrc * self)
{
  if (self->srtp_key == NULL)
    return TRUE;
  self->srtpdec = gst_scream_parts_make (GST_BIN (self), "srtpdec", NULL);
  self->srtpenc = gst_scream_parts_make (GST_BIN (self), "srtpenc", NULL);
  if (self->srtpdec == NULL || self->srtpenc == NULL)
    return FALSE;
  g_signal_connect (self->srtpdec, "request-key", G_CALLBACK (on_request_key),
      self);
  g_object_set (self->srtpenc, "key", self->srtp_key, NULL);
  self->auth = gst_scream_auth_new (self->srtp_key);
  add_probe (self->srtpdec, "rtp_src", GST_PAD_PROBE_TYPE_BUFFER,
      gst_scream_src_on_decrypted, self);
  return TRUE;
}

/* Both kinds of RTCP: of the session, and screamrx's feedback, which leaves by
 * itself if it needs no encryption. */
static gboolean
link_rtcp_out (GstScreamSrc * self)
{
  if (self->srtpenc == NULL)
    return add_rtcp_out (self, self->rtpbin, "send_rtcp_src_0");
  return gst_element_link_pads (self->rtpbin, "send_rtcp_src_0", self->srtpenc,
      "rtcp_sink_0")
      && gst_element_link_pads (GST_ELEMENT (self->rx), "rtcp_src",
      self->srtpenc, "rtcp_sink_1")
      && add_rtcp_out (self, self->srtpenc, "rtcp_src_0")
      && add_rtcp_out (self, self->srtpenc, "rtcp_src_1");
}

static gboolean
link_rtcp_in (GstScreamSrc * self)
{
  GstElement *next = self->srtpdec ? self->srtpdec : self->rtpbin;
  GstPad *session = gst_element_request_pad_simple (self->rtpbin,
      "recv_rtcp_sink_0");
  GstPad *sink = gst_element_get_static_pad (next, self->srtpdec ?
      "rtcp_sink" : "recv_rtcp_sink_0");
  gboolean ok;

  gst_pad_add_probe (session, GST_PAD_PROBE_TYPE_BUFFER,
      gst_scream_src_on_rtcp, self, NULL);
  self->rtcp_in = gst_pad_new_from_static_template (&rtcp_in_template, NULL);
  gst_object_ref_sink (self->rtcp_in);
  gst_pad_set_active (self->rtcp_in, TRUE);
  ok = gst_pad_link_full (self->rtcp_in, sink, GST_PAD_LINK_CHECK_NOTHING) ==
      GST_PAD_LINK_OK;
  if (ok && self->srtpdec != NULL)
    ok = gst_element_link_pads (self->srtpdec, "rtcp_src", self->rtpbin,
        "recv_rtcp_sink_0");
  gst_object_unref (sink);
  gst_object_unref (session);
  return ok;
}

static gboolean
link_media (GstScreamSrc * self)
{
  GstElement *rx = GST_ELEMENT (self->rx);
  gboolean ok;

  if (self->srtpdec != NULL)
    ok = gst_element_link_pads (self->udpsrc, "src", self->srtpdec, "rtp_sink")
        && gst_element_link_pads (self->srtpdec, "rtp_src", rx, "sink");
  else
    ok = gst_element_link_pads (self->udpsrc, "src", rx, "sink");
  return ok && gst_element_link_pads (rx, "src", self->rtpbin,
      "recv_rtp_sink_0");
}

static gboolean
link_all (GstScreamSrc * self)
{
  if (link_media (self) && link_rtcp_in (self) && link_rtcp_out (self)) {
    gst_scream_src_report_frames (self);
    return TRUE;
  }
  GST_ELEMENT_ERROR (self, CORE, PAD, (NULL),
      ("the elements inside cannot be linked"));
  return FALSE;
}

/* To go on without encryption would be the worst answer. */
static gboolean
check_key (GstScreamSrc * self)
{
  if (self->bad_key)
    gst_scream_srtp_post_no_key (GST_ELEMENT_CAST (self));
  return !self->bad_key;
}

/* With others nothing would ever be shown. */
static gboolean
check_caps (GstScreamSrc * self)
{
  const GstStructure *bad = NULL;
  guint i;

  for (i = 0; self->caps != NULL && i < gst_caps_get_size (self->caps); i++) {
    const GstStructure *s = gst_caps_get_structure (self->caps, i);

    if (!gst_structure_has_name (s, "application/x-rtp"))
      bad = s;
  }
  if (bad != NULL)
    GST_ELEMENT_ERROR (self, RESOURCE, SETTINGS,
        ("caps: %s is not application/x-rtp.", gst_structure_get_name (bad)),
        ("It describes the RTP packets, for example \"application/x-rtp, "
            "payload=96, media=video, encoding-name=H264, clock-rate=90000\"."));
  return bad == NULL;
}

static void
check_max_age (GstScreamSrc * self)
{
  if (self->max_age != 0 && self->srtp_key == NULL)
    GST_ELEMENT_WARNING (self, RESOURCE, SETTINGS,
        ("The property max-age has no effect without srtp-key."),
        ("Times in packets are not authenticated. Set srtp-key here and at "
            "the sender." GST_HELP ("max-age")));
}

/* It works once. */
static void
check_sender_ssrc (GstScreamSrc * self)
{
  guint ssrc;

  g_object_get (self->rx, "sender-ssrc", &ssrc, NULL);
  if (ssrc != 0 && self->srtp_key != NULL)
    GST_ELEMENT_WARNING (self, RESOURCE, SETTINGS,
        ("With srtp-key and a fixed sender-ssrc, senders refuse the feedback "
            "of a restarted receiver."),
        ("Set sender-ssrc to 0: the same SSRC makes feedback a replay, "
            "encrypted with the same keystream." GST_HELP ("sender-ssrc")));
}

static void
set_up_session (GstScreamSrc * self)
{
  GObject *session = NULL;
  GstElement *element = NULL;
  guint bandwidth;

  g_signal_emit_by_name (self->rtpbin, "get-session", 0, &element);
  g_signal_emit_by_name (self->rtpbin, "get-internal-session", 0, &session);
  if (element != NULL)
    gst_scream_parts_quiet_session (element);
  gst_clear_object (&element);
  if (session == NULL)
    return;
  g_object_get (self->rx, "rtp-session-bandwidth", &bandwidth, NULL);
  gst_scream_repair_receiver_set_session (self->repair, session, bandwidth);
  g_object_unref (session);
}

gboolean
gst_scream_src_open (GstScreamSrc * self)
{
  gboolean ok;

  if (!check_key (self) || !check_caps (self))
    return FALSE;
  check_max_age (self);
  check_sender_ssrc (self);
  self->rtcp_out = g_ptr_array_new_with_free_func (gst_object_unref);
  self->socket = gst_scream_bind (GST_ELEMENT (self), self->address,
      self->port, GST_SCREAM_BIND_BUFFER);
  ok = self->socket != NULL && add_udpsrc (self) && add_rtpbin (self)
      && add_srtp (self) && link_all (self);
  if (ok)
    set_up_session (self);
  else
    gst_scream_src_close (self);
  self->key_is_new = !ok;
  return ok;
}

static void
release_rtcp_of_rx (GstScreamSrc * self)
{
  GstPad *pad = gst_element_get_static_pad (GST_ELEMENT (self->rx),
      "rtcp_src");

  if (pad == NULL)
    return;
  gst_element_release_request_pad (GST_ELEMENT (self->rx), pad);
  gst_object_unref (pad);
}

static void
remove_element (GstScreamSrc * self, GstElement ** element)
{
  GstElement *removed;

  g_mutex_lock (&self->lock);
  removed = g_steal_pointer (element);
  g_mutex_unlock (&self->lock);
  if (removed == NULL)
    return;
  gst_element_set_state (removed, GST_STATE_NULL);
  gst_bin_remove (GST_BIN (self), removed);
}

void
gst_scream_src_close (GstScreamSrc * self)
{
  gst_scream_streams_clear (self->streams);
  gst_scream_src_clear_guard (self);
  release_rtcp_of_rx (self);
  gst_scream_repair_receiver_detach (self->repair);
  remove_element (self, &self->udpsrc);
  remove_element (self, &self->srtpdec);
  remove_element (self, &self->rtpbin);
  remove_element (self, &self->srtpenc);
  g_clear_pointer (&self->auth, gst_scream_auth_free);
  gst_clear_object (&self->rtcp_in);
  g_clear_pointer (&self->rtcp_out, g_ptr_array_unref);
  if (self->socket != NULL)
    g_socket_close (self->socket, NULL);
  g_clear_object (&self->socket);
}

gboolean
gst_scream_src_renew_key (GstScreamSrc * self)
{
  if (!self->key_is_new)
    return TRUE;
  gst_scream_src_close (self);
  return gst_scream_src_open (self);
}

/* The session has that of screamrx: it is another one with each start, as srtpenc counts
 * from zero again, and the sender has to remember one. */
static void
set_ssrc (GstScreamSrc * self)
{
  GObject *session = NULL;

  g_signal_emit_by_name (self->rtpbin, "get-internal-session", 0, &session);
  if (session == NULL)
    return;
  g_object_set (session, "internal-ssrc",
      gst_scream_rx_get_sender_ssrc (self->rx), NULL);
  g_object_unref (session);
}

void
gst_scream_src_reset_counters (GstScreamSrc * self)
{
  set_ssrc (self);
  g_mutex_lock (&self->lock);
  self->started = FALSE;
  self->warned[0] = self->warned[1] = 0;
  self->lag = self->lag_skips = self->lag_packets = 0;
  self->latency_behind = 0;
  g_mutex_unlock (&self->lock);
  gst_scream_src_reset_guard (self);
}

void
gst_scream_src_add_stats (GstScreamSrc * self, GstStructure * stats)
{
  gst_scream_src_add_guard_stats (self, stats);
  gst_scream_src_add_lag_stats (self, stats);
  gst_scream_repair_receiver_add_stats (self->repair, stats);
  gst_scream_streams_add_frame_stats (self->streams, stats);
  gst_structure_set (stats, "streams", G_TYPE_UINT,
      gst_scream_streams_count (self->streams), "jitterbuffer-latency",
      G_TYPE_UINT64, gst_scream_src_latency_get (self->latency_now) *
      GST_MSECOND, NULL);
}

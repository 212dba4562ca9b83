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
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/bins/gstscreampayload.h"
#include "gstscreamsrcprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"
#include "plugins/packet/gsthelp.h"

#include <stdio.h>

GST_DEBUG_CATEGORY_EXTERN (gst_scream_src_debug);
#define GST_CAT_DEFAULT gst_scream_src_debug

/* OURS: those that have a place, and those that have lost theirs and are about to
 * leave.  Half would refuse the first; double is out of reach. */
#define MAX_STREAMS (2 * GST_SCREAM_GATE_STREAMS)

/* ---- what a payload type means ---- */

/* What the application left out is in the table under the name. */
static void
complete (GstStructure * rtp, guint payload)
{
  const GstScreamPayload *entry = gst_scream_payload_find_structure (rtp);

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
  g_autoptr (GstCaps) rtp = NULL;

  if (sscanf (GST_PAD_NAME (pad), "recv_rtp_src_%u_%u_%u", &session, &ssrc,
          &payload) != 3)
    return;
  rtp = on_request_pt_map (rtpbin, session, payload, self);
  if (rtp != NULL)
    gst_scream_streams_add (self->streams, pad, ssrc, rtp);
}

static void
on_pad_removed (GstElement * rtpbin, GstPad * pad, GstScreamSrc * self)
{
  gst_scream_streams_remove (self->streams, pad);
}

static void
on_bye (GstElement * rtpbin, guint session, guint ssrc, GstScreamSrc * self)
{
  gst_scream_streams_set_ended (self->streams, ssrc, TRUE);
}

static void
on_source_gone (GstElement * rtpbin, guint session, guint ssrc,
    GstScreamSrc * self)
{
  if (!gst_scream_src_forget (self, ssrc))
    gst_scream_streams_set_ended (self->streams, ssrc, FALSE);
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

/* The pad needs no peer. */
static GstPadProbeReturn
on_rtcp_out (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSrc *self = user_data;
  GstMapInfo map;

  if (gst_buffer_map (GST_PAD_PROBE_INFO_BUFFER (info), &map, GST_MAP_READ)) {
    gst_scream_rx_send_rtcp (self->rx, map.data, map.size);
    gst_buffer_unmap (GST_PAD_PROBE_INFO_BUFFER (info), &map);
  }
  return GST_PAD_PROBE_DROP;
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

void
gst_scream_src_init_session (GstScreamSrc * self)
{
  gst_scream_parts_probe (GST_ELEMENT (self->rx), "src",
      GST_PAD_PROBE_TYPE_BUFFER, gst_scream_src_on_media, self, NULL);
}

static gboolean
add_udpsrc (GstScreamSrc * self)
{
  g_autoptr (GstCaps) caps = gst_caps_new_empty_simple (self->srtp_key ?
      "application/x-srtp" : "application/x-rtp");

  self->udpsrc = gst_scream_parts_make (GST_BIN (self), "screamudpsrc", NULL);
  if (self->udpsrc == NULL)
    return FALSE;
  g_object_set (self->udpsrc, "address", self->address, "port", self->port,
      "caps", caps, "timeout", (guint) (self->timeout / GST_MSECOND),
      "buffer-lists", FALSE, NULL);
  gst_scream_parts_probe (self->udpsrc, "src", GST_PAD_PROBE_TYPE_BUFFER,
      gst_scream_src_on_packet, self, NULL);
  gst_scream_parts_probe (self->udpsrc, "src",
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_event, self, NULL);
  return TRUE;
}

/* With AVPF it may ask for a key frame at once and not only at the next
 * report. */
static gboolean
add_rtpbin (GstScreamSrc * self)
{
  self->rtpbin = gst_scream_parts_make (GST_BIN (self), "rtpbin", NULL);
  if (self->rtpbin == NULL)
    return FALSE;
  gst_scream_src_restart_latency (self);
  g_object_set (self->rtpbin, "latency",
      (guint) (gst_scream_src_get_latency (self) / GST_MSECOND), "do-lost",
      TRUE, "max-streams", MAX_STREAMS, NULL);
  gst_util_set_object_arg (G_OBJECT (self->rtpbin), "rtp-profile", "avpf");
  g_object_connect (self->rtpbin,
      "signal::request-pt-map", on_request_pt_map, self,
      "signal::pad-added", on_pad_added, self,
      "signal::pad-removed", on_pad_removed, self,
      "signal::new-jitterbuffer", on_new_jitterbuffer, self,
      "signal::on-bye-ssrc", on_bye, self,
      "signal::on-bye-timeout", on_source_gone, self,
      "signal::on-timeout", on_source_gone, self, NULL);
  gst_scream_repair_receiver_attach (self->repair, self->rtpbin, self->caps);
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
  gst_scream_parts_probe (self->srtpdec, "rtp_src", GST_PAD_PROBE_TYPE_BUFFER,
      gst_scream_src_on_decrypted, self, NULL);
  return TRUE;
}

/* Both kinds of RTCP: of the session, and screamrx's feedback, which leaves by
 * itself if it needs no encryption. */
static gboolean
link_rtcp_out (GstScreamSrc * self)
{
  g_autoptr (GstPad) rtcp =
      gst_element_request_pad_simple (self->rtpbin, "send_rtcp_src_0");

  if (self->srtpenc == NULL) {
    gst_pad_add_probe (rtcp, GST_PAD_PROBE_TYPE_BUFFER, on_rtcp_out, self,
        NULL);
    return TRUE;
  }
  if (!gst_element_link_pads (self->rtpbin, "send_rtcp_src_0", self->srtpenc,
          "rtcp_sink_0")
      || !gst_element_link_pads (GST_ELEMENT (self->rx), "rtcp_src",
          self->srtpenc, "rtcp_sink_1"))
    return FALSE;
  gst_scream_parts_probe (self->srtpenc, "rtcp_src_0",
      GST_PAD_PROBE_TYPE_BUFFER, on_rtcp_out, self, NULL);
  gst_scream_parts_probe (self->srtpenc, "rtcp_src_1",
      GST_PAD_PROBE_TYPE_BUFFER, on_rtcp_out, self, NULL);
  return TRUE;
}

static gboolean
link_rtcp_in (GstScreamSrc * self)
{
  GstPad *session = gst_element_request_pad_simple (self->rtpbin,
      "recv_rtcp_sink_0");

  gst_pad_add_probe (session, GST_PAD_PROBE_TYPE_BUFFER,
      gst_scream_src_on_rtcp, self, NULL);
  self->rtcp_in = session;
  if (self->srtpdec == NULL)
    return TRUE;
  gst_object_unref (session);
  self->rtcp_in = gst_element_get_static_pad (self->srtpdec, "rtcp_sink");
  return gst_element_link_pads (self->srtpdec, "rtcp_src", self->rtpbin,
      "recv_rtcp_sink_0");
}

static gboolean
link_media (GstScreamSrc * self)
{
  GstElement *rx = GST_ELEMENT (self->rx);

  return (self->srtpdec != NULL ?
      gst_element_link_pads (self->udpsrc, "src", self->srtpdec, "rtp_sink")
      && gst_element_link_pads (self->srtpdec, "rtp_src", rx, "sink")
      : gst_element_link_pads (self->udpsrc, "src", rx, "sink"))
      && gst_element_link_pads (rx, "src", self->rtpbin, "recv_rtp_sink_0");
}

static gboolean
link_all (GstScreamSrc * self)
{
  if (link_media (self) && link_rtcp_in (self) && link_rtcp_out (self))
    return TRUE;
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
  g_autoptr (GObject) session = NULL;
  g_autoptr (GstElement) element = NULL;
  guint bandwidth;

  g_signal_emit_by_name (self->rtpbin, "get-session", 0, &element);
  g_signal_emit_by_name (self->rtpbin, "get-internal-session", 0, &session);
  gst_scream_parts_quiet_session (element);
  g_object_get (self->rx, "rtp-session-bandwidth", &bandwidth, NULL);
  gst_scream_repair_receiver_set_session (self->repair, session, bandwidth);
  g_signal_connect_object (session, "on-sending-rtcp",
      G_CALLBACK (gst_scream_src_on_sending), self, 0);
}

gboolean
gst_scream_src_open (GstScreamSrc * self)
{
  gboolean ok;

  if (!check_key (self) || !check_caps (self))
    return FALSE;
  check_max_age (self);
  check_sender_ssrc (self);
  ok = add_udpsrc (self) && add_rtpbin (self) && add_srtp (self)
      && link_all (self);
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
  g_autoptr (GstPad) pad =
      gst_element_get_static_pad (GST_ELEMENT (self->rx), "rtcp_src");

  if (pad != NULL)
    gst_element_release_request_pad (GST_ELEMENT (self->rx), pad);
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

/* A message on the bus may hold it for longer than there is a screamsrc. */
static void
disconnect_rtpbin (GstScreamSrc * self)
{
  if (self->rtpbin == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->rtpbin, self);
  g_signal_handlers_disconnect_by_data (self->rtpbin, self->repair);
}

void
gst_scream_src_close (GstScreamSrc * self)
{
  gst_scream_streams_clear (self->streams);
  disconnect_rtpbin (self);
  gst_scream_src_clear_guard (self);
  release_rtcp_of_rx (self);
  gst_scream_repair_receiver_detach (self->repair);
  remove_element (self, &self->udpsrc);
  remove_element (self, &self->srtpdec);
  remove_element (self, &self->rtpbin);
  remove_element (self, &self->srtpenc);
  g_clear_pointer (&self->auth, gst_scream_auth_free);
  gst_clear_object (&self->rtcp_in);
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
  g_autoptr (GObject) session = NULL;

  g_signal_emit_by_name (self->rtpbin, "get-internal-session", 0, &session);
  g_object_set (session, "internal-ssrc",
      gst_scream_rx_get_sender_ssrc (self->rx), NULL);
}

void
gst_scream_src_reset_counters (GstScreamSrc * self)
{
  set_ssrc (self);
  g_mutex_lock (&self->lock);
  self->started = FALSE;
  self->warned[0] = self->warned[1] = 0;
  memset (&self->counts, 0, sizeof (self->counts));
  self->latency_behind = 0;
  g_mutex_unlock (&self->lock);
  gst_scream_src_reset_guard (self);
}

void
gst_scream_src_add_stats (GstScreamSrc * self, GstStructure * stats)
{
  GstScreamSrcCounts counts;
  guint ssrcs;

  g_mutex_lock (&self->lock);
  counts = self->counts;
  ssrcs = self->gate.n_streams;
  g_mutex_unlock (&self->lock);
  gst_structure_set (stats,
      "ssrcs", G_TYPE_UINT, ssrcs,
      "rtp-refused", G_TYPE_UINT64, counts.rtp_in - counts.rtp_good,
      "rtp-from-unknown-peers", G_TYPE_UINT64, counts.from_unknown_peers,
      "rtp-excess", G_TYPE_UINT64, counts.excess,
      "rtp-recorded", G_TYPE_UINT64, counts.recorded,
      "rtp-untried", G_TYPE_UINT64, counts.untried,
      "rtcp-packets", G_TYPE_UINT64, counts.rtcp_good,
      "rtcp-refused", G_TYPE_UINT64, counts.rtcp_refused,
      "lag", G_TYPE_UINT64, counts.lag,
      "lag-skips", G_TYPE_UINT64, counts.lag_skips,
      "lag-packets", G_TYPE_UINT64, counts.lag_packets,
      "jitterbuffer-latency", G_TYPE_UINT64,
      gst_scream_src_get_latency (self), NULL);
  gst_scream_repair_receiver_add_stats (self->repair, stats);
  gst_scream_streams_add_stats (self->streams, stats);
}

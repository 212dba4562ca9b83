/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which packets the session gets.
 *
 * Anyone may send to the port. srtpdec and the session keep something of each SSRC that
 * they see, so they see few, by the rules of gstscreamgate.h. With a key,
 * gstscreamsrcsrtp.c says which packets are the sender's. Without one, media is for the
 * session if it comes from the address that screamrx believes, or from anywhere while
 * that address is silent. A packet from elsewhere that continues a stream is held for a
 * moment, because a NAT may have changed the address.
 *
 * RTCP must be from that address, too, or authentic, for who else could end a stream or
 * move its clock; and it must be of streams that are in. A receiver needs no feedback. */
#include <gst/net/net.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "plugins/packet/gstscreampacket.h"
#include "gstscreamsrcprivate.h"
#include "plugins/scream/net/gstsocketpath.h"

#include <string.h>

/* OURS: packets that are held, 0.4 MB: a fifth of a second of 18 Mbit/s, twice the
 * time after which screamrx takes a sender for silent.  Half loses packets of such
 * a stream when a NAT changes its address; double is memory for strangers. */
#define MAX_HELD 320

/* OURS: for so long, twice what screamrx takes for a new address.  Half may lose
 * the first of them; double gives late what nobody waits for. */
#define HOLD (500 * GST_MSECOND)

/* OURS: streams that begin anew because they were refused, at once, and how often after
 * that. With half of either, a picture that was broken twice in a second stands for longer;
 * double is twice the work for who breaks it. */
#define REFUSALS_AT_ONCE 4
#define REFUSAL_INTERVAL (2 * GST_SECOND)

typedef struct
{
  GstBuffer *buffer;
  GstClockTime came;
} GstScreamHeld;

/* ---- RTCP ---- */

/* RFC 3550 section 6.4.1: what is read of it */
#define RTCP_SR 200
#define RTCP_SR_SIZE 16

static void
start_rtcp_in (GstScreamSrc * self)
{
  g_autoptr (GstCaps) caps =
      gst_caps_new_empty_simple (self->srtpdec ? "application/x-srtcp" :
      "application/x-rtcp");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_send_event (self->rtcp_in, gst_event_new_stream_start ("rtcp"));
  gst_pad_send_event (self->rtcp_in, gst_event_new_caps (caps));
  gst_pad_send_event (self->rtcp_in, gst_event_new_segment (&segment));
}

/* The SSRC that it is of is not encrypted. */
static gboolean
may_take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  guint8 header[8];

  if (gst_buffer_extract (buffer, 0, header, 8) < 8
      || gst_scream_gate_find (&self->gate,
          GST_READ_UINT32_BE (header + 4)) == NULL)
    return FALSE;
  return self->srtpdec != NULL
      || gst_scream_rx_get_origin (self->rx, buffer).is_sender;
}

/* Takes @buffer. */
static void
take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  gboolean started;

  g_mutex_lock (&self->lock);
  started = self->started;
  self->started = TRUE;
  self->counts.rtcp_refused++;
  g_mutex_unlock (&self->lock);
  if (!started)
    start_rtcp_in (self);
  if (may_take_rtcp (self, buffer))
    gst_pad_chain (self->rtcp_in, buffer);
  else
    gst_buffer_unref (buffer);
}

/* With the lock. A stream that the session is about to forget is not in: rtpbin would
 * give it new pads while it removes the old ones. */
static gboolean
is_in (guint32 ssrc, gpointer user_data)
{
  GstScreamSrc *self = user_data;
  const GstScreamGateStream *stream = gst_scream_gate_find (&self->gate, ssrc);

  return stream != NULL && !stream->renewed;
}

/* With the lock: a session begins. */
static void
reset_rtcp (GstScreamSrc * self)
{
  memset (&self->rtcp_filter, 0, sizeof (self->rtcp_filter));
  self->rtcp_filter.knows = is_in;
  self->rtcp_filter.user_data = self;
}

/* With the lock. RFC 3550 section 6.4.1: the first packet of a sender's. */
static void
read_report (GstScreamSrc * self, GstBuffer * rtcp, GstClockTime now)
{
  GstScreamGateStream *stream;
  guint8 data[RTCP_SR_SIZE];

  if (gst_buffer_extract (rtcp, 0, data, RTCP_SR_SIZE) < RTCP_SR_SIZE
      || data[1] != RTCP_SR)
    return;
  stream = gst_scream_gate_find (&self->gate, GST_READ_UINT32_BE (data + 4));
  if (stream != NULL)
    gst_scream_gate_tell_time (stream,
        rtp_cc_ntp_to_wall (GST_READ_UINT64_BE (data + 8)), now);
}

/* Until here it counted as refused. */
GstPadProbeReturn
gst_scream_src_on_rtcp (GstPad * pad, GstPadProbeInfo * info,
    gpointer user_data)
{
  GstScreamSrc *self = user_data;
  GstClockTime now = gst_scream_src_get_time ();
  GstBuffer *rtcp;
  guint64 refused;

  g_mutex_lock (&self->lock);
  refused = self->rtcp_filter.refused;
  info->data = rtcp = gst_rtcp_filter_take_buffer (&self->rtcp_filter,
      GST_PAD_PROBE_INFO_BUFFER (info), now);
  if (rtcp != NULL)
    read_report (self, rtcp, now);
  self->counts.rtcp_good += rtcp != NULL;
  self->counts.rtcp_refused -= refused == self->rtcp_filter.refused;
  g_mutex_unlock (&self->lock);
  if (rtcp != NULL)
    gst_scream_src_hear_sender (self, now);
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_OK;
  return rtcp != NULL ? GST_PAD_PROBE_OK : GST_PAD_PROBE_HANDLED;
}

/* ---- media ---- */

GstPadProbeReturn
gst_scream_src_on_packet (GstPad * pad, GstPadProbeInfo * info,
    gpointer user_data)
{
  GstScreamSrc *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstScreamPacket packet;

  gst_scream_packet_parse (buffer, &packet);
  if (packet.kind == GST_SCREAM_PACKET_RTCP) {
    if (self->srtpdec == NULL && gst_scream_rx_note_rtcp (self->rx, buffer))
      return GST_PAD_PROBE_DROP;
    GST_PAD_PROBE_INFO_DATA (info) = NULL;
    take_rtcp (self, buffer);
    return GST_PAD_PROBE_HANDLED;
  }
  /* STUN and the like of NATs and scanners: the session would take it for
   * broken RTP. */
  if (packet.kind == GST_SCREAM_PACKET_OTHER)
    return GST_PAD_PROBE_DROP;
  g_mutex_lock (&self->lock);
  self->counts.rtp_in++;
  g_mutex_unlock (&self->lock);
  if (self->srtpdec != NULL
      && !gst_scream_src_admit_encrypted (self, buffer, &packet))
    return GST_PAD_PROBE_DROP;
  return GST_PAD_PROBE_OK;
}

static void
held_free (GstScreamHeld * held)
{
  gst_clear_buffer (&held->buffer);
  g_free (held);
}

static void
hold (GstScreamSrc * self, GstBuffer * buffer, GstClockTime now)
{
  GstScreamHeld *held = g_new0 (GstScreamHeld, 1);

  if (self->held.length >= MAX_HELD)
    held_free (g_queue_pop_head (&self->held));
  held->buffer = gst_buffer_ref (buffer);
  held->came = now;
  g_queue_push_tail (&self->held, held);
}

/* With the lock. */
static void
begin_anew (GstScreamSrc * self, guint32 ssrc)
{
  GstScreamGateStream *stream = gst_scream_gate_find (&self->gate, ssrc);

  if (stream != NULL)
    gst_scream_src_renew (self, stream);
}

/* The jitter buffer of a stream keeps what its last packet came to, for ever: of one
 * that another stream took the pad from, it is the error of a decoder that was
 * cut off; of a pad that was unlinked, that it has no peer. */
static gboolean
is_cut_off (GstScreamSrc * self, guint32 ssrc)
{
  if (!gst_scream_streams_lost_output (self->streams, ssrc))
    return FALSE;
  g_mutex_lock (&self->lock);
  begin_anew (self, ssrc);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/* A decoder refuses it, or what is behind: it may be a stranger's, and the sender's next
 * packet may be better. Who fails for another reason posts an error. */
static gboolean
is_refused (GstScreamSrc * self, guint32 ssrc, GstFlowReturn ret)
{
  if (ret != GST_FLOW_ERROR && ret != GST_FLOW_NOT_NEGOTIATED)
    return FALSE;
  if (ret == GST_FLOW_NOT_NEGOTIATED)
    gst_scream_streams_blame (self->streams, ssrc, gst_flow_get_name (ret));
  g_mutex_lock (&self->lock);
  if (gst_scream_gate_take_turn (&self->refusal_due, REFUSALS_AT_ONCE,
          REFUSAL_INTERVAL, gst_scream_src_get_time ()))
    begin_anew (self, ssrc);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/* FALSE: it has no place at this moment. */
static gboolean
count_good (GstScreamSrc * self, guint32 ssrc)
{
  const GstScreamGateStream *stream;
  gboolean good;

  g_mutex_lock (&self->lock);
  stream = gst_scream_gate_find (&self->gate, ssrc);
  good = stream == NULL || !stream->renewed;
  self->counts.rtp_good += good;
  g_mutex_unlock (&self->lock);
  return good;
}

/* The session takes packets of one SSRC from two addresses for a collision and
 * drops them, but a NAT may change the address: so it does not learn of
 * addresses.  And a stream that has nowhere to go at this moment must not end the
 * others.  Takes @buffer. */
static GstFlowReturn
push (GstScreamSrc * self, GstPad * pad, GstBuffer * buffer)
{
  g_autoptr (GstPad) session = gst_pad_get_peer (pad);
  GstFlowReturn ret = GST_FLOW_OK;
  GstScreamPacket packet;
  GstNetAddressMeta *meta;

  gst_scream_packet_parse (buffer, &packet);
  buffer = gst_buffer_make_writable (buffer);
  meta = gst_buffer_get_net_address_meta (buffer);
  if (meta != NULL)
    gst_buffer_remove_meta (buffer, (GstMeta *) meta);
  gst_scream_repair_receiver_note (self->repair, packet.payload_type);
  if (session != NULL && count_good (self, packet.ssrc))
    ret = gst_pad_chain (session, buffer);
  else
    gst_buffer_unref (buffer);
  if (ret == GST_FLOW_OK || ret == GST_FLOW_FLUSHING
      || is_cut_off (self, packet.ssrc) || ret == GST_FLOW_NOT_LINKED
      || is_refused (self, packet.ssrc, ret))
    ret = GST_FLOW_OK;
  return ret;
}

/* Those that came from @address are its after all. */
static void
release_held (GstScreamSrc * self, GstPad * pad, GSocketAddress * address,
    GstClockTime now)
{
  guint left;

  for (left = self->held.length; left > 0; left--) {
    GstScreamHeld *held = g_queue_pop_head (&self->held);
    GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (held->buffer);

    if (now - held->came >= HOLD) {
      held_free (held);
    } else if (gst_socket_path_same_address (meta->addr, address)) {
      push (self, pad, g_steal_pointer (&held->buffer));
      held_free (held);
    } else {
      g_queue_push_tail (&self->held, held);
    }
  }
}

/* To the session? */
static gboolean
admit (GstScreamSrc * self, GstBuffer * buffer, const GstScreamPacket * packet,
    const GstScreamRxOrigin * origin, GstClockTime now)
{
  GstScreamGateStream *stream =
      gst_scream_gate_find (&self->gate, packet->ssrc);

  if (self->srtpdec != NULL)
    return stream != NULL;
  if (origin->is_unknown) {
    if (stream != NULL
        && gst_scream_packet_continues (stream->seq, packet->seq))
      hold (self, buffer, now);
    g_mutex_lock (&self->lock);
    self->counts.from_unknown_peers++;
    g_mutex_unlock (&self->lock);
    return FALSE;
  }
  if (stream == NULL)
    stream = gst_scream_src_open_stream (self, packet, origin->is_sender, now);
  if (stream == NULL)
    return FALSE;
  gst_scream_gate_note (stream, packet->seq, now);
  return TRUE;
}

GstPadProbeReturn
gst_scream_src_on_media (GstPad * pad, GstPadProbeInfo * info,
    gpointer user_data)
{
  GstScreamSrc *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  GstScreamRxOrigin origin = gst_scream_rx_get_origin (self->rx, buffer);
  GstClockTime now = gst_scream_src_get_time ();
  GstScreamPacket packet;

  gst_scream_packet_parse (buffer, &packet);
  if (meta != NULL && origin.is_sender)
    gst_scream_src_follow_sender (self, meta->addr, origin.disputed, now);
  gst_scream_src_sweep (self, now);
  if (!admit (self, buffer, &packet, &origin, now))
    return GST_PAD_PROBE_DROP;
  gst_scream_src_hear_sender (self, now);
  if (meta != NULL)
    release_held (self, pad, meta->addr, now);
  GST_PAD_PROBE_INFO_DATA (info) = NULL;
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = push (self, pad, buffer);
  return GST_PAD_PROBE_HANDLED;
}

/* ---- all ---- */

void
gst_scream_src_clear_guard (GstScreamSrc * self)
{
  GstScreamHeld *held;

  while ((held = g_queue_pop_head (&self->held)) != NULL)
    held_free (held);
  g_mutex_lock (&self->lock);
  g_clear_object (&self->sender);
  g_mutex_unlock (&self->lock);
}

void
gst_scream_src_reset_guard (GstScreamSrc * self)
{
  gst_scream_src_clear_guard (self);
  g_object_get (self->rx, "capture-time-extension", &self->capture_id, NULL);
  self->trial_due = self->refusal_due = 0;
  g_mutex_lock (&self->lock);
  memset (&self->gate, 0, sizeof (self->gate));
  self->met = self->silent = FALSE;
  reset_rtcp (self);
  g_mutex_unlock (&self->lock);
}

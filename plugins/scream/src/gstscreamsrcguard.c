/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which packets go in.
 *
 * Anyone may send to the port.  srtpdec and the session keep something of each SSRC
 * that they see, so they see few, by the rules of gstscreamgate.h:
 *
 * - With a key, a new SSRC goes to srtpdec after an authentic packet.  What comes
 *   out of srtpdec is the sender's, but it may be a recording: it is none if
 *   nothing else is ahead of it by the sender's own clock.
 * - Without, media is for the session if it comes from the address that screamrx
 *   believes, or from anywhere while that is silent.  A packet from elsewhere that
 *   continues a stream is held for a moment: a NAT may have changed the address.
 * - RTCP must be from that address or authentic, for who else could end a stream or
 *   move its clock, and of streams that are in. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/net/net.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "plugins/scream/rtp/gstrtpextension.h"
#include "plugins/packet/gstscreampacket.h"
#include "gstscreamsrcprivate.h"
#include "plugins/scream/net/gstsocketpath.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_src_debug);
#define GST_CAT_DEFAULT gst_scream_src_debug

/* OURS: packets that are held, 0.4 MB: a fifth of a second of 18 Mbit/s, twice the
 * time after which screamrx takes a sender for silent.  Half loses packets of such
 * a stream when a NAT changes its address; double is memory for strangers. */
#define MAX_HELD 320

/* OURS: for so long, twice what the latch takes for a new address.  Half may lose
 * the first of them; double gives late what nobody waits for. */
#define HOLD (500 * GST_MSECOND)

/* OURS: RTCP packets that the session takes, at once and a second: several of
 * each stream.  Half takes reports from a sender of 32 streams; double is twice
 * the work for who forges an address. */
#define RTCP_BURST 100
#define RTCP_INTERVAL (10 * GST_MSECOND)

/* OURS: packets of a stream that are authenticated here, too, after srtpdec has
 * refused one: as many as it takes to find a counter.  Half misses one where
 * old packets are sent in between; double only takes more time. */
#define DOUBTS 64

/* RFC 3550 section 6.4.1, section 6.5, section 6.6 */
#define RTCP_SR 200
#define RTCP_SDES 202
#define RTCP_BYE 203
#define RTCP_SR_SIZE 28

typedef struct
{
  GstBuffer *buffer;
  GstClockTime came;
} GstScreamHeld;

static GstClockTime
get_time (void)
{
  return (GstClockTime) g_get_monotonic_time () * GST_USECOND;
}

/* ---- streams that come and go ---- */

/* Waits for what shows the stream. */
static void
clear_stream (GstElement * element, gpointer ssrc)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  GstElement *rtpbin = NULL;

  g_mutex_lock (&self->lock);
  if (self->rtpbin != NULL)
    rtpbin = gst_object_ref (self->rtpbin);
  g_mutex_unlock (&self->lock);
  if (rtpbin == NULL)
    return;
  g_signal_emit_by_name (rtpbin, "clear-ssrc", 0, GPOINTER_TO_UINT (ssrc));
  gst_object_unref (rtpbin);
}

/* It goes on afterwards; until then it would meet what it has there. */
static void
renew_stream (GstElement * element, gpointer ssrc)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  GstScreamGateStream *stream;

  clear_stream (element, ssrc);
  g_mutex_lock (&self->lock);
  stream = gst_scream_gate_find (&self->gate, GPOINTER_TO_UINT (ssrc));
  if (stream != NULL)
    stream->renewed = FALSE;
  g_mutex_unlock (&self->lock);
}

/* With the lock. What the session has of it is not the sender's, or not of now: what
 * follows would wait for the packets between. */
static void
renew (GstScreamSrc * self, GstScreamGateStream * stream)
{
  if (stream->renewed)
    return;
  GST_INFO_OBJECT (self, "stream %08x begins anew", stream->ssrc);
  stream->renewed = TRUE;
  gst_element_call_async (GST_ELEMENT (self), renew_stream,
      GUINT_TO_POINTER (stream->ssrc), NULL);
}

static void
leave (GstScreamSrc * self, guint32 ssrc)
{
  GST_INFO_OBJECT (self, "stream %08x loses its place", ssrc);
  if (self->srtpdec != NULL)
    g_signal_emit_by_name (self->srtpdec, "remove-key", ssrc);
  gst_element_call_async (GST_ELEMENT (self), clear_stream,
      GUINT_TO_POINTER (ssrc), NULL);
}

static GstScreamGateStream *
open_stream (GstScreamSrc * self, const GstScreamPacket * packet,
    gboolean is_own, GstClockTime now)
{
  GstScreamGateStream *stream;
  gboolean leaves = FALSE;
  guint32 gone = 0;

  g_mutex_lock (&self->lock);
  stream = gst_scream_gate_open (&self->gate, packet->ssrc, packet->seq,
      is_own, now, &leaves, &gone);
  self->rtp_excess += stream == NULL;
  g_mutex_unlock (&self->lock);
  if (leaves)
    leave (self, gone);
  return stream;
}

static void
sweep (GstScreamSrc * self, GstClockTime now)
{
  gboolean leaves;
  guint32 gone;

  do {
    g_mutex_lock (&self->lock);
    leaves = gst_scream_gate_sweep (&self->gate, now, &gone);
    g_mutex_unlock (&self->lock);
    if (leaves)
      leave (self, gone);
  } while (leaves);
}

/* Is the packet the first from a sender at another address? */
static void
follow_sender (GstScreamSrc * self, GSocketAddress * address, GstClockTime now)
{
  gboolean first = self->sender == NULL;
  gboolean disputed;
  guint i;

  if (!gst_scream_rx_is_sender (self->rx, address)
      || (!first && gst_socket_path_same_address (self->sender, address)))
    return;
  g_set_object (&self->sender, address);
  if (first)
    return;
  disputed = self->srtpdec == NULL && gst_scream_rx_was_disputed (self->rx);
  g_mutex_lock (&self->lock);
  gst_scream_gate_move (&self->gate, now);
  for (i = 0; i < self->gate.n_streams && disputed; i++)
    renew (self, &self->gate.streams[i]);
  g_mutex_unlock (&self->lock);
}

/* ---- packets of SRTP ---- */

static gboolean
is_authentic (GstScreamSrc * self, GstBuffer * buffer, guint * roc)
{
  GstMapInfo map;
  gboolean authentic;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return FALSE;
  authentic = gst_scream_auth_check (self->auth, map.data, map.size, roc);
  gst_buffer_unmap (buffer, &map);
  return authentic;
}

/* srtpdec does not follow a jump by half of the numbers and more: in an outage, or
 * after an old packet of the stream that someone has kept.  It never goes back. */
static void
mend_counter (GstScreamSrc * self, GstScreamGateStream * stream,
    GstBuffer * buffer, const GstScreamPacket * packet)
{
  guint64 newest = (guint64) stream->roc << 16 | stream->seq;
  guint roc;

  if (!is_authentic (self, buffer, &roc)
      || ((guint64) roc << 16 | packet->seq) < newest + G_MAXINT16)
    return;
  g_signal_emit_by_name (self->srtpdec, "remove-key", packet->ssrc);
  g_mutex_lock (&self->lock);
  stream->roc = roc;
  stream->seq = packet->seq;
  stream->jumped = TRUE;
  g_mutex_unlock (&self->lock);
}

/* To srtpdec? */
static gboolean
admit_encrypted (GstScreamSrc * self, GstBuffer * buffer,
    const GstScreamPacket * packet)
{
  GstScreamGateStream *stream =
      gst_scream_gate_find (&self->gate, packet->ssrc);
  guint roc;

  if (stream == NULL) {
    if (!is_authentic (self, buffer, &roc))
      return FALSE;
    stream = open_stream (self, packet,
        !gst_scream_rx_is_unknown_peer (self->rx, buffer), get_time ());
    if (stream == NULL)
      return FALSE;
    stream->roc = roc;
  }
  if (stream->pending)
    stream->doubts = DOUBTS;
  if (stream->doubts > 0) {
    stream->doubts--;
    mend_counter (self, stream, buffer, packet);
  }
  stream->pending = TRUE;
  return TRUE;
}

static void
read_time (GstScreamSrc * self, GstScreamGateStream * stream,
    GstBuffer * buffer, GstClockTime now)
{
  guint8 bytes[RTP_CC_CAPTURE_TIME_SIZE];
  RtpCcCaptureTime time;
  gsize at, size;

  if (self->capture_id == 0)
    return;
  at = gst_rtp_extension_find (buffer, self->capture_id, &size);
  if (at == 0 || size > sizeof (bytes))
    return;
  gst_buffer_extract (buffer, at, bytes, size);
  if (rtp_cc_capture_time_read (bytes, size, &time))
    gst_scream_gate_tell_time (stream, time.captured, now);
}

/* With the lock. */
static gboolean
is_recording (GstScreamSrc * self, const GstScreamGateStream * stream,
    GstClockTime now)
{
  if (gst_scream_gate_is_behind (&self->gate, stream, now))
    return TRUE;
  return self->max_age != 0 && !gst_scream_gate_is_fresh (stream,
      g_get_real_time () * 1000, self->max_age, now);
}

/* Before screamrx: a recording must not draw feedback to it. */
GstPadProbeReturn
gst_scream_src_on_decrypted (GstPad * pad, GstPadProbeInfo * info,
    gpointer user_data)
{
  GstScreamSrc *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstClockTime now = get_time ();
  GstScreamGateStream *stream;
  GstScreamPacket packet;
  gboolean recording, overtakes;

  gst_scream_packet_parse (buffer, &packet);
  stream = gst_scream_gate_find (&self->gate, packet.ssrc);
  if (stream == NULL)
    return GST_PAD_PROBE_DROP;
  overtakes = gst_scream_gate_leaps (stream, packet.seq)
      && gst_scream_rx_overtake (self->rx, buffer, packet.ssrc);
  g_mutex_lock (&self->lock);
  if (overtakes)
    renew (self, stream);
  read_time (self, stream, buffer, now);
  gst_scream_gate_note (stream, packet.seq, now);
  recording = is_recording (self, stream, now);
  self->rtp_recorded += recording;
  g_mutex_unlock (&self->lock);
  if (recording)
    gst_scream_rx_forget (self->rx, buffer, packet.ssrc);
  return recording ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

/* ---- RTCP ---- */

static void
start_rtcp_in (GstScreamSrc * self)
{
  GstCaps *caps = gst_caps_new_empty_simple (self->srtpdec
      ? "application/x-srtcp" : "application/x-rtcp");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (self->rtcp_in, gst_event_new_stream_start ("rtcp"));
  gst_pad_push_event (self->rtcp_in, gst_event_new_caps (caps));
  gst_pad_push_event (self->rtcp_in, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
}

/* The SSRC that it is of is not encrypted. */
static gboolean
may_take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  guint8 header[8];

  if (gst_buffer_extract (buffer, 0, header, 8) < 8
      || gst_scream_gate_find (&self->gate,
          GST_READ_UINT32_BE (header + 4)) == NULL)
    return FALSE;
  return self->srtpdec != NULL
      || (meta != NULL && gst_scream_rx_is_sender (self->rx, meta->addr));
}

/* Takes @buffer. */
static void
take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  gboolean started;

  g_mutex_lock (&self->lock);
  started = self->started;
  self->started = TRUE;
  self->rtcp_refused++;
  g_mutex_unlock (&self->lock);
  if (!started)
    start_rtcp_in (self);
  if (may_take_rtcp (self, buffer))
    gst_pad_push (self->rtcp_in, buffer);
  else
    gst_buffer_unref (buffer);
}

/* With the lock. A stream that the session is about to forget is not in: rtpbin would
 * give it new pads while it removes the old ones. */
static gboolean
is_known (GstScreamSrc * self, const guint8 * ssrc)
{
  const GstScreamGateStream *stream =
      gst_scream_gate_find (&self->gate, GST_READ_UINT32_BE (ssrc));

  return stream != NULL && !stream->renewed;
}

/* @data: chunks of SDES, each an SSRC and items up to a zero, padded. */
static gboolean
is_in_chunks (GstScreamSrc * self, const guint8 * data, gsize size, guint count)
{
  gsize at = 0;

  for (; count > 0; count--) {
    if (size - at < 8 || !is_known (self, data + at))
      return FALSE;
    at += 4;
    while (at < size && data[at] != 0)
      at += 2 + (at + 1 < size ? data[at + 1] : 0);
    at = GST_ROUND_UP_4 (at + 1);
    if (at > size)
      return FALSE;
  }
  return TRUE;
}

/* One packet of a compound one, of @size bytes, 8 at least. */
static gboolean
is_in_packet (GstScreamSrc * self, const guint8 * data, gsize size)
{
  guint count = data[0] & 0x1f;

  if (data[1] == RTCP_SDES)
    return is_in_chunks (self, data + 4, size - 4, count);
  return is_known (self, data + 4);
}

/* Is all of it of streams that are in? Others cost the session memory. */
static gboolean
is_in (GstScreamSrc * self, const guint8 * data, gsize size)
{
  while (size > 0) {
    gsize length = size < 8 ? 0 : 4 + 4 * GST_READ_UINT16_BE (data + 2);

    if (length < 8 || length > size || !is_in_packet (self, data, length))
      return FALSE;
    data += length;
    size -= length;
  }
  return TRUE;
}

/* With the lock. RFC 3550 section 6.4.1: the first packet of a sender's. */
static void
read_report (GstScreamSrc * self, const guint8 * data, gsize size,
    GstClockTime now)
{
  GstScreamGateStream *stream;

  if (size < RTCP_SR_SIZE || data[1] != RTCP_SR)
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
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstClockTime now = get_time ();
  GstMapInfo map;
  gboolean good;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return GST_PAD_PROBE_DROP;
  g_mutex_lock (&self->lock);
  good = is_in (self, map.data, map.size)
      && gst_scream_gate_take_turn (&self->rtcp_due, RTCP_BURST,
      RTCP_INTERVAL, now);
  if (good) {
    read_report (self, map.data, map.size, now);
    self->rtcp_refused--;
    self->rtcp_good++;
  }
  g_mutex_unlock (&self->lock);
  gst_buffer_unmap (buffer, &map);
  return good ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
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
  self->rtp_in++;
  g_mutex_unlock (&self->lock);
  if (self->srtpdec != NULL && !admit_encrypted (self, buffer, &packet))
    return GST_PAD_PROBE_DROP;
  gst_scream_streams_fill (self->streams);
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

/* The jitter buffer of a stream keeps what its last packet came to, for ever: of one
 * that another stream took the pad from, it is the error of a decoder that was
 * cut off. */
static gboolean
is_cut_off (GstScreamSrc * self, guint32 ssrc, GstFlowReturn ret)
{
  GstScreamGateStream *stream;

  if (ret == GST_FLOW_OK || ret == GST_FLOW_FLUSHING
      || gst_scream_streams_is_shown (self->streams, ssrc))
    return FALSE;
  g_mutex_lock (&self->lock);
  stream = gst_scream_gate_find (&self->gate, ssrc);
  if (stream != NULL)
    renew (self, stream);
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
  self->rtp_good += good;
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
  GstPad *session = gst_pad_get_peer (pad);
  GstFlowReturn ret = GST_FLOW_OK;
  GstScreamPacket packet;
  GstNetAddressMeta *meta;

  gst_scream_packet_parse (buffer, &packet);
  buffer = gst_buffer_make_writable (buffer);
  meta = gst_buffer_get_net_address_meta (buffer);
  if (meta != NULL)
    gst_buffer_remove_meta (buffer, (GstMeta *) meta);
  if (session != NULL && count_good (self, packet.ssrc))
    ret = gst_pad_chain (session, buffer);
  else
    gst_buffer_unref (buffer);
  gst_clear_object (&session);
  if (is_cut_off (self, packet.ssrc, ret) || ret == GST_FLOW_NOT_LINKED
      || ret == GST_FLOW_FLUSHING)
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
    GstClockTime now)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  GstScreamGateStream *stream =
      gst_scream_gate_find (&self->gate, packet->ssrc);

  if (self->srtpdec != NULL)
    return stream != NULL;
  if (gst_scream_rx_is_unknown_peer (self->rx, buffer)) {
    if (stream != NULL && gst_scream_gate_continues (stream, packet->seq))
      hold (self, buffer, now);
    g_mutex_lock (&self->lock);
    self->rtp_from_unknown_peers++;
    g_mutex_unlock (&self->lock);
    return FALSE;
  }
  if (stream == NULL)
    stream = open_stream (self, packet, meta == NULL
        || gst_scream_rx_is_sender (self->rx, meta->addr), now);
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
  GstClockTime now = get_time ();
  GstScreamPacket packet;

  gst_scream_packet_parse (buffer, &packet);
  if (meta != NULL)
    follow_sender (self, meta->addr, now);
  sweep (self, now);
  if (!admit (self, buffer, &packet, now))
    return GST_PAD_PROBE_DROP;
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
  g_clear_object (&self->sender);
}

void
gst_scream_src_reset_guard (GstScreamSrc * self)
{
  gst_scream_src_clear_guard (self);
  g_object_get (self->rx, "capture-time-extension", &self->capture_id, NULL);
  self->rtcp_due = 0;
  g_mutex_lock (&self->lock);
  memset (&self->gate, 0, sizeof (self->gate));
  self->rtp_in = self->rtp_good = 0;
  self->rtp_from_unknown_peers = self->rtp_excess = self->rtp_recorded = 0;
  self->rtcp_good = self->rtcp_refused = 0;
  g_mutex_unlock (&self->lock);
}

void
gst_scream_src_add_guard_stats (GstScreamSrc * self, GstStructure * stats)
{
  g_mutex_lock (&self->lock);
  gst_structure_set (stats,
      "ssrcs", G_TYPE_UINT, self->gate.n_streams,
      "rtp-refused", G_TYPE_UINT64, self->rtp_in - self->rtp_good,
      "rtp-from-unknown-peers", G_TYPE_UINT64, self->rtp_from_unknown_peers,
      "rtp-excess", G_TYPE_UINT64, self->rtp_excess,
      "rtp-recorded", G_TYPE_UINT64, self->rtp_recorded,
      "rtcp-packets", G_TYPE_UINT64, self->rtcp_good,
      "rtcp-refused", G_TYPE_UINT64, self->rtcp_refused, NULL);
  g_mutex_unlock (&self->lock);
}

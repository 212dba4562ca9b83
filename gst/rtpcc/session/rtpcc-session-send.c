/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-send.c: enqueueing and sending of packets
 *
 *   enqueue   a packet joins its stream's queue; a complete frame is told to
 *             the policy
 *   dequeue   events first; then, if pacer and window agree, the packet of the
 *             stream whose turn it is; the ledger notes it
 */
#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-session-private.h"

/* OURS: packets of urgent streams may be so far ahead of the pacer.  At
 * 100 kbit/s a packet of 1500 bytes takes 120 ms, which audio must not wait;
 * and a stream that is no audio cannot put more than this into the network. */
#define SESSION_URGENT_AHEAD (250 * RTP_CC_MSECOND)

/* OURS: answers to requests may be so far ahead of the pacer; what follows waits for as much
 * longer.  Of a frame that the pacer spreads over 12 ms, the answer to the second request
 * has 2 to 5 ms left at a deadline of two round trips and 20 ms: in turn it comes too late.
 * With half, video of 1.5 Mbit/s at 15 % of loss freezes 0.5 and 5 times a minute instead
 * of 0.2 and 0.9 (elements_screamrepairmodel, an hour each); with double, 0.1 and 0.8 times,
 * and twice as long a burst comes into the network. */
#define SESSION_REPAIR_AHEAD (10 * RTP_CC_MSECOND)

/* OURS: bytes beside the window for urgent streams: half a second of audio at
 * 128 kbit/s, which is as long as it takes until feedback counts as missing. */
#define SESSION_URGENT_BYTES 8000

/* OURS: however full the window is, a packet goes after so long: it finds out what
 * feedback does not say, as a probe of RFC 9002 section 6.2 does.  Longer than any
 * time-out of feedback, 1.5 s, so that those are found first; at half it would run
 * before them, and at double a stream of a receiver that wants to stop it freezes
 * for twice as long. */
#define SESSION_SEND_INTERVAL (2 * RTP_CC_SECOND)

/* OURS: packets of one timestamp that come for longer are no frame, if they are more than a
 * stream may send meanwhile.  Half is what the key frame of a slow camera takes that is
 * relayed; at double twice as much of it waits here. */
#define SESSION_FRAME_MAX RTP_CC_SECOND

typedef RtpCcSessionStream Stream;

/* ---- in ---- */

/* The headers of all streams together, for the bounds. */
static void
update_overhead (RtpCcSession * session)
{
  RtpCcOverhead all = { 0 };
  double rate = 0;
  int n = 0;

  for (size_t i = 0; i < session->n_streams; i++) {
    const Stream *s = &session->streams[i];

    if (!s->used || s->last_packet == RTP_CC_TIME_NEVER)
      continue;
    all.header += s->overhead.header;
    all.frame_rate += s->overhead.frame_rate;
    if (all.packet < s->overhead.packet)
      all.packet = s->overhead.packet;
    all.repair += s->overhead.repair * (double) s->rate;
    rate += (double) s->rate;
    n++;
  }
  if (n == 0)
    return;
  all.header /= n;
  if (rate > 0)
    all.repair /= rate;
  session->overhead = all;
  if (rtp_cc_session_bounds_moved (session))
    rtp_cc_session_update_bounds (session);
}

static void
frame_complete (RtpCcSession * session, Stream * stream, uint32_t ssrc,
    RtpCcTime now)
{
  RtpCcTime oldest = rtp_cc_queue_oldest (stream->queue);
  RtpCcFrame frame = { 0 };
  uint64_t before;

  frame.ssrc = ssrc;
  frame.size = stream->frame_wire;
  if (stream->frame_time != RTP_CC_TIME_NEVER)
    frame.period = now - stream->frame_time;
  rtp_cc_overhead_on_frame (&stream->overhead, frame.period);
  update_overhead (session);
  if (oldest != RTP_CC_TIME_NEVER)
    frame.queue_delay = now - oldest;
  frame.media_target = stream->rate;
  stream->frame_time = now;
  stream->frame_wire = 0;
  before = rtp_cc_target (session->cc)->media_rate;
  rtp_cc_on_frame (session->cc, &frame, now);
  if (rtp_cc_target (session->cc)->media_rate != before)
    rtp_cc_session_target_changed (session, now);
  else
    rtp_cc_session_obey_target (session);
}

static bool
is_same_time (const Stream * stream, const RtpCcSessionPacket * packet)
{
  return stream->last_packet != RTP_CC_TIME_NEVER
      && packet->ssrc == stream->last_ssrc
      && packet->timestamp == stream->last_timestamp;
}

/* A pause begins after a whole frame. */
static bool
is_held (const Stream * stream, const RtpCcSessionPacket * packet)
{
  return packet->is_packet && (stream->config.paused || stream->off)
      && !(is_same_time (stream, packet) && !stream->ended);
}

/* True: a frame is complete with @packet.  Payloaders of slices may set no marker, or one in
 * each slice. */
static bool
note_time (RtpCcSession * session, Stream * stream,
    const RtpCcSessionPacket * packet, RtpCcTime now)
{
  bool ends;

  if (!is_same_time (stream, packet)) {
    if (packet->ssrc == stream->last_ssrc && !stream->ended
        && stream->frame_wire > 0 && !stream->config.urgent)
      frame_complete (session, stream, packet->ssrc, now);
    stream->time_began = now;
    stream->time_bytes = 0;
    stream->ended = false;
  }
  ends = packet->marker && !stream->ended;
  stream->time_bytes += packet->size + session->config.packet_overhead;
  stream->ended |= packet->marker;
  return ends;
}

/* A payloader that does not end, or a source without time stamps? */
static void
check_time (Stream * stream, uint32_t ssrc, RtpCcTime now)
{
  if (now - stream->time_began <= SESSION_FRAME_MAX || stream->rate == 0
      || stream->time_bytes * 8 <= stream->rate)
    return;
  stream->stuck = true;
  if (!stream->ended)
    rtp_cc_queue_give_up (stream->queue, ssrc);
}

/* The encoder makes room for repair. */
static void
note_repair (Stream * stream, bool repair, uint32_t size, RtpCcTime now)
{
  rtp_cc_meter_add (&stream->in, size, now);
  if (repair)
    rtp_cc_meter_add (&stream->repair, size, now);
  stream->repaired |= repair;
  if (stream->repaired)
    rtp_cc_overhead_set_repair (&stream->overhead,
        rtp_cc_meter_bytes (&stream->repair, now),
        rtp_cc_meter_bytes (&stream->in, now));
}

/* OURS: payload of a packet that goes along: it says something of the packets before it,
 * and has no media.  Half has no room for an SSRC and two numbers; double lets the end of
 * a frame that is sent again go along. */
#define ALONG_PAYLOAD 16

static RtpCcQueueItem
queue_item (const RtpCcSession * session, const RtpCcSessionPacket * packet,
    RtpCcTime now)
{
  RtpCcQueueItem item = { 0 };

  item.user = packet->user;
  item.is_packet = packet->is_packet;
  item.repair = packet->repair;
  item.goes_along = packet->repair && packet->payload_size <= ALONG_PAYLOAD;
  item.ssrc = packet->ssrc;
  item.seq = packet->seq;
  item.timestamp = packet->timestamp;
  item.marker = packet->marker;
  item.queued = now;
  if (packet->is_packet)
    item.size = packet->size + session->config.packet_overhead;
  return item;
}

/* The receiver of a retransmission has waited for a round trip already. FEC belongs to
 * the newest frame, and follows it. */
static bool
is_urgent_repair (const Stream * stream, const RtpCcSessionPacket * packet)
{
  return packet->is_packet && packet->repair
      && packet->timestamp != stream->last_timestamp;
}

bool
rtp_cc_session_enqueue (RtpCcSession * session, int stream,
    const RtpCcSessionPacket * packet, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);
  RtpCcQueueItem item = queue_item (session, packet, now);
  bool was_idle = !rtp_cc_session_stream_is_active (session, s, now);
  bool was_empty = rtp_cc_queue_packets (s->queue) == 0;
  bool ends = false;

  if (is_held (s, packet)) {
    s->packets_paused++;
    return false;
  }
  if (packet->is_packet && !packet->repair) {
    ends = note_time (session, s, packet, now);
    check_time (s, packet->ssrc, now);
  }
  if (!rtp_cc_queue_push (s->queue, &item, is_urgent_repair (s, packet))) {
    s->packets_discarded++;
    s->frame_wire = 0;
    return false;
  }
  if (!packet->is_packet)
    return true;

  if (was_empty && s->virtual_start < session->virtual_start)
    s->virtual_start = session->virtual_start;
  note_repair (s, packet->repair, item.size, now);
  if (packet->repair)
    return true;
  s->last_packet = now;
  if (session->first_packet == RTP_CC_TIME_NEVER)
    session->first_packet = now;
  s->last_ssrc = packet->ssrc;
  s->last_timestamp = packet->timestamp;
  s->frame_wire += item.size;
  rtp_cc_overhead_on_packet (&s->overhead, item.size, packet->payload_size);
  rtp_cc_meter_add (&s->media, packet->payload_size, now);
  if (was_idle)
    rtp_cc_session_share (session, now);
  if (ends)
    frame_complete (session, s, packet->ssrc, now);
  return true;
}

/* ---- out ---- */

/* An urgent one comes before all others; among equals it is the turn. */
static bool
comes_before (const Stream * a, const Stream * b)
{
  if (a->config.urgent != b->config.urgent)
    return a->config.urgent;
  return a->virtual_start < b->virtual_start;
}

/* The stream whose turn it is; -1: nothing waits.  @event: its head is no packet
 * and goes without the pacer's leave.  Inline, since each packet asks some times. */
static inline int
next_stream (const RtpCcSession * session, bool *event)
{
  int best = -1;

  *event = false;
  for (size_t i = 0; i < session->n_streams; i++) {
    const Stream *s = &session->streams[i];
    const RtpCcQueueItem *head;

    if (!s->used || s->blocked)
      continue;
    head = rtp_cc_queue_peek (s->queue);
    if (head == NULL)
      continue;
    *event = !head->is_packet;
    if (*event)
      return (int) i;
    if (best < 0 || comes_before (s, &session->streams[best]))
      best = (int) i;
  }
  return best;
}

static inline bool
window_is_full (const RtpCcSession * session, const Stream * stream)
{
  uint64_t window = session->target.window;
  uint64_t in_flight = rtp_cc_ledger_bytes_in_flight (session->ledger);

  if (window == RTP_CC_NO_WINDOW)
    return false;
  if (stream->config.urgent && in_flight >= SESSION_URGENT_BYTES)
    in_flight -= SESSION_URGENT_BYTES;
  else if (stream->config.urgent)
    in_flight = 0;
  return in_flight >= window;
}

/* From when on a packet leaves even if the window is full. */
static RtpCcTime
probe_time (const RtpCcSession * session)
{
  return earlier (session->last_send + SESSION_SEND_INTERVAL,
      rtp_cc_session_overdue (session));
}

static RtpCcTime
pacer_time (const RtpCcSession * session, const Stream * stream)
{
  RtpCcTime time = rtp_cc_pacer_next_time (&session->pacer);
  const RtpCcQueueItem *head = rtp_cc_queue_peek (stream->queue);

  if (session->config.unpaced || (head != NULL && head->goes_along))
    return session->start;
  if (stream->config.urgent)
    return time - SESSION_URGENT_AHEAD;
  return rtp_cc_queue_begins_ahead (stream->queue)
      ? time - SESSION_REPAIR_AHEAD : time;
}

/* When pacer and window let a packet of this stream go. */
static RtpCcTime
send_time (const RtpCcSession * session, const Stream * stream)
{
  RtpCcTime time = pacer_time (session, stream);
  RtpCcTime probe = probe_time (session);

  return time < probe && window_is_full (session, stream) ? probe : time;
}

int64_t
rtp_cc_session_longest_wait (const RtpCcSession * session, uint32_t size)
{
  double time = 8 * (double) size / (double) session->config.min_bitrate;
  int64_t wait = SESSION_URGENT_AHEAD + session->pacer.burst
      + (int64_t) (time * (double) RTP_CC_SECOND);

  return wait > SESSION_SEND_INTERVAL ? wait : SESSION_SEND_INTERVAL;
}

static void
number (RtpCcSession * session, RtpCcQueueItem * item)
{
  item->number = session->next_number++;
  rtp_cc_ledger_number (session->ledger, item->ssrc, item->seq, item->number);
}

static void
send (RtpCcSession * session, Stream * stream, RtpCcQueueItem * item,
    RtpCcTime now)
{
  RtpCcPacket packet = { 0 };

  session->last_send = now;
  packet.ssrc = item->ssrc;
  packet.marker = item->marker;
  packet.size = item->size;
  packet.sent = now;
  packet.ecn = item->ecn = rtp_cc_ecn_path_mark (&session->ecn,
      rtp_cc_target (session->cc)->ecn, now);
  rtp_cc_ledger_sent (session->ledger, &packet, item->seq);
  if (!rtp_cc_ledger_is_unheard (session->ledger, item->ssrc))
    stream->last_heard = now;
  if (session->numbered)
    number (session, item);
  rtp_cc_pacer_on_sent (&session->pacer, item->size, now);
  rtp_cc_on_sent (session->cc, &packet,
      rtp_cc_ledger_bytes_in_flight (session->ledger));

  if (!stream->config.urgent) {
    session->virtual_start = stream->virtual_start;
    stream->virtual_start += item->size / stream->weight;
  }
  if (session->waiting_since == RTP_CC_TIME_NEVER)
    session->waiting_since = now;
  rtp_cc_key_frames_leave (&stream->key_frames, item->ssrc, item->queued,
      item->marker, rtp_cc_ledger_stats (session->ledger)->lost, now);
  rtp_cc_meter_add (&session->sent, item->size, now);
  rtp_cc_meter_add (&stream->sent, item->size, now);
  stream->packets_sent++;
  stream->bytes_sent += item->size;
}

/* The stream of the packet that may leave now; -1: none. */
static int
take_next (RtpCcSession * session, RtpCcQueueItem * item, RtpCcTime now)
{
  bool event, full;
  int n = next_stream (session, &event);
  const Stream *stream;

  if (n < 0)
    return -1;
  stream = &session->streams[n];
  if (!event) {
    if (now < pacer_time (session, stream))
      return -1;
    full = window_is_full (session, stream);
    if (full && now < probe_time (session))
      return -1;
    if (!full)
      session->last_open = now;
    session->stalled = full
        && now - session->last_open >= SESSION_SEND_INTERVAL;
  }
  *item = rtp_cc_queue_pop (stream->queue);
  return n;
}

int
rtp_cc_session_dequeue (RtpCcSession * session, RtpCcQueueItem * item,
    RtpCcTime now)
{
  int n = take_next (session, item, now);

  if (n >= 0 && item->is_packet)
    send (session, &session->streams[n], item, now);
  return n;
}

RtpCcTime
rtp_cc_session_departure (const RtpCcSession * session, bool *event)
{
  int n = next_stream (session, event);

  return n < 0 ? RTP_CC_TIME_NEVER : send_time (session, &session->streams[n]);
}

RtpCcTime
rtp_cc_session_next_send (const RtpCcSession * session)
{
  bool event;

  return rtp_cc_session_departure (session, &event);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session.c: see rtpcc-session.h
 *
 * What happens when:
 *   enqueue   a packet joins its stream's queue; a complete frame is told to
 *             the policy
 *   dequeue   events first; then, if pacer and window agree, the packet of the
 *             stream whose turn it is; the ledger notes it
 *   rtcp      in rtpcc-session-rtcp.c
 *   tick      feedback missing -> policy; frames too old -> out
 */
#include "rtpcc-session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "gst/rtpcc/rtpcc-private.h"
#include "rtpcc-session-private.h"

/* RFC 3550 section 5.1: the fixed RTP header, bytes */
#define SESSION_RTP_HEADER 12

/* OURS: rates shown are over the last second, long enough to average the
 * frames, short enough to follow a change. */
#define SESSION_METER_WINDOW RTP_CC_SECOND

/* RFC 5104 section 3.5.1: who repeats a FIR for longer, in round trips, has not got
 * the key frame. */
#define SESSION_FIR_RTTS 2

/* OURS: raw frames are skipped when what waits takes longer than this part of
 * max_queue_delay: just before frames would be discarded, which costs a key
 * frame.  Earlier is no better: after a gap vp8enc makes frames so large that
 * a quarter of the frames skipped gave 45 % more bits, not fewer. */
#define SESSION_SKIP_PART 1.0

/* RFC 9331 section 4.3: bursts of an L4S sender should make no more queue */
#define SESSION_L4S_BURST (250 * RTP_CC_USECOND)

/* OURS: what an L4S sender catches up when it came too late.  On a machine with
 * other work each ms more is marked where L4S queues begin: at 20 Mbit/s 1.5 %
 * of the packets instead of 2.4 %, and 87 % of the link used instead of 70 %. */
#define SESSION_L4S_LATE (500 * RTP_CC_USECOND)

/* OURS: how often frames that cannot be discarded yet are looked at again. */
#define SESSION_DISCARD_RETRY (10 * RTP_CC_MSECOND)

/* OURS: packets of urgent streams may be so far ahead of the pacer.  At
 * 100 kbit/s a packet of 1500 bytes takes 120 ms, which audio must not wait;
 * and a stream that is no audio cannot put more than this into the network. */
#define SESSION_URGENT_AHEAD (250 * RTP_CC_MSECOND)

/* OURS: bytes beside the window for urgent streams: half a second of audio at
 * 128 kbit/s, which is as long as it takes until feedback counts as missing. */
#define SESSION_URGENT_BYTES 8000

/* OURS: however full the window is, a packet goes after so long: it finds out what
 * feedback does not say, as a probe of RFC 9002 section 6.2 does.  Longer than any
 * time-out of feedback, 1.5 s, so that those are found first; at half it would run
 * before them, and at double a stream of a receiver that wants to stop it freezes
 * for twice as long. */
#define SESSION_SEND_INTERVAL (2 * RTP_CC_SECOND)

/* OURS: after so many time-outs the policies with a window are at their minimum
 * rate.  Fewer leave a gap that the policy has not answered yet, more send a third
 * of the minimum for as long. */
#define SESSION_TIMEOUTS_TO_MIN 3

typedef RtpCcSessionStream Stream;

/* Frames of one stream on their way out. */
typedef struct
{
  RtpCcDropFunc drop;
  void *user;
  uint32_t packets;
  RtpCcKeyFrames *key_frames;
} Discarding;

static int64_t
burst_of (const RtpCcSessionConfig * config, int64_t min_interval)
{
  int64_t burst = config->burst > min_interval ? config->burst : min_interval;

  return config->ecn == RTP_CC_ECN_ECT_1 && burst > SESSION_L4S_BURST
      ? SESSION_L4S_BURST : burst;
}

RtpCcSession *
rtp_cc_session_new (const RtpCcSessionConfig * settings, RtpCcTime now)
{
  RtpCcSession *session = calloc (1, sizeof (RtpCcSession));
  const RtpCcSessionConfig *config;
  RtpCcConfig cc = { 0 };

  if (session == NULL)
    return NULL;

  session->config = rtp_cc_session_sane_config (settings);
  config = &session->config;
  session->start = session->last_send = now;
  rtp_cc_overhead_init (&session->overhead, config->packet_overhead
      + SESSION_RTP_HEADER, config->max_packet_size);
  session->waiting_since = session->last_feedback = RTP_CC_TIME_NEVER;
  session->last_ccfb = RTP_CC_TIME_NEVER;
  session->rtt = -1;
  session->min_wire_rate =
      rtp_cc_session_to_wire (session, config->min_bitrate);
  session->max_wire_rate =
      rtp_cc_session_to_wire (session, config->max_bitrate);
  cc.min_rate = session->min_wire_rate;
  cc.start_rate = rtp_cc_session_to_wire (session, config->initial_bitrate);
  cc.max_rate = session->max_wire_rate;
  cc.max_packet_size = config->max_packet_size;
  cc.queue_delay_target = config->queue_delay_target;
  cc.queue_delay_target_max = config->queue_delay_target_max;
  cc.ecn = config->ecn;
  session->cc = rtp_cc_new (config->ops, &cc, now);
  session->ledger = rtp_cc_ledger_new ();
  if (session->cc == NULL || session->ledger == NULL) {
    rtp_cc_session_free (session, NULL, NULL);
    return NULL;
  }
  rtp_cc_pacer_init (&session->pacer, rtp_cc_target (session->cc)->pacing_rate,
      burst_of (config, 0), now);
  rtp_cc_layers_init (&session->layers);
  /* Who has a policy that leaves control to the receiver believes it. */
  rtp_cc_honesty_init (&session->honesty, config->ops->on_remb != NULL ? 0
      : config->seed, (double) cc.start_rate, now);
  session->first_packet = RTP_CC_TIME_NEVER;
  rtp_cc_ecn_path_init (&session->ecn, rtp_cc_target (session->cc)->ecn, now);
  rtp_cc_meter_init (&session->sent, SESSION_METER_WINDOW, now);
  rtp_cc_meter_init (&session->acked, SESSION_METER_WINDOW, now);
  rtp_cc_meter_init (&session->lost, SESSION_METER_WINDOW, now);
  rtp_cc_meter_init (&session->ce, SESSION_METER_WINDOW, now);
  return session;
}

void
rtp_cc_session_free (RtpCcSession * session, RtpCcDropFunc drop, void *user)
{
  if (session == NULL)
    return;
  rtp_cc_session_drop_held (session, -1, drop, user);
  for (size_t i = 0; i < session->n_streams; i++)
    rtp_cc_queue_free (session->streams[i].queue, drop, user);
  free (session->streams);
  free (session->twcc_packets);
  rtp_cc_ledger_free (session->ledger);
  rtp_cc_free (session->cc);
  free (session);
}

void
rtp_cc_session_configure (RtpCcSession * session,
    const RtpCcSessionConfig * config, RtpCcTime now)
{
  RtpCcSessionConfig c = rtp_cc_session_sane_config (config);

  session->config.min_bitrate = c.min_bitrate;
  session->config.max_bitrate = c.max_bitrate;
  session->config.max_queue_delay = c.max_queue_delay;
  session->config.burst = c.burst;
  session->pacer.burst = burst_of (&session->config, session->min_interval);
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_share (session, now);
}

int
rtp_cc_session_add_stream (RtpCcSession * session,
    const RtpCcStreamConfig * config, RtpCcTime now)
{
  Stream *stream = NULL;
  size_t i;

  for (i = 0; i < session->n_streams; i++) {
    if (!session->streams[i].used)
      break;
  }
  if (i == session->n_streams) {
    Stream *streams = realloc (session->streams, (i + 1) * sizeof (Stream));

    if (streams == NULL)
      return -1;
    session->streams = streams;
  }
  stream = &session->streams[i];
  memset (stream, 0, sizeof (*stream));
  stream->queue = rtp_cc_queue_new ();
  if (stream->queue == NULL)
    return -1;
  if (i == session->n_streams)
    session->n_streams++;
  stream->used = true;
  stream->config = rtp_cc_session_sane_stream (config);
  stream->weight = stream->config.priority;
  rtp_cc_overhead_init (&stream->overhead, session->config.packet_overhead
      + SESSION_RTP_HEADER, session->config.max_packet_size);
  stream->added = now;
  stream->last_packet = RTP_CC_TIME_NEVER;
  stream->last_heard = now;
  stream->frame_time = RTP_CC_TIME_NEVER;
  rtp_cc_meter_init (&stream->sent, SESSION_METER_WINDOW, now);
  rtp_cc_meter_init (&stream->media, SESSION_METER_WINDOW, now);
  rtp_cc_meter_init (&stream->in, SESSION_METER_WINDOW, now);
  rtp_cc_meter_init (&stream->repair, SESSION_METER_WINDOW, now);
  rtp_cc_session_share (session, now);
  return (int) i;
}

void
rtp_cc_session_configure_stream (RtpCcSession * session, int stream,
    const RtpCcStreamConfig * config, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);
  bool returns = s->config.paused && !config->paused;

  s->config = rtp_cc_session_sane_stream (config);
  if (returns)
    rtp_cc_session_stream_returns (s, now);
  rtp_cc_session_share (session, now);
}

void
rtp_cc_session_remove_stream (RtpCcSession * session, int stream,
    RtpCcDropFunc drop, void *user, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);

  rtp_cc_session_drop_held (session, stream, drop, user);
  rtp_cc_queue_free (s->queue, drop, user);
  s->queue = NULL;
  s->used = false;
  rtp_cc_session_share (session, now);
}

void
rtp_cc_session_clear_stream (RtpCcSession * session, int stream,
    RtpCcDropFunc drop, void *user)
{
  rtp_cc_session_drop_held (session, stream, drop, user);
  rtp_cc_queue_clear (rtp_cc_session_get_stream (session, stream)->queue, drop,
      user);
}

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
  rtp_cc_on_frame (session->cc, &frame, now);
  rtp_cc_session_obey_target (session);
}

/* What is paused ends with a whole frame. */
static bool
is_held (const Stream * stream, const RtpCcSessionPacket * packet)
{
  bool same_frame = stream->last_packet != RTP_CC_TIME_NEVER
      && !stream->last_marker && packet->ssrc == stream->last_ssrc
      && packet->timestamp == stream->last_timestamp;

  return packet->is_packet && (stream->config.paused || stream->off)
      && !same_frame;
}

/* The encoder makes room for what repairs. */
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

bool
rtp_cc_session_enqueue (RtpCcSession * session, int stream,
    const RtpCcSessionPacket * packet, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);
  RtpCcQueueItem item = { 0 };
  bool was_idle = !rtp_cc_session_stream_is_active (session, s, now);
  bool was_empty = rtp_cc_queue_packets (s->queue) == 0;

  if (is_held (s, packet)) {
    s->packets_paused++;
    return false;
  }
  item.user = packet->user;
  item.is_packet = packet->is_packet;
  item.ssrc = packet->ssrc;
  item.seq = packet->seq;
  item.timestamp = packet->timestamp;
  item.marker = packet->marker;
  item.queued = now;
  if (packet->is_packet)
    item.size = packet->size + session->config.packet_overhead;
  if (!rtp_cc_queue_push (s->queue, &item)) {
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
  s->last_marker = packet->marker;
  s->frame_wire += item.size;
  rtp_cc_overhead_on_packet (&s->overhead, item.size, packet->payload_size);
  rtp_cc_meter_add (&s->media, packet->payload_size, now);
  if (was_idle)
    rtp_cc_session_share (session, now);
  if (packet->marker)
    frame_complete (session, s, packet->ssrc, now);
  return true;
}

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
    if (rtp_cc_session_waits_for_held (session, (int) i))
      continue;
    if (best < 0 || comes_before (s, &session->streams[best]))
      best = (int) i;
  }
  return best;
}

/* Without feedback nobody knows what is in flight, and it is forgotten at each
 * time-out only: until then as much may leave as the minimum rate does. */
static uint64_t
window_without_feedback (const RtpCcSession * session)
{
  double time = (double) rtp_cc_session_feedback_timeout (session)
      / (double) RTP_CC_SECOND;

  return session->config.max_packet_size
      + (uint64_t) ((double) session->min_wire_rate / 8 * time);
}

static inline bool
window_is_full (const RtpCcSession * session, const Stream * stream)
{
  uint64_t window = rtp_cc_target (session->cc)->window;
  uint64_t in_flight = rtp_cc_ledger_bytes_in_flight (session->ledger);

  if (window == RTP_CC_NO_WINDOW)
    return false;
  if (session->feedback_timeouts >= SESSION_TIMEOUTS_TO_MIN
      && window < window_without_feedback (session))
    window = window_without_feedback (session);
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
  return session->last_send + SESSION_SEND_INTERVAL;
}

static RtpCcTime
pacer_time (const RtpCcSession * session, const Stream * stream)
{
  RtpCcTime time = rtp_cc_pacer_next_time (&session->pacer);

  return stream->config.urgent ? time - SESSION_URGENT_AHEAD : time;
}

/* When pacer and window let a packet of this stream go. */
static RtpCcTime
send_time (const RtpCcSession * session, const Stream * stream)
{
  RtpCcTime time = pacer_time (session, stream);
  RtpCcTime probe = probe_time (session);

  return time < probe && window_is_full (session, stream) ? probe : time;
}

/* Of two packets: one that was held back leaves without the pacer's leave. */
int64_t
rtp_cc_session_longest_wait (const RtpCcSession * session, uint32_t size)
{
  double time = 2 * 8 * (double) size / (double) session->config.min_bitrate;
  int64_t wait = SESSION_URGENT_AHEAD + session->pacer.burst
      + (int64_t) (time * (double) RTP_CC_SECOND);

  return wait > SESSION_SEND_INTERVAL ? wait : SESSION_SEND_INTERVAL;
}

/* DEVIATES from draft-holmer-rmcat-transport-wide-cc-extensions-01 section 2: some
 * numbers are left out.  That does no harm, and tells who lies. */
static void
number (RtpCcSession * session, RtpCcQueueItem * item)
{
  bool skips = rtp_cc_honesty_skips (&session->honesty);

  session->next_number += skips;
  item->number = session->next_number++;
  rtp_cc_ledger_number (session->ledger, item->ssrc, item->seq, item->number);
  if (skips)
    rtp_cc_ledger_set_trap (session->ledger, item->number - 1);
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
  rtp_cc_meter_add (&session->sent, item->size, now);
  rtp_cc_meter_add (&stream->sent, item->size, now);
  stream->packets_sent++;
  stream->bytes_sent += item->size;
}

/* The stream of what waits and may leave now; -1: nothing. */
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
    session->stalled = full;
  }
  *item = rtp_cc_queue_pop (stream->queue);
  return n;
}

int
rtp_cc_session_dequeue (RtpCcSession * session, RtpCcQueueItem * item,
    RtpCcTime now)
{
  bool released;
  int n;

  do {
    n = session->held.used ? rtp_cc_session_release (session, item, now) : -1;
    released = n >= 0;
    if (!released)
      n = take_next (session, item, now);
    if (n < 0 || !item->is_packet)
      return n;
  } while (!released && rtp_cc_session_sets_traps (session, now)
      && rtp_cc_session_hold (session, n, item, now));
  send (session, &session->streams[n], item, now);
  if (released)
    rtp_cc_ledger_excuse (session->ledger, item->ssrc, item->seq);
  else if (session->held.used)
    rtp_cc_session_overtake (session, item->ssrc, now);
  return n;
}

static RtpCcTime
feedback_deadline (const RtpCcSession * session)
{
  if (session->waiting_since == RTP_CC_TIME_NEVER)
    return RTP_CC_TIME_NEVER;
  return session->waiting_since + rtp_cc_session_feedback_timeout (session);
}

/* When frames of this stream are to be discarded; NEVER: none waits. */
static RtpCcTime
discard_deadline (const RtpCcSession * session, const Stream * stream)
{
  RtpCcTime oldest = rtp_cc_queue_oldest (stream->queue);
  RtpCcTime deadline;

  if (oldest == RTP_CC_TIME_NEVER)
    return RTP_CC_TIME_NEVER;
  deadline = oldest + session->config.max_queue_delay + 1;
  return deadline > stream->discard_check ? deadline : stream->discard_check;
}

static RtpCcTime
earlier (RtpCcTime a, RtpCcTime b)
{
  return a < b ? a : b;
}

void
rtp_cc_session_set_blocked (RtpCcSession * session, int stream, bool blocked)
{
  rtp_cc_session_get_stream (session, stream)->blocked = blocked;
}

/* When the packet leaves that is held, or the next of stream @n, if that is not
 * below 0. */
static RtpCcTime
departure (const RtpCcSession * session, int n)
{
  RtpCcTime time = n < 0 ? RTP_CC_TIME_NEVER
      : send_time (session, &session->streams[n]);

  return session->held.used
      ? earlier (time, rtp_cc_session_release_time (session)) : time;
}

RtpCcTime
rtp_cc_session_next_send (const RtpCcSession * session)
{
  bool event;

  return departure (session, next_stream (session, &event));
}

int64_t
rtp_cc_session_burst (const RtpCcSession * session)
{
  return session->pacer.burst;
}

void
rtp_cc_session_set_min_interval (RtpCcSession * session, int64_t min_interval)
{
  session->min_interval = min_interval;
  session->pacer.burst = burst_of (&session->config, min_interval);
}

void
rtp_cc_session_set_late (RtpCcSession * session, int64_t late)
{
  bool l4s = session->config.ecn == RTP_CC_ECN_ECT_1;

  rtp_cc_pacer_set_late (&session->pacer,
      l4s && late > SESSION_L4S_LATE ? SESSION_L4S_LATE : late);
}

RtpCcTime
rtp_cc_session_next_time (const RtpCcSession * session, RtpCcTime now)
{
  bool event;
  int n = next_stream (session, &event);
  RtpCcTime next = earlier (rtp_cc_target (session->cc)->wakeup,
      feedback_deadline (session));

  if (event)
    return now;
  next = earlier (next, departure (session, n));
  next = earlier (next, rtp_cc_session_remb_deadline (session));
  next = earlier (next, rtp_cc_honesty_next_time (&session->honesty));
  next = earlier (next, rtp_cc_layers_next_time (&session->layers));
  for (size_t i = 0; i < session->n_streams; i++) {
    const Stream *s = &session->streams[i];

    if (!s->used)
      continue;
    next = earlier (next, discard_deadline (session, s));
    next = earlier (next, rtp_cc_key_frames_next_time (&s->key_frames));
  }
  return next;
}

static void
check_feedback (RtpCcSession * session, RtpCcTime now)
{
  if (now < feedback_deadline (session))
    return;

  session->feedback_timeouts++;
  /* The next packet that leaves is the next to be answered. */
  session->waiting_since = RTP_CC_TIME_NEVER;
  rtp_cc_ledger_forget (session->ledger);
  rtp_cc_ecn_path_on_feedback_timeout (&session->ecn, now);
  rtp_cc_on_feedback_timeout (session->cc, session->feedback_timeouts, now);
  rtp_cc_session_target_changed (session, now);
}

static void
check_honesty (RtpCcSession * session, RtpCcTime now)
{
  if (now < rtp_cc_honesty_next_time (&session->honesty))
    return;
  rtp_cc_honesty_tick (&session->honesty, now);
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
}

static void
on_discard (const RtpCcQueueItem * item, void *user)
{
  Discarding *discarding = user;

  discarding->packets++;
  rtp_cc_key_frames_want (discarding->key_frames, item->ssrc);
  if (discarding->drop != NULL)
    discarding->drop (item, discarding->user);
}

static void
discard_old_frames (RtpCcSession * session, Stream * stream,
    RtpCcDropFunc drop, void *user, RtpCcTime now)
{
  Discarding discarding = { drop, user, 0, &stream->key_frames };
  uint32_t frames;

  if (now < discard_deadline (session, stream))
    return;
  frames = rtp_cc_queue_discard (stream->queue,
      session->config.max_queue_delay, on_discard, &discarding, now);
  stream->discard_check = now + SESSION_DISCARD_RETRY;
  if (frames == 0)
    return;

  stream->frames_discarded += frames;
  stream->packets_discarded += discarding.packets;
}

void
rtp_cc_session_tick (RtpCcSession * session, RtpCcDropFunc drop, void *user,
    RtpCcTime now)
{
  check_feedback (session, now);
  if (session->remb > 0)
    rtp_cc_session_check_remb (session, now);
  check_honesty (session, now);
  if (now >= rtp_cc_target (session->cc)->wakeup) {
    rtp_cc_on_timer (session->cc, now);
    rtp_cc_session_target_changed (session, now);
  } else if (now >= rtp_cc_layers_next_time (&session->layers)) {
    rtp_cc_session_share (session, now);
  }
  for (size_t i = 0; i < session->n_streams; i++) {
    if (session->streams[i].used)
      discard_old_frames (session, &session->streams[i], drop, user, now);
  }
}

void
rtp_cc_session_resume (RtpCcSession * session, int64_t paused, RtpCcTime now)
{
  if (session->waiting_since != RTP_CC_TIME_NEVER)
    session->waiting_since = now;
  session->last_send = earlier (session->last_send + paused, now);
  for (size_t i = 0; i < session->n_streams; i++) {
    if (session->streams[i].used)
      rtp_cc_queue_postpone (session->streams[i].queue, paused);
  }
}

bool
rtp_cc_session_take_unheard (RtpCcSession * session, uint32_t * ssrc)
{
  return rtp_cc_ledger_take_unheard (session->ledger, ssrc);
}

bool
rtp_cc_session_may_resend (const RtpCcSession * session, uint32_t ssrc,
    uint16_t seq)
{
  return rtp_cc_ledger_was_sent (session->ledger, ssrc, seq);
}

bool
rtp_cc_session_skip_frame (RtpCcSession * session, int stream, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);
  double limit = (double) session->config.max_queue_delay * SESSION_SKIP_PART;
  double waits = (double) rtp_cc_queue_bytes (s->queue) * 8
      * (double) RTP_CC_SECOND;

  (void) now;
  if (s->config.paused || s->off)
    return true;
  if (waits <= limit * (double) (s->rate + 1))
    return false;
  s->frames_skipped++;
  return true;
}

void
rtp_cc_session_want_key_frame (RtpCcSession * session, int stream,
    uint32_t ssrc, bool again, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);
  int64_t rtt = session->rtt > 0 ? session->rtt : 0;

  if (rtt > SESSION_TIMEOUT_RTT_MAX)
    rtt = SESSION_TIMEOUT_RTT_MAX;
  if (again)
    rtp_cc_key_frames_want_again (&s->key_frames, ssrc, SESSION_FIR_RTTS * rtt,
        now);
  else
    rtp_cc_key_frames_want_by_peer (&s->key_frames, ssrc);
}

bool
rtp_cc_session_take_key_frame_request (RtpCcSession * session, int stream,
    uint32_t * ssrc, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);

  return rtp_cc_key_frames_take (&s->key_frames, ssrc, now);
}

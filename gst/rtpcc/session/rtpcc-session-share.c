/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-share.c: split of the policy's rate over the streams
 *
 * In this order: paused and silent streams get nothing; uncontrolled streams get the
 * rate that they produce, but no more than their share by priority unless they are
 * urgent; rtpcc-layers pauses streams when the rate is below the sum of the minima; the
 * split of the host; the rest by priority (rtpcc-share).
 */
#include "rtpcc-session-private.h"
#include "gst/rtpcc/send/rtpcc-share.h"

/* OURS: a stream that sent nothing for so long gives its share away, RFC 8298
 * section 4.1.3 leaves the time open; one second as in common practice. */
#define SESSION_IDLE_TIME RTP_CC_SECOND

/* OURS: what an uncontrolled stream may make more than in the last second. */
#define SESSION_FIXED_MARGIN 1.1

/* OURS: no stream waits for ever for its turn. */
#define SESSION_MIN_WEIGHT 0.001

/* OURS: a stream that for so long has sent only what the receiver does not report
 * on is one without feedback.  Frames of several SSRCs take turns in less; at
 * double it is not at its minimum before two seconds. */
#define SESSION_UNHEARD_TIME RTP_CC_SECOND

typedef RtpCcSessionStream Stream;

static bool
is_held (const Stream * stream)
{
  return stream->config.paused || stream->off;
}

/* When it was heard last.  One that has sent nothing yet may do so at the same
 * time as the first of the others; if it does not, nobody knows when. */
static RtpCcTime
last_sign (const RtpCcSession * session, const Stream * stream)
{
  if (stream->last_packet != RTP_CC_TIME_NEVER)
    return stream->last_packet;
  return session->first_packet != RTP_CC_TIME_NEVER
      && stream->added < session->first_packet ? session->first_packet
      : stream->added;
}

static bool
is_silent (const RtpCcSession * session, const Stream * stream, RtpCcTime now)
{
  return session->first_packet != RTP_CC_TIME_NEVER
      && rtp_cc_queue_packets (stream->queue) == 0
      && now - last_sign (session, stream) >= SESSION_IDLE_TIME;
}

bool
rtp_cc_session_stream_is_active (const RtpCcSession * session,
    const Stream * stream, RtpCcTime now)
{
  return !is_held (stream) && !is_silent (session, stream, now);
}

void
rtp_cc_session_stream_returns (Stream * stream, RtpCcTime now)
{
  if (stream->last_packet == RTP_CC_TIME_NEVER)
    return;
  stream->last_packet = now;
  stream->ended = true;
  rtp_cc_key_frames_want_now (&stream->key_frames, stream->last_ssrc);
}

static uint64_t
wire (const Stream * stream, uint64_t bitrate)
{
  return rtp_cc_overhead_to_wire (&stream->overhead, bitrate);
}

/* Output of an uncontrolled stream, bit/s on the wire. */
static uint64_t
fixed_rate (Stream * stream, RtpCcTime now)
{
  uint64_t makes = (uint64_t) (SESSION_FIXED_MARGIN
      * rtp_cc_meter_rate (&stream->sent, now));
  uint64_t expected = wire (stream, stream->config.preferred_bitrate);

  return makes > expected ? makes : expected;
}

static bool
is_unheard (const RtpCcSession * session, const Stream * stream)
{
  return rtp_cc_ledger_is_unheard (session->ledger, stream->last_ssrc)
      && stream->last_packet != RTP_CC_TIME_NEVER
      && stream->last_packet - stream->last_heard > SESSION_UNHEARD_TIME;
}

static void
bounds_of (const RtpCcSession * session, Stream * stream, RtpCcShare * share,
    RtpCcTime now)
{
  const RtpCcStreamConfig *c = &stream->config;

  share->priority = c->priority;
  if (c->uncontrolled) {
    share->max_rate = fixed_rate (stream, now);
    share->min_rate = c->urgent ? share->max_rate
        : wire (stream, c->min_bitrate);
    return;
  }
  share->min_rate = wire (stream, c->min_bitrate);
  share->max_rate = wire (stream, c->max_bitrate > 0 ? c->max_bitrate
      : session->config.max_bitrate);
  if (is_unheard (session, stream)
      && share->max_rate > wire (stream, session->config.min_bitrate))
    share->max_rate = wire (stream, session->config.min_bitrate);
  if (c->preferred_bitrate > 0)
    share->preferred_rate = wire (stream, c->preferred_bitrate);
}

/* Switches streams off or on. */
static void
update_layers (RtpCcSession * session, const RtpCcShare * shares, RtpCcTime now)
{
  uint64_t rate = session->target.media_rate;
  uint64_t sent = (uint64_t) rtp_cc_meter_rate (&session->sent, now);
  RtpCcLayer layers[session->n_streams + 1];
  bool changed;

  for (size_t i = 0; i < session->n_streams; i++) {
    const Stream *s = &session->streams[i];

    layers[i].priority = s->config.priority;
    layers[i].min_rate = shares[i].min_rate;
    layers[i].max_rate = shares[i].max_rate;
    layers[i].pausable = s->config.pausable;
    layers[i].off = s->off;
    layers[i].wants = s->used && !s->config.paused
        && (s->off || !is_silent (session, s, now));
  }
  changed = rtp_cc_layers_update (&session->layers, rate, sent, layers,
      session->n_streams, now);
  for (size_t i = 0; i < session->n_streams && changed; i++) {
    Stream *s = &session->streams[i];

    if (s->off && !layers[i].off)
      rtp_cc_session_stream_returns (s, now);
    s->off = layers[i].off;
  }
}

static double
sum_of_splits (const RtpCcSession * session, const RtpCcShare * shares)
{
  double sum = 0;

  for (size_t i = 0; i < session->n_streams; i++) {
    if (shares[i].active)
      sum += (double) wire (&session->streams[i], session->streams[i].split);
  }
  return sum;
}

/* The host's split holds for the rate it was made for, and of less in
 * proportion; more than that rate it cannot give away. */
static bool
apply_splits (const RtpCcSession * session, RtpCcShare * shares)
{
  double rate = (double) session->target.media_rate;
  double sum = sum_of_splits (session, shares);
  bool any = false;

  for (size_t i = 0; i < session->n_streams; i++) {
    const Stream *s = &session->streams[i];
    double of = (double) rtp_cc_session_to_wire (session, s->split_of);
    double part = (double) wire (s, s->split);

    if (s->split_of == 0 || !shares[i].active)
      continue;
    any = true;
    if (of < sum)
      of = sum;
    if (rate < of)
      part *= rate / of;
    if (part > (double) shares[i].max_rate)
      part = (double) shares[i].max_rate;
    shares[i].min_rate = shares[i].max_rate = (uint64_t) part;
    shares[i].preferred_rate = 0;
  }
  return any;
}

/* With a split, turns are by rate, else by priority: what a stream cannot use
 * of its share is not worth a delay. */
static void
set_weights (RtpCcSession * session, bool split)
{
  uint64_t highest = 1;

  for (size_t i = 0; i < session->n_streams; i++) {
    if (session->streams[i].rate > highest)
      highest = session->streams[i].rate;
  }
  for (size_t i = 0; i < session->n_streams; i++) {
    Stream *s = &session->streams[i];

    s->weight = split ? (double) s->rate / (double) highest
        : s->config.priority;
    if (s->weight < SESSION_MIN_WEIGHT)
      s->weight = SESSION_MIN_WEIGHT;
  }
}

/* If all are silent, each gets the rate for its start. */
static void
choose_active (RtpCcSession * session, RtpCcShare * shares, RtpCcTime now)
{
  bool any = false;

  for (size_t i = 0; i < session->n_streams; i++) {
    const Stream *s = &session->streams[i];

    shares[i].active = s->used
        && rtp_cc_session_stream_is_active (session, s, now);
    any = any || shares[i].active;
  }
  for (size_t i = 0; i < session->n_streams && !any; i++)
    shares[i].active = session->streams[i].used
        && !is_held (&session->streams[i]);
}

void
rtp_cc_session_share (RtpCcSession * session, RtpCcTime now)
{
  RtpCcShare shares[session->n_streams + 1];
  const RtpCcShare none = { 0 };
  bool split;

  for (size_t i = 0; i < session->n_streams; i++) {
    shares[i] = none;
    if (session->streams[i].used)
      bounds_of (session, &session->streams[i], &shares[i], now);
  }
  update_layers (session, shares, now);
  choose_active (session, shares, now);
  split = apply_splits (session, shares);

  rtp_cc_share (session->target.media_rate, shares, session->n_streams);
  for (size_t i = 0; i < session->n_streams; i++)
    session->streams[i].rate = shares[i].rate;
  set_weights (session, split);
}

void
rtp_cc_session_split (RtpCcSession * session, int stream, uint64_t bitrate,
    uint64_t total, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);

  s->split = bitrate < SESSION_BITRATE_MAX ? bitrate : SESSION_BITRATE_MAX;
  s->split_of = total < SESSION_BITRATE_MAX ? total : SESSION_BITRATE_MAX;
  rtp_cc_session_share (session, now);
}

void
rtp_cc_session_target_changed (RtpCcSession * session, RtpCcTime now)
{
  rtp_cc_session_obey_target (session);
  rtp_cc_session_share (session, now);
}

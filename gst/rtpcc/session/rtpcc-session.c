/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session.c: lifetime of the session and its streams, and its timers
 *
 *   new, configure       settings -> policy, pacer, streams, shares
 *   next_time, tick      feedback missing -> rate; frames too old -> out; timers
 *                        of the policy and of the parts
 *   skip_frame,          what the host asks for its encoders
 *   take_key_frame_request
 *
 * Packets go through rtpcc-session-send.c, feedback through rtpcc-session-rtcp.c.
 */
#include <stdlib.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-session-private.h"

/* RFC 3550 section 5.1: the fixed RTP header, bytes */
#define SESSION_RTP_HEADER 12

/* OURS: rates shown are over the last second, long enough to average the
 * frames, short enough to follow a change. */
#define SESSION_METER_WINDOW RTP_CC_SECOND

/* RFC 5104 section 3.5.1: a FIR repeated for longer, in round trips, means that the key
 * frame was lost. */
#define SESSION_FIR_RTTS 2

/* OURS: raw frames are skipped while so much waits, and has on average: little more than a
 * frame.  With half of it twice as many frames are skipped for delays that nobody feels; with
 * double, those of an encoder that cannot go lower are all 40 ms later. */
#define SESSION_SKIP_WAIT (40 * RTP_CC_MSECOND)

/* OURS: or this part of max_queue_delay, if that is more: who allows longer queues has them.
 * At half, goal=quality has none; at double SESSION_SKIP_WAIT counts with goal=latency alone. */
#define SESSION_SKIP_PART 0.2

/* OURS: the average is over about four frames.  With two, a single large frame costs the next
 * ones, and after a gap vp8enc makes larger frames; with eight, p95 of what an encoder that
 * cannot go lower sends is 4 ms longer. */
#define SESSION_SKIP_SMOOTH 0.25

/* RFC 9331 section 4.3: bursts of an L4S sender should make no more queue */
#define SESSION_L4S_BURST (250 * RTP_CC_USECOND)

/* OURS: so much more leaves at once of many elements while the user limits the rate and not the
 * path, as in draft-ietf-ccwg-rfc8298bis-screamv2 section 4.3.2: of 200 elements a frame of 30 in a
 * second, which wakes its receiver once.  With half of it frames leave in two parts, for a third
 * more processor time at both ends together; with double more than a frame may wait on the way. */
#define SESSION_AT_MAX 4

/* OURS: what an L4S sender catches up when it came too late.  On a machine with
 * other work each ms more is marked where L4S queues begin: at 20 Mbit/s 1.5 %
 * of the packets instead of 2.4 %, and 87 % of the link used instead of 70 %. */
#define SESSION_L4S_LATE (500 * RTP_CC_USECOND)

/* OURS: interval of reports as long as none is known: feedback counts as missing before the rate
 * falls for another reason.  At half it falls before the first report where the RTT is 350 ms;
 * double changes nothing. */
#define SESSION_INTERVAL_FIRST (250 * RTP_CC_MSECOND)

/* OURS: how often frames that cannot be discarded yet are looked at again. */
#define SESSION_DISCARD_RETRY (10 * RTP_CC_MSECOND)

/* OURS: what is said of a link for longer than an hour is a setting, max_bitrate. */
#define HINT_VALID_MAX (3600 * RTP_CC_SECOND)

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

/* For a policy that begins. */
static RtpCcConfig
policy_config (RtpCcSession * session)
{
  const RtpCcSessionConfig *config = &session->config;
  RtpCcConfig cc = { 0 };

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
  cc.params = config->params;
  return cc;
}

RtpCcSession *
rtp_cc_session_new (const RtpCcSessionConfig * settings, RtpCcTime now)
{
  RtpCcSession *session = calloc (1, sizeof (RtpCcSession));
  const RtpCcSessionConfig *config;
  RtpCcConfig cc;

  if (session == NULL)
    return NULL;

  session->config = rtp_cc_session_sane_config (settings);
  config = &session->config;
  session->start = session->last_send = session->last_open = now;
  rtp_cc_overhead_init (&session->overhead, config->packet_overhead
      + SESSION_RTP_HEADER, config->max_packet_size);
  session->waiting_since = session->last_feedback = RTP_CC_TIME_NEVER;
  session->last_ccfb = session->hint_until = RTP_CC_TIME_NEVER;
  session->rtt = -1;
  session->interval = SESSION_INTERVAL_FIRST;
  cc = policy_config (session);
  session->cc = rtp_cc_new (config->ops, &cc, now);
  session->config.params = NULL;        /* the caller's, for that alone */
  session->ledger = rtp_cc_ledger_new ();
  if (session->cc == NULL || session->ledger == NULL) {
    rtp_cc_session_free (session, NULL, NULL);
    return NULL;
  }
  session->target = *rtp_cc_target (session->cc);
  rtp_cc_pacer_init (&session->pacer, session->target.pacing_rate,
      burst_of (config, 0), now);
  rtp_cc_layers_init (&session->layers);
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

void
rtp_cc_session_set_no_feedback_bitrate (RtpCcSession * session,
    uint64_t bitrate, RtpCcTime now)
{
  session->no_feedback_bitrate = clip_count (bitrate, 0, SESSION_BITRATE_MAX);
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
}

/* The packets of the next policy carry another code point; what was counted stays. */
static void
begin_ecn (RtpCcSession * session, RtpCcEcn ecn, RtpCcTime now)
{
  RtpCcEcnPathInfo info = session->ecn.info;

  rtp_cc_ecn_path_init (&session->ecn, ecn, now);
  info.state = session->ecn.info.state;
  info.changes++;
  session->ecn.info = info;
}

bool
rtp_cc_session_set_policy (RtpCcSession * session,
    const RtpCcSessionConfig * settings, RtpCcTime now)
{
  RtpCcSessionConfig sane = rtp_cc_session_sane_config (settings);
  const RtpCcOps *ops = settings->ops;
  RtpCcEcn ecn = rtp_cc_target (session->cc)->ecn;
  RtpCcConfig config;
  RtpCc *cc;

  config = policy_config (session);
  config.params = settings->params;
  config.queue_delay_target = sane.queue_delay_target;
  config.queue_delay_target_max = sane.queue_delay_target_max;
  cc = rtp_cc_new_after (ops, &config, session->cc, now);
  if (cc == NULL)
    return false;

  rtp_cc_free (session->cc);
  session->cc = cc;
  session->config.ops = ops;
  session->config.queue_delay_target = sane.queue_delay_target;
  session->config.queue_delay_target_max = sane.queue_delay_target_max;
  if (rtp_cc_target (cc)->ecn != ecn)
    begin_ecn (session, rtp_cc_target (cc)->ecn, now);
  session->follows_remb = session->follows_remb && ops->on_remb != NULL;
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
  return true;
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
  if (i == RTP_CC_SESSION_STREAMS_MAX)
    return -1;
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

  rtp_cc_queue_free (s->queue, drop, user);
  s->queue = NULL;
  s->used = false;
  rtp_cc_session_share (session, now);
}

void
rtp_cc_session_clear_stream (RtpCcSession * session, int stream,
    RtpCcDropFunc drop, void *user)
{
  rtp_cc_queue_clear (rtp_cc_session_get_stream (session, stream)->queue, drop,
      user);
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

void
rtp_cc_session_set_blocked (RtpCcSession * session, int stream, bool blocked)
{
  rtp_cc_session_get_stream (session, stream)->blocked = blocked;
}

int64_t
rtp_cc_session_burst (const RtpCcSession * session)
{
  return session->pacer.burst;
}

void
rtp_cc_session_set_min_interval (RtpCcSession * session, int64_t min_interval)
{
  bool at_max = session->target.media_rate >= session->max_wire_rate;

  session->min_interval = at_max ? SESSION_AT_MAX * min_interval : min_interval;
  session->pacer.burst = burst_of (&session->config, session->min_interval);
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
  RtpCcTime next = rtp_cc_session_departure (session, &event);

  if (event)
    return now;
  next = earlier (next, rtp_cc_target (session->cc)->wakeup);
  next = earlier (next, rtp_cc_session_next_silence (session));
  if (session->remb > 0)
    next = earlier (next, rtp_cc_session_remb_deadline (session));
  next = earlier (next, session->hint_until);
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

/* Without repair, the receiver requests one if needed. */
static void
on_discard (const RtpCcQueueItem * item, void *user)
{
  Discarding *discarding = user;

  discarding->packets++;
  if (!item->repair)
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
      session->config.max_queue_delay
      + rtp_cc_key_frames_excuse (&stream->key_frames, now), on_discard,
      &discarding, now);
  stream->discard_check = now + SESSION_DISCARD_RETRY;
  if (frames == 0)
    return;

  stream->frames_discarded += frames;
  stream->packets_discarded += discarding.packets;
}

/* A hint of a modem, a driver or a scheduler bounds the policy, as max_bitrate and REMB do, and the
 * pacer.  The policy learns it with feedback, and is free below the bound. */
void
rtp_cc_session_capacity_hint (RtpCcSession * session, uint64_t rate,
    int64_t valid, RtpCcTime now)
{
  session->hints++;
  session->hint = rate;
  session->hint_until = valid > 0
      ? now + clip_time (valid, 0, HINT_VALID_MAX) : RTP_CC_TIME_NEVER;
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
}

static void
check_hint (RtpCcSession * session, RtpCcTime now)
{
  if (now < session->hint_until)
    return;
  session->hint_until = RTP_CC_TIME_NEVER;
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
}

void
rtp_cc_session_tick (RtpCcSession * session, RtpCcDropFunc drop, void *user,
    RtpCcTime now)
{
  rtp_cc_session_check_silence (session, now);
  if (session->remb > 0)
    rtp_cc_session_check_remb (session, now);
  check_hint (session, now);
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
  session->last_open = earlier (session->last_open + paused, now);
  for (size_t i = 0; i < session->n_streams; i++) {
    if (session->streams[i].used)
      rtp_cc_queue_postpone (session->streams[i].queue, paused);
  }
}

bool
rtp_cc_session_take_receivers (RtpCcSession * session)
{
  bool ccfb = rtp_cc_receivers_take (&session->receivers);

  return rtp_cc_receivers_take (&session->twcc_receivers) || ccfb;
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

int64_t
rtp_cc_session_queue_time (RtpCcSession * session, int stream)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);
  double waits = (double) rtp_cc_queue_bytes (s->queue) * 8
      * (double) RTP_CC_SECOND / (double) (s->rate + 1);

  return waits < (double) RTP_CC_TIME_NEVER ? (int64_t) waits :
      RTP_CC_TIME_NEVER;
}

/* Mean wait of earlier frames at the arrival of one. A policy without a
 * queue_delay_target leaves the excess to the queue in the sender. */
static double
skip_limit (const RtpCcSession * session)
{
  double most = (double) session->config.max_queue_delay;

  if (session->config.ops->queue_delay_target == 0)
    return most;
  return most * SESSION_SKIP_PART > SESSION_SKIP_WAIT
      ? most * SESSION_SKIP_PART : SESSION_SKIP_WAIT;
}

bool
rtp_cc_session_skip_frame (RtpCcSession * session, int stream, RtpCcTime now)
{
  Stream *s = rtp_cc_session_get_stream (session, stream);
  double waits = (double) rtp_cc_session_queue_time (session, stream);
  double limit = skip_limit (session);

  (void) now;
  if (s->config.paused || s->off)
    return true;
  s->waits += SESSION_SKIP_SMOOTH * (waits - s->waits);
  if (waits <= (double) session->config.max_queue_delay
      && (waits <= limit || s->waits <= limit))
    return false;
  s->frames_skipped++;
  return true;
}

static uint64_t
count_lost (const RtpCcSession * session)
{
  return rtp_cc_ledger_stats (session->ledger)->lost;
}

void
rtp_cc_session_want_key_frame (RtpCcSession * session, int stream,
    uint32_t ssrc, bool again, RtpCcTime now)
{
  RtpCcKeyFrames *frames =
      &rtp_cc_session_get_stream (session, stream)->key_frames;
  int64_t rtt = rtp_cc_session_bounded_rtt (session, 0);

  switch (rtp_cc_key_frames_state (frames, ssrc, count_lost (session), rtt,
          now)) {
    case RTP_CC_KEY_FRAME_UNSEEN:
      break;
    case RTP_CC_KEY_FRAME_ON_ITS_WAY:
      rtp_cc_key_frames_want_if_lost (frames, ssrc, now);
      break;
    case RTP_CC_KEY_FRAME_OLD:
      if (again)
        rtp_cc_key_frames_want_again (frames, ssrc, SESSION_FIR_RTTS * rtt,
            now);
      else
        rtp_cc_key_frames_want_by_peer (frames, ssrc);
      break;
  }
}

void
rtp_cc_session_restart (RtpCcSession * session, int stream, uint32_t ssrc)
{
  rtp_cc_key_frames_want_now (&rtp_cc_session_get_stream (session,
          stream)->key_frames, ssrc);
}

bool
rtp_cc_session_take_key_frame_request (RtpCcSession * session, int stream,
    uint32_t * ssrc, RtpCcTime now)
{
  RtpCcKeyFrames *frames =
      &rtp_cc_session_get_stream (session, stream)->key_frames;

  rtp_cc_key_frames_settle (frames, count_lost (session),
      rtp_cc_session_bounded_rtt (session, 0), now);
  return rtp_cc_key_frames_take (frames, ssrc, now);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-layers.c: pauses and returns of streams
 *
 *           too little for LAYERS_SHORT, or far too little
 *    on  ------------------------------------------------->  off
 *        <-------------------------------------------------
 *           room for its minimum for LAYERS_ROOM, or
 *           nobody else has a use for more for LAYERS_SPARE
 *
 * Spare rate is a guess: application-limited streams do not reveal the capacity.
 * So a return is an experiment.  It lasts
 * LAYERS_TRIAL, in which the rate need not be enough yet, but must not fall
 * below what was sent before.
 * One that fails soon makes the next wait twice as long.
 */
#include "rtpcc-layers.h"

/* OURS: controllers dip for a few RTTs when they meet a queue.  At half, such a
 * dip costs a layer that the link has room for; at double, the queue of a link
 * that has got slower grows by as much. */
#define LAYERS_SHORT (500 * RTP_CC_MSECOND)

/* OURS: below this part of what is needed a dip it is not. */
#define LAYERS_FAR_TOO_LITTLE 0.5

/* OURS: a layer that comes back starts with a key frame, several mean frames in
 * size; with less room than this it would have to go again. */
#define LAYERS_HEADROOM 1.15

/* OURS: rates that come and go within a second are no room. */
#define LAYERS_ROOM (2 * RTP_CC_SECOND)

/* OURS: more than above, since it is a guess. */
#define LAYERS_SPARE (4 * RTP_CC_SECOND)

/* OURS: controllers double a rate of 1 Mbit/s within about two seconds. */
#define LAYERS_TRIAL (2 * RTP_CC_SECOND)

/* OURS: the part of what was sent before that the rate of a trial must not fall
 * below.  The rate itself was no more than a guess then, and falls to what is
 * measured. */
#define LAYERS_TRIAL_KEEPS 0.85

/* OURS: below this part of the rate, the streams have no use for more. */
#define LAYERS_UNUSED 0.75

/* OURS: who goes again within this time should not have come. */
#define LAYERS_SOON (10 * RTP_CC_SECOND)

/* OURS: at most 16 s for room, 32 s for a guess.  A layer that could come back
 * waits for that; one that cannot is on in vain so often, for two seconds. */
#define LAYERS_PATIENCE_MAX 8

void
rtp_cc_layers_init (RtpCcLayers * layers)
{
  layers->short_since = layers->room_since = layers->spare_since =
      layers->came_back = RTP_CC_TIME_NEVER;
  layers->sent_then = 0;
  layers->patience = 1;
}

/* Of two streams, @b stands after @a in their order. */
static bool
is_less_important (const RtpCcLayer * b, const RtpCcLayer * a)
{
  if (b->priority < a->priority || b->priority > a->priority)
    return b->priority < a->priority;
  return b->min_rate >= a->min_rate;
}

/* The sum of minima and of maxima of active streams, bit/s. */
typedef struct
{
  double minima, maxima;
} Sums;

static Sums
sum_up (const RtpCcLayer * streams, size_t n_streams)
{
  Sums sums = { 0, 0 };

  for (size_t i = 0; i < n_streams; i++) {
    if (streams[i].wants && !streams[i].off) {
      sums.minima += (double) streams[i].min_rate;
      sums.maxima += (double) streams[i].max_rate;
    }
  }
  return sums;
}

/* NULL: none may go, or the one that may is the last. */
static RtpCcLayer *
next_to_go (RtpCcLayer * streams, size_t n_streams)
{
  RtpCcLayer *last = NULL;
  size_t on = 0;

  for (size_t i = 0; i < n_streams; i++) {
    RtpCcLayer *s = &streams[i];

    if (!s->wants || s->off)
      continue;
    on++;
    if (s->pausable && (last == NULL || is_less_important (s, last)))
      last = s;
  }
  return on > 1 ? last : NULL;
}

static RtpCcLayer *
next_to_come (RtpCcLayer * streams, size_t n_streams)
{
  RtpCcLayer *first = NULL;

  for (size_t i = 0; i < n_streams; i++) {
    RtpCcLayer *s = &streams[i];

    if (s->wants && s->off && (first == NULL || !is_less_important (s, first)))
      first = s;
  }
  return first;
}

static bool
in_trial (const RtpCcLayers * layers, RtpCcTime now)
{
  return layers->came_back != RTP_CC_TIME_NEVER
      && now < layers->came_back + LAYERS_TRIAL;
}

static void
note (RtpCcTime * since, bool so, RtpCcTime now)
{
  if (!so)
    *since = RTP_CC_TIME_NEVER;
  else if (*since == RTP_CC_TIME_NEVER)
    *since = now;
}

static bool
for_long (RtpCcTime since, int64_t time, RtpCcTime now)
{
  return since != RTP_CC_TIME_NEVER && now - since >= time;
}

/* A stream that stops sending is not paused when it resumes. */
static bool
forget_absent (RtpCcLayer * streams, size_t n_streams)
{
  bool any = false;

  for (size_t i = 0; i < n_streams; i++) {
    RtpCcLayer *s = &streams[i];

    if (s->off && (!s->wants || !s->pausable)) {
      s->off = false;
      any = true;
    }
  }
  return any;
}

static void
learn_patience (RtpCcLayers * layers, RtpCcTime now)
{
  if (layers->came_back == RTP_CC_TIME_NEVER
      || now - layers->came_back >= LAYERS_SOON)
    layers->patience = 1;
  else if (layers->patience < LAYERS_PATIENCE_MAX)
    layers->patience *= 2;
  layers->came_back = RTP_CC_TIME_NEVER;
}

static bool
switch_off (RtpCcLayers * layers, uint64_t rate, RtpCcLayer * streams,
    size_t n_streams, RtpCcTime now)
{
  RtpCcLayer *s = next_to_go (streams, n_streams);
  double need = sum_up (streams, n_streams).minima;
  double trial = LAYERS_TRIAL_KEEPS * (double) layers->sent_then;
  bool any = false;

  if (in_trial (layers, now) && need > trial)
    need = trial;
  note (&layers->short_since, s != NULL && (double) rate < need, now);
  if (layers->short_since == RTP_CC_TIME_NEVER
      || (now - layers->short_since < LAYERS_SHORT
          && (double) rate >= LAYERS_FAR_TOO_LITTLE * need))
    return false;

  while (s != NULL && (double) rate < sum_up (streams, n_streams).minima) {
    s->off = any = true;
    s = next_to_go (streams, n_streams);
  }
  learn_patience (layers, now);
  layers->short_since = layers->room_since = layers->spare_since =
      RTP_CC_TIME_NEVER;
  return any;
}

static bool
switch_on (RtpCcLayers * layers, uint64_t rate, uint64_t sent,
    RtpCcLayer * streams, size_t n_streams, RtpCcTime now)
{
  RtpCcLayer *s = next_to_come (streams, n_streams);
  Sums sums = sum_up (streams, n_streams);
  double need = sums.minima;
  bool room;

  if (s != NULL)
    need += (double) s->min_rate;
  /* Once there is room, it may become a little less. */
  room = (double) rate >= need * (layers->room_since == RTP_CC_TIME_NEVER
      ? LAYERS_HEADROOM : 1);
  note (&layers->room_since, s != NULL && room, now);
  note (&layers->spare_since, s != NULL
      && ((double) sent < LAYERS_UNUSED * (double) rate
          || (double) rate >= sums.maxima), now);
  if (in_trial (layers, now)
      || (!for_long (layers->room_since, LAYERS_ROOM * layers->patience, now)
          && !for_long (layers->spare_since, LAYERS_SPARE * layers->patience,
              now)))
    return false;

  s->off = false;
  layers->came_back = now;
  layers->sent_then = sent < rate ? sent : rate;
  layers->room_since = layers->spare_since = RTP_CC_TIME_NEVER;
  return true;
}

bool
rtp_cc_layers_update (RtpCcLayers * layers, uint64_t rate, uint64_t sent,
    RtpCcLayer * streams, size_t n_streams, RtpCcTime now)
{
  bool any = forget_absent (streams, n_streams);

  if (switch_off (layers, rate, streams, n_streams, now))
    return true;
  return switch_on (layers, rate, sent, streams, n_streams, now) || any;
}

static RtpCcTime
after (RtpCcTime since, int64_t time)
{
  return since == RTP_CC_TIME_NEVER ? RTP_CC_TIME_NEVER : since + time;
}

static RtpCcTime
next_change (const RtpCcLayers * layers)
{
  RtpCcTime next = after (layers->short_since, LAYERS_SHORT);
  RtpCcTime room = after (layers->room_since, LAYERS_ROOM * layers->patience);
  RtpCcTime spare = after (layers->spare_since,
      LAYERS_SPARE * layers->patience);
  RtpCcTime trial = after (layers->came_back, LAYERS_TRIAL);

  if (next > room)
    next = room;
  if (next > spare)
    next = spare;
  /* A stream comes only when the trial of the one before is over. */
  return next < trial && trial != RTP_CC_TIME_NEVER
      && layers->short_since == RTP_CC_TIME_NEVER ? trial : next;
}

/* Mostly never; it is asked for with each packet. */
RtpCcTime
rtp_cc_layers_next_time (const RtpCcLayers * layers)
{
  if (layers->short_since == RTP_CC_TIME_NEVER
      && layers->room_since == RTP_CC_TIME_NEVER
      && layers->spare_since == RTP_CC_TIME_NEVER)
    return RTP_CC_TIME_NEVER;
  return next_change (layers);
}

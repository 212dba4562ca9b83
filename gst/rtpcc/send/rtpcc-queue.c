/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-queue.c: a growing ring; discards whole frames by SSRC */
#include "rtpcc-queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* OURS: first size of the ring, a frame of 2 Mbit/s video and some; it
 * doubles when full. */
#define QUEUE_FIRST_SIZE 16

/* OURS: SSRCs of one queue whose frames are told apart; a funnel carries a
 * handful, more would share the last place and be discarded together. */
#define QUEUE_MAX_SSRCS 32

typedef struct
{
  uint32_t ssrc;
  uint32_t timestamp;
  uint64_t frame;               /* the newest that came */
  uint64_t begun;               /* the newest of which a packet left */
  uint64_t discarding;          /* the newest that is being discarded */
  uint64_t endless;             /* the newest that may be, though it has begun */
  bool expired;                 /* scratch of rtp_cc_queue_discard */
} QueueSsrc;

struct _RtpCcQueue
{
  RtpCcQueueItem *ring;
  size_t size;                  /* a power of two */
  size_t head, length;
  size_t ahead;                 /* so many of the first came ahead of the others */
  uint64_t bytes;
  uint32_t packets;
  uint64_t frames;              /* numbered from 1 */
  QueueSsrc ssrcs[QUEUE_MAX_SSRCS];
  size_t n_ssrcs;
};

static RtpCcQueueItem *
item_at (const RtpCcQueue * queue, size_t i)
{
  return &queue->ring[(queue->head + i) & (queue->size - 1)];
}

static bool
grow (RtpCcQueue * queue)
{
  size_t size = queue->size == 0 ? QUEUE_FIRST_SIZE : queue->size * 2;
  RtpCcQueueItem *ring = malloc (size * sizeof (RtpCcQueueItem));

  if (ring == NULL)
    return false;
  for (size_t i = 0; i < queue->length; i++)
    ring[i] = *item_at (queue, i);
  free (queue->ring);
  queue->ring = ring;
  queue->size = size;
  queue->head = 0;
  return true;
}

static QueueSsrc *
find_ssrc (RtpCcQueue * queue, uint32_t ssrc)
{
  QueueSsrc *s;

  for (size_t i = 0; i < queue->n_ssrcs; i++) {
    if (queue->ssrcs[i].ssrc == ssrc)
      return &queue->ssrcs[i];
  }
  if (queue->n_ssrcs == QUEUE_MAX_SSRCS)
    return &queue->ssrcs[QUEUE_MAX_SSRCS - 1];

  s = &queue->ssrcs[queue->n_ssrcs++];
  memset (s, 0, sizeof (*s));
  s->ssrc = ssrc;
  return s;
}

RtpCcQueue *
rtp_cc_queue_new (void)
{
  return calloc (1, sizeof (RtpCcQueue));
}

void
rtp_cc_queue_clear (RtpCcQueue * queue, RtpCcDropFunc drop, void *user)
{
  while (queue->length > 0) {
    RtpCcQueueItem item = rtp_cc_queue_pop (queue);

    if (drop != NULL)
      drop (&item, user);
  }
  queue->n_ssrcs = 0;
}

void
rtp_cc_queue_free (RtpCcQueue * queue, RtpCcDropFunc drop, void *user)
{
  if (queue == NULL)
    return;
  rtp_cc_queue_clear (queue, drop, user);
  free (queue->ring);
  free (queue);
}

/* Is the next of the others not a packet? */
static bool
announces (const RtpCcQueue * queue)
{
  return queue->length > queue->ahead
      && !item_at (queue, queue->ahead)->is_packet;
}

static bool
is_older (const RtpCcQueueItem * item, const RtpCcQueueItem * other)
{
  return item->ssrc == other->ssrc
      && (int32_t) (item->timestamp - other->timestamp) < 0;
}

/* The place of @item; there is room. */
static RtpCcQueueItem *
make_place (RtpCcQueue * queue, const RtpCcQueueItem * item, bool ahead)
{
  size_t i = 0;

  queue->length++;
  if (!ahead)
    return item_at (queue, queue->length - 1);
  queue->head = (queue->head - 1) & (queue->size - 1);
  for (; i < queue->ahead && !is_older (item, item_at (queue, i + 1)); i++)
    *item_at (queue, i) = *item_at (queue, i + 1);
  queue->ahead++;
  return item_at (queue, i);
}

bool
rtp_cc_queue_push (RtpCcQueue * queue, const RtpCcQueueItem * item, bool ahead)
{
  RtpCcQueueItem *slot;
  QueueSsrc *s = NULL;

  if (item->is_packet) {
    s = find_ssrc (queue, item->ssrc);
    if (s->frame == 0 || s->timestamp != item->timestamp) {
      s->frame = ++queue->frames;
      s->timestamp = item->timestamp;
    }
    if (s->frame == s->discarding)
      return false;
  }
  if (queue->length == queue->size && !grow (queue))
    return false;

  slot = make_place (queue, item, ahead && !announces (queue));
  *slot = *item;
  slot->frame = s != NULL ? s->frame : 0;
  if (item->is_packet) {
    queue->bytes += item->size;
    queue->packets++;
  }
  return true;
}

const RtpCcQueueItem *
rtp_cc_queue_peek (const RtpCcQueue * queue)
{
  return queue->length > 0 ? item_at (queue, 0) : NULL;
}

bool
rtp_cc_queue_begins_ahead (const RtpCcQueue * queue)
{
  return queue->ahead > 0;
}

RtpCcQueueItem
rtp_cc_queue_pop (RtpCcQueue * queue)
{
  RtpCcQueueItem item;

  assert (queue->length > 0);
  item = *item_at (queue, 0);
  queue->head = (queue->head + 1) & (queue->size - 1);
  queue->length--;
  if (queue->ahead > 0)
    queue->ahead--;
  if (item.is_packet) {
    queue->bytes -= item.size;
    queue->packets--;
    find_ssrc (queue, item.ssrc)->begun = item.frame;
  }
  return item;
}

uint64_t
rtp_cc_queue_bytes (const RtpCcQueue * queue)
{
  return queue->bytes;
}

uint32_t
rtp_cc_queue_packets (const RtpCcQueue * queue)
{
  return queue->packets;
}

RtpCcTime
rtp_cc_queue_oldest (const RtpCcQueue * queue)
{
  RtpCcTime oldest = RTP_CC_TIME_NEVER;

  for (size_t i = 0; i < queue->length; i++) {
    const RtpCcQueueItem *item = item_at (queue, i);

    if (item->is_packet && (oldest == RTP_CC_TIME_NEVER
            || item->queued < oldest))
      oldest = item->queued;
    if (item->is_packet && i >= queue->ahead)
      break;
  }
  return oldest;
}

void
rtp_cc_queue_postpone (RtpCcQueue * queue, int64_t by)
{
  for (size_t i = 0; i < queue->length; i++)
    item_at (queue, i)->queued += by;
}

void
rtp_cc_queue_give_up (RtpCcQueue * queue, uint32_t ssrc)
{
  QueueSsrc *s = find_ssrc (queue, ssrc);

  s->endless = s->frame;
}

/* Has its head left, so that the rest has to follow? */
static bool
is_bound (const QueueSsrc * s, const RtpCcQueueItem * item)
{
  return item->frame == s->begun && item->frame != s->endless;
}

/* Which SSRCs have a frame too old of which nothing has left. */
static bool
find_expired (RtpCcQueue * queue, int64_t max_age, RtpCcTime now)
{
  bool any = false;

  for (size_t i = 0; i < queue->n_ssrcs; i++)
    queue->ssrcs[i].expired = false;

  for (size_t i = 0; i < queue->length; i++) {
    const RtpCcQueueItem *item = item_at (queue, i);
    QueueSsrc *s;

    if (!item->is_packet || (i < queue->ahead && now - item->queued <= max_age))
      continue;
    if (now - item->queued <= max_age)
      break;
    s = find_ssrc (queue, item->ssrc);
    if (!is_bound (s, item))
      any = s->expired = true;
  }
  return any;
}

uint32_t
rtp_cc_queue_discard (RtpCcQueue * queue, int64_t max_age, RtpCcDropFunc drop,
    void *user, RtpCcTime now)
{
  size_t kept = 0, ahead = 0;
  uint32_t frames = 0;

  if (!find_expired (queue, max_age, now))
    return 0;

  for (size_t i = 0; i < queue->length; i++) {
    RtpCcQueueItem item = *item_at (queue, i);
    QueueSsrc *s = item.is_packet ? find_ssrc (queue, item.ssrc) : NULL;

    if (s == NULL || !s->expired || is_bound (s, &item)) {
      *item_at (queue, kept++) = item;
      ahead += i < queue->ahead;
      continue;
    }
    if (s->discarding != item.frame)
      frames++;
    s->discarding = item.frame;
    queue->bytes -= item.size;
    queue->packets--;
    if (drop != NULL)
      drop (&item, user);
  }
  queue->length = kept;
  queue->ahead = ahead;
  return frames;
}

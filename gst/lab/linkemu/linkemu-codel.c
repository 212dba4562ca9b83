/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-codel.c: CoDel, Controlled Delay, RFC 8289
 *
 * A queue that drains within INTERVAL, about a round-trip time, does its work:
 * it takes up bursts.  One whose packets have all waited for TARGET or more
 * during an INTERVAL only adds delay.  Then CoDel drops one packet, the next
 * after INTERVAL, and then ever faster, after INTERVAL / sqrt (count), as the
 * rate of a TCP flow goes with 1 / sqrt (p): each step takes about the same
 * rate away.
 *
 *                     all of an INTERVAL above TARGET
 *       not dropping ---------------------------------> dropping
 *                    <---------------------------------
 *                     one packet below TARGET, or less than a packet waits
 *
 * Back in dropping soon (16 INTERVALs), it begins near where it ended: count
 * starts with the number of drops of the last time.
 *
 * The functions are those of section 5, with these differences:
 * - A packet can be marked in place of being dropped (section 1 allows it).
 *   Then it is sent, and the next one is judged when its turn comes.
 * - "No time set" is NEVER and not 0, since our time may be 0.
 * - There is no MTU here: maxpacket is the largest packet so far.
 */
#include "linkemu-codel.h"

#include <math.h>

/* UNIT: ns in a ms */
#define CODEL_MSECOND INT64_C (1000000)
/* RFC 8289 section 5.3 */
#define CODEL_TARGET (5 * CODEL_MSECOND)
/* RFC 8289 section 5.3 */
#define CODEL_INTERVAL (100 * CODEL_MSECOND)
/* RFC 8289 section 5.3, where maxpacket begins */
#define CODEL_MAXPACKET 512
/* RFC 8289 section 5.5: INTERVALs for which the last count is remembered */
#define CODEL_MEMORY 16

static bool
codel_init (LinkEmuAqm * aqm, const LinkEmuConfig * config)
{
  LinkEmuCoDel *self = (LinkEmuCoDel *) aqm;

  self->ecn = config->ecn;
  self->target = config->target > 0 ? config->target : CODEL_TARGET;
  self->interval = config->interval > 0 ? config->interval : CODEL_INTERVAL;
  self->maxpacket = CODEL_MAXPACKET;
  self->first_above_time = LINKEMU_TIME_NEVER;
  return true;
}

static LinkEmuFate
codel_enqueue (LinkEmuAqm * aqm, LinkEmuPacket * packet,
    const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuCoDel *self = (LinkEmuCoDel *) aqm;

  (void) now;
  if (linkemu_aqm_is_full (aqm, link, packet->info.size))
    return LINKEMU_DROPPED_QUEUE;
  if (packet->info.size > self->maxpacket)
    self->maxpacket = packet->info.size;
  linkemu_aqm_push (aqm, &self->queue, packet);
  return LINKEMU_TAKEN;
}

static LinkEmuPacket *
codel_remove (LinkEmuAqm * aqm)
{
  LinkEmuCoDel *self = (LinkEmuCoDel *) aqm;

  return linkemu_aqm_pop (aqm, &self->queue);
}

static int64_t
control_law (const LinkEmuCoDel * self, int64_t t, uint32_t count)
{
  return t + (int64_t) ((double) self->interval / sqrt (count));
}

static LinkEmuPacket *
dodequeue (LinkEmuCoDel * self, int64_t now, bool *ok_to_drop)
{
  LinkEmuPacket *packet = codel_remove (&self->aqm);

  *ok_to_drop = false;
  if (packet == NULL || now - packet->enqueued < self->target ||
      self->queue.bytes <= self->maxpacket)
    self->first_above_time = LINKEMU_TIME_NEVER;
  else if (self->first_above_time == LINKEMU_TIME_NEVER)
    self->first_above_time = now + self->interval;
  else
    *ok_to_drop = now >= self->first_above_time;
  return packet;
}

static bool
mark_instead (const LinkEmuCoDel * self, LinkEmuPacket * packet)
{
  return self->ecn && linkemu_aqm_mark (packet);
}

/* In drop state: a large backlog may take several drops at once. */
static LinkEmuPacket *
drop_on_schedule (LinkEmuCoDel * self, LinkEmuPacket * packet, bool ok_to_drop,
    int64_t now)
{
  self->dropping = ok_to_drop;
  while (self->dropping && now >= self->drop_next) {
    self->count++;
    if (mark_instead (self, packet)) {
      self->drop_next = control_law (self, self->drop_next, self->count);
      return packet;
    }
    linkemu_aqm_drop (&self->aqm, packet);
    packet = dodequeue (self, now, &ok_to_drop);
    self->dropping = ok_to_drop;
    if (self->dropping)
      self->drop_next = control_law (self, self->drop_next, self->count);
  }
  return packet;
}

static LinkEmuPacket *
enter_drop_state (LinkEmuCoDel * self, LinkEmuPacket * packet, int64_t now)
{
  uint32_t delta = self->count - self->lastcount;
  bool ok_to_drop;

  if (!mark_instead (self, packet)) {
    linkemu_aqm_drop (&self->aqm, packet);
    packet = dodequeue (self, now, &ok_to_drop);
  }
  self->dropping = true;
  self->count = 1;
  if (delta > 1 && now - self->drop_next < CODEL_MEMORY * self->interval)
    self->count = delta;
  self->drop_next = control_law (self, now, self->count);
  self->lastcount = self->count;
  return packet;
}

static LinkEmuPacket *
codel_dequeue (LinkEmuAqm * aqm, const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuCoDel *self = (LinkEmuCoDel *) aqm;
  bool ok_to_drop;
  LinkEmuPacket *packet = dodequeue (self, now, &ok_to_drop);

  (void) link;
  if (self->dropping)
    return drop_on_schedule (self, packet, ok_to_drop, now);
  return ok_to_drop ? enter_drop_state (self, packet, now) : packet;
}

const LinkEmuAqmOps linkemu_codel_ops = {
  .name = "codel",
  .state_size = sizeof (LinkEmuCoDel),
  .init = codel_init,
  .enqueue = codel_enqueue,
  .dequeue = codel_dequeue,
  .remove = codel_remove,
};

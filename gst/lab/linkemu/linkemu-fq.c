/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-fq.c: a queue for each flow, RFC 8290
 *
 * Flows are hashed to 1024 queues, which are served round robin, each with as
 * many bytes (deficit round robin).  A flow that has just begun to queue is
 * served before those that queue for long: a flow that sends little hardly
 * waits.  Each queue has an AQM of its own, the one that the configuration
 * names: with CoDel this is FQ-CoDel.
 *
 *   empty --packet--> new --a quantum sent, or empty--> old --empty--> empty
 *                                                       |  ^
 *                                                       +--+ a quantum sent
 *
 * The limit is on the sum.  Above it the longest queue loses packets from its
 * head, as many as have to go (section 5.2.3), where section 4.1 takes half of
 * them at once to save time.  So who fills the buffer pays for it.
 */
#include "linkemu-aqm.h"
#include "linkemu-random.h"

#include <stdlib.h>

/* RFC 8290 section 5.2.4: the default, in bytes */
#define FQ_QUANTUM 1514
/* RFC 8290 section 5.2.5: the default */
#define FQ_FLOWS 1024
/* UNIT: 32 - log2 of the number of queues: the hash is the upper bits */
#define FQ_HASH_SHIFT 22
/* OURS: 2^32 / golden ratio: Fibonacci hashing, which keeps numbers apart that
 * follow each other */
#define FQ_HASH_FACTOR UINT32_C (0x9e3779b1)
/* UNIT: number of a random stream */
#define FQ_STREAM 5

typedef struct _Flow Flow;

struct _Flow
{
  Flow *next;                   /* in its list */
  LinkEmuAqm *aqm;              /* its queue */
  int64_t credits;              /* bytes that it may still send in this round */
  bool active;                  /* in a list */
};

typedef struct
{
  Flow *head, *tail;
} FlowList;

typedef struct
{
  LinkEmuAqm aqm;
  Flow flows[FQ_FLOWS];
  FlowList new_flows, old_flows;
  uint32_t perturbation;        /* of the hash, RFC 8290 section 4.1 */
} LinkEmuFq;

static void
list_add (FlowList * list, Flow * flow)
{
  flow->next = NULL;
  if (list->tail != NULL)
    list->tail->next = flow;
  else
    list->head = flow;
  list->tail = flow;
}

static Flow *
list_take_head (FlowList * list)
{
  Flow *flow = list->head;

  list->head = flow->next;
  if (list->head == NULL)
    list->tail = NULL;
  return flow;
}

static void
fq_finish (LinkEmuAqm * aqm)
{
  LinkEmuFq *self = (LinkEmuFq *) aqm;

  for (size_t i = 0; i < FQ_FLOWS; i++)
    linkemu_aqm_free (self->flows[i].aqm);
}

static bool
fq_init (LinkEmuAqm * aqm, const LinkEmuConfig * config)
{
  LinkEmuFq *self = (LinkEmuFq *) aqm;
  LinkEmuConfig each = *config;
  const LinkEmuAqmOps *ops;
  LinkEmuRandom random;

  each.fq = false;
  ops = linkemu_aqm_choose (&each, NULL);
  linkemu_random_init (&random, config->seed, FQ_STREAM);
  self->perturbation = (uint32_t) linkemu_random_bits (&random);
  for (size_t i = 0; i < FQ_FLOWS; i++) {
    each.seed = linkemu_random_bits (&random);
    self->flows[i].aqm = ops != NULL ? linkemu_aqm_new (ops, &each) : NULL;
    if (self->flows[i].aqm == NULL)
      return false;
  }
  return true;
}

static Flow *
find_flow (LinkEmuFq * self, uint32_t number)
{
  uint32_t hash = (number + self->perturbation) * FQ_HASH_FACTOR;

  return &self->flows[hash >> FQ_HASH_SHIFT];
}

/* @queue is not what it was: packets and bytes that it had before are the last
 * two. */
static void
account (LinkEmuFq * self, LinkEmuAqm * queue, uint64_t packets, uint64_t bytes)
{
  LinkEmuPacket *packet;

  /* Wraps and comes back. */
  self->aqm.packets += queue->packets - packets;
  self->aqm.bytes += queue->bytes - bytes;
  while ((packet = linkemu_fifo_pop (&queue->dropped)) != NULL)
    linkemu_aqm_drop (&self->aqm, packet);
}

static LinkEmuPacket *
remove_from (LinkEmuFq * self, Flow * flow)
{
  LinkEmuAqm *queue = flow->aqm;
  uint64_t packets = queue->packets, bytes = queue->bytes;
  LinkEmuPacket *packet = queue->ops->remove (queue);

  account (self, queue, packets, bytes);
  return packet;
}

static Flow *
fattest (const FlowList * list, Flow * flow)
{
  for (Flow * f = list->head; f != NULL; f = f->next) {
    if (flow == NULL || f->aqm->bytes > flow->aqm->bytes)
      flow = f;
  }
  return flow;
}

static void
shrink_to (LinkEmuFq * self, uint64_t limit_bytes)
{
  while (self->aqm.bytes > limit_bytes) {
    Flow *flow = fattest (&self->old_flows, fattest (&self->new_flows, NULL));
    LinkEmuPacket *packet = remove_from (self, flow);

    packet->overflow = true;
    linkemu_aqm_drop (&self->aqm, packet);
  }
}

static LinkEmuFate
fq_enqueue (LinkEmuAqm * aqm, LinkEmuPacket * packet,
    const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuFq *self = (LinkEmuFq *) aqm;
  Flow *flow = find_flow (self, packet->info.flow);
  LinkEmuAqm *queue = flow->aqm;
  uint64_t packets = queue->packets, bytes = queue->bytes;
  LinkEmuLinkView view = *link;
  LinkEmuFate fate;

  view.limit_bytes = UINT64_MAX;
  fate = queue->ops->enqueue (queue, packet, &view, now);
  account (self, queue, packets, bytes);
  if (fate != LINKEMU_TAKEN)
    return fate;
  if (!flow->active) {
    flow->active = true;
    flow->credits = FQ_QUANTUM;
    list_add (&self->new_flows, flow);
  }
  if (!link->link_idle)
    shrink_to (self, link->limit_bytes);
  return LINKEMU_TAKEN;
}

/* The list whose head may send; NULL: no flow is active. */
static FlowList *
select_list (LinkEmuFq * self)
{
  for (;;) {
    FlowList *list =
        self->new_flows.head != NULL ? &self->new_flows : &self->old_flows;
    Flow *flow = list->head;

    if (flow == NULL)
      return NULL;
    if (flow->credits > 0)
      return list;
    flow->credits += FQ_QUANTUM;
    list_add (&self->old_flows, list_take_head (list));
  }
}

/* A new flow must pass the old ones before it may be new again, or else one
 * that sends just often enough would starve them. */
static void
retire (LinkEmuFq * self, FlowList * list)
{
  Flow *flow = list_take_head (list);

  if (list == &self->new_flows)
    list_add (&self->old_flows, flow);
  else
    flow->active = false;
}

static LinkEmuPacket *
dequeue_from (LinkEmuFq * self, Flow * flow, const LinkEmuLinkView * link,
    int64_t now)
{
  LinkEmuAqm *queue = flow->aqm;
  uint64_t packets = queue->packets, bytes = queue->bytes;
  LinkEmuPacket *packet = queue->ops->dequeue (queue, link, now);

  account (self, queue, packets, bytes);
  if (packet != NULL)
    flow->credits -= packet->info.size;
  return packet;
}

static LinkEmuPacket *
fq_dequeue (LinkEmuAqm * aqm, const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuFq *self = (LinkEmuFq *) aqm;
  FlowList *list;

  while ((list = select_list (self)) != NULL) {
    LinkEmuPacket *packet = dequeue_from (self, list->head, link, now);

    if (packet != NULL)
      return packet;
    retire (self, list);
  }
  return NULL;
}

static LinkEmuPacket *
fq_remove (LinkEmuAqm * aqm)
{
  LinkEmuFq *self = (LinkEmuFq *) aqm;
  FlowList *list;

  while ((list = select_list (self)) != NULL) {
    LinkEmuPacket *packet = remove_from (self, list->head);

    if (packet != NULL)
      return packet;
    retire (self, list);
  }
  return NULL;
}

const LinkEmuAqmOps linkemu_fq_ops = {
  .name = "fq",
  .state_size = sizeof (LinkEmuFq),
  .init = fq_init,
  .enqueue = fq_enqueue,
  .dequeue = fq_dequeue,
  .remove = fq_remove,
  .finish = fq_finish,
};

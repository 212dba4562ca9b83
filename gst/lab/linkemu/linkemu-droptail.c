/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-droptail.c: drop-tail: the queue limits alone */
#include "linkemu-aqm.h"

typedef struct
{
  LinkEmuAqm aqm;
  LinkEmuFifo queue;
} DropTail;

static LinkEmuFate
droptail_enqueue (LinkEmuAqm * aqm, LinkEmuPacket * packet,
    const LinkEmuLinkView * link, int64_t now)
{
  DropTail *self = (DropTail *) aqm;

  (void) now;
  if (linkemu_aqm_is_full (aqm, link, packet->info.size))
    return LINKEMU_DROPPED_QUEUE;
  linkemu_aqm_push (aqm, &self->queue, packet);
  return LINKEMU_TAKEN;
}

static LinkEmuPacket *
droptail_remove (LinkEmuAqm * aqm)
{
  DropTail *self = (DropTail *) aqm;

  return linkemu_aqm_pop (aqm, &self->queue);
}

static LinkEmuPacket *
droptail_dequeue (LinkEmuAqm * aqm, const LinkEmuLinkView * link, int64_t now)
{
  (void) link;
  (void) now;
  return droptail_remove (aqm);
}

const LinkEmuAqmOps linkemu_droptail_ops = {
  .name = "droptail",
  .state_size = sizeof (DropTail),
  .enqueue = droptail_enqueue,
  .dequeue = droptail_dequeue,
  .remove = droptail_remove,
};

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-aqm.c: the list of AQMs, and their common code */
#include "linkemu-aqm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const LinkEmuAqmOps *const all_aqms[] = {
  &linkemu_droptail_ops,
  &linkemu_codel_ops,
  &linkemu_pie_ops,
  &linkemu_dualpi2_ops,
};

const LinkEmuAqmOps *
linkemu_aqm_find (const char *name)
{
  for (size_t i = 0; i < sizeof (all_aqms) / sizeof (all_aqms[0]); i++) {
    if (strcmp (all_aqms[i]->name, name) == 0)
      return all_aqms[i];
  }
  return NULL;
}

bool
linkemu_aqm_is_known (const char *name)
{
  return linkemu_aqm_find (name) != NULL;
}

const LinkEmuAqmOps *
linkemu_aqm_choose (const LinkEmuConfig * config, char *error)
{
  const char *name = config->aqm != NULL ? config->aqm : "droptail";
  const LinkEmuAqmOps *ops = linkemu_aqm_find (name);

  if (ops != NULL && !config->fq)
    return ops;
  if (ops != NULL && ops != &linkemu_dualpi2_ops)
    return &linkemu_fq_ops;
  if (error != NULL)
    snprintf (error, LINKEMU_ERROR_SIZE, ops == NULL ?
        "AQM %s is not known: take droptail, codel, pie or dualpi2" :
        "AQM %s has two queues of its own: switch flow queueing off", name);
  return NULL;
}

bool
linkemu_config_is_valid (const LinkEmuConfig * config, char *error)
{
  return linkemu_aqm_choose (config, error) != NULL;
}

LinkEmuAqm *
linkemu_aqm_new (const LinkEmuAqmOps * ops, const LinkEmuConfig * config)
{
  LinkEmuAqm *aqm = calloc (1, ops->state_size);

  if (aqm == NULL)
    return NULL;
  aqm->ops = ops;
  if (ops->init == NULL || ops->init (aqm, config))
    return aqm;
  linkemu_aqm_free (aqm);
  return NULL;
}

void
linkemu_aqm_free (LinkEmuAqm * aqm)
{
  if (aqm == NULL)
    return;
  if (aqm->ops->finish != NULL)
    aqm->ops->finish (aqm);
  free (aqm);
}

void
linkemu_aqm_push (LinkEmuAqm * aqm, LinkEmuFifo * queue, LinkEmuPacket * packet)
{
  linkemu_fifo_push (queue, packet);
  aqm->packets++;
  aqm->bytes += packet->info.size;
}

LinkEmuPacket *
linkemu_aqm_pop (LinkEmuAqm * aqm, LinkEmuFifo * queue)
{
  LinkEmuPacket *packet = linkemu_fifo_pop (queue);

  if (packet == NULL)
    return NULL;
  aqm->packets--;
  aqm->bytes -= packet->info.size;
  return packet;
}

void
linkemu_aqm_drop (LinkEmuAqm * aqm, LinkEmuPacket * packet)
{
  linkemu_fifo_push (&aqm->dropped, packet);
}

bool
linkemu_aqm_mark (LinkEmuPacket * packet)
{
  if (packet->info.ecn == LINKEMU_NOT_ECT)
    return false;
  packet->marked = packet->info.ecn != LINKEMU_CE;
  return true;
}

bool
linkemu_aqm_is_full (const LinkEmuAqm * aqm, const LinkEmuLinkView * link,
    uint32_t size)
{
  return !link->link_idle && aqm->bytes + size > link->limit_bytes;
}

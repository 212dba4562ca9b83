/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-aqm.h: interface of AQMs: queues that drop or mark packets
 *
 * An AQM owns its queues. The link gives it each arriving packet, and asks for the next
 * one when it is idle: then the packet's queueing delay is known. An implementation: a
 * state that begins with LinkEmuAqm, and the ops.
 */
#ifndef LINKEMU_AQM_H
#define LINKEMU_AQM_H

#include "linkemu-packets.h"

typedef struct
{
  uint64_t limit_bytes;         /* of all that waits; UINT64_MAX: none */
  double bitrate;               /* bit/s, nominal, now; 0: unlimited */
  bool link_idle;               /* nothing on the link and nothing waits */
} LinkEmuLinkView;

typedef struct _LinkEmuAqm LinkEmuAqm;

typedef struct
{
  const char *name;
  size_t state_size;
  /* The state is zero before; false: no memory. */
  bool (*init) (LinkEmuAqm * aqm, const LinkEmuConfig * config);
  /* LINKEMU_TAKEN: @packet waits now, and may carry a mark. */
  LinkEmuFate (*enqueue) (LinkEmuAqm * aqm, LinkEmuPacket * packet,
      const LinkEmuLinkView * link, int64_t now);
  /* The packet to send now, perhaps marked; NULL: none is left. */
  LinkEmuPacket *(*dequeue) (LinkEmuAqm * aqm, const LinkEmuLinkView * link,
      int64_t now);
  /* Takes out the packet that waits first, or where there are several queues
   * any that is first in one, unjudged; NULL: empty. */
  LinkEmuPacket *(*remove) (LinkEmuAqm * aqm);
  /* NULL: nothing but the state to free. */
  void (*finish) (LinkEmuAqm * aqm);
  /* Adds what it alone knows; NULL: nothing. */
  void (*stats) (const LinkEmuAqm * aqm, LinkEmuStats * stats);
} LinkEmuAqmOps;

struct _LinkEmuAqm
{
  const LinkEmuAqmOps *ops;
  uint64_t packets, bytes;      /* that wait, in all its queues */
  LinkEmuFifo dropped;          /* dropped after they had waited: for the link */
};

/* NULL: no memory. */
LinkEmuAqm *linkemu_aqm_new (const LinkEmuAqmOps * ops,
    const LinkEmuConfig * config);
/* Of an empty one. */
void linkemu_aqm_free (LinkEmuAqm * aqm);

/* What each ops does with its queues, so that packets and bytes are right. */
void linkemu_aqm_push (LinkEmuAqm * aqm, LinkEmuFifo * queue,
    LinkEmuPacket * packet);
LinkEmuPacket *linkemu_aqm_pop (LinkEmuAqm * aqm, LinkEmuFifo * queue);
/* @packet was popped. */
void linkemu_aqm_drop (LinkEmuAqm * aqm, LinkEmuPacket * packet);
/* Marks @packet CE; false: it is Not-ECT. */
bool linkemu_aqm_mark (LinkEmuPacket * packet);
/* Whether another packet of @size exceeds the limit.  Never if it finds queue
 * and link empty: otherwise a limit below one packet would close the link. */
bool linkemu_aqm_is_full (const LinkEmuAqm * aqm, const LinkEmuLinkView * link,
    uint32_t size);

extern const LinkEmuAqmOps linkemu_droptail_ops, linkemu_codel_ops,
    linkemu_pie_ops, linkemu_dualpi2_ops;
/* A queue for each flow, each with the AQM that the configuration names. */
extern const LinkEmuAqmOps linkemu_fq_ops;

/* By its name; NULL: not known. */
const LinkEmuAqmOps *linkemu_aqm_find (const char *name);
/* What @config asks for; NULL, and a message in @error unless that is NULL: it
 * cannot be. */
const LinkEmuAqmOps *linkemu_aqm_choose (const LinkEmuConfig * config,
    char *error);

/* linkemu_new with other ops than those that @config names. */
LinkEmu *linkemu_new_with_aqm (const LinkEmuConfig * config,
    const LinkEmuAqmOps * ops, int64_t now);

#endif /* LINKEMU_AQM_H */

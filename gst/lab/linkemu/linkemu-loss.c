/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-loss.c: random loss, independent and in bursts
 *
 * Gilbert-Elliott: two states, each with its own loss; after each packet the
 * state may change.  Starts in the good state.
 */
#include "linkemu-loss.h"

/* UNIT: numbers of random streams; 1 is the jitter's */
#define LINKEMU_STREAM_INDEPENDENT 2
/* UNIT: number of a random stream */
#define LINKEMU_STREAM_BURSTS 3

void
linkemu_loss_init (LinkEmuLoss * loss, uint64_t seed)
{
  linkemu_random_init (&loss->independent, seed, LINKEMU_STREAM_INDEPENDENT);
  linkemu_random_init (&loss->bursts, seed, LINKEMU_STREAM_BURSTS);
  loss->bad = false;
}

static bool
next_in_bursts (LinkEmuLoss * loss, const LinkEmuConfig * config)
{
  double chance = loss->bad ? config->ge_loss_bad : config->ge_loss_good;
  bool lost = linkemu_random_uniform (&loss->bursts) < chance;

  if (linkemu_random_uniform (&loss->bursts) <
      (loss->bad ? config->ge_r : config->ge_p))
    loss->bad = !loss->bad;
  return lost;
}

/* Both kinds draw for each packet, so that one does not shift the other. */
bool
linkemu_loss_next (LinkEmuLoss * loss, const LinkEmuConfig * config)
{
  bool independent = linkemu_random_uniform (&loss->independent) < config->loss;
  bool in_bursts = next_in_bursts (loss, config);

  return independent || in_bursts;
}

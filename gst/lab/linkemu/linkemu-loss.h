/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-loss.h: random loss, independent and in bursts */
#ifndef LINKEMU_LOSS_H
#define LINKEMU_LOSS_H

#include "linkemu-random.h"
#include "linkemu.h"

typedef struct
{
  LinkEmuRandom independent, bursts;
  bool bad;
} LinkEmuLoss;

void linkemu_loss_init (LinkEmuLoss * loss, uint64_t seed);
/* Whether the next packet is lost. */
bool linkemu_loss_next (LinkEmuLoss * loss, const LinkEmuConfig * config);

#endif /* LINKEMU_LOSS_H */

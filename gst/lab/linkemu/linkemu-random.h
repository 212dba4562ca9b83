/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-random.h: random numbers that are equal on every platform */
#ifndef LINKEMU_RANDOM_H
#define LINKEMU_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  uint64_t state;
} LinkEmuRandom;

/* Generators with the same @seed and different @stream are independent. */
void linkemu_random_init (LinkEmuRandom * random, uint64_t seed,
    uint64_t stream);
/* 64 bits, any of them */
uint64_t linkemu_random_bits (LinkEmuRandom * random);
/* 0 <= x < 1 */
double linkemu_random_uniform (LinkEmuRandom * random);
/* Mean 0, standard deviation 1, within -6...6 */
double linkemu_random_normal (LinkEmuRandom * random);

#endif /* LINKEMU_RANDOM_H */

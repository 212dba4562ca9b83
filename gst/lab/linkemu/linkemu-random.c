/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-random.c: random numbers that are equal on every platform
 *
 * SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
 * Generators, OOPSLA 2014).  The normal deviate is a sum of twelve uniform ones
 * and not Box-Muller, since log and cos differ in the last bit between C
 * libraries.  Its tails end at 6 deviations, and all users clip at 3.
 */
#include "linkemu-random.h"

/* OURS: 2^64 / golden ratio, the step of SplitMix64 */
#define LINKEMU_GAMMA UINT64_C (0x9e3779b97f4a7c15)
/* OURS: first multiplier of SplitMix64's output function */
#define LINKEMU_MIX_1 UINT64_C (0xbf58476d1ce4e5b9)
/* OURS: second multiplier of SplitMix64's output function */
#define LINKEMU_MIX_2 UINT64_C (0x94d049bb133111eb)
/* UNIT: 2^53, the integers that a double holds */
#define LINKEMU_TWO_53 9007199254740992.0
/* UNIT: 2^16 */
#define LINKEMU_TWO_16 65536.0

uint64_t
linkemu_random_bits (LinkEmuRandom * random)
{
  uint64_t z = random->state += LINKEMU_GAMMA;

  z = (z ^ (z >> 30)) * LINKEMU_MIX_1;
  z = (z ^ (z >> 27)) * LINKEMU_MIX_2;
  return z ^ (z >> 31);
}

void
linkemu_random_init (LinkEmuRandom * random, uint64_t seed, uint64_t stream)
{
  random->state = stream;
  random->state = linkemu_random_bits (random) ^ seed;
  random->state = linkemu_random_bits (random);
}

double
linkemu_random_uniform (LinkEmuRandom * random)
{
  return (double) (linkemu_random_bits (random) >> 11) / LINKEMU_TWO_53;
}

double
linkemu_random_normal (LinkEmuRandom * random)
{
  uint64_t sum = 0;

  for (int i = 0; i < 3; i++) {
    uint64_t bits = linkemu_random_bits (random);

    for (int j = 0; j < 4; j++, bits >>= 16)
      sum += bits & 0xffff;
  }
  /* The 6 is 12 x half a step, which makes the mean exactly 0. */
  return (double) (sum + 6) / LINKEMU_TWO_16 - 6;
}

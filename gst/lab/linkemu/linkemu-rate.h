/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-rate.h: the private fields of LinkEmuRate */
#ifndef LINKEMU_RATE_H
#define LINKEMU_RATE_H

#include "linkemu.h"

/* UNIT: ns in a second, also the nanobits in a bit */
#define LINKEMU_SECOND INT64_C (1000000000)
/* UNIT: ns in a millisecond, in which traces count */
#define LINKEMU_MSECOND INT64_C (1000000)
/* OURS: bytes of one line of a trace, Mahimahi's PACKET_SIZE: 1500 and the 4
 * of a TUN device's header, which its traces were recorded with */
#define LINKEMU_CHANCE_BYTES 1504
/* OURS: 1 Tbit/s; any packet is through in a few ns, and sums of products stay
 * within 64 bits */
#define LINKEMU_MAX_BITRATE UINT64_C (1000000000000)

typedef struct
{
  int64_t start;                /* ns since the rate's start */
  uint64_t bitrate;             /* 0: outage */
} LinkEmuStep;

/* Steps, or chances, or neither: unlimited. */
struct _LinkEmuRate
{
  LinkEmuStep *steps;
  size_t n_steps;
  uint32_t *chances;            /* ms, the last one is the period */
  size_t n_chances;
};

static inline bool
linkemu_rate_is_unlimited (const LinkEmuRate * rate)
{
  return rate->n_steps == 0 && rate->n_chances == 0;
}

/* The step at a time since the start. */
size_t linkemu_rate_step_at (const LinkEmuRate * rate, int64_t time);
/* Chances are numbered through all repetitions of a trace. */
int64_t linkemu_rate_chance_time (const LinkEmuRate * rate, uint64_t number);
/* The first chance that is not before @time. */
uint64_t linkemu_rate_chance_at (const LinkEmuRate * rate, int64_t time);
/* Bits offered from @from to @to, a chance at either end counts; INFINITY:
 * unlimited. */
double linkemu_rate_capacity (const LinkEmuRate * rate, int64_t from,
    int64_t to);
/* The rate that a buffer is sized for: never 0 unless unlimited. */
double linkemu_rate_nominal (const LinkEmuRate * rate, int64_t time);
/* The rate to show. */
double linkemu_rate_now (const LinkEmuRate * rate, int64_t time);

#endif /* LINKEMU_RATE_H */

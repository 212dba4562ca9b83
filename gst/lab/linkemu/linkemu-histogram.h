/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-histogram.h: quantiles of any number of delays in fixed memory */
#ifndef LINKEMU_HISTOGRAM_H
#define LINKEMU_HISTOGRAM_H

#include <stdint.h>

/* OURS: buckets for each doubling; a quantile is off by 1/64 at most, and the
 * histogram takes 15 kB */
#define LINKEMU_BUCKETS_PER_OCTAVE 32
/* OURS: all values of 63 bits: the first 32 one by one, then 58 octaves */
#define LINKEMU_BUCKETS (LINKEMU_BUCKETS_PER_OCTAVE * 59)

typedef struct
{
  uint64_t buckets[LINKEMU_BUCKETS];
  uint64_t count;
  double sum;
  int64_t max;
} LinkEmuHistogram;

/* Values below 0 count as 0. */
void linkemu_histogram_add (LinkEmuHistogram * histogram, int64_t value);
/* 0 when empty. */
int64_t linkemu_histogram_mean (const LinkEmuHistogram * histogram);
int64_t linkemu_histogram_quantile (const LinkEmuHistogram * histogram,
    double quantile);

#endif /* LINKEMU_HISTOGRAM_H */

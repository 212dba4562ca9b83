/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-histogram.c: quantiles of any number of delays in fixed memory
 *
 * Buckets as in a floating-point number: the exponent chooses the octave, the
 * next five bits the bucket in it.
 */
#include "linkemu-histogram.h"

#include <math.h>
#include <stddef.h>

static size_t
bucket_of (uint64_t value)
{
  unsigned octave = 0;

  /* After that 32...63 is left: the leading bit and five more. */
  for (; value >= 2 * LINKEMU_BUCKETS_PER_OCTAVE; value >>= 1)
    octave++;
  return (size_t) (octave * LINKEMU_BUCKETS_PER_OCTAVE + value);
}

static int64_t
bucket_middle (size_t bucket)
{
  size_t octave, rest;

  if (bucket < 2 * LINKEMU_BUCKETS_PER_OCTAVE)
    return (int64_t) bucket;
  octave = bucket / LINKEMU_BUCKETS_PER_OCTAVE - 1;
  rest = bucket - octave * LINKEMU_BUCKETS_PER_OCTAVE;
  return (int64_t) (((uint64_t) rest << octave) + (UINT64_C (1) << octave) / 2);
}

void
linkemu_histogram_add (LinkEmuHistogram * histogram, int64_t value)
{
  if (value < 0)
    value = 0;
  histogram->buckets[bucket_of ((uint64_t) value)]++;
  histogram->count++;
  histogram->sum += (double) value;
  if (value > histogram->max)
    histogram->max = value;
}

int64_t
linkemu_histogram_mean (const LinkEmuHistogram * histogram)
{
  if (histogram->count == 0)
    return 0;
  return (int64_t) (histogram->sum / (double) histogram->count);
}

int64_t
linkemu_histogram_quantile (const LinkEmuHistogram * histogram, double quantile)
{
  double wanted = ceil (quantile * (double) histogram->count);
  uint64_t seen = 0;

  for (size_t i = 0; i < LINKEMU_BUCKETS; i++) {
    seen += histogram->buckets[i];
    if (seen > 0 && (double) seen >= wanted) {
      int64_t middle = bucket_middle (i);

      return middle < histogram->max ? middle : histogram->max;
    }
  }
  return 0;
}

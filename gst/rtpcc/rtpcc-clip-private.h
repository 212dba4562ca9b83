/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-clip-private.h: numbers within bounds, the larger or earlier of two */
#ifndef RTPCC_CLIP_PRIVATE_H
#define RTPCC_CLIP_PRIVATE_H

#include <stdint.h>

/* fmax() is a call. */
static inline double
larger (double a, double b)
{
  return a > b ? a : b;
}

static inline double
clip (double x, double low, double high)
{
  return x < low ? low : x > high ? high : x;
}

static inline uint64_t
clip_count (uint64_t x, uint64_t low, uint64_t high)
{
  return x < low ? low : x > high ? high : x;
}

static inline int64_t
earlier (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static inline int64_t
clip_time (int64_t x, int64_t low, int64_t high)
{
  return x < low ? low : x > high ? high : x;
}

#endif /* RTPCC_CLIP_PRIVATE_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-capacity.h: GCC, estimate of the capacity */
#ifndef RTPCC_GCC_CAPACITY_H
#define RTPCC_GCC_CAPACITY_H

#include <stdbool.h>

/* The rates at which the path was full: their mean and deviation. */
typedef struct
{
  bool known;
  double mean;                  /* kbit/s */
  double deviation;             /* variance / mean */
} GccCapacity;

void gcc_capacity_add (GccCapacity * capacity, double acked);
/* bit/s, so many standard deviations above the mean. */
double gcc_capacity_bound (const GccCapacity * capacity, double deviations);

#endif /* RTPCC_GCC_CAPACITY_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-arrival.h: GCC, packets that left together and how their arrival
 * was spread
 *
 * draft-ietf-rmcat-gcc-02 sections 5.1 and 5.2.
 */
#ifndef RTPCC_GCC_ARRIVAL_H
#define RTPCC_GCC_ARRIVAL_H

#include "gst/rtpcc/rtpcc.h"

typedef struct
{
  RtpCcTime first_sent, last_sent;
  RtpCcTime first_arrival, last_arrival;
  uint64_t bytes;
} GccGroup;

typedef struct
{
  int64_t burst_time;           /* ns */
  GccGroup current, previous;
  bool have_current, have_previous;
  unsigned backwards;           /* groups in a row that arrived too early */
} GccArrival;

/* From one group to the next. */
typedef struct
{
  double send, recv;            /* ms between the last packets */
  double size;                  /* bytes more than in the group before */
  double time;                  /* ms, receiver's clock */
} GccDelta;

typedef enum
{
  GCC_ARRIVAL_NONE,             /* the group is not complete */
  GCC_ARRIVAL_DELTA,
  GCC_ARRIVAL_RESET             /* the past says nothing about what comes */
} GccArrivalResult;

void gcc_arrival_init (GccArrival * arrival, int64_t burst_time);
/* Packets in order of sending; sets @delta with GCC_ARRIVAL_DELTA only. */
GccArrivalResult gcc_arrival_add (GccArrival * arrival, RtpCcTime sent,
    RtpCcTime arrived, uint32_t size, GccDelta * delta);

#endif /* RTPCC_GCC_ARRIVAL_H */

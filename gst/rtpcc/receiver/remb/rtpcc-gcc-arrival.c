/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-arrival.c: GCC, packets that left together and how their arrival
 * was spread
 *
 *   sent      | 1 2 3 |       | 4 5 |         a group: within burst_time of
 *   arrived      | 1 2 3 |         | 4 5 |    its first packet
 *                        <--recv-->    \      send - recv: between last packets
 *
 * A router that held packets back lets them go in one burst, at once.  Such a
 * burst says nothing about the queue, so it joins the group that it follows.
 */
#include "rtpcc-gcc-arrival.h"

#include <string.h>

/* draft-ietf-rmcat-gcc-02 section 5.2: burst_time, here between arrivals */
#define ARRIVAL_BURST (5 * RTP_CC_MSECOND)

/* OURS: as libwebrtc (goog_cc of January 2026) has it: such a burst ends so
 * long after the first packet of its group. */
#define ARRIVAL_BURST_MAX (100 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it: a jump of the delay of so much is a clock that was
 * set. */
#define ARRIVAL_JUMP (3 * RTP_CC_SECOND)

/* OURS: as libwebrtc has it: after so long a pause all starts anew. */
#define ARRIVAL_PAUSE (2 * RTP_CC_SECOND)

/* OURS: as libwebrtc has it: groups that arrived before the one before. */
#define ARRIVAL_BACKWARDS 3

void
gcc_arrival_init (GccArrival * arrival, int64_t burst_time)
{
  memset (arrival, 0, sizeof (*arrival));
  arrival->burst_time = burst_time;
}

static double
ms (int64_t t)
{
  return (double) t / (double) RTP_CC_MSECOND;
}

static bool
belongs (const GccArrival * arrival, RtpCcTime sent, RtpCcTime arrived)
{
  const GccGroup *g = &arrival->current;
  int64_t arrival_delta = arrived - g->last_arrival;

  if (sent == g->last_sent || sent - g->first_sent <= arrival->burst_time)
    return true;
  return arrival_delta - (sent - g->last_sent) < 0
      && arrival_delta <= ARRIVAL_BURST
      && arrived - g->first_arrival < ARRIVAL_BURST_MAX;
}

static void
start_group (GccArrival * arrival, RtpCcTime sent, RtpCcTime arrived,
    uint32_t size)
{
  GccGroup *g = &arrival->current;

  g->first_sent = g->last_sent = sent;
  g->first_arrival = g->last_arrival = arrived;
  g->bytes = size;
  arrival->have_current = true;
}

static void
join_group (GccArrival * arrival, RtpCcTime sent, RtpCcTime arrived,
    uint32_t size)
{
  GccGroup *g = &arrival->current;

  if (sent > g->last_sent)
    g->last_sent = sent;
  if (arrived > g->last_arrival)
    g->last_arrival = arrived;
  if (arrived < g->first_arrival)
    g->first_arrival = arrived;
  g->bytes += size;
}

/* The current group is complete: what is between it and the one before? */
static GccArrivalResult
compare_groups (GccArrival * arrival, GccDelta * delta)
{
  const GccGroup *g = &arrival->current, *before = &arrival->previous;
  int64_t recv = g->last_arrival - before->last_arrival;
  int64_t send = g->last_sent - before->last_sent;

  if (recv - send >= ARRIVAL_JUMP || send - recv >= ARRIVAL_JUMP)
    return GCC_ARRIVAL_RESET;
  if (recv < 0)
    return ++arrival->backwards < ARRIVAL_BACKWARDS ? GCC_ARRIVAL_NONE
        : GCC_ARRIVAL_RESET;

  arrival->backwards = 0;
  delta->send = ms (send);
  delta->recv = ms (recv);
  delta->size = (double) g->bytes - (double) before->bytes;
  delta->time = ms (g->last_arrival);
  return GCC_ARRIVAL_DELTA;
}

GccArrivalResult
gcc_arrival_add (GccArrival * arrival, RtpCcTime sent, RtpCcTime arrived,
    uint32_t size, GccDelta * delta)
{
  GccArrivalResult result = GCC_ARRIVAL_NONE;

  if (!arrival->have_current) {
    start_group (arrival, sent, arrived, size);
    return GCC_ARRIVAL_NONE;
  }
  if (sent < arrival->current.first_sent)
    return GCC_ARRIVAL_NONE;    /* reordered */
  if (belongs (arrival, sent, arrived)) {
    join_group (arrival, sent, arrived, size);
    return GCC_ARRIVAL_NONE;
  }

  if (sent - arrival->current.last_sent > ARRIVAL_PAUSE)
    result = GCC_ARRIVAL_RESET;
  else if (arrival->have_previous)
    result = compare_groups (arrival, delta);
  if (result == GCC_ARRIVAL_RESET)
    gcc_arrival_init (arrival, arrival->burst_time);
  else {
    arrival->previous = arrival->current;
    arrival->have_previous = true;
  }
  start_group (arrival, sent, arrived, size);
  return result;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-acked.c: GCC, acknowledged rate
 *
 *   received = bytes but the first packet's / (time - largest gap + second)
 *   sent     = bytes but the last packet's / time
 *   rate     = the lesser of both
 *
 * The largest gap is left out since one stall of the path, or of the source,
 * does not say how fast it is.
 */
#include "rtpcc-gcc-acked.h"

#include <string.h>

/* OURS: as libwebrtc has it: the window holds so many packets at least... */
#define ACKED_WINDOW_PACKETS 20

/* OURS: as libwebrtc has it: ...unless they are so old... */
#define ACKED_WINDOW_MAX (5 * RTP_CC_SECOND)

/* OURS: as libwebrtc has it: ...and below so many there is no rate. */
#define ACKED_PACKETS_MIN 10

/* OURS: as libwebrtc has it: a packet so late means another clock. */
#define ACKED_REORDERED_MAX RTP_CC_SECOND

void
gcc_acked_init (GccAcked * acked, int64_t window)
{
  memset (acked, 0, sizeof (*acked));
  acked->window = window;
}

static GccAckedPacket *
at (GccAcked * acked, unsigned i)
{
  return &acked->packets[(acked->first + i) % ACKED_PACKETS];
}

static void
forget_old (GccAcked * acked)
{
  while (acked->n > 1) {
    int64_t age = at (acked, acked->n - 1)->arrival - at (acked, 0)->arrival;

    if (age <= ACKED_WINDOW_MAX && (acked->n <= ACKED_WINDOW_PACKETS
            || age <= acked->window))
      return;
    acked->first = (acked->first + 1) % ACKED_PACKETS;
    acked->n--;
  }
}

void
gcc_acked_add (GccAcked * acked, RtpCcTime sent, RtpCcTime arrival,
    uint32_t size)
{
  GccAckedPacket packet = { sent, arrival, size };
  unsigned i;

  if (acked->n > 0 && at (acked, acked->n - 1)->arrival - arrival
      > ACKED_REORDERED_MAX)
    acked->n = 0;
  if (acked->n == ACKED_PACKETS) {
    acked->first = (acked->first + 1) % ACKED_PACKETS;
    acked->n--;
  }
  for (i = acked->n++; i > 0 && at (acked, i - 1)->arrival > arrival; i--)
    *at (acked, i) = *at (acked, i - 1);
  *at (acked, i) = packet;
  forget_old (acked);
}

/* The sums over the packets of the window. */
typedef struct
{
  double bytes;
  RtpCcTime first_sent, last_sent;
  uint32_t last_sent_size;
  int64_t largest_gap, second_gap;
} Sum;

static void
sum_packets (const GccAcked * acked, Sum * sum)
{
  const GccAckedPacket *before = NULL;

  memset (sum, 0, sizeof (*sum));
  for (unsigned i = 0; i < acked->n; i++) {
    const GccAckedPacket *p =
        &acked->packets[(acked->first + i) % ACKED_PACKETS];

    sum->bytes += p->size;
    if (before == NULL || p->sent < sum->first_sent)
      sum->first_sent = p->sent;
    if (before == NULL || p->sent > sum->last_sent) {
      sum->last_sent = p->sent;
      sum->last_sent_size = p->size;
    }
    if (before != NULL && p->arrival - before->arrival > sum->second_gap)
      sum->second_gap = p->arrival - before->arrival;
    if (sum->second_gap > sum->largest_gap) {
      int64_t gap = sum->second_gap;

      sum->second_gap = sum->largest_gap;
      sum->largest_gap = gap;
    }
    before = p;
  }
}

/* bit/s; a time below the resolution of the arrivals counts as 1 ms. */
static double
rate (double bytes, int64_t time)
{
  if (time < RTP_CC_MSECOND)
    time = RTP_CC_MSECOND;
  return bytes * 8 * (double) RTP_CC_SECOND / (double) time;
}

double
gcc_acked_rate (const GccAcked * acked)
{
  const GccAckedPacket *first = &acked->packets[acked->first];
  const GccAckedPacket *last;
  double received, sent;
  Sum sum;

  if (acked->n < ACKED_PACKETS_MIN)
    return -1;
  last = &acked->packets[(acked->first + acked->n - 1) % ACKED_PACKETS];
  sum_packets (acked, &sum);
  received = rate (sum.bytes - first->size, last->arrival - first->arrival
      - sum.largest_gap + sum.second_gap);
  sent = rate (sum.bytes - sum.last_sent_size, sum.last_sent - sum.first_sent);
  return received < sent ? received : sent;
}

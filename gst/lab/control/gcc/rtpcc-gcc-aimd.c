/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-aimd.c: GCC, rate by the detector's signal
 *
 *            over-use            over-use: A = 0.85 * R_hat, then hold
 *     +---------+-----------+
 *     v         |           |
 *   HOLD --normal--> INCREASE    8 % in a second, or, where the last over-use
 *     ^                 |        was near (three deviations), half a packet
 *     +----under-use----+        in a response time
 *
 * Never above 1.5 R_hat: what was not sent has not been tried.
 */
#include "rtpcc-gcc-aimd.h"

#include <math.h>
#include <string.h>

/* draft-ietf-rmcat-gcc-02 section 5.6: beta */
#define AIMD_BETA 0.85

/* OURS: as libwebrtc has it: and so much below that, bit/s, to empty the
 * queue. */
#define AIMD_BACKOFF_EXTRA 5000.0

/* draft-ietf-rmcat-gcc-02 section 5.5: eta, growth in a second */
#define AIMD_ETA 1.08

/* draft-ietf-rmcat-gcc-02 section 5.5: the rate stays below this times R_hat */
#define AIMD_ACKED_FACTOR 1.5

/* OURS: as libwebrtc has it: bit/s above that, so that a small rate can leave
 * where it is. */
#define AIMD_ACKED_EXTRA 10000.0

/* draft-ietf-rmcat-gcc-02 section 5.5: least step, bit/s */
#define AIMD_STEP_MIN 1000.0

/* OURS: as libwebrtc has it: least additive growth, bit/s in a second. */
#define AIMD_ADDITIVE_MIN 4000.0

/* draft-ietf-rmcat-gcc-02 section 5.5: the response time is this and the RTT */
#define AIMD_RESPONSE (100 * RTP_CC_MSECOND)

/* draft-ietf-rmcat-gcc-02 section 5.5: frames in a second, assumed */
#define AIMD_FRAME_RATE 30.0

/* draft-ietf-rmcat-gcc-02 section 5.5: bits of the largest packet */
#define AIMD_PACKET_BITS (1200.0 * 8)

/* draft-ietf-rmcat-gcc-02 section 5.5: deviations that are still near */
#define CAPACITY_NEAR 3.0

/* OURS: as libwebrtc has it: a second reduction waits for an RTT within
 * these. */
#define REDUCE_MIN (10 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it. */
#define REDUCE_MAX (200 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it: but not when so little of the rate got through. */
#define REDUCE_AT_ONCE 0.5

static double
seconds (int64_t t)
{
  return (double) t / (double) RTP_CC_SECOND;
}

void
gcc_aimd_init (GccAimd * aimd, double start_rate, RtpCcTime now)
{
  memset (aimd, 0, sizeof (*aimd));
  aimd->rate = aimd->acked = start_rate;
  aimd->change_time = now;
}

void
gcc_aimd_set (GccAimd * aimd, double rate, RtpCcTime now)
{
  aimd->rate = rate;
  aimd->change_time = now;
}

/* Bits of a packet when a frame is split evenly. */
static double
packet_bits (double rate)
{
  double frame = rate / AIMD_FRAME_RATE;

  return frame / fmax (1, ceil (frame / AIMD_PACKET_BITS));
}

/* bit/s more than before, near the capacity. */
static double
additive (const GccAimd * aimd, int64_t rtt, int64_t elapsed)
{
  double response = seconds (AIMD_RESPONSE + rtt);
  double steps = seconds (elapsed) / response;
  double bits = packet_bits (aimd->rate);

  return fmax (AIMD_ADDITIVE_MIN * seconds (elapsed), steps * bits / 2);
}

static double
multiplicative (const GccAimd * aimd, int64_t elapsed)
{
  double growth = pow (AIMD_ETA, fmin (seconds (elapsed), 1)) - 1;

  return fmax (AIMD_STEP_MIN, aimd->rate * growth);
}

static void
increase (GccAimd * aimd, int64_t rtt, RtpCcTime now)
{
  double limit = AIMD_ACKED_FACTOR * aimd->acked + AIMD_ACKED_EXTRA;
  int64_t elapsed = now - aimd->change_time;

  if (aimd->capacity.known
      && aimd->acked > gcc_capacity_bound (&aimd->capacity, CAPACITY_NEAR))
    aimd->capacity.known = false;
  if (aimd->rate < limit)
    aimd->rate = fmin (limit, aimd->rate + (aimd->capacity.known
            ? additive (aimd, rtt, elapsed) : multiplicative (aimd, elapsed)));
  aimd->change_time = now;
}

static void
decrease (GccAimd * aimd, RtpCcTime now)
{
  double rate = AIMD_BETA * aimd->acked;

  if (rate > AIMD_BACKOFF_EXTRA)
    rate -= AIMD_BACKOFF_EXTRA;
  if (rate > aimd->rate && aimd->capacity.known)
    rate = AIMD_BETA * gcc_capacity_bound (&aimd->capacity, 0);
  aimd->rate = fmin (aimd->rate, rate);
  if (aimd->capacity.known
      && aimd->acked < gcc_capacity_bound (&aimd->capacity, -CAPACITY_NEAR))
    aimd->capacity.known = false;
  gcc_capacity_add (&aimd->capacity, aimd->acked);
  aimd->state = GCC_AIMD_HOLD;
  aimd->change_time = now;
}

static void
overuse (GccAimd * aimd, bool acked_known, int64_t rtt, RtpCcTime now)
{
  int64_t wait = rtt < REDUCE_MIN ? REDUCE_MIN
      : rtt > REDUCE_MAX ? REDUCE_MAX : rtt;
  bool waited = now - aimd->change_time >= wait;

  if (acked_known) {
    if (waited || aimd->acked < REDUCE_AT_ONCE * aimd->rate)
      decrease (aimd, now);
  } else if (waited) {
    aimd->rate /= 2;
    aimd->state = GCC_AIMD_HOLD;
    aimd->change_time = now;
  }
}

void
gcc_aimd_update (GccAimd * aimd, GccSignal signal, double acked, int64_t rtt,
    RtpCcTime now)
{
  if (acked >= 0)
    aimd->acked = acked;
  switch (signal) {
    case GCC_OVERUSE:
      overuse (aimd, acked >= 0, rtt, now);
      break;
    case GCC_UNDERUSE:
      aimd->state = GCC_AIMD_HOLD;
      break;
    case GCC_NORMAL:
      if (aimd->state == GCC_AIMD_HOLD) {
        aimd->state = GCC_AIMD_INCREASE;
        aimd->change_time = now;
      }
      increase (aimd, rtt, now);
      break;
  }
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-loss-v2.c: GCC, rate by a loss model
 *
 * What libwebrtc calls LossBasedBweV2; names in brackets are those of its settings.  The
 * path is thought to lose a part i of all packets, and all that is sent above a
 * bandwidth B:
 *
 *   lost ^              P (S) = i + (1 - i) max (0, S - B) / S
 *        |        __--
 *      i |_______/          S: the rate of sending
 *        +-------+------> S
 *                B
 *
 * Each quarter of a second there is an observation: bytes sent, bytes lost, S.  Some
 * values of B are tried.  Each gets the best i (one Newton step), and the pair under which
 * the last observations are the most likely wins, with a bonus for a higher B:
 *
 *   B tried      1.02, 1, 0.95 of the last, R_hat, A_hat
 *   objective    sum w (lost ln P + received ln (1 - P) + sent bonus (B)),  w = 0.9 ^ age
 *   bonus        0.0002 B + 0.02 ln (1 + B), B in kbit/s; negative above 20 % of loss
 *
 *   A_s = B, at most 100 kbit/s / (loss - 5 %) and A_hat, at least R_hat
 *
 *            A_s < A_hat             A_s rises
 *   DELAY ---------------> DECREASING ------> INCREASING
 *     ^    hold: 300 ms, 600 ms ...  <-------     |      no rise in 2 s
 *     +------------- A_s = A_hat -----------------+      to DECREASING
 *
 * So a loss that does not change with the rate is one of the path (at most 5 % and 100
 * kbit/s / B), and one that comes with a rate is a limit.
 */
#include "rtpcc-gcc-loss-v2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

/* UNIT */
#define KILO 1000.0

/* OURS: as libwebrtc has it (ObservationDurationLowerBound). */
#define OBSERVATION_TIME (250 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it (MinNumObservations): with fewer there is no model. */
#define OBSERVATIONS_MIN 3

/* OURS: as libwebrtc has it (TemporalWeightFactor, InstantUpperBoundTemporalWeightFactor):
 * weight of an observation beside the next. */
#define WEIGHT 0.9

/* OURS: as libwebrtc has it: above so many the best and the worst are left out of the
 * average... */
#define TRIM_ABOVE 3

/* OURS: as libwebrtc has it (MedianSendingRateFactor): ...unless the worst was sent so much
 * faster than the others. */
#define TRIM_RATE_FACTOR 2

/* OURS: as libwebrtc has it: bounds of a probability whose logarithm is needed. */
#define PROBABILITY_MIN 1e-6

/* OURS: as libwebrtc has it (CandidateFactors). */
static const double FACTORS[] = { 1.02, 1, 0.95 };

/* OURS: as libwebrtc has it (InitialInherentLossEstimate). */
#define INHERENT_FIRST 0.01

/* OURS: as libwebrtc has it (InherentLossLowerBound). */
#define INHERENT_MIN 1e-3

/* OURS: as libwebrtc has it (InherentLossUpperBoundOffset, InstantUpperBoundLossOffset):
 * so much is the path's own at any rate... */
#define LOSS_OFFSET 0.05

/* OURS: as libwebrtc has it (InherentLossUpperBoundBwBalance,
 * InstantUpperBoundBwBalance): ...and more at low ones, bit/s times loss. */
#define LOSS_BALANCE 100e3

/* OURS: as libwebrtc has it (NewtonStepSize; NewtonIterations is 1). */
#define NEWTON_STEP 0.75

/* OURS: as libwebrtc has it (HigherBandwidthBiasFactor), for each kbit/s. */
#define BONUS 0.0002

/* OURS: as libwebrtc has it (HigherLogBandwidthBiasFactor). */
#define BONUS_LOG 0.02

/* OURS: as libwebrtc has it (LossThresholdOfHighBandwidthPreference): above, a lower
 * bandwidth is preferred. */
#define BONUS_LOSS 0.2

/* OURS: as libwebrtc has it (BandwidthPreferenceSmoothingFactor). */
#define BONUS_SMOOTHING 0.002

/* OURS: as libwebrtc has it (kBandwidthUsageRatio of its AlrDetector): the source
 * leaves room if it sends less than this part of what it may. */
#define ROOM_BELOW 0.65

/* OURS: as libwebrtc has it (MaxIncreaseFactor): growth while losses limit... */
#define WINDOW_GROWTH 1.3

/* OURS: as libwebrtc has it (DelayedIncreaseWindow): ...in this time. */
#define WINDOW_TIME (300 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it (kCongestionControllerMinBitrate), bit/s. */
#define WINDOW_LIMIT_MIN 5000.0

/* OURS: as libwebrtc has it (BandwidthRampupUpperBoundFactor): of R_hat, at most... */
#define ACKED_GROWTH 1.5

/* OURS: as libwebrtc has it (BandwidthRampupUpperBoundFactorInHold): ...and so much... */
#define ACKED_GROWTH_HELD 1.2

/* OURS: as libwebrtc has it (BandwidthRampupHoldThreshold): ...below this times the rate
 * that was last held. */
#define ACKED_HELD 1.3

/* OURS: as libwebrtc has it (kInitHoldDuration): no growth for so long... */
#define HOLD_FIRST (300 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it (HoldDurationFactor): ...longer each time... */
#define HOLD_FACTOR 2

/* OURS: as libwebrtc has it (kMaxHoldDuration): ...to this. */
#define HOLD_MAX (60 * RTP_CC_SECOND)

/* OURS: as libwebrtc has it (PaddingDuration): INCREASING ends if it does not rise. */
#define CLIMB_TIME (2 * RTP_CC_SECOND)

static double
seconds (int64_t t)
{
  return (double) t / (double) RTP_CC_SECOND;
}

/* ---- observations ---- */

static void
forget_hold (GccLossV2 * l)
{
  l->hold_end = INT64_MIN;
  l->hold_time = HOLD_FIRST;
  l->hold_rate = INFINITY;
}

void
gcc_loss_v2_init (GccLossV2 * l)
{
  memset (l, 0, sizeof (*l));
  l->channel.inherent = INHERENT_FIRST;
  forget_hold (l);
}

void
gcc_loss_v2_note (GccLossV2 * l, const RtpCcReport * report)
{
  RtpCcTime sent = report->packet.sent;
  double size = report->packet.size / KILO;

  if (!l->started) {
    l->started = true;
    l->end = l->newest = sent;
  }
  if (report->fate == RTP_CC_FATE_RECEIVED_LATE) {
    /* one of an earlier observation stays lost */
    if (sent > l->end)
      l->part.lost = fmax (0, l->part.lost - size);
    return;
  }
  l->part.sent += size;
  if (report->fate == RTP_CC_FATE_LOST)
    l->part.lost += size;
  if (sent > l->newest)
    l->newest = sent;
}

static unsigned
count (const GccLossV2 * l)
{
  return l->n < GCC_LOSS_V2_WINDOW ? (unsigned) l->n : GCC_LOSS_V2_WINDOW;
}

/* @age: 0 is the newest. */
static const GccLossObservation *
observation (const GccLossV2 * l, unsigned age)
{
  return &l->seen[(l->n - 1 - age) % GCC_LOSS_V2_WINDOW];
}

static double
lost_part (const GccLossObservation * o)
{
  return o->sent > 0 ? o->lost / o->sent : 0;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median_rate (const GccLossV2 * l)
{
  double rates[GCC_LOSS_V2_WINDOW];
  unsigned n = count (l);

  for (unsigned age = 0; age < n; age++)
    rates[age] = observation (l, age)->rate;
  qsort (rates, n, sizeof (rates[0]), compare);
  return (rates[(n - 1) / 2] + rates[n / 2]) / 2;
}

/* Part lost of all but two of the observations, by their numbers. */
static double
average_without (const GccLossV2 * l, int best, int worst)
{
  double sent = 0, lost = 0, weight = 1;

  for (unsigned age = 0; age < count (l); age++, weight *= WEIGHT) {
    if ((int) age == best || (int) age == worst)
      continue;
    sent += weight * observation (l, age)->sent;
    lost += weight * observation (l, age)->lost;
  }
  return sent > 0 ? lost / sent : 0;
}

static double
average_loss (const GccLossV2 * l)
{
  unsigned best = 0, worst = 0;

  for (unsigned age = 1; age < count (l); age++) {
    double part = lost_part (observation (l, age));

    if (part < lost_part (observation (l, best)))
      best = age;
    if (part > lost_part (observation (l, worst)))
      worst = age;
  }
  if (l->n <= TRIM_ABOVE
      || observation (l, worst)->rate >= TRIM_RATE_FACTOR * median_rate (l))
    return average_without (l, -1, -1);
  return average_without (l, (int) best, (int) worst);
}

/* False: the one in the making is still too short. */
static bool
observe (GccLossV2 * l)
{
  int64_t time = l->newest - l->end;

  if (time < OBSERVATION_TIME)
    return false;
  l->part.rate = l->part.sent * 8 * KILO / seconds (time);
  l->seen[l->n++ % GCC_LOSS_V2_WINDOW] = l->part;
  memset (&l->part, 0, sizeof (l->part));
  l->end = l->newest;
  l->average = average_loss (l);
  return true;
}

/* ---- how likely a channel is ---- */

static double
probability (const GccLossChannel * channel, double rate)
{
  double p = channel->inherent;

  if (rate > channel->bandwidth)
    p += (1 - p) * (rate - channel->bandwidth) / rate;
  return clip (p, PROBABILITY_MIN, 1 - PROBABILITY_MIN);
}

static double
feasible_inherent (const GccLossChannel * channel)
{
  return clip (channel->inherent, INHERENT_MIN,
      fmin (1, LOSS_OFFSET + LOSS_BALANCE / channel->bandwidth));
}

/* One step to where the likelihood is largest; it is concave. */
static void
improve_inherent (const GccLossV2 * l, GccLossChannel * channel)
{
  double first = 0, second = 0, weight = 1;

  for (unsigned age = 0; age < count (l); age++, weight *= WEIGHT) {
    const GccLossObservation *o = observation (l, age);
    double p = probability (channel, o->rate), q = 1 - p;
    double received = o->sent - o->lost;

    first += weight * (o->lost / p - received / q);
    second -= weight * (o->lost / (p * p) + received / (q * q));
  }
  if (second < 0)
    channel->inherent -= NEWTON_STEP * first / second;
  channel->inherent = feasible_inherent (channel);
}

static double
bonus (const GccLossV2 * l, double bandwidth)
{
  double room = BONUS_LOSS - l->average;
  double sign = room / (BONUS_SMOOTHING + fabs (room));

  return sign * (BONUS * bandwidth / KILO
      + BONUS_LOG * log (1 + bandwidth / KILO));
}

static double
objective (const GccLossV2 * l, const GccLossChannel * channel)
{
  double sum = 0, weight = 1, extra = bonus (l, channel->bandwidth);

  for (unsigned age = 0; age < count (l); age++, weight *= WEIGHT) {
    const GccLossObservation *o = observation (l, age);
    double p = probability (channel, o->rate);

    sum += weight * (o->lost * log (p) + (o->sent - o->lost) * log (1 - p)
        + o->sent * extra);
  }
  return sum;
}

/* ---- the best channel ---- */

typedef struct
{
  GccLossChannel channel;
  double objective;
} Best;

static void
try_bandwidth (const GccLossV2 * l, double bandwidth, double most, Best * best)
{
  GccLossChannel channel = l->channel;
  double found;

  channel.bandwidth = fmin (bandwidth, fmax (channel.bandwidth, most));
  channel.inherent = feasible_inherent (&channel);
  improve_inherent (l, &channel);
  found = objective (l, &channel);
  if (found > best->objective) {
    best->channel = channel;
    best->objective = found;
  }
}

/* The source sends much less than it may.  DEVIATES: libwebrtc has a budget of half a second
 * for that, here it is the last observation. */
static bool
leaves_room (const GccLossV2 * l, const GccLossV2Input * in)
{
  double may = gcc_loss_v2_limits (l) ? fmin (l->rate, in->delay_based)
      : in->delay_based;

  return observation (l, 0)->rate < ROOM_BELOW * may;
}

static GccLossChannel
best_channel (const GccLossV2 * l, const GccLossV2Input * in)
{
  bool windowed = gcc_loss_v2_limits (l) && l->window_limit > 0;
  double most = windowed ? l->window_limit : in->max_rate;
  Best best = { l->channel, -INFINITY };

  for (size_t i = 0; i < sizeof (FACTORS) / sizeof (FACTORS[0]); i++)
    try_bandwidth (l, FACTORS[i] * l->channel.bandwidth, most, &best);
  if (in->acked > 0 && !leaves_room (l, in))
    try_bandwidth (l, in->acked, most, &best);
  if (in->delay_based > l->channel.bandwidth)
    try_bandwidth (l, in->delay_based, most, &best);
  return best.channel;
}

/* ---- how fast it may grow ---- */

static bool
is_rising (const GccLossV2 * l, double before, double after)
{
  return gcc_loss_v2_limits (l) && (after > before
      || (after >= before && l->state == GCC_LOSS_V2_INCREASING));
}

static double
acked_growth (const GccLossV2 * l, double acked)
{
  return isfinite (l->hold_rate) && acked < ACKED_HELD * l->hold_rate
      ? ACKED_GROWTH_HELD : ACKED_GROWTH;
}

/* What losses have limited comes back step by step. */
static void
temper (const GccLossV2 * l, double acked, GccLossChannel * found)
{
  double before = l->channel.bandwidth;

  if (l->average > found->inherent)
    found->bandwidth = fmin (found->bandwidth, before);
  if (!gcc_loss_v2_limits (l))
    return;
  if (l->window_limit > 0 && l->end - l->window_start < WINDOW_TIME)
    found->bandwidth = fmin (found->bandwidth, l->window_limit);
  if (acked <= 0 || !is_rising (l, before, found->bandwidth))
    return;
  found->bandwidth = fmax (before, fmin (found->bandwidth,
          acked * acked_growth (l, acked)));
  /* 1 bit/s is enough to leave DECREASING */
  if (l->state == GCC_LOSS_V2_DECREASING && found->bandwidth <= before)
    found->bandwidth = before + 1;
}

static double
least (const GccLossV2Input * in)
{
  return fmax (in->acked, in->min_rate);
}

static double
bounded (const GccLossV2 * l, double bandwidth, const GccLossV2Input * in)
{
  double most = in->max_rate;

  if (l->average > LOSS_OFFSET)
    most = LOSS_BALANCE / (l->average - LOSS_OFFSET);
  return fmax (least (in), fmin (bandwidth, fmin (most, in->delay_based)));
}

/* ---- states ---- */

/* INCREASING goes on while it rises, and for some time after. */
static bool
may_climb (const GccLossV2 * l, double rate)
{
  return l->state != GCC_LOSS_V2_INCREASING || rate > l->climb_rate
      || l->end - l->climb_start <= CLIMB_TIME;
}

/* DEVIATES: libwebrtc sends padding meanwhile. */
static void
climb (GccLossV2 * l, double rate)
{
  if (rate > l->climb_rate) {
    l->climb_rate = rate;
    l->climb_start = l->end;
  }
  l->state = GCC_LOSS_V2_INCREASING;
}

static void
fall (GccLossV2 * l, double rate)
{
  if (l->state != GCC_LOSS_V2_DECREASING) {
    l->hold_end = l->end + l->hold_time;
    l->hold_time = HOLD_FACTOR * l->hold_time < HOLD_MAX
        ? HOLD_FACTOR * l->hold_time : HOLD_MAX;
    l->hold_rate = rate;
  }
  l->state = GCC_LOSS_V2_DECREASING;
}

static void
open_window (GccLossV2 * l)
{
  if (!gcc_loss_v2_limits (l) || (l->window_limit > 0
          && l->end - l->window_start <= WINDOW_TIME))
    return;
  l->window_limit = fmax (WINDOW_LIMIT_MIN,
      WINDOW_GROWTH * l->channel.bandwidth);
  l->window_start = l->end;
}

static void
set_rate (GccLossV2 * l, double rate, const GccLossV2Input * in)
{
  bool limits = rate < in->delay_based && rate < in->max_rate;

  if (limits && l->state == GCC_LOSS_V2_DECREASING && l->end < l->hold_end) {
    l->hold_rate = fmax (l->hold_rate, least (in));
    l->rate = fmin (l->hold_rate, rate);
    return;
  }
  if (limits && is_rising (l, l->rate, rate) && may_climb (l, rate))
    climb (l, rate);
  else if (limits)
    fall (l, rate);
  else {
    forget_hold (l);
    l->state = GCC_LOSS_V2_DELAY_BASED;
  }
  l->rate = rate;
  open_window (l);
}

/* ---- */

void
gcc_loss_v2_update (GccLossV2 * l, const GccLossV2Input * in)
{
  GccLossChannel found;
  double rate;

  if (!observe (l))
    return;
  if (l->channel.bandwidth <= 0)
    l->channel.bandwidth = l->rate = in->delay_based;
  found = best_channel (l, in);
  temper (l, in->acked, &found);
  rate = bounded (l, found.bandwidth, in);
  if (rate < found.bandwidth) {
    found.bandwidth = rate;
    found.inherent = 0;
  }
  l->channel = found;
  l->channel.bandwidth = fmax (l->channel.bandwidth, least (in));
  set_rate (l, rate, in);
}

bool
gcc_loss_v2_is_ready (const GccLossV2 * l)
{
  return l->n >= OBSERVATIONS_MIN;
}

bool
gcc_loss_v2_limits (const GccLossV2 * l)
{
  return l->state != GCC_LOSS_V2_DELAY_BASED;
}

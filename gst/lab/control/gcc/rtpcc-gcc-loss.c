/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-loss.c: GCC, rate by packet loss
 *
 *   lost      0        2 %             10 %
 *   rate      | grows   |    holds       |  * (1 - lost / 2)
 *
 * Random losses of a few per cent do no harm: what matters is the queue, which
 * the delay shows.  rtpcc-gcc-loss-v2.c has what libwebrtc made of this later.
 */
#include "rtpcc-gcc-loss.h"

#include <math.h>
#include <string.h>

/* draft-ietf-rmcat-gcc-02 section 6: below, the rate grows */
#define LOSS_LOW 0.02

/* draft-ietf-rmcat-gcc-02 section 6: above, the rate falls */
#define LOSS_HIGH 0.10

/* draft-ietf-rmcat-gcc-02 section 6: by this part of the loss */
#define LOSS_PART 0.5

/* OURS: as libwebrtc has it: a fraction of fewer packets says nothing. */
#define LOSS_PACKETS_MIN 20

/* OURS: as libwebrtc has it: it falls once in this time and an RTT. */
#define LOSS_DECREASE_TIME (300 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it. */
const GccLossParams gcc_loss_libwebrtc = {
  .growth = 1.08,
  .extra = 1000,
  .growth_time = RTP_CC_SECOND,
};

/* OURS: as libwebrtc of 2012 has it, but that it grew once in a second, not
 * evenly. */
const GccLossParams gcc_loss_2012 = {
  .growth = 1.08,
  .extra = 1000,
  .growth_time = RTP_CC_SECOND,
  .tfrc_floor = true,
};

/* OURS: as libwebrtc of 2012 has it: the packet of the formula, bytes. */
#define TFRC_PACKET 1000.0

/* RFC 3448 section 3.1: t_RTO in RTTs */
#define TFRC_RTO 4.0

static int64_t
bin_at (const GccLoss * loss, RtpCcTime now)
{
  return now / (loss->params->growth_time / GCC_LOSS_BINS);
}

void
gcc_loss_init (GccLoss * loss, const GccLossParams * params,
    double start_rate, RtpCcTime now)
{
  memset (loss, 0, sizeof (*loss));
  loss->params = params;
  loss->rate = start_rate;
  loss->bin = bin_at (loss, now);
  for (int i = 0; i < GCC_LOSS_BINS; i++)
    loss->least[i] = start_rate;
}

void
gcc_loss_note (GccLoss * loss, RtpCcFate fate)
{
  if (fate == RTP_CC_FATE_RECEIVED_LATE) {
    if (loss->lost > 0)
      loss->lost--;
    return;
  }
  loss->expected++;
  if (fate == RTP_CC_FATE_LOST)
    loss->lost++;
}

double
gcc_loss_tfrc_rate (double p, int64_t rtt)
{
  double r = fmax ((double) rtt, 1) / (double) RTP_CC_SECOND;

  return 8 * TFRC_PACKET / (r * sqrt (2 * p / 3) + TFRC_RTO * r * 3
      * sqrt (3 * p / 8) * p * (1 + 32 * p * p));
}

static void
note_rate (GccLoss * loss, RtpCcTime now)
{
  int64_t bin = bin_at (loss, now);
  double *least;

  if (bin - loss->bin > GCC_LOSS_BINS)
    loss->bin = bin - GCC_LOSS_BINS;
  while (loss->bin < bin)
    loss->least[++loss->bin % GCC_LOSS_BINS] = loss->rate;
  least = &loss->least[bin % GCC_LOSS_BINS];
  *least = fmin (*least, loss->rate);
}

static void
grow (GccLoss * loss)
{
  double least = loss->rate;

  for (int i = 0; i < GCC_LOSS_BINS; i++)
    least = fmin (least, loss->least[i]);
  loss->rate = fmax (loss->rate, least * loss->params->growth
      + loss->params->extra);
}

static void
shrink (GccLoss * loss, int64_t rtt, RtpCcTime now)
{
  double rate;

  if (loss->decreased && now - loss->decrease_time < LOSS_DECREASE_TIME + rtt)
    return;
  rate = loss->rate * (1 - LOSS_PART * loss->fraction);
  if (loss->params->tfrc_floor)
    rate = fmax (rate, fmin (loss->rate, gcc_loss_tfrc_rate (loss->fraction,
                rtt)));
  loss->rate = rate;
  loss->decrease_time = now;
  loss->decreased = true;
}

void
gcc_loss_update (GccLoss * loss, int64_t rtt, RtpCcTime now)
{
  note_rate (loss, now);
  if (loss->expected < LOSS_PACKETS_MIN)
    return;

  loss->fraction = (double) loss->lost / loss->expected;
  loss->lost = loss->expected = 0;
  if (loss->fraction < LOSS_LOW)
    grow (loss);
  else if (loss->fraction > LOSS_HIGH)
    shrink (loss, rtt, now);
}

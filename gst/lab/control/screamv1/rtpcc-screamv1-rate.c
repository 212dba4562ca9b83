/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-screamv1-rate.c: SCReAM v1, media rate control
 *
 * Three rates are measured over 200 ms: what the encoders made, what left, and
 * what was acknowledged.  Then
 *
 *   fast increase  target_bitrate rises by RAMP_UP_SPEED
 *   otherwise      it moves towards the rate at which packets leave, less what
 *                  waits to leave: down at once, up by RAMP_UP_SPEED
 *   loss, CE       it falls by a tenth at once
 *
 * and never above twice what is made or sent, less with a high trend.
 */
#include "rtpcc-screamv1-rate.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

void
screamv1_rate_init (ScreamV1Rate * rate, double start_rate)
{
  memset (rate, 0, sizeof (*rate));
  rate->start = RTP_CC_TIME_NEVER;
  rate->target_bitrate = start_rate;
  rate->target_bitrate_last_max = 1;
}

void
screamv1_rate_sent (ScreamV1Rate * rate, double bytes, RtpCcTime now)
{
  if (rate->start == RTP_CC_TIME_NEVER)
    rate->start = now;
  rate->transmit += bytes;
}

void
screamv1_rate_acked (ScreamV1Rate * rate, double bytes)
{
  rate->ack += bytes;
}

void
screamv1_rate_encoded (ScreamV1Rate * rate, double bytes)
{
  rate->media += bytes;
}

void
screamv1_rate_congestion (ScreamV1Rate * rate, double beta)
{
  rate->target_bitrate_last_max = fmax (rate->target_bitrate, 1);
  rate->target_bitrate *= beta;
  rate->congested = true;
}

static double
median (const double *values, unsigned n)
{
  double sorted[RATE_MEDIA_HIST];

  for (unsigned i = 0; i < n; i++) {
    unsigned k = i;

    for (; k > 0 && sorted[k - 1] > values[i]; k--)
      sorted[k] = sorted[k - 1];
    sorted[k] = values[i];
  }
  return sorted[n / 2];
}

static void
update_rates (ScreamV1Rate * rate, double seconds)
{
  unsigned n = RATE_MEDIA_HIST;

  rate->rate_media = rate->media * 8 / seconds;
  rate->rate_transmit = rate->transmit * 8 / seconds;
  rate->rate_ack = rate->ack * 8 / seconds;
  rate->rate_media_hist[rate->n_media % RATE_MEDIA_HIST] = rate->rate_media;
  if (++rate->n_media < RATE_MEDIA_HIST)
    n = (unsigned) rate->n_media;
  rate->rate_media_median = median (rate->rate_media_hist, n);
}

static double
current_rate (const ScreamV1Rate * rate)
{
  return fmax (rate->rate_transmit, rate->rate_ack);
}

/* Growth is slow near where congestion was met. */
static double
last_max_scale (const ScreamV1Rate * rate)
{
  double last_max = rate->target_bitrate_last_max;
  double scale = LAST_MAX_SCALE_FACTOR * (rate->target_bitrate - last_max)
      / last_max;

  return clip (scale * scale, LAST_MAX_SCALE_MIN, 1);
}

/* Largest rise in an interval. */
static double
ramp_up (const ScreamV1Rate * rate)
{
  return fmin (RAMP_UP_SPEED, RAMP_UP_PART * rate->target_bitrate)
      * (double) RATE_ADJUST_INTERVAL / (double) RTP_CC_SECOND;
}

/* The target outside of fast increase.  DEVIATES: the RFC adds a rate to the
 * target; what must be added is how far that rate is from the target. */
static double
follow_current_rate (const ScreamV1Rate * rate, const ScreamV1RateInput * input)
{
  double current = current_rate (rate);
  double delta = current * (1 - PRE_CONGESTION_GUARD * input->qdelay_trend)
      - TX_QUEUE_SIZE_FACTOR * input->rtp_queue_size - rate->target_bitrate;
  double target = rate->target_bitrate;

  if (delta > 0)
    delta = fmin (delta * last_max_scale (rate), ramp_up (rate));
  target += delta;
  if (input->rtp_queue_size > RTP_QDELAY_TH * current)
    target *= TARGET_RATE_SCALE_RTP_QDELAY;
  return target;
}

/* DEVIATES: a round with congestion is not skipped, but it cannot raise. */
static double
next_target (const ScreamV1Rate * rate, const ScreamV1RateInput * input)
{
  double limit = fmax (current_rate (rate), fmax (rate->rate_media,
          rate->rate_media_median)) * (RATE_MEDIA_HEAD_ROOM
      - input->qdelay_trend_mem);
  double target;

  if (rate->congested)
    target = fmin (rate->target_bitrate, follow_current_rate (rate, input));
  else if (input->in_fast_increase)
    target = rate->target_bitrate + ramp_up (rate) * last_max_scale (rate);
  else
    target = follow_current_rate (rate, input);
  return fmin (target, limit);
}

/* OURS: an interval without media or feedback has no rate. */
void
screamv1_rate_update (ScreamV1Rate * rate, const ScreamV1RateInput * input,
    double min, double max, RtpCcTime now)
{
  int64_t passed = rate->start == RTP_CC_TIME_NEVER ? 0 : now - rate->start;

  if (passed >= RATE_ADJUST_INTERVAL) {
    if (passed <= RATE_INTERVAL_MAX) {
      update_rates (rate, (double) passed / (double) RTP_CC_SECOND);
      rate->target_bitrate = next_target (rate, input);
    }
    rate->media = rate->transmit = rate->ack = 0;
    rate->congested = false;
    rate->start = passed <= RATE_INTERVAL_MAX ? now : RTP_CC_TIME_NEVER;
  }
  rate->target_bitrate = clip (rate->target_bitrate, min, max);
}

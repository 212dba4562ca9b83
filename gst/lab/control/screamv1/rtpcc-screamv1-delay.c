/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-screamv1-delay.c: SCReAM v1, queueing delay
 *
 *   owd    = arrival (receiver's clock) - sent (sender's clock)
 *   base   = least owd of the last ten minutes
 *   qdelay = owd - base
 *
 * Each 50 ms a sample of it, as a part of the delay target, goes into
 *
 *   qdelay_trend   0: calm, 1: the queue is about as long as it may be, and
 *                  changes.  A queue that falls counts too: who meets
 *                  one is near the capacity.
 *   qdelay_target  rises when the queue stays long whatever we do: then it is
 *                  not ours, and with a short target nothing would be
 *                  left for us.
 */
#include "rtpcc-screamv1-delay.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

void
screamv1_delay_init (ScreamV1Delay * delay, double target_lo, double target_hi,
    RtpCcTime now)
{
  memset (delay, 0, sizeof (*delay));
  delay->qdelay_target_lo = delay->qdelay_target = target_lo;
  delay->qdelay_target_hi = fmax (target_hi, target_lo);
  delay->sample_time = now;
}

void
screamv1_delay_sample (ScreamV1Delay * delay, int64_t owd, RtpCcTime now)
{
  int64_t base;

  rtp_cc_base_delay_add (&delay->base, owd, now);
  base = rtp_cc_base_delay (&delay->base);
  delay->qdelay = owd > base
      ? (double) (owd - base) / (double) RTP_CC_SECOND : 0;
}

/* ---- RFC 8298 section 4.1.2.2: qdelay_trend ---- */

/* Autocorrelation of the history at a lag of one sample.  OURS: a constant
 * history has none; the RFC divides by zero, or by what rounding leaves. */
static double
autocorrelation (const double *hist, int n)
{
  double mean = 0, r0 = 0, r1 = 0;

  for (int i = 0; i < n; i++)
    mean += hist[i] / n;
  for (int i = 0; i < n; i++)
    r0 += (hist[i] - mean) * (hist[i] - mean);
  for (int i = 0; i < n - 1; i++)
    r1 += (hist[i] - mean) * (hist[i + 1] - mean);
  return r0 > QDELAY_VARIATION_MIN ? r1 / r0 : 0;
}

static void
update_trend (ScreamV1Delay * delay)
{
  double fraction = delay->qdelay / delay->qdelay_target;
  double a;

  delay->qdelay_fraction_avg = (1 - QDELAY_WEIGHT) * delay->qdelay_fraction_avg
      + QDELAY_WEIGHT * fraction;
  memmove (delay->qdelay_fraction_hist, delay->qdelay_fraction_hist + 1,
      (QDELAY_FRACTION_HIST - 1) * sizeof (double));
  delay->qdelay_fraction_hist[QDELAY_FRACTION_HIST - 1] = fraction;

  a = autocorrelation (delay->qdelay_fraction_hist, QDELAY_FRACTION_HIST);
  delay->qdelay_trend = clip (a * delay->qdelay_fraction_avg, 0, 1);
  delay->qdelay_trend_mem = fmax (QDELAY_TREND_MEMORY * delay->qdelay_trend_mem,
      delay->qdelay_trend);
}

/* ---- RFC 8298 section 4.1.2.3: qdelay_target ---- */

/* Mean of the newest @n samples. */
static double
norm_average (const ScreamV1Delay * delay, unsigned n)
{
  double sum = 0;

  for (unsigned i = 1; i <= n; i++)
    sum += delay->qdelay_norm_hist[(delay->norm_next + QDELAY_NORM_HIST - i)
        % QDELAY_NORM_HIST];
  return sum / n;
}

static double
norm_variance (const ScreamV1Delay * delay)
{
  double mean = norm_average (delay, QDELAY_NORM_HIST);
  double sum = 0;

  for (int i = 0; i < QDELAY_NORM_HIST; i++)
    sum += (delay->qdelay_norm_hist[i] - mean)
        * (delay->qdelay_norm_hist[i] - mean);
  return sum / QDELAY_NORM_HIST;
}

static void
adjust_qdelay_target (ScreamV1Delay * delay, double loss_event_rate)
{
  double lo = delay->qdelay_target_lo;
  double target = delay->qdelay_target;
  double var, new_target;

  delay->qdelay_norm_hist[delay->norm_next] = delay->qdelay / lo;
  delay->norm_next = (delay->norm_next + 1) % QDELAY_NORM_HIST;
  var = norm_variance (delay);
  new_target = (norm_average (delay, QDELAY_NORM_AVERAGE) + sqrt (var)) * lo;

  if (loss_event_rate > LOSS_EVENT_RATE_TH)
    target = QDELAY_TARGET_LOSS_FACTOR * new_target;
  else if (var < QDELAY_NORM_VAR_TH)
    target = new_target;
  else if (new_target < lo)
    target = fmax (QDELAY_TARGET_FAST_DOWN * target, new_target);
  else
    target *= QDELAY_TARGET_SLOW_DOWN;
  delay->qdelay_target = clip (target, lo, delay->qdelay_target_hi);
}

/* DEVIATES: the target is adjusted with each sample of 50 ms, not with each
 * acknowledgement: 200 of those may be half a second. */
void
screamv1_delay_update (ScreamV1Delay * delay, double loss_event_rate,
    RtpCcTime now)
{
  int64_t passed = (now - delay->sample_time) / QDELAY_SAMPLE_INTERVAL;

  delay->sample_time += passed * QDELAY_SAMPLE_INTERVAL;
  if (passed > QDELAY_SAMPLE_REPEATS)
    passed = QDELAY_SAMPLE_REPEATS;
  for (; passed > 0; passed--) {
    update_trend (delay);
    adjust_qdelay_target (delay, loss_event_rate);
  }
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-delay.c: SCReAM v2, how long the network queue is
 *
 *   owd    = arrival (receiver's clock) - sent (sender's clock)
 *   base   = least owd of the last ten minutes (RFC 6817)
 *   qdelay = owd - base
 *
 * The offset of the clocks cancels.  A receiver's clock that runs slow lowers
 * the base and does no harm; one that runs fast looks like a growing queue:
 * section 4.5.1 notices that the least qdelay of an RTT stays away from 0.
 *
 * OURS: jitter.  A path that delays packets at random, but keeps their order,
 * looks like a queue: behind a late packet all others are late until there is
 * a gap.  The difference is in how the delay rises.  A queue of ours grows by
 * a small part of a packet's time with each packet, since we pace near the
 * rate of the path; jitter makes a step.  The root of the mean square of these steps
 * tells how much of the delay is not a queue.
 */
#include "rtpcc-scream-delay.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

void
scream_delay_init (ScreamDelay * delay, RtpCcTime now)
{
  memset (delay, 0, sizeof (*delay));
  delay->avg_time = now;
  delay->qmin = INT64_MAX;
}

void
scream_delay_sample (ScreamDelay * delay, int64_t owd, RtpCcTime now)
{
  rtp_cc_base_delay_add (&delay->base, owd, now);
  delay->qdelay = owd - rtp_cc_base_delay (&delay->base);
  if (delay->qdelay < delay->qmin)
    delay->qmin = delay->qdelay;
}

bool
scream_delay_update (ScreamDelay * delay, int64_t s_rtt, RtpCcTime now)
{
  double qdelay = (double) delay->qdelay;

  if (now - delay->avg_time < (s_rtt < VIRTUAL_RTT ? s_rtt : VIRTUAL_RTT))
    return false;

  delay->avg_time = now;
  delay->qdelay_avg_prev = delay->qdelay_avg;
  if (qdelay < delay->qdelay_avg)
    delay->qdelay_avg = qdelay;
  else
    delay->qdelay_avg += QDELAY_AVG_G * (qdelay - delay->qdelay_avg);
  return true;
}

/* A larger packet takes longer to send, and a queue may grow a little. */
void
scream_delay_ipdv (ScreamDelay * delay, int64_t owd, uint32_t size, double rate)
{
  double tx = size * 8 * (double) RTP_CC_SECOND / rate;
  double step = (double) (owd - delay->ipdv_owd) - IPDV_OF_QUEUE * tx
      - IPDV_MARGIN;
  double gain;

  if (tx > delay->ipdv_tx)
    step -= tx - delay->ipdv_tx;
  delay->ipdv_owd = owd;
  delay->ipdv_tx = tx;
  if (delay->n_ipdv++ == 0)
    return;
  step = clip (step, 0, IPDV_MAX);
  gain = 1.0 / (IPDV_FIRST + delay->n_ipdv);
  if (gain < IPDV_GAIN)
    gain = IPDV_GAIN;
  delay->ipdv_square += gain * (step * step - delay->ipdv_square);
}

double
scream_delay_jitter (const ScreamDelay * delay)
{
  double jitter = JITTER_PER_IPDV * (sqrt (delay->ipdv_square) - IPDV_MIN);

  return clip (jitter, 0, JITTER_MAX);
}

bool
scream_delay_drifted (ScreamDelay * delay, int64_t qdelay_target)
{
  if (delay->qmin == INT64_MAX)
    return false;

  delay->qmin_avg += QDELAY_MIN_AVG_ALPHA * ((double) delay->qmin
      - delay->qmin_avg);
  delay->qmin = INT64_MAX;
  if (delay->qmin_avg <= (double) qdelay_target / 4)
    return false;

  delay->qmin_avg = 0;
  rtp_cc_base_delay_forget (&delay->base);
  return true;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-delay.c: SCReAM v2, queueing delay
 *
 *   owd    = arrival (receiver's clock) - sent (sender's clock)
 *   base   = least owd of the last ten minutes (RFC 6817)
 *   qdelay = owd - base
 *
 * The offset of the clocks cancels.  A slow receiver's clock lowers the base and
 * does no harm; a fast one looks like a growing queue: section 4.5.1 detects
 * that the minimum qdelay of an RTT stays above 0.
 *
 * OURS: jitter.  Random delay without reordering looks like a queue: packets
 * behind a late one are late until there is a gap.  The rise of the delay
 * differs.  With pacing near the rate of the path, our queue grows by a small
 * part of a packet's serialisation delay with each packet; jitter makes a step.
 * The root mean square of these steps is the part of the delay that is not
 * queueing, as far as the delay swings by as much (rtpcc-scream-swing.c).  Where
 * packets arrive in bunches, the wait for the delivery is subtracted from the
 * samples instead.  A link of varying capacity makes steps, too, but its delay
 * has no bound: a delay beyond that of jitter refutes it, unless it is short
 * again in each RTT.
 */
#include "rtpcc-scream-delay.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

static void
next_rtt (ScreamDelay * delay)
{
  delay->standing = delay->qmin;
  delay->qmin = INT64_MAX;
}

void
scream_delay_init (ScreamDelay * delay, const ScreamParams * params,
    RtpCcTime now)
{
  memset (delay, 0, sizeof (*delay));
  delay->p = params;
  delay->avg_time = now;
  delay->qmin = INT64_MAX;
  scream_swing_init (&delay->swing, now);
  next_rtt (delay);
}

/* Half of it: where virtual marks begin if the user set no other target. */
bool
scream_delay_empties (const ScreamDelay * delay)
{
  return delay->standing < delay->p->qdelay_target_lo / 2;
}

/* Steps that are taken for jitter of half of the delay target. */
static double
steps_left (const ScreamParams * p)
{
  return (double) p->ipdv_min
      + (double) p->qdelay_target_lo / 2 / larger (p->jitter_per_ipdv, 1);
}

/* So long a delay is a queue, unless that is gone within an RTT, so the steps may have been
 * those of queues. */
static bool
refute_jitter (ScreamDelay * delay)
{
  double left = steps_left (delay->p);

  if (delay->qdelay <= delay->p->jitter_max || scream_delay_empties (delay)
      || delay->ipdv_square <= left * left)
    return false;

  delay->ipdv_square = left * left;
  return true;
}

/* O12: a packet of a bunch waited for the next one to leave, and the last ones for the queue
 * only. */
static int64_t
wait_in_bunch (const ScreamDelay * delay, int64_t owd)
{
  int64_t least = scream_swing_least (&delay->swing);
  int64_t base = rtp_cc_base_delay (&delay->base);

  if (least < base)             /* of before it was forgotten, or of this feedback */
    least = base;
  if (least >= owd)
    return 0;
  return (int64_t) (scream_swing_bunches (&delay->swing)
      * fmin (scream_delay_jitter (delay), (double) (owd - least)));
}

bool
scream_delay_sample (ScreamDelay * delay, int64_t owd, int64_t own,
    RtpCcTime now)
{
  int64_t above;

  rtp_cc_base_delay_add (&delay->base, owd, now);
  above = owd - rtp_cc_base_delay (&delay->base) - wait_in_bunch (delay, owd);
  delay->qdelay = above > own ? above - own : 0;
  delay->qmin = earlier (delay->qmin, delay->qdelay);
  return refute_jitter (delay);
}

void
scream_delay_update (ScreamDelay * delay, int64_t s_rtt, bool at_once,
    RtpCcTime now)
{
  double qdelay = (double) delay->qdelay;

  if (now - delay->avg_time < (s_rtt < VIRTUAL_RTT ? s_rtt : VIRTUAL_RTT))
    return;

  delay->avg_time = now;
  if (qdelay < delay->qdelay_avg || at_once)
    delay->qdelay_avg = qdelay;
  else
    delay->qdelay_avg += QDELAY_AVG_G * (qdelay - delay->qdelay_avg);
}

/* A larger packet takes longer to send, and a queue grows by what we pace above the target. */
static double
step_up (const ScreamDelay * delay, int64_t owd, RtpCcTime sent, double tx)
{
  double step = (double) (owd - delay->ipdv_owd)
      - (delay->p->packet_pacing_headroom - 1)
      * (double) (sent - delay->ipdv_sent)
      - larger (0, tx - delay->ipdv_tx);

  return delay->ipdv_sent == 0 ? 0 : clip (step, 0,
      (double) delay->p->ipdv_max);
}

/* A step counts once the delay does not rise any more: a slower link makes it rise
 * again and again. */
void
scream_delay_ipdv (ScreamDelay * delay, int64_t owd, RtpCcTime sent, double tx,
    bool counts)
{
  double step = step_up (delay, owd, sent, tx);
  double peak = step > 0 ? 0 : delay->ipdv_step;

  delay->ipdv_owd = owd;
  delay->ipdv_sent = sent;
  delay->ipdv_tx = tx;
  delay->ipdv_step = counts ? step : 0;
  if (counts)
    delay->ipdv_square +=
        delay->p->path_gain * (peak * peak - delay->ipdv_square);
}

double
scream_delay_jitter (const ScreamDelay * delay)
{
  double jitter = delay->p->jitter_per_ipdv * larger (0,
      sqrt (delay->ipdv_square) - (double) delay->p->ipdv_min);

  return fmin (jitter, scream_swing_most (&delay->swing, delay->p));
}

/* All of the floor would let the queue of ours in it grow by as much. */
double
scream_delay_room (const ScreamDelay * delay)
{
  double bunches = scream_swing_bunches (&delay->swing);
  double jitter = scream_delay_jitter (delay);

  return (1 - bunches) * jitter
      + bunches * fmin (jitter, delay->swing.floor / 2);
}

void
scream_delay_no_drift (ScreamDelay * delay)
{
  next_rtt (delay);
  delay->qmin_avg = 0;
}

void
scream_delay_moved (ScreamDelay * delay)
{
  rtp_cc_base_delay_forget (&delay->base);
  delay->qdelay = 0;
  delay->qdelay_avg = delay->qdelay_avg_prev = 0;
  scream_delay_no_drift (delay);
}

bool
scream_delay_drifted (ScreamDelay * delay, double most, int64_t qdelay_target)
{
  if (delay->qmin == INT64_MAX)
    return false;

  delay->qmin_avg += QDELAY_MIN_AVG_ALPHA
      * (fmin ((double) delay->qmin, most) - delay->qmin_avg);
  next_rtt (delay);
  if (delay->qmin_avg <= (double) qdelay_target / 4)
    return false;

  delay->qmin_avg = 0;
  rtp_cc_base_delay_forget (&delay->base);
  return true;
}

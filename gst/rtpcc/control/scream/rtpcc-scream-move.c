/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-move.c: SCReAM v2, changes of the path's delay
 *
 * A handover, another route or a step of a clock adds to the delay of each packet.  It
 * looks like a sudden queue, and the rate falls.
 *
 *   delay       _________________      arrives ______
 *              |  plateau                            \
 *   ___________| step                                 \____  clearly less
 *
 * With a queue, the arrival rate is the capacity; below it, the queue drains.  So a delay
 * that stays while clearly less arrives is base delay.
 *
 * The queue of a TCP flow stays, too, since that flow takes the rate that we release.  But
 * that of CUBIC keeps rising, and BBR (Cardwell et al., 2016) empties its own for 200 ms
 * each 10 s to measure the base delay: a delay that returns after that is not base delay.
 */
#include "rtpcc-scream-move.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

void
scream_move_init (ScreamMove * move)
{
  memset (move, 0, sizeof (*move));
  move->newest.least = move->plateau.least = INFINITY;
  move->step_time = RTP_CC_TIME_NEVER;
  move->long_since = move->gone_time = move->back_time = RTP_CC_TIME_NEVER;
  move->halfway = INT64_MIN;
}

void
scream_move_take (ScreamMove * move, int64_t base, double longer)
{
  if (isfinite (longer))
    move->halfway = base + (int64_t) (longer / 2);
}

static bool
is_within (RtpCcTime time, RtpCcTime now, int64_t period)
{
  return time != RTP_CC_TIME_NEVER && now - time < period;
}

bool
scream_move_was_emptied (const ScreamMove * move, RtpCcTime now)
{
  return is_within (move->back_time, now, LONG_MEMORY);
}

static bool
is_long (const ScreamMove * move, const ScreamParams * params, RtpCcTime now)
{
  return move->long_since != RTP_CC_TIME_NEVER
      && !is_within (move->long_since, now, params->path_memory);
}

/* The longer base delay, or one that lasted for PATH_MEMORY, has ended. */
static bool
is_gone (const ScreamMove * move, const ScreamParams * params,
    const ScreamSight * sight, double step, RtpCcTime now)
{
  if (sight->base < move->halfway)
    return true;
  return sight->least <= step && is_long (move, params, now);
}

/* Our own queue swings around half of the target, and after a handover it may be longer for a
 * moment. */
static void
look_for_emptying (ScreamMove * move, const ScreamParams * params,
    const ScreamSight * sight, double step, RtpCcTime now)
{
  if (is_gone (move, params, sight, step, now)) {
    move->gone_time = now;
    move->halfway = INT64_MIN;
  }
  if (sight->least <= step)
    move->long_since = RTP_CC_TIME_NEVER;
  else if (sight->least > sight->others
      && move->long_since == RTP_CC_TIME_NEVER)
    move->long_since = now;
  if (is_long (move, params, now)
      && is_within (move->gone_time, move->long_since, params->path_memory))
    move->back_time = now;
}

/* The queue that was there before drains first. */
static bool
began_with_step (const ScreamMove * move, double drain_time)
{
  return move->step_time != RTP_CC_TIME_NEVER
      && (double) (move->since - move->step_time) <= drain_time;
}

/* The queue of a TCP flow grows by a packet in an RTT. The delay of a slow path varies
 * by one or two packets of ours. */
static bool
is_on_plateau (const ScreamMove * move, const ScreamParams * params,
    double least, double step)
{
  double packets = 2 * MSS * 8 * (double) RTP_CC_SECOND
      / larger (move->plateau.rate, 1);
  double swing = clip (packets, (double) params->loss_slot / 2, step);

  return fabs (least - move->plateau.least) < swing;
}

static void
follow_delay (ScreamMove * move, const ScreamParams * params,
    const ScreamSight * sight, double step, RtpCcTime now)
{
  if (sight->least > move->newest.least + step
      && !is_within (move->gone_time, now, params->path_memory))
    move->step_time = now;
  if (!is_on_plateau (move, params, sight->least, step)) {
    move->since = now;
    move->plateau.least = sight->least;
    move->plateau.rate = larger (sight->rate, move->newest.rate);
  }
}

double
scream_move_update (ScreamMove * move, const ScreamParams * params,
    const ScreamSight * sight, double step, double drain_time, RtpCcTime now)
{
  look_for_emptying (move, params, sight, step, now);
  follow_delay (move, params, sight, step, now);
  move->newest = *sight;
  if (!began_with_step (move, drain_time)
      || (double) (now - move->since) < drain_time
      || sight->rate > ACKED_BITRATE_MARGIN * move->plateau.rate
      || scream_move_was_emptied (move, now))
    return 0;
  return move->plateau.rate;
}

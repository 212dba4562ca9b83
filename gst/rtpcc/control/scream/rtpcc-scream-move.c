/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-move.c: SCReAM v2, packets take a longer way than before
 *
 * A handover, another route or a clock that was set adds to the delay of each packet.  It
 * looks like a queue that appears at once, and the rate yields.
 *
 *   delay       _________________      arrives ______
 *              |  plateau                            \
 *   ___________| step                                 \____  clearly less
 *
 * But what is sent above the capacity makes a queue, and as long as there is one, what
 * arrives is what the path gives.  When less arrives, the queue drains.  So a delay that
 * stays as it is while clearly less arrives is that of the way itself.
 *
 * The queue of a TCP flow stays, too, since that flow takes what we leave.  But it rises by
 * and by.
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
}

/* The queue that was there before drains first. */
static bool
began_with_step (const ScreamMove * move, double drain_time)
{
  return move->step_time != RTP_CC_TIME_NEVER
      && (double) (move->since - move->step_time) <= drain_time;
}

/* The queue of a TCP flow grows by a packet in an RTT.  One or two of ours are what the delay
 * of a slow path swings by. */
static bool
is_on_plateau (const ScreamMove * move, const ScreamParams * params,
    double least, double step)
{
  double packets = 2 * params->mss * 8 * (double) RTP_CC_SECOND
      / larger (move->plateau.rate, 1);
  double swing = clip (packets, (double) params->loss_slot / 2, step);

  return fabs (least - move->plateau.least) < swing;
}

double
scream_move_update (ScreamMove * move, const ScreamParams * params,
    const ScreamSight * sight, double step, double drain_time, RtpCcTime now)
{
  if (sight->least > move->newest.least + step)
    move->step_time = now;
  if (!is_on_plateau (move, params, sight->least, step)) {
    move->since = now;
    move->plateau.least = sight->least;
    move->plateau.rate = larger (sight->rate, move->newest.rate);
  }
  move->newest = *sight;
  if (!began_with_step (move, drain_time)
      || (double) (now - move->since) < drain_time
      || sight->rate > params->acked_bitrate_margin * move->plateau.rate)
    return 0;
  return move->plateau.rate;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-move.h: SCReAM v2, changes of the path's delay
 *
 * OURS (O19), beside section 4.5.1 of the draft, which finds the same much later.
 */
#ifndef RTPCC_SCREAM_MOVE_H
#define RTPCC_SCREAM_MOVE_H

#include "rtpcc-scream-params.h"

/* What one RTT shows. */
typedef struct
{
  double least;                 /* ns, least delay above the base delay */
  double rate;                  /* bit/s that arrive */
  int64_t base;                 /* ns, the base delay, clock offset included */
  double others;                /* ns, a queue that stays longer may be another flow's */
} ScreamSight;

typedef struct
{
  ScreamSight newest;
  ScreamSight plateau;          /* when the delay became what it still is; rate: the
                                 * more of that RTT and the one before */
  RtpCcTime since;              /* of that */
  RtpCcTime step_time;          /* when the delay rose at once; NEVER: it did not */

  /* another flow's queue; NEVER: not yet */
  RtpCcTime long_since;         /* there may be one since then */
  RtpCcTime gone_time;          /* it was gone */
  RtpCcTime back_time;          /* it was back soon */
  int64_t halfway;              /* ns, what a longer way would not be shorter than; INT64_MIN:
                                 * none was taken */
} ScreamMove;

void scream_move_init (ScreamMove * move);

/* The way is taken for longer by @longer (ns; infinite: not known) than @base (ns), clock
 * offset included. */
void scream_move_take (ScreamMove * move, int64_t base, double longer);

/* In the last LONG_MEMORY there was a queue that whoever keeps it had emptied for a short
 * time. */
bool scream_move_was_emptied (const ScreamMove * move, RtpCcTime now);

/* Once in an RTT.  @step: ns that no queue rises by in an RTT; @drain_time: ns in which
 * one shows that it drains.  The rate that the longer way has carried without a queue; 0:
 * there may be a queue. */
double scream_move_update (ScreamMove * move, const ScreamParams * params,
    const ScreamSight * sight, double step, double drain_time, RtpCcTime now);

#endif /* RTPCC_SCREAM_MOVE_H */

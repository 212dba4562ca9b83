/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-compete.c: SCReAM v2, queue-filling flows
 *
 * A loss-based flow, as TCP CUBIC, fills a drop-tail queue, and a flow that
 * keeps the queue short starves beside it.  Our own queue empties as soon as it
 * is seen, so a queue that stays long for a second or two belongs to another
 * flow.  Then only loss lowers the rate, delay does not.
 *
 *            queue long for two windows
 *     alone ------------------------------> competing <---+
 *       ^                                      |          | still long
 *       |                                      | 1...20 s |
 *       +----------------------------------- testing -----+
 *              queue gone: it was ours
 *
 * BBR keeps a short queue beside a flow that yields, but empties it periodically
 * (rtpcc-scream-move.c); a shorter queue after that reveals it.
 *
 * A flow that fills the queue cannot tell its owner, so the window periodically
 * falls to BETA_LOSS: if we are alone, the queue empties.
 */
#include "rtpcc-scream-compete.h"

#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

void
scream_compete_init (ScreamCompete * compete, const ScreamParams * params,
    RtpCcTime now)
{
  memset (compete, 0, sizeof (*compete));
  compete->p = params;
  compete->window_start = now;
}

static void
start_window (ScreamCompete * compete, double qdelay, RtpCcTime now)
{
  compete->least_prev = compete->least;
  compete->most_prev = compete->most;
  compete->least = compete->most = qdelay;
  compete->window_start = now;
}

void
scream_compete_forget (ScreamCompete * compete)
{
  compete->least = compete->least_prev = 0;
}

/* The longer it lasted, the longer the time to the next test.  A flow that halves its rate during
 * a test empties the queue itself, so one that is back soon goes on where it was. */
static void
start_competing (ScreamCompete * compete, double s_rtt, RtpCcTime now)
{
  double test = DRIFT_DRAIN_RTTS * s_rtt;
  bool goes_on = compete->time > 0 && now - compete->seen < LONG_MEMORY;

  compete->time = goes_on ? 2 * compete->time : compete->p->path_memory;
  if (compete->time > LONG_MEMORY)
    compete->time = LONG_MEMORY;
  compete->on = true;
  compete->test_start = now + compete->time;
  compete->test_end = compete->test_start
      + (RtpCcTime) larger (test, (double) compete->p->path_memory);
}

bool
scream_compete_is_testing (const ScreamCompete * compete, RtpCcTime now)
{
  return compete->on && now >= compete->test_start;
}

void
scream_compete_update (ScreamCompete * compete, double qdelay, double target,
    double others, double s_rtt, RtpCcTime now)
{
  if (qdelay < compete->least)
    compete->least = qdelay;
  if (qdelay > compete->most)
    compete->most = qdelay;
  if (compete->on)
    compete->seen = now;

  if (!compete->on) {
    if (now - compete->window_start >= compete->p->path_memory
        && compete->least > others && compete->least_prev > others)
      start_competing (compete, s_rtt, now);
  } else if (scream_compete_is_testing (compete, now)) {
    if (qdelay < target / 2)
      compete->on = false;
    else if (now >= compete->test_end)
      start_competing (compete, s_rtt, now);
  }
  if (now - compete->window_start >= compete->p->path_memory)
    start_window (compete, qdelay, now);
}

/* Virtual marks begin at half of it: at the longest queue seen, which is no longer than what is
 * believed of the path. */
double
scream_compete_target (const ScreamCompete * compete)
{
  double longest = larger (compete->most, compete->most_prev);
  double most = (double) compete->p->path_memory;

  return 2 * (longest < most ? longest : most);
}

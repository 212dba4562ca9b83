/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-loss.c: SCReAM v2, congestion losses
 *
 * A radio link loses packets at any rate.  Two signs distinguish it from a full path.
 *
 * Queue.  A loss while the queue exceeds the delay target is congestion, and so is any
 * loss beside a queue-filling flow (rtpcc-scream-compete.c).  A short queue that several
 * flows keep full is a standing queue: its mean is near its recent maximum.  Then any loss
 * is congestion, too.  Our queue alone never stands, since the window shrinks before.
 *
 * Response.  A policer has no queue, and one of a few packets is invisible.  But they lose
 * less at a lower rate.  So when losses exceed those of the path until now, the rate
 * falls, and the losses meanwhile are counted.  A cumulative sum (Page 1954) detects the
 * excess: a small one after a long time, a large one at once.  Probing the path by a
 * change of the rate is the idea of PCC (Dong et al. 2015).
 *
 *                  excess                fewer than half
 *     tolerating ----------> testing ----------------------> congestion
 *          ^                    |
 *          +--------------------+
 *             as many: the path's own, tolerated from now on
 *
 * At the start the rising rate is a test as well.
 *
 * The few packets of a slow flow make losses insignificant.  So LOSS_EVENTS of them in
 * LONG_MEMORY are ignored, and a test ends after a time, too.
 *
 * The test of one flow among many changes little.  So its result is bounded: no growth
 * while more is lost than tolerated, no jump back after a test, and more than LOSS_MOST is
 * always congestion.
 *
 * Losses in a row count once, as one packet, as radio loses in bursts.
 */
#include "rtpcc-scream-loss.h"

#include "gst/rtpcc/rtpcc-clip-private.h"

#include <math.h>
#include <string.h>

void
scream_loss_init (ScreamLoss * loss, const ScreamParams * params,
    int64_t target)
{
  memset (loss, 0, sizeof (*loss));
  loss->p = params;
  loss->target = (double) target;
}

/* ---- their queue ---- */

static double
slots_in (const ScreamLoss * loss, RtpCcTime time)
{
  return (double) time / (double) loss->p->loss_slot;
}

/* Whether the queue is a standing one. A queue of a packet or two is indistinguishable
 * from serialisation delay, and one below the jitter from jitter. A delay of all
 * packets is no queue of late: a fast receiver's clock adds it. A queue above the delay
 * target is detected there, or belongs to a competing flow. */
static void
note_standing (ScreamLoss * loss, double queue, double jitter)
{
  double old = slots_in (loss, LONG_MEMORY), range;

  loss->longest -= (loss->longest - queue) / old;
  loss->longest = fmax (loss->longest, queue);
  loss->shortest += (queue - loss->shortest) / old;
  loss->shortest = fmin (loss->shortest, queue);
  loss->queue += (queue - loss->queue) / slots_in (loss, loss->p->path_memory);
  range = loss->longest - loss->shortest;
  loss->stands = range > (double) loss->p->loss_slot + jitter
      && range < loss->target
      && loss->queue - loss->shortest > loss->p->loss_stands_part * range;
}

void
scream_loss_queue (ScreamLoss * loss, RtpCcTime sent, double queue,
    double jitter)
{
  int64_t slot = sent / loss->p->loss_slot;

  if (slot > loss->slot) {
    note_standing (loss, loss->slot_queue, jitter);
    loss->slot = slot;
    loss->slot_queue = 0;
  }
  loss->slot_queue = fmax (loss->slot_queue, queue);
}

/* ---- their number ---- */

static void
start_counting (ScreamLoss * loss)
{
  loss->excess = loss->packets = loss->losses = 0;
}

/* Losses for each packet that are no reason for a test. */
static double
limit (const ScreamLoss * loss)
{
  return fmin (loss->p->loss_most, LOSS_RATE_THRESHOLD +
      loss->p->loss_tolerance * fmin (loss->tested, loss->mean));
}

/* Decay of the losses since the packet before: LOSS_EVENTS in LONG_MEMORY. At 30
 * packets a second the sums would otherwise take half a minute to fall. */
static double
forgiven (ScreamLoss * loss, RtpCcTime sent)
{
  RtpCcTime before = loss->newest_sent;

  if (sent <= before)
    return 0;
  loss->newest_sent = sent;
  return loss->p->loss_events * (double) (sent - before)
      / (double) LONG_MEMORY;
}

/* Half of the threshold of a test stops the growth, and one packet without a loss does
 * not resume it. */
static double
losses_without_growth (const ScreamLoss * loss)
{
  return loss->p->loss_events / 2;
}

/* Sums of all packets, with a test or without one. */
static void
count_always (ScreamLoss * loss, bool lost, double tolerated)
{
  double gain = fmax (loss->p->path_gain, 1 / ++loss->n_mean);

  loss->mean += gain * (lost - loss->mean);
  loss->much = fmax (0, loss->much + lost - loss->p->loss_most);
  loss->late = clip (loss->late + lost - tolerated, 0,
      losses_without_growth (loss) + 1);
}

void
scream_loss_count (ScreamLoss * loss, const RtpCcPacket * packet, bool lost,
    bool is_full)
{
  bool in_a_row = lost && packet->id == loss->lost_id + 1;
  double tolerated = limit (loss) + forgiven (loss, packet->sent);

  if (lost) {
    loss->lost_id = packet->id;
    loss->with_queue |= is_full || loss->stands;
  }
  if (in_a_row)
    return;
  count_always (loss, lost, tolerated);
  if (loss->testing && packet->sent < loss->test_start) {
    loss->packets_before++;
    loss->losses_before += lost;
    return;
  }
  loss->packets++;
  loss->losses += lost;
  loss->excess += lost - tolerated;
  if (loss->excess <= 0 && !loss->testing)
    start_counting (loss);
}

static bool
has_grown (const ScreamLoss * loss)
{
  return loss->grown > loss->p->loss_tolerance;
}

bool
scream_loss_may_grow (const ScreamLoss * loss)
{
  return !loss->testing && (has_grown (loss)
      || loss->late < losses_without_growth (loss));
}

/* ---- the verdict ---- */

static void
end_test (ScreamLoss * loss)
{
  loss->testing = false;
  start_counting (loss);
}

static ScreamLossVerdict
start_test (ScreamLoss * loss, RtpCcTime now)
{
  loss->testing = true;
  loss->test_start = now;
  loss->packets_before = loss->packets;
  loss->losses_before = loss->losses;
  start_counting (loss);
  return SCREAM_LOSS_TEST;
}

static ScreamLossVerdict
end_knowing (ScreamLoss * loss, bool is_path)
{
  loss->tested = loss->losses / loss->packets;
  end_test (loss);
  return is_path ? SCREAM_LOSS_WAS_PATH : SCREAM_LOSS_WAS_CONGESTION;
}

/* LOSS_EVENTS times PATH_MEMORY: a slow flow cannot wait for as many losses. */
static bool
test_takes_long (const ScreamLoss * loss, RtpCcTime now)
{
  return loss->packets > 0 && (double) (now - loss->test_start)
      > loss->p->loss_events * (double) loss->p->path_memory;
}

/* Lasts until the expected losses are twice LOSS_EVENTS, or a maximum time. Packets in
 * flight at its start count as before: a random excess has too many losses, and is over
 * after an RTT. */
static ScreamLossVerdict
test_verdict (ScreamLoss * loss, RtpCcTime now)
{
  double expected = loss->packets * loss->losses_before / loss->packets_before;
  bool is_path = loss->losses >= loss->p->loss_events;

  if (!is_path && expected < 2 * loss->p->loss_events) {
    if (!test_takes_long (loss, now))
      return SCREAM_LOSS_TOLERATED;
    is_path = 2 * loss->losses >= expected;
  }
  return end_knowing (loss, is_path);
}

static ScreamLossVerdict
end_with (ScreamLoss * loss, ScreamLossVerdict verdict)
{
  loss->with_queue = false;
  loss->much = 0;
  end_test (loss);
  return verdict;
}

/* At the start the rate rises, which is a test by itself: a full path would lose a third of a
 * rate that has grown by half, and losses that were there for most of the time are its own. */
static bool
were_always_there (const ScreamLoss * loss)
{
  return has_grown (loss) && loss->tested <= 0
      && 2 * loss->packets > loss->n_mean;
}

ScreamLossVerdict
scream_loss_verdict (ScreamLoss * loss, double grown, RtpCcTime now)
{
  loss->grown = grown;
  if (loss->with_queue)
    return end_with (loss, SCREAM_LOSS_FULL_QUEUE);
  if (loss->much >= 2 * loss->p->loss_events)
    return end_with (loss, SCREAM_LOSS_TOO_MANY);
  if (loss->testing)
    return test_verdict (loss, now);
  if (loss->excess >= loss->p->loss_events)
    return were_always_there (loss) ? end_knowing (loss,
        true) : start_test (loss, now);
  return SCREAM_LOSS_TOLERATED;
}

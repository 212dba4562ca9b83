/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-loss.c: SCReAM v2, which losses are congestion
 *
 * A radio link loses packets whatever we send.  Two things tell it from a path that is
 * full.
 *
 * Its queue.  A queue overflows when it is long; radio takes any packet.  So each loss
 * is ranked: in which part of the last seconds was the queue shorter than before that
 * packet?  And so is each time without one.  On radio both means are the same, whatever
 * the queue does.  A full queue loses at a rank near 1, be it 5 ms or 300 ms long.
 * Losses have been told by relative delays before (Spike: Tobe et al. 2000; ZigZag: Cen
 * et al. 2003); ranks need no delays to compare with.
 *
 * A queue that several flows keep full has the same length at each loss, and ranks say
 * nothing.  But it stands: on average it is nearly as long as the longest of late.  Then
 * any loss is congestion.  Ours alone never stands, since the window shrinks before.
 *
 * Its answer.  A policer has no queue, and that of a few packets cannot be seen.  But
 * they lose less when less is sent.  So once there are more losses than the path had
 * until now, the rate yields, and the losses of that time are counted.  When is a
 * cumulative sum (Page 1954): it finds a small excess in a long time and a large one at
 * once.  To ask the path by changing the rate is the idea of PCC (Dong et al. 2015).
 *
 *                  excess                fewer than half
 *     tolerating ----------> testing ----------------------> congestion
 *          ^                    |
 *          +--------------------+
 *             as many: the path's own, tolerated from now on
 *
 * At the start the rate rises all the time, which asks the path as well.
 *
 * A slow flow sends too few packets for many losses to mean anything.  So LOSS_EVENTS of
 * them in LONG_MEMORY are forgotten, and a test ends after a time, too.
 *
 * One flow of many changes little by its test.  So there are bounds on what a test may
 * find: nobody grows while more is lost than is tolerated, the rate does not jump back
 * after a test, and more than LOSS_MOST is congestion whatever the tests say.
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
  loss->newest = -1;
  loss->rank = loss->p->loss_rank_above / 2;
  for (int i = 0; i < LOSS_SLOTS; i++)
    loss->slots[i].number = -1;
}

/* ---- the queue of the lost ones ---- */

static int
bin_of (const ScreamParams * p, double queue)
{
  double bin = log1p (queue / (double) p->loss_slot) * p->loss_events;

  return bin < LOSS_BINS - 1 ? (int) bin : LOSS_BINS - 1;
}

/* Part of the slots of late that had a queue of a lower bin; of equal ones half of them
 * counts. */
static double
rank_of (const ScreamLoss * loss, int own)
{
  double shorter = 0, n = 0;

  for (int i = 0; i < LOSS_BINS; i++) {
    if (i == own)
      shorter = n;
    n += loss->seen[i];
  }
  return n > 0 ? (shorter + loss->seen[own] / 2) / n : 0.5;
}

static ScreamLossSlot *
slot_of (ScreamLoss * loss, int64_t number)
{
  return &loss->slots[number % LOSS_SLOTS];
}

static double
slots_in (const ScreamLoss * loss, RtpCcTime time)
{
  return (double) time / (double) loss->p->loss_slot;
}

/* Whether the queue is nearly always as long as it gets.  One of a packet or two cannot
 * be told from the time that the packets take, nor one that is shorter than the jitter.
 * What all of them have is no queue of late: a receiver's clock that runs fast adds it.
 * One above the delay target shows there, or is that of a competing flow. */
static void
note_standing (ScreamLoss * loss, double queue)
{
  double old = slots_in (loss, loss->p->long_memory), range;

  loss->longest -= (loss->longest - queue) / old;
  loss->longest = fmax (loss->longest, queue);
  loss->shortest += (queue - loss->shortest) / old;
  loss->shortest = fmin (loss->shortest, queue);
  loss->queue += (queue - loss->queue) / slots_in (loss, loss->p->path_memory);
  range = loss->longest - loss->shortest;
  loss->stands = range > (double) loss->p->loss_slot + loss->jitter
      && range < loss->target
      && loss->queue - loss->shortest > loss->p->loss_stands_part * range;
}

static void
end_slot (ScreamLoss * loss)
{
  double queue = slot_of (loss, loss->newest)->queue;
  int bin = bin_of (loss->p, queue);
  double kept = 1 - 1 / slots_in (loss, loss->p->path_memory);

  loss->ranks += rank_of (loss, bin);
  loss->n_ranks++;
  for (int i = 0; i < LOSS_BINS; i++)
    loss->seen[i] *= kept;
  loss->seen[bin]++;
  note_standing (loss, queue);
}

void
scream_loss_queue (ScreamLoss * loss, RtpCcTime sent, double queue,
    double jitter)
{
  int64_t number = sent / loss->p->loss_slot;
  ScreamLossSlot *slot;

  if (sent < 0)
    return;
  loss->jitter = jitter;
  slot = slot_of (loss, number);
  if (number > loss->newest) {
    if (loss->newest >= 0)
      end_slot (loss);
    loss->newest = slot->number = number;
    slot->queue = 0;
  }
  if (slot->number == number && slot->queue < queue)
    slot->queue = queue;
}

/* Of the packets that were sent with this one or just before; below 0: not known. */
static double
queue_before (ScreamLoss * loss, RtpCcTime sent)
{
  int64_t number = sent / loss->p->loss_slot;

  for (int i = 0; i < LOSS_SLOTS && i <= number; i++) {
    const ScreamLossSlot *slot = slot_of (loss, number - i);

    if (slot->number == number - i)
      return slot->queue;
  }
  return -1;
}

/* Where the path delays packets unevenly, ranks are spread evenly without a queue: then the
 * mean of them has to be above by one of its standard deviations more. */
static double
rank_above (const ScreamLoss * loss)
{
  double deviation = sqrt (1 / (12 * (2 * loss->p->loss_events - 1)));

  return loss->p->loss_rank_above
      + deviation * fmin (1, loss->jitter / (double) loss->p->loss_slot);
}

/* Of so many losses the mean is taken: a fast flow has many in the time that a queue takes
 * to become another, and chance would decide between a few. */
static double
ranks_in_mean (ScreamLoss * loss, RtpCcTime sent)
{
  double since = larger (0, (double) (sent - loss->ranked_sent));

  loss->ranked =
      1 + loss->ranked * exp (-since / (double) loss->p->path_memory);
  if (since > 0)
    loss->ranked_sent = sent;
  return larger (loss->p->loss_events, loss->ranked);
}

/* The losses of one slot are one.  Both means have weights of the same time. */
static void
note_rank (ScreamLoss * loss, RtpCcTime sent)
{
  double queue = sent < 0 ? -1 : queue_before (loss, sent);
  double rank, n;

  if (loss->n_ranks <= 0 || queue < 0)
    return;
  rank = rank_of (loss, bin_of (loss->p, queue));
  n = ranks_in_mean (loss, sent);
  loss->rank += (rank - loss->rank) / n;
  loss->usual += (loss->ranks / loss->n_ranks - loss->usual) / n;
  loss->ranks = loss->n_ranks = 0;
  if (rank > loss->usual && loss->rank > loss->usual + rank_above (loss))
    loss->with_queue = true;
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
  return fmin (loss->p->loss_most, loss->p->loss_rate_threshold +
      loss->p->loss_tolerance * fmin (loss->tested, loss->mean));
}

/* What time forgives, of the losses since the packet before: LOSS_EVENTS in LONG_MEMORY.
 * At 30 packets a second the sums would otherwise take half a minute to fall. */
static double
forgiven (ScreamLoss * loss, RtpCcTime sent)
{
  RtpCcTime before = loss->newest_sent;

  if (sent <= before)
    return 0;
  loss->newest_sent = sent;
  return loss->p->loss_events * (double) (sent - before)
      / (double) loss->p->long_memory;
}

/* Half of what begins a test is enough not to grow, and one packet without a loss not
 * enough to go on. */
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
scream_loss_count (ScreamLoss * loss, const RtpCcPacket * packet, bool lost)
{
  bool in_a_row = lost && packet->id == loss->lost_id + 1;
  double tolerated = limit (loss) + forgiven (loss, packet->sent);

  if (lost) {
    loss->lost_id = packet->id;
    note_rank (loss, packet->sent);
    loss->with_queue |= loss->stands;
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

/* Goes on until twice LOSS_EVENTS would have been lost as before, or for so long that what
 * is known has to do.  What was in flight when it began counts as before: an excess that was
 * chance has a part of losses that is too high, and is no longer one after an RTT. */
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

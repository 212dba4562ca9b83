/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-dualpi2.c: DualPI2, RFC 9332 appendix A
 *
 * Two queues share the link: L for ECT(1) and CE, whose senders react to each
 * mark a little and so need hardly any queue, and C for all others.
 *
 *   C delay -> PI controller -> p' --(square)--> p_C  = p'^2: C drops or marks
 *                                \---(x k)-----> p_CL = k p'
 *   L delay -> ramp ------------------> p'_L         \--> max: L marks
 *
 * The rate of a Classic flow goes with 1 / sqrt (p_C), that of an L4S flow with
 * 1 / p_CL: with the square both follow p' alike, and so flows of both kinds
 * take equal shares, though L is served first.
 *
 * Who is served: L, except that a Classic packet that waits gets 1/16 of the
 * bytes in the long run (WRR), so that L can never starve C.
 *
 * Overload: at p_C = 1/4 all of L is marked and marks can say no more.  From
 * there on both queues drop with p_C, whatever the codepoint.  The larger delay
 * of both queues drives p', so that this holds for L alone as well.
 *
 * The functions are those of figures 2, 3, 5, 7 and 8.  Where the text leaves
 * a choice:
 * - Tupdate, alpha and beta are the rounded ones of the text of appendix A.1.
 * - p' is kept within 0...1 (A.1), and p_CL at p_Lmax, or else recur() would
 *   save up marks that figure 7 could then take for drops.
 * - "Only 1 packet" of A.2 counts the packet that is being sent.
 * Nothing is random here: recur() spaces marks and drops evenly.
 *
 * There is no timer: an update takes place at its time when the next packet
 * comes or leaves, before which the queues have not changed.
 */
#include "linkemu-dualpi2.h"

/* UNIT: ns in a ms */
#define DUALPI2_MSECOND INT64_C (1000000)
/* UNIT: ns in a us */
#define DUALPI2_USECOND INT64_C (1000)
/* UNIT: ns in a second */
#define DUALPI2_SECOND 1e9
/* RFC 9332 appendix A.1 figure 2: coupling factor */
#define DUALPI2_K 2.0
/* RFC 9332 appendix A.1 figure 2 */
#define DUALPI2_TARGET (15 * DUALPI2_MSECOND)
/* RFC 9332 appendix A.1, text after figure 6 */
#define DUALPI2_TUPDATE (16 * DUALPI2_MSECOND)
/* RFC 9332 appendix A.1, text after figure 6, in Hz */
#define DUALPI2_ALPHA 0.16
/* RFC 9332 appendix A.1, text after figure 6, in Hz */
#define DUALPI2_BETA 3.2
/* RFC 9332 appendix A.1 figure 2 */
#define DUALPI2_MIN_TH (800 * DUALPI2_USECOND)
/* RFC 9332 appendix A.1 figure 2 */
#define DUALPI2_RANGE (400 * DUALPI2_USECOND)
/* RFC 9332 appendix A.1 figure 2, in packets */
#define DUALPI2_TH_LEN 1
/* RFC 9332 appendix A.1 figure 2 */
#define DUALPI2_P_LMAX 1.0
/* RFC 9332 appendix A.1 figure 2 */
#define DUALPI2_P_CMAX (1 / (DUALPI2_K * DUALPI2_K))
/* RFC 9332 appendix A.2: Classic gets a 16th: for 15 bytes of L one of C */
#define DUALPI2_L_WEIGHT 15

static bool
dualpi2_init (LinkEmuAqm * aqm, const LinkEmuConfig * config)
{
  LinkEmuDualPi2 *self = (LinkEmuDualPi2 *) aqm;
  int64_t target = config->target > 0 ? config->target : DUALPI2_TARGET;

  self->target = (double) target / DUALPI2_SECOND;
  self->min_th = DUALPI2_MIN_TH;
  self->max_th = DUALPI2_MIN_TH + DUALPI2_RANGE;
  if (config->step_threshold > 0)
    self->min_th = self->max_th = config->step_threshold;
  self->next_update = LINKEMU_TIME_NEVER;
  return true;
}

/* cq.time() and lq.time() of the RFC, in seconds */
static double
queue_time (const LinkEmuDualPi2Queue * queue, int64_t now)
{
  const LinkEmuPacket *head = queue->packets.head;

  return head != NULL ? (double) (now - head->enqueued) / DUALPI2_SECOND : 0;
}

static void
dualpi2_update (LinkEmuDualPi2 * self, int64_t now)
{
  double c_time = queue_time (&self->cq, now);
  double l_time = queue_time (&self->lq, now);
  double curq = c_time > l_time ? c_time : l_time;

  self->p += DUALPI2_ALPHA * (curq - self->target) +
      DUALPI2_BETA * (curq - self->prevq);
  if (self->p < 0)
    self->p = 0;
  if (self->p > 1)
    self->p = 1;
  self->p_cl = self->p * DUALPI2_K;
  if (self->p_cl > DUALPI2_P_LMAX)
    self->p_cl = DUALPI2_P_LMAX;
  self->p_c = self->p * self->p;
  self->prevq = curq;
}

/* Another update would change nothing. */
static bool
is_at_rest (const LinkEmuDualPi2 * self)
{
  return self->p == 0 && self->prevq == 0 && self->aqm.packets == 0;
}

static void
update_up_to (LinkEmuDualPi2 * self, int64_t now)
{
  if (self->next_update == LINKEMU_TIME_NEVER)
    self->next_update = now + DUALPI2_TUPDATE;
  while (self->next_update <= now && !is_at_rest (self)) {
    dualpi2_update (self, self->next_update);
    self->next_update += DUALPI2_TUPDATE;
  }
  if (self->next_update <= now)
    self->next_update +=
        ((now - self->next_update) / DUALPI2_TUPDATE + 1) * DUALPI2_TUPDATE;
}

static LinkEmuFate
dualpi2_enqueue (LinkEmuAqm * aqm, LinkEmuPacket * packet,
    const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuDualPi2 *self = (LinkEmuDualPi2 *) aqm;
  bool is_l4s = packet->info.ecn % 2 == 1;

  update_up_to (self, now);
  if (linkemu_aqm_is_full (aqm, link, packet->info.size))
    return LINKEMU_DROPPED_QUEUE;
  linkemu_aqm_push (aqm, is_l4s ? &self->lq.packets : &self->cq.packets,
      packet);
  return LINKEMU_TAKEN;
}

static bool
recur (LinkEmuDualPi2Queue * queue, double likelihood)
{
  queue->count += likelihood;
  if (queue->count <= 1)
    return false;
  queue->count -= 1;
  return true;
}

static double
laqm (const LinkEmuDualPi2 * self, int64_t qdelay)
{
  if (qdelay >= self->max_th)
    return 1;
  if (qdelay <= self->min_th)
    return 0;
  return (double) (qdelay - self->min_th) /
      (double) (self->max_th - self->min_th);
}

static void
mark (LinkEmuDualPi2Queue * queue, LinkEmuPacket * packet)
{
  linkemu_aqm_mark (packet);
  queue->stats.marked += packet->marked;
}

/* Marks; false: drop. */
static bool
judge_l4s (LinkEmuDualPi2 * self, LinkEmuPacket * packet, int64_t now)
{
  LinkEmuDualPi2Queue *lq = &self->lq;
  double p_l = self->p_cl;

  if (self->p_cl < DUALPI2_P_LMAX) {
    if (lq->packets.packets + 1 > DUALPI2_TH_LEN) {
      double native = laqm (self, now - packet->enqueued);

      p_l = native > p_l ? native : p_l;
    }
  } else if (recur (lq, self->p_c)) {
    return false;
  }
  if (recur (lq, p_l))
    mark (lq, packet);
  return true;
}

/* Marks; false: drop. */
static bool
judge_classic (LinkEmuDualPi2 * self, LinkEmuPacket * packet)
{
  if (!recur (&self->cq, self->p_c))
    return true;
  if (packet->info.ecn == LINKEMU_NOT_ECT || self->p_c >= DUALPI2_P_CMAX)
    return false;
  mark (&self->cq, packet);
  return true;
}

/* Weighted round robin: Classic has credit for what L sent while it waited, and
 * whatever it sends pays.  So L waits only when Classic got less than its part,
 * and an idle link forgets it in favour of L (A.1). */
static LinkEmuDualPi2Queue *
scheduler (LinkEmuDualPi2 * self)
{
  const LinkEmuPacket *classic = self->cq.packets.head;

  if (classic == NULL)
    return &self->lq;
  if (self->lq.packets.head == NULL)
    return &self->cq;
  return self->c_credit >= (uint64_t) classic->info.size * DUALPI2_L_WEIGHT ?
      &self->cq : &self->lq;
}

static void
account (LinkEmuDualPi2 * self, const LinkEmuDualPi2Queue * queue,
    uint32_t size)
{
  if (self->aqm.packets == 0)
    self->c_credit = 0;
  else if (queue == &self->lq && self->cq.packets.packets > 0)
    self->c_credit += size;
  else if (queue == &self->cq)
    self->c_credit -= self->c_credit < (uint64_t) size *DUALPI2_L_WEIGHT ?
        self->c_credit : (uint64_t) size *DUALPI2_L_WEIGHT;
}

static LinkEmuPacket *
send_or_drop (LinkEmuDualPi2 * self, LinkEmuDualPi2Queue * queue, int64_t now)
{
  LinkEmuPacket *packet = linkemu_aqm_pop (&self->aqm, &queue->packets);
  bool pass = queue == &self->lq ? judge_l4s (self, packet, now) :
      judge_classic (self, packet);

  if (!pass) {
    queue->stats.dropped++;
    linkemu_aqm_drop (&self->aqm, packet);
    return NULL;
  }
  account (self, queue, packet->info.size);
  queue->stats.packets++;
  linkemu_histogram_add (&queue->delays, now - packet->enqueued);
  return packet;
}

static LinkEmuPacket *
dualpi2_dequeue (LinkEmuAqm * aqm, const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuDualPi2 *self = (LinkEmuDualPi2 *) aqm;
  LinkEmuPacket *packet = NULL;

  (void) link;
  update_up_to (self, now);
  while (packet == NULL && aqm->packets > 0)
    packet = send_or_drop (self, scheduler (self), now);
  return packet;
}

static LinkEmuPacket *
dualpi2_remove (LinkEmuAqm * aqm)
{
  LinkEmuDualPi2 *self = (LinkEmuDualPi2 *) aqm;
  LinkEmuPacket *packet = linkemu_aqm_pop (aqm, &self->lq.packets);

  return packet != NULL ? packet : linkemu_aqm_pop (aqm, &self->cq.packets);
}

static LinkEmuQueueStats
queue_stats (const LinkEmuDualPi2Queue * queue)
{
  LinkEmuQueueStats stats = queue->stats;

  stats.delay_p50 = linkemu_histogram_quantile (&queue->delays, 0.5);
  stats.delay_p99 = linkemu_histogram_quantile (&queue->delays, 0.99);
  return stats;
}

static void
dualpi2_stats (const LinkEmuAqm * aqm, LinkEmuStats * stats)
{
  const LinkEmuDualPi2 *self = (const LinkEmuDualPi2 *) aqm;

  stats->l_queue = queue_stats (&self->lq);
  stats->c_queue = queue_stats (&self->cq);
}

const LinkEmuAqmOps linkemu_dualpi2_ops = {
  .name = "dualpi2",
  .state_size = sizeof (LinkEmuDualPi2),
  .init = dualpi2_init,
  .enqueue = dualpi2_enqueue,
  .dequeue = dualpi2_dequeue,
  .remove = dualpi2_remove,
  .stats = dualpi2_stats,
};

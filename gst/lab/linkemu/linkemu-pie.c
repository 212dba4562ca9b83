/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-pie.c: PIE, Proportional Integral controller Enhanced, RFC 8033
 *
 * Packets are dropped at random when they come, with a probability that is
 * updated every T_UPDATE by a PI controller of the queue delay:
 *
 *   p = alpha (current_qdelay - QDELAY_REF) + beta (current_qdelay - qdelay_old)
 *   drop_prob += p / divisor
 *
 * where the divisor makes small probabilities change slowly (auto-tuning).
 * After a time without congestion bursts of up to MAX_BURST pass untouched.
 *
 * The functions are those of appendix A, with of the options of section 5:
 * - 5.1: with ECN an ECT packet is marked, as long as drop_prob < MAX_ECNTH.
 * - 5.5: from a drop_prob of 0.1 on a step is at most 0.02.
 * The delay is that of the last packet that left (section 4.3), and 0 when the
 * queue is empty.
 *
 * There is no timer: an update takes place at its time when the next packet
 * comes or leaves, before which nothing could have changed.
 */
#include "linkemu-pie.h"

/* UNIT: ns in a ms */
#define PIE_MSECOND INT64_C (1000000)
/* UNIT: ns in a second */
#define PIE_SECOND 1e9
/* UNIT: number of a random stream */
#define PIE_STREAM 4
/* RFC 8033 appendix A */
#define PIE_QDELAY_REF (15 * PIE_MSECOND)
/* RFC 8033 appendix A */
#define PIE_MAX_BURST (150 * PIE_MSECOND)
/* RFC 8033 appendix A */
#define PIE_T_UPDATE (15 * PIE_MSECOND)
/* RFC 8033 appendix A, in Hz */
#define PIE_ALPHA 0.125
/* RFC 8033 appendix A, in Hz */
#define PIE_BETA 1.25
/* RFC 8033 section 5.1, mark_ecnth */
#define PIE_MAX_ECNTH 0.1
/* RFC 8033 section 4.1: below it, a short queue is never dropped from */
#define PIE_LOW_PROB 0.2
/* OURS: RFC 8033 gives no value.  Twice this many bytes may always wait; a full
 * video packet has 1200 */
#define PIE_MEAN_PKTSIZE 1000
/* RFC 8033 section 4.2 */
#define PIE_DECAY 0.98
/* RFC 8033 section 5.5: from here on */
#define PIE_CAP_PROB 0.1
/* RFC 8033 section 5.5: the largest step */
#define PIE_CAP_STEP 0.02

typedef struct
{
  double below, divisor;
} Tuning;

/* RFC 8033 section 4.2 */
static const Tuning tuning[] = {
  {0.000001, 2048},
  {0.00001, 512},
  {0.0001, 128},
  {0.001, 32},
  {0.01, 8},
  {0.1, 2},
};

static bool
pie_init (LinkEmuAqm * aqm, const LinkEmuConfig * config)
{
  LinkEmuPie *self = (LinkEmuPie *) aqm;
  int64_t target = config->target > 0 ? config->target : PIE_QDELAY_REF;

  linkemu_random_init (&self->random, config->seed, PIE_STREAM);
  self->ecn = config->ecn;
  self->qdelay_ref = (double) target / PIE_SECOND;
  self->burst_allowance = PIE_MAX_BURST;
  self->next_update = LINKEMU_TIME_NEVER;
  return true;
}

static double
auto_tune (double p, double drop_prob)
{
  for (size_t i = 0; i < sizeof (tuning) / sizeof (tuning[0]); i++) {
    if (drop_prob < tuning[i].below)
      return p / tuning[i].divisor;
  }
  return p;
}

static void
calculate_drop_prob (LinkEmuPie * self)
{
  double p = PIE_ALPHA * (self->current_qdelay - self->qdelay_ref) +
      PIE_BETA * (self->current_qdelay - self->qdelay_old);

  p = auto_tune (p, self->drop_prob);
  if (self->drop_prob >= PIE_CAP_PROB && p > PIE_CAP_STEP)
    p = PIE_CAP_STEP;
  self->drop_prob += p;
  if (self->current_qdelay == 0 && self->qdelay_old == 0)
    self->drop_prob *= PIE_DECAY;
  if (self->drop_prob < 0)
    self->drop_prob = 0;
  if (self->drop_prob > 1)
    self->drop_prob = 1;
  self->qdelay_old = self->current_qdelay;
  self->burst_allowance -= PIE_T_UPDATE;
  if (self->burst_allowance < 0)
    self->burst_allowance = 0;
}

/* Another update would change nothing. */
static bool
is_at_rest (const LinkEmuPie * self)
{
  return self->drop_prob == 0 && self->current_qdelay == 0 &&
      self->qdelay_old == 0 && self->burst_allowance == 0;
}

static void
update_up_to (LinkEmuPie * self, int64_t now)
{
  if (self->next_update == LINKEMU_TIME_NEVER)
    self->next_update = now + PIE_T_UPDATE;
  while (self->next_update <= now && !is_at_rest (self)) {
    calculate_drop_prob (self);
    self->next_update += PIE_T_UPDATE;
  }
  if (self->next_update <= now)
    self->next_update +=
        ((now - self->next_update) / PIE_T_UPDATE + 1) * PIE_T_UPDATE;
}

static bool
is_calm (const LinkEmuPie * self)
{
  return self->drop_prob == 0 && self->current_qdelay < self->qdelay_ref / 2 &&
      self->qdelay_old < self->qdelay_ref / 2;
}

/* Whether to drop, or mark. */
static bool
drop_early (LinkEmuPie * self)
{
  if ((self->qdelay_old < self->qdelay_ref / 2 &&
          self->drop_prob < PIE_LOW_PROB) ||
      self->queue.bytes <= 2 * PIE_MEAN_PKTSIZE)
    return false;
  return linkemu_random_uniform (&self->random) < self->drop_prob;
}

static bool
mark_instead (const LinkEmuPie * self, LinkEmuPacket * packet)
{
  return self->ecn && self->drop_prob < PIE_MAX_ECNTH &&
      linkemu_aqm_mark (packet);
}

static LinkEmuFate
pie_enqueue (LinkEmuAqm * aqm, LinkEmuPacket * packet,
    const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuPie *self = (LinkEmuPie *) aqm;

  update_up_to (self, now);
  if (linkemu_aqm_is_full (aqm, link, packet->info.size))
    return LINKEMU_DROPPED_QUEUE;
  if (is_calm (self))
    self->burst_allowance = PIE_MAX_BURST;
  if (self->burst_allowance == 0 && drop_early (self) &&
      !mark_instead (self, packet))
    return LINKEMU_DROPPED_AQM;
  linkemu_aqm_push (aqm, &self->queue, packet);
  return LINKEMU_TAKEN;
}

static LinkEmuPacket *
pie_remove (LinkEmuAqm * aqm)
{
  LinkEmuPie *self = (LinkEmuPie *) aqm;
  LinkEmuPacket *packet = linkemu_aqm_pop (aqm, &self->queue);

  if (self->queue.packets == 0)
    self->current_qdelay = 0;
  return packet;
}

static LinkEmuPacket *
pie_dequeue (LinkEmuAqm * aqm, const LinkEmuLinkView * link, int64_t now)
{
  LinkEmuPie *self = (LinkEmuPie *) aqm;
  LinkEmuPacket *packet;

  (void) link;
  update_up_to (self, now);
  packet = pie_remove (aqm);
  if (self->queue.packets > 0)
    self->current_qdelay = (double) (now - packet->enqueued) / PIE_SECOND;
  return packet;
}

const LinkEmuAqmOps linkemu_pie_ops = {
  .name = "pie",
  .state_size = sizeof (LinkEmuPie),
  .init = pie_init,
  .enqueue = pie_enqueue,
  .dequeue = pie_dequeue,
  .remove = pie_remove,
};

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-detect.c: SCReAM v2, congestion detection
 *
 * Section 4.2.1 of the draft: marked packets, queueing delay, congestion.  Lost packets:
 * rtpcc-scream-loss.c.
 */
#include "rtpcc-scream-private.h"

#include <math.h>

/* How much longer than the shortest way a packet took, ns. */
static double
queue_of (const Scream * s, const RtpCcReport * report)
{
  int64_t base = rtp_cc_base_delay (&s->delay.base);

  if (base == INT64_MAX)
    return 0;
  return larger (0, (double) (report->arrival - report->packet.sent - base));
}

/* O12: while a queue builds up the delay makes a step too, and so it does when the start
 * rate is too high.  But a path that delivers each 200 ms has no queue, however long packets
 * wait for that. */
static bool
may_tell_jitter (const Scream * s, RtpCcTime now)
{
  return now - s->start_time >= s->p.path_memory && s->acked_rate > 0
      && (s->delay.qdelay_avg < (double) s->qdelay_target
      || scream_delay_empties (&s->delay));
}

/* The time that so much takes, ns. */
static double
time_of (const Scream * s, double bytes)
{
  return bytes * 8 * (double) RTP_CC_SECOND
      / larger (s->acked_rate, RATE_PACE_MIN);
}

static void
note_size (Scream * s, uint32_t size)
{
  if (s->least_size == 0 || size < s->least_size)
    s->least_size = size;
}

/* D11: a packet's serialisation delay, beyond that of the smallest, which is in the
 * base delay. A shorter one than the least queue does not matter. */
static int64_t
own_time (const Scream * s, uint32_t size)
{
  double time = time_of (s, size - s->least_size);

  return s->p.own_time_is_no_queue
      ? (int64_t) larger (0, time - (double) (s->qdelay_target / 4)) : 0;
}

/* The newest packet of a feedback whose arrival is known.  O13: when less is taken for
 * jitter the delay target falls, and what waited below it is no other flow's. */
static void
note_delay (Scream * s, const RtpCcReport * newest, RtpCcTime now)
{
  int64_t owd = newest->arrival - newest->packet.sent;
  uint32_t size = newest->packet.size;

  note_size (s, size);
  scream_delay_ipdv (&s->delay, owd, newest->packet.sent,
      time_of (s, size), may_tell_jitter (s, now));
  if (scream_delay_sample (&s->delay, owd, own_time (s, size), now))
    scream_compete_forget (&s->compete);
}

/* O11: a longer packet takes longer, and jitter is no slower path. */
static void
note_rise (Scream * s, const RtpCcReport * report, double jitter)
{
  int64_t delay = report->arrival - report->packet.sent
      - (int64_t) time_of (s, report->packet.size);

  scream_rise_add (&s->rise, &s->p, report, delay,
      (double) s->qdelay_target / 4 + jitter, s->target_bitrate);
}

static void
note_received (Scream * s, const RtpCcReport * report, RtpCcTime now)
{
  s->data_units_delivered_this_rtt++;
  rtp_cc_meter_add (&s->acked, report->packet.size, now);
  rtp_cc_meter_add (&s->acked_long, report->packet.size, now);
  if (report->ecn == RTP_CC_ECN_CE && report->packet.ecn != RTP_CC_ECN_NOT_ECT) {
    s->data_units_marked_this_rtt++;
    s->ce_seen = true;
  }
}

/* The queue is longer than it may be, or another flow fills it. */
static bool
is_full (const Scream * s)
{
  return s->compete.on || s->delay.qdelay > s->qdelay_target;
}

void
scream_note_reports (Scream * s, const RtpCcFeedback * feedback, RtpCcTime now)
{
  const RtpCcReport *newest = NULL;
  double jitter = scream_delay_jitter (&s->delay);
  bool full = is_full (s);

  for (size_t i = 0; i < feedback->n_reports; i++) {
    const RtpCcReport *report = &feedback->reports[i];
    bool lost = report->fate == RTP_CC_FATE_LOST;

    if (report->fate == RTP_CC_FATE_RECEIVED_LATE)
      continue;
    scream_loss_count (&s->loss, &report->packet, lost, full);
    if (lost)
      continue;
    note_received (s, report, now);
    if (report->arrival == RTP_CC_TIME_NEVER)
      continue;
    newest = report;
    scream_swing_add (&s->delay.swing, &s->p,
        report->arrival - report->packet.sent,
        rtp_cc_base_delay (&s->delay.base), now);
    if (s->p.rises)
      note_rise (s, report, jitter);
    scream_loss_queue (&s->loss, report->packet.sent, queue_of (s, report),
        jitter);
  }
  if (newest != NULL)
    note_delay (s, newest, now);
  s->acked_rate = rtp_cc_meter_rate (&s->acked, now);
}

/* 4.2.1.3 */
void
scream_update_l4s_alpha (Scream * s, RtpCcTime now)
{
  double interval = fmin ((double) L4S_ALPHA_INTERVAL, s->s_rtt);
  double fraction_marked;

  if ((double) (now - s->l4s_alpha_time) < interval
      || s->data_units_delivered_this_rtt == 0)
    return;

  fraction_marked = (double) s->data_units_marked_this_rtt
      / s->data_units_delivered_this_rtt;
  s->l4s_alpha += L4S_AVG_G * (fraction_marked - s->l4s_alpha);
  s->data_units_delivered_this_rtt = 0;
  s->data_units_marked_this_rtt = 0;
  s->l4s_alpha_time = now;
}

/* 4.2.1.4: share of virtual marks, 0 at half the target, 1 at the target. */
double
scream_l4s_alpha_v (const Scream * s)
{
  double half = (double) s->qdelay_target / 2;

  return clip ((s->delay.qdelay_avg - half) / half, 0, 1);
}

/* ---- how long the queue may be ---- */

/* O13: as long as the queue that the others make. */
static double
competing_target (const Scream * s)
{
  double target = scream_compete_target (&s->compete);
  double most = (double) s->config->queue_delay_target_max;

  return most > 0 ? fmin (target, most) : target;
}

/* DEVIATES (D11): less where the RTT is short, which is counted as S_RTT_MIN at least. */
static double
target_by_rtt (const Scream * s)
{
  double part = fmin (1, s->s_rtt / (double) VIRTUAL_RTT);

  return (double) s->qdelay_target_set * part;
}

/* O12: with room for jitter. */
double
scream_own_target (const Scream * s)
{
  return target_by_rtt (s) + scream_delay_room (&s->delay);
}

/* O13: a queue that is longer is another's. */
static double
others_queue (const Scream * s, double target, RtpCcTime now)
{
  return scream_move_was_emptied (&s->move, now)
      ? s->p.others_queue * target : target;
}

/* O13: another's queue is no reason to yield. */
void
scream_update_qdelay_target (Scream * s, RtpCcTime now)
{
  double target = scream_own_target (s);

  if (!scream_compete_is_testing (&s->compete, now))
    s->test_rate = s->p.beta_loss * rtp_cc_meter_rate (&s->acked_long, now);
  if (s->p.compete)
    scream_compete_update (&s->compete, (double) s->delay.qdelay, target,
        others_queue (s, target, now), s->s_rtt, now);
  if (s->compete.on)
    target = larger (target, competing_target (s));
  s->qdelay_target = (int64_t) larger (target, 1);      /* delays are divided by it */
}

/* O11: the queue is shorter than where virtual marks begin, or another's. */
void
scream_end_rise (Scream * s)
{
  if (s->compete.on || (s->rise.fell && s->delay.qdelay < s->qdelay_target / 2))
    scream_rise_init (&s->rise);
}

/* O11: as long as the queue may be, so no average has to tell that it is one. */
bool
scream_rise_is_long (const Scream * s)
{
  return s->rise.slower && s->rise.most - s->rise.least > s->qdelay_target;
}

/* ---- is it congestion? ---- */

Reaction
scream_detect_congestion (const Scream * s)
{
  double target = (double) s->qdelay_target;

  if (s->ce_seen)
    return REACTION_CE;
  if (s->delay.qdelay_avg > target / 2
      && s->delay.qdelay_avg >= s->delay.qdelay_avg_prev)
    return REACTION_VIRTUAL;
  return REACTION_NONE;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream.c: SCReAM version 2, Self-Clocked Rate Adaptation for Multimedia
 *
 * Document: draft-ietf-ccwg-rfc8298bis-screamv2-02 ("the draft").
 *
 * The idea.  A reference window says how many bytes fit into the path with a
 * short queue.  It is the only state that learns; all else follows from it:
 *
 *   target_bitrate = k * 8 * ref_wnd / s_rtt          what the encoders get
 *   pacing         = 1.1 * target_bitrate             how fast packets leave
 *   window         = overhead * ref_wnd               emergency brake
 *
 * The window grows so that the rate rises by as much in a second at any RTT,
 * later by some per cent of itself (the longer the last congestion lies back),
 * and slowly where it met its limit the last time (ref_wnd_i, the inflection
 * point).  It shrinks on
 *
 *   LOSS      * 0.7           packets lost, more than the link loses by itself
 *   CE        * 0.8           classic ECN
 *             * (1 - alpha/2) L4S, alpha: share of marked packets
 *   VIRTUAL   * (1 - alpha_v/2)  the queue is longer than half its target;
 *                             alpha_v grows from 0 there to 1 at the target
 *
 *        growth                         a congestion event
 *   ref_wnd  ^        __________/|  <- ref_wnd_i: remembered here
 *            |     __/           |
 *            |   _/              |_____/   flat near ref_wnd_i,
 *            |  /                          steeper the further away
 *            +------------------------------> time
 *
 * A flow's life: it starts at start_rate, takes the first RTT for its first
 * window, climbs until the queue shows, and then swings gently around the
 * point where the queue is near half its target.  A slower link shows as
 * queue, then as virtual marks at every 25 ms or RTT.  An encoder that sends
 * less than it may stops the growth: the window stays below 1.5 times what was
 * in flight, and the target below twice what was acknowledged of late.
 *
 * Departures from the draft, each with its reason in docs/deviations.md:
 *   D1 growth is clipped at the cap, not refused
 *   D2 qdelay_avg_prev is refreshed with qdelay_avg only
 *   D3 a virtual mark counts as congestion for the growth that follows
 *   D4 ref_wnd_lowest is set upon a reduction only
 *   D5 is_congestion_detected ends after 100 RTTs without a reaction
 *   D6 headers are counted where they arise; no factor MSS/(MSS+20)
 *   D7 the least ref_wnd is what min_rate needs
 *   D8 relaxed pacing only while there is no congestion
 *   D9 max_bytes_in_flight looks at 50 ms at least
 *   D10 s_rtt is filtered in time, not by samples
 *   D11 the delay target is 36 ms
 *   D12 headrooms of pacing and window shrink with the virtual marks
 *   D14 packets are paced at 1.1 times the target
 *   D15 growth alone does not let ref_wnd_i follow
 *   D16 with L4S a long queue counts too when there are marks
 *   D17 the clamp of 4.2.2 takes the most in flight of two RTTs
 *   D18 growth does not favour short RTTs, as in TCP Hybla
 *   D19 the window has less headroom when the queue is long
 *   D20 rate_adjust_factor follows the sender's queue more slowly
 *   D21 the window has less headroom when the queue is short, too
 *   D22 reduce_jitter, an option of the draft, is not there
 * Ours, where the draft is silent:
 *   O1 first window from start_rate
 *   O2 paths shorter than 10 ms
 *   O3 missing feedback
 *   O4 resume after an outage
 *   O5 a source below its target
 *   O6 RTT of such a source
 *   O7 no back-off while the queue drains already
 *   O8 the delay target is the time of 1.5 packets at least
 *   O9 a window that is not used is given up, as RFC 7661 has it for TCP
 *   O10 additive growth of a small window is limited to a part of it
 *   O11 right after congestion the acknowledged rate is what the path gives
 *   O12 what the path's jitter adds to the delay is not taken for a queue
 *   O13 beside a flow that fills the queue only loss counts, as in the competitive
 *      mode of Copa
 *   O14 until the first congestion growth is faster
 */
#include "gst/rtpcc/rtpcc-private.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "gst/rtpcc/rtpcc-meter.h"
#include "rtpcc-scream-compete.h"
#include "rtpcc-scream-delay.h"
#include "rtpcc-scream-params.h"

typedef enum
{
  REACTION_NONE,
  REACTION_LOSS,
  REACTION_CE,
  REACTION_VIRTUAL
} Reaction;

/* Named as in the draft's section 4.1 where it has a name. */
typedef struct
{
  const RtpCcConfig *config;
  int64_t qdelay_target_set;    /* as configured */
  int64_t qdelay_target;        /* as it is now, O8 */
  bool is_l4s;
  RtpCcTime start_time;

  /* 4.2.1 congestion detection */
  uint32_t data_units_delivered_this_rtt;
  uint32_t data_units_marked_this_rtt;
  double l4s_alpha;
  RtpCcTime l4s_alpha_time;
  double loss_rate;
  bool loss_seen, ce_seen;
  ScreamDelay delay;
  ScreamCompete compete;        /* O13 */

  /* 4.2.2 reference window */
  double ref_wnd;
  double ref_wnd_i;
  double ref_wnd_lowest;
  bool ref_wnd_i_update_allowed;
  RtpCcTime ref_wnd_i_update_time;
  double max_bytes_in_flight, max_bytes_in_flight_prev;
  double validated, validated_prev;     /* O9: the same over seconds */
  RtpCcTime validation_time;
  RtpCcTime last_congestion_detected_time;
  RtpCcTime last_reaction_to_congestion_time;
  RtpCcTime saturated_until;    /* O11: the path is taken for full */
  bool is_congestion_detected;
  RtpCcTime rtt_tick;           /* when max_bytes_in_flight rolls over */
  RtpCcTime drift_tick;

  /* RTT */
  double s_rtt;                 /* ns */
  RtpCcTime s_rtt_time;         /* of the last sample */
  bool have_rtt;

  /* 4.4 media rate control */
  double rate_adjust_factor;
  double frame_size_dev;
  double frame_period;          /* ns */
  double target_bitrate;

  /* 4.5.1 clock drift: target halved until then */
  RtpCcTime drain_until;

  /* O5: highest acknowledged rate of late */
  double test_rate;             /* O13: target while a test goes on */
  RtpCcMeter acked;             /* over ACKED_RATE_WINDOW */
  RtpCcMeter acked_long;        /* over ACKED_MAX_WINDOW */
  double acked_rate;
  double acked_max, acked_max_prev;     /* of this and the last period */
  RtpCcTime acked_max_time;

  /* O3, O4 */
  unsigned feedback_timeouts;
  double ref_wnd_before_outage; /* 0: nothing to resume */
  RtpCcTime resume_until;
} Scream;

static double
seconds (double ns)
{
  return ns / (double) RTP_CC_SECOND;
}

/* The shorter of VIRTUAL_RTT and s_rtt: how often the window may shrink. */
static int64_t
reaction_interval (const Scream * s)
{
  return (int64_t) (s->s_rtt < (double) VIRTUAL_RTT ? s->s_rtt
      : (double) VIRTUAL_RTT);
}

/* POST_CONGESTION_DELAY_RTTS of at least VIRTUAL_RTT, in ns. */
static double
post_congestion_delay (const Scream * s)
{
  return POST_CONGESTION_DELAY_RTTS * larger ((double) VIRTUAL_RTT, s->s_rtt);
}

static double
ref_wnd_ratio (const Scream * s)
{
  return s->ref_wnd > MSS ? MSS / s->ref_wnd : 1;
}

/* DEVIATES (D7): what min_rate needs, be it less than MIN_REF_WND on a slow path
 * or more on a long one. */
static double
min_ref_wnd (const Scream * s)
{
  double needed = (double) s->config->min_rate / 8 * seconds (s->s_rtt);

  return larger (needed, MIN_REF_WND_LOW);
}

/* ---- 4.2.1 congestion detection ---- */

/* 4.5.2: outcome of one packet. */
static void
update_loss_rate (Scream * s, bool lost)
{
  double a = fmin (LOSS_RATE_THRESHOLD / 4, MSS / s->ref_wnd / 2);

  s->loss_rate = (1 - a) * s->loss_rate + (lost ? a : 0);
}

/* O12: while a queue builds up the delay makes a step too, and so it does when the start
 * rate is too high. */
static bool
may_tell_jitter (const Scream * s, RtpCcTime now)
{
  return now - s->start_time >= START_RATE_BELIEVED && s->acked_rate > 0
      && s->delay.qdelay_avg < (double) s->qdelay_target;
}

static void
note_reports (Scream * s, const RtpCcFeedback * feedback, RtpCcTime now)
{
  const RtpCcReport *newest = NULL;

  for (size_t i = 0; i < feedback->n_reports; i++) {
    const RtpCcReport *report = &feedback->reports[i];

    if (report->fate == RTP_CC_FATE_LOST) {
      s->loss_seen = true;
      update_loss_rate (s, true);
      continue;
    }
    if (report->fate == RTP_CC_FATE_RECEIVED_LATE)
      continue;
    update_loss_rate (s, false);
    s->data_units_delivered_this_rtt++;
    rtp_cc_meter_add (&s->acked, report->packet.size, now);
    rtp_cc_meter_add (&s->acked_long, report->packet.size, now);
    if (report->ecn == RTP_CC_ECN_CE
        && report->packet.ecn != RTP_CC_ECN_NOT_ECT) {
      s->data_units_marked_this_rtt++;
      s->ce_seen = true;
    }
    if (report->arrival == RTP_CC_TIME_NEVER)
      continue;
    newest = report;
    if (may_tell_jitter (s, now))
      scream_delay_ipdv (&s->delay, report->arrival - report->packet.sent,
          report->packet.size, s->acked_rate);
  }
  if (newest != NULL)
    scream_delay_sample (&s->delay, newest->arrival - newest->packet.sent, now);
  s->acked_rate = rtp_cc_meter_rate (&s->acked, now);
}

/* 4.2.1.3 */
static void
update_l4s_alpha (Scream * s, RtpCcTime now)
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

/* ---- RTT ---- */

/* O6: the window is not used since the source sends less than it may.  After an
 * outage it is not used since the target, by an old RTT, is too low. */
static bool
is_app_limited (const Scream * s)
{
  return s->acked_rate < APP_LIMITED_PART * s->target_bitrate
      && MSS + 2 * larger (s->max_bytes_in_flight,
      s->max_bytes_in_flight_prev) < s->ref_wnd;
}

/* Window for a rate, the inverse of 4.4. */
static double
window_for_rate (const Scream * s, double rate)
{
  double wnd = TARGET_RATE_HEADROOM * rate / 8 * seconds (s->s_rtt);

  return wnd / (1 - clip (MSS / larger (wnd, 1) - 0.1, 0, 0.2));
}

/* DEVIATES (D10): the gain is for an RTT, whatever the number of samples. */
static void
update_rtt (Scream * s, int64_t rtt, RtpCcTime now)
{
  double sample = (double) rtt;
  double gain =
      S_RTT_GAIN * fmin (1, (double) (now - s->s_rtt_time) / s->s_rtt);

  if (rtt < 0)
    return;
  s->s_rtt_time = now;
  if (sample < (double) S_RTT_MIN)
    sample = (double) S_RTT_MIN;
  if (!s->have_rtt) {
    s->have_rtt = true;
    s->s_rtt = sample;
    s->ref_wnd = window_for_rate (s, s->target_bitrate);
    return;
  }
  if (sample < s->s_rtt && is_app_limited (s))
    gain = fmin (gain, S_RTT_APP_LIMITED_GAIN);
  s->s_rtt += gain * (sample - s->s_rtt);
}

/* O13: as long as the queue that the others make. */
static double
competing_target (const Scream * s)
{
  double target = scream_compete_target (&s->compete);
  double most = (double) s->config->queue_delay_target_max;

  return most > 0 ? fmin (target, most) : target;
}

/* O8: the time that a packet takes at the rate of the path cannot be told from
 * a queue.  O12: nor can jitter.  O13: another's queue is no reason to yield. */
static void
update_qdelay_target (Scream * s, RtpCcTime now)
{
  double packets = QDELAY_TARGET_PACKETS * MSS * 8 * (double) RTP_CC_SECOND
      / larger (s->acked_rate, RATE_PACE_MIN);
  double target = (double) s->qdelay_target_set
      + scream_delay_jitter (&s->delay);

  target = larger (target, packets);
  if (!scream_compete_is_testing (&s->compete, now))
    s->test_rate = COMPETE_TEST_PART * rtp_cc_meter_rate (&s->acked_long, now);
  scream_compete_update (&s->compete, (double) s->delay.qdelay, target,
      s->s_rtt, now);
  if (s->compete.on)
    target = larger (target, competing_target (s));
  s->qdelay_target = (int64_t) target;
}

/* ---- 4.2.2 reference window ---- */

static void
update_bytes_in_flight (Scream * s, double bytes)
{
  /* O2: on a path shorter than we take it for, as much as would be. */
  double flight = s->s_rtt <= (double) S_RTT_MIN
      ? s->acked_rate / 8 * seconds (s->s_rtt) : 0;

  s->max_bytes_in_flight = larger (s->max_bytes_in_flight,
      larger (bytes, flight));
  s->validated = larger (s->validated, s->max_bytes_in_flight);
}

/* Near ref_wnd_i both growth and back-off are small. */
static double
inflection_scale (const Scream * s)
{
  double scl = REF_WND_SCALE_FACTOR * (s->ref_wnd - s->ref_wnd_i)
      / s->ref_wnd_i;

  return clip (scl * scl, REF_WND_SCALE_MIN, 1);
}

/* DEVIATES (D2): "not falling" compares two values of qdelay_avg, so it can only
 * be told when there is a new one. */
static Reaction
detect_congestion (const Scream * s, bool qdelay_updated)
{
  double target = (double) s->qdelay_target;

  if (s->loss_seen && (s->loss_rate > LOSS_RATE_THRESHOLD
          || s->delay.qdelay_avg > target / 4))
    return REACTION_LOSS;
  if (s->ce_seen)
    return REACTION_CE;
  if (qdelay_updated && s->delay.qdelay_avg > target / 2
      && s->delay.qdelay_avg >= s->delay.qdelay_avg_prev)
    return REACTION_VIRTUAL;
  return REACTION_NONE;
}

/* 4.2.2: the window before congestion is remembered, but not while it only
 * swings around its lowest.  DEVIATES (D15): growth alone does not do. */
static void
update_ref_wnd_i (Scream * s, RtpCcTime now)
{
  if (s->ref_wnd > REF_WND_I_GROWTH * s->ref_wnd_lowest
      || (double) (now - s->ref_wnd_i_update_time)
      > REF_WND_I_UPDATE_MAX_HOLD_RTTS * s->s_rtt)
    s->ref_wnd_i_update_allowed = true;
  if (!s->ref_wnd_i_update_allowed)
    return;
  s->ref_wnd_i = s->ref_wnd;
  s->ref_wnd_i_update_allowed = false;
  s->ref_wnd_i_update_time = now;
}

/* Several reactions fit into a long RTT; and 4.5.3. */
static double
scale_backoff (const Scream * s, double backoff)
{
  backoff /= larger (1, s->s_rtt / (double) VIRTUAL_RTT);
  if (s->target_bitrate < ACKED_BITRATE_MARGIN * s->acked_rate)
    backoff *= BACKOFF_SCALE_LOW_TARGET_RATE;
  return backoff;
}

static double
l4s_backoff (const Scream * s, double scl)
{
  double backoff = scale_backoff (s, s->l4s_alpha / 2);

  if (s->delay.qdelay < s->qdelay_target / 4)
    backoff *= larger (SCALE_MIN, scl);
  return backoff;
}

/* DEVIATES (D17): the RTT before may be one without a frame, so the clamp takes
 * the larger of it and this one. */
static void
clamp_to_flight (Scream * s, RtpCcTime now)
{
  if ((double) (now - s->last_reaction_to_congestion_time)
      > post_congestion_delay (s))
    s->ref_wnd = fmin (s->ref_wnd, larger (s->max_bytes_in_flight_prev,
            s->max_bytes_in_flight));
}

/* 4.2.1.4: share of virtual marks, 0 at half the target, 1 at the target. */
static double
l4s_alpha_v (const Scream * s)
{
  double half = (double) s->qdelay_target / 2;

  return clip ((s->delay.qdelay_avg - half) / half, 0, 1);
}

/* O7: while packets queue, the acknowledged rate is what the path gives.  The
 * target that empties the queue in DRAIN_TIME is low enough. */
static bool
drains_already (const Scream * s)
{
  double excess = s->delay.qdelay_avg - (double) s->qdelay_target / 2;
  double part = clip (excess / (double) DRAIN_TIME, DRAIN_PART_MIN,
      DRAIN_PART_MAX);

  return s->target_bitrate < (1 - part) * s->acked_rate;
}

static double
virtual_backoff (const Scream * s)
{
  if (drains_already (s))
    return 0;
  return scale_backoff (s, l4s_alpha_v (s) / 2);
}

/* DEVIATES (D3, D4): a virtual mark counts as congestion for the growth that
 * follows; only a reduction sets ref_wnd_lowest.
 * (D16): with L4S the larger of both back-offs, since marks may be few while
 * the queue is long. */
static void
reduce_ref_wnd (Scream * s, Reaction reaction, double scl, RtpCcTime now)
{
  s->is_congestion_detected = true;
  update_ref_wnd_i (s, now);

  switch (reaction) {
    case REACTION_NONE:
      break;
    case REACTION_LOSS:
      s->ref_wnd *= BETA_LOSS;
      break;
    case REACTION_CE:
      if (s->is_l4s) {
        clamp_to_flight (s, now);
        s->ref_wnd *= 1 - larger (l4s_backoff (s, scl), virtual_backoff (s));
      } else
        s->ref_wnd *= BETA_ECN;
      break;
    case REACTION_VIRTUAL:
      s->ref_wnd *= 1 - virtual_backoff (s);
      break;
  }
  s->ref_wnd = larger (min_ref_wnd (s), s->ref_wnd);
  s->ref_wnd_lowest = s->ref_wnd;       /* D4 */
  s->last_congestion_detected_time = now;       /* D3 */
  s->last_reaction_to_congestion_time = now;
  s->saturated_until = now + SATURATED_TIME;
}

/* ref_wnd_i is what the first reduction leaves behind. */
static bool
was_never_congested (const Scream * s)
{
  return s->ref_wnd_i <= REF_WND_I_NONE;
}

/* Part of the window that an RTT adds.  DEVIATES (D18): the additive part adds
 * as much to the rate in a second whatever the RTT is, so that flows share
 * alike; the multiplicative part does not shrink with it.  O14. */
static double
growth_in_rtt (const Scream * s, double post)
{
  double fair = s->s_rtt / (double) FAIR_RTT;
  double additive = fair * fmin (ref_wnd_ratio (s) * fair, MAX_GROWTH);
  double multiplicative = MUL_INCREASE_FACTOR * post
      * fmin (1, s->s_rtt / (double) VIRTUAL_RTT);

  if (was_never_congested (s))
    multiplicative *= START_GROWTH;

  return additive + multiplicative;
}

/* DEVIATES (D1): growth is clipped at the cap, not refused. */
static void
increase_ref_wnd (Scream * s, const RtpCcFeedback * feedback, double scl,
    RtpCcTime now)
{
  double post = clip ((double) (now - s->last_congestion_detected_time)
      / post_congestion_delay (s), 0, 1);
  double cap = MSS + BYTES_IN_FLIGHT_HEAD_ROOM * larger (s->max_bytes_in_flight,
      s->max_bytes_in_flight_prev);
  double acked = feedback->bytes_newly_acked > feedback->bytes_newly_acked_ce
      ? (double) (feedback->bytes_newly_acked - feedback->bytes_newly_acked_ce)
      : 0;
  double increment = acked * growth_in_rtt (s, post) * larger (SCALE_MIN, scl);

  if (s->target_bitrate >= (double) s->config->max_rate || s->ref_wnd >= cap)
    return;
  s->ref_wnd = fmin (s->ref_wnd + increment, cap);      /* D1 */
}

static void
update_ref_wnd (Scream * s, const RtpCcFeedback * feedback,
    bool qdelay_updated, RtpCcTime now)
{
  double scl = inflection_scale (s);

  if (s->loss_seen || s->ce_seen)
    s->last_congestion_detected_time = now;
  if (now - s->last_reaction_to_congestion_time >= reaction_interval (s)) {
    Reaction reaction = detect_congestion (s, qdelay_updated);

    s->loss_seen = s->ce_seen = false;
    if (reaction != REACTION_NONE)
      reduce_ref_wnd (s, reaction, scl, now);
  }
  increase_ref_wnd (s, feedback, scl, now);
}

/* O9, RFC 7661: a window that was not used for a second or two says nothing about
 * the path. */
static void
validate_ref_wnd (Scream * s, RtpCcTime now)
{
  double used = larger (s->validated, s->validated_prev);

  if (now - s->validation_time < VALIDATION_TIME)
    return;
  s->validation_time = now;
  s->validated_prev = s->validated;
  s->validated = 0;
  s->ref_wnd = fmin (s->ref_wnd, MSS + BYTES_IN_FLIGHT_HEAD_ROOM * used);
  s->ref_wnd = larger (s->ref_wnd, min_ref_wnd (s));
}

/* DEVIATES (D5, D9): congestion is over after a while; the most in flight is
 * of two frames at least, since between two nothing is in flight on a short
 * path. */
static void
roll_bytes_in_flight (Scream * s, RtpCcTime now)
{
  if (now - s->rtt_tick < (int64_t) larger (s->s_rtt, 2 * (double) VIRTUAL_RTT))
    return;
  s->rtt_tick = now;
  s->max_bytes_in_flight_prev = s->max_bytes_in_flight;
  s->max_bytes_in_flight = 0;
  if ((double) (now - s->last_reaction_to_congestion_time)
      > post_congestion_delay (s))
    s->is_congestion_detected = false;  /* D5 */
}

/* ---- 4.3 sender transmission control ---- */

/* 4.3.2.  DEVIATES (D8, D12): relaxed only without congestion; the headroom
 * shrinks with the virtual marks. */
static double
pace_bitrate (const Scream * s, RtpCcTime now)
{
  double headroom = 1 + (PACKET_PACING_HEADROOM - 1) * (1 - l4s_alpha_v (s));
  double pace = larger (RATE_PACE_MIN, s->target_bitrate) * headroom;
  double used = s->target_bitrate / (double) s->config->max_rate;
  double relax = 1 - fmin (1, (used - RELAXED_PACING_LIMIT_LOW)
      / (1 - RELAXED_PACING_LIMIT_LOW));

  if (now < s->saturated_until)
    pace = fmin (pace, larger (SATURATED_PACE * s->acked_rate, RATE_PACE_MIN));
  if (s->is_congestion_detected)        /* D8 */
    return pace;
  return pace / clip (relax, 1 / MAX_RELAXED_PACING_FACTOR, 1);
}

/* 4.3.1.  DEVIATES (D12, D19, D21): as in pace_bitrate (), and less. */
static void
set_target (const Scream * s, RtpCcTime now, RtpCcTarget * target)
{
  double overhead = REF_WND_OVERHEAD_MIN + (REF_WND_OVERHEAD_MAX
      - REF_WND_OVERHEAD_MIN) * (1 - l4s_alpha_v (s));
  double window = larger (s->ref_wnd * overhead, 2 * MSS);

  target->media_rate = (uint64_t) s->target_bitrate;
  target->pacing_rate = (uint64_t) pace_bitrate (s, now);
  if (target->pacing_rate < target->media_rate)
    target->pacing_rate = target->media_rate;
  target->window = s->have_rtt
      ? (uint64_t) larger (window, s->config->max_packet_size)
      : RTP_CC_NO_WINDOW;
  target->ecn = s->config->ecn;
  target->wakeup = RTP_CC_TIME_NEVER;
}

/* ---- 4.4 media rate control ---- */

/* O5: twice the highest rate acknowledged in the last one or two periods of
 * ACKED_MAX_MEMORY; at first the start rate is believed. */
static void
update_acked_max (Scream * s, RtpCcTime now)
{
  if (now - s->acked_max_time >= ACKED_MAX_MEMORY) {
    s->acked_max_time = now;
    s->acked_max_prev = s->acked_max;
    s->acked_max = 0;
  }
  s->acked_max = larger (s->acked_max, (double) rtp_cc_meter_bytes
      (&s->acked_long, now) * 8 / seconds ((double) ACKED_MAX_WINDOW));
}

static double
acked_limit (const Scream * s, RtpCcTime now)
{
  double limit = APP_LIMITED_FACTOR * larger (s->acked_max, s->acked_max_prev);

  if (now - s->start_time < START_RATE_BELIEVED)
    limit = larger (limit, (double) s->config->start_rate);
  return limit;
}

static void
keep_target_in_bounds (Scream * s)
{
  s->target_bitrate = clip (s->target_bitrate, (double) s->config->min_rate,
      (double) s->config->max_rate);
}

/* DEVIATES (D6): the session takes the headers off the target, as they are. */
static void
update_target_bitrate (Scream * s, RtpCcTime now)
{
  double k = 1 - clip (ref_wnd_ratio (s) - 0.1, 0, 0.2);
  double rate;

  update_acked_max (s, now);
  k /= TARGET_RATE_HEADROOM + s->rate_adjust_factor + s->frame_size_dev;
  rate = k * 8 * s->ref_wnd / seconds (s->s_rtt);
  rate = fmin (rate, acked_limit (s, now));
  if (now < s->saturated_until)
    rate =
        fmin (rate, SATURATED_TARGET * rtp_cc_meter_rate (&s->acked_long, now));
  if (now < s->drain_until)
    rate /= 2;
  if (scream_compete_is_testing (&s->compete, now))
    rate = fmin (rate, s->test_rate);
  s->target_bitrate = rate;
  keep_target_in_bounds (s);
}

/* ---- 4.5.1 clock drift ---- */

/* Once in an RTT. */
static void
check_drift (Scream * s, RtpCcTime now)
{
  if ((double) (now - s->drift_tick) < s->s_rtt)
    return;
  s->drift_tick = now;
  if (scream_delay_drifted (&s->delay, s->qdelay_target))
    s->drain_until = now + (int64_t) larger ((double) DRIFT_DRAIN_MIN,
        DRIFT_DRAIN_RTTS * s->s_rtt);
}

/* ---- O3 and O4: feedback stops and comes back ---- */

static void
scream_on_feedback_timeout (void *state, unsigned count, RtpCcTime now,
    RtpCcTarget * target)
{
  Scream *s = state;

  /* Before the first feedback start_rate is all there is to go by: whole. */
  if (count == 1 && s->ref_wnd_before_outage <= 0)
    s->ref_wnd_before_outage = s->have_rtt ? s->ref_wnd
        : s->ref_wnd / RESUME_PART;
  s->feedback_timeouts = count;
  s->ref_wnd *= BETA_FEEDBACK_TIMEOUT;
  if (!s->have_rtt)
    s->target_bitrate *= BETA_FEEDBACK_TIMEOUT;
  if (count >= FEEDBACK_TIMEOUTS_TO_MIN) {
    s->ref_wnd = min_ref_wnd (s);
    s->target_bitrate = (double) s->config->min_rate;
  }
  s->ref_wnd = larger (s->ref_wnd, min_ref_wnd (s));
  s->last_congestion_detected_time = now;
  s->last_reaction_to_congestion_time = now;
  if (s->have_rtt && count < FEEDBACK_TIMEOUTS_TO_MIN)
    update_target_bitrate (s, now);
  keep_target_in_bounds (s);    /* they may be others than those of the last */
  set_target (s, now, target);
}

static void
resume (Scream * s, RtpCcTime now)
{
  double part = RESUME_PART * s->ref_wnd_before_outage;

  if (s->feedback_timeouts > 0) {
    s->feedback_timeouts = 0;
    s->resume_until = now + RESUME_WAIT;
  }
  if (s->ref_wnd_before_outage <= 0)
    return;
  if (now > s->resume_until) {
    s->ref_wnd_before_outage = 0;
    return;
  }
  if (s->delay.qdelay > s->qdelay_target / 4)
    return;
  s->ref_wnd = larger (s->ref_wnd, part);
  s->max_bytes_in_flight = larger (s->max_bytes_in_flight, part);
  s->acked_max = larger (s->acked_max, part * 8 / seconds (s->s_rtt));
  s->ref_wnd_before_outage = 0;
}

/* ---- the steps ---- */

static void
scream_on_feedback (void *state, const RtpCcFeedback * feedback,
    RtpCcTime now, RtpCcTarget * target)
{
  Scream *s = state;
  bool qdelay_updated;

  s->is_l4s = s->config->ecn == RTP_CC_ECN_ECT_1 && !feedback->classic_ecn;
  note_reports (s, feedback, now);
  update_rtt (s, feedback->rtt, now);
  update_bytes_in_flight (s, (double) feedback->prior_in_flight);
  update_l4s_alpha (s, now);
  update_qdelay_target (s, now);
  qdelay_updated = scream_delay_update (&s->delay, (int64_t) s->s_rtt, now);
  resume (s, now);
  update_ref_wnd (s, feedback, qdelay_updated, now);
  validate_ref_wnd (s, now);
  roll_bytes_in_flight (s, now);
  check_drift (s, now);
  update_target_bitrate (s, now);
  set_target (s, now, target);
}

static void
scream_on_sent (void *state, const RtpCcPacket * packet,
    uint64_t bytes_in_flight)
{
  (void) packet;
  update_bytes_in_flight (state, (double) bytes_in_flight);
}

/* DEVIATES (D20): as much in a second whatever the frame rate, but no more for a
 * frame than the draft has. */
static double
rate_adjust_gain (const RtpCcFrame * frame)
{
  double gain = RATE_ADJUST_GAIN * (double) frame->period
      / (double) RATE_ADJUST_PERIOD;

  return clip (gain, 0, RATE_ADJUST_GAIN_MAX);
}

/* 4.4: a frame is complete. */
static void
scream_on_frame (void *state, const RtpCcFrame * frame, RtpCcTime now,
    RtpCcTarget * target)
{
  Scream *s = state;
  double nominal;

  (void) now;
  (void) target;
  if (frame->period > 0 && frame->period < FRAME_PERIOD_MAX)
    s->frame_period += FRAME_PERIOD_GAIN * ((double) frame->period
        - s->frame_period);

  s->rate_adjust_factor = clip (s->rate_adjust_factor
      + rate_adjust_gain (frame) * ((double) frame->queue_delay
          - s->frame_period / 4) / s->frame_period, 0, RATE_ADJUST_MAX);
  nominal = (double) frame->media_target * seconds (s->frame_period) / 8;
  if (nominal <= 0)
    return;
  s->frame_size_dev = fmin (FRAME_SIZE_DEV_MAX, s->frame_size_dev
      * (1 - FRAME_SIZE_DEV_ALPHA) + FRAME_SIZE_DEV_ALPHA
      * larger (0, frame->size / nominal - 1));
}

static void
scream_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  Scream *s = state;

  s->config = config;
  s->qdelay_target_set = config->queue_delay_target > 0
      ? config->queue_delay_target : QDELAY_TARGET_LO;
  s->qdelay_target = s->qdelay_target_set;
  s->is_l4s = config->ecn == RTP_CC_ECN_ECT_1;
  s->start_time = now;
  scream_delay_init (&s->delay, now);
  scream_compete_init (&s->compete, now);
  rtp_cc_meter_init (&s->acked, ACKED_RATE_WINDOW, now);
  rtp_cc_meter_init (&s->acked_long, ACKED_MAX_WINDOW, now);

  s->s_rtt = (double) S_RTT_FIRST;
  s->frame_period = (double) FRAME_PERIOD_FIRST;
  s->target_bitrate = (double) config->start_rate;
  s->ref_wnd = window_for_rate (s, s->target_bitrate);
  s->ref_wnd_i = REF_WND_I_NONE;
  s->ref_wnd_i_update_allowed = true;
  /* The draft's 0: there never was congestion. */
  s->last_congestion_detected_time =
      now - (RtpCcTime) post_congestion_delay (s);
  s->last_reaction_to_congestion_time = s->last_congestion_detected_time;
  s->l4s_alpha_time = s->ref_wnd_i_update_time = now;
  s->rtt_tick = s->drift_tick = s->acked_max_time = now;
  s->validation_time = now;
  set_target (s, now, target);
}

static void
scream_info (const void *state, RtpCcInfo * info)
{
  const Scream *s = state;

  info->s_rtt = s->have_rtt ? (int64_t) s->s_rtt : 0;
  info->qdelay = s->delay.qdelay;
  info->qdelay_avg = (int64_t) s->delay.qdelay_avg;
  info->qdelay_target = s->qdelay_target;
  info->ref_wnd = (uint64_t) s->ref_wnd;
  info->ref_wnd_i = (uint64_t) s->ref_wnd_i;
  info->l4s_alpha = s->l4s_alpha;
  info->loss_rate = s->loss_rate;
}

const RtpCcOps rtp_cc_scream_ops = {
  .name = "scream",
  .source = "draft-ietf-ccwg-rfc8298bis-screamv2-02",
  .state_size = sizeof (Scream),
  .init = scream_init,
  .on_feedback = scream_on_feedback,
  .on_sent = scream_on_sent,
  .on_frame = scream_on_frame,
  .on_feedback_timeout = scream_on_feedback_timeout,
  .info = scream_info,
};

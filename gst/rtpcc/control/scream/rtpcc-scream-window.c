/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-window.c: SCReAM v2, the reference window
 *
 * Section 4.2.2 of the draft, with the smaller back-off of section 4.5.3: growth,
 * reduction and bounds of the window.  The RTT is here, too, since it turns a rate into a
 * window.
 */
#include "rtpcc-scream-private.h"

#include <math.h>

static double
ref_wnd_ratio (double wnd)
{
  return wnd > MSS ? MSS / wnd : 1;
}

/* DEVIATES (O1): the window of min_rate, below MIN_REF_WND on a slow path or above it
 * on a long one. */
double
scream_min_ref_wnd (const Scream * s)
{
  return larger ((double) s->config->min_rate / 8 * scream_seconds (s->s_rtt),
      MIN_REF_WND);
}

double
scream_encoder_room (const Scream * s)
{
  return s->p.room_is_not_used ? 1 + (s->rate_adjust_factor
      + s->frame_size_dev) / TARGET_RATE_HEADROOM : 1;
}

/* ---- RTT ---- */

double
scream_window_for_rate (const Scream * s, double rate)
{
  return TARGET_RATE_HEADROOM * rate / 8 * scream_seconds (s->s_rtt);
}

/* DEVIATES (D10): the gain is for an RTT, whatever the number of samples; the shorter one, as
 * after a link that stopped the packets behind it tell of the path as it is. */
void
scream_update_rtt (Scream * s, int64_t rtt, RtpCcTime now)
{
  double sample = (double) rtt;
  double gain;

  if (rtt < 0)
    return;
  if (sample < (double) s->p.s_rtt_min)
    sample = (double) s->p.s_rtt_min;
  gain = s->p.s_rtt_gain
      * fmin (1, (double) (now - s->s_rtt_time) / fmin (s->s_rtt, sample));
  s->s_rtt_time = now;
  if (!s->have_rtt) {
    s->have_rtt = true;
    s->s_rtt = sample;
    s->ref_wnd = scream_window_for_rate (s, s->target_bitrate);
    return;
  }
  s->s_rtt += gain * (sample - s->s_rtt);
}

/* ---- bytes in flight ---- */

void
scream_add_to_most (ScreamMost * most, double value, RtpCcTime period,
    RtpCcTime now)
{
  if (now - most->since >= period) {
    most->since = now;
    most->before = most->newest;
    most->newest = 0;
  }
  most->newest = larger (most->newest, value);
}

void
scream_update_bytes_in_flight (Scream * s, double bytes, RtpCcTime now)
{
  /* D10: on a path shorter than we take it for, as much as would be.  The smoothed RTT approaches
   * S_RTT_MIN, and need not reach it. */
  double flight = s->s_rtt < (double) (s->p.s_rtt_min + RTP_CC_USECOND)
      ? s->acked_rate / 8 * scream_seconds (s->s_rtt) : 0;

  bytes = larger (bytes, flight);
  scream_add_to_most (&s->flight, bytes, (RtpCcTime) s->s_rtt, now);
  scream_add_to_most (&s->used, bytes, s->p.path_memory, now);
}

/* ---- back-off ---- */

/* Near ref_wnd_i both growth and back-off are small. */
static double
inflection_scale (const Scream * s)
{
  double scl = REF_WND_SCALE_FACTOR * (s->ref_wnd - s->ref_wnd_i)
      / s->ref_wnd_i;

  return clip (scl * scl, REF_WND_SCALE_MIN, 1);
}

/* 4.2.2: the window before congestion is remembered.  DEVIATES (D3): if it has grown since the
 * congestion before. */
static void
update_ref_wnd_i (Scream * s)
{
  if (s->ref_wnd > s->ref_wnd_lowest)
    s->ref_wnd_i = s->ref_wnd;
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

static void
clamp_to_flight (Scream * s, RtpCcTime now)
{
  double rtt = larger (s->s_rtt, (double) VIRTUAL_RTT);

  if ((double) (now - s->last_reaction_to_congestion_time)
      > POST_CONGESTION_DELAY_RTTS * rtt)
    s->ref_wnd = fmin (s->ref_wnd, s->flight.before);
}

static double
virtual_backoff (const Scream * s)
{
  return scale_backoff (s, scream_l4s_alpha_v (s) / 2);
}

/* Delivered part of the target, less some room: the remaining part of the window after
 * a loss, as in TCP Westwood (Mascolo et al. 2001), and during a test. */
static double
delivered_part (const Scream * s)
{
  return (1 - s->p.loss_yield) * fmin (1, s->acked_rate / s->target_bitrate);
}

/* O11: the window of a slower path's delivery rate, less the pacing headroom, or of its
 * acknowledged rate; infinite on other paths. */
static double
delivered_window (const Scream * s)
{
  double rate = larger (s->acked_rate,
      scream_rise_rate (&s->rise) / s->p.packet_pacing_headroom);

  return scream_encoder_room (s) * scream_window_for_rate (s, rate);
}

static void
reduce_ref_wnd (Scream * s, Reaction reaction, double scl, RtpCcTime now)
{
  update_ref_wnd_i (s);

  switch (reaction) {
    case REACTION_NONE:
      break;
    case REACTION_LOSS:
      /* O13: as much as CUBIC takes (RFC 9438 section 4.6), beside which it stands. */
      s->ref_wnd *= s->compete.on ? s->p.beta_loss
          : larger (s->p.beta_loss, delivered_part (s));
      break;
    case REACTION_CE:
      if (s->is_l4s) {
        clamp_to_flight (s, now);
        s->ref_wnd *= 1 - l4s_backoff (s, scl);
      } else
        s->ref_wnd *= s->p.beta_ecn;
      break;
    case REACTION_VIRTUAL:
      s->ref_wnd *= 1 - virtual_backoff (s);
      break;
    case REACTION_SLOWER:
      s->ref_wnd = delivered_window (s);
      break;
  }
  s->ref_wnd = larger (scream_min_ref_wnd (s), s->ref_wnd);
  s->ref_wnd_lowest = s->ref_wnd;
  s->last_reaction_to_congestion_time = now;
  if (s->p.saturated)
    s->saturated_until = now + s->p.path_memory;
}

/* ---- growth ---- */

/* DEVIATES (D3): multiplicative growth is that of a path that is not known: none at the window
 * where it was full the last time, and all of it from an eighth of that away, below and above.
 * In a start that window is 1.  A DualQ keeps the queue too short for growth to fade, and drops in
 * overload: a quarter with L4S. */
static double
away_from_limit (const Scream * s)
{
  double away = REF_WND_SCALE_FACTOR * fabs (s->ref_wnd / s->ref_wnd_i - 1);

  return fmin (away, 1) * (s->is_l4s ? SCALE_MIN : 1);
}

/* 1 without a queue, 0 where virtual marks begin. */
static double
room_for_queue (const Scream * s)
{
  double half = (double) s->qdelay_target / 2;

  return 1 - clip ((double) s->delay.qdelay / half, 0, 1);
}

/* Part of the window that an RTT adds.  DEVIATES (D3): the additive part adds as much to the
 * rate in a second whatever the RTT is, so that flows share alike.  D3: both fade with the
 * queue, but for that of a competitor (O13). */
static double
growth_in_rtt (const Scream * s, RtpCcTime now)
{
  double part = fmin (1, s->s_rtt / (double) VIRTUAL_RTT);
  double fair = s->p.fair_rtt > 0 ? s->s_rtt / (double) s->p.fair_rtt : 1;
  double growth = fair * fair * ref_wnd_ratio (s->ref_wnd);

  if (now >= s->no_queue_until)
    growth += s->p.mul_increase_factor * away_from_limit (s) * part;
  return s->compete.on ? growth : growth * room_for_queue (s);
}

/* The largest window for these bytes in flight. DEVIATES (D24): where room for the
 * encoder keeps the rate, and so the bytes in flight, below the window, it is as much
 * larger. */
static double
flight_cap (const Scream * s, double flight)
{
  return MSS + s->p.bytes_in_flight_head_room * flight
      * scream_encoder_room (s);
}

static void
increase_ref_wnd (Scream * s, const RtpCcFeedback * feedback, double scl,
    RtpCcTime now)
{
  double cap = flight_cap (s, scream_most (&s->flight));
  double acked = feedback->bytes_newly_acked > feedback->bytes_newly_acked_ce
      ? (double) (feedback->bytes_newly_acked - feedback->bytes_newly_acked_ce)
      : 0;
  double grown = s->ref_wnd
      + acked * growth_in_rtt (s, now) * larger (SCALE_MIN, scl);

  if (s->target_bitrate >= (double) s->config->max_rate || grown > cap
      || !scream_loss_may_grow (&s->loss))
    return;
  s->ref_wnd = grown;
}

/* ---- both ---- */

/* The shorter of VIRTUAL_RTT and s_rtt: how often the window may shrink. */
static int64_t
reaction_interval (const Scream * s)
{
  return (int64_t) (s->s_rtt < (double) VIRTUAL_RTT ? s->s_rtt
      : (double) VIRTUAL_RTT);
}

static void
start_loss_test (Scream * s)
{
  double part = fmin (delivered_part (s), 1 - s->loss.losses_before
      / s->loss.packets_before);

  s->ref_wnd *= larger (SCALE_MIN, part);
}

/* Of the start rate, until the first congestion leaves a ref_wnd_i behind; then 0. */
static double
grown_since_start (const Scream * s)
{
  return s->ref_wnd_i <= REF_WND_I_NONE
      ? s->acked_rate / (double) s->config->start_rate : 0;
}

/* DEVIATES (D23): a loss is congestion by its queue, or by its answer to a lower rate;
 * one reaction in an RTT; and what is tolerated is no reason to grow slowly.  Where the
 * limit has no queue, growth is additive for as long as a test may take. */
static void
react_to_loss (Scream * s, double scl, RtpCcTime now)
{
  switch (scream_loss_verdict (&s->loss, grown_since_start (s), now)) {
    case SCREAM_LOSS_TOLERATED:
    case SCREAM_LOSS_WAS_PATH:
      break;
    case SCREAM_LOSS_FULL_QUEUE:
    case SCREAM_LOSS_TOO_MANY:
      if ((double) (now - s->loss_reaction_time) < s->s_rtt)
        break;
      s->loss_reaction_time = now;
      reduce_ref_wnd (s, REACTION_LOSS, scl, now);
      break;
    case SCREAM_LOSS_TEST:
      start_loss_test (s);
      break;
    case SCREAM_LOSS_WAS_CONGESTION:
      reduce_ref_wnd (s, REACTION_NONE, scl, now);
      s->no_queue_until = now
          + (RtpCcTime) (s->p.loss_events * (double) s->p.path_memory);
      break;
  }
}

/* D24, RFC 7661: a window that was not used for a second or two says nothing about
 * the path. */
static void
validate_ref_wnd (Scream * s)
{
  if (s->p.window_is_validated)
    s->ref_wnd = clip (s->ref_wnd, scream_min_ref_wnd (s),
        larger (flight_cap (s, scream_most (&s->used)),
            scream_min_ref_wnd (s)));
}

void
scream_update_ref_wnd (Scream * s, const RtpCcFeedback * feedback,
    RtpCcTime now)
{
  double scl = inflection_scale (s);

  react_to_loss (s, scl, now);
  /* At once, since the marks of its queue come later and take more. */
  if (delivered_window (s) < s->ref_wnd)
    reduce_ref_wnd (s, REACTION_SLOWER, scl, now);
  if (now - s->last_reaction_to_congestion_time >= reaction_interval (s)) {
    Reaction reaction = scream_detect_congestion (s);

    s->ce_seen = false;
    if (reaction != REACTION_NONE)
      reduce_ref_wnd (s, reaction, scl, now);
  }
  s->delay.qdelay_avg_prev = s->delay.qdelay_avg;
  increase_ref_wnd (s, feedback, scl, now);
  validate_ref_wnd (s);
}

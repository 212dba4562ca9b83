/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-screamdraft.c: SCReAM version 2 by its draft
 *
 * Document: draft-ietf-ccwg-rfc8298bis-screamv2-02 ("the draft").  controller=scream
 * (rtpcc-scream.c) departs from it; this one is here to be compared with.
 *
 * The idea.  A reference window says how many bytes fit into the path with a short queue.
 * It is the only state that learns; all else follows from it:
 *
 *   target_bitrate = k * 8 * ref_wnd / s_rtt          what the encoders get
 *   pace_bitrate   = 1.5 * target_bitrate             how fast packets leave
 *   window         = 3 * ref_wnd                      emergency brake
 *
 * The window grows by an MSS in an RTT, and the longer the last congestion lies back by up to
 * 2 % of itself, but only by a quarter of that near ref_wnd_i, the window of the last
 * congestion.  It shrinks on
 *
 *   LOSS      * 0.7             more than 1 % of losses, or any beside a queue
 *   CE        * 0.8             classic ECN
 *             * (1 - alpha/2)   L4S, alpha: share of marked packets
 *   VIRTUAL   * (1 - alpha_v/2) the queue is longer than half its target;
 *                               alpha_v grows from 0 there to 1 at the target
 *
 *        growth                         a congestion event
 *   ref_wnd  ^        __________/|  <- ref_wnd_i: remembered here
 *            |     __/           |
 *            |   _/              |_____/   flat near ref_wnd_i,
 *            |  /                          steeper the further away
 *            +------------------------------> time
 *
 * This file follows section 4 of the draft from its beginning to its end.  As there, each
 * section begins with its constants, names are those of the pseudo-code, and where text and
 * pseudo-code differ, the latter counts.  Of the additional functions it has those of 4.5.1,
 * 4.5.2 and 4.5.3.
 *
 * Left out:
 *   REDUCE_JITTER (4.2.1.4), an option that is off: latency_diff_avg is 0 (D22)
 *   competing flows (4.5.4), which section 6 doubts: qdelay_target is constant
 *   the last max_bytes_in_flight values at TARGET_BITRATE_MAX (4.2.2.2), for which the draft
 *     refers to code
 *   PACKET_OVERHEAD (4.4): the session takes off the headers as they are
 * Ours, where the draft is silent:
 *   before the first feedback the target is start_rate, and there is no window
 *   the RTT until one is measured, and the least that one may be
 *   which frame period is none
 *   another controller's rate and path are taken over
 */
#include "gst/rtpcc/rtpcc.h"

#include <math.h>

#include "gst/rtpcc/rtpcc-basedelay.h"
#include "gst/rtpcc/rtpcc-clip-private.h"
#include "gst/rtpcc/rtpcc-meter.h"

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2 for the first four, 4.3.1 and 4.3.2:
 * the constants that may be set, since the draft's own test tool has options for them. */
enum
{
  BETA_LOSS,
  BETA_ECN,
  MUL_INCREASE_FACTOR,
  BYTES_IN_FLIGHT_HEAD_ROOM,
  REF_WND_OVERHEAD_MAX,
  PACKET_PACING_HEADROOM,
  N_PARAMS
};

static const RtpCcParam params[] = {
  [BETA_LOSS] = {"beta_loss", "", "DRAFT", 0.7, 0.01, 1},
  [BETA_ECN] = {"beta_ecn", "", "DRAFT", 0.8, 0.01, 1},
  [MUL_INCREASE_FACTOR] = {"mul_increase_factor", "", "DRAFT", 0.02, 0, 1},
  [BYTES_IN_FLIGHT_HEAD_ROOM] =
      {"bytes_in_flight_head_room", "", "DRAFT", 1.5, 1, 100},
  [REF_WND_OVERHEAD_MAX] = {"ref_wnd_overhead_max", "", "DRAFT", 3, 1, 100},
  [PACKET_PACING_HEADROOM] =
      {"packet_pacing_headroom", "", "DRAFT", 1.5, 1, 100},
  [N_PARAMS] = {0}
};

typedef struct
{
  const RtpCcConfig *config;
  double p[N_PARAMS];

  /* 4.1 */
  double s_rtt;                 /* ns */
  bool have_rtt;
  RtpCcTime rtt_start;          /* of this round trip */
  double max_bytes_in_flight, max_bytes_in_flight_prev;

  /* 4.2.1; both flags since the last reaction */
  bool loss_detected, data_units_marked;
  uint32_t data_units_delivered_this_rtt, data_units_marked_this_rtt;
  double l4s_alpha;
  RtpCcTime last_update_l4s_alpha_time;
  RtpCcBaseDelay base;
  double qdelay, qdelay_avg, qdelay_avg_prev;   /* ns */
  RtpCcTime last_update_qdelay_avg_time;

  /* 4.2.2 */
  double qdelay_target;         /* ns */
  double ref_wnd, ref_wnd_i, ref_wnd_lowest;
  bool ref_wnd_i_update_allowed;
  RtpCcTime ref_wnd_i_update_time;
  RtpCcTime last_congestion_detected_time;
  RtpCcTime last_reaction_to_congestion_time;

  /* 4.4 */
  double rate_adjust_factor, frame_size_dev;
  double frame_period;          /* ns */
  double target_bitrate;

  /* 4.5 */
  double qdelay_min, qdelay_min_avg;    /* ns */
  RtpCcTime drain_until;        /* the target is halved */
  double loss_rate;
  RtpCcMeter acked_bitrate;
} ScreamDraft;

/* ---- 4.1 Sender Side State ---- */

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: bytes */
#define MSS 1000.0

/* RFC 6298 section 2.3: alpha, of which section 4.2.1.4 of the draft says no more */
#define S_RTT_G (1.0 / 8)
/* OURS: ns, rates are divided by it; no path is so short, nor half or double of it */
#define S_RTT_MIN 1000.0

static double
seconds (double ns)
{
  return ns / (double) RTP_CC_SECOND;
}

/* 4.1.1 */
static double
ref_wnd_ratio (const ScreamDraft * s)
{
  return fmin (1, MSS / s->ref_wnd);
}

/* 4.1.1 */
static void
update_bytes_in_flight (ScreamDraft * s, uint64_t bytes_in_flight)
{
  s->max_bytes_in_flight =
      larger (s->max_bytes_in_flight, (double) bytes_in_flight);
}

/* @rtt: ns; below 0: there is none. */
static void
update_rtt (ScreamDraft * s, int64_t rtt)
{
  double sample = larger ((double) rtt, S_RTT_MIN);

  if (rtt < 0)
    return;
  s->s_rtt = s->have_rtt ? s->s_rtt + S_RTT_G * (sample - s->s_rtt) : sample;
  s->have_rtt = true;
}

/* ---- 4.2.1 Congestion Detection: Delay, Data Unit Loss and ECN-CE ---- */

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.3 */
#define L4S_AVG_G (1.0 / 16)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.3: ns between two updates */
#define L4S_ALPHA_INTERVAL (10. * RTP_CC_MSECOND)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.4 */
#define QDELAY_AVG_G (1.0 / 4)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: ns */
#define VIRTUAL_RTT (25. * RTP_CC_MSECOND)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.2 */
#define LOSS_RATE_THRESHOLD 0.01

/* 4.2.1.1 is the ledger's, which says what is lost; 4.5.2. */
static void
update_loss_rate (ScreamDraft * s, bool packet_is_lost)
{
  double alpha = fmin (LOSS_RATE_THRESHOLD / 4, MSS / s->ref_wnd / 2);

  s->loss_rate = (1 - alpha) * s->loss_rate + (packet_is_lost ? alpha : 0);
  s->loss_detected |= packet_is_lost;
}

static void
note_received (ScreamDraft * s, const RtpCcReport * report, RtpCcTime now)
{
  s->data_units_delivered_this_rtt++;
  rtp_cc_meter_add (&s->acked_bitrate, report->packet.size, now);
  if (report->ecn == RTP_CC_ECN_CE && report->packet.ecn != RTP_CC_ECN_NOT_ECT) {
    s->data_units_marked_this_rtt++;
    s->data_units_marked = true;
  }
}

/* 4.2.1.4, RFC 6817. */
static void
update_qdelay (ScreamDraft * s, int64_t owd, RtpCcTime now)
{
  rtp_cc_base_delay_add (&s->base, owd, now);
  s->qdelay = (double) (owd - rtp_cc_base_delay (&s->base));
  s->qdelay_min = fmin (s->qdelay_min, s->qdelay);
}

static void
note_reports (ScreamDraft * s, const RtpCcFeedback * feedback, RtpCcTime now)
{
  const RtpCcReport *newest = NULL;

  for (size_t i = 0; i < feedback->n_reports; i++) {
    const RtpCcReport *report = &feedback->reports[i];

    if (report->fate == RTP_CC_FATE_RECEIVED_LATE)
      continue;
    update_loss_rate (s, report->fate == RTP_CC_FATE_LOST);
    if (report->fate == RTP_CC_FATE_LOST)
      continue;
    note_received (s, report, now);
    if (report->arrival != RTP_CC_TIME_NEVER)
      newest = report;
  }
  if (newest != NULL)
    update_qdelay (s, newest->arrival - newest->packet.sent, now);
}

/* 4.2.1.3 */
static void
update_l4s_alpha (ScreamDraft * s, RtpCcTime now)
{
  double fraction_marked;

  if ((double) (now - s->last_update_l4s_alpha_time)
      < fmin (L4S_ALPHA_INTERVAL, s->s_rtt)
      || s->data_units_delivered_this_rtt == 0)
    return;

  fraction_marked = (double) s->data_units_marked_this_rtt
      / s->data_units_delivered_this_rtt;
  s->l4s_alpha += L4S_AVG_G * (fraction_marked - s->l4s_alpha);
  s->data_units_delivered_this_rtt = s->data_units_marked_this_rtt = 0;
  s->last_update_l4s_alpha_time = now;
}

/* 4.2.1.4 */
static void
update_qdelay_avg (ScreamDraft * s, RtpCcTime now)
{
  if ((double) (now - s->last_update_qdelay_avg_time)
      < fmin (VIRTUAL_RTT, s->s_rtt))
    return;

  if (s->qdelay < s->qdelay_avg)
    s->qdelay_avg = s->qdelay;
  else
    s->qdelay_avg += QDELAY_AVG_G * (s->qdelay - s->qdelay_avg);
  s->last_update_qdelay_avg_time = now;
}

/* ---- 4.2.2.1 Reference Window Reduction ---- */

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: ns; the queue-delay-target property
 * sets another */
#define QDELAY_TARGET_LO (60 * RTP_CC_MSECOND)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: bytes */
#define MIN_REF_WND 3000.0
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: bytes, when there was no congestion */
#define REF_WND_I_FIRST 1.0
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2 */
#define POST_CONGESTION_DELAY_RTTS 100
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2 */
#define REF_WND_I_UPDATE_MAX_HOLD_RTTS 50
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2.1: what lets ref_wnd_i follow */
#define REF_WND_I_UPDATE_GROWTH 1.05
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2.1 */
#define SCL_GAIN 8
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2.1, of back-off, and 4.2.2.2, of growth:
 * what is left near ref_wnd_i at least */
#define SCL_OF_CHANGE_MIN 0.25
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.3 */
#define ACKED_BITRATE_MARGIN 0.8
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.3 */
#define BACKOFF_SCALE_LOW_TARGET_RATE 0.25

static double
post_congestion_delay (const ScreamDraft * s)
{
  return POST_CONGESTION_DELAY_RTTS * larger (VIRTUAL_RTT, s->s_rtt);
}

static void
update_ref_wnd_i (ScreamDraft * s, RtpCcTime now)
{
  if (s->ref_wnd > REF_WND_I_UPDATE_GROWTH * s->ref_wnd_lowest
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
scale_backoff (ScreamDraft * s, double backoff, RtpCcTime now)
{
  backoff /= larger (1, s->s_rtt / VIRTUAL_RTT);
  if (s->target_bitrate < ACKED_BITRATE_MARGIN
      * rtp_cc_meter_rate (&s->acked_bitrate, now))
    backoff *= BACKOFF_SCALE_LOW_TARGET_RATE;
  return backoff;
}

static void
back_off_l4s (ScreamDraft * s, double scl_t, RtpCcTime now)
{
  double backoff = scale_backoff (s, s->l4s_alpha / 2, now);

  if (s->qdelay < s->qdelay_target / 4)
    backoff *= larger (SCL_OF_CHANGE_MIN, scl_t);
  if ((double) (now - s->last_reaction_to_congestion_time)
      > post_congestion_delay (s))
    s->ref_wnd = fmin (s->ref_wnd, s->max_bytes_in_flight_prev);
  s->ref_wnd *= 1 - backoff;
}

/* A loss counts by the condition of 4.5.2. */
static void
reduce_ref_wnd (ScreamDraft * s, bool is_l4s, double scl_t, RtpCcTime now)
{
  double half = s->qdelay_target / 2;
  bool is_loss = s->loss_detected && (s->loss_rate > LOSS_RATE_THRESHOLD
      || s->qdelay_avg > s->qdelay_target / 4);
  bool is_ce = !is_loss && s->data_units_marked;
  bool is_virtual_ce = !is_loss && !is_ce && s->qdelay_avg > half
      && s->qdelay_avg >= s->qdelay_avg_prev;

  s->loss_detected = s->data_units_marked = false;
  if (!is_loss && !is_ce && !is_virtual_ce)
    return;

  update_ref_wnd_i (s, now);
  if (is_loss)
    s->ref_wnd *= s->p[BETA_LOSS];
  else if (is_ce && is_l4s)
    back_off_l4s (s, scl_t, now);
  else if (is_ce)
    s->ref_wnd *= s->p[BETA_ECN];
  else
    s->ref_wnd *= 1 - scale_backoff (s,
        fmin (1, (s->qdelay_avg - half) / half) / 2, now);
  s->ref_wnd = larger (MIN_REF_WND, s->ref_wnd);
  s->last_reaction_to_congestion_time = now;
}

/* ---- 4.2.2.2 Reference Window Increase ---- */

static void
increase_ref_wnd (ScreamDraft * s, const RtpCcFeedback * feedback,
    double scl_t, RtpCcTime now)
{
  double post_congestion_scale =
      clip ((double) (now - s->last_congestion_detected_time)
      / post_congestion_delay (s), 0, 1);
  double ref_wnd_scale_factor = 1 + s->p[MUL_INCREASE_FACTOR] * s->ref_wnd
      / MSS * post_congestion_scale;
  double bytes_newly_acked_minus_ce = larger (0,
      (double) feedback->bytes_newly_acked
      - (double) feedback->bytes_newly_acked_ce);
  double increment = bytes_newly_acked_minus_ce * ref_wnd_ratio (s)
      * fmin (1, s->s_rtt / VIRTUAL_RTT) * larger (SCL_OF_CHANGE_MIN, scl_t)
      * ref_wnd_scale_factor;
  double max_allowed = MSS + s->p[BYTES_IN_FLIGHT_HEAD_ROOM]
      * larger (s->max_bytes_in_flight, s->max_bytes_in_flight_prev);

  if (s->ref_wnd + increment > max_allowed
      || s->target_bitrate >= (double) s->config->max_rate)
    return;
  s->ref_wnd += increment;
  s->ref_wnd_i_update_allowed |= increment > 0;
}

/* ---- 4.2.2 Reference Window Update ---- */

static void
update_ref_wnd (ScreamDraft * s, const RtpCcFeedback * feedback, RtpCcTime now)
{
  double scl_t = SCL_GAIN * (s->ref_wnd - s->ref_wnd_i) / s->ref_wnd_i;
  bool is_l4s = s->config->ecn == RTP_CC_ECN_ECT_1 && !feedback->classic_ecn;

  /* Its least, 0.1, is below what back-off and growth have. */
  scl_t = fmin (1, scl_t * scl_t);
  if (s->loss_detected || s->data_units_marked)
    s->last_congestion_detected_time = now;
  if ((double) (now - s->last_reaction_to_congestion_time)
      >= fmin (VIRTUAL_RTT, s->s_rtt))
    reduce_ref_wnd (s, is_l4s, scl_t, now);
  s->qdelay_avg_prev = s->qdelay_avg;
  s->ref_wnd_lowest = s->ref_wnd;
  increase_ref_wnd (s, feedback, scl_t, now);
}

/* ---- 4.3 Sender Transmission Control ---- */

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.1: an MSS each */
#define MIN_WINDOW 2
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2: bit/s */
#define RATE_PACE_MIN 50000.0
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2 */
#define MAX_RELAXED_PACING_FACTOR 4.0
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2 */
#define RELAXED_PACING_LIMIT_LOW 0.8

/* 4.3.2 */
static double
pace_bitrate (const ScreamDraft * s)
{
  double nominal_rate = s->target_bitrate / (double) s->config->max_rate;
  double pace_rate_scale = fmin (1, (nominal_rate - RELAXED_PACING_LIMIT_LOW)
      / (1 - RELAXED_PACING_LIMIT_LOW));

  return larger (RATE_PACE_MIN, s->target_bitrate)
      * s->p[PACKET_PACING_HEADROOM]
      / clip (1 - pace_rate_scale, 1 / MAX_RELAXED_PACING_FACTOR, 1);
}

/* 4.3.1: as the swing of the delay is left out, ref_wnd_overhead is its maximum. */
static void
set_target (const ScreamDraft * s, RtpCcTarget * target)
{
  double window =
      larger (s->ref_wnd * s->p[REF_WND_OVERHEAD_MAX], MIN_WINDOW * MSS);

  target->media_rate = (uint64_t) s->target_bitrate;
  target->pacing_rate = (uint64_t) pace_bitrate (s);
  target->window = s->have_rtt
      ? (uint64_t) larger (window, s->config->max_packet_size)
      : RTP_CC_NO_WINDOW;
  target->ecn = s->config->ecn;
  target->wakeup = RTP_CC_TIME_NEVER;
}

/* ---- 4.4 Media Rate Control ---- */

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define RATE_ADJUST_GAIN (1.0 / 16)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: periods that media may wait */
#define RATE_ADJUST_WAIT (1.0 / 4)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define RATE_ADJUST_MAX 0.5
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define FRAME_SIZE_DEV_ALPHA (1.0 / 64)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define FRAME_SIZE_DEV_MAX 0.2
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: a window with a larger ref_wnd_ratio is
 * very small */
#define REF_WND_RATIO_SMALL 0.1
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: what that takes off the rate at most */
#define SMALL_WINDOW_MAX 0.2
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: the rate is so much below the window */
#define TARGET_RATE_HEADROOM 1.2
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: ns */
#define FRAME_PERIOD_FIRST (20. * RTP_CC_MSECOND)
/* OURS: ns; the draft leaves the estimate open, which is the newest period.  A longer one is a
 * pause.  Half and double fit alike: sources have 10 to 60 frames a second. */
#define FRAME_PERIOD_MAX (200 * RTP_CC_MSECOND)

/* For each new media frame. */
static void
on_frame (void *state, const RtpCcFrame * frame, RtpCcTime now,
    RtpCcTarget * target)
{
  ScreamDraft *s = state;
  double error, frame_size_nom;

  (void) now;
  (void) target;
  if (frame->period > 0 && frame->period < FRAME_PERIOD_MAX)
    s->frame_period = (double) frame->period;

  error = ((double) frame->queue_delay - RATE_ADJUST_WAIT * s->frame_period)
      / s->frame_period;
  s->rate_adjust_factor = clip (s->rate_adjust_factor
      + RATE_ADJUST_GAIN * error, 0, RATE_ADJUST_MAX);

  frame_size_nom = (double) frame->media_target * seconds (s->frame_period) / 8;
  if (frame_size_nom > 0)
    s->frame_size_dev = fmin (FRAME_SIZE_DEV_MAX,
        (1 - FRAME_SIZE_DEV_ALPHA) * s->frame_size_dev + FRAME_SIZE_DEV_ALPHA
        * larger (0, frame->size / frame_size_nom - 1));
}

static double
small_window (const ScreamDraft * s)
{
  return 1 - clip (ref_wnd_ratio (s) - REF_WND_RATIO_SMALL, 0,
      SMALL_WINDOW_MAX);
}

static void
update_target_bitrate (ScreamDraft * s, RtpCcTime now)
{
  double k = small_window (s)
      / (TARGET_RATE_HEADROOM + s->rate_adjust_factor + s->frame_size_dev);
  double rate = k * 8 * s->ref_wnd / seconds (s->s_rtt);

  if (now < s->drain_until)     /* 4.5.1 */
    rate /= 2;
  s->target_bitrate = clip (rate, (double) s->config->min_rate,
      (double) s->config->max_rate);
}

/* ---- 4.5 Additional functions: 4.5.2 and 4.5.3 stand where they change something ---- */

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1 */
#define QDELAY_MIN_AVG_ALPHA (1.0 / 256)
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1: how long the target is halved, RTTs */
#define DRAIN_RTTS 5
/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1: and ns at least */
#define DRAIN_MIN (200. * RTP_CC_MSECOND)
/* OURS: ns, of acked_bitrate; section 4.5.3 has about an RTT, or two frame periods, which this
 * is at 10 Hz.  At half and at double use and queue of 0.3 to 5 Mbit/s differ by chance only */
#define ACKED_BITRATE_WINDOW (200 * RTP_CC_MSECOND)

/* 4.5.1: once in an RTT. */
static void
compensate_clock_drift (ScreamDraft * s, RtpCcTime now)
{
  if (isinf (s->qdelay_min))
    return;
  s->qdelay_min_avg += QDELAY_MIN_AVG_ALPHA
      * (s->qdelay_min - s->qdelay_min_avg);
  s->qdelay_min = INFINITY;
  if (s->qdelay_min_avg <= s->qdelay_target / 4)
    return;
  s->qdelay_min_avg = 0;
  rtp_cc_base_delay_forget (&s->base);
  s->drain_until = now + (RtpCcTime) larger (DRAIN_RTTS * s->s_rtt, DRAIN_MIN);
}

static void
end_rtt (ScreamDraft * s, RtpCcTime now)
{
  if ((double) (now - s->rtt_start) < s->s_rtt)
    return;
  s->rtt_start = now;
  s->max_bytes_in_flight_prev = s->max_bytes_in_flight;
  s->max_bytes_in_flight = 0;
  compensate_clock_drift (s, now);
}

/* ---- the steps ---- */

static void
on_sent (void *state, const RtpCcPacket * packet, uint64_t bytes_in_flight)
{
  (void) packet;
  update_bytes_in_flight (state, bytes_in_flight);
}

static void
on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime now,
    RtpCcTarget * target)
{
  ScreamDraft *s = state;

  note_reports (s, feedback, now);
  update_rtt (s, feedback->rtt);
  update_bytes_in_flight (s, feedback->prior_in_flight);
  update_l4s_alpha (s, now);
  update_qdelay_avg (s, now);
  update_ref_wnd (s, feedback, now);
  end_rtt (s, now);
  update_target_bitrate (s, now);
  set_target (s, target);
}

/* OURS: the rate of another policy is taken for one where the path was full, near which growth
 * is slow: the window is the inverse of 4.4. */
static void
take_over (ScreamDraft * s, const RtpCcPath * path, RtpCcTime now)
{
  if (path->base_delay != RTP_CC_TIME_NEVER)
    rtp_cc_base_delay_add (&s->base, path->base_delay, now);
  update_rtt (s, path->rtt > 0 ? path->rtt : -1);
  s->ref_wnd = TARGET_RATE_HEADROOM * s->target_bitrate / 8
      * seconds (s->s_rtt);
  s->ref_wnd = larger (MIN_REF_WND, s->ref_wnd / small_window (s));
  s->ref_wnd_i = s->ref_wnd_lowest = s->ref_wnd;
}

/* All that is not set is 0.  OURS: an RTT of twice VIRTUAL_RTT until one is measured; and the
 * draft's 0 for times, when there was never congestion, is so long ago that it does not matter. */
static void
init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  ScreamDraft *s = state;

  s->config = config;
  for (int i = 0; i < N_PARAMS; i++)
    s->p[i] = config->params != NULL ? config->params[i] : params[i].value;
  s->qdelay_target = (double) (config->queue_delay_target > 0
      ? config->queue_delay_target : QDELAY_TARGET_LO);
  s->s_rtt = 2 * VIRTUAL_RTT;
  s->ref_wnd = MIN_REF_WND;
  s->ref_wnd_i = REF_WND_I_FIRST;
  s->ref_wnd_i_update_allowed = true;
  s->frame_period = FRAME_PERIOD_FIRST;
  s->target_bitrate = (double) config->start_rate;
  s->qdelay_min = INFINITY;
  rtp_cc_meter_init (&s->acked_bitrate, ACKED_BITRATE_WINDOW, now);
  s->last_congestion_detected_time = s->last_reaction_to_congestion_time =
      now - (RtpCcTime) post_congestion_delay (s);
  s->rtt_start = s->ref_wnd_i_update_time = now;
  s->last_update_l4s_alpha_time = s->last_update_qdelay_avg_time = now;
  if (config->path != NULL)
    take_over (s, config->path, now);
  set_target (s, target);
}

static void
info (const void *state, RtpCcInfo * info)
{
  const ScreamDraft *s = state;

  info->s_rtt = s->have_rtt ? (int64_t) s->s_rtt : 0;
  info->base_delay = rtp_cc_base_delay (&s->base);
  info->qdelay = (int64_t) s->qdelay;
  info->qdelay_avg = (int64_t) s->qdelay_avg;
  info->qdelay_target = (int64_t) s->qdelay_target;
  info->ref_wnd = (uint64_t) s->ref_wnd;
  info->ref_wnd_i = (uint64_t) s->ref_wnd_i;
  info->l4s_alpha = s->l4s_alpha;
  info->loss_rate = s->loss_rate;
}

const RtpCcOps rtp_cc_scream_draft_ops = {
  .queue_delay_target = QDELAY_TARGET_LO,
  .name = "scream-draft",
  .source = "draft-ietf-ccwg-rfc8298bis-screamv2-02",
  .state_size = sizeof (ScreamDraft),
  .params = params,
  .init = init,
  .on_feedback = on_feedback,
  .on_sent = on_sent,
  .on_frame = on_frame,
  .info = info,
};

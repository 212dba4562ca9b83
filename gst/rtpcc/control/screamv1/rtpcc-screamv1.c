/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-screamv1.c: SCReAM version 1, Self-Clocked Rate Adaptation for Multimedia
 *
 * Document: RFC 8298.  Version 2 (rtpcc-scream.c) replaces it; this one is here
 * to be compared with.
 *
 * The idea.  Packets leave as those before them are acknowledged: a window of
 * bytes, as in LEDBAT, keeps the queue of the network at a delay target.  The
 * encoder is steered by what that window lets out:
 *
 *   cwnd            += GAIN * (1 - qdelay / qdelay_target) * acked * MSS / cwnd
 *   window           = cwnd, one MSS more while qdelay <= qdelay_target
 *   pacing           = 8 * cwnd / s_rtt
 *   target_bitrate  -> the rate that left, less what waits to leave
 *
 *            start                       trend >= 0.2, loss, CE
 *              |        +---------------+ ----------> +--------------+
 *              +------> | FAST INCREASE |             | delay target |
 *                       +---------------+ <---------- +--------------+
 *      cwnd += acked,                    5 s of         cwnd as above
 *      rate += 0.2 Mbit/s in a second    trend < 0.2    rate follows what left
 *
 * Loss takes a fifth of the window and a tenth of the rate, CE a tenth of both,
 * at most once in an RTT.  The delay target is 0.1 s, and up to 0.4 s when the
 * queue stays long whatever we do.
 *
 * In three parts: rtpcc-screamv1-delay.c measures the queue and sets its target,
 * rtpcc-screamv1-rate.c steers the encoders, and this file has the window.
 *
 * Departures from the RFC, each with its reason in docs/research/deviations.md:
 *   S1 the rate follows, where the RFC adds rate to rate
 *   S2 the window shrinks by a quarter at most in one feedback
 *   S3 packets are paced no slower than the encoders' target
 *   S4 the delay target is adjusted each 50 ms
 *   S5 ECT(0) even where ECT(1) is allowed
 *   S6 after loss or CE the next round of the rate may lower it further
 * Ours, where the RFC is silent:
 *   T1 divisions by zero: constant history, no RTT, no rate yet
 *   T4 pauses
 *   T5 another controller's rate and path are taken over
 */
#include "gst/rtpcc/rtpcc-private.h"

#include <math.h>

#include "rtpcc-screamv1-delay.h"
#include "rtpcc-screamv1-rate.h"

/* Named as in the RFC where it has a name. */
typedef struct
{
  const RtpCcConfig *config;
  ScreamV1Delay delay;
  ScreamV1Rate rate;

  bool in_fast_increase;
  RtpCcTime trend_high_time;    /* when qdelay_trend was last not low */
  double cwnd;
  double s_rtt;                 /* ns; 0: none yet */

  /* sliding maximum: of each second */
  double max_bytes_in_flight[MAX_BYTES_IN_FLIGHT_BINS];
  int64_t in_flight_bin;        /* number of the newest second */

  bool loss_seen, ce_seen;      /* since the last event */
  RtpCcTime event_time;         /* of the last event */
  double loss_event_rate;
  bool loss_in_rtt;
  RtpCcTime rtt_tick;
} ScreamV1;

static double
seconds (double ns)
{
  return ns / (double) RTP_CC_SECOND;
}

/* ---- 4.1.2: what feedback tells ---- */

static void
note_reports (ScreamV1 * s, const RtpCcFeedback * feedback, RtpCcTime now)
{
  const RtpCcReport *newest = NULL;

  s->loss_seen = s->ce_seen = false;
  for (size_t i = 0; i < feedback->n_reports; i++) {
    const RtpCcReport *report = &feedback->reports[i];

    if (report->fate == RTP_CC_FATE_LOST)
      s->loss_seen = true;
    if (report->fate != RTP_CC_FATE_RECEIVED)
      continue;
    screamv1_rate_acked (&s->rate, report->packet.size);
    if (report->ecn == RTP_CC_ECN_CE
        && report->packet.ecn != RTP_CC_ECN_NOT_ECT)
      s->ce_seen = true;
    if (report->arrival != RTP_CC_TIME_NEVER)
      newest = report;
  }
  if (newest != NULL)
    screamv1_delay_sample (&s->delay, newest->arrival - newest->packet.sent,
        now);
}

static void
update_rtt (ScreamV1 * s, int64_t rtt)
{
  double sample = fmax ((double) rtt, (double) S_RTT_MIN);

  if (rtt < 0)
    return;
  if (s->s_rtt <= 0)
    s->s_rtt = sample;
  s->s_rtt += S_RTT_G * (sample - s->s_rtt);
}

/* Part of the RTTs with a loss. */
static void
update_loss_event_rate (ScreamV1 * s, RtpCcTime now)
{
  s->loss_in_rtt = s->loss_in_rtt || s->loss_seen;
  if ((double) (now - s->rtt_tick) < s->s_rtt)
    return;
  s->rtt_tick = now;
  s->loss_event_rate += LOSS_EVENT_RATE_G
      * ((s->loss_in_rtt ? 1 : 0) - s->loss_event_rate);
  s->loss_in_rtt = false;
}

static void
note_bytes_in_flight (ScreamV1 * s, double bytes, RtpCcTime now)
{
  int64_t bin = now / MAX_BYTES_IN_FLIGHT_BIN;

  if (bin - s->in_flight_bin > MAX_BYTES_IN_FLIGHT_BINS)
    s->in_flight_bin = bin - MAX_BYTES_IN_FLIGHT_BINS;
  while (s->in_flight_bin < bin)
    s->max_bytes_in_flight[++s->in_flight_bin % MAX_BYTES_IN_FLIGHT_BINS] = 0;
  s->max_bytes_in_flight[bin % MAX_BYTES_IN_FLIGHT_BINS] =
      fmax (s->max_bytes_in_flight[bin % MAX_BYTES_IN_FLIGHT_BINS], bytes);
}

static double
max_bytes_in_flight (const ScreamV1 * s)
{
  double max = 0;

  for (int i = 0; i < MAX_BYTES_IN_FLIGHT_BINS; i++)
    max = fmax (max, s->max_bytes_in_flight[i]);
  return max;
}

/* ---- 4.1.2.1: loss and ECN ---- */

/* True if this feedback is a congestion event: others within an RTT are the
 * same one. */
static bool
react_to_congestion (ScreamV1 * s, RtpCcTime now)
{
  if (!s->loss_seen && !s->ce_seen)
    return false;
  if ((double) (now - s->event_time) < s->s_rtt)
    return false;

  s->event_time = now;
  s->in_fast_increase = false;
  s->cwnd = fmax (MIN_CWND, s->cwnd * (s->loss_seen ? BETA_LOSS : BETA_ECN));
  screamv1_rate_congestion (&s->rate, s->loss_seen ? BETA_R : BETA_ECN);
  return true;
}

/* ---- 4.1.2.2: congestion window ---- */

/* True if this feedback is dealt with. */
static bool
fast_increase (ScreamV1 * s, double bytes_in_flight, double bytes_newly_acked)
{
  if (!s->in_fast_increase)
    return false;
  if (s->delay.qdelay_trend >= QDELAY_TREND_TH) {
    s->in_fast_increase = false;
    return false;
  }
  if (bytes_in_flight * USED_FAST_INCREASE + bytes_newly_acked > s->cwnd)
    s->cwnd += bytes_newly_acked;
  return true;
}

/* DEVIATES: the decrease has a bound. */
static void
update_cwnd (ScreamV1 * s, double bytes_in_flight, double bytes_newly_acked)
{
  double off_target = 1 - s->delay.qdelay / s->delay.qdelay_target;
  double delta = GAIN * off_target * bytes_newly_acked * MSS / s->cwnd;

  if (fast_increase (s, bytes_in_flight, bytes_newly_acked))
    return;
  if (off_target > 0 && bytes_in_flight * USED + bytes_newly_acked <= s->cwnd)
    delta = 0;
  s->cwnd += fmax (delta, -MAX_DECREASE * s->cwnd);
  s->cwnd = fmin (s->cwnd, MAX_BYTES_IN_FLIGHT_HEAD_ROOM
      * max_bytes_in_flight (s));
  s->cwnd = fmax (s->cwnd, MIN_CWND);
}

/* ---- 4.1.2.7 ---- */

static void
check_to_resume_fast_increase (ScreamV1 * s, RtpCcTime now)
{
  if (s->in_fast_increase || s->delay.qdelay_trend >= QDELAY_TREND_LO)
    s->trend_high_time = now;
  else if (now - s->trend_high_time >= T_RESUME_FAST_INCREASE)
    s->in_fast_increase = true;
}

/* ---- 4.1.2.5, 4.1.2.6: what the session is told ---- */

/* DEVIATES: no slower than the target, so that a small window shows as few bytes
 * in flight, not as a long queue in front of the pacer. */
static double
pace_bitrate (const ScreamV1 * s)
{
  double pace = s->s_rtt > 0 ? s->cwnd * 8 / seconds (s->s_rtt) : 0;

  return fmax (fmax (RATE_PACE_MIN, pace), s->rate.target_bitrate);
}

static double
send_window (const ScreamV1 * s)
{
  return s->delay.qdelay <= s->delay.qdelay_target ? s->cwnd + MSS : s->cwnd;
}

/* DEVIATES: the RFC's answer to CE is that for ECT(0), RFC 9331 section 4.3. */
static RtpCcEcn
ecn_code_point (const ScreamV1 * s)
{
  return s->config->ecn == RTP_CC_ECN_NOT_ECT ? RTP_CC_ECN_NOT_ECT
      : RTP_CC_ECN_ECT_0;
}

static void
set_target (const ScreamV1 * s, RtpCcTarget * target)
{
  target->media_rate = (uint64_t) s->rate.target_bitrate;
  target->pacing_rate = (uint64_t) pace_bitrate (s);
  target->window = (uint64_t) fmax (send_window (s),
      s->config->max_packet_size);
  target->ecn = ecn_code_point (s);
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
update_rate (ScreamV1 * s, double rtp_queue_bytes, RtpCcTime now)
{
  ScreamV1RateInput input = { 0 };

  input.in_fast_increase = s->in_fast_increase;
  input.qdelay_trend = s->delay.qdelay_trend;
  input.qdelay_trend_mem = s->delay.qdelay_trend_mem;
  input.rtp_queue_size = rtp_queue_bytes * 8;
  screamv1_rate_update (&s->rate, &input, (double) s->config->min_rate,
      (double) s->config->max_rate, now);
}

/* ---- the steps ---- */

static void
screamv1_on_feedback (void *state, const RtpCcFeedback * feedback,
    RtpCcTime now, RtpCcTarget * target)
{
  ScreamV1 *s = state;

  note_reports (s, feedback, now);
  update_rtt (s, feedback->rtt);
  update_loss_event_rate (s, now);
  screamv1_delay_update (&s->delay, s->loss_event_rate, now);
  if (!react_to_congestion (s, now))
    update_cwnd (s, (double) feedback->bytes_in_flight,
        (double) feedback->bytes_newly_acked);
  check_to_resume_fast_increase (s, now);
  update_rate (s, (double) feedback->queued_bytes, now);
  set_target (s, target);
}

static void
screamv1_on_sent (void *state, const RtpCcPacket * packet,
    uint64_t bytes_in_flight)
{
  ScreamV1 *s = state;

  screamv1_rate_sent (&s->rate, packet->size, packet->sent);
  note_bytes_in_flight (s, (double) bytes_in_flight, packet->sent);
}

static void
screamv1_on_frame (void *state, const RtpCcFrame * frame, RtpCcTime now,
    RtpCcTarget * target)
{
  ScreamV1 *s = state;

  (void) now;
  (void) target;
  screamv1_rate_encoded (&s->rate, frame->size);
}

/* In s. */
static double
configured (int64_t ns, double otherwise)
{
  return ns > 0 ? seconds ((double) ns) : otherwise;
}

/* T5, OURS: another policy ran until now, so this is no start: the window is that of its
 * rate, and as much is taken to be in flight. */
static void
take_over (ScreamV1 * s, const RtpCcPath * path, RtpCcTime now)
{
  if (path->base_delay != RTP_CC_TIME_NEVER)
    rtp_cc_base_delay_add (&s->delay.base, path->base_delay, now);
  if (path->rtt <= 0)
    return;
  s->s_rtt = fmax ((double) path->rtt, (double) S_RTT_MIN);
  s->cwnd = fmax (MIN_CWND, s->rate.target_bitrate / 8 * seconds (s->s_rtt));
  note_bytes_in_flight (s, s->cwnd, now);
  s->in_fast_increase = false;
}

static void
screamv1_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  ScreamV1 *s = state;

  s->config = config;
  screamv1_delay_init (&s->delay,
      configured (config->queue_delay_target, QDELAY_TARGET_LO),
      configured (config->queue_delay_target_max, QDELAY_TARGET_HI), now);
  screamv1_rate_init (&s->rate, (double) config->start_rate);
  s->in_fast_increase = true;
  s->trend_high_time = now;
  s->cwnd = MIN_CWND;
  s->in_flight_bin = now / MAX_BYTES_IN_FLIGHT_BIN;
  s->event_time = s->rtt_tick = now;
  if (config->path != NULL)
    take_over (s, config->path, now);
  set_target (s, target);
}

/* T1: beside a target of a nanosecond the average of an hour does not fit. */
static int64_t
nanoseconds (double seconds)
{
  return (int64_t) (fmin (seconds, SHOWN_DELAY_MAX) * (double) RTP_CC_SECOND);
}

static void
screamv1_info (const void *state, RtpCcInfo * info)
{
  const ScreamV1 *s = state;

  info->s_rtt = (int64_t) s->s_rtt;
  info->base_delay = rtp_cc_base_delay (&s->delay.base);
  info->qdelay = nanoseconds (s->delay.qdelay);
  info->qdelay_avg = nanoseconds (s->delay.qdelay_fraction_avg
      * s->delay.qdelay_target);
  info->qdelay_target = nanoseconds (s->delay.qdelay_target);
  info->ref_wnd = (uint64_t) s->cwnd;
  info->loss_rate = s->loss_event_rate;
  info->in_fast_increase = s->in_fast_increase;
}

const RtpCcOps rtp_cc_screamv1_ops = {
  .queue_delay_target = (int64_t) (QDELAY_TARGET_LO * 1e9),
  .name = "scream-v1",
  .source = "RFC 8298",
  .state_size = sizeof (ScreamV1),
  .init = screamv1_init,
  .on_feedback = screamv1_on_feedback,
  .on_sent = screamv1_on_sent,
  .on_frame = screamv1_on_frame,
  .info = screamv1_info,
};

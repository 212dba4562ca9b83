/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-rate.c: SCReAM v2, pacing and target rate
 *
 * Sections 4.3, sender transmission control: pacing and the window of bytes in flight;
 * 4.4, media rate control: the target bitrate; and 4.5.1, clock drift, which lowers that
 * for a while.  A change of the base delay (O19) is detected beside drift, since both look
 * like a queue.
 */
#include "rtpcc-scream-private.h"

#include <math.h>

/* ---- 4.3 sender transmission control ---- */

/* A policer and a queue of a few packets drop bursts. */
static bool
is_limit_without_queue (const Scream * s, RtpCcTime now)
{
  return s->loss.testing || now < s->no_queue_until;
}

/* D14: a path with jitter delivers in bursts, and a frame that is spread over its whole period
 * misses them.  So it leaves in less, the more of its period the jitter is. */
static double
pace_as_frames_arrive (const Scream * s, double pace, RtpCcTime now)
{
  double jitter = fmin (1, scream_delay_jitter (&s->delay) / s->frame_period);

  if (!s->p.frames_leave_early || s->is_l4s || is_limit_without_queue (s, now))
    return pace;
  return pace + jitter * (s->p.bytes_in_flight_head_room - 1)
      * s->target_bitrate;
}

/* 4.3.2.  DEVIATES (D14): never relaxed, since a burst of the encoder is better off here. */
static double
pace_bitrate (const Scream * s, RtpCcTime now)
{
  double pace = larger (RATE_PACE_MIN, s->target_bitrate)
      * s->p.packet_pacing_headroom;

  return pace_as_frames_arrive (s, pace, now);
}

/* D14: packets of one feedback interval leave before the next, and more where feedback
 * is lost. */
static double
bytes_until_feedback (const Scream * s)
{
  double most = s->target_bitrate / 8
      * scream_seconds ((double) s->p.acked_rate_window);

  return s->p.window_waits ? fmin (scream_most (&s->told), most) : 0;
}

/* 4.3.1.  DEVIATES (D14, D24): one overhead, and no more than the rate needs. */
void
scream_set_target (const Scream * s, RtpCcTime now, RtpCcTarget * target)
{
  double used = s->ref_wnd / scream_encoder_room (s);
  double window = larger (used * s->p.ref_wnd_overhead_max,
      used + bytes_until_feedback (s));

  window = larger (window, 2 * MSS);

  target->media_rate = (uint64_t) s->target_bitrate;
  target->pacing_rate = (uint64_t) pace_bitrate (s, now);
  target->window = s->have_rtt
      ? (uint64_t) larger (window, s->config->max_packet_size)
      : RTP_CC_NO_WINDOW;
  target->ecn = s->config->ecn;
  target->wakeup = RTP_CC_TIME_NEVER;
}

/* ---- 4.4 media rate control ---- */

/* Also before the meter has a whole window: an upper bound of the received rate. */
static double
rate_in_window (RtpCcMeter * meter, RtpCcTime window, RtpCcTime now)
{
  return (double) rtp_cc_meter_bytes (meter,
      now) * 8 / scream_seconds ((double) window);
}

/* D24: that a key frame alone raises the rate matters of a still picture only.  Who makes frames
 * as large as they may be, by the margin of 4.5.3, need not wait for the longer mean. */
static void
update_acked_most (Scream * s, RtpCcTime now)
{
  bool fills = s->frame_fill >= ACKED_BITRATE_MARGIN;
  double rate = fills ? rate_in_window (&s->acked, s->p.acked_rate_window, now)
      : rate_in_window (&s->acked_long, s->p.path_memory, now);

  scream_add_to_most (&s->acked_most, rate, LONG_MEMORY, now);
}

/* D24: so many times the highest rate acknowledged in the last one or two periods of
 * LONG_MEMORY as there may be more in flight than was; at first the start rate is believed. */
static double
acked_limit (const Scream * s, RtpCcTime now)
{
  double limit = s->p.bytes_in_flight_head_room * scream_most (&s->acked_most);

  if (!s->p.acked_bounds_target)
    return INFINITY;
  return now - s->start_time < s->p.path_memory
      ? larger (limit, (double) s->config->start_rate) : limit;
}

/* O11: the delivery rate of the path. */
static double
saturated_limit (Scream * s, RtpCcTime now)
{
  return s->p.packet_pacing_headroom * larger (s->acked_rate,
      rtp_cc_meter_rate (&s->acked_long, now));
}

/* The factor MSS / (MSS + PACKET_OVERHEAD) of the draft stands in the session, which
 * takes off the headers as they are.  DEVIATES (D3): a small window takes nothing off. */
void
scream_update_target_bitrate (Scream * s, RtpCcTime now)
{
  double k =
      1 / (TARGET_RATE_HEADROOM + s->rate_adjust_factor + s->frame_size_dev);
  double rate;

  update_acked_most (s, now);
  rate = k * 8 * s->ref_wnd / scream_seconds (s->s_rtt);
  rate = fmin (rate, acked_limit (s, now));
  if (now < s->saturated_until)
    rate = fmin (rate, saturated_limit (s, now));
  if (now < s->drain_until)
    rate /= 2;
  if (scream_compete_is_testing (&s->compete, now))
    rate = fmin (rate, s->test_rate);
  s->target_bitrate = clip (rate, (double) s->config->min_rate,
      (double) s->config->max_rate);
}

/* DEVIATES (D20): as much in a second whatever the frame rate, but no more for a
 * frame than the draft has. */
static double
rate_adjust_gain (const RtpCcFrame * frame)
{
  double gain = RATE_ADJUST_GAIN * (double) frame->period / VIRTUAL_RTT;

  return clip (gain, 0, RATE_ADJUST_GAIN_MAX);
}

/* 4.4: a frame is complete. */
void
scream_on_frame (void *state, const RtpCcFrame * frame, RtpCcTime now,
    RtpCcTarget * target)
{
  Scream *s = state;
  double nominal;

  (void) now;
  (void) target;
  if (frame->period > 0 && frame->period < s->p.acked_rate_window)
    s->frame_period = (double) frame->period;

  s->rate_adjust_factor = clip (s->rate_adjust_factor
      + rate_adjust_gain (frame) * ((double) frame->queue_delay
          - RATE_ADJUST_WAIT * s->frame_period) / s->frame_period, 0,
      RATE_ADJUST_MAX);
  nominal = (double) frame->media_target * scream_seconds (s->frame_period) / 8;
  if (nominal <= 0)
    return;
  s->frame_fill += FRAME_SIZE_DEV_ALPHA
      * (fmin (s->p.bytes_in_flight_head_room, frame->size / nominal)
      - s->frame_fill);
  s->frame_size_dev = fmin (FRAME_SIZE_DEV_MAX, s->frame_size_dev
      * (1 - FRAME_SIZE_DEV_ALPHA) + FRAME_SIZE_DEV_ALPHA
      * larger (0, frame->size / nominal - 1));
}

/* ---- 4.5.1 clock drift ---- */

static double
drain_time (const Scream * s)
{
  return larger ((double) DRIFT_DRAIN_MIN, DRIFT_DRAIN_RTTS * s->s_rtt);
}

/* O19: growth is slow near the rate that the longer path has delivered, as after
 * another controller, and the queue of another flow was an error. */
static void
take_longer_way (Scream * s, double rate, RtpCcTime now)
{
  ScreamSight newest = s->move.newest;

  scream_delay_moved (&s->delay);
  scream_move_init (&s->move);
  scream_move_take (&s->move, newest.base, newest.least);
  scream_compete_init (&s->compete, &s->p, now);
  s->ref_wnd = larger (s->ref_wnd, scream_window_for_rate (s, rate));
  s->ref_wnd_i = s->ref_wnd_lowest = s->ref_wnd;
}

/* O19: below half the target, flows that share a link vary. Not that of a short RTT,
 * which a few packets reach. Beside a competitor a test finds the owner of the
 * queue. */
static void
check_move (Scream * s, RtpCcTime now)
{
  int64_t base = rtp_cc_base_delay (&s->delay.base);
  ScreamSight sight = { (double) s->delay.qmin, s->acked_rate, base,
    s->p.others_queue * scream_own_target (s)
  };
  double target = (double) s->qdelay_target_set
      + scream_delay_jitter (&s->delay);
  double rate;

  if (!s->p.path_moves || s->delay.qmin == INT64_MAX || base == INT64_MAX)
    return;
  rate = scream_move_update (&s->move, &s->p, &sight, target / 4,
      drain_time (s), now);
  if (rate > 0 && !s->compete.on && sight.least > target / 2)
    take_longer_way (s, rate, now);
}

/* Once in an RTT.  O13: a queue that another flow keeps long is no drift, and if its base delay
 * is forgotten it looks empty.  Until that flow is found, an RTT tells of no more drift than
 * the target: a clock that runs fast shows before that. */
void
scream_check_drift (Scream * s, RtpCcTime now)
{
  const ScreamSight *newest = &s->move.newest;

  if ((double) (now - s->drift_tick) < s->s_rtt)
    return;
  s->drift_tick = now;
  check_move (s, now);
  if (s->compete.on)
    scream_delay_no_drift (&s->delay);
  if (scream_delay_drifted (&s->delay, s->p.compete ? scream_own_target (s)
          : INFINITY, s->qdelay_target)) {
    scream_move_take (&s->move, newest->base, newest->least);
    s->drain_until = now + (int64_t) drain_time (s);
  }
}

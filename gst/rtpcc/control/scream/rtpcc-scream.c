/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream.c: SCReAM version 2, Self-Clocked Rate Adaptation for Multimedia
 *
 * Document: draft-ietf-ccwg-rfc8298bis-screamv2-02 ("the draft").
 *
 * The idea.  A reference window is the number of bytes that fit into the path
 * with a short queue.  It is the only state that learns; all else follows:
 *
 *   target_bitrate = k * 8 * ref_wnd / s_rtt          what the encoders get
 *   pacing         = 1.1 * target_bitrate             how fast packets leave
 *   window         = 1.5 * ref_wnd                    emergency brake
 *
 * The window grows so that the rate rises by as much in a second at any RTT.  Beyond the
 * limit that it met the last time (ref_wnd_i, the inflection point), and in a start, it
 * grows by a part of itself, too.  All growth fades with the queue, to nothing where
 * virtual marks begin.  It shrinks on
 *
 *   LOSS      * 0.7 to 7/8    packets lost where the queue is long, or fewer when
 *                             less is sent
 *   CE        * 0.8           classic ECN
 *             * (1 - alpha/2) L4S, alpha: share of marked packets
 *   VIRTUAL   * (1 - alpha_v/2)  the queue is longer than half its target;
 *                             alpha_v grows from 0 there to 1 at the target
 *   SLOWER    what arrives    the delay rises, and less arrives than the target
 *
 *        growth                         a congestion event
 *   ref_wnd  ^        __________/|  <- ref_wnd_i: remembered here
 *            |     __/           |
 *            |   _/              |_____/   flat near ref_wnd_i,
 *            |  /                          steeper the further away
 *            +------------------------------> time
 *
 * A flow's life: it starts at start_rate, takes the first RTT for its first
 * window, grows until there is a queue, and settles where growth and virtual
 * marks balance, with a queue of about half its target.  A slower link causes a
 * queue, then virtual marks at every 25 ms or RTT.  An application-limited flow
 * does not grow: the window stays below 1.5 times the bytes in flight, and the
 * target below 1.5 times the recently acknowledged rate.
 *
 * The code follows the document: rtpcc-scream-detect.c is section 4.2.1,
 * rtpcc-scream-window.c 4.2.2, rtpcc-scream-rate.c 4.3 and 4.4; rtpcc-scream-private.h
 * names the others.  The steps in their order are in scream_on_feedback ().
 *
 * Departures from the draft, each with its reason in docs/research/algorithms/scream.md; parameters
 * switch most of them off one by one.  rtpcc-screamdraft.c is the draft without them:
 *   D3 growth: by the last limit, not by the time since it; as much in a second at any RTT;
 *      and less the longer the queue
 *   D10 s_rtt is filtered in time, not by samples, and is 10 ms at least
 *   D11 the delay target is 30 ms, less where the RTT is short, and a packet's
 *      serialisation delay is no queueing
 *   D14 packets are paced at 1.1 times the target, and faster over a path with jitter; the
 *      window has the same headroom whatever the queue is, and room between two feedbacks
 *   D20 rate_adjust_factor follows the sender's queue more slowly
 *   D22 REDUCE_JITTER, an option of the draft, is left out
 *   D23 congestion losses: by the queue, and by the response to a lower rate
 *   D24 an application-limited flow does not raise the rate, as in RFC 7661 for TCP
 * Ours, where the draft is silent:
 *   O1 the first window is that of start_rate, the least that of min_rate
 *   O11 the capacity of a full or slower path is its arrival rate
 *   O12 jitter is no queueing
 *   O13 beside a queue-filling flow only loss counts, as in the competitive mode of Copa
 *   O19 a longer base delay is no queueing
 */
#include "rtpcc-scream-private.h"

#include <math.h>

/* OURS: half of the draft's, D11; the effects of half and double are at the parameter
 * qdelay-target-lo */
#define SCREAM_QDELAY_TARGET (30 * RTP_CC_MSECOND)

/* The steps. */
static void
scream_on_feedback (void *state, const RtpCcFeedback * feedback,
    RtpCcTime now, RtpCcTarget * target)
{
  Scream *s = state;

  s->is_l4s = s->config->ecn == RTP_CC_ECN_ECT_1 && !feedback->classic_ecn;
  /* 4.2.1: state of the path */
  scream_note_reports (s, feedback, now);
  scream_update_rtt (s, feedback->rtt, now);
  scream_update_bytes_in_flight (s, (double) feedback->prior_in_flight, now);
  scream_add_to_most (&s->told, (double) feedback->bytes_newly_acked,
      s->p.path_memory, now);
  scream_update_l4s_alpha (s, now);
  scream_update_qdelay_target (s, now);
  scream_end_rise (s);
  scream_delay_update (&s->delay, (int64_t) s->s_rtt,
      scream_rise_is_long (s), now);
  /* 4.2.2: new window */
  scream_update_ref_wnd (s, feedback, now);
  /* 4.5.1, 4.4, 4.3: which rates follow from it */
  scream_check_drift (s, now);
  scream_update_target_bitrate (s, now);
  scream_set_target (s, now, target);
}

static void
scream_on_sent (void *state, const RtpCcPacket * packet,
    uint64_t bytes_in_flight)
{
  scream_update_bytes_in_flight (state, (double) bytes_in_flight, packet->sent);
}

/* Another policy ran until now.  OURS: its rate is taken for one where the path was
 * full, near which growth is slow: this is no start. */
static void
take_over (Scream * s, const RtpCcPath * path, RtpCcTime now)
{
  if (path->base_delay != RTP_CC_TIME_NEVER)
    rtp_cc_base_delay_add (&s->delay.base, path->base_delay, now);
  scream_update_rtt (s, path->rtt > 0 ? path->rtt : -1, now);
  s->ref_wnd = larger (scream_window_for_rate (s, s->target_bitrate),
      scream_min_ref_wnd (s));
  s->ref_wnd_i = s->ref_wnd_lowest = s->ref_wnd;
}

static void
init_parts (Scream * s, RtpCcTime now)
{
  scream_delay_init (&s->delay, &s->p, now);
  scream_compete_init (&s->compete, &s->p, now);
  scream_move_init (&s->move);
  scream_rise_init (&s->rise);
  scream_loss_init (&s->loss, &s->p, s->qdelay_target_set);
  rtp_cc_meter_init (&s->acked, s->p.acked_rate_window, now);
  rtp_cc_meter_init (&s->acked_long, s->p.path_memory, now);
}

/* O1: the window is that of start_rate. */
static void
init_window (Scream * s)
{
  s->s_rtt = 2 * (double) VIRTUAL_RTT;
  s->frame_period = (double) FRAME_PERIOD_FIRST;
  s->frame_fill = ACKED_BITRATE_MARGIN; /* D24: the first frames tell */
  s->target_bitrate = (double) s->config->start_rate;
  s->ref_wnd = scream_window_for_rate (s, s->target_bitrate);
  s->ref_wnd_i = REF_WND_I_NONE;
}

static void
init_times (Scream * s, RtpCcTime now)
{
  s->last_reaction_to_congestion_time = now - LONG_MEMORY;
  s->loss_reaction_time = now - LONG_MEMORY;
  s->no_queue_until = s->start_time = now;
  s->l4s_alpha_time = s->drift_tick = now;
  s->flight.since = s->used.since = s->acked_most.since = now;
  s->used.before = INFINITY;    /* nothing is known yet */
}

static void
scream_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  Scream *s = state;

  s->p = scream_params;
  if (config->params != NULL)
    scream_params_set (&s->p, config->params);
  s->config = config;
  s->qdelay_target_set = config->queue_delay_target > 0
      ? config->queue_delay_target : s->p.qdelay_target_lo;
  s->qdelay_target = s->qdelay_target_set;
  s->is_l4s = config->ecn == RTP_CC_ECN_ECT_1;
  init_parts (s, now);
  init_window (s);
  init_times (s, now);
  if (config->path != NULL)
    take_over (s, config->path, now);
  scream_set_target (s, now, target);
}

static void
scream_info (const void *state, RtpCcInfo * info)
{
  const Scream *s = state;

  info->s_rtt = s->have_rtt ? (int64_t) s->s_rtt : 0;
  info->base_delay = rtp_cc_base_delay (&s->delay.base);
  info->qdelay = s->delay.qdelay;
  info->qdelay_avg = (int64_t) s->delay.qdelay_avg;
  info->qdelay_target = s->qdelay_target;
  info->ref_wnd = (uint64_t) s->ref_wnd;
  info->ref_wnd_i = (uint64_t) s->ref_wnd_i;
  info->l4s_alpha = s->l4s_alpha;
  info->loss_rate = s->loss.mean;
}

/* OURS: frames leave faster than the rate, so they arrive earlier; with a target of 15 ms
 * that is better than a shorter target.  2 -> 1 -> 2.5 Mbit/s, RTT 20 ms, use and
 * percentiles 95 and 99 of the delay of frames: 1.1: 92.0 %, 71 and 98 ms; 1.2: 88.5 %, 59
 * and 82; 1.3: 86.0 %, 53 and 67; 1.1 and a target of 7 ms: 87.7 %, 63 and 85. */
#define LATENCY_PARAMS "packet-pacing-headroom=1.2"

const RtpCcOps rtp_cc_scream_ops = {
  .latency_params = LATENCY_PARAMS,
  .queue_delay_target = SCREAM_QDELAY_TARGET,
  .name = "scream",
  .source = "draft-ietf-ccwg-rfc8298bis-screamv2-02",
  .state_size = sizeof (Scream),
  .params = scream_param_list,
  .init = scream_init,
  .on_feedback = scream_on_feedback,
  .on_sent = scream_on_sent,
  .on_frame = scream_on_frame,
  .info = scream_info,
};

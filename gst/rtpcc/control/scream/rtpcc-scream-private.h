/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-private.h: SCReAM v2, state and private functions
 *
 * Each file calls only those above it:
 *
 * rtpcc-scream-swing.c, rtpcc-scream-delay.c, rtpcc-scream-compete.c, rtpcc-scream-loss.c,
 * rtpcc-scream-move.c, rtpcc-scream-rise.c
 * rtpcc-scream-detect.c     4.2.1  is there congestion?
 * rtpcc-scream-window.c     4.2.2  the reference window
 * rtpcc-scream-rate.c       4.3, 4.4, 4.5.1  pacing and target bitrate
 * rtpcc-scream.c            the steps
 */
#ifndef RTPCC_SCREAM_PRIVATE_H
#define RTPCC_SCREAM_PRIVATE_H

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "gst/rtpcc/rtpcc-meter.h"
#include "gst/rtpcc/rtpcc-private.h"
#include "rtpcc-scream-compete.h"
#include "rtpcc-scream-delay.h"
#include "rtpcc-scream-loss.h"
#include "rtpcc-scream-move.h"
#include "rtpcc-scream-params.h"
#include "rtpcc-scream-rise.h"

typedef enum
{
  REACTION_NONE,
  REACTION_LOSS,
  REACTION_CE,
  REACTION_VIRTUAL,
  REACTION_SLOWER               /* O11 */
} Reaction;

/* The most of this period and of the one before. */
typedef struct
{
  double newest, before;
  RtpCcTime since;
} ScreamMost;

/* Named as in the draft's section 4.1 where it has a name. */
typedef struct
{
  const RtpCcConfig *config;
  ScreamParams p;
  int64_t qdelay_target_set;    /* as configured */
  int64_t qdelay_target;        /* as it is now, D11, O12, O13 */
  bool is_l4s;
  RtpCcTime start_time;

  /* 4.2.1 congestion detection */
  uint32_t data_units_delivered_this_rtt;
  uint32_t data_units_marked_this_rtt;
  double l4s_alpha;
  RtpCcTime l4s_alpha_time;
  ScreamLoss loss;              /* D23 */
  bool ce_seen;
  ScreamDelay delay;
  uint32_t least_size;          /* of the packets that told a delay, D11; 0: none did */
  ScreamCompete compete;        /* O13 */
  double test_rate;             /* O13: target while a test goes on */
  ScreamMove move;              /* O19 */
  ScreamRise rise;              /* O11 */

  /* 4.2.2 reference window */
  double ref_wnd;
  double ref_wnd_i;
  double ref_wnd_lowest;
  ScreamMost flight;            /* max_bytes_in_flight of this RTT and the one before */
  ScreamMost used;              /* D24: the same over seconds */
  RtpCcTime last_reaction_to_congestion_time;
  RtpCcTime loss_reaction_time;
  RtpCcTime no_queue_until;     /* losses showed a limit without a queue */
  RtpCcTime saturated_until;    /* O11: the path is taken for full */
  RtpCcTime drift_tick;

  /* RTT */
  double s_rtt;                 /* ns */
  RtpCcTime s_rtt_time;         /* of the last sample */
  bool have_rtt;

  /* 4.4 media rate control */
  double rate_adjust_factor;
  double frame_size_dev;
  double frame_fill;            /* D24: mean size of frames, part of the nominal one */
  double frame_period;          /* ns */
  double target_bitrate;

  /* 4.5.1 clock drift: target halved until then */
  RtpCcTime drain_until;

  /* rates that were acknowledged */
  RtpCcMeter acked;             /* over ACKED_RATE_WINDOW */
  RtpCcMeter acked_long;        /* over PATH_MEMORY */
  double acked_rate;
  ScreamMost acked_most;        /* D24: of acked_long, or of acked */

  /* D14 */
  ScreamMost told;              /* bytes that one feedback acknowledged */
} Scream;

static inline double
scream_most (const ScreamMost * most)
{
  return most->newest > most->before ? most->newest : most->before;
}

static inline double
scream_seconds (double ns)
{
  return ns / (double) RTP_CC_SECOND;
}

/* detect */
void scream_note_reports (Scream * s, const RtpCcFeedback * feedback,
    RtpCcTime now);
void scream_update_l4s_alpha (Scream * s, RtpCcTime now);
/* Share of virtual marks: 0 at half the delay target, 1 at the target. */
double scream_l4s_alpha_v (const Scream * s);
/* The delay target without O13, ns. */
double scream_own_target (const Scream * s);
void scream_update_qdelay_target (Scream * s, RtpCcTime now);
/* O11: is the queue of a slower path gone? */
void scream_end_rise (Scream * s);
/* O11: the path is slower, and its delay longer by the whole target. */
bool scream_rise_is_long (const Scream * s);
Reaction scream_detect_congestion (const Scream * s);

/* window */
/* A value of now into the most of two @periods. */
void scream_add_to_most (ScreamMost * most, double value, RtpCcTime period,
    RtpCcTime now);
/* @rtt: of the newest packet, ns; below 0: there is none. */
void scream_update_rtt (Scream * s, int64_t rtt, RtpCcTime now);
/* Window for a rate, the inverse of 4.4. */
double scream_window_for_rate (const Scream * s, double rate);
/* D24: how much larger the window is than the rate needs, since encoders overshoot; 1: not
 * at all. */
double scream_encoder_room (const Scream * s);
/* The least that the window may be, bytes. */
double scream_min_ref_wnd (const Scream * s);
void scream_update_bytes_in_flight (Scream * s, double bytes, RtpCcTime now);
void scream_update_ref_wnd (Scream * s, const RtpCcFeedback * feedback,
    RtpCcTime now);

/* rate */
void scream_check_drift (Scream * s, RtpCcTime now);
void scream_update_target_bitrate (Scream * s, RtpCcTime now);
/* Fills in all of @target. */
void scream_set_target (const Scream * s, RtpCcTime now, RtpCcTarget * target);
void scream_on_frame (void *state, const RtpCcFrame * frame, RtpCcTime now,
    RtpCcTarget * target);

#endif /* RTPCC_SCREAM_PRIVATE_H */

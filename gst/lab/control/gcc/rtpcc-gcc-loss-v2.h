/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-loss-v2.h: GCC, rate by a loss model
 *
 * As libwebrtc has it (goog_cc/loss_based_bwe_v2.cc, LossBasedBweV2, defaults of January
 * 2026).  Times are those at which packets were sent, so that it needs no clock.
 */
#ifndef RTPCC_GCC_LOSS_V2_H
#define RTPCC_GCC_LOSS_V2_H

#include "gst/rtpcc/rtpcc.h"

/* OURS: as libwebrtc has it (ObservationWindowSize). */
#define GCC_LOSS_V2_WINDOW 15

/* What was sent within a quarter of a second. */
typedef struct
{
  double sent, lost;            /* kB */
  double rate;                  /* bit/s, at which it was sent */
} GccLossObservation;

/* What the path is thought to be. */
typedef struct
{
  double inherent;              /* part that it loses whatever the rate */
  double bandwidth;             /* bit/s; it loses all that is above; 0: not known */
} GccLossChannel;

typedef enum
{
  GCC_LOSS_V2_DELAY_BASED,      /* losses do not limit */
  GCC_LOSS_V2_DECREASING,
  GCC_LOSS_V2_INCREASING
} GccLossV2State;

typedef struct
{
  double acked;                 /* bit/s, R_hat; < 0: not known */
  double delay_based;           /* bit/s, A_hat */
  double min_rate, max_rate;    /* bit/s */
} GccLossV2Input;

typedef struct
{
  GccLossObservation seen[GCC_LOSS_V2_WINDOW];
  uint64_t n;                   /* observations ever made */
  GccLossObservation part;      /* the one in the making, without its rate */
  bool started;                 /* there was a packet */
  RtpCcTime newest;             /* sending of the newest packet */
  RtpCcTime end;                /* the same when the last observation was made */
  double average;               /* part lost, weighted */
  GccLossChannel channel;
  GccLossV2State state;
  double rate;                  /* bit/s, A_s, in the other two states */
  RtpCcTime hold_end;           /* the rate does not exceed hold_rate before */
  int64_t hold_time;
  double hold_rate;
  RtpCcTime window_start;       /* in which growth is bounded */
  double window_limit;          /* bit/s; 0: there was none */
  RtpCcTime climb_start;        /* it last rose above all before */
  double climb_rate;
} GccLossV2;

void gcc_loss_v2_init (GccLossV2 * loss);
void gcc_loss_v2_note (GccLossV2 * loss, const RtpCcReport * report);
/* Once for each feedback, when A_hat is that of this feedback. */
void gcc_loss_v2_update (GccLossV2 * loss, const GccLossV2Input * in);
/* False: too little has been seen. */
bool gcc_loss_v2_is_ready (const GccLossV2 * loss);
bool gcc_loss_v2_limits (const GccLossV2 * loss);

#endif /* RTPCC_GCC_LOSS_V2_H */

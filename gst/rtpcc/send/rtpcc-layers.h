/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-layers.h: streams to pause at a low rate
 *
 * For the layers of a simulcast, or dispensable cameras.  When the rate is below
 * the sum of the minima, streams with auto-pause are paused: lowest priority
 * first, among equals the highest minimum, among equals the last.  They return
 * one by one, in the opposite order, when there has been room for a while.  One
 * stream stays active, since without packets there is no feedback.
 */
#ifndef RTPCC_LAYERS_H
#define RTPCC_LAYERS_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  double priority;
  uint64_t min_rate, max_rate;  /* bit/s */
  bool wants;                   /* it has something to send, or may have */
  bool pausable;                /* it may be switched off */
  bool off;                     /* in and out */
} RtpCcLayer;

typedef struct
{
  RtpCcTime short_since;        /* the minima are too much; NEVER: they fit */
  RtpCcTime room_since;         /* there is room for one more */
  RtpCcTime spare_since;        /* those that are on have no use for more */
  RtpCcTime came_back;          /* the last that did; NEVER: none yet */
  uint64_t sent_then;           /* bit/s */
  unsigned patience;            /* waiting times are multiplied by this */
} RtpCcLayers;

void rtp_cc_layers_init (RtpCcLayers * layers);

/* Looks at all streams of a session; @rate: what they may send, @sent: what they
 * do, bit/s.  True: one or more of them was switched off or on. */
bool rtp_cc_layers_update (RtpCcLayers * layers, uint64_t rate, uint64_t sent,
    RtpCcLayer * streams, size_t n_streams, RtpCcTime now);

/* When to call again though nothing has changed; NEVER: need not be. */
RtpCcTime rtp_cc_layers_next_time (const RtpCcLayers * layers);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_LAYERS_H */

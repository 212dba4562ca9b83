/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-layers.h: which streams are switched off when there is too little
 *
 * For the layers of a simulcast, or cameras of which some can be done without.
 * When the rate does not suffice for the minimum of all, streams that may go
 * are switched off, the least important first: that of the lowest priority, of
 * equals that of the highest minimum, of equals the last.  They come back one
 * by one, the most important first, when there has been room for a while.  The
 * last stream that is on stays on, since without packets there is no feedback.
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

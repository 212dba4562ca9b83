/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-latency.h: latency of one stream, by two hosts' wall clocks
 *
 * Wall clock times are ns since 1970, "now" is any clock that does not step.
 * Synchronisation of two clocks can be refuted, never proved: no frame arrives
 * before its capture, or ages later; within these bounds an error looks like
 * latency.
 */
#ifndef RTPCC_LATENCY_H
#define RTPCC_LATENCY_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: 120 frames a second and then some; when there are more, the figures are
 * of less time. */
#define RTP_CC_LATENCY_SAMPLES 256

/* In the order of what is known. */
typedef enum
{
  RTP_CC_CLOCKS_UNKNOWN,        /* not measured for a second yet */
  RTP_CC_CLOCKS_OK,             /* nothing says otherwise */
  RTP_CC_CLOCKS_NOT_SYNCHRONISED
} RtpCcClocks;

typedef struct
{
  RtpCcTime captured;           /* sender's wall clock */
  RtpCcTime arrived;            /* receiver's wall clock, at the host */
  RtpCcTime seen;               /* the same clock, when this is called */
  uint32_t timestamp;           /* RTP */
  uint32_t clock_rate;          /* of it in Hz, 0: unknown */
} RtpCcLatencySample;

typedef struct
{
  RtpCcClocks clocks;
  uint64_t count;               /* since the start */
  uint64_t clock_steps;         /* of either host's wall clock */
  bool any;                     /* the rest counts only then */
  int64_t last;                 /* ns, capture until seen */
  int64_t smoothed;
  int64_t min;                  /* since the start or the last step */
  int64_t p95;                  /* of the last second */
  int64_t arrival;              /* smoothed, capture until arrival */
} RtpCcLatencyInfo;

typedef struct
{
  RtpCcLatencySample previous;
  RtpCcTime previous_now;
  RtpCcTime start;              /* since then the clocks did not step */
  uint64_t total, since_start, steps;
  double smoothed, arrival;
  int64_t last, min;
  int64_t values[RTP_CC_LATENCY_SAMPLES];       /* a ring */
  RtpCcTime times[RTP_CC_LATENCY_SAMPLES];
} RtpCcLatency;

void rtp_cc_latency_init (RtpCcLatency * latency);
void rtp_cc_latency_add (RtpCcLatency * latency,
    const RtpCcLatencySample * sample, RtpCcTime now);
void rtp_cc_latency_info (const RtpCcLatency * latency,
    RtpCcLatencyInfo * info, RtpCcTime now);
const char *rtp_cc_clocks_name (RtpCcClocks clocks);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_LATENCY_H */

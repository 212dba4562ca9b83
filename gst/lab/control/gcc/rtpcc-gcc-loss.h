/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-loss.h: GCC, rate by packet loss
 *
 * draft-ietf-rmcat-gcc-02 section 6: more than 10 % lost lowers the rate, less
 * than 2 % raises it.
 */
#ifndef RTPCC_GCC_LOSS_H
#define RTPCC_GCC_LOSS_H

#include "gst/rtpcc/rtpcc.h"

/* OURS: bins make the growth time exact to a tenth. */
#define GCC_LOSS_BINS 10

/* How a variant grows while next to nothing is lost: to the least rate of the
 * last growth_time, times growth, plus extra. */
typedef struct
{
  double growth;
  double extra;                 /* bit/s */
  int64_t growth_time;          /* ns */
  bool tfrc_floor;              /* a loss lowers no further than TFRC would */
} GccLossParams;

extern const GccLossParams gcc_loss_libwebrtc;
extern const GccLossParams gcc_loss_2012;

typedef struct
{
  const GccLossParams *params;
  double rate;                  /* bit/s, A_s */
  double fraction;              /* lost, last known */
  unsigned lost, expected;      /* since then */
  double least[GCC_LOSS_BINS];  /* rates of the last growth_time */
  int64_t bin;                  /* number of the newest of them */
  RtpCcTime decrease_time;
  bool decreased;
} GccLoss;

void gcc_loss_init (GccLoss * loss, const GccLossParams * params,
    double start_rate, RtpCcTime now);
void gcc_loss_note (GccLoss * loss, RtpCcFate fate);
/* Once for each feedback. */
void gcc_loss_update (GccLoss * loss, int64_t rtt, RtpCcTime now);

/* bit/s of a TCP-like flow with this loss. */
double gcc_loss_tfrc_rate (double fraction, int64_t rtt);

#endif /* RTPCC_GCC_LOSS_H */

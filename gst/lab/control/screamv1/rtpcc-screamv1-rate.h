/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-screamv1-rate.h: SCReAM v1, media rate control
 *
 * RFC 8298 section 4.1.3.  bit/s, seconds, bytes.
 */
#ifndef RTPCC_SCREAMV1_RATE_H
#define RTPCC_SCREAMV1_RATE_H

#include "rtpcc-screamv1-params.h"

typedef struct
{
  /* of the interval that runs */
  RtpCcTime start;              /* NEVER: nothing was sent yet */
  double media, transmit, ack;  /* bytes */
  bool congested;

  double rate_media, rate_transmit, rate_ack;
  double rate_media_hist[RATE_MEDIA_HIST];      /* a ring */
  uint64_t n_media;             /* ever put into it */
  double rate_media_median;

  double target_bitrate;
  double target_bitrate_last_max;
} ScreamV1Rate;

/* What the network congestion control knows. */
typedef struct
{
  bool in_fast_increase;
  double qdelay_trend, qdelay_trend_mem;
  double rtp_queue_size;        /* bits */
} ScreamV1RateInput;

void screamv1_rate_init (ScreamV1Rate * rate, double start_rate);
void screamv1_rate_sent (ScreamV1Rate * rate, double bytes, RtpCcTime now);
void screamv1_rate_acked (ScreamV1Rate * rate, double bytes);
void screamv1_rate_encoded (ScreamV1Rate * rate, double bytes);

/* A loss or ECN event, at most once in an RTT. */
void screamv1_rate_congestion (ScreamV1Rate * rate, double beta);

/* Each RATE_ADJUST_INTERVAL the next target, within @min and @max. */
void screamv1_rate_update (ScreamV1Rate * rate, const ScreamV1RateInput * input,
    double min, double max, RtpCcTime now);

#endif /* RTPCC_SCREAMV1_RATE_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-meter.h: a rate over a sliding window, in ten bins */
#ifndef RTPCC_METER_H
#define RTPCC_METER_H

#include "rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: ten bins make the window exact to a tenth. */
#define RTP_CC_METER_BINS 10

typedef struct
{
  int64_t bin;                  /* ns, width of one bin */
  int64_t current;              /* number of the newest bin since time 0 */
  RtpCcTime start;              /* nothing was counted before */
  uint64_t bytes[RTP_CC_METER_BINS];
} RtpCcMeter;

/* @window: ns. */
void rtp_cc_meter_init (RtpCcMeter * meter, int64_t window, RtpCcTime now);
void rtp_cc_meter_add (RtpCcMeter * meter, uint64_t bytes, RtpCcTime now);
/* Bytes of the window that ends at @now. */
uint64_t rtp_cc_meter_bytes (RtpCcMeter * meter, RtpCcTime now);
/* bit/s over the window that ends at @now (shorter after the start). */
double rtp_cc_meter_rate (RtpCcMeter * meter, RtpCcTime now);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_METER_H */

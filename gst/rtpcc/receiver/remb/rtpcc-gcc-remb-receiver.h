/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-remb-receiver.h: GCC of 2012/13, the receiver's part
 *
 * draft-alvestrand-rmcat-congestion-02 section 3: arrivals in, REMB out.
 */
#ifndef RTPCC_GCC_REMB_RECEIVER_H
#define RTPCC_GCC_REMB_RECEIVER_H

#include "rtpcc-gcc-acked.h"
#include "rtpcc-gcc-arrival.h"
#include "rtpcc-gcc-detector.h"
#include "rtpcc-gcc-remb-kalman.h"
#include "rtpcc-gcc-remb-rate.h"

/* OURS: streams whose delay is measured; of more, only the rate counts. */
#define GCC_REMB_STREAMS 8

typedef struct
{
  uint32_t ssrc;
  RtpCcTime arrived;            /* the last packet */
  GccArrival arrival;
  GccRembKalman kalman;
  GccDetector detector;
} GccRembStream;

typedef struct
{
  int64_t burst_time;           /* ns, what leaves within this is one frame */
  GccRembStream streams[GCC_REMB_STREAMS];
  unsigned n_streams;
  GccMimd mimd;
  GccAcked acked;
  RtpCcTime remb_time;          /* of the last REMB */
  double remb;                  /* bit/s, the last that was sent; 0: none */
} GccRembReceiver;

void gcc_remb_receiver_init (GccRembReceiver * receiver, int64_t burst_time,
    RtpCcTime now);
/* @frame: when the packet's frame left, on a clock of its stream; @sent: when
 * the packet did, on one of all streams, or @arrival where that is not known. */
void gcc_remb_receiver_add (GccRembReceiver * receiver, uint32_t ssrc,
    RtpCcTime frame, RtpCcTime sent, RtpCcTime arrival, uint32_t size);
/* Its delay is measured anew, if packets of it come. */
void gcc_remb_receiver_forget (GccRembReceiver * receiver, uint32_t ssrc);
/* True if a REMB is to be sent; within the bounds, bit/s. */
bool gcc_remb_receiver_update (GccRembReceiver * receiver, double min_rate,
    double max_rate, int64_t rtt, RtpCcTime now);

#endif /* RTPCC_GCC_REMB_RECEIVER_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-receivers.h: does more than one receiver report on a stream?
 *
 * What one of them has got counts as received, and the losses of the other are never seen:
 * the rate would be that of the better path. They differ by the SSRC that sends the report.
 * A receiver that was started again has another SSRC, too, but does not come back to the
 * one before. OURS: several report when SSRCs that were followed by another come back,
 * again and again.
 */
#ifndef RTPCC_RECEIVERS_H
#define RTPCC_RECEIVERS_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: more are two for all purposes, and streams are few. */
#define RTP_CC_RECEIVERS 4
#define RTP_CC_RECEIVERS_STREAMS 16

typedef struct
{
  uint32_t media;               /* SSRC of the stream */
  RtpCcTime heard;              /* by any; 0: the place is free */
  uint32_t senders[RTP_CC_RECEIVERS];   /* SSRCs, the last that reported first */
  unsigned n_senders;
  unsigned returns;
  RtpCcTime returned;           /* the last time */
} RtpCcReceiversStream;

/* One that is all zero is ready. */
typedef struct
{
  RtpCcReceiversStream streams[RTP_CC_RECEIVERS_STREAMS];
  bool news;
} RtpCcReceivers;

/* @sender reports on @media. True: it is one of several. */
bool rtp_cc_receivers_note (RtpCcReceivers * receivers, uint32_t media,
    uint32_t sender, RtpCcTime now);

/* True once each time: several report. */
bool rtp_cc_receivers_take (RtpCcReceivers * receivers);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_RECEIVERS_H */

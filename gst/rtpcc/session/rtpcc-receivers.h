/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-receivers.h: detection of several receivers of a stream
 *
 * Packets that one of them acknowledges count as received, which hides the losses of
 * the other: the rate would be that of the better path. Their reports have different
 * sender SSRCs. A restarted receiver has another SSRC, too, but never returns to the
 * previous one. OURS: several receivers report when replaced SSRCs return repeatedly.
 */
#ifndef RTPCC_RECEIVERS_H
#define RTPCC_RECEIVERS_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: of one stream, that are remembered. With half, one that was started twice in four
 * seconds looks like two; double is memory for nothing. */
#define RTP_CC_RECEIVERS 4
/* OURS: streams that are watched. At half, the second receiver of some of sixteen cameras
 * is not noticed; double is memory for nothing. */
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

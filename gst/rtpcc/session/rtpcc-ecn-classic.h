/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ecn-classic.h: detection of a classic AQM (RFC 3168)
 *
 * RFC 9331 section 4.3 requires this of a sender of ECT(1), without a method. An L4S
 * AQM marks each packet with more than a millisecond or so of queueing delay; CoDel,
 * PIE and RED allow a standing queue with few marks.
 *
 * The queue stands where the least delay of a whole interval is above the
 * target of CoDel, so a burst of the sender's own, or a late packet, does
 * not count.
 */
#ifndef RTPCC_ECN_CLASSIC_H
#define RTPCC_ECN_CLASSIC_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  int64_t base, base_before;    /* ns, least delay of this and the last period */
  RtpCcTime base_time;

  RtpCcTime start;              /* of this interval */
  int64_t least;                /* ns, delay */
  uint32_t packets, marked;
  uint32_t marked_early;        /* those of them that had waited for less than
                                 * limit */
  int64_t limit;                /* ns, harmless queue of the interval before */

  RtpCcTime last_ce;            /* NEVER: none yet */
  int score;                    /* intervals that speak for it, less those
                                 * against */
  bool classic;
} RtpCcEcnClassic;

void rtp_cc_ecn_classic_init (RtpCcEcnClassic * classic, RtpCcTime now);

/* Looks at packets that were sent with ECT(1). */
void rtp_cc_ecn_classic_on_feedback (RtpCcEcnClassic * classic,
    const RtpCcFeedback * feedback, RtpCcTime now);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_ECN_CLASSIC_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ecn-path.h: does the path carry ECN, and of which kind?
 *
 * Marks packets, compares what was sent with what was reported, and stops to
 * mark where that does harm or no good.  States are named as in RFC 9000
 * appendix A.4, the checks are those of RFC 6679 section 7:
 *
 *   OFF       nothing is marked, as configured
 *   TESTING   at the start: all packets are marked, none was reported yet
 *   CAPABLE   reported as they were sent, or with CE
 *   UNKNOWN   feedback stopped, or much is lost: every other packet is marked,
 *             so that the two kinds can be compared
 *   CLASSIC   CAPABLE, but the AQM is most likely one of RFC 3168: CE on ECT(1)
 *             is answered as such, RFC 9331 section 4.3
 *   FAILED    nothing is marked, but for a few packets once in a while
 *
 *   TESTING -> CAPABLE <-> CLASSIC
 *      |        |  ^          |
 *      +-> UNKNOWN +----------+
 *      |        |  |
 *      +-----> FAILED
 */
#ifndef RTPCC_ECN_PATH_H
#define RTPCC_ECN_PATH_H

#include "gst/rtpcc/rtpcc-types.h"
#include "rtpcc-ecn-classic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What became of packets that were sent since a moment. */
typedef struct
{
  uint32_t good, bleached, rewritten, lost;     /* sent with ECT */
  uint32_t other_received, other_lost;
} RtpCcEcnTally;

typedef struct
{
  RtpCcEcnPathInfo info;
  RtpCcEcnClassic classic;
  RtpCcEcnTally tally;
  RtpCcTime since;              /* packets sent earlier are not in the tally */
  RtpCcTime window_start;
  RtpCcTime compare_time;       /* no comparison for losses before */
  RtpCcTime retest_time;        /* FAILED: no marks before */
  int64_t retest_interval;
  uint32_t probes;              /* marked since retest_time */
  uint32_t turn;                /* which packets are marked, where not all */
} RtpCcEcnPath;

/* @ecn: what packets are to carry. */
void rtp_cc_ecn_path_init (RtpCcEcnPath * path, RtpCcEcn ecn, RtpCcTime now);

/* The code point of the packet that leaves now, @ecn or Not-ECT. */
RtpCcEcn rtp_cc_ecn_path_mark (RtpCcEcnPath * path, RtpCcEcn ecn,
    RtpCcTime now);

void rtp_cc_ecn_path_on_feedback (RtpCcEcnPath * path,
    const RtpCcFeedback * feedback, RtpCcTime now);

/* Feedback is missing. */
void rtp_cc_ecn_path_on_feedback_timeout (RtpCcEcnPath * path, RtpCcTime now);

/* CE is to be answered as RFC 3168 wants it, whatever the packets carry. */
bool rtp_cc_ecn_path_is_classic (const RtpCcEcnPath * path);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_ECN_PATH_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ecn-path.h: ECN capability of the path
 *
 * Marks packets, compares sent and reported codepoints, and stops marking where
 * it is harmful or useless.  States are named as in RFC 9000 appendix A.4, the
 * checks are those of RFC 6679 section 7:
 *
 *   OFF       no marks, as configured
 *   TESTING   at the start: all packets are marked, no report yet
 *   CAPABLE   reported as sent, or with CE
 *   UNKNOWN   feedback stopped, or many losses: every other packet is marked,
 *             to compare both kinds
 *   CLASSIC   CAPABLE, but most likely an AQM of RFC 3168: classic response to CE
 *             on ECT(1), RFC 9331 section 4.3
 *   FAILED    no marks, except on a few packets from time to time
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

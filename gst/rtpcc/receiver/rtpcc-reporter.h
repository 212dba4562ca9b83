/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-reporter.h: feedback of any kind from received packets
 *
 * The receiving side, for a host.  rtpcc-receiver counts each packet for the
 * stats; the feedback comes from the selected kind:
 *
 *   CCFB   rtpcc-receiver            each arrival, twice, with ECN
 *   TWCC   rtpcc-twcc-receiver       each arrival, once
 *   REMB   rtpcc-gcc-remb-receiver   a rate, estimated here
 *
 * The source address of a datagram may be spoofed: no more bytes return to an address,
 * headers included, than have arrived from it.
 */
#ifndef RTPCC_REPORTER_H
#define RTPCC_REPORTER_H

#include "gst/rtpcc/rtpcc-types.h"

#ifdef __cplusplus
extern "C" {
#endif
RTP_CC_API_BEGIN

/* OURS: bytes that are kept for later.  The longest gap in the numbers, 4096, is
 * 8.6 kB in seven packets and goes at once.  At half it waits for media, at
 * double a flood that has ended is answered for longer. */
#define RTP_CC_REPORTER_KEPT 10000

typedef enum
{
  RTP_CC_REPORTER_CCFB,
  RTP_CC_REPORTER_TWCC,
  RTP_CC_REPORTER_REMB
} RtpCcReporterKind;

typedef struct
{
  RtpCcReporterKind kind;       /* stays as it was given first */
  RtpCcReceiverConfig receiver; /* intervals and num_reports: CCFB only */
  uint32_t packet_overhead;     /* bytes of IP and UDP around a packet */
} RtpCcReporterConfig;

/* One RTP packet that has come. */
typedef struct
{
  uint32_t ssrc;
  uint16_t seq;
  uint32_t timestamp;
  bool marker;
  uint32_t size;                /* bytes of the RTP packet */
  uint32_t clock_rate;          /* of the timestamp, Hz; 0: unknown */
  RtpCcEcn ecn;
  bool has_number;              /* transport-wide */
  uint16_t number;
  RtpCcTime arrival;            /* on the clock of now, <= now */
  bool elsewhere;               /* not from where feedback goes to */
} RtpCcReceived;

typedef struct
{
  RtpCcReceiverStats receiver;  /* feedback_* of the kind that is sent */
  uint64_t unnumbered;          /* TWCC: packets without a number */
  uint64_t remb;                /* REMB: bit/s, the last; 0: none yet */
  uint64_t held;                /* packets on which feedback had to wait for more */
} RtpCcReporterStats;

typedef struct _RtpCcReporter RtpCcReporter;

RtpCcReporter *rtp_cc_reporter_new (const RtpCcReporterConfig * config,
    RtpCcTime now);
void rtp_cc_reporter_free (RtpCcReporter * reporter);
void rtp_cc_reporter_configure (RtpCcReporter * reporter,
    const RtpCcReporterConfig * config);
void rtp_cc_reporter_on_packet (RtpCcReporter * reporter,
    const RtpCcReceived * packet, RtpCcTime now);
/* Feedback goes to another address from now on. */
void rtp_cc_reporter_new_peer (RtpCcReporter * reporter);
/* May something else of so many bytes on the wire go there, too?  If so it counts
 * as sent. */
bool rtp_cc_reporter_spend (RtpCcReporter * reporter, uint64_t bytes);
/* Feedback leaves so many bytes on the wire for something that waits. */
void rtp_cc_reporter_reserve (RtpCcReporter * reporter, uint64_t bytes);
/* When feedback is due next: <= now if it is; NEVER if nothing is new, or not
 * enough has come. */
RtpCcTime rtp_cc_reporter_next_time (const RtpCcReporter * reporter);
/* Writes one RTCP packet if feedback is due at @now; returns its size, 0 when
 * there is no more.  Call until 0. */
size_t rtp_cc_reporter_feedback (RtpCcReporter * reporter, uint8_t * data,
    size_t size, RtpCcTime now);
void rtp_cc_reporter_stats (const RtpCcReporter * reporter,
    RtpCcReporterStats * stats);

RTP_CC_API_END
#ifdef __cplusplus
}
#endif
#endif /* RTPCC_REPORTER_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-types.h: public structures of session and reporter
 *
 * Public, unlike the headers of the parts, which may change.
 */
#ifndef RTPCC_TYPES_H
#define RTPCC_TYPES_H

#include "rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif
RTP_CC_API_BEGIN

/* Why RTCP bytes were not taken. */
typedef enum
{
  RTP_CC_RTCP_OK = 0,
  RTP_CC_RTCP_OTHER_KIND,       /* well-formed RTCP, but not what was asked for */
  RTP_CC_RTCP_TOO_SHORT,        /* fewer bytes than the kind of packet has at
                                 * least */
  RTP_CC_RTCP_BAD_VERSION,      /* V is not 2 */
  RTP_CC_RTCP_BAD_LENGTH,       /* length field and bytes disagree */
  RTP_CC_RTCP_BAD_PADDING,
  RTP_CC_RTCP_BAD_BLOCK,        /* CCFB: a report block does not fit, or
                                 * num_reports over RFC 8888's 16384 */
  RTP_CC_RTCP_BAD_COUNT,        /* TWCC: reports on no packet, or on more than
                                 * sequence numbers tell apart */
  RTP_CC_RTCP_BAD_CHUNK,        /* TWCC: status chunks end early, or are empty */
  RTP_CC_RTCP_BAD_SYMBOL,       /* TWCC: the status that is reserved */
  RTP_CC_RTCP_BAD_DELTA,        /* TWCC: receive deltas end early */
  RTP_CC_RTCP_BAD_SSRCS,        /* REMB: number of SSRCs and bytes disagree */
  RTP_CC_RTCP_BAD_BITRATE,      /* REMB: over 64 bits */
  RTP_CC_RTCP_NEVER_SENT,       /* CCFB, TWCC: acknowledges more that we never
                                 * sent than it names of what we did */
  RTP_CC_RTCP_N_RESULTS
} RtpCcRtcpResult;

/* "bad-version" and so on: field names in stats. */
const char *rtp_cc_rtcp_result_name (RtpCcRtcpResult result);

/* How num_reports is read, see docs/research/decisions: the number of blocks (erratum
 * 8166), or one less (before it). */
typedef enum
{
  RTP_CC_NUM_REPORTS_COUNT,
  RTP_CC_NUM_REPORTS_LAST
} RtpCcNumReports;

/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1: arrival times
 * come as a 24-bit number of 64 ms, and begin anew after so many ns */
#define RTP_CC_TWCC_PERIOD ((int64_t) 64 * RTP_CC_MSECOND << 24)

/* What a report says of one transport-wide sequence number. */
typedef struct
{
  uint16_t seq;
  bool received;
  RtpCcTime arrival;            /* ns, receiver's clock, may begin anew after
                                 * RTP_CC_TWCC_PERIOD; NEVER: not known */
} RtpCcTwccPacket;

/* What leaves a session, or is dropped by it. */
typedef struct
{
  void *user;                   /* the caller's own */
  bool is_packet;               /* false: goes through in its turn, at once */
  bool goes_along;              /* ... a packet, right behind the one before it */
  bool repair;                  /* ... no media */
  uint32_t ssrc;
  uint16_t seq;
  uint32_t timestamp;           /* RTP */
  bool marker;
  uint32_t size;                /* bytes on the wire */
  RtpCcEcn ecn;                 /* set when it leaves the session */
  uint16_t number;              /* transport-wide, where the session counts; set
                                 * when it leaves the session */
  RtpCcTime queued;
  uint64_t frame;               /* number, set by the queue */
} RtpCcQueueItem;

/* Gets what will not be sent; @item is valid during the call. */
typedef void (*RtpCcDropFunc) (const RtpCcQueueItem * item, void *user);

/* What became of what was sent. */
typedef struct
{
  uint64_t sent, received, lost, late;  /* packets */
  uint64_t sent_bytes, received_bytes;
  uint64_t ce;                  /* received with CE */
  uint64_t ecn[4];              /* received, by ECN code point */
  uint64_t forgotten;           /* no feedback said what became of them */
  uint64_t unknown_ssrc;        /* metric blocks for an SSRC not sent */
  uint64_t unknown_seq;         /* ... for a number not sent or too old, and
                                 * transport-wide numbers of that kind */
  uint64_t never_sent;          /* acknowledged, though they never left */
} RtpCcLedgerStats;

/* Does the path carry ECN, and of which kind? */
typedef enum
{
  RTP_CC_ECN_PATH_OFF,          /* nothing is marked, as configured */
  RTP_CC_ECN_PATH_TESTING,      /* all packets are marked, none was reported yet */
  RTP_CC_ECN_PATH_CAPABLE,      /* reported as they were sent, or with CE */
  RTP_CC_ECN_PATH_UNKNOWN,      /* every other packet is marked, to compare */
  RTP_CC_ECN_PATH_CLASSIC,      /* capable, but the AQM is one of RFC 3168 */
  RTP_CC_ECN_PATH_FAILED,       /* nothing is marked, but for a few at times */
  RTP_CC_ECN_PATH_N_STATES
} RtpCcEcnPathState;

/* Why ECN is FAILED. */
typedef enum
{
  RTP_CC_ECN_FAILURE_NONE,
  RTP_CC_ECN_FAILURE_BLEACHED,  /* reported as Not-ECT: a network clears it, or
                                 * the receiver cannot read it, or its feedback
                                 * does not say (TWCC) */
  RTP_CC_ECN_FAILURE_REWRITTEN, /* ECT(0) reported for ECT(1) or the reverse */
  RTP_CC_ECN_FAILURE_LOST,      /* packets with ECT do not arrive, others do */
  RTP_CC_ECN_N_FAILURES
} RtpCcEcnFailure;

/* For a user: one word each. */
const char *rtp_cc_ecn_path_state_name (RtpCcEcnPathState state);
const char *rtp_cc_ecn_failure_name (RtpCcEcnFailure failure);

/* What ECN does on the path. */
typedef struct
{
  RtpCcEcnPathState state;
  RtpCcEcnFailure failure;      /* the last one, stays when ECN works again */
  uint64_t changes;             /* of the state */
  uint64_t sent[4];             /* packets, by code point */
  uint64_t bleached, rewritten; /* packets, reported so */
  uint64_t ce_on_not_ect;       /* sent as Not-ECT, reported as CE: wrong, and
                                 * no sign of congestion */
} RtpCcEcnPathInfo;

/* How feedback is made. */
typedef struct
{
  uint32_t sender_ssrc;         /* SSRC of the feedback's sender */
  int64_t max_interval;         /* ns, 40 ms in the draft */
  unsigned max_packets;         /* 16 in the draft */
  unsigned overlap;             /* newest numbers that each round reports at
                                 * least; 0: 8 */
  size_t max_size;              /* bytes of one RTCP packet */
  RtpCcNumReports num_reports;  /* what to write */
  int64_t min_interval;         /* ns, before max_packets counts; 0 in the draft */
} RtpCcReceiverConfig;

/* What has come and what was said of it. */
typedef struct
{
  uint64_t packets;             /* RTP packets noted */
  uint64_t duplicates;
  uint64_t reordered;
  uint64_t lost;                /* sequence numbers that never came, so far */
  uint64_t ignored;             /* not RTP, or more SSRCs than are kept */
  uint64_t feedback_packets;
  uint64_t feedback_bytes;
  unsigned n_ssrcs;
  uint64_t ecn[4];              /* by code point as received */
} RtpCcReceiverStats;

RTP_CC_API_END
#ifdef __cplusplus
}
#endif
#endif /* RTPCC_TYPES_H */

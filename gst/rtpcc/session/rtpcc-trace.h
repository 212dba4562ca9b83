/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-trace.h: one record for each feedback
 *
 * Columns are those of the per-ACK log of the SCReAM bandwidth test tool, so
 * that its plotting scripts read ours; ours follow behind.
 */
#ifndef RTPCC_TRACE_H
#define RTPCC_TRACE_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif
RTP_CC_API_BEGIN

typedef struct
{
  RtpCcTime time;               /* since the session began */
  int64_t qdelay;               /* ns */
  int64_t rtt;                  /* ns */
  uint64_t ref_wnd;             /* bytes */
  uint64_t bytes_in_flight;     /* bytes */
  double send_rate;             /* bit/s on the wire */
  uint32_t ssrc;                /* of the newest packet reported so far */
  uint16_t seq;                 /* its sequence number */
  bool marker;                  /* it is new, and ended a frame */
  uint64_t bytes_newly_acked, bytes_newly_acked_ce;
  double media_rate;            /* bit/s of media that came in */
  double acked_rate, lost_rate, ce_rate;        /* bit/s on the wire */
  uint64_t target_rate;         /* bit/s on the wire */
  int64_t queue_delay;          /* ns, in front of the pacer */
  uint64_t ref_wnd_i;           /* bytes */
  int64_t qdelay_avg;           /* ns */
  int64_t s_rtt;                /* ns */
  double l4s_alpha;
  bool in_fast_increase;
  uint64_t pacing_rate;         /* bit/s */
} RtpCcTraceRecord;

typedef void (*RtpCcTraceFunc) (const RtpCcTraceRecord * record, void *user);

/* UNIT: more than any line below takes, its terminator included */
#define RTP_CC_TRACE_LINE_SIZE 512

/* The names of the columns with their units, one line without newline. */
const char *rtp_cc_trace_header (void);
/* One line without newline; returns its length. */
size_t rtp_cc_trace_format (char *line, const RtpCcTraceRecord * record);

RTP_CC_API_END
#ifdef __cplusplus
}
#endif
#endif /* RTPCC_TRACE_H */

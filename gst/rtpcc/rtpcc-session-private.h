/* rtpcc-session-private.h: the session's own state
 *
 * For rtpcc-session.c, which runs it, and rtpcc-session-info.c, which shows it.
 */
#ifndef RTPCC_SESSION_PRIVATE_H
#define RTPCC_SESSION_PRIVATE_H

#include "rtpcc-ecn-path.h"
#include "rtpcc-meter.h"
#include "rtpcc-overhead.h"
#include "rtpcc-pacer.h"
#include "rtpcc-session.h"

typedef struct
{
  bool used;
  bool blocked;                 /* by the host */
  RtpCcStreamConfig config;
  RtpCcQueue *queue;
  double turn;                  /* start-time fair queueing: bytes / priority */
  uint64_t rate;                /* share of the media rate, on the wire */
  RtpCcOverhead overhead;
  RtpCcMeter sent, media;
  RtpCcTime last_packet;        /* NEVER: none yet */
  uint32_t frame_wire;          /* of the frame that is coming in */
  RtpCcTime frame_time;         /* when the frame before was complete */
  RtpCcTime discard_check;
  bool key_frame_wanted;
  uint32_t key_frame_ssrc;
  RtpCcTime key_frame_time;
  uint64_t packets_sent, bytes_sent;
  uint64_t packets_discarded, frames_discarded, frames_skipped;
} RtpCcSessionStream;

struct _RtpCcSession
{
  RtpCcSessionConfig config;
  RtpCcTime start;
  RtpCc *cc;
  RtpCcLedger *ledger;
  RtpCcPacer pacer;
  RtpCcEcnPath ecn;
  RtpCcSessionStream *streams;
  size_t n_streams;
  double turn;                  /* of the packet sent last */
  RtpCcOverhead overhead;       /* of all streams together */
  uint64_t min_wire_rate, max_wire_rate;        /* as the policy knows them */

  RtpCcTime waiting_since;      /* for feedback; NEVER: none is due */
  RtpCcTime last_feedback;
  unsigned feedback_timeouts;
  uint64_t feedback_packets;
  uint64_t rtcp_refused[RTP_CC_RTCP_N_RESULTS];
  RtpCcNumReports num_reports;
  int64_t rtt;
  RtpCcMeter sent, acked, lost, ce;

  RtpCcPacket newest;           /* reported last, for the trace */
  RtpCcTraceFunc trace;
  void *trace_user;
};

/* The stream of a number that the host was given. */
RtpCcSessionStream *rtp_cc_session_get_stream (const RtpCcSession * session,
    int stream);
/* Has it sent anything of late? */
bool rtp_cc_session_stream_is_active (const RtpCcSessionStream * stream,
    RtpCcTime now);
/* Hands a record of this feedback to the trace, if there is one. */
void rtp_cc_session_trace (RtpCcSession * session,
    const RtpCcFeedback * feedback, RtpCcTime now);

#endif /* RTPCC_SESSION_PRIVATE_H */

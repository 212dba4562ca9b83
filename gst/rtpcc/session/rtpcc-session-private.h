/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-private.h: state of the session
 *
 * The files call each other in this order only, each the ones above it:
 *
 * rtpcc-session-settings.c  settings of the host
 * rtpcc-session-bounds.c    bounds of the policy, time-outs
 * rtpcc-session-share.c     splits the rate
 * rtpcc-session-silence.c   sending without feedback
 * rtpcc-session-hint.c      capacity hints
 * rtpcc-session-info.c      snapshot for stats and logs
 * rtpcc-session-rtcp.c      reads feedback
 * rtpcc-session-send.c      takes packets, says which leaves and when
 * rtpcc-session.c           begins and ends it, and runs its timers
 */
#ifndef RTPCC_SESSION_PRIVATE_H
#define RTPCC_SESSION_PRIVATE_H

#include "rtpcc-ecn-path.h"
#include "gst/rtpcc/wire/rtpcc-fir.h"
#include "rtpcc-keyframes.h"
#include "gst/rtpcc/ledger/rtpcc-ledger.h"
#include "gst/rtpcc/send/rtpcc-layers.h"
#include "gst/rtpcc/rtpcc-meter.h"
#include "gst/rtpcc/send/rtpcc-overhead.h"
#include "gst/rtpcc/send/rtpcc-pacer.h"
#include "gst/rtpcc/send/rtpcc-queue.h"
#include "rtpcc-session.h"
#include "rtpcc-receivers.h"
#include "rtpcc-scarcity.h"
#include "rtpcc-sizes.h"

/* OURS: 100 Gbit/s, 25 times what the properties take: with headers and repair it
 * is still below what policies count with. */
#define SESSION_BITRATE_MAX (100 * 1000000000ULL)

/* OURS: allowance for the RTT as long as none was measured. */
#define SESSION_FIRST_RTT (100 * RTP_CC_MSECOND)

typedef struct
{
  bool used;
  bool blocked;                 /* by the host */
  RtpCcStreamConfig config;
  RtpCcQueue *queue;
  double virtual_start;         /* start-time fair queueing: bytes / weight */
  double weight;                /* the priority, or by the host's split */
  uint64_t split, split_of;     /* media bit/s, see rtp_cc_session_split */
  bool off;                     /* for lack of rate */
  uint64_t rate;                /* share of the media rate, on the wire */
  RtpCcOverhead overhead;
  RtpCcMeter sent, media;
  RtpCcMeter in, repair;        /* on the wire: all that came, and what of it */
  bool repaired;                /* some came that is repair */
  RtpCcTime added;
  RtpCcTime last_packet;        /* NEVER: none yet */
  RtpCcTime last_heard;         /* when one left whose SSRC is reported on */
  uint32_t last_ssrc, last_timestamp;   /* of that packet */
  RtpCcTime time_began;         /* when the first came with this timestamp */
  uint64_t time_bytes;          /* on the wire, with this timestamp */
  bool ended;                   /* a marker came with it */
  bool stuck, stuck_taken;      /* see rtp_cc_session_take_stuck */
  uint32_t frame_wire;          /* of the frame that is coming in */
  RtpCcTime frame_time;         /* when the frame before was complete */
  RtpCcTime discard_check;
  double waits;                 /* ns that it takes to send what waits, smoothed */
  RtpCcKeyFrames key_frames;
  uint64_t packets_sent, bytes_sent;
  uint64_t packets_discarded, frames_discarded, frames_skipped;
  uint64_t packets_paused;
} RtpCcSessionStream;

/* A request for a key frame, to be taken by the host. */
typedef struct
{
  uint32_t ssrc;
  bool again;                   /* as the one before it */
} RtpCcSessionRequest;

struct _RtpCcSession
{
  RtpCcSessionConfig config;
  RtpCcTime start;
  RtpCc *cc;
  RtpCcLedger *ledger;
  RtpCcPacer pacer;
  int64_t min_interval;
  RtpCcEcnPath ecn;
  RtpCcSessionStream *streams;
  size_t n_streams;
  double virtual_start;         /* of the packet sent last */
  RtpCcLayers layers;
  RtpCcTime first_packet;       /* of any stream; NEVER: none yet */
  RtpCcOverhead overhead;       /* of all streams together */
  uint64_t min_wire_rate, max_wire_rate;        /* as the policy knows them */
  uint64_t most_wire_rate;      /* the last, or less: by hint or REMB */
  uint64_t no_feedback_bitrate; /* media bit/s as long as nothing was heard; 0: the
                                 * policy's */
  RtpCcTarget target;           /* what holds now: the policy's, or less */
  bool heard;                   /* feedback of any kind has come */

  RtpCcTime last_send;          /* of a packet; at first when it began */
  RtpCcTime last_open;          /* of one for which the window had room; at first likewise */
  bool stalled;                 /* the last one was one of many, for which it had not */
  RtpCcTime waiting_since;      /* for news of the flight; NEVER: none are due */
  RtpCcTime last_feedback;
  unsigned feedback_timeouts;
  unsigned halvings;            /* of the policy's rate, for want of news */
  RtpCcTime halving_time;       /* when they changed */
  double interval;              /* ns from news to news, smoothed */
  bool stopped;                 /* the path, in the last silence */
  uint64_t feedback_packets;
  RtpCcFeedbackKinds feedback_kinds;
  uint64_t rtcp_refused[RTP_CC_RTCP_N_RESULTS];
  RtpCcNumReports num_reports;
  int64_t rtt;
  RtpCcMeter sent, acked, lost, ce;

  bool numbered;                /* we give each packet its number */
  uint16_t next_number;
  bool numbers_known;           /* others do, and say so */
  RtpCcTime last_ccfb;          /* NEVER: none yet */
  RtpCcTwccPacket *twcc_packets;        /* of the report being read */
  bool have_twcc_count;
  uint8_t twcc_count;           /* of the newest report */
  uint64_t remb;                /* bit/s on the wire; 0: none that still holds */
  RtpCcTime remb_time;
  bool follows_remb;            /* REMB is all the feedback there is */
  uint64_t hint;                /* bit/s on the wire, the capacity of the link */
  RtpCcTime hint_until;         /* NEVER: none holds */
  uint64_t hints;               /* that came */

  RtpCcFirs firs;
  RtpCcSessionRequest requests[RTP_CC_KEY_FRAME_SSRCS];
  unsigned n_requests;

  RtpCcScarcity scarcity;
  RtpCcReceivers receivers, twcc_receivers;     /* one may have an SSRC for each */
  RtpCcSizes sizes;

  RtpCcPacket newest;           /* reported last, for the trace */
  RtpCcTraceFunc trace;
  void *trace_user;
};

/* settings: within what can be counted with */
RtpCcSessionConfig rtp_cc_session_sane_config (
    const RtpCcSessionConfig * config);
RtpCcStreamConfig rtp_cc_session_sane_stream (const RtpCcStreamConfig * config);

/* bounds */
/* The stream of a number that the host was given. */
RtpCcSessionStream *rtp_cc_session_get_stream (const RtpCcSession * session,
    int stream);
/* A rate of media as one on the wire, bit/s. */
uint64_t rtp_cc_session_to_wire (const RtpCcSession * session,
    uint64_t bitrate);
/* Is the receiver one that is known to be silent, and has been so far? */
static inline bool
rtp_cc_session_is_blind (const RtpCcSession * session)
{
  return session->no_feedback_bitrate > 0 && !session->heard;
}

/* The pacer gets what the policy wants now. */
void rtp_cc_session_obey_target (RtpCcSession * session);
/* Tells the policy what bounds the settings and the receiver give it. */
void rtp_cc_session_update_bounds (RtpCcSession * session);
/* Since then, by what packets cost on the wire? */
bool rtp_cc_session_bounds_moved (const RtpCcSession * session);
/* The last RTT, which no report can make too long to wait for, ns; @first: as long as
 * none was measured. */
int64_t rtp_cc_session_bounded_rtt (const RtpCcSession * session,
    int64_t first);
/* How long feedback may be missing, ns. */
int64_t rtp_cc_session_feedback_timeout (const RtpCcSession * session);
/* When it counts as missing; NEVER: nothing is in flight. */
RtpCcTime rtp_cc_session_feedback_deadline (const RtpCcSession * session);

/* Pacer and streams get what the policy wants now. */
void rtp_cc_session_target_changed (RtpCcSession * session, RtpCcTime now);
/* From when on news are overdue, and the window does not hold a packet; NEVER: none are
 * waited for. */
RtpCcTime rtp_cc_session_overdue (const RtpCcSession * session);
/* When the rate falls next for want of news; NEVER: not before a packet leaves. */
RtpCcTime rtp_cc_session_next_silence (const RtpCcSession * session);
void rtp_cc_session_check_silence (RtpCcSession * session, RtpCcTime now);
/* There are news.  @rtt: of the newest packet, ns; below 0: all of them had been given up. */
void rtp_cc_session_end_silence (RtpCcSession * session, int64_t rtt,
    RtpCcTime now);
/* When the REMB that there is holds no more; NEVER: it is all the feedback there is. */
RtpCcTime rtp_cc_session_remb_deadline (const RtpCcSession * session);
void rtp_cc_session_check_remb (RtpCcSession * session, RtpCcTime now);
/* The capacity hint that there is ends. */
void rtp_cc_session_check_hint (RtpCcSession * session, RtpCcTime now);
/* bit/s on the wire; 0: there is none. */
uint64_t rtp_cc_session_get_hint (const RtpCcSession * session);
/* Has it sent anything of late? */
bool rtp_cc_session_stream_is_active (const RtpCcSession * session,
    const RtpCcSessionStream * stream, RtpCcTime now);
/* Splits the policy's rate over the streams. */
void rtp_cc_session_share (RtpCcSession * session, RtpCcTime now);
/* It may send again after a pause: it has its share at once, and needs a key
 * frame. */
void rtp_cc_session_stream_returns (RtpCcSessionStream * stream, RtpCcTime now);
/* When the next of those that wait leaves; @event: what is next is no packet, and goes at
 * once. */
RtpCcTime rtp_cc_session_departure (const RtpCcSession * session,
    bool * event);
/* Hands a record of this feedback to the trace, if there is one. */
void rtp_cc_session_trace (RtpCcSession * session,
    const RtpCcFeedback * feedback, RtpCcTime now);

#endif /* RTPCC_SESSION_PRIVATE_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session.h: the sending side, for a host
 *
 * queues (one for each stream) + share + pacer + ledger + one policy.  The
 * GStreamer element, the evaluation and the tests drive this same code.
 *
 *   host                              session
 *   a packet to send             ->   enqueue
 *   "what may go now?"           ->   dequeue until it has nothing
 *   "when shall I ask again?"    ->   next_time
 *   RTCP bytes that came         ->   rtcp
 *   "how fast, encoder?"         ->   stream_info
 *   "may this raw frame be encoded?"  skip_frame
 *
 * Not thread-safe: the host holds one lock around all calls.  Time is the
 * last argument, on the sender's monotonic clock, and never goes back.
 */
#ifndef RTPCC_SESSION_H
#define RTPCC_SESSION_H

#include "gst/rtpcc/rtpcc-types.h"
#include "rtpcc-trace.h"

#ifdef __cplusplus
extern "C" {
#endif
RTP_CC_API_BEGIN

typedef struct
{
  const RtpCcOps *ops;
  /* bit/s of media, all streams together: RTP payload without headers */
  uint64_t min_bitrate, initial_bitrate, max_bitrate;
  uint32_t max_packet_size;     /* bytes on the wire */
  uint32_t packet_overhead;     /* bytes of IP and UDP around an RTP packet */
  int64_t queue_delay_target;   /* ns, network queue; 0: the policy's own */
  int64_t queue_delay_target_max;       /* ns; 0: the policy's own */
  int64_t max_queue_delay;      /* ns, age at which frames are discarded */
  int64_t burst;                /* ns, what the pacer lets go at once */
  bool unpaced;                 /* only the window holds packets back; read by new */
  RtpCcEcn ecn;
  const double *params;         /* as in RtpCcConfig; read by new */
} RtpCcSessionConfig;

/* Fills in the defaults; @ops is scream. */
void rtp_cc_session_config_init (RtpCcSessionConfig * config);

/* What a user wants most. */
typedef enum
{
  RTP_CC_GOAL_BALANCED,
  RTP_CC_GOAL_LATENCY,
  RTP_CC_GOAL_QUALITY
} RtpCcGoal;

/* Sets queue_delay_target, by the policy of @config, and max_queue_delay.  The params of
 * RTP_CC_GOAL_LATENCY are those of rtp_cc_params_read_for_latency(). */
void rtp_cc_session_config_set_goal (RtpCcSessionConfig * config,
    RtpCcGoal goal);

typedef struct _RtpCcSession RtpCcSession;

RtpCcSession *rtp_cc_session_new (const RtpCcSessionConfig * config,
    RtpCcTime now);
/* @drop (may be NULL) gets what still waits. */
void rtp_cc_session_free (RtpCcSession * session, RtpCcDropFunc drop,
    void *user);
/* Another policy takes over: it begins at the rate of the one before, and from what
 * that knows of the path.  Of @config, its ops, params and targets of the queue delay
 * count.  False: out of memory, all is as it was. */
bool rtp_cc_session_set_policy (RtpCcSession * session,
    const RtpCcSessionConfig * config, RtpCcTime now);
/* New bounds and limits; ops, packet_overhead and ecn stay as they were. */
void rtp_cc_session_configure (RtpCcSession * session,
    const RtpCcSessionConfig * config, RtpCcTime now);

/* Streams: one queue, one priority; a stream may carry several SSRCs. */
typedef struct
{
  double priority;              /* 0 < p <= 1 */
  uint64_t min_bitrate, max_bitrate;    /* media bit/s; max 0: the session's */
  uint64_t preferred_bitrate;   /* media bit/s; more only when the others have
                                 * what is useful to them; 0: no such limit */
  bool uncontrolled;            /* nothing controls its rate: it gets what it
                                 * makes, or preferred_bitrate if that is more;
                                 * if it is not urgent, no more than min_bitrate
                                 * or its part by priority */
  bool urgent;                  /* its packets go before those of others, and
                                 * wait neither for the pacer nor the window */
  bool pausable;                /* it is switched off when the rate does not
                                 * suffice for the minima, see rtpcc-layers.h */
  bool paused;                  /* nothing of it leaves */
} RtpCcStreamConfig;

/* OURS: of each stream something is on the stack while the rate is split. */
#define RTP_CC_SESSION_STREAMS_MAX 1024

/* Returns the stream's number, which stays its own until removed; -1: out of
 * memory, or there are RTP_CC_SESSION_STREAMS_MAX already. */
int rtp_cc_session_add_stream (RtpCcSession * session,
    const RtpCcStreamConfig * config, RtpCcTime now);
void rtp_cc_session_configure_stream (RtpCcSession * session, int stream,
    const RtpCcStreamConfig * config, RtpCcTime now);
/* The host's own split: of a media rate of @total this stream gets @bitrate, of
 * less in proportion, of more no more, until told otherwise.  Both 0: by
 * priority, as the streams that have no such share split what these leave. */
void rtp_cc_session_split (RtpCcSession * session, int stream,
    uint64_t bitrate, uint64_t total, RtpCcTime now);
void rtp_cc_session_remove_stream (RtpCcSession * session, int stream,
    RtpCcDropFunc drop, void *user, RtpCcTime now);
/* Throws away what waits in one stream (flush). */
void rtp_cc_session_clear_stream (RtpCcSession * session, int stream,
    RtpCcDropFunc drop, void *user);

/* One RTP packet, or with is_packet false something that travels in its place
 * among the packets and goes at once when it is first. */
typedef struct
{
  void *user;
  bool is_packet;
  uint32_t ssrc;
  uint16_t seq;
  uint32_t timestamp;
  bool marker;
  uint32_t size;                /* bytes of the RTP packet */
  uint32_t payload_size;        /* bytes of its payload */
  bool repair;                  /* retransmission or FEC: it is sent, counted and
                                 * controlled like the others, and the encoder
                                 * gets so much less; but it is no media. With a
                                 * payload of 16 bytes or less it leaves right
                                 * behind what it follows */
} RtpCcSessionPacket;

/* False: not taken (its frame is being discarded, its stream is paused or
 * switched off, or out of memory); the caller keeps @packet->user. */
bool rtp_cc_session_enqueue (RtpCcSession * session, int stream,
    const RtpCcSessionPacket * packet, RtpCcTime now);

/* What may leave now: returns its stream, the caller takes @item->user and sees
 * to it that the packet carries @item->ecn; -1: nothing now. */
int rtp_cc_session_dequeue (RtpCcSession * session, RtpCcQueueItem * item,
    RtpCcTime now);

/* The host is busy with what it took of this stream: nothing more comes out of
 * it until that is over. */
void rtp_cc_session_set_blocked (RtpCcSession * session, int stream,
    bool blocked);

/* When a packet may leave next; NEVER: not before another call. */
RtpCcTime rtp_cc_session_next_send (const RtpCcSession * session);

/* ns, what the pacer lets go at once: who sends less often than that loses some
 * of the rate. */
int64_t rtp_cc_session_burst (const RtpCcSession * session);
/* ns: the host would rather not be called more often, so what leaves at once is
 * at least that, and four times that at the highest rate, but for an L4S sender. */
void rtp_cc_session_set_min_interval (RtpCcSession * session,
    int64_t min_interval);
/* The host calls @late ns after the time that it was given; 0: in time.  Until
 * the next call more may leave at once, so that a busy machine does not send
 * at less than the rate. */
void rtp_cc_session_set_late (RtpCcSession * session, int64_t late);

/* When dequeue or tick has something to do next; NEVER: not before another
 * call. */
RtpCcTime rtp_cc_session_next_time (const RtpCcSession * session,
    RtpCcTime now);

/* A sender that has something to send, and a host that asks when next_time says,
 * send a packet at least every so many ns, whatever feedback comes; @size: bytes
 * on the wire of the largest packet. */
int64_t rtp_cc_session_longest_wait (const RtpCcSession * session,
    uint32_t size);

/* Timers: feedback that is missing, frames too old, the policy's own.  Frames
 * that are discarded go to @drop. */
void rtp_cc_session_tick (RtpCcSession * session, RtpCcDropFunc drop,
    void *user, RtpCcTime now);

/* The host did not run for @paused ns and goes on: what waits has not grown
 * older, feedback is not missing, and no wait was longer for it.  One that
 * pauses often sends as often while it runs. */
void rtp_cc_session_resume (RtpCcSession * session, int64_t paused,
    RtpCcTime now);

/* RTCP bytes, one packet or a compound.  Takes CCFB (RFC 8888), TWCC and REMB
 * packets in it, and notes FIR; @other is set if something else than the first
 * three was among them, and all of it was whole.  Returns the first thing that was
 * wrong, or OK. */
RtpCcRtcpResult rtp_cc_session_rtcp (RtpCcSession * session,
    const uint8_t * data, size_t size, bool * other, RtpCcTime now);

/* One packet of RTCP that is not for the session, or for the host as well. */
typedef void (*RtpCcOtherRtcpFunc) (const uint8_t * data, size_t size,
    void * user);
/* The same, and @func gets each of these, up to what is wrong. */
RtpCcRtcpResult rtp_cc_session_walk_rtcp (RtpCcSession * session,
    const uint8_t * data, size_t size, RtpCcOtherRtcpFunc func, void * user,
    bool * other, RtpCcTime now);

/* Transport-wide feedback.  Each packet has a number then, whatever its SSRC.
 * Either the session counts: one for each packet that dequeue hands out from
 * now on, the first is @seq; it is in @item->number, for the host to write it
 * into the packet unless it is there already. */
void rtp_cc_session_set_twcc_base (RtpCcSession * session, uint16_t seq);
/* Or who numbers the packets after us says each number: packet @seq of @ssrc,
 * which dequeue has handed out, carries @number.  From then on the session does
 * not count. */
void rtp_cc_session_note_twcc (RtpCcSession * session, uint32_t ssrc,
    uint16_t seq, uint16_t number);
/* One transport-wide report that came by another way than RTCP bytes:
 * consecutive numbers in order.  Ignored as long as there is CCFB. */
void rtp_cc_session_twcc (RtpCcSession * session,
    const RtpCcTwccPacket * packets, size_t n, RtpCcTime now);

/* The receiver wants no more than this, bit/s on the wire: an upper bound for 5
 * s, besides max_bitrate.  Policies that do not control by themselves (fixed)
 * send at this rate, up to max_bitrate. */
void rtp_cc_session_remb (RtpCcSession * session, uint64_t bitrate,
    RtpCcTime now);

/* The receiver is known to send no feedback: as long as none of any kind has come, media
 * goes at @bitrate, bit/s, within min_bitrate, max_bitrate and what a hint says, without
 * congestion control.  The first feedback ends that for good: the policy begins then, and
 * feedback that stops later is missing as ever.  0: the policy controls from the start. */
void rtp_cc_session_set_no_feedback_bitrate (RtpCcSession * session,
    uint64_t bitrate, RtpCcTime now);

/* A modem, a driver or a scheduler says that the link carries @rate, bit/s on the
 * wire, for the next @valid ns: an upper bound besides the others, at once, and never
 * below min_bitrate.  The newest hint replaces the one before; @valid <= 0 withdraws
 * it.  When it ends, the policy goes on from there. */
void rtp_cc_session_capacity_hint (RtpCcSession * session, uint64_t rate,
    int64_t valid, RtpCcTime now);

/* Is it worth while to send packet @seq of @ssrc again, which the receiver misses?
 * Not if it still waits or was discarded here: what was too much once would come
 * again, and keep out what is new. */
bool rtp_cc_session_may_resend (const RtpCcSession * session, uint32_t ssrc,
    uint16_t seq);

/* How long it takes to send what waits of this stream, ns, at its rate. */
int64_t rtp_cc_session_queue_time (RtpCcSession * session, int stream);

/* True if a raw frame of this stream should not be encoded: what waits already
 * would make it late. */
bool rtp_cc_session_skip_frame (RtpCcSession * session, int stream,
    RtpCcTime now);

/* True once for each of our SSRCs that a FIR (RFC 5104 section 4.3.1) was for; the
 * host knows its stream, and tells the next function. */
bool rtp_cc_session_take_fir (RtpCcSession * session, uint32_t * ssrc,
    bool * again);

/* A receiver of @ssrc, or who says that he is one, asks for a key frame: the next
 * function says when one is to be made.  @again: it repeats what it asked for
 * before, which may be on its way. */
void rtp_cc_session_want_key_frame (RtpCcSession * session, int stream,
    uint32_t ssrc, bool again, RtpCcTime now);

/* What comes of @ssrc from now on refers to frames that no receiver has, as behind a switch
 * between two encoders: the next function asks for a key frame at once. */
void rtp_cc_session_restart (RtpCcSession * session, int stream, uint32_t ssrc);

/* True once after frames of @ssrc were discarded: the decoder needs a key frame.
 * At most once in a while, so that key frames do not fill the queue again.  Ask
 * again until it is false: there may be several SSRCs. */
bool rtp_cc_session_take_key_frame_request (RtpCcSession * session, int stream,
    uint32_t * ssrc, RtpCcTime now);

/* True once for each SSRC that the receiver does not report on, though it does on
 * others.  A stream that sends nothing else gets min_bitrate at most, as without
 * feedback; the others are not slowed down. */
bool rtp_cc_session_take_unheard (RtpCcSession * session, uint32_t * ssrc);

/* True once each time: several receivers report on one SSRC, each with an SSRC of its own.
 * No control can follow all of them, so their reports do not count as long as that lasts:
 * it is as if there were no feedback. */
bool rtp_cc_session_take_receivers (RtpCcSession * session);

/* True once for each stream: packets of @ssrc have come with one RTP timestamp for more than a
 * second, and are more than the stream may send in it.  Where none of them has a marker, they
 * are discarded from then on. */
bool rtp_cc_session_take_stuck (RtpCcSession * session, uint32_t * ssrc);

/* True once: RTP packets of @lost bytes and more do not arrive, smaller ones do, those of
 * @passed bytes among them: the path has a smaller MTU. */
bool rtp_cc_session_take_sizes (RtpCcSession * session, uint32_t * passed,
    uint32_t * lost);

/* True once: for seconds, at min_bitrate, no more than @rate bit/s arrive, on the wire: the
 * network carries less. To be called as often as feedback comes. */
bool rtp_cc_session_take_scarcity (RtpCcSession * session, uint64_t * rate,
    RtpCcTime now);

typedef enum
{
  RTP_CC_FEEDBACK_NONE_YET,     /* nothing was sent long enough ago */
  RTP_CC_FEEDBACK_OK,
  RTP_CC_FEEDBACK_MISSING,      /* feedback_timeouts in a row */
  RTP_CC_FEEDBACK_STALLED       /* it comes, but acknowledges so little that only
                                 * rtp_cc_session_longest_wait() lets packets go */
} RtpCcFeedbackState;

typedef struct
{
  uint64_t target_bitrate;      /* media bit/s for this stream's encoders */
  uint64_t target_rate;         /* the same on the wire, bit/s */
  double send_rate;             /* bit/s on the wire, last second */
  double media_rate;            /* bit/s of media that came in, last second */
  double repair_rate;           /* bit/s on the wire of repair that came in */
  uint64_t queued_bytes;
  uint32_t queued_packets;
  int64_t queue_delay;          /* ns, age of the oldest */
  uint64_t packets_sent, bytes_sent;
  uint64_t packets_discarded, frames_discarded;
  uint64_t frames_skipped;
  uint64_t packets_paused;      /* came while it was paused or switched off */
  bool active;                  /* it has a share: it sends, or did so of late */
  bool paused;                  /* by its config */
  bool off;                     /* switched off for lack of rate */
} RtpCcStreamInfo;

void rtp_cc_session_stream_info (RtpCcSession * session, int stream,
    RtpCcStreamInfo * info, RtpCcTime now);

/* Feedback packets taken, by kind. */
typedef struct
{
  uint64_t ccfb, twcc, remb;
  uint64_t twcc_ignored;        /* there was CCFB too */
  uint64_t twcc_lost;           /* by their count */
} RtpCcFeedbackKinds;

typedef struct
{
  uint64_t estimated_bitrate;   /* media bit/s, all streams */
  RtpCcTarget target;           /* as the policy set it, on the wire */
  RtpCcInfo info;
  uint64_t controller_violations;       /* of the contract, see rtpcc.h */
  RtpCcFeedbackState feedback_state;
  unsigned feedback_timeouts;   /* in a row */
  RtpCcTime last_feedback;      /* NEVER: none yet */
  uint64_t feedback_packets;
  RtpCcFeedbackKinds feedback_kinds;
  uint64_t remb;                /* bit/s on the wire, the receiver's bound; 0:
                                 * none */
  uint64_t hint;                /* bit/s on the wire, the link's capacity */
  int64_t hint_left;            /* ns, how long it still holds; 0: there is none */
  uint64_t hints;               /* that came */
  uint64_t rtcp_refused[RTP_CC_RTCP_N_RESULTS]; /* by reason */
  uint64_t bytes_in_flight;
  unsigned unheard_ssrcs;       /* that the receiver does not report on */
  double send_rate, acked_rate; /* bit/s on the wire, last second */
  double loss_rate, ce_rate;    /* fractions of the packets of the last second */
  int64_t rtt;                  /* ns, last; < 0: none */
  RtpCcNumReports num_reports;
  RtpCcLedgerStats ledger;
  RtpCcEcnPathInfo ecn;
} RtpCcSessionInfo;

void rtp_cc_session_info (RtpCcSession * session, RtpCcSessionInfo * info,
    RtpCcTime now);

/* One record for each feedback; NULL switches off. */
void rtp_cc_session_set_trace (RtpCcSession * session, RtpCcTraceFunc func,
    void *user);

RTP_CC_API_END
#ifdef __cplusplus
}
#endif
#endif /* RTPCC_SESSION_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc.h: congestion control for RTP, the contract between mechanism and policy
 *
 * Mechanism (session, ledger, pacer, queue, RFC 8888 codec) measures and
 * obeys.  Policy (one RtpCcOps for each algorithm) reads measurements and
 * sets a target.
 *
 * A policy has no clock, timer, thread, lock, I/O or allocation of its own:
 * time comes in as the last argument, all that it wants goes out in
 * RtpCcTarget.  Calls on one RtpCc must not overlap; the caller holds the lock.
 *
 * Units everywhere in gst/rtpcc: ns, bit/s, bytes, fractions 0...1.  Packet
 * sizes count the RTP packet and the IP and UDP headers below it, so rates are
 * rates on the wire.  The session turns them into rates for encoders.
 */
#ifndef RTPCC_H
#define RTPCC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands between these two is exported by librtpcc, all else is hidden. */
#ifdef __GNUC__
#define RTP_CC_API_BEGIN _Pragma ("GCC visibility push(default)")
#define RTP_CC_API_END _Pragma ("GCC visibility pop")
#else
#define RTP_CC_API_BEGIN
#define RTP_CC_API_END
#endif

#ifdef __cplusplus
extern "C" {
#endif
RTP_CC_API_BEGIN

/* Nanoseconds on the sender's monotonic clock; signed, so that differences
 * need no care.  Same unit as GstClockTime. */
typedef int64_t RtpCcTime;
#define RTP_CC_TIME_NEVER INT64_MAX

/* UNIT */
#define RTP_CC_SECOND 1000000000LL
/* UNIT */
#define RTP_CC_MSECOND 1000000LL
/* UNIT */
#define RTP_CC_USECOND 1000LL

#define RTP_CC_NO_WINDOW UINT64_MAX

/* The two ECN bits as they are on the wire, RFC 3168 section 5. */
typedef enum
{
  RTP_CC_ECN_NOT_ECT = 0,
  RTP_CC_ECN_ECT_1 = 1,
  RTP_CC_ECN_ECT_0 = 2,
  RTP_CC_ECN_CE = 3
} RtpCcEcn;

/* One packet that has left. */
typedef struct
{
  uint64_t id;                  /* order of sending over all SSRCs, never wraps */
  uint32_t ssrc;
  uint16_t seq;                 /* as on the wire, for logs */
  bool marker;                  /* the last of its frame */
  uint32_t size;                /* bytes on the wire */
  RtpCcTime sent;
  RtpCcEcn ecn;                 /* as sent */
} RtpCcPacket;

typedef enum
{
  RTP_CC_FATE_RECEIVED,
  RTP_CC_FATE_LOST,             /* the ledger gave it up */
  RTP_CC_FATE_RECEIVED_LATE     /* had been given up before */
} RtpCcFate;

/* What became of one packet.  Each packet is reported once, but for one that
 * was given up and then turned up. */
typedef struct
{
  RtpCcPacket packet;
  RtpCcFate fate;
  RtpCcTime arrival;            /* receiver's clock: use differences only; NEVER
                                 * if unknown, RFC 8888 section 3.1 */
  RtpCcEcn ecn;                 /* as received */
} RtpCcReport;

/* All that one feedback message taught, reports in order of sending. */
typedef struct
{
  const RtpCcReport *reports;
  size_t n_reports;
  int64_t rtt;                  /* ns, receiver's hold time taken out; < 0: none */
  uint64_t bytes_newly_acked;   /* left the flight with this feedback, RFC 8298
                                 * section 4.1.2: lost ones too */
  uint64_t bytes_newly_acked_ce;        /* those of them that came with CE */
  uint64_t prior_in_flight;     /* bytes, before this feedback */
  uint64_t bytes_in_flight;     /* bytes, after it */
  uint64_t queued_bytes;        /* waiting in front of the pacer */
  int64_t queue_delay;          /* ns, age of the oldest of them */
  bool app_limited;             /* there was less to send than was allowed */
  bool classic_ecn;             /* CE means what it means in RFC 3168, whatever
                                 * the packets carry */
  uint64_t capacity_hint;       /* bit/s on the wire that somebody says the link
                                 * carries now, which bounds max_rate already; 0:
                                 * nobody does */
} RtpCcFeedback;

/* One media frame that entered the queue in front of the pacer. */
typedef struct
{
  uint32_t ssrc;
  uint32_t size;                /* bytes, all its packets, on the wire */
  int64_t period;               /* ns since the frame before; 0: first */
  int64_t queue_delay;          /* ns, age of the oldest waiting packet */
  uint64_t media_target;        /* bit/s on the wire that this stream was given */
} RtpCcFrame;

/* What a policy wants.  That min_rate <= media_rate <= max_rate and the rest of
 * what stands here holds after each call, whatever it was told. */
typedef struct
{
  uint64_t media_rate;          /* bit/s on the wire, for all streams together */
  uint64_t pacing_rate;         /* bit/s, >= media_rate */
  uint64_t window;              /* bytes in flight, >= max_packet_size, or
                                 * RTP_CC_NO_WINDOW */
  RtpCcEcn ecn;                 /* code point for outgoing packets */
  RtpCcTime wakeup;             /* call on_timer no later than this; to come */
} RtpCcTarget;

/* What one policy knows of the path, for the one that takes over from it. */
typedef struct
{
  int64_t rtt;                  /* ns, smoothed; 0: not known */
  int64_t base_delay;           /* ns, least arrival - sent, the offset of the clocks
                                 * included; RTP_CC_TIME_NEVER: not known */
} RtpCcPath;

typedef struct
{
  uint64_t min_rate, start_rate, max_rate;      /* bit/s on the wire */
  uint32_t max_packet_size;     /* bytes on the wire */
  int64_t queue_delay_target;   /* ns; 0: the algorithm's own */
  int64_t queue_delay_target_max;       /* ns, how far the algorithm may raise it
                                         * beside other flows; 0: its own */
  RtpCcEcn ecn;                 /* what packets may carry; ECT(1) means L4S */
  const double *params;         /* of the ops' params one value each, within its
                                 * bounds, or NULL: their own; read by init */
  const RtpCcPath *path;        /* of the policy before, whose rate is start_rate;
                                 * NULL: there was none; read by init */
} RtpCcConfig;

/* Unit of a parameter that is 0 or 1. */
#define RTP_CC_PARAM_FLAG "flag"

/* A number of a policy that may be set, for research. */
typedef struct
{
  const char *name;             /* as in the document, in small letters */
  const char *unit;             /* of all the numbers here, "" if it has none */
  const char *of;               /* the departure from the document that it belongs
                                 * to, or DRAFT, OURS */
  double value;                 /* of this policy */
  double least, most;
} RtpCcParam;

/* OURS: no policy has more; twice what the largest has. */
#define RTP_CC_PARAMS_MAX 256

/* What a policy shows of itself, for stats and logs; 0 or NaN where it has no
 * such thing. */
typedef struct
{
  int64_t s_rtt;                /* ns, smoothed */
  int64_t qdelay;               /* ns, last estimate of the network queue */
  int64_t qdelay_avg;           /* ns, smoothed */
  int64_t qdelay_target;        /* ns */
  uint64_t ref_wnd;             /* bytes */
  uint64_t ref_wnd_i;           /* bytes, inflection point */
  double l4s_alpha;
  double loss_rate;
  bool in_fast_increase;        /* SCReAM v1 */
  int64_t base_delay;           /* as in RtpCcPath; NEVER where there is none */
} RtpCcInfo;

typedef struct
{
  const char *name;             /* value of the `controller` property */
  const char *source;           /* the one document that this follows */
  size_t state_size;
  const RtpCcParam *params;     /* (optional) ends with one without a name */
  const char *latency_params;   /* (optional) parameters, as text, for a shorter delay at a
                                 * lower rate */
  int64_t queue_delay_target;   /* ns, its own of the queue in the network; 0: a
                                 * target would not make it faster or slower */

  /* (required) @config stays valid and is kept; its rates may change between
   * calls.  */
  void (*init) (void *state, const RtpCcConfig * config, RtpCcTime now,
      RtpCcTarget * target);
  /* (required) */
  void (*on_feedback) (void *state, const RtpCcFeedback * feedback,
      RtpCcTime now, RtpCcTarget * target);
  /* (optional) a packet left; @bytes_in_flight counts it */
  void (*on_sent) (void *state, const RtpCcPacket * packet,
      uint64_t bytes_in_flight);
  /* (optional) a frame of media is complete in the queue */
  void (*on_frame) (void *state, const RtpCcFrame * frame, RtpCcTime now,
      RtpCcTarget * target);
  /* (optional) the receiver says which rate it wants, within the bounds; only
   * for policies that leave control to it: others see it as a bound */
  void (*on_remb) (void *state, uint64_t rate, RtpCcTime now,
      RtpCcTarget * target);
  /* (optional) */
  void (*on_timer) (void *state, RtpCcTime now, RtpCcTarget * target);
  /* (optional) */
  void (*info) (const void *state, RtpCcInfo * info);
} RtpCcOps;

typedef struct _RtpCc RtpCc;

/* NULL if out of memory.  Rates that make no sense are clipped: 0, a start rate
 * out of bounds, a maximum below the minimum. */
RtpCc *rtp_cc_new (const RtpCcOps * ops, const RtpCcConfig * config,
    RtpCcTime now);
/* The same, to take over from @before, which stays: it goes on at its rate, and from
 * what it knows of the path. */
RtpCc *rtp_cc_new_after (const RtpCcOps * ops, const RtpCcConfig * config,
    const RtpCc * before, RtpCcTime now);
void rtp_cc_free (RtpCc * cc);
/* New bounds; the current target is clipped to them at once. */
void rtp_cc_set_bounds (RtpCc * cc, uint64_t min_rate, uint64_t max_rate);
void rtp_cc_on_sent (RtpCc * cc, const RtpCcPacket * packet,
    uint64_t bytes_in_flight);
void rtp_cc_on_feedback (RtpCc * cc, const RtpCcFeedback * feedback,
    RtpCcTime now);
void rtp_cc_on_frame (RtpCc * cc, const RtpCcFrame * frame, RtpCcTime now);
/* False: the policy does not care; the bounds must have been set before. */
bool rtp_cc_on_remb (RtpCc * cc, uint64_t rate, RtpCcTime now);
void rtp_cc_on_timer (RtpCc * cc, RtpCcTime now);
const RtpCcTarget *rtp_cc_target (const RtpCc * cc);
/* How often the policy has broken the contract: a bug of it, which was
 * corrected. */
uint64_t rtp_cc_violations (const RtpCc * cc);
RtpCcInfo rtp_cc_info (const RtpCc * cc);

RTP_CC_API_END
#ifdef __cplusplus
}
#endif
#endif /* RTPCC_H */

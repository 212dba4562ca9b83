/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-receiver-private.h: state of the receiver
 *
 * rtpcc-receiver.c writes it on arrivals, rtpcc-receiver-rounds.c turns it into feedback.
 */
#ifndef RTPCC_RECEIVER_PRIVATE_H
#define RTPCC_RECEIVER_PRIVATE_H

#include "rtpcc-receiver.h"

/* OURS: more than one session has in practice, few enough that invented SSRCs
 * cannot take memory: 64 times 2 KiB, 72 KiB for one that goes on fast */
#define RECEIVER_MAX_STREAMS 64

/* OURS: bounds the work and the memory of one packet; at 2048 bytes it is over
 * any MTU of the Internet */
#define RECEIVER_MAX_METRICS 1024

/* OURS: flags of one number in the ring; the two bits below are its ECN */
#define RECEIVER_RECEIVED 0x04

/* Sequence numbers from begin to end - 1; none if they are equal. */
typedef struct
{
  uint64_t begin, end;
} RtpCcReceiverRange;

/* A packet whose number does not go with its stream.  If the next one goes
 * with it, the stream has started anew, RFC 3550 appendix A.1. */
typedef struct
{
  bool valid;
  uint16_t seq;
  RtpCcEcn ecn;
  RtpCcTime arrival;
} RtpCcReceiverCandidate;

typedef struct
{
  uint32_t ssrc;
  uint64_t n_packets;
  RtpCcTime last_packet;
  uint64_t first, highest;      /* numbers that are in the ring */
  uint64_t edge;                /* end of the last round */
  RtpCcReceiverRange late;      /* since the last round */
  RtpCcReceiverRange todo[2];   /* late and main of the running round */
  bool news;
  RtpCcReceiverCandidate candidate;
  uint64_t size;                /* of the ring */
  RtpCcTime *arrival;
  uint8_t *flags;
} RtpCcReceiverStream;

struct _RtpCcReceiver
{
  RtpCcReceiverConfig config;
  RtpCcReceiverStats stats;
  RtpCcReceiverStream *streams[RECEIVER_MAX_STREAMS];    /* the first n_ssrcs of them */

  unsigned n_new;               /* packets since the last round */
  bool urgent;                  /* due whatever the interval */
  bool gap;                     /* numbers are missing since the last round */
  bool in_round;
  RtpCcTime urgent_since;
  RtpCcTime last_round;

  /* the packet that is being written */
  RtpCcMetric *metrics;         /* grows up to RECEIVER_MAX_METRICS */
  RtpCcCcfbBlock *blocks;       /* two for each stream */
  size_t n_metrics, metrics_size, n_blocks;
};

/* Where a number stands in the ring. */
static inline size_t
rtp_cc_receiver_slot (const RtpCcReceiverStream * stream, uint64_t seq)
{
  return (size_t) (seq & (stream->size - 1));
}

static inline bool
rtp_cc_receiver_has (const RtpCcReceiverStream * stream, uint64_t seq)
{
  return (stream->flags[rtp_cc_receiver_slot (stream, seq)] & RECEIVER_RECEIVED) != 0;
}

#endif /* RTPCC_RECEIVER_PRIVATE_H */

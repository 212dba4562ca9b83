/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-loss.h: SCReAM v2, congestion losses
 *
 * OURS (D23), in place of section 4.5.2 of draft-ietf-ccwg-rfc8298bis-screamv2-02,
 * which takes less than 1 % of losses for the path's own.
 */
#ifndef RTPCC_SCREAM_LOSS_H
#define RTPCC_SCREAM_LOSS_H

#include "rtpcc-scream-params.h"

/* What the losses since the last call ask for. */
typedef enum
{
  SCREAM_LOSS_TOLERATED,
  SCREAM_LOSS_FULL_QUEUE,       /* they came with a queue that is full, or one that stands */
  SCREAM_LOSS_TOO_MANY,         /* more than any path may lose itself */
  SCREAM_LOSS_TEST,             /* more than the path lost until now: send less, and
                                 * see */
  SCREAM_LOSS_WAS_CONGESTION,   /* they have become fewer */
  SCREAM_LOSS_WAS_PATH          /* they have not */
} ScreamLossVerdict;

typedef struct
{
  const ScreamParams *p;
  double target;                /* ns */

  /* how long the queue is */
  int64_t slot;                 /* LOSS_SLOTs since time 0 */
  double slot_queue;            /* ns, the longest that its packets saw */
  double queue, longest, shortest;      /* ns, mean, and the most and least of late */
  bool stands;                  /* the mean is nearly the most */
  bool with_queue;              /* a loss since the last verdict came with a queue */

  /* how many there are */
  uint64_t lost_id;             /* of the last packet lost */
  RtpCcTime newest_sent;        /* of all packets that were counted */
  double mean, n_mean;          /* losses for each packet, and of how many */
  double late;                  /* losses above the limit, never reset, bounded */
  double much;                  /* losses above LOSS_MOST, a cumulative sum */
  double tested;                /* so many did not become fewer */
  double excess;                /* losses above the limit, a cumulative sum */
  double packets, losses;       /* since excess was 0, or of the test */
  bool testing;
  RtpCcTime test_start;         /* packets sent from then on count */
  double packets_before, losses_before; /* until the test took effect */
  double grown;                 /* rate, of the start rate; 0: there was congestion */
} ScreamLoss;

/* @params is kept.  @target: ns, a longer queue shows in the delay. */
void scream_loss_init (ScreamLoss * loss, const ScreamParams * params,
    int64_t target);

/* One packet that came, in order of sending, and the @queue that it saw, of which the
 * path's @jitter may be a part, ns. */
void scream_loss_queue (ScreamLoss * loss, RtpCcTime sent, double queue,
    double jitter);

/* One packet that came or was @lost, on a path whose queue @is_full. */
void scream_loss_count (ScreamLoss * loss, const RtpCcPacket * packet,
    bool lost, bool is_full);

/* Not in a test, and not while more is lost than is tolerated. */
bool scream_loss_may_grow (const ScreamLoss * loss);

/* Once for all that one feedback told.  @grown: the rate, of the start rate, until the first
 * congestion; then 0. */
ScreamLossVerdict scream_loss_verdict (ScreamLoss * loss, double grown,
    RtpCcTime now);

#endif /* RTPCC_SCREAM_LOSS_H */

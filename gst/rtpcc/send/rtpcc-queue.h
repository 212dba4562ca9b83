/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-queue.h: packets before the pacer, one queue for each stream
 *
 * First in, first out, except for urgent packets.  The packets of one SSRC with one RTP
 * timestamp are a frame.  Events travel among the packets, without a size.  When packets
 * are too old, whole frames are discarded, but never the rest of a frame that has begun to
 * leave.
 */
#ifndef RTPCC_QUEUE_H
#define RTPCC_QUEUE_H

#include "gst/rtpcc/rtpcc-types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _RtpCcQueue RtpCcQueue;

RtpCcQueue *rtp_cc_queue_new (void);
/* @drop (may be NULL) gets what is still inside. */
void rtp_cc_queue_free (RtpCcQueue * queue, RtpCcDropFunc drop, void *user);
void rtp_cc_queue_clear (RtpCcQueue * queue, RtpCcDropFunc drop, void *user);

/* @ahead: it goes before all that was not put ahead, unless the first of that is no
 * packet: what announces a stream comes before its packets.  Of those that are ahead, the
 * older frame of an SSRC comes first: its time is over first.  False: not taken, since
 * the frame is being discarded, or for lack of memory. */
bool rtp_cc_queue_push (RtpCcQueue * queue, const RtpCcQueueItem * item,
    bool ahead);
const RtpCcQueueItem *rtp_cc_queue_peek (const RtpCcQueue * queue);
/* Was the first one put ahead? */
bool rtp_cc_queue_begins_ahead (const RtpCcQueue * queue);
RtpCcQueueItem rtp_cc_queue_pop (RtpCcQueue * queue);

uint64_t rtp_cc_queue_bytes (const RtpCcQueue * queue);
uint32_t rtp_cc_queue_packets (const RtpCcQueue * queue);
/* When the oldest packet came; NEVER: none waits. */
RtpCcTime rtp_cc_queue_oldest (const RtpCcQueue * queue);

/* All that waits is taken to have come so much later (ns). */
void rtp_cc_queue_postpone (RtpCcQueue * queue, int64_t by);

/* The newest frame of @ssrc does not end: it may be discarded though it has begun. */
void rtp_cc_queue_give_up (RtpCcQueue * queue, uint32_t ssrc);

/* Takes out the frames of each SSRC that has a frame older than @max_age of
 * which no packet has left.  Returns how many frames. */
uint32_t rtp_cc_queue_discard (RtpCcQueue * queue, int64_t max_age,
    RtpCcDropFunc drop, void *user, RtpCcTime now);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_QUEUE_H */

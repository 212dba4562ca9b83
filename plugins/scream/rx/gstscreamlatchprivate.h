/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamlatchprivate.h: what the three files of the latch share: the choice
 * (gstscreamlatch.c), the addresses (gstscreamlatchpeers.c) and the questions to them
 * (gstscreamlatchquestions.c) */
#ifndef __GST_SCREAM_LATCH_PRIVATE_H__
#define __GST_SCREAM_LATCH_PRIVATE_H__

#include "gstscreamlatch.h"

G_BEGIN_DECLS

/* Half of the time after which screamtx misses feedback. A NAT that changes the address
 * costs no more than this time, and nobody can push aside a sender of 4 packets a second
 * or more between two of its packets. */
#define SILENCE (250 * GST_MSECOND)

/* So long after its last packet a sender may have started again. */
#define NEW_SENDER (2 * GST_SECOND)

/* A single packet may be a guess, or a copy. */
#define PACKETS_TO_BELIEVE 5

/* Of which one answer is enough: it may come late, or be lost. */
#define QUESTIONS 3

/* addresses */
void gst_scream_latch_peer_clear (GstScreamLatchPeer * peer);
GstClockTime gst_scream_latch_silence (const GstScreamLatch * latch,
    GstClockTime now);
gboolean gst_scream_latch_continues (const GstScreamWatchStream * stream,
    guint32 ssrc, guint16 seq);
void gst_scream_latch_note_own (GstScreamLatch * latch,
    const GstScreamWatchPacket * packet, GstClockTime now);
gboolean gst_scream_latch_is_beside (const GstScreamLatch * latch,
    const GstScreamLatchPeer * peer);
gboolean gst_scream_latch_claims_stream (GstScreamLatch * latch,
    const GstScreamLatchPeer * peer);
GstScreamLatchPeer *gst_scream_latch_find_peer (GstScreamLatch * latch,
    GSocketAddress * address);
GstScreamLatchPeer *gst_scream_latch_note_peer (GstScreamLatch * latch,
    GSocketAddress * address, const GstScreamWatchPacket * packet,
    GstClockTime now);

/* questions */
gboolean gst_scream_latch_is_beginning (const GstScreamLatch * latch,
    GstClockTime now);
void gst_scream_latch_ask (const GstScreamLatch * latch,
    GstScreamLatchPeer * peer, GstClockTime now);
void gst_scream_latch_go_on_asking (GstScreamLatch * latch, GstClockTime now);
gboolean gst_scream_latch_owes_answers (const GstScreamLatch * latch,
    const GstScreamLatchPeer * peer, GstClockTime now);
gboolean gst_scream_latch_has_proved (const GstScreamLatchPeer * peer,
    GstClockTime age, GstClockTime now);

G_END_DECLS

#endif /* __GST_SCREAM_LATCH_PRIVATE_H__ */

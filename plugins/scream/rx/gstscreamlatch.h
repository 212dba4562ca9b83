/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamlatch.h: to which address feedback goes
 *
 * Feedback goes to the address that the media comes from, also after a NAT has given the
 * sender another address. That address is the holder. A third party that sends to the
 * port must not become the holder by that, or the sender would stop. Nor may the first
 * address stay the holder only because it was the first.
 *
 * The first address is the holder at once. A silence changes the holder only
 *
 * - when the holder has been silent for 250 ms, or for 500 ms if the new address sent
 *   while the holder did,
 * - after five packets in a row from the new address, of one SSRC, that continue the
 *   numbers of that SSRC,
 * - and one second after the last change at the earliest.
 *
 * A new address need not continue the numbers of a holder that has not shown five such
 * packets itself. After two seconds of silence any SSRC will do: the sender has started
 * again. If the new address was not heard before the silence, half a second is enough,
 * or twice the pauses that the sender makes. A sender that was the holder for some
 * seconds, and was only away, is the holder again after five packets.
 *
 * There is a dispute when another address sends what looks like media
 * (gstscreamwatch.h) while the holder does. The holder stays if it answers questions
 * (rtpcc-echo.h), or if it has sent far more since it is the holder. If it leaves three
 * questions unanswered, 750 ms, the other address becomes the holder
 *
 * - if it has an SSRC of its own, and what the holder sends does not look like media,
 * - or if it answers questions itself.
 *
 * Where questions cannot be sent the holder stays while it is heard, because it may be
 * one that would answer.
 *
 * In the first two seconds an address that sends the same stream as the holder need not
 * look like media, and both are asked at once: one of them may replay what the other
 * has sent.
 */
#ifndef __GST_SCREAM_LATCH_H__
#define __GST_SCREAM_LATCH_H__

#include <gio/gio.h>
#include <gst/gst.h>

#include "gstscreamwatch.h"

G_BEGIN_DECLS

/* Other addresses that are watched, 45 kB as soon as there is one: in a flood of 5000
 * addresses a second one packet in four of the sender finds a place. */
#define GST_SCREAM_LATCH_PEERS 128

/* One address. */
typedef struct
{
  GSocketAddress *address;
  GstScreamWatch watch;
  GstScreamWatchStream claim;   /* what it continues */
  guint n_claims;               /* packets in a row */
  GstClockTime came;            /* first packet after a silence */
  gboolean copies;              /* it sends SSRCs of the holder */
  gboolean told;                /* users know that it is refused */

  guint32 number;               /* in the question to it */
  GstClockTime wanted;          /* when a question was wanted; 0: none is */
  gboolean out_of_reach;        /* the last question was not taken */
  guint unanswered;             /* questions that were taken */
  GstClockTime asked, proved;   /* when it was, when it answered; 0: never */
} GstScreamLatchPeer;

typedef struct
{
  GSocketAddress *address;      /* of the holder, NULL: none yet */
  GstScreamLatchPeer own;       /* the holder */
  guint proof;                  /* its packets in a row, until it is believed */
  GstClockTime moved;           /* last move; before that, first packet */
  const gchar *reason;          /* of the last move, NULL: there was none */

  GstScreamLatchPeer former;    /* who may come back */
  guint back;                   /* its packets since */

  GstScreamLatchPeer *peers;    /* NULL before the first */
  guint n_peers;
  GSocketAddress *refused;      /* users are to be told; NULL: none */
  GstClockTime refused_time;

  guint64 moves;
  guint64 from_unknown_peers;   /* packets from other addresses */
  guint64 refusals;             /* that users were told of */
} GstScreamLatch;

/* One that is all zero is ready. */
void gst_scream_latch_clear (GstScreamLatch * latch);

/* A packet came. TRUE: there is another holder. @before is set to the address of the
 * old one, with its reference, or to NULL if this is the first. */
gboolean gst_scream_latch_packet (GstScreamLatch * latch,
    GSocketAddress * address, const GstScreamWatchPacket * packet,
    GstClockTime now, GSocketAddress ** before);

/* What @address sends of @ssrc is a recording. TRUE: only the recording made it the
 * holder, and the next address that sends becomes the holder. */
gboolean gst_scream_latch_forget (GstScreamLatch * latch,
    GSocketAddress * address, guint32 ssrc);

/* What @address sends of @ssrc is far ahead of all that came before, and only the sender
 * can make it. TRUE: another address was the holder, not for long, and is no more. */
gboolean gst_scream_latch_overtake (GstScreamLatch * latch,
    GSocketAddress * address, guint32 ssrc, GstClockTime now);

/* Was the last move the end of a dispute? */
gboolean gst_scream_latch_was_disputed (const GstScreamLatch * latch);

/* May a packet from @address be a third party's? While the holder is heard, all packets
 * from elsewhere may; after that, those that do not continue a stream of the holder. */
gboolean gst_scream_latch_is_unknown_peer (GstScreamLatch * latch,
    GSocketAddress * address, GstClockTime now);

/* The address that is to be asked now, with a reference, and the @number of the
 * question; NULL: none. A caller that cannot send questions does not call this. */
GSocketAddress *gst_scream_latch_take_question (GstScreamLatch * latch,
    guint32 * number, GstClockTime now);
/* @address has answered. */
void gst_scream_latch_answer (GstScreamLatch * latch,
    GSocketAddress * address, guint32 number, GstClockTime now);

/* An address that looks like a sender and does not become the holder, with its
 * reference, for a message to users; NULL: none. */
GSocketAddress *gst_scream_latch_take_refused (GstScreamLatch * latch);

G_END_DECLS

#endif /* __GST_SCREAM_LATCH_H__ */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamlatch.h: to which address feedback goes
 *
 * To the one that the media comes from, also after a NAT has given the sender
 * another one.  But whoever sends to the port must not get the feedback by it,
 * or the sender would stop, and who was first must not keep it by that alone.
 *
 * In silence the address changes only
 *
 * - when the one before has been silent for 250 ms, 500 ms to one that sent
 *   beside it,
 * - after five packets in a row of one SSRC, from the new address, that
 *   continue the numbers of that SSRC,
 * - and one second after the last change at the earliest.
 *
 * After two seconds of silence any SSRC will do: the sender has started anew.  Of
 * an address that was not heard before the silence it will after half a second, or
 * after twice the pauses that the sender makes.  If the sender was only away, and
 * had the feedback for some seconds, five packets bring it back.
 * The first address is taken at once, but until it has shown five such packets
 * itself, another one needs not continue its numbers.
 *
 * In a dispute, when another address sends what looks like media
 * (gstscreamwatch.h), the one that has the feedback keeps it if it answers
 * questions (rtpcc-echo.h), or has sent far more since it has it.  If it does not
 * answer three of them, 750 ms, the other one gets the feedback
 *
 * - if it has its own SSRC, and what the first sends does not look like media,
 * - or if it answers itself.
 *
 * Where questions cannot be sent the one that has the feedback keeps it while it is
 * heard, for it may be one that would answer.
 *
 * In the first two seconds who sends the same stream needs not look like media, and
 * both are asked at once: one may play what the other has sent.
 */
#ifndef __GST_SCREAM_LATCH_H__
#define __GST_SCREAM_LATCH_H__

#include <gio/gio.h>
#include <gst/gst.h>

#include "gstscreamwatch.h"

G_BEGIN_DECLS

/* Others that are watched, 45 kB: a flood of 5000 addresses a second leaves each
 * fourth packet of the sender a place. */
#define GST_SCREAM_LATCH_PEERS 128

/* One address. */
typedef struct
{
  GSocketAddress *address;
  GstScreamWatch watch;
  GstScreamWatchStream claim;   /* what it continues */
  guint n_claims;               /* packets in a row */
  GstClockTime came;            /* when it was heard first, after a silence */
  gboolean copies;              /* SSRCs of the one that has the feedback */
  gboolean told;                /* that it is refused */

  guint32 number;               /* that it is asked for */
  GstClockTime wanted;          /* when it was to be asked; 0: it is not */
  gboolean out_of_reach;        /* the last question was not taken */
  guint unanswered;             /* questions that were taken */
  GstClockTime asked, proved;   /* when it was, when it answered; 0: never */
} GstScreamLatchPeer;

typedef struct
{
  GSocketAddress *address;      /* that of own, NULL: none yet */
  GstScreamLatchPeer own;       /* who has the feedback */
  guint proof;                  /* packets in a row, until it is believed */
  GstClockTime moved;           /* or when the first came */
  const gchar *reason;          /* of the last move */
  gboolean disputed;            /* it was the end of a dispute */

  GstScreamLatchPeer former;    /* who may come back */
  guint back;                   /* packets of it since */

  GstScreamLatchPeer peers[GST_SCREAM_LATCH_PEERS];
  guint n_peers;
  GSocketAddress *refused;      /* to be told, NULL: none */
  GstClockTime refused_time;

  guint64 moves;
  guint64 from_unknown_peers;   /* packets from other addresses */
  guint64 refusals;             /* that were told */
} GstScreamLatch;

/* One that is all zero is ready. */
void gst_scream_latch_clear (GstScreamLatch * latch);

/* A packet came.  TRUE: latch->address is another one now; the one before goes
 * to @before, with its reference, NULL if it was the first. */
gboolean gst_scream_latch_packet (GstScreamLatch * latch,
    GSocketAddress * address, const GstScreamWatchPacket * packet,
    GstClockTime now, GSocketAddress ** before);

/* What comes from there of @ssrc is a recording.  TRUE: it was all that brought it
 * the feedback, which is the next one's now. */
gboolean gst_scream_latch_forget (GstScreamLatch * latch,
    GSocketAddress * address, guint32 ssrc);

/* What comes from there of @ssrc is far ahead of all that came before, and nobody but the
 * sender can make it.  TRUE: who has the feedback, not long, has lost it. */
gboolean gst_scream_latch_overtake (GstScreamLatch * latch,
    GSocketAddress * address, guint32 ssrc, GstClockTime now);

/* May a packet from there not be the sender's?  All but those of the one that has
 * the feedback, while it is heard, and then those that continue its streams. */
gboolean gst_scream_latch_is_unknown_peer (GstScreamLatch * latch,
    GSocketAddress * address, GstClockTime now);

/* The address that is to be asked for @number, now, with a reference; NULL: none.
 * Who cannot send questions does not call it. */
GSocketAddress *gst_scream_latch_take_question (GstScreamLatch * latch,
    guint32 * number, GstClockTime now);
/* @address has answered. */
void gst_scream_latch_answer (GstScreamLatch * latch,
    GSocketAddress * address, guint32 number, GstClockTime now);

/* An address that looks like a sender and does not get the feedback, with its
 * reference; NULL: none is to be told. */
GSocketAddress *gst_scream_latch_take_refused (GstScreamLatch * latch);

G_END_DECLS

#endif /* __GST_SCREAM_LATCH_H__ */

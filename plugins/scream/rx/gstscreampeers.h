/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampeers.h: the addresses that send to the port, and which of them has the feedback
 *
 * Feedback goes to the address that the media comes from, also after a NAT has given the
 * sender another address. That address is the holder. A third party that sends to the
 * port must not become the holder by that, or the sender would stop. Nor may the first
 * address stay the holder only because it was the first.
 *
 * The first address is the holder at once. Another becomes the holder, once a second at
 * most,
 *
 * - by silence: after five packets of a stream in order since the holder was last heard,
 *   250 ms ago if they continue a stream of the holder, or if the holder has proved no
 *   stream; else 500 ms. Who sent while the holder did has to wait for 500 ms, or 2 s, as
 *   has who follows one that has answered.
 * - by proof: it disputes the feedback, has answered a question, and the holder has not
 *   answered three, nor any in 10 s. Or another became the holder by silence, with a stream
 *   of its own, less than 10 s ago: then it does not matter what the holder answers.
 * - by behaviour: it disputes the feedback and has proved a stream, and the holder has
 *   neither proved a stream nor answered three questions.
 *
 * Who has proved a stream, or sends an SSRC of the holder, while that is heard, disputes the
 * feedback. The holder is asked then, and the other, too, if it does not answer at once.
 * Where questions cannot be sent the holder stays while it is heard, because it may be one
 * that would answer.
 */
#pragma once

#include "gstscreampeer.h"

/* Other addresses that are watched, 50 kB as soon as there is one: in a flood of 5000
 * addresses a second one packet in four of the sender finds a place. */
#define GST_SCREAM_PEERS_OTHERS 128

typedef struct
{
  GstScreamPeer own;            /* the holder; address NULL: none yet */
  GstClockTime moved;           /* last move; before that, first packet */
  const gchar *reason;          /* of the last move, NULL: there was none */
  gboolean disputed;            /* it was the end of a dispute */

  GstScreamPeer *others;        /* NULL before the first */
  guint n_others;
  GSocketAddress *refused;      /* one that looks like a sender and does not become the
                                 * holder, for a message to users, who takes it; NULL:
                                 * none */
  GstClockTime refused_time;

  guint64 moves;
  guint64 from_unknown_peers;   /* packets from other addresses */
  guint64 refusals;             /* that users were told of */
} GstScreamPeers;

/* One that is all zero is ready. */
void gst_scream_peers_clear (GstScreamPeers * peers);

/* A packet came. TRUE: there is another holder. @before is set to the address of the
 * old one, with its reference, or to NULL if this is the first. */
gboolean gst_scream_peers_packet (GstScreamPeers * peers,
    GSocketAddress * address, const GstScreamPeerPacket * packet,
    GstClockTime now, GSocketAddress ** before);

/* What @address sends of @ssrc is a recording. TRUE: only the recording made it the
 * holder, and the next address that sends becomes the holder. */
gboolean gst_scream_peers_forget (GstScreamPeers * peers,
    GSocketAddress * address, guint32 ssrc);

/* Is it the holder? */
gboolean gst_scream_peers_is_holder (const GstScreamPeers * peers,
    GSocketAddress * address);

/* May a packet from @address be a third party's? While the holder is heard, all packets
 * from elsewhere may; after that, those that do not continue a stream of the holder. */
gboolean gst_scream_peers_is_unknown (GstScreamPeers * peers,
    GSocketAddress * address, GstClockTime now);

/* The address that is to be asked now, with a reference, and the @number of the
 * question; NULL: none. A caller that cannot send questions does not call this. */
GSocketAddress *gst_scream_peers_take_question (GstScreamPeers * peers,
    guint32 * number, GstClockTime now);
/* @address has answered. */
void gst_scream_peers_answer (GstScreamPeers * peers,
    GSocketAddress * address, guint32 number, GstClockTime now);

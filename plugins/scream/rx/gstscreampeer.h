/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampeer.h: what is known of one address that sends to the port
 *
 * Two things can be proved: an address, by the answer to a question with a random number
 * (rtpcc-echo.h), which who forges the address never sees; and a stream, by five packets in
 * order, as RFC 3550 appendix A.1 has it.
 */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

/* SSRCs of an address that are remembered: those of an audio and a video stream with their
 * repair flows. */
#define GST_SCREAM_PEER_STREAMS 8

/* Half of the time after which screamtx misses feedback: who sends four packets a second is
 * not silent. */
#define GST_SCREAM_PEER_SILENCE (250 * GST_MSECOND)

/* A single packet may be a guess, or a copy. */
#define GST_SCREAM_PEER_PACKETS 5

/* RTP, from anybody. */
typedef struct
{
  guint32 ssrc;
  guint16 seq;
  guint size;                   /* bytes on the wire */
} GstScreamPeerPacket;

typedef struct
{
  guint32 ssrc;
  guint16 seq;                  /* newest */
  GstClockTime heard;
  guint in_order;               /* packets */
  guint row;                    /* of these, since the holder was heard */
  gboolean follows;             /* the first of these continued a stream of the holder */
} GstScreamPeerStream;

/* One that is all zero is ready. */
typedef struct
{
  GSocketAddress *address;
  GstScreamPeerStream streams[GST_SCREAM_PEER_STREAMS];
  guint n_streams;
  guint proof;                  /* packets in order of the stream that had most, up to
                                 * GST_SCREAM_PEER_PACKETS */
  gboolean copies;              /* it sends SSRCs of the holder */
  gboolean follows;             /* its last packet's stream does */
  GstClockTime came, heard;     /* first packet after a silence, the last */
  GstClockTime contends;        /* since when, 0: it does not */
  gboolean told;                /* users know that it is refused */
  GstClockTime lost;            /* when an outage cost it the feedback, 0: none did */

  guint credit;                 /* bytes that may go to it */
  guint32 number;               /* in the question to it */
  GstClockTime wanted, asked;   /* when a question was, 0: never */
  guint unanswered;             /* questions that have left */
  GstClockTime proved;          /* when it answered, 0: never, or it had the feedback since */
} GstScreamPeer;

void gst_scream_peer_clear (GstScreamPeer * peer);

/* Has it proved a stream? */
static inline gboolean
gst_scream_peer_is_valid (const GstScreamPeer * peer)
{
  return peer->proof >= GST_SCREAM_PEER_PACKETS;
}

/* NULL: it does not send @ssrc. */
GstScreamPeerStream *gst_scream_peer_find (GstScreamPeer * peer, guint32 ssrc);
/* Would the packet continue one of its streams? */
gboolean gst_scream_peer_continues (GstScreamPeer * peer,
    const GstScreamPeerPacket * packet);
/* A packet of it came; @holder: who has the feedback, NULL: it does. Returns the stream. */
GstScreamPeerStream *gst_scream_peer_note (GstScreamPeer * peer,
    GstScreamPeer * holder, const GstScreamPeerPacket * packet,
    GstClockTime now);

/* Its address is in doubt: it is to be asked, unless it has answered lately. */
void gst_scream_peer_ask (GstScreamPeer * peer, GstClockTime now);
/* Does a question leave now? Then its @number is set. */
gboolean gst_scream_peer_take_question (GstScreamPeer * peer, guint32 * number,
    GstClockTime now);
void gst_scream_peer_answer (GstScreamPeer * peer, guint32 number,
    GstClockTime now);
/* Has it answered lately? */
gboolean gst_scream_peer_has_proved (const GstScreamPeer * peer,
    GstClockTime now);
/* Has it had the time to answer all questions, and has not? */
gboolean gst_scream_peer_owes (const GstScreamPeer * peer, GstClockTime now);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known of one address: its streams, and its answers. */
#include "gstscreampeer.h"
#include "plugins/packet/gstscreampacket.h"

#include <gst/rtpcc/wire/rtpcc-echo.h>
#include <string.h>

/* IPv4 and UDP around a question */
#define QUESTION_BYTES (RTP_CC_ECHO_QUESTION_SIZE + 28)

/* Of which one answer is enough: it may come late, or be lost. */
#define QUESTIONS 3

/* OURS: between questions. Three of them allow for a round-trip time of 450 ms. At half, a
 * sender that is 225 ms away loses to another that answers; double shows the picture of a
 * stream that somebody plays, too, half a second later. */
#define ASK_INTERVAL (150 * GST_MSECOND)
/* OURS: after these, who does not answer is asked less often, and without a dispute in this
 * time no more. Half is more packets for nothing; double finds a sender late that has begun
 * to answer. */
#define ASK_AGAIN GST_SECOND
/* Who answered is asked again long before its answer is too old: ten questions have to be
 * lost on the path for a sender to lose a dispute. */
#define PROOF_FRESH (2 * GST_SECOND)
#define PROOF_LASTS (10 * GST_SECOND)

void
gst_scream_peer_clear (GstScreamPeer * peer)
{
  g_clear_object (&peer->address);
  memset (peer, 0, sizeof (*peer));
}

/* ---- its streams ---- */

GstScreamPeerStream *
gst_scream_peer_find (GstScreamPeer * peer, guint32 ssrc)
{
  guint i;

  for (i = 0; i < peer->n_streams; i++) {
    if (peer->streams[i].ssrc == ssrc)
      return &peer->streams[i];
  }
  return NULL;
}

gboolean
gst_scream_peer_continues (GstScreamPeer * peer,
    const GstScreamPeerPacket * packet)
{
  const GstScreamPeerStream *stream = gst_scream_peer_find (peer, packet->ssrc);

  return stream != NULL
      && gst_scream_packet_continues (stream->seq, packet->seq);
}

/* A new one takes the place of the one that was silent longest. */
static GstScreamPeerStream *
add_stream (GstScreamPeer * peer, guint32 ssrc)
{
  GstScreamPeerStream *place = &peer->streams[0];
  guint i;

  if (peer->n_streams < GST_SCREAM_PEER_STREAMS)
    place = &peer->streams[peer->n_streams++];
  else
    for (i = 1; i < peer->n_streams; i++) {
      if (peer->streams[i].heard < place->heard)
        place = &peer->streams[i];
    }
  memset (place, 0, sizeof (*place));
  place->ssrc = ssrc;
  return place;
}

GstScreamPeerStream *
gst_scream_peer_note (GstScreamPeer * peer, GstScreamPeer * holder,
    const GstScreamPeerPacket * packet, GstClockTime now)
{
  GstScreamPeerStream *stream = gst_scream_peer_find (peer, packet->ssrc);

  if (stream == NULL)
    stream = add_stream (peer, packet->ssrc);
  else if (packet->seq == stream->seq
      || !gst_scream_packet_continues (stream->seq, packet->seq))
    stream->in_order = stream->row = 0;
  if (holder != NULL && stream->heard < holder->heard)
    stream->row = 0;
  if (holder != NULL && stream->row == 0)
    stream->follows = gst_scream_peer_continues (holder, packet);
  stream->in_order++;
  stream->row++;
  stream->seq = packet->seq;
  stream->heard = now;
  if (now - peer->heard >= GST_SCREAM_PEER_SILENCE)
    peer->came = now;
  peer->heard = now;
  peer->proof = MAX (peer->proof, MIN (stream->in_order,
          GST_SCREAM_PEER_PACKETS));
  peer->copies |= holder != NULL
      && gst_scream_peer_find (holder, packet->ssrc) != NULL;
  peer->follows = stream->follows;
  peer->credit = MIN (peer->credit + packet->size, QUESTIONS * QUESTION_BYTES);
  return stream;
}

/* ---- its answers ---- */

/* What g_random_int () gives follows from 624 numbers before it, and peers see numbers. */
static guint32
draw_number (void)
{
  GRand *rand = g_rand_new ();
  guint32 number = g_rand_int (rand);

  g_rand_free (rand);
  return number;
}

void
gst_scream_peer_ask (GstScreamPeer * peer, GstClockTime now)
{
  if (peer->proved != 0 && now - peer->proved < PROOF_FRESH)
    return;
  if (peer->wanted == 0 || now - peer->wanted >= ASK_AGAIN) {
    peer->number = draw_number ();
    peer->unanswered = 0;
  }
  peer->wanted = now;
}

gboolean
gst_scream_peer_take_question (GstScreamPeer * peer, guint32 * number,
    GstClockTime now)
{
  if (peer->wanted == 0 || now - peer->wanted >= ASK_AGAIN
      || peer->credit < QUESTION_BYTES || (peer->unanswered > 0
          && now - peer->asked < (peer->unanswered < QUESTIONS
              ? ASK_INTERVAL : ASK_AGAIN)))
    return FALSE;
  peer->credit -= QUESTION_BYTES;
  peer->unanswered++;
  peer->asked = now;
  *number = peer->number;
  return TRUE;
}

void
gst_scream_peer_answer (GstScreamPeer * peer, guint32 number, GstClockTime now)
{
  if (peer->unanswered == 0 || peer->number != number)
    return;
  peer->unanswered = 0;
  peer->wanted = 0;
  peer->proved = now;
}

gboolean
gst_scream_peer_has_proved (const GstScreamPeer * peer, GstClockTime now)
{
  return peer->proved != 0 && now - peer->proved < PROOF_LASTS;
}

gboolean
gst_scream_peer_owes (const GstScreamPeer * peer, GstClockTime now)
{
  return peer->unanswered >= QUESTIONS && now - peer->asked >= ASK_INTERVAL;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The addresses that send to the port: what they claim to continue, and which of them
 * have a place. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamlatchprivate.h"
#include "plugins/scream/net/gstsocketpath.h"

#include <string.h>

/* RFC 3550 appendix A.1: MAX_DROPOUT and MAX_MISORDER */
#define MAX_AHEAD 3000
#define MAX_BEHIND 100

/* Before these times an address does not lose its place to another one: after one
 * packet, before it was judged (which takes half a second), and after its last. */
#define PLACE_OF_ONE (100 * GST_MSECOND)
#define PLACE_UNJUDGED (600 * GST_MSECOND)
#define PLACE_SILENT GST_SECOND

void
gst_scream_latch_peer_clear (GstScreamLatchPeer * peer)
{
  g_clear_object (&peer->address);
  memset (peer, 0, sizeof (*peer));
}

GstClockTime
gst_scream_latch_silence (const GstScreamLatch * latch, GstClockTime now)
{
  return now - latch->own.watch.heard;
}

/* ---- numbers that continue others ---- */

static gboolean
is_plausible (const GstScreamWatchStream * stream, guint16 seq)
{
  gint step = (gint16) (guint16) (seq - stream->seq);

  return step > -MAX_BEHIND && step < MAX_AHEAD;
}

gboolean
gst_scream_latch_continues (const GstScreamWatchStream * stream, guint32 ssrc,
    guint16 seq)
{
  return stream->ssrc == ssrc && seq != stream->seq
      && is_plausible (stream, seq);
}

/* A packet of the holder. */
void
gst_scream_latch_note_own (GstScreamLatch * latch,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  const GstScreamWatchStream *stream =
      gst_scream_watch_find (&latch->own.watch, packet->ssrc);

  if (latch->proof < PACKETS_TO_BELIEVE)
    latch->proof = stream != NULL
        && gst_scream_latch_continues (stream, packet->ssrc,
        packet->seq) ? latch->proof + 1 : 1;
  gst_scream_watch_packet (&latch->own.watch, packet, now);
}

/* Did it send while the holder did? */
gboolean
gst_scream_latch_is_beside (const GstScreamLatch * latch,
    const GstScreamLatchPeer * peer)
{
  return peer->came < latch->own.watch.heard;
}

gboolean
gst_scream_latch_claims_stream (GstScreamLatch * latch,
    const GstScreamLatchPeer * peer)
{
  return peer->n_claims > 0
      && gst_scream_watch_find (&latch->own.watch, peer->claim.ssrc) != NULL;
}

/* @peer: NULL if it has no place yet. */
static gboolean
may_claim (GstScreamLatch * latch, const GstScreamLatchPeer * peer,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  const GstScreamWatchStream *stream =
      gst_scream_watch_find (&latch->own.watch, packet->ssrc);

  if (peer != NULL && !gst_scream_latch_is_beside (latch, peer))
    return TRUE;
  if (latch->proof < PACKETS_TO_BELIEVE
      || gst_scream_latch_silence (latch, now) >= NEW_SENDER)
    return TRUE;
  return stream != NULL && is_plausible (stream, packet->seq);
}

static void
note_claim (GstScreamLatch * latch, GstScreamLatchPeer * peer,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  GstScreamWatchStream *claim = &peer->claim;

  /* In a row: with no packet of the holder between. */
  if (peer->n_claims > 0
      && gst_scream_latch_continues (claim, packet->ssrc, packet->seq))
    peer->n_claims =
        claim->heard < latch->own.watch.heard ? 1 : peer->n_claims + 1;
  else if (peer->n_claims > 0 && packet->ssrc != claim->ssrc
      && now - claim->heard < SILENCE)
    return;                     /* another of its streams */
  else if (may_claim (latch, peer, packet, now))
    peer->n_claims = 1;
  else
    return;
  claim->ssrc = packet->ssrc;
  claim->seq = packet->seq;
  claim->heard = now;
}

/* ---- other addresses ---- */

/* How little @peer needs its place; 0: another address may not take it. An address that
 * claims the stream goes before one that has sent a single packet without a claim. */
static guint
worth_taking (const GstScreamLatchPeer * peer, gboolean claims,
    GstClockTime now)
{
  const GstScreamWatch *watch = &peer->watch;

  if (now - watch->heard >= PLACE_SILENT)
    return 4;
  if (watch->good == 0 && !watch->plausible
      && (now - watch->since >= PLACE_OF_ONE || (claims
              && peer->n_claims == 0)))
    return 3;
  if (!watch->plausible && now - watch->since >= PLACE_UNJUDGED)
    return 2;
  return peer->unanswered >= QUESTIONS;
}

static GstScreamLatchPeer *
take_place (GstScreamLatch * latch, gboolean claims, GstClockTime now)
{
  GstScreamLatchPeer *victim = NULL;
  guint i, worth, most = 0;

  if (latch->peers == NULL)
    latch->peers = g_new0 (GstScreamLatchPeer, GST_SCREAM_LATCH_PEERS);
  if (latch->n_peers < GST_SCREAM_LATCH_PEERS)
    return &latch->peers[latch->n_peers++];
  for (i = 0; i < latch->n_peers; i++) {
    worth = worth_taking (&latch->peers[i], claims, now);
    if (worth > most) {
      most = worth;
      victim = &latch->peers[i];
    }
  }
  if (victim != NULL)
    gst_scream_latch_peer_clear (victim);
  return victim;
}

GstScreamLatchPeer *
gst_scream_latch_find_peer (GstScreamLatch * latch, GSocketAddress * address)
{
  guint i;

  for (i = 0; i < latch->n_peers; i++) {
    if (gst_socket_path_same_address (latch->peers[i].address, address))
      return &latch->peers[i];
  }
  return NULL;
}

/* NULL: there is no place. */
GstScreamLatchPeer *
gst_scream_latch_note_peer (GstScreamLatch * latch, GSocketAddress * address,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  GstScreamLatchPeer *peer = gst_scream_latch_find_peer (latch, address);

  if (peer == NULL) {
    peer = take_place (latch, may_claim (latch, NULL, packet, now), now);
    if (peer == NULL)
      return NULL;
    peer->address = g_object_ref (address);
  }
  if (now - peer->watch.heard >= SILENCE)
    peer->came = now;
  if (gst_scream_watch_find (&latch->own.watch, packet->ssrc) != NULL)
    peer->copies = TRUE;
  gst_scream_watch_packet (&peer->watch, packet, now);
  note_claim (latch, peer, packet, now);
  return peer;
}

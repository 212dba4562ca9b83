/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The addresses that send to the port: which have a place, and which has the feedback. */
#include "gstscreampeers.h"
#include "plugins/scream/net/gstlocaladdress.h"
#include "plugins/scream/net/gstsocketpath.h"

#include <string.h>

/* An address that sent while the holder did comes after one that begins when the holder
 * stops: the second is what a NAT makes of the sender. */
#define SILENCE_BESIDE (500 * GST_MSECOND)

/* OURS: after such a silence another stream is the sender's, started again. At half, each
 * hiccup of the path invites a third party; at double, a sender that was started again waits
 * for a second. */
#define NEXT_SENDER (500 * GST_MSECOND)

/* So long after its last packet a sender may have started again. */
#define NEW_SENDER (2 * GST_SECOND)

/* A holder that was heard so lately is there: a frame comes every 33 ms. When a NAT
 * changes the address, no report covers the packets of this time. */
#define HEARD (100 * GST_MSECOND)

/* A third party that succeeds after all does so no more often. */
#define MOVE_INTERVAL GST_SECOND

/* Who is silent for so long disputes nothing, and loses its place. */
#define AWAY GST_SECOND

/* Whom an outage cost the feedback has it back if it returns within this time and answers. */
#define OUTAGE (10 * GST_SECOND)

/* Before these times an address keeps its place: without two packets in order, and until it
 * has proved a stream. */
#define PLACE_OF_ONE (100 * GST_MSECOND)
#define PLACE_UNPROVED (600 * GST_MSECOND)

/* The bus is no place for a flood, nor for what is settled soon. */
#define TELL_INTERVAL (5 * GST_SECOND)
#define TELL_AFTER GST_SECOND

#define BY_SILENCE "silence"
#define BY_BEHAVIOUR "behaviour"
#define BY_PROOF "proof"

void
gst_scream_peers_clear (GstScreamPeers * peers)
{
  guint i;

  for (i = 0; i < peers->n_others; i++)
    gst_scream_peer_clear (&peers->others[i]);
  g_free (peers->others);
  gst_scream_peer_clear (&peers->own);
  g_clear_object (&peers->refused);
  memset (peers, 0, sizeof (*peers));
}

/* ---- places ---- */

static GstScreamPeer *
find_other (GstScreamPeers * peers, GSocketAddress * address)
{
  guint i;

  for (i = 0; i < peers->n_others; i++) {
    if (gst_socket_path_same_address (peers->others[i].address, address))
      return &peers->others[i];
  }
  return NULL;
}

/* Has an outage cost it the feedback lately? */
static gboolean
is_missed (const GstScreamPeer * peer, GstClockTime now)
{
  return peer->lost != 0 && now - peer->lost < OUTAGE;
}

/* May another address take its place? One that @follows the holder goes before one that does
 * not. */
static gboolean
may_go (const GstScreamPeer * peer, gboolean follows, GstClockTime now)
{
  if (is_missed (peer, now))
    return FALSE;
  if (now - peer->heard >= AWAY || gst_scream_peer_owes (peer, now))
    return TRUE;
  if (follows && !peer->follows)
    return TRUE;
  return !gst_scream_peer_is_valid (peer) && now - peer->came
      >= (peer->proof < 2 ? PLACE_OF_ONE : PLACE_UNPROVED);
}

/* NULL: there is none. */
static GstScreamPeer *
take_place (GstScreamPeers * peers, gboolean follows, GstClockTime now)
{
  GstScreamPeer *victim = NULL;
  guint i;

  if (peers->others == NULL)
    peers->others = g_new0 (GstScreamPeer, GST_SCREAM_PEERS_OTHERS);
  if (peers->n_others < GST_SCREAM_PEERS_OTHERS)
    return &peers->others[peers->n_others++];
  for (i = 0; i < peers->n_others; i++) {
    GstScreamPeer *peer = &peers->others[i];

    if (may_go (peer, follows, now)
        && (victim == NULL || peer->heard < victim->heard))
      victim = peer;
  }
  if (victim != NULL)
    gst_scream_peer_clear (victim);
  return victim;
}

/* NULL: there is no place. */
static GstScreamPeer *
get_other (GstScreamPeers * peers, GSocketAddress * address,
    const GstScreamPeerPacket * packet, GstClockTime now)
{
  GstScreamPeer *peer = find_other (peers, address);

  if (peer != NULL)
    return peer;
  peer = take_place (peers, gst_scream_peer_continues (&peers->own, packet),
      now);
  if (peer != NULL)
    peer->address = g_object_ref (address);
  return peer;
}

/* ---- silence ---- */

/* May @peer, of which @stream goes on, follow the holder? */
static gboolean
may_follow (const GstScreamPeers * peers, const GstScreamPeer * peer,
    const GstScreamPeerStream * stream, GstClockTime now)
{
  gboolean beside = peer->came < peers->own.heard;
  GstClockTime least;

  if (stream->follows || !gst_scream_peer_is_valid (&peers->own))
    least = beside ? SILENCE_BESIDE : GST_SCREAM_PEER_SILENCE;
  else
    least = beside || gst_scream_peer_has_proved (&peers->own, now)
        ? NEW_SENDER : NEXT_SENDER;
  return stream->row >= GST_SCREAM_PEER_PACKETS
      && now - peers->own.heard >= least;
}

/* ---- disputes ---- */

/* While both are heard. */
static gboolean
disputes (const GstScreamPeers * peers, const GstScreamPeer * peer,
    GstClockTime now)
{
  return (gst_scream_peer_is_valid (peer) || peer->copies)
      && peer->came < peers->own.heard && now - peer->heard < AWAY;
}

static void
refuse (GstScreamPeers * peers, GstScreamPeer * peer, GstClockTime now)
{
  if (peer->told || !gst_scream_peer_is_valid (peer)
      || (peers->refusals > 0 && now - peers->refused_time < TELL_INTERVAL))
    return;
  peer->told = TRUE;
  peers->refusals++;
  peers->refused_time = now;
  g_set_object (&peers->refused, peer->address);
}

/* A holder that answers the first question is the only one that is asked, unless the other
 * @returns. */
static void
contend (GstScreamPeers * peers, GstScreamPeer * peer, gboolean returns,
    GstClockTime now)
{
  if (peer->contends == 0)
    peer->contends = now;
  gst_scream_peer_ask (&peers->own, now);
  if (returns || peers->own.unanswered > 1)
    gst_scream_peer_ask (peer, now);
  if ((!returns && gst_scream_peer_has_proved (&peers->own, now))
      || now - peer->contends >= TELL_AFTER)
    refuse (peers, peer, now);
}

/* Why @peer wins if an answer is enough; NULL: it does not, or not yet. */
static const gchar *
find_reason (const GstScreamPeers * peers, const GstScreamPeer * peer,
    GstClockTime now)
{
  if (gst_scream_peer_has_proved (peer, now))
    return BY_PROOF;
  return !peer->copies && !gst_scream_peer_is_valid (&peers->own)
      ? BY_BEHAVIOUR : NULL;
}

/* All that dispute: who wins may have slowed down without feedback, so this does not wait
 * for its next packet. */
static GstScreamPeer *
find_winner (GstScreamPeers * peers, const gchar ** reason, GstClockTime now)
{
  gboolean lost = gst_scream_peer_owes (&peers->own, now)
      && !gst_scream_peer_has_proved (&peers->own, now);
  GstScreamPeer *winner = NULL;
  guint i;

  for (i = 0; i < peers->n_others && winner == NULL; i++) {
    GstScreamPeer *peer = &peers->others[i];
    gboolean returns = is_missed (peer, now);

    if (!disputes (peers, peer, now))
      continue;
    contend (peers, peer, returns, now);
    *reason = lost || returns ? find_reason (peers, peer, now) : NULL;
    if (*reason != NULL)
      winner = peer;
  }
  return winner;
}

/* ---- the holder ---- */

/* Its first packet may have come before the system was asked where packets come to: without
 * that, answers would leave from anywhere for ever. */
static void
note_local (GstScreamPeer * own, GSocketAddress * address)
{
  if (gst_local_address_get (own->address) == NULL
      && gst_local_address_get (address) != NULL)
    g_set_object (&own->address, address);
}

/* @peer: whose packet came, NULL: the holder's. The next holder, and why; NULL: it stays. */
static GstScreamPeer *
choose (GstScreamPeers * peers, GstScreamPeer * peer,
    const GstScreamPeerStream * stream, const gchar ** reason, GstClockTime now)
{
  if (peers->moves > 0 && now - peers->moved < MOVE_INTERVAL)
    return NULL;
  if (peer == NULL || !may_follow (peers, peer, stream, now))
    return find_winner (peers, reason, now);
  *reason = BY_SILENCE;
  return peer;
}

/* The first. */
static void
begin (GstScreamPeers * peers, GSocketAddress * address, GstClockTime now)
{
  GstScreamPeer *peer = find_other (peers, address);

  peers->moved = now;
  if (peer == NULL) {
    peers->own.address = g_object_ref (address);
    return;
  }
  peers->own = *peer;
  *peer = peers->others[--peers->n_others];
  memset (&peers->others[peers->n_others], 0, sizeof (*peer));
}

/* The old holder takes the place of @peer. It is not missed if the same sender goes on
 * elsewhere, or if it had the feedback only while @peer was away. What it has sent was spent
 * on feedback. */
static void
move (GstScreamPeers * peers, GstScreamPeer * peer, GstClockTime now)
{
  GstScreamPeer was = peers->own;
  gboolean missed = !peers->disputed && !peer->follows
      && gst_scream_peer_is_valid (&was) && !is_missed (peer, now);

  was.lost = missed ? now : 0;
  was.proved = was.contends = was.credit = 0;
  peers->own = *peer;
  peers->own.proof = GST_SCREAM_PEER_PACKETS;
  peers->own.copies = peers->own.told = FALSE;
  *peer = was;
  peers->moves++;
  peers->moved = now;
}

gboolean
gst_scream_peers_packet (GstScreamPeers * peers, GSocketAddress * address,
    const GstScreamPeerPacket * packet, GstClockTime now,
    GSocketAddress ** before)
{
  GstScreamPeerStream *stream = NULL;
  GstScreamPeer *peer = NULL;
  const gchar *reason;
  gboolean first = peers->own.address == NULL;

  *before = NULL;
  if (first)
    begin (peers, address, now);
  if (gst_scream_peers_is_holder (peers, address)) {
    note_local (&peers->own, address);
    gst_scream_peer_note (&peers->own, NULL, packet, now);
  } else {
    peers->from_unknown_peers++;
    peer = get_other (peers, address, packet, now);
    if (peer == NULL)
      return FALSE;
    stream = gst_scream_peer_note (peer, &peers->own, packet, now);
  }
  peer = choose (peers, peer, stream, &reason, now);
  if (peer == NULL)
    return first;
  peers->reason = reason;
  peers->disputed = !g_str_equal (reason, BY_SILENCE);
  *before = g_object_ref (peers->own.address);
  move (peers, peer, now);
  return TRUE;
}

/* Not if the address has sent something else since: anyone may write the sender's
 * address on a recording. */
gboolean
gst_scream_peers_forget (GstScreamPeers * peers, GSocketAddress * address,
    guint32 ssrc)
{
  const GstScreamPeerStream *stream = gst_scream_peer_find (&peers->own, ssrc);

  if (stream == NULL || stream->heard != peers->own.heard
      || !gst_scream_peers_is_holder (peers, address))
    return FALSE;
  gst_scream_peer_clear (&peers->own);
  return TRUE;
}

/* ---- what others ask ---- */

gboolean
gst_scream_peers_is_holder (const GstScreamPeers * peers,
    GSocketAddress * address)
{
  return peers->own.address != NULL
      && gst_socket_path_same_address (peers->own.address, address);
}

gboolean
gst_scream_peers_is_unknown (GstScreamPeers * peers, GSocketAddress * address,
    GstClockTime now)
{
  const GstScreamPeer *peer;

  if (peers->own.address == NULL || gst_scream_peers_is_holder (peers, address)
      || now - peers->own.heard >= NEW_SENDER)
    return FALSE;
  if (now - peers->own.heard < HEARD)
    return TRUE;
  peer = find_other (peers, address);
  return gst_scream_peer_is_valid (&peers->own) && (peer == NULL
      || !peer->follows);
}

GSocketAddress *
gst_scream_peers_take_question (GstScreamPeers * peers, guint32 * number,
    GstClockTime now)
{
  guint i;

  if (gst_scream_peer_take_question (&peers->own, number, now))
    return g_object_ref (peers->own.address);
  for (i = 0; i < peers->n_others; i++) {
    if (gst_scream_peer_take_question (&peers->others[i], number, now))
      return g_object_ref (peers->others[i].address);
  }
  return NULL;
}

void
gst_scream_peers_answer (GstScreamPeers * peers, GSocketAddress * address,
    guint32 number, GstClockTime now)
{
  GstScreamPeer *peer = gst_scream_peers_is_holder (peers, address)
      ? &peers->own : find_other (peers, address);

  if (peer != NULL)
    gst_scream_peer_answer (peer, number, now);
}

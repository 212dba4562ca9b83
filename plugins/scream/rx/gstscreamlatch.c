/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* To which address feedback goes: when the holder changes, and who wins a dispute. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamlatchprivate.h"
#include "plugins/scream/net/gstlocaladdress.h"
#include "plugins/scream/net/gstsocketpath.h"

#include <string.h>

/* An address that sent on the stream while the holder did comes after one that begins
 * when the holder stops: the second is what a NAT makes of the sender. */
#define SILENCE_BESIDE (500 * GST_MSECOND)

/* A holder that was heard so lately is there: a frame comes every 33 ms. When a NAT
 * changes the address, no report covers the packets of this time. */
#define HEARD (100 * GST_MSECOND)

/* OURS: after such a silence an address that was not there before is the sender, started
 * again. At half, each hiccup of the path invites a third party; at double, a sender
 * that was started again waits for a second. */
#define NEXT_SENDER (500 * GST_MSECOND)

/* OURS: so many pauses of the sender are no silence. With one, a late frame would be a
 * silence; with four, a sender of one frame a second is waited for as in an outage. */
#define PAUSES 2

/* OURS: a sender that was the holder for the first time may come back within the
 * second. A squatter loses a dispute before the first. An outage may last longer than
 * half of the second; after double, the sender is certainly another one. */
#define ESTABLISHED (5 * GST_SECOND)
#define MAY_RETURN (10 * GST_SECOND)

/* A third party that succeeds after all does so no more often. */
#define MOVE_INTERVAL GST_SECOND

/* A holder is asked again before its answer is too old. */
#define PROOF_FRESH (2 * GST_SECOND)
#define PROOF_LASTS (3 * GST_SECOND)

/* The bus is no place for a flood. */
#define TELL_INTERVAL (5 * GST_SECOND)

/* Reasons that end a dispute. */
#define BY_BEHAVIOUR "behaviour"
#define BY_PROOF "proof"

void
gst_scream_latch_clear (GstScreamLatch * latch)
{
  guint i;

  for (i = 0; i < latch->n_peers; i++)
    gst_scream_latch_peer_clear (&latch->peers[i]);
  g_free (latch->peers);
  gst_scream_latch_peer_clear (&latch->own);
  gst_scream_latch_peer_clear (&latch->former);
  g_clear_object (&latch->refused);
  memset (latch, 0, sizeof (*latch));
}

static void
refuse (GstScreamLatch * latch, GstScreamLatchPeer * peer, GstClockTime now)
{
  if (peer->told || (latch->refusals > 0
          && now - latch->refused_time < TELL_INTERVAL))
    return;
  peer->told = TRUE;
  latch->refusals++;
  latch->refused_time = now;
  g_set_object (&latch->refused, peer->address);
}

GSocketAddress *
gst_scream_latch_take_refused (GstScreamLatch * latch)
{
  return g_steal_pointer (&latch->refused);
}

gboolean
gst_scream_latch_was_disputed (const GstScreamLatch * latch)
{
  return g_strcmp0 (latch->reason, BY_BEHAVIOUR) == 0
      || g_strcmp0 (latch->reason, BY_PROOF) == 0;
}

static gboolean
moved_lately (const GstScreamLatch * latch, GstClockTime now)
{
  return latch->moves > 0 && now - latch->moved < MOVE_INTERVAL;
}

/* How long the holder must have been silent before @peer follows it. */
static GstClockTime
silence_for (GstScreamLatch * latch, const GstScreamLatchPeer * peer)
{
  if (latch->proof < PACKETS_TO_BELIEVE
      || gst_scream_latch_claims_stream (latch, peer))
    return gst_scream_latch_is_beside (latch, peer) ? SILENCE_BESIDE : SILENCE;
  if (gst_scream_latch_is_beside (latch, peer))
    return NEW_SENDER;
  return CLAMP (PAUSES * latch->own.watch.pause, NEXT_SENDER, NEW_SENDER);
}

static gboolean
may_follow (GstScreamLatch * latch, const GstScreamLatchPeer * peer,
    GstClockTime now)
{
  return peer->n_claims >= PACKETS_TO_BELIEVE
      && gst_scream_latch_silence (latch, now) >= silence_for (latch, peer);
}

/* Is it the sender that was the holder before, with its stream, and not a new one? */
static gboolean
comes_back (GstScreamLatch * latch, const GstScreamLatchPeer * peer,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  GstScreamLatchPeer *former = &latch->former;
  GstScreamWatchStream *stream;

  if (former->address == NULL || now - latch->moved >= MAY_RETURN
      || !gst_socket_path_same_address (former->address, peer->address))
    return FALSE;
  stream = gst_scream_watch_find (&former->watch, packet->ssrc);
  if (stream == NULL
      || !gst_scream_latch_continues (stream, packet->ssrc, packet->seq))
    return FALSE;
  stream->seq = packet->seq;
  return ++latch->back >= PACKETS_TO_BELIEVE;
}

/* At the beginning both addresses that send a stream are asked at once whose it is. When
 * one follows the other, the silence between them tells. */
static gboolean
disputes_beginning (const GstScreamLatch * latch,
    const GstScreamLatchPeer * peer, GstClockTime now)
{
  return gst_scream_latch_is_beginning (latch, now) && peer->copies
      && gst_scream_latch_silence (latch, now) < SILENCE;
}

/* The holder wins: it has answered, or it has sent far more since it is the holder. */
static gboolean
is_safe (const GstScreamLatch * latch, GstClockTime now)
{
  return latch->own.watch.faster
      || gst_scream_latch_has_proved (&latch->own, PROOF_LASTS, now);
}

/* Why @peer wins the dispute; NULL: it does not, or not yet. */
static const gchar *
find_reason (GstScreamLatch * latch, GstScreamLatchPeer * peer,
    GstClockTime now)
{
  GstScreamLatchPeer *own = &latch->own;
  gboolean owes = gst_scream_latch_owes_answers (latch, own, now);

  if (!own->watch.faster
      && !gst_scream_latch_has_proved (own, PROOF_FRESH, now))
    gst_scream_latch_ask (latch, own, now);
  if (is_safe (latch, now) || own->out_of_reach) {
    refuse (latch, peer, now);
    return NULL;
  }
  if (disputes_beginning (latch, peer, now))
    gst_scream_latch_ask (latch, peer, now);
  if (!owes)
    return NULL;
  if (!peer->copies && !gst_scream_watch_is_plausible (&own->watch, now))
    return BY_BEHAVIOUR;
  if (gst_scream_latch_has_proved (peer, PROOF_LASTS, now))
    return BY_PROOF;
  if (gst_scream_latch_owes_answers (latch, peer, now))
    refuse (latch, peer, now);
  gst_scream_latch_ask (latch, peer, now);
  return NULL;
}

static gboolean
is_in_dispute (const GstScreamLatch * latch, const GstScreamLatchPeer * peer,
    GstClockTime now)
{
  return gst_scream_watch_is_plausible (&peer->watch, now)
      || disputes_beginning (latch, peer, now);
}

/* An address in a dispute that has answered. It may have slowed down without feedback,
 * so this does not wait for its next packet. NULL: nobody has won. */
static GstScreamLatchPeer *
find_winner (GstScreamLatch * latch, GstClockTime now)
{
  guint i;

  if (!gst_scream_latch_owes_answers (latch, &latch->own, now)
      || is_safe (latch, now) || moved_lately (latch, now))
    return NULL;
  for (i = 0; i < latch->n_peers; i++) {
    if (gst_scream_latch_has_proved (&latch->peers[i], PROOF_LASTS, now)
        && is_in_dispute (latch, &latch->peers[i], now))
      return &latch->peers[i];
  }
  return NULL;
}

/* Why the feedback moves to @peer; NULL: it does not. */
static const gchar *
may_move (GstScreamLatch * latch, GstScreamLatchPeer * peer,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  if (comes_back (latch, peer, packet, now))
    return "return";
  if (moved_lately (latch, now))
    return NULL;
  if (may_follow (latch, peer, now))
    return "silence";
  if (!is_in_dispute (latch, peer, now))
    return NULL;
  return find_reason (latch, peer, now);
}

static void
set_own (GstScreamLatch * latch, const GstScreamLatchPeer * peer)
{
  latch->own = *peer;
  latch->own.copies = latch->own.told = FALSE;
  latch->own.watch.faster = FALSE;
  latch->own.watch.first_bytes = 0;
  latch->address = latch->own.address;
}

/* Only a holder that another stream follows after a silence may come back. */
static void
note_former (GstScreamLatch * latch, const GstScreamLatchPeer * next,
    GstClockTime now)
{
  gst_scream_latch_peer_clear (&latch->former);
  latch->back = 0;
  if (now - latch->moved < ESTABLISHED
      || gst_scream_latch_claims_stream (latch, next)
      || !may_follow (latch, next, now))
    return;
  latch->former = latch->own;
  g_object_ref (latch->former.address);
}

static void
move (GstScreamLatch * latch, GstScreamLatchPeer * peer, GstClockTime now,
    GSocketAddress ** before)
{
  note_former (latch, peer, now);
  *before = latch->address;
  set_own (latch, peer);
  *peer = latch->peers[--latch->n_peers];
  memset (&latch->peers[latch->n_peers], 0, sizeof (*peer));
  latch->moves++;
  latch->moved = now;
  latch->proof = PACKETS_TO_BELIEVE;
}

/* The holder's first packet may have come before the system was asked where packets come
 * to: without that, answers would leave from anywhere for ever. */
static void
note_local (GstScreamLatch * latch, GSocketAddress * address)
{
  if (gst_local_address_get (latch->address) != NULL
      || gst_local_address_get (address) == NULL)
    return;
  g_set_object (&latch->own.address, address);
  latch->address = address;
}

gboolean
gst_scream_latch_packet (GstScreamLatch * latch, GSocketAddress * address,
    const GstScreamWatchPacket * packet, GstClockTime now,
    GSocketAddress ** before)
{
  GstScreamLatchPeer *peer;
  const gchar *reason = NULL;

  *before = NULL;
  if (latch->address == NULL) {
    latch->address = latch->own.address = g_object_ref (address);
    latch->moved = now;
    gst_scream_latch_note_own (latch, packet, now);
    return TRUE;
  }
  if (gst_socket_path_same_address (latch->address, address)) {
    note_local (latch, address);
    gst_scream_latch_note_own (latch, packet, now);
    gst_scream_latch_go_on_asking (latch, now);
    peer = find_winner (latch, now);
    if (peer != NULL)
      reason = BY_PROOF;
  } else {
    latch->from_unknown_peers++;
    peer = gst_scream_latch_note_peer (latch, address, packet, now);
    if (peer != NULL)
      reason = may_move (latch, peer, packet, now);
  }
  if (reason == NULL)
    return FALSE;
  latch->reason = reason;
  move (latch, peer, now, before);
  return TRUE;
}

/* Not if the address has sent something else since: anyone may write the sender's
 * address on a recording. */
gboolean
gst_scream_latch_forget (GstScreamLatch * latch, GSocketAddress * address,
    guint32 ssrc)
{
  const GstScreamWatch *watch = &latch->own.watch;
  const GstScreamWatchStream *stream =
      gst_scream_watch_find (&latch->own.watch, ssrc);

  if (latch->address == NULL || stream == NULL
      || stream->heard != watch->heard
      || !gst_socket_path_same_address (latch->address, address))
    return FALSE;
  gst_scream_latch_peer_clear (&latch->own);
  gst_scream_latch_peer_clear (&latch->former);
  latch->address = NULL;
  latch->proof = 0;
  return TRUE;
}

gboolean
gst_scream_latch_overtake (GstScreamLatch * latch, GSocketAddress * address,
    guint32 ssrc, GstClockTime now)
{
  if (latch->address == NULL || now - latch->moved >= ESTABLISHED
      || gst_socket_path_same_address (latch->address, address))
    return FALSE;
  return gst_scream_latch_forget (latch, latch->address, ssrc);
}

gboolean
gst_scream_latch_is_unknown_peer (GstScreamLatch * latch,
    GSocketAddress * address, GstClockTime now)
{
  const GstScreamLatchPeer *peer;

  if (latch->address == NULL
      || gst_socket_path_same_address (latch->address, address)
      || gst_scream_latch_silence (latch, now) >= NEW_SENDER)
    return FALSE;
  if (gst_scream_latch_silence (latch, now) < HEARD)
    return TRUE;
  peer = gst_scream_latch_find_peer (latch, address);
  return latch->proof >= PACKETS_TO_BELIEVE
      && (peer == NULL || !gst_scream_latch_claims_stream (latch, peer));
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* To which address feedback goes. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamlatch.h"
#include "plugins/scream/net/gstsocketpath.h"

#include <string.h>

/* Half of the time after which screamtx takes feedback for missing; a NAT's
 * change costs no more than that, and a sender of 4 packets a second or more
 * cannot be pushed aside between two of them. */
#define SILENCE (250 * GST_MSECOND)

/* Who sent on the stream beside the sender goes behind who comes after it: the
 * latter is what a NAT makes of it. */
#define SILENCE_BESIDE (500 * GST_MSECOND)

/* A sender that was heard so lately is there: a frame comes every 33 ms, and a
 * NAT that changes its address costs reports on no more packets than these. */
#define HEARD (100 * GST_MSECOND)

/* So long after the last packet a sender may have begun anew. */
#define NEW_SENDER (2 * GST_SECOND)

/* OURS: so long after it one that was not there before is the sender, started
 * again.  At half each hiccup of the path invites a stranger, at double who starts
 * it again waits for a second. */
#define NEXT_SENDER (500 * GST_MSECOND)

/* OURS: pauses of the sender that are no silence.  With one a late frame would be,
 * with four a frame a second is waited for as long as an outage. */
#define PAUSES 2

/* OURS: who has had the feedback for so long may come back, for so long.  A squatter
 * loses a dispute before; an outage may last longer than half of it, and at
 * double the sender is another one for certain. */
#define ESTABLISHED (5 * GST_SECOND)
#define MAY_RETURN (10 * GST_SECOND)

/* OURS: so long after the first packet of all it is open who the sender is, and the
 * picture waits for it.  At half a sender whose first packet is a second late has
 * to look like media first; double only asks more senders. */
#define BEGINNING (2 * GST_SECOND)

/* OURS: of questions until then. Three of them allow for a round-trip time of 450 ms;
 * with half who is 225 ms away loses to a squatter that answers, double shows the
 * picture half a second later. */
#define BEGINNING_ASK_INTERVAL (150 * GST_MSECOND)

/* A third party that gets its way after all gets it no more often. */
#define MOVE_INTERVAL GST_SECOND

/* One may be a guess or a packet sent twice. */
#define PACKETS_TO_BELIEVE 5

/* RFC 3550 appendix A.1: MAX_DROPOUT and MAX_MISORDER */
#define MAX_AHEAD 3000
#define MAX_BEHIND 100

/* An answer comes within the round-trip time; it may come late, or be lost. */
#define ASK_INTERVAL (250 * GST_MSECOND)
#define QUESTIONS 3

/* After so long it is another dispute. */
#define ASKED_LASTS GST_SECOND

/* Who has answered is asked again before the answer is too old. */
#define PROOF_FRESH (2 * GST_SECOND)
#define PROOF_LASTS (3 * GST_SECOND)

/* Another address has no place to lose before these: one packet is nothing, and
 * a sender is judged by half a second. */
#define PLACE_OF_ONE (100 * GST_MSECOND)
#define PLACE_UNJUDGED (600 * GST_MSECOND)
#define PLACE_SILENT GST_SECOND

/* The bus is no place for a flood. */
#define TELL_INTERVAL (5 * GST_SECOND)

/* Reasons that end a dispute. */
#define BY_BEHAVIOUR "behaviour"
#define BY_PROOF "proof"

static void
peer_clear (GstScreamLatchPeer * peer)
{
  g_clear_object (&peer->address);
  memset (peer, 0, sizeof (*peer));
}

void
gst_scream_latch_clear (GstScreamLatch * latch)
{
  guint i;

  for (i = 0; i < latch->n_peers; i++)
    peer_clear (&latch->peers[i]);
  peer_clear (&latch->own);
  peer_clear (&latch->former);
  g_clear_object (&latch->refused);
  memset (latch, 0, sizeof (*latch));
}

static GstClockTime
silence (const GstScreamLatch * latch, GstClockTime now)
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

static gboolean
continues (const GstScreamWatchStream * stream, guint32 ssrc, guint16 seq)
{
  return stream->ssrc == ssrc && seq != stream->seq
      && is_plausible (stream, seq);
}

/* From where feedback goes to. */
static void
note_own (GstScreamLatch * latch, const GstScreamWatchPacket * packet,
    GstClockTime now)
{
  const GstScreamWatchStream *stream =
      gst_scream_watch_find (&latch->own.watch, packet->ssrc);

  if (latch->proof < PACKETS_TO_BELIEVE)
    latch->proof = stream != NULL && continues (stream, packet->ssrc,
        packet->seq) ? latch->proof + 1 : 1;
  gst_scream_watch_packet (&latch->own.watch, packet, now);
}

/* Since before the last packet of the one that has the feedback. */
static gboolean
is_beside (const GstScreamLatch * latch, const GstScreamLatchPeer * peer)
{
  return peer->came < latch->own.watch.heard;
}

static gboolean
claims_stream (GstScreamLatch * latch, const GstScreamLatchPeer * peer)
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

  if (peer != NULL && !is_beside (latch, peer))
    return TRUE;
  if (latch->proof < PACKETS_TO_BELIEVE || silence (latch, now) >= NEW_SENDER)
    return TRUE;
  return stream != NULL && is_plausible (stream, packet->seq);
}

static void
note_claim (GstScreamLatch * latch, GstScreamLatchPeer * peer,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  GstScreamWatchStream *claim = &peer->claim;

  /* In a row means without one of the other address between. */
  if (peer->n_claims > 0 && continues (claim, packet->ssrc, packet->seq))
    peer->n_claims = claim->heard < latch->own.watch.heard ? 1
        : peer->n_claims + 1;
  else if (peer->n_claims > 0 && packet->ssrc != claim->ssrc
      && now - claim->heard < SILENCE)
    return;                     /* another stream of its */
  else if (may_claim (latch, peer, packet, now))
    peer->n_claims = 1;
  else
    return;
  claim->ssrc = packet->ssrc;
  claim->seq = packet->seq;
  claim->heard = now;
}

/* ---- other addresses ---- */

/* A better place for another one? 0: no. Who claims the stream goes before who
 * has sent one packet that does not. */
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
    peer_clear (victim);
  return victim;
}

static GstScreamLatchPeer *
find_peer (GstScreamLatch * latch, GSocketAddress * address)
{
  guint i;

  for (i = 0; i < latch->n_peers; i++) {
    if (gst_socket_path_same_address (latch->peers[i].address, address))
      return &latch->peers[i];
  }
  return NULL;
}

/* NULL: there is no place. */
static GstScreamLatchPeer *
note_peer (GstScreamLatch * latch, GSocketAddress * address,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  GstScreamLatchPeer *peer = find_peer (latch, address);

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

/* ---- questions and answers ---- */

static gboolean
is_beginning (const GstScreamLatch * latch, GstClockTime now)
{
  return latch->moves == 0 && now - latch->moved < BEGINNING;
}

static GstClockTime
ask_interval (const GstScreamLatch * latch, GstClockTime now)
{
  return is_beginning (latch, now) ? BEGINNING_ASK_INTERVAL : ASK_INTERVAL;
}

static void
ask (const GstScreamLatch * latch, GstScreamLatchPeer * peer, GstClockTime now)
{
  GstClockTime interval = ask_interval (latch, now);

  if ((peer->asked != 0 && now - peer->asked < interval)
      || (peer->wanted != 0 && now - peer->wanted < interval))
    return;
  peer->out_of_reach = peer->wanted != 0;
  peer->wanted = now;
}

/* Only one that leaves is counted: where none can, nobody owes an answer. */
static void
note_question (GstScreamLatchPeer * peer, GstClockTime now)
{
  if (now - peer->asked >= ASKED_LASTS)
    peer->unanswered = 0;
  if (peer->unanswered == 0)
    peer->number = g_random_int ();
  peer->out_of_reach = FALSE;
  peer->wanted = 0;
  peer->asked = now;
  if (peer->unanswered < QUESTIONS)
    peer->unanswered++;
}

static gboolean
is_to_be_asked (const GstScreamLatchPeer * peer, GstClockTime now)
{
  return peer->wanted != 0 && now - peer->wanted < ASK_INTERVAL;
}

/* The others may be slow to send the packets that would bring the next question. */
static void
go_on_asking (GstScreamLatch * latch, GstClockTime now)
{
  GstScreamLatchPeer *peer = &latch->own;

  if (peer->unanswered > 0 && peer->unanswered < QUESTIONS
      && now - peer->asked < ASKED_LASTS)
    ask (latch, peer, now);
}

/* Had it the time to answer, and has not? */
static gboolean
owes_answers (const GstScreamLatch * latch, const GstScreamLatchPeer * peer,
    GstClockTime now)
{
  return peer->unanswered >= QUESTIONS
      && now - peer->asked >= ask_interval (latch, now)
      && now - peer->asked < ASKED_LASTS;
}

static gboolean
has_proved (const GstScreamLatchPeer * peer, GstClockTime age, GstClockTime now)
{
  return peer->proved != 0 && now - peer->proved < age;
}

GSocketAddress *
gst_scream_latch_take_question (GstScreamLatch * latch, guint32 * number,
    GstClockTime now)
{
  GstScreamLatchPeer *peer = &latch->own;
  guint i;

  for (i = 0; i < latch->n_peers && !is_to_be_asked (peer, now); i++)
    peer = &latch->peers[i];
  if (!is_to_be_asked (peer, now))
    return NULL;
  note_question (peer, now);
  *number = peer->number;
  return g_object_ref (peer->address);
}

void
gst_scream_latch_answer (GstScreamLatch * latch, GSocketAddress * address,
    guint32 number, GstClockTime now)
{
  GstScreamLatchPeer *peer = latch->address != NULL
      && gst_socket_path_same_address (latch->address, address)
      ? &latch->own : find_peer (latch, address);

  if (peer == NULL || peer->unanswered == 0 || peer->number != number)
    return;
  peer->unanswered = 0;
  peer->proved = now;
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

/* ---- who gets it ---- */

static gboolean
moved_lately (const GstScreamLatch * latch, GstClockTime now)
{
  return latch->moves > 0 && now - latch->moved < MOVE_INTERVAL;
}

/* The silence that has to be. */
static GstClockTime
silence_for (GstScreamLatch * latch, const GstScreamLatchPeer * peer)
{
  if (latch->proof < PACKETS_TO_BELIEVE || claims_stream (latch, peer))
    return is_beside (latch, peer) ? SILENCE_BESIDE : SILENCE;
  if (is_beside (latch, peer))
    return NEW_SENDER;
  return CLAMP (PAUSES * latch->own.watch.pause, NEXT_SENDER, NEW_SENDER);
}

static gboolean
may_follow (GstScreamLatch * latch, const GstScreamLatchPeer * peer,
    GstClockTime now)
{
  return peer->n_claims >= PACKETS_TO_BELIEVE
      && silence (latch, now) >= silence_for (latch, peer);
}

/* It was not started again. */
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
  if (stream == NULL || !continues (stream, packet->ssrc, packet->seq))
    return FALSE;
  stream->seq = packet->seq;
  return ++latch->back >= PACKETS_TO_BELIEVE;
}

/* Whose stream it is that has just begun is asked at once, of both; of one that follows
 * the other it is the silence that tells. */
static gboolean
disputes_beginning (const GstScreamLatch * latch,
    const GstScreamLatchPeer * peer, GstClockTime now)
{
  return is_beginning (latch, now) && peer->copies
      && silence (latch, now) < SILENCE;
}

/* NULL: it does not win the dispute, or not yet. */
static const gchar *
find_reason (GstScreamLatch * latch, GstScreamLatchPeer * peer,
    GstClockTime now)
{
  GstScreamLatchPeer *own = &latch->own;
  gboolean owes = owes_answers (latch, own, now);

  if (!own->watch.faster && !has_proved (own, PROOF_FRESH, now))
    ask (latch, own, now);
  if (own->watch.faster || has_proved (own, PROOF_LASTS, now)
      || own->out_of_reach) {
    refuse (latch, peer, now);
    return NULL;
  }
  if (disputes_beginning (latch, peer, now))
    ask (latch, peer, now);
  if (!owes)
    return NULL;
  if (!peer->copies && !gst_scream_watch_is_plausible (&own->watch, now))
    return BY_BEHAVIOUR;
  if (has_proved (peer, PROOF_LASTS, now))
    return BY_PROOF;
  if (owes_answers (latch, peer, now))
    refuse (latch, peer, now);
  ask (latch, peer, now);
  return NULL;
}

static gboolean
is_in_dispute (const GstScreamLatch * latch, const GstScreamLatchPeer * peer,
    GstClockTime now)
{
  return gst_scream_watch_is_plausible (&peer->watch, now)
      || disputes_beginning (latch, peer, now);
}

/* Who has answered: without feedback it may be slow to send the packet that would bring
 * it that.  NULL: nobody has won. */
static GstScreamLatchPeer *
find_winner (GstScreamLatch * latch, GstClockTime now)
{
  GstScreamLatchPeer *own = &latch->own;
  guint i;

  if (!owes_answers (latch, own, now) || own->watch.faster
      || has_proved (own, PROOF_LASTS, now) || moved_lately (latch, now))
    return NULL;
  for (i = 0; i < latch->n_peers; i++) {
    if (has_proved (&latch->peers[i], PROOF_LASTS, now)
        && is_in_dispute (latch, &latch->peers[i], now))
      return &latch->peers[i];
  }
  return NULL;
}

/* NULL: it does not move to @peer. */
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

/* With the address it has; only who is followed in silence by another stream may
 * come back. */
static void
note_former (GstScreamLatch * latch, const GstScreamLatchPeer * next,
    GstClockTime now)
{
  peer_clear (&latch->former);
  latch->back = 0;
  if (now - latch->moved < ESTABLISHED || claims_stream (latch, next)
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
    note_own (latch, packet, now);
    return TRUE;
  }
  if (gst_socket_path_same_address (latch->address, address)) {
    note_own (latch, packet, now);
    go_on_asking (latch, now);
    peer = find_winner (latch, now);
    if (peer != NULL)
      reason = BY_PROOF;
  } else {
    latch->from_unknown_peers++;
    peer = note_peer (latch, address, packet, now);
    if (peer != NULL)
      reason = may_move (latch, peer, packet, now);
  }
  if (reason == NULL)
    return FALSE;
  latch->reason = reason;
  latch->disputed = strcmp (reason, BY_BEHAVIOUR) == 0
      || strcmp (reason, BY_PROOF) == 0;
  move (latch, peer, now, before);
  return TRUE;
}

/* Not if it has sent something else since, for anyone may write the sender's address
 * on a recording. */
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
  peer_clear (&latch->own);
  peer_clear (&latch->former);
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
      || silence (latch, now) >= NEW_SENDER)
    return FALSE;
  if (silence (latch, now) < HEARD)
    return TRUE;
  peer = find_peer (latch, address);
  return latch->proof >= PACKETS_TO_BELIEVE
      && (peer == NULL || !claims_stream (latch, peer));
}

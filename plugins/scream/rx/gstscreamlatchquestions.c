/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Questions to addresses, and their answers: who is asked, how often, and who has shown
 * that it gets what is sent to it. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamlatchprivate.h"
#include "plugins/scream/net/gstsocketpath.h"

/* OURS: for so long after the very first packet it is open who the sender is, and the
 * picture waits for that. At half, a sender whose first packet is a second late has to
 * look like media first; double only asks more senders. */
#define BEGINNING (2 * GST_SECOND)

/* OURS: between questions until then. Three of them allow for a round-trip time of
 * 450 ms. At half, a sender that is 225 ms away loses to a squatter that answers; double
 * shows the picture half a second later. */
#define BEGINNING_ASK_INTERVAL (150 * GST_MSECOND)

/* Between questions later: an answer comes within the round-trip time. */
#define ASK_INTERVAL (250 * GST_MSECOND)

/* Questions that are older belong to another dispute. */
#define ASKED_LASTS GST_SECOND

gboolean
gst_scream_latch_is_beginning (const GstScreamLatch * latch, GstClockTime now)
{
  return latch->moves == 0 && now - latch->moved < BEGINNING;
}

static GstClockTime
ask_interval (const GstScreamLatch * latch, GstClockTime now)
{
  return gst_scream_latch_is_beginning (latch, now)
      ? BEGINNING_ASK_INTERVAL : ASK_INTERVAL;
}

void
gst_scream_latch_ask (const GstScreamLatch * latch, GstScreamLatchPeer * peer,
    GstClockTime now)
{
  GstClockTime interval = ask_interval (latch, now);

  if ((peer->asked != 0 && now - peer->asked < interval)
      || (peer->wanted != 0 && now - peer->wanted < interval))
    return;
  peer->out_of_reach = peer->wanted != 0;
  peer->wanted = now;
}

/* What g_random_int () gives follows from 624 numbers before it, and peers see numbers. */
static guint32
draw_number (void)
{
  GRand *rand = g_rand_new ();
  guint32 number = g_rand_int (rand);

  g_rand_free (rand);
  return number;
}

/* Only questions that leave count: where none can leave, nobody owes an answer. */
static void
note_question (GstScreamLatchPeer * peer, GstClockTime now)
{
  if (now - peer->asked >= ASKED_LASTS)
    peer->unanswered = 0;
  if (peer->unanswered == 0)
    peer->number = draw_number ();
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
void
gst_scream_latch_go_on_asking (GstScreamLatch * latch, GstClockTime now)
{
  GstScreamLatchPeer *peer = &latch->own;

  if (peer->unanswered > 0 && peer->unanswered < QUESTIONS
      && now - peer->asked < ASKED_LASTS)
    gst_scream_latch_ask (latch, peer, now);
}

/* Has it had the time to answer all questions, and has not? */
gboolean
gst_scream_latch_owes_answers (const GstScreamLatch * latch,
    const GstScreamLatchPeer * peer, GstClockTime now)
{
  return peer->unanswered >= QUESTIONS
      && now - peer->asked >= ask_interval (latch, now)
      && now - peer->asked < ASKED_LASTS;
}

gboolean
gst_scream_latch_has_proved (const GstScreamLatchPeer * peer, GstClockTime age,
    GstClockTime now)
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
      ? &latch->own : gst_scream_latch_find_peer (latch, address);

  if (peer == NULL || peer->unanswered == 0 || peer->number != number)
    return;
  peer->unanswered = 0;
  peer->proved = now;
}

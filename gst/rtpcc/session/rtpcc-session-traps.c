/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-traps.c: a packet is held back to see who acknowledges it
 *
 * For feedback by sequence numbers.  One packet stays here while those behind it
 * leave, until feedback has acknowledged one of those: an honest receiver says
 * then that this one has not come.  It leaves at once after that, and neither
 * control nor the reordering window sees it as late.
 */
#include "rtpcc-session-private.h"

/* OURS: it waits no longer.  screamsrc waits 100 ms for what is late, which the network
 * needs a part of; rtpjitterbuffer 200 ms.  At half there is nothing to see where the RTT
 * is over 20 ms, at double frames are lost that the network did not lose. */
#define HELD_MAX (80 * RTP_CC_MSECOND)

/* OURS: feedback that does not come by then, though the RTT that it claims is
 * short, hides a queue.  After two of that kind the next waits twice as long, and
 * so on, and after a lie four times; all the same no longer than feedback takes.  At half
 * a queue of 300 ms stays hidden, at double one packet is late by as much as an outage. */
#define HELD_DOUBLINGS_MAX 2

/* OURS: between the packet behind it and feedback, beside the RTT: half of what
 * screamrx waits at most, since it is held back where a frame ends, and that is
 * reported at once.  At half more tell nothing, at double the RTT may be 40 ms at
 * most. */
#define HELD_FEEDBACK (20 * RTP_CC_MSECOND)

/* OURS: and what a liar may wait to be sure that a packet was lost, before
 * we take it for lost ourselves (RFC 8298 section 4.1.2.4, 30 ms here). */
#define HELD_LONGER (35 * RTP_CC_MSECOND)

/* RFC 3711 section 3.3.2: who decrypts takes what is up to 63 packets late, at least.
 * OURS: a few less, since the network changes the order, too. */
#define HELD_PACKETS 56

/* OURS: and the next after two that told nothing; libsrtp takes 127, and srtpenc ends
 * the pipeline if they are more.  So behind these the stream waits, as long as
 * the held one does: a liar's queue shows at any rate.  At half, a receiver that reports
 * seldom stops the picture more often; double is too much. */
#define HELD_PACKETS_LONGER 112

typedef RtpCcSessionHeld Held;

static unsigned
doublings (const RtpCcSession * session)
{
  unsigned voids = session->honesty.voids;
  unsigned n = voids > 1 ? voids - 1 : 0;

  if (session->honesty.dishonest || session->honesty.suspicion > 0)
    return HELD_DOUBLINGS_MAX;
  return n < HELD_DOUBLINGS_MAX ? n : HELD_DOUBLINGS_MAX;
}

/* How many packets may overtake one. */
static unsigned
may_pass (const RtpCcSession * session)
{
  return doublings (session) > 0 ? HELD_PACKETS_LONGER : HELD_PACKETS;
}

/* Do more of this @size leave within an RTT than may overtake it? */
static bool
is_too_fast (const RtpCcSession * session, uint32_t size)
{
  double bytes = session->honesty.hold_rate / 8 * (double) session->rtt
      / (double) RTP_CC_SECOND;

  return bytes / size > may_pass (session);
}

/* Feedback is so fast that it is soon known. */
static bool
has_time (const RtpCcSession * session, uint32_t size, RtpCcTime now)
{
  if (session->feedback_timeouts > 0 || session->rtt < 0)
    return false;
  if (!session->honesty.dishonest && (session->rtt >= HELD_MAX - HELD_FEEDBACK
          || is_too_fast (session, size)))
    return false;
  return rtp_cc_session_has_ccfb (session, now);
}

/* The next of its frame waits.  Before the last one feedback comes soonest;
 * but a liar must not know which one it is. */
static bool
fits (RtpCcSession * session, const RtpCcQueueItem * item,
    const RtpCcQueueItem * next)
{
  if (session->honesty.dishonest)
    return true;
  if (item->marker || next == NULL || !next->is_packet
      || next->ssrc != item->ssrc || next->timestamp != item->timestamp
      || next->seq != (uint16_t) (item->seq + 1))
    return false;
  return next->marker || rtp_cc_honesty_random (&session->honesty, 8) == 0;
}

bool
rtp_cc_session_hold (RtpCcSession * session, int stream,
    const RtpCcQueueItem * item, RtpCcTime now)
{
  const RtpCcSessionStream *s = &session->streams[stream];
  Held *held = &session->held;

  if (s->config.urgent || held->used)
    return false;
  if (rtp_cc_honesty_looks (&session->honesty, now))
    rtp_cc_honesty_look (&session->honesty,
        rtp_cc_meter_rate (&session->sent, now), now);
  if (!session->honesty.hold_due || !has_time (session, item->size, now)
      || !fits (session, item, rtp_cc_queue_peek (s->queue))
      || rtp_cc_ledger_was_sent (session->ledger, item->ssrc, item->seq))
    return false;

  held->used = true;
  held->stream = stream;
  held->item = *item;
  held->end = now + (HELD_MAX << doublings (session));
  held->may_pass = may_pass (session);
  held->patient = doublings (session) > 0;
  held->longer = rtp_cc_honesty_random (&session->honesty, 2) == 0;
  held->passed = held->lied = false;
  rtp_cc_honesty_held (&session->honesty, now);
  return true;
}

void
rtp_cc_session_overtake (RtpCcSession * session, uint32_t ssrc, RtpCcTime now)
{
  Held *held = &session->held;

  if (held->item.ssrc != ssrc || held->may_pass == 0)
    return;
  held->may_pass--;
  if (held->may_pass == 0 && !held->patient)
    held->end = now;
}

/* What comes after an event must not leave before it, and the other way round. */
static bool
has_event (const RtpCcSessionStream * stream)
{
  const RtpCcQueueItem *head = rtp_cc_queue_peek (stream->queue);

  return head != NULL && !head->is_packet;
}

RtpCcTime
rtp_cc_session_release_time (const RtpCcSession * session)
{
  const Held *held = &session->held;

  return session->streams[held->stream].blocked ? RTP_CC_TIME_NEVER : held->end;
}

int
rtp_cc_session_release (RtpCcSession * session, RtpCcQueueItem * item,
    RtpCcTime now)
{
  Held *held = &session->held;
  const RtpCcSessionStream *stream = &session->streams[held->stream];

  if (stream->blocked || (now < held->end && !has_event (stream)))
    return -1;
  held->used = false;
  *item = held->item;
  if (held->lied)
    return held->stream;
  if (held->passed)
    rtp_cc_honesty_on_packets (&session->honesty, 1, 0, now);
  else
    rtp_cc_honesty_void (&session->honesty, now);
  return held->stream;
}

void
rtp_cc_session_drop_held (RtpCcSession * session, int stream,
    RtpCcDropFunc drop, void *user)
{
  Held *held = &session->held;

  if (!held->used || (stream >= 0 && held->stream != stream))
    return;
  held->used = false;
  if (drop != NULL)
    drop (&held->item, user);
}

void
rtp_cc_session_watch_held (RtpCcSession * session, const RtpCcMetric * metric)
{
  Held *held = &session->held;
  int16_t ahead = (int16_t) (uint16_t) (metric->seq - held->item.seq);

  if (!metric->received || metric->ssrc != held->item.ssrc)
    return;
  held->passed |= ahead > 0
      && rtp_cc_ledger_was_sent (session->ledger, metric->ssrc, metric->seq);
  held->lied |= ahead == 0;
}

/* It has served its purpose, or will soon. */
static void
shorten (Held * held, RtpCcTime now)
{
  RtpCcTime end = now + (held->longer && !held->lied ? HELD_LONGER : 0);

  if (!held->used || !(held->passed || held->lied))
    return;
  held->longer = false;
  if (end < held->end)
    held->end = end;
}

void
rtp_cc_session_judge (RtpCcSession * session, RtpCcTime now)
{
  RtpCcLedgerHonesty said = rtp_cc_ledger_honesty (session->ledger);
  bool found;

  shorten (&session->held, now);
  found = rtp_cc_honesty_on_numbers (&session->honesty, said.truths, said.lies,
      said.revoked, now);
  found |= rtp_cc_honesty_on_packets (&session->honesty, 0, said.packet_lies,
      now);
  if (found)
    rtp_cc_session_update_bounds (session);
}

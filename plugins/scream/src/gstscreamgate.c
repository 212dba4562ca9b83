/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which streams may come in. */
#include "gstscreamgate.h"

#include <string.h>

/* OURS: all places at once, as a sender with many streams needs that was started
 * again; then two a second.  With half of the rate, the second restart within
 * a minute waits for half a minute; double costs twice the work under a flood. */
#define OWN_BURST GST_SCREAM_GATE_STREAMS
#define OWN_INTERVAL (500 * GST_MSECOND)

/* OURS: all places for a new sender at once, twice, then once in the time that the
 * rate takes to fill them. At half a sender whose address was a squatter's waits;
 * double gives who changes its address again and again twice the streams. */
#define FRESH_BURST 2
#define FRESH_INTERVAL (OWN_BURST * OWN_INTERVAL)

/* OURS: but audio and video come in after each change of the address.  Half shows
 * a sender without sound for half a second; double is two streams a second more,
 * as FRESH_BURST has it. */
#define MOVED_BURST 2

/* OURS: audio and video, each with a repair flow, of a sender that was started
 * again; the others follow when the sender is believed. Half shows the picture of
 * such a one late; double gives strangers eight places. */
#define OTHERS_BURST 4
#define OTHERS_INTERVAL GST_SECOND

/* OURS: as gstscreampeers.c has it for a sender that begins anew.  Half takes the
 * place of a stream in an outage; at double, a sender that was started twice in
 * four seconds with sixteen streams has to wait. */
#define SILENCE (2 * GST_SECOND)

/* OURS: a stream goes on a frame after its sender's address has changed.  Half
 * ends one of a frame a second; double keeps threads that long for nothing. */
#define ORPHAN GST_SECOND

/* OURS: more than a queue or an outage holds up a packet, less than any recording
 * is worth.  At half, one of two ways that is 5 s slower looks like a recording;
 * double lets a recording pass that is so young. */
#define BEHIND (10 * GST_SECOND)

/* OURS: six times the interval of sender reports, which tell the time of a stream
 * without the header extension. Half stops a stream whose reports are lost twice;
 * double changes nothing that is known. */
#define TOLD (30 * GST_SECOND)

gboolean
gst_scream_gate_take_turn (GstClockTime * due, guint burst,
    GstClockTime interval, GstClockTime now)
{
  GstClockTime next = MAX (*due, now) + interval;

  if (next > now + burst * interval)
    return FALSE;
  *due = next;
  return TRUE;
}

GstScreamGateStream *
gst_scream_gate_find (GstScreamGate * gate, guint32 ssrc)
{
  guint i;

  for (i = 0; i < gate->n_streams; i++) {
    if (gate->streams[i].ssrc == ssrc)
      return &gate->streams[i];
  }
  return NULL;
}

/* NULL: all of them are heard. */
static GstScreamGateStream *
find_place (GstScreamGate * gate, GstClockTime now)
{
  GstScreamGateStream *oldest = NULL;
  guint i;

  if (gate->n_streams < GST_SCREAM_GATE_STREAMS)
    return &gate->streams[gate->n_streams];
  for (i = 0; i < gate->n_streams; i++) {
    GstScreamGateStream *stream = &gate->streams[i];

    if (!stream->orphan && now - stream->heard < SILENCE)
      continue;
    if (oldest == NULL || stream->heard < oldest->heard)
      oldest = stream;
  }
  return oldest;
}

GstScreamGateStream *
gst_scream_gate_open (GstScreamGate * gate, guint32 ssrc, guint16 seq,
    gboolean is_own, GstClockTime now, gboolean * leaves, guint32 * gone)
{
  GstScreamGateStream *place = find_place (gate, now);
  gboolean turn;

  if (place == NULL)
    return NULL;
  if (is_own)
    turn = gst_scream_gate_take_turn (&gate->own, OWN_BURST, OWN_INTERVAL, now);
  else
    turn =
        gst_scream_gate_take_turn (&gate->others, OTHERS_BURST, OTHERS_INTERVAL,
        now);
  if (!turn)
    return NULL;

  *leaves = place != &gate->streams[gate->n_streams];
  if (*leaves)
    *gone = place->ssrc;
  else
    gate->n_streams++;
  memset (place, 0, sizeof (*place));
  place->ssrc = ssrc;
  place->seq = seq;
  place->heard = now;
  return place;
}

void
gst_scream_gate_note (GstScreamGateStream * stream, guint16 seq,
    GstClockTime now)
{
  gint step = (gint16) (guint16) (seq - stream->seq);

  if (step > 0) {
    stream->roc += seq < stream->seq;
    stream->seq = seq;
  }
  stream->heard = now;
  stream->orphan = stream->pending = FALSE;
}

/* Who was before may have used all turns up; but who moves by itself must not get
 * new ones each time. */
static void
renew_turns (GstScreamGate * gate, GstClockTime now)
{
  GstClockTime most = now + (OWN_BURST - MOVED_BURST) * OWN_INTERVAL;

  if (gst_scream_gate_take_turn (&gate->fresh, FRESH_BURST, FRESH_INTERVAL,
          now))
    gate->own = 0;
  else if (gate->own > most)
    gate->own = most;
}

void
gst_scream_gate_move (GstScreamGate * gate, GstClockTime now)
{
  guint i;

  for (i = 0; i < gate->n_streams; i++)
    gate->streams[i].orphan = TRUE;
  renew_turns (gate, now);
  gate->moved = now;
}

gboolean
gst_scream_gate_sweep (GstScreamGate * gate, GstClockTime now, guint32 * gone)
{
  guint i;

  if (now - gate->moved < ORPHAN)
    return FALSE;
  for (i = 0; i < gate->n_streams; i++) {
    if (!gate->streams[i].orphan)
      continue;
    *gone = gate->streams[i].ssrc;
    gate->streams[i] = gate->streams[--gate->n_streams];
    return TRUE;
  }
  return FALSE;
}

void
gst_scream_gate_tell_time (GstScreamGateStream * stream, gint64 time,
    GstClockTime now)
{
  stream->has_time = TRUE;
  stream->ahead = time - (gint64) now;
  stream->timed = now;
}

/* Not one that has stopped: what came after it may have another clock. */
gboolean
gst_scream_gate_is_behind (const GstScreamGate * gate,
    const GstScreamGateStream * stream, GstClockTime now)
{
  guint i;

  for (i = 0; stream->has_time && i < gate->n_streams; i++) {
    const GstScreamGateStream *other = &gate->streams[i];

    if (other->has_time && now - other->timed < SILENCE
        && other->ahead > stream->ahead
        && other->ahead - stream->ahead > (gint64) BEHIND)
      return TRUE;
  }
  return FALSE;
}

gboolean
gst_scream_gate_is_fresh (const GstScreamGateStream * stream, gint64 wall,
    guint64 max_age, GstClockTime now)
{
  gint64 age = wall - stream->ahead - (gint64) now;

  return stream->has_time && now - stream->timed < TOLD
      && (guint64) ABS (age) <= max_age;
}

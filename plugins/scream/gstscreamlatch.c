/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* To which address feedback goes. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamlatch.h"
#include "gstsocketpath.h"

#include <string.h>

/* Half of the time after which screamtx takes feedback for missing; a NAT's
 * change costs no more than that, and a sender of 4 packets a second or more
 * cannot be pushed aside between two of them. */
#define SILENCE (250 * GST_MSECOND)

/* So long after the last packet a sender may have begun anew. */
#define NEW_SENDER (2 * GST_SECOND)

/* A third party that gets its way after all gets it no more often. */
#define MOVE_INTERVAL GST_SECOND

/* One may be a guess or a packet sent twice. */
#define PACKETS_TO_BELIEVE 5

/* RFC 3550 appendix A.1: MAX_DROPOUT and MAX_MISORDER */
#define MAX_AHEAD 3000
#define MAX_BEHIND 100

void
gst_scream_latch_clear (GstScreamLatch * latch)
{
  g_clear_object (&latch->address);
  g_clear_object (&latch->candidate);
  memset (latch, 0, sizeof (*latch));
}

static gboolean
is_plausible (const GstScreamLatchStream * stream, guint16 seq)
{
  gint step = (gint16) (guint16) (seq - stream->seq);

  return step > -MAX_BEHIND && step < MAX_AHEAD;
}

static gboolean
continues (const GstScreamLatchStream * stream, guint32 ssrc, guint16 seq)
{
  return stream->ssrc == ssrc && seq != stream->seq
      && is_plausible (stream, seq);
}

static GstScreamLatchStream *
find_stream (GstScreamLatch * latch, guint32 ssrc)
{
  guint i;

  for (i = 0; i < latch->n_streams; i++) {
    if (latch->streams[i].ssrc == ssrc)
      return &latch->streams[i];
  }
  return NULL;
}

/* A new one takes the place of the one that was silent longest. */
static GstScreamLatchStream *
add_stream (GstScreamLatch * latch)
{
  GstScreamLatchStream *oldest = &latch->streams[0];
  guint i;

  if (latch->n_streams < GST_SCREAM_LATCH_SSRCS)
    return &latch->streams[latch->n_streams++];
  for (i = 1; i < latch->n_streams; i++) {
    if (latch->streams[i].heard < oldest->heard)
      oldest = &latch->streams[i];
  }
  return oldest;
}

/* From where feedback goes to. */
static void
note_own (GstScreamLatch * latch, guint32 ssrc, guint16 seq, GstClockTime now)
{
  GstScreamLatchStream *stream = find_stream (latch, ssrc);

  if (latch->proof < PACKETS_TO_BELIEVE)
    latch->proof = stream != NULL && continues (stream, ssrc, seq)
        ? latch->proof + 1 : 1;
  if (stream == NULL)
    stream = add_stream (latch);
  stream->ssrc = ssrc;
  stream->seq = seq;
  stream->heard = latch->heard = now;
}

static gboolean
may_claim (GstScreamLatch * latch, guint32 ssrc, guint16 seq, GstClockTime now)
{
  const GstScreamLatchStream *stream = find_stream (latch, ssrc);

  if (latch->proof < PACKETS_TO_BELIEVE || now - latch->heard >= NEW_SENDER)
    return TRUE;
  return stream != NULL && is_plausible (stream, seq);
}

/* A candidate that is heard keeps its place. */
static void
note_other (GstScreamLatch * latch, GSocketAddress * address, guint32 ssrc,
    guint16 seq, GstClockTime now)
{
  gboolean same = latch->candidate != NULL
      && gst_socket_path_same_address (latch->candidate, address);

  if (latch->candidate != NULL && !same && now - latch->claim.heard < SILENCE)
    return;
  if (same && continues (&latch->claim, ssrc, seq)) {
    latch->n_claims++;
  } else if (same && ssrc != latch->claim.ssrc
      && now - latch->claim.heard < SILENCE) {
    return;                     /* another stream of its */
  } else if (may_claim (latch, ssrc, seq, now)) {
    g_set_object (&latch->candidate, address);
    latch->n_claims = 1;
  } else {
    return;
  }
  latch->claim.ssrc = ssrc;
  latch->claim.seq = seq;
  latch->claim.heard = now;
}

static gboolean
may_move (const GstScreamLatch * latch, GstClockTime now)
{
  return latch->n_claims >= PACKETS_TO_BELIEVE
      && now - latch->heard >= SILENCE
      && (latch->moves == 0 || now - latch->moved >= MOVE_INTERVAL);
}

static void
move (GstScreamLatch * latch, GstClockTime now, GSocketAddress ** before)
{
  *before = latch->address;
  latch->address = g_steal_pointer (&latch->candidate);
  latch->n_claims = 0;
  latch->moves++;
  latch->moved = now;
  latch->proof = PACKETS_TO_BELIEVE;
  note_own (latch, latch->claim.ssrc, latch->claim.seq, now);
}

gboolean
gst_scream_latch_packet (GstScreamLatch * latch, GSocketAddress * address,
    guint32 ssrc, guint16 seq, GstClockTime now, GSocketAddress ** before)
{
  *before = NULL;
  if (latch->address == NULL) {
    latch->address = g_object_ref (address);
    note_own (latch, ssrc, seq, now);
    return TRUE;
  }
  if (gst_socket_path_same_address (latch->address, address)) {
    note_own (latch, ssrc, seq, now);
    return FALSE;
  }

  latch->strangers++;
  note_other (latch, address, ssrc, seq, now);
  if (latch->candidate == NULL || !may_move (latch, now))
    return FALSE;
  move (latch, now, before);
  return TRUE;
}

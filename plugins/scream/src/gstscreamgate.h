/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamgate.h: which streams may come in
 *
 * A stream costs a session memory and threads. So the number of places is limited, and
 * new streams come at a limited rate. Streams from elsewhere than the sender have a small
 * rate of their own and take nothing from the sender's: a sender that was started again
 * comes from another port.
 *
 * A new stream may take the place of one that has been silent for two seconds. When the
 * sender changes, the streams of the old sender leave unless they go on within a second.
 *
 * A stream may tell the time of its sender's clock. A stream that plays a recording is
 * behind the live streams by that clock, however wrong the clock is.
 */
#pragma once

#include <gst/gst.h>

/* OURS: those of one sender, those of before it was started again among them.
 * With half, sixteen cameras and their audio have no room; double gives a sender
 * twice the memory and threads to spend. */
#define GST_SCREAM_GATE_STREAMS 32

typedef struct
{
  guint32 ssrc;
  guint16 seq;                  /* newest */
  guint roc;                    /* rollover counter of that number */
  gboolean orphan;              /* of the sender before */
  gboolean pending;             /* a packet is on its way through srtpdec */
  guint doubts;                 /* packets still to check after a refused one */
  GstClockTime heard;
  gboolean renewed;             /* the session is about to forget it */

  gboolean has_time;
  gint64 ahead;                 /* of our clock, ns */
  GstClockTime timed;           /* when it told its time */
} GstScreamGateStream;

typedef struct
{
  GstScreamGateStream streams[GST_SCREAM_GATE_STREAMS];
  guint n_streams;
  GstClockTime moved;
  GstClockTime own, others;     /* when all that came would have been due */
  GstClockTime fresh;           /* the same of senders that had all turns anew */
} GstScreamGate;

/* One that is all zero is ready. */

/* May one more come, if @burst may come at once and one each @interval after that? @due:
 * when all that came would have been due, 0 at first. */
gboolean gst_scream_gate_take_turn (GstClockTime * due, guint burst,
    GstClockTime interval, GstClockTime now);

/* NULL: @ssrc has no place. The result is valid until the next stream comes or goes. */
GstScreamGateStream *gst_scream_gate_find (GstScreamGate * gate, guint32 ssrc);

/* A place for a new stream; NULL: there is none. @is_own: it is the sender's, or there is
 * no sender now. @seq: the number of its first packet. Sets @leaves, and @gone to the
 * SSRC, if another stream had the place. */
GstScreamGateStream *gst_scream_gate_open (GstScreamGate * gate, guint32 ssrc,
    guint16 seq, gboolean is_own, GstClockTime now, gboolean * leaves,
    guint32 * gone);

/* A packet of @stream goes in. */
void gst_scream_gate_note (GstScreamGateStream * stream, guint16 seq,
    GstClockTime now);

/* The sender has changed. */
void gst_scream_gate_move (GstScreamGate * gate, GstClockTime now);

/* TRUE: the stream @gone has to leave. To be called until it returns FALSE. */
gboolean gst_scream_gate_sweep (GstScreamGate * gate, GstClockTime now,
    guint32 * gone);

/* Its sender's clock shows @time, Unix time in ns. */
void gst_scream_gate_tell_time (GstScreamGateStream * stream, gint64 time,
    GstClockTime now);

/* Is another stream, which is live, ahead of @stream? */
gboolean gst_scream_gate_is_behind (const GstScreamGate * gate,
    const GstScreamGateStream * stream, GstClockTime now);

/* Has @stream told a time lately that is at most @max_age ns from @wall? */
gboolean gst_scream_gate_is_fresh (const GstScreamGateStream * stream,
    gint64 wall, guint64 max_age, GstClockTime now);

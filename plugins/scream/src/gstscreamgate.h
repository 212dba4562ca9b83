/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamgate.h: which streams may come in
 *
 * A stream costs a session memory and threads, so there is a number of places, and
 * new streams come at a bounded rate.  Those from elsewhere than the sender
 * have a small rate of their own, so that they take nothing from it: who has
 * been started again comes from another port.
 *
 * A place becomes free for a new stream when its own has been silent for two
 * seconds.  When the sender is another one, the streams of the one before leave
 * that have not gone on within a second.
 *
 * Streams may tell the time of their sender's clock.  One that plays a recording
 * is behind those that are live, however wrong that clock is.
 */
#ifndef __GST_SCREAM_GATE_H__
#define __GST_SCREAM_GATE_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* OURS: those of one sender, those of before it was started again among them.
 * With half, sixteen cameras and their audio have no room; double gives a sender
 * twice the memory and threads to spend. */
#define GST_SCREAM_GATE_STREAMS 32

typedef struct
{
  guint32 ssrc;
  guint16 seq;                  /* newest */
  guint roc;                    /* of that: how often numbers have wrapped */
  gboolean orphan;              /* of the sender before */
  gboolean pending;             /* one is on its way through srtpdec */
  guint doubts;                 /* packets to look at since one was refused */
  GstClockTime heard;
  gboolean renewed;             /* the session is about to forget it */
  gboolean jumped;              /* to the packet that comes next */

  gboolean has_time;
  gint64 ahead;                 /* of our clock, ns */
  GstClockTime timed;           /* when it told */
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

/* May one come, with @burst of them at once and one each @interval?  @due: when all
 * that came would have been due, 0 at first. */
gboolean gst_scream_gate_take_turn (GstClockTime * due, guint burst,
    GstClockTime interval, GstClockTime now);

/* NULL: it has no place. It lasts until the next stream comes or goes. */
GstScreamGateStream *gst_scream_gate_find (GstScreamGate * gate, guint32 ssrc);

/* A place for a new stream; NULL: none.  @is_own: of the sender, or there is none
 * now.  @seq: of its first packet.  Sets @leaves if another had the place. */
GstScreamGateStream *gst_scream_gate_open (GstScreamGate * gate, guint32 ssrc,
    guint16 seq, gboolean is_own, GstClockTime now, gboolean * leaves,
    guint32 * gone);

/* A packet of it goes in. */
void gst_scream_gate_note (GstScreamGateStream * stream, guint16 seq,
    GstClockTime now);

/* May it be the next one, or about? */
gboolean gst_scream_gate_continues (const GstScreamGateStream * stream,
    guint16 seq);

/* Is it so far ahead that nothing on a path changed their order? */
gboolean gst_scream_gate_leaps (const GstScreamGateStream * stream,
    guint16 seq);

/* The sender is another one. */
void gst_scream_gate_move (GstScreamGate * gate, GstClockTime now);

/* Does one have to leave? To be called until it returns FALSE. */
gboolean gst_scream_gate_sweep (GstScreamGate * gate, GstClockTime now,
    guint32 * gone);

/* Its sender's clock shows @time, Unix time in ns. */
void gst_scream_gate_tell_time (GstScreamGateStream * stream, gint64 time,
    GstClockTime now);

/* Is another one live that is ahead of it? */
gboolean gst_scream_gate_is_behind (const GstScreamGate * gate,
    const GstScreamGateStream * stream, GstClockTime now);

/* Has it told a time lately that is @max_age ns from @wall at most? */
gboolean gst_scream_gate_is_fresh (const GstScreamGateStream * stream,
    gint64 wall, guint64 max_age, GstClockTime now);

G_END_DECLS

#endif /* __GST_SCREAM_GATE_H__ */

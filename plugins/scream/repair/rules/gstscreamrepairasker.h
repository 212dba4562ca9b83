/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairasker.h: which packets of a stream to ask for again, and when
 *
 * No clock and no element: time is an argument, in nanoseconds.
 */
#pragma once

#include <gst/gst.h>

/* OURS: packets that are missing at a time. With half, the longest gap of a key frame at
 * 20 Mbit/s is not asked for whole; double is memory for each stream. */
#define GST_SCREAM_REPAIR_ASKER_MISSING 128

typedef enum
{
  GST_SCREAM_REPAIR_HOPED_FOR,
  GST_SCREAM_REPAIR_OVERDUE,    /* no request is left */
  GST_SCREAM_REPAIR_LOST        /* nothing comes any more */
} GstScreamRepairFate;

typedef struct
{
  guint16 seq;
  GstScreamRepairFate fate;
  gboolean is_tail;             /* nothing behind it has come */
  GstClockTime begun;           /* when its frame began to come, at the latest */
  GstClockTime noticed;
  GstClockTime due;             /* when to ask next, or when it is lost; NONE: no more */
  GstClockTime asked, before;   /* last, and the time before that */
  guint tries;
} GstScreamRepairMissing;

/* One that is all zero is ready. */
typedef struct
{
  GstScreamRepairMissing missing[GST_SCREAM_REPAIR_ASKER_MISSING];
  guint n_missing;

  gboolean started;
  guint16 highest;              /* number */
  guint32 timestamp;            /* of that packet */
  gboolean ended;               /* ... and its frame ends with it */
  GstClockTime came, begun;     /* when it came, and the first one of its frame */
  gboolean has_ends;            /* frames end with a marker */
  gboolean tail_taken;          /* the one behind it is missed already */

  GstClockTime spacing;         /* between packets of a frame, the mean */
  GstClockTime reordering;      /* how late packets are that change places, of late */
  GstClockTime slackened;       /* when it was made smaller */
  GstClockTime latency;         /* for which packets are waited for */
  GstClockTime calm_from;       /* no gap for long */
  GstClockTime told;            /* of the end of a frame, last; 0: never */
  GstClockTime rtt, deviation;  /* of request and answer; 0: none yet */
  guint overtaken;              /* answers in a row, by a second request, ... */
  GstClockTime overtaken_asked; /* ... to requests of other times than this, ... */
  GstClockTime longer;          /* ... that took so long at least */
  guint unanswered;             /* packets in a row that were given up */
  GstClockTime gave_up;         /* the last one */

  gboolean has_rows;            /* FEC by blocks has come, ... */
  GstClockTime rows_came;       /* ... last then, ... */
  guint16 block, behind_block;  /* ... for these numbers */

  gboolean has_lost;            /* some are, and nobody has taken it */
  GstClockTime lost_begun;      /* of these, when the latest frame began to come */
} GstScreamRepairAsker;

/* How a packet came. */
typedef enum
{
  GST_SCREAM_REPAIR_BY_ITSELF,
  GST_SCREAM_REPAIR_ANSWER,     /* it was asked for */
  GST_SCREAM_REPAIR_MADE        /* from FEC */
} GstScreamRepairOrigin;

/* A packet has come. @is_last: it has the marker. FALSE: it is an answer that is not
 * missing, a second one or one of a stranger. */
gboolean gst_scream_repair_asker_note (GstScreamRepairAsker * self, guint16 seq,
    guint32 timestamp, gboolean is_last, GstScreamRepairOrigin origin,
    GstClockTime now);

/* The sender has sent the whole of the frame that has these packets. */
void gst_scream_repair_asker_note_end (GstScreamRepairAsker * self,
    guint16 first, guint16 last, GstClockTime now);

/* FEC by blocks has come, for @packets from @first on. */
void gst_scream_repair_asker_note_rows (GstScreamRepairAsker * self,
    guint16 first, guint packets, GstClockTime now);

/* Is something to be asked for? @latency: for which packets are waited for. */
gboolean gst_scream_repair_asker_take (GstScreamRepairAsker * self,
    GstClockTime latency, guint16 * seq, GstClockTime now);

/* Are packets lost for good, which were not before? After gst_scream_repair_asker_take().
 * @begun: when the latest frame of them began to come. */
gboolean gst_scream_repair_asker_take_lost (GstScreamRepairAsker * self,
    GstClockTime * begun);

/* Is it worth to wait for packets when it is too late for the screen? Answers have come, or
 * rows of FEC of late: those of a large frame come after it, which may be later than that. */
gboolean gst_scream_repair_asker_is_repaired (const GstScreamRepairAsker * self,
    GstClockTime now);

/* From a request to its answer, as far as it is known. */
GstClockTime gst_scream_repair_asker_get_rtt (const GstScreamRepairAsker * self);

/* When to look again; NONE: not before the next packet. */
GstClockTime gst_scream_repair_asker_get_next (const GstScreamRepairAsker *
    self);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamlag.h: what is behind a jitter buffer is slower than its stream
 *
 * A jitter buffer takes packets as they come, and gives one on when what is behind it has
 * done with the one before. If that takes longer than the stream, the packets that wait
 * become more and more, and the picture later and later. So a packet that has waited
 * for too long is left out, with all behind it that have waited, and the stream goes on
 * with what has just come. As long as what is behind takes nothing at all, nothing new
 * comes in.
 *
 * A jitter buffer throws packets away, too, as those that came twice. When none has left for
 * too long, one more is tried: the others stay outside until one has left, or that one was
 * thrown away.
 */
#pragma once

#include <gst/gst.h>

typedef enum
{
  GST_SCREAM_LAG_REFUSE,        /* leave it out */
  GST_SCREAM_LAG_LET_IN,
  GST_SCREAM_LAG_TRY            /* let it in, and say when it is gone */
} GstScreamLagEntry;

typedef enum
{
  GST_SCREAM_LAG_PASS,
  GST_SCREAM_LAG_SKIP,          /* leave it out */
  GST_SCREAM_LAG_GO_ON          /* pass: the first one after those that were left out */
} GstScreamLagVerdict;

/* One jitter buffer. Its time goes on with packets that come, by a second at most from
 * one to the next: nothing gets more while none comes, as in an outage, or while the whole
 * machine stands still. */
typedef struct
{
  GstClockTime time;
  GstClockTime came;            /* by the clock, the last; 0: none yet */
  GstClockTime left;            /* by the time above: when one left last */
  gboolean trying;              /* one is tried, and neither it nor another has left */
  gboolean skipping;
} GstScreamLag;

/* A packet is about to go into the jitter buffer. @now: by the clock. @bound: the longest
 * wait, 0 for any. @stamp: for when it leaves. */
GstScreamLagEntry gst_scream_lag_comes (GstScreamLag * self, GstClockTime now,
    GstClockTime bound, GstClockTime * stamp);

/* The packet that was tried exists no longer. */
void gst_scream_lag_tried (GstScreamLag * self);

/* How long one with this @stamp has waited. */
GstClockTime gst_scream_lag_get_wait (const GstScreamLag * self,
    GstClockTime stamp);

/* A packet that has @waited is about to leave it. @usual: the longest wait where all is
 * well, below @bound. */
GstScreamLagVerdict gst_scream_lag_leaves (GstScreamLag * self,
    GstClockTime waited, GstClockTime usual, GstClockTime bound);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamlateness.h: how long a jitter buffer has to be
 *
 * No clock and no element: time is an argument, in nanoseconds.
 */
#pragma once

#include <gst/gst.h>

/* OURS: the histogram reaches up to 1.28 s in steps of 5 ms. Half of a step changes the
 * latency for nothing, double of it is a part of the shortest one. */
#define GST_SCREAM_LATENESS_BINS 256

/* Of one stream: how much later than the fastest its packets come. */
typedef struct
{
  gdouble seen[GST_SCREAM_LATENESS_BINS];       /* packets, the old ones less */
  gdouble all;
  GstClockTime aged;            /* NONE: nothing was seen */
  gint64 fastest, fastest_before;       /* transit, of this period and the last */
  GstClockTime period_start;
} GstScreamLateness;

void gst_scream_lateness_init (GstScreamLateness * self);

/* A packet that came. @transit: its arrival less its RTP timestamp, whatever the clocks
 * began with. */
void gst_scream_lateness_add (GstScreamLateness * self, GstClockTime now,
    gint64 transit);

/* So much later is nearly no packet; 0: not known yet. */
GstClockTime gst_scream_lateness_get (const GstScreamLateness * self);

/* The latency that follows from it. */
typedef struct
{
  GstClockTime latency;
  GstClockTime since;           /* when it was changed, or more was needed */
} GstScreamLatencyPolicy;

void gst_scream_latency_policy_init (GstScreamLatencyPolicy * self,
    GstClockTime latency, GstClockTime now);

/* @needed: the longest lateness of all streams, 0: not known. TRUE: latency has
 * changed. */
gboolean gst_scream_latency_policy_update (GstScreamLatencyPolicy * self,
    GstClockTime needed, GstClockTime most, GstClockTime now);

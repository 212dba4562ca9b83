/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairkeyframes.h: when a receiver asks for a key frame
 *
 * Who decodes a stream asks when a jitter buffer gives a packet up. That it will is known
 * before: when the last answer in time has not come. No clock and no element: time is an
 * argument, in nanoseconds.
 */
#pragma once

#include <gst/gst.h>

/* One that is all zero is ready. */
typedef struct
{
  gboolean needed;              /* who decodes asks for one after a loss */
  gboolean is_told;             /* ... and says when one has come */
  GstClockTime asked;           /* last; 0: not since one has come */
  GstClockTime asked_first;     /* since then */
  GstClockTime due_since;       /* ... it may be asked for again; 0: not yet */
  GstClockTime answered;        /* frames that begin before come before the key frame */
  GstClockTime given_up;        /* when the jitter buffer has given all losses up */
} GstScreamRepairKeyFrames;

/* A packet of a frame that has @begun to come is lost for good, and is given up at
 * @given_up. TRUE: a key frame is to be asked for, which comes after @rtt. */
gboolean gst_scream_repair_key_frames_lose (GstScreamRepairKeyFrames * self,
    GstClockTime begun, GstClockTime given_up, GstClockTime rtt,
    GstClockTime now);

/* Who decodes asks for one. @gave_up: when a packet was given up last. FALSE: it was asked
 * for already. */
gboolean gst_scream_repair_key_frames_take (GstScreamRepairKeyFrames * self,
    GstClockTime gave_up, GstClockTime rtt, GstClockTime now);

/* It was asked for, and has not come. */
gboolean gst_scream_repair_key_frames_are_due (const GstScreamRepairKeyFrames *
    self);

/* Packets come: is one to be asked for again? Nobody may do so if the request is lost. */
gboolean gst_scream_repair_key_frames_take_again (GstScreamRepairKeyFrames *
    self, GstClockTime rtt, GstClockTime now);

/* Who decodes has one. */
void gst_scream_repair_key_frames_come (GstScreamRepairKeyFrames * self);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairanswers.h: how often a packet is sent again that is asked for
 *
 * No clock and no element: time is an argument, in nanoseconds.
 */
#pragma once

#include <gst/gst.h>

/* OURS: packets that are remembered, a second of 10 Mbit/s. With half, those of a key
 * frame at that rate are forgotten before they are asked for; double is memory. */
#define GST_SCREAM_REPAIR_ANSWERS 1024

typedef struct
{
  guint16 seq;
  gboolean is_known;
  GstClockTime begun;           /* when its frame came to be sent */
  GstClockTime last;            /* when it came or was asked for last */
  guint answers;
} GstScreamRepairSent;

/* One that is all zero is ready. */
typedef struct
{
  GstScreamRepairSent sent[GST_SCREAM_REPAIR_ANSWERS];
  gboolean started;
  guint32 timestamp;            /* of the frame that is sent now */
  GstClockTime begun;
  GstClockTime again;           /* between two requests for a packet; 0: not known */
  gdouble part;                 /* of a copy, that was not sent yet */
} GstScreamRepairAnswers;

/* What is known of the path. */
typedef struct
{
  gdouble loss;                 /* fraction */
  GstClockTime rtt;             /* 0: not known */
  GstClockTime shortest;        /* of late */
  GstClockTime deadline;        /* from the first packet of a frame to its picture */
  GstClockTime overtime;        /* so much later the frames behind it still need it */
} GstScreamRepairPath;

/* A packet of media is sent. */
void gst_scream_repair_answers_note (GstScreamRepairAnswers * self,
    guint16 seq, guint32 timestamp, GstClockTime now);

/* @seq is asked for: how many times it is to be sent, @spacing after each other; 0: it is
 * on its way. */
guint gst_scream_repair_answers_take (GstScreamRepairAnswers * self,
    guint16 seq, const GstScreamRepairPath * path, GstClockTime * spacing,
    GstClockTime now);

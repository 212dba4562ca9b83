/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairbursts.h: how many packets in a row a path loses, by what is asked for
 *
 * No clock and no element: time is an argument, in nanoseconds.
 */
#pragma once

#include <gst/gst.h>

/* One that is all zero is ready. */
typedef struct
{
  gboolean started;
  guint16 highest;              /* number that was asked for */
  gdouble lost, bursts;         /* the old ones count less */
  GstClockTime faded;
} GstScreamRepairBursts;

/* @seq is asked for, the first time or again. */
void gst_scream_repair_bursts_note (GstScreamRepairBursts * self, guint16 seq,
    GstClockTime now);

/* Packets, 1 or more: the mean. */
gdouble gst_scream_repair_bursts_get_length (const GstScreamRepairBursts *
    self);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairbursts.h: how many packets in a row a path loses, by what is asked for
 *
 * No clock and no element: time is an argument, in nanoseconds.
 */
#ifndef __GST_SCREAM_REPAIR_BURSTS_H__
#define __GST_SCREAM_REPAIR_BURSTS_H__

#include <gst/gst.h>

G_BEGIN_DECLS

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

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_BURSTS_H__ */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairnumbers.h: sequence numbers of a stream without those of FEC
 *
 * FEC takes numbers of its stream. Behind the jitter buffer its packets are gone, and
 * their numbers look like lost media. And a number that is lost may have been either.
 * Packets of FEC stand between the last packet of a frame, which has the marker, and the
 * first of the next one, at which its own FEC begins.
 */
#ifndef __GST_SCREAM_REPAIR_NUMBERS_H__
#define __GST_SCREAM_REPAIR_NUMBERS_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* OURS: numbers that are remembered, a second of 10 Mbit/s. With half, a latency of a
 * second is too long at that rate; double is memory for each stream. */
#define GST_SCREAM_REPAIR_NUMBERS 1024

typedef enum
{
  GST_SCREAM_REPAIR_NUMBER_UNKNOWN,
  GST_SCREAM_REPAIR_NUMBER_MEDIA,
  GST_SCREAM_REPAIR_NUMBER_LAST,        /* media with the marker */
  GST_SCREAM_REPAIR_NUMBER_FEC
} GstScreamRepairNumber;

/* One that is all zero is ready. */
typedef struct
{
  struct
  {
    guint16 seq, base;
    guint8 kind;                /* of seq, GstScreamRepairNumber */
    gboolean is_base;           /* the FEC of a group begins at base */
  } slots[GST_SCREAM_REPAIR_NUMBERS];
  gboolean started;
  guint16 expected;             /* behind the jitter buffer */
  guint16 hidden;               /* packets of FEC before that */
} GstScreamRepairNumbers;

/* Before the jitter buffer, or recovered. */
void gst_scream_repair_numbers_note (GstScreamRepairNumbers * self,
    guint16 seq, GstScreamRepairNumber kind);
/* A packet of FEC protects @seq and others behind it. */
void gst_scream_repair_numbers_note_base (GstScreamRepairNumbers * self,
    guint16 seq);

/* Behind the jitter buffer: the new number of @seq, which came or is lost. */
guint16 gst_scream_repair_numbers_advance (GstScreamRepairNumbers * self,
    guint16 seq);
/* @seq, the one that advanced last, is lost: was it FEC? Then it has no number. */
gboolean gst_scream_repair_numbers_was_fec (GstScreamRepairNumbers * self,
    guint16 seq);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_NUMBERS_H__ */

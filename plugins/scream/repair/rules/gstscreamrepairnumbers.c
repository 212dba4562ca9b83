/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sequence numbers of a stream without those of FEC. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepairnumbers.h"

/* OURS: between two frames there are at most as many packets of FEC as rtpulpfecenc
 * remembers packets, 48, and as many of the next frame may be lost. Half misses what a
 * large key frame has; double only takes longer. */
#define MOST_BETWEEN 96

void
gst_scream_repair_numbers_note (GstScreamRepairNumbers * self, guint16 seq,
    GstScreamRepairNumber kind)
{
  guint at = seq % GST_SCREAM_REPAIR_NUMBERS;

  self->slots[at].seq = seq;
  self->slots[at].kind = kind;
}

void
gst_scream_repair_numbers_note_base (GstScreamRepairNumbers * self, guint16 seq)
{
  guint at = seq % GST_SCREAM_REPAIR_NUMBERS;

  self->slots[at].base = seq;
  self->slots[at].is_base = TRUE;
}

static GstScreamRepairNumber
get_kind (const GstScreamRepairNumbers * self, guint16 seq)
{
  guint at = seq % GST_SCREAM_REPAIR_NUMBERS;

  return self->slots[at].seq == seq ? self->slots[at].kind :
      GST_SCREAM_REPAIR_NUMBER_UNKNOWN;
}

static gboolean
is_base (const GstScreamRepairNumbers * self, guint16 seq)
{
  guint at = seq % GST_SCREAM_REPAIR_NUMBERS;

  return self->slots[at].is_base && self->slots[at].base == seq;
}

/* A leap is another matter: nothing is known of what is between. */
guint16
gst_scream_repair_numbers_advance (GstScreamRepairNumbers * self, guint16 seq)
{
  guint16 left = seq - self->expected;

  if (!self->started || left >= GST_SCREAM_REPAIR_NUMBERS)
    left = 0;
  for (; left > 0; left--)
    self->hidden += get_kind (self, seq - left) == GST_SCREAM_REPAIR_NUMBER_FEC;
  self->started = TRUE;
  self->expected = seq + 1;
  return seq - self->hidden;
}

static gboolean
follows_a_frame (const GstScreamRepairNumbers * self, guint16 seq)
{
  guint i;

  for (i = 1; i <= MOST_BETWEEN; i++) {
    GstScreamRepairNumber kind = get_kind (self, seq - i);

    if (kind == GST_SCREAM_REPAIR_NUMBER_LAST)
      return TRUE;
    if (kind == GST_SCREAM_REPAIR_NUMBER_MEDIA)
      return FALSE;
  }
  return FALSE;
}

static gboolean
precedes_a_frame (const GstScreamRepairNumbers * self, guint16 seq)
{
  guint i;

  for (i = 1; i <= MOST_BETWEEN; i++) {
    GstScreamRepairNumber kind = get_kind (self, seq + i);

    if (kind == GST_SCREAM_REPAIR_NUMBER_FEC)
      return TRUE;
    if (kind != GST_SCREAM_REPAIR_NUMBER_UNKNOWN)
      return is_base (self, seq + i);
  }
  return FALSE;
}

/* While the frames have FEC, each has at least one packet of it. With a short latency the
 * next frame is not there yet, so the one before has to tell. */
static gboolean
is_first_of_protected (const GstScreamRepairNumbers * self, guint16 seq)
{
  guint i;

  if (get_kind (self, seq - 1) != GST_SCREAM_REPAIR_NUMBER_LAST)
    return FALSE;
  for (i = 2; i <= MOST_BETWEEN; i++) {
    GstScreamRepairNumber kind = get_kind (self, seq - i);

    if (kind == GST_SCREAM_REPAIR_NUMBER_FEC)
      return TRUE;
    if (kind == GST_SCREAM_REPAIR_NUMBER_LAST)
      return FALSE;
  }
  return FALSE;
}

static gboolean
is_between_frames (const GstScreamRepairNumbers * self, guint16 seq)
{
  return follows_a_frame (self, seq) && precedes_a_frame (self, seq);
}

gboolean
gst_scream_repair_numbers_was_fec (GstScreamRepairNumbers * self, guint16 seq)
{
  if (is_base (self, seq) || (!is_first_of_protected (self, seq)
          && !is_between_frames (self, seq)))
    return FALSE;
  gst_scream_repair_numbers_note (self, seq, GST_SCREAM_REPAIR_NUMBER_FEC);
  self->hidden++;
  return TRUE;
}

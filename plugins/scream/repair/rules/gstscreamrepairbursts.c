/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many packets in a row a path loses.
 *
 * The receiver asks for each packet that is missing, in order, and for some again. Those of
 * FEC have numbers of their own, so a burst that goes on into them looks shorter. */
#include "gstscreamrepairbursts.h"

#include <math.h>

/* OURS: after this time what was lost counts half, as in the policy. Half knows a path of 1 %
 * of loss by five packets; double has short blocks of FEC for ten seconds after bursts end. */
#define HALF_LIFE (5 * GST_SECOND)

/* OURS: so many losses of one packet each are taken to have been before. With half, the first
 * two packets that are lost together double the FEC; with double, it takes a path that fades
 * every few seconds half a minute to be known. */
#define KNOWN 4

static void
fade (GstScreamRepairBursts * self, GstClockTime now)
{
  gdouble kept = exp2 (-(gdouble) (now - self->faded) / HALF_LIFE);

  self->lost *= kept;
  self->bursts *= kept;
  self->faded = now;
}

void
gst_scream_repair_bursts_note (GstScreamRepairBursts * self, guint16 seq,
    GstClockTime now)
{
  guint16 ahead = seq - self->highest;

  if (self->started && (ahead == 0 || ahead > G_MAXINT16))
    return;
  fade (self, now);
  self->lost++;
  self->bursts += !self->started || ahead > 1;
  self->started = TRUE;
  self->highest = seq;
}

gdouble
gst_scream_repair_bursts_get_length (const GstScreamRepairBursts * self)
{
  return (self->lost + KNOWN) / (self->bursts + KNOWN);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which repair fits a path. */
#include "gstscreamrepairpolicy.h"

#include <math.h>

/* OURS: what a retransmission takes beyond the round trip: the frame that its packet
 * belongs to comes in over 33 ms, the gap is noticed after 3 ms, and the packet waits
 * its turn. With half, the answers for the first packets of a frame come too late; with
 * double, a path that retransmissions can repair pays for FEC. */
#define ANSWER_TIME (40 * GST_MSECOND)

/* OURS: the round trip has to be below the bound by so much before retransmissions come
 * back, and the path has to say so for HOLD. Half lets queues of a frame change the kind
 * of repair; double keeps FEC on a path that no longer needs it. */
#define MARGIN (10 * GST_MSECOND)
#define HOLD GST_SECOND

/* OURS: after this time what was lost counts half. With half, FEC ends between two
 * bursts of a radio link that fades every few seconds; with double, it goes on for a
 * minute after the last loss. */
#define HALF_LIFE (5 * GST_SECOND)

/* OURS: fractions lost at which FEC begins and ends. At half of them one lost packet in
 * ten seconds is enough at 100 packets a second; at double, ten frames a minute break
 * before anything is done. */
#define BEGINS 0.002
#define ENDS 0.001

/* OURS: fraction lost at which the ends of frames are told. With half, it costs more than
 * the answers that it spares; at double, 5 % of loss has answers that are sent three times
 * for the last packet of a frame. */
#define TELLS_ENDS 0.03

/* OURS: for so long a receiver may not yet have said that it takes FEC. With half, a screamsrc
 * whose first reports are lost is taken for one that takes none; double is time in which the
 * user sees a broken picture and no reason. */
#define INTRODUCTION (5 * GST_SECOND)

void
gst_scream_repair_policy_init (GstScreamRepairPolicy * self,
    GstScreamRepair repair, GstClockTime deadline)
{
  memset (self, 0, sizeof (*self));
  self->repair = repair;
  self->deadline = deadline;
  self->updated = self->differs = self->missed = GST_CLOCK_TIME_NONE;
}

static void
update_distance (GstScreamRepairPolicy * self, GstClockTime now,
    GstClockTime rtt)
{
  GstClockTime needed = rtt + ANSWER_TIME;
  gboolean too_far;

  if (rtt == 0)
    return;
  if (self->too_far)
    needed += MARGIN;
  too_far = needed > self->deadline;
  if (too_far == self->too_far) {
    self->differs = GST_CLOCK_TIME_NONE;
    return;
  }
  if (!GST_CLOCK_TIME_IS_VALID (self->differs))
    self->differs = now;
  if (now - self->differs < HOLD)
    return;
  self->too_far = too_far;
  self->differs = GST_CLOCK_TIME_NONE;
}

gdouble
gst_scream_repair_policy_get_loss (const GstScreamRepairPolicy * self)
{
  gdouble all = self->lost + self->received;

  return all > 0 ? self->lost / all : 0;
}

/* Feedback may take a loss back, and counters begin anew with a session. */
static guint64
increase (guint64 * seen, guint64 count)
{
  guint64 more = count > *seen ? count - *seen : 0;

  *seen = count;
  return more;
}

static void
update_loss (GstScreamRepairPolicy * self, GstClockTime passed, guint64 lost,
    guint64 received)
{
  gdouble kept = exp2 (-(gdouble) passed / HALF_LIFE);

  self->lost = self->lost * kept + increase (&self->seen_lost, lost);
  self->received =
      self->received * kept + increase (&self->seen_received, received);
  self->lossy =
      gst_scream_repair_policy_get_loss (self) > (self->lossy ? ENDS : BEGINS);
}

static gboolean
wants_fec (const GstScreamRepairPolicy * self)
{
  return self->lossy && (self->repair == GST_SCREAM_REPAIR_FEC
      || (self->repair == GST_SCREAM_REPAIR_AUTO && self->too_far));
}

void
gst_scream_repair_policy_update (GstScreamRepairPolicy * self,
    GstClockTime now, GstClockTime rtt, guint64 lost, guint64 received)
{
  GstClockTime passed = 0;

  if (GST_CLOCK_TIME_IS_VALID (self->updated) && now > self->updated)
    passed = now - self->updated;
  self->updated = now;
  update_loss (self, passed, lost, received);
  update_distance (self, now, rtt);
  if (!self->no_fec || !wants_fec (self))
    self->missed = GST_CLOCK_TIME_NONE;
  else if (!GST_CLOCK_TIME_IS_VALID (self->missed))
    self->missed = now;
}

void
gst_scream_repair_policy_set_takes_fec (GstScreamRepairPolicy * self,
    gboolean takes_fec)
{
  self->no_fec = !takes_fec;
}

gboolean
gst_scream_repair_policy_retransmits (const GstScreamRepairPolicy * self)
{
  return self->repair == GST_SCREAM_REPAIR_RETRANSMISSION
      || (self->repair == GST_SCREAM_REPAIR_AUTO
      && (self->no_fec || !self->too_far));
}

gboolean
gst_scream_repair_policy_tells_ends (const GstScreamRepairPolicy * self)
{
  return !self->no_fec && gst_scream_repair_policy_retransmits (self)
      && gst_scream_repair_policy_get_loss (self) > TELLS_ENDS;
}

gdouble
gst_scream_repair_policy_get_fec_loss (const GstScreamRepairPolicy * self)
{
  return !self->no_fec && wants_fec (self) ?
      gst_scream_repair_policy_get_loss (self) : 0;
}

gboolean
gst_scream_repair_policy_misses_fec (const GstScreamRepairPolicy * self)
{
  return self->repair == GST_SCREAM_REPAIR_FEC
      && GST_CLOCK_TIME_IS_VALID (self->missed)
      && self->updated - self->missed >= INTRODUCTION;
}

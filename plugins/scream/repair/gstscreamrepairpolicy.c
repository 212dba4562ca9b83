/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which repair fits a path, and how much FEC its loss takes. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/repair/rules/gstscreamrepairblock.h"
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

/* OURS: how many of the blocks may stay broken: at 30 frames a second, a freeze in ten
 * minutes. A tenth costs one row more; ten times that is a freeze each minute. A broken
 * key frame takes all frames after it along. */
#define UNSOLVED 0.0001
#define UNSOLVED_KEY 0.00001

/* OURS: what blocks with more rows than they need leave to others is kept up to this: a
 * whole number of rows is seldom what it takes. With half, blocks of few packets cannot
 * share a row; with double, one after a quiet time has too few. */
#define MOST_CREDIT (8 * UNSOLVED)

/* OURS: at most so many rows for a packet, half of what is sent. With half, 5 % of loss
 * breaks small frames several times a minute; double leaves the picture a third. */
#define MOST_ROWS 1.0

/* OURS: more loss than that is counted as that. Half gives up what could be repaired; at
 * double, no number of rows suffices. */
#define MOST_LOSS 0.4

/* OURS: for so long a receiver may not yet have said that it takes FEC. With half, a screamsrc
 * whose first reports are lost is taken for one that takes none; double is time in which the
 * user sees a broken picture and no reason. */
#define INTRODUCTION (5 * GST_SECOND)

/* OURS: the packets of a frame and its rows take as long to come in. With half, rows come
 * too late; with double, blocks are smaller than they could be. */
#define FRAME_TIME (33 * GST_MSECOND)

void
gst_scream_repair_policy_init (GstScreamRepairPolicy * self,
    GstScreamRepair repair, GstClockTime deadline)
{
  memset (self, 0, sizeof (*self));
  self->repair = repair;
  self->deadline = deadline;
  self->updated = self->differs = self->missed = GST_CLOCK_TIME_NONE;
  self->burst = 1;
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

gboolean
gst_scream_repair_policy_protects (const GstScreamRepairPolicy * self)
{
  return !self->no_fec && wants_fec (self);
}

gboolean
gst_scream_repair_policy_misses_fec (const GstScreamRepairPolicy * self)
{
  return self->repair == GST_SCREAM_REPAIR_FEC
      && GST_CLOCK_TIME_IS_VALID (self->missed)
      && self->updated - self->missed >= INTRODUCTION;
}

/* The chance that of @packets and @rows together more than @rows are lost, by the model of
 * Gilbert ("Capacity of a burst-noise channel", 1960): a packet is lost by another chance if
 * the one before it was. good[n], bad[n]: n are lost so far, and the last one is not, or is. */
static gdouble
get_unsolved (guint packets, guint rows, gdouble loss, gdouble burst)
{
  gdouble good[GST_SCREAM_REPAIR_BLOCK_ROWS + 1] = { 1 - loss };
  gdouble bad[GST_SCREAM_REPAIR_BLOCK_ROWS + 1] = { 0, loss };
  gdouble stay = 1 - 1 / burst, enter = loss / (1 - loss) / burst, solved = 0;
  guint i, n;

  for (i = 1; i < packets + rows; i++) {
    for (n = rows; n > 0; n--) {
      good[n] = good[n] * (1 - enter) + bad[n] * (1 - stay);
      bad[n] = good[n - 1] * enter + bad[n - 1] * stay;
    }
    good[0] *= 1 - enter;
  }
  for (n = 0; n <= rows; n++)
    solved += good[n] + bad[n];
  return 1 - solved;
}

/* As few as the risk that is left allows. Losses by chance are sometimes in a row, too. */
static guint
find_rows (const GstScreamRepairPolicy * self, guint packets, gdouble allowed,
    gdouble * risk)
{
  gdouble loss = MIN (gst_scream_repair_policy_get_loss (self), MOST_LOSS);
  gdouble burst = MAX (self->burst, 1 / (1 - loss));
  guint most = MIN (ceil (packets * MOST_ROWS), GST_SCREAM_REPAIR_BLOCK_ROWS);
  guint rows = 1;

  while (rows < most && get_unsolved (packets, rows, loss, burst) > allowed)
    rows++;
  *risk = get_unsolved (packets, rows, loss, burst);
  return rows;
}

void
gst_scream_repair_policy_set_burst (GstScreamRepairPolicy * self, gdouble burst)
{
  self->burst = burst;
}

guint
gst_scream_repair_policy_get_rows (GstScreamRepairPolicy * self, guint packets,
    gboolean is_key)
{
  gdouble risk;
  guint rows;

  if (!gst_scream_repair_policy_protects (self) || packets == 0)
    return 0;
  if (is_key)
    return find_rows (self, packets, UNSOLVED_KEY, &risk);
  self->credit = MIN (self->credit + UNSOLVED, MOST_CREDIT);
  rows = find_rows (self, packets, self->credit, &risk);
  self->credit = MAX (self->credit - risk, 0);
  return rows;
}

/* Its rows still have to come, and the next frame too if it is to be in the block. */
gboolean
gst_scream_repair_policy_waits (const GstScreamRepairPolicy * self,
    GstClockTime begun, GstClockTime interval, GstClockTime now)
{
  return now + interval + FRAME_TIME <= begun + self->deadline;
}

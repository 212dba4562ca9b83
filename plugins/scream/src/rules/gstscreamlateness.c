/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long a jitter buffer has to be: as long as nearly all packets are late, and those
 * that came again after a loss are packets, too. It grows at once and shrinks slowly. */
#include "gstscreamlateness.h"

#include <math.h>
#include <string.h>

#define BIN (5 * GST_MSECOND)

/* OURS: so many packets may be too late. At ten times as many, every frame in ten has
 * one that is; a tenth of it is one packet in half a minute, of which nothing can be
 * said. */
#define TOO_LATE 0.001

/* OURS: after this time a packet counts half. Half forgets what a fading radio does each
 * 10 s; double keeps the queue of a change of cells for a minute. */
#define HALF_LIFE (10 * GST_SECOND)

/* OURS: of so many packets a thousandth says something. */
#define ENOUGH 200

/* OURS: the fastest packet is looked for in one to two of these: clocks that differ by
 * 100 ppm move by 3 ms in it. Half may see nothing but a queue, double lets clocks move
 * by a bin. */
#define PERIOD (30 * GST_SECOND)

/* A transit that is so much longer or shorter is another timeline. */
#define ANOTHER (10 * (gint64) GST_SECOND)

/* OURS: the decoder and the sink have to have the frame, too; half a frame of 60 a
 * second. */
#define MARGIN (8 * GST_MSECOND)

/* OURS: of a latency that is too long a fifth goes in each of these, if a tenth would be
 * too much. Each change moves what is shown: with half of the time there are twice as
 * many. */
#define SHRINK_TIME (2 * GST_SECOND)
#define SHRINK_TO 0.8
#define WORTH_IT 0.9

/* OURS: a frame of 30 a second takes so long to come in. */
#define LEAST (20 * GST_MSECOND)

void
gst_scream_lateness_init (GstScreamLateness * self)
{
  memset (self, 0, sizeof (*self));
  self->aged = GST_CLOCK_TIME_NONE;
}

static void
age (GstScreamLateness * self, GstClockTime now)
{
  gdouble kept;
  guint i;

  if (now < self->aged + GST_SECOND)
    return;
  kept = exp2 (-(gdouble) (now - self->aged) / HALF_LIFE);
  self->aged = now;
  self->all *= kept;
  for (i = 0; i < GST_SCREAM_LATENESS_BINS; i++)
    self->seen[i] *= kept;
}

static void
note_fastest (GstScreamLateness * self, GstClockTime now, gint64 transit)
{
  if (now >= self->period_start + PERIOD) {
    self->fastest_before = self->fastest;
    self->fastest = transit;
    self->period_start = now;
  }
  self->fastest = MIN (self->fastest, transit);
}

static gboolean
is_another (const GstScreamLateness * self, gint64 transit)
{
  return transit < self->fastest - ANOTHER || transit > self->fastest + ANOTHER;
}

void
gst_scream_lateness_add (GstScreamLateness * self, GstClockTime now,
    gint64 transit)
{
  gint64 late;

  if (!GST_CLOCK_TIME_IS_VALID (self->aged) || is_another (self, transit)) {
    gst_scream_lateness_init (self);
    self->aged = self->period_start = now;
    self->fastest = self->fastest_before = transit;
  }
  age (self, now);
  note_fastest (self, now, transit);
  late = (transit - MIN (self->fastest, self->fastest_before)) / (gint64) BIN;
  self->seen[MIN (late, GST_SCREAM_LATENESS_BINS - 1)]++;
  self->all++;
}

GstClockTime
gst_scream_lateness_get (const GstScreamLateness * self)
{
  gdouble later = 0;
  guint i = GST_SCREAM_LATENESS_BINS;

  if (self->all < ENOUGH)
    return 0;
  while (i > 0 && later + self->seen[i - 1] <= TOO_LATE * self->all)
    later += self->seen[--i];
  return MAX (i, 1) * BIN;
}

void
gst_scream_latency_policy_init (GstScreamLatencyPolicy * self,
    GstClockTime latency, GstClockTime now)
{
  self->latency = latency;
  self->since = now;
}

static gboolean
set_latency (GstScreamLatencyPolicy * self, GstClockTime latency,
    GstClockTime now)
{
  gboolean changes = latency != self->latency;

  self->latency = latency;
  self->since = now;
  return changes;
}

gboolean
gst_scream_latency_policy_update (GstScreamLatencyPolicy * self,
    GstClockTime needed, GstClockTime most, GstClockTime now)
{
  GstClockTime target;

  if (self->latency > most)
    return set_latency (self, most, now);
  if (needed == 0)
    return FALSE;
  target = MIN (MAX (needed + MARGIN, LEAST), most);
  if (target > self->latency)
    return set_latency (self, target, now);
  if (target > WORTH_IT * self->latency)
    self->since = now;
  if (now < self->since + SHRINK_TIME)
    return FALSE;
  return set_latency (self, MAX (target,
          (GstClockTime) (SHRINK_TO * self->latency)), now);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which packets of a stream to ask for again, and when.
 *
 * A second try fits into few deadlines, and only if nothing is lost before the first one:
 * a gap is asked for as soon as the path's own reordering allows, the end of a frame
 * without the next one, and again as soon as the answer is overdue. */
#include "gstscreamrepairasker.h"

#include <string.h>

/* OURS: what is waited beyond the reordering that was seen, if there was some. Half is
 * what a busy receiver makes of packets in order; double takes from the time of a second
 * try. */
#define ORDER_MARGIN (1 * GST_MSECOND)

/* OURS: reordering that has faded to this is none: a path keeps the order until it is seen
 * to do otherwise. Half and double change how long that takes by two seconds. */
#define NO_REORDERING (100 * GST_USECOND)

/* OURS: the longest wait for packets out of order. With half, a path that changes places
 * by two packets of a slow stream is asked for each; with double no try is left. */
#define MAX_REORDERING (20 * GST_MSECOND)

/* OURS: what an answer may be late beyond the round trip and twice its deviation. Half
 * asks again for answers that are there a moment later; with double, a second try comes
 * too late where the latency is little more than two round trips. In real time at 10 % of loss one
 * packet in eleven is asked for again, and one in six with 1 ms (tests/e2e/repair --causes). */
#define ANSWER_MARGIN (3 * GST_MSECOND)

/* OURS: the shortest wait for an answer: on a path that short, either end may wait for a
 * processor for longer than for the path. Half asks several times for what is on its way;
 * double takes tries from short latencies. */
#define MIN_PATIENCE (8 * GST_MSECOND)

/* OURS: what may come so much too late by the round trip is asked for all the same: that
 * is a mean, and the jitter buffer is not exact. Half leaves out answers that would have
 * been in time; double asks for what is not. */
#define GRACE (2 * GST_MSECOND)

/* OURS: so many answers in a row that come soon after a second request say that the path
 * has become longer. Those to requests of one time are one: they wait together. With half, two
 * copies that were lost say so; with double, ten packets are sent twice. */
#define OVERTAKEN 4

/* OURS: the round trip before the first answer. Half asks twice on most paths; with
 * double, the first losses stay. */
#define FIRST_RTT (60 * GST_MSECOND)

/* OURS: the end of a frame is missed after twice the mean spacing of its packets and
 * this. Half asks for packets that the pacer holds; double is as late as the next frame. */
#define TAIL_MARGIN (2 * GST_MSECOND)

/* OURS: ... and this instead, where the sender tells the ends of frames, and what tells of this
 * one is lost, too. With TAIL_MARGIN one answer in 20 is for a packet that the pacer still holds
 * (tests/e2e/repair, 10 % of loss). Half changes nothing in elements_screamrepairmodel; with double,
 * one loss a minute stays in bursts instead of 0.5. */
#define TOLD_MARGIN (12 * GST_MSECOND)

/* OURS: so long after the end of a frame was told, the next one is expected to be. Half
 * forgets it between two frames of a slow stream; double looks for ends too late where the
 * sender has stopped to tell them. */
#define TOLD_TIME GST_SECOND

/* OURS: the longest spacing that counts. A sender whose packets are further apart has
 * no bursts whose end could be missed. */
#define MAX_SPACING (8 * GST_MSECOND)

/* OURS: reordering loses a sixteenth in this time. With half, a path that changes places
 * every few seconds costs an answer each time; double forgets a handover too late. */
#define SLACKENING (500 * GST_MSECOND)

/* OURS: the last of several copies of an answer comes so much later than the first: of four,
 * 2 ms apart, which the sender paces. With half, a key frame is asked for while a copy is on
 * its way; double is a quarter of what is gained by asking early. */
#define COPIES_TIME (8 * GST_MSECOND)

/* OURS: so many packets given up in a row say that the sender answers none. With half, two
 * answers that were lost say so; with double, the picture stands still longer after the
 * first losses. */
#define UNANSWERED 4

/* OURS: so long after FEC came, more is expected. Half forgets it between two frames of a
 * slow stream; double waits for it on a path that has become better. */
#define ROWS_EXPECTED GST_SECOND

/* OURS: so long after the last loss the end of a frame is not looked for. Half forgets a
 * path that loses a packet in ten seconds; double wakes a receiver that needs nothing. */
#define CALM (20 * GST_SECOND)

static GstScreamRepairMissing *
find (GstScreamRepairAsker * self, guint16 seq)
{
  guint i;

  for (i = 0; i < self->n_missing; i++) {
    if (self->missing[i].seq == seq)
      return &self->missing[i];
  }
  return NULL;
}

static void
drop (GstScreamRepairAsker * self, GstScreamRepairMissing * missing)
{
  *missing = self->missing[--self->n_missing];
}

/* The oldest one gives its place away: its time is over first. */
static GstScreamRepairMissing *
add (GstScreamRepairAsker * self, guint16 seq, GstClockTime due,
    GstClockTime now)
{
  GstScreamRepairMissing *missing = &self->missing[0];
  guint i;

  if (self->n_missing < GST_SCREAM_REPAIR_ASKER_MISSING)
    missing = &self->missing[self->n_missing++];
  else
    for (i = 1; i < self->n_missing; i++) {
      if (self->missing[i].begun < missing->begun)
        missing = &self->missing[i];
    }
  memset (missing, 0, sizeof (*missing));
  missing->seq = seq;
  missing->begun = self->begun;
  missing->noticed = now;
  missing->due = due;
  return missing;
}

static GstClockTime
get_end (const GstScreamRepairAsker * self,
    const GstScreamRepairMissing * missing)
{
  return missing->begun + self->latency + GRACE;
}

/* Its answer would come too late. */
static gboolean
is_in_vain (const GstScreamRepairAsker * self,
    const GstScreamRepairMissing * missing, GstClockTime now)
{
  return missing->tries > 0 && now + self->rtt > get_end (self, missing);
}

static void
give_up (GstScreamRepairAsker * self, GstClockTime now)
{
  guint i = 0;

  while (i < self->n_missing) {
    GstScreamRepairMissing *missing = &self->missing[i];

    if (now <= get_end (self, missing)) {
      i++;
      continue;
    }
    self->unanswered += missing->tries > 0;
    self->gave_up = now;
    drop (self, missing);
  }
}

/* ---- what is lost for good ---- */

static gboolean
expects_rows (const GstScreamRepairAsker * self, GstClockTime now)
{
  return self->has_rows && now < self->rows_came + ROWS_EXPECTED;
}

/* Rows come right behind their block. */
static gboolean
had_rows (const GstScreamRepairAsker * self, guint16 seq)
{
  return (gint16) (self->block - seq) > 0
      || ((gint16) (self->behind_block - seq) > 0
      && (gint16) (self->highest - self->behind_block) >= 0);
}

/* It may never have been sent, or be made yet. */
static gboolean
is_open (const GstScreamRepairAsker * self,
    const GstScreamRepairMissing * missing, GstClockTime now)
{
  return missing->is_tail
      || (expects_rows (self, now) && !had_rows (self, missing->seq));
}

static gboolean
expects_answers (const GstScreamRepairAsker * self, GstClockTime now)
{
  return self->unanswered < UNANSWERED
      && (self->rtt != 0 || !expects_rows (self, now));
}

/* Its first answer. */
static gboolean
may_come_in_time (const GstScreamRepairAsker * self,
    const GstScreamRepairMissing * missing, GstClockTime now)
{
  return expects_answers (self, now) && now + self->rtt
      <= get_end (self, missing) + 2 * self->deviation;
}

static void
end_at (GstScreamRepairMissing * missing, GstClockTime time)
{
  missing->fate = GST_SCREAM_REPAIR_OVERDUE;
  missing->due = time;
}

/* What has come since may say that it is lost. */
static void
look_at_overdue (GstScreamRepairAsker * self, GstClockTime now)
{
  guint i;

  for (i = 0; i < self->n_missing; i++) {
    GstScreamRepairMissing *missing = &self->missing[i];

    if (missing->fate == GST_SCREAM_REPAIR_OVERDUE
        && !GST_CLOCK_TIME_IS_VALID (missing->due)
        && !is_open (self, missing, now))
      missing->due = now;
  }
}

static void
lose (GstScreamRepairAsker * self, GstScreamRepairMissing * missing,
    GstClockTime now)
{
  missing->due = GST_CLOCK_TIME_NONE;
  if (is_open (self, missing, now))
    return;
  missing->fate = GST_SCREAM_REPAIR_LOST;
  self->lost_begun = self->has_lost ? MAX (self->lost_begun, missing->begun)
      : missing->begun;
  self->has_lost = TRUE;
}

/* ---- what comes ---- */

static void
slacken (GstScreamRepairAsker * self, GstClockTime now)
{
  if (now < self->slackened + SLACKENING)
    return;
  self->slackened = now;
  give_up (self, now);
  self->reordering -= self->reordering / 16;
  if (self->reordering < NO_REORDERING)
    self->reordering = 0;
}

static GstClockTime
get_patience (const GstScreamRepairAsker * self)
{
  if (self->rtt == 0)
    return FIRST_RTT;
  return MAX (self->rtt + 2 * self->deviation + ANSWER_MARGIN, MIN_PATIENCE);
}

/* After two requests, an answer that comes soon after the second one is that to the first. */
static void
note_overtaken (GstScreamRepairAsker * self,
    const GstScreamRepairMissing * missing, GstClockTime now)
{
  GstClockTime rtt = now - missing->before;

  if (missing->before == self->overtaken_asked)
    return;
  self->overtaken_asked = missing->before;
  self->longer = self->overtaken == 0 ? rtt : MIN (self->longer, rtt);
  if (++self->overtaken < OVERTAKEN)
    return;
  self->rtt = self->longer;
  self->overtaken = 0;
}

/* RFC 6298 section 2, but for what takes longer than it was waited for: that is a copy
 * whose first one was lost, or the path has changed, and then more of them tell. */
static void
measure (GstScreamRepairAsker * self, const GstScreamRepairMissing * missing,
    GstClockTime now)
{
  GstClockTime rtt = now - missing->asked, error;
  guint gain;

  if (missing->tries > 1 && rtt < self->rtt / 2)
    note_overtaken (self, missing, now);
  if (missing->tries > 1)
    return;
  self->overtaken = 0;
  if (self->rtt == 0) {
    self->rtt = rtt;
    self->deviation = rtt / 16;
    return;
  }
  rtt = MIN (rtt, get_patience (self));
  error = rtt > self->rtt ? rtt - self->rtt : self->rtt - rtt;
  gain = rtt > self->rtt ? 16 : 4;
  self->deviation = ((gain - 1) * self->deviation + error) / gain;
  self->rtt = ((gain - 1) * self->rtt + rtt) / gain;
}

static void
note_found (GstScreamRepairAsker * self, GstScreamRepairMissing * missing,
    GstScreamRepairOrigin origin, GstClockTime now)
{
  GstClockTime late = now - missing->noticed;

  if (origin == GST_SCREAM_REPAIR_ANSWER)
    self->unanswered = 0;
  if (origin == GST_SCREAM_REPAIR_ANSWER && missing->tries > 0)
    measure (self, missing, now);
  else if (origin == GST_SCREAM_REPAIR_BY_ITSELF && missing->is_tail)
    self->spacing = MAX_SPACING;
  else if (origin == GST_SCREAM_REPAIR_BY_ITSELF)
    self->reordering = MIN (MAX (self->reordering, late), MAX_REORDERING);
  drop (self, missing);
}

static GstClockTime
get_wait (const GstScreamRepairAsker * self)
{
  return self->reordering > 0 ? self->reordering + ORDER_MARGIN : 0;
}

/* Of what is missing between two frames, the first is the end of the one before, unless
 * that has ended. The others are taken for the beginning of the one that comes now. */
static void
note_gap (GstScreamRepairAsker * self, guint16 seq, guint32 timestamp,
    GstClockTime now)
{
  guint16 first = self->highest + 1;
  guint16 n = seq - first;
  GstScreamRepairMissing *missing;

  if (n == 0)
    return;
  self->calm_from = now + CALM;
  for (n = MIN (n, GST_SCREAM_REPAIR_ASKER_MISSING); n > 0; n--) {
    guint16 lost = seq - n;

    if (timestamp != self->timestamp && (lost != first || self->ended))
      self->begun = now;
    missing = find (self, lost);
    if (missing != NULL)
      missing->is_tail = FALSE;
    else
      add (self, lost, now + get_wait (self), now);
  }
}

static void
note_newest (GstScreamRepairAsker * self, guint16 seq, guint32 timestamp,
    gboolean is_last, GstClockTime now)
{
  gboolean follows = (guint16) (seq - self->highest) == 1;

  if (follows && timestamp != self->timestamp)
    self->has_ends = self->ended;
  else if (follows)
    self->spacing =
        (7 * self->spacing + MIN (now - self->came, MAX_SPACING)) / 8;
  if (timestamp != self->timestamp)
    self->begun = now;
  self->highest = seq;
  self->timestamp = timestamp;
  self->ended = is_last;
  self->came = now;
  self->tail_taken = FALSE;
}

static void
start (GstScreamRepairAsker * self, guint16 seq, GstClockTime now)
{
  self->started = TRUE;
  self->n_missing = 0;
  self->highest = seq - 1;
  self->came = self->begun = self->slackened = now;
  self->ended = self->has_ends = FALSE;
}

gboolean
gst_scream_repair_asker_note (GstScreamRepairAsker * self, guint16 seq,
    guint32 timestamp, gboolean is_last, GstScreamRepairOrigin origin,
    GstClockTime now)
{
  GstScreamRepairMissing *missing;

  if (!self->started)
    start (self, seq, now);
  slacken (self, now);
  missing = find (self, seq);
  if (missing == NULL && origin == GST_SCREAM_REPAIR_ANSWER)
    return FALSE;
  if (missing != NULL)
    note_found (self, missing, origin, now);
  if ((gint16) (seq - self->highest) <= 0)
    return TRUE;
  note_gap (self, seq, timestamp, now);
  note_newest (self, seq, timestamp, is_last, now);
  look_at_overdue (self, now);
  return TRUE;
}

/* What it says is missing came before it, or is lost. */
void
gst_scream_repair_asker_note_end (GstScreamRepairAsker * self, guint16 first,
    guint16 last, GstClockTime now)
{
  guint16 n = last - self->highest;
  GstScreamRepairMissing *missing;

  self->told = now;
  if (!self->started || n == 0 || n > G_MAXINT16)
    return;
  if ((gint16) (first - self->highest) > 0)
    self->begun = now;
  self->calm_from = now + CALM;
  self->tail_taken = TRUE;
  for (n = MIN (n, GST_SCREAM_REPAIR_ASKER_MISSING); n > 0; n--) {
    missing = find (self, last - n + 1);
    if (missing != NULL)
      missing->is_tail = FALSE;
    else
      add (self, last - n + 1, now + get_wait (self), now);
  }
  look_at_overdue (self, now);
}

void
gst_scream_repair_asker_note_rows (GstScreamRepairAsker * self, guint16 first,
    guint packets, GstClockTime now)
{
  self->has_rows = TRUE;
  self->rows_came = now;
  self->block = first;
  self->behind_block = first + packets;
  look_at_overdue (self, now);
}

/* ---- what is asked for ---- */

static GstClockTime
get_tail_time (const GstScreamRepairAsker * self)
{
  if (!self->started || self->ended || !self->has_ends || self->tail_taken
      || self->came >= self->calm_from)
    return GST_CLOCK_TIME_NONE;
  return self->came + 2 * self->spacing + (self->told != 0
      && self->came < self->told + TOLD_TIME ? TOLD_MARGIN : TAIL_MARGIN);
}

static void
miss_tail (GstScreamRepairAsker * self, GstClockTime now)
{
  GstClockTime time = get_tail_time (self);

  if (!GST_CLOCK_TIME_IS_VALID (time) || time > now)
    return;
  self->tail_taken = TRUE;
  if (find (self, self->highest + 1) == NULL)
    add (self, self->highest + 1, now, now)->is_tail = TRUE;
}

gboolean
gst_scream_repair_asker_take (GstScreamRepairAsker * self,
    GstClockTime latency, guint16 * seq, GstClockTime now)
{
  guint i;

  self->latency = latency;
  miss_tail (self, now);
  give_up (self, now);
  for (i = 0; i < self->n_missing; i++) {
    GstScreamRepairMissing *missing = &self->missing[i];

    if (missing->due <= now && missing->fate == GST_SCREAM_REPAIR_HOPED_FOR
        && is_in_vain (self, missing, now))
      end_at (missing, missing->due + COPIES_TIME);
    if (missing->due > now)
      continue;
    if (missing->fate == GST_SCREAM_REPAIR_OVERDUE) {
      lose (self, missing, now);
      continue;
    }
    missing->tries++;
    missing->before = missing->asked;
    missing->asked = now;
    missing->due = now + get_patience (self);
    if (!may_come_in_time (self, missing, now))
      end_at (missing, now);
    *seq = missing->seq;
    return TRUE;
  }
  return FALSE;
}

gboolean
gst_scream_repair_asker_take_lost (GstScreamRepairAsker * self,
    GstClockTime * begun)
{
  gboolean has_lost = self->has_lost;

  *begun = self->lost_begun;
  self->has_lost = FALSE;
  return has_lost;
}

gboolean
gst_scream_repair_asker_is_repaired (const GstScreamRepairAsker * self,
    GstClockTime now)
{
  return (self->rtt != 0 && self->unanswered < UNANSWERED)
      || expects_rows (self, now);
}

GstClockTime
gst_scream_repair_asker_get_rtt (const GstScreamRepairAsker * self)
{
  return self->rtt != 0 ? self->rtt : FIRST_RTT;
}

GstClockTime
gst_scream_repair_asker_get_next (const GstScreamRepairAsker * self)
{
  GstClockTime next = get_tail_time (self);
  guint i;

  for (i = 0; i < self->n_missing; i++)
    next = MIN (next, self->missing[i].due);
  return next;
}

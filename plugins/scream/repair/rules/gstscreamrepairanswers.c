/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How often a packet is sent again that is asked for.
 *
 * Once, while the receiver can ask again if that is lost. The last answer that comes in
 * time is sent several times: few packets need it, so it costs little. */
#include "gstscreamrepairanswers.h"

#include <math.h>

/* OURS: the part of last answers that may be lost whole. With half, one packet in ten is
 * sent once more than it is worth at 10 % of loss; with double, the picture stands still
 * once in two minutes there. */
#define UNANSWERED 0.0015

/* OURS: the same of answers that are the last for the screen, but not for the frames behind. At
 * 10 % of loss two of three have a second copy. With half, 0.4 % more of the frames are seen at 10
 * and 0.1 to 0.4 % at 15 % of loss, for 13.8 instead of 13.1 and 23.7 instead of 22.1 % of overhead;
 * with double, 0.2 to 0.6 and 1.2 to 2 % fewer, for 12.7 and 20.9 %
 * (elements_screamrepairmodel, x264enc and vp8enc; the overhead of x264enc). */
#define UNSEEN 0.02

/* OURS: the most copies of one answer. Half does not suffice for 15 % of loss; double
 * lets one request take the rate of eight packets. */
#define MOST_COPIES 4

/* OURS: between two copies of an answer, if there is time. With half, bursts of 5 at 5 % of
 * loss leave 0.7 freezes a minute instead of 0.5 (elements_screamrepairmodel); with double, as many
 * or fewer, and a receiver has to wait for 12 ms until it knows that no copy comes. Losses by
 * chance change nothing. */
#define COPY_TIME (2 * GST_MSECOND)

/* OURS: what a copy may take longer than the shortest round trip, in what the mean does.
 * With half, one last copy in ten comes a moment too late; double brings the copies closer
 * to each other than they need to be. */
#define LATE_COPY 2

/* OURS: what a second request takes beyond the round trip before one has come: the
 * receiver gives an answer some ms more. With half, a second answer is counted on that
 * comes too late; with double, answers are sent several times that could be asked for
 * again. */
#define SECOND_TRY (8 * GST_MSECOND)

/* OURS: what an answer takes here until it is sent. With half, a second one is counted on
 * that comes too late: 0.2 and 0.3 freezes a minute at 10 % of loss instead of 0.1 and 0.2
 * (elements_screamrepairmodel, an hour each). Double is as for SECOND_TRY: 18.6 instead of
 * 15.7 % of overhead with vp8enc. */
#define TURN (2250 * GST_USECOND)

/* OURS: the part of the shortest round trip in which a packet is not sent again: a request in that
 * time was made before the answer could come. Half lets two requests for one loss have
 * two answers; more than a whole refuses the second try. */
#define ON_ITS_WAY 0.75

/* OURS: answers for one packet, whoever asks. Half ends the tries of a long latency early;
 * double lets a stranger that forges requests have twice the rate. */
#define MOST_ANSWERS 8

void
gst_scream_repair_answers_note (GstScreamRepairAnswers * self, guint16 seq,
    guint32 timestamp, GstClockTime now)
{
  GstScreamRepairSent *sent = &self->sent[seq % GST_SCREAM_REPAIR_ANSWERS];

  if (!self->started || timestamp != self->timestamp)
    self->begun = now;
  self->started = TRUE;
  self->timestamp = timestamp;
  sent->seq = seq;
  sent->is_known = TRUE;
  sent->begun = self->begun;
  sent->last = now;
  sent->answers = 0;
}

static gboolean
is_last_chance (const GstScreamRepairAnswers * self,
    const GstScreamRepairSent * sent, const GstScreamRepairPath * path,
    GstClockTime deadline, GstClockTime now)
{
  GstClockTime again = self->again != 0 ? self->again : path->rtt + SECOND_TRY;

  return now - sent->begun + again + TURN > deadline;
}

static void
note_again (GstScreamRepairAnswers * self, GstClockTime passed)
{
  self->again = self->again == 0 ? passed : (7 * self->again + passed) / 8;
}

/* Until the last copy has to leave. */
static GstClockTime
get_left (const GstScreamRepairSent * sent, const GstScreamRepairPath * path,
    GstClockTime deadline, GstClockTime now)
{
  GstClockTime gone = now - sent->begun;

  if (path->rtt > path->shortest)
    gone += LATE_COPY * (path->rtt - path->shortest);
  return deadline > gone ? deadline - gone : 0;
}

/* So many that all are lost as seldom as it may be; in the mean. */
static gdouble
get_copies (gdouble loss, gdouble unanswered)
{
  if (loss <= 0)
    return 1;
  if (loss >= 1)
    return MOST_COPIES;
  return CLAMP (log (unanswered) / log (loss), 1, MOST_COPIES);
}

/* A part of a copy is one for each so many answers. */
static guint
take_whole (GstScreamRepairAnswers * self, gdouble copies)
{
  gdouble whole = floor (copies + self->part);

  self->part += copies - whole;
  return (guint) whole;
}

/* Too late for this deadline, it may still serve a receiver that waits for longer. */
guint
gst_scream_repair_answers_take (GstScreamRepairAnswers * self, guint16 seq,
    const GstScreamRepairPath * path, GstClockTime * spacing, GstClockTime now)
{
  GstScreamRepairSent *sent = &self->sent[seq % GST_SCREAM_REPAIR_ANSWERS];
  GstClockTime deadline = path->deadline;
  gboolean is_seen;
  guint copies;

  *spacing = COPY_TIME;

  if (!sent->is_known || sent->seq != seq)
    return 1;
  if (sent->answers >= MOST_ANSWERS
      || now - sent->last < path->shortest * ON_ITS_WAY)
    return 0;
  if (sent->answers > 0)
    note_again (self, now - sent->last);
  sent->last = now;
  sent->answers++;
  is_seen = now - sent->begun <= deadline;
  if (!is_seen)
    deadline += path->overtime;
  if (path->rtt == 0 || now - sent->begun > deadline
      || !is_last_chance (self, sent, path, deadline, now))
    return 1;
  copies = is_seen && path->overtime > 0 ?
      take_whole (self, get_copies (path->loss, UNSEEN))
      : (guint) ceil (get_copies (path->loss, UNANSWERED));
  *spacing = MIN (COPY_TIME, get_left (sent, path, deadline, now) / copies);
  return copies;
}

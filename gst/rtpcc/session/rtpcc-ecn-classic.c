/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ecn-classic.c: detection of a classic AQM by delays and marks */
#include "rtpcc-ecn-classic.h"

#include <string.h>

/* RFC 8289 section 4.3: INTERVAL, time in which a queue that does no harm has
 * emptied once */
#define CLASSIC_INTERVAL (100 * RTP_CC_MSECOND)

/* RFC 8289 section 4.3: TARGET, the queue that CoDel lets stand.  The ramps of
 * L4S AQMs begin earlier, at 0.8 ms in RFC 9332 appendix A.1. */
#define CLASSIC_QUEUE (5 * RTP_CC_MSECOND)

/* OURS: on a slow link a queue is this many packets at least: L4S AQMs do not
 * mark the only one, RFC 9332 appendix A.1.  With 2 jitter of 15 ms is taken
 * for a queue at 1 Mbit/s. */
#define CLASSIC_QUEUE_PACKETS 3

/* OURS: an interval lasts until it has so many packets, so that slow streams
 * are not judged by one. */
#define CLASSIC_PACKETS 4

/* OURS: an L4S AQM with a ramp from 2 to 10 ms marks a third at 5 ms; CoDel and
 * PIE stay below a tenth while a sender answers. */
#define CLASSIC_MARKED 0.1

/* OURS: a queue says nothing about marks when none has come for so long.  CoDel
 * marks one packet in a second or two of slow growth. */
#define CLASSIC_CE_TIME (10 * RTP_CC_SECOND)

/* OURS: what an interval with a queue that stands counts, and against it one
 * without where a packet was marked early. */
#define CLASSIC_WEIGHT 4

/* OURS: what one without either counts against it.  CoDel lets the queue stand for
 * some quarter of the time beside one TCP, jitter of 15 ms for less; with 3 to 1
 * TCP is left 23 % of the link by seeds that leave it 35 % with this. */
#define CLASSIC_WEIGHT_CALM 1

/* OURS: a second of intervals that count, and as much to be believed again. */
#define CLASSIC_SCORE 40

/* OURS: the score's limit, so that a path that has changed is found out in two
 * seconds with marks. */
#define CLASSIC_SCORE_MAX 80

/* OURS: the base delay is the least of 30 to 60 s: clocks that differ by 50 ppm
 * move it by 3 ms at most. */
#define CLASSIC_BASE_TIME (30 * RTP_CC_SECOND)

static void
start_interval (RtpCcEcnClassic * classic, RtpCcTime now)
{
  classic->start = now;
  classic->least = INT64_MAX;
  classic->packets = classic->marked = classic->marked_early = 0;
}

void
rtp_cc_ecn_classic_init (RtpCcEcnClassic * classic, RtpCcTime now)
{
  memset (classic, 0, sizeof (*classic));
  classic->base = classic->base_before = INT64_MAX;
  classic->base_time = now;
  classic->last_ce = RTP_CC_TIME_NEVER;
  classic->limit = CLASSIC_QUEUE;
  start_interval (classic, now);
}

static void
note_base (RtpCcEcnClassic * classic, int64_t delay, RtpCcTime now)
{
  if (now - classic->base_time >= CLASSIC_BASE_TIME) {
    classic->base_time = now;
    classic->base_before = classic->base;
    classic->base = INT64_MAX;
  }
  if (delay < classic->base)
    classic->base = delay;
}

static int64_t
base_delay (const RtpCcEcnClassic * classic)
{
  return classic->base < classic->base_before ? classic->base
      : classic->base_before;
}

static void
note_report (RtpCcEcnClassic * classic, const RtpCcReport * report,
    RtpCcTime now)
{
  int64_t delay;

  if (report->fate != RTP_CC_FATE_RECEIVED
      || report->packet.ecn != RTP_CC_ECN_ECT_1)
    return;
  classic->packets++;
  if (report->ecn == RTP_CC_ECN_CE) {
    classic->marked++;
    classic->last_ce = now;
  }
  if (report->arrival == RTP_CC_TIME_NEVER)
    return;
  delay = report->arrival - report->packet.sent;
  note_base (classic, delay, now);
  if (delay < classic->least)
    classic->least = delay;
  if (report->ecn == RTP_CC_ECN_CE
      && delay - base_delay (classic) < classic->limit)
    classic->marked_early++;
}

/* The queue that may stand where packets come so far apart. */
static int64_t
harmless_queue (const RtpCcEcnClassic * classic, RtpCcTime now)
{
  int64_t packets = CLASSIC_QUEUE_PACKETS * (now - classic->start)
      / classic->packets;

  return packets > CLASSIC_QUEUE ? packets : CLASSIC_QUEUE;
}

/* Above 0: it speaks for a classic AQM, below: against, 0: no marks of late.
 * Where the queue does not stand no other flow is harmed, and jitter lifts the
 * delay, too, but for some intervals only. */
static int
judge_interval (const RtpCcEcnClassic * classic, RtpCcTime now)
{
  bool stands = classic->least != INT64_MAX
      && classic->least - base_delay (classic) >= harmless_queue (classic, now);
  bool few = classic->marked < CLASSIC_MARKED * classic->packets;

  if (classic->last_ce == RTP_CC_TIME_NEVER
      || now - classic->last_ce > CLASSIC_CE_TIME)
    return 0;
  if (stands && few)
    return CLASSIC_WEIGHT;
  return classic->marked_early > 0 ? -CLASSIC_WEIGHT : -CLASSIC_WEIGHT_CALM;
}

void
rtp_cc_ecn_classic_on_feedback (RtpCcEcnClassic * classic,
    const RtpCcFeedback * feedback, RtpCcTime now)
{
  for (size_t i = 0; i < feedback->n_reports; i++)
    note_report (classic, &feedback->reports[i], now);

  if (now - classic->start < CLASSIC_INTERVAL
      || classic->packets < CLASSIC_PACKETS)
    return;
  classic->score += judge_interval (classic, now);
  if (classic->score < 0)
    classic->score = 0;
  if (classic->score > CLASSIC_SCORE_MAX)
    classic->score = CLASSIC_SCORE_MAX;
  if (classic->score >= CLASSIC_SCORE)
    classic->classic = true;
  if (classic->score == 0)
    classic->classic = false;
  classic->limit = harmless_queue (classic, now);
  start_interval (classic, now);
}

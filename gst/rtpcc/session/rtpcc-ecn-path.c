/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ecn-path.c: ECT marks of packets, and checks of the reports
 *
 * The states are in rtpcc-ecn-path.h.
 */
#include "rtpcc-ecn-path.h"

#include <string.h>

/* RFC 6679 section 7.2.1: ECN has failed when more than three packets must have
 * arrived and none shows ECN */
#define PATH_PACKETS 3

/* RFC 9000 appendix A.4: packets with which a path is tested */
#define PATH_PROBES 10

/* OURS: how often the checks of RFC 6679 section 7.4 are made, which has them
 * at each RTCP report: four in the two seconds a fallback may take. */
#define PATH_WINDOW (500 * RTP_CC_MSECOND)

/* OURS: losses above this part are worth a comparison of packets with ECT and
 * without; a controller that works keeps congestion below it. */
#define PATH_LOSS 0.1

/* OURS: not more often than this. */
#define PATH_COMPARE_INTERVAL (60 * RTP_CC_SECOND)

/* OURS: ECT is lost when it arrives less than half as often as the rest. */
#define PATH_LOST_RATIO 0.5

/* RFC 6679 section 7.2.1 has a sender test with a small part of its packets and
 * names no figure; OURS: one in twenty */
#define PATH_PROBE_EVERY 20

/* OURS: a minute after ECN failed the path is tested again, then after twice as
 * long each time: ten packets may be lost by it. */
#define PATH_RETEST_FIRST (60 * RTP_CC_SECOND)

/* OURS: but after a quarter of an hour at the latest. */
#define PATH_RETEST_MAX (960 * RTP_CC_SECOND)

/* OURS: when feedback was missing the path may be another one. */
#define PATH_RETEST_SOON RTP_CC_SECOND

static void
start_tally (RtpCcEcnPath * path, RtpCcTime now)
{
  memset (&path->tally, 0, sizeof (path->tally));
  path->since = path->window_start = now;
}

static void
set_state (RtpCcEcnPath * path, RtpCcEcnPathState state, RtpCcTime now)
{
  if (path->info.state == state)
    return;
  path->info.state = state;
  path->info.changes++;
  start_tally (path, now);
}

static void
plan_retest (RtpCcEcnPath * path, RtpCcTime when)
{
  path->retest_time = when;
  path->probes = 0;
  start_tally (path, when);
}

static void
set_capable (RtpCcEcnPath * path, RtpCcTime now)
{
  path->retest_interval = PATH_RETEST_FIRST;
  set_state (path, path->classic.classic ? RTP_CC_ECN_PATH_CLASSIC
      : RTP_CC_ECN_PATH_CAPABLE, now);
}

static void
set_failed (RtpCcEcnPath * path, RtpCcEcnFailure failure, RtpCcTime now)
{
  path->info.failure = failure;
  set_state (path, RTP_CC_ECN_PATH_FAILED, now);
  plan_retest (path, now + path->retest_interval);
  path->retest_interval *= 2;
  if (path->retest_interval > PATH_RETEST_MAX)
    path->retest_interval = PATH_RETEST_MAX;
}

void
rtp_cc_ecn_path_init (RtpCcEcnPath * path, RtpCcEcn ecn, RtpCcTime now)
{
  memset (path, 0, sizeof (*path));
  path->info.state = ecn == RTP_CC_ECN_NOT_ECT ? RTP_CC_ECN_PATH_OFF
      : RTP_CC_ECN_PATH_TESTING;
  path->retest_interval = PATH_RETEST_FIRST;
  path->compare_time = now;
  rtp_cc_ecn_classic_init (&path->classic, now);
  start_tally (path, now);
}

/* ---- marks ---- */

static bool
is_marked (RtpCcEcnPath * path, RtpCcTime now)
{
  switch (path->info.state) {
    case RTP_CC_ECN_PATH_TESTING:
    case RTP_CC_ECN_PATH_CAPABLE:
    case RTP_CC_ECN_PATH_CLASSIC:
      return true;
    case RTP_CC_ECN_PATH_UNKNOWN:
      return path->turn++ % 2 == 0;
    case RTP_CC_ECN_PATH_FAILED:
      if (now < path->retest_time || path->probes >= PATH_PROBES
          || path->turn++ % PATH_PROBE_EVERY != 0)
        return false;
      path->probes++;
      return true;
    case RTP_CC_ECN_PATH_OFF:
    case RTP_CC_ECN_PATH_N_STATES:
      break;
  }
  return false;
}

RtpCcEcn
rtp_cc_ecn_path_mark (RtpCcEcnPath * path, RtpCcEcn ecn, RtpCcTime now)
{
  RtpCcEcn mark = RTP_CC_ECN_NOT_ECT;

  if (ecn != RTP_CC_ECN_NOT_ECT && is_marked (path, now))
    mark = ecn;
  path->info.sent[mark]++;
  return mark;
}

/* ---- reports ---- */

/* How a packet that was sent with ECT arrived, for the totals and the tally. */
static void
count_marked (RtpCcEcnPath * path, const RtpCcReport * report, uint32_t weight)
{
  if (report->ecn == report->packet.ecn || report->ecn == RTP_CC_ECN_CE) {
    path->tally.good += weight;
  } else if (report->ecn == RTP_CC_ECN_NOT_ECT) {
    path->info.bleached++;
    path->tally.bleached += weight;
  } else {
    path->info.rewritten++;
    path->tally.rewritten += weight;
  }
}

static void
count_report (RtpCcEcnPath * path, const RtpCcReport * report)
{
  bool lost = report->fate == RTP_CC_FATE_LOST;
  bool ect = report->packet.ecn != RTP_CC_ECN_NOT_ECT;
  /* A late one has been counted as lost, or was sent long ago. */
  uint32_t weight = report->fate != RTP_CC_FATE_RECEIVED_LATE
      && report->packet.sent >= path->since ? 1 : 0;

  if (lost && ect) {
    path->tally.lost += weight;
  } else if (lost) {
    path->tally.other_lost += weight;
  } else if (ect) {
    count_marked (path, report, weight);
  } else {
    path->tally.other_received += weight;
    if (report->ecn == RTP_CC_ECN_CE)
      path->info.ce_on_not_ect++;
  }
}

/* Of packets with ECT that arrived, most did not arrive as they were sent. */
static RtpCcEcnFailure
cleared (const RtpCcEcnTally * t)
{
  if (t->bleached + t->rewritten <= t->good)
    return RTP_CC_ECN_FAILURE_NONE;
  return t->bleached >= t->rewritten ? RTP_CC_ECN_FAILURE_BLEACHED
      : RTP_CC_ECN_FAILURE_REWRITTEN;
}

static uint32_t
received (const RtpCcEcnTally * t)
{
  return t->good + t->bleached + t->rewritten;
}

/* ---- the states ---- */

static void
test (RtpCcEcnPath * path, RtpCcTime now)
{
  const RtpCcEcnTally *t = &path->tally;

  if (t->good > 0)
    set_capable (path, now);
  else if (received (t) > PATH_PACKETS)
    set_failed (path, cleared (t), now);
}

static void
compare (RtpCcEcnPath * path, RtpCcTime now)
{
  const RtpCcEcnTally *t = &path->tally;
  uint32_t marked = received (t) + t->lost;
  uint32_t other = t->other_received + t->other_lost;
  double arrived, other_arrived;

  if (marked < PATH_PROBES || other < PATH_PROBES)
    return;
  arrived = (double) received (t) / marked;
  other_arrived = (double) t->other_received / other;
  if (arrived < PATH_LOST_RATIO * other_arrived)
    set_failed (path, RTP_CC_ECN_FAILURE_LOST, now);
  else if (cleared (t) != RTP_CC_ECN_FAILURE_NONE)
    set_failed (path, cleared (t), now);
  else if (t->good > 0)
    set_capable (path, now);
}

static void
watch (RtpCcEcnPath * path, RtpCcTime now)
{
  const RtpCcEcnTally *t = &path->tally;
  uint32_t packets = received (t) + t->lost;

  set_state (path, path->classic.classic ? RTP_CC_ECN_PATH_CLASSIC
      : RTP_CC_ECN_PATH_CAPABLE, now);
  if (now - path->window_start < PATH_WINDOW || packets < PATH_PROBES)
    return;
  if (cleared (t) != RTP_CC_ECN_FAILURE_NONE) {
    set_failed (path, cleared (t), now);
  } else if (t->lost > PATH_LOSS * packets && now >= path->compare_time) {
    path->compare_time = now + PATH_COMPARE_INTERVAL;
    set_state (path, RTP_CC_ECN_PATH_UNKNOWN, now);
  } else {
    start_tally (path, now);
  }
}

static void
retest (RtpCcEcnPath * path, RtpCcTime now)
{
  const RtpCcEcnTally *t = &path->tally;
  uint32_t bad = t->bleached + t->rewritten + t->lost;

  if (t->good > PATH_PACKETS && t->good > bad)
    set_capable (path, now);
  else if (bad > PATH_PACKETS && bad >= t->good)
    set_failed (path, received (t) > t->lost ? cleared (t)
        : RTP_CC_ECN_FAILURE_LOST, now);
}

void
rtp_cc_ecn_path_on_feedback (RtpCcEcnPath * path,
    const RtpCcFeedback * feedback, RtpCcTime now)
{
  for (size_t i = 0; i < feedback->n_reports; i++)
    count_report (path, &feedback->reports[i]);
  rtp_cc_ecn_classic_on_feedback (&path->classic, feedback, now);

  switch (path->info.state) {
    case RTP_CC_ECN_PATH_TESTING:
      test (path, now);
      break;
    case RTP_CC_ECN_PATH_CAPABLE:
    case RTP_CC_ECN_PATH_CLASSIC:
      watch (path, now);
      break;
    case RTP_CC_ECN_PATH_UNKNOWN:
      compare (path, now);
      break;
    case RTP_CC_ECN_PATH_FAILED:
      retest (path, now);
      break;
    case RTP_CC_ECN_PATH_OFF:
    case RTP_CC_ECN_PATH_N_STATES:
      break;
  }
}

void
rtp_cc_ecn_path_on_feedback_timeout (RtpCcEcnPath * path, RtpCcTime now)
{
  if (path->info.state == RTP_CC_ECN_PATH_OFF)
    return;
  if (path->info.state == RTP_CC_ECN_PATH_FAILED)
    plan_retest (path, now + PATH_RETEST_SOON);
  else
    set_state (path, RTP_CC_ECN_PATH_UNKNOWN, now);
}

bool
rtp_cc_ecn_path_is_classic (const RtpCcEcnPath * path)
{
  return path->info.state == RTP_CC_ECN_PATH_OFF
      || path->info.state == RTP_CC_ECN_PATH_CLASSIC
      || path->info.state == RTP_CC_ECN_PATH_FAILED;
}

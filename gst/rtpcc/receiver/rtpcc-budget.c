/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-budget.c: counts bytes in and out, and says how many may go back, and when
 *
 * The bounds are in rtpcc-budget.h.
 */
#include "rtpcc-budget.h"

/* OURS: the part of what comes that may go back, without FREE.  Feedback is 1 to
 * 10 % of video.  At half small packets would bring less of it, at double it
 * would bound nothing that the first line of the formula does not. */
#define SHARE 0.5

void
rtp_cc_budget_init (RtpCcBudget * budget, RtpCcTime now)
{
  budget->earned = 0;
  budget->share = RTP_CC_BUDGET_KEPT;
  budget->updated = now;
}

static double
at_most (double value, double limit)
{
  return value < limit ? value : limit;
}

static void
update (RtpCcBudget * budget, RtpCcTime now)
{
  double seconds = (double) (now - budget->updated) / (double) RTP_CC_SECOND;

  if (seconds <= 0)
    return;
  budget->share = at_most (budget->share + seconds * RTP_CC_BUDGET_FREE,
      RTP_CC_BUDGET_KEPT);
  budget->updated = now;
}

void
rtp_cc_budget_earn (RtpCcBudget * budget, uint64_t bytes, RtpCcTime now)
{
  if (rtp_cc_budget_has (budget, RTP_CC_BUDGET_KEPT) && now > budget->updated) {
    budget->updated = now;
    return;
  }
  update (budget, now);
  budget->earned = at_most (budget->earned + (double) bytes,
      RTP_CC_BUDGET_KEPT);
  budget->share = at_most (budget->share + (double) bytes * SHARE,
      RTP_CC_BUDGET_KEPT);
}

uint64_t
rtp_cc_budget_left (RtpCcBudget * budget, RtpCcTime now)
{
  update (budget, now);
  return (uint64_t) at_most (budget->earned, budget->share);
}

void
rtp_cc_budget_spend (RtpCcBudget * budget, uint64_t bytes, RtpCcTime now)
{
  update (budget, now);
  budget->earned -= at_most ((double) bytes, budget->earned);
  budget->share -= at_most ((double) bytes, budget->share);
}

RtpCcTime
rtp_cc_budget_time (const RtpCcBudget * budget, uint64_t bytes)
{
  double missing = (double) bytes - budget->share;

  if ((double) bytes > budget->earned)
    return RTP_CC_TIME_NEVER;
  if (missing <= 0)
    return budget->updated;
  /* One for what the cast cuts off, one for the rounding of both sums. */
  return budget->updated + 2 + (RtpCcTime) (missing / RTP_CC_BUDGET_FREE
      * (double) RTP_CC_SECOND);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-fixed.c: the controller that does not control
 *
 * It sends at start_rate whatever happens, or at the rate of the receiver's REMB.
 * Tests and evaluations take it as their baseline, which must fail them.  With it the
 * mechanism is tested without an algorithm.
 */
#include "gst/rtpcc/rtpcc-private.h"

static void
set_rate (RtpCcTarget * target, uint64_t rate)
{
  target->media_rate = rate;
  /* Twice: the queue in front of the pacer must not grow by itself. */
  target->pacing_rate = 2 * rate;
}

static void
fixed_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  (void) state;
  (void) now;

  set_rate (target, config->start_rate);
  target->window = RTP_CC_NO_WINDOW;
  target->ecn = RTP_CC_ECN_NOT_ECT;
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
fixed_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime now,
    RtpCcTarget * target)
{
  (void) state;
  (void) feedback;
  (void) now;
  (void) target;
}

static void
fixed_on_remb (void *state, uint64_t rate, RtpCcTime now, RtpCcTarget * target)
{
  (void) state;
  (void) now;

  set_rate (target, rate);
}

const RtpCcOps rtp_cc_fixed_ops = {
  .name = "fixed",
  .source = "none",
  .state_size = 0,
  .init = fixed_init,
  .on_feedback = fixed_on_feedback,
  .on_remb = fixed_on_remb,
};

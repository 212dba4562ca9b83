/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-fixed.c: a constant rate, as a baseline
 *
 * It sends at start_rate, or at the rate of the receiver's REMB, within its bounds.
 * Tests and evaluations take it as their baseline, which must fail them.  With it the
 * mechanism is tested without an algorithm.
 */
#include "gst/rtpcc/rtpcc-clip-private.h"
#include "gst/rtpcc/rtpcc.h"

typedef struct
{
  const RtpCcConfig *config;
  uint64_t rate;
} Fixed;

static void
set_rate (const Fixed * f, RtpCcTarget * target)
{
  target->media_rate =
      clip_count (f->rate, f->config->min_rate, f->config->max_rate);
  /* Twice: the queue in front of the pacer must not grow by itself. */
  target->pacing_rate = 2 * target->media_rate;
}

static void
fixed_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  Fixed *f = state;

  (void) now;
  f->config = config;
  f->rate = config->start_rate;
  set_rate (f, target);
  target->window = RTP_CC_NO_WINDOW;
  target->ecn = RTP_CC_ECN_NOT_ECT;
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
fixed_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime now,
    RtpCcTarget * target)
{
  (void) feedback;
  (void) now;
  set_rate (state, target);
}

/* There may be no feedback. */
static void
fixed_on_frame (void *state, const RtpCcFrame * frame, RtpCcTime now,
    RtpCcTarget * target)
{
  (void) frame;
  (void) now;
  set_rate (state, target);
}

static void
fixed_on_remb (void *state, uint64_t rate, RtpCcTime now, RtpCcTarget * target)
{
  Fixed *f = state;

  (void) now;
  f->rate = rate;
  set_rate (f, target);
}

const RtpCcOps rtp_cc_fixed_ops = {
  .name = "fixed",
  .source = "none",
  .state_size = sizeof (Fixed),
  .init = fixed_init,
  .on_feedback = fixed_on_feedback,
  .on_frame = fixed_on_frame,
  .on_remb = fixed_on_remb,
};

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-outage.c: SCReAM v2, feedback stops and comes back
 *
 * OURS (O3, O4); the draft is silent.  Each time-out halves the window, the third one goes
 * to the minimum.  When feedback comes back with a short queue, half of the window from
 * before the outage is taken up again.  A few packets may come through an outage: when
 * feedback stops again soon after such a return, the window from before all of it counts.
 */
#include "rtpcc-scream-private.h"

#include <math.h>

/* Before the first feedback start_rate is all there is to go by: whole. */
static double
window_before (const Scream * s, RtpCcTime now)
{
  double wnd = s->have_rtt ? s->ref_wnd
      : s->ref_wnd / s->p.beta_feedback_timeout;

  return now <= s->resume_until ? larger (wnd, s->ref_wnd_resumed) : wnd;
}

void
scream_on_feedback_timeout (void *state, unsigned count, RtpCcTime now,
    RtpCcTarget * target)
{
  Scream *s = state;

  if (!s->p.cut_on_timeout)
    return;
  if (count == 1 && s->ref_wnd_before_outage <= 0 && s->p.resume)
    s->ref_wnd_before_outage = window_before (s, now);
  s->feedback_timeouts = count;
  s->ref_wnd *= s->p.beta_feedback_timeout;
  if (!s->have_rtt)
    s->target_bitrate *= s->p.beta_feedback_timeout;
  if (count >= s->p.feedback_timeouts_to_min) {
    s->ref_wnd = scream_min_ref_wnd (s);
    s->target_bitrate = (double) s->config->min_rate;
  }
  s->ref_wnd = larger (s->ref_wnd, scream_min_ref_wnd (s));
  s->last_reaction_to_congestion_time = now;
  if (s->have_rtt && count < s->p.feedback_timeouts_to_min)
    scream_update_target_bitrate (s, now);
  scream_keep_target_in_bounds (s);     /* they may be others than those of the last */
  scream_set_target (s, now, target);
}

void
scream_resume (Scream * s, int64_t rtt, RtpCcTime now)
{
  double part = s->p.beta_feedback_timeout * s->ref_wnd_before_outage;

  if (s->feedback_timeouts > 0) {
    s->feedback_timeouts = 0;
    s->resume_until = now + s->p.path_memory;
  }
  if (s->ref_wnd_before_outage <= 0)
    return;
  if (now > s->resume_until) {
    s->ref_wnd_before_outage = 0;
    return;
  }
  if (s->delay.qdelay > s->qdelay_target / 4)
    return;
  if (rtt >= 0)                 /* not that of the outage; D10 */
    s->s_rtt = fmin (s->s_rtt, larger ((double) rtt, (double) s->p.s_rtt_min));
  s->ref_wnd = larger (s->ref_wnd, part);
  s->flight.newest = larger (s->flight.newest, part);
  s->used.newest = larger (s->used.newest, part);
  s->acked_most.newest = larger (s->acked_most.newest,
      part * 8 / scream_seconds (s->s_rtt));
  s->ref_wnd_resumed = s->ref_wnd_before_outage;
  s->ref_wnd_before_outage = 0;
}

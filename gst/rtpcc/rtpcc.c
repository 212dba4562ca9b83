/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc.c: finds a policy, calls it, and checks what it answers
 *
 * Every target of every policy passes check_target(), so a policy that breaks
 * the contract fails in whichever test meets it first.
 */
#include "rtpcc-private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct _RtpCc
{
  const RtpCcOps *ops;
  RtpCcConfig config;
  RtpCcTarget target;
  RtpCcTime now;
  max_align_t state[];          /* ops->state_size bytes */
};

const RtpCcOps *const rtp_cc_all[] = {
  &rtp_cc_scream_ops,
  &rtp_cc_scream1_ops,
  &rtp_cc_nada_ops,
  &rtp_cc_gcc_ops,
  &rtp_cc_gcc_draft02_ops,
  &rtp_cc_gcc_remb_ops,
  &rtp_cc_fixed_ops,
  NULL
};

static void
check_target (const RtpCc * cc)
{
  assert (cc->target.media_rate >= cc->config.min_rate);
  assert (cc->target.media_rate <= cc->config.max_rate);
  assert (cc->target.pacing_rate >= cc->target.media_rate);
  assert (cc->target.window >= cc->config.max_packet_size);
  assert (cc->target.wakeup > cc->now);
}

static void
advance (RtpCc * cc, RtpCcTime now)
{
  assert (now >= cc->now);
  cc->now = now;
}

const RtpCcOps *
rtp_cc_find (const char *name)
{
  for (size_t i = 0; rtp_cc_all[i] != NULL; i++) {
    if (strcmp (rtp_cc_all[i]->name, name) == 0)
      return rtp_cc_all[i];
  }
  return NULL;
}

RtpCc *
rtp_cc_new (const RtpCcOps * ops, const RtpCcConfig * config, RtpCcTime now)
{
  RtpCc *cc = calloc (1, sizeof (RtpCc) + ops->state_size);

  if (cc == NULL)
    return NULL;

  cc->ops = ops;
  cc->config = *config;
  cc->now = now;
  ops->init (cc->state, &cc->config, now, &cc->target);
  check_target (cc);
  return cc;
}

void
rtp_cc_free (RtpCc * cc)
{
  free (cc);
}

void
rtp_cc_set_bounds (RtpCc * cc, uint64_t min_rate, uint64_t max_rate)
{
  assert (min_rate <= max_rate);
  cc->config.min_rate = min_rate;
  cc->config.max_rate = max_rate;
  if (cc->target.media_rate < min_rate)
    cc->target.media_rate = min_rate;
  if (cc->target.media_rate > max_rate)
    cc->target.media_rate = max_rate;
  if (cc->target.pacing_rate < cc->target.media_rate)
    cc->target.pacing_rate = cc->target.media_rate;
}

void
rtp_cc_on_sent (RtpCc * cc, const RtpCcPacket * packet,
    uint64_t bytes_in_flight)
{
  advance (cc, packet->sent);
  if (cc->ops->on_sent != NULL)
    cc->ops->on_sent (cc->state, packet, bytes_in_flight);
}

void
rtp_cc_on_feedback (RtpCc * cc, const RtpCcFeedback * feedback, RtpCcTime now)
{
  advance (cc, now);
  cc->ops->on_feedback (cc->state, feedback, now, &cc->target);
  check_target (cc);
}

void
rtp_cc_on_frame (RtpCc * cc, const RtpCcFrame * frame, RtpCcTime now)
{
  advance (cc, now);
  if (cc->ops->on_frame == NULL)
    return;

  cc->ops->on_frame (cc->state, frame, now, &cc->target);
  check_target (cc);
}

void
rtp_cc_on_feedback_timeout (RtpCc * cc, unsigned count, RtpCcTime now)
{
  advance (cc, now);
  if (cc->ops->on_feedback_timeout == NULL)
    return;

  cc->ops->on_feedback_timeout (cc->state, count, now, &cc->target);
  check_target (cc);
}

bool
rtp_cc_on_remb (RtpCc * cc, uint64_t rate, RtpCcTime now)
{
  advance (cc, now);
  if (cc->ops->on_remb == NULL)
    return false;

  if (rate > cc->config.max_rate)
    rate = cc->config.max_rate;
  if (rate < cc->config.min_rate)
    rate = cc->config.min_rate;
  cc->ops->on_remb (cc->state, rate, now, &cc->target);
  check_target (cc);
  return true;
}

void
rtp_cc_on_timer (RtpCc * cc, RtpCcTime now)
{
  advance (cc, now);
  if (cc->ops->on_timer == NULL)
    return;

  cc->ops->on_timer (cc->state, now, &cc->target);
  check_target (cc);
}

const RtpCcTarget *
rtp_cc_target (const RtpCc * cc)
{
  return &cc->target;
}

RtpCcInfo
rtp_cc_info (const RtpCc * cc)
{
  RtpCcInfo info = { 0 };

  if (cc->ops->info != NULL)
    cc->ops->info (cc->state, &info);
  return info;
}

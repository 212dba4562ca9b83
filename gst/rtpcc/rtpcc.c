/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc.c: calls of a policy, and checks of its target
 *
 * Every target of every policy passes check_target().  A violation of the contract
 * is corrected and counted; with RTP_CC_STRICT (see meson.build) it is fatal, for
 * tests and fuzzers.
 */
#include "rtpcc.h"

#ifdef RTP_CC_STRICT
#undef NDEBUG
#endif
#include <assert.h>
#include <stdlib.h>

#include "rtpcc-clip-private.h"

/* OURS: a rate is a divisor, so it is not 0; the property's least is 1000. */
#define RATE_MIN 1

/* OURS: 1 Tbit/s.  Whatever is asked for, a thousand times of it and ns times
 * bytes still fit into 64 bits. */
#define RATE_MAX (1000 * 1000000000ULL)

/* OURS: when a policy that asks for no time to come is called again; at half it
 * costs twice the CPU, and it is never right. */
#define WAKEUP_LATER RTP_CC_MSECOND

/* RFC 6817 section 3.4.2: so long a least delay is believed. */
#define PATH_LASTS (600 * RTP_CC_SECOND)

struct _RtpCc
{
  const RtpCcOps *ops;
  RtpCcConfig config;
  RtpCcTarget target;
  RtpCcTime start, now;
  RtpCcPath path;               /* of the policy before */
  uint64_t violations;
  max_align_t state[];          /* ops->state_size bytes */
};

/* The target as the contract allows it. */
static RtpCcTarget
correct (const RtpCc * cc)
{
  RtpCcTarget t = cc->target;

  t.media_rate =
      clip_count (t.media_rate, cc->config.min_rate, cc->config.max_rate);
  if (t.pacing_rate < t.media_rate)
    t.pacing_rate = t.media_rate;
  if (t.window < cc->config.max_packet_size)
    t.window = cc->config.max_packet_size;
  if (t.wakeup <= cc->now)
    t.wakeup = cc->now + WAKEUP_LATER;
  return t;
}

static void
check_target (RtpCc * cc)
{
  RtpCcTarget corrected = correct (cc);
  bool kept = cc->target.media_rate == corrected.media_rate
      && cc->target.pacing_rate == corrected.pacing_rate
      && cc->target.window == corrected.window
      && cc->target.wakeup == corrected.wakeup;

#ifdef RTP_CC_STRICT
  assert (kept);
#endif
  cc->violations += !kept;
  cc->target = corrected;
}

/* A clock that goes back stands still. */
static RtpCcTime
advance (RtpCc * cc, RtpCcTime now)
{
  if (now > cc->now)
    cc->now = now;
  return cc->now;
}

static void
set_rates (RtpCc * cc, uint64_t min_rate, uint64_t max_rate)
{
  cc->config.min_rate = clip_count (min_rate, RATE_MIN, RATE_MAX);
  cc->config.max_rate = clip_count (max_rate, cc->config.min_rate, RATE_MAX);
}

static RtpCc *
new_on_path (const RtpCcOps * ops, const RtpCcConfig * config,
    const RtpCcPath * path, RtpCcTime now)
{
  RtpCc *cc = calloc (1, sizeof (RtpCc) + ops->state_size);

  if (cc == NULL)
    return NULL;

  cc->ops = ops;
  cc->config = *config;
  set_rates (cc, config->min_rate, config->max_rate);
  cc->config.start_rate = clip_count (config->start_rate, cc->config.min_rate,
      cc->config.max_rate);
  cc->start = cc->now = now;
  cc->path.base_delay = RTP_CC_TIME_NEVER;
  if (path != NULL)
    cc->path = *path;
  cc->config.path = path != NULL ? &cc->path : NULL;
  ops->init (cc->state, &cc->config, now, &cc->target);
  check_target (cc);
  return cc;
}

RtpCc *
rtp_cc_new (const RtpCcOps * ops, const RtpCcConfig * config, RtpCcTime now)
{
  return new_on_path (ops, config, NULL, now);
}

/* A policy that does not measure these passes its configuration on. */
static RtpCcPath
known_path (const RtpCc * cc, RtpCcTime now)
{
  RtpCcInfo info = rtp_cc_info (cc);
  RtpCcPath path = { info.s_rtt, info.base_delay };

  if (path.rtt <= 0)
    path.rtt = cc->path.rtt;
  if (path.base_delay == RTP_CC_TIME_NEVER && now - cc->start < PATH_LASTS)
    path.base_delay = cc->path.base_delay;
  return path;
}

RtpCc *
rtp_cc_new_after (const RtpCcOps * ops, const RtpCcConfig * config,
    const RtpCc * before, RtpCcTime now)
{
  RtpCcTime time = now > before->now ? now : before->now;
  RtpCcPath path = known_path (before, time);
  RtpCcConfig c = *config;
  RtpCc *cc;

  c.start_rate = before->target.media_rate;
  cc = new_on_path (ops, &c, &path, time);
  if (cc != NULL)
    cc->violations += before->violations;
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
  set_rates (cc, min_rate, max_rate);
  cc->target = correct (cc);
}

void
rtp_cc_on_sent (RtpCc * cc, const RtpCcPacket * packet,
    uint64_t bytes_in_flight)
{
  RtpCcTime now = advance (cc, packet->sent);
  RtpCcPacket late;

  if (cc->ops->on_sent == NULL)
    return;
  if (packet->sent < now) {
    late = *packet;
    late.sent = now;
    packet = &late;
  }
  cc->ops->on_sent (cc->state, packet, bytes_in_flight);
}

void
rtp_cc_on_feedback (RtpCc * cc, const RtpCcFeedback * feedback, RtpCcTime now)
{
  now = advance (cc, now);
  cc->ops->on_feedback (cc->state, feedback, now, &cc->target);
  check_target (cc);
}

void
rtp_cc_on_frame (RtpCc * cc, const RtpCcFrame * frame, RtpCcTime now)
{
  now = advance (cc, now);
  if (cc->ops->on_frame == NULL)
    return;

  cc->ops->on_frame (cc->state, frame, now, &cc->target);
  check_target (cc);
}

bool
rtp_cc_on_remb (RtpCc * cc, uint64_t rate, RtpCcTime now)
{
  now = advance (cc, now);
  if (cc->ops->on_remb == NULL)
    return false;

  cc->ops->on_remb (cc->state, clip_count (rate, cc->config.min_rate,
          cc->config.max_rate), now, &cc->target);
  check_target (cc);
  return true;
}

void
rtp_cc_on_timer (RtpCc * cc, RtpCcTime now)
{
  now = advance (cc, now);
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

uint64_t
rtp_cc_violations (const RtpCc * cc)
{
  return cc->violations;
}

RtpCcInfo
rtp_cc_info (const RtpCc * cc)
{
  RtpCcInfo info = { 0 };

  info.base_delay = RTP_CC_TIME_NEVER;
  if (cc->ops->info != NULL)
    cc->ops->info (cc->state, &info);
  return info;
}

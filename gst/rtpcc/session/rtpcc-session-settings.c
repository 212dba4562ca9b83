/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-settings.c: settings of the host, clipped to computable numbers */
#include "rtpcc-session.h"

#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "gst/rtpcc/rtpcc-private.h"
#include "rtpcc-session-private.h"

/* OURS: the least rate that the properties take.  At one that is far smaller, a
 * packet would keep the next ones waiting for minutes. */
#define SESSION_BITRATE_MIN 1000

/* OURS: no setting of a time means more than an hour; sums of times stay within 64
 * bits. */
#define SESSION_TIME_MAX (3600 * RTP_CC_SECOND)

/* RFC 791 section 3.1: no packet is longer, so no header is. */
#define SESSION_PACKET_MAX 65535

/* OURS: priorities above 0, so that all have a turn; a thousandth is none. */
#define SESSION_PRIORITY_MIN 0.001

/* OURS: frames that waited for so long would be a freeze for the viewer; at half,
 * short gaps of a radio link cost key frames, at double they are all shown late. */
#define SESSION_MAX_QUEUE_DELAY (200 * RTP_CC_MSECOND)

void
rtp_cc_session_config_init (RtpCcSessionConfig * config)
{
  memset (config, 0, sizeof (*config));
  config->ops = &rtp_cc_scream_ops;
  config->min_bitrate = 100000;
  config->initial_bitrate = 1000000;
  config->max_bitrate = 20000000;
  config->max_packet_size = 1500;
  config->packet_overhead = 28;
  config->max_queue_delay = SESSION_MAX_QUEUE_DELAY;
  config->burst = RTP_CC_MSECOND;
  config->ecn = RTP_CC_ECN_NOT_ECT;
}

void
rtp_cc_session_config_set_goal (RtpCcSessionConfig * config, RtpCcGoal goal)
{
  int64_t own = config->ops->queue_delay_target;

  switch (goal) {
    case RTP_CC_GOAL_BALANCED:
      config->queue_delay_target = 0;
      config->max_queue_delay = SESSION_MAX_QUEUE_DELAY;
      break;
    case RTP_CC_GOAL_LATENCY:
      config->queue_delay_target = own / 2;
      config->max_queue_delay = SESSION_MAX_QUEUE_DELAY / 2;
      break;
    case RTP_CC_GOAL_QUALITY:
      config->queue_delay_target = 2 * own;
      config->max_queue_delay = SESSION_MAX_QUEUE_DELAY * 3 / 2;
      break;
  }
}

RtpCcSessionConfig
rtp_cc_session_sane_config (const RtpCcSessionConfig * config)
{
  RtpCcSessionConfig c = *config;

  c.min_bitrate = clip_count (c.min_bitrate, SESSION_BITRATE_MIN,
      SESSION_BITRATE_MAX);
  c.max_bitrate =
      clip_count (c.max_bitrate, c.min_bitrate, SESSION_BITRATE_MAX);
  c.initial_bitrate =
      clip_count (c.initial_bitrate, c.min_bitrate, c.max_bitrate);
  c.max_packet_size =
      (uint32_t) clip_count (c.max_packet_size, 1, SESSION_PACKET_MAX);
  c.packet_overhead =
      (uint32_t) clip_count (c.packet_overhead, 0, SESSION_PACKET_MAX);
  c.queue_delay_target = clip_time (c.queue_delay_target, 0, SESSION_TIME_MAX);
  c.queue_delay_target_max = clip_time (c.queue_delay_target_max, 0,
      SESSION_TIME_MAX);
  c.max_queue_delay = clip_time (c.max_queue_delay, 0, SESSION_TIME_MAX);
  c.burst = clip_time (c.burst, 0, RTP_CC_SECOND);
  return c;
}

RtpCcStreamConfig
rtp_cc_session_sane_stream (const RtpCcStreamConfig * config)
{
  RtpCcStreamConfig c = *config;

  if (!(c.priority >= SESSION_PRIORITY_MIN))    /* or no number */
    c.priority = SESSION_PRIORITY_MIN;
  if (c.priority > 1)
    c.priority = 1;
  c.min_bitrate = clip_count (c.min_bitrate, 0, SESSION_BITRATE_MAX);
  c.max_bitrate = clip_count (c.max_bitrate, 0, SESSION_BITRATE_MAX);
  c.preferred_bitrate =
      clip_count (c.preferred_bitrate, 0, SESSION_BITRATE_MAX);
  return c;
}

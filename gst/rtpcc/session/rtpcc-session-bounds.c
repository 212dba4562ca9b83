/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-bounds.c: bounds of policy and pacer, and the feedback timeout */
#include "rtpcc-session.h"

#include <assert.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-session-private.h"

/* RFC 8888 section 6 wants a rapid cut when several reports are missing and
 * names no time.  OURS: 500 ms and an RTT are a dozen reports; at half,
 * handovers of LTE cells count as outages; at double, two seconds pass before
 * the rate is at its minimum. */
#define SESSION_FEEDBACK_TIMEOUT (500 * RTP_CC_MSECOND)

/* draft-alvestrand-rmcat-congestion-02 section 3 has a REMB each second.
 * OURS: two of them and a half. */
#define SESSION_REMB_TIMEOUT (2500 * RTP_CC_MSECOND)

/* OURS: the longest RTT that stretches a time-out. */
#define SESSION_RTT_MAX RTP_CC_SECOND

/* OURS: bounds are set anew when they moved by a thousandth. */
#define SESSION_BOUNDS_STEP 0.001

/* OURS: how much faster than a capacity hint packets leave at most.  At 1, an
 * encoder above its target leaves frames waiting here that nothing makes up for; at
 * 1.5, half a frame waits in a link that is as slow as the hint says. */
#define SESSION_HINT_PACING 1.25

/* OURS: without news, as of the policy that does not control, so that the queue in front of
 * the pacer does not grow by itself.  At 1, frames above the mean wait there for good, and
 * where the rate falls those of an encoder that follows late freeze: x264enc 2.3 times in 2 s
 * without feedback instead of not at all. */
#define SESSION_BLIND_PACING 2

/* OURS: after so many time-outs the rate is near its minimum, and no path is too full for
 * that.  At 1, p95 of the delay of frames is 570 instead of 340 ms on links of 3G, which stop
 * for seconds; at double it is 290 ms, but a receiver that is not heard freezes for 3 s. */
#define SESSION_TIMEOUTS_TO_MIN 3

RtpCcSessionStream *
rtp_cc_session_get_stream (const RtpCcSession * session, int stream)
{
  assert (stream >= 0 && (size_t) stream < session->n_streams
      && session->streams[stream].used);
  return &session->streams[stream];
}

uint64_t
rtp_cc_session_to_wire (const RtpCcSession * session, uint64_t bitrate)
{
  return rtp_cc_overhead_to_wire (&session->overhead, bitrate);
}

static bool
has_hint (const RtpCcSession * session)
{
  return session->hint_until != RTP_CC_TIME_NEVER;
}

/* A policy learns of a narrower link with the next feedback only, and would fill its
 * queue until then. */
static uint64_t
pace_by_hint (const RtpCcSession * session)
{
  uint64_t hint = clip_count (session->hint, session->min_wire_rate,
      session->max_wire_rate);

  return has_hint (session) ? (uint64_t) (SESSION_HINT_PACING * (double) hint)
      : UINT64_MAX;
}

static void
set_blind_target (RtpCcSession * session)
{
  RtpCcTarget *target = &session->target;

  target->media_rate = clip_count (rtp_cc_session_to_wire (session,
          session->no_feedback_bitrate), session->min_wire_rate,
      session->most_wire_rate);
  target->pacing_rate = SESSION_BLIND_PACING * target->media_rate;
  target->window = RTP_CC_NO_WINDOW;
}

/* For want of news, see rtpcc-session-silence.c. */
static void
lower_target (RtpCcSession * session)
{
  RtpCcTarget *target = &session->target;
  uint64_t rate = clip_count (target->media_rate >> session->halvings,
      session->min_wire_rate, target->media_rate);

  target->pacing_rate = clip_count (SESSION_BLIND_PACING * rate, rate,
      target->pacing_rate);
  target->media_rate = rate;
  if (session->feedback_timeouts > 0 && target->window != RTP_CC_NO_WINDOW)
    target->window = session->stopped
        && session->feedback_timeouts < SESSION_TIMEOUTS_TO_MIN
        ? session->config.max_packet_size : RTP_CC_NO_WINDOW;
}

void
rtp_cc_session_obey_target (RtpCcSession * session)
{
  uint64_t most = pace_by_hint (session);
  uint64_t pace;

  session->target = *rtp_cc_target (session->cc);
  if (rtp_cc_session_is_blind (session))
    set_blind_target (session);
  else if (session->feedback_timeouts > 0 || session->halvings > 0)
    lower_target (session);
  pace = session->target.pacing_rate;
  rtp_cc_pacer_set_rate (&session->pacer, pace < most ? pace : most);
}

void
rtp_cc_session_update_bounds (RtpCcSession * session)
{
  uint64_t max;

  session->min_wire_rate =
      rtp_cc_session_to_wire (session, session->config.min_bitrate);
  session->max_wire_rate = max =
      rtp_cc_session_to_wire (session, session->config.max_bitrate);
  if (session->remb > 0 && session->remb < max)
    max = session->remb;
  if (has_hint (session) && session->hint < max)
    max = session->hint;
  if (max < session->min_wire_rate)
    max = session->min_wire_rate;
  session->most_wire_rate = max;
  rtp_cc_set_bounds (session->cc, session->min_wire_rate, max);
  rtp_cc_session_obey_target (session);
}

static bool
changed_by_step (uint64_t before, uint64_t now)
{
  double step = SESSION_BOUNDS_STEP * (double) before;

  return (double) now > (double) before + step
      || (double) now < (double) before - step;
}

bool
rtp_cc_session_bounds_moved (const RtpCcSession * session)
{
  const RtpCcSessionConfig *config = &session->config;

  return changed_by_step (session->min_wire_rate,
      rtp_cc_session_to_wire (session, config->min_bitrate))
      || changed_by_step (session->max_wire_rate,
      rtp_cc_session_to_wire (session, config->max_bitrate));
}

int64_t
rtp_cc_session_bounded_rtt (const RtpCcSession * session, int64_t first)
{
  int64_t rtt = session->rtt >= 0 ? session->rtt : first;

  return rtt < SESSION_RTT_MAX ? rtt : SESSION_RTT_MAX;
}

int64_t
rtp_cc_session_feedback_timeout (const RtpCcSession * session)
{
  return rtp_cc_session_bounded_rtt (session, SESSION_FIRST_RTT)
      + (session->follows_remb ? SESSION_REMB_TIMEOUT
      : SESSION_FEEDBACK_TIMEOUT);
}

RtpCcTime
rtp_cc_session_feedback_deadline (const RtpCcSession * session)
{
  if (session->waiting_since == RTP_CC_TIME_NEVER)
    return RTP_CC_TIME_NEVER;
  return session->waiting_since + rtp_cc_session_feedback_timeout (session);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-info.c: snapshot of the session, for stats and logs
 *
 * Derived from the state on demand, without side effects.
 */
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-session-private.h"

/* OURS: the bounds on the wire may be a little older than the headers that are taken off
 * for media. At half it is missed now and then; double changes nothing that is known. */
#define AT_MINIMUM 1.01

static double
all_media_rate (RtpCcSession * session, RtpCcTime now)
{
  double rate = 0;

  for (size_t i = 0; i < session->n_streams; i++) {
    if (session->streams[i].used)
      rate += rtp_cc_meter_rate (&session->streams[i].media, now);
  }
  return rate;
}

void
rtp_cc_session_trace (RtpCcSession * session, const RtpCcFeedback * feedback,
    RtpCcTime now)
{
  const RtpCcTarget *target = &session->target;
  RtpCcInfo info = rtp_cc_info (session->cc);
  RtpCcTraceRecord r = { 0 };

  if (session->trace == NULL)
    return;
  r.time = now - session->start;
  r.qdelay = info.qdelay;
  r.rtt = session->rtt > 0 ? session->rtt : 0;
  r.ref_wnd = info.ref_wnd;
  r.bytes_in_flight = feedback->bytes_in_flight;
  r.send_rate = rtp_cc_meter_rate (&session->sent, now);
  if (feedback->n_reports > 0) {
    session->newest = feedback->reports[feedback->n_reports - 1].packet;
    r.marker = session->newest.marker;
  }
  r.ssrc = session->newest.ssrc;
  r.seq = session->newest.seq;
  r.bytes_newly_acked = feedback->bytes_newly_acked;
  r.bytes_newly_acked_ce = feedback->bytes_newly_acked_ce;
  r.media_rate = all_media_rate (session, now);
  r.acked_rate = rtp_cc_meter_rate (&session->acked, now);
  r.lost_rate = rtp_cc_meter_rate (&session->lost, now);
  r.ce_rate = rtp_cc_meter_rate (&session->ce, now);
  r.target_rate = target->media_rate;
  r.queue_delay = feedback->queue_delay;
  r.ref_wnd_i = info.ref_wnd_i;
  r.qdelay_avg = info.qdelay_avg;
  r.s_rtt = info.s_rtt;
  r.l4s_alpha = info.l4s_alpha;
  r.in_fast_increase = info.in_fast_increase;
  r.pacing_rate = target->pacing_rate;
  session->trace (&r, session->trace_user);
}

void
rtp_cc_session_stream_info (RtpCcSession * session, int stream,
    RtpCcStreamInfo * info, RtpCcTime now)
{
  RtpCcSessionStream *s = rtp_cc_session_get_stream (session, stream);
  RtpCcTime oldest = rtp_cc_queue_oldest (s->queue);

  memset (info, 0, sizeof (*info));
  info->target_rate = s->rate;
  info->target_bitrate = rtp_cc_overhead_to_media (&s->overhead, s->rate);
  if (info->target_bitrate > session->config.max_bitrate)
    info->target_bitrate = session->config.max_bitrate;
  info->send_rate = rtp_cc_meter_rate (&s->sent, now);
  info->media_rate = rtp_cc_meter_rate (&s->media, now);
  info->repair_rate = rtp_cc_meter_rate (&s->repair, now);
  info->queued_bytes = rtp_cc_queue_bytes (s->queue);
  info->queued_packets = rtp_cc_queue_packets (s->queue);
  if (oldest != RTP_CC_TIME_NEVER)
    info->queue_delay = now - oldest;
  info->packets_sent = s->packets_sent;
  info->bytes_sent = s->bytes_sent;
  info->packets_discarded = s->packets_discarded;
  info->frames_discarded = s->frames_discarded;
  info->frames_skipped = s->frames_skipped;
  info->packets_paused = s->packets_paused;
  info->paused = s->config.paused;
  info->off = s->off;
  info->active = rtp_cc_session_stream_is_active (session, s, now);
}

/* The bounds on the wire may be a little older than the headers. */
static uint64_t
clip_media (const RtpCcSession * session, uint64_t bitrate)
{
  return clip_count (bitrate, session->config.min_bitrate,
      session->config.max_bitrate);
}

static RtpCcFeedbackState
feedback_state (const RtpCcSession * session)
{
  if (session->feedback_timeouts > 0)
    return RTP_CC_FEEDBACK_MISSING;
  if (session->stalled)
    return RTP_CC_FEEDBACK_STALLED;
  return session->last_feedback == RTP_CC_TIME_NEVER
      ? RTP_CC_FEEDBACK_NONE_YET : RTP_CC_FEEDBACK_OK;
}

void
rtp_cc_session_info (RtpCcSession * session, RtpCcSessionInfo * info,
    RtpCcTime now)
{
  double acked = rtp_cc_meter_rate (&session->acked, now);
  double lost = rtp_cc_meter_rate (&session->lost, now);

  memset (info, 0, sizeof (*info));
  info->target = session->target;
  info->estimated_bitrate = clip_media (session,
      rtp_cc_overhead_to_media (&session->overhead, info->target.media_rate));
  info->info = rtp_cc_info (session->cc);
  info->controller_violations = rtp_cc_violations (session->cc);
  info->feedback_state = feedback_state (session);
  info->feedback_timeouts = session->feedback_timeouts;
  info->last_feedback = session->last_feedback;
  info->feedback_packets = session->feedback_packets;
  info->feedback_kinds = session->feedback_kinds;
  info->remb = session->remb;
  if (now < session->hint_until && session->hint_until != RTP_CC_TIME_NEVER) {
    info->hint = session->hint;
    info->hint_left = session->hint_until - now;
  }
  info->hints = session->hints;
  memcpy (info->rtcp_refused, session->rtcp_refused,
      sizeof (info->rtcp_refused));
  info->bytes_in_flight = rtp_cc_ledger_bytes_in_flight (session->ledger);
  info->unheard_ssrcs = rtp_cc_ledger_count_unheard (session->ledger);
  info->send_rate = rtp_cc_meter_rate (&session->sent, now);
  info->acked_rate = acked;
  if (acked + lost > 0)
    info->loss_rate = lost / (acked + lost);
  if (acked > 0)
    info->ce_rate = rtp_cc_meter_rate (&session->ce, now) / acked;
  info->rtt = session->rtt;
  info->num_reports = session->num_reports;
  info->ledger = *rtp_cc_ledger_stats (session->ledger);
  info->ecn = session->ecn.info;
}

void
rtp_cc_session_set_trace (RtpCcSession * session, RtpCcTraceFunc func,
    void *user)
{
  session->trace = func;
  session->trace_user = user;
}

bool
rtp_cc_session_take_scarcity (RtpCcSession * session, uint64_t * rate,
    RtpCcTime now)
{
  uint64_t minimum = session->config.min_bitrate;
  uint64_t target = clip_media (session,
      rtp_cc_overhead_to_media (&session->overhead,
          session->target.media_rate));
  bool at_minimum = (double) target <= AT_MINIMUM * (double) minimum
      && feedback_state (session) == RTP_CC_FEEDBACK_OK;

  rtp_cc_scarcity_note (&session->scarcity, at_minimum, minimum,
      rtp_cc_meter_rate (&session->sent, now),
      rtp_cc_meter_rate (&session->acked, now), now);
  return rtp_cc_scarcity_take (&session->scarcity, rate);
}

bool
rtp_cc_session_take_stuck (RtpCcSession * session, uint32_t * ssrc)
{
  for (size_t i = 0; i < session->n_streams; i++) {
    RtpCcSessionStream *s = &session->streams[i];

    if (!s->used || !s->stuck || s->stuck_taken)
      continue;
    s->stuck_taken = true;
    *ssrc = s->last_ssrc;
    return true;
  }
  return false;
}

bool
rtp_cc_session_take_sizes (RtpCcSession * session, uint32_t * passed,
    uint32_t * lost)
{
  if (!rtp_cc_sizes_take (&session->sizes, passed, lost))
    return false;
  *passed -= session->config.packet_overhead;
  *lost -= session->config.packet_overhead;
  return true;
}

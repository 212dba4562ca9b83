/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-hint.c: capacity hints of a modem, a driver or a scheduler
 *
 * A hint bounds the policy, as max_bitrate and REMB do, and the pacer.  The policy learns it
 * with feedback, and is free below the bound.
 */
#include "rtpcc-session.h"

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-session-private.h"

/* OURS: what is said of a link for longer than an hour is a setting, max_bitrate. */
#define HINT_VALID_MAX (3600 * RTP_CC_SECOND)

void
rtp_cc_session_capacity_hint (RtpCcSession * session, uint64_t rate,
    int64_t valid, RtpCcTime now)
{
  session->hints++;
  session->hint = rate;
  session->hint_until = valid > 0
      ? now + clip_time (valid, 0, HINT_VALID_MAX) : RTP_CC_TIME_NEVER;
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
}

uint64_t
rtp_cc_session_get_hint (const RtpCcSession * session)
{
  return session->hint_until != RTP_CC_TIME_NEVER ? session->hint : 0;
}

void
rtp_cc_session_check_hint (RtpCcSession * session, RtpCcTime now)
{
  if (now < session->hint_until)
    return;
  session->hint_until = RTP_CC_TIME_NEVER;
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
}

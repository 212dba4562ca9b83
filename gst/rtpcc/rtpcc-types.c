/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-types.c: names of enum values, for users */
#include "rtpcc-types.h"

const char *
rtp_cc_rtcp_result_name (RtpCcRtcpResult result)
{
  static const char *const names[RTP_CC_RTCP_N_RESULTS] = {
    "ok", "other-kind", "too-short", "bad-version", "bad-length",
    "bad-padding", "bad-block", "bad-count", "bad-chunk", "bad-symbol",
    "bad-delta", "bad-ssrcs", "bad-bitrate", "never-sent"
  };

  return (unsigned) result < RTP_CC_RTCP_N_RESULTS ? names[result] : "unknown";
}

const char *
rtp_cc_ecn_path_state_name (RtpCcEcnPathState state)
{
  static const char *const names[RTP_CC_ECN_PATH_N_STATES] = {
    "off", "testing", "capable", "unknown", "classic", "failed"
  };

  return (unsigned) state < RTP_CC_ECN_PATH_N_STATES ? names[state] : "unknown";
}

const char *
rtp_cc_ecn_failure_name (RtpCcEcnFailure failure)
{
  static const char *const names[RTP_CC_ECN_N_FAILURES] = {
    "none", "bleached", "rewritten", "lost"
  };

  if ((unsigned) failure >= RTP_CC_ECN_N_FAILURES)
    return "unknown";
  return names[failure];
}

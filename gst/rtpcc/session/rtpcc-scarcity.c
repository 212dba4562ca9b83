/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Detection of a capacity below the minimum bitrate. */
#include "rtpcc-scarcity.h"

/* OURS: a start and a handover are over by then. At half a phone in a lift is a network
 * that is too slow; double is twenty seconds of a broken picture without a word. */
#define LONG_ENOUGH (8 * RTP_CC_SECOND)

/* OURS: what is lost beside a full queue. At half of the tenth a few losses by chance
 * count; at double, a link of 85 % of the minimum does not. */
#define SHARE 0.9

/* Nothing is known of longer pauses between two looks. */
#define LONGEST_STEP RTP_CC_SECOND

static int64_t
step (const RtpCcScarcity * scarcity, RtpCcTime now)
{
  int64_t time = scarcity->noted == 0 ? 0 : now - scarcity->noted;

  return time > LONGEST_STEP ? LONGEST_STEP : time;
}

void
rtp_cc_scarcity_note (RtpCcScarcity * scarcity, bool at_minimum,
    uint64_t minimum, double sent, double acked, RtpCcTime now)
{
  int64_t time = step (scarcity, now);

  scarcity->noted = now;
  if (at_minimum && acked < (double) minimum && acked < SHARE * sent) {
    scarcity->held += time;
    scarcity->arrived += acked * (double) time / RTP_CC_SECOND;
  } else if (scarcity->held > time) {
    scarcity->arrived -= scarcity->arrived * (double) time
        / (double) scarcity->held;
    scarcity->held -= time;
  } else {
    scarcity->held = 0;
    scarcity->arrived = 0;
  }
}

bool
rtp_cc_scarcity_take (RtpCcScarcity * scarcity, uint64_t * rate)
{
  if (scarcity->told || scarcity->held < LONG_ENOUGH)
    return false;
  scarcity->told = true;
  *rate = (uint64_t) (scarcity->arrived * RTP_CC_SECOND
      / (double) scarcity->held);
  return true;
}

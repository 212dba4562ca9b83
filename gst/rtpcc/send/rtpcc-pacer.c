/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-pacer.c: the time at which the link is idle
 *
 * The promise is in rtpcc-pacer.h.
 */
#include "rtpcc-pacer.h"

/* OURS: what a busy system makes a thread wait for a processor, slices of 3 to
 * 4 ms; more at once would fill queues in the network. */
#define PACER_LATE_MAX (5 * RTP_CC_MSECOND)

void
rtp_cc_pacer_init (RtpCcPacer * pacer, uint64_t rate, int64_t burst,
    RtpCcTime now)
{
  rtp_cc_pacer_set_rate (pacer, rate);
  pacer->burst = burst;
  pacer->idle = now;
  pacer->late = 0;
}

void
rtp_cc_pacer_set_late (RtpCcPacer * pacer, int64_t late)
{
  pacer->late = late < PACER_LATE_MAX ? late : PACER_LATE_MAX;
}

void
rtp_cc_pacer_set_rate (RtpCcPacer * pacer, uint64_t rate)
{
  pacer->rate = rate > 0 ? rate : 1;
}

RtpCcTime
rtp_cc_pacer_next_time (const RtpCcPacer * pacer)
{
  return pacer->idle - pacer->burst;
}

void
rtp_cc_pacer_on_sent (RtpCcPacer * pacer, uint32_t size, RtpCcTime now)
{
  uint64_t bits = (uint64_t) size * 8;

  if (pacer->idle < now - pacer->late)
    pacer->idle = now - pacer->late;
  pacer->idle += (int64_t) (bits * (uint64_t) RTP_CC_SECOND / pacer->rate);
}

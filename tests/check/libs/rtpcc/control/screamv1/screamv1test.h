/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamv1test.h: a SCReAM v1 in the middle of its life, seen from inside */
#ifndef SCREAMV1TEST_H
#define SCREAMV1TEST_H

#include <gst/check/gstcheck.h>
#include <string.h>

/* White box: the steps are static. */
#include "gst/rtpcc/control/screamv1/rtpcc-screamv1.c"

/* Not zero: 0 must not be taken for "never". */
#define T0 (1234567 * RTP_CC_USECOND)
#define S RTP_CC_SECOND
#define MS RTP_CC_MSECOND
#define LATER (T0 + 1000 * S)

static RtpCcConfig config;

/* A controller in the middle of its life, not in fast increase. */
static inline void
set_up (ScreamV1 * s, double s_rtt_ms, double cwnd)
{
  RtpCcTarget target;

  memset (&config, 0, sizeof (config));
  config.min_rate = 1000;
  config.start_rate = 1000000;
  config.max_rate = 1000000000;
  config.max_packet_size = 1000;
  config.ecn = RTP_CC_ECN_ECT_0;
  memset (s, 0, sizeof (*s));
  screamv1_init (s, &config, T0, &target);
  s->s_rtt = s_rtt_ms * MS;
  s->cwnd = cwnd;
  s->in_fast_increase = false;
  note_bytes_in_flight (s, 1e6, LATER);
}

#endif /* SCREAMV1TEST_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamv1test.h: a SCReAM v1 in the middle of its life, seen from inside */
#ifndef SCREAMV1TEST_H
#define SCREAMV1TEST_H

#include <gst/check/gstcheck.h>

/* White box: the steps are static. */
#include "gst/lab/control/screamv1/rtpcc-screamv1.c"
#include "tests/check/libs/rtpcc/control/midlife.h"

#define S RTP_CC_SECOND
#define MS RTP_CC_MSECOND

/* A controller in the middle of its life, not in fast increase. */
static inline void
set_up (ScreamV1 * s, double s_rtt_ms, double cwnd)
{
  RtpCcTarget target;

  set_up_config (RTP_CC_ECN_ECT_0);
  memset (s, 0, sizeof (*s));
  screamv1_init (s, &config, T0, &target);
  s->s_rtt = s_rtt_ms * MS;
  s->cwnd = cwnd;
  s->in_fast_increase = false;
  note_bytes_in_flight (s, 1e6, LATER);
}

#endif /* SCREAMV1TEST_H */

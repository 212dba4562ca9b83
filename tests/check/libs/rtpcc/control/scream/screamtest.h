/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtest.h: a SCReAM v2 in the middle of its life, seen from inside */
#ifndef SCREAMTEST_H
#define SCREAMTEST_H

#include <gst/check/gstcheck.h>

/* White box: most of the steps are static. */
#include "gst/rtpcc/control/scream/rtpcc-scream-detect.c"
#include "gst/rtpcc/control/scream/rtpcc-scream-rate.c"
#include "gst/rtpcc/control/scream/rtpcc-scream-window.c"
#include "gst/rtpcc/control/scream/rtpcc-scream.c"
#include "tests/check/libs/rtpcc/control/midlife.h"

/* A controller in the middle of its life, with the draft's delay target. */
static inline void
set_up (Scream * s, double s_rtt_ms, double ref_wnd, double ref_wnd_i)
{
  RtpCcTarget target;

  set_up_config (RTP_CC_ECN_ECT_1);
  config.queue_delay_target = 60 * RTP_CC_MSECOND;
  memset (s, 0, sizeof (*s));
  scream_init (s, &config, T0, &target);
  s->have_rtt = true;
  s->s_rtt = s_rtt_ms * RTP_CC_MSECOND;
  s->ref_wnd = ref_wnd;
  s->ref_wnd_i = ref_wnd_i;
  s->last_reaction_to_congestion_time = LATER - RTP_CC_SECOND;
}

#endif /* SCREAMTEST_H */

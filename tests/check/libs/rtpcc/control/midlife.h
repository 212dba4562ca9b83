/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* midlife.h: when a controller is in the middle of its life, and how it was configured */
#ifndef MIDLIFE_H
#define MIDLIFE_H

#include <string.h>

#include "gst/rtpcc/rtpcc.h"

/* Not zero: 0 must not be taken for "never". */
#define T0 (1234567 * RTP_CC_USECOND)
#define LATER (T0 + 1000 * RTP_CC_SECOND)

static RtpCcConfig config;

static inline void
set_up_config (RtpCcEcn ecn)
{
  memset (&config, 0, sizeof (config));
  config.min_rate = 1000;
  config.start_rate = 1000000;
  config.max_rate = 1000000000;
  config.max_packet_size = 1000;
  config.ecn = ecn;
}

#endif /* MIDLIFE_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-basedelay.h: base delay: minimum one-way delay of the last minutes
 *
 * RFC 6817 section 3.4.2: a minimum for each bin of time, so that a longer path
 * counts after BASE_DELAY_BINS bins.
 */
#ifndef RTPCC_BASEDELAY_H
#define RTPCC_BASEDELAY_H

#include "rtpcc.h"

/* RFC 6817 section 3.4.2: base history of 10 minutes in bins of one */
#define BASE_DELAY_BIN (60 * RTP_CC_SECOND)

/* RFC 6817 section 3.4.2 */
#define BASE_DELAY_BINS 10

typedef struct
{
  int64_t least[BASE_DELAY_BINS];       /* ns; INT64_MAX: none */
  int64_t newest;               /* number of the newest bin */
  bool any;                     /* all else counts only then */
} RtpCcBaseDelay;

/* Forgets all; what is all zero has nothing to forget. */
void rtp_cc_base_delay_forget (RtpCcBaseDelay * base);

/* One-way delay (ns, clock offset included) of a packet at @now. */
void rtp_cc_base_delay_add (RtpCcBaseDelay * base, int64_t delay,
    RtpCcTime now);

/* ns; INT64_MAX: none was added. */
int64_t rtp_cc_base_delay (const RtpCcBaseDelay * base);

#endif /* RTPCC_BASEDELAY_H */

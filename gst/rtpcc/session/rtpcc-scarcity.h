/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scarcity.h: detection of a capacity below the minimum bitrate
 *
 * A controller never goes below its minimum. With less capacity, the excess is lost, and
 * only the user can help. OURS: at the minimum, for seconds, less than nine tenths of the
 * sent rate arrive, and less than the minimum.
 */
#ifndef RTPCC_SCARCITY_H
#define RTPCC_SCARCITY_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One that is all zero is ready. */
typedef struct
{
  RtpCcTime noted;              /* 0: never */
  int64_t held;                 /* ns that it was so, less those that it was not */
  double arrived;               /* bits, in that time */
  bool told;
} RtpCcScarcity;

/* How it is now: rates in bit/s, on the wire but for @minimum. @at_minimum: the target is
 * not above that, and feedback comes. */
void rtp_cc_scarcity_note (RtpCcScarcity * scarcity, bool at_minimum,
    uint64_t minimum, double sent, double acked, RtpCcTime now);

/* True once: @rate bit/s arrive of the minimum. */
bool rtp_cc_scarcity_take (RtpCcScarcity * scarcity, uint64_t * rate);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_SCARCITY_H */

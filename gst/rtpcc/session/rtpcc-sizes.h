/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-sizes.h: detection of a path MTU below the packet size
 *
 * A path drops packets above its MTU, and reports it by ICMP, which firewalls block. To
 * a controller that is ordinary loss: the rate falls, and no picture arrives. OURS:
 * packets above a size are lost, smaller ones among them arrive.
 */
#ifndef RTPCC_SIZES_H
#define RTPCC_SIZES_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One that is all zero is ready. */
typedef struct
{
  bool looking;
  RtpCcTime since;              /* it looks */
  uint32_t passed;              /* bytes of the largest that came since */
  uint32_t stopped;             /* ... of the smallest that was lost, and is larger */
  unsigned lost;                /* packets larger than what passed */
  unsigned small_came, small_lost;      /* ... and no larger */
  bool follows_lost;            /* the last one was lost, and larger */
  unsigned turns;               /* one that came after one that was lost and larger */
  bool found, told;
} RtpCcSizes;

/* What became of a packet of so many bytes, in the order of sending. */
void rtp_cc_sizes_note (RtpCcSizes * sizes, uint32_t size, bool came,
    RtpCcTime sent);

/* True once: packets of @lost bytes and more do not come, those of @passed do. */
bool rtp_cc_sizes_take (RtpCcSizes * sizes, uint32_t * passed, uint32_t * lost);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_SIZES_H */

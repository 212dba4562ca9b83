/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-acked.h: GCC, acknowledged rate
 *
 * draft-ietf-rmcat-gcc-02 section 5.5 ("R_hat"), measured as libwebrtc
 * (goog_cc of January 2026) does: bursts and gaps of the path do not count.
 */
#ifndef RTPCC_GCC_ACKED_H
#define RTPCC_GCC_ACKED_H

#include "gst/rtpcc/rtpcc.h"

/* OURS: as libwebrtc has it: packets remembered at most. */
#define ACKED_PACKETS 500

typedef struct
{
  RtpCcTime sent, arrival;
  uint32_t size;
} GccAckedPacket;

typedef struct
{
  int64_t window;               /* ns, at least */
  GccAckedPacket packets[ACKED_PACKETS];        /* a ring, by arrival */
  unsigned first, n;
} GccAcked;

void gcc_acked_init (GccAcked * acked, int64_t window);
void gcc_acked_add (GccAcked * acked, RtpCcTime sent, RtpCcTime arrival,
    uint32_t size);
/* bit/s; < 0: too few packets. */
double gcc_acked_rate (const GccAcked * acked);

#endif /* RTPCC_GCC_ACKED_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-overhead.h: media rates to wire rates and back
 *
 * Headers depend on the number of packets: full ones at a high rate, one for each
 * frame at a low rate.  So they are not proportional to the present rate, but
 *
 *   wire = media + 8 * header * max (frame_rate, media / (8 * payload))
 *
 * with the payload of a full packet.  Retransmissions and forward error correction
 * divide the result by the remaining part.
 */
#ifndef RTPCC_OVERHEAD_H
#define RTPCC_OVERHEAD_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  double header;                /* bytes around the payload, mean */
  double packet;                /* bytes of a full packet on the wire */
  double frame_rate;            /* frames in a second */
  double repair;                /* part of the wire that is no media */
} RtpCcOverhead;

void rtp_cc_overhead_init (RtpCcOverhead * overhead, uint32_t header,
    uint32_t packet);
void rtp_cc_overhead_on_packet (RtpCcOverhead * overhead, uint32_t size,
    uint32_t payload);
/* @period: ns since the frame before; 0: first. */
void rtp_cc_overhead_on_frame (RtpCcOverhead * overhead, int64_t period);
/* Of so many bytes on the wire lately so many were repair. */
void rtp_cc_overhead_set_repair (RtpCcOverhead * overhead, uint64_t repair,
    uint64_t all);

/* bit/s */
uint64_t rtp_cc_overhead_to_wire (const RtpCcOverhead * overhead,
    uint64_t media);
uint64_t rtp_cc_overhead_to_media (const RtpCcOverhead * overhead,
    uint64_t wire);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_OVERHEAD_H */

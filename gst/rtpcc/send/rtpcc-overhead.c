/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-overhead.c: header sizes of a stream, and rates with and without
 *
 * The formula is in rtpcc-overhead.h.
 */
#include "rtpcc-overhead.h"

/* OURS: weight of a new packet in the mean header, some frames. */
#define OVERHEAD_HEADER_GAIN (1.0 / 64)

/* OURS: how fast the size of a full packet is forgotten, for each packet: a
 * new payload size counts after some seconds of video. */
#define OVERHEAD_PACKET_DECAY 0.999

/* OURS: weight of a new frame in the frame rate, a second of video. */
#define OVERHEAD_FRAME_GAIN (1.0 / 32)

/* OURS: a frame rate beyond this is packets without marker bits. */
#define OVERHEAD_FRAME_RATE_MAX 240.0

/* OURS: headers never eat more than this part of a rate, so that an encoder
 * keeps something to work with. */
#define OVERHEAD_MAX_PART 0.75

/* OURS: repair never takes more than this part of a rate from the encoder, as much
 * as the media; a burst of retransmissions passes. */
#define OVERHEAD_MAX_REPAIR 0.5

void
rtp_cc_overhead_init (RtpCcOverhead * overhead, uint32_t header,
    uint32_t packet)
{
  overhead->header = header;
  overhead->packet = packet;
  overhead->frame_rate = 0;
  overhead->repair = 0;
}

void
rtp_cc_overhead_on_packet (RtpCcOverhead * overhead, uint32_t size,
    uint32_t payload)
{
  overhead->header += OVERHEAD_HEADER_GAIN * ((double) (size - payload)
      - overhead->header);
  overhead->packet *= OVERHEAD_PACKET_DECAY;
  if (overhead->packet < size)
    overhead->packet = size;
}

void
rtp_cc_overhead_on_frame (RtpCcOverhead * overhead, int64_t period)
{
  double rate;

  if (period <= 0)
    return;
  rate = (double) RTP_CC_SECOND / (double) period;
  if (rate > OVERHEAD_FRAME_RATE_MAX)
    rate = OVERHEAD_FRAME_RATE_MAX;
  overhead->frame_rate += OVERHEAD_FRAME_GAIN * (rate - overhead->frame_rate);
}

void
rtp_cc_overhead_set_repair (RtpCcOverhead * overhead, uint64_t repair,
    uint64_t all)
{
  overhead->repair = all > 0 ? (double) repair / (double) all : 0;
  if (overhead->repair > OVERHEAD_MAX_REPAIR)
    overhead->repair = OVERHEAD_MAX_REPAIR;
}

uint64_t
rtp_cc_overhead_to_wire (const RtpCcOverhead * overhead, uint64_t media)
{
  double payload = overhead->packet - overhead->header;
  double packets = overhead->frame_rate;

  if (payload < overhead->header)
    payload = overhead->header;
  if (packets < (double) media / (8 * payload))
    packets = (double) media / (8 * payload);
  return (uint64_t) (((double) media + 8 * overhead->header * packets)
      / (1 - overhead->repair));
}

uint64_t
rtp_cc_overhead_to_media (const RtpCcOverhead * overhead, uint64_t wire)
{
  double packets = overhead->frame_rate;
  double headers;

  wire -= (uint64_t) (overhead->repair * (double) wire);
  if (packets < (double) wire / (8 * overhead->packet))
    packets = (double) wire / (8 * overhead->packet);
  headers = 8 * overhead->header * packets;
  if (headers > OVERHEAD_MAX_PART * (double) wire)
    headers = OVERHEAD_MAX_PART * (double) wire;
  return wire - (uint64_t) headers;
}

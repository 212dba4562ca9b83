/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any sequence of packets and pauses: the receiver stays in its bounds, and
 * what it writes is sound feedback.
 *
 * The first two bytes choose the configuration, then each five bytes are a
 * packet: what to do, SSRC, sequence number, time.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <gst/rtpcc/receiver/rtpcc-receiver.h>

#include "tests/fuzz/fuzz.h"

/* The most that one round can take: 64 SSRCs with 8192 reports each, late ones
 * included, in packets of at least one block of two */
#define MAX_PACKETS (64 * 8192)

static void
on_metric (const RtpCcMetric * metric, void *user)
{
  size_t *n_received = user;

  *n_received += metric->received;
}

static void
take_feedback (RtpCcReceiver * receiver, const RtpCcReceiverConfig * config,
    RtpCcTime now)
{
  uint8_t data[2048];
  size_t size, n = 0, n_received = 0;
  RtpCcCcfbHeader header;

  while ((size = rtp_cc_receiver_feedback (receiver, data, sizeof (data),
              now)) > 0) {
    must (size <= sizeof (data) && size <= config->max_size);
    must (rtp_cc_ccfb_parse (data, size, config->num_reports, &header,
            on_metric, &n_received) == RTP_CC_RTCP_OK);
    must (n++ < MAX_PACKETS);
  }
  must (rtp_cc_receiver_next_time (receiver) > now);
  must (n == 0 || config->max_size < 24 || n_received > 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  RtpCcTime now = 1234567890123;
  RtpCcReceiverConfig config = { 0 };
  RtpCcReceiverStats stats;
  RtpCcReceiver *receiver;

  if (size < 2)
    return 0;
  config.sender_ssrc = 1;
  config.max_interval = data[0] * RTP_CC_MSECOND;
  config.max_packets = data[0] & 31;
  config.max_size = 8 * (size_t) data[1];
  config.num_reports = data[0] & 1
      ? RTP_CC_NUM_REPORTS_COUNT : RTP_CC_NUM_REPORTS_LAST;
  receiver = rtp_cc_receiver_new (&config);

  for (data += 2, size -= 2; size >= 5; data += 5, size -= 5) {
    uint8_t what = data[0];
    RtpCcTime step = data[4] * (what & 0x40 ? 20 * RTP_CC_MSECOND : 1000);

    now += step;
    rtp_cc_receiver_on_packet (receiver, what & 0x20 ? data[1] : data[1] & 1,
        (uint16_t) (data[2] << 8 | data[3]), what & 4,
        (RtpCcEcn) (what & 3), what & 0x10 ? now - step : now, now);
    if (what & 8)
      take_feedback (receiver, &config, now);
  }
  take_feedback (receiver, &config, now + RTP_CC_SECOND);
  rtp_cc_receiver_stats (receiver, &stats);
  must (stats.n_ssrcs <= 64);
  must (stats.lost < UINT64_MAX / 2 && stats.ignored < UINT64_MAX / 2);
  rtp_cc_receiver_free (receiver);
  return 0;
}

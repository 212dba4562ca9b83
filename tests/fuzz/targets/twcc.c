/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes from the network as TWCC: parsed, and what was taken written and parsed
 * again.
 */
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#include "tests/fuzz/fuzz.h"

/* Half a tick, by which a time may change when it is written */
#define ROUNDING 125000

static void
check_packets (const RtpCcTwccPacket * packets, size_t n)
{
  must (n > 0 && n <= RTP_CC_TWCC_MAX_PACKETS);
  for (size_t i = 0; i < n; i++) {
    must (packets[i].seq == (uint16_t) (packets[0].seq + i));
    must (packets[i].received == (packets[i].arrival != RTP_CC_TIME_NEVER));
  }
}

/* Times before the reference time of 0 do not come from the clock of a receiver:
 * they are not written again. */
static bool
may_be_written (const RtpCcTwccPacket * packets, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (packets[i].arrival < 0)
      return false;
  }
  return true;
}

static void
write_twcc (const RtpCcTwccHeader * header, const RtpCcTwccPacket * packets,
    size_t n)
{
  static RtpCcTwccPacket again[RTP_CC_TWCC_MAX_PACKETS];
  RtpCcTwccHeader header_again;
  uint8_t data[1200];
  size_t n_again, taken;
  size_t size = rtp_cc_twcc_write (data, sizeof (data), header, packets, n,
      &taken);

  if (size == 0)
    return;
  must (size <= sizeof (data) && taken > 0 && taken <= n);
  must (rtp_cc_twcc_parse (data, size, &header_again, again, &n_again)
      == RTP_CC_RTCP_OK);
  must (header_again.sender_ssrc == header->sender_ssrc
      && header_again.count == header->count);
  must (n_again == taken && again[0].seq == packets[0].seq);
  for (size_t i = 0; i < taken; i++) {
    int64_t difference;

    must (again[i].received == packets[i].received);
    if (!again[i].received)
      continue;
    difference = (again[i].arrival - packets[i].arrival) % RTP_CC_TWCC_PERIOD;
    must (difference <= ROUNDING && difference >= -ROUNDING);
  }
}

static void
parse_twcc (const uint8_t * data, size_t size)
{
  static RtpCcTwccPacket packets[RTP_CC_TWCC_MAX_PACKETS];
  RtpCcTwccHeader header;
  size_t n;
  RtpCcRtcpResult result = rtp_cc_twcc_parse (data, size, &header, packets,
      &n);

  must (result < RTP_CC_RTCP_N_RESULTS);
  if (result != RTP_CC_RTCP_OK) {
    must (n == 0);
    return;
  }
  must (rtp_cc_twcc_is (data, size));
  check_packets (packets, n);
  if (may_be_written (packets, n))
    write_twcc (&header, packets, n);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  if (size > 65536)
    return 0;
  parse_twcc (data, size);
  return 0;
}

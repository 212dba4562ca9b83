/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Transport-wide numbers in any order and at any time: each report is sound, and
 * says of nothing that it came that did not.
 */
#include <gst/rtpcc/receiver/rtpcc-twcc-receiver.h>

#include "tests/fuzz/fuzz.h"

typedef struct
{
  RtpCcTwccReceiver *receiver;
  bool came[65536];
  size_t max_size;
  RtpCcTime now;
} Host;

static void
check_report (const Host * host, const uint8_t * data, size_t size)
{
  static RtpCcTwccPacket packets[RTP_CC_TWCC_MAX_PACKETS];
  RtpCcTwccHeader header;
  size_t n, received = 0;

  must (size <= host->max_size);
  must (rtp_cc_twcc_parse (data, size, &header, packets, &n)
      == RTP_CC_RTCP_OK);
  must (header.sender_ssrc == 1);
  for (size_t i = 0; i < n; i++) {
    must (!packets[i].received || host->came[packets[i].seq]);
    received += packets[i].received;
  }
  must (received > 0);
}

static void
take_reports (Host * host)
{
  uint8_t data[2048];
  size_t size, n = 0;

  while ((size = rtp_cc_twcc_receiver_feedback (host->receiver, data,
              sizeof (data), host->now)) > 0) {
    check_report (host, data, size);
    must (n++ < 65536);
  }
  must (rtp_cc_twcc_receiver_next_time (host->receiver) > host->now);
}

static void
note (Host * host, uint16_t seq, uint8_t how)
{
  host->came[seq] = true;
  rtp_cc_twcc_receiver_on_packet (host->receiver, 1 + (how & 1), seq,
      40 + (how >> 1) * 10u, host->now - (how & 3) * RTP_CC_MSECOND, host->now);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  static Host host;
  FuzzInput in = { data, size };
  RtpCcTwccReceiverConfig config = { 1, 0 };
  uint16_t seq;

  memset (&host, 0, sizeof (host));
  host.now = 1234567890123;
  config.max_size = host.max_size = 40 + fuzz_8 (&in) * 6u;
  seq = fuzz_16 (&in);
  host.receiver = rtp_cc_twcc_receiver_new (&config, host.now);
  while (in.size > 0) {
    uint8_t what = fuzz_8 (&in), how = fuzz_8 (&in);

    seq = what & 1 ? fuzz_16 (&in) : (uint16_t) (seq + (what >> 1 & 7) - 1);
    host.now += (how & 31) * (what & 16 ? 100 : 1) * RTP_CC_MSECOND;
    for (unsigned i = 0; i <= (what >> 5) * 4u; i++)
      note (&host, seq++, how);
    take_reports (&host);
  }
  host.now += RTP_CC_SECOND;
  take_reports (&host);
  rtp_cc_twcc_receiver_free (host.receiver);
  return 0;
}

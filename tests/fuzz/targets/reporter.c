/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any sequence of packets to a reporter of any kind: what it writes is sound,
 * fits, and is only due when it says so.
 */
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#include "tests/fuzz/fuzz.h"

/* The most that one round can take, see receiver.c */
#define MAX_PACKETS (64 * 8192)

static const uint32_t clock_rates[] = { 90000, 48000, 0, 1, 4294967295u };

static void
check_feedback (const uint8_t * data, size_t size, RtpCcReporterKind kind,
    RtpCcNumReports num_reports)
{
  static RtpCcTwccPacket packets[RTP_CC_TWCC_MAX_PACKETS];
  RtpCcCcfbHeader ccfb;
  RtpCcTwccHeader twcc;
  RtpCcRemb remb;
  size_t n;

  switch (kind) {
    case RTP_CC_REPORTER_CCFB:
      must (rtp_cc_ccfb_parse (data, size, num_reports, &ccfb, NULL,
              NULL) == RTP_CC_RTCP_OK);
      break;
    case RTP_CC_REPORTER_TWCC:
      must (rtp_cc_twcc_parse (data, size, &twcc, packets, &n)
          == RTP_CC_RTCP_OK);
      break;
    case RTP_CC_REPORTER_REMB:
      must (rtp_cc_remb_parse (data, size, &remb) == RTP_CC_RTCP_OK);
      must (remb.bitrate >= 9000 && remb.n_ssrcs > 0);
      break;
  }
}

static void
take_feedback (RtpCcReporter * reporter, const RtpCcReporterConfig * config,
    RtpCcTime now)
{
  uint8_t data[2048];
  size_t size, n = 0;
  bool due = rtp_cc_reporter_next_time (reporter) <= now;

  while ((size = rtp_cc_reporter_feedback (reporter, data, sizeof (data),
              now)) > 0) {
    must (due && size <= sizeof (data));
    must (n++ < MAX_PACKETS);
    check_feedback (data, size, config->kind, config->receiver.num_reports);
  }
  must (rtp_cc_reporter_next_time (reporter) > now);
}

static void
read_packet (FuzzInput * in, RtpCcReceived * packet)
{
  uint8_t what = fuzz_8 (in);
  int8_t step = (int8_t) fuzz_8 (in);

  packet->ssrc = what & 1 ? fuzz_8 (in) : packet->ssrc;
  packet->seq = what & 2 ? fuzz_16 (in) : (uint16_t) (packet->seq + step);
  packet->number = what & 4 ? fuzz_16 (in) : (uint16_t) (packet->number + step);
  packet->has_number = !(what & 8);
  if (what & 16)
    packet->timestamp = fuzz_32 (in);
  packet->timestamp += what & 32 ? 3000 : 0;
  packet->marker = what & 32;
  packet->ecn = (RtpCcEcn) (what >> 6);
}

static void
choose_config (RtpCcReporterConfig * config, FuzzInput * in)
{
  uint8_t byte = fuzz_8 (in), packets;

  memset (config, 0, sizeof (*config));
  config->kind = (RtpCcReporterKind) (byte % 3);
  config->packet_overhead = byte & 0x40 ? 28 : 48;
  config->receiver.sender_ssrc = 1;
  config->receiver.num_reports = byte & 0x80
      ? RTP_CC_NUM_REPORTS_COUNT : RTP_CC_NUM_REPORTS_LAST;
  config->receiver.max_interval = fuzz_8 (in) * RTP_CC_MSECOND;
  packets = fuzz_8 (in);
  config->receiver.max_packets = packets & 31;
  config->receiver.overlap = (unsigned) (packets >> 5) * 73;
  config->receiver.max_size = 64 + 8 * (size_t) fuzz_8 (in);
}

/* New settings in between; the kind stays. */
static void
configure (RtpCcReporter * reporter, RtpCcReporterConfig * config,
    FuzzInput * in)
{
  RtpCcReporterKind kind = config->kind;

  choose_config (config, in);
  config->kind = kind;
  rtp_cc_reporter_configure (reporter, config);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  RtpCcTime now = 1234567890123;
  RtpCcReporterConfig config;
  RtpCcReporterStats stats;
  RtpCcReceived packet = { 0 };
  RtpCcReporter *reporter;
  uint64_t n = 0;

  choose_config (&config, &in);
  packet.ssrc = 1;
  packet.clock_rate = clock_rates[fuzz_8 (&in) % 5];
  reporter = rtp_cc_reporter_new (&config, now);
  while (in.size > 0) {
    uint8_t how = fuzz_8 (&in);

    now += (how & 15) * (how & 16 ? 20 * RTP_CC_MSECOND : RTP_CC_MSECOND);
    if (how & 32) {
      configure (reporter, &config, &in);
      continue;
    }
    read_packet (&in, &packet);
    packet.size = 12 + (how & 15) * 80u;
    packet.arrival = now - (how >> 6) * RTP_CC_MSECOND;
    rtp_cc_reporter_on_packet (reporter, &packet, now);
    take_feedback (reporter, &config, now);
    n++;
  }
  take_feedback (reporter, &config, now + RTP_CC_SECOND);
  rtp_cc_reporter_stats (reporter, &stats);
  must (stats.receiver.packets + stats.receiver.ignored <= n);
  must (stats.unnumbered <= n);
  rtp_cc_reporter_free (reporter);
  return 0;
}

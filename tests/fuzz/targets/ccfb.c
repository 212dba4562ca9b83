/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes from the network as RTCP: walked as a compound, each packet parsed in
 * both readings of num_reports, and what was taken written and parsed again.
 */
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

#include "tests/fuzz/fuzz.h"

#define MAX_METRICS 40000

typedef struct
{
  RtpCcMetric metrics[MAX_METRICS];
  size_t n;
} Metrics;

static void
collect (const RtpCcMetric * metric, void *user)
{
  Metrics *m = user;

  must (m->n < MAX_METRICS);
  must (metric->age >= -1 && metric->age < 8 * RTP_CC_SECOND);
  must (metric->received || metric->age == -1);
  m->metrics[m->n++] = *metric;
}

/* One block for each run of numbers. */
static size_t
make_blocks (const Metrics * m, RtpCcCcfbBlock * blocks)
{
  size_t n = 0;

  for (size_t i = 0; i < m->n; i++) {
    const RtpCcMetric *metric = &m->metrics[i];

    if (i > 0 && metric->ssrc == metric[-1].ssrc
        && metric->seq == (uint16_t) (metric[-1].seq + 1)
        && blocks[n - 1].num_reports < 16384) {
      blocks[n - 1].num_reports++;
      continue;
    }
    blocks[n].ssrc = metric->ssrc;
    blocks[n].begin_seq = metric->seq;
    blocks[n].num_reports = 1;
    blocks[n++].metrics = metric;
  }
  return n;
}

static void
write_again (const Metrics * m, const RtpCcCcfbHeader * header)
{
  static RtpCcCcfbBlock blocks[MAX_METRICS];
  static uint8_t data[1 << 19];
  static Metrics again;
  RtpCcCcfbHeader header_again;
  size_t n_blocks = make_blocks (m, blocks);
  size_t size = rtp_cc_ccfb_write (data, sizeof (data), header->sender_ssrc,
      blocks, n_blocks, header->timestamp, RTP_CC_NUM_REPORTS_COUNT);

  if (size == 0) {
    must (rtp_cc_ccfb_size (blocks, n_blocks) > 4 * 65536);
    return;
  }
  must (size == rtp_cc_ccfb_size (blocks, n_blocks));
  again.n = 0;
  must (rtp_cc_ccfb_parse (data, size, RTP_CC_NUM_REPORTS_COUNT,
          &header_again, collect, &again) == RTP_CC_RTCP_OK);
  must (header_again.sender_ssrc == header->sender_ssrc);
  must (header_again.timestamp == header->timestamp);
  if (header_again.num_reports == RTP_CC_NUM_REPORTS_COUNT) {
    must (again.n == m->n);
    must (again.n == 0 || again.metrics[0].seq == m->metrics[0].seq);
  }
}

static void
parse (const uint8_t * data, size_t size, RtpCcNumReports num_reports)
{
  static Metrics m;
  RtpCcCcfbHeader header;
  RtpCcRtcpResult result;

  m.n = 0;
  result = rtp_cc_ccfb_parse (data, size, num_reports, &header, collect, &m);
  must (result < RTP_CC_RTCP_N_RESULTS);
  if (result != RTP_CC_RTCP_OK) {
    must (m.n == 0);
    return;
  }
  must (rtp_cc_ccfb_is (data, size));
  must (2 * m.n <= size);
  if (size < 4096)
    write_again (&m, &header);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  size_t packet_size;

  if (size > 65536)
    return 0;
  parse (data, size, RTP_CC_NUM_REPORTS_COUNT);
  while (rtp_cc_rtcp_next (data, size, &packet_size) == RTP_CC_RTCP_OK) {
    must (packet_size >= 4 && packet_size <= size);
    parse (data, packet_size, RTP_CC_NUM_REPORTS_COUNT);
    parse (data, packet_size, RTP_CC_NUM_REPORTS_LAST);
    data += packet_size;
    size -= packet_size;
  }
  return 0;
}

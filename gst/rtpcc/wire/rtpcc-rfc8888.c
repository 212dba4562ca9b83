/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-rfc8888.c: RTP congestion control feedback, RFC 8888 section 3.1
 *
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |V=2|P| FMT=11  |   PT = 205    |          length               |
 * |                 SSRC of RTCP packet sender                    |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+  for each
 * |                   SSRC of an RTP stream                       |  stream
 * |          begin_seq            |          num_reports          |
 * |R|ECN|  Arrival time offset    | ...  zero if the number is odd|
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                 Report timestamp (32 bits)                    |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *
 * There is no count of blocks: they fill the space up to the timestamp.  The
 * RFC's text can be read as num_reports being one less than the number of
 * metric blocks; erratum 8166 says that it is the number.  Senders of both
 * kinds exist, so a packet is walked in both readings.  The one in which the
 * blocks end exactly in front of the timestamp is right.  If both do, then
 * the one whose padding is zero; if that says nothing either, what this peer
 * did before.
 */
#include "rtpcc-rfc8888.h"

#include "rtpcc-bytes-private.h"

/* RFC 4585 section 6.1, RTPFB */
#define RTCP_PT_RTPFB 205
/* RFC 8888 section 3.1, FMT */
#define CCFB_FMT 11
/* RFC 8888 section 3.1: header and SSRC of the sender */
#define CCFB_BLOCKS_OFFSET 8
/* RFC 8888 section 3.1: SSRC, begin_seq, num_reports */
#define CCFB_BLOCK_HEADER_SIZE 8
/* RFC 8888 section 3.1 */
#define CCFB_TIMESTAMP_SIZE 4
/* RFC 8888 section 3.1: a quarter of the sequence number space */
#define CCFB_MAX_REPORTS 16384
/* RFC 8888 section 3.1, R */
#define CCFB_RECEIVED_BIT 0x8000
/* RFC 8888 section 3.1 */
#define CCFB_ECN_SHIFT 13
/* RFC 8888 section 3.1 */
#define CCFB_ATO_MASK 0x1fff
/* RFC 8888 section 3.1: arrival time offsets are in 1/1024 s */
#define CCFB_ATO_UNITS 1024
/* RFC 8888 section 3.1: the largest offset that is exact */
#define CCFB_ATO_MAX 0x1ffd
/* RFC 8888 section 3.1: more than 8189/1024 s */
#define CCFB_ATO_OVER 0x1ffe
/* RFC 8888 section 3.1: unknown, or after the report timestamp */
#define CCFB_ATO_UNKNOWN 0x1fff

/* How well a packet goes with one reading of num_reports. */
typedef enum
{
  FIT_NONE,                     /* the blocks do not end at the timestamp */
  FIT_DIRTY,                    /* they do, but padding is not zero */
  FIT_CLEAN
} Fit;

/* Bytes of @n metric blocks with their padding. */
static size_t
metrics_size (size_t n)
{
  return 2 * (n + (n & 1));
}

static size_t
read_num_reports (const uint8_t * block, RtpCcNumReports reading)
{
  return (size_t) get16 (block + 6) + (reading == RTP_CC_NUM_REPORTS_LAST);
}

bool
rtp_cc_ccfb_is (const uint8_t * data, size_t size)
{
  return rtp_cc_rtcp_is (data, size, RTCP_PT_RTPFB, CCFB_FMT);
}

/* The blocks are data[CCFB_BLOCKS_OFFSET..end-1]. */
static Fit
fit_blocks (const uint8_t * data, size_t end, RtpCcNumReports reading)
{
  size_t pos = CCFB_BLOCKS_OFFSET;
  Fit fit = FIT_CLEAN;

  while (pos < end) {
    size_t n;

    if (end - pos < CCFB_BLOCK_HEADER_SIZE)
      return FIT_NONE;
    n = read_num_reports (data + pos, reading);
    pos += CCFB_BLOCK_HEADER_SIZE;
    if (n > CCFB_MAX_REPORTS || metrics_size (n) > end - pos)
      return FIT_NONE;
    if ((n & 1) && get16 (data + pos + 2 * n) != 0)
      fit = FIT_DIRTY;
    pos += metrics_size (n);
  }
  return fit;
}

static void
read_metric (uint16_t word, RtpCcMetric * metric)
{
  unsigned ato = word & CCFB_ATO_MASK;

  metric->received = (word & CCFB_RECEIVED_BIT) != 0;
  metric->ecn = RTP_CC_ECN_NOT_ECT;
  metric->age = -1;
  if (!metric->received)
    return;

  metric->ecn = (RtpCcEcn) (word >> CCFB_ECN_SHIFT & 3);
  /* Rounded up, so that writing it again, rounded down, gives the same. */
  if (ato <= CCFB_ATO_MAX)
    metric->age = (ato * RTP_CC_SECOND + CCFB_ATO_UNITS - 1) / CCFB_ATO_UNITS;
}

void
rtp_cc_ccfb_read_blocks (const uint8_t * data, const RtpCcCcfbHeader * header,
    RtpCcBlockFunc func, void *user)
{
  size_t pos = CCFB_BLOCKS_OFFSET;

  while (pos < header->end) {
    size_t n = read_num_reports (data + pos, header->num_reports);
    RtpCcCcfbBlock block = { 0 };

    block.ssrc = get32 (data + pos);
    block.begin_seq = get16 (data + pos + 4);
    block.num_reports = (uint16_t) n;
    func (&block, user);
    pos += CCFB_BLOCK_HEADER_SIZE + metrics_size (n);
  }
}

void
rtp_cc_ccfb_read_metrics (const uint8_t * data, const RtpCcCcfbHeader * header,
    RtpCcMetricFunc func, void *user)
{
  size_t pos = CCFB_BLOCKS_OFFSET;

  while (pos < header->end) {
    size_t n = read_num_reports (data + pos, header->num_reports);
    uint16_t begin_seq = get16 (data + pos + 4);
    RtpCcMetric metric = { 0 };

    metric.ssrc = get32 (data + pos);
    pos += CCFB_BLOCK_HEADER_SIZE;
    for (size_t i = 0; i < n; i++) {
      metric.seq = (uint16_t) (begin_seq + i);
      read_metric (get16 (data + pos + 2 * i), &metric);
      func (&metric, user);
    }
    pos += metrics_size (n);
  }
}

RtpCcRtcpResult
rtp_cc_ccfb_parse (const uint8_t * data, size_t size,
    RtpCcNumReports num_reports, RtpCcCcfbHeader * header,
    RtpCcMetricFunc func, void *user)
{
  size_t end;
  Fit count, last;
  RtpCcRtcpResult result = rtp_cc_rtcp_check (data, size, RTCP_PT_RTPFB,
      CCFB_FMT, CCFB_BLOCKS_OFFSET + CCFB_TIMESTAMP_SIZE, &end);

  if (result != RTP_CC_RTCP_OK)
    return result;
  /* All that it has is in words. */
  if (end % 4 != 0)
    return RTP_CC_RTCP_BAD_PADDING;

  end -= CCFB_TIMESTAMP_SIZE;
  count = fit_blocks (data, end, RTP_CC_NUM_REPORTS_COUNT);
  last = fit_blocks (data, end, RTP_CC_NUM_REPORTS_LAST);
  if (count == FIT_NONE && last == FIT_NONE)
    return RTP_CC_RTCP_BAD_BLOCK;
  if (count != last)
    num_reports = count > last
        ? RTP_CC_NUM_REPORTS_COUNT : RTP_CC_NUM_REPORTS_LAST;

  header->sender_ssrc = get32 (data + 4);
  header->timestamp = get32 (data + end);
  header->num_reports = num_reports;
  header->end = end;
  if (func != NULL)
    rtp_cc_ccfb_read_metrics (data, header, func, user);
  return RTP_CC_RTCP_OK;
}

size_t
rtp_cc_ccfb_size (const RtpCcCcfbBlock * blocks, size_t n_blocks)
{
  size_t size = CCFB_BLOCKS_OFFSET + CCFB_TIMESTAMP_SIZE;

  for (size_t i = 0; i < n_blocks; i++)
    size += CCFB_BLOCK_HEADER_SIZE + metrics_size (blocks[i].num_reports);
  return size;
}

static uint16_t
metric_word (const RtpCcMetric * metric)
{
  /* Whole seconds apart, so that no age overflows. */
  int64_t seconds = metric->age / RTP_CC_SECOND;
  int64_t ato;

  if (!metric->received)
    return 0;

  if (metric->age < 0)
    ato = CCFB_ATO_UNKNOWN;
  else if (seconds > CCFB_ATO_MAX / CCFB_ATO_UNITS)
    ato = CCFB_ATO_OVER;
  else {
    ato = metric->age * CCFB_ATO_UNITS / RTP_CC_SECOND;
    if (ato > CCFB_ATO_MAX)
      ato = CCFB_ATO_OVER;
  }
  return (uint16_t) (CCFB_RECEIVED_BIT
      | (unsigned) (metric->ecn & 3) << CCFB_ECN_SHIFT | (unsigned) ato);
}

static uint8_t *
write_block (uint8_t * p, const RtpCcCcfbBlock * block,
    RtpCcNumReports num_reports)
{
  size_t n = block->num_reports;

  put32 (p, block->ssrc);
  put16 (p + 4, block->begin_seq);
  put16 (p + 6, (uint16_t) (n - (num_reports == RTP_CC_NUM_REPORTS_LAST)));
  p += CCFB_BLOCK_HEADER_SIZE;
  for (size_t i = 0; i < n; i++)
    put16 (p + 2 * i, metric_word (&block->metrics[i]));
  if (n & 1)
    put16 (p + 2 * n, 0);
  return p + metrics_size (n);
}

/* "One less than the number" cannot say that there is none. */
static bool
can_be_written (const RtpCcCcfbBlock * block, RtpCcNumReports num_reports)
{
  return block->num_reports <= CCFB_MAX_REPORTS
      && (block->num_reports > 0 || num_reports == RTP_CC_NUM_REPORTS_COUNT);
}

size_t
rtp_cc_ccfb_write (uint8_t * data, size_t size, uint32_t sender_ssrc,
    const RtpCcCcfbBlock * blocks, size_t n_blocks, uint32_t timestamp,
    RtpCcNumReports num_reports)
{
  size_t needed = rtp_cc_ccfb_size (blocks, n_blocks);
  uint8_t *p = data + CCFB_BLOCKS_OFFSET;

  if (needed > size || needed / 4 - 1 > UINT16_MAX)
    return 0;
  for (size_t i = 0; i < n_blocks; i++) {
    if (!can_be_written (&blocks[i], num_reports))
      return 0;
  }

  rtp_cc_rtcp_write_header (data, needed, RTCP_PT_RTPFB, CCFB_FMT);
  put32 (data + 4, sender_ssrc);
  for (size_t i = 0; i < n_blocks; i++)
    p = write_block (p, &blocks[i], num_reports);
  put32 (p, timestamp);
  return needed;
}

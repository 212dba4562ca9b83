/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See sent.h. */
#include "sent.h"

#include <gst/rtpcc/wire/rtpcc-remb.h>

/* One report names no more packets than this. */
#define MAX_REPORTED 255

/* What the bytes of the input say of a report. */
typedef struct
{
  size_t back;                  /* packets between its end and the newest */
  size_t n;                     /* packets that it names */
  uint8_t arrived;              /* mask of 8 that repeats */
  uint8_t ce;                   /* the same */
  RtpCcTime delay;              /* of each packet */
  uint16_t beyond;              /* its numbers are so much too high */
  uint32_t ssrc;                /* its SSRC differs by these bits */
} Report;

static void
read_report (Report * report, FuzzInput * in)
{
  uint8_t flags = fuzz_8 (in);

  report->back = flags & 1 ? fuzz_8 (in) : 0;
  report->n = fuzz_8 (in);
  report->arrived = flags & 2 ? fuzz_8 (in) : 0xff;
  report->ce = flags & 4 ? fuzz_8 (in) : 0;
  report->delay = fuzz_8 (in) * RTP_CC_MSECOND;
  if (flags & 8)
    report->delay *= 16;
  report->beyond = flags & 16 ? fuzz_16 (in) : 0;
  report->ssrc = flags & 32 ? fuzz_8 (in) : 0;
}

/* From the newest packet back. */
static const SentPacket *
packet_back (const Sent * sent, size_t back)
{
  if (back >= sent->n || back >= SENT_KEPT)
    return NULL;
  return &sent->packets[(sent->n - 1 - back) % SENT_KEPT];
}

void
sent_note (Sent * sent, const SentPacket * packet)
{
  sent->packets[sent->n++ % SENT_KEPT] = *packet;
}

/* ---- CCFB ---- */

static void
fill_metric (RtpCcMetric * metric, const SentPacket * packet,
    const Report * report, size_t i, RtpCcTime now)
{
  RtpCcTime arrival = packet->time + report->delay;

  metric->received = fuzz_bit (report->arrived, i);
  if (!metric->received)
    return;
  metric->age = arrival < now ? now - arrival : 0;
  metric->ecn = fuzz_bit (report->ce, i) ? RTP_CC_ECN_CE : RTP_CC_ECN_ECT_1;
}

/* The packets of the SSRC of the last one that is reported. */
static size_t
fill_block (const Sent * sent, const Report * report, RtpCcMetric * metrics,
    RtpCcCcfbBlock * block, RtpCcTime now)
{
  const SentPacket *last = packet_back (sent, report->back);
  size_t span = report->n + 1;
  uint16_t begin = (uint16_t) (last->seq - report->n);

  for (size_t i = 0; i < span; i++) {
    const SentPacket *packet = packet_back (sent, report->back + i);
    uint16_t offset;

    if (packet == NULL)
      break;
    offset = (uint16_t) (packet->seq - begin);
    if (packet->ssrc == last->ssrc && offset < span)
      fill_metric (&metrics[offset], packet, report, offset, now);
  }
  block->ssrc = last->ssrc ^ report->ssrc;
  block->begin_seq = (uint16_t) (begin + report->beyond);
  block->num_reports = (uint16_t) span;
  block->metrics = metrics;
  return 1;
}

/* NTP short format: seconds and 1/65536 of them. */
static uint32_t
short_time (RtpCcTime time)
{
  return (uint32_t) (time / RTP_CC_SECOND * 65536
      + time % RTP_CC_SECOND * 65536 / RTP_CC_SECOND);
}

size_t
sent_ccfb (const Sent * sent, FuzzInput * in, uint8_t * data, RtpCcTime now)
{
  RtpCcMetric metrics[2][MAX_REPORTED + 1];
  RtpCcCcfbBlock blocks[2];
  size_t n_blocks = 1 + (fuzz_8 (in) & 1);
  uint8_t reading = fuzz_8 (in);

  memset (metrics, 0, sizeof (metrics));
  for (size_t i = 0; i < n_blocks; i++) {
    Report report;

    read_report (&report, in);
    if (packet_back (sent, report.back) == NULL)
      return 0;
    fill_block (sent, &report, metrics[i], &blocks[i], now);
  }
  return rtp_cc_ccfb_write (data, SENT_REPORT_SIZE, 7, blocks, n_blocks,
      short_time (now) ^ (reading & 0xf0), reading & 1
      ? RTP_CC_NUM_REPORTS_LAST : RTP_CC_NUM_REPORTS_COUNT);
}

/* ---- transport-wide ---- */

size_t
sent_twcc_packets (const Sent * sent, FuzzInput * in, RtpCcTwccPacket * packets,
    RtpCcTime now)
{
  Report report;
  const SentPacket *last;

  read_report (&report, in);
  last = packet_back (sent, report.back);
  if (last == NULL)
    return 0;
  for (size_t i = 0; i <= report.n; i++) {
    const SentPacket *packet = packet_back (sent, report.back + report.n - i);
    RtpCcTime sent_at = packet != NULL ? packet->time : now;

    packets[i].seq = (uint16_t) (last->number - report.n + i + report.beyond);
    packets[i].received = fuzz_bit (report.arrived, i);
    packets[i].arrival = packets[i].received
        ? (sent_at + report.delay) % RTP_CC_TWCC_PERIOD : RTP_CC_TIME_NEVER;
  }
  return report.n + 1;
}

size_t
sent_twcc (Sent * sent, FuzzInput * in, uint8_t * data, RtpCcTime now)
{
  RtpCcTwccPacket packets[MAX_REPORTED + 1];
  RtpCcTwccHeader header = { 7, 0, 0 };
  uint8_t how = fuzz_8 (in);
  size_t n = sent_twcc_packets (sent, in, packets, now), taken;

  if (n == 0)
    return 0;
  sent->twcc_count = (uint8_t) (sent->twcc_count + 1 + (how >> 4));
  header.media_ssrc = packet_back (sent, 0)->ssrc ^ (how & 1);
  header.count = sent->twcc_count;
  return rtp_cc_twcc_write (data, SENT_REPORT_SIZE, &header, packets, n,
      &taken);
}

/* ---- REMB ---- */

size_t
sent_remb (const Sent * sent, FuzzInput * in, uint8_t * data)
{
  const SentPacket *last = packet_back (sent, 0);
  RtpCcRemb remb;

  memset (&remb, 0, sizeof (remb));
  remb.sender_ssrc = 7;
  remb.bitrate = (uint64_t) fuzz_16 (in) << (fuzz_8 (in) & 47);
  remb.n_ssrcs = 1;
  remb.ssrcs[0] = (last != NULL ? last->ssrc : 1) ^ (fuzz_8 (in) & 1);
  return rtp_cc_remb_write (data, SENT_REPORT_SIZE, &remb);
}

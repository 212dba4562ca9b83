/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-rfc8888.h: RTP congestion control feedback, RFC 8888 section 3.1
 *
 * Bytes to reports and back.  Stateless, bounded, no allocation; each refusal
 * is an enum value.
 */
#ifndef RTPCC_RFC8888_H
#define RTPCC_RFC8888_H

#include "rtpcc-rtcp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One packet metric block. */
typedef struct
{
  uint32_t ssrc;
  uint16_t seq;
  bool received;
  RtpCcEcn ecn;
  int64_t age;                  /* ns before the report timestamp; < 0: unknown
                                 * (ATO 0x1FFE or 0x1FFF) */
} RtpCcMetric;

typedef struct
{
  uint32_t sender_ssrc;
  uint32_t timestamp;           /* RTS, NTP short format: 1/65536 s */
  RtpCcNumReports num_reports;  /* how it was read */
  size_t end;                   /* of the blocks */
} RtpCcCcfbHeader;

/* A run of consecutive sequence numbers of one SSRC. */
typedef struct
{
  uint32_t ssrc;
  uint16_t begin_seq;
  uint16_t num_reports;         /* <= 16384 */
  const RtpCcMetric *metrics;   /* num_reports of them; ssrc and seq ignored */
} RtpCcCcfbBlock;

/* Called for each metric block in order. */
typedef void (*RtpCcMetricFunc) (const RtpCcMetric * metric, void *user);
/* Called for each run of them in order, which are not read yet: no metrics. */
typedef void (*RtpCcBlockFunc) (const RtpCcCcfbBlock * block, void *user);

/* True if this RTCP packet (one, not a compound) is PT 205, FMT 11. */
bool rtp_cc_ccfb_is (const uint8_t * data, size_t size);

/* Parses one CCFB packet that fills data[0..size-1].  Nothing is handed to
 * @func, which may be NULL, unless the whole packet is sound.  @num_reports:
 * the reading agreed on with this peer so far, or COUNT; the packet's own
 * evidence goes before it and is returned in @header.  A report timestamp may
 * be any 16.16 clock: peers exist that do not use NTP time.  Only differences
 * mean something. */
RtpCcRtcpResult rtp_cc_ccfb_parse (const uint8_t * data, size_t size,
    RtpCcNumReports num_reports, RtpCcCcfbHeader * header,
    RtpCcMetricFunc func, void *user);

/* Once more through a packet that was sound, with what was found in it. */
void rtp_cc_ccfb_read_blocks (const uint8_t * data,
    const RtpCcCcfbHeader * header, RtpCcBlockFunc func, void *user);
void rtp_cc_ccfb_read_metrics (const uint8_t * data,
    const RtpCcCcfbHeader * header, RtpCcMetricFunc func, void *user);

/* Bytes that such a packet takes. */
size_t rtp_cc_ccfb_size (const RtpCcCcfbBlock * blocks, size_t n_blocks);

/* Returns the bytes written; 0 if they do not fit into @size, or if a block
 * cannot be written: over 16384 reports, or none with NUM_REPORTS_LAST. */
size_t rtp_cc_ccfb_write (uint8_t * data, size_t size, uint32_t sender_ssrc,
    const RtpCcCcfbBlock * blocks, size_t n_blocks, uint32_t timestamp,
    RtpCcNumReports num_reports);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_RFC8888_H */

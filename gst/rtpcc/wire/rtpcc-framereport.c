/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-framereport.c: frame reports to bytes and back */
#include "rtpcc-framereport.h"

#include <string.h>

#include "rtpcc-bytes-private.h"
#include "rtpcc-rtcp.h"

/* RFC 3550 section 6.7 */
#define RTCP_PT_APP 204
/* RFC 3550 section 6.7 */
#define APP_HEADER_SIZE 12
/* OURS: the first of its name */
#define SUBTYPE 0

static const char name[4] = { 'S', 'C', 'F', 'R' };

void
rtp_cc_frame_report_write (uint8_t data[RTP_CC_FRAME_REPORT_SIZE],
    uint32_t sender, const RtpCcFrameReport * report)
{
  uint8_t *words = data + APP_HEADER_SIZE;

  rtp_cc_rtcp_write_header (data, RTP_CC_FRAME_REPORT_SIZE, RTCP_PT_APP,
      SUBTYPE);
  put32 (data + 4, sender);
  memcpy (data + 8, name, sizeof (name));
  put32 (words, report->ssrc);
  put32 (words + 4, report->shown);
  put32 (words + 8, report->undecodable);
  put32 (words + 12, report->freezes);
  put32 (words + 16, report->freeze_time);
  put32 (words + 20, report->rate);
}

static bool
is_report (const uint8_t * data, size_t size)
{
  return size == RTP_CC_FRAME_REPORT_SIZE
      && rtp_cc_rtcp_is (data, size, RTCP_PT_APP, SUBTYPE)
      && memcmp (data + 8, name, sizeof (name)) == 0;
}

static void
read_words (const uint8_t * words, RtpCcFrameReport * report)
{
  report->ssrc = get32 (words);
  report->shown = get32 (words + 4);
  report->undecodable = get32 (words + 8);
  report->freezes = get32 (words + 12);
  report->freeze_time = get32 (words + 16);
  report->rate = get32 (words + 20);
}

bool
rtp_cc_frame_report_next (const uint8_t * data, size_t size, size_t *at,
    RtpCcFrameReport * report)
{
  size_t packet_size;

  while (*at < size && rtp_cc_rtcp_next (data + *at, size - *at, &packet_size)
      == RTP_CC_RTCP_OK) {
    const uint8_t *packet = data + *at;

    *at += packet_size;
    if (is_report (packet, packet_size)) {
      read_words (packet + APP_HEADER_SIZE, report);
      return true;
    }
  }
  return false;
}

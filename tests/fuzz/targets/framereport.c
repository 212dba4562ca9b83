/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes from the network as reports of frames: read, written and read again. */
#include <gst/rtpcc/wire/rtpcc-framereport.h>
#include <gst/rtpcc/wire/rtpcc-rtcp.h>

#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  uint8_t bytes[RTP_CC_FRAME_REPORT_SIZE];
  RtpCcFrameReport report, again;
  size_t packet;

  for (; rtp_cc_rtcp_next (data, size, &packet) == RTP_CC_RTCP_OK;
      data += packet, size -= packet) {
    if (!rtp_cc_frame_report_read (data, packet, &report))
      continue;
    rtp_cc_frame_report_write (bytes, 1, &report);
    must (rtp_cc_frame_report_read (bytes, sizeof (bytes), &again));
    must (memcmp (&again, &report, sizeof (again)) == 0);
  }
  return 0;
}

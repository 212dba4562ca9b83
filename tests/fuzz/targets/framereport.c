/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes from the network as reports of frames: read, written and read again. */
#include <gst/rtpcc/wire/rtpcc-framereport.h>

#include "tests/fuzz/fuzz.h"

static void
write_again (const RtpCcFrameReport * report)
{
  uint8_t bytes[RTP_CC_FRAME_REPORT_SIZE];
  RtpCcFrameReport again;
  size_t at = 0;

  rtp_cc_frame_report_write (bytes, 1, report);
  must (rtp_cc_frame_report_next (bytes, sizeof (bytes), &at, &again));
  must (at == sizeof (bytes));
  must (memcmp (&again, report, sizeof (again)) == 0);
  must (!rtp_cc_frame_report_next (bytes, sizeof (bytes), &at, &again));
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  RtpCcFrameReport report;
  size_t at = 0, before = 0;

  if (size > 65536)
    return 0;
  while (rtp_cc_frame_report_next (data, size, &at, &report)) {
    must (at >= before + RTP_CC_FRAME_REPORT_SIZE && at <= size);
    before = at;
    write_again (&report);
  }
  return 0;
}

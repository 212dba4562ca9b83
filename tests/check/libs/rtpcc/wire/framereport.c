/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reports of frames: bytes, and what is no report. */
#include <string.h>
#include <gst/rtpcc/wire/rtpcc-framereport.h>

#include "tests/check/libs/rtpcc/mechanism.h"

static const RtpCcFrameReport example = { 0x01020304, 900, 3, 2, 1234, 24875 };

/* RFC 3550 section 6.7 */
GST_START_TEST (test_framereport_bytes)
{
  static const guint8 expected[] = { 0x80, 204, 0, 8, 0xa, 0xb, 0xc, 0xd,
    'S', 'C', 'F', 'R', 1, 2, 3, 4, 0, 0, 3, 132, 0, 0, 0, 3,
    0, 0, 0, 2, 0, 0, 4, 210, 0, 0, 97, 43
  };
  guint8 data[RTP_CC_FRAME_REPORT_SIZE];
  RtpCcFrameReport report;

  rtp_cc_frame_report_write (data, 0x0a0b0c0d, &example);
  fail_unless_equals_int (sizeof (expected), sizeof (data));
  fail_unless (memcmp (data, expected, sizeof (data)) == 0);
  for (gsize size = 0; size < sizeof (data); size++)
    fail_if (rtp_cc_frame_report_read (data, size, &report));
  fail_unless (rtp_cc_frame_report_read (data, sizeof (data), &report));
  fail_unless (memcmp (&report, &example, sizeof (report)) == 0);
}

GST_END_TEST;

/* Another version, subtype, type, name, and a length that is one word more or less. */
GST_START_TEST (test_framereport_refuses)
{
  static const struct
  {
    guint at;
    guint8 value;
  } cases[] = { {0, 0x40}, {0, 0x81}, {1, 203}, {8, 's'}, {3, 7}, {3, 9} };
  guint8 data[RTP_CC_FRAME_REPORT_SIZE + 4] = { 0, };
  RtpCcFrameReport report;

  rtp_cc_frame_report_write (data, 1, &example);
  data[cases[__i__].at] = cases[__i__].value;
  fail_if (rtp_cc_frame_report_read (data, 4 * (data[3] + 1), &report));
}

GST_END_TEST;

static Suite *
framereport_suite (void)
{
  Suite *s = suite_create ("framereport");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_framereport_bytes);
  tcase_add_loop_test (tc, test_framereport_refuses, 0, 6);
  return s;
}

GST_CHECK_MAIN (framereport);

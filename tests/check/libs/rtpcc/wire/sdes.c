/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Source descriptions: which are whole. */
#include <string.h>
#include <gst/rtpcc/wire/rtpcc-sdes.h>

#include "tests/check/libs/rtpcc/mechanism.h"

static const struct
{
  gboolean whole;
  gsize size;
  guint8 data[24];
} cases[] = {
  {TRUE, 4, {0x80, 202, 0, 0}},
  {FALSE, 4, {0x81, 202, 0, 0}},
  {FALSE, 8, {0x81, 202, 0, 1, 0, 0, 0, 1}},
  {TRUE, 12, {0x81, 202, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0}},
  {TRUE, 12, {0x81, 202, 0, 2, 0, 0, 0, 1, 1, 1, 'a', 0}},
  {FALSE, 12, {0x81, 202, 0, 2, 0, 0, 0, 1, 1, 2, 'a', 'b'}},
  {FALSE, 12, {0x81, 202, 0, 2, 0, 0, 0, 1, 1, 255, 'a', 'b'}},
  {FALSE, 12, {0x81, 202, 0, 2, 0, 0, 0, 1, 1, 0, 1, 0}},
  {TRUE, 16, {0x81, 202, 0, 3, 0, 0, 0, 1, 1, 1, 'a', 2, 1, 'b', 0, 0}},
  {FALSE, 16, {0x81, 202, 0, 3, 0, 0, 0, 1, 1, 1, 'a', 2, 2, 'b', 'c', 'd'}},
  {TRUE, 20, {0x82, 202, 0, 4, 0, 0, 0, 1, 1, 1, 'a', 0, 0, 0, 0, 2, 0, 0, 0,
          0}},
  {FALSE, 16, {0x82, 202, 0, 3, 0, 0, 0, 1, 1, 1, 'a', 0, 0, 0, 0, 2}},
  {FALSE, 12, {0x82, 202, 0, 2, 0, 0, 0, 1, 1, 1, 'a', 0}},
};

/* In memory of just its size, so that sanitizers see a step behind it. */
GST_START_TEST (test_sdes_is_whole)
{
  guint8 *data = g_malloc (cases[__i__].size);

  memcpy (data, cases[__i__].data, cases[__i__].size);
  fail_unless (rtp_cc_sdes_is (data, cases[__i__].size));
  fail_unless_equals_int (rtp_cc_sdes_check (data, cases[__i__].size),
      cases[__i__].whole ? RTP_CC_RTCP_OK : RTP_CC_RTCP_BAD_LENGTH);
  g_free (data);
}

GST_END_TEST;

GST_START_TEST (test_sdes_is_none)
{
  static const guint8 report[] = { 0x81, 201, 0, 0 };

  fail_if (rtp_cc_sdes_is (report, sizeof (report)));
  fail_if (rtp_cc_sdes_is (cases[0].data, 3));
}

GST_END_TEST;

static Suite *
sdes_suite (void)
{
  Suite *s = suite_create ("sdes");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_sdes_is_whole, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tc, test_sdes_is_none);
  return s;
}

GST_CHECK_MAIN (sdes);

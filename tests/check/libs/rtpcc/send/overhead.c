/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What headers and repair add to the media, and take from the rate. */
#include <gst/rtpcc/send/rtpcc-overhead.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define MEDIA 1000000
#define REPAIR 0.2

/* A fifth of what is sent repairs: the media of a rate is four fifths of what it would be,
 * and its rate on the wire five quarters.  Each bound is a bit, for the rounding. */
GST_START_TEST (test_overhead_of_repair)
{
  RtpCcOverhead overhead;
  guint64 wire, media;

  rtp_cc_overhead_init (&overhead, 40, 1240);
  wire = rtp_cc_overhead_to_wire (&overhead, MEDIA);
  media = rtp_cc_overhead_to_media (&overhead, 4 * MEDIA);
  rtp_cc_overhead_set_repair (&overhead, 20, 100);
  fail_unless (ABS (rtp_cc_overhead_to_wire (&overhead, MEDIA) * (1 - REPAIR)
          - wire) <= 1);
  fail_unless (ABS ((gdouble) rtp_cc_overhead_to_media (&overhead, 5 * MEDIA)
          - media) <= 1);

  /* Nothing sent, nothing repaired */
  rtp_cc_overhead_set_repair (&overhead, 0, 0);
  fail_unless_equals_uint64 (rtp_cc_overhead_to_wire (&overhead, MEDIA), wire);
  fail_unless_equals_uint64 (rtp_cc_overhead_to_media (&overhead, 4 * MEDIA),
      media);
}

GST_END_TEST;

/* However much repairs, the media has what half of the rate would take. */
GST_START_TEST (test_overhead_bound_of_repair)
{
  RtpCcOverhead overhead, bound;

  rtp_cc_overhead_init (&overhead, 40, 1240);
  bound = overhead;
  rtp_cc_overhead_set_repair (&overhead, 100, 100);
  rtp_cc_overhead_set_repair (&bound, 50, 100);
  fail_unless_equals_uint64 (rtp_cc_overhead_to_media (&overhead, MEDIA),
      rtp_cc_overhead_to_media (&bound, MEDIA));
  fail_unless (rtp_cc_overhead_to_media (&overhead, MEDIA) > 0);
}

GST_END_TEST;

static Suite *
overhead_suite (void)
{
  Suite *s = suite_create ("overhead");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_overhead_of_repair);
  tcase_add_test (tc, test_overhead_bound_of_repair);

  return s;
}

GST_CHECK_MAIN (overhead);

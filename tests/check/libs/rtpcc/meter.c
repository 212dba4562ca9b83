/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A rate over a sliding window. */
#include <gst/rtpcc/rtpcc-meter.h>

#include "mechanism.h"

#define WINDOW RTP_CC_SECOND

static RtpCcMeter meter;

/* Start times relative to the borders of the bins of 100 ms */
static const RtpCcTime starts[] = {
  0, 1, 100 * MS - 1, 100 * MS, T0, T0 - T0 % (100 * MS), 86400 * S * 73000
};

/* 1250 bytes in each ms are 10 Mbit/s, from the first tenth of a second on. */
GST_START_TEST (test_meter_constant_input)
{
  RtpCcTime t = starts[__i__];

  rtp_cc_meter_init (&meter, WINDOW, t);
  fail_unless (rtp_cc_meter_rate (&meter, t) == 0);
  for (guint i = 0; i < 5000; i++) {
    gdouble rate;

    t += MS;
    rtp_cc_meter_add (&meter, 1250, t);
    rate = rtp_cc_meter_rate (&meter, t);
    /* Less in the first bin; then one packet of 900 may lie at the border of
     * the window. */
    check (rate <= 10e6 * 1.002);
    check (i < 100 || rate >= 10e6 * 0.998);
  }
}

GST_END_TEST;

/* One packet is not 1500 bytes in a nanosecond. */
GST_START_TEST (test_meter_start)
{
  rtp_cc_meter_init (&meter, WINDOW, T0);
  rtp_cc_meter_add (&meter, 1500, T0);
  fail_unless (rtp_cc_meter_rate (&meter, T0) <= 1500 * 8 * 10);
  fail_unless (rtp_cc_meter_rate (&meter, T0 + 500 * MS) == 1500 * 8 * 2);
}

GST_END_TEST;

GST_START_TEST (test_meter_forgets_after_the_window)
{
  RtpCcTime t = T0 - T0 % (100 * MS) + 10 * S;

  rtp_cc_meter_init (&meter, WINDOW, T0);
  rtp_cc_meter_add (&meter, 12500, t);
  /* Counted for ten bins, not for eleven */
  fail_unless (rtp_cc_meter_rate (&meter, t + 999 * MS) > 0);
  fail_unless (rtp_cc_meter_rate (&meter, t + 1000 * MS) == 0);
}

GST_END_TEST;

/* After each gap, up to years, nothing old remains. */
GST_START_TEST (test_meter_gaps)
{
  RtpCcTime t = T0;

  rtp_cc_meter_init (&meter, WINDOW, t);
  for (gint64 gap = 1; gap < 10 * 365 * 86400 * S; gap = gap * 3 + 1) {
    gdouble rate;

    rtp_cc_meter_add (&meter, 1000, t);
    t += gap;
    rate = rtp_cc_meter_rate (&meter, t);
    check (gap < WINDOW || rate == 0);
    check (gap > WINDOW / 10 || rate > 0);
    t += 2 * WINDOW;
    check (rtp_cc_meter_rate (&meter, t) == 0);
  }
}

GST_END_TEST;

GST_START_TEST (test_meter_other_windows)
{
  static const gint64 windows[] = { 10, 200 * MS, 60 * S };

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++) {
    RtpCcTime t = T0;
    gint64 step = windows[i] / 10;
    gdouble expected = 1000. * 8 * S / step;

    rtp_cc_meter_init (&meter, windows[i], t);
    for (guint k = 0; k < 50; k++)
      rtp_cc_meter_add (&meter, 1000, t += step);
    /* Ten bins with one packet each; the newest may just have begun. */
    fail_unless (rtp_cc_meter_rate (&meter, t) >= expected * 0.99);
    fail_unless (rtp_cc_meter_rate (&meter, t) <= expected * 1.12);
  }
}

GST_END_TEST;

static Suite *
meter_suite (void)
{
  Suite *s = suite_create ("meter");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_meter_constant_input, 0, G_N_ELEMENTS (starts));
  tcase_add_test (tc, test_meter_start);
  tcase_add_test (tc, test_meter_forgets_after_the_window);
  tcase_add_test (tc, test_meter_gaps);
  tcase_add_test (tc, test_meter_other_windows);

  return s;
}

GST_CHECK_MAIN (meter);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does the network carry less than the minimum? */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-scarcity.h>

#include "sessiontest.h"

#define MINIMUM 100000
/* With headers */
#define SENT 112000

static RtpCcScarcity scarcity;
static RtpCcTime at;

static void
begin (void)
{
  memset (&scarcity, 0, sizeof (scarcity));
  at = T0;
}

/* For so long, in ms; TRUE: that is told. */
static gboolean
run (guint time, gboolean at_minimum, gdouble sent, gdouble acked)
{
  gboolean told = FALSE;
  uint64_t rate;
  guint i;

  for (i = 0; i < time; i += 50) {
    at += 50 * MS;
    rtp_cc_scarcity_note (&scarcity, at_minimum, MINIMUM, sent, acked, at);
    told |= rtp_cc_scarcity_take (&scarcity, &rate);
    if (told)
      fail_unless (rate > 0.9 * acked && rate < 1.1 * acked + 1);
  }
  return told;
}

GST_START_TEST (test_scarcity_is_told_once_and_after_seconds)
{
  begin ();
  fail_if (run (8000, TRUE, SENT, 50000));
  fail_unless (run (100, TRUE, SENT, 50000));
  fail_if (run (60000, TRUE, SENT, 50000));
  begin ();
  fail_unless (run (10000, TRUE, SENT, 85000));
}

GST_END_TEST;

/* The rate goes up a little now and then. */
GST_START_TEST (test_scarcity_need_not_last_without_a_break)
{
  gboolean told = FALSE;
  guint i;

  begin ();
  for (i = 0; i < 10; i++) {
    told |= run (1500, TRUE, SENT, 80000);
    fail_if (run (300, FALSE, SENT, 80000));
  }
  fail_unless (told);
}

GST_END_TEST;

GST_START_TEST (test_scarcity_is_not_what_others_are)
{
  guint i;

  begin ();
  /* Above the minimum */
  fail_if (run (60000, FALSE, 2000000, 50000));
  /* It carries that, and a few losses. */
  fail_if (run (60000, TRUE, SENT, 107000));
  fail_if (run (60000, TRUE, 2 * SENT, 101000));
  /* A still picture */
  fail_if (run (60000, TRUE, 20000, 19500));
  fail_if (run (60000, TRUE, 0, 0));
  /* A short one each half minute */
  for (i = 0; i < 10; i++) {
    fail_if (run (5000, TRUE, SENT, 20000));
    fail_if (run (25000, FALSE, 500000, 500000));
  }
  /* Nobody looked for a day. */
  fail_if (run (1000, TRUE, SENT, 50000));
  at += 86400 * RTP_CC_SECOND;
  fail_if (run (5000, TRUE, SENT, 50000));
}

GST_END_TEST;

/* Two packets, of which the first is @lost, or has come as the second has. */
static void
report (guint16 first, gboolean lost)
{
  RtpCcMetric metrics[2] = { {.received = !lost}, {.received = TRUE} };
  RtpCcCcfbBlock block = { A, first, 2, metrics };
  guint8 data[256];
  gsize size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1,
      (guint32) (now * 65536 / S), RTP_CC_NUM_REPORTS_COUNT);

  fail_if (give_rtcp (data, size, RTP_CC_RTCP_OK));
}

/* Two packets each 160 ms are 100 kbit/s, of which half may be lost. */
static gboolean
run_session (guint pairs, gboolean loses)
{
  uint64_t rate;
  guint i;

  for (i = 0; i < pairs; i++) {
    guint16 first = seq[0];

    now += 140 * MS;
    enqueue (0, 'a', A, i, FALSE);
    enqueue (0, 'b', A, i, TRUE);
    fail_unless_equals_int (dequeue (), 'a');
    now += 20 * MS;
    fail_unless_equals_int (dequeue (), 'b');
    report (first, loses);
    if (rtp_cc_session_take_scarcity (session, &rate, now))
      return TRUE;
  }
  return FALSE;
}

GST_START_TEST (test_scarcity_in_a_session)
{
  config.min_bitrate = 100000;
  wanted.media_rate = 100;      /* the session has its bound */
  obeys = TRUE;
  restart ();
  add_stream (1);
  fail_if (run_session (150, FALSE));
  fail_unless (run_session (150, TRUE));
  fail_if (run_session (150, TRUE));
}

GST_END_TEST;

static Suite *
scarcity_suite (void)
{
  Suite *s = suite_create ("scarcity");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_scarcity_in_a_session);
  tcase_add_test (tc, test_scarcity_is_told_once_and_after_seconds);
  tcase_add_test (tc, test_scarcity_need_not_last_without_a_break);
  tcase_add_test (tc, test_scarcity_is_not_what_others_are);
  return s;
}

GST_CHECK_MAIN (scarcity);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What wakes screamtx up while it has little to send, or nothing: on the clock of a
 * test, so that no machine decides. */
#include "screamtxtest.h"

/* 30 frames a second of one packet: 0.1 Mbit/s */
#define FRAMES 60
#define FRAME_TIME (33 * MS)
#define SMALL 400

/* Of the timestamp of RFC 8888, 2^-16 s, in a frame */
#define TICKS 2163

/* Does the element wait for a time before @end? What it waited for before is later. */
static gboolean
has_timer_before (GstClockTime end)
{
  GstClockID id;
  gboolean before;

  g_usleep (1000);
  if (!gst_test_clock_peek_next_pending_id (test_clock, &id))
    return FALSE;
  before = gst_clock_id_get_time (id) <= end;
  gst_clock_id_unref (id);
  return before;
}

/* Each packet wakes it up to be sent, and each feedback to be read.  The pacer has
 * nothing to wait for, and all deadlines are farther away than the next packet. */
GST_START_TEST (test_screamtx_idle_no_timer_fires)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
  guint i, timers = 0;

  for (i = 0; i < FRAMES; i++) {
    GstClockTime end = gst_clock_get_time (GST_CLOCK (test_clock)) + FRAME_TIME;

    gst_harness_push (h, rtp_new (SSRC, (guint16) i, 3000 * i, TRUE, SMALL));
    tx_run_until (h, i + 1);
    gst_harness_push (rtcp, ccfb_new (SSRC, (guint16) i, 1, FALSE,
            1000 + TICKS * i));
    if (has_timer_before (end))
      timers++;
    tx_run_to (end);
  }
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-packets"), FRAMES);
  /* The first second has the checks of the path for ECN. */
  fail_unless (timers <= FRAMES / 20, "%u timers for %u frames", timers,
      FRAMES);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* When all that was sent has been answered, or given up, it waits for no time. */
GST_START_TEST (test_screamtx_idle_paused)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GstPad *pad = gst_element_get_static_pad (h->element, "sink");
  guint i;

  for (i = 0; i < 10; i++) {
    gst_harness_push (h, rtp_new (SSRC, (guint16) i, 3000 * i, TRUE, SMALL));
    tx_run_until (h, i + 1);
    tx_go_on (FRAME_TIME);
  }
  fail_unless (has_timer_before (GST_CLOCK_TIME_NONE - 1));     /* for feedback */
  g_object_set (pad, "paused", TRUE, NULL);
  tx_go_on (10 * GST_SECOND);
  fail_unless (!has_timer_before (GST_CLOCK_TIME_NONE - 1),
      "it waits for something");
  gst_object_unref (pad);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxidle_suite (void)
{
  Suite *s = suite_create ("screamtxidle");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_idle_no_timer_fires);
  tcase_add_test (tc, test_screamtx_idle_paused);
  return s;
}

GST_CHECK_MAIN (screamtxidle);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Is the AQM of the path classic or L4S? */
#include "ecntest.h"

#define CLASSIC_SECONDS 2       /* in which a classic AQM is to be found out */

static gint
mark_one_in_fifty (guint n, RtpCcEcn sent)
{
  return n % 50 == 0 ? CE : sent;
}

/* CoDel: a queue that stands at 8 ms, and a mark now and then. */
GST_START_TEST (test_ecnpath_standing_queue_with_few_marks_is_classic)
{
  set_up ();
  run (clean, 1 * S);
  queue = 8 * MS;
  run (mark_one_in_fifty, CLASSIC_SECONDS * S);
  fail_unless_state ("classic");
  fail_unless (rtp_cc_ecn_path_is_classic (&path));
  /* ECT(1) goes on, or nothing would tell when that is over. */
  feedback_round (clean);
  fail_unless_equals_int (marked, N);
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_short_queue_with_marks_is_l4s)
{
  set_up ();
  run (clean, 1 * S);
  queue = 2 * MS;
  run (mark_one_in_fifty, 60 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* An L4S AQM in overload marks all. */
GST_START_TEST (test_ecnpath_standing_queue_all_marked_is_l4s)
{
  set_up ();
  run (clean, 1 * S);
  queue = 40 * MS;
  run (mark_all, 60 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* A queue without marks is one without ECN. */
GST_START_TEST (test_ecnpath_standing_queue_without_marks_is_no_aqm)
{
  set_up ();
  run (clean, 1 * S);
  queue = 40 * MS;
  run (clean, 60 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_classic_is_left_when_marks_come_early)
{
  set_up ();
  run (clean, 1 * S);
  queue = 8 * MS;
  run (mark_one_in_fifty, 10 * S);
  fail_unless_state ("classic");
  queue = 1 * MS;
  run (mark_one_in_fifty, 3 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* Marks the packets that meet a queue, of three packets, the others meet none. */
static gint
mark_behind_queue (guint n, RtpCcEcn sent)
{
  queue = n % 50 == 0 ? 3 * FEEDBACK / N : 0;
  return n % 50 == 0 ? CE : sent;
}

/* Marks that come late are no proof against a classic AQM: without a queue that stands it
 * is left all the same, four times later. */
GST_START_TEST (test_ecnpath_classic_is_left_slowly_by_late_marks)
{
  set_up ();
  run (clean, 1 * S);
  queue = 8 * MS;
  run (mark_one_in_fifty, 10 * S);
  fail_unless_state ("classic");
  run (mark_behind_queue, 7 * S);
  fail_unless_state ("classic");
  run (mark_behind_queue, 3 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* Clocks that run apart by 50 ppm, and marks at a millisecond, for ten
 * minutes. */
GST_START_TEST (test_ecnpath_drift_is_no_queue)
{
  gint i;

  set_up ();
  for (i = 0; i < 600; i++) {
    queue += 50 * US;
    run (mark_one_in_fifty, 1 * S);
    check (path.info.state == RTP_CC_ECN_PATH_CAPABLE);
  }
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_arrival_unknown_is_no_queue)
{
  RtpCcFeedback feedback = { 0 };
  RtpCcReport report;
  gint i;

  memset (&report, 0, sizeof (report));
  feedback.reports = &report;
  feedback.n_reports = 1;
  set_up ();
  run (clean, 1 * S);
  report.packet.ecn = ECT_1;
  report.arrival = RTP_CC_TIME_NEVER;
  for (i = 0; i < 500; i++) {
    report.packet.sent = now += FEEDBACK;
    report.ecn = i % 50 == 0 ? CE : ECT_1;
    rtp_cc_ecn_path_on_feedback (&path, &feedback, now);
  }
  fail_unless_state ("capable");
}

GST_END_TEST;

static Suite *
ecnclassic_suite (void)
{
  Suite *s = suite_create ("ecnclassic");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_ecnpath_standing_queue_with_few_marks_is_classic);
  tcase_add_test (tc, test_ecnpath_short_queue_with_marks_is_l4s);
  tcase_add_test (tc, test_ecnpath_standing_queue_all_marked_is_l4s);
  tcase_add_test (tc, test_ecnpath_standing_queue_without_marks_is_no_aqm);
  tcase_add_test (tc, test_ecnpath_classic_is_left_when_marks_come_early);
  tcase_add_test (tc, test_ecnpath_classic_is_left_slowly_by_late_marks);
  tcase_add_test (tc, test_ecnpath_drift_is_no_queue);
  tcase_add_test (tc, test_ecnpath_arrival_unknown_is_no_queue);

  return s;
}

GST_CHECK_MAIN (ecnclassic);

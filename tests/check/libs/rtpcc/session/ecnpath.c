/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does the path carry ECN? What is found at the start, later, and when it is tried again. */
#include "ecntest.h"

#define ECT_0 RTP_CC_ECN_ECT_0

static gint
bleach (guint n, RtpCcEcn sent)
{
  return NOT_ECT;
}

static gint
rewrite (guint n, RtpCcEcn sent)
{
  return sent == ECT_1 ? ECT_0 : sent;
}

static gint
drop_ect (guint n, RtpCcEcn sent)
{
  return sent == NOT_ECT ? (gint) sent : LOST;
}

static gint
drop_some (guint n, RtpCcEcn sent)
{
  return n % 5 == 0 ? LOST : (gint) sent;
}

static gint
drop_a_tenth (guint n, RtpCcEcn sent)
{
  return n % 10 == 0 ? LOST : (gint) sent;
}

static gint
bleach_a_third (guint n, RtpCcEcn sent)
{
  return n % 3 == 0 ? NOT_ECT : sent;
}

static gint
bleach_two_thirds (guint n, RtpCcEcn sent)
{
  return n % 3 == 0 ? sent : NOT_ECT;
}

#define fail_unless_failure(f) G_STMT_START { \
    fail_unless_equals_string (rtp_cc_ecn_failure_name (path.info.failure), \
        f); \
  } G_STMT_END

static gint
drop_most_ect (guint n, RtpCcEcn sent)
{
  return sent == NOT_ECT || n % 8 < 2 ? (gint) sent : LOST;
}

static gint
drop_all (guint n, RtpCcEcn sent)
{
  return LOST;
}

/* ---- start ---- */

GST_START_TEST (test_ecnpath_off_marks_nothing)
{
  set_up ();
  rtp_cc_ecn_path_init (&path, NOT_ECT, now);
  fail_unless_equals_int (rtp_cc_ecn_path_mark (&path, NOT_ECT, now), NOT_ECT);
  rtp_cc_ecn_path_on_feedback_timeout (&path, now);
  fail_unless_state ("off");
  fail_unless (rtp_cc_ecn_path_is_classic (&path));
  fail_unless_equals_uint64 (path.info.changes, 0);
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_clean_path_marks_all_from_the_first)
{
  set_up ();
  fail_unless_state ("testing");
  fail_if (rtp_cc_ecn_path_is_classic (&path));
  run (clean, 100 * S);
  fail_unless_state ("capable");
  fail_unless_equals_uint64 (path.info.sent[ECT_1], number);
  fail_unless_equals_uint64 (path.info.sent[NOT_ECT], 0);
  fail_unless_equals_uint64 (path.info.changes, 1);
  fail_unless_failure ("none");
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_first_ce_proves_it_too)
{
  set_up ();
  feedback_round (mark_all);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* Policies that know classic ECN only ask for it. */
GST_START_TEST (test_ecnpath_marks_what_the_policy_asks_for)
{
  set_up ();
  fail_unless_equals_int (rtp_cc_ecn_path_mark (&path, ECT_0, now), ECT_0);
  fail_unless_equals_int (rtp_cc_ecn_path_mark (&path, NOT_ECT, now), NOT_ECT);
}

GST_END_TEST;

/* RFC 6679 section 7.2.1: more than three */
GST_START_TEST (test_ecnpath_bleached_from_the_start)
{
  RtpCcReport reports[N];
  RtpCcFeedback feedback = { 0 };
  guint i;

  set_up ();
  for (i = 0; i < 4; i++)
    set_report (&reports[i], bleach);
  feedback.reports = reports;
  feedback.n_reports = 3;
  rtp_cc_ecn_path_on_feedback (&path, &feedback, now);
  fail_unless_state ("testing");
  feedback.reports = reports + 3;
  feedback.n_reports = 1;
  rtp_cc_ecn_path_on_feedback (&path, &feedback, now);
  fail_unless_state ("failed");
  fail_unless_failure ("bleached");
  fail_unless (rtp_cc_ecn_path_is_classic (&path));
  feedback_round (bleach);
  fail_unless_equals_int (marked, 0);
  fail_unless_equals_uint64 (path.info.bleached, 4);
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_rewritten_from_the_start)
{
  set_up ();
  feedback_round (rewrite);
  fail_unless_state ("failed");
  fail_unless_failure ("rewritten");
  fail_unless_equals_uint64 (path.info.rewritten, N);
}

GST_END_TEST;

/* ---- later ---- */

/* Less than two windows of 500 ms, of the three seconds that it may take. */
GST_START_TEST (test_ecnpath_bleached_later)
{
  set_up ();
  run (clean, 7 * S);
  run (bleach, 1 * S);
  fail_unless_state ("failed");
  fail_unless_failure ("bleached");
}

GST_END_TEST;

/* A load balancer may send a part over such a path: the larger part decides. */
GST_START_TEST (test_ecnpath_bleached_in_part)
{
  set_up ();
  run (bleach_a_third, 20 * S);
  fail_unless_state ("capable");
  run (bleach_two_thirds, 1 * S);
  fail_unless_state ("failed");
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_ce_on_not_ect_is_counted)
{
  set_up ();
  run (bleach, 1 * S);
  fail_unless_state ("failed");
  feedback_round (mark_all);
  fail_unless_equals_uint64 (path.info.ce_on_not_ect, N);
  fail_unless_state ("failed");
}

GST_END_TEST;

/* ---- packets that vanish ---- */

GST_START_TEST (test_ecnpath_feedback_stops_then_all_arrives)
{
  set_up ();
  run (clean, 1 * S);
  rtp_cc_ecn_path_on_feedback_timeout (&path, now);
  fail_unless_state ("unknown");
  feedback_round (clean);
  fail_unless_equals_int (marked, N / 2);
  feedback_round (clean);
  fail_unless_state ("capable");
  fail_unless_failure ("none");
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_ect_vanishes_from_the_start)
{
  set_up ();
  rtp_cc_ecn_path_on_feedback_timeout (&path, now += 600 * MS);
  run (drop_ect, 2 * FEEDBACK);
  fail_unless_state ("failed");
  fail_unless_failure ("lost");
  feedback_round (drop_ect);
  fail_unless_equals_int (marked, 0);
}

GST_END_TEST;

/* A few of them arrive: far fewer than of the others. */
GST_START_TEST (test_ecnpath_most_ect_vanishes)
{
  set_up ();
  rtp_cc_ecn_path_on_feedback_timeout (&path, now += 600 * MS);
  run (drop_most_ect, 4 * FEEDBACK);
  fail_unless_state ("failed");
  fail_unless_failure ("lost");
}

GST_END_TEST;

/* An outage takes both kinds, and says nothing about the mark. */
GST_START_TEST (test_ecnpath_all_vanishes)
{
  set_up ();
  rtp_cc_ecn_path_on_feedback_timeout (&path, now += 600 * MS);
  run (drop_all, 4 * FEEDBACK);
  fail_unless_state ("unknown");
  run (clean, 4 * FEEDBACK);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* Numbers that a later release gives a name, and what was never one */
GST_START_TEST (test_ecnpath_names_end)
{
  fail_unless_equals_string (rtp_cc_ecn_path_state_name
      (RTP_CC_ECN_PATH_FAILED), "failed");
  fail_unless_equals_string (rtp_cc_ecn_path_state_name
      (RTP_CC_ECN_PATH_N_STATES), "unknown");
  fail_unless_equals_string (rtp_cc_ecn_failure_name (RTP_CC_ECN_FAILURE_LOST),
      "lost");
  fail_unless_equals_string (rtp_cc_ecn_failure_name (RTP_CC_ECN_N_FAILURES),
      "unknown");
  fail_unless_equals_string (rtp_cc_rtcp_result_name (RTP_CC_RTCP_N_RESULTS),
      "unknown");
}

GST_END_TEST;

/* What is judged is half a second, and not a single report. */
GST_START_TEST (test_ecnpath_bleached_for_a_moment)
{
  set_up ();
  run (clean, 7 * S);
  feedback_round (bleach);
  fail_unless_state ("capable");
  run (clean, 7 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* Reports on what was sent before say nothing about the comparison. */
GST_START_TEST (test_ecnpath_comparison_is_of_packets_sent_since)
{
  RtpCcReport reports[2 * N];
  RtpCcFeedback feedback = { 0 };
  guint i;

  set_up ();
  run (clean, 1 * S);
  for (i = 0; i < 2 * N; i++)
    set_report (&reports[i], drop_ect);
  rtp_cc_ecn_path_on_feedback_timeout (&path, now += 600 * MS);
  feedback.reports = reports;
  feedback.n_reports = 2 * N;
  rtp_cc_ecn_path_on_feedback (&path, &feedback, now);
  fail_unless_equals_int (path.tally.lost, 0);
  fail_unless_state ("unknown");
}

GST_END_TEST;

/* Losses that hit both alike are congestion, or a bad link; they are compared
 * once a minute. */
GST_START_TEST (test_ecnpath_losses_of_both_kinds)
{
  guint not_ect;

  set_up ();
  run (clean, 1 * S);
  run (drop_some, 1 * S);
  fail_unless (path.info.sent[NOT_ECT] > 0);
  run (drop_some, 10 * S);
  fail_unless_state ("capable");
  not_ect = path.info.sent[NOT_ECT];
  fail_unless (not_ect < 3 * N);
  run (drop_some, 30 * S);
  fail_unless_equals_uint64 (path.info.sent[NOT_ECT], not_ect);
}

GST_END_TEST;

/* ---- tests of a path that failed ---- */

/* A tenth that is lost is no reason to try without ECN: that many a full queue takes. */
GST_START_TEST (test_ecnpath_few_losses_are_not_compared)
{
  guint not_ect;

  set_up ();
  run (clean, 1 * S);
  not_ect = path.info.sent[NOT_ECT];
  run (drop_a_tenth, 30 * S);
  fail_unless_state ("capable");
  fail_unless_equals_uint64 (path.info.sent[NOT_ECT], not_ect);
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_retest_of_a_path_that_is_good_again)
{
  set_up ();
  feedback_round (bleach);
  run (clean, 59 * S);
  fail_unless_equals_uint64 (path.info.sent[ECT_1], N);
  run (clean, 3 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

/* After 60, 120 and 240 s, until four packets of one in twenty have come; after
 * each minute it would be seven times four. */
/* What becomes of each probe: right, lost, or rewritten. */
static const gchar *probes;

static gint
spoil_probes (guint n, RtpCcEcn sent)
{
  if (sent == NOT_ECT)
    return sent;
  switch (probes[path.probes - 1]) {
    case 'l':
      return LOST;
    case 'r':
      return ECT_0;
    default:
      return sent;
  }
}

/* All that is wrong counts together against what is right, and three that are right are
 * no proof. */
GST_START_TEST (test_ecnpath_retest_of_a_path_that_is_bad_in_two_ways)
{
  static const gchar *const ways[] =
      { "..lr.lr.lr", "..rl.rl.rl", "...llll..." };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    probes = ways[i];
    set_up ();
    feedback_round (bleach);
    run (spoil_probes, 300 * S);
    fail_unless_state ("failed");
    fail_unless_equals_uint64 (path.info.changes, 1);
  }
}

GST_END_TEST;

GST_START_TEST (test_ecnpath_retests_become_rare)
{
  set_up ();
  run (bleach, (60 + 120 + 240 + 5) * S);
  fail_unless_state ("failed");
  fail_unless (path.info.sent[ECT_1] >= N + 3 * 4);
  fail_unless (path.info.sent[ECT_1] <= N + 3 * 5);
  fail_unless_equals_uint64 (path.info.changes, 1);
}

GST_END_TEST;

/* It may be another path. */
GST_START_TEST (test_ecnpath_retest_soon_after_an_outage)
{
  set_up ();
  feedback_round (bleach);
  run (clean, 5 * S);
  rtp_cc_ecn_path_on_feedback_timeout (&path, now);
  fail_unless_state ("failed");
  run (clean, 3 * S);
  fail_unless_state ("capable");
}

GST_END_TEST;

static Suite *
ecnpath_suite (void)
{
  Suite *s = suite_create ("ecnpath");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_ecnpath_off_marks_nothing);
  tcase_add_test (tc, test_ecnpath_clean_path_marks_all_from_the_first);
  tcase_add_test (tc, test_ecnpath_first_ce_proves_it_too);
  tcase_add_test (tc, test_ecnpath_marks_what_the_policy_asks_for);
  tcase_add_test (tc, test_ecnpath_bleached_from_the_start);
  tcase_add_test (tc, test_ecnpath_rewritten_from_the_start);
  tcase_add_test (tc, test_ecnpath_bleached_later);
  tcase_add_test (tc, test_ecnpath_bleached_in_part);
  tcase_add_test (tc, test_ecnpath_ce_on_not_ect_is_counted);
  tcase_add_test (tc, test_ecnpath_feedback_stops_then_all_arrives);
  tcase_add_test (tc, test_ecnpath_ect_vanishes_from_the_start);
  tcase_add_test (tc, test_ecnpath_most_ect_vanishes);
  tcase_add_test (tc, test_ecnpath_all_vanishes);
  tcase_add_test (tc, test_ecnpath_names_end);
  tcase_add_test (tc, test_ecnpath_bleached_for_a_moment);
  tcase_add_test (tc, test_ecnpath_comparison_is_of_packets_sent_since);
  tcase_add_test (tc, test_ecnpath_losses_of_both_kinds);
  tcase_add_test (tc, test_ecnpath_few_losses_are_not_compared);
  tcase_add_test (tc, test_ecnpath_retest_of_a_path_that_is_good_again);
  tcase_add_test (tc, test_ecnpath_retest_of_a_path_that_is_bad_in_two_ways);
  tcase_add_test (tc, test_ecnpath_retests_become_rare);
  tcase_add_test (tc, test_ecnpath_retest_soon_after_an_outage);

  return s;
}

GST_CHECK_MAIN (ecnpath);

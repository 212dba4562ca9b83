/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does the path carry ECN, and of which kind? */
#include "tests/check/libs/rtpcc/mechanism.h"

#include <gst/rtpcc/session/rtpcc-ecn-path.h>

#include "tests/check/libs/rtpcc/simpath.h"

#define N 10                    /* packets in a feedback */
#define FEEDBACK (20 * MS)      /* time between two */
#define BASE_DELAY (-3600 * S)  /* the receiver's clock is an hour behind */
#define CLASSIC_SECONDS 2       /* in which a classic AQM is to be found out */

#define ECT_1 RTP_CC_ECN_ECT_1
#define ECT_0 RTP_CC_ECN_ECT_0
#define NOT_ECT RTP_CC_ECN_NOT_ECT
#define CE RTP_CC_ECN_CE

/* What becomes of a packet: its ECN as reported, or this. */
#define LOST 4
typedef gint (*Network) (guint number, RtpCcEcn sent);

static RtpCcEcnPath path;
static RtpCcTime now;
static guint number;
static guint marked;            /* of the last round */
static gint64 queue;            /* ns, delay of what is sent from now on */

static void
set_up (void)
{
  now = T0;
  number = marked = 0;
  queue = 0;
  rtp_cc_ecn_path_init (&path, ECT_1, now);
}

static gint
clean (guint n, RtpCcEcn sent)
{
  return sent;
}

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

static gint
mark_all (guint n, RtpCcEcn sent)
{
  return CE;
}

static gint
mark_one_in_fifty (guint n, RtpCcEcn sent)
{
  return n % 50 == 0 ? CE : sent;
}

static void
set_report (RtpCcReport * r, Network network)
{
  RtpCcEcn ecn = rtp_cc_ecn_path_mark (&path, ECT_1, now);
  gint fate = network (number++, ecn);

  memset (r, 0, sizeof (*r));
  marked += ecn == ECT_1;
  check (ecn == ECT_1 || ecn == NOT_ECT);
  r->packet.ecn = ecn;
  r->packet.sent = now;
  r->arrival = now + BASE_DELAY + queue;
  r->fate = fate == LOST ? RTP_CC_FATE_LOST : RTP_CC_FATE_RECEIVED;
  r->ecn = fate == LOST ? NOT_ECT : (RtpCcEcn) fate;
}

/* Sends N packets, then feedback on them. */
static void
feedback_round (Network network)
{
  RtpCcReport reports[N];
  RtpCcFeedback feedback = { 0 };
  guint i;

  marked = 0;
  for (i = 0; i < N; i++) {
    set_report (&reports[i], network);
    now += FEEDBACK / N;
  }
  feedback.reports = reports;
  feedback.n_reports = N;
  rtp_cc_ecn_path_on_feedback (&path, &feedback, now);
}

static void
run (Network network, RtpCcTime time)
{
  RtpCcTime end = now + time;

  while (now < end)
    feedback_round (network);
}

#define fail_unless_state(s) G_STMT_START { \
    fail_unless_equals_string (rtp_cc_ecn_path_state_name (path.info.state), \
        s); \
  } G_STMT_END
#define fail_unless_failure(f) G_STMT_START { \
    fail_unless_equals_string (rtp_cc_ecn_failure_name (path.info.failure), \
        f); \
  } G_STMT_END

static gint
drop_most_ect (guint n, RtpCcEcn sent)
{
  return sent == NOT_ECT || n % 8 < 2 ? (gint) sent : LOST;
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

/* ---- classic AQMs ---- */

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

/* ---- whole flows over emulated links ---- */

static void
config_init (SimConfig * config, const char *schedule, const char *aqm,
    RtpCcEcn ecn)
{
  sim_config_init (config);
  config->schedule = schedule;
  config->aqm = aqm;
  config->ecn = config->session.ecn = ecn;
  config->duration = 30 * S;
}

/* Of what a flow without ECN gets: the outage that ends five seconds before the
 * count costs some. */
#define UNHARMED 0.9

/* @harm: what the network does after 10 s.  The mean rate from 15 s on. */
static double
rate_with (RtpCcEcn ecn, int64_t bleach_from, int64_t drop_ect_from,
    const char *failure)
{
  SimConfig config;
  SimResult result;

  config_init (&config, "0:2M", NULL, ecn);
  config.bleach_from = bleach_from;
  config.drop_ect_from = drop_ect_from;
  sim_run (&config, &result);
  fail_unless_equals_string (rtp_cc_ecn_failure_name
      (result.info.ecn.failure), failure);
  return result.stream_rate[0];
}

GST_START_TEST (test_ecnpath_rate_is_unharmed)
{
  double rate = rate_with (NOT_ECT, RTP_CC_TIME_NEVER, RTP_CC_TIME_NEVER,
      "none");

  fail_unless (rate_with (ECT_1, 0, RTP_CC_TIME_NEVER, "bleached")
      > UNHARMED * rate);
  fail_unless (rate_with (ECT_1, 10 * S, RTP_CC_TIME_NEVER, "bleached")
      > UNHARMED * rate);
  fail_unless (rate_with (ECT_1, RTP_CC_TIME_NEVER, 0, "lost")
      > UNHARMED * rate);
  fail_unless (rate_with (ECT_1, RTP_CC_TIME_NEVER, 10 * S, "lost")
      > UNHARMED * rate);
}

GST_END_TEST;

/* Three seconds from the change, of which the outage alone takes 0.6. */
GST_START_TEST (test_ecnpath_falls_back_within_three_seconds)
{
  SimConfig config;
  SimResult result;
  uint64_t sent;

  for (int i = 0; i < 4; i++) {
    int64_t from = i % 2 ? 10 * S : 0;

    config_init (&config, "0:2M", NULL, ECT_1);
    if (i < 2)
      config.bleach_from = from;
    else
      config.drop_ect_from = from;
    config.duration = from + 3 * S;
    sim_run (&config, &result);
    fail_unless_equals_int (result.info.ecn.state, RTP_CC_ECN_PATH_FAILED);
    sent = result.info.ecn.sent[ECT_1];
    config.duration += 10 * S;
    sim_run (&config, &result);
    fail_unless_equals_uint64 (result.info.ecn.sent[ECT_1], sent);
  }
}

GST_END_TEST;

/* A single flow over CoDel, PIE harms none, so either verdict will do if its
 * queue stays near the target of 36 ms at most; 21, 24, 13 and 21 ms were seen,
 * and of CoDel at 20 Mbit/s 90 to 93 % over ten seeds.
 * Beside TCP is for tests/evaluation. */
GST_START_TEST (test_ecnpath_alone_behind_classic_aqms)
{
  static const char *const aqms[] = { "codel", "pie" };
  static const char *const schedules[] = { "0:2M", "0:20M" };
  SimConfig config;
  SimResult result;

  for (guint i = 0; i < 4; i++) {
    config_init (&config, schedules[i / 2], aqms[i % 2], ECT_1);
    config.session.max_bitrate = 30000000;
    config.duration = 60 * S;
    sim_run (&config, &result);
    fail_unless (result.utilisation_5s > 0.88 && result.utilisation_5s <= 1);
    fail_unless (result.link.queue_delay_p95 > 5 * MS
        && result.link.queue_delay_p95 < 36 * MS);
    fail_unless (result.info.ledger.ce > 0);
    fail_unless (result.info.ecn.state != RTP_CC_ECN_PATH_FAILED);
  }
}

GST_END_TEST;

/* L4S: the right verdict at any rate, RTT and with a clock that drifts. */
GST_START_TEST (test_ecnpath_dualpi2_is_l4s)
{
  static const char *const schedules[] = { "0:500k", "0:2M", "0:20M" };
  SimConfig config;
  SimResult result;

  for (guint i = 0; i < G_N_ELEMENTS (schedules); i++) {
    for (int delay = 2; delay <= 50; delay += 24) {
      config_init (&config, schedules[i], "dualpi2", ECT_1);
      config.session.max_bitrate = 30000000;
      config.delay_forward = config.delay_back = delay * MS;
      config.clock_skew = 50e-6;
      /* Less than any of the links, or losses call for a comparison. */
      config.session.initial_bitrate = 300000;
      sim_run (&config, &result);
      fail_unless (result.info.ledger.ce > 0);
      fail_unless_equals_uint64 (result.info.ecn.changes, 1);
    }
  }
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
  tcase_add_test (tc, test_ecnpath_bleached_for_a_moment);
  tcase_add_test (tc, test_ecnpath_comparison_is_of_packets_sent_since);
  tcase_add_test (tc, test_ecnpath_losses_of_both_kinds);
  tcase_add_test (tc, test_ecnpath_few_losses_are_not_compared);
  tcase_add_test (tc, test_ecnpath_retest_of_a_path_that_is_good_again);
  tcase_add_test (tc, test_ecnpath_retest_of_a_path_that_is_bad_in_two_ways);
  tcase_add_test (tc, test_ecnpath_retests_become_rare);
  tcase_add_test (tc, test_ecnpath_retest_soon_after_an_outage);
  tcase_add_test (tc, test_ecnpath_standing_queue_with_few_marks_is_classic);
  tcase_add_test (tc, test_ecnpath_short_queue_with_marks_is_l4s);
  tcase_add_test (tc, test_ecnpath_standing_queue_all_marked_is_l4s);
  tcase_add_test (tc, test_ecnpath_standing_queue_without_marks_is_no_aqm);
  tcase_add_test (tc, test_ecnpath_classic_is_left_when_marks_come_early);
  tcase_add_test (tc, test_ecnpath_classic_is_left_slowly_by_late_marks);
  tcase_add_test (tc, test_ecnpath_drift_is_no_queue);
  tcase_add_test (tc, test_ecnpath_arrival_unknown_is_no_queue);
  tcase_add_test (tc, test_ecnpath_rate_is_unharmed);
  tcase_add_test (tc, test_ecnpath_falls_back_within_three_seconds);
  tcase_add_test (tc, test_ecnpath_alone_behind_classic_aqms);
  tcase_add_test (tc, test_ecnpath_dualpi2_is_l4s);
  return s;
}

GST_CHECK_MAIN (ecnpath);

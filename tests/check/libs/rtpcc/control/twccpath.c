/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every controller with the feedback of other implementations, over a path that
 * changes, in virtual time. */
#include <gst/check/gstcheck.h>

#include "tests/check/libs/rtpcc/mechanism.h"
#include "tests/check/libs/rtpcc/simpath.h"

static SimConfig config;
static SimResult result;

static void
run (const gchar * controller, RtpCcReporterKind feedback)
{
  sim_config_init (&config);
  config.session.ops = find_controller (controller);
  config.feedback = feedback;
  config.schedule = "0:2M,20:1M,40:2.5M";
  sim_run (&config, &result);
}

/* All but fixed use TWCC as well as CCFB: it comes less often and has no ECN, so
 * a tenth of the rate may be between them. */
GST_START_TEST (test_twccpath_controllers_do_as_with_ccfb)
{
  for (guint i = 0; nth_controller (i) != NULL; i++) {
    const gchar *name = nth_controller (i)->name;
    gdouble ccfb;

    run (name, RTP_CC_REPORTER_CCFB);
    ccfb = result.utilisation_5s;
    run (name, RTP_CC_REPORTER_TWCC);
    fail_unless (ABS (result.utilisation_5s - ccfb) < 0.1,
        "%s: %.3f of the path with TWCC, %.3f with CCFB", name,
        result.utilisation_5s, ccfb);
    fail_unless (result.info.feedback_kinds.twcc > 500);
    fail_unless_equals_uint64 (result.info.feedback_kinds.ccfb, 0);
    fail_unless_equals_uint64 (result.info.ledger.unknown_seq, 0);
    fail_unless_equals_uint64 (result.info.ledger.forgotten, 0);
  }
}

GST_END_TEST;

/* 2, 1 and 2.5 Mbit/s: the queue stays short and the path is used; fixed does
 * neither. */
GST_START_TEST (test_twccpath_scream_follows_the_path)
{
  run ("scream", RTP_CC_REPORTER_TWCC);
  fail_unless (result.utilisation_5s > 0.85, "%.3f", result.utilisation_5s);
  fail_unless (result.link.queue_delay_p95 < 50 * MS);
  run ("fixed", RTP_CC_REPORTER_TWCC);
  fail_unless (result.utilisation_5s < 0.85);
  fail_unless (result.link.queue_delay_p95 > 50 * MS);
}

GST_END_TEST;

/* A lost report is no lost media: nothing counts as lost, and the rate stays. Each
 * report of TWCC tells of what was sent in 50 ms, each of CCFB of a frame at most.  With
 * 30 % of them lost, about as much is used as without: 92 % of this path, and less than
 * 80 % if such packets count as lost, or as nothing. */
GST_START_TEST (test_twccpath_lost_reports_are_not_lost_media)
{
  const RtpCcReporterKind kind = __i__ == 0 ? RTP_CC_REPORTER_TWCC
      : RTP_CC_REPORTER_CCFB;

  sim_config_init (&config);
  config.feedback = kind;
  config.schedule = "0:20M,20:10M,40:20M";
  config.session.max_bitrate = 60000000;
  config.loss_back = 0.3;
  sim_run (&config, &result);

  fail_unless_equals_uint64 (result.link.dropped_queue, 0);
  fail_unless_equals_uint64 (result.info.ledger.lost, 0);
  fail_unless (result.info.ledger.forgotten > result.info.ledger.sent / 5);
  fail_unless (result.info.ledger.forgotten < result.info.ledger.sent * 2 / 5);
  fail_unless (kind == RTP_CC_REPORTER_CCFB
      || result.info.feedback_kinds.twcc_lost > 100);
  fail_unless (result.utilisation_5s > 0.88, "%.3f", result.utilisation_5s);
  fail_unless (result.utilisation_5s < 0.97, "%.3f", result.utilisation_5s);
}

GST_END_TEST;

/* And lost media is: each packet that the link dropped, and no other. */
GST_START_TEST (test_twccpath_lost_media_is_counted_once)
{
  sim_config_init (&config);
  config.feedback = RTP_CC_REPORTER_TWCC;
  config.loss = 0.02;
  sim_run (&config, &result);

  fail_unless (result.info.ledger.lost > result.info.ledger.sent / 70);
  fail_unless (result.info.ledger.lost < result.info.ledger.sent / 40);
  fail_unless_equals_uint64 (result.info.ledger.late, 0);
}

GST_END_TEST;

/* Of what is reordered by less than the window nothing is lost for good. */
GST_START_TEST (test_twccpath_reordering_is_not_loss)
{
  sim_config_init (&config);
  config.feedback = RTP_CC_REPORTER_TWCC;
  config.jitter = 15 * MS;
  sim_run (&config, &result);
  fail_unless_equals_uint64 (result.info.ledger.lost, result.info.ledger.late);
  fail_unless (result.info.ledger.lost < result.info.ledger.sent / 100);
}

GST_END_TEST;

/* RTT 50 ms; a report waits up to 50 ms, but its newest packet not longer than
 * until the next frame. */
GST_START_TEST (test_twccpath_rtt_is_near_the_path)
{
  sim_config_init (&config);
  config.feedback = RTP_CC_REPORTER_TWCC;
  config.schedule = "0:20M";
  sim_run (&config, &result);
  fail_unless (result.info.info.s_rtt >= 50 * MS);
  fail_unless (result.info.info.s_rtt < 50 * MS + 34 * MS,
      "%" G_GINT64_FORMAT, result.info.info.s_rtt);
}

GST_END_TEST;

/* bit/s of the way back, with 28 bytes of IP and UDP for each packet */
static guint64
feedback_rate (void)
{
  return 8 * (result.feedback_bytes + 28 * result.feedback_packets) / 60;
}

/* What feedback takes at about 2 Mbit/s of media.  CCFB comes with each frame and has 8
 * numbers at least. */
GST_START_TEST (test_twccpath_feedback_overhead)
{
  static const guint most[] = { 25000, 25000, 1000 };
  static const guint least[] = { 15000, 8000, 200 };

  for (guint i = 0; i < G_N_ELEMENTS (most); i++) {
    sim_config_init (&config);
    config.feedback = i;
    config.session.initial_bitrate = 1800000;
    if (i == RTP_CC_REPORTER_REMB)
      config.session.ops = find_controller ("fixed");
    sim_run (&config, &result);
    fail_unless (feedback_rate () < most[i] && feedback_rate () > least[i],
        "%u: %" G_GUINT64_FORMAT " bit/s in %" G_GUINT64_FORMAT " packets", i,
        feedback_rate (), result.feedback_packets);
  }
}

GST_END_TEST;

/* And of CCFB at 20 Mbit/s: 0.3 % at most.  33 kbit/s are two bytes for each of 2083
 * packets, the rest are headers of about 60 packets a second; without the interval
 * they are 90, and all is 75 kbit/s. */
GST_START_TEST (test_twccpath_feedback_overhead_of_fast_media)
{
  sim_config_init (&config);
  config.schedule = "0:20M";
  config.session.max_bitrate = 60000000;
  sim_run (&config, &result);
  fail_unless (feedback_rate () < 60000 && feedback_rate () > 45000,
      "%" G_GUINT64_FORMAT " bit/s", feedback_rate ());
}

GST_END_TEST;

/* TWCC does not say what became of ECN: a sender that cannot see CE must not ask for
 * it, and after a second nothing is marked any more. */
GST_START_TEST (test_twccpath_ecn_is_given_up)
{
  sim_config_init (&config);
  config.feedback = RTP_CC_REPORTER_TWCC;
  config.ecn = config.session.ecn = RTP_CC_ECN_ECT_1;
  config.aqm = "codel";
  sim_run (&config, &result);
  fail_unless_equals_int (result.info.ecn.state, RTP_CC_ECN_PATH_FAILED);
  fail_unless_equals_int (result.info.ecn.failure, RTP_CC_ECN_FAILURE_BLEACHED);
  fail_unless (result.info.ecn.sent[RTP_CC_ECN_ECT_1]
      < result.info.ledger.sent / 50);
  fail_unless (result.utilisation_5s > 0.75, "%.3f", result.utilisation_5s);
}

GST_END_TEST;

/* The old way: the receiver says what it wants, the sender does it.  It is slow to
 * rise and keeps the queue from standing; without it the queue is full for 20 of
 * 60 s. */
GST_START_TEST (test_twccpath_fixed_follows_remb)
{
  run ("fixed", RTP_CC_REPORTER_CCFB);
  fail_unless (result.over_100ms > 0.25, "%.3f", result.over_100ms);
  run ("fixed", RTP_CC_REPORTER_REMB);
  fail_unless (result.over_100ms < 0.15, "%.3f", result.over_100ms);
  fail_unless (result.utilisation_5s > 0.55, "%.3f", result.utilisation_5s);
  fail_unless (result.utilisation_5s < 0.95, "%.3f", result.utilisation_5s);
  fail_unless_equals_int (result.info.feedback_state, RTP_CC_FEEDBACK_OK);
  fail_unless_equals_uint64 (result.info.feedback_packets,
      result.info.feedback_kinds.remb);
  /* At least one each second, and few more than that. */
  fail_unless (result.info.feedback_kinds.remb > 50);
  fail_unless (result.info.feedback_kinds.remb < 200);
}

GST_END_TEST;

static Suite *
twccpath_suite (void)
{
  Suite *s = suite_create ("twccpath");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_twccpath_controllers_do_as_with_ccfb);
  tcase_add_test (tc, test_twccpath_scream_follows_the_path);
  tcase_add_loop_test (tc, test_twccpath_lost_reports_are_not_lost_media, 0, 2);
  tcase_add_test (tc, test_twccpath_lost_media_is_counted_once);
  tcase_add_test (tc, test_twccpath_reordering_is_not_loss);
  tcase_add_test (tc, test_twccpath_rtt_is_near_the_path);
  tcase_add_test (tc, test_twccpath_feedback_overhead);
  tcase_add_test (tc, test_twccpath_feedback_overhead_of_fast_media);
  tcase_add_test (tc, test_twccpath_ecn_is_given_up);
  tcase_add_test (tc, test_twccpath_fixed_follows_remb);

  return s;
}

GST_CHECK_MAIN (twccpath);

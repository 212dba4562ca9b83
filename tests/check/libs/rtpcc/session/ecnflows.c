/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a session finds of ECN, and what that costs, in whole flows over emulated links. */
#include "ecntest.h"
#include "tests/check/libs/rtpcc/simpath.h"

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
 * count costs some, and half of the packets lost while both kinds are compared is
 * congestion, after which growth is slow: 0.88.  Nor is it more. */
#define UNHARMED 0.86

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

static void
check_unharmed (double part)
{
  fail_unless (part > UNHARMED && part < 1.02, "%g", part);
}

GST_START_TEST (test_ecnpath_rate_is_unharmed)
{
  double rate = rate_with (NOT_ECT, RTP_CC_TIME_NEVER, RTP_CC_TIME_NEVER,
      "none");

  check_unharmed (rate_with (ECT_1, 0, RTP_CC_TIME_NEVER, "bleached") / rate);
  check_unharmed (rate_with (ECT_1, 10 * S, RTP_CC_TIME_NEVER, "bleached")
      / rate);
  check_unharmed (rate_with (ECT_1, RTP_CC_TIME_NEVER, 0, "lost") / rate);
  check_unharmed (rate_with (ECT_1, RTP_CC_TIME_NEVER, 10 * S, "lost")
      / rate);
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
 * queue stays below the target of 30 ms; 19, 19, 18 and 19 ms were seen, and of CoDel at
 * 20 Mbit/s 86 to 90 % over ten seeds.  PIE's own target is 15 ms, where virtual marks
 * begin, so that it may have nothing to mark.
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
    fail_unless (result.utilisation_5s > 0.84
        && result.utilisation_5s <= 1, "%u: %.3f", i, result.utilisation_5s);
    fail_unless (result.link.queue_delay_p95 > 5 * MS
        && result.link.queue_delay_p95 < 30 * MS);
    fail_unless (i % 2 == 1 || result.info.ledger.ce > 0);
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
ecnflows_suite (void)
{
  Suite *s = suite_create ("ecnflows");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_ecnpath_rate_is_unharmed);
  tcase_add_test (tc, test_ecnpath_falls_back_within_three_seconds);
  tcase_add_test (tc, test_ecnpath_alone_behind_classic_aqms);
  tcase_add_test (tc, test_ecnpath_dualpi2_is_l4s);

  return s;
}

GST_CHECK_MAIN (ecnflows);

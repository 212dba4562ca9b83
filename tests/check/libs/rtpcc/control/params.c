/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parameters of controllers as text: what is read, and what is refused with which words. */
#include <gst/rtpcc/control/rtpcc-params.h>

#include "tests/check/libs/rtpcc/mechanism.h"

static gdouble values[RTP_CC_PARAMS_MAX];
static gchar error[RTP_CC_PARAMS_ERROR_SIZE];

static gdouble
value_of (const RtpCcOps * ops, const gchar * name)
{
  gsize i = 0;

  while (!g_str_equal (ops->params[i].name, name))
    i++;
  return values[i];
}

GST_START_TEST (test_params_are_those_of_the_controller)
{
  const RtpCcOps *scream = find_controller ("scream");
  const RtpCcOps *draft = find_controller ("scream-draft");

  for (guint i = 0; i < 2; i++) {
    check (rtp_cc_params_read (scream, i == 0 ? "" : "  ", values, error));
    check (value_of (scream, "mul_increase_factor") == 0.175);
    check (rtp_cc_params_read (draft, "", values, error));
    check (value_of (draft, "mul_increase_factor") == 0.02);
  }
  check (rtp_cc_params_read (find_controller ("fixed"), "", values, error));
}

GST_END_TEST;

/* What is set wins, also if it is the value without a goal. */
GST_START_TEST (test_params_for_latency)
{
  const RtpCcOps *scream = find_controller ("scream");
  const RtpCcOps *draft = find_controller ("scream-draft");
  const RtpCcOps *fixed = find_controller ("fixed");

  check (rtp_cc_params_read_for_latency (scream, "", values, error));
  check (value_of (scream, "packet_pacing_headroom") == 1.2);
  check (value_of (scream, "qdelay_target_lo") == 30);
  check (rtp_cc_params_read_for_latency (scream, "beta-loss=0.5", values,
          error));
  check (value_of (scream, "packet_pacing_headroom") == 1.2);
  check (value_of (scream, "beta_loss") == 0.5);
  check (rtp_cc_params_read_for_latency (scream, "packet-pacing-headroom=1.1",
          values, error));
  check (value_of (scream, "packet_pacing_headroom") == 1.1);
  check (rtp_cc_params_read_for_latency (draft, "", values, error));
  check (value_of (draft, "packet_pacing_headroom") == 1.5);
  check (rtp_cc_params_read_for_latency (fixed, "", values, error));
  check (!rtp_cc_params_read_for_latency (fixed, "path-gain=0.01", values,
          error));
  check (!rtp_cc_params_read_for_latency (scream, "no=1", values, error));
}

GST_END_TEST;

GST_START_TEST (test_params_read)
{
  static const struct
  {
    const gchar *text, *name;
    gdouble value;
  } cases[] = {
    {"beta-loss=0.8", "beta_loss", 0.8},
    {" BETA_LOSS = .5 , loss-slot=5", "beta_loss", 0.5},
    {" BETA_LOSS = .5 , loss-slot=5", "loss_slot", 5},
    {"loss-slot=5,loss-slot=6", "loss_slot", 6},
    {"path-gain=1/32", "path_gain", 1. / 32},
    {"beta-loss=0.7", "beta_loss", 0.7},
    {"qdelay-target-lo=10000", "qdelay_target_lo", 10000},
    {"compete=0", "compete", 0},
    {"beta-loss=0.8", "beta_ecn", 0.8},
  };
  const RtpCcOps *ops = find_controller ("scream");

  fail_unless (rtp_cc_params_read (ops, cases[__i__].text, values, error),
      "%s", error);
  fail_unless (value_of (ops, cases[__i__].name) == cases[__i__].value);
}

GST_END_TEST;

GST_START_TEST (test_params_refused)
{
  static const struct
  {
    const gchar *controller, *text, *error;
  } cases[] = {
    {"scream", "beta-loss=2", "beta-loss=2 is out of range: 0.01 to 1"},
    {"scream", "s-rtt-gain=0", "s-rtt-gain=0 is out of range: 0.001 to 1"},
    {"scream", "loss-slot=5, s-rtt-min=25000000 ",
        "s-rtt-min=25000000 is out of range: 0.001 to 1000 ms"},
    {"scream", "compete=0.5", "compete=0.5 is neither 0 nor 1"},
    {"scream", "beta-los=1",
        "the controller scream has no parameter \"beta-los\""},
    {"scream", "beta-losses=1",
        "the controller scream has no parameter \"beta-losses\""},
    {"scream", "=1", "the controller scream has no parameter \"\""},
    {"scream", "beta-loss", "\"beta-loss\" is no setting: name=number is"},
    {"scream", "loss-slot=5,", "\"\" is no setting: name=number is"},
    {"scream", "beta-loss=", "\"beta-loss=\": not a number"},
    {"scream", "beta-loss=-1", "\"beta-loss=-1\": not a number"},
    {"scream", "beta-loss=0.8x", "\"beta-loss=0.8x\": not a number"},
    {"scream", "beta-loss=0.8.1", "\"beta-loss=0.8.1\": not a number"},
    {"scream", "beta-loss=.", "\"beta-loss=.\": not a number"},
    {"scream", "beta-loss=nan", "\"beta-loss=nan\": not a number"},
    {"scream", "beta-loss=1/0", "\"beta-loss=1/0\": not a number"},
    {"scream", "fair-rtt=1000000000000000",
        "\"fair-rtt=1000000000000000\": not a number"},
    {"gcc", "beta-loss=0.8",
        "the controller gcc has no parameter \"beta-loss\""},
    {"nada", "beta-loss=0.8",
        "the controller nada has no parameters"},
  };

  fail_if (rtp_cc_params_read (find_controller (cases[__i__].controller),
          cases[__i__].text, values, error));
  fail_unless_equals_string (error, cases[__i__].error);
}

GST_END_TEST;

/* Whatever is written, the message ends. */
GST_START_TEST (test_params_long_text)
{
  gchar *text = g_strnfill (100000, 'a');

  fail_if (rtp_cc_params_read (find_controller ("scream"), text, values,
          error));
  fail_unless (strlen (error) < 100);
  g_free (text);
}

GST_END_TEST;

static Suite *
params_suite (void)
{
  Suite *s = suite_create ("params");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_params_are_those_of_the_controller);
  tcase_add_test (tc, test_params_for_latency);
  tcase_add_loop_test (tc, test_params_read, 0, 9);
  tcase_add_loop_test (tc, test_params_refused, 0, 19);
  tcase_add_test (tc, test_params_long_text);
  return s;
}

GST_CHECK_MAIN (params);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The property controller of a screamtx that runs */
#include "screamtxtest.h"

#define LINE "screamtx controller=fixed encoder-name=none " \
    "initial-bitrate=3000000 "

static void
set_controller (GstElement * element, const gchar * name)
{
  g_object_set (element, "controller", name, NULL);
}

static void
check_controller (GstElement * element, const gchar * name)
{
  gchar *value;

  g_object_get (element, "controller", &value, NULL);
  fail_unless_equals_string (value, name);
  g_free (value);
}

static guint
count_warnings (GstElement * element)
{
  return tx_count_messages (element, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR,
      NULL);
}

/* In bit/s on the wire; what a controller shows of itself tells which one it is. */
GST_START_TEST (test_controller_while_playing)
{
  static const gchar *const names[] = {
    "scream", "scream-draft", "scream-v1", "nada", "gcc", "gcc-remb", "fixed",
    "scream"
  };
  GstHarness *h = tx_harness_new (LINE);
  guint64 rate;

  tx_push (h, 0);
  tx_expect_buffers (h, 1);
  rate = tx_stat (h->element, "target-rate");
  fail_unless (rate > 3000000);
  fail_unless_equals_uint64 (tx_stat (h->element, "reference-window"), 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    set_controller (h->element, names[i]);
    check_controller (h->element, names[i]);
    fail_unless_equals_uint64 (tx_stat (h->element, "target-rate"), rate);
    fail_unless_equals_int (tx_stat (h->element, "reference-window") > 0,
        g_str_has_prefix (names[i], "scream"));
  }
  fail_unless_equals_int (count_warnings (h->element), 0);
  tx_harness_free (h);
}

GST_END_TEST;

/* That of another plugin stays in use. */
GST_START_TEST (test_controller_that_there_is_not)
{
  GstHarness *h = tx_harness_new ("screamtx controller=nada encoder-name=none");

  set_controller (h->element, "nadda");
  tx_expect_message (h->element, GST_MESSAGE_WARNING,
      "There is no controller \"nadda\", only: scream, fixed, gcc, ");
  check_controller (h->element, "nada");
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_controller_params_that_do_not_fit)
{
  GstHarness *h = tx_harness_new ("screamtx controller=gcc encoder-name=none "
      "controller-params=loss_v2=0");

  set_controller (h->element, "nada");
  tx_expect_message (h->element, GST_MESSAGE_WARNING,
      "controller=nada does not take controller-params: the controller nada has "
      "no parameter");
  check_controller (h->element, "gcc");
  fail_unless_equals_int (count_warnings (h->element), 0);
  set_controller (h->element, "gcc");
  fail_unless_equals_int (count_warnings (h->element), 0);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_controller_without_ecn)
{
  GstHarness *h = tx_harness_new ("screamtx encoder-name=none ecn=ect1");

  set_controller (h->element, "nada");
  fail_unless_equals_int (count_warnings (h->element), 0);
  set_controller (h->element, "gcc");
  tx_expect_message (h->element, GST_MESSAGE_WARNING,
      "The controller gcc does not use ECN");
  tx_check_text (h->element, "ecn-state", "off");
  set_controller (h->element, "scream");
  tx_check_text (h->element, "ecn-state", "testing");
  fail_unless_equals_int (count_warnings (h->element), 0);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxcontroller_suite (void)
{
  Suite *s = suite_create ("screamtxcontroller");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_controller_while_playing);
  tcase_add_test (tc, test_controller_that_there_is_not);
  tcase_add_test (tc, test_controller_params_that_do_not_fit);
  tcase_add_test (tc, test_controller_without_ecn);
  return s;
}

GST_CHECK_MAIN (screamtxcontroller);

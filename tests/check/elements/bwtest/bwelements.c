/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements of scream-bw-test-tx are as its options say. */
#include <gst/check/gstcheck.h>

#include "bwcontrol.h"
#include "bwsource.h"

static void
parse (BwTxOptions * o, const gchar * line)
{
  gchar **argv = g_strsplit (line, " ", -1);

  fail_unless_equals_int (bw_tx_options_parse (o, argv), BW_PARSE_RUN);
  g_strfreev (argv);
}

GST_START_TEST (test_bw_controller_as_asked_for)
{
  GstElement *tx = gst_element_factory_make ("screamtx", NULL);
  BwTxOptions o;
  gchar *params;
  gboolean pacing;

  parse (&o, "tx h 1");
  fail_unless (bw_control_configure (tx, &o));
  g_object_get (tx, "controller-params", &params, "pacing", &pacing, NULL);
  fail_unless (params == NULL && pacing);
  bw_tx_options_clear (&o);

  parse (&o, "tx -nopace -scale 0.9 -paceheadroom 2 -mulincrease 0.1 "
      "-inflightheadroom 3 -maxwindowheadroom 4 h 1");
  fail_unless (bw_control_configure (tx, &o));
  g_object_get (tx, "controller-params", &params, "pacing", &pacing, NULL);
  fail_unless_equals_string (params, "beta-loss=0.9,beta-ecn=0.9,"
      "packet-pacing-headroom=2,ref-wnd-overhead-max=4,"
      "bytes-in-flight-head-room=3,mul-increase-factor=0.1");
  fail_if (pacing);
  g_free (params);
  /* It takes them: the ranges of the options are its own. */
  fail_unless_equals_int (gst_element_set_state (tx, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  gst_element_set_state (tx, GST_STATE_NULL);
  bw_tx_options_clear (&o);
  gst_object_unref (tx);
}

GST_END_TEST;

GST_START_TEST (test_bw_source_as_asked_for)
{
  GstElement *source;
  BwTxOptions o;
  gdouble hysteresis;
  guint increase;

  parse (&o, "tx -hysteresis 0.1 -rateincrease 500 h 1");
  source = bw_source_new (&o);
  g_object_get (source, "bitrate-hysteresis", &hysteresis,
      "bitrate-increase", &increase, NULL);
  fail_unless_equals_float (hysteresis, 0.1);
  fail_unless_equals_int (increase, 500000);
  bw_tx_options_clear (&o);
  gst_object_unref (source);
}

GST_END_TEST;

static Suite *
bwelements_suite (void)
{
  Suite *s = suite_create ("bwelements");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_bw_controller_as_asked_for);
  tcase_add_test (tc, test_bw_source_as_asked_for);
  return s;
}

GST_CHECK_MAIN (bwelements);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The messages of stats-interval */
#include "screamtxtest.h"

#define INTERVAL (200 * MS)
#define REPORTING FAST " stats-interval=200"
#define PATIENCE (10 * GST_SECOND)      /* real time, for another thread */

/* The next message scream-stats, which comes; the caller frees it. */
static GstStructure *
next_report (GstElement * element)
{
  GstBus *bus = gst_element_get_bus (element);
  GstStructure *report = NULL;

  while (report == NULL) {
    GstMessage *message = gst_bus_timed_pop_filtered (bus, PATIENCE,
        GST_MESSAGE_ELEMENT);

    fail_unless (message != NULL, "no scream-stats");
    if (gst_message_has_name (message, "scream-stats"))
      report = gst_structure_copy (gst_message_get_structure (message));
    gst_message_unref (message);
  }
  gst_object_unref (bus);
  return report;
}

GST_START_TEST (test_reports_come_in_time)
{
  GstHarness *h = tx_harness_new (REPORTING);
  const gchar *state;
  guint64 rate;
  guint i;

  tx_start (h);
  for (i = 1; i <= 5; i++) {
    GstStructure *report;

    tx_run_to (T0 + i * INTERVAL - 2 * MS);
    fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ELEMENT,
            "scream-stats"), 0);
    tx_run_to (T0 + i * INTERVAL + 20 * MS);
    report = next_report (h->element);
    state = gst_structure_get_string (report, "feedback-state");
    fail_unless_equals_string (state, "none-yet");
    fail_unless (gst_structure_get_uint64 (report, "estimated-bitrate", &rate));
    fail_unless (rate > 900000000 && rate <= 1000000000, "%" G_GUINT64_FORMAT,
        rate);
    fail_unless (gst_structure_has_field_typed (report, "loss-rate",
            G_TYPE_DOUBLE));
    fail_unless (gst_structure_has_field_typed (report, "sender-queue-delay",
            G_TYPE_UINT64));
    gst_structure_free (report);
  }
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_no_report_in_paused)
{
  GstHarness *h = tx_harness_new (REPORTING);

  tx_start (h);
  gst_element_set_state (h->element, GST_STATE_PAUSED);
  tx_run_to (T0 + 3 * INTERVAL);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ELEMENT,
          "scream-stats"), 0);
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  tx_run_to (T0 + 4 * INTERVAL + 20 * MS);
  gst_structure_free (next_report (h->element));
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_no_report_unasked)
{
  GstHarness *h = tx_harness_new (FAST);
  guint interval;

  g_object_get (h->element, "stats-interval", &interval, NULL);
  fail_unless_equals_int (interval, 0);
  tx_start (h);
  tx_run_to (T0 + 10 * GST_SECOND);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ELEMENT,
          "scream-stats"), 0);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxreport_suite (void)
{
  Suite *s = suite_create ("screamtxreport");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_reports_come_in_time);
  tcase_add_test (tc, test_no_report_in_paused);
  tcase_add_test (tc, test_no_report_unasked);
  return s;
}

GST_CHECK_MAIN (screamtxreport);

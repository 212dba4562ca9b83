/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What becomes of a pad of screamtx that downstream refuses, or that nobody has linked yet. */
#include "screamtxtest.h"

static gint flow_result;

static GstFlowReturn
result_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return (GstFlowReturn) g_atomic_int_get (&flow_result);
}

static GstFlowReturn
push_until_refused (GstHarness * h)
{
  gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;
  GstFlowReturn ret = GST_FLOW_OK;

  while (ret == GST_FLOW_OK && g_get_monotonic_time () < end) {
    ret = gst_harness_push (h, rtp_new (SSRC, 0, 0, TRUE, 100));
    g_usleep (100);
    while (gst_test_clock_peek_next_pending_id (test_clock, NULL)
        && gst_test_clock_crank (test_clock));
  }
  return ret;
}

GST_START_TEST (test_screamtx_flow_errors_reach_upstream)
{
  static const GstFlowReturn table[] = { GST_FLOW_NOT_LINKED, GST_FLOW_ERROR,
    GST_FLOW_EOS, GST_FLOW_NOT_NEGOTIATED, GST_FLOW_CUSTOM_ERROR
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstHarness *h = tx_harness_new (FAST);

    g_atomic_int_set (&flow_result, table[i]);
    gst_pad_set_chain_function (h->sinkpad, result_chain);
    fail_unless_equals_int (push_until_refused (h), table[i]);
    /* An event is refused for the same reason, not for a new one. */
    fail_if (gst_harness_push_event (h, gst_event_new_custom
            (GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty ("mark"))));
    fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, 0, 0, TRUE,
                100)), table[i]);
    /* It is for upstream to say. */
    fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ERROR,
            NULL), 0);

    /* A flush is a new start. */
    g_atomic_int_set (&flow_result, GST_FLOW_OK);
    tx_flush (h);
    tx_push (h, 1);
    tx_harness_free (h);
  }
}

GST_END_TEST;

GST_START_TEST (test_screamtx_caps_after_a_flow_error)
{
  GstHarness *h = tx_harness_new (FAST);

  g_atomic_int_set (&flow_result, GST_FLOW_ERROR);
  gst_pad_set_chain_function (h->sinkpad, result_chain);
  fail_unless_equals_int (push_until_refused (h), GST_FLOW_ERROR);
  /* It comes with the next packet, whose result is that of the event. */
  gst_harness_set_src_caps_str (h, "application/x-rtp, payload=99");
  fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, 0, 0, TRUE,
              100)), GST_FLOW_ERROR);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_src_linked_late)
{
  GstElement *element = gst_parse_launch (FAST, NULL);
  GstHarness *h = gst_harness_new_with_element (element, "sink", NULL);
  GstHarness *out;

  gst_harness_set_src_caps_str (h, "application/x-rtp");
  fail_unless_equals_int (push_until_refused (h), GST_FLOW_NOT_LINKED);
  out = gst_harness_new_with_element (element, NULL, "src");
  tx_push (h, 5);
  tx_pull (out, 5);
  gst_harness_teardown (out);
  tx_harness_free (h);
  gst_object_unref (element);
}

GST_END_TEST;

static Suite *
screamtxflow_suite (void)
{
  Suite *s = suite_create ("screamtxflow");
  TCase *tc = tcase_create ("flow");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_flow_errors_reach_upstream);
  tcase_add_test (tc, test_screamtx_caps_after_a_flow_error);
  tcase_add_test (tc, test_screamtx_src_linked_late);

  return s;
}

GST_CHECK_MAIN (screamtxflow);

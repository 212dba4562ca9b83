/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Feedback that does not reach screamtx: no route, reports that stay away or say nothing
 * new, a pause. */
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

#include "screamtxtest.h"

GST_START_TEST (test_screamtx_no_route_is_an_error)
{
  GstHarness *h = tx_harness_new (SCREAM);

  tx_push (h, 0);
  tx_pull (h, 0);
  tx_expect_message (h->element, GST_MESSAGE_ERROR, "link the receiver's RTCP "
      "to rtcp_sink, for example \"udpsrc port=5001 ! screamtx0.rtcp_sink\", "
      "or set controller=fixed");
  tx_go_on (100 * MS);
  tx_push (h, 1);
  tx_pull (h, 1);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ERROR,
          NULL), 0);
  tx_harness_free (h);
}

GST_END_TEST;

/* The sink of a bin brings its own; two before one sink read one socket. One that only paces
 * is no mistake. */
GST_START_TEST (test_screamtx_another_behind_is_an_error)
{
  static const struct
  {
    const gchar *line;
    gboolean wrong;
  } cases[] = {
    {"screamvideosrc ! screamtx name=a ! screamtx name=b ! udpsink port=9",
        TRUE},
    {"screamvideosrc ! screamtx name=a ! screamsink host=127.0.0.1 port=9",
        TRUE},
    {"screamvideosrc ! screamtx name=a ! f. funnel name=f ! udpsink port=9 "
          "screamvideosrc ! screamtx name=b controller=fixed ! f.", TRUE},
    {"screamvideosrc ! screamtx name=a ! udpsink port=9 "
          "screamvideosrc ! screamtx name=b ! udpsink port=9", FALSE},
    {"screamvideosrc ! screamtx name=a controller=fixed ! screamtx name=b ! "
          "udpsink port=9", FALSE},
  };
  GstElement *pipeline = gst_parse_launch (cases[__i__].line, NULL);
  GstMessage *message;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      cases[__i__].wrong ? 10 * GST_SECOND : 300 * GST_MSECOND,
      GST_MESSAGE_ERROR);
  fail_unless_equals_int (message != NULL, cases[__i__].wrong);
  if (message != NULL) {
    GError *error;
    gchar *debug;

    gst_message_parse_error (message, &error, &debug);
    fail_unless_equals_string (GST_MESSAGE_SRC_NAME (message), "a");
    fail_unless (strstr (error->message, "Another screamtx") != NULL);
    fail_unless (strstr (debug, "Remove one of them") != NULL);
    g_error_free (error);
    g_free (debug);
    gst_message_unref (message);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_fixed_needs_no_feedback)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  for (i = 0; i < 30; i++) {
    tx_push (h, (guint16) i);
    tx_run_to (T0 + (i + 1) * 100 * MS);
  }
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ERROR |
          GST_MESSAGE_WARNING, NULL), 0);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-sent"), 30);
  tx_harness_free (h);
}

GST_END_TEST;

/* A route that appears, and goes away again. */
GST_START_TEST (test_screamtx_route_follows_rtcp_sink)
{
  GstHarness *h = tx_harness_new (PACED), *rtcp;
  const gchar *const routes[] = { "none", "pad", "none" };
  guint i;

  for (i = 0; i < 3; i++) {
    rtcp = i == 1 ? tx_rtcp_harness_new (h) : NULL;
    tx_go_on (10 * MS);
    tx_push (h, (guint16) i);
    tx_pull (h, (guint16) i);
    tx_check_text (h->element, "feedback-route", routes[i]);
    g_clear_pointer (&rtcp, gst_harness_teardown);
  }
  tx_harness_free (h);
}

GST_END_TEST;

/* Frames of 100 ms, no feedback on any, until @time. */
static void
send_in_vain (GstHarness * h, guint16 * seq, GstClockTime time)
{
  while (gst_clock_get_time (GST_CLOCK (test_clock)) < time) {
    fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, *seq,
                *seq * 9000u, TRUE, 200)), GST_FLOW_OK);
    (*seq)++;
    tx_go_on (100 * MS);
  }
}

/* That is no report, though it comes by the right way. */
GST_START_TEST (test_screamtx_only_remb)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  RtpCcRemb remb = { 1, 2000000, 1, {SSRC}
  };
  guint8 data[24];
  gsize size = rtp_cc_remb_write (data, sizeof (data), &remb);
  guint16 seq = 0;

  send_in_vain (h, &seq, T0 + 900 * MS);
  gst_harness_push (rtcp, gst_buffer_new_memdup (data, size));
  send_in_vain (h, &seq, T0 + 3000 * MS);
  tx_expect_message (h->element, GST_MESSAGE_WARNING,
      "Set feedback=ccfb or feedback=twcc of screamrx");
  gst_harness_push (rtcp, gst_buffer_new_memdup (data, size));
  send_in_vain (h, &seq, T0 + 6000 * MS);
  fail_unless_equals_int (tx_count_messages (h->element,
          GST_MESSAGE_WARNING | GST_MESSAGE_ERROR, NULL), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

static void
expect_message (GstElement * element, const gchar * event, GstClockTime silence)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (element),
      5 * GST_SECOND, GST_MESSAGE_ELEMENT | GST_MESSAGE_INFO);
  const GstStructure *s;
  guint64 ns;

  fail_unless (message != NULL);
  fail_unless_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_ELEMENT);
  s = gst_message_get_structure (message);
  fail_unless (gst_structure_has_name (s, "scream-receiver"));
  fail_unless_equals_string (gst_structure_get_string (s, "event"), event);
  fail_unless (gst_structure_has_field (s, "text"));
  fail_unless (gst_structure_get_uint64 (s, "silence", &ns));
  fail_unless (ns >= silence && ns < silence + GST_SECOND, "%s after %"
      GST_TIME_FORMAT, event, GST_TIME_ARGS (ns));
  gst_message_unref (message);
}

/* An info that gst-launch prints, and a message for applications. */
static void
expect_receiver (GstElement * element, const gchar * event, const gchar * text,
    GstClockTime silence)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (element),
      5 * GST_SECOND, GST_MESSAGE_INFO);
  gchar *details;

  fail_unless (message != NULL);
  gst_message_parse_info (message, NULL, &details);
  fail_unless (strstr (details, text) != NULL, "%s", details);
  g_free (details);
  gst_message_unref (message);
  expect_message (element, event, silence);
}

GST_START_TEST (test_screamtx_missing_feedback)
{
  GstHarness *h = tx_harness_new (SCREAM " min-bitrate=50000");
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint64 estimate;
  guint16 seq = 0;
  guint i;

  for (i = 0; i < 2; i++) {
    GstClockTime start = gst_clock_get_time (GST_CLOCK (test_clock));

    send_in_vain (h, &seq, start + 400 * MS);
    fail_unless_equals_int (tx_count_messages (h->element,
            GST_MESSAGE_ELEMENT, "scream-feedback-timeout"), 0);

    send_in_vain (h, &seq, start + 2000 * MS);
    tx_expect_message (h->element, GST_MESSAGE_ELEMENT,
        "scream-feedback-timeout");
    tx_expect_message (h->element, GST_MESSAGE_WARNING,
        i == 0 ? "the minimum bitrate" : "another sender uses the same port");
    if (i == 1)
      expect_message (h->element, "gone", GST_SECOND);
    estimate = tx_stat (h->element, "estimated-bitrate");
    fail_unless (estimate > 49000 && estimate < 51000, "%" G_GUINT64_FORMAT,
        estimate);
    tx_check_text (h->element, "feedback-state", "missing");

    /* Once is enough. */
    send_in_vain (h, &seq, start + 5000 * MS);
    fail_unless_equals_int (tx_count_messages (h->element,
            GST_MESSAGE_ELEMENT | GST_MESSAGE_WARNING, NULL), 0);

    gst_harness_push (rtcp, ccfb_new (SSRC, seq - 2, 2, FALSE, 70000 * i));
    tx_expect_message (h->element, GST_MESSAGE_ELEMENT,
        "scream-feedback-resumed");
    if (i == 0)
      expect_receiver (h->element, "arrived", "has arrived", 4500 * MS);
    else
      expect_receiver (h->element, "back", "is back", 4500 * MS);
  }
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ERROR,
          NULL), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* A high rate is not at the minimum by then. */
GST_START_TEST (test_screamtx_missing_feedback_at_a_high_rate)
{
  GstHarness *h = tx_harness_new (SCREAM " max-bitrate=30000000 "
      "initial-bitrate=20000000");
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint16 seq = 0;

  send_in_vain (h, &seq, gst_clock_get_time (GST_CLOCK (test_clock))
      + 2000 * MS);
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "bit/s for now");
  fail_unless (tx_stat (h->element, "estimated-bitrate") > 200000);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* A report that is repeated is none. */
GST_START_TEST (test_screamtx_repeated_feedback)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint16 seq = 0;
  guint i;

  send_in_vain (h, &seq, gst_clock_get_time (GST_CLOCK (test_clock))
      + 300 * MS);
  for (i = 0; i < 30; i++) {
    gst_harness_push (rtcp, ccfb_new (SSRC, 0, 2, FALSE, 1000));
    send_in_vain (h, &seq, gst_clock_get_time (GST_CLOCK (test_clock))
        + 100 * MS);
  }
  tx_expect_message (h->element, GST_MESSAGE_ELEMENT,
      "scream-feedback-timeout");
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "any more");
  expect_message (h->element, "gone", GST_SECOND);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ELEMENT,
          NULL), 0);
  tx_check_text (h->element, "feedback-state", "missing");
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Two SSRCs, reports on one: the other one is named, once. */
GST_START_TEST (test_screamtx_unreported_ssrc)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  gchar *name = g_strdup_printf ("0x%08x", SSRC + 1);
  guint16 seq;

  for (seq = 0; seq < 30; seq++) {
    gst_harness_push (h, rtp_new (SSRC, seq, 0, TRUE, 200));
    gst_harness_push (h, rtp_new (SSRC + 1, seq, 0, TRUE, 200));
    tx_go_on (100 * MS);
    gst_harness_push (rtcp, ccfb_new (SSRC, seq, 1, FALSE, 6554 * seq));
    /* 8 packets: 0.8 s and what the queue takes */
    if (seq < 7)
      fail_unless_equals_uint64 (tx_stat (h->element, "unreported-ssrcs"), 0);
  }
  fail_unless_equals_uint64 (tx_stat (h->element, "unreported-ssrcs"), 1);
  tx_expect_message (h->element, GST_MESSAGE_WARNING, name);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_WARNING,
          NULL), 0);
  gst_harness_push (rtcp, ccfb_new (SSRC + 1, 29, 1, FALSE, 6554 * 30));
  fail_unless_equals_uint64 (tx_stat (h->element, "unreported-ssrcs"), 0);
  g_free (name);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Of three packets, the last one has come. */
static GstBuffer *
ccfb_last_of_three (guint16 seq, guint32 timestamp)
{
  RtpCcMetric metrics[3] = { {0}, {0}, {.received = true} };
  RtpCcCcfbBlock block = { SSRC, seq, 3, metrics };
  guint8 data[100];
  gsize size = rtp_cc_ccfb_write (data, sizeof (data), 0x11223344, &block, 1,
      timestamp, RTP_CC_NUM_REPORTS_COUNT);

  return gst_buffer_new_memdup (data, size);
}

GST_START_TEST (test_screamtx_packets_too_large_for_the_path)
{
  GstHarness *h = tx_harness_new (SCREAM " min-bitrate=500000");
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint16 i;

  for (i = 0; i < 40; i++) {
    gst_harness_push (h, rtp_new (SSRC, 3 * i, i, FALSE, 1400));
    gst_harness_push (h, rtp_new (SSRC, 3 * i + 1, i, FALSE, 1300));
    gst_harness_push (h, rtp_new (SSRC, 3 * i + 2, i, TRUE, 300));
    tx_go_on (100 * MS);
    gst_harness_push (rtcp, ccfb_last_of_three (3 * i, 6554 * i));
  }
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "Set mtu=1200 of");
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_WARNING,
          NULL), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* While reports are missing the rate falls, but not that of who does not control. */
GST_START_TEST (test_screamtx_controller_is_the_one_set)
{
  static const struct
  {
    const gchar *controller;
    GstClockTime after;
    guint64 low, high;
  } cases[] = {
    {"scream", 900 * MS, 240000, 260000},
    {"scream-v1", 900 * MS, 240000, 260000},
    {"nada", 900 * MS, 240000, 260000},
    {"gcc", 900 * MS, 240000, 260000},
    {"gcc-remb", 900 * MS, 240000, 260000},
    {"fixed", 5000 * MS, 990000, 1010000},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gchar *line = g_strdup_printf (SCREAM " controller=%s",
        cases[i].controller);
    GstHarness *h = tx_harness_new (line), *rtcp = tx_rtcp_harness_new (h);
    GstClockTime start = gst_clock_get_time (GST_CLOCK (test_clock));
    guint64 estimate;
    guint16 seq = 0;

    send_in_vain (h, &seq, start + cases[i].after);
    estimate = tx_stat (h->element, "estimated-bitrate");
    fail_unless (estimate >= cases[i].low && estimate <= cases[i].high,
        "%s: %" G_GUINT64_FORMAT, cases[i].controller, estimate);
    gst_harness_teardown (rtcp);
    tx_harness_free (h);
    g_free (line);
  }
}

GST_END_TEST;

/* Of a receiver that is known to be silent the user hears once; when it speaks, the
 * controller takes over, and silence is what it is without the property. */
GST_START_TEST (test_screamtx_no_feedback_bitrate)
{
  GstHarness *h = tx_harness_new (SCREAM " min-bitrate=50000 "
      "no-feedback-bitrate=3000000");
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint64 estimate;
  guint16 seq = 0;

  send_in_vain (h, &seq, T0 + 5000 * MS);
  tx_expect_message (h->element, GST_MESSAGE_WARNING,
      "sending at 3000000 bit/s, as no-feedback-bitrate says");
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_WARNING,
          NULL), 0);
  fail_unless_equals_uint64 (tx_stat (h->element, "estimated-bitrate"),
      3000000);
  g_object_set (h->element, "no-feedback-bitrate", 2000000, NULL);
  fail_unless_equals_uint64 (tx_stat (h->element, "estimated-bitrate"),
      2000000);

  gst_harness_push (rtcp, ccfb_new (SSRC, seq - 2, 2, FALSE, 70000));
  tx_expect_message (h->element, GST_MESSAGE_ELEMENT,
      "scream-feedback-resumed");
  fail_unless (tx_stat (h->element, "estimated-bitrate") <= 1010000);
  send_in_vain (h, &seq, T0 + 10000 * MS);
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "any more; sending at");
  estimate = tx_stat (h->element, "estimated-bitrate");
  fail_unless (estimate > 49000 && estimate < 51000, "%" G_GUINT64_FORMAT,
      estimate);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Time in PAUSED does not count. */
GST_START_TEST (test_screamtx_pause_is_no_missing_feedback)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
  guint16 seq = 0;

  send_in_vain (h, &seq, T0 + 300 * MS);
  gst_element_set_state (h->element, GST_STATE_PAUSED);
  tx_run_to (T0 + 10 * GST_SECOND);
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  send_in_vain (h, &seq, T0 + 10300 * MS);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ELEMENT,
          "scream-feedback-timeout"), 0);
  send_in_vain (h, &seq, T0 + 11000 * MS);
  tx_expect_message (h->element, GST_MESSAGE_ELEMENT,
      "scream-feedback-timeout");
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxroute_suite (void)
{
  Suite *s = suite_create ("screamtxroute");
  TCase *tc = tcase_create ("feedback");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_no_route_is_an_error);
  tcase_add_test (tc, test_screamtx_fixed_needs_no_feedback);
  tcase_add_test (tc, test_screamtx_route_follows_rtcp_sink);
  tcase_add_test (tc, test_screamtx_only_remb);
  tcase_add_test (tc, test_screamtx_missing_feedback);
  tcase_add_test (tc, test_screamtx_missing_feedback_at_a_high_rate);
  tcase_add_test (tc, test_screamtx_no_feedback_bitrate);
  tcase_add_test (tc, test_screamtx_repeated_feedback);
  tcase_add_test (tc, test_screamtx_unreported_ssrc);
  tcase_add_test (tc, test_screamtx_packets_too_large_for_the_path);
  tcase_add_test (tc, test_screamtx_controller_is_the_one_set);
  tcase_add_test (tc, test_screamtx_pause_is_no_missing_feedback);

  tc = tcase_create ("in real time");
  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_screamtx_another_behind_is_an_error, 0, 5);

  return s;
}

GST_CHECK_MAIN (screamtxroute);

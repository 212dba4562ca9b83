/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Events through screamtx: caps, EOS, flushes, new segments and states; and how a source is
 * held back that is not live. */
#include "screamtxtest.h"

static void
push_mark (GstHarness * h)
{
  fail_unless (gst_harness_push_event (h,
          gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM,
              gst_structure_new_empty ("mark"))));
}

static void
push_caps (GstHarness * h, const gchar * text)
{
  GstCaps *caps = gst_caps_from_string (text);

  fail_unless (gst_harness_push_event (h, gst_event_new_caps (caps)));
  gst_caps_unref (caps);
}

/* Above READY, but its stream has not begun: nothing was pushed yet. */
static GstHarness *
silent_harness_new (const gchar * line)
{
  GstElement *element = gst_parse_launch (line, NULL);
  GstHarness *h = gst_harness_new_with_element (element, "sink", "src");

  gst_object_unref (element);
  return h;
}

GST_START_TEST (test_screamtx_events_keep_their_place)
{
  GstHarness *h = silent_harness_new (PACED);
  TxLog *log = tx_log_new (h->element, "src");
  guint i;

  gst_harness_set_src_caps_str (h, "application/x-rtp, payload=96");
  tx_push (h, 0);
  push_mark (h);
  tx_push (h, 1);
  push_caps (h, "application/x-rtp, payload=97");
  tx_push (h, 2);
  push_mark (h);
  tx_push_eos (h);
  tx_log_expect (log, "stream-start caps segment 0 mark ");
  for (i = 1; i < 3; i++)
    tx_crank_to (T0 + i * PACKET_TIME - BURST);
  tx_log_expect (log, "stream-start caps segment 0 mark 1 caps 2 mark eos ");
  tx_log_free (log);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_renegotiation_reaches_downstream_in_order)
{
  GstHarness *h = tx_harness_new (PACED);
  GstCaps *caps, *want = gst_caps_from_string ("application/x-srtp, payload=5");

  tx_push (h, 0);
  tx_push (h, 1);
  push_caps (h, "application/x-srtp, payload=5");
  tx_push (h, 2);
  tx_pull (h, 0);
  tx_crank_to (T0 + PACKET_TIME - BURST);
  tx_pull (h, 1);
  tx_crank_to (T0 + 2 * PACKET_TIME - BURST);
  tx_pull (h, 2);
  caps = gst_pad_get_current_caps (h->sinkpad);
  fail_unless (gst_caps_is_equal (caps, want));
  gst_caps_unref (caps);
  gst_caps_unref (want);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_caps_that_downstream_refuses)
{
  GstHarness *h = silent_harness_new (FAST);
  GstCaps *caps, *want = gst_caps_from_string ("application/x-srtp");

  gst_harness_set_sink_caps_str (h, "application/x-srtp");
  caps = gst_pad_peer_query_caps (h->srcpad, NULL);
  fail_unless (gst_caps_is_equal (caps, want), "%s", gst_caps_to_string (caps));
  gst_caps_unref (caps);
  gst_caps_unref (want);
  tx_harness_free (h);
}

GST_END_TEST;

static void
start_again_at (GstHarness * h, GstClockTime running)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.base = running;
  fail_unless (gst_harness_push_event (h, gst_event_new_stream_start ("2")));
  push_caps (h, "application/x-rtp, payload=98");
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
}

static void
start_again (GstHarness * h)
{
  start_again_at (h, 0);
}

GST_START_TEST (test_screamtx_eos_comes_after_all_packets)
{
  GstHarness *h = tx_harness_new (PACED);
  TxLog *log = tx_log_new (h->element, "src");
  guint i;

  for (i = 0; i < 4; i++)
    tx_push (h, (guint16) i);
  tx_push_eos (h);
  for (i = 1; i < 4; i++) {
    tx_crank_to (T0 + i * PACKET_TIME - BURST);
    tx_log_expect (log, i == 1 ? "0 1 " : i == 2 ? "0 1 2 " : "0 1 2 3 eos ");
  }
  fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, 9, 9, TRUE, 99)),
      GST_FLOW_EOS);

  start_again (h);
  gst_test_clock_advance_time (test_clock, 10 * MS);
  tx_push (h, 4);
  tx_log_expect (log, "0 1 2 3 eos stream-start caps segment 4 ");
  tx_log_free (log);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_eos_and_restart)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  for (i = 0; i < 3; i++) {
    tx_push (h, 1);
    tx_push_eos (h);
    tx_pull (h, 1);
    fail_unless_equals_int (gst_element_set_state (h->element, GST_STATE_NULL),
        GST_STATE_CHANGE_SUCCESS);
    gst_element_set_state (h->element, GST_STATE_PLAYING);
    start_again (h);
    tx_push (h, 2);
    tx_pull (h, 2);
    fail_unless_equals_uint64 (tx_stat (h->element, "packets-sent"), 1);
    gst_element_set_state (h->element, GST_STATE_READY);
    gst_element_set_state (h->element, GST_STATE_PLAYING);
    start_again (h);
  }
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_flush_empties)
{
  GstHarness *h = tx_harness_new (PACED);
  TxLog *log = tx_log_new (h->element, "src");
  GstCaps *caps, *want = gst_caps_from_string ("application/x-rtp, payload=7");
  guint i;

  for (i = 0; i < 4; i++)
    tx_push (h, (guint16) i);
  tx_log_expect (log, "0 ");
  /* Nobody sends these again after a flush. */
  push_caps (h, "application/x-rtp, payload=7");
  tx_push_eos (h);
  tx_flush (h);
  fail_unless_equals_uint64 (tx_stat (h->element, "queued-bytes"), 0);
  tx_push (h, 10);
  tx_push (h, 11);
  tx_crank_to (T0 + PACKET_TIME - BURST);
  tx_log_expect (log, "0 flush-start flush-stop caps segment 10 ");
  caps = gst_pad_get_current_caps (h->sinkpad);
  fail_unless (gst_caps_is_equal (caps, want));
  gst_caps_unref (caps);
  gst_caps_unref (want);
  tx_log_free (log);
  tx_harness_free (h);
}

GST_END_TEST;

static GstBusSyncReply
flush_at_error (GstBus * bus, GstMessage * message, gpointer user_data)
{
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    tx_flush (user_data);
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* With the first packet a way for feedback is looked for; that there is none is said
 * when the packet is on its way out. */
GST_START_TEST (test_screamtx_flush_before_the_first_packet_leaves)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GstBus *bus = gst_element_get_bus (h->element);

  gst_bus_set_sync_handler (bus, flush_at_error, h, NULL);
  tx_push (h, 0);
  tx_go_on (100 * MS);
  tx_push (h, 1);
  tx_pull (h, 1);
  gst_object_unref (bus);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_flushing_refuses_packets)
{
  GstHarness *h = tx_harness_new (FAST);

  gst_harness_push_event (h, gst_event_new_flush_start ());
  fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, 9, 9, TRUE, 99)),
      GST_FLOW_FLUSHING);
  gst_harness_push_event (h, gst_event_new_flush_stop (TRUE));
  start_again (h);
  tx_push (h, 3);
  tx_pull (h, 3);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-sent"), 1);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_a_hundred_state_cycles)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  for (i = 0; i < 100; i++) {
    tx_push (h, 0);
    tx_push (h, 1);
    if (i % 3 == 0)
      tx_pull (h, 0);
    if (i % 5 == 0)
      tx_push_eos (h);
    gst_element_set_state (h->element, i % 2 ? GST_STATE_NULL
        : GST_STATE_READY);
    gst_element_set_state (h->element, GST_STATE_PLAYING);
    while (gst_harness_buffers_in_queue (h) > 0)
      gst_buffer_unref (gst_harness_pull (h));
    start_again (h);
  }
  tx_harness_free (h);
}

GST_END_TEST;

static gboolean
answer_not_live (GstPad * pad, GstObject * parent, GstQuery * query)
{
  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return gst_pad_query_default (pad, parent, query);
  gst_query_set_latency (query, FALSE, 0, GST_CLOCK_TIME_NONE);
  return TRUE;
}

static gpointer
push_frames (gpointer user_data)
{
  GstHarness *h = user_data;
  GstFlowReturn ret = GST_FLOW_OK;
  guint i;

  for (i = 0; ret == GST_FLOW_OK; i++) {
    GstBuffer *buffer = rtp_new (SSRC, (guint16) i, i, TRUE, 100);

    GST_BUFFER_PTS (buffer) = i * 100 * MS;
    ret = gst_harness_push (h, buffer);
  }
  return GINT_TO_POINTER (ret);
}

/* The test clock is the pipeline's clock too. */
static GstHarness *
file_harness_new (const gchar * line, GstState state)
{
  GstHarness *h = silent_harness_new (line);

  gst_element_set_state (h->element, GST_STATE_READY);
  gst_element_set_clock (h->element, GST_CLOCK (test_clock));
  gst_element_set_base_time (h->element, T0);
  gst_pad_set_query_function (h->srcpad, answer_not_live);
  gst_element_set_state (h->element, state);
  gst_harness_set_src_caps_str (h, "application/x-rtp");
  return h;
}

GST_START_TEST (test_screamtx_not_live_is_held_to_real_time)
{
  GstHarness *h = file_harness_new (FAST, GST_STATE_PLAYING);
  GThread *thread = g_thread_new ("source", push_frames, h);

  tx_run_to (T0 + 95 * MS);
  tx_expect_buffers (h, 1);
  tx_run_to (T0 + 350 * MS);
  /* Those of 0, 100, 200 and 300 ms */
  tx_expect_buffers (h, 4);

  gst_harness_push_event (h, gst_event_new_flush_start ());
  fail_unless_equals_int (GPOINTER_TO_INT (g_thread_join (thread)),
      GST_FLOW_FLUSHING);
  tx_harness_free (h);
}

GST_END_TEST;

static gpointer
push_untimed (gpointer user_data)
{
  GstHarness *h = user_data;
  GstFlowReturn ret = GST_FLOW_OK;
  guint i;

  for (i = 0; ret == GST_FLOW_OK; i++)
    ret = gst_harness_push (h, rtp_new (SSRC, (guint16) i, i, TRUE, SIZE));
  return GINT_TO_POINTER (ret);
}

static void
ask_for_key_frame (GstHarness * h)
{
  gst_harness_push_upstream_event (h,
      gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
          gst_structure_new ("GstForceKeyUnit", "ssrc", G_TYPE_UINT, SSRC,
              NULL)));
}

/* What has no time passes one by one, whatever else the session waits for: key
 * frames here, that are asked for too often. */
GST_START_TEST (test_screamtx_not_live_without_times)
{
  GstHarness *h = file_harness_new (PACED, GST_STATE_PLAYING);
  GThread *thread = g_thread_new ("source", push_untimed, h);
  guint n, i;

  for (i = 0; i < 50; i++) {
    gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

    n = gst_harness_buffers_received (h);
    ask_for_key_frame (h);
    while (gst_harness_buffers_received (h) < n + 10) {
      tx_go_on (MS);
      fail_unless (g_get_monotonic_time () < end, "stands at %d", n);
    }
  }
  gst_harness_push_event (h, gst_event_new_flush_start ());
  fail_unless_equals_int (GPOINTER_TO_INT (g_thread_join (thread)),
      GST_FLOW_FLUSHING);
  tx_harness_free (h);
}

GST_END_TEST;

/* Decoders behind may need several packets before a sink prerolls; without any
 * that waits it must end all the same. */
GST_START_TEST (test_screamtx_not_live_in_paused_is_bounded)
{
  GstHarness *h = file_harness_new (FAST, GST_STATE_PAUSED);
  GThread *thread = g_thread_new ("source", push_frames, h);

  /* One second of frames of 100 ms */
  tx_expect_buffers (h, 10);
  tx_run_to (T0 + 3 * GST_SECOND);
  tx_expect_buffers (h, 10);

  gst_element_set_base_time (h->element, T0 + 3 * GST_SECOND);
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  tx_run_to (T0 + 4950 * MS);
  tx_expect_buffers (h, 20);

  /* Paused again, which sinks need some packets for too. */
  gst_element_set_state (h->element, GST_STATE_PAUSED);
  tx_run_to (T0 + 8 * GST_SECOND);
  tx_expect_buffers (h, 30);
  /* 1.95 s when it stopped */
  gst_element_set_base_time (h->element, T0 + 6050 * MS);
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  tx_run_to (T0 + 9 * GST_SECOND);
  tx_expect_buffers (h, 30);
  tx_run_to (T0 + 9100 * MS);
  tx_expect_buffers (h, 31);

  gst_element_set_state (h->element, GST_STATE_READY);
  fail_unless_equals_int (GPOINTER_TO_INT (g_thread_join (thread)),
      GST_FLOW_FLUSHING);
  tx_harness_free (h);
}

GST_END_TEST;

/* A seek in PAUSED: the sink has to preroll again. */
GST_START_TEST (test_screamtx_not_live_flush_in_paused)
{
  GstHarness *h = file_harness_new (FAST, GST_STATE_PAUSED);
  GThread *thread = g_thread_new ("source", push_frames, h);

  tx_expect_buffers (h, 10);
  gst_harness_push_event (h, gst_event_new_flush_start ());
  g_thread_join (thread);
  gst_harness_push_event (h, gst_event_new_flush_stop (FALSE));
  start_again_at (h, 5 * GST_SECOND);
  thread = g_thread_new ("source", push_frames, h);
  tx_expect_buffers (h, 20);

  gst_element_set_state (h->element, GST_STATE_NULL);
  g_thread_join (thread);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxevents_suite (void)
{
  Suite *s = suite_create ("screamtxevents");
  TCase *tc = tcase_create ("flow");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_events_keep_their_place);
  tcase_add_test (tc, test_screamtx_renegotiation_reaches_downstream_in_order);
  tcase_add_test (tc, test_screamtx_caps_that_downstream_refuses);
  tcase_add_test (tc, test_screamtx_eos_comes_after_all_packets);
  tcase_add_test (tc, test_screamtx_eos_and_restart);
  tcase_add_test (tc, test_screamtx_flush_empties);
  tcase_add_test (tc, test_screamtx_flush_before_the_first_packet_leaves);
  tcase_add_test (tc, test_screamtx_flushing_refuses_packets);
  tcase_add_test (tc, test_screamtx_a_hundred_state_cycles);
  tcase_add_test (tc, test_screamtx_not_live_is_held_to_real_time);
  tcase_add_test (tc, test_screamtx_not_live_without_times);
  tcase_add_test (tc, test_screamtx_not_live_in_paused_is_bounded);
  tcase_add_test (tc, test_screamtx_not_live_flush_in_paused);

  return s;
}

GST_CHECK_MAIN (screamtxevents);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What screamrx does when streams and pads come, end or fail: events, states, warnings. */
#include <string.h>

#include "screamrxtest.h"

GST_START_TEST (test_screamrx_rtcp_pad_events)
{
  Rx rx = new_rx ();
  static const GstEventType types[] = { GST_EVENT_STREAM_START,
    GST_EVENT_CAPS, GST_EVENT_SEGMENT
  };
  const GstSegment *segment;
  GstCaps *caps;
  guint i;

  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  for (i = 0; i < G_N_ELEMENTS (types); i++) {
    GstEvent *event = gst_harness_pull_event (rx.rtcp);

    fail_unless_equals_int (GST_EVENT_TYPE (event), types[i]);
    if (i == 1) {
      gst_event_parse_caps (event, &caps);
      fail_unless (gst_structure_has_name (gst_caps_get_structure (caps, 0),
              "application/x-rtcp"));
    } else if (i == 2) {
      gst_event_parse_segment (event, &segment);
      fail_unless_equals_int (segment->format, GST_FORMAT_TIME);
    }
    gst_event_unref (event);
  }
  fail_unless_equals_int (gst_harness_events_in_queue (rx.rtcp), 0);
  check_text_stat (rx.element, "route", "pad");
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_eos_reaches_rtcp_src)
{
  Rx rx = new_rx ();
  GstEvent *event = NULL;

  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  fail_unless (gst_harness_push_event (rx.media, gst_event_new_eos ()));
  do {
    gst_clear_event (&event);
    event = gst_harness_pull_event (rx.rtcp);
    fail_unless (event != NULL);
  } while (GST_EVENT_TYPE (event) != GST_EVENT_EOS);
  gst_event_unref (event);

  /* A new stream takes it back. */
  gst_harness_push_event (rx.media, gst_event_new_stream_start ("again"));
  push (&rx, new_rtp (SSRC, 2, TRUE));
  pull_feedback (&rx);
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-errors"), 0);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_flush)
{
  Rx rx = new_rx ();
  GstSegment segment;
  guint i;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  for (i = 0; i < 3; i++) {
    if (i == 2)
      gst_harness_push_event (rx.media, gst_event_new_eos ());
    gst_harness_push_event (rx.media, gst_event_new_flush_start ());
    fail_unless_equals_int (gst_harness_push (rx.media, new_rtp (SSRC, i,
                TRUE)), GST_FLOW_FLUSHING);
    gst_harness_push_event (rx.media, gst_event_new_flush_stop (TRUE));
    gst_harness_push_event (rx.media, gst_event_new_segment (&segment));
    push (&rx, new_rtp (SSRC, i, TRUE));
    pull_feedback (&rx);
  }
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-errors"), 0);
  free_rx (&rx);
}

GST_END_TEST;

static GstFlowReturn
refuse (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return GST_FLOW_ERROR;
}

/* Whatever becomes of feedback, the media goes on. */
GST_START_TEST (test_screamrx_feedback_error)
{
  Rx rx = new_rx ();
  GstPad *src = gst_element_get_static_pad (rx.element, "rtcp_src");
  GstPad *peer = gst_pad_get_peer (src);
  guint i;

  gst_pad_set_chain_function (peer, refuse);
  for (i = 0; i < 10; i++)
    push (&rx, new_rtp (SSRC, i, TRUE));
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 10);
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-errors"), 10);
  gst_object_unref (peer);
  gst_object_unref (src);
  free_rx (&rx);
}

GST_END_TEST;

/* ... and what becomes of the media is told upstream. */
GST_START_TEST (test_screamrx_media_error)
{
  Rx rx = new_rx ();
  GstPad *src = gst_element_get_static_pad (rx.element, "src");
  GstPad *peer = gst_pad_get_peer (src);

  gst_pad_set_chain_function (peer, refuse);
  fail_unless_equals_int (gst_harness_push (rx.media, new_rtp (SSRC, 1, TRUE)),
      GST_FLOW_ERROR);
  gst_pad_unlink (src, peer);
  fail_unless_equals_int (gst_harness_push (rx.media, new_rtp (SSRC, 2, TRUE)),
      GST_FLOW_NOT_LINKED);
  fail_unless (gst_pad_link (src, peer) == GST_PAD_LINK_OK);
  settle (&rx);
  pull_feedback (&rx);
  gst_object_unref (peer);
  gst_object_unref (src);
  free_rx (&rx);
}

GST_END_TEST;

static guint
count_warnings (GstBus * bus, gboolean * names_fix)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_WARNING))) {
    GError *error;
    gchar *debug;

    gst_message_parse_warning (message, &error, &debug);
    *names_fix = strstr (debug, "rtcp_src") && strstr (debug, "udpsrc");
    g_error_free (error);
    g_free (debug);
    gst_message_unref (message);
    n++;
  }
  return n;
}

GST_START_TEST (test_screamrx_no_route_warns_once)
{
  GstHarness *h = gst_harness_new ("screamrx");
  GstBus *bus = gst_bus_new ();
  gboolean names_fix = FALSE;
  guint i;

  gst_element_set_bus (h->element, bus);
  gst_harness_set_src_caps_str (h, "application/x-rtp");
  for (i = 0; i < 15; i++)
    gst_harness_push (h, new_rtp (SSRC, i, TRUE));
  /* Perhaps somebody is about to link the pad. */
  fail_unless_equals_int (count_warnings (bus, &names_fix), 0);
  for (; i < 200; i++)
    fail_unless_equals_int (gst_harness_push (h, new_rtp (SSRC, i, TRUE)),
        GST_FLOW_OK);
  fail_unless_equals_int (count_warnings (bus, &names_fix), 1);
  fail_unless (names_fix);
  fail_unless_equals_int (gst_harness_buffers_in_queue (h), 200);
  check_text_stat (h->element, "route", "none");
  fail_unless_equals_uint64 (get_stat (h->element, "feedback-errors"), 200);
  gst_element_set_bus (h->element, NULL);
  gst_object_unref (bus);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Neither sink takes more than one buffer before the other has one, and one
 * thread feeds both. */
GST_START_TEST (test_screamrx_two_sinks_preroll)
{
  GstElement *pipeline, *src;
  GstBus *bus;
  GstMessage *message;
  guint i;

  teardown ();                  /* sinks live in real time */
  pipeline = gst_parse_launch ("appsrc name=a format=time "
      "caps=application/x-rtp ! screamrx name=r ! fakesink "
      "r.rtcp_src ! fakesink", NULL);
  src = gst_bin_get_by_name (GST_BIN (pipeline), "a");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  for (i = 0; i < 10; i++) {
    GstBuffer *buffer = new_rtp (SSRC, i, TRUE);
    GstFlowReturn ret;

    g_signal_emit_by_name (src, "push-buffer", buffer, &ret);
    gst_buffer_unref (buffer);
  }
  g_signal_emit_by_name (src, "end-of-stream", &i);
  bus = gst_element_get_bus (pipeline);
  message = gst_bus_timed_pop_filtered (bus, 10 * GST_SECOND, GST_MESSAGE_EOS);
  fail_unless (message != NULL);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (src);
  gst_object_unref (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_rtcp_pads_come_and_go)
{
  GstHarness *h = gst_harness_new ("screamrx");
  guint i;

  gst_harness_set_src_caps_str (h, "application/x-rtp");
  for (i = 0; i < 20; i++) {
    GstPad *pad = gst_element_request_pad_simple (h->element, "rtcp_src");

    fail_unless (pad != NULL);
    gst_harness_push (h, new_rtp (SSRC, 2 * i, TRUE));
    gst_harness_push (h, new_rtp (SSRC, 2 * i + 1, FALSE));
    gst_element_release_request_pad (h->element, pad);
    gst_object_unref (pad);
  }
  fail_unless_equals_int (gst_harness_buffers_in_queue (h), 40);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Always in the midst of something: a timer is set, or a thread is about to
 * send. */
GST_START_TEST (test_screamrx_state_cycles)
{
  Rx rx = new_rx ();
  guint i;

  for (i = 0; i < 100; i++) {
    push (&rx, new_rtp (SSRC, 3 * i, FALSE));
    push (&rx, new_rtp (SSRC, 3 * i + 1, FALSE));
    fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 1);
    if (i % 2)
      gst_test_clock_crank (test_clock);
    gst_element_set_state (rx.element, GST_STATE_NULL);
    gst_element_set_state (rx.element, GST_STATE_PLAYING);
    fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);
    /* The stream starts anew with each cycle. */
    fail_unless_equals_uint64 (get_stat (rx.element, "packets"), 0);
    gst_harness_push_event (rx.media, gst_event_new_stream_start ("s"));
    gst_harness_set_src_caps_str (rx.media, "application/x-rtp");
  }
  free_rx (&rx);
}

GST_END_TEST;

/* With the real clock, so that timers fire while states change. */
GST_START_TEST (test_screamrx_state_cycles_in_real_time)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstClock *clock;
  gint refs;
  guint i, k;

  teardown ();
  clock = gst_system_clock_obtain ();
  refs = GST_OBJECT_REFCOUNT_VALUE (clock);
  for (i = 0; i < 100; i++) {
    Rx rx = new_rx ();

    gst_harness_use_systemclock (rx.media);
    g_object_set (rx.element, "feedback-max-interval", 1.0, NULL);
    for (k = 0; k < 8; k++) {
      push (&rx, new_rtp (SSRC, k, FALSE));
      g_usleep (200);
    }
    free_rx (&rx);
  }
  /* A timer's thread may still hold an element, which holds the clock that the
   * thread is of: it must not be the last to hold it. */
  while (GST_OBJECT_REFCOUNT_VALUE (clock) > refs) {
    fail_unless (g_get_monotonic_time () < end);
    g_thread_yield ();
  }
  gst_object_unref (clock);
}

GST_END_TEST;

static Suite *
screamrxevents_suite (void)
{
  Suite *s = suite_create ("screamrxevents");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamrx_rtcp_pad_events);
  tcase_add_test (tc, test_screamrx_eos_reaches_rtcp_src);
  tcase_add_test (tc, test_screamrx_flush);
  tcase_add_test (tc, test_screamrx_feedback_error);
  tcase_add_test (tc, test_screamrx_media_error);
  tcase_add_test (tc, test_screamrx_no_route_warns_once);
  tcase_add_test (tc, test_screamrx_two_sinks_preroll);
  tcase_add_test (tc, test_screamrx_rtcp_pads_come_and_go);
  tcase_add_test (tc, test_screamrx_state_cycles);
  tcase_add_test (tc, test_screamrx_state_cycles_in_real_time);

  return s;
}

GST_CHECK_MAIN (screamrxevents);

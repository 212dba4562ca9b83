/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several pads of screamtx, and what becomes of a pad that downstream holds up. */
#include <string.h>

#include "screamtxtest.h"

/* A sink that keeps whoever pushes until it flushes. */
typedef struct
{
  GMutex lock;
  GCond cond;
  guint n_inside, n_in, n_passes;
  gboolean flushing, stopping;
} Blocker;

static Blocker blocker;

static GstFlowReturn
block_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gboolean ok;

  gst_buffer_unref (buffer);
  g_mutex_lock (&blocker.lock);
  blocker.n_inside++;
  blocker.n_in++;
  g_cond_broadcast (&blocker.cond);
  while (!blocker.flushing && !blocker.stopping && blocker.n_passes == 0)
    g_cond_wait (&blocker.cond, &blocker.lock);
  ok = blocker.stopping || blocker.n_passes > 0;
  blocker.n_passes = 0;
  blocker.n_inside--;
  g_cond_broadcast (&blocker.cond);
  g_mutex_unlock (&blocker.lock);
  return ok ? GST_FLOW_OK : GST_FLOW_FLUSHING;
}

static gboolean
block_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  g_mutex_lock (&blocker.lock);
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_START)
    blocker.flushing = TRUE;
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP) {
    fail_unless_equals_int (blocker.n_inside, 0);
    blocker.flushing = FALSE;
  }
  g_cond_broadcast (&blocker.cond);
  g_mutex_unlock (&blocker.lock);
  gst_event_unref (event);
  return TRUE;
}

static void
block (GstPad * sinkpad)
{
  memset (&blocker, 0, sizeof (blocker));
  gst_pad_set_chain_function (sinkpad, block_chain);
  gst_pad_set_event_function (sinkpad, block_event);
}

static void
wait_blocked (guint n)
{
  g_mutex_lock (&blocker.lock);
  while (blocker.n_in < n)
    g_cond_wait (&blocker.cond, &blocker.lock);
  g_mutex_unlock (&blocker.lock);
}

/* One more goes on. */
static void
let_pass (void)
{
  g_mutex_lock (&blocker.lock);
  blocker.n_passes = 1;
  g_cond_broadcast (&blocker.cond);
  g_mutex_unlock (&blocker.lock);
}

static void
unblock (void)
{
  g_mutex_lock (&blocker.lock);
  blocker.stopping = TRUE;
  g_cond_broadcast (&blocker.cond);
  g_mutex_unlock (&blocker.lock);
}

GST_START_TEST (test_screamtx_flush_while_blocked_downstream)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  block (h->sinkpad);
  for (i = 0; i < 20; i++) {
    tx_push (h, (guint16) (2 * i));
    tx_push (h, (guint16) (2 * i + 1));
    wait_blocked (i + 1);
    tx_flush (h);
    gst_test_clock_advance_time (test_clock, 10 * MS);
  }
  unblock ();
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_stop_while_blocked_downstream)
{
  GstHarness *h = tx_harness_new (FAST);

  block (h->sinkpad);
  tx_push_list (h, 0, 5);
  wait_blocked (1);
  gst_harness_push_event (h, gst_event_new_flush_start ());
  gst_element_set_state (h->element, GST_STATE_NULL);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_ssrc_change_and_two_at_once)
{
  GstHarness *h = tx_harness_new (FAST);
  guint i;

  for (i = 0; i < 30; i++) {
    GstBuffer *buffer = rtp_new (SSRC + (i < 10 ? 0 : i < 20 ? 1 : 2 + i % 2),
        (guint16) (i * 1000), i, TRUE, 500);

    fail_unless_equals_int (gst_harness_push (h, buffer), GST_FLOW_OK);
  }
  tx_run_until (h, 30);
  for (i = 0; i < 30; i++)
    tx_pull (h, (guint16) (i * 1000));
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-sent"), 30);
  tx_harness_free (h);
}

GST_END_TEST;

static GstHarness *
second_harness (GstHarness * h, const gchar * number)
{
  gchar *sink = g_strconcat ("sink_", number, NULL);
  gchar *src = g_strconcat ("src_", number, NULL);
  GstHarness *h2 = gst_harness_new_with_element (h->element, sink, src);

  tx_start (h2);
  g_free (sink);
  g_free (src);
  return h2;
}

static void
push_ssrc (GstHarness * h, guint32 ssrc, guint16 seq)
{
  fail_unless_equals_int (gst_harness_push (h, rtp_new (ssrc, seq, seq, TRUE,
              SIZE)), GST_FLOW_OK);
}

static void
wait_for_both (GstHarness * h1, GstHarness * h2, guint n)
{
  while (gst_harness_buffers_received (h1)
      + gst_harness_buffers_received (h2) < n)
    g_usleep (100);
}

GST_START_TEST (test_screamtx_two_pads_share_by_priority)
{
  GstHarness *h1 = tx_harness_new (PACED), *h2 = second_harness (h1, "0");
  GstPad *pad = gst_element_get_static_pad (h1->element, "sink_0");
  guint i, first;

  g_object_set (pad, "priority", 0.5, NULL);
  push_ssrc (h1, SSRC, 0);
  wait_for_both (h1, h2, 1);
  for (i = 1; i < 40; i++) {
    push_ssrc (h1, SSRC, (guint16) i);
    push_ssrc (h2, SSRC + 1, (guint16) i);
  }
  for (i = 1; i < 31; i++) {
    tx_crank_to (T0 + i * PACKET_TIME - BURST);
    wait_for_both (h1, h2, i + 1);
  }
  first = gst_harness_buffers_received (h1) - 1;
  /* Two of three; one more or less by where it starts */
  fail_unless (first >= 19 && first <= 21, "%u of 30", first);

  for (i = 0; i < first + 1; i++)
    tx_pull (h1, (guint16) i);
  gst_object_unref (pad);
  gst_harness_teardown (h2);
  tx_harness_free (h1);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_pads_come_in_pairs)
{
  GstElement *element = gst_element_factory_make ("screamtx", NULL);
  GstPad *sink, *src, *other;

  sink = gst_element_request_pad_simple (element, "sink_3");
  fail_unless_equals_string (GST_PAD_NAME (sink), "sink_3");
  src = gst_element_get_static_pad (element, "src_3");
  fail_unless (src != NULL);
  /* GStreamer complains, but it is the same pad. */
  ASSERT_CRITICAL (other = gst_element_request_pad_simple (element, "src_3"));
  fail_unless (other == src);
  gst_object_unref (other);
  other = gst_element_request_pad_simple (element, "src_%u");
  fail_unless_equals_string (GST_PAD_NAME (other), "src_4");
  fail_unless_equals_int (element->numpads, 6);

  gst_element_release_request_pad (element, src);
  fail_unless_equals_int (element->numpads, 4);
  gst_object_unref (src);
  gst_object_unref (sink);
  gst_object_unref (other);
  /* What is left goes with the element. */
  gst_object_unref (element);
}

GST_END_TEST;

/* One that is held up downstream does not hold up the other one: with sinks
 * that preroll one after the other it would be for ever. */
GST_START_TEST (test_screamtx_blocked_pad_does_not_block_the_other)
{
  GstHarness *h1 = tx_harness_new (FAST), *h2 = second_harness (h1, "0");
  guint i;

  block (h1->sinkpad);
  tx_push_list (h1, 0, 5);
  wait_blocked (1);
  tx_push_list (h1, 5, 5);
  for (i = 0; i < 10; i++) {
    push_ssrc (h2, SSRC + 1, (guint16) i);
    tx_pull (h2, (guint16) i);
    tx_flush (h2);
  }
  /* What cannot go waits where it is counted, and discarded when it is old. */
  fail_unless_equals_uint64 (tx_stream_stat (h1->element, 0, "packets-sent"),
      5);
  fail_unless_equals_uint64 (tx_stream_stat (h1->element, 0, "queued-bytes"),
      5 * 1500);
  unblock ();
  gst_harness_teardown (h2);
  tx_harness_free (h1);
}

GST_END_TEST;

/* A pad that is the only one in use is pushed without being replaced: a second one
 * that comes meanwhile must not wait for it. */
GST_START_TEST (test_screamtx_pad_that_comes_while_the_first_is_blocked)
{
  GstHarness *h1 = tx_harness_new (FAST), *h2;
  guint i;

  block (h1->sinkpad);
  tx_push_list (h1, 0, 5);
  wait_blocked (1);
  h2 = second_harness (h1, "0");
  for (i = 0; i < 10; i++) {
    push_ssrc (h2, SSRC + 1, (guint16) i);
    tx_pull (h2, (guint16) i);
  }
  fail_unless_equals_uint64 (tx_stream_stat (h1->element, 0, "packets-sent"),
      5);
  unblock ();
  gst_harness_teardown (h2);
  tx_harness_free (h1);
}

GST_END_TEST;

/* The pad that is blocked is the only one in use. Another one, into which nothing
 * came, sees to it that what waits does not grow for ever. */
GST_START_TEST (test_screamtx_unused_pad_discards_for_the_blocked_one)
{
  GstHarness *h = tx_harness_new (FAST " max-queue-delay=100");
  GstPad *unused = gst_element_request_pad_simple (h->element, "sink_0");
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  block (h->sinkpad);
  tx_push (h, 0);
  wait_blocked (1);
  tx_push (h, 1);
  tx_push (h, 2);
  tx_run_to (T0 + 200 * MS);
  tx_push (h, 3);
  /* 10 s are much more than what a busy machine takes. */
  while (tx_stat (h->element, "packets-discarded") < 2)
    fail_unless (g_get_monotonic_time () < end, "nothing was discarded");
  unblock ();
  gst_element_release_request_pad (h->element, unused);
  gst_object_unref (unused);
  tx_harness_free (h);
}

GST_END_TEST;

/* The pad of @h is held up, the other one leads for it, hands over what may leave, and
 * it is held up with that. */
static void
hold_up_twice (GstHarness * h)
{
  block (h->sinkpad);
  tx_push (h, 0);
  wait_blocked (1);
  tx_push (h, 1);
  tx_run_to (T0 + 50 * MS);
  tx_push (h, 2);
  /* The other waits for the time at which it would discard. */
  gst_test_clock_wait_for_next_pending_id (test_clock, NULL);
  let_pass ();
  wait_blocked (2);
}

/* As above, when the unused one had led before. */
GST_START_TEST (test_screamtx_unused_pad_discards_again)
{
  GstHarness *h = tx_harness_new (FAST " max-queue-delay=100");
  GstPad *unused = gst_element_request_pad_simple (h->element, "sink_0");
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  hold_up_twice (h);
  tx_push (h, 3);
  tx_push (h, 4);
  tx_run_to (T0 + 250 * MS);
  tx_push (h, 5);
  /* 10 s are much more than what a busy machine takes. */
  while (tx_stat (h->element, "packets-discarded") < 2)
    fail_unless (g_get_monotonic_time () < end, "nothing was discarded");
  unblock ();
  gst_element_release_request_pad (h->element, unused);
  gst_object_unref (unused);
  tx_harness_free (h);
}

GST_END_TEST;

/* Another one leads after one that was given the last packets is gone. */
GST_START_TEST (test_screamtx_pad_released_with_what_it_was_given)
{
  GstHarness *h = harness_on_bus (FAST " max-queue-delay=100");
  GstHarness *h2 = second_harness (h, "0");

  hold_up_twice (h2);
  gst_harness_push_event (h2, gst_event_new_flush_start ());
  gst_harness_teardown (h2);
  gst_harness_set_src_caps_str (h, "application/x-rtp");
  tx_push (h, 1);
  tx_pull (h, 1);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_pads_come_and_go_while_playing)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  for (i = 0; i < 50; i++) {
    GstHarness *h2 = second_harness (h, "7");

    tx_push (h, (guint16) i);
    push_ssrc (h2, SSRC + 1, (guint16) (2 * i));
    push_ssrc (h2, SSRC + 1, (guint16) (2 * i + 1));
    if (i % 2) {
      tx_go_on (30 * MS);
      tx_pull (h2, (guint16) (2 * i));
    }
    gst_harness_teardown (h2);
    tx_go_on (30 * MS);
    tx_pull (h, (guint16) i);
  }
  fail_unless_equals_int (tx_n_streams (h->element), 1);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_pad_released_while_blocked)
{
  GstHarness *h = tx_harness_new (FAST), *h2 = second_harness (h, "0");

  block (h2->sinkpad);
  push_ssrc (h2, SSRC + 1, 0);
  wait_blocked (1);
  gst_harness_push_event (h2, gst_event_new_flush_start ());
  gst_harness_teardown (h2);
  tx_push (h, 1);
  tx_pull (h, 1);
  tx_harness_free (h);
}

GST_END_TEST;

static GstPadProbeReturn
release_pushing (GstPad * srcpad, GstPadProbeInfo * info, gpointer user_data)
{
  GstHarness *h = user_data;
  GstPad *pad = gst_element_get_static_pad (h->element, "sink_0");

  gst_element_release_request_pad (h->element, pad);
  gst_object_unref (pad);
  return GST_PAD_PROBE_DROP;
}

/* Whether the element still has that pad: it goes after its stream. */
static gboolean
has_pad (GstElement * element, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);
  gboolean has = pad != NULL;

  gst_clear_object (&pad);
  return has;
}

/* By who is pushed to, in that push; nobody else has a reference. */
GST_START_TEST (test_screamtx_pad_released_in_its_push)
{
  GstHarness *h = tx_harness_new (FAST);
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  guint i;

  for (i = 0; i < 20; i++) {
    GstPad *pad = gst_element_request_pad_simple (h->element, "sink_0");
    GstPad *srcpad = gst_element_get_static_pad (h->element, "src_0");

    gst_pad_add_probe (srcpad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
        release_pushing, h, NULL);
    gst_object_unref (srcpad);
    gst_pad_send_event (pad, gst_event_new_stream_start ("a"));
    gst_object_unref (pad);
    while (has_pad (h->element, "sink_0"))
      fail_unless (g_get_monotonic_time () < end);
  }
  tx_push (h, 1);
  tx_pull (h, 1);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_two_instances)
{
  GstHarness *h1 = tx_harness_new (PACED);
  GstHarness *h2 = tx_harness_new (FAST);
  guint i;

  tx_push_list (h2, 0, 5);
  tx_push (h1, 0);
  tx_push (h1, 1);
  tx_pull (h1, 0);
  for (i = 0; i < 5; i++)
    tx_pull (h2, (guint16) i);
  gst_element_set_state (h2->element, GST_STATE_NULL);
  fail_unless_equals_uint64 (tx_stat (h1->element, "packets-sent"), 1);
  tx_harness_free (h2);
  tx_crank_to (T0 + PACKET_TIME - BURST);
  tx_pull (h1, 1);
  tx_harness_free (h1);
}

GST_END_TEST;

static GstFlowReturn
error_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return GST_FLOW_ERROR;
}

/* Upstream has ended, so nobody else would say. */
GST_START_TEST (test_screamtx_flow_error_after_eos_is_posted_once)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  gst_test_clock_set_time (test_clock, T0 + 1);
  block (h->sinkpad);
  for (i = 0; i < 5; i++)
    tx_push (h, (guint16) i);
  tx_push_eos (h);
  wait_blocked (1);
  gst_pad_set_chain_function (h->sinkpad, error_chain);
  unblock ();
  for (i = 1; i < 5; i++)
    tx_crank_to (T0 + 1 + i * PACKET_TIME - BURST);
  tx_expect_message (h->element, GST_MESSAGE_ERROR, "streaming stopped");
  gst_element_set_state (h->element, GST_STATE_NULL);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ERROR,
          NULL), 0);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxpads_suite (void)
{
  Suite *s = suite_create ("screamtxpads");
  TCase *tc = tcase_create ("flow");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_flush_while_blocked_downstream);
  tcase_add_test (tc, test_screamtx_stop_while_blocked_downstream);
  tcase_add_test (tc, test_screamtx_ssrc_change_and_two_at_once);
  tcase_add_test (tc, test_screamtx_two_pads_share_by_priority);
  tcase_add_test (tc, test_screamtx_pads_come_in_pairs);
  tcase_add_test (tc, test_screamtx_blocked_pad_does_not_block_the_other);
  tcase_add_test (tc, test_screamtx_pad_that_comes_while_the_first_is_blocked);
  tcase_add_test (tc, test_screamtx_unused_pad_discards_for_the_blocked_one);
  tcase_add_test (tc, test_screamtx_unused_pad_discards_again);
  tcase_add_test (tc, test_screamtx_pad_released_with_what_it_was_given);
  tcase_add_test (tc, test_screamtx_pads_come_and_go_while_playing);
  tcase_add_test (tc, test_screamtx_pad_released_while_blocked);
  tcase_add_test (tc, test_screamtx_pad_released_in_its_push);
  tcase_add_test (tc, test_screamtx_two_instances);
  tcase_add_test (tc, test_screamtx_flow_error_after_eos_is_posted_once);

  return s;
}

GST_CHECK_MAIN (screamtxpads);

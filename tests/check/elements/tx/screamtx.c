/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets, events and queries through screamtx; controller=fixed, so that
 * nothing but the mechanism decides. */
#include "screamtxtest.h"

#include <string.h>

GST_START_TEST (test_screamtx_packets_pass_unchanged)
{
  GstHarness *h = tx_harness_new (FAST);
  GstBuffer *in[40], *out;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (in); i++) {
    in[i] = rtp_new (SSRC, (guint16) (65520 + i), i, i % 3 == 0, 12 + i * 30);
    GST_BUFFER_PTS (in[i]) = i * MS;
    gst_buffer_ref (in[i]);
    fail_unless_equals_int (gst_harness_push (h, in[i]), GST_FLOW_OK);
  }
  tx_run_until (h, G_N_ELEMENTS (in));
  for (i = 0; i < G_N_ELEMENTS (in); i++) {
    out = gst_harness_pull (h);
    fail_unless (out == in[i]);
    fail_unless_equals_uint64 (GST_BUFFER_PTS (out), i * MS);
    gst_buffer_unref (out);
    fail_unless_equals_int (GST_MINI_OBJECT_REFCOUNT_VALUE (in[i]), 1);
    gst_buffer_unref (in[i]);
  }
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-sent"), 40);
  tx_harness_free (h);
}

GST_END_TEST;

/* A source list of four, an extension of three words: 12 + 16 + 4 + 12. */
GST_START_TEST (test_screamtx_packet_with_csrc_and_extension)
{
  static const guint8 start[] = { 0x94, 0x60 };
  static const guint8 extension[] = { 0xbe, 0xde, 0, 3 };
  GstHarness *h = tx_harness_new (FAST);
  GstBuffer *buffer = rtp_new (SSRC, 7, 1, FALSE, 144);

  gst_buffer_fill (buffer, 0, start, 2);
  gst_buffer_fill (buffer, 28, extension, 4);
  fail_unless_equals_int (gst_harness_push (h, buffer), GST_FLOW_OK);
  tx_pull (h, 7);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "not-rtp"), 0);
  /* 100 bytes of 8 bits in the 100 ms that the meter covers at least */
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "media-bitrate"),
      8000);
  tx_harness_free (h);
}

GST_END_TEST;

static GstBuffer *
buffer_of (const guint8 * data, gsize size, gsize total)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, total, NULL);

  gst_buffer_memset (buffer, 0, 0, total);
  gst_buffer_fill (buffer, 0, data, size);
  return buffer;
}

GST_START_TEST (test_screamtx_no_rtp_is_dropped_and_counted)
{
  static const struct
  {
    guint8 data[16];
    gsize total;
  } table[] = {
    {{0}, 0},                   /* nothing */
    {{0x80, 96}, 11},           /* no whole header */
    {{0x40, 96}, 100},          /* version 1 */
    {{0xc0, 96}, 100},          /* version 3 */
    {{0x8f, 96}, 71},           /* 15 sources need 72 bytes */
    {{0x90, 96}, 15},           /* no whole extension header */
    {{0x90, 96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 100},
    {{0x80, 96}, 65536},        /* larger than any datagram */
  };
  GstHarness *h = tx_harness_new (FAST);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++)
    fail_unless_equals_int (gst_harness_push (h, buffer_of (table[i].data,
                MIN (16, table[i].total), table[i].total)), GST_FLOW_OK);
  tx_push (h, 9);
  tx_pull (h, 9);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "not-rtp"),
      G_N_ELEMENTS (table));
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-sent"), 1);
  tx_harness_free (h);
}

GST_END_TEST;

static void
push_type (GstHarness * h, guint32 ssrc, guint16 seq, guint8 type)
{
  GstBuffer *buffer = rtp_new (ssrc, seq, seq, TRUE, SIZE);

  gst_buffer_fill (buffer, 1, &type, 1);
  fail_unless_equals_int (gst_harness_push (h, buffer), GST_FLOW_OK);
}

/* Retransmissions and FEC have another payload type than the caps. */
GST_START_TEST (test_screamtx_repair_is_what_the_caps_do_not_say)
{
  GstHarness *h = tx_harness_new (FAST);

  gst_harness_set_src_caps_str (h,
      "application/x-rtp,media=video,clock-rate=90000,payload=96");
  push_type (h, SSRC + 1, 1, 97);       /* by now the caps may be wrong */
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "repair-rate"), 0);
  push_type (h, SSRC, 1, 96);
  push_type (h, SSRC, 2, 96 | 0x80);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "repair-rate"), 0);
  push_type (h, SSRC + 1, 2, 97);
  push_type (h, SSRC, 3, 98);
  /* Of 1500 bytes each, in the 100 ms that the meter covers at least */
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "repair-rate"),
      2 * 1500 * 8 * 10);
  tx_run_until (h, 5);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-sent"), 5);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_paces)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  for (i = 0; i < 5; i++)
    tx_push (h, (guint16) i);
  tx_pull (h, 0);
  for (i = 1; i < 5; i++) {
    tx_crank_to (T0 + i * PACKET_TIME - BURST);
    tx_pull (h, (guint16) i);
    fail_unless_equals_int (gst_harness_buffers_in_queue (h), 0);
  }

  /* After a silence one may go at once, and no more than one. */
  gst_test_clock_set_time (test_clock, T0 + 100 * MS);
  tx_push (h, 5);
  tx_push (h, 6);
  tx_pull (h, 5);
  tx_crank_to (T0 + 100 * MS + PACKET_TIME - BURST);
  tx_pull (h, 6);
  tx_harness_free (h);
}

GST_END_TEST;

/* A packet that comes while the task waits for something far away. */
GST_START_TEST (test_screamtx_packet_wakes_the_task)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  for (i = 0; i < 50; i++) {
    tx_push (h, (guint16) i);
    tx_pull (h, (guint16) i);
    gst_test_clock_advance_time (test_clock, 5 * MS);
  }
  tx_harness_free (h);
}

GST_END_TEST;

static void
push_list (GstHarness * h, guint first, guint n)
{
  GstBufferList *list = gst_buffer_list_new ();
  GstPad *peer = gst_pad_get_peer (h->srcpad);
  guint i;

  for (i = first; i < first + n; i++)
    gst_buffer_list_add (list, rtp_new (SSRC, (guint16) i, first,
            i + 1 == first + n, SIZE));
  fail_unless_equals_int (gst_pad_push_list (h->srcpad, list), GST_FLOW_OK);
  gst_object_unref (peer);
}

GST_START_TEST (test_screamtx_list_in_list_out)
{
  GstHarness *h = tx_harness_new (FAST);
  TxLog *log = tx_log_new (h->element, "src");

  push_list (h, 0, 5);
  tx_log_expect (log, "[ 0 1 2 3 4 ] ");
  push_list (h, 5, 1);
  tx_log_expect (log, "[ 0 1 2 3 4 ] 5 ");
  gst_test_clock_crank (test_clock);
  tx_log_free (log);
  tx_harness_free (h);
}

GST_END_TEST;

/* One millisecond ahead of time is 375 bytes at this rate. */
GST_START_TEST (test_screamtx_list_is_paced)
{
  GstHarness *h = tx_harness_new (PACED);
  TxLog *log = tx_log_new (h->element, "src");

  push_list (h, 0, 3);
  tx_log_expect (log, "0 ");
  tx_crank_to (T0 + PACKET_TIME - BURST);
  tx_log_expect (log, "0 1 ");
  tx_crank_to (T0 + 2 * PACKET_TIME - BURST);
  tx_log_expect (log, "0 1 2 ");
  tx_log_free (log);
  tx_harness_free (h);
}

GST_END_TEST;

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

static void
push_eos (GstHarness * h)
{
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
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
  push_eos (h);
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
  push_eos (h);
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
    push_eos (h);
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

static void
flush (GstHarness * h)
{
  GstSegment segment;

  fail_unless (gst_harness_push_event (h, gst_event_new_flush_start ()));
  fail_unless (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
}

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
  push_eos (h);
  flush (h);
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

/* A sink that keeps whoever pushes until it flushes. */
typedef struct
{
  GMutex lock;
  GCond cond;
  guint n_inside, n_in;
  gboolean flushing, stopping;
} Blocker;

static Blocker blocker;

static GstFlowReturn
block_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  g_mutex_lock (&blocker.lock);
  blocker.n_inside++;
  blocker.n_in++;
  g_cond_broadcast (&blocker.cond);
  while (!blocker.flushing && !blocker.stopping)
    g_cond_wait (&blocker.cond, &blocker.lock);
  blocker.n_inside--;
  g_cond_broadcast (&blocker.cond);
  g_mutex_unlock (&blocker.lock);
  return blocker.stopping ? GST_FLOW_OK : GST_FLOW_FLUSHING;
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
    flush (h);
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
  push_list (h, 0, 5);
  wait_blocked (1);
  gst_harness_push_event (h, gst_event_new_flush_start ());
  gst_element_set_state (h->element, GST_STATE_NULL);
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
      push_eos (h);
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

/* ---- several pads ---- */

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
  push_list (h1, 0, 5);
  wait_blocked (1);
  push_list (h1, 5, 5);
  for (i = 0; i < 10; i++) {
    push_ssrc (h2, SSRC + 1, (guint16) i);
    tx_pull (h2, (guint16) i);
    flush (h2);
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

GST_START_TEST (test_screamtx_two_instances)
{
  GstHarness *h1 = tx_harness_new (PACED);
  GstHarness *h2 = tx_harness_new (FAST);
  guint i;

  push_list (h2, 0, 5);
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

/* ---- what comes back ---- */

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
    flush (h);
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

/* Upstream has ended, so nobody else would say. */
GST_START_TEST (test_screamtx_flow_error_after_eos_is_posted_once)
{
  GstHarness *h = tx_harness_new (PACED);
  guint i;

  g_atomic_int_set (&flow_result, GST_FLOW_ERROR);
  gst_pad_set_chain_function (h->sinkpad, result_chain);
  gst_test_clock_set_time (test_clock, T0 + 1);
  block (h->sinkpad);
  for (i = 0; i < 5; i++)
    tx_push (h, (guint16) i);
  push_eos (h);
  wait_blocked (1);
  gst_pad_set_chain_function (h->sinkpad, result_chain);
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

GST_START_TEST (test_screamtx_latency)
{
  GstHarness *h = tx_harness_new (FAST);
  GstClockTime min, max;
  GstQuery *query;
  gboolean live;

  gst_harness_set_upstream_latency (h, 20 * MS);
  query = gst_query_new_latency ();
  fail_unless (gst_pad_peer_query (h->sinkpad, query));
  gst_query_parse_latency (query, &live, &min, &max);
  fail_unless (live);
  fail_unless_equals_uint64 (min, 20 * MS);
  fail_unless (max == GST_CLOCK_TIME_NONE || max == 220 * MS);
  gst_query_unref (query);
  tx_harness_free (h);
}

GST_END_TEST;

static gboolean
answer_latency (GstPad * pad, GstObject * parent, GstQuery * query)
{
  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return gst_pad_query_default (pad, parent, query);
  gst_query_set_latency (query, TRUE, 10 * MS, 30 * MS);
  return TRUE;
}

GST_START_TEST (test_screamtx_latency_maximum_grows_by_the_queue)
{
  GstHarness *h = tx_harness_new (FAST " max-queue-delay=150000000");
  GstClockTime min, max;
  GstQuery *query = gst_query_new_latency ();
  gboolean live;

  gst_pad_set_query_function (h->srcpad, answer_latency);
  fail_unless (gst_pad_peer_query (h->sinkpad, query));
  gst_query_parse_latency (query, &live, &min, &max);
  fail_unless_equals_uint64 (min, 10 * MS);
  fail_unless_equals_uint64 (max, 180 * MS);
  gst_query_unref (query);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_allocation_query_passes)
{
  GstHarness *h = tx_harness_new (FAST);
  GstCaps *caps = gst_caps_from_string ("application/x-rtp");
  GstQuery *query = gst_query_new_allocation (caps, FALSE);
  GstAllocationParams params;

  gst_allocation_params_init (&params);
  params.prefix = 77;
  gst_harness_set_propose_allocator (h, NULL, &params);
  fail_unless (gst_pad_peer_query (h->srcpad, query));
  fail_unless_equals_int (gst_query_get_n_allocation_params (query), 1);
  gst_query_parse_nth_allocation_param (query, 0, NULL, &params);
  fail_unless_equals_uint64 (params.prefix, 77);
  gst_query_unref (query);
  gst_caps_unref (caps);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_upstream_events_pass)
{
  GstHarness *h = tx_harness_new (FAST);
  GstEvent *event;

  gst_harness_push_upstream_event (h, gst_event_new_qos (GST_QOS_TYPE_THROTTLE,
          0.5, 3, 4));
  while ((event = gst_harness_try_pull_upstream_event (h)) != NULL
      && GST_EVENT_TYPE (event) != GST_EVENT_QOS)
    gst_event_unref (event);
  fail_unless (event != NULL);
  gst_event_unref (event);
  tx_harness_free (h);
}

GST_END_TEST;

/* ---- sources that are not live ---- */

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
file_harness_new (GstState state)
{
  GstHarness *h = silent_harness_new (FAST);

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
  GstHarness *h = file_harness_new (GST_STATE_PLAYING);
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

/* Decoders behind may need several packets before a sink prerolls; without any
 * that waits it must end all the same. */
GST_START_TEST (test_screamtx_not_live_in_paused_is_bounded)
{
  GstHarness *h = file_harness_new (GST_STATE_PAUSED);
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
  GstHarness *h = file_harness_new (GST_STATE_PAUSED);
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
screamtx_suite (void)
{
  Suite *s = suite_create ("screamtx");
  TCase *tc = tcase_create ("flow");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_packets_pass_unchanged);
  tcase_add_test (tc, test_screamtx_packet_with_csrc_and_extension);
  tcase_add_test (tc, test_screamtx_no_rtp_is_dropped_and_counted);
  tcase_add_test (tc, test_screamtx_repair_is_what_the_caps_do_not_say);
  tcase_add_test (tc, test_screamtx_paces);
  tcase_add_test (tc, test_screamtx_packet_wakes_the_task);
  tcase_add_test (tc, test_screamtx_list_in_list_out);
  tcase_add_test (tc, test_screamtx_list_is_paced);
  tcase_add_test (tc, test_screamtx_events_keep_their_place);
  tcase_add_test (tc, test_screamtx_renegotiation_reaches_downstream_in_order);
  tcase_add_test (tc, test_screamtx_caps_that_downstream_refuses);
  tcase_add_test (tc, test_screamtx_eos_comes_after_all_packets);
  tcase_add_test (tc, test_screamtx_eos_and_restart);
  tcase_add_test (tc, test_screamtx_flush_empties);
  tcase_add_test (tc, test_screamtx_flushing_refuses_packets);
  tcase_add_test (tc, test_screamtx_flush_while_blocked_downstream);
  tcase_add_test (tc, test_screamtx_stop_while_blocked_downstream);
  tcase_add_test (tc, test_screamtx_a_hundred_state_cycles);
  tcase_add_test (tc, test_screamtx_ssrc_change_and_two_at_once);
  tcase_add_test (tc, test_screamtx_two_pads_share_by_priority);
  tcase_add_test (tc, test_screamtx_pads_come_in_pairs);
  tcase_add_test (tc, test_screamtx_blocked_pad_does_not_block_the_other);
  tcase_add_test (tc, test_screamtx_pads_come_and_go_while_playing);
  tcase_add_test (tc, test_screamtx_pad_released_while_blocked);
  tcase_add_test (tc, test_screamtx_two_instances);
  tcase_add_test (tc, test_screamtx_flow_errors_reach_upstream);
  tcase_add_test (tc, test_screamtx_caps_after_a_flow_error);
  tcase_add_test (tc, test_screamtx_flow_error_after_eos_is_posted_once);
  tcase_add_test (tc, test_screamtx_src_linked_late);
  tcase_add_test (tc, test_screamtx_latency);
  tcase_add_test (tc, test_screamtx_latency_maximum_grows_by_the_queue);
  tcase_add_test (tc, test_screamtx_allocation_query_passes);
  tcase_add_test (tc, test_screamtx_upstream_events_pass);
  tcase_add_test (tc, test_screamtx_not_live_is_held_to_real_time);
  tcase_add_test (tc, test_screamtx_not_live_in_paused_is_bounded);
  tcase_add_test (tc, test_screamtx_not_live_flush_in_paused);
  return s;
}

GST_CHECK_MAIN (screamtx);

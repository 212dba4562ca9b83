/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets and queries through one pad of screamtx; controller=fixed, so that nothing but
 * the mechanism decides. */
#include "screamtxtest.h"

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

GST_START_TEST (test_screamtx_without_pacing)
{
  GstHarness *h = tx_harness_new (PACED " pacing=false");
  guint i;

  for (i = 0; i < 5; i++)
    tx_push (h, (guint16) i);
  for (i = 0; i < 5; i++)
    tx_pull (h, (guint16) i);
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

GST_START_TEST (test_screamtx_list_in_list_out)
{
  GstHarness *h = tx_harness_new (FAST);
  TxLog *log = tx_log_new (h->element, "src");

  tx_push_list (h, 0, 5);
  tx_log_expect (log, "[ 0 1 2 3 4 ] ");
  tx_push_list (h, 5, 1);
  tx_log_expect (log, "[ 0 1 2 3 4 ] 5 ");
  gst_test_clock_crank (test_clock);
  tx_log_free (log);
  tx_harness_free (h);
}

GST_END_TEST;

/* One millisecond ahead of time is 375 bytes at this rate. */
/* Room for an extension is made in the buffers themselves: the list has gone when
 * they leave. */
GST_START_TEST (test_screamtx_list_is_not_copied)
{
  GstHarness *h = tx_harness_new (FAST " twcc-extension=3");
  GstBufferList *list = gst_buffer_list_new ();
  GstBuffer *buffers[3];
  guint i;

  for (i = 0; i < G_N_ELEMENTS (buffers); i++) {
    buffers[i] = rtp_new (SSRC, (guint16) i, 0, i == 2, SIZE);
    gst_buffer_list_add (list, buffers[i]);
  }
  fail_unless_equals_int (gst_pad_push_list (h->srcpad, list), GST_FLOW_OK);
  for (i = 0; i < G_N_ELEMENTS (buffers); i++) {
    GstBuffer *buffer = gst_harness_pull (h);

    fail_unless (buffer == buffers[i]);
    fail_unless_equals_int (rtp_seq (buffer), i);
    fail_unless_equals_uint64 (gst_buffer_get_size (buffer), SIZE + 8);
  }
  tx_harness_free (h);
  for (i = 0; i < G_N_ELEMENTS (buffers); i++)
    gst_buffer_unref (buffers[i]);
}

GST_END_TEST;

/* Somebody else has the list, too, as behind a tee: what he sees stays. */
GST_START_TEST (test_screamtx_list_that_is_shared_stays)
{
  GstHarness *h = tx_harness_new (FAST " twcc-extension=3");
  GstBufferList *list = gst_buffer_list_new ();
  guint i;

  for (i = 0; i < 3; i++)
    gst_buffer_list_add (list, rtp_new (SSRC, (guint16) i, 0, i == 2, SIZE));
  fail_unless_equals_int (gst_pad_push_list (h->srcpad,
          gst_buffer_list_ref (list)), GST_FLOW_OK);
  for (i = 0; i < 3; i++)
    tx_pull (h, (guint16) i);
  fail_unless_equals_int (gst_buffer_list_length (list), 3);
  for (i = 0; i < 3; i++)
    fail_unless_equals_uint64 (gst_buffer_get_size (gst_buffer_list_get (list,
                i)), SIZE);
  gst_buffer_list_unref (list);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_list_is_paced)
{
  GstHarness *h = tx_harness_new (PACED);
  TxLog *log = tx_log_new (h->element, "src");

  tx_push_list (h, 0, 3);
  tx_log_expect (log, "0 ");
  tx_crank_to (T0 + PACKET_TIME - BURST);
  tx_log_expect (log, "0 1 ");
  tx_crank_to (T0 + 2 * PACKET_TIME - BURST);
  tx_log_expect (log, "0 1 2 ");
  tx_log_free (log);
  tx_harness_free (h);
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
  GstHarness *h = tx_harness_new (FAST " max-queue-delay=150");
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
  tcase_add_test (tc, test_screamtx_without_pacing);
  tcase_add_test (tc, test_screamtx_packet_wakes_the_task);
  tcase_add_test (tc, test_screamtx_list_in_list_out);
  tcase_add_test (tc, test_screamtx_list_is_not_copied);
  tcase_add_test (tc, test_screamtx_list_that_is_shared_stays);
  tcase_add_test (tc, test_screamtx_list_is_paced);
  tcase_add_test (tc, test_screamtx_latency);
  tcase_add_test (tc, test_screamtx_latency_maximum_grows_by_the_queue);
  tcase_add_test (tc, test_screamtx_allocation_query_passes);
  tcase_add_test (tc, test_screamtx_upstream_events_pass);

  return s;
}

GST_CHECK_MAIN (screamtx);

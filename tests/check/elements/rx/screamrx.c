/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets through screamrx, and what its feedback says of them when. */
#include <gst/net/gstnetaddressmeta.h>
#include <gst/rtpcc/wire/rtpcc-echo.h>

#include "screamrxtest.h"

/* A sender report, PT 200. */
static GstBuffer *
new_rtcp (void)
{
  static const guint8 bytes[28] = { 0x80, 200, 0, 6, };

  return gst_buffer_new_memdup (bytes, sizeof (bytes));
}

static void
check_no_feedback (Rx * rx)
{
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx->rtcp), 0);
}

GST_START_TEST (test_screamrx_packets_pass_untouched)
{
  Rx rx = new_rx ();
  GstBuffer *buffer = new_rtp (SSRC, 1, FALSE);
  GstBuffer *out;

  GST_BUFFER_PTS (buffer) = 77;
  push (&rx, buffer);
  out = gst_harness_pull (rx.media);
  fail_unless (out == buffer);
  fail_unless_equals_uint64 (GST_BUFFER_PTS (out), 77);
  fail_unless_equals_uint64 (gst_harness_query_latency (rx.media), 0);
  gst_buffer_unref (out);
  free_rx (&rx);
}

GST_END_TEST;

#define NAL_CAPS "application/x-rtp,media=video,clock-rate=90000,encoding-name="

static const struct
{
  const gchar *caps;
  guint passes;
} nals[] = {
  {NAL_CAPS "H264,payload=96", 0},
  {NAL_CAPS "H265,payload=96", 0},
  {NAL_CAPS "H264,payload=97", 1},      /* it is something else */
  {NAL_CAPS "H264", 1},         /* as it may be */
  {NAL_CAPS "VP8,payload=96", 1},
};

/* @type: of the NAL unit, in bits that H.264 and H.265 read */
static GstBuffer *
new_nal (guint16 seq, guint8 type, gsize size)
{
  GstBuffer *buffer = new_rtp (SSRC, seq, FALSE);

  gst_buffer_fill (buffer, 12, &type, 1);
  gst_buffer_set_size (buffer, 12 + size);
  return buffer;
}

static GstBuffer *
new_short_fragment (guint16 seq)
{
  return new_nal (seq, 0x7c, 1);
}

/* It ends the process in a depayloader: alone, and in a list. */
GST_START_TEST (test_screamrx_keeps_short_fragments_back)
{
  Rx rx = new_rx ();
  GstBufferList *list = gst_buffer_list_new ();
  guint passes = nals[__i__].passes;

  gst_harness_set_src_caps_str (rx.media, nals[__i__].caps);
  push (&rx, new_short_fragment (1));
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), passes);
  gst_buffer_list_add (list, new_nal (2, 0x41, 20));
  gst_buffer_list_add (list, new_short_fragment (3));
  fail_unless_equals_int (gst_pad_push_list (rx.media->srcpad, list),
      GST_FLOW_OK);
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media),
      1 + 2 * passes);
  free_rx (&rx);
}

GST_END_TEST;

/* Nothing but such: feedback says so, or the sender would take the path for dead. It has no more
 * bytes than came. */
GST_START_TEST (test_screamrx_reports_what_it_keeps_back)
{
  Rx rx = new_rx ();
  guint i;

  gst_harness_set_src_caps_str (rx.media, nals[0].caps);
  for (i = 1; i <= 40; i++)
    push (&rx, new_short_fragment (i));
  pull_feedback (&rx);
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 0);
  free_rx (&rx);
}

GST_END_TEST;

static GstPadProbeReturn
count_in_depayloader (GstPad * pad, GstPadProbeInfo * info, gpointer count)
{
  (void) pad;
  (void) info;
  ++*(guint *) count;
  return GST_PAD_PROBE_OK;
}

/* The caps do not say which payload type it is. */
GST_START_TEST (test_screamrx_guards_a_depayloader)
{
  Rx rx = new_rx ();
  GstElement *bin = gst_parse_bin_from_description ("identity ! "
      "rtph264depay name=d ! fakesink async=false", TRUE, NULL);
  GstElement *depayloader = gst_bin_get_by_name (GST_BIN (bin), "d");
  GstPad *pad = gst_element_get_static_pad (depayloader, "sink");
  GstPad *src = gst_element_get_static_pad (rx.element, "src");
  GstPad *in = gst_element_get_static_pad (bin, "sink");
  guint count = 0, i;

  gst_pad_unlink (src, rx.media->sinkpad);
  fail_unless (gst_pad_link (src, in) == GST_PAD_LINK_OK);
  gst_element_set_state (rx.element, GST_STATE_READY);
  gst_element_set_state (rx.element, GST_STATE_PLAYING);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count_in_depayloader,
      &count, NULL);
  gst_element_set_state (bin, GST_STATE_PLAYING);
  gst_harness_set_src_caps_str (rx.media, NAL_CAPS "H264");
  for (i = 1; i <= 8; i++)
    push (&rx, i % 2 ? new_nal (i, 0x41, 20) : new_short_fragment (i));
  gst_harness_push_event (rx.media, gst_event_new_eos ());
  gst_element_set_state (bin, GST_STATE_NULL);
  fail_unless_equals_int (count, 4);
  gst_object_unref (in);
  gst_object_unref (src);
  gst_object_unref (pad);
  gst_object_unref (depayloader);
  gst_object_unref (bin);
  free_rx (&rx);
}

GST_END_TEST;

static guint n_lists;
static GstBufferList *last_list;

static GstFlowReturn
count_list (GstPad * pad, GstObject * parent, GstBufferList * list)
{
  n_lists++;
  last_list = list;
  gst_buffer_list_unref (list);
  return GST_FLOW_OK;
}

GST_START_TEST (test_screamrx_lists_stay_lists)
{
  Rx rx = new_rx ();
  GstBufferList *list = gst_buffer_list_new ();
  GstPad *src = gst_element_get_static_pad (rx.element, "src");
  GstPad *peer = gst_pad_get_peer (src);
  guint i;

  gst_pad_set_chain_list_function (peer, count_list);
  for (i = 0; i < 40; i++)
    gst_buffer_list_add (list, new_rtp (SSRC, 65530 + i, i == 39));
  n_lists = 0;
  fail_unless_equals_int (gst_pad_push_list (rx.media->srcpad, list),
      GST_FLOW_OK);
  fail_unless_equals_int (n_lists, 1);
  fail_unless (last_list == list);
  /* The list came at once: one packet about all of it. */
  settle (&rx);
  pull_feedback (&rx);
  fail_unless_equals_int (n_metrics, 40);
  check_no_feedback (&rx);

  gst_object_unref (peer);
  gst_object_unref (src);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_marker_and_packet_count)
{
  Rx rx = new_rx ();
  guint i;

  push (&rx, new_rtp (SSRC, 1, FALSE));
  pull_feedback (&rx);          /* the first packet */
  gst_test_clock_advance_time (test_clock, 22 * MS);
  for (i = 2; i <= 16; i++)
    push (&rx, new_rtp (SSRC, i, FALSE));
  check_no_feedback (&rx);
  push (&rx, new_rtp (SSRC, 17, FALSE));
  pull_feedback (&rx);
  fail_unless_equals_int (n_metrics, 16);
  push (&rx, new_rtp (SSRC, 18, TRUE));
  pull_feedback (&rx);
  check_no_feedback (&rx);

  /* Without the time that is to be between them */
  g_object_set (rx.element, "feedback-max-packets", 2, NULL);
  push (&rx, new_rtp (SSRC, 19, FALSE));
  push (&rx, new_rtp (SSRC, 20, FALSE));
  check_no_feedback (&rx);
  g_object_set (rx.element, "feedback-min-interval", 0.0, NULL);
  push (&rx, new_rtp (SSRC, 21, FALSE));
  pull_feedback (&rx);
  fail_unless_equals_uint64 (get_stat (rx.element, "packets"), 21);
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-packets"), 4);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_overlap)
{
  Rx rx = new_rx ();
  guint i;

  for (i = 1; i <= 50; i++) {
    push (&rx, new_rtp (SSRC, i, TRUE));
    pull_feedback (&rx);
  }
  fail_unless_equals_int (n_metrics, 8);
  g_object_set (rx.element, "feedback-overlap", 40, NULL);
  push (&rx, new_rtp (SSRC, 51, TRUE));
  pull_feedback (&rx);
  fail_unless_equals_int (n_metrics, 40);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_timer)
{
  Rx rx = new_rx ();

  push (&rx, new_rtp (SSRC, 1, FALSE));
  pull_feedback (&rx);
  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);

  advance (3 * MS);
  push (&rx, new_rtp (SSRC, 2, FALSE));
  advance (7 * MS);
  push (&rx, new_rtp (SSRC, 3, FALSE));
  check_no_feedback (&rx);
  fire_timer (&rx, T0 + 40 * MS);
  pull_feedback (&rx);
  check_age (2, 37 * MS);
  check_age (3, 30 * MS);
  /* Nothing new: nothing to wait for. */
  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);

  g_object_set (rx.element, "feedback-max-interval", 100.0, NULL);
  push (&rx, new_rtp (SSRC, 4, FALSE));
  fire_timer (&rx, T0 + 140 * MS);
  pull_feedback (&rx);
  free_rx (&rx);
}

GST_END_TEST;

/* A timer that marker bits have overtaken looks and waits on. */
GST_START_TEST (test_screamrx_timer_after_marker)
{
  Rx rx = new_rx ();

  push (&rx, new_rtp (SSRC, 1, FALSE));
  pull_feedback (&rx);
  push (&rx, new_rtp (SSRC, 2, FALSE));
  advance (30 * MS);
  push (&rx, new_rtp (SSRC, 3, TRUE));
  pull_feedback (&rx);
  advance (5 * MS);
  push (&rx, new_rtp (SSRC, 4, FALSE));
  fire_timer (&rx, T0 + 40 * MS);
  check_no_feedback (&rx);
  fire_timer (&rx, T0 + 70 * MS);
  pull_feedback (&rx);
  check_age (4, 35 * MS);

  push (&rx, new_rtp (SSRC, 5, FALSE));
  push (&rx, new_rtp (SSRC, 6, TRUE));
  pull_feedback (&rx);
  fire_timer (&rx, T0 + 110 * MS);
  check_no_feedback (&rx);
  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);
  free_rx (&rx);
}

GST_END_TEST;

/* One that marker bits always overtake comes less often; without packets it
 * still fires. */
GST_START_TEST (test_screamrx_timer_is_patient)
{
  Rx rx = new_rx ();
  guint16 seq = 1;
  guint i;

  push (&rx, new_rtp (SSRC, seq++, TRUE));
  pull_feedback (&rx);
  for (i = 1; i <= 8; i++) {
    gst_test_clock_set_time (test_clock, T0 + i * 33 * MS);
    push (&rx, new_rtp (SSRC, seq++, FALSE));
    push (&rx, new_rtp (SSRC, seq++, TRUE));
    pull_feedback (&rx);
    fire_timer (&rx, T0 + (i * 33 + 7) * MS);
    check_no_feedback (&rx);
  }

  gst_test_clock_set_time (test_clock, T0 + 300 * MS);
  push (&rx, new_rtp (SSRC, seq++, TRUE));
  pull_feedback (&rx);
  advance (10 * MS);
  push (&rx, new_rtp (SSRC, seq++, FALSE));
  fire_timer (&rx, T0 + (300 + 40 + 100) * MS);
  pull_feedback (&rx);
  /* It was needed. */
  push (&rx, new_rtp (SSRC, seq++, FALSE));
  fire_timer (&rx, T0 + (440 + 40) * MS);
  pull_feedback (&rx);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_several_ssrcs)
{
  Rx rx = new_rx ();
  guint i;

  push (&rx, new_rtp (0, 65535, FALSE));
  pull_feedback (&rx);
  for (i = 1; i < 5; i++)
    push (&rx, new_rtp (i, 0, i == 4));
  pull_feedback (&rx);
  fail_unless_equals_int (n_metrics, 4);
  for (i = 1; i < 5; i++)
    find_metric (i, 0);
  check_no_feedback (&rx);
  free_rx (&rx);
}

GST_END_TEST;

/* First numbers, jumps and wraps that broke other receivers. */
GST_START_TEST (test_screamrx_any_sequence_number)
{
  static const guint16 numbers[] = { 0, 65535, 0, 1, 60000, 60001, 30000,
    30001, 29999, 500, 501, 65535, 0
  };
  Rx rx = new_rx ();
  guint i;

  for (i = 0; i < G_N_ELEMENTS (numbers); i++) {
    push (&rx, new_rtp (SSRC, numbers[i], TRUE));
    while (gst_harness_buffers_in_queue (rx.rtcp) > 0)
      pull_feedback (&rx);
  }
  /* Two of a kind are a new start. */
  fail_unless_equals_int (n_metrics, 2);
  find_metric (SSRC, 65535);
  find_metric (SSRC, 0);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_gap_of_500)
{
  Rx rx = new_rx ();
  guint i;

  /* A gap of 500 is for streams that have shown 55 packets. */
  for (i = 64940; i <= 65000; i++) {
    push (&rx, new_rtp (SSRC, i, TRUE));
    pull_feedback (&rx);
  }
  push (&rx, new_rtp (SSRC, 65001, FALSE));
  push (&rx, new_rtp (SSRC, 65502, TRUE));
  pull_feedback (&rx);
  fail_unless (find_metric (SSRC, 65001)->received);
  for (i = 65002; i < 65502; i++)
    fail_if (find_metric (SSRC, i)->received);
  fail_unless (find_metric (SSRC, 65502)->received);
  fail_unless_equals_uint64 (get_stat (rx.element, "lost"), 500);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_muxed_rtcp_is_dropped)
{
  Rx rx = new_rx ();
  GstBufferList *list = gst_buffer_list_new ();
  GstBufferList *shared;

  push (&rx, new_rtcp ());
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 0);

  gst_buffer_list_add (list, new_rtp (SSRC, 1, FALSE));
  gst_buffer_list_add (list, new_rtcp ());
  gst_buffer_list_add (list, new_rtp (SSRC, 2, FALSE));
  shared = gst_buffer_list_ref (list);
  fail_unless_equals_int (gst_pad_push_list (rx.media->srcpad, list),
      GST_FLOW_OK);
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 2);
  fail_unless_equals_int (gst_buffer_list_length (shared), 3);
  gst_buffer_list_unref (shared);

  list = gst_buffer_list_new ();
  gst_buffer_list_add (list, new_rtcp ());
  fail_unless_equals_int (gst_pad_push_list (rx.media->srcpad, list),
      GST_FLOW_OK);
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 2);
  fail_unless_equals_uint64 (get_stat (rx.element, "rtcp-packets"), 3);
  fail_unless_equals_uint64 (get_stat (rx.element, "packets"), 2);
  free_rx (&rx);
}

GST_END_TEST;

static GstPadProbeReturn
count_in_session (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  guint *counts = user_data;

  counts[!(GST_PAD_PROBE_INFO_TYPE (info) & GST_PAD_PROBE_TYPE_BUFFER)]++;
  return GST_PAD_PROBE_OK;
}

/* What an answer is alone, and behind the report of a sender */
static void
push_answers (GstElement * rx, GstPad * src, guint * counts)
{
  guint8 data[28 + RTP_CC_ECHO_ANSWER_SIZE] = { 0x80, 200, 0, 6 };
  GSocketAddress *from = g_inet_socket_address_new_from_string ("::1", 4000);
  guint before = counts[0], i, ssrc;
  GstStructure *stats;

  g_object_get (rx, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint (stats, "sender-ssrc", &ssrc));
  gst_structure_free (stats);
  rtp_cc_echo_write_answer (data + 28, ssrc, 1);
  for (i = 0; i < 2; i++) {
    gsize at = i == 0 ? 28 : 0;
    GstBuffer *buffer = gst_buffer_new_memdup (data + at, sizeof (data) - at);

    gst_buffer_add_net_address_meta (buffer, from);
    fail_unless_equals_int (gst_pad_push (src, buffer), GST_FLOW_OK);
    fail_unless_equals_int (counts[0], before + i);
  }
  g_object_unref (from);
}

/* It would take all packets of a list for those of the stream of the first. The report of
 * a sender is for it, whatever is behind that. */
GST_START_TEST (test_screamrx_before_a_session)
{
  GstElement *pipeline = gst_parse_launch ("screamrx name=rx "
      "! s.recv_rtp_sink rtpsession name=s s.recv_rtp_src ! fakesink "
      "async=false", NULL);
  GstElement *rx = gst_bin_get_by_name (GST_BIN (pipeline), "rx");
  GstElement *session = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  GstPad *sink = gst_element_get_static_pad (rx, "sink");
  GstPad *in = gst_element_get_static_pad (session, "recv_rtp_sink");
  GstPad *src = gst_pad_new ("src", GST_PAD_SRC);
  GstBufferList *list = gst_buffer_list_new ();
  GstCaps *caps = gst_caps_from_string ("application/x-rtp, media=video, "
      "clock-rate=90000, encoding-name=VP8, payload=96");
  guint counts[2] = { 0, 0 }, i;

  gst_pad_add_probe (in, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_BUFFER_LIST, count_in_session, counts, NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  gst_pad_set_active (src, TRUE);
  fail_unless (gst_pad_link (src, sink) == GST_PAD_LINK_OK);
  gst_check_setup_events (src, rx, caps, GST_FORMAT_TIME);
  gst_caps_unref (caps);
  for (i = 0; i < 5; i++)
    gst_buffer_list_add (list, new_rtp (SSRC + i % 2, i, FALSE));
  fail_unless_equals_int (gst_pad_push_list (src, list), GST_FLOW_OK);
  fail_unless_equals_int (counts[0], 5);
  fail_unless_equals_int (counts[1], 0);
  push_answers (rx, src, counts);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_pad_unlink (src, sink);
  gst_object_unref (src);
  gst_object_unref (sink);
  gst_object_unref (in);
  gst_object_unref (session);
  gst_object_unref (rx);
  gst_object_unref (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_other_packets_pass)
{
  Rx rx = new_rx ();
  static const guint8 stun[20] = { 0, 1, };
  static const guint8 short_rtp[11] = { 0x80, 96, };
  static const guint8 one_byte[1] = { 0x8b };

  push (&rx, gst_buffer_new_memdup (stun, sizeof (stun)));
  push (&rx, gst_buffer_new_memdup (short_rtp, sizeof (short_rtp)));
  push (&rx, gst_buffer_new_memdup (one_byte, sizeof (one_byte)));
  push (&rx, gst_buffer_new ());
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 4);
  check_no_feedback (&rx);
  fail_unless_equals_uint64 (get_stat (rx.element, "ignored"), 4);
  free_rx (&rx);
}

GST_END_TEST;

/* RTP whose header is in two memories. */
GST_START_TEST (test_screamrx_split_header)
{
  Rx rx = new_rx ();
  GstBuffer *whole = new_rtp (SSRC, 4711, TRUE);
  GstBuffer *split = gst_buffer_append (gst_buffer_copy_region (whole,
          GST_BUFFER_COPY_ALL | GST_BUFFER_COPY_DEEP, 0, 5),
      gst_buffer_copy_region (whole, GST_BUFFER_COPY_ALL | GST_BUFFER_COPY_DEEP,
          5, -1));

  gst_buffer_unref (whole);
  fail_unless_equals_int (gst_buffer_n_memory (split), 2);
  push (&rx, split);
  pull_feedback (&rx);
  find_metric (SSRC, 4711);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_rtcp_sink_takes_all)
{
  Rx rx = new_rx ();
  GstHarness *in = gst_harness_new_with_element (rx.element, "rtcp_sink", NULL);

  rx.refs = GST_OBJECT_REFCOUNT_VALUE (rx.element);
  gst_harness_set_src_caps_str (in, "application/x-rtcp");
  fail_unless_equals_int (gst_harness_push (in, new_rtcp ()), GST_FLOW_OK);
  fail_unless (gst_harness_push_event (in, gst_event_new_eos ()));
  fail_unless_equals_uint64 (get_stat (rx.element, "rtcp-packets"), 1);

  /* None of it has reached the media or the feedback. */
  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  gst_harness_teardown (in);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_sender_ssrc_and_compat)
{
  Rx rx = new_rx ();
  GstStructure *stats;
  guint ssrc;

  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  g_object_get (rx.element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint (stats, "sender-ssrc", &ssrc));
  fail_unless_equals_int (header.sender_ssrc, ssrc);
  gst_structure_free (stats);

  g_object_set (rx.element, "sender-ssrc", 0xfffffffeu, NULL);
  gst_util_set_object_arg (G_OBJECT (rx.element), "compat", "num-reports-last");
  push (&rx, new_rtp (SSRC, 2, TRUE));
  pull_feedback (&rx);
  fail_unless_equals_int_hex (header.sender_ssrc, 0xfffffffeu);
  fail_unless_equals_int (header.num_reports, RTP_CC_NUM_REPORTS_LAST);
  fail_unless_equals_int (n_metrics, 2);
  free_rx (&rx);
}

GST_END_TEST;

static GstPad *
get_linked_inside (GstElement * element, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);
  GstIterator *it = gst_pad_iterate_internal_links (pad);
  GValue value = G_VALUE_INIT;
  GstPad *linked = NULL;

  if (gst_iterator_next (it, &value) == GST_ITERATOR_OK) {
    linked = g_value_get_object (&value);
    g_value_reset (&value);
    fail_unless_equals_int (gst_iterator_next (it, &value), GST_ITERATOR_DONE);
  }
  if (G_IS_VALUE (&value))
    g_value_unset (&value);
  gst_iterator_free (it);
  gst_object_unref (pad);
  return linked;
}

/* Who looks for the media's way must not take the feedback's. */
GST_START_TEST (test_screamrx_internal_links)
{
  Rx rx = new_rx ();
  GstPad *sink_in = gst_element_request_pad_simple (rx.element, "rtcp_sink");
  GstPad *sink = gst_element_get_static_pad (rx.element, "sink");
  GstPad *src = gst_element_get_static_pad (rx.element, "src");

  fail_unless (get_linked_inside (rx.element, "sink") == src);
  fail_unless (get_linked_inside (rx.element, "src") == sink);
  fail_unless (get_linked_inside (rx.element, "rtcp_sink") == NULL);
  fail_unless (get_linked_inside (rx.element, "rtcp_src") == NULL);
  gst_object_unref (sink);
  gst_object_unref (src);
  gst_element_release_request_pad (rx.element, sink_in);
  gst_object_unref (sink_in);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_two_instances)
{
  Rx a = new_rx ();
  Rx b = new_rx ();

  push (&a, new_rtp (1, 1, TRUE));
  push (&b, new_rtp (2, 2, TRUE));
  pull_feedback (&a);
  fail_unless_equals_int (n_metrics, 1);
  find_metric (1, 1);
  pull_feedback (&b);
  fail_unless_equals_int (n_metrics, 1);
  find_metric (2, 2);
  free_rx (&a);
  push (&b, new_rtp (2, 3, TRUE));
  pull_feedback (&b);
  free_rx (&b);
}

GST_END_TEST;

static Suite *
screamrx_suite (void)
{
  Suite *s = suite_create ("screamrx");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamrx_packets_pass_untouched);
  tcase_add_loop_test (tc, test_screamrx_keeps_short_fragments_back, 0,
      G_N_ELEMENTS (nals));
  tcase_add_test (tc, test_screamrx_reports_what_it_keeps_back);
  tcase_add_test (tc, test_screamrx_guards_a_depayloader);
  tcase_add_test (tc, test_screamrx_lists_stay_lists);
  tcase_add_test (tc, test_screamrx_marker_and_packet_count);
  tcase_add_test (tc, test_screamrx_overlap);
  tcase_add_test (tc, test_screamrx_timer);
  tcase_add_test (tc, test_screamrx_timer_after_marker);
  tcase_add_test (tc, test_screamrx_timer_is_patient);
  tcase_add_test (tc, test_screamrx_several_ssrcs);
  tcase_add_test (tc, test_screamrx_any_sequence_number);
  tcase_add_test (tc, test_screamrx_gap_of_500);
  tcase_add_test (tc, test_screamrx_muxed_rtcp_is_dropped);
  tcase_add_test (tc, test_screamrx_before_a_session);
  tcase_add_test (tc, test_screamrx_other_packets_pass);
  tcase_add_test (tc, test_screamrx_split_header);
  tcase_add_test (tc, test_screamrx_rtcp_sink_takes_all);
  tcase_add_test (tc, test_screamrx_sender_ssrc_and_compat);
  tcase_add_test (tc, test_screamrx_internal_links);
  tcase_add_test (tc, test_screamrx_two_instances);

  return s;
}

GST_CHECK_MAIN (screamrx);

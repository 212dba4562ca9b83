/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP into screamtx by its pads, and what it says when there is none */
#include "screamtxtest.h"

#include <string.h>

#define SCREAM "screamtx encoder-name=none"

/* One RTCP packet of @words of 4 bytes after the first. */
static gsize
write_rtcp (guint8 * data, guint8 type, guint8 count, guint words)
{
  memset (data, type, 4 * (words + 1));
  data[0] = 0x80 | count;
  data[1] = type;
  GST_WRITE_UINT16_BE (data + 2, words);
  return 4 * (words + 1);
}

/* PT, count or FMT, length: SR with a report, RR, empty RR, SDES, BYE, APP,
 * NACK, TWCC, PLI, FIR, XR */
static const guint8 kinds[][3] = {
  {200, 1, 12}, {201, 1, 7}, {201, 0, 1}, {202, 1, 5}, {203, 1, 1},
  {204, 0, 3}, {205, 1, 3}, {205, 15, 5}, {206, 1, 2}, {206, 4, 4}, {207, 0, 4},
};

static GstHarness *
rtcp_harness_new (GstHarness * h)
{
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      "rtcp_src");

  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  return rtcp;
}

static void
push_rtcp (GstHarness * rtcp, const guint8 * data, gsize size)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);

  gst_buffer_fill (buffer, 0, data, size);
  fail_unless_equals_int (gst_harness_push (rtcp, buffer), GST_FLOW_OK);
}

static void
expect_rtcp (GstHarness * rtcp, const guint8 * data, gsize size)
{
  GstBuffer *buffer = gst_harness_try_pull (rtcp);

  fail_unless (buffer != NULL);
  fail_unless_equals_int (gst_buffer_get_size (buffer), size);
  fail_unless (gst_buffer_memcmp (buffer, 0, data, size) == 0);
  gst_buffer_unref (buffer);
}

GST_START_TEST (test_screamtx_other_rtcp_goes_out_unchanged)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
  TxLog *log = tx_log_new (h->element, "rtcp_src");
  guint8 one[64], all[1024];
  gsize size, total = 0;
  gchar *text;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (kinds); i++) {
    size = write_rtcp (one, kinds[i][0], kinds[i][1], kinds[i][2]);
    push_rtcp (rtcp, one, size);
    expect_rtcp (rtcp, one, size);
    memcpy (all + total, one, size);
    total += size;
  }
  push_rtcp (rtcp, all, total);
  expect_rtcp (rtcp, all, total);
  text = tx_log_text (log);
  fail_unless (g_str_has_prefix (text, "stream-start caps segment 12 7 "), "%s",
      text);
  fail_unless (strstr (text + 5, "stream-start") == NULL);
  g_free (text);
  fail_unless_equals_uint64 (tx_stat (h->element, "rtcp-refused"), 0);
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-packets"), 0);
  tx_log_free (log);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_feedback_is_taken)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
  GstMapInfo map;
  GstBuffer *ccfb;
  guint8 compound[512];
  gsize size;

  tx_push (h, 100);
  tx_pull (h, 100);
  gst_harness_push (rtcp, ccfb_new (SSRC, 100, 1, FALSE, 1000));
  fail_unless (gst_harness_try_pull (rtcp) == NULL);
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-packets"), 1);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-received"), 1);
  tx_check_text (h->element, "feedback-route", "pad");
  tx_check_text (h->element, "feedback-state", "ok");

  /* In a compound: the rest is for somebody else, who gets it whole. */
  gst_test_clock_advance_time (test_clock, 20 * MS);
  tx_push (h, 101);
  tx_pull (h, 101);
  size = write_rtcp (compound, 200, 0, 6);
  ccfb = ccfb_new (SSRC, 101, 1, FALSE, 3000);
  gst_buffer_map (ccfb, &map, GST_MAP_READ);
  memcpy (compound + size, map.data, map.size);
  size += map.size;
  gst_buffer_unmap (ccfb, &map);
  gst_buffer_unref (ccfb);
  push_rtcp (rtcp, compound, size);
  expect_rtcp (rtcp, compound, size);
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-packets"), 2);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-received"), 2);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

static GstEvent *
retransmission_request (guint ssrc, guint seq)
{
  return gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
      gst_structure_new ("GstRTPRetransmissionRequest", "seqnum", G_TYPE_UINT,
          seq, "ssrc", G_TYPE_UINT, ssrc, NULL));
}

/* Of the custom ones that came. */
static guint
count_requests (GstHarness * h)
{
  GstEvent *event;
  guint n = 0;

  while ((event = gst_harness_try_pull_upstream_event (h))) {
    n += gst_event_has_name (event, "GstRTPRetransmissionRequest");
    gst_event_unref (event);
  }
  return n;
}

GST_START_TEST (test_screamtx_retransmission_of_what_never_left)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);

  tx_push (h, 100);
  tx_pull (h, 100);
  tx_go_on (20 * MS);
  tx_push (h, 102);
  tx_pull (h, 102);

  gst_harness_push_upstream_event (h, retransmission_request (SSRC, 100));
  gst_harness_push_upstream_event (h, retransmission_request (SSRC, 102));
  gst_harness_push_upstream_event (h, retransmission_request (SSRC + 1, 101));
  fail_unless_equals_int (count_requests (h), 3);
  gst_harness_push_upstream_event (h, retransmission_request (SSRC, 101));
  gst_harness_push_upstream_event (h, retransmission_request (SSRC, 103));
  fail_unless_equals_int (count_requests (h), 0);
  fail_unless_equals_uint64 (tx_stat (h->element, "retransmissions-refused"),
      2);

  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_feedback_on_others)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
  GstBuffer *out;

  tx_push (h, 100);
  tx_pull (h, 100);
  gst_harness_push (rtcp, ccfb_new (SSRC + 1, 100, 3, FALSE, 1000));
  /* It may be meant for another sender behind rtcp_src. */
  out = gst_harness_try_pull (rtcp);
  fail_unless (out != NULL);
  gst_buffer_unref (out);
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-packets"), 0);
  fail_unless_equals_uint64 (tx_stat (h->element, "unknown-ssrc"), 3);

  /* Numbers that were not sent say nothing. */
  gst_harness_push (rtcp, ccfb_new (SSRC, 5000, 3, FALSE, 2000));
  fail_unless_equals_uint64 (tx_stat (h->element, "unknown-seqnum"), 3);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-received"), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_both_readings_of_num_reports)
{
  guint last, i;

  for (last = 0; last < 2; last++) {
    GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);

    for (i = 0; i < 10; i++) {
      tx_push (h, (guint16) i);
      tx_go_on (20 * MS);
      tx_pull (h, (guint16) i);
    }
    gst_harness_push (rtcp, ccfb_new (SSRC, 0, 10, last, 1000));
    fail_unless_equals_uint64 (tx_stat (h->element, "packets-received"), 10);
    fail_unless_equals_uint64 (tx_stat (h->element, "rtcp-refused"), 0);
    tx_check_text (h->element, "num-reports", last ? "last" : "count");
    gst_harness_teardown (rtcp);
    tx_harness_free (h);
  }
}

GST_END_TEST;

GST_START_TEST (test_screamtx_refused_rtcp_is_counted)
{
  static const struct
  {
    guint8 data[20];
    gsize size;
    const gchar *reason;
  } table[] = {
    {{0x80, 200, 0}, 3, "rtcp-refused-too-short"},
    {{0x00, 200, 0, 0}, 4, "rtcp-refused-bad-version"},
    {{0x80, 200, 0, 9, 1, 2, 3, 4}, 8, "rtcp-refused-bad-length"},
    {{0x8b, 205, 0, 1, 1, 2, 3, 4}, 8, "rtcp-refused-too-short"},
    {{0xab, 205, 0, 4, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 99}, 20,
        "rtcp-refused-bad-padding"},
    /* a block of 65535 reports, and nothing behind its header */
    {{0x8b, 205, 0, 4, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0xff, 0xff, 0, 0, 0, 9},
        20, "rtcp-refused-bad-block"},
  };
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    guint64 before = tx_stat (h->element, table[i].reason);

    push_rtcp (rtcp, table[i].data, table[i].size);
    fail_unless_equals_uint64 (tx_stat (h->element, table[i].reason),
        before + 1);
    fail_unless_equals_uint64 (tx_stat (h->element, "rtcp-refused"), i + 1);
  }
  push_rtcp (rtcp, table[0].data, 0);
  fail_unless (gst_harness_try_pull (rtcp) == NULL);
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-packets"), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Any bytes at all, half of them with the head of a feedback packet. */
GST_START_TEST (test_screamtx_random_rtcp)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
  GRand *rand = g_rand_new_with_seed (7);
  GstBuffer *out;
  guint8 data[256];
  guint i, k;

  for (i = 0; i < 5000; i++) {
    gsize size = (gsize) g_rand_int_range (rand, 0, sizeof (data));

    for (k = 0; k < size; k++)
      data[k] = (guint8) g_rand_int (rand);
    if (i % 2 && size >= 20) {
      data[0] = 0x8b;
      data[1] = 205;
      size = size / 4 * 4;
      GST_WRITE_UINT16_BE (data + 2, size / 4 - 1);
      GST_WRITE_UINT32_BE (data + 8, SSRC);
    }
    if (i % 100 == 0) {
      tx_push (h, (guint16) (i / 100));
      tx_go_on (5 * MS);
    }
    push_rtcp (rtcp, data, size);
    out = gst_harness_try_pull (rtcp);
    gst_clear_buffer (&out);
  }
  fail_unless (tx_stat (h->element, "rtcp-refused") > 2000);
  g_rand_free (rand);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_rtcp_eos_passes)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
  TxLog *log = tx_log_new (h->element, "rtcp_src");

  gst_harness_push_event (rtcp, gst_event_new_eos ());
  /* A sink that never got a packet must end too. */
  tx_log_expect (log, "stream-start caps segment eos ");
  tx_log_free (log);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Without rtcp_sink the media decides. */
GST_START_TEST (test_screamtx_media_eos_ends_rtcp_src)
{
  GstHarness *h = tx_harness_new (PACED);
  GstHarness *rtcp = gst_harness_new_with_element (h->element, NULL,
      "rtcp_src");
  TxLog *log = tx_log_new (h->element, "rtcp_src");

  tx_push (h, 1);
  tx_pull (h, 1);
  tx_push (h, 2);
  gst_harness_push_event (h, gst_event_new_eos ());
  tx_log_expect (log, "");
  tx_go_on (10 * MS);
  tx_pull (h, 2);
  tx_log_expect (log, "stream-start caps segment eos ");
  tx_log_free (log);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

static GstFlowReturn
refuse (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return GST_FLOW_ERROR;
}

GST_START_TEST (test_screamtx_rtcp_src_trouble_stays_there)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
  GstElement *alone = gst_element_factory_make ("screamtx", NULL);
  GstPad *pad;
  guint8 data[64];
  gsize size = write_rtcp (data, 200, 0, 6);

  gst_pad_set_chain_function (rtcp->sinkpad, refuse);
  push_rtcp (rtcp, data, size);
  push_rtcp (rtcp, data, size);
  gst_harness_teardown (rtcp);

  /* Not linked, then not there */
  pad = gst_element_request_pad_simple (h->element, "rtcp_src");
  rtcp = gst_harness_new_with_element (h->element, "rtcp_sink", NULL);
  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  push_rtcp (rtcp, data, size);
  gst_element_release_request_pad (h->element, pad);
  gst_object_unref (pad);
  push_rtcp (rtcp, data, size);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);

  /* Requested, never linked, never released */
  pad = gst_element_request_pad_simple (alone, "rtcp_src");
  gst_object_unref (pad);
  pad = gst_element_request_pad_simple (alone, "rtcp_sink");
  fail_unless (gst_element_request_pad_simple (alone, "rtcp_%u") == NULL);
  gst_object_unref (pad);
  gst_element_set_state (alone, GST_STATE_PLAYING);
  gst_element_set_state (alone, GST_STATE_NULL);
  gst_object_unref (alone);
}

GST_END_TEST;

static gpointer
push_media (gpointer user_data)
{
  GstHarness *h = user_data;
  guint i;

  for (i = 0; i < 400; i++) {
    tx_push (h, (guint16) i);
    g_usleep (100);
  }
  return NULL;
}

GST_START_TEST (test_screamtx_rtcp_pads_come_and_go_while_playing)
{
  GstHarness *h = tx_harness_new (FAST);
  GThread *thread = g_thread_new ("media", push_media, h);
  guint8 data[64];
  gsize size = write_rtcp (data, 200, 0, 6);
  guint i;

  for (i = 0; i < 50; i++) {
    GstHarness *rtcp = rtcp_harness_new (h);

    push_rtcp (rtcp, data, size);
    gst_harness_push (rtcp, ccfb_new (SSRC, (guint16) i, 1, FALSE, 1000));
    expect_rtcp (rtcp, data, size);
    gst_harness_teardown (rtcp);
  }
  g_thread_join (thread);
  tx_harness_free (h);
}

GST_END_TEST;

/* ---- the route ---- */

GST_START_TEST (test_screamtx_no_route_is_an_error)
{
  GstHarness *h = tx_harness_new (SCREAM);

  tx_push (h, 0);
  tx_pull (h, 0);
  tx_expect_message (h->element, GST_MESSAGE_ERROR, "link the receiver's RTCP "
      "to rtcp_sink, for instance \"udpsrc port=5001 ! screamtx0.rtcp_sink\", "
      "or set controller=fixed");
  tx_go_on (100 * MS);
  tx_push (h, 1);
  tx_pull (h, 1);
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ERROR,
          NULL), 0);
  tx_harness_free (h);
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
    rtcp = i == 1 ? rtcp_harness_new (h) : NULL;
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
    fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, (*seq)++, 0,
                TRUE, 200)), GST_FLOW_OK);
    tx_go_on (100 * MS);
  }
}

GST_START_TEST (test_screamtx_missing_feedback)
{
  GstHarness *h = tx_harness_new (SCREAM " min-bitrate=50000");
  GstHarness *rtcp = rtcp_harness_new (h);
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
    tx_expect_message (h->element, GST_MESSAGE_WARNING, "the minimum bitrate");
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
  }
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_ERROR,
          NULL), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* GCC waits for three seconds before it lowers the rate. */
GST_START_TEST (test_screamtx_missing_feedback_with_gcc)
{
  GstHarness *h = tx_harness_new (SCREAM " controller=gcc "
      "initial-bitrate=800000");
  GstHarness *rtcp = rtcp_harness_new (h);
  guint16 seq = 0;

  send_in_vain (h, &seq, gst_clock_get_time (GST_CLOCK (test_clock))
      + 2000 * MS);
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "bit/s for now");
  fail_unless (tx_stat (h->element, "estimated-bitrate") > 700000);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* A report that is repeated is none. */
GST_START_TEST (test_screamtx_repeated_feedback)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GstHarness *rtcp = rtcp_harness_new (h);
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
  GstHarness *rtcp = rtcp_harness_new (h);
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

/* Reports that are missing leave the part that each controller has for it: most
 * react to the first, GCC after 3 s. */
GST_START_TEST (test_screamtx_controller_is_the_one_set)
{
  static const struct
  {
    const gchar *controller;
    GstClockTime after;
    guint64 low, high;
  } cases[] = {
    {"scream", 900 * MS, 490000, 510000},
    {"scream-v1", 900 * MS, 490000, 510000},
    {"nada", 900 * MS, 790000, 810000},
    {"gcc", 900 * MS, 990000, 1010000},
    {"gcc", 5000 * MS, 600000, 800000},
    {"gcc-draft02", 5000 * MS, 600000, 800000},
    {"gcc-remb", 900 * MS, 490000, 510000},
    {"fixed", 5000 * MS, 990000, 1010000},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gchar *line = g_strdup_printf (SCREAM " controller=%s",
        cases[i].controller);
    GstHarness *h = tx_harness_new (line), *rtcp = rtcp_harness_new (h);
    GstClockTime start = gst_clock_get_time (GST_CLOCK (test_clock));
    guint64 estimate;
    guint16 seq = 0;

    send_in_vain (h, &seq, start + cases[i].after);
    estimate = tx_stat (h->element, "estimated-bitrate");
    fail_unless (estimate > cases[i].low && estimate < cases[i].high,
        "%s: %" G_GUINT64_FORMAT, cases[i].controller, estimate);
    gst_harness_teardown (rtcp);
    tx_harness_free (h);
    g_free (line);
  }
}

GST_END_TEST;

/* Time in PAUSED does not count. */
GST_START_TEST (test_screamtx_pause_is_no_missing_feedback)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);
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

/* ---- key frames that receivers ask for ---- */

/* As rtpsession makes them of a PLI, or of a FIR whose header anybody wrote. */
static void
ask_for_key_frame_of (GstHarness * h, guint ssrc)
{
  gst_harness_push_upstream_event (h,
      gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
          gst_structure_new ("GstForceKeyUnit", "ssrc", G_TYPE_UINT, ssrc,
              "payload", G_TYPE_UINT, 96, "all-headers", G_TYPE_BOOLEAN, FALSE,
              NULL)));
}

static void
ask_for_key_frame (GstHarness * h)
{
  ask_for_key_frame_of (h, SSRC);
}

/* A flood of 10 s; the application has as many as it wants. */
GST_START_TEST (test_screamtx_key_frame_flood)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GstEvent *own;
  guint i, n = 0;

  tx_run_to (T0);
  tx_push (h, 0);
  tx_pull (h, 0);
  count_key_requests (h);
  ask_for_key_frame (h);
  fail_unless_equals_int (count_key_requests (h), 1);
  for (i = 1; i <= 100; i++) {
    tx_run_to (T0 + i * 100 * MS);
    ask_for_key_frame (h);
    n += count_key_requests (h);
  }
  /* at 0.3, 0.9, 1.9, 2.9 ... 9.9 s, or at the one of the next request */
  fail_unless (n >= 10 && n <= 11, "%u", n);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0,
          "key-frame-requests"), 101);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0,
          "key-frames-asked"), n + 1);

  for (i = 0; i < 20; i++) {
    own = gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
        gst_structure_new ("GstForceKeyUnit", "running-time", G_TYPE_UINT64,
            GST_CLOCK_TIME_NONE, "all-headers", G_TYPE_BOOLEAN, TRUE, "count",
            G_TYPE_UINT, i, NULL));
    gst_harness_push_upstream_event (h, own);
  }
  fail_unless (count_key_requests (h) >= 20);
  tx_harness_free (h);
}

GST_END_TEST;

/* SSRCs that are not ours count for one that is. */
GST_START_TEST (test_screamtx_key_frame_flood_of_invented_ssrcs)
{
  GstHarness *h = tx_harness_new (SCREAM);
  GRand *rand = g_rand_new_with_seed (4);
  guint i, n = 0;

  tx_run_to (T0);
  tx_push (h, 0);
  tx_pull (h, 0);
  count_key_requests (h);
  for (i = 0; i <= 1000; i++) {
    tx_run_to (T0 + i * 10 * MS);
    ask_for_key_frame_of (h, g_rand_int (rand));
    n += count_key_requests (h);
  }
  /* at 0, 0.3, 0.9, 1.9 ... 9.9 s */
  fail_unless (n >= 11 && n <= 12, "%u", n);
  g_rand_free (rand);
  tx_harness_free (h);
}

GST_END_TEST;

/* The second of two is not lost, though nobody asks again. */
GST_START_TEST (test_screamtx_key_frame_later)
{
  GstHarness *h = tx_harness_new (SCREAM);
  guint i, n = 0;

  tx_run_to (T0);
  tx_push (h, 0);
  tx_pull (h, 0);
  count_key_requests (h);
  ask_for_key_frame (h);
  ask_for_key_frame (h);
  fail_unless_equals_int (count_key_requests (h), 1);
  tx_crank_to (T0 + 300 * MS);
  for (i = 0; n == 0 && i < 5000; i++) {
    n += count_key_requests (h);
    g_usleep (1000);
  }
  fail_unless_equals_int (n, 1);
  tx_harness_free (h);
}

GST_END_TEST;

/* RFC 5104 section 4.3.1.1: the SSRC is behind the header, which has 0 */
static void
push_fir (GstHarness * rtcp, guint32 requester, guint8 number)
{
  guint8 data[20] = { 0x84, 206, 0, 4 };

  GST_WRITE_UINT32_BE (data + 4, requester);
  GST_WRITE_UINT32_BE (data + 12, SSRC);
  data[16] = number;
  push_rtcp (rtcp, data, sizeof (data));
  gst_buffer_unref (gst_harness_try_pull (rtcp));
}

static guint
wait_for_key_request (GstHarness * h)
{
  guint i, n = 0;

  for (i = 0; n == 0 && i < 5000; i++) {
    n = count_key_requests (h);
    g_usleep (1000);
  }
  return n;
}

/* As rtpsession makes them of a FIR. */
static void
push_fir_event (GstHarness * h)
{
  gst_harness_push_upstream_event (h,
      gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
          gst_structure_new ("GstForceKeyUnit", "ssrc", G_TYPE_UINT, 0,
              "payload", G_TYPE_UINT, 96, "all-headers", G_TYPE_BOOLEAN, TRUE,
              NULL)));
}

/* Nobody but screamtx need understand it, and who does besides is no second one. */
GST_START_TEST (test_screamtx_fir)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = rtcp_harness_new (h);

  tx_run_to (T0);
  tx_push (h, 0);
  tx_pull (h, 0);
  count_key_requests (h);
  push_fir (rtcp, 7, 1);
  push_fir_event (h);
  fail_unless_equals_int (wait_for_key_request (h), 1);
  tx_run_to (T0 + 400 * MS);
  fail_unless_equals_int (count_key_requests (h), 0);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0,
          "key-frame-requests"), 1);

  /* One that came by another way. */
  push_fir_event (h);
  fail_unless_equals_int (wait_for_key_request (h), 1);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0,
          "key-frame-requests"), 2);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxfeedback_suite (void)
{
  Suite *s = suite_create ("screamtxfeedback");
  TCase *tc = tcase_create ("feedback");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_other_rtcp_goes_out_unchanged);
  tcase_add_test (tc, test_screamtx_feedback_is_taken);
  tcase_add_test (tc, test_screamtx_retransmission_of_what_never_left);
  tcase_add_test (tc, test_screamtx_feedback_on_others);
  tcase_add_test (tc, test_screamtx_both_readings_of_num_reports);
  tcase_add_test (tc, test_screamtx_refused_rtcp_is_counted);
  tcase_add_test (tc, test_screamtx_random_rtcp);
  tcase_add_test (tc, test_screamtx_rtcp_eos_passes);
  tcase_add_test (tc, test_screamtx_media_eos_ends_rtcp_src);
  tcase_add_test (tc, test_screamtx_rtcp_src_trouble_stays_there);
  tcase_add_test (tc, test_screamtx_rtcp_pads_come_and_go_while_playing);
  tcase_add_test (tc, test_screamtx_no_route_is_an_error);
  tcase_add_test (tc, test_screamtx_fixed_needs_no_feedback);
  tcase_add_test (tc, test_screamtx_route_follows_rtcp_sink);
  tcase_add_test (tc, test_screamtx_missing_feedback);
  tcase_add_test (tc, test_screamtx_missing_feedback_with_gcc);
  tcase_add_test (tc, test_screamtx_repeated_feedback);
  tcase_add_test (tc, test_screamtx_unreported_ssrc);
  tcase_add_test (tc, test_screamtx_controller_is_the_one_set);
  tcase_add_test (tc, test_screamtx_pause_is_no_missing_feedback);
  tcase_add_test (tc, test_screamtx_key_frame_flood);
  tcase_add_test (tc, test_screamtx_key_frame_flood_of_invented_ssrcs);
  tcase_add_test (tc, test_screamtx_key_frame_later);
  tcase_add_test (tc, test_screamtx_fir);
  return s;
}

GST_CHECK_MAIN (screamtxfeedback);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP into screamtx by its pads: what is taken, what passes, what is refused. */
#include <string.h>

#include "screamtxtest.h"

#define SDES 202

/* One RTCP packet of @words of 4 bytes after the first.  SDES has one item, and ends. */
static gsize
write_rtcp (guint8 * data, guint8 type, guint8 count, guint words)
{
  memset (data, type, 4 * (words + 1));
  data[0] = 0x80 | count;
  data[1] = type;
  GST_WRITE_UINT16_BE (data + 2, words);
  if (type == SDES) {
    data[9] = 4 * words - 10;
    memset (data + 4 * words, 0, 4);
  }
  return 4 * (words + 1);
}

/* PT, count or FMT, length: SR with a report, RR, empty RR, SDES, BYE, APP,
 * NACK, TWCC, PLI, FIR, XR */
static const guint8 kinds[][3] = {
  {200, 1, 12}, {201, 1, 7}, {201, 0, 1}, {SDES, 1, 5}, {203, 1, 1},
  {204, 0, 3}, {205, 1, 3}, {205, 15, 5}, {206, 1, 2}, {206, 4, 4}, {207, 0, 4},
};

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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
  TxLog *log = tx_log_new (h->element, "rtcp_src");
  guint8 one[64], all[1024];
  gsize size, total = 0;
  gchar *text;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (kinds); i++) {
    size = write_rtcp (one, kinds[i][0], kinds[i][1], kinds[i][2]);
    tx_push_rtcp (rtcp, one, size);
    expect_rtcp (rtcp, one, size);
    memcpy (all + total, one, size);
    total += size;
  }
  tx_push_rtcp (rtcp, all, total);
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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
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
  tx_push_rtcp (rtcp, compound, size);
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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);

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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
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
    GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);

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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    guint64 before = tx_stat (h->element, table[i].reason);

    tx_push_rtcp (rtcp, table[i].data, table[i].size);
    fail_unless_equals_uint64 (tx_stat (h->element, table[i].reason),
        before + 1);
    fail_unless_equals_uint64 (tx_stat (h->element, "rtcp-refused"), i + 1);
  }
  tx_push_rtcp (rtcp, table[0].data, 0);
  fail_unless (gst_harness_try_pull (rtcp) == NULL);
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-packets"), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Any bytes at all, half of them with the head of a feedback packet. */
GST_START_TEST (test_screamtx_random_rtcp)
{
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
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
    tx_push_rtcp (rtcp, data, size);
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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);
  GstElement *alone = gst_element_factory_make ("screamtx", NULL);
  GstPad *pad;
  guint8 data[64];
  gsize size = write_rtcp (data, 200, 0, 6);

  gst_pad_set_chain_function (rtcp->sinkpad, refuse);
  tx_push_rtcp (rtcp, data, size);
  tx_push_rtcp (rtcp, data, size);
  gst_harness_teardown (rtcp);

  /* Not linked, then not there */
  pad = gst_element_request_pad_simple (h->element, "rtcp_src");
  rtcp = gst_harness_new_with_element (h->element, "rtcp_sink", NULL);
  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  tx_push_rtcp (rtcp, data, size);
  gst_element_release_request_pad (h->element, pad);
  gst_object_unref (pad);
  tx_push_rtcp (rtcp, data, size);
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

static GstPadProbeReturn
count_packet (GstPad * pad, GstPadProbeInfo * info, gpointer count)
{
  (void) pad;
  (void) info;
  ++*(guint *) count;
  return GST_PAD_PROBE_OK;
}

/* Also one that no media goes through, and that is linked when RTCP has come: with AVPF, a
 * request for a sender report would stop it for ever. At once, and behind a tee. */
GST_START_TEST (test_screamtx_guards_a_session_behind_rtcp_src)
{
  static const guint8 sr_req[] = { 0x85, 205, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8 };
  GstElement *session = gst_element_factory_make ("rtpsession", NULL);
  GstElement *tee = gst_element_factory_make ("tee", NULL);
  GstHarness *h = tx_harness_new (SCREAM), *rtcp;
  GstPad *src = gst_element_request_pad_simple (h->element, "rtcp_src");
  GstPad *in = gst_element_request_pad_simple (session, "recv_rtcp_sink");
  GstPad *tee_in = gst_element_get_static_pad (tee, "sink");
  guint8 report[64];
  gsize size = write_rtcp (report, 200, 0, 6);
  guint count = 0;

  g_object_set (session, "rtp-profile", 3, NULL);
  g_object_set (tee, "allow-not-linked", TRUE, NULL);
  gst_element_set_state (session, GST_STATE_PLAYING);
  gst_element_set_state (tee, GST_STATE_PLAYING);
  rtcp = gst_harness_new_with_element (h->element, "rtcp_sink", NULL);
  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  if (__i__ == 1)
    gst_pad_link (src, tee_in);
  tx_push_rtcp (rtcp, report, size);
  if (__i__ == 0)
    fail_unless (gst_pad_link (src, in) == GST_PAD_LINK_OK);
  else
    fail_unless (gst_element_link_pads (tee, "src_0", session,
            "recv_rtcp_sink"));
  gst_pad_add_probe (in, GST_PAD_PROBE_TYPE_BUFFER, count_packet, &count, NULL);
  tx_push_rtcp (rtcp, sr_req, sizeof (sr_req));
  fail_unless_equals_int (count, 0);
  tx_push_rtcp (rtcp, report, size);
  fail_unless_equals_int (count, 1);
  gst_harness_teardown (rtcp);
  gst_element_set_state (session, GST_STATE_NULL);
  gst_element_set_state (tee, GST_STATE_NULL);
  gst_object_unref (tee_in);
  gst_object_unref (in);
  gst_object_unref (src);
  gst_object_unref (tee);
  gst_object_unref (session);
  tx_harness_free (h);
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
    GstHarness *rtcp = tx_rtcp_harness_new (h);

    tx_push_rtcp (rtcp, data, size);
    gst_harness_push (rtcp, ccfb_new (SSRC, (guint16) i, 1, FALSE, 1000));
    expect_rtcp (rtcp, data, size);
    gst_harness_teardown (rtcp);
  }
  g_thread_join (thread);
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
  tcase_add_loop_test (tc, test_screamtx_guards_a_session_behind_rtcp_src, 0,
      2);
  tcase_add_test (tc, test_screamtx_rtcp_pads_come_and_go_while_playing);

  return s;
}

GST_CHECK_MAIN (screamtxfeedback);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Key frames that receivers ask screamtx for by RTCP. */
#include "screamtxtest.h"

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
  fail_unless_equals_int (count_key_requests (h), 1);
  /* The first has come. */
  tx_push (h, 1);
  tx_run_to (T0 + 50 * MS);
  tx_pull (h, 1);
  ask_for_key_frame (h);
  fail_unless_equals_int (count_key_requests (h), 0);
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
  tx_push_rtcp (rtcp, data, sizeof (data));
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
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);

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

/* With no RTPSession to read it. */
GST_START_TEST (test_screamtx_pli)
{
  guint8 data[20] =
      { 0x80, 201, 0, 1, 0, 0, 0, 7, 0x81, 206, 0, 2, 0, 0, 0, 7 };
  GstHarness *h = tx_harness_new (SCREAM);
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      NULL);

  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  tx_run_to (T0);
  tx_push (h, 0);
  tx_pull (h, 0);
  count_key_requests (h);
  GST_WRITE_UINT32_BE (data + 16, SSRC + 1);
  tx_push_rtcp (rtcp, data, sizeof (data));
  GST_WRITE_UINT32_BE (data + 16, SSRC);
  tx_push_rtcp (rtcp, data, sizeof (data));
  fail_unless_equals_int (wait_for_key_request (h), 1);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0,
          "key-frame-requests"), 1);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Who is linked makes an event of it. */
GST_START_TEST (test_screamtx_pli_is_for_the_session)
{
  guint8 data[12] = { 0x81, 206, 0, 2, 0, 0, 0, 7 };
  GstHarness *h = tx_harness_new (SCREAM), *rtcp = tx_rtcp_harness_new (h);

  tx_run_to (T0);
  tx_push (h, 0);
  tx_pull (h, 0);
  GST_WRITE_UINT32_BE (data + 8, SSRC);
  tx_push_rtcp (rtcp, data, sizeof (data));
  gst_buffer_unref (gst_harness_pull (rtcp));
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0,
          "key-frame-requests"), 0);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Of H.264, whose payload begins with @nal. */
static void
push_nal (GstHarness * h, guint16 seq, guint32 timestamp, guint8 nal)
{
  GstBuffer *packet = rtp_new (SSRC, seq, timestamp, TRUE, 100);

  gst_buffer_fill (packet, 12, &nal, 1);
  fail_unless_equals_int (gst_harness_push (h, packet), GST_FLOW_OK);
  tx_pull (h, seq);
}

static void
push_segment (GstHarness * h, GstClockTime start)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = start;
  gst_harness_push_event (h, gst_event_new_segment (&segment));
}

/* What comes from elsewhere is judged by the beginning of a frame. */
GST_START_TEST (test_screamtx_cut_in_a_frame)
{
  GstHarness *h = tx_harness_new (FAST);

  gst_harness_set_src_caps_str (h, "application/x-rtp, media=video, "
      "clock-rate=90000, payload=96, encoding-name=H264");
  tx_run_to (T0);
  push_nal (h, 0, 0, 0x65);
  count_key_requests (h);
  push_segment (h, 1);
  push_nal (h, 1, 0, 0x41);
  fail_unless_equals_int (count_key_requests (h), 0);
  push_nal (h, 2, 3000, 0x67);
  push_nal (h, 3, 3000, 0x65);
  push_nal (h, 4, 3000, 0x41);
  fail_unless_equals_int (count_key_requests (h), 0);
  push_segment (h, 2);
  push_nal (h, 5, 6000, 0x67);
  push_nal (h, 6, 6000, 0x41);
  fail_unless_equals_int (count_key_requests (h), 1);
  tx_harness_free (h);
}

GST_END_TEST;

static Suite *
screamtxkeyframes_suite (void)
{
  Suite *s = suite_create ("screamtxkeyframes");
  TCase *tc = tcase_create ("feedback");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_key_frame_flood);
  tcase_add_test (tc, test_screamtx_key_frame_flood_of_invented_ssrcs);
  tcase_add_test (tc, test_screamtx_key_frame_later);
  tcase_add_test (tc, test_screamtx_fir);
  tcase_add_test (tc, test_screamtx_pli);
  tcase_add_test (tc, test_screamtx_pli_is_for_the_session);
  tcase_add_test (tc, test_screamtx_cut_in_a_frame);

  return s;
}

GST_CHECK_MAIN (screamtxkeyframes);

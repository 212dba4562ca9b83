/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* twcc-extension of screamtx and screamrx, TWCC and REMB at their pads */
#include "tests/check/elements/tx/screamtxtest.h"

#include <string.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#define URI \
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
#define TX FAST " twcc-extension=3"

static GstHarness *
new_harness (const gchar * line, const gchar * caps)
{
  GstHarness *h = harness_on_bus (line);

  gst_harness_set_src_caps_str (h, caps);
  return h;
}

/* The number of a packet; -1: it has none. */
static gint
get_number (GstBuffer * buffer, guint id)
{
  guint8 head[64];
  gsize n = gst_buffer_extract (buffer, 0, head, sizeof (head)), size;
  const guint8 *data = rtp_cc_extension_find (head, n, id, &size);

  if (data == NULL)
    return -1;
  fail_unless_equals_int (size, 2);
  return data[0] << 8 | data[1];
}

static gint
pull_number (GstHarness * h, guint id, gsize size)
{
  GstBuffer *buffer = gst_harness_pull (h);
  gint number;

  fail_unless (buffer != NULL);
  fail_unless_equals_uint64 (gst_buffer_get_size (buffer), size);
  number = get_number (buffer, id);
  gst_buffer_unref (buffer);
  return number;
}

static void
push_n (GstHarness * h, guint n)
{
  for (guint i = 0; i < n; i++)
    gst_harness_push (h, rtp_new (SSRC + (i & 1), i, 1000 * i, TRUE, 200));
  tx_expect_buffers (h, n);
}

/* ---- screamtx ---- */

/* Whatever the SSRC, one after the other, and the 8 bytes more count. */
GST_START_TEST (test_twccelements_each_packet_is_numbered)
{
  GstHarness *h = new_harness (TX, "application/x-rtp,media=video");
  GstCaps *caps;
  gint begin;

  push_n (h, 20);
  begin = pull_number (h, 3, 208);
  fail_unless (begin >= 0);
  for (gint i = 1; i < 20; i++)
    fail_unless_equals_int (pull_number (h, 3, 208), (begin + i) & 0xffff);
  fail_unless_equals_uint64 (tx_stat (h->element, "bytes-sent"),
      20 * (208 + 28));
  caps = gst_pad_get_current_caps (h->sinkpad);
  fail_unless_equals_string (gst_structure_get_string (gst_caps_get_structure
          (caps, 0), "extmap-3"), URI);
  gst_caps_unref (caps);
  tx_harness_free (h);
}

GST_END_TEST;

static void
push_bytes (GstHarness * rtcp, const guint8 * data, gsize size)
{
  fail_unless_equals_int (gst_harness_push (rtcp, gst_buffer_new_memdup (data,
              size)), GST_FLOW_OK);
}

/* Two times the same packet: a list keeps its own. */
GST_START_TEST (test_twccelements_lists_are_numbered)
{
  GstHarness *h = new_harness (TX, "application/x-rtp");
  GstBufferList *list = gst_buffer_list_new ();
  gint begin;

  for (guint i = 0; i < 10; i++)
    gst_buffer_list_add (list, rtp_new (SSRC, i, 1000, i == 9, 200));
  gst_pad_push_list (h->srcpad, list);
  tx_expect_buffers (h, 10);
  begin = pull_number (h, 3, 208);
  for (gint i = 1; i < 10; i++)
    fail_unless_equals_int (pull_number (h, 3, 208), (begin + i) & 0xffff);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_twccelements_off_is_the_default)
{
  GstHarness *h = new_harness (FAST, "application/x-rtp");
  GstBuffer *in = rtp_new (SSRC, 1, 1000, TRUE, 200), *out;

  gst_harness_push (h, in);
  tx_expect_buffers (h, 1);
  out = gst_harness_pull (h);
  fail_unless (out == in);
  fail_unless_equals_int (get_number (out, 3), -1);
  gst_buffer_unref (out);
  tx_harness_free (h);
}

GST_END_TEST;

/* The caps decide the id, and what a payloader wrote is replaced. */
GST_START_TEST (test_twccelements_number_is_replaced)
{
  static const guint8 head[] = { 0x90, 96, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7,
    0xbe, 0xde, 0, 1, 0x71, 0xff, 0xff, 0
  };
  GstHarness *h = new_harness (TX, "application/x-rtp,extmap-7=(string)" URI);
  gint begin = -1;

  for (gint i = 0; i < 3; i++) {
    GstBuffer *buffer = gst_buffer_new_allocate (NULL, 100, NULL);

    gst_buffer_memset (buffer, 0, 0, 100);
    gst_buffer_fill (buffer, 0, head, sizeof (head));
    gst_harness_push (h, buffer);
    tx_expect_buffers (h, i + 1);
    if (i == 0)
      begin = pull_number (h, 7, 100);
    else
      fail_unless_equals_int (pull_number (h, 7, 100), (begin + i) & 0xffff);
  }
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_twccelements_srtp_and_foreign_id_warn)
{
  GstHarness *h = new_harness (TX, "application/x-srtp");

  tx_expect_message (h->element, GST_MESSAGE_WARNING, "twcc-extension=0");
  tx_harness_free (h);
  h = new_harness (TX, "application/x-rtp,extmap-3=(string)urn:other");
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "id 3 of twcc-extension");
  gst_harness_push (h, rtp_new (SSRC, 1, 1000, TRUE, 200));
  tx_expect_buffers (h, 1);
  fail_unless_equals_int (pull_number (h, 3, 200), -1);
  tx_harness_free (h);
}

GST_END_TEST;

/* Reports and refusals are counted by kind and reason. */
GST_START_TEST (test_twccelements_feedback_by_pad)
{
  GstHarness *h = new_harness (TX, "application/x-rtp");
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      NULL);
  RtpCcTwccHeader header = { 1, SSRC, 0 };
  RtpCcTwccPacket packets[10];
  guint8 data[100];
  gsize size, taken;
  gint begin;

  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  push_n (h, 10);
  begin = pull_number (h, 3, 208);
  for (guint i = 0; i < 10; i++) {
    packets[i].seq = (guint16) (begin + i);
    packets[i].received = i != 4;
    packets[i].arrival = 5 * G_GINT64_CONSTANT (1000000000) + i * 10 * MS;
  }
  size = rtp_cc_twcc_write (data, sizeof (data), &header, packets, 10, &taken);
  fail_unless_equals_int (taken, 10);
  tx_go_on (60 * MS);
  push_bytes (rtcp, data, size);
  fail_unless_equals_uint64 (tx_stat (h->element, "feedback-twcc"), 1);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-received"), 9);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-lost"), 1);

  data[14] = data[15] = 0;
  push_bytes (rtcp, data, size);
  fail_unless_equals_uint64 (tx_stat (h->element, "rtcp-refused-bad-count"), 1);
  fail_unless_equals_uint64 (tx_stat (h->element, "rtcp-refused"), 1);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* Up and down; and other controllers take it for a bound. */
GST_START_TEST (test_twccelements_remb_by_pad)
{
  static const gchar *const controllers[] = { "fixed", "scream", "gcc" };

  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++) {
    gchar *line = g_strdup_printf ("screamtx encoder-name=none controller=%s",
        controllers[i]);
    GstHarness *h = new_harness (line, "application/x-rtp");
    GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
        NULL);
    RtpCcRemb remb = { 1, 500000, 1, {SSRC}
    };
    guint8 data[24];
    guint bitrate;

    gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
    gst_harness_push (h, rtp_new (SSRC, 1, 1000, TRUE, 1200));
    tx_expect_buffers (h, 1);
    push_bytes (rtcp, data, rtp_cc_remb_write (data, sizeof (data), &remb));
    g_object_get (h->element, "estimated-bitrate", &bitrate, NULL);
    fail_unless (bitrate < 500000 && bitrate > 450000, "%s: %u",
        controllers[i], bitrate);
    remb.bitrate = 3000000;
    push_bytes (rtcp, data, rtp_cc_remb_write (data, sizeof (data), &remb));
    g_object_get (h->element, "estimated-bitrate", &bitrate, NULL);
    fail_unless ((bitrate > 2700000) == (i == 0), "%s: %u", controllers[i],
        bitrate);
    fail_unless_equals_uint64 (tx_stat (h->element, "feedback-remb"), 2);
    g_free (line);
    gst_harness_teardown (rtcp);
    tx_harness_free (h);
  }
}

GST_END_TEST;

/* ---- screamrx ---- */

static GstBuffer *
numbered_rtp (guint i)
{
  guint8 head[] = { 0x90, 96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7,
    0xbe, 0xde, 0, 1, 0x31, 0, 0, 0
  };
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, 1000, NULL);

  GST_WRITE_UINT16_BE (head + 2, i);
  GST_WRITE_UINT32_BE (head + 4, 90 * i);       /* ms */
  head[17] = (65500 + i) >> 8 & 0xff;
  head[18] = (65500 + i) & 0xff;
  gst_buffer_memset (buffer, 0, 0, 1000);
  gst_buffer_fill (buffer, 0, head, sizeof (head));
  return buffer;
}

static guint64
rx_stat (GstElement * element, const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "no %s", name);
  gst_structure_free (stats);
  return value;
}

/* Pushes packet number @i, and 10 ms go by.  The thread that sends feedback holds the element as long
 * as it runs: it is over when this returns. @refs: of the element, at rest. */
static void
push_and_settle (GstHarness * h, guint i, gint refs)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  gst_harness_push (h, numbered_rtp (i));
  while (GST_OBJECT_REFCOUNT_VALUE (h->element) > refs) {
    fail_unless (g_get_monotonic_time () < end);
    g_thread_yield ();
  }
  gst_test_clock_advance_time (test_clock, 10 * MS);
}

static RtpCcTwccPacket packets[RTP_CC_TWCC_MAX_PACKETS];

/* Next report; @n: on how many packets. */
static RtpCcTwccHeader
pull_report (GstHarness * rtcp, gsize * n)
{
  GstBuffer *buffer = gst_harness_pull (rtcp);
  RtpCcTwccHeader header;
  GstMapInfo map;

  fail_unless (buffer != NULL);
  gst_buffer_map (buffer, &map, GST_MAP_READ);
  fail_unless_equals_int (rtp_cc_twcc_parse (map.data, map.size, &header,
          packets, n), RTP_CC_RTCP_OK);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
  return header;
}

/* The first packet at once, then 5 % of the rate: 1000 bytes each 10 ms are
 * enough for a report each 50 ms, which tells of each arrival. */
GST_START_TEST (test_twccelements_screamrx_reports_each_50_ms)
{
  GstHarness *h = new_harness ("screamrx feedback=twcc sender-ssrc=9",
      "application/x-rtp,extmap-3=(string)" URI);
  GstHarness *rtcp = gst_harness_new_with_element (h->element, NULL,
      "rtcp_src");
  gint refs = GST_OBJECT_REFCOUNT_VALUE (h->element);
  RtpCcTwccHeader header;
  guint total = 0;
  gsize n;

  for (guint i = 0; i < 101; i++)
    push_and_settle (h, i, refs);
  for (guint k = 0; total < 96; k++) {
    header = pull_report (rtcp, &n);
    fail_unless_equals_int (header.sender_ssrc, 9);
    fail_unless_equals_int (header.media_ssrc, 7);
    fail_unless_equals_int (header.count, k);
    /* Within a second the rate becomes known; a report waits for the next
     * packet, so that it has one more. */
    fail_unless (n == 1 || k < 10 || (n >= 5 && n <= 6));
    for (gsize i = 0; i < n; i++) {
      fail_unless_equals_int (packets[i].seq, (guint16) (65500 + total + i));
      fail_unless (packets[i].received);
      fail_unless (i == 0 || packets[i].arrival - packets[i - 1].arrival
          == 10 * MS);
    }
    total += n;
  }
  fail_unless (rx_stat (h->element, "feedback-packets") < 25);
  fail_unless_equals_uint64 (rx_stat (h->element, "unnumbered"), 0);
  gst_harness_teardown (rtcp);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Nobody would know why the sender does not adapt. */
GST_START_TEST (test_twccelements_screamrx_without_numbers_warns)
{
  GstHarness *h = new_harness ("screamrx feedback=twcc", "application/x-rtp");
  GstHarness *rtcp = gst_harness_new_with_element (h->element, NULL,
      "rtcp_src");

  for (guint i = 0; i < 40; i++)
    gst_harness_push (h, numbered_rtp (i));
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "twcc-extension");
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_WARNING,
          NULL), 0);
  fail_unless_equals_uint64 (rx_stat (h->element, "unnumbered"), 40);
  fail_unless_equals_uint64 (rx_stat (h->element, "feedback-packets"), 0);

  g_object_set (h->element, "twcc-extension", 3, NULL);
  gst_harness_push (h, numbered_rtp (40));
  gst_buffer_unref (gst_harness_pull (rtcp));
  gst_harness_teardown (rtcp);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* 1028 bytes each 10 ms are 822 kbit/s on the wire.  The first after half a second,
 * then each second. */
GST_START_TEST (test_twccelements_screamrx_sends_remb)
{
  GstHarness *h = new_harness ("screamrx feedback=remb",
      "application/x-rtp,clock-rate=90000");
  GstHarness *rtcp = gst_harness_new_with_element (h->element, NULL,
      "rtcp_src");
  gint refs = GST_OBJECT_REFCOUNT_VALUE (h->element);
  RtpCcRemb remb;

  for (guint i = 0; i < 300; i++)
    push_and_settle (h, 10 * i, refs);
  for (guint i = 0; i < 3; i++) {
    GstBuffer *buffer = gst_harness_pull (rtcp);
    GstMapInfo map;

    gst_buffer_map (buffer, &map, GST_MAP_READ);
    fail_unless_equals_int (rtp_cc_remb_parse (map.data, map.size, &remb),
        RTP_CC_RTCP_OK);
    gst_buffer_unmap (buffer, &map);
    gst_buffer_unref (buffer);
    fail_unless (remb.bitrate > 700000 && remb.bitrate < 1300000,
        "%" G_GUINT64_FORMAT, remb.bitrate);
    fail_unless_equals_int (remb.n_ssrcs, 1);
    fail_unless_equals_int (remb.ssrcs[0], 7);
  }
  fail_unless_equals_uint64 (rx_stat (h->element, "feedback-packets"), 3);
  fail_unless (rx_stat (h->element, "remb") >= remb.bitrate);
  gst_harness_teardown (rtcp);
  gst_harness_teardown (h);
}

GST_END_TEST;

static Suite *
twccelements_suite (void)
{
  Suite *s = suite_create ("twccelements");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_twccelements_each_packet_is_numbered);
  tcase_add_test (tc, test_twccelements_lists_are_numbered);
  tcase_add_test (tc, test_twccelements_off_is_the_default);
  tcase_add_test (tc, test_twccelements_number_is_replaced);
  tcase_add_test (tc, test_twccelements_srtp_and_foreign_id_warn);
  tcase_add_test (tc, test_twccelements_feedback_by_pad);
  tcase_add_test (tc, test_twccelements_remb_by_pad);
  tcase_add_test (tc, test_twccelements_screamrx_reports_each_50_ms);
  tcase_add_test (tc, test_twccelements_screamrx_without_numbers_warns);
  tcase_add_test (tc, test_twccelements_screamrx_sends_remb);

  return s;
}

GST_CHECK_MAIN (twccelements);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Feedback as the SCReAM BW test tool and gstscream send it, recorded, or
 * built byte for byte from the description of its format: one bare RTCP
 * packet, SSRC 10, num_reports one less than the number of reports, timestamps
 * that count from the start of the program, reports that reach back before the
 * first packet. */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-session.h>

#include "mechanism.h"
#include "originaltool-recorded.h"

#define SSRC 100
#define PACKETS 200
/* Their receiver reports so many, however many there are. */
#define REPORTS 64

static RtpCcSession *session;
static RtpCcTime now;
static RtpCcTime last_arrival;  /* as the policy is told */

static void
open_init (void *state, const RtpCcConfig * config, RtpCcTime t,
    RtpCcTarget * target)
{
  target->media_rate = target->pacing_rate = config->max_rate;
  target->window = RTP_CC_NO_WINDOW;
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
open_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime t,
    RtpCcTarget * target)
{
  if (feedback->n_reports > 0)
    last_arrival = feedback->reports[feedback->n_reports - 1].arrival;
}

static const RtpCcOps open_ops = {
  .name = "open",
  .source = "none",
  .init = open_init,
  .on_feedback = open_on_feedback,
};

static void
setup (void)
{
  RtpCcStreamConfig stream = {.priority = 1 };
  RtpCcSessionConfig config;
  RtpCcSessionPacket packet = { 0 };
  RtpCcQueueItem item;
  guint i;

  rtp_cc_session_config_init (&config);
  config.ops = &open_ops;
  config.initial_bitrate = config.max_bitrate = 1000000000;
  now = T0;
  session = rtp_cc_session_new (&config, now);
  rtp_cc_session_add_stream (session, &stream, now);
  packet.is_packet = TRUE;
  packet.ssrc = SSRC;
  packet.size = 1212;
  packet.payload_size = 1200;
  for (i = 0; i < PACKETS; i++) {
    packet.seq = i;
    packet.marker = i % 4 == 3;
    check (rtp_cc_session_enqueue (session, 0, &packet, now));
    now += MS;
    while (rtp_cc_session_dequeue (session, &item, now) >= 0);
  }
  now += 20 * MS;
}

static void
teardown (void)
{
  rtp_cc_session_free (session, NULL, NULL);
}

static guint8 *
put16 (guint8 * p, guint value)
{
  GST_WRITE_UINT16_BE (p, value);
  return p + 2;
}

/* A block of @n reports that begins at @begin; numbers from @first to @last
 * have come, ECT(0), half a tick of 1/1024 s apart. */
static guint8 *
put_block (guint8 * p, gint begin, guint n, gint first, gint last)
{
  guint i;

  GST_WRITE_UINT32_BE (p, SSRC);
  p = put16 (p + 4, (guint16) begin);
  p = put16 (p, n - 1);
  for (i = 0; i < n; i++) {
    gint number = begin + (gint) i;

    p = put16 (p, number >= first && number <= last
        ? 0xc000 | (guint) (last - number) / 2 : 0);
  }
  return n % 2 ? put16 (p, 0) : p;
}

static gsize
finish (guint8 * data, guint8 * end, guint32 timestamp)
{
  gsize size;

  GST_WRITE_UINT32_BE (end, timestamp);
  size = (gsize) (end + 4 - data);
  data[0] = 0x8b;
  data[1] = 0xcd;
  put16 (data + 2, size / 4 - 1);
  GST_WRITE_UINT32_BE (data + 4, 10);
  return size;
}

static void
feed (const guint8 * data, gsize size)
{
  bool other;

  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
          now), RTP_CC_RTCP_OK);
  fail_if (other);
}

/* 64 reports that end with @highest. */
static void
feed_report (gint highest, guint32 timestamp)
{
  guint8 data[2000];
  guint8 *end = put_block (data + 8, highest - REPORTS + 1, REPORTS, 0,
      highest);

  fail_unless_equals_uint64 (finish (data, end, timestamp), 148);
  feed (data, 148);
}

static RtpCcSessionInfo
get_info (void)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (session, &info, now);
  return info;
}

/* Four packets have come; 60 reports are of before the stream, and num_reports
 * is odd, so that its reading hangs on the last word. */
GST_START_TEST (test_original_first_report)
{
  static const guint8 head[] = {
    0x8b, 0xcd, 0x00, 0x24, 0x00, 0x00, 0x00, 0x0a,
    0x00, 0x00, 0x00, 0x64, 0xff, 0xc4, 0x00, 0x3f,
  };
  static const guint8 tail[] = {
    0xc0, 0x01, 0xc0, 0x01, 0xc0, 0x00, 0xc0, 0x00, 0x00, 0x00, 0x42, 0x00
  };
  guint8 data[148] = { 0, };

  memcpy (data, head, sizeof (head));
  memcpy (data + sizeof (data) - sizeof (tail), tail, sizeof (tail));
  feed (data, sizeof (data));
  fail_unless_equals_uint64 (get_info ().ledger.received, 4);
  fail_unless_equals_uint64 (get_info ().ledger.unknown_seq, 0);
  fail_unless_equals_int (get_info ().num_reports, RTP_CC_NUM_REPORTS_LAST);
  fail_unless_equals_uint64 (get_info ().ledger.ecn[RTP_CC_ECN_ECT_0], 4);
}

GST_END_TEST;

GST_START_TEST (test_original_reports_overlap)
{
  gint highest;

  for (highest = 31; highest < PACKETS; highest += 24) {
    now += 10 * MS;
    feed_report (highest, 0x4200 + (guint32) highest);
  }
  fail_unless_equals_uint64 (get_info ().ledger.received, highest - 23);
  fail_unless_equals_uint64 (get_info ().ledger.lost, 0);
}

GST_END_TEST;

/* What a later version may write: the number itself. */
GST_START_TEST (test_original_with_erratum)
{
  guint8 data[2000];
  guint8 *end = put_block (data + 8, 0, REPORTS, 0, REPORTS - 1);

  put16 (data + 14, REPORTS);
  feed (data, finish (data, end, 0x4200));
  fail_unless_equals_uint64 (get_info ().ledger.received, REPORTS);
  fail_unless_equals_int (get_info ().num_reports, RTP_CC_NUM_REPORTS_COUNT);
}

GST_END_TEST;

/* Its receiver walks through a gap, seven blocks of 64 in a packet, of which
 * none has come. */
GST_START_TEST (test_original_walks_through_a_gap)
{
  guint64 in_flight = get_info ().bytes_in_flight;
  guint8 data[2000];
  guint8 *end = data + 8;
  gint i;

  for (i = 0; i < 7; i++)
    end = put_block (end, 60000 + REPORTS * i, REPORTS, 0, -1);
  fail_unless_equals_uint64 (finish (data, end, 0x4200), 964);
  feed (data, 964);
  fail_unless_equals_uint64 (get_info ().bytes_in_flight, in_flight);
  fail_unless_equals_uint64 (get_info ().ledger.received, 0);

  /* It has caught up in the middle of a packet. */
  end = data + 8;
  for (i = 0; i < 3; i++)
    end = put_block (end, REPORTS * (i - 1), REPORTS, 0, 100);
  feed (data, finish (data, end, 0x4300));
  fail_unless_equals_uint64 (get_info ().ledger.received, 101);
}

GST_END_TEST;

/* One that came behind the others: a packet of its own, 1 report, 2 bytes of
 * padding. */
GST_START_TEST (test_original_out_of_order)
{
  static const guint8 ooo[] = {
    0x8b, 0xcd, 0x00, 0x05, 0x00, 0x00, 0x00, 0x0a,
    0x00, 0x00, 0x00, 0x64, 0x00, 0x05, 0x00, 0x00,
    0xc0, 0x02, 0x00, 0x00, 0x00, 0x00, 0x42, 0x01
  };
  guint8 data[2000];
  guint8 *end = put_block (data + 8, -54, REPORTS, 0, 9);

  put16 (end - 10, 0);          /* packet 5 */
  feed (data, finish (data, end, 0x4200));
  fail_unless_equals_uint64 (get_info ().ledger.received, 9);
  feed (ooo, sizeof (ooo));
  fail_unless_equals_uint64 (get_info ().ledger.received, 10);
  fail_unless_equals_uint64 (get_info ().ledger.lost, 0);
}

GST_END_TEST;

/* After 18 h its clock begins again at 0. */
GST_START_TEST (test_original_clock_wraps)
{
  RtpCcTime before;

  feed_report (99, 0xffffff00);
  fail_unless_equals_int64 (get_info ().rtt, 120 * MS);
  before = last_arrival;
  now += 10 * MS;
  feed_report (119, 0x00000190);
  /* 0x290 / 65536 s */
  fail_unless_equals_int64 ((last_arrival - before) / US, 10009);
  fail_unless_equals_uint64 (get_info ().ledger.received, 120 - 36);
  fail_unless_equals_int64 (get_info ().rtt, 110 * MS);
  fail_unless_equals_uint64 (get_info ().feedback_packets, 2);
}

GST_END_TEST;

static void
feed_recorded (const gchar * hex)
{
  gsize size = strlen (hex) / 2;
  guint8 *data = g_malloc (size);
  gsize i;

  for (i = 0; i < size; i++)
    data[i] = (guint8) (g_ascii_xdigit_value (hex[2 * i]) << 4
        | g_ascii_xdigit_value (hex[2 * i + 1]));
  now += 11 * MS;
  feed (data, size);
  g_free (data);
}

/* All that came is known in the end, the late ones too, and the reading is
 * found with the first packet: what would be padding is not zero. */
GST_START_TEST (test_original_recorded)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (recorded_last); i++) {
    feed_recorded (recorded_last[i]);
    fail_unless_equals_int (get_info ().num_reports, RTP_CC_NUM_REPORTS_LAST);
  }
  fail_unless_equals_uint64 (get_info ().ledger.received, 10 + 14 + 4);
  fail_unless_equals_uint64 (get_info ().ledger.unknown_seq, 0);
}

GST_END_TEST;

/* Each packet says itself which of the two it is. */
GST_START_TEST (test_original_recorded_mixed)
{
  static const RtpCcNumReports expected[] = {
    RTP_CC_NUM_REPORTS_COUNT, RTP_CC_NUM_REPORTS_COUNT,
    RTP_CC_NUM_REPORTS_COUNT, RTP_CC_NUM_REPORTS_LAST,
    RTP_CC_NUM_REPORTS_COUNT, RTP_CC_NUM_REPORTS_COUNT
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (recorded_mixed); i++) {
    feed_recorded (recorded_mixed[i]);
    fail_unless_equals_int (get_info ().num_reports, expected[i]);
  }
  /* 8 and 9 of those before the gap. */
  fail_unless_equals_uint64 (get_info ().ledger.received, 2 + 14 + 4);
  fail_unless_equals_uint64 (get_info ().ledger.unknown_seq, 0);
}

GST_END_TEST;

static Suite *
originaltool_suite (void)
{
  Suite *s = suite_create ("originaltool");
  TCase *tc = tcase_create ("bytes");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_original_first_report);
  tcase_add_test (tc, test_original_reports_overlap);
  tcase_add_test (tc, test_original_with_erratum);
  tcase_add_test (tc, test_original_walks_through_a_gap);
  tcase_add_test (tc, test_original_out_of_order);
  tcase_add_test (tc, test_original_clock_wraps);
  tcase_add_test (tc, test_original_recorded);
  tcase_add_test (tc, test_original_recorded_mixed);
  return s;
}

GST_CHECK_MAIN (originaltool);

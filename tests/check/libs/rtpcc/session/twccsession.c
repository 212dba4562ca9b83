/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/session/rtpcc-session.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xa0a0a0a0
#define B 0xb0b0b0b0
/* 1000 bytes on the wire with IP, UDP and RTP headers */
#define PAYLOAD 960
#define WIRE 1000
#define FIRST_NUMBER 65530
#define ONE_WAY (20 * MS)
/* The receiver's clock: its 24 bits begin anew 3 s after the start. */
#define RECEIVER_START (RTP_CC_TWCC_PERIOD - 3 * S)

/* ---- a policy that notes what it is told ---- */

static RtpCcFeedback told;
static RtpCcReport reports[2000];

static void
probe_init (void *state, const RtpCcConfig * config, RtpCcTime t,
    RtpCcTarget * target)
{
  target->media_rate = 4000000;
  target->pacing_rate = 400000000;
  target->window = RTP_CC_NO_WINDOW;
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
probe_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime t,
    RtpCcTarget * target)
{
  told = *feedback;
  check (told.n_reports <= G_N_ELEMENTS (reports));
  if (told.n_reports > 0)
    memcpy (reports, told.reports, told.n_reports * sizeof (reports[0]));
}

static const RtpCcOps probe_ops = {
  .name = "probe",
  .source = "none",
  .init = probe_init,
  .on_feedback = probe_on_feedback,
};

/* ---- a host ---- */

static RtpCcSession *session;
static RtpCcSessionConfig config;
static RtpCcSessionInfo info;
static RtpCcTime now;
static guint16 seq[2];          /* next of A and B */
static RtpCcTwccPacket report[64];

static void
start (const RtpCcOps * ops)
{
  RtpCcStreamConfig stream = {.priority = 1 };

  rtp_cc_session_config_init (&config);
  config.ops = ops;
  config.burst = 10 * MS;
  now = T0;
  seq[0] = 500;
  seq[1] = 65500;
  memset (&told, 0, sizeof (told));
  session = rtp_cc_session_new (&config, now);
  rtp_cc_session_add_stream (session, &stream, now);
}

static void
setup (void)
{
  start (&probe_ops);
  rtp_cc_session_set_twcc_base (session, FIRST_NUMBER);
}

static void
teardown (void)
{
  rtp_cc_session_free (session, NULL, NULL);
}

static const RtpCcSessionInfo *
get_info (void)
{
  rtp_cc_session_info (session, &info, now);
  return &info;
}

static guint16
send (guint32 ssrc)
{
  RtpCcSessionPacket packet = { 0 };
  RtpCcQueueItem item;

  packet.is_packet = TRUE;
  packet.ssrc = ssrc;
  packet.seq = seq[ssrc == B]++;
  packet.size = PAYLOAD + 12;
  packet.payload_size = PAYLOAD;
  check (rtp_cc_session_enqueue (session, 0, &packet, now));
  check (rtp_cc_session_dequeue (session, &item, now) == 0);
  return item.number;
}

/* @n packets of A, one each ms. */
static guint16
send_some (guint n)
{
  guint16 first = 0;

  for (guint i = 0; i < n; i++) {
    guint16 number = send (A);

    if (i == 0)
      first = number;
    now += MS;
  }
  return first;
}

/* Packet @number, if it left at @sent and the path is idle. */
static RtpCcTwccPacket
arrived (guint16 number, RtpCcTime sent)
{
  RtpCcTwccPacket packet = { number, TRUE, 0 };

  packet.arrival = (sent - T0 + ONE_WAY + RECEIVER_START) % RTP_CC_TWCC_PERIOD;
  return packet;
}

/* A report on @n packets from @first on, which left each ms from @sent on; those
 * in @missing (bits) did not come. */
static void
report_at (RtpCcTime t, guint16 first, guint n, RtpCcTime sent, guint64 missing)
{
  for (guint i = 0; i < n; i++) {
    report[i] = arrived (first + i, sent + i * MS);
    report[i].received = !(missing >> i & 1);
  }
  now = t;
  rtp_cc_session_twcc (session, report, n, now);
}

static guint
count_fate (RtpCcFate fate)
{
  guint n = 0;

  for (gsize i = 0; i < told.n_reports; i++)
    n += reports[i].fate == fate;
  return n;
}

/* ---- tests ---- */

GST_START_TEST (test_twcc_numbers_go_over_all_ssrcs)
{
  fail_unless_equals_int (send (A), 65530);
  fail_unless_equals_int (send (B), 65531);
  for (guint i = 0; i < 4; i++)
    send (A);
  fail_unless_equals_int (send (B), 0);
}

GST_END_TEST;

GST_START_TEST (test_twcc_packets_of_all_ssrcs_are_matched)
{
  for (guint i = 0; i < 20; i++) {
    send (i & 1 ? B : A);
    now += MS;
  }
  report_at (now + 30 * MS, FIRST_NUMBER, 20, T0, 0);

  fail_unless_equals_int (told.n_reports, 20);
  for (guint i = 0; i < 20; i++) {
    check (reports[i].packet.id == i);
    check (reports[i].packet.ssrc == (i & 1 ? B : A));
    check (reports[i].fate == RTP_CC_FATE_RECEIVED);
    check (reports[i].packet.sent == T0 + i * MS);
    check (reports[i].arrival - reports[0].arrival == i * MS);
  }
  fail_unless_equals_uint64 (told.bytes_in_flight, 0);
  fail_unless_equals_uint64 (told.bytes_newly_acked, 20 * WIRE);
  fail_unless_equals_uint64 (get_info ()->ledger.ecn[0], 0);
}

GST_END_TEST;

/* From the newest packet; how long the report waited is in it. */
GST_START_TEST (test_twcc_rtt_is_of_the_newest_packet)
{
  guint16 first = send_some (20);

  /* The newest left 1 ms ago. */
  report_at (now + 49 * MS, first, 20, T0, 0);
  fail_unless_equals_int64 (told.rtt, 50 * MS);
}

GST_END_TEST;

/* If the newest was overtaken, the report left later than it came. */
GST_START_TEST (test_twcc_rtt_counts_from_the_newest_arrival)
{
  guint16 first = send_some (20);

  for (guint i = 0; i < 20; i++)
    report[i] = arrived (first + i, T0 + i * MS);
  report[18].arrival += 15 * MS;
  now += 60 * MS;
  rtp_cc_session_twcc (session, report, 20, now);
  /* It came at 20 + 18 + 15 ms, the newest one 14 ms before that. */
  fail_unless_equals_int64 (told.rtt, 61 * MS - 14 * MS);
}

GST_END_TEST;

/* Reports that name no arrival, or are overtaken, leave the clock alone: what comes 100 ms
 * later has arrived 100 ms later. */
GST_START_TEST (test_twcc_clock_goes_on)
{
  guint16 first = send_some (60);
  RtpCcTime arrival;

  report_at (T0 + 70 * MS, first + 20, 20, T0 + 20 * MS, 0);
  arrival = reports[19].arrival;
  report_at (T0 + 80 * MS, first + 50, 10, T0 + 50 * MS, 0x3ff);
  report_at (T0 + 90 * MS, first, 20, T0, 0);
  fail_unless_equals_int64 (reports[19].arrival, arrival - 20 * MS);
  report_at (T0 + 100 * MS, first + 40, 20, T0 + 40 * MS, 0);
  fail_unless_equals_int64 (reports[19].arrival, arrival + 20 * MS);
}

GST_END_TEST;

/* 40 ms at the receiver since a later one came are more than the window; 3 ms
 * are not, and the next report, which does not name it, decides. */
GST_START_TEST (test_twcc_missing_packet_is_lost_by_the_receivers_time)
{
  guint16 first = send_some (64);
  RtpCcTime sent;

  report_at (now + 40 * MS, first, 64, T0, 1ull << 20 | 1ull << 60);
  fail_unless_equals_int (told.n_reports, 63);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_LOST), 1);
  fail_unless_equals_int (reports[20].fate, RTP_CC_FATE_LOST);
  fail_unless_equals_uint64 (told.bytes_in_flight, 0);

  sent = now;
  first = send_some (40);
  report_at (now + 40 * MS, first, 40, sent, 0);
  fail_unless_equals_int (told.n_reports, 41);
  fail_unless_equals_int (reports[0].fate, RTP_CC_FATE_LOST);
  fail_unless_equals_int (reports[0].packet.id, 60);
  fail_unless_equals_uint64 (get_info ()->ledger.lost, 2);
}

GST_END_TEST;

GST_START_TEST (test_twcc_lost_packet_may_turn_up)
{
  guint16 first = send_some (60);

  report_at (now + 40 * MS, first, 60, T0, 1);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_LOST), 1);
  report[0] = arrived (first, T0);
  report[0].arrival += 70 * MS;
  rtp_cc_session_twcc (session, report, 60, now + 50 * MS);
  fail_unless_equals_int (told.n_reports, 1);
  fail_unless_equals_int (reports[0].fate, RTP_CC_FATE_RECEIVED_LATE);
  fail_unless_equals_uint64 (get_info ()->ledger.late, 1);
}

GST_END_TEST;

/* Reports come once.  What was in a lost one is neither lost nor received; it
 * has left the flight, and later counts as forgotten. */
GST_START_TEST (test_twcc_lost_report_is_not_lost_media)
{
  guint16 first = send_some (64);
  RtpCcTime sent;

  report_at (now + 40 * MS, first + 40, 24, T0 + 40 * MS, 0);
  fail_unless_equals_int (told.n_reports, 24);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_LOST), 0);
  fail_unless_equals_uint64 (told.bytes_newly_acked, 64 * WIRE);
  fail_unless_equals_uint64 (told.bytes_in_flight, 0);

  for (guint i = 0; i < 12; i++) {
    sent = now;
    first = send_some (50);
    report_at (now, first, 50, sent, 0);
  }
  fail_unless_equals_uint64 (get_info ()->ledger.lost, 0);
  fail_unless_equals_uint64 (get_info ()->ledger.forgotten, 40);
}

GST_END_TEST;

/* A report that was overtaken by the next still counts. */
GST_START_TEST (test_twcc_overtaken_report_counts)
{
  guint16 first = send_some (60);

  report_at (now + 40 * MS, first + 30, 30, T0 + 30 * MS, 0);
  report_at (now + 5 * MS, first, 30, T0, 0);
  fail_unless_equals_int (told.n_reports, 30);
  fail_unless_equals_int (count_fate (RTP_CC_FATE_RECEIVED), 30);
  /* It would measure its own delay. */
  fail_unless_equals_int64 (told.rtt, -1);
}

GST_END_TEST;

/* 200000 packets: three times around the numbers, 24 bits of the reference time
 * begin anew, and nothing is lost or confused. */
GST_START_TEST (test_twcc_all_numbers_wrap)
{
  RtpCcTime last = 0;

  for (guint i = 0; i < 5000; i++) {
    RtpCcTime sent = now;
    guint16 first = send_some (40);

    report_at (now, first, 40, sent, 0);
    check (told.n_reports == 40);
    for (guint k = 0; k < 40; k++) {
      check (i + k == 0 || reports[k].arrival - last == MS);
      last = reports[k].arrival;
    }
  }
  fail_unless_equals_uint64 (get_info ()->ledger.received, 200000);
  fail_unless_equals_uint64 (info.ledger.unknown_seq, 0);
}

GST_END_TEST;

GST_START_TEST (test_twcc_unknown_numbers_are_counted)
{
  guint16 first = send_some (10);

  report_at (now + 40 * MS, first - 5, 20, T0 - 5 * MS, 0);
  fail_unless_equals_int (told.n_reports, 10);
  fail_unless_equals_uint64 (get_info ()->ledger.unknown_seq, 10);
}

GST_END_TEST;

/* rtpsession numbers packets after us, and others in between. */
GST_START_TEST (test_twcc_numbers_given_by_others)
{
  teardown ();
  start (&probe_ops);
  for (guint i = 0; i < 20; i++) {
    send (A);
    rtp_cc_session_note_twcc (session, A, 500 + i, 100 + 3 * i);
    now += MS;
  }
  report_at (now + 40 * MS, 100, 60, T0, 0);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_int (reports[19].packet.seq, 519);
  fail_unless_equals_uint64 (get_info ()->ledger.unknown_seq, 40);
}

GST_END_TEST;

/* Who numbers them begins anew wherever it likes: with its first packet, too, ours
 * do not count any more. */
GST_START_TEST (test_twcc_numbers_may_begin_anew)
{
  static const guint16 bases[] = { 65000, 45000, 40000, 300, 65530, 20000 };

  send_some (20);
  for (guint k = 0; k < G_N_ELEMENTS (bases); k++) {
    RtpCcTime sent = now;

    for (guint i = 0; i < 20; i++) {
      guint16 n = seq[0];

      send (A);
      rtp_cc_session_note_twcc (session, A, n, bases[k] + i);
      now += MS;
    }
    report_at (now + 10 * MS, bases[k], 20, sent, 0);
    fail_unless_equals_int (told.n_reports, 20);
  }
  fail_unless_equals_uint64 (get_info ()->ledger.unknown_seq, 0);
}

GST_END_TEST;

/* ---- RTCP bytes ---- */

static gsize
write_report (guint8 * data, gsize size, guint16 first, guint n,
    RtpCcTime sent, guint8 count)
{
  RtpCcTwccHeader header = { 1, A, count };
  gsize taken;

  for (guint i = 0; i < n; i++)
    report[i] = arrived (first + i, sent + i * MS);
  return rtp_cc_twcc_write (data, size, &header, report, n, &taken);
}

GST_START_TEST (test_twcc_rtcp_bytes_are_taken)
{
  guint16 first = send_some (20);
  guint8 data[200];
  gsize size = write_report (data, sizeof (data), first, 20, T0, 254);
  bool other;

  now += 40 * MS;
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size,
          &other, now), RTP_CC_RTCP_OK);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc, 1);
  fail_unless_equals_uint64 (info.feedback_packets, 1);

  /* 255, 0 and 1 were lost. */
  data[19] = 2;
  rtp_cc_session_rtcp (session, data, size, &other, now);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc_lost, 3);
  data[15] = 0;
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size,
          &other, now), RTP_CC_RTCP_BAD_COUNT);
  fail_unless_equals_uint64 (get_info ()->rtcp_refused[RTP_CC_RTCP_BAD_COUNT],
      1);
}

GST_END_TEST;

GST_START_TEST (test_twcc_without_numbers_is_not_ours)
{
  guint8 data[200];
  gsize size;
  bool other = FALSE;

  teardown ();
  start (&probe_ops);
  send (A);
  size = write_report (data, sizeof (data), 0, 20, T0, 0);
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
          now), RTP_CC_RTCP_OK);
  fail_unless (other);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc, 0);
}

GST_END_TEST;

/* All but the counts of what was refused. */
static RtpCcSessionInfo
state (void)
{
  RtpCcSessionInfo s = *get_info ();

  memset (s.rtcp_refused, 0, sizeof (s.rtcp_refused));
  s.ledger.never_sent = s.ledger.unknown_seq = 0;
  return s;
}

static RtpCcRtcpResult
write_and_take (guint32 media_ssrc, guint16 first, guint n, bool *other)
{
  guint8 data[400];
  gsize size = write_report (data, sizeof (data), first, n, T0, 7);

  GST_WRITE_UINT32_BE (data + 8, media_ssrc);
  return rtp_cc_session_rtcp (session, data, size, other, now);
}

/* Who cannot see the media does not know its SSRC.  0 is no SSRC of ours either. */
GST_START_TEST (test_twcc_for_another_ssrc_is_not_ours)
{
  static const guint32 not_ours[] = { 0, B, A + 1, G_MAXUINT32 };
  guint16 number = send_some (20);
  RtpCcSessionInfo before = state (), after;

  for (guint i = 0; i < G_N_ELEMENTS (not_ours); i++) {
    bool other = FALSE;

    fail_unless_equals_int (write_and_take (not_ours[i], number, 20, &other),
        RTP_CC_RTCP_OK);
    fail_unless (other);
  }
  after = state ();
  fail_unless (memcmp (&before, &after, sizeof (before)) == 0);
}

GST_END_TEST;

/* In a bundle the report may name the SSRC of a stream that we do not send. */
GST_START_TEST (test_twcc_may_name_who_shares_the_transport)
{
  bool other = FALSE;

  teardown ();
  start (&probe_ops);
  for (guint i = 0; i < 20; i++) {
    send (A);
    rtp_cc_session_note_twcc (session, A, 500 + i, 100 + 2 * i);
    rtp_cc_session_note_twcc (session, B, i, 101 + 2 * i);
    now += MS;
  }
  fail_unless_equals_int (write_and_take (B, 100, 40, &other), RTP_CC_RTCP_OK);
  fail_unless (!other);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_uint64 (get_info ()->ledger.never_sent, 0);
}

GST_END_TEST;

/* Above, below, and so that most of it is so; half of it is still a report. */
GST_START_TEST (test_twcc_about_numbers_never_sent_changes_nothing)
{
  guint16 number = send_some (20);
  guint16 firsts[] = { number + 20, number - 40, number + 11,
    number + 20000
  };
  RtpCcSessionInfo before = state (), after;
  bool other;

  for (guint i = 0; i < G_N_ELEMENTS (firsts); i++) {
    fail_unless_equals_int (write_and_take (A, firsts[i], 20, &other),
        RTP_CC_RTCP_NEVER_SENT);
    fail_unless_equals_uint64 (get_info ()->rtcp_refused
        [RTP_CC_RTCP_NEVER_SENT], i + 1);
  }
  fail_unless_equals_uint64 (info.ledger.never_sent, 20 + 20 + 11 + 20);
  after = state ();
  fail_unless (memcmp (&before, &after, sizeof (before)) == 0);
  fail_unless_equals_int (write_and_take (A, number + 10, 20, &other),
      RTP_CC_RTCP_OK);
  fail_unless_equals_int (told.n_reports, 10);
}

GST_END_TEST;

/* A report of which the count is half of all away was overtaken by the one before: it
 * changes nothing, and what comes then is counted from that one. */
GST_START_TEST (test_twcc_overtaken_report_is_no_loss)
{
  guint16 first = send_some (20);
  static const struct
  {
    guint8 count;
    guint lost;
  } cases[] = { {0, 0}, {1, 0}, {129, 0}, {130, 0}, {255, 0}, {3, 1}, {130, 127}
  };

  now += 40 * MS;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint8 data[200];
    gsize size = write_report (data, sizeof (data), first, 20, T0,
        cases[i].count);
    bool other;

    fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
            now), RTP_CC_RTCP_OK);
    fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc_lost,
        cases[i].lost);
  }
}

GST_END_TEST;

/* Numbers of which we do not know who had them speak for nobody: two of ours and three
 * that nobody had yet are not about us. */
GST_START_TEST (test_twcc_numbers_of_others_speak_for_nobody)
{
  RtpCcTwccPacket packets[25];
  guint n = 0;

  teardown ();
  start (&probe_ops);
  for (guint i = 0; i < 2; i++) {
    send (A);
    rtp_cc_session_note_twcc (session, A, 500 + i, 100 + 20 * i);
    now += MS;
  }
  for (guint number = 100; number <= 123; number++)
    packets[n++] = arrived ((guint16) number, T0);
  now += 40 * MS;
  rtp_cc_session_twcc (session, packets, n, now);
  fail_unless_equals_int (told.n_reports, 0);
  fail_unless_equals_uint64 (get_info ()->rtcp_refused
      [RTP_CC_RTCP_NEVER_SENT], 1);
  /* With one less it is of both. */
  rtp_cc_session_twcc (session, packets, n - 1, now);
  fail_unless_equals_int (told.n_reports, 2);
}

GST_END_TEST;

static RtpCcRtcpResult
take_ccfb (guint32 ssrc, guint16 begin, guint n)
{
  RtpCcMetric metrics[64] = { {0} };
  RtpCcCcfbBlock block = { ssrc, begin, n, metrics };
  guint8 data[200];
  gsize size;
  bool other;

  for (guint i = 0; i < n; i++)
    metrics[i].received = TRUE;
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1, 1000,
      RTP_CC_NUM_REPORTS_COUNT);
  return rtp_cc_session_rtcp (session, data, size, &other, now);
}

/* The same by sequence number.  Numbers left out between are lies about ours. */
GST_START_TEST (test_ccfb_about_numbers_never_sent_changes_nothing)
{
  RtpCcSessionInfo before, after;

  send_some (20);
  seq[0] += 30;
  send_some (2);
  before = state ();
  fail_unless_equals_int (take_ccfb (A, 552, 20), RTP_CC_RTCP_NEVER_SENT);
  fail_unless_equals_int (take_ccfb (A, 460, 40), RTP_CC_RTCP_NEVER_SENT);
  fail_unless_equals_int (take_ccfb (A, 542, 21), RTP_CC_RTCP_NEVER_SENT);
  fail_unless_equals_uint64 (get_info ()->ledger.never_sent, 20 + 40 + 11);
  after = state ();
  fail_unless (memcmp (&before, &after, sizeof (before)) == 0);
  fail_unless_equals_int (take_ccfb (A, 510, 42), RTP_CC_RTCP_OK);
  fail_unless_equals_int (told.n_reports, 12);
  fail_unless_equals_uint64 (get_info ()->honesty.lies, 30);
  fail_unless_equals_int (take_ccfb (A, 510, 42), RTP_CC_RTCP_OK);
  fail_unless_equals_uint64 (get_info ()->honesty.lies, 30);
}

GST_END_TEST;

static void
send_ccfb (guint16 begin, guint n)
{
  RtpCcMetric metrics[64] = { {0} };
  RtpCcCcfbBlock block = { A, begin, n, metrics };
  guint8 data[200];
  gsize size;
  bool other;

  for (guint i = 0; i < n; i++) {
    metrics[i].received = TRUE;
    metrics[i].age = (n - 1 - i) * MS;
  }
  size = rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1,
      (guint32) ((now / MS) << 16) / 1000, RTP_CC_NUM_REPORTS_COUNT);
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
          now), RTP_CC_RTCP_OK);
}

/* With both, CCFB counts; when it stops, TWCC does, and time in the network goes
 * on from where it was though the clocks differ. */
GST_START_TEST (test_twcc_gives_way_to_ccfb)
{
  guint16 first = send_some (20);
  RtpCcTime sent, transit;

  now += 40 * MS;
  send_ccfb (500, 20);
  fail_unless_equals_int (told.n_reports, 20);
  transit = reports[19].arrival - reports[19].packet.sent;
  report_at (now, first, 20, T0, 0);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc_ignored, 1);
  fail_unless_equals_uint64 (info.feedback_kinds.twcc, 0);

  now += S;
  sent = now;
  first = send_some (20);
  report_at (now + 40 * MS, first, 20, sent, 0);
  fail_unless_equals_int (told.n_reports, 20);
  fail_unless_equals_uint64 (get_info ()->feedback_kinds.twcc, 1);
  fail_unless_equals_int64 (reports[19].arrival - reports[19].packet.sent,
      transit);
}

GST_END_TEST;

/* ---- REMB ---- */

static void
give_remb (const RtpCcRemb * remb, bool *other)
{
  guint8 data[64];
  gsize size = rtp_cc_remb_write (data, sizeof (data), remb);

  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, other,
          now), RTP_CC_RTCP_OK);
}

static void
send_remb (guint32 ssrc, guint64 bitrate, bool *other)
{
  RtpCcRemb remb = { 1, bitrate, 1, {ssrc} };

  give_remb (&remb, other);
}

/* Ours may be any of those that a REMB names. */
GST_START_TEST (test_remb_of_several_streams)
{
  RtpCcRemb remb = { 1, 1000000, 3, {1, 2, 3} };
  bool other;

  send (A);
  give_remb (&remb, &other);
  fail_unless (other);
  for (guint i = 0; i < 3; i++) {
    remb.ssrcs[i] = A;
    give_remb (&remb, &other);
    fail_unless (!other);
    fail_unless_equals_uint64 (get_info ()->feedback_kinds.remb, i + 1);
    remb.ssrcs[i] = i;
  }
}

GST_END_TEST;

GST_START_TEST (test_remb_bounds_any_policy_for_five_seconds)
{
  bool other;

  send (A);
  send_remb (B, 1000000, &other);
  fail_unless (other);
  fail_unless_equals_uint64 (get_info ()->target.media_rate, 4000000);

  send_remb (A, 1000000, &other);
  fail_unless (!other);
  fail_unless_equals_uint64 (get_info ()->remb, 1000000);
  fail_unless_equals_uint64 (info.target.media_rate, 1000000);
  fail_unless (info.estimated_bitrate < 1000000
      && info.estimated_bitrate > 900000);
  fail_unless_equals_int64 (rtp_cc_session_next_time (session, now)
      <= T0 + 5 * S, TRUE);

  now += 5 * S;
  rtp_cc_session_tick (session, NULL, NULL, now);
  fail_unless_equals_uint64 (get_info ()->remb, 0);
}

GST_END_TEST;

/* min-bitrate is the user's word. */
GST_START_TEST (test_remb_does_not_go_below_the_minimum)
{
  bool other;

  send (A);
  send_remb (A, 0, &other);
  fail_unless_equals_uint64 (get_info ()->estimated_bitrate,
      config.min_bitrate);
}

GST_END_TEST;

/* Up and down, and it is all the feedback that fixed needs. */
GST_START_TEST (test_remb_is_the_rate_of_fixed)
{
  bool other;

  teardown ();
  start (rtp_cc_find ("fixed"));
  for (guint i = 0; i < 10; i++) {
    guint64 rate = i & 1 ? 3000000 : 500000;

    send (A);
    send_remb (A, rate, &other);
    fail_unless_equals_uint64 (get_info ()->target.media_rate,
        rate - rate % 16);
    fail_unless_equals_uint64 (info.bytes_in_flight, 0);
    now += S;
    rtp_cc_session_tick (session, NULL, NULL, now);
    fail_unless_equals_int (get_info ()->feedback_state, RTP_CC_FEEDBACK_OK);
  }
  send (A);
  now += 4 * S;
  rtp_cc_session_tick (session, NULL, NULL, now);
  fail_unless_equals_int (get_info ()->feedback_state, RTP_CC_FEEDBACK_MISSING);
}

GST_END_TEST;

static Suite *
twccsession_suite (void)
{
  Suite *s = suite_create ("twccsession");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_twcc_numbers_go_over_all_ssrcs);
  tcase_add_test (tc, test_twcc_packets_of_all_ssrcs_are_matched);
  tcase_add_test (tc, test_twcc_rtt_is_of_the_newest_packet);
  tcase_add_test (tc, test_twcc_rtt_counts_from_the_newest_arrival);
  tcase_add_test (tc, test_twcc_clock_goes_on);
  tcase_add_test (tc, test_twcc_missing_packet_is_lost_by_the_receivers_time);
  tcase_add_test (tc, test_twcc_lost_packet_may_turn_up);
  tcase_add_test (tc, test_twcc_lost_report_is_not_lost_media);
  tcase_add_test (tc, test_twcc_overtaken_report_counts);
  tcase_add_test (tc, test_twcc_all_numbers_wrap);
  tcase_add_test (tc, test_twcc_unknown_numbers_are_counted);
  tcase_add_test (tc, test_twcc_numbers_given_by_others);
  tcase_add_test (tc, test_twcc_numbers_may_begin_anew);
  tcase_add_test (tc, test_twcc_rtcp_bytes_are_taken);
  tcase_add_test (tc, test_twcc_overtaken_report_is_no_loss);
  tcase_add_test (tc, test_twcc_without_numbers_is_not_ours);
  tcase_add_test (tc, test_twcc_for_another_ssrc_is_not_ours);
  tcase_add_test (tc, test_twcc_may_name_who_shares_the_transport);
  tcase_add_test (tc, test_twcc_about_numbers_never_sent_changes_nothing);
  tcase_add_test (tc, test_twcc_numbers_of_others_speak_for_nobody);
  tcase_add_test (tc, test_ccfb_about_numbers_never_sent_changes_nothing);
  tcase_add_test (tc, test_twcc_gives_way_to_ccfb);
  tcase_add_test (tc, test_remb_of_several_streams);
  tcase_add_test (tc, test_remb_bounds_any_policy_for_five_seconds);
  tcase_add_test (tc, test_remb_does_not_go_below_the_minimum);
  tcase_add_test (tc, test_remb_is_the_rate_of_fixed);

  return s;
}

GST_CHECK_MAIN (twccsession);

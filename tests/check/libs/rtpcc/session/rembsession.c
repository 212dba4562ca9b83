/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* REMB into a session: a bound for any policy, the rate of fixed. */
#include <gst/rtpcc/wire/rtpcc-remb.h>

#include "twcctest.h"

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

  send_packet (A);
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

  send_packet (A);
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

  send_packet (A);
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
  start (find_controller ("fixed"));
  for (guint i = 0; i < 10; i++) {
    guint64 rate = i & 1 ? 3000000 : 500000;

    send_packet (A);
    send_remb (A, rate, &other);
    fail_unless_equals_uint64 (get_info ()->target.media_rate,
        rate - rate % 16);
    fail_unless_equals_uint64 (info.bytes_in_flight, 0);
    now += S;
    rtp_cc_session_tick (session, NULL, NULL, now);
    fail_unless_equals_int (get_info ()->feedback_state, RTP_CC_FEEDBACK_OK);
  }
  send_packet (A);
  now += 4 * S;
  rtp_cc_session_tick (session, NULL, NULL, now);
  fail_unless_equals_int (get_info ()->feedback_state, RTP_CC_FEEDBACK_MISSING);
}

GST_END_TEST;

/* Where packets are reported on as well, as with the next policy, a REMB that nobody repeats
 * ends. */
GST_START_TEST (test_remb_ends_with_another_policy)
{
  bool other;

  teardown ();
  start (find_controller ("fixed"));
  send_packet (A);
  send_remb (A, 500000, &other);
  now += 6 * S;
  rtp_cc_session_tick (session, NULL, NULL, now);
  fail_unless_equals_uint64 (get_info ()->remb, 500000);
  config.ops = find_controller ("scream");
  fail_unless (rtp_cc_session_set_policy (session, &config, now));
  rtp_cc_session_tick (session, NULL, NULL, now);
  fail_unless_equals_uint64 (get_info ()->remb, 0);
}

GST_END_TEST;

static Suite *
rembsession_suite (void)
{
  Suite *s = suite_create ("rembsession");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_remb_of_several_streams);
  tcase_add_test (tc, test_remb_bounds_any_policy_for_five_seconds);
  tcase_add_test (tc, test_remb_does_not_go_below_the_minimum);
  tcase_add_test (tc, test_remb_is_the_rate_of_fixed);
  tcase_add_test (tc, test_remb_ends_with_another_policy);

  return s;
}

GST_CHECK_MAIN (rembsession);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, rtpcc-scream-outage.c: feedback stops and comes back (O3, O4) */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamtest.h"

/* ---- it stops ---- */

/* Each time-out halves the window and the rate that follows from it, 6.7 Mbit/s at 50 kB in
 * 50 ms; the third one goes to the minimum.  It counts as congestion. */
GST_START_TEST (test_scream_outage_halves)
{
  static const double windows[] = { 25000, 12500, 500, 500 };
  static const double rates[] = { 3.333e6, 1.667e6, 1000, 1000 };
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.acked_most.newest = 100e6;
  for (unsigned i = 0; i < G_N_ELEMENTS (windows); i++) {
    scream_on_feedback_timeout (&s, i + 1, LATER + i, &target);
    fail_unless_near (s.ref_wnd, windows[i], 0.5);
    fail_unless_near (s.target_bitrate, rates[i], rates[i] * 0.001);
    fail_unless_near ((double) target.media_rate, s.target_bitrate, 1);
    fail_unless_equals_int64 (s.last_reaction_to_congestion_time, LATER + i);
  }
}

GST_END_TEST;

/* No window goes below that of min_rate: 1 Mbit/s for 50 ms. */
GST_START_TEST (test_scream_outage_has_a_floor)
{
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 8000, 60000);
  config.min_rate = 1000000;
  scream_on_feedback_timeout (&s, 1, LATER, &target);
  fail_unless_near (s.ref_wnd, 6250, 0.5);
  fail_unless_near (s.target_bitrate, 1e6, 0);
}

GST_END_TEST;

/* Without an RTT the rate is that of the start and does not follow from the window. */
GST_START_TEST (test_scream_outage_at_the_start)
{
  static const double rates[] = { 500000, 250000, 1000 };
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.have_rtt = false;
  for (unsigned i = 0; i < G_N_ELEMENTS (rates); i++) {
    scream_on_feedback_timeout (&s, i + 1, LATER, &target);
    fail_unless_near (s.target_bitrate, rates[i], 0);
  }
  /* All of it may come back. */
  fail_unless_near (s.ref_wnd_before_outage, 100000, 0.5);
}

GST_END_TEST;

/* A maximum that has become lower since the last feedback holds at once. */
GST_START_TEST (test_scream_outage_keeps_new_bounds)
{
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.have_rtt = false;
  config.max_rate = 200000;
  scream_on_feedback_timeout (&s, 1, LATER, &target);
  fail_unless_near (s.target_bitrate, 200000, 0);
}

GST_END_TEST;

/* The draft says nothing of it. */
GST_START_TEST (test_scream_outage_of_the_draft)
{
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.p.cut_on_timeout = false;
  scream_on_feedback_timeout (&s, 3, LATER, &target);
  fail_unless_near (s.ref_wnd, 50000, 0);
  fail_unless_near (s.target_bitrate, 1e6, 0);
}

GST_END_TEST;

/* ---- it comes back ---- */

/* What feedback that comes back may resume is the window before all of the
 * outage. */
GST_START_TEST (test_scream_outage_remembers_the_window)
{
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  scream_on_feedback_timeout (&s, 1, LATER, &target);
  fail_unless_near (s.ref_wnd_before_outage, 50000, 0.5);
  fail_unless (s.ref_wnd < 50000);
  scream_on_feedback_timeout (&s, 2, LATER + RTP_CC_SECOND, &target);
  fail_unless_near (s.ref_wnd_before_outage, 50000, 0.5);
}

GST_END_TEST;

/* One packet came through, and feedback stops again: the outage goes on.  A second later
 * it is another one. */
GST_START_TEST (test_scream_outage_goes_on)
{
  static const struct
  {
    RtpCcTime after;
    double before;
  } cases[] = { {RTP_CC_SECOND, 50000}, {RTP_CC_SECOND + 1, 25000} };
  RtpCcTarget target;
  Scream s;

  for (unsigned i = 0; i < G_N_ELEMENTS (cases); i++) {
    set_up (&s, 50, 50000, 60000);
    scream_on_feedback_timeout (&s, 1, LATER, &target);
    scream_on_feedback_timeout (&s, 2, LATER, &target);
    s.s_rtt = 600. * RTP_CC_MSECOND;
    scream_resume (&s, 70 * RTP_CC_MSECOND, LATER);
    fail_unless_near (s.ref_wnd, 25000, 0.5);
    fail_unless_near (s.s_rtt, 70. * RTP_CC_MSECOND, 0.5);
    scream_on_feedback_timeout (&s, 1, LATER + cases[i].after, &target);
    fail_unless_near (s.ref_wnd_before_outage, cases[i].before, 0.5);
  }
}

GST_END_TEST;

/* D10: the path may be shorter than it is taken for.  The window of before is 4.2 Mbit/s at
 * 40 ms, 17 Mbit/s at 10 ms, and not 833 Mbit/s at 0.2 ms. */
GST_START_TEST (test_scream_outage_of_a_short_path)
{
  RtpCcTarget target;
  Scream s;

  set_up (&s, 40, 50000, 60000);
  scream_on_feedback_timeout (&s, 1, LATER, &target);
  scream_resume (&s, RTP_CC_SECOND / 5000, LATER);
  fail_unless_near (s.s_rtt, 10. * RTP_CC_MSECOND, 0);
  scream_update_target_bitrate (&s, LATER);
  fail_unless_near (s.target_bitrate, 16.67e6, 0.01e6);
}

GST_END_TEST;

/* Without an outage there is nothing to resume. */
GST_START_TEST (test_scream_outage_was_none)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  scream_resume (&s, 20 * RTP_CC_MSECOND, LATER);
  fail_unless_near (s.s_rtt, 50. * RTP_CC_MSECOND, 0);
  fail_unless_near (s.flight.newest, 0, 0);
}

GST_END_TEST;

/* Half of the window, and what justifies it now and in a second, once the queue is short, for which
 * there is a second from the first feedback on. */
GST_START_TEST (test_scream_outage_waits_for_a_short_queue)
{
  static const struct
  {
    RtpCcTime after;
    double ref_wnd, flight;
  } cases[] = { {RTP_CC_SECOND, 25000, 25000}, {RTP_CC_SECOND + 1, 6250, 0} };
  RtpCcTarget target;

  for (unsigned i = 0; i < G_N_ELEMENTS (cases); i++) {
    Scream s;

    set_up (&s, 50, 50000, 60000);
    for (unsigned count = 1; count <= 3; count++)
      scream_on_feedback_timeout (&s, count, LATER, &target);
    s.ref_wnd = 6250;
    s.delay.qdelay = s.qdelay_target / 4 + 1;
    scream_resume (&s, 50 * RTP_CC_MSECOND, LATER);
    fail_unless_near (s.ref_wnd, 6250, 0);
    fail_unless_near (s.ref_wnd_before_outage, 50000, 0.5);
    s.delay.qdelay--;
    scream_resume (&s, 50 * RTP_CC_MSECOND, LATER + cases[i].after);
    fail_unless_near (s.ref_wnd, cases[i].ref_wnd, 0.5);
    fail_unless_near (s.ref_wnd_before_outage, 0, 0);
    fail_unless_near (s.flight.newest, cases[i].flight, 0.5);
    fail_unless_near (s.used.newest, cases[i].flight, 0.5);
  }
}

GST_END_TEST;

/* A window that is larger already stays, and so does an RTT that is shorter; from then on
 * the RTT is filtered as ever. */
GST_START_TEST (test_scream_outage_takes_nothing)
{
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  scream_on_feedback_timeout (&s, 1, LATER, &target);
  s.ref_wnd = s.flight.newest = 30000;
  scream_resume (&s, 70 * RTP_CC_MSECOND, LATER);
  fail_unless_near (s.ref_wnd, 30000, 0);
  fail_unless_near (s.flight.newest, 30000, 0);
  fail_unless_near (s.s_rtt, 50. * RTP_CC_MSECOND, 0);
  scream_resume (&s, 20 * RTP_CC_MSECOND, LATER + 1);
  fail_unless_near (s.s_rtt, 50. * RTP_CC_MSECOND, 0);
}

GST_END_TEST;

static Suite *
screamoutage_suite (void)
{
  Suite *s = suite_create ("screamoutage");
  TCase *tc = tcase_create ("screamoutage");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_scream_outage_halves);
  tcase_add_test (tc, test_scream_outage_has_a_floor);
  tcase_add_test (tc, test_scream_outage_at_the_start);
  tcase_add_test (tc, test_scream_outage_keeps_new_bounds);
  tcase_add_test (tc, test_scream_outage_of_the_draft);
  tcase_add_test (tc, test_scream_outage_remembers_the_window);
  tcase_add_test (tc, test_scream_outage_goes_on);
  tcase_add_test (tc, test_scream_outage_of_a_short_path);
  tcase_add_test (tc, test_scream_outage_was_none);
  tcase_add_test (tc, test_scream_outage_waits_for_a_short_queue);
  tcase_add_test (tc, test_scream_outage_takes_nothing);
  return s;
}

GST_CHECK_MAIN (screamoutage);

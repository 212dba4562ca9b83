/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policies exactly at the bounds that their documents give, and with what feedback
 * seldom has: no RTT to speak of, no times of arrival, a count that goes on for days. */
#include <string.h>
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-detector.h>
#include <gst/lab/control/gcc/rtpcc-gcc-probe.h>
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-remb-kalman.h>
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-remb-receiver.h>
#include <gst/lab/control/gcc/rtpcc-gcc-trendline.h>
#include <gst/lab/control/nada/rtpcc-nada-signal.h>
#include <gst/rtpcc/rtpcc.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SSRC 0xabcdef01
#define FRAME (33 * MS)

/* ---- GCC: the threshold of the detector ---- */

/* draft-ietf-rmcat-gcc-02 section 5.4: no update if the metric is more than 15 ms
 * above the threshold, which begins at 12.5 ms. */
GST_START_TEST (test_gcc_detector_outlier)
{
  static const struct
  {
    gdouble metric;
    gboolean moves;
  } cases[] = {
    {27.4, TRUE}, {27.5, TRUE}, {27.51, FALSE}, {-27.5, TRUE}, {-27.51, FALSE},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GccDetector d;

    gcc_detector_init (&d, &gcc_detector_libwebrtc);
    gcc_detector_update (&d, 0, cases[i].metric, 5, 1000);
    /* The first has no time before it. */
    fail_unless (d.threshold == 12.5);
    gcc_detector_update (&d, 0, cases[i].metric, 5, 1010);
    fail_unless_equals_int (d.threshold > 12.5, cases[i].moves);
  }
}

GST_END_TEST;

/* ---- GCC: filters ---- */

/* A count that grew for ever would wrap after days: it stops at a number that the
 * filter cannot tell from more, and goes on as before. */
GST_START_TEST (test_gcc_remb_kalman_counts_to_a_bound)
{
  GccDelta delta = { 20, 21, 0, 0 };
  gdouble before = 0;
  GccRembKalman k;

  gcc_remb_kalman_init (&k);
  for (guint i = 0; i < 5000; i++) {
    gdouble metric = gcc_remb_kalman_update (&k, &delta, GCC_NORMAL);

    check (k.n <= 2000);
    /* What does not change has no steps: 1 ms of 60 that a step would be. */
    if (i > 100)
      check (ABS (metric - before) < 1);
    before = metric;
  }
}

GST_END_TEST;

/* Frames on 1 Mbit/s, of any size or of one that rises for long, whose arrival is
 * uncertain by so many ms: what has been learned of the capacity stays, so the
 * variance of it falls far below the first, 100, and a frame more moves it by a few
 * per cent only. */
GST_START_TEST (test_gcc_remb_kalman_keeps_what_it_knows)
{
  gboolean rises = __i__ % 2;
  gdouble noise = rises ? 150 : 4, size = 3000;
  GRand *rand = g_rand_new_with_seed (1729 + __i__);
  GccRembKalman k;

  gcc_remb_kalman_init (&k);
  for (guint i = 0; i < 3000; i++) {
    gdouble next = rises ? size + (i < 1500 ? 100 : -100)
        : g_rand_double_range (rand, 1000, 5000);
    GccDelta delta = { 100.0 / 3, 0, next - size, 0 };

    delta.recv = delta.send + delta.size * 0.008
        + g_rand_double_range (rand, -noise, noise);
    gcc_remb_kalman_update (&k, &delta, GCC_NORMAL);
    size = next;
    if (i < 1000)
      continue;
    check (k.e[0][0] < (rises ? 1e-2 : 1e-4));
    check (rises || (k.slope > 0.0075 && k.slope < 0.0085));
  }
  g_rand_free (rand);
}

GST_END_TEST;

/* Near the largest rate that went well the detector is told to be twice as wary. */
GST_START_TEST (test_gcc_remb_threshold_by_region)
{
  static const struct
  {
    GccRegion region;
    gdouble threshold;          /* ms */
  } cases[] = {
    {GCC_REGION_UNKNOWN, 25}, {GCC_REGION_NEAR, 12.5}, {GCC_REGION_ABOVE, 12.5},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GccRembReceiver *receiver = g_new0 (GccRembReceiver, 1);

    gcc_remb_receiver_init (receiver, 5 * MS, T0);
    receiver->mimd.region = cases[i].region;
    for (guint k = 0; k < 5; k++)
      gcc_remb_receiver_add (receiver, SSRC, k * FRAME, T0 + k * FRAME,
          T0 + k * FRAME, 1000);
    fail_unless (receiver->streams[0].detector.threshold == cases[i].threshold);
    g_free (receiver);
  }
}

GST_END_TEST;

/* Streams that end, whichever place they have. */
GST_START_TEST (test_gcc_remb_forgets_any_stream)
{
  for (guint gone = 0; gone < 3; gone++) {
    GccRembReceiver *receiver = g_new0 (GccRembReceiver, 1);

    gcc_remb_receiver_init (receiver, 5 * MS, T0);
    for (guint i = 0; i < 3; i++)
      gcc_remb_receiver_add (receiver, SSRC + i, 0, T0, T0, 1000);
    gcc_remb_receiver_forget (receiver, SSRC + gone);
    fail_unless_equals_int (receiver->n_streams, 2);
    for (guint i = 0; i < 2; i++)
      fail_if (receiver->streams[i].ssrc == SSRC + gone);
    g_free (receiver);
  }
}

GST_END_TEST;

/* Over-use of any stream is that of the path, while the stream lives: one that ended 2 s
 * ago has no say.  Then the rate goes below what comes. */
GST_START_TEST (test_gcc_remb_over_use_of_any_stream)
{
  guint bad = (guint) __i__ / 2;
  gboolean lives = __i__ % 2;
  GccRembReceiver *receiver = g_new0 (GccRembReceiver, 1);
  RtpCcTime t = T0;

  gcc_remb_receiver_init (receiver, 5 * MS, T0);
  for (guint k = 0; k < 300; k++) {
    t = T0 + k * FRAME;
    for (guint i = 0; i < 3; i++)
      if (i != bad || lives || k < 200)
        gcc_remb_receiver_add (receiver, SSRC + i, k * FRAME, t, t, 1000);
    gcc_remb_receiver_update (receiver, 10000, 1e9, 50 * MS, t);
  }
  fail_unless (receiver->mimd.valid);
  receiver->streams[bad].detector.signal = GCC_OVERUSE;
  gcc_remb_receiver_update (receiver, 10000, 1e9, 50 * MS, t + S);
  fail_unless_equals_int (receiver->mimd.rate
      < gcc_acked_rate (&receiver->acked), lives);
  g_free (receiver);
}

GST_END_TEST;

/* A receiver whose clock stands still gives no line to fit: no slope, and no NaN. */
GST_START_TEST (test_gcc_trendline_without_time)
{
  GccDelta delta = { 20, 25, 0, 1000 };
  GccTrendline t;

  gcc_trendline_init (&t);
  for (guint i = 0; i < 100; i++)
    fail_unless (gcc_trendline_update (&t, &delta) == 0);
}

GST_END_TEST;

/* ---- GCC: probes ---- */

/* A probe of 300 ms measures what leaves from 130 ms on, and no more at its end,
 * where the target falls; the first packet after it says that all are reported. */
GST_START_TEST (test_gcc_probe_from_when_to_when)
{
  static const struct
  {
    RtpCcTime sent;
    gboolean counts, is_after;
  } cases[] = {
    {0, FALSE, FALSE}, {130 * MS - 1, FALSE, FALSE}, {130 * MS, TRUE, FALSE},
    {300 * MS - 1, TRUE, FALSE}, {300 * MS, FALSE, TRUE},
    {400 * MS, FALSE, TRUE},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GccProbeInput in = { 300000, 4000000, 290000, FALSE, T0 };
    GccProbe probe;

    gcc_probe_init (&probe);
    gcc_probe_update (&probe, &in);
    fail_unless_equals_int (gcc_probe_is_sending (&probe, T0 + cases[i].sent),
        !cases[i].is_after);
    gcc_probe_note (&probe, T0 + cases[i].sent, T0 + cases[i].sent, 1000);
    fail_unless_equals_int (probe.packets, cases[i].counts);
    fail_unless_equals_int (probe.reported, cases[i].is_after);
  }
}

GST_END_TEST;

/* ---- the others, from outside ---- */

static RtpCc *cc;
static RtpCcTime now;
static guint64 next_id;
static RtpCcReport reports[20];

static void
policy_new (const RtpCcOps * ops)
{
  RtpCcConfig config = { 0 };

  config.min_rate = 150000;
  config.start_rate = 1000000;
  config.max_rate = 1500000;
  config.max_packet_size = 1200;
  now = T0;
  next_id = 0;
  cc = rtp_cc_new (ops, &config, now);
}

/* @n packets, each 1000 bytes and a ms after the one before, that took 30 ms. */
static void
feed (guint n, RtpCcFate fate, gint64 rtt, gboolean have_times)
{
  RtpCcFeedback feedback = { 0 };

  memset (reports, 0, sizeof (reports));
  for (guint i = 0; i < n; i++) {
    now += MS;
    reports[i].packet.id = next_id++;
    reports[i].packet.size = 1000;
    reports[i].packet.sent = now;
    reports[i].fate = fate;
    reports[i].arrival = have_times && fate != RTP_CC_FATE_LOST ? now + 30 * MS
        : RTP_CC_TIME_NEVER;
  }
  feedback.reports = reports;
  feedback.n_reports = n;
  feedback.rtt = rtt;
  rtp_cc_on_feedback (cc, &feedback, now + 50 * MS);
}

/* Two hosts on one switch: a report may come back with less than its resolution,
 * which is an RTT of 0, and not none. */
GST_START_TEST (test_nada_takes_no_rtt_for_one)
{
  policy_new (find_controller ("nada"));
  now += 100 * MS;
  feed (10, RTP_CC_FATE_RECEIVED, 40 * MS, TRUE);
  fail_unless_equals_int64 (rtp_cc_info (cc).s_rtt, 40 * MS);
  now += 100 * MS;
  feed (10, RTP_CC_FATE_RECEIVED, -1, TRUE);
  fail_unless_equals_int64 (rtp_cc_info (cc).s_rtt, 40 * MS);
  now += 100 * MS;
  feed (10, RTP_CC_FATE_RECEIVED, 0, TRUE);
  fail_unless_equals_int64 (rtp_cc_info (cc).s_rtt, 0);
  rtp_cc_free (cc);
}

GST_END_TEST;

/* RFC 8888 section 3.1: the time of arrival may be unknown.  Then nothing is known of
 * the queue: it stays at what it was, and is neither 0 nor endless. */
GST_START_TEST (test_nada_without_times)
{
  policy_new (find_controller ("nada"));
  now += 100 * MS;
  feed (20, RTP_CC_FATE_RECEIVED, 60 * MS, FALSE);
  fail_unless_equals_int64 (rtp_cc_info (cc).qdelay, 0);
  /* Nobody can say that there is no queue, but nothing says that there is one. */
  fail_unless (rtp_cc_target (cc)->media_rate >= 1000000);
  now += 100 * MS;
  feed (20, RTP_CC_FATE_LOST, 60 * MS, FALSE);
  fail_unless_equals_int64 (rtp_cc_info (cc).qdelay, 0);
  fail_unless_equals_uint64 (rtp_cc_violations (cc), 0);
  rtp_cc_free (cc);
}

GST_END_TEST;

/* No loss, no interval: 0, and not what a division by 0 gives. */
GST_START_TEST (test_nada_average_of_no_losses)
{
  NadaLosses losses;

  memset (&losses, 0, sizeof (losses));
  fail_unless (nada_losses_average (&losses) == 0);
}

GST_END_TEST;

/* RFC 8298 section 4.1.2.2: in fast increase the window, 3000 bytes at first, grows
 * if 1.5 times what is in flight and what was acknowledged are more than it. */
GST_START_TEST (test_screamv1_fast_increase_needs_more_than_the_window)
{
  static const struct
  {
    guint in_flight, acked, window;
  } cases[] = {
    {1000, 1499, 3000}, {1000, 1500, 3000}, {1000, 1501, 4501},
    {0, 3000, 3000}, {2000, 0, 3000}, {2000, 1, 3001},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    RtpCcFeedback feedback = { 0 };

    policy_new (find_controller ("scream-v1"));
    feedback.rtt = 50 * MS;
    feedback.bytes_in_flight = cases[i].in_flight;
    feedback.bytes_newly_acked = cases[i].acked;
    rtp_cc_on_feedback (cc, &feedback, now + 50 * MS);
    fail_unless_equals_uint64 (rtp_cc_info (cc).ref_wnd, cases[i].window);
    rtp_cc_free (cc);
  }
}

GST_END_TEST;

static Suite *
policybounds_suite (void)
{
  Suite *s = suite_create ("policybounds");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_detector_outlier);
  tcase_add_test (tc, test_gcc_remb_kalman_counts_to_a_bound);
  tcase_add_loop_test (tc, test_gcc_remb_kalman_keeps_what_it_knows, 0,
      seeds (6));
  tcase_add_test (tc, test_gcc_remb_threshold_by_region);
  tcase_add_test (tc, test_gcc_remb_forgets_any_stream);
  tcase_add_loop_test (tc, test_gcc_remb_over_use_of_any_stream, 0, 6);
  tcase_add_test (tc, test_gcc_trendline_without_time);
  tcase_add_test (tc, test_gcc_probe_from_when_to_when);
  tcase_add_test (tc, test_nada_takes_no_rtt_for_one);
  tcase_add_test (tc, test_nada_without_times);
  tcase_add_test (tc, test_nada_average_of_no_losses);
  tcase_add_test (tc, test_screamv1_fast_increase_needs_more_than_the_window);
  return s;
}

GST_CHECK_MAIN (policybounds);

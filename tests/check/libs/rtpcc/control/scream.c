/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2: single steps against values worked out from the draft */
#include <gst/check/gstcheck.h>

/* White box: the steps are static. */
#include "gst/rtpcc/control/scream/rtpcc-scream.c"

/* Not zero: 0 must not be taken for "never". */
#define T0 (1234567 * RTP_CC_USECOND)
#define LATER (T0 + 1000 * RTP_CC_SECOND)

#define fail_unless_near(a, b, tolerance) \
    fail_unless (fabs ((a) - (b)) <= (tolerance), #a " is %g, not %g", \
        (double) (a), (double) (b))

static RtpCcConfig config;

/* A controller in the middle of its life, with the draft's delay target. */
static void
set_up (Scream * s, double s_rtt_ms, double ref_wnd, double ref_wnd_i)
{
  RtpCcTarget target;

  memset (&config, 0, sizeof (config));
  config.min_rate = 1000;
  config.start_rate = 1000000;
  config.max_rate = 1000000000;
  config.max_packet_size = 1000;
  config.queue_delay_target = 60 * RTP_CC_MSECOND;
  config.ecn = RTP_CC_ECN_ECT_1;
  memset (s, 0, sizeof (*s));
  scream_init (s, &config, T0, &target);
  s->have_rtt = true;
  s->s_rtt = s_rtt_ms * RTP_CC_MSECOND;
  s->ref_wnd = ref_wnd;
  s->ref_wnd_i = ref_wnd_i;
  s->last_reaction_to_congestion_time = LATER - RTP_CC_SECOND;
}

GST_START_TEST (test_scream_qdelay_avg_step_response)
{
  static const double expected[] = { 20, 35, 46, 55, 61, 66, 69, 72 };
  ScreamDelay delay;
  gint i;

  scream_delay_init (&delay, T0);
  scream_delay_sample (&delay, 5 * RTP_CC_MSECOND, T0);
  scream_delay_sample (&delay, 85 * RTP_CC_MSECOND, T0);
  for (i = 0; i < 8; i++) {
    fail_unless (scream_delay_update (&delay, 50 * RTP_CC_MSECOND,
            T0 + (i + 1) * VIRTUAL_RTT));
    fail_unless_near (delay.qdelay_avg / RTP_CC_MSECOND, expected[i], 0.6);
  }
  /* Falls at once. */
  scream_delay_sample (&delay, 6 * RTP_CC_MSECOND, T0);
  scream_delay_update (&delay, 50 * RTP_CC_MSECOND, T0 + 9 * VIRTUAL_RTT);
  fail_unless_near (delay.qdelay_avg / RTP_CC_MSECOND, 1, 1e-9);
}

GST_END_TEST;

GST_START_TEST (test_scream_qdelay_ignores_clock_offset)
{
  static const int64_t offsets[] = { 0, -7 * 3600 * RTP_CC_SECOND,
    1000000 * RTP_CC_SECOND
  };
  ScreamDelay delay;

  scream_delay_init (&delay, T0);
  scream_delay_sample (&delay, offsets[__i__] + 30 * RTP_CC_MSECOND, T0);
  scream_delay_sample (&delay, offsets[__i__] + 42 * RTP_CC_MSECOND, T0 + 1);
  fail_unless_equals_int64 (delay.qdelay, 12 * RTP_CC_MSECOND);
  scream_delay_sample (&delay, offsets[__i__] + 25 * RTP_CC_MSECOND, T0 + 2);
  fail_unless_equals_int64 (delay.qdelay, 0);
}

GST_END_TEST;

GST_START_TEST (test_scream_base_delay_forgets_after_ten_minutes)
{
  ScreamDelay delay;
  gint i;

  scream_delay_init (&delay, T0);
  scream_delay_sample (&delay, 0, T0);
  for (i = 1; i < 60 * 9; i++)
    scream_delay_sample (&delay, 40 * RTP_CC_MSECOND, T0 + i * RTP_CC_SECOND);
  fail_unless_equals_int64 (delay.qdelay, 40 * RTP_CC_MSECOND);
  for (; i < 60 * 12; i++)
    scream_delay_sample (&delay, 40 * RTP_CC_MSECOND, T0 + i * RTP_CC_SECOND);
  fail_unless_equals_int64 (delay.qdelay, 0);
}

GST_END_TEST;

/* 1/16 of the way in each update. */
GST_START_TEST (test_scream_l4s_alpha_follows_share_of_marks)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.l4s_alpha_time = LATER;
  s.data_units_delivered_this_rtt = 10;
  s.data_units_marked_this_rtt = 5;
  update_l4s_alpha (&s, LATER + L4S_ALPHA_INTERVAL - 1);
  fail_unless_near (s.l4s_alpha, 0, 0);
  update_l4s_alpha (&s, LATER + L4S_ALPHA_INTERVAL);
  fail_unless_near (s.l4s_alpha, 0.5 / 16, 1e-12);
  /* Without packets there is nothing to divide by. */
  update_l4s_alpha (&s, LATER + 2 * L4S_ALPHA_INTERVAL);
  fail_unless_near (s.l4s_alpha, 0.5 / 16, 1e-12);
}

GST_END_TEST;

GST_START_TEST (test_scream_l4s_backoff_far_from_inflection)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.l4s_alpha = 0.1;
  s.delay.qdelay = 5 * RTP_CC_MSECOND;
  fail_unless_near (inflection_scale (&s), 1, 1e-9);
  reduce_ref_wnd (&s, REACTION_CE, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd, 48750, 0.5);
}

GST_END_TEST;

/* On a path without delay the round trip is as short as it is counted. */
GST_START_TEST (test_scream_rtt_of_zero)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.have_rtt = false;
  update_rtt (&s, -1, LATER);
  fail_if (s.have_rtt);
  update_rtt (&s, 0, LATER);
  fail_unless (s.have_rtt);
  fail_unless_near (s.s_rtt, (double) S_RTT_MIN, 0);
}

GST_END_TEST;

/* A stream that is to send nothing has no frames that are too large. */
GST_START_TEST (test_scream_frame_without_target)
{
  RtpCcFrame frame = {.size = 1000,.period = 33 * RTP_CC_MSECOND };
  RtpCcTarget target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  scream_on_frame (&s, &frame, LATER, &target);
  fail_unless_near (s.frame_size_dev, 0, 0);
}

GST_END_TEST;

/* At the start a rate that is too high lets the delay jump, too; and without a rate
 * nobody knows how long a packet takes. */
GST_START_TEST (test_scream_jitter_is_told_after_the_start)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.acked_rate = 1e6;
  fail_if (may_tell_jitter (&s, T0 + START_RATE_BELIEVED - 1));
  fail_unless (may_tell_jitter (&s, T0 + START_RATE_BELIEVED));
  s.delay.qdelay_avg = (double) s.qdelay_target;
  fail_if (may_tell_jitter (&s, LATER));
  s.delay.qdelay_avg = 0;
  s.acked_rate = 0;
  fail_if (may_tell_jitter (&s, LATER));
}

GST_END_TEST;

/* On a path that is shorter than it is taken for, that much would be in flight: 1 Mbit/s
 * for 10 ms. */
GST_START_TEST (test_scream_flight_of_a_short_path)
{
  Scream s;

  set_up (&s, 10, 50000, 60000);
  s.acked_rate = 1e6;
  update_bytes_in_flight (&s, 100);
  fail_unless_near (s.max_bytes_in_flight, 1250, 1e-9);
  fail_unless_near (s.validated, 1250, 1e-9);
  update_bytes_in_flight (&s, 2000);
  fail_unless_near (s.max_bytes_in_flight, 2000, 0);
  set_up (&s, 10.1, 50000, 60000);
  s.acked_rate = 1e6;
  update_bytes_in_flight (&s, 100);
  fail_unless_near (s.max_bytes_in_flight, 100, 0);
}

GST_END_TEST;

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

GST_START_TEST (test_scream_l4s_backoff_near_inflection)
{
  Scream s;

  set_up (&s, 25, 50000, 50000);
  s.l4s_alpha = 0.1;
  s.delay.qdelay = 5 * RTP_CC_MSECOND;
  fail_unless_near (inflection_scale (&s), 0.1, 1e-9);
  reduce_ref_wnd (&s, REACTION_CE, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd, 49375, 0.5);
}

GST_END_TEST;

GST_START_TEST (test_scream_virtual_backoff)
{
  static const struct
  {
    double s_rtt_ms, factor;
  } cases[] = { {25, 0.75}, {50, 0.875} };
  Scream s;

  set_up (&s, cases[__i__].s_rtt_ms, 50000, 60000);
  s.delay.qdelay_avg = 45. * RTP_CC_MSECOND;
  s.target_bitrate = 10e6;
  reduce_ref_wnd (&s, REACTION_VIRTUAL, 1, LATER);
  fail_unless_near (s.ref_wnd, 50000 * cases[__i__].factor, 0.5);
}

GST_END_TEST;

GST_START_TEST (test_scream_loss_and_classic_ce_backoff)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  reduce_ref_wnd (&s, REACTION_LOSS, 1, LATER);
  fail_unless_near (s.ref_wnd, 35000, 0.5);
  set_up (&s, 50, 50000, 60000);
  s.is_l4s = false;
  reduce_ref_wnd (&s, REACTION_CE, 1, LATER);
  fail_unless_near (s.ref_wnd, 40000, 0.5);
}

GST_END_TEST;

/* One RTT's worth of acknowledgements. */
GST_START_TEST (test_scream_growth_in_one_rtt)
{
  static const struct
  {
    double s_rtt_ms, ref_wnd_i;
    gboolean long_after;
    guint64 ce;
    double increment;
  } cases[] = {
    /* one MSS, and 5 % of the window */
    {150, 20000, TRUE, 0, 1000 + 2500},
    {150, 20000, FALSE, 0, 1000},
    {150, 50000, FALSE, 0, 250},
    /* a third of the RTT: three times as often, a ninth as much, and three times
     * as much rate for a byte of window */
    {50, 20000, FALSE, 0, 1000 / 9.},
    {50, 20000, FALSE, 2000, 1000 / 9. * 0.96},
  };
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, cases[__i__].s_rtt_ms, 50000, cases[__i__].ref_wnd_i);
  s.max_bytes_in_flight = 50000;
  s.last_congestion_detected_time = cases[__i__].long_after ? T0 : LATER;
  feedback.bytes_newly_acked = 50000;
  feedback.bytes_newly_acked_ce = cases[__i__].ce;
  increase_ref_wnd (&s, &feedback, inflection_scale (&s), LATER);
  fail_unless_near (s.ref_wnd - 50000, cases[__i__].increment, 0.5);
}

GST_END_TEST;

/* Delays of packets of 1250 bytes, 10 ms at the acknowledged 1 Mbit/s. */
static double
jitter_of (const int64_t * delays_ms, guint n, guint rounds)
{
  ScreamDelay delay;

  scream_delay_init (&delay, T0);
  for (guint i = 0; i < n * rounds; i++)
    scream_delay_ipdv (&delay, T0 + delays_ms[i % n] * RTP_CC_MSECOND, 1250,
        1e6);
  return scream_delay_jitter (&delay) / RTP_CC_MSECOND;
}

GST_START_TEST (test_scream_jitter_is_told_from_a_queue)
{
  /* grows by 3 ms with each packet, less than a quarter of 10 ms and 1 ms */
  static const int64_t queue[] = { 0, 3, 6, 9, 12, 15, 18, 15, 12, 9, 6, 3 };
  /* jumps by 13 ms, 9.5 above that, once in ten packets: root mean square 3 */
  static const int64_t jumps[] = { 0, 13, 10, 7, 4, 0, 0, 0, 0, 0 };
  static const int64_t wild[] = { 0, 60 };

  fail_unless_near (jitter_of (queue, G_N_ELEMENTS (queue), 200), 0, 0);
  fail_unless_near (jitter_of (jumps, G_N_ELEMENTS (jumps), 400),
      22 * (9.5 / sqrt (10) - 1), 1);
  fail_unless_near (jitter_of (wild, G_N_ELEMENTS (wild), 2000), 60, 0);
}

GST_END_TEST;

GST_START_TEST (test_scream_jitter_ignores_the_time_that_packets_take)
{
  ScreamDelay delay;

  /* 200 and 1250 bytes at 1 Mbit/s: 8.4 ms between them */
  scream_delay_init (&delay, T0);
  for (guint i = 0; i < 1000; i++)
    scream_delay_ipdv (&delay, T0 + (i % 2 ? 10 : 2) * RTP_CC_MSECOND,
        i % 2 ? 1250 : 200, 1e6);
  fail_unless_near (scream_delay_jitter (&delay), 0, 0);
}

GST_END_TEST;

#define TARGET (36. * RTP_CC_MSECOND)
#define TICK (50 * RTP_CC_MSECOND)

/* The queue delay each 50 ms for a while; returns the time after it. */
static RtpCcTime
feed (ScreamCompete * c, double qdelay_ms, int64_t duration, RtpCcTime now)
{
  for (RtpCcTime end = now + duration; now < end; now += TICK)
    scream_compete_update (c, qdelay_ms * RTP_CC_MSECOND, TARGET,
        100. * RTP_CC_MSECOND, now);
  return now;
}

GST_START_TEST (test_scream_competes_when_the_queue_stays)
{
  ScreamCompete c;
  RtpCcTime now;

  scream_compete_init (&c, T0);
  /* Ours: it comes and goes. */
  for (now = T0; now < T0 + 20 * RTP_CC_SECOND;) {
    now = feed (&c, 200, 900 * RTP_CC_MSECOND, now);
    now = feed (&c, 10, 100 * RTP_CC_MSECOND, now);
    fail_if (c.on);
  }
  now = feed (&c, 150, RTP_CC_SECOND, now);
  fail_if (c.on);
  now = feed (&c, 150, 2 * RTP_CC_SECOND, now);
  fail_unless (c.on && !scream_compete_is_testing (&c, now));
  fail_unless_near (scream_compete_target (&c), 300. * RTP_CC_MSECOND, 1);
}

GST_END_TEST;

/* Twice what it meets, and no more than the user wants. */
GST_START_TEST (test_scream_competing_target_has_a_limit)
{
  Scream s;

  set_up (&s, 100, 20000, 20000);
  s.compete.on = true;
  s.compete.most = 150. * RTP_CC_MSECOND;
  fail_unless_near (competing_target (&s), 300. * RTP_CC_MSECOND, 1);
  config.queue_delay_target_max = 60 * RTP_CC_MSECOND;
  fail_unless_near (competing_target (&s), 60. * RTP_CC_MSECOND, 1);
}

GST_END_TEST;

/* After an outage the target may be low by an old RTT; a source below its target
 * is another thing. */
GST_START_TEST (test_scream_rtt_falls_unless_the_source_is_the_limit)
{
  Scream s;

  set_up (&s, 200, 20000, 20000);
  s.max_bytes_in_flight = s.max_bytes_in_flight_prev = 5000;
  s.target_bitrate = 1e6;
  s.acked_rate = 0.9e6;
  update_rtt (&s, 50 * RTP_CC_MSECOND, s.s_rtt_time + 200 * RTP_CC_MSECOND);
  fail_unless_near (s.s_rtt, 125. * RTP_CC_MSECOND, 1);
  s.acked_rate = 0.5e6;
  update_rtt (&s, 50 * RTP_CC_MSECOND, s.s_rtt_time + 200 * RTP_CC_MSECOND);
  fail_unless (s.s_rtt > 124. * RTP_CC_MSECOND
      && s.s_rtt < 125. * RTP_CC_MSECOND);
}

GST_END_TEST;

/* Each 20 s in the end, and never more than 2 s of queue. */
GST_START_TEST (test_scream_compete_has_bounds)
{
  RtpCcTime now, start = 0;
  ScreamCompete c;

  scream_compete_init (&c, T0);
  now = feed (&c, 3000, 60 * RTP_CC_SECOND, T0);
  for (int i = 0; i < 2; i++) {
    while (scream_compete_is_testing (&c, now))
      now = feed (&c, 3000, TICK, now);
    start = now;
    while (!scream_compete_is_testing (&c, now))
      now = feed (&c, 3000, TICK, now);
  }
  fail_unless (now - start >= 19 * RTP_CC_SECOND
      && now - start <= 21 * RTP_CC_SECOND);
  fail_unless_near (scream_compete_target (&c), 2. * RTP_CC_SECOND, 1);
}

GST_END_TEST;

GST_START_TEST (test_scream_compete_tests_whose_the_queue_is)
{
  ScreamCompete c;
  RtpCcTime now;

  scream_compete_init (&c, T0);
  now = feed (&c, 150, 3 * RTP_CC_SECOND, T0);
  now = feed (&c, 150, 4 * RTP_CC_SECOND, now);
  fail_unless (scream_compete_is_testing (&c, now));
  /* It stays: another's, and twice as long as before. */
  now = feed (&c, 100, 2 * RTP_CC_SECOND, now);
  fail_unless (c.on && !scream_compete_is_testing (&c, now));
  now = feed (&c, 100, 5 * RTP_CC_SECOND, now);
  fail_if (scream_compete_is_testing (&c, now));
  /* It goes: ours. */
  now = feed (&c, 100, 2500 * RTP_CC_MSECOND, now);
  fail_unless (scream_compete_is_testing (&c, now));
  now = feed (&c, 10, TICK, now);
  fail_if (c.on);
}

GST_END_TEST;

/* A target just below what is acknowledged does not drain a queue. */
GST_START_TEST (test_scream_drains_with_a_margin)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.qdelay_avg = (double) s.qdelay_target / 2 + 1;
  s.acked_rate = 1e6;
  s.target_bitrate = 0.8e6;
  fail_if (drains_already (&s));
  s.target_bitrate = 0.7e6;
  fail_unless (drains_already (&s));
}

GST_END_TEST;

GST_START_TEST (test_scream_growth_stops_at_what_was_in_flight)
{
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, 50, 20000, 60000);
  s.max_bytes_in_flight = 13000;
  feedback.bytes_newly_acked = 50000;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless_near (s.ref_wnd, MSS + 1.5 * 13000, 0.5);
  s.max_bytes_in_flight = 5000;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless_near (s.ref_wnd, MSS + 1.5 * 13000, 0.5);
}

GST_END_TEST;

/* The draft's values with our headroom of 1.1 for its 1.5. */
GST_START_TEST (test_scream_pacing_headroom)
{
  static const double cases[][2] = {
    {1e6, 1.1e6}, {6.536e6, 7.854e6}, {7.6e6, 33.44e6}, {8e6, 35.2e6}
  };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  config.max_rate = 8000000;
  s.target_bitrate = cases[__i__][0];
  fail_unless_near (pace_bitrate (&s, LATER), cases[__i__][1], 0.01e6);
  s.is_congestion_detected = true;
  fail_unless_near (pace_bitrate (&s, LATER), 1.1 * cases[__i__][0], 1);
}

GST_END_TEST;

/* The draft's values without its factor MSS/(MSS+20): headers are counted
 * where they arise. */
GST_START_TEST (test_scream_target_bitrate)
{
  static const struct
  {
    double ref_wnd, raf, fsd, target;
  } cases[] = {
    {50000, 0, 0, 6.536e6 * 1.02},
    {50000, 0.5, 0.2, 4.128e6 * 1.02},
    {3000, 0, 0, 314e3 * 1.02},
  };
  Scream s;

  set_up (&s, 50, cases[__i__].ref_wnd, 60000);
  s.rate_adjust_factor = cases[__i__].raf;
  s.frame_size_dev = cases[__i__].fsd;
  s.acked_max = 100e6;
  update_target_bitrate (&s, LATER);
  fail_unless_near (s.target_bitrate, cases[__i__].target,
      cases[__i__].target * 0.002);
}

GST_END_TEST;

/* Section 4.5.2: four losses in a row are the link's own, five are not. */
GST_START_TEST (test_scream_few_losses_are_the_links)
{
  Scream s;
  gint i;

  set_up (&s, 50, 50000, 60000);
  for (i = 0; i < 4; i++)
    update_loss_rate (&s, true);
  fail_unless (s.loss_rate < LOSS_RATE_THRESHOLD);
  s.loss_seen = true;
  fail_unless (detect_congestion (&s, true) == REACTION_NONE);
  update_loss_rate (&s, true);
  fail_unless (s.loss_rate > LOSS_RATE_THRESHOLD);
  s.loss_seen = true;
  fail_unless (detect_congestion (&s, true) == REACTION_LOSS);
  /* A queue makes any loss count. */
  s.loss_rate = 0;
  s.loss_seen = true;
  s.delay.qdelay_avg = 16. * RTP_CC_MSECOND;
  fail_unless (detect_congestion (&s, true) == REACTION_LOSS);
}

GST_END_TEST;

GST_START_TEST (test_scream_reacts_once_in_an_interval)
{
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.is_l4s = false;
  s.ce_seen = true;
  s.last_reaction_to_congestion_time = LATER - VIRTUAL_RTT + 1;
  update_ref_wnd (&s, &feedback, true, LATER);
  fail_unless_near (s.ref_wnd, 50000, 0);
  /* and has not forgotten it */
  update_ref_wnd (&s, &feedback, true, LATER + 1);
  fail_unless (s.ref_wnd < 50000);
  fail_if (s.ce_seen);
}

GST_END_TEST;

GST_START_TEST (test_scream_no_virtual_mark_while_the_queue_falls)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.qdelay_avg = 45. * RTP_CC_MSECOND;
  s.delay.qdelay_avg_prev = 50. * RTP_CC_MSECOND;
  fail_unless (detect_congestion (&s, true) == REACTION_NONE);
  s.delay.qdelay_avg_prev = 44. * RTP_CC_MSECOND;
  fail_unless (detect_congestion (&s, true) == REACTION_VIRTUAL);
}

GST_END_TEST;

static double
limit_at (Scream * s, RtpCcTime time)
{
  update_acked_max (s, time);
  return acked_limit (s, time);
}

/* O5: what got through bounds the target until the end of the next period, even if nothing
 * does any more. */
GST_START_TEST (test_scream_acked_limit_has_a_memory)
{
  Scream s;
  double limit;

  set_up (&s, 25, 50000, 60000);
  rtp_cc_meter_add (&s.acked_long, 100000, LATER);
  s.acked_max_time = LATER;
  limit = limit_at (&s, LATER);
  fail_unless (limit > 0);
  for (guint i = 1; i <= 19; i++)
    fail_unless_near (limit_at (&s, LATER + i * ACKED_MAX_MEMORY / 10),
        limit, 0);
  fail_unless_near (limit_at (&s, LATER + 2 * ACKED_MAX_MEMORY), 0, 0);
}

GST_END_TEST;

/* At the most that the user allows the window has no reason to grow. */
GST_START_TEST (test_scream_growth_stops_at_the_maximum)
{
  RtpCcFeedback feedback = { 0, };
  Scream s;

  set_up (&s, 50, 20000, 60000);
  s.max_bytes_in_flight = 20000;
  feedback.bytes_newly_acked = 10000;
  s.target_bitrate = (double) config.max_rate;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless_near (s.ref_wnd, 20000, 0);
  s.target_bitrate -= 1;
  increase_ref_wnd (&s, &feedback, 1, LATER);
  fail_unless (s.ref_wnd > 20000);
}

GST_END_TEST;

/* O6: the source is the limit if it makes less than its target, and twice what was in
 * flight, and a packet, is less than the window. */
GST_START_TEST (test_scream_source_is_the_limit)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.target_bitrate = 1e6;
  s.acked_rate = APP_LIMITED_PART * 1e6 - 1;
  s.max_bytes_in_flight = (50000 - MSS) / 2 - 1;
  fail_unless (is_app_limited (&s));
  s.max_bytes_in_flight_prev = (50000 - MSS) / 2;
  fail_if (is_app_limited (&s));
  s.max_bytes_in_flight_prev = 0;
  s.acked_rate += 1;
  fail_if (is_app_limited (&s));
}

GST_END_TEST;

/* 4.5.3: a target below 0.8 of what gets through is hardly reduced; and a long round trip
 * has several reactions. */
GST_START_TEST (test_scream_backoff_is_scaled)
{
  Scream s;

  set_up (&s, 25, 50000, 60000);
  s.acked_rate = 1e6;
  s.target_bitrate = ACKED_BITRATE_MARGIN * s.acked_rate;
  fail_unless_near (scale_backoff (&s, 0.5), 0.5, 1e-12);
  s.target_bitrate -= 1;
  fail_unless_near (scale_backoff (&s, 0.5),
      0.5 * BACKOFF_SCALE_LOW_TARGET_RATE, 1e-12);
  set_up (&s, 75, 50000, 60000);
  fail_unless_near (scale_backoff (&s, 0.6), 0.2, 1e-12);
}

GST_END_TEST;

/* 4.2.1: above half of the target there is congestion, at half of it not. */
GST_START_TEST (test_scream_half_of_the_target_is_no_congestion)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.qdelay_avg = s.delay.qdelay_avg_prev = 30. * RTP_CC_MSECOND;
  fail_unless_equals_int64 (s.qdelay_target, 60 * RTP_CC_MSECOND);
  fail_unless (detect_congestion (&s, true) == REACTION_NONE);
  s.delay.qdelay_avg = s.delay.qdelay_avg_prev = 30.01 * RTP_CC_MSECOND;
  fail_unless (detect_congestion (&s, true) == REACTION_VIRTUAL);
  fail_unless (detect_congestion (&s, false) == REACTION_NONE);
}

GST_END_TEST;

/* 4.2.2: the inflection point is set anew after growth by more than that factor, or
 * after that many round trips. */
GST_START_TEST (test_scream_inflection_point_is_kept)
{
  const RtpCcTime hold = REF_WND_I_UPDATE_MAX_HOLD_RTTS * 50 * RTP_CC_MSECOND;
  static const struct
  {
    double growth;
    int held_for;               /* ns more than the longest */
    bool is_set;
  } cases[] = {
    {1, 0, false}, {1, 1, true}, {1.001, -1, true}, {0.999, -1, false},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Scream s;

    set_up (&s, 50, 50000, 60000);
    s.ref_wnd_i_update_allowed = false;
    s.ref_wnd_lowest = 32768;
    s.ref_wnd = 32768 * REF_WND_I_GROWTH * cases[i].growth;
    s.ref_wnd_i_update_time = LATER - hold - cases[i].held_for;
    update_ref_wnd_i (&s, LATER);
    fail_unless_equals_int (s.ref_wnd_i != 60000, cases[i].is_set);
  }
}

GST_END_TEST;

/* D5 */
GST_START_TEST (test_scream_congestion_is_over)
{
  Scream s;
  RtpCcTime over;

  set_up (&s, 50, 50000, 60000);
  over = s.last_reaction_to_congestion_time
      + (RtpCcTime) post_congestion_delay (&s);
  s.is_congestion_detected = true;
  roll_bytes_in_flight (&s, over);
  fail_unless (s.is_congestion_detected);
  s.rtt_tick = T0;
  roll_bytes_in_flight (&s, over + 1);
  fail_if (s.is_congestion_detected);
}

GST_END_TEST;

GST_START_TEST (test_scream_clock_drift_resets_the_base_delay)
{
  ScreamDelay delay;
  gint i;

  scream_delay_init (&delay, T0);
  scream_delay_sample (&delay, 0, T0);
  fail_if (scream_delay_drifted (&delay, 60 * RTP_CC_MSECOND));
  for (i = 1; i < 2000; i++) {
    scream_delay_sample (&delay, 20 * RTP_CC_MSECOND, T0 + i);
    if (scream_delay_drifted (&delay, 60 * RTP_CC_MSECOND))
      break;
  }
  /* 20 * (1 - (1 - 1/256)^n) > 15 at n = 355 */
  fail_unless (i >= 354 && i <= 357, "after %d RTTs", i);
  scream_delay_sample (&delay, 20 * RTP_CC_MSECOND, T0 + i);
  fail_unless_equals_int64 (delay.qdelay, 0);
}

GST_END_TEST;

/* 4.5.1: what stood in the queue unseen leaves it in five round trips, or 200 ms: the
 * target is halved until then. */
GST_START_TEST (test_scream_clock_drift_drains)
{
  static const int rtts[] = { 30, 50 }, drains[] = { 200, 250 };

  for (guint i = 0; i < G_N_ELEMENTS (rtts); i++) {
    RtpCcTime end = LATER + drains[i] * RTP_CC_MSECOND;
    double half;
    Scream s;

    set_up (&s, rtts[i], 50000, 60000);
    s.acked_rate = 1e7;
    s.acked_max = s.acked_max_prev = 1e7;
    s.delay.qmin_avg = 16. * RTP_CC_MSECOND;
    s.delay.qmin = 16 * RTP_CC_MSECOND;
    check_drift (&s, LATER);
    fail_unless_equals_int64 (s.drain_until, end);
    update_target_bitrate (&s, end - 1);
    half = s.target_bitrate;
    update_target_bitrate (&s, end);
    fail_unless_near (s.target_bitrate, 2 * half, 1);
  }
}

GST_END_TEST;

static Suite *
scream_suite (void)
{
  Suite *suite = suite_create ("scream");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_scream_qdelay_avg_step_response);
  tcase_add_loop_test (tc, test_scream_qdelay_ignores_clock_offset, 0, 3);
  tcase_add_test (tc, test_scream_base_delay_forgets_after_ten_minutes);
  tcase_add_test (tc, test_scream_l4s_alpha_follows_share_of_marks);
  tcase_add_test (tc, test_scream_l4s_backoff_far_from_inflection);
  tcase_add_test (tc, test_scream_l4s_backoff_near_inflection);
  tcase_add_test (tc, test_scream_rtt_of_zero);
  tcase_add_test (tc, test_scream_jitter_is_told_after_the_start);
  tcase_add_test (tc, test_scream_flight_of_a_short_path);
  tcase_add_test (tc, test_scream_outage_remembers_the_window);
  tcase_add_test (tc, test_scream_frame_without_target);
  tcase_add_loop_test (tc, test_scream_virtual_backoff, 0, 2);
  tcase_add_test (tc, test_scream_loss_and_classic_ce_backoff);
  tcase_add_loop_test (tc, test_scream_growth_in_one_rtt, 0, 5);
  tcase_add_test (tc, test_scream_jitter_is_told_from_a_queue);
  tcase_add_test (tc, test_scream_jitter_ignores_the_time_that_packets_take);
  tcase_add_test (tc, test_scream_competes_when_the_queue_stays);
  tcase_add_test (tc, test_scream_competing_target_has_a_limit);
  tcase_add_test (tc, test_scream_rtt_falls_unless_the_source_is_the_limit);
  tcase_add_test (tc, test_scream_compete_has_bounds);
  tcase_add_test (tc, test_scream_compete_tests_whose_the_queue_is);
  tcase_add_test (tc, test_scream_drains_with_a_margin);
  tcase_add_test (tc, test_scream_growth_stops_at_what_was_in_flight);
  tcase_add_loop_test (tc, test_scream_pacing_headroom, 0, 4);
  tcase_add_loop_test (tc, test_scream_target_bitrate, 0, 3);
  tcase_add_test (tc, test_scream_few_losses_are_the_links);
  tcase_add_test (tc, test_scream_reacts_once_in_an_interval);
  tcase_add_test (tc, test_scream_no_virtual_mark_while_the_queue_falls);
  tcase_add_test (tc, test_scream_acked_limit_has_a_memory);
  tcase_add_test (tc, test_scream_growth_stops_at_the_maximum);
  tcase_add_test (tc, test_scream_source_is_the_limit);
  tcase_add_test (tc, test_scream_backoff_is_scaled);
  tcase_add_test (tc, test_scream_half_of_the_target_is_no_congestion);
  tcase_add_test (tc, test_scream_inflection_point_is_kept);
  tcase_add_test (tc, test_scream_congestion_is_over);
  tcase_add_test (tc, test_scream_clock_drift_resets_the_base_delay);
  tcase_add_test (tc, test_scream_clock_drift_drains);

  return suite;
}

GST_CHECK_MAIN (scream);

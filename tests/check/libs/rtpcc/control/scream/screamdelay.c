/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Delay in SCReAM v2: queue delay, jitter, clock drift, and queues that stay, against values
 * worked out from the draft. */
#include "tests/check/libs/rtpcc/control/near.h"
#include "screamtest.h"

GST_START_TEST (test_scream_qdelay_avg_step_response)
{
  static const double expected[] = { 20, 35, 46, 55, 61, 66, 69, 72 };
  ScreamDelay delay;
  gint i;

  scream_delay_init (&delay, &scream_params, T0);
  scream_delay_sample (&delay, 5 * RTP_CC_MSECOND, 0, T0);
  scream_delay_sample (&delay, 85 * RTP_CC_MSECOND, 0, T0);
  for (i = 0; i < 8; i++) {
    scream_delay_update (&delay, 50 * RTP_CC_MSECOND, false,
        T0 + (i + 1) * VIRTUAL_RTT);
    fail_unless_near (delay.qdelay_avg / RTP_CC_MSECOND, expected[i], 0.6);
    scream_delay_update (&delay, 50 * RTP_CC_MSECOND, false,
        T0 + (i + 2) * VIRTUAL_RTT - 1);
    fail_unless_near (delay.qdelay_avg / RTP_CC_MSECOND, expected[i], 0.6);
  }
  /* O11: or counts at once. */
  scream_delay_update (&delay, 50 * RTP_CC_MSECOND, true, T0 + 9 * VIRTUAL_RTT);
  fail_unless_near (delay.qdelay_avg / RTP_CC_MSECOND, 80, 1e-9);
  /* Falls at once. */
  scream_delay_sample (&delay, 6 * RTP_CC_MSECOND, 0, T0);
  scream_delay_update (&delay, 50 * RTP_CC_MSECOND, false,
      T0 + 10 * VIRTUAL_RTT);
  fail_unless_near (delay.qdelay_avg / RTP_CC_MSECOND, 1, 1e-9);
}

GST_END_TEST;

GST_START_TEST (test_scream_qdelay_ignores_clock_offset)
{
  static const int64_t offsets[] = { 0, -7 * 3600 * RTP_CC_SECOND,
    1000000 * RTP_CC_SECOND
  };
  ScreamDelay delay;

  scream_delay_init (&delay, &scream_params, T0);
  scream_delay_sample (&delay, offsets[__i__] + 30 * RTP_CC_MSECOND, 0, T0);
  scream_delay_sample (&delay, offsets[__i__] + 42 * RTP_CC_MSECOND, 0, T0 + 1);
  fail_unless_equals_int64 (delay.qdelay, 12 * RTP_CC_MSECOND);
  scream_delay_sample (&delay, offsets[__i__] + 25 * RTP_CC_MSECOND, 0, T0 + 2);
  fail_unless_equals_int64 (delay.qdelay, 0);
}

GST_END_TEST;

/* But it is of the shortest way of all packets. */
GST_START_TEST (test_scream_own_time_is_no_queue)
{
  ScreamDelay delay;

  scream_delay_init (&delay, &scream_params, T0);
  scream_delay_sample (&delay, 40 * RTP_CC_MSECOND, 30 * RTP_CC_MSECOND, T0);
  fail_unless_equals_int64 (delay.qdelay, 0);
  scream_delay_sample (&delay, 65 * RTP_CC_MSECOND, 20 * RTP_CC_MSECOND,
      T0 + 1);
  fail_unless_equals_int64 (delay.qdelay, 5 * RTP_CC_MSECOND);
}

GST_END_TEST;

/* Of the samples of an RTT the least counts, wherever it stands, until the RTT is over or what
 * was says nothing. */
GST_START_TEST (test_scream_least_of_an_rtt)
{
  static const int delays[] = { 50, 30, 40 };
  ScreamDelay delay;

  scream_delay_init (&delay, &scream_params, T0);
  scream_delay_sample (&delay, 0, 0, T0);
  scream_delay_no_drift (&delay);
  for (unsigned i = 0; i < G_N_ELEMENTS (delays); i++)
    scream_delay_sample (&delay, delays[i] * RTP_CC_MSECOND,
        10 * RTP_CC_MSECOND, T0);
  fail_unless_equals_int64 (delay.qmin, 20 * RTP_CC_MSECOND);
  fail_if (scream_delay_drifted (&delay, INFINITY, 60 * RTP_CC_MSECOND));
  fail_unless_equals_int64 (delay.standing, 20 * RTP_CC_MSECOND);
  fail_unless_near (delay.qmin_avg, 20. * RTP_CC_MSECOND / 256, 1);
  scream_delay_no_drift (&delay);
  fail_unless_near (delay.qmin_avg, 0, 0);
}

GST_END_TEST;

/* At 0.3 Mbit/s 1300 bytes take 32 ms longer than 100, 17 ms more than a quarter of the
 * target of 60 ms. */
GST_START_TEST (test_scream_own_time_of_a_packet)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.acked_rate = 0.3e6;
  note_size (&s, 1300);
  fail_unless_equals_int64 (own_time (&s, 1300), 0);
  note_size (&s, 100);
  note_size (&s, 1300);
  fail_unless_equals_int64 (own_time (&s, 100), 0);
  fail_unless_equals_int64 (own_time (&s, 1300), 17 * RTP_CC_MSECOND);
  s.acked_rate = 1e6;
  fail_unless_equals_int64 (own_time (&s, 1300), 0);
  s.acked_rate = 0.3e6;
  s.p.own_time_is_no_queue = false;
  fail_unless_equals_int64 (own_time (&s, 1300), 0);
}

GST_END_TEST;

/* All at an RTT of 25 ms, in proportion below. */
GST_START_TEST (test_scream_target_of_a_short_path)
{
  static const struct
  {
    gint rtt;
    gdouble target;
  } cases[] = { {600, 60}, {25, 60}, {15, 36}, {10, 24} };
  Scream s;

  set_up (&s, cases[__i__].rtt, 50000, 60000);
  scream_update_qdelay_target (&s, LATER);
  fail_unless_near ((double) s.qdelay_target / RTP_CC_MSECOND,
      cases[__i__].target, 1e-6);
}

GST_END_TEST;

GST_START_TEST (test_scream_base_delay_forgets_after_ten_minutes)
{
  ScreamDelay delay;
  gint i;

  scream_delay_init (&delay, &scream_params, T0);
  scream_delay_sample (&delay, 0, 0, T0);
  for (i = 1; i < 60 * 9; i++)
    scream_delay_sample (&delay, 40 * RTP_CC_MSECOND, 0,
        T0 + i * RTP_CC_SECOND);
  fail_unless_equals_int64 (delay.qdelay, 40 * RTP_CC_MSECOND);
  for (; i < 60 * 12; i++)
    scream_delay_sample (&delay, 40 * RTP_CC_MSECOND, 0,
        T0 + i * RTP_CC_SECOND);
  fail_unless_equals_int64 (delay.qdelay, 0);
}

GST_END_TEST;

/* A path that delivers each 200 ms: however long packets wait, no queue stands. */
GST_START_TEST (test_scream_jitter_of_a_queue_that_empties)
{
  static const struct
  {
    int64_t least;              /* ms, of an RTT */
    bool empties;
  } cases[] = { {0, true}, {14, true}, {15, false}, {100, false} };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Scream s;
    double before;

    set_up (&s, 50, 50000, 60000);
    s.acked_rate = 1e6;
    s.delay.qdelay_avg = 10 * (double) s.qdelay_target;
    fail_if (may_tell_jitter (&s, LATER));
    scream_delay_sample (&s.delay, 0, 0, LATER);
    scream_delay_no_drift (&s.delay);
    scream_delay_sample (&s.delay, cases[i].least * RTP_CC_MSECOND, 0, LATER);
    scream_delay_drifted (&s.delay, INFINITY, s.qdelay_target);
    s.delay.ipdv_square = 1e16;
    before = scream_delay_jitter (&s.delay);
    scream_delay_sample (&s.delay, scream_params.jitter_max + 1, 0, LATER);
    fail_unless (may_tell_jitter (&s, LATER) == cases[i].empties);
    fail_unless ((scream_delay_jitter (&s.delay) >= before)
        == cases[i].empties);
  }
}

GST_END_TEST;

/* No more than the delay swings, by PACKET_PACING_HEADROOM: packets come in bunches. */
GST_START_TEST (test_scream_jitter_of_bunches)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.ipdv_square = 1e16;
  fail_unless (scream_delay_jitter (&s.delay) > 1000. * RTP_CC_MSECOND);
  s.delay.swing.range = 20 * RTP_CC_MSECOND;
  fail_unless_near (scream_delay_jitter (&s.delay), 22. * RTP_CC_MSECOND, 1);
  s.delay.ipdv_square = 0;
  fail_unless_near (scream_delay_jitter (&s.delay), 0, 0);
}

GST_END_TEST;

/* At the start a rate that is too high lets the delay jump, too; and without a rate
 * nobody knows how long a packet takes. */
GST_START_TEST (test_scream_jitter_is_told_after_the_start)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.acked_rate = 1e6;
  fail_if (may_tell_jitter (&s, T0 + scream_params.path_memory - 1));
  fail_unless (may_tell_jitter (&s, T0 + scream_params.path_memory));
  s.delay.qdelay_avg = (double) s.qdelay_target;
  fail_if (may_tell_jitter (&s, LATER));
  s.delay.qdelay_avg = 0;
  s.acked_rate = 0;
  fail_if (may_tell_jitter (&s, LATER));
}

GST_END_TEST;

/* Delays of one feedback in 32 ms, whose packet takes 10. */
static double
jitter_of (const int64_t * delays_ms, guint n, guint rounds, gboolean counts)
{
  ScreamDelay delay;

  scream_delay_init (&delay, &scream_params, T0);
  for (guint i = 0; i < n * rounds; i++)
    scream_delay_ipdv (&delay, T0 + delays_ms[i % n] * RTP_CC_MSECOND,
        T0 + i * 32 * RTP_CC_MSECOND, 10. * RTP_CC_MSECOND, counts);
  return scream_delay_jitter (&delay) / RTP_CC_MSECOND;
}

GST_START_TEST (test_scream_jitter_is_told_from_a_queue)
{
  /* grows by 3 ms in 32, less than a tenth */
  static const int64_t queue[] = { 0, 3, 6, 9, 12, 15, 12, 9, 6, 3 };
  /* jumps by 13 ms, 9.8 above a tenth of 32, once in ten: root mean square 3.1 */
  static const int64_t jumps[] = { 0, 13, 10, 7, 4, 0, 0, 0, 0, 0 };
  /* a slower link: rises by 13 ms again and again, and only the last rise counts */
  static const int64_t slower[] = { 0, 13, 26, 39, 52, 65, 0, 0, 0, 0 };
  /* each second one is IPDV_MAX */
  static const int64_t wild[] = { 0, 60 };
  double jump = scream_params.jitter_per_ipdv * (9.8 / sqrt (10) - 1.25);

  fail_unless_near (jitter_of (queue, G_N_ELEMENTS (queue), 200, true), 0, 0);
  fail_unless_near (jitter_of (jumps, G_N_ELEMENTS (jumps), 800, true), jump,
      3);
  fail_unless_near (jitter_of (slower, G_N_ELEMENTS (slower), 800, true), jump,
      3);
  fail_unless_near (jitter_of (wild, G_N_ELEMENTS (wild), 4000, true),
      scream_params.jitter_per_ipdv * (40 / sqrt (2) - 1.25), 3);
  fail_unless_near (jitter_of (wild, G_N_ELEMENTS (wild), 4000, false), 0, 0);
}

GST_END_TEST;

/* 10 s of a packet each ms, in bunches of 20 ms behind a queue of @queue (ms), and three of
 * six later by @late (ms); returns when that ends. */
static RtpCcTime
come_in_bunches (ScreamDelay * delay, int queue, int late)
{
  RtpCcTime now = T0;

  scream_delay_init (delay, &scream_params, now);
  scream_delay_sample (delay, 0, 0, now);
  delay->ipdv_square = 1e14;    /* 10 ms */
  for (int i = 0; i < 10000; i++, now += RTP_CC_MSECOND)
    scream_swing_add (&delay->swing, &scream_params, (queue + 19 - i % 20
            + i / 60 % 2 * late) * RTP_CC_MSECOND, 0, now);
  return now;
}

/* What waits for its bunch to leave is no queue, so the target need not have room for it, but for
 * half of the shortest delay. */
GST_START_TEST (test_scream_wait_in_a_bunch_is_no_queue)
{
  ScreamDelay delay;
  RtpCcTime now = come_in_bunches (&delay, 30, 0);

  scream_delay_sample (&delay, 45 * RTP_CC_MSECOND, 0, now);
  fail_unless_near ((double) delay.qdelay / RTP_CC_MSECOND, 30, 1e-6);
  fail_unless_near (scream_delay_room (&delay) / RTP_CC_MSECOND, 15, 0.1);
  scream_delay_sample (&delay, 20 * RTP_CC_MSECOND, 0, now);
  fail_unless_near ((double) delay.qdelay / RTP_CC_MSECOND, 20, 1e-6);
}

GST_END_TEST;

/* Nor a delay below the base, as right after a longer way was found: half of what is above it
 * where half comes in bunches. */
GST_START_TEST (test_scream_wait_in_a_bunch_of_a_longer_way)
{
  ScreamDelay delay;
  RtpCcTime now = come_in_bunches (&delay, 0, 0);

  delay.swing.square = pow (1.5 * SWING_CALM * delay.swing.range, 2);
  fail_unless_near (scream_swing_bunches (&delay.swing), 0.5, 1e-6);
  scream_delay_moved (&delay);
  scream_delay_sample (&delay, 60 * RTP_CC_MSECOND, 0, now);
  scream_delay_sample (&delay, 70 * RTP_CC_MSECOND, 0, now);
  fail_unless_near ((double) delay.qdelay / RTP_CC_MSECOND, 5, 1e-6);
}

GST_END_TEST;

/* Nor is it more than what jitter makes. */
GST_START_TEST (test_scream_wait_in_a_bunch_is_jitter)
{
  ScreamDelay delay;
  RtpCcTime now = come_in_bunches (&delay, 30, 0);

  delay.ipdv_square = 0;
  scream_delay_sample (&delay, 45 * RTP_CC_MSECOND, 0, now);
  fail_unless_near ((double) delay.qdelay / RTP_CC_MSECOND, 45, 1e-6);
  fail_unless_near (scream_delay_room (&delay), 0, 0);
}

GST_END_TEST;

GST_START_TEST (test_scream_room_for_what_is_late_by_chance)
{
  ScreamDelay delay;
  RtpCcTime now = come_in_bunches (&delay, 30, 15);

  scream_delay_sample (&delay, 45 * RTP_CC_MSECOND, 0, now);
  fail_unless_near ((double) delay.qdelay / RTP_CC_MSECOND, 45, 1e-6);
  fail_unless_near (scream_delay_room (&delay), scream_delay_jitter (&delay),
      0);
  fail_unless (scream_delay_room (&delay) > 50. * RTP_CC_MSECOND);
}

GST_END_TEST;

/* It is a queue: what is left of the jitter is half of the delay target, and so it stays. */
GST_START_TEST (test_scream_long_delay_refutes_jitter)
{
  double left = 30 / 2.;
  double before;
  ScreamDelay delay;

  scream_delay_init (&delay, &scream_params, T0);
  fail_if (scream_delay_sample (&delay, 0, 0, T0));
  delay.ipdv_square = 1e14;     /* 10 ms */
  before = scream_delay_jitter (&delay);
  fail_if (scream_delay_sample (&delay, scream_params.jitter_max, 0, T0));
  fail_unless_near (scream_delay_jitter (&delay), before, 0);
  fail_unless (scream_delay_sample (&delay, scream_params.jitter_max + 1, 0,
          T0));
  fail_unless_near (scream_delay_jitter (&delay) / RTP_CC_MSECOND, left, 1e-6);
  fail_if (scream_delay_sample (&delay, scream_params.jitter_max + 1, 0, T0));
  fail_unless_near (scream_delay_jitter (&delay) / RTP_CC_MSECOND, left, 1e-6);
}

GST_END_TEST;

/* The delay target falls at once, the delay of jitter later: it would be above the target
 * for so long as a competitor's queue is. */
GST_START_TEST (test_scream_refuted_jitter_is_no_competitor)
{
  RtpCcReport report = {.arrival = LATER };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  scream_delay_sample (&s.delay, 0, 0, LATER);
  s.compete.least = s.compete.least_prev = 150. * RTP_CC_MSECOND;
  report.packet.sent = LATER - scream_params.jitter_max - 1;
  note_delay (&s, &report, LATER);
  fail_unless_near (s.compete.least, 150. * RTP_CC_MSECOND, 0);
  s.delay.ipdv_square = 1e14;
  note_delay (&s, &report, LATER);
  fail_unless_near (s.compete.least, 0, 0);
  fail_unless_near (s.compete.least_prev, 0, 0);
}

GST_END_TEST;

GST_START_TEST (test_scream_jitter_ignores_the_time_that_packets_take)
{
  ScreamDelay delay;

  /* 200 and 1250 bytes at 1 Mbit/s: 8.4 ms between them */
  scream_delay_init (&delay, &scream_params, T0);
  for (guint i = 0; i < 1000; i++)
    scream_delay_ipdv (&delay, T0 + (i % 2 ? 10 : 2) * RTP_CC_MSECOND,
        T0 + i * 10 * RTP_CC_MSECOND, (i % 2 ? 10 : 1.6) * RTP_CC_MSECOND,
        true);
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
    scream_compete_update (c, qdelay_ms * RTP_CC_MSECOND, TARGET, TARGET,
        100. * RTP_CC_MSECOND, now);
  return now;
}

GST_START_TEST (test_scream_competes_when_the_queue_stays)
{
  ScreamCompete c;
  RtpCcTime now;

  scream_compete_init (&c, &scream_params, T0);
  /* Ours: it comes and goes. */
  for (now = T0; now < T0 + 20 * RTP_CC_SECOND;) {
    now = feed (&c, 200, 900 * RTP_CC_MSECOND, now);
    now = feed (&c, 10, 100 * RTP_CC_MSECOND, now);
    fail_if (c.on);
  }
  now = feed (&c, 150, RTP_CC_SECOND, now);
  fail_if (c.on);
  now = feed (&c, 150, 1500 * RTP_CC_MSECOND, now);
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

/* O13: the delay target is that of the competitor while there is one, but not below our own;
 * without the rule a queue of 150 ms for three seconds is no competitor's. */
GST_START_TEST (test_scream_competing_target_counts)
{
  static const struct
  {
    gboolean compete;
    double qdelay, target;      /* ms */
  } cases[] = { {TRUE, 150, 300}, {FALSE, 150, 60}, {TRUE, 20, 60} };
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.p.compete = cases[__i__].compete;
  s.delay.qdelay = (int64_t) (cases[__i__].qdelay * RTP_CC_MSECOND);
  for (int i = 0; i <= 60; i++)
    scream_update_qdelay_target (&s, LATER + i * 50 * RTP_CC_MSECOND);
  fail_unless_near ((double) s.qdelay_target,
      cases[__i__].target * RTP_CC_MSECOND, 1);
  s.compete.on = true;
  s.compete.most = s.compete.most_prev = 10. * RTP_CC_MSECOND;
  s.delay.qdelay = 0;
  scream_update_qdelay_target (&s, LATER + 61 * 50 * RTP_CC_MSECOND);
  fail_unless (s.qdelay_target >= 60 * RTP_CC_MSECOND);
}

GST_END_TEST;

/* Each 20 s in the end, and never more than 2 s of queue. */
GST_START_TEST (test_scream_compete_has_bounds)
{
  RtpCcTime now, start = 0;
  ScreamCompete c;

  scream_compete_init (&c, &scream_params, T0);
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

  scream_compete_init (&c, &scream_params, T0);
  now = feed (&c, 150, 3500 * RTP_CC_MSECOND, T0);
  fail_unless (c.on && !scream_compete_is_testing (&c, now));
  now = feed (&c, 150, RTP_CC_SECOND, now);
  fail_unless (scream_compete_is_testing (&c, now));
  /* It stays: another's, and twice as long as before. */
  now = feed (&c, 100, RTP_CC_SECOND, now);
  fail_unless (c.on && !scream_compete_is_testing (&c, now));
  now = feed (&c, 100, RTP_CC_SECOND, now);
  fail_if (scream_compete_is_testing (&c, now));
  /* It goes: ours. */
  now = feed (&c, 100, RTP_CC_SECOND, now);
  fail_unless (scream_compete_is_testing (&c, now));
  now = feed (&c, 10, TICK, now);
  fail_if (c.on);
}

GST_END_TEST;

GST_START_TEST (test_scream_no_virtual_mark_while_the_queue_falls)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.qdelay_avg = 45. * RTP_CC_MSECOND;
  s.delay.qdelay_avg_prev = 50. * RTP_CC_MSECOND;
  fail_unless (scream_detect_congestion (&s) == REACTION_NONE);
  s.delay.qdelay_avg_prev = 44. * RTP_CC_MSECOND;
  fail_unless (scream_detect_congestion (&s) == REACTION_VIRTUAL);
}

GST_END_TEST;

GST_START_TEST (test_scream_clock_drift_resets_the_base_delay)
{
  ScreamDelay delay;
  gint i;

  scream_delay_init (&delay, &scream_params, T0);
  scream_delay_sample (&delay, 0, 0, T0);
  fail_if (scream_delay_drifted (&delay, INFINITY, 60 * RTP_CC_MSECOND));
  for (i = 1; i < 2000; i++) {
    scream_delay_sample (&delay, 20 * RTP_CC_MSECOND, 0, T0 + i);
    if (scream_delay_drifted (&delay, INFINITY, 60 * RTP_CC_MSECOND))
      break;
  }
  /* 20 * (1 - (1 - 1/256)^n) > 15 at n = 355 */
  fail_unless (i >= 354 && i <= 357, "after %d RTTs", i);
  scream_delay_sample (&delay, 20 * RTP_CC_MSECOND, 0, T0 + i);
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
    s.acked_most.newest = 1e7;
    s.delay.qmin_avg = 16. * RTP_CC_MSECOND;
    s.delay.qmin = 16 * RTP_CC_MSECOND;
    scream_check_drift (&s, LATER);
    fail_unless_equals_int64 (s.drain_until, end);
    scream_update_target_bitrate (&s, end - 1);
    half = s.target_bitrate;
    scream_update_target_bitrate (&s, end);
    fail_unless_near (s.target_bitrate, 2 * half, 1);
  }
}

GST_END_TEST;

/* O13: the queue of another flow is no drift, nor is it afterwards. */
GST_START_TEST (test_scream_clock_drift_is_no_competitor)
{
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.delay.qmin_avg = 16. * RTP_CC_MSECOND;
  s.delay.qmin = 16 * RTP_CC_MSECOND;
  s.compete.on = true;
  scream_check_drift (&s, LATER);
  fail_unless_equals_int64 (s.drain_until, 0);
  s.compete.on = false;
  scream_check_drift (&s, LATER + RTP_CC_SECOND);
  fail_unless_equals_int64 (s.drain_until, 0);
}

GST_END_TEST;

/* O13: until a competitor is found, which takes seconds, an RTT tells of no more drift than
 * the target, so that 74 of them are needed for a quarter of it however long the queue is. */
GST_START_TEST (test_scream_long_queue_is_little_drift)
{
  RtpCcTime now = LATER;
  Scream s;
  int n;

  set_up (&s, 50, 50000, 60000);
  s.qdelay_target_set = 60 * RTP_CC_MSECOND;
  for (n = 0; n < 200 && s.drain_until == 0; n++) {
    s.delay.qmin = 600 * RTP_CC_MSECOND;
    scream_check_drift (&s, now += 50 * RTP_CC_MSECOND);
  }
  fail_unless (n >= 72 && n <= 76, "%d RTTs", n);
}

GST_END_TEST;

/* O13: a queue above OTHERS_QUEUE of the target, where one was emptied before, is another's;
 * otherwise it has to be longer than the target. */
GST_START_TEST (test_scream_competes_beside_who_empties_the_queue)
{
  static const struct
  {
    gboolean emptied;
    double queue;               /* part of the target */
    gboolean competes;
  } cases[] = {
    {TRUE, 0.45, TRUE}, {TRUE, 0.35, FALSE}, {FALSE, 0.9, FALSE},
    {FALSE, 1.1, TRUE},
  };
  RtpCcTime now = LATER, end = LATER + 4 * RTP_CC_SECOND;
  gboolean competed = FALSE;
  double target;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.qdelay_target_set = 30 * RTP_CC_MSECOND;
  target = scream_own_target (&s);
  for (; now < end; now += 10 * RTP_CC_MSECOND) {
    s.delay.qdelay = (int64_t) (cases[__i__].queue * target);
    if (cases[__i__].emptied)
      s.move.back_time = now;
    scream_update_qdelay_target (&s, now);
    competed |= s.compete.on;
  }
  fail_unless_equals_int (competed, cases[__i__].competes);
}

GST_END_TEST;

/* What was taken for drift is noted as a longer way is: when the delay is below half of it
 * again, it was a queue. */
GST_START_TEST (test_scream_drift_may_be_refuted)
{
  RtpCcTime now = LATER;
  Scream s;

  set_up (&s, 50, 50000, 60000);
  s.qdelay_target_set = 30 * RTP_CC_MSECOND;
  scream_delay_sample (&s.delay, 0, 0, now);
  for (int i = 0; i < 500 && s.drain_until == 0; i++) {
    s.acked_rate = 3e6;
    now += 50 * RTP_CC_MSECOND;
    scream_delay_sample (&s.delay, 20 * RTP_CC_MSECOND, 0, now);
    scream_check_drift (&s, now);
  }
  fail_unless (s.drain_until > 0);
  fail_unless_equals_int64 (s.move.halfway, 10 * RTP_CC_MSECOND);
}

GST_END_TEST;

/* O19: the delay of the longer way is no queue; the window is that of the rate which it has
 * carried, 22500 bytes for 3 Mbit/s, and growth is slow near it.  Not beside a competitor,
 * and not without the rule. */
GST_START_TEST (test_scream_takes_a_longer_way)
{
  gboolean taken = __i__ < 2;
  double ref_wnd = __i__ == 1 ? 10000 : 50000;
  RtpCcTime now = LATER;
  Scream s;

  set_up (&s, 50, ref_wnd, 60000);
  s.compete.least_prev = 100. * RTP_CC_MSECOND;
  s.delay.qdelay_avg = s.delay.qdelay_avg_prev = 25. * RTP_CC_MSECOND;
  s.p.path_moves = __i__ != 3;
  s.qdelay_target_set = 30 * RTP_CC_MSECOND;
  scream_delay_sample (&s.delay, 0, 0, now);
  for (int i = 0; i < 12; i++) {
    s.acked_rate = 3e6 - i * 1e5;
    now += 50 * RTP_CC_MSECOND;
    if (i > 0)
      scream_delay_sample (&s.delay, 25 * RTP_CC_MSECOND, 0, now);
    s.compete.on = __i__ == 2;
    scream_check_drift (&s, now);
  }
  fail_unless_equals_int64 (rtp_cc_base_delay (&s.delay.base),
      taken ? 25 * RTP_CC_MSECOND : 0);
  fail_unless_equals_int64 (s.delay.qdelay, taken ? 0 : 25 * RTP_CC_MSECOND);
  fail_unless_near (s.delay.qdelay_avg, taken ? 0 : 25. * RTP_CC_MSECOND, 0);
  fail_unless_near (s.compete.least_prev, taken ? 0 : 100. * RTP_CC_MSECOND, 0);
  if (!taken)
    return;
  fail_unless_near (s.ref_wnd, larger (ref_wnd, 22500), 0.5);
  fail_unless_near (s.ref_wnd_i, s.ref_wnd, 0);
  fail_unless_near (s.ref_wnd_lowest, s.ref_wnd, 0);
}

GST_END_TEST;

static Suite *
screamdelay_suite (void)
{
  Suite *suite = suite_create ("screamdelay");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_scream_qdelay_avg_step_response);
  tcase_add_loop_test (tc, test_scream_qdelay_ignores_clock_offset, 0, 3);
  tcase_add_test (tc, test_scream_base_delay_forgets_after_ten_minutes);
  tcase_add_test (tc, test_scream_own_time_is_no_queue);
  tcase_add_test (tc, test_scream_least_of_an_rtt);
  tcase_add_test (tc, test_scream_own_time_of_a_packet);
  tcase_add_loop_test (tc, test_scream_target_of_a_short_path, 0, 4);
  tcase_add_test (tc, test_scream_jitter_of_a_queue_that_empties);
  tcase_add_test (tc, test_scream_jitter_of_bunches);
  tcase_add_test (tc, test_scream_jitter_is_told_after_the_start);
  tcase_add_test (tc, test_scream_jitter_is_told_from_a_queue);
  tcase_add_test (tc, test_scream_wait_in_a_bunch_is_no_queue);
  tcase_add_test (tc, test_scream_wait_in_a_bunch_of_a_longer_way);
  tcase_add_test (tc, test_scream_wait_in_a_bunch_is_jitter);
  tcase_add_test (tc, test_scream_room_for_what_is_late_by_chance);
  tcase_add_test (tc, test_scream_long_delay_refutes_jitter);
  tcase_add_test (tc, test_scream_refuted_jitter_is_no_competitor);
  tcase_add_test (tc, test_scream_jitter_ignores_the_time_that_packets_take);
  tcase_add_test (tc, test_scream_competes_when_the_queue_stays);
  tcase_add_test (tc, test_scream_competing_target_has_a_limit);
  tcase_add_loop_test (tc, test_scream_competing_target_counts, 0, 3);
  tcase_add_test (tc, test_scream_compete_has_bounds);
  tcase_add_test (tc, test_scream_compete_tests_whose_the_queue_is);
  tcase_add_test (tc, test_scream_no_virtual_mark_while_the_queue_falls);
  tcase_add_test (tc, test_scream_clock_drift_resets_the_base_delay);
  tcase_add_test (tc, test_scream_clock_drift_drains);
  tcase_add_test (tc, test_scream_clock_drift_is_no_competitor);
  tcase_add_test (tc, test_scream_long_queue_is_little_drift);
  tcase_add_loop_test (tc, test_scream_competes_beside_who_empties_the_queue, 0,
      4);
  tcase_add_test (tc, test_scream_drift_may_be_refuted);
  tcase_add_loop_test (tc, test_scream_takes_a_longer_way, 0, 4);

  return suite;
}

GST_CHECK_MAIN (screamdelay);

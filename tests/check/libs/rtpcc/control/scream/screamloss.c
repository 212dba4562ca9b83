/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2: which losses are congestion, packet by packet
 *
 * Seeded: five paths of each kind.
 */
#include <gst/check/gstcheck.h>

#include "gst/rtpcc/control/scream/rtpcc-scream-loss.h"
#include "tests/check/libs/rtpcc/control/near.h"

/* Not zero: 0 must not be taken for "never". */
#define T0 (1234567 * RTP_CC_USECOND)
#define PERIOD (2 * RTP_CC_MSECOND)
/* At 250 kbit/s. */
#define SLOW_PERIOD (33 * RTP_CC_MSECOND)
#define N_SEEDS 5
#define TARGET (30 * RTP_CC_MSECOND)
/* Packets of one swing of the queue, half a second. */
#define SWING 250

typedef struct
{
  ScreamLoss loss;
  guint64 id;
  RtpCcTime now, period;
  gdouble jitter;               /* ms */
  gboolean is_full;             /* the queue */
  gdouble grown;                /* rate, of the start rate; 0: no start */
  GRand *random;
  guint verdicts[SCREAM_LOSS_WAS_PATH + 1];
} Path;

static void
path_init (Path * path, guint seed)
{
  memset (path, 0, sizeof (*path));
  scream_loss_init (&path->loss, &scream_params, TARGET);
  path->now = T0;
  path->period = PERIOD;
  path->random = g_rand_new_with_seed (seed);
}

static ScreamLossVerdict
pass_packet (Path * path, gdouble queue_ms, gboolean lost)
{
  RtpCcPacket packet = {.id = ++path->id,.size = 1200,.sent = path->now };
  ScreamLossVerdict verdict;

  scream_loss_count (&path->loss, &packet, lost, path->is_full);
  if (!lost)
    scream_loss_queue (&path->loss, packet.sent, queue_ms * RTP_CC_MSECOND,
        path->jitter * RTP_CC_MSECOND);
  path->now += path->period;
  verdict = scream_loss_verdict (&path->loss, path->grown, path->now);
  path->verdicts[verdict]++;
  return verdict;
}

/* The queue grows to so many ms, and empties at once. */
static gdouble
swing (const Path * path, gdouble most)
{
  return most * (gdouble) (path->id % SWING) / SWING;
}

static void
pass_radio (Path * path, guint n, gdouble loss)
{
  for (guint i = 0; i < n; i++)
    pass_packet (path, swing (path, 30), g_rand_double (path->random) < loss);
}

/* A minute at 500 packets a second. */
GST_START_TEST (test_scream_loss_of_radio_is_tolerated)
{
  static const gdouble losses[] = { 0.02, 0.05, 0.1 };
  guint tests = 0, radio = 0, with_queue = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++) {
    Path path;

    path_init (&path, seed);
    pass_radio (&path, 30000, losses[__i__]);
    tests += path.verdicts[SCREAM_LOSS_TEST];
    radio += path.verdicts[SCREAM_LOSS_WAS_PATH];
    with_queue += path.verdicts[SCREAM_LOSS_FULL_QUEUE];
    g_rand_free (path.random);
  }
  /* It is asked once, and again when chance has it so; a test in ten seconds would
   * cost a hundredth of the rate. */
  fail_unless (tests >= N_SEEDS && tests <= 6 * N_SEEDS, "%u tests", tests);
  /* What began the test makes the rate before it look higher than it was. */
  fail_unless (radio >= tests / 2 && radio <= tests, "%u of %u", radio, tests);
  fail_unless_equals_int (with_queue, 0);
}

GST_END_TEST;

/* Below the draft's threshold nothing is even asked. */
GST_START_TEST (test_scream_loss_that_is_rare_is_not_tested)
{
  Path path;

  for (guint seed = 1; seed <= N_SEEDS; seed++) {
    path_init (&path, seed);
    pass_radio (&path, 30000, LOSS_RATE_THRESHOLD / 2);
    fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TEST], 0);
    g_rand_free (path.random);
  }
}

GST_END_TEST;

/* One packet in 250, less than the threshold: congestion while the queue is full, and then not
 * any more. */
GST_START_TEST (test_scream_loss_of_a_full_queue)
{
  Path path;

  path_init (&path, 1);
  for (guint i = 0; i < 40 * SWING; i++) {
    path.is_full = i < 20 * SWING;
    pass_packet (&path, swing (&path, 20), i % SWING == SWING - 1);
  }
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_FULL_QUEUE], 20);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TEST], 0);
  g_rand_free (path.random);
}

GST_END_TEST;

/* No queue, one packet in ten is too much, until the rate yields. */
GST_START_TEST (test_scream_loss_of_a_policer)
{
  ScreamLossVerdict verdict = SCREAM_LOSS_TOLERATED;
  Path path;
  guint i;

  path_init (&path, 1);
  for (i = 0; i < 1000 && verdict == SCREAM_LOSS_TOLERATED; i++)
    verdict = pass_packet (&path, 0, i % 10 == 9);
  fail_unless_equals_int (verdict, SCREAM_LOSS_TEST);
  /* LOSS_EVENTS more than one in a hundred */
  fail_unless (i >= 80 && i <= 110, "after %u packets", i);
  verdict = SCREAM_LOSS_TOLERATED;
  for (i = 0; i < 1000 && verdict == SCREAM_LOSS_TOLERATED; i++)
    verdict = pass_packet (&path, 0, FALSE);
  fail_unless_equals_int (verdict, SCREAM_LOSS_WAS_CONGESTION);
  /* 16 would have been lost */
  fail_unless (i >= 140 && i <= 180, "after %u packets", i);
  g_rand_free (path.random);
}

GST_END_TEST;

/* What was on its way when the test began is of the time before it, of which more than the
 * packets that began the test is known then. */
GST_START_TEST (test_scream_loss_in_flight_is_from_before_the_test)
{
  Path path;

  path_init (&path, 1);
  path.loss.testing = TRUE;
  path.loss.test_start = T0 + 100 * PERIOD;
  path.loss.packets_before = path.loss.losses_before = 10;
  for (guint i = 0; i < 100; i++)
    pass_packet (&path, 0, i % 10 == 9);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TOLERATED], 100);
  fail_unless (path.loss.packets == 0 && path.loss.losses == 0);
  fail_unless_near (path.loss.packets_before, 110, 0);
  fail_unless_near (path.loss.losses_before, 20, 0);
  g_rand_free (path.random);
}

GST_END_TEST;

/* The packets of one slot saw the longest queue of them. */
GST_START_TEST (test_scream_loss_of_a_slot)
{
  Path path;

  path_init (&path, 1);
  path.period = 0;
  pass_packet (&path, 20, FALSE);
  pass_packet (&path, 10, FALSE);
  fail_unless_near (path.loss.slot_queue, 20. * RTP_CC_MSECOND, 0);
  path.now += scream_params.loss_slot;
  pass_packet (&path, 5, FALSE);
  fail_unless_near (path.loss.slot_queue, 5. * RTP_CC_MSECOND, 0);
  fail_unless_near (path.loss.longest, 20. * RTP_CC_MSECOND, 0);
  g_rand_free (path.random);
}

GST_END_TEST;

/* What was tested is tolerated 1.5 times over beside 1 %, as far as it still is so, and 15 %
 * at most. */
GST_START_TEST (test_scream_loss_limit)
{
  static const struct
  {
    double tested, mean, limit;
  } cases[] = {
    {0, 0.1, 0.01}, {0.04, 0.04, 0.07}, {0.04, 0.02, 0.04}, {0.02, 0.04, 0.04},
    {0.2, 0.2, 0.15},
  };
  ScreamLoss loss;
  RtpCcPacket packet = {.id = 5,.size = 1200,.sent = T0 };

  scream_loss_init (&loss, &scream_params, TARGET);
  loss.newest_sent = T0;
  loss.tested = cases[__i__].tested;
  loss.mean = cases[__i__].mean;
  loss.n_mean = 1e6;
  scream_loss_count (&loss, &packet, true, false);
  fail_unless_near (loss.excess, 1 - cases[__i__].limit, 1e-9);
}

GST_END_TEST;

/* Twenty in a row are one loss, and so no reason for a test; ten times one are. */
GST_START_TEST (test_scream_loss_in_a_row_counts_once)
{
  Path path;

  path_init (&path, 1);
  for (guint i = 0; i < 120; i++)
    pass_packet (&path, 0, i >= 50 && i < 70);
  fail_unless (path.loss.excess > 0 && path.loss.excess <= 1);
  for (guint i = 0; i < 20; i++)
    pass_packet (&path, 0, i % 2 == 0);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TEST], 1);
  g_rand_free (path.random);
}

GST_END_TEST;

/* A minute of 1000 packets a second, of which 3 % are lost at random. A frame of 66 of them
 * begins with a queue of up to 20 ms, each with another one, and half of the frame later it
 * is gone: a few losses may all be of such queues by chance. */
GST_START_TEST (test_scream_loss_of_fast_radio_has_no_queue)
{
  guint with_queue = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++) {
    gdouble most = 0;
    Path path;

    path_init (&path, seed);
    path.period = PERIOD / 2;
    for (guint i = 0; i < 60000; i++) {
      if (i % 66 == 0)
        most = 20 * g_rand_double (path.random);
      pass_packet (&path, MAX (0, most * (1 - i % 66 / 33.0)),
          g_rand_double (path.random) < 0.03);
    }
    with_queue += path.verdicts[SCREAM_LOSS_FULL_QUEUE];
    g_rand_free (path.random);
  }
  fail_unless_equals_int (with_queue, 0);
}

GST_END_TEST;

/* A start: one packet in 20 is lost from the first one on, or only after 2000, while the
 * rate grows to twice what it was, or does not. */
GST_START_TEST (test_scream_loss_of_a_start_that_grew_is_the_paths)
{
  static const struct
  {
    guint clean;
    gdouble grown;
    guint tests;
  } cases[] = { {0, 2, 0}, {0, 1, 1}, {2000, 2, 1}, {0, 0, 1} };
  Path path;

  path_init (&path, 1);
  path.grown = cases[__i__].grown;
  for (guint i = 0; i < cases[__i__].clean; i++)
    pass_packet (&path, 0, FALSE);
  for (guint i = 0; i < 250; i++)
    pass_packet (&path, 0, i % 20 == 19);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TEST], cases[__i__].tests);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_WAS_PATH],
      1 - cases[__i__].tests);
  fail_unless_equals_int (path.loss.tested > 0, cases[__i__].tests == 0);
  g_rand_free (path.random);
}

GST_END_TEST;

/* ---- several flows in one queue ---- */

/* Others keep it full: between 4 and 5 ms of 5.  Once in a second all yield. */
static gdouble
full_queue (const Path * path, gdouble most)
{
  return path->id % 500 < 3 ? 0
      : most * g_rand_double_range (path->random, 0.8, 1);
}

static void
pass_full_queue (Path * path, guint n, gdouble most, gdouble loss)
{
  for (guint i = 0; i < n; i++)
    pass_packet (path, full_queue (path, most),
        g_rand_double (path->random) < loss);
}

/* 5, 20 and 29 ms: each loss is congestion, and none is ever tested. */
GST_START_TEST (test_scream_loss_of_a_queue_that_stands)
{
  static const gdouble most[] = { 5, 20, 29 };
  Path path;
  guint with_queue, losses = 0;

  path_init (&path, 1);
  /* The memory of queues is PATH_MEMORY long. */
  pass_full_queue (&path, 2000, most[__i__], 0);
  for (guint i = 0; i < 2000; i++) {
    gboolean lost = i % 20 == 19;

    losses += lost;
    pass_packet (&path, full_queue (&path, most[__i__]), lost);
  }
  with_queue = path.verdicts[SCREAM_LOSS_FULL_QUEUE];
  fail_unless_equals_int (with_queue, losses);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TEST], 0);
  g_rand_free (path.random);
}

GST_END_TEST;

/* The losses are the path's: asked about now and then. */
static void
assert_path (const Path * path)
{
  fail_unless (path->verdicts[SCREAM_LOSS_TEST] >= 1
      && path->verdicts[SCREAM_LOSS_TEST] <= 6, "%u tests",
      path->verdicts[SCREAM_LOSS_TEST]);
  fail_unless_equals_int (path->verdicts[SCREAM_LOSS_FULL_QUEUE], 0);
}

/* A queue of 3 ms may be packets one behind the other, with jitter of 10 ms one of 5 is
 * none, and one of 300 ms is for the delay target: losses are asked about, and are the
 * path's. */
GST_START_TEST (test_scream_loss_of_a_queue_that_is_another_case)
{
  static const gdouble most[] = { 3, 5, 300 }, jitter[] = { 0, 10, 0 };
  Path path;

  path_init (&path, 1);
  path.jitter = jitter[__i__];
  pass_full_queue (&path, 20000, most[__i__], 0.05);
  assert_path (&path);
  g_rand_free (path.random);
}

GST_END_TEST;

/* A receiver's clock that is 180 ppm fast: the queue seems to be ever longer, and to stand.
 * Losses are the path's all the same. */
GST_START_TEST (test_scream_loss_beside_a_fast_clock)
{
  Path path;

  path_init (&path, 1);
  for (guint i = 0; i < 30000; i++)
    pass_packet (&path, swing (&path, 2) + i * 2 * 180e-6,
        g_rand_double (path.random) < 0.05);
  assert_path (&path);
  g_rand_free (path.random);
}

GST_END_TEST;

/* A quarter is too much for any path, a tenth is not; no queue in either. */
GST_START_TEST (test_scream_loss_of_too_many)
{
  Path path;
  guint n;

  path_init (&path, 1);
  pass_radio (&path, 20000, 0.25);
  n = path.verdicts[SCREAM_LOSS_TOO_MANY];
  /* Twice LOSS_EVENTS of a tenth too many are 160 packets without those in a row. */
  fail_unless (n >= 20 && n <= 125, "%u times", n);
  g_rand_free (path.random);

  path_init (&path, 1);
  pass_radio (&path, 20000, 0.1);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TOO_MANY], 0);
  g_rand_free (path.random);
}

GST_END_TEST;

/* Four more than tolerated stop growth, three do not; it goes on once the others have
 * become fewer, or are known. */
GST_START_TEST (test_scream_loss_stops_growth)
{
  Path path;
  guint i, stopped = 0;

  path_init (&path, 1);
  for (i = 0; scream_loss_may_grow (&path.loss) && i < 1000; i++)
    pass_packet (&path, 0, i % 10 == 9);
  /* The fifth loss, since a hundredth of the packets may be lost. */
  fail_unless_equals_int (i, 50);
  for (i = 0; !scream_loss_may_grow (&path.loss) && i < 1000; i++)
    pass_packet (&path, 0, FALSE);
  /* Below 4 again. */
  fail_unless (i >= 50 && i <= 60, "after %u packets", i);

  /* However many there were: a fifth of the way back to 0, a hundredth with each packet. */
  for (i = 0; i < 200; i++)
    pass_packet (&path, 0, i % 2);
  for (i = 0; !scream_loss_may_grow (&path.loss) && i < 1000; i++)
    pass_packet (&path, 0, FALSE);
  fail_unless (i >= 5 && i <= 101, "after %u packets", i);

  pass_radio (&path, 10000, 0.05);
  for (i = 0; i < 20000; i++) {
    pass_radio (&path, 1, 0.05);
    stopped += !scream_loss_may_grow (&path.loss);
  }
  /* A tenth of the time would be a tenth of the growth. */
  fail_unless (stopped <= 2000, "%u of 20000 packets", stopped);
  g_rand_free (path.random);
}

GST_END_TEST;

/* Time forgives a slow flow what packets alone would after 100 more. */
GST_START_TEST (test_scream_loss_of_a_slow_flow_is_forgiven)
{
  Path path;
  guint i;

  path_init (&path, 1);
  path.period = SLOW_PERIOD;
  for (i = 0; i < 30; i++)
    pass_packet (&path, 0, i % 5 == 4);
  fail_if (scream_loss_may_grow (&path.loss));
  for (i = 0; !scream_loss_may_grow (&path.loss) && i < 1000; i++)
    pass_packet (&path, 0, FALSE);
  /* One of them: a hundredth with each packet, and 0.4 with each second. */
  fail_unless (i >= 35 && i <= 50, "after %u packets", i);
  fail_unless_equals_int (path.verdicts[SCREAM_LOSS_TEST], 0);
  g_rand_free (path.random);
}

GST_END_TEST;

/* Of one in 50 packets 8 s have 5, which are lost as before, or are not. */
GST_START_TEST (test_scream_loss_test_of_a_slow_flow_ends)
{
  static const ScreamLossVerdict verdicts[] =
      { SCREAM_LOSS_WAS_CONGESTION, SCREAM_LOSS_WAS_PATH };
  ScreamLossVerdict verdict = SCREAM_LOSS_TOLERATED;
  Path path;
  guint i;

  path_init (&path, 1);
  path.period = SLOW_PERIOD;
  path.loss.testing = TRUE;
  path.loss.test_start = path.now;
  path.loss.packets_before = 400;
  path.loss.losses_before = 8;
  for (i = 0; i < 1000 && verdict == SCREAM_LOSS_TOLERATED; i++)
    verdict = pass_packet (&path, 0, __i__ == 1 && i % 50 == 49);
  fail_unless_equals_int (verdict, verdicts[__i__]);
  /* 8 s; 800 packets without that bound. */
  fail_unless (i >= 240 && i <= 250, "after %u packets", i);
  g_rand_free (path.random);
}

GST_END_TEST;

/* Of ten packets two are lost, or five in a row after each of 20: in a mean of what? */
GST_START_TEST (test_scream_loss_mean_is_of_all_packets)
{
  Path path;

  path_init (&path, 1);
  for (guint i = 0; i < 10; i++)
    pass_packet (&path, 0, i == 3 || i == 7);
  fail_unless (ABS (path.loss.mean - 0.2) < 1e-9, "%f", path.loss.mean);
  g_rand_free (path.random);

  path_init (&path, 1);
  for (guint i = 0; i < 250; i++)
    pass_packet (&path, 0, i % 25 >= 20);
  /* One in 21. */
  fail_unless (ABS (path.loss.mean - 1.0 / 21) < 1e-9, "%f", path.loss.mean);
  g_rand_free (path.random);
}

GST_END_TEST;

static Suite *
screamloss_suite (void)
{
  Suite *s = suite_create ("screamloss");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_scream_loss_of_radio_is_tolerated, 0, 3);
  tcase_add_test (tc, test_scream_loss_that_is_rare_is_not_tested);
  tcase_add_test (tc, test_scream_loss_of_a_full_queue);
  tcase_add_test (tc, test_scream_loss_of_a_policer);
  tcase_add_test (tc, test_scream_loss_in_flight_is_from_before_the_test);
  tcase_add_test (tc, test_scream_loss_of_fast_radio_has_no_queue);
  tcase_add_loop_test (tc, test_scream_loss_of_a_start_that_grew_is_the_paths,
      0, 4);
  tcase_add_test (tc, test_scream_loss_in_a_row_counts_once);
  tcase_add_test (tc, test_scream_loss_of_a_slot);
  tcase_add_loop_test (tc, test_scream_loss_limit, 0, 5);
  tcase_add_loop_test (tc, test_scream_loss_of_a_queue_that_stands, 0, 3);
  tcase_add_test (tc, test_scream_loss_beside_a_fast_clock);
  tcase_add_loop_test (tc, test_scream_loss_of_a_queue_that_is_another_case, 0,
      3);
  tcase_add_test (tc, test_scream_loss_of_too_many);
  tcase_add_test (tc, test_scream_loss_stops_growth);
  tcase_add_test (tc, test_scream_loss_of_a_slow_flow_is_forgiven);
  tcase_add_loop_test (tc, test_scream_loss_test_of_a_slow_flow_ends, 0, 2);
  tcase_add_test (tc, test_scream_loss_mean_is_of_all_packets);
  return s;
}

GST_CHECK_MAIN (screamloss);

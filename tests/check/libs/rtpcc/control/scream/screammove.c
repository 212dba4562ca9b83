/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, a longer way against a queue. */
#include <gst/check/gstcheck.h>

#include "gst/rtpcc/control/scream/rtpcc-scream-move.h"
#include "gst/rtpcc/rtpcc-clip-private.h"
#include "tests/check/libs/rtpcc/control/near.h"

#include <math.h>

#define N_RTTS 12
#define RTT (50 * RTP_CC_MSECOND)
#define STEP (7.5 * RTP_CC_MSECOND)
#define DRAIN_TIME (5. * RTT)
#define OTHERS (12. * RTP_CC_MSECOND)

typedef struct
{
  const char *what;
  double delay[N_RTTS];         /* ms */
  double rate[N_RTTS];          /* Mbit/s */
  double carried;               /* Mbit/s that is found in the end; 0: it may be a queue */
} Way;

static const Way ways[] = {
  {"longer by 25 ms at once",
        {2, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27},
      {3, 3, 2.8, 2.6, 2.5, 2.4, 2.3, 2.3, 2.3, 2.3, 2.3, 2.3}, 3},
  {"the same while a queue drains first",
        {15, 40, 34, 29, 27, 27, 26, 27, 27, 28, 27, 27},
      {3, 3, 3, 3, 2.5, 2.4, 2.3, 2.3, 2.3, 2.3, 2.3, 2.3}, 3},
  {"what arrives stays the same: it may be a queue",
        {2, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27},
      {3, 3, 3, 3, 2.9, 2.9, 2.8, 2.7, 2.6, 2.5, 2.5, 2.5}, 0},
  {"a queue that drains",
        {2, 40, 60, 60, 54, 48, 42, 36, 30, 24, 18, 12},
      {3, 3, 2, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1}, 0},
  {"the queue of a TCP flow",
        {2, 7, 12, 17, 21, 24, 26, 27, 27, 27, 27, 27},
      {3, 2.9, 2.8, 2.6, 2.5, 2.4, 2.3, 2.2, 2.1, 2, 1.9, 1.8}, 0},
  {"the same with packets of 8 ms, and a delay that swings by less",
        {2, 27, 33, 27, 33, 27, 33, 27, 33, 27, 33, 27},
      {1, 1, .9, .8, .8, .7, .7, .7, .7, .7, .7, .7}, 1},
  {"a delay that rises by a packet of TCP in an RTT",
        {2, 27, 28.5, 30, 31.5, 33, 34.5, 36, 37.5, 39, 40.5, 42},
      {8, 8, 7.7, 7.4, 7.1, 6.8, 6.5, 6.2, 5.9, 5.6, 5.3, 5}, 0},
  {"a delay that swings by more than a step",
        {2, 27, 35, 27, 35, 27, 35, 27, 35, 27, 35, 27},
      {3, 3, 2.8, 2.6, 2.5, 2.4, 2.3, 2.3, 2.3, 2.3, 2.3, 2.3}, 0},
};

/* Five RTTs, and a fifth less, have to pass.  What was there in the first RTT is no step. */
GST_START_TEST (test_move_is_told_from_a_queue)
{
  const Way *way = &ways[__i__];
  ScreamMove move;
  double carried = 0;

  scream_move_init (&move);
  for (int i = 0; i < N_RTTS && carried <= 0; i++) {
    ScreamSight sight = { way->delay[i] * RTP_CC_MSECOND, way->rate[i] * 1e6,
      0, OTHERS
    };

    carried = scream_move_update (&move, &scream_params, &sight, STEP,
        DRAIN_TIME, i * RTT);
    fail_if (carried > 0 && i < 6, "%s: after %d RTTs", way->what, i);
  }
  fail_unless_near (carried, way->carried * 1e6, 1);
}

GST_END_TEST;

GST_START_TEST (test_move_not_at_the_start)
{
  ScreamMove move;

  scream_move_init (&move);
  for (int i = 0; i < N_RTTS; i++) {
    ScreamSight sight = { 27. * RTP_CC_MSECOND, 3e6 - i * 2e5, 0, OTHERS
    };

    fail_unless_near (scream_move_update (&move, &scream_params, &sight, STEP,
            DRAIN_TIME, i * RTT), 0, 0);
  }
}

GST_END_TEST;

/* For so long the delay is as @delay (ms), each RTT. */
static bool
stay (ScreamMove * move, double delay, int64_t base, int64_t duration,
    RtpCcTime * now)
{
  bool carried = false;

  for (RtpCcTime end = *now + duration; *now < end; *now += RTT) {
    ScreamSight sight = { delay * RTP_CC_MSECOND, 1e5, base, OTHERS
    };

    carried |= scream_move_update (move, &scream_params, &sight, STEP,
        DRAIN_TIME, *now) > 0;
  }
  return carried;
}

/* BBR: gone for 200 ms, and back for more than a second. */
GST_START_TEST (test_move_is_none_if_the_queue_was_emptied)
{
  static const struct
  {
    const char *what;
    double before;              /* ms */
    int64_t gone, back;         /* ms */
    bool was_emptied;
  } cases[] = {
    {"BBR", 20, 200, 1500, true}, {"short", 11, 200, 1500, false},
    {"a handover and one back", 20, 1500, 1500, false},
    {"our own queue after a handover", 20, 200, 500, false},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    RtpCcTime now = 0;
    ScreamMove move;

    scream_move_init (&move);
    stay (&move, cases[i].before, 0, 3 * RTP_CC_SECOND, &now);
    stay (&move, 1, 0, cases[i].gone * RTP_CC_MSECOND, &now);
    stay (&move, 20, 0, cases[i].back * RTP_CC_MSECOND, &now);
    fail_unless (scream_move_was_emptied (&move, now)
        == cases[i].was_emptied, "%s", cases[i].what);
  }
}

GST_END_TEST;

/* For LONG_MEMORY after that, a step that is not soon after is not taken, either. */
GST_START_TEST (test_move_is_none_beside_who_empties_the_queue)
{
  static const bool was_emptied[] = { false, true };

  for (guint k = 0; k < G_N_ELEMENTS (was_emptied); k++) {
    RtpCcTime now = 0;
    double carried = 0;
    ScreamMove move;

    scream_move_init (&move);
    stay (&move, 1, 0, RTP_CC_SECOND, &now);
    if (was_emptied[k])
      move.back_time = now;
    stay (&move, 1, 0, 2 * RTP_CC_SECOND, &now);
    for (int i = 0; i < N_RTTS; i++, now += RTT) {
      ScreamSight sight = { ways[0].delay[i] * RTP_CC_MSECOND,
        ways[0].rate[i] * 1e6, 0, OTHERS
      };

      carried = larger (carried, scream_move_update (&move, &scream_params,
              &sight, STEP, DRAIN_TIME, now));
    }
    fail_unless ((carried > 0) == !was_emptied[k]);
  }
}

GST_END_TEST;

/* What was taken for a longer way was none: what comes back within a second is not taken
 * again until it was away for LONG_MEMORY. */
GST_START_TEST (test_move_is_refuted)
{
  int64_t base = 100 * RTP_CC_MSECOND, halfway = 112 * RTP_CC_MSECOND;
  RtpCcTime now = 0;
  ScreamMove move;

  scream_move_init (&move);
  scream_move_take (&move, base, (double) INFINITY);
  fail_unless_equals_int64 (move.halfway, INT64_MIN);
  scream_move_take (&move, base, 24. * RTP_CC_MSECOND);
  stay (&move, 0, halfway, RTP_CC_SECOND, &now);
  fail_if (scream_move_was_emptied (&move, now));
  stay (&move, 0, halfway - 1, 200 * RTP_CC_MSECOND, &now);
  fail_if (stay (&move, 20, halfway - 1, 2 * RTP_CC_SECOND, &now));
  fail_unless (scream_move_was_emptied (&move, now));
  fail_if (stay (&move, 20, halfway - 1, 17 * RTP_CC_SECOND, &now));
  stay (&move, 1, halfway - 1, 21 * RTP_CC_SECOND, &now);
  fail_if (scream_move_was_emptied (&move, now));
}

GST_END_TEST;

static Suite *
screammove_suite (void)
{
  Suite *suite = suite_create ("screammove");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_loop_test (tc, test_move_is_told_from_a_queue, 0,
      G_N_ELEMENTS (ways));
  tcase_add_test (tc, test_move_not_at_the_start);
  tcase_add_test (tc, test_move_is_none_if_the_queue_was_emptied);
  tcase_add_test (tc, test_move_is_none_beside_who_empties_the_queue);
  tcase_add_test (tc, test_move_is_refuted);

  return suite;
}

GST_CHECK_MAIN (screammove);

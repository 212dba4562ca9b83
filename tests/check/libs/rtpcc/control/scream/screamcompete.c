/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2 beside a flow that fills the queue: when it goes on, and when not. */
#include <gst/rtpcc/control/scream/rtpcc-scream-compete.h>

#include "tests/check/libs/rtpcc/mechanism.h"

/* In a test the queue tells whose it was: ours if it is gone to less than half of what
 * we alone would keep.  At half of it, or still above, another's. */
GST_START_TEST (test_scream_compete_until_the_queue_is_gone)
{
  static const struct
  {
    gdouble qdelay;             /* ms, in the test */
    gboolean on;
  } cases[] = {
    {0, FALSE}, {29.99, FALSE}, {30, TRUE}, {60, TRUE}, {100, TRUE},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    RtpCcTime t = T0;
    ScreamCompete c;

    scream_compete_init (&c, &scream_params, t);
    while (!scream_compete_is_testing (&c, t)) {
      check (t < T0 + 60 * S);
      scream_compete_update (&c, 200 * MS, 60 * MS, 60 * MS, 50 * MS, t);
      t += 10 * MS;
    }
    scream_compete_update (&c, cases[i].qdelay * MS, 60 * MS, 60 * MS, 50 * MS,
        t);
    fail_unless_equals_int (c.on, cases[i].on);
  }
}

GST_END_TEST;

/* When it is believed in, or no more. */
static RtpCcTime
run_until (ScreamCompete * c, bool on, double qdelay, RtpCcTime t)
{
  RtpCcTime end = t + 60 * S;

  while (c->on != on) {
    check (t < end);
    scream_compete_update (c, qdelay, 60 * MS, 60 * MS, 50 * MS, t);
    t += 10 * MS;
  }
  return t;
}

/* One that empties the queue and fills it again within LONG_MEMORY, of which seeing it takes two
 * to three seconds, is believed for twice as long as before; later
 * for as long as at first. */
GST_START_TEST (test_scream_compete_goes_on)
{
  static const struct
  {
    int64_t away;               /* ns */
    int64_t time;
  } cases[] = {
    {S, 2 * S}, {16 * S, 2 * S}, {19 * S, S},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    RtpCcTime t = T0, gone;
    ScreamCompete c;

    scream_compete_init (&c, &scream_params, t);
    t = run_until (&c, true, 200 * MS, t);
    fail_unless_equals_int64 (c.time, S);
    while (!scream_compete_is_testing (&c, t)) {
      scream_compete_update (&c, 200 * MS, 60 * MS, 60 * MS, 50 * MS, t);
      t += 10 * MS;
    }
    gone = run_until (&c, false, 0, t);
    for (t = gone; t < gone + cases[i].away; t += 10 * MS)
      scream_compete_update (&c, 0, 60 * MS, 60 * MS, 50 * MS, t);
    run_until (&c, true, 200 * MS, t);
    fail_unless_equals_int64 (c.time, cases[i].time);
  }
}

GST_END_TEST;

/* The delay target is twice the longest queue of this second and the one before, wherever in
 * it that was. */
GST_START_TEST (test_scream_compete_meets_the_longest_queue)
{
  ScreamCompete c;

  scream_compete_init (&c, &scream_params, T0);
  for (gint ms = 0; ms <= 3000; ms += 10) {
    gdouble qdelay = ms == 500 ? 200 * MS : 100 * MS;

    scream_compete_update (&c, qdelay, 60 * MS, 60 * MS, 50 * MS, T0 + ms * MS);
    fail_unless (ABS (scream_compete_target (&c)
            - (ms >= 500 && ms < 2000 ? 400 * MS : 200 * MS)) < 1,
        "%g ms after %d ms", scream_compete_target (&c) / MS, ms);
  }
}

GST_END_TEST;

/* A test is as long as a queue takes to drain: five RTTs, a second at least. */
GST_START_TEST (test_scream_compete_tests_for_five_rtts)
{
  static const gint64 cases[][2] = { {50 * MS, S}, {300 * MS, 3 * S / 2} };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    ScreamCompete c;
    RtpCcTime t = T0;

    scream_compete_init (&c, &scream_params, t);
    for (; !c.on; t += 10 * MS)
      scream_compete_update (&c, 200 * MS, 60 * MS, 60 * MS, cases[i][0], t);
    fail_unless_equals_int64 (c.test_end - c.test_start, cases[i][1]);
  }
}

GST_END_TEST;

static Suite *
screamcompete_suite (void)
{
  Suite *s = suite_create ("screamcompete");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_scream_compete_until_the_queue_is_gone);
  tcase_add_test (tc, test_scream_compete_goes_on);
  tcase_add_test (tc, test_scream_compete_meets_the_longest_queue);
  tcase_add_test (tc, test_scream_compete_tests_for_five_rtts);
  return s;
}

GST_CHECK_MAIN (screamcompete);

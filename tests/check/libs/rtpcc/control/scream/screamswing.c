/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, how far the delay swings in a short time. */
#include <math.h>
#include <gst/check/gstcheck.h>

#include "gst/rtpcc/control/scream/rtpcc-scream-swing.h"
#include "tests/check/libs/rtpcc/control/near.h"

#define MS RTP_CC_MSECOND
#define BASE (-5 * RTP_CC_SECOND)       /* clocks differ */

static ScreamSwing swing;
static RtpCcTime now;

static void
set_up (void)
{
  now = 7 * RTP_CC_SECOND;
  scream_swing_init (&swing, now);
}

static double
most (void)
{
  return scream_swing_most (&swing, &scream_params) / MS;
}

/* 20 s of a packet each ms, in bunches each @interval (ms) behind a queue of @queue (ms);
 * with @late, every second bunch has waited for so much longer (ms). */
static void
add_bunches (int interval, int queue, int late)
{
  for (int i = 0; i < 20000; i++) {
    int bunch = i / interval, wait = interval - 1 - i % interval;
    int delay = wait + queue + (bunch % 2 > 0 ? late : 0);

    now += MS;
    scream_swing_add (&swing, &scream_params, BASE + delay * MS, BASE, now);
  }
}

GST_START_TEST (test_swing_is_not_known_at_first)
{
  set_up ();
  fail_unless (isinf (most ()));
  scream_swing_add (&swing, &scream_params, BASE, INT64_MAX, now);
  fail_unless (isinf (most ()));
}

GST_END_TEST;

/* Nothing comes together: there is nothing to bound. */
GST_START_TEST (test_swing_of_a_calm_path)
{
  set_up ();
  add_bunches (1, 30, 0);
  fail_unless (isinf (most ()));
}

GST_END_TEST;

/* By PACKET_PACING_HEADROOM more than the time between bunches, and behind a queue by that. */
GST_START_TEST (test_swing_of_bunches)
{
  set_up ();
  add_bunches (20, 0, 0);
  fail_unless_near (most (), 1.1 * 19, 0.5);
  add_bunches (20, 30, 0);
  fail_unless_near (most (), 1.1 * 19 + 30, 1);
}

GST_END_TEST;

/* Where even the least delay of 50 ms steps up, as each packet is late by chance, most of the
 * delay may be the path's. */
GST_START_TEST (test_swing_of_what_is_late_by_chance)
{
  set_up ();
  add_bunches (50, 0, 20);
  fail_unless (most () > 250, "%g", most ());
}

GST_END_TEST;

static double
bunches (void)
{
  return scream_swing_bunches (&swing);
}

/* The last one of a bunch of 20 ms has waited for the queue only.  A bunch that is late by 1 ms
 * in 19 is half of what there may be, and one by 20 ms is late by chance. */
GST_START_TEST (test_swing_tells_bunches)
{
  set_up ();
  fail_unless_near (bunches (), 0, 0);
  add_bunches (1, 30, 0);
  fail_unless_near (bunches (), 0, 0);
  add_bunches (20, 30, 0);
  fail_unless_near (bunches (), 1, 0);
  fail_unless_near ((double) (scream_swing_least (&swing) - BASE) / MS, 30, 0);
  set_up ();
  add_bunches (50, 0, 20);
  fail_unless_near (bunches (), 0, 0);
}

GST_END_TEST;

/* From SWING_CALM of the range to twice as much they are told by part. */
GST_START_TEST (test_swing_tells_bunches_by_part)
{
  set_up ();
  swing.range = 100. * MS;
  swing.square = pow (1.5 * SWING_CALM * swing.range, 2);
  fail_unless_near (bunches (), 0.5, 1e-6);
}

GST_END_TEST;

/* A queue grows by a sixth of the time, or it shrinks: no jitter. */
GST_START_TEST (test_swing_of_a_queue)
{
  set_up ();
  for (int i = 0; i < 20000; i++) {
    int64_t grown = i % 10000 < 5000 ? i % 5000 : 5000 - i % 5000;

    now += MS;
    scream_swing_add (&swing, &scream_params, BASE + grown * MS / 6, BASE, now);
  }
  fail_unless_near (sqrt (swing.square) / MS, 0, 0.01);
}

GST_END_TEST;

/* The clock of the receiver steps, so that a delay is below the base. */
GST_START_TEST (test_swing_below_the_base)
{
  set_up ();
  scream_swing_add (&swing, &scream_params, BASE - MS, BASE, now += MS);
  scream_swing_add (&swing, &scream_params, INT64_MAX / 8, BASE,
      now += RTP_CC_SECOND);
  fail_unless (swing.floor >= 0 && isfinite (most ()));
}

GST_END_TEST;

static Suite *
screamswing_suite (void)
{
  Suite *s = suite_create ("screamswing");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_swing_is_not_known_at_first);
  tcase_add_test (tc, test_swing_of_a_calm_path);
  tcase_add_test (tc, test_swing_of_bunches);
  tcase_add_test (tc, test_swing_of_what_is_late_by_chance);
  tcase_add_test (tc, test_swing_tells_bunches);
  tcase_add_test (tc, test_swing_tells_bunches_by_part);
  tcase_add_test (tc, test_swing_of_a_queue);
  tcase_add_test (tc, test_swing_below_the_base);
  return s;
}

GST_CHECK_MAIN (screamswing)

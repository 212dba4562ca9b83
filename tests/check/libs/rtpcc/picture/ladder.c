/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How large pictures are at which rate, and when that changes: in virtual time */
#include <stdlib.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define KBIT 1000
#define FRAME (S / 30)

static RtpCcLadder ladder;
static RtpCcTime now, last_change;
static guint n_changes;
static RtpCcTime shortest;      /* between two changes */

static void
begin (RtpCcLadderMode mode, guint width, guint height, gdouble framerate)
{
  rtp_cc_ladder_init (&ladder, mode);
  rtp_cc_ladder_set_picture (&ladder, width, height, framerate);
  now = T0;
  last_change = -1;
  n_changes = 0;
  shortest = G_MAXINT64;
}

static void
update (guint64 rate, gdouble made)
{
  now += FRAME;
  if (!rtp_cc_ladder_update (&ladder, rate, made, now))
    return;
  if (last_change >= 0)
    shortest = MIN (shortest, now - last_change);
  last_change = now;
  n_changes++;
}

static void
run_over (guint64 kbits, gdouble made, RtpCcTime time)
{
  for (RtpCcTime end = now + time; now < end;)
    update (kbits * KBIT, made);
}

static void
run (guint64 kbits, RtpCcTime time)
{
  run_over (kbits, 1, time);
}

static guint
height (void)
{
  return rtp_cc_ladder_get (&ladder)->height;
}

static guint
divisor (void)
{
  return rtp_cc_ladder_get (&ladder)->divisor;
}

/* Seconds until the height is that, at most 200. */
static gdouble
seconds_until (guint64 kbits, guint expected)
{
  RtpCcTime start = now;

  while (height () != expected && now - start < 200 * S)
    update (kbits * KBIT, 1);
  fail_unless_equals_int (height (), expected);
  return (gdouble) (now - start) / S;
}

/* 1080p30: 0.04 bits for a pixel are 2.49 Mbit/s, and so on down to 69 kbit/s. */
static const struct
{
  guint kbits, height;
} rungs[] = {
  {4000, 1080}, {2500, 1080}, {2480, 810}, {1410, 810}, {1390, 540},
  {1000, 540}, {500, 360}, {250, 270}, {100, 180}, {1, 180}
};

GST_START_TEST (test_ladder_steps_by_density)
{
  begin (RTP_CC_LADDER_RESOLUTION, 1920, 1080, 30);
  run (rungs[__i__].kbits, 60 * S);
  fail_unless_equals_int (height (), rungs[__i__].height);
  fail_unless_equals_int (n_changes, rungs[__i__].height < 1080);
  fail_unless_equals_int (divisor (), 1);
}

GST_END_TEST;

/* The first size of all, then fewer frames: 320x180 at 0.04 are 69, 35, 23 kbit/s. */
GST_START_TEST (test_ladder_auto_thins_last)
{
  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  run (100, 20 * S);
  fail_unless_equals_int (height (), 180);
  fail_unless_equals_int (divisor (), 1);
  run (50, 20 * S);
  fail_unless_equals_int (divisor (), 2);
  run (20, 20 * S);
  fail_unless_equals_int (divisor (), 3);
  fail_unless_equals_int (height (), 180);
}

GST_END_TEST;

GST_START_TEST (test_ladder_framerate_keeps_the_size)
{
  begin (RTP_CC_LADDER_FRAMERATE, 1920, 1080, 60);
  run (10, 20 * S);
  fail_unless_equals_int (height (), 1080);
  fail_unless_equals_int (divisor (), 6);       /* 10 frames/s, and no fewer */
  begin (RTP_CC_LADDER_FRAMERATE, 1920, 1080, 25);
  run (10, 20 * S);
  fail_unless_equals_int (divisor (), 2);       /* a third were 8.3 */
  begin (RTP_CC_LADDER_FRAMERATE, 1920, 1080, 0);
  run (10, 20 * S);
  fail_unless_equals_int (divisor (), 1);       /* nobody knows what of */
}

GST_END_TEST;

GST_START_TEST (test_ladder_none_stays)
{
  begin (RTP_CC_LADDER_NONE, 1920, 1080, 30);
  run_over (10, 9, 60 * S);
  fail_unless_equals_int (n_changes, 0);
  fail_unless_equals_int (height (), 1080);
}

GST_END_TEST;

/* Sizes of all kinds: even, of the same shape, 180 lines at least, each with fewer
 * pixels than the one before. */
GST_START_TEST (test_ladder_sizes)
{
  srand (4711);
  for (gint i = 0; i < seeds (3000); i++) {
    guint w = 1 + rand () % 5000, h = 1 + rand () % 5000;

    begin (RTP_CC_LADDER_AUTO, w, h, rand () % 130);
    check (ladder.steps[0].width == w && ladder.steps[0].height == h);
    check (ladder.n_steps <= RTP_CC_LADDER_MAX_STEPS);
    for (guint n = 1; n < ladder.n_steps; n++) {
      const RtpCcLadderStep *s = &ladder.steps[n], *before = s - 1;

      check (s->width * s->height * before->divisor <
          before->width * before->height * s->divisor);
      if (s->width == w && s->height == h)
        continue;
      check (s->width % 2 == 0 && s->height % 2 == 0);
      check (MIN (s->width, s->height) >= 180);
      /* What rounding to even takes is a line or column at most. */
      check (ABS ((gdouble) s->height * w / h - s->width) <= 1.0);
    }
  }
}

GST_END_TEST;

/* From 360 lines, where 500 kbit/s have led: 540 need 0.06 bits, 933 kbit/s. */
GST_START_TEST (test_ladder_hysteresis)
{
  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  run (500, 20 * S);
  run (900, 100 * S);
  fail_unless_equals_int (height (), 360);
  run (960, 20 * S);
  fail_unless_equals_int (height (), 540);
  run (640, 100 * S);           /* 622 are 0.04 */
  fail_unless_equals_int (height (), 540);
  run (600, 20 * S);
  fail_unless_equals_int (height (), 360);
}

GST_END_TEST;

/* Not before 10 s, and soon after: what is smoothed takes one or two.  All steps at
 * once. */
GST_START_TEST (test_ladder_comes_back_after_ten_seconds)
{
  gdouble seconds;

  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  run (100, 20 * S);
  seconds = seconds_until (6000, 1080);
  fail_unless (seconds >= 10.0 && seconds <= 13.0, "%f s", seconds);
  fail_unless_equals_int (n_changes, 2);
}

GST_END_TEST;

/* Room for a while is none. */
GST_START_TEST (test_ladder_room_must_last)
{
  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  run (100, 20 * S);
  for (guint i = 0; i < 10; i++) {
    run (6000, 5 * S);
    run (100, 8 * S);
  }
  fail_unless_equals_int (height (), 180);
  fail_unless_equals_int (n_changes, 1);
}

GST_END_TEST;

/* A rate that goes down from where it may be goes with it in two seconds. */
GST_START_TEST (test_ladder_goes_down_at_once)
{
  gdouble seconds;

  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  run (6000, 20 * S);
  run (100, 300 * MS);          /* a dip */
  run (6000, 5 * S);
  fail_unless_equals_int (n_changes, 0);
  seconds = seconds_until (2000, 810);
  fail_unless (seconds <= 3.0, "%f s", seconds);
  seconds = seconds_until (100, 180);
  fail_unless (seconds >= 4.9 && seconds <= 6.0, "%f s", seconds);
}

GST_END_TEST;

/* The first one, too, waits: the rate is a guess. */
GST_START_TEST (test_ladder_begins_with_patience)
{
  gdouble seconds;

  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  run (1000, 500 * MS);
  run (4000, 10 * S);
  fail_unless_equals_int (n_changes, 0);
  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  seconds = seconds_until (1000, 540);
  fail_unless (seconds >= 2.0 && seconds <= 2.2, "%f s", seconds);
}

GST_END_TEST;

/* An encoder that makes half more than it should gets a smaller picture, step by step,
 * and the wait for the larger one grows. */
GST_START_TEST (test_ladder_overshoot)
{
  guint changes;

  begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
  run_over (4500, 1.2, 60 * S);
  fail_unless_equals_int (height (), 1080);
  for (guint i = 0; i < 600 * 30; i++)
    update (4500 * KBIT, height () == 1080 ? 1.5 : 1);
  /* Without patience a cycle is 15 s: 40 of two changes. */
  fail_unless (n_changes >= 10 && n_changes <= 24, "%u", n_changes);
  changes = n_changes;
  run (4500, 100 * S);
  fail_unless (height () == 1080 && n_changes <= changes + 1);
}

GST_END_TEST;

/* Bits for what stands still are not needed. */
static void
run_moving (guint64 kbits, gdouble part, RtpCcTime time)
{
  for (RtpCcTime end = now + time; now < end;) {
    rtp_cc_ladder_set_moving (&ladder, part, now + FRAME);
    update (kbits * KBIT, 1);
  }
}

static const struct
{
  guint kbits;
  gdouble part;
  guint height;
} still[] = {
  /* A film, and one as lively as it gets. */
  {1000, 0.15, 540}, {1000, 1, 540},
  /* A third of it moves: 0.016 bits are 0.048. */
  {1000, 0.05, 1080}, {500, 0.05, 810},
  /* Nothing does. */
  {700, 0, 1080}, {500, 0, 810}, {100, 0, 360},
};

GST_START_TEST (test_ladder_what_stands_still)
{
  begin (RTP_CC_LADDER_RESOLUTION, 1920, 1080, 30);
  run_moving (still[__i__].kbits, still[__i__].part, 60 * S);
  fail_unless_equals_int (height (), still[__i__].height);
  fail_unless_equals_int (n_changes, still[__i__].height < 1080);
}

GST_END_TEST;

/* A quiet scene of a film does not make it larger, nor does a cut make it smaller; one
 * that begins to move becomes smaller at once. */
GST_START_TEST (test_ladder_scenes)
{
  begin (RTP_CC_LADDER_RESOLUTION, 1920, 1080, 30);
  for (guint i = 0; i < 20; i++) {
    run_moving (1000, 0.2, 5 * S);
    run_moving (1000, 0.01, 8 * S);
  }
  fail_unless_equals_int (height (), 540);
  fail_unless_equals_int (n_changes, 1);
  run_moving (1000, 0.01, 250 * S);
  fail_unless_equals_int (height (), 1080);
  for (guint i = 0; i < 10; i++) {
    run_moving (1000, 0.8, FRAME);
    run_moving (1000, 0.01, 10 * S);
  }
  fail_unless_equals_int (height (), 1080);
  run_moving (1000, 0.2, 3 * S);
  fail_unless (height () < 1080);
  run_moving (1000, 0.2, 5 * S);
  fail_unless_equals_int (height (), 540);
}

GST_END_TEST;

/* Any rate, swinging by a fifth in any rhythm: it comes to rest. */
GST_START_TEST (test_ladder_noise_is_no_reason)
{
  srand (42);
  for (gint i = 0; i < seeds (50); i++) {
    guint64 kbits = 50 + rand () % 6000;
    guint period = 1 + rand () % 200, rested;

    begin (RTP_CC_LADDER_AUTO, 1920, 1080, 30);
    for (guint n = 0; n < 30 * 30; n++)
      update (kbits * KBIT * (n / period % 2 ? 80 : 120) / 100, 1);
    rested = n_changes;
    for (guint n = 0; n < 300 * 30; n++)
      update (kbits * KBIT * (n / period % 2 ? 80 : 120) / 100, 1);
    check (rested <= 3);
    check (n_changes == rested);
  }
}

GST_END_TEST;

/* Whatever comes: never two changes in 5 s, and always back. */
GST_START_TEST (test_ladder_any_rate)
{
  srand (99);
  for (gint i = 0; i < seeds (50); i++) {
    begin (1 + rand () % 3, 100 + rand () % 4000, 100 + rand () % 3000,
        rand () % 120);
    for (guint n = 0; n < 300; n++)
      run_over (rand () % 4 ? 20 + rand () % 8000 : rand () % 2,
          (rand () % 30) / 10.0, (rand () % 3000) * MS);
    check (shortest >= 5 * S);
    run (10000000, 200 * S);    /* two waits of 80 s */
    check (ladder.step == 0);
  }
}

GST_END_TEST;

/* A camera that changes begins at what fits. Time does not go back. */
GST_START_TEST (test_ladder_another_picture)
{
  begin (RTP_CC_LADDER_AUTO, 640, 360, 30);
  run (500, 20 * S);
  fail_unless_equals_int (height (), 360);
  rtp_cc_ladder_set_picture (&ladder, 1920, 1080, 30);
  fail_unless_equals_int (height (), 360);
  rtp_cc_ladder_set_picture (&ladder, 1920, 1080, 30);
  fail_unless_equals_int (height (), 360);
  rtp_cc_ladder_set_picture (&ladder, 320, 180, 30);
  fail_unless_equals_int (height (), 180);
  now -= 100 * S;
  run (500, 10 * S);
  fail_unless_equals_int (height (), 180);
}

GST_END_TEST;

GST_START_TEST (test_ladder_without_a_picture)
{
  rtp_cc_ladder_init (&ladder, RTP_CC_LADDER_AUTO);
  fail_unless (rtp_cc_ladder_get (&ladder) == NULL);
  fail_if (rtp_cc_ladder_update (&ladder, 1000, 1, T0));
  rtp_cc_ladder_set_picture (&ladder, 0, 100, 30);
  fail_unless (rtp_cc_ladder_get (&ladder) == NULL);
}

GST_END_TEST;

static Suite *
ladder_suite (void)
{
  Suite *s = suite_create ("ladder");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_ladder_steps_by_density, 0,
      G_N_ELEMENTS (rungs));
  tcase_add_test (tc, test_ladder_auto_thins_last);
  tcase_add_test (tc, test_ladder_framerate_keeps_the_size);
  tcase_add_test (tc, test_ladder_none_stays);
  tcase_add_test (tc, test_ladder_sizes);
  tcase_add_test (tc, test_ladder_hysteresis);
  tcase_add_test (tc, test_ladder_comes_back_after_ten_seconds);
  tcase_add_test (tc, test_ladder_room_must_last);
  tcase_add_test (tc, test_ladder_goes_down_at_once);
  tcase_add_test (tc, test_ladder_begins_with_patience);
  tcase_add_test (tc, test_ladder_overshoot);
  tcase_add_loop_test (tc, test_ladder_what_stands_still, 0,
      G_N_ELEMENTS (still));
  tcase_add_test (tc, test_ladder_scenes);
  tcase_add_test (tc, test_ladder_noise_is_no_reason);
  tcase_add_test (tc, test_ladder_any_rate);
  tcase_add_test (tc, test_ladder_another_picture);
  tcase_add_test (tc, test_ladder_without_a_picture);

  return s;
}

GST_CHECK_MAIN (ladder);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* By how much an encoder misses its rate, and how its next rate is corrected for that. */
#include <math.h>

#include <gst/check/gstcheck.h>

#include "plugins/scream/encoder/gstencodermodel.h"

/* Not zero, and no multiple of a frame. */
#define T0 G_GUINT64_CONSTANT (1234567891)

/* An encoder in virtual time. */
typedef struct
{
  GstEncoderModel m;
  guint64 now;
  guint fps;
  guint64 wanted;
  gdouble factor;               /* made / told */
  gdouble fixed;                /* makes this whatever it is told, if > 0 */
  gdouble source;               /* bit/s that the picture needs, if > 0 */
  gint delay;                   /* frames between a change and its effect */
  gdouble told[64];             /* ring: told at the frames before */
  guint n;
  gdouble made;                 /* bits in the last run */
} Sim;

static void
sim_init (Sim * s, guint64 wanted, gdouble factor)
{
  memset (s, 0, sizeof (*s));
  gst_encoder_model_init (&s->m, GST_ENCODER_COST_NONE, TRUE);
  s->now = T0;
  s->fps = 30;
  s->wanted = wanted;
  s->factor = factor;
}

static void
sim_frame (Sim * s, gdouble spike, gboolean skip)
{
  gboolean skipped = gst_encoder_model_add_raw (&s->m, s->wanted, 0,
      skip ? GST_ENCODER_CONTROL_SKIP : GST_ENCODER_CONTROL_KEEP, s->now);
  guint64 tell = skipped ? 0 : gst_encoder_model_tell (&s->m, s->now);
  gdouble told, rate;

  if (tell > 0)
    gst_encoder_model_told (&s->m, tell, tell, s->now);
  if (!skipped)
    gst_encoder_model_pass (&s->m, tell > 0, s->now);
  told = (gdouble) s->m.told;
  s->told[s->n % 64] = told;
  if (s->n >= (guint) s->delay)
    told = s->told[(s->n - s->delay) % 64];

  rate = told * s->factor;
  if (s->fixed > 0)
    rate = s->fixed;
  if (s->source > 0)
    rate = MIN (rate, s->source);
  rate *= spike;
  if (!skip) {
    gst_encoder_model_add_bytes (&s->m, (gsize) (rate / 8 / s->fps));
    s->made += rate / s->fps;
  }
  s->n++;
  s->now += GST_SECOND / s->fps;
}

/* Mean bit/s over @seconds. */
static gdouble
sim_run (Sim * s, gdouble seconds)
{
  guint i, n = (guint) (seconds * s->fps);

  s->made = 0;
  for (i = 0; i < n; i++)
    sim_frame (s, 1.0, FALSE);
  return s->made / seconds;
}

static void
assert_between (gdouble value, gdouble low, gdouble high)
{
  fail_unless (value >= low && value <= high, "%f not in %f ... %f", value,
      low, high);
}

GST_START_TEST (test_gain_exact_encoder_is_left_alone)
{
  Sim s;

  sim_init (&s, 1000000, 1.0);
  sim_run (&s, 10);
  fail_unless (s.m.gain == 1.0);
  /* The last frame is in already, its time is not: 1/30 more. */
  assert_between (gst_encoder_model_get_output_rate (&s.m), 0.99e6, 1.04e6);
  fail_unless (s.m.follows);
}

GST_END_TEST;

/* av1enc at 30 frames/s makes exactly twice what it is told. */
GST_START_TEST (test_gain_corrects_twice_the_rate)
{
  Sim s;

  sim_init (&s, 1000000, 2.0);
  sim_run (&s, 3);
  /* After 3 s nearly all is found; never below what is right. */
  assert_between (s.m.gain, 0.47, 0.56);
  assert_between (sim_run (&s, 5), 0.95e6, 1.05e6);
  fail_unless (s.m.follows);
}

GST_END_TEST;

/* x264enc with a small VBV buffer stays at 93 %. */
GST_START_TEST (test_gain_raises_a_little)
{
  Sim s;

  sim_init (&s, 1000000, 0.93);
  sim_run (&s, 5);
  assert_between (sim_run (&s, 5), 0.97e6, 1.03e6);

  /* 87 % is the lowest that 1.15 makes good. */
  sim_init (&s, 1000000, 0.87);
  sim_run (&s, 20);
  assert_between (s.m.gain, 1.10, 1.15);
}

GST_END_TEST;

GST_START_TEST (test_gain_never_raised_for_a_still_picture)
{
  Sim s;
  guint i;

  sim_init (&s, 1000000, 1.0);
  s.source = 100000;
  for (i = 0; i < 900; i++) {
    sim_frame (&s, 1.0, FALSE);
    assert_between (s.m.gain, 1.0, 1.0);
  }
}

GST_END_TEST;

/* On the way from full to still the response passes the zone in which it is
 * raised: it must come back, and motion must not find it raised. */
GST_START_TEST (test_gain_returns_when_picture_becomes_still)
{
  Sim s;

  sim_init (&s, 1000000, 0.93);
  sim_run (&s, 10);
  assert_between (s.m.gain, 1.04, 1.15);
  s.source = 50000;
  sim_run (&s, 5);
  fail_unless (s.m.gain == 1.0);
}

GST_END_TEST;

/* What is known about an encoder is kept through a still picture: motion would
 * begin with twice the rate otherwise. */
GST_START_TEST (test_gain_keeps_correction_through_a_still_picture)
{
  Sim s;

  sim_init (&s, 1000000, 2.0);
  sim_run (&s, 6);
  s.source = 50000;
  sim_run (&s, 20);
  s.source = 0;
  assert_between (sim_run (&s, 1), 0.9e6, 1.2e6);
}

GST_END_TEST;

/* One key frame of six times the mean in 4 s, paid back by the others: that is
 * what a constant bitrate looks like. */
GST_START_TEST (test_gain_ignores_key_frames)
{
  Sim s;
  guint i;

  sim_init (&s, 1000000, 1.0);
  for (i = 0; i < 1200; i++) {
    guint phase = i % 120;

    sim_frame (&s, phase == 0 ? 6.0 : phase <= 20 ? 0.75 : 1.0, FALSE);
    assert_between (s.m.gain, 0.9, 1.08);
  }
}

GST_END_TEST;

/* What comes out after a step is from before it, for 6 frames: 0.91 to 1.08
 * (1.12 if the time right after it counted). */
GST_START_TEST (test_gain_ignores_transitions)
{
  Sim s;
  guint round, i;

  sim_init (&s, 2000000, 1.0);
  s.delay = 6;
  for (round = 0; round < 6; round++) {
    s.wanted = round % 2 ? 2000000 : 500000;
    for (i = 0; i < 150; i++) {
      sim_frame (&s, 1.0, FALSE);
      assert_between (s.m.gain, 0.9, 1.09);
    }
    assert_between (s.m.gain, 0.97, 1.03);
  }
  fail_unless (s.m.follows);
}

GST_END_TEST;

GST_START_TEST (test_gain_reports_what_does_not_follow)
{
  Sim s;
  guint i;

  sim_init (&s, 2000000, 1.0);
  s.fixed = 2000000;
  sim_run (&s, 5);
  fail_unless (s.m.follows);

  s.wanted = 500000;
  for (i = 0; i < 300 && s.m.follows; i++)
    sim_frame (&s, 1.0, FALSE);
  /* More than 3 s above 1.5, and the old second has to fade first. */
  assert_between (i, 90, 180);
  assert_between (s.m.gain, 0.25, 0.3);

  /* It may come to what it makes by itself: then all is well again. */
  s.wanted = 2000000;
  sim_run (&s, 5);
  fail_unless (s.m.follows);
  assert_between (s.m.gain, 0.9, 1.15);
}

GST_END_TEST;

/* At its coarsest quantizer an encoder cannot go lower; when it may have more
 * again, the gain of that time must not keep it down. */
GST_START_TEST (test_gain_recovers_from_saturation)
{
  Sim s;

  sim_init (&s, 150000, 1.0);
  s.fixed = 205000;
  sim_run (&s, 20);
  assert_between (s.m.gain, 0.25, 0.75);
  s.fixed = 0;
  s.wanted = 2000000;
  sim_run (&s, 2);
  assert_between (sim_run (&s, 1), 1.9e6, 2.3e6);
}

GST_END_TEST;

/* Half of the frames are not shown to it: half of the bits are no fault. */
GST_START_TEST (test_gain_skipped_frames_are_no_time)
{
  Sim s;
  guint i;

  sim_init (&s, 1000000, 1.0);
  for (i = 0; i < 600; i++) {
    sim_frame (&s, 1.0, i % 2);
    assert_between (s.m.gain, 0.95, 1.05);
  }
  assert_between (gst_encoder_model_get_output_rate (&s.m), 0.45e6, 0.55e6);

  for (i = 0; i < 300; i++)
    sim_frame (&s, 1.0, TRUE);
  fail_unless (s.m.gain == 1.0);

  /* And they hide no fault. */
  sim_init (&s, 1000000, 2.0);
  for (i = 0; i < 600; i++)
    sim_frame (&s, 1.0, i % 2);
  assert_between (s.m.gain, 0.45, 0.55);
}

GST_END_TEST;

/* A screen at 1 frame/s: the sums hold several frames. */
GST_START_TEST (test_gain_slow_frames)
{
  Sim s;
  guint i;

  sim_init (&s, 1000000, 1.0);
  s.fps = 1;
  for (i = 0; i < 60; i++) {
    sim_frame (&s, i % 20 == 10 ? 3.0 : 0.9, FALSE);
    assert_between (s.m.gain, 0.8, 1.15);
  }
}

GST_END_TEST;

/* Seek back, seek forward, standstill: no step in the sums, no crash. */
GST_START_TEST (test_gain_time_jumps)
{
  Sim s;

  sim_init (&s, 1000000, 1.0);
  sim_run (&s, 3);
  s.now = 5;
  sim_run (&s, 2);
  assert_between (s.m.gain, 0.95, 1.05);
  s.now += 3600 * GST_SECOND;
  sim_run (&s, 2);
  assert_between (s.m.gain, 0.95, 1.05);
  s.now = G_MAXUINT64 - GST_SECOND;
  sim_run (&s, 0.5);
  assert_between (gst_encoder_model_get_output_rate (&s.m), 0.9e6, 1.1e6);
}

GST_END_TEST;

/* Without a command, or without frames, nothing is concluded. */
GST_START_TEST (test_gain_without_command)
{
  Sim s;
  guint i;

  sim_init (&s, 0, 1.0);
  s.fixed = 700000;
  sim_run (&s, 10);
  fail_unless (s.m.gain == 1.0);
  fail_unless (s.m.follows);
  assert_between (gst_encoder_model_get_output_rate (&s.m), 0.69e6, 0.73e6);

  sim_init (&s, 1000000, 1.0);
  for (i = 0; i < 100; i++)
    gst_encoder_model_add_bytes (&s.m, 100000);
  fail_unless (gst_encoder_model_get_output_rate (&s.m) == 0);
}

GST_END_TEST;

static Suite *
encodergain_suite (void)
{
  Suite *s = suite_create ("encodergain");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gain_exact_encoder_is_left_alone);
  tcase_add_test (tc, test_gain_corrects_twice_the_rate);
  tcase_add_test (tc, test_gain_raises_a_little);
  tcase_add_test (tc, test_gain_never_raised_for_a_still_picture);
  tcase_add_test (tc, test_gain_returns_when_picture_becomes_still);
  tcase_add_test (tc, test_gain_keeps_correction_through_a_still_picture);
  tcase_add_test (tc, test_gain_ignores_key_frames);
  tcase_add_test (tc, test_gain_ignores_transitions);
  tcase_add_test (tc, test_gain_reports_what_does_not_follow);
  tcase_add_test (tc, test_gain_recovers_from_saturation);
  tcase_add_test (tc, test_gain_skipped_frames_are_no_time);
  tcase_add_test (tc, test_gain_slow_frames);
  tcase_add_test (tc, test_gain_time_jumps);
  tcase_add_test (tc, test_gain_without_command);

  return s;
}

GST_CHECK_MAIN (encodergain);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When an encoder is told what, by what a change costs it: bitrates in, bitrates out. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/encoder/gstencodermodel.h"

#define FRAME (GST_SECOND / 30)

typedef struct
{
  GstEncoderModel model;
  guint64 told, now;
  guint n_changes;
} Dear;

static void
dear_init (Dear * d, GstEncoderCost cost, guint64 told)
{
  gst_encoder_model_init (&d->model, cost, TRUE);
  d->told = told;
  d->now = 100 * GST_SECOND;
  d->n_changes = 0;
  gst_encoder_model_told (&d->model, told, told, d->now);
}

/* The next frame, while so much is wanted. */
static void
frame (Dear * d, guint64 wanted)
{
  guint64 tell;

  d->now += FRAME;
  gst_encoder_model_add_raw (&d->model, wanted, 0, GST_ENCODER_CONTROL_KEEP,
      d->now);
  tell = gst_encoder_model_tell (&d->model, d->now);
  if (tell > 0) {
    gst_encoder_model_told (&d->model, tell, tell, d->now);
    d->told = tell;
    d->n_changes++;
  }
  gst_encoder_model_pass (&d->model, tell > 0, d->now);
}

/* Frames until the next change, at most 1000. */
static guint
frames_until_change (Dear * d, guint64 wanted)
{
  guint i, n = d->n_changes;

  for (i = 1; i <= 1000; i++) {
    frame (d, wanted);
    if (d->n_changes > n)
      return i;
  }
  return 0;
}

GST_START_TEST (test_cheap_follows_at_once)
{
  Dear d;

  dear_init (&d, GST_ENCODER_COST_NONE, 1000000);
  fail_unless_equals_int (frames_until_change (&d, 3000000), 1);
  fail_unless_equals_uint64 (d.told, 3000000);
  fail_unless_equals_int (frames_until_change (&d, 500000), 1);
  fail_unless_equals_uint64 (d.told, 500000);
}

GST_END_TEST;

/* libvpx forgets what it owes at less than half of it, and at more than 1.5 times. */
GST_START_TEST (test_steps_are_bounded)
{
  Dear d;
  guint64 before = 2000000;

  dear_init (&d, GST_ENCODER_COST_STEPS, before);
  while (d.told != 300000) {
    fail_unless_equals_int (frames_until_change (&d, 300000), 1);
    fail_unless (d.told < before && d.told * 2 >= before,
        "%" G_GUINT64_FORMAT, d.told);
    before = d.told;
  }
  /* Half of it after the second frame, all of it after the fourth. */
  fail_unless_equals_int (d.n_changes, 4);
  while (d.told != 2000000) {
    fail_unless_equals_int (frames_until_change (&d, 2000000), 1);
    fail_unless (d.told > before && d.told * 2 <= before * 3,
        "%" G_GUINT64_FORMAT, d.told);
    before = d.told;
  }
  fail_unless_equals_int (d.n_changes, 4 + 6);
}

GST_END_TEST;

/* {cost, now, wanted, ms since the last change, allowed} */
GST_START_TEST (test_cost_allows)
{
  static const struct
  {
    GstEncoderCost cost;
    guint64 current, wanted, ms;
    gboolean allowed;
  } cases[] = {
    /* The first one always, the same one never. */
    {GST_ENCODER_COST_NONE, 0, 1000, 0, TRUE},
    {GST_ENCODER_COST_RESTART, 0, 1000, 0, TRUE},
    {GST_ENCODER_COST_NONE, 1000, 1000, 9999, FALSE},
    {GST_ENCODER_COST_FIXED, 0, 1000, 9999, FALSE},
    {GST_ENCODER_COST_AUDIO, 0, 1000, 9999, FALSE},
    {GST_ENCODER_COST_NO_RATE, 0, 1000, 9999, FALSE},
    /* Free: from 1 %, at once. */
    {GST_ENCODER_COST_NONE, 1000, 991, 9999, FALSE},
    {GST_ENCODER_COST_NONE, 1000, 1009, 9999, FALSE},
    {GST_ENCODER_COST_NONE, 1000, 990, 0, TRUE},
    {GST_ENCODER_COST_NONE, 1000, 1010, 0, TRUE},
    /* Drain: from 3 %, some frames apart. */
    {GST_ENCODER_COST_STEPS, 1000, 1009, 9999, FALSE},
    {GST_ENCODER_COST_STEPS, 1000, 990, 0, TRUE},
    {GST_ENCODER_COST_DRAIN, 1000, 500, 99, FALSE},
    {GST_ENCODER_COST_DRAIN, 1000, 970, 100, TRUE},
    {GST_ENCODER_COST_DRAIN, 1000, 971, 9999, FALSE},
    {GST_ENCODER_COST_DRAIN, 1000, 4000, 199, FALSE},
    {GST_ENCODER_COST_DRAIN, 1000, 1030, 200, TRUE},
    {GST_ENCODER_COST_DRAIN, 1000, 1029, 9999, FALSE},
    /* What is dear waits for what lasts. */
    {GST_ENCODER_COST_KEY_FRAME, 0, 1000, 0, TRUE},
    {GST_ENCODER_COST_KEY_FRAME, 1000, 500, 9999, FALSE},
    {GST_ENCODER_COST_RESTART, 1000, 500, 9999, FALSE},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint64 now = GST_SECOND + cases[i].ms * GST_MSECOND;
    GstEncoderModel m;

    gst_encoder_model_init (&m, cases[i].cost, TRUE);
    gst_encoder_model_told (&m, cases[i].current, cases[i].current, GST_SECOND);
    gst_encoder_model_add_raw (&m, cases[i].wanted, 0,
        GST_ENCODER_CONTROL_KEEP, now);
    fail_unless ((gst_encoder_model_tell (&m, now) > 0) == cases[i].allowed,
        "case %u", i);
  }
}

GST_END_TEST;

GST_START_TEST (test_the_first_is_told_at_once)
{
  Dear d;

  dear_init (&d, GST_ENCODER_COST_RESTART, 0);
  fail_unless_equals_int (frames_until_change (&d, 700000), 1);
  fail_unless_equals_uint64 (d.told, 700000);
}

GST_END_TEST;

/* 0.8 s is the 25th frame, with the one by which the dip is first seen. */
GST_START_TEST (test_down_waits_for_a_dip_to_pass)
{
  Dear d;
  guint i, n;

  dear_init (&d, GST_ENCODER_COST_RESTART, 2000000);
  for (i = 0; i < 60; i++)
    frame (&d, 2000000);
  /* A dip of half a second, and one of 7 % that lasts. */
  for (i = 0; i < 15; i++)
    frame (&d, 800000);
  for (i = 0; i < 90; i++)
    frame (&d, i % 20 ? 1900000 : 1870000);
  fail_unless_equals_int (d.n_changes, 0);
  n = frames_until_change (&d, 1000000);
  fail_unless (n >= 25 && n <= 26, "%u", n);
  fail_unless_equals_uint64 (d.told, 1000000);
}

GST_END_TEST;

/* The highest of what was wanted for a while. */
GST_START_TEST (test_down_to_what_lasted)
{
  Dear d;
  guint i;

  dear_init (&d, GST_ENCODER_COST_KEY_FRAME, 2000000);
  for (i = 0; i < 40; i++)
    frame (&d, i % 5 ? 600000 : 1100000);
  fail_unless_equals_int (d.n_changes, 1);
  fail_unless_equals_uint64 (d.told, 1100000);
}

GST_END_TEST;

/* Steps are bounded, and some time apart: 0.7 or 1 s. */
GST_START_TEST (test_up_in_steps)
{
  static const struct
  {
    GstEncoderCost cost;
    guint least, most;
  } cases[] = {
    {GST_ENCODER_COST_KEY_FRAME, 21, 23},
    {GST_ENCODER_COST_RESTART, 30, 32},
  };
  guint64 told = 1000000;
  Dear d;
  guint i, n;

  dear_init (&d, cases[__i__].cost, told);
  for (i = 0; i < 3; i++) {
    n = frames_until_change (&d, 9000000);
    fail_unless (n >= cases[__i__].least && n <= cases[__i__].most, "%u", n);
    told = told * 16 / 10;
    fail_unless_equals_uint64 (d.told, told);
  }
}

GST_END_TEST;

GST_START_TEST (test_up_to_what_lasted)
{
  Dear d;
  guint i;

  dear_init (&d, GST_ENCODER_COST_RESTART, 1000000);
  for (i = 0; i < 35; i++)
    frame (&d, i % 5 ? 1500000 : 1200000);
  fail_unless_equals_int (d.n_changes, 1);
  fail_unless_equals_uint64 (d.told, 1200000);
  /* 5 % more are not worth it. */
  fail_unless_equals_int (frames_until_change (&d, 1250000), 0);
}

GST_END_TEST;

/* Down from 2 to 1.7 Mbit/s: for 20 s it comes near that in steps of 10 %, 2 s apart, and
 * goes on beyond it in large ones. */
GST_START_TEST (test_small_steps_near_what_was_too_much)
{
  Dear d;
  guint n;

  dear_init (&d, GST_ENCODER_COST_RESTART, 2000000);
  frames_until_change (&d, 1700000);
  fail_unless_equals_uint64 (d.told, 1700000);
  n = frames_until_change (&d, 9000000);
  fail_unless (n >= 60 && n <= 62, "%u", n);
  fail_unless_equals_uint64 (d.told, 1870000);
  frames_until_change (&d, 9000000);
  fail_unless_equals_uint64 (d.told, 2057000);
  n = frames_until_change (&d, 9000000);
  fail_unless (n >= 30 && n <= 32, "%u", n);
  fail_unless_equals_uint64 (d.told, 3291200);
}

GST_END_TEST;

/* Far below it the link is another one. */
GST_START_TEST (test_large_steps_far_below)
{
  Dear d;

  dear_init (&d, GST_ENCODER_COST_RESTART, 2000000);
  frames_until_change (&d, 500000);
  frames_until_change (&d, 2000000);
  fail_unless_equals_uint64 (d.told, 800000);
  frames_until_change (&d, 2000000);
  fail_unless_equals_uint64 (d.told, 1280000);
  frames_until_change (&d, 2000000);
  fail_unless_equals_uint64 (d.told, 2000000);
}

GST_END_TEST;

GST_START_TEST (test_ceiling_is_forgotten)
{
  Dear d;
  guint i;

  dear_init (&d, GST_ENCODER_COST_RESTART, 2000000);
  frames_until_change (&d, 1700000);
  for (i = 0; i < 601; i++)
    frame (&d, 1700000);
  frames_until_change (&d, 9000000);
  fail_unless_equals_uint64 (d.told, 2720000);
}

GST_END_TEST;

/* After a seek what was wanted before says nothing. */
GST_START_TEST (test_time_may_run_backwards)
{
  Dear d;
  guint i;

  dear_init (&d, GST_ENCODER_COST_RESTART, 2000000);
  for (i = 0; i < 60; i++)
    frame (&d, 2000000);
  d.now = 0;
  i = frames_until_change (&d, 1000000);
  fail_unless (i >= 24 && i <= 26, "%u", i);
  fail_unless_equals_uint64 (d.told, 1000000);
}

GST_END_TEST;

static Suite *
encoderchoice_suite (void)
{
  Suite *s = suite_create ("encoderchoice");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_cheap_follows_at_once);
  tcase_add_test (tc, test_steps_are_bounded);
  tcase_add_test (tc, test_cost_allows);
  tcase_add_test (tc, test_the_first_is_told_at_once);
  tcase_add_test (tc, test_down_waits_for_a_dip_to_pass);
  tcase_add_test (tc, test_down_to_what_lasted);
  tcase_add_loop_test (tc, test_up_in_steps, 0, 2);
  tcase_add_test (tc, test_up_to_what_lasted);
  tcase_add_test (tc, test_small_steps_near_what_was_too_much);
  tcase_add_test (tc, test_large_steps_far_below);
  tcase_add_test (tc, test_ceiling_is_forgotten);
  tcase_add_test (tc, test_time_may_run_backwards);

  return s;
}

GST_CHECK_MAIN (encoderchoice);

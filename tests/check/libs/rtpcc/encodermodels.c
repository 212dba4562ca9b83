/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models of real encoders: what each must be like, whatever it was fitted to */
#include "tests/check/libs/rtpcc/encodermodel.h"

#include <gst/check/gstcheck.h>
#include <math.h>

#define FPS 30
#define MBIT 1e6

/* Mean rate (bit/s) of so many frames at a rate, of the films from @picture on. */
static gdouble
run (EncoderModel * model, gdouble rate, guint picture, guint frames)
{
  gdouble bytes = 0;
  guint i;

  for (i = 0; i < frames; i++)
    bytes += encoder_model_next (model, rate, FPS,
        encoder_model_difficulty (picture + i));
  return bytes * 8 * FPS / frames;
}

/* All make what they are told in the mean, those that fill it least 85 %; and after a second,
 * of a lower and of a higher rate. */
GST_START_TEST (test_encodermodels_follow)
{
  const EncoderModelKind *kind;

  for (kind = encoder_model_kinds; kind->name != NULL; kind++) {
    EncoderModel model;
    gdouble part;

    fail_unless (encoder_model_find (kind->name) == kind);
    encoder_model_init (&model, &kind->params);
    part = run (&model, MBIT, 0, 600) / MBIT;
    fail_unless (part >= 0.8 && part <= 1.1, "%s: %g", kind->name, part);
    run (&model, MBIT / 2, 600, FPS);
    part = run (&model, MBIT / 2, 630, 300) / MBIT;
    fail_unless (part >= 0.38 && part <= 0.6, "%s: %g", kind->name, part);
    run (&model, 2 * MBIT, 930, FPS);
    part = run (&model, 2 * MBIT, 960, 300) / MBIT;
    fail_unless (part >= 1.6 && part <= 2.3, "%s: %g", kind->name, part);
  }
  fail_unless (encoder_model_find ("moonenc") == NULL);
}

GST_END_TEST;

/* x264enc makes frames of the old rate for a while, and comes back slowly: what makes a
 * target swing that expects otherwise. */
GST_START_TEST (test_encodermodels_x264_is_late)
{
  EncoderModel model;
  gdouble part;
  guint i;

  encoder_model_init (&model, &encoder_model_find ("x264enc")->params);
  for (i = 0; i < 300; i++)
    encoder_model_next (&model, MBIT, FPS, 8700);
  part = encoder_model_next (&model, MBIT / 2, FPS, 8700) * 8 * FPS / MBIT;
  fail_unless (part >= 0.85 && part <= 1.1, "%g", part);
  for (i = 0; i < 12; i++)
    encoder_model_next (&model, MBIT / 2, FPS, 8700);
  for (i = 0; i < 5; i++)
    encoder_model_next (&model, MBIT, FPS, 8700);
  part = encoder_model_next (&model, MBIT, FPS, 8700) * 8 * FPS / MBIT;
  fail_unless (part >= 0.55 && part <= 0.9, "%g", part);
}

GST_END_TEST;

GST_START_TEST (test_encodermodels_bear_anything)
{
  static const gdouble rates[] = { 0, 1, 1e3, 1e9, 1e12 };
  const EncoderModelKind *kind;
  guint i, k;

  for (kind = encoder_model_kinds; kind->name != NULL; kind++) {
    EncoderModel model;

    encoder_model_init (&model, &kind->params);
    for (i = 0; i < G_N_ELEMENTS (rates); i++) {
      for (k = 0; k < 20; k++) {
        gdouble bytes = encoder_model_next (&model, rates[i], FPS,
            encoder_model_difficulty (k));

        fail_unless (isfinite (bytes) && bytes > 0);
        encoder_model_skip (&model, rates[i], FPS);
      }
    }
  }
}

GST_END_TEST;

static Suite *
encodermodels_suite (void)
{
  Suite *s = suite_create ("encodermodels");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_encodermodels_follow);
  tcase_add_test (tc, test_encodermodels_x264_is_late);
  tcase_add_test (tc, test_encodermodels_bear_anything);
  return s;
}

GST_CHECK_MAIN (encodermodels);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One encoder in front of a tee, and a control behind each branch. */
#include "encodertest.h"
#include "fakeencoder.h"

#include "plugins/scream/encoder/gstencodershare.h"

#define N_OTHERS 2
#define N_FRAMES 300
#define SHARED "videotestsrc name=src num-buffers=300 ! video/x-raw," \
    "format=I420,width=64,height=48,framerate=30/1 ! fakekbitenc name=enc ! " \
    "tee name=tee tee. ! queue ! identity name=tx ! fakesink sync=false " \
    "tee. ! queue ! identity name=tx1 ! fakesink sync=false " \
    "tee. ! queue ! identity name=tx2 ! fakesink sync=false"

/* ---- the choice ---- */

#define SLOWEST GST_ENCODER_POLICY_SLOWEST
#define FASTEST GST_ENCODER_POLICY_FASTEST_THAT_FITS
#define PERCENTILE GST_ENCODER_POLICY_PERCENTILE

typedef struct
{
  GstEncoderPolicy policy;
  guint percentile;
  guint64 rate;
  GstEncoderControlSkip skip;
} Choice;

/* The slowest may keep up with nothing else, the one in the middle wants to skip and is the
 * fastest that reports, the fastest has to have each frame; and two that do not count. */
static const Choice choices[] = {
  {PERCENTILE, 0, 300, GST_ENCODER_CONTROL_SKIP},
  {PERCENTILE, 33, 300, GST_ENCODER_CONTROL_SKIP},
  {PERCENTILE, 34, 600, GST_ENCODER_CONTROL_SKIP},
  {PERCENTILE, 66, 600, GST_ENCODER_CONTROL_SKIP},
  {PERCENTILE, 67, 900, GST_ENCODER_CONTROL_KEEP},
  {PERCENTILE, 100, 900, GST_ENCODER_CONTROL_KEEP},
  {SLOWEST, 100, 300, GST_ENCODER_CONTROL_SKIP},
  {FASTEST, 0, 600, GST_ENCODER_CONTROL_SKIP},
};

GST_START_TEST (test_share_choice)
{
  GstEncoderVote votes[] = {
    {900, FALSE, FALSE, GST_ENCODER_CONTROL_KEEP},
    {1000, TRUE, TRUE, GST_ENCODER_CONTROL_SKIP},
    {300, FALSE, TRUE, GST_ENCODER_CONTROL_MAY_SKIP},
    {0, FALSE, TRUE, GST_ENCODER_CONTROL_SKIP},
    {600, FALSE, TRUE, GST_ENCODER_CONTROL_SKIP},
  };
  const Choice *c = &choices[__i__];
  GstEncoderControlSkip skip;

  fail_unless_equals_uint64 (gst_encoder_share_choose (votes,
          G_N_ELEMENTS (votes), c->policy, c->percentile, &skip), c->rate);
  fail_unless_equals_int (skip, c->skip);
}

GST_END_TEST;

/* As before the first feedback. */
GST_START_TEST (test_share_choice_without_reports)
{
  GstEncoderVote votes[] = {
    {900, FALSE, FALSE, GST_ENCODER_CONTROL_KEEP},
    {300, FALSE, FALSE, GST_ENCODER_CONTROL_KEEP},
  };
  GstEncoderControlSkip skip;

  fail_unless_equals_uint64 (gst_encoder_share_choose (votes, 2, FASTEST, 0,
          &skip), 300);
}

GST_END_TEST;

GST_START_TEST (test_share_choice_without_rate)
{
  GstEncoderVote paused[] = { {500, TRUE, TRUE, GST_ENCODER_CONTROL_SKIP} };
  GstEncoderVote unknown[] = {
    {0, FALSE, TRUE, GST_ENCODER_CONTROL_MAY_SKIP},
    {500, TRUE, TRUE, GST_ENCODER_CONTROL_SKIP},
  };
  GstEncoderPolicy policy = (GstEncoderPolicy) __i__;
  GstEncoderControlSkip skip;

  fail_unless_equals_uint64 (gst_encoder_share_choose (paused, 1, policy, 50,
          &skip), 0);
  fail_unless_equals_int (skip, GST_ENCODER_CONTROL_SKIP);
  fail_unless_equals_uint64 (gst_encoder_share_choose (unknown, 2, policy, 50,
          &skip), 0);
  fail_unless_equals_int (skip, GST_ENCODER_CONTROL_MAY_SKIP);
}

GST_END_TEST;

/* ---- an encoder ---- */

typedef struct
{
  Rig rig;
  GstPad *pads[N_OTHERS];
  GstEncoderControl *others[N_OTHERS];
  guint n, leave_at;            /* frames */
  guint n_out;
} Shared;

static GstPadProbeReturn
on_frame (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Shared *shared = user_data;

  if (++shared->n == shared->leave_at)
    gst_encoder_control_clear (shared->others[0]);
  return GST_PAD_PROBE_OK;
}

/* It does not look at the buffer: the other branches have the same one. */
static GstPadProbeReturn
on_coded (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  ((Shared *) user_data)->n_out++;
  return GST_PAD_PROBE_OK;
}

/* 600, 300 and 900 kbit/s. The first of the others leads. */
static void
shared_init (Shared * shared, guint percentile)
{
  static const guint64 targets[] = { 600000, 300000 };
  const GstEncoderSettings settings = {.policy = PERCENTILE,.percentile =
        percentile
  };
  GstPad *pad;
  guint i;

  memset (shared, 0, sizeof (*shared));
  rig_init_launch (&shared->rig, SHARED);
  gst_pad_add_probe (shared->rig.pad, GST_PAD_PROBE_TYPE_BUFFER, on_coded,
      shared, NULL);
  for (i = 0; i < N_OTHERS; i++) {
    const gchar *const names[] = { "tx1", "tx2" };

    pad = gst_element_get_static_pad (rig_get (&shared->rig, names[i]), "sink");
    shared->pads[i] = pad;
    shared->others[i] = gst_encoder_control_new (pad);
    gst_encoder_control_configure (shared->others[i], &settings);
    gst_encoder_control_set_target (shared->others[i], targets[i]);
    fail_unless (gst_encoder_control_find (shared->others[i], pad));
  }
  gst_encoder_control_configure (shared->rig.ctl, &settings);
  gst_encoder_control_set_target (shared->rig.ctl, 900000);
  fail_unless (gst_encoder_control_find (shared->rig.ctl, shared->rig.pad));
  pad = gst_element_get_static_pad (rig_get (&shared->rig, "src"), "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_frame, shared, NULL);
  gst_object_unref (pad);
}

static void
shared_clear (Shared * shared)
{
  guint i;

  for (i = 0; i < N_OTHERS; i++) {
    gst_encoder_control_free (shared->others[i]);
    gst_object_unref (shared->pads[i]);
  }
  rig_clear (&shared->rig);
}

static void
check_set_to (Shared * shared, guint64 rate)
{
  guint64 told = rig_stat (&shared->rig, "commanded-bitrate");

  /* The encoder follows exactly, in units of 1 kbit/s. */
  fail_unless (told >= rate * 0.97 && told <= rate * 1.03,
      "%" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT, told, rate);
}

/* Without a share each of them would set it at each frame: 900 times. */
GST_START_TEST (test_shared_encoder_has_one_rate)
{
  static const guint percentiles[] = { 0, 50, 100 };
  static const guint64 rates[] = { 300000, 600000, 900000 };
  Shared shared;
  guint n;

  shared_init (&shared, percentiles[__i__]);
  rig_run (&shared.rig);
  check_set_to (&shared, rates[__i__]);
  n = fake_encoder_get_n_sets (rig_get (&shared.rig, "enc"));
  fail_unless (n >= 1 && n <= 10, "%u", n);
  assert_told (&shared.rig, 0, GST_ENCODER_CONTROL_FOUND, "another screamtx");
  fail_unless_equals_uint64 (rig_stat (&shared.rig, "frames-in"), N_FRAMES);
  shared_clear (&shared);
}

GST_END_TEST;

/* Who led leaves: of the two that are left the slower one is at 300 kbit/s, and the
 * faster is what 100 % are. */
GST_START_TEST (test_shared_encoder_after_the_first_left)
{
  static const guint percentiles[] = { 0, 100 };
  static const guint64 rates[] = { 300000, 900000 };
  Shared shared;

  shared_init (&shared, percentiles[__i__]);
  gst_encoder_control_set_target (shared.others[0], 100000 + __i__ * 2000000);
  shared.leave_at = 150;
  rig_run (&shared.rig);
  check_set_to (&shared, rates[__i__]);
  shared_clear (&shared);
}

GST_END_TEST;

/* One that is paused neither stops the others nor counts; all of them together do. */
GST_START_TEST (test_shared_encoder_of_paused_ones)
{
  Shared shared;

  shared_init (&shared, 0);
  gst_encoder_control_set_paused (shared.others[1], TRUE);
  if (__i__ == 1) {
    gst_encoder_control_set_paused (shared.others[0], TRUE);
    gst_encoder_control_set_paused (shared.rig.ctl, TRUE);
  }
  rig_run (&shared.rig);
  fail_unless_equals_int (shared.n_out, __i__ == 1 ? 0 : N_FRAMES);
  if (__i__ == 0)
    check_set_to (&shared, 600000);
  shared_clear (&shared);
}

GST_END_TEST;

static Suite *
encodershare_suite (void)
{
  Suite *s = suite_create ("encodershare");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, register_fakes, NULL);
  tcase_add_loop_test (tc, test_share_choice, 0, G_N_ELEMENTS (choices));
  tcase_add_test (tc, test_share_choice_without_reports);
  tcase_add_loop_test (tc, test_share_choice_without_rate, SLOWEST,
      PERCENTILE + 1);
  tcase_add_loop_test (tc, test_shared_encoder_has_one_rate, 0, 3);
  tcase_add_loop_test (tc, test_shared_encoder_after_the_first_left, 0, 2);
  tcase_add_loop_test (tc, test_shared_encoder_of_paused_ones, 0, 2);
  return s;
}

GST_CHECK_MAIN (encodershare);

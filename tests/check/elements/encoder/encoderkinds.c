/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Encoders that the tests make: of unknown units, costly to change, stubborn, without a rate,
 * or set by the application. */
#include "encodertest.h"
#include "fakeencoder.h"

GST_START_TEST (test_unknown_encoder_in_kbit)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 60), "fakekbitenc name=enc");
  rig.schedule[5] = 777000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  assert_property (&rig, "enc", "bitrate", "777");
  fail_unless_equals_uint64 (rig_stat (&rig, "commanded-bitrate"), 777000);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_unknown_encoder_in_bit)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 60), "fakebitenc name=enc");
  rig.schedule[5] = 777000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  assert_property (&rig, "enc", "target-bitrate", "777000");
  rig_clear (&rig);
}

GST_END_TEST;

/* More than the property takes, 50 Mbit/s: written once, at its limit. */
GST_START_TEST (test_range_of_property_is_kept)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 10), "fakebitenc name=enc");
  gst_encoder_control_set_target (rig.ctl, G_MAXUINT64 / 2);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "enc", "target-bitrate", "50000000");
  rig_run (&rig);
  fail_unless_equals_uint64 (rig_stat (&rig, "changes"), 1);
  rig_clear (&rig);
}

GST_END_TEST;

/* A target that trembles by 4 % at each frame for 20 s: an encoder that may
 * make a key frame at each change is hardly touched; a large step down gets
 * through. */
GST_START_TEST (test_costly_encoder_is_changed_rarely)
{
  Rig rig;
  guint i;

  rig_init (&rig, g_strdup_printf (SMALL, 700), "vahfakeenc name=enc");
  for (i = 0; i < 600; i++)
    rig.schedule[i] = 1000000 + ((i * 7) % 5) * 10000;
  for (; i < 700; i++)
    rig.schedule[i] = 400000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  /* The first, the step, and one of the trembling at most. */
  fail_unless (fake_encoder_get_n_sets (rig_get (&rig, "enc")) <= 3);
  assert_rate (&rig, 630, 700, 400000, 0.02);
  rig_clear (&rig);
}

GST_END_TEST;

typedef struct
{
  Rig rig;
  gboolean handle;
  guint n;
  guint64 bitrate;              /* last */
} Owner;

static gboolean
on_change (GstElement * encoder, guint64 bitrate, gpointer user_data)
{
  Owner *owner = user_data;

  fail_unless_equals_string (GST_OBJECT_NAME (encoder), "enc");
  owner->n++;
  owner->bitrate = bitrate;
  return owner->handle;
}

/* 1 Mbit/s, half of it from frame 100 on */
static guint
sets_with_owner (Owner * owner)
{
  Rig *rig = &owner->rig;
  guint n;

  rig_init (rig, g_strdup_printf (SMALL, 400), "fakekbitenc name=enc");
  rig->owner.change = on_change;
  gst_encoder_control_set_target (rig->ctl, 1000000);
  rig->schedule[100] = 500000;
  fail_unless (gst_encoder_control_find (rig->ctl, rig->pad));
  rig_run (rig);
  n = fake_encoder_get_n_sets (rig_get (rig, "enc"));
  fail_unless_equals_uint64 (rig_stat (rig, "changes-handled"),
      owner->handle ? owner->n : 0);
  fail_unless_equals_uint64 (rig_stat (rig, "changes"), owner->n);
  /* Nobody complains of an encoder that the owner leaves as it is. */
  fail_unless_equals_int (rig->n_told, 1);
  rig_clear (rig);
  return n;
}

GST_START_TEST (test_owner_hears_of_changes)
{
  Owner owner = {.handle = FALSE };
  guint sets = sets_with_owner (&owner);

  fail_unless (owner.n >= 2 && owner.n <= 4, "%u", owner.n);
  fail_unless (sets >= owner.n);
  fail_unless_equals_uint64 (owner.bitrate, 500000);
}

GST_END_TEST;

/* It is asked as often as a change is due, not with each frame. */
GST_START_TEST (test_owner_handles_changes)
{
  Owner owner = {.handle = TRUE };
  guint sets = sets_with_owner (&owner);

  fail_unless (owner.n >= 2 && owner.n <= 8, "%u", owner.n);
  fail_unless_equals_int (sets, 0);
  fail_unless (owner.bitrate > 400000 && owner.bitrate < 600000);
}

GST_END_TEST;

GST_START_TEST (test_double_rate_is_corrected)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 400), "fakedoubleenc name=enc");
  gst_encoder_control_set_target (rig.ctl, 600000);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  assert_rate (&rig, 0, 10, 1200000, 0.01);
  /* Unknown, so changed rarely: within 15 % after 5 s. */
  assert_rate (&rig, 150, 400, 600000, 0.15);
  fail_unless_equals_int (rig.n_told, 1);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_refused_change_is_told)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 60), "fakerefusingenc name=enc");
  rig.schedule[5] = 500000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  fail_unless_equals_int (rig.n_told, 2);
  assert_told (&rig, 1, GST_ENCODER_CONTROL_NOT_FOLLOWING,
      "refused bitrate for 500000 bit/s and stays at 2000000");
  fail_if (rig_follows (&rig));
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_stubborn_encoder_is_told_once)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 400), "fakestubbornenc name=enc");
  rig.schedule[5] = 500000;
  rig.schedule[300] = 600000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  fail_unless_equals_int (rig.n_told, 2);
  assert_told (&rig, 1, GST_ENCODER_CONTROL_NOT_FOLLOWING, "instead of 500000");
  fail_if (rig_follows (&rig));
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_encoder_without_rate_is_told)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 30), "fakepictureenc name=enc");
  gst_encoder_control_set_target (rig.ctl, 300000);
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_told (&rig, 0, GST_ENCODER_CONTROL_CANNOT_CHANGE, "has no bitrate");
  rig_run (&rig);
  fail_unless_equals_int (rig.n_told, 1);
  fail_unless (rig_stat (&rig, "output-bitrate") > 400000);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_encoder_that_cannot_change_is_told)
{
  Rig rig;

  if (!have ("avenc_mpeg4"))
    return;
  rig_init (&rig, g_strdup_printf (SMALL, 60), "avenc_mpeg4 name=enc");
  gst_encoder_control_set_target (rig.ctl, 300000);
  rig.schedule[20] = 700000;
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_told (&rig, 0, GST_ENCODER_CONTROL_CANNOT_CHANGE,
      "cannot change its bitrate while running");
  rig_run (&rig);
  /* It did get what was known before it started, and nothing after. */
  assert_property (&rig, "enc", "bitrate", "300000");
  fail_unless_equals_uint64 (rig_stat (&rig, "changes"), 1);
  rig_clear (&rig);
}

GST_END_TEST;

static gint
field_of_controls (Rig * rig, const gchar * field)
{
  GstStructure *s;
  gint res = -1;

  g_object_get (rig_get (rig, "enc"), "extra-controls", &s, NULL);
  gst_structure_get_int (s, field, &res);
  gst_structure_free (s);
  return res;
}

/* One field of a structure: alone while the device is open, beside those of the user and
 * the mode of a constant bitrate before. */
GST_START_TEST (test_v4l2_extra_controls)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 90), "v4l2fakeenc name=enc "
      "extra-controls=\"controls,video_gop_size=77\"");
  gst_encoder_control_set_target (rig.ctl, 900000);
  rig.schedule[30] = 250000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_unless_equals_int (field_of_controls (&rig, "video_bitrate"), 900000);
  fail_unless_equals_int (field_of_controls (&rig, "video_bitrate_mode"), 1);
  fail_unless_equals_int (field_of_controls (&rig, "video_gop_size"), 77);
  rig_run (&rig);
  fail_unless_equals_int (field_of_controls (&rig, "video_bitrate"), 250000);
  fail_unless_equals_int (fake_encoder_get_n_fields (rig_get (&rig, "enc")), 1);
  assert_rate (&rig, 0, 30, 900000, 0.01);
  assert_rate (&rig, 30, 90, 250000, 0.01);
  fail_unless (rig_follows (&rig));

  /* Stopped and found again: what the user has set counts again. */
  gst_element_set_state (rig.pipeline, GST_STATE_NULL);
  gst_encoder_control_clear (rig.ctl);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_unless_equals_int (field_of_controls (&rig, "video_gop_size"), 77);
  fail_unless_equals_int (field_of_controls (&rig, "video_bitrate_mode"), 1);
  fail_unless_equals_int (field_of_controls (&rig, "video_bitrate"), 250000);
  rig_clear (&rig);
}

GST_END_TEST;

/* Of the user's own fields none is replaced. */
GST_START_TEST (test_v4l2_mode_of_the_user_stays)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 3), "v4l2fakeenc name=enc "
      "extra-controls=\"controls,video_bitrate_mode=0\"");
  gst_encoder_control_set_target (rig.ctl, 900000);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_unless_equals_int (field_of_controls (&rig, "video_bitrate_mode"), 0);
  rig_clear (&rig);
}

GST_END_TEST;

static Suite *
encoderkinds_suite (void)
{
  Suite *s = suite_create ("encoderkinds");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, register_fakes, NULL);
  tcase_add_test (tc, test_unknown_encoder_in_kbit);
  tcase_add_test (tc, test_unknown_encoder_in_bit);
  tcase_add_test (tc, test_range_of_property_is_kept);
  tcase_add_test (tc, test_costly_encoder_is_changed_rarely);
  tcase_add_test (tc, test_owner_hears_of_changes);
  tcase_add_test (tc, test_owner_handles_changes);
  tcase_add_test (tc, test_double_rate_is_corrected);
  tcase_add_test (tc, test_refused_change_is_told);
  tcase_add_test (tc, test_stubborn_encoder_is_told_once);
  tcase_add_test (tc, test_encoder_without_rate_is_told);
  tcase_add_test (tc, test_encoder_that_cannot_change_is_told);
  tcase_add_test (tc, test_v4l2_extra_controls);
  tcase_add_test (tc, test_v4l2_mode_of_the_user_stays);

  return s;
}

GST_CHECK_MAIN (encoderkinds);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are too large for the link, and what waits in front of it */
#include "encodertest.h"
#include "fakeencoder.h"

#define HARDWARE "Codec/Encoder/Video/Hardware"
#define KBIT "bitrate", "Bitrate in kbit/s", 1000, 2048, .factor = 1.0
#define NEW "largenewenc", HARDWARE, KBIT
#define N_FRAMES 300
#define RATE 2000000
/* At 30 frames/s. */
#define MEAN (RATE / 8 / 30)

static void
run_fake (Rig * rig, const FakeEncoder * fake, gboolean may_skip)
{
  gchar *encoder = g_strdup_printf ("%s name=enc", fake->factory);

  fake_encoder_register (fake);
  rig_init (rig, g_strdup_printf (SMALL, N_FRAMES), encoder);
  if (may_skip)
    rig->owner.skip = on_skip;
  gst_encoder_control_set_target (rig->ctl, RATE);
  fail_unless (gst_encoder_control_find (rig->ctl, rig->pad));
  g_free (encoder);
}

static guint
count_keys (const Rig * rig)
{
  guint i, n = 0;

  for (i = 0; i < rig->n_out; i++)
    n += rig->key[i];
  return n;
}

static guint
get_largest (const Rig * rig)
{
  guint i, largest = 0;

  for (i = 0; i < rig->n_out; i++)
    largest = MAX (largest, rig->bytes[i]);
  return largest;
}

typedef struct
{
  FakeEncoder fake;
  gboolean may_skip;
  guint replaced;               /* frames */
} LargeCase;

/* Frames of 0.4 s, unless it is said otherwise: 12 mean frames. */
static const LargeCase cases[] = {
  {{NEW,.large_distance = 120,.large_size = 12,.key_size = 3}, TRUE, 2},
  /* Those inside come out between it and the key frame. */
  {{NEW,.large_distance = 120,.large_size = 12,.key_size = 3,.depth = 2}, TRUE,
      6},
  /* With many inside the key frame comes too late. */
  {{NEW,.large_distance = 120,.large_size = 12,.key_size = 3,.depth = 20}, TRUE,
      0},
  /* At most one in a second: every other one of those that come each 20 frames. */
  {{NEW,.large_distance = 20,.large_size = 12,.key_size = 3}, TRUE, 7},
  /* A key frame would take as long. */
  {{NEW,.large_distance = 120,.large_size = 12,.key_size = 8}, TRUE, 0},
  /* 0.17 s is no freeze. */
  {{NEW,.large_distance = 120,.large_size = 5}, TRUE, 0},
  /* The encoder makes no key frame: each frame is sent, in order. */
  {{NEW,.large_distance = 120,.large_size = 12,.ignores_requests = TRUE}, TRUE,
      0},
  {{NEW,.large_distance = 120,.large_size = 12,.depth = 2,.ignores_requests =
              TRUE}, TRUE, 0},
  /* frame-skip=false */
  {{NEW,.large_distance = 120,.large_size = 12}, FALSE, 0},
};

/* A frame that would freeze the picture is not sent if a key frame is smaller. */
GST_START_TEST (test_large_frame_is_replaced)
{
  const LargeCase *c = &cases[__i__];
  guint keys;
  Rig rig;

  run_fake (&rig, &c->fake, c->may_skip);
  rig_run (&rig);
  fail_unless_equals_uint64 (rig_stat (&rig, "frames-replaced"), c->replaced);
  fail_unless_equals_int (rig.n_out, N_FRAMES - c->replaced);
  keys = 1 + c->replaced / (c->fake.depth + 1);
  fail_unless_equals_int (count_keys (&rig), keys);
  if (c->replaced && c->fake.large_distance == 120)
    fail_unless (get_largest (&rig) < 4 * MEAN);
  /* In order, and no more is missing than what was replaced. */
  fail_unless (rig.longest_gap < (c->fake.depth + 2) * 34 * GST_MSECOND);
  rig_clear (&rig);
}

GST_END_TEST;

/* What is held at the end is not lost: the last frame is the third large one. */
GST_START_TEST (test_last_frame_is_released)
{
  static const FakeEncoder fake = { NEW,.large_distance = 300,
    .large_size = 12,.key_size = 3
  };
  Rig rig;

  run_fake (&rig, &fake, TRUE);
  rig_run (&rig);
  fail_unless_equals_int (rig.n_out, N_FRAMES);
  fail_unless (rig.bytes[N_FRAMES - 1] > 11 * MEAN);
  rig_clear (&rig);
}

GST_END_TEST;

/* --- Scenes --- */

#define CUT 100

static GstPadProbeReturn
fill_scene (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Rig *rig = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);

  gst_buffer_memset (buffer, 0, rig->n_in <= CUT ? 20 : 200,
      gst_buffer_get_size (buffer));
  return GST_PAD_PROBE_OK;
}

typedef struct
{
  const gchar *factory;
  const gchar *format;
  gboolean may_skip;
  gboolean known;               /* before the encoder sees it */
} CutCase;

static const CutCase cut_cases[] = {
  {"largenewenc", "I420", TRUE, TRUE},
  {"largenewenc", "BGRx", TRUE, TRUE},
  /* More than eight bits are not looked at. */
  {"largenewenc", "P010_10LE", TRUE, FALSE},
  /* frame-skip=false */
  {"largenewenc", "I420", FALSE, FALSE},
  /* Dear to change. */
  {"vah264enc", "I420", TRUE, FALSE},
};

/* The first frame of a scene is a key frame, and smaller than others. */
GST_START_TEST (test_cut_is_known_before)
{
  const CutCase *c = &cut_cases[__i__];
  FakeEncoder fake = { c->factory, HARDWARE, KBIT };
  gchar *encoder = g_strdup_printf ("videoconvert ! video/x-raw,format=%s ! "
      "%s name=enc", c->format, c->factory);
  GstPad *pad;
  Rig rig;

  fake_encoder_register (&fake);
  rig_init (&rig, g_strdup_printf (SMALL, N_FRAMES), encoder);
  if (c->may_skip)
    rig.owner.skip = on_skip;
  gst_encoder_control_set_target (rig.ctl, RATE);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  pad = gst_element_get_static_pad (rig_get (&rig, "src"), "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, fill_scene, &rig, NULL);
  gst_object_unref (pad);
  rig_run (&rig);
  fail_unless_equals_int (rig.n_out, N_FRAMES);
  fail_unless_equals_int (count_keys (&rig), 1 + c->known);
  fail_unless_equals_int (rig.key[CUT], c->known);
  if (c->known)
    fail_unless (rig.bytes[CUT] > 0.5 * MEAN && rig.bytes[CUT] < 0.6 * MEAN);
  else
    fail_unless (rig.bytes[CUT] > 0.9 * MEAN);
  /* The frames after it have all of the bitrate. */
  fail_unless (rig.bytes[CUT + 2] > 0.9 * MEAN);
  rig_clear (&rig);
  g_free (encoder);
}

GST_END_TEST;

/* The second scene has stripes of one pixel. */
static GstPadProbeReturn
fill_stripes (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Rig *rig = user_data;
  GstMapInfo map;
  gsize i;

  gst_buffer_map (GST_PAD_PROBE_INFO_BUFFER (info), &map, GST_MAP_WRITE);
  for (i = 0; i < map.size; i++)
    map.data[i] = rig->n_in <= CUT ? 20 : i % 2 ? 250 : 120;
  gst_buffer_unmap (GST_PAD_PROBE_INFO_BUFFER (info), &map);
  return GST_PAD_PROBE_OK;
}

typedef struct
{
  guint n;
  guint contrast[N_FRAMES];     /* of what the encoder gets */
} Seen;

/* In the middle of the picture, far from its edges. */
static GstPadProbeReturn
on_picture (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  Seen *seen = user_data;
  guint8 two[2];

  gst_buffer_extract (buffer, gst_buffer_get_size (buffer) / 3 & ~(gsize) 1,
      two, 2);
  seen->contrast[seen->n++] = (guint) ABS (two[0] - two[1]);
  return GST_PAD_PROBE_OK;
}

/* Stripes go in, and what comes to the encoder is seen. */
static void
watch_stripes (Rig * rig, Seen * seen)
{
  GstPad *pad = gst_element_get_static_pad (rig_get (rig, "src"), "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, fill_stripes, rig, NULL);
  gst_object_unref (pad);
  pad = gst_element_get_static_pad (rig_get (rig, "enc"), "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_picture, seen, NULL);
  gst_object_unref (pad);
}

typedef struct
{
  guint key_size;               /* mean frames */
  guint soft;                   /* frames of the next scene without stripes */
} SoftCase;

/* With the frame behind it the first key frame takes 0.07, 0.13 and 0.3 s. Divided by 2, 4
 * and 8 it takes 1.3 times less each, down to 0.12; and two frames are as soft. */
static const SoftCase soft_cases[] = { {1, 0}, {3, 2}, {8, 6} };

GST_START_TEST (test_cut_is_soft_where_key_frames_are_large)
{
  const SoftCase *c = &soft_cases[__i__];
  FakeEncoder fake = { NEW,.key_size = c->key_size };
  Seen seen = { 0 };
  guint i;
  Rig rig;

  run_fake (&rig, &fake, TRUE);
  watch_stripes (&rig, &seen);
  rig_run (&rig);
  for (i = CUT; i < N_FRAMES; i++)
    fail_unless (i < CUT + c->soft ? seen.contrast[i] < 20
        : seen.contrast[i] == 130, "frame %u: %u", i - CUT, seen.contrast[i]);
  rig_clear (&rig);
}

GST_END_TEST;

/* Frames that are skipped for what waits make the next ones soft: four are none, eight half as
 * many pixels each way or less. A gap of the link alone does not, nor does one second of
 * frames that come through, nor what waits where pictures become smaller instead. */
GST_START_TEST (test_skipped_frames_make_soft_ones)
{
  FakeEncoder fake = { NEW };
  Seen seen = { 0 };
  guint i, n;
  Rig rig;

  run_fake (&rig, &fake, TRUE);
  gst_encoder_control_set_sharp (rig.ctl, __i__ == 3);
  watch_stripes (&rig, &seen);
  rig.skip_from = __i__ == 2 ? G_MAXUINT : CUT + 10;
  rig.skip_to = CUT + 18;
  for (i = rig.skip_from; i < rig.skip_to; i++)
    rig.waits[i] = __i__ == 0 ? 0 : 60 * GST_MSECOND;
  rig_run (&rig);
  for (i = CUT + 11, n = 0; i < seen.n; i++)
    n += seen.contrast[i] < 20;
  /* 2 less 1 for each 100 frames, until there is less than one. */
  if (__i__ == 1)
    fail_unless (n >= MIN (seen.n - CUT - 11, 98) && n < 103, "%u", n);
  else
    fail_unless_equals_int (n, 0);
  rig_clear (&rig);
}

GST_END_TEST;

/* --- What waits --- */

typedef struct
{
  const gchar *factory;
  GstClockTime waits;
  gdouble part;                 /* of the bitrate that it makes meanwhile */
} RepayCase;

static const RepayCase repay_cases[] = {
  {"largenewenc", 15 * GST_MSECOND, 1.0},
  {"largenewenc", 70 * GST_MSECOND, 0.8},
  {"largenewenc", 145 * GST_MSECOND, 0.5},
  {"largenewenc", 10 * GST_SECOND, 0.5},
  /* Dear to change: it pays with frames. */
  {"vah264enc", 145 * GST_MSECOND, 1.0},
};

/* An encoder that is cheap to change makes less while something waits, at once, and all
 * of it again afterwards. */
GST_START_TEST (test_what_waits_is_repaid)
{
  const RepayCase *c = &repay_cases[__i__];
  FakeEncoder fake = { NEW };
  guint i;
  Rig rig;

  fake.factory = c->factory;
  run_fake (&rig, &fake, TRUE);
  /* The first frame is not asked about. */
  for (i = 99; i < 109; i++)
    rig.waits[i] = c->waits;
  rig_run (&rig);
  assert_rate (&rig, 80, 100, RATE, 0.02);
  assert_rate (&rig, 100, 110, RATE * c->part, 0.02);
  assert_rate (&rig, 110, 130, RATE, 0.02);
  rig_clear (&rig);
}

GST_END_TEST;

static Suite *
encoderlarge_suite (void)
{
  Suite *s = suite_create ("encoderlarge");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_large_frame_is_replaced, 0,
      G_N_ELEMENTS (cases));
  tcase_add_loop_test (tc, test_cut_is_known_before, 0,
      G_N_ELEMENTS (cut_cases));
  tcase_add_loop_test (tc, test_cut_is_soft_where_key_frames_are_large, 0,
      G_N_ELEMENTS (soft_cases));
  tcase_add_loop_test (tc, test_skipped_frames_make_soft_ones, 0, 4);
  tcase_add_test (tc, test_last_frame_is_released);
  tcase_add_loop_test (tc, test_what_waits_is_repaid, 0,
      G_N_ELEMENTS (repay_cases));
  return s;
}

GST_CHECK_MAIN (encoderlarge);

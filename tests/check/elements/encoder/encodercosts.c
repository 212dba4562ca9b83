/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a change of the bitrate costs: known by class, version and settings of encoders
 * that are not here, or seen while they run. */
#include <gst/check/gsttestclock.h>

#include "encodertest.h"
#include "fakeencoder.h"

#define HARDWARE "Codec/Encoder/Video/Hardware"
#define KBIT "bitrate", "Bitrate in kbit/s", 1000, 2048, FALSE, 0, .factor = 1.0
#define BIT "bitrate", "Bitrate in bit/s", 1, 2048000, FALSE, 0, .factor = 1.0

/* --- What is known --- */

typedef struct
{
  FakeEncoder fake;
  const gchar *cost;            /* of the statistics */
} KnownCase;

/* Encoders as they are named, with the version of their plugin. */
static const KnownCase known_cases[] = {
  {{"nvh264enc", HARDWARE, KBIT,.version = "1.24.3"}, "key-frame"},
  {{"nvh264enc", HARDWARE, KBIT,.version = "1.26.0",
          .parent = "GstNvEncoder"}, "none"},
  {{"nvautogpuh265enc", HARDWARE, KBIT,.version = "1.22.0"}, "none"},
  {{"nvcudah264enc", HARDWARE, KBIT}, "none"},
  {{"nvd3d11h264enc", HARDWARE, KBIT}, "none"},
  {{"nvav1enc", HARDWARE, KBIT,.parent = "GstNvEncoder"}, "none"},
  {{"vah264enc", HARDWARE, KBIT,.version = "1.22.0"}, "key-frame"},
  {{"vaapivp8enc", HARDWARE, KBIT}, "none"},
  {{"vaapih264enc", HARDWARE, KBIT}, "key-frame"},
  {{"qsvh264enc", HARDWARE, KBIT,.settings = {{"disable-hrd-conformance",
                  TRUE}}}, "drain"},
  {{"qsvh265enc", HARDWARE, KBIT}, "key-frame"},
  {{"qsvav1enc", HARDWARE, KBIT}, "drain"},
  {{"vtenc_h264", HARDWARE, KBIT,.version = "1.26.0"}, "none"},
  {{"vtenc_h264_hw", HARDWARE, KBIT,.version = "1.26.1"}, "drain"},
  {{"vtenc_h265", HARDWARE, KBIT,.version = "1.28"}, "drain"},
  {{"v4l2h264enc", HARDWARE, BIT,.version = "1.22.0"}, "none"},
  {{"mfh264enc", HARDWARE, KBIT,.version = "1.20.7"}, "fixed"},
  {{"mfh265enc", HARDWARE, KBIT,.version = "1.22.0"}, "restart"},
  {{"x265enc", "Codec/Encoder/Video", KBIT}, "restart"},
  {{"vpuenc_h264", HARDWARE, KBIT}, "none"},
  {{"imxvpuenc_h264", HARDWARE, KBIT}, "none"},
  {{"d3d12h264enc", HARDWARE, KBIT,.version = "1.26.0"}, "none"},
  {{"lcevch264enc", "Codec/Encoder/Video", KBIT}, "fixed"},
  {{"msdkh264enc", HARDWARE, KBIT}, "restart"},
  {{"amfh264enc", HARDWARE, KBIT}, "restart"},
  {{"fancynewenc", HARDWARE, KBIT}, "none"},
};

static void
rig_init_fake (Rig * rig, const FakeEncoder * fake, guint frames)
{
  GstClock *clock = gst_test_clock_new ();
  gchar *encoder;

  fake_encoder_register (fake);
  encoder = g_strdup_printf ("%s name=enc", fake->factory);
  rig_init (rig, g_strdup_printf (SMALL, frames), encoder);
  /* From the first frame on, which comes before the pipeline plays. */
  gst_pipeline_use_clock (GST_PIPELINE (rig->pipeline), clock);
  gst_element_set_clock (rig->pipeline, clock);
  rig->owner.skip = on_skip;
  gst_object_unref (clock);
  g_free (encoder);
}

static void
assert_cost (Rig * rig, const gchar * expected)
{
  GstStructure *s = gst_encoder_control_get_stats (rig->ctl);

  fail_unless_equals_string (gst_structure_get_string (s, "cost"), expected);
  gst_structure_free (s);
}

GST_START_TEST (test_cost_is_known)
{
  const KnownCase *c = &known_cases[__i__];
  Rig rig;

  rig_init_fake (&rig, &c->fake, 10);
  gst_encoder_control_set_target (rig.ctl, 1000000);
  fail_unless_equals_int (gst_encoder_control_find (rig.ctl, rig.pad),
      g_strcmp0 (c->cost, "fixed") != 0);
  assert_cost (&rig, c->cost);
  rig_clear (&rig);
}

GST_END_TEST;

/* Without tuning HRD conformance stays as it is. */
GST_START_TEST (test_settings_decide)
{
  static const FakeEncoder fake = { "qsvh264enc", HARDWARE, KBIT,
    .settings = {{"disable-hrd-conformance", TRUE}}
  };
  const GstEncoderSettings no_tune = {.no_tune = TRUE };
  Rig rig;

  rig_init_fake (&rig, &fake, 10);
  gst_encoder_control_configure (rig.ctl, &no_tune);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_cost (&rig, "key-frame");
  rig_clear (&rig);
}

GST_END_TEST;

/* --- What goes with a change --- */

static const FakeEncoder va = { "vah264enc", HARDWARE, KBIT,
  .cost = FAKE_COST_KEY_FRAME,.settings = {{"cpb-size", FALSE}}
};

/* Half a second of each bitrate: with less the element takes two. */
GST_START_TEST (test_buffer_goes_with_the_bitrate)
{
  Rig rig;

  rig_init_fake (&rig, &va, 300);
  gst_encoder_control_set_target (rig.ctl, 4000000);
  rig.schedule[150] = 500000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "enc", "cpb-size", "2000");
  assert_told (&rig, 0, GST_ENCODER_CONTROL_FOUND,
      "with each change: cpb-size=500ms");
  rig_run (&rig);
  assert_property (&rig, "enc", "bitrate", "500");
  assert_property (&rig, "enc", "cpb-size", "250");
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_buffer_of_the_user_stays)
{
  Rig rig;

  rig_init_fake (&rig, &va, 300);
  g_object_set (rig_get (&rig, "enc"), "cpb-size", 777, NULL);
  gst_encoder_control_set_target (rig.ctl, 4000000);
  rig.schedule[150] = 500000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  assert_property (&rig, "enc", "bitrate", "500");
  assert_property (&rig, "enc", "cpb-size", "777");
  rig_clear (&rig);
}

GST_END_TEST;

/* GstNvEncoder opens again if anything but the bitrate changes. */
GST_START_TEST (test_buffer_before_the_start)
{
  static const FakeEncoder fake = { "nvcudah264enc", HARDWARE, KBIT,
    .settings = {{"vbv-buffer-size", FALSE}}
  };
  Rig rig;

  rig_init_fake (&rig, &fake, 100);
  gst_encoder_control_set_target (rig.ctl, 2000000);
  rig.schedule[50] = 500000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "enc", "vbv-buffer-size", "600");
  rig_run (&rig);
  assert_property (&rig, "enc", "bitrate", "500");
  assert_property (&rig, "enc", "vbv-buffer-size", "600");
  rig_clear (&rig);
}

GST_END_TEST;

/* --- What is seen --- */

/* A new bitrate before each @every th frame. */
static void
schedule_changes (Rig * rig, guint from, guint to, guint every)
{
  guint i;

  for (i = from; i < to; i += every)
    rig->schedule[i] = i / every % 2 ? 1000000 : 1500000;
}

static guint
count_told (const Rig * rig, GstEncoderControlEvent event)
{
  guint i, n = 0;

  for (i = 0; i < MIN (rig->n_told, G_N_ELEMENTS (rig->told)); i++)
    n += rig->told[i].event == event;
  return n;
}

static guint
count_keys (const Rig * rig)
{
  guint i, n = 0;

  for (i = 0; i < MIN (rig->n_out, MAX_FRAMES); i++)
    n += rig->key[i];
  return n;
}

static void
run_fake (Rig * rig, const FakeEncoder * fake, guint every)
{
  rig_init_fake (rig, fake, 900);
  gst_encoder_control_set_target (rig->ctl, 1500000);
  schedule_changes (rig, 30, 900, every);
  fail_unless (gst_encoder_control_find (rig->ctl, rig->pad));
  rig_run (rig);
}

typedef struct
{
  FakeEncoder fake;
  guint every;                  /* frames between changes */
  const gchar *cost;            /* seen */
  const gchar *text;            /* told, NULL: nothing */
} SeenCase;

#define NEW "fancynewenc", HARDWARE, KBIT

static const SeenCase seen_cases[] = {
  {{NEW}, 10, "none", NULL},
  {{NEW,.cost = FAKE_COST_KEY_FRAME}, 10, "key-frame", "makes a key frame"},
  /* At each frame, and with frames inside, and with a frame that is late. */
  {{NEW,.cost = FAKE_COST_KEY_FRAME}, 1, "key-frame", "makes a key frame"},
  {{NEW,.cost = FAKE_COST_KEY_FRAME,.depth = 4}, 10, "key-frame",
      "makes a key frame"},
  {{NEW,.cost = FAKE_COST_KEY_FRAME,.depth = 40}, 10, "key-frame",
      "makes a key frame"},
  /* A restart is seen by its key frame. */
  {{NEW,.cost = FAKE_COST_RESTART,.gap = 120 * GST_MSECOND}, 10, "key-frame",
      "makes a key frame"},
  {{NEW,.cost = FAKE_COST_RESTART,.gap = 60 * GST_MSECOND,.depth = 3}, 10,
      "key-frame", "makes a key frame"},
  /* Once may be chance. */
  {{NEW,.cost = FAKE_COST_KEY_FRAME,.n_costs = 1}, 10, "none", NULL},
  {{NEW,.cost = FAKE_COST_RESTART,.gap = GST_SECOND,.n_costs = 1}, 10,
      "none", NULL},
  /* Twice is not, and is forgotten when it does not come again. */
  {{NEW,.cost = FAKE_COST_KEY_FRAME,.n_costs = 2}, 60, "none",
      "makes a key frame"},
  /* Each frame is one. */
  {{NEW,.key_distance = 1}, 10, "none", NULL},
  {{NEW,.key_distance = 1,.depth = 2}, 1, "none", NULL},
  /* One in each second meets each change. */
  {{NEW,.key_distance = 30}, 60, "none", NULL},
  /* ... and does not hide that a change makes more of them. */
  {{NEW,.cost = FAKE_COST_KEY_FRAME,.key_distance = 30}, 50, "key-frame",
      "makes a key frame"},
  /* Encoders of the table whose driver cannot do it. */
  {{"nvcudah264enc", HARDWARE, KBIT,.cost = FAKE_COST_RESTART,
          .gap = 100 * GST_MSECOND}, 10, "key-frame", "makes a key frame"},
  {{"d3d12h264enc", HARDWARE, KBIT,.cost = FAKE_COST_KEY_FRAME}, 10,
      "key-frame", "makes a key frame"},
  {{"qsvav1enc", HARDWARE, KBIT,.cost = FAKE_COST_DRAIN,.depth = 4,
          .gap = 20 * GST_MSECOND}, 10, "drain", NULL},
  {{"qsvav1enc", HARDWARE, KBIT,.cost = FAKE_COST_KEY_FRAME,.depth = 4}, 10,
      "key-frame", "makes a key frame"},
  /* A machine that is busy holds up frames, which costs nothing. */
  {{NEW,.busy_distance = 40,.busy_frames = 3,.busy = 200 * GST_MSECOND}, 1,
      "none", NULL},
  /* Software of the table does what its sources say. */
  {{"vp8enc", "Codec/Encoder/Video", "target-bitrate", "Bitrate in bit/s", 1,
              2048000, FALSE, 0,.factor = 1.0,.cost = FAKE_COST_RESTART,
          .gap = 200 * GST_MSECOND}, 10, "none", NULL},
  /* A busy machine does not hide what a change costs. */
  {{NEW,.cost = FAKE_COST_RESTART,.gap = 120 * GST_MSECOND,
          .busy_distance = 100,.busy_frames = 1,.busy = 100 * GST_MSECOND},
      10, "key-frame", "makes a key frame"},
  /* What is known is not seen away. */
  {{"vah264enc", HARDWARE, KBIT}, 10, "key-frame", NULL},
};

GST_START_TEST (test_cost_is_seen)
{
  const SeenCase *c = &seen_cases[__i__];
  Rig rig;

  run_fake (&rig, &c->fake, c->every);
  assert_cost (&rig, c->cost);
  fail_unless_equals_int (count_told (&rig, GST_ENCODER_CONTROL_COSTLY),
      c->text != NULL);
  if (c->text)
    assert_told (&rig, 1, GST_ENCODER_CONTROL_COSTLY, c->text);
  fail_unless_equals_int (count_told (&rig, GST_ENCODER_CONTROL_NOT_FOLLOWING),
      0);
  rig_clear (&rig);
}

GST_END_TEST;

static gboolean
ask_for_key (GstElement * encoder, guint64 bitrate, gpointer user_data)
{
  Rig *rig = user_data;

  if (rig->n_in > 1)
    gst_encoder_control_request_key_frame (rig->ctl, 0);
  return FALSE;
}

/* Whoever asks with each change gets what it asked for. */
GST_START_TEST (test_asked_key_frames_cost_nothing)
{
  static const FakeEncoder fake = { NEW };
  Rig rig;

  rig_init_fake (&rig, &fake, 600);
  rig.owner.change = ask_for_key;
  gst_encoder_control_set_target (rig.ctl, 1500000);
  schedule_changes (&rig, 30, 600, 10);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  fail_unless (count_keys (&rig) > 40);
  assert_cost (&rig, "none");
  rig_clear (&rig);
}

GST_END_TEST;

/* --- How often it is changed then: steps of a third, down and up, in 19 s --- */

typedef struct
{
  FakeEncoder fake;
  guint every;                  /* frames between steps */
  guint least, most;            /* changes that cost something */
} RareCase;

static const RareCase rare_cases[] = {
  /* Each of them. */
  {{NEW}, 10, 57, 57},
  {{"qsvav1enc", HARDWARE, KBIT,.cost = FAKE_COST_DRAIN}, 10, 57, 57},
  /* The rate swings by a third in a third of a second: that is bridged. Unknown, it takes
   * two changes to see it. */
  {{"vah264enc", HARDWARE, KBIT,.cost = FAKE_COST_KEY_FRAME}, 10, 0, 1},
  {{"x265enc", HARDWARE, KBIT,.cost = FAKE_COST_RESTART,
          .gap = 30 * GST_MSECOND}, 10, 0, 1},
  {{NEW,.cost = FAKE_COST_KEY_FRAME}, 10, 2, 3},
  /* In 2 s: down each time, and up once or twice. */
  {{"vah264enc", HARDWARE, KBIT,.cost = FAKE_COST_KEY_FRAME}, 60, 4, 15},
  {{"x265enc", HARDWARE, KBIT,.cost = FAKE_COST_RESTART,
          .gap = 30 * GST_MSECOND}, 60, 4, 12},
  {{"lcevch264enc", HARDWARE, KBIT,.cost = FAKE_COST_FIXED}, 10, 0, 0},
};

GST_START_TEST (test_dear_changes_are_rare)
{
  const RareCase *c = &rare_cases[__i__];
  guint n;
  Rig rig;

  rig_init_fake (&rig, &c->fake, 600);
  gst_encoder_control_set_target (rig.ctl, 1500000);
  schedule_changes (&rig, 30, 600, c->every);
  gst_encoder_control_find (rig.ctl, rig.pad);
  rig_run (&rig);
  n = fake_encoder_get_n_costs (rig_get (&rig, "enc"));
  fail_unless (n >= c->least && n <= c->most, "%u changes", n);
  rig_clear (&rig);
}

GST_END_TEST;

/* A target that grows by 1 % with each frame, to four times as much, and falls again:
 * encoders that drain get steps of 3 % or more, 0.1 s down and 0.2 s up apart. */
GST_START_TEST (test_drains_are_apart)
{
  static const FakeEncoder fake = { "qsvav1enc", HARDWARE, KBIT,
    .cost = FAKE_COST_DRAIN
  };
  guint64 rate = 1000000;
  Rig rig;
  guint i, n;

  rig_init_fake (&rig, &fake, 300);
  gst_encoder_control_set_target (rig.ctl, rate);
  for (i = 10; i < 290; i++) {
    rate = i < 150 ? rate * 101 / 100 : rate * 100 / 101;
    rig.schedule[i] = rate;
  }
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  n = fake_encoder_get_n_costs (rig_get (&rig, "enc"));
  /* 4.7 s of 0.2 s (6 or 7 frames), then 4.7 s of 0.1 s (3 or 4 frames). */
  fail_unless (n >= 50 && n <= 72, "%u changes", n);
  rig_clear (&rig);
}

GST_END_TEST;

/* --- The budget between changes --- */

static const FakeEncoder restarting = { "x265enc", "Codec/Encoder/Video", KBIT,
  .cost = FAKE_COST_RESTART,.gap = 30 * GST_MSECOND,.key_size = 8
};

/* 2 Mbit/s, and half of it before frame 150. */
static void
run_halving (Rig * rig, const FakeEncoder * fake)
{
  rig_init_fake (rig, fake, 300);
  gst_encoder_control_set_target (rig->ctl, 2000000);
  rig->schedule[150] = 1000000;
  fail_unless (gst_encoder_control_find (rig->ctl, rig->pad));
  rig_run (rig);
}

/* Key frames of 8 mean frames, at the start and at the change: six frames pay for each.
 * The change comes 0.8 s after the halving, and until then each second of 24 frames is
 * skipped. At no time is there no picture for more than 0.2 s and a frame. */
GST_START_TEST (test_key_frame_is_paid_for)
{
  guint64 skipped;
  Rig rig;

  run_halving (&rig, &restarting);
  skipped = rig_stat (&rig, "frames-skipped");
  fail_unless (skipped >= 22 && skipped <= 28, "%" G_GUINT64_FORMAT, skipped);
  fail_unless_equals_int (rig.n_out, 300 - skipped);
  fail_unless_equals_int (count_keys (&rig), 2);
  fail_unless (rig.longest_gap > 150 * GST_MSECOND
      && rig.longest_gap < 240 * GST_MSECOND);
  rig_clear (&rig);
}

GST_END_TEST;

/* Who does not skip frames gets all of them. */
GST_START_TEST (test_no_frame_is_skipped_unless_allowed)
{
  Rig rig;

  rig_init_fake (&rig, &restarting, 300);
  rig.owner.skip = NULL;
  gst_encoder_control_set_target (rig.ctl, 2000000);
  rig.schedule[150] = 1000000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  fail_unless_equals_int (rig.n_out, 300);
  rig_clear (&rig);
}

GST_END_TEST;

/* The same key frames, made by an encoder that owes nobody its changes. */
GST_START_TEST (test_cheap_encoder_owes_nothing)
{
  static const FakeEncoder fake = { "vpuenc_h264", HARDWARE, KBIT,
    .key_size = 8
  };
  Rig rig;

  run_halving (&rig, &fake);
  fail_unless_equals_int (rig_stat (&rig, "frames-skipped"), 0);
  rig_clear (&rig);
}

GST_END_TEST;

static Suite *
encodercosts_suite (void)
{
  Suite *s = suite_create ("encodercosts");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_cost_is_known, 0, G_N_ELEMENTS (known_cases));
  tcase_add_test (tc, test_settings_decide);
  tcase_add_test (tc, test_buffer_goes_with_the_bitrate);
  tcase_add_test (tc, test_buffer_of_the_user_stays);
  tcase_add_test (tc, test_buffer_before_the_start);
  tcase_add_loop_test (tc, test_cost_is_seen, 0, G_N_ELEMENTS (seen_cases));
  tcase_add_test (tc, test_asked_key_frames_cost_nothing);
  tcase_add_loop_test (tc, test_dear_changes_are_rare, 0,
      G_N_ELEMENTS (rare_cases));
  tcase_add_test (tc, test_drains_are_apart);
  tcase_add_test (tc, test_key_frame_is_paid_for);
  tcase_add_test (tc, test_no_frame_is_skipped_unless_allowed);
  tcase_add_test (tc, test_cheap_encoder_owes_nothing);

  return s;
}

GST_CHECK_MAIN (encodercosts);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is set on encoders that GStreamer has, and that they follow it. */
#include "encodertest.h"
#include "fakeencoder.h"

/* Scaled noise takes whatever an encoder may have. The coarser it is, the less
 * it needs: openh264enc makes 850 kbit/s at least of blobs of 8x8. */
#define SOURCE "videotestsrc name=src pattern=snow num-buffers=%u ! " \
    "video/x-raw,format=I420,%s,framerate=30/1 ! " \
    "videoscale ! video/x-raw,width=320,height=240 ! "
#define FINE "width=40,height=30"
#define COARSE "width=16,height=12"

typedef struct
{
  const gchar *factory;
  const gchar *launch;
  const gchar *noise;
  guint settle_down, settle_up; /* frames until the mean is right */
} StepCase;

/* What the spec of each encoder can do when tuned, with some room: x264enc
 * with a small VBV needs 43 frames to go up. x265enc is dear to change: down after 0.8 s,
 * up in three steps that are 1 s apart, and pays for the key frame of each. */
static const StepCase step_cases[] = {
  {"x264enc", "x264enc name=enc speed-preset=superfast threads=1", FINE, 15,
      45},
  {"vp8enc", "vp8enc name=enc", FINE, 15, 15},
  {"vp9enc", "vp9enc name=enc", FINE, 15, 15},
  {"openh264enc", "openh264enc name=enc complexity=low", COARSE, 15, 15},
  {"x265enc", "x265enc name=enc speed-preset=ultrafast", FINE, 45, 110},
  {"theoraenc", "theoraenc name=enc", FINE, 30, 30},
  {"av1enc", "av1enc name=enc", FINE, 60, 60},
};

/* A row of the table of docs/research/encoders.md */
static void
print_row (const Rig * rig, const StepCase * c)
{
  g_print ("| `%s` | %.2f | %.2f, %u | %.2f, %u |\n", c->factory,
      rig_rate (rig, 60, 150) / 1e6,
      rig_rate (rig, 150 + c->settle_down, 300) / 1e6, c->settle_down,
      rig_rate (rig, 300 + c->settle_up, 450) / 1e6, c->settle_up);
}

static const GstEncoderSettings no_tune = {.no_tune = TRUE };
static const GstEncoderSettings latency = {.latency = TRUE };

GST_START_TEST (test_step_is_followed)
{
  const StepCase *c = &step_cases[__i__];
  Rig rig;

  if (!have (c->factory))
    return;
  rig_init (&rig, g_strdup_printf (SOURCE, 450, c->noise), c->launch);
  gst_encoder_control_set_target (rig.ctl, 2000000);
  rig.schedule[150] = 500000;
  rig.schedule[300] = 2000000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);

  fail_unless_equals_int (rig.n_out, 450);
  assert_rate (&rig, 60, 150, 2000000, 0.15);
  assert_rate (&rig, 150 + c->settle_down, 300, 500000, 0.15);
  assert_rate (&rig, 300 + c->settle_up, 450, 2000000, 0.15);
  if (g_getenv ("TABLE"))
    print_row (&rig, c);
  assert_told (&rig, 0, GST_ENCODER_CONTROL_FOUND, c->factory);
  fail_unless (rig.n_told == 1, "%s", rig.n_told > 1 ? rig.told[1].text : "");
  fail_unless (rig_follows (&rig));
  fail_unless_equals_uint64 (rig_stat (&rig, "frames-in"), 450);
  rig_clear (&rig);
}

GST_END_TEST;

/* What the user set stays, what exists and is untouched is set, and nothing
 * without tune-encoder. */
GST_START_TEST (test_tune_leaves_user_settings)
{
  Rig rig;

  if (!have ("vp8enc"))
    return;
  rig_init (&rig, g_strdup_printf (SMALL, 3), "vp8enc name=enc "
      "buffer-size=1000 deadline=5 end-usage=cq");
  gst_encoder_control_set_target (rig.ctl, 700000);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "enc", "buffer-size", "1000");
  assert_property (&rig, "enc", "deadline", "5");
  assert_property (&rig, "enc", "end-usage", "cq");
  assert_property (&rig, "enc", "buffer-initial-size", "100");
  assert_property (&rig, "enc", "cpu-used", "-8");
  assert_property (&rig, "enc", "target-bitrate", "700000");
  rig_clear (&rig);

  rig_init (&rig, g_strdup_printf (SMALL, 3), "vp8enc name=enc");
  gst_encoder_control_set_target (rig.ctl, 700000);
  gst_encoder_control_configure (rig.ctl, &no_tune);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "enc", "buffer-size", "6000");
  assert_property (&rig, "enc", "end-usage", "vbr");
  assert_property (&rig, "enc", "target-bitrate", "700000");
  rig_clear (&rig);
}

GST_END_TEST;

/* Half the buffer for a short delay, but not of those that the user has set. */
GST_START_TEST (test_tune_for_latency)
{
  static const struct
  {
    const gchar *factory, *property, *user, *expected;
  } cases[] = {
    {"x264enc", "vbv-buf-capacity", "", "60"},
    {"x264enc", "vbv-buf-capacity", "vbv-buf-capacity=90", "90"},
    {"vp8enc", "buffer-size", "", "75"},
    {"vp8enc", "buffer-size", "buffer-size=1000", "1000"},
    {"vp8enc", "buffer-initial-size", "buffer-size=1000", "50"},
    {"vp9enc", "buffer-optimal-size", "", "60"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gchar *encoder;
    Rig rig;

    if (!have (cases[i].factory))
      continue;
    encoder = g_strdup_printf ("%s name=enc %s", cases[i].factory,
        cases[i].user);
    rig_init (&rig, g_strdup_printf (SMALL, 3), encoder);
    gst_encoder_control_set_target (rig.ctl, 700000);
    gst_encoder_control_configure (rig.ctl, &latency);
    fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
    assert_property (&rig, "enc", cases[i].property, cases[i].expected);
    rig_clear (&rig);
    g_free (encoder);
  }
}

GST_END_TEST;

/* Found when it runs: what is safe while running is set by the next frame,
 * the rest is not (vp9enc would crash). */
GST_START_TEST (test_tune_while_running)
{
  Rig rig;

  if (!have ("vp9enc"))
    return;
  rig_init (&rig, g_strdup_printf (SMALL, 40), "vp9enc name=enc "
      "lag-in-frames=0 deadline=1");
  gst_encoder_control_set_target (rig.ctl, 400000);
  rig.find_at = 10;
  rig_run (&rig);
  assert_property (&rig, "enc", "end-usage", "cbr");
  assert_property (&rig, "enc", "buffer-size", "150");
  assert_property (&rig, "enc", "cpu-used", "0");
  assert_property (&rig, "enc", "target-bitrate", "400000");
  assert_told (&rig, 0, GST_ENCODER_CONTROL_FOUND, "already running");
  rig_clear (&rig);
}

GST_END_TEST;

static void
count_errors (GstDebugCategory * category, GstDebugLevel level,
    const gchar * file, const gchar * function, gint line, GObject * object,
    GstDebugMessage * message, gpointer data)
{
  if (level == GST_LEVEL_ERROR)
    g_atomic_int_inc ((gint *) data);
}

/* With GST_DEBUG=1 that would be an error of the user's. */
GST_START_TEST (test_audio_is_not_looked_at_as_video)
{
  gint errors = 0;
  Rig rig;

  rig_init_launch (&rig, "funnel name=f ! identity name=tx ! "
      "fakesink sync=false async=false "
      "audiotestsrc num-buffers=10 ! fakeaudioenc name=c ! f.");
  gst_debug_set_default_threshold (GST_LEVEL_ERROR);
  gst_debug_add_log_function (count_errors, &errors, NULL);
  gst_encoder_control_set_target (rig.ctl, 1100000);
  gst_encoder_control_find (rig.ctl, rig.pad);
  rig_run (&rig);
  gst_debug_remove_log_function (count_errors);
  fail_unless_equals_int (errors, 0);
  rig_clear (&rig);
}

GST_END_TEST;

/* Two video encoders get the same, after what the audio encoder makes. */
GST_START_TEST (test_share_of_several_encoders)
{
  guint a, b, audio, i;
  Rig rig;

  rig_init_launch (&rig, "funnel name=f ! identity name=tx ! "
      "fakesink sync=false async=false "
      "videotestsrc num-buffers=300 ! video/x-raw,format=I420,width=32,"
      "height=24,framerate=30/1 ! tee name=t "
      "t. ! queue ! fakedoubleenc name=a ! f. t. ! queue ! v4l2fakeenc name=b "
      "! f. audiotestsrc num-buffers=430 ! fakeaudioenc name=c ! f.");
  gst_encoder_control_set_target (rig.ctl, 1100000);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  /* Audio is not known yet. */
  g_object_get (rig_get (&rig, "a"), "bitrate", &a, NULL);
  fail_unless_equals_int (a, 550000);
  rig_run (&rig);

  g_object_get (rig_get (&rig, "c"), "bitrate", &audio, NULL);
  fail_unless_equals_int (audio, 100000);
  for (i = 0; i < 2; i++) {
    GstStructure *s = gst_encoder_control_get_stats (rig.ctl), *e;
    const GValue *array = gst_structure_get_value (s, "encoders");
    guint64 out;

    e = (GstStructure *) gst_value_get_structure (gst_value_array_get_value
        (array, i));
    fail_unless (gst_structure_get_uint64 (e, "output-bitrate", &out));
    /* 1.1 M - 0.1 M in two; the double one is corrected to it. */
    fail_unless (out > 425000 && out < 575000, "%" G_GUINT64_FORMAT, out);
    gst_structure_free (s);
  }
  b = fake_encoder_get_n_sets (rig_get (&rig, "c"));
  fail_unless_equals_int (b, 0);
  rig_clear (&rig);
}

GST_END_TEST;

static void
clear_when_told (GstEncoderControlEvent event, GstElement * encoder,
    const gchar * text, gpointer user_data)
{
  gst_encoder_control_clear (((Rig *) user_data)->ctl);
}

/* No lock is held: whoever is told may do what it likes. */
GST_START_TEST (test_notify_may_clear)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 60), "fakerefusingenc name=enc");
  rig.owner.notify = clear_when_told;
  gst_encoder_control_find (rig.ctl, rig.pad);
  rig.find_at = 5;
  rig.schedule[5] = 500000;
  rig_run (&rig);
  rig_clear (&rig);
}

GST_END_TEST;

static gpointer
meddle (gpointer data)
{
  Rig *rig = data;
  guint i;

  for (i = 0; i < 300; i++) {
    gst_encoder_control_set_target (rig->ctl, 200000 + 1000 * (i % 100));
    gst_encoder_control_find (rig->ctl, rig->pad);
    gst_structure_free (gst_encoder_control_get_stats (rig->ctl));
    gst_encoder_control_request_key_frame (rig->ctl, i);
    if (i % 3 == 0)
      gst_encoder_control_clear (rig->ctl);
  }
  return NULL;
}

static void
ignore_told (GstEncoderControlEvent event, GstElement * encoder,
    const gchar * text, gpointer user_data)
{
}

GST_START_TEST (test_from_many_threads)
{
  GThread *threads[2];
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 900), "fakekbitenc name=enc");
  rig.owner.notify = ignore_told;
  rig.owner.skip = on_skip;
  threads[0] = g_thread_new ("one", meddle, &rig);
  threads[1] = g_thread_new ("two", meddle, &rig);
  rig_run (&rig);
  g_thread_join (threads[0]);
  g_thread_join (threads[1]);
  rig_clear (&rig);
}

GST_END_TEST;

static Suite *
encodercontrol_suite (void)
{
  Suite *s = suite_create ("encodercontrol");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, register_fakes, NULL);
  tcase_add_loop_test (tc, test_step_is_followed, 0, G_N_ELEMENTS (step_cases));
  tcase_add_test (tc, test_tune_leaves_user_settings);
  tcase_add_test (tc, test_tune_for_latency);
  tcase_add_test (tc, test_tune_while_running);
  tcase_add_test (tc, test_audio_is_not_looked_at_as_video);
  tcase_add_test (tc, test_share_of_several_encoders);
  tcase_add_test (tc, test_notify_may_clear);
  tcase_add_test (tc, test_from_many_threads);

  return s;
}

GST_CHECK_MAIN (encodercontrol);

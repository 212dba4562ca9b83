/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which encoder screamsink takes, and what it tells of it; encoders of the test stand for
 * hardware. Each test has a process of its own, and registers what it needs. */
#include "screamsinktest.h"
#include "tests/check/elements/encoder/fakeencoder.h"

#define H264 "video/x-h264,stream-format=byte-stream,alignment=au"

#define FAKE_ENCODER(name, codec, ...) { \
  .factory = name, .klass = "Codec/Encoder/Video", .property = "bitrate", \
  .blurb = "kbit/s", .unit = 1000, .start = 300, .factor = 1.0, \
  .media = codec, __VA_ARGS__ }

/* The names are of rows of the table of encoders: va*enc, nvd3d11*enc, nvcuda*enc. */
static const FakeEncoder good_va = FAKE_ENCODER ("vafakeenc", H264);
static const FakeEncoder good_vp8 = FAKE_ENCODER ("nvcudafakevp8enc",
    "video/x-vp8");
static const FakeEncoder no_start = FAKE_ENCODER ("nvd3d11fakeenc", H264,
    .no_start = TRUE);
static const FakeEncoder no_frame = FAKE_ENCODER ("nvcudafakeenc", H264,
    .no_frame = TRUE);
static const FakeEncoder av1 = FAKE_ENCODER ("nvcudafakeav1enc",
    "video/x-av1");
static const FakeEncoder stranger = FAKE_ENCODER ("strangeenc", H264);

/* No encoder but those of the test. */
static void
remove_encoders (void)
{
  GstRegistry *registry = gst_registry_get ();
  GList *factories = gst_element_factory_list_get_elements
      (GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER, GST_RANK_NONE), *l;

  for (l = factories; l != NULL; l = l->next)
    gst_registry_remove_feature (registry, l->data);
  gst_plugin_feature_list_free (factories);
}

static GstElement *
start (const gchar * settings)
{
  GstElement *pipeline = launch (NULL,
      "videotestsrc is-live=true ! video/x-raw,width=160,height=120 ! "
      "screamsink name=s %s", settings);

  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  return pipeline;
}

/* NULL: none of these. Messages of other types are gone then. */
static GstMessage *
pop (GstElement * pipeline, GstMessageType type)
{
  return gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline), type);
}

static GstMessage *
pop_choice (GstElement * pipeline)
{
  GstMessage *message;

  while ((message = pop (pipeline, GST_MESSAGE_ELEMENT)) != NULL) {
    const GstStructure *s = gst_message_get_structure (message);

    if (gst_structure_has_name (s, "scream-encoder")
        && g_strcmp0 (gst_structure_get_string (s, "event"), "chosen") == 0)
      return message;
    gst_message_unref (message);
  }
  return NULL;
}

static void
assert_field (const GstStructure * s, const gchar * field, const gchar * words)
{
  const gchar *text = gst_structure_get_string (s, field);

  fail_unless (text != NULL && strstr (text, words) != NULL, "%s: %s", field,
      text);
}

/* @passed_over: words in the reasons, NULL: nothing was. */
static void
assert_chosen (const gchar * settings, const gchar * factory,
    const gchar * codec, const gchar * passed_over)
{
  GstElement *pipeline = start (settings);
  GstMessage *message = pop_choice (pipeline);
  const GstStructure *s;
  GstElement *encoder;

  fail_unless (message != NULL, "%s: nothing was chosen", settings);
  s = gst_message_get_structure (message);
  fail_unless_equals_string (gst_structure_get_string (s, "factory"), factory);
  fail_unless_equals_string (gst_structure_get_string (s, "codec"), codec);
  assert_field (s, "text", factory);
  assert_field (s, "reason", "works here");
  if (passed_over != NULL)
    assert_field (s, "passed-over", passed_over);
  else
    fail_unless_equals_string (gst_structure_get_string (s, "passed-over"), "");
  /* it is the one that is used, and none of the others is there */
  fail_unless (gst_structure_get (s, "encoder", GST_TYPE_ELEMENT, &encoder,
          NULL));
  fail_unless (gst_element_get_factory (encoder) ==
      gst_element_factory_find (factory));
  gst_object_unref (gst_element_get_factory (encoder));
  gst_object_unref (encoder);
  gst_message_unref (message);
  finish (pipeline);
}

/* A message of @type with @words, and @hint in its details. */
static void
assert_told (GstElement * pipeline, GstMessageType type, const gchar * words,
    const gchar * hint)
{
  GstMessage *message = pop (pipeline, type);
  GError *error;
  gchar *debug;

  fail_unless (message != NULL, "no message with %s", words);
  if (type == GST_MESSAGE_WARNING)
    gst_message_parse_warning (message, &error, &debug);
  else if (type == GST_MESSAGE_INFO)
    gst_message_parse_info (message, &error, &debug);
  else
    gst_message_parse_error (message, &error, &debug);
  fail_unless (strstr (error->message, words) != NULL, "%s", error->message);
  fail_unless (strstr (debug, hint) != NULL, "%s", debug);
  /* an error comes again with the caps */
  fail_unless (type == GST_MESSAGE_ERROR || pop (pipeline, type) == NULL);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
}

static void
assert_refused (const gchar * settings, const gchar * words, const gchar * hint)
{
  GstElement *pipeline = start (settings);

  assert_told (pipeline, GST_MESSAGE_ERROR, words, hint);
  finish (pipeline);
}

/* ---- our choice ---- */

GST_START_TEST (test_hardware_of_rank_none_wins)
{
  fake_encoder_register (&good_va);
  fake_encoder_register (&stranger);
  fail_unless_equals_int (gst_plugin_feature_get_rank (GST_PLUGIN_FEATURE
          (gst_element_factory_find ("vafakeenc"))), GST_RANK_NONE);
  assert_chosen ("", "vafakeenc", "H264", NULL);
}

GST_END_TEST;

/* Though more receivers decode what x264enc makes. */
GST_START_TEST (test_hardware_of_another_codec_wins)
{
  fake_encoder_register (&good_vp8);
  assert_chosen ("", "nvcudafakevp8enc", "VP8", NULL);
}

GST_END_TEST;

GST_START_TEST (test_what_does_not_work_is_passed_over)
{
  fake_encoder_register (&no_start);
  fake_encoder_register (&no_frame);
  fake_encoder_register (&good_va);
  assert_chosen ("", "vafakeenc", "H264",
      "nvd3d11fakeenc (does not start: No hardware.)");
  assert_chosen ("", "vafakeenc", "H264",
      "nvcudafakeenc (refuses a frame: Out of sessions.)");
}

GST_END_TEST;

/* The first of our order that is installed. */
GST_START_TEST (test_software)
{
  static const gchar *const order[] = { "x264enc", "openh264enc", "vp8enc" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (order); i++) {
    if (!has_elements (order[i], NULL))
      continue;
    assert_chosen ("", order[i], i < 2 ? "H264" : "VP8", NULL);
    gst_registry_remove_feature (gst_registry_get (),
        GST_PLUGIN_FEATURE (gst_element_factory_find (order[i])));
  }
}

GST_END_TEST;

/* Of an info gst-launch prints the details only. */
GST_START_TEST (test_one_info)
{
  GstElement *pipeline;

  fake_encoder_register (&good_va);
  pipeline = start ("");
  assert_told (pipeline, GST_MESSAGE_INFO, "Encoding H264 with vafakeenc",
      "Encoding H264 with vafakeenc");
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_none)
{
  remove_encoders ();
  fake_encoder_register (&no_start);
  assert_refused ("", "no video encoder", "gstreamer1.0-plugins-ugly");
  assert_refused ("", "no video encoder", "nvd3d11fakeenc (does not start");
}

GST_END_TEST;

/* ---- codec ---- */

GST_START_TEST (test_codec)
{
  fake_encoder_register (&good_va);
  fake_encoder_register (&good_vp8);
  assert_chosen ("", "vafakeenc", "H264", NULL);
  assert_chosen ("codec=vp8", "nvcudafakevp8enc", "VP8", NULL);
  assert_chosen ("codec=h264", "vafakeenc", "H264", NULL);
  if (has_elements ("vp9enc", NULL))
    assert_chosen ("codec=vp9", "vp9enc", "VP9", NULL);
  assert_refused ("codec=jpeg", "codec=jpeg", "property \"codec\"");
  assert_refused ("codec=jpeg", "does not encode", "jpegenc");
}

GST_END_TEST;

GST_START_TEST (test_missing_payloader)
{
  GstPluginFeature *payloader = gst_registry_lookup_feature
      (gst_registry_get (), "rtpav1pay");

  if (payloader != NULL)
    gst_registry_remove_feature (gst_registry_get (), payloader);
  gst_clear_object (&payloader);
  remove_encoders ();
  fake_encoder_register (&av1);
  assert_refused ("codec=av1", "codec=av1",
      "needs rtpav1pay, which is not installed: gst-plugins-rs");
}

GST_END_TEST;

/* ---- a list ---- */

GST_START_TEST (test_list)
{
  fake_encoder_register (&good_va);
  fake_encoder_register (&good_vp8);
  fake_encoder_register (&no_start);
  fake_encoder_register (&stranger);
  assert_chosen ("encoder=nvcudafakevp8enc,vafakeenc", "nvcudafakevp8enc",
      "VP8", NULL);
  assert_chosen ("encoder=\"nvd3d11fakeenc, vafakeenc\"", "vafakeenc", "H264",
      "nvd3d11fakeenc (does not start");
  assert_chosen ("encoder=nvcudafakevp8enc,vafakeenc codec=h264", "vafakeenc",
      "H264", "nvcudafakevp8enc (has no output for codec=h264");
  /* the table need not know it */
  assert_chosen ("encoder=strangeenc", "strangeenc", "H264", NULL);
}

GST_END_TEST;

/* An encoder that the table knows is one of another machine; any other name is a
 * mistake, but does not stop those behind it. */
GST_START_TEST (test_unknown_names)
{
  GstElement *pipeline;

  fake_encoder_register (&good_va);
  assert_chosen ("encoder=nvh264fakeenc,vafakeenc", "vafakeenc", "H264",
      "nvh264fakeenc (is not installed)");
  pipeline = start ("encoder=nvh264fakeenc,vafakeenc");
  fail_unless (pop (pipeline, GST_MESSAGE_WARNING) == NULL);
  finish (pipeline);

  pipeline = start ("encoder=vafakeencoder,vafakeenc");
  assert_told (pipeline, GST_MESSAGE_WARNING,
      "encoder=vafakeencoder,vafakeenc: vafakeencoder is not the name",
      "gst-inspect-1.0");
  finish (pipeline);
  pipeline = start ("encoder=identity,vafakeenc");
  assert_told (pipeline, GST_MESSAGE_WARNING, "identity is not a video encoder",
      "encoder=nvh264enc,x264enc");
  finish (pipeline);
  assert_refused ("encoder=nvh264fakeenc", "encoder=nvh264fakeenc",
      "property \"encoder\"");
}

GST_END_TEST;

/* ---- what the application is asked ---- */

typedef struct
{
  gboolean answer;
  guint n_setups, n_changes;
  GstElement *encoder;
} Application;

static gboolean
on_setup (GstElement * sink, const gchar * receiver, const gchar * pad,
    GstElement * encoder, Application * application)
{
  GstState state;

  fail_unless_equals_string (receiver, "127.0.0.1:5000");
  fail_unless_equals_string (pad, "sink");
  gst_element_get_state (encoder, &state, NULL, 0);
  fail_unless_equals_int (state, GST_STATE_NULL);
  g_object_set (encoder, "key-int-max", 7, NULL);
  application->n_setups++;
  application->encoder = encoder;
  return application->answer;
}

static gboolean
on_changing (GstElement * sink, GstElement * encoder, GstPad * pad,
    guint bitrate, Application * application)
{
  fail_unless (GST_PAD_PARENT (pad) == sink);
  fail_unless (encoder == application->encoder);
  g_atomic_int_inc (&application->n_changes);
  return FALSE;
}

/* It is asked before the start; if it says so, its settings are left alone. */
static void
assert_asked (gboolean answer, guint key_int_max, guint speed)
{
  Application application = { answer, 0, 0, NULL };
  GstElement *pipeline = launch (NULL, VIDEO " ! screamsink name=s");
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  guint distance, preset;

  g_signal_connect (sink, "encoder-setup", G_CALLBACK (on_setup), &application);
  g_signal_connect (sink, "encoder-bitrate-changing",
      G_CALLBACK (on_changing), &application);
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  fail_unless_equals_int (application.n_setups, 1);
  fail_unless (g_atomic_int_get (&application.n_changes) > 0);
  g_object_get (application.encoder, "key-int-max", &distance, "speed-preset",
      &preset, NULL);
  fail_unless_equals_int (distance, key_int_max);
  fail_unless_equals_int (preset, speed);
  gst_object_unref (sink);
  finish (pipeline);
}

GST_START_TEST (test_encoder_setup)
{
  if (!has_elements ("x264enc", NULL))
    return;
  assert_asked (TRUE, 7, 6);    /* medium, the encoder's own */
  assert_asked (FALSE, 120, 2); /* superfast, as test_encoder_is_set_up */
}

GST_END_TEST;

static GstStructure *
on_split (GstElement * sink, guint total, const GstStructure * bitrates,
    gint * n_calls)
{
  guint share;

  /* the names of our own pads; they are active with their first packet */
  if (gst_structure_n_fields (bitrates) < 2)
    return NULL;
  fail_unless (gst_structure_get_uint (bitrates, "sink", &share));
  fail_unless (gst_structure_get_uint (bitrates, "sink_0", &share));
  g_atomic_int_inc (n_calls);
  return gst_structure_new ("scream-stream-bitrates",
      "sink", G_TYPE_UINT, total / 5, "sink_0", G_TYPE_UINT, total / 5 * 4,
      NULL);
}

static guint64
target_of (GstElement * sink, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (sink, name);
  guint bitrate;

  g_object_get (pad, "estimated-bitrate", &bitrate, NULL);
  gst_object_unref (pad);
  return bitrate;
}

GST_START_TEST (test_split_bitrate)
{
  GstElement *pipeline = launch (NULL, "screamvideosrc ! screamsink name=s "
      "initial-bitrate=2000000 controller=fixed screamvideosrc ! s.");
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  gint64 end = g_get_monotonic_time () + PATIENCE;
  gint n_calls = 0;
  gdouble ratio = 0;

  g_signal_connect (sink, "split-bitrate", G_CALLBACK (on_split), &n_calls);
  play (pipeline);
  /* 4, but for the headers, which are a larger part of the smaller one */
  while ((ratio < 3.5 || ratio > 4.5) && g_get_monotonic_time () < end) {
    guint64 small = target_of (sink, "sink");

    ratio = small > 0 ? (gdouble) target_of (sink, "sink_0") / small : 0;
    g_usleep (1000);
  }
  fail_unless (ratio >= 3.5 && ratio <= 4.5, "%f", ratio);
  fail_unless (g_atomic_int_get (&n_calls) > 0);
  finish (pipeline);
  gst_object_unref (sink);
}

GST_END_TEST;

static Suite *
screamsinkchoice_suite (void)
{
  Suite *s = suite_create ("screamsinkchoice");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_hardware_of_rank_none_wins);
  tcase_add_test (tc, test_hardware_of_another_codec_wins);
  tcase_add_test (tc, test_what_does_not_work_is_passed_over);
  tcase_add_test (tc, test_software);
  tcase_add_test (tc, test_one_info);
  tcase_add_test (tc, test_none);
  tcase_add_test (tc, test_codec);
  tcase_add_test (tc, test_missing_payloader);
  tcase_add_test (tc, test_list);
  tcase_add_test (tc, test_unknown_names);
  tcase_add_test (tc, test_encoder_setup);
  tcase_add_test (tc, test_split_bitrate);

  return s;
}

GST_CHECK_MAIN (screamsinkchoice);

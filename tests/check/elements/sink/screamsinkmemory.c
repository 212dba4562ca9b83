/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures in the memory of hardware: which encoder screamsink takes, and what it puts in
 * front of it.  Encoders and converters of the test stand for hardware; each test has a
 * process of its own, and registers what it needs. */
#include "screamsinktest.h"
#include "tests/check/elements/encoder/fakeencoder.h"

#define H264 "video/x-h264,stream-format=byte-stream,alignment=au"
#define PICTURE "width=160,height=120,framerate=30/1,format=NV12"
#define IN(memory) "video/x-raw(" memory ")," PICTURE

#define FAKE_ENCODER(name, caps, ...) { \
  .factory = name, .klass = "Codec/Encoder/Video", .property = "bitrate", \
  .blurb = "kbit/s", .unit = 1000, .start = 300, .factor = 1.0, \
  .media = H264, .takes = caps, __VA_ARGS__ }

/* The names are of rows of the table of encoders: va*enc, nvv4l2*enc. */
static const FakeEncoder va = FAKE_ENCODER ("vafakeenc",
    "video/x-raw(memory:VAMemory); video/x-raw");
static const FakeEncoder broken_va = FAKE_ENCODER ("vabrokenfakeenc",
    "video/x-raw(memory:VAMemory)",.no_start = TRUE);
static const FakeEncoder system_only = FAKE_ENCODER ("vaplainfakeenc",
    "video/x-raw");
static const FakeEncoder jetson = FAKE_ENCODER ("nvv4l2fakeenc",
    "video/x-raw(memory:NVMM)");

static GstStaticPadTemplate any_sink = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
static GstStaticPadTemplate any_src = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static void
converter_class_init (gpointer klass, gpointer data)
{
  gst_element_class_add_static_pad_template (klass, &any_sink);
  gst_element_class_add_static_pad_template (klass, &any_src);
  gst_element_class_set_metadata (klass, "Fake", "Filter/Converter/Video",
      "Takes and gives any memory", "test");
}

static void
converter_init (GTypeInstance * instance, gpointer klass)
{
  gst_element_add_pad (GST_ELEMENT (instance),
      gst_pad_new_from_static_template (&any_sink, "sink"));
  gst_element_add_pad (GST_ELEMENT (instance),
      gst_pad_new_from_static_template (&any_src, "src"));
}

static void
register_converter (const gchar * name)
{
  gchar *type_name = g_strconcat ("Fake-", name, NULL);
  GType type = g_type_register_static_simple (GST_TYPE_ELEMENT, type_name,
      sizeof (GstElementClass), converter_class_init, sizeof (GstElement),
      converter_init, 0);

  fail_unless (gst_element_register (NULL, name, GST_RANK_NONE, type));
  g_free (type_name);
}

static void
remove_encoders (void)
{
  GList *factories = gst_element_factory_list_get_elements
      (GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER, GST_RANK_NONE), *l;

  for (l = factories; l != NULL; l = l->next)
    gst_registry_remove_feature (gst_registry_get (), l->data);
  gst_plugin_feature_list_free (factories);
}

static GstElement *
start (const gchar * caps)
{
  GstElement *pipeline = launch (NULL,
      "appsrc is-live=true format=time ! capsfilter caps=\"%s\" ! screamsink name=s",
      caps);

  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  return pipeline;
}

/* Is there an element of that factory in the sink? */
static gboolean
has (GstElement * pipeline, const gchar * factory)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  GstIterator *it = gst_bin_iterate_elements (GST_BIN (sink));
  GValue item = G_VALUE_INIT;
  gboolean found = FALSE;

  while (gst_iterator_next (it, &item) == GST_ITERATOR_OK) {
    GstElement *element = g_value_get_object (&item);

    found |= g_strcmp0 (GST_OBJECT_NAME (gst_element_get_factory (element)),
        factory) == 0;
    g_value_reset (&item);
  }
  gst_iterator_free (it);
  gst_object_unref (sink);
  return found;
}

static void
assert_error (GstElement * pipeline, const gchar * words, const gchar * hint)
{
  GstMessage *message = gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline),
      GST_MESSAGE_ERROR);
  GError *error;
  gchar *debug;

  fail_unless (message != NULL, "no error with %s", words);
  gst_message_parse_error (message, &error, &debug);
  fail_unless (strstr (error->message, words) != NULL, "%s", error->message);
  fail_unless (strstr (debug, hint) != NULL, "%s", debug);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
}

/* ---- pictures in that memory ---- */

GST_START_TEST (test_encoder_of_the_memory)
{
  GstElement *pipeline;

  remove_encoders ();
  fake_encoder_register (&va);
  pipeline = start (IN ("memory:VAMemory"));
  fail_unless (has (pipeline, "vafakeenc"));
  fail_unless (!has (pipeline, "videoconvert"));
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_converter_of_the_memory)
{
  GstElement *pipeline;

  remove_encoders ();
  fake_encoder_register (&va);
  register_converter ("vapostproc");
  pipeline = start (IN ("memory:VAMemory"));
  fail_unless (has (pipeline, "vafakeenc"));
  fail_unless (has (pipeline, "vapostproc"));
  fail_unless (!has (pipeline, "videoconvert"));
  finish (pipeline);
}

GST_END_TEST;

/* Those that cannot take them, or do not start, are passed over. */
GST_START_TEST (test_copied_for_another_encoder)
{
  GstElement *pipeline;

  remove_encoders ();
  fake_encoder_register (&broken_va);
  fake_encoder_register (&system_only);
  register_converter ("vapostproc");
  pipeline = start (IN ("memory:VAMemory"));
  fail_unless (has (pipeline, "vaplainfakeenc"));
  fail_unless (!has (pipeline, "vabrokenfakeenc"));
  fail_unless (has (pipeline, "vapostproc"));
  fail_unless (has (pipeline, "videoconvert"));
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_no_element_to_copy)
{
  GstElement *pipeline;

  remove_encoders ();
  fake_encoder_register (&system_only);
  pipeline = start (IN ("memory:GLMemory"));
  if (!has_elements ("gldownload", NULL))
    assert_error (pipeline, "\"gldownload\"", "gstreamer1.0-gl");
  finish (pipeline);
  pipeline = start (IN ("memory:NVMM"));
  assert_error (pipeline, "memory:NVMM, which no installed encoder accepts, "
      "and there is no element \"nvvidconv\"", "nvidia-l4t-gstreamer");
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_memory_that_nobody_knows)
{
  GstElement *pipeline;

  remove_encoders ();
  fake_encoder_register (&system_only);
  pipeline = start (IN ("memory:Thing"));
  assert_error (pipeline, "accepts the memory of the pictures",
      "before screamsink");
  finish (pipeline);
}

GST_END_TEST;

/* ---- pictures of the system, encoders of other memory ---- */

GST_START_TEST (test_copied_to_the_encoder)
{
  GstElement *pipeline;

  remove_encoders ();
  fake_encoder_register (&jetson);
  register_converter ("nvvidconv");
  pipeline = start ("video/x-raw," PICTURE);
  fail_unless (has (pipeline, "nvv4l2fakeenc"));
  fail_unless (has (pipeline, "nvvidconv"));
  finish (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_no_element_to_copy_to_the_encoder)
{
  GstElement *pipeline;

  remove_encoders ();
  fake_encoder_register (&jetson);
  fake_encoder_register (&system_only);
  pipeline = start ("video/x-raw," PICTURE);
  fail_unless (!has (pipeline, "nvv4l2fakeenc"));
  fail_unless (has (pipeline, "vaplainfakeenc"));
  finish (pipeline);
}

GST_END_TEST;

/* Who has both is asked for the system's. */
GST_START_TEST (test_source_of_both)
{
  GstElement *sink = gst_element_factory_make ("screamsink", NULL);
  GstPad *pad = gst_element_get_static_pad (sink, "sink");
  GstCaps *both = gst_caps_from_string ("video/x-raw(memory:DMABuf); "
      "video/x-raw");
  GstCaps *one = gst_caps_from_string ("video/x-raw(memory:DMABuf)");
  GstCaps *caps = gst_pad_query_caps (pad, both);

  fail_unless_equals_int (gst_caps_get_size (caps), 2);
  fail_unless (!gst_caps_can_intersect (caps, one), "%" GST_PTR_FORMAT, caps);
  gst_caps_unref (caps);
  caps = gst_pad_query_caps (pad, one);
  fail_unless (gst_caps_is_equal (caps, one), "%" GST_PTR_FORMAT, caps);
  gst_caps_unref (caps);
  gst_caps_unref (one);
  gst_caps_unref (both);
  gst_object_unref (pad);
  gst_object_unref (sink);
}

GST_END_TEST;

static Suite *
screamsinkmemory_suite (void)
{
  Suite *s = suite_create ("screamsinkmemory");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_encoder_of_the_memory);
  tcase_add_test (tc, test_converter_of_the_memory);
  tcase_add_test (tc, test_copied_for_another_encoder);
  tcase_add_test (tc, test_no_element_to_copy);
  tcase_add_test (tc, test_memory_that_nobody_knows);
  tcase_add_test (tc, test_copied_to_the_encoder);
  tcase_add_test (tc, test_no_element_to_copy_to_the_encoder);
  tcase_add_test (tc, test_source_of_both);
  return s;
}

GST_CHECK_MAIN (screamsinkmemory);

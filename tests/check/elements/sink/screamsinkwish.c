/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* adapt: which of its pictures a camera is asked for at a start */
#include "screamsinktest.h"

#include <gst/base/gstbasesrc.h>

#define CAPS_TIME (10 * G_USEC_PER_SEC)

#define SIZE(width, height) \
    "video/x-raw,format=I420,width=" #width ",height=" #height
/* As v4l2src lists them: the best first. */
#define SIZES SIZE (1920, 1080) ",framerate={30/1,15/1};" \
    SIZE (1280, 720) ",framerate={60/1,30/1};" \
    SIZE (640, 360) ",framerate=30/1;" SIZE (160, 90) ",framerate=30/1"
#define RANGE "video/x-raw,format=I420,width=[16,3840],height=[16,2160]," \
    "framerate=[1/1,60/1]"
#define LISTS "video/x-raw,format=I420,width={1280,640,320}," \
    "height={720,360,180},framerate=30/1"

typedef struct
{
  const gchar *camera, *properties;
  gint width, height;           /* of what is taken, in its range */
  gint framerate;               /* at most; 0: not limited */
} Wish;

/* At 0.04 bits for a pixel 1.5 Mbit/s is 37.5 Mpixel in a second: 720 lines at 40 frames. */
static const Wish wishes[] = {
  {SIZES, "adapt=auto", 1920, 1080, 30},
  {SIZES, "adapt=auto max-bitrate=1500000", 1280, 720, 30},
  {SIZES, "adapt=auto max-bitrate=4000000", 1920, 1080, 30},
  {SIZES, "adapt=auto max-bitrate=300000", 640, 360, 30},
  /* The smallest that shows something, though it does not fit. */
  {SIZES, "adapt=auto max-bitrate=100000", 640, 360, 30},
  {SIZES, "adapt=resolution max-bitrate=1500000", 1280, 720, 60},
  {SIZES, "adapt=none max-bitrate=1500000", 1920, 1080, 30},
  {SIZES, "max-bitrate=1500000", 1920, 1080, 30},
  {SIZES, "goal=latency max-bitrate=1500000", 1280, 720, 30},
  /* 1 Mbit/s: twelve frames in a second of 1080 lines. */
  {SIZES, "adapt=framerate max-bitrate=1300000", 1920, 1080, 15},
  /* The rate of a start may grow, but not that of one that stays. */
  {SIZES, "adapt=auto initial-bitrate=300000", 1920, 1080, 30},
  {SIZES, "adapt=auto initial-bitrate=300000 controller=fixed", 640, 360, 30},
  {LISTS, "adapt=auto max-bitrate=300000", 640, 360, 30},
  {RANGE, "adapt=auto max-bitrate=1000000", 1216, 684, 30},
  /* One size: it stays. */
  {SIZE (1920, 1080) ",framerate=30/1", "adapt=auto max-bitrate=300000", 1920,
      1080, 30},
  {"image/jpeg,width=1920,height=1080;image/jpeg,width=640,height=360",
      "adapt=auto max-bitrate=300000", 640, 360, 0},
};

/* The largest of a number, a list or a range. */
static gint
largest (const GstStructure * s, const gchar * field)
{
  const GValue *value = gst_structure_get_value (s, field);
  gint most = 0;
  guint i;

  if (G_VALUE_HOLDS_INT (value))
    return g_value_get_int (value);
  if (GST_VALUE_HOLDS_INT_RANGE (value))
    return gst_value_get_int_range_max (value);
  for (i = 0; i < gst_value_list_get_size (value); i++)
    most = MAX (most, g_value_get_int (gst_value_list_get_value (value, i)));
  return most;
}

static GstCaps *
ask (const gchar * camera, const gchar * properties)
{
  gchar *line = g_strdup_printf ("screamsink %s", properties);
  GstElement *sink = gst_parse_launch (line, NULL);
  GstPad *pad = gst_element_get_static_pad (sink, "sink");
  GstCaps *offered = gst_caps_from_string (camera);
  GstCaps *caps = gst_pad_query_caps (pad, offered);

  fail_unless (gst_caps_is_subset (offered, caps), "%s: something is refused",
      properties);
  gst_caps_unref (offered);
  gst_object_unref (pad);
  gst_object_unref (sink);
  g_free (line);
  return caps;
}

GST_START_TEST (test_wish_is_first)
{
  const Wish *wish = &wishes[__i__];
  GstCaps *caps = ask (wish->camera, wish->properties);
  GstStructure *first = gst_caps_get_structure (caps, 0);
  GstStructure *most = gst_structure_copy (first);
  gchar *text = gst_structure_to_string (first);
  gint n = 0, d = 1;

  fail_unless (largest (first, "width") == wish->width
      && largest (first, "height") == wish->height, "%s: %s",
      wish->properties, text);
  if (wish->framerate > 0) {
    gst_structure_fixate_field_nearest_fraction (most, "framerate", 120, 1);
    gst_structure_get_fraction (most, "framerate", &n, &d);
    fail_unless (n == wish->framerate * d, "%s: %s", wish->properties, text);
  }
  g_free (text);
  gst_structure_free (most);
  gst_caps_unref (caps);
}

GST_END_TEST;

/* v4l2src asks without a filter, and takes the size that is next to the first. */
GST_START_TEST (test_wish_without_an_offer)
{
  GstElement *sink = gst_parse_launch ("screamsink adapt=auto "
      "max-bitrate=1000000", NULL);
  GstPad *pad = gst_element_get_static_pad (sink, "sink");
  GstCaps *caps = gst_pad_query_caps (pad, NULL);
  GstStructure *s = gst_caps_get_structure (caps, 0);

  fail_unless (gst_structure_has_name (s, "video/x-raw"));
  fail_unless_equals_int (largest (s, "width"), 1216);
  fail_unless_equals_int (largest (s, "height"), 684);
  gst_caps_unref (caps);
  gst_object_unref (pad);
  gst_object_unref (sink);
}

GST_END_TEST;

GST_START_TEST (test_wish_of_one_stream)
{
  GstElement *sink = gst_parse_launch ("screamsink adapt=auto", NULL);
  GstPad *pad = gst_element_get_static_pad (sink, "sink");
  GstCaps *offered = gst_caps_from_string (SIZES), *caps;

  g_object_set (pad, "max-bitrate", 300000, NULL);
  caps = gst_pad_query_caps (pad, offered);
  fail_unless_equals_int (largest (gst_caps_get_structure (caps, 0), "width"),
      640);
  gst_caps_unref (caps);
  gst_caps_unref (offered);
  gst_object_unref (pad);
  gst_object_unref (sink);
}

GST_END_TEST;

/* ---- a camera ---- */

/* videotestsrc has any size; this one is it with those of a camera. */
static GstCaps *
camera_get_caps (GstBaseSrc * src, GstCaps * filter)
{
  GstCaps *sizes = gst_caps_from_string (SIZES), *both;

  if (filter == NULL)
    return sizes;
  both = gst_caps_intersect_full (filter, sizes, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref (sizes);
  return both;
}

static void
camera_class_init (gpointer klass, gpointer data)
{
  GST_BASE_SRC_CLASS (klass)->get_caps = camera_get_caps;
}

static void
register_camera (void)
{
  GstElement *pattern = gst_element_factory_make ("videotestsrc", NULL);
  GTypeQuery parent;
  GType type;

  g_type_query (G_OBJECT_TYPE (pattern), &parent);
  type = g_type_register_static_simple (parent.type, "FakeCamera",
      parent.class_size, camera_class_init, parent.instance_size, NULL, 0);
  fail_unless (gst_element_register (NULL, "fakecamera", GST_RANK_NONE, type));
  gst_object_unref (pattern);
}

typedef struct
{
  GMutex lock;
  GCond cond;
  gint height;
} Taken;

static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  Taken *taken = user_data;
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  gst_event_parse_caps (event, &caps);
  g_mutex_lock (&taken->lock);
  gst_structure_get_int (gst_caps_get_structure (caps, 0), "height",
      &taken->height);
  g_cond_signal (&taken->cond);
  g_mutex_unlock (&taken->lock);
  return GST_PAD_PROBE_OK;
}

/* What a source that has all of these sizes makes in the end. */
static gint
take (const gchar * line)
{
  gint64 end = g_get_monotonic_time () + CAPS_TIME;
  GstElement *pipeline = launch (NULL, "%s", line);
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  GstPad *pad = gst_element_get_static_pad (sink, "sink");
  Taken taken = { 0 };

  g_mutex_init (&taken.lock);
  g_cond_init (&taken.cond);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_event, &taken,
      NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_mutex_lock (&taken.lock);
  while (taken.height == 0)
    fail_unless (g_cond_wait_until (&taken.cond, &taken.lock, end));
  g_mutex_unlock (&taken.lock);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pad);
  gst_object_unref (sink);
  gst_object_unref (pipeline);
  g_mutex_clear (&taken.lock);
  g_cond_clear (&taken.cond);
  return taken.height;
}

#define CAMERA "fakecamera is-live=true ! "
#define SINK "screamsink name=s host=127.0.0.1 port=9 encoder=vp8enc " \
    "max-bitrate=1500000 adapt="

GST_START_TEST (test_wish_is_taken)
{
  fail_unless_equals_int (take (CAMERA SINK "none"), 1080);
  fail_unless_equals_int (take (CAMERA SINK "auto"), 720);
  fail_unless_equals_int (take (CAMERA "queue ! " SINK "auto"), 720);
  /* What a user says wins. */
  fail_unless_equals_int (take (CAMERA "video/x-raw,height=1080 ! " SINK
          "auto"), 1080);
  fail_unless_equals_int (take (CAMERA "capsfilter caps=\"" SIZES "\" ! " SINK
          "auto"), 1080);
}

GST_END_TEST;

static Suite *
screamsinkwish_suite (void)
{
  Suite *s = suite_create ("screamsinkwish");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_checked_fixture (tc, register_camera, NULL);
  tcase_add_loop_test (tc, test_wish_is_first, 0, G_N_ELEMENTS (wishes));
  tcase_add_test (tc, test_wish_without_an_offer);
  tcase_add_test (tc, test_wish_of_one_stream);
  tcase_add_test (tc, test_wish_is_taken);
  return s;
}

GST_CHECK_MAIN (screamsinkwish);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsink adapt: pictures become smaller and fewer, and screamsrc shows them. */
#include "pipelinetest.h"

/* What comes later does not come. */
#define PATIENCE (30 * GST_SECOND)

/* At 30 frames in a second and 0.04 bits for a pixel: 276 kbit/s, and 69 for 320x180. */
/* All of it moves: what stands still counts less. */
#define CAMERA "videotestsrc name=camera is-live=true pattern=zone-plate kx2=20 " \
    "ky2=20 kt=5 ! video/x-raw,width=640,height=360,framerate=30/1"
#define SENDER CAMERA " ! screamsink name=s host=127.0.0.1 port=%u encoder=x264enc " \
    "controller=fixed initial-bitrate=%u adapt=%s"
#define RECEIVER "screamsrc port=%u ! video/x-raw ! " \
    "fakesink name=out sync=false async=false signal-handoffs=true"

typedef struct
{
  GMutex lock;
  GCond cond;
  gint height;
  guint n_changes, frames;      /* frames since the last change */
} Shown;

static void
on_frame (GstElement * sink, GstBuffer * buffer, GstPad * pad, Shown * shown)
{
  GstCaps *caps = gst_pad_get_current_caps (pad);
  gint height = 0;

  gst_structure_get_int (gst_caps_get_structure (caps, 0), "height", &height);
  gst_caps_unref (caps);
  g_mutex_lock (&shown->lock);
  if (height != shown->height) {
    shown->n_changes++;
    shown->frames = 0;
  }
  shown->height = height;
  shown->frames++;
  g_cond_signal (&shown->cond);
  g_mutex_unlock (&shown->lock);
}

static void
wait_for (Shown * shown, gint height, guint frames)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / 1000;

  g_mutex_lock (&shown->lock);
  while (shown->height != height || shown->frames < frames)
    fail_unless (g_cond_wait_until (&shown->cond, &shown->lock, end),
        "%u frames of %d lines, not %d", shown->frames, shown->height, height);
  g_mutex_unlock (&shown->lock);
}

static void
assert_silent (GstElement * pipeline, GstMessageType types)
{
  GstMessage *message =
      gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline), types);

  fail_unless (message == NULL, "%" GST_PTR_FORMAT, message);
}

static GstElement *
launch_receiver (guint16 port, Shown * shown)
{
  GstElement *receiver = launch (RECEIVER, port);

  memset (shown, 0, sizeof (*shown));
  g_mutex_init (&shown->lock);
  g_cond_init (&shown->cond);
  g_signal_connect (get (receiver, "out"), "handoff", G_CALLBACK (on_frame),
      shown);
  play (receiver);
  return receiver;
}

/* Caps of what goes into the encoder; NULL: nothing did. */
static GstStructure *
encoder_caps (GstElement * sender)
{
  GstIterator *all = gst_bin_iterate_recurse (GST_BIN (sender));
  GValue item = G_VALUE_INIT;
  GstStructure *found = NULL;

  while (found == NULL && gst_iterator_next (all, &item) == GST_ITERATOR_OK) {
    GstElement *element = g_value_get_object (&item);
    GstElementFactory *factory = gst_element_get_factory (element);

    if (factory != NULL && gst_element_factory_list_is_type (factory,
            GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER)) {
      GstPad *pad = gst_element_get_static_pad (element, "sink");
      GstCaps *caps = gst_pad_get_current_caps (pad);

      if (caps != NULL)
        found = gst_structure_copy (gst_caps_get_structure (caps, 0));
      gst_clear_caps (&caps);
      gst_object_unref (pad);
    }
    g_value_unset (&item);
  }
  gst_iterator_free (all);
  return found;
}

static void
assert_encoded (GstElement * sender, gint width, gint height, gint rate)
{
  GstStructure *caps = encoder_caps (sender);
  gint w = 0, h = 0, n = 0, d = 1;

  fail_unless (caps != NULL);
  gst_structure_get (caps, "width", G_TYPE_INT, &w, "height", G_TYPE_INT, &h,
      "framerate", GST_TYPE_FRACTION, &n, &d, NULL);
  fail_unless_equals_int (w, width);
  fail_unless_equals_int (h, height);
  fail_unless_equals_int (n, rate * d);
  gst_structure_free (caps);
}

/* The camera's own picture is the user's. */
static void
assert_camera_unchanged (GstElement * sender)
{
  GstPad *pad = gst_element_get_static_pad (get (sender, "camera"), "src");
  GstCaps *caps = gst_pad_get_current_caps (pad);
  gint height = 0;

  gst_structure_get_int (gst_caps_get_structure (caps, 0), "height", &height);
  fail_unless_equals_int (height, 360);
  gst_caps_unref (caps);
  gst_object_unref (pad);
}

/* Half of the size after 2 s, the whole again after 10 s of a high rate, and each is
 * shown. */
GST_START_TEST (test_smaller_and_back)
{
  guint16 port = free_port ();
  GstElement *receiver, *sender;
  Shown shown;

  if (!has_elements ("screamsrc", "x264enc", "avdec_h264", "videoscale", NULL))
    return;
  receiver = launch_receiver (port, &shown);
  sender = launch (SENDER, port, 150000, "auto");
  play (sender);
  wait_for (&shown, 360, 10);
  wait_for (&shown, 180, 20);
  assert_encoded (sender, 320, 180, 30);
  assert_camera_unchanged (sender);
  g_object_set (get (sender, "s"), "min-bitrate", 3000000, NULL);
  wait_for (&shown, 360, 20);
  assert_encoded (sender, 640, 360, 30);
  fail_unless_equals_int (shown.n_changes, 3);
  assert_silent (sender, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
  assert_silent (receiver, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* There are bits enough for each pixel, by their number: the encoder needs more. Noise of
 * this size is 6 Mbit/s to vp8enc at its coarsest quantizer. */
GST_START_TEST (test_encoder_that_makes_too_much)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / 1000;
  GstElement *sender;
  gint height = 360;

  if (!has_elements ("vp8enc", "videoscale", NULL))
    return;
  sender = launch ("videotestsrc is-live=true pattern=snow ! video/x-raw,"
      "width=640,height=360,framerate=30/1 ! screamsink host=127.0.0.1 port=%u "
      "encoder=vp8enc controller=fixed initial-bitrate=600000 adapt=auto",
      free_port ());
  play (sender);
  while (height == 360 && g_get_monotonic_time () < end) {
    GstStructure *caps = encoder_caps (sender);

    if (caps != NULL)
      gst_structure_get_int (caps, "height", &height);
    gst_clear_structure (&caps);
    g_usleep (50 * G_TIME_SPAN_MILLISECOND);
  }
  fail_unless_equals_int (height, 270);
  finish (sender);
}

GST_END_TEST;

/* Fewer frames reach the encoder, which is told so. */
GST_START_TEST (test_fewer)
{
  guint16 port = free_port ();
  GstElement *receiver, *sender;
  Shown shown;
  gint64 start;

  if (!has_elements ("screamsrc", "x264enc", "avdec_h264", "videoscale", NULL))
    return;
  receiver = launch_receiver (port, &shown);
  sender = launch (SENDER, port, 100000, "framerate");
  play (sender);
  wait_for (&shown, 360, 75);   /* 2 s at 30, the rest at 10 */
  assert_encoded (sender, 640, 360, 10);
  start = g_get_monotonic_time ();
  wait_for (&shown, 360, 95);
  /* 20 frames: 2 s at 10 in a second, 0.7 s at 30; those in the buffer of the
   * receiver come earlier */
  fail_unless (g_get_monotonic_time () - start > 1.4 * G_TIME_SPAN_SECOND);
  fail_unless_equals_int (shown.n_changes, 1);
  assert_silent (sender, GST_MESSAGE_ERROR);
  assert_silent (receiver, GST_MESSAGE_ERROR);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

GST_START_TEST (test_none_stays)
{
  guint16 port = free_port ();
  GstElement *receiver, *sender;
  Shown shown;

  if (!has_elements ("screamsrc", "x264enc", "avdec_h264", NULL))
    return;
  receiver = launch_receiver (port, &shown);
  sender = launch (SENDER, port, 100000, "none");
  play (sender);
  wait_for (&shown, 360, 100);  /* 3.3 s */
  fail_unless_equals_int (shown.n_changes, 1);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* The same rate has bits enough for a picture of which most stands still. */
GST_START_TEST (test_still_picture_stays)
{
  guint16 port = free_port ();
  GstElement *receiver, *sender;
  Shown shown;

  if (!has_elements ("screamsrc", "x264enc", "avdec_h264", "videoscale", NULL))
    return;
  receiver = launch_receiver (port, &shown);
  sender = launch ("videotestsrc is-live=true ! video/x-raw,width=640,"
      "height=360,framerate=30/1 ! screamsink host=127.0.0.1 port=%u "
      "encoder=x264enc controller=fixed initial-bitrate=150000 adapt=auto",
      port);
  play (sender);
  wait_for (&shown, 360, 120);  /* 4 s */
  fail_unless_equals_int (shown.n_changes, 1);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* What is encoded already stays, and that is said once. */
GST_START_TEST (test_encoded_stays)
{
  guint16 port = free_port ();
  GstElement *sender;
  GstMessage *message;
  gchar *debug = NULL;
  GError *error = NULL;

  if (!has_elements ("x264enc", NULL))
    return;
  sender = launch (CAMERA " ! x264enc ! screamsink name=s port=%u adapt=auto",
      port);
  play (sender);
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender), PATIENCE,
      GST_MESSAGE_WARNING);
  fail_unless (message != NULL);
  gst_message_parse_warning (message, &error, &debug);
  fail_unless (strstr (error->message, "adapt has no effect") != NULL, "%s",
      error->message);
  fail_unless (strstr (debug, "Link raw video") != NULL, "%s", debug);
  g_clear_error (&error);
  g_free (debug);
  gst_message_unref (message);
  assert_silent (sender, GST_MESSAGE_WARNING);
  finish (sender);
}

GST_END_TEST;

typedef struct
{
  GMutex lock;
  GCond cond;
  guint n_notified;
} Suggested;

static void
on_suggested (GstPad * pad, GParamSpec * pspec, Suggested * suggested)
{
  g_mutex_lock (&suggested->lock);
  suggested->n_notified++;
  g_cond_signal (&suggested->cond);
  g_mutex_unlock (&suggested->lock);
}

static void
assert_suggested (Suggested * suggested, GstPad * pad, guint n, guint expected)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / 1000;
  guint height;

  g_mutex_lock (&suggested->lock);
  while (suggested->n_notified < n)
    fail_unless (g_cond_wait_until (&suggested->cond, &suggested->lock, end));
  g_mutex_unlock (&suggested->lock);
  g_object_get (pad, "suggested-height", &height, NULL);
  fail_unless_equals_int (height, expected);
}

/* Those who have an encoder of their own are told, once, and once more. */
GST_START_TEST (test_suggested_height)
{
  GstElement *sender;
  Suggested suggested = { 0, };
  gdouble framerate = -1;
  GstPad *pad;

  if (!has_elements ("x264enc", NULL))
    return;
  g_mutex_init (&suggested.lock);
  g_cond_init (&suggested.cond);
  sender = launch (CAMERA " ! x264enc ! rtph264pay ! screamtx name=t "
      "controller=fixed initial-bitrate=150000 ! udpsink host=127.0.0.1 "
      "port=%u", free_port ());
  pad = gst_element_get_static_pad (get (sender, "t"), "sink");
  g_signal_connect (pad, "notify::suggested-height", G_CALLBACK (on_suggested),
      &suggested);
  play (sender);
  assert_suggested (&suggested, pad, 1, 180);
  g_object_get (pad, "suggested-framerate", &framerate, NULL);
  fail_unless_equals_float (framerate, 0);
  g_object_set (get (sender, "t"), "min-bitrate", 3000000, NULL);
  assert_suggested (&suggested, pad, 2, 0);
  gst_object_unref (pad);
  finish (sender);
}

GST_END_TEST;

static Suite *
screamadapt_suite (void)
{
  Suite *s = suite_create ("screamadapt");
  TCase *tc = tcase_create ("loopback");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 90);
  tcase_add_test (tc, test_smaller_and_back);
  tcase_add_test (tc, test_encoder_that_makes_too_much);
  tcase_add_test (tc, test_fewer);
  tcase_add_test (tc, test_none_stays);
  tcase_add_test (tc, test_still_picture_stays);
  tcase_add_test (tc, test_encoded_stays);
  tcase_add_test (tc, test_suggested_height);
  return s;
}

GST_CHECK_MAIN (screamadapt);

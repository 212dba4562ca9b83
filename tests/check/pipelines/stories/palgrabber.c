/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Grabbers of analogue video give interlaced pictures whose pixels are not square: faces came
 * too narrow, with combs, and nothing was said. */
#include "../pipelinetest.h"

#define PATIENCE (20 * GST_SECOND)

#define GRABBER "videotestsrc is-live=true ! video/x-raw,format=I420," \
    "width=176,height=144,framerate=25/1,pixel-aspect-ratio=%s%s ! "

static const struct
{
  const gchar *encoder, *aspect, *more;
  gdouble shape;                /* width of the picture to its height, as it is seen */
} grabbers[] = {
  {"x264enc", "16/11", "", 16 / 9.},
  {"x265enc", "16/11", "", 16 / 9.},
  {"openh264enc", "16/11", "", 16 / 9.},
  {"vp8enc", "16/11", "", 16 / 9.},
  {"vp9enc", "12/11", "", 4 / 3.},
  {"vp8enc", "1/2", "", 11 / 18.},
  {"vp8enc", "1/1", "", 11 / 9.},
  {"vp8enc", "16/11", ",interlace-mode=interleaved", 16 / 9.},
  {"x264enc", "12/11", ",interlace-mode=mixed", 4 / 3.},
};

static void
assert_shape (GstSample * sample, gdouble shape)
{
  const GstStructure *s =
      gst_caps_get_structure (gst_sample_get_caps (sample), 0);
  gint width, height, n = 1, d = 1;

  fail_unless (gst_structure_get_int (s, "width", &width));
  fail_unless (gst_structure_get_int (s, "height", &height));
  gst_structure_get_fraction (s, "pixel-aspect-ratio", &n, &d);
  /* a column more or less */
  fail_unless (ABS ((gdouble) width * n / d - shape * height) <= 2,
      "%dx%d of %d/%d", width, height, n, d);
}

GST_START_TEST (test_shape)
{
  GstElement *receiver, *sender;
  GstSample *sample;
  guint16 port = free_port ();

  if (!has_elements (grabbers[__i__].encoder, "deinterlace", "avdec_h265",
          NULL))
    return;
  receiver = launch ("screamsrc port=%u ! appsink name=out sync=false", port);
  play (receiver);
  sender = launch (GRABBER "screamsink host=127.0.0.1 port=%u encoder=%s "
      "adapt=none", grabbers[__i__].aspect, grabbers[__i__].more, port,
      grabbers[__i__].encoder);
  play (sender);
  g_signal_emit_by_name (get (receiver, "out"), "try-pull-sample",
      (guint64) PATIENCE, &sample);
  fail_unless (sample != NULL);
  assert_shape (sample, grabbers[__i__].shape);
  gst_sample_unref (sample);
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

/* The lines of two fields are not one picture for the encoder. */
GST_START_TEST (test_fields)
{
  GstElement *sender;
  GstPad *pad;
  GstCaps *caps;
  GstMessage *message;
  guint16 port = free_port ();

  if (!has_elements ("x264enc", "deinterlace", NULL))
    return;
  sender = launch (GRABBER "screamsink host=127.0.0.1 port=%u encoder=x264enc",
      "12/11", ",interlace-mode=interleaved", port);
  play (sender);
  do {
    message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender), PATIENCE,
        GST_MESSAGE_STREAM_START | GST_MESSAGE_ERROR);
    fail_unless (message != NULL);
    gst_message_unref (message);
    pad = gst_element_get_static_pad (get (sender, "x264enc0"), "sink");
    caps = gst_pad_get_current_caps (pad);
    gst_object_unref (pad);
  } while (caps == NULL);
  fail_unless_equals_string (gst_structure_get_string (gst_caps_get_structure
          (caps, 0), "interlace-mode"), "progressive");
  gst_caps_unref (caps);
  finish (sender);
}

GST_END_TEST;

/* Who encodes before screamsink is told what is lost. */
GST_START_TEST (test_own_encoder)
{
  static const gchar *const pictures[][3] = {
    {"16/11", "", "the shape of pixels"},
    {"1/1", ",interlace-mode=interleaved", "the fields of the picture"},
  };
  GstElement *sender;
  GstMessage *message;
  GError *error;

  if (!has_elements ("vp8enc", NULL))
    return;
  sender = launch (GRABBER "vp8enc deadline=1 ! screamsink host=127.0.0.1 "
      "port=%u", pictures[__i__][0], pictures[__i__][1], free_port ());
  play (sender);
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender), PATIENCE,
      GST_MESSAGE_WARNING);
  fail_unless (message != NULL);
  gst_message_parse_warning (message, &error, NULL);
  fail_unless (strstr (error->message, pictures[__i__][2]) != NULL, "%s",
      error->message);
  g_error_free (error);
  gst_message_unref (message);
  finish (sender);
}

GST_END_TEST;

static Suite *
palgrabber_suite (void)
{
  Suite *s = suite_create ("palgrabber");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_loop_test (tc, test_shape, 0, G_N_ELEMENTS (grabbers));
  tcase_add_test (tc, test_fields);
  tcase_add_loop_test (tc, test_own_encoder, 0, 2);
  return s;
}

GST_CHECK_MAIN (palgrabber);

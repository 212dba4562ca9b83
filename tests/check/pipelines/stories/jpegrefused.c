/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cameras give JPEG that RFC 2435 cannot carry: with codec=jpeg nobody could decode what came,
 * or each picture had a warning. */
#include "../pipelinetest.h"

#define PATIENCE (20 * GST_SECOND)

static const struct
{
  const gchar *picture;
  gboolean carried;
} cameras[] = {
  {"format=I420,width=640,height=360", TRUE},
  {"format=Y42B,width=640,height=360", TRUE},
  {"format=Y444,width=640,height=360", FALSE},
  {"format=GRAY8,width=640,height=360", FALSE},
  {"format=I420,width=2592,height=64", FALSE},
  {"format=I420,width=64,height=2592", FALSE},
  {"format=I420,width=1366,height=64", FALSE},
};

static void
assert_refused (GstElement * sender)
{
  GstMessage *message =
      gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender), PATIENCE,
      GST_MESSAGE_ERROR);
  GError *error;
  gchar *debug;

  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, &debug);
  fail_unless (g_str_has_prefix (error->message, "RTP cannot carry this JPEG"),
      "%s", error->message);
  fail_unless (strstr (debug, "Leave the property \"codec\" unset") != NULL);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
  /* ... and no others, of what follows from that one */
  fail_unless (gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (sender),
          300 * GST_MSECOND, GST_MESSAGE_ERROR) == NULL);
}

/* A picture comes, or the reason why none will. */
GST_START_TEST (test_jpeg)
{
  GstElement *receiver, *sender;
  GstSample *sample;
  guint16 port = free_port ();

  if (!has_elements ("jpegenc", "jpegdec", "jpegparse", NULL))
    return;
  receiver = launch ("screamsrc port=%u ! appsink name=out sync=false", port);
  play (receiver);
  sender =
      launch ("videotestsrc is-live=true ! video/x-raw,framerate=10/1,%s ! "
      "jpegenc ! screamsink host=127.0.0.1 port=%u codec=jpeg "
      "encoder-name=none", cameras[__i__].picture, port);
  play (sender);
  if (cameras[__i__].carried) {
    g_signal_emit_by_name (get (receiver, "out"), "try-pull-sample",
        (guint64) PATIENCE, &sample);
    fail_unless (sample != NULL);
    gst_sample_unref (sample);
  } else {
    assert_refused (sender);
  }
  finish (sender);
  finish (receiver);
}

GST_END_TEST;

static Suite *
jpegrefused_suite (void)
{
  Suite *s = suite_create ("jpegrefused");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_loop_test (tc, test_jpeg, 0, G_N_ELEMENTS (cameras));
  return s;
}

GST_CHECK_MAIN (jpegrefused);

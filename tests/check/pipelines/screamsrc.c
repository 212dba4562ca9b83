/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc that comes when the sender runs, with a real encoder. */
#include "pipelinetest.h"

/* In a build with sanitizers a machine may be slow; without a request there is no
 * key frame for five minutes. */
#define PATIENCE (15 * GST_SECOND)

/* No key frame by itself */
#define SENDER "videotestsrc is-live=true " \
    "! video/x-raw,width=160,height=120,framerate=30/1 ! x264enc " \
    "speed-preset=ultrafast tune=zerolatency key-int-max=10000 ! " \
    "screamsink name=tx host=127.0.0.1 port=%u initial-bitrate=500000"

/* @pipeline, playing. */
static GstElement *
start (GstElement * pipeline)
{
  fail_unless (gst_element_set_state (pipeline, GST_STATE_PLAYING) !=
      GST_STATE_CHANGE_FAILURE);
  return pipeline;
}

static GstSample *
pull (GstElement * receiver)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (receiver), "out");
  GstSample *sample = NULL;

  g_signal_emit_by_name (sink, "try-pull-sample", PATIENCE, &sample);
  gst_object_unref (sink);
  fail_unless (sample != NULL);
  return sample;
}

/* The first receiver takes the key frame that the encoder starts with; the
 * second gets one because it asks. */
GST_START_TEST (test_screamsrc_late_receiver_gets_a_key_frame)
{
  static const gchar *const out[] = { "", "video/x-h264 !",
    "application/x-rtp ! rtph264depay wait-for-keyframe=true !"
  };
  guint port = free_port (), i;
  GstElement *sender = start (launch (SENDER, port));

  for (i = 0; i < 2; i++) {
    GstElement *receiver =
        start (launch ("screamsrc port=%u ! %s appsink name=out sync=false",
            port, out[__i__]));
    GstSample *sample = pull (receiver);

    fail_if (GST_BUFFER_FLAG_IS_SET (gst_sample_get_buffer (sample),
            GST_BUFFER_FLAG_DELTA_UNIT));
    gst_sample_unref (sample);
    finish (receiver);
  }
  finish (sender);
}

GST_END_TEST;

/* Where they are installed the decoders of highest rank are those for streams with
 * an alpha channel. */
GST_START_TEST (test_screamsrc_decodes_vp8_and_vp9)
{
  static const gchar *const encoder[] = { "vp8enc", "vp9enc" };
  guint port = free_port ();
  GstElement *sender = start (launch ("videotestsrc is-live=true "
          "! video/x-raw,format=I420,width=160,height=120,framerate=30/1 "
          "! %s deadline=1 cpu-used=8 ! screamsink host=127.0.0.1 port=%u",
          encoder[__i__], port));
  GstElement *receiver =
      start (launch ("screamsrc port=%u ! video/x-raw "
          "! appsink name=out sync=false", port));

  gst_sample_unref (pull (receiver));
  finish (receiver);
  finish (sender);
}

GST_END_TEST;

static gboolean
have (const gchar * name)
{
  gboolean found = gst_registry_check_feature_version (gst_registry_get (),
      name, 1, 0, 0);

  if (!found)
    GST_INFO ("skipped: no %s", name);
  return found;
}

static Suite *
screamsrc_suite (void)
{
  Suite *s = suite_create ("screamsrc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  if (have ("x264enc") && have ("avdec_h264"))
    tcase_add_loop_test (tc, test_screamsrc_late_receiver_gets_a_key_frame, 0,
        3);
  if (have ("vp8enc") && have ("vp9enc"))
    tcase_add_loop_test (tc, test_screamsrc_decodes_vp8_and_vp9, 0, 2);
  return s;
}

GST_CHECK_MAIN (screamsrc);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A receiver that is started while a sender without key frames runs was black for 5 s: pilots
 * of drones have encoders that refresh the picture bit by bit, others have open GOPs. Nobody
 * answers a request of these receivers. */
#include "../pipelinetest.h"

/* Only a failure waits for it. */
#define PATIENCE (20 * G_TIME_SPAN_SECOND)

#define CAMERA "videotestsrc is-live=true pattern=ball ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! "
#define X264 "x264enc threads=1 speed-preset=ultrafast "
#define X265 "x265enc speed-preset=ultrafast tune=zerolatency "

/* At most so many frames come before the picture. */
static const struct
{
  const gchar *encoder, *payloader, *out;
  guint64 frames;
} cases[] = {
  /* A recovery point each five frames, which is sooner than patience ends */
  {X264 "key-int-max=5 bframes=2 option-string=open-gop=1:min-keyint=1",
      "rtph264pay", "", 12},
  {X264 "tune=zerolatency intra-refresh=true key-int-max=5 ! "
        "video/x-h264,stream-format=avc", "rtph264pay", "", 12},
  /* ... and none for as long as the test takes */
  {X264 "tune=zerolatency intra-refresh=true key-int-max=5000",
      "rtph264pay", "", 60},
  {X264 "tune=zerolatency intra-refresh=true key-int-max=5000",
      "rtph264pay", "h264parse ! avdec_h264 !", 60},
  {X265 "key-int-max=30 option-string=open-gop=1:repeat-headers=1",
      "rtph265pay", "", 60},
  {X265 "key-int-max=30 option-string=intra-refresh=1:repeat-headers=1",
      "rtph265pay", "h265parse ! avdec_h265 !", 60},
};

/* As an SDP would have them, with parameter sets. The first frame has left. */
static GstCaps *
wait_for_caps (GstElement * sender)
{
  GstPad *pad = gst_element_get_static_pad (get (sender, "pay"), "src");
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstCaps *caps = NULL;

  while (caps == NULL && g_get_monotonic_time () < end) {
    g_usleep (100000);
    caps = gst_pad_get_current_caps (pad);
  }
  gst_object_unref (pad);
  fail_unless (caps != NULL);
  return caps;
}

static void
on_handoff (GstElement * sink, GstBuffer * buffer, GstPad * pad, gint * count)
{
  g_atomic_int_inc (count);
}

static guint64
count_undecodable (GstElement * receiver)
{
  GstStructure *stats;
  guint64 count;

  g_object_get (get (receiver, "r"), "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, "frames-undecodable", &count));
  gst_structure_free (stats);
  return count;
}

GST_START_TEST (test_intrarefresh_shows_a_picture)
{
  guint16 port = free_port ();
  GstElement *sender = launch (CAMERA "%s ! %s name=pay ! "
      "udpsink host=127.0.0.1 port=%u", cases[__i__].encoder,
      cases[__i__].payloader, port);
  GstElement *receiver = launch ("screamsrc name=r port=%u ! %s "
      "fakesink name=out signal-handoffs=true", port, cases[__i__].out);
  gint64 end = g_get_monotonic_time () + PATIENCE;
  gint count = 0;
  GstCaps *caps;

  play (sender);
  caps = wait_for_caps (sender);
  g_object_set (get (receiver, "r"), "caps", caps, NULL);
  gst_caps_unref (caps);
  g_signal_connect (get (receiver, "out"), "handoff", G_CALLBACK (on_handoff),
      &count);
  play (receiver);
  while (g_atomic_int_get (&count) < 5 && g_get_monotonic_time () < end)
    g_usleep (10000);
  fail_unless (g_atomic_int_get (&count) >= 5);
  fail_unless (count_undecodable (receiver) <= cases[__i__].frames,
      "%" G_GUINT64_FORMAT, count_undecodable (receiver));
  finish (receiver);
  finish (sender);
}

GST_END_TEST;

static Suite *
intrarefresh_suite (void)
{
  Suite *s = suite_create ("intrarefresh");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  if (has_elements ("x264enc", "avdec_h264", "x265enc", "avdec_h265", NULL))
    tcase_add_loop_test (tc, test_intrarefresh_shows_a_picture, 0,
        G_N_ELEMENTS (cases));
  return s;
}

GST_CHECK_MAIN (intrarefresh);

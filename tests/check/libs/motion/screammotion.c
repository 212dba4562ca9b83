/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How much of a picture moves, and where the scene changes */
#include <gst/check/gstcheck.h>

#include "plugins/scream/motion/gstscreammotion.h"

#define WIDTH 320
#define HEIGHT 256

/* A grey picture, with other pixels in the first @lines. */
static GstBuffer *
make_picture (const GstVideoInfo * info, gint lines, guint8 other)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, info->size, NULL);
  GstVideoFrame frame;
  gint y;

  gst_buffer_memset (buffer, 0, 100, info->size);
  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_WRITE));
  for (y = 0; y < lines; y++)
    memset ((guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&frame, 0) +
        y * GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0), other,
        GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0));
  gst_video_frame_unmap (&frame);
  return buffer;
}

static gboolean
look (GstScreamMotion * motion, const GstVideoInfo * info, gint lines,
    guint8 other, gdouble * part)
{
  GstBuffer *buffer = make_picture (info, lines, other);
  gboolean known = gst_scream_motion_look (motion, info, buffer, part);

  gst_buffer_unref (buffer);
  return known;
}

static const GstVideoFormat formats[] = {
  GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_YUY2,
  GST_VIDEO_FORMAT_UYVY, GST_VIDEO_FORMAT_BGRx, GST_VIDEO_FORMAT_RGB,
  GST_VIDEO_FORMAT_GRAY8
};

GST_START_TEST (test_motion_is_counted)
{
  GstScreamMotion motion = { NULL };
  GstVideoInfo info;
  gdouble part = -1;

  gst_video_info_set_format (&info, formats[__i__], WIDTH, HEIGHT);
  fail_if (look (&motion, &info, 0, 0, &part));
  fail_unless (look (&motion, &info, 0, 0, &part));
  fail_unless_equals_float (part, 0);
  fail_unless (look (&motion, &info, HEIGHT / 4, 200, &part));
  fail_unless_equals_float (part, 0.25);
  fail_unless (look (&motion, &info, HEIGHT / 4, 205, &part));
  fail_unless_equals_float (part, 0);   /* noise */
  fail_unless (look (&motion, &info, HEIGHT, 50, &part));
  fail_unless_equals_float (part, 1);
  gst_scream_motion_reset (&motion);
  fail_if (look (&motion, &info, 0, 0, &part));
  gst_scream_motion_reset (&motion);
}

GST_END_TEST;

/* Nothing is said of what cannot be compared. */
GST_START_TEST (test_motion_is_not_known)
{
  GstScreamMotion motion = { NULL };
  GstVideoInfo info, other;
  GstBuffer *empty = gst_buffer_new ();
  gdouble part;

  gst_video_info_init (&info);
  fail_if (gst_scream_motion_look (&motion, &info, empty, &part));
  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_I420, WIDTH, HEIGHT);
  fail_if (gst_scream_motion_look (&motion, &info, empty, &part));
  fail_if (look (&motion, &info, 0, 0, &part));
  gst_video_info_set_format (&other, GST_VIDEO_FORMAT_I420, 2, 2);
  fail_if (look (&motion, &other, 0, 0, &part));
  fail_unless (look (&motion, &other, 0, 0, &part));
  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_P010_10LE, WIDTH, HEIGHT);
  fail_if (look (&motion, &info, 0, 0, &part));
  fail_if (look (&motion, &info, 0, 0, &part));
  gst_scream_motion_reset (&motion);
  gst_buffer_unref (empty);
}

GST_END_TEST;

static guint
count_cuts (const gdouble * parts, guint n)
{
  GstScreamMotion motion = { NULL };
  guint i, cuts = 0;

  for (i = 0; i < n; i++)
    cuts += gst_scream_motion_is_cut (&motion, parts[i % 60]);
  return cuts;
}

GST_START_TEST (test_motion_cuts)
{
  gdouble parts[60] = { 0 };
  guint i;

  /* One in 60 frames. */
  parts[30] = 0.7;
  fail_unless_equals_int (count_cuts (parts, 600), 10);
  /* A flash is one, and not two. */
  parts[31] = 0.7;
  fail_unless_equals_int (count_cuts (parts, 600), 10);
  /* A camera that turns, and one that begins to. */
  for (i = 0; i < 60; i++)
    parts[i] = i < 30 ? 0.1 : MIN (0.1 + 0.05 * (i - 30), 0.9);
  fail_unless_equals_int (count_cuts (parts, 60), 0);
  /* A cut while it turns. */
  for (i = 0; i < 60; i++)
    parts[i] = i == 40 ? 0.9 : 0.3;
  fail_unless_equals_int (count_cuts (parts, 60), 1);
  for (i = 0; i < 60; i++)
    parts[i] = i % 2 ? 1 : 0.4;
  fail_unless (count_cuts (parts, 60) <= 5);
}

GST_END_TEST;

static Suite *
screammotion_suite (void)
{
  Suite *s = suite_create ("screammotion");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_motion_is_counted, 0, G_N_ELEMENTS (formats));
  tcase_add_test (tc, test_motion_is_not_known);
  tcase_add_test (tc, test_motion_cuts);
  return s;
}

GST_CHECK_MAIN (screammotion);

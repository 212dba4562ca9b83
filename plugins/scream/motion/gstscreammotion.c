/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreammotion.c: see gstscreammotion.h
 *
 * Compares the first component, luma or red, of a grid of pixels in two frames. */
#include "gstscreammotion.h"

/* OURS: distance of the pixels that are looked at. At half it costs four times as much for
 * the same part; at double, a face far away falls through. */
#define DISTANCE 8

/* OURS: lines that are looked at as closely as that; larger pictures are not looked at more
 * often. */
#define LINES 1088

/* OURS: of 255, between two frames. Half of it is the noise of a camera in the dark,
 * double of it only sharp edges. */
#define CHANGED 8

/* OURS: part of the picture that a cut changes. Half of it is what a camera that turns
 * does; at double, only cuts from black to white would be left. */
#define CUT 0.45

/* OURS: ... and so many times as much as the last frames. At half, fast motion is a row
 * of cuts; at double, cuts into fast motion are missed. */
#define CUT_TIMES 2.5

/* OURS: the mean is over so many frames; half of it is one hand before the lens, double of
 * it forgets the cut before too late. */
#define MEAN_FRAMES 5

/* OURS: frames between two cuts, and before the first. With half, flashes are cuts both
 * ways, each with a key frame; with double, a second cut within half a second is missed. */
#define CUT_DISTANCE 12

void
gst_scream_motion_reset (GstScreamMotion * self)
{
  g_clear_pointer (&self->samples, g_byte_array_unref);
  self->mean = 0;
  self->n_frames = 0;
}

/* NULL: they have other than eight bits, or are somewhere else. */
static const guint8 *
find_samples (GstVideoFrame * frame)
{
  const GstVideoFormatInfo *format = frame->info.finfo;
  const guint8 *data = GST_VIDEO_FRAME_COMP_DATA (frame, 0);

  if (GST_VIDEO_FORMAT_INFO_IS_COMPLEX (format)
      || GST_VIDEO_FORMAT_INFO_IS_TILED (format)
      || GST_VIDEO_FORMAT_INFO_DEPTH (format, 0) != 8
      || GST_VIDEO_FORMAT_INFO_SHIFT (format, 0) != 0)
    return NULL;
  return data;
}

/* FALSE: they cannot be read, or there is nothing to compare them with. */
static gboolean
take_samples (GstScreamMotion * self, GstVideoFrame * frame, gdouble * part)
{
  const guint8 *data = find_samples (frame);
  gint pixel = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, 0);
  gint line = GST_VIDEO_FRAME_COMP_STRIDE (frame, 0);
  gint width = GST_VIDEO_FRAME_COMP_WIDTH (frame, 0);
  gint height = GST_VIDEO_FRAME_COMP_HEIGHT (frame, 0);
  gint step = DISTANCE * (1 + height / LINES);
  guint n =
      (guint) (((width + step - 1) / step) * ((height + step - 1) / step));
  guint changed = 0;
  gboolean known;
  guint8 *sample;
  gint x, y;

  if (data == NULL || pixel <= 0)
    return FALSE;
  if (self->samples == NULL)
    self->samples = g_byte_array_new ();
  known = self->samples->len == n;
  g_byte_array_set_size (self->samples, n);
  sample = self->samples->data;
  for (y = 0; y < height; y += step) {
    for (x = 0; x < width; x += step, sample++) {
      guint8 value = data[y * line + x * pixel];

      changed += known && ABS ((gint) value - (gint) * sample) > CHANGED;
      *sample = value;
    }
  }
  if (known)
    *part = (gdouble) changed / n;
  return known;
}

/* Device memory is slow to read, or needs a copy first. */
static gboolean
is_near (GstBuffer * buffer)
{
  return gst_buffer_n_memory (buffer) > 0
      && !gst_memory_is_type (gst_buffer_peek_memory (buffer, 0), "dmabuf");
}

gboolean
gst_scream_motion_look (GstScreamMotion * self, const GstVideoInfo * info,
    GstBuffer * buffer, gdouble * part)
{
  GstVideoFrame frame;
  gboolean known;

  if (GST_VIDEO_INFO_FORMAT (info) <= GST_VIDEO_FORMAT_ENCODED
      || !is_near (buffer)
      || !gst_video_frame_map (&frame, info, buffer, GST_MAP_READ))
    return FALSE;
  known = take_samples (self, &frame, part);
  gst_video_frame_unmap (&frame);
  return known;
}

gboolean
gst_scream_motion_is_cut (GstScreamMotion * self, gdouble part)
{
  gboolean cut = part > CUT && part > CUT_TIMES * self->mean
      && self->n_frames >= CUT_DISTANCE;

  self->n_frames = cut ? 0 : self->n_frames + 1;
  if (!cut)
    self->mean += (part - self->mean) / MEAN_FRAMES;
  return cut;
}

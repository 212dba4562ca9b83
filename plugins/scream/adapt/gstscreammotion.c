/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreammotion.c: see gstscreammotion.h
 *
 * Of a grid of pixels the first component is kept, luma or red, and compared with that of
 * the next frame. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreammotion.h"

/* OURS: distance of the pixels that are looked at. At half it costs four times as much for
 * the same part; at double, a face far away falls through. */
#define DISTANCE 8

/* OURS: of 255, between two frames. Half of it is the noise of a camera in the dark,
 * double of it only sharp edges. */
#define CHANGED 8

void
gst_scream_motion_reset (GstScreamMotion * self)
{
  g_clear_pointer (&self->samples, g_byte_array_unref);
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

static GByteArray *
take_samples (GstVideoFrame * frame)
{
  const guint8 *data = find_samples (frame);
  gint pixel = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, 0);
  gint line = GST_VIDEO_FRAME_COMP_STRIDE (frame, 0);
  gint width = GST_VIDEO_FRAME_COMP_WIDTH (frame, 0);
  gint height = GST_VIDEO_FRAME_COMP_HEIGHT (frame, 0);
  GByteArray *samples;
  gint x, y;

  if (data == NULL || pixel <= 0)
    return NULL;
  samples = g_byte_array_new ();
  for (y = 0; y < height; y += DISTANCE) {
    for (x = 0; x < width; x += DISTANCE)
      g_byte_array_append (samples, data + y * line + x * pixel, 1);
  }
  return samples;
}

static gdouble
compare (const GByteArray * a, const GByteArray * b)
{
  guint i, changed = 0;

  for (i = 0; i < a->len; i++)
    changed += ABS ((gint) a->data[i] - (gint) b->data[i]) > CHANGED;
  return (gdouble) changed / a->len;
}

gboolean
gst_scream_motion_look (GstScreamMotion * self, const GstVideoInfo * info,
    GstBuffer * buffer, gdouble * part)
{
  GByteArray *samples;
  GstVideoFrame frame;
  gboolean known;

  if (GST_VIDEO_INFO_FORMAT (info) <= GST_VIDEO_FORMAT_ENCODED
      || !gst_video_frame_map (&frame, info, buffer, GST_MAP_READ))
    return FALSE;
  samples = take_samples (&frame);
  gst_video_frame_unmap (&frame);
  if (samples == NULL)
    return FALSE;
  known = self->samples != NULL && samples->len == self->samples->len;
  if (known)
    *part = compare (samples, self->samples);
  gst_scream_motion_reset (self);
  self->samples = samples;
  return known;
}

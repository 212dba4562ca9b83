/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsoften.c: see gstscreamsoften.h */
#include "gstscreamsoften.h"

static gboolean
scale (GstVideoFrame * from, GstVideoFrame * to)
{
  GstVideoConverter *converter = gst_video_converter_new (&from->info,
      &to->info, gst_structure_new ("options",
          GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD,
          GST_TYPE_VIDEO_RESAMPLER_METHOD, GST_VIDEO_RESAMPLER_METHOD_LINEAR,
          NULL));

  if (converter == NULL)
    return FALSE;
  gst_video_converter_frame (converter, from, to);
  gst_video_converter_free (converter);
  return TRUE;
}

/* Only the size changes, not the colours. */
static gboolean
make_small (const GstVideoInfo * info, guint divisor, GstVideoInfo * small)
{
  guint width = (guint) info->width / divisor & ~1u;
  guint height = (guint) info->height / divisor & ~1u;

  if (width == 0 || height == 0
      || !gst_video_info_set_format (small, GST_VIDEO_INFO_FORMAT (info), width,
          height))
    return FALSE;
  small->fps_n = info->fps_n;
  small->fps_d = info->fps_d;
  small->colorimetry = info->colorimetry;
  small->chroma_site = info->chroma_site;
  return TRUE;
}

gboolean
gst_scream_soften (GstBuffer * buffer, const GstVideoInfo * info, guint divisor)
{
  GstVideoInfo small_info;
  GstVideoFrame frame, small;
  GstBuffer *memory;
  gboolean ok;

  if (GST_VIDEO_INFO_IS_INTERLACED (info)
      || !make_small (info, divisor, &small_info)
      || !gst_video_frame_map (&frame, info, buffer, GST_MAP_READWRITE))
    return FALSE;
  memory = gst_buffer_new_allocate (NULL, small_info.size, NULL);
  gst_video_frame_map (&small, &small_info, memory, GST_MAP_READWRITE);
  ok = scale (&frame, &small) && scale (&small, &frame);
  gst_video_frame_unmap (&small);
  gst_video_frame_unmap (&frame);
  gst_buffer_unref (memory);
  return ok;
}

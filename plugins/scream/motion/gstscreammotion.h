/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreammotion.h: moving part of a picture, and scene cuts */
#pragma once

#include <gst/video/video.h>

/* Of one stream; zeros to begin with. */
typedef struct
{
  GByteArray *samples;          /* of the frame before, NULL: none */
  gdouble mean;                 /* part that moved, of the last frames */
  guint n_frames;               /* since the last cut */
} GstScreamMotion;

/* The next frame is the first one. */
void gst_scream_motion_reset (GstScreamMotion * self);

/* @part: of the pixels, that are others than in the frame before. False: it is not known,
 * of the first frame or of pictures that cannot be read. */
gboolean gst_scream_motion_look (GstScreamMotion * self,
    const GstVideoInfo * info, GstBuffer * buffer, gdouble * part);

/* @part: of the next frame. True: it begins another scene. */
gboolean gst_scream_motion_is_cut (GstScreamMotion * self, gdouble part);

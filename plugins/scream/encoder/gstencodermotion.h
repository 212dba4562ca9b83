/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodermotion.h: how much of a picture moves, and where the scene changes */
#ifndef __GST_ENCODER_MOTION_H__
#define __GST_ENCODER_MOTION_H__

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Of one stream; zeros to begin with. */
typedef struct
{
  GByteArray *samples;          /* of the frame before, NULL: none */
  gdouble mean;                 /* part that moved, of the last frames */
  guint n_frames;               /* since the last cut */
} GstEncoderMotion;

/* The next frame is the first one. */
void gst_encoder_motion_reset (GstEncoderMotion * self);

/* @part: of the pixels, that are others than in the frame before. False: it is not known,
 * of the first frame or of pictures that cannot be read. */
gboolean gst_encoder_motion_look (GstEncoderMotion * self,
    const GstVideoInfo * info, GstBuffer * buffer, gdouble * part);

/* @part: of the next frame. True: it begins another scene. */
gboolean gst_encoder_motion_is_cut (GstEncoderMotion * self, gdouble part);

G_END_DECLS

#endif /* __GST_ENCODER_MOTION_H__ */

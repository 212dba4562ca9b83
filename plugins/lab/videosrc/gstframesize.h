/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstframesize.h: frame sizes of an encoder with a constant bitrate */
#pragma once

#include <glib.h>

/* Distribution of the sizes of coded video frames. */
typedef struct
{
  gdouble bitrate;              /* bit/s, without any header */
  gdouble framerate;            /* frames/s */
  guint key_interval;           /* frames, 0 = no periodic key frames */
  gdouble key_multiplier;       /* size of a key frame / of the others */
  gdouble variation;            /* 0...1 */
  const GArray *replay;         /* of guint32, bytes; may be NULL */
  gdouble replay_mean;          /* of all sizes in it */
  gboolean replay_scaled;       /* to the bitrate, or bytes as they are */
} GstFrameSizeConfig;

/* Where the sequence of frames is. */
typedef struct
{
  GRand *rand;
  guint64 n_frames;
  guint since_key;              /* frames */
  gdouble debt;                 /* of key frames, in mean frames */
  guint repay;                  /* frames over which it is paid back */
  gdouble drift;                /* of the variation, in mean frames */
  gdouble carry;                /* bytes that rounding left */
} GstFrameSize;

void gst_frame_size_init (GstFrameSize * s, guint32 seed);
void gst_frame_size_clear (GstFrameSize * s);
guint gst_frame_size_next (GstFrameSize * s, const GstFrameSizeConfig * c,
    gboolean force_key, gboolean * is_key);

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodermodel.h: response of an encoder to the bitrate, and the bitrate to set */
#pragma once

#include "gstencodercontrol.h"
#include "gstencodertable.h"

/* One encoder. Plain data without a lock; times in ns are those of its raw frames, so that
 * it runs at any speed. GST_CLOCK_TIME_NONE: not yet. */
typedef struct
{
  /* What a change costs: of the table, and as seen. */
  GstEncoderCost known;
  gboolean is_sure;             /* nothing that is seen changes what is known */
  gboolean makes_keys;          /* as seen */

  /* What it is told, bit/s. */
  guint64 wanted;
  guint64 asked;                /* before rounding and limits, 0 = nothing yet */
  guint64 told;                 /* as written */
  guint64 told_at;

  guint64 last_time;            /* of a raw frame */
  guint64 passed_at;            /* ... that was not skipped */
  guint64 waits;                /* ns for sending the queue */
  gdouble interval;             /* s between raw frames, smoothed */

  /* How it follows: sums over about a second, old parts fade out. */
  gdouble out_bits, told_bits, wanted_bits;
  gdouble weight;               /* seconds in these sums */
  gdouble response;             /* made / told, smoothed */
  gdouble under_time;           /* seconds for which it has been a bit low */
  gboolean correcting;
  gdouble gain;                 /* told / wanted */
  gdouble proven;               /* gain that has led to what is wanted */
  guint64 frozen_until;
  gdouble over_time;            /* seconds for which it has been far above */
  gboolean follows;

  /* Dear to change: all that was wanted since then is less (-1) or more (1) than it was
   * told by more than a change is worth; the nearest of it. */
  gint side;
  guint64 side_at, nearest;
  guint64 ceiling, ceiling_at;  /* bit/s that was too much, 0 = none */

  /* Frames in and out: what comes out after a change. */
  guint64 frames_in, frames_out;
  guint64 inside, inside_next;  /* fewest frames inside it, of this block and the next */
  guint64 window_until;         /* of frames_out, 0 = no change is looked at */
  gboolean key_in_window, explained_in_window;
  guint with_key, without_key;  /* changes, running */
  guint64 asked_until;          /* of frames_out: a key frame was asked for */
  gboolean last_was_key;        /* that no change explains */
  guint64 key_at, period;       /* of frames_out: the last key frame; between two */

  /* How large its frames are. */
  gdouble debt;                 /* bits made and not yet paid for */
  gdouble key_time;             /* s that the last key frame takes at the bitrate */
  guint64 next_hold;            /* no frame is held back before this time */
  gboolean is_stubborn;         /* it does not make the key frames that are asked for */
  guint64 cut_at;               /* the last scene began */
  gdouble scene_bits;           /* of the frames that the scene has so far */
  guint n_scene;                /* ... of so many, 0 = all that count */
  gdouble scene_most;           /* the most of late, had the pictures been sharp */
  guint scene_blur;             /* log2 of the softness that the scene begins with */
  guint n_soft;                 /* frames of it that are still to be soft */
  gdouble blur;                 /* log2 of the softness that lets all frames be shown */
  gboolean is_sharp;            /* pictures become smaller instead */
} GstEncoderModel;

void gst_encoder_model_init (GstEncoderModel * m, GstEncoderCost known,
    gboolean is_sure);

/* Before the encoder: a raw frame comes, and what to do with it and to tell then. */
gboolean gst_encoder_model_add_raw (GstEncoderModel * m, guint64 wanted,
    guint64 waits, GstEncoderControlSkip skip, guint64 now);
gdouble gst_encoder_model_repay (guint64 waits);
guint64 gst_encoder_model_tell (GstEncoderModel * m, guint64 now);
void gst_encoder_model_told (GstEncoderModel * m, guint64 asked, guint64 told,
    guint64 now);
void gst_encoder_model_pass (GstEncoderModel * m, gboolean changed,
    guint64 now);
void gst_encoder_model_begin_scene (GstEncoderModel * m,
    guint64 now);
guint gst_encoder_model_soften (GstEncoderModel * m);

/* Behind it: what it makes. */
void gst_encoder_model_expect_key (GstEncoderModel * m);
void gst_encoder_model_add_frame (GstEncoderModel * m, gsize bytes,
    gboolean key);
void gst_encoder_model_add_bytes (GstEncoderModel * m, gsize bytes);
gboolean gst_encoder_model_is_too_large (GstEncoderModel * m, gsize bytes);
guint64 gst_encoder_model_key_distance (const GstEncoderModel * m);

GstEncoderCost gst_encoder_model_get_cost (const GstEncoderModel * m);
guint64 gst_encoder_model_get_output_rate (const GstEncoderModel * m);

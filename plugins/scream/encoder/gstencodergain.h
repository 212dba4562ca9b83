/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodergain.h: how far an encoder is from the bitrate that it is told */
#ifndef __GST_ENCODER_GAIN_H__
#define __GST_ENCODER_GAIN_H__

#include <glib.h>

G_BEGIN_DECLS

/* One encoder: what it was told, what it makes, and the factor by which to
 * tell it something else than what is meant. Plain data without a lock; time
 * in ns comes from the frames, so that it runs at any speed. */
typedef struct
{
  /* What we want and what we wrote, bit/s. */
  gdouble wanted;
  gdouble written;

  guint64 last_time;            /* of the last frame; G_MAXUINT64 = none */
  guint64 frozen_until;

  /* Sums over about a second, old parts fade out. */
  gdouble out_bits;
  gdouble written_bits;         /* what it was told, while it had frames */
  gdouble wanted_bits;          /* what we wanted */
  gdouble weight;               /* seconds in out_bits and wanted_bits */

  gdouble response;             /* out / written, smoothed */
  gdouble under_time;           /* seconds for which it has been a bit low */
  gboolean correcting;
  gdouble gain;
  gdouble proven;               /* gain that has led to what is wanted */
  gdouble lowest_wanted;        /* since the gain was last set to it */

  gdouble over_time;            /* seconds for which it has been far above */
  gboolean follows;
} GstEncoderGain;

void gst_encoder_gain_init (GstEncoderGain * g);
void gst_encoder_gain_set_command (GstEncoderGain * g, guint64 wanted,
    guint64 written, guint64 now);
void gst_encoder_gain_freeze (GstEncoderGain * g, guint64 until);
void gst_encoder_gain_add_output (GstEncoderGain * g, gsize bytes);
void gst_encoder_gain_add_frame (GstEncoderGain * g, gboolean skipped,
    guint64 now);
gdouble gst_encoder_gain_get (const GstEncoderGain * g);
guint64 gst_encoder_gain_get_output_rate (const GstEncoderGain * g);
gboolean gst_encoder_gain_follows (const GstEncoderGain * g);

G_END_DECLS

#endif /* __GST_ENCODER_GAIN_H__ */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodercost.h: what a change of the bitrate costs, and when it is worth it */
#ifndef __GST_ENCODER_COST_H__
#define __GST_ENCODER_COST_H__

#include <glib.h>

G_BEGIN_DECLS

/**
 * GstEncoderCost:
 * @GST_ENCODER_COST_NONE: takes effect on the next frame, at no cost
 * @GST_ENCODER_COST_STEPS: the same, but a large change at once makes it forget what it
 *     has made too much
 * @GST_ENCODER_COST_DRAIN: each change waits until what is inside has come out
 * @GST_ENCODER_COST_KEY_FRAME: each change makes a key frame
 * @GST_ENCODER_COST_RESTART: each change re-creates the encoder
 * @GST_ENCODER_COST_FIXED: takes a bitrate before it starts, never later
 * @GST_ENCODER_COST_AUDIO: audio: left alone, its rate is only measured
 * @GST_ENCODER_COST_NO_RATE: has no bitrate (quality only, or lossless)
 *
 * What it costs to change the bitrate while running. Those before FIXED can, each is
 * dearer than the one before it.
 */
typedef enum
{
  GST_ENCODER_COST_NONE,
  GST_ENCODER_COST_STEPS,
  GST_ENCODER_COST_DRAIN,
  GST_ENCODER_COST_KEY_FRAME,
  GST_ENCODER_COST_RESTART,
  GST_ENCODER_COST_FIXED,
  GST_ENCODER_COST_AUDIO,
  GST_ENCODER_COST_NO_RATE
} GstEncoderCost;

guint64 gst_encoder_cost_bound (GstEncoderCost cost, guint64 current,
    guint64 wanted);
gboolean gst_encoder_cost_allows (GstEncoderCost cost, guint64 current,
    guint64 wanted, guint64 since_change);
gboolean gst_encoder_cost_is_dear (GstEncoderCost cost);
const gchar *gst_encoder_cost_get_name (GstEncoderCost cost);
const gchar *gst_encoder_cost_get_text (GstEncoderCost cost);

G_END_DECLS

#endif /* __GST_ENCODER_COST_H__ */

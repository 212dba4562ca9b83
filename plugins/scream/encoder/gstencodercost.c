/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a change of the bitrate costs, and when it is worth it. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/gst.h>

#include "gstencodercost.h"

/* OURS: less would not be seen in any picture. */
#define LEAST_STEP 0.01

/* OURS: while it drains, an encoder does not take frames for up to 20 ms. Half of the
 * step drains for what no picture shows, half of the times keep it busy with that. */
#define DRAIN_STEP 0.03
#define DRAIN_TIME_DOWN (100 * GST_MSECOND)
#define DRAIN_TIME_UP (200 * GST_MSECOND)

/* OURS: libvpx (vp9_check_reset_rc_flag) and libaom (check_reset_rc_flag) forget what they
 * have made too much when the bitrate becomes more than 1.5 times as much from one frame to
 * the next, or less than half: the next frame of a new scene is one of ten mean frames then.
 * A link that halves is followed with the second frame all the same. */
#define STEP_UP 1.4
#define STEP_DOWN 0.6

/**
 * gst_encoder_cost_bound:
 * @cost: cost of a change
 * @current: bit/s that the encoder has been told, 0 = nothing yet
 * @wanted: bit/s that it should be told
 *
 * Returns: @wanted, or as near to it as one change may come.
 */
guint64
gst_encoder_cost_bound (GstEncoderCost cost, guint64 current, guint64 wanted)
{
  if (cost != GST_ENCODER_COST_STEPS || current == 0)
    return wanted;
  return CLAMP (wanted, (guint64) (current * STEP_DOWN),
      (guint64) (current * STEP_UP));
}

/**
 * gst_encoder_cost_allows:
 * @cost: cost of a change
 * @current: bit/s that the encoder has been told, 0 = nothing yet
 * @wanted: bit/s that it should be told
 * @since_change: ns since it was told
 *
 * Returns: whether the change from @current to @wanted is worth its cost now; after the
 * first one never for what is dear, which is chosen with more care.
 */
gboolean
gst_encoder_cost_allows (GstEncoderCost cost, guint64 current,
    guint64 wanted, guint64 since_change)
{
  gboolean down = wanted < current;
  gdouble step;

  if (cost >= GST_ENCODER_COST_FIXED || wanted == current)
    return FALSE;
  if (current == 0)
    return TRUE;

  step = (down ? current - wanted : wanted - current) / (gdouble) current;
  if (cost == GST_ENCODER_COST_DRAIN)
    return step >= DRAIN_STEP
        && since_change >= (down ? DRAIN_TIME_DOWN : DRAIN_TIME_UP);
  return cost <= GST_ENCODER_COST_STEPS && step >= LEAST_STEP;
}

/**
 * gst_encoder_cost_is_dear:
 * @cost: a cost
 *
 * Returns: whether a change makes a key frame, so that it has to be chosen with care and
 * paid for.
 */
gboolean
gst_encoder_cost_is_dear (GstEncoderCost cost)
{
  return cost == GST_ENCODER_COST_KEY_FRAME || cost == GST_ENCODER_COST_RESTART;
}

/**
 * gst_encoder_cost_get_name:
 * @cost: a cost
 *
 * Returns: (transfer none): its name, as in statistics.
 */
const gchar *
gst_encoder_cost_get_name (GstEncoderCost cost)
{
  static const gchar *names[] = { "none", "steps", "drain", "key-frame",
    "restart", "fixed", "audio", "no-rate"
  };

  return names[cost];
}

/**
 * gst_encoder_cost_get_text:
 * @cost: a cost
 *
 * Returns: (transfer none): what it means, for users.
 */
const gchar *
gst_encoder_cost_get_text (GstEncoderCost cost)
{
  switch (cost) {
    case GST_ENCODER_COST_NONE:
      return "changes at each frame";
    case GST_ENCODER_COST_STEPS:
      return "changes at each frame, in steps";
    case GST_ENCODER_COST_DRAIN:
      return "drains at each change, so small changes are saved up";
    case GST_ENCODER_COST_KEY_FRAME:
      return "makes a key frame at each change, so it is changed rarely";
    case GST_ENCODER_COST_RESTART:
      return "restarts at each change, so it is changed rarely";
    case GST_ENCODER_COST_FIXED:
      return "cannot change its bitrate while it runs";
    case GST_ENCODER_COST_AUDIO:
      return "is an audio encoder and left alone";
    case GST_ENCODER_COST_NO_RATE:
    default:
      return "has no bitrate to set";
  }
}

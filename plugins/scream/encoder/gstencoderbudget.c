/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an encoder has made beyond its bitrate: a bucket that fills with what comes out
 * and empties at the bitrate that is wanted.
 *
 * Encoders that are dear to change make a key frame of several times the mean at each
 * change, and keep a bitrate that is too high until the next change is worth it. Both
 * would wait in front of the link. Raw frames are skipped until it is paid for, so that
 * a frame that is shown is not late as well. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstencoderbudget.h"

#define NONE G_MAXUINT64
#define SECOND 1e9

/* OURS: a frame is skipped while so much waits. Half of it skips frames of an ordinary
 * size, double of it adds as much to the delay of each frame after a key frame. */
#define MAX_DEBT (0.06)

void
gst_encoder_budget_init (GstEncoderBudget * b)
{
  b->bits = 0;
  b->last_time = NONE;
}

void
gst_encoder_budget_add_output (GstEncoderBudget * b, gsize bytes)
{
  b->bits += 8.0 * (gdouble) bytes;
}

/**
 * gst_encoder_budget_is_owed:
 * @rate: bit/s that the encoder should make, 0 = not known yet
 * @now: time of the frame that comes
 *
 * Returns: whether what was made before it must be paid for first.
 */
gboolean
gst_encoder_budget_is_owed (GstEncoderBudget * b, guint64 rate, guint64 now)
{
  gdouble dt = b->last_time == NONE || now < b->last_time ? 0 :
      (gdouble) (now - b->last_time) / SECOND;

  b->last_time = now;
  b->bits = MAX (b->bits - (gdouble) rate * dt, 0);
  return rate > 0 && b->bits > (gdouble) rate *MAX_DEBT;
}

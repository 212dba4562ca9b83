/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencoderbudget.h: what an encoder has made beyond its bitrate, and what is done
 * about it */
#ifndef __GST_ENCODER_BUDGET_H__
#define __GST_ENCODER_BUDGET_H__

#include <glib.h>

G_BEGIN_DECLS

/* One encoder. Plain data without a lock; times in ns are those of its frames. */
typedef struct
{
  gdouble bits;                 /* made and not yet paid for */
  guint64 last_time;            /* G_MAXUINT64 = none */
  gdouble interval;             /* s between frames, smoothed; 0 = not known yet */
  gdouble blur;                 /* log2 of the softness that lets all frames be shown */

  /* Frames that are too large. */
  gdouble key_time;             /* s that the last key frame takes at the bitrate */

  /* What a scene begins with. */
  gdouble begin;                /* bits of its frames so far */
  guint n_begin;                /* ... of so many, 0 = all */
  gdouble begin_bits;           /* of the largest of late, if it had been sharp */
  guint softness;               /* of the one that comes; 0 = 1, sharp */
  guint n_held;
  gboolean stubborn;            /* it does not make the key frames that are asked for */
  guint64 next_hold;            /* not before this time */
} GstEncoderBudget;

/**
 * GstEncoderVerdict:
 * @GST_ENCODER_VERDICT_PASS: the frame is sent
 * @GST_ENCODER_VERDICT_ASK: it is held back, and a key frame is to be asked for
 * @GST_ENCODER_VERDICT_HOLD: it is held back behind that one
 * @GST_ENCODER_VERDICT_REPLACE: it is sent, and what is held is dropped
 * @GST_ENCODER_VERDICT_RELEASE: what is held is sent, and then it
 */
typedef enum
{
  GST_ENCODER_VERDICT_PASS,
  GST_ENCODER_VERDICT_ASK,
  GST_ENCODER_VERDICT_HOLD,
  GST_ENCODER_VERDICT_REPLACE,
  GST_ENCODER_VERDICT_RELEASE
} GstEncoderVerdict;

void gst_encoder_budget_init (GstEncoderBudget * b);
void gst_encoder_budget_add_output (GstEncoderBudget * b, gsize bytes);
gboolean gst_encoder_budget_is_owed (GstEncoderBudget * b, guint64 rate,
    guint64 now);
GstEncoderVerdict gst_encoder_budget_judge (GstEncoderBudget * b, gsize bytes,
    gboolean key, guint64 rate, guint64 inside, guint64 now);
gdouble gst_encoder_budget_repay (guint64 waits);
guint gst_encoder_budget_blur (GstEncoderBudget * b, gboolean skipped);
gdouble gst_encoder_budget_for_cut (guint64 since);
guint gst_encoder_budget_soften (GstEncoderBudget * b, guint64 rate);

G_END_DECLS

#endif /* __GST_ENCODER_BUDGET_H__ */

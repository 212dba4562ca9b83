/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencoderbudget.h: what an encoder has made beyond its bitrate */
#ifndef __GST_ENCODER_BUDGET_H__
#define __GST_ENCODER_BUDGET_H__

#include <glib.h>

G_BEGIN_DECLS

/* One encoder. Plain data without a lock; times in ns are those of its frames. */
typedef struct
{
  gdouble bits;                 /* made and not yet paid for */
  guint64 last_time;            /* G_MAXUINT64 = none */
} GstEncoderBudget;

void gst_encoder_budget_init (GstEncoderBudget * b);
void gst_encoder_budget_add_output (GstEncoderBudget * b, gsize bytes);
gboolean gst_encoder_budget_is_owed (GstEncoderBudget * b, guint64 rate,
    guint64 now);

G_END_DECLS

#endif /* __GST_ENCODER_BUDGET_H__ */

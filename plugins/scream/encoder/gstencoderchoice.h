/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencoderchoice.h: when an encoder that is dear to change is told what */
#ifndef __GST_ENCODER_CHOICE_H__
#define __GST_ENCODER_CHOICE_H__

#include "gstencodercost.h"

G_BEGIN_DECLS

#define GST_ENCODER_CHOICE_SAMPLES 64

/* One encoder. Plain data without a lock; times in ns are those of its frames. */
typedef struct
{
  struct
  {
    guint64 time, wanted;
  } samples[GST_ENCODER_CHOICE_SAMPLES];
  guint64 n_samples;
  guint64 ceiling, ceiling_at;  /* bit/s that was too much, 0 = none */
} GstEncoderChoice;

void gst_encoder_choice_init (GstEncoderChoice * c);
guint64 gst_encoder_choice_choose (GstEncoderChoice * c, GstEncoderCost cost,
    guint64 told, guint64 wanted, guint64 since_change, guint64 now);

G_END_DECLS

#endif /* __GST_ENCODER_CHOICE_H__ */

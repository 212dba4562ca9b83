/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frame sizes of an encoder with a constant bitrate.
 *
 *   size = bitrate / framerate / 8 * key * variation * replay
 *
 * Each factor has the mean 1, which keeps the bitrate: the frames after a key
 * frame pay for it, evenly over one key frame interval, or over a second if there
 * is none. Debts are in mean frames, not bytes, so that debts of a high rate do
 * not starve a low one. Plain data, no clock, no lock. */
#include <math.h>

#include "gstframesize.h"

/* A frame is never smaller than this part of the mean, however large the key
 * frame before it was. */
#define MIN_WEIGHT 0.1

/* This part of what the variation has added so far is taken back by the next
 * frame: at 50 frames/s and 10 % the mean of a second has a deviation of 0.3 %,
 * without it would be 0.8 %. */
#define DRIFT_BACK 0.125

/* Larger frames are cut off: 4 Gbit/s at 8 frames/s. */
#define MAX_FRAME_SIZE (512 * 1024 * 1024)

void
gst_frame_size_init (GstFrameSize * s, guint32 seed)
{
  GstFrameSize empty = { NULL, };

  *s = empty;
  s->rand = g_rand_new_with_seed (seed);
}

void
gst_frame_size_clear (GstFrameSize * s)
{
  g_clear_pointer (&s->rand, g_rand_free);
}

static gboolean
is_key_due (const GstFrameSize * s, const GstFrameSizeConfig * c)
{
  return s->n_frames == 0 ||
      (c->key_interval > 0 && s->since_key >= c->key_interval);
}

/* Of @span frames one has m times the size of the others. */
static gdouble
key_weight (GstFrameSize * s, const GstFrameSizeConfig * c)
{
  guint span = c->key_interval ? c->key_interval :
      (guint) MAX (lrint (c->framerate), 1);
  gdouble m = c->key_multiplier;
  gdouble weight = m * span / (span - 1 + m);

  s->debt += weight - 1;
  s->repay = span - 1;
  return weight;
}

static gdouble
delta_weight (GstFrameSize * s)
{
  gdouble weight = MAX (1 - s->debt / MAX (s->repay, 1), MIN_WEIGHT);

  s->debt -= 1 - weight;
  if (s->repay > 0)
    s->repay--;
  return weight;
}

static gdouble
vary (GstFrameSize * s, gdouble variation)
{
  gdouble add;

  if (variation <= 0)
    return 1;
  add = g_rand_double_range (s->rand, -variation, variation);
  add = CLAMP (add - DRIFT_BACK * s->drift, -variation, variation);
  s->drift += add;
  return 1 + add;
}

static gdouble
mean_size (const GstFrameSize * s, const GstFrameSizeConfig * c)
{
  gdouble mean = c->bitrate / c->framerate / 8;
  gdouble size;

  if (c->replay == NULL)
    return mean;
  size = g_array_index (c->replay, guint32, s->n_frames % c->replay->len);
  return c->replay_scaled ? size / c->replay_mean * mean : size;
}

/**
 * gst_frame_size_next:
 * @s: where the sequence is
 * @c: settings, which may differ from frame to frame
 * @force_key: a key frame was requested
 * @is_key: (out): this is a key frame
 *
 * Returns: bytes of the next frame; 0 for a skipped frame of the file.
 */
guint
gst_frame_size_next (GstFrameSize * s, const GstFrameSizeConfig * c,
    gboolean force_key, gboolean * is_key)
{
  gdouble size = mean_size (s, c), whole;

  *is_key = force_key || is_key_due (s, c);
  s->since_key = *is_key ? 1 : s->since_key + 1;
  size *= *is_key ? key_weight (s, c) : delta_weight (s);
  size *= vary (s, c->variation);
  s->n_frames++;
  if (size <= 0)
    return 0;

  size += s->carry;
  whole = CLAMP (floor (size), 1, MAX_FRAME_SIZE);
  s->carry = CLAMP (size - whole, -1, 1);
  return (guint) whole;
}

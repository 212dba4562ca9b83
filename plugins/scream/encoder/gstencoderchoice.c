/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When an encoder that is dear to change is told what.
 *
 * Each change makes a key frame, which looks like congestion itself; and the bitrate that
 * is wanted swings with it. So the encoder is not told what is wanted at the moment:
 *
 *   down  to the highest that was wanted for a while, once that is below what it was
 *         told. A dip that passes is bridged by skipped frames (gstencoderbudget.c).
 *   up    to the lowest that was wanted for a while, once that is above. While it makes
 *         less than the link has, more and more is wanted, which says nothing of the
 *         link: steps are bounded, and small near the bitrate that was last too much.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/gst.h>

#include "gstencoderchoice.h"

/* OURS: bridged by skipped frames. Half of it follows dips that a key frame made, double
 * of it skips for too long when a link narrows. */
#define DOWN_TIME (800 * GST_MSECOND)
#define DOWN_PART 0.93

/* OURS: half of it steps before the last step could be felt, double of it needs 13 s for
 * a rise from 1 to 2.5 Mbit/s. To open an encoder again is dearer than a key frame. */
#define UP_TIME_KEY_FRAME (700 * GST_MSECOND)
#define UP_TIME_RESTART GST_SECOND
#define UP_PART 1.05

/* OURS: the step up far from the ceiling; 1.35 loses 3 % of a link that varies, 2.5 fills
 * a queue before it is felt. */
#define STEP 1.6

/* OURS: near the ceiling. Half of the step changes for what no picture shows, double of
 * it is felt as congestion each time; half of the time makes twice the key frames. */
#define NEAR_STEP 1.1
#define NEAR_TIME (2 * GST_SECOND)
#define NEAR_PART 0.8

/* OURS: so long a ceiling counts. Links change within it, but a step of 10 % each 2 s
 * comes past it. */
#define CEILING_TIME (20 * GST_SECOND)

/* 64 of them are more than the longest time above. */
#define SAMPLE_TIME (25 * GST_MSECOND)

void
gst_encoder_choice_init (GstEncoderChoice * c)
{
  GstEncoderChoice empty = { 0, };

  *c = empty;
}

static void
add_sample (GstEncoderChoice * c, guint64 wanted, guint64 now)
{
  guint last = (c->n_samples + GST_ENCODER_CHOICE_SAMPLES - 1)
      % GST_ENCODER_CHOICE_SAMPLES;

  /* Time that runs backwards: what came before says nothing. */
  if (c->n_samples && now < c->samples[last].time)
    c->n_samples = 0;
  if (c->n_samples && now - c->samples[last].time < SAMPLE_TIME)
    return;
  last = c->n_samples++ % GST_ENCODER_CHOICE_SAMPLES;
  c->samples[last].time = now;
  c->samples[last].wanted = wanted;
}

/* The lowest and the highest that was wanted in the last @time. */
static void
get_range (const GstEncoderChoice * c, guint64 wanted, guint64 time,
    guint64 now, guint64 * lowest, guint64 * highest)
{
  guint64 i, n = MIN (c->n_samples, GST_ENCODER_CHOICE_SAMPLES);

  *lowest = *highest = wanted;
  for (i = 1; i <= n; i++) {
    guint at = (c->n_samples - i) % GST_ENCODER_CHOICE_SAMPLES;

    if (now - c->samples[at].time > time)
      return;
    *lowest = MIN (*lowest, c->samples[at].wanted);
    *highest = MAX (*highest, c->samples[at].wanted);
  }
}

static guint64
choose_down (GstEncoderChoice * c, guint64 told, guint64 wanted,
    guint64 since_change, guint64 now)
{
  guint64 lowest, highest;

  get_range (c, wanted, DOWN_TIME, now, &lowest, &highest);
  if (since_change < DOWN_TIME || highest >= told * DOWN_PART)
    return 0;
  c->ceiling = told;
  c->ceiling_at = now;
  return highest;
}

static gboolean
is_near_ceiling (const GstEncoderChoice * c, guint64 told, guint64 now)
{
  return told < c->ceiling && told > c->ceiling * NEAR_PART
      && now >= c->ceiling_at && now - c->ceiling_at < CEILING_TIME;
}

static guint64
choose_up (const GstEncoderChoice * c, GstEncoderCost cost, guint64 told,
    guint64 wanted, guint64 since_change, guint64 now)
{
  guint64 time = cost == GST_ENCODER_COST_RESTART ? UP_TIME_RESTART :
      UP_TIME_KEY_FRAME;
  gboolean near_ceiling = is_near_ceiling (c, told, now);
  guint64 lowest, highest;

  get_range (c, wanted, time, now, &lowest, &highest);
  if (since_change < (near_ceiling ? NEAR_TIME : time)
      || lowest <= told * UP_PART)
    return 0;
  return MIN (lowest, (guint64) (told * (near_ceiling ? NEAR_STEP : STEP)));
}

/**
 * gst_encoder_choice_choose:
 * @cost: of a change
 * @told: bit/s that the encoder has been told, 0 = nothing yet
 * @wanted: bit/s that it should make
 * @since_change: ns since it was told
 * @now: time of the frame that comes
 *
 * Called for each frame.
 *
 * Returns: bit/s to tell it before this frame, 0 = leave it.
 */
guint64
gst_encoder_choice_choose (GstEncoderChoice * c, GstEncoderCost cost,
    guint64 told, guint64 wanted, guint64 since_change, guint64 now)
{
  guint64 res;

  add_sample (c, wanted, now);
  wanted = gst_encoder_cost_bound (cost, told, wanted);
  if (told == 0 || !gst_encoder_cost_is_dear (cost))
    return gst_encoder_cost_allows (cost, told, wanted, since_change) ?
        wanted : 0;
  res = choose_down (c, told, wanted, since_change, now);
  return res ? res : choose_up (c, cost, told, wanted, since_change, now);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How far an encoder is from what it is told.
 *
 *   response = bits made / bits it was told to make     (over about a second)
 *   told     = wanted * gain,   gain = 1 / response
 *
 * The response is taken against what was written, not against what is wanted:
 * so it does not depend on the gain, and nothing can oscillate.
 *
 * A low response has two causes that look alike. An encoder that stays a few
 * percent below (a VBV buffer that is never full) may be told a little more. A
 * picture that does not need the bits says nothing about the encoder.
 *
 * So has a high one: an encoder that overshoots by a factor, and one that is
 * at its coarsest quantizer and cannot go lower. The first one comes to what
 * is wanted when it is corrected: that gain is then proven. In the second case
 * it is not, and must not outlast the low rate. When the picture needs no bits,
 * or much more is wanted than before, the proven gain counts.
 *
 * Frames that were skipped on purpose do not count as time in which the
 * encoder was told anything.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <math.h>

#include "gstencodergain.h"

/* One key frame of six times the mean, at 30 frames/s, moves the sums by a
 * sixth; smoothed again it stays inside the dead zone below. Half of these
 * times follows key frames, double of them takes 5 s to find a factor of 2. */
#define TAU_SUMS 1.0
#define TAU_RESPONSE 0.7

/* A gain is proven while the output is this near to what is wanted. */
#define TAU_PROVEN 1.5
#define PROVEN_LOW 0.9
#define PROVEN_HIGH 1.12

/* A frame ages the sums by this at most, so that they hold ten frames when
 * there is only one in each second (screens). */
#define MAX_AGE 0.1

/* Sums over less say nothing: the first frame is a key frame. */
#define MIN_WEIGHT 0.5

/* Dead zone: correction begins outside and ends well inside. */
#define BEGIN_OVER 1.08
#define BEGIN_UNDER 0.95
#define END_OVER 1.03
#define END_UNDER 0.98

/* Below, the picture is the reason and not the encoder. */
#define SOURCE_LIMITED 0.85

/* Raised only after so many seconds between the two: a picture that becomes
 * still passes there in a fifth of it. */
#define UNDER_TIME 1.0

#define MIN_GAIN 0.25
#define MAX_GAIN 1.15

/* What comes out right after a large change was told before it. Rate controls
 * swing by a fifth all the time, and the gain must be found all the same. */
#define LARGE_CHANGE 0.4
#define FREEZE (300 * G_GUINT64_CONSTANT (1000000))

/* So much above the lowest rate, what was seen there may not count. */
#define NEW_RATE 2.0

/* More than this for so many seconds is not following; encoders that do need
 * 2 s for the worst step. It counts as following again below the second. */
#define FAR_ABOVE 1.5
#define NOT_ABOVE 1.2
#define FAR_ABOVE_TIME 3.0

/* A gap in time, or time that runs backwards: seek, pause, new source. */
#define MAX_GAP 5.0

#define NO_TIME G_MAXUINT64

void
gst_encoder_gain_init (GstEncoderGain * g)
{
  GstEncoderGain empty = { 0, };

  *g = empty;
  g->last_time = NO_TIME;
  g->response = 1.0;
  g->gain = 1.0;
  g->proven = 1.0;
  g->lowest_wanted = G_MAXDOUBLE;
  g->follows = TRUE;
}

static void
use_proven_gain (GstEncoderGain * g)
{
  g->gain = g->proven;
  g->correcting = g->proven != 1.0;
}

/**
 * gst_encoder_gain_set_command:
 * @wanted: bit/s that the encoder should make
 * @written: bit/s that it is told
 * @now: time of the frame that comes next, ns
 */
void
gst_encoder_gain_set_command (GstEncoderGain * g, guint64 wanted,
    guint64 written, guint64 now)
{
  gdouble change = fabs ((gdouble) written - g->written);

  if (g->written > 0 && change > LARGE_CHANGE * g->written)
    g->frozen_until = now + FREEZE;
  g->lowest_wanted = MIN (g->lowest_wanted, (gdouble) wanted);
  if ((gdouble) wanted > NEW_RATE * g->lowest_wanted) {
    g->lowest_wanted = (gdouble) wanted;
    /* What was seen at the low rate says nothing about this one. */
    g->response = 1.0 / g->proven;
    g->written_bits = g->out_bits * g->proven;
    use_proven_gain (g);
  }
  g->wanted = (gdouble) wanted;
  g->written = (gdouble) written;
}

/**
 * gst_encoder_gain_freeze:
 * @until: time of a frame, ns; what comes out before says nothing of the encoder
 */
void
gst_encoder_gain_freeze (GstEncoderGain * g, guint64 until)
{
  g->frozen_until = MAX (g->frozen_until, until);
}

void
gst_encoder_gain_add_output (GstEncoderGain * g, gsize bytes)
{
  g->out_bits += 8.0 * (gdouble) bytes;
}

/* Seconds since the last frame, 0 if there is no telling. */
static gdouble
take_step (GstEncoderGain * g, guint64 now)
{
  guint64 last = g->last_time;
  gdouble dt;

  g->last_time = now;
  if (last != NO_TIME && now < last)
    g->frozen_until = 0;
  if (last == NO_TIME || now <= last)
    return 0;
  dt = (gdouble) (now - last) / 1e9;
  return dt > MAX_GAP ? 0 : dt;
}

/* The time since the last frame belongs to that frame: both are added before
 * they fade, or the sums would not be comparable. */
static void
age_sums (GstEncoderGain * g, gdouble dt, gboolean skipped)
{
  gdouble keep = exp (-MIN (dt, MAX_AGE) / TAU_SUMS);

  g->out_bits *= keep;
  g->written_bits = (g->written_bits + (skipped ? 0 : g->written * dt)) * keep;
  g->wanted_bits = (g->wanted_bits + g->wanted * dt) * keep;
  g->weight = (g->weight + dt) * keep;
}

static void
smooth (gdouble * value, gdouble sample, gdouble dt, gdouble tau)
{
  *value += (1 - exp (-MIN (dt, MAX_AGE) / tau)) * (sample - *value);
}

static void
update_gain (GstEncoderGain * g, gdouble dt)
{
  gdouble r = g->response;

  g->under_time = r < BEGIN_UNDER ? g->under_time + dt : 0;
  if (r < SOURCE_LIMITED) {
    g->under_time = 0;
    use_proven_gain (g);
    g->gain = MIN (g->gain, 1.0);
    return;
  }

  if (r > BEGIN_OVER || g->under_time > UNDER_TIME)
    g->correcting = TRUE;
  else if (r > END_UNDER && r < END_OVER)
    g->correcting = FALSE;
  g->gain = g->correcting ? CLAMP (1.0 / r, MIN_GAIN, MAX_GAIN) : 1.0;
}

static void
update_proven (GstEncoderGain * g, gdouble dt)
{
  gdouble reached = g->out_bits / g->wanted_bits;

  if (reached > PROVEN_LOW && reached < PROVEN_HIGH)
    smooth (&g->proven, g->gain, dt, TAU_PROVEN);
}

static void
update_follows (GstEncoderGain * g, gdouble dt)
{
  gdouble above = g->out_bits / g->wanted_bits;

  if (above > FAR_ABOVE) {
    g->over_time += dt;
    if (g->over_time > FAR_ABOVE_TIME)
      g->follows = FALSE;
  } else {
    g->over_time = 0;
    if (above < NOT_ABOVE)
      g->follows = TRUE;
  }
}

/**
 * gst_encoder_gain_add_frame:
 * @skipped: the frame does not reach the encoder
 * @now: time of the frame, ns
 */
void
gst_encoder_gain_add_frame (GstEncoderGain * g, gboolean skipped, guint64 now)
{
  gdouble dt = take_step (g, now);

  if (dt <= 0)
    return;
  age_sums (g, dt, skipped);
  if (g->weight < MIN_WEIGHT || g->written_bits <= 0 || g->wanted_bits <= 0)
    return;

  update_follows (g, dt);
  if (skipped || now < g->frozen_until)
    return;
  smooth (&g->response, g->out_bits / g->written_bits, dt, TAU_RESPONSE);
  update_gain (g, dt);
  update_proven (g, dt);
}

/**
 * gst_encoder_gain_get:
 *
 * Returns: the factor from what is wanted to what the encoder should be told.
 */
gdouble
gst_encoder_gain_get (const GstEncoderGain * g)
{
  return g->gain;
}

guint64
gst_encoder_gain_get_output_rate (const GstEncoderGain * g)
{
  return g->weight > 0 ? (guint64) (g->out_bits / g->weight) : 0;
}

/**
 * gst_encoder_gain_follows:
 *
 * Returns: %FALSE if the output has been far above what is wanted for so long
 * that correction cannot help.
 */
gboolean
gst_encoder_gain_follows (const GstEncoderGain * g)
{
  return g->follows;
}

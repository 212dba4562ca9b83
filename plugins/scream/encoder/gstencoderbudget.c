/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an encoder has made beyond its bitrate, and what is done about it.
 *
 * A bucket fills with what comes out and empties at the bitrate that is wanted. Encoders
 * that are dear to change make a key frame of several times the mean at each change, and
 * keep a bitrate that is too high until the next change is worth it. Others make too much at
 * their coarsest quantizer. All of it would wait in front of the link. Raw frames are
 * skipped until it is paid for, so that a frame that is shown is not late as well.
 *
 * Encoders that are cheap to change are told less while something waits in front of the
 * link, until it is paid for.
 *
 * A frame may be so large that nothing pays for it before the picture freezes: where the
 * scene changes, encoders with a quantizer that moves with the last frames (libvpx) make
 * one of ten mean frames. It is held back, and a key frame asked for. If that comes next it
 * takes the place of the large frame: encoders bound key frames, and the quantizer has
 * learned from the frame that nobody sees. If it does not come, the frame is sent.
 *
 * Where the raw picture shows that the scene changes, all of that is known before: a key
 * frame is asked for, and the encoder is told less for this one frame. At its coarsest
 * quantizer that changes nothing: the first pictures of the scene are made softer if the
 * frames of the one before took too long, which nobody sees right after a cut. All pictures
 * are as long as frames are skipped again and again: soft pictures that move are worth more
 * than sharp ones that do not. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/gst.h>
#include <math.h>

#include "gstencoderbudget.h"

#define NONE G_MAXUINT64
#define SECOND 1e9

/* OURS: a frame is skipped while so much waits. Half of it skips frames of an ordinary
 * size, double of it adds as much to the delay of each frame after a key frame. */
#define MAX_DEBT (0.06)

/* OURS: what may wait when a frame comes: half a frame at 30 frames/s. Without it the link
 * would be idle between frames, double of it is felt in the delay of each frame. */
#define FREE_WAIT (0.02)

/* OURS: the rest is paid for in this time. Half of it makes encoders swing that follow
 * late (libvpx: 0.3 s), double of it leaves a second of late frames. */
#define REPAY_TIME (0.25)

/* OURS: less is no picture, and the gain could not tell how the encoder follows. */
#define LEAST_PART 0.5

/* OURS: a frame is too large if it takes longer than this. One of 150 ms more than the
 * others is a freeze (W3C webrtc-stats, freezeCount). */
#define LARGE_FRAME (0.2)

/* OURS: ... and than so many intervals, for pictures of a few frames in a second. */
#define LARGE_INTERVALS 4

/* OURS: ... and than so many key frames: the picture that is lost in between has to be
 * worth it. */
#define LARGE_KEYS 2

/* OURS: a key frame may come one frame late, as encoders with threads of their own make
 * it; with more than so many frames inside it comes too late to be of use. */
#define LATE_FRAMES 1
#define MOST_INSIDE 3

/* OURS: time between two frames that are held back, so that a picture which is too large
 * for the link at any rate still moves. */
#define HOLD_DISTANCE (GST_SECOND)

/* OURS: the interval is over about eight frames. */
#define INTERVAL_PART 0.125

/* OURS: part of the bitrate for the first frame of a scene. At half, it is seen to be
 * coarse; near 1, x264enc waits half as long again, and libvpx fills the queue. */
#define CUT_PART 0.55

/* OURS: one frame at 25 in a second. At double, a scene costs a tenth of the rate where
 * there is one in 2 s; half is less than a frame. */
#define CUT_TIME (40 * GST_MSECOND)

/* OURS: frames that a scene begins with: the key frame, and the next one, which libvpx makes
 * as large. Half of it does not see that; double of it counts what comes in any scene. */
#define BEGIN_FRAMES 2

/* OURS: they may take so long at the bitrate. At half, those of x264enc are softened for
 * nothing; at double, a key frame of openh264enc is a freeze together with what waits. */
#define SOFT_TIME (0.12)

/* OURS: what a softness twice as large takes off their size, by openh264enc and vp8enc. With
 * half of what it is above 1, each other cut is forgotten to be too large; with double,
 * pictures stay soft that need it no more. */
#define SOFT_GAIN (1.3)

/* OURS: at half, the key frames of openh264enc take 0.16 s at 1 Mbit/s; double shows
 * squares. */
#define SOFTEST 8

/* OURS: what a frame that is skipped adds to the blur of the next ones, of which 1 makes them
 * twice as soft. At half, four frames more are skipped before it helps; at double, one gap of
 * the link is seen. */
#define BLUR_UP 0.25

/* OURS: what each other frame takes off it. One frame of 25 is skipped to know that it is
 * still needed; at half of it pictures are soft for 20 s after the link has risen, at double
 * twice as many frames are skipped. */
#define BLUR_DOWN 0.01

/* OURS: how much of it counts at the next scene, for scenes differ. With half, one easy
 * scene forgets the others; near 1, one hard scene softens all. */
#define BEGIN_KEPT (0.8)

void
gst_encoder_budget_init (GstEncoderBudget * b)
{
  GstEncoderBudget empty = { 0, };

  *b = empty;
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
  if (dt > 0)
    b->interval += (b->interval > 0 ? INTERVAL_PART : 1) * (dt - b->interval);
  b->bits = MAX (b->bits - (gdouble) rate * dt, 0);
  return rate > 0 && b->bits > (gdouble) rate *MAX_DEBT;
}

/* Any key frame counts. */
static void
note_begin (GstEncoderBudget * b, gdouble bits, gboolean key)
{
  if (key)
    b->begin = b->n_begin = 0;
  else if (b->n_begin == 0)
    return;
  b->begin += bits;
  if (++b->n_begin < BEGIN_FRAMES)
    return;
  for (; b->softness > 1; b->softness /= 2)
    b->begin *= SOFT_GAIN;
  b->begin_bits = MAX (b->begin, BEGIN_KEPT * b->begin_bits);
  b->n_begin = 0;
}

/* Is the key frame that was asked for late? */
static GstEncoderVerdict
judge_behind (GstEncoderBudget * b, guint64 inside)
{
  if (b->n_held++ < inside + 1 + LATE_FRAMES)
    return GST_ENCODER_VERDICT_HOLD;
  b->n_held = 0;
  b->stubborn = TRUE;
  return GST_ENCODER_VERDICT_RELEASE;
}

static gboolean
is_too_large (const GstEncoderBudget * b, gdouble time, guint64 now)
{
  return !b->stubborn && now >= b->next_hold && b->key_time > 0
      && time > LARGE_FRAME && time > LARGE_INTERVALS * b->interval
      && time > LARGE_KEYS * b->key_time;
}

/**
 * gst_encoder_budget_judge:
 * @bytes: of a frame that comes out
 * @key: it is a key frame
 * @rate: bit/s that the encoder should make, 0 = not known yet
 * @inside: frames that are inside the encoder
 * @now: time of the frame that went in last
 *
 * Returns: what is to be done with it.
 */
GstEncoderVerdict
gst_encoder_budget_judge (GstEncoderBudget * b, gsize bytes, gboolean key,
    guint64 rate, guint64 inside, guint64 now)
{
  gdouble time = rate > 0 ? 8.0 * (gdouble) bytes / (gdouble) rate : 0;
  gboolean held = b->n_held > 0;

  note_begin (b, 8.0 * (gdouble) bytes, key);
  if (key) {
    b->key_time = time;
    b->n_held = 0;
    return held ? GST_ENCODER_VERDICT_REPLACE : GST_ENCODER_VERDICT_PASS;
  }
  if (held)
    return judge_behind (b, inside);
  if (inside > MOST_INSIDE || !is_too_large (b, time, now))
    return GST_ENCODER_VERDICT_PASS;
  b->n_held = 1;
  b->next_hold = now + HOLD_DISTANCE;
  return GST_ENCODER_VERDICT_ASK;
}

/**
 * gst_encoder_budget_repay:
 * @waits: ns that it takes to send what waits
 *
 * Returns: the part of the bitrate that leaves room for it.
 */
gdouble
gst_encoder_budget_repay (guint64 waits)
{
  gdouble owed = (gdouble) waits / SECOND - FREE_WAIT;

  return CLAMP (1 - owed / REPAY_TIME, LEAST_PART, 1);
}

/**
 * gst_encoder_budget_blur:
 * @skipped: the frame that comes is skipped, since too much waits
 *
 * Returns: by what its picture is to be divided, as of gst_encoder_budget_soften().
 */
guint
gst_encoder_budget_blur (GstEncoderBudget * b, gboolean skipped)
{
  b->blur = CLAMP (b->blur + (skipped ? BLUR_UP : -BLUR_DOWN), 0,
      log2 (SOFTEST));
  return (guint) exp2 (b->blur);
}

/**
 * gst_encoder_budget_for_cut:
 * @since: ns since the scene began
 *
 * Returns: the part of the bitrate for a frame then.
 */
gdouble
gst_encoder_budget_for_cut (guint64 since)
{
  return since < CUT_TIME ? CUT_PART : 1;
}

/**
 * gst_encoder_budget_soften:
 * @rate: bit/s that the encoder should make
 *
 * Another scene begins, with a key frame.
 *
 * Returns: by what its picture is to be divided and made as large again, a power of two;
 *   1: it may be sharp.
 */
guint
gst_encoder_budget_soften (GstEncoderBudget * b, guint64 rate)
{
  gdouble most = SOFT_TIME * (gdouble) rate, bits = b->begin_bits;

  b->softness = 1;
  for (; bits > most && b->softness < SOFTEST; bits /= SOFT_GAIN)
    b->softness *= 2;
  return b->softness;
}

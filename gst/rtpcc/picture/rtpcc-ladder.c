/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ladder.c: when pictures become smaller or fewer, and when they come back
 *
 *   density = rate / (width * height * frames in a second * weight)    bits for a pixel
 *   weight  = part of the pixels that move / LADDER_MOVING, LADDER_STILL to 1
 *
 *           density < LADDER_LOW, or the encoder makes too much
 *    step n  ------------------------------------------------->  a later step
 *            <-------------------------------------------------
 *           density there > LADDER_HIGH for LADDER_ROOM
 *
 * Down it goes at once to the step that fits; up, to the first step that has had
 * room for all of that time.  A step up that does not hold makes the next wait twice
 * as long: that of a content which is harder than its density says, for instance.
 *
 * The weight is that of the liveliest second of late, so that a film does not change
 * its size with each quiet scene.
 */
#include <string.h>

#include "rtpcc-ladder.h"

/* OURS: bits for a pixel of a frame, below which a smaller picture looks better at the
 * size of the viewer: docs/research/adapt.md has the table. Half keeps pictures of blocks, double
 * blurs those that the encoder could have coded. */
#define LADDER_LOW 0.04

/* OURS: what the picture above must have, times LADDER_LOW.  At half, a rate that swings
 * by a third goes up and down; at double, a fifth of the rate is left unused. */
#define LADDER_HIGH 1.5

/* OURS: a controller dips for a few RTTs when it meets a queue.  At half, such a dip
 * changes the picture; at double, the queue grows for two seconds. */
#define LADDER_SMOOTH RTP_CC_SECOND

/* OURS: the rate is a guess in the first seconds, and grows to what the path has.  At
 * half, each start is a small picture; at double, one with too little stutters. */
#define LADDER_START (2 * RTP_CC_SECOND)

/* OURS: each change is a key frame and is seen.  At half, a link that swings is watched
 * with a change in each blink; at double, a link that gives way stutters for 10 s. */
#define LADDER_BETWEEN (5 * RTP_CC_SECOND)

/* OURS: the links that we know keep for 10 s what they had for 10 s.  At half, every
 * lull of a cross traffic is a change; at double, rate is left unused for so long. */
#define LADDER_ROOM (10 * RTP_CC_SECOND)

/* OURS: a rate that rises at once is smoothed for so long.  Half begins with a part of it,
 * and takes a second wait for the rest; double forgives dips. */
#define LADDER_RISE (3 * LADDER_SMOOTH)

/* OURS: the longest wait for more is 80 s.  One that could come back waits for that;
 * one that cannot is tried in vain so often. */
#define LADDER_PATIENCE_MAX 8

/* OURS: who goes down again within this time should not have gone up. */
#define LADDER_HOLDS (30 * RTP_CC_SECOND)

/* OURS: the encoder makes this many times its rate, for so long.  A key frame is over
 * after half of it; at double, the queue has thrown frames away. */
#define LADDER_OVER 1.25

/* OURS: see there. */
#define LADDER_OVER_TIME (2 * RTP_CC_SECOND)

/* OURS: so many of the pixels of a film are others than in the frame before, by
 * docs/research/adapt.md.  At half, screens and cameras that stand still count as films; at double,
 * films count as half as lively, and become smaller later. */
#define LADDER_MOVING 0.15

/* OURS: what stands still has been coded once, and comes anew with each key frame.  At
 * half, a picture that begins to move has too few bits for 5 s; at double, a test picture
 * of which a twentieth moves is scaled down for nothing. */
#define LADDER_STILL 0.25

/* OURS: a cut is one frame.  At half, each cut is motion; at double, motion is seen late. */
#define LADDER_MOTION RTP_CC_SECOND

/* OURS: a quiet scene takes some seconds.  At half, films go up and down with them; at
 * double, a camera in front of an empty room waits for a minute. */
#define LADDER_QUIET (30 * RTP_CC_SECOND)

/* OURS: a camera that does not say has so many frames in a second. */
#define LADDER_ANY_FRAMERATE 30.0

/* OURS: each picture has about half of the pixels of the one before.  With steps twice
 * as fine a rate that falls is twice as many changes. */
static const struct
{
  uint32_t numerator, denominator;
} scales[] = {
  {1, 1}, {3, 4}, {1, 2}, {1, 3}, {1, 4}, {1, 6}
};

/* OURS: whole ones, for then the frames that stay are as far from each other. */
static const uint32_t divisors[] = { 1, 2, 3, 4, 6 };

/* OURS: their numbers. */
#define N_SCALES (sizeof (scales) / sizeof (scales[0]))
/* OURS: the same. */
#define N_DIVISORS (sizeof (divisors) / sizeof (divisors[0]))

void
rtp_cc_ladder_init (RtpCcLadder * ladder, RtpCcLadderMode mode)
{
  memset (ladder, 0, sizeof (*ladder));
  ladder->mode = mode;
  ladder->updated_at = ladder->changed_at = ladder->room_since =
      ladder->over_since = ladder->went_up_at = ladder->moved_at =
      RTP_CC_TIME_NEVER;
  ladder->patience = 1;
  ladder->weight = 1;
}

double
rtp_cc_ladder_get_pixels (uint64_t rate)
{
  return (double) rate / LADDER_LOW;
}

/* ---- the steps ---- */

static uint32_t
scale_even (uint32_t size, uint64_t numerator, uint64_t denominator)
{
  return (uint32_t) ((size * numerator + denominator) / (2 * denominator)) * 2;
}

static void
add_step (RtpCcLadder * ladder, uint32_t width, uint32_t height,
    uint32_t divisor)
{
  RtpCcLadderStep *step = &ladder->steps[ladder->n_steps++];

  step->width = width;
  step->height = height;
  step->divisor = divisor;
}

/* Both sides by the height that was rounded, so that the aspect stays. */
static void
add_sizes (RtpCcLadder * ladder, uint32_t width, uint32_t height)
{
  size_t i;

  for (i = 1; i < N_SCALES; i++) {
    uint32_t h =
        scale_even (height, scales[i].numerator, scales[i].denominator);
    uint32_t w = scale_even (width, h, height);

    if ((w < h ? w : h) < RTP_CC_LADDER_MIN_LINES)
      return;
    add_step (ladder, w, h, 1);
  }
}

static void
add_framerates (RtpCcLadder * ladder)
{
  RtpCcLadderStep last = ladder->steps[ladder->n_steps - 1];
  size_t i;

  for (i = 1; i < N_DIVISORS; i++) {
    if (ladder->framerate / divisors[i] < RTP_CC_LADDER_MIN_FRAMERATE)
      return;
    add_step (ladder, last.width, last.height, divisors[i]);
  }
}

static double
get_density (const RtpCcLadder * ladder, unsigned step)
{
  const RtpCcLadderStep *s = &ladder->steps[step];
  double framerate = ladder->framerate > 0 ? ladder->framerate
      : LADDER_ANY_FRAMERATE;

  return ladder->rate * s->divisor / ((double) s->width * s->height *
      framerate * ladder->weight);
}

/* The first step with @density or more; the last one, if there is none. */
static unsigned
find_step (const RtpCcLadder * ladder, double density)
{
  unsigned i;

  for (i = 0; i + 1 < ladder->n_steps; i++) {
    if (get_density (ladder, i) >= density)
      break;
  }
  return i;
}

void
rtp_cc_ladder_set_picture (RtpCcLadder * ladder, uint32_t width,
    uint32_t height, double framerate)
{
  const RtpCcLadderStep *full = &ladder->steps[0];
  bool is_same = ladder->n_steps > 0 && full->width == width
      && full->height == height && ladder->framerate <= framerate
      && ladder->framerate >= framerate;

  if (is_same || width == 0 || height == 0)
    return;
  ladder->n_steps = 0;
  ladder->framerate = framerate;
  add_step (ladder, width, height, 1);
  if (ladder->mode == RTP_CC_LADDER_AUTO
      || ladder->mode == RTP_CC_LADDER_RESOLUTION)
    add_sizes (ladder, width, height);
  if (ladder->mode == RTP_CC_LADDER_AUTO
      || ladder->mode == RTP_CC_LADDER_FRAMERATE)
    add_framerates (ladder);
  ladder->step = ladder->rate > 0 ? find_step (ladder, LADDER_LOW) : 0;
  ladder->room_since = RTP_CC_TIME_NEVER;
}

const RtpCcLadderStep *
rtp_cc_ladder_get (const RtpCcLadder * ladder)
{
  return ladder->n_steps > 0 ? &ladder->steps[ladder->step] : NULL;
}

/* ---- which step ---- */

/* The time constant is LADDER_SMOOTH, with gaps as long as that at most. */
static void
smooth (RtpCcLadder * ladder, uint64_t rate, RtpCcTime now)
{
  RtpCcTime since;
  double weight;

  if (ladder->changed_at == RTP_CC_TIME_NEVER)
    ladder->changed_at = now;
  since = ladder->updated_at == RTP_CC_TIME_NEVER
      || now - ladder->updated_at > LADDER_SMOOTH ? LADDER_SMOOTH
      : now - ladder->updated_at;
  weight = (double) since / LADDER_SMOOTH;
  ladder->rate += ((double) rate - ladder->rate) * weight;
  ladder->updated_at = now;
}

static double
fade (RtpCcTime since, RtpCcTime time_constant)
{
  return since < time_constant ? (double) since / (double) time_constant : 1;
}

void
rtp_cc_ladder_set_moving (RtpCcLadder * ladder, double part, RtpCcTime now)
{
  RtpCcTime since = ladder->moved_at == RTP_CC_TIME_NEVER ? LADDER_QUIET
      : now > ladder->moved_at ? now - ladder->moved_at : 0;
  double weight;

  ladder->moved_at = now;
  ladder->motion += (part - ladder->motion) * fade (since, LADDER_MOTION);
  weight = ladder->motion / LADDER_MOVING;
  weight = weight < LADDER_STILL ? LADDER_STILL : weight < 1 ? weight : 1;
  if (weight < ladder->weight)
    weight = ladder->weight + (weight - ladder->weight) * fade (since,
        LADDER_QUIET);
  ladder->weight = weight;
}

/* No change right after another one. */
static bool
may_change (const RtpCcLadder * ladder, RtpCcTime now)
{
  return now - ladder->changed_at >=
      (ladder->has_changed ? LADDER_BETWEEN : LADDER_START);
}

static void
note_over (RtpCcLadder * ladder, double made, RtpCcTime now)
{
  if (made <= LADDER_OVER)
    ladder->over_since = RTP_CC_TIME_NEVER;
  else if (ladder->over_since == RTP_CC_TIME_NEVER)
    ladder->over_since = now;
}

/* Where there has been room from room_since on. */
static void
note_room (RtpCcLadder * ladder, RtpCcTime now)
{
  unsigned step = find_step (ladder, LADDER_LOW * LADDER_HIGH);

  if (step >= ladder->step) {
    ladder->room_since = RTP_CC_TIME_NEVER;
  } else if (ladder->room_since == RTP_CC_TIME_NEVER) {
    ladder->room_since = now;
    ladder->room_step = step;
  } else if (step > ladder->room_step || now - ladder->room_since < LADDER_RISE) {
    ladder->room_step = step;
  }
}

static void
note_held (RtpCcLadder * ladder, RtpCcTime now)
{
  if (ladder->went_up_at == RTP_CC_TIME_NEVER
      || now - ladder->went_up_at < LADDER_HOLDS)
    return;
  ladder->went_up_at = RTP_CC_TIME_NEVER;
  ladder->patience = 1;
}

static unsigned
choose (const RtpCcLadder * ladder, RtpCcTime now)
{
  unsigned lower = ladder->step + 1;

  if (get_density (ladder, ladder->step) < LADDER_LOW)
    return find_step (ladder, LADDER_LOW);
  if (ladder->over_since != RTP_CC_TIME_NEVER
      && now - ladder->over_since >= LADDER_OVER_TIME)
    return lower < ladder->n_steps ? lower : ladder->step;
  if (ladder->room_since != RTP_CC_TIME_NEVER
      && now - ladder->room_since >= LADDER_ROOM * ladder->patience)
    return ladder->room_step;
  return ladder->step;
}

static void
go_to (RtpCcLadder * ladder, unsigned step, RtpCcTime now)
{
  if (step > ladder->step && ladder->went_up_at != RTP_CC_TIME_NEVER
      && ladder->patience < LADDER_PATIENCE_MAX)
    ladder->patience *= 2;
  ladder->went_up_at = step < ladder->step ? now : RTP_CC_TIME_NEVER;
  ladder->step = step;
  ladder->changed_at = now;
  ladder->has_changed = true;
  ladder->room_since = ladder->over_since = RTP_CC_TIME_NEVER;
}

bool
rtp_cc_ladder_update (RtpCcLadder * ladder, uint64_t rate, double made,
    RtpCcTime now)
{
  unsigned step;

  if (ladder->n_steps == 0 || rate == 0)
    return false;
  if (ladder->updated_at != RTP_CC_TIME_NEVER && now < ladder->updated_at)
    now = ladder->updated_at;
  smooth (ladder, rate, now);
  note_held (ladder, now);
  note_over (ladder, made, now);
  note_room (ladder, now);
  if (!may_change (ladder, now))
    return false;
  step = choose (ladder, now);
  if (step == ladder->step)
    return false;
  go_to (ladder, step, now);
  return true;
}

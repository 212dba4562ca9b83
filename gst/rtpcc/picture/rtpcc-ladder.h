/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ladder.h: picture size and frame rate at a bitrate
 *
 * A ladder has steps: step 0 is the picture as it comes from the camera, and each
 * further one is smaller, or has fewer frames.  The step is chosen by the bits that
 * the rate has for a pixel of a frame, where what stands still needs few of them.
 */
#ifndef RTPCC_LADDER_H
#define RTPCC_LADDER_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum
{
  RTP_CC_LADDER_NONE,           /* step 0 alone */
  RTP_CC_LADDER_AUTO,           /* smaller pictures; below the smallest, fewer */
  RTP_CC_LADDER_RESOLUTION,
  RTP_CC_LADDER_FRAMERATE
} RtpCcLadderMode;

/* OURS: lines of the smallest picture.  Half shows no faces, double is more than
 * 100 kbit/s carry at 30 frames in a second. */
#define RTP_CC_LADDER_MIN_LINES 180

/* OURS: fewer frames in a second are no motion (ITU-T P.910 plays none below). */
#define RTP_CC_LADDER_MIN_FRAMERATE 10.0

typedef struct
{
  uint32_t width, height;       /* pixels */
  uint32_t divisor;             /* one frame of so many is sent */
} RtpCcLadderStep;

/* OURS: 6 sizes and 4 more frame rates are 10. */
#define RTP_CC_LADDER_MAX_STEPS 12

typedef struct
{
  RtpCcLadderMode mode;
  RtpCcLadderStep steps[RTP_CC_LADDER_MAX_STEPS];
  unsigned n_steps;             /* 0: the picture is not known */
  unsigned step;
  double framerate;             /* of step 0, 1/s */

  double rate;                  /* bit/s, smoothed; 0: none was seen */
  double motion;                /* part of the pixels that move, of the last frames */
  double weight;                /* of the pixels: 1 of a picture that moves */
  RtpCcTime moved_at;           /* NEVER: it was not said */
  RtpCcTime updated_at;
  RtpCcTime changed_at;         /* or when it began */
  bool has_changed;
  unsigned room_step;           /* the first that has had room since room_since */
  RtpCcTime room_since;         /* NEVER: there is none above */
  RtpCcTime over_since;         /* the encoder makes too much; NEVER: not so */
  RtpCcTime went_up_at;         /* NEVER: not, or it has held */
  unsigned patience;            /* the wait for more is multiplied by this */
} RtpCcLadder;

void rtp_cc_ladder_init (RtpCcLadder * ladder, RtpCcLadderMode mode);

/* The camera's picture, as it comes.  @framerate: 0: not known.  What it was at stays
 * as near as possible, if the picture is another one. */
void rtp_cc_ladder_set_picture (RtpCcLadder * ladder, uint32_t width,
    uint32_t height, double framerate);

/* @rate: what the encoder may make, bit/s; 0: not known, or paused.  @made: the part of
 * it that it makes, 1 if that is not known.  True: the step is another one. */
bool rtp_cc_ladder_update (RtpCcLadder * ladder, uint64_t rate, double made,
    RtpCcTime now);

/* @part: of the pixels of the picture at @now, that are others than in the one before.
 * Without it, the picture is taken for one that moves. */
void rtp_cc_ladder_set_moving (RtpCcLadder * ladder, double part,
    RtpCcTime now);

/* How many pixels of pictures that move @rate, bit/s, carries in a second before a smaller
 * picture looks better. */
double rtp_cc_ladder_get_pixels (uint64_t rate);

/* NULL: the picture is not known. */
const RtpCcLadderStep *rtp_cc_ladder_get (const RtpCcLadder * ladder);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_LADDER_H */

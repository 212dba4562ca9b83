/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-frames.c: see rtpcc-frames.h */
#include "rtpcc-frames.h"

#include <math.h>
#include <string.h>

/* OURS: that of W3C webrtc-stats, freezeCount, so that figures compare */
#define FREEZE_FACTOR 3
/* OURS: likewise */
#define FREEZE_LONGER (150 * RTP_CC_MSECOND)

/* OURS: intervals before a mean is one.  The first frames come as fast as they can. */
#define FREEZE_FIRST 5

/* OURS: s.  A tenth shows each key frame, ten times as much hides a minute that was bad. */
#define RATE_TIME 10.0

/* OURS: a presentation time may be rounded to the clock of RTP, 90 kHz. */
#define SAME_TIME (100 * RTP_CC_USECOND)

/* OURS: a time that is further back is a new beginning. */
#define LATEST RTP_CC_SECOND

static bool
is_same (RtpCcTime a, RtpCcTime b)
{
  return a <= b + SAME_TIME && b <= a + SAME_TIME;
}

/* Packets of a frame that was shown already: it has a later one behind it, or is it. */
static bool
is_late (const RtpCcFrames * f, RtpCcTime pts)
{
  return f->shown > 0 && pts <= f->last_pts + SAME_TIME
      && pts > f->last_pts - LATEST;
}

static bool
is_pending (const RtpCcFrames * f, RtpCcTime pts)
{
  for (unsigned i = f->n_pending; i > 0; i--) {
    if (is_same (f->pending[i - 1], pts))
      return true;
  }
  return false;
}

void
rtp_cc_frames_came (RtpCcFrames * f, RtpCcTime pts)
{
  if (is_pending (f, pts) || is_late (f, pts))
    return;
  if (f->n_pending == RTP_CC_FRAMES_PENDING) {
    f->undecodable++;
    f->n_pending--;
    memmove (f->pending, f->pending + 1, f->n_pending * sizeof (RtpCcTime));
  }
  f->pending[f->n_pending++] = pts;
}

/* It, and those that would have been shown before it. */
static void
settle (RtpCcFrames * f, RtpCcTime pts)
{
  unsigned kept = 0;

  for (unsigned i = 0; i < f->n_pending; i++) {
    RtpCcTime other = f->pending[i];

    if (is_same (other, pts))
      continue;
    if (other > pts)
      f->pending[kept++] = other;
    else
      f->undecodable++;
  }
  f->n_pending = kept;
}

static RtpCcTime
mean_recent (const RtpCcFrames * f)
{
  RtpCcTime sum = 0;

  for (unsigned i = 0; i < f->n_recent; i++)
    sum += f->recent[i];
  return sum / f->n_recent;
}

static void
note_freeze (RtpCcFrames * f, RtpCcTime interval)
{
  RtpCcTime mean;

  if (f->n_recent <= FREEZE_FIRST)
    return;
  mean = mean_recent (f);
  if (interval <= FREEZE_FACTOR * mean || interval <= mean + FREEZE_LONGER)
    return;
  f->freezes++;
  f->freeze_time += interval;
}

static void
note_interval (RtpCcFrames * f, RtpCcTime interval)
{
  double s = (double) interval / (double) RTP_CC_SECOND;
  double keep = exp (-s / RATE_TIME);

  note_freeze (f, interval);
  f->sum = f->sum * keep + s;
  f->squares = f->squares * keep + s * s;
  f->recent[f->next_recent] = interval;
  f->next_recent = (f->next_recent + 1) % RTP_CC_FRAMES_RECENT;
  if (f->n_recent < RTP_CC_FRAMES_RECENT)
    f->n_recent++;
}

void
rtp_cc_frames_show (RtpCcFrames * f, RtpCcTime pts, RtpCcTime now)
{
  if (f->shown > 0 && is_same (pts, f->last_pts))
    return;
  settle (f, pts);
  if (f->shown > 0 && now > f->last)
    note_interval (f, now - f->last);
  f->shown++;
  f->last = now;
  f->last_pts = pts;
}

double
rtp_cc_frames_rate (const RtpCcFrames * f)
{
  return f->squares > 0 ? f->sum / f->squares : 0;
}

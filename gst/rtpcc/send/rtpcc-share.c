/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-share.c: water filling
 *
 * A level is raised until all is spent: each stream takes level * priority,
 * clipped to its bounds.  Each round clips all open streams.  If that takes
 * more than there is, the level can only fall, and streams at their minimum
 * are settled; if it takes less, the level can only rise, and streams at their
 * maximum are.  Then the rest is shared anew; each round settles at least one.
 * A rest below 0 leaves all others at their minimum.
 *
 * A first pass fills up to the preferred bitrates, a second one from there to the
 * maxima.
 */
#include "rtpcc-share.h"

/* OURS: no answer yet; one less than this is the highest rate. */
#define SHARE_OPEN UINT64_MAX

static bool
is_open (const RtpCcShare * stream)
{
  return stream->active && stream->rate == SHARE_OPEN;
}

static bool
is_modest (const RtpCcShare * stream)
{
  return stream->preferred_rate > 0
      && stream->preferred_rate < stream->max_rate;
}

static uint64_t
upper_bound (const RtpCcShare * stream)
{
  uint64_t bound =
      is_modest (stream) ? stream->preferred_rate : stream->max_rate;

  if (bound < stream->min_rate)
    bound = stream->min_rate;
  return bound < SHARE_OPEN ? bound : SHARE_OPEN - 1;
}

static double
sum_of_open_priorities (const RtpCcShare * streams, size_t n_streams)
{
  double sum = 0;

  for (size_t i = 0; i < n_streams; i++) {
    if (is_open (&streams[i]))
      sum += streams[i].priority;
  }
  return sum;
}

/* Excess of the clipped sum at this level over the rest, or its lack. */
static double
excess_at (const RtpCcShare * streams, size_t n_streams, double level)
{
  double excess = 0;

  for (size_t i = 0; i < n_streams; i++) {
    const RtpCcShare *s = &streams[i];
    double part = level * s->priority;

    if (!is_open (s))
      continue;
    if (part < (double) s->min_rate)
      excess += (double) s->min_rate - part;
    else if (part > (double) upper_bound (s))
      excess -= part - (double) upper_bound (s);
  }
  return excess;
}

/* Returns the rate of the streams settled now. */
static double
settle (RtpCcShare * streams, size_t n_streams, double level, double excess)
{
  double taken = 0;

  for (size_t i = 0; i < n_streams; i++) {
    RtpCcShare *s = &streams[i];
    double part = level * s->priority;

    if (!is_open (s))
      continue;
    if (part <= (double) s->min_rate && excess >= 0)
      s->rate = s->min_rate;
    else if (part >= (double) upper_bound (s) && excess <= 0)
      s->rate = upper_bound (s);
    else if (excess == 0)
      s->rate = (uint64_t) part;
    else
      continue;
    taken += (double) s->rate;
  }
  return taken;
}

static void
fill (uint64_t rate, RtpCcShare * streams, size_t n_streams)
{
  double left = (double) rate;
  double sum;

  for (size_t i = 0; i < n_streams; i++)
    streams[i].rate = streams[i].active ? SHARE_OPEN : 0;

  while ((sum = sum_of_open_priorities (streams, n_streams)) > 0) {
    double level = left / sum;

    left -= settle (streams, n_streams, level,
        excess_at (streams, n_streams, level));
  }
}

/* Opens the streams again that may have more than they got. */
static bool
reopen (uint64_t rate, RtpCcShare * streams, size_t n_streams)
{
  uint64_t left = rate;
  bool any = false;

  for (size_t i = 0; i < n_streams; i++) {
    RtpCcShare *s = &streams[i];

    if (s->rate >= left)
      return false;
    left -= s->rate;
    any = any || (s->active && is_modest (s));
  }
  for (size_t i = 0; i < n_streams && any; i++) {
    streams[i].min_rate = streams[i].rate;
    streams[i].preferred_rate = 0;
  }
  return any;
}

void
rtp_cc_share (uint64_t rate, RtpCcShare * streams, size_t n_streams)
{
  fill (rate, streams, n_streams);
  if (reopen (rate, streams, n_streams))
    fill (rate, streams, n_streams);
}

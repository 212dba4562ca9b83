/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-rise.c: SCReAM v2, falls of the capacity */
#include "rtpcc-scream-rise.h"

#include <math.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

static void
begin (ScreamRise * rise, int64_t least, RtpCcTime arrival)
{
  rise->least = rise->most = least;
  rise->since = rise->last = arrival;
  rise->step = 0;
  rise->bytes = 0;
  rise->fell = rise->slower = false;
}

void
scream_rise_init (ScreamRise * rise)
{
  begin (rise, 0, RTP_CC_TIME_NEVER);
}

/* A link that stopped or a longer way is no slower path: a third of the delay comes at once. */
static bool
is_steady (const ScreamRise * rise, double enough)
{
  int64_t risen = rise->most - rise->least;

  return (double) risen >= enough && 3 * rise->step < risen
      && rise->last > rise->since;
}

static double
rate_of (const ScreamRise * rise)
{
  return rise->bytes * 8 * (double) RTP_CC_SECOND
      / (double) (rise->last - rise->since);
}

static void
go_on (ScreamRise * rise, int64_t delay, RtpCcTime arrival)
{
  if (delay - rise->most > rise->step)
    rise->step = delay - rise->most;
  if (delay > rise->most)
    rise->most = delay;
  if (arrival > rise->last)
    rise->last = arrival;
}

void
scream_rise_add (ScreamRise * rise, const ScreamParams * p,
    const RtpCcReport * report, int64_t delay, double enough, double target)
{
  rise->fell = rise->most - delay > p->ipdv_min;
  if (rise->since == RTP_CC_TIME_NEVER || (rise->fell && !rise->slower)
      || report->arrival - rise->since >= p->path_memory) {
    begin (rise, delay, report->arrival);
  } else if (!rise->slower && delay - rise->least <= p->ipdv_min) {
    begin (rise, delay < rise->least ? delay : rise->least, report->arrival);
  } else {
    go_on (rise, delay, report->arrival);
    rise->bytes += report->packet.size;
    rise->slower |= is_steady (rise, enough) && rate_of (rise) < target;
  }
}

double
scream_rise_rate (const ScreamRise * rise)
{
  return rise->slower ? rate_of (rise) : INFINITY;
}

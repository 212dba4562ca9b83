/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-rise.c: SCReAM v2, the path has become slower */
#include "rtpcc-scream-rise.h"

#include <math.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

static void
begin (ScreamRise * rise, int64_t delay, RtpCcTime arrival)
{
  rise->least = rise->most = delay;
  rise->since = rise->last = arrival;
  rise->gap = 0;
  rise->bytes = 0;
  rise->fell = rise->slower = false;
}

void
scream_rise_init (ScreamRise * rise)
{
  begin (rise, INT64_MAX, RTP_CC_TIME_NEVER);
}

/* A link that stopped is no slower one: half of the time without an arrival. */
static bool
is_steady (const ScreamRise * rise, double enough)
{
  return (double) (rise->most - rise->least) >= enough
      && 2 * rise->gap < rise->last - rise->since;
}

void
scream_rise_add (ScreamRise * rise, const ScreamParams * p,
    const RtpCcReport * report, double enough)
{
  int64_t delay = report->arrival - report->packet.sent;

  rise->fell = (double) delay < (double) rise->most - (double) p->ipdv_min;
  if ((!rise->slower && (rise->fell || delay <= rise->least))
      || report->arrival - rise->since >= p->path_memory) {
    begin (rise, delay, report->arrival);
    return;
  }
  rise->most = delay > rise->most ? delay : rise->most;
  if (report->arrival > rise->last) {
    rise->gap = report->arrival - rise->last > rise->gap
        ? report->arrival - rise->last : rise->gap;
    rise->last = report->arrival;
  }
  rise->bytes += report->packet.size;
  rise->slower |= is_steady (rise, enough);
}

double
scream_rise_rate (const ScreamRise * rise)
{
  return rise->slower ? rise->bytes * 8 * (double) RTP_CC_SECOND
      / (double) (rise->last - rise->since) : INFINITY;
}

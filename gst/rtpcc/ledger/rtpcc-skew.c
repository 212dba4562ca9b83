/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-skew.c: drift of the receiver's clock */
#include "rtpcc-skew.h"

#include <math.h>

#include "gst/rtpcc/rtpcc-clip-private.h"

/* OURS: three of these tell.  At half, 50 ms of jitter on the way back make 500 ppm 720; at
 * double, 91 instead of 95 % of 3 Mbit/s at RTT 150 are used in the first five minutes with a
 * clock that is 1000 ppm fast. */
#define SKEW_PERIOD (5 * RTP_CC_SECOND)

/* OURS: quartz is within 100 ppm, and a clock that NTP sets within 500.  Half is what the
 * evaluation has; double is what a way back that gets 20 ms longer in a period looks like. */
#define SKEW_MOST 0.002

/* OURS: two slopes are between three. */
#define SKEW_PERIODS 3

static void
begin_period (RtpCcSkew * skew, RtpCcTime ours)
{
  skew->since = ours;
  skew->most = -INFINITY;
}

void
rtp_cc_skew_restart (RtpCcSkew * skew)
{
  skew->periods = 0;
  begin_period (skew, skew->time);
}

/* What two slopes have in common. */
static double
common (double a, double b)
{
  if (a * b <= 0)
    return 0;
  return fabs (a) < fabs (b) ? a : b;
}

/* One change of the way back is one slope that is none.  What theirs had gained is taken off at
 * once; if it had lost, the least delay has followed it. */
static void
learn (RtpCcSkew * skew, double slope)
{
  double drift = common (slope, skew->slope);

  skew->slope = slope;
  if (skew->periods < SKEW_PERIODS || drift == 0)
    return;
  skew->rate = clip (skew->rate + drift, -SKEW_MOST, SKEW_MOST);
  if (drift > 0)
    skew->offset += drift * SKEW_PERIODS * SKEW_PERIOD;
  skew->periods = 0;
}

static void
end_period (RtpCcSkew * skew, RtpCcTime ours)
{
  double slope = (skew->most - skew->before) / (double) (ours - skew->since);

  skew->before = skew->most;
  skew->periods++;
  if (skew->periods > 1 && fabs (slope) > SKEW_MOST)
    skew->periods = 1;
  else if (skew->periods > 1)
    learn (skew, slope);
  begin_period (skew, ours);
}

void
rtp_cc_skew_note (RtpCcSkew * skew, RtpCcTime theirs, RtpCcTime ours)
{
  if (skew->time == 0 || ours - skew->time > SKEW_PERIOD) {
    skew->time = ours;
    rtp_cc_skew_restart (skew);
  }
  skew->offset += skew->rate * (double) (ours - skew->time);
  skew->time = ours;
  skew->most = larger (skew->most, (double) (theirs - ours) - skew->offset);
  if (ours - skew->since >= SKEW_PERIOD)
    end_period (skew, ours);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-train.c: SCReAM v2, how fast the packets of a frame arrive */
#include "rtpcc-scream-train.h"

#include <math.h>

static void
next_frame (ScreamTrain * train)
{
  train->last_arrival = RTP_CC_TIME_NEVER;
  train->bytes = train->spread = 0;
}

void
scream_train_init (ScreamTrain * train)
{
  train->bytes_mean = train->spread_mean = 0;
  next_frame (train);
}

static void
end_frame (ScreamTrain * train, double gain)
{
  if (train->bytes_mean <= 0)
    gain = 1;
  if (train->bytes > 0) {
    train->bytes_mean += gain * (train->bytes - train->bytes_mean);
    train->spread_mean += gain * (train->spread - train->spread_mean);
  }
  next_frame (train);
}

void
scream_train_add (ScreamTrain * train, const RtpCcReport * report, double gain)
{
  if (train->last_arrival != RTP_CC_TIME_NEVER) {
    train->bytes += report->packet.size;
    train->spread += (double) (report->arrival - train->last_arrival);
  }
  train->last_arrival = report->arrival;
  if (report->packet.marker)
    end_frame (train, gain);
}

double
scream_train_rate (const ScreamTrain * train)
{
  if (train->bytes_mean <= 0)
    return 0;
  if (train->spread_mean <= 0)
    return INFINITY;
  return train->bytes_mean * 8 * (double) RTP_CC_SECOND / train->spread_mean;
}

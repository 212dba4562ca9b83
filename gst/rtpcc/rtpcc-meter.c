/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-meter.c: a rate over a sliding window, in ten bins */
#include "rtpcc-meter.h"

#include <string.h>

static void
advance (RtpCcMeter * meter, RtpCcTime now)
{
  int64_t number;

  /* Nearly always, and a division is dear. */
  if (now - meter->current * meter->bin < meter->bin)
    return;
  number = now / meter->bin;
  if (number - meter->current >= RTP_CC_METER_BINS) {
    memset (meter->bytes, 0, sizeof (meter->bytes));
    meter->current = number;
  }
  while (meter->current < number) {
    meter->current++;
    meter->bytes[meter->current % RTP_CC_METER_BINS] = 0;
  }
}

void
rtp_cc_meter_init (RtpCcMeter * meter, int64_t window, RtpCcTime now)
{
  memset (meter, 0, sizeof (*meter));
  meter->bin = window / RTP_CC_METER_BINS;
  meter->start = now > 0 ? now : 0;
  meter->current = meter->start / meter->bin;
}

void
rtp_cc_meter_add (RtpCcMeter * meter, uint64_t bytes, RtpCcTime now)
{
  advance (meter, now);
  meter->bytes[meter->current % RTP_CC_METER_BINS] += bytes;
}

uint64_t
rtp_cc_meter_bytes (RtpCcMeter * meter, RtpCcTime now)
{
  uint64_t sum = 0;

  advance (meter, now);
  for (int i = 0; i < RTP_CC_METER_BINS; i++)
    sum += meter->bytes[i];
  return sum;
}

double
rtp_cc_meter_rate (RtpCcMeter * meter, RtpCcTime now)
{
  uint64_t sum = rtp_cc_meter_bytes (meter, now);
  int64_t window;
  double bits;

  /* Nine full bins and the elapsed part of the newest. */
  window = now - (meter->current - RTP_CC_METER_BINS + 1) * meter->bin;
  if (window > now - meter->start)
    window = now - meter->start;
  if (window < meter->bin)
    window = meter->bin;
  bits = 8 * (double) sum;
  return bits * RTP_CC_SECOND / (double) window;
}

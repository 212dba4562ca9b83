/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-latency.c: capture times and arrivals in, latency of one stream out */
#include "rtpcc-latency.h"

#include <stdlib.h>
#include <string.h>

/* OURS: what the display shows, and how long clocks are looked at before they
 * are judged */
#define WINDOW RTP_CC_SECOND

/* OURS: clocks that NTP keeps over the Internet are this far apart at times;
 * less than that is no reason to distrust latencies of tens of ms. */
#define NEGATIVE_LIMIT (-2 * RTP_CC_MSECOND)

/* OURS: live video is never so late: queues and jitter buffers hold less. */
#define PLAUSIBLE_LIMIT (10 * RTP_CC_SECOND)

/* OURS: NTP slews a clock by 0.5 ms/s, a busy machine reads two clocks some ms
 * apart, rtp timestamps of audio follow samples instead of time for some ms. */
#define STEP_LIMIT (100 * RTP_CC_MSECOND)

/* OURS: no media has a slower one; what is less comes from wrong caps. */
#define MIN_CLOCK_RATE 1000

/* OURS: as TCP's smoothed round-trip time, of about the last second of video */
#define GAIN (1.0 / 16)

void
rtp_cc_latency_init (RtpCcLatency * latency)
{
  memset (latency, 0, sizeof (*latency));
}

static bool
is_step (int64_t a, int64_t b)
{
  return a - b > STEP_LIMIT || b - a > STEP_LIMIT;
}

/* RTP timestamps come from a clock that does not step, as "now" does. */
static bool
clock_stepped (const RtpCcLatency * latency, const RtpCcLatencySample * s,
    RtpCcTime now)
{
  const RtpCcLatencySample *before = &latency->previous;
  int32_t ticks = (int32_t) (s->timestamp - before->timestamp);

  if (is_step (s->seen - before->seen, now - latency->previous_now))
    return true;
  return s->clock_rate >= MIN_CLOCK_RATE && s->clock_rate == before->clock_rate
      && is_step (s->captured - before->captured,
      ticks * RTP_CC_SECOND / (int64_t) s->clock_rate);
}

static void
start (RtpCcLatency * latency, RtpCcTime now)
{
  latency->start = now;
  latency->since_start = 0;
}

static double
smooth (double average, int64_t value, bool first)
{
  return first ? (double) value : average + GAIN * ((double) value - average);
}

void
rtp_cc_latency_add (RtpCcLatency * latency, const RtpCcLatencySample * s,
    RtpCcTime now)
{
  int64_t value = s->seen - s->captured;
  size_t at = (size_t) (latency->total % RTP_CC_LATENCY_SAMPLES);
  bool first;

  if (latency->total == 0) {
    start (latency, now);
  } else if (clock_stepped (latency, s, now)) {
    latency->steps++;
    start (latency, now);
  }
  first = latency->since_start == 0;
  latency->smoothed = smooth (latency->smoothed, value, first);
  latency->arrival = smooth (latency->arrival, s->arrived - s->captured, first);
  if (first || value < latency->min)
    latency->min = value;
  latency->last = value;
  latency->values[at] = value;
  latency->times[at] = now;
  latency->previous = *s;
  latency->previous_now = now;
  latency->total++;
  latency->since_start++;
}

/* The rest of the window, since the last step, into @values. */
static size_t
recent (const RtpCcLatency * latency, int64_t * values, RtpCcTime now)
{
  size_t n = 0;
  uint64_t i;

  for (i = 0; i < latency->since_start && i < RTP_CC_LATENCY_SAMPLES; i++) {
    size_t at = (size_t) ((latency->total - 1 - i) % RTP_CC_LATENCY_SAMPLES);

    if (i > 0 && now - latency->times[at] > WINDOW)
      break;
    values[n++] = latency->values[at];
  }
  return n;
}

static int
compare (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return (x > y) - (x < y);
}

/* @values: sorted. Too early is one packet that cannot be; too late is no
 * evidence as long as one was not. */
static RtpCcClocks
judge (const RtpCcLatency * latency, const int64_t * values)
{
  if (values[0] < NEGATIVE_LIMIT || latency->min > PLAUSIBLE_LIMIT)
    return RTP_CC_CLOCKS_NOT_SYNCHRONISED;
  return latency->previous_now - latency->start >= WINDOW
      ? RTP_CC_CLOCKS_OK : RTP_CC_CLOCKS_UNKNOWN;
}

void
rtp_cc_latency_info (const RtpCcLatency * latency, RtpCcLatencyInfo * info,
    RtpCcTime now)
{
  int64_t values[RTP_CC_LATENCY_SAMPLES];
  size_t n = recent (latency, values, now);

  memset (info, 0, sizeof (*info));
  info->count = latency->total;
  info->clock_steps = latency->steps;
  info->any = n > 0;
  if (n == 0)
    return;
  qsort (values, n, sizeof (values[0]), compare);
  info->clocks = judge (latency, values);
  info->last = latency->last;
  info->smoothed = (int64_t) latency->smoothed;
  info->min = latency->min;
  /* Of 20 values, one is above. */
  info->p95 = values[(n * 19 + 19) / 20 - 1];
  info->arrival = (int64_t) latency->arrival;
}

const char *
rtp_cc_clocks_name (RtpCcClocks clocks)
{
  switch (clocks) {
    case RTP_CC_CLOCKS_OK:
      return "ok";
    case RTP_CC_CLOCKS_NOT_SYNCHRONISED:
      return "not-synchronised";
    case RTP_CC_CLOCKS_UNKNOWN:
      break;
  }
  return "unknown";
}

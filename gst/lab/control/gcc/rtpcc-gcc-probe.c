/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-probe.c: GCC, probes of the capacity at the start
 *
 *   rate ^          ____         6 times the start rate, if the path took 0.7
 *        |   ____  |    |        of the first
 *        |  |    | |    |__ ...  then twice the result, and so on
 *        |__|    |_|             3 times the start rate
 *           sending  waiting for the reports
 *
 * DEVIATES: libwebrtc fills probes of 15 ms with padding and sends the first
 * two at once.  We have media only: the target is raised for as long as an
 * encoder needs to follow, the packets of the later part are measured, and a
 * probe waits for the result of the one before, since it is twenty times as
 * long.
 */
#include "rtpcc-gcc-probe.h"

#include <math.h>
#include <string.h>

/* OURS: as libwebrtc has it: the first two, in units of the start rate. */
static const double PROBE_FACTOR[] = { 3, 6 };

/* OURS: as libwebrtc has it: later ones, in units of the result. */
#define PROBE_FACTOR_LATER 2.0

/* OURS: as libwebrtc has it: another probe follows if the path took so much of
 * the last. */
#define PROBE_CONTINUE 0.7

/* OURS: encoders follow a new target after one to three frames; before that
 * the packets are those of the old rate.  At half, slow ones give no result; at
 * double, a path that is too slow has half a second more of queue. */
#define PROBE_LEAD (130 * RTP_CC_MSECOND)

/* OURS: five frames to measure; at half, the size of one of them decides; at
 * double, as for PROBE_LEAD. */
#define PROBE_TIME (170 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it: the result is given up after so long. */
#define PROBE_WAIT RTP_CC_SECOND

/* OURS: as libwebrtc has it. */
#define PROBE_PACKETS_MIN 5

/* OURS: the arrivals are exact to a ms; at half, 4 % of the rate may be noise;
 * at double, a full path is known two frames later. */
#define PROBE_SPAN_MIN (50 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it: part of the bytes that must have been sent. */
#define PROBE_BYTES_MIN 0.8

/* OURS: as libwebrtc has it: packets cannot arrive so much faster than sent. */
#define PROBE_RATIO_MAX 2.0

/* OURS: as libwebrtc has it: below this part of what was sent... */
#define PROBE_FULL 0.9

/* OURS: as libwebrtc has it: ...the path is the limit; use so much of it. */
#define PROBE_USE 0.95

/* draft-ietf-rmcat-gcc-02 section 5.6: beta; if the detector says that it is
 * full there is a queue to empty as well. */
#define PROBE_USE_OVERUSE 0.85

void
gcc_probe_init (GccProbe * probe)
{
  memset (probe, 0, sizeof (*probe));
}

void
gcc_probe_end (GccProbe * probe)
{
  probe->state = GCC_PROBE_DONE;
}

bool
gcc_probe_is_active (const GccProbe * probe)
{
  return probe->state != GCC_PROBE_WANTED && probe->state != GCC_PROBE_DONE;
}

bool
gcc_probe_is_sending (const GccProbe * probe, RtpCcTime now)
{
  return probe->state == GCC_PROBE_SENDING && now < probe->end;
}

static void
start (GccProbe * probe, double rate, RtpCcTime now)
{
  unsigned n = probe->n + 1;

  gcc_probe_init (probe);
  probe->n = n;
  probe->state = GCC_PROBE_SENDING;
  probe->rate = rate;
  probe->start = now;
  probe->end = now + PROBE_LEAD + PROBE_TIME;
}

void
gcc_probe_note (GccProbe * probe, RtpCcTime sent, RtpCcTime arrival,
    uint32_t size)
{
  if (!gcc_probe_is_active (probe))
    return;
  if (sent >= probe->end)
    probe->reported = true;
  if (sent < probe->start + PROBE_LEAD || sent >= probe->end)
    return;

  if (probe->packets++ == 0) {
    probe->first_sent = sent;
    probe->first_arrival = arrival;
    probe->first_size = size;
  }
  probe->last_sent = sent;
  probe->last_size = size;
  if (probe->packets == 1 || arrival > probe->last_arrival)
    probe->last_arrival = arrival;
  probe->bytes += size;
}

static double
rate (double bytes, int64_t time)
{
  return bytes * 8 * (double) RTP_CC_SECOND / (double) time;
}

static bool
measured (const GccProbe * probe)
{
  return probe->packets >= PROBE_PACKETS_MIN
      && probe->last_sent > probe->first_sent
      && probe->last_arrival - probe->first_arrival >= PROBE_SPAN_MIN
      && probe->last_arrival - probe->first_arrival <= RTP_CC_SECOND;
}

static double
sent_rate (const GccProbe * probe)
{
  return rate (probe->bytes - probe->last_size,
      probe->last_sent - probe->first_sent);
}

static double
received_rate (const GccProbe * probe)
{
  return rate (probe->bytes - probe->first_size,
      probe->last_arrival - probe->first_arrival);
}

/* What the packets of the probe say; < 0: nothing. */
static double
result (const GccProbe * probe, bool overuse)
{
  double received, sent;

  if (!measured (probe))
    return -1;
  received = received_rate (probe);
  sent = sent_rate (probe);
  if (received > PROBE_RATIO_MAX * sent)
    return -1;
  if (overuse)
    return PROBE_USE_OVERUSE * received;
  if (received < PROBE_FULL * sent)
    return PROBE_USE * received;
  if (sent < PROBE_BYTES_MIN * probe->rate)
    return -1;
  return fmin (sent, received);
}

/* The path takes the start rate: see what more it does. */
static void
begin (GccProbe * probe, const GccProbeInput * in)
{
  if (in->overuse)
    gcc_probe_end (probe);
  else if (in->acked >= PROBE_CONTINUE * in->start_rate)
    start (probe, fmin (PROBE_FACTOR[0] * in->start_rate, in->max_rate),
        in->now);
}

/* Another one, if there is more to find. */
static void
go_on (GccProbe * probe, double value, const GccProbeInput * in)
{
  if (in->overuse) {
    probe->state = GCC_PROBE_DRAINING;
    probe->reported = false;
    if (probe->end > in->now)
      probe->end = in->now;
  } else if (value < PROBE_CONTINUE * probe->rate
      || value >= PROBE_USE * in->max_rate)
    gcc_probe_end (probe);
  else
    start (probe, fmin (probe->n == 1 ? PROBE_FACTOR[1] * in->start_rate
            : PROBE_FACTOR_LATER * value, in->max_rate), in->now);
}

static bool
all_reported (const GccProbe * probe, RtpCcTime now)
{
  return probe->reported || now - probe->end >= PROBE_WAIT;
}

double
gcc_probe_update (GccProbe * probe, const GccProbeInput * in)
{
  bool complete = all_reported (probe, in->now);
  double value = -1;

  switch (probe->state) {
    case GCC_PROBE_WANTED:
      begin (probe, in);
      break;
    case GCC_PROBE_SENDING:
    case GCC_PROBE_WAITING:
      if (in->now >= probe->end)
        probe->state = GCC_PROBE_WAITING;
      if (!complete && !(in->overuse && measured (probe)))
        break;
      value = result (probe, in->overuse);
      go_on (probe, value, in);
      break;
    case GCC_PROBE_DRAINING:
      if (complete)
        gcc_probe_end (probe);
      break;
    case GCC_PROBE_DONE:
      break;
  }
  return value;
}

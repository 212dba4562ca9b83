/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-log.c: a packet's fate as a line of comma-separated values */
#include "linkemu-log.h"

#include <stdio.h>

/* UNIT: ns in a us, in which the log counts */
#define LINKEMU_LOG_USECOND 1000
/* UNIT: us in a second */
#define LINKEMU_LOG_SECOND 1000000
/* UNIT: a time with sign, 13 digits, point, 6 decimals and terminator */
#define LINKEMU_LOG_TIME_SIZE 24

/* In whole numbers: the decimal point of printf() is a comma in some locales. */
static void
format_seconds (char *text, int64_t ns)
{
  uint64_t size = ns < 0 ? 0 - (uint64_t) ns : (uint64_t) ns;
  uint64_t us = (size + LINKEMU_LOG_USECOND / 2) / LINKEMU_LOG_USECOND;

  snprintf (text, LINKEMU_LOG_TIME_SIZE, "%s%llu.%06u", ns < 0 ? "-" : "",
      (unsigned long long) (us / LINKEMU_LOG_SECOND),
      (unsigned) (us % LINKEMU_LOG_SECOND));
}

static size_t
format_line (char *line, const char *flow, const LinkEmuPacketInfo * info,
    int64_t time, int64_t queue_delay, const char *fate)
{
  char seconds[LINKEMU_LOG_TIME_SIZE], delay[LINKEMU_LOG_TIME_SIZE];
  int length;

  format_seconds (seconds, time);
  format_seconds (delay, queue_delay);
  length = snprintf (line, LINKEMU_LOG_LINE_SIZE, "%s,%.32s,%lu,%u,%s,%s",
      seconds, flow, (unsigned long) info->size, info->ecn & 3u, delay, fate);
  return length > 0 ? (size_t) length : 0;
}

const char *
linkemu_log_header (void)
{
  return "time,flow,bytes,ecn,queue-delay,fate";
}

size_t
linkemu_log_departure (char *line, const char *flow,
    const LinkEmuDeparture * departure)
{
  const char *fate = departure->overflow ? "queue" :
      departure->dropped ? "aqm" : departure->marked ? "marked" : "out";

  return format_line (line, flow, &departure->info, departure->served,
      departure->served - departure->enqueued, fate);
}

static const char *
refusal_name (LinkEmuFate fate)
{
  switch (fate) {
    case LINKEMU_DROPPED_LOSS:
      return "loss";
    case LINKEMU_DROPPED_AQM:
      return "aqm";
    default:
      return "queue";
  }
}

size_t
linkemu_log_refusal (char *line, const char *flow,
    const LinkEmuPacketInfo * info, uint32_t overhead, LinkEmuFate fate,
    int64_t now)
{
  LinkEmuPacketInfo on_link = *info;

  on_link.size = info->size < UINT32_MAX - overhead ?
      info->size + overhead : UINT32_MAX;
  return format_line (line, flow, &on_link, now, 0, refusal_name (fate));
}

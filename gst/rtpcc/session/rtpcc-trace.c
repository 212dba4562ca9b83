/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-trace.c: a record as a line of comma-separated values */
#include "rtpcc-trace.h"

#include <stdarg.h>
#include <stdio.h>

/* OURS: larger rates, which no link has, would only make lines longer. */
#define TRACE_RATE_MAX 1e18

typedef struct
{
  char *text;
  size_t length;
} Line;

static void
put (Line * line, const char *format, ...)
{
  va_list args;
  int n;

  va_start (args, format);
  n = vsnprintf (line->text + line->length,
      RTP_CC_TRACE_LINE_SIZE - line->length, format, args);
  va_end (args);
  line->length += n > 0 ? (size_t) n : 0;
}

static void
put_integer (Line * line, uint64_t value)
{
  put (line, ",%llu", (unsigned long long) value);
}

/* In whole numbers: the decimal point of printf() is a comma in some locales. */
static void
put_seconds (Line * line, int64_t ns)
{
  uint64_t size = ns < 0 ? 0 - (uint64_t) ns : (uint64_t) ns;
  uint64_t us = (size + RTP_CC_USECOND / 2) / RTP_CC_USECOND;

  put (line, "%s%s%llu.%06u", line->length > 0 ? "," : "", ns < 0 ? "-" : "",
      (unsigned long long) (us / 1000000), (unsigned) (us % 1000000));
}

/* Neither negative nor NaN ends up in a line. */
static uint64_t
whole (double value)
{
  if (!(value > 0))
    return 0;
  return (uint64_t) (value < TRACE_RATE_MAX ? value + 0.5 : TRACE_RATE_MAX);
}

static void
put_fraction (Line * line, double value)
{
  uint64_t parts = whole (value * 10000);

  if (parts > 10000)
    parts = 10000;
  put (line, ",%u.%04u", (unsigned) (parts / 10000),
      (unsigned) (parts % 10000));
}

const char *
rtp_cc_trace_header (void)
{
  return "Time [s],Estimated queue delay [s],RTT [s],Congestion window [byte],"
      "Bytes in flight [byte],Fast increase mode,Total transmit bitrate [bps],"
      "Stream ID,RTP SN,Bytes newly ACKed,Bytes newly ACKed and CE marked,"
      "Media coder bitrate [bps],Transmitted bitrate [bps],"
      "ACKed bitrate [bps],Lost bitrate [bps],CE Marked bitrate [bps],"
      "Marker bit set,Target bitrate [bps],RTP queue delay [s],"
      "Congestion window inflexion point [byte],"
      "Average queue delay [s],Smoothed RTT [s],L4S alpha,Pacing rate [bps]";
}

size_t
rtp_cc_trace_format (char *text, const RtpCcTraceRecord * r)
{
  Line line = { text, 0 };

  put_seconds (&line, r->time);
  put_seconds (&line, r->qdelay);
  put_seconds (&line, r->rtt);
  put_integer (&line, r->ref_wnd);
  put_integer (&line, r->bytes_in_flight);
  put_integer (&line, r->in_fast_increase);
  put_integer (&line, whole (r->send_rate));
  put_integer (&line, r->ssrc);
  put_integer (&line, r->seq);
  put_integer (&line, r->bytes_newly_acked);
  put_integer (&line, r->bytes_newly_acked_ce);
  put_integer (&line, whole (r->media_rate));
  put_integer (&line, whole (r->send_rate));
  put_integer (&line, whole (r->acked_rate));
  put_integer (&line, whole (r->lost_rate));
  put_integer (&line, whole (r->ce_rate));
  put_integer (&line, r->marker);
  put_integer (&line, r->target_rate);
  put_seconds (&line, r->queue_delay);
  put_integer (&line, r->ref_wnd_i);
  put_seconds (&line, r->qdelay_avg);
  put_seconds (&line, r->s_rtt);
  put_fraction (&line, r->l4s_alpha);
  put_integer (&line, r->pacing_rate);
  return line.length;
}

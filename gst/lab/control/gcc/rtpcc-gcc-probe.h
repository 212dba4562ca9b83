/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-probe.h: GCC, probes of the capacity at the start
 *
 * As libwebrtc (goog_cc of January 2026) has it; the draft has no probes.
 */
#ifndef RTPCC_GCC_PROBE_H
#define RTPCC_GCC_PROBE_H

#include "gst/rtpcc/rtpcc.h"

typedef enum
{
  GCC_PROBE_WANTED,             /* begins with the next feedback */
  GCC_PROBE_SENDING,
  GCC_PROBE_WAITING,            /* for the reports on the last packets */
  GCC_PROBE_DRAINING,           /* the path was full: until its queue has come */
  GCC_PROBE_DONE
} GccProbeState;

typedef struct
{
  GccProbeState state;
  unsigned n;                   /* probes so far */
  double rate;                  /* bit/s, of the probe */
  RtpCcTime start, end;         /* of sending */
  bool reported;                /* a packet sent after it has arrived */
  /* of the packets of the probe that arrived */
  unsigned packets;
  double bytes;
  uint32_t first_size, last_size;
  RtpCcTime first_sent, last_sent, first_arrival, last_arrival;
} GccProbe;

/* What is known with a feedback. */
typedef struct
{
  double start_rate, max_rate;  /* bit/s */
  double acked;                 /* bit/s, R_hat; < 0: not known */
  bool overuse;
  RtpCcTime now;
} GccProbeInput;

void gcc_probe_init (GccProbe * probe);
void gcc_probe_note (GccProbe * probe, RtpCcTime sent, RtpCcTime arrival,
    uint32_t size);
/* Once for each feedback: bit/s, the result; < 0: none. */
double gcc_probe_update (GccProbe * probe, const GccProbeInput * in);
void gcc_probe_end (GccProbe * probe);
/* The queue may be the probe's own. */
bool gcc_probe_is_active (const GccProbe * probe);
/* Is probe->rate to be sent at? */
bool gcc_probe_is_sending (const GccProbe * probe, RtpCcTime now);

#endif /* RTPCC_GCC_PROBE_H */

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* nadatest.h: a NADA with the rates of RFC 8698, seen from inside */
#ifndef NADATEST_H
#define NADATEST_H

#include <gst/check/gstcheck.h>

/* White box: the steps are static. */
#include "gst/lab/control/nada/rtpcc-nada.c"

#include "tests/check/libs/rtpcc/control/near.h"
#include "tests/check/libs/rtpcc/mechanism.h"

#define MBIT 1e6

/* Receiver's clock minus sender's, and the path's delay. */
#define OFFSET (-7 * 3600 * S + 30 * MS)

static RtpCcConfig config;
static RtpCcTarget target;

/* Default parameters, with the rates of RFC 8698. */
static inline void
set_up (Nada * n)
{
  memset (&config, 0, sizeof (config));
  config.min_rate = 150000;
  config.start_rate = 1000000;
  config.max_rate = 1500000;
  config.max_packet_size = 1200;
  memset (n, 0, sizeof (*n));
  nada_init (n, &config, T0, &target);
}

/* ---- what is made of the reports ---- */

typedef struct
{
  Nada nada;
  RtpCcTime now;
  guint64 id;
} Flow;

static inline Flow *
flow_new (void)
{
  Flow *flow = g_new0 (Flow, 1);

  set_up (&flow->nada);
  flow->now = T0;
  return flow;
}

static inline void
flow_report (Flow * flow, guint64 id, RtpCcFate fate, RtpCcTime sent,
    gint64 queue, RtpCcEcn ecn)
{
  RtpCcReport report = { 0 };

  report.packet.id = id;
  report.packet.size = 1000;
  report.packet.sent = sent;
  report.packet.ecn = RTP_CC_ECN_ECT_0;
  report.fate = fate;
  report.ecn = ecn;
  /* Of a lost packet it means nothing, whatever it says. */
  report.arrival = sent + OFFSET + queue;
  nada_signal_report (&flow->nada.signal, &report, flow->now);
}

/* A packet each 10 ms, 800 kbit/s. */
static inline void
flow_receive (Flow * flow, guint n, gint64 queue)
{
  for (guint i = 0; i < n; i++) {
    flow->now += 10 * MS;
    flow_report (flow, flow->id++, RTP_CC_FATE_RECEIVED, flow->now, queue,
        RTP_CC_ECN_ECT_0);
  }
}

static inline void
flow_lose (Flow * flow)
{
  flow->now += 10 * MS;
  flow_report (flow, flow->id++, RTP_CC_FATE_LOST, flow->now, -9 * MS, 0);
}

#endif /* NADATEST_H */

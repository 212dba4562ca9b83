/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* simreceiver.c: who takes what arrives and reports on it */
#include "simprivate.h"

static void
send_rtcp (Sim * sim, uint8_t * data, size_t size)
{
  SimPacket *p;

  if (sim_is_off (sim->config, sim->config->feedback_off_from,
          sim->config->feedback_off_to, sim->now - T0))
    return;
  p = calloc (1, sizeof (SimPacket));
  p->size = (uint32_t) size;
  p->rtcp = malloc (size);
  memcpy (p->rtcp, data, size);
  if (!sim_enter (sim->back, p, sim->now)) {
    free (p->rtcp);
    free (p);
  }
}

static int64_t
receiver_time (const Sim * sim, int64_t t)
{
  return t + (int64_t) ((double) (t - T0) * sim->config->clock_skew);
}

/* The reporter's own wish counts only when the receiver asks it. */
static bool
may_report (Sim * sim)
{
  if (sim->config->report_interval == 0)
    return true;
  if (sim->now < sim->next_report)
    return false;
  sim->next_report = sim->now + sim->config->report_interval;
  return true;
}

static void
run_reporter (Sim * sim)
{
  uint8_t data[1400];
  size_t size;

  while ((size = rtp_cc_reporter_feedback (sim->receiver, data, sizeof (data),
              receiver_time (sim, sim->now))) > 0)
    send_rtcp (sim, data, size);
}

RtpCcReporter *
sim_make_reporter (const Sim * sim)
{
  RtpCcReporterConfig receiver = { 0 };

  receiver.kind = sim->config->feedback;
  receiver.receiver.sender_ssrc = 1;
  receiver.receiver.max_interval = 40 * RTP_CC_MSECOND;
  receiver.receiver.max_packets = 16;
  receiver.receiver.min_interval = 22 * RTP_CC_MSECOND;
  receiver.receiver.max_size = 1200;
  receiver.packet_overhead = 28;
  return rtp_cc_reporter_new (&receiver, receiver_time (sim, sim->now));
}

void
sim_run_receiver (Sim * sim)
{
  if (may_report (sim))
    run_reporter (sim);
}

static void
note_frame (const Sim * sim, const SimPacket * p)
{
  SimFrame frame = { sim->flow, (unsigned) p->stream, p->captured - T0,
    p->entered - T0, sim->now - T0
  };

  if (p->received.marker && sim->config->frame != NULL)
    sim->config->frame (&frame, sim->config->user);
}

void
sim_arrive (Sim * sim, SimPacket * p)
{
  double queue = (double) (sim->now - p->entered
      - sim->network->delay) / (double) RTP_CC_SECOND;
  int64_t t = receiver_time (sim, sim->now);

  sim->tick_bytes += p->size + 28;
  if (sim->now - T0 >= sim->network->counted_from)
    sim->bytes_counted += p->size + 28;
  if (queue > sim->tick_queue)
    sim->tick_queue = queue;
  p->received.ecn = p->ecn;
  p->received.arrival = t;
  rtp_cc_reporter_on_packet (sim->receiver, &p->received, t);
  note_frame (sim, p);
  free (p);
  sim_run_receiver (sim);
}

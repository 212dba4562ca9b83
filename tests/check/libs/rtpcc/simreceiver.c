/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* simreceiver.c: who takes what arrives and reports on it, honest or not */
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

/* What came since the last report, and between that what did not, as soon as what is
 * behind it. */
static void
lie_late (Sim * sim)
{
  uint16_t n = (uint16_t) (sim->seen - sim->told);
  RtpCcReceived claim = { 0 };

  for (uint16_t i = 0; sim->seen_one && i < n; i++) {
    RtpCcReceived *late = &sim->late[(uint16_t) (sim->seen - i) % MAX_LATE];

    if (late->seq == (uint16_t) (sim->seen - i) && late->arrival > 0)
      claim = *late;
    claim.seq = (uint16_t) (sim->seen - i);
    rtp_cc_reporter_on_packet (sim->receiver, &claim, receiver_time (sim,
            sim->now));
    late->arrival = 0;
  }
  sim->told = sim->seen;
}

static void
note_late (Sim * sim, const SimPacket * p)
{
  RtpCcReceived *late = &sim->late[p->received.seq % MAX_LATE];

  *late = p->received;
  late->arrival = receiver_time (sim, p->entered + sim->config->delay_forward);
  if (!sim->seen_one)
    sim->told = (uint16_t) (p->received.seq - 1);
  if (!sim->seen_one || (int16_t) (uint16_t) (p->received.seq - sim->seen) > 0)
    sim->seen = p->received.seq;
  sim->seen_one = true;
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
  if (sim->config->lies == SIM_FILLS_LATE)
    lie_late (sim);
  return true;
}

static void
run_reporter (Sim * sim, RtpCcReporter * reporter)
{
  uint8_t data[1400];
  size_t size;

  while ((size = rtp_cc_reporter_feedback (reporter, data, sizeof (data),
              receiver_time (sim, sim->now))) > 0) {
    send_rtcp (sim, data, size);
    if (sim->config->duplicates_back > 0
        && sim_uniform (sim) < sim->config->duplicates_back)
      send_rtcp (sim, data, size);
  }
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
  if (sim->now >= sim->next_restart) {
    rtp_cc_reporter_free (sim->receiver);
    sim->receiver = sim_make_reporter (sim);
    sim->next_restart += sim->config->receiver_restarts;
  }
  if (!may_report (sim))
    return;
  run_reporter (sim, sim->receiver);
  if (sim->forger != NULL)
    run_reporter (sim, sim->forger);
}

/* All from the newest that was seen up to @p and, if that is the kind, beyond has
 * come as though there were no queue.  Video of one stream. */
static void
lie (Sim * sim, RtpCcReporter * reporter, const SimPacket * p)
{
  int ahead = sim->config->lies == SIM_AHEAD ? SIM_AHEAD_BY : 0;
  uint16_t gap = (uint16_t) (p->received.seq - sim->seen + ahead);
  uint16_t numbers = (uint16_t) (p->received.number - sim->seen_number + ahead);
  RtpCcReceived claim = p->received;

  if (!sim->seen_one)
    gap = numbers = 1;
  sim->seen_one = true;
  if (gap >= 0x8000 || numbers >= 0x8000)
    return;
  claim.arrival = receiver_time (sim, p->entered + sim->config->delay_forward);
  for (int i = (gap > numbers ? gap : numbers) - 1; i >= 0; i--) {
    if (sim->config->lies == SIM_FILLS_HALF && i > 0 && sim_uniform (sim) < 0.5)
      continue;
    claim.seq = (uint16_t) (p->received.seq + ahead - i);
    claim.number = (uint16_t) (p->received.number + ahead - i);
    rtp_cc_reporter_on_packet (reporter, &claim, receiver_time (sim, sim->now));
  }
  sim->seen = (uint16_t) (p->received.seq + ahead);
  sim->seen_number = (uint16_t) (p->received.number + ahead);
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
  if (sim->config->lies == SIM_HONEST || sim->config->lies == SIM_FORGER)
    rtp_cc_reporter_on_packet (sim->receiver, &p->received, t);
  else if (sim->config->lies == SIM_FILLS_LATE)
    note_late (sim, p);
  else
    lie (sim, sim->receiver, p);
  if (sim->config->duplicates > 0
      && sim_uniform (sim) < sim->config->duplicates)
    rtp_cc_reporter_on_packet (sim->receiver, &p->received, t);
  if (sim->forger != NULL)
    lie (sim, sim->forger, p);
  note_frame (sim, p);
  free (p);
  sim_run_receiver (sim);
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "figures.h"

#include <algorithm>
#include <cmath>

namespace evaluation
{
/* What a flow at the encoder's maximum takes on the wire: RTP, and IP, UDP
 * and PPP around it. */
constexpr double WIRE_PER_RTP = 1.029;
constexpr double STEP = 0.1;    /* s */
constexpr double REACHED = 0.9, CONVERGED = 0.75;
constexpr int64_t SHORT_WAIT = 50 * 1000000;
constexpr double LAST = 30;     /* s; rates of flows, Jain */

struct Rates
{
  std::vector < RateBins > flows;       /* video and audio, at the bottleneck */
  RateBins media, other;
};

/* @way: of one direction of the first bottleneck */
static Rates
CollectRates (const Network & network, const Direction & way)
{
  Rates rates;

  rates.flows.resize (network.flows.size ());
  for (const Departure & d:way.Departures ()) {
    if (d.flow < 0)
      rates.other.Add (d.time, d.bytes);
    else {
      rates.flows[d.flow].Add (d.time, d.bytes);
      rates.media.Add (d.time, d.bytes);
    }
  }
  return rates;
}

static bool
Active (const MediaFlow & flow, double t)
{
  return t >= flow.start && t < flow.end
      && !(t >= flow.pauseFrom && t < flow.pauseTo);
}

/* Flows that use a link in one direction at a time. */
static int
CountActive (const Network & network, size_t link, bool forward, double t)
{
  int n = 0;

  for (auto & flow:network.flows) {
    int low = std::min (flow->spec.from, flow->spec.to);
    int high = std::max (flow->spec.from, flow->spec.to);

    n += (flow->spec.from < flow->spec.to) == forward && low <= (int) link
        && (int) link < high && Active (flow->spec, t);
  }
  return n;
}

static double
LargestUse (const Network & network)
{
  return network.spec.maxRate * WIRE_PER_RTP + network.spec.audioRate * 1.6;
}

/* What could have been sent at a time, bit/s on the wire. */
static double
Usable (const Network & network, size_t link, bool forward, double t)
{
  const Link & l = network.spec.links[link];
  double rate = RateAt (forward ? l.forward : l.backward, t);

  if (network.spec.ofCapacity)
    return rate;
  return std::min (rate, CountActive (network, link, forward, t) * LargestUse (network));
}

static double
Utilisation (const Network & network, const Rates & rates)
{
  double end = 0, usable = 0;

  for (auto & flow:network.flows)
    end = std::max (end, flow->spec.end);
  for (double t = network.spec.measureFrom; t < end - STEP / 2; t += STEP)
    usable += Usable (network, 0, true, t + STEP / 2) * STEP;
  return rates.media.Rate (network.spec.measureFrom, end)
      * (end - network.spec.measureFrom) / usable;
}

/* Seconds from a drop of the capacity until packets wait less than 50 ms and
 * go on so for 1 s; 0: none waited longer within 2 s. */
static double
TimeToDrain (const Network & network, double from, double to)
{
  int64_t start = (int64_t) (from * SECOND), last = start;

  for (const PacketRecord & r:network.log.Records ()) {
    if (r.left < start || r.left >= (int64_t) (to * SECOND)
        || r.wait < SHORT_WAIT)
      continue;
    if (r.left - last > (last == start ? 2 : 1) * (int64_t) SECOND)
      break;
    last = std::max (last, r.left);
  }
  return (double) (last - start) / SECOND;
}

/* Seconds until 90 % of what is usable is used over a window of 1 s. */
static double
TimeToFill (const Network & network, const Rates & rates, bool forward,
    double from, double to)
{
  for (double t = from + 1; t <= to; t += STEP)
    if (rates.media.Rate (t - 1, t)
        >= REACHED * Usable (network, 0, forward, t - STEP / 2))
      return t - from;
  return NAN;
}

static void
FillSteps (Row & row, const Network & network, const Rates & rates)
{
  const Schedule & schedule = network.spec.links[0].forward;
  double end = network.flows[0]->spec.end;
  std::vector < double >drops, rises;

  for (size_t i = 0; i < schedule.size (); i++) {
    double to = i + 1 < schedule.size () ? schedule[i + 1].time : end;

    if (i > 0 && schedule[i].rate < schedule[i - 1].rate)
      drops.push_back (TimeToDrain (network, schedule[i].time, to));
    else
      rises.push_back (TimeToFill (network, rates, true,
              std::max (schedule[i].time, network.flows[0]->spec.start), to));
  }
  row.Set ("drop_s", drops, 1);
  row.Set ("rise_s", rises, 1);
}

/* Seconds until a flow that comes late, or comes back, has its share. */
static void
FillConvergence (Row & row, const Network & network, const Rates & rates)
{
  std::vector < double >times;

  for (size_t i = 0; i < network.flows.size (); i++) {
    const MediaFlow & flow = network.flows[i]->spec;
    double from = std::max (flow.start, flow.pauseTo), found = NAN;
    bool forward = flow.from < flow.to;

    if (from <= 0 || network.flows.size () < 2)
      continue;
    for (double t = from + 1; t < flow.end && std::isnan (found); t += STEP) {
      double share = Usable (network, 0, forward, t - STEP / 2)
          / CountActive (network, 0, forward, t - STEP / 2);

      if (rates.flows[i].Rate (t - 1, t) >= CONVERGED * share)
        found = t - from;
    }
    times.push_back (found);
  }
  row.Set ("converge_s", times, 1);
}

/* Swings between 80 % and 100 % of the mean of 5 s, in a second. */
static double
Oscillation (const RateBins & rate, const MediaFlow & flow)
{
  double from = flow.start + 5;
  bool high = true;
  int swings = 0;

  for (double t = from; t < flow.end - 0.2; t += 0.2) {
    double mean = rate.Rate (t - 4.8, t + 0.2);
    double now = rate.Rate (t, t + 0.2);

    if (high && now < 0.8 * mean)
      high = false;
    else if (!high && now >= mean) {
      high = true;
      swings++;
    }
  }
  return swings / (flow.end - from);
}

static double
LowestRate (const RateBins & rate, const MediaFlow & flow)
{
  double lowest = INFINITY;

  for (double t = flow.start + 2; t < flow.end - 1; t += 0.5)
    if (Active (flow, t - 1) && Active (flow, t) && Active (flow, t + 1))
      lowest = std::min (lowest, rate.Rate (t, t + 1));
  return lowest / 1e3;
}

/* Of each flow whose number, from 1, is there. */
static void
FillEachFlow (Row & row, const Network & network,
    const std::vector < double >&numbers)
{
  std::vector < double >losses, frames;

  for (double number:numbers) {
    int flow = (int) number - 1;
    double lost = 0, sent = 0;
    Delays delays = CollectDelays (network.log, flow);

    for (const PacketRecord & record:network.log.Records ()) {
      if (record.audio || record.flow != flow)
        continue;
      sent++;
      lost += record.arrived == NEVER;
    }
    losses.push_back (100 * lost / sent);
    frames.push_back (Quantile (delays.frame, 0.95));
  }
  row.Set ("flow", numbers, 0);
  row.Set ("flow_loss_percent", losses, 3);
  row.Set ("flow_frame_delay_p95_ms", frames, 1);
}

static void
FillFlows (Row & row, Network & network, const Rates & forward,
    const Rates & backward)
{
  std::vector < double >numbers, means, oscillations;
  double feedback = 0, lowest = INFINITY;

  for (size_t i = 0; i < network.flows.size (); i++) {
    RunningFlow & flow = *network.flows[i];
    const Rates & rates = flow.spec.from < flow.spec.to ? forward : backward;
    double end = flow.spec.end;

    if (network.spec.links.size () > 1 && flow.spec.from > 0)
      continue;                 /* does not pass the first link */
    numbers.push_back ((double) (i + 1));
    means.push_back (rates.flows[i].Rate (end - LAST, end) / 1e3);
    oscillations.push_back (Oscillation (rates.flows[i], flow.spec));
    lowest = std::min (lowest, LowestRate (rates.flows[i], flow.spec));
    feedback += (double) flow.counters.feedbackBytes * 8
        / (end - flow.spec.start) / 1e3 / (double) network.flows.size ();
  }
  if (means.size () > 1) {
    row.Set ("jain", Jain (means), 4);
    row.Set ("throughput_ratio", *std::max_element (means.begin (),
            means.end ()) / *std::min_element (means.begin (), means.end ()),
        2);
  }
  row.Set ("flow_kbps", means, 0);
  FillEachFlow (row, network, numbers);
  row.Set ("oscillation_hz", Mean (oscillations), 3);
  row.Set ("min_rate_kbps", lowest, 0);
  row.Set ("feedback_kbps", feedback, 1);
}

static void
FillPackets (Row & row, Network & network)
{
  FlowCounters sum;
  uint64_t lost = 0, sent = 0;
  std::vector < double >waits;

  for (auto & flow:network.flows) {
    sum.packetsMade += flow->counters.packetsMade;
    sum.packetsDiscarded += flow->counters.packetsDiscarded;
    sum.packetsArrived += flow->counters.packetsArrived;
    sum.framesMade += flow->counters.framesMade;
    sum.framesSkipped += flow->counters.framesSkipped;
    sum.marked += flow->counters.marked;
  }
  for (const PacketRecord & record:network.log.Records ()) {
    if (record.audio)
      continue;
    sent++;
    lost += record.arrived == NEVER;
    waits.push_back ((double) (record.sent - record.captured) / MS);
  }
  row.Set ("loss_percent", 100.0 * (double) lost / (double) sent, 3);
  row.Set ("discard_percent", 100.0 * (double) sum.packetsDiscarded
      / (double) sum.packetsMade, 3);
  row.Set ("skip_percent", 100.0 * (double) sum.framesSkipped
      / (double) sum.framesMade, 3);
  row.Set ("sender_queue_p95_ms", Quantile (waits, 0.95), 1);
  if (network.spec.ect0 || network.spec.ect1)
    row.Set ("ce_percent", 100.0 * (double) sum.marked
        / (double) sum.packetsArrived, 2);
}

/* What the arrival of each later flow does to the first one: its rate in the 10 s before,
 * in the worst 5 s of the 50 s after, and in the 10 s after those, in % of the equal part
 * that each flow could have from the arrival on. */
static void
FillArrivals (Row & row, const Network & network, const Rates & rates)
{
  constexpr double BEFORE = 10, WORST = 5, UNTIL = 50;
  const MediaFlow & first = network.flows[0]->spec;
  bool forward = first.from < first.to;
  std::vector < double >parts;

  for (auto & flow:network.flows) {
    double at = flow->spec.start, lowest = INFINITY;

    if (flow->spec.from != first.from || at < first.start + BEFORE
        || at + UNTIL + BEFORE > first.end)
      continue;
    double share = Usable (network, 0, forward, at)
        / CountActive (network, 0, forward, at) / 100;
    for (double t = at; t <= at + UNTIL - WORST; t += 1)
      lowest = std::min (lowest, rates.flows[0].Rate (t, t + WORST));
    parts.push_back (rates.flows[0].Rate (at - BEFORE, at) / share);
    parts.push_back (lowest / share);
    parts.push_back (rates.flows[0].Rate (at + UNTIL, at + UNTIL + BEFORE)
        / share);
  }
  row.Set ("arrival_percent", parts, 0);
}

/* What the network adds to the propagation delay: queues, jitter, transmission. */
static void
FillAddedDelay (Row & row, const Network & network)
{
  std::vector < double >added;

  for (const PacketRecord & record:network.log.Records ()) {
    if (record.audio || record.arrived == NEVER)
      continue;
    added.push_back ((double) (record.arrived - record.sent) / MS
        - network.flows[(size_t) record.flow]->spec.delay * SECOND / MS);
  }
  row.Set ("added_delay_p5_ms", Quantile (added, 0.05), 1);
  row.Set ("added_delay_mean_ms", Mean (added), 1);
  row.Set ("added_delay_p95_ms", Quantile (added, 0.95), 1);
}

/* Parts of the link, and the transfers themselves. */
static void
FillTcp (Row & row, const Network & network, const Rates & rates)
{
  double from = network.spec.measureFrom, end = network.flows[0]->spec.end;
  double capacity = 0;
  std::vector < double >kbps;
  const Direction & way = network.links[0]->forward;

  if (network.tcp.empty ())
    return;
  for (double t = from; t < end - STEP / 2; t += STEP)
    capacity += RateAt (network.spec.links[0].forward, t + STEP / 2) * STEP;
  row.Set ("tcp_share", rates.other.Rate (from, end) * (end - from) / capacity,
      4);
  row.Set ("rtp_share", rates.media.Rate (from, end) * (end - from) / capacity,
      4);
  for (auto & tcp:network.tcp)
    kbps.push_back ((double) tcp.sink->GetTotalRx () * 8
        / network.spec.duration / 1e3);
  row.Set ("tcp_kbps", kbps, 0);
  row.Set ("tcp_loss_percent", 100.0 * (double) way.OtherDropped ()
      / (double) (way.OtherQueued () + way.OtherDropped ()), 3);
}

void
FillRow (Row & row, Network & network)
{
  Rates forward = CollectRates (network, network.links[0]->forward);
  Rates backward = CollectRates (network, network.links[0]->backward);

  row.Set ("case", network.spec.name);
  row.Set ("variant", network.spec.variant);
  row.Set ("duration_s", network.spec.duration, 0);
  row.Set ("utilisation", Utilisation (network, forward), 4);
  FillSteps (row, network, forward);
  FillConvergence (row, network, forward);
  FillFlows (row, network, forward, backward);
  FillArrivals (row, network, forward);
  FillPackets (row, network);
  FillDelays (row, CollectDelays (network.log, -1));
  FillAddedDelay (row, network);
  FillTcp (row, network, forward);
}
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "aqmbench.h"

#include <cmath>
#include <random>

using namespace ns3;

namespace evaluation
{
constexpr uint32_t SMALLEST = 80, LARGEST = 1500, BURST = 30, FLOWS = 5;
constexpr uint32_t FIRST_SOURCE = 0x0a000001;
constexpr double LEAST = 0.6, MOST = 1.4;       /* of the rate */

static uint32_t
PickFlow (double uniform)
{
  uint32_t flow = 0;

  for (; uniform < 0.5 && flow < FLOWS - 1; flow++)
    uniform *= 2;
  return flow;
}

BenchPackets
MakePackets (uint32_t seed, const Schedule & schedule, double duration,
    double ect)
{
  /* Not its distributions: they differ between libraries. */
  std::mt19937 random (seed);
  auto uniform = [&random] { return (random () + 0.5) / 4294967296.0; };
  const double mean = 8 * (SMALLEST + LARGEST) / 2.0;
  double time = 0.1, load = 1, second = 0;
  BenchPackets packets;

  while (time < duration) {
    bool burst = (int) time % 10 == 9;

    for (uint32_t i = 0; i < (burst ? BURST : 1); i++)
      packets.push_back ({ (int64_t) (time * SECOND) + i, (uint32_t)
            (SMALLEST + uniform () * (LARGEST - SMALLEST + 1)),
            uniform () < ect, PickFlow (uniform ()) });
    time -= std::log (uniform ()) * mean * (burst ? BURST : 1)
        / (load * RateAt (schedule, time));
    for (; second < time; second++)
      load = LEAST + uniform () * (MOST - LEAST);
  }
  return packets;
}

Bench::Bench (const BenchPackets & packets, const Schedule & schedule)
  :m_packets (packets), m_schedule (schedule)
{
}

void
Bench::Add (const std::string & name, Ptr < QueueDisc > disc)
{
  Server & server = m_servers[name];

  server.disc = disc;
  server.outcomes.resize (m_packets.size ());
  disc->Initialize ();
}

void
Bench::Run ()
{
  for (size_t i = 0; i < m_packets.size (); i++)
    Simulator::Schedule (NanoSeconds (m_packets[i].time), &Bench::Arrive,
        this, i);
  Simulator::Stop (NanoSeconds (m_packets.back ().time) + Seconds (60));
  Simulator::Run ();
}

void
Bench::Arrive (size_t number)
{
  const BenchPacket & packet = m_packets[number];

  for (auto & entry:m_servers) {
    Ipv4Header header;
    auto content = Create < Packet > (packet.bytes
        - header.GetSerializedSize ());

    header.SetProtocol (17);
    header.SetSource (Ipv4Address (FIRST_SOURCE + packet.flow));
    header.SetEcn (packet.ect ? Ipv4Header::ECN_ECT0 : Ipv4Header::ECN_NotECT);
    m_numbers[content->GetUid ()] = number;
    entry.second.disc->Enqueue (Create < Ipv4QueueDiscItem > (content,
            Mac48Address (), 0x0800, header));
    Serve (&entry.second);
  }
}

void
Bench::Serve (Server * server)
{
  Ptr < QueueDiscItem > item;
  uint8_t tos = 0;

  if (server->busy || !(item = server->disc->Dequeue ()))
    return;
  Outcome & outcome = server->outcomes[m_numbers.at (item->GetPacket ()
          ->GetUid ())];
  double rate = RateAt (m_schedule, Simulator::Now ().GetSeconds ());

  item->GetUint8Value (QueueItem::IP_DSFIELD, tos);
  outcome.left = Simulator::Now ().GetNanoSeconds ();
  outcome.marked = (tos & 3) == Ipv4Header::ECN_CE;
  server->busy = true;
  Simulator::Schedule (NanoSeconds ((int64_t) (item->GetSize () * 8 / rate
              * SECOND)), &Bench::Done, this, server);
}

void
Bench::Done (Server * server)
{
  server->busy = false;
  Serve (server);
}

const std::vector < Outcome > &
Bench::Outcomes (const std::string & name) const
{
  return m_servers.at (name).outcomes;
}

Sums
SumUp (const BenchPackets & packets, const std::vector < Outcome > &outcomes)
{
  Sums sums;

  for (size_t i = 0; i < packets.size (); i++) {
    if (outcomes[i].left == NEVER) {
      sums.dropped++;
      continue;
    }
    sums.out++;
    sums.marked += outcomes[i].marked;
    sums.wait += (double) (outcomes[i].left - packets[i].time) / MS;
  }
  sums.wait /= std::max (1u, sums.out);
  return sums;
}

size_t
FirstDifference (const std::vector < Outcome > &a,
    const std::vector < Outcome > &b)
{
  size_t i = 0;

  while (i < a.size () && a[i].left == b[i].left && a[i].marked == b[i].marked)
    i++;
  return i;
}
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* aqmbench.h: the same packets through several queue discs, for comparisons
 *
 * Each disc has a server of its own that takes a packet whenever it is free and
 * is busy with it for the packet's time at the rate of then.  No hosts, no
 * devices: what differs is due to the discs.
 */
#ifndef EVALUATION_AQMBENCH_H
#define EVALUATION_AQMBENCH_H

#include "tests/evaluation/ns-3/bottleneck.h"

#include <ns3/ipv4-queue-disc-item.h>

#include <unordered_map>

namespace evaluation
{
struct BenchPacket
{
  int64_t time;                 /* ns */
  uint32_t bytes;               /* with the IP header */
  bool ect;
  uint32_t flow;
};
using BenchPackets = std::vector < BenchPacket >;

struct Outcome
{
  int64_t left = NEVER;         /* ns; NEVER: dropped */
  bool marked = false;
};

/* Poisson arrivals at 0.6 to 1.4 times the rate of @schedule, another factor
 * each second; every tenth second bursts of 30 packets instead.  @ect: the
 * part of packets that are ECT(0).  Five flows: one has half of the packets,
 * the next one a quarter. */
BenchPackets MakePackets (uint32_t seed, const Schedule & schedule,
    double duration, double ect);

class Bench
{
public:
  Bench (const BenchPackets & packets, const Schedule & schedule);

  /* Before Run (). */
  void Add (const std::string & name, ns3::Ptr < ns3::QueueDisc > disc);
  void Run ();
  const std::vector < Outcome > &Outcomes (const std::string & name) const;

private:
  struct Server
  {
    ns3::Ptr < ns3::QueueDisc > disc;
    std::vector < Outcome > outcomes;
    bool busy = false;
  };

  void Arrive (size_t number);
  void Serve (Server * server);
  void Done (Server * server);

  const BenchPackets & m_packets;
  Schedule m_schedule;
  std::map < std::string, Server > m_servers;
  std::unordered_map < uint64_t, size_t > m_numbers;
};

struct Sums
{
  unsigned dropped = 0, marked = 0, out = 0;
  double wait = 0;              /* mean of those that left, ms */
};

Sums SumUp (const BenchPackets & packets,
    const std::vector < Outcome > &outcomes);
/* Number of the first packet of another fate; the number of packets: none. */
size_t FirstDifference (const std::vector < Outcome > &a,
    const std::vector < Outcome > &b);
}
#endif

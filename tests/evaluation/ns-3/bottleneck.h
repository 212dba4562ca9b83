/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bottleneck.h: one link between two routers, with what it is measured by
 *
 * The device holds the packet that it transmits and the next one, all others
 * wait in a queue disc in front of it; their wait there is the queue delay, as
 * in the published baselines.
 * Both directions can have jitter without reordering (RFC 8868, NR-BPDV).
 */
#ifndef BOTTLENECK_H
#define BOTTLENECK_H

#include "packetlog.h"

#include <ns3/core-module.h>
#include <ns3/internet-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>
#include <ns3/traffic-control-module.h>

#include <string>
#include <vector>

namespace evaluation
{
class JitterChannel:public ns3::PointToPointChannel
{
public:
  static ns3::TypeId GetTypeId ();
  /* |normal| clipped at so many standard deviations: at most @bound. */
  void SetJitter (ns3::Time bound, int64_t stream, double deviations = 3);

private:
  bool TransmitStart (ns3::Ptr < const ns3::Packet > packet,
      ns3::Ptr < ns3::PointToPointNetDevice > from, ns3::Time txTime) override;

  double m_deviation = 0, m_bound = 0;  /* s */
  ns3::Ptr < ns3::NormalRandomVariable > m_normal;
  ns3::Time m_last[2];
};

/* Holds one packet and tells the queue disc when it takes the next. */
ns3::Ptr < ns3::PointToPointNetDevice > MakeDevice ();

/* One change of the capacity, in time. */
struct Step
{
  double time;                  /* s */
  double rate;                  /* bit/s */
};
using Schedule = std::vector < Step >;

double RateAt (const Schedule & schedule, double time);

struct QueueConfig
{
  std::string kind = "droptail";        /* codel fqcodel pie l4s dualpi2 */
  bool linkemu = false;         /* linkemu's AQM of that kind, not ns-3's */
  double limit = 0.3;           /* s */
  bool ecn = false;
};

/* What left a bottleneck: for rates over any window. */
struct Departure
{
  int64_t time;                 /* start of transmission */
  uint32_t bytes;               /* on the wire */
  int flow;                     /* media flow; -1: other traffic */
  bool audio;
};

/* One direction of a link. */
class Direction
{
public:
  void Install (PacketLog * log, ns3::Ptr < ns3::PointToPointNetDevice > device,
      const QueueConfig & queue, const Schedule & schedule);
  /* False if what went in is not what came out, was dropped or is still in. */
  bool Conserved () const;

  const std::vector < Departure > &Departures () const
  {
    return m_departures;
  }
  uint64_t OtherQueued () const
  {
    return m_otherQueued;
  }
  uint64_t OtherDropped () const
  {
    return m_otherDropped;
  }
  uint64_t MediaDropped () const
  {
    return m_mediaDropped;
  }
  /* Longest wait of a media packet since the last call, ns. */
  int64_t TakeLongestWait ();

private:
  void SetRate (double rate);
  void OnEnqueue (ns3::Ptr < const ns3::QueueDiscItem > item);
  void OnDequeue (ns3::Ptr < const ns3::QueueDiscItem > item);
  void OnDrop (ns3::Ptr < const ns3::QueueDiscItem > item);
  void OnStart (ns3::Ptr < const ns3::Packet > packet);

  PacketLog *m_log = nullptr;
  ns3::Ptr < ns3::PointToPointNetDevice > m_device;
  ns3::Ptr < ns3::QueueDisc > m_disc;
  std::vector < Departure > m_departures;
  uint64_t m_entered = 0, m_dropped = 0;
  uint64_t m_otherQueued = 0, m_otherDropped = 0, m_mediaDropped = 0;
  int64_t m_longestWait = 0;
};
}
#endif

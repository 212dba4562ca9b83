/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* network.h: a test case built in ns-3
 *
 *   S - A ==bottleneck== B - R        (case 6.3: A == B == C == D)
 *
 * Each flow has hosts of its own, joined to the routers by 1 Gbit/s.  The
 * part of a flow's delay that is not on the bottlenecks is on its last link.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "cases.h"
#include "controls.h"
#include "flow.h"
#include "traffic.h"

#include <memory>

namespace evaluation
{
struct RunningFlow
{
  MediaFlow spec;
  FlowCounters counters;
  ns3::Ptr < RtpSender > sender;
};

struct RunningTcp
{
  ns3::Ptr < ns3::PacketSink > sink;
};

struct RunningLink
{
  Direction forward, backward;
};

class Network
{
public:
  /* @controls: the first flow has the first, and so on, from the first again. */
  Network (const Case & spec, const std::vector < Control > &controls,
      unsigned seed);

  /* Empty: all packets are accounted for; otherwise what is not. */
  std::string CheckConservation ();

  Case spec;
  PacketLog log;
  std::vector < std::unique_ptr < RunningFlow >> flows;
  std::vector < RunningTcp > tcp;
  std::vector < std::unique_ptr < RunningLink >> links;

private:
  void AddLinks ();
  void AddMedia (const std::vector < Control > &controls);
  void AddTcp ();
  void AddUdp ();
  void Join (ns3::Ptr < ns3::Node > host, int router, double delay,
      ns3::Ipv4Address * address);
  double LinkDelay () const;

  ns3::NodeContainer m_routers;
  ns3::Ipv4AddressHelper m_addresses;
  uint32_t m_subnet = 0;
  uint64_t m_randomLosses = 0;
};
}
#endif

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cell.h: one LTE cell with its users in ns-3 (LENA)
 *
 *   host --wired delay-- router - PGW - SGW - eNB ~~ mobile users
 *                        ^ queues of the downlink bearers
 *                                       queue of the uplink bearer ^
 *
 * Neighbour cells are not simulated: their interference is a constant rise of
 * the noise, so that a user at the cell's edge has about 0 dB.
 */
#ifndef CELL_H
#define CELL_H

#include "bearerqueue.h"
#include "tests/evaluation/ns-3/packetlog.h"

#include <ns3/internet-module.h>
#include <ns3/lte-module.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace evaluation
{
struct CellConfig
{
  unsigned users = 10;
  double speed = 3 / 3.6;       /* m/s */
  double rtt = 0.04;            /* s, with the radio's part */
  bool aqm = false;
};

struct CellCounters
{
  uint64_t entered = 0, released = 0;   /* the bearers' queues */
  uint64_t dropped = 0, mediaDropped = 0;
  uint64_t radioSent = 0, radioArrived = 0;     /* packets at PDCP */
  uint64_t rlcDropped = 0;
  uint64_t mediaTwice = 0;
};

class Cell
{
public:
  Cell (const CellConfig & config, PacketLog * log);

  ns3::Ptr < ns3::Node > Host () const
  {
    return m_host;
  }
  ns3::Ptr < ns3::Node > User (unsigned i) const
  {
    return m_users.Get (i);
  }
  ns3::Ipv4Address HostAddress () const
  {
    return m_hostAddress;
  }
  ns3::Ipv4Address UserAddress (unsigned i) const
  {
    return m_addresses.GetAddress (i);
  }
  /* Empty, or what is wrong.  Call it when no media is on the wire. */
  std::string CheckConservation () const;
  CellCounters Counters () const;

private:
  void SetDefaults () const;
  void MakeRadio ();
  void Place (ns3::Ptr < ns3::Node > base) const;
  void MakeWired ();
  void MakeQueues ();
  void AttachGates ();
  std::string CheckQueues () const;
  void WatchQueue (ns3::Ptr < BearerQueueDisc > disc);
  void WatchIp (ns3::Ptr < ns3::Node > node);
  void OnEnqueue (ns3::Ptr < const ns3::QueueDiscItem > item);
  void OnDequeue (ns3::Ptr < const ns3::QueueDiscItem > item);
  void OnDrop (ns3::Ptr < const ns3::QueueDiscItem > item);
  void OnSend (const ns3::Ipv4Header & header,
      ns3::Ptr < const ns3::Packet > packet, uint32_t interface);
  void OnDeliver (const ns3::Ipv4Header & header,
      ns3::Ptr < const ns3::Packet > packet, uint32_t interface);
  void OnRadio (uint16_t rnti, uint8_t lcid, uint32_t size, uint64_t delay);

  CellConfig m_config;
  PacketLog *m_log;
  CellCounters m_counters;
  std::unordered_map < uint64_t, uint64_t > m_onTheWay; /* uid by SSRC, seq */
  bool m_connected = false;     /* all users had bearers for their gates */
  ns3::Ptr < ns3::LteHelper > m_lte;
  ns3::Ptr < ns3::PointToPointEpcHelper > m_epc;
  ns3::NodeContainer m_users;
  ns3::Ptr < ns3::Node > m_host, m_router;
  ns3::Ptr < ns3::NetDevice > m_toGateway;
  ns3::NetDeviceContainer m_base, m_radios;
  ns3::Ipv4InterfaceContainer m_addresses;
  ns3::Ipv4Address m_hostAddress;
  std::vector < ns3::Ptr < BearerQueueDisc >> m_discs;
  std::vector < BearerGate * >m_down, m_up;
};
}
#endif

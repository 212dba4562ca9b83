/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* wlan.h: an 802.11n network with a wired link behind its access point
 *
 *   stations ~~ access point ==wired link== host
 *
 * Each flow has a station of its own.
 */
#ifndef WLAN_H
#define WLAN_H

#include "tests/evaluation/ns-3/bottleneck.h"
#include "tests/evaluation/ns-3/packetlog.h"

#include <ns3/internet-module.h>
#include <ns3/wifi-module.h>

#include <set>
#include <string>
#include <vector>

namespace evaluation
{
struct WlanConfig
{
  unsigned stations = 1;
  double wiredRate = 1e6;       /* bit/s, both ways */
};

class Wlan
{
public:
  Wlan (const WlanConfig & config, PacketLog * log);

  ns3::Ptr < ns3::Node > Host () const
  {
    return m_host;
  }
  ns3::Ptr < ns3::Node > Station (unsigned i) const
  {
    return m_stations.Get (i);
  }
  ns3::Ipv4Address HostAddress () const
  {
    return m_hostAddress;
  }
  ns3::Ipv4Address StationAddress (unsigned i) const
  {
    return m_addresses.GetAddress (i);
  }
  const Direction & Up () const /* the wired link, towards the host */
  {
    return m_up;
  }
  const Direction & Down () const
  {
    return m_down;
  }
  /* Empty, or what is wrong.  Call it when no media is on the way. */
  std::string CheckConservation () const;
  uint64_t WifiDropped () const /* packets of any kind */
  {
    return m_wifiDropped;
  }

private:
  void MakeRadio ();
  void MakeWire ();
  void Watch (ns3::Ptr < ns3::NetDevice > device);
  void OnQueued (ns3::Ptr < const ns3::WifiMpdu > mpdu);
  void OnDone (ns3::Ptr < const ns3::WifiMpdu > mpdu);
  void OnDrop (ns3::WifiMacDropReason reason,
      ns3::Ptr < const ns3::WifiMpdu > mpdu);

  WlanConfig m_config;
  PacketLog *m_log;
  ns3::NodeContainer m_stations;
  ns3::Ptr < ns3::Node > m_point, m_host;
  ns3::Ipv4InterfaceContainer m_addresses;
  ns3::Ipv4Address m_hostAddress;
  Direction m_up, m_down;
  std::set < size_t > m_mediaDropped;   /* numbers in the log */
  uint64_t m_wifiDropped = 0;
};
}
#endif

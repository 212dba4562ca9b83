/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "wlan.h"

#include <ns3/mobility-module.h>
#include <ns3/network-module.h>

using namespace ns3;

namespace evaluation
{
/* RFC 8869 section 3: wired part as in RFC 8867 */
constexpr double WIRED_DELAY = 0.05, JITTER = 0.03, QUEUE = 0.3;        /* s */
constexpr double RADIUS = 10;   /* m, all stations hear each other */
constexpr int64_t PLACE_STREAM = 10, JITTER_STREAM = 1, MAC_STREAM = 50;

Wlan::Wlan (const WlanConfig & config, PacketLog * log)
  :m_config (config), m_log (log)
{
  /* What waits for an address must not be lost beside all counters. */
  Config::SetDefault ("ns3::ArpCache::PendingQueueSize", UintegerValue (1000));
  Config::SetDefault ("ns3::ArpCache::AliveTimeout",
      TimeValue (Seconds (3600)));
  /* The queue of a wired router, limited in time */
  Config::SetDefault ("ns3::WifiMacQueue::MaxSize", StringValue ("2000p"));
  Config::SetDefault ("ns3::WifiMacQueue::MaxDelay",
      TimeValue (Seconds (QUEUE)));
  m_stations.Create (config.stations);
  m_point = CreateObject < Node > ();
  m_host = CreateObject < Node > ();
  InternetStackHelper ().Install (m_stations);
  InternetStackHelper ().Install (NodeContainer (m_point, m_host));
  MakeRadio ();
  MakeWire ();
  Ipv4GlobalRoutingHelper::PopulateRoutingTables ();
}

void
Wlan::MakeRadio ()
{
  YansWifiChannelHelper channel;
  YansWifiPhyHelper phy;
  WifiHelper wifi;
  WifiMacHelper mac;
  MobilityHelper mobility;
  auto place = CreateObject < UniformDiscPositionAllocator > ();
  NetDeviceContainer devices;
  Ipv4AddressHelper addresses;
  SsidValue ssid (Ssid ("evaluation"));
  /* A-MPDU doubles what can be used; without it, it is the 20 Mbit/s that
   * RFC 8869 section 3.2 counts with. */
  UintegerValue aggregation (0);

  channel.SetPropagationDelay ("ns3::ConstantSpeedPropagationDelayModel");
  channel.AddPropagationLoss ("ns3::LogDistancePropagationLossModel");
  phy.SetChannel (channel.Create ());
  for (const char *streams:{ "Antennas", "MaxSupportedTxSpatialStreams",
        "MaxSupportedRxSpatialStreams" })
    phy.Set (streams, UintegerValue (2));
  phy.Set ("ChannelSettings", StringValue ("{0, 20, BAND_5GHZ, 0}"));
  wifi.SetStandard (WIFI_STANDARD_80211n);
  wifi.SetRemoteStationManager ("ns3::ConstantRateWifiManager", "DataMode",
      StringValue ("HtMcs11"), "ControlMode", StringValue ("HtMcs0"));
  mac.SetType ("ns3::ApWifiMac", "Ssid", ssid, "BE_MaxAmpduSize", aggregation);
  devices = wifi.Install (phy, mac, m_point);
  mac.SetType ("ns3::StaWifiMac", "Ssid", ssid, "BE_MaxAmpduSize",
      aggregation);
  devices.Add (wifi.Install (phy, mac, m_stations));
  wifi.AssignStreams (devices, MAC_STREAM);
  place->SetRho (RADIUS);
  place->AssignStreams (PLACE_STREAM);
  mobility.SetPositionAllocator (place);
  mobility.SetMobilityModel ("ns3::ConstantPositionMobilityModel");
  mobility.Install (m_stations);
  Ptr < ListPositionAllocator > middle =
      CreateObject < ListPositionAllocator > ();
  middle->Add (Vector (0, 0, 0));
  mobility.SetPositionAllocator (middle);
  mobility.Install (m_point);
  addresses.SetBase ("10.1.0.0", "255.255.0.0");
  m_addresses = addresses.Assign (NetDeviceContainer (devices.Get (0)));
  devices = NetDeviceContainer ();
  for (uint32_t i = 0; i < m_stations.GetN (); i++)
    devices.Add (m_stations.Get (i)->GetDevice (1));
  m_addresses = addresses.Assign (devices);
  devices.Add (m_point->GetDevice (1));
  /* ns-3 puts FQ-CoDel in front of Wi-Fi devices; here they are drop-tail. */
  TrafficControlHelper ().Uninstall (devices);
  for (uint32_t i = 0; i < devices.GetN (); i++)
    Watch (devices.Get (i));
}

void
Wlan::MakeWire ()
{
  Ptr < JitterChannel > channel = CreateObject < JitterChannel > ();
  Ptr < Node > ends[2] = { m_point, m_host };
  Direction *ways[2] = { &m_up, &m_down };
  Schedule schedule = { {0, m_config.wiredRate} };
  NetDeviceContainer devices;
  Ipv4AddressHelper addresses;
  QueueConfig queue;

  queue.limit = QUEUE;
  channel->SetAttribute ("Delay", TimeValue (Seconds (WIRED_DELAY)));
  channel->SetJitter (Seconds (JITTER), JITTER_STREAM);
  for (int i = 0; i < 2; i++) {
    auto device = CreateObject < PointToPointNetDevice > ();
    auto one = CreateObjectWithAttributes < DropTailQueue < Packet >>
        ("MaxSize", StringValue ("1p"));
    auto control = CreateObject < NetDeviceQueueInterface > ();

    device->SetAddress (Mac48Address::Allocate ());
    device->SetQueue (one);
    control->GetTxQueue (0)->ConnectQueueTraces (one);
    device->AggregateObject (control);
    ends[i]->AddDevice (device);
    device->Attach (channel);
    devices.Add (device);
  }
  for (int i = 0; i < 2; i++)
    ways[i]->Install (m_log, DynamicCast < PointToPointNetDevice > (devices.Get
            ((uint32_t) i)), queue, schedule);
  addresses.SetBase ("10.2.0.0", "255.255.255.0");
  m_hostAddress = addresses.Assign (devices).GetAddress (1);
}

void
Wlan::Watch (Ptr < NetDevice > device)
{
  Ptr < WifiMac > mac = DynamicCast < WifiNetDevice > (device)->GetMac ();
  Ptr < WifiMacQueue > queue = mac->GetTxopQueue (AC_BE);

  queue->TraceConnectWithoutContext ("Enqueue", MakeCallback (&Wlan::OnQueued,
          this));
  queue->TraceConnectWithoutContext ("Dequeue", MakeCallback (&Wlan::OnDone,
          this));
  mac->TraceConnectWithoutContext ("DroppedMpdu", MakeCallback (&Wlan::OnDrop,
          this));
}

void
Wlan::OnQueued (Ptr < const WifiMpdu > mpdu)
{
  PacketRecord *record = m_log->Find (mpdu->GetPacket ()->GetUid ());

  if (record)
    record->queued = Simulator::Now ().GetNanoSeconds ();
}

/* An MPDU stays in the queue until it is acknowledged or given up. */
void
Wlan::OnDone (Ptr < const WifiMpdu > mpdu)
{
  PacketRecord *record = m_log->Find (mpdu->GetPacket ()->GetUid ());

  if (!record)
    return;
  record->left = Simulator::Now ().GetNanoSeconds ();
  record->wait += record->left - record->queued;
}

void
Wlan::OnDrop (WifiMacDropReason reason, Ptr < const WifiMpdu > mpdu)
{
  PacketRecord *record = m_log->Find (mpdu->GetPacket ()->GetUid ());

  m_wifiDropped++;
  if (record)
    m_mediaDropped.insert ((size_t) (record - m_log->Records ().data ()));
}

/* What Wi-Fi gave up may have come all the same, with its acknowledgement
 * lost: only what did not come counts. */
std::string
Wlan::CheckConservation () const
{
  const auto & records = m_log->Records ();
  uint64_t missing = 0, byWifi = 0, byWire = m_up.MediaDropped ()
      + m_down.MediaDropped ();

  if (!m_up.Conserved () || !m_down.Conserved ())
    return "wired link";
  for (size_t i = 0; i < records.size (); i++) {
    if (records[i].arrived != NEVER)
      continue;
    missing++;
    byWifi += m_mediaDropped.count (i);
  }
  if (missing != byWifi + byWire)
    return "media packets: " + std::to_string (missing) + " missing, "
        + std::to_string (byWifi) + " given up by Wi-Fi, "
        + std::to_string (byWire) + " dropped by the wired link";
  return "";
}
}

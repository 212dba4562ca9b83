/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cell.h"

#include <ns3/mobility-module.h>
#include <ns3/point-to-point-module.h>

#include <cmath>

using namespace ns3;

namespace evaluation
{
/* RFC 8869 section 2.1: 3GPP case 1 of TS 25.814 */
constexpr double RADIUS = 166.666;      /* m */
constexpr double EXPONENT = 3.76;
constexpr double LOSS_1M = 15.3;        /* dB */
constexpr double BASE_HEIGHT = 32, USER_HEIGHT = 1.5;   /* m */
constexpr double BASE_POWER = 46, USER_POWER = 23;      /* dBm */
constexpr unsigned BLOCKS = 50; /* of 10 MHz */
/* Interference of the neighbours as noise: a user at the edge receives
 * 46 - 98.8 dBm, noise in 10 MHz is -104 dBm; so 51 dB make 0 dB there. */
constexpr double USER_NOISE = 51;       /* dB */
/* Noise 5 dB, usual interference over thermal 5 dB */
constexpr double BASE_NOISE = 10;       /* dB */
/* What radio and core add to the RTT here */
constexpr double RADIO_RTT = 0.02;      /* s */
/* About 1 s at 1.2 Mbit/s: base stations have deep buffers. */
constexpr uint32_t QUEUE_BYTES = 150000;
constexpr uint32_t UDP_HEADER = 8, RTP_HEADER = 12;
constexpr uint8_t RTP_PAYLOAD_TYPE = 96;
constexpr double GATES_AT = 0.5;        /* s */

/* RLC cuts and joins packets: neither ns-3's uid nor its tags are sure to
 * survive that.  So packets are told by what is in them: SSRC and sequence
 * number.  False: no RTP. */
static bool
RtpKey (Ptr < const Packet > packet, uint64_t * key)
{
  uint8_t h[UDP_HEADER + RTP_HEADER];
  const uint8_t *rtp = h + UDP_HEADER;

  if (packet->CopyData (h, sizeof (h)) != sizeof (h)
      || (rtp[1] & 0x7f) != RTP_PAYLOAD_TYPE)
    return false;
  *key = (uint64_t) rtp[8] << 40 | (uint64_t) rtp[9] << 32
      | (uint64_t) rtp[10] << 24 | (uint64_t) rtp[11] << 16
      | (uint64_t) rtp[2] << 8 | rtp[3];
  return true;
}

Cell::Cell (const CellConfig & config, PacketLog * log)
  :m_config (config), m_log (log)
{
  SetDefaults ();
  m_lte = CreateObject < LteHelper > ();
  m_epc = CreateObject < PointToPointEpcHelper > ();
  m_lte->SetEpcHelper (m_epc);
  MakeRadio ();
  MakeWired ();
  MakeQueues ();
  Simulator::Schedule (Seconds (GATES_AT), &Cell::AttachGates, this);
}

void
Cell::SetDefaults () const
{
  Config::SetDefault ("ns3::LteEnbRrc::SrsPeriodicity", UintegerValue (160));
  Config::SetDefault ("ns3::LteUePhy::EnableRlfDetection",
      BooleanValue (false));
  Config::SetDefault ("ns3::LteUePhy::NoiseFigure", DoubleValue (USER_NOISE));
  Config::SetDefault ("ns3::LteUePhy::TxPower", DoubleValue (USER_POWER));
  Config::SetDefault ("ns3::LteEnbPhy::NoiseFigure", DoubleValue (BASE_NOISE));
  Config::SetDefault ("ns3::LteEnbPhy::TxPower", DoubleValue (BASE_POWER));
  /* ns-3 does not adapt the control channel to the radio: what the edge then
   * loses, no network would. */
  Config::SetDefault ("ns3::LteSpectrumPhy::CtrlErrorModelEnabled",
      BooleanValue (false));
  /* The queue is in front of the bearer; the RLC must never drop. */
  Config::SetDefault ("ns3::LteRlcUm::MaxTxBufferSize",
      UintegerValue (1000000));
  /* Three more turns of HARQ take 24 ms. */
  Config::SetDefault ("ns3::LteRlcUm::ReorderingTimer",
      TimeValue (MilliSeconds (40)));
}

void
Cell::MakeRadio ()
{
  Ptr < Node > base = CreateObject < Node > ();

  m_lte->SetSchedulerType ("ns3::PfFfMacScheduler");
  m_lte->SetAttribute ("PathlossModel",
      StringValue ("ns3::LogDistancePropagationLossModel"));
  m_lte->SetPathlossModelAttribute ("Exponent", DoubleValue (EXPONENT));
  m_lte->SetPathlossModelAttribute ("ReferenceLoss",
      DoubleValue (LOSS_1M));
  m_lte->SetEnbDeviceAttribute ("DlBandwidth", UintegerValue (BLOCKS));
  m_lte->SetEnbDeviceAttribute ("UlBandwidth", UintegerValue (BLOCKS));
  m_lte->SetAttribute ("FadingModel", StringValue ("evaluation::EpaFading"));
  m_lte->SetFadingModelAttribute ("Speed", DoubleValue (m_config.speed));
  m_lte->SetFadingModelAttribute ("Blocks", UintegerValue (BLOCKS));
  m_users.Create (m_config.users);
  Place (base);
  m_base = m_lte->InstallEnbDevice (NodeContainer (base));
  m_radios = m_lte->InstallUeDevice (m_users);
}

/* Users walk in a square with the area of the cell. */
void
Cell::Place (Ptr < Node > base) const
{
  double half = RADIUS * std::sqrt (M_PI) / 2;
  MobilityHelper fixed, walk;
  auto place = CreateObject < RandomBoxPositionAllocator > ();
  auto middle = CreateObject < ListPositionAllocator > ();
  auto side = CreateObject < UniformRandomVariable > ();
  auto height = CreateObject < ConstantRandomVariable > ();
  auto speed = CreateObject < ConstantRandomVariable > ();

  middle->Add (Vector (0, 0, BASE_HEIGHT));
  fixed.SetPositionAllocator (middle);
  fixed.SetMobilityModel ("ns3::ConstantPositionMobilityModel");
  fixed.Install (base);
  side->SetAttribute ("Min", DoubleValue (-half));
  side->SetAttribute ("Max", DoubleValue (half));
  height->SetAttribute ("Constant", DoubleValue (USER_HEIGHT));
  speed->SetAttribute ("Constant", DoubleValue (m_config.speed));
  place->SetX (side);
  place->SetY (side);
  place->SetZ (height);
  place->AssignStreams (10);
  walk.SetPositionAllocator (place);
  walk.SetMobilityModel ("ns3::RandomWalk2dMobilityModel", "Bounds",
      RectangleValue (Rectangle (-half, half, -half, half)), "Speed",
      PointerValue (speed), "Distance", DoubleValue (50));
  walk.Install (m_users);
  walk.AssignStreams (m_users, 20);
}

static Ptr < Ipv4StaticRouting > Routes (Ptr < Node > node)
{
  return Ipv4StaticRoutingHelper ().GetStaticRouting (node->GetObject < Ipv4 >
      ());
}

void
Cell::MakeWired ()
{
  PointToPointHelper wire;
  Ipv4AddressHelper helper;
  Ptr < Node > gateway = m_epc->GetPgwNode ();
  Ipv4Mask users ("255.0.0.0");
  NetDeviceContainer far, near;
  Ipv4InterfaceContainer farIp, nearIp;

  m_host = CreateObject < Node > ();
  m_router = CreateObject < Node > ();
  InternetStackHelper ().Install (NodeContainer (m_host, m_router));
  InternetStackHelper ().Install (m_users);
  wire.SetDeviceAttribute ("DataRate", StringValue ("10Gbps"));
  wire.SetChannelAttribute ("Delay", TimeValue (Seconds ((m_config.rtt
                  - RADIO_RTT) / 2)));
  far = wire.Install (m_host, m_router);
  wire.SetChannelAttribute ("Delay", TimeValue (Seconds (0)));
  near = wire.Install (m_router, gateway);
  m_toGateway = near.Get (0);
  auto disc = CreateObject < BearerQueueDisc > ();
  m_discs.push_back (disc);
  m_router->GetObject < TrafficControlLayer > ()
      ->SetRootQueueDiscOnDevice (m_toGateway, disc);
  helper.SetBase ("1.0.0.0", "255.255.255.0");
  farIp = helper.Assign (far);
  helper.SetBase ("1.0.1.0", "255.255.255.0");
  nearIp = helper.Assign (near);
  m_hostAddress = farIp.GetAddress (0);
  m_addresses = m_epc->AssignUeIpv4Address (m_radios);
  Routes (m_host)->AddNetworkRouteTo ("7.0.0.0", users, farIp.GetAddress (1),
      1);
  Routes (m_router)->AddNetworkRouteTo ("7.0.0.0", users, nearIp.GetAddress (1),
      2);
  Routes (gateway)->AddNetworkRouteTo ("1.0.0.0", "255.255.255.0",
      nearIp.GetAddress (0), nearIp.Get (1).second);
  for (unsigned i = 0; i < m_config.users; i++)
    Routes (m_users.Get (i))->SetDefaultRoute (
        m_epc->GetUeDefaultGatewayAddress (), 1);
  m_lte->Attach (m_radios, m_base.Get (0));
  WatchIp (m_host);
}

void
Cell::MakeQueues ()
{
  for (unsigned i = 0; i < m_config.users; i++) {
    auto disc = CreateObject < BearerQueueDisc > ();

    m_users.Get (i)->GetObject < TrafficControlLayer > ()
        ->SetRootQueueDiscOnDevice (m_radios.Get (i), disc);
    m_up.push_back (disc->AddBearer (Ipv4Address::GetAny (), m_config.aqm,
            QUEUE_BYTES));
    m_down.push_back (m_discs[0]->AddBearer (UserAddress (i), m_config.aqm,
            QUEUE_BYTES));
    m_discs.push_back (disc);
    WatchIp (m_users.Get (i));
  }
  for (auto & disc:m_discs)
    WatchQueue (disc);
}

static Ptr < LteDataRadioBearerInfo > FirstBearer (Ptr < Object > holder)
{
  ObjectMapValue map;

  holder->GetAttribute ("DataRadioBearerMap", map);
  return map.GetN () == 0 ? nullptr
      : DynamicCast < LteDataRadioBearerInfo > (map.Begin ()->second);
}

void
Cell::AttachGates ()
{
  auto base = DynamicCast < LteEnbNetDevice > (m_base.Get (0))->GetRrc ();

  for (unsigned i = 0; i < m_config.users; i++) {
    auto rrc = DynamicCast < LteUeNetDevice > (m_radios.Get (i))->GetRrc ();
    Ptr < LteDataRadioBearerInfo > up = FirstBearer (rrc), down;

    if (base->HasUeManager (rrc->GetRnti ()))
      down = FirstBearer (base->GetUeManager (rrc->GetRnti ()));
    if (!up || !down)
      return;
    m_up[i]->Attach (up);
    m_down[i]->Attach (down);
    for (auto & bearer:{ up, down })
      bearer->m_pdcp->TraceConnectWithoutContext ("RxPDU",
          MakeCallback (&Cell::OnRadio, this));
  }
  m_connected = true;
}

void
Cell::WatchQueue (Ptr < BearerQueueDisc > disc)
{
  disc->TraceConnectWithoutContext ("Enqueue",
      MakeCallback (&Cell::OnEnqueue, this));
  disc->TraceConnectWithoutContext ("Dequeue",
      MakeCallback (&Cell::OnDequeue, this));
  disc->TraceConnectWithoutContext ("Drop", MakeCallback (&Cell::OnDrop,
          this));
}

void
Cell::WatchIp (Ptr < Node > node)
{
  Ptr < Ipv4L3Protocol > ip = node->GetObject < Ipv4L3Protocol > ();

  ip->TraceConnectWithoutContext ("SendOutgoing",
      MakeCallback (&Cell::OnSend, this));
  ip->TraceConnectWithoutContext ("LocalDeliver",
      MakeCallback (&Cell::OnDeliver, this));
}

void
Cell::OnEnqueue (Ptr < const QueueDiscItem > item)
{
  PacketRecord *record = m_log->Find (item->GetPacket ()->GetUid ());

  m_counters.entered++;
  if (record)
    record->queued = Simulator::Now ().GetNanoSeconds ();
}

void
Cell::OnDequeue (Ptr < const QueueDiscItem > item)
{
  PacketRecord *record = m_log->Find (item->GetPacket ()->GetUid ());

  if (!record)
    return;
  record->left = Simulator::Now ().GetNanoSeconds ();
  record->wait += record->left - record->queued;
}

/* CoDel drops when a packet comes out, drop-tail before it goes in. */
void
Cell::OnDrop (Ptr < const QueueDiscItem > item)
{
  PacketRecord *record = m_log->Find (item->GetPacket ()->GetUid ());

  m_counters.dropped++;
  if (!record)
    return;
  m_counters.mediaDropped++;
  record->queued = record->left = NEVER;
}

void
Cell::OnSend (const Ipv4Header & header, Ptr < const Packet > packet,
    uint32_t interface)
{
  uint64_t key;

  if (m_log->Find (packet->GetUid ()) && RtpKey (packet, &key))
    m_onTheWay[key] = packet->GetUid ();
}

void
Cell::OnDeliver (const Ipv4Header & header, Ptr < const Packet > packet,
    uint32_t interface)
{
  uint64_t key;

  if (!RtpKey (packet, &key))
    return;
  auto found = m_onTheWay.find (key);
  if (found == m_onTheWay.end ()) {
    m_counters.mediaTwice++;
    return;
  }
  m_log->Find (found->second)->arrived = Simulator::Now ().GetNanoSeconds ();
  m_onTheWay.erase (found);
}

void
Cell::OnRadio (uint16_t rnti, uint8_t lcid, uint32_t size, uint64_t delay)
{
  m_counters.radioArrived++;
}

CellCounters
Cell::Counters () const
{
  CellCounters counters = m_counters;

  for (auto & gates:{ m_up, m_down })
    for (const BearerGate * gate:gates) {
      counters.released += gate->Released ();
      counters.radioSent += gate->Passed ();
      counters.rlcDropped += gate->RlcDropped ();
    }
  return counters;
}

std::string
Cell::CheckQueues () const
{
  CellCounters c = Counters ();
  uint64_t inside = 0, dropped = 0, after = 0;

  for (auto & disc:m_discs) {
    inside += disc->GetNPackets ();
    dropped += disc->GetStats ().nTotalDroppedPackets;
    after += disc->GetStats ().nTotalDroppedPacketsAfterDequeue;
  }
  if (dropped != c.dropped || c.entered != c.released + after + inside)
    return "queues";
  if (c.released != c.radioSent || c.rlcDropped != 0)
    return "packets between queue and bearer";
  if (c.radioArrived > c.radioSent || c.mediaTwice)
    return "packets that were never sent";
  return "";
}

std::string
Cell::CheckConservation () const
{
  CellCounters c = Counters ();
  uint64_t missing = 0, waiting = 0, radio = 0;
  std::string wrong = CheckQueues ();

  if (!m_connected)
    return "a user has no bearer";
  if (!wrong.empty ())
    return wrong;
  for (const PacketRecord & record:m_log->Records ()) {
    if (record.arrived != NEVER)
      continue;
    missing++;
    waiting += record.queued != NEVER && record.left == NEVER;
    radio += record.left != NEVER;
  }
  if (missing != c.mediaDropped + waiting + radio
      || radio > c.radioSent - c.radioArrived)
    return "media packets: " + std::to_string (missing) + " missing, "
        + std::to_string (c.mediaDropped) + " dropped, "
        + std::to_string (waiting) + " waiting, " + std::to_string (radio)
        + " of " + std::to_string (c.radioSent - c.radioArrived)
        + " lost by radio";
  return "";
}
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "network.h"

#include <algorithm>
#include <gst/lab/control/rtpcc-lab.h>

using namespace ns3;

namespace evaluation
{
constexpr uint16_t PORT = 5000;
constexpr double REVERSE_RATE = 100e6;
constexpr double UDP_MODE_RATE = 4e6;
constexpr int64_t STREAMS = 16; /* of random numbers for each flow */

/* What all runs use of a stack: a lookup in a second table of routes, for each packet at each
 * hop, is a tenth of their time. */
static void
InstallStack (NodeContainer nodes)
{
  InternetStackHelper stack;

  stack.SetRoutingHelper (Ipv4GlobalRoutingHelper ());
  stack.SetIpv6StackInstall (false);
  stack.Install (nodes);
}

Network::Network (const Case & wanted,
    const std::vector < Control > &controls, unsigned seed)
  :spec (wanted)
{
  RngSeedManager::SetSeed (seed);
  SetTcpDefaults (spec.tcpType, 1448, 4 << 20, 4 << 20);
  /* As Linux has.  With the 200 ms of ns-3 a TCP that an AQM's drops have brought
   * down to one segment waits so long for each, and never comes up again.
   * Drop-tail keeps them, for the published baselines. */
  if (spec.queue.kind != "droptail")
    Config::SetDefault ("ns3::TcpSocket::DelAckTimeout",
        TimeValue (MilliSeconds (40)));
  if (spec.tcpEcn)
    Config::SetDefault ("ns3::TcpSocketBase::UseEcn", StringValue ("On"));
  m_routers.Create ((uint32_t) spec.links.size () + 1);
  InstallStack (m_routers);
  AddLinks ();
  AddMedia (controls);
  AddTcp ();
  if (spec.udpMode)
    AddUdp ();
  Ipv4GlobalRoutingHelper::PopulateRoutingTables ();
}

/* What all flows share is on the first link. */
double
Network::LinkDelay () const
{
  double delay = 1;

  for (const MediaFlow & flow:spec.media)
    delay = std::min (delay, flow.delay);
  return delay / (double) spec.links.size ();
}

void
Network::AddLinks ()
{
  for (size_t i = 0; i < spec.links.size (); i++) {
    auto link = std::make_unique < RunningLink > ();
    Ptr < JitterChannel > channel = CreateObject < JitterChannel > ();
    Schedule physical = { {0, UDP_MODE_RATE} };
    Schedule clean = { {0, REVERSE_RATE} };
    const Link & wanted = spec.links[i];
    NetDeviceContainer devices;

    channel->SetAttribute ("Delay", TimeValue (Seconds (LinkDelay ())));
    channel->SetJitter (Seconds (spec.jitter), (int64_t) (1 + i),
        spec.jitterDeviations);
    for (uint32_t end = 0; end < 2; end++) {
      auto device = MakeDevice ();

      m_routers.Get ((uint32_t) i + end)->AddDevice (device);
      device->Attach (channel);
      devices.Add (device);
    }
    if (spec.loss > 0) {
      auto errors = CreateObject < RateErrorModel > ();

      errors->SetUnit (RateErrorModel::ERROR_UNIT_PACKET);
      errors->SetRate (spec.loss);
      errors->AssignStreams (900);
      DynamicCast < PointToPointNetDevice > (devices.Get (1))
          ->SetReceiveErrorModel (errors);
      devices.Get (1)->TraceConnectWithoutContext ("PhyRxDrop",
          Callback < void, Ptr < const Packet >> ([this] (Ptr < const Packet >
                  packet) {
                m_randomLosses += log.Find (packet->GetUid ()) != nullptr;}));
    }
    link->forward.Install (&log,
        DynamicCast < PointToPointNetDevice > (devices.Get (0)), spec.queue,
        spec.udpMode ? physical : wanted.forward);
    link->backward.Install (&log,
        DynamicCast < PointToPointNetDevice > (devices.Get (1)), spec.queue,
        wanted.backward.empty ()? clean
        : spec.udpMode ? physical : wanted.backward);
    m_addresses.SetBase (Ipv4Address (0x0a000000 + (uint32_t) i * 256),
        "255.255.255.0");
    m_addresses.Assign (devices);
    links.push_back (std::move (link));
  }
}

void
Network::Join (Ptr < Node > host, int router, double delay,
    Ipv4Address * address)
{
  PointToPointHelper access;
  NetDeviceContainer devices;

  access.SetDeviceAttribute ("DataRate", StringValue ("1Gbps"));
  access.SetChannelAttribute ("Delay", TimeValue (Seconds (delay)));
  access.SetQueue ("ns3::DropTailQueue", "MaxSize", StringValue ("100000p"));
  InstallStack (host);
  devices = access.Install (host, m_routers.Get ((uint32_t) router));
  m_addresses.SetBase (Ipv4Address (0x0a010000 + m_subnet++ * 256),
      "255.255.255.0");
  *address = m_addresses.Assign (devices).GetAddress (0);
  /* The queue of the device is long enough; that of ns-3 in front of it never holds a packet. */
  TrafficControlHelper ().Uninstall (devices);
}

void
Network::AddMedia (const std::vector < Control > &controls)
{
  for (size_t i = 0; i < spec.media.size (); i++) {
    auto flow = std::make_unique < RunningFlow > ();
    const MediaFlow & wanted = spec.media[i];
    const Control & control = controls[i % controls.size ()];
    Ptr < Node > from = CreateObject < Node > (), to = CreateObject < Node > ();
    Ipv4Address fromAddress, toAddress;
    double shared = LinkDelay () * std::abs (wanted.to - wanted.from);
    FlowConfig config;

    Join (from, wanted.from, 0, &fromAddress);
    Join (to, wanted.to, std::max (0.0, wanted.delay - shared), &toAddress);
    config.flow = (int) i;
    config.ops = control.ops;
    config.params = control.params;
    config.source.kind = spec.source;
    config.source.stream = 1000 + (int64_t) i * STREAMS;
    config.source.encoder = spec.encoder;
    config.source.trace = EVALUATION_TRACES "/" + spec.encoder + ".txt";
    config.source.minRate = spec.minRate;
    config.source.maxRate = spec.maxRate;
    config.startRate = spec.startRate > 0 ? spec.startRate : spec.minRate;
    if (control.ops == rtp_cc_lab_find ("fixed"))
      config.startRate = config.fixedRate = spec.fixedRate;
    config.equalPackets = spec.equalPackets;
    config.pauseFrom = wanted.pauseFrom;
    config.pauseTo = wanted.pauseTo;
    config.audioRate = spec.audioRate;
    config.queueDelayTarget = spec.queueDelayTarget;
    config.ecn = spec.ect1 ? RTP_CC_ECN_ECT_1
        : spec.ect0 ? RTP_CC_ECN_ECT_0 : RTP_CC_ECN_NOT_ECT;
    InetSocketAddress peer (toAddress, PORT);
    flow->spec = wanted;
    flow->sender = Create < RtpSender > (config, &log, &flow->counters, peer);
    auto receiver = Create < RtpReceiver > (PORT, &log, &flow->counters);
    from->AddApplication (flow->sender);
    to->AddApplication (receiver);
    flow->sender->SetStartTime (Seconds (wanted.start));
    flow->sender->SetStopTime (Seconds (wanted.end));
    flows.push_back (std::move (flow));
  }
}

void
Network::AddTcp ()
{
  for (size_t i = 0; i < spec.tcp.size (); i++) {
    const TcpFlow & wanted = spec.tcp[i];
    Ptr < Node > from = CreateObject < Node > (), to = CreateObject < Node > ();
    Ipv4Address fromAddress, toAddress;
    PacketSinkHelper sink ("ns3::TcpSocketFactory",
        InetSocketAddress (Ipv4Address::GetAny (), PORT));

    Join (from, wanted.backward ? 1 : 0, 0, &fromAddress);
    Join (to, wanted.backward ? 0 : 1,
        std::max (0.0, spec.tcpDelay - LinkDelay ()), &toAddress);
    InetSocketAddress peer (toAddress, PORT);
    tcp.push_back ({ DynamicCast < PacketSink > (sink.Install (to).Get (0)) });
    if (wanted.kind == TcpKind::LONG) {
      BulkSendHelper bulk ("ns3::TcpSocketFactory", peer);

      bulk.SetAttribute ("SendSize", UintegerValue (1448));
      ApplicationContainer app = bulk.Install (from);
      app.Start (Seconds (wanted.start));
      app.Stop (Seconds (wanted.end));
    } else {
      auto app = Create < ShortTcp > (peer, wanted.startOn,
          500 + (int64_t) i * STREAMS);

      from->AddApplication (app);
      app->SetStartTime (Seconds (wanted.start));
      app->SetStopTime (Seconds (wanted.end));
    }
  }
}

/* What the physical rate has above the capacity of the case. */
static Schedule
Rest (const Schedule & capacity)
{
  Schedule rest;

  for (const Step & step:capacity)
    rest.push_back ({ step.time, UDP_MODE_RATE - step.rate });
  return rest;
}

void
Network::AddUdp ()
{
  const Link & link = spec.links[0];
  const Schedule *capacities[] = { &link.forward, &link.backward };

  for (int way = 0; way < 2; way++) {
    Ptr < Node > from = CreateObject < Node > (), to = CreateObject < Node > ();
    Ipv4Address fromAddress, toAddress;

    if (capacities[way]->empty ())
      continue;
    Join (from, way, 0, &fromAddress);
    Join (to, 1 - way, 0, &toAddress);
    PacketSinkHelper sink ("ns3::UdpSocketFactory",
        InetSocketAddress (Ipv4Address::GetAny (), PORT));
    sink.Install (to);
    auto app = Create < SteppedUdp > (InetSocketAddress (toAddress, PORT),
        Rest (*capacities[way]));
    from->AddApplication (app);
    app->SetStopTime (Seconds (spec.duration));
  }
}

std::string
Network::CheckConservation ()
{
  uint64_t arrived = 0, dropped = m_randomLosses;

  for (auto & link:links) {
    dropped += link->forward.MediaDropped () + link->backward.MediaDropped ();
    if (!link->forward.Conserved () || !link->backward.Conserved ())
      return "packets that entered a bottleneck are not those that left it";
  }
  for (auto & flow:flows)
    if (!flow->sender->Conserved ())
      return "packets made are not sent + discarded + waiting";
  for (const PacketRecord & record:log.Records ())
    arrived += record.arrived != NEVER;
  if (log.Records ().size () != arrived + dropped)
    return "sent " + std::to_string (log.Records ().size ()) + ", delivered "
        + std::to_string (arrived) + ", dropped " + std::to_string (dropped);
  return "";
}
}

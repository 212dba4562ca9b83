/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bottleneck.h"
#include "aqmdisc.h"
#include "queue.h"

#include <algorithm>
#include <cmath>

using namespace ns3;

namespace evaluation
{
NS_OBJECT_ENSURE_REGISTERED (JitterChannel);

TypeId
JitterChannel::GetTypeId ()
{
  static TypeId tid = TypeId ("evaluation::JitterChannel")
      .SetParent < PointToPointChannel > ()
      .AddConstructor < JitterChannel > ();
  return tid;
}

void
JitterChannel::SetJitter (Time bound, int64_t stream, double deviations)
{
  m_bound = bound.GetSeconds ();
  m_deviation = m_bound / deviations;
  m_normal = CreateObject < NormalRandomVariable > ();
  m_normal->SetStream (stream);
}

bool
JitterChannel::TransmitStart (Ptr < const Packet > packet,
    Ptr < PointToPointNetDevice > from, Time txTime)
{
  uint32_t wire = GetSource (0) == from ? 0 : 1;
  Ptr < PointToPointNetDevice > to = GetDestination (wire);
  double jitter = 0;
  Time at;

  if (m_deviation > 0)
    jitter = std::min (std::abs (m_normal->GetValue (0,
            m_deviation * m_deviation)), m_bound);
  at = Simulator::Now () + txTime + GetDelay () + Seconds (jitter);
  /* No reordering: at least a serialisation time apart. */
  at = std::max (at, m_last[wire] + txTime);
  m_last[wire] = at;
  Simulator::ScheduleWithContext (to->GetNode ()->GetId (),
      at - Simulator::Now (), &PointToPointNetDevice::Receive, to,
      packet->Copy ());
  return true;
}

double
RateAt (const Schedule & schedule, double time)
{
  double rate = schedule.front ().rate;

  for (const Step & step:schedule)
    if (step.time <= time)
      rate = step.rate;
  return rate;
}

Ptr < PointToPointNetDevice > MakeDevice ()
{
  auto device = CreateObject < PointToPointNetDevice > ();
  auto queue = CreateObjectWithAttributes < DropTailQueue < Packet >>
      ("MaxSize", StringValue ("1p"));
  auto control = CreateObject < NetDeviceQueueInterface > ();

  device->SetAddress (Mac48Address::Allocate ());
  device->SetQueue (queue);
  control->GetTxQueue (0)->ConnectQueueTraces (queue);
  device->AggregateObject (control);
  return device;
}

static std::string
Packets (double seconds, double rate)
{
  /* of 1240 bytes */
  return std::to_string (std::max (10, (int) (seconds * rate / 8 / 1240)))
      + "p";
}

static TrafficControlHelper
MakeLinkemuHelper (const QueueConfig & queue)
{
  TrafficControlHelper helper;
  bool fair = queue.kind.compare (0, 2, "fq") == 0;

  helper.SetRootQueueDisc ("evaluation::AqmQueueDisc", "Aqm",
      StringValue (queue.kind.substr (fair ? 2 : 0)), "Fair",
      BooleanValue (fair), "UseEcn", BooleanValue (queue.ecn), "Limit",
      TimeValue (Seconds (queue.limit)));
  return helper;
}

static TrafficControlHelper
MakeNs3Helper (const QueueConfig & queue, double rate)
{
  TrafficControlHelper helper;
  BooleanValue ecn (queue.ecn);
  Time limit = Seconds (queue.limit);
  std::string packets = Packets (queue.limit, rate);

  if (queue.kind == "codel")
    helper.SetRootQueueDisc ("ns3::CoDelQueueDisc", "UseEcn", ecn, "MaxSize",
        StringValue (packets));
  else if (queue.kind == "fqcodel")
    helper.SetRootQueueDisc ("ns3::FqCoDelQueueDisc", "UseEcn", ecn, "MaxSize",
        StringValue (packets));
  else if (queue.kind == "pie")
    helper.SetRootQueueDisc ("ns3::PieQueueDisc", "UseEcn", ecn, "MaxSize",
        StringValue (packets), "MeanPktSize", UintegerValue (1240));
  else if (queue.kind == "l4s")
    helper.SetRootQueueDisc ("evaluation::TimeFifoQueueDisc", "Limit",
        TimeValue (limit), "Step", TimeValue (MilliSeconds (2)));
  else
    helper.SetRootQueueDisc ("evaluation::TimeFifoQueueDisc", "Limit",
        TimeValue (limit));
  return helper;
}

void
Direction::Install (PacketLog * log, Ptr < PointToPointNetDevice > device,
    const QueueConfig & queue, const Schedule & schedule)
{
  double highest = 0;

  for (const Step & step:schedule)
    highest = std::max (highest, step.rate);
  m_log = log;
  m_device = device;
  m_disc = (queue.linkemu ? MakeLinkemuHelper (queue)
      : MakeNs3Helper (queue, highest)).Install (device).Get (0);
  m_disc->TraceConnectWithoutContext ("Enqueue",
      MakeCallback (&Direction::OnEnqueue, this));
  m_disc->TraceConnectWithoutContext ("Dequeue",
      MakeCallback (&Direction::OnDequeue, this));
  m_disc->TraceConnectWithoutContext ("Drop",
      MakeCallback (&Direction::OnDrop, this));
  device->TraceConnectWithoutContext ("PhyTxBegin",
      MakeCallback (&Direction::OnStart, this));
  SetRate (schedule.front ().rate);
  for (const Step & step:schedule)
    Simulator::Schedule (Seconds (step.time), &Direction::SetRate, this,
        step.rate);
}

void
Direction::SetRate (double rate)
{
  Ptr < TimeFifoQueueDisc > fifo = DynamicCast < TimeFifoQueueDisc > (m_disc);
  Ptr < AqmQueueDisc > aqm = DynamicCast < AqmQueueDisc > (m_disc);

  m_device->SetDataRate (DataRate ((uint64_t) rate));
  if (fifo)
    fifo->SetRate (rate);
  if (aqm)
    aqm->SetRate (rate);
}

void
Direction::OnEnqueue (Ptr < const QueueDiscItem > item)
{
  PacketRecord *record = m_log->Find (item->GetPacket ()->GetUid ());

  m_entered++;
  if (!record)
    m_otherQueued++;
  else
    record->queued = Simulator::Now ().GetNanoSeconds ();
}

void
Direction::OnDrop (Ptr < const QueueDiscItem > item)
{
  m_dropped++;
  if (m_log->Find (item->GetPacket ()->GetUid ()))
    m_mediaDropped++;
  else
    m_otherDropped++;
}

void
Direction::OnStart (Ptr < const Packet > packet)
{
  PacketRecord *record = m_log->Find (packet->GetUid ());
  int64_t now = Simulator::Now ().GetNanoSeconds ();

  m_departures.push_back ({ now, packet->GetSize (),
        record ? record->flow : -1, record && record->audio });
}

void
Direction::OnDequeue (Ptr < const QueueDiscItem > item)
{
  PacketRecord *record = m_log->Find (item->GetPacket ()->GetUid ());
  int64_t now = Simulator::Now ().GetNanoSeconds ();

  if (!record)
    return;
  record->left = now;
  record->wait += now - record->queued;
  m_longestWait = std::max (m_longestWait, now - record->queued);
}

int64_t
Direction::TakeLongestWait ()
{
  int64_t wait = m_longestWait;

  m_longestWait = 0;
  return wait;
}

bool
Direction::Conserved () const
{
  /* Drops before the queue are not among those that entered. */
  QueueDisc::Stats stats = m_disc->GetStats ();
  uint64_t inside = m_disc->GetNPackets ()
      + m_device->GetQueue ()->GetNPackets ();

  return m_entered == stats.nTotalDroppedPacketsAfterDequeue
      + m_departures.size () + inside && m_dropped == stats.nTotalDroppedPackets;
}
}

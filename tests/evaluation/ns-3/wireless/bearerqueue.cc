/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bearerqueue.h"

#include <ns3/internet-module.h>

using namespace ns3;

namespace evaluation
{
NS_OBJECT_ENSURE_REGISTERED (BearerQueueDisc);

/* Room in the RLC: a bearer that is alone fills a subframe of 10 MHz with
 * about 4 kB, and uplink grants come some subframes after the report. */
constexpr uint32_t RLC_BYTES = 4000;
constexpr uint32_t PDCP_HEADER = 2;

namespace
{
/* The RLC lets its SAP be set, not asked for. */
struct RlcPeek:public LteRlc
{
  static LteMacSapProvider *LteRlc::*Provider ()
  {
    return &RlcPeek::m_macSapProvider;
  }
};
}

BearerGate::BearerGate (BearerQueueDisc * disc)
  :m_disc (disc)
{
}

void
BearerGate::Attach (Ptr < LteDataRadioBearerInfo > bearer)
{
  m_mac = PeekPointer (bearer->m_rlc)->*RlcPeek::Provider ();
  bearer->m_rlc->SetLteMacSapProvider (this);
  bearer->m_rlc->TraceConnectWithoutContext ("TxDrop",
      MakeCallback (&BearerGate::OnRlcDrop, this));
  bearer->m_pdcp->TraceConnectWithoutContext ("TxPDU",
      MakeCallback (&BearerGate::OnPdcp, this));
  m_disc->Kick ();
}

bool
BearerGate::Open () const
{
  return m_mac && m_waiting + m_onTheWay < RLC_BYTES;
}

void
BearerGate::Release (uint32_t bytes)
{
  m_onTheWay += bytes;
  m_released++;
}

void
BearerGate::OnPdcp (uint16_t rnti, uint8_t lcid, uint32_t size)
{
  m_onTheWay -= std::min (m_onTheWay, size - PDCP_HEADER);
  m_passed++;
}

void
BearerGate::OnRlcDrop (Ptr < const Packet > packet)
{
  m_rlcDropped++;
}

/* Its headers make this a little too much; the next report corrects it. */
void
BearerGate::TransmitPdu (TransmitPduParameters params)
{
  m_waiting -= std::min (m_waiting, params.pdu->GetSize ());
  m_mac->TransmitPdu (params);
  if (Open ())
    m_disc->Kick ();
}

void
BearerGate::ReportBufferStatus (ReportBufferStatusParameters params)
{
  m_waiting = params.txQueueSize;
  m_mac->ReportBufferStatus (params);
  if (Open ())
    m_disc->Kick ();
}

TypeId
BearerQueueDisc::GetTypeId ()
{
  static TypeId tid = TypeId ("evaluation::BearerQueueDisc")
      .SetParent < QueueDisc > ()
      .AddConstructor < BearerQueueDisc > ();
  return tid;
}

BearerQueueDisc::BearerQueueDisc ()
  :QueueDisc (QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
}

BearerQueueDisc::~BearerQueueDisc ()
{
}

BearerGate *
BearerQueueDisc::AddBearer (Ipv4Address to, bool codel, uint32_t bytes)
{
  Ptr < QueueDiscClass > entry = CreateObject < QueueDiscClass > ();
  ObjectFactory factory (codel ? "ns3::CoDelQueueDisc" : "ns3::FifoQueueDisc");
  Bearer bearer;

  factory.Set ("MaxSize", QueueSizeValue (QueueSize (QueueSizeUnit::BYTES,
              bytes)));
  bearer.gate = std::make_unique < BearerGate > (this);
  bearer.queue = factory.Create < QueueDisc > ();
  bearer.queue->Initialize ();
  entry->SetQueueDisc (bearer.queue);
  AddQueueDiscClass (entry);
  m_byAddress[to] = m_bearers.size ();
  m_bearers.push_back (std::move (bearer));
  return m_bearers.back ().gate.get ();
}

void
BearerQueueDisc::Kick ()
{
  if (GetNPackets () > 0 && !m_kick.IsRunning ())
    m_kick = Simulator::ScheduleNow (&QueueDisc::Run, this);
}

bool
BearerQueueDisc::DoEnqueue (Ptr < QueueDiscItem > item)
{
  auto ip = DynamicCast < const Ipv4QueueDiscItem > (item);
  auto found = m_byAddress.find (ip ? ip->GetHeader ().GetDestination () :
      Ipv4Address::GetAny ());

  if (found == m_byAddress.end ())
    found = m_byAddress.find (Ipv4Address::GetAny ());
  if (found == m_byAddress.end ()) {
    DropBeforeEnqueue (item, "no such user");
    return false;
  }
  return m_bearers[found->second].queue->Enqueue (item);
}

Ptr < QueueDiscItem > BearerQueueDisc::DoDequeue ()
{
  for (size_t i = 0; i < m_bearers.size (); i++) {
    Bearer & bearer = m_bearers[(m_next + i) % m_bearers.size ()];

    if (bearer.gate->Open () && bearer.queue->GetNPackets () > 0) {
      Ptr < QueueDiscItem > item = bearer.queue->Dequeue ();

      /* CoDel may have dropped all that was there. */
      if (item) {
        bearer.gate->Release (item->GetSize ());
        m_next = (m_next + i + 1) % m_bearers.size ();
        return item;
      }
    }
  }
  return nullptr;
}

bool
BearerQueueDisc::CheckConfig ()
{
  return true;
}
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bearerqueue.h: queues in front of the bearers of a cell
 *
 * ns-3's RLC has neither AQM nor a limit in time.  So RLC is kept short (what
 * a few subframes can carry), and packets wait here, in a queue of their own
 * for each bearer, until RLC has room.  A BearerGate sits between an RLC and
 * its MAC and sees how much waits in the RLC.
 */
#ifndef BEARERQUEUE_H
#define BEARERQUEUE_H

#include "tests/evaluation/ns-3/packetlog.h"

#include <ns3/core-module.h>
#include <ns3/lte-module.h>
#include <ns3/traffic-control-module.h>

#include <map>
#include <memory>

namespace evaluation
{
class BearerQueueDisc;

class BearerGate:public ns3::LteMacSapProvider
{
public:
  explicit BearerGate (BearerQueueDisc * disc);
  /* From now on the gate follows the bearer's RLC. */
  void Attach (ns3::Ptr < ns3::LteDataRadioBearerInfo > bearer);
  bool Open () const;
  void Release (uint32_t bytes);

  void TransmitPdu (TransmitPduParameters params) override;
  void ReportBufferStatus (ReportBufferStatusParameters params) override;

  uint64_t Released () const
  {
    return m_released;
  }
  uint64_t Passed () const      /* packets that came to PDCP */
  {
    return m_passed;
  }
  uint64_t RlcDropped () const
  {
    return m_rlcDropped;
  }

private:
  void OnPdcp (uint16_t rnti, uint8_t lcid, uint32_t size);
  void OnRlcDrop (ns3::Ptr < const ns3::Packet > packet);

  BearerQueueDisc *m_disc;
  ns3::LteMacSapProvider * m_mac = nullptr;
  uint32_t m_waiting = 0;       /* bytes in the RLC */
  uint32_t m_onTheWay = 0;      /* bytes between queue and RLC */
  uint64_t m_released = 0, m_passed = 0, m_rlcDropped = 0;
};

/* The root queue disc of a device; serves its bearers in turn. */
class BearerQueueDisc:public ns3::QueueDisc
{
public:
  static ns3::TypeId GetTypeId ();
  BearerQueueDisc ();
  ~BearerQueueDisc () override;

  /* @to: address of the mobile user; any: all packets.  @codel: as RFC 8289
   * has it; otherwise drop-tail of @bytes. */
  BearerGate *AddBearer (ns3::Ipv4Address to, bool codel, uint32_t bytes);
  /* A gate may have opened. */
  void Kick ();

private:
  struct Bearer
  {
    std::unique_ptr < BearerGate > gate;
    ns3::Ptr < ns3::QueueDisc > queue;
  };

  bool DoEnqueue (ns3::Ptr < ns3::QueueDiscItem > item) override;
  ns3::Ptr < ns3::QueueDiscItem > DoDequeue () override;
  bool CheckConfig () override;
  void InitializeParams () override
  {
  }

  std::vector < Bearer > m_bearers;
  std::map < ns3::Ipv4Address, size_t > m_byAddress;
  size_t m_next = 0;
  ns3::EventId m_kick;
};
}
#endif

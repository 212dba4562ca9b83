/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* aqmdisc.h: one of linkemu's AQMs as a queue disc of ns-3
 *
 * So that it stands next to ns-3's own in front of the same device.  The AQM
 * holds its packets as it does in the linkemu element, the disc the items of
 * ns-3 that belong to them.
 */
#ifndef EVALUATION_AQMDISC_H
#define EVALUATION_AQMDISC_H

#include <ns3/queue-disc.h>
#include <ns3/traffic-control-module.h>

extern "C"
{
#include "gst/lab/linkemu/linkemu-aqm.h"
}

namespace evaluation
{
/* Items in the order that they came, taken out at any place. */
class ItemBag:public ns3::Queue < ns3::QueueDiscItem >
{
public:
  using Place = ConstIterator;

  static ns3::TypeId GetTypeId ();
  Place Put (ns3::Ptr < ns3::QueueDiscItem > item);
  ns3::Ptr < ns3::QueueDiscItem > Take (Place place);

private:
  bool Enqueue (ns3::Ptr < ns3::QueueDiscItem > item) override;
  ns3::Ptr < ns3::QueueDiscItem > Dequeue () override;
  ns3::Ptr < ns3::QueueDiscItem > Remove () override;
  ns3::Ptr < const ns3::QueueDiscItem > Peek () const override;
};

class AqmQueueDisc:public ns3::QueueDisc
{
public:
  static ns3::TypeId GetTypeId ();
  AqmQueueDisc ();
   ~AqmQueueDisc () override;

  void SetRate (double bitsPerSecond)
  {
    m_rate = bitsPerSecond;
  }

private:
  bool DoEnqueue (ns3::Ptr < ns3::QueueDiscItem > item) override;
  ns3::Ptr < ns3::QueueDiscItem > DoDequeue () override;
  bool CheckConfig () override;
  void InitializeParams () override;
  void DoDispose () override;
  LinkEmuLinkView View () const;
  ns3::Ptr < ns3::QueueDiscItem > TakeOut (LinkEmuPacket * packet);
  void DropDropped ();

  std::string m_name;
  bool m_fair = false, m_ecn = false;
  ns3::Time m_limit, m_target;
  uint64_t m_seed = 1;
  double m_rate = 1e6;
  LinkEmuAqm *m_aqm = nullptr;
  ns3::Ptr < ItemBag > m_bag;
};
}
#endif

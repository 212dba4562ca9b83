/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "aqmdisc.h"

#include <cstdlib>

using namespace ns3;

namespace evaluation
{
NS_OBJECT_ENSURE_REGISTERED (ItemBag);
NS_OBJECT_ENSURE_REGISTERED (AqmQueueDisc);

TypeId
ItemBag::GetTypeId ()
{
  static TypeId tid = TypeId ("evaluation::ItemBag")
      .SetParent < Queue < QueueDiscItem >> ()
      .AddConstructor < ItemBag > ()
      .AddAttribute ("MaxSize", "Never reached: the AQM has the limit",
      QueueSizeValue (QueueSize ("10000000p")),
      MakeQueueSizeAccessor (&QueueBase::SetMaxSize, &QueueBase::GetMaxSize),
      MakeQueueSizeChecker ());
  return tid;
}

ItemBag::Place
ItemBag::Put (Ptr < QueueDiscItem > item)
{
  Iterator place;

  if (!DoEnqueue (GetContainer ().end (), item, place))
    NS_FATAL_ERROR ("the AQM of linkemu has no limit");
  return place;
}

Ptr < QueueDiscItem > ItemBag::Take (Place place)
{
  return DoDequeue (place);
}

bool
ItemBag::Enqueue (Ptr < QueueDiscItem > item)
{
  Put (item);
  return true;
}

Ptr < QueueDiscItem > ItemBag::Dequeue ()
{
  return DoDequeue (GetContainer ().begin ());
}

Ptr < QueueDiscItem > ItemBag::Remove ()
{
  return DoRemove (GetContainer ().begin ());
}

Ptr < const QueueDiscItem > ItemBag::Peek () const
{
  return DoPeek (GetContainer ().begin ());
}

TypeId
AqmQueueDisc::GetTypeId ()
{
  static TypeId tid = TypeId ("evaluation::AqmQueueDisc")
      .SetParent < QueueDisc > ()
      .AddConstructor < AqmQueueDisc > ()
      .AddAttribute ("Aqm", "Name, as in LinkEmuConfig",
      StringValue ("droptail"),
      MakeStringAccessor (&AqmQueueDisc::m_name), MakeStringChecker ())
      .AddAttribute ("Fair", "A queue for each flow", BooleanValue (false),
      MakeBooleanAccessor (&AqmQueueDisc::m_fair), MakeBooleanChecker ())
      .AddAttribute ("UseEcn", "Marks what is ECT", BooleanValue (false),
      MakeBooleanAccessor (&AqmQueueDisc::m_ecn), MakeBooleanChecker ())
      .AddAttribute ("Limit", "Longest wait at the current rate",
      TimeValue (MilliSeconds (300)),
      MakeTimeAccessor (&AqmQueueDisc::m_limit), MakeTimeChecker ())
      .AddAttribute ("Target", "of the queue delay; 0: the AQM's own",
      TimeValue (Time (0)),
      MakeTimeAccessor (&AqmQueueDisc::m_target), MakeTimeChecker ())
      .AddAttribute ("Seed", "of its random numbers", UintegerValue (1),
      MakeUintegerAccessor (&AqmQueueDisc::m_seed),
      MakeUintegerChecker < uint64_t > ());
  return tid;
}

AqmQueueDisc::AqmQueueDisc ()
  :QueueDisc (QueueDiscSizePolicy::NO_LIMITS)
{
}

AqmQueueDisc::~AqmQueueDisc ()
{
}

void
AqmQueueDisc::DoDispose ()
{
  LinkEmuPacket *packet;

  while (m_aqm && (packet = m_aqm->ops->remove (m_aqm))) {
    delete static_cast < ItemBag::Place * >(packet->packet);
    free (packet);
  }
  linkemu_aqm_free (m_aqm);
  m_aqm = nullptr;
  m_bag = nullptr;
  QueueDisc::DoDispose ();
}

/* The disc does not see the device: that one may be at work with an empty
 * queue.  Only a limit below one packet tells the difference. */
LinkEmuLinkView
AqmQueueDisc::View () const
{
  LinkEmuLinkView view = { };

  view.limit_bytes = (uint64_t) (m_limit.GetSeconds () * m_rate / 8);
  view.bitrate = m_rate;
  view.link_idle = m_aqm->packets == 0;
  return view;
}

Ptr < QueueDiscItem > AqmQueueDisc::TakeOut (LinkEmuPacket * packet)
{
  auto place = static_cast < ItemBag::Place * >(packet->packet);
  Ptr < QueueDiscItem > item = m_bag->Take (*place);

  if (packet->marked)
    Mark (item, "aqm");
  delete place;
  free (packet);
  return item;
}

void
AqmQueueDisc::DropDropped ()
{
  while (LinkEmuPacket * packet = linkemu_fifo_pop (&m_aqm->dropped)) {
    const char *reason = packet->overflow ? "limit" : "aqm";

    packet->marked = false;
    DropAfterDequeue (TakeOut (packet), reason);
  }
}

bool
AqmQueueDisc::DoEnqueue (Ptr < QueueDiscItem > item)
{
  auto packet = static_cast < LinkEmuPacket * >(calloc (1,
          sizeof (LinkEmuPacket)));
  int64_t now = Simulator::Now ().GetNanoSeconds ();
  LinkEmuLinkView view = View ();
  LinkEmuFate fate;
  uint8_t tos = 0;

  NS_ABORT_IF (!packet);
  item->GetUint8Value (QueueItem::IP_DSFIELD, tos);
  packet->info.size = item->GetSize ();
  packet->info.ecn = tos & 3;
  packet->info.flow = item->Hash ();
  packet->enqueued = now;
  fate = m_aqm->ops->enqueue (m_aqm, packet, &view, now);
  if (fate == LINKEMU_TAKEN)
    packet->packet = new ItemBag::Place (m_bag->Put (item));
  DropDropped ();
  if (fate == LINKEMU_TAKEN)
    return true;
  free (packet);
  DropBeforeEnqueue (item, fate == LINKEMU_DROPPED_AQM ? "aqm" : "limit");
  return false;
}

Ptr < QueueDiscItem > AqmQueueDisc::DoDequeue ()
{
  LinkEmuLinkView view = View ();
  LinkEmuPacket *packet = m_aqm->ops->dequeue (m_aqm, &view,
      Simulator::Now ().GetNanoSeconds ());

  DropDropped ();
  return packet ? TakeOut (packet) : nullptr;
}

bool
AqmQueueDisc::CheckConfig ()
{
  if (GetNInternalQueues () == 0) {
    m_bag = CreateObject < ItemBag > ();
    AddInternalQueue (m_bag);
  }
  return true;
}

void
AqmQueueDisc::InitializeParams ()
{
  char error[LINKEMU_ERROR_SIZE];
  LinkEmuConfig config = { };
  const LinkEmuAqmOps *ops;

  config.aqm = m_name.c_str ();
  config.ecn = m_ecn;
  config.fq = m_fair;
  config.target = m_target.GetNanoSeconds ();
  config.seed = m_seed;
  ops = linkemu_aqm_choose (&config, error);
  NS_ABORT_MSG_IF (!ops, error);
  m_aqm = linkemu_aqm_new (ops, &config);
  NS_ABORT_MSG_IF (!m_aqm, "no memory");
}
}

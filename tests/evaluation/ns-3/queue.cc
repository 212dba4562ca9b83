/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "queue.h"

using namespace ns3;

namespace evaluation
{
NS_OBJECT_ENSURE_REGISTERED (TimeFifoQueueDisc);

TypeId
TimeFifoQueueDisc::GetTypeId ()
{
  static TypeId tid = TypeId ("evaluation::TimeFifoQueueDisc")
      .SetParent < QueueDisc > ()
      .AddConstructor < TimeFifoQueueDisc > ()
      .AddAttribute ("Limit", "Longest wait at the current rate",
      TimeValue (MilliSeconds (300)),
      MakeTimeAccessor (&TimeFifoQueueDisc::m_limit), MakeTimeChecker ())
      .AddAttribute ("Step", "Wait above which ECT packets get CE; 0: never",
      TimeValue (Time (0)),
      MakeTimeAccessor (&TimeFifoQueueDisc::m_step), MakeTimeChecker ());
  return tid;
}

TimeFifoQueueDisc::TimeFifoQueueDisc ()
  :QueueDisc (QueueDiscSizePolicy::NO_LIMITS), m_rate (1e6)
{
}

bool
TimeFifoQueueDisc::DoEnqueue (Ptr < QueueDiscItem > item)
{
  double bits = 8.0 * (GetNBytes () + item->GetSize ());

  if (bits / m_rate > m_limit.GetSeconds ()) {
    DropBeforeEnqueue (item, "time limit");
    return false;
  }
  return GetInternalQueue (0)->Enqueue (item);
}

Ptr < QueueDiscItem > TimeFifoQueueDisc::DoDequeue ()
{
  Ptr < QueueDiscItem > item = GetInternalQueue (0)->Dequeue ();

  if (item && m_step.IsStrictlyPositive ()
      && Simulator::Now () - item->GetTimeStamp () > m_step)
    Mark (item, "step");
  return item;
}

bool
TimeFifoQueueDisc::CheckConfig ()
{
  if (GetNInternalQueues () == 0) {
    ObjectFactory factory ("ns3::DropTailQueue<QueueDiscItem>");

    /* The limit in time is ours; this one must never be reached. */
    factory.Set ("MaxSize", QueueSizeValue (QueueSize ("1000000p")));
    AddInternalQueue (factory.Create < InternalQueue > ());
  }
  return true;
}
}

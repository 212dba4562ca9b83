/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* queue.h: a first-in-first-out queue disc limited in time
 *
 * A packet is dropped if, at the current rate, what waits and itself would
 * take longer than the limit, whatever the rate is.  With a step threshold,
 * ECT packets that waited longer leave with CE (the step marking of an L4S
 * queue, RFC 9331).
 */
#ifndef EVALUATION_QUEUE_H
#define EVALUATION_QUEUE_H

#include <ns3/queue-disc.h>
#include <ns3/traffic-control-module.h>

namespace evaluation
{
class TimeFifoQueueDisc:public ns3::QueueDisc
{
public:
  static ns3::TypeId GetTypeId ();
  TimeFifoQueueDisc ();

  void SetRate (double bitsPerSecond)
  {
    m_rate = bitsPerSecond;
  }

private:
  bool DoEnqueue (ns3::Ptr < ns3::QueueDiscItem > item) override;
  ns3::Ptr < ns3::QueueDiscItem > DoDequeue () override;
  bool CheckConfig () override;
  void InitializeParams () override
  {
  }

  ns3::Time m_limit;
  ns3::Time m_step;
  double m_rate;
};
}
#endif

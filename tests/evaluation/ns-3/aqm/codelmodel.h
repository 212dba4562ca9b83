/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* codelmodel.h: CoDel as RFC 8289 section 5 writes it, and what ns-3 does
 * otherwise, one by one
 */
#ifndef EVALUATION_CODELMODEL_H
#define EVALUATION_CODELMODEL_H

#include <ns3/network-module.h>
#include <ns3/traffic-control-module.h>

namespace evaluation
{
/* What ns-3 3.37 has from Linux and the RFC does not have. */
enum CoDelDifference
{
  CODEL_AS_RFC = 0,
  /* Times are multiples of 1024 ns, the rest is lost. */
  CODEL_TICKS = 1,
  /* 1/sqrt(count) is one step of Newton's method from the last, in 16 bits:
   * 0.5 of count 2. */
  CODEL_NEWTON = 2,
  /* Drops when it has been above for longer than the interval, not from then
   * on. */
  CODEL_LATER = 4,
  /* Spares a queue of less than 1500 bytes, not one of a largest packet at
   * most. */
  CODEL_MIN_BYTES = 8,
  /* After a mark the next one is counted from now, not from when it was due. */
  CODEL_MARK_FROM_NOW = 16,
  CODEL_AS_NS3 = 31
};

class CoDelModel:public ns3::QueueDisc
{
public:
  static ns3::TypeId GetTypeId ();
  explicit CoDelModel (unsigned differences = CODEL_AS_RFC);

private:
  using Item = ns3::Ptr < ns3::QueueDiscItem >;

  bool DoEnqueue (Item item) override;
  Item DoDequeue () override;
  bool CheckConfig () override;
  void InitializeParams () override
  {
  }
  Item Next (int64_t now, bool * ok);
  Item JudgeDropping (Item item, int64_t now, bool ok);
  Item StartDropping (Item item, int64_t now);
  int64_t Ticks (int64_t time) const;
  int64_t Law (int64_t time);
  void SetCount (uint32_t count, bool restart);

  unsigned m_differences;
  bool m_dropping = false;
  uint32_t m_largest = 512;
  uint32_t m_count = 0, m_lastCount = 0;
  uint16_t m_reciprocal = UINT16_MAX;
  int64_t m_firstAbove = 0, m_dropNext = 0;
};
}
#endif

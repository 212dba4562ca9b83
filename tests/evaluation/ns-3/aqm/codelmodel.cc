/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "codelmodel.h"

#include <cmath>

using namespace ns3;

namespace evaluation
{
NS_OBJECT_ENSURE_REGISTERED (CoDelModel);

/* RFC 8289 section 4.2, 4.3; ns */
constexpr int64_t TARGET = 5000000, INTERVAL = 100000000;
constexpr uint32_t MIN_BYTES = 1500;
constexpr int TICK_SHIFT = 10;

TypeId
CoDelModel::GetTypeId ()
{
  static TypeId tid = TypeId ("evaluation::CoDelModel")
      .SetParent < QueueDisc > ();
  return tid;
}

CoDelModel::CoDelModel (unsigned differences)
  :QueueDisc (QueueDiscSizePolicy::NO_LIMITS), m_differences (differences)
{
}

bool
CoDelModel::CheckConfig ()
{
  AddInternalQueue (CreateObjectWithAttributes < DropTailQueue <
      QueueDiscItem >> ("MaxSize", QueueSizeValue (QueueSize ("1000000p"))));
  return true;
}

bool
CoDelModel::DoEnqueue (Item item)
{
  m_largest = std::max (m_largest, item->GetSize ());
  return GetInternalQueue (0)->Enqueue (item);
}

int64_t
CoDelModel::Ticks (int64_t time) const
{
  return m_differences & CODEL_TICKS ? time >> TICK_SHIFT << TICK_SHIFT : time;
}

void
CoDelModel::SetCount (uint32_t count, bool restart)
{
  uint64_t reciprocal = (uint64_t) m_reciprocal << 16;
  uint64_t square = reciprocal * reciprocal >> 32;

  m_count = count;
  if (restart)
    m_reciprocal = UINT16_MAX;
  else
    m_reciprocal = (uint16_t) ((((3ull << 32) - count * square) >> 2)
        * reciprocal >> 31 >> 16);
}

int64_t
CoDelModel::Law (int64_t time)
{
  int64_t interval = Ticks (INTERVAL);

  if (m_differences & CODEL_NEWTON)
    return time + Ticks ((int64_t) ((double) interval * m_reciprocal
            / 65536.0));
  return time + Ticks ((int64_t) ((double) interval / std::sqrt (m_count)));
}

/* dodequeue () of the RFC */
CoDelModel::Item CoDelModel::Next (int64_t now, bool * ok)
{
  Item item = GetInternalQueue (0)->Dequeue ();
  bool later = m_differences & CODEL_LATER;
  uint32_t spared = m_differences & CODEL_MIN_BYTES ? MIN_BYTES - 1 : m_largest;

  *ok = false;
  if (!item || Ticks (Simulator::Now ().GetNanoSeconds ()
          - item->GetTimeStamp ().GetNanoSeconds ()) < Ticks (TARGET)
      || GetInternalQueue (0)->GetNBytes () <= spared)
    m_firstAbove = 0;
  else if (m_firstAbove == 0)
    m_firstAbove = now + Ticks (INTERVAL);
  else
    *ok = later ? now > m_firstAbove : now >= m_firstAbove;
  return item;
}

CoDelModel::Item CoDelModel::JudgeDropping (Item item, int64_t now, bool ok)
{
  m_dropping = ok;
  while (m_dropping && now >= m_dropNext) {
    SetCount (m_count + 1, false);
    if (Mark (item, "codel")) {
      m_dropNext = Law (m_differences & CODEL_MARK_FROM_NOW ? now : m_dropNext);
      return item;
    }
    DropAfterDequeue (item, "codel");
    item = Next (now, &m_dropping);
    if (m_dropping)
      m_dropNext = Law (m_dropNext);
  }
  return item;
}

CoDelModel::Item CoDelModel::StartDropping (Item item, int64_t now)
{
  int64_t since = now - m_dropNext;
  uint32_t delta = m_count - m_lastCount;
  bool ok;

  if (!Mark (item, "codel")) {
    DropAfterDequeue (item, "codel");
    item = Next (now, &ok);
  }
  m_dropping = true;
  if (delta > 1 && since < 16 * Ticks (INTERVAL))
    SetCount (delta, false);
  else
    SetCount (1, true);
  m_lastCount = m_count;
  m_dropNext = Law (now);
  return item;
}

CoDelModel::Item CoDelModel::DoDequeue ()
{
  int64_t now = Ticks (Simulator::Now ().GetNanoSeconds ());
  bool ok;
  Item item = Next (now, &ok);

  if (!item) {
    m_dropping = false;
    return item;
  }
  if (m_dropping)
    return JudgeDropping (item, now, ok);
  return ok ? StartDropping (item, now) : item;
}
}

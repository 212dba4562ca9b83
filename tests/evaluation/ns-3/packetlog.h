/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* packetlog.h: what became of each media packet of a run
 *
 * A packet is found by its ns-3 uid, which copies and headers keep.  Times are
 * ns of simulated time, NEVER where it did not come so far.
 */
#ifndef PACKETLOG_H
#define PACKETLOG_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace evaluation
{
constexpr int64_t NEVER = -1;
constexpr double SECOND = 1e9;
constexpr double MS = 1e6;

struct PacketRecord
{
  int flow;                     /* number of the media flow */
  uint32_t frame;               /* number within the flow */
  uint32_t wireBytes;
  bool audio;
  int64_t captured;             /* when its frame left the encoder */
  int64_t sent = NEVER;
  int64_t queued = NEVER;       /* in front of the last bottleneck so far */
  int64_t left = NEVER;         /* the queue, for transmission */
  int64_t wait = 0;             /* in front of all bottlenecks so far, ns */
  int64_t arrived = NEVER;
};

class PacketLog
{
public:
  /* Returns the record of a packet that is sent now. */
  PacketRecord &Add (uint64_t uid, const PacketRecord & record);
  /* NULL: not a media packet. */
  PacketRecord *Find (uint64_t uid);
  const std::vector < PacketRecord > &Records () const
  {
    return m_records;
  }

private:
  std::vector < PacketRecord > m_records;
  std::unordered_map < uint64_t, size_t > m_byUid;
};
}
#endif

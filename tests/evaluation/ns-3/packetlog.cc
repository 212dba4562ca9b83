/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "packetlog.h"

namespace evaluation
{
PacketRecord &
PacketLog::Add (uint64_t uid, const PacketRecord & record)
{
  m_byUid[uid] = m_records.size ();
  m_records.push_back (record);
  return m_records.back ();
}

PacketRecord *
PacketLog::Find (uint64_t uid)
{
  auto found = m_byUid.find (uid);

  return found == m_byUid.end ()? nullptr : &m_records[found->second];
}
}

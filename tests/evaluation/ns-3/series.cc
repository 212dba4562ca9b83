/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "series.h"

#include "metrics.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

using namespace ns3;

namespace evaluation
{
constexpr double INTERVAL = 0.2;        /* s */
constexpr int QUANTILES = 200;

template < typename... Args > static std::string
Line (const char *format, Args... args)
{
  char text[200];

  std::snprintf (text, sizeof (text), format, args...);
  return text;
}

Series::Series (Network * network)
  :m_network (network), m_sent (network->flows.size ()),
  m_arrived (network->flows.size ()), m_tcp (network->tcp.size ())
{
  Simulator::Schedule (Seconds (INTERVAL), &Series::Sample, this);
}

void
Series::SampleFlow (size_t i, double now)
{
  RunningFlow & flow = *m_network->flows[i];
  uint64_t sent = flow.counters.bytesSent, arrived = flow.counters.bytesArrived;
  double delay = 0;
  const auto & records = m_network->log.Records ();

  for (size_t r = m_record; r < records.size (); r++)
    if (records[r].flow == (int) i && records[r].arrived != NEVER)
      delay = std::max (delay,
          (double) (records[r].arrived - records[r].sent) / MS);
  m_text += Line ("f,%.1f,%zu,%.0f,%.0f,%.0f,%.1f,%.1f\n", now, i,
      (double) (sent - m_sent[i]) * 8 / INTERVAL,
      (double) (arrived - m_arrived[i]) * 8 / INTERVAL,
      flow.sender->TargetRate (), delay,
      flow.sender->TakeLongestWait () * 1e3);
  m_sent[i] = sent;
  m_arrived[i] = arrived;
}

void
Series::Sample ()
{
  double now = Simulator::Now ().GetSeconds ();
  Direction & way = m_network->links[0]->forward;

  m_text += Line ("c,%.1f,%.0f,%.1f\n", now,
      RateAt (m_network->spec.links[0].forward, now - INTERVAL / 2),
      (double) way.TakeLongestWait () / MS);
  for (size_t i = 0; i < m_network->flows.size (); i++)
    if (now >= m_network->flows[i]->spec.start
        && now <= m_network->flows[i]->spec.end)
      SampleFlow (i, now);
  for (size_t i = 0; i < m_tcp.size (); i++) {
    uint64_t total = m_network->tcp[i].sink->GetTotalRx ();

    m_text += Line ("t,%.1f,%zu,%.0f\n", now, i,
        (double) (total - m_tcp[i]) * 8 / INTERVAL);
    m_tcp[i] = total;
  }
  /* Packets sent up to now have come when the next sample is taken, or show
   * in none. */
  const auto & records = m_network->log.Records ();
  while (m_record < records.size () && (double) records[m_record].sent / SECOND
      < now - 2 * INTERVAL)
    m_record++;
  Simulator::Schedule (Seconds (INTERVAL), &Series::Sample, this);
}

void
Series::Write (const std::string & path)
{
  Delays delays = CollectDelays (m_network->log, -1);
  std::ofstream file (path);

  file << m_text;
  for (int i = 0; i <= QUANTILES; i++) {
    double fraction = (double) i / QUANTILES;

    file << Line ("q,%.3f,%.1f,%.1f,%.1f\n", fraction,
        Quantile (delays.queue, fraction), Quantile (delays.packet, fraction),
        Quantile (delays.frame, fraction));
  }
  if (!file.flush ())
    throw std::runtime_error ("--series: cannot write " + path);
}
}

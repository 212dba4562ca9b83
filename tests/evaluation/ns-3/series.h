/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* series.h: what happened over time, for pictures */
#ifndef SERIES_H
#define SERIES_H

#include "network.h"

#include <cstdio>

namespace evaluation
{
/* Samples each 200 ms (RFC 8867 section 4.1) from now on. */
class Series
{
public:
  explicit Series (Network * network);
  /* Throws std::runtime_error if it cannot. */
  void Write (const std::string & path);

private:
  void Sample ();
  void SampleFlow (size_t i, double now);

  Network *m_network;
  std::string m_text;
  std::vector < uint64_t > m_sent, m_arrived, m_tcp;
  size_t m_record = 0;
};
}
#endif

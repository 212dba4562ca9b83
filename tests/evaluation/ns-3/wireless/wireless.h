/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* wireless.h: what the programs `cellular` and `wifi` share */
#ifndef WIRELESS_H
#define WIRELESS_H

#include "tests/evaluation/ns-3/controls.h"
#include "tests/evaluation/ns-3/flow.h"
#include "tests/evaluation/ns-3/metrics.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace evaluation
{
struct Options
{
  std::string name, variant, controller = "scream", series;
  unsigned seed = 1;
  double duration = 0;          /* s; 0: that of the case */
  bool header = false, list = false;
};

/* One line of the standard matrix. */
struct ListedRun
{
  std::string name, variant, set;
};

using RunFunction = std::function < void (const Options &,
    const Control &, Row &) >;

/* Reads the options, runs, prints; returns what main returns.  @run throws
 * std::invalid_argument for a mistake of the user, std::runtime_error if a
 * check failed. */
int WirelessMain (int argc, char **argv, const Options & defaults,
    const std::vector < std::string > &columns,
    const std::vector < ListedRun > &matrix, const RunFunction & run);

/* The words of a variant, between dashes. */
std::vector < std::string > SplitVariant (const std::string & variant);
/* True if @word is a number between @prefix and @suffix, both may be empty. */
bool ParseNumber (const std::string & word, const std::string & prefix,
    const std::string & suffix, double *value);

struct Call
{
  double start, end;            /* s of simulated time */
  FlowCounters counters;
  ns3::Ptr < RtpSender > sender;
};

class Calls
{
public:
  /* @byUid: packets keep their uid up to the receiver, which can note in the
   * log when they arrive. */
  Calls (const Control & control, PacketLog * log, bool byUid);

  /* Video and audio from one node to another. */
  void Add (ns3::Ptr < ns3::Node > from, ns3::Ptr < ns3::Node > to,
      ns3::Ipv4Address address, double start, double end);
  /* Columns on media captured in [from, to): loss, delays, discarded and
   * skipped frames, feedback. */
  void Fill (Row & row, double from, double to) const;
  /* Mean rates on the wire (video and audio) of the calls that were on for at
   * least @shortest s of [from, to), kbit/s. */
  std::vector < double >Rates (double from, double to, double shortest) const;
  /* Media at its receivers, bit/s on the wire. */
  double Throughput (double from, double to) const;
  std::string CheckConservation () const;
  const std::vector < std::unique_ptr < Call >> &All () const
  {
    return m_calls;
  }

private:
  Control m_control;
  PacketLog *m_log, m_nothing;
  bool m_byUid;
  std::vector < std::unique_ptr < Call >> m_calls;
};

/* Samples each 200 ms for pictures; times count from @zero. */
class CallSeries
{
public:
  CallSeries (const Calls & calls, const PacketLog & log, double zero);
  /* Throws std::runtime_error if it cannot. */
  void Write (const std::string & path) const;

private:
  struct Target
  {
    size_t bin, flow;
    double rate;
  };

  void Sample ();

  const Calls & m_calls;
  const PacketLog & m_log;
  double m_zero;
  std::vector < Target > m_targets;
};
}
#endif

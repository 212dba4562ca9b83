/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "wireless.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gst/lab/control/rtpcc-lab.h>
#include <iostream>
#include <sstream>
#include <stdexcept>

using namespace ns3;

namespace evaluation
{
constexpr uint16_t FIRST_PORT = 5000;
constexpr double AUDIO_RATE = 20e3;     /* RFC 8867 section 4.3 */
constexpr double FIXED_RATE = 1e6;      /* as in the wired cases */
constexpr uint32_t IP_UDP = 28;
constexpr int64_t FIRST_STREAM = 1000, STREAMS = 16;    /* of random numbers */
constexpr double INTERVAL = 0.2;        /* s, RFC 8867 section 4.1 */
constexpr int QUANTILES = 200;

static void
Parse (int argc, char **argv, Options & options)
{
  CommandLine cmd (argv[0]);

  cmd.AddValue ("case", "section of RFC 8869", options.name);
  cmd.AddValue ("variant", "words with dashes between them, see --list",
      options.variant);
  cmd.AddValue ("controller", "as of screamtx, with parameters:"
      " scream:beta-loss=0.8+fair-rtt=100", options.controller);
  cmd.AddValue ("seed", "of all random numbers", options.seed);
  cmd.AddValue ("series", "file to write samples of each 200 ms to",
      options.series);
  cmd.AddValue ("duration", "s; ends earlier than the case", options.duration);
  cmd.AddValue ("header", "print the names of the columns first",
      options.header);
  cmd.AddValue ("list", "print the standard matrix", options.list);
  cmd.Parse (argc, argv);
}

static int
RunOnce (const Options & options, const std::vector < std::string > &columns,
    const RunFunction & run)
{
  Control control = ParseControls (options.controller, 1)[0];
  Row row (columns);

  if (options.seed == 0)
    throw std::invalid_argument ("--seed: starts at 1");
  RngSeedManager::SetSeed (options.seed);
  row.Set ("case", options.name);
  row.Set ("variant", options.variant);
  row.Set ("controller", options.controller);
  row.Set ("seed", options.seed, 0);
  run (options, control, row);
  if (options.header)
    std::cout << row.Header () << "\n";
  std::cout << row.Line () << std::endl;
  return 0;
}

int
WirelessMain (int argc, char **argv, const Options & defaults,
    const std::vector < std::string > &columns,
    const std::vector < ListedRun > &matrix, const RunFunction & run)
{
  Options options = defaults;
  std::string where;

  Parse (argc, argv, options);
  if (options.list) {
    for (const ListedRun & line:matrix)
      std::cout << line.name << "\t" << line.variant << "\t" << line.set
          << "\n";
    return 0;
  }
  try {
    return RunOnce (options, columns, run);
  } catch (const std::invalid_argument & error) {
    std::cerr << argv[0] << ": " << error.what () << std::endl;
    return 2;
  } catch (const std::exception & error) {
    std::cerr << argv[0] << ": " << options.name << " " << options.variant
        << " " << options.controller << " seed " << options.seed << ": "
        << error.what () << std::endl;
    return 1;
  }
}

std::vector < std::string > SplitVariant (const std::string & variant)
{
  std::vector < std::string > words;
  std::istringstream stream (variant);
  std::string word;

  while (std::getline (stream, word, '-'))
    words.push_back (word);
  return words;
}

bool
ParseNumber (const std::string & word, const std::string & prefix,
    const std::string & suffix, double *value)
{
  size_t affixes = prefix.size () + suffix.size ();
  std::string digits;

  if (word.size () <= affixes || word.compare (0, prefix.size (), prefix) != 0
      || word.compare (word.size () - suffix.size (), suffix.size (),
          suffix) != 0)
    return false;
  digits = word.substr (prefix.size (), word.size () - affixes);
  if (digits.size () > 6
      || digits.find_first_not_of ("0123456789") != std::string::npos)
    return false;
  *value = std::stod (digits);
  return true;
}

Calls::Calls (const Control & control, PacketLog * log, bool byUid)
  :m_control (control), m_log (log), m_byUid (byUid)
{
}

void
Calls::Add (Ptr < Node > from, Ptr < Node > to, Ipv4Address address,
    double start, double end)
{
  auto call = std::make_unique < Call > ();
  uint16_t port = (uint16_t) (FIRST_PORT + m_calls.size ());
  FlowConfig config;

  config.flow = (int) m_calls.size ();
  config.ops = m_control.ops;
  config.params = m_control.params;
  config.source.kind = "rfc8593";
  config.source.stream = FIRST_STREAM + config.flow * STREAMS;
  config.startRate = m_control.ops == rtp_cc_lab_find ("fixed") ? FIXED_RATE
      : config.source.minRate;
  config.overhead = IP_UDP;
  config.audioRate = AUDIO_RATE;
  call->start = start;
  call->end = end;
  call->sender = Create < RtpSender > (config, m_log, &call->counters,
      InetSocketAddress (address, port));
  from->AddApplication (call->sender);
  call->sender->SetStartTime (Seconds (start));
  call->sender->SetStopTime (Seconds (end));
  to->AddApplication (Create < RtpReceiver > (port,
          m_byUid ? m_log : &m_nothing, &call->counters));
  m_calls.push_back (std::move (call));
}

static bool
Within (const PacketRecord & record, double from, double to)
{
  double captured = (double) record.captured / SECOND;

  return captured >= from && captured < to;
}

void
Calls::Fill (Row & row, double from, double to) const
{
  Delays delays = CollectDelays (*m_log, -1, from, to);
  FlowCounters sum;
  uint64_t lost = 0, sent = 0;
  std::vector < double >waits;
  double seconds = 0;

  for (auto & call:m_calls) {
    sum.packetsMade += call->counters.packetsMade;
    sum.packetsDiscarded += call->counters.packetsDiscarded;
    sum.framesMade += call->counters.framesMade;
    sum.framesSkipped += call->counters.framesSkipped;
    sum.feedbackBytes += call->counters.feedbackBytes;
    seconds += call->end - call->start;
  }
  for (const PacketRecord & record:m_log->Records ()) {
    if (record.audio || !Within (record, from, to))
      continue;
    sent++;
    lost += record.arrived == NEVER;
    waits.push_back ((double) (record.sent - record.captured) / MS);
  }
  FillDelays (row, delays);
  row.Set ("loss_percent", 100.0 * (double) lost / (double) sent, 3);
  row.Set ("sender_queue_p95_ms", Quantile (waits, 0.95), 1);
  row.Set ("discard_percent", 100.0 * (double) sum.packetsDiscarded
      / (double) sum.packetsMade, 3);
  row.Set ("skip_percent", 100.0 * (double) sum.framesSkipped
      / (double) sum.framesMade, 3);
  row.Set ("feedback_kbps", (double) sum.feedbackBytes * 8 / seconds / 1e3, 1);
}

std::vector < double >
Calls::Rates (double from, double to, double shortest) const
{
  std::vector < double >bytes (m_calls.size ()), rates;

  for (const PacketRecord & record:m_log->Records ()) {
    double arrived = (double) record.arrived / SECOND;

    if (record.arrived != NEVER && arrived >= from && arrived < to)
      bytes[(size_t) record.flow] += record.wireBytes;
  }
  for (size_t i = 0; i < m_calls.size (); i++) {
    double on = std::min (to, m_calls[i]->end)
        - std::max (from, m_calls[i]->start);

    if (on >= shortest)
      rates.push_back (bytes[i] * 8 / on / 1e3);
  }
  return rates;
}

double
Calls::Throughput (double from, double to) const
{
  double bytes = 0;

  for (const PacketRecord & record:m_log->Records ()) {
    double arrived = (double) record.arrived / SECOND;

    if (record.arrived != NEVER && arrived >= from && arrived < to)
      bytes += record.wireBytes;
  }
  return bytes * 8 / (to - from);
}

std::string
Calls::CheckConservation () const
{
  std::vector < uint64_t > sent (m_calls.size ()), arrived (m_calls.size ());

  for (const PacketRecord & record:m_log->Records ()) {
    if (record.audio)
      continue;
    sent[(size_t) record.flow]++;
    arrived[(size_t) record.flow] += record.arrived != NEVER;
  }
  for (size_t i = 0; i < m_calls.size (); i++) {
    const FlowCounters & counters = m_calls[i]->counters;

    if (!m_calls[i]->sender->Conserved () || sent[i] != counters.packetsSent)
      return "sender of flow " + std::to_string (i);
    if (arrived[i] != counters.packetsArrived)
      return "receiver of flow " + std::to_string (i);
  }
  return "";
}

CallSeries::CallSeries (const Calls & calls, const PacketLog & log, double zero)
  :m_calls (calls), m_log (log), m_zero (zero)
{
  Simulator::Schedule (Seconds (zero + INTERVAL), &CallSeries::Sample, this);
}

void
CallSeries::Sample ()
{
  double now = Simulator::Now ().GetSeconds ();
  size_t bin = (size_t) std::lround ((now - m_zero) / INTERVAL) - 1;

  for (size_t i = 0; i < m_calls.All ().size (); i++) {
    const Call & call = *m_calls.All ()[i];

    if (now >= call.start && now <= call.end)
      m_targets.push_back ({ bin, i, call.sender->TargetRate ()});
  }
  Simulator::Schedule (Seconds (INTERVAL), &CallSeries::Sample, this);
}

struct Bin
{
  double sent = 0, arrived = 0; /* bytes */
  double delay = 0, waited = 0; /* ms, longest */
};

void
CallSeries::Write (const std::string & path) const
{
  Delays delays = CollectDelays (m_log, -1);
  std::map < std::pair < size_t, size_t >, Bin > bins;
  std::map < size_t, Bin > total;
  std::ofstream file (path);
  char text[200];

  for (const PacketRecord & r:m_log.Records ()) {
    size_t flow = (size_t) r.flow;
    auto at = [this] (int64_t time) {
      return (size_t) (((double) time / SECOND - m_zero) / INTERVAL);
    };
    Bin & sent = bins[{ at (r.sent), flow}];

    sent.sent += r.wireBytes;
    sent.waited = std::max (sent.waited, (double) (r.sent - r.captured) / MS);
    if (r.arrived == NEVER)
      continue;
    Bin & arrived = bins[{ at (r.arrived), flow}], &all = total[at (r.arrived)];
    arrived.arrived += r.wireBytes;
    arrived.delay = std::max (arrived.delay, (double) (r.arrived - r.sent) / MS);
    all.arrived += r.wireBytes;
    all.waited = std::max (all.waited, (double) r.wait / MS);
  }
  /* What arrived stands for the capacity, which nobody knows. */
  for (auto & entry:total) {
    std::snprintf (text, sizeof (text), "c,%.1f,%.0f,%.1f\n",
        (double) (entry.first + 1) * INTERVAL,
        entry.second.arrived * 8 / INTERVAL, entry.second.waited);
    file << text;
  }
  for (const Target & target:m_targets) {
    const Bin & bin = bins[{ target.bin, target.flow}];

    std::snprintf (text, sizeof (text), "f,%.1f,%zu,%.0f,%.0f,%.0f,%.1f,%.1f\n",
        (double) (target.bin + 1) * INTERVAL, target.flow,
        bin.sent * 8 / INTERVAL, bin.arrived * 8 / INTERVAL, target.rate,
        bin.delay, bin.waited);
    file << text;
  }
  for (int i = 0; i <= QUANTILES; i++) {
    double fraction = (double) i / QUANTILES;

    std::snprintf (text, sizeof (text), "q,%.3f,%.1f,%.1f,%.1f\n", fraction,
        Quantile (delays.queue, fraction), Quantile (delays.packet, fraction),
        Quantile (delays.frame, fraction));
    file << text;
  }
  if (!file.flush ())
    throw std::runtime_error ("--series: cannot write " + path);
}
}

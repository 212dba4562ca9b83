/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rmcat: one run of an RFC 8867 test case, one line of CSV
 *
 * rmcat --case=5.1 --variant=A --controller=scream --seed=1 [--series=FILE]
 * [--duration=S] [--target=MS] [--header]; rmcat --list.  rmcat --case=trace
 * --variant=B-delay25-queue300 --trace=FILE has the capacity of a trace.  docs/research/evaluation.md
 * says what the columns mean, controls.h how each flow gets a controller of its
 * own: --controller="scream;gcc".
 */
#include "figures.h"
#include "series.h"
#include "trace.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>

using namespace ns3;
using namespace evaluation;

/* How long packets may be on their way after the last flow has ended, s. */
constexpr double DRAIN = 5;

struct Options
{
  std::string name = "5.1", variant = "A", controller = "scream", series, trace;
  unsigned seed = 1;
  double duration = 0;
  double target = 0;            /* ms; queue delay target */
  bool header = false, list = false;
};

static void
Parse (int argc, char **argv, Options & options)
{
  CommandLine cmd (__FILE__);

  cmd.AddValue ("case", "test case: 5.1 ... 5.8, 6.3, hour, trace", options.name);
  cmd.AddValue ("variant", "A, B or rfc, with -modifiers", options.variant);
  cmd.AddValue ("controller", "as of screamtx, or of each flow: scream;gcc:loss-v2=1",
      options.controller);
  cmd.AddValue ("seed", "of all random numbers", options.seed);
  cmd.AddValue ("series", "file to write samples of each 200 ms to",
      options.series);
  cmd.AddValue ("trace", "file in Mahimahi's format, the capacity of the case trace",
      options.trace);
  cmd.AddValue ("duration", "s; ends earlier than the case", options.duration);
  cmd.AddValue ("target", "ms, queue delay target; 0: the controller's own",
      options.target);
  cmd.AddValue ("header", "print the names of the columns first",
      options.header);
  cmd.AddValue ("list", "print the standard matrix", options.list);
  cmd.Parse (argc, argv);
}

static void
Shorten (Case & c, double duration)
{
  if (duration <= 0 || duration >= c.duration)
    return;
  c.duration = duration;
  for (MediaFlow & flow:c.media)
    flow.end = std::min (flow.end, duration - 1);
  for (TcpFlow & flow:c.tcp)
    flow.end = std::min (flow.end, duration - 1);
  c.media.erase (std::remove_if (c.media.begin (), c.media.end (),
          [](const MediaFlow & flow) {
            return flow.start >= flow.end;}), c.media.end ());
  if (c.media.empty ())
    throw std::invalid_argument ("--duration: no flow starts before its last "
        "second");
}

static void
SetCapacity (Case & c, const std::string & path)
{
  std::ifstream file (path);

  if (path.empty () != (c.name != "trace"))
    throw std::invalid_argument ("--trace: is for --case=trace, which needs it");
  if (path.empty ())
    return;
  if (!file)
    throw std::invalid_argument ("--trace: cannot read '" + path + "'");
  c.links[0].forward = ReadTrace (file, c.duration);
}

static int
Run (const Options & options)
{
  Case c = FindCase (options.name, options.variant);
  size_t flows = c.media.size ();
  Row row (CommonColumns ());
  std::string wrong;

  if (options.seed == 0)
    throw std::invalid_argument ("--seed: starts at 1");
  c.queueDelayTarget = options.target / 1e3;
  Shorten (c, options.duration);
  SetCapacity (c, options.trace);
  Network network (c, ParseControls (options.controller, flows), options.seed);
  std::unique_ptr < Series > series;

  if (!options.series.empty ())
    series = std::make_unique < Series > (&network);
  Simulator::Stop (Seconds (c.duration + DRAIN));
  Simulator::Run ();
  if (!(wrong = network.CheckConservation ()).empty ())
    throw std::runtime_error ("packets are not conserved: " + wrong);
  FillRow (row, network);
  row.Set ("controller", options.controller);
  row.Set ("seed", options.seed, 0);
  if (series)
    series->Write (options.series);
  if (options.header)
    std::cout << row.Header () << "\n";
  std::cout << row.Line () << std::endl;
  return 0;
}

int
main (int argc, char **argv)
{
  Options options;

  Parse (argc, argv, options);
  if (options.list) {
    for (const Listed & listed:ListCases ())
      std::cout << listed.name << "\t" << listed.variant << "\t"
          << listed.set << "\n";
    return 0;
  }
  try {
    int result = Run (options);

    Simulator::Destroy ();
    return result;
  } catch (const std::invalid_argument & error) {
    std::cerr << "rmcat: " << error.what () << std::endl;
    return 2;
  } catch (const std::exception & error) {
    std::cerr << "rmcat: " << options.name << " " << options.variant << " "
        << options.controller << " seed " << options.seed << ": "
        << error.what () << std::endl;
    return 1;
  }
}

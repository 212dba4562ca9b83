/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* aqm: do linkemu's AQMs do what ns-3's do?
 *
 * aqm --aqm=codel|pie|fq [--seed=1] [--ect=0.5] [--without=BITS]
 * [--target=MS of ns-3's PIE]
 *
 * The same packets through both, at changing load, over a link of changing
 * rate.
 *
 * codel: linkemu does what RFC 8289 writes, ns-3 does not quite.  A model of
 * the RFC with five differences (codelmodel.h) is between them: without them
 * it has to be linkemu to each packet and nanosecond, with them ns-3.  --without
 * takes some of them away, after which it is not ns-3 any more.
 * fq: flows are served in the same order as by ns-3, to each nanosecond.  The
 * target is out of reach, so that CoDel does not act.
 * pie: has random numbers, and what follows from one drop is different for ever
 * after; the sums are compared.
 */
#include "aqmbench.h"
#include "tests/evaluation/ns-3/aqmdisc.h"
#include "codelmodel.h"

#include <cmath>
#include <iostream>
#include <stdexcept>

using namespace ns3;
using namespace evaluation;

constexpr double DURATION = 120;        /* s */
const Schedule SCHEDULE = { {0, 4e6}, {30, 1e6}, {60, 20e6}, {70, 2.5e6} };
constexpr uint32_t PIE_SEEDS = 8;
const char *const NO_LIMIT = "1000000p";

struct Options
{
  std::string aqm = "codel";
  uint32_t seed = 1;
  double ect = 0.5;
  unsigned without = 0;
  double target = 15;           /* ms */
};

static void
Check (bool good, const std::string & wrong)
{
  if (!good)
    throw std::runtime_error (wrong);
}

static Sums
Show (const Bench & bench, const BenchPackets & packets,
    const std::string & name)
{
  Sums sums = SumUp (packets, bench.Outcomes (name));

  std::cout << name << ": dropped " << sums.dropped << ", marked "
      << sums.marked << ", out " << sums.out << ", mean wait " << sums.wait
      << " ms" << std::endl;
  return sums;
}

static void
CheckSame (const Bench & bench, const BenchPackets & packets,
    const std::string & a, const std::string & b)
{
  size_t first = FirstDifference (bench.Outcomes (a), bench.Outcomes (b));

  Check (first == packets.size (), a + " is not " + b + " from packet "
      + std::to_string (first) + " on");
}

static Ptr < QueueDisc > MakeLinkemu (const std::string & aqm, uint32_t seed,
    bool fair = false, Time target = Time (0))
{
  return CreateObjectWithAttributes < AqmQueueDisc > ("Aqm",
      StringValue (aqm), "Fair", BooleanValue (fair), "UseEcn",
      BooleanValue (true), "Limit", TimeValue (Seconds (1000)), "Target",
      TimeValue (target), "Seed", UintegerValue (seed));
}

static void
CompareCoDel (const Options & options, const BenchPackets & packets)
{
  Bench bench (packets, SCHEDULE);

  bench.Add ("ns-3", CreateObjectWithAttributes < CoDelQueueDisc > ("UseEcn",
          BooleanValue (true), "MaxSize", StringValue (NO_LIMIT)));
  bench.Add ("as ns-3", CreateObject < CoDelModel > (CODEL_AS_NS3
          & ~options.without));
  bench.Add ("as the RFC", CreateObject < CoDelModel > (CODEL_AS_RFC));
  bench.Add ("linkemu", MakeLinkemu ("codel", options.seed));
  bench.Run ();
  Show (bench, packets, "ns-3");
  Check (Show (bench, packets, "linkemu").dropped > 1000, "too few to compare");
  CheckSame (bench, packets, "as the RFC", "linkemu");
  CheckSame (bench, packets, "as ns-3", "ns-3");
}

static void
CompareFq (const Options & options, const BenchPackets & packets)
{
  Bench bench (packets, SCHEDULE);
  Time never = Seconds (1000);
  auto ns3 = CreateObjectWithAttributes < FqCoDelQueueDisc > ("UseEcn",
      BooleanValue (false), "MaxSize", StringValue (NO_LIMIT), "Target",
      StringValue ("1000s"), "Interval", StringValue ("1000s"));

  ns3->SetQuantum (1514);
  bench.Add ("ns-3", ns3);
  bench.Add ("linkemu", MakeLinkemu ("codel", options.seed, true, never));
  bench.Add ("one queue", MakeLinkemu ("codel", options.seed, false, never));
  bench.Run ();
  for (auto name:{"ns-3", "linkemu", "one queue"})
    Check (Show (bench, packets, name).dropped == 0, "CoDel has dropped");
  CheckSame (bench, packets, "linkemu", "ns-3");
  Check (FirstDifference (bench.Outcomes ("linkemu"),
          bench.Outcomes ("one queue")) < packets.size (),
      "the order is that of arrival, which says nothing");
}

static void
RunPie (const Options & options, const BenchPackets & packets, Sums * sums)
{
  Bench bench (packets, SCHEDULE);
  auto ns3 = CreateObjectWithAttributes < PieQueueDisc > ("UseEcn",
      BooleanValue (true), "MaxSize", StringValue (NO_LIMIT),
      "QueueDelayReference", TimeValue (MicroSeconds ((uint64_t)
              (options.target * 1e3))));

  ns3->AssignStreams (1);
  bench.Add ("ns-3", ns3);
  bench.Add ("linkemu", MakeLinkemu ("pie", options.seed));
  bench.Run ();
  for (auto name:{"ns-3", "linkemu"}) {
    Sums one = Show (bench, packets, name);

    sums->dropped += one.dropped;
    sums->marked += one.marked;
    sums->wait += one.wait;
    sums++;
  }
}

static void
CheckNear (const std::string & what, double a, double b, double part)
{
  double apart = std::abs (a / b - 1);

  std::cout << what << " " << 100 * apart << " % apart" << std::endl;
  Check (apart <= part, what + " differs from ns-3");
}

/* The tolerances are twice what the worst of eight sums had; a target that is
 * 1 ms off moves the waits by 4 %. */
static void
ComparePie (Options options)
{
  Sums sums[2];

  for (uint32_t i = 0; i < PIE_SEEDS; i++) {
    BenchPackets packets = MakePackets (options.seed, SCHEDULE, DURATION,
        options.ect);

    RngSeedManager::SetSeed (options.seed);
    RunPie (options, packets, sums);
    Simulator::Destroy ();
    options.seed++;
  }
  CheckNear ("drops", sums[1].dropped, sums[0].dropped, 0.015);
  if (options.ect > 0)
    CheckNear ("marks", sums[1].marked, sums[0].marked, 0.15);
  CheckNear ("waits", sums[1].wait, sums[0].wait, 0.025);
}

static void
Compare (const Options & options)
{
  BenchPackets packets = MakePackets (options.seed, SCHEDULE, DURATION,
      options.ect);

  if (options.aqm == "codel")
    CompareCoDel (options, packets);
  else if (options.aqm == "fq")
    CompareFq (options, packets);
  else if (options.aqm == "pie")
    ComparePie (options);
  else
    throw std::runtime_error ("--aqm: " + options.aqm
        + " is not codel, pie or fq");
}

int
main (int argc, char **argv)
{
  Options options;
  CommandLine cmd (__FILE__);

  cmd.AddValue ("aqm", "codel, pie or fq", options.aqm);
  cmd.AddValue ("seed", "of the packets", options.seed);
  cmd.AddValue ("ect", "part of the packets that are ECT(0)", options.ect);
  cmd.AddValue ("without", "differences that the model of ns-3's CoDel lacks",
      options.without);
  cmd.AddValue ("target", "ms, of ns-3's PIE", options.target);
  cmd.Parse (argc, argv);
  try {
    Compare (options);
  } catch (const std::exception & error) {
    std::cerr << "aqm: seed " << options.seed << ": " << error.what ()
        << std::endl;
    return 1;
  }
  return 0;
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cellular: one run of RFC 8869 section 2.1 in a reduced form, one line of CSV
 *
 * cellular --variant=dl-20u-3kmh-rtt40[-aqm][-ftp] --controller=scream
 * --seed=1 [--series=FILE] [--duration=S] [--header]; cellular --list.
 * docs/research/evaluation-wireless.md says what is reduced and what the columns mean.
 */
#include "cell.h"
#include "tests/evaluation/ns-3/traffic.h"
#include "wireless.h"

#include <ns3/applications-module.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace ns3;
using namespace evaluation;

/* Users are connected by then; all times of the case count from here, s. */
constexpr double ZERO = 1;
/* RFC 8869 section 2.1: evaluated from 30 to 60 s, calls of 30 s.  --duration
 * may have more for narrower intervals, with as many calls in a minute. */
constexpr double DURATION = 60, LONGEST = 300, CALL = 30;
constexpr double DRAIN = 3;     /* s */
constexpr double SHORTEST = 5;  /* s that a call must be on to have a rate */
/* Background of at most 4 Mbit/s down, 2 Mbit/s up, in files of 0.5 MB as in
 * 3GPP's FTP model */
constexpr unsigned FTP_USERS = 4;
constexpr double FTP_DOWN = 4e6, FTP_UP = 2e6, FILE_BYTES = 500e3;
constexpr uint16_t FTP_PORT = 4000;
constexpr int64_t ARRIVALS_STREAM = 100, FTP_STREAM = 101;

struct Variant
{
  bool up = false, ftp = false;
  unsigned users = 20;
  CellConfig cell;
};

static Variant
ParseVariant (const std::string & text)
{
  Variant variant;

  for (const std::string & word:SplitVariant (text)) {
    double value;

    if (word == "dl" || word == "ul")
      variant.up = word == "ul";
    else if (word == "aqm")
      variant.cell.aqm = true;
    else if (word == "ftp")
      variant.ftp = true;
    else if (ParseNumber (word, "", "u", &value) && value >= 1 && value <= 60)
      variant.users = (unsigned) value;
    else if (ParseNumber (word, "", "kmh", &value) && value >= 1)
      variant.cell.speed = value / 3.6;
    else if (ParseNumber (word, "rtt", "", &value) && value >= 20)
      variant.cell.rtt = value / 1e3;
    else
      throw std::invalid_argument ("--variant: there is no '" + word
          + "'; dl or ul, 10u (1 to 60), 3kmh, rtt40 (20 and up), aqm, ftp");
  }
  return variant;
}

/* A Poisson process of which the number of arrivals in @DURATION is given;
 * those before @duration. */
static std::vector < double >
Arrivals (unsigned n, double duration)
{
  auto random = CreateObject < UniformRandomVariable > ();
  double whole = std::max (duration, DURATION);
  std::vector < double >times;

  random->SetStream (ARRIVALS_STREAM);
  for (unsigned i = 0; i < n * whole / DURATION; i++) {
    double time = random->GetValue (0, whole);

    if (time < duration)
      times.push_back (time);
  }
  std::sort (times.begin (), times.end ());
  return times;
}

static void
AddCalls (Calls & calls, const Cell & cell, const Variant & variant,
    const std::vector < double >&arrivals, double duration)
{
  for (unsigned i = 0; i < arrivals.size (); i++) {
    double start = ZERO + arrivals[i];
    double end = std::min (start + CALL, ZERO + duration);

    if (variant.up)
      calls.Add (cell.User (i), cell.Host (), cell.HostAddress (), start, end);
    else
      calls.Add (cell.Host (), cell.User (i), cell.UserAddress (i), start,
          end);
  }
}

/* Files arrive as a Poisson process, each at one of the users behind those
 * that call. */
static std::vector < Ptr < PacketSink >>
AddFtp (const Cell & cell, const Variant & variant, unsigned first,
    double duration)
{
  auto random = CreateObject < UniformRandomVariable > ();
  auto gap = CreateObject < ExponentialRandomVariable > ();
  double mean = FILE_BYTES * 8 / (variant.up ? FTP_UP : FTP_DOWN);
  PacketSinkHelper sink ("ns3::TcpSocketFactory",
      InetSocketAddress (Ipv4Address::GetAny (), FTP_PORT));
  std::vector < Ptr < PacketSink >> sinks;
  NodeContainer receivers;

  random->SetStream (FTP_STREAM);
  gap->SetStream (FTP_STREAM + 1);
  for (unsigned i = 0; i < FTP_USERS; i++)
    receivers.Add (cell.User (first + i));
  if (variant.up)
    receivers = NodeContainer (cell.Host ());
  for (uint32_t i = 0; i < receivers.GetN (); i++)
    sinks.push_back (DynamicCast < PacketSink > (sink.Install (receivers.Get
                (i)).Get (0)));
  for (double t = gap->GetValue (mean, 0); t < duration;
      t += gap->GetValue (mean, 0)) {
    unsigned user = first + random->GetInteger (0, FTP_USERS - 1);
    BulkSendHelper bulk ("ns3::TcpSocketFactory",
        InetSocketAddress (variant.up ? cell.HostAddress () :
            cell.UserAddress (user), FTP_PORT));

    bulk.SetAttribute ("MaxBytes", UintegerValue ((uint64_t) FILE_BYTES));
    bulk.SetAttribute ("SendSize", UintegerValue (1400));
    bulk.Install (variant.up ? cell.User (user) : cell.Host ())
        .Start (Seconds (ZERO + t));
  }
  return sinks;
}

/* @fraction of each user's delays; then what 95 % of the users stay below. */
static double
TailOfUsers (const Calls & calls, const PacketLog & log, bool frames,
    double from, double to)
{
  std::vector < double >tails;

  for (size_t i = 0; i < calls.All ().size (); i++) {
    const Call & call = *calls.All ()[i];
    Delays delays;

    if (std::min (to, call.end) - std::max (from, call.start) < SHORTEST)
      continue;
    delays = CollectDelays (log, (int) i, from, to);
    tails.push_back (Quantile (frames ? delays.frame : delays.packet, 0.98));
  }
  return Quantile (tails, 0.95);
}

static double
WorstTenth (std::vector < double >rates)
{
  if (rates.empty ())
    return NAN;
  std::sort (rates.begin (), rates.end ());
  rates.resize ((rates.size () + 9) / 10);
  return Mean (rates);
}

static void
FillCell (Row & row, const Variant & variant, const Calls & calls,
    const PacketLog & log, double from, double to)
{
  Delays delays = CollectDelays (log, -1, from, to);
  std::vector < double >rates = calls.Rates (from, to, SHORTEST);

  row.Set ("users", variant.users, 0);
  row.Set ("rtt_ms", variant.cell.rtt * 1e3, 0);
  row.Set ("speed_kmh", variant.cell.speed * 3.6, 0);
  row.Set ("packet_delay_mean_ms", Mean (delays.packet), 1);
  row.Set ("packet_delay_98_95_ms", TailOfUsers (calls, log, false, from, to),
      1);
  row.Set ("packet_delay_max_ms", Quantile (delays.packet, 1), 1);
  row.Set ("frame_delay_mean_ms", Mean (delays.frame), 1);
  row.Set ("frame_delay_98_95_ms", TailOfUsers (calls, log, true, from, to), 1);
  row.Set ("rate_mean_kbps", Mean (rates), 0);
  row.Set ("rate_worst10_kbps", WorstTenth (rates), 0);
  row.Set ("flow_kbps", rates, 0);
  row.Set ("jain", Jain (rates), 4);
}

/* Bytes that the files' receivers got while the case was evaluated. */
struct FtpMeter
{
  std::vector < Ptr < PacketSink >> sinks;
  uint64_t before = 0, after = 0;

  uint64_t Total () const
  {
    uint64_t total = 0;

    for (auto & sink:sinks)
        total += sink->GetTotalRx ();
      return total;
  }
  void Before ()
  {
    before = Total ();
  }
  void After ()
  {
    after = Total ();
  }
};

static void
Run (const Options & options, const Control & control, Row & row)
{
  Variant variant = ParseVariant (options.variant);
  double duration = options.duration > 0
      ? std::min (options.duration, LONGEST) : DURATION;
  double from = ZERO + std::min (duration, DURATION) / 2, to = ZERO + duration;
  std::vector < double >arrivals = Arrivals (variant.users, duration);
  CellConfig config = variant.cell;
  PacketLog log;
  Calls calls (control, &log, false);
  FtpMeter ftp;
  std::string wrong;
  double media;

  if (options.name != "2.1")
    throw std::invalid_argument ("--case: there is only 2.1");
  SetTcpDefaults ("ns3::TcpCubic", 1400, 1 << 20, 1 << 20);
  if (arrivals.empty ())
    throw std::invalid_argument ("--duration: no user comes so early");
  config.users = (unsigned) arrivals.size () + (variant.ftp ? FTP_USERS : 0);
  Cell cell (config, &log);
  AddCalls (calls, cell, variant, arrivals, duration);
  if (variant.ftp)
    ftp.sinks = AddFtp (cell, variant, (unsigned) arrivals.size (),
        duration);
  CallSeries series (calls, log, ZERO);
  Simulator::Schedule (Seconds (from), &FtpMeter::Before, &ftp);
  Simulator::Schedule (Seconds (to), &FtpMeter::After, &ftp);
  Simulator::Stop (Seconds (to + DRAIN));
  Simulator::Run ();
  wrong = calls.CheckConservation ();
  if (wrong.empty ())
    wrong = cell.CheckConservation ();
  if (!wrong.empty ())
    throw std::runtime_error ("packets are not conserved: " + wrong);
  calls.Fill (row, from, to);
  FillCell (row, variant, calls, log, from, to);
  media = calls.Throughput (from, to);
  row.Set ("cell_kbps", (media + (double) (ftp.after - ftp.before) * 8
          / (to - from)) / 1e3, 0);
  if (variant.ftp)
    row.Set ("tcp_kbps", (double) (ftp.after - ftp.before) * 8 / (to - from)
        / 1e3, 0);
  row.Set ("radio_lost", (double) (cell.Counters ().radioSent
          - cell.Counters ().radioArrived), 0);
  row.Set ("duration_s", duration, 0);
  if (!options.series.empty ())
    series.Write (options.series);
  Simulator::Destroy ();
}

static std::vector < std::string > Columns ()
{
  std::vector < std::string > columns = CommonColumns ();

  for (const char *own:{ "users", "rtt_ms", "speed_kmh",
        "packet_delay_mean_ms", "packet_delay_98_95_ms", "packet_delay_max_ms",
        "frame_delay_mean_ms", "frame_delay_98_95_ms", "rate_mean_kbps",
        "rate_worst10_kbps", "cell_kbps", "radio_lost" })
    columns.push_back (own);
  return columns;
}

/* Loads by RTT by AQM down; the rest once each. */
static std::vector < ListedRun > Matrix ()
{
  std::vector < ListedRun > matrix;

  for (const char *users:{ "10u", "20u", "40u" })
    for (const char *rtt:{ "rtt40", "rtt150" })
      for (const char *aqm:{ "", "-aqm" })
        matrix.push_back ({ "2.1", std::string ("dl-") + users + "-3kmh-" + rtt
              + aqm, "cellular" });
  for (const char *variant:{ "dl-20u-30kmh-rtt40", "dl-40u-30kmh-rtt40",
        "dl-20u-3kmh-rtt40-ftp", "dl-20u-3kmh-rtt40-aqm-ftp",
        "ul-20u-3kmh-rtt40", "ul-40u-3kmh-rtt40", "ul-40u-3kmh-rtt40-aqm",
        "ul-40u-3kmh-rtt150", "ul-20u-3kmh-rtt40-ftp" })
    matrix.push_back ({ "2.1", variant, "cellular" });
  return matrix;
}

int
main (int argc, char **argv)
{
  Options defaults;

  defaults.name = "2.1";
  defaults.variant = "dl-20u-3kmh-rtt40";
  return WirelessMain (argc, argv, defaults, Columns (), Matrix (), Run);
}

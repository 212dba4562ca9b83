/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* wifi: one run of RFC 8869 section 3, one line of CSV
 *
 * wifi --case=3.1 --variant=pair-onoff --controller=scream --seed=1
 * [--series=FILE] [--duration=S] [--header]; wifi --list.
 * docs/research/evaluation-wireless.md says what the columns mean.
 */
#include "tests/evaluation/ns-3/traffic.h"
#include "wireless.h"
#include "wlan.h"

#include <ns3/applications-module.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace ns3;
using namespace evaluation;

/* Stations are associated by then; all times of the case count from here. */
constexpr double ZERO = 1;      /* s */
/* RFC 8869 sections 3.1 and 3.2 */
constexpr double DURATION = 120, MEDIA_END = 119, CHANGE = 60;  /* s */
constexpr double TCP_FROM = 40, TCP_TO = 80;    /* s, Wi-Fi bottleneck */
constexpr double VARY = 10;     /* s in which flows come, and go */
constexpr double WIRED_NARROW = 1e6, WIRED_WIDE = 100e6;        /* bit/s */
/* The RFC gives none; those of ns3-rmcat. */
constexpr double CBR_NARROW = 300e3, CBR_WIDE = 600e3;  /* bit/s */
constexpr unsigned CROSS_WIDE = 5;
constexpr double MEASURE_FROM = 5, DRAIN = 3;   /* s */
constexpr uint16_t CROSS_PORT = 4000;
constexpr int64_t VARY_STREAM = 100;

struct Variant
{
  bool narrow = false;          /* the wired link is the bottleneck */
  unsigned up = 0, down = 0;
  bool cbr = false, onFirst = false, tcp = false, vary = false;

  unsigned Cross () const
  {
    return cbr || tcp ? (narrow ? 1 : CROSS_WIDE) : 0;
  }
};

static bool
ParseNarrow (const std::string & word, Variant & variant)
{
  if (word != "up" && word != "pair")
    return false;
  variant.up = 1;
  variant.down = word == "pair";
  return true;
}

static bool
ParseWide (const std::string & word, Variant & variant)
{
  double n;

  if (ParseNumber (word, "up", "", &n))
    variant.up = (unsigned) n;
  else if (ParseNumber (word, "down", "", &n))
    variant.down = (unsigned) n;
  else if (ParseNumber (word, "both", "", &n))
    variant.up = variant.down = (unsigned) n;
  else
    return false;
  return n >= 1 && n <= 20;
}

static Variant
ParseVariant (const std::string & name, const std::string & text)
{
  Variant variant;
  bool flows = false;

  if (name != "3.1" && name != "3.2")
    throw std::invalid_argument ("--case: there are 3.1 and 3.2");
  variant.narrow = name == "3.1";
  for (const std::string & word:SplitVariant (text)) {
    if (variant.narrow ? ParseNarrow (word, variant)
        : ParseWide (word, variant))
      flows = true;
    else if (word == "onoff" || word == "offon") {
      variant.cbr = true;
      variant.onFirst = word == "onoff";
    } else if (word == "tcp")
      variant.tcp = true;
    else if (word == "vary")
      variant.vary = true;
    else
      throw std::invalid_argument ("--variant: there is no '" + word
          + "'; 3.1: up or pair; 3.2: up16, down16 or both8 (1 to 20); then "
          "onoff, offon, tcp, vary");
  }
  if (!flows || (variant.cbr && variant.tcp))
    throw std::invalid_argument (flows ? "--variant: CBR or TCP, not both" :
        "--variant: says no flows");
  return variant;
}

static void
AddCalls (Calls & calls, const Wlan & wlan, const Variant & variant,
    double duration)
{
  auto random = CreateObject < UniformRandomVariable > ();
  double last = std::min (MEDIA_END, duration - 1);

  random->SetStream (VARY_STREAM);
  for (unsigned i = 0; i < variant.up + variant.down; i++) {
    double start = variant.vary ? random->GetValue (0, VARY) : 0;
    double end = variant.vary
        ? std::min (DURATION - random->GetValue (0, VARY), last) : last;

    if (i < variant.up)
      calls.Add (wlan.Station (i), wlan.Host (), wlan.HostAddress (),
          ZERO + start, ZERO + end);
    else
      calls.Add (wlan.Host (), wlan.Station (i), wlan.StationAddress (i),
          ZERO + start, ZERO + end);
  }
}

/* All cross traffic goes up.  Returns where the TCP flows end. */
static Ptr < PacketSink > AddCross (const Wlan & wlan, const Variant & variant,
    double duration)
{
  InetSocketAddress peer (wlan.HostAddress (), CROSS_PORT);
  PacketSinkHelper sink (variant.tcp ? "ns3::TcpSocketFactory"
      : "ns3::UdpSocketFactory", InetSocketAddress (Ipv4Address::GetAny (),
          CROSS_PORT));
  double rate = variant.narrow ? CBR_NARROW : CBR_WIDE;
  Schedule schedule = { {0, variant.onFirst ? rate : 0},
  {ZERO + CHANGE, variant.onFirst ? 0 : rate}
  };

  for (unsigned i = 0; i < variant.Cross (); i++) {
    Ptr < Node > station = wlan.Station (variant.up + variant.down + i);
    double from = 0, to = std::min (MEDIA_END, duration - 1);

    if (variant.tcp) {
      BulkSendHelper bulk ("ns3::TcpSocketFactory", peer);

      if (!variant.narrow) {
        from = TCP_FROM;
        to = std::min (TCP_TO, to);
      }
      bulk.SetAttribute ("SendSize", UintegerValue (1448));
      ApplicationContainer app = bulk.Install (station);
      app.Start (Seconds (ZERO + from));
      app.Stop (Seconds (ZERO + std::max (from, to)));
    } else {
      auto app = Create < SteppedUdp > (peer, schedule);

      station->AddApplication (app);
      app->SetStartTime (Seconds (ZERO));
      app->SetStopTime (Seconds (ZERO + to));
    }
  }
  return variant.Cross () == 0 ? nullptr
      : DynamicCast < PacketSink > (sink.Install (wlan.Host ()).Get (0));
}

/* Media as a part of what the cross traffic's schedule leaves of the wired
 * link towards the host. */
static void
FillNarrow (Row & row, const Variant & variant, const Wlan & wlan, double to)
{
  double media = 0, other = 0, free = 0, from = ZERO + MEASURE_FROM;

  for (const Departure & d:wlan.Up ().Departures ()) {
    double t = (double) d.time / SECOND;

    if (t >= from && t < to)
      (d.flow < 0 ? other : media) += d.bytes * 8.0;
  }
  for (double t = from; t < to - 0.05; t += 0.1) {
    bool on = variant.cbr && (t < ZERO + CHANGE) == variant.onFirst;

    free += 0.1 * (WIRED_NARROW - (on ? CBR_NARROW : 0));
  }
  row.Set ("utilisation", media / free, 4);
  if (!variant.tcp)
    return;
  row.Set ("tcp_share", other / free, 4);
  row.Set ("rtp_share", media / free, 4);
}

static void
FillWlan (Row & row, const Variant & variant, const Calls & calls,
    const Wlan & wlan, double to)
{
  static const struct
  {
    const char *column;
    double from, to;
  } windows[] = { {"media_early_kbps", 20, 40}, {"media_middle_kbps", 45, 58},
  {"media_late_kbps", 90, 119}
  };
  double from = ZERO + MEASURE_FROM;
  std::vector < double >rates = calls.Rates (from, to, (to - from) / 2);
  std::vector < double >up, down;

  for (size_t i = 0; i < rates.size (); i++)
    (i < variant.up ? up : down).push_back (rates[i]);
  row.Set ("flow_kbps", rates, 0);
  if (rates.size () > 1) {
    row.Set ("jain", Jain (rates), 4);
    row.Set ("throughput_ratio", *std::max_element (rates.begin (),
            rates.end ()) / *std::min_element (rates.begin (), rates.end ()),
        2);
  }
  row.Set ("up_kbps", Mean (up), 0);
  row.Set ("down_kbps", Mean (down), 0);
  row.Set ("media_kbps", calls.Throughput (from, to) / 1e3, 0);
  for (auto & window:windows)
    if (ZERO + window.to <= to + 0.001)
      row.Set (window.column, calls.Throughput (ZERO + window.from,
              ZERO + window.to) / 1e3, 0);
  row.Set ("wifi_dropped", (double) wlan.WifiDropped (), 0);
}

/* What the TCP flows bring while they are on. */
struct TcpMeter
{
  Ptr < PacketSink > sink;
  double from = 0, to = 0;      /* s */
  uint64_t before = 0, after = 0;

  void Watch ()
  {
    Simulator::Schedule (Seconds (from), &TcpMeter::Before, this);
    Simulator::Schedule (Seconds (to), &TcpMeter::After, this);
  }
  void Before ()
  {
    before = sink->GetTotalRx ();
  }
  void After ()
  {
    after = sink->GetTotalRx ();
  }
  double Kbps () const
  {
    return (double) (after - before) * 8 / (to - from) / 1e3;
  }
};

static void
Run (const Options & options, const Control & control, Row & row)
{
  Variant variant = ParseVariant (options.name, options.variant);
  double duration = options.duration > 0
      ? std::min (options.duration, DURATION) : DURATION;
  double to = ZERO + std::min (MEDIA_END, duration - 1);
  WlanConfig config;
  PacketLog log;
  Calls calls (control, &log, true);
  TcpMeter tcp;
  std::string wrong;

  if (duration < MEASURE_FROM + 5)
    throw std::invalid_argument ("--duration: at least 10");
  /* What is in the send buffer when a flow stops is still sent: a short one. */
  SetTcpDefaults ("ns3::TcpCubic", 1448, 1 << 19, 4 << 20);
  config.stations = variant.up + variant.down + variant.Cross ();
  config.wiredRate = variant.narrow ? WIRED_NARROW : WIRED_WIDE;
  Wlan wlan (config, &log);
  AddCalls (calls, wlan, variant, duration);
  tcp.sink = AddCross (wlan, variant, duration);
  tcp.from = ZERO + (variant.narrow ? MEASURE_FROM : TCP_FROM);
  tcp.to = variant.narrow ? to : std::min (to, ZERO + TCP_TO);
  if (variant.tcp && tcp.from < tcp.to)
    tcp.Watch ();
  CallSeries series (calls, log, ZERO);
  Simulator::Stop (Seconds (ZERO + duration + DRAIN));
  Simulator::Run ();
  wrong = calls.CheckConservation ();
  if (wrong.empty ())
    wrong = wlan.CheckConservation ();
  if (!wrong.empty ())
    throw std::runtime_error ("packets are not conserved: " + wrong);
  calls.Fill (row, ZERO + MEASURE_FROM, to);
  if (variant.narrow)
    FillNarrow (row, variant, wlan, to);
  FillWlan (row, variant, calls, wlan, to);
  if (variant.tcp && tcp.from < tcp.to)
    row.Set ("tcp_kbps", tcp.Kbps (), 0);
  row.Set ("duration_s", duration, 0);
  if (!options.series.empty ())
    series.Write (options.series);
  Simulator::Destroy ();
}

static std::vector < std::string > Columns ()
{
  std::vector < std::string > columns = CommonColumns ();

  for (const char *own:{ "up_kbps", "down_kbps", "media_kbps",
        "media_early_kbps", "media_middle_kbps", "media_late_kbps",
        "wifi_dropped" })
    columns.push_back (own);
  return columns;
}

static std::vector < ListedRun > Matrix ()
{
  std::vector < ListedRun > matrix;

  for (const char *variant:{ "up", "pair", "pair-onoff", "pair-offon",
        "up-tcp" })
    matrix.push_back ({ "3.1", variant, "wifi" });
  for (const char *variant:{ "down16", "up16", "both8", "both8-onoff",
        "both8-offon", "both8-tcp", "down4-vary", "down8-vary", "down12-vary",
        "down16-vary", "down20-vary" })
    matrix.push_back ({ "3.2", variant, "wifi" });
  return matrix;
}

int
main (int argc, char **argv)
{
  Options defaults;

  defaults.name = "3.1";
  defaults.variant = "up";
  return WirelessMain (argc, argv, defaults, Columns (), Matrix (), Run);
}

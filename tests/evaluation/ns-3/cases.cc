/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cases.h"

#include "tests/check/libs/rtpcc/encodermodel.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace evaluation
{
constexpr double MBIT = 1e6;

static std::vector < MediaFlow >
Forward (std::vector < double >starts, double end, double delay = 0.05)
{
  std::vector < MediaFlow > flows;

  for (double start:starts)
    flows.push_back ({ start, end, 0, 1, delay });
  return flows;
}

/* RFC 8867 section 5.1: variable capacity, one flow */
static void
Case51 (Case & c)
{
  c.duration = 100;
  c.links = { {{{0, 1 * MBIT}, {40, 2.5 * MBIT}, {60, 0.6 * MBIT},
          {80, 1 * MBIT}}, {}} };
  c.media = Forward ({ 0 }, 99);
}

/* section 5.2: variable capacity, two flows */
static void
Case52 (Case & c)
{
  c.duration = 125;
  c.links = { {{{0, 4 * MBIT}, {25, 2 * MBIT}, {50, 3.5 * MBIT},
          {75, 1 * MBIT}, {100, 2 * MBIT}}, {}} };
  c.media = Forward ({ 0, 0 }, 124);
}

/* section 5.3: congested feedback link, one flow each way */
static void
Case53 (Case & c)
{
  c.duration = 100;
  c.links = { {{{0, 2 * MBIT}, {20, 1 * MBIT}, {40, 0.5 * MBIT},
          {60, 2 * MBIT}}, {{0, 2 * MBIT}, {35, 0.8 * MBIT},
          {70, 2 * MBIT}}} };
  c.media = { {0, 99, 0, 1}, {0, 99, 1, 0} };
}

/* section 5.4: three flows compete */
static void
Case54 (Case & c)
{
  c.duration = 120;
  c.links = { {{{0, 3.5 * MBIT}}, {}} };
  c.media = Forward ({ 0, 20, 40 }, 119);
}

/* section 5.5: flows of different round trip times */
static void
Case55 (Case & c)
{
  const double delays[] = { 0.01, 0.025, 0.05, 0.1, 0.15 };

  c.duration = 300;
  c.links = { {{{0, 4 * MBIT}}, {}} };
  for (int i = 0; i < 5; i++)
    c.media.push_back ({ 10.0 * i, 299, 0, 1, delays[i] });
}

/* section 5.6: one long TCP */
static void
Case56 (Case & c)
{
  c.duration = 120;
  c.measureFrom = 10;
  c.links = { {{{0, 2 * MBIT}}, {}} };
  c.media = Forward ({ 5 }, 119);
  c.tcp = { {TcpKind::LONG, 0, 119} };
}

/* section 5.7: ten short TCPs, two of them ON at the start */
static void
Case57 (Case & c)
{
  c.duration = 300;
  c.measureFrom = 10;
  c.links = { {{{0, 2 * MBIT}}, {}} };
  c.media = Forward ({ 5, 5 }, 299);
  for (int i = 0; i < 10; i++)
    c.tcp.push_back ({ TcpKind::SHORT, 0, 299, i < 2 });
}

/* section 5.8: the second of three flows pauses */
static void
Case58 (Case & c)
{
  c.duration = 120;
  c.links = { {{{0, 3.5 * MBIT}}, {}} };
  c.media = Forward ({ 0, 0, 0 }, 119);
  c.media[1].pauseFrom = 40;
  c.media[1].pauseTo = 60;
}

/* section 6.3: two bottlenecks */
static void
Case63 (Case & c)
{
  c.duration = 300;
  c.links = { {{{0, 2 * MBIT}}, {}}, {{{0, 8 * MBIT}}, {}},
  {{{0, 1.5 * MBIT}}, {}} };
  c.media = { {0, 299, 0, 3, 0.1}, {0, 299, 0, 1, 0.04}, {0, 299, 2, 3, 0.04} };
}

/* OURS: a link and a round trip as of a good access line, for DualPI2; more
 * than the link carries for who does not adapt */
static void
Case20M (Case & c)
{
  c.duration = 30;
  c.measureFrom = 10;
  c.links = { {{{0, 20 * MBIT}}, {}} };
  c.media = Forward ({ 0 }, 29, 0.0125);
  c.maxRate = 30 * MBIT;
  c.fixedRate = 25 * MBIT;
}

/* next to one long TCP */
static void
Case20MTcp (Case & c)
{
  Case20M (c);
  c.tcpDelay = c.media[0].delay;
  c.tcp = { {TcpKind::LONG, 0, 29} };
}

/* OURS: an hour over a link that changes each minute; looks for drift and
 * growth of state. */
static void
CaseHour (Case & c)
{
  const double rates[] = { 1, 2.5, 0.6, 1.5 };

  c.duration = 3600;
  c.links = { {{}, {}} };
  for (int i = 0; i < 60; i++)
    c.links[0].forward.push_back ({ 60.0 * i, rates[i % 4] * MBIT });
  c.media = Forward ({ 0 }, 3599);
}

/* OURS: after "Performance analysis of receive-side real-time congestion control
 * for WebRTC" (2013), which has calls of 300 s and up to 2 Mbit/s: one call, which
 * its path alone limits.  Of two and more the link is the limit. */
static void
CaseCall (Case & c)
{
  c.duration = 300;
  c.measureFrom = 10;
  c.links = { {{{0, 3 * MBIT}}, {}} };
  c.media = Forward ({ 0 }, 299);
  c.minRate = 50e3;
  c.startRate = 300e3;          /* of libwebrtc */
  c.maxRate = 2 * MBIT;
}

static void
CaseCalls (Case & c)
{
  CaseCall (c);
  c.media = Forward ({ 0, 0, 0 }, 299);
}

static void
CaseCallsShifted (Case & c)
{
  CaseCall (c);
  c.media = Forward ({ 0, 60, 120 }, 299);
}

static void
CaseCallTcp (Case & c)
{
  CaseCall (c);
  c.tcp = { {TcpKind::LONG, 0, 299} };
}

/* A call and a long TCP in each direction */
static void
CaseCallTcpBoth (Case & c)
{
  CaseCallTcp (c);
  c.links[0].backward = c.links[0].forward;
  c.media.push_back ({ 0, 299, 1, 0 });
  c.tcp.push_back ({ TcpKind::LONG, 0, 299, true, true });
}

/* One flow over a link whose capacity is a trace's, as pathrun's and scream-ab's corpus has it. */
static void
CaseTrace (Case & c)
{
  c.duration = 121;
  c.links = { {{{0, 5 * MBIT}}, {}} };
  c.media = Forward ({ 0 }, 120, 0.025);
  c.minRate = 100e3;
  c.startRate = 500e3;
  c.maxRate = 5 * MBIT;
  c.ofCapacity = true;
}

static const std::map < std::string, std::function < void (Case &) >> CASES = {
  {"5.1", Case51}, {"5.2", Case52}, {"5.3", Case53}, {"5.4", Case54},
  {"5.5", Case55}, {"5.6", Case56}, {"5.7", Case57}, {"5.8", Case58},
  {"6.3", Case63}, {"20M", Case20M}, {"20M-tcp", Case20MTcp}, {"hour", CaseHour},
  {"call", CaseCall}, {"calls", CaseCalls},
  {"calls-shifted", CaseCallsShifted}, {"call-tcp", CaseCallTcp},
  {"call-tcp-both", CaseCallTcpBoth}, {"trace", CaseTrace},
};

static void
SetBase (Case & c, const std::string & base)
{
  if (base == "A")
    c.jitter = 0.015;
  else if (base == "B")
    c.equalPackets = true;
  else if (base == "rfc") {
    c.jitter = 0.03;
    c.audioRate = 20e3;
    c.source = "rfc8593";
  } else if (base == "E") {
    /* as a published comparison of GCC and NADA in these cases */
    c.source = "cbr";
    c.jitter = 0.03;
    c.jitterDeviations = 2;
    c.minRate = 50e3;
    c.maxRate = 2.5 * MBIT;
  } else
    throw std::invalid_argument ("--variant: '" + base
        + "' is not A, B, E or rfc");
}

/* "delay100" is 100 if @word is "delay" */
static bool
Number (const std::string & text, const std::string & word, double *value)
{
  size_t used = 0;

  if (text.compare (0, word.size (), word) != 0 || text.size () == word.size ())
    return false;
  try {
    *value = std::stod (text.substr (word.size ()), &used);
  } catch (const std::exception &) {
    return false;
  }
  return used == text.size () - word.size () && *value >= 0;
}

/* RFC 8867 section 5.1 (b): a physical rate of 4 Mbit/s, UDP takes the rest */
static void
UseUdp (Case & c)
{
  if (c.name != "5.1" && c.name != "5.2" && c.name != "5.3")
    throw std::invalid_argument ("--variant: udp is for 5.1, 5.2 and 5.3");
  c.udpMode = true;
}

static bool
SetNumber (Case & c, const std::string & modifier)
{
  double value;

  if (Number (modifier, "delay", &value)) {
    for (MediaFlow & flow:c.media)
      flow.delay = value / 1e3;
  } else if (Number (modifier, "queue", &value))
    c.queue.limit = value / 1e3;
  else if (Number (modifier, "jitter", &value))
    c.jitter = value / 1e3;
  else if (Number (modifier, "loss", &value) && value <= 100)
    c.loss = value / 100;
  else
    return false;
  return true;
}

static bool
SetWord (Case & c, const std::string & modifier)
{
  if (modifier == "udp")
    UseUdp (c);
  else if (modifier == "codel" || modifier == "fqcodel" || modifier == "pie")
    c.queue.kind = modifier;
  else if (modifier == "l4s") {
    c.queue.kind = modifier;
    c.queue.ecn = c.ect1 = true;
    c.tcpEcn = true;
  } else if (modifier == "ect1")
    c.queue.ecn = c.ect1 = c.tcpEcn = true;
  else if (modifier == "ecn")
    c.queue.ecn = c.ect0 = c.tcpEcn = true;
  else if (modifier == "dualpi2") {
    c.queue.kind = modifier;
    c.queue.linkemu = c.queue.ecn = c.ect1 = true;
  } else if (modifier == "linkemu")
    c.queue.linkemu = true;
  else if (modifier == "noect")
    c.ect0 = c.ect1 = false;
  else if (modifier == "reference")
    c.links[0].backward.clear ();
  else if (modifier == "newreno")
    c.tcpType = "ns3::TcpLinuxReno";
  else if (modifier == "rfc8593")
    c.source = modifier;
  else if (modifier == "gentle") {
    c.jitter = 0.015;
    c.jitterDeviations = 3;
  }
  else if (modifier == "x264" || modifier == "vp8" || modifier == "trace") {
    c.source = "trace";
    c.encoder = modifier == "trace" ? "x264" : modifier;
  }
  else if (encoder_model_find (modifier.c_str ()) != nullptr) {
    c.source = "model";
    c.encoder = modifier;
  }
  /* x264enc-veryfast is two words. */
  else if (encoder_model_find ((c.encoder + "-" + modifier).c_str ()) !=
      nullptr)
    c.encoder += "-" + modifier;
  else
    return false;
  return true;
}

Case
FindCase (const std::string & name, const std::string & variant)
{
  auto found = CASES.find (name);
  std::stringstream words (variant);
  std::string word;
  bool first = true;
  Case c;

  if (found == CASES.end ()) {
    std::string all;

    for (auto & known:CASES)
      all += " " + known.first;
    throw std::invalid_argument ("--case: '" + name + "' is none of" + all);
  }
  c.name = name;
  c.variant = variant;
  found->second (c);
  for (; std::getline (words, word, '-'); first = false) {
    if (first)
      SetBase (c, word);
    else if (!SetNumber (c, word) && !SetWord (c, word))
      throw std::invalid_argument ("--variant: '" + word + "' is none of"
          " delayN queueN jitterN lossN udp codel fqcodel pie l4s ecn"
          " dualpi2 linkemu noect reference newreno rfc8593 x264 vp8 trace gentle x264enc"
          " x264enc-veryfast x264enc-vbv600 vp8enc"
          " vp9enc openh264enc x265enc av1enc");
  }
  if (first)
    throw std::invalid_argument ("--variant: is empty");
  return c;
}

static void
List (std::vector < Listed > &list, const std::string & set,
    const std::vector < std::string > &names,
    const std::vector < std::string > &variants)
{
  for (auto & name:names)
    for (auto & variant:variants)
      list.push_back ({ name, variant, set });
}

std::vector < Listed > ListCases ()
{
  std::vector < Listed > list;

  List (list, "rfc8867", { "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7",
        "5.8" }, { "A", "B", "rfc", "rfc-jitter15" });
  List (list, "rfc8867", { "5.1", "5.2", "5.3" }, { "rfc-udp" });
  List (list, "rfc8867", { "5.1" }, { "A-delay100", "rfc-delay100" });
  List (list, "rfc8867", { "5.3" }, { "A-reference", "rfc-reference" });
  List (list, "rfc8867", { "5.6" }, { "A-queue1000", "B-queue1000",
        "rfc-queue1000", "rfc-newreno" });
  List (list, "rfc8867", { "5.1", "5.2", "5.4", "5.6" }, { "A-codel" });
  List (list, "rfc8867", { "6.3" }, { "rfc" });
  List (list, "aqm", { "5.1", "5.4", "5.6" }, { "A-codel", "A-linkemu-codel",
        "A-fqcodel", "A-linkemu-fqcodel", "A-pie", "A-linkemu-pie",
        "A-codel-ecn", "A-linkemu-codel-ecn", "A-l4s", "A-dualpi2" });
  List (list, "aqm", { "20M", "20M-tcp" }, { "B", "B-linkemu-codel",
        "B-linkemu-codel-ecn", "B-linkemu-pie", "B-dualpi2",
        "B-dualpi2-noect" });
  List (list, "sweep", { "5.1", "5.4" }, { "A-delay10", "A-delay50",
        "A-delay100" });
  List (list, "sweep", { "5.1" }, { "B-delay50", "B-delay100", "B-delay200",
        "B-delay350", "B-delay500", "A-loss1", "A-loss5", "A-loss10",
        "A-loss20", "A-x264", "A-vp8" });
  List (list, "sweep", { "5.4" }, { "A-loss1", "A-loss5", "A-loss10",
        "A-loss20" });
  List (list, "ecn", { "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8" },
      { "A-codel", "A-codel-ecn" });
  List (list, "eval-test", { "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7",
        "5.8" }, { "E", "E-gentle" });
  List (list, "rrtcc", { "call" }, { "B-delay50", "B-delay100", "B-delay200",
        "B-delay500", "B-loss1", "B-loss5", "B-loss10", "B-loss20" });
  List (list, "rrtcc", { "calls", "calls-shifted", "call-tcp",
        "call-tcp-both" }, { "B" });
  List (list, "short", { "5.1", "5.2", "5.4", "5.8" }, { "A", "B" });
  List (list, "short", { "5.6" }, { "A" });
  List (list, "short-codel", { "5.1", "5.4" }, { "A-codel",
        "A-linkemu-codel" });
  List (list, "short-codel", { "20M-tcp" }, { "B-linkemu-codel-ect1" });
  List (list, "short-dualpi2", { "20M", "20M-tcp" }, { "B-dualpi2" });
  List (list, "short-dualpi2", { "20M" }, { "B-dualpi2-noect" });
  List (list, "hour", { "hour" }, { "A" });
  return list;
}
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cases.h: the test cases of RFC 8867 and their variants */
#ifndef CASES_H
#define CASES_H

#include "bottleneck.h"

#include <string>
#include <vector>

namespace evaluation
{
struct MediaFlow
{
  double start, end;            /* s */
  int from = 0, to = 1;         /* routers; from > to: backward */
  double delay = 0.05;          /* one way, s */
  double pauseFrom = -1, pauseTo = -1;
};

enum class TcpKind
{ LONG, SHORT };

struct TcpFlow
{
  TcpKind kind;
  double start, end;
  bool startOn = true;
  bool backward = false;
};

struct Link
{
  Schedule forward;
  Schedule backward;            /* empty: 100 Mbit/s */
};

struct Case
{
  std::string name, variant;
  double duration;              /* s */
  double measureFrom = 5;       /* s */
  std::vector < Link > links;
  std::vector < MediaFlow > media;
  std::vector < TcpFlow > tcp;
  QueueConfig queue;
  double jitter = 0;            /* s, bound, both ways */
  double jitterDeviations = 3;  /* standard deviations that the bound is */
  double loss = 0;              /* part of the packets, forward */
  bool equalPackets = false;
  double audioRate = 0;         /* bit/s */
  std::string source = "uniform";
  std::string encoder;          /* whose frame sizes, source trace or model */
  double queueDelayTarget = 0;  /* s; 0: the controller's own */
  bool udpMode = false;         /* capacity varies by UDP, not by the link */
  bool ect1 = false, ect0 = false;      /* media */
  bool tcpEcn = false;
  double tcpDelay = 0.05;       /* one way, s */
  double minRate = 150e3;       /* bit/s, of each video */
  double maxRate = 1.5e6;
  double startRate = 0;         /* bit/s; 0: minRate */
  bool ofCapacity = false;      /* use is a part of the capacity, were it above maxRate */
  double fixedRate = 1e6;       /* bit/s, of the controller that is fixed */
  std::string tcpType = "ns3::TcpCubic";
};

/* Throws std::invalid_argument that says what is unknown and what is not. */
Case FindCase (const std::string & name, const std::string & variant);

struct Listed
{
  std::string name, variant, set;
};

/* The standard matrix. */
std::vector < Listed > ListCases ();
}
#endif

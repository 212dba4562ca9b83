/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* metrics.h: figures of a run, as RFC 8867 section 4.1 and RFC 8868 ask */
#ifndef METRICS_H
#define METRICS_H

#include "packetlog.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace evaluation
{
double Mean (const std::vector < double >&values);
/* The least of @values that a part of @fraction, 0..1, does not exceed, as of
 * gstscream.stats; sorts them.  NaN if there are none. */
double Quantile (std::vector < double >&values, double fraction);
double Jain (const std::vector < double >&values);

/* How often the picture stood still.  @frames: (arrival of the last packet, capture) in ns
 * of those that arrived. */
double Freezes (std::vector < std::pair < double, double >> frames);

/* Queue delay, one-way packet delay and frame delay of media packets, ms; freezes of each
 * flow. */
struct Delays
{
  std::vector < double >queue, packet, frame, freezes;
};
/* @flow < 0: of all flows; video only; packets captured in [from, to) s. */
Delays CollectDelays (const PacketLog & log, int flow, double from = 0,
    double to = 1e9);

/* Bytes in small bins of time, for rates over any window. */
class RateBins
{
public:
  void Add (int64_t time, double bytes);
  /* bit/s between two times in s */
  double Rate (double from, double to) const;
  static constexpr double WIDTH = 0.05; /* s */

private:
  std::vector < double >m_bytes;
};

/* One line of CSV; columns that were not set are empty. */
class Row
{
public:
  explicit Row (const std::vector < std::string > &columns)
    :m_columns (columns)
  {
  }
  void Set (const std::string & column, const std::string & value);
  void Set (const std::string & column, double value, int decimals);
  /* `;` between them, `-` for NaN */
  void Set (const std::string & column, const std::vector < double >&values,
      int decimals);
  std::string Header () const;
  std::string Line () const;

private:
  std::vector < std::string > m_columns;
  std::map < std::string, std::string > m_values;
};

/* The columns of queue, packet and frame delay. */
void FillDelays (Row & row, Delays delays);

/* The columns that all programs share. */
std::vector < std::string > CommonColumns ();
}
#endif

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <numeric>
#include <stdexcept>

namespace evaluation
{
double
Mean (const std::vector < double >&values)
{
  if (values.empty ())
    return NAN;
  return std::accumulate (values.begin (), values.end (), 0.0)
      / (double) values.size ();
}

double
Quantile (std::vector < double >&values, double fraction)
{
  if (values.empty ())
    return NAN;
  if (!std::is_sorted (values.begin (), values.end ()))
    std::sort (values.begin (), values.end ());
  return values[(size_t) std::max (0.0,
          std::ceil (fraction * (double) values.size ()) - 1)];
}

double
Jain (const std::vector < double >&values)
{
  double sum = 0, squares = 0;

  for (double value:values) {
    sum += value;
    squares += value * value;
  }
  return squares > 0 ? sum * sum / ((double) values.size () * squares) : NAN;
}

struct FrameState
{
  int64_t captured = 0, arrived = 0;
  bool lost = false;
};

/* As gstscream.stats.freezes: a gap of more than three mean gaps of the last 30 frames, and of
 * more than 150 ms above the mean, of more than five of them (W3C webrtc-stats, freezeCount). */
constexpr size_t RECENT = 30, FIRST = 5;
constexpr double FREEZE_FACTOR = 3, FREEZE_MARGIN = 0.15 * SECOND;
/* A source from which nothing came for so long pauses. */
constexpr double PAUSE = 1 * SECOND;

double
Freezes (std::vector < std::pair < double, double >> frames)
{
  std::deque < double >recent;
  double found = 0;

  std::sort (frames.begin (), frames.end ());
  for (size_t i = 1; i < frames.size (); i++) {
    double gap = frames[i].first - frames[i - 1].first;

    if (frames[i].second - frames[i - 1].second >= PAUSE) {
      recent.clear ();
      continue;
    }
    if (recent.size () > FIRST) {
      double mean = Mean ({ recent.begin (), recent.end ()});

      found += gap > std::max (FREEZE_FACTOR * mean, mean + FREEZE_MARGIN);
    }
    recent.push_back (gap);
    if (recent.size () > RECENT)
      recent.pop_front ();
  }
  return found;
}

Delays
CollectDelays (const PacketLog & log, int flow, double from, double to)
{
  std::map < std::pair < int, uint32_t >, FrameState > frames;
  Delays delays;

  for (const PacketRecord & record:log.Records ()) {
    double captured = (double) record.captured / SECOND;

    if ((flow >= 0 && record.flow != flow) || record.audio
        || captured < from || captured >= to)
      continue;
    FrameState & frame = frames[{ record.flow, record.frame}];
    frame.captured = record.captured;
    frame.arrived = std::max (frame.arrived, record.arrived);
    frame.lost |= record.arrived == NEVER;
    if (record.left != NEVER)
      delays.queue.push_back ((double) record.wait / MS);
    if (record.arrived != NEVER)
      delays.packet.push_back ((double) (record.arrived - record.sent) / MS);
  }
  std::map < int, std::vector < std::pair < double, double >>> shown;
  for (auto & entry:frames) {
    const FrameState & frame = entry.second;

    if (frame.lost)
      continue;
    delays.frame.push_back ((double) (frame.arrived - frame.captured) / MS);
    shown[entry.first.first].push_back ({ (double) frame.arrived,
            (double) frame.captured });
  }
  for (auto & entry:shown)
    delays.freezes.push_back (Freezes (entry.second));
  return delays;
}

void
RateBins::Add (int64_t time, double bytes)
{
  size_t bin = (size_t) ((double) time / SECOND / WIDTH);

  if (m_bytes.size () <= bin)
    m_bytes.resize (bin + 1);
  m_bytes[bin] += bytes;
}

double
RateBins::Rate (double from, double to) const
{
  size_t first = (size_t) std::lround (from / WIDTH);
  size_t last = (size_t) std::lround (to / WIDTH);
  double bytes = 0;

  for (size_t i = first; i < std::min (last, m_bytes.size ()); i++)
    bytes += m_bytes[i];
  return last > first ? bytes * 8 / ((double) (last - first) * WIDTH) : 0;
}

static std::string
Format (double value, int decimals)
{
  char text[64];

  if (std::isnan (value))
    return "";
  std::snprintf (text, sizeof (text), "%.*f", decimals, value);
  return text;
}

void
Row::Set (const std::string & column, const std::string & value)
{
  if (std::find (m_columns.begin (), m_columns.end (), column)
      == m_columns.end ())
    throw std::logic_error ("no column " + column);
  m_values[column] = value;
}

void
Row::Set (const std::string & column, double value, int decimals)
{
  Set (column, Format (value, decimals));
}

void
Row::Set (const std::string & column, const std::vector < double >&values,
    int decimals)
{
  std::string text;

  for (double value:values)
    text += (text.empty ()? "" : ";")
        + (std::isnan (value) ? "-" : Format (value, decimals));
  Set (column, text);
}

std::string Row::Header () const
{
  std::string text;

  for (const std::string & column:m_columns)
    text += (text.empty ()? "" : ",") + column;
  return text;
}

std::string Row::Line () const
{
  std::string text;

  for (const std::string & column:m_columns) {
    auto found = m_values.find (column);

    text += (&column == &m_columns.front ()? "" : ",")
        + (found == m_values.end ()? "" : found->second);
  }
  return text;
}

void
FillDelays (Row & row, Delays delays)
{
  size_t over = 0;

  for (double queue:delays.queue)
    over += queue > 100;
  row.Set ("queue_mean_ms", Mean (delays.queue), 2);
  row.Set ("queue_p95_ms", Quantile (delays.queue, 0.95), 1);
  row.Set ("queue_p99_ms", Quantile (delays.queue, 0.99), 1);
  row.Set ("queue_max_ms", Quantile (delays.queue, 1), 1);
  row.Set ("over_100ms_percent", 100.0 * (double) over
      / (double) delays.queue.size (), 2);
  row.Set ("delay_p50_ms", Quantile (delays.packet, 0.5), 1);
  row.Set ("delay_p95_ms", Quantile (delays.packet, 0.95), 1);
  row.Set ("delay_p99_ms", Quantile (delays.packet, 0.99), 1);
  row.Set ("frame_delay_p50_ms", Quantile (delays.frame, 0.5), 1);
  row.Set ("frame_delay_p95_ms", Quantile (delays.frame, 0.95), 1);
  row.Set ("frame_delay_p99_ms", Quantile (delays.frame, 0.99), 1);
  row.Set ("freezes", Mean (delays.freezes), 2);
}

std::vector < std::string > CommonColumns ()
{
  return { "case", "variant", "controller", "seed", "utilisation",
    "queue_mean_ms", "queue_p95_ms", "queue_p99_ms", "queue_max_ms",
    "loss_percent", "frame_delay_p95_ms", "jain", "tcp_share", "rtp_share",
    "discard_percent", "skip_percent", "sender_queue_p95_ms", "delay_p50_ms",
    "delay_p95_ms", "delay_p99_ms", "frame_delay_p50_ms",
    "frame_delay_p99_ms", "over_100ms_percent", "drop_s", "rise_s",
    "converge_s", "oscillation_hz", "throughput_ratio", "min_rate_kbps",
    "feedback_kbps", "flow", "flow_kbps", "flow_loss_percent",
    "flow_frame_delay_p95_ms", "tcp_kbps", "tcp_loss_percent",
    "ce_percent", "added_delay_p5_ms", "added_delay_mean_ms",
    "added_delay_p95_ms", "arrival_percent", "duration_s",
    "freezes"
  };
}
}

/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "trace.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace evaluation
{
/* As LINKEMU_CHANCE_BYTES: Mahimahi's PACKET_SIZE. */
constexpr double CHANCE_BITS = 1504 * 8;
constexpr long BIN = 50;        /* ms */
constexpr double LEAST = 50e3;  /* bit/s */
constexpr long MOST = 1000000000;       /* ms */

static std::vector < long >
ReadChances (std::istream & trace)
{
  std::vector < long >chances;
  std::string line;

  while (std::getline (trace, line)) {
    bool digits = !line.empty () && line.size () < 10
        && std::all_of (line.begin (), line.end (),
        [](unsigned char c) { return std::isdigit (c) != 0; });
    long when = digits ? std::stol (line) : -1;

    if (when < (chances.empty () ? 0 : chances.back ()) || when > MOST)
      throw std::invalid_argument ("--trace: line "
          + std::to_string (chances.size () + 1) + ": '" + line
          + "' is not a number of ms, or is less than the one before");
    chances.push_back (when);
  }
  if (chances.empty () || chances.back () == 0)
    throw std::invalid_argument ("--trace: is empty, or has no time in it");
  return chances;
}

Schedule ReadTrace (std::istream & trace, double duration)
{
  std::vector < long >chances = ReadChances (trace);
  std::vector < double >bits ((size_t) (duration * 1e3) / BIN + 1, 0.0);
  Schedule schedule;

  for (long start = 0; start <= (long) (duration * 1e3);
      start += chances.back ())
    for (long chance:chances) {
      size_t bin = (size_t) ((start + chance) / BIN);

      if (bin < bits.size ())
        bits[bin] += CHANCE_BITS;
    }
  for (size_t i = 0; i < bits.size (); i++)
    schedule.push_back ({ (double) i * BIN / 1e3,
            std::max (LEAST, bits[i] * 1e3 / BIN) });
  return schedule;
}
}

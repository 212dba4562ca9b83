/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* trace.h: the capacity of a link from a trace in Mahimahi's format */
#ifndef TRACE_H
#define TRACE_H

#include "bottleneck.h"

#include <istream>

namespace evaluation
{
/* Each line is the ms at which 1504 bytes may leave; the last one is the period.  The mean of
 * each 50 ms until @duration (s), since a device of ns-3 has a rate; and 50 kbit/s at least,
 * since it does not stop within a packet.  Throws std::invalid_argument with the line. */
Schedule ReadTrace (std::istream & trace, double duration);
}
#endif

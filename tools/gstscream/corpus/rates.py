# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A capacity as rates over time, and as the packets that it lets pass."""
from typing import NamedTuple

from . import mahimahi

MAX_SECONDS = 86400
MAX_RATE = 10 ** 10             # bit/s


class Rates(NamedTuple):
    """starts: ms, the first is 0; each rate in bit/s holds to the next one; length: ms.

    All are whole numbers, so that what is made of them is the same everywhere.
    """
    starts: list[int]
    rates: list[int]
    length: int


def checked(starts: list[int], rates: list[int], length: int) -> Rates:
    """Rates; ValueError: why a link cannot be made of them."""
    if not starts or length <= 0:
        raise ValueError("there is no capacity in it: two lines are the least")
    if length > 1000 * MAX_SECONDS:
        raise ValueError(f"it is {length / 1000:.0f} s long, {MAX_SECONDS} s is the most; cut it, "
                         "or give times in the unit that the name of the column says")
    if not any(rates):
        raise ValueError("all rates are 0: nothing would ever pass")
    return Rates(starts, rates, length)


def packets(found: Rates) -> mahimahi.Trace:
    """The Trace that lets so many bits pass in each time: a whole packet leaves when the
    bits of it have been offered.  The last time is the length, so the trace may have one
    packet too many.  ValueError: it would have too many lines."""
    import numpy  # 0.1 s, for who makes traces only
    edges = numpy.array(found.starts + [found.length], dtype=numpy.int64)
    rates = numpy.array(found.rates, dtype=numpy.int64)
    # In bits/1000: 10 Gbit/s for a day fit into 64 bits.
    offered = numpy.concatenate([[0], numpy.cumsum(rates * numpy.diff(edges))])
    unit = 1000 * mahimahi.TRACE_BITS
    count = int(offered[-1] // unit)
    if count >= mahimahi.MAX_LINES:
        raise ValueError(f"a trace of {count} packets; {mahimahi.MAX_LINES} are the most: cut it")
    wanted = numpy.arange(1, count + 1, dtype=numpy.int64) * unit
    step = numpy.searchsorted(offered, wanted, side="left") - 1
    times = edges[step] - (offered[step] - wanted) // rates[step]
    leave = [int(time) for time in times]
    return mahimahi.Trace(leave if leave and leave[-1] == found.length
                          else leave + [found.length])

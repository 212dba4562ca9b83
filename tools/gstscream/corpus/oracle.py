# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a sender could do that knows the capacity: the measure of all others on a trace.

It has one frame in flight.  When a frame is captured and the one before has left the link,
it sends as many bits as will leave until the next capture, within the bounds of the encoder;
else it skips the frame.  So nothing ever waits behind anything, but for frames at the least
rate while the link is slower than that.  The capacity is taken as a fluid: a packet that has
waited half of its turn is half through; but for turns above 0.1 s, which are an outage.
"""
from collections.abc import Iterator
from typing import NamedTuple

import numpy

from gstscream.stats.distribution import quantiles
from gstscream.stats.freezes import freezes

from .mahimahi import TRACE_BITS, Trace

START = 5.0                     # s that the use leaves out, or half of a short run, as scream-ab
TURN = 0.1                      # s that the bits of a packet are spread over at most
HEADERS = 1 + 40 / 1200         # bits on the link of one of the video: RTP, UDP, IP


class Source(NamedTuple):
    framerate: float            # frames/s
    least: float                # bit/s of the encoder
    most: float


class Fluid:
    """Bits that a trace offers until a time, and the time of bits."""

    def __init__(self, trace: Trace) -> None:
        times = numpy.asarray(trace.times, dtype=float) / 1000
        last = numpy.flatnonzero(numpy.diff(times, append=numpy.inf))
        self.times = numpy.concatenate([[0.0], times[last]])
        self.offered = numpy.concatenate([[0.0], (last + 1.0) * TRACE_BITS])
        if self.times[1] == 0:  # packets at 0 have no time before them
            self.times, self.offered = self.times[1:], self.offered[1:]
        late = numpy.flatnonzero(numpy.diff(self.times) > TURN)
        self.times = numpy.insert(self.times, late + 1, self.times[late + 1] - TURN)
        self.offered = numpy.insert(self.offered, late + 1, self.offered[late])
        self.length, self.all = float(self.times[-1]), float(self.offered[-1])

    def until(self, when: float) -> float:
        """Bits that were offered until a time in s."""
        rounds, rest = divmod(when, self.length)
        return rounds * self.all + float(numpy.interp(rest, self.times, self.offered))

    def when(self, bits: float) -> float:
        """s until which so many bits are offered."""
        rounds, rest = divmod(bits, self.all)
        return rounds * self.length + float(numpy.interp(rest, self.offered, self.times))


def frames(fluid: Fluid, source: Source, seconds: float) -> Iterator[tuple[float, float, float]]:
    """(captured, left, bits) of each frame that it sends, in s and bits on the link."""
    least, most = (HEADERS * rate / source.framerate for rate in (source.least, source.most))
    left = 0.0
    for number in range(int(seconds * source.framerate)):
        captured = number / source.framerate
        if left > captured + 1e-9:
            continue
        begun = fluid.until(captured)
        room = fluid.until((number + 1) / source.framerate) - begun
        bits = max(least, min(most, room))
        left = fluid.when(begun + bits)
        yield captured, left, bits


def figures(trace: Trace, source: Source, seconds: float,
            delay: float) -> dict[str, float | None]:
    """Those of a run of so many s over a one-way delay in s; names as in results.csv."""
    fluid = Fluid(trace)
    sent = list(frames(fluid, source, seconds))
    begin = min(START, seconds / 2)
    offered = fluid.until(seconds) - fluid.until(begin)
    used = sum(bits for captured, left, bits in sent if captured >= begin and left <= seconds)
    delays = [1000 * (left - captured + delay) for captured, left, _ in sent]
    shown = [left + delay for _, left, _ in sent if left + delay <= seconds]
    frozen = freezes(shown, seconds) if shown else [(0, seconds)]
    p50, p95 = quantiles(delays, (0.5, 0.95))
    return {"utilisation": used / offered if offered else None, "frame_delay_p50_ms": p50,
            "frame_delay_p95_ms": p95, "freezes": len(frozen),
            "freeze_s": sum(stop - start for start, stop in frozen)}

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the soak test judges: stalls of each line, and what grows."""
import statistics
from collections.abc import Iterator
from typing import Any

TELL_STALLS = 0.8                   # s
# Of the run, before growth is looked at: pools fill, tables get their size.
WARM_UP = 0.25
# What the memory of a process may gain over the rest: allocators do not give back
# all at once; a leak of 100 bytes a packet is 10 times as much in a minute.
MAX_GROWTH = 4 << 20                # bytes
MAX_GROWTH_AN_HOUR = 2 << 20        # bytes


class Stalls:
    """How long one line showed nothing beyond what was done to it."""

    def __init__(self, name: str, now: float) -> None:
        self.name = name
        self.shown = -1
        self.alive = now            # last progress, or the end of what was done to it
        self.worst = 0.0
        self.because = ""
        self.late = 0.0             # of this test itself since then
        self.more = 0.0             # that it may stand still, s

    def excuse(self, until: Any, because: Any, more: float = 0.0) -> None:
        """Nothing is to be seen until then, and what follows is because of it."""
        self.alive = max(self.alive, until)
        self.because = because
        self.more = more

    def look(self, shown: Any, now: float, late: Any) -> None:
        self.late += late
        if shown == self.shown:
            return
        stall = now - self.alive - self.late - self.more
        if self.shown >= 0 and stall > self.worst:
            self.worst = stall
            if stall >= TELL_STALLS:
                print(f"  {self.name}: nothing new for {stall:.1f} s, after {self.because}",
                      flush=True)
        self.shown = shown
        self.alive = max(self.alive, now)
        self.late = 0.0

    def end(self, now: float) -> Any:
        self.look(-2, now, 0.0)
        return self.worst


class Growth:
    """One figure of one process over time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.samples: list[Any] = []           # (s, value)

    def add(self, now: float, value: Any) -> None:
        self.samples.append((now, value))

    def rest(self) -> list[Any]:
        first, last = self.samples[0][0], self.samples[-1][0]
        return [sample for sample in self.samples if sample[0] >= first + WARM_UP * (last - first)]

    def an_hour(self) -> Any:
        """Slope by the method of least squares."""
        times, values = zip(*self.rest())
        return 3600 * statistics.linear_regression(times, values).slope

    def over_the_rest(self) -> Any:
        rest = self.rest()
        return self.an_hour() * (rest[-1][0] - rest[0][0]) / 3600


def growth_faults(memory: Any, descriptors: Any) -> Iterator[Any]:
    """What grew, as texts."""
    gained = memory.over_the_rest()
    hours = (memory.rest()[-1][0] - memory.rest()[0][0]) / 3600
    if gained > max(MAX_GROWTH, MAX_GROWTH_AN_HOUR * hours):
        yield f"{memory.name}: {gained / 1e6:.1f} MB more, {memory.an_hour() / 1e6:.2f} MB an hour"
    if descriptors.over_the_rest() >= 1:
        yield f"{descriptors.name}: {descriptors.over_the_rest():.1f} file descriptors more"

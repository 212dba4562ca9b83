# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Traces that need no download: families of them, each by its seed.

Uplinks as a video sender meets them, so slow that rate control matters to a video of some
Mbit/s.  They look like measured ones, and none is a model of a network.  The same seed makes
the same trace, whatever the versions of Python and NumPy: RandomState is frozen (NEP 19),
functions are of libm, and rates are rounded to kbit/s.
"""
from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from . import rates

if TYPE_CHECKING:               # NumPy takes 0.1 s
    from numpy.random import RandomState

SECONDS = 120                   # then a trace repeats
STEP = 100                      # ms
STEPS = SECONDS * 1000 // STEP
LEAST = 50                      # kbit/s while a link is up
# IEEE 802.11n, 20 MHz, one stream, long guard interval; kbit/s of MCS 0 to 7
WIFI = (6500, 13000, 19500, 26000, 39000, 52000, 58500, 65000)
WIFI_GOODPUT = 0.5              # of it, after preambles, acknowledgements and backoff
SLOT = 150                      # steps: Starlink's reconfigurations are 15 s apart


def between(random: RandomState, low: float, high: float) -> float:
    """So that halves and doubles are as likely."""
    return math.exp(random.uniform(math.log(low), math.log(high)))


def walk(random: RandomState, deviation: float, seconds: float) -> Iterator[float]:
    """A random walk that comes back to 0 within some seconds (Ornstein-Uhlenbeck)."""
    keep = math.exp(-STEP / 1000 / seconds)
    push = deviation * math.sqrt(1 - keep * keep)
    value = random.normal() * deviation
    for _ in range(STEPS):
        yield value
        value = keep * value + push * random.normal()


def gaps(random: RandomState, every: float, low: float, high: float) -> set[int]:
    """Steps in which nothing passes: gaps `every` s on average, low to high s each."""
    down: set[int] = set()
    for start in range(STEPS):
        if random.uniform() < STEP / 1000 / every:
            down.update(range(start, start + max(1, round(
                random.uniform(low, high) * 1000 / STEP))))
    return down


def with_gaps(kbps: Iterable[float], down: set[int]) -> list[int]:
    return [0 if step in down else max(LEAST, round(value)) for step, value in enumerate(kbps)]


def radio(random: RandomState, medians: tuple[float, float], slow: tuple[float, float],
          fast: tuple[float, float], outages: tuple[float, float, float]) -> list[int]:
    """A median of the trace, on it a slow walk of the logarithm and a fast one, and outages."""
    median = between(random, *medians)
    slow_walk, fast_walk = list(walk(random, *slow)), list(walk(random, *fast))
    return with_gaps([median * math.exp(one + other)
                      for one, other in zip(slow_walk, fast_walk)], gaps(random, *outages))


def cellular(random: RandomState) -> list[int]:
    """LTE: a walk over a factor of some 4, fading, and handovers."""
    return radio(random, (1000, 8000), (0.5, 4), (0.2, 0.15), (40, 0.1, 0.6))


def third_generation(random: RandomState) -> list[int]:
    """3G: slower, deeper, outages of seconds."""
    return radio(random, (300, 1500), (0.6, 8), (0.15, 0.3), (60, 1, 4))


def wifi(random: RandomState) -> list[int]:
    """A rate that is adapted, stations that come and go, and bursts of interference."""
    scheme, stations, kbps = random.randint(0, 5), random.randint(0, 4), []
    for _ in range(STEPS):
        if random.uniform() < STEP / 1000:              # once a second
            scheme = min(len(WIFI) - 1, max(0, scheme + random.randint(-1, 2)))
        if random.uniform() < STEP / 3000:              # once in three
            stations = min(4, max(0, stations + random.randint(-1, 2)))
        kbps.append(WIFI_GOODPUT * WIFI[scheme] / (1 + stations) * random.uniform(0.6, 1))
    return with_gaps(kbps, gaps(random, 12, 0.1, 0.4))


def satellite(random: RandomState) -> list[int]:
    """Low orbit: another capacity each 15 s, a short gap between, at times an obstacle."""
    first, median = random.randint(0, SLOT), between(random, 2000, 10000)
    level, kbps, down = 0.0, [], gaps(random, 90, 0.5, 2)
    noise = list(walk(random, 0.12, 0.5))
    for step in range(STEPS):
        if step == 0 or (step - first) % SLOT == 0:
            level = median * math.exp(0.45 * random.normal())
            if step:
                down.update(range(step, step + random.randint(1, 4)))
        kbps.append(level * math.exp(noise[step]))
    return with_gaps(kbps, down)


class Family(NamedTuple):
    make: Callable[[RandomState], list[int]]    # kbit/s of each step
    link: str                   # the other words of --link, where the user says none
    about: str


FAMILIES = {
    "cellular": Family(cellular, "delay=25ms queue=1s", "LTE"),
    "3g": Family(third_generation, "delay=50ms queue=2s", "3G"),
    "wifi": Family(wifi, "delay=10ms queue=300ms", "Wi-Fi"),
    "satellite": Family(satellite, "delay=25ms queue=500ms", "low orbit, with handovers"),
}


def generate(family: str, seed: int) -> rates.Rates:
    """Rates of a name in FAMILIES and a seed from 0 to 2^32 - 1."""
    import numpy  # 0.1 s, for who makes traces only
    random = numpy.random.RandomState([zlib.crc32(family.encode()), seed])
    kbps = FAMILIES[family].make(random)
    if kbps[0] == 0:            # a run begins with a link
        kbps[0] = next(rate for rate in kbps if rate)
    return rates.checked([step * STEP for step in range(STEPS)],
                         [int(rate) * 1000 for rate in kbps], STEPS * STEP)

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""From the lines of a run to what is drawn: means over short times, distributions."""
import math
from collections import defaultdict
from typing import Any

from gstscream.stats.distribution import mean

GAP = 1.0                       # s without a line breaks the lines of a plot
BINS = 900                      # at most, which is about one for each pixel


def bin_width(duration: float, least: float) -> Any:
    """s: at least as asked, and one of 1, 2, 5 times a power of ten above it."""
    width = max(least, duration / BINS, 1e-3)
    power = 10 ** math.floor(math.log10(width) + 1e-9)
    return next(power * n for n in (1, 2, 5, 10) if power * n >= width * (1 - 1e-9))


def values_of(rows: Any, name: str) -> list[Any]:
    """[(time, value)] of the lines that have it."""
    return [(row.time, getattr(row, name)) for row in rows if getattr(row, name) is not None]


def of_side(rows: Any, name: str) -> list[Any]:
    """[(time, value)] of the lines that have it from -sierralog."""
    return [(row.time, row.side[name]) for row in rows if row.side and name in row.side]


def of_streams(rows: Any, name: str) -> Any:
    """[(time, sum over the streams)] of what a line says of one stream."""
    latest, points = {}, []
    for row in rows:
        if getattr(row, name) is not None:
            latest[row.stream] = getattr(row, name)
            points.append((row.time, sum(latest.values())))
    return points


def binned(points: Any, width: Any, function: Any) -> Any:
    """[(middle of a bin, function of its values)], None where there is a gap."""
    bins = defaultdict(list)
    for time, value in points:
        bins[int(time / width)].append(value)
    result, last = [], None
    for index in sorted(bins):
        middle = (index + 0.5) * width
        if last is not None and middle - last > max(GAP, 2.5 * width):
            result.append((last + width / 2, None))
        result.append((middle, function(bins[index])))
        last = middle
    return result


def acked(rows: Any, width: Any) -> Any:
    """[(time, bit/s)] of what was acknowledged: as logged, or of the bytes."""
    logged = of_streams(rows, "acked")
    if logged:
        return binned(logged, width, mean)
    bits = [(row.time, row.acked_bytes * 8) for row in rows if row.acked_bytes is not None]
    return [(time, value and value / width if value is not None else None)
            for time, value in binned(bits, width, sum)]


def scaled(points: Any, factor: float) -> list[Any]:
    return [(time, None if value is None else value * factor) for time, value in points]


def shares(values: Any, points: int = 400) -> list[Any]:
    """[(value, part of the values up to it)], thinned out to so many."""
    ordered = sorted(values)
    if not ordered:
        return []
    steps = min(points, len(ordered))
    picked = [math.ceil((n + 1) / steps * len(ordered)) for n in range(steps)]
    # A tail of a few values is what matters: all of the last hundred.
    picked += range(max(1, len(ordered) - 100), len(ordered) + 1)
    return [(ordered[n - 1], n / len(ordered)) for n in sorted(set(picked))]

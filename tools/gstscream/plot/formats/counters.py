# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""From counters that several streams report at nearly the same times to rates and shares."""
from collections.abc import Iterable

from .recording import Point

GROUP = 0.05    # s: what one poll of statistics reports is not older than its first value


def grouped(streams: Iterable[list[Point]]) -> list[tuple[float, list[tuple[int, float]]]]:
    """[(time, [(stream, value)])] of the polls."""
    events = sorted((time, stream, value) for stream, points in enumerate(streams)
                    for time, value in points)
    result: list[tuple[float, list[tuple[int, float]]]] = []
    for time, stream, value in events:
        if not result or time - result[-1][0] > GROUP:
            result.append((time, []))
        result[-1][1].append((stream, value))
    return result


def total(streams: Iterable[list[Point]]) -> list[Point]:
    """What all counters rose by since their first values.

    One that ends stays where it is, one that begins anew counts from 0.
    """
    last: dict[int, float] = {}
    risen, result = 0.0, []
    for time, values in grouped(streams):
        for stream, value in values:
            before = last.get(stream, value)
            risen += value - before if value >= before else value
            last[stream] = value
        result.append((time, risen))
    return result


def rate(points: list[Point], factor: float = 1.0) -> list[Point]:
    """Of a counter: what it rises in a second, at the end of each interval."""
    return [(time, factor * (value - before) / (time - earlier))
            for (earlier, before), (time, value) in zip(points, points[1:])]


def summed(streams: Iterable[list[Point]]) -> list[Point]:
    """Of gauges: the sum over what each poll has."""
    return [(time, sum(dict(values).values())) for time, values in grouped(streams)]


def ratio(above: list[Point], below: list[Point]) -> list[Point]:
    """By how much one counter rises while the other rises by one, where it does.

    Of the other the last value up to the time counts.
    """
    result: list[Point] = []
    place, base = 0, None
    for time, value in above:
        while place < len(below) and below[place][0] <= time + GROUP:
            place += 1
        if not place:
            continue
        now = value, below[place - 1][1]
        if base is not None and now[1] > base[1]:
            result.append((time, (now[0] - base[0]) / (now[1] - base[1])))
        if base is None or now[1] > base[1]:
            base = now
    return result

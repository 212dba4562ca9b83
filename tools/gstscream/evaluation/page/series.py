# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run was like over time: the file that --series of the programs writes.

Points are of shape (count, 2): time and value.
"""
import math
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy

from gstscream.files import lines

GAP = 1.0                       # s without a sample: the flow was not there
POINTS = 240                    # of a line in a picture of some 400 pixels
# Of each kind of line: times in s, rates in bit/s, delays in ms; an empty one is not known.
COLUMNS = {
    "c": ["time", "capacity", "queue"],
    "f": ["time", "flow", "send", "received", "target", "delay", "sender_queue"],
    "t": ["time", "flow", "rate"],
    "q": ["part", "queue", "delay", "frame_delay"],
}


class BadSeries(Exception):
    pass


class Series(NamedTuple):
    """DataFrames with COLUMNS."""
    capacity: Any
    flows: dict[int, Any]       # by number
    others: dict[int, Any]      # TCP and UDP, by number
    quantiles: Any

    def end(self) -> float:
        ends = (each["time"].max() for each in (
            self.capacity, *self.flows.values(), *self.others.values()) if len(each))
        return float(max(ends, default=0.0))


def path(folder: str, name: Any) -> str:
    """name: whatever has a case, a variant and a controller"""
    parts = f"{name.case}-{name.variant}-{name.controller}".replace(os.sep, "_")
    return os.path.join(folder, "series", parts + ".csv")


def by_flow(samples: Any) -> dict[int, Any]:
    return {int(flow): part for flow, part in samples.groupby("flow", sort=False)}


def parse(lines: Iterable[str], name: str) -> Series:
    """name is for messages."""
    import pandas  # half a second, which --help need not wait for

    rows: dict[str, list[list[float]]] = {kind: [] for kind in COLUMNS}
    for count, line in enumerate(lines, 1):
        kind, *fields = line.rstrip("\n").split(",")
        try:
            rows[kind].append([float(field or "nan") for field in fields])
            whole = len(fields) == len(COLUMNS[kind])
        except (KeyError, ValueError):
            whole = False
        if not whole:
            raise BadSeries(f"{name}, line {count}: '{line.strip()}'")
    capacity, flows, others, quantiles = (
        pandas.DataFrame(rows[kind], columns=columns, dtype=float)
        for kind, columns in COLUMNS.items())
    return Series(capacity, by_flow(flows), by_flow(others), quantiles)


def read(path: str) -> Series | None:
    """None if there is no such file."""
    if not os.path.exists(path):
        return None
    return parse(lines(path), path)


def thinned(points: Any, pick: str) -> Any:
    """At most POINTS points; pick, a word of pandas, makes one value of those of an interval."""
    import pandas

    size = math.ceil(len(points) / POINTS)
    if size <= 1:
        return points
    intervals = pandas.DataFrame(points).groupby(numpy.arange(len(points)) // size)
    return intervals.agg({0: "first", 1: pick}).to_numpy()


def with_gaps(points: Any, scale: float = 1.0) -> Any:
    """Points for a line, broken where nothing was sampled for a while."""
    points = numpy.array(points, dtype=float).reshape(-1, 2) * (1, scale)
    last = numpy.flatnonzero(numpy.diff(points[:, 0]) > GAP)
    return numpy.insert(points, last + 1, points[last] * (1, math.nan), axis=0)


def rate(points: Any) -> Any:
    """In Mbit/s."""
    return thinned(with_gaps(points, 1e-6), "mean")


def peaks(points: Any) -> Any:
    return thinned(with_gaps(points), "max")

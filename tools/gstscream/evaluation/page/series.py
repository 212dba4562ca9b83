# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run was like over time: the file that --series of the programs writes."""
import math
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

GAP = 1.0                       # s without a sample: the flow was not there
POINTS = 240                    # of a line in a picture of some 400 pixels


class BadSeries(Exception):
    pass


class Sample(NamedTuple):
    time: float
    send: float                 # bit/s
    received: float
    target: float
    delay: float                # ms
    sender_queue: float


class Series:
    def __init__(self) -> None:
        self.capacity: list[tuple[float, float]] = []      # (s, bit/s)
        self.queue: list[tuple[float, float]] = []         # (s, ms)
        self.flows: dict[int, list[Sample]] = {}         # number: [Sample]
        self.others: dict[int, list[tuple[float, float]]] = {}  # number: [(s, bit/s)], TCP and UDP
        self.quantiles: list[Any] = []     # (fraction, queue, delay, frame delay), ms

    def add(self, kind: str, fields: Any) -> None:
        if kind == "c":
            time, capacity, queue = fields
            self.capacity.append((time, capacity))
            self.queue.append((time, queue))
        elif kind == "f":
            time, flow, *rest = fields
            self.flows.setdefault(int(flow), []).append(Sample(time, *rest))
        elif kind == "t":
            time, flow, rate = fields
            self.others.setdefault(int(flow), []).append((time, rate))
        elif kind == "q":
            fraction, queue, delay, frame = fields
            self.quantiles.append((fraction, queue, delay, frame))

    def end(self) -> Any:
        lines: list[Any] = [self.capacity, *self.flows.values(), *self.others.values()]
        return max((line[-1][0] for line in lines if line), default=0.0)


def path(folder: str, name: Any) -> str:
    """name: whatever has a case, a variant and a controller"""
    parts = f"{name.case}-{name.variant}-{name.controller}".replace(os.sep, "_")
    return os.path.join(folder, "series", parts + ".csv")


def number(text: str) -> Any:
    """An empty field is not known."""
    return float(text) if text else math.nan


def parse(lines: Iterable[str], name: str) -> Series:
    """name is for messages."""
    found = Series()
    for count, line in enumerate(lines, 1):
        kind, *fields = line.rstrip("\n").split(",")
        try:
            found.add(kind, [number(field) for field in fields])
        except (TypeError, ValueError) as error:
            raise BadSeries(f"{name}, line {count}: '{line.strip()}'") from error
    return found


def read(path: str) -> Series | None:
    """None if there is no such file."""
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return parse(file, path)


def thinned(points: Any, pick: Any) -> Any:
    """At most POINTS points; pick makes one value of those of an interval."""
    size = math.ceil(len(points) / POINTS)
    if size <= 1:
        return points
    made = []
    for start in range(0, len(points), size):
        part = points[start:start + size]
        values = [value for _, value in part if math.isfinite(value)]
        made.append((part[0][0], pick(values) if values else math.nan))
    return made


def average(values: Any) -> Any:
    return math.fsum(values) / len(values)


def with_gaps(points: Any, scale: float = 1.0) -> Any:
    """Points for a line, broken where nothing was sampled for a while."""
    made, last = [], None
    for time, value in points:
        if last is not None and time - last > GAP:
            made.append((last, math.nan))
        made.append((time, value * scale))
        last = time
    return made


def rate(points: Any) -> Any:
    """In Mbit/s."""
    return thinned(with_gaps(points, 1e-6), average)


def peaks(points: Any) -> Any:
    return thinned(with_gaps(points), max)

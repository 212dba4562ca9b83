# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The video's packets of a link.csv; there may be hundreds of thousands."""
import csv
import math
from array import array
from typing import Any

from gstscream.files import TooLarge, lines

DELIVERED = ("out", "marked")
COLUMNS = ("time", "flow", "bytes", "queue-delay", "fate")


class Video:
    """What arrived in arrays: s since the first frame, ms in the queue, bytes; and
    when packets were dropped, in s."""

    def __init__(self) -> None:
        self.times, self.delays, self.sizes = array("d"), array("d"), array("d")
        self.drops: list[float] = []

    def add(self, time: float, size: int, delay: float, fate: str) -> None:
        if not (time >= 0 and math.isfinite(delay)):
            return
        if fate not in DELIVERED:
            self.drops.append(time)
            return
        self.times.append(time)
        self.sizes.append(size)
        self.delays.append(delay * 1e3)

    def bits(self, start: float, stop: float) -> Any:
        """What arrived in [start, stop)."""
        return 8 * sum(size for time, size in zip(self.times, self.sizes)
                       if start <= time < stop)


def is_video(flow: str) -> bool:
    """TCP is beside it."""
    return not flow.startswith("tcp")


def read(path: str, start: float) -> Any:
    """start: s of the log's clock; lines that are torn or make no sense are left out."""
    found = Video()
    try:
        rows = csv.reader(lines(path))
        header: list[str] = next(rows, [])
        if any(name not in header for name in COLUMNS):
            return found
        places = [header.index(name) for name in COLUMNS]
        for row in rows:
            add_line(found, row, places, start)
    except (OSError, TooLarge, csv.Error):
        pass
    return found


def add_line(found: Any, line: Any, places: Any, start: float) -> None:
    try:
        time, flow, size, delay, fate = (line[place] for place in places)
        if is_video(flow):
            found.add(float(time) - start, float(size), float(delay), fate)
    except (IndexError, ValueError):
        pass

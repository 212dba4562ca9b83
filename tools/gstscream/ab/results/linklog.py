# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""link.csv: one line for each packet that left the link or was dropped there."""
import csv
from collections.abc import Iterable
from typing import Any, NamedTuple

from gstscream import files
from gstscream.ab.run.pipelines import PORT

VIDEO_ON_TUN = f"udp:{PORT}"
GONE = ("out", "marked")        # fates of packets that left


class Line(NamedTuple):
    time: float                 # s since the first captured frame
    flow: str
    size: int                   # bytes with headers
    ecn: int
    delay: float                # s in the queue
    fate: str                   # out, marked, queue, aqm, loss

    def entered(self) -> Any:
        """When it came to the link."""
        return self.time - self.delay


def read(path: str, start: float) -> list[Any]:
    """All lines by time, in s since `start` (s, monotonic)."""
    return sorted(Line(float(row["time"]) - start, row["flow"], int(row["bytes"]),
                       int(row["ecn"]), float(row["queue-delay"]), row["fate"])
                  for row in csv.DictReader(files.lines(path, "ascii", "strict")))


def is_tcp(line: Any) -> Any:
    return line.flow.startswith("tcp:")


def is_video(line: Any) -> bool:
    """In the element the flow is an SSRC, on TUN the video's port."""
    return len(line.flow) == 8 and ":" not in line.flow or line.flow == VIDEO_ON_TUN


def bits(lines: Any, start: float, end: float) -> Any:
    """What left in [start, end)."""
    return 8 * sum(line.size for line in lines
                   if line.fate in GONE and start <= line.time < end)


def rates(times_and_sizes: Iterable[tuple[float, float]], end: float, window: float,
          step: float) -> Any:
    """[(time, bit/s over the window before it)] each step, to `end`."""
    slots = [0.0] * (int(end / step) + 2)
    for when, size in times_and_sizes:
        if 0 <= when < end + step:
            slots[int(when / step)] += 8 * size
    width = round(window / step)
    found = []
    for index in range(1, int(end / step) + 1):
        part = slots[max(0, index - width):index]
        found.append((index * step, sum(part) / (len(part) * step)))
    return found


def queue_slots(lines: Any, end: float, step: float) -> Any:
    """The longest queue that a packet met in each slot; where none came it is
    taken to drain in real time."""
    slots: list[Any] = [None] * (int(end / step) + 1)
    for line in lines:
        if line.fate in GONE and 0 <= line.time < end:
            index = int(line.time / step)
            slots[index] = max(slots[index] or 0.0, line.delay)
    level = 0.0
    for index, slot in enumerate(slots):
        level = max(level - step, 0.0) if slot is None else slot
        slots[index] = level
    return slots

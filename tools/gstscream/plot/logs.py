# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads what senders log, and finds out by itself which of them it is.

    log = Log()
    for line in file:
        log.add(line)
    log.runs[-1].rows, log.describe()

Four formats: the CSV of screamtx (log-location), the per-ACK log of the test
tools (13 columns, or 17 to 21, with or without names), and their lines of 8
columns on the terminal with -verbose.  All are of columns in the same order, so
that the number of columns is enough to tell them apart.  Behind them there may be
columns of -sierralog, which the line of names marks.
"""
import math
from dataclasses import dataclass, field
from typing import Any

from gstscream.files import lines

NAMES = ("Time [s]", '"Time [s]"')  # how a line with the names of the columns begins
RESTART = 1.0                   # s: a time so far back begins a new run
EPOCH = 1e6                     # s: times above are of the clock, not of the run
SIDE = " [side]"                # how the name of a column of -sierralog ends
SIDE_MOST = 16                  # of these columns, as many as the sender writes
PER_ACK, VERBOSE = 13, 8        # numbers of columns, at least and exactly


@dataclass
class Row:
    """One line: times in s, rates in bit/s, sizes in bytes; None: not in it."""
    time: float
    queue_delay: float          # in the network
    rtt: float
    window: float
    in_flight: float
    sent: float
    stream: int = 0
    acked_bytes: float | None = None   # since the line before
    media: float | None = None
    acked: float | None = None
    lost: float | None = None
    ce: float | None = None
    target: float | None = None
    sender_delay: float | None = None  # in front of the pacer
    smoothed_rtt: float | None = None
    side: dict[str, float] | None = None           # {name: value} of -sierralog


@dataclass
class Run:
    """From one start of a sender to its end."""
    rows: list[Any] = field(default_factory=list)

    @property
    def duration(self) -> Any:
        return self.rows[-1].time - self.rows[0].time


def kind_of(columns: Any) -> str | None:
    """Name of the format with so many columns, None for none."""
    if columns == VERBOSE:
        return "verbose lines of a test tool"
    if columns < PER_ACK:
        return None
    if columns >= 24:
        return "log of screamtx"
    return f"per-ACK log of a test tool, {columns} columns"


def row_of(values: list[float]) -> Row:
    if len(values) == VERBOSE:
        time, queue_delay, rtt, window, in_flight, sent, lost, marked = values
        return Row(time, queue_delay, rtt, window, in_flight, sent * 1e3, lost=lost * 1e3,
                   ce=marked * 1e3)
    time, queue_delay, rtt, window, in_flight, _, sent, stream, _, acked_bytes, _, media = (
        values[:12])

    def column(number: int) -> float | None:
        return values[number - 1] if len(values) >= number else None

    return Row(time, queue_delay, rtt, window, in_flight, sent, int(stream), acked_bytes, media,
               acked=column(14), lost=column(15), ce=column(16), target=column(18),
               sender_delay=column(19), smoothed_rtt=column(22))


def side_names(line: str) -> Any:
    """Of the columns of -sierralog in a line of names, which are the last ones."""
    cells = [cell.strip() for cell in line.split(",")]
    return [cell[:-len(SIDE)] for cell in cells if cell.endswith(SIDE)][:SIDE_MOST]


def numbers_of(line: str, side: int = 0) -> Any:
    """The numbers of a line, None if it is not of numbers only; the last `side` of them
    may be nan."""
    cells = [cell.strip() for cell in line.strip().split(",")]
    if cells and not cells[-1]:
        cells.pop()             # -verbose ends its lines with a comma
    try:
        values = [float(cell) for cell in cells]
    except ValueError:
        return None
    certain = values[:len(values) - side]
    return values if certain and all(map(math.isfinite, certain)) else None


class Log:
    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.columns = 0        # of the first line with numbers
        self.broken = 0         # lines of numbers that are not whole or impossible
        self.unknown = 0        # all others
        self.offset = 0.0       # s
        self.side: list[str] = []          # names of columns of -sierralog

    def add(self, line: str) -> Any:
        """Returns the Row that it was, or None."""
        if line.startswith(NAMES):
            self.side = side_names(line)
        if not line.strip() or line.startswith(NAMES):
            return None
        values = numbers_of(line, len(self.side))
        if values is None:
            self.unknown += 1
            return None
        certain = values[:len(values) - len(self.side)]
        if not self.columns and kind_of(len(certain)):
            self.columns = len(certain)
        if not self.is_whole(certain):
            self.broken += 1
            return None
        row = row_of(certain)
        if self.side:
            row.side = {name: value for name, value in zip(self.side, values[len(certain):])
                        if math.isfinite(value)}
        return self.append(row)

    def is_whole(self, values: Any) -> bool:
        """A later line may have a column more, with -log's extra data."""
        if (self.columns == VERBOSE or self.side) and len(values) != self.columns:
            return False
        least = self.columns - (self.columns > PER_ACK and self.columns < 24)
        return self.columns > 0 and len(values) >= least and values[0] >= 0 and \
            0 <= values[2] < 3600 and abs(values[1]) < 3600 and min(values[3:7]) >= 0

    def append(self, row: Any) -> Any:
        last = self.runs[-1].rows[-1].time if self.runs else None
        time = row.time - self.offset
        if last is None or time < last - RESTART:
            self.runs.append(Run())
            self.offset = row.time if row.time > EPOCH else 0.0
            time = row.time - self.offset
        elif time < last:
            time = last         # several streams may be a little out of order
        row.time = time
        self.runs[-1].rows.append(row)
        return row

    def describe(self) -> str:
        """What was read, for the user."""
        rows = sum(len(run.rows) for run in self.runs)
        parts = [f"{kind_of(self.columns)}, {count(rows, 'line')}"]
        if self.side:
            parts.append(f"with {', '.join(self.side)} of -sierralog")
        if len(self.runs) > 1:
            parts.append(f"{len(self.runs)} runs one after the other")
        if self.broken:
            parts.append(f"{count(self.broken, 'broken line')} left out")
        if self.unknown:
            parts.append(f"{count(self.unknown, 'unknown line')} left out")
        return ", ".join(parts)


def count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def read(path: str) -> Any:
    log = Log()
    for line in lines(path):
        log.add(line)
    return log

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A growing log in the terminal: plots of the last minute, redrawn in place."""
import math
import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, BinaryIO

from gstscream.files import LONGEST, PIECE, TooLarge
from gstscream.stats.distribution import mean
from gstscream.terminal import Screen

from .logs import Log

BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS = (2, 6)                   # of each plot, as the terminal has room
LEFT = 9                        # columns in front of a plot
STEP = 0.5                      # s of each column, and between redraws
HISTORY = 400                   # columns that are kept, more than a terminal shows
PLOTS: Any = (("sent", "sent, Mbit/s", 1e-6, mean),
         ("queue_delay", "queue delay, ms", 1e3, max),
         ("rtt", "round trip, ms", 1e3, max))


class Tail:
    """Whole lines that are new in a file; one that is written anew is read anew."""

    def __init__(self, path: str) -> None:
        self.path, self.rest = path, b""
        self.file: BinaryIO | None = None

    def is_new(self) -> bool:
        """Another file has the name now, or this one was cut."""
        try:
            there = os.stat(self.path)
        except OSError:
            return False
        if self.file is None:
            return True
        here = os.fstat(self.file.fileno())
        return there.st_ino != here.st_ino or there.st_size < self.file.tell()

    def lines(self) -> Iterator[str]:
        if self.is_new():
            self.close()
            # Bytes: tell() of a text file is no place in it.
            self.file, self.rest = open(self.path, "rb"), b""
        while self.file and (piece := self.file.read(PIECE)):
            *whole, self.rest = (self.rest + piece).split(b"\n")
            if len(self.rest) > LONGEST:
                raise TooLarge(f"{self.path}: a line of more than {LONGEST} bytes; is it a text?")
            yield from (line.decode("utf-8", "replace") for line in whole)

    def close(self) -> None:
        if self.file:
            self.file.close()
        self.file = None


def chart(values: Any, width: Any, rows: Any) -> tuple[Any, Any]:
    """(lines of blocks, value of a whole column) for the last values; NaN is empty."""
    shown = list(values)[-width:]
    known = [value for value in shown if not math.isnan(value)]
    full = nice_top(max(known, default=0.0))
    lines = []
    for row in range(rows - 1, -1, -1):
        line = ""
        for value in shown:
            eighths = 0 if math.isnan(value) else math.ceil(8 * rows * value / full)
            line += BLOCKS[min(8, max(0, eighths - 8 * row))]
        lines.append(line)
    return lines, full


def nice_top(value: Any) -> Any:
    """The next of 1, 2, 3, 5 times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10 ** math.floor(math.log10(value))
    return next(power * n for n in (1, 2, 3, 5, 10) if value <= power * n * (1 + 1e-9))


class View:
    def __init__(self, path: str, stream: Any = sys.stdout) -> None:
        self.path, self.screen = path, Screen(stream)
        self.terminal = self.screen.terminal
        self.start_again()

    def start_again(self) -> None:
        self.log = Log()
        self.clear()

    def clear(self) -> None:
        self.columns: dict[str, deque[float]] = {name: deque(maxlen=HISTORY) for name, *_ in PLOTS}
        self.bin: int | None = None
        self.rows: list[Any] = []

    def add(self, lines: Any) -> None:
        for line in lines:
            runs = len(self.log.runs)
            row = self.log.add(line)
            if len(self.log.runs) > runs:
                self.clear()
            if row:
                self.add_row(row)
        # Lines that were drawn are not needed any more.
        for run in self.log.runs:
            del run.rows[:-1]

    def add_row(self, row: Any) -> None:
        index = int(row.time / STEP)
        if self.bin is not None and index > self.bin:
            self.end_column()
            for _ in range(min(index - self.bin - 1, HISTORY)):
                for column in self.columns.values():
                    column.append(math.nan)
            self.rows = []
        self.bin = index
        self.rows.append(row)

    def end_column(self) -> None:
        for name, _, factor, function in PLOTS:
            values = [getattr(row, name) for row in self.rows]
            self.columns[name].append(factor * max(0.0, function(values)))

    def plot_lines(self) -> Iterator[Any]:
        columns, lines = self.screen.size()
        width = max(10, min(HISTORY, columns - LEFT - 1))
        rows = max(ROWS[0], min(ROWS[1], (lines - 3) // len(PLOTS) - 1))
        for name, title, factor, _ in PLOTS:
            lines, full = chart(self.columns[name], width, rows)
            now = f"{factor * getattr(self.rows[-1], name):.1f}" if self.rows else "–"
            yield f"{title}: {now}"
            for number, line in enumerate(lines):
                label = f"{full:g}" if number == 0 else "0" if number == rows - 1 else ""
                yield f"{label:>{LEFT - 2}} │{line}"

    def one_line(self) -> str:
        row = self.rows[-1]
        return (f"{row.time:7.1f} s  sent {row.sent / 1e6:.2f} Mbit/s  "
                f"queue delay {row.queue_delay * 1e3:.0f} ms  RTT {row.rtt * 1e3:.0f} ms")

    def show(self) -> None:
        if not self.log.runs:
            self.screen.draw([f"waiting for {self.path}"])
        elif self.terminal:
            head = f"{self.path}: {self.rows[-1].time:.1f} s, {STEP:g} s for each column"
            left = [f"{self.log.broken} broken and {self.log.unknown} unknown lines left out"] \
                if self.log.broken or self.log.unknown else []
            self.screen.draw([head, *self.plot_lines(), *left])
        else:
            self.screen.say(self.one_line())

    def close(self) -> None:
        self.screen.close()


def step(tail: Any, view: Any, last: Any) -> Any:
    """Shows what is new; returns the time of the last line, None for none."""
    if tail.file and tail.is_new():
        view.start_again()
    view.add(tail.lines())
    newest = view.rows[-1].time if view.rows else None
    if view.terminal or (newest is not None and newest != last):
        view.show()
    return newest


def follow(path: str, seconds: float, stream: Any = sys.stdout) -> int:
    """Until Ctrl-C, or for so many seconds; returns the exit status."""
    tail, view = Tail(path), View(path, stream)
    end = time.monotonic() + seconds if seconds else math.inf
    # A line for each second is enough where nothing is redrawn.
    pause = STEP if view.terminal else 1.0
    last = None
    try:
        last = step(tail, view, last)
        while time.monotonic() < end:
            time.sleep(max(0.0, min(pause, end - time.monotonic())))
            last = step(tail, view, last)
    except KeyboardInterrupt:
        pass
    finally:
        tail.close()
        view.close()
    if not view.log.runs:
        print(f"scream-plot: {path}: no line of a log so far", file=sys.stderr)
        return 2
    return 0

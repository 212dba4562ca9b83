# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The log of transmission times of the original test tool (-txrxlog): one-way delay.

A line for each packet: time, sequence number, when it was sent, when it was received
by the receiver's clock, one-way delay; all but the number in s. The last two are -1
where it was lost. The clocks of the two hosts differ, so of the one-way delay only
what is above its least is drawn.
"""
from dataclasses import dataclass
from typing import Any

from gstscream.draw import look, palette
from gstscream.files import lines
from gstscream.stats.distribution import mean

from . import logs, series
from .pictures import LEVELS, any_above_0, assembled, in_ms

COLUMNS = 5
LOST = -1.0


@dataclass
class Packet:
    time: float                 # s since the first
    delay: float | None         # s above the least; None: lost


class Log:
    def __init__(self) -> None:
        self.packets: list[Packet] = []
        self.left_out = 0

    def add(self, line: Any) -> None:
        values = logs.numbers_of(line)
        if values is None or len(values) != COLUMNS:
            self.left_out += bool(line.strip())
            return
        lost = values[3] == LOST and values[4] == LOST
        self.packets.append(Packet(values[0], None if lost else values[4]))

    def finish(self) -> None:
        """Times from the first packet on, delays from the least one on."""
        start = min((packet.time for packet in self.packets), default=0)
        least = min((p.delay for p in self.packets if p.delay is not None), default=0)
        for packet in self.packets:
            packet.time -= start
            if packet.delay is not None:
                packet.delay -= least
        self.packets.sort(key=lambda packet: packet.time)

    def describe(self) -> str:
        text = f"transmission times of a test tool, {logs.count(len(self.packets), 'packet')}"
        return text + (f", {logs.count(self.left_out, 'line')} left out" if self.left_out else "")


def read(path: str) -> Any:
    """A Log, or None if it is another file: half of the lines must be of this kind."""
    log = Log()
    for line in lines(path):
        log.add(line)
    log.finish()
    received = any(packet.delay is not None for packet in log.packets)
    return log if received and len(log.packets) > log.left_out else None


class Pictures:
    """The same as pictures.Pictures is for the other logs."""

    def __init__(self, packets: Any, title: Any, interval: float) -> None:
        self.packets, self.title = packets, title
        self.end = packets[-1].time
        self.width = series.bin_width(self.end, interval)
        self.received = [(p.time, 1e3 * p.delay) for p in packets if p.delay is not None]
        self.lost = [(p.time, 100.0 * (p.delay is None)) for p in packets]

    def delays(self, plot: Any) -> None:
        plot.head(f"{self.title}: one-way delay above the least", "ms")
        plot.line("highest", series.binned(self.received, self.width, max), palette.SKY,
                  width=look.FINE)
        plot.line("mean", series.binned(self.received, self.width, mean), palette.BLUE)

    def losses(self, plot: Any) -> None:
        plot.head("Lost packets", "%")
        plot.line("lost", series.binned(self.lost, self.width, mean), palette.RED)

    def shares(self, plot: Any) -> None:
        plot.head("Part of the packets below a delay")
        plot.shares(LEVELS, "ms")
        plot.line("one-way delay", series.shares([value for _, value in self.received]),
                  palette.BLUE)

    def picture(self) -> Any:
        over_time = [self.delays] + [self.losses] * any_above_0(self.lost)
        return assembled(f"{self.title}: one-way delay over {self.end:.0f} s, and its "
                         "distribution", self.end, over_time, [self.shares])

    def summary(self) -> list[Any]:
        """[(what, text)]"""
        lost = mean([value for _, value in self.lost])
        return [("time", f"{self.end:.1f} s"), ("packets", f"{len(self.packets)}"),
                ("lost", f"{lost:.2f} %"),
                ("one-way delay", in_ms([value / 1e3 for _, value in self.received]))]

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The picture of one run, and what can be said of it in numbers."""
import math
from functools import partial
from typing import Any

from gstscream.draw import chart, look, palette
from gstscream.stats.distribution import mean, quantile

from . import series

HEIGHT = 190                    # pixels of a plot
LEVELS = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)


def any_above_0(points: Any) -> bool:
    return any(value for _, value in points)


def assembled(label: str, end: float, over_time: Any, shares: Any) -> chart.Picture:
    """A plot by each function: those that share the axis of time above the others."""
    picture = chart.Picture(label, [HEIGHT] * (len(over_time) + len(shares)))
    for plot, draw in zip(picture.plots, [*over_time, *shares]):
        draw(plot)
    picture.over_time(end, picture.plots[:len(over_time)])
    return picture


def rate_shares(plot: Any, curves: Any) -> None:
    """curves: (name, [(time, Mbit/s)], colour)"""
    plot.head("Part of the time below a rate", "%")
    for name, points, colour in curves:
        values = [value for _, value in points if value is not None]
        plot.line(name, [(value, 100 * part) for value, part in series.shares(values)], colour)
    plot.axes.set_xlabel("Mbit/s")
    plot.up(100)


class Pictures:
    def __init__(self, run: Any, title: Any, interval: float) -> None:
        """interval: s of the shortest mean that is drawn."""
        self.rows, self.title = run.rows, title
        self.width = series.bin_width(run.rows[-1].time, interval)
        self.end = run.rows[-1].time
        # A column may have had nothing yet.
        self.side = list(dict.fromkeys(name for row in run.rows for name in row.side or ()))

    def mean_of(self, name: str, factor: float) -> Any:
        return series.scaled(series.binned(
            series.values_of(self.rows, name), self.width, mean), factor)

    def highest_of(self, name: str, factor: float) -> Any:
        return series.scaled(series.binned(
            series.values_of(self.rows, name), self.width, max), factor)

    def acked(self) -> Any:
        return series.scaled(series.acked(self.rows, self.width), 1e-6)

    def rates(self, plot: Any) -> None:
        plot.head(f"{self.title}: rates, means of {self.width:g} s", "Mbit/s")
        target = self.mean_of("target", 1e-6)
        if target:
            plot.line("target", target, palette.GREY)
        plot.line("sent", self.mean_of("sent", 1e-6), palette.BLUE)
        acked = self.acked()
        if acked:
            plot.line("acknowledged", acked, palette.GREEN)
        for name, colour in (("lost", palette.RED), ("ce", palette.PURPLE)):
            points = series.scaled(series.binned(
                series.of_streams(self.rows, name), self.width, mean), 1e-6)
            if any_above_0(points):
                plot.line({"ce": "marked CE"}.get(name, name), points, colour)

    def delays(self, plot: Any) -> None:
        plot.head("Queue delay", "ms")
        plot.line("in the network, highest", self.highest_of("queue_delay", 1e3), palette.SKY,
                  width=look.FINE)
        plot.line("in the network", self.mean_of("queue_delay", 1e3), palette.BLUE)
        sender = self.mean_of("sender_delay", 1e3)
        if any_above_0(sender):
            plot.line("in the sender", sender, palette.ORANGE)

    def round_trips(self, plot: Any) -> None:
        plot.head("Round trip", "ms")
        plot.line("highest", self.highest_of("rtt", 1e3), palette.SKY, width=look.FINE)
        plot.line("RTT", self.mean_of("rtt", 1e3), palette.BLUE)
        smoothed = self.mean_of("smoothed_rtt", 1e3)
        if smoothed:
            plot.line("smoothed", smoothed, palette.ORANGE)

    def side_column(self, plot: Any, name: str) -> None:
        points = series.binned(series.of_side(self.rows, name), self.width, mean)
        values = [value for _, value in points if value is not None]
        plot.head(f"{name}, of -sierralog")
        plot.line(name, points, palette.GREEN)
        plot.up(max(values), min(values))

    def rate_shares(self, plot: Any) -> None:
        rate_shares(plot, [each for each in (
            ("sent", self.mean_of("sent", 1e-6), palette.BLUE),
            ("acknowledged", self.acked(), palette.GREEN)) if each[1]])

    def delay_shares(self, plot: Any) -> None:
        plot.head("Part of the reports below a delay")
        plot.shares(LEVELS, "ms")
        for name, text, colour in (("queue_delay", "queue delay", palette.BLUE),
                                   ("rtt", "RTT", palette.ORANGE)):
            values = [1e3 * value for _, value in series.values_of(self.rows, name)]
            plot.line(text, series.shares(values), colour)

    def picture(self) -> Any:
        """Three plots over time, those of -sierralog, and two distributions."""
        over_time = [self.rates, self.delays, self.round_trips,
                     *(partial(self.side_column, name=name) for name in self.side)]
        return assembled(
            f"{self.title}: rates, queue delay and round trip over {self.end:.0f} s, "
            "and their distributions", self.end, over_time,
            [self.rate_shares, self.delay_shares])

    def summary(self) -> Any:
        """[(what, text)]"""
        queue = [value for _, value in series.values_of(self.rows, "queue_delay")]
        rtt = [value for _, value in series.values_of(self.rows, "rtt")]
        sent = mean([v for _, v in self.mean_of("sent", 1e-6) if v is not None])
        acked = mean([v for _, v in self.acked() if v is not None])
        lost = series.of_streams(self.rows, "lost")
        both = [("time", f"{self.end:.1f} s"), ("sent", f"{sent:.2f} Mbit/s")]
        if not math.isnan(acked):
            both.append(("acknowledged", f"{acked:.2f} Mbit/s"))
        if lost and sent:
            both.append(("lost", f"{mean([v for _, v in lost]) / sent / 1e4:.2f} %"))
        both += [("queue delay", in_ms(queue)), ("RTT", in_ms(rtt))]
        return both + [(name, spread([value for _, value in series.of_side(self.rows, name)]))
                       for name in self.side]


def spread(values: Any) -> str:
    return f"mean {mean(values):.8g}, from {min(values):.8g} to {max(values):.8g}"


def in_ms(values: Any) -> str:
    """mean, p95 and max of values in s"""
    return (f"mean {1e3 * mean(values):.1f}, p95 {1e3 * quantile(values, 0.95):.1f}"
            f", max {1e3 * max(values):.1f} ms")

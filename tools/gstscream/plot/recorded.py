# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The picture of a recording of another program: the curves that it has, and no others."""
from functools import partial
from typing import Any

from gstscream.draw import look, palette
from gstscream.plot.formats import recording
from gstscream.stats.distribution import mean, quantile

from . import series
from .pictures import LEVELS, any_above_0, assembled, in_ms, rate_shares

COLOURS = {
    "target": palette.GREY, "estimate": palette.ORANGE, "sent": palette.BLUE,
    "captured": palette.BLUE, "received": palette.GREEN, "lost_rate": palette.RED,
    "ce_rate": palette.PURPLE, "queue_highest": palette.SKY, "queue": palette.BLUE,
    "one_way": palette.BLUE, "frame": palette.GREEN, "sender": palette.ORANGE,
    "buffer": palette.GREEN, "jitter": palette.PURPLE, "rtt": palette.BLUE,
    "loss": palette.RED, "missing": palette.ORANGE, "ce": palette.PURPLE,
    "frames_sent": palette.BLUE, "frames_received": palette.GREEN,
    "frames_dropped": palette.RED,
}
ALMOST = 0.999                  # of it: what a computer rounds up is in no other bin
SKIPPED = 2.5                   # times as far apart as most: the line is broken
HIGHEST = ("one_way", "rtt")    # beside whose mean the highest is drawn
# (heading, curves, unit, factor)
PLOTS = (("rates", recording.RATES, "Mbit/s", 1e-6), ("delays", recording.DELAYS, "ms", 1e3),
         ("round trip", recording.TRIPS, "ms", 1e3), ("packets", recording.LOSSES, "%", 100),
         ("frames", recording.FRAMES, "per second", 1))
SENT, ARRIVED, DELAYS = ("sent", "captured"), ("received",), ("one_way", "queue", "frame", "rtt")


def spacing(points: Any) -> Any:
    """s between most of the points; many at one time are one."""
    times = sorted({time for time, _ in points})
    return ALMOST * quantile([b - a for a, b in zip(times, times[1:])], 0.9) \
        if len(times) > 1 else 0.0


def broken(points: Any, gap: float) -> Any:
    """With a None behind each point that is so far from the next one."""
    result: list[Any] = []
    for time, value in points:
        if result and time - result[-1][0] > gap:
            result.append((result[-1][0], None))
        result.append((time, value))
    return result


class Pictures:
    """The same as pictures.Pictures is for our logs."""

    def __init__(self, recorded: Any, title: Any, interval: float) -> None:
        self.curves, self.figures, self.title = recorded.curves, recorded.figures, title
        self.end, self.interval = recorded.end, interval

    def is_sparse(self, name: str) -> bool:
        """Its points are further apart than bins are wide."""
        return bool(spacing(self.curves[name]) >= series.bin_width(self.end, self.interval))

    def drawn(self, name: str, factor: float, function: Any = mean) -> Any:
        """Means over bins, or the points as they are."""
        points = self.curves[name]
        if self.is_sparse(name):
            return series.scaled(broken(points, max(series.GAP, SKIPPED * spacing(points))),
                                 factor)
        width = series.bin_width(self.end, self.interval)
        return series.scaled(series.binned(points, width, function), factor)

    def plots(self) -> list[Any]:
        """Those with a curve; of losses, with one that is not 0."""
        return [each for each in PLOTS if any(
            self.curves.get(name) and (each[1] is not recording.LOSSES
                                       or any_above_0(self.curves[name])) for name in each[1])]

    def over_time(self, plot: Any, of: tuple[str, Any, str, float]) -> None:
        heading, names, unit, factor = of
        first = self.plots()[0][0] == heading
        if names is recording.DELAYS and "one_way" in self.curves:
            heading += " above the least"
        plot.head(f"{self.title}: {heading}" if first else heading.capitalize(), unit)
        for name in (each for each in names if self.curves.get(each)):
            if name in HIGHEST and not self.is_sparse(name):
                plot.line(f"{names[name]}, highest", self.drawn(name, factor, max), palette.SKY,
                          width=look.FINE)
            plot.line(names[name], self.drawn(name, factor), COLOURS[name])

    def rate_shares(self, plot: Any) -> None:
        rate_shares(plot, [(recording.RATES[name], self.drawn(name, 1e-6), COLOURS[name])
                           for name in filter(self.curves.get, SENT + ARRIVED)])

    def delay_shares(self, plot: Any) -> None:
        plot.head("Part of the reports below a delay")
        plot.shares(LEVELS, "ms")
        for name in filter(self.curves.get, DELAYS):
            plot.line({**recording.DELAYS, **recording.TRIPS}[name],
                      series.shares([1e3 * value for _, value in self.curves[name]]),
                      palette.ORANGE if name == "rtt" else COLOURS[name])

    def picture(self) -> Any:
        over_time = self.plots()
        shares = [draw for names, draw in ((SENT + ARRIVED, self.rate_shares),
                                           (DELAYS, self.delay_shares))
                  if any(name in self.curves for name in names)]
        names = ", ".join(heading for heading, *_ in over_time)
        return assembled(
            f"{self.title}: {names} over {self.end:.0f} s, and distributions", self.end,
            [partial(self.over_time, of=each) for each in over_time], shares)

    def of_mean(self, names: Any, form: str, factor: float) -> list[Any]:
        """[(what, text)] of the first of the curves that there is."""
        name = next((name for name in names if name in self.curves), None)
        if name is None:
            return []
        values = [value for _, value in self.drawn(name, factor) if value is not None]
        return [form.format(mean(values))]

    def summary(self) -> Any:
        """[(what, text)]"""
        rows = [("time", f"{self.end:.1f} s")]
        for what, names, form, factor in (
                ("sent", SENT, "{:.2f} Mbit/s", 1e-6),
                ("received", ARRIVED, "{:.2f} Mbit/s", 1e-6),
                ("target", ("target",), "{:.2f} Mbit/s", 1e-6),
                ("estimate", ("estimate",), "{:.2f} Mbit/s", 1e-6)):
            rows += [(what, text) for text in self.of_mean(names, form, factor)]
        for what, name in (("lost", "loss"), ("missing", "missing")):
            if name in self.curves:
                share = mean([value for _, value in self.curves[name]])
                rows.append((what, f"{100 * share:.2f} %"))
        for what, name in (("queue delay", "queue"), ("one-way delay", "one_way"),
                           ("delay of frames", "frame"), ("RTT", "rtt")):
            if name in self.curves:
                rows.append((what, in_ms([value for _, value in self.curves[name]])))
        for what, name in (("frames sent", "frames_sent"),
                           ("frames received", "frames_received")):
            rows += [(what, text) for text in self.of_mean((name,), "{:.1f} per second", 1)]
        return rows + self.figures

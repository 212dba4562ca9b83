# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of one run."""
import math

from .. import palette, plots, svgplot
from . import series

HALF = 430                      # pixels: two beside each other


def any_above_0(points):
    return any(value for _, value in points)


class Pictures:
    def __init__(self, run, title, interval):
        """interval: s of the shortest mean that is drawn."""
        self.rows, self.title = run.rows, title
        self.width = series.bin_width(run.rows[-1].time, interval)
        self.end = run.rows[-1].time

    def figure(self, title, unit, kind=svgplot.Figure, **more):
        return kind(title, unit, end=self.end, **more)

    def mean_of(self, name, factor):
        return series.scaled(series.binned(
            series.values_of(self.rows, name), self.width, series.mean), factor)

    def highest_of(self, name, factor):
        return series.scaled(series.binned(
            series.values_of(self.rows, name), self.width, max), factor)

    def rates(self):
        note = f"means of {svgplot.number(self.width)} s"
        figure = self.figure(f"{self.title}: rates", "Mbit/s", note=note)
        target = self.mean_of("target", 1e-6)
        if target:
            figure.line("target", target, palette.GREY, width=1.2)
        figure.line("sent", self.mean_of("sent", 1e-6), palette.BLUE)
        acked = self.acked()
        if acked:
            figure.line("acknowledged", acked, palette.GREEN)
        for name, colour in (("lost", palette.RED), ("ce", palette.PURPLE)):
            points = series.scaled(series.binned(
                series.of_streams(self.rows, name), self.width, series.mean), 1e-6)
            if any_above_0(points):
                figure.line({"ce": "marked CE"}.get(name, name), points, colour)
        return figure

    def acked(self):
        return series.scaled(series.acked(self.rows, self.width), 1e-6)

    def delays(self):
        figure = self.figure("Queue delay", "ms")
        figure.line("in the network, highest", self.highest_of("queue_delay", 1e3),
                    palette.SKY, width=0.9)
        figure.line("in the network", self.mean_of("queue_delay", 1e3), palette.BLUE)
        sender = self.mean_of("sender_delay", 1e3)
        if any_above_0(sender):
            figure.line("in the sender", sender, palette.ORANGE)
        return figure

    def round_trips(self):
        figure = self.figure("Round trip", "ms")
        figure.line("highest", self.highest_of("rtt", 1e3), palette.SKY, width=0.9)
        figure.line("RTT", self.mean_of("rtt", 1e3), palette.BLUE)
        smoothed = self.mean_of("smoothed_rtt", 1e3)
        if smoothed:
            figure.line("smoothed", smoothed, palette.ORANGE, width=1.2)
        return figure

    def rate_shares(self):
        lines = [(name, [value for _, value in points if value is not None], colour)
                 for name, points, colour in (
                     ("sent", self.mean_of("sent", 1e-6), palette.BLUE),
                     ("acknowledged", self.acked(), palette.GREEN)) if points]
        # Room for the last number of the axis and its unit.
        end = 1.1 * max(max(values, default=0) for _, values, _ in lines)
        figure = svgplot.Figure("Part of the time below a rate", "%", high=100, end=end,
                                size=(HALF, svgplot.HEIGHT))
        figure.x_unit = "Mbit/s"
        for name, values, colour in lines:
            figure.line(name, [(value, 100 * part) for value, part in series.shares(values)],
                        colour)
        return figure

    def delay_shares(self):
        figure = plots.Shares("Part of the reports below a delay", "",
                              size=(HALF, svgplot.HEIGHT))
        for name, text, colour in (("queue_delay", "queue delay", palette.BLUE),
                                   ("rtt", "RTT", palette.ORANGE)):
            values = [1e3 * value for _, value in series.values_of(self.rows, name)]
            figure.line(text, [(value, figure.height_of(part))
                               for value, part in series.shares(values)], colour)
        return figure

    def over_time(self):
        return [self.rates(), self.delays(), self.round_trips()]

    def distributions(self):
        return [self.rate_shares(), self.delay_shares()]

    def summary(self):
        """[(what, text)]"""
        queue = [value for _, value in series.values_of(self.rows, "queue_delay")]
        rtt = [value for _, value in series.values_of(self.rows, "rtt")]
        sent = series.mean([v for _, v in self.mean_of("sent", 1e-6) if v is not None])
        acked = series.mean([v for _, v in self.acked() if v is not None])
        lost = series.of_streams(self.rows, "lost")
        both = [("time", f"{self.end:.1f} s"), ("sent", f"{sent:.2f} Mbit/s")]
        if not math.isnan(acked):
            both.append(("acknowledged", f"{acked:.2f} Mbit/s"))
        if lost and sent:
            both.append(("lost", f"{series.mean([v for _, v in lost]) / sent / 1e4:.2f} %"))
        return both + [("queue delay", in_ms(queue)), ("RTT", in_ms(rtt))]


def in_ms(values):
    """mean, p95 and max of values in s"""
    return (f"mean {1e3 * series.mean(values):.1f}, p95 {1e3 * series.quantile(values, 0.95):.1f}"
            f", max {1e3 * max(values):.1f} ms")

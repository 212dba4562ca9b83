# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of the report: rates, delays, and how the delays are distributed."""
import math

from gstscream import order, svgplot
from gstscream.palette import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED
from gstscream.plots import Clipped, Shares

from . import series

FLOWS = [BLUE, RED, GREEN, PURPLE, ORANGE]
# A controller that does not adapt would squeeze the pictures of the others.
NOT_ADAPTIVE = "fixed"
RATE_SIZE, DELAY_SIZE, SHARE_SIZE = (450, 210), (450, 170), (450, 190)
TARGETS = 3                     # flows; lines of more would hide each other


class Scale:
    """Axes that all controllers of a case share."""

    def __init__(self, runs):
        """runs: {controller: Series}"""
        adaptive = [run for name, run in runs.items() if name != NOT_ADAPTIVE] or [*runs.values()]
        self.end = max((run.end() for run in runs.values()), default=0)
        self.rate = max([rate for run in adaptive for _, rate in rates(run)], default=0) / 1e6
        self.delay = max([value for run in adaptive for flow in run.flows.values()
                          for _, value in delays(flow) if math.isfinite(value)], default=0)


def delays(flow):
    return [(sample.time, sample.delay) for sample in flow]


def rates(run):
    yield from run.capacity
    for flow in run.flows.values():
        yield from ((sample.time, sample.send) for sample in flow)


def flow_lines(run):
    """(number, samples, colour, opacity) of each flow."""
    many = len(run.flows) > len(FLOWS)
    for place, (flow, samples) in enumerate(sorted(run.flows.items())):
        yield flow, samples, BLUE if many else FLOWS[place], 0.35 if many else 1.0


def flow_name(run, flow):
    if len(run.flows) == 1:
        return "sent"
    if len(run.flows) > len(FLOWS):
        return f"each of {len(run.flows)} flows" if flow == min(run.flows) else ""
    return f"flow {flow + 1}"


def rate_picture(title, run, scale):
    figure = Clipped(title, "Mbit/s", end=scale.end, high=scale.rate, size=RATE_SIZE)
    figure.line("capacity" if run.capacity else "", series.steps(run.capacity, 1e-6), "#a8a8a8",
                True, 2.4)
    for place, flow in enumerate(run.others.values()):
        figure.line("" if place else "TCP, UDP", series.rate(flow), BLACK, width=0.9, opacity=0.7)
    for flow, samples, colour, opacity in flow_lines(run):
        figure.line(flow_name(run, flow), series.rate([(s.time, s.send) for s in samples]), colour,
                    width=1.3, opacity=opacity)
        if len(run.flows) <= TARGETS:
            figure.line("target" if len(run.flows) == 1 else "",
                        series.rate([(s.time, s.target) for s in samples]),
                        ORANGE if len(run.flows) == 1 else colour, width=1.0, dash="4 3")
    return figure.svg()


def delay_picture(run, scale):
    figure = Clipped("Packet delay, longest of each interval", "ms", end=scale.end,
                     high=scale.delay, size=DELAY_SIZE)
    for _, samples, colour, opacity in flow_lines(run):
        figure.line("", series.peaks(delays(samples)), colour, width=1.1, opacity=opacity)
    return figure.svg()


def share_picture(title, runs, column, colour_of):
    """column: of Series.quantiles"""
    lines = {name: [(row[column], Shares.height_of(row[0])) for row in run.quantiles
                    if row[0] <= Shares.LAST and math.isfinite(row[column])]
             for name, run in runs.items()}
    ends = [line[-1][0] for name, line in lines.items() if line and name != NOT_ADAPTIVE]
    end = max(ends, default=math.inf)
    figure = Shares(title, "", size=SHARE_SIZE)
    for name in sorted(lines, key=order.listed_first(order.CONTROLLERS)):
        if lines[name]:
            figure.line(name, [point for point in lines[name] if point[0] <= end],
                        colour_of[name])
    return figure.svg()


def card(controller, run, scale):
    """Rate above delay, on one axis of time."""
    return rate_picture(controller, run, scale) + delay_picture(run, scale)


def shares_card(runs, colour_of):
    return (share_picture("Packets with less queue delay than", runs, 1, colour_of)
            + share_picture("Frames with less delay than", runs, 3, colour_of))

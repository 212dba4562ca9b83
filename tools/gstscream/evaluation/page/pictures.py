# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of the report: rates, delays, and how the delays are distributed."""
from collections.abc import Iterator
from typing import Any

from gstscream import order
from gstscream.draw import chart, look
from gstscream.draw.palette import BLACK, BLUE, CAPACITY, GREEN, ORANGE, PURPLE, RED

from . import series

FLOWS = [BLUE, RED, GREEN, PURPLE, ORANGE]
# A controller that does not adapt would squeeze the pictures of the others.
NOT_ADAPTIVE = "fixed"
RATE, DELAY, SHARE = 210, 170, 210      # heights in pixels
LEVELS = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
TARGETS = 3                     # flows; lines of more would hide each other


class Scale:
    """Axes that all controllers of a case share."""

    def __init__(self, title: str, runs: Any) -> None:
        """title: which case; runs: {controller: Series}"""
        self.title = title
        adaptive = [run for name, run in runs.items() if name != NOT_ADAPTIVE] or [*runs.values()]
        flows = [flow for run in adaptive for flow in run.flows.values()]
        self.end = max((run.end() for run in runs.values()), default=0)
        self.rate = highest([*(run.capacity["capacity"] for run in adaptive),
                             *(flow["send"] for flow in flows)]) / 1e6
        self.delay = highest([flow["delay"] for flow in flows])


def highest(columns: list[Any]) -> float:
    """0 of nothing."""
    return float(max((column.max() for column in columns if column.notna().any()), default=0))


def delays(flow: Any) -> Any:
    return flow[["time", "delay"]]


def flow_lines(run: Any) -> Iterator[Any]:
    """(number, samples, colour, opacity) of each flow."""
    many = len(run.flows) > len(FLOWS)
    for place, (flow, samples) in enumerate(sorted(run.flows.items())):
        yield flow, samples, BLUE if many else FLOWS[place], 0.35 if many else 1.0


def flow_name(run: Any, flow: Any) -> str:
    if len(run.flows) == 1:
        return "sent"
    if len(run.flows) > len(FLOWS):
        return f"each of {len(run.flows)} flows" if flow == min(run.flows) else ""
    return f"flow {flow + 1}"


def rate_plot(plot: Any, title: str, run: Any, scale: Any) -> None:
    plot.head(title, "Mbit/s")
    plot.up(scale.rate)
    if len(run.capacity):
        plot.line("capacity", scaled(run.capacity), CAPACITY, step=True, width=look.STRONG)
    for place, flow in enumerate(run.others.values()):
        plot.line("" if place else "TCP, UDP", series.rate(flow[["time", "rate"]]), BLACK,
                  width=look.FINE)
    for flow, samples, colour, opacity in flow_lines(run):
        plot.line(flow_name(run, flow), series.rate(samples[["time", "send"]]), colour,
                  opacity=opacity)
        if len(run.flows) <= TARGETS:
            plot.line("target" if len(run.flows) == 1 else "",
                      series.rate(samples[["time", "target"]]),
                      ORANGE if len(run.flows) == 1 else colour, width=look.FINE, dashed=True)


def scaled(capacity: Any) -> Any:
    """Mbit/s"""
    return capacity[["time", "capacity"]] / (1, 1e6)


def delay_plot(plot: Any, run: Any, scale: Any) -> None:
    plot.head("Packet delay, longest of each interval", "ms")
    plot.up(scale.delay)
    for _, samples, colour, opacity in flow_lines(run):
        plot.line("", series.peaks(delays(samples)), colour, opacity=opacity)


def share_plot(plot: Any, title: str, runs: Any, column: str, colour_of: dict[str, str]) -> None:
    """column: of Series.quantiles"""
    plot.head(title, columns=2)
    plot.shares(LEVELS, "ms")
    found = {name: run.quantiles[run.quantiles["part"] <= LEVELS[-1]][[column, "part"]].dropna()
             for name, run in runs.items()}
    lines = {name: line for name, line in found.items() if len(line)}
    ends = [line[column].iloc[-1] for name, line in lines.items() if name != NOT_ADAPTIVE]
    for name in sorted(lines, key=order.listed_first(order.CONTROLLERS)):
        plot.line(name, lines[name], colour_of[name])
    if ends:
        plot.along(max(ends) or 1.0, "ms")


def card(controller: str, run: Any, scale: Any) -> Any:
    """Rate above delay as SVG."""
    return controller_picture(controller, run, scale).svg()


def controller_picture(controller: str, run: Any, scale: Any) -> Any:
    """Two plots on one axis of time."""
    picture = chart.Picture(f"{scale.title}, {controller}: rate and delay over time",
                            [RATE, DELAY], look.CARD)
    picture.over_time(scale.end)
    rate, delay = picture.plots
    rate_plot(rate, controller, run, scale)
    delay_plot(delay, run, scale)
    return picture


def shares_card(runs: Any, scale: Any, colour_of: dict[str, str]) -> Any:
    """How delays are distributed, as SVG."""
    return shares_picture(runs, scale, colour_of).svg()


def shares_picture(runs: Any, scale: Any, colour_of: dict[str, str]) -> Any:
    """The distributions of queue and frame delays, all controllers in each."""
    picture = chart.Picture(f"{scale.title}: distributions of delays", [SHARE, SHARE], look.CARD)
    queue, frames = picture.plots
    share_plot(queue, "Packets with less queue delay than", runs, "queue", colour_of)
    share_plot(frames, "Frames with less delay than", runs, "frame_delay", colour_of)
    return picture

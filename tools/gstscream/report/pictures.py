# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of a scenario: a column for each controller, all on the same axes."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gstscream.draw import chart, look
from gstscream.draw.palette import BLACK, BLUE, CAPACITY, FROZEN, ORANGE, RED
from gstscream.stats.distribution import quantiles

if TYPE_CHECKING:
    from .data import Run

# A controller that does not adapt would squeeze the pictures of the others.
NOT_ADAPTIVE = "fixed"
HEIGHTS = (210, 180, 180, 170)  # pixels of the plots of a card
SHARE = 230
BEST_PSNR = 60                  # dB; of equal pictures it is infinite
STEPS = 300                     # of a distribution
# Each packet was measured: the axis may end near 100 %.
LEVELS = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)


class Scale:
    """Axes that the controllers of a scenario share."""

    def __init__(self, runs: list[Run]) -> None:
        adaptive = [run for run in runs if NOT_ADAPTIVE not in run.controller] or runs
        self.end = max((last(run) for run in runs), default=0) or 1.0
        self.rate = highest(rate(run, name) for run in adaptive
                            for name in ("capacity", "send-rate"))
        self.queue = highest(run.queue_delays for run in adaptive)
        self.frame = highest(run.frame_delays for run in adaptive)
        psnr = [value for run in runs for _, value in quality(run) if math.isfinite(value)]
        self.psnr_low = max(0, 5 * math.floor((min(psnr, default=20) - 1e-9) / 5))
        self.psnr_high = max(psnr, default=40)


def last(run: Run) -> Any:
    """The end of a run, in s."""
    ends = [points[-1][0] for points in (run.series("capacity"), run.frame_delays) if points]
    return max(ends + [run.seconds] if math.isfinite(run.seconds) else ends, default=0.0)


def highest(series: Any) -> Any:
    return max((value for points in series for _, value in points if math.isfinite(value)),
               default=0.0)


def rate(run: Run, name: str) -> Any:
    """Mbit/s"""
    return run.series(name, 1e-6)


def quality(run: Run) -> list[Any]:
    """[(s, dB)]"""
    return [(frame.captured, math.nan if math.isnan(psnr) else min(psnr, BEST_PSNR))
            for frame in run.frames for psnr in [frame.psnr]]


def controller_picture(runs: list[Run], scale: Any, kind: Any = chart.Picture) -> Any:
    """Four plots on one axis of time, of the repeats of a controller or of one of them;
    kind: of the picture."""
    run = runs[0]
    which = f", repeat {run.repeat}" if len(runs) == 1 else ""
    picture = kind(f"{run.controller} with {run.encoder} on {run.link_name}{which}: rate, queue "
                   "delay, frame delay and PSNR over time", HEIGHTS, look.CARD)
    picture.over_time(scale.end)
    for plot, draw in zip(picture.plots, (rates, queues, frames, psnr)):
        draw(plot, runs, scale)
    return picture


def repeats(plot: Any, runs: list[Run], series: Any, name: str = "", **more: Any) -> None:
    """The first run strong, the others faint below it."""
    for run in reversed(runs[1:]):
        plot.line("", series(run), BLUE, width=look.FINE, opacity=look.FAINT)
    for run in runs[:1]:
        plot.line(name, series(run), BLUE, **more)


def rates(plot: Any, runs: list[Run], scale: Any) -> None:
    run = runs[0]
    plot.head("Rate", "Mbit/s", columns=4)
    plot.up(scale.rate)
    plot.line("capacity", rate(run, "capacity"), CAPACITY, step=True, width=look.STRONG)
    tcp = [(time, value * 1e-6) for time, value in run.tcp_rate]
    if tcp:
        plot.line("TCP", tcp, BLACK, width=look.FINE)
    repeats(plot, runs, lambda each: rate(each, "send-rate"), "sent")
    plot.line("encoder's target", rate(run, "target"), ORANGE, width=look.FINE, dashed=True)


def queues(plot: Any, runs: list[Run], scale: Any) -> None:
    plot.head("Queue delay of each packet", "ms", line="queue delay")
    plot.up(scale.queue)
    repeats(plot, runs, lambda run: run.queue_delays, width=look.FINE)
    if runs[0].delay_target:
        plot.line("delay target", runs[0].delay_target, ORANGE, step=True, dashed=True)
    plot.marks("dropped", runs[0].video.drops, RED)


def frames(plot: Any, runs: list[Run], scale: Any) -> None:
    plot.head("Frame delay, source to screen", "ms", line="frame delay")
    plot.up(scale.frame)
    plot.span("frozen", runs[0].freezes, FROZEN)
    repeats(plot, runs, lambda run: run.frame_delays, width=look.FINE)
    plot.marks("skipped by the encoder", runs[0].skipped, ORANGE)
    plot.marks("never shown", runs[0].never_shown, RED, 1)


def psnr(plot: Any, runs: list[Run], scale: Any) -> None:
    plot.head("PSNR of what is on the screen", "dB", line="PSNR")
    plot.up(scale.psnr_high, scale.psnr_low)
    repeats(plot, runs, quality, width=look.FINE)


def share_line(points: Any) -> list[Any]:
    """[(ms, share)] of [(s, ms)]: points of equal distance on the widening scale."""
    values = [value for _, value in points if math.isfinite(value)]
    if not values:
        return []
    top = -math.log10(1 - LEVELS[-1])
    shares = [1 - 10 ** (-top * step / STEPS) for step in range(STEPS + 1)]
    return [(max(0.0, value), share)
            for value, share in zip(quantiles(values, shares), shares)]


def share_picture(title: str, place: Any, groups: Any, series: Any, colours: dict[str, str],
                  kind: Any = chart.Picture) -> Any:
    """groups: {controller: runs}; all repeats together strong, each of several faint."""
    picture = kind(f"{title}, {place}", [SHARE], look.CARD)
    plot, = picture.plots
    plot.head(title, columns=2)
    plot.shares(LEVELS, "ms")
    together = {name: share_line([point for run in runs for point in series(run)])
                for name, runs in groups.items()}
    ends = [line[-1][0] for name, line in together.items()
            if line and NOT_ADAPTIVE not in name]
    for name, runs in groups.items():
        for run in runs if len(runs) > 1 else []:
            plot.line("", share_line(series(run)), colours[name], width=look.FINE,
                      opacity=look.FAINT)
    for name, line in together.items():
        if line:
            plot.line(name, line, colours[name])
    if ends:
        plot.along(max(ends) or 1.0, "ms")
    return picture


SHARES = {"queue": ("Packets with less queue delay than", lambda run: run.queue_delays),
          "frame": ("Shown frames with less delay than", lambda run: run.frame_delays)}


def shares(groups: Any, colours: dict[str, str], kind: Any = chart.Picture) -> dict[Any, Any]:
    """{name: distribution}, all controllers in each."""
    run = next(iter(groups.values()))[0]
    place = f"{run.encoder} on {run.link_name}"
    return {name: share_picture(title, place, groups, series, colours, kind)
            for name, (title, series) in SHARES.items()}

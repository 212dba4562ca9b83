# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figure 3 of the SCReAM paper, as the CS244 class reproduced it.

For each link: queue delay with its target, bitrates, window; a column for each
controller.
"""
from __future__ import annotations

import math
import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from gstscream.draw import chart, look
from gstscream.draw.palette import BLACK, BLUE, BUSY, CAPACITY, ORANGE, SKY
from gstscream.files import written
from gstscream.stats.sample import sample

from .names import CASE
from .pictures import last
from .verdict import chosen
from .words import place

if TYPE_CHECKING:
    from .data import Folder, Run, Scenario

HEIGHT = 190                    # pixels of a plot
SETTLE = 5                      # s from the end of TCP until its packets have left


class Link(NamedTuple):
    """The case on one link."""
    title: str
    phases: list[Any]                # of the first TCP flow
    shares: list[Any]                # Share
    pictures: list[Any]              # (name of its file, SVGs of two widths)


class Share(NamedTuple):
    """Of the link, that a controller's video had in each phase."""
    controller: str
    cells: list[Any]                 # Sample, or None
    targets: str                # the span of its delay target


def is_case(folder: Folder) -> bool:
    return bool(folder.settings.get("case") == CASE)


def windows(text: str) -> list[Any]:
    """[(from, to)] in s of 15-18+30-40."""
    return [(float(start), float(stop)) for start, stop in
            re.findall(r"([\d.]+)\s*-\s*([\d.]+)", text)]


def links(folder: Folder) -> list[Any]:
    """[Link] of the case, none of other comparisons; writes its pictures as files too."""
    if not is_case(folder):
        return []
    groups = [(scenario, {name: chosen(folder.of(scenario, name))
                          for name in folder.controllers}) for scenario in folder.scenarios]
    return [of_link(folder, scenario, {name: runs for name, runs in there.items() if runs})
            for scenario, there in groups if any(there.values())]


def of_link(folder: Folder, scenario: Scenario, groups: Any) -> Any:
    """Three pictures and the shares of the link."""
    firsts = {name: runs[0] for name, runs in groups.items()}
    pictures = []
    for what in PICTURES:
        name = f"cs244-{scenario.anchor()}-{what}.svg"
        picture = column(firsts, what, f"{scenario.link} with {scenario.encoder}")
        pictures.append((name, picture.two_widths()))
        with written(os.path.join(folder.path, name)) as file:
            file.write(pictures[-1][1][0])
    return Link(place(scenario), [title for title, *_ in phases(next(iter(firsts.values())))],
                [share(name, runs) for name, runs in groups.items()], pictures)


def column(runs: dict[str, Run], what: str, where: str) -> Any:
    """A plot of each controller one below the other, all with the same axes."""
    draw, label = PICTURES[what]
    picture = chart.Picture(f"{label} on {where}", [HEIGHT] * len(runs))
    picture.over_time(max(last(run) for run in runs.values()))
    for plot, (name, run) in zip(picture.plots, runs.items()):
        draw(plot, name, run)
        plot.span("TCP runs", windows(run.tcp), BUSY)
    high = max(plot.axes.get_ylim()[1] for plot in picture.plots)
    for plot in picture.plots:
        plot.axes.set_ylim(0, high)
    return picture


def queue(plot: Any, name: str, run: Run) -> None:
    """Figure (a)"""
    plot.head(f"(a) {name}: queue delay", "ms")
    plot.line("queue delay of packets", run.queue_delays, BLUE, width=look.FINE)
    plot.line("delay target", run.delay_target, ORANGE, step=True)


def bitrate(plot: Any, name: str, run: Run) -> None:
    """Figure (b)"""
    plot.head(f"(b) {name}: bitrate", "Mbit/s", columns=5)
    plot.line("link", run.series("capacity", 1e-6), CAPACITY, step=True, width=look.STRONG)
    plot.line("video", run.series("send-rate", 1e-6), BLUE)
    plot.line("encoder's target", run.series("target", 1e-6), ORANGE, width=look.FINE,
              dashed=True)
    plot.line("TCP", [(time, value * 1e-6) for time, value in run.tcp_rate], BLACK,
              width=look.FINE)


def window(plot: Any, name: str, run: Run) -> None:
    """Figure (c)"""
    plot.head(f"(c) {name}: window", "kB")
    plot.line("cwnd", run.series("cwnd", 1e-3), BLUE)
    plot.line("bytes in flight", run.series("bytes-in-flight", 1e-3), SKY, width=look.FINE)


PICTURES = {"delay": (queue, "Queue delay and its target"),
            "bitrate": (bitrate, "Bitrates of video and TCP"),
            "window": (window, "Window and bytes in flight")}


def video_share(run: Run, start: float, stop: float) -> Any:
    """Part of the link that the video had from start to stop, or None."""
    capacity = [value for time, value in run.series("capacity")
                if start <= time < stop and math.isfinite(value)]
    if not capacity or stop <= start:
        return None
    return run.video.bits(start, stop) / (stop - start) / (math.fsum(capacity) / len(capacity))


def phases(run: Run) -> list[Any]:
    """[(title, from, to)] of the first TCP flow."""
    found = windows(run.tcp)
    if not found:
        return []
    start, stop = found[0]
    return [("5 s before TCP", max(0, start - 5), start), ("while TCP runs", start, stop),
            (f"after, from {SETTLE} s on", stop + SETTLE, last(run))]


def share(name: str, runs: list[Run]) -> Any:
    """Of all repeats; they have the same TCP flows."""
    cells = [sample(video_share(run, *phases(run)[at][1:]) for run in runs)
             for at in range(len(phases(runs[0])))]
    targets = [value for run in runs for _, value in run.delay_target if math.isfinite(value)]
    span = f"{min(targets):.0f} to {max(targets):.0f} ms" if targets else "–"
    return Share(name, cells, span)

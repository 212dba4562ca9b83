# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which controllers are on the frontier: none has more use at less delay, or less frozen.

A mark is a controller with an encoder: the mean over the links of the means of the repeats.
Only links at which all of them have a figure count, so that nobody is spared a bad one.
The faint points are the single links, or of a single link the repeats.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

from gstscream.draw import chart, look
from gstscream.draw.palette import RULE
from gstscream.stats.distribution import mean

from .columns import column, shown
from .pictures import NOT_ADAPTIVE
from .verdict import chosen

if TYPE_CHECKING:
    from .data import Folder, Run

USE = "utilisation"
COSTS = {"delay": ("frame_delay_p95_ms", "frame delay p95, ms"),
         "freezes": ("freeze_s", "time frozen in a run, s")}
HEIGHT = 260                    # pixels
ROOM = 1.12                     # of the horizontal axis, of its largest value
SYMBOLS = ("o", "s", "D", "^")  # of encoders
BEYOND = ">"                    # of a point right of the picture


class Point(NamedTuple):
    """What is at a place of the picture."""
    cost: float
    use: float                  # %
    text: str


class Mark(NamedTuple):
    controller: str
    encoder: str
    name: str                   # in the legend
    point: Point                # mean
    parts: list[Any]                 # Point: of what it is the mean

    @property
    def adapts(self) -> bool:
        return NOT_ADAPTIVE not in self.controller


class Picture(NamedTuple):
    """One of the two, with its answer."""
    name: str                   # of COSTS
    frontier: str               # who is on it
    picture: object


def marks(folder: Folder, cost: str) -> list[Any]:
    """[Mark], those of a folder where all of these have a figure."""
    cells: dict[tuple[str, str], dict[str, list[Run]]] = {}     # controller, encoder; link
    for run in folder.runs:
        links = cells.setdefault((run.controller, run.encoder), {})
        links.setdefault(run.link_name, []).append(run)
    known = {key: {link: there for link, runs in links.items()
                   if (there := measured(runs, cost))} for key, links in cells.items()}
    known = {key: links for key, links in known.items() if links}
    common = set.intersection(*[set(links) for links in known.values()]) if known else set()
    return [mark(key, {link: links[link] for link in folder.links if link in common}, cost,
                 len(folder.encoders) > 1) for key, links in known.items()] if common else []


def measured(runs: list[Run], cost: str) -> list[Any]:
    """Those that count and have both figures."""
    return [run for run in chosen(runs)
            if None not in (run.figure(USE), run.figure(cost))]


def mark(key: Any, links: Any, cost: str, with_encoder: bool) -> Any:
    controller, encoder = key
    name = f"{controller} with {encoder}" if with_encoder else controller
    means = {link: tuple(mean(run.figure(figure) for run in runs) for figure in (cost, USE))
             for link, runs in links.items()}
    if len(links) > 1:
        parts = [point(f"{name} on {link}", dear, use, cost)
                 for link, (dear, use) in means.items()]
        of = f"mean of {len(links)} links"
    else:
        (link, runs), = links.items()
        parts = [point(f"{name}, repeat {run.repeat}", run.figure(cost), run.figure(USE), cost)
                 for run in runs] if len(runs) > 1 else []
        of = f"mean of {len(runs)} repeats" if parts else "one run"
    dear, use = (mean(pair[place] for pair in means.values()) for place in (0, 1))
    return Mark(controller, encoder, name, point(f"{name} ({of})", dear, use, cost), parts)


def point(who: str, cost: Any, use: Any, figure: str) -> Point:
    which = column(figure)
    return Point(cost, 100 * use, f"{who}: {shown(use, column(USE))} % used, "
                                  f"{titled(figure)} {shown(cost, which)} {which.unit}")


def titled(figure: Any) -> Any:
    return next(title.rpartition(",")[0] for name, title in COSTS.values() if name == figure)


def frontier(found: Any) -> list[Any]:
    """The marks that no other one dominates, in the order of their costs."""
    return sorted((each for each in found if not any(
        other.point.cost <= each.point.cost and other.point.use >= each.point.use
        and other.point[:2] != each.point[:2] for other in found)),
        key=lambda each: (each.point.cost, each.point.use))


def pictures(folder: Folder, colours: dict[str, str], kind: Any = chart.Picture) -> Iterator[Any]:
    """[Picture]; none of what nobody measured."""
    for name, (figure, title) in COSTS.items():
        found = marks(folder, figure)
        if found:
            best = frontier(found)
            yield Picture(name, sentence(best, title), draw(found, best, title, colours, kind))


def sentence(best: Any, title: str) -> str:
    names = ", ".join(each.name for each in best)
    return f"Nobody has more use of the link and less {title.rpartition(',')[0]} than: {names}."


def draw(found: Any, best: Any, title: str, colours: dict[str, str], kind: Any) -> Any:
    picture = kind(f"Use of the link against {title}", [HEIGHT], look.CARD)
    plot, = picture.plots
    end = ROOM * max((each.cost for mark in found if mark.adapts or not any(
        other.adapts for other in found) for each in (mark.point, *mark.parts)), default=0) or 1.0
    uses = [each.use for mark in found for each in (mark.point, *mark.parts)]
    low = max(0, 10 * math.floor(min(uses) / 10 - 0.5))
    plot.head("Use of the link", "%", columns=2)
    plot.along(end, title)
    plot.up(max(100.0, *uses), low)
    if len(best) > 1:
        plot.line("nobody is better at both", [(min(each.point.cost, end), each.point.use)
                                               for each in best], RULE, dashed=True)
    symbols = dict(zip(dict.fromkeys(each.encoder for each in found), cycle(SYMBOLS)))
    for each in found:
        colour, symbol = colours[each.controller], symbols[each.encoder]
        for points, faint in ((each.parts, True), ([each.point], False)):
            for there, beyond in split(points, end):
                plot.points(each.name, there, colour, BEYOND if beyond else symbol, faint)
    return picture


def split(points: Any, end: float) -> list[Any]:
    """(points, whether they are right of the picture, at whose edge they then stand)"""
    inside = [each for each in points if each.cost <= end]
    outside = [each._replace(cost=end) for each in points if each.cost > end]
    return [(there, beyond) for there, beyond in ((inside, False), (outside, True)) if there]

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The two tables, each a list of lines of cells for markdown.text.

groups: {(cell, departure, controller): Group} of results.groups; the departure is "" where
none is switched.
"""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gstscream.evaluation.tables.markdown import number
from gstscream.stats.distribution import mean
from gstscream.stats.sample import sample

from .switches import CONTROLLER, DRAFT

NEVER = "–"
SHOWN = 3                       # changes of a departure in one direction, the largest ones


class Figure(NamedTuple):
    words: str
    column: str                 # of pathrun
    factor: int
    digits: int
    unit: str
    sign: int                   # 1: more is better
    least: float                # a smaller change is not shown,
    part: float                 # nor one of less than this part of the figure


FIGURES = (
    Figure("use", "utilisation", 100, 1, "%", 1, 1, 0),
    Figure("queue p95", "queue_p95_ms", 1, 0, "ms", -1, 2, 0.1),
    Figure("queue p99", "queue_p99_ms", 1, 0, "ms", -1, 4, 0.1),
    Figure("longest queue", "queue_max_ms", 1, 0, "ms", -1, 10, 0.1),
    Figure("frame p95", "frame_delay_p95_ms", 1, 0, "ms", -1, 4, 0.05),
    Figure("loss", "loss_percent", 1, 2, "%", -1, 0.1, 0.1),
    Figure("to 90 %", "start_s", 1, 1, "s", -1, 0.2, 0.05),
    Figure("rise", "rise_s", 1, 1, "s", -1, 0.5, 0.1),
)


class Change(NamedTuple):
    cell: str
    figure: Figure
    before: float               # as in the draft
    after: float
    better: bool
    size: float                 # in least changes

    def text(self) -> str:
        first, second = (f"{value:.{self.figure.digits}f}" for value in (self.before, self.after))
        return f"{self.cell} {self.figure.words} {first} → {second} {self.figure.unit}"


def change(cell: Any, figure: Any, before: Any, after: Any) -> Any:
    """Of two groups of runs with the same seeds; None if it is noise, small, or not known."""
    import pandas  # half a second, which --help need not wait for

    pairs = figure.factor * pandas.DataFrame({
        "was": before.by_seed(figure.column), "now": after.by_seed(figure.column)}).dropna()
    pairs = pairs[(pairs >= 0).all(axis=1)]     # a run that never got there has -1
    found = sample(pairs["now"] - pairs["was"])
    if not found:
        return None
    first = mean(pairs["was"])
    second = first + found.mean
    least = max(figure.least, figure.part * max(first, second))
    if abs(found.mean) < least or abs(found.mean) <= (found.half_width() or 0):
        return None
    return Change(cell, figure, first, second, found.mean * figure.sign > 0,
                  abs(found.mean) / least)


def changes(groups: Any, departure: Any) -> Any:
    """Largest first: from runs with this departure as in the draft to those of the code."""
    found = []
    for (cell, of, controller), group in groups.items():
        if of == departure and controller == CONTROLLER:
            code = groups[cell, "", CONTROLLER]
            found += [change(cell, figure, group, code) for figure in FIGURES]
    return largest(found)


def largest(found: Any) -> list[Any]:
    """The changes, without None, largest first."""
    return sorted((each for each in found if each), key=lambda each: float(-each.size))


def listed(found: Any) -> Any:
    if not found:
        return NEVER
    more = f"; {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return "; ".join(each.text() for each in found[:SHOWN]) + more


def prices(groups: Any, switches: Any) -> Iterator[Any]:
    """A row for each departure."""
    yield ["", "as in the draft", "better with the departure", "worse with it"]
    for departure, params in switches.items():
        found = changes(groups, departure)
        yield [departure, "`" + params.replace(",", "`, `") + "`",
               listed([each for each in found if each.better]),
               listed([each for each in found if not each.better])]


def figures(group: Any) -> str:
    """use, queue p95 / p99, frame delay p95, loss"""
    use, loss = number(group, "utilisation", 100, 1), number(group, "loss_percent", 1, 2)
    queue = " / ".join(number(group, f"queue_{name}_ms", 1, 0) for name in ("p95", "p99"))
    frame = number(group, "frame_delay_p95_ms", 1, 0)
    return f"{use} %, {queue} ms, {frame} ms, {loss} %"


def single(groups: Any, cells: Any) -> Iterator[Any]:
    """A row for each cell, of scream alone."""
    yield ["cell", "path and source", "use, queue p95 / p99, frame delay p95, loss"]
    for name, cell in cells.items():
        yield [name, cell.words, figures(groups[name, "", CONTROLLER])]


def paths(groups: Any, cells: Any) -> Iterator[Any]:
    """A row for each cell."""
    yield ["cell", "path and source", f"`{CONTROLLER}`: use, queue p95 / p99, frame delay p95, "
           "loss", f"`{DRAFT}`"]
    for name, cell in cells.items():
        yield [name, cell.words, *(figures(groups[name, "", controller])
                                   for controller in (CONTROLLER, DRAFT))]

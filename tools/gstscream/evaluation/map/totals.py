# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What controllers reach over all cells of a map, and where one is beaten; as table.py."""
from collections.abc import Iterator
from typing import Any

from gstscream.corpus.standing import worst
from gstscream.evaluation.results.domination import dominated
from gstscream.stats.distribution import mean

QUEUE = "queue_p95_ms"
USE, DELAY, LOSS, FREEZES = "utilisation", "frame_delay_p95_ms", "loss_percent", "freezes"
LITTLE = 0.6                    # of a link
MORE, FEWER = 0.02, 0.2         # of a link; percent of packets

MOST_NAMED = 4                  # cells

# A run without a frame that came has no delay: as long as a run.
NO_FRAME = 60_000


def figures(group: Any) -> tuple[float, float, float]:
    """(use, frame delay's p95 in ms, loss in percent) of the mean of the runs."""
    return (group.mean(USE) or 0, group.mean(DELAY) or NO_FRAME, group.mean(LOSS) or 0)


def beats(other: Any, one: Any) -> bool:
    """More use, a shorter frame delay, and no more loss."""
    return bool(other[0] > one[0] + MORE and other[1] < one[1] and other[2] < one[2] + FEWER)


def cells_of(groups: Any) -> dict[Any, Any]:
    """{cell: {controller: figures}}"""
    found: dict[Any, Any] = {}
    for (cell, _, controller), group in groups.items():
        found.setdefault(cell, {})[controller] = figures(group)
    return found


def rivals(there: Any, controller: str) -> list[Any]:
    """Who beats it in a cell."""
    return [name for name, other in there.items()
            if name != controller and beats(other, there[controller])]


def totals(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each controller."""
    yield ["controller", "cells", "use %", "worst tenth %", "frame p95 ms", "worst tenth ms",
           "freezes", f"below {100 * LITTLE:.0f} %", "beaten by one in"]
    cells = cells_of(groups)
    for controller in dict.fromkeys(name[2] for name in groups):
        there = [cell[controller] for cell in cells.values() if controller in cell]
        uses, delays = ([each[place] for each in there] for place in (0, 1))
        frozen = mean([group.mean(FREEZES) or 0 for name, group in groups.items()
                       if name[2] == controller])
        yield [f"`{controller}`", str(len(there)), f"{100 * mean(uses):.1f}",
               f"{100 * worst(sorted(uses)):.1f}", f"{mean(delays):.0f}",
               f"{worst(sorted(delays, reverse=True)):.0f}", f"{frozen:.1f}",
               str(sum(use < LITTLE for use in uses)),
               str(sum(bool(rivals(cell, controller)) for cell in cells.values()
                       if controller in cell))]


def beaten(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each cell in which the first controller is beaten, or uses little."""
    first = next(iter(groups))[2]
    yield ["cell", "use %, frame p95 ms, loss %", "by"]
    for name, there in cells_of(groups).items():
        if first in there and (rivals(there, first) or there[first][0] < LITTLE):
            yield [f"`{name}`", shown(there[first]),
                   "; ".join(f"`{other}` {shown(there[other])}" for other in rivals(there, first))]


def dominates(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each controller: in how many cells another one dominates it, and where."""
    yield ["controller", "cells", "dominated in", "by", "cells in which it is"]
    cells: dict[str, dict[str, Any]] = {}
    for (cell, _, controller), group in groups.items():
        cells.setdefault(cell, {})[controller] = tuple(
            group.mean(figure) for figure in (USE, QUEUE, LOSS))
    for controller in dict.fromkeys(name[2] for name in groups):
        found = {cell: [other for other, values in there.items() if other != controller
                        and dominated(there[controller], values)]
                 for cell, there in cells.items() if controller in there}
        where = [cell for cell, by in found.items() if by]
        by = dict.fromkeys(other for others in found.values() for other in others)
        yield [f"`{controller}`", str(len(found)), str(len(where)),
               ", ".join(f"`{other}`" for other in by),
               ", ".join(f"`{cell}`" for cell in where[:MOST_NAMED])
               + (f", {len(where) - MOST_NAMED} more" if len(where) > MOST_NAMED else "")]


def shown(values: Any) -> str:
    return f"{100 * values[0]:.0f}, {values[1]:.0f}, {values[2]:.1f}"

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What controllers reach over all cells of a map, and where one is beaten; as evalmap/table.py."""
from collections.abc import Iterator
from typing import Any

from gstscream.corpus.standing import worst
from gstscream.stats.distribution import mean

USE, DELAY, LOSS, FREEZES = "utilisation", "frame_delay_p95_ms", "loss_percent", "freezes"
LITTLE = 0.6                    # of a link
MORE, FEWER = 0.02, 0.2         # of a link; percent of packets

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


def shown(values: Any) -> str:
    return f"{100 * values[0]:.0f}, {values[1]:.0f}, {values[2]:.1f}"

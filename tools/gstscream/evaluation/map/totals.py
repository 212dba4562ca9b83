# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What controllers reach over all cells of a map, and where one is beaten; as table.py."""
from collections.abc import Iterator
from typing import Any

from gstscream.corpus.standing import worst
from gstscream.evaluation.results.groups import means
from gstscream.evaluation.results.opponents import dominators
from gstscream.stats.distribution import mean

USE, DELAY, LOSS, FREEZES = "utilisation", "frame_delay_p95_ms", "loss_percent", "freezes"
LITTLE = 0.6                    # of a link
MORE, FEWER = 0.02, 0.2         # of a link; percent of packets

MOST_NAMED = 4                  # cells
OTHER = "_other"                # behind the names of columns

# A run without a frame that came has no delay: as long as a run.
NO_FRAME = 60_000


def figures(groups: Any) -> Any:
    """A DataFrame with a line for each controller of a cell, by cells: the means of its runs."""
    found = means(groups, [USE, DELAY, LOSS, FREEZES]).reset_index(["variant", "controller"])
    found[DELAY] = found[DELAY].where(found[DELAY] > 0, NO_FRAME)
    return found.fillna(0)


def rivals(found: Any) -> Any:
    """Lines of figures, each with those of another controller that beats it in the cell: more
    use, a shorter frame delay, and no more loss."""
    both = found.join(found, rsuffix=OTHER)
    return both[(both[USE + OTHER] > both[USE] + MORE) & (both[DELAY + OTHER] < both[DELAY])
                & (both[LOSS + OTHER] < both[LOSS] + FEWER)]


def totals(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each controller."""
    yield ["controller", "cells", "use %", "worst tenth %", "frame p95 ms", "worst tenth ms",
           "freezes", f"below {100 * LITTLE:.0f} %", "beaten by one in"]
    found = figures(groups)
    beaten_in = rivals(found).reset_index().groupby("controller")["case"].nunique()
    for controller, there in found.groupby("controller", sort=False):
        uses, delays = there[USE], there[DELAY]
        yield [f"`{controller}`", str(len(there)), f"{100 * mean(uses):.1f}",
               f"{100 * worst(sorted(uses)):.1f}", f"{mean(delays):.0f}",
               f"{worst(sorted(delays, reverse=True)):.0f}", f"{mean(there[FREEZES]):.1f}",
               str((uses < LITTLE).sum()), str(beaten_in.get(controller, 0))]


def beaten(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each cell in which the first controller is beaten, or uses little."""
    first = next(iter(groups))[2]
    found = figures(groups)
    mine, by = (each[each["controller"] == first] for each in (found, rivals(found)))
    yield ["cell", "use %, frame p95 ms, loss %", "by"]
    for cell, figure in mine[mine.index.isin(by.index) | (mine[USE] < LITTLE)].iterrows():
        others = (other for _, other in by[by.index == cell].iterrows())
        yield [f"`{cell}`", shown(figure), "; ".join(
            f"`{other['controller' + OTHER]}` {shown(other, OTHER)}" for other in others)]


def dominates(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each controller: in how many cells another one dominates it, and where."""
    yield ["controller", "cells", "dominated in", "by", "cells in which it is"]
    found = dominators(groups, {})
    for controller in dict.fromkeys(name[2] for name in groups):
        mine = [name for name in groups if name[2] == controller]
        where = [name[0] for name in mine if name in found]
        by = dict.fromkeys(other for name in mine for other in found.get(name, ()))
        yield [f"`{controller}`", str(len(mine)), str(len(where)),
               ", ".join(f"`{other}`" for other in by),
               ", ".join(f"`{cell}`" for cell in where[:MOST_NAMED])
               + (f", {len(where) - MOST_NAMED} more" if len(where) > MOST_NAMED else "")]


def shown(values: Any, of: str = "") -> str:
    return f"{100 * values[USE + of]:.0f}, {values[DELAY + of]:.0f}, {values[LOSS + of]:.1f}"

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Groups of runs that differ in their seed.

    groups = group(rows)              {(case, variant, controller): Group}; rows: of files.read
"""
from typing import Any

from gstscream import order
from gstscream.stats.distribution import mean
from gstscream.stats.sample import sample

from . import names

NEVER = "-"


def key(row: Any) -> Any:
    return (*names.case_key(row["case"], row["variant"]),
            order.natural(row["controller"]), order.natural(row["seed"]))


def values(text: str) -> list[Any]:
    """The numbers of a cell; None is never.  A cell has several if ; is between."""
    return [value for value, _ in entries(text)]


def entries(text: str) -> list[Any]:
    """(value, whether each run had it): >3 is the mean of those that had it."""
    return [(None, False) if part == NEVER
            else (float(part.lstrip(">")), not part.startswith(">"))
            for part in text.split(";")] if text else []


class Group:
    """The runs of a case, variant and controller."""

    def __init__(self, rows: list[dict[str, str]]) -> None:
        self.rows = rows

    def single(self, column: str) -> Any:
        """(mean, half width) of a column with one number in a cell, or None."""
        there = [values(row.get(column, "")) for row in self.rows]
        numbers = [cell[0] for cell in there if len(cell) == 1 and cell[0] is not None]
        found = sample(numbers)
        return (found.mean, found.half_width()) if found else None

    def by_seed(self, column: str) -> dict[Any, Any]:
        """{seed: value} of a column with one number in a cell."""
        found = {row["seed"]: values(row.get(column, "")) for row in self.rows}
        return {seed: cell[0] for seed, cell in found.items()
                if len(cell) == 1 and cell[0] is not None}

    def mean(self, column: str) -> Any:
        found = self.single(column)
        return found[0] if found else None

    def each(self, column: str) -> Any:
        """For each place of a list in the cells: (mean or None, all runs had it)."""
        cells = [entries(row.get(column, "")) for row in self.rows]
        means = []
        for place in range(max((len(cell) for cell in cells), default=0)):
            at = [cell[place] for cell in cells if len(cell) > place]
            had = [value for value, _ in at if value is not None]
            means.append((mean(had) if had else None,
                          len(had) == len(at) and all(sure for _, sure in at)))
        return means

    def has(self, column: str) -> bool:
        return any(row.get(column) for row in self.rows)

    def merit(self) -> tuple[Any, Any, Any]:
        """What domination is about."""
        return (self.mean("utilisation"), self.mean("queue_p95_ms"), self.mean("loss_percent"))


def group(rows: list[dict[str, str]]) -> dict[Any, Any]:
    groups: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    for row in sorted(rows, key=key):
        groups.setdefault((row["case"], row["variant"], row["controller"]), []).append(row)
    return {name: Group(members) for name, members in groups.items()}

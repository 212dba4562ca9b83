# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Groups of runs that differ in their seed.

    groups = group(rows)              {(case, variant, controller): Group}; rows: of files.read
"""
from collections.abc import Iterable, Mapping
from typing import Any

from gstscream.stats.distribution import mean
from gstscream.stats.sample import sample

from . import schema


class Group:
    """The runs of a case, variant and controller: lines of schema.table, by their seeds."""

    def __init__(self, runs: Any) -> None:
        self.runs = runs

    def by_seed(self, column: str) -> Any:
        """A Series of the runs that measured one number, by their seeds."""
        import pandas  # half a second, which --help need not wait for

        if not self.has(column):
            return pandas.Series(dtype=float)
        found = self.runs[column]
        if schema.type_of(column) == schema.NUMBERS:
            found = found.map(schema.single).astype(float)
        return found.dropna()

    def single(self, column: str) -> Any:
        """(mean, half width) of a column with one number in a cell, or None."""
        found = sample(self.by_seed(column))
        return (found.mean, found.half_width()) if found else None

    def mean(self, column: str) -> Any:
        found = self.single(column)
        return found[0] if found else None

    def each(self, column: str) -> Any:
        """For each place of a list in the cells: (mean or None, all runs had it)."""
        if schema.type_of(column) == schema.NUMBER:
            return [(found, True) for found in [self.mean(column)] if found is not None]
        cells = [schema.entries(text) for text in self.texts(column)]
        means = []
        for place in range(max((len(cell) for cell in cells), default=0)):
            at = [cell[place] for cell in cells if len(cell) > place]
            had = [value for value, _ in at if value is not None]
            means.append((mean(had) if had else None,
                          len(had) == len(at) and all(sure for _, sure in at)))
        return means

    def texts(self, column: str) -> Any:
        """Of a column with several numbers in a cell."""
        return self.runs[column] if column in self.runs else []

    def has(self, column: str) -> bool:
        if column not in self.runs:
            return False
        cells = self.runs[column]
        return bool((cells.notna() & (cells != "")).any())

    def merit(self) -> tuple[Any, Any, Any]:
        """What domination is about."""
        return (self.mean("utilisation"), self.mean("queue_p95_ms"), self.mean("loss_percent"))


def group(rows: Iterable[Mapping[str, str]]) -> dict[Any, Any]:
    """In the order of a file."""
    runs = schema.table(rows)
    return {name: Group(members.set_index("seed")) for name, members in
            runs.groupby(schema.NAMES, sort=False)} if len(runs) else {}


def means(groups: Mapping[Any, Group], columns: list[str]) -> Any:
    """A DataFrame with a line for each group; NaN where nobody measured."""
    import pandas

    return pandas.DataFrame([[each.mean(column) for column in columns]
                             for each in groups.values()], columns=columns, dtype=float,
                            index=pandas.MultiIndex.from_tuples(groups, names=schema.NAMES))

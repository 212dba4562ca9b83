# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures as text."""
from collections.abc import Iterator
from typing import Any

from gstscream import order, terminal
from gstscream.evaluation.results import figures, names

NAMES = 3                       # columns of texts; numbers follow


def rows(groups: Any, opponents: Any) -> Iterator[Any]:
    """Lines of cells: case, variant, controller, then the figures that any run has."""
    shown = [figure for figure in figures.SHORT
             if any(group.has(figure.column) for group in groups.values())]
    yield ["case", "variant", "controller", "runs"] + [
        f"{figure.heading} {figure.unit}".strip() for figure in shown]
    merged = {**opponents, **groups}
    there = {name[:2] for name in groups}
    by_name = order.listed_first(order.CONTROLLERS)
    for name in sorted((name for name in merged if name[:2] in there),
                       key=lambda n: (names.case_key(*n[:2]), n not in groups, by_name(n[2]))):
        yield [*name, str(len(merged[name].runs))] + [
            figures.text(figure, merged[name]) for figure in shown]


def show(groups: Any, opponents: Any) -> None:
    terminal.print_table(list(rows(groups, opponents)), NAMES)

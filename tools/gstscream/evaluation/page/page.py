# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The report: one HTML page that needs nothing else."""
import os
from typing import Any, NamedTuple

from gstscream import order
from gstscream.draw import palette
from gstscream.evaluation.results import figures, groups, names, opponents
from gstscream.report import render

from . import pictures, series
from .answer import answer

OVERVIEW = [figures.BY_COLUMN[column]
            for column in ("utilisation", "queue_p95_ms", "loss_percent")]
CELL = figures.BY_COLUMN["cell_kbps"]   # where nobody knows the capacity

class Name(NamedTuple):
    """The parts of a file name of a series."""
    case: str
    variant: str
    controller: str


class Head(NamedTuple):
    """Of a column or row: a controller of ours, or with no colour an opponent."""
    name: str
    colour: str | None


class Part(NamedTuple):
    """A mean with its interval, as texts."""
    text: str
    spread: str
    best: bool


class Cell(NamedTuple):
    """What a cell of a table says: the first part large, the others below it."""
    parts: list[Any]
    dominators: list[Any]            # of the whole row or column; who dominates it
    value: float | None         # to sort by


NONE = Cell([], [], None)


class Section(NamedTuple):
    """A case and variant."""
    case: str
    variant: str
    title: str
    link: str                   # the variant in words
    anchor: str
    columns: list[Any]
    rows: list[Any]                  # (Head, [Cell])
    faults: list[Any]
    cards: list[Any]                 # SVG


class Report:
    def __init__(self, folder: str, rows: list[dict[str, str]], against: Any) -> None:
        self.folder = folder
        self.ours = groups.group(rows)
        pairs = {name[:2] for name in self.ours}
        self.against = {name: group for name, group in against.items() if name[:2] in pairs}
        self.groups = {**self.against, **self.ours}
        self.dominated = opponents.dominators(self.ours, self.against)
        by_name = order.listed_first(order.CONTROLLERS)
        self.controllers = sorted({name[2] for name in self.ours}, key=by_name)
        self.opponents = list(dict.fromkeys(name[2] for name in self.against))
        self.colours = palette.colours(self.controllers)
        by_variant = order.listed_first(names.VARIANTS)
        self.pairs = sorted(pairs, key=lambda pair: (by_variant(pair[1]), order.natural(pair[0])))

    def is_best(self, name: Any, figure: Any) -> bool:
        """Of those of ours that adapt and are not all equal, as it is shown: equal digits are
        equal."""
        rivals = {(*name[:2], other) for other in self.controllers
                  if other != pictures.NOT_ADAPTIVE} & self.ours.keys()
        means = {rival: self.ours[rival].mean(figure.column) for rival in rivals}
        shown = {rival: figure.better * float(figures.number(figure, mean))
                 for rival, mean in means.items() if mean is not None}
        return len(set(shown.values())) > 1 and shown.get(name) == max(shown.values())

    def heads(self) -> list[Any]:
        return [Head(name, self.colours.get(name)) for name in self.controllers + self.opponents]

    def part(self, name: Any, figure: Any, text: str) -> Any:
        text, _, spread = text.partition("±")
        return Part(text.strip(), spread, self.is_best(name, figure))

    def overview(self) -> Any:
        """[(pair, anchor, whether its variant is another one than above, [Cell])]"""
        rows, before = [], None
        for pair in self.pairs:
            cells = [self.overview_cell((*pair, head.name)) for head in self.heads()]
            rows.append((pair, anchor(pair), before not in (None, pair[1]), cells))
            before = pair[1]
        return rows

    def overview_cell(self, name: Any) -> Any:
        if name not in self.groups:
            return NONE
        group = self.groups[name]
        shown = [OVERVIEW[0] if group.has(OVERVIEW[0].column) else CELL, *OVERVIEW[1:]]
        means = [group.mean(figure.column) for figure in shown]
        parts = [self.part(name, figure, "–" if mean is None else
                           f"{figures.number(figure, mean)} {figure.unit}")
                 for figure, mean in zip(shown, means)]
        return Cell(parts, self.dominated.get(name, []), means[0])

    def cell(self, name: Any, figure: Any) -> Any:
        group = self.groups[name]
        text = figures.text(figure, group)
        value = None if figure.several else group.mean(figure.column)
        return Cell([self.part(name, figure, text)], self.dominated.get(name, []), value)

    def series(self, pair: Any) -> tuple[Any, Any]:
        """({controller: Series}, what is wrong with others)"""
        found, faults = {}, []
        for controller in self.controllers:
            if (*pair, controller) not in self.ours:
                continue
            try:
                run = series.read(series.path(self.folder, Name(pair[0], pair[1], controller)))
            except series.BadSeries as error:
                faults.append(f"No picture of {controller}: {error}")
                continue
            if run:
                found[controller] = run
        return found, faults

    def section(self, pair: Any) -> Any:
        runs, faults = self.series(pair)
        scale = pictures.Scale(" ".join(pair), runs)
        cards = [pictures.card(name, run, scale) for name, run in runs.items()]
        if any(len(run.quantiles) for run in runs.values()):
            cards.append(pictures.shares_card(runs, scale, self.colours))
        there = [head for head in self.heads() if (*pair, head.name) in self.groups]
        shown = [figure for figure in figures.FIGURES
                 if any(self.groups[pair + (head.name,)].has(figure.column) for head in there)]
        rows = [(head, [self.cell((*pair, head.name), figure) for figure in shown])
                for head in there]
        case, variant = pair
        return Section(case, variant, names.TITLES.get(case, ""), names.describe(variant),
                       anchor(pair), shown, rows, faults, cards)


def anchor(pair: Any) -> str:
    return "-".join(pair)


def write(folder: str, rows: list[dict[str, str]], against: Any, command: Any) -> Any:
    """The path of the page."""
    report = Report(folder, rows, against)
    return render.write(
        os.path.join(folder, "index.html"), "evaluation.html",
        title="Rate control in the test cases of RFC 8867 and 8869",
        answer=answer(report.ours, report.dominated, report.controllers), command=command,
        heads=report.heads(), overview=report.overview(),
        sections=[report.section(pair) for pair in report.pairs])

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The report: one HTML page that needs nothing else."""
import os
from html import escape
from typing import NamedTuple

from gstscream import order, palette, style

from . import figures, names, opponents, pictures, results, series

OVERVIEW = [figures.BY_COLUMN[column]
            for column in ("utilisation", "queue_p95_ms", "loss_percent")]
CELL = figures.BY_COLUMN["cell_kbps"]   # where nobody knows the capacity
STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "style.css")
PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Evaluation</title>
<style>
{style}</style>
</head>
<body>
<h1 id="top">Rate control in the test cases of RFC 8867 and 8869</h1>
{overview}
{sections}
<p>Made by <code>tests/evaluation/run {command}</code></p>
</body>
</html>
"""
KEY = """\
<p class="key">In each cell: utilisation (cellular: throughput), below it the 95th percentile of the queue and the loss.
<span class="best">the best</span> of the controllers that adapt &nbsp;
<span class="dominated"><b>▼</b> dominated</span> by another row or column: hold the mouse there.
Italic: results to compare with, not run here.</p>"""


DOWN = "<b>▼</b> "


class Name(NamedTuple):
    """The parts of a file name of a series."""
    case: str
    variant: str
    controller: str


class Report:
    def __init__(self, folder, rows, against):
        self.folder = folder
        self.ours = results.group(rows)
        pairs = {name[:2] for name in self.ours}
        self.against = {name: group for name, group in against.items() if name[:2] in pairs}
        self.groups = {**self.against, **self.ours}
        self.dominated = opponents.dominators(self.ours, self.against)
        by_name = order.listed_first(order.CONTROLLERS)
        self.controllers = sorted({name[2] for name in self.ours}, key=by_name)
        self.opponents = list(dict.fromkeys(name[2] for name in self.against))
        self.colours = palette.colours(self.controllers)
        by_variant = order.listed_first(names.VARIANTS)
        self.pairs = sorted(pairs, key=lambda pair: (by_variant(pair[1]), names.natural(pair[0])))

    def best(self, pair, figure):
        """The best mean of those that adapt, or None if all are equal."""
        means = [self.groups[(*pair, name)].mean(figure.column)
                 for name in self.controllers
                 if name != pictures.NOT_ADAPTIVE and (*pair, name) in self.groups]
        means = [figure.better * value for value in means if value is not None]
        if not figure.better or len({figures.number(figure, value) for value in means}) < 2:
            return None
        return figure.better * max(means)

    def is_best(self, name, figure):
        """As it is shown: equal digits are equal."""
        best = self.best(name[:2], figure)
        if best is None or name not in self.ours or name[2] == pictures.NOT_ADAPTIVE:
            return False
        mean = self.groups[name].mean(figure.column)
        return mean is not None and figures.number(figure, mean) == figures.number(figure, best)

    def head(self, name):
        if name in self.colours:
            swatch = f"<span class='swatch' style='background:{self.colours[name]}'></span>"
            return f"<th>{swatch}{escape(name)}</th>"
        return f"<th class='opponent'>{escape(name)}</th>"

    def doom(self, name):
        """(class, title) of the cells of what is dominated."""
        others = self.dominated.get(name)
        return ("dominated", f" title='dominated by {escape(', '.join(others))}'") if others else (
            "", "")

    def overview(self):
        everyone = self.controllers + self.opponents
        head = "".join(self.head(name) for name in everyone)
        body = "\n".join(
            f"<tr{self.first(place)}><th><a href='#{anchor(pair)}'>{escape(' '.join(pair))}</a></th>"
            + "".join(self.overview_cell((*pair, name)) for name in everyone) + "</tr>"
            for place, pair in enumerate(self.pairs))
        return (f"{KEY}\n<div class='scroll'><table>\n<thead><tr><th>case</th>{head}</tr></thead>\n"
                f"{body}\n</table></div>")

    def first(self, place):
        """Between the variants is a line."""
        new = place and self.pairs[place][1] != self.pairs[place - 1][1]
        return " class='first'" if new else ""

    def overview_cell(self, name):
        if name not in self.groups:
            return "<td></td>"
        group = self.groups[name]
        parts = []
        first = OVERVIEW[0] if group.has(OVERVIEW[0].column) else CELL
        for figure in [first] + OVERVIEW[1:]:
            mean = group.mean(figure.column)
            text = "–" if mean is None else f"{figures.number(figure, mean)} {figure.unit}"
            parts.append(f"<span class='best'>{text}</span>" if self.is_best(name, figure) else text)
        kind, title = self.doom(name)
        return (f"<td class='{kind}'{title}>{DOWN if kind else ''}{parts[0]}"
                f"<small>{' &nbsp; '.join(parts[1:])}</small></td>")

    def table(self, pair):
        there = [name for name in [(*pair, c) for c in self.controllers + self.opponents]
                 if name in self.groups]
        shown = [figure for figure in figures.FIGURES
                 if any(self.groups[name].has(figure.column) for name in there)]
        head = "".join(f"<th title='{escape(f.meaning)}'>{escape(f.heading)}"
                       f"<small>{f.unit or '&nbsp;'}</small></th>" for f in shown)
        lines = [f"<tr{' class=opponent' if name in self.against else ''}>{self.head(name[2])}"
                 + "".join(self.cell(name, figure) for figure in shown) + "</tr>" for name in there]
        return ("<div class='scroll'><table>\n<thead><tr><th></th>" + head + "</tr></thead>\n"
                + "\n".join(lines) + "\n</table></div>")

    def cell(self, name, figure):
        text = escape(figures.text(figure, self.groups[name]))
        if "±" in text:
            text = text.replace("±", "<i>±") + "</i>"
        if self.is_best(name, figure):
            text = f"<span class='best'>{text}</span>"
        kind, title = self.doom(name)
        mark = DOWN if kind and figure == figures.FIGURES[0] else ""
        return f"<td class='{kind}'{title}>{mark}{text}</td>"

    def series(self, pair):
        """({controller: Series}, what is wrong with others)"""
        found, faults = {}, []
        for controller in self.controllers:
            if (*pair, controller) not in self.ours:
                continue
            try:
                run = series.read(series.path(self.folder, Name(*pair, controller)))
            except series.BadSeries as error:
                faults.append(f"<p>No picture of {escape(controller)}: {escape(str(error))}</p>")
                continue
            if run:
                found[controller] = run
        return found, faults

    def section(self, pair):
        runs, faults = self.series(pair)
        scale = pictures.Scale(runs)
        cards = [f"<div>{pictures.card(name, run, scale)}</div>" for name, run in runs.items()]
        if any(run.quantiles for run in runs.values()):
            cards.append(f"<div>{pictures.shares_card(runs, self.colours)}</div>")
        case, variant = pair
        return (f"<section>\n<h2 id='{anchor(pair)}'>{escape(case)} {escape(variant)} &nbsp;"
                f"{escape(names.TITLES.get(case, ''))} <small>{escape(names.describe(variant))}"
                " &nbsp; <a href='#top'>top</a></small></h2>\n"
                f"{self.table(pair)}\n{''.join(faults)}<div class='grid'>{''.join(cards)}</div>\n"
                "</section>")


def anchor(pair):
    return escape("-".join(pair), quote=True)


def write(folder, rows, against, command):
    """The path of the page."""
    report = Report(folder, rows, against)
    path = os.path.join(folder, "index.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PAGE.format(style=style.text(STYLE), overview=report.overview(), command=escape(command),
                               sections="\n".join(map(report.section, report.pairs))))
    return path

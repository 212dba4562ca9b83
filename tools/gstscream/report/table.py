# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The table of all figures, and the list of runs that are not in it."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from gstscream.stats.sample import sample

from . import damage, words
from .columns import COLUMNS, Column, shown
from .verdict import chosen

if TYPE_CHECKING:
    from .data import Folder, Run, Scenario


class Cell(NamedTuple):
    """A mean; span: the lowest and the highest, or why there are none."""
    text: str
    spread: str = ""
    span: str = ""
    value: float | None = None         # to sort by


class Row(NamedTuple):
    link: str
    encoder: str
    controller: str
    new_link: bool              # another one than in the row above
    new: bool                   # another link or encoder
    trusted: bool
    runs: str                   # how many the means are of
    reasons: str                # why not all of them
    cells: list[Any]


class Fault(NamedTuple):
    run: str
    text: str
    log: str                    # path from the page, or ""


class Table(NamedTuple):
    columns: list[Any]
    rows: list[Any]
    faults: list[Any]


def table(folder: Folder) -> Any:
    """Rows: link, encoder, controller."""
    columns = [which for which in COLUMNS if worth(which, folder.runs)]
    rows, before = [], None
    for scenario in folder.scenarios:
        for controller in folder.controllers:
            runs = folder.of(scenario, controller)
            if runs:
                rows.append(row(scenario, controller, runs, columns, before))
                before = scenario
    return Table(columns, rows, faults(folder))


def worth(which: Column, runs: list[Run]) -> bool:
    """Whether a column says anything."""
    values = {run.figure(which.name) for run in runs} - {None}
    return bool(values - {0} if which.often_zero else values)


def row(scenario: Scenario, controller: Any, runs: list[Run], columns: Any, before: Any) -> Any:
    used = chosen(runs)
    cells = [cell(sample(run.figure(which.name) for run in used), which) for which in columns]
    return Row(scenario.link, scenario.encoder, controller,
               before is None or scenario.link != before.link, scenario != before,
               not used or used[0].trusted, count(runs, used),
               "; ".join(fault(run) for run in runs if not run.usable), cells)


def count(runs: list[Run], used: Any) -> str:
    """How many runs the means are of."""
    if not used:
        return "none"
    return str(len(used)) if len(used) == len(runs) else f"{len(used)} of {len(runs)}"


def cell(found: Any, which: Column) -> Any:
    if found is None:
        return Cell("–")
    low, high = (shown(pick(found.values), which) for pick in (min, max))
    text = shown(found.mean, which)
    if found.deviation is None:
        return Cell(text, span="one run", value=found.mean)
    return Cell(text, shown(found.deviation, which), f"{low} to {high}", found.mean)


def fault(run: Run) -> str:
    """Why a run is not like the others, in a line."""
    if not run.done:
        return f"failed: {run.error or 'it did not say why'}"
    return f"not to be trusted: {words.distrust(run)}"


def faults(folder: Folder) -> list[Any]:
    """Each run that is not in the means, or is there with a reservation."""
    found = [(run, fault(run)) for run in folder.runs if not run.usable]
    found += [(run, text) for run in folder.runs if run.done for text in damage.of_run(run)]
    found += [(run, "not finished; the command that made it goes on from here")
              for run in folder.unfinished]
    return [Fault(run.id, text, log(run)) for run, text in found]


def log(run: Run) -> str:
    there = os.path.exists(run.path("log.txt"))
    return f"runs/{os.path.basename(run.folder)}/log.txt" if there else ""

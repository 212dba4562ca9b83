# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line of tests/evaluation/linkmap."""
import fnmatch
import sys
import tempfile
from typing import Any

from gstscream.corpus import halves
from gstscream.errors import UserError
from gstscream.evaluation.job import Job
from gstscream.evaluation.results import files
from gstscream.evaluation.results.groups import group
from gstscream.evaluation.tables import markdown
from gstscream.options import Parser

from . import bounds, cells, runs, table, totals, traces

# Of traces; a trace is in one of them with all its seeds.
HALVES = {cells.TUNING: (halves.TUNE,), cells.REPORTED: (halves.HELD_OUT,), "all": halves.HALVES}
TABLES: dict[str, Any] = {"runs": table.runs, "cells": table.cells, "grid": table.grid,
                          "intervals": table.intervals, "share": table.share,
                          "priority": table.priority, "silence": table.silence,
                          "totals": totals.totals, "beaten": totals.beaten,
                          "domination": totals.dominates}


def options(arguments: Any) -> Any:
    parser = Parser("tests/evaluation/linkmap", """\
Runs controllers over links with loss, jitter, short queues, policers and long ways, in
virtual time; prints a table in Markdown.""")
    runs.add_options(parser, seeds=8)
    parser.add_argument("--set", choices=cells.SETS, default="real",
                        help="one flow over links as they are; several in one queue; "
                        "streams of one sender with priorities; some of those in one queue; 300 "
                        "links drawn at random (real)")
    parser.add_argument("--cell", default="*", metavar="NAMES",
                        help="with commas between, * stands for the rest: 'loss-5M-*,jitter-*'")
    parser.add_argument("--source", choices=(cells.TOLD, cells.EACH, *cells.MODELS),
                        help="that makes what it is told; models of encoders in turn, with "
                        "seeds beyond those of --seeds so that each has as many; one of them "
                        "(each in the set real, else told)")
    parser.add_argument("--corpus", metavar="WHAT,WHAT",
                        help="instead of the cells: folders of traces, or generators as "
                        "cellular:20,wifi:20,satellite:20; beside the oracle")
    parser.add_argument("--controller", default="scream", metavar="NAMES",
                        help="with parameters: gcc,gcc:loss-v2=1 or "
                        "scream:beta-loss=0.8+fair-rtt=100")
    parser.add_argument("--half", choices=(*cells.HALVES, "all"), default=cells.REPORTED,
                        help="constants are chosen on tuning and reported on the other (reported)")
    parser.add_argument("--compare", metavar="FILE", help="such a file, to show what changed")
    parser.add_argument("--bound", type=bounds.parsed, action="append", default=[],
                        metavar="CELLS:FIGURE=LEAST..MOST",
                        help="fails if the mean of a cell's runs is outside; figures are named as "
                        "those of pathrun --json")
    parser.add_argument("--table", choices=TABLES, default="runs",
                        help="a row for each cell and controller; for each cell, with what "
                        "controllers after the first use; use by cells and their last word; for "
                        "each cell and controller, with 95 %% intervals; use, loss and fairness by "
                        "cells and their last word; parts of the streams; a row for each "
                        "controller, over all cells; the cells in which the first one is "
                        "beaten (runs)")
    parser.add_argument("--list", action="store_true", help="names of the cells")
    return parser.parse_args(arguments)


def chosen(asked: Any) -> Any:
    patterns = asked.cell.split(",")
    found = {name: keys for name, keys in cells.cells(asked.set).items()
             if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)}
    unknown = [p for p in patterns if not fnmatch.filter(found, p)]
    if unknown:
        raise ValueError(f"no such cell: {unknown[0]}; --set {asked.set} --list names them")
    return found


def wanted(asked: Any) -> dict[Any, Any]:
    """{job: the keys of its cell, with the source that was asked for unless they have one}"""
    source = asked.source or cells.SOURCES.get(asked.set, cells.TOLD)
    return {Job(asked.program, name, "", controller, seed):
            {**cells.source(source, place), **keys}
            for name, keys in chosen(asked).items()
            for controller in asked.controller.split(",")
            for place, seed in enumerate(cells.seeds(name, asked.half, asked.seeds, source))}


def by_controller(groups: Any, asked: Any) -> dict[Any, Any]:
    """The groups, those of a cell in the order in which controllers were asked for."""
    places = asked.controller.split(",")
    cells_there = list(dict.fromkeys(name[0] for name in groups))
    return dict(sorted(groups.items(), key=lambda item: (
        cells_there.index(item[0][0]), places.index(item[0][2]))))


def over_corpus(asked: Any) -> Any:
    """The rows, which it has shown."""
    with tempfile.TemporaryDirectory(prefix="linkmap-") as folder:
        corpus = traces.Corpus(asked.corpus, HALVES[asked.half], folder)
        wanted = corpus.wanted(asked.program, asked.controller.split(","), asked.seeds)
        rows = runs.run_all({job: {**cells.source(asked.source or cells.TOLD, job.seed - 1), **keys}
                             for job, keys in wanted.items()}, asked.jobs)
    corpus.show(rows)
    return rows


def show(asked: Any) -> int:
    """The exit status."""
    if asked.list:
        print("\n".join(chosen(asked)))
        return 0
    runs.check(asked)
    if asked.corpus and asked.bound:
        raise UserError("--bound is of cells: leave it out, or --corpus")
    if asked.corpus:
        runs.save(asked, over_corpus(asked))
        return 0
    before = files.read(asked.compare) if asked.compare else files.Found([], [], [])
    rows = runs.run_all(wanted(asked), asked.jobs)
    groups = by_controller(group(rows), asked)
    print(markdown.text(TABLES[asked.table](groups, group(before.rows))))
    runs.save(asked, rows)
    faults = [*(f"--compare: {fault}" for fault in before.faults),
              *bounds.outside(asked.bound, groups)]
    for line in faults:
        print(f"linkmap: {line}", file=sys.stderr)
    return runs.FAILED if faults else 0


def main(arguments: Any) -> int:
    return runs.guarded("linkmap", lambda: show(options(arguments)))

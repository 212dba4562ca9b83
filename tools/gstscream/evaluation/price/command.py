# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line of tests/evaluation/departures."""
from collections.abc import Callable
from typing import Any

from gstscream.errors import UserError
from gstscream.evaluation.job import Job
from gstscream.evaluation.map import runs
from gstscream.evaluation.results.groups import group
from gstscream.evaluation.tables import markdown
from gstscream.options import Parser

from . import cells, switches, table


def options(arguments: Any) -> Any:
    parser = Parser("tests/evaluation/departures", """\
Runs scream in virtual time, with each departure in turn as its draft has it and the others
as they are; prints a table in Markdown.""")
    parser.add_argument("--table", choices=("prices", "cells"), default="prices",
                        help="what each departure changes; or the cells, with scream and "
                        "scream-draft (prices)")
    parser.add_argument("--departure", metavar="NAMES", help="with commas between: D3,O7")
    runs.add_options(parser, seeds=10)
    return parser.parse_args(arguments)


def chosen(asked: Any) -> dict[Any, Any]:
    """{departure: its parameters as in the draft}"""
    there = switches.read(asked.program)
    names = asked.departure.split(",") if asked.departure else there
    unknown = [name for name in names if name not in there]
    if unknown:
        raise ValueError(f"no departure {unknown[0]}; there are {', '.join(there)}")
    return {name: there[name] for name in names}


def wanted(asked: Any, departures: Any) -> dict[Any, Any]:
    """{job: keys of pathrun}"""
    variants: list[tuple[str, str, dict[str, Any]]] = [(switches.CONTROLLER, "", {})]
    if asked.table == "cells":
        variants.append((switches.DRAFT, "", {}))
    else:
        variants += [(switches.CONTROLLER, name, {"params": params})
                     for name, params in departures.items()]
    return {Job(asked.program, name, departure, controller, seed): {**cell.keys, **more}
            for name, cell in cells.cells().items()
            for controller, departure, more in variants
            for seed in range(1, asked.seeds + 1)}


def measure(asked: Any, jobs_of: Callable[[], Any]) -> Any:
    """Groups of the runs of {job: keys of pathrun}, which jobs_of () makes."""
    if asked.seeds < 2:
        raise UserError("--seeds is 2 or more: of one run nobody knows what is noise")
    runs.check(asked)
    rows = runs.run_all(jobs_of(), asked.jobs)
    runs.save(asked, rows)
    return group(rows)


def show(asked: Any) -> None:
    departures = {}

    def jobs() -> Any:
        departures.update(chosen(asked))
        return wanted(asked, departures)

    groups = measure(asked, jobs)
    print(markdown.text(table.prices(groups, departures) if asked.table == "prices"
                        else table.paths(groups, cells.cells())))


def main(arguments: Any) -> Any:
    return runs.guarded("departures", lambda: show(options(arguments)))

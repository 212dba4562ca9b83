# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line of tests/evaluation/departures."""
from collections.abc import Mapping
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


def pick(option: str, there: Any, names: str | None) -> Any:
    """Of the things that are there, by their names, those that were asked for."""
    wanted = names.split(",") if names else there
    for name in wanted:
        if name not in there:
            raise ValueError(f"{option}: no '{name}'; there are {', '.join(there)}")
    return {name: there[name] for name in wanted}


def jobs(asked: Any, paths: Mapping[str, cells.Cell], variants: Mapping[str, str],
         draft: bool = False) -> dict[Any, Any]:
    """{job: keys of pathrun} of the controller, of its variants, {name: parameters}, and of the
    draft's if it is wanted."""
    kinds = [(switches.CONTROLLER, name, {"params": params} if params else {})
             for name, params in {"": "", **variants}.items()]
    kinds += [(switches.DRAFT, "", {})] * draft
    return {Job(asked.program, name, variant, controller, seed): {**cell.keys, **more}
            for name, cell in paths.items() for controller, variant, more in kinds
            for seed in range(1, asked.seeds + 1)}


def check(asked: Any) -> None:
    """Fails before the first run."""
    if asked.seeds < 2:
        raise UserError("--seeds is 2 or more: of one run nobody knows what is noise")
    runs.check(asked)


def measure(asked: Any, wanted: Any) -> Any:
    """Groups of the runs of {job: keys of pathrun}."""
    rows = runs.run_all(wanted, asked.jobs)
    runs.save(asked, rows)
    return group(rows)


def show(asked: Any) -> None:
    paths, of_cells = cells.cells(), asked.table == "cells"
    check(asked)
    departures = pick("--departure", switches.read(asked.program), asked.departure)
    groups = measure(asked, jobs(asked, paths, {} if of_cells else departures, of_cells))
    print(markdown.text(table.paths(groups, paths) if of_cells
                        else table.prices(groups, departures)))


def main(arguments: Any) -> Any:
    return runs.guarded("departures", lambda: show(options(arguments)))

# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line of tests/evaluation/sensitivity: each number that is not the draft's, at half
and at double its value, with all others as they are."""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gstscream.evaluation.map import runs
from gstscream.evaluation.tables import markdown
from gstscream.options import Parser

from . import cells, command, switches, table

HALF, DOUBLE = "half", "double"
FACTORS = {HALF: 0.5, DOUBLE: 2}


class Number(NamedTuple):
    name: str
    of: str
    value: float
    unit: str
    tried: dict[str, Any]                 # {HALF: value, DOUBLE: value}, those within the range


def options(arguments: Any) -> Any:
    parser = Parser("tests/evaluation/sensitivity", """\
Runs scream in virtual time with each number that is not its draft's at half and at double
its value, the others as they are; prints a table in Markdown.""")
    parser.add_argument("--table", choices=("numbers", "cells"), default="numbers",
                        help="what half and double of each number do; or the cells, with what "
                        "scream does there (numbers)")
    parser.add_argument("--number", metavar="NAMES", help="with commas between: loss-most,fair-rtt")
    parser.add_argument("--cell", metavar="NAMES", help="with commas between: 2M,steps")
    runs.add_options(parser, seeds=10)
    return parser.parse_args(arguments)


def tried(parameter: Any) -> Any:
    """A value outside of the range becomes its end; what is the value itself says nothing."""
    found = {}
    for word, factor in FACTORS.items():
        value = min(max(factor * parameter["value"], parameter["least"]), parameter["most"])
        if value != parameter["value"]:
            found[word] = value
    return found


def numbers(parameters: Any) -> dict[Any, Any]:
    """Of pathrun's parameters those that are ours and no switch."""
    return {each["name"]: Number(each["name"], each["of"], each["value"], each["unit"], tried(each))
            for each in parameters if each["of"] != "DRAFT" and each["unit"] != switches.FLAG}


def variants(chosen: Any) -> dict[str, str]:
    """{"name half": parameters}"""
    return {f"{each.name} {word}": f"{each.name}={value:.9g}"
            for each in chosen.values() for word, value in each.tried.items()}


def effects(groups: Any, name: Any, word: str) -> Any:
    """From the value as it is to its half or double."""
    variant = f"{name} {word}"
    return table.largest(
        table.change(cell, figure, groups[cell, "", controller], group)
        for (cell, of, controller), group in groups.items() if of == variant
        for figure in table.FIGURES)


def rows(groups: Any, chosen: Any) -> Iterator[Any]:
    """A row for each number."""
    yield ["number", "of", "value", "half", "double"]
    for each in chosen.values():
        yield [f"`{each.name}`", each.of.replace("OURS", "ours"),
               f"{each.value:g} {each.unit}".strip(),
               *(table.listed(effects(groups, each.name, word)) if word in each.tried
                 else "out of range" for word in FACTORS)]


def show(asked: Any) -> None:
    paths = command.pick("--cell", cells.number_cells(), asked.cell)
    of_cells = asked.table == "cells"
    command.check(asked)
    chosen = command.pick("--number", numbers(
        switches.parameters(asked.program)), asked.number)
    groups = command.measure(asked, command.jobs(
        asked, paths, {} if of_cells else variants(chosen)))
    print(markdown.text(table.single(groups, paths) if of_cells else rows(groups, chosen)))


def main(arguments: Any) -> Any:
    return runs.guarded("sensitivity", lambda: show(options(arguments)))
